// SPDX-License-Identifier: Apache-2.0
// Decoder of linebdi: tag and payload of a cache line give the line.
`ifdef WF_DEC_RESIDUES
// In: a code a cycle. Out, a cycle later for each rank (none: in the same cycle): the line. A tag that is not in use counts as raw.
`endif
`ifdef WF_DEC_SUMS
// In: a code a cycle. Out, a cycle later for each rank (none: in the same cycle): the line. A tag that is not in use gives the payload as it is.
`endif
`ifdef WF_WITH_HEAD
// The number of the code is not in the tag, which is one bit, but in byte 0 of the payload, the head. All bytes below stand one place higher.
`endif
//
`ifdef WF_WITH_ZERO_BASE_ON
`ifdef WF_DEC_RESIDUES
//   32 bytes, tag 3 (8-1), base 1000, low bytes 01 FF 02, select bits 08 (the last chunk is near zero), hexadecimal
`endif
`ifdef WF_DEC_SUMS
//   32 bytes, tag 3 (8-1), base 1000, deltas 00 01 FF 02, select bits 08 (the last chunk is a delta from zero), hexadecimal
`endif
//   chunks of 8 bytes: 1000 1001 0FFF 0002
`else
`ifdef WF_DEC_RESIDUES
//   32 bytes, tag 3 (8-1), base 1000, low bytes 01 FF 02 in bytes 8 .. 10, hexadecimal
`endif
`ifdef WF_DEC_SUMS
//   32 bytes, tag 3 (8-1), base 1000, deltas 00 01 FF 02 in bytes 8 .. 11, hexadecimal
`endif
//   chunks of 8 bytes: 1000 1001 0FFF 1002
`endif
//
// A chunk has a number: first come those at multiples of 8 bytes, then those at other multiples of 4, then the rest. A vector of bits or bytes
`ifdef WF_DEC_RESIDUES
// of chunks is in this order. Chunks of 4 and 2 bytes are taken as parts of chunks of 8 bytes.
`endif
`ifdef WF_DEC_SUMS
// of chunks is in this order. Chunks of 4 and 2 bytes are taken as parts of chunks of 8 bytes, so one set of adders serves all six codes.
`endif
// Source: CABA (2016), section 5.1, HW-BDI; BDI (PACT 2012). More, with the order of the bytes: docs/linebdi.md
`default_nettype none
module `WF_DEC #(
    parameter       LINE       = `WF_LINE,        // bytes of the cache line: 32, 64 or 128
    parameter [7:0] ENCODINGS  = `WF_ENCODINGS,   // codes that may be used, bits 0 to 7: zeros repeat 8-1 8-2 8-4 4-1 4-2 2-1
`ifdef WF_WITH_TAG_SIDE
`ifdef WF_WITH_ZERO_BASE_ON
    parameter       SELECT_TAG = `WF_SELECT_TAG,  // select bits are in: 0 the payload, 1 the tag
`endif
`endif
    parameter       SAVE       = `WF_SAVE,        // what a code must save to be used: 0 a byte, 1 a burst of 32 bytes
    parameter       ISOLATE    = `WF_ISOLATE,     // 1: gates hold the operands at zero while the unit is idle
    parameter       CUTS       = `WF_DEC_CUTS,    // register ranks, a bit each, from bit 0: `WF_DEC_CUT_NAMES
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
    input  wire                 clk_i,      // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,     // reset, low, asynchronous
    input  wire                 valid_i,    // 1: payload_i is a code of this cycle
`ifdef WF_WITH_FLOW
    output wire                 ready_o,    // 1: the unit takes what valid_i offers
`endif
    input  wire [USER_BITS-1:0] user_i,     // any bits; they come out with this block's result
`ifdef WF_WITH_HEAD
    input  wire [TAG_BITS-1:0]  tag_i,      // 1: compressed, 0: raw
    input  wire [LINE*8-1:0]    payload_i,  // bits 3..0: 1 zeros 2 repeat 3 8-1 4 8-2 5 8-4 6 4-1 7 4-2 8 2-1, from bit 8 on the code; or the raw line
`else
    input  wire [TAG_BITS-1:0]  tag_i,      // bits 3..0: 0 raw 1 zeros 2 repeat 3 8-1 4 8-2 5 8-4 6 4-1 7 4-2 8 2-1; above: select bits
    input  wire [LINE*8-1:0]    payload_i,  // the code or the raw line, byte 0 lowest; bursts that are not in use: any bits
