// SPDX-License-Identifier: Apache-2.0
// Decoder of warpbdi, residues: a lane is the number in the base's window that ends with the low byte, or the two low bytes, of the code.
// Where the bytes are: `WF_ENC_BYTES.v.
//
//   <4,1>, base 00008001, the low byte of lane 3 is FF. The window begins at floor = 00007F81. FF is not below 81: lane 3 = 00007FFF
//   <4,1>, low byte 02. 02 is below 81: lane 3 = 00008002, with the floor's upper part plus one
`default_nettype none
module `WF_DEC_RESIDUES #(
    parameter LANES     = `WF_LANES,        // lanes of the warp: a power of two, 4 to 128
    parameter WORDS_41  = LANES,            // words of the payload that <4,1> uses, LANES at most
    parameter WORDS_42  = LANES,            // words that <4,2> uses
    parameter BYTES     = 2,                // low bytes of each lane that a code in use stores: 0, 1 or 2
    parameter ISOLATE   = `WF_ISOLATE,      // 1: gates hold operands at zero while idle or the block is raw
    parameter CUTS      = `WF_DEC_CUTS,     // register ranks, a bit each, from bit 0: `WF_DEC_CUT_NAMES
    parameter FLOW      = `WF_FLOW,         // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter USER_BITS = `WF_USER_BITS     // bits of user, 1 or more
) (
    input  wire                 clk_i,      // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,     // reset, low, asynchronous
    input  wire                 valid_i,    // 1: payload_i is a code of this cycle
    output wire                 ready_o,    // 1: the unit takes what valid_i offers
    input  wire [USER_BITS-1:0] user_i,     // any bits; they come out with this block's result
    input  wire [3:0]           mode_i,     // one-hot, by the tag: raw, <4,0>, <4,1>, <4,2>
    input  wire [LANES*32-1:0]  payload_i,  // base and low bytes, or the block; banks not in use: any bits

    output wire                 valid_o,    // 1: block_o and user_o mean something in this cycle
    input  wire                 ready_i,    // 1: the receiver takes the outputs; nothing uses it if FLOW is 0
    output wire [USER_BITS-1:0] user_o,     // the bits that came in with this block
    output wire [LANES*32-1:0]  block_o     // a word of 32 bits for each lane, lane 0 lowest
);
    localparam BLOCK = LANES * 32;
    localparam PLANE = LANES * 8;       // one byte of every lane
    localparam HALF  = LANES * 16;      // upper half of every lane

    localparam CUT_OPERAND = CUTS[0];
    localparam CUT_BYTE    = CUTS[1];
    localparam CUT_WINDOW  = CUTS[2];
    localparam CUT_OUT     = CUTS[3];

    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (WORDS_41 < 1 || WORDS_41 > LANES) begin : gen_bad_words_41 wf_illegal_WORDS_41 bad (); end
        if (WORDS_42 < WORDS_41 || WORDS_42 > LANES) begin : gen_bad_words_42 wf_illegal_WORDS_42 bad (); end
        if (BYTES < 0 || BYTES > 2 || 4 * WORDS_41 < LANES + 3 && BYTES > 0 ||
                4 * WORDS_42 < 2 * LANES + 2 && BYTES > 1) begin : gen_bad_bytes wf_illegal_BYTES bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if ((CUTS >> 4) != 0) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
    endgenerate

    // ---- Unpack: what the code says of every lane ----

    wire [PLANE-1:0] low_code, high_code;   // the bytes of each lane in a code
    wire [LANES-1:0] low_here, high_here;   // they are where a raw block has them
    `WF_DEC_BYTES #(.LANES(LANES), .WORDS_41(WORDS_41), .WORDS_42(WORDS_42), .BYTES(BYTES)) bytes (
        .payload_i(payload_i), .low_o(low_code), .high_o(high_code), .low_here_o(low_here), .high_here_o(high_here)
    );

    wire             unused_here = &{1'b0, low_here[0], high_here[0]};     // lane 0 is the base
    wire             raw     = mode_i[0];
    wire             same    = mode_i[1];
    wire             has_low = |mode_i[3:2];
    wire [PLANE-1:0] low, high;             // those of the lane; 0 where the window gives the byte
    wire [HALF-1:0]  upper;                 // the upper half of a raw lane, else 0
    genvar           i, q;
    assign {upper[15:0], high[7:0], low[7:0]} = payload_i[31:0];
    generate
        for (i = 1; i < LANES; i = i + 1) begin : gen_unpack
            wire [31:0] word = payload_i[32*i +: 32];
            assign low[8*i +: 8]     = low_code[8*i +: 8] & {8{has_low || low_here[i] && raw}} | word[7:0] & {8{!low_here[i] && raw}} |
                                       payload_i[7:0] & {8{same}};
            assign high[8*i +: 8]    = high_code[8*i +: 8] & {8{mode_i[3] || high_here[i] && raw}} | word[15:8] & {8{!high_here[i] && raw}};
            assign upper[16*i +: 16] = word[31:16] & {16{raw}};
        end
    endgenerate

    wire                 valid_1, ready_1;
    wire [USER_BITS-1:0] user_1;
    wire [3:1]           mode_1;
    wire [HALF-1:0]      upper_1;
    wire [PLANE-1:0]     high_1, low_1;

    `WF_CUT #(.ON(CUT_OPERAND), .WIDTH(USER_BITS + 3 + BLOCK), .FLOW(FLOW)) cut_operand (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .data_i({user_i, mode_i[3:1], upper, high, low}),
        .valid_o(valid_1), .ready_i(ready_1), .data_o({user_1, mode_1, upper_1, high_1, low_1})
    );

    // ---- Rebuild: which lanes are below the floor of the window ----

    // Without a rank the comparison does not wait for the tag
    wire [7:0]       base_1    = low_1[7:0] & {8{ISOLATE == 0 || |mode_1}};
    wire [PLANE-1:0] low_x     = CUT_OPERAND ? low_1 : low_code;
    wire [31:0]      low_floor = {4{base_1[7] ^ mode_1[2], base_1[6:0]}};
    wire [LANES-1:0] low_below;
    generate
        for (q = 0; q < LANES; q = q + 4) begin : gen_low
            wire [31:0] x = low_x[8*q +: 32];
            wire [31:0] unused_into;
            wire [3:0]  unused_pass;
            `WF_CARRY #(.WIDTH(8), .COUNT(4)) borrow (
                .make_i(~x & low_floor), .pass_i(~x | low_floor), .into_i(4'd0),
                .into_o(unused_into), .make_o(low_below[q +: 4]), .pass_o(unused_pass)
            );
        end
    endgenerate

    wire                 valid_2, ready_2;
    wire [USER_BITS-1:0] user_2;
    wire [3:1]           mode_2;
    wire [LANES-1:0]     low_below_2;
    wire [HALF-1:0]      upper_2;
    wire [PLANE-1:0]     high_2, low_2;

    `WF_CUT #(.ON(CUT_BYTE), .WIDTH(USER_BITS + 3 + LANES + BLOCK), .FLOW(FLOW)) cut_byte (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_1), .ready_o(ready_1), .data_i({user_1, mode_1, low_below, upper_1, high_1, low_1}),
        .valid_o(valid_2), .ready_i(ready_2), .data_o({user_2, mode_2, low_below_2, upper_2, high_2, low_2})
    );

    wire [31:0]      base_2     = {upper_2[15:0], high_2[7:0], low_2[7:0]} & {32{ISOLATE == 0 || |mode_2}};
    wire [PLANE-1:0] high_x     = CUT_OPERAND || CUT_BYTE ? high_2 : high_code;
    wire [31:0]      high_floor = {4{~base_2[15], base_2[14:8]}};
    wire [LANES-1:0] below;
    wire [31:8]      floor, next;      // upper part of the floor, and that plus one
    generate
        for (q = 0; q < LANES; q = q + 4) begin : gen_high
            wire [31:0] x = high_x[8*q +: 32];
            wire [31:0] unused_into;
            wire [3:0]  make, pass;
            `WF_CARRY #(.WIDTH(8), .COUNT(4)) borrow (
                .make_i(~x & high_floor), .pass_i(~x | high_floor), .into_i(low_below_2[q +: 4]),
                .into_o(unused_into), .make_o(make), .pass_o(pass)
            );
            // With <4,1> the low byte decides
            assign below[q +: 4] = make & {4{mode_2[3]}} | (pass | {4{!mode_2[3]}}) & low_below_2[q +: 4];
        end
    endgenerate
    `WF_DEC_WINDOW window (.base_i(base_2), .mode_i(mode_2), .floor_o(floor), .next_o(next));

    wire                 valid_3, ready_3;
    wire [USER_BITS-1:0] user_3;
    wire [31:8]          floor_3, next_3;
    wire [LANES-1:0]     below_3;
    wire [HALF-1:0]      upper_3;
    wire [PLANE-1:0]     high_3, low_3;

    `WF_CUT #(.ON(CUT_WINDOW), .WIDTH(USER_BITS + 48 + LANES + BLOCK), .FLOW(FLOW)) cut_window (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_2), .ready_o(ready_2), .data_i({user_2, floor, next, below, upper_2, high_2, low_2}),
        .valid_o(valid_3), .ready_i(ready_3), .data_o({user_3, floor_3, next_3, below_3, upper_3, high_3, low_3})
    );
    wire unused_below = below_3[0];     // lane 0 is the base

    // floor and next are 0 in the bytes that the code has, and if the block is raw
    wire [BLOCK-1:0] block_3;
    assign block_3[31:0] = {upper_3[15:0], high_3[7:0], low_3[7:0]};
    generate
        for (i = 1; i < LANES; i = i + 1) begin : gen_lane
            wire [31:8] top = below_3[i] ? next_3 : floor_3;
            assign block_3[32*i +: 32] = {upper_3[16*i +: 16] | top[31:16], high_3[8*i +: 8] | top[15:8], low_3[8*i +: 8]};
        end
    endgenerate

    `WF_CUT #(.ON(CUT_OUT), .WIDTH(USER_BITS + BLOCK), .FLOW(FLOW)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_3), .ready_o(ready_3), .data_i({user_3, block_3}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, block_o})
    );
endmodule
`default_nettype wire
