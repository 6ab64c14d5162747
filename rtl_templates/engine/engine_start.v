// SPDX-License-Identifier: Apache-2.0
// Starts an entry in each cycle: the one that was woken, else the oldest of those that are behind none. In the next cycle it tells where it goes.
//
//   a read of a line of the region comes in cycle 0 and nothing is woken  ->  goes_o 00010 in cycle 2: it asks at once
//
// More: docs/engine.md, "Start"
`default_nettype none
module `WF_ENGINE_START #(
    parameter OUTSTANDING = `WF_OUTSTANDING,        // entries: 2, 4, 8, 16, 32 or 64
    parameter ADDRESS     = `WF_ADDRESS,            // bits of a line's number: 16 to 28
    parameter ENTRY       = $clog2(OUTSTANDING)     // bits of an entry's number; not to be set
) (
    input  wire                           clk_i,          // clock, rising edge
    input  wire                           rst_ni,         // reset, low, asynchronous
    input  wire [OUTSTANDING*ADDRESS-1:0] lines_i,        // the line of each entry, entry 0 lowest
    input  wire                           new_i,          // 1: an entry comes that is behind none
    input  wire [ENTRY+5:0]               new_word_i,     // from bit 0: entry | write | whole | empty mask | of the region | count 2
    input  wire [ADDRESS-1:0]             new_line_i,     // its line
    input  wire                           woken_i,        // 1: an entry was woken
    input  wire [ENTRY+5:0]               woken_word_i,   // the same of it
    input  wire [ADDRESS-1:0]             woken_line_i,   // its line
    output wire [4:0]                     goes_o,         // what has started goes, from bit 0: to lookups, asks, wholes, straight, or is done
    output wire                           refused_o,      // 1: it is a write of the region
    output wire                           write_o,        // it is a write
    output wire                           whole_o,        // of the whole line
    output wire [1:0]                     count_o,        // its line has so many bursts and one
    output wire [ENTRY-1:0]               entry_o,        // its number
    output wire [ADDRESS-1:0]             line_o          // its line
);
    generate
        if (OUTSTANDING < 2 || OUTSTANDING > 64 || (OUTSTANDING & (OUTSTANDING - 1)) != 0) begin : gen_bad_outstanding
            wf_illegal_OUTSTANDING bad ();
        end
        if (ADDRESS < 16 || ADDRESS > 28) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (ENTRY != $clog2(OUTSTANDING)) begin : gen_bad_entry wf_illegal_ENTRY bad (); end
    endgenerate

    wire               has, starts, empty, region;
    wire [ENTRY+5:0]   oldest;
    wire [ADDRESS-1:0] oldest_line;
    `WF_ENGINE_LINED #(.OUTSTANDING(OUTSTANDING), .ADDRESS(ADDRESS), .BESIDE(6)) news (
        .clk_i(clk_i), .rst_ni(rst_ni), .first_i(new_i), .first_word_i(new_word_i), .first_line_i(new_line_i), .second_i(1'b0),
        .second_word_i(new_word_i), .second_line_i(new_line_i), .lines_i(lines_i), .valid_o(has), .pop_i(has && !woken_i), .word_o(oldest),
        .line_o(oldest_line)
    );
    `WF_RANK #(.WIDTH(ENTRY + 6 + ADDRESS)) rank (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(1'b1), .valid_i(woken_i || has),
        .data_i(woken_i ? {woken_line_i, woken_word_i} : {oldest_line, oldest}), .valid_o(starts),
        .data_o({line_o, count_o, region, empty, whole_o, write_o, entry_o})
    );

    wire dropped = write_o && (region || empty);
    assign refused_o = starts && write_o && region;
    assign goes_o[4] = starts && dropped;
`ifdef WF_WITH_COMPRESS_NONE
    assign goes_o[3:0] = {write_o && !dropped, 1'b0, !write_o, 1'b0} & {4{starts}};
`endif
`ifdef WF_METACACHE
    wire whole = write_o && whole_o && !dropped;
    wire ask   = !write_o && region;
    wire look  = !ask && !whole && !dropped;
`ifdef WF_WITH_PLACE_CORE
    assign goes_o[3:0] = {whole, 1'b0, ask, look} & {4{starts}};
`else
    assign goes_o[3:0] = {1'b0, whole, ask, look} & {4{starts}};
`endif
`endif
endmodule
`default_nettype wire
