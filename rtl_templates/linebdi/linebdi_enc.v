// SPDX-License-Identifier: Apache-2.0
`ifdef WF_ENC_PLACES
// Encoder of linebdi: base-delta-immediate over a cache line. The line is read as chunks of 8, 4 or 2 bytes. A code is a base and the 1, 2 or
// 4 low bytes of each chunk. They tell the chunk if its difference from the base (its delta) is a signed number of so many bytes.
`endif
`ifdef WF_ENC_DELTAS
// Encoder of linebdi: base-delta-immediate over a cache line. The line is read as chunks of 8, 4 or 2 bytes. A code is a base and a signed
// difference of each chunk from it (a delta) of 1, 2 or 4 bytes.
`endif
`ifdef WF_WITH_ZERO_BASE_ON
// A chunk may be near zero instead: each chunk has a select bit, 1 if it is.
`endif
`ifdef WF_WITH_BASE_FIRSTNZ
// The base is the first chunk that is not near zero.
`else
// The base is the first chunk.
`endif
// The smallest code that holds the line is used, else the line is stored raw.
// In: a line a cycle, and raw_only_i, which asks for raw. Out, a cycle later for each rank (none: in the same cycle): tag, payload, the bursts of 32
// bytes in use (units_o and wen_o).
`ifdef WF_WITH_HEAD
// The number of the code is not in the tag, which is one bit, but in byte 0 of the payload, the head. All bytes below stand one place higher.
`endif
//
//   32 bytes in hexadecimal           tag          payload bytes
`ifdef WF_ENC_PLACES
`ifdef WF_WITH_ZERO_BASE_ON
//   1000 1001 0FFF 0002               3 8-1        00 10 00 00 00 00 00 00 | 01 FF 02 | 08, then bytes of the line
`else
//   1000 1001 0FFF 1002               3 8-1        00 10 00 00 00 00 00 00 | 01 FF 02, then bytes of the line
`endif
//   1000 1000 1000 1000               2 repeat     00 10 00 00 00 00 00 00, then bytes of the line
//   no code fits, or raw_only_i       0 raw        the line in the order of its places (`WF_ENC_PLACES.v)
`endif
`ifdef WF_ENC_DELTAS
`ifdef WF_WITH_ZERO_BASE_ON
//   1000 1001 0FFF 0002               3 8-1        08 | 00 10 00 00 00 00 00 00 | 00 01 FF 02
`else
//   1000 1001 0FFF 1002               3 8-1        00 10 00 00 00 00 00 00 | 00 01 FF 02
`endif
//   1000 1000 1000 1000               2 repeat     00 10 00 00 00 00 00 00
//   no code fits, or raw_only_i       0 raw        the line
`endif
`ifdef WF_WITH_SELECT_TAG
// Here the byte 08, the select bits, is in the tag.
`endif
//
// A chunk has a number: first come those at multiples of 8 bytes, then those at other multiples of 4, then the rest. A vector of bits or bytes
// of chunks is in this order. So chunks that codes share have the same place in all of them.
// Source: CABA (2016), section 5.1, HW-BDI; BDI (PACT 2012). More, with the order of the bytes: docs/linebdi.md
`default_nettype none
module `WF_ENC #(
    parameter       LINE       = `WF_LINE,        // bytes of the cache line: 32, 64 or 128
    parameter [7:0] ENCODINGS  = `WF_ENCODINGS,   // codes that may be used, bits 0 to 7: zeros repeat 8-1 8-2 8-4 4-1 4-2 2-1
`ifdef WF_WITH_TAG_SIDE
`ifdef WF_WITH_ZERO_BASE_ON
    parameter       SELECT_TAG = `WF_SELECT_TAG,  // select bits are in: 0 the payload, 1 the tag
`endif
`endif
    parameter       SAVE       = `WF_SAVE,        // what a code must save to be used: 0 a byte, 1 a burst of 32 bytes
    parameter       ISOLATE    = `WF_ISOLATE,     // 1: gates hold the operands at zero while the unit is idle
    parameter       CUTS       = `WF_ENC_CUTS,    // register ranks, a bit each, from bit 0: `WF_ENC_CUT_NAMES
`ifdef WF_WITH_FLOW
    parameter       FLOW       = `WF_FLOW,        // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
`endif
    parameter       USER_BITS  = `WF_USER_BITS,   // bits of user, 1 or more
