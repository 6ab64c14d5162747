// SPDX-License-Identifier: Apache-2.0
// An array of DECS decoders with as many ports. Port j is decoder j; the decoders share nothing. Port j of a vector is bits j*W +: W, where
// W is the width of that port of one decoder. Latency is the decoder's. More: docs/ports.md, "Arrays"
`default_nettype none
module `WF_DECS #(
    parameter DECS = `WF_DECS_COUNT  // decoders, and as many ports
) (
    input  wire                             clk_i,      // clock, rising edge; without ranks nothing uses it
    input  wire                             rst_ni,     // reset, low, asynchronous
    input  wire [DECS-1:0]                  valid_i,    // bit j: port j has a code in this cycle
`ifdef WF_WITH_DECS_READY
    output wire [DECS-1:0]                  ready_o,    // bit j: decoder j takes what valid_i offers
`endif
    input  wire [DECS*`WF_USER_BITS-1:0]    user_i,     // for each port, port 0 lowest; comes out with this code's block
    input  wire [DECS*`WF_TAG_BITS-1:0]     tag_i,      // the tag of each port, port 0 lowest
    input  wire [DECS*`WF_PAYLOAD_BITS-1:0] payload_i,  // the payload of each port, port 0 lowest
    output wire [DECS-1:0]                  valid_o,    // bit j: the outputs of port j mean something
`ifdef WF_WITH_STALL
    input  wire [DECS-1:0]                  ready_i,    // bit j: the receiver takes the outputs of port j; 0 holds decoder j
`endif
    output wire [DECS*`WF_USER_BITS-1:0]    user_o,     // what came in with each code, port 0 lowest
    output wire [DECS*`WF_BLOCK_BITS-1:0]   block_o     // the block of each port, port 0 lowest
);
    generate
        if (DECS < 1) begin : gen_bad_decs wf_illegal_DECS bad (); end
    endgenerate

    // In a design with wrappers the units have a ready that an array without stall does not use
`ifdef WF_WITH_FLOW
`ifndef WF_WITH_STALL
    wire [DECS-1:0] ready_i = {DECS{1'b1}};
`endif
`ifndef WF_WITH_DECS_READY
    wire [DECS-1:0] ready_o;
    wire            unused_ready = &{1'b0, ready_o};
`endif
`endif
    genvar j;
    generate
        for (j = 0; j < DECS; j = j + 1) begin : gen_unit
            `WF_DEC dec (
                .clk_i     (clk_i),
                .rst_ni    (rst_ni),
                .valid_i   (valid_i[j]),
`ifdef WF_WITH_DEC_READY
                .ready_o   (ready_o[j]),
`endif
                .user_i    (user_i[j*`WF_USER_BITS +: `WF_USER_BITS]),
                .tag_i     (tag_i[j*`WF_TAG_BITS +: `WF_TAG_BITS]),
                .payload_i (payload_i[j*`WF_PAYLOAD_BITS +: `WF_PAYLOAD_BITS]),
                .valid_o   (valid_o[j]),
`ifdef WF_WITH_FLOW
                .ready_i   (ready_i[j]),
`endif
                .user_o    (user_o[j*`WF_USER_BITS +: `WF_USER_BITS]),
                .block_o   (block_o[j*`WF_BLOCK_BITS +: `WF_BLOCK_BITS])
            );
        end
    endgenerate
endmodule
`default_nettype wire
