// SPDX-License-Identifier: Apache-2.0
// Encoder of fpc: frequent patterns of the words of a cache line. A pattern has a prefix of 3 bits and leaves 0 to 32 bits of a word open,
// its data. The line has groups of words with one pattern each: words in the form word, segments in the form segment. This module finds the
// patterns and the data of the groups; the form that the configuration chose makes the code of them.
// In: a line a cycle, and raw_only_i, which asks for raw. Out, a cycle later for each rank (none: in the same cycle): tag (1: compressed), payload,
// the bursts of 32 bytes in use (units_o and wen_o).
//
//   words of a group    0 0 0 0   1 2 3 FFFFFFFC   00000012 FFFFFF80   12340000   ABABABAB        four unrelated words
//   pattern             0 zero    1 nibble         2 byte              4 upper    6 repeat        7 word
//   data                none      1 2 3 C          12 80               1234       AB              the words
// Source: FPC (UW-Madison TR-1500, 2004), form word; CABA (2016), section 5.1.4, form segment. More: docs/fpc.md
`default_nettype none
module `WF_ENC #(
    parameter       LINE      = `WF_LINE,      // bytes of the cache line: 32, 64 or 128
    parameter       SEGMENT   = `WF_SEGMENT,   // form: 0 word, 1 segment; not to be set, the other form is not emitted
    parameter       SEGMENTS  = `WF_SEGMENTS,  // segments of a line: 2, 4, 8 or 16 (form segment)
    parameter [6:0] PATTERNS  = `WF_PATTERNS,  // patterns that may be used, bits 0 to 6: zero nibble byte half upper two-bytes repeated
    parameter       SAVE      = `WF_SAVE,      // what a code must save to be used: 0 a byte, 1 a burst of 32 bytes
    parameter       ISOLATE   = `WF_ISOLATE,   // 1: gates hold the operands at zero while the unit is idle
    parameter       CUTS      = `WF_ENC_CUTS,  // register ranks, a bit each, from bit 0: `WF_ENC_CUT_NAMES
`ifdef WF_WITH_FLOW
    parameter       FLOW      = `WF_FLOW,      // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
