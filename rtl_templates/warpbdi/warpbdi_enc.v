// SPDX-License-Identifier: Apache-2.0
// Encoder of warpbdi: base-delta-immediate over a warp register. Lane 0 is the base. If every other lane is near it, one or two low bytes of
// each lane are enough: the bytes themselves (residues), or those of the lane's difference from lane 0 (deltas). Otherwise the register is
// stored raw.
// In: a register a cycle, its active mask (with EARLY_MASK a cycle before it), and raw_only_i, which asks for raw. Out, a cycle later for
// each rank (none: in the same cycle): tag, payload, the banks in use (units_o) and a write enable for each 32-bit word of the payload
// (wen_o).
//
`ifdef WF_ENC_RESIDUES
//   8 lanes, banks of 64 bits, hexadecimal  tag      payload bytes                                          banks in use
//   100 101 102 103 104 105 106 0FF         2 <4,1>  00 01 00 00 | 01 01 04 05 | 02 01 06 FF | 03 01 00 00  0 and 1
//   7 7 7 7 7 7 7 7                         1 <4,0>  07 00 00 00 | 07 00 07 07                              0
//   no fit, an inactive lane, raw_only_i    0 raw    the block                                              all
`endif
`ifdef WF_ENC_DELTAS
//   8 lanes, banks of 64 bits, hexadecimal  tag      payload bytes                       banks in use
//   100 101 102 103 104 105 106 0FF         2 <4,1>  00 01 00 00 | 01 02 03 04 05 06 FF  0 and 1
//   7 7 7 7 7 7 7 7                         1 <4,0>  07 00 00 00                         0
//   no fit, an inactive lane, raw_only_i    0 raw    the block                           all
`endif
//
// Window form: a code of D bits fits if and only if every lane lies in the window of 2^D values that begins at floor = base - 2^(D-1). The
// upper part of a lane (bit D and above) is then floor's, or one more where the lane's lower part is below floor's. With base 100 and D =
// 8, floor is 080. Lane 0FF has floor's upper part 0, since FF is not below 80. Lane 106 has 1, since 06 is below 80.
// Gray columns: two consecutive numbers differ in one bit of their Gray code. So the upper parts, in Gray code, must agree in every column
// but one, and the base tells which one. Besides, the lowest bit of each upper part must follow that lane's borrow. No lane needs a
// subtractor for that, and no lane is compared with another.
//
// Source: Warped-Compression (ISCA 2015), sections 4 and 5.1. More: docs/warpbdi.md
`default_nettype none
module `WF_ENC #(
    parameter       LANES      = `WF_LANES,        // lanes of the warp: a power of two, 4 to 128
    parameter       BANK       = `WF_BANK,         // bits of a bank: 32, 64 or 128
    parameter [2:0] MODES      = `WF_MODES,        // modes that may be used: bit 0 <4,0>, bit 1 <4,1>, bit 2 <4,2>
    parameter       ISOLATE    = `WF_ISOLATE,      // 1: gates hold operands at zero while idle or the block stays raw
    parameter       CUTS       = `WF_ENC_CUTS,     // register ranks, a bit each, from bit 0: `WF_ENC_CUT_NAMES
`ifdef WF_WITH_FLOW
    parameter       FLOW       = `WF_FLOW,         // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
`endif
    parameter       USER_BITS  = `WF_USER_BITS,    // bits of user, 1 or more
    parameter       EARLY_MASK = `WF_EARLY_MASK    // 1: mask_i comes one cycle before valid_i and block_i
) (
    input  wire                          clk_i,       // clock, rising edge; without ranks nothing uses it
    input  wire                          rst_ni,      // reset, low, asynchronous
    input  wire                          valid_i,     // 1: the inputs are a block of this cycle
`ifdef WF_WITH_FLOW
    output wire                          ready_o,     // 1: the unit takes what valid_i offers
`endif
    input  wire [USER_BITS-1:0]          user_i,      // any bits; they come out with this block's result
    input  wire                          raw_only_i,  // 1: store the block raw
    input  wire [LANES-1:0]              mask_i,      // active mask, bit i is lane i; a cycle early if EARLY_MASK
    input  wire [LANES*32-1:0]           block_i,     // a word of 32 bits for each lane, lane 0 lowest

    output wire                          valid_o,     // 1: the outputs mean something in this cycle
`ifdef WF_WITH_FLOW
    input  wire                          ready_i,     // 1: the receiver takes the outputs; nothing uses it if FLOW is 0
