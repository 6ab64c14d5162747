// SPDX-License-Identifier: Apache-2.0
// A module and its checks side by side, for formal tools. The inputs are free, but for what the environment owes (ASSUME): one that waits
// stays. The first cycle is one of reset. More: docs/running.md
`default_nettype none
module `WF_FORMAL_MODULE (
`WF_FORMAL_PORTS
);
`WF_FORMAL_WIRES
    `WF_CHECK_LEAF leaf (
`WF_FORMAL_CONNECTIONS
    );
    `WF_CHECK_MODULE #(.ASSUME(1)) check (
`WF_CHECK_CONNECTIONS
    );

    reg started_q;
    initial started_q = 1'b0;
    always @(posedge clk_i) started_q <= 1'b1;
    always @* if (!started_q) assume (!rst_ni);
endmodule
`default_nettype wire
