`default_nettype none
// SPDX-License-Identifier: Apache-2.0
//
// A register rank as it is implemented where the library has an integrated clock gate: the same ports and behaviour as
// the emitted rank, one gate for all data registers instead of an enable multiplexer each.

module `WF_RANK #(
    parameter WIDTH = 1
) (
    input  wire             clk_i,
    input  wire             rst_ni,
    input  wire             valid_i,
    input  wire [WIDTH-1:0] data_i,
    output wire             valid_o,
    output wire [WIDTH-1:0] data_o
);

    wire            gated;
    reg             valid_q;
    reg [WIDTH-1:0] data_q;

    `WF_GATE gate (
`ifdef WF_GATE_TEST
        .`WF_GATE_TEST (1'b0),
`endif
        .`WF_GATE_CLOCK (clk_i),
        .`WF_GATE_ENABLE(valid_i),
        .`WF_GATE_OUT   (gated)
    );

    always @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) valid_q <= 1'b0;
        else         valid_q <= valid_i;
    end

    always @(posedge gated) data_q <= data_i;

    assign valid_o = valid_q;
    assign data_o  = data_q;

endmodule
`default_nettype wire
