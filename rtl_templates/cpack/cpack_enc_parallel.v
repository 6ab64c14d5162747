// SPDX-License-Identifier: Apache-2.0
// Encoder of cpack, form parallel: a dictionary of up to four entries, which are stored behind the codes. All codes have one length; the
// upper 24 bits of a word are looked up.
//
//   32 bytes             00000000   00000007   ABCDEF00   ABCDEF42   ABCDEF00 four times
//   code                 2          3          0          1          0
//   which says           zero       a byte     entry 0    0, a byte  entry 0
//   byte                 00         07         00         42         00
//   payload              the codes (4 bytes), entry 0 = ABCDEF00 (4 bytes), the bytes (8 bytes): 16 bytes, burst 0
//
// All pairs of words are compared at once. A first word is one whose upper part is not 0 and not that of an earlier word. It becomes the
// entry whose number is how many first words stand before it. Any other word takes the entry of the first word with its upper part.
`default_nettype none
module `WF_ENC_PARALLEL #(
    parameter LINE       = `WF_LINE,        // bytes of the cache line: 32, 64 or 128
    parameter ZERO_ENTRY = `WF_ZERO_ENTRY,  // 1 if zero is one of the four entries, 0 if it is apart
    parameter SAVE       = `WF_SAVE,        // what a code must save to be used: 0 a byte, 1 a burst of 32 bytes
    parameter ISOLATE    = `WF_ISOLATE,     // 1: gates hold the operands at zero while the unit is idle
    parameter CUTS       = `WF_ENC_CUTS,    // register ranks, a bit each, from bit 0: `WF_ENC_CUT_NAMES
    parameter FLOW       = `WF_FLOW,        // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter USER_BITS  = `WF_USER_BITS    // bits of user, 1 or more
) (
    input  wire                 clk_i,       // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,      // reset, low, asynchronous
    input  wire                 valid_i,     // 1: the inputs are a block of this cycle
    output wire                 ready_o,     // 1: the unit takes what valid_i offers
    input  wire [USER_BITS-1:0] user_i,      // any bits; they come out with this block's result
    input  wire                 raw_only_i,  // 1: store the block raw
    input  wire [LINE*8-1:0]    block_i,     // the line, byte 0 lowest

    output wire                 valid_o,     // 1: the outputs mean something in this cycle
    input  wire                 ready_i,     // 1: the receiver takes the outputs; nothing uses it if FLOW is 0
    output wire [USER_BITS-1:0] user_o,      // the bits that came in with this block
    output wire [0:0]           tag_o,       // 1: compressed, 0: raw
    output wire [LINE*8-1:0]    payload_o,   // the code or the raw line, byte 0 lowest; bursts that are not in use: any bits
    output wire [LINE/32-1:0]   units_o      // the bursts of 32 bytes in use, bit u is burst u
);
    localparam BLOCK = LINE * 8;
    localparam W     = LINE / 4;                    // words
    localparam UNITS = LINE / 32;
`ifdef WF_WITH_HEAD
    localparam LIMIT = (SAVE != 0 || LINE != 32 ? LINE - 32 : LINE - 1) - 1;    // bytes behind the head
`else
    localparam LIMIT = SAVE != 0 ? LINE - 32 : LINE - 1;    // bytes
