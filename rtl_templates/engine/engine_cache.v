// SPDX-License-Identifier: Apache-2.0
// Operations of the cache of counts: one enters in a cycle, the cache answers in the next one, and the answer is used in the one behind that. An operation that
// misses waits in `again` until a fill has been made, and then all that wait are looked up again before another fill.
//
//   a read is looked up in cycle 2 and hits a count of 1  ->  found_ask_o 1 in cycle 4, with its entry and count 1
//   it misses                                             ->  miss_o 1 in cycle 4, and its block is asked for
//
// More: docs/engine.md, "Counts", and docs/metacache.md
`default_nettype none
module `WF_ENGINE_CACHE #(
    parameter LINE        = `WF_LINE,               // bytes of a line: 64 or 128
    parameter OUTSTANDING = `WF_OUTSTANDING,        // entries: 2, 4, 8, 16, 32 or 64
    parameter BLOCKS      = `WF_BLOCKS,             // blocks that are asked for at once: 1, 2, 4 or 8
    parameter KBYTES      = `WF_KBYTES,             // KB of counts: 2, 4, 8, 16 or 32
    parameter WAYS        = `WF_WAYS,               // ways of the cache: 1, 2, 4 or 8
    parameter FETCH       = `WF_FETCH,              // bytes of a block: 32 or 64
    parameter ADDRESS     = `WF_ADDRESS,            // bits of a line's number: 16 to 28
    parameter ENTRY       = $clog2(OUTSTANDING),    // bits of an entry's number; not to be set
    parameter PLACE       = BLOCKS > 1 ? $clog2(BLOCKS) : 1,            // bits of a block's place; not to be set
    parameter COUNT       = $clog2(4 * FETCH),                          // bits of a line's place in a block; not to be set
    parameter SET         = $clog2(1024 * KBYTES / FETCH / WAYS),       // bits of a set's number; not to be set
    parameter TAG         = ADDRESS + 4 - SET - COUNT,                  // bits of a tag; not to be set
    parameter NUMBER      = ADDRESS - COUNT,                            // bits of a block's number; not to be set
    parameter DATA        = 8 * FETCH                                   // bits of a block; not to be set
) (
    input  wire                           clk_i,            // clock, rising edge
    input  wire                           rst_ni,           // reset, low, asynchronous: the cache is empty
    input  wire [OUTSTANDING*ADDRESS-1:0] lines_i,          // the line of each entry, entry 0 lowest
    input  wire                           look_i,           // 1: an entry starts whose count is to be looked up
    input  wire [ENTRY:0]                 look_word_i,      // from bit 0: entry | write
    input  wire [ADDRESS-1:0]             look_line_i,      // its line
    input  wire                           set_i,            // 1: an entry's line has left, and its count is to be set
    input  wire [ADDRESS+ENTRY+1:0]       set_word_i,       // from bit 0: entry | count 2 | line
    output wire                           found_ask_o,      // 1: an entry's line is to be read
    output wire                           found_straight_o, // 1: an entry is a partial write of a raw line
    output wire                           set_o,            // 1: an entry's count has been set
    output wire                           miss_o,           // 1: an operation misses
    output wire [ENTRY-1:0]               entry_o,          // the entry
    output wire [ADDRESS-1:0]             line_o,           // its line
    output wire                           write_o,          // it is a write
    output wire [1:0]                     count_o,          // the count that was found: bursts - 1
    output wire                           merges_o,         // 1: it is a partial write of a compressed line
    output wire                           fill_o,           // 1: a fill enters
    output wire                           fetch_valid_o,    // 1: a block is to be read
    input  wire                           fetch_pop_i,      // 1: the command is given
    output wire [PLACE-1:0]               fetch_place_o,    // its place
    output wire [NUMBER-1:0]              fetch_block_o,    // its number
    input  wire                           return_i,         // 1: a burst comes
    input  wire [ENTRY:0]                 return_id_i,      // with this id
    input  wire [255:0]                   return_data_i,    // the burst
    input  wire                           walk_i,           // 1: a fill of a walk waits
    output wire                           walked_o,         // 1: it enters
    input  wire [ADDRESS+3:0]             walk_line_i,      // of this line
    output wire                           back_waits_o,     // 1: a block waits to be written back
    input  wire                           back_pop_i,       // 1: it is written back
    output wire                           evicts_o,         // 1: such a block comes
    output wire [NUMBER-1:0]              back_block_o,     // its number
    output wire [DATA-1:0]                back_data_o,      // its counts
    output wire                           hit_o,            // 1: an operation that is no fill hits
    output wire                           idle_o,           // 1: no operation is under way, no block is asked for or waits
    output wire                           cache_read_o,     // 1: the memories of the cache are read
    output wire [SET-1:0]                 cache_read_set_o, // in this set
    input  wire [WAYS*TAG-1:0]            cache_tags_i,     // what was read: tags
    input  wire [WAYS*DATA-1:0]           cache_blocks_i,   // and blocks
    output wire [WAYS-1:0]                cache_tags_write_o,   // bit w: the tag of way w is written
    output wire [WAYS-1:0]                cache_blocks_write_o, // bit w: its block is
    output wire [SET-1:0]                 cache_set_o,      // in this set
    output wire [TAG-1:0]                 cache_tag_o,      // with this tag
    output wire [DATA-1:0]                cache_block_o     // and this block
);
    generate
        if (LINE != `WF_LINE) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (OUTSTANDING < 2 || OUTSTANDING > 64 || (OUTSTANDING & (OUTSTANDING - 1)) != 0) begin : gen_bad_outstanding
            wf_illegal_OUTSTANDING bad ();
        end
        if (BLOCKS != 1 && BLOCKS != 2 && BLOCKS != 4 && BLOCKS != 8) begin : gen_bad_blocks wf_illegal_BLOCKS bad (); end
        if (ADDRESS < 16 || ADDRESS > 28) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (ENTRY != $clog2(OUTSTANDING)) begin : gen_bad_entry wf_illegal_ENTRY bad (); end
        if (PLACE != (BLOCKS > 1 ? $clog2(BLOCKS) : 1)) begin : gen_bad_place wf_illegal_PLACE bad (); end
        if (NUMBER != ADDRESS - COUNT) begin : gen_bad_number wf_illegal_NUMBER bad (); end
    endgenerate
    localparam [1:0] RAW = LINE == 64 ? 2'd1 : 2'd3;

    // ---- Operations that wait ----

    wire               look_valid, set_valid, unused_again, look_go, set_go, again_go, set_comes;
    wire [ENTRY:0]     look;
    wire [ENTRY+1:0]   set, set_word;
    wire [ENTRY+3:0]   again, miss_word;        // from bit 0: entry | write | sets | count 2
    wire [ADDRESS-1:0] look_line, set_line, again_line, set_comes_line;
    `WF_ENGINE_LINED #(.OUTSTANDING(OUTSTANDING), .ADDRESS(ADDRESS), .BESIDE(1)) lookups (
        .clk_i(clk_i), .rst_ni(rst_ni), .first_i(look_i), .first_word_i(look_word_i), .first_line_i(look_line_i), .second_i(1'b0),
        .second_word_i(look_word_i), .second_line_i(look_line_i), .lines_i(lines_i), .valid_o(look_valid), .pop_i(look_go), .word_o(look), .line_o(look_line)
    );
    // What leaves is known late in a cycle
    `WF_RANK #(.WIDTH(ADDRESS + ENTRY + 2)) rank_set (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(1'b1), .valid_i(set_i), .data_i(set_word_i), .valid_o(set_comes),
        .data_o({set_comes_line, set_word})
    );
    `WF_ENGINE_LINED #(.OUTSTANDING(OUTSTANDING), .ADDRESS(ADDRESS), .BESIDE(2)) sets (
        .clk_i(clk_i), .rst_ni(rst_ni), .first_i(set_comes), .first_word_i(set_word), .first_line_i(set_comes_line), .second_i(1'b0),
        .second_word_i(set_word), .second_line_i(set_comes_line), .lines_i(lines_i), .valid_o(set_valid), .pop_i(set_go), .word_o(set), .line_o(set_line)
    );
    `WF_ENGINE_LINED #(.OUTSTANDING(OUTSTANDING), .ADDRESS(ADDRESS), .BESIDE(4)) agains (
        .clk_i(clk_i), .rst_ni(rst_ni), .first_i(miss_o), .first_word_i(miss_word), .first_line_i(line_o), .second_i(1'b0),
        .second_word_i(miss_word), .second_line_i(line_o), .lines_i(lines_i), .valid_o(unused_again), .pop_i(again_go), .word_o(again), .line_o(again_line)
    );

    // ---- Blocks that are asked for ----

    reg               fill_q, walk_q, back_q;   // the cache answers a fill, or one of a walk; a block waits to be written back
    reg               filled_q;                 // it answered a fill in the cycle before
    reg  [ADDRESS-1:0] line_q, looked_line_q;   // of the operation that the cache answers; of the one whose answer is used
    reg  [PLACE-1:0]  place_q;
    wire              filled, blocks_idle;
    wire [PLACE-1:0]  filled_place;
    wire [NUMBER-1:0] filled_block;
    wire [DATA-1:0]   filled_data;
    `WF_ENGINE_BLOCKS #(.BLOCKS(BLOCKS), .ID(ENTRY + 1), .FETCH(FETCH), .NUMBER(NUMBER)) blocks (
        .clk_i(clk_i), .rst_ni(rst_ni), .miss_i(miss_o), .miss_block_i(looked_line_q[COUNT +: NUMBER]), .answered_i(fill_q), .answered_place_i(place_q),
        .fetch_valid_o(fetch_valid_o), .fetch_pop_i(fetch_pop_i), .fetch_place_o(fetch_place_o), .fetch_block_o(fetch_block_o), .return_i(return_i),
        .return_id_i(return_id_i), .return_data_i(return_data_i), .filled_valid_o(filled), .filled_pop_i(fill_o), .filled_place_o(filled_place),
        .filled_block_o(filled_block), .filled_data_o(filled_data), .idle_o(blocks_idle)
    );

    // ---- The operation that enters ----

    reg  [ENTRY:0]   again_q, waiting_q;        // so many are in `again`; so many of these are looked up before anything else
    reg              waits_q;                   // there are such
    wire             waits = waits_q;
    wire             may   = !back_q && !fill_q && !walk_q && !filled_q;
    wire             others  = !waits && !fill_q && !filled_q;   // behind a fill what misses would only make `again` longer
    assign again_go = waits;
    assign fill_o   = !waits && may && filled;
    assign set_go   = others && !fill_o && set_valid;
    assign look_go  = others && !fill_o && !set_valid && look_valid;
    assign walked_o = !waits && may && !filled && !set_valid && !look_valid && walk_i;

    wire                 enters, fills;
    wire [ENTRY+3:0]     word;
    wire [ADDRESS+3:0]   line;
    assign enters = waits || fill_o || (others && (set_valid || look_valid)) || walked_o;
    assign fills  = fill_o || walked_o;
    `WF_MUX #(.WIDTH(ENTRY + 4), .COUNT(3)) mux_word (
        .select_i({again_go, set_go, look_go}), .data_i({again, set[ENTRY +: 2], 2'b11, set[ENTRY-1:0], 3'b000, look}), .data_o(word)
    );
    wire                 none = !waits && !filled && !set_valid && !look_valid;  // the line of a walk, whether or not it enters
    `WF_MUX #(.WIDTH(ADDRESS + 4), .COUNT(5)) mux_line (
        .select_i({none, fill_o, again_go, set_go, look_go}),
        .data_i({walk_line_i, 4'd0, filled_block, {COUNT{1'b0}}, 4'd0, again_line, 4'd0, set_line, 4'd0, look_line}), .data_o(line)
    );

    reg  [ENTRY+3:0]  word_q;
    localparam [ENTRY:0] ONE = 1;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            {fill_q, walk_q, filled_q, waits_q} <= 4'b0000;
            waiting_q <= {ENTRY+1{1'b0}};
            again_q   <= {ENTRY+1{1'b0}};
        end else begin
            if (miss_o && !waits)      again_q <= again_q + ONE;
            else if (!miss_o && waits) again_q <= again_q - ONE;
            {fill_q, walk_q, filled_q} <= {fill_o, walked_o, fill_q};
            waiting_q <= filled_q ? again_q : waiting_q - {{ENTRY{1'b0}}, waits_q};
            waits_q   <= filled_q ? |again_q : waits_q && waiting_q != ONE;
        end
    always @(posedge clk_i) begin
        if (enters) {word_q, line_q} <= {word, line[ADDRESS-1:0]};
        if (fill_o) place_q <= filled_place;
    end

    // ---- The cache ----

    wire [1:0]          op = {fills, (again_go && again[ENTRY+1]) || set_go};
    wire                valid, hit, evict;
    wire [1:0]          bursts;
    wire [SET+TAG-1:0]  evict_block;
    wire [DATA-1:0]     evict_data;
    wire                unused_outside = &{1'b0, evict_block[NUMBER +: 4]};     // what no line has is never dirty
    assign cache_read_o     = enters;
    assign cache_read_set_o = line[COUNT +: SET];
    `WF_METACACHE_SLICE #(.KBYTES(KBYTES), .WAYS(WAYS), .FETCH(FETCH), .ADDRESS(ADDRESS + 4)) cache (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(enters), .op_i(op), .address_i(line), .bursts_i(word[ENTRY+2 +: 2]),
        .data_i(filled_data | {DATA{walk_i}}), .tags_i(cache_tags_i), .blocks_i(cache_blocks_i),
        .valid_o(valid), .hit_o(hit), .bursts_o(bursts), .evict_o(evict), .evict_block_o(evict_block), .evict_data_o(evict_data),
        .write_tag_o(cache_tags_write_o), .write_block_o(cache_blocks_write_o), .set_o(cache_set_o), .tag_o(cache_tag_o), .block_o(cache_block_o)
    );

    // ---- Its answer ----

    wire             looks = valid && !fill_q && !walk_q;
    wire             looked, was_hit, raw;
    wire [1:0]       was;
    wire [ENTRY+3:0] looked_word;
    `WF_RANK #(.WIDTH(ENTRY + 8)) rank_answer (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(1'b1), .valid_i(looks), .data_i({hit, bursts >= RAW, bursts, word_q}), .valid_o(looked),
        .data_o({was_hit, raw, was, looked_word})
    );
    always @(posedge clk_i)
        if (looks) looked_line_q <= line_q;
    wire found = hit_o && !looked_word[ENTRY+1];
    assign hit_o            = looked && was_hit;
    assign miss_o           = looked && !was_hit;
    assign set_o            = hit_o && looked_word[ENTRY+1];
    assign found_ask_o      = found && !(write_o && raw);
    assign found_straight_o = found && write_o && raw;
    assign merges_o         = found && write_o && !raw;
    assign entry_o          = looked_word[ENTRY-1:0];
    assign line_o           = looked_line_q;
    assign write_o          = looked_word[ENTRY];
    assign count_o          = raw ? RAW : was;
    assign miss_word        = looked_word;

    reg  [NUMBER-1:0] back_block_q;
    reg  [DATA-1:0]   back_data_q;
    assign evicts_o     = valid && evict;
    assign back_waits_o = back_q;
    assign back_block_o = back_block_q;
    assign back_data_o  = back_data_q;
    assign idle_o       = !valid && !back_q && blocks_idle;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) back_q <= 1'b0;
        else         back_q <= evicts_o || (back_q && !back_pop_i);
    always @(posedge clk_i)
        if (fill_q || walk_q) {back_block_q, back_data_q} <= {evict_block[NUMBER-1:0], evict_data};
endmodule
`default_nettype wire
