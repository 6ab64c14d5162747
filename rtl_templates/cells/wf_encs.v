// SPDX-License-Identifier: Apache-2.0
// An array of ENCS encoders. Port j is encoder j; the encoders share nothing. Port j of a vector is bits j*W +: W, where W is the width of
// that port of one encoder. Latency is the encoder's. More: docs/ports.md, "Arrays"
`default_nettype none
module `WF_ENCS #(
    parameter ENCS = `WF_ENCS_COUNT  // encoders, and as many ports
) (
    input  wire                           clk_i,        // clock, rising edge; without ranks nothing uses it
    input  wire                           rst_ni,       // reset, low, asynchronous
    input  wire [ENCS-1:0]                valid_i,      // bit j: port j has a block in this cycle
`ifdef WF_WITH_ENCS_READY
    output wire [ENCS-1:0]                ready_o,      // bit j: encoder j takes what valid_i offers
`endif
    input  wire [ENCS*`WF_USER_BITS-1:0]  user_i,       // for each port, port 0 lowest; comes out with this block's code
    input  wire [ENCS-1:0]                raw_only_i,   // bit j: store the block of port j raw
`ifdef WF_WITH_MASK
    input  wire [ENCS*`WF_MASK_BITS-1:0]  mask_i,       // the active mask of each port, port 0 lowest
`endif
    input  wire [ENCS*`WF_BLOCK_BITS-1:0] block_i,      // the block of each port, port 0 lowest
    output wire [ENCS-1:0]                valid_o,      // bit j: the outputs of port j mean something
`ifdef WF_WITH_STALL
    input  wire [ENCS-1:0]                ready_i,      // bit j: the receiver takes the outputs of port j; 0 holds encoder j
`endif
    output wire [ENCS*`WF_USER_BITS-1:0]  user_o,       // what came in with each block, port 0 lowest
    output wire [ENCS*`WF_TAG_BITS-1:0]   tag_o,        // the tag of each port, port 0 lowest
    output wire [ENCS*`WF_PAYLOAD_BITS-1:0] payload_o,  // the payload of each port, port 0 lowest
    output wire [ENCS*`WF_UNITS-1:0]      units_o,      // the storage units in use of each port
    output wire [ENCS*`WF_WEN_BITS-1:0]   wen_o         // the write enables of each port
);
    generate
        if (ENCS < 1) begin : gen_bad_encs wf_illegal_ENCS bad (); end
    endgenerate

    // In a design with wrappers the units have a ready that an array without stall does not use
`ifdef WF_WITH_FLOW
`ifndef WF_WITH_STALL
    wire [ENCS-1:0] ready_i = {ENCS{1'b1}};
`endif
`ifndef WF_WITH_ENCS_READY
    wire [ENCS-1:0] ready_o;
    wire            unused_ready = &{1'b0, ready_o};
`endif
`endif
    genvar j;
    generate
        for (j = 0; j < ENCS; j = j + 1) begin : gen_unit
            `WF_ENC enc (
                .clk_i      (clk_i),
                .rst_ni     (rst_ni),
                .valid_i    (valid_i[j]),
`ifdef WF_WITH_ENC_READY
                .ready_o    (ready_o[j]),
`endif
                .user_i     (user_i[j*`WF_USER_BITS +: `WF_USER_BITS]),
                .raw_only_i (raw_only_i[j]),
`ifdef WF_WITH_MASK
                .mask_i     (mask_i[j*`WF_MASK_BITS +: `WF_MASK_BITS]),
`endif
                .block_i    (block_i[j*`WF_BLOCK_BITS +: `WF_BLOCK_BITS]),
                .valid_o    (valid_o[j]),
`ifdef WF_WITH_FLOW
                .ready_i    (ready_i[j]),
`endif
                .user_o     (user_o[j*`WF_USER_BITS +: `WF_USER_BITS]),
                .tag_o      (tag_o[j*`WF_TAG_BITS +: `WF_TAG_BITS]),
                .payload_o  (payload_o[j*`WF_PAYLOAD_BITS +: `WF_PAYLOAD_BITS]),
                .units_o    (units_o[j*`WF_UNITS +: `WF_UNITS]),
                .wen_o      (wen_o[j*`WF_WEN_BITS +: `WF_WEN_BITS])
            );
        end
    endgenerate
endmodule
`default_nettype wire
