// SPDX-License-Identifier: Apache-2.0
`ifdef WF_WITH_VALUE_BYTE
// Block linebdi_pick: bytes out of a cache line that linebdi has compressed. Value p is byte at_i[p] of the line.
`else
// Block linebdi_pick: words out of a cache line that linebdi has compressed. Value p is word at_i[p] of the line, 4 bytes.
`endif
// In: tag and payload of a line, and the numbers of what is picked. Out: the values, STAGES cycles later (0: in the same cycle).
`ifdef WF_WITH_TAG_HEAD
// The number of the code is not in the tag, which is one bit, but in byte 0 of the payload, the head. All bytes below stand one place higher.
`endif
//
`ifdef WF_LINEBDI_PICK_LOW
//   32 bytes, tag 6 (4-1), base 1000, low byte of chunk 2 FE in its place, select bit 0, hexadecimal
`else
//   32 bytes, tag 6 (4-1), base 1000, delta of chunk 2 FE in its place, select bit 0, hexadecimal
`endif
`ifdef WF_WITH_VALUE_BYTE
//   bytes 8 and 9  ->  FE and 0F, of the chunk 00000FFE
`else
//   word 2  ->  00000FFE
`endif
//
// A tag that is not in use counts as raw. Source: CABA (2016), section 7.6, Direct-Load. The format: docs/linebdi.md. More: docs/linebdi_pick.md
`default_nettype none
module `WF_LINEBDI_PICK #(
    parameter       LINE       = `WF_LINE,        // bytes of the cache line: 32, 64 or 128
    parameter [7:0] ENCODINGS  = `WF_ENCODINGS,   // codes that may be used, bits 0 to 7: zeros repeat 8-1 8-2 8-4 4-1 4-2 2-1
`ifdef WF_WITH_TAG_SIDE
`ifdef WF_WITH_ZERO_BASE_ON
    parameter       SELECT_TAG = `WF_SELECT_TAG,  // select bits are in: 0 the payload, 1 the tag
`endif
`endif
    parameter       SAVE       = `WF_SAVE,        // what a code must save to be used: 0 a byte, 1 a burst of 32 bytes
    parameter       PICKS      = `WF_PICKS,       // values: 1 to 32
    parameter       STAGES     = `WF_STAGES,      // register ranks at the outputs, 0 or 1: the latency in cycles
`ifdef WF_WITH_TAG_HEAD
    parameter       TAG_BITS   = 1,               // bits of the tag; not to be set
`else
`ifdef WF_WITH_ZERO_BASE_ON
    parameter       TAG_BITS   = SELECT_TAG != 0 ? 4 + LINE / 2 : 4,  // bits of the tag; not to be set
`else
    parameter       TAG_BITS   = 4,               // bits of the tag; not to be set
`endif
`endif
`ifdef WF_WITH_VALUE_BYTE
    parameter       BYTES      = 1,               // bytes of a value; not to be set
