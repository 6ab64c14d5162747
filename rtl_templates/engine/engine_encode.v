// SPDX-License-Identifier: Apache-2.0
`ifdef WF_METACACHE
// Lines that are written. R has an entry whose row of lines has been read, L one whose line is in a register: from there it goes through the encoder, or
// straight to the mover.
`else
// Lines that are written. R has an entry whose row of lines has been read, L one whose line is in a register.
`endif
//
//   entry 2, a partial write of bytes 32 and 64, comes in cycle 0  ->  straight_valid_o 1 in cycle 3, first burst 1, count 1
//
// More: docs/engine.md, "Row", "Line" and "Encode"
`default_nettype none
module `WF_ENGINE_ENCODE #(
    parameter LINE        = `WF_LINE,               // bytes of a line: 64 or 128
    parameter OUTSTANDING = `WF_OUTSTANDING,        // entries: 2, 4, 8, 16, 32 or 64
    parameter ADDRESS     = `WF_ADDRESS,            // bits of a line's number: 16 to 28
    parameter ENTRY       = $clog2(OUTSTANDING),    // bits of an entry's number; not to be set
    parameter BURST       = $clog2(LINE / 32),      // bits of a burst's place in a line; not to be set
    parameter SPAN        = 2 * BURST               // bits of the bursts that a mask has; not to be set
) (
    input  wire                           clk_i,            // clock, rising edge
    input  wire                           rst_ni,           // reset, low, asynchronous
    input  wire [OUTSTANDING*ADDRESS-1:0] lines_i,          // the line of each entry, entry 0 lowest
    input  wire [OUTSTANDING*SPAN-1:0]    spans_i,          // of each the bursts that its mask has, from bit 0: first | last - first
`ifdef WF_METACACHE
    input  wire                           merged_i,         // 1: an entry's row has been merged
    input  wire [ENTRY-1:0]               merged_entry_i,   // its number
    input  wire                           whole_i,          // 1: a write of a whole line starts
    input  wire                           found_i,          // 1: a partial write of a raw line, behind what starts
    input  wire [ENTRY-1:0]               found_entry_i,    // its number
`endif
    input  wire                           straight_i,       // 1: a write starts that goes as it is
    input  wire [ENTRY-1:0]               start_entry_i,    // the number of what starts
    input  wire                           start_whole_i,    // 1: it is of the whole line
    input  wire [1:0]                     start_count_i,    // it has so many bursts and one
    output wire                           read_o,           // 1: a row of lines is read, and its mask
    output wire [ENTRY-1:0]               read_row_o,       // this row
    input  wire [8*LINE-1:0]              line_i,           // what was read
    input  wire [LINE-1:0]                mask_i,           // and its mask
`ifdef WF_METACACHE
    output wire                           code_valid_o,     // 1: a line waits at the encoder's output
    input  wire                           code_pop_i,       // 1: it goes
    output wire [ENTRY-1:0]               code_entry_o,     // its entry
    output wire [ADDRESS-1:0]             code_line_o,      // its number
    output wire [1:0]                     code_count_o,     // it has so many bursts and one
    output wire [8*LINE-1:0]              code_data_o,      // these bursts
`endif
    output wire                           straight_valid_o, // 1: a line waits that needs no encoder
    input  wire                           straight_pop_i,   // 1: it goes
    output wire [ENTRY-1:0]               straight_entry_o, // its entry
    output wire [ADDRESS-1:0]             straight_line_o,  // its number
    output wire                           straight_whole_o, // 1: it is written whole
    output wire                           left_o,           // 1: one went in the cycle before whose count is not set
    output wire [ENTRY-1:0]               left_entry_o,     // its entry
    output wire [BURST-1:0]               straight_first_o, // its first burst
    output wire [1:0]                     straight_count_o, // it has so many bursts and one
    output wire [8*LINE-1:0]              straight_data_o,  // its bytes
    output wire [LINE-1:0]                straight_mask_o   // those that are written
);
    generate
        if (LINE != `WF_LINE) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (OUTSTANDING < 2 || OUTSTANDING > 64 || (OUTSTANDING & (OUTSTANDING - 1)) != 0) begin : gen_bad_outstanding
            wf_illegal_OUTSTANDING bad ();
        end
        if (ADDRESS < 16 || ADDRESS > 28) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (ENTRY != $clog2(OUTSTANDING)) begin : gen_bad_entry wf_illegal_ENTRY bad (); end
        if (BURST != $clog2(LINE / 32)) begin : gen_bad_burst wf_illegal_BURST bad (); end
        if (SPAN != 2 * BURST) begin : gen_bad_span wf_illegal_SPAN bad (); end
    endgenerate
`ifdef WF_METACACHE
    localparam [1:0]             RAW    = LINE == 64 ? 2'd1 : 2'd3;
`endif
    localparam [OUTSTANDING-1:0] ONE    = 1;

    // ---- Straight: those that wait ----

    wire [ENTRY+2:0] straight, unused_slot;
    wire             straight_has, straight_go, unused_more;
    wire [ENTRY+2:0] start_word = {start_whole_i, start_count_i, start_entry_i};
    `WF_ENGINE_QUEUE #(.WIDTH(ENTRY + 3), .DEPTH(OUTSTANDING)) straights (
        .clk_i(clk_i), .rst_ni(rst_ni), .first_i(straight_i), .first_word_i(start_word),
`ifdef WF_METACACHE
        .second_i(found_i), .second_word_i({1'b0, RAW, found_entry_i}),
`else
        .second_i(1'b0), .second_word_i(start_word),
`endif
        .valid_o(straight_has), .pop_i(straight_go), .word_o(straight), .more_o(unused_more), .slot_o(unused_slot)
    );

    // ---- L: a line ----

    reg                in_straight_q;               // L has a line that goes straight
    wire               whole_q;
    wire [ENTRY-1:0]   entry_q;
    wire [ADDRESS-1:0] line_q;
    wire [BURST-1:0]   first_q;
    wire [1:0]         count_q;
    wire [8*LINE-1:0]  data_q;
    wire [LINE-1:0]    mask_q;
    wire               encode_stays;
    wire               move = !encode_stays && !(in_straight_q && !straight_pop_i);
`ifdef WF_METACACHE
    reg                in_encode_q;                 // it has one that is encoded
    wire               encoder_ready;
    assign encode_stays = in_encode_q && !encoder_ready;
`else
    assign encode_stays = 1'b0;
`endif

    // ---- R: an entry, whose row is at the memory's output. That a straight line goes is known late, so the next one comes when R is empty ----

    reg              in_row_q, row_whole_q;
    reg  [ENTRY-1:0] row_entry_q;
    reg  [1:0]       row_count_q;
    wire             room = !in_row_q || (!in_straight_q && !encode_stays);
    wire             comes;
`ifdef WF_METACACHE
    reg              row_straight_q;
    wire [ENTRY-1:0] merged, whole, unused_merged_slot, unused_whole_slot;
    wire             merged_has, whole_has, unused_merged_more, unused_whole_more;
    `WF_ENGINE_QUEUE #(.WIDTH(ENTRY), .DEPTH(OUTSTANDING)) mergeds (
        .clk_i(clk_i), .rst_ni(rst_ni), .first_i(merged_i), .first_word_i(merged_entry_i), .second_i(1'b0), .second_word_i(merged_entry_i),
        .valid_o(merged_has), .pop_i(merged_has && room), .word_o(merged), .more_o(unused_merged_more), .slot_o(unused_merged_slot)
    );
`ifdef WF_WITH_PLACE_CORE
    assign whole_has = 1'b0;
    assign whole     = {ENTRY{1'b0}};
    assign {unused_whole_more, unused_whole_slot} = {ENTRY+1{1'b0}};
    wire unused_whole = &{1'b0, whole_i};
`else
    `WF_ENGINE_QUEUE #(.WIDTH(ENTRY), .DEPTH(OUTSTANDING)) wholes (
        .clk_i(clk_i), .rst_ni(rst_ni), .first_i(whole_i), .first_word_i(start_entry_i), .second_i(1'b0), .second_word_i(start_entry_i),
        .valid_o(whole_has), .pop_i(whole_has && !merged_has && room), .word_o(whole), .more_o(unused_whole_more), .slot_o(unused_whole_slot)
    );
`endif
    assign comes       = merged_has || whole_has || straight_has;
    assign straight_go = room && !merged_has && !whole_has && straight_has;
    assign read_row_o  = merged_has ? merged : whole_has ? whole : straight[ENTRY-1:0];
    always @(posedge clk_i)
        if (read_o) row_straight_q <= !merged_has && !whole_has;
`else
    assign comes       = straight_has;
    assign straight_go = room && straight_has;
    assign read_row_o  = straight[ENTRY-1:0];
`endif
    assign read_o = room && comes;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni)   in_row_q <= 1'b0;
        else if (room) in_row_q <= comes;
        else if (move) in_row_q <= 1'b0;
    always @(posedge clk_i)
        if (read_o) {row_entry_q, row_whole_q, row_count_q} <= {read_row_o, straight[ENTRY+2], straight[ENTRY +: 2]};

    // ---- From R to L: a straight line has all of its bursts, or those from the first to the last that have a byte in the mask ----

    wire [ADDRESS-1:0] line;
    wire [BURST-1:0]   first, behind_first;
    `WF_MUX #(.WIDTH(ADDRESS), .COUNT(OUTSTANDING)) mux_line (.select_i(ONE << row_entry_q), .data_i(lines_i), .data_o(line));
    `WF_MUX #(.WIDTH(SPAN), .COUNT(OUTSTANDING)) mux_span (.select_i(ONE << row_entry_q), .data_i(spans_i), .data_o({behind_first, first}));
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni)   in_straight_q <= 1'b0;
`ifdef WF_METACACHE
        else if (move) in_straight_q <= in_row_q && row_straight_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni)   in_encode_q <= 1'b0;
        else if (move) in_encode_q <= in_row_q && !row_straight_q;
`else
        else if (move) in_straight_q <= in_row_q;
