// SPDX-License-Identifier: Apache-2.0
// The row of a way of a set, in a memory that has those of all sets.
//
//   4 sets, 3 ways; way_i 010 (way 1), set_i 3  ->  row_o 7
//
// More: docs/avc.md
`default_nettype none
module `WF_AVC_ROW #(
    parameter WAYS = 4,                                             // ways: 1 to 8
    parameter SETS = `WF_SETS,                                      // sets: a power of two, 1 to 256
    parameter SET  = SETS > 1 ? $clog2(SETS) : 1,                   // bits of a set's number; not to be set
    parameter ROW  = WAYS * SETS > 1 ? $clog2(WAYS * SETS) : 1      // bits of a row's number; not to be set
) (
    input  wire [WAYS-1:0] way_i,   // the way, one-hot
    input  wire [SET-1:0]  set_i,   // its set
    output wire [ROW-1:0]  row_o    // way * SETS + set
);
    generate
        if (WAYS < 1 || WAYS > 8) begin : gen_bad_ways wf_illegal_WAYS bad (); end
        if (SETS < 1 || SETS > 256 || (SETS & (SETS - 1)) != 0) begin : gen_bad_sets wf_illegal_SETS bad (); end
        if (SET != (SETS > 1 ? $clog2(SETS) : 1)) begin : gen_bad_set wf_illegal_SET bad (); end
        if (ROW != (WAYS * SETS > 1 ? $clog2(WAYS * SETS) : 1)) begin : gen_bad_row wf_illegal_ROW bad (); end
    endgenerate

    wire [WAYS*ROW-1:0] starts;     // the row of set 0 of each way
    wire [ROW-1:0]      start;
    wire [ROW:0]        set = {{ROW+1-SET{1'b0}}, set_i};
    genvar w;
    generate
        for (w = 0; w < WAYS; w = w + 1) begin : gen_way
            localparam [31:0] START = w * SETS;
            assign starts[w*ROW +: ROW] = START[ROW-1:0];
        end
    endgenerate
    `WF_MUX #(.WIDTH(ROW), .COUNT(WAYS)) mux (.select_i(way_i), .data_i(starts), .data_o(start));
    assign row_o = start | set[ROW-1:0];
    wire unused_set = &{1'b0, set[ROW]};
endmodule
`default_nettype wire
