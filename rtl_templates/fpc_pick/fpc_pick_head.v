// SPDX-License-Identifier: Apache-2.0
// fpc_pick, head: the pattern of each segment, and the nibble of the payload at which its data begin. Prefix k is bits 3 k + 2 .. 3 k. A prefix
// that is not in use is that of a whole word. The data begin at a whole byte.
//
//   2 segments of 4 words, prefixes 010 and 001: segment 0 has bytes, from nibble 2 on; segment 1 nibbles, from 2 + 4 x 2 = 10 on
`default_nettype none
module `WF_FPC_PICK_HEAD #(
    parameter       LINE     = `WF_LINE,        // bytes of the cache line: 32, 64 or 128
    parameter       SEGMENTS = `WF_SEGMENTS,    // segments of a line: 2, 4, 8 or 16
    parameter [6:0] PATTERNS = `WF_PATTERNS     // patterns that may be used
) (
    input  wire [LINE*8-1:0]     payload_i, // the payload, byte 0 lowest
    output wire [SEGMENTS*3-1:0] pattern_o, // for each segment, segment 0 lowest, its pattern
    output wire [SEGMENTS*9-1:0] from_o     // for each segment the nibble at which its data begin
);
`ifdef WF_WITH_TAG_HEAD
    localparam HEAD  = 8;           // bits of the head
`else
    localparam HEAD  = 0;           // bits of the head
`endif
    localparam WIDTH = LINE / 4 / SEGMENTS;                     // words of a segment
    localparam DATA  = HEAD / 4 + (3 * SEGMENTS + 7) / 8 * 2;   // the nibble at which the data begin
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (SEGMENTS < 2 || SEGMENTS > LINE / 4) begin : gen_bad_segments wf_illegal_SEGMENTS bad (); end
        if (PATTERNS == 7'd0) begin : gen_bad_patterns wf_illegal_PATTERNS bad (); end
    endgenerate

    genvar k;
    generate
        for (k = 0; k < SEGMENTS; k = k + 1) begin : gen_segment
            wire [2:0] prefix  = payload_i[HEAD+3*k +: 3];
            wire [7:0] in_use  = {1'b1, PATTERNS};
            wire [2:0] pattern = prefix | {3{~in_use[prefix]}};
            // Nibbles of a word's data: 0 1 2 4 4 4 2 8 of patterns 0 to 7
            wire [8:0] nibbles = {5'd0, pattern == 3'd7, pattern == 3'd3 || pattern == 3'd4 || pattern == 3'd5,
                                  pattern == 3'd2 || pattern == 3'd6, pattern == 3'd1};
            wire [8:0] from, next;
            if (k == 0) begin : gen_first
                assign from = DATA[8:0];
            end else begin : gen_behind
                assign from = gen_segment[k-1].next;
            end
            assign next = from + nibbles * WIDTH[8:0];
            assign pattern_o[3*k +: 3] = pattern;
            assign from_o[9*k +: 9]    = from;
        end
    endgenerate
    wire unused = &{1'b0, payload_i, gen_segment[SEGMENTS-1].next};
endmodule
`default_nettype wire
