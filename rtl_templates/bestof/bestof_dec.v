// SPDX-License-Identifier: Apache-2.0
// Decoder of bestof: every member decodes the payload, and the number of the code tells whose line is the output.
`ifdef WF_WITH_DEC_INTERVAL
// In: a code every `WF_DEC_INTERVAL cycles, when ready_o is 1. Out, `WF_DEC_INTERVAL + STAGES cycles later: the line. All members take the code at
// once. The results of faster members are there earlier, and stay in their last ranks until the slowest member has its own. With STAGES > 1 the
// last rank follows the selection.
`else
// In: a code a cycle. Out, STAGES cycles later (0: in the same cycle): the line. With STAGES > 1 the members have STAGES - 1 ranks, and the
// last rank follows the selection.
`endif
//
// The number of a code: 0 raw, else the place of its member and 1.
`WF_FOR k MEMBERS
//   place `{k}  `WF_MEMBER_`{k}_NAME
`WF_END
`ifdef WF_WITH_HEAD
// Byte 0 of a compressed line is its head: bits 3..0 the member's head, above them the number.
`endif
// A raw line goes through the first member as raw. So does a code with a number that no member has.
// Source: CABA (2016), section 7.3, CABA-BestOfAll. More, with worked values: docs/bestof.md
`default_nettype none
module `WF_DEC #(
    parameter LINE      = `WF_LINE,        // bytes of the cache line; not to be set
    parameter ISOLATE   = `WF_ISOLATE,     // 1: gates hold the operands at zero while the unit is idle
    parameter STAGES    = `WF_DEC_STAGES,  // register ranks: the latency in cycles; not to be set
`ifdef WF_WITH_FLOW
    parameter FLOW      = `WF_FLOW,        // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
`endif
    parameter USER_BITS = `WF_USER_BITS,   // bits of user, 1 or more
    parameter TAG_BITS  = `WF_TAG_BITS     // bits of the tag; not to be set
) (
    input  wire                 clk_i,      // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,     // reset, low, asynchronous
    input  wire                 valid_i,    // 1: payload_i is a code of this cycle
`ifdef WF_WITH_DEC_READY
    output wire                 ready_o,    // 1: the unit takes what valid_i offers
`endif
    input  wire [USER_BITS-1:0] user_i,     // any bits; they come out with this block's result
`ifdef WF_WITH_HEAD
    input  wire [TAG_BITS-1:0]  tag_i,      // 1: compressed, 0: raw
    input  wire [LINE*8-1:0]    payload_i,  // bits 3..0: the member's head, above them its number, from bit 8 on the code; or the raw line
`else
    input  wire [TAG_BITS-1:0]  tag_i,      // from bit 0: number of the member, 0 raw | its tag
    input  wire [LINE*8-1:0]    payload_i,  // the code or the raw line, byte 0 lowest; bursts that are not in use: any bits
`endif

    output wire                 valid_o,    // 1: block_o and user_o mean something in this cycle
