// SPDX-License-Identifier: Apache-2.0
// The stage words, and late behind it with a decoding unit that takes a cycle: the L1's words come out, the vector is decoded, and each lane is one of
// both, or that of the fill on which the walk works. The last stage answers, writes back, or gives what a gather has. Whether the stages move depends on its room.
//
//   4 lanes, valid lanes of the vector 1100, the L1's 0110, a gather  ->  lanes 3 and 2 of the vector, lane 1 of the L1, lane 0 of the fill
//
// More: docs/avc.md, "Words" and "Go"
`default_nettype none
module `WF_AVC_WORDS #(
    parameter LANES       = `WF_LANES,          // lanes of the warp
    parameter ADDRESS     = `WF_ADDRESS,        // bits of a block number
    parameter DEC_LATENCY = `WF_DEC_LATENCY,    // cycles of the decoding unit: 0 or 1
    parameter USER        = `WF_USER,           // bits of user
    parameter BLOCK       = 32 * LANES,                         // bits of the words; not to be set
    parameter WORDS       = ADDRESS + USER + 3 * LANES + 39,    // bits of what act gives; not to be set
    parameter RESPONSE    = LANES + BLOCK + USER,               // bits of an answer; not to be set
    parameter MISS        = 1 + ADDRESS + LANES + BLOCK         // bits of a command to memory; not to be set
) (
    input  wire                clk_i,               // clock, rising edge
    input  wire                rst_ni,              // reset, low, asynchronous
    output wire                go_o,                // 1: the stages move

    // Act
    input  wire                act_i,               // 1: an operation
    input  wire [WORDS-1:0]    act_op_i,            // from bit 0: block | user | answers | writes back | gather | own | out | valid | L1 | base | stride
    input  wire                act_misses_i,        // 1: it has a command for memory
    input  wire [ADDRESS-1:0]  act_block_i,         // of this block
    input  wire [LANES-1:0]    act_mask_i,          // of these lanes
`ifdef WF_WITH_L1_STORE_THROUGH
    input  wire                act_store_i,         // a write
    input  wire [BLOCK-1:0]    act_words_i,         // of these words
`endif

    // Words
    input  wire [BLOCK-1:0]    l1_words_i,          // the words that were read from the L1
    input  wire [BLOCK-1:0]    own_words_i,         // the words of the fill
    output wire                empty_o,             // 1: words and late are empty
    output wire                keeps_o,             // 1: the last stage has a gather; while the stages stand its words stay
    output wire [BLOCK-1:0]    data_o,              // its words

    // The streams response and miss
    output wire                response_valid_o,    // 1: an answer
    input  wire                response_ready_i,    // 1: it is taken
    output wire [RESPONSE-1:0] response_o,          // from bit 0: mask | data | user
    output wire                miss_valid_o,        // 1: a command to memory
    input  wire                miss_ready_i,        // 1: it is taken
    output wire [MISS-1:0]     miss_o               // from bit 0: write | address | mask | data
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (ADDRESS < 8 || ADDRESS > 32) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (DEC_LATENCY < 0 || DEC_LATENCY > 1) begin : gen_bad_dec_latency wf_illegal_DEC_LATENCY bad (); end
        if (USER < 1 || USER > 64) begin : gen_bad_user wf_illegal_USER bad (); end
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
        if (WORDS != ADDRESS + USER + 3 * LANES + 39) begin : gen_bad_words wf_illegal_WORDS bad (); end
        if (RESPONSE != LANES + BLOCK + USER) begin : gen_bad_response wf_illegal_RESPONSE bad (); end
        if (MISS != 1 + ADDRESS + LANES + BLOCK) begin : gen_bad_miss wf_illegal_MISS bad (); end
    endgenerate

    // ---- Words: those of the fill, or the L1's ----

    wire             words, last;
    wire [WORDS-1:0] words_op, last_op;
    wire [BLOCK-1:0] plain, last_plain;     // without the vector
    `WF_RANK #(.WIDTH(WORDS), .STALLS(1)) rank_words (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(go_o), .valid_i(act_i), .data_i(act_op_i), .valid_o(words), .data_o(words_op)
    );
    localparam OWN = ADDRESS + USER + 3;        // places in a word of act
    localparam L1  = OWN + 1 + 2 * LANES;
    genvar i;
    generate
        for (i = 0; i < LANES; i = i + 1) begin : gen_plain
            assign plain[32*i +: 32] = words_op[OWN] && !words_op[L1+i] ? own_words_i[32*i +: 32] : l1_words_i[32*i +: 32];
        end
        if (DEC_LATENCY == 1) begin : gen_late
            wire             late;
            wire [WORDS-1:0] late_op;
            wire [BLOCK-1:0] late_plain;
            `WF_RANK #(.WIDTH(WORDS + BLOCK), .STALLS(1)) rank_late (
                .clk_i(clk_i), .rst_ni(rst_ni), .move_i(go_o), .valid_i(words), .data_i({plain, words_op}),
                .valid_o(late), .data_o({late_plain, late_op})
            );
            assign {last, last_op, last_plain} = {late, late_op, late_plain};
            assign empty_o = !words && !late;
        end else begin : gen_words
            assign {last, last_op, last_plain} = {words, words_op, plain};
            assign empty_o = !words;
        end
    endgenerate

    // ---- The last stage: the vector, decoded in the cycle before, over them ----

    wire [ADDRESS-1:0] block;
    wire [USER-1:0]    user;
    wire               gather, unused_own;
    wire [1:0]         unused_sent;
    wire [LANES-1:0]   out, valid, l1;
    wire [34:0]        unused_code;
    assign {unused_code, l1, valid, out, unused_own, gather, unused_sent, user, block} = last_op;
