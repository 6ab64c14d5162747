// SPDX-License-Identifier: Apache-2.0
// Decoder of bytewise: tag and byte planes of a warp register give its LANES words of 32 bits. Lane 0 is the least significant word.
// In: a code a cycle. With EARLY_TAG its tag comes one cycle before valid_i and payload_i. Out, a cycle later for each rank (none: in the same cycle):
// the block.
//
//   4 lanes, enc 1110, D 0, BVR C0403901, plane 0 = 01 02 03 04   ->  C0403901 C0403902 C0403903 C0403904
//   D 1, or enc 0000                                              ->  the bytes as stored
`ifdef WF_DEC_POW2
//   4 lanes, enc 0011 (affine, stride 4), D 0, BVR C0403901       ->  C0403901 C0403905 C0403909 C040390D
`endif
`ifdef WF_ENC_ANY
//   4 lanes, enc 0001 (affine), D 0, BVR C0403901, stride 3       ->  C0403901 C0403904 C0403907 C040390A
`endif
`ifdef WF_DEC_WIDE
//   4 lanes, enc 0001 (affine), D 0, BVR 00001000, exponent 12    ->  00001000 00002000 00003000 00004000
//   enc 1001 (downwards)                                          ->  00001000 00000000 FFFFF000 FFFFE000
`endif
//
`ifdef WF_DEC_WIDE
// An enc with a 1 below a 0 is that of an affine group, if D is 0: all of its bytes come from BVR and exponent. In the other groups the
// stride counts as 0, so the same sums are the bytes of the BVR that are used.
`endif
`ifdef WF_EXPAND
// An enc with a 1 below a 0 is that of an affine group, if D is 0: all of its bytes come from BVR and stride. In the other groups the
// stride counts as 0, so the same sums are the bytes of the BVR that are used.
`endif
// Byte p of a lane comes from its group's BVR if enc bit p is 1 and D is 0, else from plane p of the payload. An output bit is (stored AND
// keep) OR common. keep is one net for each plane of a group. common is the BVR's bit where its byte is used, else 0, one net for each bit
// of a BVR. That leaves two gates for each output bit.
// Source: G-Scalar (HPCA 2017), sections 3 and 4. More: docs/bytewise.md
`default_nettype none
module `WF_DEC #(
    parameter LANES     = `WF_LANES,                                  // lanes of the warp: a power of two, 4 to 128
    parameter GROUPS    = `WF_GROUPS,                                 // groups of lanes, each with an enc and a BVR: 1, 2, 4 or 8
    parameter ISOLATE   = `WF_ISOLATE,                                // 1: gates hold the operands at zero while the unit is idle
    parameter CUTS      = `WF_DEC_CUTS,                               // register ranks, a bit each, from bit 0: `WF_DEC_CUT_NAMES
`ifdef WF_WITH_FLOW
    parameter FLOW      = `WF_FLOW,                                   // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
`endif
    parameter USER_BITS = `WF_USER_BITS,                              // bits of user, 1 or more
    parameter EARLY_TAG = `WF_EARLY_TAG,                              // 1: tag_i comes one cycle before valid_i and payload_i
    parameter BVR_BITS  = LANES / GROUPS > 32 ? LANES / GROUPS : 32,  // bits of a BVR; not to be set
`ifdef WF_ENC_ANY
    parameter TAG_BITS  = 4 * GROUPS + (GROUPS > 1 ? 2 : 1) + GROUPS * (BVR_BITS + 32)  // bits of the tag; not to be set
`else
`ifdef WF_DEC_WIDE
    parameter TAG_BITS  = 4 * GROUPS + (GROUPS > 1 ? 2 : 1) + GROUPS * (BVR_BITS + 5)  // bits of the tag; not to be set
`else
    parameter TAG_BITS  = 4 * GROUPS + (GROUPS > 1 ? 2 : 1) + GROUPS * BVR_BITS  // bits of the tag; not to be set
`endif
`endif
) (
    input  wire                 clk_i,      // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,     // reset, low, asynchronous
    input  wire                 valid_i,    // 1: payload_i is a code of this cycle
`ifdef WF_WITH_FLOW
    output wire                 ready_o,    // 1: the unit takes what valid_i offers
`endif
    input  wire [USER_BITS-1:0] user_i,     // any bits; they come out with this block's result
`ifdef WF_ENC_ANY
    input  wire [TAG_BITS-1:0]  tag_i,      // from bit 0: enc of each group | D | FS if GROUPS > 1 | BVRs | strides
`else
`ifdef WF_DEC_WIDE
    input  wire [TAG_BITS-1:0]  tag_i,      // from bit 0: enc of each group | D | FS if GROUPS > 1 | BVRs | exponents
`else
    input  wire [TAG_BITS-1:0]  tag_i,      // from bit 0: enc of each group | D | FS if GROUPS > 1 | BVR of each group
`endif
`endif
    input  wire [LANES*32-1:0]  payload_i,  // byte planes: byte p of lane i is byte p * LANES + i

    output wire                 valid_o,    // 1: block_o and user_o mean something in this cycle
`ifdef WF_WITH_FLOW
    input  wire                 ready_i,    // 1: the receiver takes the outputs; nothing uses it if FLOW is 0
