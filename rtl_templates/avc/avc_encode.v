// SPDX-License-Identifier: Apache-2.0
// The encoder of blocks: whether the lanes of a mask are base + lane x stride, and this base and stride.
//
//   ENC_LATENCY 2, a block in a register in cycle 0  ->  its code at the outputs in cycle 2
//
// The last rank is not at the outputs: who takes the code has a register.
// More: docs/avc.md, "Encode"; docs/affine.md
`default_nettype none
module `WF_AVC_ENCODE #(
    parameter LANES       = `WF_LANES,          // lanes of the warp
    parameter ENC_LATENCY = `WF_ENC_LATENCY,    // register ranks: 0, 1 or 2
    parameter USER        = 3,                  // bits of user
    parameter BLOCK       = 32 * LANES          // bits of a block; not to be set
) (
    input  wire             clk_i,      // clock, rising edge
    input  wire             rst_ni,     // reset, low, asynchronous
    input  wire             valid_i,    // 1: a block
    input  wire [USER-1:0]  user_i,     // any bits; they come out with its code
    input  wire [LANES-1:0] mask_i,     // the lanes that count
    input  wire [BLOCK-1:0] data_i,     // the words, lane 0 lowest
    output wire             valid_o,    // 1: a code
    output wire [USER-1:0]  user_o,     // the bits that came with the block
    output wire             affine_o,   // 1: it is affine; 0: base and stride are 0
    output wire [31:0]      base_o,     // its base
    output wire [2:0]       stride_o    // log2 of its stride, 7 for 0
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (ENC_LATENCY < 0 || ENC_LATENCY > 2) begin : gen_bad_enc_latency wf_illegal_ENC_LATENCY bad (); end
        if (USER < 1) begin : gen_bad_user wf_illegal_USER bad (); end
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
    endgenerate
    localparam CUTS  = ENC_LATENCY == 2 ? 6 : ENC_LATENCY == 1 ? 2 : 0;     // stride, verdict; stride; none
    localparam UNITS = `WF_AFFINE_UNITS * LANES / `WF_LANES;

    wire [LANES-1:0] unused_lanes, unused_wen;
    wire [BLOCK-1:0] unused_payload;
    wire [UNITS-1:0] unused_units;
    `WF_AFFINE_ENC #(.LANES(LANES), .CUTS(CUTS), .USER_BITS(USER)) encoder (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_i), .user_i(user_i), .raw_only_i(1'b0), .mask_i(mask_i), .block_i(data_i),
        .valid_o(valid_o), .user_o(user_o), .tag_o({unused_lanes, base_o, stride_o, affine_o}),
        .payload_o(unused_payload), .units_o(unused_units), .wen_o(unused_wen)
    );
endmodule
`default_nettype wire
