// SPDX-License-Identifier: Apache-2.0
// From the stage decide to the streams response and miss: what an operation does, what is written, and what goes out.
// In: the operation in decide, with the facts that it needs; words of the L1, of stores, of fills. Out: whether the stages move; what comes again; jobs of
// the walk; writes to all memories of both caches.
// More: docs/avc.md, "Cycle by cycle"
`default_nettype none
module `WF_AVC_BACK #(
    parameter LANES    = `WF_LANES,             // lanes of the warp
`ifdef WF_WITH_AVC_WAYS
    parameter ENC_LATENCY = `WF_ENC_LATENCY,    // register ranks in the encoder
`endif
    parameter DEC_LATENCY = `WF_DEC_LATENCY,    // cycles of the decoding unit
    parameter AVC_WAYS = 1,                     // ways of the AVC, from 1
    parameter L1_WAYS  = `WF_L1_WAYS,           // ways of the L1
    parameter SETS     = `WF_SETS,              // sets of both
    parameter VECTORS  = `WF_VECTORS,           // vectors of a line of the AVC
    parameter ADDRESS  = `WF_ADDRESS,           // bits of a block number
    parameter USER     = `WF_USER,              // bits of user
    parameter VECTOR   = LANES + 36,            // bits of a vector, LANES + 36 with a dirty bit, or LANES + 35
    parameter BLOCK    = 32 * LANES,                                            // bits of a block; not to be set
    parameter SET      = SETS > 1 ? $clog2(SETS) : 1,                           // bits of a set's number; not to be set
    parameter AVC_TAG  = ADDRESS - $clog2(SETS) - $clog2(VECTORS),              // bits of a tag of the AVC; not to be set
    parameter L1_TAG   = ADDRESS - $clog2(SETS),                                // bits of a tag of the L1; not to be set
    parameter AVC_ROW  = AVC_WAYS * SETS > 1 ? $clog2(AVC_WAYS * SETS) : 1,     // bits of a row of vectors; not to be set
    parameter L1_ROW   = L1_WAYS * SETS > 1 ? $clog2(L1_WAYS * SETS) : 1,       // bits of a row of the L1; not to be set
    parameter LINE     = ADDRESS - $clog2(VECTORS),                             // bits of the number of a line; not to be set
    parameter LANE     = $clog2(LANES)                                          // bits of a lane's number; not to be set
) (
    input  wire                      clk_i,             // clock, rising edge
    input  wire                      rst_ni,            // reset, low, asynchronous

    // Decide (`WF_AVC_LOOK.v, `WF_AVC_DECIDE.v)
    input  wire                      valid_i, // 1: an operation
    input  wire [ADDRESS+USER+6:0]   op_i, // the operation
    input  wire [LANES-1:0]          mask_i, // its lanes
    input  wire [35:0]               code_i, // its code
    input  wire [LANES+35:0]         vector_i, // the vector of its block
    input  wire [2*LANES-1:0]        state_i, // the state of its line of the L1
    input  wire [2*AVC_WAYS+LINE:0]  avc_i, // what compare found in the AVC
    input  wire [3*L1_WAYS+ADDRESS:0] l1_i, // what compare found in the L1
`ifdef WF_WITH_AGREE_LINE
    input  wire [2*LANE+1:0]         singles_i, // single lanes
`endif
    input  wire [15:0]               facts_i, // facts of look
    input  wire                      free_i,            // 1: an entry of the misses is free
    input  wire                      joinable_i,        // 1: the block is asked for, and a load may still wait for it
    input  wire                      load_free_i,       // 1: an entry of the loads is free
    output wire                      go_o,              // 1: the stages move
    output wire                      done_o,            // 1: if they move, a request is done
    output wire                      restart_o,         // 1: the same: what is behind it comes again
    output wire                      rest_o,            // 1: the same: a load is held with rest_mask_o
    output wire [LANES-1:0]          rest_mask_o, // the lanes that are left
    output wire                      asks_o,            // 1: the same: a block is asked for
    output wire                      joins_o,           // 1: the same: a load joins those that wait for its block
    output wire                      mixed_o,           // the caches have words of its block
    output wire                      ends_o,            // 1: the same: a put is done
    output wire [2:0]                own_o,             // decide has, from bit 0: a gather | an eviction | the last one of a line
    output wire [ADDRESS+2:0]        job_o,             // from bit 0: its block | of a line | 1: a job | 1: decide has what may have one
    output wire                      waits_o,           // 1: a request waits for a miss to end
    output wire                      store_read_o,      // 1: the words of the store in decide are read

    // Act: what is written
    output wire [ADDRESS:0]          act_store_o,       // from bit 0: the block in act | it is a store
    output wire [SET-1:0]            avc_set_o,         // the set of the AVC
    output wire [3*AVC_WAYS-1:0]     avc_change_o,      // if act goes on: its way that is used | taken | becomes invalid, one-hot, or 0
`ifdef WF_WITH_DIRTY_LINE
    output wire [AVC_WAYS:0]         avc_write_o,       // from bit 0: it becomes dirty | the way of which a vector is written
`endif
    output wire [AVC_WAYS-1:0]       avc_tags_write_o,  // bit w: the tag of way w is written
    output wire [AVC_TAG-1:0]        avc_tag_o,         // with this tag
    output wire [VECTORS-1:0]        vectors_write_o,   // bit v: vector v of the way is written
    output wire [AVC_ROW-1:0]        vectors_row_o,     // in this row
    output wire [VECTORS*VECTOR-1:0] vectors_o,         // with these words
    output wire [SET-1:0]            l1_set_o,          // the set of the L1
    output wire [3*L1_WAYS-1:0]      l1_change_o,       // as avc_change_o
    output wire [L1_WAYS-1:0]        l1_tags_write_o,   // bit w: the tag of way w is written
    output wire [L1_TAG-1:0]         l1_tag_o,          // with this tag
    output wire                      state_write_o,     // 1: a state of a line is written
    output wire [2*LANES-1:0]        state_o,           // with this word
    output wire [L1_ROW-1:0]         state_row_o,       // in this row
    output wire [L1_ROW-1:0]         words_row_o,       // the row of words that is read or written
    output wire                      words_read_o,      // 1: words of the L1 are read
    output wire [LANES-1:0]          words_write_o,     // bit i: the word of lane i is written
    output wire [BLOCK-1:0]          words_o,           // with these words
    input  wire                      reads_fill_i,      // 1: the words of a fill are there, and are kept
    input  wire [BLOCK-1:0]          store_words_i,     // what was read, of a store
    input  wire [BLOCK-1:0]          l1_words_i,        // of the L1
    input  wire [BLOCK-1:0]          fill_words_i,      // of a fill
    output wire                      behind_empty_o,    // 1: decide and act are empty
    output wire                      words_empty_o,     // 1: words and late are empty
    output wire                      keeps_o,           // 1: the last stage has a gather

    // Put
    input  wire [LANES-1:0]          own_mask_i,        // the lanes of the fill that the walk works on
    input  wire                      put_i,             // 1: vector has its put
    output wire [LANES-1:0]          kept_mask_o,       // of the put the lanes that would become valid in the AVC
    output wire [35:0]               kept_code_o,       // and their code, from bit 0: affine | base | stride

    // The streams response and miss, and counts
    output wire                      response_valid_o, // 1: an answer
    input  wire                      response_ready_i, // 1: it is taken
    output wire [LANES+BLOCK+USER-1:0] response_o,      // from bit 0: mask | data | user
    output wire                      miss_valid_o, // 1: a command to memory
    input  wire                      miss_ready_i, // 1: it is taken
    output wire [ADDRESS+LANES+BLOCK:0] miss_o,         // from bit 0: write | address | mask | data
    output wire [15:0]               events_o           // what decide does that is counted, in the order of the stream state
);
`WF_INCLUDE avc_bad.vh
        if (DEC_LATENCY < 0 || DEC_LATENCY > 1) begin : gen_bad_dec_latency wf_illegal_DEC_LATENCY bad (); end
        if (LANE != $clog2(LANES)) begin : gen_bad_lane wf_illegal_LANE bad (); end
    endgenerate
    localparam ACT   = 2 * ADDRESS + USER + 5 * LANES + AVC_WAYS + L1_WAYS + 55;
    localparam WORDS = ADDRESS + USER + 3 * LANES + 39;

    // ---- Decide ----

    wire               store, act, act_store, act_misses;
    wire [ADDRESS-1:0] act_block;
    wire [LANES-1:0]   act_mask;
    wire [ACT-1:0]     act_op;
    wire [WORDS-1:0]   words_op;
    wire [BLOCK-1:0]   last_words, own_words;
    `WF_AVC_DECIDE #(.LANES(LANES), .AVC_WAYS(AVC_WAYS), .L1_WAYS(L1_WAYS), .VECTORS(VECTORS), .ADDRESS(ADDRESS), .USER(USER)) decide (
        .clk_i(clk_i), .rst_ni(rst_ni), .go_i(go_o),
        .valid_i(valid_i), .op_i(op_i), .mask_i(mask_i), .code_i(code_i), .vector_i(vector_i), .state_i(state_i), .avc_i(avc_i), .l1_i(l1_i),
