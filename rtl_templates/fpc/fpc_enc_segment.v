// SPDX-License-Identifier: Apache-2.0
// Encoder of fpc, form segment: each of SEGMENTS equal parts of the line has one pattern that all its words fit. All prefixes stand at the
// head of the payload, the data behind them.
//
//   64 bytes, 4 segments     0 0 0 0   1 2 3 FFFFFFFC   0 0 0 0   four unrelated words
//   prefixes, from bit 0     000       001              000       111
//   data, from bit 16                  1 2 3 C                    the four words, from bit 32: 160 bits, burst 0
//
// Join: the data of neighbours are joined in pairs, then pairs of pairs, in log2 levels. The right part moves up by the length of the left
// one. Lengths are one-hot, so a sum of two is an OR of ANDs, and there is no adder.
`default_nettype none
module `WF_ENC_SEGMENT #(
    parameter LINE      = `WF_LINE,        // bytes of the cache line: 32, 64 or 128
    parameter SEGMENTS  = `WF_SEGMENTS,    // segments of a line: 2, 4, 8 or 16
    parameter SAVE      = `WF_SAVE,        // what a code must save to be used: 0 a byte, 1 a burst of 32 bytes
    parameter CUTS      = `WF_ENC_CUTS,    // register ranks, a bit each, from bit 0: `WF_ENC_CUT_NAMES
    parameter FLOW      = `WF_FLOW,        // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter USER_BITS = `WF_USER_BITS    // bits of user, 1 or more
) (
    input  wire                          clk_i,       // clock, rising edge; without ranks nothing uses it
    input  wire                          rst_ni,      // reset, low, asynchronous
    input  wire                          valid_i,     // 1: the inputs are a block of this cycle
    output wire                          ready_o,     // 1: the next rank takes what valid_i offers
    input  wire [USER_BITS-1:0]          user_i,      // any bits
    input  wire                          raw_i,       // 1: store the block raw
    input  wire [8*SEGMENTS-1:0]         patterns_i,  // bit SEGMENTS*p + g: segment g has pattern p
    input  wire [SEGMENTS-1:0]           sixteen_i,   // bit g: the pattern of segment g has 16 bits of data
    input  wire [SEGMENTS-1:0]           eight_i,     // bit g: the pattern of segment g has 8 bits of data
    input  wire [LINE*8-1:0]             data_i,      // the data of each segment, in its own place
    input  wire [LINE*8-1:0]             block_i,     // the line

    output wire                          valid_o,     // 1: the outputs mean something in this cycle
    input  wire                          ready_i,     // 1: the next place takes the outputs; nothing uses it if FLOW is 0
    output wire [USER_BITS-1:0]          user_o,      // the bits that came in with this block
    output wire                          use_o,       // 1: the code is short enough and not raw
    output wire [LINE/32-1:0]            units_o,     // the bursts of 32 bytes in use
    output wire [LINE*8-1:0]             code_o,      // the code; any bits if it is not used
    output wire [LINE*8-1:0]             block_o      // the line that came in with it
);
    localparam BLOCK    = LINE * 8;
    localparam UNITS    = LINE / 32;
`ifdef WF_WITH_HEAD
    localparam LIMIT    = 8 * (SAVE != 0 || LINE != 32 ? LINE - 32 : LINE - 1) - 8;     // bits that a code may have behind the line's head
`else
    localparam LIMIT    = 8 * (SAVE != 0 ? LINE - 32 : LINE - 1);   // bits that a code may have
`endif
    localparam N        = LINE / 4 / SEGMENTS;                      // words of a segment
    localparam HEAD     = (3 * SEGMENTS + 7) / 8 * 8;               // bits of the prefixes
    localparam LEVELS   = $clog2(SEGMENTS);
    localparam CUT_JOIN = CUTS[2];
    localparam CUT_LAST = CUTS[3];

    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if ((SEGMENTS != 2 && SEGMENTS != 4 && SEGMENTS != 8 && SEGMENTS != 16) ||
                4 * SEGMENTS > LINE) begin : gen_bad_segments wf_illegal_SEGMENTS bad (); end
        if (SAVE < 0 || SAVE > 1 || (SAVE == 1 && LINE == 32)) begin : gen_bad_save wf_illegal_SAVE bad (); end
        if ((CUTS >> 5) != 0) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (FLOW < 0 || FLOW > 2) begin : gen_bad_flow wf_illegal_FLOW bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
    endgenerate

    // ---- Pack: lengths of 1, 2, 4 .. segments, one-hot, and the selects of the joins ----

    localparam TOTAL   = 8 * SEGMENTS + 1;
    localparam SELECTS = 17 * SEGMENTS;     // 17 for each join, those of the last level on top
    wire [TOTAL-1:0]   total_1;             // the length of all data, in steps of 4 * N bits
    wire [SELECTS-1:0] selects_1;
    `WF_FPC_SEGMENT_LENGTHS #(.SEGMENTS(SEGMENTS)) lengths (
        .zero_i(patterns_i[0 +: SEGMENTS]), .four_i(patterns_i[SEGMENTS +: SEGMENTS]), .eight_i(eight_i), .sixteen_i(sixteen_i),
        .word_i(patterns_i[7*SEGMENTS +: SEGMENTS]), .total_o(total_1), .selects_o(selects_1)
    );

    // over, bit t: with data of length t the code has more than `bits` bits
    function [TOTAL-1:0] over;
        input integer bits;
        integer       t;
        for (t = 0; t < TOTAL; t = t + 1)
            over[t] = HEAD + 4 * N * t > bits;
    endfunction

    // Is the whole code short enough, and which bursts does it fill?
    wire             use_1 = !raw_i && !(|(total_1 & over(LIMIT)));
    wire [UNITS-1:0] units_1;
    wire [HEAD-1:0]  head_1;
    genvar           u, e;
    generate
        for (u = 0; u < UNITS; u = u + 1) begin : gen_units