`endif
    output wire [USER_BITS-1:0] user_o,     // the bits that came in with this block
    output wire [LANES*32-1:0]  block_o     // a word of 32 bits for each lane, lane 0 lowest
);
`ifndef WF_WITH_FLOW
    localparam FLOW = 0;  // there is no ready_i to obey
    wire ready_o;
    wire ready_i     = 1'b1;
    wire unused_flow = &{1'b0, ready_o};
`endif
    localparam BLOCK = LANES * 32;
    localparam WIDTH = LANES / GROUPS;              // lanes of a group
    localparam ENC   = 4 * GROUPS;
`ifdef WF_DEC_POW2
    localparam STEP  = 4;                           // bits of a stride inside
`endif
`ifdef WF_ENC_ANY
    localparam STEP  = 32;                          // bits of a stride
`endif
`ifdef WF_DEC_WIDE
    localparam STEP  = 7;                           // bits of a stride inside
`else
`ifndef WF_EXPAND
    localparam STEP  = 0;                           // bits of a stride: there are none
`endif
`endif
    localparam BASES = 32 * GROUPS;
    localparam FROM  = BASES + STEP * GROUPS;       // what lanes come from: the base of each group, then strides

    localparam CUT_TAG    = CUTS[0];
    localparam CUT_SELECT = CUTS[1];
    localparam CUT_KEPT   = CUTS[2];
    localparam CUT_OUT    = CUTS[3];

    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if ((GROUPS != 1 && GROUPS != 2 && GROUPS != 4 && GROUPS != 8) ||
                LANES / GROUPS < (STEP > 0 ? 4 : 1)) begin : gen_bad_groups wf_illegal_GROUPS bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if ((CUTS >> 4) != 0) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
        if (EARLY_TAG < 0 || EARLY_TAG > 1 ||
                (EARLY_TAG != 0 && (CUTS == 0 || FLOW != 0))) begin : gen_bad_early_tag wf_illegal_EARLY_TAG bad (); end
        if (BVR_BITS != (LANES / GROUPS > 32 ? LANES / GROUPS : 32)) begin : gen_bad_bvr_bits
            wf_illegal_BVR_BITS bad ();
        end
`ifdef WF_DEC_WIDE
        if (TAG_BITS != ENC + (GROUPS > 1 ? 2 : 1) + GROUPS * (BVR_BITS + 5)) begin : gen_bad_tag_bits
`else
        if (TAG_BITS != ENC + (GROUPS > 1 ? 2 : 1) + GROUPS * (BVR_BITS + (STEP > 4 ? STEP : 0))) begin : gen_bad_tag_bits
`endif
            wf_illegal_TAG_BITS bad ();
        end
    endgenerate

    // ---- Unpack: which planes come from base and stride, and what is used of those ----

    wire [ENC-1:0]  use_now;
    wire [FROM-1:0] from_now;
    `WF_DEC_UNPACK #(.GROUPS(GROUPS), .BVR_BITS(BVR_BITS), .TAG_BITS(TAG_BITS)) unpack (.tag_i(tag_i), .use_o(use_now), .from_o(from_now));

    // Every byte of the bases that is used, 0 for the others; the strides. All 0 if it is not awake
    function [FROM-1:0] used;
        input            awake;
        input [ENC-1:0]  use_base;
        input [FROM-1:0] from;
        integer          k;
        begin
            for (k = 0; k < ENC; k = k + 1)
                used[8*k +: 8] = from[8*k +: 8] & {8{use_base[k] && awake}};
            for (k = BASES; k < FROM; k = k + 1)
                used[k] = from[k] && awake;
        end
    endfunction

    // An early tag tells in its own cycle what is used
    wire [FROM-1:0] early_now = EARLY_TAG != 0 ? used(1'b1, use_now, from_now) : from_now;
    wire [ENC-1:0]  use_tag;
    wire [FROM-1:0] from_tag;
    `WF_EARLY #(.ON(EARLY_TAG), .WIDTH(ENC + FROM)) early (.clk_i(clk_i), .data_i({use_now, early_now}), .data_o({use_tag, from_tag}));

    wire                 valid_1, ready_1;
    wire [USER_BITS-1:0] user_1;
    wire [ENC-1:0]       use_1;
    wire [FROM-1:0]      from_1;
    wire [BLOCK-1:0]     payload_1;
    `WF_CUT #(.ON(CUT_TAG), .WIDTH(USER_BITS + ENC + FROM + BLOCK), .FLOW(FLOW)) cut_tag (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .data_i({user_i, use_tag, from_tag, payload_i}),
        .valid_o(valid_1), .ready_i(ready_1), .data_o({user_1, use_1, from_1, payload_1})
    );

    // With ISOLATE both are 0 while the unit is idle. Behind a register rank nothing toggles in an idle unit anyway
    localparam      GATED     = ISOLATE != 0 && !CUT_SELECT;
    wire            awake_1   = GATED == 0 || valid_1;
    wire [ENC-1:0]  keep_to_2 = ~use_1 & {ENC{awake_1}};
    wire [FROM-1:0] from_to_2 = EARLY_TAG != 0 && GATED == 0 ? from_1 : used(awake_1, use_1, from_1);

    wire                 valid_2, ready_2;
    wire [USER_BITS-1:0] user_2;
    wire [ENC-1:0]       keep_2;
    wire [FROM-1:0]      from_2;
    wire [BLOCK-1:0]     payload_2;
    `WF_CUT #(.ON(CUT_SELECT), .WIDTH(USER_BITS + ENC + FROM + BLOCK), .FLOW(FLOW)) cut_select (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_1), .ready_o(ready_1), .data_i({user_1, keep_to_2, from_to_2, payload_1}),
        .valid_o(valid_2), .ready_i(ready_2), .data_o({user_2, keep_2, from_2, payload_2})
    );

    // ---- Rebuild: stored planes; planes to lanes, four lanes at a time; lanes from base and stride ----

    wire [BLOCK-1:0] kept_2;
    genvar           g, p, q;
    generate
        for (g = 0; g < GROUPS; g = g + 1) begin : gen_kept
            for (p = 0; p < 4; p = p + 1) begin : gen_plane
                assign kept_2[8*(LANES*p + WIDTH*g) +: 8*WIDTH] =
                    payload_2[8*(LANES*p + WIDTH*g) +: 8*WIDTH] & {8*WIDTH{keep_2[4*g + p]}};
            end
        end
    endgenerate

    wire                 valid_3, ready_3;
    wire [USER_BITS-1:0] user_3;
    wire [FROM-1:0]      from_3;
    wire [BLOCK-1:0]     kept_3;
    `WF_CUT #(.ON(CUT_KEPT), .WIDTH(USER_BITS + FROM + BLOCK), .FLOW(FLOW)) cut_kept (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_2), .ready_o(ready_2), .data_i({user_2, from_2, kept_2}),
        .valid_o(valid_3), .ready_i(ready_3), .data_o({user_3, from_3, kept_3})
    );

    wire [BLOCK-1:0] stored_3, sums_3;      // of each lane: what is stored, what comes from base and stride
    wire [BLOCK-1:0] block_3 = stored_3 | sums_3;
    generate
        for (q = 0; q < LANES / 4; q = q + 1) begin : gen_lanes
            wire [31:0] byte_0 = kept_3[32*q +: 32];
            wire [31:0] byte_1 = kept_3[8*LANES + 32*q +: 32];
            wire [31:0] byte_2 = kept_3[16*LANES + 32*q +: 32];
            wire [31:0] byte_3 = kept_3[24*LANES + 32*q +: 32];
            assign stored_3[128*q +: 128] = {byte_3[31:24], byte_2[31:24], byte_1[31:24], byte_0[31:24],
                                             byte_3[23:16], byte_2[23:16], byte_1[23:16], byte_0[23:16],
                                             byte_3[15:8], byte_2[15:8], byte_1[15:8], byte_0[15:8],
                                             byte_3[7:0], byte_2[7:0], byte_1[7:0], byte_0[7:0]};
        end
        for (g = 0; g < GROUPS; g = g + 1) begin : gen_sums
