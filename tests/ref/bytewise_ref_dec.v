`default_nettype none
// SPDX-License-Identifier: Apache-2.0
//
// Reference decoder of bytewise: the paper's figure 5 read plainly, a byte multiplexer a byte of every lane.
//   enc 1110, D 0, BVR C0403901, plane 0 of lane 3 = 04  ->  lane 3 = C0403904;   D 1  ->  the bytes as stored
// With STRIDES an enc with a 1 below a 0 stands for base + i * stride: 1, the enc tells the stride; 2, the tag has it; 3, its exponent.
//   STRIDES 1, enc 0010 (stride 2), D 0, BVR C0403901  ->  lane 3 = C0403907

module bytewise_ref_dec #(
    parameter LANES  = 32,
    parameter GROUPS = 1,
    parameter STRIDES = 0,     // 0 none, 1 powers of two, 2 any, 3 any power of two
    parameter BVR_BITS = (LANES / GROUPS > 32) ? LANES / GROUPS : 32,
    parameter TAG_BITS = 4 * GROUPS + ((GROUPS > 1) ? 2 : 1) + GROUPS * (BVR_BITS + (STRIDES == 2 ? 32 : STRIDES == 3 ? 5 : 0))
) (
    input  wire [TAG_BITS-1:0] tag_i,
    input  wire [LANES*32-1:0] payload_i,
    output reg  [LANES*32-1:0] block_o
);

    localparam WIDTH  = LANES / GROUPS;
    localparam BVR_AT = 4 * GROUPS + ((GROUPS > 1) ? 2 : 1);

    wire divergent = tag_i[4*GROUPS];

    // Lane i of an affine group
    function [31:0] affine_lane;
        input [3:0]   code;
        input [31:0]  base, step;
        input integer i;
        reg   [31:0]  stride;
        begin
            // 0001 to 0111 are 1 to 64; 1001, 1010 and 1011 are -1, -2 and -4, and 1101 is -8
            stride = 32'd1 << (code[2:0] - 3'd1);
            if (code[3]) stride = code[2] ? -32'd8 : -stride;
            if (STRIDES == 2) stride = step;
            if (STRIDES == 3) stride = code[3] ? -(32'd1 << step[4:0]) : 32'd1 << step[4:0];
            affine_lane = base + i * stride;
            if (STRIDES == 1) affine_lane[31:8] = base[31:8];
        end
    endfunction

    integer    i, p;
    reg [3:0]  code;
    reg [31:0] base, step;

    always @*
        for (i = 0; i < LANES; i = i + 1) begin
            code = tag_i[4*(i/WIDTH) +: 4];
            base = tag_i[BVR_AT + BVR_BITS*(i/WIDTH) +: 32];
            step = STRIDES == 2 ? tag_i[TAG_BITS - 32*(GROUPS - i/WIDTH) +: 32] : STRIDES == 3 ? tag_i[TAG_BITS - 5*(GROUPS - i/WIDTH) +: 5] : 32'd0;
            for (p = 0; p < 4; p = p + 1)
                if (code[p] && !divergent)
                    block_o[32*i + 8*p +: 8] = base[8*p +: 8];
                else
                    block_o[32*i + 8*p +: 8] = payload_i[8*(LANES*p + i) +: 8];
            if (STRIDES != 0 && !divergent && (code & ~(code >> 1) & 4'b0111) != 4'b0000)
                block_o[32*i +: 32] = affine_lane(code, base, step, i % WIDTH);
        end

endmodule
`default_nettype wire
