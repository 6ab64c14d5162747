// SPDX-License-Identifier: Apache-2.0
// Checks of `WF_CHECK_LEAF, what its results promise: docs/metacache.md. They hold for the design's parameters.
`default_nettype none
`ifdef FORMAL
`define CHECK(holds, text) assert (holds)
`else
`define CHECK(holds, text) assert (holds) else begin $display("ASSERT %m: %s", text); $finish; end
`endif
module `WF_CHECK_OWN (
`WF_CHECK_PORTS
);
    localparam FILL = 2;
    reg [1:0] op_q;  // of the result
    always @(posedge clk_i) op_q <= op_i;

    always @(posedge clk_i)
        if (rst_ni && valid_o) begin
            `CHECK(!(evict_o && hit_o), "a hit evicts nothing");
            `CHECK(!evict_o || op_q == FILL, "only a fill evicts");
            `CHECK(hit_o || op_q == FILL || bursts_o == 0, "a miss shows no bursts, unless it is of a fill");
        end
    wire unused = &{1'b0, valid_i`WF_CHECK_UNUSED};
endmodule
`undef CHECK
`default_nettype wire
