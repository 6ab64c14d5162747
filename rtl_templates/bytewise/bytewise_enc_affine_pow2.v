// SPDX-License-Identifier: Apache-2.0
// Part of the encoder of bytewise, strides=pow2: what the tag says of each group, and the planes that are not stored. A group of a whole write
// is affine if its bytes 3 to 1 are common and byte 0 of lane i is that of the base + i * stride.
//
//   4 lanes, one group               common_i   enc    planes not stored
//   C0403901 .. 05 .. 09 .. 0D       1110       0011   1111: affine, stride 4
//   C0403901 .. 02 .. 04 .. 03       1110       1110   1110
`default_nettype none
module `WF_ENC_AFFINE_POW2 #(
    parameter LANES   = `WF_LANES,   // lanes of the warp: a power of two, 4 to 128
    parameter GROUPS  = `WF_GROUPS,  // groups of lanes: 1, 2, 4 or 8, of 4 lanes or more
    parameter ISOLATE = `WF_ISOLATE  // 1: gates hold the operands at zero while the unit is idle
) (
    input  wire                whole_i,   // 1: all lanes are active
    input  wire [4*GROUPS-1:0] common_i,  // common bytes of each group
    input  wire [LANES*32-1:0] block_i,   // a word of 32 bits for each lane, lane 0 lowest
    output wire [8*GROUPS-1:0] found_o    // from bit 0: the planes that are not stored | enc of each group
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
    wire [BLOCK-1:0]  held = ISOLATE == 0 ? block_i : block_i & {BLOCK{whole_i}};
    wire [GROUPS-1:0] affine;
    wire [ENC-1:0]    enc, absent;
    wire              unused_held = &{1'b0, held};   // bytes 3 to 1
    assign found_o = {enc, absent};

    genvar i, k;
    generate
        for (k = 0; k < GROUPS; k = k + 1) begin : gen_group
            wire               fits;
            wire [3:0]         code;
            wire [8*WIDTH-1:0] bytes;   // byte 0 of the group's lanes
            for (i = 0; i < WIDTH; i = i + 1) begin : gen_byte
                assign bytes[8*i +: 8] = held[32*(WIDTH*k + i) +: 8];
            end
            `WF_ENC_POW2 #(.WIDTH(WIDTH)) group (.bytes_i(bytes), .fits_o(fits), .code_o(code));
            assign affine[k]        = fits && whole_i && common_i[4*k + 1];  // bytes 3 to 1 are common
            assign enc[4*k +: 4]    = affine[k] ? code : common_i[4*k +: 4];
            assign absent[4*k +: 4] = common_i[4*k +: 4] | {4{affine[k]}};
        end
    endgenerate
endmodule
`default_nettype wire
