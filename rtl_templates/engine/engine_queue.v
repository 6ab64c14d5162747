// SPDX-License-Identifier: Apache-2.0
// A queue of DEPTH words, which takes up to two in a cycle. Its oldest word stands in a register of its own, so nothing that reads it waits for a choice
// among the words. What goes in in a cycle can leave in the next one. It must not be given more words than it has places.
//
//   cycle           0  1  2  3
//   first_word_i    A  -  C  -
//   second_word_i   B  -  -  -
//   pop_i           0  1  1  1
//   word_o          -  A  B  C    valid_o 0 in cycle 0
//
// slot_o is the word behind the oldest one: what must stand beside the oldest word is read with it.
`default_nettype none
module `WF_ENGINE_QUEUE #(
    parameter WIDTH = 1,    // bits of a word
    parameter DEPTH = 2,    // words: a power of two, from 2
    parameter FULL  = 0     // 1: after a reset it has the words 0, 1 .. DEPTH - 1
) (
    input  wire             clk_i,          // clock, rising edge
    input  wire             rst_ni,         // reset, low, asynchronous: it is empty, or full
    input  wire             first_i,        // 1: a word comes
    input  wire [WIDTH-1:0] first_word_i,   // that word
    input  wire             second_i,       // 1: a word comes, behind the first one if both come
    input  wire [WIDTH-1:0] second_word_i,  // that word
    output wire             valid_o,        // 1: there is a word
    input  wire             pop_i,          // 1: the oldest one leaves; only where valid_o is 1
    output wire [WIDTH-1:0] word_o,         // the oldest word
    output wire             more_o,         // 1: there is a word behind the oldest one
    output wire [WIDTH-1:0] slot_o          // that word
);
    generate
        if (WIDTH < 1) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (DEPTH < 2 || (DEPTH & (DEPTH - 1)) != 0) begin : gen_bad_depth wf_illegal_DEPTH bad (); end
        if (FULL < 0 || FULL > 1) begin : gen_bad_full wf_illegal_FULL bad (); end
    endgenerate

    // One-hot: the place of the next word that comes, and the one behind the oldest. They are the same if there is one word
    localparam [DEPTH-1:0] FIRST = 1;
    reg  [DEPTH*WIDTH-1:0] slots_q;
    reg  [WIDTH-1:0]       word_q;
    reg  [DEPTH-1:0]       behind_q, write_q;
    reg                    changed_q;      // there is a word, but none after a reset if FULL: so it is known before the first clock edge
    wire                   valid      = changed_q != (FULL != 0);
    wire                   more       = valid && !(|(write_q & behind_q));
    wire [DEPTH-1:0]       write_next = {write_q[DEPTH-2:0], write_q[DEPTH-1]};
    wire [DEPTH-1:0]       place      = first_i ? write_next : write_q;     // of the second word
    wire [WIDTH-1:0]       slot;
    `WF_MUX #(.WIDTH(WIDTH), .COUNT(DEPTH)) mux (.select_i(behind_q), .data_i(slots_q), .data_o(slot));

    // Whether a second word comes may be known late
    assign valid_o = valid;
    assign word_o  = word_q;
    assign more_o  = more;
    assign slot_o  = slot;
    wire             load = pop_i || !valid;
    wire [WIDTH-1:0] next = more ? slot : first_i ? first_word_i : second_word_i;

    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            behind_q  <= {FIRST[DEPTH-2:0], FIRST[DEPTH-1]};
            write_q   <= FIRST;
            changed_q <= 1'b0;
        end else begin
            if (pop_i) behind_q <= {behind_q[DEPTH-2:0], behind_q[DEPTH-1]};
            write_q   <= second_i ? {place[DEPTH-2:0], place[DEPTH-1]} : place;
            changed_q <= (first_i || second_i || (pop_i ? more : valid)) != (FULL != 0);
        end
    genvar s;
    generate
        if (FULL == 0) begin : gen_word
            always @(posedge clk_i)
                if (load) word_q <= next;
        end else begin : gen_zero
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni)     word_q <= {WIDTH{1'b0}};
                else if (load) word_q <= next;
        end
        for (s = 0; s < DEPTH; s = s + 1) begin : gen_slot
            localparam [31:0] NUMBER = s;
            wire             write = (first_i && write_q[s]) || (second_i && place[s]);
            wire [WIDTH-1:0] word  = first_i && write_q[s] ? first_word_i : second_word_i;
            if (FULL == 0) begin : gen_empty
                always @(posedge clk_i)
                    if (write) slots_q[s*WIDTH +: WIDTH] <= word;
            end else begin : gen_full
                always @(posedge clk_i or negedge rst_ni)
                    if (!rst_ni)    slots_q[s*WIDTH +: WIDTH] <= NUMBER[WIDTH-1:0];
                    else if (write) slots_q[s*WIDTH +: WIDTH] <= word;
            end
        end
    endgenerate
endmodule
`default_nettype wire
