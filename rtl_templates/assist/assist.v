// SPDX-License-Identifier: Apache-2.0
// Helper warps of a core: routines that events trigger, the table of those that are active, and the buffer that their instructions go through.
// In: a kernel's routines and their map; triggers; what the core does with what it gets; kills; how busy it is. Out: instructions of high priority, which hold
// their warp back, and of low priority; what is done or dropped; who is held; counts. All outputs and readies depend on registers alone. This file has the
// memories, and the slice, which is all the rest.
//
//   a trigger is taken in cycle 0, nothing else under way  ->  its first instructions are offered in cycle 6
//
// Source: CABA (arXiv:1602.01348), sections 4.2 to 4.4. More: docs/assist.md
`default_nettype none
module `WF_ASSIST #(
`WF_INCLUDE assist_head.vh
`ifdef WF_WITH_COUNTS_ON
    output wire [WARPS-1:0]    held_warps_o,       // bit w: warp w is held back
    output wire                state_valid_o,      // always 1
    output wire [31:0]         state_triggers_o,   // triggers that were taken, from reset on, modulo 2^32
    output wire [31:0]         state_waited_o,     // triggers behind another one like them
    output wire [31:0]         state_started_o,    // triggers that became instances
    output wire [31:0]         state_high_instructions_o, // instructions of high priority that were staged
    output wire [31:0]         state_low_instructions_o, // instructions of low priority
    output wire [31:0]         state_ended_o,      // instances that were done
    output wire [31:0]         state_cut_o,        // of these, those that were cut
    output wire [31:0]         state_wrong_o,      // triggers without a map entry, a routine or registers
    output wire [31:0]         state_full_o,       // triggers of low priority that found no place
    output wire [31:0]         state_kills_o,      // kills
    output wire [31:0]         state_empty_kills_o, // kills of a warp with nothing under way
    output wire [31:0]         state_throttled_o   // cycles in which low priority was throttled
`else
    output wire [WARPS-1:0]    held_warps_o        // bit w: warp w is held back
`endif
);
`WF_INCLUDE assist_bad.vh
`ifdef WF_WITH_COUNTS_ON
    assign state_valid_o = 1'b1;
