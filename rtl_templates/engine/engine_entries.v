// SPDX-License-Identifier: Apache-2.0
// The entries. A request takes the lowest free one. If others in use have its line, it is behind the youngest of these: that one keeps its number and what
// starts with it. One of those that are done is released in a cycle, in turn, and what is behind it is woken in the next one.
//
// 4 x OUTSTANDING requests are a turn. What was there when it began is old, and the next turn begins when nothing is. So requests that come later overtake one
// for two turns at most.
//
//   a read of line 9 takes entry 0 in cycle 0, a write of line 9 entry 1 in cycle 1  ->  entry 0 starts in cycle 1
//   entry 0 is done from cycle 5 on                                                  ->  it is released; entry 1 starts in cycle 6
//
// More: docs/engine.md, "Request", "Turn", "Start" and "Done"
`default_nettype none
module `WF_ENGINE_ENTRIES #(
    parameter LINE        = `WF_LINE,               // bytes of a line: 64 or 128
    parameter OUTSTANDING = `WF_OUTSTANDING,        // entries: 2, 4, 8, 16, 32 or 64
    parameter ADDRESS     = `WF_ADDRESS,            // bits of a line's number: 16 to 28
    parameter ENTRY       = $clog2(OUTSTANDING)     // bits of an entry's number; not to be set
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
    output wire [3:0]                     goes_o,         // an entry starts and goes, from bit 0: to lookups, asks, wholes, straight
    output wire                           refused_o,      // 1: it is a write of the region
    output wire                           start_write_o,  // it is a write
    output wire                           start_whole_o,  // of the whole line
    output wire [1:0]                     start_count_o,  // its line has so many bursts and one
    output wire [ENTRY-1:0]               start_entry_o,  // its number
    input  wire [2:0]                     done_i,         // bit k: an entry is done from the next cycle on
    input  wire [3*ENTRY-1:0]             done_entry_i,   // its number
    output wire [OUTSTANDING*ADDRESS-1:0] lines_o,        // the line of each, entry 0 lowest
    output wire                           idle_o          // 1: all are free
);
    generate
        if (LINE != `WF_LINE) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (OUTSTANDING < 2 || OUTSTANDING > 64 || (OUTSTANDING & (OUTSTANDING - 1)) != 0) begin : gen_bad_outstanding
            wf_illegal_OUTSTANDING bad ();
        end
        if (ADDRESS < 16 || ADDRESS > 28) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (ENTRY != $clog2(OUTSTANDING)) begin : gen_bad_entry wf_illegal_ENTRY bad (); end
    endgenerate
    localparam                   WORD = ENTRY + 6;
    localparam                   N    = OUTSTANDING;
    localparam [1:0]             RAW  = LINE == 64 ? 2'd1 : 2'd3;
    localparam [OUTSTANDING-1:0] ONE  = 1;
    reg  [N-1:0]                 used_q, last_q, done_q;    // last: none is behind it

    // ---- Done: one is released ----

    wire [N-1:0] release_now, done;
    wire         drops;     // an entry is done when it starts
    `WF_ARB #(.PORTS(N)) arb (.clk_i(clk_i), .rst_ni(rst_ni), .request_i(done_q), .take_i(1'b1), .grant_o(release_now));
    assign done = ({N{done_i[0]}} & ONE << done_entry_i[0 +: ENTRY]) | ({N{done_i[1]}} & ONE << done_entry_i[ENTRY +: ENTRY]) |
                  ({N{done_i[2]}} & ONE << done_entry_i[2*ENTRY +: ENTRY]) | ({N{drops}} & ONE << start_entry_o);

    // ---- Request: the lowest free entry, and the youngest one of its line ----

    wire [N-1:0] free, youngest, unused_below;
    wire         any_free;
    wire         whole = &mask_i;
    `WF_FIRST #(.WIDTH(N)) first (.bits_i(~used_q), .first_o(free), .below_o(unused_below), .any_o(any_free));
    wire         last_of_turn, stale;
    assign ready_o = any_free && !hold_i && !(last_of_turn && stale);
    assign take_o  = valid_i && ready_o;
    assign kinds_o = {write_i && !whole, write_i && whole, !write_i} & {3{take_o}};
    wire            is_new = take_o && !(|youngest);
    wire            woken;
    wire [WORD-1:0] new_word, woken_word;       // from bit 0: entry | write | whole | empty mask | of the region | count 2
    assign idle_o  = !(|used_q);