`ifdef WF_WITH_HEAD
    parameter       TAG_BITS   = 1                // bits of the tag; not to be set
`else
`ifdef WF_WITH_ZERO_BASE_ON
    parameter       TAG_BITS   = SELECT_TAG != 0 ? 4 + LINE / 2 : 4  // bits of the tag; not to be set
`else
    parameter       TAG_BITS   = 4                // bits of the tag; not to be set
`endif
`endif
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
`ifdef WF_WITH_HEAD
    output wire [TAG_BITS-1:0]  tag_o,       // 1: compressed, 0: raw
    output wire [LINE*8-1:0]    payload_o,   // bits 3..0: 1 zeros 2 repeat 3 8-1 4 8-2 5 8-4 6 4-1 7 4-2 8 2-1, from bit 8 on the code; or the raw line
`else
    output wire [TAG_BITS-1:0]  tag_o,       // bits 3..0: 0 raw 1 zeros 2 repeat 3 8-1 4 8-2 5 8-4 6 4-1 7 4-2 8 2-1; above: select bits
    output wire [LINE*8-1:0]    payload_o,   // the code or the raw line, byte 0 lowest; bursts that are not in use: any bits
`endif
`ifdef WF_WITH_SIZE
    output wire [7:0]           size_o,      // bytes of the code, without the head; any bits if the line is raw
