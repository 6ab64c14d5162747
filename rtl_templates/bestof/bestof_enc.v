// SPDX-License-Identifier: Apache-2.0
// Encoder of bestof: several line codecs encode the line (the members), and the best code is used.
`ifdef WF_ENC_BURSTS
// The best code has the fewest bursts of 32 bytes; among equals it is that of the faster decoder. If no member saves anything, the line is raw.
`endif
`ifdef WF_ENC_BYTES
// The best code has the fewest bytes; among equals it is that of the first member. If no member saves anything, the line is raw.
`endif
`ifdef WF_WITH_ENC_INTERVAL
// In: a line every `WF_ENC_INTERVAL cycles, when ready_o is 1, and raw_only_i, which asks for raw. Out, `WF_ENC_INTERVAL + STAGES cycles later: tag,
// payload, the bursts of 32 bytes in use (units_o and wen_o). All members take the line at once. The results of the faster ones are there
// earlier, and stay in their last ranks until the slowest has its own. With STAGES > 1 the last rank follows the choice.
`else
// In: a line a cycle, and raw_only_i, which asks for raw. Out, STAGES cycles later (0: in the same cycle): tag, payload, the bursts of 32
// bytes in use (units_o and wen_o). With STAGES > 1 the members have STAGES - 1 ranks, and the last rank follows the choice.
`endif
//
// A code has the number of its member: 0 raw, else the member's place and 1.
`WF_FOR k MEMBERS
//   place `{k}  `WF_MEMBER_`{k}_NAME
`WF_END
`ifdef WF_WITH_HEAD
// The tag is one bit, 1 compressed. Byte 0 of a compressed line is its head: bits 3..0 the member's head, above them the number.
`else
// The tag, from bit 0: the number | the member's tag
`endif
// Source: CABA (2016), section 7.3, CABA-BestOfAll. More, with worked values: docs/bestof.md
`default_nettype none
module `WF_ENC #(
    parameter LINE      = `WF_LINE,        // bytes of the cache line; not to be set
    parameter ISOLATE   = `WF_ISOLATE,     // 1: gates hold the operands at zero while the unit is idle
    parameter STAGES    = `WF_ENC_STAGES,  // register ranks: the latency in cycles; not to be set
`ifdef WF_WITH_FLOW
    parameter FLOW      = `WF_FLOW,        // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
`endif
    parameter USER_BITS = `WF_USER_BITS,   // bits of user, 1 or more
    parameter TAG_BITS  = `WF_TAG_BITS     // bits of the tag; not to be set
) (
    input  wire                 clk_i,       // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,      // reset, low, asynchronous
    input  wire                 valid_i,     // 1: the inputs are a block of this cycle
`ifdef WF_WITH_ENC_READY
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
    output wire [LINE*8-1:0]    payload_o,   // bits 3..0: the member's head, above them its number, from bit 8 on the code; or the raw line
`else
    output wire [TAG_BITS-1:0]  tag_o,       // from bit 0: number of the member, 0 raw | its tag
    output wire [LINE*8-1:0]    payload_o,   // the code or the raw line, byte 0 lowest; bursts that are not in use: any bits
`endif
    output wire [LINE/32-1:0]   units_o,     // the bursts of 32 bytes in use, bit u is burst u
    output wire [LINE/32-1:0]   wen_o        // write enables, a bit a burst: the bursts in use
);
`ifndef WF_WITH_ENC_READY
    wire ready_o;
    wire unused_flow = &{1'b0, ready_o};
`endif
`ifndef WF_WITH_FLOW
    localparam FLOW = 0;  // there is no ready_i to obey
    wire ready_i     = 1'b1;
`endif
    localparam BLOCK    = LINE * 8;
    localparam UNITS    = LINE / 32;
    localparam MEMBERS  = `WF_MEMBERS;
    localparam WHICH    = $clog2(MEMBERS + 1);                      // bits of a number
    localparam TAG      = TAG_BITS > WHICH ? TAG_BITS - WHICH : 1;  // bits of the widest tag of a member
    localparam ITERATES = `WF_ENC_INTERVAL > 1;
    localparam MOVES    = ITERATES && FLOW != 0 ? 1 : FLOW;         // FLOW of the members: if they iterate, all ranks move together
    localparam LEAD     = slowest(MEMBERS);                         // the member whose valid and user are used

    generate
        if (LINE != `WF_LINE) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if (STAGES != `WF_ENC_STAGES) begin : gen_bad_stages wf_illegal_STAGES bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
        if (TAG_BITS != `WF_TAG_BITS) begin : gen_bad_tag_bits wf_illegal_TAG_BITS bad (); end
    endgenerate

    // The cycles that the member at a place needs for a line
    function integer interval_of;
        input integer place;
        case (place)
`WF_FOR k MEMBERS
            `{k}:       interval_of = `WF_MEMBER_`{k}_ENC_INTERVAL;
`WF_END
            default: interval_of = 0;
        endcase
    endfunction

    // The place of the slowest member, the first of equals
    function integer slowest;
        input integer members;
        integer       place;
        begin
            slowest = 0;
            for (place = 1; place < members; place = place + 1)
                if (interval_of(place) > interval_of(slowest)) slowest = place;
        end
    endfunction

    // ---- Encode: the members ----

    wire                         ready_1;
    wire [MEMBERS-1:0]           valid_1, ready_0, coded_1;
    wire [MEMBERS*USER_BITS-1:0] user_1;
    wire [MEMBERS*TAG-1:0]       tag_1;
    wire [MEMBERS*BLOCK-1:0]     payload_1;
    wire [MEMBERS*UNITS-1:0]     units_1, wen_1;
`ifdef WF_ENC_BYTES
    wire [MEMBERS*8-1:0]         size_1;    // bytes of each code
`endif
    wire                         take = valid_i && (!ITERATES || ready_o);
`WF_FOR k MEMBERS

    `WF_MEMBER_`{k}_ENC #(
`ifdef WF_WITH_FLOW
        .FLOW(MOVES),
`endif
        .ISOLATE(ISOLATE), .USER_BITS(USER_BITS)
    ) enc_`WF_MEMBER_`{k}_NAME (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(take), .user_i(user_i), .raw_only_i(raw_only_i), .block_i(block_i),
`ifdef WF_WITH_MEMBER_`{k}_ENC_READY
        .ready_o(ready_0[`{k}]),
`endif
`ifdef WF_WITH_FLOW
        .ready_i(ready_1),
`endif
`ifdef WF_WITH_MEMBER_`{k}_SIZE
        .size_o(size_1[`{k}*8 +: 8]),
`endif
        .valid_o(valid_1[`{k}]), .user_o(user_1[`{k}*USER_BITS +: USER_BITS]), .tag_o(tag_1[`{k}*TAG +: `WF_MEMBER_`{k}_TAG_BITS]),
        .payload_o(payload_1[`{k}*BLOCK +: BLOCK]), .units_o(units_1[`{k}*UNITS +: UNITS]), .wen_o(wen_1[`{k}*UNITS +: UNITS])
    );
`ifndef WF_WITH_MEMBER_`{k}_ENC_READY
    assign ready_0[`{k}] = 1'b1;
`endif
    assign coded_1[`{k}] = |tag_1[`{k}*TAG +: `WF_MEMBER_`{k}_CODE_BITS];
    generate
        if (TAG > `WF_MEMBER_`{k}_TAG_BITS) begin : gen_above_`{k}
            assign tag_1[`{k}*TAG+`WF_MEMBER_`{k}_TAG_BITS +: TAG-`WF_MEMBER_`{k}_TAG_BITS] = {TAG-`WF_MEMBER_`{k}_TAG_BITS{1'b0}};
        end
    endgenerate
`WF_END

    // ---- Classify: the member whose code is used ----

    wire [MEMBERS-1:0] code_1;      // one-hot; 0: raw
`ifdef WF_ENC_BURSTS
    `WF_ENC_BURSTS #(.LINE(LINE)) choose (.coded_i(coded_1), .units_i(units_1), .code_o(code_1));
`endif
`ifdef WF_ENC_BYTES
    `WF_ENC_BYTES #(.LINE(LINE)) choose (.coded_i(coded_1), .size_i(size_1), .code_o(code_1));
`endif

    // ---- Pack: the winner's code, with its number; a raw line is the first member's. Each member adds its own to those before it ----

    genvar k;
    generate
        for (k = 0; k < MEMBERS; k = k + 1) begin : gen_pack
            wire             win     = code_1[k] || (k == 0 && code_1 == {MEMBERS{1'b0}});
            wire [WHICH-1:0] number  = code_1[k] ? k + 1 : 0;
            wire [TAG-1:0]   tag     = tag_1[k*TAG +: TAG] & {TAG{code_1[k]}};
            wire [UNITS-1:0] units   = units_1[k*UNITS +: UNITS] & {UNITS{win}};
            wire [BLOCK-1:0] payload = payload_1[k*BLOCK +: BLOCK] & {BLOCK{win}};
            wire [WHICH-1:0] number_s;
            wire [TAG-1:0]   tag_s;
            wire [UNITS-1:0] units_s;
            wire [BLOCK-1:0] payload_s;
            if (k == 0) begin : gen_first
                assign {number_s, tag_s, units_s, payload_s} = {number, tag, units, payload};
            end else begin : gen_next
                assign {number_s, tag_s, units_s, payload_s} = {number, tag, units, payload} |
                    {gen_pack[k-1].number_s, gen_pack[k-1].tag_s, gen_pack[k-1].units_s, gen_pack[k-1].payload_s};
            end
        end
    endgenerate
    wire [WHICH-1:0]    number_1 = gen_pack[MEMBERS-1].number_s;
    wire [UNITS-1:0]    bursts_1 = gen_pack[MEMBERS-1].units_s;
`ifdef WF_WITH_HEAD
    wire [TAG_BITS-1:0] whole_1  = gen_pack[MEMBERS-1].tag_s;
    wire [BLOCK-1:0]    packed_1 = gen_pack[MEMBERS-1].payload_s | {{BLOCK-4-WHICH{1'b0}}, number_1, 4'd0};
`else
    wire [TAG_BITS-1:0] whole_1  = {gen_pack[MEMBERS-1].tag_s, number_1};
    wire [BLOCK-1:0]    packed_1 = gen_pack[MEMBERS-1].payload_s;
`endif
    wire                unused   = &{1'b0, valid_1, ready_0, ready_1, user_1, wen_1};

    assign ready_o = ready_0[LEAD];
    wire   ready_2 = ready_i || (ITERATES && FLOW == 2 && !valid_o);
    `WF_CUT #(.ON(STAGES > ITERATES), .WIDTH(USER_BITS + TAG_BITS + BLOCK + 2 * UNITS), .FLOW(MOVES)) cut_outputs (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_1[LEAD]), .ready_o(ready_1),
        .data_i({user_1[LEAD*USER_BITS +: USER_BITS], whole_1, packed_1, bursts_1, bursts_1}),
        .valid_o(valid_o), .ready_i(ready_2), .data_o({user_o, tag_o, payload_o, units_o, wen_o})
    );
endmodule
`default_nettype wire
