// SPDX-License-Identifier: Apache-2.0
// From the streams request, flush and fill to the stage decide: what waits (`WF_AVC_QUEUE.v), what enters and where it is (`WF_AVC_FLOW.v), and what the
// stages compare, vector and look do.
// In: what decide and act do. Out: the operation in decide, with the facts that it needs; what memories read and write.
// More: docs/avc.md, "Cycle by cycle"
`default_nettype none
module `WF_AVC_FRONT #(
    parameter LANES    = `WF_LANES,             // lanes of the warp
`ifdef WF_WITH_AVC_WAYS
    parameter WINDOW   = `WF_WINDOW,            // blocks below 2^WINDOW are private
    parameter ENC_LATENCY = `WF_ENC_LATENCY,    // register ranks in the encoder
`endif
    parameter AVC_WAYS = 1,                     // ways of the AVC, from 1
    parameter L1_WAYS  = `WF_L1_WAYS,           // ways of the L1
    parameter SETS     = `WF_SETS,              // sets of both
    parameter VECTORS  = `WF_VECTORS,           // vectors of a line of the AVC
    parameter ADDRESS  = `WF_ADDRESS,           // bits of a block number
    parameter MISSES   = `WF_MISSES,            // blocks that are asked for at once
    parameter LOADS    = `WF_LOADS,             // loads that wait for them
    parameter USER     = `WF_USER,              // bits of user
    parameter VECTOR   = LANES + 36,            // bits of a vector, LANES + 36 with a dirty bit, or LANES + 35
    parameter BLOCK    = 32 * LANES,                                            // bits of a block; not to be set
    parameter SET      = SETS > 1 ? $clog2(SETS) : 1,                           // bits of a set's number; not to be set
    parameter AVC_TAG  = ADDRESS - $clog2(SETS) - $clog2(VECTORS),              // bits of a tag of the AVC; not to be set
    parameter L1_TAG   = ADDRESS - $clog2(SETS),                                // bits of a tag of the L1; not to be set
    parameter AVC_ROW  = AVC_WAYS * SETS > 1 ? $clog2(AVC_WAYS * SETS) : 1,     // bits of a row of vectors; not to be set
    parameter L1_ROW   = L1_WAYS * SETS > 1 ? $clog2(L1_WAYS * SETS) : 1,       // bits of a row of the L1; not to be set
    parameter ENTRY    = MISSES > 1 ? $clog2(MISSES) : 1,                       // bits of the number of a miss; not to be set
    parameter LOAD     = LOADS > 1 ? $clog2(LOADS) : 1,                         // bits of the number of a load that waits; not to be set
    parameter LINE     = ADDRESS - $clog2(VECTORS),                             // bits of the number of a line; not to be set
    parameter LANE     = $clog2(LANES)                                          // bits of a lane's number; not to be set
) (
    input  wire                      clk_i,             // clock, rising edge
    input  wire                      rst_ni,            // reset, low, asynchronous

    // The streams request, flush, flushed and fill
    input  wire                      request_valid_i, // 1: a request
    output wire                      request_ready_o, // 1: it is taken
    input  wire [USER+BLOCK+LANES+ADDRESS:0] request_i, // from bit 0: write | address | mask | data | user
    input  wire                      flush_valid_i, // 1: a flush
    output wire                      flush_ready_o, // 1: it is taken
    input  wire [USER-1:0]           flush_user_i, // its user
    output wire                      flushed_valid_o, // 1: a flush is done
    input  wire                      flushed_ready_i, // 1: that is taken
    output wire [USER-1:0]           flushed_user_o, // its user
    input  wire                      fill_valid_i, // 1: a fill
    input  wire [ADDRESS-1:0]        fill_address_i, // its block
    input  wire [BLOCK-1:0]          fill_data_i, // its words

    // The memories
    output wire                      tags_read_o,       // 1: tags are read
    output wire [SET-1:0]            avc_tags_set_o,    // of this set of the AVC; or one is written there
    output wire [SET-1:0]            l1_tags_set_o,     // the same of the L1
    input  wire [AVC_WAYS*AVC_TAG-1:0] avc_tags_i,      // the tags of the AVC, way 0 lowest
    input  wire [L1_WAYS*L1_TAG-1:0] l1_tags_i,         // the tags of the L1, way 0 lowest
    output wire [VECTORS-1:0]        vectors_read_o,    // bit v: a vector v is read
    output wire [AVC_ROW-1:0]        vectors_row_o,     // in this row
    input  wire [VECTORS*VECTOR-1:0] vectors_i,         // what was read of each
    output wire                      state_read_o,      // 1: the state of a line is read
    output wire [L1_ROW-1:0]         state_row_o,       // in this row
    input  wire [2*LANES-1:0]        state_i,           // what was read
    output wire [2:0]                store_read_row_o,  // the row of the store in decide
    output wire [BLOCK+3:0]          store_o,           // the words of a store are written: from bit 0: 1: so | row | words
    output wire                      load_read_o,       // 1: mask and user of a load that waited are read
    output wire [LOAD-1:0]           load_read_row_o,   // in this row
    input  wire [USER+LANES-1:0]     load_i,            // what was read, from bit 0: mask | user
    output wire [USER+LANES+LOAD:0]  load_o,            // those of a load that waits are written: from bit 0: 1: so | row | mask | user
    output wire                      fill_read_o,       // 1: the words of a fill are read, again and again while the stages stand
    output wire [ENTRY-1:0]          fill_read_row_o,   // in this row
    output wire                      reads_fill_o,      // 1: they are there, and are kept
    output wire [BLOCK+ENTRY:0]      fill_o,            // the words of a fill are written: from bit 0: 1: so | row | words

    // Decide (`WF_AVC_LOOK.v, `WF_AVC_DECIDE.v)
    output wire                      valid_o, // 1: an operation is in decide
    output wire [ADDRESS+USER+6:0]   op_o, // the operation
    output wire [LANES-1:0]          mask_o, // its lanes
    output wire [35:0]               code_o, // its code
    output wire [LANES+35:0]         vector_o, // the vector of its block
    output wire [2*LANES-1:0]        state_o, // the state of its line of the L1
    output wire [2*AVC_WAYS+LINE:0]  avc_o, // what compare found in the AVC
    output wire [3*L1_WAYS+ADDRESS:0] l1_o, // what compare found in the L1
`ifdef WF_WITH_AGREE_LINE
    output wire [2*LANE+1:0]         singles_o, // single lanes
`endif
    output wire [15:0]               facts_o, // facts of look
    output wire                      free_o,            // 1: an entry of the misses is free
    output wire                      joinable_o,        // 1: the block is asked for, and a load may still wait for it
    output wire                      load_free_o,       // 1: an entry of the loads is free
    input  wire                      go_i,              // 1: the stages move
    input  wire                      done_i,            // 1: if they move, a request is done
    input  wire                      restart_i,         // 1: the same: what is behind it comes again
    input  wire                      rest_i,            // 1: the same: a load is held with rest_mask_i
    input  wire [LANES-1:0]          rest_mask_i, // the lanes that are left
    input  wire                      asks_i,            // 1: the same: a block is asked for
    input  wire                      joins_i,           // 1: the same: a load joins those that wait for its block
    input  wire                      mixed_i,           // the caches have words of its block
    input  wire                      ends_i,            // 1: the same: a put is done
    input  wire [2:0]                own_i,             // decide has, from bit 0: a gather | an eviction | the last one of a line
    input  wire [ADDRESS+2:0]        job_i,             // from bit 0: its block | of a line | 1: a job | 1: decide has what may have one
    input  wire                      waits_i,           // 1: a request waits for a miss to end

    // Behind decide
    input  wire [ADDRESS:0]          act_store_i,       // from bit 0: the block in act | it is a store
    input  wire [SET-1:0]            avc_set_i,         // what changes in the AVC: the set
    input  wire [3*AVC_WAYS-1:0]     avc_change_i,      // if it goes on: the way that is used | taken | becomes invalid, one-hot, or 0
`ifdef WF_WITH_DIRTY_LINE
    input  wire [AVC_WAYS:0]         avc_write_i,       // from bit 0: it becomes dirty | the way of which a vector is written
`endif
    input  wire [SET-1:0]            l1_set_i,          // the same of the L1
    input  wire [3*L1_WAYS-1:0]      l1_change_i, // what act changes in the L1
    input  wire                      behind_empty_i,    // 1: decide and act are empty
    input  wire                      words_empty_i,     // 1: words and late are empty
    input  wire                      keeps_i,           // 1: the last stage has a gather
    input  wire                      spill_empty_i,     // 1: the spill of miss is empty
    output wire [LANES-1:0]          own_mask_o,        // the lanes of the fill that the walk works on
    output wire                      put_o,             // 1: vector has a put
    input  wire [LANES-1:0]          kept_mask_i,       // of the put the lanes that would become valid in the AVC
    input  wire [35:0]               kept_code_i        // and their code, from bit 0: affine | base | stride
);
`WF_INCLUDE avc_bad.vh
`ifdef WF_WITH_AVC_WAYS
        if (WINDOW < 4 || WINDOW > ADDRESS) begin : gen_bad_window wf_illegal_WINDOW bad (); end
