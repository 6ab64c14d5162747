// SPDX-License-Identifier: Apache-2.0
// Decoder of bestof: every member decodes the payload, and the tag tells whose line is the output.
`ifdef WF_WITH_DEC_INTERVAL
// In: a code every `WF_DEC_INTERVAL cycles, when ready_o is 1. Out, `WF_DEC_INTERVAL + STAGES cycles later: the line. All members take the code at
// once. The results of faster members are there earlier, and stay in their last ranks until the slowest member has its own. With STAGES > 1 the
// last rank follows the selection.
`else
// In: a code a cycle. Out, STAGES cycles later (0: in the same cycle): the line. With STAGES > 1 the members have STAGES - 1 ranks, and the
// last rank follows the selection.
`endif
//
`ifdef WF_WITH_HEAD
`ifdef WF_BPC_DEC
// Byte 0 of a compressed line is its head. Its bits 6..4 tell the member.
`else
// Byte 0 of a compressed line is its head. Its bits 5..4 tell the member.
`endif
//
//   tag 1, payload 11 00 .. (zeros of linebdi)      ->  a line of zeros
`else
`ifdef WF_BPC_DEC
//   tag 0001 001 (zeros of linebdi), payload 00 ..   ->  a line of zeros
`else
//   tag 0001 01 (zeros of linebdi), payload 00 ..   ->  a line of zeros
`endif
`endif
//
// A raw line goes through the first member of the set as raw. So does the code of a member that is not in the set.
// Source: CABA (2016), section 7.3, CABA-BestOfAll. More: docs/bestof.md
`default_nettype none
module `WF_DEC #(
    parameter       LINE      = `WF_LINE,        // bytes of the cache line: 32, 64 or 128
`ifdef WF_BPC_DEC
    parameter [3:0] MEMBERS   = `WF_MEMBERS,     // the set of members: bit 0 linebdi, bit 1 fpc, bit 2 cpack, bit 3 bpc
`else
    parameter [2:0] MEMBERS   = `WF_MEMBERS,     // the set of members: bit 0 linebdi, bit 1 fpc, bit 2 cpack
`endif
    parameter       SAVE      = `WF_SAVE,        // what a code must save to be used: 0 a byte, 1 a burst of 32 bytes
    parameter       ISOLATE   = `WF_ISOLATE,     // 1: gates hold the operands at zero while the unit is idle
    parameter       STAGES    = `WF_DEC_STAGES,  // register ranks: the latency in cycles; not to be set
    parameter       FLOW      = `WF_FLOW,        // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter       USER_BITS = `WF_USER_BITS,   // bits of user, 1 or more
`ifdef WF_WITH_HEAD
    parameter       TAG_BITS  = 1                // bits of the tag; not to be set
`else
`ifdef WF_BPC_DEC
    parameter       TAG_BITS  = MEMBERS[0] ? 3 + `WF_LINEBDI_TAG_BITS : 4  // bits of the tag; not to be set
`else
    parameter       TAG_BITS  = MEMBERS[0] ? 2 + `WF_LINEBDI_TAG_BITS : 3  // bits of the tag; not to be set
`endif
`endif
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
`ifdef WF_BPC_DEC
    input  wire [LINE*8-1:0]    payload_i,  // bits 3..0: the member's head, 6..4: the member, from bit 8 on the code; or the raw line
`else
    input  wire [LINE*8-1:0]    payload_i,  // bits 3..0: the member's head, 5..4: 1 linebdi, 2 fpc, 3 cpack, from bit 8 on the code; or the raw line
`endif
`else
`ifdef WF_BPC_DEC
    input  wire [TAG_BITS-1:0]  tag_i,      // from bit 0: member (0 raw, 1 linebdi, 2 fpc, 3 cpack, 4 bpc; 3 bits) | its tag
`else
    input  wire [TAG_BITS-1:0]  tag_i,      // from bit 0: member (0 raw, 1 linebdi, 2 fpc, 3 cpack; 2 bits) | its tag
