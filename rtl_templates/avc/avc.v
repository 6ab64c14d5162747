// SPDX-License-Identifier: Apache-2.0
`ifdef WF_WITH_AVC_WAYS
// The Affine Vector Cache and the L1 beside it: vectors of private memory whose lanes are base + lane x stride are kept as that, all else as words.
`else
// The L1 without an Affine Vector Cache: the baseline.
`endif
// In: loads and stores of blocks, a word of each lane; flushes; blocks that memory gives. Out: answers; what is asked of memory and written back; that a
// flush is done; counts.
// All outputs and readies depend on registers alone. This file has the memories, and the slice, which is all the rest.
//
//   a load of lanes that the caches have is accepted in cycle 0, nothing else under way  ->  its answer in cycle 8, with a decoding unit that takes a cycle 9
//
// Source: Affine Vector Cache (2011), sections 2.2, 4.1 to 4.3, 5.1 to 5.3. More: docs/avc.md
`default_nettype none
module `WF_AVC #(
`WF_INCLUDE avc_head.vh
`ifdef WF_WITH_COUNTS_ON
    output wire                      state_valid_o,     // always 1
    output wire [31:0]               state_avc_loads_o, // loads that the AVC answers, in part or whole, from reset on, modulo 2^32
    output wire [31:0]               state_l1_loads_o,  // loads that the L1 answers, or what is left of them
    output wire [31:0]               state_misses_o,    // loads that ask memory
    output wire [31:0]               state_joined_o,    // loads whose block another one has asked for
    output wire [31:0]               state_avc_stores_o, // stores that the AVC takes
    output wire [31:0]               state_l1_stores_o, // stores that the L1 takes
    output wire [31:0]               state_replays_o,   // loads of which only some lanes were in the AVC
    output wire [31:0]               state_conflicts_o, // stores that meet other valid lanes with another code
    output wire [31:0]               state_fill_conflicts_o, // fills that do
    output wire [31:0]               state_avc_fills_o, // fills that the AVC takes
    output wire [31:0]               state_l1_fills_o,  // fills that the L1 takes
    output wire [31:0]               state_unkept_o,    // fills that are kept nowhere
    output wire [31:0]               state_evicted_o,   // vectors that are written back
    output wire [31:0]               state_dropped_o,   // lines of the L1 that are written back
    output wire [31:0]               state_merged_o,    // vectors that are written back with words of the L1
    output wire [31:0]               state_fetches_o,   // blocks that stores ask for
`endif
    output wire [USER-1:0]           flushed_user_o     // its user
);
`ifdef WF_WITH_COUNTS_ON
    assign state_valid_o = 1'b1;
`endif

    wire                         tags_read, state_read, state_write, words_read, store_read, store_write;
    wire                         load_read, load_write, fill_read, fill_write;
    wire [SET-1:0]               l1_tags_set;
    wire [L1_WAYS*L1_TAG-1:0]    l1_tags;
    wire [L1_WAYS-1:0]           l1_tags_write;
    wire [L1_TAG-1:0]            l1_tag;
    wire [L1_ROW-1:0]            state_read_row, state_write_row, words_row;
    wire [2*LANES-1:0]           state, state_data;
    wire [BLOCK-1:0]             words, words_data, store_words, store_data, fill_words, fill_words_data;
    wire [LANES-1:0]             words_write;
    wire [2:0]                   store_read_row, store_write_row;
    wire [LOAD-1:0]              load_read_row, load_write_row;
    wire [USER+LANES-1:0]        load, load_data;
    wire [ENTRY-1:0]             fill_read_row, fill_write_row;
`ifdef WF_WITH_AVC_WAYS
    wire [SET-1:0]               avc_tags_set;
    wire [AVC_WAYS*AVC_TAG-1:0]  avc_tags;
    wire [AVC_WAYS-1:0]          avc_tags_write;
    wire [AVC_TAG-1:0]           avc_tag;
    wire [VECTORS-1:0]           vectors_read, vectors_write;
    wire [AVC_ROW-1:0]           vectors_read_row, vectors_write_row;
    wire [VECTORS*VECTOR-1:0]    vectors, vectors_data;
`endif
    `WF_AVC_SLICE #(
        .LANES(LANES), .L1_WAYS(L1_WAYS),
`ifdef WF_WITH_AVC_WAYS
        .AVC_WAYS(AVC_WAYS), .WINDOW(WINDOW), .ENC_LATENCY(ENC_LATENCY), .DEC_LATENCY(DEC_LATENCY),
`endif
        .SETS(SETS), .VECTORS(VECTORS), .ADDRESS(ADDRESS), .MISSES(MISSES), .LOADS(LOADS), .USER(USER), .BLOCK(BLOCK), .SET(SET), .L1_TAG(L1_TAG), .L1_ROW(L1_ROW),
`ifdef WF_WITH_AVC_WAYS
        .AVC_TAG(AVC_TAG), .AVC_ROW(AVC_ROW), .VECTOR(VECTOR),
