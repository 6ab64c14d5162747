// SPDX-License-Identifier: Apache-2.0
// Encoder of cpack, form fifo, code: index, code and length of each word of a group. Lengths are counted in pairs of bits.
//
//   RATE 2, words ABCDEF42 00000007 (word 0 last), kinds mmmx and zzzx, best entry of word 1: 0
//   ->  code of word 0: 07 1011 in the lowest 12 bits; of word 1: 42 0000 0111; offset_o 6, 0; length_o 14
`default_nettype none
module `WF_ENC_FIFO_CODE #(
    parameter RATE = `WF_RATE  // words of a group
) (
    input  wire [RATE*32-1:0] words_i,   // the group, its first word lowest
    input  wire [6*RATE-1:0]  kind_i,    // bits 6*i +: 6, one-hot from bit 0: zzzz, zzzx, mmmm, mmmx, mmxx, xxxx
    input  wire [16*RATE-1:0] best_i,    // bits 16*i +: 16: the entries that word i matches best; the lowest one counts
    output wire [34*RATE-1:0] code_o,    // bits 34*i +: 34: the code of word i, its first bit lowest
    output wire [8*RATE-1:0]  offset_o,  // bits 8*i +: 8: where the code of word i begins in the group
    output wire [7:0]         length_o   // of all codes of the group
);
    generate
        if (RATE != 1 && RATE != 2 && RATE != 4 && RATE != 8) begin : gen_bad_rate wf_illegal_RATE bad (); end
    endgenerate

    genvar c;
    generate
        for (c = 0; c < RATE; c = c + 1) begin : gen_word
            wire [31:0] word  = words_i[32*c +: 32];
            wire [5:0]  kind  = kind_i[6*c +: 6];
            // index: the number of the lowest entry, by halving. upper: it is in the upper half of what is left. The cell for the lowest 1
            // gives it as one-hot; with that the encoder of a word a cycle takes 7 % more area
            wire [15:0] best    = best_i[16*c +: 16];
            wire        upper_8 = !(|best[7:0]);
            wire [7:0]  best_8  = upper_8 ? best[15:8] : best[7:0];
            wire        upper_4 = !(|best_8[3:0]);
            wire [3:0]  best_4  = upper_4 ? best_8[7:4] : best_8[3:0];
            wire        upper_2 = !(|best_4[1:0]);
            wire        upper_1 = upper_2 ? best_4[3] && !best_4[2] : !best_4[0];
            wire [3:0]  index   = {upper_8, upper_4, upper_2, upper_1};
            wire [7:0]  offset;
            // zzzz 1, zzzx 6, mmmm 3, mmmx 8, mmxx 12, xxxx 17
            wire [4:0]  length = {kind[5], kind[3] || kind[4], kind[1] || kind[4], kind[1] || kind[2], kind[0] || kind[2] || kind[5]};
            if (c == 0) begin : gen_first
                assign offset = 8'd0;
            end else begin : gen_next
                assign offset = gen_word[c-1].offset + {3'd0, gen_word[c-1].length};
            end
            assign code_o[34*c +: 34] = {22'd0, word[7:0], 4'b1011} & {34{kind[1]}} |
                                        {28'd0, index, 2'b01} & {34{kind[2]}} |
                                        {18'd0, word[7:0], index, 4'b0111} & {34{kind[3]}} |
                                        {10'd0, word[15:0], index, 4'b0011} & {34{kind[4]}} |
                                        {word, 2'b10} & {34{kind[5]}};
            assign offset_o[8*c +: 8] = offset;
        end
    endgenerate
    assign length_o = gen_word[RATE-1].offset + {3'd0, gen_word[RATE-1].length};
endmodule
`default_nettype wire