`endif
    parameter       USER_BITS = `WF_USER_BITS  // bits of user, 1 or more
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
    output wire                 tag_o,       // 1: compressed, 0: raw
    output wire [LINE*8-1:0]    payload_o,   // the code or the raw line, byte 0 lowest; bursts that are not in use: any bits
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
    localparam WORDS  = LINE / 4;
    localparam UNITS  = LINE / 32;
    localparam GROUPS = SEGMENT != 0 ? SEGMENTS : WORDS;    // parts of the line that have one pattern each

    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (SEGMENT != `WF_SEGMENT) begin : gen_bad_segment wf_illegal_SEGMENT bad (); end
        if ((SEGMENTS != 2 && SEGMENTS != 4 && SEGMENTS != 8 && SEGMENTS != 16) ||
                (SEGMENT != 0 && SEGMENTS > WORDS)) begin : gen_bad_segments wf_illegal_SEGMENTS bad (); end
        if (PATTERNS == 7'd0) begin : gen_bad_patterns wf_illegal_PATTERNS bad (); end
        if (SAVE < 0 || SAVE > 1 || (SAVE != 0 && LINE == 32)) begin : gen_bad_save wf_illegal_SAVE bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if ((CUTS >> 5) != 0) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
    endgenerate

    // Code, join and last are cuts of the form
    localparam CUT_FITS    = CUTS[0];
    localparam CUT_PATTERN = SEGMENT != 0 ? CUTS[1] : 0;
    localparam CUT_OUT     = CUTS[4];

    // ---- Classify: what every word of a group fits ----

    wire [BLOCK-1:0]  block_0 = block_i & {BLOCK{ISOLATE == 0 || valid_i}};
    wire [GROUPS-1:0] zero_0, nibble_0, byte_0, half_0, upper_0, two_0, repeat_0;
    `WF_ENC_CLASSIFY #(.GROUPS(GROUPS), .N(WORDS / GROUPS), .PATTERNS(PATTERNS)) classify (
        .block_i(block_0),
        .zero_o(zero_0), .nibble_o(nibble_0), .byte_o(byte_0), .half_o(half_0), .upper_o(upper_0), .two_o(two_0), .repeat_o(repeat_0)
    );

    wire                 valid_1, ready_1, raw_1;
    wire [USER_BITS-1:0] user_1;
    wire [GROUPS-1:0]    zero_1, nibble_1, byte_1, half_1, upper_1, two_1, repeat_1;
    wire [BLOCK-1:0]     block_1;
    `WF_CUT #(.ON(CUT_FITS), .WIDTH(1 + USER_BITS + 7 * GROUPS + BLOCK), .FLOW(FLOW)) cut_fits (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_i), .ready_o(ready_o),
        .data_i({raw_only_i, user_i, zero_0, nibble_0, byte_0, half_0, upper_0, two_0, repeat_0, block_0}),
        .valid_o(valid_1), .ready_i(ready_1),
        .data_o({raw_1, user_1, zero_1, nibble_1, byte_1, half_1, upper_1, two_1, repeat_1, block_1})
    );

    // ---- Select: the pattern of the fewest bits, one-hot (is_0 to is_7); does it take 8 or 16 bits of data? ----

    // A word that fits zero also fits a nibble, one that fits a nibble also fits a byte, and so on up to a halfword. So of these patterns the
    // widest that is in use tells whether any of them fits (to_n, to_b, to_h)
    wire [GROUPS-1:0]    to_n       = PATTERNS[1] ? nibble_1 : zero_1;
    wire [GROUPS-1:0]    to_b       = PATTERNS[2] ? byte_1 : to_n;
    wire [GROUPS-1:0]    to_h       = PATTERNS[3] ? half_1 : to_b;
    // Repeated bytes that are two bytes too are 0 or FFFFFFFF: to_h, unless neither nibble nor byte nor half is in use. Repeated bytes that
    // are upper halves too are 0. They may have both is_4 and is_6: 6 has the bit of 4, and the data are 0
    wire [GROUPS-1:0]    eight_1    = (byte_1 & ~to_n) | (repeat_1 & ~to_b);
    wire [GROUPS-1:0]    sixteen_1  = (to_h | upper_1 | two_1) & ~to_b & ~repeat_1;
    wire [8*GROUPS-1:0]  patterns_1 = {
        ~(to_h | repeat_1 | upper_1 | two_1), repeat_1 & ~to_b,
        PATTERNS[3:1] == 3'd0 ? two_1 & ~to_h & ~upper_1 & ~repeat_1 : two_1 & ~to_h & ~upper_1,
        upper_1 & ~to_h, half_1 & ~to_b & ~repeat_1, byte_1 & ~to_n, nibble_1 & ~zero_1, zero_1};

    wire                 valid_2, ready_2, raw_2;
    wire [USER_BITS-1:0] user_2;
    wire [8*GROUPS-1:0]  patterns_2;    // bit GROUPS*p + g: group g has pattern p
    wire [GROUPS-1:0]    sixteen_2, eight_2;
    wire [BLOCK-1:0]     block_2;
    `WF_CUT #(.ON(CUT_PATTERN), .WIDTH(1 + USER_BITS + 10 * GROUPS + BLOCK), .FLOW(FLOW)) cut_pattern (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_1), .ready_o(ready_1), .data_i({raw_1, user_1, patterns_1, sixteen_1, eight_1, block_1}),
        .valid_o(valid_2), .ready_i(ready_2), .data_o({raw_2, user_2, patterns_2, sixteen_2, eight_2, block_2})
    );

    // ---- Pack: the data of a group's words side by side, then the code of the line ----

    wire [BLOCK-1:0] data_2;
    `WF_ENC_DATA #(.GROUPS(GROUPS), .N(WORDS / GROUPS)) data (
        .patterns_i(patterns_2), .eight_i(eight_2), .block_i(block_2), .data_o(data_2)
    );

    wire                 valid_4, ready_4, use_4;
    wire [USER_BITS-1:0] user_4;
    wire [BLOCK-1:0]     code_4, block_4;
    wire [UNITS-1:0]     units_4;
`ifdef WF_ENC_SEGMENT
    `WF_ENC_SEGMENT #(.LINE(LINE), .SEGMENTS(SEGMENTS), .SAVE(SAVE), .CUTS(CUTS), .FLOW(FLOW), .USER_BITS(USER_BITS)) form (
`endif
`ifdef WF_ENC_WORD
`ifdef WF_WITH_SIZE
    wire [7:0]           size_4;