`ifdef WF_DEC_POW2
            `WF_DEC_POW2 #(.WIDTH(WIDTH)) lanes (
                .base_i(from_3[32*g +: 32]), .step_i(from_3[BASES + 4*g +: 4]), .sums_o(sums_3[32*WIDTH*g +: 32*WIDTH])
            );
`endif
`ifdef WF_ENC_ANY
            wire unused_valid;
            `WF_EXPAND #(.LANES(WIDTH), .STAGES(0)) lanes (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_3), .base_i(from_3[32*g +: 32]), .stride_i(from_3[BASES + 32*g +: 32]),
                .valid_o(unused_valid), .block_o(sums_3[32*WIDTH*g +: 32*WIDTH])
            );
`endif
`ifdef WF_DEC_WIDE
            `WF_DEC_WIDE #(.WIDTH(WIDTH)) lanes (
                .base_i(from_3[32*g +: 32]), .step_i(from_3[BASES + 7*g +: 7]), .sums_o(sums_3[32*WIDTH*g +: 32*WIDTH])
            );
`else
`ifndef WF_EXPAND
            assign sums_3[32*WIDTH*g +: 32*WIDTH] = {WIDTH{from_3[32*g +: 32]}};
`endif
`endif
        end
    endgenerate

    `WF_CUT #(.ON(CUT_OUT), .WIDTH(USER_BITS + BLOCK), .FLOW(FLOW)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_3), .ready_o(ready_3), .data_i({user_3, block_3}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, block_o})
    );
endmodule
`default_nettype wire
