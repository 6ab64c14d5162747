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
    output wire                chosen_o,           // 1: the row of a place is read
    output wire [$clog2(WAITING)-1:0] chosen_row_o, // this place
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

    // ---- Kill: it is taken where nothing is offered ----

    reg  asked_q;
    wire kill = kill_valid_i && kill_ready_o;
    assign kill_ready_o = asked_q && !deploy_valid_o && !idle_valid_o;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) asked_q <= 1'b0;
        else         asked_q <= kill_valid_i && !kill_ready_o;

    // ---- Store and map ----

    wire places_empty, entries_empty;
    wire store = store_valid_i && store_ready_o;
    assign store_ready_o = places_empty && entries_empty;
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

    wire               low_free, high, drop, enter_high;
    wire [1:0]         reason;
    wire [ROUTINE-1:0] routine, enter_routine;
    wire [ADDRESS-1:0] begins;
    wire               taken = trigger_valid_i && trigger_ready_o;
    `WF_ASSIST_MAP #(.ROUTINES(ROUTINES), .EVENTS(EVENTS), .ADDRESS(ADDRESS)) map (
        .clk_i(clk_i), .rst_ni(rst_ni), .first_i(store && store_first_i), .store_routine_i(store_routine_i), .store_address_i(store_address_i),
        .map_i(map_valid_i), .map_event_i(map_event_i), .map_routine_i(map_routine_i), .map_high_i(map_high_i), .map_registers_i(map_registers_i),
        .spare_i(spare_valid_i), .spare_registers_i(spare_registers_i), .trigger_event_i(trigger_event_i), .low_free_i(low_free),
        .high_o(high), .routine_o(routine), .drop_o(drop), .reason_o(reason), .enter_routine_i(enter_routine), .begin_o(begins)
    );
    reg              dropped_q;
    reg [EVENT-1:0]  dropped_event_q;
    reg [WARP-1:0]   dropped_warp_q;
    reg [1:0]        dropped_reason_q;
    reg [DATA-1:0]   dropped_data_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) dropped_q <= 1'b0;
        else         dropped_q <= taken && drop;
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

    wire               placed, placed_high, like, behind, high_entry, low_entry, chosen_high, told_high, told_like, places_killed;
    wire [WARP-1:0]    placed_warp, chosen_warp, enter_warp;
    wire [ROUTINE-1:0] placed_routine, chosen_routine;
    assign take_o      = taken && !drop;
    assign take_with_o = {trigger_data_i, trigger_live_out_i, trigger_live_in_i, trigger_mask_i};
    `WF_ASSIST_PLACES #(.WAITING(WAITING), .LOW(LOW), .WARP(WARP), .ROUTINE(ROUTINE)) places (
        .clk_i(clk_i), .rst_ni(rst_ni), .free_o(trigger_ready_o), .low_free_o(low_free), .empty_o(places_empty),
        .take_i(take_o), .high_i(high), .warp_i(trigger_warp_i), .routine_i(routine), .take_row_o(take_row_o),
        .placed_o(placed), .placed_high_o(placed_high), .placed_warp_o(placed_warp), .placed_routine_o(placed_routine),
        .like_entry_i(like), .behind_o(behind), .high_free_i(high_entry), .low_entry_i(low_entry),
        .chosen_o(chosen_o), .chosen_high_o(chosen_high), .chosen_warp_o(chosen_warp), .chosen_routine_o(chosen_routine), .chosen_row_o(chosen_row_o),
        .told_i(done_valid_o), .told_high_i(told_high), .told_warp_i(done_warp_o), .told_routine_i(done_routine_o), .told_like_o(told_like),
        .kill_i(kill), .kill_warp_i(kill_warp_i), .killed_o(places_killed)
    );

    // ---- Entries ----

    wire [ENTRIES-1:0]     over, cut, ends;
    wire [ENTRIES*KEY-1:0] keys;
    wire                   row, row_high, moves, last, branch, cuts, throttled, entries_killed;
    wire [ENTRY-1:0]       row_entry;
    wire [WARP-1:0]        row_warp;
    wire [ROUTINE-1:0]     row_routine;
    wire [ADDRESS-1:0]     row_address, row_next;
    wire [COUNTED-1:0]     row_staged;
    wire [2:0]             row_in_part, count;
    wire [1:0]             low_used;
    wire                   front_full, unused_front;
    wire                   low_room = !throttled && !low_used[1] && !(low_used[0] && row && !row_high);
    `WF_ASSIST_ENTRIES #(.ENTRIES(ENTRIES), .LOW(LOW), .WIDTH(WIDTH), .ROOM(ROOM), .MOST(MOST), .WARP(WARP), .ROUTINE(ROUTINE), .ADDRESS(ADDRESS)) entries (
        .clk_i(clk_i), .rst_ni(rst_ni), .empty_o(entries_empty),
        .last_high_i(placed_high), .last_warp_i(placed_warp), .last_routine_i(placed_routine), .like_o(like),
        .high_free_o(high_entry), .low_free_o(low_entry),
        .chosen_i(chosen_o), .chosen_high_i(chosen_high), .chosen_warp_i(chosen_warp), .chosen_routine_i(chosen_routine),
        .enters_o(enter_o), .enter_entry_o(enter_entry_o), .enter_high_o(enter_high), .enter_warp_o(enter_warp), .enter_routine_o(enter_routine),
        .begin_i(begins), .low_room_i(low_room), .picked_o(pick_o), .pick_entry_o(pick_entry_o), .pick_row_o(pick_row_o),
        .row_o(row), .row_high_o(row_high), .row_entry_o(row_entry), .row_warp_o(row_warp), .row_routine_o(row_routine), .row_address_o(row_address),
        .row_staged_o(row_staged), .row_in_part_o(row_in_part), .moves_i(moves), .row_count_i(count), .row_next_i(row_next),
        .row_last_i(last), .row_branch_i(branch), .row_cut_i(cuts), .issued_i(issued_instances_i & {ENTRIES{issued_valid_i}}),
        .resume_i(resume_valid_i), .resume_entry_i(resume_instance_i), .resume_address_i(resume_address_i),
        .retire_i(retire_instances_i & {ENTRIES{retire_valid_i}}), .over_o(over), .cut_o(cut), .keys_o(keys), .ends_i(ends),
        .kill_i(kill), .kill_warp_i(kill_warp_i), .killed_o(entries_killed)
    );
`ifdef WF_WITH_PART_FLUSH
    assign flush_valid_o = enter_o && enter_high;
    assign flush_warp_o  = enter_warp;
