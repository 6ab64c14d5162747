// SPDX-License-Identifier: Apache-2.0
// The choice of a bank: the oldest instruction's request, or the oldest write. Where both are there, the kind that goes first has three of four turns.
//
//   WRITE_FIRST 0, a read and a write ask in each cycle  ->  read, read, read, write, read, ..
//
// In: who asks for a register of this bank, and where; whether this cycle's turn is taken, or left to reads of other rows than one.
// Out: who is chosen, and the row.
// More: docs/gsrf.md, "Choose"
`default_nettype none
module `WF_GSRF_CHOOSE #(
    parameter READERS     = 16,          // collectors
    parameter WRITES      = `WF_WRITES,  // write ports
    parameter ROW         = 6,           // bits of a row's number
    parameter WRITE_FIRST = `WF_GOES_FIRST  // 1: a write goes before a read; 0: a read before a write
) (
    input  wire                       clk_i,         // clock, rising edge
    input  wire                       rst_ni,        // reset, low, asynchronous

    input  wire [READERS-1:0]         read_i,        // bit n: collector n asks
    input  wire [READERS*ROW-1:0]     read_rows_i,   // at this row, collector 0 lowest
    input  wire [READERS*READERS-1:0] read_older_i,  // bit i * READERS + j: the instruction of collector j is older than that of collector i
    input  wire [WRITES-1:0]          write_i,       // bit p: write port p asks
    input  wire [WRITES*ROW-1:0]      write_rows_i,  // at this row, port 0 lowest
    input  wire [WRITES*WRITES-1:0]   write_older_i, // bit p * WRITES + q: the write of port q is older than that of port p
    input  wire                       blocked_i,     // 1: nothing is chosen
    input  wire                       reads_only_i,  // 1: only a read of another row than this
    input  wire [ROW-1:0]             but_row_i,     // this row

    output wire [READERS-1:0]         read_o,        // the collector that is chosen, one-hot, or 0
    output wire [WRITES-1:0]          write_o,       // the write port that is chosen, one-hot, or 0
    output wire [ROW-1:0]             row_o          // the row of either
);
    generate
        if (READERS < 1) begin : gen_bad_readers wf_illegal_READERS bad (); end
        if (WRITES < 1) begin : gen_bad_writes wf_illegal_WRITES bad (); end
        if (ROW < 1) begin : gen_bad_row wf_illegal_ROW bad (); end
        if (WRITE_FIRST < 0 || WRITE_FIRST > 1) begin : gen_bad_write_first wf_illegal_WRITE_FIRST bad (); end
    endgenerate

    // ---- The oldest of each kind ----

    wire [READERS-1:0] read, oldest_read;
    wire [WRITES-1:0]  write = write_i & {WRITES{!reads_only_i}};
    wire [WRITES-1:0]  oldest_write;
    genvar n;
    generate
        for (n = 0; n < READERS; n = n + 1) begin : gen_read
            assign read[n] = read_i[n] && !(reads_only_i && read_rows_i[n*ROW +: ROW] == but_row_i);
        end
    endgenerate
    `WF_OLDEST #(.WIDTH(READERS)) reads (.request_i(read), .older_i(read_older_i), .oldest_o(oldest_read));
    `WF_OLDEST #(.WIDTH(WRITES)) writes (.request_i(write), .older_i(write_older_i), .oldest_o(oldest_write));

    // ---- Whose turn it is ----

    reg  [1:0] turn_q;      // contested turns, modulo 4
    wire       contested  = |read && |write && !blocked_i;
    wire       write_goes = |write && (!(|read) || (WRITE_FIRST == 1) != (turn_q == 2'd3));
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni)        turn_q <= 2'd0;
        else if (contested) turn_q <= turn_q + 2'd1;
    assign read_o  = oldest_read & {READERS{!blocked_i && !write_goes}};
    assign write_o = oldest_write & {WRITES{!blocked_i && write_goes}};
    wire [ROW-1:0] read_row, write_row;
    `WF_MUX #(.WIDTH(ROW), .COUNT(READERS)) where_read (.select_i(oldest_read), .data_i(read_rows_i), .data_o(read_row));
    `WF_MUX #(.WIDTH(ROW), .COUNT(WRITES)) where_write (.select_i(oldest_write), .data_i(write_rows_i), .data_o(write_row));
    assign row_o = write_goes ? write_row : read_row;
endmodule
`default_nettype wire
