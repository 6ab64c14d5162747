// SPDX-License-Identifier: Apache-2.0
// Encoder of bestof: several line codecs encode the line (the members), and the best code is used.
`ifdef WF_ENC_BURSTS
// The best code has the fewest bursts of 32 bytes. Among equals the order is cpack, fpc, linebdi: the faster decoder first.
`endif
`ifdef WF_ENC_BYTES
// The best code has the fewest bytes. Among equals the order is linebdi, fpc, cpack.
`endif
// If no member saves anything, the line is stored raw.
// In: a line a cycle, and raw_only_i, which asks for raw. Out, STAGES cycles later (0: in the same cycle): tag, payload, the bursts of 32
// bytes in use (units_o and wen_o). With STAGES > 1 the members have STAGES - 1 ranks, and the last rank follows the choice.
//
`ifdef WF_ENC_BURSTS
`ifdef WF_WITH_HEAD
//   64 bytes of zeros   linebdi, fpc and cpack a burst each          ->  tag 1, head 31 (cpack), 8 bytes of codes, burst 0
`else
//   64 bytes of zeros   linebdi, fpc and cpack a burst each          ->  tag 0001 11 (cpack), 8 bytes of codes, burst 0
`endif
`endif
`ifdef WF_ENC_BYTES
`ifdef WF_WITH_HEAD
//   64 bytes of zeros   linebdi 2 bytes, fpc 3 bytes, cpack 9 bytes  ->  tag 1, head 11 (zeros of linebdi), one byte 00, burst 0
`else
//   64 bytes of zeros   linebdi 1 byte, fpc 2 bytes, cpack 8 bytes   ->  tag 0001 01 (zeros of linebdi), one byte 00, burst 0
`endif
`endif
//
`ifdef WF_WITH_HEAD
// The tag is one bit, 1 compressed. Byte 0 of a compressed line is its head: bits 3..0 the member's head, bits 5..4 the member (1 linebdi,
// 2 fpc, 3 cpack).
`else
// The tag, from bit 0: member (0 raw, 1 linebdi, 2 fpc, 3 cpack), 2 bits | the member's tag
`endif
// Source: CABA (2016), section 7.3, CABA-BestOfAll. More: docs/bestof.md
`default_nettype none
module `WF_ENC #(
    parameter       LINE      = `WF_LINE,        // bytes of the cache line: 32, 64 or 128
    parameter [2:0] MEMBERS   = `WF_MEMBERS,     // the set of members: bit 0 linebdi, bit 1 fpc, bit 2 cpack
    parameter       BYTES     = `WF_BYTES,       // the best code has: 0 the fewest bursts, 1 the fewest bytes; not to be set
    parameter       SAVE      = `WF_SAVE,        // what a code must save to be used: 0 a byte, 1 a burst of 32 bytes
    parameter       ISOLATE   = `WF_ISOLATE,     // 1: gates hold the operands at zero while the unit is idle
    parameter       STAGES    = `WF_ENC_STAGES,  // register ranks: the latency in cycles; not to be set
    parameter       FLOW      = `WF_FLOW,        // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter       USER_BITS = `WF_USER_BITS,   // bits of user, 1 or more
`ifdef WF_WITH_HEAD
    parameter       TAG_BITS  = 1                // bits of the tag; not to be set
`else
    parameter       TAG_BITS  = MEMBERS[0] ? 2 + `WF_LINEBDI_TAG_BITS : 3  // bits of the tag; not to be set
`endif
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
`ifdef WF_WITH_HEAD
    output wire [TAG_BITS-1:0]  tag_o,       // 1: compressed, 0: raw
    output wire [LINE*8-1:0]    payload_o,   // bits 3..0: the member's head, 5..4: 1 linebdi, 2 fpc, 3 cpack, from bit 8 on the code; or the raw line
`else
    output wire [TAG_BITS-1:0]  tag_o,       // from bit 0: member (0 raw, 1 linebdi, 2 fpc, 3 cpack; 2 bits) | its tag
    output wire [LINE*8-1:0]    payload_o,   // the code or the raw line, byte 0 lowest; bursts that are not in use: any bits
