// SPDX-License-Identifier: Apache-2.0
// Decoder of warpbdi: tag and payload of a warp register give its LANES words of 32 bits. Lane 0 is the least significant word.
// In: a code a cycle. With EARLY_TAG its tag comes one cycle before valid_i and payload_i. Out, a cycle later for each rank (none: in the same cycle):
// the block. A bank that the tag does not use is not looked at.
//
//   tag 2 <4,1>, base 00008001: a lane whose low byte is FF is 00007FFF, or its delta is FE: 00008001 - 2 = 00007FFF
//
// Source: Warped-Compression (ISCA 2015), sections 4 and 5.1. More: docs/warpbdi.md
`default_nettype none
module `WF_DEC #(
    parameter       LANES     = `WF_LANES,       // lanes of the warp: a power of two, 4 to 128
    parameter       BANK      = `WF_BANK,        // bits of a bank: 32, 64 or 128
    parameter [2:0] MODES     = `WF_MODES,       // modes that may be used: bit 0 <4,0>, bit 1 <4,1>, bit 2 <4,2>
    parameter       ISOLATE   = `WF_ISOLATE,     // 1: gates hold operands at zero while idle or the block stays raw
    parameter       CUTS      = `WF_DEC_CUTS,    // register ranks, a bit each, from bit 0: `WF_DEC_CUT_NAMES
`ifdef WF_WITH_FLOW
    parameter       FLOW      = `WF_FLOW,        // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
`endif
    parameter       USER_BITS = `WF_USER_BITS,   // bits of user, 1 or more
    parameter       EARLY_TAG = `WF_EARLY_TAG    // 1: tag_i comes one cycle before valid_i and payload_i
) (
    input  wire                 clk_i,      // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,     // reset, low, asynchronous
    input  wire                 valid_i,    // 1: payload_i is a code of this cycle
`ifdef WF_WITH_FLOW
    output wire                 ready_o,    // 1: the unit takes what valid_i offers
`endif
    input  wire [USER_BITS-1:0] user_i,     // any bits; they come out with this block's result
    input  wire [1:0]           tag_i,      // 0 raw, 1 <4,0>, 2 <4,1>, 3 <4,2>; one that is not in use: raw
    input  wire [LANES*32-1:0]  payload_i,  // base and low bytes, or the block; banks not in use: any bits

    output wire                 valid_o,    // 1: block_o and user_o mean something in this cycle
`ifdef WF_WITH_FLOW
    input  wire                 ready_i,    // 1: the receiver takes the outputs; nothing uses it if FLOW is 0
`endif
    output wire [USER_BITS-1:0] user_o,     // the bits that came in with this block
    output wire [LANES*32-1:0]  block_o     // a word of 32 bits for each lane, lane 0 lowest
);
`ifndef WF_WITH_FLOW
    localparam FLOW = 0;  // there is no ready_i to obey
    wire ready_o;
    wire ready_i     = 1'b1;
    wire unused_flow = &{1'b0, ready_o};
`endif
    localparam UNITS = LANES * 32 / BANK;
    localparam BYTES = BANK / 8;

    // Banks of each code; a mode is in use if it is enabled and saves a bank
    localparam       BANKS_40 = (4 + BYTES - 1) / BYTES;
    localparam       BANKS_41 = (LANES + 3 + BYTES - 1) / BYTES;
    localparam       BANKS_42 = (2 * LANES + 2 + BYTES - 1) / BYTES;
    localparam [0:0] USE_40   = MODES[0] && BANKS_40 < UNITS;
    localparam [0:0] USE_41   = MODES[1] && BANKS_41 < UNITS;
    localparam [0:0] USE_42   = MODES[2] && BANKS_42 < UNITS;

`ifdef WF_DEC_RESIDUES
    // Words of the payload that <4,1> and <4,2> take
    localparam WORDS_41 = BANKS_41 < UNITS ? BANKS_41 * BYTES / 4 : LANES;
    localparam WORDS_42 = BANKS_42 < UNITS ? BANKS_42 * BYTES / 4 : LANES;
    localparam STORED   = USE_42 ? 2 : USE_41 ? 1 : 0;  // low bytes of a lane that the longest code in use stores
`endif

    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (BANK != 32 && BANK != 64 && BANK != 128) begin : gen_bad_bank wf_illegal_BANK bad (); end
        if (MODES == 3'd0) begin : gen_bad_modes wf_illegal_MODES bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if ((CUTS >> 4) != 0) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
        if (EARLY_TAG < 0 || EARLY_TAG > 1 ||
                (EARLY_TAG != 0 && (CUTS == 0 || FLOW != 0))) begin : gen_bad_early_tag wf_illegal_EARLY_TAG bad (); end
    endgenerate

    // ---- Unpack: the tag, one-hot. A tag that is not in use counts as 0 ----

    localparam [3:0] MODES_USED = {USE_42, USE_41, USE_40, 1'b0};
    wire [3:0] mode_now = MODES_USED[tag_i] ? (4'b0001 << tag_i) & MODES_USED : 4'b0001;
    wire [3:0] mode_tag;
    `WF_EARLY #(.ON(EARLY_TAG), .WIDTH(4)) early (.clk_i(clk_i), .data_i(mode_now), .data_o(mode_tag));

    // With ISOLATE the unit sees no mode, not even raw, while it is idle
    wire [3:0] mode = mode_tag & {4{ISOLATE == 0 || valid_i}};

`ifdef WF_DEC_RESIDUES
    `WF_DEC_RESIDUES #(
        .LANES(LANES), .WORDS_41(WORDS_41), .WORDS_42(WORDS_42), .BYTES(STORED),
`endif
`ifdef WF_DEC_DELTAS
    `WF_DEC_DELTAS #(
        .LANES(LANES),
`endif
        .ISOLATE(ISOLATE), .CUTS(CUTS), .FLOW(FLOW), .USER_BITS(USER_BITS)
    ) rebuild (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .user_i(user_i), .mode_i(mode), .payload_i(payload_i),
        .valid_o(valid_o), .ready_i(ready_i), .user_o(user_o), .block_o(block_o)
    );
endmodule
`default_nettype wire
