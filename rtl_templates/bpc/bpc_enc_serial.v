// SPDX-License-Identifier: Apache-2.0
// Encoder of bpc, form stream: RATE planes a cycle. ready_o is 1 when it can take a line, 33 / RATE cycles after the one before.
//
// No register holds differences or planes: the register of the line is the transposition. Its words rotate by RATE bits a cycle, so the bits of
// the next planes are always at the same place. The payload has a register too, to which the codes of a cycle are added. A line whose code is
// too long is whole again after its last planes, and takes the place of the code.
`default_nettype none
module `WF_ENC_SERIAL #(
    parameter LINE      = `WF_LINE,      // bytes of the cache line: 32, 64 or 128
    parameter RATE      = `WF_RATE,      // planes a cycle: 1, 3 or 11
    parameter SAVE      = `WF_SAVE,      // what a code must save to be used: 0 a byte, 1 a burst of 32 bytes
    parameter ISOLATE   = `WF_ISOLATE,   // 1: gates hold the operands at zero while the unit is idle
    parameter CUTS      = `WF_ENC_CUTS,  // register ranks, a bit each, from bit 0: `WF_ENC_CUT_NAMES
    parameter FLOW      = `WF_FLOW,      // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter USER_BITS = `WF_USER_BITS  // bits of user, 1 or more
) (
    input  wire                 clk_i,       // clock, rising edge
    input  wire                 rst_ni,      // reset, low, asynchronous
    input  wire                 valid_i,     // 1: the inputs are a block of this cycle
    output wire                 ready_o,     // 1: the unit takes what valid_i offers
    input  wire [USER_BITS-1:0] user_i,      // any bits; they come out with this block's result
    input  wire                 raw_only_i,  // 1: store the block raw
    input  wire [LINE*8-1:0]    block_i,     // the line, byte 0 lowest

    output wire                 valid_o,     // 1: the outputs mean something in this cycle
    input  wire                 ready_i,     // 1: the receiver takes the outputs; nothing uses it if FLOW is 0
    output wire [USER_BITS-1:0] user_o,      // the bits that came in with this block
    output wire                 tag_o,       // 1: compressed, 0: raw
    output wire [LINE*8-1:0]    payload_o,   // the code or the raw line, byte 0 lowest; bursts that are not in use: any bits
`ifdef WF_WITH_SIZE
    output wire [7:0]           size_o,      // bytes of the code, without the head; any bits if the line is raw
`endif
    output wire [LINE/32-1:0]   units_o      // the bursts of 32 bytes in use, bit u is burst u
);
    localparam BLOCK  = LINE * 8;
    localparam W      = LINE / 4;           // words, and bits of a plane's longest code
    localparam N      = W - 1;              // bits of a plane
    localparam UNITS  = LINE / 32;
`ifdef WF_WITH_HEAD
    localparam HEAD   = 8;
`else
    localparam HEAD   = 0;