`endif
        if (MISSES < 1 || MISSES > 64 || (MISSES & (MISSES - 1)) != 0) begin : gen_bad_misses wf_illegal_MISSES bad (); end
        if (LOADS < 1 || LOADS > 64 || (LOADS & (LOADS - 1)) != 0) begin : gen_bad_loads wf_illegal_LOADS bad (); end
        if (LOAD != (LOADS > 1 ? $clog2(LOADS) : 1)) begin : gen_bad_load wf_illegal_LOAD bad (); end
        if (ENTRY != (MISSES > 1 ? $clog2(MISSES) : 1)) begin : gen_bad_entry wf_illegal_ENTRY bad (); end
        if (LANE != $clog2(LANES)) begin : gen_bad_lane wf_illegal_LANE bad (); end
    endgenerate

    // ---- What waits ----

    wire               next_valid, next_write, enters;
    wire [ADDRESS-1:0] vector_block, vector_drop, next_block, look_block, own_block, peek_block, l1_leaving, tags_block, compare_block;
    wire [2:0]         next_row, busy;
    wire [(LOAD > 3 ? LOAD : 3)-1:0] look_row, vector_row;      // an entry of the ring or of the loads
    wire [LANES-1:0]   ring_mask;
    wire [USER-1:0]    ring_user;
    wire [35:0]        ring_code;
    wire               own_fetch;       // the fill is that of a store: it answers nothing and goes to the L1
    wire               flushing, ring_empty, misses, filled, mixed, answers, sends, looks, vector_answer, compare_moves, vector_moves, look, look_write, look_last;
    wire [LOAD-1:0]    answer_row;
    wire [4:0]         look_kind;
    wire [LINE-1:0]    avc_leaving, vector_line;
    wire [SET-1:0]     looks_set;
    wire [AVC_WAYS+L1_WAYS-1:0] looks_way, looks_valid;
    `WF_AVC_QUEUE #(
