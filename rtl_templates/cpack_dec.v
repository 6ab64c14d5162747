// SPDX-License-Identifier: Apache-2.0
// Decoder of cpack: tag and payload of a cache line give the line. PARALLEL selects the form (cpack_enc.v).
// In: a code. PARALLEL = 1 takes one a cycle. PARALLEL = 0, the form fifo, decodes RATE words a cycle and iterates: ready_o is 1 when it
// can take the next code, LINE / 4 / RATE cycles after the one before.
// Out: the line, STAGES cycles later (0: in the same cycle). The form fifo needs LINE / 4 / RATE cycles more if that is more than one.
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
// PARALLEL: codes and entries have fixed places. The bytes stand behind the n entries in use, so they have five possible places at most. n
// is the highest entry in use plus 1; the entry in a code for zero does not count.
// Fifo: for each word the rest of the payload moves down by the length of one code. A code may refer to a word of the same group (one
// cycle).
// Source: CABA (2016), section 5.1.3, parallel; C-Pack (TVLSI 2010), fifo. More: docs/cpack.md
`default_nettype none
module `WF_DEC #(
    parameter LINE       = `WF_LINE,        // bytes of the cache line: 32, 64 or 128
    parameter PARALLEL   = `WF_PARALLEL,    // form: 0 fifo, 1 parallel
    parameter RATE       = `WF_RATE,        // words a cycle: 1, 2, 4 or 8 (form fifo)
    parameter ZERO_ENTRY = `WF_ZERO_ENTRY,  // form parallel: 1 if zero is one of the four entries, 0 if it is apart
    parameter SAVE       = `WF_SAVE,        // what a code must save to be used: 0 a byte, 1 a burst of 32 bytes
    parameter ISOLATE    = `WF_ISOLATE,     // 1: gates hold the operands at zero while the unit is idle
    parameter STAGES     = `WF_DEC_STAGES,  // register ranks, 0 to 5; at least 1 if the unit iterates
    parameter FLOW       = `WF_FLOW,        // what ready_i does (wf_cut.v): 0 nothing, 1 stall, 2 elastic
    parameter USER_BITS  = `WF_USER_BITS    // bits of user, 1 or more
) (
    input  wire                 clk_i,      // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,     // reset, low, asynchronous
    input  wire                 valid_i,    // 1: payload_i is a code of this cycle
    output wire                 ready_o,    // 1: the unit takes what valid_i offers; always 1 unless it iterates
    input  wire [USER_BITS-1:0] user_i,     // any bits; they come out with this block's result
    input  wire [0:0]           tag_i,      // 1: compressed, 0: raw
    input  wire [LINE*8-1:0]    payload_i,  // the code or the raw line, byte 0 lowest; bursts that are not in use: any bits

    output wire                 valid_o,    // 1: block_o and user_o mean something in this cycle
`ifdef WF_WITH_FLOW
    input  wire                 ready_i,    // 1: the receiver takes the outputs; nothing uses it if FLOW is 0
`endif
    output wire [USER_BITS-1:0] user_o,     // the bits that came in with this block
    output wire [LINE*8-1:0]    block_o     // the line, byte 0 lowest
);
`ifndef WF_WITH_FLOW
    wire ready_i = 1'b1;
