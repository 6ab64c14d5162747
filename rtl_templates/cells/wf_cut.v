// SPDX-License-Identifier: Apache-2.0
// A named place in a data path where a register rank may stand. ON = 1: a rank (wf_rank.v), so the outputs come one cycle later. ON = 0:
// wires. The number of ranks of a unit selects which of its cuts are on. More: docs/architecture.md
`default_nettype none
module `WF_CUT #(
    parameter ON    = 0,  // 1: a register rank stands here, 0: wires
    parameter WIDTH = 1   // bits of data
) (
    input  wire             clk_i,    // clock, rising edge
    input  wire             rst_ni,   // reset, low, asynchronous
    input  wire             valid_i,  // 1: data_i means something in this cycle
    input  wire [WIDTH-1:0] data_i,   // any data
    output wire             valid_o,  // valid_i, one cycle later if ON
    output wire [WIDTH-1:0] data_o    // data_i, one cycle later if ON
);
    generate
        if (ON != 0) begin : gen_rank
            `WF_RANK #(.WIDTH(WIDTH)) rank (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_i), .data_i(data_i), .valid_o(valid_o), .data_o(data_o)
            );
        end else begin : gen_wires
            wire unused_clock = &{1'b0, clk_i, rst_ni};
            assign valid_o = valid_i;
            assign data_o  = data_i;
        end
    endgenerate
endmodule
`default_nettype wire
