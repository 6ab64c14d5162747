// SPDX-License-Identifier: Apache-2.0
// linebdi_pick, sum: of one pick base + delta in the bytes that the delta has, and whether the chunk has the other upper part: if the delta is
// negative and the sum does not carry, or if it carries and the delta is not negative.
//
//   code 8-1, base 1000: delta FF gives FF, turn 1, so 0FFF. Delta 02 gives 02, turn 0, so 1002. Base 1083, delta 7F: 02, turn 1, so 1102
//
// If the first chunk is not on the zero base, it is the base, whatever its delta. Of a raw line the bytes are the word.
`default_nettype none
module `WF_LINEBDI_PICK_SUM #(
    parameter LINE = `WF_LINE   // bytes of the cache line: 32, 64 or 128
) (
    input  wire [8:0]                is_i,      // one-hot: the tag
    input  wire [31:0]               base_i,    // the lower 4 bytes of the base
    input  wire [LINE/2-1:0]         string_i,  // select bits, chunk i is bit i
    input  wire [LINE*8-1:0]         deltas_i,  // the deltas of all chunks, from byte 0 on; the raw line
    input  wire [$clog2(LINE/4)-1:0] word_i,    // the number of the word
    output wire [31:0]               low_o,     // its bytes, those that the code has
    output wire [1:0]                zero_o,    // the lower chunk of 2 bytes and the upper one, or bit 0 the only chunk: 1: on the zero base
    output wire [1:0]                turn_o,    // 1: the other upper part, if the chunk is not on the zero base
    output wire [1:0]                sign_o     // the top bit of the low bytes
);
    localparam WORDS = LINE / 4;
    localparam WORD  = $clog2(WORDS);
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
    endgenerate

    wire is8 = |is_i[5:3];
    wire is4 = |is_i[7:6];
    wire is2 = is_i[8];
    wire d1  = is_i[3] | is_i[6] | is_i[8];
    wire d2  = is_i[4] | is_i[7];
    wire d4  = is_i[5];

    // ---- Fetch: the word with the delta and its byte there. A delta of 8 bytes a chunk has the number of the eight bytes ----

    wire [WORD-1:0]  eight  = word_i >> 1;
    wire [WORD-1:0]  from   = ((eight >> 2) & {WORD{is_i[3]}}) | ((eight >> 1) & {WORD{is_i[4]}}) | (eight & {WORD{is_i[5]}}) |
                              ((word_i >> 2) & {WORD{is_i[6]}}) | ((word_i >> 1) & {WORD{is_i[7] | is2}}) | (word_i & {WORD{is_i[0]}});
    wire [1:0]       byte_0 = (eight[1:0] & {2{is_i[3]}}) | ({eight[0], 1'b0} & {2{is_i[4]}}) |
                              (word_i[1:0] & {2{is_i[6]}}) | ({word_i[0], 1'b0} & {2{is_i[7] | is2}});
    wire [WORDS-1:0] select = {{WORDS-1{1'b0}}, 1'b1} << from;
    wire [31:0]      around;
    `WF_MUX #(.WIDTH(32), .COUNT(WORDS)) mux (.select_i(select), .data_i(deltas_i), .data_o(around));
    wire [31:0]      delta  = around >> {byte_0, 3'd0};

    // ---- Select bits: those of two neighbouring chunks ----

    wire [WORD-1:0] pair = is2 ? word_i : is4 ? eight : eight >> 1;
    wire [1:0]      two  = string_i[{pair, 1'b0} +: 2];
    assign zero_o[0] = (is2 ? two[0] : (is4 ? word_i[0] : eight[0]) ? two[1] : two[0]) & ~is_i[2];  // the code repeat has none
    assign zero_o[1] = two[1];

    // ---- Sum: of D bits, above them the word as it is ----

    wire        first = is8 ? eight == {WORD{1'b0}} : word_i == {WORD{1'b0}};
    wire [31:0] count = {{16{d4}}, {8{d4 | d2}}, {8{d4 | d2 | d1}}};
    wire [31:0] x     = delta & ~(count & {32{first & ~zero_o[0]}});
    wire [31:0] y     = base_i & count & {32{~zero_o[0]}};
    wire [31:0] into;
    wire        over, unused_pass;
    `WF_CARRY #(.WIDTH(32)) carry (
        .make_i(x & y), .pass_i(x | y | ~count), .into_i(1'b0), .into_o(into), .make_o(over), .pass_o(unused_pass)
    );
    wire [31:0] sum   = x ^ y ^ (into & count);
    wire [8:0]  sum_1 = {1'b0, delta[15:8]} + {1'b0, base_i[7:0] & {8{~zero_o[1]}}};    // of the upper chunk of 2 bytes
    assign low_o     = {sum[31:24], is2 ? sum_1[7:0] : sum[23:16], sum[15:0]};
    assign sign_o[0] = (x[7] & d1) | (x[15] & d2) | (x[31] & d4);
    assign sign_o[1] = delta[15];
    assign turn_o[0] = sign_o[0] ^ over;
    assign turn_o[1] = sign_o[1] ^ sum_1[8];
    wire unused = &{1'b0, is_i, unused_pass};
endmodule
`default_nettype wire
