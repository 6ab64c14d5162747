// SPDX-License-Identifier: Apache-2.0
// Part of the encoder of bytewise, strides=pow2: are the bytes 0 of a group's lanes affine, and with which stride?
// In: byte 0 of each lane of a group, all active. Out: fits_o, byte i is byte 0 + i * stride, modulo 256; code_o, the enc of the stride.
//
//   stride    1     2     4     8     16    32    64    -1    -2    -4    -8
//   code_o    0001  0010  0011  0100  0101  0110  0111  1001  1010  1011  1101
//
//   bytes     01 05 09 0D   fits_o 1   code_o 0011        01 05 09 0E   fits_o 0
//
// The first two bytes give the stride. Each byte must be the one before it plus the stride. No byte has an adder: the bit at the stride
// flips, and the bit above one that flips flips too if that one carries, which is if it was 1 (downwards: borrows, was 0). So every bit is
// checked by itself, with the bit below it.
`default_nettype none
module `WF_ENC_POW2 #(
    parameter WIDTH = 4  // lanes of the group: a power of two
) (
    input  wire [8*WIDTH-1:0] bytes_i,  // that of lane 0 lowest
    output wire               fits_o,   // 1: they are affine
    output wire [3:0]         code_o    // the enc, if they are
);
    generate
        if (WIDTH < 4 || WIDTH > 128 || (WIDTH & (WIDTH - 1)) != 0) begin : gen_bad_width wf_illegal_WIDTH bad (); end
    endgenerate

    // ---- Classify: the stride is the lowest bit in which the first two bytes differ; the bit above it tells the direction ----

    //   stride's bit of the first byte   the bit above   direction
    //   1                                flips           up: it carries
    //   1                                stays           down
    //   0                                flips           down: it borrows
    //   0                                stays           up
    wire [6:0] first  = bytes_i[6:0];
    wire [7:0] differ = bytes_i[7:0] ^ bytes_i[15:8];
    wire [6:0] stride, unused_below;    // one-hot; 0: none of the seven
    wire       some;                    // one of the seven
    `WF_FIRST #(.WIDTH(7)) lowest (.bits_i(differ[6:0]), .first_o(stride), .below_o(unused_below), .any_o(some));
    wire down = |(stride & (differ[7:1] ^ first));
    wire good = some && !(down && |stride[6:4]);

    // Upwards the place of the stride's bit, from 1 on. Downwards 1, 2, 3 and 5
    assign code_o = {down, down ? stride[3] : |stride[6:3], |stride[2:1] || (!down && |stride[6:5]), stride[0] || stride[2] ||
                     (down ? stride[3] : stride[4] || stride[6])};

    // ---- Classify: what flips from each byte to the next ----

    wire [WIDTH-2:0] follows;
    genvar           i;
    generate
        for (i = 0; i < WIDTH - 1; i = i + 1) begin : gen_pair
            wire [7:0] from    = bytes_i[8*i +: 8];
            wire [7:0] flips   = from ^ bytes_i[8*i + 8 +: 8];
            wire [6:0] carries = flips[6:0] & (from[6:0] ^ {7{down}});
            assign follows[i] = flips == ({1'b0, stride} | {carries, 1'b0});
        end
    endgenerate
    assign fits_o = good && &follows;
endmodule
`default_nettype wire
