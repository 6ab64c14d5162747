// SPDX-License-Identifier: Apache-2.0
// Decoder of warpbdi, deltas: base + delta of every lane. With ISOLATE the adders see constants while the block is raw or the unit is idle.
//
//   <4,1>, base 00008001, the low delta byte of lane 3 is FE: lane 3 = 00008001 - 2 = 00007FFF
//
// Window form: base + delta = window + y, with window = base - 2^15 and y = delta + 2^15, which is 0 .. 2^16 - 1. So the low half of a lane
// is a 16-bit sum. Its high half is that of the window, or one more if the sum carries. Both high halves are computed once for the warp. In
// the example window = 00000001 and y = 7FFE. The sum 7FFF does not carry, so the high half is the window's, 0000.
// Planes: the arithmetic works on one byte of every lane, side by side, four lanes at a time.
`default_nettype none
module `WF_DEC_DELTAS #(
    parameter LANES     = `WF_LANES,        // lanes of the warp: a power of two, 4 to 128
    parameter ISOLATE   = `WF_ISOLATE,      // 1: gates hold operands at zero while idle or the block is raw
    parameter CUTS      = `WF_DEC_CUTS,     // register ranks, a bit each, from bit 0: `WF_DEC_CUT_NAMES
    parameter FLOW      = `WF_FLOW,         // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter USER_BITS = `WF_USER_BITS     // bits of user, 1 or more
) (
    input  wire                 clk_i,      // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,     // reset, low, asynchronous
    input  wire                 valid_i,    // 1: payload_i is a code of this cycle
    output wire                 ready_o,    // 1: the unit takes what valid_i offers
    input  wire [USER_BITS-1:0] user_i,     // any bits; they come out with this block's result
    input  wire [3:0]           mode_i,     // one-hot, by the tag: raw, <4,0>, <4,1>, <4,2>
    input  wire [LANES*32-1:0]  payload_i,  // base and delta bytes, or the block; banks not in use: any bits

    output wire                 valid_o,    // 1: block_o and user_o mean something in this cycle
    input  wire                 ready_i,    // 1: the receiver takes the outputs; nothing uses it if FLOW is 0
    output wire [USER_BITS-1:0] user_o,     // the bits that came in with this block
    output wire [LANES*32-1:0]  block_o     // a word of 32 bits for each lane, lane 0 lowest
);
    localparam BLOCK = LANES * 32;
    localparam PLANE = LANES * 8;       // one byte of every lane
    localparam HALF  = LANES * 16;      // upper half of every lane

    localparam CUT_OPERAND = CUTS[0];
    localparam CUT_BYTE    = CUTS[1];
    localparam CUT_SUM     = CUTS[2];
    localparam CUT_OUT     = CUTS[3];

    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if ((CUTS >> 4) != 0) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
    endgenerate

    // ---- Unpack: the operand of every lane. A raw word passes the adders, with a window of 0 ----

    // mode         raw  <4,0>  <4,1>  <4,2>
    // coded        0      1      1      1
    // low byte     0      0      1      1
    // its sign     0      0      1      0
    // high byte    0      0      0      1
    wire raw      = mode_i[0];
    wire coded    = |mode_i[3:1];
    wire use_sign = mode_i[2];
    wire use_high = mode_i[3];

    wire [15:0] window = {~payload_i[15], payload_i[14:0]} & {16{coded}};

    localparam [PLANE-1:0] NOT_BASE = {{PLANE-8{1'b1}}, 8'h00};
    wire [HALF-1:0]  upper;
    wire [PLANE-1:0] high, high_word, high_y, low, low_word, low_y;
    `WF_DEC_OPERANDS #(.LANES(LANES)) operands (
        .payload_i(payload_i), .raw_i(raw), .coded_i(coded), .sign_i(use_sign), .high_i(use_high),
        .upper_o(upper), .high_o(high), .high_word_o(high_word), .high_y_o(high_y),
        .low_o(low), .low_word_o(low_word), .low_y_o(low_y)
    );

    wire                 valid_1, ready_1, coded_1;
    wire [USER_BITS-1:0] user_1;
    wire [15:0]          window_1;
    wire [HALF-1:0]      upper_1;
    wire [PLANE-1:0]     high_1, low_1;

    `WF_CUT #(.ON(CUT_OPERAND), .WIDTH(USER_BITS + 1 + 16 + BLOCK), .FLOW(FLOW)) cut_operand (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .data_i({user_i, coded, window, upper, high, low}),
        .valid_o(valid_1), .ready_i(ready_1), .data_o({user_1, coded_1, window_1, upper_1, high_1, low_1})
    );

    // ---- Rebuild: window + y of every lane byte by byte, then the high half that the carry selects ----

    // here: the high half of the window. next: that plus one. Both are 0 if the block is raw. With base bit 15 = 1, base - 2^15 does not
    // borrow: here is base's high half. Else it is one less. A bit of it flips where base[15] and all bits of the high half below it are
    // 0. For next it flips where they are 1.
    wire [16:0] base_1 = {upper_1[15:0], high_1[7]};
    // bit b: of the 2^l bits up to it one is 1, one is 0
    genvar l;
    generate
        for (l = 0; l <= 4; l = l + 1) begin : gen_upto
            wire [15:0] any_set, any_clear;
            if (l == 0) begin : gen_bits
                assign any_set   = base_1[15:0];
                assign any_clear = ~base_1[15:0];
            end else begin : gen_doubled
                assign any_set   = gen_upto[l-1].any_set | (gen_upto[l-1].any_set << (1 << (l - 1)));
                assign any_clear = gen_upto[l-1].any_clear | (gen_upto[l-1].any_clear << (1 << (l - 1)));
            end
        end
    endgenerate
    wire [15:0] any_set   = gen_upto[4].any_set;
    wire [15:0] any_clear = gen_upto[4].any_clear;
    wire [15:0] here_1 = (base_1[16:1] ^ ~any_set) & {16{coded_1}};
    wire [15:0] next_1 = (base_1[16:1] ^ ~any_clear) & {16{coded_1}};

    // Low byte. With ISOLATE a raw word goes past the adders: _add is what is added, _past is ORed to the sum.
    wire [PLANE-1:0] window_low = {LANES{window_1[7:0]}} & NOT_BASE;
    wire [PLANE-1:0] coded_low  = {PLANE{coded_1}} & NOT_BASE;
    wire [PLANE-1:0] low_add    = ISOLATE == 0 ? low_1 : CUT_OPERAND ? low_1 & coded_low : low_y;
    wire [PLANE-1:0] low_past   = ISOLATE == 0 ? {PLANE{1'b0}} : CUT_OPERAND ? low_1 & ~coded_low : low_word;
    wire [PLANE-1:0] low_sum;
    wire [LANES-1:0] low_carry;
    `WF_DEC_ADD #(.LANES(LANES)) add_low (
        .x_i(window_low), .y_i(low_add), .into_i({LANES{1'b0}}), .past_i(low_past), .sum_o(low_sum), .carry_o(low_carry)
    );

    wire                 valid_2, ready_2, coded_2;
    wire [USER_BITS-1:0] user_2;
    wire [7:0]           window_2;
    wire [15:0]          here_2, next_2;
    wire [LANES-1:0]     low_carry_2;
    wire [HALF-1:0]      upper_2;
    wire [PLANE-1:0]     high_2, low_2;

    `WF_CUT #(.ON(CUT_BYTE), .WIDTH(USER_BITS + 1 + 8 + 32 + LANES - 1 + BLOCK), .FLOW(FLOW)) cut_byte (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_1), .ready_o(ready_1),
        .data_i({user_1, coded_1, window_1[15:8], here_1, next_1, low_carry[LANES-1:1], upper_1, high_1, low_sum}),
        .valid_o(valid_2), .ready_i(ready_2),
        .data_o({user_2, coded_2, window_2, here_2, next_2, low_carry_2[LANES-1:1], upper_2, high_2, low_2})
    );
    assign low_carry_2[0] = 1'b0;

    // Second byte
    wire [PLANE-1:0] window_high = {LANES{window_2}} & NOT_BASE;
    wire [PLANE-1:0] coded_high  = {PLANE{coded_2}} & NOT_BASE;
    wire [PLANE-1:0] high_add    = ISOLATE == 0 ? high_2 : CUT_OPERAND || CUT_BYTE ? high_2 & coded_high : high_y;
    wire [PLANE-1:0] high_past   = ISOLATE == 0 ? {PLANE{1'b0}} : CUT_OPERAND || CUT_BYTE ? high_2 & ~coded_high : high_word;
    wire [PLANE-1:0] high_sum;
    wire [LANES-1:0] high_carry;
    `WF_DEC_ADD #(.LANES(LANES)) add_high (
        .x_i(window_high), .y_i(high_add), .into_i(low_carry_2), .past_i(high_past), .sum_o(high_sum), .carry_o(high_carry)
    );

    wire                 valid_3, ready_3;
    wire [USER_BITS-1:0] user_3;
    wire [15:0]          here_3, next_3;
    wire [LANES-1:1]     carry_3;
    wire [HALF-1:0]      upper_3;
    wire [PLANE-1:0]     high_3, low_3;

    `WF_CUT #(.ON(CUT_SUM), .WIDTH(USER_BITS + 32 + LANES - 1 + BLOCK), .FLOW(FLOW)) cut_sum (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_2), .ready_o(ready_2), .data_i({user_2, here_2, next_2, high_carry[LANES-1:1], upper_2, high_sum, low_2}),
        .valid_o(valid_3), .ready_i(ready_3), .data_o({user_3, here_3, next_3, carry_3, upper_3, high_3, low_3})
    );

    wire unused_carry = &{1'b0, low_carry[0], high_carry[0]};

    // Lane 0 is the base, or word 0 of a raw block: the same bits. The high half of another lane:
    //   raw, the carry is 0   the word's high half (here is 0)
    //   coded, carry 0        the window's (upper is 0)
    //   coded, carry 1        the next
    wire [BLOCK-1:0] block_3;
    genvar           n;
    assign block_3[31:0] = {upper_3[15:0], high_3[7:0], low_3[7:0]};
    generate
        for (n = 1; n < LANES; n = n + 1) begin : gen_lane
            wire [15:0] upper_n = carry_3[n] ? next_3 : here_3 | upper_3[16*n +: 16];
            assign block_3[32*n +: 32] = {upper_n, high_3[8*n +: 8], low_3[8*n +: 8]};
        end
    endgenerate

    `WF_CUT #(.ON(CUT_OUT), .WIDTH(USER_BITS + BLOCK), .FLOW(FLOW)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_3), .ready_o(ready_3), .data_i({user_3, block_3}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, block_o})
    );
endmodule
`default_nettype wire
