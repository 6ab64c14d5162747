// SPDX-License-Identifier: Apache-2.0
// Decoder of bpc, form stream, words: each word moves up by RATE bits, and its sum is added. So after 33 / RATE cycles a word is the sum of the base
// and of all differences up to it, and of what it was before nothing is left.
//
//   RATE 3, a word 00000005, its sum 13  ->  00000035: 5 * 8 + 13
`default_nettype none
module `WF_DEC_SERIAL_WORDS #(
    parameter WORDS = `WF_LINE / 4,               // words of the line
    parameter RATE  = `WF_RATE,                   // planes a cycle: 1, 3 or 11
    parameter SUM   = RATE + $clog2(WORDS)  // bits of a sum; not to be set
) (
    input  wire [32*WORDS-1:0]  words_i,  // the words so far
    input  wire [SUM*WORDS-1:0] sums_i,   // bits SUM*i +: SUM: that for word i
    output wire [32*WORDS-1:0]  words_o   // the words, with RATE more bits
);
    localparam UPPER = 32 - RATE;           // bits to which something is added
    localparam OVER  = SUM - RATE;          // what is added
    localparam N     = WORDS - 1;           // word 0 is the base: its digits have no carry

    generate
        if (WORDS != 8 && WORDS != 16 && WORDS != 32) begin : gen_bad_words wf_illegal_WORDS bad (); end
        if (RATE != 1 && RATE != 3 && RATE != 11) begin : gen_bad_rate wf_illegal_RATE bad (); end
        if (SUM != RATE + $clog2(WORDS)) begin : gen_bad_sum wf_illegal_SUM bad (); end
    endgenerate

    wire [UPPER*N-1:0] make, pass, into;
    wire [N-1:0]       unused_make, unused_pass;
    wire               unused = &{1'b0, unused_make, unused_pass, sums_i[SUM-1:RATE]};
    genvar i;
    generate
        for (i = 0; i < WORDS; i = i + 1) begin : gen_word
            wire [UPPER-1:0] word = words_i[32*i +: UPPER];
            wire             unused_top = &{1'b0, words_i[32*i+UPPER +: RATE]};
            assign words_o[32*i +: RATE] = sums_i[SUM*i +: RATE];
            if (i == 0) begin : gen_base
                assign words_o[RATE +: UPPER] = word;
            end else begin : gen_sum
                wire [UPPER-1:0] over = {{UPPER-OVER{1'b0}}, sums_i[SUM*i+RATE +: OVER]};
                assign make[UPPER*(i-1) +: UPPER]      = word & over;
                assign pass[UPPER*(i-1) +: UPPER]      = word | over;
                assign words_o[32*i+RATE +: UPPER]     = word ^ over ^ into[UPPER*(i-1) +: UPPER];
            end
        end
    endgenerate
    `WF_CARRY #(.WIDTH(UPPER), .COUNT(N)) carry (
        .make_i(make), .pass_i(pass), .into_i({N{1'b0}}), .into_o(into), .make_o(unused_make), .pass_o(unused_pass)
    );
endmodule
`default_nettype wire