`endif
    output wire [LINE/32-1:0]   units_o,     // the bursts of 32 bytes in use, bit u is burst u
    output wire [LINE/32-1:0]   wen_o        // write enables, a bit a burst: the bursts in use
);
`ifndef WF_WITH_FLOW
    wire ready_o;
    wire ready_i     = 1'b1;
    wire unused_flow = &{1'b0, ready_o};
`endif
    localparam BLOCK  = LINE * 8;
    localparam UNITS  = LINE / 32;
    localparam TAG    = `WF_LINEBDI_TAG_BITS;           // bits of linebdi's tag, the widest

    generate
        if ((LINE != 32 && LINE != 64 && LINE != 128) || MEMBERS == 3'd0 || BYTES != `WF_BYTES || SAVE < 0 || SAVE > 1 ||
                (SAVE == 1 && LINE == 32) || ISOLATE < 0 || ISOLATE > 1 || USER_BITS < 1 ||
`ifdef WF_WITH_HEAD
                TAG_BITS != 1 ||
`else
                TAG_BITS != (MEMBERS[0] ? 2 + TAG : 3) || (TAG != 4 && TAG != 4 + LINE / 2) ||
`endif
                STAGES != `WF_ENC_STAGES) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    // ---- Encode: the members. A member that is not in the set says raw, and takes all bursts ----

    wire                  ready_1;
    wire [2:0]             valid_1, ready_0;
    wire [3*USER_BITS-1:0] user_1;
    wire [3*TAG-1:0]       tag_1;
    wire [3*BLOCK-1:0]     payload_1;
    wire [3*UNITS-1:0]     units_1, wen_1;

    generate
        if (MEMBERS[0]) begin : gen_linebdi
            `WF_LINEBDI_ENC #(.LINE(LINE), .SAVE(SAVE), .ISOLATE(ISOLATE), .USER_BITS(USER_BITS), .FLOW(FLOW)) enc (
                .clk_i(clk_i), .rst_ni(rst_ni),
`ifdef WF_WITH_FLOW
                .ready_o(ready_0[0]), .ready_i(ready_1),
`endif
                .valid_i(valid_i), .user_i(user_i), .raw_only_i(raw_only_i), .block_i(block_i),
                .valid_o(valid_1[0]), .user_o(user_1[0 +: USER_BITS]), .tag_o(tag_1[0 +: TAG]),
                .payload_o(payload_1[0 +: BLOCK]), .units_o(units_1[0 +: UNITS]), .wen_o(wen_1[0 +: UNITS])
            );
`ifndef WF_WITH_FLOW
            assign ready_0[0] = 1'b1;
`endif
        end else begin : gen_no_linebdi
            assign ready_0[0] = 1'b1;
            assign {valid_1[0], user_1[0 +: USER_BITS]} = {1'b0, {USER_BITS{1'b0}}};
            assign {tag_1[0 +: TAG], payload_1[0 +: BLOCK]} = {TAG+BLOCK{1'b0}};
            assign {units_1[0 +: UNITS], wen_1[0 +: UNITS]} = {2*UNITS{1'b1}};
        end

        if (MEMBERS[1]) begin : gen_fpc
            `WF_FPC_ENC #(.LINE(LINE), .SAVE(SAVE), .ISOLATE(ISOLATE), .USER_BITS(USER_BITS), .FLOW(FLOW)) enc (
                .clk_i(clk_i), .rst_ni(rst_ni),
`ifdef WF_WITH_FLOW
                .ready_o(ready_0[1]), .ready_i(ready_1),
`endif
                .valid_i(valid_i), .user_i(user_i), .raw_only_i(raw_only_i), .block_i(block_i),
                .valid_o(valid_1[1]), .user_o(user_1[USER_BITS +: USER_BITS]), .tag_o(tag_1[TAG]),
                .payload_o(payload_1[BLOCK +: BLOCK]), .units_o(units_1[UNITS +: UNITS]), .wen_o(wen_1[UNITS +: UNITS])
            );