`ifdef WF_WITH_COMPRESS_NONE
    wire       region = 1'b0;
`else
    wire       region = &address_i[ADDRESS-1 -: 2+$clog2(LINE)];
`endif
`ifdef WF_WITH_PLACE_CORE
    wire [1:0] count  = write_i && whole && bursts_i < RAW ? bursts_i : RAW;
`else
    wire [1:0] count  = RAW;
`endif
    assign new_word = {count, region, !(|mask_i), whole, write_i, row_o};

    reg  [N*ADDRESS-1:0] lines_q;
    reg  [N*WORD-1:0]    behind_q;      // of each: what is behind it
    wire [ENTRY*N-1:0]   above;
    genvar e, b;
    generate
        for (e = 0; e < N; e = e + 1) begin : gen_entry
            assign youngest[e] = used_q[e] && last_q[e] && !release_now[e] && lines_q[e*ADDRESS +: ADDRESS] == address_i;
            always @(posedge clk_i) begin
                if (take_o && free[e])     lines_q[e*ADDRESS +: ADDRESS] <= address_i;
                if (take_o && youngest[e]) behind_q[e*WORD +: WORD]      <= new_word;
            end
        end
        // The number of the free one: of bit b of it, the entries whose number has it
        for (b = 0; b < ENTRY; b = b + 1) begin : gen_bit
            for (e = 0; e < N; e = e + 1) begin : gen_has
                assign above[b*N+e] = free[e] && ((e >> b) & 1) != 0;
            end
            assign row_o[b] = |above[b*N +: N];
        end
    endgenerate
    assign lines_o = lines_q;

    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            used_q <= {N{1'b0}};
            last_q <= {N{1'b0}};
            done_q <= {N{1'b0}};
        end else begin
            used_q <= (used_q & ~release_now) | (free & {N{take_o}});
            last_q <= (last_q & ~(youngest & {N{take_o}})) | (free & {N{take_o}});
            done_q <= (done_q & ~release_now) | done;
        end

    // ---- Turn ----

    reg  [ENTRY+1:0] turn_q;    // requests of it
    reg  [N-1:0]     old_q;
    reg              stale_q;   // one was old in the cycle before
    wire             turns = take_o && last_of_turn;
    assign last_of_turn = &turn_q;
    assign stale        = stale_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            turn_q  <= {ENTRY+2{1'b0}};
            old_q   <= {N{1'b0}};
            stale_q <= 1'b0;
        end else begin
            turn_q  <= turn_q + {{ENTRY+1{1'b0}}, take_o};
            old_q   <= (turns ? used_q : old_q) & ~release_now;
            stale_q <= |old_q;
        end

    // ---- What is behind the released one ----

    wire [WORD-1:0] behind;
    wire            wakes = |(release_now & ~last_q);
    `WF_MUX #(.WIDTH(WORD), .COUNT(N)) mux (.select_i(release_now), .data_i(behind_q), .data_o(behind));
    `WF_RANK #(.WIDTH(WORD)) rank (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(1'b1), .valid_i(wakes), .data_i(behind), .valid_o(woken), .data_o(woken_word)
    );
    `WF_ENGINE_START #(.OUTSTANDING(OUTSTANDING)) start (
        .clk_i(clk_i), .rst_ni(rst_ni), .new_i(is_new), .new_word_i(new_word), .woken_i(woken), .woken_word_i(woken_word), .goes_o({drops, goes_o}),
        .refused_o(refused_o), .write_o(start_write_o), .whole_o(start_whole_o), .count_o(start_count_o), .entry_o(start_entry_o)
    );
endmodule
`default_nettype wire
