// SPDX-License-Identifier: Apache-2.0
// Encoder of linebdi, deltas: the bytes of chunk - base, in the order of the chunks; of a chunk on the zero base the bytes of the chunk. All
// bases are the first bytes of a chunk of 8, so a byte of a delta is the same in all codes that have it.
//
//   base 1000, chunk 0FFF  ->  low FF, high FF
`default_nettype none
module `WF_ENC_DELTAS #(
    parameter LINE = `WF_LINE   // bytes of the cache line: 32, 64 or 128
) (
    input  wire [LINE*8-1:0] block_i,   // the line, byte 0 lowest
    input  wire [31:0]       base_i,    // the lower 4 bytes of the base
    input  wire [LINE/2-1:0] string_i,  // 1: the chunk is on the zero base
    output wire [LINE*4-1:0] low_o,     // byte 0 of every chunk
    output wire [LINE*2-1:0] high_o,    // byte 1 of chunks of 8 and 4 bytes
    output wire [LINE-1:0]   third_o,   // byte 2 of chunks of 8 bytes
    output wire [LINE-1:0]   fourth_o   // byte 3 of chunks of 8 bytes
);
    localparam N = LINE / 8;    // chunks of 8 bytes
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
    endgenerate

    wire [32*N-1:0] low;
    wire [16*N-1:0] high;
    wire [8*N-1:0]  third, fourth;
    `WF_ENC_BYTES #(.LINE(LINE)) bytes (.line_i(block_i), .low_o(low), .high_o(high), .third_o(third), .fourth_o(fourth));

    function [31:0] spread;
        input [3:0] bits;
        spread = {{8{bits[3]}}, {8{bits[2]}}, {8{bits[1]}}, {8{bits[0]}}};
    endfunction

    // Byte after byte, four chunks at a time. A byte makes a borrow or passes one on: that out of the lowest byte comes late
    wire [4*N-1:0] out_1;
    wire [2*N-1:0] unused_2;
    wire [N-1:0]   unused_3;
    genvar q;
    generate
        for (q = 0; q < 4 * N; q = q + 4) begin : gen_low
            wire [31:0] on_zero = spread(string_i[q +: 4]);
            wire [31:0] difference;
            wire [3:0]  unused_below;
            `WF_ENC_SUBTRACT subtract (
                .x_i(low[8*q +: 32]), .y_i(base_i[7:0]), .into_i(4'd0),
                .difference_o(difference), .out_o(out_1[q +: 4]), .below_o(unused_below)
            );
            assign low_o[8*q +: 32] = (difference & ~on_zero) | (low[8*q +: 32] & on_zero);
        end
        for (q = 0; q < 2 * N; q = q + 4) begin : gen_high
            wire [31:0] on_zero = spread(string_i[q +: 4]);
            wire [31:0] difference;
            wire [3:0]  unused_below;
            `WF_ENC_SUBTRACT subtract (
                .x_i(high[8*q +: 32]), .y_i(base_i[15:8]), .into_i(out_1[q +: 4]),
                .difference_o(difference), .out_o(unused_2[q +: 4]), .below_o(unused_below)
            );
            assign high_o[8*q +: 32] = (difference & ~on_zero) | (high[8*q +: 32] & on_zero);
        end
        for (q = 0; q < N; q = q + 4) begin : gen_upper
            wire [31:0] on_zero = spread(string_i[q +: 4]);
            wire [31:0] difference_third, difference_fourth;
            wire [3:0]  unused_third, unused_fourth, unused_last, make_2, pass_2, make_3, pass_3;
            wire [31:0] unused_into_2, unused_into_3;
            `WF_CARRY #(.WIDTH(8), .COUNT(4)) carry_high (
                .make_i(~high[8*q +: 32] & {4{base_i[15:8]}}), .pass_i(~high[8*q +: 32] | {4{base_i[15:8]}}), .into_i(4'd0),
                .into_o(unused_into_2), .make_o(make_2), .pass_o(pass_2)
            );
            `WF_CARRY #(.WIDTH(8), .COUNT(4)) carry_third (
                .make_i(~third[8*q +: 32] & {4{base_i[23:16]}}), .pass_i(~third[8*q +: 32] | {4{base_i[23:16]}}), .into_i(4'd0),
                .into_o(unused_into_3), .make_o(make_3), .pass_o(pass_3)
            );
            `WF_ENC_SUBTRACT subtract_third (
                .x_i(third[8*q +: 32]), .y_i(base_i[23:16]), .into_i(make_2 | pass_2 & out_1[q +: 4]),
                .difference_o(difference_third), .out_o(unused_3[q +: 4]), .below_o(unused_third)
            );
            `WF_ENC_SUBTRACT subtract_fourth (
                .x_i(fourth[8*q +: 32]), .y_i(base_i[31:24]), .into_i((make_3 | pass_3 & make_2) | (pass_3 & pass_2) & out_1[q +: 4]),
                .difference_o(difference_fourth), .out_o(unused_last), .below_o(unused_fourth)
            );
            assign third_o[8*q +: 32]  = (difference_third & ~on_zero) | (third[8*q +: 32] & on_zero);
            assign fourth_o[8*q +: 32] = (difference_fourth & ~on_zero) | (fourth[8*q +: 32] & on_zero);
        end
    endgenerate
    wire unused_out = &{1'b0, out_1};
endmodule
`default_nettype wire
