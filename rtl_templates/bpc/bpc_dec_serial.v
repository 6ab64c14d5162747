// SPDX-License-Identifier: Apache-2.0
// Decoder of bpc, form stream: RATE planes a cycle. ready_o is 1 when it can take the next code, 33 / RATE cycles after the one before.
//
// The payload stays where it is, but for moves by whole chunks. A window of it has the next codes at bit 0. The planes are not kept: from the
// highest on they are added to the words, which grow by RATE bits a cycle (bpc_dec_serial_words). A raw line takes the same way: its words rotate, so
// the bits of the next planes are always at the same place.
`default_nettype none
module `WF_DEC_SERIAL #(
    parameter LINE      = `WF_LINE,      // bytes of the cache line: 32, 64 or 128
    parameter RATE      = `WF_RATE,      // planes a cycle: 1, 3 or 11
    parameter ISOLATE   = `WF_ISOLATE,   // 1: gates hold the operands at zero while the unit is idle
    parameter CUTS      = `WF_DEC_CUTS,  // register ranks, a bit each, from bit 0: `WF_DEC_CUT_NAMES
    parameter FLOW      = `WF_FLOW,      // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter USER_BITS = `WF_USER_BITS  // bits of user, 1 or more
) (
    input  wire                 clk_i,      // clock, rising edge
    input  wire                 rst_ni,     // reset, low, asynchronous
    input  wire                 valid_i,    // 1: payload_i is a code of this cycle
    output wire                 ready_o,    // 1: the unit takes what valid_i offers
    input  wire [USER_BITS-1:0] user_i,     // any bits; they come out with this block's result
    input  wire                 tag_i,      // 1: compressed, 0: raw
    input  wire [LINE*8-1:0]    payload_i,  // the code or the raw line, byte 0 lowest; bursts that are not in use: any bits

    output wire                 valid_o,    // 1: block_o and user_o mean something in this cycle
    input  wire                 ready_i,    // 1: the receiver takes the outputs; nothing uses it if FLOW is 0
    output wire [USER_BITS-1:0] user_o,     // the bits that came in with this block
    output wire [LINE*8-1:0]    block_o     // the line, byte 0 lowest
);
    localparam BLOCK = LINE * 8;
    localparam W     = LINE / 4;
    localparam N     = W - 1;               // bits of a plane
    localparam P     = $clog2(W);
    localparam TIMES = 33 / RATE;           // cycles between two lines
    localparam CODE  = W + 1;               // going, the next W bits
    localparam S     = RATE * W > 64 ? $clog2(RATE * W) : 6;
    localparam CHUNK = 1 << S;              // no cycle reads more, and the base's code ends in the first one
    localparam SUM   = RATE + P;            // bits of the sum of all digits of RATE bits
    localparam RUN   = 7;                   // bits of the codes of a plane
    localparam ZERO  = 3;
    localparam KNOWN = 5;
    localparam PLACE = 5 + P;
    localparam MOVES = FLOW != 0 ? 1 : 0;   // the unit moves as a whole, unless a line waits at its outputs
`ifdef WF_WITH_HEAD
    localparam HEAD  = 8;
`else
    localparam HEAD  = 0;
