// SPDX-License-Identifier: Apache-2.0
// Encoder of warpbdi, below: are the low seven bits of a lane below those of the base? Both windows begin at a floor with these bits of the
// base: floor and base differ in the top bit of a byte.
//
//   base 0105: lane 0103  ->  1, lane 0185  ->  0
`default_nettype none
module `WF_ENC_BELOW #(
    parameter LANES = `WF_LANES     // lanes of the warp: a power of two, 4 to 128
) (
    input  wire [LANES*32-1:0] block_i, // a word of 32 bits for each lane
    input  wire                live_i,  // 0: the base counts as 0, so no lane is below it
    output wire [LANES-1:0]    below_o  // bit i: the low seven bits of lane i are below those of the base
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
    endgenerate

    wire [27:0] base = {4{block_i[6:0] & {7{live_i}}}};
    wire        unused = &{1'b0, block_i};
    genvar      q;
    generate
        for (q = 0; q < LANES; q = q + 4) begin : gen_lanes
            wire [27:0] x = {block_i[32*q+96 +: 7], block_i[32*q+64 +: 7], block_i[32*q+32 +: 7], block_i[32*q +: 7]};
            wire [27:0] unused_into;
            wire [3:0]  unused_pass;
            `WF_CARRY #(.WIDTH(7), .COUNT(4)) borrow (
                .make_i(~x & base), .pass_i(~x | base), .into_i(4'd0),
                .into_o(unused_into), .make_o(below_o[q +: 4]), .pass_o(unused_pass)
            );
        end
    endgenerate
endmodule
`default_nettype wire
