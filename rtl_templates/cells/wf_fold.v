// SPDX-License-Identifier: Apache-2.0
// What COUNT words have in common, column by column: the halves are laid onto each other until one word is left.
//
//   COUNT 4, WIDTH 4, words 1100 1010 1000 1001  ->  all_o 1000 (1 in every word), any_o 1111 (1 in some word)
//   A column agrees among all words where all_o is 1 or any_o is 0.
`default_nettype none
module `WF_FOLD #(
    parameter WIDTH = 1,    // bits of a word, from 1
    parameter COUNT = 2     // words, from 1
) (
    input  wire [COUNT*WIDTH-1:0] data_i,   // word k is bits k*WIDTH +: WIDTH
    output wire [WIDTH-1:0]       all_o,    // bit b: bit b is 1 in every word
    output wire [WIDTH-1:0]       any_o     // bit b: bit b is 1 in some word
);
    localparam LEVELS = $clog2(COUNT);
    generate
        if (WIDTH < 1) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (COUNT < 1) begin : gen_bad_count wf_illegal_COUNT bad (); end
    endgenerate

    // A level has HERE words: the upper half of the level before laid onto the lower one, and the middle word as it is if their number is odd
    genvar l;
    generate
        for (l = 0; l <= LEVELS; l = l + 1) begin : gen_level
            localparam HERE = (COUNT + (1 << l) - 1) >> l;
            wire [HERE*WIDTH-1:0] all, any;
            if (l == 0) begin : gen_words
                assign all = data_i;
                assign any = data_i;
            end else begin : gen_halves
                localparam BEFORE = (COUNT + (1 << (l - 1)) - 1) >> (l - 1);
                localparam PAIRS  = BEFORE - HERE;
                assign all[0 +: PAIRS*WIDTH] = gen_level[l-1].all[HERE*WIDTH +: PAIRS*WIDTH] & gen_level[l-1].all[0 +: PAIRS*WIDTH];
                assign any[0 +: PAIRS*WIDTH] = gen_level[l-1].any[HERE*WIDTH +: PAIRS*WIDTH] | gen_level[l-1].any[0 +: PAIRS*WIDTH];
                if (PAIRS < HERE) begin : gen_middle
                    assign all[PAIRS*WIDTH +: WIDTH] = gen_level[l-1].all[PAIRS*WIDTH +: WIDTH];
                    assign any[PAIRS*WIDTH +: WIDTH] = gen_level[l-1].any[PAIRS*WIDTH +: WIDTH];
                end
            end
        end
    endgenerate
    assign all_o = gen_level[LEVELS].all;
    assign any_o = gen_level[LEVELS].any;
endmodule
`default_nettype wire
