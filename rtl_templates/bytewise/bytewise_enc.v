// SPDX-License-Identifier: Apache-2.0
// Encoder of bytewise: a warp register as byte planes, without the most significant bytes that all lanes of a group have in common. A plane
// holds one byte of every lane. A group is one of GROUPS equal parts of the warp.
// In: a register a cycle, its active mask (with EARLY_MASK a cycle before it), and raw_only_i, which asks for raw. Out, a cycle later for
// each rank (none: in the same cycle): tag, payload, the byte arrays in use (units_o) and a write enable for each byte of the payload
// (wen_o).
//
`ifdef WF_EXPAND
//   4 lanes C0403901 C0403902 C0403904 C0403903, one group. Payload bytes 01 02 04 03 39 39 39 39 40 40 40 40 C0 C0 C0 C0
`else
//   4 lanes C0403901 C0403902 C0403903 C0403904, one group. Payload bytes 01 02 03 04 39 39 39 39 40 40 40 40 C0 C0 C0 C0
`endif
//   mask 1111   enc 1110   D 0   BVR C0403901   units 0001: plane 0   wen 000F
//   mask 0011   enc 1110   D 1   BVR 00000003   units 1111: all       wen 3333
//
// enc has a 1 for each common byte, from byte 3 down. D is 1 for a divergent write (a partial mask). Such a register is stored whole; its
// enc compares the active lanes only. BVR is the base value register of a group: its first lane, or with D = 1 its part of the mask. FS,
// only with several groups, is 1 if all active lanes of the warp hold one value. The tag, from bit 0:
//   enc of group 0, 1 .. | D | FS if GROUPS > 1 | BVR of group 0, 1 ..
`ifdef WF_ENC_POW2
// A group of a whole write may also be affine: bytes 3 to 1 are common, and byte 0 of lane i is that of the
// base + i * stride. Such a group stores no byte. Its enc, with a 1 below a 0, is the stride's code (module `WF_ENC_POW2).
//   4 lanes C0403901 C0403905 C0403909 C040390D, mask 1111   enc 0011 (stride 4)   D 0   BVR C0403901   units 0000   wen 0000
`endif
`ifdef WF_ENC_ANY
// A group of a whole write may also be affine: lane i is base + i * stride. Such a group stores no byte. Its enc is 0001, and its stride
// stands in the tag behind the BVRs; other groups have 0 there.
//   4 lanes C0403901 C0403904 C0403907 C040390A, mask 1111   enc 0001   D 0   BVR C0403901   stride 3   units 0000   wen 0000
`endif
`ifdef WF_ENC_WIDE
// A group of a whole write may also be affine: lane i is base + i * stride, and the stride is a power of two or minus one. Such a group stores
// no byte. Its enc is 0001, or 1001 downwards, and the exponent of its stride stands in the tag behind the BVRs; other groups have 0 there.
//   4 lanes 00001000 00002000 00003000 00004000, mask 1111   enc 0001   D 0   BVR 00001000   exponent 12   units 0000   wen 0000
`endif
// The payload is the same wiring for every code. The block compare finds the common bytes.
// Source: G-Scalar (HPCA 2017), sections 3 and 4. More: docs/bytewise.md
`default_nettype none
module `WF_ENC #(
    parameter LANES      = `WF_LANES,                                  // lanes of the warp: a power of two, 4 to 128
    parameter GROUPS     = `WF_GROUPS,                                 // groups of lanes, each with an enc and a BVR: 1, 2, 4 or 8
    parameter ISOLATE    = `WF_ISOLATE,                                // 1: gates hold the operands at zero while the unit is idle
    parameter CUTS       = `WF_ENC_CUTS,                               // register ranks, a bit each, from bit 0: `WF_ENC_CUT_NAMES
`ifdef WF_WITH_FLOW
    parameter FLOW       = `WF_FLOW,                                   // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