`endif
    output wire [LINE/32-1:0]   units_o,     // the bursts of 32 bytes in use, bit u is burst u
    output wire [LINE/32-1:0]   wen_o        // write enables, a bit a burst: the bursts in use
);
`ifndef WF_WITH_FLOW
    localparam FLOW = 0;  // there is no ready_i to obey
    wire ready_o;
    wire ready_i     = 1'b1;
    wire unused_flow = &{1'b0, ready_o};
`endif
    localparam BLOCK  = LINE * 8;
    localparam UNITS  = LINE / 32;
`ifdef WF_WITH_ZERO_BASE_ON
    localparam N      = LINE / 8;           // chunks of 8 bytes
    localparam STRING = 4 * N;              // select bits of a code with chunks of 2 bytes, the most
`ifdef WF_WITH_HEAD
    localparam STORED = 1;                  // select bits are in the payload
`else
    localparam STORED = SELECT_TAG == 0;    // select bits are in the payload
`endif
    localparam EACH   = 11 * N;             // a bit for each chunk of each code
`else
`ifdef WF_ENC_DELTAS
    localparam N      = LINE / 8;           // chunks of 8 bytes
    localparam STRING = 4 * N;              // chunks of 2 bytes
`endif
    localparam STORED = 0;                  // there are no select bits
`endif

`ifdef WF_ENC_PLACES
    localparam CUT_INPUT   = CUTS[0];
    localparam CUT_OPERAND = CUTS[1];
    localparam CUT_FITS    = CUTS[2];
    localparam CUT_CHOSEN  = CUTS[3];
    localparam CUT_OUT     = CUTS[4];
`endif
`ifdef WF_ENC_DELTAS
    localparam CUT_OPERAND = CUTS[0];
    localparam CUT_FITS    = CUTS[1];
    localparam CUT_CHOSEN  = CUTS[2];
    localparam CUT_DELTAS  = CUTS[3];
    localparam CUT_OUT     = CUTS[4];
`endif

    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (ENCODINGS == 8'd0) begin : gen_bad_encodings wf_illegal_ENCODINGS bad (); end
        if (SAVE < 0 || SAVE > 1 || (SAVE != 0 && LINE == 32)) begin : gen_bad_save wf_illegal_SAVE bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if ((CUTS >> 5) != 0) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
`ifdef WF_WITH_HEAD
        if (TAG_BITS != 1) begin : gen_bad_tag_bits wf_illegal_TAG_BITS bad (); end
`else
`ifdef WF_WITH_ZERO_BASE_ON
        if (SELECT_TAG < 0 || SELECT_TAG > 1) begin : gen_bad_select_tag wf_illegal_SELECT_TAG bad (); end
        if (TAG_BITS != (SELECT_TAG != 0 ? 4 + LINE / 2 : 4)) begin : gen_bad_tag_bits wf_illegal_TAG_BITS bad (); end
`else
        if (TAG_BITS != 4) begin : gen_bad_tag_bits wf_illegal_TAG_BITS bad (); end
`endif
`endif
    endgenerate

    // size_of: bytes of the code with tag t, 1 zeros 2 repeat 3 8-1 4 8-2 5 8-4 6 4-1 7 4-2 8 2-1; 0 if it is not in use
    function [7:0] size_of;
        input integer t;
        integer       base, delta, size;
        begin
            base    = t == 1 ? 1 : t <= 5 ? 8 : t <= 7 ? 4 : 2;
            delta   = t <= 2 ? 0 : t == 5 ? 4 : t == 4 || t == 7 ? 2 : 1;
`ifdef WF_WITH_HEAD
            size    = 1 + base + delta * (LINE / base) + (STORED && t > 2 ? (LINE / base + 7) / 8 : 0);     // with the head
            size_of = ENCODINGS[t-1] && size <= (SAVE != 0 || LINE != 32 ? LINE - 32 : LINE - 1) ? size[7:0] : 8'd0;
`else
            size    = base + delta * (LINE / base) + (STORED && t > 2 ? (LINE / base + 7) / 8 : 0);
            size_of = ENCODINGS[t-1] && size <= (SAVE != 0 ? LINE - 32 : LINE - 1) ? size[7:0] : 8'd0;
`endif
        end
    endfunction

    localparam [7:0]  RAW   = LINE[7:0];
    localparam [71:0] SIZES = {size_of(8), size_of(7), size_of(6), size_of(5), size_of(4), size_of(3), size_of(2), size_of(1), RAW};

`ifdef WF_WITH_ZERO_BASE_ON
    // ---- Chunks: which chunks fit which code ----
`else
    // ---- Chunks: which codes fit ----
`endif

    wire                 valid_0, ready_0, raw_0, valid_1, ready_1, raw_1;
    wire [USER_BITS-1:0] user_0, user_1;
    wire [BLOCK-1:0]     block_0, block_1;
`ifdef WF_ENC_PLACES
    `WF_CUT #(.ON(CUT_INPUT), .WIDTH(1 + USER_BITS + BLOCK), .FLOW(FLOW)) cut_input (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .data_i({raw_only_i, user_i, block_i}),
        .valid_o(valid_0), .ready_i(ready_0), .data_o({raw_0, user_0, block_0})
    );
`endif
`ifdef WF_ENC_DELTAS
    assign {valid_0, raw_0, user_0, block_0} = {valid_i, raw_only_i, user_i, block_i};
    assign ready_o = ready_0;
`endif
    `WF_CUT #(.ON(CUT_OPERAND), .WIDTH(1 + USER_BITS + BLOCK), .FLOW(FLOW)) cut_operand (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_0), .ready_o(ready_0), .data_i({raw_0, user_0, block_0}),
        .valid_o(valid_1), .ready_i(ready_1), .data_o({raw_1, user_1, block_1})
    );

    // With ISOLATE the unit sees zeros while idle. Behind a register rank nothing toggles in an idle unit anyway
    wire [BLOCK-1:0] line_1 = block_1 & {BLOCK{ISOLATE == 0 || CUT_OPERAND || valid_1}};

    wire                 repeat_1, zero_1, valid_2, ready_2, raw_2, repeat_2, zero_2;
    wire [USER_BITS-1:0] user_2;
    wire [BLOCK-1:0]     block_2;
`ifdef WF_WITH_ZERO_BASE_ON
`ifdef WF_WITH_BASE_FIRSTNZ
    wire [5:0]           ok_1, ok_2;
    wire [4:0]           at_1, at_2;    // of codes with wide chunks those whose base is compared
    wire [10*N-1:0]      bases_1, bases_2;  // which chunk is the base
    wire [EACH-1:0]      on_zero_1, on_zero_2;
    `WF_ENC_FIRSTNZ #(.LINE(LINE), .CUT(CUT_OPERAND), .FLOW(FLOW)) firstnz (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_0), .ready_i(ready_1), .before_i(block_0), .line_i(line_1),
        .ok_o(ok_1), .at_o(at_1), .bases_o(bases_1), .on_zero_o(on_zero_1), .repeat_o(repeat_1), .zero_o(zero_1)
    );
    `WF_CUT #(.ON(CUT_FITS), .WIDTH(3 + 6 + 5 + 10 * N + EACH + USER_BITS + BLOCK), .FLOW(FLOW)) cut_fits (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_1), .ready_o(ready_1), .data_i({raw_1, repeat_1, zero_1, ok_1, at_1, bases_1, on_zero_1, user_1, block_1}),
        .valid_o(valid_2), .ready_i(ready_2), .data_o({raw_2, repeat_2, zero_2, ok_2, at_2, bases_2, on_zero_2, user_2, block_2})
    );
`else
    wire [EACH-1:0]      ok_1, on_zero_1, ok_2, on_zero_2;
    `WF_ENC_CHUNKS #(.LINE(LINE), .CUT(CUT_OPERAND), .FLOW(FLOW)) chunks (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_0), .ready_i(ready_1), .first_i(block_0[63:0]), .line_i(line_1),
        .ok_o(ok_1), .on_zero_o(on_zero_1), .repeat_o(repeat_1), .zero_o(zero_1)
    );
    `WF_CUT #(.ON(CUT_FITS), .WIDTH(3 + 2 * EACH + USER_BITS + BLOCK), .FLOW(FLOW)) cut_fits (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_1), .ready_o(ready_1), .data_i({raw_1, repeat_1, zero_1, ok_1, on_zero_1, user_1, block_1}),
        .valid_o(valid_2), .ready_i(ready_2), .data_o({raw_2, repeat_2, zero_2, ok_2, on_zero_2, user_2, block_2})
    );
