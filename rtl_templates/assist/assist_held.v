// SPDX-License-Identifier: Apache-2.0
// Which warps are held back: a bit each.
//
//   cycle 0  take_i with warp 5      cycle 1 .. 9  bit 5 of held_o is 1
//   cycle 9  told_i with warp 5, told_like_i 0      cycle 10  it is 0
//
// More: docs/assist.md, "Held"
`default_nettype none
module `WF_ASSIST_HELD #(
    parameter WARPS = `WF_WARPS,                        // warps: from 1
    parameter WARP  = WARPS < 2 ? 1 : $clog2(WARPS)     // bits of a warp's number; not to be set
) (
    input  wire             clk_i,          // clock, rising edge
    input  wire             rst_ni,         // reset, low, asynchronous: none is held
    input  wire             take_i,         // 1: a trigger of high priority gets a place
    input  wire [WARP-1:0]  take_warp_i,    // its warp
    input  wire             told_i,         // 1: an instance of high priority is done
    input  wire             told_like_i,    // 1: one like it had a place in the cycle before
    input  wire [WARP-1:0]  told_warp_i,    // its warp
    input  wire             kill_i,         // 1: all of a warp goes
    input  wire [WARP-1:0]  kill_warp_i,    // this warp
    output wire [WARPS-1:0] held_o          // bit w: warp w is held
);
    generate
        if (WARPS < 1) begin : gen_bad_warps wf_illegal_WARPS bad (); end
        if (WARP != (WARPS < 2 ? 1 : $clog2(WARPS))) begin : gen_bad_warp wf_illegal_WARP bad (); end
    endgenerate
    reg [WARPS-1:0] held_q;
    reg             took_q;         // the trigger of the cycle before
    reg [WARP-1:0]  took_warp_q;
    wire            frees = told_i && !told_like_i && !(took_q && took_warp_q == told_warp_i);
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) took_q <= 1'b0;
        else         took_q <= take_i;
    always @(posedge clk_i)
        took_warp_q <= take_warp_i;
    genvar w;
    generate
        for (w = 0; w < WARPS; w = w + 1) begin : gen_warp
            localparam [31:0] NUMBER = w;
            wire takes = take_i && take_warp_i == NUMBER[WARP-1:0];
            wire tells = frees && told_warp_i == NUMBER[WARP-1:0];
            wire kills = kill_i && kill_warp_i == NUMBER[WARP-1:0];
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni) held_q[w] <= 1'b0;
                else         held_q[w] <= takes || (held_q[w] && !tells && !kills);
        end
    endgenerate
    assign held_o = held_q;
endmodule
`default_nettype wire
