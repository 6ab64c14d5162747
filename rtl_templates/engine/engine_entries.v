// SPDX-License-Identifier: Apache-2.0
// The entries. A request takes the one that has been free for longest. In the next cycle it queues: if others in use have its line, it is behind the youngest of
// these: that one keeps its number and what starts with it. One of those that are done is chosen in a cycle, in turn. It is released in the next one, and then
// what is behind it is woken.
//
// 4 x OUTSTANDING requests are a turn. What was there when it began is old, and the next turn begins when nothing is. So requests that come later overtake one
// for two turns at most.
//
//   a read of line 9 takes entry 0 in cycle 0, a write of line 9 entry 1 in cycle 1  ->  entry 0 starts in cycle 2
//   entry 0 is done from cycle 9 on                                                  ->  it is released in cycle 10; entry 1 starts in cycle 11
//
// More: docs/engine.md, "Request", "Queueing", "Turn", "Start" and "Done"
`default_nettype none
module `WF_ENGINE_ENTRIES #(
    parameter LINE        = `WF_LINE,               // bytes of a line: 64 or 128
    parameter OUTSTANDING = `WF_OUTSTANDING,        // entries: 2, 4, 8, 16, 32 or 64
    parameter ADDRESS     = `WF_ADDRESS,            // bits of a line's number: 16 to 28
    parameter ENTRY       = $clog2(OUTSTANDING),    // bits of an entry's number; not to be set
    parameter SPAN        = 2 * $clog2(LINE / 32)   // bits of the bursts that a mask has; not to be set
) (
    input  wire                           clk_i,          // clock, rising edge
    input  wire                           rst_ni,         // reset, low, asynchronous: all are free
    input  wire                           valid_i,        // 1: a request
    output wire                           ready_o,        // 1: it is taken
    input  wire                           write_i,        // 1: a write
    input  wire [ADDRESS-1:0]             address_i,      // its line
    input  wire [LINE-1:0]                mask_i,         // its mask
`ifdef WF_WITH_PLACE_CORE
    input  wire [1:0]                     bursts_i,       // of a write of a whole line its count