`endif
    `WF_ENC_WORD #(.LINE(LINE), .SAVE(SAVE), .CUTS(CUTS), .FLOW(FLOW), .USER_BITS(USER_BITS)) form (
`ifdef WF_WITH_SIZE
        .size_o(size_4),
`endif
`endif
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_2), .ready_o(ready_2), .user_i(user_2), .raw_i(raw_2),
        .patterns_i(patterns_2), .sixteen_i(sixteen_2), .eight_i(eight_2), .data_i(data_2), .block_i(block_2),
        .valid_o(valid_4), .ready_i(ready_4), .user_o(user_4), .use_o(use_4), .units_o(units_4), .code_o(code_4), .block_o(block_4)
    );

    wire [BLOCK-1:0] payload_4 = use_4 ? code_4 : block_4;

    `WF_CUT #(.ON(CUT_OUT), .WIDTH(USER_BITS + 1 + UNITS + BLOCK), .FLOW(FLOW)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_4), .ready_o(ready_4), .data_i({user_4, use_4, units_4, payload_4}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, tag_o, units_o, payload_o})
    );
`ifdef WF_WITH_SIZE
`ifdef WF_ENC_WORD
    wire       valid_size, ready_size;
    wire       unused_size = &{1'b0, valid_size, ready_size};
    `WF_CUT #(.ON(CUT_OUT), .WIDTH(8), .FLOW(FLOW)) cut_size (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_4), .ready_o(ready_size), .data_i(size_4),
        .valid_o(valid_size), .ready_i(ready_i), .data_o(size_o)
    );
`endif
`ifdef WF_ENC_SEGMENT

    // ---- Size: the prefixes tell it. Nibbles of data that a word has under a pattern ----

    function [3:0] nibbles_of;
        input [2:0] pattern;
        case (pattern)
            3'd0:       nibbles_of = 4'd0;
            3'd1:       nibbles_of = 4'd1;
            3'd2, 3'd6: nibbles_of = 4'd2;
            3'd7:       nibbles_of = 4'd8;
            default:    nibbles_of = 4'd4;
        endcase
    endfunction

    // Level 0 has the nibbles of one word of each segment, a further level sums pairs
    localparam EACH   = WORDS / SEGMENTS;       // words of a segment
    localparam LEVELS = $clog2(SEGMENTS);
`ifdef WF_WITH_HEAD
    localparam FROM   = 8;                      // bits of the head
`else
    localparam FROM   = 0;                      // bits of the head
`endif
    genvar level, part;
    generate
        for (level = 0; level <= LEVELS; level = level + 1) begin : gen_nibbles
            wire [8*(SEGMENTS>>level)-1:0] nibbles;
            for (part = 0; part < SEGMENTS >> level; part = part + 1) begin : gen_sum
                if (level == 0) begin : gen_segment
                    assign nibbles[8*part +: 8] = {4'd0, nibbles_of(payload_o[FROM + 3*part +: 3])};
                end else begin : gen_pair
                    assign nibbles[8*part +: 8] = gen_nibbles[level-1].nibbles[16*part +: 8] + gen_nibbles[level-1].nibbles[16*part+8 +: 8];
                end
            end
        end
    endgenerate
    wire [7:0] nibbles = gen_nibbles[LEVELS].nibbles;
    assign size_o = (3 * SEGMENTS + 7) / 8 + (EACH == 1 ? (nibbles + 8'd1) / 2 : nibbles * (EACH / 2));
`endif
`endif
    assign wen_o = units_o;
endmodule
`default_nettype wire
