// SPDX-License-Identifier: Apache-2.0
// Encoder of fpc: frequent patterns of the words of a cache line. A pattern has a prefix of 3 bits and leaves 0 to 32 bits of a word open,
// its data. SEGMENT = 0 is the form word: each word has a pattern, and up to 8 zero words share one code. SEGMENT = 1 is the form segment:
// each of SEGMENTS equal parts of the line has one pattern that all its words fit; all prefixes stand at the head of the payload.
// In: a line a cycle, and raw_only_i, which asks for raw. Out, STAGES cycles later (0: in the same cycle): tag (1: compressed), payload,
// the bursts of 32 bytes in use (units_o and wen_o).
//
//   64 bytes, form segment, 4 segments       0 0 0 0   1 2 3 FFFFFFFC   0 0 0 0   four unrelated words
//   prefixes, from bit 0                     000       001              000       111
//   data, from bit 16                                  1 2 3 C                    the four words, from bit 32: 160 bits, burst 0
//
//   64 bytes, form word    5          0 0 0               FFFFFF80
//   codes, from bit 0      001, 0101  000, run 3 - 1 = 2  010, 10000000    7, 6 and 11 bits
//
// Join: the codes of neighbours are joined in pairs, then pairs of pairs, in log2 levels. The right code moves up by the length of the left
// one. In the example of the form word, 6 bits of the run move to bit 7. A shift is an AND-OR of its legs; a leg is one length that may
// occur. In the form segment the lengths are one-hot: a sum of two is an OR of ANDs, and there is no adder. In the form word they are added
// and decoded by octal digits.
// Source: FPC (UW-Madison TR-1500, 2004), form word; CABA (2016), section 5.1.4, form segment. More: docs/fpc.md
`default_nettype none
module `WF_ENC #(
    parameter LINE      = `WF_LINE,        // bytes of the cache line: 32, 64 or 128
    parameter SEGMENT   = `WF_SEGMENT,     // form: 0 word, 1 segment
    parameter SEGMENTS  = `WF_SEGMENTS,    // segments of a line: 2, 4, 8 or 16 (form segment)
    parameter SAVE      = `WF_SAVE,        // what a code must save to be used: 0 a byte, 1 a burst of 32 bytes
    parameter ISOLATE   = `WF_ISOLATE,     // 1: gates hold the operands at zero while the unit is idle
    parameter STAGES    = `WF_ENC_STAGES,  // register ranks, 0 to 5: the latency in cycles
    parameter FLOW      = `WF_FLOW,        // what ready_i does (wf_cut.v): 0 nothing, 1 stall, 2 elastic
    parameter USER_BITS = `WF_USER_BITS    // bits of user, 1 or more
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
    output wire                 tag_o,       // 1: compressed, 0: raw
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
    localparam WORDS  = LINE / 4;
    localparam UNITS  = LINE / 32;
    localparam LIMIT  = 8 * (SAVE != 0 ? LINE - 32 : LINE - 1);    // bits that a code may have
    localparam GROUPS = SEGMENT != 0 ? SEGMENTS : WORDS;           // parts of the line that have one pattern each
    localparam N      = WORDS / GROUPS;                            // words of a group
    localparam WIDTH  = 32 * N;
    localparam HEAD   = (3 * SEGMENTS + 7) / 8 * 8;                // bits
    localparam LEVELS = GROUPS == 2 ? 1 : GROUPS == 4 ? 2 : GROUPS == 8 ? 3 : GROUPS == 16 ? 4 : 5;

    generate
        if ((LINE != 32 && LINE != 64 && LINE != 128) || SEGMENT < 0 || SEGMENT > 1 ||
                (SEGMENTS != 2 && SEGMENTS != 4 && SEGMENTS != 8 && SEGMENTS != 16) || (SEGMENT != 0 && SEGMENTS > WORDS) ||
                SAVE < 0 || SAVE > 1 || (SAVE != 0 && LINE == 32) || ISOLATE < 0 || ISOLATE > 1 || USER_BITS < 1 ||
                STAGES < 0 || STAGES > 5) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    // Cuts with a register rank, by STAGES:
    //   segment  1: out  2: join, out  3: fits, join, out  4: fits, pattern, join, out  5: fits, pattern, join, last, out
    //   word     1: out  2: join, out  3: code, join, out  4: code, join, last, out     5: fits, code, join, last, out
    localparam CUT_FITS    = SEGMENT != 0 ? STAGES >= 3 : STAGES >= 5;
    localparam CUT_PATTERN = SEGMENT != 0 ? STAGES >= 4 : 0;
    localparam CUT_CODE    = STAGES >= 3;
    localparam CUT_JOIN    = STAGES >= 2;
    localparam CUT_LAST    = SEGMENT != 0 ? STAGES >= 5 : STAGES >= 4;
    localparam CUT_OUT     = STAGES >= 1;

    // ---- Classify: what every word fits, then what all words of a group fit ----

    wire [BLOCK-1:0] block_0 = block_i & {BLOCK{ISOLATE == 0 || valid_i}};

    reg  [GROUPS-1:0] zero_0, nibble_0, byte_0, half_0, upper_0, two_0, repeat_0;
    reg  [N-1:0]      fit_z, fit_n, fit_b, fit_h, fit_u, fit_t, fit_r;
    reg  [31:0]       w;
    reg               ones_3, ones_2, ones_1, none_3, none_2, none_1;
    integer           g, i;
    always @*
        for (g = 0; g < GROUPS; g = g + 1) begin
            for (i = 0; i < N; i = i + 1) begin
                w      = block_0[32*(N*g+i) +: 32];
                ones_3 = &w[31:15];
                ones_2 = &w[14:7];
                ones_1 = &w[6:3];
                none_3 = !(|w[31:15]);
                none_2 = !(|w[14:7]);
                none_1 = !(|w[6:3]);
                fit_h[i] = ones_3 || none_3;
                fit_b[i] = ones_3 && ones_2 || none_3 && none_2;
                fit_n[i] = ones_3 && ones_2 && ones_1 || none_3 && none_2 && none_1;
                fit_z[i] = !(|w);
                fit_u[i] = !(|w[15:0]);
                fit_t[i] = (&w[31:23] || !(|w[31:23])) && (&w[15:7] || !(|w[15:7]));
                fit_r[i] = w[31:8] == w[23:0];
            end
            zero_0[g]   = &fit_z;
            nibble_0[g] = &fit_n;
            byte_0[g]   = &fit_b;
            half_0[g]   = &fit_h;
            upper_0[g]  = &fit_u;
            two_0[g]    = &fit_t;
            repeat_0[g] = &fit_r;
        end

    wire                 valid_f, ready_f, raw_f;
    wire [USER_BITS-1:0] user_f;
    wire [GROUPS-1:0]    zero_f, nibble_f, byte_f, half_f, upper_f, two_f, repeat_f;
    wire [BLOCK-1:0]     block_f;
    `WF_CUT #(.ON(CUT_FITS), .WIDTH(1 + USER_BITS + 7 * GROUPS + BLOCK), .FLOW(FLOW)) cut_fits (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_i), .ready_o(ready_o),
        .data_i({raw_only_i, user_i, zero_0, nibble_0, byte_0, half_0, upper_0, two_0, repeat_0, block_0}),
        .valid_o(valid_f), .ready_i(ready_f),
        .data_o({raw_f, user_f, zero_f, nibble_f, byte_f, half_f, upper_f, two_f, repeat_f, block_f})
    );

    // ---- Select: the pattern of the fewest bits, one-hot; does it take 8 or 16 bits of data? ----

    // A word that fits zero also fits a nibble, one that fits a nibble also fits a byte, and so on up to a halfword

    wire [10*GROUPS-1:0] patterns_f = {
        ~(half_f | repeat_f | upper_f | two_f), repeat_f & ~byte_f, two_f & ~half_f & ~upper_f, upper_f & ~half_f,
        half_f & ~byte_f & ~repeat_f, byte_f & ~nibble_f, nibble_f & ~zero_f, zero_f,
        (half_f | upper_f | two_f) & ~byte_f & ~repeat_f, (byte_f & ~nibble_f) | (repeat_f & ~byte_f)};

    wire                 valid_1, ready_1, raw_1;
    wire [USER_BITS-1:0] user_1;
    wire [GROUPS-1:0]    is_7, is_6, is_5, is_4, is_3, is_2, is_1, zero_1, takes_16, takes_8;
    wire [BLOCK-1:0]     block_1;
    `WF_CUT #(.ON(CUT_PATTERN), .WIDTH(1 + USER_BITS + 10 * GROUPS + BLOCK), .FLOW(FLOW)) cut_pattern (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_f), .ready_o(ready_f), .data_i({raw_f, user_f, patterns_f, block_f}),
        .valid_o(valid_1), .ready_i(ready_1),
        .data_o({raw_1, user_1, is_7, is_6, is_5, is_4, is_3, is_2, is_1, zero_1, takes_16, takes_8, block_1})
    );

    // Pack: the data of a group's words side by side, each as wide as the pattern says
    reg  [BLOCK-1:0] data_1;
    reg  [4*N-1:0]   nibbles;
    reg  [8*N-1:0]   bytes;
    reg  [16*N-1:0]  halves;
    reg  [31:0]      v;
    integer          h, j;
    always @*
        for (h = 0; h < GROUPS; h = h + 1) begin
            for (j = 0; j < N; j = j + 1) begin
                v                 = block_1[32*(N*h+j) +: 32];
                nibbles[4*j +: 4] = v[3:0];
                bytes[8*j +: 8]   = v[7:0];
                halves[16*j +: 16] = {v[15:8] & {8{is_3[h]}} | v[23:16] & {8{is_5[h]}}, v[7:0] & {8{is_3[h] || is_5[h]}}}
                                     | v[31:16] & {16{is_4[h]}};
            end
            data_1[WIDTH*h +: WIDTH] =
                ({{28*N{1'b0}}, nibbles & {4*N{is_1[h]}}} | {{24*N{1'b0}}, bytes & {8*N{takes_8[h]}}})
                | ({{16*N{1'b0}}, halves} | block_1[WIDTH*h +: WIDTH] & {WIDTH{is_7[h]}});
        end

    // What either form gives: the code, whether it is used, and its bursts
    wire                 valid_4, ready_4, use_4;
    wire [USER_BITS-1:0] user_4;
    wire [BLOCK-1:0]     code_4, block_4;
    wire [UNITS-1:0]     units_4;

    genvar l;
    generate
        if (SEGMENT != 0) begin : gen_segment
            // ---- Pack: lengths of 1, 2, 4 .. segments, one-hot ----

            // A length counts nibbles of one word: a segment with pattern 001 has length 1. The length of two neighbours is a sum of two

            for (l = 0; l <= LEVELS; l = l + 1) begin : gen_sum
                localparam LEGS  = (8 << l) + 1;
                localparam HALF  = l == 0 ? 1 : (8 << (l - 1)) + 1;
                localparam COUNT = GROUPS >> l;
                reg  [COUNT*LEGS-1:0] sum;
                if (l == 0) begin : gen_leaf
                    integer k;
                    always @*
                        for (k = 0; k < COUNT; k = k + 1)
                            sum[9*k +: 9] = {is_7[k], 3'd0, takes_16[k], 1'b0, takes_8[k], is_1[k], zero_1[k]};
                end else begin : gen_node
                    reg  [HALF-1:0]   left, right;
                    reg  [LEGS-1:0]   pairs;    // bit a: the left length is a, and the right one makes the sum s
                    integer           k, s, a;
                    always @*
                        for (k = 0; k < COUNT; k = k + 1) begin
                            left  = gen_sum[l-1].sum[HALF*(2*k) +: HALF];
                            right = gen_sum[l-1].sum[HALF*(2*k+1) +: HALF];
                            for (s = 0; s < LEGS; s = s + 1) begin
                                pairs = {LEGS{1'b0}};
                                for (a = 0; a < HALF; a = a + 1)
                                    if (s >= a && s - a < HALF)
                                        pairs[a] = left[a] && right[s - a];
                                sum[LEGS*k + s] = |pairs;
                            end
                        end
                end
            end

            // Is the whole code short enough, and which bursts does it fill?
            localparam TOTAL = 8 * GROUPS + 1;
            wire [TOTAL-1:0] total_1 = gen_sum[LEVELS].sum;
            reg  [TOTAL-1:0] over, reach;
            reg              use_1;
            reg  [UNITS-1:0] units_1;
            integer          t, u;
            always @* begin
                for (t = 0; t < TOTAL; t = t + 1)
                    over[t] = total_1[t] && HEAD + 4 * N * t > LIMIT;
                use_1 = !raw_1 && !(|over);
                for (u = 0; u < UNITS; u = u + 1) begin
                    for (t = 0; t < TOTAL; t = t + 1)
                        reach[t] = total_1[t] && HEAD + 4 * N * t > 256 * u;
                    units_1[u] = !use_1 || |reach;
                end
            end

            // Selects of the shifts, for each pair of each level, one-hot: the left length. A length of 4 segments or more has two: its
            // lowest octal digit, and the rest
            localparam SELECTS = 17 * GROUPS;
            wire [SELECTS-1:0] selects_1;
            for (l = 0; l < LEVELS; l = l + 1) begin : gen_select
                localparam LEGS = (8 << l) + 1;
                localparam COUNT = GROUPS >> (l + 1);
                reg [17*COUNT-1:0] select;
                reg [LEGS-1:0]     sum;
                integer            k, s;
                always @* begin
                    select = {17*COUNT{1'b0}};
                    for (k = 0; k < COUNT; k = k + 1) begin
                        sum = gen_sum[l].sum[LEGS*2*k +: LEGS];
                        for (s = 0; s < LEGS; s = s + 1)
                            if (LEGS <= 17)
                                select[17*k + s] = sum[s];
                            else begin
                                select[17*k + s % 8]     = select[17*k + s % 8] || sum[s];
                                select[17*k + 8 + s / 8] = select[17*k + 8 + s / 8] || sum[s];
                            end
                    end
                end
                assign selects_1[17*(GROUPS-2*COUNT) +: 17*COUNT] = select;
            end
            assign selects_1[SELECTS-1 -: 17] = 17'd0;

            reg  [HEAD-1:0] head_1;
            integer         e;
            always @* begin
                head_1 = {HEAD{1'b0}};
                for (e = 0; e < GROUPS; e = e + 1)
                    head_1[3*e +: 3] = {is_4[e] || is_5[e] || is_6[e] || is_7[e], is_2[e] || is_3[e] || is_6[e] || is_7[e],
                                        is_1[e] || is_3[e] || is_5[e] || is_7[e]};
            end

            wire                 valid_2, ready_2, use_2;
            wire [USER_BITS-1:0] user_2;
            wire [UNITS-1:0]     units_2;
            wire [HEAD-1:0]      head_2;
            wire [SELECTS-1:0]   selects_2;
            wire [BLOCK-1:0]     data_2, block_2;
            `WF_CUT #(.ON(CUT_JOIN), .WIDTH(USER_BITS + 1 + UNITS + HEAD + SELECTS + 2 * BLOCK), .FLOW(FLOW)) cut_join (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_1), .ready_o(ready_1),
                .data_i({user_1, use_1, units_1, head_1, selects_1, data_1, block_1}),
                .valid_o(valid_2), .ready_i(ready_2),
                .data_o({user_2, use_2, units_2, head_2, selects_2, data_2, block_2})
            );

            // ---- Pack: join the segments, level by level. There is a place for a rank before the last level ----

            wire                 valid_l, ready_l, use_l;
            wire [USER_BITS-1:0] user_l;
            wire [UNITS-1:0]     units_l;
            wire [HEAD-1:0]      head_l;
            wire [16:0]          select_l;
            wire [BLOCK-1:0]     half_2, half_l, block_l;
            `WF_CUT #(.ON(CUT_LAST), .WIDTH(USER_BITS + 1 + UNITS + HEAD + 17 + 2 * BLOCK), .FLOW(FLOW)) cut_last (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_2), .ready_o(ready_2),
                .data_i({user_2, use_2, units_2, head_2, selects_2[17*(GROUPS-2) +: 17], half_2, block_2}),
                .valid_o(valid_l), .ready_i(ready_l),
                .data_o({user_l, use_l, units_l, head_l, select_l, half_l, block_l})
            );

            for (l = 0; l <= LEVELS; l = l + 1) begin : gen_level
                localparam COUNT = GROUPS >> l;
                localparam WIDE  = BLOCK / COUNT;
                wire [BLOCK-1:0] data;
                if (l == 0) begin : gen_leaf
                    assign data = data_2;
                end else begin : gen_node
                    wire [BLOCK-1:0]  in = l == LEVELS ? half_l : gen_level[l-1].data;
                    reg  [BLOCK-1:0]  out;
                    reg  [16:0]       select;
                    reg  [WIDE-1:0]   left, right;
                    reg  [4*WIDE-1:0] four;         // each part ORs four legs
                    integer           k, q;
                    always @*
                        for (k = 0; k < COUNT; k = k + 1) begin
                            select = l == LEVELS ? select_l : selects_2[17*(GROUPS-2*COUNT) + 17*k +: 17];
                            left   = {{WIDE/2{1'b0}}, in[WIDE*k +: WIDE/2]};
                            right  = {{WIDE/2{1'b0}}, in[WIDE*k + WIDE/2 +: WIDE/2]};
                            for (q = 0; q < (l <= 2 ? 4 : 2); q = q + 1)
                                four[WIDE*q +: WIDE] =
                                    ((right << (16 * N * q)) & {WIDE{select[4*q]}}
                                     | (right << (16 * N * q + 4 * N)) & {WIDE{select[4*q+1]}})
                                    | ((right << (16 * N * q + 8 * N)) & {WIDE{select[4*q+2]}}
                                       | (right << (16 * N * q + 12 * N)) & {WIDE{select[4*q+3]}});
                            if (l <= 2)
                                out[WIDE*k +: WIDE] =
                                    ((four[0 +: WIDE] | four[WIDE +: WIDE]) | (four[2*WIDE +: WIDE] | four[3*WIDE +: WIDE]))
                                    | ((right << (64 * N)) & {WIDE{select[16]}} | left);
                            else begin
                                right = four[0 +: WIDE] | four[WIDE +: WIDE];
                                for (q = 2; q < 4; q = q + 1)
                                    four[WIDE*q +: WIDE] =
                                        ((right << (128 * N * (q - 2))) & {WIDE{select[4*q]}}
                                         | (right << (128 * N * (q - 2) + 32 * N)) & {WIDE{select[4*q+1]}})
                                        | ((right << (128 * N * (q - 2) + 64 * N)) & {WIDE{select[4*q+2]}}
                                           | (right << (128 * N * (q - 2) + 96 * N)) & {WIDE{select[4*q+3]}});
                                out[WIDE*k +: WIDE] = (four[2*WIDE +: WIDE] | four[3*WIDE +: WIDE])
                                                      | ((right << (256 * N)) & {WIDE{select[16]}} | left);
                            end
                        end
                    assign data = out;
                end
                if (l == LEVELS - 1) begin : gen_halves
                    assign half_2 = data;
                end
            end

            assign valid_4 = valid_l;
            assign ready_l = ready_4;
            assign user_4  = user_l;
            assign use_4   = use_l;
            assign units_4 = units_l;
            assign block_4 = block_l;
            assign code_4  = {gen_level[LEVELS].data[BLOCK-HEAD-1:0], head_l};
            wire unused_end = &{1'b0, gen_level[LEVELS].data[BLOCK-1 -: HEAD]};
        end else begin : gen_word
            // ---- Select: codes and their lengths. A run of zeros has its code at its first word, and again after every eight words ----

            localparam CODE = 35;
            localparam BITS = CODE * WORDS;

            reg [WORDS-1:0]   starts;
            reg [BITS-1:0]    codes_1;
            reg [6*WORDS-1:0] lengths_1;
            reg [WORDS+7:0]   zeros;
            reg [7:1]         more;         // more[d]: at least d zeros follow
            reg [2:0]         run;
            reg               alone;
            integer           m, d;
            always @* begin
                zeros = {8'd0, zero_1};
                for (m = 0; m < WORDS; m = m + 1) begin
                    alone = m == 0;
                    if (m >= 1)
                        alone = !zeros[m-1];
                    if (m >= 8)     // the run of eight zeros before this word ends there
                        alone = alone || starts[m-8] && (&zeros[m-8 +: 8]);
                    starts[m] = zeros[m] && alone;
                    for (d = 1; d < 8; d = d + 1)
                        more[d] = &(zeros[m+1 +: 7] | (7'h7f << d));
                    run = {more[4], more[6] || more[2] && !more[4],
                           more[7] || more[5] && !more[6] || more[3] && !more[4] || more[1] && !more[2]};
                    codes_1[CODE*m +: CODE] =
                        {data_1[32*m+3 +: 29], data_1[32*m +: 3] | run & {3{starts[m]}},
                         is_4[m] || is_5[m] || is_6[m] || is_7[m], is_2[m] || is_3[m] || is_6[m] || is_7[m],
                         is_1[m] || is_3[m] || is_5[m] || is_7[m]};
                    // the length 0, 6, 7, 11, 19 or 35, one-hot
                    lengths_1[6*m +: 6] = {is_7[m], takes_16[m], takes_8[m], is_1[m], starts[m], zero_1[m] && !starts[m]};
                end
            end

            wire                 valid_2, ready_2, raw_2;
            wire [USER_BITS-1:0] user_2;
            wire [6*WORDS-1:0]   lengths_2;
            wire [BITS-1:0]      codes_2;
            wire [BLOCK-1:0]     block_2;
            `WF_CUT #(.ON(CUT_CODE), .WIDTH(USER_BITS + 1 + 6 * WORDS + BITS + BLOCK), .FLOW(FLOW)) cut_code (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .valid_i(valid_1), .ready_o(ready_1), .data_i({user_1, raw_1, lengths_1, codes_1, block_1}),
                .valid_o(valid_2), .ready_i(ready_2), .data_o({user_2, raw_2, lengths_2, codes_2, block_2})
            );

            // ---- Pack: lengths of 1, 2 and 4 words; behind a rank those of 8 words and more ----

            localparam S = 11;              // bits of a length: up to 1120
            reg [S*WORDS-1:0]   sum_1;
            reg [S*WORDS/2-1:0] sum_2;
            reg [S*WORDS/4-1:0] sum_4;
            reg [5:1]           one;
            integer             a;
            always @* begin
                for (a = 0; a < WORDS; a = a + 1) begin
                    one = lengths_2[6*a+1 +: 5];
                    sum_1[S*a +: S] = {5'd0, one[5:3], one[2] || one[1], |one[5:1], |one[5:2]};
                end
                for (a = 0; a < WORDS / 2; a = a + 1)
                    sum_2[S*a +: S] = sum_1[S*2*a +: S] + sum_1[S*(2*a+1) +: S];
                for (a = 0; a < WORDS / 4; a = a + 1)
                    sum_4[S*a +: S] = sum_2[S*2*a +: S] + sum_2[S*(2*a+1) +: S];
            end

            // Selects of the shifts, for each pair: the octal digits of the left length, each one-hot. Of two words it is 8 * (0 .. 8) +
            // (0 .. 7)
            localparam SELECT_2 = 17 * WORDS / 4;
            localparam SELECT_4 = 19 * WORDS / 8;
            reg [SELECT_2-1:0] select_2;
            reg [SELECT_4-1:0] select_4;
            integer            b, c;
            always @* begin
                for (b = 0; b < WORDS / 4; b = b + 1)
                    for (c = 0; c < 9; c = c + 1) begin
                        if (c < 8)
                            select_2[17*b + c] = sum_2[S*2*b +: 3] == c[2:0];
                        select_2[17*b + 8 + c] = sum_2[S*2*b+3 +: 4] == c[3:0];
                    end
                for (b = 0; b < WORDS / 8; b = b + 1)
                    for (c = 0; c < 8; c = c + 1) begin
                        select_4[19*b + c]     = sum_4[S*2*b +: 3] == c[2:0];
                        select_4[19*b + 8 + c] = sum_4[S*2*b+3 +: 3] == c[2:0];
                        if (c < 3)
                            select_4[19*b + 16 + c] = sum_4[S*2*b+6 +: 2] == c[1:0];
                    end
            end

            // ---- Pack: join pairs of words. The right code moves up by 0, 6, 7, 11, 19 or 35 bits ----

            reg [BITS-1:0]   join_2;
            reg [2*CODE-1:0] right_1;
            reg [5:0]        by;
            integer          e;
            always @*
                for (e = 0; e < WORDS / 2; e = e + 1) begin
                    by      = lengths_2[12*e +: 6];
                    right_1 = {{CODE{1'b0}}, codes_2[2*CODE*e + CODE +: CODE]};
                    join_2[2*CODE*e +: 2*CODE] =
                        ((right_1 & {2*CODE{by[0]}} | (right_1 << 6) & {2*CODE{by[1]}})
                         | ((right_1 << 7) & {2*CODE{by[2]}} | (right_1 << 11) & {2*CODE{by[3]}}))
                        | ((right_1 << 19) & {2*CODE{by[4]}} | (right_1 << 35) & {2*CODE{by[5]}}
                           | {{CODE{1'b0}}, codes_2[2*CODE*e +: CODE]});
                end

            wire                 valid_3, ready_3, raw_3;
            wire [USER_BITS-1:0] user_3;
            wire [S*WORDS/4-1:0] sum_3;
            wire [SELECT_2-1:0]  select_3_2;
            wire [SELECT_4-1:0]  select_3_4;
            wire [BITS-1:0]      join_3;
            wire [BLOCK-1:0]     block_3;
            `WF_CUT #(.ON(CUT_JOIN), .WIDTH(USER_BITS + 1 + S * WORDS / 4 + SELECT_2 + SELECT_4 + BITS + BLOCK), .FLOW(FLOW)) cut_join (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_2), .ready_o(ready_2),
                .data_i({user_2, raw_2, sum_4, select_2, select_4, join_2, block_2}),
                .valid_o(valid_3), .ready_i(ready_3),
                .data_o({user_3, raw_3, sum_3, select_3_2, select_3_4, join_3, block_3})
            );

            // Lengths of 8 and 16 words and of the line. Is the code short enough, and which bursts does it fill?
            localparam SELECTS = 25 * (WORDS == 32 ? 3 : 1);    // of pairs of 8 and of 16 words
            localparam EIGHTS  = WORDS == 32 ? 2 : 0;
            reg [S*WORDS/8-1:0] sum_8;
            reg [2*S-1:0]       sum_16;
            reg [S-1:0]         total_3;
            reg                 use_3;
            reg [UNITS-1:0]     units_3;
            reg [SELECTS-1:0]   selects_3;
            reg [S-1:0]         digits;
            integer             n, o;
            always @* begin
                for (n = 0; n < WORDS / 8; n = n + 1)
                    sum_8[S*n +: S] = sum_3[S*2*n +: S] + sum_3[S*(2*n+1) +: S];
                sum_16 = {{S{1'b0}}, sum_8[0 +: S]};
                for (n = 0; n < WORDS / 16; n = n + 1)
                    sum_16[S*n +: S] = sum_8[S*2*n +: S] + sum_8[S*(2*n+1) +: S];
                total_3 = WORDS == 32 ? sum_16[0 +: S] + sum_16[S +: S] : sum_16[0 +: S];
                use_3   = !raw_3 && total_3 <= LIMIT[S-1:0];
                for (n = 0; n < UNITS; n = n + 1)
                    units_3[n] = !use_3 || {21'd0, total_3} > 256 * n;
                for (n = 0; n < SELECTS / 25; n = n + 1) begin
                    digits = n == 2 ? sum_16[0 +: S] : n == 1 ? sum_8[S*EIGHTS +: S] : sum_8[0 +: S];
                    for (o = 0; o < 9; o = o + 1) begin
                        if (o < 8) begin
                            selects_3[25*n + o]     = digits[2:0] == o[2:0];
                            selects_3[25*n + 8 + o] = digits[5:3] == o[2:0];
                        end
                        selects_3[25*n + 16 + o] = digits[S-1:6] == o[4:0];
                    end
                end
            end

            wire                 valid_l, ready_l, use_l;
            wire [USER_BITS-1:0] user_l;
            wire [UNITS-1:0]     units_l;
            wire [SELECTS-1:0]   selects_l;
            wire [BITS-1:0]      join_l;
            wire [BLOCK-1:0]     block_l;
            wire [BITS-1:0]      join_8;    // codes of eight words joined
            `WF_CUT #(.ON(CUT_LAST), .WIDTH(USER_BITS + 1 + UNITS + SELECTS + BITS + BLOCK), .FLOW(FLOW)) cut_last (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_3), .ready_o(ready_3),
                .data_i({user_3, use_3, units_3, selects_3, join_8, block_3}),
                .valid_o(valid_l), .ready_i(ready_l),
                .data_o({user_l, use_l, units_l, selects_l, join_l, block_l})
            );

            // Pack: join four words and more
            for (l = 1; l <= LEVELS; l = l + 1) begin : gen_level
                localparam COUNT = WORDS >> l;
                localparam WIDE  = CODE << l;
                wire [BITS-1:0] data;
                if (l == 1) begin : gen_pairs
                    assign data = join_3;
                end else begin : gen_node
                    wire [BITS-1:0]   in = l == 4 ? join_l : gen_level[l-1].data;
                    reg  [BITS-1:0]   out;
                    reg  [24:0]       select;
                    reg  [WIDE-1:0]   left, right;
                    reg  [2*WIDE-1:0] four;         // each part ORs four legs
                    integer           k, q;
                    always @*
                        for (k = 0; k < COUNT; k = k + 1) begin
                            select = l == 2 ? {8'd0, select_3_2[17*k +: 17]} : l == 3 ? {6'd0, select_3_4[19*k +: 19]} :
                                     selects_l[25*(l == 5 ? 2 : k) +: 25];
                            left   = {{WIDE/2{1'b0}}, in[WIDE*k +: WIDE/2]};
                            right  = {{WIDE/2{1'b0}}, in[WIDE*k + WIDE/2 +: WIDE/2]};
                            for (q = 0; q < 2; q = q + 1)
                                four[WIDE*q +: WIDE] =
                                    ((right << (4 * q)) & {WIDE{select[4*q]}} | (right << (4 * q + 1)) & {WIDE{select[4*q+1]}})
                                    | ((right << (4 * q + 2)) & {WIDE{select[4*q+2]}}
                                       | (right << (4 * q + 3)) & {WIDE{select[4*q+3]}});
                            right = four[0 +: WIDE] | four[WIDE +: WIDE];
                            for (q = 0; q < 2; q = q + 1)
                                four[WIDE*q +: WIDE] =
                                    ((right << (32 * q)) & {WIDE{select[8+4*q]}}
                                     | (right << (32 * q + 8)) & {WIDE{select[8+4*q+1]}})
                                    | ((right << (32 * q + 16)) & {WIDE{select[8+4*q+2]}}
                                       | (right << (32 * q + 24)) & {WIDE{select[8+4*q+3]}});
                            if (l == 2)
                                out[WIDE*k +: WIDE] = (four[0 +: WIDE] | four[WIDE +: WIDE])
                                                      | ((right << 64) & {WIDE{select[16]}} | left);
                            else begin
                                right = four[0 +: WIDE] | four[WIDE +: WIDE];
                                for (q = 0; q < (l == 3 ? 1 : 2); q = q + 1)
                                    four[WIDE*q +: WIDE] =
                                        ((right << (256 * q)) & {WIDE{select[16+4*q]}}
                                         | (right << (256 * q + 64)) & {WIDE{select[16+4*q+1]}})
                                        | ((right << (256 * q + 128)) & {WIDE{select[16+4*q+2]}}
                                           | (right << (256 * q + 192)) & {WIDE{select[16+4*q+3]}});
                                if (l == 3)
                                    out[WIDE*k +: WIDE] = four[0 +: WIDE] | left;
                                else
                                    out[WIDE*k +: WIDE] = (four[0 +: WIDE] | four[WIDE +: WIDE])
                                                          | ((right << 512) & {WIDE{select[24]}} | left);
                            end
                        end
                    assign data = out;
                end
                if (l == 3) begin : gen_eight
                    assign join_8 = data;
                end
            end

            wire [BITS-1:0] code_l = LEVELS == 3 ? join_l : gen_level[LEVELS].data;
            wire            unused_end = &{1'b0, code_l[BITS-1:BLOCK]};
            assign valid_4 = valid_l;
            assign ready_l = ready_4;
            assign user_4  = user_l;
            assign use_4   = use_l;
            assign units_4 = units_l;
            assign block_4 = block_l;
            assign code_4  = code_l[BLOCK-1:0];
        end
    endgenerate

    wire [BLOCK-1:0] payload_4 = use_4 ? code_4 : block_4;

    wire [UNITS-1:0] units_5;
    `WF_CUT #(.ON(CUT_OUT), .WIDTH(USER_BITS + 1 + UNITS + BLOCK), .FLOW(FLOW)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_4), .ready_o(ready_4), .data_i({user_4, use_4, units_4, payload_4}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, tag_o, units_5, payload_o})
    );
    assign units_o = units_5;
    assign wen_o   = units_5;
endmodule
`default_nettype wire
