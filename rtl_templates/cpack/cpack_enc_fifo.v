// SPDX-License-Identifier: Apache-2.0
// Encoder of cpack, form fifo: a dictionary of 16 entries, which are not stored; codes have 2 to 34 bits. It takes RATE words a cycle, a
// group. Where that is less than the line it iterates: ready_o is 1 when it can take a line, LINE / 4 / RATE cycles after the last.
//
//   32 bytes           00000000   00000007   ABCDEF00   ABCDEF42   ABCDEF42   ABCD1234          ABCD12FF       00000000
//   code               zzzz       zzzx, 07   xxxx       mmmx 0, 42 mmmm 1     mmxx 0, 1234      mmmx 2, FF     zzzz
//   becomes entry                            0          1                     2                 3
//   bits               2          12         34         16         6          24                16             2: together 112
`default_nettype none
module `WF_ENC_FIFO #(
    parameter LINE      = `WF_LINE,        // bytes of the cache line: 32, 64 or 128
    parameter RATE      = `WF_RATE,        // words a cycle: 1, 2, 4 or 8
    parameter SAVE      = `WF_SAVE,        // what a code must save to be used: 0 a byte, 1 a burst of 32 bytes
    parameter ISOLATE   = `WF_ISOLATE,     // 1: gates hold the operands at zero while the unit is idle
    parameter CUTS      = `WF_ENC_CUTS,    // register ranks, a bit each, from bit 0: `WF_ENC_CUT_NAMES
    parameter FLOW      = `WF_FLOW,        // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter USER_BITS = `WF_USER_BITS    // bits of user, 1 or more
) (
    input  wire                 clk_i,       // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,      // reset, low, asynchronous
    input  wire                 valid_i,     // 1: the inputs are a block of this cycle
    output wire                 ready_o,     // 1: the unit takes what valid_i offers; always 1 unless it iterates
    input  wire [USER_BITS-1:0] user_i,      // any bits; they come out with this block's result
    input  wire                 raw_only_i,  // 1: store the block raw
    input  wire [LINE*8-1:0]    block_i,     // the line, byte 0 lowest

    output wire                 valid_o,     // 1: the outputs mean something in this cycle
    input  wire                 ready_i,     // 1: the receiver takes the outputs; nothing uses it if FLOW is 0
    output wire [USER_BITS-1:0] user_o,      // the bits that came in with this block
    output wire [0:0]           tag_o,       // 1: compressed, 0: raw
    output wire [LINE*8-1:0]    payload_o,   // the code or the raw line, byte 0 lowest; bursts that are not in use: any bits
`ifdef WF_WITH_SIZE
    output wire [7:0]           size_o,      // bytes of the code, without the head; any bits if the line is raw
`endif
    output wire [LINE/32-1:0]   units_o      // the bursts of 32 bytes in use, bit u is burst u
);
    localparam BLOCK = LINE * 8;
    localparam W     = LINE / 4;    // words
    localparam UNITS = LINE / 32;
`ifdef WF_WITH_HEAD
    localparam LIMIT = SAVE != 0 || LINE != 32 ? LINE - 32 : LINE - 1;    // bytes, with the head
`else
    localparam LIMIT = SAVE != 0 ? LINE - 32 : LINE - 1;    // bytes
