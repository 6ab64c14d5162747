// SPDX-License-Identifier: Apache-2.0
// A queue of DEPTH words in a ring of registers, with credits for words that are still on their way to it.
//
// A sender takes a credit (take_i) when it starts a word, and the word comes any number of cycles later (valid_i). credit_o is 1 while
// there is a place for one more word, counted with all words that are on their way, so a word never finds the queue full. Where words come
// at once, take_i and valid_i are the same net: the sender's valid, and credit_o.
//
//   DEPTH 2, a sender with two cycles of latency, ready_i always 1:
//   cycle      0  1  2  3  4
//   take_i     1  1  0  0  1     credit_o is 0 in cycles 2 and 3: two words are on their way or in the queue
//   valid_i    0  0  1  1  0
//   valid_o    0  0  0  1  1
`default_nettype none
module `WF_FIFO #(
    parameter WIDTH = 1,    // bits of a word, from 1
    parameter DEPTH = 2     // words, from 1, a power of two or not
) (
    input  wire             clk_i,      // clock, rising edge
    input  wire             rst_ni,     // active low; afterwards it is empty and all credits are there
    input  wire             take_i,     // a credit is taken; only while credit_o is 1
    output wire             credit_o,   // there is a credit
    input  wire             valid_i,    // a word for which a credit was taken, in this cycle or before
    input  wire [WIDTH-1:0] data_i,     // that word; any bits while valid_i is 0
    output wire             valid_o,    // there is a word at data_o, the oldest; it stays until it is taken
    input  wire             ready_i,    // the receiver takes it, and its credit comes back
    output wire [WIDTH-1:0] data_o      // the oldest word; any bits while valid_o is 0
);
    localparam POINTER = DEPTH > 1 ? $clog2(DEPTH) : 1;
    localparam COUNT   = $clog2(DEPTH + 1);
    localparam [31:0] LAST = DEPTH - 1;
    localparam [31:0] FULL = DEPTH;

    generate
        if (WIDTH < 1) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (DEPTH < 1) begin : gen_bad_depth wf_illegal_DEPTH bad (); end
    endgenerate

    // owed: words in the queue and on their way. queued: words in the queue.
    reg  [COUNT-1:0]   owed_q, queued_q;
    reg  [POINTER-1:0] read_q, write_q;
    wire               give = valid_o && ready_i;
    assign credit_o = owed_q != FULL[COUNT-1:0];
    assign valid_o  = queued_q != {COUNT{1'b0}};

    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            owed_q   <= {COUNT{1'b0}};
            queued_q <= {COUNT{1'b0}};
            read_q   <= {POINTER{1'b0}};
            write_q  <= {POINTER{1'b0}};
        end else begin
            if (take_i && !give)       owed_q <= owed_q + 1'b1;
            else if (!take_i && give)  owed_q <= owed_q - 1'b1;
            if (valid_i && !give)      queued_q <= queued_q + 1'b1;
            else if (!valid_i && give) queued_q <= queued_q - 1'b1;
            if (valid_i) write_q <= write_q == LAST[POINTER-1:0] ? {POINTER{1'b0}} : write_q + 1'b1;
            if (give)    read_q  <= read_q == LAST[POINTER-1:0] ? {POINTER{1'b0}} : read_q + 1'b1;
        end

    reg [WIDTH-1:0] slot_q [0:DEPTH-1];
    always @(posedge clk_i)
        if (valid_i) slot_q[write_q] <= data_i;
    assign data_o = slot_q[read_q];
endmodule
`default_nettype wire
