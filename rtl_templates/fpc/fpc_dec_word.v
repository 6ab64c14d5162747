// SPDX-License-Identifier: Apache-2.0
// Decoder of fpc, form word: RATE words a cycle. Where that is less than the line it iterates: ready_o is 1 when it can take the next code,
// LINE / 4 / RATE cycles after the one before.
//
//   64 bytes   001, 0101 | 000, run 3 - 1 | 010, 10000000 | ..  ->  words 5   0 0 0   FFFFFF80   ..
//
// A register holds the rest of the payload, its next code at bit 0. For each word it moves down by the length of that code. Bits beyond the
// payload read as 0. A run of zeros ends with the line.
`default_nettype none
module `WF_DEC_WORD #(
    parameter       LINE      = `WF_LINE,      // bytes of the cache line: 32, 64 or 128
    parameter       RATE      = `WF_RATE,      // words a cycle: 1, 2, 4 or 8
    parameter [6:0] PATTERNS  = `WF_PATTERNS,  // patterns that may be used, bits 0 to 6: zero nibble byte half upper two-bytes repeated
    parameter       CUTS      = `WF_DEC_CUTS,  // register ranks, a bit each, from bit 0: `WF_DEC_CUT_NAMES
    parameter       FLOW      = `WF_FLOW,      // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter       USER_BITS = `WF_USER_BITS  // bits of user, 1 or more
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
    localparam TIMES = LINE / 4 / RATE;     // cycles between two lines
    localparam STATE = 5 + BLOCK;           // coded, going, run, rest
    localparam CODE  = 37;                  // coded, going, the next 35 bits
    localparam CODES = CODE * RATE;

    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (RATE != 1 && RATE != 2 && RATE != 4 && RATE != 8) begin : gen_bad_rate wf_illegal_RATE bad (); end
        if (PATTERNS == 7'd0) begin : gen_bad_patterns wf_illegal_PATTERNS bad (); end
        if ((CUTS >> 10) != 0 || (!CUTS[2] && LINE != 4 * RATE)) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (FLOW < 0 || FLOW > 2) begin : gen_bad_flow wf_illegal_FLOW bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
    endgenerate

    // A decoder that iterates (TIMES > 1) has the register of the rest of the payload, and as the rank `words` the register that the words
    // fill. One that does not may have a rank before each of its steps
    localparam CUT_STEP  = TIMES > 1 ? 0 : CUTS;
    localparam CUT_CODE  = CUTS[TIMES > 1 ? 0 : 8];
    localparam CUT_VALUE = TIMES > 1 ? CUTS[1] : 0;
    localparam CUT_OUT   = CUTS[TIMES > 1 ? 3 : 9];
    localparam CUT_LAST  = TIMES > 1 ? CUTS[4] : 0;

    // A unit that iterates moves as a whole, unless a line waits at its outputs
    localparam MOVES = TIMES > 1 && FLOW != 0 ? 1 : FLOW;
    wire ready_5 = ready_i || (TIMES > 1 && FLOW == 2 && !valid_o);

    // ---- Unpack: the rest of the payload, its next code at bit 0; while going is 1, run more zero words are to come ----

    wire                 valid_0, ready_0, last_0, coded_0, going_0;
    wire [USER_BITS-1:0] user_0;
    wire [2:0]           run_0;
    wire [BLOCK-1:0]     rest_0;
`ifdef WF_WITH_HEAD
    wire [BLOCK-1:0]     line   = coded_i ? {8'h00, payload_i[BLOCK-1:8]} : payload_i;   // without the line's head
`endif
    generate
        if (TIMES == 1) begin : gen_once
            assign ready_o = ready_0;
            assign {valid_0, last_0, user_0, coded_0} = {valid_i, 1'b1, user_i, coded_i};
`ifdef WF_WITH_HEAD
            assign {going_0, run_0, rest_0}           = {1'b0, 3'd0, line};
`else
            assign {going_0, run_0, rest_0}           = {1'b0, 3'd0, payload_i};
`endif
        end else begin : gen_line
            reg  [TIMES-1:0]     turn_q;        // one-hot: the step of the line; 0: idle
            reg  [USER_BITS-1:0] user_q;
            reg                  coded_q, going_q;
            reg  [2:0]           run_q;
            reg  [BLOCK-1:0]     rest_q;
            wire                 busy = |turn_q[TIMES-2:0];
            wire                 take = valid_i && ready_o;
            assign ready_o = ready_0 && !busy;
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni)      turn_q <= {TIMES{1'b0}};
                else if (ready_0) turn_q <= {turn_q[TIMES-2:0], take};
            always @(posedge clk_i)
                if (take) {user_q, coded_q} <= {user_i, coded_i};
            always @(posedge clk_i)
`ifdef WF_WITH_HEAD
                if (take || (busy && ready_0)) {going_q, run_q, rest_q} <= take ? {4'd0, line} : gen_step[RATE].state[BLOCK+3:0];
`else
                if (take || (busy && ready_0)) {going_q, run_q, rest_q} <= take ? {4'd0, payload_i} : gen_step[RATE].state[BLOCK+3:0];
`endif
            assign {valid_0, last_0, user_0, coded_0} = {|turn_q, turn_q[TIMES-1], user_q, coded_q};
            assign {going_0, run_0, rest_0}           = {going_q, run_q, rest_q};
        end
    endgenerate

    // ---- Unpack: code by code ----

    genvar l, m;
    generate
        for (l = 0; l <= RATE; l = l + 1) begin : gen_step
            wire                 valid, ready, last;
            wire [USER_BITS-1:0] user;
            wire [STATE-1:0]     state;
            wire [CODES-1:0]     codes;     // of the first l words; above them 0
            if (l == 0) begin : gen_first
                assign {valid, last, user} = {valid_0, last_0, user_0};
                assign state   = {coded_0, going_0, run_0, rest_0};
                assign codes   = {CODES{1'b0}};
                assign ready_0 = ready;
            end else begin : gen_next
                wire                 coded, going;
                wire [2:0]           run;
                wire [BLOCK-1:0]     rest;
                wire [CODES-1:0]     codes_in;
                `WF_CUT #(.ON(CUT_STEP[l-1]), .WIDTH(1 + USER_BITS + STATE + CODES), .FLOW(MOVES)) cut_step (
                    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(gen_step[l-1].valid), .ready_o(gen_step[l-1].ready),
                    .data_i({gen_step[l-1].last, gen_step[l-1].user, gen_step[l-1].state, gen_step[l-1].codes}),
                    .valid_o(valid), .ready_i(ready), .data_o({last, user, coded, going, run, rest, codes_in})
                );
                `WF_DEC_WORD_STEP #(.LINE(LINE), .PATTERNS(PATTERNS)) step (
                    .coded_i(coded), .going_i(going), .run_i(run), .rest_i(rest),
                    .going_o(state[BLOCK+3]), .run_o(state[BLOCK +: 3]), .rest_o(state[BLOCK-1:0])
                );
                assign state[STATE-1] = coded;
                for (m = 0; m < RATE; m = m + 1) begin : gen_code
                    if (m == l - 1) begin : gen_this
                        assign codes[CODE*m +: CODE] = {coded, going, rest[34:0]};
                    end else begin : gen_other
                        assign codes[CODE*m +: CODE] = codes_in[CODE*m +: CODE];
                    end
                end
                wire unused_codes = &{1'b0, codes_in};
            end
        end
    endgenerate
    wire unused_state = &{1'b0, gen_step[RATE].state};

    wire                 valid_1, ready_1, last_1;
    wire [USER_BITS-1:0] user_1;
    wire [CODES-1:0]     codes_1;
    `WF_CUT #(.ON(CUT_CODE), .WIDTH(1 + USER_BITS + CODES), .FLOW(MOVES)) cut_code (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(gen_step[RATE].valid), .ready_o(gen_step[RATE].ready),
        .data_i({gen_step[RATE].last, gen_step[RATE].user, gen_step[RATE].codes}),
        .valid_o(valid_1), .ready_i(ready_1), .data_o({last_1, user_1, codes_1})
    );

    // ---- Rebuild: the words of the codes ----

    wire [32*RATE-1:0] value_1;
    genvar             p;
    generate
        for (m = 0; m < RATE; m = m + 1) begin : gen_value
            wire [34:0] code;
            wire        coded, going;
            wire [6:0]  named;      // bit p: the word has pattern p
            wire        other;      // it has pattern 7: none of those in use
            wire [31:0] word;
            assign {coded, going, code} = codes_1[CODE*m +: CODE];
            for (p = 0; p < 7; p = p + 1) begin : gen_pattern
                assign named[p] = PATTERNS[p] ? code[2:0] == p && coded && !going : 1'b0;
            end
            assign other = &PATTERNS ? code[2:0] == 3'd7 && coded && !going : !(|named) && coded && !going;
            wire unused_zero = &{1'b0, named[0]};
            `WF_DEC_REBUILD rebuild (
                .is_i({other, named[6:1]}), .nibble_i(code[6:3]), .byte_i(code[10:3]), .half_i(code[18:3]), .word_i(code[34:3]), .word_o(word)
            );
            assign value_1[32*m +: 32] = word | code[31:0] & {32{!coded}};
        end
    endgenerate

    wire                 valid_2, ready_2, last_2;
    wire [USER_BITS-1:0] user_2;
    wire [32*RATE-1:0]   value_2;
    `WF_CUT #(.ON(CUT_VALUE), .WIDTH(1 + USER_BITS + 32 * RATE), .FLOW(MOVES)) cut_value (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_1), .ready_o(ready_1), .data_i({last_1, user_1, value_1}),
        .valid_o(valid_2), .ready_i(ready_2), .data_o({last_2, user_2, value_2})
    );

    // ---- Rebuild: the words of a line, collected in a register if they come in several cycles ----

    wire                 valid_3, ready_3, valid_4, ready_4;
    wire [USER_BITS-1:0] user_3, user_4;
    wire [BLOCK-1:0]     block_3, block_4;
    assign ready_2 = ready_3;
    generate
        if (TIMES == 1) begin : gen_whole
            wire unused_last = &{1'b0, last_2};
            assign {valid_3, user_3, block_3} = {valid_2, user_2, value_2};
        end else begin : gen_words
            reg                 valid_q;
            reg [USER_BITS-1:0] user_q;
            reg [BLOCK-1:0]     words_q;
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni)      valid_q <= 1'b0;
                else if (ready_2) valid_q <= valid_2 && last_2;
            always @(posedge clk_i)
                if (valid_2 && ready_2) {user_q, words_q} <= {user_2, value_2, words_q[BLOCK-1:32*RATE]};
            assign {valid_3, user_3, block_3} = {valid_q, user_q, words_q};
        end
    endgenerate

    `WF_CUT #(.ON(CUT_OUT), .WIDTH(USER_BITS + BLOCK), .FLOW(MOVES)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_3), .ready_o(ready_3), .data_i({user_3, block_3}),
        .valid_o(valid_4), .ready_i(ready_4), .data_o({user_4, block_4})
    );
    `WF_CUT #(.ON(CUT_LAST), .WIDTH(USER_BITS + BLOCK), .FLOW(MOVES)) cut_last (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_4), .ready_o(ready_4), .data_i({user_4, block_4}),
        .valid_o(valid_o), .ready_i(ready_5), .data_o({user_o, block_o})
    );
endmodule
`default_nettype wire
