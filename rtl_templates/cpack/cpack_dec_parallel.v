// SPDX-License-Identifier: Apache-2.0
// Decoder of cpack, form parallel: all words are decoded at once.
//
//   payload              the codes (4 bytes), entry 0 = ABCDEF00 (4 bytes), the bytes (8 bytes)
//   codes                2          3          0          1          0
//   which say            zero       a byte     entry 0    0, a byte  entry 0
//   bytes                00         07         00         42         00
//   32 bytes             00000000   00000007   ABCDEF00   ABCDEF42   ABCDEF00 four times
//
// Codes and entries have fixed places. The bytes stand behind the n entries in use, so they have five possible places at most. n is the
// highest entry in use plus 1; the entry in a code for zero does not count.
`default_nettype none
module `WF_DEC_PARALLEL #(
    parameter LINE       = `WF_LINE,        // bytes of the cache line: 32, 64 or 128
    parameter ZERO_ENTRY = `WF_ZERO_ENTRY,  // 1 if zero is one of the four entries, 0 if it is apart
    parameter ISOLATE    = `WF_ISOLATE,     // 1: gates hold the operands at zero while the unit is idle
    parameter CUTS       = `WF_DEC_CUTS,    // register ranks, a bit each, from bit 0: `WF_DEC_CUT_NAMES
    parameter FLOW       = `WF_FLOW,        // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter USER_BITS  = `WF_USER_BITS    // bits of user, 1 or more
) (
    input  wire                 clk_i,      // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,     // reset, low, asynchronous
    input  wire                 valid_i,    // 1: payload_i is a code of this cycle
    output wire                 ready_o,    // 1: the unit takes what valid_i offers
    input  wire [USER_BITS-1:0] user_i,     // any bits; they come out with this block's result
    input  wire                 coded_i,    // 1: compressed, 0: raw
    input  wire [LINE*8-1:0]    payload_i,  // the code or the raw line, byte 0 lowest; bursts that are not in use: any bits

    output wire                 valid_o,    // 1: block_o and user_o mean something in this cycle
    input  wire                 ready_i,    // 1: the receiver takes the outputs; nothing uses it if FLOW is 0
    output wire [USER_BITS-1:0] user_o,     // the bits that came in with this block
    output wire [LINE*8-1:0]    block_o     // the line, byte 0 lowest
);
    localparam BLOCK = LINE * 8;
    localparam W     = LINE / 4;                    // words
    localparam CODE  = ZERO_ENTRY != 0 ? 3 : 4;     // bits
    localparam MOST  = ZERO_ENTRY != 0 ? 3 : 4;     // entries
    localparam HEAD  = W * CODE;                    // bits of the codes
    localparam TAIL  = 32 * MOST + 8 * W;           // bits behind them

    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (ZERO_ENTRY < 0 || ZERO_ENTRY > 1) begin : gen_bad_zero_entry wf_illegal_ZERO_ENTRY bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if ((CUTS >> 5) != 0) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (FLOW < 0 || FLOW > 2) begin : gen_bad_flow wf_illegal_FLOW bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
    endgenerate

    localparam CUT_OPERAND = CUTS[0];
    localparam CUT_USES    = CUTS[1];
    localparam CUT_HEAD    = CUTS[2];
    localparam CUT_BYTES   = CUTS[3];

    // With ISOLATE the unit sees zeros while idle. Behind a register rank nothing toggles in an idle unit anyway
    wire [BLOCK-1:0]     payload_0 = payload_i & {BLOCK{ISOLATE == 0 || CUT_OPERAND || valid_i}};
    wire                 valid_1, ready_1, coded_1;
    wire [USER_BITS-1:0] user_1;
    wire [BLOCK-1:0]     payload_1;

    `WF_CUT #(.ON(CUT_OPERAND), .WIDTH(USER_BITS + 1 + BLOCK), .FLOW(FLOW)) cut_operand (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .data_i({user_i, coded_i, payload_0}),
        .valid_o(valid_1), .ready_i(ready_1), .data_o({user_1, coded_1, payload_1})
    );

    // ---- Unpack: which words take which entry, which take a byte ----

    wire [MOST*W-1:0] uses_1;       // bit W*k + i: word i takes entry k
    wire [W-1:0]      partial_1;
    genvar            i, k;
    generate
        for (i = 0; i < W; i = i + 1) begin : gen_unpack
`ifdef WF_WITH_HEAD
            wire [CODE-1:0] code   = payload_1[8 + CODE*i +: CODE];     // behind the line's head
