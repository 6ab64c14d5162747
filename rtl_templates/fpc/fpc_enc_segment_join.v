// SPDX-License-Identifier: Apache-2.0
// Encoder of fpc, form segment, join: two parts of the line, each at the start of its half, become one. The right part moves down onto the
// end of the left one.
//
//   WIDTH 16, STEP 4, LEGS 3, pair 32 01 (the left part is the lower half), select_i bit 1: the left part has 4 bits  ->  0321
`default_nettype none
module `WF_ENC_SEGMENT_JOIN #(
    parameter WIDTH = 2,  // bits of both halves
    parameter STEP  = 1,  // bits of a unit of length
    parameter LEGS  = 9   // lengths that the left part may have: 0, STEP, 2 STEP ..
) (
    input  wire [16:0]      select_i,  // its length: one-hot to 17 legs; above, one-hot octal digits, the lower one in bits 7..0
    input  wire [WIDTH-1:0] pair_i,    // the left part in the lower half, the right one in the upper half
    output wire [WIDTH-1:0] joined_o   // the left part from bit 0 on, the right one from the end of the left one on
);
    generate
        if (WIDTH < 2 || WIDTH % 2 != 0) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (STEP < 1) begin : gen_bad_step wf_illegal_STEP bad (); end
        if (LEGS < 1 || LEGS > 72) begin : gen_bad_legs wf_illegal_LEGS bad (); end
    endgenerate

    wire [WIDTH-1:0] left  = {{WIDTH/2{1'b0}}, pair_i[WIDTH/2-1:0]};
    wire [WIDTH-1:0] right = {{WIDTH/2{1'b0}}, pair_i[WIDTH-1:WIDTH/2]};
    wire [WIDTH-1:0] moved;
    generate
        if (LEGS <= 17) begin : gen_whole
            `WF_SHIFT #(.WIDTH(WIDTH), .STEP(STEP), .COUNT(LEGS)) move (.select_i(select_i[LEGS-1:0]), .data_i(right), .data_o(moved));
        end else begin : gen_digits
            wire [WIDTH-1:0] low;   // moved by the lower digit
            `WF_SHIFT #(.WIDTH(WIDTH), .STEP(STEP), .COUNT(8)) move_low (.select_i(select_i[7:0]), .data_i(right), .data_o(low));
            `WF_SHIFT #(.WIDTH(WIDTH), .STEP(8 * STEP), .COUNT((LEGS + 7) / 8)) move_high (
                .select_i(select_i[8 +: (LEGS + 7) / 8]), .data_i(low), .data_o(moved)
            );
        end
    endgenerate
    assign joined_o = moved | left;
    wire unused_select = &{1'b0, select_i};
endmodule
`default_nettype wire
