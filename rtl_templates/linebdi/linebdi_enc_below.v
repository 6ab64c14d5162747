// SPDX-License-Identifier: Apache-2.0
// Encoder of linebdi, below: the borrows that tell where a chunk is. A delta of D bits fits if and only if the chunk lies in the window of
// 2^D values that begins at floor = base - 2^(D-1). The chunk's upper part (bit D and above) is then floor's, or one more where its lower
// part is below floor's.
//
//   base 1000, D = 8: floor is 0F80. Chunk 0FFF has floor's upper part 0F, since FF is not below 80. Chunk 1002 has 10, since 02 is below
`default_nettype none
module `WF_ENC_BELOW #(
    parameter LINE = `WF_LINE   // bytes of the cache line: 32, 64 or 128
) (
    input  wire [LINE*8-1:0] line_i,        // the line, byte 0 lowest
    input  wire [31:0]       base_i,        // the lower 4 bytes of the base
    output wire [LINE/2-1:0] below_1_o,     // D = 8: the lower part of a chunk is below floor's, for every chunk
    output wire [LINE/4-1:0] below_2_o,     // D = 16, for chunks of 8 and 4 bytes
    output wire [LINE/8-1:0] below_4_o      // D = 32, for chunks of 8 bytes
);
    localparam N = LINE / 8;    // chunks of 8 bytes
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
    endgenerate

    wire [32*N-1:0] low;
    wire [16*N-1:0] high;
    wire [8*N-1:0]  third, fourth;
    `WF_ENC_BYTES #(.LINE(LINE)) bytes (.line_i(line_i), .low_o(low), .high_o(high), .third_o(third), .fourth_o(fourth));

    // Byte after byte, four chunks at a time
    wire [4*N-1:0] out_1;
    wire [2*N-1:0] out_2;
    wire [N-1:0]   out_3;
    genvar q;
    generate
        for (q = 0; q < 4 * N; q = q + 4) begin : gen_low
            wire [31:0] unused_difference;
            `WF_ENC_SUBTRACT subtract (
                .x_i(low[8*q +: 32]), .y_i(base_i[7:0]), .into_i(4'd0),
                .difference_o(unused_difference), .out_o(out_1[q +: 4]), .below_o(below_1_o[q +: 4])
            );
        end
        for (q = 0; q < 2 * N; q = q + 4) begin : gen_high
            wire [31:0] unused_difference;
            `WF_ENC_SUBTRACT subtract (
                .x_i(high[8*q +: 32]), .y_i(base_i[15:8]), .into_i(out_1[q +: 4]),
                .difference_o(unused_difference), .out_o(out_2[q +: 4]), .below_o(below_2_o[q +: 4])
            );
        end
        for (q = 0; q < N; q = q + 4) begin : gen_upper
            wire [31:0] unused_third, unused_fourth;
            wire [3:0]  unused_below, unused_out;
            `WF_ENC_SUBTRACT subtract_third (
                .x_i(third[8*q +: 32]), .y_i(base_i[23:16]), .into_i(out_2[q +: 4]),
                .difference_o(unused_third), .out_o(out_3[q +: 4]), .below_o(unused_below)
            );
            `WF_ENC_SUBTRACT subtract_fourth (
                .x_i(fourth[8*q +: 32]), .y_i(base_i[31:24]), .into_i(out_3[q +: 4]),
                .difference_o(unused_fourth), .out_o(unused_out), .below_o(below_4_o[q +: 4])
            );
        end
    endgenerate
    wire unused_out = &{1'b0, out_1, out_2};
endmodule
`default_nettype wire