`endif
    localparam CODE  = ZERO_ENTRY != 0 ? 3 : 4;     // bits
    localparam MOST  = ZERO_ENTRY != 0 ? 3 : 4;     // entries
    localparam HEAD  = W * CODE;                    // bits
    localparam PAIRS = W * (W - 1) / 2;             // the pair of words (i, j), j < i, is bit i * (i - 1) / 2 + j

    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (ZERO_ENTRY < 0 || ZERO_ENTRY > 1) begin : gen_bad_zero_entry wf_illegal_ZERO_ENTRY bad (); end
        if (SAVE < 0 || SAVE > 1 || (SAVE == 1 && LINE == 32)) begin : gen_bad_save wf_illegal_SAVE bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if ((CUTS >> 5) != 0) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (FLOW < 0 || FLOW > 2) begin : gen_bad_flow wf_illegal_FLOW bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
    endgenerate

    localparam CUT_OPERAND = CUTS[0];
    localparam CUT_FIRST   = CUTS[1];
    localparam CUT_ENTRY   = CUTS[2];
    localparam CUT_CODE    = CUTS[3];

    // With ISOLATE the unit sees zeros while idle. Behind a register rank nothing toggles in an idle unit anyway
    wire [BLOCK-1:0]     block_0 = block_i & {BLOCK{ISOLATE == 0 || CUT_OPERAND || valid_i}};
    wire                 valid_1, ready_1, raw_1;
    wire [USER_BITS-1:0] user_1;
    wire [BLOCK-1:0]     block_1;

    `WF_CUT #(.ON(CUT_OPERAND), .WIDTH(1 + USER_BITS + BLOCK), .FLOW(FLOW)) cut_operand (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .data_i({raw_only_i, user_i, block_0}),
        .valid_o(valid_1), .ready_i(ready_1), .data_o({raw_1, user_1, block_1})
    );

    // ---- Compare: pairs with equal upper parts, first words, words that need a byte ----

    wire [PAIRS-1:0] pairs_1;
    wire [W-1:0]     first_1, partial_1;
    genvar           i, j;
    generate
        for (i = 0; i < W; i = i + 1) begin : gen_compare
            wire [31:0]  word = block_1[32*i +: 32];
            wire         zero = !(|word[31:8]);     // the upper part is
            wire [W-1:0] equal;                     // bit j: word j is an earlier one with this upper part
            wire [W-1:0] unlike;                    // bit j: word j is an earlier one with another low byte
            for (j = 0; j < W; j = j + 1) begin : gen_earlier
                if (j < i) begin : gen_pair
                    assign equal[j]  = word[31:8] == block_1[32*j+8 +: 24];
                    assign unlike[j] = word[7:0] != block_1[32*j +: 8];
                end else begin : gen_none
                    assign equal[j]  = 1'b0;
                    assign unlike[j] = 1'b0;
                end
            end
            if (i > 0) begin : gen_pairs
                assign pairs_1[i*(i-1)/2 +: i] = equal[i-1:0];
            end
            assign first_1[i]   = !zero && !(|equal);
            assign partial_1[i] = zero && |word[7:0] || |(equal & unlike & first_1);
        end
    endgenerate

    // Of each word and the one before it: at least one is a first word (one), both are (two). The counting begins here
    wire [W-1:0] one_1 = first_1 | (first_1 << 1);
    wire [W-1:0] two_1 = first_1 & (first_1 << 1);

    wire                 valid_2, ready_2, raw_2;
    wire [USER_BITS-1:0] user_2;
    wire [PAIRS-1:0]     pairs_2;
    wire [W-1:0]         first_2, one_2, two_2, partial_2;
    wire [BLOCK-1:0]     block_2;

    `WF_CUT #(.ON(CUT_FIRST), .WIDTH(1 + USER_BITS + PAIRS + 4*W + BLOCK), .FLOW(FLOW)) cut_first (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_1), .ready_o(ready_1), .data_i({raw_1, user_1, pairs_1, first_1, one_1, two_1, partial_1, block_1}),
        .valid_o(valid_2), .ready_i(ready_2), .data_o({raw_2, user_2, pairs_2, first_2, one_2, two_2, partial_2, block_2})
    );

    // ---- Count: which entry a first word becomes, and how many entries there are ----

    wire [MOST*W-1:0] becomes_2;    // bit W*k + i: word i is entry k
    wire [MOST:0]     entries_2;    // bit k: there are k entries
    wire              too_many_2;

    `WF_ENC_PARALLEL_COUNT #(.W(W), .MOST(MOST)) count (
        .first_i(first_2), .one_i(one_2), .two_i(two_2),
        .becomes_o(becomes_2), .entries_o(entries_2), .too_many_o(too_many_2)
    );

    wire                 valid_3, ready_3, raw_3, any_3;
    wire [USER_BITS-1:0] user_3;
    wire [PAIRS-1:0]     pairs_3;
    wire [W-1:0]         partial_3;
    wire [MOST*W-1:0]    becomes_3;
    wire [MOST:0]        entries_3;
    wire [BLOCK-1:0]     block_3;

    `WF_CUT #(.ON(CUT_ENTRY), .WIDTH(2 + USER_BITS + PAIRS + W + MOST*W + MOST + 1 + BLOCK), .FLOW(FLOW)) cut_entry (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_2), .ready_o(ready_2),
        .data_i({raw_2 || too_many_2, |partial_2, user_2, pairs_2, partial_2, becomes_2, entries_2, block_2}),
        .valid_o(valid_3), .ready_i(ready_3),
        .data_o({raw_3, any_3, user_3, pairs_3, partial_3, becomes_3, entries_3, block_3})
    );

    // ---- Code: a code for every word, the entries, the bytes, the length ----

    // Bits of an entry's number, or of a slot's where slot 0 is zero: words that are an entry with an odd number, or a high one
    wire [W-1:0] odd_3  = ZERO_ENTRY != 0 ? becomes_3[0 +: W] | becomes_3[2*W +: W] : becomes_3[W +: W] | becomes_3[(MOST-1)*W +: W];
    wire [W-1:0] high_3 = ZERO_ENTRY != 0 ? becomes_3[W +: W] | becomes_3[2*W +: W] : becomes_3[2*W +: W] | becomes_3[(MOST-1)*W +: W];

    wire [HEAD-1:0]    head_3;
    wire [32*MOST-1:0] dictionary_3;
    wire [8*W-1:0]     bytes_3;
    genvar             c, d;
    generate
        for (c = 0; c < W; c = c + 1) begin : gen_code
            wire [31:0]  word = block_3[32*c +: 32];
            wire [W-1:0] same;      // this word, and earlier ones with its upper part; one of them is the first, the entry
            wire         zero = !(|word[31:8]);
            wire         low  = |(same & odd_3);
            wire         high = |(same & high_3);
            if (c > 0) begin : gen_pairs
                assign same[c-1:0] = pairs_3[c*(c-1)/2 +: c];
            end
            assign same[W-1:c] = {{W-1-c{1'b0}}, 1'b1};
            if (ZERO_ENTRY != 0) begin : gen_entry
                wire unused_zero = &{1'b0, zero};
                assign head_3[CODE*c +: CODE] = {high, low, partial_3[c]};
            end else begin : gen_apart
                assign head_3[CODE*c +: CODE] = {high, low, zero, partial_3[c]};
            end
            assign bytes_3[8*c +: 8] = word[7:0] & {8{partial_3[c]}};
        end
        for (d = 0; d < MOST; d = d + 1) begin : gen_entries
            `WF_MUX #(.WIDTH(32), .COUNT(W)) mux (
                .select_i(becomes_3[W*d +: W]), .data_i(block_3), .data_o(dictionary_3[32*d +: 32])
            );
        end
    endgenerate

    // over, bit k: the codes, k entries and `more` bytes take more than `most` bytes
    function [MOST:0] over;
        input integer most, more;
        integer       k;
        for (k = 0; k <= MOST; k = k + 1)
            over[k] = HEAD / 8 + 4 * k + more > most;
    endfunction

    wire             raw_to_4 = raw_3 || |(entries_3 & over(LIMIT, 0)) || any_3 && |(entries_3 & over(LIMIT, W));
    wire [UNITS-1:0] units_3;
    genvar           u;
    generate
        assign units_3[0] = 1'b1;
        for (u = 1; u < UNITS; u = u + 1) begin : gen_units