`endif
    input  wire                           hold_i,         // 1: no request is taken
    output wire                           take_o,         // 1: a request is taken in this cycle
    output wire [ENTRY-1:0]               row_o,          // by this entry
    output wire [2:0]                     kinds_o,        // it is, from bit 0: a read, a write of a whole line, a partial one
    output wire [3:0]                     goes_o,         // an entry has started and goes, from bit 0: to lookups, asks, wholes, straight
    output wire                           refused_o,      // 1: it is a write of the region
    output wire                           start_write_o,  // it is a write
    output wire                           start_whole_o,  // of the whole line
    output wire [1:0]                     start_count_o,  // its line has so many bursts and one
    output wire [ENTRY-1:0]               start_entry_o,  // its number
    output wire [ADDRESS-1:0]             start_line_o,   // its line
    input  wire [2:0]                     done_i,         // bit k: an entry is done from the next cycle on
    input  wire [3*ENTRY-1:0]             done_entry_i,   // its number
    output wire [OUTSTANDING*ADDRESS-1:0] lines_o,        // the line of each, entry 0 lowest
    output wire [OUTSTANDING*SPAN-1:0]    spans_o,        // of each, from bit 0: first burst that has a byte in the mask | number of the last one behind it
    output wire                           idle_o          // 1: all are free
);
    generate
        if (LINE != `WF_LINE) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (OUTSTANDING < 2 || OUTSTANDING > 64 || (OUTSTANDING & (OUTSTANDING - 1)) != 0) begin : gen_bad_outstanding
            wf_illegal_OUTSTANDING bad ();
        end
        if (ADDRESS < 16 || ADDRESS > 28) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (ENTRY != $clog2(OUTSTANDING)) begin : gen_bad_entry wf_illegal_ENTRY bad (); end
        if (SPAN != 2 * $clog2(LINE / 32)) begin : gen_bad_span wf_illegal_SPAN bad (); end
    endgenerate
    localparam                   WORD = ENTRY + 6;
    localparam                   N    = OUTSTANDING;
    localparam [1:0]             RAW  = LINE == 64 ? 2'd1 : 2'd3;
    localparam [OUTSTANDING-1:0] ONE  = 1;
    localparam                   BURSTS = LINE / 32;
    localparam                   BURST  = SPAN / 2;
    reg  [N-1:0]                 used_q, last_q, done_q, release_q;     // last: none is behind it; release: it is released in this cycle

    // ---- Request: the entry that has been free for longest ----

    wire             any_free, unused_more, takes, write, whole, empty, region, last_of_turn, stale;
    wire [ENTRY-1:0] entry, released, unused_slot;
    wire [ADDRESS-1:0] address, unlike;     // unlike: all bits inverted, so no tool makes one register of the two
    wire [1:0]       count;
    wire [SPAN-1:0]  span;
    `WF_ENGINE_QUEUE #(.WIDTH(ENTRY), .DEPTH(N), .FULL(1)) frees (
        .clk_i(clk_i), .rst_ni(rst_ni), .first_i(|release_q), .first_word_i(released), .second_i(1'b0), .second_word_i(released),
        .valid_o(any_free), .pop_i(take_o), .word_o(row_o), .more_o(unused_more), .slot_o(unused_slot)
    );
    wire             is_whole = &mask_i;
    assign ready_o = any_free && !hold_i && !(last_of_turn && stale);
    assign take_o  = valid_i && ready_o;
    assign kinds_o = {write_i && !is_whole, write_i && is_whole, !write_i} & {3{take_o}};

    // The bursts that have a byte in the mask, from the first to the last
    wire [BURSTS-1:0] has;
    wire [BURST-1:0]  first, last;
    genvar u;
    generate
        for (u = 0; u < BURSTS; u = u + 1) begin : gen_burst
            assign has[u] = |mask_i[32*u +: 32];
        end
        if (BURSTS == 2) begin : gen_two
            assign first = !has[0];
            assign last  = has[1];
        end else begin : gen_four
            assign first = {!has[0] && !has[1], !has[0] && (has[1] || !has[BURSTS-2])};
            assign last  = {has[BURSTS-1] || has[BURSTS-2], has[BURSTS-1] || (has[1] && !has[BURSTS-2])};
        end
    endgenerate
    wire       in_region;
    wire [1:0] in_count;
`ifdef WF_WITH_COMPRESS_NONE
    assign in_region = 1'b0;
`else
    assign in_region = &address_i[ADDRESS-1 -: 2+$clog2(LINE)];
`endif
`ifdef WF_WITH_PLACE_CORE
    assign in_count  = write_i && is_whole && bursts_i < RAW ? bursts_i : RAW;
`else
    assign in_count  = RAW;
