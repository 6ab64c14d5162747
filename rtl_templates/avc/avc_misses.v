// SPDX-License-Identifier: Apache-2.0
// The loads that wait for memory, and the stores that fetch: an entry each, with block, mask, user, and whether its fill has come. A fill goes through a register to the memory of
// fills, in the row of its entry.
// In: loads that miss, from decide; fills; from the walk the entry of the fill that it works on. Out: that entry; which blocks are busy.
//
//   MISSES 4, entries 0 and 2 in use, of blocks 9 and 5  ->  the next load takes entry 1; a fill of block 5 goes to entry 2; blocks 5 and 9 are busy
//
// More: docs/avc.md, "Fills" and "Look"
`default_nettype none
module `WF_AVC_MISSES #(
    parameter LANES   = `WF_LANES,                          // lanes of the warp
    parameter ADDRESS = `WF_ADDRESS,                        // bits of a block number
    parameter MISSES  = `WF_MISSES,                         // entries: 1, 2, 4 or 8
    parameter VECTORS = `WF_VECTORS,                        // vectors of a line of the AVC
    parameter USER    = `WF_USER,                           // bits of user
    parameter BLOCK   = 32 * LANES,                         // bits of the words; not to be set
    parameter LINE    = ADDRESS - $clog2(VECTORS),          // bits of the number of a line of the AVC; not to be set
    parameter ENTRY   = MISSES > 1 ? $clog2(MISSES) : 1     // bits of an entry's number; not to be set
) (
    input  wire               clk_i,            // clock, rising edge
    input  wire               rst_ni,           // reset, low, asynchronous

    // Decide
    output wire               free_o,           // 1: an entry is free
    input  wire               take_i,           // 1: a load takes the lowest free one
    input  wire [ADDRESS-1:0] block_i,          // its block
    input  wire [LANES-1:0]   mask_i,           // its lanes
    input  wire [USER-1:0]    user_i,           // its user
`ifdef WF_WITH_L1_STORE_FETCH
    input  wire               fetch_i,          // it is a store that fetches
`endif
    input  wire               end_i,            // 1: the entry of the walk becomes free

    // The stream fill
    input  wire               fill_valid_i,     // 1: a fill
    input  wire [ADDRESS-1:0] fill_address_i,   // its block
    input  wire [BLOCK-1:0]   fill_data_i,      // its words

    // Look
    input  wire [ADDRESS-1:0] look_block_i,     // a block
    input  wire [LINE-1:0]    look_line_i,      // the line that would leave the AVC
    input  wire [ADDRESS-1:0] look_drop_i,      // the block that would leave the L1
    output wire               busy_o,           // 1: a load of the block is under way
    output wire               busy_line_o,      // 1: a load of a block of the line
    output wire               busy_drop_o,      // 1: a load of the block that would leave

    // Walk
    output wire               used_o,           // 1: some entry is in use
    output wire               filled_o,         // 1: some entry has its fill
    input  wire               begin_i,          // 1: the walk takes the lowest one that has
    output wire [ADDRESS-1:0] own_block_o,      // the block of the entry of the walk
    output wire [LANES-1:0]   own_mask_o,       // its mask
    output wire [USER-1:0]    own_user_o,       // its user
`ifdef WF_WITH_L1_STORE_FETCH
    output wire               own_fetch_o,      // it is that of a store that fetches
`endif
    output wire [ENTRY-1:0]   own_row_o,        // its number

    // The memory of fills
    output wire               fill_write_o,     // 1: it is written
    output wire [ENTRY-1:0]   fill_row_o,       // in this row
    output wire [BLOCK-1:0]   fill_data_o       // with these words
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (ADDRESS < 8 || ADDRESS > 32) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (MISSES != 1 && MISSES != 2 && MISSES != 4 && MISSES != 8) begin : gen_bad_misses wf_illegal_MISSES bad (); end
        if (VECTORS < 1 || VECTORS > 16 || (VECTORS & (VECTORS - 1)) != 0) begin : gen_bad_vectors wf_illegal_VECTORS bad (); end
        if (USER < 1 || USER > 64) begin : gen_bad_user wf_illegal_USER bad (); end
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
        if (LINE != ADDRESS - $clog2(VECTORS)) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (ENTRY != (MISSES > 1 ? $clog2(MISSES) : 1)) begin : gen_bad_entry wf_illegal_ENTRY bad (); end
    endgenerate
`ifdef WF_WITH_L1_STORE_FETCH
    localparam BODY = ADDRESS + LANES + USER + 1;
    wire [BODY-1:0] body = {fetch_i, user_i, mask_i, block_i};
