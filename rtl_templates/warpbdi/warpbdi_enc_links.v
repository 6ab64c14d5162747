// SPDX-License-Identifier: Apache-2.0
// Encoder of warpbdi, links: does the lowest bit of every lane's upper part follow the lane's borrow? The upper part of a lane in the window
// is floor's, or one more where the lower part is below floor's. So that bit, XORed with the borrow, is the same in all lanes.
//
//   base 0180 (floor 0100): lane 02FF: FF is not below 00, bit 8 is 0, 0 ^ 0 = 0. The base itself: 80 is not below 00, 1 ^ 0 = 1. Not linked
`default_nettype none
module `WF_ENC_LINKS #(
    parameter LANES = `WF_LANES     // lanes of the warp: a power of two, 4 to 128
) (
    input  wire [LANES*32-1:0] block_i, // a word of 32 bits for each lane
    input  wire                live_i,  // 0: the base counts as 0
    input  wire [LANES-1:0]    below_i, // bit i: the low seven bits of lane i are below those of the base
    output wire                near_o,  // 1: bits 8 of all lanes follow, in the window of 8 bits around the base
    output wire                far_o    // 1: bits 16 follow, in the window of 16 bits
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
    endgenerate

    wire [15:7]      base = block_i[15:7] & {9{live_i}};
    wire [31:0]      high = {4{~base[15], base[14:8]}};     // the byte of the wide floor
    wire [LANES-1:0] near_link, far_link;
    wire             unused = &{1'b0, block_i};
    genvar           q;
    generate
        for (q = 0; q < LANES; q = q + 4) begin : gen_lanes
            wire [3:0]  below = below_i[q +: 4];
            wire [3:0]  x_7   = {block_i[32*q+103], block_i[32*q+71], block_i[32*q+39], block_i[32*q+7]};
            wire [3:0]  x_8   = {block_i[32*q+104], block_i[32*q+72], block_i[32*q+40], block_i[32*q+8]};
            wire [3:0]  x_16  = {block_i[32*q+112], block_i[32*q+80], block_i[32*q+48], block_i[32*q+16]};
            wire [31:0] x     = {block_i[32*q+104 +: 8], block_i[32*q+72 +: 8], block_i[32*q+40 +: 8], block_i[32*q+8 +: 8]};

            // Bit 7 of the narrow floor is the base's inverted, bit 7 of the wide floor is the base's
            wire [3:0]  near_below = ~x_7 & {4{~base[7]}} | (~x_7 | {4{~base[7]}}) & below;
            wire [3:0]  into       = ~x_7 & {4{base[7]}} | (~x_7 | {4{base[7]}}) & below;
            wire [31:0] unused_into;
            wire [3:0]  make, pass;
            `WF_CARRY #(.WIDTH(8), .COUNT(4)) borrow (
                .make_i(~x & high), .pass_i(~x | high), .into_i(into), .into_o(unused_into), .make_o(make), .pass_o(pass)
            );
            assign near_link[q +: 4] = x_8 ^ near_below;
            assign far_link[q +: 4]  = x_16 ^ (make | pass & into);
        end
    endgenerate
    assign near_o = &near_link || !(|near_link);
    assign far_o  = &far_link || !(|far_link);
endmodule
`default_nettype wire
