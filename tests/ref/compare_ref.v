`default_nettype none
// SPDX-License-Identifier: Apache-2.0
//
// Reference of compare: the paper's figures 3 and 7 read plainly. Byte i of every lane is compared with byte i of its
// neighbour; a byte is common if all neighbours are alike in it, and enc names the common bytes from the top. With a mask
// the value of an active lane of the group goes to the group's inactive lanes first, by a multiplexer a lane.
//   4 lanes C0403901 C0403902 C0403903 C0403904  ->  enc 1110
module compare_ref #(
    parameter LANES  = 32,
    parameter GROUPS = 1,
    parameter MASKED = 0
) (
    input  wire [LANES-1:0]    mask_i,
    input  wire [LANES*32-1:0] block_i,
    output reg  [4*GROUPS-1:0] enc_o,
    output reg                 one_o
);

    localparam WIDTH = LANES / GROUPS;

    wire [LANES-1:0] mask = (MASKED != 0) ? mask_i : {LANES{1'b1}};

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

    integer   g;
    reg [3:0] eq;

    always @* begin
        for (g = 0; g < GROUPS; g = g + 1) begin
            eq = alike(WIDTH * g, WIDTH, block_i, mask);
            casez (eq)
                4'b1111: enc_o[4*g +: 4] = 4'b1111;
                4'b111?: enc_o[4*g +: 4] = 4'b1110;
                4'b11??: enc_o[4*g +: 4] = 4'b1100;
                4'b1???: enc_o[4*g +: 4] = 4'b1000;
                default: enc_o[4*g +: 4] = 4'b0000;
            endcase
        end
        one_o = alike(0, LANES, block_i, mask) == 4'b1111;
    end

endmodule
`default_nettype wire
