// SPDX-License-Identifier: Apache-2.0
// The counts of the stream state, from reset on, modulo 2^32.
//
//   a kill is taken in cycle 0  ->  from cycle 3 on kills is 1 more
//
// More: docs/assist.md, "Counts"
`default_nettype none
module `WF_ASSIST_COUNTS #(
    parameter WIDTH = `WF_WIDTH         // instructions that are staged in a cycle, at most: from 1
) (
    input  wire             clk_i,      // clock, rising edge
    input  wire             rst_ni,     // reset, low, asynchronous: all counts become 0
    input  wire [11:0]      events_i,   // bit n: the event of count n; of the instructions any bit
    input  wire [WIDTH-1:0] high_i,     // a bit for each instruction of high priority that is staged
    output wire [12*32-1:0] counts_o    // the counts, in the order of the stream
);
    generate
        if (WIDTH < 1) begin : gen_bad_width wf_illegal_WIDTH bad (); end
    endgenerate
    localparam HIGH = 3;
    genvar n;
    generate
        for (n = 0; n < 12; n = n + 1) begin : gen_count
            if (n == HIGH) begin : gen_several
                `WF_COUNT #(.WIDTH(WIDTH)) count (.clk_i(clk_i), .rst_ni(rst_ni), .bits_i(high_i), .count_o(counts_o[32*n +: 32]));
            end else begin : gen_one
                `WF_COUNT #(.WIDTH(1)) count (.clk_i(clk_i), .rst_ni(rst_ni), .bits_i(events_i[n]), .count_o(counts_o[32*n +: 32]));
            end
        end
    endgenerate
    wire unused = &{1'b0, events_i[HIGH]};
endmodule
`default_nettype wire