`ifndef WF_WITH_FLOW
            assign ready_0[1] = 1'b1;
`endif
        end else begin : gen_no_fpc
            assign ready_0[1] = 1'b1;
            assign {valid_1[1], user_1[USER_BITS +: USER_BITS]} = {1'b0, {USER_BITS{1'b0}}};
            assign {tag_1[TAG], payload_1[BLOCK +: BLOCK]} = {1+BLOCK{1'b0}};
            assign {units_1[UNITS +: UNITS], wen_1[UNITS +: UNITS]} = {2*UNITS{1'b1}};
        end

        if (MEMBERS[2]) begin : gen_cpack
            `WF_CPACK_ENC #(.LINE(LINE), .SAVE(SAVE), .ISOLATE(ISOLATE), .USER_BITS(USER_BITS), .FLOW(FLOW)) enc (
                .clk_i(clk_i), .rst_ni(rst_ni),
`ifdef WF_WITH_FLOW
                .ready_i(ready_1),
`endif
                .valid_i(valid_i), .ready_o(ready_0[2]), .user_i(user_i), .raw_only_i(raw_only_i), .block_i(block_i),
                .valid_o(valid_1[2]), .user_o(user_1[2*USER_BITS +: USER_BITS]), .tag_o(tag_1[2*TAG]),
                .payload_o(payload_1[2*BLOCK +: BLOCK]), .units_o(units_1[2*UNITS +: UNITS]), .wen_o(wen_1[2*UNITS +: UNITS])
            );
        end else begin : gen_no_cpack
            assign ready_0[2] = 1'b1;
            assign {valid_1[2], user_1[2*USER_BITS +: USER_BITS]} = {1'b0, {USER_BITS{1'b0}}};
            assign {tag_1[2*TAG], payload_1[2*BLOCK +: BLOCK]} = {1+BLOCK{1'b0}};
            assign {units_1[2*UNITS +: UNITS], wen_1[2*UNITS +: UNITS]} = {2*UNITS{1'b1}};
        end
    endgenerate
`ifndef WF_WITH_HEAD
    assign tag_1[TAG+1 +: TAG-1]   = {TAG-1{1'b0}};
    assign tag_1[2*TAG+1 +: TAG-1] = {TAG-1{1'b0}};
`endif

    // ---- Classify: the member whose code is used ----

    localparam FIRST = MEMBERS[0] ? 0 : MEMBERS[1] ? 1 : 2;     // the member whose valid, user and raw line are used

`ifdef WF_WITH_HEAD
    wire [2:0] coded_1 = tag_1;
`else
    wire [2:0] coded_1 = {tag_1[2*TAG], tag_1[TAG], |tag_1[3:0]};
`endif
    wire [2:0] code_1;      // one-hot; 0: raw
`ifdef WF_ENC_BURSTS
    `WF_ENC_BURSTS #(.LINE(LINE)) choose (.coded_i(coded_1), .units_i(units_1), .code_o(code_1));
`endif
`ifdef WF_ENC_BYTES
    `WF_ENC_BYTES #(.LINE(LINE)) choose (
`ifdef WF_WITH_HEAD
        .coded_i(coded_1), .linebdi_i(payload_1[3:0] & {4{coded_1[0]}}), .fpc_i(payload_1[BLOCK + 8 +: 3 * `WF_FPC_SEGMENTS]),
        .cpack_i(payload_1[2*BLOCK + 8 +: LINE - LINE / 4 * `WF_CPACK_ZERO_ENTRY]), .code_o(code_1)
`else
        .coded_i(coded_1), .linebdi_i(tag_1[3:0]), .fpc_i(payload_1[BLOCK +: 3 * `WF_FPC_SEGMENTS]),
        .cpack_i(payload_1[2*BLOCK +: LINE - LINE / 4 * `WF_CPACK_ZERO_ENTRY]), .code_o(code_1)
`endif
    );
`endif
    wire       raw_1  = code_1 == 3'd0;
    wire [2:0] take_1 = code_1 | {2'b00, raw_1} << FIRST;

    // ---- Pack ----

    wire [1:0]       member_1 = {code_1[1] || code_1[2], code_1[0] || code_1[2]};
`ifdef WF_WITH_HEAD
    wire [0:0]       whole_1  = !raw_1;
    wire [BLOCK-1:0] packed_1 = {{BLOCK-6{1'b0}}, member_1, 4'd0}      // the head
                              | (payload_1[0 +: BLOCK] & {BLOCK{take_1[0]}}) | (payload_1[BLOCK +: BLOCK] & {BLOCK{take_1[1]}})
                              | (payload_1[2*BLOCK +: BLOCK] & {BLOCK{take_1[2]}});
`else
    wire [TAG+1:0]   whole_1  = {(tag_1[0 +: TAG] & {TAG{code_1[0]}}) | {{TAG-1{1'b0}}, member_1[1]}, member_1};
    wire [BLOCK-1:0] packed_1 = (payload_1[0 +: BLOCK] & {BLOCK{take_1[0]}}) | (payload_1[BLOCK +: BLOCK] & {BLOCK{take_1[1]}})
                              | (payload_1[2*BLOCK +: BLOCK] & {BLOCK{take_1[2]}});
`endif
    wire [UNITS-1:0] bursts_1 = (units_1[0 +: UNITS] & {UNITS{take_1[0]}}) | (units_1[UNITS +: UNITS] & {UNITS{take_1[1]}})
                              | (units_1[2*UNITS +: UNITS] & {UNITS{take_1[2]}});
    wire             unused   = &{1'b0, valid_1, ready_0, ready_1, user_1, wen_1, whole_1};

    assign ready_o = ready_0[FIRST];  // all members move together: they have equally many ranks

    `WF_CUT #(.ON(STAGES >= 1), .WIDTH(USER_BITS + TAG_BITS + BLOCK + 2 * UNITS), .FLOW(FLOW)) cut_outputs (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_1[FIRST]), .ready_o(ready_1),
        .data_i({user_1[FIRST*USER_BITS +: USER_BITS], whole_1[TAG_BITS-1:0], packed_1, bursts_1, bursts_1}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, tag_o, payload_o, units_o, wen_o})
    );
endmodule
`default_nettype wire
