// SPDX-License-Identifier: Apache-2.0
// A bank: its choice, and the stages side, arrays and words. It has the valid bits of its registers; the arrays stand outside.
// In: who asks; what the write ports hold of the choices before; what the memories read; the row that a release clears.
// Out: who is chosen; what the memories do; for whom the words are that come, with their tag; the write that is stored.
//
//   cycle    0        1      2        3        SIDE_LATENCY 1
//   a read   chosen   side   arrays   words
//   a write  chosen   side   arrays            one that needs the old tag reads it at side, and has its tag written with its arrays
//
// More: docs/gsrf.md, "Choose", "Side", "Arrays" and "Words"
`default_nettype none
module `WF_GSRF_BANK #(
    parameter LANES        = `WF_LANES,         // lanes of the warp
    parameter ROWS         = `WF_ROWS,          // rows
    parameter GROUPS       = `WF_GROUPS,        // codes of a register
    parameter UNIT         = `WF_LANES / `WF_GROUPS < 16 ? `WF_LANES / `WF_GROUPS : 16,  // bytes of an array
    parameter READERS      = 16,                // collectors
    parameter WRITES       = `WF_WRITES,        // write ports
    parameter WRITE_FIRST  = `WF_GOES_FIRST,    // 1: a write goes before a read
    parameter SIDE_LATENCY = 0,                 // cycles from the side array to the arrays: 0 or 1
`ifdef WF_WITH_COMPRESS_ON
    parameter SIDE_PORTS   = `WF_SIDE_PORTS,    // ports of the side array: 1 or 2
    parameter TAG = (GROUPS > 1 ? 2 : 1) + 4 * GROUPS + (32 * GROUPS > LANES ? 32 * GROUPS : LANES),  // bits of a tag
`endif
    parameter CHOSEN       = 8192,              // bits of what a slot holds
    parameter USER         = `WF_USER,          // bits of user
    parameter BLOCK        = 32 * LANES,        // bits of a value; not to be set
    parameter ARRAYS       = 4 * LANES / UNIT,  // arrays; not to be set
    parameter ROW          = $clog2(ROWS)       // bits of a row's number; not to be set
) (
    input  wire                       clk_i,             // clock, rising edge
    input  wire                       rst_ni,            // reset, low, asynchronous

    input  wire [READERS-1:0]         read_i,            // bit n: collector n asks this bank
    input  wire [READERS*ROW-1:0]     read_rows_i,       // for this row, collector 0 lowest
    input  wire [READERS*READERS-1:0] read_older_i,      // their order (`WF_AGE.v)
    input  wire [WRITES-1:0]          write_i,           // bit p: write port p asks this bank
    input  wire [WRITES*ROW-1:0]      write_rows_i,      // for this row, port 0 lowest
    input  wire [WRITES*WRITES-1:0]   write_older_i,     // their order
    output wire [READERS-1:0]         read_chosen_o,     // the collector that was chosen in the cycle before, one-hot, or 0
    output wire [WRITES-1:0]          write_chosen_o,    // the write port that was, one-hot, or 0
    input  wire [WRITES*CHOSEN-1:0]   side_i,            // what each port asked for in the cycle before (`WF_GSRF_WRITES.v)
    input  wire [WRITES*CHOSEN-1:0]   late_i,            // and in the one before that
    input  wire [ROWS-1:0]            clear_i,           // bit r: a release makes row r invalid

    output wire [ARRAYS-1:0]          read_o,            // bit a: array a is read
    output wire [ROW-1:0]             row_o,             // at this row, or written
    output wire [4*LANES-1:0]         write_o,           // bit b: byte b is written
    output wire [BLOCK-1:0]           data_o,            // the bytes
`ifdef WF_WITH_COMPRESS_ON
    output wire                       side_read_o,       // 1: the side array is read
    output wire [ROW-1:0]             side_read_row_o,   // at this row
    input  wire [TAG-1:0]             side_word_i,       // what it has read last
    output wire                       side_write_o,      // 1: it is written
    output wire [ROW-1:0]             side_write_row_o,  // at this row
    output wire [TAG-1:0]             side_data_o,       // the tag
    output wire [TAG-1:0]             words_tag_o,       // the tag of the words that come
    output wire                       decodes_o,         // 1: a compressed register comes
    output wire                       fills_o,           // 1: a write fills what a code left out
`endif
    output wire [READERS-1:0]         words_to_o,        // the collector for which words come, one-hot, or 0
    output wire [ARRAYS-1:0]          words_read_o,      // the arrays that they come from
    output wire                       stored_valid_o,    // 1: a write is stored
    output wire [USER-1:0]            stored_user_o      // its user
);
    generate
        if (LANES < 1) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (ROWS < 2) begin : gen_bad_rows wf_illegal_ROWS bad (); end
        if (GROUPS < 1) begin : gen_bad_groups wf_illegal_GROUPS bad (); end
        if (UNIT < 1 || LANES % UNIT != 0) begin : gen_bad_unit wf_illegal_UNIT bad (); end
        if (READERS < 1) begin : gen_bad_readers wf_illegal_READERS bad (); end
        if (WRITES < 1) begin : gen_bad_writes wf_illegal_WRITES bad (); end
        if (WRITE_FIRST < 0 || WRITE_FIRST > 1) begin : gen_bad_write_first wf_illegal_WRITE_FIRST bad (); end
        if (SIDE_LATENCY < 0 || SIDE_LATENCY > 1) begin : gen_bad_side_latency wf_illegal_SIDE_LATENCY bad (); end
