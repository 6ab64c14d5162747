// SPDX-License-Identifier: Apache-2.0
// The decoder of the codec, with valid and ready on both sides: its ranks are elastic, and a line that is not taken is kept behind them. A raw code is the line.
//
//   valid_i 1 with a code in cycle 0, a latency of 1  ->  valid_o 1 with the line in cycle 1, with the bits that came beside it
//
// More: docs/engine.md, "Decode", and the codec's page
`default_nettype none
module `WF_ENGINE_DECODER #(
    parameter LINE = `WF_LINE,  // bytes of a line; not to be set
    parameter HEAD = 1,         // bits beside a line on which others decide
    parameter SIDE = 2          // all bits beside it, the lowest of which these are
) (
    input  wire              clk_i,         // clock, rising edge
    input  wire              rst_ni,        // reset, low, asynchronous
    input  wire              valid_i,       // 1: a code
    output wire              ready_o,       // 1: it is taken
    input  wire              compressed_i,  // 0: it is raw
    input  wire [SIDE-1:0]   side_i,        // any bits
    input  wire [8*LINE-1:0] payload_i,     // its bursts, the lowest first; behind them 0
    output wire              valid_o,       // 1: its line
    input  wire              ready_i,       // 1: it is taken
    output wire [SIDE-1:0]   side_o,        // the bits that came with the code
    output wire [8*LINE-1:0] block_o        // the line
);
    generate
        if (LINE != `WF_LINE) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (HEAD < 1) begin : gen_bad_head wf_illegal_HEAD bad (); end
        if (SIDE <= HEAD) begin : gen_bad_side wf_illegal_SIDE bad (); end
    endgenerate

    wire              valid, ready;
    wire [SIDE-1:0]   side;
    wire [8*LINE-1:0] block;
`ifdef WF_LINEBDI_DEC
    `WF_LINEBDI_DEC #(
`endif
`ifdef WF_FPC_DEC
    `WF_FPC_DEC #(
`endif
`ifdef WF_CPACK_DEC
    `WF_CPACK_DEC #(
`endif
`ifdef WF_BPC_DEC
    `WF_BPC_DEC #(
`endif
`ifdef WF_BESTOF_DEC
    `WF_BESTOF_DEC #(
`endif
        .FLOW(2), .USER_BITS(SIDE)
    ) dec (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_i), .ready_o(ready_o), .user_i(side_i), .tag_i(compressed_i), .payload_i(payload_i),
        .valid_o(valid), .ready_i(ready), .user_o(side), .block_o(block)
    );
    `WF_ENGINE_SPILL #(.HEAD(HEAD), .REST(SIDE - HEAD + 8 * LINE)) spill (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid), .ready_o(ready), .head_i(side[HEAD-1:0]), .rest_i({side[SIDE-1:HEAD], block}),
        .valid_o(valid_o), .ready_i(ready_i), .head_o(side_o[HEAD-1:0]), .rest_o({side_o[SIDE-1:HEAD], block_o})
    );
endmodule
`default_nettype wire