`endif
    parameter USER_BITS  = `WF_USER_BITS,                              // bits of user, 1 or more
    parameter EARLY_MASK = `WF_EARLY_MASK,                             // 1: mask_i comes one cycle before valid_i and block_i
    parameter UNIT       = LANES / GROUPS < 16 ? LANES / GROUPS : 16,  // bytes of a byte array; not to be set
    parameter BVR_BITS   = LANES / GROUPS > 32 ? LANES / GROUPS : 32,  // bits of a BVR; not to be set
`ifdef WF_ENC_ANY
    parameter TAG_BITS   = 4 * GROUPS + (GROUPS > 1 ? 2 : 1) + GROUPS * (BVR_BITS + 32)  // bits of the tag; not to be set
`else
`ifdef WF_ENC_WIDE
    parameter TAG_BITS   = 4 * GROUPS + (GROUPS > 1 ? 2 : 1) + GROUPS * (BVR_BITS + 5)  // bits of the tag; not to be set
`else
    parameter TAG_BITS   = 4 * GROUPS + (GROUPS > 1 ? 2 : 1) + GROUPS * BVR_BITS  // bits of the tag; not to be set
`endif
`endif
) (
    input  wire                      clk_i,       // clock, rising edge; without ranks nothing uses it
    input  wire                      rst_ni,      // reset, low, asynchronous
    input  wire                      valid_i,     // 1: the inputs are a block of this cycle
`ifdef WF_WITH_FLOW
    output wire                      ready_o,     // 1: the unit takes what valid_i offers
`endif
    input  wire [USER_BITS-1:0]      user_i,      // any bits; they come out with this block's result
    input  wire                      raw_only_i,  // 1: store the block raw
    input  wire [LANES-1:0]          mask_i,      // active mask, bit i is lane i; a cycle early if EARLY_MASK
    input  wire [LANES*32-1:0]       block_i,     // a word of 32 bits for each lane, lane 0 lowest

    output wire                      valid_o,     // 1: the outputs mean something in this cycle
`ifdef WF_WITH_FLOW
    input  wire                      ready_i,     // 1: the receiver takes the outputs; nothing uses it if FLOW is 0
`endif
    output wire [USER_BITS-1:0]      user_o,      // the bits that came in with this block
`ifdef WF_ENC_ANY
    output wire [TAG_BITS-1:0]       tag_o,       // from bit 0: enc of each group | D | FS if GROUPS > 1 | BVRs | strides
`else
`ifdef WF_ENC_WIDE
    output wire [TAG_BITS-1:0]       tag_o,       // from bit 0: enc of each group | D | FS if GROUPS > 1 | BVRs | exponents
