// SPDX-License-Identifier: Apache-2.0
// A write slot: a write that is accepted and not chosen to be stored.
// A write with a full mask waits for an encoder, is in the encoder, and is ready. Another one is ready at once. A ready write may be stored when
// nothing is before it: an older write of its register, or a move of it. It knows what its register holds by then, so that nothing is looked
// up when it is chosen.
//
//   A full mask, and an encoder of two cycles:
//   cycle       0  1  2  3  4  5
//   take_i      1
//   wait_o         1
//   chosen_i       1
//   coded_i              1
//   may_o                   1
//   stored_i                1     it is chosen; the slot is free from the next cycle on, and shows what it holds in that cycle
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
    input  wire                  clk_i,          // clock, rising edge
    input  wire                  rst_ni,         // reset, low, asynchronous
    input  wire                  take_i,         // 1: the slot takes a write; the next seven inputs belong to it
    input  wire [PLACE-1:0]      place_i,        // where its register is
    input  wire [LANES-1:0]      mask_i,         // its mask
    input  wire [USER-1:0]       user_i,         // its user
    input  wire [SLOTS-1:0]      before_i,       // the slot with the youngest older write of this register, one-hot, or 0
    input  wire                  move_i,         // 1: a move of this register is under way
    input  wire                  known_i,        // 1: the register is valid
    input  wire                  compressed_i,        // 1: and compressed
    input  wire                  chosen_i,       // 1: an encoder takes the block
    input  wire                  coded_i,        // 1: an encoder brings the code
    input  wire [1:0]            tag_i,          // its tag
    input  wire [BLOCK-1:0]      data_i,         // the values with take_i, the payload with coded_i
    input  wire [SLOTS-1:0]      freed_i,        // the slots that are chosen to be stored in this cycle
    input  wire                  stored_i,       // 1: this slot is one of them
    input  wire                  late_i,         // 1: a move starts for which this write waits
    input  wire                  ends_i,         // 1: the move ends
    input  wire                  clear_i,        // 1: a release makes a row invalid
    input  wire [ROW-1:0]        clear_row_i,    // that row
    input  wire [SLOTS-1:0]      after_known_i,  // bit s: after the write in slot s its register is valid
    input  wire [SLOTS-1:0]      after_compressed_i,  // bit s: and compressed
    input  wire [4*CLUSTERS-1:0] on_i,           // bit 4 c + t: the banks of a code with tag t are on in cluster c

    output wire                  held_o,         // 1: there is a write
    output wire                  waits_o,        // 1: in the next cycle it waits for an encoder
    output wire                  may_o,          // 1: it can be stored
    output wire                  wants_o,        // 1: it could be, if its banks were on
    output wire                  late_o,         // 1: it could be, after a move of its register
    output wire [PLACE-1:0]      place_o,        // where its register is
    output wire [LANES-1:0]      mask_o,         // its mask
    output wire [USER-1:0]       user_o,         // its user
    output wire [1:0]            tag_o,          // its tag; 0 before it is encoded
    output wire [BLOCK-1:0]      data_o,         // its values, or the payload of its code
    output wire                  known_o,        // 1: its register is valid, so that a write of some lanes leaves the others as they are
    output wire                  after_known_o,  // 1: after it the register is valid
    output wire                  after_compressed_o   // 1: and compressed
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
`ifdef WF_WITH_COMPRESS_ON
    wire full = &mask_i;
`else
    wire full = 1'b0;
`endif

    // ---- Where it is: waits for an encoder, in an encoder, or ready; what is before it ----

    reg             held_q, wait_q, inside_q, move_q, behind_q, ask_q;
    reg [SLOTS-1:0] before_q;
    wire            leaves = |(before_q & freed_i);         // what is before it is stored
    wire            behind = take_i ? |(before_i & ~freed_i) : behind_q && !leaves;
    wire            moved  = take_i ? move_i : late_i || (move_q && !ends_i);
    wire            ready  = take_i ? !full : held_q && !stored_i && !wait_q && (!inside_q || coded_i);
    assign waits_o = take_i ? full : wait_q && !chosen_i;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            held_q   <= 1'b0;
            wait_q   <= 1'b0;
            inside_q <= 1'b0;
            move_q   <= 1'b0;
            behind_q <= 1'b0;
            ask_q    <= 1'b0;
            before_q <= {SLOTS{1'b0}};
        end else begin
            held_q   <= take_i || (held_q && !stored_i);
            wait_q   <= waits_o;
            inside_q <= !take_i && (chosen_i || (inside_q && !coded_i));
            move_q   <= moved;
            behind_q <= behind;
            ask_q    <= ready && !behind && !moved;
            before_q <= (take_i ? before_i : before_q) & ~freed_i;
        end
    assign held_o = held_q;

    // ---- What it is ----

    reg               some_q, partial_q;    // lanes that it writes: some; not all
    reg [PLACE-1:0]   place_q;
    reg [LANES-1:0]   mask_q;
    reg [USER-1:0]    user_q;
    reg [1:0]         tag_q;
    reg [BLOCK-1:0]   data_q;
    always @(posedge clk_i) begin
        if (take_i) {place_q, mask_q, user_q, some_q, partial_q} <= {place_i, mask_i, user_i, |mask_i, |mask_i && !(&mask_i)};
        if (take_i || coded_i) {tag_q, data_q} <= {tag_i & {2{coded_i}}, data_i};
    end
    assign {place_o, mask_o, user_o, tag_o, data_o} = {place_q, mask_q, user_q, tag_q, data_q};

    // ---- What its register holds when nothing is before it, and after it ----

    reg  known_q, compressed_q;
    wire clear = clear_i && clear_row_i == place_q[CLUSTER +: ROW];
    always @(posedge clk_i)
        if (take_i)      {known_q, compressed_q} <= {known_i, compressed_i};
        else if (leaves) {known_q, compressed_q} <= {|(before_q & after_known_i), |(before_q & after_compressed_i)};
        else             {known_q, compressed_q} <= {known_q && !clear, compressed_q && !(move_q && ends_i)};
    assign known_o       = known_q;
    assign after_known_o = some_q || (known_q && !clear);
    assign after_compressed_o = some_q ? tag_q != 2'd0 : compressed_q;

    // ---- Whether it can be stored ----

    wire [3:0] on    = on_i[4*place_q[0 +: CLUSTER] +: 4];
    wire       moves = partial_q && known_q && compressed_q;    // it needs a move
    assign late_o  = ask_q && moves;
    assign wants_o = ask_q && !moves && some_q;
    assign may_o   = ask_q && !moves && (!some_q || on[tag_q]);
endmodule
`default_nettype wire
