// SPDX-License-Identifier: Apache-2.0
// Decoder of fpc, form segment, split: the data of neighbours, joined at bit 0, become two windows. The right part moves down from the end of
// the left one to the start of its half.
//
//   WIDTH 16, STEP 4, LEGS 3, pair 0321, select_i bit 1: the left part has 4 bits  ->  upper half 32, lower half 21, of which 1 counts
`default_nettype none
module `WF_DEC_SEGMENT_SPLIT #(
    parameter WIDTH = 2,  // bits of both halves
    parameter STEP  = 1,  // bits of a unit of length
    parameter LEGS  = 9   // lengths that the left part may have: 0, STEP, 2 STEP ..
) (
    input  wire [16:0]      select_i,  // its length: one-hot to 17 legs; above, one-hot octal digits, the lower one in bits 7..0
    input  wire [WIDTH-1:0] pair_i,    // both parts, the left one at bit 0
    output wire [WIDTH-1:0] split_o    // the left part at the start of the lower half, the right one of the upper half; above them any bits
);
    wire [WIDTH-1:0] moved;
    generate
        if (WIDTH < 2 || WIDTH % 2 != 0) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (STEP < 1) begin : gen_bad_step wf_illegal_STEP bad (); end
        if (LEGS < 1 || LEGS > 72) begin : gen_bad_legs wf_illegal_LEGS bad (); end
        if (LEGS <= 17) begin : gen_whole
            `WF_SHIFT #(.WIDTH(WIDTH), .STEP(STEP), .COUNT(LEGS), .LEFT(0)) move (
                .select_i(select_i[LEGS-1:0]), .data_i(pair_i), .data_o(moved)
            );
        end else begin : gen_digits
            wire [WIDTH-1:0] high;      // moved by the higher digit
            `WF_SHIFT #(.WIDTH(WIDTH), .STEP(8 * STEP), .COUNT((LEGS + 7) / 8), .LEFT(0)) move_high (
                .select_i(select_i[8 +: (LEGS + 7) / 8]), .data_i(pair_i), .data_o(high)
            );
            `WF_SHIFT #(.WIDTH(WIDTH), .STEP(STEP), .COUNT(8), .LEFT(0)) move_low (
                .select_i(select_i[7:0]), .data_i(high), .data_o(moved)
            );
        end
    endgenerate
    assign split_o = {moved[WIDTH/2-1:0], pair_i[WIDTH/2-1:0]};
    wire unused_select = &{1'b0, select_i, moved};
endmodule
`default_nettype wire
