// SPDX-License-Identifier: Apache-2.0
// Decoder of fpc, form word, step: the rest of the payload behind the next word. A word of a raw line is a code of 32 bits.
//
//   coded_i 1, rest .. 010 0101 001 (bit 0 last), going_i 0  ->  rest_o .. 010: the code of the word 5 has 7 bits
//   coded_i 1, rest .. 001 010 000, going_i 0                ->  rest_o .. 001, going_o 1, run_o 2: two more zero words are to come
`default_nettype none
module `WF_DEC_WORD_STEP #(
    parameter       LINE     = `WF_LINE,     // bytes of the cache line: 32, 64 or 128
    parameter [6:0] PATTERNS = `WF_PATTERNS  // patterns that may be used, bits 0 to 6: zero nibble byte half upper two-bytes repeated
) (
    input  wire              coded_i,  // 1: compressed, 0: raw
    input  wire              going_i,  // 1: the word is one of a run, its code came before
    input  wire [2:0]        run_i,    // with going_i: words of the run from this one on
    input  wire [LINE*8-1:0] rest_i,   // the next code at bit 0
    output wire              going_o,  // 1: the next word is one of a run, its code came before
    output wire [2:0]        run_o,    // with going_o: words of the run from the next one on
    output wire [LINE*8-1:0] rest_o    // the payload behind this word, the next code at bit 0
);
    localparam BLOCK = LINE * 8;

    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (PATTERNS == 7'd0) begin : gen_bad_patterns wf_illegal_PATTERNS bad (); end
    endgenerate

    // The length of the code at bit 0: 6, 7, 11, 19 or 35 bits; 0 within a run; 32 in a raw line
    wire [2:0] prefix = rest_i[2:0];
    wire       read   = coded_i && !going_i;
    wire [6:0] is;      // bit p: the prefix is p, and in use
    genvar     p;
    generate
        for (p = 0; p < 7; p = p + 1) begin : gen_pattern
            assign is[p] = PATTERNS[p] ? prefix == p : 1'b0;
        end
    endgenerate
    wire       by_6   = read && is[0];
    wire       by_7   = read && is[1];
    wire       by_11  = read && (&PATTERNS ? prefix[1:0] == 2'd2 : is[2] || is[6]);
    wire       by_19  = read && (&PATTERNS ? prefix == 3'd3 || prefix[2:1] == 2'd2 : |is[5:3]);
    wire       by_35  = read && (&PATTERNS ? prefix == 3'd7 : !(|is));
    `WF_MUX #(.WIDTH(BLOCK), .COUNT(7)) mux (
        .select_i({!coded_i, by_35, by_19, by_11, by_7, by_6, going_i}),
        .data_i({rest_i >> 32, rest_i >> 35, rest_i >> 19, rest_i >> 11, rest_i >> 7, rest_i >> 6, rest_i}), .data_o(rest_o)
    );
    assign going_o = going_i ? run_i != 3'd1 : by_6 && rest_i[5:3] != 3'd0;
    assign run_o   = going_i ? run_i - 3'd1 : rest_i[5:3];
endmodule
`default_nettype wire
