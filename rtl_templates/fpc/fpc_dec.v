// SPDX-License-Identifier: Apache-2.0
// Decoder of fpc: tag and payload of a cache line give the line. This module has the ports and checks the parameters; the form of the code
// that the configuration chose is in the module that stands in it.
// In: a code. The form segment takes one a cycle. The form word decodes RATE words a cycle and iterates: ready_o is 1 when it can take the
// next code, LINE / 4 / RATE cycles after the one before.
// Out: the line, a cycle later for each rank (none: in the same cycle). The form word needs LINE / 4 / RATE cycles more if that is more than one.
//
//   tag 1, payload of the encoder  ->  the line it was made of
//   tag 0, any payload           ->  the payload itself
// Source: FPC (UW-Madison TR-1500, 2004), form word; CABA (2016), section 5.1.4, form segment. More: docs/fpc.md
`default_nettype none
module `WF_DEC #(
    parameter       LINE      = `WF_LINE,      // bytes of the cache line: 32, 64 or 128
    parameter       SEGMENT   = `WF_SEGMENT,   // form: 0 word, 1 segment; not to be set, the other form is not emitted
    parameter       SEGMENTS  = `WF_SEGMENTS,  // segments of a line: 2, 4, 8 or 16 (form segment)
    parameter       RATE      = `WF_RATE,      // words a cycle: 1, 2, 4 or 8 (form word)
    parameter [6:0] PATTERNS  = `WF_PATTERNS,  // patterns that may be used, bits 0 to 6: zero nibble byte half upper two-bytes repeated
    parameter       ISOLATE   = `WF_ISOLATE,   // 1: gates hold the operands at zero while the unit is idle
    parameter       CUTS      = `WF_DEC_CUTS,  // register ranks, a bit each, from bit 0: `WF_DEC_CUT_NAMES
`ifdef WF_WITH_FLOW
    parameter       FLOW      = `WF_FLOW,      // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
`endif
    parameter       USER_BITS = `WF_USER_BITS  // bits of user, 1 or more
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
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (SEGMENT != `WF_SEGMENT) begin : gen_bad_segment wf_illegal_SEGMENT bad (); end
        if ((SEGMENTS != 2 && SEGMENTS != 4 && SEGMENTS != 8 && SEGMENTS != 16) ||
                (SEGMENT != 0 && 4 * SEGMENTS > LINE)) begin : gen_bad_segments wf_illegal_SEGMENTS bad (); end
        if (RATE != 1 && RATE != 2 && RATE != 4 && RATE != 8) begin : gen_bad_rate wf_illegal_RATE bad (); end
        if (PATTERNS == 7'd0) begin : gen_bad_patterns wf_illegal_PATTERNS bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if ((CUTS >> 10) != 0 ||
                (SEGMENT == 0 && !CUTS[2] && LINE != 4 * RATE)) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
    endgenerate

    wire [LINE*8-1:0] payload = payload_i & {LINE*8{ISOLATE == 0 || valid_i}};

`ifdef WF_DEC_SEGMENT
    `WF_DEC_SEGMENT #(.LINE(LINE), .SEGMENTS(SEGMENTS), .PATTERNS(PATTERNS), .CUTS(CUTS), .FLOW(FLOW), .USER_BITS(USER_BITS)) form (
`endif
`ifdef WF_DEC_WORD
    `WF_DEC_WORD #(.LINE(LINE), .RATE(RATE), .PATTERNS(PATTERNS), .CUTS(CUTS), .FLOW(FLOW), .USER_BITS(USER_BITS)) form (
`endif
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .user_i(user_i), .coded_i(tag_i), .payload_i(payload),
        .valid_o(valid_o), .ready_i(ready_i), .user_o(user_o), .block_o(block_o)
    );
endmodule
`default_nettype wire