`endif
    wire [BURST-1:0] behind_first = last - first;
    wire [N-1:0]     row, named;        // one-hot
    assign row = ONE << row_o;
    `WF_RANK #(.WIDTH(N + ENTRY + 6 + 2 * ADDRESS + SPAN)) rank_taken (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(1'b1), .valid_i(take_o),
        .data_i({row, in_count, in_region, !(|has), is_whole, write_i, row_o, ~address_i, address_i, behind_first, first}), .valid_o(takes),
        .data_o({named, count, region, empty, whole, write, entry, unlike, address, span})
    );

    // ---- Queueing: behind the youngest one of its line, or new ----

    wire [N-1:0]    youngest, takers;
    wire [WORD-1:0] new_word = {count, region, empty, whole, write, entry};     // from bit 0: entry | write | whole | empty mask | of the region | count 2
    wire            is_new   = takes && !(|youngest);
    assign takers = named & {N{takes}};
    assign idle_o = !(|used_q) && !takes;

    reg  [N*ADDRESS-1:0] lines_q;
    reg  [N*SPAN-1:0]    spans_q;
    reg  [N*WORD-1:0]    behind_q;      // of each: what is behind it
    genvar e, b;
    generate
        for (e = 0; e < N; e = e + 1) begin : gen_entry
            assign youngest[e] = last_q[e] && !release_q[e] && &(lines_q[e*ADDRESS +: ADDRESS] ^ unlike);
            always @(posedge clk_i) begin
                if (takers[e])            lines_q[e*ADDRESS +: ADDRESS] <= address;
                if (takers[e])            spans_q[e*SPAN +: SPAN]       <= span;
                if (takes && youngest[e]) behind_q[e*WORD +: WORD]      <= new_word;
            end
        end
    endgenerate
    assign lines_o = lines_q;
    assign spans_o = spans_q;

    // ---- Done: one is chosen, and then released ----

    wire [N-1:0]       chosen, done;
    wire [ENTRY*N-1:0] above;
    wire               drops;           // an entry is done when it starts
    `WF_ARB #(.PORTS(N)) arb (.clk_i(clk_i), .rst_ni(rst_ni), .request_i(done_q), .take_i(1'b1), .grant_o(chosen));
    assign done = ({N{done_i[0]}} & ONE << done_entry_i[0 +: ENTRY]) | ({N{done_i[1]}} & ONE << done_entry_i[ENTRY +: ENTRY]) |
                  ({N{done_i[2]}} & ONE << done_entry_i[2*ENTRY +: ENTRY]) | ({N{drops}} & ONE << start_entry_o);
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            used_q    <= {N{1'b0}};
            last_q    <= {N{1'b0}};
            done_q    <= {N{1'b0}};
            release_q <= {N{1'b0}};
        end else begin
            used_q    <= (used_q & ~release_q) | takers;
            last_q    <= (last_q & ~release_q & ~(youngest & {N{takes}})) | takers;
            done_q    <= (done_q & ~chosen) | done;
            release_q <= chosen;
        end
    // The number of the released one: of bit b of it, the entries whose number has it
    generate
        for (b = 0; b < ENTRY; b = b + 1) begin : gen_bit
            for (e = 0; e < N; e = e + 1) begin : gen_has
                assign above[b*N+e] = release_q[e] && ((e >> b) & 1) != 0;
            end
            assign released[b] = |above[b*N +: N];
        end
    endgenerate

    // ---- Turn ----

    reg  [ENTRY+1:0] turn_q;    // requests of it
    reg  [N-1:0]     old_q;
    reg              stale_q;   // one was old in the cycle before
    reg              turns_q;   // the request that queues is its last one
    assign last_of_turn = &turn_q;
    assign stale        = stale_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            turn_q  <= {ENTRY+2{1'b0}};
            old_q   <= {N{1'b0}};
            stale_q <= 1'b0;
            turns_q <= 1'b0;
        end else begin
            turns_q <= take_o && last_of_turn;
            turn_q  <= turn_q + {{ENTRY+1{1'b0}}, take_o};
            old_q   <= (turns_q ? used_q : old_q) & ~release_q;
            stale_q <= |old_q;
        end

    // ---- What is behind the released one ----

    wire            woken;
    wire [WORD-1:0] behind, woken_word;
    wire [ADDRESS-1:0] released_line, woken_line;       // what is behind it has its line
    wire            wakes = |(release_q & ~last_q);
    `WF_MUX #(.WIDTH(WORD), .COUNT(N)) mux (.select_i(release_q), .data_i(behind_q), .data_o(behind));
    `WF_MUX #(.WIDTH(ADDRESS), .COUNT(N)) mux_line (.select_i(release_q), .data_i(lines_q), .data_o(released_line));
    `WF_RANK #(.WIDTH(WORD + ADDRESS)) rank (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(1'b1), .valid_i(wakes), .data_i({released_line, behind}), .valid_o(woken),
        .data_o({woken_line, woken_word})
    );
    `WF_ENGINE_START #(.OUTSTANDING(OUTSTANDING), .ADDRESS(ADDRESS)) start (
        .clk_i(clk_i), .rst_ni(rst_ni), .lines_i(lines_q), .new_i(is_new), .new_word_i(new_word), .new_line_i(address), .woken_i(woken),
        .woken_word_i(woken_word), .woken_line_i(woken_line), .goes_o({drops, goes_o}), .refused_o(refused_o), .write_o(start_write_o),
        .whole_o(start_whole_o), .count_o(start_count_o), .entry_o(start_entry_o), .line_o(start_line_o)
    );
endmodule
`default_nettype wire
