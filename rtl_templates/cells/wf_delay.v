// SPDX-License-Identifier: Apache-2.0
// A delay of DEPTH cycles, in as many register ranks; of 0: wires.
//
//   DEPTH 2, valid_i 1 and data_i 7 in cycle 0  ->  valid_o 1 and data_o 7 in cycle 2
`default_nettype none
module `WF_DELAY #(
    parameter WIDTH = 1,  // bits of data
    parameter DEPTH = 1   // cycles: 0 to 8
) (
    input  wire             clk_i,    // clock, rising edge
    input  wire             rst_ni,   // reset, low, asynchronous
    input  wire             valid_i,  // 1: data_i means something
    input  wire [WIDTH-1:0] data_i,   // any data
    output wire             valid_o,  // valid_i, DEPTH cycles later
    output wire [WIDTH-1:0] data_o    // data_i, DEPTH cycles later
);
    generate
        if (WIDTH < 1) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (DEPTH < 0 || DEPTH > 8) begin : gen_bad_depth wf_illegal_DEPTH bad (); end
    endgenerate

    genvar k;
    generate
        for (k = 0; k <= DEPTH; k = k + 1) begin : gen_rank
            wire             valid;
            wire [WIDTH-1:0] data;
            if (k == 0) begin : gen_input
                assign valid = valid_i;
                assign data  = data_i;
            end else begin : gen_later
                `WF_RANK #(.WIDTH(WIDTH)) rank (
                    .clk_i(clk_i), .rst_ni(rst_ni), .move_i(1'b1),
                    .valid_i(gen_rank[k-1].valid), .data_i(gen_rank[k-1].data), .valid_o(valid), .data_o(data)
                );
            end
        end
    endgenerate
    wire unused_clock = &{1'b0, clk_i, rst_ni};
    assign valid_o = gen_rank[DEPTH].valid;
    assign data_o  = gen_rank[DEPTH].data;
endmodule
`default_nettype wire
