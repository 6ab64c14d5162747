// SPDX-License-Identifier: Apache-2.0
// Encoder of linebdi: base-delta-immediate over a cache line. The line is read as chunks of 8, 4 or 2 bytes. The difference of a chunk from
// a base (its delta) must be a signed number of 1, 2 or 4 bytes. With ZERO_BASE = 1 a chunk may be a delta from zero instead; then each chunk
// has a select bit. The smallest code that holds the line is used, else the line is stored raw.
`ifdef WF_ENC_STORE_RESIDUE
// A code is a base and the 1, 2 or 4 low bytes of each chunk.
`endif
`ifdef WF_ENC_STORE_DELTA
// A code is a base and the delta of each chunk.
`endif
// In: a line a cycle, and raw_only_i, which asks for raw. Out, a cycle later for each rank (none: in the same cycle): tag, payload, the bursts of 32
// bytes in use (units_o and wen_o).
//
//   32 bytes, ZERO_BASE 0, chunks of 8 bytes, hexadecimal      tag          payload bytes
`ifdef WF_ENC_STORE_RESIDUE
//   1000 1001 0FFF 1002                                        3 8-1        00 10 00 00 00 00 00 00 | 01 FF 02, then bytes of the line
//   1000 1000 1000 1000                                        2 repeat     00 10 00 00 00 00 00 00, then bytes of the line
//   no code fits, or raw_only_i                                0 raw        the line in the order of its places (`WF_ENC_PLACES.v)
`endif
`ifdef WF_ENC_STORE_DELTA
//   1000 1001 0FFF 1002                                        3 8-1        00 10 00 00 00 00 00 00 | 00 01 FF 02
//   1000 1000 1000 1000                                        2 repeat     00 10 00 00 00 00 00 00
//   no code fits, or raw_only_i                                0 raw        the line
`endif
//
// A chunk has a number: first come those at multiples of 8 bytes, then those at other multiples of 4, then the rest. A vector of bits or bytes
// of chunks is in this order. So chunks that codes share have the same place in all of them.
// Source: CABA (2016), section 5.1, HW-BDI; BDI (PACT 2012). More, with the order of the bytes: docs/linebdi.md
`default_nettype none
module `WF_ENC #(
    parameter       LINE       = `WF_LINE,        // bytes of the cache line: 32, 64 or 128
    parameter [7:0] ENCODINGS  = `WF_ENCODINGS,   // codes that may be used, bits 0 to 7: zeros repeat 8-1 8-2 8-4 4-1 4-2 2-1
    parameter       FIRSTNZ    = `WF_FIRSTNZ,     // the base: 0 the first chunk, 1 the first that does not fit the zero base
    parameter       ZERO_BASE  = `WF_ZERO_BASE,   // 1: a chunk may be a delta from zero instead; not to be set
    parameter       SELECT_TAG = `WF_SELECT_TAG,  // select bits are in: 0 the payload, 1 the tag
`ifdef WF_ENC_STORE_DELTA
    parameter       PACKED     = `WF_PACKED,      // order of the bytes: 0 planes, 1 packed; not to be set
