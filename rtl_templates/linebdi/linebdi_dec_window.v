// SPDX-License-Identifier: Apache-2.0
// Decoder of linebdi, window: the two upper parts that a chunk may have, that of the window's start (here) and the next. Both are made once
// for the line.
//
//   code 8-1, base 1000: the window is 0F80 .. 107F, here 0F, next 10 (each above the lowest byte)
`default_nettype none
module `WF_DEC_WINDOW (
    input  wire [8:0]  is_i,        // one-hot: the tag
    input  wire [63:0] base_i,      // the base, from bit 0; above one of 4 or 2 bytes: any bits
    output wire [7:0]  is_sum_o,    // bytes of 8 that are sums
    output wire [7:0]  is_up_o,     // bytes of 8 that are of an upper part
    output wire [63:0] here_o,      // for each byte of 8 that of the window's start, in its own chunk; 0 where it is of no upper part
    output wire [63:0] next_o       // that of the next upper part
);
    wire is4 = is_i[6] | is_i[7];
    wire is2 = is_i[8];
    wire d1  = is_i[3] | is_i[6] | is_i[8];
    wire d2  = is_i[4] | is_i[7];
    wire d4  = is_i[5];

    // 2^(D-1) is taken from the base, or added to it. Above the sums a bit changes if all from the sums' top bit up to it are 0, or 1. skip: bits below that
    // one. Without deltas no bit changes: of the code repeat here and next are the base
    wire        none = ~(d1 | d2 | d4);
    wire [63:0] skip = {33'd0, {16{d4}}, {8{d2 | d4}}, 7'd127};
    wire [63:0] zeros, ones, unused_zeros, unused_ones;     // all bits up to here
    wire        unused_zero, unused_one;
    `WF_FIRST #(.WIDTH(64)) first_one (
        .bits_i((base_i & ~skip) | {63'd0, none}), .first_o(unused_zeros), .below_o(zeros), .any_o(unused_zero)
    );
    `WF_FIRST #(.WIDTH(64)) first_zero (
        .bits_i(~(base_i | skip) | {63'd0, none}), .first_o(unused_ones), .below_o(ones), .any_o(unused_one)
    );
    // All bits up to here are 0 if all below are and this one is: an exclusive or of the two has that bit in it too, and a tool that finds the two equal makes a chain
    wire [63:0] below = {zeros[62:0], 1'b0};
    wire [63:0] less  = (base_i | below) & ~(base_i & below);
    wire [63:0] more  = base_i ^ {ones[62:0], 1'b0};
    wire [63:0] up   = {{8{is_up_o[7]}}, {8{is_up_o[6]}}, {8{is_up_o[5]}}, {8{is_up_o[4]}},
                        {8{is_up_o[3]}}, {8{is_up_o[2]}}, {8{is_up_o[1]}}, {8{is_up_o[0]}}};

    assign is_sum_o = {1'b0, is2, is_i[7], is4 | is2, d4, d4 | is2, d2 | d4, d1 | d2 | d4};
    assign is_up_o  = ~is_sum_o & {8{~is_i[0] & ~is_i[1]}};
    assign here_o   = (is2 ? {4{less[15:0]}} : is4 ? {2{less[31:0]}} : less) & up;
    assign next_o   = (is2 ? {4{more[15:0]}} : is4 ? {2{more[31:0]}} : more) & up;
    wire unused = &{1'b0, is_i, zeros[63], ones[63]};
endmodule
`default_nettype wire
