// SPDX-License-Identifier: Apache-2.0
// Decoder of linebdi, add: x + y in four bytes at once, and its carries. Window form: base + delta of D bits = window + u, with
// window = base - 2^(D-1) and u = delta + 2^(D-1), which is 0 .. 2^D - 1. So in the top byte both have their top bits inverted.
//
//   x FF, y 00, no carry in  ->  sum FF, make 0, pass 1, over 0: 7F + 80 does not carry
//   x 02, y 00, no carry in  ->  sum 02, make 0, pass 0, over 1: 82 + 80 carries
//
// The carry that comes in is below_make_i | below_pass_i & into_i: the byte below makes it, or passes on one from further below, which is late.
`default_nettype none
module `WF_DEC_ADD (
    input  wire [31:0] x_i,             // four bytes
    input  wire [31:0] y_i,             // four more, each is added to that of x_i
    input  wire [3:0]  below_make_i,    // the byte below makes a carry
    input  wire [3:0]  below_pass_i,    // the byte below passes on the carry that comes into it
    input  wire [3:0]  into_i,          // the carry from further below, late
    output wire [31:0] sum_o,           // x + y and the carry that comes in, modulo 256 in each byte
    output wire [3:0]  make_o,          // the byte makes a carry
    output wire [3:0]  pass_o,          // it passes on the carry that comes in
    output wire [3:0]  over_o           // the carry out with both top bits inverted
);
    wire [31:0] make = x_i & y_i;
    wire [31:0] pass = x_i | y_i;
    wire [31:0] carry, unused_carry;
    wire [3:0]  top_make, top_pass;
    `WF_CARRY #(.WIDTH(8), .COUNT(4)) byte_carry (
        .make_i(make), .pass_i(pass), .into_i(below_make_i | below_pass_i & into_i), .into_o(carry), .make_o(make_o), .pass_o(pass_o)
    );
    assign sum_o = x_i ^ y_i ^ carry;

    // The carry into the top bits, which are left out here
    `WF_CARRY #(.WIDTH(8), .COUNT(4)) top_carry (
        .make_i(make & 32'h7f7f7f7f), .pass_i(pass | 32'h80808080), .into_i(4'd0), .into_o(unused_carry), .make_o(top_make), .pass_o(top_pass)
    );
    wire [3:0] top   = (top_make | top_pass & below_make_i) | (top_pass & below_pass_i) & into_i;
    wire [3:0] x_top = {x_i[31], x_i[23], x_i[15], x_i[7]};
    wire [3:0] y_top = {y_i[31], y_i[23], y_i[15], y_i[7]};
    assign over_o = (~x_top & ~y_top) | ((~x_top | ~y_top) & top);
endmodule
`default_nettype wire
