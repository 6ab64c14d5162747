// SPDX-License-Identifier: Apache-2.0
// Decoder of linebdi, places: the bytes of the payload in the order of the line, the select bits, and the bytes that codes have apart. The
// order of the places: docs/linebdi.md. Of a code that does not have all bytes of a chunk the others are any bits.
`default_nettype none
module `WF_DEC_PLACES #(
    parameter LINE   = `WF_LINE,    // bytes of the cache line: 32, 64 or 128
    parameter STORED = 0            // 1: the select bits are in the payload
) (
    input  wire [LINE/2-1:0] given_i,   // select bits in the tag; 0 if there are none
    input  wire [LINE*8-1:0] payload_i, // the payload, byte 0 lowest
    output wire [LINE/2-1:0] string_o,  // select bits, in the order of the chunks: 1 on the zero base
    output wire [LINE*8-1:0] line_o,    // the bytes from their own places, in the order of the line
`ifdef WF_WITH_BASE_FIRSTNZ
    output wire [31:0]       apart_8_o, // the lower half of the first chunk, if it has 8 bytes
    output wire [15:0]       apart_4_o, // the lower half of the first chunk, if it has 4 or 2 bytes
`endif
    output wire [LINE-1:0]   five_o,    // byte 5 of each 8 bytes if the code is 4-2
    output wire [LINE-1:0]   six_o      // byte 6 of each 8 bytes if the code is 2-1
);
    localparam N  = LINE / 8;                               // eights: 8 bytes each
    localparam M  = N - 1;                                  // bytes of a section
    localparam S8 = STORED != 0 ? (N + 7) / 8 : 0;          // bytes of the three parts of the select bits
    localparam S4 = STORED != 0 ? N / 4 - (N + 7) / 8 : 0;
    localparam S2 = STORED != 0 ? N / 4 : 0;
    localparam S  = S8 + S4 + S2;
    // Where the sections are
    localparam AT_0  = 8;
    localparam AT_S8 = AT_0 + M;
    localparam AT_4  = AT_S8 + S8;
    localparam AT_S4 = AT_4 + M;
    localparam AT_1  = AT_S4 + S4;
    localparam AT_2  = AT_1 + M;
    localparam AT_S2 = AT_2 + M;
    localparam AT_3  = AT_S2 + S2;
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
        if (STORED < 0 || STORED > 1) begin : gen_bad_stored wf_illegal_STORED bad (); end
    endgenerate

    // Bits 8*(j-1) +: 8 of sevens are byte 7 of eight j
    wire [8*M-1:0] sevens;
    assign sevens[8*M-1 : 8*S] = payload_i[8*LINE-1 : 8*AT_7];
    generate
        if (S > 0) begin : gen_select
            assign string_o[0 +: 8*S8]      = payload_i[8*AT_S8 +: 8*S8];
            assign string_o[8*S-1 -: 8*S2]  = payload_i[8*AT_S2 +: 8*S2];
            if (S4 > 0) begin : gen_s4
                assign string_o[8*S8 +: 8*S4] = payload_i[8*AT_S4 +: 8*S4];
            end
            assign sevens[8*S-1:0] = string_o;
        end else begin : gen_given
            assign string_o = given_i;
        end
    endgenerate

    assign line_o[63:0] = payload_i[63:0];
    assign five_o[7:0]  = payload_i[47:40];
    assign six_o[7:0]   = payload_i[55:48];
    genvar j;
    generate
        for (j = 1; j < N; j = j + 1) begin : gen_eight
            assign line_o[64*j +: 64] = {sevens[8*(j-1) +: 8], payload_i[8*(AT_6+j-1) +: 8], payload_i[8*(AT_5+j-1) +: 8],
                                         payload_i[8*(AT_4+j-1) +: 8], payload_i[8*(AT_3+j-1) +: 8], payload_i[8*(AT_2+j-1) +: 8],
                                         payload_i[8*(AT_1+j-1) +: 8], payload_i[8*(AT_0+j-1) +: 8]};
            assign five_o[8*j +: 8] = AT_5 + j > END ? payload_i[8*(AT_3+j-1) +: 8] : payload_i[8*(AT_5+j-1) +: 8];
            assign six_o[8*j +: 8]  = AT_6 + j > END ? payload_i[8*(AT_3+j-1) +: 8] : payload_i[8*(AT_6+j-1) +: 8];
        end
    endgenerate
`ifdef WF_WITH_BASE_FIRSTNZ
    assign apart_8_o = {payload_i[8*AT_6 +: 16], payload_i[8*AT_4 +: 16]};
    assign apart_4_o = {payload_i[55:48], payload_i[63:56]};
`endif
    wire unused = &{1'b0, given_i};
endmodule
`default_nettype wire
