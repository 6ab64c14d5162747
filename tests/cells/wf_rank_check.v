// SPDX-License-Identifier: Apache-2.0
// wf_rank with anything at its inputs. What the rank holds is told by the last cycle in which it moved, and by the last one in which it
// moved with valid_i. Data count from the first load on.
`default_nettype none
module check #(
    parameter WIDTH  = 2,
    parameter STALLS = 1
) (
    input  wire         clk_i,
    input  wire         rst_ni,
    input  wire [127:0] free_i, // the rank moves; valid_i; data_i
    output wire         bad_o
);
    wire             valid_o;
    wire [WIDTH-1:0] data_o;
    wire [WIDTH-1:0] data  = free_i[2 +: WIDTH];
    wire             valid = free_i[1];
    wire             moves = free_i[0] || STALLS == 0;
    reg              moved_q, loaded_q;
    reg  [WIDTH-1:0] last_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            moved_q  <= 1'b0;
            loaded_q <= 1'b0;
        end else if (moves) begin
            moved_q  <= valid;
            loaded_q <= loaded_q || valid;
        end
    always @(posedge clk_i)
        if (moves && valid) last_q <= data;

    wf_rank #(.WIDTH(WIDTH), .STALLS(STALLS)) dut (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(free_i[0]), .valid_i(valid), .data_i(data), .valid_o(valid_o), .data_o(data_o)
    );
    assign bad_o = valid_o != moved_q || (loaded_q && data_o != last_q);
endmodule
`default_nettype wire
