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

    output wire [WIDTH-1:0]    store_write_o,      // bit k: instruction k of a row of the store is written
    output wire [$clog2(STORE/WIDTH)-1:0] store_row_o, // in this row
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
    localparam KEY     = 1 + WARP + ROUTINE;
    localparam COUNTED = $clog2(MOST);
    localparam WITH    = LANES + 16 * LIVE + DATA;
    localparam TAIL    = ADDRESS + ENTRY + ROUTINE + WITH + 2;      // of a word that is staged: what stands behind its instructions

    // ---- Kill: it is taken where nothing is offered, which is what waited before, once a kill was there ----

    reg             asked_q;
    reg  [WARP-1:0] kill_warp_q;    // of the kill that waits: it stays until it is taken
    wire front_waits, low_waits;
    wire kill = kill_valid_i && kill_ready_o;
    assign kill_ready_o = asked_q && !front_waits && !low_waits;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) asked_q <= 1'b0;
        else         asked_q <= kill_valid_i && !kill_ready_o;
    always @(posedge clk_i)
        if (kill_valid_i) kill_warp_q <= kill_warp_i;

    // ---- Store and map ----

    wire places_empty, entries_empty, ending;
    wire taken = trigger_valid_i && trigger_ready_o;
    wire store = store_valid_i && store_ready_o;
    reg  still_q;       // nothing was under way in the cycle before, and no trigger came
    assign store_ready_o = still_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) still_q <= 1'b0;
        else         still_q <= places_empty && entries_empty && !ending && !taken;
    assign store_row_o   = store_address_i[ADDRESS-1 -: $clog2(STORE/WIDTH)];
    assign store_word_o  = {store_branch_i, store_last_i, store_instruction_i};
    genvar k;
    generate
        if (WIDTH == 1) begin : gen_whole
            assign store_write_o = store;
        end else begin : gen_part
            for (k = 0; k < WIDTH; k = k + 1) begin : gen_word
                localparam [31:0] NUMBER = k;
                assign store_write_o[k] = store && store_address_i[$clog2(WIDTH)-1:0] == NUMBER[$clog2(WIDTH)-1:0];
            end
        end
    endgenerate

    wire               low_free, high, low, enter_high;
    wire [1:0]         reason;
    wire [ROUTINE-1:0] routine, placed_routine;
    wire               take_high = taken && high;
    wire               take_low  = taken && low && low_free;
    `WF_ASSIST_MAP #(.ROUTINES(ROUTINES), .EVENTS(EVENTS), .ADDRESS(ADDRESS)) map (
        .clk_i(clk_i), .rst_ni(rst_ni), .first_i(store && store_first_i), .store_routine_i(store_routine_i), .store_address_i(store_address_i),
        .map_i(map_valid_i), .map_event_i(map_event_i), .map_routine_i(map_routine_i), .map_high_i(map_high_i), .map_registers_i(map_registers_i),
        .spare_i(spare_valid_i), .spare_registers_i(spare_registers_i), .trigger_event_i(trigger_event_i),
        .high_o(high), .low_o(low), .routine_o(routine), .reason_o(reason), .placed_routine_i(placed_routine), .begin_o(placed_begin_o)
    );
    reg              dropped_q;
    reg [EVENT-1:0]  dropped_event_q;
    reg [WARP-1:0]   dropped_warp_q;
    reg [1:0]        dropped_reason_q;
    reg [DATA-1:0]   dropped_data_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) dropped_q <= 1'b0;
        else         dropped_q <= taken && !take_high && !take_low;
    always @(posedge clk_i)
        if (taken) begin
            dropped_event_q  <= trigger_event_i;
            dropped_warp_q   <= trigger_warp_i;
            dropped_reason_q <= reason;
            dropped_data_q   <= trigger_data_i;
        end
    assign dropped_valid_o  = dropped_q;
    assign dropped_event_o  = dropped_event_q;
    assign dropped_warp_o   = dropped_warp_q;
    assign dropped_reason_o = dropped_reason_q;
    assign dropped_data_o   = dropped_data_q;

    // ---- Places ----

    wire               like, behind, ending_killed, ends_any, high_entry, low_entry, chosen_high, chosen_low, told_high, told_like, places_killed;
    wire [WARP-1:0]    enter_warp;
    wire [ROUTINE-1:0] enter_routine;
    wire [KEY-1:0]     ends_key;
    assign take_o      = take_high || take_low;
    assign chosen_o    = chosen_high || chosen_low;
    assign take_with_o = {trigger_data_i, trigger_live_out_i, trigger_live_in_i, trigger_mask_i};
    `WF_ASSIST_PLACES #(.WAITING(WAITING), .LOW(LOW), .WARP(WARP), .ROUTINE(ROUTINE)) places (
        .clk_i(clk_i), .rst_ni(rst_ni), .free_o(trigger_ready_o), .low_free_o(low_free), .empty_o(places_empty),
        .trigger_i(trigger_valid_i), .take_high_i(trigger_valid_i && high), .take_low_i(trigger_valid_i && low), .high_i(high), .warp_i(trigger_warp_i), .routine_i(routine), .take_row_o(take_row_o),
        .placed_o(placed_o), .placed_row_o(placed_row_o), .placed_routine_o(placed_routine),
        .like_entry_i(like), .behind_o(behind), .high_free_i(high_entry), .low_entry_i(low_entry),
        .hush_i(kill_valid_i), .chosen_high_o(chosen_high), .chosen_low_o(chosen_low), .chosen_row_o(chosen_row_o),
        .enter_high_o(enter_high), .enter_warp_o(enter_warp), .enter_routine_o(enter_routine), 
        .ends_i(ends_any), .ends_key_i(ends_key), .ending_i(ending), .told_like_o(told_like),
        .kill_i(kill), .kill_warp_i(kill_warp_q), .killed_o(places_killed)
    );

    // ---- Entries ----

    wire [ENTRIES-1:0]     over, cut, ends;
    wire [ENTRIES*KEY-1:0] keys;
    wire                   row, row_high, moves, last, branch, cuts, over_row, throttled, entries_killed;
    wire [ENTRY-1:0]       row_entry;
    wire [WARP-1:0]        row_warp;
    wire [ROUTINE-1:0]     row_routine;
    wire [ADDRESS-1:0]     row_address, row_next;
    wire [COUNTED-1:0]     row_staged, staged_now;
    wire [ROOM-1:0]        row_room;
    wire [2:0]             count;
    wire [1:0]             low_used;
    wire                   front_full, unused_front;
    wire                   low_room = !throttled && !low_used[1] && !(low_used[0] && row && !row_high);
    `WF_ASSIST_ENTRIES #(.ENTRIES(ENTRIES), .LOW(LOW), .WIDTH(WIDTH), .ROOM(ROOM), .MOST(MOST), .WARP(WARP), .ROUTINE(ROUTINE), .ADDRESS(ADDRESS)) entries (
        .clk_i(clk_i), .rst_ni(rst_ni), .empty_o(entries_empty),
        .trigger_i(trigger_valid_i), .high_i(high), .warp_i(trigger_warp_i), .routine_i(routine), .like_o(like),
        .high_free_o(high_entry), .low_free_o(low_entry),
        .chosen_high_i(chosen_high), .chosen_low_i(chosen_low), .enters_o(enter_o), .enter_entry_o(enter_entry_o),
        .enter_high_i(enter_high), .enter_warp_i(enter_warp), .enter_routine_i(enter_routine),
        .begin_i(begin_i), .hush_i(asked_q), .low_room_i(low_room), .picked_o(pick_o), .pick_entry_o(pick_entry_o), .pick_row_o(pick_row_o),
        .row_o(row), .row_high_o(row_high), .row_entry_o(row_entry), .row_warp_o(row_warp), .row_routine_o(row_routine), .row_address_o(row_address),
        .row_staged_o(row_staged), .row_room_o(row_room), .moves_i(moves), .row_count_i(count), .row_next_i(row_next), .row_staged_i(staged_now),
        .row_last_i(last), .row_branch_i(branch), .row_over_i(over_row), .row_cut_i(cuts), .issued_i(issued_instances_i & {ENTRIES{issued_valid_i}}),
        .resume_i(resume_valid_i), .resume_entry_i(resume_instance_i), .resume_address_i(resume_address_i),
        .retire_i(retire_instances_i & {ENTRIES{retire_valid_i}}), .over_o(over), .cut_o(cut), .keys_o(keys), .ends_i(ends),
        .kill_i(kill), .kill_warp_i(kill_warp_q), .killed_o(entries_killed)
    );
`ifdef WF_WITH_PART_FLUSH
    assign flush_valid_o = enter_o && enter_high;
    assign flush_warp_o  = enter_warp;
