// SPDX-License-Identifier: Apache-2.0
// Places of triggers that wait. Low priority gets the lowest free place below LOW, high priority the highest of all. In the next cycle a trigger is
// placed: behind another one like it, or free to enter. Of those the oldest is chosen, high priority first.
//
//   cycle 0  take_i           a trigger gets a place
//   cycle 1                   it is placed, like_entry_i says whether an entry has one like it
//   cycle 2  chosen_o         if an entry is free and none is older; its place is free from cycle 3 on
//
// Two are like each other if they are of one warp, and both high, or both low and of one routine. told_i says that one is done: the oldest one like it may
// enter from the next cycle on. Nothing is chosen in the cycle of a kill.
// More: docs/assist.md, "Trigger", "Place", "Choose", "Done", "Kill"
`default_nettype none
module `WF_ASSIST_PLACES #(
    parameter WAITING = `WF_WAITING,    // places: 4, 8 .. 64
    parameter LOW     = `WF_LOW,        // those that low priority may use: from 1, fewer than WAITING
    parameter WARP    = 1,              // bits of a warp's number, from 1
    parameter ROUTINE = 1,              // bits of a routine's number, from 1
    parameter PLACE   = $clog2(WAITING) // bits of a place's number; not to be set
) (
    input  wire               clk_i,            // clock, rising edge
    input  wire               rst_ni,           // reset, low, asynchronous: all places are free
    output wire               free_o,           // 1: a place is free
    output wire               low_free_o,       // 1: one that low priority may use is
    output wire               empty_o,          // 1: all are
    input  wire               take_i,           // 1: a trigger gets a place
    input  wire               high_i,           // its priority
    input  wire [WARP-1:0]    warp_i,           // its warp
    input  wire [ROUTINE-1:0] routine_i,        // its routine
    output wire [PLACE-1:0]   take_row_o,       // the place
    output wire               placed_o,         // 1: one is placed
    output wire               placed_high_o,    // its priority
    output wire [WARP-1:0]    placed_warp_o,    // its warp
    output wire [ROUTINE-1:0] placed_routine_o, // its routine
    input  wire               like_entry_i,     // 1: an entry has one like it
    output wire               behind_o,         // 1: it is placed behind another one
    input  wire               high_free_i,      // 1: an entry is free
    input  wire               low_entry_i,      // 1: one that low priority may use is
    output wire               chosen_o,         // 1: one leaves its place for an entry
    output wire               chosen_high_o,    // its priority
    output wire [WARP-1:0]    chosen_warp_o,    // its warp
    output wire [ROUTINE-1:0] chosen_routine_o, // its routine
    output wire [PLACE-1:0]   chosen_row_o,     // its place
    input  wire               told_i,           // 1: one is done
    input  wire               told_high_i,      // its priority
    input  wire [WARP-1:0]    told_warp_i,      // its warp
    input  wire [ROUTINE-1:0] told_routine_i,   // its routine
    output wire               told_like_o,      // 1: one like it has a place
    input  wire               kill_i,           // 1: all of a warp goes
    input  wire [WARP-1:0]    kill_warp_i,      // this warp
    output wire               killed_o          // 1: some place is of it
);
    generate
        if (WAITING < 4 || WAITING > 64 || (WAITING & (WAITING - 1)) != 0) begin : gen_bad_waiting wf_illegal_WAITING bad (); end
        if (LOW < 1 || LOW >= WAITING) begin : gen_bad_low wf_illegal_LOW bad (); end
        if (WARP < 1) begin : gen_bad_warp wf_illegal_WARP bad (); end
        if (ROUTINE < 1) begin : gen_bad_routine wf_illegal_ROUTINE bad (); end
        if (PLACE != $clog2(WAITING)) begin : gen_bad_place wf_illegal_PLACE bad (); end
    endgenerate
    localparam KEY = 1 + WARP + ROUTINE;

    // Is one like the other? Each is {high, warp, routine}
    function like;
        input [KEY-1:0] a, b;
        like = a[KEY-1:ROUTINE] == b[KEY-1:ROUTINE] && (a[KEY-1] || a[ROUTINE-1:0] == b[ROUTINE-1:0]);
    endfunction

    // The number of the place whose bit is 1
    function [PLACE-1:0] number;
        input [WAITING-1:0] bits;
        integer             i;
        begin
            number = {PLACE{1'b0}};
            for (i = 0; i < WAITING; i = i + 1) number = number | (i[PLACE-1:0] & {PLACE{bits[i]}});
        end
    endfunction

    reg  [WAITING-1:0]     used_q, placed_q, behind_q;
    reg  [WAITING*KEY-1:0] key_q;
    reg  [WAITING-1:0]     last_q;      // the place of the trigger that was taken in the cycle before, or none
    reg  [KEY-1:0]         last_key_q;

    // ---- A place for a trigger ----

    wire [LOW-1:0]     low_first, unused_low_below;
    wire [WAITING-1:0] turned, turned_first, unused_below, high_first, low_place;
    wire               unused_any;
    genvar p;
    generate
        for (p = 0; p < WAITING; p = p + 1) begin : gen_turn
            assign turned[p]     = !used_q[WAITING-1-p];
            assign high_first[p] = turned_first[WAITING-1-p];
        end
    endgenerate
    `WF_FIRST #(.WIDTH(WAITING)) highest (.bits_i(turned), .first_o(turned_first), .below_o(unused_below), .any_o(unused_any));
    `WF_FIRST #(.WIDTH(LOW)) lowest (.bits_i(~used_q[LOW-1:0]), .first_o(low_first), .below_o(unused_low_below), .any_o(low_free_o));
    assign low_place = {{WAITING-LOW{1'b0}}, low_first};
    wire [WAITING-1:0] take = (high_i ? high_first : low_place) & {WAITING{take_i}};
    assign free_o     = !(&used_q);
    assign empty_o    = !(|used_q);
    assign take_row_o = high_i ? number(high_first) : number(low_place);

    // ---- It is placed ----

    wire [WAITING-1:0] like_last, like_told, of_warp;
    assign placed_o = |last_q;
    assign {placed_high_o, placed_warp_o, placed_routine_o} = last_key_q;
    assign behind_o = like_entry_i || |like_last;

    // ---- The oldest that may enter is chosen ----

    wire [WAITING*WAITING-1:0] older;
    wire [WAITING-1:0]         is_high, oldest_high, oldest_low;
    wire [KEY-1:0]             high_key, low_key;
    wire [WAITING-1:0]         may    = placed_q & ~behind_q;
    wire                       higher = |(may & is_high) && high_free_i;
    wire [WAITING-1:0]         chosen = higher ? oldest_high : oldest_low;
    `WF_AGE #(.ENTRIES(WAITING)) age (.clk_i(clk_i), .take_i(last_q), .older_o(older));
    `WF_OLDEST #(.WIDTH(WAITING)) high (.request_i(may & is_high), .older_i(older), .oldest_o(oldest_high));
    `WF_OLDEST #(.WIDTH(WAITING)) low (.request_i(may & ~is_high), .older_i(older), .oldest_o(oldest_low));
    `WF_MUX #(.WIDTH(KEY), .COUNT(WAITING)) of_high (.select_i(oldest_high), .data_i(key_q), .data_o(high_key));
    `WF_MUX #(.WIDTH(KEY), .COUNT(WAITING)) of_low (.select_i(oldest_low), .data_i(key_q), .data_o(low_key));
    assign chosen_o     = !kill_i && (higher || (|(may & ~is_high) && low_entry_i));
    assign chosen_row_o = number(chosen);
    assign {chosen_high_o, chosen_warp_o, chosen_routine_o} = higher ? high_key : low_key;

    // ---- One is done, and the oldest like it may enter ----

    wire [KEY-1:0]     told_key = {told_high_i, told_warp_i, told_routine_i};
    wire [WAITING-1:0] woken;
    `WF_OLDEST #(.WIDTH(WAITING)) next (.request_i(like_told), .older_i(older), .oldest_o(woken));
    assign told_like_o = |like_told || (placed_o && like(told_key, last_key_q));

    wire last_goes = kill_i && last_key_q[KEY-2:ROUTINE] == kill_warp_i;
    assign killed_o = |(placed_q & of_warp) || (placed_o && last_key_q[KEY-2:ROUTINE] == kill_warp_i);
    generate
        for (p = 0; p < WAITING; p = p + 1) begin : gen_place
            wire [KEY-1:0] key  = key_q[p*KEY +: KEY];
            wire           goes = (chosen_o && chosen[p]) || (kill_i && placed_q[p] && of_warp[p]) || (last_goes && last_q[p]);
            assign is_high[p]   = key[KEY-1];
            assign of_warp[p]   = key[KEY-2:ROUTINE] == kill_warp_i;
            assign like_last[p] = placed_q[p] && like(key, last_key_q);
            assign like_told[p] = placed_q[p] && like(key, told_key);
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni) begin
                    used_q[p]   <= 1'b0;
                    placed_q[p] <= 1'b0;
                end else begin
                    used_q[p]   <= take[p] || (used_q[p] && !goes);
                    placed_q[p] <= (placed_q[p] || last_q[p]) && !goes;
                end
            always @(posedge clk_i) begin
                if (last_q[p]) key_q[p*KEY +: KEY] <= last_key_q;
                if (last_q[p])               behind_q[p] <= behind_o;
                else if (told_i && woken[p]) behind_q[p] <= 1'b0;
            end
        end
    endgenerate
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) last_q <= {WAITING{1'b0}};
        else         last_q <= take;
    always @(posedge clk_i)
        if (take_i) last_key_q <= {high_i, warp_i, routine_i};
    wire unused = &{1'b0, unused_any, unused_below, unused_low_below};
endmodule
`default_nettype wire
