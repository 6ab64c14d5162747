// SPDX-License-Identifier: Apache-2.0
`ifdef WF_BPC_ENC
// Encoder of bestof, bytes: the member with the code of the fewest bytes. Among equals the order is linebdi, fpc, cpack, bpc. Sizes that are not
// outputs of the members are read from linebdi's tag, from the prefixes of fpc and from the codes of cpack.
`else
// Encoder of bestof, bytes: the member with the code of the fewest bytes. Among equals the order is linebdi, fpc, cpack. The size of a code is
// not an output of the members. It is read from linebdi's tag, from the prefixes of fpc and from the codes of cpack.
`endif
//
//   64 bytes of zeros   linebdi 1 byte, fpc 2 bytes, cpack 8 bytes   ->  code_o 001
`default_nettype none
module `WF_ENC_BYTES #(
    parameter LINE       = `WF_LINE,             // bytes of the cache line; not to be set
    parameter SEGMENTS   = `WF_FPC_SEGMENTS,     // segments of fpc; not to be set
    parameter ZERO_ENTRY = `WF_CPACK_ZERO_ENTRY  // zero of cpack: 0 a bit in a word's code, 1 an entry; not to be set
) (
`ifdef WF_WITH_BPC_SIZE
    input  wire [7:0]                        bpc_i,      // bytes of bpc's code
`endif
`ifdef WF_BPC_ENC
    input  wire [3:0]                        coded_i,    // bit k: member k has a code; 0 linebdi, 1 fpc, 2 cpack, 3 bpc
`else
    input  wire [2:0]                        coded_i,    // bit k: member k has a code; 0 linebdi, 1 fpc, 2 cpack
`endif
    input  wire [3:0]                        linebdi_i,  // linebdi's encoding
`ifdef WF_WITH_FPC_SIZE
    input  wire [7:0]                        fpc_i,      // bytes of fpc's code
`else
    input  wire [3*SEGMENTS-1:0]             fpc_i,      // fpc's prefixes
`endif
`ifdef WF_WITH_CPACK_SIZE
    input  wire [7:0]                        cpack_i,    // bytes of cpack's code
`else
    input  wire [LINE-LINE/4*ZERO_ENTRY-1:0] cpack_i,    // cpack's codes of words
`endif
`ifdef WF_BPC_ENC
    output wire [3:0]                        code_o      // one-hot: the member whose code is used; 0: raw
`else
    output wire [2:0]                        code_o      // one-hot: the member whose code is used; 0: raw
`endif
);
    localparam ZERO_BASE  = `WF_LINEBDI_ZERO_BASE;
    localparam SELECT_TAG = `WF_LINEBDI_SELECT_TAG;

    generate
        if (LINE != `WF_LINE || SEGMENTS != `WF_FPC_SEGMENTS ||
                ZERO_ENTRY != `WF_CPACK_ZERO_ENTRY) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    // ---- Measure: bytes of each code, from its tag or its head; LINE if it is raw ----

    // linebdi: base, deltas and, if they are in the payload, the bytes of the select bits: one bit for each chunk of 8, 4 or 2 bytes
    localparam STORED = ZERO_BASE != 0 && SELECT_TAG == 0;
    localparam S8     = STORED ? (LINE + 63) / 64 : 0;
    localparam S4     = STORED ? LINE / 32 : 0;
    localparam S2     = STORED ? LINE / 16 : 0;

    function [7:0] bytes_of_linebdi;        // not a case: one with constants would become a memory
        input [3:0] tag;
        bytes_of_linebdi = (tag == 4'd0 ? LINE : 8'd0)
                         | (tag == 4'd1 ? 8'd1 : 8'd0)
                         | (tag == 4'd2 ? 8'd8 : 8'd0)
                         | (tag == 4'd3 ? 8 + LINE / 8 + S8 : 8'd0)
                         | (tag == 4'd4 ? 8 + LINE / 4 + S8 : 8'd0)
                         | (tag == 4'd5 ? 8 + LINE / 2 + S8 : 8'd0)
                         | (tag == 4'd6 ? 4 + LINE / 4 + S4 : 8'd0)
                         | (tag == 4'd7 ? 4 + LINE / 2 + S4 : 8'd0)
                         | (tag == 4'd8 ? 2 + LINE / 2 + S2 : 8'd0);
    endfunction

`ifdef WF_WITH_FPC_SIZE
    wire [7:0] bytes_of_fpc = fpc_i;
`else
    // Nibbles of data that a word has under a pattern of fpc
    function [3:0] nibbles_of;
        input [2:0] pattern;
        case (pattern)
            3'd0:       nibbles_of = 4'd0;
            3'd1:       nibbles_of = 4'd1;
            3'd2, 3'd6: nibbles_of = 4'd2;
            3'd7:       nibbles_of = 4'd8;
            default:    nibbles_of = 4'd4;
        endcase
    endfunction

    // fpc: a prefix for each segment, then the data of their words. Level 0 has the nibbles of one word of each segment, a further level sums pairs
    localparam WORDS  = LINE / 4 / SEGMENTS;            // of a segment
    localparam LEVELS = $clog2(SEGMENTS);
    genvar level, part;
    generate
        for (level = 0; level <= LEVELS; level = level + 1) begin : gen_nibbles
            wire [8*(SEGMENTS>>level)-1:0] nibbles;
            for (part = 0; part < SEGMENTS >> level; part = part + 1) begin : gen_sum
                if (level == 0) begin : gen_segment
                    assign nibbles[8*part +: 8] = {4'd0, nibbles_of(fpc_i[3*part +: 3])};
                end else begin : gen_pair
                    assign nibbles[8*part +: 8] = gen_nibbles[level-1].nibbles[16*part +: 8] + gen_nibbles[level-1].nibbles[16*part+8 +: 8];
                end
            end
        end
    endgenerate
    wire [7:0] nibbles      = gen_nibbles[LEVELS].nibbles;
    wire [7:0] bytes_of_fpc = (3 * SEGMENTS + 7) / 8 + (WORDS == 1 ? (nibbles + 8'd1) / 2 : nibbles * (WORDS / 2));
`endif

`ifdef WF_WITH_CPACK_SIZE
    wire [7:0] bytes_of_cpack = cpack_i;
`else
    // cpack: a code is, from bit 0, partial (1 bit), zero (1 bit, unless ZERO_ENTRY), index (2 bits). The entries in use are those up to
    // the highest index
    localparam             CODE    = ZERO_ENTRY != 0 ? 3 : 4;
    localparam             CODES   = LINE / 4 * CODE;
    localparam             MOST    = ZERO_ENTRY != 0 ? 3 : 4;   // entries
    localparam [CODES-1:0] PARTIAL = {LINE/4{{CODE-1{1'b0}}, 1'b1}};

    wire       partial = |(cpack_i & PARTIAL);
    wire       some    = |(~cpack_i & PARTIAL << 1) && ZERO_ENTRY == 0;
    wire       low     = |(cpack_i & PARTIAL << (CODE - 2));
    wire       high    = |(cpack_i & PARTIAL << (CODE - 1));
    wire       both    = |(cpack_i & (cpack_i >> 1) & PARTIAL << (CODE - 2));
    wire [7:0] entries = both ? 4 * MOST : high ? 4 * (MOST - 1) : low ? 4 * (MOST - 2) : some ? 8'd4 : 8'd0;      // bytes
    wire [7:0] bytes_of_cpack = CODES / 8 + (partial ? LINE / 4 : 8'd0) + entries;
`endif

    wire [7:0] linebdi = bytes_of_linebdi(linebdi_i);
    wire [7:0] fpc     = coded_i[1] ? bytes_of_fpc : LINE;
    wire [7:0] cpack   = coded_i[2] ? bytes_of_cpack : LINE;
`ifdef WF_WITH_BPC_SIZE
    wire [7:0] bpc     = coded_i[3] ? bpc_i : LINE;
`endif

    // ---- Classify: all pairs of sizes are compared at once ----

    wire fpc_first    = fpc   < linebdi;    // fpc before linebdi
    wire cpack_first  = cpack < linebdi;
    wire cpack_second = cpack < fpc;        // cpack before fpc

`ifdef WF_BPC_ENC
    wire bpc_first    = bpc   < linebdi;    // bpc before linebdi
    wire bpc_second   = bpc   < fpc;
    wire bpc_third    = bpc   < cpack;

    assign code_o = {bpc_first && bpc_second && bpc_third, cpack_first && cpack_second && !bpc_third, fpc_first && !cpack_second && !bpc_second,
                     !fpc_first && !cpack_first && !bpc_first} & coded_i;
`else
    assign code_o = {cpack_first && cpack_second, fpc_first && !cpack_second, !fpc_first && !cpack_first} & coded_i;
`endif
endmodule
`default_nettype wire
