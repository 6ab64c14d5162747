// SPDX-License-Identifier: Apache-2.0
`ifdef WF_WITH_VALUE_BYTE
// Block fpc_pick: bytes out of a cache line that fpc has compressed with form segment. Value p is byte at_i[p] of the line.
`else
// Block fpc_pick: words out of a cache line that fpc has compressed with form segment. Value p is word at_i[p] of the line, 4 bytes.
`endif
// In: tag and payload of a line, and the numbers of what is picked. Out: the values, STAGES cycles later (0: in the same cycle).
`ifdef WF_WITH_TAG_HEAD
// A compressed line begins with a byte, the head. All bits below stand 8 places higher.
`endif
//
//   32 bytes, 2 segments of 4 words, prefixes 010 (byte) and 001 (nibble), then 41 42 43 44 F1 C3, hexadecimal
`ifdef WF_WITH_VALUE_BYTE
//   byte 24, of word 6  ->  03
`else
//   word 1  ->  00000042; word 6  ->  00000003; word 7  ->  FFFFFFFC
`endif
//
// Source: CABA (2016), sections 5.1.4 and 7.6, Direct-Load. The format: docs/fpc.md. More: docs/fpc_pick.md
`default_nettype none
module `WF_FPC_PICK #(
    parameter       LINE     = `WF_LINE,      // bytes of the cache line: 32, 64 or 128
    parameter       SEGMENTS = `WF_SEGMENTS,  // segments of a line: 2, 4, 8 or 16
    parameter [6:0] PATTERNS = `WF_PATTERNS,  // patterns that may be used, bits 0 to 6: zero nibble byte half upper two-bytes repeated
    parameter       PICKS    = `WF_PICKS,     // values: 1 to 32
    parameter       STAGES   = `WF_STAGES,    // register ranks at the outputs, 0 or 1: the latency in cycles
`ifdef WF_WITH_VALUE_BYTE
    parameter       BYTES    = 1,             // bytes of a value; not to be set
`else
    parameter       BYTES    = 4,             // bytes of a value; not to be set
`endif
    parameter       AT       = $clog2(LINE / BYTES)  // bits of a number; not to be set
) (
    input  wire                     clk_i,      // clock, rising edge; with STAGES = 0 nothing uses it
    input  wire                     rst_ni,     // reset, low, asynchronous
    input  wire                     valid_i,    // 1: the inputs mean something in this cycle
    input  wire                     tag_i,      // 1: compressed, 0: raw
    input  wire [LINE*8-1:0]        payload_i,  // the code or the raw line, byte 0 lowest; bursts that are not in use: any bits
    input  wire [PICKS*AT-1:0]      at_i,       // for each pick, pick 0 lowest, the number of its word or byte in the line

    output wire                     valid_o,    // 1: value_o means something in this cycle
    output wire [PICKS*8*BYTES-1:0] value_o     // the values, pick 0 lowest
);
    localparam WORD = $clog2(LINE / 4);     // bits of a word's number

    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if ((SEGMENTS != 2 && SEGMENTS != 4 && SEGMENTS != 8 && SEGMENTS != 16) || SEGMENTS > LINE / 4) begin : gen_bad_segments
            wf_illegal_SEGMENTS bad ();
        end
        if (PATTERNS == 7'd0) begin : gen_bad_patterns wf_illegal_PATTERNS bad (); end
        if (PICKS < 1 || PICKS > 32) begin : gen_bad_picks wf_illegal_PICKS bad (); end
        if (STAGES < 0 || STAGES > 1) begin : gen_bad_stages wf_illegal_STAGES bad (); end
`ifdef WF_WITH_VALUE_BYTE
        if (BYTES != 1) begin : gen_bad_bytes wf_illegal_BYTES bad (); end
`else
        if (BYTES != 4) begin : gen_bad_bytes wf_illegal_BYTES bad (); end
`endif
        if (AT != $clog2(LINE / BYTES)) begin : gen_bad_at wf_illegal_AT bad (); end
    endgenerate

    // ---- Head: the pattern of each segment, and where its data begin, once for all picks ----

    wire [SEGMENTS*3-1:0] patterns;
    wire [SEGMENTS*9-1:0] from;
    `WF_FPC_PICK_HEAD #(.LINE(LINE), .SEGMENTS(SEGMENTS), .PATTERNS(PATTERNS)) head (
        .payload_i(payload_i), .pattern_o(patterns), .from_o(from)
    );

    // ---- Word: the data of each pick's word, and the word ----

    wire [PICKS*8*BYTES-1:0] value;
    genvar                   p;
    generate
        for (p = 0; p < PICKS; p = p + 1) begin : gen_pick
            wire [AT-1:0]   at   = at_i[AT*p +: AT];
            wire [WORD-1:0] word = at[AT-1 -: WORD];
            wire [31:0]     whole;
            `WF_FPC_PICK_WORD #(.LINE(LINE), .SEGMENTS(SEGMENTS)) rebuild (
                .compressed_i(tag_i), .payload_i(payload_i), .pattern_i(patterns), .from_i(from), .word_i(word), .value_o(whole)
            );
`ifdef WF_WITH_VALUE_BYTE
            assign value[8*p +: 8] = whole[8*at[1:0] +: 8];
`else
            assign value[32*p +: 32] = whole;
`endif
        end
    endgenerate

    wire unused_ready;
    `WF_CUT #(.ON(STAGES), .WIDTH(PICKS * 8 * BYTES)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(unused_ready), .data_i(value),
        .valid_o(valid_o), .ready_i(1'b1), .data_o(value_o)
    );
endmodule
`default_nettype wire
