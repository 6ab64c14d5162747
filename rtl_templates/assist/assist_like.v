// SPDX-License-Identifier: Apache-2.0
// Which keys are like one that came last: of one warp, and both of high priority, or both of low priority and of one routine. A key is {priority, warp, routine}.
//
//   load_i with {1, 5, 3} in cycle 0  ->  from cycle 1 on like_o is 1 where a key is {1, 5, any routine}
//
// A key of its own, for a few others, is sooner at all of them than one for all.
// More: docs/assist.md, "Words"
`default_nettype none
module `WF_ASSIST_LIKE #(
    parameter COUNT   = 4,  // keys, from 1
    parameter WARP    = 1,  // bits of a warp's number, from 1
    parameter ROUTINE = 1   // bits of a routine's number, from 1
) (
    input  wire                              clk_i,     // clock, rising edge
    input  wire                              load_i,    // 1: a key comes
    input  wire [WARP+ROUTINE:0]             key_i,     // that key
    input  wire [COUNT*(1+WARP+ROUTINE)-1:0] keys_i,    // those that it is compared with
    output wire [COUNT-1:0]                  like_o     // bit k: key k is like the one that came last
);
    generate
        if (COUNT < 1) begin : gen_bad_count wf_illegal_COUNT bad (); end
        if (WARP < 1) begin : gen_bad_warp wf_illegal_WARP bad (); end
        if (ROUTINE < 1) begin : gen_bad_routine wf_illegal_ROUTINE bad (); end
    endgenerate
    localparam KEY = 1 + WARP + ROUTINE;
    reg [KEY-1:0] key_q;
    always @(posedge clk_i)
        if (load_i) key_q <= key_i;
    genvar k;
    generate
        for (k = 0; k < COUNT; k = k + 1) begin : gen_key
            wire [KEY-1:0] key = keys_i[k*KEY +: KEY];
            assign like_o[k] = key[KEY-1:ROUTINE] == key_q[KEY-1:ROUTINE] && (key_q[KEY-1] || key[ROUTINE-1:0] == key_q[ROUTINE-1:0]);
        end
    endgenerate
endmodule
`default_nettype wire