`endif

    output wire                 valid_o,    // 1: block_o and user_o mean something in this cycle
`ifdef WF_WITH_FLOW
    input  wire                 ready_i,    // 1: the receiver takes the outputs; nothing uses it if FLOW is 0
`endif
    output wire [USER_BITS-1:0] user_o,     // the bits that came in with this block
    output wire [LINE*8-1:0]    block_o     // the line, byte 0 lowest
);
`ifndef WF_WITH_FLOW
    localparam FLOW = 0;  // there is no ready_i to obey
    wire ready_o;
    wire ready_i     = 1'b1;
    wire unused_flow = &{1'b0, ready_o};
`endif
    localparam BLOCK  = LINE * 8;
    localparam N      = LINE / 8;       // chunks of 8 bytes
    localparam STRING = 4 * N;          // select bits of a code with chunks of 2 bytes, the most
`ifdef WF_WITH_ZERO_BASE_ON
`ifdef WF_WITH_HEAD
    localparam STORED = 1;              // select bits are in the payload
`else
    localparam STORED = SELECT_TAG == 0;    // select bits are in the payload
`endif
`else
    localparam STORED = 0;              // there are no select bits
`endif

`ifdef WF_DEC_RESIDUES
    localparam CUT_INPUT  = CUTS[0];
    localparam CUT_SELECT = CUTS[1];
    localparam CUT_TURNS  = CUTS[2];
    localparam CUT_PAIRS  = CUTS[3];
    localparam CUT_OUT    = CUTS[4];
`endif
`ifdef WF_DEC_SUMS
    localparam CUT_INPUT   = CUTS[0];
    localparam CUT_SELECT  = CUTS[1];
    localparam CUT_OPERAND = CUTS[2];
    localparam CUT_SUM     = CUTS[3];
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

`WF_INCLUDE linebdi_usable.vh

    // ---- Select: which code; a tag that is not in use is raw ----

    wire                 valid_1, ready_1;
    wire [USER_BITS-1:0] user_1;
    wire [TAG_BITS-1:0]  tag_1;
    wire [BLOCK-1:0]     payload_1;
    `WF_CUT #(.ON(CUT_INPUT), .WIDTH(USER_BITS + TAG_BITS + BLOCK), .FLOW(FLOW)) cut_input (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .data_i({user_i, tag_i, payload_i}),
        .valid_o(valid_1), .ready_i(ready_1), .data_o({user_1, tag_1, payload_1})
    );

    // With ISOLATE the unit sees zeros while idle. Behind a register rank nothing toggles in an idle unit anyway
`ifdef WF_WITH_HEAD
`ifdef WF_DEC_RESIDUES
    // The line moves down by a byte; the head, or the byte of a raw line in its place, comes to the top
    wire [BLOCK-1:0] line_1   = {payload_1[7:0], payload_1[BLOCK-1:8]} & {BLOCK{ISOLATE == 0 || CUT_INPUT || valid_1}};
    wire [3:0]       number_1 = line_1[BLOCK-8 +: 4];
`endif
`ifdef WF_DEC_SUMS
    wire [BLOCK-1:0] line_1   = payload_1 & {BLOCK{ISOLATE == 0 || CUT_INPUT || valid_1}};
    wire [3:0]       number_1 = line_1[3:0];
`endif
`else
    wire [BLOCK-1:0] line_1 = payload_1 & {BLOCK{ISOLATE == 0 || CUT_INPUT || valid_1}};
`endif
    wire [8:1]       code_1;
    wire [8:0]       is_1   = {code_1, !(|code_1)};
    genvar           t;
    generate
        for (t = 1; t <= 8; t = t + 1) begin : gen_tag
`ifdef WF_WITH_HEAD
            assign code_1[t] = usable(t) && tag_1[0] && number_1 == t;