`else
    output wire [TAG_BITS-1:0]       tag_o,       // from bit 0: enc of each group | D | FS if GROUPS > 1 | BVR of each group
`endif
`endif
    output wire [LANES*32-1:0]       payload_o,   // byte planes: byte p of lane i is byte p * LANES + i
    output wire [LANES*4/UNIT-1:0]   units_o,     // the byte arrays in use, bit u is payload bytes u * UNIT and up
    output wire [LANES*4-1:0]        wen_o        // write enables, bit b is byte b of the payload
);
`ifndef WF_WITH_FLOW
    localparam FLOW = 0;  // there is no ready_i to obey
    wire ready_o;
    wire ready_i     = 1'b1;
    wire unused_flow = &{1'b0, ready_o};
`endif
    localparam BLOCK  = LANES * 32;
    localparam UNITS  = LANES * 4 / UNIT;
    localparam ENC    = 4 * GROUPS;
    localparam BVR_AT = ENC + (GROUPS > 1 ? 2 : 1);
    localparam WEN    = LANES * 4;

    // What is found of the groups, from bit 0: the planes that a whole write does not store; said: what the tag has, enc and strides
`ifdef WF_ENC_ANY
    localparam SAID   = ENC + 32 * GROUPS;
`else
`ifdef WF_ENC_WIDE
    localparam SAID   = ENC + 5 * GROUPS;
`else
    localparam SAID   = ENC;
`endif
`endif
`ifdef WF_EXPAND
    localparam FOUND  = ENC + SAID;
`else
`ifdef WF_ENC_WIDE
    localparam FOUND  = ENC + SAID;
`else
    localparam FOUND  = ENC;    // they are the same: the common planes
`endif
`endif

    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if ((GROUPS != 1 && GROUPS != 2 && GROUPS != 4 && GROUPS != 8) ||
                LANES / GROUPS < (FOUND > ENC ? 4 : 1)) begin : gen_bad_groups wf_illegal_GROUPS bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if ((CUTS >> 4) != 0) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
        if (EARLY_MASK < 0 || EARLY_MASK > 1 ||
                (EARLY_MASK != 0 && (CUTS == 0 || FLOW != 0))) begin : gen_bad_early_mask
            wf_illegal_EARLY_MASK bad ();
        end
        if (UNIT != (LANES / GROUPS < 16 ? LANES / GROUPS : 16)) begin : gen_bad_unit wf_illegal_UNIT bad (); end
        if (BVR_BITS != (LANES / GROUPS > 32 ? LANES / GROUPS : 32)) begin : gen_bad_bvr_bits
            wf_illegal_BVR_BITS bad ();
        end
        if (TAG_BITS != BVR_AT + GROUPS * BVR_BITS + SAID - ENC) begin : gen_bad_tag_bits
            wf_illegal_TAG_BITS bad ();
        end
    endgenerate

    wire [LANES-1:0] mask;      // of this cycle's block
    wire             some, full;
    `WF_EARLY #(.ON(EARLY_MASK), .WIDTH(2 + LANES)) early (
        .clk_i(clk_i), .data_i({|mask_i, &mask_i, mask_i}), .data_o({some, full, mask})
    );

    wire                 valid_1, ready_1, raw_1;
    wire [USER_BITS-1:0] user_1;
    wire [LANES-1:0]     mask_1;
    wire [BLOCK-1:0]     block_1;

    `WF_CUT #(.ON(CUTS[0]), .WIDTH(1 + USER_BITS + LANES + BLOCK), .FLOW(FLOW)) cut_operand (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .data_i({raw_only_i, user_i, mask, block_i}),
        .valid_o(valid_1), .ready_i(ready_1), .data_o({raw_1, user_1, mask_1, block_1})
    );

    // ---- Classify: common bytes of the active lanes; groups of a whole write that are base + i * stride ----

    // With ISOLATE no lane counts as active while the unit is idle. Behind a register rank nothing toggles in an idle unit anyway
    wire [LANES-1:0] live_1 = ISOLATE == 0 || CUTS[0] ? mask_1 : mask_1 & {LANES{valid_1}};
    wire             some_1 = CUTS[0] ? |mask_1 : some;
    wire             full_1 = CUTS[0] ? &mask_1 : full;
    wire             code_1 = !raw_1 && some_1;
    wire             compared;
    wire [ENC-1:0]   common_1;
    wire             one_1;
    `WF_COMPARE #(.LANES(LANES), .GROUPS(GROUPS), .MASKED(1), .STAGES(0)) compare (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_1), .mask_i(live_1), .block_i(block_1), .valid_o(compared), .enc_o(common_1), .one_o(one_1)
    );

    wire [FOUND-1:0] found_1;
`ifdef WF_ENC_AFFINE_POW2
    `WF_ENC_AFFINE_POW2 #(.LANES(LANES), .GROUPS(GROUPS), .ISOLATE(ISOLATE)) groups (
        .whole_i(&live_1), .common_i(common_1), .block_i(block_1), .found_o(found_1)
    );
`endif
`ifdef WF_ENC_AFFINE_ANY
    `WF_ENC_AFFINE_ANY #(.LANES(LANES), .GROUPS(GROUPS), .ISOLATE(ISOLATE)) groups (
        .whole_i(&live_1), .code_i(code_1), .common_i(common_1), .block_i(block_1), .found_o(found_1)
    );
`endif
`ifdef WF_ENC_AFFINE_WIDE
    `WF_ENC_AFFINE_WIDE #(.LANES(LANES), .GROUPS(GROUPS), .ISOLATE(ISOLATE)) groups (
        .whole_i(&live_1), .code_i(code_1), .common_i(common_1), .block_i(block_1), .found_o(found_1)
    );
`else
`ifndef WF_EXPAND
    assign found_1 = common_1;