`ifdef WF_WITH_HEAD
            assign units_1[u] = !use_1 || |(total_1 & over(256 * u - 8));
`else
            assign units_1[u] = !use_1 || |(total_1 & over(256 * u));
`endif
        end
        for (e = 0; e < SEGMENTS; e = e + 1) begin : gen_head
            wire [7:0] is;      // bit p: the segment has pattern p
            wire       unused_is = &{1'b0, is};
            for (u = 0; u < 8; u = u + 1) begin : gen_pattern
                assign is[u] = patterns_i[SEGMENTS*u + e];
            end
            assign head_1[3*e +: 3] = {|is[7:4], |is[7:6] || |is[3:2], is[7] || is[5] || is[3] || is[1]};
        end
        if (HEAD > 3 * SEGMENTS) begin : gen_fill
            assign head_1[HEAD-1:3*SEGMENTS] = {HEAD-3*SEGMENTS{1'b0}};
        end
    endgenerate

    wire                 valid_2, ready_2, use_2;
    wire [USER_BITS-1:0] user_2;
    wire [UNITS-1:0]     units_2;
    wire [HEAD-1:0]      head_2;
    wire [SELECTS-1:0]   selects_2;
    wire [BLOCK-1:0]     data_2, block_2;
    `WF_CUT #(.ON(CUT_JOIN), .WIDTH(USER_BITS + 1 + UNITS + HEAD + SELECTS + 2 * BLOCK), .FLOW(FLOW)) cut_join (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_i), .ready_o(ready_o),
        .data_i({user_i, use_1, units_1, head_1, selects_1, data_i, block_i}),
        .valid_o(valid_2), .ready_i(ready_2),
        .data_o({user_2, use_2, units_2, head_2, selects_2, data_2, block_2})
    );

    // ---- Pack: join the segments, level by level. There is a place for a rank before the last level ----

    wire [HEAD-1:0]  head_l;
    wire [16:0]      select_l;
    wire [BLOCK-1:0] half_l;
    `WF_CUT #(.ON(CUT_LAST), .WIDTH(USER_BITS + 1 + UNITS + HEAD + 17 + 2 * BLOCK), .FLOW(FLOW)) cut_last (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_2), .ready_o(ready_2),
        .data_i({user_2, use_2, units_2, head_2, selects_2[17*(SEGMENTS-2) +: 17], gen_level[LEVELS-1].joined, block_2}),
        .valid_o(valid_o), .ready_i(ready_i),
        .data_o({user_o, use_o, units_o, head_l, select_l, half_l, block_o})
    );

    genvar l, k;
    generate
        for (l = 0; l <= LEVELS; l = l + 1) begin : gen_level
            localparam COUNT = SEGMENTS >> l;
            localparam WIDE  = BLOCK / COUNT;
            wire [BLOCK-1:0] joined;
            if (l == 0) begin : gen_leaf
                assign joined = data_2;
            end else begin : gen_node
                for (k = 0; k < COUNT; k = k + 1) begin : gen_join
                    wire [16:0]     select;
                    wire [WIDE-1:0] pair;
                    if (l == LEVELS) begin : gen_last
                        assign select = select_l;
                        assign pair   = half_l;
                    end else begin : gen_inner
                        assign select = selects_2[17*(SEGMENTS-2*COUNT) + 17*k +: 17];
                        assign pair   = gen_level[l-1].joined[WIDE*k +: WIDE];
                    end
                    `WF_ENC_SEGMENT_JOIN #(.WIDTH(WIDE), .STEP(4 * N), .LEGS((4 << l) + 1)) join_pair (
                        .select_i(select), .pair_i(pair), .joined_o(joined[WIDE*k +: WIDE])
                    );
                end
            end
        end
    endgenerate

`ifdef WF_WITH_HEAD
    assign code_o = {gen_level[LEVELS].joined[BLOCK-HEAD-9:0], head_l, 8'h01};
    wire unused_end = &{1'b0, gen_level[LEVELS].joined[BLOCK-1 -: HEAD + 8], selects_2[SELECTS-1 -: 17]};
`else
    assign code_o = {gen_level[LEVELS].joined[BLOCK-HEAD-1:0], head_l};
    wire unused_end = &{1'b0, gen_level[LEVELS].joined[BLOCK-1 -: HEAD], selects_2[SELECTS-1 -: 17]};
`endif
endmodule
`default_nettype wire
