// SPDX-License-Identifier: Apache-2.0
// Decoder of cpack, form fifo: RATE words a cycle, a group. Where that is less than the line it iterates: ready_o is 1 when it can take the
// next code, LINE / 4 / RATE cycles after the one before.
//
//   bits               2          12         34         16         6          24                16             2: together 112
//   code               zzzz       zzzx, 07   xxxx       mmmx 0, 42 mmmm 1     mmxx 0, 1234      mmmx 2, FF     zzzz
//   becomes entry                            0          1                     2                 3
//   32 bytes           00000000   00000007   ABCDEF00   ABCDEF42   ABCDEF42   ABCD1234          ABCD12FF       00000000
//
// For each word the rest of the payload moves down by the length of one code. A code may refer to a word of the same group.
`default_nettype none
module `WF_DEC_FIFO #(
    parameter LINE      = `WF_LINE,        // bytes of the cache line: 32, 64 or 128
    parameter RATE      = `WF_RATE,        // words a cycle: 1, 2, 4 or 8
    parameter ISOLATE   = `WF_ISOLATE,     // 1: gates hold the operands at zero while the unit is idle
    parameter CUTS      = `WF_DEC_CUTS,    // register ranks, a bit each, from bit 0: `WF_DEC_CUT_NAMES
    parameter FLOW      = `WF_FLOW,        // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter USER_BITS = `WF_USER_BITS    // bits of user, 1 or more
) (
    input  wire                 clk_i,      // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,     // reset, low, asynchronous
    input  wire                 valid_i,    // 1: payload_i is a code of this cycle
    output wire                 ready_o,    // 1: the unit takes what valid_i offers; always 1 unless it iterates
    input  wire [USER_BITS-1:0] user_i,     // any bits; they come out with this block's result
    input  wire                 coded_i,    // 1: compressed, 0: raw
    input  wire [LINE*8-1:0]    payload_i,  // the code or the raw line, byte 0 lowest; bursts that are not in use: any bits

    output wire                 valid_o,    // 1: block_o and user_o mean something in this cycle
    input  wire                 ready_i,    // 1: the receiver takes the outputs; nothing uses it if FLOW is 0
    output wire [USER_BITS-1:0] user_o,     // the bits that came in with this block
    output wire [LINE*8-1:0]    block_o     // the line, byte 0 lowest
);
    localparam BLOCK = LINE * 8;
    localparam STEPS = LINE / 4 / RATE;
    localparam GROUP = 32 * RATE;
    localparam VEC   = 16 * RATE;   // a bit for each word of the group and each entry
    localparam PAIR  = RATE * RATE; // a bit for each pair of words of the group

    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (RATE != 1 && RATE != 2 && RATE != 4 && RATE != 8) begin : gen_bad_rate wf_illegal_RATE bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if ((CUTS >> 5) != 0 || (!CUTS[4] && LINE != 4 * RATE)) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (FLOW < 0 || FLOW > 2) begin : gen_bad_flow wf_illegal_FLOW bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
    endgenerate

    // A unit that iterates moves as a whole, unless a line waits at its outputs
    localparam MOVES   = STEPS > 1 && FLOW != 0 ? 1 : FLOW;
    wire       ready_6 = ready_i || (STEPS > 1 && FLOW == 2 && !valid_o);

    localparam CUT_OPERAND = CUTS[0];
    localparam CUT_FIELDS  = CUTS[1];
    localparam CUT_LOOKUP  = CUTS[2];
    localparam CUT_WORD    = CUTS[3];

    // ---- Take: a code every STEPS cycles ----

    wire take, ready_0;
    generate
        if (STEPS == 1) begin : gen_always
            assign ready_o = ready_0;
            assign take    = valid_i;
        end else begin : gen_ready
            reg             busy_q;
            reg [STEPS-1:0] wait_q;
            wire            ready = ready_0 && (!busy_q || wait_q[STEPS-1]);
            // Written as run_q and step_q in `WF_DEC_FIFO_REST.v: without a rank between them synthesis makes one register of both
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni)      busy_q <= 1'b0;
                else if (ready_0) busy_q <= take || (busy_q && !wait_q[STEPS-1]);
            always @(posedge clk_i)
                if (ready_0) wait_q <= take ? {{STEPS-1{1'b0}}, 1'b1} : wait_q << 1;
            assign ready_o = ready;
            assign take    = valid_i && ready;
        end
    endgenerate

    wire [BLOCK-1:0]     payload_0 = payload_i & {BLOCK{ISOLATE == 0 || CUT_OPERAND || STEPS > 1 || valid_i}};
    wire                 valid_1, ready_1, coded_1;
    wire [USER_BITS-1:0] user_1;
    wire [BLOCK-1:0]     payload_1;

    `WF_CUT #(.ON(CUT_OPERAND), .WIDTH(USER_BITS + 1 + BLOCK), .FLOW(MOVES)) cut_operand (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(take), .ready_o(ready_0), .data_i({user_i, coded_i, payload_0}),
        .valid_o(valid_1), .ready_i(ready_1), .data_o({user_1, coded_1, payload_1})
    );

    // ---- Unpack: the rest of the payload, its next code at bit 0; the fields of the codes of a group ----

    wire                 valid_2, ready_2, first_2, last_2, coded_2;
    wire [USER_BITS-1:0] user_2;
    wire [BLOCK-1:0]     rest_2, behind_2;
    wire [4*RATE-1:0]    uses_2, index_2;
    wire [32*RATE-1:0]   literal_2;
    assign ready_1 = ready_2;
`ifdef WF_WITH_HEAD
    wire [BLOCK-1:0]     code_1 = coded_1 ? {8'h00, payload_1[BLOCK-1:8]} : payload_1;   // without the line's head
`endif
    `WF_DEC_FIFO_REST #(.LINE(LINE), .RATE(RATE), .STALLS(MOVES != 0), .USER_BITS(USER_BITS)) rest (
        .clk_i(clk_i), .rst_ni(rst_ni),
`ifdef WF_WITH_HEAD
        .valid_i(valid_1), .user_i(user_1), .coded_i(coded_1), .payload_i(code_1), .behind_i(behind_2),
`else
        .valid_i(valid_1), .user_i(user_1), .coded_i(coded_1), .payload_i(payload_1), .behind_i(behind_2),
`endif
        .valid_o(valid_2), .ready_i(ready_2), .first_o(first_2), .last_o(last_2), .user_o(user_2), .coded_o(coded_2), .rest_o(rest_2)
    );
    `WF_DEC_FIFO_UNPACK #(.LINE(LINE), .RATE(RATE)) unpack (
        .rest_i(rest_2), .coded_i(coded_2), .uses_o(uses_2), .index_o(index_2), .literal_o(literal_2), .behind_o(behind_2)
    );

    wire                 valid_3, ready_3, first_3, last_3;
    wire [USER_BITS-1:0] user_3;
    wire [4*RATE-1:0]    uses_3, index_3;
    wire [32*RATE-1:0]   literal_3;

    `WF_CUT #(.ON(CUT_FIELDS), .WIDTH(USER_BITS + 2 + 40*RATE), .FLOW(MOVES)) cut_fields (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_2), .ready_o(ready_2), .data_i({user_2, first_2, last_2, uses_2, index_2, literal_2}),
        .valid_o(valid_3), .ready_i(ready_3), .data_o({user_3, first_3, last_3, uses_3, index_3, literal_3})
    );

    // ---- Lookup: which entry each word becomes, and which entry or earlier word of its group it takes ----

    wire [15:0]     filled, filled_3, head, head_3;
    wire [VEC-1:0]  slot_3, takes_3;
    wire [PAIR-1:0] copies_3;
    `WF_DEC_FIFO_LOOKUP #(.RATE(RATE)) lookup (
        .first_i(first_3), .uses_i(uses_3), .index_i(index_3), .filled_i(filled), .head_i(head),
        .slot_o(slot_3), .takes_o(takes_3), .copies_o(copies_3), .filled_o(filled_3), .head_o(head_3)
    );

    wire                 valid_4, ready_4, last_4;
    wire [USER_BITS-1:0] user_4;
    wire [4*RATE-1:0]    uses_4;
    wire [VEC-1:0]       slot_4, takes_4;
    wire [PAIR-1:0]      copies_4;
    wire [32*RATE-1:0]   literal_4;

    `WF_CUT #(.ON(CUT_LOOKUP), .WIDTH(USER_BITS + 1 + 36*RATE + 2*VEC + PAIR), .FLOW(MOVES)) cut_lookup (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_3), .ready_o(ready_3), .data_i({user_3, last_3, uses_3, literal_3, slot_3, takes_3, copies_3}),
        .valid_o(valid_4), .ready_i(ready_4), .data_o({user_4, last_4, uses_4, literal_4, slot_4, takes_4, copies_4})
    );

    // ---- Rebuild: each word from bytes of its entry and its literal ----

    wire [511:0]     dictionary;
    wire [GROUP-1:0] words_4;
    `WF_DEC_FIFO_REBUILD #(.RATE(RATE)) rebuild (
        .uses_i(uses_4), .takes_i(takes_4), .copies_i(copies_4), .literal_i(literal_4), .dictionary_i(dictionary), .words_o(words_4)
    );
    generate
        if (STEPS == 1) begin : gen_no_dictionary
            assign dictionary = 512'd0;
            assign filled     = 16'd0;
            assign head       = 16'd1;
            wire unused_state = &{1'b0, filled_3, head_3, slot_4};
        end else begin : gen_dictionary
            `WF_CPACK_FIFO_DICTIONARY #(.RATE(RATE)) entries (
                .clk_i(clk_i),
                .looked_i(valid_3 && ready_3), .filled_i(filled_3), .head_i(head_3), .filled_o(filled), .head_o(head),
                .known_i(valid_4 && ready_4), .slot_i(slot_4), .words_i(words_4), .dictionary_o(dictionary)
            );
        end
    endgenerate

    wire                 valid_5, ready_5, last_5;
    wire [USER_BITS-1:0] user_5;
    wire [GROUP-1:0]     words_5;

    `WF_CUT #(.ON(CUT_WORD), .WIDTH(USER_BITS + 1 + GROUP), .FLOW(MOVES)) cut_word (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_4), .ready_o(ready_4), .data_i({user_4, last_4, words_4}),
        .valid_o(valid_5), .ready_i(ready_5), .data_o({user_5, last_5, words_5})
    );

    // ---- Rebuild: the line; words come in from the top ----

    wire [BLOCK-1:0] block_5;
    wire [BLOCK-1:0] filled_6;      // the words so far, at the top; at last the line
    wire             unused_fill, unused_ready;
    wire             unused_valid = &{1'b0, unused_fill, unused_ready};
    generate
        if (STEPS == 1) begin : gen_line
            assign block_5 = words_5;
        end else begin : gen_fill
            assign block_5 = {words_5, filled_6[BLOCK-1:GROUP]};
        end
    endgenerate
    `WF_CUT #(.ON(CUTS[4]), .WIDTH(BLOCK), .FLOW(MOVES != 0 ? 1 : 0)) cut_block (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_5), .ready_o(unused_ready), .data_i(block_5),
        .valid_o(unused_fill), .ready_i(ready_5), .data_o(filled_6)
    );
    assign block_o = filled_6;
    `WF_CUT #(.ON(CUTS[4]), .WIDTH(USER_BITS), .FLOW(MOVES)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_5 && last_5), .ready_o(ready_5), .data_i(user_5),
        .valid_o(valid_o), .ready_i(ready_6), .data_o(user_o)
    );
endmodule
`default_nettype wire
