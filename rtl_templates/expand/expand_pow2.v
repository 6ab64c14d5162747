// SPDX-License-Identifier: Apache-2.0
// Block expand, strides zero and powers of two to 64: lane i of one vector is base + i * stride, modulo 2^WORD. No lane needs an adder.
//
//   WIDTH 8, hexadecimal    base 00000030, stride code 4 (10)     ->  30 40 50 60 70 80 90 A0
//                           base 00000030, stride code 7 (zero)   ->  30 in all lanes
//
// Halving: let t = stride << k. From two known sums s and s + 2t follows the one between them, s + t. At t's bit it is the inverse of s.
// Above that bit it is s if the bit is 0 in s (nothing carries), else s + 2t. All sums s of one k have that bit from the base, so one bit
// selects for all lanes. The only real sum is base + WIDTH * stride. With 16 lanes: s = lane 0 = 030, s + 2t = 130, t = 80. Bit 7 of 030 is
// 0, so lane 8 is 030 with bit 7 set: 0B0.
// Step of eight: the three lowest bits of a lane's number are added at once. Let the digit be the base's bits at stride, 2 stride and 4
// stride. Lane 8j + k has digit + k there, and elsewhere the bits of lane 8j, or of lane 8j + 8 if digit + k carries. In the example the
// digit is 3. For lane 5, 3 + 5 = 8 carries: it is lane 8 (B0) with 0 in the digit, which is 80.
// Near and far: only the near part, the bits that a stride reaches, takes part. The far part above it is the base's, or that plus one.
`default_nettype none
module `WF_EXPAND_POW2 #(
    parameter WIDTH = 4,  // lanes of the vector: a power of two
    parameter WORD  = 4   // bits of a lane
) (
    input  wire [WORD-1:0]       base_i,    // lane 0
    input  wire [2:0]            stride_i,  // the stride: code 0 to 6 for 1 to 64, 7 for 0
    output wire [WORD*WIDTH-1:0] sums_o     // lane 0 lowest
);
    localparam LOG    = $clog2(WIDTH);
    localparam NEAR   = LOG + 7;                        // bits of the near part: those that WIDTH * stride may have
    localparam FULL   = WORD > NEAR ? WORD : NEAR;
    localparam LOW    = LOG < 3 ? LOG : 3;              // bits of a lane's number that are added in one step
    localparam STEP   = 1 << LOW;
    localparam LEVELS = $clog2(FULL);
    localparam [FULL-1:0] FAR = {FULL{1'b1}} << NEAR;   // the bits of the far part

    generate
        if (WIDTH < 4 || WIDTH > 128 || (WIDTH & (WIDTH - 1)) != 0) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (WORD < 4 || WORD > 64) begin : gen_bad_word wf_illegal_WORD bad (); end
    endgenerate

    wire [FULL-1:0] whole;      // the base
    wire [NEAR:0]   start;      // its near part
    wire [NEAR:0]   stride;
    wire [NEAR:0]   above;      // bits above the stride's
    wire [LOG-1:0]  digit;      // of the base, from the stride's bit on
    genvar          i, k, l;
    generate
        assign whole[WORD-1:0] = base_i;
        if (FULL > WORD) begin : gen_fill
            assign whole[FULL-1:WORD] = {FULL-WORD{1'b0}};
        end
        assign start = {1'b0, whole[NEAR-1:0]};
        for (k = 0; k < 7; k = k + 1) begin : gen_stride
            assign stride[k] = stride_i == k;
        end
        assign stride[NEAR:7] = {NEAR-6{1'b0}};
        assign above[0] = 1'b0;
        for (k = 0; k < NEAR; k = k + 1) begin : gen_above
            assign above[k+1] = |stride[k:0];
        end
        for (k = 0; k < LOG; k = k + 1) begin : gen_digit
            assign digit[k] = |(start & (stride << k));
        end
    endgenerate

    // next: the far part plus one. Its bits flip up to the first that is 0. ones, bit b of level l: the 2^l bits up to b are 1
    generate
        for (l = 0; l <= LEVELS; l = l + 1) begin : gen_ones
            wire [FULL-1:0] ones;
            if (l == 0) begin : gen_bits
                assign ones = whole | ~FAR;
            end else begin : gen_joined
                assign ones = gen_ones[l-1].ones & ((gen_ones[l-1].ones << (1 << (l - 1))) | ~({FULL{1'b1}} << (1 << (l - 1))));
            end
        end
    endgenerate
    wire [FULL-1:0] next = whole ^ (gen_ones[LEVELS].ones << 1);

    // ---- Near: base + WIDTH * stride, then by halving the sums between, down to every STEPth lane ----

    // run: bits of the near part that WIDTH * stride flips
    wire [NEAR:0] added = stride << LOG;
    wire [NEAR:0] run;
    generate
        for (k = 0; k <= NEAR; k = k + 1) begin : gen_run
            wire flips;
            if (k <= LOG) begin : gen_first
                assign flips = added[k];
            end else begin : gen_carry
                assign flips = added[k] | (gen_run[k-1].flips & start[k-1]);
            end
            assign run[k] = flips;
        end
        for (i = 0; i <= WIDTH; i = i + STEP) begin : gen_near
            wire [NEAR:0] near;     // of lane i, and its carry
            if (i == 0) begin : gen_base
                assign near = start;
            end else if (i == WIDTH) begin : gen_end
                assign near = start ^ run;
            end else begin : gen_half
                localparam K = $clog2(i & -i);
                wire [NEAR:0] x    = gen_near[i - (1 << K)].near;
                wire [NEAR:0] y    = gen_near[i + (1 << K)].near;
                wire [NEAR:0] step = stride << K;
                wire [NEAR:0] take = (above << K) & {NEAR+1{digit[K]}};
                wire [NEAR:0] flip = step & {NEAR+1{!digit[K]}};
                assign near = (y & take) | (x & ~take & ~step) | flip;
            end
        end
    endgenerate

    // ---- Lanes: step of eight ----

    // window: the bits of the digit. kept: base + i * stride with 0 there
    wire [FULL-1:0] window;
    generate
        for (k = 0; k <= LOW; k = k + 1) begin : gen_window
            wire [NEAR-1:0] bits;
            if (k == 0) begin : gen_none
                assign bits = {NEAR{1'b0}};
            end else begin : gen_more
                assign bits = gen_window[k-1].bits | (stride[NEAR-1:0] << (k - 1));
            end
        end
        assign window[NEAR-1:0] = gen_window[LOW].bits;
        if (FULL > NEAR) begin : gen_far
            assign window[FULL-1:NEAR] = {FULL-NEAR{1'b0}};
        end
        for (i = 0; i <= WIDTH; i = i + STEP) begin : gen_step
            wire [FULL-1:0] far  = (gen_near[i].near[NEAR] ? next : whole) & FAR;
            wire [FULL-1:0] word;
            wire [FULL-1:0] kept = word & ~window;
            assign word[NEAR-1:0] = gen_near[i].near[NEAR-1:0];
            if (FULL > NEAR) begin : gen_far
                assign word[FULL-1:NEAR] = far[FULL-1:NEAR];
            end
            wire unused_far = &{1'b0, far, word};
        end

        // Lane i + k of every step gets digit + k, and the rest from the step's first lane (stay) or from the next step's (move). With stride
        // zero both are the same, and move stays 0. It is not the plain complement of stay, so that synthesis makes one AND-OR gate for
        // each bit.
        for (k = 0; k < STEP; k = k + 1) begin : gen_lane
            wire [LOW:0]    carried = {1'b0, digit[LOW-1:0]} + k;
            wire            move    = carried[LOW] & above[NEAR];
            wire            stay    = !carried[LOW];
            wire [FULL-1:0] place;      // digit + k in its place
            for (l = 0; l <= LOW; l = l + 1) begin : gen_place
                wire [FULL-1:0] bits;
                if (l == 0) begin : gen_none
                    assign bits = {FULL{1'b0}};
                end else begin : gen_more
                    assign bits = gen_place[l-1].bits | ({{FULL-NEAR{1'b0}}, stride[NEAR-1:0] << (l - 1)} & {FULL{carried[l-1]}});
                end
            end
            assign place = gen_place[LOW].bits;
            for (i = 0; i < WIDTH; i = i + STEP) begin : gen_of_step
                wire [FULL-1:0] word;
                if (k == 0) begin : gen_first
                    assign word = gen_step[i].word;
                end else begin : gen_moved
                    assign word = (gen_step[i + STEP].kept & {FULL{move}}) | (gen_step[i].kept & {FULL{stay}}) | place;
                end
                assign sums_o[WORD*(i+k) +: WORD] = word[WORD-1:0];
                wire unused_word = &{1'b0, word, move, stay, place};
            end
        end
    endgenerate
endmodule
`default_nettype wire
