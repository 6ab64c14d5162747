// SPDX-License-Identifier: Apache-2.0
// wf_hold beside a flip-flop. Data come at any time, up to the clock edge that takes them; load comes from a flip-flop. The two agree in each half of a
// cycle in which the word may be used, from the first load on.
`default_nettype none
module check #(
    parameter WIDTH = 2
) (
    input  wire         clk_i,
    input  wire         rst_ni,
    input  wire [127:0] free_i, // load_i of the next cycle; data_i
    output wire         bad_o
);
    wire [WIDTH-1:0] data = free_i[1 +: WIDTH];
    wire [WIDTH-1:0] word;
    reg              load_q, loaded_q;
    reg  [WIDTH-1:0] word_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            load_q   <= 1'b0;
            loaded_q <= 1'b0;
        end else begin
            load_q   <= free_i[0];
            loaded_q <= loaded_q || load_q;
        end
    always @(posedge clk_i)
        if (load_q) word_q <= data;

    wf_hold #(.WIDTH(WIDTH)) dut (.clk_i(clk_i), .load_i(load_q), .data_i(data), .data_o(word));
    assign bad_o = loaded_q && (clk_i || !load_q) && word != word_q;
endmodule
`default_nettype wire