`else
            assign code_1[t] = usable(t) && tag_1[3:0] == t;
`endif
        end
    endgenerate

    wire                 valid_2, ready_2;
    wire [USER_BITS-1:0] user_2;
    wire [TAG_BITS-1:0]  tag_2;
    wire [8:0]           is_2;
    wire [BLOCK-1:0]     line_2;
    `WF_CUT #(.ON(CUT_SELECT), .WIDTH(USER_BITS + TAG_BITS + 9 + BLOCK), .FLOW(FLOW)) cut_select (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_1), .ready_o(ready_1), .data_i({user_1, tag_1, is_1, line_1}),
        .valid_o(valid_2), .ready_i(ready_2), .data_o({user_2, tag_2, is_2, line_2})
    );

`ifdef WF_DEC_RESIDUES
    // ---- Layout: base, select bits and the bytes of the code from their places ----

    wire [STRING-1:0] given_2;          // select bits in the tag
    generate
        if (TAG_BITS > 4) begin : gen_given
            assign given_2 = tag_2[TAG_BITS-1:4];
        end else begin : gen_none
            assign given_2 = {STRING{1'b0}};
        end
    endgenerate
    wire unused_tag = &{1'b0, tag_2};

    wire [63:0]       base_2 = line_2[63:0];
    wire [STRING-1:0] string_2;         // 1: on the zero base
    wire [BLOCK-1:0]  own_2;            // bytes in the places of a raw line
`ifdef WF_WITH_BASE_FIRSTNZ
    wire [31:0]       apart_8_2;        // the lower half of the first chunk if it has 8 bytes
    wire [15:0]       apart_4_2;        // if it has 4 or 2 bytes
`endif
    wire [8*N-1:0]    five_2, six_2;
    `WF_DEC_PLACES #(.LINE(LINE), .STORED(STORED)) places (
`ifdef WF_WITH_BASE_FIRSTNZ
        .apart_8_o(apart_8_2), .apart_4_o(apart_4_2),
`endif
        .given_i(given_2), .payload_i(line_2), .string_o(string_2), .line_o(own_2), .five_o(five_2), .six_o(six_2)
    );

    // low, high, third and fourth: bytes 0 to 3 of chunks as the codes have them, in the order of the chunks
    wire                is8_2 = |is_2[5:3];
    wire [8*STRING-1:0] low_2;
    wire [16*N-1:0]     high_2;
    wire [8*N-1:0]      third_2, fourth_2;
    wire [BLOCK-1:0]    bytes_2;        // of the code in the places that they have in the line; the raw line
`ifdef WF_WITH_BASE_FIRSTNZ
    wire [31:0]         first_2 = is8_2 ? apart_8_2 : is_2[0] ? own_2[31:0] : {own_2[31:16], apart_4_2};    // the lower half of the first chunk
`else
    wire [31:0]         first_2 = own_2[31:0];      // the lower half of the first chunk
`endif
    genvar              j;
    generate
        for (j = 0; j < N; j = j + 1) begin : gen_eight
            wire [31:0] lower = j == 0 ? first_2 : own_2[64*j +: 32];
            wire [7:0]  five  = is_2[7] ? five_2[8*j +: 8] : own_2[64*j+40 +: 8];
            wire [7:0]  six   = is_2[8] ? six_2[8*j +: 8] : own_2[64*j+48 +: 8];
            assign bytes_2[64*j +: 64]        = {own_2[64*j+56 +: 8], six, five, own_2[64*j+32 +: 8], lower};
            assign low_2[8*j +: 8]            = lower[7:0];
            assign low_2[8*(N+j) +: 8]        = own_2[64*j+32 +: 8];
            assign low_2[8*(2*N+2*j) +: 16]   = {six_2[8*j +: 8], own_2[64*j+16 +: 8]};
            assign high_2[8*j +: 8]           = lower[15:8];
            assign high_2[8*(N+j) +: 8]       = five_2[8*j +: 8];
            assign third_2[8*j +: 8]          = lower[23:16];
            assign fourth_2[8*j +: 8]         = lower[31:24];
        end
    endgenerate

    // ---- Decode: above its low bytes a chunk has one of two upper parts, or the sign of a chunk on the zero base ----

    wire [7:0]  is_low_2, is_up_2;
    wire [63:0] upper_2, other_2;
    `WF_DEC_UPPERS uppers (
        .is_i(is_2), .base_i(base_2), .is_low_o(is_low_2), .is_up_o(is_up_2), .base_o(upper_2), .other_o(other_2)
    );

    // The code repeat has no select bits
    wire [STRING-1:0] zero_2 = string_2 & {STRING{~is_2[2]}};
    wire [STRING-1:0] turn_2, ones_2;
    `WF_DEC_TURNS #(.LINE(LINE)) turns (
        .is_i(is_2), .base_i(base_2[31:0]), .zero_i(zero_2), .low_i(low_2), .high_i(high_2), .third_i(third_2), .fourth_i(fourth_2),
        .turn_o(turn_2), .ones_o(ones_2)
    );

    wire                 valid_3, ready_3, is8_3, is2_3;
    wire [USER_BITS-1:0] user_3;
    wire [7:0]           is_low_3, is_up_3;
    wire [63:0]          upper_3, other_3;
    wire [STRING-1:0]    zero_3, turn_3, ones_3;
    wire [BLOCK-1:0]     bytes_3;
    `WF_CUT #(.ON(CUT_TURNS), .WIDTH(USER_BITS + 2 + 16 + 128 + 3 * STRING + BLOCK), .FLOW(FLOW)) cut_turns (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_2), .ready_o(ready_2),
        .data_i({user_2, is8_2, is_2[8], is_low_2, is_up_2, upper_2, other_2, zero_2, turn_2, ones_2, bytes_2}),
        .valid_o(valid_3), .ready_i(ready_3),
        .data_o({user_3, is8_3, is2_3, is_low_3, is_up_3, upper_3, other_3, zero_3, turn_3, ones_3, bytes_3})
    );

    wire [STRING-1:0] take_base_3, take_other_3, take_ones_3;
    `WF_DEC_PAIRS #(.LINE(LINE)) pairs (
        .is8_i(is8_3), .is2_i(is2_3), .zero_i(zero_3), .turn_i(turn_3), .ones_i(ones_3),
        .base_o(take_base_3), .other_o(take_other_3), .ones_o(take_ones_3)
    );

    wire                 valid_4, ready_4;
    wire [USER_BITS-1:0] user_4;
    wire [7:0]           is_low_4, is_up_4;
    wire [63:0]          upper_4, other_4;
    wire [STRING-1:0]    take_base_4, take_other_4, take_ones_4;
    wire [BLOCK-1:0]     bytes_4, block_4;
    `WF_CUT #(.ON(CUT_PAIRS), .WIDTH(USER_BITS + 16 + 128 + 3 * STRING + BLOCK), .FLOW(FLOW)) cut_pairs (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_3), .ready_o(ready_3),
        .data_i({user_3, is_low_3, is_up_3, upper_3, other_3, take_base_3, take_other_3, take_ones_3, bytes_3}),
        .valid_o(valid_4), .ready_i(ready_4),
        .data_o({user_4, is_low_4, is_up_4, upper_4, other_4, take_base_4, take_other_4, take_ones_4, bytes_4})
    );

    `WF_DEC_RESIDUES #(.LINE(LINE)) residues (
        .is_low_i(is_low_4), .is_up_i(is_up_4), .base_i(upper_4), .other_i(other_4),
        .take_base_i(take_base_4), .take_other_i(take_other_4), .take_ones_i(take_ones_4), .line_i(bytes_4), .block_o(block_4)
    );

    `WF_CUT #(.ON(CUT_OUT), .WIDTH(USER_BITS + BLOCK), .FLOW(FLOW)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_4), .ready_o(ready_4), .data_i({user_4, block_4}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, block_o})
    );
`endif
`ifdef WF_DEC_SUMS
    // ---- Layout: base, select bits and deltas from their places ----

    wire [STRING-1:0]   given_2;        // select bits in the tag
    wire [63:0]         base_2;
    wire [STRING-1:0]   string_2;       // 1: on the zero base
    wire [8*STRING-1:0] low_2;          // byte 0 of every chunk
    wire [16*N-1:0]     high_2;         // byte 1 of chunks of 8 and 4 bytes
    wire [8*N-1:0]      third_2, fourth_2;
    generate
        if (TAG_BITS > 4) begin : gen_given
            assign given_2 = tag_2[TAG_BITS-1:4];
        end else begin : gen_none
            assign given_2 = {STRING{1'b0}};
        end
    endgenerate
    wire unused_tag = &{1'b0, tag_2};
    `WF_DEC_PACKED #(.LINE(LINE), .STORED(STORED)) layout (
