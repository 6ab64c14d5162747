// SPDX-License-Identifier: Apache-2.0
// Encoder of cpack: dictionary coding of the words of a cache line. This module has the ports and checks the parameters; the form of the
// code that the configuration chose is in the module that stands in it.
// In: a line, and raw_only_i, which asks for raw. The form fifo takes RATE words a cycle and iterates: ready_o is 1 when it can take the
// next line, LINE / 4 / RATE cycles after the one before.
// Out: tag (1: compressed), payload and the bursts of 32 bytes in use (units_o and wen_o), a cycle later for each rank (none: in the same cycle). The
// form fifo needs LINE / 4 / RATE cycles more if that is more than one.
`ifdef WF_WITH_HEAD
// Byte 0 of a compressed line is its head, 01. The code follows from byte 1 on.
`endif
//
//   64 bytes, all words 0    ->  tag 1, units 01: the code has one burst
//   sixteen unrelated words  ->  tag 0, units 11: the line itself
// Source: CABA (2016), section 5.1.4, parallel; C-Pack (TVLSI 2010), fifo. More: docs/cpack.md
`default_nettype none
module `WF_ENC #(
    parameter LINE       = `WF_LINE,        // bytes of the cache line: 32, 64 or 128
    parameter PARALLEL   = `WF_PARALLEL,    // form: 0 fifo, 1 parallel; not to be set, the other form is not emitted
    parameter RATE       = `WF_RATE,        // words a cycle: 1, 2, 4 or 8 (form fifo)
    parameter ZERO_ENTRY = `WF_ZERO_ENTRY,  // form parallel: 1 if zero is one of the four entries, 0 if it is apart
    parameter SAVE       = `WF_SAVE,        // what a code must save to be used: 0 a byte, 1 a burst of 32 bytes
    parameter ISOLATE    = `WF_ISOLATE,     // 1: gates hold the operands at zero while the unit is idle
    parameter CUTS       = `WF_ENC_CUTS,    // register ranks, a bit each, from bit 0: `WF_ENC_CUT_NAMES
`ifdef WF_WITH_FLOW
    parameter FLOW       = `WF_FLOW,        // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
`endif
    parameter USER_BITS  = `WF_USER_BITS    // bits of user, 1 or more
) (
    input  wire                 clk_i,       // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,      // reset, low, asynchronous
    input  wire                 valid_i,     // 1: the inputs are a block of this cycle
    output wire                 ready_o,     // 1: the unit takes what valid_i offers; always 1 unless it iterates
    input  wire [USER_BITS-1:0] user_i,      // any bits; they come out with this block's result
    input  wire                 raw_only_i,  // 1: store the block raw
    input  wire [LINE*8-1:0]    block_i,     // the line, byte 0 lowest

    output wire                 valid_o,     // 1: the outputs mean something in this cycle
`ifdef WF_WITH_FLOW
    input  wire                 ready_i,     // 1: the receiver takes the outputs; nothing uses it if FLOW is 0
`endif
    output wire [USER_BITS-1:0] user_o,      // the bits that came in with this block
    output wire [0:0]           tag_o,       // 1: compressed, 0: raw
    output wire [LINE*8-1:0]    payload_o,   // the code or the raw line, byte 0 lowest; bursts that are not in use: any bits
`ifdef WF_WITH_SIZE
    output wire [7:0]           size_o,      // bytes of the code, without the head; any bits if the line is raw
`endif
    output wire [LINE/32-1:0]   units_o,     // the bursts of 32 bytes in use, bit u is burst u
    output wire [LINE/32-1:0]   wen_o        // write enables, a bit a burst: the bursts in use
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

`ifdef WF_ENC_PARALLEL
    `WF_ENC_PARALLEL #(
        .LINE(LINE), .ZERO_ENTRY(ZERO_ENTRY), .SAVE(SAVE), .ISOLATE(ISOLATE), .CUTS(CUTS), .FLOW(FLOW), .USER_BITS(USER_BITS)
    ) form (
`endif
`ifdef WF_ENC_FIFO
    `WF_ENC_FIFO #(
        .LINE(LINE), .RATE(RATE), .SAVE(SAVE), .ISOLATE(ISOLATE), .CUTS(CUTS), .FLOW(FLOW), .USER_BITS(USER_BITS)
    ) form (
`ifdef WF_WITH_SIZE
        .size_o(size_o),
`endif
`endif
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .user_i(user_i), .raw_only_i(raw_only_i), .block_i(block_i),
        .valid_o(valid_o), .ready_i(ready_i), .user_o(user_o), .tag_o(tag_o), .payload_o(payload_o), .units_o(units_o)
    );
`ifdef WF_WITH_SIZE
`ifdef WF_ENC_PARALLEL

    // ---- Size: a word's code is, from bit 0, partial (1 bit), zero (1 bit, unless ZERO_ENTRY), index (2 bits). The entries in use are those
    // up to the highest index ----

    localparam             CODE    = ZERO_ENTRY != 0 ? 3 : 4;
    localparam             CODES   = LINE / 4 * CODE;
    localparam             MOST    = ZERO_ENTRY != 0 ? 3 : 4;   // entries
    localparam [CODES-1:0] PARTIAL = {LINE/4{{CODE-1{1'b0}}, 1'b1}};
`ifdef WF_WITH_HEAD
    wire [CODES-1:0] codes   = payload_o[8 +: CODES];
`else
    wire [CODES-1:0] codes   = payload_o[0 +: CODES];
`endif
    wire             partial = |(codes & PARTIAL);
    wire             some    = |(~codes & PARTIAL << 1) && ZERO_ENTRY == 0;
    wire             low     = |(codes & PARTIAL << (CODE - 2));
    wire             high    = |(codes & PARTIAL << (CODE - 1));
    wire             both    = |(codes & (codes >> 1) & PARTIAL << (CODE - 2));
    wire [7:0]       entries = both ? 4 * MOST : high ? 4 * (MOST - 1) : low ? 4 * (MOST - 2) : some ? 8'd4 : 8'd0;      // bytes
    assign size_o = CODES / 8 + (partial ? LINE / 4 : 8'd0) + entries;
`endif
`endif
    assign wen_o = units_o;
endmodule
`default_nettype wire
