// SPDX-License-Identifier: Apache-2.0
// Encoder of bestof: several line codecs encode the line (the members), and the best code is used.
`ifdef WF_ENC_BURSTS
`ifdef WF_BPC_ENC
// The best code has the fewest bursts of 32 bytes. Among equals the order is cpack, fpc, linebdi, bpc: the faster decoder first.
`else
// The best code has the fewest bursts of 32 bytes. Among equals the order is cpack, fpc, linebdi: the faster decoder first.
`endif
`endif
`ifdef WF_ENC_BYTES
`ifdef WF_BPC_ENC
// The best code has the fewest bytes. Among equals the order is linebdi, fpc, cpack, bpc.
`else
// The best code has the fewest bytes. Among equals the order is linebdi, fpc, cpack.
`endif
`endif
// If no member saves anything, the line is stored raw.
`ifdef WF_WITH_ENC_INTERVAL
// In: a line every `WF_ENC_INTERVAL cycles, when ready_o is 1, and raw_only_i, which asks for raw. Out, `WF_ENC_INTERVAL + STAGES cycles later: tag,
// payload, the bursts of 32 bytes in use (units_o and wen_o). All members take the line at once. cpack iterates. The results of the others
// are there earlier, and stay in their last ranks until it has its own. With STAGES > 1 the last rank follows the choice.
`else
// In: a line a cycle, and raw_only_i, which asks for raw. Out, STAGES cycles later (0: in the same cycle): tag, payload, the bursts of 32
// bytes in use (units_o and wen_o). With STAGES > 1 the members have STAGES - 1 ranks, and the last rank follows the choice.
`endif
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
`ifdef WF_BPC_ENC
// The tag is one bit, 1 compressed. Byte 0 of a compressed line is its head: bits 3..0 the member's head, bits 6..4 the member (1 linebdi,
// 2 fpc, 3 cpack, 4 bpc).
`else
// The tag is one bit, 1 compressed. Byte 0 of a compressed line is its head: bits 3..0 the member's head, bits 5..4 the member (1 linebdi,
// 2 fpc, 3 cpack).
`endif
`else
`ifdef WF_BPC_ENC
// The tag, from bit 0: member (0 raw, 1 linebdi, 2 fpc, 3 cpack, 4 bpc), 3 bits | the member's tag
`else
// The tag, from bit 0: member (0 raw, 1 linebdi, 2 fpc, 3 cpack), 2 bits | the member's tag
`endif
`endif
// Source: CABA (2016), section 7.3, CABA-BestOfAll. More: docs/bestof.md
`default_nettype none
module `WF_ENC #(
    parameter       LINE      = `WF_LINE,        // bytes of the cache line: 32, 64 or 128
`ifdef WF_BPC_ENC
    parameter [3:0] MEMBERS   = `WF_MEMBERS,     // the set of members: bit 0 linebdi, bit 1 fpc, bit 2 cpack, bit 3 bpc
`else
    parameter [2:0] MEMBERS   = `WF_MEMBERS,     // the set of members: bit 0 linebdi, bit 1 fpc, bit 2 cpack
`endif
    parameter       BYTES     = `WF_BYTES,       // the best code has: 0 the fewest bursts, 1 the fewest bytes; not to be set
    parameter       SAVE      = `WF_SAVE,        // what a code must save to be used: 0 a byte, 1 a burst of 32 bytes
    parameter       ISOLATE   = `WF_ISOLATE,     // 1: gates hold the operands at zero while the unit is idle
    parameter       STAGES    = `WF_ENC_STAGES,  // register ranks: the latency in cycles; not to be set
    parameter       FLOW      = `WF_FLOW,        // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter       USER_BITS = `WF_USER_BITS,   // bits of user, 1 or more
`ifdef WF_WITH_HEAD
    parameter       TAG_BITS  = 1                // bits of the tag; not to be set
`else
`ifdef WF_BPC_ENC
    parameter       TAG_BITS  = MEMBERS[0] ? 3 + `WF_LINEBDI_TAG_BITS : 4  // bits of the tag; not to be set
`else
    parameter       TAG_BITS  = MEMBERS[0] ? 2 + `WF_LINEBDI_TAG_BITS : 3  // bits of the tag; not to be set
`endif
`endif
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
`ifdef WF_BPC_ENC
    output wire [LINE*8-1:0]    payload_o,   // bits 3..0: the member's head, 6..4: the member, from bit 8 on the code; or the raw line
`else
    output wire [LINE*8-1:0]    payload_o,   // bits 3..0: the member's head, 5..4: 1 linebdi, 2 fpc, 3 cpack, from bit 8 on the code; or the raw line
