// SPDX-License-Identifier: Apache-2.0
// A trigger that is dropped is told in the next cycle.
//
//   drop_i with warp 5 and reason 1 in cycle 0  ->  dropped_o 1 with them in cycle 1
//
// More: docs/assist.md, "Trigger"
`default_nettype none
module `WF_ASSIST_DROPPED #(
    parameter WIDTH = 1     // bits of what is told of it, from 1
) (
    input  wire             clk_i,      // clock, rising edge
    input  wire             rst_ni,     // reset, low, asynchronous: none is
    input  wire             drop_i,     // 1: a trigger is dropped
    input  wire             trigger_i,  // 1: a trigger is there
    input  wire [WIDTH-1:0] about_i,    // what is told of it
    output wire             dropped_o,  // 1: that of the cycle before is dropped
    output wire [WIDTH-1:0] about_o     // what is told of it
);
    generate
        if (WIDTH < 1) begin : gen_bad_width wf_illegal_WIDTH bad (); end
    endgenerate
    reg             dropped_q;
    reg [WIDTH-1:0] about_q;
    assign dropped_o = dropped_q;
    assign about_o   = about_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) dropped_q <= 1'b0;
        else         dropped_q <= drop_i;
    always @(posedge clk_i)
        if (trigger_i) about_q <= about_i;
endmodule
`default_nettype wire
