// SPDX-License-Identifier: Apache-2.0
// Decoder of warpbdi, operands: of every lane what is added to the window, and the bytes of a raw word. Lane 0 is the base and passes like a
// raw word.
//
//   raw     the word
//   <4,0>   y = 8000
//   <4,1>   y = the sign-extended low byte, bit 15 inverted
//   <4,2>   y = high byte and low byte, bit 15 inverted
`default_nettype none
module `WF_DEC_OPERANDS #(
    parameter LANES = `WF_LANES     // lanes of the warp: a power of two, 4 to 128
) (
    input  wire [LANES*32-1:0] payload_i,   // base and delta bytes, or the block; banks not in use: any bits
    input  wire                raw_i,       // the payload is the block
    input  wire                coded_i,     // it is a code
    input  wire                sign_i,      // its deltas are low bytes, whose sign is extended,
    input  wire                high_i,      // or low and high bytes
    output wire [LANES*16-1:0] upper_o,     // the high half of each raw word
    output wire [LANES*8-1:0]  high_o,      // byte 1 of each lane: high_word_o, or high_y_o
    output wire [LANES*8-1:0]  high_word_o, // of the word; 0 if it is coded
    output wire [LANES*8-1:0]  high_y_o,    // of y; 0 if it is raw
    output wire [LANES*8-1:0]  low_o,       // byte 0 likewise
    output wire [LANES*8-1:0]  low_word_o,  // byte 0 of the word; 0 if it is coded
    output wire [LANES*8-1:0]  low_y_o      // byte 0 of y; 0 if it is raw
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
    endgenerate

    localparam [31:0] TOP = {4{8'h80}};
    genvar q;
    generate
        for (q = 0; q < LANES / 4; q = q + 1) begin : gen_lanes
            wire [127:0] word     = payload_i[128*q +: 128];
            wire [31:0]  byte_0   = {word[103:96], word[71:64], word[39:32], word[7:0]};
            wire [31:0]  byte_1   = {word[111:104], word[79:72], word[47:40], word[15:8]};
            wire [31:0]  not_base = q == 0 ? 32'hffffff00 : 32'hffffffff;
            wire [31:0]  pass     = ~not_base | {32{raw_i}};

            wire [63:0]  pair    = payload_i[64*q+16 +: 64];
            wire [31:0]  low_41  = payload_i[32*q+24 +: 32] & not_base;
            wire [31:0]  low_42  = {pair[55:48], pair[39:32], pair[23:16], pair[7:0]} & not_base;
            wire [31:0]  high_42 = {pair[63:56], pair[47:40], pair[31:24], pair[15:8]} & not_base;
            wire [31:0]  sign    = {{8{low_41[31]}}, {8{low_41[23]}}, {8{low_41[15]}}, {8{low_41[7]}}} & {32{sign_i}};

            assign low_word_o[32*q +: 32] = byte_0 & pass;
            assign low_y_o[32*q +: 32]    = low_41 & {32{sign_i}} | low_42 & {32{high_i}};
            assign low_o[32*q +: 32]      = low_word_o[32*q +: 32] | low_y_o[32*q +: 32];

            // Bit 15 is inverted here, also in a raw word, and once more at the end
            wire [31:0] delta = sign | high_42 & {32{high_i}};
            assign high_word_o[32*q +: 32] = byte_1 & pass;
            assign high_y_o[32*q +: 32]    = delta ^ TOP & not_base & {32{coded_i}};
            assign high_o[32*q +: 32]      = (delta | (byte_1 ^ TOP) & pass) ^ TOP;

            assign upper_o[64*q +: 64] = {word[127:112], word[95:80], word[63:48], word[31:16]} & {{48{raw_i}}, {16{pass[0]}}};
        end
    endgenerate
endmodule
`default_nettype wire
