// SPDX-License-Identifier: Apache-2.0
// Of the instances that are over one is chosen in a cycle, in turn. It is ending in the next one, and told in the one after that.
//
//   over_i 0101 in cycle 0, the last one was 0  ->  ends_o 0100 in cycle 0, ending_o 1 in cycle 1, told_o 1 with entry 2 in cycle 2
//
// Nothing is chosen in the cycle of a kill, and one of its warp that is ending is not told.
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
    input  wire [WARP-1:0]    kill_warp_i,  // its warp
    output wire [ENTRIES-1:0] ends_o,       // bit e: it is chosen
    output wire               ends_any_o,   // 1: one is
    output wire [WARP+ROUTINE:0] ends_key_o, // its priority, warp and routine
    output wire               ending_o,     // 1: one is ending
    output wire [ENTRY-1:0]   ending_entry_o, // its entry
    output wire               killed_o,     // 1: it is of the warp
    output wire               told_o,       // 1: one is told
    output wire [ENTRY-1:0]   told_entry_o, // its entry
    output wire               told_cut_o,   // 1: it was cut
    output wire               told_high_o,  // its priority
    output wire [WARP-1:0]    told_warp_o,  // its warp
    output wire [ROUTINE-1:0] told_routine_o // its routine
);
    generate
        if (ENTRIES < 4 || ENTRIES > 32 || 32 % ENTRIES != 0) begin : gen_bad_entries wf_illegal_ENTRIES bad (); end
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

    reg                 ending_q, told_q;
    reg [ENTRY+KEY:0]   ending_data_q, told_data_q;     // {cut, entry, priority, warp, routine}
    wire                chosen = |over_i && !kill_i;
    assign ends_o = grant & {ENTRIES{!kill_i}};
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            ending_q <= 1'b0;
            told_q   <= 1'b0;
            after_q  <= {ENTRIES{1'b1}};
        end else begin
            ending_q <= chosen;
            told_q   <= ending_q && !(kill_i && killed_o);
            if (!kill_i) after_q <= after;
        end
    always @(posedge clk_i) begin
        if (chosen)   ending_data_q <= {|(grant & cut_i), number, key};
        if (ending_q) told_data_q   <= ending_data_q;
    end
    assign ends_any_o     = chosen;
    assign ends_key_o     = key;
    assign ending_o       = ending_q;
    assign ending_entry_o = ending_data_q[KEY +: ENTRY];
    assign killed_o       = ending_q && ending_data_q[ROUTINE +: WARP] == kill_warp_i;
    assign told_o   = told_q;
    assign {told_cut_o, told_entry_o, told_high_o, told_warp_o, told_routine_o} = told_data_q;
endmodule
`default_nettype wire