`endif
`else
    wire [5:0]           ok_1, ok_2;
    `WF_ENC_COLUMNS #(.LINE(LINE), .CUT(CUT_OPERAND), .FLOW(FLOW)) columns (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_0), .ready_i(ready_1), .first_i(block_0[63:0]), .line_i(line_1),
        .ok_o(ok_1), .repeat_o(repeat_1), .zero_o(zero_1)
    );
    `WF_CUT #(.ON(CUT_FITS), .WIDTH(3 + 6 + USER_BITS + BLOCK), .FLOW(FLOW)) cut_fits (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_1), .ready_o(ready_1), .data_i({raw_1, repeat_1, zero_1, ok_1, user_1, block_1}),
        .valid_o(valid_2), .ready_i(ready_2), .data_o({raw_2, repeat_2, zero_2, ok_2, user_2, block_2})
    );
`endif

    // ---- Select: the smallest code that fits ----

    wire                 valid_3, ready_3;
    wire [8:0]           win_2, win_3;
    wire [USER_BITS-1:0] user_3;
    wire [BLOCK-1:0]     block_3;
`ifdef WF_WITH_ZERO_BASE_ON
    wire [STRING-1:0]    string_2, string_3;    // select bits of its chunks
`ifdef WF_WITH_BASE_FIRSTNZ
    wire [63:0]          base_2, base_3;        // its base
    `WF_ENC_SELECT #(.LINE(LINE), .SIZES(SIZES)) select (
        .raw_i(raw_2), .repeat_i(repeat_2), .zero_i(zero_2), .ok_i(ok_2), .on_zero_i(on_zero_2), .string_o(string_2), .win_o(win_2)
    );
    `WF_ENC_BASE #(.LINE(LINE)) base (
        .win_i(win_2), .bases_i(bases_2), .at_i(at_2), .line_i(block_2), .base_o(base_2)
    );
    `WF_CUT #(.ON(CUT_CHOSEN), .WIDTH(9 + STRING + 64 + USER_BITS + BLOCK), .FLOW(FLOW)) cut_chosen (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_2), .ready_o(ready_2), .data_i({win_2, string_2, base_2, user_2, block_2}),
        .valid_o(valid_3), .ready_i(ready_3), .data_o({win_3, string_3, base_3, user_3, block_3})
    );
`else
    `WF_ENC_SELECT #(.LINE(LINE), .SIZES(SIZES)) select (
        .raw_i(raw_2), .repeat_i(repeat_2), .zero_i(zero_2), .ok_i(ok_2), .on_zero_i(on_zero_2), .string_o(string_2), .win_o(win_2)
    );
    `WF_CUT #(.ON(CUT_CHOSEN), .WIDTH(9 + STRING + USER_BITS + BLOCK), .FLOW(FLOW)) cut_chosen (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_2), .ready_o(ready_2), .data_i({win_2, string_2, user_2, block_2}),
        .valid_o(valid_3), .ready_i(ready_3), .data_o({win_3, string_3, user_3, block_3})
    );
`endif
`else
    `WF_ENC_SELECT #(.LINE(LINE), .SIZES(SIZES)) select (
        .raw_i(raw_2), .repeat_i(repeat_2), .zero_i(zero_2), .ok_i(ok_2), .win_o(win_2)
    );
    `WF_CUT #(.ON(CUT_CHOSEN), .WIDTH(9 + USER_BITS + BLOCK), .FLOW(FLOW)) cut_chosen (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_2), .ready_o(ready_2), .data_i({win_2, user_2, block_2}),
        .valid_o(valid_3), .ready_i(ready_3), .data_o({win_3, user_3, block_3})
    );
`endif

