// SPDX-License-Identifier: Apache-2.0
//
// What assist promises of an instance's instructions (docs/assist.md, "What it promises", 2 and 7), of any instance: they leave in order, from where the routine
// begins, none behind a branch before it is resumed, none behind the last one, and none after a kill.
`default_nettype none
`include "assist_head.svh"

    // Where routines begin
    reg [(1<<ROUTINE)*ADDRESS-1:0] begin_q;
    always @(posedge clk_i) if (stored && store_i[1]) begin_q[store_i[4 +: ROUTINE]*ADDRESS +: ADDRESS] <= store_i[4+ROUTINE +: ADDRESS];

    reg  retired_q;
    always @(posedge clk_i)
        if (!run_q || ends[0]) retired_q <= 1'b0;
        else if (retire_i[watched_q[0 +: ENTRY]]) retired_q <= 1'b1;
    wire [ADDRESS-1:0] address = deploys[0] ? deploy_address : idle_address;
    wire [ROUTINE-1:0] routine = deploys[0] ? deploy_routine : idle_routine;
    wire [WARP-1:0]    warp    = deploys[0] ? deploy_warp : idle_warp;
    always @(posedge clk_i)
        if (run_q) begin
            assert (!(deploys[0] && idles[0]));
            assert (!leaves[0] || !(stops_q[0] || last_q[0] || retired_q));
            assert (!leaves[0] || address == (here_q[0] ? next_q[0 +: ADDRESS] : begin_q[routine*ADDRESS +: ADDRESS]));
            assert (!(leaves[0] && here_q[0]) || (warp == warp_q[0 +: WARP] && routine == routine_q[0 +: ROUTINE] && deploys[0] == high_q[0]));
        end
endmodule
`default_nettype wire