`endif

    // ---- Row, and the queues of what is staged ----

    wire [WIDTH*BITS-1:0] instructions, high_instructions;
    wire [TAIL-1:0]       tail = {branch, last, with_i, row_routine, row_entry, row_address};
    assign moves = row && !kill && !(row_high ? front_full : low_used[1]);
    `WF_ASSIST_ROW #(.WIDTH(WIDTH), .BITS(BITS), .ROOM(ROOM), .MOST(MOST), .ADDRESS(ADDRESS)) of_row (
        .high_i(row_high), .address_i(row_address), .staged_i(row_staged), .in_part_i(row_in_part), .words_i(words_i),
        .count_o(count), .instructions_o(instructions), .next_o(row_next), .last_o(last), .branch_o(branch), .cut_o(cuts)
    );
    `WF_ASSIST_QUEUE #(.WIDTH(3 + WIDTH * BITS + TAIL), .WARP(WARP)) front (
        .clk_i(clk_i), .rst_ni(rst_ni), .used_o({front_full, unused_front}), .put_i(moves && row_high), .word_i({count, instructions, tail}), .warp_i(row_warp),
        .asked_i(asked_q), .kill_i(kill), .kill_warp_i(kill_warp_i), .valid_o(deploy_valid_o), .ready_i(deploy_ready_i),
        .word_o({deploy_count_o, high_instructions, deploy_branch_o, deploy_last_o, deploy_data_o, deploy_live_out_o, deploy_live_in_o, deploy_mask_o,
                 deploy_routine_o, deploy_instance_o, deploy_address_o}),
        .warp_o(deploy_warp_o)
    );
`WF_FOR k WIDTH
    assign deploy_instruction`{k}_o = high_instructions[`{k}*BITS +: BITS];
`WF_END
    `WF_ASSIST_QUEUE #(.WIDTH(BITS + TAIL), .WARP(WARP)) low (
        .clk_i(clk_i), .rst_ni(rst_ni), .used_o(low_used), .put_i(moves && !row_high), .word_i({instructions[BITS-1:0], tail}), .warp_i(row_warp),
        .asked_i(asked_q), .kill_i(kill), .kill_warp_i(kill_warp_i), .valid_o(idle_valid_o), .ready_i(idle_ready_i),
        .word_o({idle_instruction_o, idle_branch_o, idle_last_o, idle_data_o, idle_live_out_o, idle_live_in_o, idle_mask_o,
                 idle_routine_o, idle_instance_o, idle_address_o}),
        .warp_o(idle_warp_o)
    );

    // ---- Ends, who is held, throttling ----

    `WF_ASSIST_ENDS #(.ENTRIES(ENTRIES), .WARP(WARP), .ROUTINE(ROUTINE)) of_ends (
        .clk_i(clk_i), .rst_ni(rst_ni), .over_i(over), .cut_i(cut), .keys_i(keys), .kill_i(kill),
        .ends_o(ends), .ends_any_o(ends_o), .ends_entry_o(ends_entry_o), .told_o(done_valid_o), .told_entry_o(done_instance_o), .told_cut_o(done_cut_o),
        .told_high_o(told_high), .told_warp_o(done_warp_o), .told_routine_o(done_routine_o)
    );
    assign done_data_o  = ends_data_i;
    assign held_valid_o = 1'b1;
    `WF_ASSIST_HELD #(.WARPS(WARPS)) held (
        .clk_i(clk_i), .rst_ni(rst_ni), .take_i(take_o && high), .take_warp_i(trigger_warp_i), .told_i(done_valid_o && told_high), .told_like_i(told_like),
        .told_warp_i(done_warp_o), .kill_i(kill), .kill_warp_i(kill_warp_i), .held_o(held_warps_o)
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
    wire empty_kill = kill && !places_killed && !entries_killed;
    `WF_ASSIST_COUNTS #(.WIDTH(WIDTH)) counts (
        .clk_i(clk_i), .rst_ni(rst_ni), .high_i(staged), .counts_o(state_counts_o),
        .events_i({throttled, empty_kill, kill, taken && drop && reason == 2'd0, taken && drop && reason != 2'd0, done_valid_o && done_cut_o, done_valid_o, moves && !row_high, 1'b0, chosen_o,
                   placed && behind, taken})
    );
`else
    wire unused_counted = &{1'b0, places_killed, entries_killed, placed, behind};
`endif
`ifndef WF_WITH_PART_FLUSH
    wire unused_enter = &{1'b0, enter_high, enter_warp};
`endif
endmodule
`default_nettype wire
