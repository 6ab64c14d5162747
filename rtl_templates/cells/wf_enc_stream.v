// SPDX-License-Identifier: Apache-2.0
// The encoder with valid/ready on both sides, for AXI4-Stream: a transfer takes place in a cycle in which valid and ready are both 1.
// In: the encoder's inputs with valid_i and ready_o. Out: its outputs with valid_o and ready_i, in the order of the inputs. The ranks
// of the encoder are elastic (`WF_CUT.v). Behind it `WF_SPILL keeps a result that is not taken, so all outputs, ready_o too, depend on
// registers alone, and the rate is one block a cycle (of an encoder that iterates, its own). More: docs/ports.md, "Wrappers"
`default_nettype none
module `WF_ENC_STREAM (
    input  wire                        clk_i,       // clock, rising edge
    input  wire                        rst_ni,      // reset, low, asynchronous
    input  wire                        valid_i,     // 1: the sender offers a block
    output wire                        ready_o,     // 1: it is taken in this cycle
    input  wire [`WF_USER_BITS-1:0]    user_i,      // any bits; they come out with this block's result
    input  wire                        raw_only_i,  // 1: store the block raw
`ifdef WF_WITH_MASK
    input  wire [`WF_MASK_BITS-1:0]    mask_i,      // active mask, bit i is lane i
`endif
    input  wire [`WF_BLOCK_BITS-1:0]   block_i,     // the block
    output wire                        valid_o,     // 1: a result is offered
    input  wire                        ready_i,     // 1: the receiver takes it in this cycle
    output wire [`WF_USER_BITS-1:0]    user_o,      // the bits that came in with this block
    output wire [`WF_TAG_BITS-1:0]     tag_o,       // tag of the code
    output wire [`WF_PAYLOAD_BITS-1:0] payload_o,   // payload of the code
    output wire [`WF_UNITS-1:0]        units_o,     // the storage units in use, a bit each
    output wire [`WF_WEN_BITS-1:0]     wen_o        // write enables of the payload
);
    wire                         unit_valid, unit_ready;
    wire [`WF_USER_BITS-1:0]     unit_user;
    wire [`WF_TAG_BITS-1:0]      unit_tag;
    wire [`WF_PAYLOAD_BITS-1:0]  unit_payload;
    wire [`WF_UNITS-1:0]         unit_units;
    wire [`WF_WEN_BITS-1:0]      unit_wen;

    `WF_ENC #(.FLOW(2)) enc (
        .clk_i      (clk_i),
        .rst_ni     (rst_ni),
        .valid_i    (valid_i),
        .ready_o    (ready_o),
        .user_i     (user_i),
        .raw_only_i (raw_only_i),
`ifdef WF_WITH_MASK
        .mask_i     (mask_i),
`endif
        .block_i    (block_i),
        .valid_o    (unit_valid),
        .ready_i    (unit_ready),
        .user_o     (unit_user),
        .tag_o      (unit_tag),
        .payload_o  (unit_payload),
        .units_o    (unit_units),
        .wen_o      (unit_wen)
    );

    `WF_SPILL #(
        .WIDTH  (`WF_USER_BITS + `WF_TAG_BITS + `WF_PAYLOAD_BITS + `WF_UNITS + `WF_WEN_BITS),
        .BYPASS (`WF_ENC_STAGES != 0)
    ) spill (
        .clk_i   (clk_i),
        .rst_ni  (rst_ni),
        .valid_i (unit_valid),
        .ready_o (unit_ready),
        .data_i  ({unit_user, unit_tag, unit_payload, unit_units, unit_wen}),
        .valid_o (valid_o),
        .ready_i (ready_i),
        .data_o  ({user_o, tag_o, payload_o, units_o, wen_o})
    );
endmodule
`default_nettype wire
