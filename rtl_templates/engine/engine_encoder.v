// SPDX-License-Identifier: Apache-2.0
// The encoder of the codec, with valid and ready on both sides: its ranks are elastic, and a code that is not taken is kept behind them.
//
//   valid_i 1 with a line of zeros in cycle 0, a latency of 2  ->  valid_o 1 in cycle 2, with count_o 0: one burst
//
// More: docs/engine.md, "Encode", and the codec's page
`default_nettype none
module `WF_ENGINE_ENCODER #(
    parameter LINE = `WF_LINE,  // bytes of a line; not to be set
    parameter SIDE = 1          // bits beside a line
) (
    input  wire              clk_i,      // clock, rising edge
    input  wire              rst_ni,     // reset, low, asynchronous
    input  wire              valid_i,    // 1: a line
    output wire              ready_o,    // 1: it is taken
    input  wire [SIDE-1:0]   side_i,     // any bits
    input  wire [8*LINE-1:0] block_i,    // the line
    output wire              valid_o,    // 1: its code
    input  wire              ready_i,    // 1: it is taken
    output wire [SIDE-1:0]   side_o,     // the bits that came with the line
    output wire [1:0]        count_o,    // so many bursts and one
    output wire [8*LINE-1:0] payload_o   // these bursts, the lowest first; behind them any bits
);
    generate
        if (LINE != `WF_LINE) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (SIDE < 1) begin : gen_bad_side wf_illegal_SIDE bad (); end
    endgenerate

    wire               valid, ready, unused_tag;
    wire [SIDE-1:0]    side;
    wire [LINE/32-1:0] units, unused_wen;   // units: those in use are the lowest ones
    wire [8*LINE-1:0]  payload;
    wire [1:0]         count;
`ifdef WF_LINEBDI_ENC
    `WF_LINEBDI_ENC #(
`endif
`ifdef WF_FPC_ENC
    `WF_FPC_ENC #(
`endif
`ifdef WF_CPACK_ENC
    `WF_CPACK_ENC #(
`endif
`ifdef WF_BPC_ENC
    `WF_BPC_ENC #(
`endif
`ifdef WF_BESTOF_ENC
    `WF_BESTOF_ENC #(
`endif
        .FLOW(2), .USER_BITS(SIDE)
    ) enc (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_i), .ready_o(ready_o), .user_i(side_i), .raw_only_i(1'b0), .block_i(block_i),
        .valid_o(valid), .ready_i(ready), .user_o(side), .tag_o(unused_tag), .payload_o(payload), .units_o(units), .wen_o(unused_wen)
    );
    generate
        if (LINE == 64) begin : gen_two
            assign count = {1'b0, units[1]};
            wire unused_units = &{1'b0, units[0]};
        end else begin : gen_four
            assign count = {units[LINE/32-2], units[LINE/32-1] || (units[1] && !units[LINE/32-2])};
            wire unused_units = &{1'b0, units[0]};
        end
    endgenerate
    `WF_ENGINE_SPILL #(.HEAD(SIDE + 2), .REST(8 * LINE)) spill (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid), .ready_o(ready), .head_i({side, count}), .rest_i(payload),
        .valid_o(valid_o), .ready_i(ready_i), .head_o({side_o, count_o}), .rest_o(payload_o)
    );
endmodule
`default_nettype wire
