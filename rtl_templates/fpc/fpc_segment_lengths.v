// SPDX-License-Identifier: Apache-2.0
// Encoder and decoder of fpc, form segment, lengths of one segment, of two neighbours, of four and so on, one-hot. A length counts nibbles
// of one word, so a segment with pattern 001 has length 1 and a segment of plain words has length 8.
//
//   SEGMENTS 2, segment 0 has 8 bits a word, segment 1 has 4  ->  total_o bit 3 (2 + 1); select of the join or split: bit 2
//
// The length of two neighbours is a sum of one-hot numbers: s if the left one is a and the right one s - a, for some a.
`default_nettype none
module `WF_FPC_SEGMENT_LENGTHS #(
    parameter SEGMENTS = `WF_SEGMENTS  // segments of a line: 2, 4, 8 or 16
) (
    input  wire [SEGMENTS-1:0]    zero_i,     // bit g: the pattern of segment g has no data
    input  wire [SEGMENTS-1:0]    four_i,     // it has 4 bits a word
    input  wire [SEGMENTS-1:0]    eight_i,    // it has 8 bits a word
    input  wire [SEGMENTS-1:0]    sixteen_i,  // it has 16 bits a word
    input  wire [SEGMENTS-1:0]    word_i,     // it has 32 bits a word
    output wire [8*SEGMENTS:0]    total_o,    // the length of all segments
    output wire [17*SEGMENTS-1:0] selects_o   // for each join or split, level by level, the length of its left part; the top 17 bits are 0
);
    localparam LEVELS = $clog2(SEGMENTS);

    generate
        if (SEGMENTS != 2 && SEGMENTS != 4 && SEGMENTS != 8 && SEGMENTS != 16) begin : gen_bad_segments
            wf_illegal_SEGMENTS bad ();
        end
    endgenerate

    genvar l, k, s;
    generate
        for (l = 0; l <= LEVELS; l = l + 1) begin : gen_sum
            localparam LEGS  = (8 << l) + 1;    // lengths that may occur
            localparam COUNT = SEGMENTS >> l;
            wire [COUNT*LEGS-1:0] sum;
            for (k = 0; k < COUNT; k = k + 1) begin : gen_part
                if (l == 0) begin : gen_leaf
                    assign sum[9*k +: 9] = {word_i[k], 3'd0, sixteen_i[k], 1'b0, eight_i[k], four_i[k], zero_i[k]};
                end else begin : gen_node
                    localparam HALF = (8 << (l - 1)) + 1;
                    wire [HALF-1:0]   left  = gen_sum[l-1].sum[HALF*(2*k) +: HALF];
                    wire [HALF-1:0]   right = gen_sum[l-1].sum[HALF*(2*k+1) +: HALF];
                    wire [3*HALF-3:0] mirrored;     // right, its highest bit at HALF - 1, between zeros
                    assign mirrored[HALF-2:0]             = {HALF-1{1'b0}};
                    assign mirrored[3*HALF-3 -: HALF - 1] = {HALF-1{1'b0}};
                    for (s = 0; s < HALF; s = s + 1) begin : gen_mirror
                        assign mirrored[2*HALF-2 - s] = right[s];
                    end
                    for (s = 0; s < LEGS; s = s + 1) begin : gen_leg
                        wire [HALF-1:0] pairs = left & mirrored[2*HALF-2-s +: HALF];   // bit a: left is a and right is s - a
                        assign sum[LEGS*k + s] = |pairs;
                    end
                end
            end
        end

        // A length of 4 segments or more is given as two octal digits: its lowest one, and the rest
        for (l = 0; l < LEVELS; l = l + 1) begin : gen_select
            localparam LEGS  = (8 << l) + 1;
            localparam HIGH  = (LEGS + 7) / 8;
            localparam COUNT = SEGMENTS >> (l + 1);
            for (k = 0; k < COUNT; k = k + 1) begin : gen_pair
                wire [LEGS-1:0] left = gen_sum[l].sum[LEGS*2*k +: LEGS];
                wire [16:0]     select;
                if (LEGS <= 17) begin : gen_whole
                    if (LEGS < 17) begin : gen_fill
                        assign select[16:LEGS] = {17-LEGS{1'b0}};
                    end
                    assign select[LEGS-1:0] = left;
                end else begin : gen_digits
                    wire [8*HIGH-1:0] filled = {{8*HIGH-LEGS{1'b0}}, left};
                    wire [7:0]        unused_all;
                    `WF_FOLD #(.WIDTH(8), .COUNT(HIGH)) fold (.data_i(filled), .all_o(unused_all), .any_o(select[7:0]));
                    for (s = 0; s < 9; s = s + 1) begin : gen_high
                        if (s < HIGH) begin : gen_digit
                            assign select[8+s] = |filled[8*s +: 8];
                        end else begin : gen_none
                            assign select[8+s] = 1'b0;
                        end
                    end
                    wire unused_fold = &{1'b0, unused_all};
                end
                assign selects_o[17*(SEGMENTS-2*COUNT) + 17*k +: 17] = select;
            end
        end
    endgenerate
    assign selects_o[17*SEGMENTS-1 -: 17] = 17'd0;
    assign total_o = gen_sum[LEVELS].sum;
endmodule
`default_nettype wire
