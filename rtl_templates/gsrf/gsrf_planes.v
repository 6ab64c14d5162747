// SPDX-License-Identifier: Apache-2.0
// The planes of each group that a code does not have: the tag tells them, and no array holds them. None under D, all four of an affine group, whose enc
// has a 1 below a 0.
//
//   one group, D 0: enc 1100  ->  missing_o 1100, planes 3 and 2; enc 0011  ->  1111; D 1, any enc  ->  0000
//
// More: docs/bytewise.md, "Format"
`default_nettype none
module `WF_GSRF_PLANES #(
    parameter GROUPS = `WF_GROUPS  // codes of a register
) (
    input  wire [4*GROUPS:0]   tag_i,        // from bit 0: enc of each group | D
    output wire                compressed_o, // 1: some plane is missing
    output wire [4*GROUPS-1:0] missing_o     // bit 4 g + p: plane p of group g
);
    generate
        if (GROUPS < 1) begin : gen_bad_groups wf_illegal_GROUPS bad (); end
    endgenerate

    genvar g;
    generate
        for (g = 0; g < GROUPS; g = g + 1) begin : gen_group
            wire [3:0] enc    = tag_i[4*g +: 4];
            wire       affine = |(enc[2:0] & ~enc[3:1]);
            assign missing_o[4*g +: 4] = (enc | {4{affine}}) & {4{!tag_i[4*GROUPS]}};
        end
    endgenerate
    assign compressed_o = |missing_o;
endmodule
`default_nettype wire