`else
            wire [CODE-1:0] code   = payload_1[CODE*i +: CODE];
`endif
            wire [1:0]      number = code[CODE-1 -: 2];     // of the entry; with ZERO_ENTRY 0 is zero, and entry k has k + 1
            assign partial_1[i] = code[0] && coded_1;
            for (k = 0; k < MOST; k = k + 1) begin : gen_entry
                localparam NUMBER = k + ZERO_ENTRY;
                assign uses_1[W*k + i] = coded_1 && (ZERO_ENTRY != 0 || !code[1]) && number == NUMBER[1:0];
            end
        end
    endgenerate

    wire                 valid_2, ready_2, coded_2;
    wire [USER_BITS-1:0] user_2;
    wire [MOST*W-1:0]    uses_2;
    wire [W-1:0]         partial_2;
    wire [BLOCK-1:0]     payload_2;

    `WF_CUT #(.ON(CUT_USES), .WIDTH(USER_BITS + 1 + MOST*W + W + BLOCK), .FLOW(FLOW)) cut_uses (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_1), .ready_o(ready_1), .data_i({user_1, coded_1, uses_1, partial_1, payload_1}),
        .valid_o(valid_2), .ready_i(ready_2), .data_o({user_2, coded_2, uses_2, partial_2, payload_2})
    );

    // ---- Unpack: how many entries are in use ----

    // ORs of two, since a tool that merges nested reductions would count the words of an entry anew for each number of entries
    wire [MOST-1:0] used_2;                             // bit k: entry k is in use
    wire [MOST-1:0] pair_2    = used_2 | (used_2 >> 1); // bit k: entry k is, or the next one
    wire [MOST-1:0] above_2   = pair_2 | (pair_2 >> 2); // bit k: entry k is, or one above it
    wire [MOST:0]   entries_2 = {used_2, 1'b1} & ~{1'b0, above_2};  // bit k: k entries are, entry k - 1 is the highest
    generate
        for (k = 0; k < MOST; k = k + 1) begin : gen_used
            assign used_2[k] = |uses_2[W*k +: W];
        end
    endgenerate

    wire                 valid_3, ready_3, coded_3;
    wire [USER_BITS-1:0] user_3;
    wire [MOST:0]        entries_3;
    wire [MOST*W-1:0]    uses_3;
    wire [W-1:0]         partial_3;
    wire [BLOCK-1:0]     payload_3;

    `WF_CUT #(.ON(CUT_HEAD), .WIDTH(USER_BITS + 1 + MOST + 1 + MOST*W + W + BLOCK), .FLOW(FLOW)) cut_head (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_2), .ready_o(ready_2), .data_i({user_2, coded_2, entries_2, uses_2, partial_2, payload_2}),
        .valid_o(valid_3), .ready_i(ready_3), .data_o({user_3, coded_3, entries_3, uses_3, partial_3, payload_3})
    );

    // ---- Unpack: the bytes; the number of entries tells where they are ----

    wire [TAIL-1:0] moved_3;        // what is behind the codes, moved down by the entries in use
    wire [8*W-1:0]  byte_3;
    wire            unused_moved = &{1'b0, moved_3};
    `WF_SHIFT #(.WIDTH(TAIL), .STEP(32), .COUNT(MOST + 1), .LEFT(0)) move (
`ifdef WF_WITH_HEAD
        .select_i(entries_3), .data_i(payload_3[8 + HEAD +: TAIL]), .data_o(moved_3)
`else
        .select_i(entries_3), .data_i(payload_3[HEAD +: TAIL]), .data_o(moved_3)
`endif
    );
    generate
        for (i = 0; i < W; i = i + 1) begin : gen_byte
            assign byte_3[8*i +: 8] = moved_3[8*i +: 8] & {8{partial_3[i]}};
        end
    endgenerate

    wire                 valid_4, ready_4, coded_4;
    wire [USER_BITS-1:0] user_4;
    wire [8*W-1:0]       byte_4;
    wire [MOST*W-1:0]    uses_4;
    wire [W-1:0]         partial_4;
    wire [BLOCK-1:0]     payload_4;

    `WF_CUT #(.ON(CUT_BYTES), .WIDTH(USER_BITS + 1 + 8*W + MOST*W + W + BLOCK), .FLOW(FLOW)) cut_bytes (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_3), .ready_o(ready_3), .data_i({user_3, coded_3, byte_3, uses_3, partial_3, payload_3}),
        .valid_o(valid_4), .ready_i(ready_4), .data_o({user_4, coded_4, byte_4, uses_4, partial_4, payload_4})
    );

    // ---- Rebuild: each word from its entry and its byte; a raw line as it stands ----

    wire [BLOCK-1:0] block_4;
    generate
        for (i = 0; i < W; i = i + 1) begin : gen_rebuild
            wire [MOST-1:0] uses;   // bit k: this word takes entry k
            wire [31:0]     entry;
            wire [31:0]     word = {entry[31:8], entry[7:0] & {8{!partial_4[i]}} | byte_4[8*i +: 8]};
            for (k = 0; k < MOST; k = k + 1) begin : gen_uses
                assign uses[k] = uses_4[W*k + i];
            end
`ifdef WF_WITH_HEAD
            `WF_MUX #(.WIDTH(32), .COUNT(MOST)) mux (.select_i(uses), .data_i(payload_4[8 + HEAD +: 32*MOST]), .data_o(entry));
`else
            `WF_MUX #(.WIDTH(32), .COUNT(MOST)) mux (.select_i(uses), .data_i(payload_4[HEAD +: 32*MOST]), .data_o(entry));
`endif
            assign block_4[32*i +: 32] = word | payload_4[32*i +: 32] & {32{!coded_4}};
        end
    endgenerate

    `WF_CUT #(.ON(CUTS[4]), .WIDTH(USER_BITS + BLOCK), .FLOW(FLOW)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_4), .ready_o(ready_4), .data_i({user_4, block_4}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, block_o})
    );
endmodule
`default_nettype wire
