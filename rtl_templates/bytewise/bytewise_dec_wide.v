// SPDX-License-Identifier: Apache-2.0
// Part of the decoder of bytewise, strides=wide: the lanes of a group from base and stride. Lane i is the base plus or minus i * 2^exponent, modulo
// 2^32.
// In: base and step, {affine, down, exponent}. Out: the lanes.
//
//   4 lanes, base 00001000   step 1_0_01100 (2^12)    ->  00001000 00002000 00003000 00004000
//                            step 1_1_00000 (-1)      ->  00001000 00000FFF 00000FFE 00000FFD
//                            step 0_0_00000 (none)    ->  00001000 in all lanes
//
// Halving: let t = stride << k. From two known sums s and s + 2t follows the one between them, s + t. At t's bit it is the inverse of s.
// Above that bit it is s if the bit is 0 in s (nothing carries), else s + 2t; downwards the other way round. All sums s of one k have that bit
// from the base, so one bit selects for all lanes. The only real sum is base + WIDTH * stride. With 4 lanes and t = 2: lane 0 = 1, lane 4 = 9 (stride
// 2, so t = 4 for lane 2): bit 2 of 1 is 0, so lane 2 is 1 with bit 2 set: 5.
`default_nettype none
module `WF_DEC_WIDE #(
    parameter WIDTH = 4  // lanes of the group: a power of two
) (
    input  wire [31:0]         base_i,  // lane 0
    input  wire [6:0]          step_i,  // {affine, down, exponent}
    output wire [32*WIDTH-1:0] sums_o   // lane 0 lowest
);
    localparam LOG = $clog2(WIDTH);

    generate
        if (WIDTH < 4 || WIDTH > 128 || (WIDTH & (WIDTH - 1)) != 0) begin : gen_bad_width wf_illegal_WIDTH bad (); end
    endgenerate

    wire        down = step_i[5];
    wire [31:0] stride;         // one-hot; 0: none
    wire [31:0] above;          // bits above the stride's
    wire [31:0] last;           // base + WIDTH * stride
    genvar      i, k;
    generate
        for (k = 0; k < 32; k = k + 1) begin : gen_stride
            assign stride[k] = step_i[6] && step_i[4:0] == k;
        end
        assign above[0] = 1'b0;
        for (k = 1; k < 32; k = k + 1) begin : gen_above
            assign above[k] = |stride[k-1:0];
        end
    endgenerate

    // base - x is the complement of ~base + x
    assign last = ((base_i ^ {32{down}}) + (stride << LOG)) ^ {32{down}};

    generate
        for (k = 0; k < LOG; k = k + 1) begin : gen_level
            wire        one  = |(base_i & (stride << k));   // t's bit of all sums s
            wire [31:0] take = (above << k) & {32{one ^ down}};
            wire [31:0] flip = (stride << k) & {32{!one}};
            wire [31:0] keep = ~take & ~(stride << k);
        end
        for (i = 0; i <= WIDTH; i = i + 1) begin : gen_lane
            wire [31:0] sum;
            if (i == 0) begin : gen_base
                assign sum = base_i;
            end else if (i == WIDTH) begin : gen_last
                assign sum = last;
            end else begin : gen_half
                localparam K = $clog2(i & -i);
                assign sum = (gen_lane[i + (1 << K)].sum & gen_level[K].take) | (gen_lane[i - (1 << K)].sum & gen_level[K].keep) |
                             gen_level[K].flip;
            end
            if (i < WIDTH) begin : gen_out
                assign sums_o[32*i +: 32] = sum;
            end
        end
    endgenerate
endmodule
`default_nettype wire
