// SPDX-License-Identifier: Apache-2.0
// The loads that wait for blocks, one or several for each: an entry each, with the number of the miss; mask and user are in a memory with a row an entry.
// In: loads from decide; the miss whose fill the walk works on; which answers enter the stages, and which are past look. Out: the next answer of that fill.
//
//   entries 0, 1 and 3 in use, of misses 2, 0 and 2; the walk works on miss 2  ->  the answer of entry 0 enters, then that of entry 3; a load takes entry 2, the next one entry 4
//   a request in decide lets what is behind it come again                      ->  so do the answers that are not past look
//
// More: docs/avc.md, "Walk"
`default_nettype none
module `WF_AVC_LOADS #(
    parameter LANES  = `WF_LANES,                           // lanes of the warp
    parameter LOADS  = `WF_LOADS,                           // entries: a power of two, 1 to 64
    parameter MISSES = `WF_MISSES,                          // blocks that are asked for at once
    parameter USER   = `WF_USER,                            // bits of user
    parameter ENTRY  = MISSES > 1 ? $clog2(MISSES) : 1,     // bits of the number of a miss; not to be set
    parameter ROW    = LOADS > 1 ? $clog2(LOADS) : 1        // bits of the number of an entry; not to be set
) (
    input  wire                  clk_i,         // clock, rising edge
    input  wire                  rst_ni,        // reset, low, asynchronous

    // Decide
    output wire                  free_o,        // 1: an entry is free
    input  wire                  take_i,        // 1: a load takes the next one
    input  wire [ENTRY-1:0]      entry_i,       // the miss that it waits for
    input  wire [LANES-1:0]      mask_i,        // its lanes
    input  wire [USER-1:0]       user_i,        // its user

    // Walk and stages
    input  wire [ENTRY-1:0]      own_entry_i,   // the miss whose fill the walk works on
    output wire                  any_o,         // 1: a load waits for it whose answer is not in the stages
    output wire [ROW-1:0]        answer_row_o,  // the lowest such one
    input  wire                  send_i,        // 1: its answer enters the stages
    input  wire                  restart_i,     // 1: the stages before decide are emptied
    input  wire                  leaves_i,      // 1: an answer goes from look to decide
    input  wire [ROW-1:0]        look_row_i,    // of this entry

    // The memory of masks and users
    output wire                  write_o,       // 1: it is written
    output wire [ROW-1:0]        row_o,         // in this row
    output wire [USER+LANES-1:0] data_o         // from bit 0: mask | user
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (LOADS < 1 || LOADS > 64 || (LOADS & (LOADS - 1)) != 0) begin : gen_bad_loads wf_illegal_LOADS bad (); end
        if (MISSES < 1 || MISSES > 64 || (MISSES & (MISSES - 1)) != 0) begin : gen_bad_misses wf_illegal_MISSES bad (); end
        if (USER < 1 || USER > 64) begin : gen_bad_user wf_illegal_USER bad (); end
        if (ENTRY != (MISSES > 1 ? $clog2(MISSES) : 1)) begin : gen_bad_entry wf_illegal_ENTRY bad (); end
        if (ROW != (LOADS > 1 ? $clog2(LOADS) : 1)) begin : gen_bad_row wf_illegal_ROW bad (); end
    endgenerate

    reg  [LOADS-1:0]      used_q, sent_q;
    reg  [ROW-1:0]        next_q;       // the entry that the next load takes, chosen a cycle before
    reg                   free_q;       // there is one
    reg                   write_q;      // a load took one in the cycle before
    reg  [ROW-1:0]        row_q;        // this
    reg  [USER+LANES-1:0] data_q;       // with this mask and user
    reg                   leaves_q;     // an answer left look in the cycle before
    reg  [ROW-1:0]        left_q;       // of this entry
    reg                   restart_q;    // the stages were emptied in the cycle before
    wire [LOADS-1:0]      next, taken, free, of_own, answer, gone, unused_free_below, unused_own_below;
    wire                  any_free;
    wire [ROW-1:0]        free_row;
    `WF_FIRST #(.WIDTH(LOADS)) first_free (
        .bits_i(~used_q & ~taken & ~next), .first_o(free), .below_o(unused_free_below), .any_o(any_free)
    );
    `WF_FIRST #(.WIDTH(LOADS)) first_own (.bits_i(of_own), .first_o(answer), .below_o(unused_own_below), .any_o(any_o));
    assign free_o = free_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            {used_q, sent_q} <= {2*LOADS{1'b0}};
            {free_q, write_q, leaves_q, restart_q} <= 4'b0000;
            next_q           <= {ROW{1'b0}};
        end else begin
            used_q  <= (used_q | taken) & ~gone;
            sent_q  <= ((sent_q & ~{LOADS{restart_q}}) | (answer & {LOADS{send_i}})) & ~next;
            {write_q, leaves_q, restart_q} <= {take_i, leaves_i, restart_i};
            if (take_i || !free_q) {next_q, free_q} <= {free_row, any_free};
        end
    genvar k;
    generate
        for (k = 0; k < LOADS; k = k + 1) begin : gen_entry
            reg [ENTRY-1:0] miss_q;
            always @(posedge clk_i)
                if (next[k]) miss_q <= entry_i;
            assign next[k]   = free_q && next_q == k;
            assign taken[k]  = write_q && row_q == k;
            assign of_own[k] = used_q[k] && (!sent_q[k] || restart_q) && miss_q == own_entry_i;
            assign gone[k]   = leaves_q && left_q == k;
        end
    endgenerate

    // ---- The memory, through a register; numbers of entries ----

    always @(posedge clk_i)
        {row_q, data_q, left_q} <= {next_q, user_i, mask_i, look_row_i};
    assign {write_o, row_o, data_o} = {write_q, row_q, data_q};
    `WF_AVC_NUMBER #(.COUNT(LOADS)) free_number (.bits_i(free), .number_o(free_row));
    `WF_AVC_NUMBER #(.COUNT(LOADS)) answer_number (.bits_i(answer), .number_o(answer_row_o));
endmodule
`default_nettype wire
