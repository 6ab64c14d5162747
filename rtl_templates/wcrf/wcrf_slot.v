// SPDX-License-Identifier: Apache-2.0
// A write slot: a write that is accepted and not stored.
// A write with a full mask waits for an encoder, is in the encoder, and is ready. Another one is ready at once. A ready write asks its
// cluster when nothing is before it: older writes of its register, and a move of it.
//
//   A full mask, and an encoder of two cycles:
//   cycle       0  1  2  3  4
//   take_i      1
//   wait_o         1
//   chosen_i       1
//   coded_i              1
//   ask_o                   1
//
// More: docs/wcrf.md, "Write", "Encode" and "Store"
`default_nettype none
module `WF_WCRF_SLOT #(
    parameter LANES  = `WF_LANES,     // lanes of the warp
    parameter SLOTS  = `WF_SLOTS,     // write slots
    parameter USER   = `WF_USER,      // bits of user
    parameter PLACE  = 10,            // bits of a place
    parameter BLOCK  = 32 * LANES     // bits of a value; not to be set
) (
    input  wire             clk_i,     // clock, rising edge
    input  wire             rst_ni,    // reset, low, asynchronous
    input  wire             take_i,    // 1: the slot takes a write; the next five inputs belong to it
    input  wire [PLACE-1:0] place_i,   // where its register is
    input  wire [LANES-1:0] mask_i,    // its mask
    input  wire [USER-1:0]  user_i,    // its user
    input  wire [SLOTS-1:0] before_i,  // the slots that hold older writes of this register
    input  wire             move_i,    // 1: a move of this register is under way
    input  wire             chosen_i,  // 1: an encoder takes the block
    input  wire             coded_i,   // 1: an encoder brings the code
    input  wire [1:0]       tag_i,     // its tag
    input  wire [BLOCK-1:0] data_i,    // the values with take_i, the payload with coded_i
    input  wire [SLOTS-1:0] freed_i,   // the slots that are stored in this cycle
    input  wire             stored_i,  // 1: this slot is one of them
    input  wire             late_i,    // 1: a move starts for which this write waits
    input  wire             ends_i,    // 1: the move ends

    output wire             held_o,    // 1: there is a write
    output wire             wait_o,    // 1: it waits for an encoder
    output wire             ask_o,     // 1: it can be stored
    output wire [PLACE-1:0] place_o,   // where its register is
    output wire [LANES-1:0] mask_o,    // its mask
    output wire [USER-1:0]  user_o,    // its user
    output wire [1:0]       tag_o,     // its tag; 0 before it is encoded
    output wire [BLOCK-1:0] data_o     // its values, or the payload of its code
);
    generate
        if (LANES < 1 || SLOTS < 1 || USER < 1 || PLACE < 1 || BLOCK != 32 * LANES) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate
`ifdef WF_WITH_COMPRESS_ON
    wire full = &mask_i;
`else
    wire full = 1'b0;
`endif

    // ---- Where it is: waits for an encoder, in an encoder, or ready; what is before it ----

    reg             held_q, wait_q, inside_q, move_q;
    reg [SLOTS-1:0] before_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            held_q   <= 1'b0;
            wait_q   <= 1'b0;
            inside_q <= 1'b0;
            move_q   <= 1'b0;
            before_q <= {SLOTS{1'b0}};
        end else if (take_i) begin
            held_q   <= 1'b1;
            wait_q   <= full;
            inside_q <= 1'b0;
            move_q   <= move_i;
            before_q <= before_i;
        end else begin
            held_q   <= held_q && !stored_i;
            wait_q   <= wait_q && !chosen_i;
            inside_q <= chosen_i || (inside_q && !coded_i);
            move_q   <= late_i || (move_q && !ends_i);
            before_q <= before_q & ~freed_i;
        end
    assign held_o = held_q;
    assign wait_o = wait_q;
    assign ask_o  = held_q && !wait_q && !inside_q && !move_q && before_q == {SLOTS{1'b0}};

    // ---- What it is ----

    reg [PLACE-1:0] place_q;
    reg [LANES-1:0] mask_q;
    reg [USER-1:0]  user_q;
    reg [1:0]       tag_q;
    reg [BLOCK-1:0] data_q;
    always @(posedge clk_i) begin
        if (take_i) {place_q, mask_q, user_q} <= {place_i, mask_i, user_i};
        if (take_i || coded_i) {tag_q, data_q} <= {tag_i & {2{coded_i}}, data_i};
    end
    assign {place_o, mask_o, user_o, tag_o, data_o} = {place_q, mask_q, user_q, tag_q, data_q};
endmodule
`default_nettype wire