`endif
    localparam STEPS = W / RATE;
    localparam GROUP = 32 * RATE;
    localparam VEC   = 16 * RATE;   // a bit for each word of the group and each entry
    localparam PAIR  = RATE * RATE; // a bit for each pair of words of the group

    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (RATE != 1 && RATE != 2 && RATE != 4 && RATE != 8) begin : gen_bad_rate wf_illegal_RATE bad (); end
        if (SAVE < 0 || SAVE > 1 || (SAVE == 1 && LINE == 32)) begin : gen_bad_save wf_illegal_SAVE bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if ((CUTS >> 5) != 0 || (!CUTS[4] && LINE != 4 * RATE)) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (FLOW < 0 || FLOW > 2) begin : gen_bad_flow wf_illegal_FLOW bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
    endgenerate

    // A unit that iterates moves as a whole, unless a line waits at its outputs
    localparam MOVES   = STEPS > 1 && FLOW != 0 ? 1 : FLOW;
    wire       ready_5 = ready_i || (STEPS > 1 && FLOW == 2 && !valid_o);
    wire [4:0] unused_ready;    // of ranks that move with another

    localparam CUT_COMPARE = CUTS[0];
    localparam CUT_MATCH   = CUTS[1];
    localparam CUT_CODE    = CUTS[2];
    localparam CUT_PLACE   = CUTS[3];
    localparam BEFORE      = CUT_COMPARE && STEPS > 1;  // the group before is not in the dictionary yet when this one is compared

    // ---- Group: the RATE words of this cycle; with the last ones the whole line is back in order ----

    wire                 valid_0, ready_0, first_0, last_0, raw_0;
    wire [USER_BITS-1:0] user_0;
    wire [GROUP-1:0]     words_0;
    wire [BLOCK-1:0]     whole_0;
    `WF_ENC_FIFO_GROUP #(.LINE(LINE), .RATE(RATE), .ISOLATE(ISOLATE), .STALLS(MOVES != 0), .USER_BITS(USER_BITS)) group (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .user_i(user_i), .raw_only_i(raw_only_i), .block_i(block_i),
        .valid_o(valid_0), .ready_i(ready_0), .first_o(first_0), .last_o(last_0), .raw_o(raw_0), .user_o(user_0), .words_o(words_0), .whole_o(whole_0)
    );

    // ---- Compare: each word with the dictionary, with the earlier words of its group, with the words of the group before ----

    wire [511:0]      dictionary;
    wire [GROUP-1:0]  words_1;
    wire [3*VEC-1:0]  like_0;
    wire [3*PAIR-1:0] pair_0, before_0;
    `WF_ENC_FIFO_COMPARE #(.RATE(RATE), .STORED(STEPS > 1), .BEFORE(BEFORE)) compare (
        .words_i(words_0), .dictionary_i(dictionary), .before_i(words_1), .like_o(like_0), .pair_o(pair_0), .before_o(before_0)
    );

    wire                 valid_1, ready_1, first_1, last_1, raw_1, ends_1;
    wire [USER_BITS-1:0] user_1;
    wire [3*VEC-1:0]     like_1;
    wire [3*PAIR-1:0]    pair_1, before_1;
    wire [BLOCK-1:0]     whole_1;

    `WF_CUT #(.ON(CUT_COMPARE), .WIDTH(2 + GROUP + 3*VEC + 6*PAIR), .FLOW(MOVES)) cut_compare (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_0), .ready_o(ready_0), .data_i({first_0, last_0, words_0, like_0, pair_0, before_0}),
        .valid_o(valid_1), .ready_i(ready_1), .data_o({first_1, last_1, words_1, like_1, pair_1, before_1})
    );
    `WF_CUT #(.ON(CUT_COMPARE), .WIDTH(1 + USER_BITS + BLOCK), .FLOW(MOVES != 0 ? 1 : 0)) line_compare (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_0 && last_0), .ready_o(unused_ready[0]), .data_i({raw_0, user_0, whole_0}),
        .valid_o(ends_1), .ready_i(ready_0), .data_o({raw_1, user_1, whole_1})
    );

    // ---- Select: the kind of code of each word, the entry that it matches best, and the words that enter the dictionary ----

    wire [15:0]       filled, filled_1, head, head_1;
    wire [VEC-1:0]    recent, slot_1, best_1;
    wire [6*RATE-1:0] kind_1;
    `WF_ENC_FIFO_SELECT #(.RATE(RATE), .WRAPS(W > 16), .BEFORE(BEFORE)) select (
        .first_i(first_1), .words_i(words_1), .like_i(like_1), .pair_i(pair_1), .before_i(before_1),
        .filled_i(filled), .head_i(head), .recent_i(recent),
        .slot_o(slot_1), .filled_o(filled_1), .head_o(head_1), .best_o(best_1), .kind_o(kind_1)
    );

    generate
        if (STEPS == 1) begin : gen_no_dictionary
            assign dictionary = 512'd0;
            assign filled     = 16'd0;
            assign head       = 16'd1;
            assign recent     = {VEC{1'b0}};
            wire unused_state = &{1'b0, head_1, filled_1, slot_1};
        end else begin : gen_dictionary
            wire          moves_1 = valid_1 && ready_1;
            reg [VEC-1:0] recent_q;     // slot_1 of the last group
            always @(posedge clk_i)
                if (moves_1) recent_q <= slot_1;
            assign recent = recent_q & {VEC{BEFORE}};
            `WF_CPACK_FIFO_DICTIONARY #(.RATE(RATE)) entries (
                .clk_i(clk_i),
                .looked_i(moves_1), .filled_i(filled_1), .head_i(head_1), .filled_o(filled), .head_o(head),
                .known_i(moves_1), .slot_i(slot_1), .words_i(words_1), .dictionary_o(dictionary)
            );
        end
    endgenerate

    wire                 valid_2, ready_2, first_2, last_2, raw_2, ends_2;
    wire [USER_BITS-1:0] user_2;
    wire [GROUP-1:0]     words_2;
    wire [VEC-1:0]       best_2;
    wire [6*RATE-1:0]    kind_2;
    wire [BLOCK-1:0]     whole_2;

    `WF_CUT #(.ON(CUT_MATCH), .WIDTH(2 + GROUP + VEC + 6*RATE), .FLOW(MOVES)) cut_match (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_1), .ready_o(ready_1), .data_i({first_1, last_1, words_1, best_1, kind_1}),
        .valid_o(valid_2), .ready_i(ready_2), .data_o({first_2, last_2, words_2, best_2, kind_2})
    );
    `WF_CUT #(.ON(CUT_MATCH), .WIDTH(1 + USER_BITS + BLOCK), .FLOW(MOVES != 0 ? 1 : 0)) line_match (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(ends_1), .ready_o(unused_ready[1]), .data_i({raw_1, user_1, whole_1}),
        .valid_o(ends_2), .ready_i(ready_1), .data_o({raw_2, user_2, whole_2})
    );

    // ---- Code: the code of each word, where it begins in the group, and the length of all ----

    wire [34*RATE-1:0] code_2;
    wire [8*RATE-1:0]  offset_2;
    wire [7:0]         length_2;
    `WF_ENC_FIFO_CODE #(.RATE(RATE)) code (
        .words_i(words_2), .kind_i(kind_2), .best_i(best_2), .code_o(code_2), .offset_o(offset_2), .length_o(length_2)
    );

    wire                 valid_3, ready_3, first_3, last_3, raw_3, ends_3;
    wire [USER_BITS-1:0] user_3;
    wire [34*RATE-1:0]   code_3;
    wire [8*RATE-1:0]    offset_3;
    wire [7:0]           length_3;
    wire [BLOCK-1:0]     whole_3;

    `WF_CUT #(.ON(CUT_CODE), .WIDTH(2 + 42*RATE + 8), .FLOW(MOVES)) cut_code (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_2), .ready_o(ready_2), .data_i({first_2, last_2, code_2, offset_2, length_2}),
        .valid_o(valid_3), .ready_i(ready_3), .data_o({first_3, last_3, code_3, offset_3, length_3})
    );
    `WF_CUT #(.ON(CUT_CODE), .WIDTH(1 + USER_BITS + BLOCK), .FLOW(MOVES != 0 ? 1 : 0)) line_code (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(ends_2), .ready_o(unused_ready[2]), .data_i({raw_2, user_2, whole_2}),
        .valid_o(ends_3), .ready_i(ready_2), .data_o({raw_3, user_3, whole_3})
    );

    // ---- Place: each code shifted to its place in two words of the payload, and which words these are ----

    wire [9:0]         length;       // of the groups before, in pairs of bits
    wire [9:0]         end_3    = length + {2'd0, length_3};
    wire               raw_to_4 = raw_3 || end_3 > {LIMIT[7:0], 2'd0};
    wire [64*RATE-1:0] placed_3;
    wire [W*RATE-1:0]  lower_3;      // one-hot: the payload word that takes the lower half
    wire [UNITS-1:0]   units_3;
    genvar             p, w;
    generate
        for (p = 0; p < RATE; p = p + 1) begin : gen_place
            wire [9:0]  at     = length + {2'd0, offset_3[8*p +: 8]};
            wire [63:0] placed = {30'd0, code_3[34*p +: 34]} << {at[3:0], 1'b0};
            assign placed_3[64*p +: 64] = placed;
            for (w = 0; w < W; w = w + 1) begin : gen_word
                assign lower_3[W*p + w] = at[9:4] == w;
            end
        end
        for (w = 0; w < UNITS; w = w + 1) begin : gen_units
            assign units_3[w] = raw_to_4 || w == 0 || end_3 > 128 * w;
        end
        if (STEPS == 1) begin : gen_no_length
`ifdef WF_WITH_HEAD
            assign length = 10'd4;      // the line's head
`else
            assign length = 10'd0;
`endif
        end else begin : gen_length
            reg [9:0] length_q;
            always @(posedge clk_i)
                if (valid_3 && ready_3) length_q <= end_3;
`ifdef WF_WITH_HEAD
            assign length = first_3 ? 10'd4 : length_q;     // at first the line's head
`else
            assign length = length_q & {10{!first_3}};
`endif
        end
    endgenerate

    wire                 valid_4, ready_4, first_4, last_4, raw_4, ends_4;
    wire [USER_BITS-1:0] user_4;
    wire [64*RATE-1:0]   placed_4;
    wire [W*RATE-1:0]    lower_4;
    wire [UNITS-1:0]     units_4;
    wire [BLOCK-1:0]     whole_4;
`ifdef WF_WITH_SIZE
`ifdef WF_WITH_HEAD
    wire [7:0]           size_3 = end_3[9:2] - {7'd0, end_3[1:0] == 2'd0};  // bytes behind the head
`else
    wire [7:0]           size_3 = end_3[9:2] + {7'd0, |end_3[1:0]};         // bytes
`endif
    wire [7:0]           size_4;
`endif

`ifdef WF_WITH_SIZE
    `WF_CUT #(.ON(CUT_PLACE), .WIDTH(3 + UNITS + 8 + (64 + W)*RATE), .FLOW(MOVES)) cut_place (
`else
    `WF_CUT #(.ON(CUT_PLACE), .WIDTH(3 + UNITS + (64 + W)*RATE), .FLOW(MOVES)) cut_place (
`endif
        .clk_i(clk_i), .rst_ni(rst_ni),
`ifdef WF_WITH_SIZE
        .valid_i(valid_3), .ready_o(ready_3), .data_i({first_3, last_3, raw_to_4, units_3, size_3, placed_3, lower_3}),
        .valid_o(valid_4), .ready_i(ready_4), .data_o({first_4, last_4, raw_4, units_4, size_4, placed_4, lower_4})
`else
        .valid_i(valid_3), .ready_o(ready_3), .data_i({first_3, last_3, raw_to_4, units_3, placed_3, lower_3}),
        .valid_o(valid_4), .ready_i(ready_4), .data_o({first_4, last_4, raw_4, units_4, placed_4, lower_4})
`endif
    );
    `WF_CUT #(.ON(CUT_PLACE), .WIDTH(USER_BITS + BLOCK), .FLOW(MOVES != 0 ? 1 : 0)) line_place (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(ends_3), .ready_o(unused_ready[3]), .data_i({user_3, whole_3}),
        .valid_o(ends_4), .ready_i(ready_3), .data_o({user_4, whole_4})
    );

    // ---- Pack: OR the codes of the group into the payload; with the last group, the code or the raw line ----

    wire [BLOCK-1:0] filled_5;      // the codes of the groups so far; at last the code or the raw line
    wire [BLOCK-1:0] before_4 = STEPS == 1 ? {BLOCK{1'b0}} : filled_5 & {BLOCK{!first_4}};
    wire [BLOCK-1:0] group_4;
    `WF_ENC_FIFO_PACK #(.W(W), .RATE(RATE)) pack (.placed_i(placed_4), .lower_i(lower_4), .payload_o(group_4));
`ifdef WF_WITH_HEAD
    wire [BLOCK-1:0] payload_4 = raw_4 && last_4 ? whole_4 : before_4 | group_4 | {{BLOCK-8{1'b0}}, 8'h01};
`else
    wire [BLOCK-1:0] payload_4 = raw_4 && last_4 ? whole_4 : before_4 | group_4;
`endif
    wire             unused_fill;
    wire             unused_first = &{1'b0, first_4, unused_fill, ends_4, unused_ready};

    `WF_CUT #(.ON(CUTS[4]), .WIDTH(BLOCK), .FLOW(MOVES != 0 ? 1 : 0)) cut_payload (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_4), .ready_o(unused_ready[4]), .data_i(payload_4),
        .valid_o(unused_fill), .ready_i(ready_4), .data_o(filled_5)
    );
    assign payload_o = filled_5;
`ifdef WF_WITH_SIZE
    `WF_CUT #(.ON(CUTS[4]), .WIDTH(USER_BITS + 1 + UNITS + 8), .FLOW(MOVES)) cut_outputs (
`else
    `WF_CUT #(.ON(CUTS[4]), .WIDTH(USER_BITS + 1 + UNITS), .FLOW(MOVES)) cut_outputs (
`endif
        .clk_i(clk_i), .rst_ni(rst_ni),
`ifdef WF_WITH_SIZE
        .valid_i(valid_4 && last_4), .ready_o(ready_4), .data_i({user_4, !raw_4, units_4, size_4}),
        .valid_o(valid_o), .ready_i(ready_5), .data_o({user_o, tag_o, units_o, size_o})
`else
        .valid_i(valid_4 && last_4), .ready_o(ready_4), .data_i({user_4, !raw_4, units_4}),
        .valid_o(valid_o), .ready_i(ready_5), .data_o({user_o, tag_o, units_o})
`endif
    );
endmodule
`default_nettype wire
