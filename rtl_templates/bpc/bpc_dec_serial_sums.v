// SPDX-License-Identifier: Apache-2.0
// Decoder of bpc, form stream, sums: RATE planes have a digit of RATE bits of each difference. The sum for a word is that of the base's digit and of
// all digits up to it; of a raw line, the word's own digit. Sums of neighbours are joined in log2 levels.
//
//   RATE 3, base_i 101, digits 001, 111, ..  ->  sums 5, 6, 13, ..
`default_nettype none
module `WF_DEC_SERIAL_SUMS #(
    parameter WORDS = `WF_LINE / 4,               // words of the line
    parameter RATE  = `WF_RATE,                   // planes a cycle: 1, 3 or 11
    parameter SUM   = RATE + $clog2(WORDS)  // bits of a sum; not to be set
) (
    input  wire                      coded_i,   // 1: compressed, 0: raw
    input  wire [RATE-1:0]           base_i,    // the base's digit
    input  wire [RATE*(WORDS-1)-1:0] planes_i,  // bits (WORDS-1)*k +: WORDS-1: the plane k below the highest; bit i is of words i + 1 and i
    output wire [SUM*WORDS-1:0]      sums_o     // bits SUM*i +: SUM: that for word i
);
    localparam N      = WORDS - 1;
    localparam LEVELS = $clog2(WORDS);

    generate
        if (WORDS != 8 && WORDS != 16 && WORDS != 32) begin : gen_bad_words wf_illegal_WORDS bad (); end
        if (RATE != 1 && RATE != 3 && RATE != 11) begin : gen_bad_rate wf_illegal_RATE bad (); end
        if (SUM != RATE + $clog2(WORDS)) begin : gen_bad_sum wf_illegal_SUM bad (); end
    endgenerate

    genvar i, k, l;
    generate
        for (l = 0; l <= LEVELS; l = l + 1) begin : gen_level
            wire [SUM*WORDS-1:0] sums;
            for (i = 0; i < WORDS; i = i + 1) begin : gen_word
                if (l == 0) begin : gen_digit
                    wire [RATE-1:0] digit;
                    if (i == 0) begin : gen_base
                        assign digit = base_i;
                    end else begin : gen_delta
                        for (k = 0; k < RATE; k = k + 1) begin : gen_plane
                            assign digit[RATE-1-k] = planes_i[N*k + i-1];
                        end
                    end
                    assign sums[SUM*i +: SUM] = {{SUM-RATE{1'b0}}, digit};
                end else if ((i >> (l - 1)) % 2 == 1) begin : gen_right
                    localparam LAST = ((i >> (l - 1)) << (l - 1)) - 1;      // of the left half
                    assign sums[SUM*i +: SUM] = gen_level[l-1].sums[SUM*i +: SUM] + (gen_level[l-1].sums[SUM*LAST +: SUM] & {SUM{coded_i}});
                end else begin : gen_left
                    assign sums[SUM*i +: SUM] = gen_level[l-1].sums[SUM*i +: SUM];
                end
            end
        end
    endgenerate
    assign sums_o = gen_level[LEVELS].sums;
endmodule
`default_nettype wire
