// SPDX-License-Identifier: Apache-2.0
// Plain reading of bestof's decoder: the member that the tag names; where it names none, a raw line as the first member stores it. The list
// of members is a set here, in the order linebdi, fpc, cpack, bpc.
`default_nettype none
module bestof_ref_dec #(
    parameter       LINE               = 64,
    parameter [3:0] MEMBERS            = 4'b0111,
    parameter       SAVE               = 0,
    parameter       HEAD               = 0,     // 1: the encoding is in byte 0 of a compressed line
    parameter [7:0] LINEBDI_ENCODINGS  = 8'hff,
    parameter       LINEBDI_FIRSTNZ    = 0,
    parameter       LINEBDI_ZERO_BASE  = 1,
    parameter       LINEBDI_SELECT_TAG = 0,
    parameter       LINEBDI_RESIDUE    = 1,
    parameter       FPC_SEGMENT        = 1,     // form: 0 word, 1 segment
    parameter       FPC_SEGMENTS       = 4,
    parameter       FPC_PATTERNS       = 127,
    parameter       CPACK_PARALLEL     = 1,     // form: 0 fifo, 1 parallel
    parameter       CPACK_ZERO_ENTRY   = 0,
    parameter       FPC_AT             = 1 + MEMBERS[0],        // numbers of members; linebdi's is 1
    parameter       CPACK_AT           = FPC_AT + MEMBERS[1],
    parameter       BPC_AT             = CPACK_AT + MEMBERS[2],
    parameter       WHICH              = $clog2(BPC_AT + MEMBERS[3]),   // bits of a number
    parameter       LINEBDI_TAG_BITS   = HEAD != 0 ? 1 : LINEBDI_ZERO_BASE != 0 && LINEBDI_SELECT_TAG != 0 ? 4 + LINE / 2 : 4,
    parameter       TAG_BITS           = HEAD != 0 ? 1 : MEMBERS[0] ? WHICH + LINEBDI_TAG_BITS : WHICH + 1
) (
    input  wire [TAG_BITS-1:0] tag_i,
    input  wire [LINE*8-1:0]   payload_i,
    output reg  [LINE*8-1:0]   block_o
);
    wire [LINEBDI_TAG_BITS-1:0] member = HEAD != 0 ? tag_i : tag_i >> WHICH;
    wire [WHICH-1:0]            number = HEAD == 0 ? tag_i : tag_i[0] ? payload_i[4 +: WHICH] : 0;
    wire [LINE*8-1:0]           code   = HEAD != 0 ? {payload_i[LINE*8-1:4+WHICH], {WHICH{1'b0}}, payload_i[3:0]} : payload_i;     // with linebdi's own head
    wire [LINE*8-1:0]           linebdi_block, fpc_block, cpack_block, bpc_block;
    wire [LINE*8-1:0]           linebdi_raw;

    // The members of the set
    generate
        if (MEMBERS[0]) begin : gen_linebdi
            linebdi_ref_dec #(.LINE(LINE), .SAVE(SAVE), .HEAD(HEAD), .ENCODINGS(LINEBDI_ENCODINGS), .FIRSTNZ(LINEBDI_FIRSTNZ),
                .ZERO_BASE(LINEBDI_ZERO_BASE), .SELECT_TAG(LINEBDI_SELECT_TAG), .RESIDUE(LINEBDI_RESIDUE)) plain (
                .tag_i(member), .payload_i(code), .block_o(linebdi_block));
            linebdi_ref_dec #(.LINE(LINE), .HEAD(HEAD), .ZERO_BASE(LINEBDI_ZERO_BASE), .SELECT_TAG(LINEBDI_SELECT_TAG),
                .RESIDUE(LINEBDI_RESIDUE)) raw (
                .tag_i({LINEBDI_TAG_BITS{1'b0}}), .payload_i(payload_i), .block_o(linebdi_raw));
        end else
            assign {linebdi_block, linebdi_raw} = 0;
        if (MEMBERS[1]) begin : gen_fpc
            fpc_ref_dec #(.LINE(LINE), .HEAD(HEAD), .SEGMENT(FPC_SEGMENT), .SEGMENTS(FPC_SEGMENTS), .PATTERNS(FPC_PATTERNS)) plain (
                .tag_i(member[0]), .payload_i(payload_i), .block_o(fpc_block));
        end else
            assign fpc_block = 0;
        if (MEMBERS[2]) begin : gen_cpack
            cpack_ref_dec #(.LINE(LINE), .HEAD(HEAD), .PARALLEL(CPACK_PARALLEL), .ZERO_ENTRY(CPACK_ZERO_ENTRY)) plain (
                .tag_i(member[0]), .payload_i(payload_i), .block_o(cpack_block));
        end else
            assign cpack_block = 0;
        if (MEMBERS[3]) begin : gen_bpc
            bpc_ref_dec #(.LINE(LINE), .HEAD(HEAD)) plain (
                .tag_i(member[0]), .payload_i(payload_i), .block_o(bpc_block));
        end else
            assign bpc_block = 0;
    endgenerate

    always @*
        if (number == 1 && MEMBERS[0])          block_o = linebdi_block;
        else if (number == FPC_AT && MEMBERS[1])     block_o = fpc_block;
        else if (number == CPACK_AT && MEMBERS[2])     block_o = cpack_block;
        else if (number == BPC_AT && MEMBERS[3])     block_o = bpc_block;
        else if (MEMBERS[0])                    block_o = linebdi_raw;
        else                                    block_o = payload_i;
endmodule
`default_nettype wire
