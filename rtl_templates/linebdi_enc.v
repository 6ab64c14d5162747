// SPDX-License-Identifier: Apache-2.0
// Encoder of linebdi: base-delta-immediate over a cache line. The line is read as chunks of 8, 4 or 2 bytes. A code is a base and a signed
// difference of each chunk from it (a delta) of 1, 2 or 4 bytes. With ZERO_BASE = 1 a chunk may be a delta from zero instead; then each
// chunk has a select bit. The smallest code that holds the line is used, else the line is stored raw.
// In: a line a cycle, and raw_only_i, which asks for raw. Out, STAGES cycles later (0: in the same cycle): tag, payload, the bursts of 32
// bytes in use (units_o and wen_o).
//
//   32 bytes, ZERO_BASE 0, chunks of 8 bytes, hexadecimal      tag          payload bytes
//   1000 1001 0FFF 1002                                        3 8-1        00 10 00 00 00 00 00 00 | 00 01 FF 02
//   1000 1000 1000 1000                                        2 repeat     00 10 00 00 00 00 00 00
//   no code fits, or raw_only_i                                0 raw        the line
//
// Window form: a delta of D bits fits if and only if the chunk lies in the window of 2^D values that begins at floor = base - 2^(D-1). The
// chunk's upper part (bit D and above) is then floor's, or one more where its lower part is below floor's. With base 1000 and D = 8, floor
// is 0F80. Chunk 0FFF has floor's upper part 0F, since FF is not below 80. Chunk 1002 has 10, since 02 is below 80.
// Gray columns: two consecutive numbers differ in one bit of their Gray code. So the upper parts, in Gray code, must agree in every column
// but one, which the base tells, and the lowest bit of each must follow that chunk's borrow.
// Sharing: Gray bits and borrows of a byte are the same for chunks of 8, 4 and 2 bytes. So each is made once for all six codes, and so is
// each byte of a delta.
// Planes: a plane has one byte of every chunk, side by side: first of chunks at multiples of 8 bytes, then at other multiples of 4, then
// of the rest.
// Source: CABA (2016), section 5.1, HW-BDI; BDI (PACT 2012). More, with the order of the bytes: docs/linebdi.md
`default_nettype none
module `WF_ENC #(
    parameter       LINE       = `WF_LINE,        // bytes of the cache line: 32, 64 or 128
    parameter [7:0] ENCODINGS  = `WF_ENCODINGS,   // codes that may be used, bits 0 to 7: zeros repeat 8-1 8-2 8-4 4-1 4-2 2-1
    parameter       FIRSTNZ    = `WF_FIRSTNZ,     // the base: 0 the first chunk, 1 the first that does not fit the zero base
    parameter       ZERO_BASE  = `WF_ZERO_BASE,   // 1: a chunk may be a delta from zero instead
    parameter       SELECT_TAG = `WF_SELECT_TAG,  // select bits are in: 0 the payload, 1 the tag
    parameter       PACKED     = `WF_PACKED,      // order of the bytes: 0 planes, 1 packed
    parameter       SAVE       = `WF_SAVE,        // what a code must save to be used: 0 a byte, 1 a burst of 32 bytes
    parameter       ISOLATE    = `WF_ISOLATE,     // 1: gates hold the operands at zero while the unit is idle
    parameter       STAGES     = `WF_ENC_STAGES,  // register ranks, 0 to 5: the latency in cycles
    parameter       FLOW       = `WF_FLOW,        // what ready_i does (wf_cut.v): 0 nothing, 1 stall, 2 elastic
    parameter       USER_BITS  = `WF_USER_BITS,   // bits of user, 1 or more
    parameter       TAG_BITS   = ZERO_BASE != 0 && SELECT_TAG != 0 ? 4 + LINE / 2 : 4  // bits of the tag; not to be set
) (
    input  wire                 clk_i,       // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,      // reset, low, asynchronous
    input  wire                 valid_i,     // 1: the inputs are a block of this cycle
`ifdef WF_WITH_FLOW
    output wire                 ready_o,     // 1: the unit takes what valid_i offers
`endif
    input  wire [USER_BITS-1:0] user_i,      // any bits; they come out with this block's result
    input  wire                 raw_only_i,  // 1: store the block raw
    input  wire [LINE*8-1:0]    block_i,     // the line, byte 0 lowest

    output wire                 valid_o,     // 1: the outputs mean something in this cycle
`ifdef WF_WITH_FLOW
    input  wire                 ready_i,     // 1: the receiver takes the outputs; nothing uses it if FLOW is 0
