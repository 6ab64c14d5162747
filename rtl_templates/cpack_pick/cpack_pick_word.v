// SPDX-License-Identifier: Apache-2.0
// cpack_pick, word: a word of the line: zero or the entry that its code names, and its byte as the lowest one if the code says so. Of a raw
// line it is the word of the payload.
//
`ifdef WF_WITH_ZERO_ENTRY
//   code 3 (entry 0, with a byte), entry 0 ABCDEF00, byte 42  ->  ABCDEF42
`else
//   code 1 (entry 0, with a byte), entry 0 ABCDEF00, byte 42  ->  ABCDEF42
`endif
`default_nettype none
module `WF_CPACK_PICK_WORD #(
    parameter LINE = `WF_LINE   // bytes of the cache line: 32, 64 or 128
) (
    input  wire                      compressed_i,  // 1: compressed, 0: raw
    input  wire [LINE*8-1:0]         payload_i,     // the payload, byte 0 lowest
    input  wire [LINE*2-1:0]         bytes_i,       // for each word, word 0 lowest, its byte, if it needs one
    input  wire [$clog2(LINE/4)-1:0] word_i,        // the number of the word
    output wire [31:0]               value_o        // the word
);
    localparam W = LINE / 4;    // words
`ifdef WF_WITH_TAG_HEAD
    localparam HEAD = 8;        // bits of the head
`else
    localparam HEAD = 0;        // bits of the head
`endif
`ifdef WF_WITH_ZERO_ENTRY
    localparam CODE = 3;        // bits of a code
`else
    localparam CODE = 4;        // bits of a code
`endif
    localparam ENTRIES = HEAD + CODE * W;   // the bit at which the entries begin
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
    endgenerate

    // ---- Fetch: code and byte of the word, and the word of a raw line ----

    wire [W-1:0]             select = {{W-1{1'b0}}, 1'b1} << word_i;
    wire [W*(CODE+8+32)-1:0] words;
    wire [CODE-1:0]          code;
    wire [7:0]               low;
    wire [31:0]              raw;
    genvar                   w;
    generate
        for (w = 0; w < W; w = w + 1) begin : gen_word
            assign words[(CODE+40)*w +: CODE+40] = {payload_i[HEAD+CODE*w +: CODE], bytes_i[8*w +: 8], payload_i[32*w +: 32]};
        end
    endgenerate
    `WF_MUX #(.WIDTH(CODE + 40), .COUNT(W)) mux (.select_i(select), .data_i(words), .data_o({code, low, raw}));

    // ---- Rebuild: the entry, with the byte ----

`ifdef WF_WITH_ZERO_ENTRY
    wire [3:0] entry = {1'b0, code[2:1] == 2'd3, code[2:1] == 2'd2, code[2:1] == 2'd1};
`else
    wire [3:0] entry = {code[3:1] == 3'd6, code[3:1] == 3'd4, code[3:1] == 3'd2, code[3:1] == 3'd0};
`endif
    wire [31:0] whole;
    `WF_MUX #(.WIDTH(32), .COUNT(4)) entries (.select_i(entry), .data_i(payload_i[ENTRIES +: 128]), .data_o(whole));
    assign value_o = !compressed_i ? raw : {whole[31:8], code[0] ? low : whole[7:0]};
endmodule
`default_nettype wire
