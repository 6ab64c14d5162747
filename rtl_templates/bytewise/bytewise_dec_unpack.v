// SPDX-License-Identifier: Apache-2.0
`ifdef WF_EXPAND
// Part of the decoder of bytewise: from the tag, which planes do not come from the payload, and what they come from: bases and strides. Other
// groups than affine ones have stride 0.
`else
`ifdef WF_DEC_WIDE
// Part of the decoder of bytewise: from the tag, which planes do not come from the payload, and what they come from: bases and strides.
`else
// Part of the decoder of bytewise: from the tag, which planes do not come from the payload, and the bases that they come from.
`endif
`endif
//
//   4 lanes, enc 1110, D 0, BVR C0403901             ->  use_o 1110   base C0403901
//   D 1                                              ->  use_o 0000
`ifdef WF_DEC_POW2
//   enc 0011 (affine, stride 4), D 0, BVR C0403901   ->  use_o 1111   base C0403901   stride 0_101
`endif
`ifdef WF_ENC_ANY
//   enc 0001 (affine), D 0, BVR C0403901, stride 3   ->  use_o 1111   base C0403901   stride 3
`endif
`ifdef WF_DEC_WIDE
//   enc 1001 (affine), D 0, BVR 00001000, exponent 12   ->  use_o 1111   base 00001000   step 1_1_01100
`endif
`default_nettype none
module `WF_DEC_UNPACK #(
    parameter GROUPS   = `WF_GROUPS,  // groups of lanes, each with an enc and a BVR: 1, 2, 4 or 8
    parameter BVR_BITS = 32,          // bits of a BVR: 32, 64 or 128
`ifdef WF_ENC_ANY
    parameter TAG_BITS = 4 * GROUPS + (GROUPS > 1 ? 2 : 1) + GROUPS * (BVR_BITS + 32)  // bits of the tag; not to be set
`else
`ifdef WF_DEC_WIDE
    parameter TAG_BITS = 4 * GROUPS + (GROUPS > 1 ? 2 : 1) + GROUPS * (BVR_BITS + 5)  // bits of the tag; not to be set
`else
    parameter TAG_BITS = 4 * GROUPS + (GROUPS > 1 ? 2 : 1) + GROUPS * BVR_BITS  // bits of the tag; not to be set
`endif
`endif
) (
`ifdef WF_DEC_WIDE
    input  wire [TAG_BITS-1:0]  tag_i,  // from bit 0: enc of each group | D | FS if GROUPS > 1 | BVRs | exponents
`else
    input  wire [TAG_BITS-1:0]  tag_i,  // from bit 0: enc of each group | D | FS if GROUPS > 1 | BVRs | strides, only with strides=any
`endif
    output wire [4*GROUPS-1:0]  use_o,  // planes of each group that are not stored
`ifdef WF_DEC_POW2
    output wire [36*GROUPS-1:0] from_o  // from bit 0: the bases | strides, {down, code}: 7 to 1 for 1 to 64, 0 for 0
`endif
`ifdef WF_ENC_ANY
    output wire [64*GROUPS-1:0] from_o  // from bit 0: the bases | strides
`endif
`ifdef WF_DEC_WIDE
    output wire [39*GROUPS-1:0] from_o  // from bit 0: the bases | steps, {affine, down, exponent}
`else
`ifndef WF_EXPAND
    output wire [32*GROUPS-1:0] from_o  // the bases
`endif
`endif
);
    localparam ENC    = 4 * GROUPS;
    localparam BVR_AT = ENC + (GROUPS > 1 ? 2 : 1);
`ifdef WF_ENC_ANY
    localparam SIDE   = BVR_AT + GROUPS * BVR_BITS;     // where the strides are
    localparam END    = SIDE + 32 * GROUPS;
`else
`ifdef WF_DEC_WIDE
    localparam SIDE   = BVR_AT + GROUPS * BVR_BITS;     // where the exponents are
    localparam END    = SIDE + 5 * GROUPS;
`else
    localparam END    = BVR_AT + GROUPS * BVR_BITS;
`endif
`endif

    generate
        if (GROUPS != 1 && GROUPS != 2 && GROUPS != 4 && GROUPS != 8) begin : gen_bad_groups
            wf_illegal_GROUPS bad ();
        end
        if (BVR_BITS != 32 && BVR_BITS != 64 && BVR_BITS != 128) begin : gen_bad_bvr_bits
            wf_illegal_BVR_BITS bad ();
        end
        if (TAG_BITS != END) begin : gen_bad_tag_bits wf_illegal_TAG_BITS bad (); end
    endgenerate

    wire [ENC-1:0] enc_now = tag_i[ENC-1:0] & {ENC{!tag_i[ENC]}};
    genvar         k;
    generate
        for (k = 0; k < GROUPS; k = k + 1) begin : gen_group
            assign from_o[32*k +: 32] = tag_i[BVR_AT + BVR_BITS*k +: 32];
`ifdef WF_EXPAND
            // All planes of an affine group, the common ones of another
            wire [3:0] enc    = enc_now[4*k +: 4];
            wire       affine = |(enc[2:0] & ~enc[3:1]);
            assign use_o[4*k +: 4] = enc | {4{affine}};
`else
`ifdef WF_DEC_WIDE
            // All planes of an affine group, the common ones of another
            wire [3:0] enc    = enc_now[4*k +: 4];
            wire       affine = |(enc[2:0] & ~enc[3:1]);
            assign use_o[4*k +: 4] = enc | {4{affine}};
            assign from_o[32*GROUPS + 7*k +: 7] = {affine, enc[3], tag_i[SIDE + 5*k +: 5]};
`else
            assign use_o[4*k +: 4] = enc_now[4*k +: 4];
`endif
`endif
`ifdef WF_DEC_POW2
            // Upwards 0001 to 0111 are codes 7 to 1. Downwards 1001, 1010, 1011 and 1101 are 7, 6, 5 and 4
            wire       down = enc[3] && affine;
            assign from_o[32*GROUPS + 4*k +: 4] = {down, !affine ? 3'd0 : down && enc[2] ? 3'd4 : 3'd0 - enc[2:0]};
`endif
`ifdef WF_ENC_ANY
            assign from_o[32*GROUPS + 32*k +: 32] = tag_i[SIDE + 32*k +: 32] & {32{affine}};
`endif
        end
    endgenerate
    wire unused_tag = &{1'b0, tag_i};   // FS, and bits 32 and up of a BVR
endmodule
`default_nettype wire
