// SPDX-License-Identifier: Apache-2.0
// What a bench drives and watches: a record of words of 32 bits each way. Stream after stream, an input has a word with valid
// in bit 0 and then its fields, each from a word of its own on; an output is laid out alike; a ready is a word in the other
// record. Bits above a field are 0.
`default_nettype none
module `WF_BENCH (
    input  wire                         clk_i,
    input  wire                         rst_ni,
    input  wire [`WF_BENCH_IN_BITS-1:0]  in_i,
    output wire [`WF_BENCH_OUT_BITS-1:0] out_o
);
`WF_BENCH_MODULES
`ifdef WF_WITH_BENCH_PADS
    assign {`WF_BENCH_PADS} = {`WF_BENCH_PAD_BITS{1'b0}};
`endif
    wire unused = &{1'b0, clk_i, rst_ni, in_i};
endmodule
`default_nettype wire