`endif
    localparam ROW  = $clog2(STORE / WIDTH);
    localparam WITH = LANES + 16 * LIVE + DATA;

    wire                       store;
    wire [ROW-1:0]             pick_row;
    wire [BITS+1:0]            store_word;
    wire                       take, placed, chosen, enter, pick, ends;
    wire [$clog2(WAITING)-1:0] take_row, placed_row, chosen_row;
    wire [ADDRESS-1:0]         placed_begin, begins;
    wire [ENTRY-1:0]           enter_entry, pick_entry, ends_entry;
    wire [WITH-1:0]            take_with, brought;
    wire [WIDTH*(BITS+2)-1:0]  words;
    wire [DATA-1:0]            ends_data;
    `WF_ASSIST_SLICE #(
        .LANES(LANES), .WARPS(WARPS), .ROUTINES(ROUTINES), .EVENTS(EVENTS), .STORE(STORE), .BITS(BITS), .ENTRIES(ENTRIES), .WAITING(WAITING), .LOW(LOW),
        .ROOM(ROOM), .MOST(MOST), .LIVE(LIVE), .DATA(DATA), .SLOTS(SLOTS), .WINDOW(WINDOW), .THROTTLE(THROTTLE)
    ) slice (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .store_valid_i(store_valid_i), .store_ready_o(store_ready_o), .store_routine_i(store_routine_i), .store_address_i(store_address_i),
        .store_first_i(store_first_i), .store_last_i(store_last_i), .store_branch_i(store_branch_i), .store_instruction_i(store_instruction_i),
        .map_valid_i(map_valid_i), .map_cause_i(map_cause_i), .map_routine_i(map_routine_i), .map_high_i(map_high_i), .map_registers_i(map_registers_i),
        .spare_valid_i(spare_valid_i), .spare_registers_i(spare_registers_i),
        .trigger_valid_i(trigger_valid_i), .trigger_ready_o(trigger_ready_o), .trigger_cause_i(trigger_cause_i), .trigger_warp_i(trigger_warp_i),
        .trigger_mask_i(trigger_mask_i), .trigger_live_in_i(trigger_live_in_i), .trigger_live_out_i(trigger_live_out_i), .trigger_data_i(trigger_data_i),
        .issued_valid_i(issued_valid_i), .issued_instances_i(issued_instances_i),
        .resume_valid_i(resume_valid_i), .resume_entry_i(resume_entry_i), .resume_address_i(resume_address_i),
        .retire_valid_i(retire_valid_i), .retire_instances_i(retire_instances_i),
        .kill_valid_i(kill_valid_i), .kill_ready_o(kill_ready_o), .kill_warp_i(kill_warp_i), .busy_valid_i(busy_valid_i), .busy_used_i(busy_used_i),
        .deploy_valid_o(deploy_valid_o), .deploy_ready_i(deploy_ready_i), .deploy_count_o(deploy_count_o),
`WF_FOR k WIDTH
        .deploy_instruction`{k}_o(deploy_instruction`{k}_o),
`WF_END
        .deploy_address_o(deploy_address_o), .deploy_entry_o(deploy_entry_o), .deploy_warp_o(deploy_warp_o), .deploy_routine_o(deploy_routine_o),
        .deploy_mask_o(deploy_mask_o), .deploy_live_in_o(deploy_live_in_o), .deploy_live_out_o(deploy_live_out_o), .deploy_data_o(deploy_data_o),
        .deploy_last_o(deploy_last_o), .deploy_branch_o(deploy_branch_o),
        .idle_valid_o(idle_valid_o), .idle_ready_i(idle_ready_i), .idle_instruction_o(idle_instruction_o),
        .idle_address_o(idle_address_o), .idle_entry_o(idle_entry_o), .idle_warp_o(idle_warp_o), .idle_routine_o(idle_routine_o),
        .idle_mask_o(idle_mask_o), .idle_live_in_o(idle_live_in_o), .idle_live_out_o(idle_live_out_o), .idle_data_o(idle_data_o),
        .idle_last_o(idle_last_o), .idle_branch_o(idle_branch_o),
        .done_valid_o(done_valid_o), .done_entry_o(done_entry_o), .done_warp_o(done_warp_o), .done_routine_o(done_routine_o),
        .done_cut_o(done_cut_o), .done_data_o(done_data_o),
        .dropped_valid_o(dropped_valid_o), .dropped_cause_o(dropped_cause_o), .dropped_warp_o(dropped_warp_o), .dropped_reason_o(dropped_reason_o),
        .dropped_data_o(dropped_data_o),
`ifdef WF_WITH_PART_FLUSH
        .flush_valid_o(flush_valid_o), .flush_warp_o(flush_warp_o),
`endif
        .held_valid_o(held_valid_o), .held_warps_o(held_warps_o),
`ifdef WF_WITH_COUNTS_ON
        .state_counts_o({state_throttled_o, state_empty_kills_o, state_kills_o, state_full_o, state_wrong_o, state_cut_o, state_ended_o,
                         state_low_instructions_o, state_high_instructions_o, state_started_o, state_waited_o, state_triggers_o}),
`endif
        .store_o(store), .store_word_o(store_word), .take_o(take), .take_row_o(take_row), .take_with_o(take_with),
        .placed_o(placed), .placed_row_o(placed_row), .placed_begin_o(placed_begin), .chosen_o(chosen), .chosen_row_o(chosen_row), .begin_i(begins), .enter_o(enter), .enter_entry_o(enter_entry),
        .pick_o(pick), .pick_row_o(pick_row), .pick_entry_o(pick_entry), .words_i(words), .with_i(brought),
        .ends_o(ends), .ends_entry_o(ends_entry), .ends_data_i(ends_data)
    );
    `WF_ASSIST_MEMORIES #(.LANES(LANES), .STORE(STORE), .BITS(BITS), .ENTRIES(ENTRIES), .WAITING(WAITING), .LIVE(LIVE), .DATA(DATA)) memories (
        .clk_i(clk_i), .store_i(store), .store_address_i(store_address_i), .store_word_i(store_word), .take_i(take), .take_row_i(take_row),
        .take_with_i(take_with), .placed_i(placed), .placed_row_i(placed_row), .placed_begin_i(placed_begin),
        .chosen_i(chosen), .chosen_row_i(chosen_row), .begin_o(begins), .enter_i(enter), .enter_entry_i(enter_entry),
        .pick_i(pick), .pick_row_i(pick_row), .pick_entry_i(pick_entry), .words_o(words), .with_o(brought),
        .ends_i(ends), .ends_entry_i(ends_entry), .ends_data_o(ends_data)
    );
endmodule
`default_nettype wire
