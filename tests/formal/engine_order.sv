// SPDX-License-Identifier: Apache-2.0
//
// The order of requests of one line (docs/engine.md, "Queueing", "Start" and "Done"): the entries and start, between free requests of four lines and whatever
// does what they ask for. That says of an entry that has started when it is done, as late as it likes, and of no other.
//
// Proven in every state: an entry that is taken is free; one starts that was taken, once, with its own line, and as what it is; and of two requests of a line, any
// two, the second does not start before the first is done.
`default_nettype none
module formal (
    input wire        clk_i,
    input wire        valid_i, write_i, hold_i,
    input wire [1:0]  line_i,
    input wire [63:0] mask_i,
    input wire        first_i, second_i,    // the request is the first of the two, the second
    input wire [2:0]  done_i,
    input wire [3*$clog2(`OUTSTANDING)-1:0] entry_i     // of each
);
    localparam N = `OUTSTANDING, ENTRY = $clog2(N);
    reg run_q = 1'b0;   // reset in the first cycle
    always @(posedge clk_i) run_q <= 1'b1;

    wire        ready, take, refused, start_write, start_whole, idle;
    wire [ENTRY-1:0]    row, start_entry;
    wire [2:0]  kinds, done;
    wire [3:0]  goes;
    wire [1:0]  start_count;
    wire [15:0] start_line;
    wire [N*16-1:0]     lines;
    wire [N*2-1:0]      spans;
    unit_engine_entries #(.LINE(64), .OUTSTANDING(N), .ADDRESS(16)) entries (
        .clk_i(clk_i), .rst_ni(run_q), .valid_i(valid_i), .ready_o(ready), .write_i(write_i), .address_i({14'd0, line_i}), .mask_i(mask_i),
        .hold_i(hold_i), .take_o(take), .row_o(row), .kinds_o(kinds), .goes_o(goes), .refused_o(refused), .start_write_o(start_write),
        .start_whole_o(start_whole), .start_count_o(start_count), .start_entry_o(start_entry), .start_line_o(start_line), .done_i(done),
        .done_entry_i(entry_i), .lines_o(lines), .spans_o(spans), .idle_o(idle)
    );

    // ---- Of each entry: it waits for its start, or works; what it is. One that changes nothing is done by itself ----

    reg  [N-1:0]   waits_q, works_q, nothing_q, write_q, whole_q;
    reg  [2*N-1:0] line_q;
    wire [ENTRY-1:0] entry_0 = entry_i[0 +: ENTRY], entry_1 = entry_i[ENTRY +: ENTRY], entry_2 = entry_i[2*ENTRY +: ENTRY];
    wire       starts = |goes;
    genvar e;
    generate
        for (e = 0; e < N; e = e + 1) begin : gen_entry
            wire takes = take && row == e;
            wire ends  = (done[0] && entry_0 == e) || (done[1] && entry_1 == e) || (done[2] && entry_2 == e);
            always @(posedge clk_i)
                if (!run_q) {waits_q[e], works_q[e]} <= 2'b00;
                else begin
                    waits_q[e] <= takes || (waits_q[e] && !(starts && start_entry == e));
                    works_q[e] <= (starts && start_entry == e) || (works_q[e] && !ends);
                end
            always @(posedge clk_i)
                if (takes) {nothing_q[e], write_q[e], whole_q[e], line_q[2*e +: 2]} <= {write_i && mask_i == 64'd0, write_i, &mask_i, line_i};
        end
    endgenerate
    // It is done once
    assign done[0] = done_i[0] && works_q[entry_0];
    assign done[1] = done_i[1] && works_q[entry_1] && !(done[0] && entry_1 == entry_0);
    assign done[2] = done_i[2] && works_q[entry_2] && !(done[0] && entry_2 == entry_0) && !(done[1] && entry_2 == entry_1);

    // ---- Two requests of line 0 ----

    reg             first_q, second_q, first_done_q, started_q;
    reg [ENTRY-1:0] first_entry_q, second_entry_q;
    wire       is_first  = take && first_i && !first_q && line_i == 2'd0 && !(write_i && mask_i == 64'd0);
    wire       is_second = take && second_i && first_q && !second_q && line_i == 2'd0 && !(write_i && mask_i == 64'd0);
    wire       first_ends = (done[0] && entry_0 == first_entry_q) || (done[1] && entry_1 == first_entry_q) || (done[2] && entry_2 == first_entry_q);
    always @(posedge clk_i)
        if (!run_q) {first_q, second_q, first_done_q, started_q} <= 4'd0;
        else begin
            if (is_first)  {first_q, first_entry_q}   <= {1'b1, row};
            if (is_second) {second_q, second_entry_q} <= {1'b1, row};
            if (first_q && first_ends) first_done_q <= 1'b1;
            if (second_q && starts && start_entry == second_entry_q) started_q <= 1'b1;
        end

    always @(posedge clk_i)
        if (run_q) begin
            assert (!take || !(works_q[row] || (waits_q[row] && !nothing_q[row])));
            assert (!starts || (waits_q[start_entry] && !works_q[start_entry] && !nothing_q[start_entry]));
            assert (!starts || start_line == {14'd0, line_q[2*start_entry +: 2]});
            assert (!starts || (start_write == write_q[start_entry] && (!start_write || start_whole == whole_q[start_entry])));
            assert (!(second_q && !started_q && starts && start_entry == second_entry_q) || first_done_q);
        end
    wire unused = &{1'b0, ready, kinds, refused, start_count, lines, spans, idle};
endmodule
`default_nettype wire
