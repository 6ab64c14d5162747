// SPDX-License-Identifier: Apache-2.0
// wf_gated: a cycle in which load is 1 has one pulse, its second half; load comes from a flip-flop. The falling edge tells what the second half must be.
`default_nettype none
module check (
    input  wire         clk_i,
    input  wire         rst_ni,
    input  wire [127:0] free_i, // load_i of the next cycle
    output wire         bad_o
);
    wire clock;
    reg  load_q, open_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) load_q <= 1'b0;
        else         load_q <= free_i[0];
    always @(negedge clk_i or negedge rst_ni)
        if (!rst_ni) open_q <= 1'b0;
        else         open_q <= load_q;

    wf_gated dut (.clk_i(clk_i), .load_i(load_q), .clock_o(clock));
    assign bad_o = rst_ni && clock != (open_q && !clk_i);
endmodule
`default_nettype wire
