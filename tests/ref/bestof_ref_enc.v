// SPDX-License-Identifier: Apache-2.0
// Plain reading of bestof's encoder: the members' plain readings one after another, each counted in bursts or in bytes. The first of the
// fewest wins: of bursts in the order cpack, fpc, linebdi, bpc, of bytes in the order linebdi, fpc, cpack. It does not read the bytes of bpc, nor
// those of fpc by words and cpack with a fifo. The list of members is a set here, in the order linebdi, fpc, cpack, bpc.
`default_nettype none
module bestof_ref_enc #(
    parameter       LINE               = 64,
    parameter [3:0] MEMBERS            = 4'b0111,
    parameter       BYTES              = 0,
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
    input  wire [LINE*8-1:0]   block_i,
    input  wire                raw_only_i,
    output reg  [TAG_BITS-1:0] tag_o,
    output reg  [LINE*8-1:0]   payload_o,
    output reg  [LINE/32-1:0]  units_o,
    output wire [LINE/32-1:0]  wen_o
);
    localparam CODE = CPACK_ZERO_ENTRY != 0 ? 3 : 4;    // bits of a word's code in cpack
    localparam PREFIXES = (3 * FPC_SEGMENTS + 7) / 8;   // bytes of fpc's patterns
    localparam FROM = 8 * HEAD;                         // bits before a member's code

    wire [LINEBDI_TAG_BITS-1:0] linebdi_tag;
    wire                        fpc_tag, cpack_tag, bpc_tag;
    wire [LINE*8-1:0]           linebdi_payload, fpc_payload, cpack_payload, bpc_payload;
    wire [LINE/32-1:0]          linebdi_units, fpc_units, cpack_units, bpc_units, linebdi_wen, fpc_wen, cpack_wen, bpc_wen;

    // The members of the set
    generate
        if (MEMBERS[0]) begin : gen_linebdi
            linebdi_ref_enc #(.LINE(LINE), .SAVE(SAVE), .HEAD(HEAD), .ENCODINGS(LINEBDI_ENCODINGS), .FIRSTNZ(LINEBDI_FIRSTNZ),
                .ZERO_BASE(LINEBDI_ZERO_BASE), .SELECT_TAG(LINEBDI_SELECT_TAG), .RESIDUE(LINEBDI_RESIDUE)) plain (
                .block_i(block_i), .raw_only_i(raw_only_i), .tag_o(linebdi_tag), .payload_o(linebdi_payload), .units_o(linebdi_units),
                .wen_o(linebdi_wen));
        end else
            assign {linebdi_tag, linebdi_payload, linebdi_units, linebdi_wen} = 0;
        if (MEMBERS[1]) begin : gen_fpc
            fpc_ref_enc #(.LINE(LINE), .SAVE(SAVE), .HEAD(HEAD), .SEGMENT(FPC_SEGMENT), .SEGMENTS(FPC_SEGMENTS),
                .PATTERNS(FPC_PATTERNS)) plain (
                .block_i(block_i), .raw_only_i(raw_only_i), .tag_o(fpc_tag), .payload_o(fpc_payload), .units_o(fpc_units),
                .wen_o(fpc_wen));
        end else
            assign {fpc_tag, fpc_payload, fpc_units, fpc_wen} = 0;
        if (MEMBERS[2]) begin : gen_cpack
            cpack_ref_enc #(.LINE(LINE), .SAVE(SAVE), .HEAD(HEAD), .PARALLEL(CPACK_PARALLEL), .ZERO_ENTRY(CPACK_ZERO_ENTRY)) plain (
                .block_i(block_i), .raw_only_i(raw_only_i), .tag_o(cpack_tag), .payload_o(cpack_payload), .units_o(cpack_units),
                .wen_o(cpack_wen));
        end else
            assign {cpack_tag, cpack_payload, cpack_units, cpack_wen} = 0;
        if (MEMBERS[3]) begin : gen_bpc
            bpc_ref_enc #(.LINE(LINE), .SAVE(SAVE), .HEAD(HEAD)) plain (
                .block_i(block_i), .raw_only_i(raw_only_i), .tag_o(bpc_tag), .payload_o(bpc_payload), .units_o(bpc_units),
                .wen_o(bpc_wen));
        end else
            assign {bpc_tag, bpc_payload, bpc_units, bpc_wen} = 0;
    endgenerate

    assign wen_o = units_o;

    function integer bursts;
        input [LINE/32-1:0] units;
        integer             u;
        begin
            bursts = 0;
            for (u = 0; u < LINE / 32; u = u + 1)
                bursts = bursts + units[u];
        end
    endfunction

    integer bytes, least, base, delta, chunks, bits, index, i, entries, partial;
    integer linebdi_cost, fpc_cost, cpack_cost, bpc_cost;
    reg [3:0] encoding;
    reg [2:0] member;   // the number of the one whose code it is: 0 none
    always @* begin
        tag_o     = 0;
        payload_o = MEMBERS[0] ? linebdi_payload : block_i;    // raw, if no member has a code
        units_o   = ~0;
        encoding  = HEAD == 0 ? linebdi_tag : linebdi_tag[0] ? linebdi_payload[3:0] : 4'd0;

        // linebdi
        base   = encoding <= 5 ? 8 : encoding <= 7 ? 4 : 2;
        delta  = encoding == 5 ? 4 : encoding == 4 || encoding == 7 ? 2 : 1;
        chunks = LINE / base;
        bytes  = base + delta * chunks;
        if (LINEBDI_ZERO_BASE != 0 && LINEBDI_SELECT_TAG == 0)
            bytes = bytes + (chunks + 7) / 8;
        if (encoding == 1) bytes = 1;
        if (encoding == 2) bytes = 8;
        bytes = HEAD + bytes;
        linebdi_cost = BYTES ? bytes : (bytes + 31) / 32;

        // fpc
        bits = FROM + 8 * PREFIXES;
        for (i = 0; i < LINE / 4; i = i + 1)
            case (fpc_payload[FROM + 3 * (i * FPC_SEGMENTS / (LINE / 4)) +: 3])
                0:       bits = bits;
                1:       bits = bits + 4;
                2, 6:    bits = bits + 8;
                7:       bits = bits + 32;
                default: bits = bits + 16;
            endcase
        bytes    = (bits + 7) / 8;
        fpc_cost = BYTES ? bytes : (bytes + 31) / 32;

        // cpack
        entries = 0;
        partial = 0;
        for (i = 0; i < LINE / 4; i = i + 1) begin
            if (cpack_payload[FROM+CODE*i]) partial = 1;
            index = cpack_payload[FROM+CODE*i+CODE-2 +: 2];
            if (CPACK_ZERO_ENTRY == 0)
                index = cpack_payload[FROM+4*i+1] ? 0 : index + 1;
            if (index > entries) entries = index;
        end
        bytes      = HEAD + LINE / 32 * CODE + 4 * entries + (partial != 0 ? LINE / 4 : 0);
        cpack_cost = BYTES ? bytes : (bytes + 31) / 32;

        // Of codes whose bytes are not read here the bursts
        if (FPC_SEGMENT == 0)    fpc_cost   = bursts(fpc_units);
        if (CPACK_PARALLEL == 0) cpack_cost = bursts(cpack_units);
        bpc_cost = bursts(bpc_units);

        // One after another. Of equal costs the first stays
        least  = LINE + 1;
        member = 0;
        for (i = 0; i < 4; i = i + 1) begin
            if ((BYTES ? i == 0 : i == 2) && MEMBERS[0] && encoding != 0 && linebdi_cost < least) begin
                least     = linebdi_cost;
                member    = 1;
                payload_o = linebdi_payload;
                units_o   = linebdi_units;
            end
            if (i == 1 && MEMBERS[1] && fpc_tag && fpc_cost < least) begin
                least     = fpc_cost;
                member    = FPC_AT;
                payload_o = fpc_payload;
                units_o   = fpc_units;
            end
            if ((BYTES ? i == 2 : i == 0) && MEMBERS[2] && cpack_tag && cpack_cost < least) begin
                least     = cpack_cost;
                member    = CPACK_AT;
                payload_o = cpack_payload;
                units_o   = cpack_units;
            end
            if (i == 3 && MEMBERS[3] && bpc_tag && bpc_cost < least) begin
                least     = bpc_cost;
                member    = BPC_AT;
                payload_o = bpc_payload;
                units_o   = bpc_units;
            end
        end
        if (HEAD != 0) begin
            tag_o = member != 0;
            if (member != 0) payload_o[4 +: WHICH] = member;
        end else
            tag_o = {member == 1 && MEMBERS[0] ? linebdi_tag : {{LINEBDI_TAG_BITS-1{1'b0}}, member != 0}, member[WHICH-1:0]};
    end
endmodule
`default_nettype wire