`endif
    wire [1:0] burst_count;
    generate
        if (BURST == 1) begin : gen_count_1
            assign burst_count = {1'b0, behind_first};
        end else begin : gen_count_2
            assign burst_count = behind_first;
        end
    endgenerate
    wire             unused_valid;
    `WF_RANK #(.WIDTH(ADDRESS + ENTRY + 1 + BURST + 2 + 8 * LINE + LINE), .STALLS(1)) rank (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(move), .valid_i(in_row_q),
        .data_i({line, row_entry_q, row_whole_q, row_whole_q ? {BURST{1'b0}} : first, row_whole_q ? row_count_q : burst_count, line_i,
                 mask_i | {LINE{row_whole_q}}}),
        .valid_o(unused_valid), .data_o({line_q, entry_q, whole_q, first_q, count_q, data_q, mask_q})
    );
`ifdef WF_METACACHE
    wire             leaves = straight_pop_i && !whole_q;
`else
    wire             leaves = straight_pop_i;
`endif
    `WF_RANK #(.WIDTH(ENTRY)) rank_left (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(1'b1), .valid_i(leaves), .data_i(entry_q), .valid_o(left_o), .data_o(left_entry_o)
    );
    assign straight_valid_o = in_straight_q;
    assign straight_entry_o = entry_q;
    assign straight_line_o  = line_q;
    assign straight_whole_o = whole_q;
    assign straight_first_o = first_q;
    assign straight_count_o = count_q;
    assign straight_data_o  = data_q;
    assign straight_mask_o  = mask_q;
`ifdef WF_METACACHE

    // ---- The encoder ----

    `WF_ENGINE_ENCODER #(.LINE(LINE), .SIDE(ADDRESS + ENTRY)) encoder (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(in_encode_q), .ready_o(encoder_ready), .side_i({line_q, entry_q}), .block_i(data_q),
        .valid_o(code_valid_o), .ready_i(code_pop_i), .side_o({code_line_o, code_entry_o}), .count_o(code_count_o), .payload_o(code_data_o)
    );
`endif
endmodule
`default_nettype wire