`endif
    localparam BLOCK = LINE * 8;
    localparam W     = LINE / 4;    // words

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
            localparam CODE = ZERO_ENTRY != 0 ? 3 : 4;
            localparam MOST = ZERO_ENTRY != 0 ? 3 : 4;  // entries
            localparam HEAD = W * CODE;                 // bits

            // Cuts with a register rank, by STAGES: 1: out  2: head, out  3: operand, head, out  4: operand, head, bytes, out
            // 5: operand, uses, head, bytes, out
            localparam CUT_OPERAND = STAGES >= 3;
            localparam CUT_USES    = STAGES >= 5;
            localparam CUT_HEAD    = STAGES >= 2;
            localparam CUT_BYTES   = STAGES >= 4;

            // With ISOLATE the unit sees zeros while idle. Behind a register rank nothing toggles in an idle unit anyway
            wire [BLOCK-1:0]     payload_0 = payload_i & {BLOCK{ISOLATE == 0 || CUT_OPERAND || valid_i}};
            wire                 valid_1, ready_1, coded_1;
            wire [USER_BITS-1:0] user_1;
            wire [BLOCK-1:0]     payload_1;

            `WF_CUT #(.ON(CUT_OPERAND), .WIDTH(USER_BITS + 1 + BLOCK), .FLOW(FLOW)) cut_operand (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .valid_i(valid_i), .ready_o(ready_o), .data_i({user_i, tag_i[0], payload_0}),
                .valid_o(valid_1), .ready_i(ready_1), .data_o({user_1, coded_1, payload_1})
            );

            // ---- Unpack: which words take which entry, which take a byte ----

            // Bit W*k + i: word i takes entry k
            reg [MOST*W-1:0] uses_1;
            reg [W-1:0]      partial_1;
            reg [CODE-1:0]   code;
            integer          i, k;  // with ZERO_ENTRY, index 0 is zero and entry k has index k + 1
            always @*
                for (i = 0; i < W; i = i + 1) begin
                    code         = payload_1[CODE*i +: CODE];
                    partial_1[i] = code[0] && coded_1;
                    for (k = 0; k < MOST; k = k + 1)
                        uses_1[W*k + i] = coded_1 && (ZERO_ENTRY != 0 || !code[1]) && code[CODE-1 -: 2] == k[1:0] + ZERO_ENTRY[1:0];
                end

            wire                 valid_2, ready_2, coded_2;
            wire [USER_BITS-1:0] user_2;
            wire [MOST*W-1:0]    uses_2;
            wire [W-1:0]         partial_2;
            wire [BLOCK-1:0]     payload_2;

            `WF_CUT #(.ON(CUT_USES), .WIDTH(USER_BITS + 1 + MOST*W + W + BLOCK), .FLOW(FLOW)) cut_uses (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .valid_i(valid_1), .ready_o(ready_1), .data_i({user_1, coded_1, uses_1, partial_1, payload_1}),
                .valid_o(valid_2), .ready_i(ready_2), .data_o({user_2, coded_2, uses_2, partial_2, payload_2})
            );

            // ---- Unpack: how many entries are in use (bit k of entries: k) ----

            reg [MOST-1:0] used_2;
            reg [MOST:0]   entries_2;
            integer        u;
            always @* begin
                for (u = 0; u < MOST; u = u + 1)
                    used_2[u] = |uses_2[W*u +: W];
                for (u = 0; u <= MOST; u = u + 1)
                    entries_2[u] = !(|(used_2 >> u)) && (u == 0 || used_2[u == 0 ? 0 : u - 1]);
            end

            wire                 valid_3, ready_3, coded_3;
            wire [USER_BITS-1:0] user_3;
            wire [MOST:0]        entries_3;
            wire [MOST*W-1:0]    uses_3;
            wire [W-1:0]         partial_3;
            wire [BLOCK-1:0]     payload_3;

            `WF_CUT #(.ON(CUT_HEAD), .WIDTH(USER_BITS + 1 + MOST + 1 + MOST*W + W + BLOCK), .FLOW(FLOW)) cut_head (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .valid_i(valid_2), .ready_o(ready_2), .data_i({user_2, coded_2, entries_2, uses_2, partial_2, payload_2}),
                .valid_o(valid_3), .ready_i(ready_3), .data_o({user_3, coded_3, entries_3, uses_3, partial_3, payload_3})
            );

            // ---- Unpack: the bytes; the number of entries tells where they are ----

            reg [8*W-1:0] byte_3;
            integer       e, b;
            always @* begin
                byte_3 = {8*W{1'b0}};
                for (e = 0; e <= MOST; e = e + 1)
                    byte_3 = byte_3 | payload_3[HEAD + 32*e +: 8*W] & {8*W{entries_3[e]}};
                for (b = 0; b < W; b = b + 1)
                    byte_3[8*b +: 8] = byte_3[8*b +: 8] & {8{partial_3[b]}};
            end

            wire                 valid_4, ready_4, coded_4;
            wire [USER_BITS-1:0] user_4;
            wire [8*W-1:0]       byte_4;
            wire [MOST*W-1:0]    uses_4;
            wire [W-1:0]         partial_4;
            wire [BLOCK-1:0]     payload_4;

            `WF_CUT #(.ON(CUT_BYTES), .WIDTH(USER_BITS + 1 + 8*W + MOST*W + W + BLOCK), .FLOW(FLOW)) cut_bytes (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .valid_i(valid_3), .ready_o(ready_3), .data_i({user_3, coded_3, byte_3, uses_3, partial_3, payload_3}),
                .valid_o(valid_4), .ready_i(ready_4), .data_o({user_4, coded_4, byte_4, uses_4, partial_4, payload_4})
            );

            // ---- Rebuild: each word from its entry and its byte; a raw line as it stands ----

            reg [BLOCK-1:0] block_4;
            reg [31:0]      entry;
            integer         w, t;
            always @*
                for (w = 0; w < W; w = w + 1) begin
                    entry = 32'd0;
                    for (t = 0; t < MOST; t = t + 1)
                        entry = entry | payload_4[HEAD + 32*t +: 32] & {32{uses_4[W*t + w]}};
                    entry[7:0] = entry[7:0] & {8{!partial_4[w]}} | byte_4[8*w +: 8];
                    block_4[32*w +: 32] = entry | payload_4[32*w +: 32] & {32{!coded_4}};
                end

            `WF_CUT #(.ON(STAGES >= 1), .WIDTH(USER_BITS + BLOCK), .FLOW(FLOW)) cut_out (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .valid_i(valid_4), .ready_o(ready_4), .data_i({user_4, block_4}),
                .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, block_o})
            );
        end

        // ---- form=fifo ----

        if (PARALLEL == 0) begin : gen_fifo
            localparam STEPS = W / RATE;
            localparam GROUP = 32 * RATE;
            localparam VEC   = 16 * RATE;   // a bit for each word of the group and each entry
            localparam PAIR  = RATE * RATE; // a bit for each pair of words of the group

            // A unit that iterates moves as a whole, unless a line waits at its outputs
            localparam MOVES   = STEPS > 1 && FLOW != 0 ? 1 : FLOW;
            wire       ready_6 = ready_i || (STEPS > 1 && FLOW == 2 && !valid_o);

            // Cuts with a register rank, by STAGES: 1: out  2: fields, out  3: fields, lookup, out  4: operand, fields, lookup, out
            // 5: operand, fields, lookup, word, out
            localparam CUT_OPERAND = STAGES >= 4;
            localparam CUT_FIELDS  = STAGES >= 2;
            localparam CUT_LOOKUP  = STAGES >= 3;
            localparam CUT_WORD    = STAGES >= 5;

            wire take, ready_0;
            if (STEPS == 1) begin : gen_always
                assign ready_o = ready_0;
                assign take    = valid_i;
            end else begin : gen_ready
                reg             busy_q;
                reg [STEPS-1:0] wait_q;
                wire            ready = ready_0 && (!busy_q || wait_q[STEPS-1]);
                always @(posedge clk_i or negedge rst_ni)
                    if (!rst_ni)      busy_q <= 1'b0;
                    else if (ready_0) busy_q <= take || !ready;
                always @(posedge clk_i)
                    if (take)         wait_q <= {{STEPS-1{1'b0}}, 1'b1};
                    else if (ready_0) wait_q <= wait_q << 1;
                assign ready_o = ready;
                assign take    = valid_i && ready;
            end

            wire [BLOCK-1:0]     payload_0 = payload_i & {BLOCK{ISOLATE == 0 || CUT_OPERAND || STEPS > 1 || valid_i}};
            wire                 valid_1, ready_1, coded_1;
            wire [USER_BITS-1:0] user_1;
            wire [BLOCK-1:0]     payload_1;

            `WF_CUT #(.ON(CUT_OPERAND), .WIDTH(USER_BITS + 1 + BLOCK), .FLOW(MOVES)) cut_operand (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .valid_i(take), .ready_o(ready_0), .data_i({user_i, tag_i[0], payload_0}),
                .valid_o(valid_1), .ready_i(ready_1), .data_o({user_1, coded_1, payload_1})
            );

            // ---- Unpack: the rest of the payload, its next code at bit 0; zeros come in from above ----

            wire                 valid_2, ready_2, first_2, last_2, coded_2;
            wire [USER_BITS-1:0] user_2;
            wire [BLOCK-1:0]     rest_2;
            reg  [BLOCK-1:0]     rest_d;
            assign ready_1 = ready_2;
            if (STEPS == 1) begin : gen_whole
                assign valid_2 = valid_1;
                assign first_2 = 1'b1;
                assign last_2  = 1'b1;
                assign coded_2 = coded_1;
                assign user_2  = user_1;
                assign rest_2  = payload_1;
            end else begin : gen_groups
                reg             run_q;
                reg [STEPS-1:0] step_q;
                wire            unused_valid;
                always @(posedge clk_i or negedge rst_ni)
                    if (!rst_ni)      run_q <= 1'b0;
                    else if (ready_1) run_q <= valid_1 || (run_q && !step_q[STEPS-1]);
                always @(posedge clk_i)
                    if (ready_1) step_q <= valid_1 ? {{STEPS-1{1'b0}}, 1'b1} : step_q << 1;
                `WF_RANK #(.WIDTH(USER_BITS + 1 + BLOCK), .STALLS(MOVES != 0)) rest_rank (
                    .clk_i(clk_i), .rst_ni(rst_ni), .move_i(ready_1), .valid_i(valid_1 || run_q),
                    .data_i(valid_1 ? {user_1, coded_1, payload_1} : {user_2, coded_2, rest_d}),
                    .valid_o(unused_valid), .data_o({user_2, coded_2, rest_2})
                );
                wire unused_rank = &{1'b0, unused_valid};
                assign valid_2 = run_q;
                assign first_2 = step_q[0];
                assign last_2  = run_q && step_q[STEPS-1];
            end

            // ---- Unpack: the fields of each code, and the rest behind it; a word of a raw line is a code of 32 bits ----

            // uses_2, four bits a word, from bit 0: it takes the low byte of its entry, the byte above, the upper half; it enters the
            // dictionary
            reg [4*RATE-1:0]  uses_2;
            reg [4*RATE-1:0]  index_2;
            reg [32*RATE-1:0] literal_2;
            reg               zzzz, xxxx, mmmm, mmxx, zzzx, mmmx, none, plain;
            reg  [7:0]        kind, next;
            integer           i;

            // The kind of a code, one-hot, from the top: plain (raw line), none (no such code), mmmx, zzzx, mmxx, mmmm, xxxx, zzzz
            function [7:0] kind_of;
                input [3:0] code;
                input       coded;
                kind_of = coded ? {1'b0, code == 4'b1111, code == 4'b0111, code == 4'b1011, code == 4'b0011,
                                   code[1:0] == 2'b01, code[1:0] == 2'b10, code[1:0] == 2'b00} : 8'h80;
            endfunction

            // The kind of the next code is computed at all eight places where it may begin, at the same time as this code is shifted out
            always @* begin
                rest_d = rest_2;
                next   = kind_of(rest_2[3:0], coded_2);
                for (i = 0; i < RATE; i = i + 1) begin
                    kind = next;
                    {plain, none, mmmx, zzzx, mmxx, mmmm, xxxx, zzzz} = kind;
                    next = kind_of(rest_d[5:2], coded_2) & {8{zzzz}} | kind_of(rest_d[37:34], coded_2) & {8{xxxx}} |
                           kind_of(rest_d[9:6], coded_2) & {8{mmmm}} | kind_of(rest_d[27:24], coded_2) & {8{mmxx}} |
                           kind_of(rest_d[15:12], coded_2) & {8{zzzx}} | kind_of(rest_d[19:16], coded_2) & {8{mmmx}} |
                           kind_of(rest_d[7:4], coded_2) & {8{none}} | kind_of(rest_d[35:32], coded_2) & {8{plain}};
                    uses_2[4*i +: 4]  = {xxxx || mmxx || mmmx, mmmm || mmxx || mmmx, mmmm || mmmx, mmmm};
                    index_2[4*i +: 4] = rest_d[5:2] & {4{mmmm}} | rest_d[7:4] & {4{mmxx || mmmx}};
                    literal_2[32*i +: 32] = rest_d[31:0] & {32{plain}} | rest_d[33:2] & {32{xxxx}} |
                                            {24'd0, rest_d[11:4]} & {32{zzzx}} | {24'd0, rest_d[15:8]} & {32{mmmx}} |
                                            {16'd0, rest_d[23:8]} & {32{mmxx}};
                    rest_d = (rest_d >> 2) & {BLOCK{zzzz}} | (rest_d >> 34) & {BLOCK{xxxx}} | (rest_d >> 6) & {BLOCK{mmmm}} |
                             (rest_d >> 24) & {BLOCK{mmxx}} | (rest_d >> 12) & {BLOCK{zzzx}} | (rest_d >> 16) & {BLOCK{mmmx}} |
                             (rest_d >> 4) & {BLOCK{none}} | (rest_d >> 32) & {BLOCK{plain}};
                end
            end

            wire                 valid_3, ready_3, first_3, last_3;
            wire [USER_BITS-1:0] user_3;
            wire [4*RATE-1:0]    uses_3;
            wire [4*RATE-1:0]    index_3;
            wire [32*RATE-1:0]   literal_3;

            `WF_CUT #(.ON(CUT_FIELDS), .WIDTH(USER_BITS + 2 + 40*RATE), .FLOW(MOVES)) cut_fields (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .valid_i(valid_2), .ready_o(ready_2), .data_i({user_2, first_2, last_2, uses_2, index_2, literal_2}),
                .valid_o(valid_3), .ready_i(ready_3), .data_o({user_3, first_3, last_3, uses_3, index_3, literal_3})
            );

            // ---- Lookup: which entry each word enters, and which entry or earlier word of its group it takes ----

            wire [15:0]     filled, head;   // as the group before left them: entries written; one-hot, the next one
            reg  [15:0]     filled_3, head_3, over, known;
            reg  [VEC-1:0]  slot_3, takes_3;
            reg  [PAIR-1:0] copies_3;
            integer         m, n, s;
            always @* begin
                filled_3 = first_3 ? 16'd0 : filled;
                head_3   = first_3 ? 16'd1 : head;
                over     = 16'd0;
                slot_3   = {VEC{1'b0}};
                copies_3 = {PAIR{1'b0}};
                for (m = 0; m < RATE; m = m + 1) begin
                    for (s = 0; s < 16; s = s + 1)
                        known[s] = filled_3[s] && index_3[4*m +: 4] == s[3:0];
                    takes_3[16*m +: 16] = known & ~over & {16{uses_3[4*m + 2]}};
                    for (n = 0; n < m; n = n + 1)
                        copies_3[RATE*m + n] = |(known & slot_3[16*n +: 16]) && uses_3[4*m + 2];
                    slot_3[16*m +: 16] = head_3 & {16{uses_3[4*m + 3]}};
                    over     = over | slot_3[16*m +: 16];
                    filled_3 = filled_3 | slot_3[16*m +: 16];
                    head_3   = uses_3[4*m + 3] ? {head_3[14:0], head_3[15]} : head_3;
                end
            end

            wire                 valid_4, ready_4, first_4, last_4;
            wire [USER_BITS-1:0] user_4;
            wire [4*RATE-1:0]    uses_4;
            wire [VEC-1:0]       slot_4, takes_4;
            wire [PAIR-1:0]      copies_4;
            wire [32*RATE-1:0]   literal_4;

            `WF_CUT #(.ON(CUT_LOOKUP), .WIDTH(USER_BITS + 2 + 36*RATE + 2*VEC + PAIR), .FLOW(MOVES)) cut_lookup (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .valid_i(valid_3), .ready_o(ready_3), .data_i({user_3, first_3, last_3, uses_3, literal_3, slot_3, takes_3, copies_3}),
                .valid_o(valid_4), .ready_i(ready_4), .data_o({user_4, first_4, last_4, uses_4, literal_4, slot_4, takes_4, copies_4})
            );
            wire unused_pairs = &{1'b0, first_4, uses_4, copies_4, slot_4};

            // ---- Rebuild: each word from bytes of its entry and its literal ----

            wire [511:0]      dictionary;
            reg  [GROUP-1:0]  words_4;
            reg  [31:0]       entry;
            reg  [511:0]      part;
            integer           w, v;
            always @*
                for (w = 0; w < RATE; w = w + 1) begin
                    for (v = 0; v < 16; v = v + 1)
                        part[32*v +: 32] = dictionary[32*v +: 32] & {32{takes_4[16*w + v]}};
                    for (v = 256; v >= 32; v = v / 2)
                        part = part | (part >> v);
                    entry = part[31:0];
                    for (v = 0; v < w; v = v + 1)
                        entry = entry | words_4[32*v +: 32] & {32{copies_4[RATE*w + v]}};
                    words_4[32*w +: 32] = literal_4[32*w +: 32] |
                        entry & {{16{uses_4[4*w + 2]}}, {8{uses_4[4*w + 1]}}, {8{uses_4[4*w]}}};
                end

            if (STEPS == 1) begin : gen_no_dictionary
                assign dictionary = 512'd0;
                assign filled     = 16'd0;
                assign head       = 16'd1;
                wire unused_state = &{1'b0, filled_3, head_3};
            end else begin : gen_dictionary
                reg [15:0]  filled_q, head_q, write_d;
                reg [511:0] dictionary_q, word_d;
                integer     t, e;
                always @* begin
                    word_d  = 512'd0;
                    write_d = 16'd0;
                    for (t = 0; t < RATE; t = t + 1) begin
                        write_d = write_d | slot_4[16*t +: 16];
                        for (e = 0; e < 16; e = e + 1)
                            word_d[32*e +: 32] = word_d[32*e +: 32] | words_4[32*t +: 32] & {32{slot_4[16*t + e]}};
                    end
                end
                always @(posedge clk_i) begin
                    if (valid_3 && ready_3) begin
                        filled_q <= filled_3;
                        head_q   <= head_3;
                    end
                    if (valid_4 && ready_4)
                        for (e = 0; e < 16; e = e + 1)
                            if (write_d[e]) dictionary_q[32*e +: 32] <= word_d[32*e +: 32];
                end
                assign dictionary = dictionary_q;
                assign filled     = filled_q;
                assign head       = head_q;
            end

            wire                 valid_5, ready_5, last_5;
            wire [USER_BITS-1:0] user_5;
            wire [GROUP-1:0]     words_5;

            `WF_CUT #(.ON(CUT_WORD), .WIDTH(USER_BITS + 1 + GROUP), .FLOW(MOVES)) cut_word (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .valid_i(valid_4), .ready_o(ready_4), .data_i({user_4, last_4, words_4}),
                .valid_o(valid_5), .ready_i(ready_5), .data_o({user_5, last_5, words_5})
            );

            // ---- Rebuild: the line; words come in from the top ----

            wire [BLOCK-1:0] block_5;
            wire             unused_fill, unused_ready;
            wire             unused_valid = &{1'b0, unused_fill, unused_ready};
            if (STEPS == 1) begin : gen_line
                assign block_5 = words_5;
            end else begin : gen_fill
                assign block_5 = {words_5, block_o[BLOCK-1:GROUP]};
            end
            `WF_CUT #(.ON(STAGES >= 1), .WIDTH(BLOCK), .FLOW(MOVES != 0 ? 1 : 0)) cut_block (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_5), .ready_o(unused_ready), .data_i(block_5),
                .valid_o(unused_fill), .ready_i(ready_5), .data_o(block_o)
            );
            `WF_CUT #(.ON(STAGES >= 1), .WIDTH(USER_BITS), .FLOW(MOVES)) cut_out (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .valid_i(valid_5 && last_5), .ready_o(ready_5), .data_i(user_5),
                .valid_o(valid_o), .ready_i(ready_6), .data_o(user_o)
            );
        end
    endgenerate
endmodule
`default_nettype wire