`ifdef WF_WITH_AVC_WAYS
        .ENC_LATENCY(ENC_LATENCY),
`endif
        .LANES(LANES), .ADDRESS(ADDRESS), .MISSES(MISSES), .LOADS(LOADS), .VECTORS(VECTORS), .USER(USER)
    ) queue (
        .clk_i(clk_i), .rst_ni(rst_ni), .go_i(go_i), .restart_i(restart_i),
        .request_valid_i(request_valid_i), .request_ready_o(request_ready_o), .request_i(request_i), .flushing_i(flushing), .empty_o(ring_empty),
        .fill_valid_i(fill_valid_i), .fill_address_i(fill_address_i), .fill_data_i(fill_data_i),
        .store_write_o(store_o[0]), .store_row_o(store_o[3:1]), .store_data_o(store_o[4 +: BLOCK]), .store_read_row_o(store_read_row_o),
        .load_write_o(load_o[0]), .load_row_o(load_o[LOAD:1]), .load_data_o(load_o[USER+LANES+LOAD:LOAD+1]),
        .fill_read_row_o(fill_read_row_o), .fill_write_o(fill_o[0]), .fill_row_o(fill_o[ENTRY:1]), .fill_data_o(fill_o[BLOCK+ENTRY:ENTRY+1]),
        .next_valid_o(next_valid), .next_write_o(next_write), .next_block_o(next_block), .next_row_o(next_row), .enter_i(enters),
        .vector_block_i(vector_block), .vector_line_i(vector_line), .vector_drop_i(vector_drop),
        .look_row_i(look_row), .look_block_i(look_block), .look_line_i(avc_leaving), .look_drop_i(l1_leaving), .busy_o(busy),
        .look_mask_o(ring_mask), .look_user_o(ring_user), .look_code_o(ring_code), .answer_leaves_i(look && look_kind[3] && !restart_i),
        .op_i(op_o[ADDRESS+USER:0]), .mask_i(mask_o), .busy_i(facts_o[1]), .mixed_i(mixed_i), .done_i(done_i), .rest_i(rest_i), .rest_mask_i(rest_mask_i),
        .asks_i(asks_i), .joins_i(joins_i), .ends_i(ends_i),
        .free_o(free_o), .joinable_o(joinable_o), .load_free_o(load_free_o), .used_o(misses), .filled_o(filled), .begin_i(fill_read_o), .own_block_o(own_block), .own_mask_o(own_mask_o), .own_mixed_o(mixed), .own_fetch_o(own_fetch),
        .answers_o(answers), .answer_row_o(answer_row), .send_i(sends)
    );
    // ---- Tags to look ----

    wire [2*AVC_WAYS+AVC_TAG-1:0] vector_avc;
    wire [3*L1_WAYS+L1_TAG-1:0]   vector_l1;
    `WF_AVC_FLOW #(
`ifdef WF_WITH_AVC_WAYS
        .AVC_WAYS(AVC_WAYS),
