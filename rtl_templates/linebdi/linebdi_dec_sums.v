// SPDX-License-Identifier: Apache-2.0
// Decoder of linebdi, sums: base + delta in the bytes that deltas have, and what stands above them: for each chunk, up: the next upper part
// (the sum carries out of the window, `WF_DEC_ADD.v), ones: all ones (a chunk on the zero base that is negative).
//
//   code 8-1, base 1000: delta FF gives FF, up 0, so 0FFF. Delta 02 gives 02, up 1, so 1002. On the zero base delta FF gives FF, ones 1
//
// If the first chunk is not on the zero base, it is the base, whatever its delta.
`default_nettype none
module `WF_DEC_SUMS #(
    parameter LINE = `WF_LINE   // bytes of the cache line: 32, 64 or 128
) (
    input  wire [8:0]        is_i,      // one-hot: the tag
    input  wire [31:0]       base_i,    // the lower 4 bytes of the base
    input  wire [LINE/2-1:0] zero_i,    // 1: on the zero base
    input  wire [LINE*4-1:0] low_i,     // bytes of deltas, in the order of the chunks: byte 0 of every chunk
    input  wire [LINE*2-1:0] high_i,    // byte 1 of chunks of 8 and 4 bytes
    input  wire [LINE-1:0]   third_i,   // byte 2 of chunks of 8 bytes
    input  wire [LINE-1:0]   fourth_i,  // byte 3 of chunks of 8 bytes
    output wire [LINE*4-1:0] sum0_o,    // the same bytes of the sums: byte 0 of every chunk
    output wire [LINE*2-1:0] sum1_o,    // byte 1 of chunks of 8 and 4 bytes
    output wire [LINE-1:0]   sum2_o,    // byte 2 of chunks of 8 bytes
    output wire [LINE-1:0]   sum3_o,    // byte 3 of chunks of 8 bytes
    output wire [LINE/2-1:0] up_o,      // 1: the upper part is the next one, if the chunk is not on the zero base
    output wire [LINE/2-1:0] ones_o     // 1: the upper part is all ones
);
    localparam N = LINE / 8;    // chunks of 8 bytes
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
    endgenerate

    function [31:0] spread;
        input [3:0] bits;
        spread = {{8{bits[3]}}, {8{bits[2]}}, {8{bits[1]}}, {8{bits[0]}}};
    endfunction

    // Byte after byte, four chunks at a time. keep: the first chunk, on the base, has a delta of 0
    wire [4*N-1:0] out_0, over_1, sign_1;
    wire [2*N-1:0] out_1, over_2, sign_2;
    wire [N-1:0]   over_4, sign_4;
    wire [31:0]    keep = {24'hffffff, {8{zero_i[0]}}};
    genvar q;
    generate
        for (q = 0; q < 4 * N; q = q + 4) begin : gen_low
            wire [31:0] delta = q == 0 ? low_i[31:0] & keep : low_i[8*q +: 32];
            wire [31:0] base  = {4{base_i[7:0]}} & ~spread(zero_i[q +: 4]);
            wire [3:0]  unused_pass;
            `WF_DEC_ADD add (
                .x_i(delta), .y_i(base), .below_make_i(4'd0), .below_pass_i(4'd0), .into_i(4'd0),
                .sum_o(sum0_o[8*q +: 32]), .make_o(out_0[q +: 4]), .pass_o(unused_pass), .over_o(over_1[q +: 4])
            );
            assign sign_1[q +: 4] = {delta[31], delta[23], delta[15], delta[7]};
        end
        for (q = 0; q < 2 * N; q = q + 4) begin : gen_high
            wire [31:0] delta = q == 0 ? high_i[31:0] & keep : high_i[8*q +: 32];
            wire [31:0] base  = {4{base_i[15:8]}} & ~spread(zero_i[q +: 4]);
            wire [3:0]  make, pass;
            `WF_DEC_ADD add (
                .x_i(delta), .y_i(base), .below_make_i(4'd0), .below_pass_i(4'd15), .into_i(out_0[q +: 4]),
                .sum_o(sum1_o[8*q +: 32]), .make_o(make), .pass_o(pass), .over_o(over_2[q +: 4])
            );
            assign out_1[q +: 4]  = make | pass & out_0[q +: 4];
            assign sign_2[q +: 4] = {delta[31], delta[23], delta[15], delta[7]};
        end
        for (q = 0; q < N; q = q + 4) begin : gen_upper
            wire [31:0] delta_2 = q == 0 ? third_i[31:0] & keep : third_i[8*q +: 32];
            wire [31:0] delta_3 = q == 0 ? fourth_i[31:0] & keep : fourth_i[8*q +: 32];
            wire [31:0] base_2  = {4{base_i[23:16]}} & ~spread(zero_i[q +: 4]);
            wire [31:0] base_3  = {4{base_i[31:24]}} & ~spread(zero_i[q +: 4]);
            wire [3:0]  make_2, pass_2, unused_over, unused_make, unused_pass;
            `WF_DEC_ADD add_third (
                .x_i(delta_2), .y_i(base_2), .below_make_i(4'd0), .below_pass_i(4'd15), .into_i(out_1[q +: 4]),
                .sum_o(sum2_o[8*q +: 32]), .make_o(make_2), .pass_o(pass_2), .over_o(unused_over)
            );
            `WF_DEC_ADD add_fourth (
                .x_i(delta_3), .y_i(base_3), .below_make_i(make_2), .below_pass_i(pass_2), .into_i(out_1[q +: 4]),
                .sum_o(sum3_o[8*q +: 32]), .make_o(unused_make), .pass_o(unused_pass), .over_o(over_4[q +: 4])
            );
            assign sign_4[q +: 4] = {delta_3[31], delta_3[23], delta_3[15], delta_3[7]};
        end
    endgenerate

    // Codes whose deltas have 1, 2 and 4 bytes. Only 2-1 has the upper half of the chunks
    wire d1 = is_i[3] | is_i[6] | is_i[8];
    wire d2 = is_i[4] | is_i[7];
    wire d4 = is_i[5];
    assign up_o[4*N-1:2*N]   = over_1[4*N-1:2*N];
    assign up_o[2*N-1:N]     = (over_1[2*N-1:N] & {N{d1}}) | (over_2[2*N-1:N] & {N{d2}});
    assign up_o[N-1:0]       = (over_1[N-1:0] & {N{d1}}) | (over_2[N-1:0] & {N{d2}}) | (over_4 & {N{d4}});
    assign ones_o[4*N-1:2*N] = zero_i[4*N-1:2*N] & sign_1[4*N-1:2*N];
    assign ones_o[2*N-1:N]   = zero_i[2*N-1:N] & ((sign_1[2*N-1:N] & {N{d1}}) | (sign_2[2*N-1:N] & {N{d2}}));
    assign ones_o[N-1:0]     = zero_i[N-1:0] & ((sign_1[N-1:0] & {N{d1}}) | (sign_2[N-1:0] & {N{d2}}) | (sign_4 & {N{d4}}));
    wire unused = &{1'b0, is_i, out_0, out_1};
endmodule
`default_nettype wire
