// SPDX-License-Identifier: Apache-2.0
// The commands to DRAM, one in a cycle, through a queue of two: a block that is written back, a block that is read, a line that is read, a line that is
// written, whichever is there first in this order. A write goes to the mover at the same time; a block waits for it, and nothing is read before.
//
//   entry 2 asks for line 9 of 4 bursts, with count 1  ->  command_o in the next cycle: a read, id 2, address 36, bursts 1
//
// More: docs/engine.md, "Command"
`default_nettype none
module `WF_ENGINE_COMMAND #(
    parameter LINE        = `WF_LINE,               // bytes of a line: 64 or 128
    parameter OUTSTANDING = `WF_OUTSTANDING,        // entries: 2, 4, 8, 16, 32 or 64
    parameter ADDRESS     = `WF_ADDRESS,            // bits of a line's number: 16 to 28
`ifdef WF_METACACHE
    parameter FETCH       = `WF_FETCH,              // bytes of a block of counts: 32 or 64
    parameter PLACE       = 1,                      // bits of a block's place
    parameter NUMBER      = 16,                     // bits of a block's number
`endif
    parameter ENTRY       = $clog2(OUTSTANDING),    // bits of an entry's number; not to be set
    parameter BURST       = $clog2(LINE / 32),      // bits of a burst's place in a line; not to be set
    parameter WORD        = ADDRESS + BURST + ENTRY + 4     // bits of a command; not to be set
) (
    input  wire                           clk_i,           // clock, rising edge
    input  wire                           rst_ni,          // reset, low, asynchronous
    input  wire [OUTSTANDING*ADDRESS-1:0] lines_i,         // the line of each entry, entry 0 lowest
    input  wire                           ask_i,           // 1: an entry comes whose line is read
    input  wire [ENTRY+2:0]               ask_word_i,      // from bit 0: entry | write | count 2
    input  wire [ADDRESS-1:0]             ask_line_i,      // its line
`ifdef WF_METACACHE
    input  wire                           found_i,         // 1: another one, behind the first
    input  wire [ENTRY+2:0]               found_word_i,    // the same of it
    input  wire [ADDRESS-1:0]             found_line_i,    // its line
    input  wire                           back_valid_i,    // 1: a block waits to be written back
    output wire                           back_pop_o,      // 1: it goes
    input  wire [NUMBER-1:0]              back_block_i,    // its number
    input  wire                           fetch_valid_i,   // 1: a block waits to be read
    output wire                           fetch_pop_o,     // 1: the command goes
    input  wire [PLACE-1:0]               fetch_place_i,   // its place
    input  wire [NUMBER-1:0]              fetch_block_i,   // its number
    input  wire                           code_valid_i,    // 1: a line waits at the encoder's output
    output wire                           code_pop_o,      // 1: it goes
    input  wire [ADDRESS-1:0]             code_line_i,     // its number
    input  wire [1:0]                     code_count_i,    // it has so many bursts and one
`endif
    input  wire                           straight_valid_i, // 1: a line waits that needs no encoder
    output wire                           straight_pop_o,  // 1: it goes
    input  wire [ADDRESS-1:0]             straight_line_i, // its number
    input  wire [BURST-1:0]               straight_first_i, // its first burst
    input  wire [1:0]                     straight_count_i, // it has so many bursts and one
    input  wire                           mover_free_i,    // 1: the mover takes a line or a block
    output wire                           loads_o,         // 1: the mover gets a line or a block
    output wire                           asks_o,          // 1: a line is asked for
    output wire [ENTRY+2:0]               asks_word_o,     // of this entry: entry | write | count 2
    output wire                           valid_o,         // 1: a command
    input  wire                           ready_i,         // 1: it is taken
    output wire [WORD-1:0]                command_o        // from bit 0: write | id | address | bursts 2
);
    generate
        if (LINE != `WF_LINE) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (OUTSTANDING < 2 || OUTSTANDING > 64 || (OUTSTANDING & (OUTSTANDING - 1)) != 0) begin : gen_bad_outstanding
            wf_illegal_OUTSTANDING bad ();
        end
        if (ADDRESS < 16 || ADDRESS > 28) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (ENTRY != $clog2(OUTSTANDING)) begin : gen_bad_entry wf_illegal_ENTRY bad (); end
        if (BURST != $clog2(LINE / 32)) begin : gen_bad_burst wf_illegal_BURST bad (); end
        if (WORD != ADDRESS + BURST + ENTRY + 4) begin : gen_bad_word wf_illegal_WORD bad (); end
`ifdef WF_METACACHE
        if (FETCH != 32 && FETCH != 64) begin : gen_bad_fetch wf_illegal_FETCH bad (); end
        if (PLACE < 1) begin : gen_bad_place wf_illegal_PLACE bad (); end
        if (NUMBER < 1) begin : gen_bad_number wf_illegal_NUMBER bad (); end
`endif
    endgenerate

    wire               room, ask, ask_go, straight_go;
    wire [ENTRY+2:0]   word;
    wire [ADDRESS-1:0] ask_line;
    `WF_ENGINE_LINED #(.OUTSTANDING(OUTSTANDING), .ADDRESS(ADDRESS), .BESIDE(3)) asks (
        .clk_i(clk_i), .rst_ni(rst_ni), .first_i(ask_i), .first_word_i(ask_word_i), .first_line_i(ask_line_i),
`ifdef WF_METACACHE
        .second_i(found_i), .second_word_i(found_word_i), .second_line_i(found_line_i),
`else
        .second_i(1'b0), .second_word_i(ask_word_i), .second_line_i(ask_line_i),
`endif
        .lines_i(lines_i), .valid_o(ask), .pop_i(asks_o), .word_o(word), .line_o(ask_line)
    );

    // ---- Choose ----

    wire [WORD-1:0] ask_command      = {word[ENTRY+1 +: 2], ask_line, {BURST{1'b0}}, 1'b0, word[ENTRY-1:0], 1'b0};
    wire [WORD-1:0] straight_command = {straight_count_i, straight_line_i, straight_first_i, {ENTRY+1{1'b0}}, 1'b1};
    wire [WORD-1:0] command;
    wire            go;
`ifdef WF_METACACHE
    localparam       BLOCK_BURST = FETCH / 64;              // bits of a burst's place in a block
    localparam [1:0] BLOCK_LAST  = FETCH == 64 ? 2'd1 : 2'd0;
    localparam       HIGH        = ADDRESS + BURST - NUMBER - BLOCK_BURST;
    wire             back_go  = back_valid_i && mover_free_i;
    wire             fetch_go = !back_valid_i && fetch_valid_i;
    wire             none     = !back_valid_i && !fetch_valid_i && !ask;     // nothing waits but lines that are written
    wire             code_go  = code_valid_i && !straight_valid_i && none && mover_free_i;
    assign ask_go      = ask && !back_valid_i && !fetch_valid_i;
    assign straight_go = straight_valid_i && none && mover_free_i;
    assign go          = fetch_go || ask_go || ((back_valid_i || straight_valid_i || code_valid_i) && mover_free_i);
    assign back_pop_o  = back_go && room;
    assign fetch_pop_o = fetch_go && room;
    assign code_pop_o  = code_go && room;
    // What waits at the encoder's output is known late
    wire             may_back = room && mover_free_i && back_valid_i;
    wire             may_line = room && mover_free_i && none;
    assign loads_o     = may_back || (may_line && (straight_valid_i || code_valid_i));

    // The region ends where the channel ends
    wire [ADDRESS+BURST-1:0] back_place, fetch_place;
    generate
        if (BLOCK_BURST == 0) begin : gen_burst
            assign back_place  = {{HIGH{1'b1}}, back_block_i};
            assign fetch_place = {{HIGH{1'b1}}, fetch_block_i};
        end else begin : gen_bursts
            assign back_place  = {{HIGH{1'b1}}, back_block_i, 1'b0};
            assign fetch_place = {{HIGH{1'b1}}, fetch_block_i, 1'b0};
        end
    endgenerate
    wire [ENTRY-1:0] place;
    generate
        if (PLACE < ENTRY) begin : gen_place
            assign place = {{ENTRY-PLACE{1'b0}}, fetch_place_i};
        end else begin : gen_whole
            assign place = fetch_place_i;
        end
    endgenerate
    `WF_MUX #(.WIDTH(WORD), .COUNT(5)) mux (
        .select_i({back_go, fetch_go, ask_go, straight_go, code_go}),
        .data_i({BLOCK_LAST, back_place, {ENTRY+1{1'b0}}, 1'b1, BLOCK_LAST, fetch_place, 1'b1, place, 1'b0, ask_command, straight_command,
                 code_count_i, code_line_i, {BURST{1'b0}}, {ENTRY+1{1'b0}}, 1'b1}),
        .data_o(command)
    );
`else
    assign ask_go      = ask;
    assign straight_go = straight_valid_i && !ask && mover_free_i;
    assign go          = ask_go || straight_go;
    assign loads_o     = straight_pop_o;
    assign command     = ask_go ? ask_command : straight_command;
`endif
    assign asks_o         = ask_go && room;
    assign asks_word_o    = word;
    assign straight_pop_o = straight_go && room;

    `WF_SPILL #(.WIDTH(WORD), .BYPASS(0)) spill (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(go), .ready_o(room), .data_i(command), .valid_o(valid_o), .ready_i(ready_i), .data_o(command_o)
    );
endmodule
`default_nettype wire
