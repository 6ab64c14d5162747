// SPDX-License-Identifier: Apache-2.0
// Encoder of bpc, planes: the bit planes of the differences between successive words, which are signed. Slot q is plane 32 - q.
//
//   words 5, 7, 6, ..  ->  differences 2, -1, ..: bit 0 of slot 31 (plane 1) is 1, bit 1 of every slot is 1
`default_nettype none
module `WF_ENC_PLANES #(
    parameter WORDS = `WF_LINE / 4  // words of the line
) (
    input  wire [32*WORDS-1:0]     block_i,  // the line
    output wire [33*(WORDS-1)-1:0] planes_o  // bits (WORDS-1)*q +: WORDS-1: slot q; bit i of it is of the difference of words i + 1 and i
);
    generate
        if (WORDS != 8 && WORDS != 16 && WORDS != 32) begin : gen_bad_words wf_illegal_WORDS bad (); end
    endgenerate

    genvar i, q;
    generate
        for (i = 0; i < WORDS - 1; i = i + 1) begin : gen_delta
            wire [31:0] word  = block_i[32*i +: 32];
            wire [31:0] next  = block_i[32*i+32 +: 32];
            wire [32:0] delta = {next[31], next} - {word[31], word};
            for (q = 0; q < 33; q = q + 1) begin : gen_slot
                assign planes_o[(WORDS-1)*q+i] = delta[32-q];
            end
        end
    endgenerate
endmodule
`default_nettype wire
