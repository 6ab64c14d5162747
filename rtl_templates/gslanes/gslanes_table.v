// SPDX-License-Identifier: Apache-2.0
// The instructions under way, oldest first: what is known of each from its acceptance until its results have come.
// Results come and writes leave in this order, each at a pace of its own, so each has a place in the ring. What is known
// of an instruction that sends beats, or whose write waits, stands beside its operands or results, in gslanes_slots.
//
//   ENTRIES 2   cycle      0  1  2  3  4
//   take_i, head_i         A  B  -  -  -
//   come_i                 0  0  1  0  1
//   leave_i                0  0  0  1  0
//   come_o                 -  A  A  B  B
//   ready_o                1  1  0  0  1
//
// More: docs/gslanes.md
`default_nettype none
module `WF_GSLANES_TABLE #(
    parameter ENTRIES = 2,    // instructions, from 1
    parameter WIDTH   = 1     // bits that are known of one, from 1
) (
    input  wire             clk_i,    // clock, rising edge
    input  wire             rst_ni,   // reset, low, asynchronous: none is under way
    output wire             ready_o,  // 1: an entry is free
    input  wire             take_i,   // 1: an instruction is taken, only while ready_o is 1
    input  wire [WIDTH-1:0] head_i,   // what is known of it
    input  wire             come_i,   // 1: all results of the one at come_o have come
    output wire [WIDTH-1:0] come_o,   // the oldest one whose results have not all come
    input  wire             leave_i   // 1: the oldest one leaves
);
    generate
        if (ENTRIES < 1) begin : gen_bad_entries wf_illegal_ENTRIES bad (); end
        if (WIDTH < 1) begin : gen_bad_width wf_illegal_WIDTH bad (); end
    endgenerate

    // ---- Places in the ring, one-hot, from bit 0: where the next one enters | comes | leaves ----

    localparam [ENTRIES-1:0] FIRST = 1;
    wire [2:0]           step = {leave_i, come_i, take_i};
    wire [3*ENTRIES-1:0] places;
    genvar p, e;
    generate
        for (p = 0; p < 3; p = p + 1) begin : gen_place
            reg  [ENTRIES-1:0] at_q;                    // bit 0 is kept inverted, so that all of it is 0 after a reset
            wire [ENTRIES-1:0] at   = at_q ^ FIRST;
            wire [ENTRIES-1:0] next = (at << 1) | (at >> (ENTRIES - 1));
            assign places[p*ENTRIES +: ENTRIES] = at;
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni)      at_q <= {ENTRIES{1'b0}};
                else if (step[p]) at_q <= next ^ FIRST;
        end
    endgenerate
    wire [ENTRIES-1:0] enters = places[0 +: ENTRIES], leaves = places[2*ENTRIES +: ENTRIES];

    // ---- The entries ----

    reg  [ENTRIES-1:0]       open_q;
    wire [ENTRIES*WIDTH-1:0] heads;
    generate
        for (e = 0; e < ENTRIES; e = e + 1) begin : gen_entry
            reg [WIDTH-1:0] head_q;
            always @(posedge clk_i) if (take_i && enters[e]) head_q <= head_i;
            assign heads[e*WIDTH +: WIDTH] = head_q;
        end
    endgenerate
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) open_q <= {ENTRIES{1'b0}};
        else         open_q <= (open_q & ~(leaves & {ENTRIES{leave_i}})) | (enters & {ENTRIES{take_i}});
    assign ready_o = |(enters & ~open_q);

    `WF_MUX #(.WIDTH(WIDTH), .COUNT(ENTRIES)) come_mux (
        .select_i(places[ENTRIES +: ENTRIES]), .data_i(heads), .data_o(come_o)
    );
endmodule
`default_nettype wire