`endif
        .L1_WAYS(L1_WAYS), .SETS(SETS), .VECTORS(VECTORS), .ADDRESS(ADDRESS), .USER(USER), .LOAD(LOAD)
    ) flow (
        .clk_i(clk_i), .rst_ni(rst_ni), .go_i(go_i), .restart_i(restart_i),
        .flush_valid_i(flush_valid_i), .flush_ready_o(flush_ready_o), .flush_user_i(flush_user_i),
        .flushed_valid_o(flushed_valid_o), .flushed_ready_i(flushed_ready_i), .flushed_user_o(flushed_user_o), .flushing_o(flushing),
        .behind_empty_i(behind_empty_i), .words_empty_i(words_empty_i), .spill_empty_i(spill_empty_i), .ring_empty_i(ring_empty), .misses_i(misses),
        .filled_i(filled), .begins_fill_o(fill_read_o), .reads_fill_o(reads_fill_o), .fill_block_i(own_block),
        .mixed_i(mixed), .answers_i(answers), .answer_row_i(answer_row), .answer_o(sends), .decide_i(own_i), .keeps_i(keeps_i), .ends_i(ends_i),
        .job_i(job_i), .peek_block_i(peek_block), .looks_o(looks), .set_o(looks_set),
`ifdef WF_WITH_AVC_WAYS
        .way_o(looks_way), .valid_i(looks_valid),
