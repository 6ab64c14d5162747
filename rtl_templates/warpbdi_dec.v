// SPDX-License-Identifier: Apache-2.0
// warpbdi decoder: tag and payload of a warp register -> its LANES x 32-bit block, lane 0 least significant.
//   32 lanes, tag 2 <4,1>, base 0x00008001 in bytes 0..3, byte 6 (low delta byte of lane 3) 0xFE -> lane 3 = 0x00007FFF
// Window form: base + delta = window + y with window = base - 2^15, y = delta + 2^15, 0 <= y < 2^16. So the low half
// of a lane is a sum of 16 bits, and its high half that of the window or the next, both computed once for the warp.
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

    // Register ranks, by number of stages: 1: out  2: operand, out  3: operand, sum, out  4: operand, byte, sum, out
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

    // tag          0    1 <4,0>  2 <4,1>  3 <4,2>     (a tag that is not in use counts as 0)
    // coded        0      1        1        1
    // low byte     0      0        1        1
    // its sign     0      0        1        0
    // high byte    0      0        0        1
    localparam [3:0] CODED = {USE_42, USE_41, USE_40, 1'b0};
    localparam [3:0] LOW = {USE_42, USE_41, 2'b00};
    localparam [3:0] SIGN = {1'b0, USE_41, 2'b00};
    localparam [3:0] HIGH = {USE_42, 3'b000};

    wire [3:0] select_now = {CODED[tag_i], LOW[tag_i], SIGN[tag_i], HIGH[tag_i]};
    wire [3:0] select_tag;
    generate
        if (EARLY_TAG != 0) begin : gen_early_tag
            reg [3:0] select_q;
            always @(posedge clk_i) select_q <= select_now;
            assign select_tag = select_q;
        end else begin : gen_tag
            assign select_tag = select_now;
        end
    endgenerate

    // Raw words pass the adders with a window of 0. With ISOLATE the adders see constants when raw and when idle.
    wire awake = ISOLATE == 0 || valid_i;
    wire raw = ~select_tag[3] & awake;
    wire coded, use_low, use_sign, use_high;
    assign {coded, use_low, use_sign, use_high} = select_tag & {4{awake}};

    wire [31:0] base = payload_i[31:0];
    wire [15:0] window = {~base[15], base[14:0]} & {16{coded}};

    // A lane's operand:  raw: the word   coded: {16'd0, y}, with y = delta + 2^15, that is
    //   <4,0>: 8000   <4,1>: low byte, its sign extended, bit 15 inverted   <4,2>: high and low byte, bit 15 inverted
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

            wire       sign = payload_i[8*LOW_41+7] & use_sign;
            wire [7:0] high = payload_i[8*HIGH_AT +: 8] & {8{use_high}};
            wire [7:0] low;

            if (LOW_42 == LOW_41) begin : gen_low
                assign low = payload_i[8*LOW_41 +: 8] & {8{use_low}};
            end else begin : gen_low_packed
                assign low = payload_i[8*LOW_41 +: 8] & {8{use_sign}} | payload_i[8*LOW_42 +: 8] & {8{use_high}};
            end

            assign y[16*i +: 16] = {~(sign | high[7] | ~coded), high[6:0] | {7{sign}}, low};
            assign word[32*i +: 32] = payload_i[32*i +: 32] & {32{raw}};
            assign operand[32*i+16 +: 16] = word[32*i+16 +: 16];
            assign operand[32*i+15] = ~(sign | high[7] | raw & ~payload_i[32*i+15]);
            assign operand[32*i +: 15] = word[32*i +: 15] | y[16*i +: 15];
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

    // The window's high half and the next, both 0 when raw. base - 2^15 borrows from the high half unless base[15]:
    // a bit flips when base[15] and all bits below it are 0 (window), or 1 (next).
    wire [15:0] here_a;
    wire [15:0] next_a;
    generate
        for (i = 0; i < 16; i = i + 1) begin : gen_window
            assign here_a[i] = (base_a[16+i] ^ ~|base_a[15+i:15]) & coded_a;
            assign next_a[i] = (base_a[16+i] ^ &base_a[15+i:15]) & coded_a;
        end
    endgenerate

    // {carry, a + b + carry_in}, a prefix tree: over bit pairs, over nibbles, over the byte.
    // g: carries by itself, t: carries at least when a carry comes in.
    function [8:0] add_byte;
        input [7:0] a;
        input [7:0] b;
        input       carry_in;
        reg   [7:0] g, t;
        reg   [3:0] pair_g, pair_t;
        reg   [1:0] nibble_g, nibble_t;
        reg   [8:0] carry;
        begin
            g = a & b;
            t = a | b;
            pair_g = {g[7], g[5], g[3], g[1]} | {t[7], t[5], t[3], t[1]} & {g[6], g[4], g[2], g[0]};
            pair_t = {t[7], t[5], t[3], t[1]} & {t[6], t[4], t[2], t[0]};
            nibble_g = {pair_g[3], pair_g[1]} | {pair_t[3], pair_t[1]} & {pair_g[2], pair_g[0]};
            nibble_t = {pair_t[3], pair_t[1]} & {pair_t[2], pair_t[0]};
            carry[0] = carry_in;
            carry[2] = pair_g[0] | pair_t[0] & carry_in;
            carry[4] = nibble_g[0] | nibble_t[0] & carry_in;
            carry[6] = pair_g[2] | pair_t[2] & carry[4];
            carry[8] = nibble_g[1] | nibble_t[1] & nibble_g[0] | nibble_t[1] & nibble_t[0] & carry_in;
            {carry[7], carry[5], carry[3], carry[1]} =
                {g[6], g[4], g[2], g[0]} | {t[6], t[4], t[2], t[0]} & {carry[6], carry[4], carry[2], carry[0]};
            add_byte = {carry[8], a ^ b ^ carry[7:0]};
        end
    endfunction

    // Low byte: {high half of the operand, second byte of the operand, carry, sum}
    wire [LANES*33-1:33] low_sum;
    generate
        for (i = 1; i < LANES; i = i + 1) begin : gen_low_sum
            wire [7:0] both = operand_a[32*i +: 8];
            wire [7:0] held = CUT_OPERAND ? both & {8{coded_a}} : y[16*i +: 8];
            wire [7:0] past = CUT_OPERAND ? both & {8{~coded_a}} : word[32*i +: 8];
            wire [7:0] addend = ISOLATE != 0 ? held : both;
            wire [7:0] passed = ISOLATE != 0 ? past : 8'd0;

            wire [8:0] low = add_byte(window_a[7:0], addend, 1'b0);
            assign low_sum[33*i +: 33] = {operand_a[32*i+8 +: 24], low | {1'b0, passed}};
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

            wire [8:0] second = add_byte(window_b, addend, low_sum_b[33*i+8]);
            assign sum[33*i +: 33] = {low_sum_b[33*i+17 +: 16], second | {1'b0, passed}, low_sum_b[33*i +: 8]};
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

    // Lane 0 is the base, or word 0 when raw: the same bits. High half of another lane, carry being 0 when raw:
    //   raw, carry 0: the raw high half     coded, carry 0: the window's     coded, carry 1: the next
    wire [LANES*32-1:0] block;
    assign block[31:0] = base_c;
    generate
        for (i = 1; i < LANES; i = i + 1) begin : gen_lane
            wire [15:0] rest = here_c | sum_c[33*i+17 +: 16];
            wire [15:0] high = sum_c[33*i+16] ? next_c : rest;
            assign block[32*i +: 32] = {high, sum_c[33*i +: 16]};
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
