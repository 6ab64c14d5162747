// SPDX-License-Identifier: Apache-2.0
// A part of a vector from a variable place on, for the proofs (equal.sh). Yosys' own map shifts the whole vector by each bit of the place, from
// the lowest on. This one goes from the highest to the lowest and keeps what can still be reached. Outside the vector it is 0.
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
