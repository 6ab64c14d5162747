// SPDX-License-Identifier: Apache-2.0
// Which operation enters the stages, and where it is: the walk, and the stages tags to look. What the walk brings comes before requests.
//
//   a request waits at next, and the walk brings an answer  ->  the answer enters tags, and the request a cycle later
//
// More: docs/avc.md, "Tags" and "Walk"
`default_nettype none
module `WF_AVC_FLOW #(
`ifdef WF_WITH_AVC_WAYS
    parameter AVC_WAYS = `WF_AVC_WAYS,          // ways of the AVC
`endif
    parameter L1_WAYS  = `WF_L1_WAYS,           // ways of the L1
    parameter SETS     = `WF_SETS,              // sets of both
    parameter VECTORS  = `WF_VECTORS,           // vectors of a line of the AVC
    parameter ADDRESS  = `WF_ADDRESS,           // bits of a block number
    parameter USER     = `WF_USER,              // bits of user
    parameter LOAD     = 5,                     // bits of the number of a load that waits
    parameter ROW      = LOAD > 3 ? LOAD : 3,                       // bits of the number of an entry of ring or loads; not to be set
    parameter SET      = SETS > 1 ? $clog2(SETS) : 1,               // bits of a set's number; not to be set
`ifdef WF_WITH_AVC_WAYS
    parameter WAYS     = AVC_WAYS + L1_WAYS                         // ways of both; not to be set
`else
    parameter WAYS     = L1_WAYS                                    // ways of both; not to be set
`endif
) (
    input  wire               clk_i,            // clock, rising edge
    input  wire               rst_ni,           // reset, low, asynchronous
    input  wire               go_i,             // 1: the stages move
    input  wire               restart_i,        // 1: if they do, what is before decide comes again

    // The streams flush and flushed
    input  wire               flush_valid_i,    // 1: a flush
    output wire               flush_ready_o,    // 1: none is under way
    input  wire [USER-1:0]    flush_user_i,     // any bits
    output wire               flushed_valid_o,  // 1: it is done
    input  wire               flushed_ready_i,  // 1: that is taken
    output wire [USER-1:0]    flushed_user_o,   // its user
    output wire               flushing_o,       // 1: a flush is under way

    // What the walk waits for, and does
    input  wire               behind_empty_i,   // 1: decide and act are empty
    input  wire               words_empty_i,    // 1: words and late are empty
    input  wire               spill_empty_i,    // 1: the spill of miss is empty
    input  wire               ring_empty_i,     // 1: no request is in the ring
    input  wire               misses_i,         // 1: a block is asked for
    input  wire               filled_i,         // 1: a fill has come
    output wire               begins_fill_o,    // 1: if the stages move, the walk takes the one whose turn it is
    output wire               reads_fill_o,     // 1: its words are there, and are kept
    input  wire [ADDRESS-1:0] fill_block_i,     // its block
    input  wire               mixed_i,          // the caches have words of it
    input  wire               answers_i,        // a load waits for it whose answer is not in the stages
    input  wire [LOAD-1:0]    answer_row_i,     // the entry of this load
    output wire               answer_o,         // 1: if the stages move, its answer enters tags
    input  wire [2:0]         decide_i,         // decide has, from bit 0: a gather | an eviction | the last one of a line
    input  wire               keeps_i,          // 1: the last stage has a gather
    input  wire               ends_i,           // 1: if the stages move, the put is done
    input  wire [ADDRESS+2:0] job_i,            // from bit 0: its block | of a line | 1: a job | 1: decide has what may have one
    input  wire [ADDRESS-1:0] peek_block_i,     // the block of the way that a flush looked at a cycle before
    output wire               looks_o,          // 1: a flush looks at a way
    output wire [SET-1:0]     set_o,            // of this set
    output wire [WAYS-1:0]    way_o,            // one-hot; those of the AVC are lower
    input  wire [WAYS-1:0]    valid_i,          // the valid ways of this set

    // Tags
    input  wire               request_i,        // 1: a request may enter, as far as the ring knows
    input  wire               write_i,          // it is a store
    input  wire [2:0]         row_i,            // its entry in the ring
    input  wire [ADDRESS-1:0] block_i,          // its block
    output wire               enters_o,         // 1: if the stages move, the request enters
    output wire               tags_read_o,      // 1: tags are read
    output wire [ADDRESS-1:0] tags_block_o,     // of the sets of this block

    // Compare, vector, look (`WF_AVC_STAGES.v)
    output wire               compare_moves_o,  // 1: an operation goes on to vector
    output wire [ADDRESS-1:0] compare_block_o,  // its block
    output wire               vector_moves_o,   // 1: an operation goes on to look
    output wire               vector_put_o,     // it is a put
    output wire               vector_answer_o,  // it is an answer
    output wire [ROW-1:0]     vector_row_o,     // of this entry
    output wire [ADDRESS-1:0] vector_block_o,   // its block
    output wire               look_o,           // 1: an operation
    output wire               look_write_o,     // it is a store
    output wire [ROW-1:0]     look_row_o,       // the entry of a request, or of an answer
    output wire [4:0]         look_kind_o,      // of an own operation, one-hot, from bit 0: evict | drop | gather | answer | put
    output wire               look_last_o,      // it is the last one of a line
    output wire [ADDRESS-1:0] look_block_o,     // its block
    input  wire               decide_store_i,   // 1: decide has a store
    input  wire [SET-1:0]     decide_set_i,     // of this set of the L1
    input  wire               act_store_i,      // 1: act has a store
    input  wire [SET-1:0]     act_set_i         // of this set
);
    generate
