// SPDX-License-Identifier: Apache-2.0
// Encoder of warpbdi, subtract: the borrows of x - y - into, in one byte of four lanes at once.
//
//   x 02, y 80, into 0  ->  borrow 80 (into its top bit), below 1: 02 is below 80
//   x FF, y 80, into 0  ->  borrow 00, below 0
`default_nettype none
module `WF_ENC_SUBTRACT (
    input  wire [31:0] x_i,         // four bytes, that of the lowest lane lowest
    input  wire [7:0]  y_i,         // one for all of them
    input  wire [3:0]  into_i,      // the borrow into each byte
    output wire [31:0] borrow_o,    // the borrow into each bit
    output wire [3:0]  below_o      // the borrow out of each byte: x < y + into
);
    wire [31:0] make = ~x_i & {4{y_i}};
    wire [31:0] pass = ~x_i | {4{y_i}};
    wire [3:0]  byte_make, byte_pass;
    `WF_CARRY #(.WIDTH(8), .COUNT(4)) carry (
        .make_i(make), .pass_i(pass), .into_i(into_i), .into_o(borrow_o), .make_o(byte_make), .pass_o(byte_pass)
    );
    assign below_o = byte_make | byte_pass & into_i;
endmodule
`default_nettype wire
