// SPDX-License-Identifier: Apache-2.0
// Part of the encoder of bytewise: the payload as byte planes, the byte arrays in use, the write enables and the BVRs.
//
//   4 lanes, one group, block C0403901 C0403902 C0403904 C0403903: payload bytes 01 02 04 03 39 39 39 39 40 40 40 40 C0 C0 C0 C0
//   mask 1111, absent_i 1110, divergent_i 0   ->  units_o 0001   wen_o 000F   bvr_o C0403901
//   mask 0011, absent_i 0000, divergent_i 1   ->  units_o 1111   wen_o 3333   bvr_o 00000003
`default_nettype none
module `WF_ENC_PACK #(
    parameter LANES    = `WF_LANES,                                  // lanes of the warp: a power of two, 4 to 128
    parameter GROUPS   = `WF_GROUPS,                                 // groups of lanes: 1, 2, 4 or 8
    parameter UNIT     = LANES / GROUPS < 16 ? LANES / GROUPS : 16,  // bytes of a byte array; not to be set
    parameter BVR_BITS = LANES / GROUPS > 32 ? LANES / GROUPS : 32   // bits of a BVR; not to be set
) (
    input  wire                       divergent_i,  // 1: the mask is neither full nor empty
    input  wire [4*GROUPS-1:0]        absent_i,     // planes of each group that are not stored
    input  wire [LANES-1:0]           mask_i,       // active mask, bit i is lane i
    input  wire [LANES*32-1:0]        block_i,      // a word of 32 bits for each lane, lane 0 lowest
    output wire [LANES*4/UNIT-1:0]    units_o,      // the byte arrays in use
    output wire [LANES*4-1:0]         wen_o,        // write enables, a bit a byte
    output wire [GROUPS*BVR_BITS-1:0] bvr_o,        // of each group
    output wire [LANES*32-1:0]        payload_o     // byte planes: byte p of lane i is byte p * LANES + i
);
    localparam WIDTH = LANES / GROUPS;  // lanes of a group

    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if ((GROUPS != 1 && GROUPS != 2 && GROUPS != 4 && GROUPS != 8) ||
                GROUPS > LANES) begin : gen_bad_groups wf_illegal_GROUPS bad (); end
        if (UNIT != (LANES / GROUPS < 16 ? LANES / GROUPS : 16)) begin : gen_bad_unit wf_illegal_UNIT bad (); end
        if (BVR_BITS != (LANES / GROUPS > 32 ? LANES / GROUPS : 32)) begin : gen_bad_bvr_bits
            wf_illegal_BVR_BITS bad ();
        end
    endgenerate

    genvar g, p, q;
    generate
        for (g = 0; g < GROUPS; g = g + 1) begin : gen_group
            for (p = 0; p < 4; p = p + 1) begin : gen_plane
                assign units_o[(LANES*p + WIDTH*g)/UNIT +: WIDTH/UNIT] = {WIDTH/UNIT{!absent_i[4*g + p]}};
                assign wen_o[LANES*p + WIDTH*g +: WIDTH] = mask_i[WIDTH*g +: WIDTH] & {WIDTH{!absent_i[4*g + p]}};
            end

            // The BVR: the group's mask if the write is divergent, else its first lane, which is its base
            wire [BVR_BITS-1:0] mask, base;
            if (WIDTH > 32) begin : gen_wide
                assign mask = mask_i[WIDTH*g +: WIDTH];
                assign base = {{WIDTH-32{1'b0}}, block_i[32*WIDTH*g +: 32]};
            end else if (WIDTH < 32) begin : gen_narrow
                assign mask = {{32-WIDTH{1'b0}}, mask_i[WIDTH*g +: WIDTH]};
                assign base = block_i[32*WIDTH*g +: 32];
            end else begin : gen_even
                assign mask = mask_i[WIDTH*g +: WIDTH];
                assign base = block_i[32*WIDTH*g +: 32];
            end
            assign bvr_o[BVR_BITS*g +: BVR_BITS] = divergent_i ? mask : base;
        end

        // Lanes to byte planes, four lanes at a time
        for (q = 0; q < LANES / 4; q = q + 1) begin : gen_lanes
            wire [127:0] word = block_i[128*q +: 128];
            assign payload_o[32*q +: 32]            = {word[103:96], word[71:64], word[39:32], word[7:0]};
            assign payload_o[8*LANES + 32*q +: 32]  = {word[111:104], word[79:72], word[47:40], word[15:8]};
            assign payload_o[16*LANES + 32*q +: 32] = {word[119:112], word[87:80], word[55:48], word[23:16]};
            assign payload_o[24*LANES + 32*q +: 32] = {word[127:120], word[95:88], word[63:56], word[31:24]};
        end
    endgenerate
endmodule
`default_nettype wire
