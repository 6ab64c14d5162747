// SPDX-License-Identifier: Apache-2.0
// Shifts for the proofs (equal.sh): Yosys' own maps give every level of a shift all its bits, these give it the bits that count.

// A part of a vector from a variable place on. Yosys shifts the whole vector by each bit of the place, from the lowest on. This map goes from
// the highest to the lowest and keeps what can still be reached. Outside the vector it is 0.
(* techmap_celltype = "$shiftx" *)
module shiftx_map (A, B, Y);
    parameter A_SIGNED = 0;
    parameter B_SIGNED = 0;
    parameter A_WIDTH  = 1;
    parameter B_WIDTH  = 1;
    parameter Y_WIDTH  = 1;
    input  [A_WIDTH-1:0] A;
    input  [B_WIDTH-1:0] B;
    output [Y_WIDTH-1:0] Y;

    localparam NEEDED = $clog2(A_WIDTH);                        // bits of a place in the vector
    localparam LEVELS = B_WIDTH < NEEDED ? B_WIDTH : NEEDED;
    wire               above;                                   // 1: the place is above the vector
    wire [Y_WIDTH-1:0] first = A;                               // what there is at place 0
    wire [B_WIDTH-1:0] below = -B;                              // places below 0
    genvar k;
    generate
        if (B_WIDTH > NEEDED) assign above = |B[B_WIDTH-1:NEEDED];
        else                  assign above = 1'b0;
        for (k = LEVELS; k >= 0; k = k - 1) begin : level
            wire [Y_WIDTH+(1<<k)-2:0] part;
            if (k == LEVELS) assign part = above ? 0 : A;
            else             assign part = B[k] ? level[k+1].part >> (1 << k) : level[k+1].part;
        end
    endgenerate
    assign Y = B_SIGNED && B[B_WIDTH-1] ? first << below : level[0].part;
endmodule

// A shift to the left. Yosys moves the whole result by each bit of the amount. In this map a level has the bits that those below it have filled.
(* techmap_celltype = "$shl" *)
module shl_map (A, B, Y);
    parameter A_SIGNED = 0;
    parameter B_SIGNED = 0;
    parameter A_WIDTH  = 1;
    parameter B_WIDTH  = 1;
    parameter Y_WIDTH  = 1;
    input  [A_WIDTH-1:0] A;
    input  [B_WIDTH-1:0] B;
    output [Y_WIDTH-1:0] Y;

    wire _TECHMAP_FAIL_ = A_SIGNED != 0 || B_SIGNED != 0;
    localparam NEEDED = $clog2(Y_WIDTH + 1);                    // bits of an amount that leaves something
    localparam LEVELS = B_WIDTH < NEEDED ? B_WIDTH : NEEDED;
    genvar k;
    generate
        for (k = 0; k <= LEVELS; k = k + 1) begin : level
            localparam MOST  = A_WIDTH + (1 << k) - 1;
            localparam WIDTH = MOST < Y_WIDTH ? MOST : Y_WIDTH;
            wire [WIDTH-1:0] part;
            if (k == 0) assign part = A;
            else        assign part = B[k-1] ? {level[k-1].part, {(1<<k-1){1'b0}}} : level[k-1].part;
        end
        if (B_WIDTH > NEEDED) assign Y = |B[B_WIDTH-1:NEEDED] ? {Y_WIDTH{1'b0}} : level[LEVELS].part;
        else                  assign Y = level[LEVELS].part;
    endgenerate
endmodule