`endif
`else
`ifdef WF_BPC_ENC
    output wire [TAG_BITS-1:0]  tag_o,       // from bit 0: member (0 raw, 1 linebdi, 2 fpc, 3 cpack, 4 bpc; 3 bits) | its tag
`else
    output wire [TAG_BITS-1:0]  tag_o,       // from bit 0: member (0 raw, 1 linebdi, 2 fpc, 3 cpack; 2 bits) | its tag
`endif
    output wire [LINE*8-1:0]    payload_o,   // the code or the raw line, byte 0 lowest; bursts that are not in use: any bits
`endif
    output wire [LINE/32-1:0]   units_o,     // the bursts of 32 bytes in use, bit u is burst u
    output wire [LINE/32-1:0]   wen_o        // write enables, a bit a burst: the bursts in use
);
`ifndef WF_WITH_ENC_READY
    wire ready_o;
`endif
`ifndef WF_WITH_FLOW
    wire ready_i     = 1'b1;
`endif
`ifndef WF_WITH_ENC_READY
    wire unused_flow = &{1'b0, ready_o};
`endif
    localparam BLOCK  = LINE * 8;
    localparam UNITS  = LINE / 32;
    localparam TAG    = `WF_LINEBDI_TAG_BITS;           // bits of linebdi's tag, the widest

    generate
`ifdef WF_WITH_ENC_INTERVAL
        if ((LINE != 32 && LINE != 64 && LINE != 128) || MEMBERS != `WF_MEMBERS || STAGES < 1 || BYTES != `WF_BYTES || SAVE < 0 || SAVE > 1 ||
`else
`ifdef WF_BPC_ENC
        if ((LINE != 32 && LINE != 64 && LINE != 128) || MEMBERS == 4'd0 || BYTES != `WF_BYTES || SAVE < 0 || SAVE > 1 ||
`else
        if ((LINE != 32 && LINE != 64 && LINE != 128) || MEMBERS == 3'd0 || BYTES != `WF_BYTES || SAVE < 0 || SAVE > 1 ||
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
`ifdef WF_BPC_ENC
                TAG_BITS != (MEMBERS[0] ? 3 + TAG : 4) || (TAG != 4 && TAG != 4 + LINE / 2) ||
`else
                TAG_BITS != (MEMBERS[0] ? 2 + TAG : 3) || (TAG != 4 && TAG != 4 + LINE / 2) ||
`endif
`endif
                STAGES != `WF_ENC_STAGES) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    // ---- Encode: the members. A member that is not in the set says raw, and takes all bursts ----

`ifdef WF_BPC_ENC
    wire                  ready_1;
    wire [3:0]             valid_1, ready_0;
    wire [4*USER_BITS-1:0] user_1;
    wire [4*TAG-1:0]       tag_1;
    wire [4*BLOCK-1:0]     payload_1;
    wire [4*UNITS-1:0]     units_1, wen_1;
`else
    wire                  ready_1;
    wire [2:0]             valid_1, ready_0;
    wire [3*USER_BITS-1:0] user_1;
    wire [3*TAG-1:0]       tag_1;
    wire [3*BLOCK-1:0]     payload_1;
    wire [3*UNITS-1:0]     units_1, wen_1;
`endif
`ifdef WF_ENC_BYTES
`ifdef WF_WITH_FPC_SIZE
    wire [7:0]             fpc_size_1;      // bytes of the code
`endif
`ifdef WF_WITH_CPACK_SIZE
    wire [7:0]             cpack_size_1;
`endif
`ifdef WF_WITH_BPC_SIZE
    wire [7:0]             bpc_size_1;
`endif
`endif
`ifdef WF_WITH_ENC_INTERVAL

    // All ranks move together, unless a line waits at the outputs
    localparam MOVES   = FLOW != 0 ? 1 : 0;
    wire       take    = valid_i && ready_o;
    wire       ready_2 = ready_i || (FLOW == 2 && !valid_o);
`endif

    generate
        if (MEMBERS[0]) begin : gen_linebdi
`ifdef WF_WITH_ENC_INTERVAL
            `WF_LINEBDI_ENC #(.LINE(LINE), .SAVE(SAVE), .ISOLATE(ISOLATE), .USER_BITS(USER_BITS), .FLOW(MOVES)) enc (
`else
            `WF_LINEBDI_ENC #(.LINE(LINE), .SAVE(SAVE), .ISOLATE(ISOLATE), .USER_BITS(USER_BITS), .FLOW(FLOW)) enc (
`endif
                .clk_i(clk_i), .rst_ni(rst_ni),
`ifdef WF_WITH_FLOW
                .ready_o(ready_0[0]), .ready_i(ready_1),
`endif
`ifdef WF_WITH_ENC_INTERVAL
                .valid_i(take), .user_i(user_i), .raw_only_i(raw_only_i), .block_i(block_i),
`else
                .valid_i(valid_i), .user_i(user_i), .raw_only_i(raw_only_i), .block_i(block_i),
`endif
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
`ifdef WF_WITH_ENC_INTERVAL
            `WF_FPC_ENC #(.LINE(LINE), .SAVE(SAVE), .ISOLATE(ISOLATE), .USER_BITS(USER_BITS), .FLOW(MOVES)) enc (
`else
            `WF_FPC_ENC #(.LINE(LINE), .SAVE(SAVE), .ISOLATE(ISOLATE), .USER_BITS(USER_BITS), .FLOW(FLOW)) enc (
`endif
                .clk_i(clk_i), .rst_ni(rst_ni),
`ifdef WF_WITH_FLOW
                .ready_o(ready_0[1]), .ready_i(ready_1),
`endif
`ifdef WF_WITH_ENC_INTERVAL
                .valid_i(take), .user_i(user_i), .raw_only_i(raw_only_i), .block_i(block_i),
`else
                .valid_i(valid_i), .user_i(user_i), .raw_only_i(raw_only_i), .block_i(block_i),
`endif
                .valid_o(valid_1[1]), .user_o(user_1[USER_BITS +: USER_BITS]), .tag_o(tag_1[TAG]),
`ifdef WF_WITH_FPC_SIZE
                .size_o(fpc_size_1),
`endif
                .payload_o(payload_1[BLOCK +: BLOCK]), .units_o(units_1[UNITS +: UNITS]), .wen_o(wen_1[UNITS +: UNITS])
            );
`ifndef WF_WITH_FLOW
            assign ready_0[1] = 1'b1;
`endif
        end else begin : gen_no_fpc
`ifdef WF_WITH_FPC_SIZE
            assign fpc_size_1 = 8'd0;
`endif
            assign ready_0[1] = 1'b1;
            assign {valid_1[1], user_1[USER_BITS +: USER_BITS]} = {1'b0, {USER_BITS{1'b0}}};
            assign {tag_1[TAG], payload_1[BLOCK +: BLOCK]} = {1+BLOCK{1'b0}};
            assign {units_1[UNITS +: UNITS], wen_1[UNITS +: UNITS]} = {2*UNITS{1'b1}};
        end

        if (MEMBERS[2]) begin : gen_cpack
`ifdef WF_WITH_ENC_INTERVAL
            `WF_CPACK_ENC #(.LINE(LINE), .SAVE(SAVE), .ISOLATE(ISOLATE), .USER_BITS(USER_BITS), .FLOW(MOVES)) enc (
`else
            `WF_CPACK_ENC #(.LINE(LINE), .SAVE(SAVE), .ISOLATE(ISOLATE), .USER_BITS(USER_BITS), .FLOW(FLOW)) enc (
`endif
                .clk_i(clk_i), .rst_ni(rst_ni),
`ifdef WF_WITH_FLOW
                .ready_i(ready_1),
`endif
`ifdef WF_WITH_ENC_INTERVAL
                .valid_i(take), .ready_o(ready_0[2]), .user_i(user_i), .raw_only_i(raw_only_i), .block_i(block_i),
`else
                .valid_i(valid_i), .ready_o(ready_0[2]), .user_i(user_i), .raw_only_i(raw_only_i), .block_i(block_i),
`endif
                .valid_o(valid_1[2]), .user_o(user_1[2*USER_BITS +: USER_BITS]), .tag_o(tag_1[2*TAG]),
`ifdef WF_WITH_CPACK_SIZE
                .size_o(cpack_size_1),
`endif
                .payload_o(payload_1[2*BLOCK +: BLOCK]), .units_o(units_1[2*UNITS +: UNITS]), .wen_o(wen_1[2*UNITS +: UNITS])
            );
        end else begin : gen_no_cpack
`ifdef WF_WITH_CPACK_SIZE
            assign cpack_size_1 = 8'd0;
`endif
            assign ready_0[2] = 1'b1;
            assign {valid_1[2], user_1[2*USER_BITS +: USER_BITS]} = {1'b0, {USER_BITS{1'b0}}};
            assign {tag_1[2*TAG], payload_1[2*BLOCK +: BLOCK]} = {1+BLOCK{1'b0}};
            assign {units_1[2*UNITS +: UNITS], wen_1[2*UNITS +: UNITS]} = {2*UNITS{1'b1}};
        end
`ifdef WF_BPC_ENC

        if (MEMBERS[3]) begin : gen_bpc
`ifdef WF_WITH_ENC_INTERVAL
            `WF_BPC_ENC #(.LINE(LINE), .SAVE(SAVE), .ISOLATE(ISOLATE), .USER_BITS(USER_BITS), .FLOW(MOVES)) enc (
                .valid_i(take),
`else
            `WF_BPC_ENC #(.LINE(LINE), .SAVE(SAVE), .ISOLATE(ISOLATE), .USER_BITS(USER_BITS), .FLOW(FLOW)) enc (
                .valid_i(valid_i),
`endif
`ifdef WF_WITH_FLOW
                .ready_o(ready_0[3]), .ready_i(ready_1),
`endif
`ifdef WF_WITH_BPC_SIZE
                .size_o(bpc_size_1),
`endif
                .clk_i(clk_i), .rst_ni(rst_ni), .user_i(user_i), .raw_only_i(raw_only_i), .block_i(block_i),
                .valid_o(valid_1[3]), .user_o(user_1[3*USER_BITS +: USER_BITS]), .tag_o(tag_1[3*TAG]),
                .payload_o(payload_1[3*BLOCK +: BLOCK]), .units_o(units_1[3*UNITS +: UNITS]), .wen_o(wen_1[3*UNITS +: UNITS])
            );
`ifndef WF_WITH_FLOW
            assign ready_0[3] = 1'b1;
`endif
        end else begin : gen_no_bpc
`ifdef WF_WITH_BPC_SIZE
            assign bpc_size_1 = 8'd0;
`endif
            assign ready_0[3] = 1'b1;
            assign {valid_1[3], user_1[3*USER_BITS +: USER_BITS]} = {1'b0, {USER_BITS{1'b0}}};
            assign {tag_1[3*TAG], payload_1[3*BLOCK +: BLOCK]} = {1+BLOCK{1'b0}};
            assign {units_1[3*UNITS +: UNITS], wen_1[3*UNITS +: UNITS]} = {2*UNITS{1'b1}};
        end
`endif
    endgenerate
`ifndef WF_WITH_HEAD
    assign tag_1[TAG+1 +: TAG-1]   = {TAG-1{1'b0}};
    assign tag_1[2*TAG+1 +: TAG-1] = {TAG-1{1'b0}};
`ifdef WF_BPC_ENC
    assign tag_1[3*TAG+1 +: TAG-1] = {TAG-1{1'b0}};
`endif
`endif

    // ---- Classify: the member whose code is used ----

`ifdef WF_BPC_ENC
    localparam FIRST = MEMBERS[0] ? 0 : MEMBERS[1] ? 1 : MEMBERS[2] ? 2 : 3;    // the member whose raw line is used
`else
    localparam FIRST = MEMBERS[0] ? 0 : MEMBERS[1] ? 1 : 2;     // the member whose valid, user and raw line are used
`endif
`ifdef WF_WITH_ENC_INTERVAL
    localparam LEAD  = 2;       // the slowest member, whose valid and user are used: cpack alone iterates
`endif

`ifdef WF_BPC_ENC
`ifdef WF_WITH_HEAD
    wire [3:0] coded_1 = tag_1;
`else
    wire [3:0] coded_1 = {tag_1[3*TAG], tag_1[2*TAG], tag_1[TAG], |tag_1[3:0]};
`endif
    wire [3:0] code_1;      // one-hot; 0: raw
`else
`ifdef WF_WITH_HEAD
    wire [2:0] coded_1 = tag_1;
`else
    wire [2:0] coded_1 = {tag_1[2*TAG], tag_1[TAG], |tag_1[3:0]};
`endif
    wire [2:0] code_1;      // one-hot; 0: raw
`endif
`ifdef WF_ENC_BURSTS
    `WF_ENC_BURSTS #(.LINE(LINE)) choose (.coded_i(coded_1), .units_i(units_1), .code_o(code_1));
`endif
`ifdef WF_ENC_BYTES
    `WF_ENC_BYTES #(.LINE(LINE)) choose (
`ifdef WF_WITH_BPC_SIZE
        .bpc_i(bpc_size_1),
`endif
`ifdef WF_WITH_HEAD
`ifdef WF_WITH_FPC_SIZE
        .coded_i(coded_1), .linebdi_i(payload_1[3:0] & {4{coded_1[0]}}), .fpc_i(fpc_size_1),
`else
        .coded_i(coded_1), .linebdi_i(payload_1[3:0] & {4{coded_1[0]}}), .fpc_i(payload_1[BLOCK + 8 +: 3 * `WF_FPC_SEGMENTS]),
`endif
`ifdef WF_WITH_CPACK_SIZE
        .cpack_i(cpack_size_1), .code_o(code_1)
`else
        .cpack_i(payload_1[2*BLOCK + 8 +: LINE - LINE / 4 * `WF_CPACK_ZERO_ENTRY]), .code_o(code_1)
`endif
`else
`ifdef WF_WITH_FPC_SIZE
        .coded_i(coded_1), .linebdi_i(tag_1[3:0]), .fpc_i(fpc_size_1),
`else
        .coded_i(coded_1), .linebdi_i(tag_1[3:0]), .fpc_i(payload_1[BLOCK +: 3 * `WF_FPC_SEGMENTS]),
`endif
`ifdef WF_WITH_CPACK_SIZE
        .cpack_i(cpack_size_1), .code_o(code_1)
`else
        .cpack_i(payload_1[2*BLOCK +: LINE - LINE / 4 * `WF_CPACK_ZERO_ENTRY]), .code_o(code_1)
`endif
`endif
    );
`endif
`ifdef WF_BPC_ENC
    wire       raw_1  = code_1 == 4'd0;
    wire [3:0] take_1 = code_1 | {3'b000, raw_1} << FIRST;
`else
    wire       raw_1  = code_1 == 3'd0;
    wire [2:0] take_1 = code_1 | {2'b00, raw_1} << FIRST;
`endif

    // ---- Pack ----

`ifdef WF_BPC_ENC
    wire [2:0]       member_1 = {code_1[3], code_1[1] || code_1[2], code_1[0] || code_1[2]};
    wire             other_1  = code_1[1] || code_1[2] || code_1[3];    // a member with a tag of one bit
    wire [BLOCK-1:0] bpc_1    = payload_1[3*BLOCK +: BLOCK] & {BLOCK{take_1[3]}};
    wire [UNITS-1:0] filled_1 = units_1[3*UNITS +: UNITS] & {UNITS{take_1[3]}};
`ifdef WF_WITH_HEAD
    wire [0:0]       whole_1  = !raw_1;
    wire [BLOCK-1:0] packed_1 = {{BLOCK-7{1'b0}}, member_1, 4'd0} | bpc_1      // the head, and the code
`else
    wire [TAG+2:0]   whole_1  = {(tag_1[0 +: TAG] & {TAG{code_1[0]}}) | {{TAG-1{1'b0}}, other_1}, member_1};
    wire [BLOCK-1:0] packed_1 = bpc_1
`endif
                              | (payload_1[0 +: BLOCK] & {BLOCK{take_1[0]}}) | (payload_1[BLOCK +: BLOCK] & {BLOCK{take_1[1]}})
                              | (payload_1[2*BLOCK +: BLOCK] & {BLOCK{take_1[2]}});
    wire [UNITS-1:0] bursts_1 = filled_1 | (units_1[0 +: UNITS] & {UNITS{take_1[0]}}) | (units_1[UNITS +: UNITS] & {UNITS{take_1[1]}})
                              | (units_1[2*UNITS +: UNITS] & {UNITS{take_1[2]}});
    wire             unused   = &{1'b0, valid_1, ready_0, ready_1, user_1, wen_1, whole_1, other_1};
`else
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
`endif

`ifdef WF_WITH_ENC_INTERVAL
    assign ready_o = ready_0[LEAD];

    `WF_CUT #(.ON(STAGES >= 2), .WIDTH(USER_BITS + TAG_BITS + BLOCK + 2 * UNITS), .FLOW(MOVES)) cut_outputs (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_1[LEAD]), .ready_o(ready_1),
        .data_i({user_1[LEAD*USER_BITS +: USER_BITS], whole_1[TAG_BITS-1:0], packed_1, bursts_1, bursts_1}),
        .valid_o(valid_o), .ready_i(ready_2), .data_o({user_o, tag_o, payload_o, units_o, wen_o})
    );
`else
    assign ready_o = ready_0[FIRST];  // all members move together: they have equally many ranks

    `WF_CUT #(.ON(STAGES >= 1), .WIDTH(USER_BITS + TAG_BITS + BLOCK + 2 * UNITS), .FLOW(FLOW)) cut_outputs (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_1[FIRST]), .ready_o(ready_1),
        .data_i({user_1[FIRST*USER_BITS +: USER_BITS], whole_1[TAG_BITS-1:0], packed_1, bursts_1, bursts_1}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, tag_o, payload_o, units_o, wen_o})
    );
`endif
endmodule
`default_nettype wire