`endif

    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (RATE != 1 && RATE != 3 && RATE != 11) begin : gen_bad_rate wf_illegal_RATE bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if ((CUTS >> 5) != 0 || !CUTS[3]) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (FLOW < 0 || FLOW > 2) begin : gen_bad_flow wf_illegal_FLOW bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
    endgenerate

    wire ready_5 = ready_i || (FLOW == 2 && !valid_o);

    // ---- Unpack: the base, and where the planes begin ----

    wire [BLOCK-1:0] payload = payload_i & {BLOCK{ISOLATE == 0 || valid_i}};
    wire [BLOCK-1:0] code    = tag_i ? payload >> HEAD : payload;
    wire [31:0]      base;
    wire [BLOCK-1:0] unused_rest;
    wire             unused_unpack = &{1'b0, unused_rest, planes_at};
    `WF_DEC_BASE #(.LINE(LINE)) unpack (.coded_i(tag_i), .code_i(code), .base_o(base), .rest_o(unused_rest));
    wire [8:0]       base_bits = code[0] ? 9'd33 : code[2:0] == 3'b110 ? 9'd19 : code[2:0] == 3'b010 ? 9'd11 : code[2:0] == 3'b100 ? 9'd7 : 9'd3;
    wire [8:0]       planes_at = HEAD[8:0] + base_bits;

    // ---- Window: the next codes at bit 0 ----

    reg  [TIMES-1:0]     turn_q;        // one-hot: the cycle of the line; 0: idle
    reg  [USER_BITS-1:0] user_q;
    reg                  coded_q, going_q;
    reg  [4:0]           run_q;         // while going_q is 1 a run goes on, with so many planes behind the next one
    reg  [S-1:0]         at_q;          // where the next code begins
    reg  [31:0]          base_q;
    reg  [BLOCK-1:0]     payload_q;
    wire                 ready_0;
    wire                 free = !(|turn_q[TIMES-2:0]);
    wire [31:0]          base_rotated;
    wire [BLOCK-1:0]     rotated;
    wire [S:0]           end_0;         // where the codes of this cycle end
    assign ready_o = ready_0 && free;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni)      turn_q <= {TIMES{1'b0}};
        else if (ready_0) turn_q <= {turn_q[TIMES-2:0], valid_i && free};
    always @(posedge clk_i)
        if (valid_i && ready_o) {coded_q, user_q} <= {tag_i, user_i};
    always @(posedge clk_i)
        if (ready_0 && (valid_i || !free)) begin
            base_q           <= free ? base : base_rotated;
            payload_q        <= free ? payload : !coded_q ? rotated : end_0[S] ? payload_q >> CHUNK : payload_q;
            at_q             <= free ? planes_at[S-1:0] : end_0[S-1:0];
            {going_q, run_q} <= {gen_step[RATE].going && !free, gen_step[RATE].run};
        end

    // Of a word that rotates, the bits of planes 32, 31 .. are bits 0, 31 ..; plane 32 does not count
    wire [RATE-1:0]   base_0;           // from the lowest plane on
    wire [RATE*N-1:0] raw_0;            // bits N*k +: N: the plane k below the highest
    wire [2*CHUNK-1:0] behind = payload_q[2*CHUNK-1:0] >> at_q;
    wire [RATE*W-1:0]  window = behind[RATE*W-1:0];
    wire               unused_behind = &{1'b0, behind};
    genvar i, l;
    generate
        for (i = 0; i < W; i = i + 1) begin : gen_word
            wire [31:0] word = payload_q[32*i +: 32];
            assign rotated[32*i +: 32] = {word[31-RATE:0], word[31 -: RATE]};
            if (i > 0) begin : gen_raw
                for (l = 0; l < RATE; l = l + 1) begin : gen_plane
                    assign raw_0[N*l + i-1] = word[(32 - l) % 32];
                end
            end
        end
        for (l = 0; l < RATE; l = l + 1) begin : gen_base
            assign base_0[RATE-1-l] = base_q[(32 - l) % 32];
        end
    endgenerate
    assign base_rotated = {base_q[31-RATE:0], base_q[31 -: RATE]};

    // Step l reads the code of plane l of this cycle
    wire [CODE*RATE-1:0] codes_0;
    generate
        for (l = 0; l <= RATE; l = l + 1) begin : gen_step
            localparam REST = l < RATE ? (RATE - l) * W : W;    // bits of the window that are left
            wire            going;
            wire [4:0]      run;
            wire [REST-1:0] rest;
            wire [S:0]      at;
            if (l == 0) begin : gen_first
                assign {going, run, rest, at} = {going_q, run_q, window, 1'b0, at_q};
            end else begin : gen_next
                localparam BEFORE = (RATE - l + 1) * W;
                `WF_DEC_STEP #(.WORDS(W), .IN(BEFORE), .OUT(REST)) step (
                    .coded_i(1'b1), .going_i(gen_step[l-1].going), .run_i(gen_step[l-1].run), .rest_i(gen_step[l-1].rest),
                    .going_o(going), .run_o(run), .rest_o(rest)
                );
                assign at = gen_step[l-1].at + length_of(gen_step[l-1].rest[3:0], gen_step[l-1].going);
                assign codes_0[CODE*(l-1) +: CODE] = coded_q ? {gen_step[l-1].going, gen_step[l-1].rest[W-1:0]} : {2'd0, raw_0[N*(l-1) +: N]};
            end
        end
    endgenerate
    assign end_0 = gen_step[RATE].at;
    wire unused_end = &{1'b0, gen_step[RATE].rest};

    // Bits of a code that begins so
    function [S:0] length_of;
        input [3:0] prefix;
        input       running;     // a run goes on
        length_of = running ? {S+1{1'b0}} : prefix[0] ? W[S:0] : prefix[1] ? RUN[S:0] : prefix[2] ? ZERO[S:0] : prefix[3] ? PLACE[S:0] : KNOWN[S:0];
    endfunction

    wire                 valid_1, ready_1, first_1, last_1, coded_1;
    wire [USER_BITS-1:0] user_1;
    wire [RATE-1:0]      base_1;
    wire [CODE*RATE-1:0] codes_1;
    `WF_CUT #(.ON(CUTS[0]), .WIDTH(3 + USER_BITS + RATE + CODE * RATE), .FLOW(MOVES)) cut_code (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(|turn_q), .ready_o(ready_0),
        .data_i({turn_q[0], turn_q[TIMES-1], coded_q, user_q, base_0, codes_0}),
        .valid_o(valid_1), .ready_i(ready_1), .data_o({first_1, last_1, coded_1, user_1, base_1, codes_1})
    );

    // ---- Rebuild: the planes of the codes, each from the one above it ----

    reg  [N-1:0]      above_q;
    wire [RATE*N-1:0] planes_1;
    generate
        for (l = 0; l < RATE; l = l + 1) begin : gen_plane
            wire [N-1:0] above;
            if (l == 0) begin : gen_before
                assign above = above_q & {N{!first_1}};
            end else begin : gen_here
                assign above = planes_1[N*(l-1) +: N];
            end
            `WF_DEC_PLANE #(.WORDS(W)) plane_of (
                .coded_i(coded_1), .going_i(codes_1[CODE*l+W]), .code_i(codes_1[CODE*l +: W]), .above_i(above), .plane_o(planes_1[N*l +: N])
            );
        end
    endgenerate
    always @(posedge clk_i)
        if (valid_1 && ready_1) above_q <= planes_1[RATE*N-1 -: N];

    wire                 valid_2, ready_2, last_2, coded_2;
    wire [USER_BITS-1:0] user_2;
    wire [RATE-1:0]      base_2;
    wire [RATE*N-1:0]    planes_2;
    `WF_CUT #(.ON(CUTS[1]), .WIDTH(2 + USER_BITS + RATE * W), .FLOW(MOVES)) cut_planes (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_1), .ready_o(ready_1), .data_i({last_1, coded_1, user_1, base_1, planes_1}),
        .valid_o(valid_2), .ready_i(ready_2), .data_o({last_2, coded_2, user_2, base_2, planes_2})
    );

    // ---- Sums: of the base's digit and those of the differences. The words take them in, and have grown up with the last ones ----

    wire [SUM*W-1:0] sums_2;
    `WF_DEC_SERIAL_SUMS #(.WORDS(W), .RATE(RATE)) add (.coded_i(coded_2), .base_i(base_2), .planes_i(planes_2), .sums_o(sums_2));

    wire                 valid_3, ready_3, last_3;
    wire [USER_BITS-1:0] user_3;
    wire [SUM*W-1:0]     sums_3;
    `WF_CUT #(.ON(CUTS[2]), .WIDTH(1 + USER_BITS + SUM * W), .FLOW(MOVES)) cut_sums (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_2), .ready_o(ready_2), .data_i({last_2, user_2, sums_2}),
        .valid_o(valid_3), .ready_i(ready_3), .data_o({last_3, user_3, sums_3})
    );

    reg  [BLOCK-1:0]     words_q;
    wire [BLOCK-1:0]     words_3;
    wire                 valid_4, ready_4;
    wire [USER_BITS-1:0] user_4;
    `WF_DEC_SERIAL_WORDS #(.WORDS(W), .RATE(RATE)) grow (.words_i(words_q), .sums_i(sums_3), .words_o(words_3));
    always @(posedge clk_i)
        if (valid_3 && ready_3) words_q <= words_3;
    `WF_CUT #(.ON(1), .WIDTH(USER_BITS), .FLOW(MOVES)) cut_words (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_3 && last_3), .ready_o(ready_3), .data_i(user_3),
        .valid_o(valid_4), .ready_i(ready_4), .data_o(user_4)
    );
    `WF_CUT #(.ON(CUTS[4]), .WIDTH(USER_BITS + BLOCK), .FLOW(MOVES)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_4), .ready_o(ready_4), .data_i({user_4, words_q}),
        .valid_o(valid_o), .ready_i(ready_5), .data_o({user_o, block_o})
    );
endmodule
`default_nettype wire
