// SPDX-License-Identifier: Apache-2.0
// Encoder of linebdi, places: the payload, and the bursts in use. A byte of the line has one place, in a raw line and in all codes; so the
// payload is the line in another order, but for a few bytes. In the order of the places, with the line as N times 8 bytes, and with "bytes
// b" those of the eights 1 to N - 1:
//
`ifdef WF_WITH_ZERO_BASE_ON
//   the first eight | bytes 0 | S8 | bytes 4 | S4 | bytes 1 | bytes 2 | S2 | bytes 3 | bytes 6 | bytes 5 | the other bytes 7
//
// Codes have the select bits at S8, S4 and S2; a raw line has the first bytes 7 there. At 128 bytes, code 4-2 has bytes 5 in the place of
// bytes 3, and code 2-1 those of bytes 6 whose own place is in the last burst.
`else
//   the first eight | bytes 0 | bytes 4 | bytes 1 | bytes 2 | bytes 3 | bytes 6 | bytes 5 | bytes 7
//
// At 128 bytes, code 4-2 has bytes 5 in the place of bytes 3, and code 2-1 those of bytes 6 whose own place is in the last burst.
`endif
`default_nettype none
module `WF_ENC_PLACES #(
    parameter        LINE   = `WF_LINE,     // bytes of the cache line: 32, 64 or 128
`ifdef WF_WITH_ZERO_BASE_ON
    parameter        STORED = 0,            // 1: the select bits are in the payload
`endif
    parameter [71:0] SIZES  = `WF_LINE          // bytes of the code with tag t: bits 8*t +: 8; 0 if it is not in use
) (
    input  wire [8:0]         win_i,        // one-hot: the tag
`ifdef WF_WITH_BASE_FIRSTNZ
    input  wire [63:0]        base_i,       // the base, from bit 0; above it, and if the code has none, bytes of the first chunk
`endif
`ifdef WF_WITH_ZERO_BASE_ON
    input  wire [LINE/2-1:0]  string_i,     // select bits, in the order of the chunks
`endif
    input  wire [LINE*8-1:0]  block_i,      // the line, byte 0 lowest
    output wire [LINE/32-1:0] units_o,      // the bursts of 32 bytes in use
    output wire [LINE*8-1:0]  payload_o     // the code or the raw line, byte 0 lowest; bursts that are not in use: any bits
);
    localparam N  = LINE / 8;                               // eights: 8 bytes each
    localparam M  = N - 1;                                  // bytes of a section
`ifdef WF_WITH_ZERO_BASE_ON
    localparam S8 = STORED != 0 ? (N + 7) / 8 : 0;          // bytes of the three parts of the select bits
    localparam S4 = STORED != 0 ? N / 4 - (N + 7) / 8 : 0;
    localparam S2 = STORED != 0 ? N / 4 : 0;
    localparam S  = S8 + S4 + S2;
`endif
    // Where the sections are
    localparam AT_0  = 8;
`ifdef WF_WITH_ZERO_BASE_ON
    localparam AT_S8 = AT_0 + M;
    localparam AT_4  = AT_S8 + S8;
    localparam AT_S4 = AT_4 + M;
    localparam AT_1  = AT_S4 + S4;
    localparam AT_2  = AT_1 + M;
    localparam AT_S2 = AT_2 + M;
    localparam AT_3  = AT_S2 + S2;
`else
    localparam AT_4  = AT_0 + M;
    localparam AT_1  = AT_4 + M;
    localparam AT_2  = AT_1 + M;
    localparam AT_3  = AT_2 + M;
`endif
    localparam AT_6  = AT_3 + M;
    localparam AT_5  = AT_6 + M;
    localparam AT_7  = AT_5 + M;
`ifdef WF_WITH_HEAD
    localparam END   = (LINE == 128 ? 96 : LINE) - 1;       // where the last burst of 4-2 and 2-1 ends, behind the head
`else
    localparam END   = LINE == 128 ? 96 : LINE;             // where the last burst of 4-2 and 2-1 ends
`endif
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (SIZES[7:0] != LINE[7:0]) begin : gen_bad_sizes wf_illegal_SIZES bad (); end
`ifdef WF_WITH_ZERO_BASE_ON
        if (STORED < 0 || STORED > 1) begin : gen_bad_stored wf_illegal_STORED bad (); end
