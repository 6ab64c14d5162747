// SPDX-License-Identifier: Apache-2.0
// Encoder of bpc, join: a code behind another one of at most HALF bits. The right one moves up by the length of the left one: by all HALF bits, or
// by the octal digits of a smaller length.
//
//   HALF 16, length_i 13, in octal 15  ->  the right code moves by 1 * 8 and by 5 bits: it begins at bit 13
//   HALF 16, length_i 16               ->  it begins at bit 16
`default_nettype none
module `WF_ENC_JOIN #(
    parameter HALF = 16     // bits of either code: a power of two
) (
    input  wire [10:0]       length_i,  // bits of the left code in use, HALF at most
    input  wire [HALF-1:0]   left_i,    // the left code, above its length 0
    input  wire [HALF-1:0]   right_i,   // the right code
    output wire [2*HALF-1:0] joined_o   // the left code, and the right one from its end on
);
    localparam LOG    = $clog2(HALF);
    localparam EIGHTS = HALF < 64 ? HALF / 8 : 8;       // values of the second digit
    localparam HIGHS  = HALF < 128 ? 1 : HALF / 64;     // values of the third one

    generate
        if (HALF != 16 && HALF != 32 && HALF != 64 && HALF != 128 && HALF != 256 && HALF != 512) begin : gen_bad_half
            wf_illegal_HALF bad ();
        end
    endgenerate

    wire              full  = length_i[LOG];
    wire [9:0]        digits = {{10-LOG{1'b0}}, length_i[LOG-1:0]};
    wire [7:0]        select_1;
    wire [EIGHTS-1:0] select_8;
    wire [HIGHS-1:0]  select_64;
    genvar k;
    generate
        for (k = 0; k < 8; k = k + 1) begin : gen_1
            assign select_1[k] = digits[2:0] == k;
        end
        for (k = 0; k < EIGHTS; k = k + 1) begin : gen_8
            assign select_8[k] = digits[5:3] == k && !(full && HIGHS == 1);
        end
        for (k = 0; k < HIGHS; k = k + 1) begin : gen_64
            assign select_64[k] = digits[8:6] == k && !(full && HIGHS != 1);
        end
    endgenerate
    wire unused_length = &{1'b0, length_i, digits};

    wire [2*HALF-1:0] by_1, by_8, by_64;
    `WF_SHIFT #(.WIDTH(2 * HALF), .STEP(1), .COUNT(8)) move_1 (.select_i(select_1), .data_i({{HALF{1'b0}}, right_i}), .data_o(by_1));
    `WF_SHIFT #(.WIDTH(2 * HALF), .STEP(8), .COUNT(EIGHTS)) move_8 (.select_i(select_8), .data_i(by_1), .data_o(by_8));
    `WF_SHIFT #(.WIDTH(2 * HALF), .STEP(64), .COUNT(HIGHS)) move_64 (.select_i(select_64), .data_i(by_8), .data_o(by_64));
    assign joined_o = by_64 | {right_i & {HALF{full}}, left_i};
endmodule
`default_nettype wire
