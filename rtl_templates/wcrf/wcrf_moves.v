// SPDX-License-Identifier: Apache-2.0
// The move unit: it reads a compressed register, and stores it raw. A move starts when a write needs it (late), the oldest one first, or else
// when a write of this register will (early): an instruction that writes some lanes of it was taken in the cycle before, it is compressed at the
// end of this cycle, and no write of it is in a slot or is accepted. The move is under way from the next cycle on, up to the cycle in which it is
// chosen to be stored.
//
//   cycle       0  1  2  3  4  5  6
//   late_i      1
//   ask_o          1                  the request to read
//   chosen_i       1
//   back_i                  1         the value, of a decoder of one cycle
//   have_o                     1      the request to store
//   ends_i                     1
//   busy_o         1  1  1  1  1
//
// More: docs/wcrf.md, "Moves"
`default_nettype none
module `WF_WCRF_MOVES #(
    parameter BLOCK    = 32 * `WF_LANES,                          // bits of a value
    parameter CLUSTERS = `WF_CLUSTERS,                            // clusters
    parameter ISSUES   = `WF_ISSUES,                              // issue ports
    parameter WRITES   = `WF_WRITES,                              // write ports
    parameter SLOTS    = `WF_SLOTS,                               // write slots
    parameter ROWS     = `WF_ROWS,                                // rows of a bank
    parameter CLUSTER  = CLUSTERS > 1 ? $clog2(CLUSTERS) : 1,     // bits of a cluster's number; not to be set
    parameter ROW      = $clog2(ROWS),                            // bits of a row's number; not to be set
    parameter PLACE    = ROW + CLUSTER                            // bits of a place; not to be set
) (
    input  wire                      clk_i,     // clock, rising edge
    input  wire                      rst_ni,    // reset, low, asynchronous
    input  wire [SLOTS-1:0]          late_i,    // bit s: slot s needs a move
    input  wire [SLOTS*PLACE-1:0]    slots_i,   // of the register at this place, slot 0 lowest
    input  wire [SLOTS*SLOTS-1:0]    older_i,   // bit s * SLOTS + t: slot t is older than slot s
    output wire [SLOTS-1:0]          late_o,    // bit s: that one starts
    input  wire [ISSUES-1:0]         partial_i, // bit k: issue port k takes an instruction that writes some lanes
    input  wire [ISSUES*PLACE-1:0]   dests_i,   // of the register at this place, port 0 lowest
    output wire [PLACE-1:0]          look_o,    // that of the lowest port which does
    input  wire                      compressed_i,  // 1: that of the cycle before is compressed at the end of this one
    input  wire [SLOTS-1:0]          last_i,    // bit s: slot s holds a write, and no younger one of its register is held
    input  wire [WRITES-1:0]         accepted_i,  // bit p: a write is accepted at port p in this cycle
    input  wire [WRITES*PLACE-1:0]   writes_i,  // where its register is, port 0 lowest
    output wire                      starts_o,  // 1: a move starts in this cycle
    input  wire                      clear_i,      // 1: a release makes a row invalid
    input  wire [ROW-1:0]            clear_row_i,  // that row

    output wire                      busy_o,    // 1: a move is under way
    output wire [PLACE-1:0]          place_o,   // where its register is
    output wire                      ask_o,     // 1: it asks to read the register
    input  wire                      chosen_i,  // 1: that is taken
    input  wire [CLUSTERS:0]         back_i,    // bit c: cluster c brings the value; bit CLUSTERS: any does
    input  wire [CLUSTERS*BLOCK-1:0] values_i,  // what each cluster brings, cluster 0 lowest
    output wire                      have_o,    // 1: it asks to be stored
    output wire [BLOCK-1:0]          value_o,   // the value
    output wire                      known_o,   // 1: its register is valid
    output wire                      gone_o,    // 1: it is not; from a flip-flop of its own, since the choice waits for it
    input  wire                      ends_i     // 1: it is chosen to be stored
);
    generate
        if (BLOCK < 1) begin : gen_bad_block wf_illegal_BLOCK bad (); end
        if (CLUSTERS != 1 && CLUSTERS != 2 && CLUSTERS != 4 && CLUSTERS != 8) begin : gen_bad_clusters
            wf_illegal_CLUSTERS bad ();
        end
        if (ISSUES < 1) begin : gen_bad_issues wf_illegal_ISSUES bad (); end
        if (WRITES < 1) begin : gen_bad_writes wf_illegal_WRITES bad (); end
        if (ROWS < 2 || ROWS > 1024) begin : gen_bad_rows wf_illegal_ROWS bad (); end
        if (CLUSTER != (CLUSTERS > 1 ? $clog2(CLUSTERS) : 1)) begin : gen_bad_cluster wf_illegal_CLUSTER bad (); end
        if (ROW != $clog2(ROWS)) begin : gen_bad_row wf_illegal_ROW bad (); end
        if (PLACE != ROW + CLUSTER) begin : gen_bad_place wf_illegal_PLACE bad (); end
    endgenerate

    // ---- The candidate for an early move: of the lowest port ----

    reg               candidate_q;
    reg  [PLACE-1:0]  look_q;
    wire [ISSUES-1:0] lowest, unused_below;
    wire              any;
    wire [PLACE-1:0]  dest;
    wire [SLOTS-1:0]  held;
    wire [WRITES-1:0] accepted;
    `WF_FIRST #(.WIDTH(ISSUES)) first (.bits_i(partial_i), .first_o(lowest), .below_o(unused_below), .any_o(any));
    `WF_MUX #(.WIDTH(PLACE), .COUNT(ISSUES)) mux_dest (.select_i(lowest), .data_i(dests_i), .data_o(dest));
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) candidate_q <= 1'b0;
        else         candidate_q <= any;
    always @(posedge clk_i)
        look_q <= dest;
    assign look_o = dest;
    `WF_SAME #(.COUNT(SLOTS), .KEY(PLACE)) in_slot (.key_i(look_q), .held_i(last_i), .keys_i(slots_i), .same_o(held));
    `WF_SAME #(.COUNT(WRITES), .KEY(PLACE)) in_port (.key_i(look_q), .held_i(accepted_i), .keys_i(writes_i), .same_o(accepted));
    wire early = candidate_q && compressed_i && !(|held) && !(|accepted);

    // ---- Start: a late move, of the oldest write, else the early one ----

    wire [SLOTS-1:0] late;
    wire             any_late = |late_i;
    wire [PLACE-1:0] late_place;
    wire [PLACE-1:0] place = any_late ? late_place : look_q;
    `WF_OLDEST #(.WIDTH(SLOTS)) first_late (.request_i(late_i), .older_i(older_i), .oldest_o(late));
    `WF_MUX #(.WIDTH(PLACE), .COUNT(SLOTS)) mux_late (.select_i(late), .data_i(slots_i), .data_o(late_place));
    assign starts_o = !busy_o && (any_late || early);
    assign late_o   = late & {SLOTS{!busy_o}};

    // ---- Ask, get, have ----

    reg              busy_q, ask_q, have_q, known_q, gone_q;
    reg  [PLACE-1:0] place_q;
    reg  [BLOCK-1:0] value_q;
    wire [BLOCK-1:0] value;
    wire             back = back_i[CLUSTERS];
    `WF_MUX #(.WIDTH(BLOCK), .COUNT(CLUSTERS)) mux_value (.select_i(back_i[CLUSTERS-1:0]), .data_i(values_i), .data_o(value));
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            busy_q <= 1'b0;
            ask_q  <= 1'b0;
            have_q <= 1'b0;
        end else begin
            busy_q <= starts_o || (busy_q && !ends_i);
            ask_q  <= starts_o || (ask_q && !chosen_i);
            have_q <= back || (have_q && !ends_i);
        end
    wire [ROW-1:0] row   = busy_q ? place_q[CLUSTER +: ROW] : place[CLUSTER +: ROW];
    wire           known = (!busy_q || known_q) && !(clear_i && clear_row_i == row);
    always @(posedge clk_i) begin
        if (!busy_q) place_q <= place;      // what counts is the place of the cycle in which a move starts
        if (back) value_q <= value;
        known_q <= known;
        gone_q  <= !known;
    end
    assign busy_o  = busy_q;
    assign place_o = place_q;
    assign ask_o   = ask_q;
    assign have_o  = have_q;
    assign value_o = value_q;
    assign known_o = known_q;
    assign gone_o  = gone_q;
endmodule
`default_nettype wire
