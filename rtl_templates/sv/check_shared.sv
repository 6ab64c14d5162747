// SPDX-License-Identifier: Apache-2.0
// Checks of `WF_CHECK_LEAF, decoders that serve more requesters than they are: assertions at the clock edge. It is bound to the module in
// simulation, and instantiated beside it for formal tools, which define FORMAL. It drives nothing.
`default_nettype none
`ifdef FORMAL
`define CHECK(holds, text) assert (holds)
`else
`define CHECK(holds, text) assert (holds) else begin $display("ASSERT %m: %s", text); $finish; end
`endif
// The checks read the reset at the clock edge, while the module's registers take it at once
// verilator lint_off SYNCASYNCNET
module `WF_CHECK_MODULE (
`WF_CHECK_PORTS
);
    localparam PORTS = `WF_DEC_PORTS;
    localparam DECS  = `WF_DECS_COUNT;

    reg [15:0] taken, given;
    integer    j;
    always @* begin
        taken = 16'd0;
        given = 16'd0;
        for (j = 0; j < PORTS; j = j + 1) begin
            taken = taken + {15'd0, valid_i[j] && ready_o[j]};
            given = given + {15'd0, valid_o[j]};
        end
    end
    always @(posedge clk_i)
        if (rst_ni) begin
            `CHECK(taken <= DECS, "no more requests are taken than there are decoders");
            `CHECK(given <= DECS, "no more results come than there are decoders");
        end
    wire unused = &{1'b0`WF_CHECK_UNUSED};
endmodule
// verilator lint_on SYNCASYNCNET
`undef CHECK
`default_nettype wire
