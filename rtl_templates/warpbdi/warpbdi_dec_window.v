// SPDX-License-Identifier: Apache-2.0
// Decoder of warpbdi, window: the upper part of the window's first value (floor), and that plus one. The window of D bits begins at base -
// 2^(D-1): D is 8 with <4,1>, 16 with <4,2>. With <4,0> both are the base's. Bytes that the code has, and a raw block, get 0.
//
//   <4,1>, base 00008001: floor 00007F81, so 00007F and 000080
//
// Of the two one is the base's upper part U. If base's bit D - 1 is 1 the other is U + 1, else U - 1. It differs from U in the lowest bit
// that is unlike bit D - 1, and in all bits below.
`default_nettype none
module `WF_DEC_WINDOW (
    input  wire [31:0] base_i,      // the base, lane 0
    input  wire [3:1]  mode_i,      // one-hot: <4,0>, <4,1>, <4,2>
    output wire [31:8] floor_o,     // upper part of the window's first value; 0 in bytes that the code has, and for a raw block
    output wire [31:8] next_o       // that plus one, with 0 in the same bytes; with <4,0> the same as floor_o
);
    // Bit b of flips_D: bits D - 1 to b - 1 of the base are alike, so the other upper part has bit b inverted
    wire [30:8] step = base_i[30:8] ^ base_i[29:7];     // 1: unlike the bit below it
    wire [7:0]  alike_8, unused_first_8;
    wire [14:0] alike_16, unused_first_16;
    wire        unused_any_8, unused_any_16;
    `WF_FIRST #(.WIDTH(8)) first_8 (.bits_i(step[15:8]), .first_o(unused_first_8), .below_o(alike_8), .any_o(unused_any_8));
    `WF_FIRST #(.WIDTH(15)) first_16 (.bits_i(step[30:16]), .first_o(unused_first_16), .below_o(alike_16), .any_o(unused_any_16));
    wire [31:8]  flips_8  = {alike_16 & {15{alike_8[7]}}, alike_8, 1'b1};
    wire [31:16] flips_16 = {alike_16, 1'b1};

    wire [31:8]  base     = base_i[31:8];
    wire [31:8]  floor_8  = base ^ (flips_8 & {24{~base_i[7]}});
    wire [31:8]  next_8   = base ^ (flips_8 & {24{base_i[7]}});
    wire [31:16] floor_16 = base[31:16] ^ (flips_16 & {16{~base_i[15]}});
    wire [31:16] next_16  = base[31:16] ^ (flips_16 & {16{base_i[15]}});
    assign floor_o = base & {24{mode_i[1]}} | floor_8 & {24{mode_i[2]}} | {floor_16 & {16{mode_i[3]}}, 8'd0};
    assign next_o  = base & {24{mode_i[1]}} | next_8 & {24{mode_i[2]}} | {next_16 & {16{mode_i[3]}}, 8'd0};
    wire unused = &{1'b0, base_i};
endmodule
`default_nettype wire
