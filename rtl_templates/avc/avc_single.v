// SPDX-License-Identifier: Apache-2.0
// The number of the only lane of a set of lanes.
//
//   lanes_i 0100  ->  single_o 1, lane_o 2;   lanes_i 0110  ->  single_o 0;   lanes_i 0000  ->  single_o 0
//
// More: docs/avc.md, "Agree"
`default_nettype none
module `WF_AVC_SINGLE #(
    parameter LANES = `WF_LANES,        // lanes of the warp
    parameter LANE  = $clog2(LANES)     // bits of a lane's number; not to be set
) (
    input  wire [LANES-1:0] lanes_i,    // any lanes
    output wire             single_o,   // 1: there is one, and no other
    output wire [LANE-1:0]  lane_o      // the lowest one
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (LANE != $clog2(LANES)) begin : gen_bad_lane wf_illegal_LANE bad (); end
    endgenerate

    wire [LANES-1:0] first, unused_below;
    wire             any;
    `WF_FIRST #(.WIDTH(LANES)) lowest (.bits_i(lanes_i), .first_o(first), .below_o(unused_below), .any_o(any));
    `WF_AVC_NUMBER #(.COUNT(LANES)) number (.bits_i(first), .number_o(lane_o));
    assign single_o = any && (lanes_i & ~first) == {LANES{1'b0}};
endmodule
`default_nettype wire
