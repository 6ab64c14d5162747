// SPDX-License-Identifier: Apache-2.0
// The counts of the stream state, from reset on, modulo 2^32.
//
//   decide answers a load from the AVC in cycle 0  ->  from cycle 3 on avc_loads is 1 more
//
// More: docs/avc.md, "Counts"
`default_nettype none
module `WF_AVC_COUNTS (
    input  wire             clk_i,      // clock, rising edge
    input  wire             rst_ni,     // reset, low, asynchronous: all counts become 0
    input  wire [15:0]      events_i,   // what decide does in this cycle, in the order of the stream
    output wire [16*32-1:0] counts_o    // the counts, in this order
);
    genvar n;
    generate
        for (n = 0; n < 16; n = n + 1) begin : gen_count
            `WF_COUNT #(.WIDTH(1)) count (.clk_i(clk_i), .rst_ni(rst_ni), .bits_i(events_i[n]), .count_o(counts_o[32*n +: 32]));
        end
    endgenerate
endmodule
`default_nettype wire
