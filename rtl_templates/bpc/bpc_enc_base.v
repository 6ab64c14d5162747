// SPDX-License-Identifier: Apache-2.0
// Encoder of bpc, base: the code of word 0, and its length.
//
//   word 00000005  ->  code_o 0101 100 (prefix 001, its first bit lowest; the nibble above it), length_o 00010
`default_nettype none
module `WF_ENC_BASE (
    input  wire [31:0] word_i,   // word 0, the base
    output wire [32:0] code_o,   // above its length 0
    output wire [4:0]  length_o  // one-hot, from bit 0: 3 bits (0), 7 (a nibble), 11 (a byte), 19 (a halfword), 33 (a word)
);
    wire zero     = word_i == 32'd0;
    wire fits_4   = &word_i[31:3] || !(|word_i[31:3]);
    wire fits_8   = &word_i[31:7] || !(|word_i[31:7]);
    wire fits_16  = &word_i[31:15] || !(|word_i[31:15]);
    wire is_4     = fits_4 && !zero;
    wire is_8     = fits_8 && !fits_4;
    wire is_16    = fits_16 && !fits_8;
    assign length_o = {!fits_16, is_16, is_8, is_4, zero};
    assign code_o   = {word_i, 1'b1} & {33{!fits_16}} | {14'd0, word_i[15:0], 3'b110} & {33{is_16}} |
                      {22'd0, word_i[7:0], 3'b010} & {33{is_8}} | {26'd0, word_i[3:0], 3'b100} & {33{is_4}};
endmodule
`default_nettype wire
