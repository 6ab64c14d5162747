// SPDX-License-Identifier: Apache-2.0
// Decoder of linebdi: tag and payload of a cache line give the line.
// In: a code a cycle. Out, a cycle later for each rank (none: in the same cycle): the line. A tag that is not in use gives the payload as a raw
// line.
//
`ifdef WF_DEC_STORE_RESIDUE
//   32 bytes, ZERO_BASE 0, tag 3 (8-1), base 1000, low bytes 01 FF 02 in bytes 8 .. 10, hexadecimal
`endif
`ifdef WF_DEC_STORE_DELTA
//   32 bytes, ZERO_BASE 0, tag 3 (8-1), base 1000, deltas 00 01 FF 02 in bytes 8 .. 11, hexadecimal
`endif
//   chunks of 8 bytes: 1000 1001 0FFF 1002
//
// A chunk has a number: first come those at multiples of 8 bytes, then those at other multiples of 4, then the rest. A vector of bits or bytes
// of chunks is in this order. Chunks of 4 and 2 bytes are taken as parts of chunks of 8 bytes.
// Source: CABA (2016), section 5.1, HW-BDI; BDI (PACT 2012). More, with the order of the bytes: docs/linebdi.md
`default_nettype none
module `WF_DEC #(
    parameter       LINE       = `WF_LINE,        // bytes of the cache line: 32, 64 or 128
    parameter [7:0] ENCODINGS  = `WF_ENCODINGS,   // codes that may be used, bits 0 to 7: zeros repeat 8-1 8-2 8-4 4-1 4-2 2-1
    parameter       FIRSTNZ    = `WF_FIRSTNZ,     // the base: 0 the first chunk, 1 the first that is not small
    parameter       ZERO_BASE  = `WF_ZERO_BASE,   // 1: a chunk may be a delta from zero instead
    parameter       SELECT_TAG = `WF_SELECT_TAG,  // select bits are in: 0 the payload, 1 the tag
`ifdef WF_DEC_STORE_DELTA
    parameter       PACKED     = `WF_PACKED,      // order of the bytes: 0 planes, 1 packed; not to be set
`endif
    parameter       SAVE       = `WF_SAVE,        // what a code must save to be used: 0 a byte, 1 a burst of 32 bytes
    parameter       ISOLATE    = `WF_ISOLATE,     // 1: gates hold the operands at zero while the unit is idle
    parameter       CUTS       = `WF_DEC_CUTS,    // register ranks, a bit each, from bit 0: `WF_DEC_CUT_NAMES
    parameter       FLOW       = `WF_FLOW,        // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter       USER_BITS  = `WF_USER_BITS,   // bits of user, 1 or more
    parameter       TAG_BITS   = ZERO_BASE != 0 && SELECT_TAG != 0 ? 4 + LINE / 2 : 4  // bits of the tag; not to be set
) (
    input  wire                 clk_i,      // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,     // reset, low, asynchronous
    input  wire                 valid_i,    // 1: payload_i is a code of this cycle
`ifdef WF_WITH_FLOW
    output wire                 ready_o,    // 1: the unit takes what valid_i offers
`endif
    input  wire [USER_BITS-1:0] user_i,     // any bits; they come out with this block's result
    input  wire [TAG_BITS-1:0]  tag_i,      // bits 3..0: 0 raw 1 zeros 2 repeat 3 8-1 4 8-2 5 8-4 6 4-1 7 4-2 8 2-1; above: select bits
    input  wire [LINE*8-1:0]    payload_i,  // the code or the raw line, byte 0 lowest; bursts that are not in use: any bits

    output wire                 valid_o,    // 1: block_o and user_o mean something in this cycle
`ifdef WF_WITH_FLOW
    input  wire                 ready_i,    // 1: the receiver takes the outputs; nothing uses it if FLOW is 0
`endif
    output wire [USER_BITS-1:0] user_o,     // the bits that came in with this block
    output wire [LINE*8-1:0]    block_o     // the line, byte 0 lowest
);
`ifndef WF_WITH_FLOW
    wire ready_o;
    wire ready_i     = 1'b1;
    wire unused_flow = &{1'b0, ready_o};
`endif
    localparam BLOCK  = LINE * 8;
    localparam STRING = LINE / 2;       // select bits of a code with chunks of 2 bytes, the most
    localparam STORED = ZERO_BASE != 0 && SELECT_TAG == 0;      // select bits are in the payload

    generate
        if ((LINE != 32 && LINE != 64 && LINE != 128) || ENCODINGS == 8'd0 || FIRSTNZ < 0 || FIRSTNZ > 1 ||
                ZERO_BASE < 0 || ZERO_BASE > 1 || (FIRSTNZ != 0 && ZERO_BASE == 0) || SELECT_TAG < 0 || SELECT_TAG > 1 ||
`ifdef WF_DEC_STORE_DELTA
                PACKED != `WF_PACKED ||
`endif
                SAVE < 0 || SAVE > 1 || (SAVE != 0 && LINE == 32) ||
                ISOLATE < 0 || ISOLATE > 1 || USER_BITS < 1 ||
                CUTS < 0 || CUTS > 31 ||
                TAG_BITS != (ZERO_BASE != 0 && SELECT_TAG != 0 ? 4 + LINE / 2 : 4)) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    // usable: the code with tag t is in use, 1 zeros 2 repeat 3 8-1 4 8-2 5 8-4 6 4-1 7 4-2 8 2-1
    function usable;
        input integer t;
        integer       base, delta, size;
        begin
            base   = t == 1 ? 1 : t <= 5 ? 8 : t <= 7 ? 4 : 2;
            delta  = t <= 2 ? 0 : t == 5 ? 4 : t == 4 || t == 7 ? 2 : 1;
            size   = base + delta * (LINE / base) + (STORED && t > 2 ? (LINE / base + 7) / 8 : 0);
            usable = ENCODINGS[t-1] && size <= (SAVE != 0 ? LINE - 32 : LINE - 1);
        end
    endfunction

    // ---- Select: which code; a tag that is not in use is raw ----

    wire                 valid_1, ready_1;
    wire [USER_BITS-1:0] user_1;
    wire [TAG_BITS-1:0]  tag_1;
    wire [BLOCK-1:0]     payload_1;
    `WF_CUT #(.ON(CUTS[0]), .WIDTH(USER_BITS + TAG_BITS + BLOCK), .FLOW(FLOW)) cut_input (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .data_i({user_i, tag_i, payload_i}),
        .valid_o(valid_1), .ready_i(ready_1), .data_o({user_1, tag_1, payload_1})
    );

    // With ISOLATE the unit sees zeros while idle. Behind a register rank nothing toggles in an idle unit anyway
    wire [BLOCK-1:0] line_1 = payload_1 & {BLOCK{ISOLATE == 0 || CUTS[0] || valid_1}};
    wire [8:1]       code_1;
    wire [8:0]       is_1   = {code_1, !(|code_1)};
    genvar           t;
    generate
        for (t = 1; t <= 8; t = t + 1) begin : gen_tag
            assign code_1[t] = usable(t) && tag_1[3:0] == t;
        end
    endgenerate

    wire                 valid_2, ready_2;
    wire [USER_BITS-1:0] user_2;
    wire [TAG_BITS-1:0]  tag_2;
    wire [8:0]           is_2;
    wire [BLOCK-1:0]     line_2;
    `WF_CUT #(.ON(CUTS[1]), .WIDTH(USER_BITS + TAG_BITS + 9 + BLOCK), .FLOW(FLOW)) cut_select (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_1), .ready_o(ready_1), .data_i({user_1, tag_1, is_1, line_1}),
        .valid_o(valid_2), .ready_i(ready_2), .data_o({user_2, tag_2, is_2, line_2})
    );

    wire [STRING-1:0] given_2;      // select bits in the tag
    generate
        if (TAG_BITS > 4) begin : gen_given
            assign given_2 = tag_2[TAG_BITS-1:4];
        end else begin : gen_none
            assign given_2 = {STRING{1'b0}};
        end
    endgenerate
    wire unused_tag = &{1'b0, tag_2};

    // ---- Layout, Decode: the line ----

    wire                 valid_4, ready_4;
    wire [USER_BITS-1:0] user_4;
    wire [BLOCK-1:0]     block_4;
`ifdef WF_DEC_STORE_RESIDUE
    `WF_DEC_STORE_RESIDUE #(
        .LINE(LINE), .STORED(STORED), .FIRSTNZ(FIRSTNZ), .CUTS(CUTS), .FLOW(FLOW), .USER_BITS(USER_BITS)
`endif
`ifdef WF_DEC_STORE_DELTA
    `WF_DEC_STORE_DELTA #(
        .LINE(LINE), .STORED(STORED), .CUTS(CUTS), .FLOW(FLOW), .USER_BITS(USER_BITS)
`endif
    ) store (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_2), .ready_o(ready_2), .user_i(user_2), .is_i(is_2), .given_i(given_2), .line_i(line_2),
        .valid_o(valid_4), .ready_i(ready_4), .user_o(user_4), .block_o(block_4)
    );

    `WF_CUT #(.ON(CUTS[4]), .WIDTH(USER_BITS + BLOCK), .FLOW(FLOW)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_4), .ready_o(ready_4), .data_i({user_4, block_4}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, block_o})
    );
endmodule
`default_nettype wire
