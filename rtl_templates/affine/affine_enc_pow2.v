// SPDX-License-Identifier: Apache-2.0
// Encoder of affine, strides zero and powers of two to 64: which vectors are affine, and their strides and bases.
//
//   One vector of 4 lanes 12 14 16 18, all active, words of 8 bits  ->  flag_o 1, code_o 1 (stride 2), base_o 12
//
//   lane               0         1         2         3
//   bits           00001100  00001110  00010000  00010010  the lowest bit that is 1 in any lane is bit 1: stride 2
//   digit               110       111       000       001  three bits from bit 1 on: `WF_ENC_DIGITS.v
//   less its number     110       110       110       110  they agree
//   upper part        00001     00001     00010     00010  from bit 3, Gray 1 1 3 3: one column differs: `WF_ENC_UPPER.v
//   base: upper part 00001, digit without its highest bit 10, a 0 below the stride's bit: 00001100
//
// Stride: all lanes are multiples of it, and of two neighbours one is an odd multiple. So it is the lowest bit that is 1 in any active lane.
// No pair of lanes is compared, and all bits below the stride's are 0 for sure. Without an active pair the stride is zero. Stride zero needs
// no more than that all columns agree.
`default_nettype none
module `WF_ENC_POW2 #(
    parameter COUNT     = 1,               // vectors, from 1
    parameter WIDTH     = 4,               // lanes of a vector: a power of two, from 4
    parameter WORD      = `WF_WORD,        // bits of a lane
    parameter ISOLATE   = `WF_ISOLATE,     // 1: gates hold operands at zero while idle or the block stays raw
    parameter CUTS      = `WF_ENC_CUTS,    // register ranks, a bit each, from bit 0: `WF_ENC_CUT_NAMES
    parameter FLOW      = `WF_FLOW,        // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter USER_BITS = `WF_USER_BITS    // bits of user, 1 or more
) (
    input  wire                        clk_i,       // clock, rising edge; without ranks nothing uses it
    input  wire                        rst_ni,      // reset, low, asynchronous
    input  wire                        valid_i,     // 1: the inputs are a block of this cycle
    output wire                        ready_o,     // 1: the next rank takes what valid_i offers
    input  wire                        raw_i,       // 1: the block stays raw
    input  wire [USER_BITS-1:0]        user_i,      // any bits; they come out with this block's result
    input  wire [COUNT*WIDTH-1:0]      mask_i,      // active mask, bit i is lane i
    input  wire [COUNT*WIDTH*WORD-1:0] block_i,     // a word of WORD bits for each lane, lane 0 lowest

    output wire                        valid_o,     // 1: the outputs mean something in this cycle
    input  wire                        ready_i,     // 1: the next place takes the outputs; nothing uses it if FLOW is 0
    output wire [USER_BITS-1:0]        user_o,      // the bits that came in with this block
    output wire [COUNT*WIDTH-1:0]      mask_o,      // the block's active mask
    output wire [COUNT*WIDTH*WORD-1:0] block_o,     // the block, as it came in
    output wire [COUNT-1:0]            flag_o,      // 1: the vector is affine, and the block need not stay raw
    output wire [COUNT*3-1:0]          code_o,      // its stride: log2, or 7 for zero
    output wire [COUNT*WORD-1:0]       base_o       // its base
);
    localparam LANES = COUNT * WIDTH;
    localparam BLOCK = LANES * WORD;
    localparam VBITS = WIDTH * WORD;
    localparam LOG   = $clog2(WIDTH);
    localparam STEPS = WORD < 7 ? WORD : 7;             // bits that a stride may be
    localparam DIGIT = LOG + 1;                         // bits of a digit
    localparam PLAIN = LOG < WORD ? LOG : WORD;         // bits of a lane below every upper part
    localparam LOW   = PLAIN < STEPS ? STEPS : PLAIN;   // bits of a lane that are looked at as they are
    localparam HIGH  = LOG < WORD ? WORD - LOG : 1;     // bits that are looked at in Gray code

    generate
        if (COUNT < 1) begin : gen_bad_count wf_illegal_COUNT bad (); end
        if (WIDTH < 4 || WIDTH > 128 || (WIDTH & (WIDTH - 1)) != 0) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (WORD < 4 || WORD > 64) begin : gen_bad_word wf_illegal_WORD bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if ((CUTS >> 4) != 0) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
    endgenerate

    // ---- Classify: columns of all lanes, the stride ----

    // With ISOLATE no lane counts as active, and all are held at zero, while the unit is idle or the block stays raw. Then there is no stride,
    // which holds the digits at zero too.
    wire                   live_1  = ISOLATE == 0 || (valid_i && !raw_i);
    wire [LANES-1:0]       lanes_1 = mask_i & {LANES{live_1}};
    wire [BLOCK-1:0]       held_1  = ISOLATE == 0 ? block_i : block_i & {BLOCK{live_1}};
    wire [COUNT-1:0]       uniform_1;           // some lane is active, and all active lanes are the same
    wire [COUNT-1:0]       paired_1;            // a pair of lanes 2k, 2k + 1 is active, and there is a stride
    wire [COUNT*STEPS-1:0] stride_1;            // one-hot; 0: none
    wire [COUNT*PLAIN-1:0] plain_1;             // the low bits of a uniform vector
    wire [COUNT*HIGH-1:0]  ones_1, zeros_1;     // Gray columns
    genvar                 v, i;
    generate
        for (v = 0; v < COUNT; v = v + 1) begin : gen_columns
            wire [WIDTH-1:0]      active = lanes_1[WIDTH*v +: WIDTH];
            wire [WIDTH/2-1:0]    pairs;
            wire [WIDTH*LOW-1:0]  lows;
            wire [WIDTH*HIGH-1:0] highs;
            for (i = 0; i < WIDTH; i = i + 1) begin : gen_lane
                wire [WORD-1:0] word = held_1[VBITS*v + WORD*i +: WORD];
                wire [WORD-1:0] gray = word ^ (word >> 1);
                assign lows[LOW*i +: LOW]    = word[LOW-1:0];
                assign highs[HIGH*i +: HIGH] = gray[WORD-1 -: HIGH];
                wire unused_gray = &{1'b0, gray};
            end
            for (i = 0; i < WIDTH / 2; i = i + 1) begin : gen_pair
                assign pairs[i] = &active[2*i +: 2];
            end

            wire [LOW-1:0]   low_ones, low_zeros;
            wire [HIGH-1:0]  ones, zeros;
            wire [STEPS-1:0] stride, unused_below;
            wire             some;
            `WF_ENC_COLUMNS #(.WIDTH(WIDTH), .BITS(LOW)) low (.active_i(active), .words_i(lows), .ones_o(low_ones), .zeros_o(low_zeros));
            `WF_ENC_COLUMNS #(.WIDTH(WIDTH), .BITS(HIGH)) high (.active_i(active), .words_i(highs), .ones_o(ones), .zeros_o(zeros));
            `WF_FIRST #(.WIDTH(STEPS)) lowest (.bits_i(low_ones[STEPS-1:0]), .first_o(stride), .below_o(unused_below), .any_o(some));

            wire [LOW-1:0] low_differ = low_ones & low_zeros;
            assign uniform_1[v]               = |active && !(|low_differ[PLAIN-1:0]) && !(|(ones & zeros));
            assign paired_1[v]                = |pairs && some;
            assign stride_1[STEPS*v +: STEPS] = stride;
            assign plain_1[PLAIN*v +: PLAIN]  = low_ones[PLAIN-1:0];
            assign ones_1[HIGH*v +: HIGH]     = ones;
            assign zeros_1[HIGH*v +: HIGH]    = zeros;
            wire unused_low = &{1'b0, low_differ, unused_below};
        end
    endgenerate

    wire                   valid_2, ready_2, raw_2;
    wire [COUNT-1:0]       uniform_2, paired_2;
    wire [COUNT*STEPS-1:0] stride_2;
    wire [COUNT*PLAIN-1:0] plain_2;
    wire [COUNT*HIGH-1:0]  ones_2, zeros_2;
    wire [USER_BITS-1:0]   user_2;
    wire [LANES-1:0]       mask_2;
    wire [BLOCK-1:0]       block_2;

    `WF_CUT #(.ON(CUTS[1]), .WIDTH(1 + COUNT * (2 + STEPS + PLAIN + 2 * HIGH) + USER_BITS + LANES + BLOCK), .FLOW(FLOW)) cut_stride (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o),
        .data_i({raw_i, uniform_1, paired_1, stride_1, plain_1, ones_1, zeros_1, user_i, mask_i, block_i}),
        .valid_o(valid_2), .ready_i(ready_2),
        .data_o({raw_2, uniform_2, paired_2, stride_2, plain_2, ones_2, zeros_2, user_2, mask_2, block_2})
    );

    // ---- Classify: digits and upper parts ----

    wire [COUNT-1:0]       agree_2;         // the digits fit one base
    wire [COUNT*DIGIT-1:0] digit_2;
    wire [COUNT*2-1:0]     fits_2;          // the upper parts fit a base whose upper part is even; odd
    wire [COUNT*HIGH-1:0]  even_2, odd_2;   // that upper part
    generate
        for (v = 0; v < COUNT; v = v + 1) begin : gen_digits
            wire [STEPS-1:0] stride = stride_2[STEPS*v +: STEPS];
            `WF_ENC_DIGITS #(.WIDTH(WIDTH), .WORD(WORD)) digits (
                .active_i(mask_2[WIDTH*v +: WIDTH]), .lanes_i(block_2[VBITS*v +: VBITS]), .stride_i(stride),
                .agree_o(agree_2[v]), .digit_o(digit_2[DIGIT*v +: DIGIT])
            );
            `WF_ENC_UPPER #(.BITS(HIGH), .STEPS(STEPS)) upper (
                .ones_i(ones_2[HIGH*v +: HIGH]), .zeros_i(zeros_2[HIGH*v +: HIGH]), .stride_i(stride), .uniform_i(uniform_2[v]),
                .fits_o(fits_2[2*v +: 2]), .even_o(even_2[HIGH*v +: HIGH]), .odd_o(odd_2[HIGH*v +: HIGH])
            );
        end
    endgenerate

    // ---- Select: the verdict, the stride's code, the base ----

    wire [COUNT-1:0]      flag_2;
    wire [COUNT*3-1:0]    code_2;
    wire [COUNT*WORD-1:0] base_2;
    generate
        for (v = 0; v < COUNT; v = v + 1) begin : gen_verdict
            wire             uniform = uniform_2[v];
            wire [STEPS-1:0] stride  = stride_2[STEPS*v +: STEPS] & {STEPS{!uniform}};
            wire [DIGIT-1:0] digit   = digit_2[DIGIT*v +: DIGIT];
            wire             odd     = digit[LOG];
            wire             strided = paired_2[v] && agree_2[v] && (odd ? fits_2[2*v+1] : fits_2[2*v]);
            assign flag_2[v] = !raw_2 && (uniform || strided);

            wire [9:0] s = {{10-STEPS{1'b0}}, stride};
            assign code_2[3*v +: 3] = {3{uniform}} | {s[4] | s[5] | s[6], s[2] | s[3] | s[6], s[1] | s[3] | s[5]};
            wire unused_s = &{1'b0, s};

            // The digit without its highest bit lies at the stride's, the upper part above it
            localparam SPAN = WORD + LOG + STEPS;
            wire [LOG+STEPS-1:0] placed;
            wire [HIGH-1:0]      upper = odd && !uniform ? odd_2[HIGH*v +: HIGH] : even_2[HIGH*v +: HIGH];
            wire [SPAN-1:0]      high;
            wire [SPAN-1:0]      base  = {{WORD{1'b0}}, placed} | {{SPAN-PLAIN{1'b0}}, plain_2[PLAIN*v +: PLAIN] & {PLAIN{uniform}}} | high;
            `WF_SHIFT #(.WIDTH(LOG + STEPS), .STEP(1), .COUNT(STEPS)) place (
                .select_i(stride), .data_i({{STEPS{1'b0}}, digit[LOG-1:0]}), .data_o(placed)
            );
            if (LOG < WORD) begin : gen_high
                assign high = {{SPAN-HIGH{1'b0}}, upper} << LOG;
            end else begin : gen_low
                assign high = {SPAN{1'b0}};
                wire unused_upper = &{1'b0, upper};
            end
            assign base_2[WORD*v +: WORD] = base[WORD-1:0];
            wire unused_base = &{1'b0, base};
        end
    endgenerate

    `WF_CUT #(.ON(CUTS[2]), .WIDTH(COUNT * (4 + WORD) + USER_BITS + LANES + BLOCK), .FLOW(FLOW)) cut_verdict (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_2), .ready_o(ready_2), .data_i({flag_2, code_2, base_2, user_2, mask_2, block_2}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({flag_o, code_o, base_o, user_o, mask_o, block_o})
    );
endmodule
`default_nettype wire