`endif
    endgenerate

    // over: the tags whose codes have more than this many bytes
    function [8:0] over;
        input integer bytes;
        integer       t;
        for (t = 0; t <= 8; t = t + 1)
            over[t] = {24'd0, SIZES[8*t +: 8]} > bytes;
    endfunction

    genvar j;
    generate
        for (j = 0; j < LINE / 32; j = j + 1) begin : gen_burst
            localparam [8:0] OVER = over(32 * j);
            assign units_o[j] = j == 0 || |(win_i & OVER);
        end
    endgenerate

`ifdef WF_WITH_BASE_FIRSTNZ
    // The first eight: the base and bytes of the first chunk. Its lower half, which is not the base, is apart: of a chunk of 8 bytes (apart_8) in the
    // places of bytes 4 and 6 of the eights 1 and 2, of a shorter one in the places of bytes 6 and 7 of the first eight
    wire [31:0] first   = block_i[31:0];
    wire        apart_8 = |win_i[5:3];
    wire        is4     = win_i[6] | win_i[7];
    wire        is2     = win_i[8];
    assign payload_o[47:0]  = base_i[47:0];
    assign payload_o[55:48] = is4 ? first[15:8] : base_i[55:48];
    assign payload_o[63:56] = is4 | is2 ? first[7:0] : base_i[63:56];
`else
    // The first eight: the base is the first chunk
    assign payload_o[63:0] = block_i[63:0];
`endif

    // The others. Bits 8*(j-1) +: 8 of sevens are byte 7 of eight j
    wire [8*M-1:0] sevens;
    generate
        for (j = 1; j < N; j = j + 1) begin : gen_eight
            wire [63:0] eight  = block_i[64*j +: 64];
            wire        five   = AT_5 + j > END && win_i[7];
            wire        six    = AT_6 + j > END && win_i[8];
            wire        unused = &{1'b0, five, six};
            assign payload_o[8*(AT_0+j-1) +: 8] = eight[7:0];
            assign payload_o[8*(AT_1+j-1) +: 8] = eight[15:8];
            assign payload_o[8*(AT_2+j-1) +: 8] = eight[23:16];
            assign payload_o[8*(AT_3+j-1) +: 8] = eight[31:24] & {8{~five & ~six}} | eight[47:40] & {8{five}} | eight[55:48] & {8{six}};
            assign payload_o[8*(AT_5+j-1) +: 8] = eight[47:40];
            assign sevens[8*(j-1) +: 8]         = eight[63:56];
`ifdef WF_WITH_BASE_FIRSTNZ
            if (j < 3) begin : gen_apart
                assign payload_o[8*(AT_4+j-1) +: 8] = apart_8 ? first[8*j-8 +: 8] : eight[39:32];
                assign payload_o[8*(AT_6+j-1) +: 8] = apart_8 ? first[8*j+8 +: 8] : eight[55:48];
            end else begin : gen_own
                assign payload_o[8*(AT_4+j-1) +: 8] = eight[39:32];
                assign payload_o[8*(AT_6+j-1) +: 8] = eight[55:48];
            end
`else
            assign payload_o[8*(AT_4+j-1) +: 8] = eight[39:32];
            assign payload_o[8*(AT_6+j-1) +: 8] = eight[55:48];
`endif
        end
`ifdef WF_WITH_ZERO_BASE_ON
        assign payload_o[8*LINE-1 : 8*AT_7] = sevens[8*M-1 : 8*S];
        if (S > 0) begin : gen_select
            wire [8*S-1:0] select = string_i | sevens[8*S-1:0] & {8*S{win_i[0]}};
            assign payload_o[8*AT_S8 +: 8*S8] = select[0 +: 8*S8];
            assign payload_o[8*AT_S2 +: 8*S2] = select[8*S-1 -: 8*S2];
            if (S4 > 0) begin : gen_s4
                assign payload_o[8*AT_S4 +: 8*S4] = select[8*S8 +: 8*S4];
            end
        end
    endgenerate
    wire unused = &{1'b0, win_i, string_i, block_i[63:0]};
`else
        assign payload_o[8*LINE-1 : 8*AT_7] = sevens;
    endgenerate
    wire unused = &{1'b0, win_i};
`endif
endmodule
`default_nettype wire
