// SPDX-License-Identifier: Apache-2.0
//
// What engine_cache promises the rest of the engine of the count of one line, and what it needs for it (docs/engine.md, "Counts"). engine_region.sv proves
// that it is kept if what it needs held in all cycles before; engine_parts.svh has it in the cache's place, and engine_places.sv proves what it needs.
module counts_contract #(
    parameter N = 2, parameter ADDRESS = 16, parameter RAW = 1, parameter ENTRY = $clog2(N)
) (
    input  wire                     clk_i, run_i,
    input  wire [ADDRESS-1:0]       line_i,         // the line that is followed
    input  wire [1:0]               first_i,        // its count before the first cycle
    input  wire [N*ADDRESS-1:0]     lines_i,
    input  wire                     look_i, set_i, found_ask_i, found_straight_i, set_done_i, found_write_i, walk_i, idle_i,
    input  wire [ENTRY:0]           look_word_i,
    input  wire [ADDRESS-1:0]       look_line_i, found_line_i,
    input  wire [ADDRESS+ENTRY+1:0] set_word_i,
    input  wire [ENTRY-1:0]         found_entry_i,
    input  wire [1:0]               found_count_i,
    input  wire [3:0]               walk_outside_i,
    output wire                     owed_o, kept_o,
    output wire [N-1:0]             looks_o, sets_o,    // of each entry: its count is being looked up; it is being set
    output wire                     mine_o,             // one of these is of the line
    output wire [1:0]               newest_o            // the count that was set last, or is being set
);
    reg  [N-1:0]         looks_q, sets_q, write_q;
    reg  [N*ADDRESS-1:0] line_q;
    reg  [1:0]           newest_q;
    reg                  calm_q;        // nothing came since nothing was under way
    wire [ENTRY-1:0]     look_entry = look_word_i[ENTRY-1:0], set_entry = set_word_i[ENTRY-1:0];
    wire [ADDRESS-1:0]   set_line   = set_word_i[ENTRY+2 +: ADDRESS];
    wire [N-1:0]         busy = looks_q | sets_q, comes, mine, stays;
    wire                 found = found_ask_i || found_straight_i;
    genvar e;
    generate
        for (e = 0; e < N; e = e + 1) begin : gen_entry
            wire looks = look_i && look_entry == e, sets = set_i && set_entry == e, ends = (found || set_done_i) && found_entry_i == e;
            assign comes[e] = looks || sets;
            assign mine[e]  = busy[e] && line_q[e*ADDRESS +: ADDRESS] == line_i;
            assign stays[e] = !busy[e] || lines_i[e*ADDRESS +: ADDRESS] == line_q[e*ADDRESS +: ADDRESS];
            always @(posedge clk_i) begin
                if (!run_i) {looks_q[e], sets_q[e]} <= 2'b00;
                else {looks_q[e], sets_q[e]} <= {looks || (looks_q[e] && !ends), sets || (sets_q[e] && !ends)};
                if (comes[e]) {write_q[e], line_q[e*ADDRESS +: ADDRESS]} <= {look_word_i[ENTRY], sets ? set_line : look_line_i};
            end
        end
    endgenerate
    always @(posedge clk_i)
        if (!run_i) {newest_q, calm_q} <= {first_i, 1'b0};
        else begin
            if (set_i && set_line == line_i) newest_q <= set_word_i[ENTRY +: 2];
            calm_q <= !look_i && !set_i && (calm_q || (idle_i && busy == 0));
        end
    assign owed_o = (comes & busy) == 0 && !(look_i && set_i && look_entry == set_entry) && &stays &&
                    !(look_i && lines_i[look_entry*ADDRESS +: ADDRESS] != look_line_i) && !(set_i && lines_i[set_entry*ADDRESS +: ADDRESS] != set_line) &&
                    !(|mine && ((look_i && look_line_i == line_i) || (set_i && set_line == line_i))) &&
                    !(look_i && set_i && look_line_i == line_i && set_line == line_i) && !(walk_i && !(calm_q && walk_outside_i != 4'd0));
    assign kept_o = !(found_ask_i && found_straight_i) && !(found && set_done_i) && !(found && !looks_q[found_entry_i]) &&
                    !(set_done_i && !sets_q[found_entry_i]) &&
                    !(found && (found_write_i != write_q[found_entry_i] || found_line_i != line_q[found_entry_i*ADDRESS +: ADDRESS])) &&
                    !(found && (found_straight_i != (found_write_i && found_count_i >= RAW) || found_count_i > RAW)) &&
                    !(found && found_line_i == line_i && found_count_i != (newest_q >= RAW ? RAW : newest_q));
    assign {looks_o, sets_o, mine_o, newest_o} = {looks_q, sets_q, |mine, newest_q};
endmodule
