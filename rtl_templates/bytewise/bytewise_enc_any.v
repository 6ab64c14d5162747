// SPDX-License-Identifier: Apache-2.0
// Part of the encoder of bytewise, strides=any: is a group affine, and with which stride?
// In: the lanes of a group, all active. Out: fits_o, lane i is lane 0 + i * stride, and the stride is not 0; stride_o, lane 1 - lane 0.
//
//   lanes C0403901 C0403904 C0403907 C040390A   fits_o 1   stride_o 3      7 7 7 7   fits_o 0   stride_o 0
//
// Each lane must be the one before it plus the stride. No lane has an adder: if a + s = b, the carry into each bit is a ^ s ^ b there, and
// the carry out of each bit follows from a, s and b of that bit alone. It is a if a and s are equal, else the carry in, which is then ~b.
// So every bit is checked by itself: what it carries out must be what the next bit takes in.
`default_nettype none
module `WF_ENC_ANY #(
    parameter WIDTH = 4  // lanes of the group: a power of two
) (
    input  wire [32*WIDTH-1:0] lanes_i,  // lane 0 lowest
    output wire                fits_o,   // 1: the group is affine
    output wire [31:0]         stride_o  // the stride, if it is
);
    generate
        if (WIDTH < 4 || WIDTH > 128 || (WIDTH & (WIDTH - 1)) != 0) begin : gen_bad_width wf_illegal_WIDTH bad (); end
    endgenerate

    assign stride_o = lanes_i[63:32] - lanes_i[31:0];

    wire [WIDTH-2:1] follows;   // lane i + 1 is lane i plus the stride
    genvar           i;
    generate
        for (i = 1; i < WIDTH - 1; i = i + 1) begin : gen_pair
            wire [31:0] a     = lanes_i[32*i +: 32];
            wire [31:0] b     = lanes_i[32*i + 32 +: 32];
            wire [31:0] taken = a ^ stride_o ^ b;
            wire [31:0] given = (a & stride_o) | ((a | stride_o) & ~b);
            wire        unused_given = &{1'b0, given[31]};
            assign follows[i] = taken == {given[30:0], 1'b0};
        end
    endgenerate
    assign fits_o = &follows && |stride_o;
endmodule
`default_nettype wire