`endif
    output wire [USER_BITS-1:0]          user_o,      // the bits that came in with this block
    output wire [1:0]                    tag_o,       // 0 raw, 1 <4,0>, 2 <4,1>, 3 <4,2>
    output wire [LANES*32-1:0]           payload_o,   // base and low bytes, or the block; banks not in use: any bits
    output wire [LANES*32/BANK-1:0] units_o,     // the banks in use, bit u is bank u
    output wire [LANES-1:0]              wen_o        // write enables, bit i is word i of the payload
);
`ifndef WF_WITH_FLOW
    localparam FLOW = 0;  // there is no ready_i to obey
    wire ready_o;
    wire ready_i     = 1'b1;
    wire unused_flow = &{1'b0, ready_o};
`endif
    localparam BLOCK = LANES * 32;
    localparam UNITS = BLOCK / BANK;
    localparam BYTES = BANK / 8;

    // Banks of each code; a mode is in use if it is enabled and saves a bank
    localparam       BANKS_40 = (4 + BYTES - 1) / BYTES;
    localparam       BANKS_41 = (LANES + 3 + BYTES - 1) / BYTES;
    localparam       BANKS_42 = (2 * LANES + 2 + BYTES - 1) / BYTES;
    localparam [0:0] USE_40   = MODES[0] && BANKS_40 < UNITS;
    localparam [0:0] USE_41   = MODES[1] && BANKS_41 < UNITS;
    localparam [0:0] USE_42   = MODES[2] && BANKS_42 < UNITS;

    // Words of the payload that <4,1>, <4,2> and the longest code in use take
    localparam WORDS_41 = BANKS_41 < UNITS ? BANKS_41 * BYTES / 4 : LANES;
    localparam WORDS_42 = BANKS_42 < UNITS ? BANKS_42 * BYTES / 4 : LANES;
`ifdef WF_ENC_DELTAS
    localparam WORDS    = USE_42 ? WORDS_42 : USE_41 ? WORDS_41 : USE_40 ? BANKS_40 * BYTES / 4 : 1;
`endif

    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (BANK != 32 && BANK != 64 && BANK != 128) begin : gen_bad_bank wf_illegal_BANK bad (); end
        if (MODES == 3'd0) begin : gen_bad_modes wf_illegal_MODES bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if ((CUTS >> 4) != 0) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
        if (EARLY_MASK < 0 || EARLY_MASK > 1 ||
                (EARLY_MASK != 0 && (CUTS == 0 || FLOW != 0))) begin : gen_bad_early_mask
            wf_illegal_EARLY_MASK bad ();
        end
    endgenerate

    // ---- Classify: a warp with an inactive lane stays raw ----

    wire [LANES-1:0] mask;      // of this cycle's block
    wire             full;
    `WF_EARLY #(.ON(EARLY_MASK), .WIDTH(1 + LANES)) early (.clk_i(clk_i), .data_i({&mask_i, mask_i}), .data_o({full, mask}));

    wire                 valid_1, ready_1, raw_1;
    wire [USER_BITS-1:0] user_1;
    wire [LANES-1:0]     mask_1;
    wire [BLOCK-1:0]     block_1;
    wire                 raw_to_1 = raw_only_i || !full;

    `WF_CUT #(.ON(CUTS[0]), .WIDTH(1 + USER_BITS + LANES + BLOCK), .FLOW(FLOW)) cut_operands (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .data_i({raw_to_1, user_i, mask, block_i}),
        .valid_o(valid_1), .ready_i(ready_1), .data_o({raw_1, user_1, mask_1, block_1})
    );

    // With ISOLATE, gates in the parts hold operands at zero while the unit is idle and while the warp is known to stay raw. Before the first
    // rank only raw_only_i and an early mask say so: the gates do not wait for the mask. Behind a rank, what was found before it says so too
    wire live_1 = ISOLATE == 0 || (CUTS[0] ? valid_1 && !raw_1 : valid_i && !raw_only_i && (EARLY_MASK == 0 || full));

    // ---- Classify, Select: what the codes keep of each lane, and the narrowest one that holds all lanes ----

    wire                 valid_3, ready_3, coded_3;
    wire [3:1]           mode_3;    // one-hot: <4,0>, <4,1>, <4,2>
    wire [USER_BITS-1:0] user_3;
    wire [LANES-1:0]     mask_3;
    wire [BLOCK-1:0]     block_3, code_3;
`ifdef WF_ENC_RESIDUES
    `WF_ENC_RESIDUES #(
        .LANES(LANES), .WORDS_41(WORDS_41), .WORDS_42(WORDS_42),
`endif
`ifdef WF_ENC_DELTAS
    `WF_ENC_DELTAS #(
        .LANES(LANES), .WORDS(WORDS),
`endif
        .MODES({USE_42, USE_41, USE_40}), .ISOLATE(ISOLATE), .CUTS(CUTS), .FLOW(FLOW), .USER_BITS(USER_BITS)
    ) select (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_1), .ready_o(ready_1),
        .live_i(live_1), .raw_i(raw_1), .user_i(user_1), .mask_i(mask_1), .block_i(block_1),
        .valid_o(valid_3), .ready_i(ready_3), .user_o(user_3), .mask_o(mask_3), .block_o(block_3),
        .coded_o(coded_3), .mode_o(mode_3), .code_o(code_3)
    );

    // ---- Pack: the code or the block, the banks in use, the words to be written ----

    wire [1:0] tag_3 = {mode_3[2] || mode_3[3], mode_3[1] || mode_3[3]};

    // The mask of a compressed warp is full, so its write enables are those of the banks in use
    wire [UNITS-1:0] units_3;
    wire [LANES-1:0] wen_3;
    genvar           i;
    generate
        for (i = 0; i < UNITS; i = i + 1) begin : gen_unit
            assign units_3[i] = !(mode_3[1] && i >= BANKS_40) && !(mode_3[2] && i >= BANKS_41) && !(mode_3[3] && i >= BANKS_42);
            assign wen_3[BANK/32*i +: BANK/32] = mask_3[BANK/32*i +: BANK/32] & {BANK/32{units_3[i]}};
        end
    endgenerate
    wire [BLOCK-1:0] payload_3 = coded_3 ? code_3 : block_3;

    `WF_CUT #(.ON(CUTS[3]), .WIDTH(USER_BITS + 2 + UNITS + LANES + BLOCK), .FLOW(FLOW)) cut_outputs (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_3), .ready_o(ready_3), .data_i({user_3, tag_3, units_3, wen_3, payload_3}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, tag_o, units_o, wen_o, payload_o})
    );
endmodule
`default_nettype wire
