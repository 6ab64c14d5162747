// SPDX-License-Identifier: Apache-2.0
// Decoder of linebdi, residues: the line by 8 bytes. A byte is one of the code, or of the upper part of its own chunk: base's, the other one or
// all ones.
//
//   code 8-1, upper parts 10 and 0F: low byte FF and the other part give 0FFF, low byte 02 and base's part give 1002
`default_nettype none
module `WF_DEC_RESIDUES #(
    parameter LINE = `WF_LINE   // bytes of the cache line: 32, 64 or 128
) (
    input  wire [7:0]        is_low_i,      // bytes of 8 that the code has; all of them if the line is raw
    input  wire [7:0]        is_up_i,       // bytes of 8 that are of an upper part
    input  wire [63:0]       base_i,        // for each byte of 8 base's upper part; 0 where there is none
    input  wire [63:0]       other_i,       // the other upper part, likewise
    input  wire [LINE/2-1:0] take_base_i,   // a bit for each pair of bytes of the line: base's upper part
    input  wire [LINE/2-1:0] take_other_i,  // the other upper part
    input  wire [LINE/2-1:0] take_ones_i,   // all ones; none of the three: 0
    input  wire [LINE*8-1:0] line_i,        // the bytes of the code in their places; the raw line
    output wire [LINE*8-1:0] block_o        // the line, byte 0 lowest
);
    localparam N = LINE / 8;
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
    endgenerate

    function [63:0] spread;         // a bit for each byte
        input [7:0] bits;
        spread = {{8{bits[7]}}, {8{bits[6]}}, {8{bits[5]}}, {8{bits[4]}}, {8{bits[3]}}, {8{bits[2]}}, {8{bits[1]}}, {8{bits[0]}}};
    endfunction

    function [7:0] twice;           // a bit for each pair of bytes
        input [3:0] bits;
        twice = {{2{bits[3]}}, {2{bits[2]}}, {2{bits[1]}}, {2{bits[0]}}};
    endfunction

    wire [63:0] is_low = spread(is_low_i);
    genvar j;
    generate
        for (j = 0; j < N; j = j + 1) begin : gen_eight
            wire [63:0] base  = base_i & spread(twice(take_base_i[4*j +: 4]));
            wire [63:0] other = other_i & spread(twice(take_other_i[4*j +: 4]));
            wire [63:0] ones  = spread(twice(take_ones_i[4*j +: 4]) & is_up_i);
            assign block_o[64*j +: 64] = (line_i[64*j +: 64] & is_low) | (base | other) | ones;
        end
    endgenerate
endmodule
`default_nettype wire
