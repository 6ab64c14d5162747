// SPDX-License-Identifier: Apache-2.0
// Checks of `WF_CHECK_LEAF, as assertions at the clock edge: those of each of its streams, and what it promises beyond them. They are bound to
// the module in simulation, and instantiated beside it for formal tools, which define FORMAL. They drive nothing.
`default_nettype none
module `WF_CHECK_MODULE #(
    parameter ASSUME = 0  // what the environment owes is: 0 asserted, 1 assumed
) (
`WF_CHECK_PORTS
);
    generate
        if (ASSUME < 0 || ASSUME > 1) begin : gen_bad_assume $fatal(1, "ASSUME is %0d: it must be 0 or 1", ASSUME); end
    endgenerate

`WF_CHECK_STREAMS
`ifdef WF_WITH_CHECK_OWN

    // ---- What this unit promises beyond that ----

    `WF_CHECK_OWN own (
`WF_CHECK_OWN_PORTS
    );
`endif
endmodule
`default_nettype wire
