// SPDX-License-Identifier: Apache-2.0
// Encoder of fpc, form word, join: the codes of two parts of the line, each at the start of its half, become one. The right one moves down
// onto the end of the left one, by its length in octal digits.
//
//   pair: the left code has 6 + 7 = 13 bits, which is 15 in octal: select_i 2 (8 bits) above 20 (5 bits)  ->  the right code begins at bit 13
`default_nettype none
module `WF_ENC_WORD_JOIN #(
    parameter WIDTH  = 140,  // bits of both halves
    parameter EIGHTS = 9,    // values of the second digit, 8 or, if it is the last one, 9
    parameter HIGHS  = 0     // values of the third digit; 0: there is none
) (
    input  wire [24:0]      select_i,  // the length of the left code, each digit one-hot: bits 7..0, then EIGHTS bits, then HIGHS bits
    input  wire [WIDTH-1:0] pair_i,    // the left code in the lower half, the right one in the upper half
    output wire [WIDTH-1:0] joined_o   // the left code from bit 0 on, the right one from the end of the left one on
);
    generate
        if (WIDTH < 2 || WIDTH % 2 != 0) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (EIGHTS != 8 && EIGHTS != 9) begin : gen_bad_eights wf_illegal_EIGHTS bad (); end
        if (HIGHS < 0 || HIGHS > 9 || (EIGHTS == 9 && HIGHS != 0)) begin : gen_bad_highs wf_illegal_HIGHS bad (); end
    endgenerate

    wire [WIDTH-1:0] left  = {{WIDTH/2{1'b0}}, pair_i[WIDTH/2-1:0]};
    wire [WIDTH-1:0] right = {{WIDTH/2{1'b0}}, pair_i[WIDTH-1:WIDTH/2]};
    wire [WIDTH-1:0] by_1, by_8, by_64;
    `WF_SHIFT #(.WIDTH(WIDTH), .STEP(1), .COUNT(8)) move_1 (.select_i(select_i[7:0]), .data_i(right), .data_o(by_1));
    `WF_SHIFT #(.WIDTH(WIDTH), .STEP(8), .COUNT(EIGHTS)) move_8 (.select_i(select_i[8 +: EIGHTS]), .data_i(by_1), .data_o(by_8));
    generate
        if (HIGHS > 0) begin : gen_third
            `WF_SHIFT #(.WIDTH(WIDTH), .STEP(64), .COUNT(HIGHS)) move_64 (
                .select_i(select_i[16 +: HIGHS]), .data_i(by_8), .data_o(by_64)
            );
        end else begin : gen_two
            assign by_64 = by_8;
        end
    endgenerate
    assign joined_o = by_64 | left;
    wire unused_select = &{1'b0, select_i};
endmodule
`default_nettype wire
