// SPDX-License-Identifier: Apache-2.0
// Decoder of linebdi, pairs: what stands in each pair of bytes above the bytes that the code has, by the chunk that the pair belongs to: base's
// upper part, the other one, or all ones. Pair k is bytes 2*k and 2*k + 1 of the line.
//
//   32 bytes, code 8-1, of the first chunk turn 1, zero 0  ->  other_o 1111 and base_o 0000 in its four pairs
`default_nettype none
module `WF_DEC_PAIRS #(
    parameter LINE = `WF_LINE   // bytes of the cache line: 32, 64 or 128
) (
    input  wire              is8_i,     // the code has chunks of 8 bytes
    input  wire              is2_i,     // chunks of 2 bytes
    input  wire [LINE/2-1:0] zero_i,    // in the order of the chunks: on the zero base
    input  wire [LINE/2-1:0] turn_i,    // the upper part is the other one, if it is not on the zero base
    input  wire [LINE/2-1:0] ones_i,    // the upper part is all ones
    output wire [LINE/2-1:0] base_o,    // a bit for each pair of bytes of the line: base's upper part
    output wire [LINE/2-1:0] other_o,   // the other upper part
    output wire [LINE/2-1:0] ones_o     // all ones; none of the three: 0
);
    localparam N = LINE / 8;    // chunks of 8 bytes
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
    endgenerate

    // own: of bytes 0 and 1, 2 and 3, 4 and 5, 6 and 7: the bit of the chunk that they belong to
    function [3:0] own;
        input       is8, is2;
        input [3:0] bits;           // of the chunks at byte 0, 4, 2, 6
        reg         at_4, at_2, at_6;
        begin
            at_4 = is8 ? bits[0] : bits[1];
            at_2 = is2 ? bits[2] : bits[0];
            at_6 = is2 ? bits[3] : at_4;
            own  = {at_6, at_4, at_2, bits[0]};
        end
    endfunction

    wire [4*N-1:0] base  = ~zero_i & ~turn_i;
    wire [4*N-1:0] other = ~zero_i & turn_i;
    genvar j;
    generate
        for (j = 0; j < N; j = j + 1) begin : gen_chunk
            assign base_o[4*j +: 4]  = own(is8_i, is2_i, {base[2*N+2*j +: 2], base[N+j], base[j]});
            assign other_o[4*j +: 4] = own(is8_i, is2_i, {other[2*N+2*j +: 2], other[N+j], other[j]});
            assign ones_o[4*j +: 4]  = own(is8_i, is2_i, {ones_i[2*N+2*j +: 2], ones_i[N+j], ones_i[j]});
        end
    endgenerate
endmodule
`default_nettype wire
