// SPDX-License-Identifier: Apache-2.0
// A write slot: a write that is accepted and not chosen to be stored.
// A write with a full mask is in an encoder, or waits for one before that, and is ready when its code comes. Another one is ready in the cycle
// after next, or in the next one where there are no codecs. A ready write may be stored when nothing is before it: an older write of its
// register, or a move of it. It knows what its register holds by then, so that nothing is looked up when it is chosen.
//
//   A full mask, an encoder of two cycles that takes it at once:
//   cycle       0  1  2  3  4
//   take_i      1
//   coded_i           1
//   payload_i            1
//   may_o                1
//   stored_i             1     it is chosen; the slot is free from the next cycle on, and shows what it holds in that cycle
//
// More: docs/wcrf.md, "Write", "Encode" and "Store"
`default_nettype none
module `WF_WCRF_SLOT #(
    parameter LANES    = `WF_LANES,        // lanes of the warp
    parameter CLUSTERS = `WF_CLUSTERS,     // clusters
    parameter SLOTS    = `WF_SLOTS,        // write slots
    parameter USER     = `WF_USER,         // bits of user
    parameter ROW      = $clog2(`WF_ROWS), // bits of a row's number
    parameter CLUSTER  = CLUSTERS > 1 ? $clog2(CLUSTERS) : 1,   // bits of a cluster's number; not to be set
    parameter PLACE    = ROW + CLUSTER,    // bits of a place; not to be set
    parameter BLOCK    = 32 * LANES        // bits of a value; not to be set
) (
    input  wire             clk_i,          // clock, rising edge
    input  wire             rst_ni,         // reset, low, asynchronous
    input  wire             take_i,         // 1: the slot takes a write; the next six inputs belong to it
    input  wire [PLACE-1:0] place_i,        // where its register is
    input  wire [LANES-1:0] mask_i,         // its mask
    input  wire [USER-1:0]  user_i,         // its user
    input  wire [SLOTS-1:0] before_i,       // the slot with the youngest older write of this register, one-hot, or 0
    input  wire             move_i,         // 1: a move of this register is under way
    input  wire             waits_i,        // 1: if its mask is full it waits for an encoder
    input  wire             known_i,        // in the cycle after it: the register is valid at the end of this cycle
    input  wire             compressed_i,   // and compressed
    input  wire             chosen_i,       // 1: an encoder takes the block that waits
    input  wire             coded_i,        // 1: an encoder brings the code: its tag now, its payload in the next cycle
    input  wire [1:0]       tag_i,          // the tag
    input  wire             payload_i,      // 1: the payload comes
    input  wire [BLOCK-1:0] data_i,         // the values with take_i, 0 in lanes that are not in the mask; the payload with payload_i
    input  wire [SLOTS-1:0] written_i,      // the slots whose writes are stored in this cycle
    input  wire             stored_i,       // 1: this slot is chosen to be stored
    input  wire             late_i,         // 1: a move starts for which this write waits
    input  wire             ends_i,         // 1: the move ends
    input  wire             clear_i,        // 1: a release makes a row invalid
    input  wire [ROW-1:0]   clear_row_i,    // that row
    input  wire [SLOTS-1:0] after_known_i,  // bit s: after the write in slot s its register is valid, if no release clears its row
    input  wire [SLOTS-1:0] after_compressed_i,  // bit s: and compressed

    output wire             held_o,         // 1: there is a write
    output wire             waits_o,        // 1: in the next cycle it waits for an encoder
    output wire             may_o,          // 1: it can be stored, if its banks are on
    output wire             late_o,         // 1: it could be, after a move of its register
    output wire             shows_o,        // 1: a read of its register can have what it holds
    output wire [PLACE-1:0] place_o,        // where its register is
    output wire [LANES-1:0] mask_o,         // its mask
    output wire [USER-1:0]  user_o,         // its user
    output wire             some_o,         // 1: that is not empty
    output wire             partial_o,      // 1: nor full
    output wire [3:0]       needs_o,        // bit t: it needs the banks of tag t; 0 with an empty mask
    output wire [1:0]       tag_o,          // its tag; 0 before it is encoded
    output wire [BLOCK-1:0] data_o,         // its values, or the payload of its code
    output wire [1:0]       shown_tag_o,    // 0 as long as these are the values
    output wire             known_o,        // 1: its register is valid, so that a write of some lanes leaves the others as they are
    output wire             after_known_o,  // 1: after it the register is valid, if no release clears its row
    output wire             after_compressed_o   // 1: and compressed
);
    generate
        if (LANES < 1) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (CLUSTERS < 1) begin : gen_bad_clusters wf_illegal_CLUSTERS bad (); end
        if (SLOTS < 1) begin : gen_bad_slots wf_illegal_SLOTS bad (); end
        if (USER < 1) begin : gen_bad_user wf_illegal_USER bad (); end
        if (ROW < 1) begin : gen_bad_row wf_illegal_ROW bad (); end
        if (CLUSTER != (CLUSTERS > 1 ? $clog2(CLUSTERS) : 1)) begin : gen_bad_cluster wf_illegal_CLUSTER bad (); end
        if (PLACE != ROW + CLUSTER) begin : gen_bad_place wf_illegal_PLACE bad (); end
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
    endgenerate

    // ---- Where it is: waits for an encoder, in an encoder, or ready; what is before it ----

    wire full = &mask_i;
`ifdef WF_WITH_COMPRESS_ON
    wire enters = full;     // it needs an encoder
    wire raw    = 1'b0;     // it is ready at once
`else
    wire enters = 1'b0;
    wire raw    = 1'b1;
`endif
    reg             held_q, fresh_q, wait_q, inside_q, move_q, behind_q, ask_q;     // fresh_q: its register is looked up
    reg [SLOTS-1:0] before_q;
    wire            leaves = behind_q && |(before_q & written_i);   // what is before it is stored
    wire            behind = take_i ? |before_i : behind_q && !leaves;
    wire            moved  = take_i ? move_i : late_i || (move_q && !ends_i);
    wire            coding = take_i ? enters && !waits_i : chosen_i || (inside_q && !coded_i);
    wire            ready  = take_i ? raw : held_q && !stored_i && !wait_q && (!inside_q || coded_i);
    assign waits_o = take_i ? enters && waits_i : wait_q && !chosen_i;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            held_q   <= 1'b0;
            fresh_q  <= 1'b0;
            wait_q   <= 1'b0;
            inside_q <= 1'b0;
            move_q   <= 1'b0;
            behind_q <= 1'b0;
            ask_q    <= 1'b0;
        end else begin
            held_q   <= take_i || (held_q && !stored_i);
            fresh_q  <= take_i;
            wait_q   <= waits_o;
            inside_q <= coding;
            move_q   <= moved;
            behind_q <= behind;
            ask_q    <= ready && !behind && !moved;
        end
    assign held_o = held_q;

    // ---- What it is ----

    reg               some_q, partial_q;    // lanes that it writes: some; not all
    reg [PLACE-1:0]   place_q;
    reg [LANES-1:0]   mask_q;
    reg [USER-1:0]    user_q;
    reg [3:0]         needs_q;
    reg [1:0]         tag_q;
    reg [BLOCK-1:0]   data_q;
    wire [3:0]        needs = 4'd1 << tag_i;
    always @(posedge clk_i) begin
        if (take_i) {before_q, place_q, mask_q, user_q, some_q, partial_q} <= {before_i, place_i, mask_i, user_i, |mask_i, |mask_i && !full};
        if (take_i || payload_i) data_q <= data_i;
        if (take_i)       {tag_q, needs_q} <= {2'd0, 3'd0, |mask_i};
        else if (coded_i) {tag_q, needs_q} <= {tag_i, needs};
    end
    assign shown_tag_o = tag_q & {2{!payload_i}};
    assign {place_o, mask_o, user_o, some_o, partial_o} = {place_q, mask_q, user_q, some_q, partial_q};
    assign {needs_o, tag_o, data_o} = {needs_q, tag_q, data_q};

    // ---- What its register holds when nothing is before it, and after it ----

    reg  known_q, compressed_q;
    wire clear = clear_i && clear_row_i == place_q[CLUSTER +: ROW];
    always @(posedge clk_i)
        if (leaves)       {known_q, compressed_q} <= {|(before_q & after_known_i) && !clear, |(before_q & after_compressed_i)};
        else if (fresh_q) {known_q, compressed_q} <= {known_i, compressed_i && !(move_q && ends_i)};
        else              {known_q, compressed_q} <= {known_q && !clear, compressed_q && !(move_q && ends_i)};
    assign known_o       = known_q;
    assign after_known_o = some_q || known_q;
    assign after_compressed_o = some_q ? tag_q != 2'd0 : compressed_q;

    // ---- Whether it can be stored, and read ----

    wire moves = partial_q && known_q && compressed_q;      // it needs a move
    assign late_o  = ask_q && moves;
    assign may_o   = ask_q && !moves;
    assign shows_o = (some_q && !partial_q) || !(known_q || behind_q || fresh_q);
endmodule
`default_nettype wire
