// SPDX-License-Identifier: Apache-2.0
// Encoder of fpc, classify: the patterns that all words of a group fit, of those in use.
//
//   GROUPS 1, N 2, words 00000012 FFFFFF80  ->  byte_o 1 and half_o 1 (sign-extended); zero_o, nibble_o, upper_o, two_o and repeat_o 0
`default_nettype none
module `WF_ENC_CLASSIFY #(
    parameter       GROUPS   = 4,            // groups of the line
    parameter       N        = 2,            // words of a group
    parameter [6:0] PATTERNS = `WF_PATTERNS  // patterns that may be used, bits 0 to 6: zero nibble byte half upper two-bytes repeated
) (
    input  wire [32*N*GROUPS-1:0] block_i,   // the line
    output wire [GROUPS-1:0]      zero_o,    // bit g, group g: every word is 0
    output wire [GROUPS-1:0]      nibble_o,  // every word is 4 bits, sign-extended
    output wire [GROUPS-1:0]      byte_o,    // every word is a byte, sign-extended
    output wire [GROUPS-1:0]      half_o,    // every word is a halfword, sign-extended
    output wire [GROUPS-1:0]      upper_o,   // every word has a lower halfword of 0
    output wire [GROUPS-1:0]      two_o,     // both halfwords of every word are a byte, sign-extended
    output wire [GROUPS-1:0]      repeat_o   // every word is a byte, four times
);
    generate
        if (GROUPS != 2 && GROUPS != 4 && GROUPS != 8 && GROUPS != 16 && GROUPS != 32) begin : gen_bad_groups
            wf_illegal_GROUPS bad ();
        end
        if (N < 1 ||
                (GROUPS * N != 8 && GROUPS * N != 16 && GROUPS * N != 32)) begin : gen_bad_n wf_illegal_N bad (); end
        if (PATTERNS == 7'd0) begin : gen_bad_patterns wf_illegal_PATTERNS bad (); end
    endgenerate

    genvar g, i;
    generate
        for (g = 0; g < GROUPS; g = g + 1) begin : gen_group
            wire [N-1:0] zero, nibble, small_byte, half, upper, two, repeated;
            for (i = 0; i < N; i = i + 1) begin : gen_word
                wire [31:0] w      = block_i[32*(N*g+i) +: 32];
                wire        ones_3 = &w[31:15];
                wire        ones_2 = &w[14:7];
                wire        ones_1 = &w[6:3];
                wire        none_3 = !(|w[31:15]);
                wire        none_2 = !(|w[14:7]);
                wire        none_1 = !(|w[6:3]);
                assign half[i]       = ones_3 || none_3;
                assign small_byte[i] = ones_3 && ones_2 || none_3 && none_2;
                assign nibble[i]     = ones_3 && ones_2 && ones_1 || none_3 && none_2 && none_1;
                assign zero[i]       = !(|w);
                assign upper[i]      = !(|w[15:0]);
                assign two[i]        = (&w[31:23] || !(|w[31:23])) && (&w[15:7] || !(|w[15:7]));
                assign repeated[i]   = w[31:8] == w[23:0];
            end
            assign zero_o[g]   = PATTERNS[0] ? &zero : 1'b0;
            assign nibble_o[g] = PATTERNS[1] ? &nibble : 1'b0;
            assign byte_o[g]   = PATTERNS[2] ? &small_byte : 1'b0;
            assign half_o[g]   = PATTERNS[3] ? &half : 1'b0;
            assign upper_o[g]  = PATTERNS[4] ? &upper : 1'b0;
            assign two_o[g]    = PATTERNS[5] ? &two : 1'b0;
            assign repeat_o[g] = PATTERNS[6] ? &repeated : 1'b0;
        end
    endgenerate
endmodule
`default_nettype wire
