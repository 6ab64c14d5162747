// SPDX-License-Identifier: Apache-2.0
// One register rank: a row of registers that data and a valid bit pass in one cycle. A data register loads only if valid_i is 1, and holds
// its value otherwise, so that nothing toggles in an idle unit. Reset clears the valid bit, asynchronously; the data registers have no
// reset.
//
//   valid_i 1, data_i 7   ->   one cycle later valid_o 1, data_o 7
//   valid_i 0, data_i 3   ->   one cycle later valid_o 0, data_o still 7
`default_nettype none
module `WF_RANK #(
    parameter WIDTH = 1  // bits of data
) (
    input  wire             clk_i,    // clock, rising edge
    input  wire             rst_ni,   // reset, low, asynchronous
    input  wire             valid_i,  // 1: load data_i
    input  wire [WIDTH-1:0] data_i,   // any data
    output wire             valid_o,  // valid_i of the cycle before
    output wire [WIDTH-1:0] data_o    // the data that was loaded last
);

    reg             valid_q;
    reg [WIDTH-1:0] data_q;

    always @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) valid_q <= 1'b0;
        else         valid_q <= valid_i;
    end

    always @(posedge clk_i) begin
        if (valid_i) data_q <= data_i;
    end

    assign valid_o = valid_q;
    assign data_o  = data_q;

endmodule
`default_nettype wire
