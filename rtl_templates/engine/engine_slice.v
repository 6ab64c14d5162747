// SPDX-License-Identifier: Apache-2.0
// All of the engine but its memories, in the order in which a request passes its parts: entries, start, cache of counts, command, mover, returns, decode, encode.
//
//   a word that a memory gives is at its input in the cycle after lines_read_o, codes_read_o or cache_read_o
//
// More: docs/engine.md
`default_nettype none
module `WF_ENGINE_SLICE #(
`WF_INCLUDE engine_head.vh
`ifdef WF_WITH_COUNTS_ON
    output wire [13*32-1:0]          state_counts_o,    // the counts, in the order of the stream
`endif
    output wire [USER-1:0]           flushed_user_o,    // its user

    output wire                      lines_read_o,      // 1: a row of lines is read, and its mask
    output wire [ENTRY-1:0]          lines_read_row_o,  // this row
    input  wire [8*LINE-1:0]         lines_i,           // what was read
    input  wire [LINE-1:0]           lines_mask_i,      // its mask
    output wire [LINE-1:0]           lines_write_o,     // bit i: byte i of a row is written
    output wire [ENTRY-1:0]          lines_write_row_o, // in this row
    output wire [8*LINE-1:0]         lines_o,           // with these bytes
    output wire                      take_o,            // 1: mask and user of a request are written
    output wire [ENTRY-1:0]          take_row_o,        // in this row
    output wire [LINE-1:0]           mask_o,            // its mask
    output wire [USER-1:0]           user_o,            // its user
    output wire                      codes_read_o,      // 1: a row of codes is read, its mask and its user
    output wire [ENTRY-1:0]          codes_read_row_o,  // this row
    input  wire [8*LINE-1:0]         codes_i,           // what was read
`ifdef WF_METACACHE
    input  wire [LINE-1:0]           codes_mask_i,      // its mask
`endif
    input  wire [USER-1:0]           codes_user_i,      // its user
    output wire [LINE/32-1:0]        codes_write_o,     // bit u: burst u of a row is written
    output wire [ENTRY-1:0]          codes_write_row_o, // in this row
`ifdef WF_METACACHE
    output wire                      cache_read_o,      // 1: a set of the cache is read
    output wire [SET-1:0]            cache_read_set_o,  // this set
    input  wire [WAYS*TAG-1:0]       cache_tags_i,      // what was read: tags, way 0 lowest
    input  wire [WAYS*DATA-1:0]      cache_blocks_i,    // and blocks
    output wire [WAYS-1:0]           cache_tags_write_o, // bit w: the tag of way w is written
    output wire [WAYS-1:0]           cache_blocks_write_o, // bit w: its block is
    output wire [SET-1:0]            cache_set_o,       // in this set
    output wire [TAG-1:0]            cache_tag_o,       // with this tag
    output wire [DATA-1:0]           cache_block_o,     // and this block
`endif
    output wire [255:0]              codes_o            // with this burst
);
`WF_INCLUDE engine_bad.vh
    localparam [1:0] RAW = LINE == 64 ? 2'd1 : 2'd3;

    // ---- Entries and start ----

    wire [OUTSTANDING*ADDRESS-1:0] lines;       // the line of each entry
    wire [OUTSTANDING*2*BURST-1:0] spans;       // the bursts that its mask has
    wire                           entries_idle, merges, refused, start_write, start_whole, set_done, left, answered;
    wire [2:0]                     kinds;
    wire [3:0]                     goes;        // lookups, asks, wholes, straight
    wire [1:0]                     start_count;
    wire [ENTRY-1:0]               start_entry, set_done_entry, left_entry, answered_entry;
    wire [ADDRESS-1:0]             start_line;
    `WF_ENGINE_ENTRIES #(.LINE(LINE), .OUTSTANDING(OUTSTANDING), .ADDRESS(ADDRESS)) entries (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(request_valid_i), .ready_o(request_ready_o), .write_i(request_write_i), .address_i(request_address_i),
        .mask_i(request_mask_i),
`ifdef WF_WITH_PLACE_CORE
        .bursts_i(request_bursts_i),
