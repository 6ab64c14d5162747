// SPDX-License-Identifier: Apache-2.0
// Encoder of cpack: dictionary coding of the words of a cache line. PARALLEL = 1: up to 4 entries, which are stored behind the codes; all
// codes have one length; the upper 24 bits of a word are looked up. PARALLEL = 0, the form fifo: 16 entries, which are not stored; codes
// have 2 to 34 bits.
// In: a line, and raw_only_i, which asks for raw. The form fifo takes RATE words a cycle and iterates: ready_o is 1 when it can take the
// next line, LINE / 4 / RATE cycles after the one before.
// Out: tag (1: compressed), payload and the bursts of 32 bytes in use (units_o and wen_o), STAGES cycles later (0: in the same cycle). The
// form fifo needs LINE / 4 / RATE cycles more if that is more than one.
//
//   parallel, 32 bytes   00000000   00000007   ABCDEF00   ABCDEF42   ABCDEF00 four times
//   code                 2          3          0          1          0
//   which says           zero       a byte     entry 0    0, a byte  entry 0
//   byte                 00         07         00         42         00
//   payload              the codes (4 bytes), entry 0 = ABCDEF00 (4 bytes), the bytes (8 bytes): 16 bytes, burst 0
//
//   fifo, 32 bytes       00000000   00000007   ABCDEF00   ABCDEF42   ABCDEF42   ABCD1234          ABCD12FF       00000000
//   code                 zzzz       zzzx, 07   xxxx       mmmx 0, 42 mmmm 1     mmxx 0, 1234      mmmx 2, FF     zzzz
//   becomes entry                              0          1                     2                 3
//   bits                 2          12         34         16         6          24                16             2: together 112
//
// PARALLEL: all pairs of words are compared at once. A first word is one whose upper part is not 0 and not that of an earlier word. It
// becomes the entry whose number is how many first words stand before it. Any other word takes the entry of the first word with its upper
// part.
// Fifo: the words of a group (one cycle) are compared with the dictionary and with each other, so a word may refer to one of its own group.
// Source: CABA (2016), section 5.1.3, parallel; C-Pack (TVLSI 2010), fifo. More: docs/cpack.md
`default_nettype none
module `WF_ENC #(
    parameter LINE       = `WF_LINE,        // bytes of the cache line: 32, 64 or 128
    parameter PARALLEL   = `WF_PARALLEL,    // form: 0 fifo, 1 parallel
    parameter RATE       = `WF_RATE,        // words a cycle: 1, 2, 4 or 8 (form fifo)
    parameter ZERO_ENTRY = `WF_ZERO_ENTRY,  // form parallel: 1 if zero is one of the four entries, 0 if it is apart
    parameter SAVE       = `WF_SAVE,        // what a code must save to be used: 0 a byte, 1 a burst of 32 bytes
    parameter ISOLATE    = `WF_ISOLATE,     // 1: gates hold the operands at zero while the unit is idle
    parameter STAGES     = `WF_ENC_STAGES,  // register ranks, 0 to 5; at least 1 if the unit iterates
    parameter FLOW       = `WF_FLOW,        // what ready_i does (wf_cut.v): 0 nothing, 1 stall, 2 elastic
    parameter USER_BITS  = `WF_USER_BITS    // bits of user, 1 or more
) (
    input  wire                 clk_i,       // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,      // reset, low, asynchronous
    input  wire                 valid_i,     // 1: the inputs are a block of this cycle
    output wire                 ready_o,     // 1: the unit takes what valid_i offers; always 1 unless it iterates
    input  wire [USER_BITS-1:0] user_i,      // any bits; they come out with this block's result
    input  wire                 raw_only_i,  // 1: store the block raw
    input  wire [LINE*8-1:0]    block_i,     // the line, byte 0 lowest

    output wire                 valid_o,     // 1: the outputs mean something in this cycle
`ifdef WF_WITH_FLOW
    input  wire                 ready_i,     // 1: the receiver takes the outputs; nothing uses it if FLOW is 0
`endif
    output wire [USER_BITS-1:0] user_o,      // the bits that came in with this block
    output wire [0:0]           tag_o,       // 1: compressed, 0: raw
    output wire [LINE*8-1:0]    payload_o,   // the code or the raw line, byte 0 lowest; bursts that are not in use: any bits
    output wire [LINE/32-1:0]   units_o,     // the bursts of 32 bytes in use, bit u is burst u
    output wire [LINE/32-1:0]   wen_o        // write enables, a bit a burst: the bursts in use
);
`ifndef WF_WITH_FLOW
    wire ready_i = 1'b1;
