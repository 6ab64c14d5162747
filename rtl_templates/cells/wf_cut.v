// SPDX-License-Identifier: Apache-2.0
// A named place in a data path where a register rank may stand. ON = 1: a rank, so the outputs come one cycle later. ON = 0:
// wires. The set CUTS of a unit says which of its cuts are on. FLOW says what ready_i, from the next place, does:
//
//   FLOW         the rank moves           ready_o, to the place before
//   0  fixed     in every cycle           1
//   1  stall     where ready_i is 1       ready_i: all ranks of a unit move or none does
//   2  elastic   where ready_i is 1 or    the same: an empty rank fills while those behind it wait
//                it holds nothing
//
// Without a rank ready_o is ready_i, or 1 if FLOW is 0. Of FLOW 1 and 2, data stay while valid_o is 1 and ready_i 0. More:
// docs/ports.md
`default_nettype none
module `WF_CUT #(
    parameter ON    = 0,  // 1: a register rank stands here, 0: wires
    parameter WIDTH = 1,  // bits of data
    parameter FLOW  = 0   // 0 fixed, 1 stall, 2 elastic
) (
    input  wire             clk_i,    // clock, rising edge
    input  wire             rst_ni,   // reset, low, asynchronous
    input  wire             valid_i,  // 1: data_i means something in this cycle
    output wire             ready_o,  // 1: data_i passes in this cycle
    input  wire [WIDTH-1:0] data_i,   // any data
    output wire             valid_o,  // valid_i, one cycle later if ON
    input  wire             ready_i,  // 1: the next place takes data_o; nothing uses it if FLOW is 0
    output wire [WIDTH-1:0] data_o    // data_i, one cycle later if ON
);
    generate
        if (ON < 0 || ON > 1) begin : gen_bad_on wf_illegal_ON bad (); end
        if (WIDTH < 1) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (FLOW < 0 || FLOW > 2) begin : gen_bad_flow wf_illegal_FLOW bad (); end
        assign ready_o = FLOW == 0 || ready_i || (FLOW == 2 && ON != 0 && !valid_o);
        if (ON != 0) begin : gen_rank
            `WF_RANK #(.WIDTH(WIDTH), .STALLS(FLOW != 0)) rank (
                .clk_i(clk_i), .rst_ni(rst_ni), .move_i(ready_o),
                .valid_i(valid_i), .data_i(data_i), .valid_o(valid_o), .data_o(data_o)
            );
        end else begin : gen_wires
            wire unused_clock = &{1'b0, clk_i, rst_ni};
            assign valid_o = valid_i;
            assign data_o  = data_i;
        end
    endgenerate
endmodule
`default_nettype wire
