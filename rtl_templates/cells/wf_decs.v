// SPDX-License-Identifier: Apache-2.0
// An array of DECS decoders with as many ports. Port j is decoder j; the decoders share nothing. Port j of a vector is bits j*W +: W, where
// W is the width of that port of one decoder. Latency is the decoder's. More: docs/architecture.md, "Arrays"
`default_nettype none
module `WF_DECS #(
    parameter DECS = `WF_DECS_COUNT
) (
    input  wire                             clk_i,
    input  wire                             rst_ni,
    input  wire [DECS-1:0]                  valid_i,
`ifdef WF_WITH_DEC_READY
    output wire [DECS-1:0]                  ready_o,
`endif
    input  wire [DECS*`WF_USER_BITS-1:0]    user_i,
    input  wire [DECS*`WF_TAG_BITS-1:0]     tag_i,
    input  wire [DECS*`WF_PAYLOAD_BITS-1:0] payload_i,
    output wire [DECS-1:0]                  valid_o,
    output wire [DECS*`WF_USER_BITS-1:0]    user_o,
    output wire [DECS*`WF_BLOCK_BITS-1:0]   block_o
);
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
                .user_o    (user_o[j*`WF_USER_BITS +: `WF_USER_BITS]),
                .block_o   (block_o[j*`WF_BLOCK_BITS +: `WF_BLOCK_BITS])
            );
        end
    endgenerate
endmodule
`default_nettype wire