`endif
        .hold_i(!flush_ready_o || merges), .take_o(take_o), .row_o(take_row_o), .kinds_o(kinds), .goes_o(goes), .refused_o(refused),
        .start_write_o(start_write), .start_whole_o(start_whole), .start_count_o(start_count), .start_entry_o(start_entry),
        .start_line_o(start_line), .done_i({answered, left, set_done}), .done_entry_i({answered_entry, left_entry, set_done_entry}), .lines_o(lines), .spans_o(spans),
        .idle_o(entries_idle)
    );
    assign mask_o = request_mask_i;
    assign user_o = request_user_i;

    // ---- Counts and flush ----

    wire [ENTRY:0]      came_id;        // of a burst that came from DRAM in the cycle before
    wire                came, mover_free, mover_empty, straight_valid, straight_pop, straight_whole;
    wire [ADDRESS-1:0]  straight_line;
    wire [BURST-1:0]    straight_first;
    wire [1:0]          straight_count;
    wire [ENTRY-1:0]    straight_entry;
`ifdef WF_METACACHE
    localparam          PLACE  = BLOCKS > 1 ? $clog2(BLOCKS) : 1;       // bits of a block's place
    localparam          NUMBER = ADDRESS - COUNT;                       // bits of a block's number
    wire                found_ask, found_straight, miss, found_write, is_merge, hit, fill, walk, walked, back, back_pop, evicts;
    wire                fetch, fetch_pop, cache_idle, code, code_pop;
    wire [ENTRY-1:0]    found_entry, code_entry, merged_entry;
    wire [1:0]          found_count, code_count;
    wire [NUMBER-1:0]   back_block, fetch_block;
    wire [PLACE-1:0]    fetch_place;
    wire [DATA-1:0]     back_data;
    wire [ADDRESS+3:0]  walk_line;
    wire [ADDRESS-1:0]  code_line, found_line;
    wire [8*LINE-1:0]   code_data, merged_data;
    wire [LINE-1:0]     merged_write;
    assign set_done_entry = found_entry;
`ifdef WF_WITH_PLACE_CORE
    wire                       sets     = code_pop || (straight_pop && straight_whole);
    wire [ADDRESS+ENTRY+1:0]   set_word = straight_valid ? {straight_line, straight_count, straight_entry} : {code_line, code_count, code_entry};
`else
    wire                       sets     = code_pop;
    wire [ADDRESS+ENTRY+1:0]   set_word = {code_line, code_count, code_entry};
    wire unused_set = &{1'b0, straight_whole, straight_entry};
`endif
    `WF_ENGINE_CACHE #(
        .LINE(LINE), .OUTSTANDING(OUTSTANDING), .BLOCKS(BLOCKS), .KBYTES(KBYTES), .WAYS(WAYS), .FETCH(FETCH), .ADDRESS(ADDRESS)
    ) cache (
        .clk_i(clk_i), .rst_ni(rst_ni), .lines_i(lines), .look_i(goes[0]), .look_word_i({start_write, start_entry}), .look_line_i(start_line),
        .set_i(sets), .set_word_i(set_word), .found_ask_o(found_ask), .line_o(found_line),
        .found_straight_o(found_straight), .set_o(set_done), .miss_o(miss), .entry_o(found_entry), .write_o(found_write), .count_o(found_count),
        .merges_o(is_merge), .fill_o(fill), .fetch_valid_o(fetch), .fetch_pop_i(fetch_pop), .fetch_place_o(fetch_place),
        .fetch_block_o(fetch_block), .return_i(came), .return_id_i(came_id), .return_data_i(codes_o), .walk_i(walk),
        .walked_o(walked), .walk_line_i(walk_line), .back_waits_o(back), .back_pop_i(back_pop), .evicts_o(evicts), .back_block_o(back_block),
        .back_data_o(back_data), .hit_o(hit), .idle_o(cache_idle), .cache_read_o(cache_read_o), .cache_read_set_o(cache_read_set_o),
        .cache_tags_i(cache_tags_i), .cache_blocks_i(cache_blocks_i), .cache_tags_write_o(cache_tags_write_o),
        .cache_blocks_write_o(cache_blocks_write_o), .cache_set_o(cache_set_o), .cache_tag_o(cache_tag_o), .cache_block_o(cache_block_o)
    );
