// SPDX-License-Identifier: Apache-2.0
// Encoder of affine: vectors base + i * stride, over the active lanes, to base, stride and a mask of valid lanes.
//   4 lanes 12 14 16 18, mask 1111       ->  flag 1, stride code 1 (2), base 12, valid 1111, no bank, nothing written
//   the same lanes, 99 in lane 2, mask 1011  ->  the same, valid 1011; the bank of lane 2 stays in use
//   12 15 16 18, or raw_only_i           ->  tag 0, all banks, the active lanes written
// Tag, from bit 0: flags | strides | bases | valid lanes   (docs/affine.md)
// Stride and base are guessed from one pair and one lane, run through the decoding unit and compared with every lane; bits
// that no stride reaches are compared among the lanes, without waiting for the guess.
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
    localparam VBITS = WIDTH * WORD;
    localparam FOURS = WIDTH / 4;
    localparam LOG   = $clog2(WIDTH);
    localparam STEPS = WORD < 7 ? WORD : 7; // bits that a stride may be
    localparam STEP  = ANY != 0 ? WORD : 8 + LOG;   // {hold, digit, stride} as the decoding unit takes it from here

    // Bits that a lane's number times the stride reaches; far bits only see a carry. What is expanded: near part and carry.
    localparam NEAR = LOG + 7;
    localparam PART = ANY == 0 && NEAR + 1 < WORD ? NEAR + 1 : WORD;

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

    // ---- Classify: stride from active pairs of lanes 2k, 2k+1; base from the first active lane ----

    // With ISOLATE no lane is active and all are held at zero while idle or raw
    wire                   live_1  = ISOLATE == 0 || (valid_1 && !raw_1);
    wire [LANES-1:0]       lanes_1 = mask_1 & {LANES{live_1}};
    wire [BLOCK-1:0]       held_1  = ISOLATE == 0 ? block_1 : block_1 & {BLOCK{live_1}};
    wire [COUNT-1:0]       may_1;       // some lane is active, the base is a multiple of the stride, far bits fit
    wire [COUNT*STEP-1:0]  step_1;
    wire [COUNT*WORD-1:0]  base_1;
    wire [COUNT*PART-1:0]  part_1;      // near part of the first active lane, and its lowest far bit

    genvar v;
    generate
        for (v = 0; v < COUNT; v = v + 1) begin : gen_guess
            wire [WIDTH-1:0] active = lanes_1[WIDTH*v +: WIDTH];
            wire [VBITS-1:0] lane   = held_1[VBITS*v +: VBITS];

            function [WORD-1:0] any_of;     // or over lanes, halves onto each other
                input [VBITS-1:0] words;
                integer           h;
                begin
                    for (h = WIDTH / 2; h > 0; h = h / 2)
                        words = words | (words >> (WORD * h));
                    any_of = words[WORD-1:0];
                end
            endfunction

            function [STEPS-1:0] lowest;    // the lowest 1
                input [STEPS-1:0] bits;
                integer           b;
                begin
                    lowest = bits;
                    for (b = 1; b < STEPS; b = b + 1)
                        lowest[b] = bits[b] && (bits & ~({STEPS{1'b1}} << b)) == {STEPS{1'b0}};
                end
            endfunction

            // The first active lane and pair of each four lanes; of two fours the first that has any, of two eights, and so on
            reg  [FOURS-1:0] some, paired;
            reg  [3:0]       four, first;
            reg  [VBITS-1:0] seeds, places, evens, odds, steps;     // a word a four
            reg  [WORD-1:0]  number, seed, place;
            integer          i, k;
            always @* begin
                seeds  = {VBITS{1'b0}};
                places = {VBITS{1'b0}};
                steps  = {VBITS{1'b0}};
                evens  = {VBITS{1'b0}};
                odds   = {VBITS{1'b0}};
                number = {WORD{1'b0}};
                for (k = 0; k < FOURS; k = k + 1) begin
                    four      = active[4*k +: 4];
                    first     = four & ~{|four[2:0], |four[1:0], four[0], 1'b0};
                    some[k]   = |four;
                    paired[k] = &four[1:0] || &four[3:2];
                    for (i = 0; i < 4; i = i + 1) begin
                        seeds[WORD*k +: WORD]  = seeds[WORD*k +: WORD] | (lane[WORD*(4*k + i) +: WORD] & {WORD{first[i]}});
                        places[WORD*k +: WORD] = places[WORD*k +: WORD] | (number & {WORD{first[i]}});
                        number = number + 1'b1;
                    end
                    evens[WORD*k +: WORD]  = &four[1:0] ? lane[4*WORD*k +: WORD] : lane[4*WORD*k+2*WORD +: WORD];
                    odds[WORD*k +: WORD]   = &four[1:0] ? lane[4*WORD*k+WORD +: WORD] : lane[4*WORD*k+3*WORD +: WORD];
                    steps[WORD*k +: STEPS] =
                        (lowest(lane[4*WORD*k +: STEPS] ^ lane[4*WORD*k+WORD +: STEPS]) & {STEPS{&four[1:0]}}) |
                        (lowest(lane[4*WORD*k+2*WORD +: STEPS] ^ lane[4*WORD*k+3*WORD +: STEPS]) & {STEPS{&four[3:2]}});
                end
                for (i = 1; i < FOURS; i = i << 1)
                    for (k = 0; k < FOURS; k = k + 2 * i) begin
                        if (!some[k]) begin
                            seeds[WORD*k +: WORD]  = seeds[WORD*(k+i) +: WORD];
                            places[WORD*k +: WORD] = places[WORD*(k+i) +: WORD];
                        end
                        if (!paired[k]) begin
                            evens[WORD*k +: WORD] = evens[WORD*(k+i) +: WORD];
                            odds[WORD*k +: WORD]  = odds[WORD*(k+i) +: WORD];
                        end
                        some[k]   = some[k] || some[k+i];
                        paired[k] = paired[k] || paired[k+i];
                    end
                seed  = seeds[WORD-1:0];
                place = places[WORD-1:0];
            end

            if (ANY != 0) begin : gen_any
                reg [WORD-1:0] stride, base;
                always @* begin
                    stride = (odds[WORD-1:0] - evens[WORD-1:0]) & {WORD{paired[0]}};
                    base   = seed;
                    for (k = 0; k < LOG && k < WORD; k = k + 1)
                        base = base - ((stride << k) & {WORD{place[k]}});
                end
                wire unused = &{1'b0, steps, seeds, places, some, paired, evens, odds};
                assign may_1[v]               = some[0];
                assign step_1[STEP*v +: STEP] = stride;
                assign base_1[WORD*v +: WORD] = base;
                assign part_1[PART*v +: PART] = {PART{1'b0}};
            end else begin : gen_pow2
                reg [WORD-1:0]  stride, offset;
                reg [7*WORD-1:0] shifted;
                reg [STEPS-1:0] low;            // bits below the stride's
                reg             agreed, aligned;
                always @* begin
                    // The lowest bit in which the lanes of an active pair differ: of any, since a vector where two say different
                    // things is not affine
                    stride = any_of(steps);
                    low    = stride[STEPS-1:0] >> 1;
                    for (k = 1; k < STEPS; k = k << 1)
                        low = low | (low >> k);
                    agreed = (stride[STEPS-1:0] & low) == {STEPS{1'b0}};
                    aligned = (seed[STEPS-1:0] & low) == {STEPS{1'b0}};     // base and seed are alike there

                    shifted = {7*WORD{1'b0}};
                    for (k = 0; k < STEPS; k = k + 1)
                        shifted[WORD*k +: WORD] = (place << k) & {WORD{stride[k]}};
                    offset = ((shifted[0 +: WORD] | shifted[WORD +: WORD]) | (shifted[2*WORD +: WORD] | shifted[3*WORD +: WORD])) |
                        ((shifted[4*WORD +: WORD] | shifted[5*WORD +: WORD]) | shifted[6*WORD +: WORD]);
                end
                // The base's bits from the stride's bit on: the seed's, less the lane's number, modulo WIDTH. Where that borrows,
                // every lane from the first active one on carries it back: nothing is to be carried then.
                reg [NEAR-1:0] near;
                reg [LOG-1:0]  field, less;
                reg [LOG:0]    digit;
                reg [6:0]      seven;
                always @* begin
                    seven = 7'd0;
                    seven[STEPS-1:0] = stride[STEPS-1:0];
                    near = {NEAR{1'b0}};
                    near[(WORD < NEAR ? WORD : NEAR)-1:0] = seed[(WORD < NEAR ? WORD : NEAR)-1:0];
                    for (k = 0; k < LOG; k = k + 1) begin
                        less[k]  = k < WORD && place[k % WORD] && |stride[STEPS-1:0];
                        field[k] = |(near[k +: STEPS] & stride[STEPS-1:0]);
                    end
                    digit = {1'b0, field} - {1'b0, less};
                end
                assign step_1[STEP*v +: STEP] = {digit, seven};
                wire [WORD-1:0] first_lane;     // its far bits need no choosing among the lanes
                assign base_1[WORD*v +: WORD] = first_lane - offset;
                assign part_1[PART*v +: PART] = seed[PART-1:0];
                wire fits = some[0] && agreed && aligned;
                wire unused_words = &{1'b0, seeds, places, evens, odds, some, paired};

                if (PART < WORD) begin : gen_far
                    // Far bits are the first active lane's in every active one, or those plus one. Neighbouring numbers differ in
                    // one Gray bit: all columns of the far parts' Gray code agree (no active lane has a 1, or none a 0) but one,
                    // where bits flip up to: those below it are ones in the first lane. The lowest far bits are compared later.
                    reg [VBITS-1:0] gray, ones, zeros;
                    reg [WORD-1:0]  any_one, split, below, turn, far;
                    reg             fits_far;
                    always @* begin
                        ones  = {VBITS{1'b0}};
                        zeros = {VBITS{1'b0}};
                        for (i = 0; i < WIDTH; i = i + 1) begin
                            gray[WORD*i +: WORD]  = lane[WORD*i +: WORD] ^ (lane[WORD*i +: WORD] >> 1);
                            ones[WORD*i +: WORD]  = gray[WORD*i +: WORD] & {WORD{active[i]}};
                            zeros[WORD*i +: WORD] = ~gray[WORD*i +: WORD] & {WORD{active[i]}};
                        end
                        any_one = any_of(ones);
                        split   = any_one & any_of(zeros) & ({WORD{1'b1}} << NEAR);
                        far     = any_one;
                        below   = split;
                        for (k = 1; k < WORD; k = k << 1) begin
                            far   = far ^ (far >> k);
                            below = below | (below >> k);
                        end
                        below = below >> 1;
                        turn  = split >> 1;             // Gray bits below it: 1 once, then 0
                        far   = (far & ~split) | below;
                        far[WORD-1] = seed[WORD-1];     // a top bit that flips may be either
                        if (seed[WORD-1]) turn[WORD-2] = 1'b0;
                        fits_far = ((below & (split | (any_one ^ turn))) >> NEAR) == {WORD{1'b0}} &&
                            far[NEAR] == seed[NEAR];
                    end
                    assign first_lane = {far[WORD-1:NEAR], seed[NEAR-1:0]};
                    assign may_1[v]   = fits && fits_far;
                    wire unused = &{1'b0, seed, far};
                end else begin : gen_near
                    assign first_lane = seed;
                    assign may_1[v]   = fits;
                end
            end
        end
    endgenerate

    wire                   valid_2, raw_2;
    wire [COUNT-1:0]       may_2;
    wire [COUNT*PART-1:0]  part_2;
    wire [COUNT*STEP-1:0]  step_2;
    wire [COUNT*WORD-1:0]  base_2;
    wire [USER_BITS-1:0]   user_2;
    wire [LANES-1:0]       mask_2;
    wire [BLOCK-1:0]       block_2;

    `WF_CUT #(.ON(STAGES >= 2), .WIDTH(1 + COUNT * (1 + PART + STEP + WORD) + USER_BITS + LANES + BLOCK)) cut_guess (
        .clk_i(clk), .rst_ni(rst_n),
        .valid_i(valid_1), .data_i({raw_1, may_1, part_1, step_1, base_1, user_1, mask_1, block_1}),
        .valid_o(valid_2), .data_o({raw_2, may_2, part_2, step_2, base_2, user_2, mask_2, block_2})
    );

    // ---- Classify: does the guess give the near parts of every active lane back, and their carry the lowest far bit? ----

    wire                  live_2 = ISOLATE == 0 || (STAGES >= 2 ? valid_2 && !raw_2 : live_1);
    wire [BLOCK-1:0]      held_2 = ISOLATE == 0 ? block_2 : block_2 & {BLOCK{live_2}};
    wire [COUNT*CODE-1:0] code_2;
    generate
        if (ANY != 0) begin : gen_code_any
            assign code_2 = step_2;
        end else begin : gen_code_pow2
            for (v = 0; v < COUNT; v = v + 1) begin : gen_code
                wire [6:0] s = step_2[STEP*v +: 7];
                assign code_2[3*v +: 3] = {3{s == 7'd0}} | {s[4] | s[5] | s[6], s[2] | s[3] | s[6], s[1] | s[3] | s[5]};
            end
        end
    endgenerate

    wire [LANES*PART-1:0] guess_2;
    wire                  expanded;

    `WF_EXPAND #(.LANES(LANES), .VECTOR(VECTOR), .ANY(ANY), .WORD(PART), .OPEN(1), .STAGES(0)) expand (
        .valid_i(valid_2), .base_i(ANY != 0 ? base_2[COUNT*PART-1:0] : part_2), .stride_i(step_2),
        .valid_o(expanded), .block_o(guess_2)
    );

    reg  [LANES-1:0] miss_2;
    reg  [COUNT-1:0] flag_to_3;
    integer          n;
    always @* begin
        for (n = 0; n < LANES; n = n + 1)
            miss_2[n] = |(guess_2[PART*n +: PART] ^ held_2[WORD*n +: PART]) && mask_2[n];
        for (n = 0; n < COUNT; n = n + 1)
            flag_to_3[n] = may_2[n] && !raw_2 && !(|miss_2[WIDTH*n +: WIDTH]);
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