`ifdef WF_WITH_COMPRESS_ON
        if (SIDE_PORTS < 1 || SIDE_PORTS > 2) begin : gen_bad_side_ports wf_illegal_SIDE_PORTS bad (); end
        if (TAG < 1) begin : gen_bad_tag wf_illegal_TAG bad (); end
`endif
        if (CHOSEN < BLOCK + LANES + 2 + USER) begin : gen_bad_chosen wf_illegal_CHOSEN bad (); end
        if (USER < 1) begin : gen_bad_user wf_illegal_USER bad (); end
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
        if (ARRAYS != 4 * LANES / UNIT) begin : gen_bad_arrays wf_illegal_ARRAYS bad (); end
        if (ROW != $clog2(ROWS)) begin : gen_bad_row wf_illegal_ROW bad (); end
    endgenerate

    // ---- Choose ----

    wire [READERS-1:0] read;
    wire [WRITES-1:0]  write;
    wire [ROW-1:0]     row;
    wire               blocked, reads_only;
    reg  [ROW-1:0]     row_q;
    reg  [READERS-1:0] to_q;            // chosen in the cycle before; these do not know it yet
    reg  [WRITES-1:0]  port_q;
    `WF_GSRF_CHOOSE #(.READERS(READERS), .WRITES(WRITES), .ROW(ROW), .WRITE_FIRST(WRITE_FIRST)) choose (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .read_i(read_i & ~to_q), .read_rows_i(read_rows_i), .read_older_i(read_older_i),
        .write_i(write_i & ~port_q), .write_rows_i(write_rows_i), .write_older_i(write_older_i),
        .blocked_i(blocked), .reads_only_i(reads_only), .but_row_i(row_q),
        .read_o(read), .write_o(write), .row_o(row)
    );
    assign {read_chosen_o, write_chosen_o} = {to_q, port_q};

    // ---- Side: the valid bit, and what the write at hand is ----

    reg  [ROWS-1:0]    valid_q;
    wire [CHOSEN-1:0]  now;         // values | mask | full | some | user | dead | tag
    wire               full  = now[BLOCK+LANES];
    wire               some  = now[BLOCK+LANES+1];
    wire               known = valid_q[row_q];
    wire               sets  = |port_q && some;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            to_q    <= {READERS{1'b0}};
            port_q  <= {WRITES{1'b0}};
            valid_q <= {ROWS{1'b0}};
        end else begin
            to_q    <= read;
            port_q  <= write;
            valid_q <= (valid_q | ({{ROWS-1{1'b0}}, sets} << row_q)) & ~clear_i;
        end
    always @(posedge clk_i)
        row_q <= row;
    `WF_MUX #(.WIDTH(CHOSEN), .COUNT(WRITES)) at_side (.select_i(port_q), .data_i(side_i), .data_o(now));
    assign stored_valid_o = |port_q;
    assign stored_user_o  = now[BLOCK+LANES+2 +: USER];
`ifdef WF_WITH_COMPRESS_ON
    wire           dead  = now[BLOCK+LANES+2+USER];
    wire           needs = sets && !full && !dead && known;     // it needs the old tag
    wire           zeros = sets && !full && !dead && !known;    // it fills the register with zeros
    assign blocked    = needs && (SIDE_PORTS == 1 || SIDE_LATENCY == 0);
    assign reads_only = needs && !blocked;

    // The side array: read here; written here, or with the arrays of a write that needs the old tag
    wire           late_write;
    wire [ROW-1:0] late_row;
    wire [TAG-1:0] late_tag;
    assign side_read_o      = (|to_q && known) || needs;
    assign side_read_row_o  = row_q;
    assign side_write_o     = (sets && !needs) || late_write;
    assign side_write_row_o = late_write ? late_row : row_q;
    assign side_data_o      = late_write ? late_tag : now[CHOSEN-1 -: TAG];
`else
    wire           zeros = sets && !full && !known;
    assign {blocked, reads_only} = 2'b00;
`endif

    // ---- Arrays and words ----

    `WF_GSRF_ARRAYS #(
`ifdef WF_WITH_COMPRESS_ON
        .TAG(TAG),
`endif
        .LANES(LANES), .GROUPS(GROUPS), .UNIT(UNIT), .READERS(READERS), .WRITES(WRITES), .SIDE_LATENCY(SIDE_LATENCY), .CHOSEN(CHOSEN),
        .ROW(ROW)
    ) arrays (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .to_i(to_q), .row_i(row_q), .known_i(known), .sets_i(sets), .zeros_i(zeros), .port_i(port_q), .side_i(now), .late_i(late_i),
`ifdef WF_WITH_COMPRESS_ON
        .needs_i(needs), .side_word_i(side_word_i), .late_write_o(late_write), .late_row_o(late_row), .late_tag_o(late_tag),
        .words_tag_o(words_tag_o), .decodes_o(decodes_o), .fills_o(fills_o),
`endif
        .read_o(read_o), .row_o(row_o), .write_o(write_o), .data_o(data_o), .words_to_o(words_to_o), .words_read_o(words_read_o)
    );
endmodule
`default_nettype wire