`else
    wire                cache_idle  = 1'b1;
    wire                unused_came = &{1'b0, came, came_id[ENTRY]};
    assign {set_done, set_done_entry} = {ENTRY+1{1'b0}};
`endif
    `WF_ENGINE_FLUSH #(
`ifdef WF_METACACHE
        .WAYS(WAYS), .ADDRESS(ADDRESS), .SET(SET), .COUNT(COUNT),
`endif
        .USER(USER)
    ) flush (
        .clk_i(clk_i), .rst_ni(rst_ni), .flush_valid_i(flush_valid_i), .flush_ready_o(flush_ready_o), .flush_user_i(flush_user_i),
        .flushed_valid_o(flushed_valid_o), .flushed_ready_i(flushed_ready_i), .flushed_user_o(flushed_user_o),
`ifdef WF_METACACHE
        .walk_o(walk), .walked_i(walked), .walk_line_o(walk_line),
`endif
        .idle_i(entries_idle && cache_idle && mover_empty), .empty_i(!command_valid_o && !data_valid_o)
    );

    // ---- Command and mover ----

    wire              asks, loads, decode;
    wire [ENTRY+2:0]  asks_word, decode_word;
    `WF_ENGINE_COMMAND #(
`ifdef WF_METACACHE
        .FETCH(FETCH), .PLACE(PLACE), .NUMBER(NUMBER),
`endif
        .LINE(LINE), .OUTSTANDING(OUTSTANDING), .ADDRESS(ADDRESS)
    ) commands (
        .clk_i(clk_i), .rst_ni(rst_ni), .lines_i(lines), .ask_i(goes[1]), .ask_word_i({RAW, 1'b0, start_entry}), .ask_line_i(start_line),
`ifdef WF_METACACHE
        .found_i(found_ask), .found_word_i({found_count, found_write, found_entry}), .found_line_i(found_line), .back_valid_i(back), .back_pop_o(back_pop),
        .back_block_i(back_block), .fetch_valid_i(fetch), .fetch_pop_o(fetch_pop), .fetch_place_i(fetch_place), .fetch_block_i(fetch_block),
        .code_valid_i(code), .code_pop_o(code_pop), .code_line_i(code_line), .code_count_i(code_count),
`endif
        .straight_valid_i(straight_valid), .straight_pop_o(straight_pop), .straight_line_i(straight_line), .straight_first_i(straight_first),
        .straight_count_i(straight_count), .mover_free_i(mover_free), .loads_o(loads), .asks_o(asks), .asks_word_o(asks_word), .valid_o(command_valid_o),
        .ready_i(command_ready_i), .command_o({command_bursts_o, command_address_o, command_id_o, command_write_o})
    );
    wire [LINE-1:0]   straight_mask, load_mask;
    wire [BURST-1:0]  load_first;
    wire [1:0]        load_count;
    wire [8*LINE-1:0] load_data, straight_data;
`ifdef WF_METACACHE
    `WF_ENGINE_LOAD #(.LINE(LINE), .FETCH(FETCH)) load (
        .back_i(back), .back_data_i(back_data), .straight_i(straight_valid), .straight_first_i(straight_first), .straight_count_i(straight_count),
        .straight_data_i(straight_data), .straight_mask_i(straight_mask), .code_count_i(code_count), .code_data_i(code_data),
        .first_o(load_first), .count_o(load_count), .data_o(load_data), .mask_o(load_mask)
    );
`else
    assign load_first = straight_first;
    assign load_count = straight_count;
    assign load_mask  = straight_mask;
    assign load_data  = straight_data;
    wire unused_whole = &{1'b0, straight_whole, straight_entry, start_write, goes[2], goes[0]};
`endif
    `WF_ENGINE_MOVER #(.LINE(LINE)) mover (
        .clk_i(clk_i), .rst_ni(rst_ni), .free_o(mover_free), .load_i(loads), .first_i(load_first), .count_i(load_count), .data_i(load_data),
        .mask_i(load_mask), .empty_o(mover_empty), .valid_o(data_valid_o), .ready_i(data_ready_i), .data_o(data_data_o), .mask_o(data_mask_o)
    );

    // ---- Returns and answers ----

    `WF_ENGINE_RETURNS #(.LINE(LINE), .OUTSTANDING(OUTSTANDING)) returns (
        .clk_i(clk_i), .rst_ni(rst_ni), .asks_i(asks), .asks_word_i(asks_word), .return_i(return_valid_i),
        .return_id_i(return_id_i), .return_data_i(return_data_i), .came_o(came), .came_id_o(came_id), .codes_o(codes_o), .codes_write_o(codes_write_o),
        .valid_o(decode), .pop_i(codes_read_o), .word_o(decode_word)
    );
    assign codes_write_row_o = came_id[ENTRY-1:0];
    assign codes_read_row_o  = decode_word[ENTRY-1:0];
    `WF_ENGINE_DECODE #(.LINE(LINE), .OUTSTANDING(OUTSTANDING), .USER(USER)) decodes (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(decode), .pop_o(codes_read_o), .word_i(decode_word), .code_i(codes_i), .user_i(codes_user_i),
`ifdef WF_METACACHE
        .mask_i(codes_mask_i), .merges_o(merges), .merged_o(merged_entry), .merged_write_o(merged_write), .merged_data_o(merged_data),
