// SPDX-License-Identifier: Apache-2.0
// What a bench drives where the design is a block that is no codec: the same records as sim/bench_top.v, so that one
// bench and one replay serve both. enc_i and enc_o carry a flag word (bit 0 valid) and the block's ports, each from a word of
// its own; dec_i and dec_o carry nothing.
`default_nettype none
module `WF_BENCH #(
    parameter ARRAY = 0
) (
    input  wire                          clk_i,
    input  wire                          rst_ni,
    input  wire [`WF_WORDS_ENC_I*32-1:0] enc_i,
    output wire [`WF_WORDS_ENC_O*32-1:0] enc_o,
    input  wire [`WF_WORDS_DEC_I*32-1:0] dec_i,
    output wire [`WF_WORDS_DEC_O*32-1:0] dec_o
);
    wire [`WF_WORDS_ENC_I*32-1:0] in = enc_i;
    wire [`WF_WORDS_ENC_O*32-1:0] out;
    wire                          valid;
    `WF_BLOCK unit (
`ifdef WF_WITH_BLOCK_CLOCK
        .clk_i(clk_i), .rst_ni(rst_ni),
`endif
        .valid_i(in[0]), .valid_o(valid),
        `WF_BLOCK_PORTS
    );
    assign out[31:0] = {31'd0, valid};
`ifdef WF_WITH_BLOCK_PADS
    assign {`WF_BLOCK_PADS} = {`WF_BLOCK_PAD_BITS{1'b0}};
`endif
    assign enc_o = out;
    assign dec_o = {`WF_WORDS_DEC_O*32{1'b0}};
    wire unused = &{1'b0, ARRAY != 0, clk_i, rst_ni, in, dec_i};
endmodule
`default_nettype wire
