// SPDX-License-Identifier: Apache-2.0
// Encoder of cpack, form fifo, compare: each word of a group with the dictionary, with the earlier words of the group and with those of the
// group before.
//
//   RATE 1, word ABCDEF42, entry 0 ABCDEF00, entry 1 ABCDEF42  ->  like_o, from the top: 0002 (all), 0003 (upper 24), 0003 (upper 16)
//
// Each result has three parts of equal width, from the top: all 32 bits are equal, the upper 24, the upper 16.
`default_nettype none
module `WF_ENC_FIFO_COMPARE #(
    parameter RATE   = `WF_RATE,  // words of a group
    parameter STORED = 1,         // 1: there are words from earlier groups in the dictionary
    parameter BEFORE = 1          // 1: the words of the group before are not in the dictionary yet
) (
    input  wire [RATE*32-1:0]     words_i,       // the group, its first word lowest
    input  wire [511:0]           dictionary_i,  // entry 0 lowest
    input  wire [RATE*32-1:0]     before_i,      // the group before
    output wire [3*16*RATE-1:0]   like_o,        // of a part: bit 16*i + j, word i and entry j
    output wire [3*RATE*RATE-1:0] pair_o,        // of a part: bit RATE*i + j, words i and j of the group, j < i
    output wire [3*RATE*RATE-1:0] before_o       // of a part: bit RATE*i + j, word i and word j of the group before
);
    localparam VEC  = 16 * RATE;
    localparam PAIR = RATE * RATE;

    generate
        if (RATE != 1 && RATE != 2 && RATE != 4 && RATE != 8) begin : gen_bad_rate wf_illegal_RATE bad (); end
        if (STORED < 0 || STORED > 1) begin : gen_bad_stored wf_illegal_STORED bad (); end
        if (BEFORE < 0 || BEFORE > 1) begin : gen_bad_before wf_illegal_BEFORE bad (); end
    endgenerate

    function [2:0] alike;
        input [31:0] x, y;
        reg          upper, middle, lower;
        begin
            upper  = x[31:16] == y[31:16];
            middle = x[15:8] == y[15:8];
            lower  = x[7:0] == y[7:0];
            alike  = {upper && middle && lower, upper && middle, upper};
        end
    endfunction

    genvar i, j;
    generate
        for (i = 0; i < RATE; i = i + 1) begin : gen_word
            wire [31:0] word = words_i[32*i +: 32];
            for (j = 0; j < 16; j = j + 1) begin : gen_entry
                wire [2:0] like = STORED != 0 ? alike(word, dictionary_i[32*j +: 32]) : 3'd0;
                assign {like_o[2*VEC + 16*i + j], like_o[VEC + 16*i + j], like_o[16*i + j]} = like;
            end
            for (j = 0; j < RATE; j = j + 1) begin : gen_other
                wire [2:0] pair   = j < i ? alike(word, words_i[32*j +: 32]) : 3'd0;
                wire [2:0] late   = BEFORE != 0 ? alike(word, before_i[32*j +: 32]) : 3'd0;
                assign {pair_o[2*PAIR + RATE*i + j], pair_o[PAIR + RATE*i + j], pair_o[RATE*i + j]} = pair;
                assign {before_o[2*PAIR + RATE*i + j], before_o[PAIR + RATE*i + j], before_o[RATE*i + j]} = late;
            end
        end
    endgenerate
    wire unused_words = &{1'b0, dictionary_i, before_i};
endmodule
`default_nettype wire
