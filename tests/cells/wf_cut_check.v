// SPDX-License-Identifier: Apache-2.0
// Three wf_cut in a chain: the middle one is a rank, the others are ranks if ON is 1. Any sender that keeps the rule (valid stays until
// ready) and any receiver. Words are numbered, so a word that is lost, doubled or out of place shows; the numbers are more than the chain
// holds. ready_o must be what FLOW says of the words inside, and a word must come to the output as soon as its way there is free.
`default_nettype none
module check #(
    parameter WIDTH = 3,
    parameter ON    = 1,
    parameter FLOW  = 2
) (
    input  wire         clk_i,
    input  wire         rst_ni,
    input  wire [127:0] free_i, // a word is sent; the receiver is ready
    output wire         bad_o
);
    localparam RANKS = ON != 0 ? 3 : 1;
    wire             ready, valid_o, ready_a, valid_a, ready_b, valid_b;
    wire             ready_i = free_i[1];
    reg              wait_q, held_q;
    reg  [WIDTH-1:0] sent_q, came_q;
    reg  [1:0]       late_q;    // cycles in which words could move and none was at the output
    wire             valid  = wait_q || free_i[0];
    wire             given  = valid_o && (FLOW == 0 || ready_i);
    wire [WIDTH-1:0] data_a, data_b, data_o;
    wire [WIDTH-1:0] inside = sent_q - came_q;
    wire             late   = inside != 0 && !valid_o && (FLOW != 1 || ready_i);
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            wait_q <= 1'b0;
            held_q <= 1'b0;
            sent_q <= {WIDTH{1'b0}};
            came_q <= {WIDTH{1'b0}};
            late_q <= 2'd0;
        end else begin
            wait_q <= valid && !ready;
            held_q <= valid_o && !given;
            late_q <= late ? late_q + 2'd1 : inside != 0 && !valid_o ? late_q : 2'd0;
            if (valid && ready) sent_q <= sent_q + 1'b1;
            if (given)          came_q <= came_q + 1'b1;
        end

    wf_cut #(.WIDTH(WIDTH), .ON(ON), .FLOW(FLOW)) first (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid), .ready_o(ready), .data_i(sent_q),
        .valid_o(valid_a), .ready_i(ready_a), .data_o(data_a)
    );
    wf_cut #(.WIDTH(WIDTH), .ON(1), .FLOW(FLOW)) middle (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_a), .ready_o(ready_a), .data_i(data_a),
        .valid_o(valid_b), .ready_i(ready_b), .data_o(data_b)
    );
    wf_cut #(.WIDTH(WIDTH), .ON(ON), .FLOW(FLOW)) last (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_b), .ready_o(ready_b), .data_i(data_b),
        .valid_o(valid_o), .ready_i(ready_i), .data_o(data_o)
    );
    assign bad_o = ready != (FLOW == 0 || ready_i || (FLOW == 2 && inside < RANKS)) || inside > RANKS ||
        (valid_o && (inside == 0 || data_o != came_q)) || (held_q && !valid_o) || (late && late_q == RANKS - 1);
endmodule
`default_nettype wire
