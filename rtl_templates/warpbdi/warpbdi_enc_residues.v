// SPDX-License-Identifier: Apache-2.0
// Encoder of warpbdi, residues: which code holds all lanes, and its payload, the low bytes of the lanes as they are.
// Windows and Gray columns: `WF_ENC.v.
`default_nettype none
module `WF_ENC_RESIDUES #(
    parameter LANES     = `WF_LANES,       // lanes of the warp: a power of two, 4 to 128
    parameter WORDS_41  = LANES,           // words of the payload that <4,1> uses, LANES at most
    parameter WORDS_42  = LANES,           // words that <4,2> uses
    parameter MODES     = 7,               // modes in use: bit 0 <4,0>, bit 1 <4,1>, bit 2 <4,2>
    parameter ISOLATE   = `WF_ISOLATE,     // 1: gates hold operands at zero while idle or the block stays raw
    parameter CUTS      = `WF_ENC_CUTS,    // register ranks, a bit each, from bit 0: `WF_ENC_CUT_NAMES
    parameter FLOW      = `WF_FLOW,        // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter USER_BITS = `WF_USER_BITS    // bits of user, 1 or more
) (
    input  wire                 clk_i,      // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,     // reset, low, asynchronous
    input  wire                 valid_i,    // 1: the inputs are a block of this cycle
    output wire                 ready_o,    // 1: the next rank takes what valid_i offers
    input  wire                 live_i,     // 0: the unit is idle, or the warp stays raw as far as is known
    input  wire                 raw_i,      // 1: the warp stays raw
    input  wire [USER_BITS-1:0] user_i,     // any bits; they come out with this block's result
    input  wire [LANES-1:0]     mask_i,     // active mask, bit i is lane i
    input  wire [LANES*32-1:0]  block_i,    // a word of 32 bits for each lane, lane 0 lowest

    output wire                 valid_o,    // 1: the outputs mean something in this cycle
    input  wire                 ready_i,    // 1: the next place takes the outputs; nothing uses it if FLOW is 0
    output wire [USER_BITS-1:0] user_o,     // the bits that came in with this block
    output wire [LANES-1:0]     mask_o,     // the block's active mask
    output wire [LANES*32-1:0]  block_o,    // the block, as it came in
    output wire                 coded_o,    // 1: it has a code
    output wire [3:1]           mode_o,     // one-hot, its code: <4,0>, <4,1>, <4,2>; 0 if it stays raw
    output wire [LANES*32-1:0]  code_o      // the payload if it has one
);
    localparam BLOCK = LANES * 32;

    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (MODES < 0 || MODES > 7) begin : gen_bad_modes wf_illegal_MODES bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if ((CUTS >> 4) != 0) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
    endgenerate


    // ---- Classify: Gray columns of the upper parts, borrows out of the low seven bits ----

    wire [LANES-1:0] below_1;
    wire             same_1, near_1, far_1;
    `WF_ENC_COLUMNS #(.LANES(LANES), .D(MODES[1] ? 8 : MODES[2] ? 16 : 32)) columns (
        .block_i(block_i), .same_o(same_1), .near_o(near_1), .far_o(far_1)
    );
    `WF_ENC_BELOW #(.LANES(LANES)) below (.block_i(block_i), .live_i(live_i), .below_o(below_1));

    wire                 valid_2, ready_2, raw_2, same_2, near_2, far_2;
    wire [USER_BITS-1:0] user_2;
    wire [LANES-1:0]     below_2;
    wire [LANES-1:0]     mask_2;
    wire [BLOCK-1:0]     block_2;
    wire                 raw_to_2 = raw_i || !(MODES[2] ? far_1 : MODES[1] ? near_1 : same_1);

    `WF_CUT #(.ON(CUTS[1]), .WIDTH(4 + USER_BITS + LANES + LANES + BLOCK), .FLOW(FLOW)) cut_borrows (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .data_i({raw_to_2, same_1, near_1, far_1, user_i, below_1, mask_i, block_i}),
        .valid_o(valid_2), .ready_i(ready_2), .data_o({raw_2, same_2, near_2, far_2, user_2, below_2, mask_2, block_2})
    );

    // ---- Select: the narrowest code that holds every lane ----

    wire live_2 = ISOLATE == 0 || (CUTS[1] ? valid_2 && !raw_2 : live_i);
    wire near_links_2, far_links_2;
    `WF_ENC_LINKS #(.LANES(LANES)) links (
        .block_i(block_2), .live_i(live_2), .below_i(below_2), .near_o(near_links_2), .far_o(far_links_2)
    );
    wire fits_40_2 = MODES[0] && same_2;
    wire fits_41_2 = MODES[1] && near_2 && near_links_2;
    wire fits_42_2 = MODES[2] && far_2 && far_links_2;

    // A mode that fits holds what the narrower ones hold, so the widest one in use tells whether the warp stays raw
    wire coded_to_3 = !raw_2 && (MODES[2] ? fits_42_2 : MODES[1] ? fits_41_2 : fits_40_2);
    wire is_40_to_3 = !raw_2 && fits_40_2;
    wire is_41_to_3 = !raw_2 && fits_41_2 && !fits_40_2;
    wire is_42_to_3 = !raw_2 && fits_42_2 && !fits_41_2 && !fits_40_2;
    wire unused_2   = &{1'b0, same_2, near_2, far_2, near_links_2, far_links_2};

    `WF_CUT #(.ON(CUTS[2]), .WIDTH(4 + USER_BITS + LANES + BLOCK), .FLOW(FLOW)) cut_verdict (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_2), .ready_o(ready_2), .data_i({coded_to_3, is_40_to_3, is_41_to_3, is_42_to_3, user_2, mask_2, block_2}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({coded_o, mode_o[1], mode_o[2], mode_o[3], user_o, mask_o, block_o})
    );
    `WF_ENC_BYTES #(.LANES(LANES), .WORDS_41(WORDS_41), .WORDS_42(WORDS_42), .BYTES(MODES[2] ? 2 : MODES[1] ? 1 : 0)) bytes (
        .block_i(block_o), .code_o(code_o)
    );
endmodule
`default_nettype wire