`endif
        .done_o(answered), .done_entry_o(answered_entry), .valid_o(response_valid_o), .ready_i(response_ready_i),
`ifdef WF_WITH_PLACE_CORE
        .bursts_o(response_bursts_o),
`endif
        .data_o(response_data_o), .user_o(response_user_o)
    );

    // ---- Lines that are written ----
`ifdef WF_METACACHE
    assign lines_write_o     = merged_write | {LINE{take_o}};
    assign lines_write_row_o = merges ? merged_entry : take_row_o;
    assign lines_o           = merges ? merged_data : request_data_i;
`else
    assign merges            = 1'b0;
    assign lines_write_o     = {LINE{take_o}};
    assign lines_write_row_o = take_row_o;
    assign lines_o           = request_data_i;
`endif
    `WF_ENGINE_ENCODE #(.LINE(LINE), .OUTSTANDING(OUTSTANDING), .ADDRESS(ADDRESS)) encodes (
        .clk_i(clk_i), .rst_ni(rst_ni), .lines_i(lines), .spans_i(spans), .line_i(lines_i), .mask_i(lines_mask_i),
`ifdef WF_METACACHE
        .merged_i(merges), .merged_entry_i(merged_entry), .whole_i(goes[2]), .found_i(found_straight), .found_entry_i(found_entry),
        .code_valid_o(code), .code_pop_i(code_pop), .code_entry_o(code_entry), .code_line_o(code_line), .code_count_o(code_count),
        .code_data_o(code_data),
`endif
        .straight_i(goes[3]), .start_entry_i(start_entry), .start_whole_i(start_whole), .start_count_i(start_count), .read_o(lines_read_o),
        .read_row_o(lines_read_row_o), .straight_valid_o(straight_valid), .straight_pop_i(straight_pop),
        .straight_entry_o(straight_entry), .straight_line_o(straight_line), .straight_whole_o(straight_whole), .straight_first_o(straight_first),
        .straight_count_o(straight_count), .straight_data_o(straight_data),
        .straight_mask_o(straight_mask), .left_o(left), .left_entry_o(left_entry)
    );

    // ---- Counts ----
`ifdef WF_WITH_COUNTS_ON
`ifdef WF_METACACHE
    `WF_ENGINE_COUNTS #(.FETCH(FETCH)) counts (
`else
    `WF_ENGINE_COUNTS counts (
`endif
        .clk_i(clk_i), .rst_ni(rst_ni), .kinds_i(kinds), .refused_i(refused),
`ifdef WF_METACACHE
        .merges_i(is_merge), .hit_i(hit), .miss_i(miss), .fill_i(fill), .evicts_i(evicts), .block_read_i(fetch_pop), .block_write_i(back_pop),
        .line_write_i(straight_pop || code_pop), .write_count_i(straight_valid ? straight_count : code_count),
`else
        .line_write_i(straight_pop), .write_count_i(straight_count),
`endif
        .line_read_i(asks), .read_count_i(asks_word[ENTRY+1 +: 2]), .counts_o(state_counts_o)
    );
`else
    wire unused_events = &{1'b0, kinds, refused};
`ifdef WF_METACACHE
    wire unused_answers = &{1'b0, is_merge, hit, miss, fill, evicts};
`endif
`endif
endmodule
`default_nettype wire
