// SPDX-License-Identifier: Apache-2.0
// All of assist but its memories, in the order in which a trigger passes its parts: map, places, entries, row, queues; and ends, held, throttle.
//
//   a word that a memory gives is at its input in the cycle after pick_o, chosen_o or ends_o
//
// More: docs/assist.md
`default_nettype none
module `WF_ASSIST_SLICE #(
`WF_INCLUDE assist_head.vh
    output wire [WARPS-1:0]    held_warps_o,       // bit w: warp w is held back
`ifdef WF_WITH_COUNTS_ON
    output wire [12*32-1:0]    state_counts_o,     // the counts, in the order of the stream
`endif

    output wire                store_o,            // 1: an instruction is written into the store, at store_address_i
    output wire [BITS+1:0]     store_word_o,       // {branch, last, instruction}
    output wire                take_o,             // 1: a trigger gets a place
    output wire [$clog2(WAITING)-1:0] take_row_o,  // this place
    output wire [LANES+16*LIVE+DATA-1:0] take_with_o, // with {data, live_out, live_in, mask}
    output wire                placed_o,           // 1: where the routine of a trigger begins is written
    output wire [$clog2(WAITING)-1:0] placed_row_o, // of this place
    output wire [ADDRESS-1:0]  placed_begin_o,     // here
    output wire                chosen_o,           // 1: the rows of a place are read
    output wire [$clog2(WAITING)-1:0] chosen_row_o, // this place
    input  wire [ADDRESS-1:0]  begin_i,            // where its routine begins
    output wire                enter_o,            // 1: what was read goes to an entry
    output wire [ENTRY-1:0]    enter_entry_o,      // this entry
    output wire                pick_o,             // 1: the rows of an instance are read
    output wire [$clog2(STORE/WIDTH)-1:0] pick_row_o, // of the store
    output wire [ENTRY-1:0]    pick_entry_o,       // and of its entry
    input  wire [WIDTH*(BITS+2)-1:0] words_i,      // what was read of the store
    input  wire [LANES+16*LIVE+DATA-1:0] with_i,   // and of the entry
    output wire                ends_o,             // 1: the data of an instance are read
    output wire [ENTRY-1:0]    ends_entry_o,       // of this entry
    input  wire [DATA-1:0]     ends_data_i         // what was read
);
`WF_INCLUDE assist_bad.vh
    localparam KEY  = 1 + WARP + ROUTINE;
    localparam WITH = LANES + 16 * LIVE + DATA;

    // ---- Kill: it is taken where nothing is offered, which is what waited before, once a kill was there ----

    reg             asked_q;
    reg  [WARP-1:0] kill_warp_q;    // of the kill that waits: it stays until it is taken
    wire            waits;
    wire            kill = kill_valid_i && kill_ready_o;
    assign kill_ready_o = asked_q && !waits;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) asked_q <= 1'b0;
        else         asked_q <= kill_valid_i && !kill_ready_o;
    always @(posedge clk_i)
        if (kill_valid_i) kill_warp_q <= kill_warp_i;

    // ---- Store and map ----

    wire places_empty, instances_empty;
    wire taken = trigger_valid_i && trigger_ready_o;
    wire store = store_valid_i && store_ready_o;
    reg  still_q;       // nothing was under way in the cycle before, and no trigger came
    assign store_ready_o = still_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) still_q <= 1'b0;
        else         still_q <= places_empty && instances_empty && !taken;
    assign store_o      = store;
    assign store_word_o = {store_branch_i, store_last_i, store_instruction_i};

    wire               low_free, high, low, enter_high;
    wire [1:0]         reason;
    wire [ROUTINE-1:0] routine, placed_routine;
    wire               take_high = taken && high;
    wire               take_low  = taken && low && low_free;
    `WF_ASSIST_MAP #(.ROUTINES(ROUTINES), .EVENTS(EVENTS), .ADDRESS(ADDRESS)) map (
        .clk_i(clk_i), .rst_ni(rst_ni), .first_i(store && store_first_i), .store_routine_i(store_routine_i),
        .store_address_i(store_address_i), .map_i(map_valid_i), .map_cause_i(map_cause_i),
        .map_routine_i(map_routine_i), .map_high_i(map_high_i), .map_registers_i(map_registers_i),
        .spare_i(spare_valid_i), .spare_registers_i(spare_registers_i), .trigger_cause_i(trigger_cause_i),
        .high_o(high), .low_o(low), .routine_o(routine), .reason_o(reason), .placed_routine_i(placed_routine),
        .begin_o(placed_begin_o)
    );
    `WF_ASSIST_DROPPED #(.WIDTH(EVENT + WARP + 2 + DATA)) of_dropped (
        .clk_i(clk_i), .rst_ni(rst_ni), .drop_i(taken && !take_o), .trigger_i(trigger_valid_i),
        .dropped_o(dropped_valid_o), .about_i({trigger_cause_i, trigger_warp_i, reason, trigger_data_i}),
        .about_o({dropped_cause_o, dropped_warp_o, dropped_reason_o, dropped_data_o})
    );

    // ---- Places ----

    wire               like, behind, ends_any, high_entry, low_entry, chosen_high, chosen_low, told_like, places_killed;
    wire [WARP-1:0]    enter_warp;
    wire [ROUTINE-1:0] enter_routine;
    wire [KEY-1:0]     ends_key;
    assign take_o      = take_high || take_low;
    assign chosen_o    = chosen_high || chosen_low;
    assign take_with_o = {trigger_data_i, trigger_live_out_i, trigger_live_in_i, trigger_mask_i};
    `WF_ASSIST_PLACES #(.WAITING(WAITING), .LOW(LOW), .WARP(WARP), .ROUTINE(ROUTINE)) places (
        .clk_i(clk_i), .rst_ni(rst_ni), .free_o(trigger_ready_o), .low_free_o(low_free),
        .empty_o(places_empty), .trigger_i(trigger_valid_i), .take_high_i(trigger_valid_i && high),
        .take_low_i(trigger_valid_i && low), .high_i(high), .warp_i(trigger_warp_i), .routine_i(routine),
        .take_row_o(take_row_o), .placed_o(placed_o), .placed_row_o(placed_row_o),
        .placed_routine_o(placed_routine), .like_entry_i(like), .behind_o(behind), .high_free_i(high_entry),
        .low_entry_i(low_entry), .hush_i(kill_valid_i), .chosen_high_o(chosen_high), .chosen_low_o(chosen_low),
        .chosen_row_o(chosen_row_o), .enter_high_o(enter_high), .enter_warp_o(enter_warp),
        .enter_routine_o(enter_routine), .ends_i(ends_any), .ends_key_i(ends_key), .ending_i(ends_o),
        .told_like_o(told_like), .kill_i(kill), .kill_warp_i(kill_warp_q), .killed_o(places_killed)
    );

    // ---- Instances ----

    wire                     told_high, throttled, instances_killed, low_staged;
    wire [WIDTH-1:0]         high_staged;
    wire [WIDTH*BITS-1:0]    high_instructions;
    `WF_ASSIST_TABLE #(
        .ENTRIES(ENTRIES), .LOW(LOW), .WIDTH(WIDTH), .BITS(BITS), .ROOM(ROOM), .MOST(MOST), .WARP(WARP), .ROUTINE(ROUTINE), .ADDRESS(ADDRESS), .WITH(WITH)
    ) instances (
        .clk_i(clk_i), .rst_ni(rst_ni), .empty_o(instances_empty), .trigger_i(trigger_valid_i), .high_i(high),
        .warp_i(trigger_warp_i), .routine_i(routine), .like_o(like), .high_free_o(high_entry),
        .low_free_o(low_entry), .chosen_high_i(chosen_high), .chosen_low_i(chosen_low), .enters_o(enter_o),
        .enter_entry_o(enter_entry_o), .enter_high_i(enter_high), .enter_warp_i(enter_warp),
        .enter_routine_i(enter_routine), .begin_i(begin_i), .throttled_i(throttled), .pick_o(pick_o),
        .pick_row_o(pick_row_o), .pick_entry_o(pick_entry_o), .words_i(words_i), .with_i(with_i),
        .issued_i(issued_instances_i & {ENTRIES{issued_valid_i}}), .resume_i(resume_valid_i),
        .resume_entry_i(resume_entry_i), .resume_address_i(resume_address_i),
        .retire_i(retire_instances_i & {ENTRIES{retire_valid_i}}), .ends_o(ends_any), .ends_key_o(ends_key),
        .ending_o(ends_o), .ending_entry_o(ends_entry_o), .told_o(done_valid_o),
        .told_entry_o(done_entry_o), .told_cut_o(done_cut_o), .told_high_o(told_high),
        .told_warp_o(done_warp_o), .told_routine_o(done_routine_o), .asked_i(asked_q), .kill_i(kill),
        .kill_warp_i(kill_warp_q), .waits_o(waits), .killed_o(instances_killed), .high_staged_o(high_staged),
        .low_staged_o(low_staged), .deploy_valid_o(deploy_valid_o), .deploy_ready_i(deploy_ready_i),
        .deploy_word_o({deploy_count_o, high_instructions, deploy_branch_o, deploy_last_o, deploy_data_o, deploy_live_out_o, deploy_live_in_o, deploy_mask_o, deploy_routine_o, deploy_entry_o, deploy_address_o}),
        .deploy_warp_o(deploy_warp_o), .idle_valid_o(idle_valid_o), .idle_ready_i(idle_ready_i),
        .idle_word_o({idle_instruction_o, idle_branch_o, idle_last_o, idle_data_o, idle_live_out_o, idle_live_in_o, idle_mask_o, idle_routine_o, idle_entry_o, idle_address_o}),
        .idle_warp_o(idle_warp_o)
    );
