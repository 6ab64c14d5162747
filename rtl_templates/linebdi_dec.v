// SPDX-License-Identifier: Apache-2.0
// Decoder of linebdi: tag and payload of a cache line give the line.
// In: a code a cycle. Out, STAGES cycles later (0: in the same cycle): the line. A tag that is not in use gives the payload as it is.
//
//   32 bytes, ZERO_BASE 0, tag 3 (8-1), base 1000, deltas 00 01 FF 02 in bytes 8 .. 11, hexadecimal
//   chunks of 8 bytes: 1000 1001 0FFF 1002
//
// If the first chunk is not on the zero base, it is the base, whatever its delta.
// Window form: base + delta of D bits = window + y, with window = base - 2^(D-1) and y = delta + 2^(D-1), which is 0 .. 2^D - 1. So only
// the bytes that deltas have are sums. Above them a chunk has the window's bytes, or those of the window's upper part plus one if the sum
// carries. Both are made once for the line. In the example window = 0F80. Delta FF (-1): y = 7F, 80 + 7F = FF does not carry, so 0FFF.
// Delta 02: y = 82, 80 + 82 = 102 carries, so 1002.
// Sharing: chunks of 4 and 2 bytes are taken as parts of chunks of 8 bytes, so one set of adders serves all six codes.
// Planes: a plane has one byte of every chunk, side by side: first of chunks at multiples of 8 bytes, then at other multiples of 4, then
// of the rest.
// Source: CABA (2016), section 5.1, HW-BDI; BDI (PACT 2012). More, with the order of the bytes: docs/linebdi.md
`default_nettype none
module `WF_DEC #(
    parameter       LINE       = `WF_LINE,        // bytes of the cache line: 32, 64 or 128
    parameter [7:0] ENCODINGS  = `WF_ENCODINGS,   // codes that may be used, bits 0 to 7: zeros repeat 8-1 8-2 8-4 4-1 4-2 2-1
    parameter       FIRSTNZ    = `WF_FIRSTNZ,     // the base: 0 the first chunk, 1 the first that does not fit the zero base
    parameter       ZERO_BASE  = `WF_ZERO_BASE,   // 1: a chunk may be a delta from zero instead
    parameter       SELECT_TAG = `WF_SELECT_TAG,  // select bits are in: 0 the payload, 1 the tag
    parameter       PACKED     = `WF_PACKED,      // order of the bytes: 0 planes, 1 packed
    parameter       SAVE       = `WF_SAVE,        // what a code must save to be used: 0 a byte, 1 a burst of 32 bytes
    parameter       ISOLATE    = `WF_ISOLATE,     // 1: gates hold the operands at zero while the unit is idle
    parameter       STAGES     = `WF_DEC_STAGES,  // register ranks, 0 to 5: the latency in cycles
    parameter       FLOW       = `WF_FLOW,        // what ready_i does (wf_cut.v): 0 nothing, 1 stall, 2 elastic
    parameter       USER_BITS  = `WF_USER_BITS,   // bits of user, 1 or more
    parameter       TAG_BITS   = ZERO_BASE != 0 && SELECT_TAG != 0 ? 4 + LINE / 2 : 4  // bits of the tag; not to be set
) (
    input  wire                 clk_i,      // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,     // reset, low, asynchronous
    input  wire                 valid_i,    // 1: payload_i is a code of this cycle
`ifdef WF_WITH_FLOW
    output wire                 ready_o,    // 1: the unit takes what valid_i offers
`endif
    input  wire [USER_BITS-1:0] user_i,     // any bits; they come out with this block's result
    input  wire [TAG_BITS-1:0]  tag_i,      // bits 3..0: 0 raw 1 zeros 2 repeat 3 8-1 4 8-2 5 8-4 6 4-1 7 4-2 8 2-1; above: select bits
    input  wire [LINE*8-1:0]    payload_i,  // the code or the raw line, byte 0 lowest; bursts that are not in use: any bits

    output wire                 valid_o,    // 1: block_o and user_o mean something in this cycle
`ifdef WF_WITH_FLOW
    input  wire                 ready_i,    // 1: the receiver takes the outputs; nothing uses it if FLOW is 0
