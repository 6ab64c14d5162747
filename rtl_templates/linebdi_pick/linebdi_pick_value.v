// SPDX-License-Identifier: Apache-2.0
// linebdi_pick, value: a word of the line, from the bytes that the code has of it and the upper part of its chunk. A chunk on the zero base has
// its sign above its low bytes. Only with code 2-1 does a word have two chunks.
//
//   code 4-1, base 1000, low byte FE, turn 1: upper part 00000F, so 00000FFE; turn 0: 000010FE; on the zero base: FFFFFFFE
`default_nettype none
module `WF_LINEBDI_PICK_VALUE (
    input  wire        half_i,      // the word is bytes 4 to 7 of its eight bytes, not 0 to 3
    input  wire        is2_i,       // chunks have 2 bytes
    input  wire [7:0]  is_low_i,    // bytes of 8 that the code has
    input  wire [7:0]  is_up_i,     // bytes of 8 that are of an upper part
    input  wire [63:0] base_i,      // for each byte of 8 that of base's upper part; 0 where it is of none
    input  wire [63:0] other_i,     // that of the other upper part
    input  wire [31:0] low_i,       // bytes that the code has, each in its place in the word
    input  wire [1:0]  zero_i,      // the lower chunk of 2 bytes and the upper one, or bit 0 the only chunk: 1: on the zero base
    input  wire [1:0]  turn_i,      // 1: the other upper part, if the chunk is not on the zero base
    input  wire [1:0]  sign_i,      // the top bit of the low bytes
    output wire [31:0] value_o      // the word
);
    // What a chunk has above its low bytes: base's upper part, the other one, ones
    wire [1:0]  take_base  = ~zero_i & ~turn_i;
    wire [1:0]  take_other = ~zero_i & turn_i;
    wire [1:0]  take_ones  = zero_i & sign_i;

    wire [3:0]  is_low = half_i ? is_low_i[7:4] : is_low_i[3:0];
    wire [3:0]  is_up  = half_i ? is_up_i[7:4] : is_up_i[3:0];
    wire [31:0] base   = half_i ? base_i[63:32] : base_i[31:0];
    wire [31:0] other  = half_i ? other_i[63:32] : other_i[31:0];
    genvar      b;
    generate
        for (b = 0; b < 4; b = b + 1) begin : gen_byte
            wire of_base  = b > 1 && is2_i ? take_base[1] : take_base[0];
            wire of_other = b > 1 && is2_i ? take_other[1] : take_other[0];
            wire of_ones  = b > 1 && is2_i ? take_ones[1] : take_ones[0];
            assign value_o[8*b +: 8] = (low_i[8*b +: 8] & {8{is_low[b]}}) | (base[8*b +: 8] & {8{of_base}}) |
                                       (other[8*b +: 8] & {8{of_other}}) | {8{of_ones & is_up[b]}};
        end
    endgenerate
endmodule
`default_nettype wire
