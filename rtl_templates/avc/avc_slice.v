// SPDX-License-Identifier: Apache-2.0
// The Affine Vector Cache and the L1 beside it without their memories. Synthesis takes this module in place of the whole.
// Requests and own operations pass the stages tags, compare, vector, look, decide, act, words, and late if the decoding unit takes a cycle.
// More: docs/avc.md, "Cycle by cycle"
`default_nettype none
module `WF_AVC_SLICE #(
`WF_INCLUDE avc_head.vh
    output wire [USER-1:0]           flushed_user_o,    // its user
`ifdef WF_WITH_COUNTS_ON
    output wire [16*32-1:0]          state_counts_o,    // counts from reset on, in the order of the stream state, the first one lowest
`endif

    // The memories
    output wire                      tags_read_o,        // 1: the tags of a set are read in both caches
`ifdef WF_WITH_AVC_WAYS
    output wire [SET-1:0]            avc_tags_set_o,     // the set of the AVC, to read or to write
    input  wire [AVC_WAYS*AVC_TAG-1:0] avc_tags_i,         // its tags, way 0 lowest, a cycle later
    output wire [AVC_WAYS-1:0]       avc_tags_write_o,   // bit w: the tag of way w is written
    output wire [AVC_TAG-1:0]        avc_tag_o,          // with this tag
    output wire [VECTORS-1:0]        vectors_read_o,     // bit v: a vector v is read
    output wire [AVC_ROW-1:0]        vectors_read_row_o, // in this row
    input  wire [VECTORS*VECTOR-1:0] vectors_i,          // what was read of each
    output wire [VECTORS-1:0]        vectors_write_o,    // bit v: a vector v is written
    output wire [AVC_ROW-1:0]        vectors_write_row_o,// in this row
    output wire [VECTORS*VECTOR-1:0] vectors_data_o,     // with these words