`ifdef WF_WITH_HEAD
            assign units_3[u] = raw_to_4 || |(entries_3 & over(32 * u - 1, 0)) || any_3 && |(entries_3 & over(32 * u - 1, W));
`else
            assign units_3[u] = raw_to_4 || |(entries_3 & over(32 * u, 0)) || any_3 && |(entries_3 & over(32 * u, W));
`endif
        end
    endgenerate

    wire                 valid_4, ready_4, raw_4;
    wire [USER_BITS-1:0] user_4;
    wire [HEAD-1:0]      head_4;
    wire [32*MOST-1:0]   dictionary_4;
    wire [8*W-1:0]       bytes_4;
    wire [MOST:0]        entries_4;
    wire [UNITS-1:0]     units_4;
    wire [BLOCK-1:0]     block_4;

    `WF_CUT #(.ON(CUT_CODE), .WIDTH(1 + USER_BITS + HEAD + 32*MOST + 8*W + MOST + 1 + UNITS + BLOCK), .FLOW(FLOW)) cut_code (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_3), .ready_o(ready_3),
        .data_i({raw_to_4, user_3, head_3, dictionary_3, bytes_3, entries_3, units_3, block_3}),
        .valid_o(valid_4), .ready_i(ready_4),
        .data_o({raw_4, user_4, head_4, dictionary_4, bytes_4, entries_4, units_4, block_4})
    );

    // ---- Pack: codes, entries, and behind the entries in use the bytes; an unused entry is 0 ----

    localparam TAIL = 32 * MOST + 8 * W;    // bits behind the codes
    wire [TAIL-1:0]  placed_4;              // the bytes, moved up by the entries in use
    `WF_SHIFT #(.WIDTH(TAIL), .STEP(32), .COUNT(MOST + 1)) place (
        .select_i(entries_4), .data_i({{32*MOST{1'b0}}, bytes_4}), .data_o(placed_4)
    );
`ifdef WF_WITH_HEAD
    wire [BLOCK-1:0] code_4    = {{BLOCK-HEAD-TAIL-8{1'b0}}, placed_4 | {{8*W{1'b0}}, dictionary_4}, head_4, 8'h01};   // the line's head, the codes, ..
`else
    wire [BLOCK-1:0] code_4    = {{BLOCK-HEAD-TAIL{1'b0}}, placed_4 | {{8*W{1'b0}}, dictionary_4}, head_4};
`endif
    wire [BLOCK-1:0] payload_4 = raw_4 ? block_4 : code_4;

    `WF_CUT #(.ON(CUTS[4]), .WIDTH(USER_BITS + 1 + UNITS + BLOCK), .FLOW(FLOW)) cut_outputs (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_4), .ready_o(ready_4), .data_i({user_4, !raw_4, units_4, payload_4}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, tag_o, units_o, payload_o})
    );
endmodule
`default_nettype wire
