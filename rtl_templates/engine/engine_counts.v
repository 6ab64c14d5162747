// SPDX-License-Identifier: Apache-2.0
// The counts of the stream state, from reset on, modulo 2^32. What a cycle adds stands in a register and is added in the next one, to what is shown and to
// what is kept: so the counts show all that has happened, and are on no path of what they count.
//
//   a line of 2 bursts is written in cycle 0  ->  from cycle 1 on line_bursts_written is 2 more
//
// More: docs/engine.md, "Counts"
`default_nettype none
`ifdef WF_METACACHE
module `WF_ENGINE_COUNTS #(
    parameter FETCH = `WF_FETCH             // bytes of a block of counts: 32 or 64
) (
`else
module `WF_ENGINE_COUNTS (
`endif
    input  wire             clk_i,          // clock, rising edge
    input  wire             rst_ni,         // reset, low, asynchronous: all counts become 0
    input  wire [2:0]       kinds_i,        // a request is taken, from bit 0: a read, a write of a whole line, a partial one
    input  wire             refused_i,      // 1: a write of the region is dropped
`ifdef WF_METACACHE
    input  wire             merges_i,       // 1: a partial write of a compressed line
    input  wire             hit_i,          // 1: an operation of the cache that is no fill hits
    input  wire             miss_i,         // 1: it misses
    input  wire             fill_i,         // 1: a fill
    input  wire             evicts_i,       // 1: a dirty block leaves
    input  wire             block_read_i,   // 1: a block is asked for
    input  wire             block_write_i,  // 1: a block is written back
`endif
    input  wire             line_read_i,    // 1: a line is asked for
    input  wire [1:0]       read_count_i,   // of so many bursts and one
    input  wire             line_write_i,   // 1: a line is written
    input  wire [1:0]       write_count_i,  // of so many bursts and one
    output wire [13*32-1:0] counts_o        // the counts, in the order of the stream
);
`ifdef WF_METACACHE
    generate
        if (FETCH != 32 && FETCH != 64) begin : gen_bad_fetch wf_illegal_FETCH bad (); end
    endgenerate

`endif
    // What is added to each
    wire [2:0]      reads  = ({1'b0, read_count_i} + 3'd1) & {3{line_read_i}};
    wire [2:0]      writes = ({1'b0, write_count_i} + 3'd1) & {3{line_write_i}};
    wire [13*3-1:0] adds;
    assign adds[8:0]   = {2'd0, kinds_i[2], 2'd0, kinds_i[1], 2'd0, kinds_i[0]};
    assign adds[14:12] = {2'd0, refused_i};
    assign adds[32:27] = {writes, reads};
`ifdef WF_METACACHE
    localparam [2:0] BLOCK = FETCH == 64 ? 3'd2 : 3'd1;
    assign adds[11:9]  = {2'd0, merges_i};
    assign adds[26:15] = {2'd0, evicts_i, 2'd0, fill_i, 2'd0, miss_i, 2'd0, hit_i};
    assign adds[38:33] = {BLOCK & {3{block_write_i}}, BLOCK & {3{block_read_i}}};
`else
    assign adds[11:9]  = 3'd0;
    assign adds[26:15] = 12'd0;
    assign adds[38:33] = 6'd0;
`endif

    // Simulations and proofs may define what a count is after a reset
`ifndef `WF_COUNT_RESET
`define `WF_COUNT_RESET 32'd0
`endif
    genvar n;
    generate
        for (n = 0; n < 13; n = n + 1) begin : gen_count
            reg  [2:0]  adds_q;
            reg  [31:0] count_q;
            wire [31:0] count = count_q + {29'd0, adds_q};
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni) begin
                    adds_q  <= 3'd0;
                    count_q <= ``WF_COUNT_RESET;
                end else begin
                    adds_q  <= adds[3*n +: 3];
                    count_q <= count;
                end
            assign counts_o[32*n +: 32] = count;
        end
    endgenerate
endmodule
`default_nettype wire