`endif
`endif

    wire                 valid_2, ready_2, code_2, divergent_2, full_2, one_2;
    wire [USER_BITS-1:0] user_2;
    wire [FOUND-1:0]     found_2;
    wire [LANES-1:0]     mask_2;
    wire [BLOCK-1:0]     block_2;
    `WF_CUT #(.ON(CUTS[1]), .WIDTH(4 + USER_BITS + FOUND + LANES + BLOCK), .FLOW(FLOW)) cut_code (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(compared), .ready_o(ready_1), .data_i({code_1, some_1 && !full_1, full_1, one_1, user_1, found_1, mask_1, block_1}),
        .valid_o(valid_2), .ready_i(ready_2), .data_o({code_2, divergent_2, full_2, one_2, user_2, found_2, mask_2, block_2})
    );

    // ---- Select: enc of the tag; a plane that may be absent is not stored if the mask is full ----

    localparam [SAID-1:0] STRIDES = {SAID{1'b1}} << ENC;    // these bits are 0 already if there is no code

    wire [SAID-1:0] said_to_3   = found_2[FOUND-1 -: SAID] & ({SAID{code_2}} | STRIDES);
    wire [ENC-1:0]  absent_to_3 = found_2[ENC-1:0] & {ENC{code_2 && full_2}};
    wire            one_to_3    = one_2 && code_2;

    wire                 valid_3, ready_3, divergent_3, one_3;
    wire [USER_BITS-1:0] user_3;
    wire [SAID-1:0]      said_3;
    wire [ENC-1:0]       absent_3;
    wire [LANES-1:0]     mask_3;
    wire [BLOCK-1:0]     block_3;
    `WF_CUT #(.ON(CUTS[2]), .WIDTH(2 + USER_BITS + SAID + ENC + LANES + BLOCK), .FLOW(FLOW)) cut_unit (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_2), .ready_o(ready_2), .data_i({divergent_2, one_to_3, user_2, said_to_3, absent_to_3, mask_2, block_2}),
        .valid_o(valid_3), .ready_i(ready_3), .data_o({divergent_3, one_3, user_3, said_3, absent_3, mask_3, block_3})
    );

    // ---- Pack: units, write enables, BVRs, byte planes; the tag ----

    wire [UNITS-1:0]           units_3;
    wire [WEN-1:0]             wen_3;
    wire [GROUPS*BVR_BITS-1:0] bvr_3;
    wire [BLOCK-1:0]           payload_3;
    `WF_ENC_PACK #(.LANES(LANES), .GROUPS(GROUPS), .UNIT(UNIT), .BVR_BITS(BVR_BITS)) pack (
        .divergent_i(divergent_3), .absent_i(absent_3), .mask_i(mask_3), .block_i(block_3),
        .units_o(units_3), .wen_o(wen_3), .bvr_o(bvr_3), .payload_o(payload_3)
    );

    wire [TAG_BITS-1:0] tag_3;
    assign tag_3[ENC:0]                       = {divergent_3, said_3[ENC-1:0]};
    assign tag_3[BVR_AT +: GROUPS * BVR_BITS] = bvr_3;
`ifdef WF_ENC_ANY
    assign tag_3[TAG_BITS-1 -: 32 * GROUPS]   = said_3[SAID-1:ENC];
`endif
`ifdef WF_ENC_WIDE
    assign tag_3[TAG_BITS-1 -: 5 * GROUPS]    = said_3[SAID-1:ENC];
`endif
    generate
        if (GROUPS > 1) begin : gen_full_scalar
            assign tag_3[ENC+1] = one_3;
        end else begin : gen_no_full_scalar
            wire unused_one = &{1'b0, one_3};
        end
    endgenerate

    `WF_CUT #(.ON(CUTS[3]), .WIDTH(USER_BITS + TAG_BITS + UNITS + WEN + BLOCK), .FLOW(FLOW)) cut_outputs (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_3), .ready_o(ready_3), .data_i({user_3, tag_3, units_3, wen_3, payload_3}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, tag_o, units_o, wen_o, payload_o})
    );
endmodule
`default_nettype wire
