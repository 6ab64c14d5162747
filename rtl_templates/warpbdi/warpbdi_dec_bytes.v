// SPDX-License-Identifier: Apache-2.0
// Decoder of warpbdi, bytes: where the low byte and the second byte of every lane are in a code (`WF_ENC_BYTES.v). Wires only.
//
//   8 lanes, banks of 32 bits: the low byte of lane 1 is in its place, byte 4; that of lane 3 in byte 6, that of lane 7
//   in byte 5. The second byte of lane 2 is in its place, byte 9; that of lane 1 in byte 12, that of lane 6 in byte 15
`default_nettype none
module `WF_DEC_BYTES #(
    parameter LANES    = `WF_LANES,     // lanes of the warp: a power of two, 4 to 128
    parameter WORDS_41 = LANES,         // words of the payload that <4,1> uses, LANES at most
    parameter WORDS_42 = LANES,         // words that <4,2> uses
    parameter BYTES    = 2              // low bytes of each lane that a code in use stores: 0, 1 or 2
) (
    input  wire [LANES*32-1:0] payload_i,       // a code, or a raw block, byte 0 lowest
    output wire [LANES*8-1:0]  low_o,           // the low byte of every lane, lane 0 lowest
    output wire [LANES*8-1:0]  high_o,          // the second byte
    output wire [LANES-1:0]    low_here_o,      // bit i: the low byte of lane i is where a raw block has it
    output wire [LANES-1:0]    high_here_o      // bit i: so is its second byte
);
    localparam LOST = LANES + 2 > 3 * WORDS_41 ? LANES + 2 - 3 * WORDS_41 : 0;     // lanes 1 to LOST: the second byte is elsewhere
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (WORDS_41 < 1 || WORDS_41 > LANES) begin : gen_bad_words_41 wf_illegal_WORDS_41 bad (); end
        if (WORDS_42 < WORDS_41 || WORDS_42 > LANES) begin : gen_bad_words_42 wf_illegal_WORDS_42 bad (); end
        if (BYTES < 0 || BYTES > 2 || 4 * WORDS_41 < LANES + 3 && BYTES > 0 ||
                4 * WORDS_42 < 2 * LANES + 2 && BYTES > 1) begin : gen_bad_bytes wf_illegal_BYTES bad (); end
    endgenerate

    genvar i;
    generate
        for (i = 0; i < LANES; i = i + 1) begin : gen_lane
            // Low bytes of the lanes from WORDS_41 on: bytes 2 and 3 of words 1, 2, .., then bytes 1
            localparam FAR       = i - WORDS_41;
            localparam PAIRED    = 4 + 4 * (FAR / 2) + 2 + FAR % 2;
            localparam SINGLE    = 4 + 4 * (FAR - 2 * WORDS_41 + 2) + 1;
            localparam LOW_HERE  = BYTES < 1 || i < WORDS_41;
            localparam LOW       = LOW_HERE ? 4 * i : FAR < 2 * (WORDS_41 - 1) ? PAIRED : SINGLE;

            // Second bytes of lanes 1 to LOST, then of the lanes from WORDS_42 on: bytes 0, 2 and 3 of the words from WORDS_41 on
            localparam NEXT      = i <= LOST ? i - 1 : LOST + i - WORDS_42;
            localparam HIGH_HERE = BYTES < 2 || i == 0 || (i > LOST && i < WORDS_42);
            localparam HIGH      = HIGH_HERE ? 4 * i + 1 : 4 * (WORDS_41 + NEXT / 3) + (NEXT % 3 == 0 ? 0 : NEXT % 3 + 1);

            assign low_o[8*i +: 8]  = payload_i[8*LOW +: 8];
            assign high_o[8*i +: 8] = payload_i[8*HIGH +: 8];
            assign low_here_o[i]    = LOW_HERE;
            assign high_here_o[i]   = HIGH_HERE;
        end
    endgenerate
    wire unused = &{1'b0, payload_i};
endmodule
`default_nettype wire
