// SPDX-License-Identifier: Apache-2.0
//
// Reference decoding unit of affine: section 5.2 of "Affine Vector Cache" read plainly, a shifter and an adder a lane.
//   base 30, stride code 1 (2)  ->  30 32 34 ..;   code 7 (zero)  ->  30 30 30 ..
`default_nettype none
module expand_ref #(
    parameter LANES  = 32,
    parameter VECTOR = 0,
    parameter ANY    = 0,
    parameter WORD   = 32,
    parameter WIDTH  = VECTOR == 0 ? LANES : 4 << VECTOR,
    parameter CODE   = ANY ? WORD : 3
) (
    input  wire [LANES/WIDTH*WORD-1:0] base_i,
    input  wire [LANES/WIDTH*CODE-1:0] stride_i,
    output reg  [LANES*WORD-1:0]       block_o
);

    integer          i;
    reg  [WORD-1:0]  base, number, term;
    reg  [CODE-1:0]  code;

    always @*
        for (i = 0; i < LANES; i = i + 1) begin
            base   = base_i[WORD*(i/WIDTH) +: WORD];
            code   = stride_i[CODE*(i/WIDTH) +: CODE];
            number = i % WIDTH;
            term   = ANY ? number * code : code == 7 ? 0 : number << code;
            block_o[WORD*i +: WORD] = base + term;
        end

endmodule
`default_nettype wire
