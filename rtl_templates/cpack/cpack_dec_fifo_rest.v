// SPDX-License-Identifier: Apache-2.0
// Decoder of cpack, form fifo, rest: what of the payload is not decoded yet, its next code at bit 0. From the cycle after it was taken, a
// payload has LINE / 4 / RATE groups, one a cycle. A payload of a single group passes in the same cycle.
//
//   RATE 1, codes c0 c1 c2 .. (c0 lowest)  ->  one cycle later rest_o .. c2 c1 c0 (first_o 1), behind_i .. c2 c1; then rest_o .. c2 c1
`default_nettype none
module `WF_DEC_FIFO_REST #(
    parameter LINE      = `WF_LINE,      // bytes of the cache line: 32, 64 or 128
    parameter RATE      = `WF_RATE,      // words of a group
    parameter STALLS    = 0,             // 1: a group waits while ready_i is 0
    parameter USER_BITS = `WF_USER_BITS  // bits of user, 1 or more
) (
    input  wire                 clk_i,      // clock, rising edge
    input  wire                 rst_ni,     // reset, low, asynchronous
    input  wire                 valid_i,    // 1: the inputs are a payload; the last group of the one before is there, or was
    input  wire [USER_BITS-1:0] user_i,     // any bits
    input  wire                 coded_i,    // 1: compressed, 0: raw
    input  wire [LINE*8-1:0]    payload_i,  // the code or the raw line
    input  wire [LINE*8-1:0]    behind_i,   // rest_o without the group at its bit 0

    output wire                 valid_o,    // 1: the outputs are a group
    input  wire                 ready_i,    // 1: the next place takes the group, and this one the inputs
    output wire                 first_o,    // it is the line's first group
    output wire                 last_o,     // it is the line's last group
    output wire [USER_BITS-1:0] user_o,     // user_i of the line
    output wire                 coded_o,    // coded_i of the line
    output wire [LINE*8-1:0]    rest_o      // the group's codes, lowest, and all behind them
);
    localparam STEPS = LINE / 4 / RATE;

    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (RATE != 1 && RATE != 2 && RATE != 4 && RATE != 8) begin : gen_bad_rate wf_illegal_RATE bad (); end
        if (STALLS < 0 || STALLS > 1) begin : gen_bad_stalls wf_illegal_STALLS bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
        if (STEPS == 1) begin : gen_whole
            assign valid_o = valid_i;
            assign first_o = 1'b1;
            assign last_o  = 1'b1;
            assign coded_o = coded_i;
            assign user_o  = user_i;
            assign rest_o  = payload_i;
            wire unused_clock = &{1'b0, clk_i, rst_ni, ready_i, behind_i, STALLS != 0};
        end else begin : gen_groups
            reg             run_q;
            reg [STEPS-1:0] step_q;     // one-hot: the group that is given
            wire            unused_valid;
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni)      run_q <= 1'b0;
                else if (ready_i) run_q <= valid_i || (run_q && !step_q[STEPS-1]);
            always @(posedge clk_i)
                if (ready_i) step_q <= valid_i ? {{STEPS-1{1'b0}}, 1'b1} : step_q << 1;
            `WF_RANK #(.WIDTH(USER_BITS + 1 + LINE*8), .STALLS(STALLS)) rest_rank (
                .clk_i(clk_i), .rst_ni(rst_ni), .move_i(ready_i), .valid_i(valid_i || run_q),
                .data_i(valid_i ? {user_i, coded_i, payload_i} : {user_o, coded_o, behind_i}),
                .valid_o(unused_valid), .data_o({user_o, coded_o, rest_o})
            );
            wire unused_rank = &{1'b0, unused_valid};
            assign valid_o = run_q;
            assign first_o = step_q[0];
            assign last_o  = run_q && step_q[STEPS-1];
        end
    endgenerate
endmodule
`default_nettype wire
