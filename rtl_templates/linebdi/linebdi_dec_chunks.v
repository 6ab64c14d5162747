// SPDX-License-Identifier: Apache-2.0
// Decoder of linebdi, chunks: the line by chunks of 8 bytes. Chunks of 4 and 2 bytes are parts of them. A byte is a sum, or of the upper part
// of its own chunk: here, next or all ones.
//
//   code 8-1, here 0F, next 10: sum FF and up 0 give 0FFF, sum 02 and up 1 give 1002
`default_nettype none
module `WF_DEC_CHUNKS #(
    parameter LINE = `WF_LINE   // bytes of the cache line: 32, 64 or 128
) (
    input  wire              raw_i,     // 1: the line is raw
    input  wire              is8_i,     // the code has chunks of 8 bytes and deltas
    input  wire              is2_i,     // chunks of 2 bytes
    input  wire [7:0]        is_sum_i,  // bytes of 8 that are sums
    input  wire [7:0]        is_up_i,   // bytes of 8 that are of an upper part
    input  wire [63:0]       here_i,    // the upper parts, in each byte of 8 that of its own chunk, 0 elsewhere: of the window's start
    input  wire [63:0]       next_i,    // the next one
    input  wire [LINE/2-1:0] zero_i,    // in the order of the chunks: on the zero base
    input  wire [LINE/2-1:0] up_i,      // the upper part is the next one
    input  wire [LINE/2-1:0] ones_i,    // the upper part is all ones
    input  wire [LINE*4-1:0] sum0_i,    // bytes of sums: byte 0 of every chunk
    input  wire [LINE*2-1:0] sum1_i,    // byte 1 of chunks of 8 and 4 bytes
    input  wire [LINE-1:0]   sum2_i,    // byte 2 of chunks of 8 bytes
    input  wire [LINE-1:0]   sum3_i,    // byte 3 of chunks of 8 bytes
    input  wire [LINE*8-1:0] line_i,    // the raw line
    output wire [LINE*8-1:0] block_o    // the line, byte 0 lowest
);
    localparam N = LINE / 8;    // chunks of 8 bytes
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
    endgenerate

    function [63:0] spread;         // a bit for each byte
        input [7:0] bits;
        spread = {{8{bits[7]}}, {8{bits[6]}}, {8{bits[5]}}, {8{bits[4]}}, {8{bits[3]}}, {8{bits[2]}}, {8{bits[1]}}, {8{bits[0]}}};
    endfunction

    // own: of bytes 0 and 1, 2 and 3, 4 and 5, 6 and 7: the bit of the chunk that they belong to
    function [7:0] own;
        input       is8, is2;
        input [3:0] bits;           // of the chunks at byte 0, 4, 2, 6
        reg         at_4, at_2, at_6;
        begin
            at_4 = is8 ? bits[0] : bits[1];
            at_2 = is2 ? bits[2] : bits[0];
            at_6 = is2 ? bits[3] : at_4;
            own  = {{2{at_6}}, {2{at_4}}, {2{at_2}}, {2{bits[0]}}};
        end
    endfunction

    wire [63:0] is_sum = spread(is_sum_i);
    genvar j;
    generate
        for (j = 0; j < N; j = j + 1) begin : gen_chunk
            wire [63:0] sums = {8'd0, sum0_i[8*(2*N+2*j+1) +: 8], sum1_i[8*(N+j) +: 8], sum0_i[8*(N+j) +: 8], sum3_i[8*j +: 8],
                                is2_i ? sum0_i[8*(2*N+2*j) +: 8] : sum2_i[8*j +: 8], sum1_i[8*j +: 8], sum0_i[8*j +: 8]};
            wire [7:0]  zero = own(is8_i, is2_i, {zero_i[2*N+2*j +: 2], zero_i[N+j], zero_i[j]});
            wire [7:0]  up   = own(is8_i, is2_i, {up_i[2*N+2*j +: 2], up_i[N+j], up_i[j]});
            wire [7:0]  ones = own(is8_i, is2_i, {ones_i[2*N+2*j +: 2], ones_i[N+j], ones_i[j]});
            assign block_o[64*j +: 64] = ((sums & is_sum) | (line_i[64*j +: 64] & {64{raw_i}}))
                | ((here_i & spread(~up & ~zero)) | (next_i & spread(up & ~zero))) | spread(ones & is_up_i);
        end
    endgenerate
endmodule
`default_nettype wire
