// SPDX-License-Identifier: Apache-2.0
// Part of the encoder of bytewise, strides=wide: are a group's lanes affine with a power of two as stride, and with which?
// In: the lanes of a group, all active. Out: fits_o, lane i is lane 0 plus (down_o: minus) i * 2^exponent_o, modulo 2^32.
//
//   lanes 00001000 00002000 00003000 00004000   fits_o 1   down_o 0   exponent_o 12
//         00000004 00000002 00000000 FFFFFFFE   fits_o 1   down_o 1   exponent_o 1
//         00000001 00000004 00000007 0000000A   fits_o 0
//
// The first two lanes give the stride. Each lane must be the one before it plus the stride. No lane has an adder: the bit at the stride
// flips, and the bit above one that flips flips too if that one carries, which is if it was 1 (downwards: borrows, was 0). So every bit is
// checked by itself, with the bit below it.
`default_nettype none
module `WF_ENC_WIDE #(
    parameter WIDTH = 4  // lanes of the group: a power of two
) (
    input  wire [32*WIDTH-1:0] lanes_i,    // lane 0 lowest
    output wire                fits_o,     // 1: the group is affine
    output wire                down_o,     // the direction, if it is
    output wire [4:0]          exponent_o  // that of the stride, if it is
);
    generate
        if (WIDTH < 4 || WIDTH > 128 || (WIDTH & (WIDTH - 1)) != 0) begin : gen_bad_width wf_illegal_WIDTH bad (); end
    endgenerate

    // ---- Classify: the stride is the lowest bit in which the first two lanes differ; the bit above it tells the direction ----

    //   stride's bit of the first lane   the bit above   direction
    //   1                                flips           up: it carries
    //   1                                stays           down
    //   0                                flips           down: it borrows
    //   0                                stays           up
    // 2^31 and -2^31 are the same: up
    wire [30:0] first  = lanes_i[30:0];
    wire [31:0] differ = lanes_i[31:0] ^ lanes_i[63:32];
    wire [31:0] stride, unused_below;   // one-hot; 0: the lanes are equal
    wire        some;
    `WF_FIRST #(.WIDTH(32)) lowest (.bits_i(differ), .first_o(stride), .below_o(unused_below), .any_o(some));
    assign down_o     = |(stride[30:0] & (differ[31:1] ^ first));
    assign exponent_o = {|(stride & 32'hFFFF0000), |(stride & 32'hFF00FF00), |(stride & 32'hF0F0F0F0), |(stride & 32'hCCCCCCCC),
                         |(stride & 32'hAAAAAAAA)};

    // ---- Classify: what flips from each lane to the next ----

    wire [WIDTH-2:0] follows;
    genvar           i;
    generate
        for (i = 0; i < WIDTH - 1; i = i + 1) begin : gen_pair
            wire [31:0] from    = lanes_i[32*i +: 32];
            wire [31:0] flips   = from ^ lanes_i[32*i + 32 +: 32];
            wire [30:0] carries = flips[30:0] & (from[30:0] ^ {31{down_o}});
            assign follows[i] = flips == (stride | {carries, 1'b0});
        end
    endgenerate
    assign fits_o = some && &follows;
endmodule
`default_nettype wire
