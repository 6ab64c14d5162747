// SPDX-License-Identifier: Apache-2.0
// The decoder with valid/ready on both sides, for AXI4-Stream: a transfer takes place in a cycle in which valid and ready are both 1.
// In: the decoder's inputs with valid_i and ready_o. Out: its outputs with valid_o and ready_i, in the order of the inputs. Behind the
// decoder wf_fifo holds results until they are taken, so ready_o depends on registers alone, and the rate is one block a cycle (of a
// decoder that iterates, its own). More: docs/architecture.md, "Wrappers"
`default_nettype none
module `WF_DEC_STREAM (
    input  wire                        clk_i,      // clock, rising edge
    input  wire                        rst_ni,     // reset, low, asynchronous
    input  wire                        valid_i,    // 1: the sender offers a code
    output wire                        ready_o,    // 1: it is taken in this cycle
    input  wire [`WF_USER_BITS-1:0]    user_i,     // any bits; they come out with this block's result
    input  wire [`WF_TAG_BITS-1:0]     tag_i,      // tag of the code
    input  wire [`WF_PAYLOAD_BITS-1:0] payload_i,  // payload of the code
    output wire                        valid_o,    // 1: a result is offered
    input  wire                        ready_i,    // 1: the receiver takes it in this cycle
    output wire [`WF_USER_BITS-1:0]    user_o,     // the bits that came in with this block
    output wire [`WF_BLOCK_BITS-1:0]   block_o     // the block
);
    wire                      room, unit_ready;
    wire                      take = valid_i && ready_o;
    assign ready_o = room && unit_ready;
`ifndef WF_WITH_DEC_READY
    assign unit_ready = 1'b1;
`endif
    wire                      unit_valid;
    wire [`WF_USER_BITS-1:0]  unit_user;
    wire [`WF_BLOCK_BITS-1:0] unit_block;

    `WF_DEC dec (
        .clk_i     (clk_i),
        .rst_ni    (rst_ni),
        .valid_i   (take),
`ifdef WF_WITH_DEC_READY
        .ready_o   (unit_ready),
`endif
        .user_i    (user_i),
        .tag_i     (tag_i),
        .payload_i (payload_i),
        .valid_o   (unit_valid),
        .user_o    (unit_user),
        .block_o   (unit_block)
    );

    `WF_FIFO #(
        .WIDTH (`WF_USER_BITS + `WF_BLOCK_BITS),
        .DEPTH (`WF_DEC_STAGES + 2)
    ) queue (
        .clk_i    (clk_i),
        .rst_ni   (rst_ni),
        .take_i   (take),
        .credit_o (room),
        .valid_i  (unit_valid),
        .data_i   ({unit_user, unit_block}),
        .valid_o  (valid_o),
        .ready_i  (ready_i),
        .data_o   ({user_o, block_o})
    );
endmodule
`default_nettype wire
