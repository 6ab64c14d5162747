// SPDX-License-Identifier: Apache-2.0
// The word of the lowest lane of some.
//
//   lanes_i 0110, words 5 3 4 3 (lane 0 first)  ->  word_o 3, any_o 1
//   lanes_i 0000                                ->  word_o 0, any_o 0
`default_nettype none
module `WF_SPLIT_LEAD #(
    parameter LANES = `WF_LANES,    // lanes of the warp
    parameter WORD  = 11            // bits of the number of a word
) (
    input  wire [LANES-1:0]      lanes_i,   // any lanes
    input  wire [LANES*WORD-1:0] words_i,   // the word of each lane
    output wire [WORD-1:0]       word_o,    // that of the lowest one; 0 without any
    output wire                  any_o      // there is one
);
    generate
        if (LANES < 1) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (WORD < 1) begin : gen_bad_word wf_illegal_WORD bad (); end
    endgenerate

    wire [LANES-1:0] first, unused_below;
    `WF_FIRST #(.WIDTH(LANES)) lowest (.bits_i(lanes_i), .first_o(first), .below_o(unused_below), .any_o(any_o));
    `WF_MUX #(.WIDTH(WORD), .COUNT(LANES)) chosen (.select_i(first), .data_i(words_i), .data_o(word_o));
endmodule
`default_nettype wire
