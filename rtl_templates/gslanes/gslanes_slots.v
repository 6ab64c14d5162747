// SPDX-License-Identifier: Apache-2.0
// Two slots of a word a lane and a head, in turn: one is loaded while the other one is read. Each lane has an enable of
// its own, so the clock of a lane that does not work is off. A slot may be loaded in several cycles. The head comes with
// the last one.
//
//   LANES 4   cycle      0     1     2
//   load_i               0011  1100  0001
//   done_i, head_i       0     1 A   1 B
//   take_i               0     0     1
//   valid_o, head_o      0     0     1 A     the slot that was loaded in cycles 0 and 1
//   ready_o              1     1     1
//
// More: docs/gslanes.md
`default_nettype none
module `WF_GSLANES_SLOTS #(
    parameter LANES = 4,    // lanes, from 1
    parameter WIDTH = 32,   // bits of a lane, from 1
    parameter HEAD  = 1     // bits of a head, from 1
) (
    input  wire                   clk_i,    // clock, rising edge
    input  wire                   rst_ni,   // reset, low, asynchronous: both are free
    input  wire [LANES-1:0]       load_i,   // the lanes that are loaded, only while ready_o is 1
    input  wire [LANES*WIDTH-1:0] data_i,   // their words, lane 0 lowest
    input  wire                   done_i,   // 1: with this the slot is complete, only while ready_o is 1
    input  wire [HEAD-1:0]        head_i,   // its head, while done_i is 1
    output wire                   ready_o,  // 1: there is a slot to load
    output wire                   valid_o,  // 1: there is a complete slot
    input  wire                   take_i,   // 1: it is free again, only while valid_o is 1
    output wire [LANES*WIDTH-1:0] data_o,   // the older complete slot; any bits of lanes that were not loaded
    output wire [HEAD-1:0]        head_o    // its head
);
    generate
        if (LANES < 1) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (WIDTH < 1) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (HEAD < 1) begin : gen_bad_head wf_illegal_HEAD bad (); end
    endgenerate

    reg       load_q, read_q;   // the slot that is loaded next, and read next
    reg [1:0] full_q;
    assign ready_o = !full_q[load_q];
    assign valid_o = full_q[read_q];
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            load_q <= 1'b0;
            read_q <= 1'b0;
            full_q <= 2'b00;
        end else begin
            load_q <= load_q ^ done_i;
            read_q <= read_q ^ take_i;
            full_q <= (full_q & ~{take_i && read_q, take_i && !read_q}) | {done_i && load_q, done_i && !load_q};
        end

    // The head that is read stands in a register of its own, with no multiplexer behind it: much follows it in the same cycle
    wire           any = |full_q, both = &full_q;
    reg [HEAD-1:0] head_q, next_q;
    always @(posedge clk_i) if (both ? take_i : done_i && (take_i || !any)) head_q <= both ? next_q : head_i;
    always @(posedge clk_i) if (done_i && any) next_q <= head_i;
    assign head_o = head_q;

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : gen_lane
            wire [WIDTH-1:0] slot0_q, slot1_q;
            wire             unused_loaded0, unused_loaded1;
            `WF_RANK #(.WIDTH(WIDTH), .STALLS(0)) slot0 (
                .clk_i(clk_i), .rst_ni(rst_ni), .move_i(1'b1), .valid_i(load_i[l] && !load_q),
                .data_i(data_i[l*WIDTH +: WIDTH]), .valid_o(unused_loaded0), .data_o(slot0_q)
            );
            `WF_RANK #(.WIDTH(WIDTH), .STALLS(0)) slot1 (
                .clk_i(clk_i), .rst_ni(rst_ni), .move_i(1'b1), .valid_i(load_i[l] && load_q),
                .data_i(data_i[l*WIDTH +: WIDTH]), .valid_o(unused_loaded1), .data_o(slot1_q)
            );
            assign data_o[l*WIDTH +: WIDTH] = read_q ? slot1_q : slot0_q;
        end
    endgenerate
endmodule
`default_nettype wire