`endif
    output wire [USER_BITS-1:0] user_o,     // the bits that came in with this block
    output wire [LINE*8-1:0]    block_o     // the line, byte 0 lowest
);
`ifndef WF_WITH_FLOW
    wire ready_o;
    wire ready_i     = 1'b1;
    wire unused_flow = &{1'b0, ready_o};
`endif
    localparam BLOCK  = LINE * 8;
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

    // Cuts with a register rank, by STAGES: 1: out  2: operand, out  3: operand, sum, out  4: input, operand, sum, out
    //                                       5: input, select, operand, sum, out
    localparam CUT_INPUT   = STAGES >= 4;
    localparam CUT_SELECT  = STAGES >= 5;
    localparam CUT_OPERAND = STAGES >= 2;
    localparam CUT_SUM     = STAGES >= 3;
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

    // ---- Chunks: the code comes in ----

    wire                 valid_1, ready_1;
    wire [USER_BITS-1:0] user_1;
    wire [TAG_BITS-1:0]  tag_1;
    wire [BLOCK-1:0]     payload_1;

    `WF_CUT #(.ON(CUT_INPUT), .WIDTH(USER_BITS + TAG_BITS + BLOCK), .FLOW(FLOW)) cut_input (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .data_i({user_i, tag_i, payload_i}),
        .valid_o(valid_1), .ready_i(ready_1), .data_o({user_1, tag_1, payload_1})
    );

    // ---- Select: which code; a tag that is not in use is raw ----

    wire             awake_1 = ISOLATE == 0 || CUT_INPUT || valid_1;
    wire [BLOCK-1:0] line_1  = payload_1 & {BLOCK{awake_1}};
    reg  [8:0]       is_1;
    integer          t;
    always @* begin
        is_1 = 9'd0;
        for (t = 1; t <= 8; t = t + 1)
            is_1[t] = usable(t) && tag_1[3:0] == t[3:0];
        is_1[0] = ~|is_1;
    end

    wire                 valid_2, ready_2;
    wire [USER_BITS-1:0] user_2;
    wire [TAG_BITS-1:0]  tag_2;
    wire [8:0]           is_2;
    wire [BLOCK-1:0]     line_2;

    `WF_CUT #(.ON(CUT_SELECT), .WIDTH(USER_BITS + TAG_BITS + 9 + BLOCK), .FLOW(FLOW)) cut_select (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_1), .ready_o(ready_1), .data_i({user_1, tag_1, is_1, line_1}),
        .valid_o(valid_2), .ready_i(ready_2), .data_o({user_2, tag_2, is_2, line_2})
    );

    // ---- Layout: base, select bits and deltas from their places, in planes ----

    reg  [63:0]       base_2;
    reg  [STRING-1:0] string_2;         // 1: on the zero base
    reg  [32*N-1:0]   low_2;            // byte 0 of every chunk
    reg  [16*N-1:0]   high_2;           // byte 1 of chunks of 8 and 4 bytes
    reg  [8*N-1:0]    third_2, fourth_2;
    generate
        if (PACKED == 0) begin : gen_planes
            reg [8*(2*N+S2)-1:0] mixed;     // L2 and S2; the last two bytes stand behind a base of 2 bytes
            reg [31:0]           tail;      // L4" and S4
            always @* begin
                base_2 = line_2[63:0];
                mixed  = {line_2[31:16], line_2[8*(R+N-T) +: 8*(2*N+S2-2)]};
                tail   = line_2[63:32];
                low_2  = {mixed[16*N-1:0], {8*N{1'b0}}, line_2[8*(R-N) +: 8*N]};
                low_2[16*N-1 -: 8*T] = tail[8*T-1:0];
                if (N > T)
                    low_2[8*N +: 8*(N > T ? N - T : 1)] =
                        (line_2[8*R +: 8*(N > T ? N - T : 1)] & {8*(N > T ? N - T : 1){is_2[6] | is_2[8]}})
                        | (line_2[8*(R+2*N) +: 8*(N > T ? N - T : 1)] & {8*(N > T ? N - T : 1){is_2[7]}});
                high_2   = {line_2[8*(R+N) +: 8*N], line_2[8*R +: 8*N]};
                third_2  = line_2[8*(R+N) +: 8*N];
                fourth_2 = line_2[8*(R+2*N) +: 8*N];
                string_2 = {STRING{1'b0}};
                if (STORED) begin
                    string_2[(STORED ? 8 * S8 : 1)-1:0] = line_2[64 +: (STORED ? 8 * S8 : 1)];
                    if (S4 > 0) string_2[2*N-1 -: (S4 > 0 ? 8 * S4 : 1)] = tail[31 -: (S4 > 0 ? 8 * S4 : 1)];
                    string_2[STRING-1 -: (S2 > 0 ? 8 * S2 : 1)] = mixed[8*(2*N+S2)-1 -: (S2 > 0 ? 8 * S2 : 1)];
                end
                if (TAG_BITS > 4) string_2[(TAG_BITS > 4 ? STRING : 1)-1:0] = tag_2[TAG_BITS-1 -: (TAG_BITS > 4 ? STRING : 1)];
            end
        end else begin : gen_packed
            reg     [STRING-1:0] natural;
            integer              k, c, at;
            always @* begin
                base_2   = line_2[63:0] & {64{is_2[2]}};
                low_2    = {32*N{1'b0}};
                high_2   = {16*N{1'b0}};
                third_2  = {8*N{1'b0}};
                fourth_2 = {8*N{1'b0}};
                string_2 = {STRING{1'b0}};
                natural  = line_2[STRING-1:0];
                if (TAG_BITS > 4) natural[(TAG_BITS > 4 ? STRING : 1)-1:0] = tag_2[TAG_BITS-1 -: (TAG_BITS > 4 ? STRING : 1)];
                for (k = 3; k <= 8; k = k + 1) begin
                    base_2 = base_2 | (line_2[8*select_of(k) +: 64] & {64{is_2[k]}});
                    for (c = 0; c < LINE / base_of(k); c = c + 1) begin
                        at = base_of(k) == 8 ? c : base_of(k) == 4 ? c % 2 * N + c / 2
                            : c % 2 != 0 ? 2 * N + c / 2 : c / 2 % 2 * N + c / 4;
                        string_2[at]      = string_2[at] | (natural[c] & is_2[k] & ZERO_BASE != 0);
                        low_2[8*at +: 8]  = low_2[8*at +: 8]
                            | (line_2[8*(select_of(k)+base_of(k)+delta_of(k)*c) +: 8] & {8{is_2[k]}});
                        if (delta_of(k) > 1)
                            high_2[8*at +: 8] = high_2[8*at +: 8]
                                | (line_2[8*(select_of(k)+base_of(k)+delta_of(k)*c+1) +: 8] & {8{is_2[k]}});
                        if (delta_of(k) > 2) begin
                            third_2[8*at +: 8]  = line_2[8*(select_of(k)+base_of(k)+delta_of(k)*c+2) +: 8];
                            fourth_2[8*at +: 8] = line_2[8*(select_of(k)+base_of(k)+delta_of(k)*c+3) +: 8];
                        end
                    end
                end
            end
        end
    endgenerate

    wire                 unused_tag = &{1'b0, tag_2};
    wire                 valid_3, ready_3;
    wire [USER_BITS-1:0] user_3;
    wire [8:0]           is_3;
    wire [63:0]          base_3;
    wire [STRING-1:0]    string_3;
    wire [32*N-1:0]      low_3;
    wire [16*N-1:0]      high_3;
    wire [8*N-1:0]       third_3, fourth_3;
    wire [BLOCK-1:0]     line_3;

    `WF_CUT #(.ON(CUT_OPERAND), .WIDTH(USER_BITS + 9 + 64 + STRING + 64 * N + BLOCK), .FLOW(FLOW)) cut_operand (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_2), .ready_o(ready_2), .data_i({user_2, is_2, base_2, string_2, low_2, high_2, third_2, fourth_2, line_2}),
        .valid_o(valid_3), .ready_i(ready_3), .data_o({user_3, is_3, base_3, string_3, low_3, high_3, third_3, fourth_3, line_3})
    );

    // ---- Decode: the sums in the bytes of deltas, and which chunks have the window's upper part plus one ----

    wire is8_3 = is_3[3] | is_3[4] | is_3[5];
    wire is4_3 = is_3[6] | is_3[7];
    wire is2_3 = is_3[8];
    wire d1_3  = is_3[3] | is_3[6] | is_3[8];
    wire d2_3  = is_3[4] | is_3[7];
    wire d4_3  = is_3[5];

    // carries: of x + y, four bytes at once. From bit 0, four bits each: the lower 7 bits of a byte make a carry; they pass one on; the
    // whole byte makes one; it passes one on. make and pass begin with single bits; _2 and _4 are the same for pairs and nibbles, at the
    // top bit.
    function [15:0] carries;
        input [31:0] x, y;
        reg   [31:0] make, pass, make_2, pass_2, make_4, pass_4;
        integer      k;
        begin
            make   = x & y;
            pass   = x | y;
            make_2 = make | pass & (make << 1);
            pass_2 = pass & (pass << 1);
            make_4 = make_2 | pass_2 & (make_2 << 2);
            pass_4 = pass_2 & (pass_2 << 2);
            for (k = 0; k < 4; k = k + 1) begin
                carries[k]    = make_4[8*k+6] | pass_4[8*k+6] & (make_2[8*k+2] | pass_2[8*k+2] & make[8*k]);
                carries[4+k]  = pass_4[8*k+6] & pass_2[8*k+2] & pass[8*k];
                carries[8+k]  = make_4[8*k+7] | pass_4[8*k+7] & make_4[8*k+3];
                carries[12+k] = pass_4[8*k+7] & pass_4[8*k+3];
            end
        end
    endfunction

    // sum: x + y + into of four bytes. The carries into even bits come from the tree, those into odd bits from the even bit below
    function [31:0] sum;
        input [31:0] x, y;
        input [3:0]  into;
        reg   [31:0] make, pass, make_2, pass_2, make_4, pass_4, carry;
        begin
            make   = x & y;
            pass   = x | y;
            make_2 = make | pass & (make << 1);
            pass_2 = pass & (pass << 1);
            make_4 = make_2 | pass_2 & (make_2 << 2);
            pass_4 = pass_2 & (pass_2 << 2);
            carry  = {7'd0, into[3], 7'd0, into[2], 7'd0, into[1], 7'd0, into[0]};
            carry  = carry | (((make_4 | pass_4 & (carry << 3)) << 1) & 32'h10101010);
            carry  = carry | (((make_2 | pass_2 & (carry << 1)) << 1) & 32'h44444444);
            sum    = x ^ y ^ (carry | (((make | pass & carry) << 1) & 32'haaaaaaaa));
        end
    endfunction

    // over: the carry out of the top bit of each byte with both top bits inverted, that is, of window + y in place of base + delta
    function [3:0] over;
        input [3:0] x, y, into;         // the top bits, and carries into them
        over = ~x & ~y | (~x | ~y) & into;
    endfunction

    function [31:0] spread;
        input [3:0] bits;
        spread = {{8{bits[3]}}, {8{bits[2]}}, {8{bits[1]}}, {8{bits[0]}}};
    endfunction

    // The code repeat has neither select bits nor deltas. The first chunk, if it is on the base, has a delta of 0
    wire [STRING-1:0] zero_3 = string_3 & {STRING{~is_3[2]}};
    reg  [32*N-1:0]   x0, y0, sum0_3;
    reg  [16*N-1:0]   x1, y1, sum1_3;
    reg  [8*N-1:0]    x2, y2, sum2_3, x3, y3, sum3_3;
    reg  [STRING-1:0] over1, sign1, carry0;     // carry0: out of bytes 0. over1, sign1: of deltas of 1 byte. So below
    reg  [2*N-1:0]    over2, sign2, carry1;
    reg  [N-1:0]      over4, sign4, carry2;
    reg  [3:0]        byte_pass, byte_make, part_pass, part_make;
    reg  [3:0]        pair_pass, pair_make, into_2;
    integer           m;
    always @* begin
        x0      = low_3;
        x0[7:0] = low_3[7:0] & {8{zero_3[0]}};
        x1      = high_3;
        x1[7:0] = high_3[7:0] & {8{zero_3[0]}};
        x2      = third_3;
        x2[7:0] = third_3[7:0] & {8{zero_3[0]}};
        x3      = fourth_3;
        x3[7:0] = fourth_3[7:0] & {8{zero_3[0]}};
        for (m = 0; m < STRING; m = m + 1)
            sign1[m] = x0[8*m+7];
        for (m = 0; m < 2 * N; m = m + 1)
            sign2[m] = x1[8*m+7];
        for (m = 0; m < N; m = m + 1)
            sign4[m] = x3[8*m+7];
        for (m = 0; m < STRING; m = m + 4) begin
            y0[8*m +: 32] = {4{base_3[7:0]}} & ~spread(zero_3[m +: 4]);
            {byte_pass, carry0[m +: 4], part_pass, part_make} = carries(x0[8*m +: 32], y0[8*m +: 32]);
            over1[m +: 4]     = over(sign1[m +: 4], {4{base_3[7]}} & ~zero_3[m +: 4], part_make);
            sum0_3[8*m +: 32] = sum(x0[8*m +: 32], y0[8*m +: 32], 4'd0);
        end
        for (m = 0; m < 2 * N; m = m + 4) begin
            y1[8*m +: 32] = {4{base_3[15:8]}} & ~spread(zero_3[m +: 4]);
            {byte_pass, byte_make, part_pass, part_make} = carries(x1[8*m +: 32], y1[8*m +: 32]);
            carry1[m +: 4]    = byte_make | byte_pass & carry0[m +: 4];
            over2[m +: 4]     = over(sign2[m +: 4], {4{base_3[15]}} & ~zero_3[m +: 4], part_make | part_pass & carry0[m +: 4]);
            sum1_3[8*m +: 32] = sum(x1[8*m +: 32], y1[8*m +: 32], carry0[m +: 4]);
        end
        for (m = 0; m < N; m = m + 4) begin
            y2[8*m +: 32] = {4{base_3[23:16]}} & ~spread(zero_3[m +: 4]);
            y3[8*m +: 32] = {4{base_3[31:24]}} & ~spread(zero_3[m +: 4]);
            {byte_pass, byte_make, part_pass, part_make} = carries(x2[8*m +: 32], y2[8*m +: 32]);
            pair_make         = byte_make;
            pair_pass         = byte_pass;
            carry2[m +: 4]    = pair_make | pair_pass & carry1[m +: 4];
            {byte_pass, byte_make, part_pass, part_make} = carries(x3[8*m +: 32], y3[8*m +: 32]);
            into_2            = part_make | part_pass & pair_make;
            over4[m +: 4]     = over(sign4[m +: 4], {4{base_3[31]}} & ~zero_3[m +: 4], into_2 | part_pass & pair_pass & carry1[m +: 4]);
            sum2_3[8*m +: 32] = sum(x2[8*m +: 32], y2[8*m +: 32], carry1[m +: 4]);
            sum3_3[8*m +: 32] = sum(x3[8*m +: 32], y3[8*m +: 32], carry2[m +: 4]);
        end
    end

    // is_sum: which bytes of 8 are sums. is_up: which are of an upper part, that of the window (here) or the next, each of the byte's own
    // chunk. For the code repeat both are the base
    wire [7:0] is_sum_3 = {1'b0, is2_3, is_3[7], is4_3 | is2_3, d4_3, d4_3 | is2_3, d2_3 | d4_3, d1_3 | d2_3 | d4_3};
    wire [7:0] is_up_3  = ~is_sum_3 & {8{~is_3[0] & ~is_3[1]}};
    reg  [63:0] half, less, more, here_3, next_3;
    integer     b;
    always @* begin
        half   = {32'd0, d4_3, 15'd0, d2_3, 7'd0, d1_3, 7'd0};
        less   = base_3 - half;
        more   = base_3 + half;
        here_3 = is2_3 ? {4{less[15:0]}} : is4_3 ? {2{less[31:0]}} : less;
        next_3 = is2_3 ? {4{more[15:0]}} : is4_3 ? {2{more[31:0]}} : more;
        for (b = 0; b < 8; b = b + 1) begin
            here_3[8*b +: 8] = here_3[8*b +: 8] & {8{is_up_3[b]}};
            next_3[8*b +: 8] = next_3[8*b +: 8] & {8{is_up_3[b]}};
        end
    end

    // For each chunk. up: it has the next upper part. ones: it is negative and on the zero base, so its upper part is all ones
    reg [STRING-1:0] up_3, ones_3;
    always @* begin
        up_3            = over1;
        ones_3          = sign1 & zero_3;
        up_3[2*N-1:0]   = (over1[2*N-1:0] & {2*N{d1_3}}) | (over2 & {2*N{d2_3}});
        ones_3[2*N-1:0] = (ones_3[2*N-1:0] & {2*N{d1_3}}) | (sign2 & zero_3[2*N-1:0] & {2*N{d2_3}});
        up_3[N-1:0]     = up_3[N-1:0] | (over4 & {N{d4_3}});
        ones_3[N-1:0]   = ones_3[N-1:0] | (sign4 & zero_3[N-1:0] & {N{d4_3}});
    end

    wire                 valid_4, ready_4, raw_4, is8_4, is2_4;
    wire [USER_BITS-1:0] user_4;
    wire [7:0]           is_sum_4, is_up_4;
    wire [63:0]          here_4, next_4;
    wire [STRING-1:0]    zero_4, up_4, ones_4;
    wire [32*N-1:0]      sum0_4;
    wire [16*N-1:0]      sum1_4;
    wire [8*N-1:0]       sum2_4, sum3_4;
    wire [BLOCK-1:0]     line_4;

    `WF_CUT #(.ON(CUT_SUM), .WIDTH(USER_BITS + 3 + 16 + 128 + 3 * STRING + 64 * N + BLOCK), .FLOW(FLOW)) cut_sum (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_3), .ready_o(ready_3),
        .data_i({user_3, is_3[0], is8_3, is2_3, is_sum_3, is_up_3, here_3, next_3, zero_3, up_3, ones_3,
                 sum0_3, sum1_3, sum2_3, sum3_3, line_3}),
        .valid_o(valid_4), .ready_i(ready_4),
        .data_o({user_4, raw_4, is8_4, is2_4, is_sum_4, is_up_4, here_4, next_4, zero_4, up_4, ones_4,
                 sum0_4, sum1_4, sum2_4, sum3_4, line_4})
    );

    // ---- Decode: the line by chunks of 8 bytes; chunks of 4 and 2 bytes are parts of them ----

    reg [BLOCK-1:0] block_4;
    reg [63:0]      sums;
    reg [3:0]       up, down, ones;     // of bytes 0 and 1, 2 and 3, ..
    integer         j, c;
    always @*
        for (j = 0; j < N; j = j + 1) begin
            sums = {8'd0, sum0_4[8*(2*N+2*j+1) +: 8], sum1_4[8*(N+j) +: 8], sum0_4[8*(N+j) +: 8], sum3_4[8*j +: 8],
                    is2_4 ? sum0_4[8*(2*N+2*j) +: 8] : sum2_4[8*j +: 8], sum1_4[8*j +: 8], sum0_4[8*j +: 8]};
            up   = {is2_4 ? up_4[2*N+2*j+1] : is8_4 ? up_4[j] : up_4[N+j], is8_4 ? up_4[j] : up_4[N+j],
                    is2_4 ? up_4[2*N+2*j] : up_4[j], up_4[j]};
            ones = {is2_4 ? zero_4[2*N+2*j+1] : is8_4 ? zero_4[j] : zero_4[N+j], is8_4 ? zero_4[j] : zero_4[N+j],
                    is2_4 ? zero_4[2*N+2*j] : zero_4[j], zero_4[j]};
            down = ~up & ~ones;
            up   = up & ~ones;
            ones = {is2_4 ? ones_4[2*N+2*j+1] : is8_4 ? ones_4[j] : ones_4[N+j], is8_4 ? ones_4[j] : ones_4[N+j],
                    is2_4 ? ones_4[2*N+2*j] : ones_4[j], ones_4[j]};
            for (c = 0; c < 8; c = c + 1)
                block_4[64*j+8*c +: 8] = ((sums[8*c +: 8] & {8{is_sum_4[c]}}) | (line_4[64*j+8*c +: 8] & {8{raw_4}}))
                    | ((here_4[8*c +: 8] & {8{down[c/2]}}) | (next_4[8*c +: 8] & {8{up[c/2]}}))
                    | {8{ones[c/2] & is_up_4[c]}};
        end

    `WF_CUT #(.ON(CUT_OUT), .WIDTH(USER_BITS + BLOCK), .FLOW(FLOW)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_4), .ready_o(ready_4), .data_i({user_4, block_4}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, block_o})
    );
endmodule
`default_nettype wire