`endif
    localparam BLOCK = LINE * 8;
    localparam W     = LINE / 4;    // words
    localparam UNITS = LINE / 32;
    localparam LIMIT = SAVE != 0 ? LINE - 32 : LINE - 1;    // bytes

    generate
        if ((LINE != 32 && LINE != 64 && LINE != 128) || PARALLEL < 0 || PARALLEL > 1 ||
                (RATE != 1 && RATE != 2 && RATE != 4 && RATE != 8) || ZERO_ENTRY < 0 || ZERO_ENTRY > 1 ||
                SAVE < 0 || SAVE > 1 || (SAVE == 1 && LINE == 32) || ISOLATE < 0 || ISOLATE > 1 || USER_BITS < 1 ||
                STAGES < 0 || STAGES > 5 ||
                (STAGES == 0 && PARALLEL == 0 && W != RATE)) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end

        // ---- form=parallel ----

        if (PARALLEL == 1) begin : gen_parallel
            localparam CODE  = ZERO_ENTRY != 0 ? 3 : 4;
            localparam MOST  = ZERO_ENTRY != 0 ? 3 : 4; // entries
            localparam HEAD  = W * CODE;                // bits
            localparam PAIRS = W * (W - 1) / 2;

            // Cuts with a register rank, by STAGES: 1: out  2: first, out  3: first, entry, out  4: operand, first, entry, out
            // 5: operand, first, entry, code, out
            localparam CUT_OPERAND = STAGES >= 4;
            localparam CUT_FIRST   = STAGES >= 2;
            localparam CUT_ENTRY   = STAGES >= 3;
            localparam CUT_CODE    = STAGES >= 5;

            // A bit for each pair of words (i, j), j < i, is bit j of row i, rows of W bits. A rank keeps only the bits of pairs: pairs_of
            // takes them out of the rows, rows_of puts them back
            function [PAIRS-1:0] pairs_of;
                input [W*W-1:0] rows;
                integer         p, q;
                for (p = 1; p < W; p = p + 1)
                    for (q = 0; q < p; q = q + 1)
                        pairs_of[p*(p-1)/2 + q] = rows[W*p + q];
            endfunction

            function [W*W-1:0] rows_of;
                input [PAIRS-1:0] pairs;
                integer           p, q;
                begin
                    rows_of = {W*W{1'b0}};
                    for (p = 1; p < W; p = p + 1)
                        for (q = 0; q < p; q = q + 1)
                            rows_of[W*p + q] = pairs[p*(p-1)/2 + q];
                end
            endfunction

            // one_word: the OR of the words that select names. One half is folded onto the other
            function [31:0] one_word;
                input [BLOCK-1:0] words;
                input [W-1:0]     select;
                reg   [BLOCK-1:0] kept;
                integer           p;
                begin
                    for (p = 0; p < W; p = p + 1)
                        kept[32*p +: 32] = words[32*p +: 32] & {32{select[p]}};
                    for (p = BLOCK / 2; p >= 32; p = p / 2)
                        kept = kept | (kept >> p);
                    one_word = kept[31:0];
                end
            endfunction

            // With ISOLATE the unit sees zeros while idle. Behind a register rank nothing toggles in an idle unit anyway
            wire [BLOCK-1:0]     block_0 = block_i & {BLOCK{ISOLATE == 0 || CUT_OPERAND || valid_i}};
            wire                 valid_1, ready_1, raw_1;
            wire [USER_BITS-1:0] user_1;
            wire [BLOCK-1:0]     block_1;

            `WF_CUT #(.ON(CUT_OPERAND), .WIDTH(1 + USER_BITS + BLOCK), .FLOW(FLOW)) cut_operand (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .valid_i(valid_i), .ready_o(ready_o), .data_i({raw_only_i, user_i, block_0}),
                .valid_o(valid_1), .ready_i(ready_1), .data_o({raw_1, user_1, block_1})
            );

            // ---- Compare: pairs with equal upper parts, first words, words that need a byte ----

            reg [W*W-1:0] equal_1, unlike;
            reg [W-1:0]   first_1, partial_1;
            integer       i, j;
            always @* begin
                equal_1 = {W*W{1'b0}};
                unlike  = {W*W{1'b0}};
                for (i = 0; i < W; i = i + 1) begin
                    for (j = 0; j < i; j = j + 1) begin
                        equal_1[W*i + j] = block_1[32*i+8 +: 24] == block_1[32*j+8 +: 24];
                        unlike[W*i + j]  = block_1[32*i +: 8] != block_1[32*j +: 8];
                    end
                    first_1[i] = |block_1[32*i+8 +: 24] && !(|equal_1[W*i +: W]);
                end
                for (i = 0; i < W; i = i + 1)
                    partial_1[i] = (|block_1[32*i +: 8] && !(|block_1[32*i+8 +: 24])) ||
                                   |(equal_1[W*i +: W] & unlike[W*i +: W] & first_1);
            end

            wire                 valid_2, ready_2, raw_2;
            wire [USER_BITS-1:0] user_2;
            wire [PAIRS-1:0]     pairs_2;
            wire [W-1:0]         first_2, one_2, two_2, partial_2;
            wire [BLOCK-1:0]     block_2;

            // Of each word and the one before it: at least one is a first word (one), both are (two). The counting begins here
            wire [W-1:0] one_1 = first_1 | (first_1 << 1);
            wire [W-1:0] two_1 = first_1 & (first_1 << 1);

            `WF_CUT #(.ON(CUT_FIRST), .WIDTH(1 + USER_BITS + PAIRS + 4*W + BLOCK), .FLOW(FLOW)) cut_first (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .valid_i(valid_1), .ready_o(ready_1), .data_i({raw_1, user_1, pairs_of(equal_1), first_1, one_1, two_1, partial_1, block_1}),
                .valid_o(valid_2), .ready_i(ready_2), .data_o({raw_2, user_2, pairs_2, first_2, one_2, two_2, partial_2, block_2})
            );

            // ---- Count: which entry a first word becomes; how many entries there are (bit k of entries: k) ----

            // at_least_k, bit i: at least k words up to word i are first words. Each pass doubles the number of words that are counted
            reg [W-1:0]      at_least_1, at_least_2, at_least_3, at_least_4, low_1, low_2, low_3, low_4;
            reg [MOST*W-1:0] becomes_2; // bit W*k + i: word i is entry k
            reg [MOST:0]     entries_2;
            reg              too_many_2;
            integer          s;
            always @* begin
                at_least_1 = one_2;
                at_least_2 = two_2;
                at_least_3 = {W{1'b0}};
                at_least_4 = {W{1'b0}};
                for (s = 2; s < W; s = 2 * s) begin
                    low_1      = at_least_1 << s;
                    low_2      = at_least_2 << s;
                    low_3      = at_least_3 << s;
                    low_4      = at_least_4 << s;
                    at_least_4 = at_least_4 | (at_least_3 & low_1) | (at_least_2 & low_2) | (at_least_1 & low_3) | low_4;
                    at_least_3 = at_least_3 | (at_least_2 & low_1) | (at_least_1 & low_2) | low_3;
                    at_least_2 = at_least_2 | (at_least_1 & low_1) | low_2;
                    at_least_1 = at_least_1 | low_1;
                end
                low_1 = at_least_1 << 1;
                low_2 = at_least_2 << 1;
                low_3 = at_least_3 << 1;
                low_4 = at_least_4 << 1;
                becomes_2[0 +: W]   = first_2 & ~low_1;
                becomes_2[W +: W]   = first_2 & low_1 & ~low_2;
                becomes_2[2*W +: W] = first_2 & low_2 & ~low_3;
                if (MOST == 4) becomes_2[(MOST-1)*W +: W] = first_2 & low_3 & ~low_4;
                entries_2[2:0]  = {at_least_2[W-1] && !at_least_3[W-1], at_least_1[W-1] && !at_least_2[W-1], !at_least_1[W-1]};
                entries_2[MOST] = MOST == 4 ? at_least_4[W-1] : at_least_3[W-1];
                if (MOST == 4) entries_2[MOST-1] = at_least_3[W-1] && !at_least_4[W-1];
                too_many_2 = |(first_2 & (MOST == 4 ? low_4 : low_3));
            end

            wire                 valid_3, ready_3, raw_3, any_3;
            wire [USER_BITS-1:0] user_3;
            wire [PAIRS-1:0]     pairs_3;
            wire [W-1:0]         partial_3;
            wire [MOST*W-1:0]    becomes_3;
            wire [MOST:0]        entries_3;
            wire [BLOCK-1:0]     block_3;

            `WF_CUT #(.ON(CUT_ENTRY), .WIDTH(2 + USER_BITS + PAIRS + W + MOST*W + MOST + 1 + BLOCK), .FLOW(FLOW)) cut_entry (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_2), .ready_o(ready_2),
                .data_i({raw_2 || too_many_2, |partial_2, user_2, pairs_2, partial_2, becomes_2, entries_2, block_2}),
                .valid_o(valid_3), .ready_i(ready_3),
                .data_o({raw_3, any_3, user_3, pairs_3, partial_3, becomes_3, entries_3, block_3})
            );

            // ---- Code: a code for every word, the entries, the bytes, the length ----

            // longer: the code takes more than most bytes, with this number of entries, and with or without bytes
            function longer;
                input [MOST:0] entries;
                input          any;
                input integer  most;
                integer        p;
                begin
                    longer = 1'b0;
                    for (p = 0; p <= MOST; p = p + 1) begin
                        if (HEAD / 8 + 4 * p > most) longer = longer | entries[p];
                        else if (HEAD / 8 + 4 * p + W > most) longer = longer | (entries[p] & any);
                    end
                end
            endfunction

            reg [W*W-1:0]     rows;
            reg [W-1:0]       odd, high, row;
            reg [HEAD-1:0]    head_3;
            reg [32*MOST-1:0] dictionary_3;
            reg [8*W-1:0]     bytes_3;
            reg [UNITS-1:0]   units_3;
            reg               raw_to_4;
            integer           c, d;
            always @* begin
                rows = rows_of(pairs_3);
                odd  = ZERO_ENTRY != 0 ? becomes_3[0 +: W] | becomes_3[2*W +: W] : becomes_3[W +: W] | becomes_3[(MOST-1)*W +: W];
                high = ZERO_ENTRY != 0 ? becomes_3[W +: W] | becomes_3[2*W +: W] : becomes_3[2*W +: W] | becomes_3[(MOST-1)*W +: W];
                for (c = 0; c < W; c = c + 1) begin
                    row    = rows[W*c +: W];
                    row[c] = 1'b1;
                    head_3[CODE*c +: CODE] = 0;
                    head_3[CODE*c] = partial_3[c];
                    head_3[CODE*c + CODE - 2] = |(row & odd);
                    head_3[CODE*c + CODE - 1] = |(row & high);
                    if (ZERO_ENTRY == 0) head_3[CODE*c + 1] = !(|block_3[32*c+8 +: 24]);
                    bytes_3[8*c +: 8] = block_3[32*c +: 8] & {8{partial_3[c]}};
                end
                for (d = 0; d < MOST; d = d + 1)
                    dictionary_3[32*d +: 32] = one_word(block_3, becomes_3[W*d +: W]);
                raw_to_4 = raw_3 || longer(entries_3, any_3, LIMIT);
                for (d = 0; d < UNITS; d = d + 1)
                    units_3[d] = raw_to_4 || d == 0 || longer(entries_3, any_3, 32 * d);
            end

            wire                 valid_4, ready_4, raw_4;
            wire [USER_BITS-1:0] user_4;
            wire [HEAD-1:0]      head_4;
            wire [32*MOST-1:0]   dictionary_4;
            wire [8*W-1:0]       bytes_4;
            wire [MOST:0]        entries_4;
            wire [UNITS-1:0]     units_4;
            wire [BLOCK-1:0]     block_4;

            `WF_CUT #(.ON(CUT_CODE), .WIDTH(1 + USER_BITS + HEAD + 32*MOST + 8*W + MOST + 1 + UNITS + BLOCK), .FLOW(FLOW)) cut_code (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_3), .ready_o(ready_3),
                .data_i({raw_to_4, user_3, head_3, dictionary_3, bytes_3, entries_3, units_3, block_3}),
                .valid_o(valid_4), .ready_i(ready_4),
                .data_o({raw_4, user_4, head_4, dictionary_4, bytes_4, entries_4, units_4, block_4})
            );

            // ---- Pack: codes, entries, and behind the entries in use the bytes; an unused entry is 0 ----

            reg [BLOCK-1:0] code_4;
            integer         e;
            always @* begin
                code_4 = {{BLOCK-HEAD-32*MOST{1'b0}}, dictionary_4, head_4};
                for (e = 0; e <= MOST; e = e + 1)
                    code_4[HEAD + 32*e +: 8*W] = code_4[HEAD + 32*e +: 8*W] | bytes_4 & {8*W{entries_4[e]}};
            end

            wire [BLOCK-1:0] payload_4 = raw_4 ? block_4 : code_4;

            `WF_CUT #(.ON(STAGES >= 1), .WIDTH(USER_BITS + 1 + UNITS + BLOCK), .FLOW(FLOW)) cut_outputs (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .valid_i(valid_4), .ready_o(ready_4), .data_i({user_4, !raw_4, units_4, payload_4}),
                .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, tag_o, units_o, payload_o})
            );
            assign wen_o = units_o;
        end

        // ---- form=fifo ----

        if (PARALLEL == 0) begin : gen_fifo
            localparam STEPS = W / RATE;
            localparam GROUP = 32 * RATE;
            localparam WRAPS = W > 16;      // more than 16 words may enter: entries are overwritten
            localparam VEC   = 16 * RATE;   // a bit for each word of the group and each entry
            localparam PAIR  = RATE * RATE; // a bit for each pair of words of the group

            // A unit that iterates moves as a whole, unless a line waits at its outputs
            localparam MOVES   = STEPS > 1 && FLOW != 0 ? 1 : FLOW;
            wire       ready_5 = ready_i || (STEPS > 1 && FLOW == 2 && !valid_o);
            wire [4:0] unused_ready;    // of ranks that move with another

            // Cuts with a register rank, by STAGES: 1: out  2: code, out  3: compare, code, out  4: compare, code, place, out
            // 5: compare, match, code, place, out
            localparam CUT_COMPARE = STAGES >= 3;
            localparam CUT_MATCH   = STAGES >= 5;
            localparam CUT_CODE    = STAGES >= 2;
            localparam CUT_PLACE   = STAGES >= 4;

            // ---- Group: the RATE words of this cycle; with the last ones the whole line is back in order ----

            wire                 valid_0, ready_0, first_0, last_0, raw_0;
            wire [USER_BITS-1:0] user_0;
            wire [GROUP-1:0]     words_0;
            wire [BLOCK-1:0]     whole_0;
            if (STEPS == 1) begin : gen_whole
                assign ready_o = ready_0;
                assign valid_0 = valid_i;
                assign first_0 = 1'b1;
                assign last_0  = 1'b1;
                assign raw_0   = raw_only_i;
                assign user_0  = user_i;
                assign whole_0 = block_i & {BLOCK{ISOLATE == 0 || valid_i}};
                assign words_0 = whole_0;
            end else begin : gen_groups
                // The register rotates by one group a cycle, so the next group is always the lowest
                reg              busy_q;
                reg  [STEPS-1:0] step_q;
                wire             ready = ready_0 && (!busy_q || step_q[STEPS-1]);
                wire             take  = valid_i && ready;
                wire [BLOCK-1:0] line;
                wire             unused_valid;
                always @(posedge clk_i or negedge rst_ni)
                    if (!rst_ni)      busy_q <= 1'b0;
                    else if (ready_0) busy_q <= take || !ready;
                always @(posedge clk_i)
                    if (take)         step_q <= {{STEPS-1{1'b0}}, 1'b1};
                    else if (ready_0) step_q <= step_q << 1;
                assign whole_0 = {line[GROUP-1:0], line[BLOCK-1:GROUP]};
                `WF_RANK #(.WIDTH(1 + USER_BITS + BLOCK), .STALLS(MOVES != 0)) line_rank (
                    .clk_i(clk_i), .rst_ni(rst_ni), .move_i(ready_0), .valid_i(take || busy_q),
                    .data_i(take ? {raw_only_i, user_i, block_i} : {raw_0, user_0, whole_0}),
                    .valid_o(unused_valid), .data_o({raw_0, user_0, line})
                );
                wire unused_rank = &{1'b0, unused_valid};
                assign words_0 = line[GROUP-1:0];
                assign valid_0 = busy_q;
                assign first_0 = step_q[0];
                assign last_0  = busy_q && step_q[STEPS-1];
                assign ready_o = ready;
            end

            // ---- Compare: each word with the dictionary, with the earlier words of its group, with the words of the group before ----

            // Each result has three parts, from the top: all 32 bits are equal, the upper 24, the upper 16
            wire [511:0]      dictionary;
            wire [GROUP-1:0]  words_1;
            reg  [3*VEC-1:0]  like_0;
            reg  [3*PAIR-1:0] pair_0, before_0;
            integer           i, j;

            function [2:0] alike;
                input [31:0] x, y;
                reg          upper, middle, lower;
                begin
                    upper  = x[31:16] == y[31:16];
                    middle = x[15:8] == y[15:8];
                    lower  = x[7:0] == y[7:0];
                    alike  = {upper && middle && lower, upper && middle, upper};
                end
            endfunction

            always @* begin
                like_0   = {3*VEC{1'b0}};
                pair_0   = {3*PAIR{1'b0}};
                before_0 = {3*PAIR{1'b0}};
                for (i = 0; i < RATE; i = i + 1) begin
                    for (j = 0; j < 16 && STEPS > 1; j = j + 1)
                        {like_0[2*VEC + 16*i + j], like_0[VEC + 16*i + j], like_0[16*i + j]} =
                            alike(words_0[32*i +: 32], dictionary[32*j +: 32]);
                    for (j = 0; j < i; j = j + 1)
                        {pair_0[2*PAIR + RATE*i + j], pair_0[PAIR + RATE*i + j], pair_0[RATE*i + j]} =
                            alike(words_0[32*i +: 32], words_0[32*j +: 32]);
                    for (j = 0; j < RATE && CUT_COMPARE && STEPS > 1; j = j + 1)
                        {before_0[2*PAIR + RATE*i + j], before_0[PAIR + RATE*i + j], before_0[RATE*i + j]} =
                            alike(words_0[32*i +: 32], words_1[32*j +: 32]);
                end
            end

            wire                 valid_1, ready_1, first_1, last_1, raw_1, ends_1;
            wire [USER_BITS-1:0] user_1;
            wire [3*VEC-1:0]     like_1;
            wire [3*PAIR-1:0]    pair_1, before_1;
            wire [BLOCK-1:0]     whole_1;

            `WF_CUT #(.ON(CUT_COMPARE), .WIDTH(2 + GROUP + 3*VEC + 6*PAIR), .FLOW(MOVES)) cut_compare (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .valid_i(valid_0), .ready_o(ready_0), .data_i({first_0, last_0, words_0, like_0, pair_0, before_0}),
                .valid_o(valid_1), .ready_i(ready_1), .data_o({first_1, last_1, words_1, like_1, pair_1, before_1})
            );
            `WF_CUT #(.ON(CUT_COMPARE), .WIDTH(1 + USER_BITS + BLOCK), .FLOW(MOVES != 0 ? 1 : 0)) line_compare (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_0 && last_0), .ready_o(unused_ready[0]), .data_i({raw_0, user_0, whole_0}),
                .valid_o(ends_1), .ready_i(ready_0), .data_o({raw_1, user_1, whole_1})
            );

            // ---- Match: which words enter the dictionary, at which entry, and the entries that a word matches best ----

            // If a rank follows the comparison, the group before was written after it: recent marks the entries that this group wrote.
            // Their comparison is the one with the words of that group. filled: entries written; head, one-hot: the entry that is written
            // next
            wire [15:0]    filled, head;    // as the group before left them
            wire [VEC-1:0] recent;
            reg  [VEC-1:0] slot_1, best_1, full, near, some;
            reg  [15:0]    filled_1, head_1, over, stale, now, by_3, by_4;
            reg  [RATE-1:0] enters, is_zero_1, is_small_1, hit_4, hit_3, hit_2;
            integer        m, n;
            always @* begin
                stale    = 16'd0;
                for (m = 0; m < RATE; m = m + 1)
                    stale = stale | recent[16*m +: 16];
                now      = filled & ~stale & {16{!first_1}};
                filled_1 = first_1 ? 16'd0 : filled;
                head_1   = first_1 ? 16'd1 : head;
                over     = 16'd0;
                slot_1   = {VEC{1'b0}};
                enters   = {RATE{1'b0}};
                for (m = 0; m < RATE; m = m + 1) begin
                    full[16*m +: 16] = like_1[2*VEC + 16*m +: 16] & now;
                    near[16*m +: 16] = like_1[VEC + 16*m +: 16] & now;
                    some[16*m +: 16] = like_1[16*m +: 16] & now;
                    for (n = 0; n < RATE && CUT_COMPARE && STEPS > 1; n = n + 1) begin
                        full[16*m +: 16] = full[16*m +: 16] | recent[16*n +: 16] & {16{before_1[2*PAIR + RATE*m + n] && !first_1}};
                        near[16*m +: 16] = near[16*m +: 16] | recent[16*n +: 16] & {16{before_1[PAIR + RATE*m + n] && !first_1}};
                        some[16*m +: 16] = some[16*m +: 16] | recent[16*n +: 16] & {16{before_1[RATE*m + n] && !first_1}};
                    end
                    // A word that equals an earlier one of its group is then in the dictionary and need not enter, unless entries are
                    // overwritten
                    is_small_1[m] = !(|words_1[32*m+8 +: 24]);
                    is_zero_1[m]  = is_small_1[m] && !(|words_1[32*m +: 8]);
                    hit_4[m]      = |(full[16*m +: 16] & ~over) ||
                                    |(pair_1[2*PAIR + RATE*m +: RATE] & (WRAPS ? enters : {RATE{1'b1}}));
                    enters[m]     = !is_small_1[m] && !hit_4[m];
                    slot_1[16*m +: 16] = head_1 & {16{enters[m]}};
                    full[16*m +: 16] = full[16*m +: 16] & ~over;
                    near[16*m +: 16] = near[16*m +: 16] & ~over;
                    some[16*m +: 16] = some[16*m +: 16] & ~over;
                    for (n = 0; n < m; n = n + 1) begin
                        full[16*m +: 16] = full[16*m +: 16] | slot_1[16*n +: 16] & {16{pair_1[2*PAIR + RATE*m + n]}};
                        near[16*m +: 16] = near[16*m +: 16] | slot_1[16*n +: 16] & {16{pair_1[PAIR + RATE*m + n]}};
                        some[16*m +: 16] = some[16*m +: 16] | slot_1[16*n +: 16] & {16{pair_1[RATE*m + n]}};
                    end
                    hit_3[m]  = |near[16*m +: 16];
                    hit_2[m]  = |some[16*m +: 16];
                    by_4      = {16{hit_4[m]}};
                    by_3      = {16{hit_3[m]}} & ~by_4;
                    best_1[16*m +: 16] = full[16*m +: 16] & by_4 | near[16*m +: 16] & by_3 | some[16*m +: 16] & ~by_3 & ~by_4;
                    if (WRAPS) over = over | slot_1[16*m +: 16];
                    filled_1 = filled_1 | slot_1[16*m +: 16];
                    head_1   = enters[m] ? {head_1[14:0], head_1[15]} : head_1;
                end
            end

            if (STEPS == 1) begin : gen_no_dictionary
                assign dictionary = 512'd0;
                assign filled     = 16'd0;
                assign head       = 16'd1;
                assign recent     = {VEC{1'b0}};
                wire unused_state = &{1'b0, head_1, filled_1};
            end else begin : gen_dictionary
                reg [511:0]    dictionary_q;
                reg [15:0]     filled_q, head_q;
                reg [VEC-1:0]  recent_q;
                reg [511:0]    word_d;
                reg [15:0]     write_d;
                integer        s, t;
                always @* begin
                    word_d  = 512'd0;
                    write_d = 16'd0;
                    for (t = 0; t < RATE; t = t + 1) begin
                        write_d = write_d | slot_1[16*t +: 16];
                        for (s = 0; s < 16; s = s + 1)
                            word_d[32*s +: 32] = word_d[32*s +: 32] | words_1[32*t +: 32] & {32{slot_1[16*t + s]}};
                    end
                end
                always @(posedge clk_i)
                    if (valid_1 && ready_1) begin
                        filled_q <= filled_1;
                        head_q   <= head_1;
                        recent_q <= slot_1;
                        for (s = 0; s < 16; s = s + 1)
                            if (write_d[s]) dictionary_q[32*s +: 32] <= word_d[32*s +: 32];
                    end
                assign dictionary = dictionary_q;
                assign filled     = filled_q;
                assign head       = head_q;
                assign recent     = CUT_COMPARE ? recent_q : {VEC{1'b0}};
                wire unused_recent = &{1'b0, recent_q};
            end
            wire unused_pairs = &{1'b0, pair_1, before_1};

            // The kind of each word, one-hot, from bit 0: zzzz, zzzx, mmmm, mmmx, mmxx, xxxx
            reg [6*RATE-1:0] kind_1;
            integer          q;
            always @*
                for (q = 0; q < RATE; q = q + 1) begin
                    kind_1[6*q]     = is_zero_1[q];
                    kind_1[6*q + 1] = is_small_1[q] && !is_zero_1[q];
                    kind_1[6*q + 2] = !is_small_1[q] && hit_4[q];
                    kind_1[6*q + 3] = !is_small_1[q] && !hit_4[q] && hit_3[q];
                    kind_1[6*q + 4] = !is_small_1[q] && !hit_4[q] && !hit_3[q] && hit_2[q];
                    kind_1[6*q + 5] = !is_small_1[q] && !hit_4[q] && !hit_3[q] && !hit_2[q];
                end

            wire                 valid_2, ready_2, first_2, last_2, raw_2, ends_2;
            wire [USER_BITS-1:0] user_2;
            wire [GROUP-1:0]     words_2;
            wire [VEC-1:0]       best_2;
            wire [6*RATE-1:0]    kind_2;
            wire [BLOCK-1:0]     whole_2;

            `WF_CUT #(.ON(CUT_MATCH), .WIDTH(2 + GROUP + VEC + 6*RATE), .FLOW(MOVES)) cut_match (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .valid_i(valid_1), .ready_o(ready_1), .data_i({first_1, last_1, words_1, best_1, kind_1}),
                .valid_o(valid_2), .ready_i(ready_2), .data_o({first_2, last_2, words_2, best_2, kind_2})
            );
            `WF_CUT #(.ON(CUT_MATCH), .WIDTH(1 + USER_BITS + BLOCK), .FLOW(MOVES != 0 ? 1 : 0)) line_match (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(ends_1), .ready_o(unused_ready[1]), .data_i({raw_1, user_1, whole_1}),
                .valid_o(ends_2), .ready_i(ready_1), .data_o({raw_2, user_2, whole_2})
            );

            // ---- Code: index, code and length of each word; lengths are counted in pairs of bits ----

            function [3:0] lowest;      // number of the lowest 1
                input [15:0] v;
                reg   [7:0]  v_8;
                reg   [3:0]  v_4;
                begin
                    lowest[3] = !(|v[7:0]);
                    v_8       = lowest[3] ? v[15:8] : v[7:0];
                    lowest[2] = !(|v_8[3:0]);
                    v_4       = lowest[2] ? v_8[7:4] : v_8[3:0];
                    lowest[1] = !(|v_4[1:0]);
                    lowest[0] = lowest[1] ? v_4[3] && !v_4[2] : !v_4[0];
                end
            endfunction

            reg [34*RATE-1:0] code_2;
            reg [8*RATE-1:0]  offset_2;     // where the word's code begins in the group
            reg [7:0]         length_2;
            reg [31:0]        word;
            reg [5:0]         kind;
            reg [3:0]         index;
            integer           c;
            always @* begin
                length_2 = 8'd0;
                for (c = 0; c < RATE; c = c + 1) begin
                    word  = words_2[32*c +: 32];
                    kind  = kind_2[6*c +: 6];
                    index = lowest(best_2[16*c +: 16]);
                    code_2[34*c +: 34] = {22'd0, word[7:0], 4'b1011} & {34{kind[1]}} |
                                         {28'd0, index, 2'b01} & {34{kind[2]}} |
                                         {18'd0, word[7:0], index, 4'b0111} & {34{kind[3]}} |
                                         {10'd0, word[15:0], index, 4'b0011} & {34{kind[4]}} |
                                         {word, 2'b10} & {34{kind[5]}};
                    offset_2[8*c +: 8] = length_2;
                    length_2 = length_2 + {3'd0, kind[5], kind[3] || kind[4], kind[1] || kind[4], kind[1] || kind[2],
                                           kind[0] || kind[2] || kind[5]};
                end
            end

            wire                 valid_3, ready_3, first_3, last_3, raw_3, ends_3;
            wire [USER_BITS-1:0] user_3;
            wire [34*RATE-1:0]   code_3;
            wire [8*RATE-1:0]    offset_3;
            wire [7:0]           length_3;
            wire [BLOCK-1:0]     whole_3;

            `WF_CUT #(.ON(CUT_CODE), .WIDTH(2 + 42*RATE + 8), .FLOW(MOVES)) cut_code (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .valid_i(valid_2), .ready_o(ready_2), .data_i({first_2, last_2, code_2, offset_2, length_2}),
                .valid_o(valid_3), .ready_i(ready_3), .data_o({first_3, last_3, code_3, offset_3, length_3})
            );
            `WF_CUT #(.ON(CUT_CODE), .WIDTH(1 + USER_BITS + BLOCK), .FLOW(MOVES != 0 ? 1 : 0)) line_code (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(ends_2), .ready_o(unused_ready[2]), .data_i({raw_2, user_2, whole_2}),
                .valid_o(ends_3), .ready_i(ready_2), .data_o({raw_3, user_3, whole_3})
            );

            // ---- Place: each code shifted to its place in two words of the payload, and which words these are ----

            wire [9:0]        length;       // of the groups before
            wire [9:0]        end_3 = length + {2'd0, length_3};
            reg [64*RATE-1:0] placed_3;
            reg [W*RATE-1:0]  lower_3;      // one-hot: the payload word that takes the lower half
            reg [UNITS-1:0]   units_3;
            reg [9:0]         at;
            integer           p, w;
            wire              raw_to_4 = raw_3 || end_3 > 4 * LIMIT;
            always @* begin
                for (p = 0; p < RATE; p = p + 1) begin
                    at = length + {2'd0, offset_3[8*p +: 8]};
                    placed_3[64*p +: 64] = {30'd0, code_3[34*p +: 34]} << {at[3:0], 1'b0};
                    for (w = 0; w < W; w = w + 1)
                        lower_3[W*p + w] = at[9:4] == w[5:0];
                end
                for (w = 0; w < UNITS; w = w + 1)
                    units_3[w] = raw_to_4 || w == 0 || end_3 > 128 * w[9:0];
            end

            if (STEPS == 1) begin : gen_no_length
                assign length = 10'd0;
            end else begin : gen_length
                reg [9:0] length_q;
                always @(posedge clk_i)
                    if (valid_3 && ready_3) length_q <= end_3;
                assign length = length_q & {10{!first_3}};
            end

            wire                 valid_4, ready_4, first_4, last_4, raw_4, ends_4;
            wire [USER_BITS-1:0] user_4;
            wire [64*RATE-1:0]   placed_4;
            wire [W*RATE-1:0]    lower_4;
            wire [UNITS-1:0]     units_4;
            wire [BLOCK-1:0]     whole_4;

            `WF_CUT #(.ON(CUT_PLACE), .WIDTH(3 + UNITS + (64 + W)*RATE), .FLOW(MOVES)) cut_place (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .valid_i(valid_3), .ready_o(ready_3), .data_i({first_3, last_3, raw_to_4, units_3, placed_3, lower_3}),
                .valid_o(valid_4), .ready_i(ready_4), .data_o({first_4, last_4, raw_4, units_4, placed_4, lower_4})
            );
            `WF_CUT #(.ON(CUT_PLACE), .WIDTH(USER_BITS + BLOCK), .FLOW(MOVES != 0 ? 1 : 0)) line_place (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(ends_3), .ready_o(unused_ready[3]), .data_i({user_3, whole_3}),
                .valid_o(ends_4), .ready_i(ready_3), .data_o({user_4, whole_4})
            );

            // ---- Pack: OR the codes of the group into the payload; with the last group, the code or the raw line ----

            wire [BLOCK-1:0] before_4;
            reg  [BLOCK-1:0] code_4;
            integer          a, b;
            always @* begin
                code_4 = before_4;
                for (a = 0; a < W; a = a + 1)
                    for (b = 0; b < RATE; b = b + 1) begin
                        code_4[32*a +: 32] = code_4[32*a +: 32] | placed_4[64*b +: 32] & {32{lower_4[W*b + a]}};
                        if (a > 0) code_4[32*a +: 32] = code_4[32*a +: 32] | placed_4[64*b+32 +: 32] & {32{lower_4[W*b + a - 1]}};
                    end
            end
            wire [BLOCK-1:0] payload_4 = raw_4 && last_4 ? whole_4 : code_4;
            wire             unused_fill;
            wire             unused_first = &{1'b0, first_4, unused_fill, ends_4, unused_ready};

            `WF_CUT #(.ON(STAGES >= 1), .WIDTH(BLOCK), .FLOW(MOVES != 0 ? 1 : 0)) cut_payload (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_4), .ready_o(unused_ready[4]), .data_i(payload_4),
                .valid_o(unused_fill), .ready_i(ready_4), .data_o(payload_o)
            );
            `WF_CUT #(.ON(STAGES >= 1), .WIDTH(USER_BITS + 1 + UNITS), .FLOW(MOVES)) cut_outputs (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .valid_i(valid_4 && last_4), .ready_o(ready_4), .data_i({user_4, !raw_4, units_4}),
                .valid_o(valid_o), .ready_i(ready_5), .data_o({user_o, tag_o, units_o})
            );
            assign wen_o    = units_o;
            assign before_4 = STEPS == 1 ? {BLOCK{1'b0}} : payload_o & {BLOCK{!first_4}};
        end
    endgenerate
endmodule
`default_nettype wire