`ifdef WF_WITH_FLOW
    input  wire                 ready_i,    // 1: the receiver takes the outputs; nothing uses it if FLOW is 0
`endif
    output wire [USER_BITS-1:0] user_o,     // the bits that came in with this block
    output wire [LINE*8-1:0]    block_o     // the line, byte 0 lowest
);
`ifndef WF_WITH_DEC_READY
    wire ready_o;
    wire unused_flow = &{1'b0, ready_o};
`endif
`ifndef WF_WITH_FLOW
    localparam FLOW = 0;  // there is no ready_i to obey
    wire ready_i     = 1'b1;
`endif
    localparam BLOCK    = LINE * 8;
    localparam MEMBERS  = `WF_MEMBERS;
    localparam WHICH    = $clog2(MEMBERS + 1);                      // bits of a number
    localparam TAG      = TAG_BITS > WHICH ? TAG_BITS - WHICH : 1;  // bits of the widest tag of a member
    localparam PLACE    = MEMBERS > 1 ? $clog2(MEMBERS) : 1;        // bits of a place
    localparam SIDE     = USER_BITS + PLACE;                        // bits that go beside a line: user, and the member's place
    localparam ITERATES = `WF_DEC_INTERVAL > 1;
    localparam MOVES    = ITERATES && FLOW != 0 ? 1 : FLOW;         // FLOW of the members: if they iterate, all ranks move together
    localparam LEAD     = slowest(MEMBERS);                         // the member whose valid and user are used

    generate
        if (LINE != `WF_LINE) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if (STAGES != `WF_DEC_STAGES) begin : gen_bad_stages wf_illegal_STAGES bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
        if (TAG_BITS != `WF_TAG_BITS) begin : gen_bad_tag_bits wf_illegal_TAG_BITS bad (); end
    endgenerate

    // The cycles that the member at a place needs for a line
    function integer interval_of;
        input integer place;
        case (place)
`WF_FOR k MEMBERS
            `{k}:       interval_of = `WF_MEMBER_`{k}_DEC_INTERVAL;
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

    // ---- Unpack: the member and its tag ----

`ifdef WF_WITH_HEAD
    wire [WHICH-1:0]   number = payload_i[4 +: WHICH] & {WHICH{tag_i}};
    wire [TAG-1:0]     own    = tag_i;
`else
    wire [WHICH-1:0]   number = tag_i[WHICH-1:0];
    wire [TAG-1:0]     own    = tag_i[TAG_BITS-1:WHICH];
`endif
    wire [MEMBERS-1:0] named;       // bit k: it is a code of member k
    wire [PLACE-1:0]   place;
    genvar             k;
    generate
        for (k = 0; k < MEMBERS; k = k + 1) begin : gen_named
            wire [PLACE-1:0] upto;
            assign named[k] = number == k + 1;
            if (k == 0) begin : gen_first
                assign upto = {PLACE{1'b0}};
            end else begin : gen_next
                assign upto = gen_named[k-1].upto | (named[k] ? k : 0);
            end
        end
    endgenerate
    assign place = gen_named[MEMBERS-1].upto;
`ifdef WF_WITH_HEAD
    wire [BLOCK-1:0]   code   = {payload_i[BLOCK-1:4+WHICH], payload_i[4 +: WHICH] & {WHICH{!(|named)}}, payload_i[3:0]};   // with its own head
`else
    wire [BLOCK-1:0]   code   = payload_i;
`endif

    // ---- Rebuild: all members decode; the place of the one whose code it is goes beside the user bits ----

    wire                     ready_1;
    wire [MEMBERS-1:0]       valid_1, ready_0;
    wire [MEMBERS*SIDE-1:0]  side_1;
    wire [MEMBERS*BLOCK-1:0] block_1;
    wire [SIDE-1:0]          side = {place, user_i};
    wire                     take = valid_i && (!ITERATES || ready_o);
`WF_FOR k MEMBERS

    `WF_MEMBER_`{k}_DEC #(
`ifdef WF_WITH_FLOW
        .FLOW(MOVES),
`endif
        .ISOLATE(ISOLATE), .USER_BITS(SIDE)
    ) dec_`WF_MEMBER_`{k}_NAME (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(take), .user_i(side),
        .tag_i(own[`WF_MEMBER_`{k}_TAG_BITS-1:0] & {`WF_MEMBER_`{k}_TAG_BITS{named[`{k}]}}), .payload_i(code),
`ifdef WF_WITH_MEMBER_`{k}_DEC_READY
        .ready_o(ready_0[`{k}]),
`endif
`ifdef WF_WITH_FLOW
        .ready_i(ready_1),
`endif
        .valid_o(valid_1[`{k}]), .user_o(side_1[`{k}*SIDE +: SIDE]), .block_o(block_1[`{k}*BLOCK +: BLOCK])
    );
`ifndef WF_WITH_MEMBER_`{k}_DEC_READY
    assign ready_0[`{k}] = 1'b1;
`endif
`WF_END

    wire [PLACE-1:0] place_1 = side_1[LEAD*SIDE + USER_BITS +: PLACE];
    generate
        for (k = 0; k < MEMBERS; k = k + 1) begin : gen_line
            wire [BLOCK-1:0] line = block_1[k*BLOCK +: BLOCK] & {BLOCK{MEMBERS == 1 || place_1 == k}};
            wire [BLOCK-1:0] upto;
            if (k == 0) begin : gen_first
                assign upto = line;
            end else begin : gen_next
                assign upto = gen_line[k-1].upto | line;
            end
        end
    endgenerate
    wire unused = &{1'b0, valid_1, ready_0, ready_1, side_1, own, place_1};

    assign ready_o = ready_0[LEAD];
    wire   ready_2 = ready_i || (ITERATES && FLOW == 2 && !valid_o);
    `WF_CUT #(.ON(STAGES > ITERATES), .WIDTH(USER_BITS + BLOCK), .FLOW(MOVES)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_1[LEAD]), .ready_o(ready_1), .data_i({side_1[LEAD*SIDE +: USER_BITS], gen_line[MEMBERS-1].upto}),
        .valid_o(valid_o), .ready_i(ready_2), .data_o({user_o, block_o})
    );
endmodule
`default_nettype wire