`WF_FOR k WIDTH
    assign deploy_instruction`{k}_o = high_instructions[`{k}*BITS +: BITS];
`WF_END
`ifdef WF_WITH_PART_FLUSH
    assign flush_valid_o = enter_o && enter_high;
    assign flush_warp_o  = enter_warp;
`endif

    // ---- Who is held, throttling, counts ----

    assign done_data_o  = ends_data_i;
    assign held_valid_o = 1'b1;
    `WF_ASSIST_HELD #(.WARPS(WARPS)) held (
        .clk_i(clk_i), .rst_ni(rst_ni), .take_i(take_high), .take_warp_i(trigger_warp_i),
        .told_i(done_valid_o && told_high), .told_like_i(told_like), .told_warp_i(done_warp_o), .kill_i(kill),
        .kill_warp_i(kill_warp_q), .held_o(held_warps_o)
    );
    `WF_ASSIST_THROTTLE #(.SLOTS(SLOTS), .WINDOW(WINDOW), .THROTTLE(THROTTLE)) throttle (
        .clk_i(clk_i), .rst_ni(rst_ni), .busy_i(busy_valid_i), .used_i(busy_used_i), .throttled_o(throttled)
    );
`ifdef WF_WITH_COUNTS_ON
    wire empty_kill = kill && !places_killed && !instances_killed;
    `WF_ASSIST_COUNTS #(.WIDTH(WIDTH)) counts (
        .clk_i(clk_i), .rst_ni(rst_ni), .high_i(high_staged), .counts_o(state_counts_o),
        .events_i({throttled, empty_kill, kill, taken && low && !low_free, taken && reason != 2'd0, done_valid_o && done_cut_o, done_valid_o, low_staged, 1'b0, chosen_o,
                   placed_o && behind, taken})
    );
`else
    wire unused_counted = &{1'b0, places_killed, instances_killed, behind, high_staged, low_staged};
`endif
endmodule
`default_nettype wire