`else
    parameter       BYTES      = 4,               // bytes of a value; not to be set
`endif
    parameter       AT         = $clog2(LINE / BYTES)  // bits of a number; not to be set
) (
    input  wire                     clk_i,      // clock, rising edge; with STAGES = 0 nothing uses it
    input  wire                     rst_ni,     // reset, low, asynchronous
    input  wire                     valid_i,    // 1: the inputs mean something in this cycle
`ifdef WF_WITH_TAG_HEAD
    input  wire [TAG_BITS-1:0]      tag_i,      // 1: compressed, 0: raw
    input  wire [LINE*8-1:0]        payload_i,  // bits 3..0: 1 zeros 2 repeat 3 8-1 4 8-2 5 8-4 6 4-1 7 4-2 8 2-1, from bit 8 on the code; or the raw line
`else
    input  wire [TAG_BITS-1:0]      tag_i,      // bits 3..0: 0 raw 1 zeros 2 repeat 3 8-1 4 8-2 5 8-4 6 4-1 7 4-2 8 2-1; above: select bits
    input  wire [LINE*8-1:0]        payload_i,  // the code or the raw line, byte 0 lowest; bursts that are not in use: any bits
`endif
    input  wire [PICKS*AT-1:0]      at_i,       // for each pick, pick 0 lowest, the number of its word or byte in the line

    output wire                     valid_o,    // 1: value_o means something in this cycle
    output wire [PICKS*8*BYTES-1:0] value_o     // the values, pick 0 lowest
);
    localparam WORD   = $clog2(LINE / 4);   // bits of a word's number
    localparam STRING = LINE / 2;           // select bits of a code with chunks of 2 bytes, the most
`ifdef WF_WITH_ZERO_BASE_ON
`ifdef WF_WITH_TAG_HEAD
    localparam STORED = 1;                  // select bits are in the payload
`else
    localparam STORED = SELECT_TAG == 0;    // select bits are in the payload
`endif
`else
    localparam STORED = 0;                  // there are no select bits
`endif

    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (ENCODINGS == 8'd0) begin : gen_bad_encodings wf_illegal_ENCODINGS bad (); end
        if (SAVE < 0 || SAVE > 1 || (SAVE != 0 && LINE == 32)) begin : gen_bad_save wf_illegal_SAVE bad (); end
        if (PICKS < 1 || PICKS > 32) begin : gen_bad_picks wf_illegal_PICKS bad (); end
        if (STAGES < 0 || STAGES > 1) begin : gen_bad_stages wf_illegal_STAGES bad (); end
`ifdef WF_WITH_TAG_HEAD
        if (TAG_BITS != 1) begin : gen_bad_tag_bits wf_illegal_TAG_BITS bad (); end
`else
`ifdef WF_WITH_ZERO_BASE_ON
        if (SELECT_TAG < 0 || SELECT_TAG > 1) begin : gen_bad_select_tag wf_illegal_SELECT_TAG bad (); end
        if (TAG_BITS != (SELECT_TAG != 0 ? 4 + LINE / 2 : 4)) begin : gen_bad_tag_bits wf_illegal_TAG_BITS bad (); end
`else
        if (TAG_BITS != 4) begin : gen_bad_tag_bits wf_illegal_TAG_BITS bad (); end
`endif
`endif
`ifdef WF_WITH_VALUE_BYTE
        if (BYTES != 1) begin : gen_bad_bytes wf_illegal_BYTES bad (); end
`else
        if (BYTES != 4) begin : gen_bad_bytes wf_illegal_BYTES bad (); end
`endif
        if (AT != $clog2(LINE / BYTES)) begin : gen_bad_at wf_illegal_AT bad (); end
    endgenerate

`WF_INCLUDE linebdi/linebdi_usable.vh

    // ---- Select: which code; a tag that is not in use is raw ----

    wire [8:1] code;
    wire [8:0] is = {code, !(|code)};   // one-hot: the tag
    genvar     t;
    generate
        for (t = 1; t <= 8; t = t + 1) begin : gen_tag
`ifdef WF_WITH_TAG_HEAD
            assign code[t] = usable(t) && tag_i[0] && payload_i[3:0] == t;
`else
            assign code[t] = usable(t) && tag_i[3:0] == t;
`endif
        end
    endgenerate

    // ---- Layout: base and select bits from their places, once for all picks ----

    wire [STRING-1:0] given;            // select bits in the tag
    generate
        if (TAG_BITS > 4) begin : gen_given
            assign given = tag_i[TAG_BITS-1:4];
        end else begin : gen_none
            assign given = {STRING{1'b0}};
        end
    endgenerate
    wire [63:0]       base;
    wire [STRING-1:0] on_zero;          // 1: on the zero base
`ifdef WF_LINEBDI_PICK_RESIDUES
    wire [LINE*8-1:0] bytes;            // the bytes that the code has, in the order of the line; the raw line
    `WF_LINEBDI_PICK_RESIDUES #(.LINE(LINE), .STORED(STORED)) residues (
        .is_i(is), .given_i(given), .payload_i(payload_i), .base_o(base), .string_o(on_zero), .line_o(bytes)
    );
`endif
`ifdef WF_LINEBDI_PICK_PLACES
    wire [LINE*8-1:0] deltas;           // the deltas of all chunks; the raw line
    `WF_LINEBDI_PICK_PLACES #(.LINE(LINE), .STORED(STORED)) places (
        .is_i(is), .given_i(given), .payload_i(payload_i), .base_o(base), .string_o(on_zero), .deltas_o(deltas)
    );
`endif

    // ---- Decode: above its low bytes a chunk has one of two upper parts, or the sign of a chunk on the zero base ----

    wire [7:0]  is_low, is_up;
    wire [63:0] upper, other;
    `WF_LINEBDI_PICK_UPPERS uppers (
        .is_i(is), .base_i(base), .is_low_o(is_low), .is_up_o(is_up), .base_o(upper), .other_o(other)
    );

    wire [PICKS*8*BYTES-1:0] value;
    genvar                   p;
    generate
        for (p = 0; p < PICKS; p = p + 1) begin : gen_pick
            wire [AT-1:0]   at   = at_i[AT*p +: AT];
            wire [WORD-1:0] word = at[AT-1 -: WORD];
            wire [31:0]     low, whole;
            wire [1:0]      zero, turn, sign;
`ifdef WF_LINEBDI_PICK_LOW
            `WF_LINEBDI_PICK_LOW #(.LINE(LINE)) low_bytes (
                .is_i(is), .base_i(base[31:0]), .string_i(on_zero), .line_i(bytes), .word_i(word),
                .low_o(low), .zero_o(zero), .turn_o(turn), .sign_o(sign)
            );
`endif
`ifdef WF_LINEBDI_PICK_SUM
            `WF_LINEBDI_PICK_SUM #(.LINE(LINE)) add (
                .is_i(is), .base_i(base[31:0]), .string_i(on_zero), .deltas_i(deltas), .word_i(word),
                .low_o(low), .zero_o(zero), .turn_o(turn), .sign_o(sign)
            );
`endif
            `WF_LINEBDI_PICK_VALUE rebuild (
                .half_i(word[0]), .is2_i(is[8]), .is_low_i(is_low), .is_up_i(is_up), .base_i(upper), .other_i(other),
                .low_i(low), .zero_i(zero), .turn_i(turn), .sign_i(sign), .value_o(whole)
            );
`ifdef WF_WITH_VALUE_BYTE
            assign value[8*p +: 8] = whole[8*at[1:0] +: 8];
`else
            assign value[32*p +: 32] = whole;
`endif
        end
    endgenerate

    wire unused_ready;
    `WF_CUT #(.ON(STAGES), .WIDTH(PICKS * 8 * BYTES)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(unused_ready), .data_i(value),
        .valid_o(valid_o), .ready_i(1'b1), .data_o(value_o)
    );
endmodule
`default_nettype wire