`ifdef WF_ENC_PLACES
    // ---- Layout: the tag, the bursts in use, and the payload ----

`ifdef WF_WITH_HEAD
    wire [TAG_BITS-1:0] tag_3 = !win_3[0];
    wire [UNITS-1:0]    units_3;
    wire [BLOCK-1:0]    places_3;   // without the head
    wire [3:0]          number_3 = {win_3[8], |win_3[7:4], |win_3[7:6] || |win_3[3:2], win_3[7] || win_3[5] || win_3[3] || win_3[1]};
    // The line moves up by a byte. Byte 0 is the head; of a raw line the byte of the last place, which no code has
    wire [BLOCK-1:0]    payload_3 = {places_3[BLOCK-9:0], win_3[0] ? places_3[BLOCK-1 -: 8] : {4'd0, number_3}};
`else
    wire [TAG_BITS-1:0] tag_3;
    assign tag_3[3:0] = {win_3[8], |win_3[7:4], |win_3[7:6] || |win_3[3:2], win_3[7] || win_3[5] || win_3[3] || win_3[1]};
`ifdef WF_WITH_ZERO_BASE_ON
    generate
        if (TAG_BITS > 4) begin : gen_string
            assign tag_3[TAG_BITS-1:4] = string_3;
        end
    endgenerate
`endif

    wire [UNITS-1:0] units_3;
    wire [BLOCK-1:0] payload_3;
`endif
`ifdef WF_WITH_ZERO_BASE_ON
    `WF_ENC_PLACES #(.LINE(LINE), .SIZES(SIZES), .STORED(STORED)) places (
`else
    `WF_ENC_PLACES #(.LINE(LINE), .SIZES(SIZES)) places (
`endif
`ifdef WF_WITH_BASE_FIRSTNZ
        .base_i(base_3), .string_i(string_3),
`else
`ifdef WF_WITH_ZERO_BASE_ON
        .string_i(string_3),
`endif
`endif
`ifdef WF_WITH_HEAD
        .win_i(win_3), .block_i(block_3), .units_o(units_3), .payload_o(places_3)
`else
        .win_i(win_3), .block_i(block_3), .units_o(units_3), .payload_o(payload_3)
`endif
    );

    `WF_CUT #(.ON(CUT_OUT), .WIDTH(USER_BITS + TAG_BITS + UNITS + BLOCK), .FLOW(FLOW)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_3), .ready_o(ready_3), .data_i({user_3, tag_3, units_3, payload_3}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, tag_o, units_o, payload_o})
    );
`endif
`ifdef WF_ENC_DELTAS
    // ---- Fields: the base, and the deltas: byte 0 of every chunk, byte 1 of chunks of 8 and 4 bytes, bytes 2 and 3 of chunks of 8 bytes ----

`ifndef WF_WITH_BASE_FIRSTNZ
    wire [63:0]         base_3   = block_3[63:0];
`endif
`ifdef WF_WITH_ZERO_BASE_OFF
    wire [STRING-1:0]   string_3 = {STRING{1'b0}};      // no chunk is on the zero base
`endif
    wire [8*STRING-1:0] low_3;
    wire [16*N-1:0]     high_3;
    wire [8*N-1:0]      third_3, fourth_3;
    `WF_ENC_DELTAS #(.LINE(LINE)) deltas (
        .block_i(block_3), .base_i(base_3[31:0]), .string_i(string_3), .low_o(low_3), .high_o(high_3), .third_o(third_3), .fourth_o(fourth_3)
    );

    wire                 valid_4, ready_4;
    wire [8:0]           win_4;
    wire [STRING-1:0]    string_4;
    wire [8*STRING-1:0]  low_4;
    wire [16*N-1:0]      high_4;
    wire [8*N-1:0]       third_4, fourth_4;
    wire [63:0]          base_4;
    wire [USER_BITS-1:0] user_4;
    wire [BLOCK-1:0]     block_4;
    `WF_CUT #(.ON(CUT_DELTAS), .WIDTH(9 + STRING + 8 * STRING + 4 * N * 8 + 64 + USER_BITS + BLOCK), .FLOW(FLOW)) cut_deltas (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_3), .ready_o(ready_3), .data_i({win_3, string_3, low_3, high_3, third_3, fourth_3, base_3, user_3, block_3}),
        .valid_o(valid_4), .ready_i(ready_4), .data_o({win_4, string_4, low_4, high_4, third_4, fourth_4, base_4, user_4, block_4})
    );

    // ---- Layout: the tag, the bursts in use, and the bytes of the payload ----

    wire [STRING-1:0] ordered_4;    // select bits, as the tag has them
    wire [BLOCK-1:0]  code_4;       // the code; bytes 0 to 7 also of a raw line
    `WF_ENC_PACKED #(.LINE(LINE), .STORED(STORED)) layout (
        .win_i(win_4), .base_i(base_4), .string_i(string_4), .low_i(low_4), .high_i(high_4), .third_i(third_4), .fourth_i(fourth_4),
        .string_o(ordered_4), .code_o(code_4)
    );

`ifdef WF_WITH_HEAD
    wire [TAG_BITS-1:0] tag_4    = !win_4[0];
    wire [3:0]          number_4 = {win_4[8], |win_4[7:4], |win_4[7:6] || |win_4[3:2], win_4[7] || win_4[5] || win_4[3] || win_4[1]};
    // The code moves up by a byte, behind the head; bytes 0 to 7 of a raw line stay
    wire [BLOCK-1:0]    headed_4 = {code_4[BLOCK-9:64], code_4[63:56] & {8{!win_4[0]}}, win_4[0] ? code_4[63:0] : {code_4[55:0], 4'd0, number_4}};
    wire                unused_code = &{1'b0, ordered_4, code_4[BLOCK-1 -: 8]};
`else
    wire [TAG_BITS-1:0] tag_4;
    assign tag_4[3:0] = {win_4[8], |win_4[7:4], |win_4[7:6] || |win_4[3:2], win_4[7] || win_4[5] || win_4[3] || win_4[1]};
`ifdef WF_WITH_ZERO_BASE_ON
    generate
        if (TAG_BITS > 4) begin : gen_string
            assign tag_4[TAG_BITS-1:4] = ordered_4;
        end else begin : gen_no_string
            wire unused_string = &{1'b0, ordered_4};
        end
    endgenerate
`else
    wire                unused_string = &{1'b0, ordered_4};
`endif
`endif

    wire [UNITS-1:0] units_4;
    wire [BLOCK-1:0] payload_4;
    `WF_ENC_BURSTS #(.LINE(LINE), .SIZES(SIZES)) bursts (
`ifdef WF_WITH_HEAD
        .win_i(win_4), .code_i(headed_4), .block_i(block_4), .units_o(units_4), .payload_o(payload_4)
`else
        .win_i(win_4), .code_i(code_4), .block_i(block_4), .units_o(units_4), .payload_o(payload_4)
`endif
    );

    `WF_CUT #(.ON(CUT_OUT), .WIDTH(USER_BITS + TAG_BITS + UNITS + BLOCK), .FLOW(FLOW)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_4), .ready_o(ready_4), .data_i({user_4, tag_4, units_4, payload_4}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, tag_o, units_o, payload_o})
    );
`endif
`ifdef WF_WITH_SIZE

    // ---- Size: not a case, one with constants would become a memory ----
`ifdef WF_WITH_HEAD
    localparam [7:0] HEAD   = 8'd1;
    wire       [3:0] number = payload_o[3:0];
`else
    localparam [7:0] HEAD   = 8'd0;
    wire       [3:0] number = tag_o[3:0];
`endif
    function [7:0] bytes_of;
        input [3:0] tag;
        integer     t;
        begin
            bytes_of = 8'd0;
            for (t = 1; t <= 8; t = t + 1)
                if (tag == t[3:0] && SIZES[8*t +: 8] != 8'd0) bytes_of = bytes_of | (SIZES[8*t +: 8] - HEAD);
        end
    endfunction
    assign size_o = bytes_of(number);
`endif
    assign wen_o = units_o;
endmodule
`default_nettype wire