`endif

    // ---- Row, and the queues of what is staged ----

    wire [WIDTH*BITS-1:0] instructions, high_instructions;
    wire [TAIL-1:0]       tail = {branch, last, with_i, row_routine, row_entry, row_address};
    assign moves = row && !asked_q && !(row_high ? front_full : low_used[1]);
    `WF_ASSIST_ROW #(.WIDTH(WIDTH), .BITS(BITS), .ROOM(ROOM), .MOST(MOST), .ADDRESS(ADDRESS)) of_row (
        .high_i(row_high), .address_i(row_address), .staged_i(row_staged), .room_i(row_room), .words_i(words_i),
        .count_o(count), .instructions_o(instructions), .next_o(row_next), .staged_o(staged_now), .last_o(last), .branch_o(branch), .cut_o(cuts), .over_o(over_row)
    );
    `WF_ASSIST_QUEUE #(.WIDTH(3 + WIDTH * BITS + TAIL), .WARP(WARP)) front (
        .clk_i(clk_i), .rst_ni(rst_ni), .used_o({front_full, unused_front}), .put_i(moves && row_high), .word_i({count, instructions, tail}), .warp_i(row_warp),
        .asked_i(asked_q), .kill_i(kill), .kill_warp_i(kill_warp_q), .waits_o(front_waits), .valid_o(deploy_valid_o), .ready_i(deploy_ready_i),
        .word_o({deploy_count_o, high_instructions, deploy_branch_o, deploy_last_o, deploy_data_o, deploy_live_out_o, deploy_live_in_o, deploy_mask_o,
                 deploy_routine_o, deploy_instance_o, deploy_address_o}),
        .warp_o(deploy_warp_o)
    );
`WF_FOR k WIDTH
    assign deploy_instruction`{k}_o = high_instructions[`{k}*BITS +: BITS];
