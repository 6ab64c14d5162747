// SPDX-License-Identifier: Apache-2.0
// Decoder of affine: a valid lane is base + i * stride of its vector, every other lane is as stored. i is the lane's number in its vector.
// In: a code a cycle. With EARLY_TAG its tag comes one cycle before valid_i and payload_i. Out, a cycle later for each rank (none: in the same cycle):
// the block.
//
`ifdef WF_ENC_ANY
//   4 lanes, stride 2, base 12, valid 1011 (lane 3 first), payload 99 in lane 2   ->   12 14 99 18
`endif
`ifdef WF_ENC_POW2
//   4 lanes, stride code 1 (2), base 12, valid 1011 (lane 3 first), payload 99 in lane 2   ->   12 14 99 18
`endif
//
// The decoder does not look at the flags of the tag, since they only repeat what the valid lanes say. The decoding unit expand makes the
// sums of all lanes. An output lane is (sum AND valid) OR (payload AND NOT valid).
// Source: Affine Vector Cache (2011), sections 2.3, 4.2 and 5.2. More: docs/affine.md, docs/expand.md
`default_nettype none
module `WF_DEC #(
    parameter LANES     = `WF_LANES,                                // lanes of the warp: a power of two, 4 to 128
    parameter VECTOR    = `WF_VECTOR,                               // lanes of a vector: 0 the warp; 1, 2, 3: 8, 16, 32 lanes
    parameter ANY       = `WF_ANY_STRIDE,                           // strides: 0 zero and powers of two to 64, 1 any word; not to be set
    parameter WORD      = `WF_WORD,                                 // bits of a lane: 4, 8, 16, 32 or 64
    parameter BANK      = `WF_BANK,                                 // bits of a bank: 32, 64 or 128, at least a word
    parameter ISOLATE   = `WF_ISOLATE,                              // 1: gates hold operands at zero while idle or while no lane is valid
    parameter CUTS      = `WF_DEC_CUTS,                             // register ranks, a bit each, from bit 0: `WF_DEC_CUT_NAMES
`ifdef WF_WITH_FLOW
    parameter FLOW      = `WF_FLOW,                                 // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
`endif
    parameter USER_BITS = `WF_USER_BITS,                            // bits of user, 1 or more
    parameter EARLY_TAG = `WF_EARLY_TAG,                            // 1: tag_i comes one cycle before valid_i and payload_i
    parameter COUNT     = VECTOR == 0 ? 1 : LANES / (4 << VECTOR),  // vectors; not to be set
    parameter CODE      = ANY != 0 ? WORD : 3,                      // bits of a stride; not to be set
    parameter TAG_BITS  = COUNT * (1 + CODE + WORD) + LANES         // bits of the tag; not to be set
) (
    input  wire                  clk_i,      // clock, rising edge; without ranks nothing uses it
    input  wire                  rst_ni,     // reset, low, asynchronous
    input  wire                  valid_i,    // 1: payload_i is a code of this cycle
`ifdef WF_WITH_FLOW
    output wire                  ready_o,    // 1: the unit takes what valid_i offers
`endif
    input  wire [USER_BITS-1:0]  user_i,     // any bits; they come out with this block's result
    input  wire [TAG_BITS-1:0]   tag_i,      // from bit 0: flags (not used) | strides | bases | valid lanes
    input  wire [LANES*WORD-1:0] payload_i,  // the block as stored; valid lanes: any bits

    output wire                  valid_o,    // 1: block_o and user_o mean something in this cycle
`ifdef WF_WITH_FLOW
    input  wire                  ready_i,    // 1: the receiver takes the outputs; nothing uses it if FLOW is 0
