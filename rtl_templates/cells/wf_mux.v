// SPDX-License-Identifier: Apache-2.0
// One of COUNT words, selected by a bit each: AND with the select bit, then OR by halves. No bit selected: 0. Several: their OR.
//
//   COUNT 4, WIDTH 8, select_i 0100, words 44 33 22 11 (word 0 last)  ->  33
`default_nettype none
module `WF_MUX #(
    parameter WIDTH = 1,    // bits of a word, from 1
    parameter COUNT = 2     // words, from 1
) (
    input  wire [COUNT-1:0]       select_i,     // bit k selects word k
    input  wire [COUNT*WIDTH-1:0] data_i,       // word k is bits k*WIDTH +: WIDTH
    output wire [WIDTH-1:0]       data_o        // the selected word; of several their OR, of none 0
);
    localparam LEVELS = $clog2(COUNT);
    generate
        if (WIDTH < 1) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (COUNT < 1) begin : gen_bad_count wf_illegal_COUNT bad (); end
    endgenerate

    genvar l, k;
    generate
        for (l = 0; l <= LEVELS; l = l + 1) begin : gen_level
            localparam HERE = COUNT < 1 ? 1 : (COUNT + (1 << l) - 1) >> l;  // words on this level
            for (k = 0; k < HERE; k = k + 1) begin : gen_word
                wire [WIDTH-1:0] word;
                if (l == 0) begin : gen_leaf
                    assign word = data_i[k*WIDTH +: WIDTH] & {WIDTH{select_i[k]}};
                end else if (2 * k + 1 < (COUNT + (1 << (l - 1)) - 1) >> (l - 1)) begin : gen_pair
                    assign word = gen_level[l-1].gen_word[2*k].word | gen_level[l-1].gen_word[2*k+1].word;
                end else begin : gen_odd
                    assign word = gen_level[l-1].gen_word[2*k].word;
                end
            end
        end
    endgenerate
    assign data_o = gen_level[LEVELS].gen_word[0].word;
endmodule
`default_nettype wire
