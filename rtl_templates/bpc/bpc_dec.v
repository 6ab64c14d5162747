// SPDX-License-Identifier: Apache-2.0
`ifdef WF_DEC_SERIAL
// Decoder of bpc: tag and payload of a cache line give the line. This module has the ports and checks the parameters; the form stream is in the
// module that stands in it.
// In: a code. RATE of the 33 planes are read in a cycle: ready_o is 1 when it can take the next code, 33 / RATE cycles after the one before.
// Out: the line, 33 / RATE cycles later and one for each rank.
`else
// Decoder of bpc: tag and payload of a cache line give the line. This module has the ports, checks the parameters, reads the base and adds up the
// words; the form that the configuration chose reads the planes.
// In: a code. The form pipeline takes one a cycle. The form iterate reads RATE of the 33 planes a cycle: ready_o is 1 when it can take the
// next code, 33 / RATE cycles after the one before.
// Out: the line, a cycle later for each rank (none: in the same cycle). The form iterate needs 33 / RATE cycles more.
`endif
//
//   tag 1, payload of the encoder  ->  the line it was made of
//   tag 0, any payload             ->  the payload itself
// Source: Bit-Plane Compression (ISCA 2016). More: docs/bpc.md
`default_nettype none
module `WF_DEC #(
    parameter LINE      = `WF_LINE,      // bytes of the cache line: 32, 64 or 128
`ifdef WF_DEC_SERIAL
    parameter RATE      = `WF_RATE,      // planes a cycle: 1, 3 or 11
`else
    parameter ITERATE   = `WF_ITERATE,   // form: 0 pipeline, 1 iterate; not to be set, the other form is not emitted
    parameter RATE      = `WF_RATE,      // planes a cycle: 1, 3 or 11 (form iterate)
`endif
    parameter ISOLATE   = `WF_ISOLATE,   // 1: gates hold the operands at zero while the unit is idle
    parameter CUTS      = `WF_DEC_CUTS,  // register ranks, a bit each, from bit 0: `WF_DEC_CUT_NAMES
`ifdef WF_WITH_FLOW
    parameter FLOW      = `WF_FLOW,      // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
`endif
    parameter USER_BITS = `WF_USER_BITS  // bits of user, 1 or more
) (
    input  wire                 clk_i,      // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,     // reset, low, asynchronous
    input  wire                 valid_i,    // 1: payload_i is a code of this cycle
    output wire                 ready_o,    // 1: the unit takes what valid_i offers; always 1 unless it iterates
    input  wire [USER_BITS-1:0] user_i,     // any bits; they come out with this block's result
    input  wire                 tag_i,      // 1: compressed, 0: raw
    input  wire [LINE*8-1:0]    payload_i,  // the code or the raw line, byte 0 lowest; bursts that are not in use: any bits

    output wire                 valid_o,    // 1: block_o and user_o mean something in this cycle
`ifdef WF_WITH_FLOW
    input  wire                 ready_i,    // 1: the receiver takes the outputs; nothing uses it if FLOW is 0
`endif
    output wire [USER_BITS-1:0] user_o,     // the bits that came in with this block
    output wire [LINE*8-1:0]    block_o     // the line, byte 0 lowest
);
`ifndef WF_WITH_FLOW
    localparam FLOW = 0;  // there is no ready_i to obey
    wire ready_i = 1'b1;
`endif
`ifdef WF_DEC_SERIAL
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (RATE != 1 && RATE != 3 && RATE != 11) begin : gen_bad_rate wf_illegal_RATE bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if ((CUTS >> 5) != 0 || !CUTS[3]) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (FLOW < 0 || FLOW > 2) begin : gen_bad_flow wf_illegal_FLOW bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
    endgenerate

    `WF_DEC_SERIAL #(.LINE(LINE), .RATE(RATE), .ISOLATE(ISOLATE), .CUTS(CUTS), .FLOW(FLOW), .USER_BITS(USER_BITS)) form (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .user_i(user_i), .tag_i(tag_i), .payload_i(payload_i),
        .valid_o(valid_o), .ready_i(ready_i), .user_o(user_o), .block_o(block_o)
    );
