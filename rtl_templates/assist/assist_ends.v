// SPDX-License-Identifier: Apache-2.0
// Of the instances that are over one is chosen in a cycle, in turn, and told in the next one.
//
//   over_i 0101 in cycle 0, the last one was 0  ->  ends_o 0100 in cycle 0, told_o 1 with entry 2 in cycle 1
//
// Nothing is chosen in the cycle of a kill.
// More: docs/assist.md, "Done"
`default_nettype none
module `WF_ASSIST_ENDS #(
    parameter ENTRIES = `WF_ENTRIES,    // entries: 4, 8, 16 or 32
    parameter WARP    = 1,              // bits of a warp's number, from 1
    parameter ROUTINE = 1,              // bits of a routine's number, from 1
    parameter ENTRY   = $clog2(ENTRIES) // bits of an entry's number; not to be set
) (
    input  wire               clk_i,        // clock, rising edge
    input  wire               rst_ni,       // reset, low, asynchronous: none is told
    input  wire [ENTRIES-1:0] over_i,       // bit e: instance e is over
    input  wire [ENTRIES-1:0] cut_i,        // bit e: it was cut
    input  wire [ENTRIES*(1+WARP+ROUTINE)-1:0] keys_i, // priority, warp and routine of each
    input  wire               kill_i,       // 1: a kill is taken
    output wire [ENTRIES-1:0] ends_o,       // bit e: it is chosen
    output wire               ends_any_o,   // 1: one is
    output wire [ENTRY-1:0]   ends_entry_o, // this one
    output wire               told_o,       // 1: the one that was chosen in the cycle before
    output wire [ENTRY-1:0]   told_entry_o, // its entry
    output wire               told_cut_o,   // 1: it was cut
    output wire               told_high_o,  // its priority
    output wire [WARP-1:0]    told_warp_o,  // its warp
    output wire [ROUTINE-1:0] told_routine_o // its routine
);
    generate
        if (ENTRIES < 4 || ENTRIES > 32 || (ENTRIES & (ENTRIES - 1)) != 0) begin : gen_bad_entries wf_illegal_ENTRIES bad (); end
        if (WARP < 1) begin : gen_bad_warp wf_illegal_WARP bad (); end
        if (ROUTINE < 1) begin : gen_bad_routine wf_illegal_ROUTINE bad (); end
        if (ENTRY != $clog2(ENTRIES)) begin : gen_bad_entry wf_illegal_ENTRY bad (); end
    endgenerate
    localparam KEY = 1 + WARP + ROUTINE;

    reg  [ENTRIES-1:0] after_q;     // those behind the one that was chosen last come first
    wire [ENTRIES-1:0] grant, after;
    wire [KEY-1:0]     key;
    `WF_PICK #(.PORTS(ENTRIES), .GRANTS(1)) turn (.request_i(over_i), .after_i(after_q), .grant_o(grant), .after_o(after));
    `WF_MUX #(.WIDTH(KEY), .COUNT(ENTRIES)) of_key (.select_i(grant), .data_i(keys_i), .data_o(key));

    // The number of the entry whose bit is 1
    reg [ENTRY-1:0] number;
    integer         i;
    always @* begin
        number = {ENTRY{1'b0}};
        for (i = 0; i < ENTRIES; i = i + 1) number = number | (i[ENTRY-1:0] & {ENTRY{grant[i]}});
    end

    reg             told_q, cut_q;
    reg [ENTRY-1:0] entry_q;
    reg [KEY-1:0]   key_q;
    assign ends_o       = grant & {ENTRIES{!kill_i}};
    assign ends_any_o   = |over_i && !kill_i;
    assign ends_entry_o = number;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            told_q  <= 1'b0;
            after_q <= {ENTRIES{1'b1}};
        end else begin
            told_q <= ends_any_o;
            if (!kill_i) after_q <= after;
        end
    always @(posedge clk_i)
        if (ends_any_o) begin
            cut_q   <= |(grant & cut_i);
            entry_q <= number;
            key_q   <= key;
        end
    assign told_o       = told_q;
    assign told_entry_o = entry_q;
    assign told_cut_o   = cut_q;
    assign {told_high_o, told_warp_o, told_routine_o} = key_q;
endmodule
`default_nettype wire
