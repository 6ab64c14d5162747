// SPDX-License-Identifier: Apache-2.0
// Encoder of linebdi, subtract: x - y - into, in four bytes at once, and its borrows. floor is y with its top bit inverted.
//
//   x 02, y 00, into 0  ->  difference 02, out 0, below 1 (02 is below floor, 80)
//   x FF, y 00, into 0  ->  difference FF, out 0, below 0
`default_nettype none
module `WF_ENC_SUBTRACT (
    input  wire [31:0] x_i,             // four bytes
    input  wire [7:0]  y_i,             // one for all of them
    input  wire [3:0]  into_i,          // the borrow that comes into each byte
    output wire [31:0] difference_o,    // x - y - into, modulo 256 in each byte
    output wire [3:0]  out_o,           // x < y + into
    output wire [3:0]  below_o          // x < floor + into
);
    wire [31:0] y    = {4{y_i}};
    wire [31:0] make = ~x_i & y;
    wire [31:0] pass = ~x_i | y;

    // The borrow into the top bit of each byte decides both borrows out of it
    wire [31:0] borrow;
    wire [3:0]  top_make, top_pass;
    `WF_CARRY #(.WIDTH(8), .COUNT(4)) carry (
        .make_i(make & 32'h7f7f7f7f), .pass_i(pass | 32'h80808080), .into_i(into_i), .into_o(borrow), .make_o(top_make), .pass_o(top_pass)
    );
    wire [3:0] top   = top_make | top_pass & into_i;
    wire [3:0] x_top = {x_i[31], x_i[23], x_i[15], x_i[7]};
    wire [3:0] y_top = {4{y_i[7]}};

    assign difference_o = x_i ^ y ^ borrow;
    assign out_o        = (~x_top & y_top) | ((~x_top | y_top) & top);
    assign below_o      = (~x_top & ~y_top) | ((~x_top | ~y_top) & top);
endmodule
`default_nettype wire
