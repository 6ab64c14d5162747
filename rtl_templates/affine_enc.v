// SPDX-License-Identifier: Apache-2.0
// Encoder of affine: vectors base + i * stride, over the active lanes, to base, stride and a mask of valid lanes.
//   4 lanes 12 14 16 18, mask 1111       ->  flag 1, stride code 1 (2), base 12, valid 1111, no bank, nothing written
//   the same lanes, 99 in lane 2, mask 1011  ->  the same, valid 1011; the bank of lane 2 stays in use
//   12 15 16 18, or raw_only_i           ->  tag 0, all banks, the active lanes written
// Tag, from bit 0: flags | strides | bases | valid lanes   (docs/affine.md)
// Stride and base are guessed from one pair and one lane, run through the decoding unit and compared with every lane.
`default_nettype none
module `WF_ENC #(
    parameter LANES     = `WF_LANES,
    parameter VECTOR    = `WF_VECTOR,       // 0: the warp is one vector; 1, 2, 3: vectors of 8, 16, 32 lanes
    parameter ANY       = `WF_ANY_STRIDE,
    parameter WORD      = `WF_WORD,
    parameter BANK_BITS = `WF_BANK,
    parameter ISOLATE   = `WF_ISOLATE,
    parameter STAGES    = `WF_ENC_STAGES,
    parameter USER_BITS = `WF_USER_BITS,
    parameter COUNT     = VECTOR == 0 ? 1 : LANES / (4 << VECTOR),  // vectors
    parameter CODE      = ANY != 0 ? WORD : 3,                      // bits of a stride
    parameter UNIT      = (BANK_BITS < LANES / COUNT * WORD ? BANK_BITS : LANES / COUNT * WORD) / WORD,    // lanes of a bank
    parameter TAG_BITS  = COUNT * (1 + CODE + WORD) + LANES
) (
`ifdef WF_WITH_ENC_CLOCK
    input  wire                  clk_i,
    input  wire                  rst_ni,
`endif
    input  wire                  valid_i,
    input  wire [USER_BITS-1:0]  user_i,
    input  wire                  raw_only_i,
    input  wire [LANES-1:0]      mask_i,
    input  wire [LANES*WORD-1:0] block_i,

    output wire                  valid_o,
    output wire [USER_BITS-1:0]  user_o,
    output wire [TAG_BITS-1:0]   tag_o,
    output wire [LANES*WORD-1:0] payload_o,
    output wire [LANES/UNIT-1:0] units_o,
    output wire [LANES-1:0]      wen_o
);
    localparam BLOCK = LANES * WORD;
    localparam WIDTH = LANES / COUNT;       // lanes of a vector
    localparam LOG   = $clog2(WIDTH);
    localparam NEAR  = WORD < 7 ? WORD : 7; // bits that a stride's bit may be

`ifdef WF_WITH_ENC_CLOCK
    localparam CLOCKED = 1;
    wire clk   = clk_i;
    wire rst_n = rst_ni;
`else
    localparam CLOCKED = 0;
    wire clk   = 1'b0;
    wire rst_n = 1'b0;
