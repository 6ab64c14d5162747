// SPDX-License-Identifier: Apache-2.0
// The table: an entry an active instance. Low priority gets the lowest free entry below LOW, high priority the highest of all. Each cycle an entry that runs
// comes into R, in turn; when its row moves on the entry learns how far it came.
//
//   cycle 0  chosen_high_i        an entry is an instance's own
//   cycle 1  enters_o             it comes there; begin_i is where its routine begins
//   cycle 2  picked_o             if it is its turn: row_.. is it from cycle 3 on, until moves_i
//   cycle 3  moves_i              row_count_i instructions are staged
//
// No kill is taken in cycle 1. After the last one it waits for retire_i; then it is over, and ends_i frees it.
// More: docs/assist.md, "Choose", "Enter", "Pick", "Row", "Answers", "Kill"
`default_nettype none
module `WF_ASSIST_ENTRIES #(
    parameter ENTRIES = `WF_ENTRIES,    // entries: 4, 8, 16 or 32
    parameter LOW     = `WF_LOW,        // those that low priority may use: from 1, fewer than ENTRIES
    parameter WIDTH   = `WF_WIDTH,      // instructions of a row of the store: 1, 2 or 4
    parameter ROOM    = `WF_ROOM,       // instructions of an instance that its parent's part has room for: 1 to 4
    parameter MOST    = `WF_MOST,       // instructions of an instance: 16, 32 .. 4096
    parameter WARP    = 1,              // bits of a warp's number, from 1
    parameter ROUTINE = 1,              // bits of a routine's number, from 1
    parameter ADDRESS = 4,              // bits of an address in the store, from 4
    parameter ENTRY   = $clog2(ENTRIES), // bits of an entry's number; not to be set
    parameter COUNTED = $clog2(MOST),   // bits of a number of instructions; not to be set
    parameter ROW     = ADDRESS - $clog2(WIDTH) // bits of a row's number; not to be set
) (
    input  wire               clk_i,            // clock, rising edge
    input  wire               rst_ni,           // reset, low, asynchronous: all entries are free
    output wire               empty_o,          // 1: all entries are free
    input  wire               trigger_i,        // 1: a trigger comes
    input  wire               high_i,           // its priority
    input  wire [WARP-1:0]    warp_i,           // its warp
    input  wire [ROUTINE-1:0] routine_i,        // its routine
    output wire               like_o,           // 1: an entry has one like that of the cycle before
    output wire               high_free_o,      // 1: an entry is free
    output wire               low_free_o,       // 1: one that low priority may use is
    input  wire               chosen_high_i,    // 1: an entry becomes the own of an instance of high priority
    input  wire               chosen_low_i,     // 1: of one of low priority
    output wire               enters_o,         // 1: the instance that got it in the cycle before enters
    output wire [ENTRY-1:0]   enter_entry_o,    // its entry
    input  wire               enter_high_i,     // its priority
    input  wire [WARP-1:0]    enter_warp_i,     // its warp
    input  wire [ROUTINE-1:0] enter_routine_i,  // its routine
    input  wire [ADDRESS-1:0] begin_i,          // where its routine begins
    input  wire               hush_i,           // 1: a kill was there in the cycle before: nothing is picked
    input  wire               low_room_i,       // 1: low priority may be picked
    output wire               picked_o,         // 1: an entry is picked
    output wire [ENTRY-1:0]   pick_entry_o,     // this one
    output wire [ROW-1:0]     pick_row_o,       // the row of its next address
    output wire               row_o,            // 1: R has a row
    output wire               row_high_o,       // its priority
    output wire [ENTRY-1:0]   row_entry_o,      // its entry
    output wire [WARP-1:0]    row_warp_o,       // its warp
    output wire [ROUTINE-1:0] row_routine_o,    // its routine
    output wire [ADDRESS-1:0] row_address_o,    // its next address
    output wire [COUNTED-1:0] row_staged_o,     // its instructions so far
    output wire [ROOM-1:0]    row_room_o,       // bit k: its parent's part has room for more than k others
    input  wire               moves_i,          // 1: it moves on
    input  wire [2:0]         row_count_i,      // with so many instructions
    input  wire [ADDRESS-1:0] row_next_i,       // the address behind them
    input  wire [COUNTED-1:0] row_staged_i,     // its instructions with them
    input  wire               row_last_i,       // 1: no other follows
    input  wire               row_branch_i,     // 1: resume says what follows
    input  wire               row_over_i,       // 1: one of both
    input  wire               row_cut_i,        // 1: it is cut
    input  wire [ENTRIES-1:0] issued_i,         // bit e: an instruction has left the parent's part
    input  wire               resume_i,         // 1: an entry goes on
    input  wire [ENTRY-1:0]   resume_entry_i,   // this one
    input  wire [ADDRESS-1:0] resume_address_i, // here
    input  wire [ENTRIES-1:0] retire_i,         // bit e: its last instruction has completed
    output wire [ENTRIES-1:0] over_o,           // bit e: it is over
    output wire [ENTRIES-1:0] cut_o,            // bit e: it was cut
    output wire [ENTRIES*(1+WARP+ROUTINE)-1:0] keys_o, // priority, warp and routine of each
    input  wire [ENTRIES-1:0] ends_i,           // bit e: it becomes free
    input  wire               kill_i,           // 1: all of a warp goes
    input  wire [WARP-1:0]    kill_warp_i,      // this warp
    output wire               killed_o          // 1: some entry is of it
);
    generate
        if (ENTRIES < 4 || ENTRIES > 32 || 32 % ENTRIES != 0) begin : gen_bad_entries wf_illegal_ENTRIES bad (); end
        if (LOW < 1 || LOW >= ENTRIES) begin : gen_bad_low wf_illegal_LOW bad (); end
        if (ROOM < 1 || ROOM > 4) begin : gen_bad_room wf_illegal_ROOM bad (); end
        if (MOST < 16 || MOST > 4096 || 4096 % MOST != 0) begin : gen_bad_most wf_illegal_MOST bad (); end
        if (WARP < 1) begin : gen_bad_warp wf_illegal_WARP bad (); end
        if (ROUTINE < 1) begin : gen_bad_routine wf_illegal_ROUTINE bad (); end
        if (WIDTH != 1 && WIDTH != 2 && WIDTH != 4) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (ADDRESS < 4) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (ENTRY != $clog2(ENTRIES)) begin : gen_bad_entry wf_illegal_ENTRY bad (); end
        if (COUNTED != $clog2(MOST)) begin : gen_bad_counted wf_illegal_COUNTED bad (); end
        if (ROW != ADDRESS - $clog2(WIDTH)) begin : gen_bad_row wf_illegal_ROW bad (); end
    endgenerate
    localparam KEY = 1 + WARP + ROUTINE;
    localparam ALL = 1 + ADDRESS + COUNTED;
    localparam GROUP = ENTRIES < 16 ? ENTRIES : 16;     // entries that are compared with one key

    // The number of the entry whose bit is 1
    function [ENTRY-1:0] number;
        input [ENTRIES-1:0] bits;
        integer             i;
        begin
            number = {ENTRY{1'b0}};
            for (i = 0; i < ENTRIES; i = i + 1) number = number | (i[ENTRY-1:0] & {ENTRY{bits[i]}});
        end
    endfunction

    reg  [ENTRIES-1:0]         used_q, has_q, runs_q, stops_q, waits_q, over_q, cut_q;
    reg  [ENTRIES*KEY-1:0]     key_q;
    reg  [ENTRIES*ADDRESS-1:0] next_q;
    reg  [ENTRIES*COUNTED-1:0] staged_q;
    reg  [ENTRIES*3-1:0]       in_part_q;
    reg  [ENTRIES-1:0]         enter_q, row_q;      // the entry that one enters, that R has; or none

    // ---- A free entry ----

    wire [LOW-1:0]     low_first, unused_low_below;
    wire [ENTRIES-1:0] turned, turned_first, unused_below, high_first, of_warp, like;
    wire               unused_any;
    genvar e;
    generate
        for (e = 0; e < ENTRIES; e = e + 1) begin : gen_turn
            assign turned[e]     = !used_q[ENTRIES-1-e];
            assign high_first[e] = turned_first[ENTRIES-1-e];
        end
    endgenerate
    `WF_FIRST #(.WIDTH(ENTRIES)) highest (.bits_i(turned), .first_o(turned_first), .below_o(unused_below), .any_o(unused_any));
    `WF_FIRST #(.WIDTH(LOW)) lowest (.bits_i(~used_q[LOW-1:0]), .first_o(low_first), .below_o(unused_low_below), .any_o(low_free_o));
    wire [ENTRIES-1:0] chosen = (high_first & {ENTRIES{chosen_high_i}}) | {{ENTRIES-LOW{1'b0}}, low_first & {LOW{chosen_low_i}}};
    assign high_free_o = !(&used_q);
    assign empty_o     = !(|used_q);
    assign like_o      = |(has_q & like);
    genvar g;
    generate
        for (g = 0; g * GROUP < ENTRIES; g = g + 1) begin : gen_group
            `WF_ASSIST_LIKE #(.COUNT(GROUP), .WARP(WARP), .ROUTINE(ROUTINE)) of_taken (
                .clk_i(clk_i), .load_i(trigger_i), .key_i({high_i, warp_i, routine_i}), .keys_i(key_q[g*GROUP*KEY +: GROUP*KEY]),
                .like_o(like[g*GROUP +: GROUP])
            );
        end
    endgenerate

    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) enter_q <= {ENTRIES{1'b0}};
        else         enter_q <= chosen;
    assign enters_o      = |enter_q;
    assign enter_entry_o = number(enter_q);

    // ---- R ----

    reg  [ENTRIES-1:0]      after_q;        // those behind the one that was picked last come first
    reg                     row_there_q;    // R has one
    reg  [ALL-1:0]          row_data_q;
    reg  [ROOM-1:0]         row_room_q;
    wire [ENTRIES-1:0]      may, pick, after;
    wire [ENTRIES*ALL-1:0]  rows;
    wire [ENTRIES*(KEY-1)-1:0] names;       // warp and routine of each
    wire [ENTRIES*ROOM-1:0] rooms;          // of each entry, as they are in the next cycle if no row moves on
    wire [ENTRIES*3-1:0]    parts;          // instructions in the part of each, but for what is staged in this cycle
    wire [2:0]              row_part;
    wire [ALL-1:0]          row;
    wire [ROOM-1:0]         room, row_room; // of the one that is picked, of the one in R
    wire                    opens = !hush_i && (!row_there_q || moves_i);
    wire                    row_of_warp = kill_i && row_warp_o == kill_warp_i;
    `WF_PICK #(.PORTS(ENTRIES), .GRANTS(1)) turn (.request_i(may), .after_i(after_q), .grant_o(pick), .after_o(after));
    `WF_MUX #(.WIDTH(ALL), .COUNT(ENTRIES)) of_pick (.select_i(pick), .data_i(rows), .data_o(row));
    `WF_MUX #(.WIDTH(ROOM), .COUNT(ENTRIES)) of_room (.select_i(pick), .data_i(rooms), .data_o(room));
    `WF_MUX #(.WIDTH(KEY - 1), .COUNT(ENTRIES)) of_row (.select_i(row_q), .data_i(names), .data_o({row_warp_o, row_routine_o}));
    `WF_MUX #(.WIDTH(3), .COUNT(ENTRIES)) of_part (.select_i(row_q), .data_i(parts), .data_o(row_part));
    wire [2:0] row_in_part = row_part + row_count_i;
    genvar r;
    generate
        for (r = 0; r < ROOM; r = r + 1) begin : gen_row_room
            localparam [31:0] FEWER = ROOM - r;
            assign row_room[r] = row_part < FEWER[2:0];
        end
    endgenerate
    assign row_o        = row_there_q;
    assign row_entry_o  = number(row_q);
    assign picked_o     = opens && |may;
    assign pick_entry_o = number(pick);
    assign pick_row_o   = row[COUNTED+ADDRESS-1 -: ROW];
    assign row_room_o   = row_room_q;
    assign {row_high_o, row_address_o, row_staged_o} = row_data_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            row_q       <= {ENTRIES{1'b0}};
            row_there_q <= 1'b0;
            after_q     <= {ENTRIES{1'b1}};
        end else begin
            row_q       <= opens ? pick : row_q & ~{ENTRIES{row_of_warp}};
            row_there_q <= opens ? |may : row_there_q && !row_of_warp;
            if (opens) after_q <= after;
        end
    always @(posedge clk_i) begin
        if (opens) row_data_q <= row;
        row_room_q <= opens ? room : row_room;
    end

    // ---- Entries ----

    generate
        for (e = 0; e < ENTRIES; e = e + 1) begin : gen_entry
            localparam [31:0] NUMBER = e;
            localparam [2:0]  MOST_IN_PART = ROOM;
            genvar            k;
            wire [KEY-1:0] key     = key_q[e*KEY +: KEY];
            wire [2:0]     in_part = in_part_q[e*3 +: 3];
            wire           kills   = kill_i && of_warp[e];
            wire           moves   = moves_i && row_q[e];
            wire           resumes = resume_i && resume_entry_i == NUMBER[ENTRY-1:0] && stops_q[e];
            wire           retires = retire_i[e] && waits_q[e];
            wire           left    = issued_i[e] && in_part != 3'd0;
            wire [2:0]     in_part_less = in_part - {2'd0, left};
            assign of_warp[e] = key[KEY-2:ROUTINE] == kill_warp_i;
            assign may[e]     = runs_q[e] && !row_q[e] && (key[KEY-1] ? in_part < MOST_IN_PART : low_room_i);
            assign rows[e*ALL +: ALL]         = {key[KEY-1], next_q[e*ADDRESS +: ADDRESS], staged_q[e*COUNTED +: COUNTED]};
            assign parts[e*3 +: 3] = in_part_less;
            assign names[e*(KEY-1) +: KEY-1]  = key[KEY-2:0];
            for (k = 0; k < ROOM; k = k + 1) begin : gen_room
                localparam [31:0] FEWER = ROOM - k;
                assign rooms[e*ROOM + k] = in_part_less < FEWER[2:0];
            end
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni) begin
                    used_q[e]  <= 1'b0;
                    has_q[e]   <= 1'b0;
                    runs_q[e]  <= 1'b0;
                    stops_q[e] <= 1'b0;
                    waits_q[e] <= 1'b0;
                    over_q[e]  <= 1'b0;
                end else begin
                    used_q[e]  <= (used_q[e] && !ends_i[e] && !kills) || chosen[e];
                    has_q[e]   <= enter_q[e] || (has_q[e] && !ends_i[e] && !kills);
                    runs_q[e]  <= enter_q[e] || (((runs_q[e] && !(moves && row_over_i)) || resumes) && !kills);
                    stops_q[e] <= ((moves && row_branch_i) || (stops_q[e] && !resumes)) && !kills;
                    waits_q[e] <= ((moves && row_last_i) || (waits_q[e] && !retires)) && !kills;
                    over_q[e]  <= (over_q[e] || retires) && !ends_i[e] && !kills;
                end
            always @(posedge clk_i) begin
                if (enter_q[e]) key_q[e*KEY +: KEY] <= {enter_high_i, enter_warp_i, enter_routine_i};
                if (enter_q[e] || resumes || moves)
                    next_q[e*ADDRESS +: ADDRESS] <= enter_q[e] ? begin_i : resumes ? resume_address_i : row_next_i;
                if (enter_q[e] || moves)
                    staged_q[e*COUNTED +: COUNTED] <= enter_q[e] ? {COUNTED{1'b0}} : row_staged_i;
                if (moves) cut_q[e] <= row_cut_i;
                in_part_q[e*3 +: 3] <= enter_q[e] ? 3'd0 : moves && row_high_o ? row_in_part : in_part_less;
            end
        end
    endgenerate
    assign over_o   = over_q;
    assign cut_o    = cut_q;
    assign keys_o   = key_q;
    assign killed_o = |(has_q & of_warp);
    wire unused = &{1'b0, unused_any, unused_below, unused_low_below};
endmodule
`default_nettype wire
