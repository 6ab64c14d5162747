// SPDX-License-Identifier: Apache-2.0
// An input that comes one cycle before the block or code that it belongs to: a register without reset keeps it for that cycle. ON = 0: it comes
// with them, and this is wires.
//
//   ON 1: data_i 7, then 3   ->   in the cycle of the 3, data_o 7
`default_nettype none
module `WF_EARLY #(
    parameter ON    = 0,  // 1: data_i comes one cycle early, 0: with what it belongs to
    parameter WIDTH = 1   // bits of data
) (
    input  wire             clk_i,  // clock, rising edge
    input  wire [WIDTH-1:0] data_i, // any data
    output wire [WIDTH-1:0] data_o  // data_i, one cycle later if ON
);
    generate
        if (ON < 0 || ON > 1) begin : gen_bad_on wf_illegal_ON bad (); end
        if (WIDTH < 1) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (ON != 0) begin : gen_register
            reg [WIDTH-1:0] data_q;
            always @(posedge clk_i) data_q <= data_i;
            assign data_o = data_q;
        end else begin : gen_wires
            wire unused_clock = &{1'b0, clk_i};
            assign data_o = data_i;
        end
    endgenerate
endmodule
`default_nettype wire
