// SPDX-License-Identifier: Apache-2.0
// Whether two lines, base + lane x stride, have the same word in a lane. No sum is carried out: a + b - d = c is asked of two words, of which
// one has the carries.
//
//   lane 2, 10 + lane x 4 and 16 + lane x 1  ->  1: both have 18 there
//
// a + b = c, bit by bit: with p = a ^ b the carry into bit k is p ^ c; it must be what bit k - 1 gives: 1 if a and b are 1, or one of them and c is 0.
// More: docs/avc.md, "Agree"
`default_nettype none
module `WF_AVC_MEET #(
    parameter LANES = `WF_LANES,        // lanes of the warp
    parameter LANE  = $clog2(LANES)     // bits of a lane's number; not to be set
) (
    input  wire [LANE-1:0] lane_i,      // a lane
    input  wire [34:0]     left_i,      // a line, from bit 0: base | log2 of the stride, 7 for 0
    input  wire [34:0]     right_i,     // another one
    output wire            meet_o       // 1: they have the same word there
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (LANE != $clog2(LANES)) begin : gen_bad_lane wf_illegal_LANE bad (); end
    endgenerate

    // lane x stride of each; left base + left way = right base + right way
    wire [31:0] lane      = {{32-LANE{1'b0}}, lane_i};
    wire [31:0] left_way  = left_i[34:32] == 3'd7 ? 32'd0 : lane << left_i[34:32];
    wire [31:0] right_way = right_i[34:32] == 3'd7 ? 32'd0 : lane << right_i[34:32];

    // left base + left way + ~right way + 1, as a sum of two words
    wire [31:0] sums    = left_i[31:0] ^ left_way ^ ~right_way;
    wire [31:0] carries = (left_i[31:0] & left_way) | (left_i[31:0] & ~right_way) | (left_way & ~right_way);
    wire [31:0] added   = {carries[30:0], 1'b1};
    wire [31:0] into    = sums ^ added ^ right_i[31:0];
    wire [31:0] out     = (sums & added) | ((sums ^ added) & ~right_i[31:0]);
    assign meet_o = into == {out[30:0], 1'b0};
    wire unused_bits = &{1'b0, carries[31], out[31]};
endmodule
`default_nettype wire