`ifdef WF_WITH_AVC_WAYS
        if (AVC_WAYS < 1 || AVC_WAYS > 4) begin : gen_bad_avc_ways wf_illegal_AVC_WAYS bad (); end
        if (WAYS != AVC_WAYS + L1_WAYS) begin : gen_bad_ways wf_illegal_WAYS bad (); end
`else
        if (WAYS != L1_WAYS) begin : gen_bad_ways wf_illegal_WAYS bad (); end
`endif
        if (L1_WAYS < 1 || L1_WAYS > 8) begin : gen_bad_l1_ways wf_illegal_L1_WAYS bad (); end
        if (SETS < 1 || SETS > 256 || (SETS & (SETS - 1)) != 0) begin : gen_bad_sets wf_illegal_SETS bad (); end
        if (VECTORS < 1 || VECTORS > 16 || (VECTORS & (VECTORS - 1)) != 0) begin : gen_bad_vectors wf_illegal_VECTORS bad (); end
        if (ADDRESS < 8 || ADDRESS > 32) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (USER < 1 || USER > 64) begin : gen_bad_user wf_illegal_USER bad (); end
        if (LOAD < 1 || LOAD > 6) begin : gen_bad_load wf_illegal_LOAD bad (); end
        if (ROW != (LOAD > 3 ? LOAD : 3)) begin : gen_bad_row wf_illegal_ROW bad (); end
        if (SET != (SETS > 1 ? $clog2(SETS) : 1)) begin : gen_bad_set wf_illegal_SET bad (); end
    endgenerate

    wire               open, admits, walks, walk_last, early_empty, job, job_asks, job_line;
    wire [5:0]         walk_kind;
    wire [ADDRESS-1:0] walk_block, job_block;
    wire               empty = early_empty && behind_empty_i;       // compare to act
    assign {job_asks, job, job_line, job_block} = job_i;
    `WF_AVC_WALK #(
`ifdef WF_WITH_AVC_WAYS
        .AVC_WAYS(AVC_WAYS),
`endif
        .L1_WAYS(L1_WAYS), .SETS(SETS), .VECTORS(VECTORS), .ADDRESS(ADDRESS), .USER(USER)
    ) walk (
        .clk_i(clk_i), .rst_ni(rst_ni), .go_i(go_i), .restart_i(restart_i), .open_i(open), .empty_i(empty),
        .stages_empty_i(empty && words_empty_i), .ring_empty_i(ring_empty_i),
        .spill_empty_i(spill_empty_i), .misses_i(misses_i), .filled_i(filled_i), .begins_fill_o(begins_fill_o), .reads_fill_o(reads_fill_o),
        .fill_block_i(fill_block_i), .mixed_i(mixed_i), .answers_i(answers_i), .answer_o(answer_o), .decide_i(decide_i), .keeps_i(keeps_i), .ends_i(ends_i),
        .job_i(job), .job_asks_i(job_asks), .job_line_i(job_line), .job_block_i(job_block), .peek_block_i(peek_block_i),
        .looks_o(looks_o), .set_o(set_o),
        .way_o(way_o), .valid_i(valid_i),
        .admits_o(admits), .valid_o(walks), .kind_o(walk_kind), .last_o(walk_last), .block_o(walk_block),
        .flush_valid_i(flush_valid_i), .flush_ready_o(flush_ready_o), .flush_user_i(flush_user_i),
        .flushed_valid_o(flushed_valid_o), .flushed_ready_i(flushed_ready_i), .flushed_user_o(flushed_user_o), .flushing_o(flushing_o)
    );
    `WF_AVC_STAGES #(.ADDRESS(ADDRESS), .SETS(SETS), .ROW(ROW)) stages (
        .clk_i(clk_i), .rst_ni(rst_ni), .go_i(go_i), .restart_i(restart_i), .open_o(open),
        .request_i(request_i && admits), .write_i(write_i), .row_i({{ROW-3{1'b0}}, row_i}), .block_i(block_i),
        .own_i(walks), .own_kind_i(walk_kind), .own_row_i({{ROW-LOAD{1'b0}}, answer_row_i}), .own_last_i(walk_last), .own_block_i(walk_block),
        .enters_o(enters_o), .tags_read_o(tags_read_o), .tags_block_o(tags_block_o),
        .compare_moves_o(compare_moves_o), .compare_block_o(compare_block_o),
        .vector_moves_o(vector_moves_o), .vector_put_o(vector_put_o), .vector_answer_o(vector_answer_o), .vector_row_o(vector_row_o),
        .vector_block_o(vector_block_o),
        .look_o(look_o), .look_write_o(look_write_o), .look_row_o(look_row_o), .look_kind_o(look_kind_o), .look_last_o(look_last_o),
        .look_block_o(look_block_o), .empty_o(early_empty),
        .decide_store_i(decide_store_i), .decide_set_i(decide_set_i),
        .act_store_i(act_store_i), .act_set_i(act_set_i)
    );
endmodule
`default_nettype wire