`else
    localparam BLOCK = LINE * 8;
    localparam W     = LINE / 4;
    localparam PARTS = 32 + 33 * (W - 1);   // bits of base and planes

    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (ITERATE != `WF_ITERATE) begin : gen_bad_iterate wf_illegal_ITERATE bad (); end
        if (RATE != 1 && RATE != 3 && RATE != 11) begin : gen_bad_rate wf_illegal_RATE bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if ((CUTS >> (ITERATE != 0 ? 5 : 15)) != 0 ||
                (ITERATE != 0 && !CUTS[1])) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (FLOW < 0 || FLOW > 2) begin : gen_bad_flow wf_illegal_FLOW bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
    endgenerate

    localparam CUT_LOW  = CUTS[ITERATE != 0 ? 2 : 12];
    localparam CUT_HIGH = CUTS[ITERATE != 0 ? 3 : 13];
    localparam CUT_OUT  = CUTS[ITERATE != 0 ? 4 : 14];

    // A unit that iterates moves as a whole, unless a line waits at its outputs
    localparam MOVES = ITERATE != 0 && FLOW != 0 ? 1 : FLOW;
    wire ready_3 = ready_i || (ITERATE != 0 && FLOW == 2 && !valid_o);

    // ---- Unpack: the base, then the planes. A raw line has the same parts: 32 bits, then a plane's bits each time ----

    wire [BLOCK-1:0] payload = payload_i & {BLOCK{ISOLATE == 0 || valid_i}};
`ifdef WF_WITH_HEAD
    wire [BLOCK-1:0] code    = tag_i ? {8'h00, payload[BLOCK-1:8]} : payload;
`else
    wire [BLOCK-1:0] code    = payload;
`endif
    wire [31:0]      base;
    wire [BLOCK-1:0] rest;
    `WF_DEC_BASE #(.LINE(LINE)) unpack (.coded_i(tag_i), .code_i(code), .base_o(base), .rest_o(rest));

    wire                 valid_1, ready_1, coded_1;
    wire [USER_BITS-1:0] user_1;
    wire [PARTS-1:0]     parts_1;
`ifdef WF_DEC_PIPELINE
    `WF_DEC_PIPELINE #(.LINE(LINE), .CUTS(CUTS), .FLOW(MOVES), .USER_BITS(USER_BITS)) form (
`endif
`ifdef WF_DEC_ITERATE
    `WF_DEC_ITERATE #(.LINE(LINE), .RATE(RATE), .CUTS(CUTS), .FLOW(MOVES), .USER_BITS(USER_BITS)) form (
`endif
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .user_i(user_i), .coded_i(tag_i), .base_i(base), .rest_i(rest),
        .valid_o(valid_1), .ready_i(ready_1), .user_o(user_1), .coded_o(coded_1), .parts_o(parts_1)
    );

    // ---- Rebuild: the words, sums of the base and the differences ----

    wire                 valid_2, ready_2;
    wire [USER_BITS-1:0] user_2;
    wire [BLOCK-1:0]     block_2;
    `WF_DEC_SUMS #(.LINE(LINE), .CUT_LOW(CUT_LOW), .CUT_HIGH(CUT_HIGH), .FLOW(MOVES), .USER_BITS(USER_BITS)) sums (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_1), .ready_o(ready_1), .user_i(user_1), .coded_i(coded_1), .parts_i(parts_1),
        .valid_o(valid_2), .ready_i(ready_2), .user_o(user_2), .block_o(block_2)
    );
    `WF_CUT #(.ON(CUT_OUT), .WIDTH(USER_BITS + BLOCK), .FLOW(MOVES)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_2), .ready_o(ready_2), .data_i({user_2, block_2}),
        .valid_o(valid_o), .ready_i(ready_3), .data_o({user_o, block_o})
    );
`endif
endmodule
`default_nettype wire
