// SPDX-License-Identifier: Apache-2.0
// wf_fifo with every sender that takes credits first, every delay of its words, and every receiver. Words are numbered. Credits and valid_o
// must be what the words owed and queued say.
`default_nettype none
module check #(
    parameter WIDTH = 4,
    parameter DEPTH = 2
) (
    input  wire         clk_i,
    input  wire         rst_ni,
    input  wire [127:0] free_i, // a credit is wanted; a word arrives; the receiver is ready
    output wire         bad_o
);
    wire             credit, valid_o;
    wire             ready_i = free_i[2];
    reg  [WIDTH-1:0] taken_q, sent_q, came_q;
    wire             take   = free_i[0] && credit;
    wire             valid  = free_i[1] && (take || taken_q != sent_q);
    wire [WIDTH-1:0] data_o;
    wire [WIDTH-1:0] owed = taken_q - came_q, queued = sent_q - came_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            taken_q <= {WIDTH{1'b0}};
            sent_q  <= {WIDTH{1'b0}};
            came_q  <= {WIDTH{1'b0}};
        end else begin
            if (take)               taken_q <= taken_q + 1'b1;
            if (valid)              sent_q  <= sent_q + 1'b1;
            if (valid_o && ready_i) came_q  <= came_q + 1'b1;
        end

    wf_fifo #(.WIDTH(WIDTH), .DEPTH(DEPTH)) dut (
        .clk_i(clk_i), .rst_ni(rst_ni), .take_i(take), .credit_o(credit), .valid_i(valid), .data_i(sent_q),
        .valid_o(valid_o), .ready_i(ready_i), .data_o(data_o)
    );
    assign bad_o = credit != (owed < DEPTH) || valid_o != (queued != 0) || (valid_o && data_o != came_q);
endmodule
`default_nettype wire
