// SPDX-License-Identifier: Apache-2.0
// Encoder of cpack, form fifo, select: the shortest kind of code that fits each word of a group, the entries that it matches best, and the
// words that enter the dictionary, in the order of the words. A word may match one of its own group.
//
//   RATE 2, words ABCDEF42 ABCDEF00 (word 0 last), empty dictionary
//   ->  kinds mmmx, xxxx; word 0 enters at entry 0, word 1 at entry 1 (slot_o 0002 0001); best_o 0001 0000
//
// Where BEFORE is 1, the group before was written after this one was compared. recent_i marks the entries that it wrote; what counts for
// them is the comparison with the words of that group. Results of comparisons have three parts, as in compare.
`default_nettype none
module `WF_ENC_FIFO_SELECT #(
    parameter RATE   = `WF_RATE,  // words of a group
    parameter WRAPS  = 1,         // 1: the line has more than 16 words, so entries may be overwritten
    parameter BEFORE = 1          // 1: the group before was not in the dictionary when this one was compared
) (
    input  wire                   first_i,   // 1: the line's first group: the dictionary is empty
    input  wire [RATE*32-1:0]     words_i,   // the group, its first word lowest
    input  wire [3*16*RATE-1:0]   like_i,    // of a part: bit 16*i + j, word i is like entry j
    input  wire [3*RATE*RATE-1:0] pair_i,    // of a part: bit RATE*i + j, word i is like word j of the group, j < i
    input  wire [3*RATE*RATE-1:0] before_i,  // of a part: bit RATE*i + j, word i is like word j of the group before
    input  wire [15:0]            filled_i,  // entries that were written
    input  wire [15:0]            head_i,    // one-hot: the entry that is written next
    input  wire [16*RATE-1:0]     recent_i,  // bits 16*j +: 16, one-hot or 0: the entry that word j of the group before became

    output wire [16*RATE-1:0]     slot_o,    // bits 16*i +: 16, one-hot or 0: the entry that word i becomes
    output wire [15:0]            filled_o,  // filled_i behind this group
    output wire [15:0]            head_o,    // head_i behind this group
    output wire [16*RATE-1:0]     best_o,    // bits 16*i +: 16: the entries that word i matches best
    output wire [6*RATE-1:0]      kind_o     // bits 6*i +: 6, one-hot from bit 0: zzzz, zzzx, mmmm, mmmx, mmxx, xxxx
);
    localparam VEC  = 16 * RATE;
    localparam PAIR = RATE * RATE;

    generate
        if (RATE != 1 && RATE != 2 && RATE != 4 && RATE != 8) begin : gen_bad_rate wf_illegal_RATE bad (); end
        if (WRAPS < 0 || WRAPS > 1) begin : gen_bad_wraps wf_illegal_WRAPS bad (); end
        if (BEFORE < 0 || BEFORE > 1) begin : gen_bad_before wf_illegal_BEFORE bad (); end
    endgenerate

    // Entries whose comparison counts
    wire [15:0] stale, unused_all;
    `WF_FOLD #(.WIDTH(16), .COUNT(RATE)) fold (.data_i(recent_i), .all_o(unused_all), .any_o(stale));
    wire [15:0] now = filled_i & ~stale & {16{!first_i}};

    genvar m, n, k;
    generate
        for (m = 0; m < RATE; m = m + 1) begin : gen_word
            // Before this word enters: entries written, the next one, and those that words of this group have overwritten
            wire [15:0] filled, head, over;
            if (m == 0) begin : gen_first
                assign filled = filled_i & {16{!first_i}};
                assign head   = first_i ? 16'd1 : head_i;
                assign over   = 16'd0;
            end else begin : gen_next
                assign filled = gen_word[m-1].filled | gen_word[m-1].slot;
                assign head   = gen_word[m-1].enters ? {gen_word[m-1].head[14:0], gen_word[m-1].head[15]} : gen_word[m-1].head;
                assign over   = WRAPS != 0 ? gen_word[m-1].over | gen_word[m-1].slot : 16'd0;
            end

            // Earlier words of the group: the entry of each, and whether it enters
            wire [VEC-1:0]  slots;
            wire [RATE-1:0] entered;
            for (n = 0; n < RATE; n = n + 1) begin : gen_earlier
                if (n < m) begin : gen_slot
                    assign slots[16*n +: 16] = gen_word[n].slot;
                    assign entered[n]        = gen_word[n].enters;
                end else begin : gen_none
                    assign slots[16*n +: 16] = 16'd0;
                    assign entered[n]        = 1'b0;
                end
            end

            // Entries like the word, k = 2: in all 32 bits, 1: in the upper 24, 0: in the upper 16. known: before this group
            for (k = 0; k < 3; k = k + 1) begin : gen_like
                wire [RATE-1:0] pair = pair_i[PAIR*k + RATE*m +: RATE];
                wire [15:0]     late, known, mine;
                if (BEFORE != 0) begin : gen_before
                    `WF_MUX #(.WIDTH(16), .COUNT(RATE)) mux (
                        .select_i(before_i[PAIR*k + RATE*m +: RATE] & {RATE{!first_i}}), .data_i(recent_i), .data_o(late)
                    );
                end else begin : gen_stored
                    assign late = 16'd0;
                end
                assign known = (like_i[VEC*k + 16*m +: 16] & now | late) & ~over;
                `WF_MUX #(.WIDTH(16), .COUNT(RATE)) mux (.select_i(pair), .data_i(slots), .data_o(mine));
`ifdef WF_WITH_START_ZERO
                wire [15:0] entries = known | mine | ~filled & {16{k == 0 && !(|words_i[32*m+16 +: 16])}};
`else
                wire [15:0] entries = known | mine;
`endif
            end

            // A word that equals an earlier one of its group is then in the dictionary and need not enter, unless entries are overwritten
            wire        is_small = !(|words_i[32*m+8 +: 24]);
            wire        is_zero  = is_small && !(|words_i[32*m +: 8]);
            wire        hit_4    = |gen_like[2].known || |(gen_like[2].pair & (WRAPS != 0 ? entered : {RATE{1'b1}}));
            wire        hit_3    = |gen_like[1].entries;
            wire        hit_2    = |gen_like[0].entries;
            wire        enters   = !is_small && !hit_4;
            wire [15:0] slot     = head & {16{enters}};
            wire        unused_entered = &{1'b0, entered};

            assign slot_o[16*m +: 16] = slot;
            assign best_o[16*m +: 16] = gen_like[2].entries & {16{hit_4}} | gen_like[1].entries & {16{hit_3 && !hit_4}}
                                        | gen_like[0].entries & {16{!hit_3 && !hit_4}};
            assign kind_o[6*m +: 6]   = {!is_small && !hit_4 && !hit_3 && !hit_2, !is_small && !hit_4 && !hit_3 && hit_2,
                                         !is_small && !hit_4 && hit_3, !is_small && hit_4, is_small && !is_zero, is_zero};
        end
    endgenerate
    assign filled_o = gen_word[RATE-1].filled | gen_word[RATE-1].slot;
    assign head_o   = gen_word[RATE-1].enters ? {gen_word[RATE-1].head[14:0], gen_word[RATE-1].head[15]} : gen_word[RATE-1].head;
    wire unused_compared = &{1'b0, pair_i, before_i, recent_i, unused_all};
endmodule
`default_nettype wire
