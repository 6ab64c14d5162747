// SPDX-License-Identifier: Apache-2.0
// Decoder of cpack: tag and payload of a cache line give the line. This module has the ports and checks the parameters; the form of the
// code that the configuration chose is in the module that stands in it.
// In: a code. The form fifo decodes RATE words a cycle and iterates: ready_o is 1 when it can take the next code, LINE / 4 / RATE cycles
// after the one before.
// Out: the line, a cycle later for each rank (none: in the same cycle). The form fifo needs LINE / 4 / RATE cycles more if that is more than one.
`ifdef WF_WITH_HEAD
// Byte 0 of a compressed line is its head, 01; the decoder does not look at it. The code follows from byte 1 on.
`endif
//
//   tag 1, payload of the encoder  ->  the line it was made of
//   tag 0, any payload             ->  the payload itself
// Source: CABA (2016), section 5.1.4, parallel; C-Pack (TVLSI 2010), fifo. More: docs/cpack.md
`default_nettype none
module `WF_DEC #(
    parameter LINE       = `WF_LINE,        // bytes of the cache line: 32, 64 or 128
    parameter PARALLEL   = `WF_PARALLEL,    // form: 0 fifo, 1 parallel; not to be set, the other form is not emitted
    parameter RATE       = `WF_RATE,        // words a cycle: 1, 2, 4 or 8 (form fifo)
    parameter ZERO_ENTRY = `WF_ZERO_ENTRY,  // form parallel: 1 if zero is one of the four entries, 0 if it is apart
    parameter SAVE       = `WF_SAVE,        // what a code must save to be used: 0 a byte, 1 a burst of 32 bytes
    parameter ISOLATE    = `WF_ISOLATE,     // 1: gates hold the operands at zero while the unit is idle
    parameter CUTS       = `WF_DEC_CUTS,    // register ranks, a bit each, from bit 0: `WF_DEC_CUT_NAMES
`ifdef WF_WITH_FLOW
    parameter FLOW       = `WF_FLOW,        // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
`endif
    parameter USER_BITS  = `WF_USER_BITS    // bits of user, 1 or more
) (
    input  wire                 clk_i,      // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,     // reset, low, asynchronous
    input  wire                 valid_i,    // 1: payload_i is a code of this cycle
    output wire                 ready_o,    // 1: the unit takes what valid_i offers; always 1 unless it iterates
    input  wire [USER_BITS-1:0] user_i,     // any bits; they come out with this block's result
    input  wire [0:0]           tag_i,      // 1: compressed, 0: raw
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
        if (PARALLEL != `WF_PARALLEL) begin : gen_bad_parallel wf_illegal_PARALLEL bad (); end
        if (RATE != 1 && RATE != 2 && RATE != 4 && RATE != 8) begin : gen_bad_rate wf_illegal_RATE bad (); end
        if (ZERO_ENTRY < 0 || ZERO_ENTRY > 1) begin : gen_bad_zero_entry wf_illegal_ZERO_ENTRY bad (); end
        if (SAVE < 0 || SAVE > 1 || (SAVE == 1 && LINE == 32)) begin : gen_bad_save wf_illegal_SAVE bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if ((CUTS >> 5) != 0 ||
                (!CUTS[4] && PARALLEL == 0 && LINE != 4 * RATE)) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
    endgenerate

`ifdef WF_DEC_PARALLEL
    `WF_DEC_PARALLEL #(
        .LINE(LINE), .ZERO_ENTRY(ZERO_ENTRY), .ISOLATE(ISOLATE), .CUTS(CUTS), .FLOW(FLOW), .USER_BITS(USER_BITS)
    ) form (
`endif
`ifdef WF_DEC_FIFO
    `WF_DEC_FIFO #(
        .LINE(LINE), .RATE(RATE), .ISOLATE(ISOLATE), .CUTS(CUTS), .FLOW(FLOW), .USER_BITS(USER_BITS)
    ) form (
`endif
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .user_i(user_i), .coded_i(tag_i[0]), .payload_i(payload_i),
        .valid_o(valid_o), .ready_i(ready_i), .user_o(user_o), .block_o(block_o)
    );
endmodule
`default_nettype wire
