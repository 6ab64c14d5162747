// SPDX-License-Identifier: Apache-2.0
// A count of events, modulo 2^32: each cycle adds the bits that are 1. They come through a register, are summed up in the next cycle, and added to
// the count in the one after it, so that a count is on no path of what it counts. The sum of many may take two cycles.
//
//   STAGES 1, bits_i 1011 in cycle 0, 0001 in cycle 1  ->  count_o 0 in cycles 0 to 2, 3 in cycle 3, 4 from cycle 4 on
`default_nettype none
module `WF_COUNT #(
    parameter WIDTH  = 1,  // events that one cycle may have
    parameter STAGES = 1   // cycles of the sum: 1 or 2
) (
    input  wire             clk_i,    // clock, rising edge
    input  wire             rst_ni,   // reset, low, asynchronous: the count becomes 0
    input  wire [WIDTH-1:0] bits_i,   // bit b: event b
    output wire [31:0]      count_o   // the events of all cycles before the last 1 + STAGES
);
    localparam LEVELS = $clog2(WIDTH);
    localparam CUT    = STAGES == 2 ? LEVELS / 2 : -1;      // the level behind which the second cycle begins
    generate
        if (WIDTH < 1 || WIDTH > 1024) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (STAGES < 1 || STAGES > 2) begin : gen_bad_stages wf_illegal_STAGES bad (); end
    endgenerate

    reg [WIDTH-1:0] bits_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) bits_q <= {WIDTH{1'b0}};
        else         bits_q <= bits_i;

    // sum of level l: the ones among 2^l bits. The last word of a level stays as it is if there is none to add to it
    genvar l, k;
    generate
        for (l = 0; l <= LEVELS; l = l + 1) begin : gen_level
            localparam HERE = WIDTH < 1 ? 1 : (WIDTH + (1 << l) - 1) >> l;
            for (k = 0; k < HERE; k = k + 1) begin : gen_sum
                wire [l:0] now, sum;
                if (l == 0) begin : gen_leaf
                    assign now = bits_q[k];
                end else if (2 * k + 1 < (WIDTH + (1 << (l - 1)) - 1) >> (l - 1)) begin : gen_pair
                    assign now = {1'b0, gen_level[l-1].gen_sum[2*k].sum} + {1'b0, gen_level[l-1].gen_sum[2*k+1].sum};
                end else begin : gen_odd
                    assign now = {1'b0, gen_level[l-1].gen_sum[2*k].sum};
                end
                if (l == CUT) begin : gen_cut
                    reg [l:0] now_q;
                    always @(posedge clk_i or negedge rst_ni)
                        if (!rst_ni) now_q <= {l+1{1'b0}};
                        else         now_q <= now;
                    assign sum = now_q;
                end else begin : gen_same
                    assign sum = now;
                end
            end
        end
    endgenerate

    // Simulations and proofs may define what a count is after a reset
`ifndef `WF_COUNT_RESET
`define `WF_COUNT_RESET 32'd0
`endif
    reg [LEVELS:0] sum_q;
    reg [31:0]     count_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            sum_q   <= {LEVELS+1{1'b0}};
            count_q <= ``WF_COUNT_RESET;
        end else begin
            sum_q   <= gen_level[LEVELS].gen_sum[0].sum;
            count_q <= count_q + {{31-LEVELS{1'b0}}, sum_q};
        end
    assign count_o = count_q;
endmodule
`default_nettype wire
