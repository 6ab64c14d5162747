// SPDX-License-Identifier: Apache-2.0
// The words of the fill that the walk works on, from their memory, and then from its gather with what the caches have newer over them: for its answers and its
// put. Their code, and the lanes that become valid in the AVC.
//
`ifdef WF_WITH_KEEP_FIT
//   4 lanes, 10 12 14 99, mask 0011  ->  base 10, stride 2; lanes 0111: all that lie on the line
`else
//   4 lanes, 10 12 14 99, mask 0011  ->  base 10, stride 2; lanes 0011
`endif
//
// More: docs/avc.md, "Walk" and "Fill"
`default_nettype none
module `WF_AVC_KEEP #(
    parameter LANES       = `WF_LANES,          // lanes of the warp
`ifdef WF_WITH_AVC_WAYS
    parameter ENC_LATENCY = `WF_ENC_LATENCY,    // register ranks in the encoder: 0, 1 or 2
`endif
    parameter BLOCK       = 32 * LANES          // bits of the words; not to be set
) (
    input  wire             clk_i,      // clock, rising edge
`ifdef WF_WITH_AVC_WAYS
    input  wire             rst_ni,     // reset, low, asynchronous
    input  wire [LANES-1:0] mask_i,     // the lanes that loads asked for
    input  wire             put_i,      // 1: vector has the put
    output wire [LANES-1:0] mask_o,     // in look: the lanes that become valid in the AVC
    output wire             affine_o,   // 1: they are affine
    output wire [31:0]      base_o,     // base of their code
    output wire [2:0]       stride_o,   // its stride
`endif
    input  wire             reads_i,    // 1: the words of a fill are there, and are kept
    input  wire [BLOCK-1:0] fill_i,     // these
    input  wire             keeps_i,    // 1: the last stage has a gather
    input  wire [BLOCK-1:0] data_i,     // its words
    output wire [BLOCK-1:0] data_o      // the words that are kept, from the next cycle on
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
`ifdef WF_WITH_AVC_WAYS
        if (ENC_LATENCY < 0 || ENC_LATENCY > 2) begin : gen_bad_enc_latency wf_illegal_ENC_LATENCY bad (); end
`endif
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
    endgenerate

    reg [BLOCK-1:0] data_q;
    always @(posedge clk_i)
        if (reads_i || keeps_i) data_q <= reads_i ? fill_i : data_i;
    assign data_o = data_q;

`ifdef WF_WITH_AVC_WAYS
    reg         kept_q;
    reg  [35:0] code_q;
    wire        coded, affine, unused_user;
    wire [31:0] base;
    wire [2:0]  stride;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) kept_q <= 1'b0;
        else         kept_q <= reads_i || keeps_i;
    `WF_AVC_ENCODE #(.LANES(LANES), .ENC_LATENCY(ENC_LATENCY), .USER(1)) encode (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(kept_q), .user_i(1'b0), .mask_i(mask_i), .data_i(data_q),
        .valid_o(coded), .user_o(unused_user), .affine_o(affine), .base_o(base), .stride_o(stride)
    );
    always @(posedge clk_i)
        if (coded) code_q <= {stride, base, affine};
    assign {stride_o, base_o, affine_o} = code_q;

`ifdef WF_WITH_KEEP_FIT
    wire [BLOCK-1:0] line;          // the words of the line, in look
    wire             unused_line;
    `WF_EXPAND #(.LANES(LANES), .STAGES(1)) expand (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(put_i), .base_i(base_o), .stride_i(stride_o), .valid_o(unused_line), .block_o(line)
    );
    genvar i;
    generate
        for (i = 0; i < LANES; i = i + 1) begin : gen_lane
            assign mask_o[i] = line[32*i +: 32] == data_q[32*i +: 32];
        end
    endgenerate
`else
    assign mask_o   = mask_i;
    wire unused_put = &{1'b0, put_i};
`endif
`endif
endmodule
`default_nettype wire
