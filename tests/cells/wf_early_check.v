// SPDX-License-Identifier: Apache-2.0
// wf_early with anything at its input: the output is the last cycle's input, or this cycle's if ON is 0.
`default_nettype none
module check #(
    parameter WIDTH = 2,
    parameter ON    = 1
) (
    input  wire         clk_i,
    input  wire         rst_ni,
    input  wire [127:0] free_i, // data_i
    output wire         bad_o
);
    wire [WIDTH-1:0] data = free_i[WIDTH-1:0];
    wire [WIDTH-1:0] early;
    reg  [WIDTH-1:0] last_q;
    reg              known_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) known_q <= 1'b0;
        else known_q <= 1'b1;
    always @(posedge clk_i) last_q <= data;

    wf_early #(.WIDTH(WIDTH), .ON(ON)) dut (.clk_i(clk_i), .data_i(data), .data_o(early));
    assign bad_o = ON == 0 ? early != data : known_q && early != last_q;
endmodule
`default_nettype wire