`endif
    output wire [SET-1:0]            l1_tags_set_o,      // the set of the L1, to read or to write
    input  wire [L1_WAYS*L1_TAG-1:0] l1_tags_i,          // its tags, way 0 lowest, a cycle later
    output wire [L1_WAYS-1:0]        l1_tags_write_o,    // bit w: the tag of way w is written
    output wire [L1_TAG-1:0]         l1_tag_o,           // with this tag
    output wire                      state_read_o,       // 1: a state of a line is read
    output wire [L1_ROW-1:0]         state_read_row_o,   // in this row
    input  wire [2*LANES-1:0]        state_i,            // what was read
    output wire                      state_write_o,      // 1: a state is written
    output wire [2*LANES-1:0]        state_data_o,       // with this word
    output wire [L1_ROW-1:0]         state_write_row_o,  // in this row
    output wire [L1_ROW-1:0]         words_row_o,        // the row of words that is read or written
    output wire                      words_read_o,       // 1: words are read
    input  wire [BLOCK-1:0]          words_i,            // what was read
    output wire [LANES-1:0]          words_write_o,      // bit i: the word of lane i is written
    output wire [BLOCK-1:0]          words_data_o,       // with these words
    output wire                      store_read_o,       // 1: the words of a store are read
    output wire [2:0]                store_read_row_o,   // in this row
    input  wire [BLOCK-1:0]          store_words_i,      // what was read
    output wire                      store_write_o,      // 1: they are written
    output wire [2:0]                store_write_row_o,  // in this row
    output wire [BLOCK-1:0]          store_data_o,       // with these words
    output wire                      load_read_o,        // 1: mask and user of a load that waited are read
    output wire [LOAD-1:0]           load_read_row_o,    // in this row
    input  wire [USER+LANES-1:0]     load_i,             // what was read
    output wire                      load_write_o,       // 1: those of a load that waits are written
    output wire [LOAD-1:0]           load_write_row_o,   // in this row
    output wire [USER+LANES-1:0]     load_data_o,        // with these bits
    output wire                      fill_read_o,        // 1: the words of a fill are read
    output wire [ENTRY-1:0]          fill_read_row_o,    // in this row
    input  wire [BLOCK-1:0]          fill_words_i,       // what was read
    output wire                      fill_write_o,       // 1: they are written
    output wire [ENTRY-1:0]          fill_write_row_o,   // in this row
    output wire [BLOCK-1:0]          fill_words_data_o   // with these words
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (L1_WAYS < 1 || L1_WAYS > 8) begin : gen_bad_l1_ways wf_illegal_L1_WAYS bad (); end
        if (SETS < 1 || SETS > 256 || (SETS & (SETS - 1)) != 0) begin : gen_bad_sets wf_illegal_SETS bad (); end
        if (VECTORS < 1 || VECTORS > 16 || (VECTORS & (VECTORS - 1)) != 0) begin : gen_bad_vectors wf_illegal_VECTORS bad (); end
        if (ADDRESS < 8 || ADDRESS > 32 || ADDRESS <= $clog2(SETS) + $clog2(VECTORS)) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (MISSES < 1 || MISSES > 64 || (MISSES & (MISSES - 1)) != 0) begin : gen_bad_misses wf_illegal_MISSES bad (); end
        if (LOADS < 1 || LOADS > 64 || (LOADS & (LOADS - 1)) != 0) begin : gen_bad_loads wf_illegal_LOADS bad (); end
        if (LOAD != (LOADS > 1 ? $clog2(LOADS) : 1)) begin : gen_bad_load wf_illegal_LOAD bad (); end
        if (USER < 1 || USER > 64) begin : gen_bad_user wf_illegal_USER bad (); end
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
        if (SET != (SETS > 1 ? $clog2(SETS) : 1)) begin : gen_bad_set wf_illegal_SET bad (); end
        if (L1_TAG != ADDRESS - $clog2(SETS)) begin : gen_bad_l1_tag wf_illegal_L1_TAG bad (); end
        if (L1_ROW != (L1_WAYS * SETS > 1 ? $clog2(L1_WAYS * SETS) : 1)) begin : gen_bad_l1_row
            wf_illegal_L1_ROW bad ();
        end
`ifdef WF_WITH_AVC_WAYS
        if (AVC_WAYS < 1 || AVC_WAYS > 4) begin : gen_bad_avc_ways wf_illegal_AVC_WAYS bad (); end
        if (WINDOW < 4 || WINDOW > ADDRESS) begin : gen_bad_window wf_illegal_WINDOW bad (); end
        if (ENC_LATENCY < 0 || ENC_LATENCY > 2) begin : gen_bad_enc_latency wf_illegal_ENC_LATENCY bad (); end
        if (DEC_LATENCY < 0 || DEC_LATENCY > 1) begin : gen_bad_dec_latency wf_illegal_DEC_LATENCY bad (); end
        if (AVC_TAG != ADDRESS - $clog2(SETS) - $clog2(VECTORS)) begin : gen_bad_avc_tag wf_illegal_AVC_TAG bad (); end
        if (AVC_ROW != (AVC_WAYS * SETS > 1 ? $clog2(AVC_WAYS * SETS) : 1)) begin : gen_bad_avc_row
            wf_illegal_AVC_ROW bad ();
        end
`ifdef WF_WITH_DIRTY_VECTOR
        if (VECTOR != LANES + 36) begin : gen_bad_vector wf_illegal_VECTOR bad (); end
`else
        if (VECTOR != LANES + 35) begin : gen_bad_vector wf_illegal_VECTOR bad (); end
`endif
`endif
        if (ENTRY != (MISSES > 1 ? $clog2(MISSES) : 1)) begin : gen_bad_entry wf_illegal_ENTRY bad (); end
    endgenerate

    // ---- Without an AVC there is one way, which has nothing ----

`ifdef WF_WITH_AVC_WAYS
    localparam WAYS  = AVC_WAYS;
    localparam WIDTH = VECTOR;
`else
    localparam WAYS  = 1;
    localparam WIDTH = LANES + 35;
