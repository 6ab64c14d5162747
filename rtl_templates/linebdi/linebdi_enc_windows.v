// SPDX-License-Identifier: Apache-2.0
// Encoder of linebdi, windows: of each code the Gray column that may differ.
//
//   bits of may_o   8-1: 55..0   8-2: 103..56   8-4: 135..104   4-1: 159..136   4-2: 175..160   2-1: 183..176
`default_nettype none
module `WF_ENC_WINDOWS #(
    parameter BASES = 6     // 6: each code has its own base; 1: the base is the same
) (
    input  wire [64*BASES-1:0] bases_i,     // of 8-1, 8-2, 8-4, 4-1, 4-2, 2-1, 64 bits each, in their lower bits
    output wire [183:0]        may_o        // a bit for each column of the upper part, from the lowest
);
    generate
        if (BASES != 1 && BASES != 6) begin : gen_bad_bases wf_illegal_BASES bad (); end
    endgenerate

    wire [383:0] bases = {6/BASES{bases_i}};
    `WF_ENC_WINDOW #(.LOW(8),  .HIGH(64)) window_81 (.base_i(bases[63:0]),    .may_o(may_o[55:0]));
    `WF_ENC_WINDOW #(.LOW(16), .HIGH(64)) window_82 (.base_i(bases[127:64]),  .may_o(may_o[103:56]));
    `WF_ENC_WINDOW #(.LOW(32), .HIGH(64)) window_84 (.base_i(bases[191:128]), .may_o(may_o[135:104]));
    `WF_ENC_WINDOW #(.LOW(8),  .HIGH(32)) window_41 (.base_i(bases[223:192]), .may_o(may_o[159:136]));
    `WF_ENC_WINDOW #(.LOW(16), .HIGH(32)) window_42 (.base_i(bases[287:256]), .may_o(may_o[175:160]));
    `WF_ENC_WINDOW #(.LOW(8),  .HIGH(16)) window_21 (.base_i(bases[335:320]), .may_o(may_o[183:176]));
    wire unused = &{1'b0, bases};
endmodule
`default_nettype wire