`ifdef WF_WITH_AGREE_LINE
        .singles_i(singles_i),
`endif
        .facts_i(facts_i), .free_i(free_i), .joinable_i(joinable_i), .load_free_i(load_free_i), .store_o(store), .done_o(done_o), .restart_o(restart_o),
        .rest_o(rest_o), .rest_mask_o(rest_mask_o), .asks_o(asks_o), .joins_o(joins_o), .mixed_o(mixed_o), .ends_o(ends_o),
        .own_o(own_o), .job_o(job_o), .events_o(events_o),
        .waits_o(waits_o), .act_o(act), .act_misses_o(act_misses), .act_op_o(act_op)
    );
    assign store_read_o   = store && go_o;
    assign behind_empty_o = !valid_i && !act;

    // ---- Act ----

    wire [VECTORS-1:0]  vector_here;
    wire [LANES+34:0]   vector;
    wire                dirty;
    wire [AVC_WAYS-1:0] avc_way;
    `WF_AVC_ACT #(.LANES(LANES), .AVC_WAYS(AVC_WAYS), .L1_WAYS(L1_WAYS), .SETS(SETS), .VECTORS(VECTORS), .ADDRESS(ADDRESS), .USER(USER)) act_unit (
        .clk_i(clk_i), .rst_ni(rst_ni), .go_i(go_o), .valid_i(act), .op_i(act_op), .store_data_i(store_words_i), .own_data_i(own_words),
        .store_o(act_store), .block_o(act_block), .mask_o(act_mask), .words_o(words_op),
        .avc_set_o(avc_set_o), .avc_use_o(avc_change_o[0 +: AVC_WAYS]), .avc_take_o(avc_change_o[AVC_WAYS +: AVC_WAYS]),
        .avc_end_o(avc_change_o[2*AVC_WAYS +: AVC_WAYS]), .avc_tag_o(avc_tag_o),
        .l1_set_o(l1_set_o), .l1_use_o(l1_change_o[0 +: L1_WAYS]), .l1_take_o(l1_change_o[L1_WAYS +: L1_WAYS]),
        .l1_end_o(l1_change_o[2*L1_WAYS +: L1_WAYS]), .l1_tag_o(l1_tag_o),
        .vector_write_o(vectors_write_o), .vector_here_o(vector_here), .vector_row_o(vectors_row_o), .vector_o(vector), .dirty_o(dirty),
        .avc_way_o(avc_way), .state_write_o(state_write_o), .state_row_o(state_row_o), .state_o(state_o),
        .words_row_o(words_row_o), .words_read_o(words_read_o), .words_write_o(words_write_o), .words_data_o(words_o)
    );
    assign act_store_o      = {act_store, act_block};
    assign avc_tags_write_o = avc_change_o[AVC_WAYS +: AVC_WAYS] & {AVC_WAYS{go_o}};
    assign l1_tags_write_o  = l1_change_o[L1_WAYS +: L1_WAYS] & {L1_WAYS{go_o}};
    wire [LANES+35:0] vector_all = {dirty, vector};
    genvar v;
    generate
        for (v = 0; v < VECTORS; v = v + 1) begin : gen_vector
            assign vectors_o[v*VECTOR +: VECTOR] = {vector_all[VECTOR-1:LANES], vector_all[LANES-1:0] & {LANES{vector_here[v]}}};
        end
    endgenerate
`ifdef WF_WITH_DIRTY_LINE
    assign avc_write_o = {avc_way, dirty};
