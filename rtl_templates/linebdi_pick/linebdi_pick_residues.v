// SPDX-License-Identifier: Apache-2.0
// linebdi_pick, residues: the bytes of the payload in the order of the line, the select bits and the base, once for all picks. It is wiring,
// but for the bytes of 4-2 and 2-1 that have no place of their own. The order of the places: docs/linebdi.md
//
//   32 bytes, select bits in the payload: byte 0 of eights 1, 2, 3 is bytes 8, 9, 10 of the payload, byte 11 is the select bits
`default_nettype none
module `WF_LINEBDI_PICK_RESIDUES #(
    parameter LINE   = `WF_LINE,    // bytes of the cache line: 32, 64 or 128
    parameter STORED = 0            // 1: the select bits are in the payload
) (
    input  wire [8:0]        is_i,      // one-hot: the tag
    input  wire [LINE/2-1:0] given_i,   // select bits in the tag; 0 if there are none
    input  wire [LINE*8-1:0] payload_i, // the payload, byte 0 lowest
    output wire [63:0]       base_o,    // the base, from bit 0; above one of 4 or 2 bytes: any bits
    output wire [LINE/2-1:0] string_o,  // select bits, in the order of the chunks: 1 on the zero base
    output wire [LINE*8-1:0] line_o     // the bytes that the code has, in the order of the line, others any bits; the raw line
);
    localparam N  = LINE / 8;                               // eights: 8 bytes each
    localparam M  = N - 1;                                  // bytes of a section
    localparam S8 = STORED != 0 ? (N + 7) / 8 : 0;          // bytes of the three parts of the select bits
    localparam S4 = STORED != 0 ? N / 4 - (N + 7) / 8 : 0;
    localparam S2 = STORED != 0 ? N / 4 : 0;
`ifdef WF_WITH_TAG_HEAD
    localparam HEAD = 1;                                    // bytes of the head
`else
    localparam HEAD = 0;                                    // bytes of the head
`endif
    localparam END = (LINE == 128 ? 96 : LINE) - HEAD;      // where the last burst of 4-2 and 2-1 ends, behind the head
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (STORED < 0 || STORED > 1) begin : gen_bad_stored wf_illegal_STORED bad (); end
    endgenerate

    // The place of byte b of eight j in a raw line. The sections: bytes 0, S8, 4, S4, 1, 2, S2, 3, 6, 5, 7. The first bytes 7 are at S8, S4, S2
    function integer place;
        input integer j, b;
        begin
            case (b)
                0:       place = 8;
                4:       place = 8 + M + S8;
                1:       place = 8 + 2 * M + S8 + S4;
                2:       place = 8 + 3 * M + S8 + S4;
                3:       place = 8 + 4 * M + S8 + S4 + S2;
                6:       place = 8 + 5 * M + S8 + S4 + S2;
                5:       place = 8 + 6 * M + S8 + S4 + S2;
                default: place = 8 + (j - 1 < S8 ? M : j - 1 < S8 + S4 ? 2 * M : j - 1 < S8 + S4 + S2 ? 4 * M : 7 * M);
            endcase
            place = j == 0 ? b : place + j - 1;
        end
    endfunction

    // The line moves down by the head; what is in the head's place of a raw line comes to the top
    wire [LINE*8-1:0] code = HEAD != 0 ? {payload_i[7:0], payload_i[LINE*8-1:8]} : payload_i;
    wire [LINE*8-1:0] own;          // bytes in the places of a raw line
    genvar            e, s;
    generate
        for (e = 0; e < LINE; e = e + 1) begin : gen_byte
            localparam J = e / 8;
            localparam B = e % 8;
            assign own[8*e +: 8] = code[8*place(J, B) +: 8];
            // Behind the code's last burst a byte has no place: it is at that of byte 3 of its eight
            if (B == 5 && place(J, B) >= END) begin : gen_five
                assign line_o[8*e +: 8] = is_i[7] ? own[64*J+24 +: 8] : own[8*e +: 8];
            end else if (B == 6 && place(J, B) >= END) begin : gen_six
                assign line_o[8*e +: 8] = is_i[8] ? own[64*J+24 +: 8] : own[8*e +: 8];
            end else if (e >= 4) begin : gen_own
                assign line_o[8*e +: 8] = own[8*e +: 8];
            end
        end
        for (s = 0; s < LINE / 16; s = s + 1) begin : gen_string
            assign string_o[8*s +: 8] = STORED != 0 ? own[64*(s+1)+56 +: 8] : given_i[8*s +: 8];
        end
    endgenerate
    assign base_o = own[63:0];

`ifdef WF_WITH_BASE_FIRSTNZ
    // The lower half of the first chunk is apart from the base
    wire [31:0] first_8 = {own[64*2+48 +: 8], own[64+48 +: 8], own[64*2+32 +: 8], own[64+32 +: 8]};     // of 8 bytes
    wire [31:0] first_4 = {own[31:16], own[55:48], own[63:56]};                                         // of 4 or 2 bytes
    assign line_o[31:0] = |is_i[5:3] ? first_8 : is_i[0] ? own[31:0] : first_4;
`else
    assign line_o[31:0] = own[31:0];
`endif
    wire unused = &{1'b0, is_i, given_i};
endmodule
`default_nettype wire
