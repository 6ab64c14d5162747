// SPDX-License-Identifier: Apache-2.0
// Checks of `WF_CHECK_LEAF, an array: each port has the checks of one unit (`WF_CHECK_UNIT), so the units and the wiring between them
// keep their promises port for port. It is bound to the module in simulation, and instantiated beside it for formal tools, which define
// FORMAL. It drives nothing.
`default_nettype none
`ifdef WF_WITH_CHECK_SHARED
`ifdef FORMAL
`define CHECK(holds, text) assert (holds)
`else
`define CHECK(holds, text) assert (holds) else begin $display("ASSERT %m: %s", text); $finish; end
`endif
// The checks read the reset at the clock edge, while the module's registers take it at once
// verilator lint_off SYNCASYNCNET
`endif
module `WF_CHECK_MODULE #(
    parameter PORTS  = `WF_CHECK_COPIES,  // ports
`ifdef WF_WITH_CHECK_SHARED
    parameter DECS   = `WF_DECS_COUNT,    // decoders that they share
`endif
    parameter ASSUME = 0                  // what the environment owes is: 0 asserted, 1 assumed
) (
`WF_CHECK_PORTS
);
    genvar j;
    generate
        if (PORTS < 1) begin : gen_bad_ports $fatal(1, "PORTS is %0d: it must be 1 or more", PORTS); end
`ifdef WF_WITH_CHECK_SHARED
        if (DECS < 1 || DECS >= PORTS) begin : gen_bad_decs $fatal(1, "DECS is %0d: it must be from 1 to PORTS - 1", DECS); end
`endif
        if (ASSUME < 0 || ASSUME > 1) begin : gen_bad_assume $fatal(1, "ASSUME is %0d: it must be 0 or 1", ASSUME); end
        for (j = 0; j < PORTS; j = j + 1) begin : gen_checked
            `WF_CHECK_UNIT #(.ASSUME(ASSUME), .SHARED(`WF_CHECK_IS_SHARED)) unit (
                .clk_i(clk_i),
                .rst_ni(rst_ni)`WF_CHECK_SLICES
            );
        end
    endgenerate
`ifdef WF_WITH_CHECK_SHARED

    // ---- The decoders and their requesters ----

    reg [15:0] taken, given;
    integer    k;
    always @* begin
        taken = 16'd0;
        given = 16'd0;
        for (k = 0; k < PORTS; k = k + 1) begin
            taken = taken + {15'd0, valid_i[k] && ready_o[k]};
            given = given + {15'd0, valid_o[k]};
        end
    end
    always @(posedge clk_i)
        if (rst_ni) begin
            `CHECK(taken <= DECS, "no more requests are taken than there are decoders");
            `CHECK(given <= DECS, "no more results come than there are decoders");
        end
    generate
        for (j = 0; j < PORTS; j = j + 1) begin : gen_turn
            wire       waits = valid_i[j] && !ready_o[j];
            reg [15:0] others_q;  // requests that were taken while this one waited
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni) others_q <= 16'd0;
                else others_q <= waits ? others_q + taken : 16'd0;
            always @(posedge clk_i)
                if (rst_ni && waits) `CHECK(others_q + taken < PORTS, "a request waits for at most one of each other port");
        end
    endgenerate
`endif
endmodule
`ifdef WF_WITH_CHECK_SHARED
// verilator lint_on SYNCASYNCNET
`undef CHECK
`endif
`default_nettype wire