`else
    wire unused_way    = &{1'b0, avc_way};
`endif
    wire unused_dirty  = &{1'b0, vector_all};

    // ---- Words, and those of the fill on which the walk works ----

    `WF_AVC_WORDS #(.LANES(LANES), .ADDRESS(ADDRESS), .DEC_LATENCY(DEC_LATENCY), .USER(USER)) words_unit (
        .clk_i(clk_i), .rst_ni(rst_ni), .go_o(go_o),
        .act_i(act), .act_op_i(words_op), .act_misses_i(act_misses), .act_block_i(act_block), .act_mask_i(act_mask),
`ifdef WF_WITH_L1_STORE_THROUGH
        .act_store_i(act_store), .act_words_i(store_words_i),
`endif
        .l1_words_i(l1_words_i), .own_words_i(own_words), .empty_o(words_empty_o), .keeps_o(keeps_o), .data_o(last_words),
        .response_valid_o(response_valid_o), .response_ready_i(response_ready_i), .response_o(response_o),
        .miss_valid_o(miss_valid_o), .miss_ready_i(miss_ready_i), .miss_o(miss_o)
    );
    `WF_AVC_KEEP #(
`ifdef WF_WITH_AVC_WAYS
        .ENC_LATENCY(ENC_LATENCY),
`endif
        .LANES(LANES)
    ) keep (
        .clk_i(clk_i),
`ifdef WF_WITH_AVC_WAYS
        .rst_ni(rst_ni), .mask_i(own_mask_i), .put_i(put_i), .mask_o(kept_mask_o),
        .affine_o(kept_code_o[0]), .base_o(kept_code_o[32:1]), .stride_o(kept_code_o[35:33]),
`endif
        .reads_i(reads_fill_i), .fill_i(fill_words_i), .keeps_i(keeps_o), .data_i(last_words), .data_o(own_words)
    );
`ifndef WF_WITH_AVC_WAYS
    assign {kept_mask_o, kept_code_o} = {own_mask_i, 36'd0};
    wire unused_put = &{1'b0, put_i};
`endif
endmodule
`default_nettype wire
