// SPDX-License-Identifier: Apache-2.0
//
// What leaves (docs/engine.md, "Command"): the engine with anything in place of the cache of counts and the codec. Proven in every state: the count that is set is
// that of the command of the line's write, and its line, entry and time are that command's; the mover gets as many bursts as each command of a write says,
// from the same one on, those of a code and of a block whole; and no block is read, and no line, while a block waits to be written back.
`default_nettype none
module formal (
    input wire         clk_i,
    input wire         request_valid_i, request_write_i, request_user_i, flush_valid_i, flushed_ready_i, return_valid_i, response_ready_i, command_ready_i, data_ready_i,
    input wire [`ADDRESS-1:0] request_address_i,
    input wire [`LINE-1:0]    request_mask_i,
    input wire [8*`LINE-1:0]  request_data_i,
    input wire [$clog2(`OUTSTANDING):0] return_id_i,
    input wire [255:0] return_data_i
);
    localparam N = `OUTSTANDING, ENTRY = $clog2(N), ADDRESS = `ADDRESS, LINE = `LINE, BURST = $clog2(LINE / 32), COUNT = $clog2(4 * `FETCH);
    reg run_q = 1'b0;   // reset in the first cycle
    always @(posedge clk_i) run_q <= 1'b1;
    unit_engine #(.OUTSTANDING(N), .BLOCKS(`BLOCKS), .KBYTES(`KBYTES), .WAYS(`WAYS), .FETCH(`FETCH), .ADDRESS(ADDRESS), .USER(1)) engine (
        .clk_i(clk_i), .rst_ni(run_q), .request_valid_i(request_valid_i), .request_write_i(request_write_i), .request_address_i(request_address_i),
        .request_mask_i(request_mask_i), .request_data_i(request_data_i), .request_user_i(request_user_i), .flush_valid_i(flush_valid_i), .flush_user_i(1'b0),
        .return_valid_i(return_valid_i), .return_id_i(return_id_i), .return_data_i(return_data_i), .response_ready_i(response_ready_i),
        .command_ready_i(command_ready_i), .data_ready_i(data_ready_i), .flushed_ready_i(flushed_ready_i)
    );

    // What goes into the queue of commands, and to the mover in the same cycle
    (* hierconn *) wire \engine.slice.commands.go , \engine.slice.commands.room , \engine.slice.loads , \engine.slice.code_pop , \engine.slice.straight_pop ;
    (* hierconn *) wire \engine.slice.back , \engine.slice.back_pop , \engine.slice.sets ;
    (* hierconn *) wire [ADDRESS+BURST+ENTRY+3:0] \engine.slice.commands.command ;
    (* hierconn *) wire [ADDRESS+ENTRY+1:0]       \engine.slice.set_word ;
    (* hierconn *) wire [ENTRY-1:0]  \engine.slice.code_entry ;
    (* hierconn *) wire [ADDRESS-1:0] \engine.slice.code_line , \engine.slice.straight_line ;
    (* hierconn *) wire [ADDRESS-COUNT-1:0] \engine.slice.back_block ;
    (* hierconn *) wire [BURST-1:0]  \engine.slice.load_first , \engine.slice.straight_first ;
    (* hierconn *) wire [1:0]        \engine.slice.load_count , \engine.slice.code_count , \engine.slice.straight_count ;
    (* hierconn *) wire [LINE-1:0]   \engine.slice.load_mask ;
    wire               goes = \engine.slice.commands.go && \engine.slice.commands.room ;
    wire               code = \engine.slice.code_pop , straight = \engine.slice.straight_pop , back = \engine.slice.back_pop ;
    wire               write;
    wire [ENTRY:0]     id;
    wire [ADDRESS-1:0] line;
    wire [BURST-1:0]   first;
    wire [1:0]         bursts;
    assign {bursts, line, first, id, write} = \engine.slice.commands.command ;
    always @(posedge clk_i)
        if (run_q) begin
            assert (\engine.slice.sets == code);
            assert (!code || (line == \engine.slice.code_line && first == 0 && bursts == \engine.slice.code_count ));
            assert (!code || \engine.slice.set_word == {line, bursts, \engine.slice.code_entry });
            assert (!straight || (line == \engine.slice.straight_line && first == \engine.slice.straight_first && bursts == \engine.slice.straight_count ));
            assert (!back || {line, first} == {{BURST+COUNT{1'b1}}, \engine.slice.back_block });
            assert ((goes && write) == (code || straight || back) && !(code && straight) && !(back && (code || straight)));
            assert (\engine.slice.loads == (goes && write));
            assert (!(goes && write && !back) || \engine.slice.load_first == first);
            assert (!(goes && write) || \engine.slice.load_count == bursts);
            assert (!(code || back) || (&\engine.slice.load_mask && \engine.slice.load_first == 0));
            assert (!(goes && \engine.slice.back ) || back);
        end
    wire unused = &{1'b0, id};
endmodule

// Anything
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
    (* anyseq *) wire found_ask, found_straight, set_done, found_write, fetch, walked, back, idle;
    (* anyseq *) wire [ENTRY-1:0]   entry;
    (* anyseq *) wire [ADDRESS-1:0] line;
    (* anyseq *) wire [1:0]         count;
    (* anyseq *) wire [NUMBER-1:0]  back_block, fetch_block;
    assign {found_ask_o, found_straight_o, set_o, write_o, fetch_valid_o, back_waits_o, idle_o, walked_o} =
        {found_ask, found_straight, set_done, found_write, fetch, back, idle, walked};
    assign {entry_o, line_o, count_o, back_block_o, fetch_block_o} = {entry, line, count, back_block, fetch_block};
endmodule
// Anything that comes, in any cycle
module unit_engine_encoder #(parameter LINE = 64, parameter SIDE = 1) (
    input  wire              clk_i, rst_ni, valid_i, ready_i,
    output wire              ready_o, valid_o,
    input  wire [SIDE-1:0]   side_i,
    input  wire [8*LINE-1:0] block_i,
    output wire [SIDE-1:0]   side_o,
    output wire [1:0]        count_o,
    output wire [8*LINE-1:0] payload_o
);
    (* anyseq *) wire [SIDE+3:0] any;
    assign {ready_o, valid_o, side_o, count_o} = any;
    assign payload_o = {8*LINE{1'b0}};
endmodule
module unit_engine_decoder #(parameter LINE = 64, parameter HEAD = 1, parameter SIDE = 2) (
    input  wire              clk_i, rst_ni, valid_i, ready_i, compressed_i,
    output wire              ready_o, valid_o,
    input  wire [SIDE-1:0]   side_i,
    input  wire [8*LINE-1:0] payload_i,
    output wire [SIDE-1:0]   side_o,
    output wire [8*LINE-1:0] block_o
);
    (* anyseq *) wire [SIDE+1:0] any;
    assign {ready_o, valid_o, side_o} = any;
    assign block_o = {8*LINE{1'b0}};
endmodule
`default_nettype wire