`WF_END
    `WF_ASSIST_QUEUE #(.WIDTH(BITS + TAIL), .WARP(WARP)) low_part (
        .clk_i(clk_i), .rst_ni(rst_ni), .used_o(low_used), .put_i(moves && !row_high), .word_i({instructions[BITS-1:0], tail}), .warp_i(row_warp),
        .asked_i(asked_q), .kill_i(kill), .kill_warp_i(kill_warp_q), .waits_o(low_waits), .valid_o(idle_valid_o), .ready_i(idle_ready_i),
        .word_o({idle_instruction_o, idle_branch_o, idle_last_o, idle_data_o, idle_live_out_o, idle_live_in_o, idle_mask_o,
                 idle_routine_o, idle_instance_o, idle_address_o}),
        .warp_o(idle_warp_o)
    );

    // ---- Ends, who is held, throttling ----

    `WF_ASSIST_ENDS #(.ENTRIES(ENTRIES), .WARP(WARP), .ROUTINE(ROUTINE)) of_ends (
        .clk_i(clk_i), .rst_ni(rst_ni), .over_i(over), .cut_i(cut), .keys_i(keys), .kill_i(kill), .kill_warp_i(kill_warp_q),
        .ends_o(ends), .ending_o(ending), .ends_any_o(ends_any), .ends_key_o(ends_key),
        .ending_entry_o(ends_entry_o), .killed_o(ending_killed), .told_o(done_valid_o), .told_entry_o(done_instance_o), .told_cut_o(done_cut_o),
        .told_high_o(told_high), .told_warp_o(done_warp_o), .told_routine_o(done_routine_o)
    );
    assign ends_o       = ending;
    assign done_data_o  = ends_data_i;
    assign held_valid_o = 1'b1;
    `WF_ASSIST_HELD #(.WARPS(WARPS)) held (
        .clk_i(clk_i), .rst_ni(rst_ni), .take_i(take_high), .take_warp_i(trigger_warp_i), .told_i(done_valid_o && told_high), .told_like_i(told_like),
        .told_warp_i(done_warp_o), .kill_i(kill), .kill_warp_i(kill_warp_q), .held_o(held_warps_o)
    );
    `WF_ASSIST_THROTTLE #(.SLOTS(SLOTS), .WINDOW(WINDOW), .THROTTLE(THROTTLE)) throttle (
        .clk_i(clk_i), .rst_ni(rst_ni), .busy_i(busy_valid_i), .used_i(busy_used_i), .throttled_o(throttled)
    );
`ifdef WF_WITH_COUNTS_ON
    wire [WIDTH-1:0] staged;
    generate
        for (k = 0; k < WIDTH; k = k + 1) begin : gen_staged
            localparam [31:0] NUMBER = k;
            assign staged[k] = moves && row_high && count > NUMBER[2:0];
        end
    endgenerate
    wire empty_kill = kill && !places_killed && !entries_killed && !ending_killed;
    `WF_ASSIST_COUNTS #(.WIDTH(WIDTH)) counts (
        .clk_i(clk_i), .rst_ni(rst_ni), .high_i(staged), .counts_o(state_counts_o),
        .events_i({throttled, empty_kill, kill, taken && low && !low_free, taken && reason != 2'd0, done_valid_o && done_cut_o, done_valid_o, moves && !row_high, 1'b0, chosen_o,
                   placed_o && behind, taken})
    );
`else
    wire unused_counted = &{1'b0, places_killed, entries_killed, ending_killed, behind};
`endif
endmodule
`default_nettype wire
