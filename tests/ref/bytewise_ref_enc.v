`default_nettype none
// SPDX-License-Identifier: Apache-2.0
//
// Reference encoder of bytewise: the plain reading of the paper. The value of an active lane is broadcast to the
// inactive lanes of its group, every lane is compared with its neighbour byte by byte, and the common top bytes give enc.
// Divergent writes keep their enc, store everything, and put the mask into the BVR.
//   4 lanes C0403901 C0403902 C0403903 C0403904, all active  ->  enc 1110, D 0, BVR C0403901, plane 0 stored

module bytewise_ref_enc #(
    parameter LANES  = 32,
    parameter GROUPS = 1,
    parameter UNIT     = (LANES / GROUPS < 16) ? LANES / GROUPS : 16,     // bytes
    parameter BVR_BITS = (LANES / GROUPS > 32) ? LANES / GROUPS : 32,
    parameter TAG_BITS = 4 * GROUPS + ((GROUPS > 1) ? 2 : 1) + GROUPS * BVR_BITS
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

    // Tag: enc and BVR of each group, full scalar
    reg [4*GROUPS-1:0]        enc;
    reg [GROUPS*BVR_BITS-1:0] bvr;
    reg                       full_scalar;
    reg [3:0]                 eq;
    integer                   g;

    always @* begin
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
            if (raw_only_i || empty) enc[4*g +: 4] = 4'b0000;

            if (divergent) bvr[BVR_BITS*g +: WIDTH] = mask_i[WIDTH*g +: WIDTH];
            else           bvr[BVR_BITS*g +: 32] = block_i[32*WIDTH*g +: 32];
        end
        full_scalar = !raw_only_i && !empty && alike(0, LANES, block_i, mask_i) == 4'b1111;
    end

    generate
        if (GROUPS > 1) begin : gen_full_scalar
            assign tag_o = {bvr, full_scalar, divergent, enc};
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
                wen_o[LANES*p + i] = mask_i[i] && (divergent || !enc[4*(i/WIDTH) + p]);
            end
        for (u = 0; u < LANES * 4 / UNIT; u = u + 1)
            units_o[u] = divergent || !enc[4*(u*UNIT%LANES/WIDTH) + u*UNIT/LANES];
    end

endmodule
`default_nettype wire
