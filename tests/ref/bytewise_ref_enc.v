`default_nettype none
// SPDX-License-Identifier: Apache-2.0
//
// Reference encoder of bytewise: the plain reading of the paper. The value of an active lane is broadcast to the
// inactive lanes of its group, every lane is compared with its neighbour byte by byte, and the common top bytes give enc.
// Divergent writes keep their enc, store everything, and put the mask into the BVR.
//   4 lanes C0403901 C0403902 C0403903 C0403904, all active  ->  enc 1110, D 0, BVR C0403901, plane 0 stored
// With STRIDES a group of a whole write may be base + i * stride: 1, every lane of it is compared with what each of the eleven codes says;
// 2, with the sum for the stride lane 1 - lane 0; 3, the same, if that stride is a power of two or minus one.
//   the same lanes, STRIDES 1  ->  enc 0001 (stride 1), D 0, BVR C0403901, nothing stored

module bytewise_ref_enc #(
    parameter LANES  = 32,
    parameter GROUPS = 1,
    parameter STRIDES = 0,     // 0 none, 1 powers of two, 2 any, 3 any power of two
    parameter UNIT     = (LANES / GROUPS < 16) ? LANES / GROUPS : 16,     // bytes
    parameter BVR_BITS = (LANES / GROUPS > 32) ? LANES / GROUPS : 32,
    parameter TAG_BITS = 4 * GROUPS + ((GROUPS > 1) ? 2 : 1) + GROUPS * (BVR_BITS + (STRIDES == 2 ? 32 : STRIDES == 3 ? 5 : 0))
) (
    input  wire [LANES*32-1:0]     block_i,
    input  wire [LANES-1:0]        mask_i,
    input  wire                    raw_only_i,
    output wire [TAG_BITS-1:0]     tag_o,
    output reg  [LANES*32-1:0]     payload_o,
    output reg  [LANES*4/UNIT-1:0] units_o,
    output reg  [LANES*4-1:0]      wen_o
);

    localparam WIDTH = LANES / GROUPS;

    wire empty     = mask_i == {LANES{1'b0}};
    wire full      = mask_i == {LANES{1'b1}};
    wire divergent = !empty && !full;

    // Broadcast from the first active lane of [first, first + count), comparison of neighbours: bit p is byte p alike
    function [3:0] alike;
        input integer        first, count;
        input [LANES*32-1:0] block;
        input [LANES-1:0]    active;
        integer              i;
        reg   [31:0]         broadcast, here, before, unlike;
        begin
            broadcast = 32'd0;
            for (i = first + count - 1; i >= first; i = i - 1)
                if (active[i]) broadcast = block[32*i +: 32];

            unlike = 32'd0;
            before = active[first] ? block[32*first +: 32] : broadcast;
            for (i = first + 1; i < first + count; i = i + 1) begin
                here   = active[i] ? block[32*i +: 32] : broadcast;
                unlike = unlike | (here ^ before);
                before = here;
            end
            alike = {unlike[31:24] == 8'd0, unlike[23:16] == 8'd0, unlike[15:8] == 8'd0, unlike[7:0] == 8'd0};
        end
    endfunction

    // The stride of an enc; 0: none
    function [31:0] stride_of;
        input [3:0] code;
        case (code)
            4'b0001: stride_of = 32'd1;
            4'b0010: stride_of = 32'd2;
            4'b0011: stride_of = 32'd4;
            4'b0100: stride_of = 32'd8;
            4'b0101: stride_of = 32'd16;
            4'b0110: stride_of = 32'd32;
            4'b0111: stride_of = 32'd64;
            4'b1001: stride_of = -32'd1;
            4'b1010: stride_of = -32'd2;
            4'b1011: stride_of = -32'd4;
            4'b1101: stride_of = -32'd8;
            default: stride_of = 32'd0;
        endcase
    endfunction

    // Is lane first + i = lane first + i * step, in byte 0 or in all bits?
    function affine;
        input integer        first;
        input [31:0]         step;
        input [LANES*32-1:0] block;
        integer              i;
        reg   [31:0]         base, sum;
        begin
            base = block[32*first +: 32];
            sum = base;
            affine = step != 32'd0;
            for (i = 1; i < WIDTH; i = i + 1) begin
                sum = sum + step;
                if (STRIDES == 1) sum[31:8] = base[31:8];
                if (block[32*(first + i) +: 32] != sum) affine = 1'b0;
            end
        end
    endfunction

    // Tag: enc, BVR and stride of each group, full scalar
    reg [4*GROUPS-1:0]        enc;
    reg [GROUPS*BVR_BITS-1:0] bvr;
    reg                       full_scalar;
    reg [3:0]                 eq;
    integer                   g, c;
    reg [GROUPS*32-1:0]       stride;
    reg [GROUPS-1:0]          fits;
    reg [31:0]                step;
    reg [GROUPS*5-1:0]        exponent;

    always @* begin
        stride = {GROUPS*32{1'b0}};
        exponent = {GROUPS*5{1'b0}};
        fits = {GROUPS{1'b0}};
        step = 32'd0;
        bvr = {GROUPS*BVR_BITS{1'b0}};
        for (g = 0; g < GROUPS; g = g + 1) begin
            eq = alike(WIDTH * g, WIDTH, block_i, mask_i);
            casez (eq)
                4'b1111: enc[4*g +: 4] = 4'b1111;
                4'b111?: enc[4*g +: 4] = 4'b1110;
                4'b11??: enc[4*g +: 4] = 4'b1100;
                4'b1???: enc[4*g +: 4] = 4'b1000;
                default: enc[4*g +: 4] = 4'b0000;
            endcase
            if (STRIDES == 1)
                for (c = 1; c < 16; c = c + 1)
                    if (full && affine(WIDTH * g, stride_of(c), block_i)) begin
                        enc[4*g +: 4] = c;
                        fits[g] = 1'b1;
                    end
            if (STRIDES == 2) begin
                step = block_i[32*(WIDTH*g + 1) +: 32] - block_i[32*WIDTH*g +: 32];
                fits[g] = full && !raw_only_i && affine(WIDTH * g, step, block_i);
                if (fits[g]) begin
                    enc[4*g +: 4] = 4'b0001;
                    stride[32*g +: 32] = step;
                end
            end
            if (STRIDES == 3) begin
                step = block_i[32*(WIDTH*g + 1) +: 32] - block_i[32*WIDTH*g +: 32];
                for (c = 0; c < 32; c = c + 1)
                    if (full && !raw_only_i && (step == 32'd1 << c || step == -(32'd1 << c)) && affine(WIDTH * g, step, block_i)) begin
                        enc[4*g +: 4] = step == 32'd1 << c ? 4'b0001 : 4'b1001;
                        exponent[5*g +: 5] = c;
                        fits[g] = 1'b1;
                    end
            end
            if (raw_only_i || empty) begin
                enc[4*g +: 4] = 4'b0000;
                fits[g] = 1'b0;
            end

            if (divergent) bvr[BVR_BITS*g +: WIDTH] = mask_i[WIDTH*g +: WIDTH];
            else           bvr[BVR_BITS*g +: 32] = block_i[32*WIDTH*g +: 32];
        end
        full_scalar = !raw_only_i && !empty && alike(0, LANES, block_i, mask_i) == 4'b1111;
    end

    generate
        if (GROUPS > 1 && STRIDES == 2) begin : gen_full_scalar_stride
            assign tag_o = {stride, bvr, full_scalar, divergent, enc};
        end else if (GROUPS > 1 && STRIDES == 3) begin : gen_full_scalar_exponent
            assign tag_o = {exponent, bvr, full_scalar, divergent, enc};
        end else if (GROUPS > 1) begin : gen_full_scalar
            assign tag_o = {bvr, full_scalar, divergent, enc};
        end else if (STRIDES == 2) begin : gen_stride
            assign tag_o = {stride, bvr, divergent, enc};
        end else if (STRIDES == 3) begin : gen_exponent
            assign tag_o = {exponent, bvr, divergent, enc};
        end else begin : gen_enc_only
            assign tag_o = {bvr, divergent, enc};
        end
    endgenerate

    // Byte p of lane i is payload byte p * LANES + i, written if its plane is stored and the lane is active
    integer i, p, u;

    always @* begin
        for (p = 0; p < 4; p = p + 1)
            for (i = 0; i < LANES; i = i + 1) begin
                payload_o[8*(LANES*p + i) +: 8] = block_i[32*i + 8*p +: 8];
                wen_o[LANES*p + i] = mask_i[i] && (divergent || !(fits[i/WIDTH] || enc[4*(i/WIDTH) + p]));
            end
        for (u = 0; u < LANES * 4 / UNIT; u = u + 1)
            units_o[u] = divergent || !(fits[u*UNIT%LANES/WIDTH] || enc[4*(u*UNIT%LANES/WIDTH) + u*UNIT/LANES]);
    end

endmodule
`default_nettype wire
