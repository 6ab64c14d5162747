// SPDX-License-Identifier: Apache-2.0
//
// The engine and the places of its entries: who is where, with what, and that it is right. The file that includes it ends the module.
`include "engine_parts.svh"
module formal (
    input wire         clk_i,
    input wire         request_valid_i, request_write_i, request_user_i, flush_valid_i, flushed_ready_i, return_valid_i, response_ready_i, command_ready_i, data_ready_i,
    input wire [`ADDRESS-1:0] request_address_i,
    input wire [`LINE-1:0]    request_mask_i,
    input wire [8*`LINE-1:0]  request_data_i,
    input wire [$clog2(`OUTSTANDING):0] return_id_i,
    input wire [255:0] return_data_i
);
    localparam N = `OUTSTANDING, ENTRY = $clog2(N), ADDRESS = `ADDRESS, LINE = `LINE, BURST = $clog2(LINE / 32), RAW = LINE == 64 ? 1 : 3;
    reg run_q = 1'b0;   // reset in the first cycle
    always @(posedge clk_i) run_q <= 1'b1;
    unit_engine #(.OUTSTANDING(N), .BLOCKS(`BLOCKS), .KBYTES(`KBYTES), .WAYS(`WAYS), .FETCH(`FETCH), .ADDRESS(ADDRESS), .USER(1)) engine (
        .clk_i(clk_i), .rst_ni(run_q), .request_valid_i(request_valid_i), .request_write_i(request_write_i), .request_address_i(request_address_i),
        .request_mask_i(request_mask_i), .request_data_i(request_data_i), .request_user_i(request_user_i), .flush_valid_i(flush_valid_i), .flush_user_i(1'b0),
        .return_valid_i(return_valid_i), .return_id_i(return_id_i), .return_data_i(return_data_i), .response_ready_i(response_ready_i),
        .command_ready_i(command_ready_i), .data_ready_i(data_ready_i), .flushed_ready_i(flushed_ready_i)
    );

    // ---- What each entry's request is ----

    localparam WORD = ENTRY + 6;
    reg  [N-1:0]         write_q, whole_q, empty_q, region_q;
    reg  [N*ADDRESS-1:0] line_q;
    reg  [2*N-1:0]       count_q;       // its lookup gave this count; or it is raw, since the region is
    (* hierconn *) wire \engine.slice.take_o , \engine.slice.found_ask , \engine.slice.found_straight ;
    (* hierconn *) wire [ENTRY-1:0] \engine.slice.take_row_o , \engine.slice.found_entry , \engine.slice.start_entry ;
    (* hierconn *) wire [1:0] \engine.slice.found_count ;
    (* hierconn *) wire [3:0] \engine.slice.goes ;
    wire found = \engine.slice.found_ask || \engine.slice.found_straight ;
    genvar e, f, h;
    generate
        for (e = 0; e < N; e = e + 1) begin : gen_request
            always @(posedge clk_i) begin
                if (\engine.slice.take_o && \engine.slice.take_row_o == e) begin
                    {write_q[e], whole_q[e], empty_q[e]}             <= {request_write_i, &request_mask_i, request_mask_i == 0};
                    {region_q[e], line_q[e*ADDRESS +: ADDRESS]} <= {&request_address_i[ADDRESS-1 -: 2+$clog2(LINE)], request_address_i};
                end
                if (found && \engine.slice.found_entry == e) count_q[2*e +: 2] <= \engine.slice.found_count ;
                else if (\engine.slice.goes [1] && \engine.slice.start_entry == e) count_q[2*e +: 2] <= RAW;
            end
        end
    endgenerate

    // ---- Queues: the oldest word and the one behind it, from bit 0 the entry and what stands beside it ----

    localparam QUEUES = 7, FREES = 0, NEWS = 1, ASKS = 2, DECODES = 3, MERGEDS = 4, WHOLES = 5, STRAIGHTS = 6;
    (* hierconn *) wire \engine.slice.entries.frees.valid , \engine.slice.entries.start.news.queue.valid , \engine.slice.commands.asks.queue.valid ;
    (* hierconn *) wire \engine.slice.entries.frees.more , \engine.slice.entries.start.news.queue.more , \engine.slice.commands.asks.queue.more ;
    (* hierconn *) wire [ENTRY-1:0] \engine.slice.entries.frees.word_q , \engine.slice.entries.frees.slot ;
    (* hierconn *) wire [WORD-1:0]  \engine.slice.entries.start.news.queue.word_q , \engine.slice.entries.start.news.queue.slot ;
    (* hierconn *) wire [ENTRY+2:0] \engine.slice.commands.asks.queue.word_q , \engine.slice.commands.asks.queue.slot ;
    (* hierconn *) wire [N-1:0]     \engine.slice.entries.frees.behind_q , \engine.slice.entries.start.news.queue.behind_q , \engine.slice.commands.asks.queue.behind_q ;
    (* hierconn *) wire [N-1:0]     \engine.slice.entries.frees.write_q , \engine.slice.entries.start.news.queue.write_q , \engine.slice.commands.asks.queue.write_q ;
    (* hierconn *) wire \engine.slice.returns.decodes.valid , \engine.slice.encodes.mergeds.valid , \engine.slice.encodes.wholes.valid , \engine.slice.encodes.straights.valid ;
    (* hierconn *) wire \engine.slice.returns.decodes.more , \engine.slice.encodes.mergeds.more , \engine.slice.encodes.wholes.more , \engine.slice.encodes.straights.more ;
    (* hierconn *) wire [ENTRY+2:0] \engine.slice.returns.decodes.word_q , \engine.slice.returns.decodes.slot ;
    (* hierconn *) wire [ENTRY-1:0] \engine.slice.encodes.mergeds.word_q , \engine.slice.encodes.mergeds.slot ;
    (* hierconn *) wire [ENTRY-1:0] \engine.slice.encodes.wholes.word_q , \engine.slice.encodes.wholes.slot ;
    (* hierconn *) wire [ENTRY+2:0] \engine.slice.encodes.straights.word_q , \engine.slice.encodes.straights.slot ;
    (* hierconn *) wire [N-1:0]     \engine.slice.returns.decodes.behind_q , \engine.slice.encodes.mergeds.behind_q ;
    (* hierconn *) wire [N-1:0]     \engine.slice.encodes.wholes.behind_q , \engine.slice.encodes.straights.behind_q ;
    (* hierconn *) wire [N-1:0]     \engine.slice.returns.decodes.write_q , \engine.slice.encodes.mergeds.write_q ;
    (* hierconn *) wire [N-1:0]     \engine.slice.encodes.wholes.write_q , \engine.slice.encodes.straights.write_q ;
    wire [QUEUES-1:0] valid = {
        \engine.slice.encodes.straights.valid , \engine.slice.encodes.wholes.valid , \engine.slice.encodes.mergeds.valid , \engine.slice.returns.decodes.valid ,
        \engine.slice.commands.asks.queue.valid , \engine.slice.entries.start.news.queue.valid , \engine.slice.entries.frees.valid };
    wire [QUEUES-1:0] more = {
        \engine.slice.encodes.straights.more , \engine.slice.encodes.wholes.more , \engine.slice.encodes.mergeds.more , \engine.slice.returns.decodes.more ,
        \engine.slice.commands.asks.queue.more , \engine.slice.entries.start.news.queue.more , \engine.slice.entries.frees.more };
    wire [QUEUES*WORD-1:0] word = {
        3'd0, \engine.slice.encodes.straights.word_q , 6'd0, \engine.slice.encodes.wholes.word_q , 6'd0, \engine.slice.encodes.mergeds.word_q ,
        3'd0, \engine.slice.returns.decodes.word_q , 3'd0, \engine.slice.commands.asks.queue.word_q , \engine.slice.entries.start.news.queue.word_q ,
        6'd0, \engine.slice.entries.frees.word_q };
    wire [QUEUES*WORD-1:0] slot = {
        3'd0, \engine.slice.encodes.straights.slot , 6'd0, \engine.slice.encodes.wholes.slot , 6'd0, \engine.slice.encodes.mergeds.slot ,
        3'd0, \engine.slice.returns.decodes.slot , 3'd0, \engine.slice.commands.asks.queue.slot , \engine.slice.entries.start.news.queue.slot ,
        6'd0, \engine.slice.entries.frees.slot };
    wire [QUEUES*N-1:0] behind = {
        \engine.slice.encodes.straights.behind_q , \engine.slice.encodes.wholes.behind_q , \engine.slice.encodes.mergeds.behind_q , \engine.slice.returns.decodes.behind_q ,
        \engine.slice.commands.asks.queue.behind_q , \engine.slice.entries.start.news.queue.behind_q , \engine.slice.entries.frees.behind_q };
    wire [QUEUES*N-1:0] places = {
        \engine.slice.encodes.straights.write_q , \engine.slice.encodes.wholes.write_q , \engine.slice.encodes.mergeds.write_q , \engine.slice.returns.decodes.write_q ,
        \engine.slice.commands.asks.queue.write_q , \engine.slice.entries.start.news.queue.write_q , \engine.slice.entries.frees.write_q };

    // ---- Registers that have an entry, and bits of each entry ----

    localparam REGISTERS = 7, TAKES = 0, WOKEN = 1, STARTS = 2, LEFT = 3, D = 4, R = 5, L = 6;
    (* hierconn *) wire \engine.slice.entries.takes , \engine.slice.entries.woken , \engine.slice.entries.start.starts , \engine.slice.left , \engine.slice.decodes.in_q ;
    (* hierconn *) wire \engine.slice.encodes.in_row_q , \engine.slice.encodes.in_straight_q , \engine.slice.encodes.in_encode_q ;
    (* hierconn *) wire [WORD-1:0]   \engine.slice.entries.new_word , \engine.slice.entries.woken_word ;
    (* hierconn *) wire              \engine.slice.start_write , \engine.slice.start_whole , \engine.slice.entries.start.empty , \engine.slice.entries.start.region ;
    (* hierconn *) wire [1:0]        \engine.slice.start_count ;
    (* hierconn *) wire [ENTRY-1:0]  \engine.slice.left_entry , \engine.slice.encodes.row_entry_q , \engine.slice.encodes.entry_q ;
    (* hierconn *) wire [ENTRY+2:0]  \engine.slice.decodes.word_q ;
    (* hierconn *) wire [N*WORD-1:0] \engine.slice.entries.behind_q ;
    (* hierconn *) wire [N-1:0] \engine.slice.entries.used_q , \engine.slice.entries.last_q , \engine.slice.entries.done_q , \engine.slice.entries.release_q ;
    (* hierconn *) wire [N-1:0] \engine.slice.cache.contract.looks_q , \engine.slice.cache.contract.sets_q , \engine.slice.returns.asks_q , \engine.slice.returns.owed_q ;
    (* hierconn *) wire [N-1:0] \engine.slice.encodes.encoder.contract.in_q , \engine.slice.decodes.decoder.contract.in_q ;
    wire [REGISTERS-1:0] has = {
        \engine.slice.encodes.in_straight_q || \engine.slice.encodes.in_encode_q , \engine.slice.encodes.in_row_q , \engine.slice.decodes.in_q , \engine.slice.left ,
        \engine.slice.entries.start.starts , \engine.slice.entries.woken , \engine.slice.entries.takes };
    wire [REGISTERS*WORD-1:0] at = {
        6'd0, \engine.slice.encodes.entry_q , 6'd0, \engine.slice.encodes.row_entry_q , 3'd0, \engine.slice.decodes.word_q , 6'd0, \engine.slice.left_entry ,
        \engine.slice.start_count , \engine.slice.entries.start.region , \engine.slice.entries.start.empty , \engine.slice.start_whole , \engine.slice.start_write ,
        \engine.slice.start_entry , \engine.slice.entries.woken_word , \engine.slice.entries.new_word };
    wire [N-1:0] used = \engine.slice.entries.used_q , followed = \engine.slice.entries.used_q & ~\engine.slice.entries.last_q ;   // followed: one is behind it
    wire [N-1:0] looks = \engine.slice.cache.contract.looks_q , sets = \engine.slice.cache.contract.sets_q ;
    wire [N-1:0] asks = \engine.slice.returns.asks_q , owed = \engine.slice.returns.owed_q , encodes = \engine.slice.encodes.encoder.contract.in_q ;
    wire [N-1:0] decodes = \engine.slice.decodes.decoder.contract.in_q , done = \engine.slice.entries.done_q , release = \engine.slice.entries.release_q ;

    // ---- One place of each. It waits: it has not started, and is not free ----

    wire [N-1:0] one, is_free, is_behind, waits, works;
    generate
        for (e = 0; e < N; e = e + 1) begin : gen_place
            wire [QUEUES-1:0]    oldest, next;
            wire [REGISTERS-1:0] in;
            wire [N-1:0]         after;
            for (h = 0; h < QUEUES; h = h + 1) begin : gen_queue
                assign oldest[h] = valid[h] && word[h*WORD +: ENTRY] == e;
                assign next[h]   = more[h] && slot[h*WORD +: ENTRY] == e;
            end
            for (h = 0; h < REGISTERS; h = h + 1) begin : gen_register
                assign in[h] = has[h] && at[h*WORD +: ENTRY] == e;
            end
            for (f = 0; f < N; f = f + 1) begin : gen_after
                assign after[f] = followed[f] && \engine.slice.entries.behind_q [f*WORD +: ENTRY] == e;
            end
            wire [2*QUEUES+REGISTERS+N+7:0] all = {oldest, next, in, after, looks[e], sets[e], asks[e], owed[e], encodes[e], decodes[e], done[e], release[e]};
            assign one[e]       = all != 0 && (all & (all - 1'b1)) == 0;
            assign is_free[e]   = oldest[FREES] || next[FREES];
            assign is_behind[e] = |after;
            assign waits[e]     = in[TAKES] || in[WOKEN] || in[STARTS] || oldest[NEWS] || next[NEWS] || is_behind[e];
            assign works[e]     = !is_free[e] && !waits[e] && !done[e] && !release[e];
        end
    endgenerate

    // ---- What is there ----

    (* hierconn *) wire [N*ADDRESS-1:0] \engine.slice.lines , \engine.slice.cache.contract.line_q ;
    (* hierconn *) wire [ADDRESS-1:0] \engine.slice.entries.address , \engine.slice.entries.unlike , \engine.slice.entries.start.news.line_q , \engine.slice.entries.woken_line ;
    (* hierconn *) wire [ADDRESS-1:0] \engine.slice.start_line , \engine.slice.commands.asks.line_q , \engine.slice.encodes.line_q ;
    (* hierconn *) wire [N-1:0] \engine.slice.entries.named , \engine.slice.cache.contract.write_q , \engine.slice.returns.write_q ;
    (* hierconn *) wire [2:0]   \engine.slice.returns.asked_q ;
    (* hierconn *) wire [2*N-1:0] \engine.slice.returns.next_q , \engine.slice.returns.left_q ;
    (* hierconn *) wire \engine.slice.encodes.row_straight_q , \engine.slice.encodes.row_whole_q , \engine.slice.encodes.whole_q , \engine.slice.decodes.compressed_q ;
    (* hierconn *) wire [LINE/32-1:1] \engine.slice.decodes.asked_q ;
    localparam IN = LINE + 1 + 1 + ENTRY, OUT = ADDRESS + ENTRY;     // beside a code: mask, user, write, entry; beside a line: its number, entry
    (* hierconn *) wire [N*IN-1:0]  \engine.slice.decodes.decoder.contract.sides_q ;
    (* hierconn *) wire [N*OUT-1:0] \engine.slice.encodes.encoder.contract.sides_q ;
    wire [N*ADDRESS-1:0] lines = \engine.slice.lines ;
    wire [N-1:0] starts_right, asks_right;
    function [5:0] start_of(input integer n); start_of = {RAW[1:0], region_q[n], empty_q[n], whole_q[n], write_q[n]}; endfunction
    generate
        for (e = 0; e < N; e = e + 1) begin : gen_what
            wire [ADDRESS-1:0] line = line_q[e*ADDRESS +: ADDRESS];
            wire [1:0]         count = count_q[2*e +: 2];
            wire               partial = write_q[e] && !whole_q[e] && !empty_q[e] && !region_q[e];
            wire [2:0]         ask = {count, write_q[e]};
            wire               may_ask = partial ? count < RAW : !write_q[e] && count <= RAW;
            always @(posedge clk_i)
                if (run_q) begin
                    assert (one[e] && !gen_place[e].after[e]);
                    assert (used[e] == !(is_free[e] || gen_place[e].in[TAKES]));
                    assert (!\engine.slice.entries.last_q [e] || used[e]);
                    assert (!used[e] || lines[e*ADDRESS +: ADDRESS] == line);
                    assert (is_free[e] || region_q[e] == &line[ADDRESS-1 -: 2+$clog2(LINE)]);
                    // Before it works
                    if (gen_place[e].in[TAKES])
                        assert (\engine.slice.entries.new_word [ENTRY +: 6] == start_of(e) && \engine.slice.entries.address == line &&
                                \engine.slice.entries.unlike == ~line && \engine.slice.entries.named == (1 << e));
                    if (gen_place[e].oldest[NEWS]) assert (word[NEWS*WORD+ENTRY +: 6] == start_of(e) && \engine.slice.entries.start.news.line_q == line);
                    if (gen_place[e].next[NEWS])   assert (slot[NEWS*WORD+ENTRY +: 6] == start_of(e));
                    if (gen_place[e].in[WOKEN])  assert (at[WOKEN*WORD+ENTRY +: 6] == start_of(e) && \engine.slice.entries.woken_line == line);
                    if (gen_place[e].in[STARTS]) assert (at[STARTS*WORD+ENTRY +: 6] == start_of(e) && \engine.slice.start_line == line);
                    // The cache
                    if (looks[e]) assert (\engine.slice.cache.contract.write_q [e] == write_q[e] && (partial || !(write_q[e] || region_q[e])));
                    if (looks[e] || sets[e]) assert (\engine.slice.cache.contract.line_q [e*ADDRESS +: ADDRESS] == line);
                    // What is read
                    if (gen_place[e].oldest[ASKS])    assert (word[ASKS*WORD+ENTRY +: 3] == ask && may_ask && \engine.slice.commands.asks.line_q == line);
                    if (gen_place[e].next[ASKS])      assert (slot[ASKS*WORD+ENTRY +: 3] == ask && may_ask);
                    if (asks[e])                      assert (\engine.slice.returns.asked_q == ask && may_ask);
                    if (owed[e]) assert (\engine.slice.returns.write_q [e] == write_q[e] && may_ask && \engine.slice.returns.next_q [2*e +: 2] <= count &&
                                         \engine.slice.returns.left_q [2*e +: 2] == count - \engine.slice.returns.next_q [2*e +: 2]);
                    if (gen_place[e].oldest[DECODES]) assert (word[DECODES*WORD+ENTRY +: 3] == ask && may_ask);
                    if (gen_place[e].next[DECODES])   assert (slot[DECODES*WORD+ENTRY +: 3] == ask && may_ask);
                    if (gen_place[e].in[D]) assert (at[D*WORD+ENTRY +: 3] == ask && may_ask && \engine.slice.decodes.compressed_q == (count < RAW));
                    if (gen_place[e].in[D]) assert (\engine.slice.decodes.asked_q == (2 << count) / 2 - 1);
                    if (decodes[e]) assert (\engine.slice.decodes.decoder.contract.sides_q [e*IN+ENTRY] == write_q[e] && may_ask);
                    // What is written
                    if (gen_place[e].oldest[MERGEDS] || gen_place[e].next[MERGEDS]) assert (partial && count < RAW);
                    if (gen_place[e].oldest[WHOLES] || gen_place[e].next[WHOLES])   assert (write_q[e] && whole_q[e] && !region_q[e]);
                    if (gen_place[e].oldest[STRAIGHTS]) assert (partial && count == RAW && word[STRAIGHTS*WORD+ENTRY+2] == 0);
                    if (gen_place[e].next[STRAIGHTS])   assert (partial && count == RAW && slot[STRAIGHTS*WORD+ENTRY+2] == 0);
                    if (gen_place[e].in[R]) assert (\engine.slice.encodes.row_straight_q ? partial && count == RAW && !\engine.slice.encodes.row_whole_q :
                                                    write_q[e] && !region_q[e] && (whole_q[e] || (partial && count < RAW)));
                    if (gen_place[e].in[L]) assert (\engine.slice.encodes.line_q == line);
                    if (gen_place[e].in[L]) assert (\engine.slice.encodes.in_straight_q ? partial && count == RAW && !\engine.slice.encodes.whole_q :
                                                    write_q[e] && !region_q[e] && (whole_q[e] || (partial && count < RAW)));
                    if (encodes[e]) assert (write_q[e] && !region_q[e] && \engine.slice.encodes.encoder.contract.sides_q [e*OUT +: OUT] == ((line << ENTRY) | e));
                    if (sets[e]) assert (write_q[e]);
                end
            for (f = 0; f < N; f = f + 1) begin : gen_other
                if (f != e) begin : gen_pair
                    always @(posedge clk_i)
                        if (run_q) begin
                            // Two of a line: one is behind the other
                            assert (!(used[e] && used[f] && line == line_q[f*ADDRESS +: ADDRESS]) || gen_place[e].after[f] || gen_place[f].after[e]);
                            assert (!gen_place[e].after[f] ||
                                    (line == line_q[f*ADDRESS +: ADDRESS] && \engine.slice.entries.behind_q [f*WORD+ENTRY +: 6] == start_of(e)));
                            assert (!(gen_place[e].after[f] && gen_place[f].after[e]));
                            assert (!(works[e] && works[f]) || line != line_q[f*ADDRESS +: ADDRESS]);
                        end
                end
            end
        end
        for (h = 0; h < QUEUES; h = h + 1) begin : gen_queues
            wire [N-1:0] place = places[h*N +: N], back = behind[h*N +: N];
            always @(posedge clk_i)
                if (run_q) begin
                    assert (place != 0 && (place & (place - 1'b1)) == 0 && back != 0 && (back & (back - 1'b1)) == 0);
                    assert (!more[h] || valid[h]);
                    assert (valid[h] || back == {place[N-2:0], place[N-1]});
                end
        end
    endgenerate

    // ---- What is owed: a walk only if nothing is under way; no entry is released with another ----

    (* hierconn *) wire \engine.slice.cache.owed , \engine.slice.encodes.encoder.owed , \engine.slice.decodes.decoder.owed , \engine.slice.cache.contract.calm_q ;
    (* hierconn *) wire \engine.slice.flush.walks_q , \engine.slice.flush.walk_q , \engine.slice.flush.flushed_q , \engine.slice.flush.flushing_q ;
    (* hierconn *) wire \engine.slice.decodes.merge_q , \engine.slice.decodes.decoder.contract.held_q , \engine.slice.encodes.in_straight_q ;
    (* hierconn *) wire [IN-1:0] \engine.slice.decodes.decoder.contract.side_q ;
    (* hierconn *) wire           \engine.slice.came ;
    (* hierconn *) wire [ENTRY:0] \engine.slice.came_id ;
    (* hierconn *) wire [N-1:0]   \engine.slice.returns.named_q ;
    always @(posedge clk_i)
        if (run_q) begin
            assert (\engine.slice.returns.named_q == (\engine.slice.came && !\engine.slice.came_id [ENTRY] ? 1 << \engine.slice.came_id [ENTRY-1:0] : 0));
            assert (\engine.slice.cache.owed && \engine.slice.encodes.encoder.owed && \engine.slice.decodes.decoder.owed );
            assert ((release & (release - 1'b1)) == 0);
            assert (!(\engine.slice.encodes.in_straight_q && \engine.slice.encodes.in_encode_q ));
            assert (!\engine.slice.decodes.merge_q || (\engine.slice.decodes.decoder.contract.held_q && \engine.slice.decodes.decoder.contract.side_q [ENTRY]));
            assert (!(\engine.slice.flush.walks_q || \engine.slice.flush.walk_q || \engine.slice.flush.flushed_q ) ||
                    (\engine.slice.flush.flushing_q && &is_free && \engine.slice.cache.contract.calm_q ));
        end
