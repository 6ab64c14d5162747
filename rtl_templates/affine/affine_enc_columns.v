// SPDX-License-Identifier: Apache-2.0
// Encoder of affine, columns: what the active lanes of a vector have in common. A column is one bit position of all lanes. It agrees if no
// active lane has a 1 there or none has a 0, so no lane is compared with another.
//
//   WIDTH 4, BITS 4, active_i 1011 (lane 0 last), words 0110 0111 1111 0100 (lane 0 first)  ->  ones_o 0111, zeros_o 1011
//   Bit 2 is 1 and bit 3 is 0 in lanes 0, 1 and 3. Bits 0 and 1 are in both results, so these lanes differ there.
`default_nettype none
module `WF_ENC_COLUMNS #(
    parameter WIDTH = 4,  // lanes of the vector, from 1
    parameter BITS  = 4   // bits of a word, from 1
) (
    input  wire [WIDTH-1:0]      active_i,  // active lanes
    input  wire [WIDTH*BITS-1:0] words_i,   // a word for each lane, lane 0 lowest
    output wire [BITS-1:0]       ones_o,    // the columns in which an active lane has a 1
    output wire [BITS-1:0]       zeros_o    // the columns in which an active lane has a 0
);
    generate
        if (WIDTH < 1) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (BITS < 1) begin : gen_bad_bits wf_illegal_BITS bad (); end
    endgenerate

    wire [2*BITS*WIDTH-1:0] masked;
    wire [2*BITS-1:0]       unused_all;
    wire                    unused = &{1'b0, unused_all};
    genvar                  i;
    generate
        for (i = 0; i < WIDTH; i = i + 1) begin : gen_lane
            wire [BITS-1:0] word = words_i[BITS*i +: BITS];
            assign masked[2*BITS*i +: 2*BITS] = {~word & {BITS{active_i[i]}}, word & {BITS{active_i[i]}}};
        end
    endgenerate
    `WF_FOLD #(.WIDTH(2 * BITS), .COUNT(WIDTH)) fold (.data_i(masked), .all_o(unused_all), .any_o({zeros_o, ones_o}));
endmodule
`default_nettype wire
