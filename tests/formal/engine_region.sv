// SPDX-License-Identifier: Apache-2.0
//
// The counts of one line, any: engine_cache with the blocks that are asked for, between free operations of the entries and a channel that keeps the order of commands
// (engine_counts.svh says what they owe), and in place of the metacache what engine_metacache.svh says of it. Proven in every state: what is looked up gets the
// newest count that was set, or the region's first one, whatever is filled, set, evicted, written back and flushed; and what is neither in the cache nor on
// its way from there is the newest in the region.
`default_nettype none
`include "engine_metacache.svh"
`include "engine_counts.svh"
module formal (
    input wire         clk_i,
    input wire         look_i, look_write_i, set_i, walk_i, pop_i, return_i,
    input wire [$clog2(`OUTSTANDING)-1:0] look_entry_i, set_entry_i,
    input wire [`OUTSTANDING*`ADDRESS-1:0] lines_i,
    input wire [1:0]   set_count_i, first_i,
    input wire [`ADDRESS+3:0] walk_line_i,
    input wire [$clog2(`OUTSTANDING):0] return_id_i,
    input wire [255:0] return_data_i
);
    localparam N = `OUTSTANDING, ENTRY = $clog2(N), ADDRESS = `ADDRESS, COUNT = $clog2(4 * `FETCH), SET = $clog2(1024 * `KBYTES / `FETCH / `WAYS);
    localparam TAG = ADDRESS + 4 - SET - COUNT, NUMBER = ADDRESS - COUNT, DATA = 8 * `FETCH, BLOCKS = `BLOCKS, PLACE = BLOCKS > 1 ? $clog2(BLOCKS) : 1;
    localparam RAW = `LINE == 64 ? 1 : 3;
    localparam [COUNT-1:0] HERE = 37;
    reg run_q = 1'b0;   // reset in the first cycle
    always @(posedge clk_i) run_q <= 1'b1;
    (* hierconn *) wire [NUMBER-1:0] \cache.cache.here_block ;
    wire [ADDRESS-1:0] here_line = {\cache.cache.here_block , HERE};

    wire               found_ask, found_straight, set_done, miss, found_write, merges, fill, fetch, walked, back, evicts, hit, idle;
    wire [ENTRY-1:0]   found_entry;
    wire [ADDRESS-1:0] found_line, look_line = lines_i[look_entry_i*ADDRESS +: ADDRESS], set_line = lines_i[set_entry_i*ADDRESS +: ADDRESS];
    wire [1:0]         found_count;
    wire [PLACE-1:0]   fetch_place;
    wire [NUMBER-1:0]  fetch_block, back_block;
    wire [DATA-1:0]    back_data;
    wire               back_pop = back && pop_i, fetch_pop = fetch && !back && pop_i;
    unit_engine_cache #(
        .LINE(`LINE), .OUTSTANDING(N), .BLOCKS(BLOCKS), .KBYTES(`KBYTES), .WAYS(`WAYS), .FETCH(`FETCH), .ADDRESS(ADDRESS)
    ) cache (
        .clk_i(clk_i), .rst_ni(run_q), .lines_i(lines_i), .look_i(look_i), .look_word_i({look_write_i, look_entry_i}), .look_line_i(look_line),
        .set_i(set_i), .set_word_i({set_line, set_count_i, set_entry_i}), .found_ask_o(found_ask), .line_o(found_line),
        .found_straight_o(found_straight), .set_o(set_done), .miss_o(miss), .entry_o(found_entry), .write_o(found_write), .count_o(found_count),
        .merges_o(merges), .fill_o(fill), .fetch_valid_o(fetch), .fetch_pop_i(fetch_pop), .fetch_place_o(fetch_place),
        .fetch_block_o(fetch_block), .return_i(return_i), .return_id_i(return_id_i), .return_data_i(return_data_i), .walk_i(walk_i),
        .walked_o(walked), .walk_line_i(walk_line_i), .back_waits_o(back), .back_pop_i(back_pop), .evicts_o(evicts), .back_block_o(back_block),
        .back_data_o(back_data), .hit_o(hit), .idle_o(idle), .cache_tags_i({`WAYS*TAG{1'b0}}), .cache_blocks_i({`WAYS*DATA{1'b0}})
    );
    (* hierconn *) wire \cache.cache.owed ;
    wire               owed, kept, mine;
    wire [N-1:0]       looks, sets;
    wire [1:0]         newest;
    counts_contract #(.N(N), .ADDRESS(ADDRESS), .RAW(RAW)) contract (
        .clk_i(clk_i), .run_i(run_q), .line_i(here_line), .first_i(first_i), .lines_i(lines_i), .look_i(look_i), .set_i(set_i),
        .found_ask_i(found_ask), .found_straight_i(found_straight), .set_done_i(set_done), .found_write_i(found_write), .walk_i(walk_i), .idle_i(idle),
        .look_word_i({look_write_i, look_entry_i}), .look_line_i(look_line), .found_line_i(found_line), .set_word_i({set_line, set_count_i, set_entry_i}),
        .found_entry_i(found_entry), .found_count_i(found_count), .walk_outside_i(walk_line_i[ADDRESS+3 -: 4]), .owed_o(owed), .kept_o(kept),
        .looks_o(looks), .sets_o(sets), .mine_o(mine), .newest_o(newest)
    );

    // ---- The channel: the region's count, and what is on its way for each place. A block comes once for each command ----

    reg  [1:0]          region_q;
    reg  [BLOCKS-1:0]   asked_q, mine_q;    // its block was asked for and has not come; it is the line's
    reg  [BLOCKS*2-1:0] coming_q;           // with this count
    wire [BLOCKS-1:0]   wrong;
    genvar b;
    always @(posedge clk_i)
        if (!run_q) region_q <= first_i;
        else if (back_pop && back_block == here_line[COUNT +: NUMBER]) region_q <= back_data[2*HERE +: 2];
    generate
        for (b = 0; b < BLOCKS; b = b + 1) begin : gen_place
            wire pops = fetch_pop && fetch_place == b, comes = return_i && return_id_i == N + b;
            always @(posedge clk_i) begin
                if (!run_q) asked_q[b] <= 1'b0;
                else asked_q[b] <= pops || (asked_q[b] && !comes);
                if (pops) {mine_q[b], coming_q[2*b +: 2]} <= {fetch_block == here_line[COUNT +: NUMBER], region_q};
            end
            assign wrong[b] = comes && !(asked_q[b] && (!mine_q[b] || return_data_i[2*HERE +: 2] == coming_q[2*b +: 2]));
        end
    endgenerate

    // ---- A walk has been at the block's set, since nothing else is under way ----

    reg  gone_q;
    wire walks_here = walked && walk_line_i[COUNT +: SET] == here_line[COUNT +: SET];
    always @(posedge clk_i)
        gone_q <= run_q && !look_i && !set_i && (gone_q || (walks_here && `WAYS == 1));

    // ---- Why. Of two entries: where the operation of each is, once: in lookups, in rank_set, in sets, in the cache, at its answer, in again ----

    localparam HOLDERS = 9, LOOKUP = 0, RANK = 2, SETS = 3, AGAIN = 5, OP = 7, LOOKED = 8;
    (* hierconn *) wire \cache.lookups.queue.valid , \cache.lookups.queue.more , \cache.sets.queue.valid , \cache.sets.queue.more ;
    (* hierconn *) wire \cache.agains.queue.valid , \cache.agains.queue.more ;
    (* hierconn *) wire [ENTRY:0]   \cache.lookups.queue.word_q , \cache.lookups.queue.slot ;
    (* hierconn *) wire [ENTRY+1:0] \cache.sets.queue.word_q , \cache.sets.queue.slot , \cache.set_word ;
    (* hierconn *) wire [ENTRY+3:0] \cache.agains.queue.word_q , \cache.agains.queue.slot , \cache.word_q , \cache.looked_word ;
    (* hierconn *) wire [1:0] \cache.lookups.queue.behind_q , \cache.lookups.queue.write_q , \cache.sets.queue.behind_q , \cache.sets.queue.write_q ;
    (* hierconn *) wire [1:0] \cache.agains.queue.behind_q , \cache.agains.queue.write_q ;
    (* hierconn *) wire [ADDRESS-1:0] \cache.lookups.line_q , \cache.sets.line_q , \cache.agains.line_q , \cache.set_comes_line , \cache.line_q , \cache.looked_line_q ;
    (* hierconn *) wire \cache.set_comes , \cache.looks , \cache.looked , \cache.was_hit , \cache.raw , \cache.fill_q , \cache.walk_q , \cache.filled_q , \cache.waits_q ;
    (* hierconn *) wire [1:0] \cache.was ;
    (* hierconn *) wire [ENTRY:0] \cache.again_q , \cache.waiting_q ;
    (* hierconn *) wire [N-1:0] \contract.write_q , \contract.mine ;
    (* hierconn *) wire [N*ADDRESS-1:0] \contract.line_q ;
    (* hierconn *) wire \contract.calm_q ;
    wire [HOLDERS-1:0]         has = {\cache.looked , \cache.looks , \cache.agains.queue.more , \cache.agains.queue.valid , \cache.sets.queue.more ,
                                      \cache.sets.queue.valid , \cache.set_comes , \cache.lookups.queue.more , \cache.lookups.queue.valid };
    // from bit 0: entry | write | sets | count
    wire [HOLDERS*(ENTRY+4)-1:0] words = {
        \cache.looked_word , \cache.word_q , \cache.agains.queue.slot , \cache.agains.queue.word_q ,
        \cache.sets.queue.slot [ENTRY +: 2], 2'b11, \cache.sets.queue.slot [ENTRY-1:0],
        \cache.sets.queue.word_q [ENTRY +: 2], 2'b11, \cache.sets.queue.word_q [ENTRY-1:0], \cache.set_word [ENTRY +: 2], 2'b11, \cache.set_word [ENTRY-1:0],
        3'b000, \cache.lookups.queue.slot , 3'b000, \cache.lookups.queue.word_q };
    wire [HOLDERS*ADDRESS-1:0] at = {
        \cache.looked_line_q , \cache.line_q , {ADDRESS{1'b0}}, \cache.agains.line_q , {ADDRESS{1'b0}}, \cache.sets.line_q , \cache.set_comes_line ,
        {ADDRESS{1'b0}}, \cache.lookups.line_q };
    localparam [HOLDERS-1:0] LINED = 9'b110101101;      // the line is there too

    // What the metacache has, and what the region
    reg  [1:0]  taken_q;        // the newest count that the metacache has taken, or the region's first
    (* hierconn *) wire \cache.cache.here , \cache.cache.dirty , \cache.cache.contract.writes , \cache.cache.contract.mine_q , \cache.cache.contract.block_q ;
    (* hierconn *) wire \cache.cache.contract.valid_q , \cache.cache.contract.other_q ;
    (* hierconn *) wire [1:0] \cache.cache.cached , \cache.cache.contract.bursts_q , \cache.cache.contract.filled_q , \cache.cache.contract.op_q ;
    always @(posedge clk_i)
        if (!run_q) taken_q <= first_i;
        else if (\cache.cache.contract.writes && \cache.cache.contract.mine_q ) taken_q <= \cache.cache.contract.bursts_q ;

    // The places of blocks
    (* hierconn *) wire [BLOCKS-1:0]        \cache.blocks.used_q , \cache.blocks.owed_q ;
    (* hierconn *) wire [BLOCKS*NUMBER-1:0] \cache.blocks.block_q ;
    (* hierconn *) wire [BLOCKS*DATA-1:0]   \cache.blocks.data_q ;
    (* hierconn *) wire [PLACE-1:0] \cache.blocks.fetches.word_q , \cache.blocks.fetches.slot , \cache.blocks.filled.word_q , \cache.blocks.filled.slot , \cache.place_q ;
    (* hierconn *) wire \cache.blocks.fetches.valid , \cache.blocks.fetches.more , \cache.blocks.filled.valid , \cache.blocks.filled.more ;
    (* hierconn *) wire [1:0] \cache.blocks.fetches.behind_q , \cache.blocks.fetches.write_q , \cache.blocks.filled.behind_q , \cache.blocks.filled.write_q ;
    wire [NUMBER-1:0] here_block = here_line[COUNT +: NUMBER];
    wire        here = \cache.cache.here , dirty = \cache.cache.dirty ;
    wire        back_here = back && back_block == here_block;
    wire [BLOCKS-1:0] used_here;

    reg ok_q;           // what is owed was kept so far
    always @(posedge clk_i) ok_q <= !run_q || (ok_q && owed && wrong == 0);
    wire on = run_q && ok_q;
    wire [N-1:0] one, setting;
    genvar e, h, g;
    generate
        for (e = 0; e < N; e = e + 1) begin : gen_one
            wire [HOLDERS-1:0] in;
            for (h = 0; h < HOLDERS; h = h + 1) begin : gen_in
                assign in[h] = has[h] && words[h*(ENTRY+4) +: ENTRY] == e;
            end
            assign one[e]     = in == 0 ? !looks[e] && !sets[e] : (in & (in - 1'b1)) == 0 && (looks[e] || sets[e]);
            assign setting[e] = sets[e] && \contract.line_q [e*ADDRESS +: ADDRESS] == here_line;
            always @(posedge clk_i) if (on) assert (one[e]);
        end
        for (h = 0; h < HOLDERS; h = h + 1) begin : gen_holder
            wire [ENTRY-1:0]   entry = words[h*(ENTRY+4) +: ENTRY];
            wire [ADDRESS-1:0] line  = \contract.line_q [entry*ADDRESS +: ADDRESS];
            always @(posedge clk_i)
                if (on && has[h]) begin
                    assert (words[h*(ENTRY+4)+ENTRY+1] == sets[entry]);
                    assert (sets[entry] || words[h*(ENTRY+4)+ENTRY] == \contract.write_q [entry]);
                    assert (!LINED[h] || at[h*ADDRESS +: ADDRESS] == line);
                    assert (!(sets[entry] && line == here_line) || words[h*(ENTRY+4)+ENTRY+2 +: 2] == newest);
                end
        end
        for (b = 0; b < BLOCKS; b = b + 1) begin : gen_used
            wire [5:0] in = {\cache.blocks.fetches.valid && \cache.blocks.fetches.word_q == b, \cache.blocks.fetches.more && \cache.blocks.fetches.slot == b,
                             \cache.blocks.owed_q [b], \cache.blocks.filled.valid && \cache.blocks.filled.word_q == b,
                             \cache.blocks.filled.more && \cache.blocks.filled.slot == b, \cache.fill_q && \cache.place_q == b};
            wire [NUMBER-1:0] block = \cache.blocks.block_q [b*NUMBER +: NUMBER];
            assign used_here[b] = \cache.blocks.used_q [b] && block == here_block;
            always @(posedge clk_i)
                if (on) begin
                    assert (in == 0 ? !\cache.blocks.used_q [b] : (in & (in - 1'b1)) == 0 && \cache.blocks.used_q [b]);
                    assert (asked_q[b] == \cache.blocks.owed_q [b]);
                    assert (!asked_q[b] || mine_q[b] == (block == here_block));
                    assert (!used_here[b] || (!here && !dirty));
                    assert (!(used_here[b] && in[3:0] != 0) || (!back_here && region_q == taken_q));
                    assert (!(used_here[b] && asked_q[b]) || coming_q[2*b +: 2] == taken_q);
                    assert (!(used_here[b] && in[2:1] != 0) || \cache.blocks.data_q [b*DATA+2*HERE +: 2] == taken_q);
                    assert (!(used_here[b] && in[0]) || \cache.cache.contract.filled_q == taken_q);
                    assert (!in[0] || \cache.line_q [COUNT +: NUMBER] == block);
                end
        end
    endgenerate
    always @(posedge clk_i)
        if (on) begin
            assert (kept && \cache.cache.owed );
            // The queues and counts of what waits
            assert (!(\cache.lookups.queue.more && !\cache.lookups.queue.valid ));
            assert (^\cache.lookups.queue.behind_q && ^\cache.lookups.queue.write_q && (\cache.lookups.queue.valid || \cache.lookups.queue.behind_q != \cache.lookups.queue.write_q ));
            assert (^\cache.sets.queue.behind_q && ^\cache.sets.queue.write_q && (\cache.sets.queue.valid || \cache.sets.queue.behind_q != \cache.sets.queue.write_q ));
            assert (^\cache.agains.queue.behind_q && ^\cache.agains.queue.write_q && (\cache.agains.queue.valid || \cache.agains.queue.behind_q != \cache.agains.queue.write_q ));
            assert (^\cache.blocks.fetches.behind_q && ^\cache.blocks.fetches.write_q && (\cache.blocks.fetches.valid || \cache.blocks.fetches.behind_q != \cache.blocks.fetches.write_q ));
            assert (^\cache.blocks.filled.behind_q && ^\cache.blocks.filled.write_q && (\cache.blocks.filled.valid || \cache.blocks.filled.behind_q != \cache.blocks.filled.write_q ));
            assert (\cache.again_q == {{ENTRY{1'b0}}, \cache.agains.queue.valid } + {{ENTRY{1'b0}}, \cache.agains.queue.more });
            assert (\cache.waiting_q <= \cache.again_q && \cache.waits_q == (\cache.waiting_q != 0));
            assert (!\cache.blocks.fetches.valid || \cache.blocks.fetches.word_q < BLOCKS);
            assert (!\cache.blocks.fetches.more || \cache.blocks.fetches.slot < BLOCKS);
            assert (!\cache.blocks.filled.valid || \cache.blocks.filled.word_q < BLOCKS);
            assert (!\cache.blocks.filled.more || \cache.blocks.filled.slot < BLOCKS);
            assert (!\cache.fill_q || \cache.place_q < BLOCKS);
            // The cache's operation
            assert (!(\cache.fill_q && \cache.walk_q ) && !(\cache.filled_q && (\cache.fill_q || \cache.walk_q || \cache.looked || \cache.waits_q )));
            assert (!((back || \cache.waits_q ) && (\cache.fill_q || \cache.walk_q )));
            assert (\cache.cache.contract.valid_q == (\cache.looks || \cache.fill_q || \cache.walk_q ));
            assert (!(\cache.fill_q || \cache.walk_q ) || \cache.cache.contract.op_q == 2'd2);
            assert (!\cache.looks || \cache.cache.contract.op_q == {1'b0, \cache.word_q [ENTRY+1]});
            assert (!(\cache.looks || \cache.fill_q ) || \cache.cache.contract.block_q == (\cache.line_q [COUNT +: NUMBER] == here_block));
            assert (!\cache.walk_q || !\cache.cache.contract.block_q );
            assert (!\cache.looks || (\cache.cache.contract.bursts_q == \cache.word_q [ENTRY+2 +: 2] && \cache.cache.contract.mine_q == (\cache.line_q [COUNT-1:0] == HERE)));
            assert (!\contract.calm_q || (looks == 0 && sets == 0 && \cache.blocks.used_q == 0 && !\cache.set_comes ));
            // The count of the line
            assert (!here || \cache.cache.cached == taken_q);
            assert (!dirty || here);
            assert (!back_here || (!here && back_data[2*HERE +: 2] == taken_q));
            assert (dirty || back_here || region_q == taken_q);
            assert (!gone_q || (\contract.calm_q && (!dirty || (\cache.walk_q && \cache.cache.contract.other_q ))));
            assert (!(gone_q && idle) || (!back && region_q == newest));
            assert (|setting || newest == taken_q);
            assert ((looks & sets) == 0 && (\contract.mine & (\contract.mine - 1'b1)) == 0);
            assert (!(\cache.looked && \cache.was_hit && \cache.looked_line_q == here_line) || newest == taken_q);
            assert (!(\cache.looked && \cache.was_hit && \cache.looked_line_q == here_line && !\cache.looked_word [ENTRY+1]) || \cache.was == taken_q);
            assert (!\cache.looked || \cache.raw == (\cache.was >= RAW));
            assert (!(\cache.looked && !\cache.was_hit && \cache.looked_line_q [COUNT +: NUMBER] == here_block) || |used_here || !here);
        end
    wire unused = &{1'b0, miss, merges, fill, walked, evicts, hit, mine};
endmodule

// What the metacache may answer
module unit_engine_metacache_slice #(
    parameter KBYTES = 2, parameter WAYS = 1, parameter FETCH = 32, parameter ADDRESS = 20, parameter ENTRY = $clog2(4 * FETCH),
    parameter SET = $clog2(1024 * KBYTES / FETCH / WAYS), parameter TAG = ADDRESS - SET - ENTRY, parameter DATA = 8 * FETCH
) (
    input  wire                 clk_i, rst_ni, valid_i,
    input  wire [1:0]           op_i, bursts_i,
    input  wire [ADDRESS-1:0]   address_i,
    input  wire [DATA-1:0]      data_i,
    input  wire [WAYS*TAG-1:0]  tags_i,
    input  wire [WAYS*DATA-1:0] blocks_i,
    output wire                 valid_o, hit_o, evict_o,
    output wire [1:0]           bursts_o,
    output wire [TAG+SET-1:0]   evict_block_o,
    output wire [DATA-1:0]      evict_data_o,
    output wire [WAYS-1:0]      write_tag_o, write_block_o,
    output wire [SET-1:0]       set_o,
    output wire [TAG-1:0]       tag_o,
    output wire [DATA-1:0]      block_o
);
    localparam BLOCK = TAG + SET;
    localparam [ENTRY-1:0] HERE = 37;
    (* anyseq *) wire             valid, hit, evict;
    (* anyseq *) wire [1:0]       count;
    (* anyseq *) wire [BLOCK-1:0] evict_block;
    (* anyseq *) wire [DATA-1:0]  evict_data;
    (* anyconst *) wire [BLOCK-5:0] here_block;
    wire       owed, kept, inside, here, dirty;
    wire [1:0] cached;
    assign {valid_o, hit_o, evict_o, bursts_o, evict_block_o, evict_data_o} = {valid, hit, evict, count, evict_block, evict_data};
    metacache_contract #(.BLOCK(BLOCK)) contract (
        .clk_i(clk_i), .run_i(rst_ni), .block_i({4'd0, here_block}), .enters_i(valid_i), .op_i(op_i), .op_block_i(address_i[ENTRY +: BLOCK]),
        .op_mine_i(address_i[ENTRY-1:0] == HERE), .op_other_i(WAYS == 1 && address_i[ENTRY +: SET] == here_block[SET-1:0] && address_i[ENTRY +: BLOCK] != {4'd0, here_block}),
        .bursts_i(bursts_i), .filled_i(data_i[2*HERE +: 2]), .valid_i(valid), .hit_i(hit),
        .evict_i(valid && evict), .count_i(count), .evict_count_i(evict_data[2*HERE +: 2]), .evict_block_i(evict_block), .owed_o(owed), .kept_o(kept),
        .inside_o(inside), .here_o(here), .dirty_o(dirty), .count_o(cached)
    );
    always @(posedge clk_i)
        if (rst_ni) assume (kept && inside);
endmodule
`default_nettype wire
