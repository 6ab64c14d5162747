// SPDX-License-Identifier: Apache-2.0
// One register rank: a row of registers that data and a valid bit pass in one cycle. A data register loads only if valid_i is 1, and holds
// its value otherwise, so that nothing toggles in an idle unit. Reset clears the valid bit, asynchronously; the data registers have no
// reset. With STALLS, valid bit and data keep their values in a cycle in which move_i is 0.
//
//   valid_i 1, data_i 7               ->   one cycle later valid_o 1, data_o 7
//   valid_i 0, data_i 3               ->   one cycle later valid_o 0, data_o still 7
//   move_i 0, with STALLS, any input  ->   one cycle later valid_o and data_o as they are
`default_nettype none
module `WF_RANK #(
    parameter WIDTH  = 1,  // bits of data
    parameter STALLS = 0   // 0: the rank moves in every cycle; 1: move_i says in which
) (
    input  wire             clk_i,    // clock, rising edge
    input  wire             rst_ni,   // reset, low, asynchronous
    input  wire             move_i,   // 1: the rank moves; without STALLS nothing uses it
    input  wire             valid_i,  // 1: load data_i
    input  wire [WIDTH-1:0] data_i,   // any data
    output wire             valid_o,  // valid_i of the last cycle in which the rank moved
    output wire [WIDTH-1:0] data_o    // the data that was loaded last
);
    generate
        if (WIDTH < 1) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (STALLS < 0 || STALLS > 1) begin : gen_bad_stalls wf_illegal_STALLS bad (); end
    endgenerate

    wire            move = STALLS == 0 || move_i;
    reg             valid_q;
    reg [WIDTH-1:0] data_q;

    always @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni)   valid_q <= 1'b0;
        else if (move) valid_q <= valid_i;
    end

    always @(posedge clk_i) begin
        if (valid_i && move) data_q <= data_i;
    end

    assign valid_o = valid_q;
    assign data_o  = data_q;

endmodule
`default_nettype wire
