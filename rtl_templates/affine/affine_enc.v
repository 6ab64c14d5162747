// SPDX-License-Identifier: Apache-2.0
// Encoder of affine: a vector whose active lanes are base + i * stride becomes base, stride and a mask of the lanes that they stand for
// (valid lanes). i is the lane's number in its vector, which is the warp or a part of it.
// In: a register a cycle, its active mask (with EARLY_MASK a cycle before it), and raw_only_i, which asks for raw. Out, a cycle later for
// each rank (none: in the same cycle): tag, payload (the block as it is), the banks with a lane that is not valid (units_o), a write enable
// for each lane (wen_o).
//
//   4 lanes, one vector, banks of one lane
`ifdef WF_ENC_ANY
//   lanes            mask, lane 3 first   flag   stride        base   valid   units   wen
//   12 14 16 18      1111                 1      2             12     1111    0000    0000
//   12 14 99 18      1011                 1      2             12     1011    0100    0000: lane 2 keeps its bank
//   12 15 16 18      1111                 0      0             0      0000    1111    1111: raw, also with raw_only_i
`endif
`ifdef WF_ENC_POW2
//   lanes            mask, lane 3 first   flag   stride code   base   valid   units   wen
//   12 14 16 18      1111                 1      1 (2)         12     1111    0000    0000
//   12 14 99 18      1011                 1      1 (2)         12     1011    0100    0000: lane 2 keeps its bank
//   12 15 16 18      1111                 0      0             0      0000    1111    1111: raw, also with raw_only_i
`endif
//
// The tag, from bit 0: flag of vector 0, 1 .. | stride of vector 0, 1 .. | base of vector 0, 1 .. | valid mask, a bit a lane
// Source: Affine Vector Cache (2011), sections 2.3, 4.2 and 5.2. More: docs/affine.md
`default_nettype none
module `WF_ENC #(
    parameter LANES      = `WF_LANES,                                // lanes of the warp: a power of two, 4 to 128
    parameter VECTOR     = `WF_VECTOR,                               // lanes of a vector: 0 the warp; 1, 2, 3: 8, 16, 32 lanes
    parameter ANY        = `WF_ANY_STRIDE,                           // strides: 0 zero and powers of two to 64, 1 any word; not to be set
    parameter WORD       = `WF_WORD,                                 // bits of a lane: 4, 8, 16, 32 or 64
    parameter BANK       = `WF_BANK,                                 // bits of a bank: 32, 64 or 128, at least a word
    parameter ISOLATE    = `WF_ISOLATE,                              // 1: gates hold operands at zero while idle or the block stays raw
    parameter CUTS       = `WF_ENC_CUTS,                             // register ranks, a bit each, from bit 0: `WF_ENC_CUT_NAMES
`ifdef WF_WITH_FLOW
    parameter FLOW       = `WF_FLOW,                                 // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
`endif
    parameter USER_BITS  = `WF_USER_BITS,                            // bits of user, 1 or more
    parameter EARLY_MASK = `WF_EARLY_MASK,                           // 1: mask_i comes one cycle before valid_i and block_i
    parameter COUNT      = VECTOR == 0 ? 1 : LANES / (4 << VECTOR),  // vectors; not to be set
    parameter CODE       = ANY != 0 ? WORD : 3,                      // bits of a stride; not to be set
    parameter UNIT       = (BANK < LANES / COUNT * WORD ? BANK : LANES / COUNT * WORD) / WORD,  // lanes of a bank; not to be set
    parameter TAG_BITS   = COUNT * (1 + CODE + WORD) + LANES         // bits of the tag; not to be set
) (
    input  wire                  clk_i,       // clock, rising edge; without ranks nothing uses it
    input  wire                  rst_ni,      // reset, low, asynchronous
    input  wire                  valid_i,     // 1: the inputs are a block of this cycle
`ifdef WF_WITH_FLOW
    output wire                  ready_o,     // 1: the unit takes what valid_i offers
`endif
    input  wire [USER_BITS-1:0]  user_i,      // any bits; they come out with this block's result
    input  wire                  raw_only_i,  // 1: store the block raw
    input  wire [LANES-1:0]      mask_i,      // active mask, bit i is lane i; a cycle early if EARLY_MASK
    input  wire [LANES*WORD-1:0] block_i,     // a word of WORD bits for each lane, lane 0 lowest

    output wire                  valid_o,     // 1: the outputs mean something in this cycle
`ifdef WF_WITH_FLOW
    input  wire                  ready_i,     // 1: the receiver takes the outputs; nothing uses it if FLOW is 0
