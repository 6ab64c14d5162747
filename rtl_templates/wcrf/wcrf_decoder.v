// SPDX-License-Identifier: Apache-2.0
// A decoder of LATENCY cycles: one register rank in it, and ranks of delay behind it.
//
//   LATENCY 3, valid_i 1 in cycle 0  ->  valid_o 1 and the block in cycle 3
//
// More: docs/warpbdi.md
`default_nettype none
module `WF_WCRF_DECODER #(
    parameter LANES   = `WF_LANES,        // lanes of the warp: a power of two, 4 to 128
    parameter BANK    = `WF_BANK,         // bits of a bank: 32, 64 or 128
    parameter LATENCY = `WF_DEC_LATENCY,  // cycles: 1 to 8
    parameter SIDE    = 1,                // bits that go beside a code
    parameter BLOCK   = 32 * LANES        // bits of a value; not to be set
) (
    input  wire             clk_i,      // clock, rising edge
    input  wire             rst_ni,     // reset, low, asynchronous
    input  wire             valid_i,    // 1: a code
    input  wire [SIDE-1:0]  side_i,     // any bits
    input  wire [1:0]       tag_i,      // its tag
    input  wire [BLOCK-1:0] payload_i,  // its payload
    output wire             valid_o,    // 1: its block
    output wire [SIDE-1:0]  side_o,     // the bits that came with the code
    output wire [BLOCK-1:0] block_o     // the block
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes
            wf_illegal_LANES bad ();
        end
        if (BANK != 32 && BANK != 64 && BANK != 128) begin : gen_bad_bank wf_illegal_BANK bad (); end
        if (LATENCY < 1 || LATENCY > 8) begin : gen_bad_latency wf_illegal_LATENCY bad (); end
        if (SIDE < 1) begin : gen_bad_side wf_illegal_SIDE bad (); end
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
    endgenerate

    localparam CUTS = `WF_WARPBDI_STORE == 0 ? 4 : 8;   // the window is known; out
    wire             valid;
    wire [SIDE-1:0]  side;
    wire [BLOCK-1:0] block;
    `WF_WARPBDI_DEC #(.LANES(LANES), .BANK(BANK), .CUTS(CUTS), .USER_BITS(SIDE)) dec (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_i), .user_i(side_i), .tag_i(tag_i), .payload_i(payload_i),
        .valid_o(valid), .user_o(side), .block_o(block)
    );
    `WF_DELAY #(.WIDTH(SIDE + BLOCK), .DEPTH(LATENCY - 1)) delay (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid), .data_i({side, block}), .valid_o(valid_o), .data_o({side_o, block_o})
    );
endmodule
`default_nettype wire