`ifdef WF_WITH_HEAD
        .is_i(is_2), .given_i(given_2), .line_i({8'd0, line_2[BLOCK-1:8]}),     // the code, behind the head
`else
        .is_i(is_2), .given_i(given_2), .line_i(line_2),
`endif
        .base_o(base_2), .string_o(string_2), .low_o(low_2), .high_o(high_2), .third_o(third_2), .fourth_o(fourth_2)
    );

    wire                 valid_3, ready_3;
    wire [USER_BITS-1:0] user_3;
    wire [8:0]           is_3;
    wire [63:0]          base_3;
    wire [STRING-1:0]    string_3;
    wire [8*STRING-1:0]  low_3;
    wire [16*N-1:0]      high_3;
    wire [8*N-1:0]       third_3, fourth_3;
    wire [BLOCK-1:0]     line_3;
    `WF_CUT #(.ON(CUT_OPERAND), .WIDTH(USER_BITS + 9 + 64 + STRING + 64 * N + BLOCK), .FLOW(FLOW)) cut_operand (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_2), .ready_o(ready_2), .data_i({user_2, is_2, base_2, string_2, low_2, high_2, third_2, fourth_2, line_2}),
        .valid_o(valid_3), .ready_i(ready_3), .data_o({user_3, is_3, base_3, string_3, low_3, high_3, third_3, fourth_3, line_3})
    );

    // ---- Decode: the bytes of deltas are sums; above them a chunk is the window's upper part or the next ----

    wire [7:0]  is_sum_3, is_up_3;
    wire [63:0] here_3, next_3;
    `WF_DEC_WINDOW window (
        .is_i(is_3), .base_i(base_3), .is_sum_o(is_sum_3), .is_up_o(is_up_3), .here_o(here_3), .next_o(next_3)
    );

    // The code repeat has neither select bits nor deltas
    wire [STRING-1:0]   zero_3 = string_3 & {STRING{~is_3[2]}};
    wire [STRING-1:0]   up_3, ones_3;
    wire [8*STRING-1:0] sum0_3;
    wire [16*N-1:0]     sum1_3;
    wire [8*N-1:0]      sum2_3, sum3_3;
    `WF_DEC_SUMS #(.LINE(LINE)) sums (
        .is_i(is_3), .base_i(base_3[31:0]), .zero_i(zero_3), .low_i(low_3), .high_i(high_3), .third_i(third_3), .fourth_i(fourth_3),
        .sum0_o(sum0_3), .sum1_o(sum1_3), .sum2_o(sum2_3), .sum3_o(sum3_3), .up_o(up_3), .ones_o(ones_3)
    );

    wire                 valid_4, ready_4, raw_4, is8_4, is2_4;
    wire [USER_BITS-1:0] user_4;
    wire [7:0]           is_sum_4, is_up_4;
    wire [63:0]          here_4, next_4;
    wire [STRING-1:0]    zero_4, up_4, ones_4;
    wire [8*STRING-1:0]  sum0_4;
    wire [16*N-1:0]      sum1_4;
    wire [8*N-1:0]       sum2_4, sum3_4;
    wire [BLOCK-1:0]     line_4, block_4;
    `WF_CUT #(.ON(CUT_SUM), .WIDTH(USER_BITS + 3 + 16 + 128 + 3 * STRING + 64 * N + BLOCK), .FLOW(FLOW)) cut_sum (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_3), .ready_o(ready_3),
        .data_i({user_3, is_3[0], |is_3[5:3], is_3[8], is_sum_3, is_up_3, here_3, next_3, zero_3, up_3, ones_3,
                 sum0_3, sum1_3, sum2_3, sum3_3, line_3}),
        .valid_o(valid_4), .ready_i(ready_4),
        .data_o({user_4, raw_4, is8_4, is2_4, is_sum_4, is_up_4, here_4, next_4, zero_4, up_4, ones_4,
                 sum0_4, sum1_4, sum2_4, sum3_4, line_4})
    );

    `WF_DEC_CHUNKS #(.LINE(LINE)) chunks (
        .raw_i(raw_4), .is8_i(is8_4), .is2_i(is2_4), .is_sum_i(is_sum_4), .is_up_i(is_up_4), .here_i(here_4), .next_i(next_4),
        .zero_i(zero_4), .up_i(up_4), .ones_i(ones_4), .sum0_i(sum0_4), .sum1_i(sum1_4), .sum2_i(sum2_4), .sum3_i(sum3_4),
        .line_i(line_4), .block_o(block_4)
    );

    `WF_CUT #(.ON(CUT_OUT), .WIDTH(USER_BITS + BLOCK), .FLOW(FLOW)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_4), .ready_o(ready_4), .data_i({user_4, block_4}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, block_o})
    );
`endif
endmodule
`default_nettype wire
