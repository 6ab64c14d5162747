// SPDX-License-Identifier: Apache-2.0
//
// The head of the properties of assist, two instructions a row, no counts: its inputs, which are free, but that what waits stays; the sizes; a reset in the
// first cycle; and the unit. What a core owes is assumed of the instances that are watched.
module formal (
    input wire               clk_i,
    input wire [STORED-1:0]  store_i,       // from bit 0: valid | first | last | branch | routine | address
    input wire [MAPPED-1:0]  map_i,         // valid | high | event | routine | registers
    input wire [9:0]         spare_i,       // valid | registers
    input wire [TRIGGERS-1:0] trigger_i,    // valid | event | warp
    input wire [ENTRIES-1:0] issued_i,
    input wire [RESUMES-1:0] resume_i,      // valid | instance | address
    input wire [ENTRIES-1:0] retire_i,
    input wire [WARP:0]      kill_i,        // valid | warp
    input wire [USED:0]      busy_i,        // valid | used
    input wire [1:0]         ready_i,       // of deploy, of idle
    input wire [2*ENTRY-1:0] watched_i      // which instances are watched, in the first cycle
);
    localparam LANES = `LANES, WARPS = `WARPS, ENTRIES = `ENTRIES, LOW = `LOW, ROOM = `ROOM, DATA = `DATA, LIVE = `LIVE, BITS = `BITS;
    localparam WARP = WARPS > 1 ? $clog2(WARPS) : 1, ROUTINE = $clog2(`ROUTINES), EVENT = $clog2(`EVENTS), ADDRESS = $clog2(`STORE);
    localparam ENTRY = $clog2(ENTRIES), USED = $clog2(`SLOTS + 1);
    localparam STORED = 4 + ROUTINE + ADDRESS, MAPPED = 11 + EVENT + ROUTINE, TRIGGERS = 1 + EVENT + WARP, RESUMES = 1 + ENTRY + ADDRESS;

    reg run_q = 1'b0;   // reset in the first cycle
    always @(posedge clk_i) run_q <= 1'b1;

    wire               store_ready, trigger_ready, kill_ready, deploy_valid, idle_valid, done_valid, dropped_valid, held_valid;
    wire               deploy_last, deploy_branch, idle_last, idle_branch, done_cut;
    wire [2:0]         deploy_count;
    wire [ADDRESS-1:0] deploy_address, idle_address;
    wire [ENTRY-1:0]   deploy_entry, idle_entry, done_entry;
    wire [WARP-1:0]    deploy_warp, idle_warp, done_warp, dropped_warp;
    wire [ROUTINE-1:0] deploy_routine, idle_routine, done_routine;
    wire [WARPS-1:0]   held;
    unit_assist assist (
        .clk_i(clk_i), .rst_ni(run_q),
        .store_valid_i(store_i[0]), .store_ready_o(store_ready), .store_first_i(store_i[1]), .store_last_i(store_i[2]), .store_branch_i(store_i[3]),
        .store_routine_i(store_i[4 +: ROUTINE]), .store_address_i(store_i[4+ROUTINE +: ADDRESS]), .store_instruction_i({BITS{1'b0}}),
        .map_valid_i(map_i[0]), .map_high_i(map_i[1]), .map_cause_i(map_i[2 +: EVENT]), .map_routine_i(map_i[2+EVENT +: ROUTINE]),
        .map_registers_i(map_i[2+EVENT+ROUTINE +: 9]), .spare_valid_i(spare_i[0]), .spare_registers_i(spare_i[9:1]),
        .trigger_valid_i(trigger_i[0]), .trigger_ready_o(trigger_ready), .trigger_cause_i(trigger_i[1 +: EVENT]), .trigger_warp_i(trigger_i[1+EVENT +: WARP]),
        .trigger_mask_i({LANES{1'b0}}), .trigger_live_in_i({8*LIVE{1'b0}}), .trigger_live_out_i({8*LIVE{1'b0}}), .trigger_data_i({DATA{1'b0}}),
        .issued_valid_i(|issued_i), .issued_instances_i(issued_i),
        .resume_valid_i(resume_i[0]), .resume_entry_i(resume_i[1 +: ENTRY]), .resume_address_i(resume_i[1+ENTRY +: ADDRESS]),
        .retire_valid_i(|retire_i), .retire_instances_i(retire_i),
        .kill_valid_i(kill_i[0]), .kill_ready_o(kill_ready), .kill_warp_i(kill_i[1 +: WARP]), .busy_valid_i(busy_i[0]), .busy_used_i(busy_i[1 +: USED]),
        .deploy_valid_o(deploy_valid), .deploy_ready_i(ready_i[0]), .deploy_count_o(deploy_count), .deploy_instruction0_o(), .deploy_instruction1_o(),
        .deploy_address_o(deploy_address), .deploy_entry_o(deploy_entry), .deploy_warp_o(deploy_warp), .deploy_routine_o(deploy_routine),
        .deploy_mask_o(), .deploy_live_in_o(), .deploy_live_out_o(), .deploy_data_o(), .deploy_last_o(deploy_last), .deploy_branch_o(deploy_branch),
        .idle_valid_o(idle_valid), .idle_ready_i(ready_i[1]), .idle_instruction_o(), .idle_address_o(idle_address), .idle_entry_o(idle_entry),
        .idle_warp_o(idle_warp), .idle_routine_o(idle_routine), .idle_mask_o(), .idle_live_in_o(), .idle_live_out_o(), .idle_data_o(),
        .idle_last_o(idle_last), .idle_branch_o(idle_branch),
        .done_valid_o(done_valid), .done_entry_o(done_entry), .done_warp_o(done_warp), .done_routine_o(done_routine), .done_cut_o(done_cut), .done_data_o(),
        .dropped_valid_o(dropped_valid), .dropped_cause_o(), .dropped_warp_o(dropped_warp), .dropped_reason_o(), .dropped_data_o(),
        .held_valid_o(held_valid), .held_warps_o(held)
    );
    wire stored = store_i[0] && store_ready, kills = kill_i[0] && kill_ready;
    wire [WARP-1:0] kill_warp = kill_i[1 +: WARP];

    // ---- What waits stays ----

    reg [STORED-1:0]   store_q;
    reg [TRIGGERS-1:0] trigger_q;
    reg [WARP:0]       kill_q;
    reg [2:0]          waits_q;
    always @(posedge clk_i) begin
        {store_q, trigger_q, kill_q} <= {store_i, trigger_i, kill_i};
        waits_q <= {store_i[0] && !store_ready, trigger_i[0] && !trigger_ready, kill_i[0] && !kill_ready} & {3{run_q}};
    end
    always @* begin
        assume (!waits_q[2] || store_i == store_q);
        assume (!waits_q[1] || trigger_i == trigger_q);
        assume (!waits_q[0] || kill_i == kill_q);
    end

    // ---- The instances that are watched, two different ones: what a core sees of each, and what it owes ----

    reg [2*ENTRY-1:0] watched_q;
    always @(posedge clk_i) if (!run_q) watched_q <= watched_i;
    always @* assume (watched_q[0 +: ENTRY] != watched_q[ENTRY +: ENTRY]);

    reg  [1:0]           here_q, high_q, stops_q, last_q;   // an instruction has left; of high priority; behind a branch; behind the last one
    reg  [2*WARP-1:0]    warp_q;
    reg  [2*ROUTINE-1:0] routine_q;
    reg  [2*ADDRESS-1:0] next_q;        // the address behind the last one that has left
    reg  [5:0]           in_part_q;     // that have left and were not issued
    wire [1:0]           deploys, idles, leaves, ends;
    genvar i;
    generate
        for (i = 0; i < 2; i = i + 1) begin : gen_watched
            wire [ENTRY-1:0] e = watched_q[i*ENTRY +: ENTRY];
            wire             goes = deploys[i] && ready_i[0], low = idles[i] && ready_i[1];
            assign deploys[i] = deploy_valid && deploy_entry == e;
            assign idles[i]   = idle_valid && idle_entry == e;
            assign leaves[i]  = deploys[i] || idles[i];
            assign ends[i]    = here_q[i] && ((done_valid && done_entry == e) || (kills && kill_warp == warp_q[i*WARP +: WARP]));
            always @* begin
                assume (!issued_i[e] || in_part_q[3*i +: 3] != 3'd0);
                assume (!(resume_i[0] && resume_i[1 +: ENTRY] == e) || stops_q[i]);
                assume (!retire_i[e] || (last_q[i] && in_part_q[3*i +: 3] == 3'd0));
            end
            always @(posedge clk_i)
                if (!run_q || ends[i]) begin
                    {here_q[i], stops_q[i], last_q[i]} <= 3'b000;
                    in_part_q[3*i +: 3] <= 3'd0;
                end else begin
                    if (goes || low) begin
                        here_q[i] <= 1'b1;
                        high_q[i] <= goes;
                        warp_q[i*WARP +: WARP] <= goes ? deploy_warp : idle_warp;
                        routine_q[i*ROUTINE +: ROUTINE] <= goes ? deploy_routine : idle_routine;
                        next_q[i*ADDRESS +: ADDRESS] <= goes ? deploy_address + deploy_count : idle_address + 1'b1;
                    end else if (resume_i[0] && resume_i[1 +: ENTRY] == e) next_q[i*ADDRESS +: ADDRESS] <= resume_i[1+ENTRY +: ADDRESS];
                    stops_q[i] <= goes ? deploy_branch : low ? idle_branch : stops_q[i] && !(resume_i[0] && resume_i[1 +: ENTRY] == e);
                    last_q[i]  <= goes ? deploy_last : low ? idle_last : last_q[i] && !retire_i[e];
                    in_part_q[3*i +: 3] <= in_part_q[3*i +: 3] + (goes ? deploy_count : 3'd0) - issued_i[e];
                end
        end
    endgenerate
