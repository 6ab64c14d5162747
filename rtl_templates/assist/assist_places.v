// SPDX-License-Identifier: Apache-2.0
// Places of triggers that wait. Low priority gets the lowest free place below LOW, high priority the highest of all. In the next cycle a trigger is
// placed: behind another one like it, or free to enter. Of those the oldest is chosen, high priority first.
//
//   cycle 0  take_high_i      a trigger gets a place
//   cycle 1                   it is placed, like_entry_i says whether an entry has one like it
//   cycle 2  chosen_high_o    if an entry is free and none is older
//   cycle 3  enters_o         it leaves its place
//
// Two are like each other if they are of one warp, and both high, or both low and of one routine. ending_i says that one is done: in the next cycle, in
// which that is told, the oldest one like it becomes free to enter. Nothing is chosen while a kill is there, so none is
// entering when it is taken.
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
    input  wire               trigger_i,        // 1: a trigger comes
    input  wire               take_high_i,      // 1: it is of high priority, and gets a place if one is free
    input  wire               take_low_i,       // 1: of low priority, and gets one if low_free_o is 1
    input  wire               high_i,           // its priority
    input  wire [WARP-1:0]    warp_i,           // its warp
    input  wire [ROUTINE-1:0] routine_i,        // its routine
    output wire [PLACE-1:0]   take_row_o,       // the place
    output wire               placed_o,         // 1: one is placed
    output wire [PLACE-1:0]   placed_row_o,     // its place
    output wire [ROUTINE-1:0] placed_routine_o, // its routine
    input  wire               like_entry_i,     // 1: an entry has one like it
    output wire               behind_o,         // 1: it is placed behind another one
    input  wire               high_free_i,      // 1: an entry is free
    input  wire               low_entry_i,      // 1: one that low priority may use is
    input  wire               hush_i,           // 1: a kill is there: nothing is chosen
    output wire               chosen_high_o,    // 1: one of high priority is chosen for an entry
    output wire               chosen_low_o,     // 1: one of low priority is
    output wire [PLACE-1:0]   chosen_row_o,     // its place
    output wire               enter_high_o,     // of the one that was chosen in the cycle before: its priority
    output wire [WARP-1:0]    enter_warp_o,     // its warp
    output wire [ROUTINE-1:0] enter_routine_o,  // its routine
    input  wire               ends_i,           // 1: one is ending in the next cycle
    input  wire [WARP+ROUTINE:0] ends_key_i,    // its priority, warp and routine
    input  wire               ending_i,         // 1: one is ending
    output wire               told_like_o,      // 1: one like that of the cycle before had a place then
    input  wire               kill_i,           // 1: all of a warp goes
    input  wire [WARP-1:0]    kill_warp_i,      // this warp
    output wire               killed_o          // 1: some place is of it
);
    generate
        if (WAITING < 4 || WAITING > 64 || 64 % WAITING != 0) begin : gen_bad_waiting wf_illegal_WAITING bad (); end
        if (LOW < 1 || LOW >= WAITING) begin : gen_bad_low wf_illegal_LOW bad (); end
        if (WARP < 1) begin : gen_bad_warp wf_illegal_WARP bad (); end
        if (ROUTINE < 1) begin : gen_bad_routine wf_illegal_ROUTINE bad (); end
        if (PLACE != $clog2(WAITING)) begin : gen_bad_place wf_illegal_PLACE bad (); end
    endgenerate
    localparam KEY   = 1 + WARP + ROUTINE;
    localparam GROUP = WAITING < 16 ? WAITING : 16;     // places that are compared with one key

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
    reg                    last_there_q;
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
    assign low_place  = {{WAITING-LOW{1'b0}}, low_first};
    wire [WAITING-1:0] take = (high_first & {WAITING{take_high_i}}) | (low_place & {WAITING{take_low_i}});
    assign free_o     = !(&used_q);
    assign empty_o    = !(|used_q);
    assign take_row_o = high_i ? number(high_first) : number(low_place);

    // ---- It is placed ----

    wire [WAITING-1:0] like_last, like_ending, of_warp;
    assign placed_o     = last_there_q;
    assign placed_row_o = number(last_q);
    assign placed_routine_o = last_key_q[ROUTINE-1:0];
    assign behind_o = like_entry_i || |(placed_q & like_last);

    // ---- The oldest that may enter is chosen. Whether one that was placed in the cycle before is behind stands in a register of its own ----

    reg  [WAITING-1:0]         fresh_q, chosen_q;       // the place that was placed, that was chosen in the cycle before, or none
    reg                        fresh_behind_q;
    wire [WAITING*WAITING-1:0] older;
    wire [WAITING-1:0]         is_high, oldest_high, oldest_low;
    wire [WAITING-1:0]         may    = placed_q & ~chosen_q & ~(fresh_q & {WAITING{fresh_behind_q}}) & ~(behind_q & ~fresh_q);
    wire                       higher = |(may & is_high) && high_free_i;
    wire                       lower  = |(may & ~is_high) && low_entry_i;
    wire [WAITING-1:0]         chosen = (oldest_high & {WAITING{chosen_high_o}}) | (oldest_low & {WAITING{chosen_low_o}});
    `WF_AGE #(.ENTRIES(WAITING)) age (.clk_i(clk_i), .take_i(last_q), .older_o(older));
    `WF_OLDEST #(.WIDTH(WAITING)) high (.request_i(may & is_high), .older_i(older), .oldest_o(oldest_high));
    `WF_OLDEST #(.WIDTH(WAITING)) low (.request_i(may & ~is_high), .older_i(older), .oldest_o(oldest_low));
    `WF_MUX #(.WIDTH(KEY), .COUNT(WAITING)) of_chosen (.select_i(chosen_q), .data_i(key_q), .data_o({enter_high_o, enter_warp_o, enter_routine_o}));
    assign chosen_high_o = higher && !hush_i;
    assign chosen_low_o  = lower && !higher && !hush_i;
    assign chosen_row_o  = number(chosen);

    // ---- One is done, and the oldest like it becomes free to enter ----

    wire [WAITING-1:0] woken;
    reg  [WAITING-1:0] like_q;      // those like the one that is told
    reg                any_like_q;  // or like the one that was placed in the cycle before
    `WF_OLDEST #(.WIDTH(WAITING)) next (.request_i(like_q & placed_q), .older_i(older), .oldest_o(woken));
    wire               last_like;
    assign told_like_o = any_like_q;
    `WF_ASSIST_LIKE #(.COUNT(1), .WARP(WARP), .ROUTINE(ROUTINE)) of_last (
        .clk_i(clk_i), .load_i(ends_i), .key_i(ends_key_i), .keys_i(last_key_q), .like_o(last_like)
    );
    genvar g;
    generate
        for (g = 0; g * GROUP < WAITING; g = g + 1) begin : gen_group
            `WF_ASSIST_LIKE #(.COUNT(GROUP), .WARP(WARP), .ROUTINE(ROUTINE)) of_taken (
                .clk_i(clk_i), .load_i(trigger_i), .key_i({high_i, warp_i, routine_i}), .keys_i(key_q[g*GROUP*KEY +: GROUP*KEY]),
                .like_o(like_last[g*GROUP +: GROUP])
            );
            `WF_ASSIST_LIKE #(.COUNT(GROUP), .WARP(WARP), .ROUTINE(ROUTINE)) of_ending (
                .clk_i(clk_i), .load_i(ends_i), .key_i(ends_key_i), .keys_i(key_q[g*GROUP*KEY +: GROUP*KEY]),
                .like_o(like_ending[g*GROUP +: GROUP])
            );
        end
    endgenerate

    wire last_goes = kill_i && last_key_q[KEY-2:ROUTINE] == kill_warp_i;
    assign killed_o = |(placed_q & of_warp) || (placed_o && last_key_q[KEY-2:ROUTINE] == kill_warp_i);
    generate
        for (p = 0; p < WAITING; p = p + 1) begin : gen_place
            wire [KEY-1:0] key  = key_q[p*KEY +: KEY];
            wire           goes = chosen_q[p] || (kill_i && placed_q[p] && of_warp[p]) || (last_goes && last_q[p]);
            assign is_high[p]   = key[KEY-1];
            assign of_warp[p]   = key[KEY-2:ROUTINE] == kill_warp_i;
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
                if (fresh_q[p] || woken[p]) behind_q[p] <= !woken[p] && fresh_behind_q;
            end
        end
    endgenerate
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            last_q       <= {WAITING{1'b0}};
            last_there_q <= 1'b0;
            fresh_q  <= {WAITING{1'b0}};
            chosen_q <= {WAITING{1'b0}};
            like_q   <= {WAITING{1'b0}};
        end else begin
            last_q       <= take;
            last_there_q <= (take_high_i && free_o) || (take_low_i && low_free_o);
            fresh_q  <= last_q;
            chosen_q <= chosen;
            like_q   <= placed_q & like_ending & {WAITING{ending_i}};
        end
    always @(posedge clk_i) begin
        if (take_high_i || take_low_i) last_key_q <= {high_i, warp_i, routine_i};
        fresh_behind_q <= behind_o;
        any_like_q     <= |(placed_q & like_ending) || (placed_o && last_like);
    end
    wire unused = &{1'b0, unused_any, unused_below, unused_low_below};
endmodule
`default_nettype wire
