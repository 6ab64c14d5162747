// SPDX-License-Identifier: Apache-2.0
`ifdef WF_METACACHE
// Compressed lines at a memory controller: a line takes as many bursts of DRAM as its code needs, and a cache knows how many.
`else
// Lines at a memory controller, all raw: the baseline.
`endif
// In: reads and writes of lines, flushes, bursts that DRAM returns. Out: answers; commands to DRAM and bursts that are written; that a flush is done; counts.
// All outputs and readies depend on registers alone. This file has the memories, and the slice, which is all the rest.
//
`ifdef WF_METACACHE
//   a read of a line whose count the cache has is accepted in cycle 0, nothing else under way  ->  its command is offered in cycle 8
`else
//   a read is accepted in cycle 0, nothing else under way  ->  its command is offered in cycle 5
`endif
//
// Source: CABA (arXiv:1602.01348), sections 5.1.3, 5.2.2, 5.3. More: docs/engine.md
`default_nettype none
module `WF_ENGINE #(
`WF_INCLUDE engine_head.vh
`ifdef WF_WITH_COUNTS_ON
    output wire                      state_valid_o,     // always 1
    output wire [31:0]               state_reads_o,             // reads that were accepted, from reset on, modulo 2^32
    output wire [31:0]               state_whole_writes_o,      // writes of whole lines
    output wire [31:0]               state_partial_writes_o,    // partial writes
    output wire [31:0]               state_merges_o,            // partial writes of compressed lines
    output wire [31:0]               state_refused_o,           // writes of the region
    output wire [31:0]               state_hits_o,              // operations of the cache of counts that hit
    output wire [31:0]               state_misses_o,            // those that miss
    output wire [31:0]               state_fills_o,             // fills
    output wire [31:0]               state_write_backs_o,       // blocks of counts that were evicted dirty
    output wire [31:0]               state_line_bursts_read_o,  // bursts of lines that were asked for
    output wire [31:0]               state_line_bursts_written_o, // bursts of lines that were written
    output wire [31:0]               state_block_bursts_read_o, // bursts of counts that were asked for
    output wire [31:0]               state_block_bursts_written_o, // bursts of counts that were written
`endif
    output wire [USER-1:0]           flushed_user_o     // its user
);
`WF_INCLUDE engine_bad.vh
`ifdef WF_WITH_COUNTS_ON
    assign state_valid_o = 1'b1;
`endif

    wire                 lines_read, take, codes_read;
    wire [ENTRY-1:0]     lines_read_row, lines_write_row, take_row, codes_read_row, codes_write_row;
    wire [8*LINE-1:0]    lines, lines_data, codes;
    wire [LINE-1:0]      lines_mask, lines_write, mask;
    wire [USER-1:0]      user, codes_user;
    wire [LINE/32-1:0]   codes_write;
    wire [255:0]         codes_data;
`ifdef WF_METACACHE
    wire                 cache_read;
    wire [LINE-1:0]      codes_mask;
    wire [SET-1:0]       cache_read_set, cache_set;
    wire [WAYS*TAG-1:0]  cache_tags;
    wire [WAYS*DATA-1:0] cache_blocks;
    wire [WAYS-1:0]      cache_tags_write, cache_blocks_write;
    wire [TAG-1:0]       cache_tag;
    wire [DATA-1:0]      cache_block;
`endif
    `WF_ENGINE_SLICE #(
`ifdef WF_METACACHE
        .BLOCKS(BLOCKS), .KBYTES(KBYTES), .WAYS(WAYS), .FETCH(FETCH), .COUNT(COUNT), .SET(SET), .TAG(TAG), .DATA(DATA),
`endif
        .LINE(LINE), .OUTSTANDING(OUTSTANDING), .ADDRESS(ADDRESS), .USER(USER), .ENTRY(ENTRY), .BURST(BURST)
    ) slice (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .request_valid_i(request_valid_i), .request_ready_o(request_ready_o), .request_write_i(request_write_i), .request_address_i(request_address_i),
        .request_mask_i(request_mask_i), .request_data_i(request_data_i), .request_user_i(request_user_i),
`ifdef WF_WITH_PLACE_CORE
        .request_bursts_i(request_bursts_i), .response_bursts_o(response_bursts_o),
