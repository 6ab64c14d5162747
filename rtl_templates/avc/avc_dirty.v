// SPDX-License-Identifier: Apache-2.0
// The dirty bits of the lines of the AVC, if a line has one.
//
//   a store takes way 2 of set 5 in cycle 0  ->  from cycle 1 on a read of way 2 of set 5 gives 1
//
// More: docs/avc.md, "What is kept"
`default_nettype none
module `WF_AVC_DIRTY #(
    parameter WAYS = 1,                             // ways: 1 to 4
    parameter SETS = `WF_SETS,                      // sets: a power of two, 1 to 256
    parameter SET  = SETS > 1 ? $clog2(SETS) : 1    // bits of a set's number; not to be set
) (
    input  wire            clk_i,       // clock, rising edge
    input  wire [SET-1:0]  set_i,       // a set
    input  wire [WAYS-1:0] way_i,       // a way of it, one-hot, or 0
    output wire            dirty_o,     // it is dirty; of no way 0
    input  wire [SET-1:0]  act_set_i,   // a set
    input  wire [WAYS-1:0] write_i,     // the way of which a vector is written, one-hot, or 0
    input  wire [WAYS-1:0] take_i,      // the same way, if its line is new
    input  wire            dirty_i      // 1: the vector is dirty; 0: the line is so no more than before, and a new one not at all
);
    generate
        if (WAYS < 1 || WAYS > 4) begin : gen_bad_ways wf_illegal_WAYS bad (); end
        if (SETS < 1 || SETS > 256 || (SETS & (SETS - 1)) != 0) begin : gen_bad_sets wf_illegal_SETS bad (); end
        if (SET != (SETS > 1 ? $clog2(SETS) : 1)) begin : gen_bad_set wf_illegal_SET bad (); end
    endgenerate

    wire [SETS-1:0]      read;
    wire [SETS*WAYS-1:0] dirty;
    wire [WAYS-1:0]      ways;
    genvar s;
    generate
        for (s = 0; s < SETS; s = s + 1) begin : gen_set
            reg  [WAYS-1:0] dirty_q;
            assign read[s] = set_i == s;
            always @(posedge clk_i)
                if (act_set_i == s) dirty_q <= (dirty_q & ~take_i) | (write_i & {WAYS{dirty_i}});
            assign dirty[s*WAYS +: WAYS] = dirty_q;
        end
    endgenerate
    `WF_MUX #(.WIDTH(WAYS), .COUNT(SETS)) mux (.select_i(read), .data_i(dirty), .data_o(ways));
    assign dirty_o = |(ways & way_i);
endmodule
`default_nettype wire
