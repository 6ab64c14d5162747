// SPDX-License-Identifier: Apache-2.0
//
// What stands in place of the cache of counts, the codec and the memories where the rest of the engine is proven: anything that keeps engine_counts.svh and engine_codec.svh.
// The file that includes it proves what these are owed. Of the data of a line, and of a code, the codec holds
// still one bit, BIT, the first one of byte BYTE.
`include "engine_counts.svh"
`include "engine_codec.svh"
`ifndef BYTE
`define BYTE 0
`endif
`define BIT 8 * `BYTE
module unit_engine_cache #(
    parameter LINE = 64, parameter OUTSTANDING = 2, parameter BLOCKS = 1, parameter KBYTES = 2, parameter WAYS = 1, parameter FETCH = 32, parameter ADDRESS = 16,
    parameter ENTRY = $clog2(OUTSTANDING), parameter PLACE = BLOCKS > 1 ? $clog2(BLOCKS) : 1, parameter COUNT = $clog2(4 * FETCH),
    parameter SET = $clog2(1024 * KBYTES / FETCH / WAYS), parameter TAG = ADDRESS + 4 - SET - COUNT, parameter NUMBER = ADDRESS - COUNT, parameter DATA = 8 * FETCH
) (
    input  wire                           clk_i, rst_ni, look_i, set_i, fetch_pop_i, return_i, walk_i, back_pop_i,
    input  wire [OUTSTANDING*ADDRESS-1:0] lines_i,
    input  wire [ENTRY:0]                 look_word_i, return_id_i,
    input  wire [ADDRESS-1:0]             look_line_i,
    input  wire [ADDRESS+ENTRY+1:0]       set_word_i,
    output wire                           found_ask_o, found_straight_o, set_o, miss_o, write_o, merges_o, fill_o, fetch_valid_o, walked_o, back_waits_o,
    output wire                           evicts_o, hit_o, idle_o, cache_read_o,
    output wire [ENTRY-1:0]               entry_o,
    output wire [ADDRESS-1:0]             line_o,
    output wire [1:0]                     count_o,
    output wire [PLACE-1:0]               fetch_place_o,
    output wire [NUMBER-1:0]              fetch_block_o, back_block_o,
    input  wire [255:0]                   return_data_i,
    input  wire [ADDRESS+3:0]             walk_line_i,
    output wire [DATA-1:0]                back_data_o,
    output wire [SET-1:0]                 cache_read_set_o, cache_set_o,
    input  wire [WAYS*TAG-1:0]            cache_tags_i,
    input  wire [WAYS*DATA-1:0]           cache_blocks_i,
    output wire [WAYS-1:0]                cache_tags_write_o, cache_blocks_write_o,
    output wire [TAG-1:0]                 cache_tag_o,
    output wire [DATA-1:0]                cache_block_o
);
    (* anyconst *) wire [ADDRESS+1:0] followed;     // a line, and its count before the first cycle
    (* anyseq *) wire [7:0]         does;
    (* anyseq *) wire [ENTRY-1:0]   entry;
    (* anyseq *) wire [ADDRESS-1:0] line;
    (* anyseq *) wire [1:0]         count;
    (* anyseq *) wire [NUMBER-1:0]  back_block, fetch_block;
    (* anyseq *) wire [PLACE-1:0]   place;
    (* anyseq *) wire [DATA-1:0]    data;
    assign {found_ask_o, found_straight_o, set_o, write_o, fetch_valid_o, back_waits_o, idle_o, walked_o} = does;
    assign {entry_o, line_o, count_o, back_block_o, fetch_block_o, back_data_o, fetch_place_o} = {entry, line, count, back_block, fetch_block, data, place};
    wire                   owed, kept, mine;
    wire [OUTSTANDING-1:0] looks, sets;
    wire [1:0]             newest;
    counts_contract #(.N(OUTSTANDING), .ADDRESS(ADDRESS), .RAW(LINE == 64 ? 1 : 3)) contract (
        .clk_i(clk_i), .run_i(rst_ni), .line_i(followed[ADDRESS-1:0]), .first_i(followed[ADDRESS +: 2]), .lines_i(lines_i), .look_i(look_i), .set_i(set_i),
        .found_ask_i(found_ask_o), .found_straight_i(found_straight_o), .set_done_i(set_o), .found_write_i(write_o), .walk_i(walk_i), .idle_i(idle_o),
        .look_word_i(look_word_i), .look_line_i(look_line_i), .found_line_i(line_o), .set_word_i(set_word_i), .found_entry_i(entry_o), .found_count_i(count_o),
        .walk_outside_i(walk_line_i[ADDRESS+3 -: 4]), .owed_o(owed), .kept_o(kept), .looks_o(looks), .sets_o(sets), .mine_o(mine), .newest_o(newest)
    );
    always @(posedge clk_i)
        if (rst_ni) assume (kept);
endmodule
module unit_engine_encoder #(parameter LINE = 64, parameter SIDE = 17, parameter N = `OUTSTANDING) (
    input  wire              clk_i, rst_ni, valid_i, ready_i,
    output wire              ready_o, valid_o,
    input  wire [SIDE-1:0]   side_i,
    input  wire [8*LINE-1:0] block_i,
    output wire [SIDE-1:0]   side_o,
    output wire [1:0]        count_o,
    output wire [8*LINE-1:0] payload_o
);
    (* anyseq *) wire [SIDE+3:0]   any;
    (* anyseq *) wire [8*LINE-1:0] payload;
    wire              owed, kept;
    wire [N-1:0]      in;
    wire [N*SIDE-1:0] sides;
    assign {ready_o, valid_o, side_o, count_o} = any;
    assign payload_o = payload;
    codec_contract #(.N(N), .SIDE(SIDE), .REST(3)) contract (
        .clk_i(clk_i), .run_i(rst_ni), .enters_i(valid_i && ready_o), .side_i(side_i), .valid_i(valid_o), .ready_i(ready_i), .out_side_i(side_o),
        .out_rest_i({count_o, payload_o[`BIT]}), .owed_o(owed), .kept_o(kept), .in_o(in), .sides_o(sides)
    );
    always @(posedge clk_i)
        if (rst_ni) assume (kept && count_o <= (LINE == 64 ? 1 : 3));
endmodule
module unit_engine_decoder #(parameter LINE = 64, parameter HEAD = 1, parameter SIDE = 2, parameter N = `OUTSTANDING) (
    input  wire              clk_i, rst_ni, valid_i, ready_i, compressed_i,
    output wire              ready_o, valid_o,
    input  wire [SIDE-1:0]   side_i,
    input  wire [8*LINE-1:0] payload_i,
    output wire [SIDE-1:0]   side_o,
    output wire [8*LINE-1:0] block_o
);
    (* anyseq *) wire [SIDE+1:0]   any;
    (* anyseq *) wire [8*LINE-1:0] block;
    wire              owed, kept;
    wire [N-1:0]      in;
    wire [N*SIDE-1:0] sides;
    assign {ready_o, valid_o, side_o} = any;
    assign block_o = block;
    codec_contract #(.N(N), .SIDE(SIDE), .REST(1)) contract (
        .clk_i(clk_i), .run_i(rst_ni), .enters_i(valid_i && ready_o), .side_i(side_i), .valid_i(valid_o), .ready_i(ready_i), .out_side_i(side_o),
        .out_rest_i(block_o[`BIT]), .owed_o(owed), .kept_o(kept), .in_o(in), .sides_o(sides)
    );
    always @(posedge clk_i)
        if (rst_ni) assume (kept);
endmodule
// A row for each entry. What is read while it is written is anything
module unit_ram #(
    parameter WORDS = 2, parameter BITS = 1, parameter PART = BITS, parameter PORTS = 2, parameter ADDRESS = $clog2(WORDS)
) (
    input  wire                 clk_i, on_i, read_i,
    input  wire [ADDRESS-1:0]   read_addr_i, write_addr_i,
    input  wire [BITS/PART-1:0] write_i,
    input  wire [BITS-1:0]      write_data_i,
    output wire [BITS-1:0]      read_data_o
);
    (* anyseq *) wire [BITS-1:0] any;
    reg  [2*BITS-1:0] rows_q;
    reg  [BITS-1:0]   data_q;
    wire              clash = read_i && |write_i && read_addr_i == write_addr_i;
    genvar p;
    generate
        for (p = 0; p < BITS / PART; p = p + 1) begin : gen_part
            always @(posedge clk_i) begin
                if (write_i[p] && write_addr_i == 0) rows_q[p*PART +: PART]      <= write_data_i[p*PART +: PART];
                if (write_i[p] && write_addr_i == 1) rows_q[BITS+p*PART +: PART] <= write_data_i[p*PART +: PART];
            end
        end
    endgenerate
    always @(posedge clk_i)
        if (read_i) data_q <= clash ? any : read_addr_i == 0 ? rows_q[0 +: BITS] : read_addr_i == 1 ? rows_q[BITS +: BITS] : any;
    assign read_data_o = data_q;
endmodule
