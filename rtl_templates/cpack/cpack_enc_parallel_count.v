// SPDX-License-Identifier: Apache-2.0
// Encoder of cpack, form parallel, count: the first words in their order become the entries, from entry 0 on.
//
//   W 8, MOST 4, first_i 00010100, one_i 00111100, two_i 00000000
//   ->  becomes_o: 00000100 for entry 0, 00010000 for entry 1; entries_o 00100 (two); too_many_o 0
//
// at_least_k, bit i: at least k of the words up to i are first words. It is known for a word and the one before it (one_i, two_i); each level
// doubles the number of words that are counted.
`default_nettype none
module `WF_ENC_PARALLEL_COUNT #(
    parameter W    = `WF_LINE / 4,  // words: 8, 16 or 32
    parameter MOST = 4              // entries: 3 or 4
) (
    input  wire [W-1:0]      first_i,    // bit i: word i is a first word
    input  wire [W-1:0]      one_i,      // bit i: of words i and i - 1 at least one is a first word
    input  wire [W-1:0]      two_i,      // bit i: of words i and i - 1 both are first words
    output wire [MOST*W-1:0] becomes_o,  // bit W*k + i: word i becomes entry k
    output wire [MOST:0]     entries_o,  // one-hot: the number of entries, at most MOST
    output wire              too_many_o  // 1: there are more than MOST first words
);
    localparam LEVELS = $clog2(W);

    generate
        if (W != 8 && W != 16 && W != 32) begin : gen_bad_w wf_illegal_W bad (); end
        if (MOST < 3 || MOST > 4) begin : gen_bad_most wf_illegal_MOST bad (); end
    endgenerate

    genvar l, k;
    generate
        for (l = 1; l <= LEVELS; l = l + 1) begin : gen_level
            wire [W-1:0] at_least_1, at_least_2, at_least_3, at_least_4;
            if (l == 1) begin : gen_pairs
                assign at_least_1 = one_i;
                assign at_least_2 = two_i;
                assign at_least_3 = {W{1'b0}};
                assign at_least_4 = {W{1'b0}};
            end else begin : gen_joined
                // of the words before those that the level before has counted
                wire [W-1:0] low_1 = gen_level[l-1].at_least_1 << (1 << (l - 1));
                wire [W-1:0] low_2 = gen_level[l-1].at_least_2 << (1 << (l - 1));
                wire [W-1:0] low_3 = gen_level[l-1].at_least_3 << (1 << (l - 1));
                wire [W-1:0] low_4 = gen_level[l-1].at_least_4 << (1 << (l - 1));
                assign at_least_1 = gen_level[l-1].at_least_1 | low_1;
                assign at_least_2 = gen_level[l-1].at_least_2 | (gen_level[l-1].at_least_1 & low_1) | low_2;
                assign at_least_3 = gen_level[l-1].at_least_3 | (gen_level[l-1].at_least_2 & low_1)
                                    | (gen_level[l-1].at_least_1 & low_2) | low_3;
                assign at_least_4 = gen_level[l-1].at_least_4 | (gen_level[l-1].at_least_3 & low_1)
                                    | (gen_level[l-1].at_least_2 & low_2) | (gen_level[l-1].at_least_1 & low_3) | low_4;
            end
        end
    endgenerate

    // reached: bits W*k + i, at least k words up to i are first words; earlier: the same of the words before i
    wire [5*W-1:0] reached = {gen_level[LEVELS].at_least_4, gen_level[LEVELS].at_least_3, gen_level[LEVELS].at_least_2,
                              gen_level[LEVELS].at_least_1, {W{1'b1}}};
    wire [5*W-1:0] earlier;
    generate
        for (k = 0; k <= 4; k = k + 1) begin : gen_earlier
            assign earlier[W*k +: W] = {reached[W*k +: W-1], k == 0};
        end
        for (k = 0; k < MOST; k = k + 1) begin : gen_entry
            assign becomes_o[W*k +: W] = first_i & earlier[W*k +: W] & ~earlier[W*(k+1) +: W];
            assign entries_o[k]        = reached[W*k + W-1] && !reached[W*(k+1) + W-1];
        end
    endgenerate
    assign entries_o[MOST] = reached[W*MOST + W-1];
    assign too_many_o      = |(first_i & earlier[W*MOST +: W]);
    wire unused_reached = &{1'b0, reached, earlier};
endmodule
`default_nettype wire