`endif
        .flush_valid_i(flush_valid_i), .flush_ready_o(flush_ready_o), .flush_user_i(flush_user_i),
        .return_valid_i(return_valid_i), .return_id_i(return_id_i), .return_data_i(return_data_i),
        .response_valid_o(response_valid_o), .response_ready_i(response_ready_i), .response_data_o(response_data_o), .response_user_o(response_user_o),
        .command_valid_o(command_valid_o), .command_ready_i(command_ready_i), .command_write_o(command_write_o), .command_id_o(command_id_o),
        .command_address_o(command_address_o), .command_bursts_o(command_bursts_o),
        .data_valid_o(data_valid_o), .data_ready_i(data_ready_i), .data_mask_o(data_mask_o), .data_data_o(data_data_o),
        .flushed_valid_o(flushed_valid_o), .flushed_ready_i(flushed_ready_i), .flushed_user_o(flushed_user_o),
`ifdef WF_WITH_COUNTS_ON
        .state_counts_o({state_block_bursts_written_o, state_block_bursts_read_o, state_line_bursts_written_o, state_line_bursts_read_o,
                         state_write_backs_o, state_fills_o, state_misses_o, state_hits_o,
                         state_refused_o, state_merges_o, state_partial_writes_o, state_whole_writes_o,
                         state_reads_o}),
`endif
`ifdef WF_METACACHE
        .codes_mask_i(codes_mask), .cache_read_o(cache_read), .cache_read_set_o(cache_read_set), .cache_tags_i(cache_tags), .cache_blocks_i(cache_blocks),
        .cache_tags_write_o(cache_tags_write), .cache_blocks_write_o(cache_blocks_write), .cache_set_o(cache_set), .cache_tag_o(cache_tag),
        .cache_block_o(cache_block),
`endif
        .lines_read_o(lines_read), .lines_read_row_o(lines_read_row), .lines_i(lines), .lines_mask_i(lines_mask), .lines_write_o(lines_write),
        .lines_write_row_o(lines_write_row), .lines_o(lines_data), .take_o(take), .take_row_o(take_row), .mask_o(mask), .user_o(user),
        .codes_read_o(codes_read), .codes_read_row_o(codes_read_row), .codes_i(codes), .codes_user_i(codes_user), .codes_write_o(codes_write),
        .codes_write_row_o(codes_write_row), .codes_o(codes_data)
    );
    `WF_ENGINE_MEMORIES #(
`ifdef WF_METACACHE
        .WAYS(WAYS), .SET(SET), .TAG(TAG), .DATA(DATA),
`endif
        .LINE(LINE), .OUTSTANDING(OUTSTANDING), .USER(USER)
    ) memories (
        .clk_i(clk_i), .lines_read_i(lines_read), .lines_read_row_i(lines_read_row), .lines_o(lines), .lines_mask_o(lines_mask),
        .lines_write_i(lines_write), .lines_write_row_i(lines_write_row), .lines_i(lines_data), .take_i(take), .take_row_i(take_row),
        .mask_i(mask), .user_i(user), .codes_read_i(codes_read), .codes_read_row_i(codes_read_row), .codes_o(codes),
`ifdef WF_METACACHE
        .codes_mask_o(codes_mask), .cache_read_i(cache_read), .cache_read_set_i(cache_read_set), .cache_tags_o(cache_tags), .cache_blocks_o(cache_blocks),
        .cache_tags_write_i(cache_tags_write), .cache_blocks_write_i(cache_blocks_write), .cache_set_i(cache_set), .cache_tag_i(cache_tag),
        .cache_block_i(cache_block),
`endif
        .codes_user_o(codes_user), .codes_write_i(codes_write), .codes_write_row_i(codes_write_row), .codes_i(codes_data)
    );
endmodule
`default_nettype wire
