// SPDX-License-Identifier: Apache-2.0
// Encoder of linebdi, first: what all chunks need of the base if it is the first chunk: its Gray code, and of each code the Gray column that
// may differ (`WF_ENC_WINDOWS.v). With CUT = 1 it is computed before the rank that holds the line.
`default_nettype none
module `WF_ENC_FIRST #(
    parameter CUT  = 0,         // 1: there is a register rank
    parameter FLOW = `WF_FLOW   // of the rank (`WF_CUT.v)
) (
    input  wire         clk_i,      // clock, rising edge; with CUT = 0 nothing uses it
    input  wire         rst_ni,     // reset, low, asynchronous
    input  wire         valid_i,    // of first_i
    input  wire         ready_i,    // of the outputs
    input  wire [63:0]  first_i,    // the first chunk, before the rank; looked at with CUT = 1
    input  wire [63:0]  chunk_i,    // the first chunk, behind the rank; looked at with CUT = 0
    output wire [63:0]  gray_o,     // the Gray code of the first chunk, behind the rank
    output wire [183:0] may_o       // the columns that may differ, behind the rank: one-hot for each code
);
    generate
        if (CUT < 0 || CUT > 1) begin : gen_bad_cut wf_illegal_CUT bad (); end
        if (FLOW < 0 || FLOW > 2) begin : gen_bad_flow wf_illegal_FLOW bad (); end
    endgenerate

    wire [63:0]  chunk = CUT != 0 ? first_i : chunk_i;
    wire [63:0]  gray  = chunk ^ (chunk >> 1);
    wire [183:0] may;
    `WF_ENC_WINDOWS #(.BASES(1)) windows (.bases_i(chunk), .may_o(may));

    wire unused_valid, unused_ready;
    `WF_CUT #(.ON(CUT), .WIDTH(64 + 184), .FLOW(FLOW)) cut_first (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(unused_ready), .data_i({gray, may}),
        .valid_o(unused_valid), .ready_i(ready_i), .data_o({gray_o, may_o})
    );
    wire unused = &{1'b0, first_i, chunk_i};
endmodule
`default_nettype wire
