// SPDX-License-Identifier: Apache-2.0
// A word shifted by a multiple of STEP bits that is given as one-hot, with zeros from behind. No bit selected: 0.
//
//   WIDTH 16, STEP 4, COUNT 3, data_i ABCD, select_i 010  ->  LEFT 1: BCD0        LEFT 0: 0ABC
`default_nettype none
module `WF_SHIFT #(
    parameter WIDTH = 1,    // bits of the word, from 1
    parameter STEP  = 1,    // bits, from 1
    parameter COUNT = 2,    // shifts: 0, STEP, 2 STEP ..
    parameter LEFT  = 1     // 1: towards the highest bit; 0: towards bit 0
) (
    input  wire [COUNT-1:0] select_i,   // bit k: by k * STEP bits
    input  wire [WIDTH-1:0] data_i,     // the word
    output wire [WIDTH-1:0] data_o      // the word shifted; 0 if no bit of select_i is 1
);
    generate
        if (WIDTH < 1) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (STEP < 1) begin : gen_bad_step wf_illegal_STEP bad (); end
        if (COUNT < 1) begin : gen_bad_count wf_illegal_COUNT bad (); end
        if (LEFT < 0 || LEFT > 1) begin : gen_bad_left wf_illegal_LEFT bad (); end
    endgenerate

    // A level ORs the words of the level before in pairs
    localparam LEVELS = $clog2(COUNT);
    genvar l, k;
    generate
        for (l = 0; l <= LEVELS; l = l + 1) begin : gen_level
            localparam HERE = COUNT < 1 ? 1 : (COUNT + (1 << l) - 1) >> l;  // words on this level
            for (k = 0; k < HERE; k = k + 1) begin : gen_word
                wire [WIDTH-1:0] word;
                if (l == 0 && LEFT != 0) begin : gen_left
                    assign word = (data_i << (k * STEP)) & {WIDTH{select_i[k]}};
                end else if (l == 0) begin : gen_right
                    assign word = (data_i >> (k * STEP)) & {WIDTH{select_i[k]}};
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
