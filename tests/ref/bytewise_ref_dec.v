`default_nettype none
// SPDX-License-Identifier: Apache-2.0
//
// Reference decoder of bytewise: the paper's figure 5 read plainly, a byte multiplexer a byte of every lane.
//   enc 1110, D 0, BVR C0403901, plane 0 of lane 3 = 04  ->  lane 3 = C0403904;   D 1  ->  the bytes as stored

module bytewise_ref_dec #(
    parameter LANES  = 32,
    parameter GROUPS = 1,
    parameter BVR_BITS = (LANES / GROUPS > 32) ? LANES / GROUPS : 32,
    parameter TAG_BITS = 4 * GROUPS + ((GROUPS > 1) ? 2 : 1) + GROUPS * BVR_BITS
) (
    input  wire [TAG_BITS-1:0] tag_i,
    input  wire [LANES*32-1:0] payload_i,
    output reg  [LANES*32-1:0] block_o
);

    localparam WIDTH  = LANES / GROUPS;
    localparam BVR_AT = 4 * GROUPS + ((GROUPS > 1) ? 2 : 1);

    wire divergent = tag_i[4*GROUPS];

    integer i, p;

    always @*
        for (i = 0; i < LANES; i = i + 1)
            for (p = 0; p < 4; p = p + 1)
                if (tag_i[4*(i/WIDTH) + p] && !divergent)
                    block_o[32*i + 8*p +: 8] = tag_i[BVR_AT + BVR_BITS*(i/WIDTH) + 8*p +: 8];
                else
                    block_o[32*i + 8*p +: 8] = payload_i[8*(LANES*p + i) +: 8];

endmodule
`default_nettype wire
