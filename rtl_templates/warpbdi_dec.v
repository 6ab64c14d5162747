// SPDX-License-Identifier: Apache-2.0
// warpbdi decoder: tag and payload of a warp register -> its LANES x 32-bit block, lane 0 least significant.
//   32 lanes, tag 2 (<4,1>), base 0x0000_8001 in bytes 0..3, byte 6 (low delta byte of lane 3) = 0xFE -> lane 3 = 0x0000_7FFF.
// Window form: base + delta = window + y with window = base - 2^15 and y = delta + 2^15, so that 0 <= y < 2^16: the low half of
// a lane is one 16-bit sum, its high half the window's high half or that plus one, both computed once for the warp.
`default_nettype none

module `WF_DEC #(
    parameter LANES = `WF_LANES,
    parameter BANK_BITS = `WF_BANK,
    parameter [2:0] MODES = `WF_MODES,
    parameter PACKED = `WF_PACKED,
    parameter ISOLATE = `WF_ISOLATE,
    parameter STAGES = `WF_DEC_STAGES,
    parameter USER_BITS = `WF_USER_BITS,
    parameter EARLY_TAG = `WF_EARLY_TAG
) (
`ifdef WF_WITH_DEC_CLOCK
    input  wire                 clk_i,
    input  wire                 rst_ni,
`endif
    input  wire                 valid_i,
    input  wire [USER_BITS-1:0] user_i,
    input  wire [1:0]           tag_i,
    input  wire [LANES*32-1:0]  payload_i,
    output wire                 valid_o,
    output wire [USER_BITS-1:0] user_o,
    output wire [LANES*32-1:0]  block_o
);

    // Banks of B bytes that each code takes; a code that saves no bank is never used.
    localparam B = BANK_BITS / 8;
    localparam UNITS = LANES * 4 / B;
    localparam BANKS_40 = (4 + B - 1) / B;
    localparam BANKS_41 = (LANES + 3 + B - 1) / B;
    localparam BANKS_42 = (2 * LANES + 2 + B - 1) / B;
    localparam [0:0] USE_40 = MODES[0] && BANKS_40 < UNITS;
    localparam [0:0] USE_41 = MODES[1] && BANKS_41 < UNITS;
    localparam [0:0] USE_42 = MODES[2] && BANKS_42 < UNITS;

    // Register ranks, by number of stages:  1: out   2: operand, out   3: operand, sum, out   4: operand, byte, sum, out
    localparam CUT_OPERAND = STAGES >= 2;
    localparam CUT_BYTE = STAGES >= 4;
    localparam CUT_SUM = STAGES >= 3;
    localparam CUT_OUT = STAGES >= 1;

    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0 || MODES == 3'd0 || USER_BITS < 1
            || (BANK_BITS != 32 && BANK_BITS != 64 && BANK_BITS != 128) || STAGES < 0 || STAGES > 4
            || (PACKED != 0 && PACKED != 1) || (ISOLATE != 0 && ISOLATE != 1)
            || (EARLY_TAG != 0 && EARLY_TAG != 1) || (EARLY_TAG != 0 && STAGES == 0)
`ifdef WF_WITH_DEC_CLOCK
            || STAGES == 0
`else
            || STAGES != 0
