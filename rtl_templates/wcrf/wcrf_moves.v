// SPDX-License-Identifier: Apache-2.0
// The move unit: it reads a compressed register, and stores it raw. A move starts when a write needs it (late), the oldest one first, or else
// when an issue port sees that a write of this register will (early). It is under way from the next cycle on, up to the cycle in which it is
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
    input  wire [ISSUES-1:0]         early_i,   // bit k: issue port k needs a move
    input  wire [ISSUES*PLACE-1:0]   places_i,  // of the register at this place, port 0 lowest
    output wire                      starts_o,  // 1: a move starts in this cycle
    input  wire                      clear_i,      // 1: a release makes a row invalid
    input  wire [ROW-1:0]            clear_row_i,  // that row

    output wire                      busy_o,    // 1: a move is under way
    output wire [PLACE-1:0]          place_o,   // where its register is
    output wire                      ask_o,     // 1: it asks to read the register
    input  wire                      chosen_i,  // 1: that is taken
    input  wire [CLUSTERS-1:0]       back_i,    // bit c: cluster c brings the value
    input  wire [CLUSTERS*BLOCK-1:0] values_i,  // what each cluster brings, cluster 0 lowest
    output wire                      have_o,    // 1: it asks to be stored
    output wire [BLOCK-1:0]          value_o,   // the value
    output wire                      known_o,   // 1: its register is valid
    input  wire                      ends_i     // 1: it is chosen to be stored
);
    generate
        if (BLOCK < 1) begin : gen_bad_block wf_illegal_BLOCK bad (); end
        if (CLUSTERS != 1 && CLUSTERS != 2 && CLUSTERS != 4 && CLUSTERS != 8) begin : gen_bad_clusters
            wf_illegal_CLUSTERS bad ();
        end
        if (ISSUES < 1) begin : gen_bad_issues wf_illegal_ISSUES bad (); end
        if (ROWS < 2 || ROWS > 1024) begin : gen_bad_rows wf_illegal_ROWS bad (); end
        if (CLUSTER != (CLUSTERS > 1 ? $clog2(CLUSTERS) : 1)) begin : gen_bad_cluster wf_illegal_CLUSTER bad (); end
        if (ROW != $clog2(ROWS)) begin : gen_bad_row wf_illegal_ROW bad (); end
        if (PLACE != ROW + CLUSTER) begin : gen_bad_place wf_illegal_PLACE bad (); end
    endgenerate

    // ---- Start: a late move, of the oldest write, else an early one of the lowest port ----

    wire [SLOTS-1:0]  late;
    wire [ISSUES-1:0] early, unused_early;
    wire              any_early;
    wire              any_late = |late_i;
    wire [PLACE-1:0]  place;
    `WF_OLDEST #(.WIDTH(SLOTS)) first_late (.request_i(late_i), .older_i(older_i), .oldest_o(late));
    `WF_FIRST #(.WIDTH(ISSUES)) first_early (.bits_i(early_i), .first_o(early), .below_o(unused_early), .any_o(any_early));
    `WF_MUX #(.WIDTH(PLACE), .COUNT(SLOTS + ISSUES)) mux_place (
        .select_i({early & {ISSUES{!any_late}}, late}), .data_i({places_i, slots_i}), .data_o(place)
    );
    assign starts_o = !busy_o && (any_late || any_early);
    assign late_o   = late & {SLOTS{!busy_o}};

    // ---- Ask, get, have ----

    reg              busy_q, ask_q, have_q, known_q;
    reg  [PLACE-1:0] place_q;
    reg  [BLOCK-1:0] value_q;
    wire [BLOCK-1:0] value;
    wire             back = |back_i;
    `WF_MUX #(.WIDTH(BLOCK), .COUNT(CLUSTERS)) mux_value (.select_i(back_i), .data_i(values_i), .data_o(value));
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
    wire [ROW-1:0] row = starts_o ? place[CLUSTER +: ROW] : place_q[CLUSTER +: ROW];
    always @(posedge clk_i) begin
        if (starts_o) place_q <= place;
        if (back) value_q <= value;
        known_q <= (starts_o || known_q) && !(clear_i && clear_row_i == row);
    end
    assign busy_o  = busy_q;
    assign place_o = place_q;
    assign ask_o   = ask_q;
    assign have_o  = have_q;
    assign value_o = value_q;
    assign known_o = known_q;
endmodule
`default_nettype wire