`endif
    parameter       SAVE       = `WF_SAVE,        // what a code must save to be used: 0 a byte, 1 a burst of 32 bytes
    parameter       ISOLATE    = `WF_ISOLATE,     // 1: gates hold the operands at zero while the unit is idle
    parameter       CUTS       = `WF_ENC_CUTS,    // register ranks, a bit each, from bit 0: `WF_ENC_CUT_NAMES
    parameter       FLOW       = `WF_FLOW,        // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter       USER_BITS  = `WF_USER_BITS,   // bits of user, 1 or more
    parameter       TAG_BITS   = ZERO_BASE != 0 && SELECT_TAG != 0 ? 4 + LINE / 2 : 4  // bits of the tag; not to be set
) (
    input  wire                 clk_i,       // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,      // reset, low, asynchronous
    input  wire                 valid_i,     // 1: the inputs are a block of this cycle
`ifdef WF_WITH_FLOW
    output wire                 ready_o,     // 1: the unit takes what valid_i offers
`endif
    input  wire [USER_BITS-1:0] user_i,      // any bits; they come out with this block's result
    input  wire                 raw_only_i,  // 1: store the block raw
    input  wire [LINE*8-1:0]    block_i,     // the line, byte 0 lowest

    output wire                 valid_o,     // 1: the outputs mean something in this cycle
`ifdef WF_WITH_FLOW
    input  wire                 ready_i,     // 1: the receiver takes the outputs; nothing uses it if FLOW is 0
`endif
    output wire [USER_BITS-1:0] user_o,      // the bits that came in with this block
    output wire [TAG_BITS-1:0]  tag_o,       // bits 3..0: 0 raw 1 zeros 2 repeat 3 8-1 4 8-2 5 8-4 6 4-1 7 4-2 8 2-1; above: select bits
    output wire [LINE*8-1:0]    payload_o,   // the code or the raw line, byte 0 lowest; bursts that are not in use: any bits
    output wire [LINE/32-1:0]   units_o,     // the bursts of 32 bytes in use, bit u is burst u
    output wire [LINE/32-1:0]   wen_o        // write enables, a bit a burst: the bursts in use
);
`ifndef WF_WITH_FLOW
    wire ready_o;
    wire ready_i     = 1'b1;
    wire unused_flow = &{1'b0, ready_o};
`endif
    localparam BLOCK  = LINE * 8;
    localparam UNITS  = LINE / 32;
    localparam STRING = LINE / 2;       // select bits of a code with chunks of 2 bytes, the most
    localparam STORED = ZERO_BASE != 0 && SELECT_TAG == 0;      // select bits are in the payload

    generate
        if ((LINE != 32 && LINE != 64 && LINE != 128) || ENCODINGS == 8'd0 || FIRSTNZ != `WF_FIRSTNZ ||
                ZERO_BASE != `WF_ZERO_BASE || (FIRSTNZ != 0 && ZERO_BASE == 0) || SELECT_TAG < 0 || SELECT_TAG > 1 ||
`ifdef WF_ENC_STORE_DELTA
                PACKED != `WF_PACKED ||
`endif
                SAVE < 0 || SAVE > 1 || (SAVE != 0 && LINE == 32) ||
                ISOLATE < 0 || ISOLATE > 1 || USER_BITS < 1 ||
                CUTS < 0 || CUTS > 31 ||
                TAG_BITS != (ZERO_BASE != 0 && SELECT_TAG != 0 ? 4 + LINE / 2 : 4)) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    // size_of: bytes of the code with tag t, 1 zeros 2 repeat 3 8-1 4 8-2 5 8-4 6 4-1 7 4-2 8 2-1; 0 if it is not in use
    function [7:0] size_of;
        input integer t;
        integer       base, delta, size;
        begin
            base    = t == 1 ? 1 : t <= 5 ? 8 : t <= 7 ? 4 : 2;
            delta   = t <= 2 ? 0 : t == 5 ? 4 : t == 4 || t == 7 ? 2 : 1;
            size    = base + delta * (LINE / base) + (STORED && t > 2 ? (LINE / base + 7) / 8 : 0);
            size_of = ENCODINGS[t-1] && size <= (SAVE != 0 ? LINE - 32 : LINE - 1) ? size[7:0] : 8'd0;
        end
    endfunction

    localparam [7:0]  RAW   = LINE;
    localparam [71:0] SIZES = {size_of(8), size_of(7), size_of(6), size_of(5), size_of(4), size_of(3), size_of(2), size_of(1), RAW};

    // ---- Chunks, Select, Layout: the code, its select bits, the bursts in use, and the payload ----

    wire                 valid_4, ready_4;
    wire [USER_BITS-1:0] user_4;
    wire [8:0]           win_4;
    wire [STRING-1:0]    string_4;
    wire [UNITS-1:0]     units_4;
    wire [BLOCK-1:0]     payload_4;
`ifdef WF_ENC_STORE_RESIDUE
    `WF_ENC_STORE_RESIDUE #(
`endif
`ifdef WF_ENC_STORE_DELTA
    `WF_ENC_STORE_DELTA #(
`endif
        .LINE(LINE), .SIZES(SIZES), .STORED(STORED), .ZERO_BASE(ZERO_BASE), .FIRSTNZ(FIRSTNZ),
        .ISOLATE(ISOLATE), .CUTS(CUTS), .FLOW(FLOW), .USER_BITS(USER_BITS)
    ) store (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .raw_i(raw_only_i), .user_i(user_i), .block_i(block_i),
        .valid_o(valid_4), .ready_i(ready_4), .user_o(user_4),
        .win_o(win_4), .string_o(string_4), .units_o(units_4), .payload_o(payload_4)
    );

    // ---- Layout: the tag ----

    wire [TAG_BITS-1:0] tag_4;
    assign tag_4[3:0] = {win_4[8], |win_4[7:4], |win_4[7:6] || |win_4[3:2], win_4[7] || win_4[5] || win_4[3] || win_4[1]};
    generate
        if (TAG_BITS > 4) begin : gen_string
            assign tag_4[TAG_BITS-1:4] = string_4;
        end
    endgenerate
    wire unused_code = &{1'b0, win_4, string_4};

    `WF_CUT #(.ON(CUTS[4]), .WIDTH(USER_BITS + TAG_BITS + UNITS + BLOCK), .FLOW(FLOW)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_4), .ready_o(ready_4), .data_i({user_4, tag_4, units_4, payload_4}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, tag_o, units_o, payload_o})
    );
    assign wen_o = units_o;
endmodule
`default_nettype wire
