// SPDX-License-Identifier: Apache-2.0
// Decoder of fpc: tag and payload of a cache line give the line. SEGMENT = 0 is the form word, SEGMENT = 1 the form segment (fpc_enc.v).
// In: a code. The form segment takes one a cycle. The form word decodes RATE words a cycle and iterates: ready_o is 1 when it can take the
// next code, LINE / 4 / RATE cycles after the one before.
// Out: the line, STAGES cycles later (0: in the same cycle). The form word needs LINE / 4 / RATE cycles more if that is more than one.
//
//   64 bytes, form segment, 4 segments   prefixes 000 001 000 111, nibbles 1 2 3 C from bit 16, four words from bit 32
//                                        ->  words 0 0 0 0   1 2 3 FFFFFFFC   0 0 0 0   the four words
//   64 bytes, form word                  001, 0101 | 000, run 3 - 1 | 010, 10000000 | ..
//                                        ->  words 5   0 0 0   FFFFFF80   ..
//
// Form segment: the reverse of the encoder's join. The right half of the segments moves down by the length of the left half, then each half
// is cut the same way, until each segment has a window as wide as its words. All segments are decoded at once.
// Form word: a register holds the rest of the payload, its next code at bit 0. For each word it moves down by the length of that code. Bits
// beyond the payload read as 0. A run of zeros ends with the line.
// Source: FPC (UW-Madison TR-1500, 2004), form word; CABA (2016), section 5.1.4, form segment. More: docs/fpc.md
`default_nettype none
module `WF_DEC #(
    parameter LINE      = `WF_LINE,        // bytes of the cache line: 32, 64 or 128
    parameter SEGMENT   = `WF_SEGMENT,     // form: 0 word, 1 segment
    parameter SEGMENTS  = `WF_SEGMENTS,    // segments of a line: 2, 4, 8 or 16 (form segment)
    parameter RATE      = `WF_RATE,        // words a cycle: 1, 2, 4 or 8 (form word)
    parameter ISOLATE   = `WF_ISOLATE,     // 1: gates hold the operands at zero while the unit is idle
    parameter STAGES    = `WF_DEC_STAGES,  // register ranks, 0 to 5; at least 1 if the unit iterates
    parameter FLOW      = `WF_FLOW,        // what ready_i does (wf_cut.v): 0 nothing, 1 stall, 2 elastic
    parameter USER_BITS = `WF_USER_BITS    // bits of user, 1 or more
) (
    input  wire                 clk_i,      // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,     // reset, low, asynchronous
    input  wire                 valid_i,    // 1: payload_i is a code of this cycle
    output wire                 ready_o,    // 1: the unit takes what valid_i offers; always 1 unless it iterates
    input  wire [USER_BITS-1:0] user_i,     // any bits; they come out with this block's result
    input  wire                 tag_i,      // 1: compressed, 0: raw
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
    localparam BLOCK  = LINE * 8;
    localparam WORDS  = LINE / 4;
    localparam GROUPS = SEGMENT != 0 ? SEGMENTS : WORDS;    // parts of the line that have one pattern each
    localparam N      = WORDS / GROUPS;                     // words of a group
    localparam WIDTH  = 32 * N;
    localparam HEAD   = (3 * SEGMENTS + 7) / 8 * 8;         // bits
    localparam LEVELS = GROUPS == 2 ? 1 : GROUPS == 4 ? 2 : GROUPS == 8 ? 3 : GROUPS == 16 ? 4 : 5;
    localparam TIMES  = SEGMENT != 0 ? 1 : WORDS / RATE;    // cycles between two lines

    generate
        if ((LINE != 32 && LINE != 64 && LINE != 128) || SEGMENT < 0 || SEGMENT > 1 ||
                (SEGMENTS != 2 && SEGMENTS != 4 && SEGMENTS != 8 && SEGMENTS != 16) || (SEGMENT != 0 && SEGMENTS > WORDS) ||
                (RATE != 1 && RATE != 2 && RATE != 4 && RATE != 8) || ISOLATE < 0 || ISOLATE > 1 || USER_BITS < 1 ||
                STAGES < 0 || STAGES > 5 || (TIMES > 1 && STAGES == 0)) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    wire [BLOCK-1:0] payload_0 = payload_i & {BLOCK{ISOLATE == 0 || valid_i}};

    // rebuild: a word from its pattern, one-hot, and its data. Each width of data has an input of its own
    function [31:0] rebuild;
        input [7:1]  is;
        input [3:0]  nibble;
        input [7:0]  one;
        input [15:0] half;
        input [31:0] word;
        reg          sign_n, sign_b, sign_h;
        reg   [7:0]  low, high;
        reg   [15:0] upper;
        begin
            sign_n = nibble[3] && is[1];
            sign_b = one[7] && is[2];
            sign_h = half[15] && is[3];
            low    = ({{4{nibble[3]}}, nibble} & {8{is[1]}} | one & {8{is[2] || is[6]}}) | half[7:0] & {8{is[3] || is[5]}};
            high   = ({8{sign_n || sign_b || half[7] && is[5]}} | one & {8{is[6]}}) | half[15:8] & {8{is[3]}};
            upper  = ({16{sign_n || sign_b || sign_h}} | {one, one} & {16{is[6]}})
                     | (half & {16{is[4]}} | {{8{half[15]}}, half[15:8]} & {16{is[5]}});
            rebuild = {upper, high, low} | word & {32{is[7]}};
        end
    endfunction

    genvar l;
    generate
        if (SEGMENT != 0) begin : gen_segment
            // Cuts with a register rank, by STAGES:
            //   1: out  2: window, out  3: select, window, out  4: select, half, window, out  5: payload, select, half, window, out
            localparam CUT_PAYLOAD = STAGES >= 5;
            localparam CUT_SELECT  = STAGES >= 3;
            localparam CUT_HALF    = STAGES >= 4;
            localparam CUT_WINDOW  = STAGES >= 2;
            localparam CUT_OUT     = STAGES >= 1;

            wire                 valid_1, ready_1, coded_1;
            wire [USER_BITS-1:0] user_1;
            wire [BLOCK-1:0]     payload_1;
            `WF_CUT #(.ON(CUT_PAYLOAD), .WIDTH(USER_BITS + 1 + BLOCK), .FLOW(FLOW)) cut_payload (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_i), .ready_o(ready_o), .data_i({user_i, tag_i, payload_0}),
                .valid_o(valid_1), .ready_i(ready_1), .data_o({user_1, coded_1, payload_1})
            );

            // ---- Unpack: patterns, and lengths of 1, 2, 4 .. segments, one-hot ----

            // A length counts nibbles of one word: a segment with pattern 001 has length 1

            reg [8*GROUPS-1:0] is_1;        // pattern p of segment e at bit 8 e + p
            integer            e, p;
            always @*
                for (e = 0; e < GROUPS; e = e + 1)
                    for (p = 0; p < 8; p = p + 1)
                        is_1[8*e + p] = payload_1[3*e +: 3] == p[2:0];

            for (l = 0; l < LEVELS; l = l + 1) begin : gen_sum
                localparam LEGS  = (8 << l) + 1;
                localparam HALF  = l == 0 ? 1 : (8 << (l - 1)) + 1;
                localparam COUNT = GROUPS >> l;
                reg [COUNT*LEGS-1:0] sum;
                if (l == 0) begin : gen_leaf
                    reg [7:0] one;
                    integer   k;
                    always @*
                        for (k = 0; k < COUNT; k = k + 1) begin
                            one = is_1[8*k +: 8];
                            sum[9*k +: 9] = {one[7], 3'd0, one[3] || one[4] || one[5], 1'b0, one[2] || one[6], one[1], one[0]};
                        end
                end else begin : gen_node
                    reg [HALF-1:0] left, right;
                    reg [LEGS-1:0] pairs;       // bit a: the left length is a, and the right one makes the sum s
                    integer        k, s, a;
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

            wire                 valid_2, ready_2, coded_2;
            wire [USER_BITS-1:0] user_2;
            wire [8*GROUPS-1:0]  is_2;
            wire [SELECTS-1:0]   selects_2;
            wire [BLOCK-1:0]     payload_2;
            `WF_CUT #(.ON(CUT_SELECT), .WIDTH(USER_BITS + 1 + 8 * GROUPS + SELECTS + BLOCK), .FLOW(FLOW)) cut_select (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_1), .ready_o(ready_1), .data_i({user_1, coded_1, is_1, selects_1, payload_1}),
                .valid_o(valid_2), .ready_i(ready_2), .data_o({user_2, coded_2, is_2, selects_2, payload_2})
            );

            // A place for a rank in the middle of the levels
            localparam MIDDLE = LEVELS / 2;
            wire                 valid_h, ready_h, coded_h;
            wire [USER_BITS-1:0] user_h;
            wire [8*GROUPS-1:0]  is_h;
            wire [SELECTS-1:0]   selects_h;
            wire [BLOCK-1:0]     half_2, half_h, payload_h;
            `WF_CUT #(.ON(CUT_HALF), .WIDTH(USER_BITS + 1 + 8 * GROUPS + SELECTS + 2 * BLOCK), .FLOW(FLOW)) cut_half (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_2), .ready_o(ready_2), .data_i({user_2, coded_2, is_2, selects_2, half_2, payload_2}),
                .valid_o(valid_h), .ready_i(ready_h), .data_o({user_h, coded_h, is_h, selects_h, half_h, payload_h})
            );

            // ---- Unpack: a window for each segment, as wide as its words. The right half moves down by the length of the left half ----

            for (l = LEVELS; l >= 0; l = l - 1) begin : gen_level
                localparam COUNT = GROUPS >> l;     // windows
                localparam WIDE  = BLOCK / COUNT;
                wire [BLOCK-1:0] data;
                if (l == LEVELS) begin : gen_line
                    assign data = {{HEAD{1'b0}}, payload_2[BLOCK-1:HEAD]};
                end else begin : gen_node
                    reg [BLOCK-1:0]  out;
                    reg [16:0]       select;
                    reg [2*WIDE-1:0] both, moved;
                    reg [8*WIDE-1:0] four;          // each part ORs four legs
                    integer          k, q;
                    always @*
                        for (k = 0; k < COUNT / 2; k = k + 1) begin
                            select = l >= MIDDLE ? selects_2[17*(GROUPS-COUNT) + 17*k +: 17]
                                                 : selects_h[17*(GROUPS-COUNT) + 17*k +: 17];
                            both   = l + 1 == MIDDLE ? half_h[2*WIDE*k +: 2*WIDE] : gen_level[l+1].data[2*WIDE*k +: 2*WIDE];
                            moved  = both;
                            if (l > 1) begin
                                for (q = 2; q < 4; q = q + 1)
                                    four[2*WIDE*q +: 2*WIDE] =
                                        ((moved >> (128 * N * (q - 2))) & {2*WIDE{select[4*q]}}
                                         | (moved >> (128 * N * (q - 2) + 32 * N)) & {2*WIDE{select[4*q+1]}})
                                        | ((moved >> (128 * N * (q - 2) + 64 * N)) & {2*WIDE{select[4*q+2]}}
                                           | (moved >> (128 * N * (q - 2) + 96 * N)) & {2*WIDE{select[4*q+3]}});
                                moved = (four[4*WIDE +: 2*WIDE] | four[6*WIDE +: 2*WIDE])
                                        | (moved >> (256 * N)) & {2*WIDE{select[16]}};
                            end
                            for (q = 0; q < (l <= 1 ? 4 : 2); q = q + 1)
                                four[2*WIDE*q +: 2*WIDE] =
                                    ((moved >> (16 * N * q)) & {2*WIDE{select[4*q]}}
                                     | (moved >> (16 * N * q + 4 * N)) & {2*WIDE{select[4*q+1]}})
                                    | ((moved >> (16 * N * q + 8 * N)) & {2*WIDE{select[4*q+2]}}
                                       | (moved >> (16 * N * q + 12 * N)) & {2*WIDE{select[4*q+3]}});
                            moved = (l <= 1 ? (four[4*WIDE +: 2*WIDE] | four[6*WIDE +: 2*WIDE])
                                              | (moved >> (64 * N)) & {2*WIDE{select[16]}} : {2*WIDE{1'b0}})
                                    | (four[0 +: 2*WIDE] | four[2*WIDE +: 2*WIDE]);
                            out[2*WIDE*k +: 2*WIDE] = {moved[WIDE-1:0], both[WIDE-1:0]};
                        end
                    assign data = out;
                end
                if (l == MIDDLE) begin : gen_middle
                    assign half_2 = data;
                end
            end

            wire                 valid_3, ready_3, coded_3;
            wire [USER_BITS-1:0] user_3;
            wire [8*GROUPS-1:0]  is_3;
            wire [BLOCK-1:0]     window_3, payload_3;
            `WF_CUT #(.ON(CUT_WINDOW), .WIDTH(USER_BITS + 1 + 8 * GROUPS + 2 * BLOCK), .FLOW(FLOW)) cut_window (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_h), .ready_o(ready_h),
                .data_i({user_h, coded_h, is_h, MIDDLE == 0 ? half_h : gen_level[0].data, payload_h}),
                .valid_o(valid_3), .ready_i(ready_3), .data_o({user_3, coded_3, is_3, window_3, payload_3})
            );

            // ---- Rebuild: the words of a window as its pattern says ----

            reg [BLOCK-1:0] block_3;
            reg [WIDTH-1:0] window;
            integer         g, i;
            always @*
                for (g = 0; g < GROUPS; g = g + 1) begin
                    window = window_3[WIDTH*g +: WIDTH];
                    for (i = 0; i < N; i = i + 1)
                        block_3[32*(N*g+i) +: 32] =
                            rebuild(is_3[8*g+1 +: 7] & {7{coded_3}}, window[4*i +: 4], window[8*i +: 8], window[16*i +: 16],
                                    window[32*i +: 32])
                            | payload_3[32*(N*g+i) +: 32] & {32{!coded_3}};
                end

            `WF_CUT #(.ON(CUT_OUT), .WIDTH(USER_BITS + BLOCK), .FLOW(FLOW)) cut_out (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_3), .ready_o(ready_3), .data_i({user_3, block_3}),
                .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, block_o})
            );
        end else begin : gen_word
            localparam STATE = 5 + BLOCK;   // coded, going, run, rest
            localparam CODE  = 37;          // coded, going, the next 35 bits
            localparam CODES = CODE * RATE;

            // Register ranks, by number of stages. A decoder that iterates has the register of the rest of the payload, and as one of its
            // ranks (words) the register that the words fill:
            //   1: words  2: code, words  3: code, value, words  4: code, value, words, out  5: code, value, words, out, out
            // One that does not (TIMES is 1):
            //   1: out  2: code, out  3: step 4, code, out  4: steps 3 and 6, code, out  5: steps 2, 4 and 6, code, out
            localparam [7:0] CUT_STEP  = TIMES > 1 ? 8'h00 : STAGES == 3 ? 8'h10 : STAGES == 4 ? 8'h48 : STAGES == 5 ? 8'h54 : 8'h00;
            localparam       CUT_CODE  = STAGES >= 2;
            localparam       CUT_VALUE = TIMES > 1 ? STAGES >= 3 : 0;
            localparam       CUT_OUT   = TIMES > 1 ? STAGES >= 4 : STAGES >= 1;
            localparam       CUT_LAST  = TIMES > 1 ? STAGES >= 5 : 0;

            // A unit that iterates moves as a whole, unless a line waits at its outputs
            localparam MOVES = TIMES > 1 && FLOW != 0 ? 1 : FLOW;
            wire ready_5 = ready_i || (TIMES > 1 && FLOW == 2 && !valid_o);

            // ---- Unpack: the rest of the payload, its next code at bit 0; while going is 1, run more zero words are to come ----

            wire                 valid_0, ready_0, last_0, coded_0, going_0;
            wire [USER_BITS-1:0] user_0;
            wire [2:0]           run_0;
            wire [BLOCK-1:0]     rest_0;
            if (TIMES == 1) begin : gen_once
                assign ready_o = ready_0;
                assign {valid_0, last_0, user_0, coded_0, going_0, run_0, rest_0} =
                    {valid_i, 1'b1, user_i, tag_i, 1'b0, 3'd0, payload_0};
            end else begin : gen_line
                reg  [TIMES-1:0]     turn_q;        // one-hot: the step of the line; 0: idle
                reg  [USER_BITS-1:0] user_q;
                reg                  coded_q, going_q;
                reg  [2:0]           run_q;
                reg  [BLOCK-1:0]     rest_q;
                wire                 busy = |turn_q[TIMES-2:0];
                wire                 take = valid_i && ready_o;
                assign ready_o = ready_0 && !busy;
                always @(posedge clk_i or negedge rst_ni)
                    if (!rst_ni)      turn_q <= {TIMES{1'b0}};
                    else if (ready_0) turn_q <= {turn_q[TIMES-2:0], take};
                always @(posedge clk_i)
                    if (take) {user_q, coded_q} <= {user_i, tag_i};
                always @(posedge clk_i)
                    if (take || (busy && ready_0))
                        {going_q, run_q, rest_q} <= take ? {4'd0, payload_0} : gen_step[RATE].state[BLOCK+3:0];
                assign {valid_0, last_0, user_0, coded_0, going_0, run_0, rest_0} =
                    {|turn_q, turn_q[TIMES-1], user_q, coded_q, going_q, run_q, rest_q};
            end

            // ---- Unpack: code by code; a raw line is read as codes of 32 bits ----

            for (l = 0; l <= RATE; l = l + 1) begin : gen_step
                wire                 valid, ready, last;
                wire [USER_BITS-1:0] user;
                wire [STATE-1:0]     state;
                wire [CODES-1:0]     codes;
                if (l == 0) begin : gen_first
                    assign {valid, last, user, state, codes} =
                        {valid_0, last_0, user_0, coded_0, going_0, run_0, rest_0, {CODES{1'b0}}};
                    assign ready_0 = ready;
                end else begin : gen_next
                    wire                 valid_in, last_in, coded, going;
                    wire [USER_BITS-1:0] user_in;
                    wire [2:0]           run;
                    wire [BLOCK-1:0]     rest;
                    wire [CODES-1:0]     codes_in;
                    `WF_CUT #(.ON(CUT_STEP[l-1]), .WIDTH(1 + USER_BITS + STATE + CODES), .FLOW(MOVES)) cut_step (
                        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(gen_step[l-1].valid), .ready_o(gen_step[l-1].ready),
                        .data_i({gen_step[l-1].last, gen_step[l-1].user, gen_step[l-1].state, gen_step[l-1].codes}),
                        .valid_o(valid_in), .ready_i(ready), .data_o({last_in, user_in, coded, going, run, rest, codes_in})
                    );

                    // The length of the code at bit 0: 6, 7, 11, 19 or 35 bits; 0 within a run; 32 in a raw line
                    wire             read = coded && !going;
                    wire             by_6  = read && rest[2:0] == 3'd0;
                    wire             by_7  = read && rest[2:0] == 3'd1;
                    wire             by_11 = read && rest[1:0] == 2'd2;
                    wire             by_19 = read && (rest[2:0] == 3'd3 || rest[2:1] == 2'd2);
                    wire             by_35 = read && rest[2:0] == 3'd7;
                    wire [BLOCK-1:0] moved =
                        ((rest & {BLOCK{going}} | (rest >> 6) & {BLOCK{by_6}})
                         | ((rest >> 7) & {BLOCK{by_7}} | (rest >> 11) & {BLOCK{by_11}}))
                        | (((rest >> 19) & {BLOCK{by_19}} | (rest >> 35) & {BLOCK{by_35}})
                           | (rest >> 32) & {BLOCK{!coded}});
                    wire             goes_on = going ? run != 3'd1 : by_6 && rest[5:3] != 3'd0;
                    wire [2:0]       left    = going ? run - 3'd1 : rest[5:3];

                    assign {valid, last, user} = {valid_in, last_in, user_in};
                    assign state = {coded, goes_on, left, moved};
                    reg [CODES-1:0] codes_out;
                    always @* begin
                        codes_out = codes_in;
                        codes_out[CODE*(l-1) +: CODE] = {coded, going, rest[34:0]};
                    end
                    assign codes = codes_out;
                end
            end
            wire unused_state = &{1'b0, gen_step[RATE].state};

            wire                 valid_1, ready_1, last_1;
            wire [USER_BITS-1:0] user_1;
            wire [CODES-1:0]     codes_1;
            `WF_CUT #(.ON(CUT_CODE), .WIDTH(1 + USER_BITS + CODES), .FLOW(MOVES)) cut_code (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(gen_step[RATE].valid), .ready_o(gen_step[RATE].ready),
                .data_i({gen_step[RATE].last, gen_step[RATE].user, gen_step[RATE].codes}),
                .valid_o(valid_1), .ready_i(ready_1), .data_o({last_1, user_1, codes_1})
            );

            // ---- Rebuild: the words of the codes ----

            reg [32*RATE-1:0] value_1;
            reg [CODE-1:0]    code;
            reg [7:1]         is;
            integer           m, p;
            always @*
                for (m = 0; m < RATE; m = m + 1) begin
                    code = codes_1[CODE*m +: CODE];
                    for (p = 1; p < 8; p = p + 1)
                        is[p] = code[2:0] == p[2:0] && code[36] && !code[35];
                    value_1[32*m +: 32] = rebuild(is, code[6:3], code[10:3], code[18:3], code[34:3]) | code[31:0] & {32{!code[36]}};
                end

            wire                 valid_2, ready_2, last_2;
            wire [USER_BITS-1:0] user_2;
            wire [32*RATE-1:0]   value_2;
            `WF_CUT #(.ON(CUT_VALUE), .WIDTH(1 + USER_BITS + 32 * RATE), .FLOW(MOVES)) cut_value (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_1), .ready_o(ready_1), .data_i({last_1, user_1, value_1}),
                .valid_o(valid_2), .ready_i(ready_2), .data_o({last_2, user_2, value_2})
            );

            // ---- Rebuild: the words of a line, collected in a register if they come in several cycles ----

            wire                 valid_3, ready_3, valid_4, ready_4;
            wire [USER_BITS-1:0] user_3, user_4;
            wire [BLOCK-1:0]     block_3, block_4;
            assign ready_2 = ready_3;
            if (TIMES == 1) begin : gen_whole
                wire unused_last = &{1'b0, last_2};
                assign {valid_3, user_3, block_3} = {valid_2, user_2, value_2};
            end else begin : gen_words
                reg                 valid_q;
                reg [USER_BITS-1:0] user_q;
                reg [BLOCK-1:0]     words_q;
                always @(posedge clk_i or negedge rst_ni)
                    if (!rst_ni)      valid_q <= 1'b0;
                    else if (ready_2) valid_q <= valid_2 && last_2;
                always @(posedge clk_i)
                    if (valid_2 && ready_2) {user_q, words_q} <= {user_2, value_2, words_q[BLOCK-1:32*RATE]};
                assign {valid_3, user_3, block_3} = {valid_q, user_q, words_q};
            end

            `WF_CUT #(.ON(CUT_OUT), .WIDTH(USER_BITS + BLOCK), .FLOW(MOVES)) cut_out (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_3), .ready_o(ready_3), .data_i({user_3, block_3}),
                .valid_o(valid_4), .ready_i(ready_4), .data_o({user_4, block_4})
            );
            `WF_CUT #(.ON(CUT_LAST), .WIDTH(USER_BITS + BLOCK), .FLOW(MOVES)) cut_last (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_4), .ready_o(ready_4), .data_i({user_4, block_4}),
                .valid_o(valid_o), .ready_i(ready_5), .data_o({user_o, block_o})
            );
        end
    endgenerate
endmodule
`default_nettype wire