`endif

    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0 || VECTOR < 0 || VECTOR > 3 ||
                (VECTOR != 0 && (4 << VECTOR) > LANES) || ANY < 0 || ANY > 1 ||
                (WORD != 4 && WORD != 8 && WORD != 16 && WORD != 32 && WORD != 64) ||
                (BANK_BITS != 32 && BANK_BITS != 64 && BANK_BITS != 128) || BANK_BITS < WORD ||
                ISOLATE < 0 || ISOLATE > 1 || USER_BITS < 1 ||
                STAGES < 0 || STAGES > 4 || (STAGES != 0) != (CLOCKED != 0)) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    // Register ranks, by number of stages: 1: out  2: guess, out  3: operand, guess, out  4: operand, guess, verdict, out

    wire                 valid_1, raw_1;
    wire [USER_BITS-1:0] user_1;
    wire [LANES-1:0]     mask_1;
    wire [BLOCK-1:0]     block_1;

    `WF_CUT #(.ON(STAGES >= 3), .WIDTH(1 + USER_BITS + LANES + BLOCK)) cut_operand (
        .clk_i(clk), .rst_ni(rst_n),
        .valid_i(valid_i), .data_i({raw_only_i, user_i, mask_i, block_i}),
        .valid_o(valid_1), .data_o({raw_1, user_1, mask_1, block_1})
    );

    // ---- Classify: stride from the first active pair of lanes 2k, 2k+1; base from the first active lane ----

    // With ISOLATE no lane is active and all are held at zero while idle or raw
    wire                   live_1  = ISOLATE == 0 || (valid_1 && !raw_1);
    wire [LANES-1:0]       lanes_1 = mask_1 & {LANES{live_1}};
    wire [BLOCK-1:0]       held_1  = ISOLATE == 0 ? block_1 : block_1 & {BLOCK{live_1}};
    wire [COUNT-1:0]       may_1;       // some lane is active, and the base is a multiple of the stride
    wire [COUNT*CODE-1:0]  code_1;
    wire [COUNT*WORD-1:0]  base_1;

    genvar v;
    generate
        for (v = 0; v < COUNT; v = v + 1) begin : gen_guess
            wire [WIDTH-1:0]      active = lanes_1[WIDTH*v +: WIDTH];
            wire [WIDTH*WORD-1:0] lane   = held_1[WIDTH*WORD*v +: WIDTH*WORD];

            reg  [WIDTH-1:0]   seen, first;
            reg  [WIDTH/2-1:0] pairs, seen_pairs, first_pair;
            reg  [WORD-1:0]    seed, place, number;    // the first active lane, which it is
            integer            i, k;
            always @* begin
                for (k = 0; k < WIDTH / 2; k = k + 1)
                    pairs[k] = active[2*k] && active[2*k+1];
                seen       = active;
                seen_pairs = pairs;
                for (k = 1; k < WIDTH; k = k << 1) begin
                    seen       = seen | (seen << k);
                    seen_pairs = seen_pairs | (seen_pairs << k);
                end
                first      = active & ~(seen << 1);
                first_pair = pairs & ~(seen_pairs << 1);
                seed  = {WORD{1'b0}};
                place = {WORD{1'b0}};
                number = {WORD{1'b0}};
                for (i = 0; i < WIDTH; i = i + 1) begin
                    seed   = seed | (lane[WORD*i +: WORD] & {WORD{first[i]}});
                    place  = place | (number & {WORD{first[i]}});
                    number = number + 1'b1;
                end
            end

            if (ANY != 0) begin : gen_any
                reg [WORD-1:0] even, odd, stride, base;
                always @* begin
                    even = {WORD{1'b0}};
                    odd  = {WORD{1'b0}};
                    for (k = 0; k < WIDTH / 2; k = k + 1) begin
                        even = even | (lane[2*WORD*k +: WORD] & {WORD{first_pair[k]}});
                        odd  = odd | (lane[2*WORD*k+WORD +: WORD] & {WORD{first_pair[k]}});
                    end
                    stride = odd - even;
                    base   = seed;
                    for (k = 0; k < LOG && k < WORD; k = k + 1)
                        base = base - ((stride << k) & {WORD{place[k]}});
                end
                assign may_1[v]               = seen[WIDTH-1];
                assign code_1[CODE*v +: CODE] = stride;
                assign base_1[WORD*v +: WORD] = base;
            end else begin : gen_pow2
                reg [NEAR-1:0] differ, low;     // the pair's low bits that differ; those up to the lowest of them
                reg [2:0]      code;
                reg [WORD-1:0] stride, base;
                always @* begin
                    differ = {NEAR{1'b0}};
                    for (k = 0; k < WIDTH / 2; k = k + 1)
                        differ = differ |
                            ((lane[2*WORD*k +: NEAR] ^ lane[2*WORD*k+WORD +: NEAR]) & {NEAR{first_pair[k]}});
                    low = differ;
                    for (k = 1; k < NEAR; k = k << 1)
                        low = low | (low << k);
                    low    = ~(low << 1);
                    stride = {WORD{1'b0}};
                    stride[NEAR-1:0] = differ & low;
                    code   = 3'd0;
                    for (k = 0; k < NEAR; k = k + 1)
                        code = code | (k[2:0] & {3{stride[k]}});
                    if (differ == {NEAR{1'b0}}) code = 3'd7;
                    base = {WORD{1'b0}};
                    for (k = 0; k < NEAR; k = k + 1)
                        base = base | ((place << k) & {WORD{stride[k]}});
                    base = seed - base;
                end
                // Bits of the base below the stride's are the seed's
                assign may_1[v] = seen[WIDTH-1] &&
                    (differ == {NEAR{1'b0}} || (seed[NEAR-1:0] & low & ~differ) == {NEAR{1'b0}});
                assign code_1[CODE*v +: CODE] = code;
                assign base_1[WORD*v +: WORD] = base;
            end
        end
    endgenerate

    wire                   valid_2, raw_2;
    wire [COUNT-1:0]       may_2;
    wire [COUNT*CODE-1:0]  code_2;
    wire [COUNT*WORD-1:0]  base_2;
    wire [USER_BITS-1:0]   user_2;
    wire [LANES-1:0]       mask_2;
    wire [BLOCK-1:0]       block_2;

    `WF_CUT #(.ON(STAGES >= 2), .WIDTH(1 + COUNT * (1 + CODE + WORD) + USER_BITS + LANES + BLOCK)) cut_guess (
        .clk_i(clk), .rst_ni(rst_n),
        .valid_i(valid_1), .data_i({raw_1, may_1, code_1, base_1, user_1, mask_1, block_1}),
        .valid_o(valid_2), .data_o({raw_2, may_2, code_2, base_2, user_2, mask_2, block_2})
    );

    // ---- Classify: does the guess give every active lane back? ----

    wire             live_2 = ISOLATE == 0 || (STAGES >= 2 ? valid_2 && !raw_2 : live_1);
    wire [BLOCK-1:0] held_2 = ISOLATE == 0 ? block_2 : block_2 & {BLOCK{live_2}};
    wire [BLOCK-1:0] guess_2;
    wire             expanded;

    `WF_EXPAND #(.LANES(LANES), .VECTOR(VECTOR), .ANY(ANY), .WORD(WORD), .STAGES(0)) expand (
        .valid_i(valid_2), .base_i(base_2), .stride_i(code_2), .valid_o(expanded), .block_o(guess_2)
    );

    reg  [COUNT-1:0] flag_to_3;
    wire [BLOCK-1:0] unlike_2 = guess_2 ^ held_2;
    integer          n;
    always @* begin
        flag_to_3 = may_2 & {COUNT{!raw_2}};
        for (n = 0; n < LANES; n = n + 1)
            if (|unlike_2[WORD*n +: WORD] && mask_2[n]) flag_to_3[n/WIDTH] = 1'b0;
    end

    wire                   valid_3;
    wire [COUNT-1:0]       flag_3;
    wire [COUNT*CODE-1:0]  code_3;
    wire [COUNT*WORD-1:0]  base_3;
    wire [USER_BITS-1:0]   user_3;
    wire [LANES-1:0]       mask_3;
    wire [BLOCK-1:0]       block_3;

    `WF_CUT #(.ON(STAGES >= 4), .WIDTH(COUNT * (1 + CODE + WORD) + USER_BITS + LANES + BLOCK)) cut_verdict (
        .clk_i(clk), .rst_ni(rst_n),
        .valid_i(expanded), .data_i({flag_to_3, code_2, base_2, user_2, mask_2, block_2}),
        .valid_o(valid_3), .data_o({flag_3, code_3, base_3, user_3, mask_3, block_3})
    );

    // ---- Pack: the tag, all 0 but where a vector is affine; banks of lanes that are not valid; lanes written raw ----

    reg [LANES-1:0]      affine_3;
    reg [COUNT*CODE-1:0] tag_code_3;
    reg [COUNT*WORD-1:0] tag_base_3;
    reg [LANES/UNIT-1:0] units_3;
    integer              t, u;
    always @* begin
        for (t = 0; t < COUNT; t = t + 1) begin
            affine_3[WIDTH*t +: WIDTH] = {WIDTH{flag_3[t]}};
            tag_code_3[CODE*t +: CODE] = code_3[CODE*t +: CODE] & {CODE{flag_3[t]}};
            tag_base_3[WORD*t +: WORD] = base_3[WORD*t +: WORD] & {WORD{flag_3[t]}};
        end
        for (u = 0; u < LANES / UNIT; u = u + 1)
            units_3[u] = !(affine_3[UNIT*u] && &mask_3[UNIT*u +: UNIT]);
    end

    wire [TAG_BITS-1:0] tag_3 = {mask_3 & affine_3, tag_base_3, tag_code_3, flag_3};
    wire [LANES-1:0]    wen_3 = mask_3 & ~affine_3;

    `WF_CUT #(.ON(STAGES >= 1), .WIDTH(USER_BITS + TAG_BITS + LANES / UNIT + LANES + BLOCK)) cut_outputs (
        .clk_i(clk), .rst_ni(rst_n),
        .valid_i(valid_3), .data_i({user_3, tag_3, units_3, wen_3, block_3}),
        .valid_o(valid_o), .data_o({user_o, tag_o, units_o, wen_o, payload_o})
    );
endmodule
`default_nettype wire
