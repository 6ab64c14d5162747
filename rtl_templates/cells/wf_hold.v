// SPDX-License-Identifier: Apache-2.0
// A word that is kept in latches. From the next cycle on it is what a flip-flop would hold that takes data_i in each cycle in which load_i is 1. The
// latches are open in the second half of such a cycle and close with the rising edge that ends it, so data_i must be there by that edge, as at a
// flip-flop. While they are open data_o follows data_i: nobody uses data_o in a cycle in which load_i is 1.
//
//   cycle    | 0     | 1     | 2     |
//   clk_i    |^^^^___|^^^^___|^^^^___|
//   load_i   |_______|^^^^^^^|_______|  from flip-flops, there when clk_i falls
//   data_i   |   5   |   7   |   9   |
//   data_o   |   4   | 4 |any|   7   |
//
// Each 64 latches have a clock gate of their own, wf_gated.
`default_nettype none
module `WF_HOLD #(
    parameter WIDTH = 1  // bits
) (
    input  wire             clk_i,   // clock, rising edge
    input  wire             load_i,  // 1: data_i is the word from the next cycle on
    input  wire [WIDTH-1:0] data_i,  // any data
    output wire [WIDTH-1:0] data_o   // the word
);
    generate
        if (WIDTH < 1) begin : gen_bad_width wf_illegal_WIDTH bad (); end
    endgenerate
    localparam PART = 64;   // latches of a clock gate

    genvar p;
    generate
        for (p = 0; p < WIDTH; p = p + PART) begin : gen_part
            localparam HERE = WIDTH - p < PART ? WIDTH - p : PART;
            wire            open;
            reg  [HERE-1:0] data_q;
            `WF_GATED gated (.clk_i(clk_i), .load_i(load_i), .clock_o(open));
            // verilator lint_off LATCH
            always @*
                if (open) data_q = data_i[p +: HERE];
            // verilator lint_on LATCH
            assign data_o[p +: HERE] = data_q;
        end
    endgenerate
endmodule
`default_nettype wire