`endif
    output wire [USER_BITS-1:0]  user_o,      // the bits that came in with this block
    output wire [TAG_BITS-1:0]   tag_o,       // from bit 0: flags | strides | bases | valid lanes
    output wire [LANES*WORD-1:0] payload_o,   // the block as it is, lane 0 lowest
    output wire [LANES/UNIT-1:0] units_o,     // the banks with a lane that is not valid, bit u is bank u
    output wire [LANES-1:0]      wen_o        // write enables, bit i is lane i: active and not valid
);
`ifndef WF_WITH_FLOW
    localparam FLOW = 0;  // there is no ready_i to obey
    wire ready_o;
    wire ready_i     = 1'b1;
    wire unused_flow = &{1'b0, ready_o};
`endif
    localparam BLOCK = LANES * WORD;
    localparam WIDTH = LANES / COUNT;       // lanes of a vector

    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (VECTOR < 0 || VECTOR > 3 ||
                (VECTOR != 0 && (4 << VECTOR) > LANES)) begin : gen_bad_vector wf_illegal_VECTOR bad (); end
        if (ANY != `WF_ANY_STRIDE) begin : gen_bad_any wf_illegal_ANY bad (); end
        if (WORD != 4 && WORD != 8 && WORD != 16 && WORD != 32 && WORD != 64) begin : gen_bad_word
            wf_illegal_WORD bad ();
        end
        if ((BANK != 32 && BANK != 64 && BANK != 128) || BANK < WORD) begin : gen_bad_bank wf_illegal_BANK bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if ((CUTS >> 4) != 0) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
        if (EARLY_MASK < 0 || EARLY_MASK > 1 ||
                (EARLY_MASK != 0 && (CUTS == 0 || FLOW != 0))) begin : gen_bad_early_mask
            wf_illegal_EARLY_MASK bad ();
        end
        if (COUNT != (VECTOR == 0 ? 1 : LANES / (4 << VECTOR))) begin : gen_bad_count wf_illegal_COUNT bad (); end
        if (CODE != (ANY != 0 ? WORD : 3)) begin : gen_bad_code wf_illegal_CODE bad (); end
        if (UNIT != ((BANK < LANES / COUNT * WORD ? BANK : LANES / COUNT * WORD) / WORD)) begin : gen_bad_unit
            wf_illegal_UNIT bad ();
        end
        if (TAG_BITS != COUNT * (1 + CODE + WORD) + LANES) begin : gen_bad_tag_bits wf_illegal_TAG_BITS bad (); end
    endgenerate

    wire [LANES-1:0] mask;      // of this cycle's block
    `WF_EARLY #(.ON(EARLY_MASK), .WIDTH(LANES)) early (.clk_i(clk_i), .data_i(mask_i), .data_o(mask));

    wire                 valid_1, ready_1, raw_1;
    wire [USER_BITS-1:0] user_1;
    wire [LANES-1:0]     mask_1;
    wire [BLOCK-1:0]     block_1;

    `WF_CUT #(.ON(CUTS[0]), .WIDTH(1 + USER_BITS + LANES + BLOCK), .FLOW(FLOW)) cut_operand (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .data_i({raw_only_i, user_i, mask, block_i}),
        .valid_o(valid_1), .ready_i(ready_1), .data_o({raw_1, user_1, mask_1, block_1})
    );

    // ---- Classify, Select: which vectors are affine, their strides and bases ----

    wire                  valid_3, ready_3;
    wire [COUNT-1:0]      flag_3;       // the vector is affine, and the block need not stay raw
    wire [COUNT*CODE-1:0] code_3;
    wire [COUNT*WORD-1:0] base_3;
    wire [USER_BITS-1:0]  user_3;
    wire [LANES-1:0]      mask_3;
    wire [BLOCK-1:0]      block_3;
`ifdef WF_ENC_ANY
    `WF_ENC_ANY #(
`endif
`ifdef WF_ENC_POW2
    `WF_ENC_POW2 #(
`endif
        .COUNT(COUNT), .WIDTH(WIDTH), .WORD(WORD), .ISOLATE(ISOLATE), .CUTS(CUTS), .FLOW(FLOW), .USER_BITS(USER_BITS)
    ) classify (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_1), .ready_o(ready_1), .raw_i(raw_1), .user_i(user_1), .mask_i(mask_1), .block_i(block_1),
        .valid_o(valid_3), .ready_i(ready_3), .user_o(user_3), .mask_o(mask_3), .block_o(block_3),
        .flag_o(flag_3), .code_o(code_3), .base_o(base_3)
    );

    // ---- Pack: the tag, 0 for a vector that is not affine; the banks with a lane that is not valid; the lanes to be written ----

    wire [LANES-1:0]      affine_3;
    wire [COUNT*CODE-1:0] tag_code_3;
    wire [COUNT*WORD-1:0] tag_base_3;
    wire [LANES/UNIT-1:0] units_3;
    genvar                t, u;
    generate
        for (t = 0; t < COUNT; t = t + 1) begin : gen_tag
            assign affine_3[WIDTH*t +: WIDTH] = {WIDTH{flag_3[t]}};
            assign tag_code_3[CODE*t +: CODE] = code_3[CODE*t +: CODE] & {CODE{flag_3[t]}};
            assign tag_base_3[WORD*t +: WORD] = base_3[WORD*t +: WORD] & {WORD{flag_3[t]}};
        end
        for (u = 0; u < LANES / UNIT; u = u + 1) begin : gen_units
            assign units_3[u] = !(affine_3[UNIT*u] && &mask_3[UNIT*u +: UNIT]);
        end
    endgenerate

    wire [TAG_BITS-1:0] tag_3 = {mask_3 & affine_3, tag_base_3, tag_code_3, flag_3};
    wire [LANES-1:0]    wen_3 = mask_3 & ~affine_3;

    `WF_CUT #(.ON(CUTS[3]), .WIDTH(USER_BITS + TAG_BITS + LANES / UNIT + LANES + BLOCK), .FLOW(FLOW)) cut_outputs (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_3), .ready_o(ready_3), .data_i({user_3, tag_3, units_3, wen_3, block_3}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, tag_o, units_o, wen_o, payload_o})
    );
endmodule
`default_nettype wire