`endif
    output wire [USER_BITS-1:0]  user_o,     // the bits that came in with this block
    output wire [LANES*WORD-1:0] block_o     // a word of WORD bits for each lane, lane 0 lowest
);
`ifndef WF_WITH_FLOW
    localparam FLOW = 0;  // there is no ready_i to obey
    wire ready_o;
    wire ready_i     = 1'b1;
    wire unused_flow = &{1'b0, ready_o};
`endif
    localparam BLOCK = LANES * WORD;
    localparam WIDTH = LANES / COUNT;       // lanes of a vector
    localparam FIELD = COUNT * (CODE + WORD);

    localparam CUT_TAG  = CUTS[0];
    localparam CUT_SUMS = CUTS[1];
    localparam CUT_KEPT = CUTS[2];
    localparam CUT_OUT  = CUTS[3];

    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (VECTOR < 0 || VECTOR > 3 ||
                (VECTOR != 0 && (4 << VECTOR) > LANES)) begin : gen_bad_vector wf_illegal_VECTOR bad (); end
        if (ANY < 0 || ANY > 1) begin : gen_bad_any wf_illegal_ANY bad (); end
        if (WORD != 4 && WORD != 8 && WORD != 16 && WORD != 32 && WORD != 64) begin : gen_bad_word
            wf_illegal_WORD bad ();
        end
        if ((BANK != 32 && BANK != 64 && BANK != 128) || BANK < WORD) begin : gen_bad_bank wf_illegal_BANK bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if ((CUTS >> 4) != 0) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
        if (EARLY_TAG < 0 || EARLY_TAG > 1 ||
                (EARLY_TAG != 0 && (CUTS == 0 || FLOW != 0))) begin : gen_bad_early_tag wf_illegal_EARLY_TAG bad (); end
        if (COUNT != (VECTOR == 0 ? 1 : LANES / (4 << VECTOR))) begin : gen_bad_count wf_illegal_COUNT bad (); end
        if (CODE != (ANY != 0 ? WORD : 3)) begin : gen_bad_code wf_illegal_CODE bad (); end
        if (TAG_BITS != COUNT * (1 + CODE + WORD) + LANES) begin : gen_bad_tag_bits wf_illegal_TAG_BITS bad (); end
    endgenerate

    // ---- Unpack: valid lanes, base and stride of each vector; EARLY_TAG: a register holds them for their payload ----

    wire [LANES-1:0] lanes_tag;
    wire [FIELD-1:0] field_tag;
    wire             unused_flags = &{1'b0, tag_i[COUNT-1:0]};
    `WF_EARLY #(.ON(EARLY_TAG), .WIDTH(LANES + FIELD)) early (
        .clk_i(clk_i), .data_i(tag_i[TAG_BITS-1:COUNT]), .data_o({lanes_tag, field_tag})
    );

    wire                 valid_1, ready_1;
    wire [USER_BITS-1:0] user_1;
    wire [LANES-1:0]     lanes_1;
    wire [FIELD-1:0]     field_1;
    wire [BLOCK-1:0]     payload_1;

    `WF_CUT #(.ON(CUT_TAG), .WIDTH(USER_BITS + LANES + FIELD + BLOCK), .FLOW(FLOW)) cut_tag (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .data_i({user_i, lanes_tag, field_tag, payload_i}),
        .valid_o(valid_1), .ready_i(ready_1), .data_o({user_1, lanes_1, field_1, payload_1})
    );

    // ---- Rebuild: the sums; with ISOLATE base and stride of a vector are held at zero if none of its lanes is valid ----

    wire [COUNT*WORD-1:0] base_1;
    wire [COUNT*CODE-1:0] code_1;
    genvar                k, i;
    generate
        for (k = 0; k < COUNT; k = k + 1) begin : gen_vector
            wire used = ISOLATE == 0 || (valid_1 && |lanes_1[WIDTH*k +: WIDTH]);
            assign code_1[CODE*k +: CODE] = field_1[CODE*k +: CODE] & {CODE{used}};
            assign base_1[WORD*k +: WORD] = field_1[COUNT*CODE + WORD*k +: WORD] & {WORD{used}};
        end
    endgenerate

    wire [BLOCK-1:0] sums_1;
    wire             expanded;

    `WF_EXPAND #(.LANES(LANES), .VECTOR(VECTOR), .ANY(ANY), .WORD(WORD), .STAGES(0)) expand (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_1), .base_i(base_1), .stride_i(code_1), .valid_o(expanded), .block_o(sums_1)
    );

    wire                 valid_2, ready_2;
    wire [USER_BITS-1:0] user_2;
    wire [LANES-1:0]     lanes_2;
    wire [BLOCK-1:0]     sums_2, payload_2;

    `WF_CUT #(.ON(CUT_SUMS), .WIDTH(USER_BITS + LANES + 2 * BLOCK), .FLOW(FLOW)) cut_sums (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(expanded), .ready_o(ready_1), .data_i({user_1, lanes_1, sums_1, payload_1}),
        .valid_o(valid_2), .ready_i(ready_2), .data_o({user_2, lanes_2, sums_2, payload_2})
    );

    // ---- Rebuild: sums in valid lanes, the payload in the others ----

    // With ISOLATE the payload is held at zero while the unit is idle. Behind a register rank nothing toggles in an idle unit anyway

    wire             awake_2 = ISOLATE == 0 || CUT_SUMS || valid_2;
    wire [BLOCK-1:0] sum_2, kept_2;
    generate
        for (i = 0; i < LANES; i = i + 1) begin : gen_lane
            assign sum_2[WORD*i +: WORD]  = sums_2[WORD*i +: WORD] & {WORD{lanes_2[i]}};
            assign kept_2[WORD*i +: WORD] = payload_2[WORD*i +: WORD] & {WORD{!lanes_2[i] && awake_2}};
        end
    endgenerate

    wire                 valid_3, ready_3;
    wire [USER_BITS-1:0] user_3;
    wire [BLOCK-1:0]     sum_3, kept_3;

    `WF_CUT #(.ON(CUT_KEPT), .WIDTH(USER_BITS + 2 * BLOCK), .FLOW(FLOW)) cut_kept (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_2), .ready_o(ready_2), .data_i({user_2, sum_2, kept_2}),
        .valid_o(valid_3), .ready_i(ready_3), .data_o({user_3, sum_3, kept_3})
    );

    `WF_CUT #(.ON(CUT_OUT), .WIDTH(USER_BITS + BLOCK), .FLOW(FLOW)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_3), .ready_o(ready_3), .data_i({user_3, sum_3 | kept_3}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, block_o})
    );
endmodule
`default_nettype wire