`ifdef WF_WITH_AVC_WAYS
    wire [BLOCK-1:0] decoded;
    wire             unused_decoded;
    wire             decode    = DEC_LATENCY == 1 ? words : act_i;
    wire [WORDS-1:0] decode_op = DEC_LATENCY == 1 ? words_op : act_op_i;
    wire             unused_op = &{1'b0, decode_op};
    `WF_EXPAND #(.LANES(LANES), .STAGES(1)) expand (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(decode && go_o), .base_i(decode_op[WORDS-4 -: 32]), .stride_i(decode_op[WORDS-1 -: 3]),
        .valid_o(unused_decoded), .block_o(decoded)
    );
    generate
        for (i = 0; i < LANES; i = i + 1) begin : gen_lane
            assign data_o[32*i +: 32] = valid[i] ? decoded[32*i +: 32] : last_plain[32*i +: 32];
        end
    endgenerate
`else
    wire unused_valid = &{1'b0, valid};
    assign data_o     = last_plain;
`endif
    assign keeps_o = last && gather;

    // ---- Answers, commands to memory, go ----

    // All that moves waits for go, so what go depends on comes from registers that drive nothing else
    wire       answer, write_back;              // the last stage has one
    wire [1:0] next;                            // the stage before it has one
    reg  [1:0] last_q;
    reg        response_room_q, miss_room_q;    // the spills take a word
    wire       response_ready, miss_ready;      // the same, from the spills
    assign next = DEC_LATENCY == 1 ? words_op[ADDRESS+USER +: 2] & {2{words}} : act_op_i[ADDRESS+USER +: 2] & {2{act_i}};
    assign {write_back, answer} = last_q;
    assign go_o = !(answer && !response_room_q) && !((write_back || act_misses_i) && !miss_room_q);
    wire       answers  = answer && go_o;
    wire       commands = (write_back || act_misses_i) && go_o;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) {last_q, response_room_q, miss_room_q} <= 4'b0011;
        else begin
            if (go_o) last_q <= next;
            response_room_q <= !response_valid_o || response_ready_i || (response_room_q && !answers);
            miss_room_q     <= !miss_valid_o || miss_ready_i || (miss_room_q && !commands);
        end
`ifdef FORMAL
    always @(posedge clk_i)
        if (rst_ni) assert (response_room_q == response_ready && miss_room_q == miss_ready);
`else
    wire unused_ready = &{1'b0, response_ready, miss_ready};
`endif
    `WF_SPILL #(.WIDTH(RESPONSE), .BYPASS(0)) response (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(answers), .ready_o(response_ready), .data_i({user, data_o, out}),
        .valid_o(response_valid_o), .ready_i(response_ready_i), .data_o(response_o)
    );
`ifdef WF_WITH_L1_STORE_THROUGH
    wire [ADDRESS+LANES:0] head = write_back ? {l1, block, 1'b1} : {act_mask_i, act_block_i, act_store_i};
    wire [BLOCK-1:0]  sent = write_back ? data_o : act_words_i;
`else
    wire [ADDRESS+LANES:0] head = write_back ? {l1, block, 1'b1} : {act_mask_i, act_block_i, 1'b0};
    wire [BLOCK-1:0]  sent = data_o;
`endif
    `WF_SPILL #(.WIDTH(MISS), .BYPASS(0)) miss (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(commands), .ready_o(miss_ready), .data_i({sent, head}),
        .valid_o(miss_valid_o), .ready_i(miss_ready_i), .data_o(miss_o)
    );
endmodule
`default_nettype wire
