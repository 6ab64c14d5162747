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
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0 ||
                ISOLATE < 0 || ISOLATE > 1 || USER_BITS < 1 || CUTS < 0 || CUTS > 15) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
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

    wire                 valid_a, ready_a, coded_a;
    wire [USER_BITS-1:0] user_a;
    wire [15:0]          window_a;
    wire [HALF-1:0]      upper_a;
    wire [PLANE-1:0]     high_a, low_a;

    `WF_CUT #(.ON(CUT_OPERAND), .WIDTH(USER_BITS + 1 + 16 + BLOCK), .FLOW(FLOW)) cut_operand (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .data_i({user_i, coded, window, upper, high, low}),
        .valid_o(valid_a), .ready_i(ready_a), .data_o({user_a, coded_a, window_a, upper_a, high_a, low_a})
    );

    // ---- Rebuild: window + y of every lane byte by byte, then the high half that the carry selects ----

    // here: the high half of the window. next: that plus one. Both are 0 if the block is raw. With base bit 15 = 1, base - 2^15 does not
    // borrow: here is base's high half. Else it is one less. A bit of it flips where base[15] and all bits of the high half below it are
    // 0. For next it flips where they are 1.
    wire [16:0] base_a = {upper_a[15:0], high_a[7]};
    // bit b: of the 2^l bits up to it one is 1, one is 0
    genvar l;
    generate
        for (l = 0; l <= 4; l = l + 1) begin : gen_upto
            wire [15:0] any_set, any_clear;
            if (l == 0) begin : gen_bits
                assign any_set   = base_a[15:0];
                assign any_clear = ~base_a[15:0];
            end else begin : gen_doubled
                assign any_set   = gen_upto[l-1].any_set | (gen_upto[l-1].any_set << (1 << (l - 1)));
                assign any_clear = gen_upto[l-1].any_clear | (gen_upto[l-1].any_clear << (1 << (l - 1)));
            end
        end
    endgenerate
    wire [15:0] any_set   = gen_upto[4].any_set;
    wire [15:0] any_clear = gen_upto[4].any_clear;
    wire [15:0] here_a = (base_a[16:1] ^ ~any_set) & {16{coded_a}};
    wire [15:0] next_a = (base_a[16:1] ^ ~any_clear) & {16{coded_a}};

    // Low byte. With ISOLATE a raw word goes past the adders: _add is what is added, _past is ORed to the sum.
    wire [PLANE-1:0] window_low = {LANES{window_a[7:0]}} & NOT_BASE;
    wire [PLANE-1:0] coded_low  = {PLANE{coded_a}} & NOT_BASE;
    wire [PLANE-1:0] low_add    = ISOLATE == 0 ? low_a : CUT_OPERAND ? low_a & coded_low : low_y;
    wire [PLANE-1:0] low_past   = ISOLATE == 0 ? {PLANE{1'b0}} : CUT_OPERAND ? low_a & ~coded_low : low_word;
    wire [PLANE-1:0] low_sum;
    wire [LANES-1:0] low_carry;
    `WF_DEC_ADD #(.LANES(LANES)) add_low (
        .x_i(window_low), .y_i(low_add), .into_i({LANES{1'b0}}), .past_i(low_past), .sum_o(low_sum), .carry_o(low_carry)
    );

    wire                 valid_b, ready_b, coded_b;
    wire [USER_BITS-1:0] user_b;
    wire [7:0]           window_b;
    wire [15:0]          here_b, next_b;
    wire [LANES-1:0]     low_carry_b;
    wire [HALF-1:0]      upper_b;
    wire [PLANE-1:0]     high_b, low_b;

    `WF_CUT #(.ON(CUT_BYTE), .WIDTH(USER_BITS + 1 + 8 + 32 + LANES - 1 + BLOCK), .FLOW(FLOW)) cut_byte (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_a), .ready_o(ready_a),
        .data_i({user_a, coded_a, window_a[15:8], here_a, next_a, low_carry[LANES-1:1], upper_a, high_a, low_sum}),
        .valid_o(valid_b), .ready_i(ready_b),
        .data_o({user_b, coded_b, window_b, here_b, next_b, low_carry_b[LANES-1:1], upper_b, high_b, low_b})
    );
    assign low_carry_b[0] = 1'b0;

    // Second byte
    wire [PLANE-1:0] window_high = {LANES{window_b}} & NOT_BASE;
    wire [PLANE-1:0] coded_high  = {PLANE{coded_b}} & NOT_BASE;
    wire [PLANE-1:0] high_add    = ISOLATE == 0 ? high_b : CUT_OPERAND || CUT_BYTE ? high_b & coded_high : high_y;
    wire [PLANE-1:0] high_past   = ISOLATE == 0 ? {PLANE{1'b0}} : CUT_OPERAND || CUT_BYTE ? high_b & ~coded_high : high_word;
    wire [PLANE-1:0] high_sum;
    wire [LANES-1:0] high_carry;
    `WF_DEC_ADD #(.LANES(LANES)) add_high (
        .x_i(window_high), .y_i(high_add), .into_i(low_carry_b), .past_i(high_past), .sum_o(high_sum), .carry_o(high_carry)
    );

    wire                 valid_c, ready_c;
    wire [USER_BITS-1:0] user_c;
    wire [15:0]          here_c, next_c;
    wire [LANES-1:1]     carry_c;
    wire [HALF-1:0]      upper_c;
    wire [PLANE-1:0]     high_c, low_c;

    `WF_CUT #(.ON(CUT_SUM), .WIDTH(USER_BITS + 32 + LANES - 1 + BLOCK), .FLOW(FLOW)) cut_sum (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_b), .ready_o(ready_b), .data_i({user_b, here_b, next_b, high_carry[LANES-1:1], upper_b, high_sum, low_b}),
        .valid_o(valid_c), .ready_i(ready_c), .data_o({user_c, here_c, next_c, carry_c, upper_c, high_c, low_c})
    );

    wire unused_carry = &{1'b0, low_carry[0], high_carry[0]};

    // Lane 0 is the base, or word 0 of a raw block: the same bits. The high half of another lane:
    //   raw, the carry is 0   the word's high half (here is 0)
    //   coded, carry 0        the window's (upper is 0)
    //   coded, carry 1        the next
    wire [BLOCK-1:0] block_c;
    genvar           n;
    assign block_c[31:0] = {upper_c[15:0], high_c[7:0], low_c[7:0]};
    generate
        for (n = 1; n < LANES; n = n + 1) begin : gen_lane
            wire [15:0] upper_n = carry_c[n] ? next_c : here_c | upper_c[16*n +: 16];
            assign block_c[32*n +: 32] = {upper_n, high_c[8*n +: 8], low_c[8*n +: 8]};
        end
    endgenerate

    `WF_CUT #(.ON(CUT_OUT), .WIDTH(USER_BITS + BLOCK), .FLOW(FLOW)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_c), .ready_o(ready_c), .data_i({user_c, block_c}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, block_o})
    );
endmodule
`default_nettype wire
