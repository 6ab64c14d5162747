// SPDX-License-Identifier: Apache-2.0
// Instances from their entry to their end: the table, the row that is read, the queues of what is staged, and ends.
//
//   cycle 0  chosen_high_i        an entry is an instance's own
//   cycle 2  pick_o               its row is read
//   cycle 4  deploy_valid_o       its instructions are offered
//
// A word that is staged is {instructions, branch, last, what its trigger brought along, routine, instance, address}; one of high priority has its count on top.
// More: docs/assist.md
`default_nettype none
module `WF_ASSIST_TABLE #(
    parameter ENTRIES = `WF_ENTRIES,    // entries: 4, 8, 16 or 32
    parameter LOW     = `WF_LOW,        // those that low priority may use: from 1, fewer than ENTRIES
    parameter WIDTH   = `WF_WIDTH,      // instructions of a row of the store: 1, 2 or 4
    parameter BITS    = `WF_BITS,       // bits of an instruction, from 1
    parameter ROOM    = `WF_ROOM,       // instructions of an instance that its parent's part has room for: 1 to 4
    parameter MOST    = `WF_MOST,       // instructions of an instance: 16, 32 .. 4096
    parameter WARP    = 1,              // bits of a warp's number, from 1
    parameter ROUTINE = 1,              // bits of a routine's number, from 1
    parameter ADDRESS = 4,              // bits of an address in the store, from 4
    parameter WITH    = 1,              // bits that a trigger brings along, from 1
    parameter ENTRY   = $clog2(ENTRIES), // bits of an entry's number; not to be set
    parameter ROW     = ADDRESS - $clog2(WIDTH), // bits of a row's number; not to be set
    parameter TAIL    = 2 + WITH + ROUTINE + ENTRY + ADDRESS // bits of a word behind its instructions; not to be set
) (
    input  wire                        clk_i,            // clock, rising edge
    input  wire                        rst_ni,           // reset, low, asynchronous: all entries are free, nothing is staged
    output wire                        empty_o,          // 1: all entries are free, and none is ending
    input  wire                        trigger_i,        // 1: a trigger comes
    input  wire                        high_i,           // its priority
    input  wire [WARP-1:0]             warp_i,           // its warp
    input  wire [ROUTINE-1:0]          routine_i,        // its routine
    output wire                        like_o,           // 1: an entry has one like that of the cycle before
    output wire                        high_free_o,      // 1: an entry is free
    output wire                        low_free_o,       // 1: one that low priority may use is
    input  wire                        chosen_high_i,    // 1: an entry becomes the own of an instance of high priority
    input  wire                        chosen_low_i,     // 1: of one of low priority
    output wire                        enters_o,         // 1: the instance that got it in the cycle before enters
    output wire [ENTRY-1:0]            enter_entry_o,    // its entry
    input  wire                        enter_high_i,     // its priority
    input  wire [WARP-1:0]             enter_warp_i,     // its warp
    input  wire [ROUTINE-1:0]          enter_routine_i,  // its routine
    input  wire [ADDRESS-1:0]          begin_i,          // where its routine begins
    input  wire                        throttled_i,      // 1: low priority is not picked
    output wire                        pick_o,           // 1: the rows of an instance are read
    output wire [ROW-1:0]              pick_row_o,       // of the store
    output wire [ENTRY-1:0]            pick_entry_o,     // and of its entry
    input  wire [WIDTH*(BITS+2)-1:0]   words_i,          // what was read of the store
    input  wire [WITH-1:0]             with_i,           // what its trigger brought along
    input  wire [ENTRIES-1:0]          issued_i,         // bit e: an instruction has left the parent's part
    input  wire                        resume_i,         // 1: an entry goes on
    input  wire [ENTRY-1:0]            resume_entry_i,   // this one
    input  wire [ADDRESS-1:0]          resume_address_i, // here
    input  wire [ENTRIES-1:0]          retire_i,         // bit e: its last instruction has completed
    output wire                        ends_o,           // 1: one is ending in the next cycle
    output wire [WARP+ROUTINE:0]       ends_key_o,       // its priority, warp and routine
    output wire                        ending_o,         // 1: one is ending
    output wire [ENTRY-1:0]            ending_entry_o,   // its entry
    output wire                        told_o,           // 1: one is told
    output wire [ENTRY-1:0]            told_entry_o,     // its entry
    output wire                        told_cut_o,       // 1: it was cut
    output wire                        told_high_o,      // its priority
    output wire [WARP-1:0]             told_warp_o,      // its warp
    output wire [ROUTINE-1:0]          told_routine_o,   // its routine
    input  wire                        asked_i,          // 1: a kill was there in the cycle before, and not taken
    input  wire                        kill_i,           // 1: all of a warp goes
    input  wire [WARP-1:0]             kill_warp_i,      // this warp
    output wire                        waits_o,          // 1: something was offered in the cycle before, and not taken
    output wire                        killed_o,         // 1: some instance is of the warp
    output wire [WIDTH-1:0]            high_staged_o,    // a bit for each instruction of high priority that is staged
    output wire                        low_staged_o,     // 1: one of low priority is
    output wire                        deploy_valid_o,   // 1: instructions of high priority
    input  wire                        deploy_ready_i,   // 1: they are taken
    output wire [2+WIDTH*BITS+TAIL:0]  deploy_word_o,    // they are
    output wire [WARP-1:0]             deploy_warp_o,    // their warp
    output wire                        idle_valid_o,     // 1: an instruction of low priority
    input  wire                        idle_ready_i,     // 1: it is taken
    output wire [BITS+TAIL-1:0]        idle_word_o,      // it is
    output wire [WARP-1:0]             idle_warp_o       // its warp
);
    generate
        if (ENTRIES < 4 || ENTRIES > 32 || 32 % ENTRIES != 0) begin : gen_bad_entries wf_illegal_ENTRIES bad (); end
        if (LOW < 1 || LOW >= ENTRIES) begin : gen_bad_low wf_illegal_LOW bad (); end
        if (WIDTH != 1 && WIDTH != 2 && WIDTH != 4) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (BITS < 1) begin : gen_bad_bits wf_illegal_BITS bad (); end
        if (ROOM < 1 || ROOM > 4) begin : gen_bad_room wf_illegal_ROOM bad (); end
        if (MOST < 16 || MOST > 4096 || 4096 % MOST != 0) begin : gen_bad_most wf_illegal_MOST bad (); end
        if (WARP < 1) begin : gen_bad_warp wf_illegal_WARP bad (); end
        if (ROUTINE < 1) begin : gen_bad_routine wf_illegal_ROUTINE bad (); end
        if (ADDRESS < 4) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (WITH < 1) begin : gen_bad_with wf_illegal_WITH bad (); end
        if (ENTRY != $clog2(ENTRIES)) begin : gen_bad_entry wf_illegal_ENTRY bad (); end
        if (ROW != ADDRESS - $clog2(WIDTH)) begin : gen_bad_row wf_illegal_ROW bad (); end
        if (TAIL != 2 + WITH + ROUTINE + ENTRY + ADDRESS) begin : gen_bad_tail wf_illegal_TAIL bad (); end
    endgenerate
    localparam KEY     = 1 + WARP + ROUTINE;
    localparam COUNTED = $clog2(MOST);

    // ---- Entries ----

    wire [ENTRIES-1:0]     over, cut, ends;
    wire [ENTRIES*KEY-1:0] keys;
    wire                   row, row_high, moves, last, branch, cuts, over_row, entries_empty, entries_killed, ending_killed;
    wire [ENTRY-1:0]       row_entry;
    wire [WARP-1:0]        row_warp;
    wire [ROUTINE-1:0]     row_routine;
    wire [ADDRESS-1:0]     row_address, row_next;
    wire [COUNTED-1:0]     row_staged, staged_now;
    wire [ROOM-1:0]        row_room;
    wire [2:0]             count;
    wire [1:0]             low_used;
    wire                   front_full, unused_front;
    wire                   low_room = !throttled_i && !low_used[1] && !(low_used[0] && row && !row_high);
    `WF_ASSIST_ENTRIES #(.ENTRIES(ENTRIES), .LOW(LOW), .WIDTH(WIDTH), .ROOM(ROOM), .MOST(MOST), .WARP(WARP), .ROUTINE(ROUTINE), .ADDRESS(ADDRESS)) entries (
        .clk_i(clk_i), .rst_ni(rst_ni), .empty_o(entries_empty),
        .trigger_i(trigger_i), .high_i(high_i), .warp_i(warp_i), .routine_i(routine_i), .like_o(like_o),
        .high_free_o(high_free_o), .low_free_o(low_free_o),
        .chosen_high_i(chosen_high_i), .chosen_low_i(chosen_low_i), .enters_o(enters_o), .enter_entry_o(enter_entry_o),
        .enter_high_i(enter_high_i), .enter_warp_i(enter_warp_i), .enter_routine_i(enter_routine_i),
        .begin_i(begin_i), .hush_i(asked_i), .low_room_i(low_room), .picked_o(pick_o), .pick_entry_o(pick_entry_o), .pick_row_o(pick_row_o),
        .row_o(row), .row_high_o(row_high), .row_entry_o(row_entry), .row_warp_o(row_warp), .row_routine_o(row_routine), .row_address_o(row_address),
        .row_staged_o(row_staged), .row_room_o(row_room), .moves_i(moves), .row_count_i(count), .row_next_i(row_next), .row_staged_i(staged_now),
        .row_last_i(last), .row_branch_i(branch), .row_over_i(over_row), .row_cut_i(cuts), .issued_i(issued_i),
        .resume_i(resume_i), .resume_entry_i(resume_entry_i), .resume_address_i(resume_address_i),
        .retire_i(retire_i), .over_o(over), .cut_o(cut), .keys_o(keys), .ends_i(ends),
        .kill_i(kill_i), .kill_warp_i(kill_warp_i), .killed_o(entries_killed)
    );

    // ---- Row, and the queues of what is staged ----

    wire [WIDTH*BITS-1:0] instructions;
    wire                  front_waits, low_waits;
    wire [TAIL-1:0]       tail = {branch, last, with_i, row_routine, row_entry, row_address};
    assign moves = row && !asked_i && !(row_high ? front_full : low_used[1]);
    `WF_ASSIST_ROW #(.WIDTH(WIDTH), .BITS(BITS), .ROOM(ROOM), .MOST(MOST), .ADDRESS(ADDRESS)) of_row (
        .high_i(row_high), .address_i(row_address), .staged_i(row_staged), .room_i(row_room), .words_i(words_i),
        .count_o(count), .instructions_o(instructions), .next_o(row_next), .staged_o(staged_now), .last_o(last), .branch_o(branch), .cut_o(cuts), .over_o(over_row)
    );
    `WF_ASSIST_QUEUE #(.WIDTH(3 + WIDTH * BITS + TAIL), .WARP(WARP)) front (
        .clk_i(clk_i), .rst_ni(rst_ni), .used_o({front_full, unused_front}), .put_i(moves && row_high), .word_i({count, instructions, tail}), .warp_i(row_warp),
        .asked_i(asked_i), .kill_i(kill_i), .kill_warp_i(kill_warp_i), .waits_o(front_waits), .valid_o(deploy_valid_o), .ready_i(deploy_ready_i),
        .word_o(deploy_word_o),
        .warp_o(deploy_warp_o)
    );
    `WF_ASSIST_QUEUE #(.WIDTH(BITS + TAIL), .WARP(WARP)) low_part (
        .clk_i(clk_i), .rst_ni(rst_ni), .used_o(low_used), .put_i(moves && !row_high), .word_i({instructions[BITS-1:0], tail}), .warp_i(row_warp),
        .asked_i(asked_i), .kill_i(kill_i), .kill_warp_i(kill_warp_i), .waits_o(low_waits), .valid_o(idle_valid_o), .ready_i(idle_ready_i),
        .word_o(idle_word_o),
        .warp_o(idle_warp_o)
    );

    // ---- Ends ----

    `WF_ASSIST_ENDS #(.ENTRIES(ENTRIES), .WARP(WARP), .ROUTINE(ROUTINE)) of_ends (
        .clk_i(clk_i), .rst_ni(rst_ni), .over_i(over), .cut_i(cut), .keys_i(keys), .kill_i(kill_i), .kill_warp_i(kill_warp_i),
        .ends_o(ends), .ending_o(ending_o), .ends_any_o(ends_o), .ends_key_o(ends_key_o),
        .ending_entry_o(ending_entry_o), .killed_o(ending_killed), .told_o(told_o), .told_entry_o(told_entry_o), .told_cut_o(told_cut_o),
        .told_high_o(told_high_o), .told_warp_o(told_warp_o), .told_routine_o(told_routine_o)
    );
    assign empty_o      = entries_empty && !ending_o;
    assign killed_o     = entries_killed || ending_killed;
    assign waits_o      = front_waits || low_waits;
    assign low_staged_o = moves && !row_high;
    genvar k;
    generate
        for (k = 0; k < WIDTH; k = k + 1) begin : gen_staged
            localparam [31:0] NUMBER = k;
            assign high_staged_o[k] = moves && row_high && count > NUMBER[2:0];
        end
    endgenerate
endmodule
`default_nettype wire
