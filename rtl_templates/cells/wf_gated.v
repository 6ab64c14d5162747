// SPDX-License-Identifier: Apache-2.0
// A clock for latches: it is 1 in the second half of each cycle in which load_i is 1, while clk_i is 0. load_i comes from flip-flops and is there
// when clk_i falls. It changes while clk_i is 1 alone, so the output has no glitch without a latch in front of it.
//
//   cycle    | 0     | 1     | 2     |
//   clk_i    |^^^^___|^^^^___|^^^^___|
//   load_i   |_______|^^^^^^^|_______|
//   clock_o  |_______|____^^^|_______|
//
// Replace this file by the library's gate of that function, if it has one for clocks. No integrated clock gate is one: its pulse comes in the first
// half of the cycle after.
`default_nettype none
module `WF_GATED (
    input  wire clk_i,   // clock, rising edge
    input  wire load_i,  // 1: a pulse in this cycle
    output wire clock_o  // the pulse
);
    assign clock_o = load_i && !clk_i;
endmodule
`default_nettype wire
