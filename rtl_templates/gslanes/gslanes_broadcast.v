// SPDX-License-Identifier: Apache-2.0
// The broadcast of results: where a group holds one value, all of its lanes get what its lane computed. Of an
// instruction for which one lane worked, all lanes get what that lane computed.
//
//   4 lanes, 2 groups, values D C B A (lane 0 last):
//   one_i  scalar_i  lanes_i  ->  values_o  base_o
//   0      01        1101         D C A A   - A
//   1      11        0100         C C C C   C C
//   0      00        1111         D C B A   - -
//
// More: docs/gslanes.md
`default_nettype none
module `WF_GSLANES_BROADCAST #(
    parameter LANES  = 4,    // lanes of the warp, a multiple of GROUPS
    parameter GROUPS = 1     // groups of lanes, from 1
) (
    input  wire                 one_i,     // 1: one lane worked for all
    input  wire [GROUPS-1:0]    scalar_i,  // bit g: group g holds one value; all of them where one_i is 1
    input  wire [LANES-1:0]     lanes_i,   // the lanes that worked: of a group that holds one value one at most
    input  wire [LANES*32-1:0]  values_i,  // what they computed, lane 0 lowest; any bits of the others
    output wire [GROUPS*32-1:0] base_o,    // the value of each group that holds one; any bits of the others
    output wire [LANES*32-1:0]  values_o   // what each lane writes
);
    localparam WIDTH = LANES / GROUPS;    // lanes of a group
    generate
        if (GROUPS < 1) begin : gen_bad_groups wf_illegal_GROUPS bad (); end
        if (LANES != WIDTH * GROUPS) begin : gen_bad_lanes wf_illegal_LANES bad (); end
    endgenerate

    wire [GROUPS*32-1:0] of_group;      // what the lane of each group computed, 0 if none worked
    wire [31:0]          of_one;
    `WF_MUX #(.WIDTH(32), .COUNT(GROUPS)) one (.select_i({GROUPS{1'b1}}), .data_i(of_group), .data_o(of_one));
    genvar g, l;
    generate
        for (g = 0; g < GROUPS; g = g + 1) begin : gen_group
            `WF_MUX #(.WIDTH(32), .COUNT(WIDTH)) mux (
                .select_i(lanes_i[g*WIDTH +: WIDTH]), .data_i(values_i[g*WIDTH*32 +: WIDTH*32]),
                .data_o(of_group[g*32 +: 32])
            );
            wire [31:0] base = one_i ? of_one : of_group[g*32 +: 32];
            assign base_o[g*32 +: 32] = base;
            for (l = g * WIDTH; l < (g + 1) * WIDTH; l = l + 1) begin : gen_lane
                assign values_o[l*32 +: 32] = scalar_i[g] ? base : values_i[l*32 +: 32];
            end
        end
    endgenerate
endmodule
`default_nettype wire
