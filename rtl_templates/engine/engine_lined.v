// SPDX-License-Identifier: Apache-2.0
// A queue of entries, each with some bits, and the line of the oldest one in a register. An entry comes with its line, so what comes to an empty queue does not
// wait for a choice among the lines.
//
//   entry 2 comes in cycle 0, and its line is 9  ->  from cycle 1 on valid_o 1, its word at word_o, line_o 9
`default_nettype none
module `WF_ENGINE_LINED #(
    parameter OUTSTANDING = `WF_OUTSTANDING,        // entries: 2, 4, 8, 16, 32 or 64
    parameter ADDRESS     = `WF_ADDRESS,            // bits of a line's number: 16 to 28
    parameter BESIDE      = 1,                      // bits beside an entry's number
    parameter ENTRY       = $clog2(OUTSTANDING)     // bits of an entry's number; not to be set
) (
    input  wire                           clk_i,          // clock, rising edge
    input  wire                           rst_ni,         // reset, low, asynchronous: it is empty
    input  wire                           first_i,        // 1: an entry comes
    input  wire [BESIDE+ENTRY-1:0]        first_word_i,   // from bit 0: its number | what stands beside it
    input  wire [ADDRESS-1:0]             first_line_i,   // its line
    input  wire                           second_i,       // 1: an entry comes, behind the first one
    input  wire [BESIDE+ENTRY-1:0]        second_word_i,  // the same
    input  wire [ADDRESS-1:0]             second_line_i,  // its line
    input  wire [OUTSTANDING*ADDRESS-1:0] lines_i,        // the line of each entry, entry 0 lowest
    output wire                           valid_o,        // 1: there is an entry
    input  wire                           pop_i,          // 1: the oldest one leaves
    output wire [BESIDE+ENTRY-1:0]        word_o,         // the oldest one
    output wire [ADDRESS-1:0]             line_o          // its line
);
    generate
        if (OUTSTANDING < 2 || OUTSTANDING > 64 || (OUTSTANDING & (OUTSTANDING - 1)) != 0) begin : gen_bad_outstanding
            wf_illegal_OUTSTANDING bad ();
        end
        if (ADDRESS < 16 || ADDRESS > 28) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (BESIDE < 1) begin : gen_bad_beside wf_illegal_BESIDE bad (); end
        if (ENTRY != $clog2(OUTSTANDING)) begin : gen_bad_entry wf_illegal_ENTRY bad (); end
    endgenerate

    localparam [OUTSTANDING-1:0] ONE = 1;
    wire                    more;
    wire [BESIDE+ENTRY-1:0] slot;
    wire [ADDRESS-1:0]      line;
    wire                    unused_beside = &{1'b0, slot[ENTRY +: BESIDE]};
    reg  [ADDRESS-1:0]      line_q;
    `WF_ENGINE_QUEUE #(.WIDTH(BESIDE + ENTRY), .DEPTH(OUTSTANDING)) queue (
        .clk_i(clk_i), .rst_ni(rst_ni), .first_i(first_i), .first_word_i(first_word_i), .second_i(second_i), .second_word_i(second_word_i),
        .valid_o(valid_o), .pop_i(pop_i), .word_o(word_o), .more_o(more), .slot_o(slot)
    );
    `WF_MUX #(.WIDTH(ADDRESS), .COUNT(OUTSTANDING)) mux (.select_i(ONE << slot[ENTRY-1:0]), .data_i(lines_i), .data_o(line));
    always @(posedge clk_i)
        if (pop_i || !valid_o) line_q <= more ? line : first_i ? first_line_i : second_line_i;
    assign line_o = line_q;
endmodule
`default_nettype wire
