// SPDX-License-Identifier: Apache-2.0
// Decoder of warpbdi, add: x + y + into in one byte of every lane, four lanes at a time.
//
//   x 01, y FE, into 1  ->  sum 00, carry 1
`default_nettype none
module `WF_DEC_ADD #(
    parameter LANES = `WF_LANES     // lanes of the warp: a power of two, 4 to 128
) (
    input  wire [LANES*8-1:0] x_i,      // a byte of every lane, lane 0 lowest
    input  wire [LANES*8-1:0] y_i,      // what is added to it, likewise a byte of every lane
    input  wire [LANES-1:0]   into_i,   // bit i: the carry into the byte of lane i
    input  wire [LANES*8-1:0] past_i,   // what goes past the adders: it is ORed to the sum
    output wire [LANES*8-1:0] sum_o,    // x + y + into of every lane, ORed with past_i
    output wire [LANES-1:0]   carry_o   // bit i: the carry out of the byte of lane i
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
    endgenerate

    genvar q;
    generate
        for (q = 0; q < LANES; q = q + 4) begin : gen_lanes
            wire [31:0] x = x_i[8*q +: 32];
            wire [31:0] y = y_i[8*q +: 32];
            wire [31:0] carry;
            wire [3:0]  make, pass;
            `WF_CARRY #(.WIDTH(8), .COUNT(4)) byte_carry (
                .make_i(x & y), .pass_i(x | y), .into_i(into_i[q +: 4]), .into_o(carry), .make_o(make), .pass_o(pass)
            );
            assign sum_o[8*q +: 32]  = x ^ y ^ carry | past_i[8*q +: 32];
            assign carry_o[q +: 4]   = make | pass & into_i[q +: 4];
        end
    endgenerate
endmodule
`default_nettype wire