`endif
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
`endif
`ifndef WF_WITH_FLOW
    wire ready_i     = 1'b1;
`endif
`ifndef WF_WITH_DEC_READY
    wire unused_flow = &{1'b0, ready_o};
`endif
    localparam BLOCK  = LINE * 8;
    localparam TAG    = `WF_LINEBDI_TAG_BITS;           // bits of linebdi's tag, the widest
    localparam SIDE   = USER_BITS + 2;                  // bits that go beside a line: user, and the number of the member

    generate
`ifdef WF_WITH_DEC_INTERVAL
        if ((LINE != 32 && LINE != 64 && LINE != 128) || MEMBERS != `WF_MEMBERS || STAGES < 1 || SAVE < 0 || SAVE > 1 ||
`else
`ifdef WF_BPC_DEC
        if ((LINE != 32 && LINE != 64 && LINE != 128) || MEMBERS == 4'd0 || SAVE < 0 || SAVE > 1 ||
`else
        if ((LINE != 32 && LINE != 64 && LINE != 128) || MEMBERS == 3'd0 || SAVE < 0 || SAVE > 1 ||
`endif
`endif
`ifdef WF_WITH_FPC_FORM_WORD
                LINE != `WF_LINE ||
`endif
`ifdef WF_WITH_CPACK_FORM_FIFO
                LINE != `WF_LINE ||
`endif
                (SAVE == 1 && LINE == 32) || ISOLATE < 0 || ISOLATE > 1 || USER_BITS < 1 ||
`ifdef WF_WITH_HEAD
                TAG_BITS != 1 ||
`else
`ifdef WF_BPC_DEC
                TAG_BITS != (MEMBERS[0] ? 3 + TAG : 4) || (TAG != 4 && TAG != 4 + LINE / 2) ||
`else
                TAG_BITS != (MEMBERS[0] ? 2 + TAG : 3) || (TAG != 4 && TAG != 4 + LINE / 2) ||
`endif
`endif
                STAGES != `WF_DEC_STAGES) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    // ---- Unpack: the member and its tag; raw lines go through the first member of the set ----

`ifdef WF_BPC_DEC
    localparam FIRST = MEMBERS[0] ? 0 : MEMBERS[1] ? 1 : MEMBERS[2] ? 2 : 3;

`ifdef WF_WITH_HEAD
    wire [TAG+2:0]   whole   = {tag_i, payload_i[6:4] & {3{tag_i}}};
`else
    wire [TAG+2:0]   whole   = {{TAG+3-TAG_BITS{1'b0}}, tag_i};
`endif
    wire [TAG-1:0]   own     = whole[TAG+2:3];
    wire [3:0]       named   = {whole[2:0] == 3'd4, whole[2:0] == 3'd3, whole[2:0] == 3'd2, whole[2:0] == 3'd1} & MEMBERS;
    wire [1:0]       which   = named[3] ? 2'd3 : named[2] ? 2'd2 : named[1] ? 2'd1 : named[0] ? 2'd0 : FIRST;
`ifdef WF_WITH_HEAD
    wire [BLOCK-1:0] linebdi = {payload_i[BLOCK-1:7], payload_i[6:4] & {3{!named[0]}}, payload_i[3:0]};  // its own head
`else
    wire [BLOCK-1:0] linebdi = payload_i;
`endif
`else
    localparam FIRST = MEMBERS[0] ? 0 : MEMBERS[1] ? 1 : 2;

`ifdef WF_WITH_HEAD
    wire [TAG+1:0]   whole   = {tag_i, payload_i[5:4] & {2{tag_i}}};
`else
    wire [TAG+1:0]   whole   = {{TAG+2-TAG_BITS{1'b0}}, tag_i};
`endif
    wire [2:0]       named   = {whole[1:0] == 2'd3, whole[1:0] == 2'd2, whole[1:0] == 2'd1} & MEMBERS;
    wire [1:0]       which   = named[2] ? 2'd2 : named[1] ? 2'd1 : named[0] ? 2'd0 : FIRST;
`ifdef WF_WITH_HEAD
    wire [BLOCK-1:0] linebdi = {payload_i[BLOCK-1:6], payload_i[5:4] & {2{!named[0]}}, payload_i[3:0]};  // its own head
`else
    wire [BLOCK-1:0] linebdi = payload_i;
`endif
`endif

    // ---- Rebuild: all members decode; the number of the selected one goes beside the user bits ----

    wire               ready_1;
`ifdef WF_BPC_DEC
    wire [3:0]         valid_1, ready_0;
    wire [4*SIDE-1:0]  side_1;
    wire [4*BLOCK-1:0] block_1;
`else
    wire [2:0]         valid_1, ready_0;
    wire [3*SIDE-1:0]  side_1;
    wire [3*BLOCK-1:0] block_1;
`endif
    wire [SIDE-1:0]    side = {which, user_i};
`ifdef WF_WITH_DEC_INTERVAL

    // All ranks move together, unless a line waits at the outputs
    localparam MOVES   = FLOW != 0 ? 1 : 0;
    wire       take    = valid_i && ready_o;
    wire       ready_2 = ready_i || (FLOW == 2 && !valid_o);
`endif

    generate
        if (MEMBERS[0]) begin : gen_linebdi
`ifdef WF_WITH_DEC_INTERVAL
            `WF_LINEBDI_DEC #(.LINE(LINE), .SAVE(SAVE), .ISOLATE(ISOLATE), .USER_BITS(SIDE), .FLOW(MOVES)) dec (
`else
            `WF_LINEBDI_DEC #(.LINE(LINE), .SAVE(SAVE), .ISOLATE(ISOLATE), .USER_BITS(SIDE), .FLOW(FLOW)) dec (
`endif
                .clk_i(clk_i), .rst_ni(rst_ni),
`ifdef WF_WITH_FLOW
                .ready_o(ready_0[0]), .ready_i(ready_1),
`endif
`ifdef WF_BPC_DEC
`ifdef WF_WITH_DEC_INTERVAL
                .valid_i(take), .user_i(side), .tag_i(own & {TAG{named[0]}}), .payload_i(linebdi),
`else
                .valid_i(valid_i), .user_i(side), .tag_i(own & {TAG{named[0]}}), .payload_i(linebdi),
`endif
`else
`ifdef WF_WITH_DEC_INTERVAL
                .valid_i(take), .user_i(side), .tag_i(whole[2 +: TAG] & {TAG{named[0]}}), .payload_i(linebdi),
`else
                .valid_i(valid_i), .user_i(side), .tag_i(whole[2 +: TAG] & {TAG{named[0]}}), .payload_i(linebdi),
`endif
`endif
                .valid_o(valid_1[0]), .user_o(side_1[0 +: SIDE]), .block_o(block_1[0 +: BLOCK])
            );
`ifndef WF_WITH_FLOW
            assign ready_0[0] = 1'b1;
`endif
        end else begin : gen_no_linebdi
            assign ready_0[0] = 1'b1;
            assign {valid_1[0], side_1[0 +: SIDE], block_1[0 +: BLOCK]} = {1+SIDE+BLOCK{1'b0}};
        end

        if (MEMBERS[1]) begin : gen_fpc
`ifdef WF_WITH_DEC_INTERVAL
            `WF_FPC_DEC #(.LINE(LINE), .ISOLATE(ISOLATE), .USER_BITS(SIDE), .FLOW(MOVES)) dec (
`else
            `WF_FPC_DEC #(.LINE(LINE), .ISOLATE(ISOLATE), .USER_BITS(SIDE), .FLOW(FLOW)) dec (
`endif
                .clk_i(clk_i), .rst_ni(rst_ni),
`ifdef WF_WITH_FLOW
                .ready_i(ready_1),
`endif
`ifdef WF_BPC_DEC
`ifdef WF_WITH_DEC_INTERVAL
                .valid_i(take), .ready_o(ready_0[1]), .user_i(side), .tag_i(own[0] && named[1]), .payload_i(payload_i),
`else
                .valid_i(valid_i), .ready_o(ready_0[1]), .user_i(side), .tag_i(own[0] && named[1]), .payload_i(payload_i),
`endif
`else
`ifdef WF_WITH_DEC_INTERVAL
                .valid_i(take), .ready_o(ready_0[1]), .user_i(side), .tag_i(whole[2] && named[1]), .payload_i(payload_i),
`else
                .valid_i(valid_i), .ready_o(ready_0[1]), .user_i(side), .tag_i(whole[2] && named[1]), .payload_i(payload_i),
`endif
`endif
                .valid_o(valid_1[1]), .user_o(side_1[SIDE +: SIDE]), .block_o(block_1[BLOCK +: BLOCK])
            );
        end else begin : gen_no_fpc
            assign ready_0[1] = 1'b1;
            assign {valid_1[1], side_1[SIDE +: SIDE], block_1[BLOCK +: BLOCK]} = {1+SIDE+BLOCK{1'b0}};
        end

        if (MEMBERS[2]) begin : gen_cpack
`ifdef WF_WITH_DEC_INTERVAL
            `WF_CPACK_DEC #(.LINE(LINE), .ISOLATE(ISOLATE), .USER_BITS(SIDE), .FLOW(MOVES)) dec (
`else
            `WF_CPACK_DEC #(.LINE(LINE), .ISOLATE(ISOLATE), .USER_BITS(SIDE), .FLOW(FLOW)) dec (
`endif
                .clk_i(clk_i), .rst_ni(rst_ni),
`ifdef WF_WITH_FLOW
                .ready_i(ready_1),
`endif
`ifdef WF_BPC_DEC
`ifdef WF_WITH_DEC_INTERVAL
                .valid_i(take), .ready_o(ready_0[2]), .user_i(side), .tag_i(own[0] && named[2]), .payload_i(payload_i),
`else
                .valid_i(valid_i), .ready_o(ready_0[2]), .user_i(side), .tag_i(own[0] && named[2]), .payload_i(payload_i),
`endif
`else
`ifdef WF_WITH_DEC_INTERVAL
                .valid_i(take), .ready_o(ready_0[2]), .user_i(side), .tag_i(whole[2] && named[2]), .payload_i(payload_i),
`else
                .valid_i(valid_i), .ready_o(ready_0[2]), .user_i(side), .tag_i(whole[2] && named[2]), .payload_i(payload_i),
`endif
`endif
                .valid_o(valid_1[2]), .user_o(side_1[2*SIDE +: SIDE]), .block_o(block_1[2*BLOCK +: BLOCK])
            );
        end else begin : gen_no_cpack
            assign ready_0[2] = 1'b1;
            assign {valid_1[2], side_1[2*SIDE +: SIDE], block_1[2*BLOCK +: BLOCK]} = {1+SIDE+BLOCK{1'b0}};
        end
`ifdef WF_BPC_DEC

        if (MEMBERS[3]) begin : gen_bpc
`ifdef WF_WITH_DEC_INTERVAL
            `WF_BPC_DEC #(.LINE(LINE), .ISOLATE(ISOLATE), .USER_BITS(SIDE), .FLOW(MOVES)) dec (
                .valid_i(take),
`else
            `WF_BPC_DEC #(.LINE(LINE), .ISOLATE(ISOLATE), .USER_BITS(SIDE), .FLOW(FLOW)) dec (
                .valid_i(valid_i),
`endif
`ifdef WF_WITH_FLOW
                .ready_i(ready_1),
`endif
                .clk_i(clk_i), .rst_ni(rst_ni), .ready_o(ready_0[3]), .user_i(side), .tag_i(own[0] && named[3]), .payload_i(payload_i),
                .valid_o(valid_1[3]), .user_o(side_1[3*SIDE +: SIDE]), .block_o(block_1[3*BLOCK +: BLOCK])
            );
        end else begin : gen_no_bpc
            assign ready_0[3] = 1'b1;
            assign {valid_1[3], side_1[3*SIDE +: SIDE], block_1[3*BLOCK +: BLOCK]} = {1+SIDE+BLOCK{1'b0}};
        end
`endif
    endgenerate

`ifdef WF_WITH_DEC_INTERVAL
    // The slowest member, whose valid and user are used
`ifdef WF_BPC_DEC
    localparam LEAD = `WF_BPC_DEC_INTERVAL >= `WF_CPACK_DEC_INTERVAL && `WF_BPC_DEC_INTERVAL >= `WF_FPC_DEC_INTERVAL ? 3 :
                      `WF_CPACK_DEC_INTERVAL >= `WF_FPC_DEC_INTERVAL ? 2 : 1;
`else
    localparam LEAD = `WF_CPACK_DEC_INTERVAL >= `WF_FPC_DEC_INTERVAL ? 2 : 1;
`endif
    wire [1:0]       which_1 = side_1[LEAD*SIDE + USER_BITS +: 2];
`else
    wire [1:0]       which_1 = side_1[FIRST*SIDE + USER_BITS +: 2];
`endif
`ifdef WF_BPC_DEC
    wire [3:0]       take_1  = {which_1 == 2'd3, which_1 == 2'd2, which_1 == 2'd1, which_1 == 2'd0} & MEMBERS;
    wire [BLOCK-1:0] line_1  = (block_1[0 +: BLOCK] & {BLOCK{take_1[0]}}) | (block_1[BLOCK +: BLOCK] & {BLOCK{take_1[1]}})
                             | (block_1[2*BLOCK +: BLOCK] & {BLOCK{take_1[2]}})
                             | (block_1[3*BLOCK +: BLOCK] & {BLOCK{take_1[3]}});
    wire             unused  = &{1'b0, valid_1, ready_0, ready_1, side_1, own, linebdi};
`else
    wire [2:0]       take_1  = {which_1 == 2'd2, which_1 == 2'd1, which_1 == 2'd0} & MEMBERS;
    wire [BLOCK-1:0] line_1  = (block_1[0 +: BLOCK] & {BLOCK{take_1[0]}}) | (block_1[BLOCK +: BLOCK] & {BLOCK{take_1[1]}})
                             | (block_1[2*BLOCK +: BLOCK] & {BLOCK{take_1[2]}});
    wire             unused  = &{1'b0, valid_1, ready_0, ready_1, side_1, whole, linebdi};
`endif

`ifdef WF_WITH_DEC_INTERVAL
    assign ready_o = ready_0[LEAD];

    `WF_CUT #(.ON(STAGES >= 2), .WIDTH(USER_BITS + BLOCK), .FLOW(MOVES)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_1[LEAD]), .ready_o(ready_1), .data_i({side_1[LEAD*SIDE +: USER_BITS], line_1}),
        .valid_o(valid_o), .ready_i(ready_2), .data_o({user_o, block_o})
    );
`else
    assign ready_o = ready_0[FIRST];  // all members move together: they have equally many ranks

    `WF_CUT #(.ON(STAGES >= 1), .WIDTH(USER_BITS + BLOCK), .FLOW(FLOW)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_1[FIRST]), .ready_o(ready_1), .data_i({side_1[FIRST*SIDE +: USER_BITS], line_1}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, block_o})
    );
`endif
endmodule
`default_nettype wire
