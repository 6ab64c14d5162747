// SPDX-License-Identifier: Apache-2.0
// Decoder of linebdi, below: four bytes against a byte of base, with the borrows from the bytes below.
//
//   x FF, y 00, into 0  ->  out 0, turn 1: the top bits are unlike, and FF is not below 00 in the others (`WF_DEC_TURNS.v)
//   x 02, y 80, into 0  ->  out 1, turn 0: the top bits are unlike, but 02 is not below 00 in the others
`default_nettype none
module `WF_DEC_BELOW (
    input  wire [31:0] x_i,         // four bytes
    input  wire [7:0]  y_i,         // one for all of them
    input  wire [3:0]  into_i,      // the borrow that comes into each byte
    output wire [3:0]  out_o,       // x < y + into
    output wire [3:0]  turn_o,      // the top bits are unlike, and so are those of x and of the borrow into it
    output wire [3:0]  top_o        // of x
);
    wire [27:0] x = {x_i[30:24], x_i[22:16], x_i[14:8], x_i[6:0]};
    wire [27:0] y = {4{y_i[6:0]}};
    wire [27:0] unused_into;
    wire [3:0]  make, pass;
    `WF_CARRY #(.WIDTH(7), .COUNT(4)) borrow (
        .make_i(~x & y), .pass_i(~x | y), .into_i(into_i), .into_o(unused_into), .make_o(make), .pass_o(pass)
    );
    wire [3:0] under = make | pass & into_i;
    wire [3:0] y_top = {4{y_i[7]}};
    assign top_o  = {x_i[31], x_i[23], x_i[15], x_i[7]};
    assign out_o  = (~top_o & y_top) | ((~top_o | y_top) & under);
    assign turn_o = (top_o ^ y_top) & (top_o ^ under);
endmodule
`default_nettype wire