`endif
    localparam TAG   = ADDRESS - $clog2(SETS) - $clog2(VECTORS);
    localparam ROW   = WAYS * SETS > 1 ? $clog2(WAYS * SETS) : 1;
    localparam LINE  = ADDRESS - $clog2(VECTORS);
    wire [SET-1:0]           avc_tags_set, avc_set, l1_set;
    wire [WAYS*TAG-1:0]      avc_tags;
    wire [TAG-1:0]           avc_tag;
    wire [VECTORS-1:0]       vectors_read, vectors_write;
    wire [ROW-1:0]           vectors_read_row, vectors_write_row;
    wire [VECTORS*WIDTH-1:0] vectors, vectors_data;
    wire [WAYS-1:0]          avc_tags_write;
    wire [3*WAYS-1:0]        avc_change;
    wire [3*L1_WAYS-1:0]     l1_change;
`ifdef WF_WITH_AVC_WAYS
    assign avc_tags = avc_tags_i;
    assign vectors  = vectors_i;
    assign {avc_tags_set_o, avc_tags_write_o, avc_tag_o} = {avc_tags_set, avc_tags_write, avc_tag};
    assign {vectors_read_o, vectors_read_row_o}          = {vectors_read, vectors_read_row};
    assign {vectors_write_o, vectors_write_row_o, vectors_data_o} = {vectors_write, vectors_write_row, vectors_data};
`else
    assign {avc_tags, vectors} = {WAYS*TAG+VECTORS*WIDTH{1'b0}};
    wire unused_avc = &{1'b0, avc_tags_set, avc_tags_write, avc_tag, vectors_read, vectors_read_row, vectors_write, vectors_write_row, vectors_data};
`endif

    // ---- Up to decide, and from there on ----

    wire                      valid, free, joinable, load_free, go, done, restart, rest, asks, joins, mixed, ends, waits;
    wire                      behind_empty, words_empty, keeps, reads_fill, put;
    wire [ADDRESS+USER+6:0]   op;
    wire [2:0]                own;
    wire [LANES-1:0]          mask, rest_mask, own_mask, kept_mask;
    wire [35:0]               code, kept_code;
    wire [LANES+35:0]         vector;
    wire [2*LANES-1:0]        state;
    wire [2*WAYS+LINE:0]      avc;
    wire [3*L1_WAYS+ADDRESS:0] l1;
    wire [15:0]               facts;
    wire [ADDRESS+2:0]        job;
    wire [ADDRESS:0]          act_store;
    wire [15:0]               events;
`ifdef WF_WITH_AGREE_LINE
    wire [2*$clog2(LANES)+1:0] singles;
`endif
`ifdef WF_WITH_DIRTY_LINE
    wire [WAYS:0]             avc_write;
`endif
    `WF_AVC_FRONT #(
`ifdef WF_WITH_AVC_WAYS
        .WINDOW(WINDOW), .ENC_LATENCY(ENC_LATENCY),
`endif
        .LANES(LANES), .AVC_WAYS(WAYS), .L1_WAYS(L1_WAYS), .SETS(SETS), .VECTORS(VECTORS), .ADDRESS(ADDRESS), .MISSES(MISSES), .LOADS(LOADS),
        .USER(USER), .VECTOR(WIDTH)
    ) front (
        .clk_i(clk_i), .rst_ni(rst_ni), .request_valid_i(request_valid_i), .request_ready_o(request_ready_o),
        .request_i({request_user_i, request_data_i, request_mask_i, request_address_i, request_write_i}),
        .flush_valid_i(flush_valid_i), .flush_ready_o(flush_ready_o), .flush_user_i(flush_user_i),
        .flushed_valid_o(flushed_valid_o), .flushed_ready_i(flushed_ready_i), .flushed_user_o(flushed_user_o),
        .fill_valid_i(fill_valid_i), .fill_address_i(fill_address_i), .fill_data_i(fill_data_i),
        .tags_read_o(tags_read_o), .avc_tags_set_o(avc_tags_set), .l1_tags_set_o(l1_tags_set_o), .avc_tags_i(avc_tags), .l1_tags_i(l1_tags_i),
        .vectors_read_o(vectors_read), .vectors_row_o(vectors_read_row), .vectors_i(vectors),
        .state_read_o(state_read_o), .state_row_o(state_read_row_o), .state_i(state_i), .store_read_row_o(store_read_row_o),
        .store_o({store_data_o, store_write_row_o, store_write_o}),
        .load_read_o(load_read_o), .load_read_row_o(load_read_row_o), .load_i(load_i), .load_o({load_data_o, load_write_row_o, load_write_o}),
        .fill_read_o(fill_read_o), .fill_read_row_o(fill_read_row_o), .reads_fill_o(reads_fill), .fill_o({fill_words_data_o, fill_write_row_o, fill_write_o}),
        .valid_o(valid), .op_o(op), .mask_o(mask), .code_o(code), .vector_o(vector), .state_o(state), .avc_o(avc), .l1_o(l1),
`ifdef WF_WITH_AGREE_LINE
        .singles_o(singles),
