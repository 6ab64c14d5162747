// SPDX-License-Identifier: Apache-2.0
// Encoder of fpc, form word, code: the code of each word, and its length. A run of zeros has its code at its first word, and again after
// every eight words.
//
//   words 5 0 0 0 FFFFFF80  ->  codes 0101 001 (7 bits), 010 000 (6 bits), none, none, 10000000 010 (11 bits)
`default_nettype none
module `WF_ENC_WORD_CODE #(
    parameter WORDS = `WF_LINE / 4  // words of the line
) (
    input  wire [8*WORDS-1:0]  patterns_i,  // bit WORDS*p + m: word m has pattern p
    input  wire [WORDS-1:0]    sixteen_i,   // bit m: the pattern of word m has 16 bits of data
    input  wire [WORDS-1:0]    eight_i,     // bit m: the pattern of word m has 8 bits of data
    input  wire [32*WORDS-1:0] data_i,      // the data of each word
    output wire [35*WORDS-1:0] codes_o,     // bits 35*m +: 35: the code of word m, its first bit lowest, above it 0
    output wire [6*WORDS-1:0]  lengths_o    // bits 6*m +: 6, one-hot: the length 0, 6, 7, 11, 19 or 35
);
    generate
        if (WORDS != 8 && WORDS != 16 && WORDS != 32) begin : gen_bad_words wf_illegal_WORDS bad (); end
    endgenerate

    wire [WORDS+6:0] zeros = {7'd0, patterns_i[WORDS-1:0]};

    genvar m, d;
    generate
        for (m = 0; m < WORDS; m = m + 1) begin : gen_word
            wire [7:0]  is;         // bit p: the word has pattern p
            wire [31:0] data = data_i[32*m +: 32];
            wire        anew;       // a run does not go on here: the word before is not 0, or its run has eight words
            wire [7:1]  more;       // bit d: at least d zeros follow
            for (d = 0; d < 8; d = d + 1) begin : gen_pattern
                assign is[d] = patterns_i[WORDS*d + m];
            end
            if (m == 0) begin : gen_first
                assign anew = 1'b1;
            end else if (m < 8) begin : gen_near
                assign anew = !zeros[m-1];
            end else begin : gen_far
                assign anew = !zeros[m-1] || gen_word[m-8].starts && (&zeros[m-8 +: 8]);
            end
            for (d = 1; d < 8; d = d + 1) begin : gen_more
                assign more[d] = &zeros[m+1 +: d];
            end
            wire       starts = is[0] && anew;
            wire [2:0] run    = {more[4], more[6] || more[2] && !more[4],
                                 more[7] || more[5] && !more[6] || more[3] && !more[4] || more[1] && !more[2]};
            wire [2:0] prefix = {|is[7:4], |is[7:6] || |is[3:2], is[7] || is[5] || is[3] || is[1]};
            assign codes_o[35*m +: 35]  = {data[31:3], data[2:0] | run & {3{starts}}, prefix};
            assign lengths_o[6*m +: 6]  = {is[7], sixteen_i[m], eight_i[m], is[1], starts, is[0] && !starts};
        end
    endgenerate
endmodule
`default_nettype wire