`endif
    localparam LIMIT  = 8 * (SAVE != 0 || (HEAD != 0 && LINE != 32) ? LINE - 32 : LINE - 1);    // bits that a code may have, with the head
    localparam TIMES  = 33 / RATE;          // cycles between two lines
    localparam GROUP  = 7 + RATE * W;       // bits of the codes of a cycle: of a run that ends, and of the planes
    localparam C      = GROUP > 64 ? $clog2(GROUP) : 6;
    localparam CHUNK  = 1 << C;             // no cycle has more bits, and the base's code ends in the first chunk
    localparam CHUNKS = BLOCK / CHUNK;
    localparam S      = 11;                 // bits of a place in the code
    localparam MOVES  = FLOW != 0 ? 1 : 0;  // the unit moves as a whole, unless a line waits at its outputs

    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (RATE != 1 && RATE != 3 && RATE != 11) begin : gen_bad_rate wf_illegal_RATE bad (); end
        if (SAVE < 0 || SAVE > 1 || (SAVE != 0 && LINE == 32)) begin : gen_bad_save wf_illegal_SAVE bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if ((CUTS >> 5) != 0 || !CUTS[4]) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (FLOW < 0 || FLOW > 2) begin : gen_bad_flow wf_illegal_FLOW bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
    endgenerate

    wire       ready_5 = ready_i || (FLOW == 2 && !valid_o);
    wire [3:0] unused_ready;    // of ranks that move with another

    // ---- Rotate: in the Nth cycle of a line, from 0 on, its words are rotated by RATE * N bits ----

    reg                  busy_q, raw_q;
    reg  [TIMES-2:0]     left_q;    // bit d: the RATE bits from RATE * d on are of planes to come. All ones in the first cycle, 0 in the last
    reg  [USER_BITS-1:0] user_q;
    reg  [BLOCK-1:0]     line_q;
    wire                 ready_0;
    wire                 first_0 = left_q[0];
    wire                 last_0  = !left_q[TIMES-2];
    wire                 free    = !busy_q || last_0;
    wire [BLOCK-1:0]     rotated, whole_0;  // the register a cycle on; in the last cycle, the line
    assign ready_o = ready_0 && free;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni)      busy_q <= 1'b0;
        else if (ready_0) busy_q <= valid_i || !free;
    always @(posedge clk_i)
        if (ready_0 && (valid_i || !free)) begin
            left_q <= free ? {TIMES-1{1'b1}} : left_q << 1;
            line_q <= free ? block_i & {BLOCK{ISOLATE == 0 || valid_i}} : rotated;
        end
    always @(posedge clk_i)
        if (valid_i && ready_o) {raw_q, user_q} <= {raw_only_i, user_i};

    genvar i, b;
    generate
        for (i = 0; i < W; i = i + 1) begin : gen_word
            wire [31:0] word = line_q[32*i +: 32];
            assign rotated[32*i +: 32] = {word[31-RATE:0], word[31 -: RATE]};
            for (b = 0; b < 32; b = b + 1) begin : gen_bit
                assign whole_0[32*i + b] = word[(b + 33 - RATE) % 32];
            end
        end
    endgenerate

    wire [RATE*N-1:0] planes_0;
    `WF_ENC_SERIAL_PLANES #(.WORDS(W), .RATE(RATE)) planes (.first_i(first_0), .left_i(left_q), .line_i(line_q), .planes_o(planes_0));

    wire                 valid_1, ready_1, first_1, last_1, raw_1, ends_1;
    wire [USER_BITS-1:0] user_1;
    wire [RATE*N-1:0]    planes_1;
    wire [31:0]          base_1;
    wire [BLOCK-1:0]     whole_1;
    `WF_CUT #(.ON(CUTS[0]), .WIDTH(2 + RATE * N + 32), .FLOW(MOVES)) cut_planes (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(busy_q), .ready_o(ready_0), .data_i({first_0, last_0, planes_0, line_q[31:0]}),
        .valid_o(valid_1), .ready_i(ready_1), .data_o({first_1, last_1, planes_1, base_1})
    );
    `WF_CUT #(.ON(CUTS[0]), .WIDTH(1 + USER_BITS + BLOCK), .FLOW(MOVES)) line_planes (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(busy_q && last_0), .ready_o(unused_ready[0]), .data_i({raw_q, user_q, whole_0}),
        .valid_o(ends_1), .ready_i(ready_1), .data_o({raw_1, user_1, whole_1})
    );

    // ---- Select: the codes of these planes. A run that is not over is kept, and so is the lowest plane ----

    reg  [N-1:0]      above_q;
    reg  [5:0]        run_q;            // zero planes so far
    wire [5:0]        run_1;
    wire [6:0]        front_1;          // the code of a run that began before these planes, or with them
    wire [2:0]        front_length_1;   // one-hot: 0, 3, 7
    wire [RATE*W-1:0] codes_1;
    wire [RATE*6-1:0] lengths_1;        // one-hot: 0, 3, 5, 7, 5 + log2 W, W
    wire [32:0]       base_code_1;
    wire [4:0]        base_length_1;    // one-hot: 3, 7, 11, 19, 33
    `WF_ENC_SERIAL_CODE #(.WORDS(W), .RATE(RATE)) code (
        .last_i(last_1), .planes_i(planes_1), .above_i(above_q & {N{!first_1}}), .run_i(run_q & {6{!first_1}}), .run_o(run_1),
        .front_o(front_1), .front_length_o(front_length_1), .codes_o(codes_1), .lengths_o(lengths_1)
    );
    `WF_ENC_BASE base (.word_i(base_1), .code_o(base_code_1), .length_o(base_length_1));
    always @(posedge clk_i)
        if (valid_1 && ready_1) {above_q, run_q} <= {planes_1[RATE*N-1 -: N], run_1};

    wire                 valid_2, ready_2, first_2, last_2, raw_2, ends_2;
    wire [USER_BITS-1:0] user_2;
    wire [6:0]           front_2;
    wire [2:0]           front_length_2;
    wire [RATE*W-1:0]    codes_2;
    wire [RATE*6-1:0]    lengths_2;
    wire [32:0]          base_2;
    wire [4:0]           base_length_2;
    wire [BLOCK-1:0]     whole_2;
    `WF_CUT #(.ON(CUTS[1]), .WIDTH(2 + 10 + RATE * (W + 6) + 38), .FLOW(MOVES)) cut_code (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_1), .ready_o(ready_1),
        .data_i({first_1, last_1, front_1, front_length_1, codes_1, lengths_1, base_code_1, base_length_1}),
        .valid_o(valid_2), .ready_i(ready_2), .data_o({first_2, last_2, front_2, front_length_2, codes_2, lengths_2, base_2, base_length_2})
    );
    `WF_CUT #(.ON(CUTS[1]), .WIDTH(1 + USER_BITS + BLOCK), .FLOW(MOVES)) line_code (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(ends_1), .ready_o(unused_ready[1]), .data_i({raw_1, user_1, whole_1}),
        .valid_o(ends_2), .ready_i(ready_2), .data_o({raw_2, user_2, whole_2})
    );

    // ---- Join: the codes of a cycle, one behind the other ----

    wire [GROUP-1:0] group_2;
    wire [S-1:0]     length_2;
    `WF_ENC_SERIAL_JOIN #(.WORDS(W), .RATE(RATE)) join_group (
        .front_i(front_2), .front_length_i(front_length_2), .codes_i(codes_2), .lengths_i(lengths_2), .group_o(group_2), .length_o(length_2)
    );

    wire                 valid_3, ready_3, first_3, last_3, raw_3, ends_3;
    wire [USER_BITS-1:0] user_3;
    wire [GROUP-1:0]     group_3;
    wire [S-1:0]         length_3;
    wire [32:0]          base_3;
    wire [4:0]           base_length_3;
    wire [BLOCK-1:0]     whole_3;
    `WF_CUT #(.ON(CUTS[2]), .WIDTH(2 + GROUP + S + 38), .FLOW(MOVES)) cut_join (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_2), .ready_o(ready_2), .data_i({first_2, last_2, group_2, length_2, base_2, base_length_2}),
        .valid_o(valid_3), .ready_i(ready_3), .data_o({first_3, last_3, group_3, length_3, base_3, base_length_3})
    );
    `WF_CUT #(.ON(CUTS[2]), .WIDTH(1 + USER_BITS + BLOCK), .FLOW(MOVES)) line_join (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(ends_2), .ready_o(unused_ready[2]), .data_i({raw_2, user_2, whole_2}),
        .valid_o(ends_3), .ready_i(ready_3), .data_o({raw_3, user_3, whole_3})
    );

    // ---- Place: the codes moved to their place in two chunks of the payload, and which chunks these are ----

    // 33 is 100001, 19 is 010011, 11 is 001011, 7 is 000111, 3 is 000011
    reg  [S-1:0]       end_q;
    wire [5:0]         base_bits_3 = {base_length_3[4:2], base_length_3[1], |base_length_3[3:0], 1'b1};
    wire [S-1:0]       at_3        = first_3 ? HEAD[S-1:0] + {5'd0, base_bits_3} : end_q;
    wire [S-1:0]       end_3       = at_3 + length_3;
    wire               use_3       = !raw_3 && end_3 <= LIMIT[S-1:0];
    wire [2*CHUNK-1:0] placed_3    = {{2*CHUNK-GROUP{1'b0}}, group_3} << at_3[C-1:0];
    wire               odd_3       = at_3[C];
    wire               ends_odd_3  = end_3[C];
    wire [CHUNKS-1:0]  lower_3;     // one-hot: the chunk that takes the lower half; none takes bits beyond the payload
    wire [UNITS-1:0]   units_3;
    generate
        for (i = 0; i < CHUNKS; i = i + 1) begin : gen_chunk
            assign lower_3[i] = at_3[S-1:C] == i;
        end
        for (i = 0; i < UNITS; i = i + 1) begin : gen_units
            assign units_3[i] = !use_3 || {21'd0, end_3} > 256 * i;
        end
    endgenerate
    always @(posedge clk_i)
        if (valid_3 && ready_3) end_q <= end_3;

    wire                 valid_4, ready_4, first_4, last_4, use_4, ends_4;
    wire [USER_BITS-1:0] user_4;
    wire [UNITS-1:0]     units_4;
    wire                 odd_4, ends_odd_4;
    wire [2*CHUNK-1:0]   placed_4;
    wire [CHUNKS-1:0]    lower_4;
    wire [32:0]          base_4;
    wire [BLOCK-1:0]     whole_4;
    `WF_CUT #(.ON(CUTS[3]), .WIDTH(5 + UNITS + 2 * CHUNK + CHUNKS + 33), .FLOW(MOVES)) cut_place (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_3), .ready_o(ready_3),
        .data_i({first_3, last_3, use_3, units_3, odd_3, ends_odd_3, placed_3, lower_3, base_3}),
        .valid_o(valid_4), .ready_i(ready_4), .data_o({first_4, last_4, use_4, units_4, odd_4, ends_odd_4, placed_4, lower_4, base_4})
    );
    `WF_CUT #(.ON(CUTS[3]), .WIDTH(USER_BITS + BLOCK), .FLOW(MOVES)) line_place (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(ends_3), .ready_o(unused_ready[3]), .data_i({user_3, whole_3}),
        .valid_o(ends_4), .ready_i(ready_4), .data_o({user_4, whole_4})
    );

    // ---- Pack: the chunk that is not full, which begins with the base's code, goes to its place in the payload each time, and so does what goes beyond
    // it. Before that the payload is 0. At last it has the code, or the raw line ----

    reg  [CHUNK-1:0] chunk_q;
`ifdef WF_WITH_HEAD
    wire [CHUNK-1:0] begin_4 = {{CHUNK-41{1'b0}}, base_4, 8'h01};
`else
    wire [CHUNK-1:0] begin_4 = {{CHUNK-33{1'b0}}, base_4};
`endif
    wire [CHUNK-1:0] here    = (first_4 ? begin_4 : chunk_q) | placed_4[CHUNK-1:0];
    wire [CHUNK-1:0] next    = placed_4[CHUNK +: CHUNK];
    wire [CHUNK-1:0] even    = odd_4 ? next : here;
    wire [CHUNK-1:0] odd     = odd_4 ? here : next;
    wire             whole   = last_4 && !use_4;
    wire             unused_ends = &{1'b0, ends_4, unused_ready};
    always @(posedge clk_i)
        if (valid_4 && ready_4) chunk_q <= odd_4 == ends_odd_4 ? here : next;
    generate
        for (i = 0; i < CHUNKS; i = i + 1) begin : gen_pack
            reg  [CHUNK-1:0] payload_q;
            wire             takes = !whole && (lower_4[i] || (i > 0 && lower_4[i == 0 ? 0 : i-1]));
            always @(posedge clk_i)
                if (valid_4 && ready_4 && (takes || first_4 || whole))
                    payload_q <= (i % 2 == 0 ? even : odd) & {CHUNK{takes}} | whole_4[CHUNK*i +: CHUNK] & {CHUNK{whole}};
            assign payload_o[CHUNK*i +: CHUNK] = payload_q;
        end
    endgenerate

    `WF_CUT #(.ON(1), .WIDTH(USER_BITS + 1 + UNITS), .FLOW(MOVES)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_4 && last_4), .ready_o(ready_4), .data_i({user_4, use_4, units_4}),
        .valid_o(valid_o), .ready_i(ready_5), .data_o({user_o, tag_o, units_o})
    );
`ifdef WF_WITH_SIZE

    // ---- Size, in bytes without the head ----

    wire [S-1:0] bits_3 = end_3 - HEAD[S-1:0];
    wire [7:0]   size_4;
    wire [3:0]   unused_size;
    wire         unused_sizes = &{1'b0, unused_size};
    `WF_CUT #(.ON(CUTS[3]), .WIDTH(8), .FLOW(MOVES)) size_place (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_3), .ready_o(unused_size[0]), .data_i(bits_3[10:3] + {7'd0, |bits_3[2:0]}),
        .valid_o(unused_size[1]), .ready_i(ready_4), .data_o(size_4)
    );
    `WF_CUT #(.ON(1), .WIDTH(8), .FLOW(MOVES)) size_out (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_4 && last_4), .ready_o(unused_size[2]), .data_i(size_4),
        .valid_o(unused_size[3]), .ready_i(ready_5), .data_o(size_o)
    );
`endif
endmodule
`default_nettype wire
