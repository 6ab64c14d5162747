// SPDX-License-Identifier: Apache-2.0
// Decoder of linebdi, turns: which chunks have the other upper part (`WF_DEC_UPPERS.v), and which have one of all ones (a chunk on the zero
// base that is negative). With x the low bytes of a chunk, b those of base: if the top bits of x and b are alike, x has base's upper part.
// Else it is base's too if x is at most 2^(D-1) - 1 above b or 2^(D-1) below it, which the lower bits tell:
//
//   top of x  top of b  x below b in the other bits   upper part
//      0         1                 1                  the other one: base 1083, low byte 02: chunk 1102
//      0         1                 0                  base's:        base 1080, low byte 00: chunk 1000
//      1         0                 0                  the other one: base 1000, low byte FF: chunk 0FFF
//      1         0                 1                  base's:        base 1005, low byte 83: chunk 1083
`default_nettype none
module `WF_DEC_TURNS #(
    parameter LINE = `WF_LINE   // bytes of the cache line: 32, 64 or 128
) (
    input  wire [8:0]        is_i,      // one-hot: the tag
    input  wire [31:0]       base_i,    // the lower 4 bytes of the base
    input  wire [LINE/2-1:0] zero_i,    // 1: on the zero base
    input  wire [LINE*4-1:0] low_i,     // byte 0 of every chunk, in the order of the chunks
    input  wire [LINE*2-1:0] high_i,    // byte 1 of chunks of 8 and 4 bytes
    input  wire [LINE-1:0]   third_i,   // byte 2 of chunks of 8 bytes
    input  wire [LINE-1:0]   fourth_i,  // byte 3 of chunks of 8 bytes
    output wire [LINE/2-1:0] turn_o,    // the other upper part, if the chunk is not on the zero base
    output wire [LINE/2-1:0] ones_o     // an upper part of all ones: the chunk is on the zero base and negative
);
    localparam N = LINE / 8;    // chunks of 8 bytes
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
    endgenerate

    // Byte after byte, four chunks at a time
    wire [4*N-1:0] out_1, turn_1, sign_1;
    wire [2*N-1:0] out_2, turn_2, sign_2;
    wire [N-1:0]   out_3, out_4, turn_3, turn_4, sign_3, sign_4;
    genvar q;
    generate
        for (q = 0; q < 4 * N; q = q + 4) begin : gen_low
            `WF_DEC_BELOW below (
                .x_i(low_i[8*q +: 32]), .y_i(base_i[7:0]), .into_i(4'd0),
                .out_o(out_1[q +: 4]), .turn_o(turn_1[q +: 4]), .top_o(sign_1[q +: 4])
            );
        end
        for (q = 0; q < 2 * N; q = q + 4) begin : gen_high
            `WF_DEC_BELOW below (
                .x_i(high_i[8*q +: 32]), .y_i(base_i[15:8]), .into_i(out_1[q +: 4]),
                .out_o(out_2[q +: 4]), .turn_o(turn_2[q +: 4]), .top_o(sign_2[q +: 4])
            );
        end
        for (q = 0; q < N; q = q + 4) begin : gen_upper
            `WF_DEC_BELOW below_third (
                .x_i(third_i[8*q +: 32]), .y_i(base_i[23:16]), .into_i(out_2[q +: 4]),
                .out_o(out_3[q +: 4]), .turn_o(turn_3[q +: 4]), .top_o(sign_3[q +: 4])
            );
            `WF_DEC_BELOW below_fourth (
                .x_i(fourth_i[8*q +: 32]), .y_i(base_i[31:24]), .into_i(out_3[q +: 4]),
                .out_o(out_4[q +: 4]), .turn_o(turn_4[q +: 4]), .top_o(sign_4[q +: 4])
            );
        end
    endgenerate

    // Codes that have 1, 2 and 4 low bytes. Only 2-1 has the upper half of the chunks
    wire d1 = is_i[3] | is_i[6] | is_i[8];
    wire d2 = is_i[4] | is_i[7];
    wire d4 = is_i[5];
    assign turn_o[4*N-1:2*N] = turn_1[4*N-1:2*N];
    assign turn_o[2*N-1:N]   = (turn_1[2*N-1:N] & {N{d1}}) | (turn_2[2*N-1:N] & {N{d2}});
    assign turn_o[N-1:0]     = (turn_1[N-1:0] & {N{d1}}) | (turn_2[N-1:0] & {N{d2}}) | (turn_4 & {N{d4}});
    assign ones_o[4*N-1:2*N] = zero_i[4*N-1:2*N] & sign_1[4*N-1:2*N];
    assign ones_o[2*N-1:N]   = zero_i[2*N-1:N] & ((sign_1[2*N-1:N] & {N{d1}}) | (sign_2[2*N-1:N] & {N{d2}}));
    assign ones_o[N-1:0]     = zero_i[N-1:0] & ((sign_1[N-1:0] & {N{d1}}) | (sign_2[N-1:0] & {N{d2}}) | (sign_4 & {N{d4}}));
    wire unused = &{1'b0, is_i, out_1, out_2, out_4, turn_3, sign_3};
endmodule
`default_nettype wire
