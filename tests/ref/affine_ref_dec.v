// SPDX-License-Identifier: Apache-2.0
//
// Reference decoder of affine: a shifter, an adder and a multiplexer a lane.
//   base 30, stride code 1 (2), valid 0111, payload 9 9 9 9  ->  30 32 34 9
`default_nettype none
module affine_ref_dec #(
    parameter LANES    = 32,
    parameter VECTOR   = 0,
    parameter ANY      = 0,
    parameter WORD     = 32,
    parameter BANK     = 128,
    parameter WIDTH    = VECTOR == 0 ? LANES : 4 << VECTOR,
    parameter COUNT    = LANES / WIDTH,
    parameter CODE     = ANY ? WORD : 3,
    parameter TAG_BITS = COUNT * (1 + CODE + WORD) + LANES
) (
    input  wire [TAG_BITS-1:0]   tag_i,
    input  wire [LANES*WORD-1:0] payload_i,
    output reg  [LANES*WORD-1:0] block_o
);

    integer         i;
    reg [WORD-1:0]  base, number, term;
    reg [CODE-1:0]  code;

    always @*
        for (i = 0; i < LANES; i = i + 1) begin
            code   = tag_i[COUNT + CODE*(i/WIDTH) +: CODE];
            base   = tag_i[COUNT*(1 + CODE) + WORD*(i/WIDTH) +: WORD];
            number = i % WIDTH;
            term   = ANY ? number * code : code == 7 ? 0 : number << code;
            block_o[WORD*i +: WORD] = tag_i[COUNT*(1 + CODE + WORD) + i] ? base + term : payload_i[WORD*i +: WORD];
        end

endmodule
`default_nettype wire