`else
        .way_o(looks_way[AVC_WAYS +: L1_WAYS]), .valid_i(looks_valid[AVC_WAYS +: L1_WAYS]),
`endif
        .request_i(next_valid && !waits_i), .write_i(next_write), .row_i(next_row), .block_i(next_block), .enters_o(enters),
        .tags_read_o(tags_read_o), .tags_block_o(tags_block), .compare_moves_o(compare_moves), .compare_block_o(compare_block),
        .vector_moves_o(vector_moves), .vector_put_o(put_o), .vector_answer_o(vector_answer), .vector_row_o(vector_row), .vector_block_o(vector_block),
        .look_o(look), .look_write_o(look_write), .look_row_o(look_row), .look_kind_o(look_kind), .look_last_o(look_last),
        .look_block_o(look_block), .decide_store_i(valid_o && op_o[ADDRESS+USER]), .decide_set_i(op_o[SET-1:0]),
        .act_store_i(act_store_i[ADDRESS]), .act_set_i(act_store_i[SET-1:0])
    );
    assign load_read_o     = vector_moves && vector_answer;
    assign load_read_row_o = vector_row[LOAD-1:0];
    wire unused_row = &{1'b0, vector_row};      // of a request
    `WF_AVC_COMPARE #(.AVC_WAYS(AVC_WAYS), .L1_WAYS(L1_WAYS), .SETS(SETS), .VECTORS(VECTORS), .ADDRESS(ADDRESS)) compare (
        .clk_i(clk_i), .rst_ni(rst_ni), .tags_block_i(tags_block), .avc_tags_set_o(avc_tags_set_o), .l1_tags_set_o(l1_tags_set_o),
        .moves_i(compare_moves), .block_i(compare_block), .avc_tags_i(avc_tags_i), .l1_tags_i(l1_tags_i), .avc_o(vector_avc), .l1_o(vector_l1),
        .looks_i(looks), .looks_set_i(looks_set), .looks_way_i(looks_way), .looks_valid_o(looks_valid), .peek_block_o(peek_block),
        .go_i(go_i), .avc_set_i(avc_set_i), .avc_change_i(avc_change_i), .l1_set_i(l1_set_i), .l1_change_i(l1_change_i)
    );
    wire             put = look_kind[4], answer = look_kind[3];
    wire [LANES-1:0] look_mask = put ? kept_mask_i : answer ? load_i[LANES-1:0] : ring_mask;
    wire [35:0]      look_code = put ? kept_code_i : ring_code;
`ifdef WF_WITH_AVC_WAYS
    wire is_private = (look_block >> WINDOW) == {ADDRESS{1'b0}};
`else
    wire is_private = 1'b0;
    assign looks_way[AVC_WAYS-1:0] = {AVC_WAYS{1'b0}};
    wire unused_valid = &{1'b0, looks_valid[AVC_WAYS-1:0]};
`endif
    `WF_AVC_LOOK #(
        .LANES(LANES), .AVC_WAYS(AVC_WAYS), .L1_WAYS(L1_WAYS), .SETS(SETS), .VECTORS(VECTORS), .ADDRESS(ADDRESS), .USER(USER), .VECTOR(VECTOR)
    ) look_unit (
        .clk_i(clk_i), .rst_ni(rst_ni), .go_i(go_i), .restart_i(restart_i),
        .vector_moves_i(vector_moves), .vector_block_i(vector_block), .vector_avc_i(vector_avc), .vector_l1_i(vector_l1),
        .vectors_read_o(vectors_read_o), .vectors_row_o(vectors_row_o), .vector_line_o(vector_line), .vector_drop_o(vector_drop),
        .state_read_o(state_read_o), .state_row_o(state_row_o),
        .valid_i(look), .kind_i(look_kind), .last_i(look_last), .write_i(look_write), .block_i(look_block), .mask_i(look_mask),
        .user_i(answer ? load_i[LANES +: USER] : ring_user), .affine_i(look_code[0] && is_private && !(put && own_fetch)),
        .base_i(look_code[32:1]), .stride_i(look_code[35:33]),
        .busy_i(busy[0]), .avc_leaving_o(avc_leaving), .avc_busy_i(busy[1]), .l1_leaving_o(l1_leaving), .l1_busy_i(busy[2]),
        .vectors_i(vectors_i), .state_i(state_i),
`ifdef WF_WITH_DIRTY_LINE
        .act_set_i(avc_set_i), .act_write_i(avc_write_i[AVC_WAYS:1]), .act_take_i(avc_change_i[AVC_WAYS +: AVC_WAYS] & {AVC_WAYS{go_i}}),
        .act_dirty_i(avc_write_i[0]),
`endif
        .valid_o(valid_o), .op_o(op_o), .mask_o(mask_o), .code_o(code_o), .vector_o(vector_o), .state_o(state_o), .avc_o(avc_o), .l1_o(l1_o),
`ifdef WF_WITH_AGREE_LINE
        .singles_o(singles_o),
`endif
        .facts_o(facts_o)
    );
endmodule
`default_nettype wire
