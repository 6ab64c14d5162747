// SPDX-License-Identifier: Apache-2.0
// Encoder of warpbdi, differences: the two low bytes of every lane's difference from the base, and what they fit. A difference is x - base, and
// base and floor differ in one bit; so its bits are those of x ^ base ^ (the borrows of x - floor).
//
//   base 0100, floor 8100: lane 0106  ->  low 06, high 00; lane 00FF  ->  low FF, high FF. Both fit a byte
//   base 0100, floor 8100: lane 0180  ->  low 80, high 00: a byte of sign 1, but the high byte is 0
`default_nettype none
module `WF_ENC_DIFFERENCES #(
    parameter LANES = `WF_LANES     // lanes of the warp: a power of two, 4 to 128
) (
    input  wire [LANES*32-1:0] block_i,     // a word of 32 bits for each lane
    input  wire                live_i,      // 0: the lanes count as 0
    input  wire [15:0]         base_i,      // the two low bytes of the base
    input  wire [15:0]         floor_i,     // the first value of the window
    input  wire [LANES-1:0]    borrow_i,    // bit i: the low byte of lane i is below floor's
    output wire [LANES*8-1:0]  low_o,       // the low byte of every difference, lane 0 lowest
    output wire [LANES*8-1:0]  high_o,      // the byte above it
    output wire                byte_o,      // 1: every difference of 16 bits is a signed byte
    output wire                low_zero_o,  // 1: the low byte of every lane is the base's
    output wire                high_zero_o  // 1: the second byte of every lane is the base's
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
    endgenerate

    wire [LANES*8-1:0] unlike_low, unlike_high;
    wire [LANES-1:0]   is_byte;
    wire               unused_upper = &{1'b0, block_i};
    genvar             q, i;
    generate
        for (q = 0; q < LANES; q = q + 4) begin : gen_lanes
            wire [31:0] low  = {block_i[32*q+96 +: 8], block_i[32*q+64 +: 8], block_i[32*q+32 +: 8], block_i[32*q +: 8]};
            wire [31:0] high = {block_i[32*q+104 +: 8], block_i[32*q+72 +: 8], block_i[32*q+40 +: 8], block_i[32*q+8 +: 8]};
            wire [31:0] x_low  = low & {32{live_i}};
            wire [31:0] x_high = high & {32{live_i}};
            wire [31:0] low_borrow, high_borrow;
            wire [3:0]  unused_low, unused_high;
            `WF_ENC_SUBTRACT subtract_low (
                .x_i(x_low), .y_i(floor_i[7:0]), .into_i(4'd0), .borrow_o(low_borrow), .below_o(unused_low)
            );
            `WF_ENC_SUBTRACT subtract_high (
                .x_i(x_high), .y_i(floor_i[15:8]), .into_i(borrow_i[q +: 4]), .borrow_o(high_borrow), .below_o(unused_high)
            );
            assign unlike_low[8*q +: 32]  = x_low ^ {4{base_i[7:0]}};
            assign unlike_high[8*q +: 32] = x_high ^ {4{base_i[15:8]}};
            assign low_o[8*q +: 32]       = unlike_low[8*q +: 32] ^ low_borrow;
            assign high_o[8*q +: 32]      = unlike_high[8*q +: 32] ^ high_borrow;
        end

        // The high byte and the sign bit of the low byte are all ones or all zeros
        for (i = 0; i < LANES; i = i + 1) begin : gen_fit
            wire [8:0] upper = {high_o[8*i +: 8], low_o[8*i+7]};
            assign is_byte[i] = &upper || !(|upper);
        end
    endgenerate
    assign byte_o      = &is_byte;
    assign low_zero_o  = !(|unlike_low);
    assign high_zero_o = !(|unlike_high);
endmodule
`default_nettype wire
