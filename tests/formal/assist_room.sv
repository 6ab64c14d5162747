// SPDX-License-Identifier: Apache-2.0
//
// What assist promises of the parent's part (docs/assist.md, "What it promises", 5 and 6), of the instances by themselves (assist_table.v): what comes to the
// table is free, but that an entry is chosen only where one is free and no kill is there. Of any instance: never more instructions than its room are there; and one
// that has room enters within a bound, whatever the others and low priority do, since it waits for nothing else. What a core owes is assumed of it.
// PROPERTY is 0 for the one, 1 for the other.
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
    reg        here_q, stops_q, last_q, over_q, warp_q;     // an instruction has left; behind a branch; behind the last one; that is retired
    reg  [2:0] in_part_q;                                   // that have left and were not issued
    reg  [5:0] due_q;                                       // cycles in which it had room and did not enter
    wire       offered = deploy_valid && entry == e, leaves = offered && ready_i[0];
    wire       ends    = here_q && ((told && told_entry == e) || (kill && kill_i[1] == warp_q));
    wire       resumes = resume_i[0] && resume_i[1 +: ENTRY] == e;
    wire       due     = here_q && !stops_q && !last_q && !over_q && in_part_q < ROOM && !(deploy_valid && !ready_i[0]) && !kill_i[0];
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
            if (leaves) {here_q, warp_q} <= {1'b1, deploy_warp};
            stops_q   <= leaves ? branch : stops_q && !resumes;
            last_q    <= leaves ? last : last_q && !retire_i[e];
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
                assert (due_q < ENTRIES + 6);
                assert (!offered || count != 3'd0);
            end
        end
endmodule
`default_nettype wire