`endif
        ) begin : gen_illegal
            wf_illegal_parameter i_illegal ();
        end
    endgenerate

`ifndef WF_WITH_DEC_CLOCK
    // No rank is instantiated without clock; these only give the untaken branches their nets.
    wire clk_i = 1'b0;
    wire rst_ni = 1'b0;
    wire unused_clock = &{1'b0, clk_i, rst_ni};
`endif

    // ---- Unpack: one-hot selects from the tag, then the operand of every lane ----

    wire [2:0] use_now = {tag_i == 2'd3 && USE_42, tag_i == 2'd2 && USE_41, tag_i == 2'd1 && USE_40};
    wire [2:0] use_tag;
    generate
        if (EARLY_TAG != 0) begin : gen_early_tag
            reg [2:0] use_q;
            always @(posedge clk_i) use_q <= use_now;
            assign use_tag = use_q;
        end else begin : gen_tag
            assign use_tag = use_now;
        end
    endgenerate
    // Raw words pass the adders with a window of 0. With ISOLATE the adders see 0 instead when raw, and 0 when idle.
    wire       awake = ISOLATE == 0 || valid_i;
    wire [2:0] use_sel = use_tag & {3{awake}};
    wire       use_low = use_sel[1] | use_sel[2];
    wire       coded = |use_sel;
    wire       raw = ~|use_tag & awake;

    wire [31:0] base = payload_i[31:0];
    wire [15:0] window = {~base[15], base[14:0]} & {16{coded}};

    // A lane's operand:  raw: the word   coded: {16'd0, y}, with y = delta + 2^15, that is
    //   <4,0>: 8000   <4,1>: low byte with its sign extended, bit 15 inverted   <4,2>: high and low byte, bit 15 inverted
    wire [LANES*16-1:16] y;
    wire [LANES*32-1:32] word;
    wire [LANES*32-1:32] operand;

    genvar i;
    generate
        for (i = 1; i < LANES; i = i + 1) begin : gen_unpack
            localparam LOW_41 = 3 + i;
            localparam LOW_42 = PACKED != 0 ? 4 + 2 * (i - 1) : LOW_41;
            localparam HIGH_42 = PACKED != 0 ? 5 + 2 * (i - 1) : B * BANKS_41 + i - 1;
            localparam HIGH_AT = USE_42 ? HIGH_42 : 0;

            wire       sign = payload_i[8*LOW_41+7] & use_sel[1];
            wire [7:0] high = payload_i[8*HIGH_AT +: 8] & {8{use_sel[2]}};
            wire [7:0] low;

            if (LOW_42 == LOW_41) begin : gen_low
                assign low = payload_i[8*LOW_41 +: 8] & {8{use_low}};
            end else begin : gen_low_packed
                assign low = payload_i[8*LOW_41 +: 8] & {8{use_sel[1]}} | payload_i[8*LOW_42 +: 8] & {8{use_sel[2]}};
            end

            assign y[16*i +: 16] = {coded & ~(sign | high[7]), high[6:0] | {7{sign}}, low};
            assign word[32*i +: 32] = payload_i[32*i +: 32] & {32{raw}};
            assign operand[32*i +: 32] = {word[32*i+16 +: 16], word[32*i +: 16] | y[16*i +: 16]};
        end
    endgenerate

    // Rank: operand
    wire                  valid_a;
    wire [USER_BITS-1:0]  user_a;
    wire                  coded_a;
    wire [15:0]           window_a;
    wire [31:0]           base_a;
    wire [LANES*32-1:32]  operand_a;
    generate
        if (CUT_OPERAND) begin : gen_operand_rank
            `WF_RANK #(.WIDTH(USER_BITS + 1 + 16 + LANES * 32)) i_rank (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .valid_i(valid_i), .data_i({user_i, coded, window, operand, base}),
                .valid_o(valid_a), .data_o({user_a, coded_a, window_a, operand_a, base_a})
            );
        end else begin : gen_operand_wire
            assign {valid_a, user_a, coded_a, window_a} = {valid_i, user_i, coded, window};
            assign {operand_a, base_a} = {operand, base};
        end
    endgenerate

    // ---- Rebuild: window + y of every lane byte by byte, then the high half that the carry selects ----

    // The window's high half and the next, both 0 when raw. base - 2^15 borrows from the high half unless base[15].
    wire [15:0] here_a = (base_a[31:16] - {15'd0, ~base_a[15]}) & {16{coded_a}};
    wire [15:0] next_a = (base_a[31:16] + {15'd0, base_a[15]}) & {16{coded_a}};

    // Low byte: {high half of the operand, second byte of the operand, carry, sum}
    wire [LANES*33-1:33] low_sum;
    generate
        for (i = 1; i < LANES; i = i + 1) begin : gen_low_sum
            wire [7:0] both = operand_a[32*i +: 8];
            wire [7:0] held = CUT_OPERAND ? both & {8{coded_a}} : y[16*i +: 8];
            wire [7:0] past = CUT_OPERAND ? both & {8{~coded_a}} : word[32*i +: 8];
            wire [7:0] addend = ISOLATE != 0 ? held : both;
            wire [7:0] passed = ISOLATE != 0 ? past : 8'd0;

            wire [8:0] sum = {1'b0, window_a[7:0]} + {1'b0, addend};
            assign low_sum[33*i +: 33] = {operand_a[32*i+8 +: 24], sum | {1'b0, passed}};
        end
    endgenerate

    // Rank: byte
    wire                  valid_b;
    wire [USER_BITS-1:0]  user_b;
    wire                  coded_b;
    wire [7:0]            window_b;
    wire [31:0]           base_b;
    wire [15:0]           here_b;
    wire [15:0]           next_b;
    wire [LANES*33-1:33]  low_sum_b;
    generate
        if (CUT_BYTE) begin : gen_byte_rank
            `WF_RANK #(.WIDTH(USER_BITS + 1 + 8 + 32 + LANES * 33 - 1)) i_rank (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_a),
                .data_i({user_a, coded_a, window_a[15:8], base_a, here_a, next_a, low_sum}),
                .valid_o(valid_b),
                .data_o({user_b, coded_b, window_b, base_b, here_b, next_b, low_sum_b})
            );
        end else begin : gen_byte_wire
            assign {valid_b, user_b, coded_b, window_b} = {valid_a, user_a, coded_a, window_a[15:8]};
            assign {base_b, here_b, next_b, low_sum_b} = {base_a, here_a, next_a, low_sum};
        end
    endgenerate

    // Second byte: {high half of the operand, carry, sum of 16 bits}
    wire [LANES*33-1:33] sum;
    generate
        for (i = 1; i < LANES; i = i + 1) begin : gen_sum
            wire [7:0] both = low_sum_b[33*i+9 +: 8];
            wire [7:0] held = CUT_OPERAND ? both & {8{coded_b}} : y[16*i+8 +: 8];
            wire [7:0] past = CUT_OPERAND ? both & {8{~coded_b}} : word[32*i+8 +: 8];
            wire [7:0] addend = ISOLATE != 0 ? held : both;
            wire [7:0] passed = ISOLATE != 0 ? past : 8'd0;

            wire [8:0] byte_sum = {1'b0, window_b} + {1'b0, addend} + {8'd0, low_sum_b[33*i+8]};
            assign sum[33*i +: 33] = {low_sum_b[33*i+17 +: 16], byte_sum | {1'b0, passed}, low_sum_b[33*i +: 8]};
        end
    endgenerate

    // Rank: sum
    wire                  valid_c;
    wire [USER_BITS-1:0]  user_c;
    wire [31:0]           base_c;
    wire [15:0]           here_c;
    wire [15:0]           next_c;
    wire [LANES*33-1:33]  sum_c;
    generate
        if (CUT_SUM) begin : gen_sum_rank
            `WF_RANK #(.WIDTH(USER_BITS + 32 + LANES * 33 - 1)) i_rank (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .valid_i(valid_b), .data_i({user_b, base_b, here_b, next_b, sum}),
                .valid_o(valid_c), .data_o({user_c, base_c, here_c, next_c, sum_c})
            );
        end else begin : gen_sum_wire
            assign {valid_c, user_c, base_c, here_c, next_c, sum_c} = {valid_b, user_b, base_b, here_b, next_b, sum};
        end
    endgenerate

    // Lane 0 is the base, or word 0 when raw: the same bits. Other lanes: the carry selects, the raw high half joins.
    wire [LANES*32-1:0] block;
    assign block[31:0] = base_c;
    generate
        for (i = 1; i < LANES; i = i + 1) begin : gen_lane
            wire [15:0] high = sum_c[33*i+16] ? next_c : here_c;
            assign block[32*i +: 32] = {high | sum_c[33*i+17 +: 16], sum_c[33*i +: 16]};
        end

        // Rank: out
        if (CUT_OUT) begin : gen_out_rank
            `WF_RANK #(.WIDTH(USER_BITS + LANES * 32)) i_rank (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .valid_i(valid_c), .data_i({user_c, block}),
                .valid_o(valid_o), .data_o({user_o, block_o})
            );
        end else begin : gen_out_wire
            assign {valid_o, user_o, block_o} = {valid_c, user_c, block};
        end
    endgenerate

endmodule

`default_nettype wire