`endif
    output wire [USER_BITS-1:0] user_o,      // the bits that came in with this block
    output wire [TAG_BITS-1:0]  tag_o,       // bits 3..0: 0 raw 1 zeros 2 repeat 3 8-1 4 8-2 5 8-4 6 4-1 7 4-2 8 2-1; above: select bits
    output wire [LINE*8-1:0]    payload_o,   // the code or the raw line, byte 0 lowest; bursts that are not in use: any bits
    output wire [LINE/32-1:0]   units_o,     // the bursts of 32 bytes in use, bit u is burst u
    output wire [LINE/32-1:0]   wen_o        // write enables, a bit a burst: the bursts in use
);
`ifndef WF_WITH_FLOW
    wire ready_o;
    wire ready_i     = 1'b1;
    wire unused_flow = &{1'b0, ready_o};
`endif
    localparam BLOCK  = LINE * 8;
    localparam UNITS  = LINE / 32;
    localparam N      = LINE / 8;       // chunks of 8 bytes
    localparam STRING = 4 * N;          // select bits of a code with chunks of 2 bytes, the most

    // Names of docs/linebdi.md. S8, S4, S2: bytes of the three parts of the select bits in the payload. T: bytes of L4", which with S4
    // stands behind a base of 4 bytes.
    localparam STORED = ZERO_BASE != 0 && SELECT_TAG == 0;
    localparam S8     = STORED ? (N + 7) / 8 : 0;
    localparam S4     = STORED ? N / 4 - (N + 7) / 8 : 0;
    localparam S2     = STORED ? N / 4 : 0;
    localparam T      = 4 - S4;
    localparam R      = 8 + S8 + N;     // the first byte behind S8 and L8

    // Cuts with a register rank, by STAGES: 1: out  2: fits, out  3: fits, chosen, out  4: operand, fits, chosen, out
    //                                       5: operand, fits, chosen, deltas, out
    localparam CUT_OPERAND = STAGES >= 4;
    localparam CUT_FITS    = STAGES >= 2;
    localparam CUT_CHOSEN  = STAGES >= 3;
    localparam CUT_DELTAS  = STAGES >= 5;
    localparam CUT_OUT     = STAGES >= 1;

    generate
        if ((LINE != 32 && LINE != 64 && LINE != 128) || ENCODINGS == 8'd0 || FIRSTNZ < 0 || FIRSTNZ > 1 ||
                ZERO_BASE < 0 || ZERO_BASE > 1 || (FIRSTNZ != 0 && ZERO_BASE == 0) || SELECT_TAG < 0 || SELECT_TAG > 1 ||
                PACKED < 0 || PACKED > 1 || SAVE < 0 || SAVE > 1 || (SAVE != 0 && LINE == 32) ||
                ISOLATE < 0 || ISOLATE > 1 || USER_BITS < 1 ||
                STAGES < 0 || STAGES > 5 ||
                TAG_BITS != (ZERO_BASE != 0 && SELECT_TAG != 0 ? 4 + LINE / 2 : 4)) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    // ---- Fields: sizes of each code, by tag: 1 zeros 2 repeat 3 8-1 4 8-2 5 8-4 6 4-1 7 4-2 8 2-1 ----

    function integer base_of;
        input integer t;
        base_of = t == 1 ? 1 : t <= 5 ? 8 : t <= 7 ? 4 : 2;
    endfunction

    function integer delta_of;
        input integer t;
        delta_of = t <= 2 ? 0 : t == 5 ? 4 : t == 4 || t == 7 ? 2 : 1;
    endfunction

    function integer select_of;         // bytes of select bits
        input integer t;
        select_of = STORED && t > 2 ? (LINE / base_of(t) + 7) / 8 : 0;
    endfunction

    function integer bytes_of;
        input integer t;
        bytes_of = base_of(t) + delta_of(t) * (LINE / base_of(t)) + select_of(t);
    endfunction

    function usable;
        input integer t;
        usable = ENCODINGS[t-1] && bytes_of(t) <= (SAVE != 0 ? LINE - 32 : LINE - 1);
    endfunction

    localparam [8:1] USE = {usable(8), usable(7), usable(6), usable(5), usable(4), usable(3), usable(2), usable(1)};

    // In these lines code 4-2 is smaller than 2-1. In all others 2-1 is smaller, or as small and first in order
    localparam SWAPPED = STORED && LINE == 128;

    // ---- Chunks: the line, its Gray bits and its planes ----

    wire                 valid_1, ready_1, raw_1;
    wire [USER_BITS-1:0] user_1;
    wire [BLOCK-1:0]     block_1;

    `WF_CUT #(.ON(CUT_OPERAND), .WIDTH(1 + USER_BITS + BLOCK), .FLOW(FLOW)) cut_operand (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .data_i({raw_only_i, user_i, block_i}),
        .valid_o(valid_1), .ready_i(ready_1), .data_o({raw_1, user_1, block_1})
    );

    // may_differ: the one Gray column that may differ, for chunks of `high` bits and deltas of `low` bits. Floor's upper part is base's
    // if the top bit of base's lower part is 1, else one less. So the window spans the upper part U of base and U + 1, or U - 1 and U.
    // Their Gray codes differ at the lowest bit of U that is unlike that top bit.
    function [63:0] may_differ;
        input [63:0]  base;
        input integer low, high;
        reg   [63:0]  unlike;           // a bit of base is unlike bit low - 1; after the loop: it or a lower one is
        integer       k;
        begin
            unlike = (base ^ {64{base[low-1]}}) & ({64{1'b1}} << low) & ({64{1'b1}} >> (64 - high));
            may_differ = unlike;
            for (k = 1; k < 64; k = 2 * k)
                unlike = unlike | (unlike << k);
            may_differ = (may_differ | ({63'd0, 1'b1} << (high - 1))) & ~(unlike << 1);
        end
    endfunction

    // With ISOLATE the unit sees zeros while idle. Behind a register rank nothing toggles in an idle unit anyway
    wire [BLOCK-1:0] line_1 = block_1 & {BLOCK{ISOLATE == 0 || CUT_OPERAND || valid_1}};
    wire [BLOCK-1:0] gray_1 = line_1 ^ (line_1 >> 1);

    // What all chunks need of the base if it is the first chunk. If there is a rank for operands, it is computed before that rank
    wire [63:0] first_0 = CUT_OPERAND ? block_i[63:0] : line_1[63:0];
    wire [63:0] may_81_0 = may_differ(first_0, 8, 64), may_82_0 = may_differ(first_0, 16, 64), may_84_0 = may_differ(first_0, 32, 64);
    wire [63:0] may_41_0 = may_differ(first_0, 8, 32), may_42_0 = may_differ(first_0, 16, 32), may_21_0 = may_differ(first_0, 8, 16);
    wire [63:8]  may_81;
    wire [63:16] may_82;
    wire [63:32] may_84;
    wire [31:8]  may_41;
    wire [31:16] may_42;
    wire [15:8]  may_21;
    wire [63:0]  first_gray;
    wire         asked, unused_first;
    wire         unused_asked = &{1'b0, asked, may_81_0, may_82_0, may_84_0, may_41_0, may_42_0, may_21_0, first_gray,
                                  may_81, may_82, may_84, may_41, may_42, may_21};

    `WF_CUT #(.ON(CUT_OPERAND && FIRSTNZ == 0), .WIDTH(56 + 48 + 32 + 24 + 16 + 8 + 64), .FLOW(FLOW)) cut_first (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_i), .ready_o(unused_first),
        .data_i({may_81_0[63:8], may_82_0[63:16], may_84_0[63:32], may_41_0[31:8], may_42_0[31:16], may_21_0[15:8],
                 first_0 ^ (first_0 >> 1)}),
        .valid_o(asked), .ready_i(ready_1), .data_o({may_81, may_82, may_84, may_41, may_42, may_21, first_gray})
    );

    // plane_of: byte `which` of every chunk, in the order of planes. Of a chunk of 4 or 2 bytes it is the byte modulo 4 or 2
    function [STRING*8-1:0] plane_of;
        input [BLOCK-1:0] line;
        input integer     which;
        integer           k;
        for (k = 0; k < N; k = k + 1) begin
            plane_of[8*k +: 8]             = line[64*k + 8*which +: 8];
            plane_of[8*(N+k) +: 8]         = line[64*k + 32 + 8*(which & 3) +: 8];
            plane_of[8*(2*N+2*k) +: 8]     = line[64*k + 16 + 8*(which & 1) +: 8];
            plane_of[8*(2*N+2*k+1) +: 8]   = line[64*k + 48 + 8*(which & 1) +: 8];
        end
    endfunction

    // borrows: of x - y - into, four bytes at once. From bit 0: 4 borrows into the top bits, 4 out of the bytes, and 4 out of the bytes
    // with y's top bit inverted, that is, with floor in place of base
    function [11:0] borrows;
        input [31:0] x, y;
        input [3:0]  into;
        reg   [31:0] make, pass, top;
        integer      k;
        begin
            make = (~x & y) & {4{8'h7f}};
            pass = (~x | y) & {4{8'h7f}};
            for (k = 0; k < 4; k = k + 1) begin
                top[8*k] = make[8*k+6] | pass[8*k+6] & make[8*k+5];
                top[8*k+1] = pass[8*k+6] & pass[8*k+5];
                top[8*k+2] = make[8*k+4] | pass[8*k+4] & make[8*k+3];
                top[8*k+3] = pass[8*k+4] & pass[8*k+3];
                top[8*k+4] = make[8*k+2] | pass[8*k+2] & make[8*k+1];
                top[8*k+5] = pass[8*k+2] & pass[8*k+1];
                top[8*k+6] = make[8*k];
                top[8*k+7] = pass[8*k];
                borrows[k] = (top[8*k] | top[8*k+1] & top[8*k+2])
                    | (top[8*k+1] & top[8*k+3]) & ((top[8*k+4] | top[8*k+5] & top[8*k+6])
                    | (top[8*k+5] & top[8*k+7]) & into[k]);
                borrows[4+k] = (~x[8*k+7] & y[8*k+7]) | ((~x[8*k+7] | y[8*k+7]) & borrows[k]);
                borrows[8+k] = (~x[8*k+7] & ~y[8*k+7]) | ((~x[8*k+7] | ~y[8*k+7]) & borrows[k]);
            end
        end
    endfunction

    // ---- Classify: which codes fit: chunk by chunk, or all chunks together if there is no zero base ----

    // ok: chunks that fit either base. on_zero: chunks that fit the zero base. Each has a part for 8-1, 8-2, 8-4, 4-1, 4-2 and 2-1, from
    // Z81, Z82 .. on
    localparam Z81 = 0, Z82 = N, Z84 = 2 * N, Z41 = 3 * N, Z42 = 5 * N, Z21 = 7 * N, ZS = 11 * N;
    localparam OKS   = ZERO_BASE != 0 ? ZS : 6;
    localparam ZEROS = ZERO_BASE != 0 ? ZS : 1;
    localparam BASES = FIRSTNZ != 0 ? 6 * 64 : 1;
    localparam THEIRS = FIRSTNZ != 0 ? 64 : 1;

    wire [OKS-1:0]   ok_1;
    wire [ZEROS-1:0] on_zero_1;
    wire [BASES-1:0] bases_1;
    wire             repeat_1, zero_1;

    genvar g;
    generate
        if (ZERO_BASE == 0) begin : gen_columns
            // A column agrees if all chunks have a 1 there or none has. The Gray columns of chunks of 8 bytes, folded, are those of
            // chunks of 4 and of 2 bytes. The top bit of a Gray code is the plain bit.
            reg  [127:0]     all_8, any_8;      // Gray and plain
            reg  [63:0]      all_4, any_4, all_2, any_2;
            integer          h, k;
            reg  [2*BLOCK-1:0] all, any;
            always @* begin
                for (k = 0; k < N; k = k + 1)
                    all[128*k +: 128] = {line_1[64*k +: 64], gray_1[64*k +: 64]};
                any = all;
                for (h = N / 2; h > 0; h = h / 2)
                    for (k = 0; k < h; k = k + 1) begin
                        all[128*k +: 128] = all[128*k +: 128] & all[128*(k+h) +: 128];
                        any[128*k +: 128] = any[128*k +: 128] | any[128*(k+h) +: 128];
                    end
                all_8 = all[127:0];
                any_8 = any[127:0];
                all_4 = {all_8[127:96] & all_8[95:64], all_8[63:32] & all_8[31:0]};
                any_4 = {any_8[127:96] | any_8[95:64], any_8[63:32] | any_8[31:0]};
                all_2 = {32'd0, all_4[63:48] & all_4[47:32], all_4[31:16] & all_4[15:0]};
                any_2 = {32'd0, any_4[63:48] | any_4[47:32], any_4[31:16] | any_4[15:0]};
            end
            wire [63:8] same_8 = {all_8[127], all_8[62:8]} | ~{any_8[127], any_8[62:8]};
            wire [31:8] same_4 = {all_4[63], all_4[30:8]} | ~{any_4[63], any_4[30:8]};
            wire [15:8] same_2 = {all_2[31], all_2[14:8]} | ~{any_2[31], any_2[14:8]};

            // link: the lowest bit of the upper part XOR the borrow (the lower part is below floor's). It must be alike in all chunks
            reg  [STRING*8-1:0] x0, x1, x2, x3;
            reg  [STRING-1:0]   out0, below1, link1;
            reg  [2*N-1:0]      out1, below2, link2;
            reg  [N-1:0]        out2, below4, link4;
            reg  [3:0]          into, none;
            integer             q;
            always @* begin
                x0 = plane_of(line_1, 0);
                x1 = plane_of(line_1, 1);
                x2 = plane_of(line_1, 2);
                x3 = plane_of(line_1, 3);
                for (q = 0; q < STRING; q = q + 4)
                    {below1[q +: 4], out0[q +: 4], into} = borrows(x0[8*q +: 32], {4{line_1[7:0]}}, 4'd0);
                for (q = 0; q < 2 * N; q = q + 4)
                    {below2[q +: 4], out1[q +: 4], into} = borrows(x1[8*q +: 32], {4{line_1[15:8]}}, out0[q +: 4]);
                for (q = 0; q < N; q = q + 4) begin
                    {none, out2[q +: 4], into} = borrows(x2[8*q +: 32], {4{line_1[23:16]}}, out1[q +: 4]);
                    {below4[q +: 4], none, into} = borrows(x3[8*q +: 32], {4{line_1[31:24]}}, out2[q +: 4]);
                end
                for (q = 0; q < N; q = q + 1) begin
                    link1[q]       = below1[q] ^ line_1[64*q+8];
                    link1[N+q]     = below1[N+q] ^ line_1[64*q+40];
                    link1[2*N+2*q] = below1[2*N+2*q] ^ line_1[64*q+24];
                    link1[2*N+2*q+1] = below1[2*N+2*q+1] ^ line_1[64*q+56];
                    link2[q]       = below2[q] ^ line_1[64*q+16];
                    link2[N+q]     = below2[N+q] ^ line_1[64*q+48];
                    link4[q]       = below4[q] ^ line_1[64*q+32];
                end
            end
            wire unused = &{1'b0, into, none, all_8, any_8, all_4, any_4, all_2, any_2, out1};
            wire links_81 = &link1[N-1:0] | ~|link1[N-1:0];
            wire links_41 = &link1[2*N-1:0] | ~|link1[2*N-1:0];
            wire links_21 = &link1 | ~|link1;
            wire links_82 = &link2[N-1:0] | ~|link2[N-1:0];
            wire links_42 = &link2 | ~|link2;
            wire links_84 = &link4 | ~|link4;
            assign ok_1 = {
                &(same_2 | may_21[15:8]) & links_21,
                &(same_4[31:16] | may_42[31:16]) & links_42,
                &(same_4 | may_41[31:8]) & links_41,
                &(same_8[63:32] | may_84[63:32]) & links_84,
                &(same_8[63:16] | may_82[63:16]) & links_82,
                &(same_8 | may_81[63:8]) & links_81};
            assign repeat_1  = &same_8 & &(all_8[71:64] | ~any_8[71:64]);
            assign zero_1    = ~|any_8[127:64];
            assign on_zero_1 = 1'b0;
            assign bases_1   = 1'b0;
        end else begin : gen_chunks
            assign zero_1   = ~|line_1;
            assign repeat_1 = line_1[BLOCK-1:64] == line_1[BLOCK-65:0];

            // little: chunks that fit the zero base. All bits from the sign up are alike, so the Gray bits from the sign bit up are 0
            reg [ZS-1:0] little;
            integer      k;
            always @*
                for (k = 0; k < N; k = k + 1) begin
                    little[Z81+k]         = ~|gray_1[64*k+7 +: 56];
                    little[Z82+k]         = ~|gray_1[64*k+15 +: 48];
                    little[Z84+k]         = ~|gray_1[64*k+31 +: 32];
                    little[Z41+k]         = ~|gray_1[64*k+7 +: 24];
                    little[Z41+N+k]       = ~|gray_1[64*k+39 +: 24];
                    little[Z42+k]         = ~|gray_1[64*k+15 +: 16];
                    little[Z42+N+k]       = ~|gray_1[64*k+47 +: 16];
                    little[Z21+k]         = ~|gray_1[64*k+7 +: 8];
                    little[Z21+N+k]       = ~|gray_1[64*k+39 +: 8];
                    little[Z21+2*N+2*k]   = ~|gray_1[64*k+23 +: 8];
                    little[Z21+2*N+2*k+1] = ~|gray_1[64*k+55 +: 8];
                end
            assign on_zero_1 = little;

            // The base of each code
            wire [6*64-1:0] bases;
            if (FIRSTNZ != 0) begin : gen_firstnz
                reg [63:0] base_81, base_82, base_84;
                reg [31:0] base_41, base_42;
                reg [15:0] base_21;
                integer    c;
                always @* begin
                    base_81 = 64'd0;
                    base_82 = 64'd0;
                    base_84 = 64'd0;
                    base_41 = 32'd0;
                    base_42 = 32'd0;
                    base_21 = 16'd0;
                    for (c = N - 1; c >= 0; c = c - 1) begin
                        if (!little[Z81+c])           base_81 = line_1[64*c +: 64];
                        if (!little[Z82+c])           base_82 = line_1[64*c +: 64];
                        if (!little[Z84+c])           base_84 = line_1[64*c +: 64];
                        if (!little[Z41+N+c])         base_41 = line_1[64*c+32 +: 32];
                        if (!little[Z41+c])           base_41 = line_1[64*c +: 32];
                        if (!little[Z42+N+c])         base_42 = line_1[64*c+32 +: 32];
                        if (!little[Z42+c])           base_42 = line_1[64*c +: 32];
                        if (!little[Z21+2*N+2*c+1])   base_21 = line_1[64*c+48 +: 16];
                        if (!little[Z21+N+c])         base_21 = line_1[64*c+32 +: 16];
                        if (!little[Z21+2*N+2*c])     base_21 = line_1[64*c+16 +: 16];
                        if (!little[Z21+c])           base_21 = line_1[64*c +: 16];
                    end
                end
                assign bases   = {48'd0, base_21, 32'd0, base_42, 32'd0, base_41, base_84, base_82, base_81};
                assign bases_1 = bases;
            end else begin : gen_first
                assign bases   = {6{line_1[63:0]}};
                assign bases_1 = 1'b0;
            end

            // near: chunks that fit the base, code by code. If all codes have the same base, synthesis makes what they share once
            wire [ZS-1:0] near;
            for (g = 0; g < 6; g = g + 1) begin : gen_code
                localparam K    = g < 3 ? 8 : g < 5 ? 4 : 2;
                localparam D    = g == 2 ? 4 : g == 1 || g == 4 ? 2 : 1;
                localparam AT   = g == 0 ? Z81 : g == 1 ? Z82 : g == 2 ? Z84 : g == 3 ? Z41 : g == 4 ? Z42 : Z21;
                localparam M    = LINE / K;
                localparam BITS = 8 * (K - D);
                wire [63:0]         base = bases[64*g +: 64];
                wire [63:0]         may_own  = may_differ(base, 8 * D, 8 * K);
                wire [63:0]         gray_own = base ^ (base >> 1);
                wire [8*K-1:8*D]    may;
                wire [8*K-1:0]      base_gray;
                if (FIRSTNZ != 0) begin : gen_own
                    assign may       = may_own[8*K-1:8*D];
                    assign base_gray = {base[8*K-1], gray_own[8*K-2:0]};
                end else begin : gen_asked
                    assign base_gray = {base[8*K-1], first_gray[8*K-2:0]};
                    case (g)
                        0:       begin : gen_81 assign may = may_81; end
                        1:       begin : gen_82 assign may = may_82; end
                        2:       begin : gen_84 assign may = may_84; end
                        3:       begin : gen_41 assign may = may_41; end
                        4:       begin : gen_42 assign may = may_42; end
                        default: begin : gen_21 assign may = may_21; end
                    endcase
                end
                wire                base_link = ~base_gray[8*D-1];
                reg  [STRING*8-1:0] x0, x1, x2, x3;
                reg  [M-1:0]        below, fit;
                reg  [3:0]          out, into;
                wire                unused = &{1'b0, base, may_own, gray_own, base_gray, may, into};
                reg  [8*K-1:0]      x;
                integer             q;
                always @* begin
                    x0 = plane_of(line_1, 0);
                    x1 = plane_of(line_1, 1);
                    x2 = plane_of(line_1, 2);
                    x3 = plane_of(line_1, 3);
                    for (q = 0; q < M; q = q + 4) begin
                        {below[q +: 4], out, into} = borrows(x0[8*q +: 32], {4{base[7:0]}}, 4'd0);
                        if (D > 1) {below[q +: 4], out, into} = borrows(x1[8*q +: 32], {4{base[15:8]}}, out);
                        if (D > 2) {below[q +: 4], out, into} = borrows(x2[8*q +: 32], {4{base[23:16]}}, out);
                        if (D > 2) {below[q +: 4], out, into} = borrows(x3[8*q +: 32], {4{base[31:24]}}, out);
                    end
                    for (q = 0; q < M; q = q + 1) begin
                        x = q < N ? line_1[64*q +: 8*K] : q < 2 * N ? line_1[64*(q-N)+32 +: 8*K]
                            : line_1[32*(q-2*N)+16 +: 8*K];
                        fit[q] = (x[8*D] ^ below[q]) == base_link;
                        x = x ^ {1'b0, x[8*K-1:1]};
                        fit[q] = fit[q] & &(~(x[8*K-1 -: BITS] ^ base_gray[8*K-1 -: BITS]) | may);
                    end
                end
                assign near[AT +: M] = fit;
            end
            assign ok_1 = little | near;
        end
    endgenerate

    wire                 valid_2, ready_2, raw_2, repeat_2, zero_2;
    wire [OKS-1:0]       ok_2;
    wire [ZEROS-1:0]     on_zero_2;
    wire [BASES-1:0]     bases_2;
    wire [USER_BITS-1:0] user_2;
    wire [BLOCK-1:0]     block_2;

    `WF_CUT #(.ON(CUT_FITS), .WIDTH(3 + OKS + ZEROS + BASES + USER_BITS + BLOCK), .FLOW(FLOW)) cut_fits (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_1), .ready_o(ready_1), .data_i({raw_1, repeat_1, zero_1, ok_1, on_zero_1, bases_1, user_1, block_1}),
        .valid_o(valid_2), .ready_i(ready_2), .data_o({raw_2, repeat_2, zero_2, ok_2, on_zero_2, bases_2, user_2, block_2})
    );

    // ---- Select: the smallest code that fits ----

    wire [8:1] fit_2;
    assign fit_2[2:1] = {repeat_2, zero_2};
    generate
        if (ZERO_BASE == 0) begin : gen_all
            assign fit_2[8:3] = ok_2;
        end else begin : gen_each
            assign fit_2[8:3] = {&ok_2[Z21 +: 4*N], &ok_2[Z42 +: 2*N], &ok_2[Z41 +: 2*N],
                                 &ok_2[Z84 +: N], &ok_2[Z82 +: N], &ok_2[Z81 +: N]};
        end
    endgenerate

    // Order: zeros, repeat, 8-1, 4-1, 8-2, 2-1, 4-2, 8-4. A line that fits a code also fits every code with wider deltas and a base of the
    // same width, and lines of zeros or repeated chunks fit all codes with a base of 8 bytes. So of the codes up to 8-2, the widest that is
    // in use tells whether any of them fits (to_82)
    wire       to_1  = USE[1] & fit_2[1];
    wire       to_2  = USE[2] ? fit_2[2] : to_1;
    wire       to_81 = USE[3] ? fit_2[3] : to_2;
    wire       to_82 = USE[4] ? fit_2[4] : to_81;
    wire       to_84 = USE[5] ? fit_2[5] : to_82;
    wire       to_41 = USE[6] & fit_2[6];
    wire       to_42 = USE[7] ? fit_2[7] : to_41;
    wire       to_21 = USE[8] & fit_2[8];
    wire [8:0] win_2;
    assign win_2[0] = raw_2 | ~(to_84 | to_42 | to_21);
    assign win_2[1] = ~raw_2 & to_1;
    assign win_2[2] = ~raw_2 & USE[2] & fit_2[2] & ~to_1;
    assign win_2[3] = ~raw_2 & USE[3] & fit_2[3] & ~to_2;
    assign win_2[4] = ~raw_2 & USE[4] & fit_2[4] & ~to_81 & ~to_41;
    assign win_2[5] = ~raw_2 & USE[5] & fit_2[5] & ~to_82 & ~to_42 & ~to_21;
    assign win_2[6] = ~raw_2 & USE[6] & fit_2[6] & ~to_81;
    assign win_2[7] = ~raw_2 & USE[7] & fit_2[7] & ~to_82 & ~to_41 & ~(to_21 & !SWAPPED);
    assign win_2[8] = ~raw_2 & USE[8] & fit_2[8] & ~to_82 & ~(SWAPPED ? to_42 : to_41);

    // The base of the code, and the select bits of its chunks
    reg  [THEIRS-1:0] their_2;
    wire [STRING-1:0] string_2;
    generate
        if (FIRSTNZ != 0) begin : gen_their_base
            integer t;
            always @* begin
                their_2 = block_2[63:0] & {64{win_2[0] | win_2[1] | win_2[2]}};
                for (t = 3; t <= 8; t = t + 1)
                    their_2 = their_2 | (bases_2[64*(t-3) +: 64] & {64{win_2[t]}});
            end
        end else begin : gen_one_base
            always @* their_2 = bases_2;
        end
        if (ZERO_BASE != 0) begin : gen_string
            reg [STRING-1:0] string_of;
            always @* begin
                string_of          = on_zero_2[Z21 +: 4*N] & {STRING{win_2[8]}};
                string_of[2*N-1:0] = string_of[2*N-1:0] | on_zero_2[Z41 +: 2*N] & {2*N{win_2[6]}}
                    | on_zero_2[Z42 +: 2*N] & {2*N{win_2[7]}};
                string_of[N-1:0]   = string_of[N-1:0] | on_zero_2[Z81 +: N] & {N{win_2[3]}}
                    | on_zero_2[Z82 +: N] & {N{win_2[4]}} | on_zero_2[Z84 +: N] & {N{win_2[5]}};
            end
            assign string_2 = string_of;
        end else begin : gen_no_string
            assign string_2 = {STRING{1'b0}};
        end
    endgenerate

    wire                 valid_3, ready_3;
    wire [8:0]           win_3;
    wire [STRING-1:0]    string_3;
    wire [THEIRS-1:0]    their_3;
    wire [USER_BITS-1:0] user_3;
    wire [BLOCK-1:0]     block_3;

    `WF_CUT #(.ON(CUT_CHOSEN), .WIDTH(9 + STRING + THEIRS + USER_BITS + BLOCK), .FLOW(FLOW)) cut_chosen (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_2), .ready_o(ready_2), .data_i({win_2, string_2, their_2, user_2, block_2}),
        .valid_o(valid_3), .ready_i(ready_3), .data_o({win_3, string_3, their_3, user_3, block_3})
    );

    // ---- Fields: the deltas: byte 0 of every chunk, byte 1 of chunks of 4 and 8 bytes, bytes 2 and 3 of chunks of 8 bytes ----

    function [35:0] subtract;           // {borrows out, x - y - into} of four bytes
        input [31:0] x, y;
        input [3:0]  into;
        reg   [11:0] tops;
        reg   [31:0] make, pass, borrow;
        integer      k, b;
        begin
            make = ~x & y;
            pass = ~x | y;
            tops = borrows(x, y, into);
            for (k = 0; k < 4; k = k + 1) begin
                borrow[8*k] = into[k];
                for (b = 1; b < 7; b = b + 1)
                    borrow[8*k+b] = make[8*k+b-1] | pass[8*k+b-1] & borrow[8*k+b-1];
                borrow[8*k+7] = tops[k];
            end
            subtract = {tops[7:4], x ^ y ^ borrow};
        end
    endfunction

    function [31:0] bytes_of_bits;
        input [3:0] bits;
        bytes_of_bits = {{8{bits[3]}}, {8{bits[2]}}, {8{bits[1]}}, {8{bits[0]}}};
    endfunction

    wire [63:0] base_3;
    generate
        if (FIRSTNZ != 0) begin : gen_kept_base
            assign base_3 = their_3;
        end else begin : gen_first_base
            assign base_3 = block_3[63:0];
        end
    endgenerate

    reg [STRING*8-1:0] y0_3, y1_3, y2_3, y3_3, low_3;
    reg [2*N*8-1:0]    high_3;
    reg [N*8-1:0]      third_3, fourth_3;
    reg [STRING-1:0]   borrow0;
    reg [2*N-1:0]      borrow1;
    reg [N-1:0]        borrow2, borrow3;
    reg [31:0]         zero_mask;
    integer            m;
    always @* begin
        y0_3 = plane_of(block_3, 0);
        y1_3 = plane_of(block_3, 1);
        y2_3 = plane_of(block_3, 2);
        y3_3 = plane_of(block_3, 3);
        for (m = 0; m < STRING; m = m + 4) begin
            zero_mask = bytes_of_bits(string_3[m +: 4]);
            {borrow0[m +: 4], low_3[8*m +: 32]} = subtract(y0_3[8*m +: 32], {4{base_3[7:0]}}, 4'd0);
            low_3[8*m +: 32] = (low_3[8*m +: 32] & ~zero_mask) | (y0_3[8*m +: 32] & zero_mask);
        end
        for (m = 0; m < 2 * N; m = m + 4) begin
            zero_mask = bytes_of_bits(string_3[m +: 4]);
            {borrow1[m +: 4], high_3[8*m +: 32]} = subtract(y1_3[8*m +: 32], {4{base_3[15:8]}}, borrow0[m +: 4]);
            high_3[8*m +: 32] = (high_3[8*m +: 32] & ~zero_mask) | (y1_3[8*m +: 32] & zero_mask);
        end
        for (m = 0; m < N; m = m + 4) begin
            zero_mask = bytes_of_bits(string_3[m +: 4]);
            {borrow2[m +: 4], third_3[8*m +: 32]} = subtract(y2_3[8*m +: 32], {4{base_3[23:16]}}, borrow1[m +: 4]);
            {borrow3[m +: 4], fourth_3[8*m +: 32]} = subtract(y3_3[8*m +: 32], {4{base_3[31:24]}}, borrow2[m +: 4]);
            third_3[8*m +: 32]  = (third_3[8*m +: 32] & ~zero_mask) | (y2_3[8*m +: 32] & zero_mask);
            fourth_3[8*m +: 32] = (fourth_3[8*m +: 32] & ~zero_mask) | (y3_3[8*m +: 32] & zero_mask);
        end
    end
    wire unused = &{1'b0, borrow3, base_3, their_3, on_zero_2, bases_2, block_4, low_4, natural_4, code_4};

    wire                 valid_4, ready_4;
    wire [8:0]           win_4;
    wire [STRING-1:0]    string_4;
    wire [STRING*8-1:0]  low_4;
    wire [2*N*8-1:0]     high_4;
    wire [N*8-1:0]       third_4, fourth_4;
    wire [63:0]          base_4;
    wire [USER_BITS-1:0] user_4;
    wire [BLOCK-1:0]     block_4;

    `WF_CUT #(.ON(CUT_DELTAS), .WIDTH(9 + STRING + 8 * STRING + 4 * N * 8 + 64 + USER_BITS + BLOCK), .FLOW(FLOW)) cut_deltas (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_3), .ready_o(ready_3), .data_i({win_3, string_3, low_3, high_3, third_3, fourth_3, base_3, user_3, block_3}),
        .valid_o(valid_4), .ready_i(ready_4), .data_o({win_4, string_4, low_4, high_4, third_4, fourth_4, base_4, user_4, block_4})
    );

    // ---- Layout: the tag, the bursts in use, and the bytes of the payload ----

    wire [TAG_BITS-1:0] tag_4;
    wire [BLOCK-1:0]    payload_4;
    reg  [UNITS-1:0]    units_4;
    reg  [STRING-1:0]   natural_4;      // select bits in the order of the chunks
    integer             c, t, u;
    always @* begin
        natural_4 = {STRING{1'b0}};
        for (c = 0; c < N; c = c + 1) begin
            natural_4[c] = string_4[c] & (win_4[3] | win_4[4] | win_4[5]);
        end
        for (c = 0; c < N; c = c + 1) begin
            natural_4[2*c]   = natural_4[2*c] | string_4[c] & (win_4[6] | win_4[7]);
            natural_4[2*c+1] = natural_4[2*c+1] | string_4[N+c] & (win_4[6] | win_4[7]);
        end
        for (c = 0; c < N; c = c + 1) begin
            natural_4[4*c]   = natural_4[4*c] | string_4[c] & win_4[8];
            natural_4[4*c+1] = natural_4[4*c+1] | string_4[2*N+2*c] & win_4[8];
            natural_4[4*c+2] = natural_4[4*c+2] | string_4[N+c] & win_4[8];
            natural_4[4*c+3] = natural_4[4*c+3] | string_4[2*N+2*c+1] & win_4[8];
        end
        for (u = 0; u < UNITS; u = u + 1) begin
            units_4[u] = u == 0 || win_4[0];
            for (t = 3; t <= 8; t = t + 1)
                if (bytes_of(t) > 32 * u) units_4[u] = units_4[u] | win_4[t];
        end
    end
    generate
        if (TAG_BITS > 4) begin : gen_tag
            assign tag_4[TAG_BITS-1:4] = PACKED != 0 ? natural_4 : string_4;
        end
    endgenerate
    assign tag_4[3:0] = {win_4[8], win_4[4] | win_4[5] | win_4[6] | win_4[7],
        win_4[2] | win_4[3] | win_4[6] | win_4[7], win_4[1] | win_4[3] | win_4[5] | win_4[7]};

    // longest: bytes of the longest code in use. Bursts above TOP are the line's, whatever the code
    function integer longest;
        input dummy;
        integer s;
        begin
            longest = {31'd0, dummy};
            for (s = 1; s <= 8; s = s + 1)
                if (usable(s) && bytes_of(s) > longest) longest = bytes_of(s);
        end
    endfunction
    localparam TOP = (longest(1'b0) + 31) / 32 * 32;

    reg [BLOCK-1:0] code_4;
    generate
        if (PACKED == 0) begin : gen_planes
            // A plane that has the same place in several codes is put there once. Behind S8 and L8 there are three parts of N bytes:
            //   first    H8 (8-2, 8-4, 4-2), or L4' and the start of L2
            //   second   T8 (8-4), or H4 (4-2), or more of L2
            //   third    U8 (8-4), or L4' (4-2), or the end of L2, and S2
            // L4" and S4 stand behind a base of 4 bytes.
            reg [8*(2*N+S2)-1:0] mixed;     // L2 and S2; the last two bytes stand behind a base of 2 bytes
            reg [31:0]           tail;
            wire                 behind_4 = win_4[6] | win_4[7] | win_4[8];
            always @* begin
                code_4 = {BLOCK{1'b0}};
                mixed  = {8*(2*N+S2){1'b0}};
                mixed[16*N-1:0] = low_4[32*N-1:16*N];
                if (S2 > 0) mixed[8*(2*N+S2)-1 -: (S2 > 0 ? 8 * S2 : 1)] = string_4[STRING-1 -: (S2 > 0 ? 8 * S2 : 1)];
                tail = 32'd0;
                tail[8*T-1:0] = low_4[16*N-1 -: 8*T];
                if (S4 > 0) tail[31 -: (S4 > 0 ? 8 * S4 : 1)] = string_4[2*N-1 -: (S4 > 0 ? 8 * S4 : 1)];

                code_4[63:32] = behind_4 ? tail : base_4[63:32];
                code_4[31:16] = win_4[8] ? mixed[8*(2*N+S2)-1 -: 16] : base_4[31:16];
                code_4[15:0]  = base_4[15:0];
                if (S8 > 0) code_4[64 +: (S8 > 0 ? 8 * S8 : 1)] = string_4[(S8 > 0 ? 8 * S8 : 1)-1:0];
                code_4[8*(R-N) +: 8*N]  = low_4[8*N-1:0] & {8*N{~win_4[0]}};
                code_4[8*R +: 8*N]      = high_4[8*N-1:0] & {8*N{win_4[4] | win_4[5] | win_4[7]}};
                code_4[8*(R+N) +: 8*N]  = (third_4 & {8*N{win_4[5]}}) | (high_4[16*N-1:8*N] & {8*N{win_4[7]}});
                code_4[8*(R+2*N) +: 8*N] = fourth_4 & {8*N{win_4[5]}};
                if (N > T) begin
                    code_4[8*R +: 8*(N > T ? N - T : 1)] = code_4[8*R +: 8*(N > T ? N - T : 1)]
                        | (low_4[8*N +: 8*(N > T ? N - T : 1)] & {8*(N > T ? N - T : 1){win_4[6] | win_4[8]}});
                    code_4[8*(R+2*N) +: 8*(N > T ? N - T : 1)] = code_4[8*(R+2*N) +: 8*(N > T ? N - T : 1)]
                        | (low_4[8*N +: 8*(N > T ? N - T : 1)] & {8*(N > T ? N - T : 1){win_4[7]}});
                end
                code_4[8*(R+N-T) +: 8*(2*N+S2-2)] = code_4[8*(R+N-T) +: 8*(2*N+S2-2)]
                    | (mixed[8*(2*N+S2-2)-1:0] & {8*(2*N+S2-2){win_4[8]}});
            end
            assign payload_4[63:0] = code_4[63:0];
        end else begin : gen_packed
            reg     [BLOCK-1:0] one;        // one code after the other
            integer             k, p, at;
            always @* begin
                code_4 = {BLOCK{1'b0}};
                code_4[63:0] = base_4 & {64{win_4[0] | win_4[1] | win_4[2]}};
                for (k = 3; k <= 8; k = k + 1) begin
                    one = {BLOCK{1'b0}};
                    if (STORED) one[STRING-1:0] = natural_4;
                    for (p = 0; p < base_of(k); p = p + 1)
                        one[8*(select_of(k)+p) +: 8] = base_4[8*p +: 8];
                    for (c = 0; c < LINE / base_of(k); c = c + 1) begin
                        at = base_of(k) == 8 ? c : base_of(k) == 4 ? c % 2 * N + c / 2
                            : c % 2 != 0 ? 2 * N + c / 2 : c / 2 % 2 * N + c / 4;
                        for (p = 0; p < delta_of(k); p = p + 1)
                            one[8*(select_of(k)+base_of(k)+delta_of(k)*c+p) +: 8] = p == 0 ? low_4[8*at +: 8]
                                : p == 1 ? high_4[8*at +: 8] : p == 2 ? third_4[8*at +: 8] : fourth_4[8*at +: 8];
                    end
                    code_4 = code_4 | (one & {BLOCK{win_4[k]}});
                end
            end
            assign payload_4[63:0] = code_4[63:0] | (block_4[63:0] & {64{win_4[0]}});
        end
    endgenerate
    assign payload_4[8*TOP-1:64] = code_4[8*TOP-1:64] | (block_4[8*TOP-1:64] & {8*TOP-64{win_4[0]}});
    generate
        if (TOP < LINE) begin : gen_beyond
            assign payload_4[BLOCK-1:8*TOP] = block_4[BLOCK-1:8*TOP];
        end
    endgenerate

    `WF_CUT #(.ON(CUT_OUT), .WIDTH(USER_BITS + TAG_BITS + UNITS + BLOCK), .FLOW(FLOW)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_4), .ready_o(ready_4), .data_i({user_4, tag_4, units_4, payload_4}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, tag_o, units_o, payload_o})
    );
    assign wen_o = units_o;
endmodule
`default_nettype wire
