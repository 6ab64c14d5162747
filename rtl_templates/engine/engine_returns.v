// SPDX-License-Identifier: Apache-2.0
// Bursts that come from DRAM. A cycle later one of a line goes to its place in the entry's row of codes; the last one that was asked for sends the entry to be
// decoded. A burst that nobody asked for is dropped.
//
//   entry 2 asks with count 1, returns of id 2 in cycles 5 and 9  ->  bursts 0 and 1 of row 2 are written in 6 and 10; from cycle 11 on the entry is to be decoded
//
// More: docs/engine.md, "Return"
`default_nettype none
module `WF_ENGINE_RETURNS #(
    parameter LINE        = `WF_LINE,               // bytes of a line: 64 or 128
    parameter OUTSTANDING = `WF_OUTSTANDING,        // entries: 2, 4, 8, 16, 32 or 64
    parameter ENTRY       = $clog2(OUTSTANDING)     // bits of an entry's number; not to be set
) (
    input  wire               clk_i,          // clock, rising edge
    input  wire               rst_ni,         // reset, low, asynchronous: nothing is asked for
    input  wire               asks_i,         // 1: a line is asked for
    input  wire [ENTRY+2:0]   asks_word_i,    // from bit 0: entry | write | count 2
    input  wire               return_i,       // 1: a burst comes
    input  wire [ENTRY:0]     return_id_i,    // with this id: that of an entry has a 0 on top
    input  wire [255:0]       return_data_i,  // and these bytes
    output wire               came_o,         // 1: a burst came in the cycle before
    output wire [ENTRY:0]     came_id_o,      // with this id
    output wire [255:0]       codes_o,        // and these bytes
    output wire [LINE/32-1:0] codes_write_o,  // bit u: it is written to burst u of the row of codes of its entry
    output wire               valid_o,        // 1: an entry is to be decoded
    input  wire               pop_i,          // 1: it is taken
    output wire [ENTRY+2:0]   word_o          // the same of it
);
    generate
        if (LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (OUTSTANDING < 2 || OUTSTANDING > 64 || (OUTSTANDING & (OUTSTANDING - 1)) != 0) begin : gen_bad_outstanding
            wf_illegal_OUTSTANDING bad ();
        end
        if (ENTRY != $clog2(OUTSTANDING)) begin : gen_bad_entry wf_illegal_ENTRY bad (); end
    endgenerate
    localparam          N   = OUTSTANDING;
    localparam [N-1:0]  ONE = 1;
    localparam          BURSTS = LINE / 32;
    localparam [BURSTS-1:0] PLACE = 1;

    // A burst that came in the cycle before: its entry, one-hot
    reg  [N-1:0]   named_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) named_q <= {N{1'b0}};
        else         named_q <= ONE << return_id_i[ENTRY-1:0] & {N{return_i && !return_id_i[ENTRY]}};
    `WF_RANK #(.WIDTH(ENTRY + 257)) rank (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(1'b1), .valid_i(return_i), .data_i({return_id_i, return_data_i}), .valid_o(came_o),
        .data_o({came_id_o, codes_o})
    );

    // Of each entry: bursts are owed; the next one's place; so many are owed behind it; write. The place of the last one is the count
    reg  [N-1:0]   owed_q, write_q;
    reg  [N*2-1:0] next_q, left_q;
    wire [N-1:0]   ends;
    reg  [N-1:0]   asks_q;      // it asked in the cycle before
    reg  [2:0]     asked_q;     // count, write
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) asks_q <= {N{1'b0}};
        else         asks_q <= ONE << asks_word_i[ENTRY-1:0] & {N{asks_i}};
    always @(posedge clk_i)
        asked_q <= asks_word_i[ENTRY +: 3];
    wire [N-1:0]   comes = named_q & owed_q;
    wire [1:0]     next;
    wire           write = |(named_q & write_q);
    wire           last  = |(comes & ends);
    `WF_MUX #(.WIDTH(2), .COUNT(N)) mux_next (.select_i(named_q), .data_i(next_q), .data_o(next));
    assign codes_write_o = PLACE << next & {BURSTS{|comes}};

    genvar e;
    generate
        for (e = 0; e < N; e = e + 1) begin : gen_entry
            assign ends[e] = left_q[2*e +: 2] == 2'd0;
            always @(posedge clk_i) begin
                if (asks_q[e])     {left_q[2*e +: 2], next_q[2*e +: 2]} <= {asked_q[2:1], 2'd0};
                else if (comes[e]) {left_q[2*e +: 2], next_q[2*e +: 2]} <= {left_q[2*e +: 2] - 2'd1, next_q[2*e +: 2] + 2'd1};
                if (asks_q[e]) write_q[e] <= asked_q[0];
            end
        end
    endgenerate
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) owed_q <= {N{1'b0}};
        else         owed_q <= (owed_q & ~(comes & ends)) | asks_q;

    wire             unused_more;
    wire [ENTRY+2:0] unused_slot;
    wire [ENTRY+2:0] word = {next, write, came_id_o[ENTRY-1:0]};
    `WF_ENGINE_QUEUE #(.WIDTH(ENTRY + 3), .DEPTH(N)) decodes (
        .clk_i(clk_i), .rst_ni(rst_ni), .first_i(last), .first_word_i(word), .second_i(1'b0), .second_word_i(word),
        .valid_o(valid_o), .pop_i(pop_i), .word_o(word_o), .more_o(unused_more), .slot_o(unused_slot)
    );
endmodule
`default_nettype wire
