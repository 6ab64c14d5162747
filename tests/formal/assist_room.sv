// SPDX-License-Identifier: Apache-2.0
//
// What assist promises of the parent's part (docs/assist.md, "What it promises", 5 and 6), of the instances by themselves (assist_table.v): what comes to the
// table is free, but that an entry is chosen only where one is free and no kill is there. Of any instance: never more instructions than its room are there; and one
// that has room is offered after as many cycles as there are entries and two, whatever the others and low priority do; cycles in which a deploy or a kill waits
// do not count. What a core owes is assumed of it. PROPERTY is 0 for the one, 1 for the other, which is proven by how far it is from being offered.
`default_nettype none
module formal (
    input wire               clk_i,
    input wire               chosen_high_i,
    input wire               chosen_low_i,
    input wire               enter_warp_i,
    input wire               enter_routine_i,
    input wire [3:0]         begin_i,
    input wire               throttled_i,
    input wire [ENTRIES-1:0] issued_i,
    input wire [ENTRY+4:0]   resume_i,      // valid | instance | address
    input wire [ENTRIES-1:0] retire_i,
    input wire [1:0]         kill_i,        // valid | warp
    input wire [1:0]         ready_i,       // of deploy, of idle
    input wire [35:0]        words_i,
    input wire [ENTRY-1:0]   watched_i      // which instance is watched, in the first cycle
);
    localparam ENTRIES = `ENTRIES, ROOM = `ROOM, ENTRY = $clog2(ENTRIES), TAIL = 2 + 1 + 1 + ENTRY + 4;
    reg run_q = 1'b0;   // reset in the first cycle
    always @(posedge clk_i) run_q <= 1'b1;

    reg  asked_q, entering_high_q;
    wire waits, high_free, low_free, told, deploy_valid, idle_valid, deploy_warp, idle_warp;
    wire [ENTRY-1:0]     told_entry;
    wire [2+32+TAIL:0]   deploy;
    wire [16+TAIL-1:0]   idle;
    wire                 ready = asked_q && !waits, kill = kill_i[0] && ready;
    always @(posedge clk_i) begin
        asked_q         <= run_q && kill_i[0] && !ready;
        entering_high_q <= chosen_high_i;
    end
    unit_assist_table #(.ENTRIES(ENTRIES), .LOW(`LOW), .WIDTH(2), .BITS(16), .ROOM(ROOM), .MOST(`MOST), .WARP(1), .ROUTINE(1), .ADDRESS(4), .WITH(1)) instances (
        .clk_i(clk_i), .rst_ni(run_q), .empty_o(), .trigger_i(1'b0), .high_i(1'b0), .warp_i(1'b0), .routine_i(1'b0), .like_o(),
        .high_free_o(high_free), .low_free_o(low_free), .chosen_high_i(chosen_high_i), .chosen_low_i(chosen_low_i),
        .enters_o(), .enter_entry_o(), .enter_high_i(entering_high_q), .enter_warp_i(enter_warp_i), .enter_routine_i(enter_routine_i),
        .begin_i(begin_i), .throttled_i(throttled_i), .pick_o(), .pick_row_o(), .pick_entry_o(), .words_i(words_i), .with_i(1'b0), .issued_i(issued_i),
        .resume_i(resume_i[0]), .resume_entry_i(resume_i[1 +: ENTRY]), .resume_address_i(resume_i[1+ENTRY +: 4]), .retire_i(retire_i),
        .ends_o(), .ends_key_o(), .ending_o(), .ending_entry_o(), .told_o(told), .told_entry_o(told_entry), .told_cut_o(), .told_high_o(), .told_warp_o(),
        .told_routine_o(), .asked_i(asked_q), .kill_i(kill), .kill_warp_i(kill_i[1]), .waits_o(waits), .killed_o(), .high_staged_o(), .low_staged_o(),
        .deploy_valid_o(deploy_valid), .deploy_ready_i(ready_i[0]), .deploy_word_o(deploy), .deploy_warp_o(deploy_warp),
        .idle_valid_o(idle_valid), .idle_ready_i(ready_i[1]), .idle_word_o(idle), .idle_warp_o(idle_warp)
    );
    wire [2:0]       count         = deploy[TAIL+32 +: 3];
    wire [ENTRY-1:0] entry         = deploy[4 +: ENTRY];
    wire             branch        = deploy[TAIL-1], last = deploy[TAIL-2];

    // ---- What comes to the table ----

    reg [1:0] kill_q;
    always @(posedge clk_i) kill_q <= kill_i;
    always @* begin
        assume (!asked_q || kill_i == kill_q);
        assume (!chosen_high_i || (high_free && !chosen_low_i && !kill_i[0]));
        assume (!chosen_low_i || (low_free && !kill_i[0]));
    end

    // ---- The instance that is watched ----

    reg  [ENTRY-1:0] e;
    always @(posedge clk_i) if (!run_q) e <= watched_i;
    reg        here_q, high_q, stops_q, last_q, over_q, warp_q; // an instruction has left; behind a branch; behind the last one; that is retired
    reg  [2:0] in_part_q;                                   // that have left and were not issued
    reg  [5:0] due_q;                                       // cycles in which it had room and did not enter
    wire       offered = deploy_valid && entry == e, leaves = offered && ready_i[0];
    wire       low     = idle_valid && idle[4 +: ENTRY] == e && ready_i[1];
    wire       ends    = here_q && ((told && told_entry == e) || (kill && kill_i[1] == warp_q));
    wire       resumes = resume_i[0] && resume_i[1 +: ENTRY] == e;
    wire       due     = here_q && high_q && !stops_q && !last_q && !over_q && in_part_q < ROOM && !(deploy_valid && !ready_i[0]) && !kill_i[0];
    always @* begin
        assume (!issued_i[e] || in_part_q != 3'd0);
        assume (!resumes || stops_q);
        assume (!retire_i[e] || (last_q && in_part_q == 3'd0));
    end
    always @(posedge clk_i)
        if (!run_q || ends) begin
            {here_q, stops_q, last_q, over_q} <= 4'b0000;
            in_part_q <= 3'd0;
            due_q     <= 6'd0;
        end else begin
            if (leaves || low) {here_q, high_q, warp_q} <= {1'b1, leaves, leaves ? deploy_warp : idle_warp};
            stops_q   <= leaves ? branch : low ? idle[TAIL-1] : stops_q && !resumes;
            last_q    <= leaves ? last : low ? idle[TAIL-2] : last_q && !retire_i[e];
            over_q    <= over_q || retire_i[e];
            in_part_q <= in_part_q + (leaves ? count : 3'd0) - issued_i[e];
            due_q     <= offered ? 6'd0 : due_q + due;
        end
    always @(posedge clk_i)
        if (run_q) begin
            if (`PROPERTY == 0) begin
                assert (!offered || in_part_q + count <= ROOM);
                assert (in_part_q <= ROOM);
            end else begin
                assert (due_q < ENTRIES + 3);
                assert (!offered || count != 3'd0);
            end
        end

    // ---- How far it is from being offered, in cycles that count: with a word in the part, in R, or waiting for its turn behind those that come first ----

    (* hierconn *) wire [ENTRIES-1:0]   \instances.entries.has_q , \instances.entries.enter_q , \instances.entries.runs_q , \instances.entries.stops_q ;
    (* hierconn *) wire [ENTRIES-1:0]   \instances.entries.waits_q , \instances.entries.over_q , \instances.entries.row_q , \instances.entries.after_q ;
    (* hierconn *) wire                 \instances.entries.row_there_q , \instances.row_high , \instances.of_ends.ending_q , \instances.of_ends.told_q ;
    (* hierconn *) wire [3*ENTRIES-1:0] \instances.entries.in_part_q , \instances.entries.key_q ;
    (* hierconn *) wire [ROOM-1:0]      \instances.entries.row_room_q ;
    (* hierconn *) wire [1:0]           \instances.front.used_q , \instances.low_part.used_q ;
    (* hierconn *) wire [TAIL+35:0]     \instances.front.first_q , \instances.front.second_q ;
    (* hierconn *) wire [TAIL+16:0]     \instances.low_part.first_q , \instances.low_part.second_q ;
    (* hierconn *) wire [ENTRY+3:0]     \instances.of_ends.ending_data_q , \instances.of_ends.told_data_q ;   // cut | entry | priority, warp and routine
    wire [ENTRIES-1:0] has   = \instances.entries.has_q , enter = \instances.entries.enter_q , runs = \instances.entries.runs_q , stops = \instances.entries.stops_q ;
    wire [ENTRIES-1:0] waits_of = \instances.entries.waits_q , over = \instances.entries.over_q , row = \instances.entries.row_q , after = \instances.entries.after_q ;
    wire [2:0]         key   = \instances.entries.key_q [3*e +: 3];
    wire [2:0]         in_part = \instances.entries.in_part_q [3*e +: 3];
    wire [3:0]         used  = { \instances.low_part.used_q , \instances.front.used_q };
    wire [4*TAIL-1:0]  tails = { \instances.low_part.second_q [TAIL-1:0], \instances.low_part.first_q [TAIL-1:0],
                                 \instances.front.second_q [TAIL-1:0], \instances.front.first_q [TAIL-1:0]};
    wire [3:0]         warps = { \instances.low_part.second_q [TAIL+16], \instances.low_part.first_q [TAIL+16],
                                 \instances.front.second_q [TAIL+35], \instances.front.first_q [TAIL+35]};
    wire [5:0]         counts = { \instances.front.second_q [TAIL+32 +: 3], \instances.front.first_q [TAIL+32 +: 3]};
    wire [3:0]         staged, ends_it, branches;
    genvar k, r;
    generate
        for (k = 0; k < 4; k = k + 1) begin : gen_word
            wire [TAIL-1:0] tail = tails[k*TAIL +: TAIL];
            assign staged[k]   = used[k] && tail[4 +: ENTRY] == e;
            assign ends_it[k]  = staged[k] && tail[TAIL-2];
            assign branches[k] = staged[k] && tail[TAIL-1];
            always @(posedge clk_i)
                if (run_q && `PROPERTY == 1 && staged[k]) assert (has[e] && !over[e] && key[2] == (k < 2) && key[1] == warps[k]);
        end
        for (r = 0; r < ROOM; r = r + 1) begin : gen_room
            always @(posedge clk_i) if (run_q && `PROPERTY == 1) assert (!row[e] || \instances.entries.row_room_q [r] == (in_part < ROOM - r));
        end
    endgenerate
    reg [ENTRY:0] ahead;    // those that are picked before it if all ask
    integer       n;
    always @* begin
        ahead = 0;
        for (n = 0; n < ENTRIES; n = n + 1)
            if (n != e && (after[n] == after[e] ? n < e : after[n])) ahead = ahead + 1'b1;
    end
    wire [2:0] in_queue = (staged[0] ? counts[2:0] : 3'd0) + (staged[1] ? counts[5:3] : 3'd0);
    wire       asks     = here_q && high_q && !stops_q && !last_q && !over_q && in_part_q < ROOM;
    wire [5:0] far      = staged[0] ? 6'd0 : staged[1] ? 6'd1 : row[e] ? 6'd1 + used[1] : 6'd2 + ahead + used[1];
    wire       ending   = \instances.of_ends.ending_q && \instances.of_ends.ending_data_q [3 +: ENTRY] == e;
    wire       telling  = \instances.of_ends.told_q && \instances.of_ends.told_data_q [3 +: ENTRY] == e;
    always @(posedge clk_i)
        if (run_q && `PROPERTY == 1) begin
            assert (has[e] + enter[e] < 2 && runs[e] + stops[e] + waits_of[e] + over[e] == has[e]);
            assert ((row & ~runs) == 0 && (row & (row - 1'b1)) == 0 && \instances.entries.row_there_q == |row && (enter & (enter - 1'b1)) == 0);
            assert ((after | (after << 1)) == after);
            assert (used[0] >= used[1] && used[2] >= used[3]);
            assert (!row[e] || \instances.row_high == key[2]);
            assert (!(row[e] && key[2]) || in_part < ROOM);
            assert (!(|ends_it) || waits_of[e]);
            assert (!(|branches) || stops[e]);
            assert (!((ends_it[0] || branches[0]) && staged[1]) && !((ends_it[2] || branches[2]) && staged[3]));
            assert (!last_q || (waits_of[e] && here_q && !(|staged)));
            assert (!stops_q || (stops[e] && here_q && !(|staged)));
            assert (!(staged[0] && counts[2:0] == 0) && !(staged[1] && counts[5:3] == 0));
            assert (!has[e] || !key[2] || in_part == in_part_q + in_queue);
            assert (in_part_q + in_queue <= ROOM);
            assert (!here_q || (has[e] && high_q == key[2] && warp_q == key[1]) || ending || telling);
            assert (!here_q || has[e] || over_q);
            assert (here_q || (!stops_q && !last_q && !over_q && in_part_q == 0));
            assert (!over_q || (over[e] || !has[e]));
            assert (!over[e] || (over_q && in_part_q == 0));
            assert (!(waits_of[e] && here_q) || last_q || |ends_it);
            assert (!(stops[e] && here_q) || stops_q || |branches);
            assert (due_q == 0 || (asks && has[e] && due_q + far <= ENTRIES + 2));
        end
endmodule
`default_nettype wire