`else
    localparam BODY = ADDRESS + LANES + USER;
    wire [BODY-1:0] body = {user_i, mask_i, block_i};
`endif

    // ---- Entries ----

    reg  [MISSES-1:0]       used_q, filled_q;
    reg  [MISSES-1:0]       own_q;                  // the one that the walk works on, one-hot
    wire [MISSES-1:0]       free, ready, arrives;   // the lowest free one; the lowest that has its fill; those that a fill goes to
    wire [MISSES-1:0]       same, same_line, same_drop, unused_free_below, unused_ready_below;
    wire [MISSES*BODY-1:0]  bodies;
    wire [MISSES-1:0]       take = free & {MISSES{take_i}};
    wire [MISSES-1:0]       ends = own_q & {MISSES{end_i}};
    `WF_FIRST #(.WIDTH(MISSES)) first_free (.bits_i(~used_q), .first_o(free), .below_o(unused_free_below), .any_o(free_o));
    `WF_FIRST #(.WIDTH(MISSES)) first_filled (.bits_i(filled_q), .first_o(ready), .below_o(unused_ready_below), .any_o(filled_o));
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) {used_q, filled_q} <= {2*MISSES{1'b0}};
        else begin
            used_q   <= (used_q | take) & ~ends;
            filled_q <= (filled_q | arrives) & ~ends;
        end
    genvar n;
    generate
        for (n = 0; n < MISSES; n = n + 1) begin : gen_entry
            reg  [BODY-1:0]    body_q;
            wire [ADDRESS-1:0] block_q = body_q[ADDRESS-1:0];
            always @(posedge clk_i)
                if (take[n]) body_q <= body;
            assign arrives[n]   = fill_valid_i && used_q[n] && !filled_q[n] && block_q == fill_address_i;
            assign same[n]      = used_q[n] && block_q == look_block_i;
            assign same_line[n] = used_q[n] && block_q[ADDRESS-1 -: LINE] == look_line_i;
            assign same_drop[n] = used_q[n] && block_q == look_drop_i;
            assign bodies[n*BODY +: BODY] = body_q;
        end
    endgenerate
    assign {busy_o, busy_line_o, busy_drop_o} = {|same, |same_line, |same_drop};
    assign used_o = |used_q;

    // ---- The entry of the walk, in registers of its own, since long paths begin at them ----

    wire [BODY-1:0]  own_body;
    wire [ENTRY-1:0] own_row;
    reg  [BODY-1:0]  own_body_q;
    reg  [ENTRY-1:0] own_row_q;
    `WF_MUX #(.WIDTH(BODY), .COUNT(MISSES)) mux_own (.select_i(ready), .data_i(bodies), .data_o(own_body));
    always @(posedge clk_i)
        if (begin_i) {own_q, own_row_q, own_body_q} <= {ready, own_row, own_body};
`ifdef WF_WITH_L1_STORE_FETCH
    assign {own_fetch_o, own_user_o, own_mask_o, own_block_o} = own_body_q;
`else
    assign {own_user_o, own_mask_o, own_block_o} = own_body_q;
`endif
    assign own_row_o = own_row_q;

    // ---- Fills, and numbers of entries ----

    reg              write_q;
    reg [MISSES-1:0] row_q;         // one-hot
    reg [BLOCK-1:0]  data_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) write_q <= 1'b0;
        else         write_q <= |arrives;
    always @(posedge clk_i)
        if (fill_valid_i) {row_q, data_q} <= {arrives, fill_data_i};
    assign {fill_write_o, fill_data_o} = {write_q, data_q};
    generate
        if (MISSES > 1) begin : gen_numbers
            wire [MISSES*ENTRY-1:0] numbers;
            for (n = 0; n < MISSES; n = n + 1) begin : gen_number
                localparam [31:0] NUMBER = n;
                assign numbers[n*ENTRY +: ENTRY] = NUMBER[ENTRY-1:0];
            end
            `WF_MUX #(.WIDTH(ENTRY), .COUNT(MISSES)) fill_number (.select_i(row_q), .data_i(numbers), .data_o(fill_row_o));
            `WF_MUX #(.WIDTH(ENTRY), .COUNT(MISSES)) own_number (.select_i(ready), .data_i(numbers), .data_o(own_row));
        end else begin : gen_one
            assign {fill_row_o, own_row} = 2'b00;
            wire unused_row = &{1'b0, row_q};
        end
    endgenerate
endmodule
`default_nettype wire