`endif
        .facts_o(facts), .free_o(free), .joinable_o(joinable), .load_free_o(load_free), .go_i(go), .done_i(done), .restart_i(restart), .rest_i(rest),
        .rest_mask_i(rest_mask), .asks_i(asks), .joins_i(joins), .mixed_i(mixed), .ends_i(ends), .own_i(own), .job_i(job),
        .waits_i(waits), .act_store_i(act_store), .avc_set_i(avc_set), .avc_change_i(avc_change),
`ifdef WF_WITH_DIRTY_LINE
        .avc_write_i(avc_write),
`endif
        .l1_set_i(l1_set), .l1_change_i(l1_change), .behind_empty_i(behind_empty), .words_empty_i(words_empty),
        .keeps_i(keeps), .spill_empty_i(!miss_valid_o),
        .own_mask_o(own_mask), .put_o(put), .kept_mask_i(kept_mask), .kept_code_i(kept_code)
    );
    `WF_AVC_BACK #(
`ifdef WF_WITH_AVC_WAYS
        .ENC_LATENCY(ENC_LATENCY), .DEC_LATENCY(DEC_LATENCY),
`else
        .DEC_LATENCY(0),
`endif
        .LANES(LANES), .AVC_WAYS(WAYS), .L1_WAYS(L1_WAYS), .SETS(SETS), .VECTORS(VECTORS), .ADDRESS(ADDRESS), .USER(USER), .VECTOR(WIDTH)
    ) back (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid), .op_i(op), .mask_i(mask), .code_i(code), .vector_i(vector), .state_i(state), .avc_i(avc), .l1_i(l1),
`ifdef WF_WITH_AGREE_LINE
        .singles_i(singles),
`endif
        .facts_i(facts), .free_i(free), .joinable_i(joinable), .load_free_i(load_free), .go_o(go), .done_o(done), .restart_o(restart), .rest_o(rest),
        .rest_mask_o(rest_mask), .asks_o(asks), .joins_o(joins), .mixed_o(mixed), .ends_o(ends), .own_o(own), .job_o(job),
        .waits_o(waits), .store_read_o(store_read_o),
        .act_store_o(act_store), .avc_set_o(avc_set), .avc_change_o(avc_change),
`ifdef WF_WITH_DIRTY_LINE
        .avc_write_o(avc_write),
`endif
        .avc_tags_write_o(avc_tags_write), .avc_tag_o(avc_tag), .vectors_write_o(vectors_write), .vectors_row_o(vectors_write_row), .vectors_o(vectors_data),
        .l1_set_o(l1_set), .l1_change_o(l1_change), .l1_tags_write_o(l1_tags_write_o), .l1_tag_o(l1_tag_o), .state_write_o(state_write_o),
        .state_o(state_data_o), .state_row_o(state_write_row_o),
        .words_row_o(words_row_o), .words_read_o(words_read_o), .words_write_o(words_write_o), .words_o(words_data_o), .reads_fill_i(reads_fill),
        .store_words_i(store_words_i), .l1_words_i(words_i), .fill_words_i(fill_words_i),
        .behind_empty_o(behind_empty), .words_empty_o(words_empty), .keeps_o(keeps),
        .own_mask_i(own_mask), .put_i(put), .kept_mask_o(kept_mask), .kept_code_o(kept_code),
        .response_valid_o(response_valid_o), .response_ready_i(response_ready_i), .response_o({response_user_o, response_data_o, response_mask_o}),
        .miss_valid_o(miss_valid_o), .miss_ready_i(miss_ready_i), .miss_o({miss_data_o, miss_mask_o, miss_address_o, miss_write_o}),
        .events_o(events)
    );
`ifdef WF_WITH_COUNTS_ON
    `WF_AVC_COUNTS counts (.clk_i(clk_i), .rst_ni(rst_ni), .events_i(events), .counts_o(state_counts_o));
`else
    wire unused_events = &{1'b0, events};
`endif
endmodule
`default_nettype wire
