// SPDX-License-Identifier: Apache-2.0
// Encoder of warpbdi, bytes: the low byte (L) and the second byte (H) of every lane, as they are, in the words that the codes use. What is
// in these words already stays in its place. The bytes of the other lanes take the places of upper bytes, which no code needs.
//
//   8 lanes, banks of 32 bits: <4,1> uses words 0 to 2, <4,2> words 0 to 4. Digit: lane. Low byte first
//   word 0   the base
//   word 1   L1 L7 L3 L4     bytes 2 and 3 take the low bytes of the lanes from 3 on, then bytes 1 take the rest
//   word 2   L2 H2 L5 L6
//   word 3   H1 H3 H5 H6     bytes 0, 2 and 3 take the second bytes that have lost their place, and those of the lanes from 5 on
//   word 4   H7 H4 -- --     -- the block's own byte
`default_nettype none
module `WF_ENC_BYTES #(
    parameter LANES    = `WF_LANES,     // lanes of the warp: a power of two, 4 to 128
    parameter WORDS_41 = LANES,         // words of the payload that <4,1> uses, LANES at most
    parameter WORDS_42 = LANES,         // words that <4,2> uses
    parameter BYTES    = 2              // low bytes of each lane that a code in use stores: 0, 1 or 2
) (
    input  wire [LANES*32-1:0] block_i, // a word of 32 bits for each lane
    output wire [LANES*32-1:0] code_o   // the payload of a compressed warp
);
    // LOST: lanes 1 to LOST have their second byte elsewhere
    localparam LOST = LANES + 2 > 3 * WORDS_41 ? LANES + 2 - 3 * WORDS_41 : 0;
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (WORDS_41 < 1 || WORDS_41 > LANES) begin : gen_bad_words_41 wf_illegal_WORDS_41 bad (); end
        if (WORDS_42 < WORDS_41 || WORDS_42 > LANES) begin : gen_bad_words_42 wf_illegal_WORDS_42 bad (); end
        if (BYTES < 0 || BYTES > 2 || 4 * WORDS_41 < LANES + 3 && BYTES > 0 ||
                4 * WORDS_42 < 2 * LANES + 2 && BYTES > 1) begin : gen_bad_bytes wf_illegal_BYTES bad (); end
    endgenerate

    wire   unused = &{1'b0, block_i};   // upper bytes of the words that the codes use
    genvar w, j;
    generate
        for (w = 0; w < LANES; w = w + 1) begin : gen_word
            for (j = 0; j < 4; j = j + 1) begin : gen_byte
                // The lane whose low byte, or second byte, would be here
                localparam LOW  = j == 1 ? 3 * WORDS_41 + w - 3 : WORDS_41 + 2 * w + j - 4;
                localparam NEXT = 3 * (w - WORDS_41) + (j == 0 ? 0 : j - 1);
                localparam HIGH = NEXT < LOST ? NEXT + 1 : NEXT - LOST + WORDS_42;
                localparam IS_LOW  = BYTES > 0 && w > 0 && w < WORDS_41 && (j > 1 || (j == 1 && w <= LOST)) && LOW < LANES;
                localparam IS_HIGH = BYTES > 1 && w >= WORDS_41 && w < WORDS_42 && j != 1 && HIGH < LANES;
                localparam FROM    = IS_LOW ? 4 * LOW : IS_HIGH ? 4 * HIGH + 1 : 4 * w + j;
                assign code_o[32*w+8*j +: 8] = block_i[8*FROM +: 8];
            end
        end
    endgenerate
endmodule
`default_nettype wire
