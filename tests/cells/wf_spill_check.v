// SPDX-License-Identifier: Apache-2.0
// wf_spill with every sender and receiver that keep the rule: valid stays until ready. Words are numbered, so a word that is lost, doubled or
// out of place shows; the numbers are more than it holds. valid_o and ready_o must be what the number of words inside says.
`default_nettype none
module check #(
    parameter WIDTH  = 4,
    parameter BYPASS = 1
) (
    input  wire         clk_i,
    input  wire         rst_ni,
    input  wire [127:0] free_i, // a word is sent; the receiver is ready
    output wire         bad_o
);
    wire             ready, valid_o;
    wire             ready_i = free_i[1];
    reg              wait_q;
    reg  [WIDTH-1:0] sent_q, came_q;
    wire             valid  = wait_q || free_i[0];
    wire [WIDTH-1:0] data_o;
    wire [WIDTH-1:0] inside = sent_q - came_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            wait_q <= 1'b0;
            sent_q <= {WIDTH{1'b0}};
            came_q <= {WIDTH{1'b0}};
        end else begin
            wait_q <= valid && !ready;
            if (valid && ready)     sent_q <= sent_q + 1'b1;
            if (valid_o && ready_i) came_q <= came_q + 1'b1;
        end

    wf_spill #(.WIDTH(WIDTH), .BYPASS(BYPASS)) dut (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid), .ready_o(ready), .data_i(sent_q),
        .valid_o(valid_o), .ready_i(ready_i), .data_o(data_o)
    );
    assign bad_o = ready != (inside < (BYPASS != 0 ? 1 : 2)) || valid_o != (inside != 0 || (BYPASS != 0 && valid)) ||
        (valid_o && data_o != came_q);
endmodule
`default_nettype wire
