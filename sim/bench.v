// SPDX-License-Identifier: Apache-2.0
// A bench: the modules of a design, wired to two records of 32-bit words, which the C bench drives (in_i) and compares (out_o). Stream
// after stream, an input has one word with valid in bit 0, then its fields, each from a word of its own on. An output is laid out alike in
// out_o. The ready of a stream is one word in the record of the other direction. Bits above a field are 0.
//
//   an input with valid, user (16 bits) and block (1024 bits): word 0 valid, word 1 user, words 2 .. 33 block
//
// More: docs/architecture.md, "The bench"
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
