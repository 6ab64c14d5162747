// SPDX-License-Identifier: Apache-2.0
// The decoder with valid/ready on both sides, for AXI4-Stream: a transfer takes place in a cycle in which valid and ready are both 1.
// In: the decoder's inputs with valid_i and ready_o. Out: its outputs with valid_o and ready_i, in the order of the inputs. The ranks
// of the decoder are elastic (`WF_CUT.v). Behind it `WF_SPILL keeps a result that is not taken, so all outputs, ready_o too, depend on
// registers alone, and the rate is one block a cycle (of a decoder that iterates, its own). More: docs/ports.md, "Wrappers"
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
    wire                       unit_valid, unit_ready;
    wire [`WF_USER_BITS-1:0]   unit_user;
    wire [`WF_BLOCK_BITS-1:0]  unit_block;

    `WF_DEC #(.FLOW(2)) dec (
        .clk_i     (clk_i),
        .rst_ni    (rst_ni),
        .valid_i   (valid_i),
        .ready_o   (ready_o),
        .user_i    (user_i),
        .tag_i     (tag_i),
        .payload_i (payload_i),
        .valid_o   (unit_valid),
        .ready_i   (unit_ready),
        .user_o    (unit_user),
        .block_o   (unit_block)
    );

    `WF_SPILL #(
        .WIDTH  (`WF_USER_BITS + `WF_BLOCK_BITS),
        .BYPASS (`WF_DEC_STAGES != 0)
    ) spill (
        .clk_i   (clk_i),
        .rst_ni  (rst_ni),
        .valid_i (unit_valid),
        .ready_o (unit_ready),
        .data_i  ({unit_user, unit_block}),
        .valid_o (valid_o),
        .ready_i (ready_i),
        .data_o  ({user_o, block_o})
    );
endmodule
`default_nettype wire
