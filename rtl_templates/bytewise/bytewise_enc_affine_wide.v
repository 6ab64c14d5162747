// SPDX-License-Identifier: Apache-2.0
// Part of the encoder of bytewise, strides=wide: what the tag says of each group, and the planes that are not stored. A group of a whole write
// is affine if lane i is base + i * stride, and the stride is a power of two or minus one.
//
//   4 lanes, one group                    common_i   enc    exponent   planes not stored
//   00001000 00002000 00003000 00004000   1100       0001   12         1111: affine
//   00004000 00003000 00002000 00001000   1100       1001   12         1111: affine, downwards
//   00001000 00002000 00004000 00003000   1100       1100   0          1100
`default_nettype none
module `WF_ENC_AFFINE_WIDE #(
    parameter LANES   = `WF_LANES,   // lanes of the warp: a power of two, 4 to 128
    parameter GROUPS  = `WF_GROUPS,  // groups of lanes: 1, 2, 4 or 8, of 4 lanes or more
    parameter ISOLATE = `WF_ISOLATE  // 1: gates hold the operands at zero while the unit is idle
) (
    input  wire                 whole_i,   // 1: all lanes are active
    input  wire                 code_i,    // 0: the block stays raw, and exponents are 0
    input  wire [4*GROUPS-1:0]  common_i,  // common bytes of each group
    input  wire [LANES*32-1:0]  block_i,   // a word of 32 bits for each lane, lane 0 lowest
    output wire [13*GROUPS-1:0] found_o    // from bit 0: the planes that are not stored | enc of each group | exponent of each group
);
    localparam BLOCK = LANES * 32;
    localparam WIDTH = LANES / GROUPS;  // lanes of a group
    localparam ENC   = 4 * GROUPS;

    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if ((GROUPS != 1 && GROUPS != 2 && GROUPS != 4 && GROUPS != 8) ||
                LANES / GROUPS < 4) begin : gen_bad_groups wf_illegal_GROUPS bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
    endgenerate

    // With ISOLATE the operands are held at zero while the unit is idle or the mask is not full
    wire [BLOCK-1:0]    held = ISOLATE == 0 ? block_i : block_i & {BLOCK{whole_i}};
    wire [GROUPS-1:0]   affine;
    wire [ENC-1:0]      enc, absent;
    wire [5*GROUPS-1:0] exponents;
    assign found_o = {exponents, enc, absent};

    genvar k;
    generate
        for (k = 0; k < GROUPS; k = k + 1) begin : gen_group
            wire       fits, down;
            wire [4:0] exponent;
            `WF_ENC_WIDE #(.WIDTH(WIDTH)) group (
                .lanes_i(held[32*WIDTH*k +: 32*WIDTH]), .fits_o(fits), .down_o(down), .exponent_o(exponent)
            );
            assign affine[k]           = fits && whole_i;
            assign enc[4*k +: 4]       = affine[k] ? {down, 3'b001} : common_i[4*k +: 4];
            assign exponents[5*k +: 5] = exponent & {5{affine[k] && code_i}};
            assign absent[4*k +: 4]    = common_i[4*k +: 4] | {4{affine[k]}};
        end
    endgenerate
endmodule
`default_nettype wire
