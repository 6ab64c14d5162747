// SPDX-License-Identifier: Apache-2.0
// Encoder of bpc, join: a code behind another one. The right one moves up by the length of the left one, in octal digits.
//
//   length_i 13 is 15 in octal: the right code moves by 1 * 8 and by 5 bits  ->  it begins at bit 13
`default_nettype none
module `WF_ENC_JOIN #(
    parameter LEFT  = 16,   // bits of the left code
    parameter RIGHT = 16,   // bits of the right code
    parameter MOST  = 16,   // the greatest length of the left code
    parameter WIDTH = 32    // bits of both that count
) (
    input  wire [10:0]      length_i,  // bits of the left code in use
    input  wire [LEFT-1:0]  left_i,    // the left code, above its length 0
    input  wire [RIGHT-1:0] right_i,   // the right code
    output wire [WIDTH-1:0] joined_o   // the left code, and the right one from its end on
);
    localparam EIGHTS = MOST < 64 ? MOST / 8 + 1 : 8;   // values of the second digit
    localparam HIGHS  = MOST / 64 + 1;                  // values of what is above it

    generate
        if (LEFT < 1 || RIGHT < 1 || MOST < 8 || MOST > 512 || WIDTH < LEFT || WIDTH < RIGHT) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    wire [7:0]        select_1;
    wire [EIGHTS-1:0] select_8;
    wire [HIGHS-1:0]  select_64;
    genvar k;
    generate
        for (k = 0; k < 8; k = k + 1) begin : gen_1
            assign select_1[k] = length_i[2:0] == k;
        end
        for (k = 0; k < EIGHTS; k = k + 1) begin : gen_8
            assign select_8[k] = length_i[5:3] == k;
        end
        for (k = 0; k < HIGHS; k = k + 1) begin : gen_64
            assign select_64[k] = HIGHS == 1 || length_i[10:6] == k;
        end
    endgenerate
    wire unused_length = &{1'b0, length_i};

    wire [WIDTH+LEFT-1:0]  left  = {{WIDTH{1'b0}}, left_i};
    wire [WIDTH+RIGHT-1:0] right = {{WIDTH{1'b0}}, right_i};
    wire                   unused_zeros = &{1'b0, left[WIDTH+LEFT-1:WIDTH], right[WIDTH+RIGHT-1:WIDTH]};
    wire [WIDTH-1:0] by_1, by_8, by_64;
    `WF_SHIFT #(.WIDTH(WIDTH), .STEP(1), .COUNT(8)) move_1 (.select_i(select_1), .data_i(right[WIDTH-1:0]), .data_o(by_1));
    `WF_SHIFT #(.WIDTH(WIDTH), .STEP(8), .COUNT(EIGHTS)) move_8 (.select_i(select_8), .data_i(by_1), .data_o(by_8));
    `WF_SHIFT #(.WIDTH(WIDTH), .STEP(64), .COUNT(HIGHS)) move_64 (.select_i(select_64), .data_i(by_8), .data_o(by_64));
    assign joined_o = left[WIDTH-1:0] | by_64;
endmodule
`default_nettype wire
