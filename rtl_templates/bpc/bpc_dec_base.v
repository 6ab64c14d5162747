// SPDX-License-Identifier: Apache-2.0
// Decoder of bpc, base: word 0 from the first code, and the payload behind it. A raw line begins with word 0.
//
//   coded_i 1, code .. 0101 100 (bit 0 last)  ->  base_o 5, rest_o the bits from bit 7 on
`default_nettype none
module `WF_DEC_BASE #(
    parameter LINE = `WF_LINE  // bytes of the cache line: 32, 64 or 128
) (
    input  wire              coded_i,  // 1: compressed, 0: raw
    input  wire [LINE*8-1:0] code_i,   // the code without a head, or the raw line
    output wire [31:0]       base_o,   // word 0
    output wire [LINE*8-1:0] rest_o    // what follows; behind the payload 0
);
    localparam BLOCK = LINE * 8;

    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
    endgenerate

    wire is_word   = coded_i && code_i[0];
    wire is_half   = coded_i && code_i[2:0] == 3'b110;
    wire is_byte   = coded_i && code_i[2:0] == 3'b010;
    wire is_nibble = coded_i && code_i[2:0] == 3'b100;
    wire is_zero   = coded_i && code_i[2:0] == 3'b000;
    `WF_MUX #(.WIDTH(32), .COUNT(5)) mux_base (
        .select_i({!coded_i, is_word, is_half, is_byte, is_nibble}),
        .data_i({code_i[31:0], code_i[32:1], {{16{code_i[18]}}, code_i[18:3]}, {{24{code_i[10]}}, code_i[10:3]}, {{28{code_i[6]}}, code_i[6:3]}}),
        .data_o(base_o)
    );
    `WF_MUX #(.WIDTH(BLOCK), .COUNT(6)) mux_rest (
        .select_i({!coded_i, is_word, is_half, is_byte, is_nibble, is_zero}),
        .data_i({code_i >> 32, code_i >> 33, code_i >> 19, code_i >> 11, code_i >> 7, code_i >> 3}), .data_o(rest_o)
    );
endmodule
`default_nettype wire
