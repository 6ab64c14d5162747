// SPDX-License-Identifier: Apache-2.0
// The blocks that memory is asked for, by loads or by a store that fetches: an entry each, with the lanes that are asked for and whether its fill has come.
// A fill goes through a register to the memory of fills, in the row of its entry.
// In: what misses, and what joins it, from decide; fills; from the walk when it begins with a fill and when that ends. Out: the entry of the walk; which
// blocks are busy, compared in look.
//
//   MISSES 4, entries 0 and 2 in use, of blocks 9 and 5  ->  a miss takes entry 1, the next one entry 3; a fill of block 5 goes to entry 2; blocks 5 and 9 are busy
//
// More: docs/avc.md, "Fills" and "Look"
`default_nettype none
module `WF_AVC_MISSES #(
    parameter LANES   = `WF_LANES,                          // lanes of the warp
    parameter ADDRESS = `WF_ADDRESS,                        // bits of a block number
    parameter MISSES  = `WF_MISSES,                         // entries: a power of two, 1 to 64
    parameter VECTORS = `WF_VECTORS,                        // vectors of a line of the AVC
    parameter BLOCK   = 32 * LANES,                         // bits of the words; not to be set
    parameter LINE    = ADDRESS - $clog2(VECTORS),          // bits of the number of a line of the AVC; not to be set
    parameter ENTRY   = MISSES > 1 ? $clog2(MISSES) : 1     // bits of an entry's number; not to be set
) (
    input  wire               clk_i,            // clock, rising edge
    input  wire               rst_ni,           // reset, low, asynchronous
    input  wire               go_i,             // 1: the stages move

    // Decide
    output wire               free_o,           // 1: an entry is free
    output wire               joinable_o,       // 1: the block in decide is asked for, and a load may still wait for it
    input  wire               ask_i,            // 1: if the stages move, a block is asked for, and takes the next entry
    input  wire               join_i,           // 1: the same: a load joins those of its block
    input  wire [ADDRESS-1:0] block_i,          // the block
    input  wire [LANES-1:0]   mask_i,           // the lanes
    input  wire               mixed_i,          // the caches have words of it
`ifdef WF_WITH_L1_STORE_FETCH
    input  wire               fetch_i,          // it is a store that fetches
`endif
    input  wire               busy_i,           // the block was busy in look
    output wire [ENTRY-1:0]   entry_o,          // the entry that is taken, or joined
    input  wire               end_i,            // 1: if the stages move, the entry of the walk becomes free

    // The stream fill
    input  wire               fill_valid_i,     // 1: a fill
    input  wire [ADDRESS-1:0] fill_address_i,   // its block
    input  wire [BLOCK-1:0]   fill_data_i,      // its words

    // Vector, and look behind it
    input  wire [ADDRESS-1:0] vector_block_i,   // in vector: a block
    input  wire [LINE-1:0]    vector_line_i,    // the line that would leave the AVC
    input  wire [ADDRESS-1:0] vector_drop_i,    // the block that would leave the L1
    input  wire [ADDRESS-1:0] look_block_i,     // the same in look
    input  wire [LINE-1:0]    look_line_i,      // the line that would leave the AVC
    input  wire [ADDRESS-1:0] look_drop_i,      // the block that would leave the L1
    output wire               busy_o,           // 1: the block is asked for
    output wire               busy_line_o,      // 1: a block of the line is
    output wire               busy_drop_o,      // 1: the block that would leave is

    // Walk
    output wire               used_o,           // 1: some entry is in use
    output wire               filled_o,         // 1: some entry has its fill
    input  wire               begin_i,          // 1: if the stages move, the walk takes the one whose turn it is
    output wire [ADDRESS-1:0] own_block_o,      // the block of the entry of the walk
    output wire [LANES-1:0]   own_mask_o,       // its lanes, as they were when it began
    output wire               own_mixed_o,      // the caches have words of it
`ifdef WF_WITH_L1_STORE_FETCH
    output wire               own_fetch_o,      // it is that of a store that fetches
`endif
    output wire [ENTRY-1:0]   own_entry_o,      // its number

    // The memory of fills
    output wire [ENTRY-1:0]   fill_read_row_o,  // the row that the walk would begin with
    output wire               fill_write_o,     // 1: it is written
    output wire [ENTRY-1:0]   fill_row_o,       // in this row
    output wire [BLOCK-1:0]   fill_data_o       // with these words
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (ADDRESS < 8 || ADDRESS > 32) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (MISSES < 1 || MISSES > 64 || (MISSES & (MISSES - 1)) != 0) begin : gen_bad_misses wf_illegal_MISSES bad (); end
        if (VECTORS < 1 || VECTORS > 16 || (VECTORS & (VECTORS - 1)) != 0) begin : gen_bad_vectors wf_illegal_VECTORS bad (); end
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
        if (LINE != ADDRESS - $clog2(VECTORS)) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (ENTRY != (MISSES > 1 ? $clog2(MISSES) : 1)) begin : gen_bad_entry wf_illegal_ENTRY bad (); end
    endgenerate
`ifdef WF_WITH_L1_STORE_FETCH
    localparam HEAD = ADDRESS + 2;
    wire [HEAD-1:0] head = {fetch_i, mixed_i, block_i};
`else
    localparam HEAD = ADDRESS + 1;
    wire [HEAD-1:0] head = {mixed_i, block_i};
`endif
    localparam BODY = HEAD + LANES;

    // ---- Entries ----

    reg  [MISSES-1:0]       used_q, filled_q;
    reg  [ENTRY-1:0]        next_q;                 // the one that the next miss takes, chosen a cycle before
    reg                     free_q;                 // there is one
    reg                     join_q;                 // a load joined in the cycle before
    reg  [MISSES-1:0]       join_entry_q;           // this one, one-hot
    reg  [LANES-1:0]        join_mask_q;            // with these lanes
    reg  [MISSES-1:0]       own_q;                  // the one that the walk works on, one-hot
    reg                     works_q;                // it works on one
    reg  [MISSES-1:0]       same_q;                 // the one of the block in decide, one-hot, or 0
    reg                     write_q;                // a fill is written
    reg  [MISSES-1:0]       row_q;                  // to the entry, one-hot
    wire [MISSES-1:0]       free, ready, arrives;   // the lowest free one behind that; the one whose turn it is; the one that a fill goes to
    wire [MISSES-1:0]       same, same_line, same_drop, unused_free_below;
    wire                    any_free;
    wire [ENTRY-1:0]        free_entry, same_entry;
    wire [MISSES*BODY-1:0]  bodies;
    wire [MISSES-1:0]       next;                   // next_q, one-hot, or 0
    wire                    takes = ask_i && go_i, begins = begin_i && go_i, over = end_i && go_i;
    wire [MISSES-1:0]       take = next & {MISSES{takes}};
    wire [MISSES-1:0]       ends = own_q & {MISSES{over}};
    wire [MISSES-1:0]       written = row_q & {MISSES{write_q}};
    wire [MISSES-1:0]       works = own_q & {MISSES{works_q}};
    reg                     turn_q;                 // a fill is next: that of this entry, one-hot, chosen a cycle before
    reg  [MISSES-1:0]       ready_q;
    wire [MISSES-1:0]       waits = filled_q & ~works & ~(ready_q & {MISSES{turn_q}});
    `WF_FIRST #(.WIDTH(MISSES)) first_free (.bits_i(~used_q & ~next), .first_o(free), .below_o(unused_free_below), .any_o(any_free));
    `WF_ARB #(.PORTS(MISSES), .GRANTS(1)) turn (.clk_i(clk_i), .rst_ni(rst_ni), .request_i(waits), .take_i(!turn_q), .grant_o(ready));
    assign filled_o = turn_q;
    assign free_o   = free_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            {used_q, filled_q} <= {2*MISSES{1'b0}};
            {works_q, free_q, join_q, turn_q} <= 4'b0000;
            next_q             <= {ENTRY{1'b0}};
        end else begin
            used_q   <= (used_q | take) & ~ends;
            filled_q <= (filled_q | written) & ~works;
            works_q  <= begins || (works_q && !over);
            join_q   <= join_i && go_i;
            turn_q   <= turn_q ? !begins : |waits;
            if (takes || !free_q) {next_q, free_q} <= {free_entry, any_free};
        end
    always @(posedge clk_i)
        if (!turn_q) ready_q <= ready;
    always @(posedge clk_i)
        if (busy_i) {join_entry_q, join_mask_q} <= {same_q, mask_i};
    genvar n;
    generate
        for (n = 0; n < MISSES; n = n + 1) begin : gen_entry
            reg  [HEAD-1:0]    head_q;
            reg  [LANES-1:0]   mask_q;
            wire [ADDRESS-1:0] block_q = head_q[ADDRESS-1:0];
            always @(posedge clk_i) begin
                if (next[n]) head_q <= head;
                if (next[n] || (join_q && join_entry_q[n])) mask_q <= next[n] ? mask_i : mask_q | join_mask_q;
            end
            assign next[n]      = free_q && next_q == n;
            assign arrives[n]   = fill_valid_i && used_q[n] && !filled_q[n] && !written[n] && !works[n] && block_q == fill_address_i;
            assign same[n]      = used_q[n] && block_q == look_block_i;
            assign same_line[n] = used_q[n] && block_q[ADDRESS-1 -: LINE] == look_line_i;
            assign same_drop[n] = used_q[n] && block_q == look_drop_i;
            assign bodies[n*BODY +: BODY] = {mask_q, head_q};
        end
    endgenerate
    assign used_o = |used_q;

    // ---- Look: with the one that is taken in this cycle ----

    reg  behind_q, behind_line_q, behind_drop_q;    // what is in look came there behind this block; compared in vector
    wire now      = ask_i && behind_q;
    wire now_line = ask_i && behind_line_q;
    wire now_drop = ask_i && behind_drop_q;
    always @(posedge clk_i)
        if (go_i) begin
            behind_q      <= vector_block_i == look_block_i;
            behind_line_q <= vector_line_i == look_block_i[ADDRESS-1 -: LINE];
            behind_drop_q <= vector_drop_i == look_block_i;
        end
    assign {busy_o, busy_line_o, busy_drop_o} = {|same || now, |same_line || now_line, |same_drop || now_drop};
    wire [MISSES-1:0] same_now = same | (next & {MISSES{now}});
    reg               joinable_q;
    always @(posedge clk_i)
        if (go_i) {same_q, joinable_q} <= {same_now, |(same & ~works) || now};
    assign joinable_o = joinable_q;

    // ---- The entry of the walk, in registers of its own, since long paths begin at them ----

    wire [BODY-1:0]  own_body;
    reg  [BODY-1:0]  own_body_q;
    reg  [ENTRY-1:0] own_entry_q;
    `WF_MUX #(.WIDTH(BODY), .COUNT(MISSES)) mux_own (.select_i(ready_q), .data_i(bodies), .data_o(own_body));
    always @(posedge clk_i)
        if (begin_i) {own_q, own_entry_q, own_body_q} <= {ready_q, fill_read_row_o, own_body};
`ifdef WF_WITH_L1_STORE_FETCH
    assign {own_mask_o, own_fetch_o, own_mixed_o, own_block_o} = own_body_q;
`else
    assign {own_mask_o, own_mixed_o, own_block_o} = own_body_q;
`endif
    assign own_entry_o = own_entry_q;

    // ---- Fills, and numbers of entries ----

    reg [BLOCK-1:0]   data_q;
    assign entry_o = busy_i ? same_entry : next_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) write_q <= 1'b0;
        else         write_q <= |arrives;
    always @(posedge clk_i)
        if (fill_valid_i) {row_q, data_q} <= {arrives, fill_data_i};
    assign {fill_write_o, fill_data_o} = {write_q, data_q};
    `WF_AVC_NUMBER #(.COUNT(MISSES)) fill_number (.bits_i(row_q), .number_o(fill_row_o));
    `WF_AVC_NUMBER #(.COUNT(MISSES)) own_number (.bits_i(ready_q), .number_o(fill_read_row_o));
    `WF_AVC_NUMBER #(.COUNT(MISSES)) free_number (.bits_i(free), .number_o(free_entry));
    `WF_AVC_NUMBER #(.COUNT(MISSES)) same_number (.bits_i(same_q), .number_o(same_entry));
endmodule
`default_nettype wire
