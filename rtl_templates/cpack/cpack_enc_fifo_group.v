// SPDX-License-Identifier: Apache-2.0
// Encoder of cpack, form fifo, group: gives a line in groups of RATE words, one a cycle from the cycle after it was taken. A line of a single
// group passes in the same cycle.
//
//   line of 8 words, RATE 2: words 1 0 (first_o 1), then 3 2, then 5 4, then 7 6 (last_o 1, whole_o is the line)
//
// The register rotates by one group a cycle, so the next group is always the lowest; with the last one the line is back in order.
`default_nettype none
module `WF_ENC_FIFO_GROUP #(
    parameter LINE      = `WF_LINE,      // bytes of the cache line: 32, 64 or 128
    parameter RATE      = `WF_RATE,      // words of a group
    parameter ISOLATE   = `WF_ISOLATE,   // 1: gates hold a line of a single group at zero while the unit is idle
    parameter STALLS    = 0,             // 1: a group waits while ready_i is 0
    parameter USER_BITS = `WF_USER_BITS  // bits of user, 1 or more
) (
    input  wire                 clk_i,       // clock, rising edge
    input  wire                 rst_ni,      // reset, low, asynchronous
    input  wire                 valid_i,     // 1: the inputs are a block of this cycle
    output wire                 ready_o,     // 1: the unit takes what valid_i offers
    input  wire [USER_BITS-1:0] user_i,      // any bits
    input  wire                 raw_only_i,  // 1: store the block raw
    input  wire [LINE*8-1:0]    block_i,     // the line, byte 0 lowest

    output wire                 valid_o,     // 1: the outputs are a group
    input  wire                 ready_i,     // 1: the next place takes the group
    output wire                 first_o,     // it is the line's first group
    output wire                 last_o,      // it is the line's last group
    output wire                 raw_o,       // raw_only_i of the line
    output wire [USER_BITS-1:0] user_o,      // user_i of the line
    output wire [RATE*32-1:0]   words_o,     // the group, its first word lowest
    output wire [LINE*8-1:0]    whole_o      // with the last group: the line
);
    localparam BLOCK = LINE * 8;
    localparam GROUP = 32 * RATE;
    localparam STEPS = BLOCK / GROUP;

    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (RATE != 1 && RATE != 2 && RATE != 4 && RATE != 8) begin : gen_bad_rate wf_illegal_RATE bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if (STALLS < 0 || STALLS > 1) begin : gen_bad_stalls wf_illegal_STALLS bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
    endgenerate

    generate
        if (STEPS == 1) begin : gen_whole
            assign ready_o = ready_i;
            assign valid_o = valid_i;
            assign first_o = 1'b1;
            assign last_o  = 1'b1;
            assign raw_o   = raw_only_i;
            assign user_o  = user_i;
            assign whole_o = block_i & {BLOCK{ISOLATE == 0 || valid_i}};
            assign words_o = whole_o;
            wire unused_clock = &{1'b0, clk_i, rst_ni, STALLS != 0};
        end else begin : gen_groups
            reg              busy_q;
            reg  [STEPS-1:0] step_q;    // one-hot: the group that is given
            wire             ready = ready_i && (!busy_q || step_q[STEPS-1]);
            wire             take  = valid_i && ready;
            wire [BLOCK-1:0] line;
            wire             unused_valid;
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni)      busy_q <= 1'b0;
                else if (ready_i) busy_q <= take || !ready;
            always @(posedge clk_i)
                if (take)         step_q <= {{STEPS-1{1'b0}}, 1'b1};
                else if (ready_i) step_q <= step_q << 1;
            `WF_RANK #(.WIDTH(1 + USER_BITS + BLOCK), .STALLS(STALLS)) line_rank (
                .clk_i(clk_i), .rst_ni(rst_ni), .move_i(ready_i), .valid_i(take || busy_q),
                .data_i(take ? {raw_only_i, user_i, block_i} : {raw_o, user_o, whole_o}),
                .valid_o(unused_valid), .data_o({raw_o, user_o, line})
            );
            wire unused_rank = &{1'b0, unused_valid};
            assign whole_o = {line[GROUP-1:0], line[BLOCK-1:GROUP]};
            assign words_o = line[GROUP-1:0];
            assign valid_o = busy_q;
            assign first_o = step_q[0];
            assign last_o  = busy_q && step_q[STEPS-1];
            assign ready_o = ready;
        end
    endgenerate
endmodule
`default_nettype wire