`endif
        .LOAD(LOAD), .ENTRY(ENTRY)
    ) slice (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .request_valid_i(request_valid_i), .request_ready_o(request_ready_o), .request_write_i(request_write_i),
        .request_address_i(request_address_i), .request_mask_i(request_mask_i), .request_data_i(request_data_i), .request_user_i(request_user_i),
        .flush_valid_i(flush_valid_i), .flush_ready_o(flush_ready_o), .flush_user_i(flush_user_i),
        .fill_valid_i(fill_valid_i), .fill_address_i(fill_address_i), .fill_data_i(fill_data_i),
        .response_valid_o(response_valid_o), .response_ready_i(response_ready_i), .response_mask_o(response_mask_o),
        .response_data_o(response_data_o), .response_user_o(response_user_o),
        .miss_valid_o(miss_valid_o), .miss_ready_i(miss_ready_i), .miss_write_o(miss_write_o), .miss_address_o(miss_address_o),
        .miss_mask_o(miss_mask_o), .miss_data_o(miss_data_o),
        .flushed_valid_o(flushed_valid_o), .flushed_ready_i(flushed_ready_i), .flushed_user_o(flushed_user_o),
`ifdef WF_WITH_COUNTS_ON
        .state_counts_o({state_fetches_o, state_merged_o, state_dropped_o, state_evicted_o, state_unkept_o, state_l1_fills_o, state_avc_fills_o,
                         state_fill_conflicts_o, state_conflicts_o, state_replays_o, state_l1_stores_o, state_avc_stores_o,
                         state_joined_o, state_misses_o, state_l1_loads_o, state_avc_loads_o}),
`endif
        .tags_read_o(tags_read),
`ifdef WF_WITH_AVC_WAYS
        .avc_tags_set_o(avc_tags_set), .avc_tags_i(avc_tags), .avc_tags_write_o(avc_tags_write), .avc_tag_o(avc_tag),
        .vectors_read_o(vectors_read), .vectors_read_row_o(vectors_read_row), .vectors_i(vectors), .vectors_write_o(vectors_write),
        .vectors_write_row_o(vectors_write_row), .vectors_data_o(vectors_data),
`endif
        .l1_tags_set_o(l1_tags_set), .l1_tags_i(l1_tags), .l1_tags_write_o(l1_tags_write), .l1_tag_o(l1_tag),
        .state_read_o(state_read), .state_read_row_o(state_read_row), .state_i(state), .state_write_o(state_write),
        .state_write_row_o(state_write_row), .state_data_o(state_data), .words_row_o(words_row), .words_read_o(words_read), .words_i(words), .words_write_o(words_write),
        .words_data_o(words_data), .store_read_o(store_read), .store_read_row_o(store_read_row), .store_words_i(store_words),
        .store_write_o(store_write), .store_write_row_o(store_write_row), .store_data_o(store_data),
        .load_read_o(load_read), .load_read_row_o(load_read_row), .load_i(load), .load_write_o(load_write), .load_write_row_o(load_write_row),
        .load_data_o(load_data), .fill_read_o(fill_read),
        .fill_read_row_o(fill_read_row), .fill_words_i(fill_words), .fill_write_o(fill_write), .fill_write_row_o(fill_write_row),
        .fill_words_data_o(fill_words_data)
    );
    `WF_AVC_MEMORIES #(
`ifdef WF_WITH_AVC_WAYS
        .AVC_WAYS(AVC_WAYS), .VECTORS(VECTORS), .AVC_TAG(AVC_TAG), .AVC_ROW(AVC_ROW), .VECTOR(VECTOR),
`endif
        .LANES(LANES), .L1_WAYS(L1_WAYS), .SETS(SETS), .L1_TAG(L1_TAG), .L1_ROW(L1_ROW), .MISSES(MISSES), .LOADS(LOADS), .USER(USER),
        .BLOCK(BLOCK), .SET(SET), .LOAD(LOAD), .ENTRY(ENTRY)
    ) memories (
        .clk_i(clk_i),
        .tags_read_i(tags_read),
`ifdef WF_WITH_AVC_WAYS
        .avc_tags_set_i(avc_tags_set), .avc_tags_o(avc_tags), .avc_tags_write_i(avc_tags_write), .avc_tag_i(avc_tag),
        .vectors_read_i(vectors_read), .vectors_read_row_i(vectors_read_row), .vectors_o(vectors), .vectors_write_i(vectors_write),
        .vectors_write_row_i(vectors_write_row), .vectors_data_i(vectors_data),
`endif
        .l1_tags_set_i(l1_tags_set), .l1_tags_o(l1_tags), .l1_tags_write_i(l1_tags_write), .l1_tag_i(l1_tag),
        .state_read_i(state_read), .state_read_row_i(state_read_row), .state_o(state), .state_write_i(state_write),
        .state_write_row_i(state_write_row), .state_i(state_data), .words_row_i(words_row), .words_read_i(words_read), .words_o(words), .words_write_i(words_write),
        .words_i(words_data), .store_read_i(store_read), .store_read_row_i(store_read_row), .store_words_o(store_words),
        .store_write_i(store_write), .store_write_row_i(store_write_row), .store_words_i(store_data),
        .load_read_i(load_read), .load_read_row_i(load_read_row), .load_o(load), .load_write_i(load_write), .load_write_row_i(load_write_row),
        .load_i(load_data), .fill_read_i(fill_read),
        .fill_read_row_i(fill_read_row), .fill_words_o(fill_words), .fill_write_i(fill_write), .fill_write_row_i(fill_write_row),
        .fill_words_i(fill_words_data)
    );
endmodule
`default_nettype wire
