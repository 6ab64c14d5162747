// SPDX-License-Identifier: Apache-2.0
`ifdef WF_METACACHE
// Answers. D has an entry whose row of codes has been read. Its bursts go through the decoder, and the line answers a read, or fills what a partial write
// leaves out of its row of lines.
`else
// Answers. D has an entry whose row of codes has been read: the line.
`endif
//
//   entry 2, a read, is to be decoded in cycle 0; its row is read  ->  D has it in cycle 1
`ifdef WF_METACACHE
//   a decoder of one cycle                                         ->  the line goes to the queue of responses in cycle 2
`endif
//
// More: docs/engine.md, "Decode" and "Answer"
`default_nettype none
module `WF_ENGINE_DECODE #(
    parameter LINE        = `WF_LINE,               // bytes of a line: 64 or 128
    parameter OUTSTANDING = `WF_OUTSTANDING,        // entries: 2, 4, 8, 16, 32 or 64
    parameter USER        = `WF_USER,               // bits of user: 1 to 64
    parameter ENTRY       = $clog2(OUTSTANDING)     // bits of an entry's number; not to be set
) (
    input  wire              clk_i,             // clock, rising edge
    input  wire              rst_ni,            // reset, low, asynchronous
    input  wire              valid_i,           // 1: an entry is to be decoded
    output wire              pop_o,             // 1: it comes into D, and its rows of the memories are read
    input  wire [ENTRY+2:0]  word_i,            // from bit 0: entry | write | count 2
    input  wire [8*LINE-1:0] code_i,            // what was read: bursts
`ifdef WF_METACACHE
    input  wire [LINE-1:0]   mask_i,            // and the mask
`endif
    input  wire [USER-1:0]   user_i,            // and user
`ifdef WF_METACACHE
    output wire              merges_o,          // 1: a line is merged in this cycle
    output wire [ENTRY-1:0]  merged_o,          // into the row of lines of this entry
    output wire [LINE-1:0]   merged_write_o,    // bit i: byte i is written
    output wire [8*LINE-1:0] merged_data_o,     // with these bytes
`endif
    output wire              done_o,            // 1: an entry has its answer
    output wire [ENTRY-1:0]  done_entry_o,      // its number
    output wire              valid_o,           // 1: an answer
    input  wire              ready_i,           // 1: it is taken
`ifdef WF_WITH_PLACE_CORE
    output wire [1:0]        bursts_o,          // it has so many bursts and one
`endif
    output wire [8*LINE-1:0] data_o,            // its line
    output wire [USER-1:0]   user_o             // its user
);
    generate
        if (LINE != `WF_LINE) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (OUTSTANDING < 2 || OUTSTANDING > 64 || (OUTSTANDING & (OUTSTANDING - 1)) != 0) begin : gen_bad_outstanding
            wf_illegal_OUTSTANDING bad ();
        end
        if (USER < 1 || USER > 64) begin : gen_bad_user wf_illegal_USER bad (); end
        if (ENTRY != $clog2(OUTSTANDING)) begin : gen_bad_entry wf_illegal_ENTRY bad (); end
    endgenerate

    // ---- D ----

    reg                in_q;
    reg  [ENTRY+2:0]   word_q;
    wire               taken, room;
    wire [ENTRY-1:0]   entry = word_q[ENTRY-1:0];
    assign pop_o = valid_i && (!in_q || taken);
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni)             in_q <= 1'b0;
        else if (!in_q || taken) in_q <= valid_i;
    always @(posedge clk_i)
        if (pop_o) word_q <= word_i;

`ifdef WF_METACACHE
    // ---- The decoder. Bursts that were not asked for are 0: which ones is known with the entry ----

    localparam [1:0]   RAW = LINE == 64 ? 2'd1 : 2'd3;
    wire               write = word_q[ENTRY];
    reg                compressed_q;
    reg  [LINE/32-1:1] asked_q;
    wire [8*LINE-1:0]  code;
    always @(posedge clk_i)
        if (pop_o) compressed_q <= word_i[ENTRY+1 +: 2] < RAW;
    genvar u;
    generate
        for (u = 0; u < LINE / 32; u = u + 1) begin : gen_burst
            localparam [1:0] HERE = u;
            if (u == 0) begin : gen_first
                assign code[255:0] = code_i[255:0];
            end else begin : gen_more
                always @(posedge clk_i)
                    if (pop_o) asked_q[u] <= word_i[ENTRY+1 +: 2] >= HERE;
                assign code[256*u +: 256] = code_i[256*u +: 256] & {256{asked_q[u]}};
            end
        end
    endgenerate

    wire               enters, decoder_ready, decoded, give;
    wire [8*LINE-1:0]  block;
    wire [LINE-1:0]    mask;
    wire [ENTRY-1:0]   block_entry;
    wire               block_write;
    reg                merge_q;
`ifdef WF_WITH_PLACE_CORE
    wire [1:0]         count = word_q[ENTRY+1 +: 2];
    assign block_write = 1'b1;
    assign enters      = in_q && write;
    assign taken       = write ? decoder_ready : room;
    assign give        = merge_q;
    assign done_o      = in_q && !write && room;
    assign done_entry_o = entry;
    `WF_ENGINE_DECODER #(.LINE(LINE), .HEAD(ENTRY), .SIDE(LINE + ENTRY)) decoder (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(enters), .ready_o(decoder_ready), .compressed_i(compressed_q), .side_i({mask_i, entry}),
        .payload_i(code), .valid_o(decoded), .ready_i(give), .side_o({mask, block_entry}), .block_o(block)
    );
    `WF_SPILL #(.WIDTH(2 + USER + 8 * LINE), .BYPASS(0)) spill (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(in_q && !write), .ready_o(room), .data_i({count, user_i, code}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({bursts_o, user_o, data_o})
    );
`else
    wire               unused_count = &{1'b0, word_q[ENTRY+1 +: 2]};
    wire [USER-1:0]    user;
    assign enters      = in_q;
    assign taken       = decoder_ready;
    assign give        = block_write ? merge_q : room;
    assign done_o      = decoded && !block_write && room;
    assign done_entry_o = block_entry;
    `WF_ENGINE_DECODER #(.LINE(LINE), .HEAD(1 + ENTRY), .SIDE(LINE + USER + 1 + ENTRY)) decoder (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(enters), .ready_o(decoder_ready), .compressed_i(compressed_q),
        .side_i({mask_i, user_i, write, entry}), .payload_i(code), .valid_o(decoded), .ready_i(give),
        .side_o({mask, user, block_write, block_entry}), .block_o(block)
    );
    `WF_SPILL #(.WIDTH(USER + 8 * LINE), .BYPASS(0)) spill (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(decoded && !block_write), .ready_o(room), .data_i({user, block}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, data_o})
    );
`endif
    // A line that is merged is told a cycle before, while it waits at the decoder's output: nothing else writes to lines then
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) merge_q <= 1'b0;
        else         merge_q <= decoded && block_write && !merge_q;
    assign merges_o       = merge_q;
    assign merged_o       = block_entry;
    assign merged_write_o = ~mask & {LINE{merges_o}};
    assign merged_data_o  = block;
`else
    assign taken        = room;
    assign done_o       = in_q && room;
    assign done_entry_o = entry;
    wire unused_word = &{1'b0, word_q[ENTRY +: 3]};
    `WF_SPILL #(.WIDTH(USER + 8 * LINE), .BYPASS(0)) spill (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(in_q), .ready_o(room), .data_i({user_i, code_i}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, data_o})
    );
`endif
endmodule
`default_nettype wire
