// SPDX-License-Identifier: Apache-2.0
// Encoder of bestof: several line codecs encode the line (the members), and the code of the fewest bytes is used. Among equals the order is
// linebdi, fpc, cpack. If no member saves anything, the line is stored raw.
// In: a line a cycle, and raw_only_i, which asks for raw. Out, STAGES cycles later (0: in the same cycle): tag, payload, the bursts of 32
// bytes in use (units_o and wen_o). With STAGES > 1 the members have STAGES - 1 ranks, and the last rank follows the choice.
//
//   64 bytes of zeros   linebdi 1 byte, fpc 2 bytes, cpack 8 bytes   ->  tag 0001 01 (zeros of linebdi), one byte 00, burst 0
//
// The tag, from bit 0: member (0 raw, 1 linebdi, 2 fpc, 3 cpack), 2 bits | the member's tag The size of a code is not an output of the
// members. It is read from linebdi's tag, from the prefixes of fpc and from the codes of cpack.
// Source: CABA (2016), section 7.3, CABA-BestOfAll. More: docs/bestof.md
`default_nettype none
module `WF_ENC #(
    parameter       LINE      = `WF_LINE,        // bytes of the cache line: 32, 64 or 128
    parameter [2:0] MEMBERS   = `WF_MEMBERS,     // the set of members: bit 0 linebdi, bit 1 fpc, bit 2 cpack
    parameter       SAVE      = `WF_SAVE,        // what a code must save to be used: 0 a byte, 1 a burst of 32 bytes
    parameter       ISOLATE   = `WF_ISOLATE,     // 1: gates hold the operands at zero while the unit is idle
    parameter       STAGES    = `WF_ENC_STAGES,  // register ranks: the latency in cycles; not to be set
    parameter       FLOW      = `WF_FLOW,        // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter       USER_BITS = `WF_USER_BITS,   // bits of user, 1 or more
    parameter       TAG_BITS  = MEMBERS[0] ? 2 + `WF_LINEBDI_TAG_BITS : 3  // bits of the tag; not to be set
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
    output wire [TAG_BITS-1:0]  tag_o,       // from bit 0: member (0 raw, 1 linebdi, 2 fpc, 3 cpack; 2 bits) | its tag
    output wire [LINE*8-1:0]    payload_o,   // the code or the raw line, byte 0 lowest; bursts that are not in use: any bits
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

    // Parameters of the members that the sizes of their codes depend on
    localparam ZERO_BASE  = `WF_LINEBDI_ZERO_BASE;
    localparam SELECT_TAG = `WF_LINEBDI_SELECT_TAG;
    localparam SEGMENTS   = `WF_FPC_SEGMENTS;
    localparam ZERO_ENTRY = `WF_CPACK_ZERO_ENTRY;

    generate
        if ((LINE != 32 && LINE != 64 && LINE != 128) || MEMBERS == 3'd0 || SAVE < 0 || SAVE > 1 ||
                (SAVE == 1 && LINE == 32) || ISOLATE < 0 || ISOLATE > 1 || USER_BITS < 1 ||
                TAG_BITS != (MEMBERS[0] ? 2 + TAG : 3) || (TAG != 4 && TAG != 4 + LINE / 2) ||
                STAGES != `WF_ENC_STAGES) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    // ---- Encode: the members. A member that is not in the set says raw ----

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
            assign {units_1[0 +: UNITS], wen_1[0 +: UNITS]} = {2*UNITS{1'b0}};
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
            assign {units_1[UNITS +: UNITS], wen_1[UNITS +: UNITS]} = {2*UNITS{1'b0}};
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
            assign {units_1[2*UNITS +: UNITS], wen_1[2*UNITS +: UNITS]} = {2*UNITS{1'b0}};
        end
    endgenerate
    assign tag_1[TAG+1 +: TAG-1]   = {TAG-1{1'b0}};
    assign tag_1[2*TAG+1 +: TAG-1] = {TAG-1{1'b0}};

    // ---- Measure: bytes of each code, from its tag or its head; LINE if it is raw ----

    // linebdi: base, deltas and, if they are in the payload, the bytes of the select bits: one bit for each chunk of 8, 4 or 2 bytes
    localparam STORED = ZERO_BASE != 0 && SELECT_TAG == 0;
    localparam S8     = STORED ? (LINE + 63) / 64 : 0;
    localparam S4     = STORED ? LINE / 32 : 0;
    localparam S2     = STORED ? LINE / 16 : 0;

    function [7:0] bytes_of_linebdi;        // not a case: one with constants would become a memory
        input [3:0] tag;
        bytes_of_linebdi = (tag == 4'd0 ? LINE : 8'd0)
                         | (tag == 4'd1 ? 8'd1 : 8'd0)
                         | (tag == 4'd2 ? 8'd8 : 8'd0)
                         | (tag == 4'd3 ? 8 + LINE / 8 + S8 : 8'd0)
                         | (tag == 4'd4 ? 8 + LINE / 4 + S8 : 8'd0)
                         | (tag == 4'd5 ? 8 + LINE / 2 + S8 : 8'd0)
                         | (tag == 4'd6 ? 4 + LINE / 4 + S4 : 8'd0)
                         | (tag == 4'd7 ? 4 + LINE / 2 + S4 : 8'd0)
                         | (tag == 4'd8 ? 2 + LINE / 2 + S2 : 8'd0);
    endfunction

    // Nibbles of data that a word has under a pattern of fpc
    function [3:0] nibbles_of;
        input [2:0] pattern;
        case (pattern)
            3'd0:       nibbles_of = 4'd0;
            3'd1:       nibbles_of = 4'd1;
            3'd2, 3'd6: nibbles_of = 4'd2;
            3'd7:       nibbles_of = 4'd8;
            default:    nibbles_of = 4'd4;
        endcase
    endfunction

    // fpc: a prefix for each segment, then the data of their words. Level 0 has the nibbles of one word of each segment, a further level sums pairs
    localparam WORDS  = LINE / 4 / SEGMENTS;            // of a segment
    localparam LEVELS = $clog2(SEGMENTS);
    genvar level, part;
    generate
        for (level = 0; level <= LEVELS; level = level + 1) begin : gen_nibbles
            wire [8*(SEGMENTS>>level)-1:0] nibbles;
            for (part = 0; part < SEGMENTS >> level; part = part + 1) begin : gen_sum
                if (level == 0) begin : gen_segment
                    assign nibbles[8*part +: 8] = {4'd0, nibbles_of(payload_1[BLOCK + 3*part +: 3])};
                end else begin : gen_pair
                    assign nibbles[8*part +: 8] = gen_nibbles[level-1].nibbles[16*part +: 8] + gen_nibbles[level-1].nibbles[16*part+8 +: 8];
                end
            end
        end
    endgenerate
    wire [7:0] nibbles_1      = gen_nibbles[LEVELS].nibbles;
    wire [7:0] bytes_of_fpc_1 = (3 * SEGMENTS + 7) / 8 + (WORDS == 1 ? (nibbles_1 + 8'd1) / 2 : nibbles_1 * (WORDS / 2));

    // cpack: a code is, from bit 0, partial (1 bit), zero (1 bit, unless ZERO_ENTRY), index (2 bits). The entries in use are those up to
    // the highest index
    localparam             CODE    = ZERO_ENTRY != 0 ? 3 : 4;
    localparam             CODES   = LINE / 4 * CODE;
    localparam             MOST    = ZERO_ENTRY != 0 ? 3 : 4;   // entries
    localparam [CODES-1:0] PARTIAL = {LINE/4{{CODE-1{1'b0}}, 1'b1}};

    function [7:0] bytes_of_cpack;
        input [CODES-1:0] head;
        reg               partial, some, low, high, both;
        begin
            partial = |(head & PARTIAL);
            some    = |(~head & PARTIAL << 1) && ZERO_ENTRY == 0;
            low     = |(head & PARTIAL << (CODE - 2));
            high    = |(head & PARTIAL << (CODE - 1));
            both    = |(head & (head >> 1) & PARTIAL << (CODE - 2));
            bytes_of_cpack = CODES / 8 + (partial ? LINE / 4 : 8'd0)
                             + (both ? 4 * MOST : high ? 4 * (MOST - 1) : low ? 4 * (MOST - 2) : some ? 8'd4 : 8'd0);
        end
    endfunction

    wire [7:0] linebdi_1 = bytes_of_linebdi(tag_1[3:0]);
    wire [7:0] fpc_1     = tag_1[TAG] ? bytes_of_fpc_1 : LINE;
    wire [7:0] cpack_1   = tag_1[2*TAG] ? bytes_of_cpack(payload_1[2*BLOCK +: CODES]) : LINE;

    // ---- Classify: the member with the smallest code; all pairs of sizes are compared at once ----

    localparam FIRST = MEMBERS[0] ? 0 : MEMBERS[1] ? 1 : 2;     // the member whose valid, user and raw line are used

    wire fpc_first    = fpc_1   < linebdi_1;    // fpc before linebdi
    wire cpack_first  = cpack_1 < linebdi_1;
    wire cpack_second = cpack_1 < fpc_1;        // cpack before fpc

    wire [2:0] best_1  = {cpack_first && cpack_second, fpc_first && !cpack_second, !fpc_first && !cpack_first};
    wire [2:0] code_1  = best_1 & {tag_1[2*TAG], tag_1[TAG], |tag_1[3:0]};
    wire       raw_1   = code_1 == 3'd0;
    wire [2:0] take_1  = code_1 | {2'b00, raw_1} << FIRST;

    // ---- Pack ----

    wire [TAG+1:0] whole_1 = {(tag_1[0 +: TAG] & {TAG{code_1[0]}}) | {{TAG-1{1'b0}}, code_1[1] || code_1[2]},
                              code_1[1] || code_1[2], code_1[0] || code_1[2]};
    wire [BLOCK-1:0] packed_1 = (payload_1[0 +: BLOCK] & {BLOCK{take_1[0]}}) | (payload_1[BLOCK +: BLOCK] & {BLOCK{take_1[1]}})
                              | (payload_1[2*BLOCK +: BLOCK] & {BLOCK{take_1[2]}});
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
