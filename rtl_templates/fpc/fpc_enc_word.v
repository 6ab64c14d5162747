// SPDX-License-Identifier: Apache-2.0
// Encoder of fpc, form word: each word has a pattern, and up to 8 zero words share one code. Codes follow each other from bit 0 on.
//
//   64 bytes               5          0 0 0               FFFFFF80
//   codes, from bit 0      001, 0101  000, run 3 - 1 = 2  010, 10000000    7, 6 and 11 bits
//
// Join: the codes of neighbours are joined in pairs, then pairs of pairs, in log2 levels. The right code moves up by the length of the left
// one. In the example the 6 bits of the run move to bit 7. Lengths are added, and decoded by octal digits for the shifts.
`default_nettype none
module `WF_ENC_WORD #(
    parameter LINE      = `WF_LINE,        // bytes of the cache line: 32, 64 or 128
    parameter SAVE      = `WF_SAVE,        // what a code must save to be used: 0 a byte, 1 a burst of 32 bytes
    parameter CUTS      = `WF_ENC_CUTS,    // register ranks, a bit each, from bit 0: `WF_ENC_CUT_NAMES
    parameter FLOW      = `WF_FLOW,        // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter USER_BITS = `WF_USER_BITS,   // bits of user, 1 or more
    parameter WORDS     = LINE / 4         // words of the line; not to be set
) (
    input  wire                          clk_i,       // clock, rising edge; without ranks nothing uses it
    input  wire                          rst_ni,      // reset, low, asynchronous
    input  wire                          valid_i,     // 1: the inputs are a block of this cycle
    output wire                          ready_o,     // 1: the next rank takes what valid_i offers
    input  wire [USER_BITS-1:0]          user_i,      // any bits
    input  wire                          raw_i,       // 1: store the block raw
    input  wire [8*WORDS-1:0]            patterns_i,  // bit WORDS*p + g: word g has pattern p
    input  wire [WORDS-1:0]              sixteen_i,   // bit g: the pattern of word g has 16 bits of data
    input  wire [WORDS-1:0]              eight_i,     // bit g: the pattern of word g has 8 bits of data
    input  wire [LINE*8-1:0]             data_i,      // the data of each word, in its own place
    input  wire [LINE*8-1:0]             block_i,     // the line

    output wire                          valid_o,     // 1: the outputs mean something in this cycle
    input  wire                          ready_i,     // 1: the next place takes the outputs; nothing uses it if FLOW is 0
    output wire [USER_BITS-1:0]          user_o,      // the bits that came in with this block
    output wire                          use_o,       // 1: the code is short enough and not raw
`ifdef WF_WITH_SIZE
    output wire [7:0]                    size_o,      // bytes of the code, without the head
`endif
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
    localparam CODE     = 35;                                       // bits of a word's code, at most
    localparam BITS     = CODE * WORDS;
    localparam S        = 11;                                       // bits of a length: up to 1120
    localparam LEVELS   = $clog2(WORDS);
    localparam CUT_CODE = CUTS[1];
    localparam CUT_JOIN = CUTS[2];
    localparam CUT_LAST = CUTS[3];

    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (SAVE < 0 || SAVE > 1 || (SAVE == 1 && LINE == 32)) begin : gen_bad_save wf_illegal_SAVE bad (); end
        if ((CUTS >> 5) != 0) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (FLOW < 0 || FLOW > 2) begin : gen_bad_flow wf_illegal_FLOW bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
        if (WORDS != LINE / 4) begin : gen_bad_words wf_illegal_WORDS bad (); end
    endgenerate

    // ---- Select: codes and their lengths ----

    wire [BITS-1:0]    codes_1;
    wire [6*WORDS-1:0] lengths_1;
    `WF_ENC_WORD_CODE #(.WORDS(WORDS)) code (
        .patterns_i(patterns_i), .sixteen_i(sixteen_i), .eight_i(eight_i), .data_i(data_i), .codes_o(codes_1), .lengths_o(lengths_1)
    );

    wire                 valid_2, ready_2, raw_2;
    wire [USER_BITS-1:0] user_2;
    wire [6*WORDS-1:0]   lengths_2;
    wire [BITS-1:0]      codes_2;
    wire [BLOCK-1:0]     block_2;
    `WF_CUT #(.ON(CUT_CODE), .WIDTH(USER_BITS + 1 + 6 * WORDS + BITS + BLOCK), .FLOW(FLOW)) cut_code (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .data_i({user_i, raw_i, lengths_1, codes_1, block_i}),
        .valid_o(valid_2), .ready_i(ready_2), .data_o({user_2, raw_2, lengths_2, codes_2, block_2})
    );

    // ---- Pack: lengths of 1, 2 and 4 words, and the octal digits of those of left parts; pairs of words joined ----

    wire [S*WORDS/2-1:0] sum_2;
    wire [S*WORDS/4-1:0] sum_4;
    wire [17*WORDS/4-1:0] select_2;     // of two words the length is 8 * (0 .. 8) + (0 .. 7)
    wire [19*WORDS/8-1:0] select_4;     // of four words 64 * (0 .. 2) + 8 * (0 .. 7) + (0 .. 7)
    wire [BITS-1:0]       join_2;
    genvar                a;
    generate
        for (a = 0; a < WORDS / 2; a = a + 1) begin : gen_two
            wire [5:0]  left  = lengths_2[12*a +: 6];
            wire [5:0]  right = lengths_2[12*a+6 +: 6];
            wire        unused_none = &{1'b0, right};     // bit 0: no code, nothing to add
            wire [69:0] upper = {{CODE{1'b0}}, codes_2[2*CODE*a + CODE +: CODE]};
            wire [69:0] moved;      // by 0, 6, 7, 11, 19 or 35 bits
            `WF_MUX #(.WIDTH(2 * CODE), .COUNT(6)) mux (
                .select_i(left), .data_i({upper << 35, upper << 19, upper << 11, upper << 7, upper << 6, upper}), .data_o(moved)
            );
            assign join_2[2*CODE*a +: 2*CODE] = moved | {{CODE{1'b0}}, codes_2[2*CODE*a +: CODE]};
            // 35 is 100011, 19 is 010011, 11 is 001011, 7 is 000111, 6 is 000110
            assign sum_2[S*a +: S] = {5'd0, left[5:3], left[2] || left[1], |left[5:1], |left[5:2]}
                                     + {5'd0, right[5:3], right[2] || right[1], |right[5:1], |right[5:2]};
        end
        for (a = 0; a < WORDS / 4; a = a + 1) begin : gen_four
            assign sum_4[S*a +: S]      = sum_2[S*2*a +: S] + sum_2[S*(2*a+1) +: S];
            assign select_2[17*a +: 17] = {one_of_9(sum_2[S*2*a+3 +: 5]), one_of_8(sum_2[S*2*a +: 3])};
        end
        for (a = 0; a < WORDS / 8; a = a + 1) begin : gen_eight
            wire [8:0] high = one_of_9({3'd0, sum_4[S*2*a+6 +: 2]});
            wire       unused_high = &{1'b0, high};
            assign select_4[19*a +: 19] = {high[2:0], one_of_8(sum_4[S*2*a+3 +: 3]), one_of_8(sum_4[S*2*a +: 3])};
        end
    endgenerate

    function [7:0] one_of_8;
        input [2:0] digit;
        integer     k;
        for (k = 0; k < 8; k = k + 1)
            one_of_8[k] = digit == k[2:0];
    endfunction

    function [8:0] one_of_9;
        input [4:0] digit;
        integer     k;
        for (k = 0; k < 9; k = k + 1)
            one_of_9[k] = digit == k[4:0];
    endfunction

    wire                  valid_3, ready_3, raw_3;
    wire [USER_BITS-1:0]  user_3;
    wire [S*WORDS/4-1:0]  sum_3;
    wire [17*WORDS/4-1:0] select_3_2;
    wire [19*WORDS/8-1:0] select_3_4;
    wire [BITS-1:0]       join_3;
    wire [BLOCK-1:0]      block_3;
    `WF_CUT #(.ON(CUT_JOIN), .WIDTH(USER_BITS + 1 + S * WORDS / 4 + 17 * WORDS / 4 + 19 * WORDS / 8 + BITS + BLOCK), .FLOW(FLOW)) cut_join (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_2), .ready_o(ready_2),
        .data_i({user_2, raw_2, sum_4, select_2, select_4, join_2, block_2}),
        .valid_o(valid_3), .ready_i(ready_3),
        .data_o({user_3, raw_3, sum_3, select_3_2, select_3_4, join_3, block_3})
    );

    // ---- Pack: lengths of 8 and 16 words and of the line. Is the code short enough, and which bursts does it fill? ----

    localparam SELECTS = WORDS == 32 ? 75 : 25;     // the digits of words 0 .. 7; of a line of 32 words also of 16 .. 23 and of 0 .. 15
    wire [S*WORDS/8-1:0] sum_8;
    wire [S-1:0]         total_3;
    wire [SELECTS-1:0]   selects_3;
    wire                 use_3 = !raw_3 && total_3 <= LIMIT[S-1:0];
    wire [UNITS-1:0]     units_3;
    generate
        for (a = 0; a < WORDS / 8; a = a + 1) begin : gen_sum_8
            assign sum_8[S*a +: S] = sum_3[S*2*a +: S] + sum_3[S*(2*a+1) +: S];
        end
        assign selects_3[24:0] = {one_of_9(sum_8[6 +: S-6]), one_of_8(sum_8[3 +: 3]), one_of_8(sum_8[0 +: 3])};
        if (WORDS == 8) begin : gen_8
            assign total_3 = sum_8;
        end else if (WORDS == 16) begin : gen_16
            assign total_3 = sum_8[0 +: S] + sum_8[S +: S];
        end else begin : gen_32
            wire [S-1:0] low  = sum_8[0 +: S] + sum_8[S +: S];
            wire [S-1:0] high = sum_8[2*S +: S] + sum_8[3*S +: S];
            assign total_3 = low + high;
            assign selects_3[49:25] = {one_of_9(sum_8[2*S+6 +: S-6]), one_of_8(sum_8[2*S+3 +: 3]), one_of_8(sum_8[2*S +: 3])};
            assign selects_3[74:50] = {one_of_9(low[S-1:6]), one_of_8(low[5:3]), one_of_8(low[2:0])};
        end
        for (a = 0; a < UNITS; a = a + 1) begin : gen_units
`ifdef WF_WITH_HEAD
            assign units_3[a] = !use_3 || {21'd0, total_3} + 32'd8 > 256 * a;
`else
            assign units_3[a] = !use_3 || {21'd0, total_3} > 256 * a;
`endif
        end
    endgenerate

`ifdef WF_WITH_SIZE
    wire [7:0] size_3 = total_3[10:3] + {7'd0, |total_3[2:0]};      // without the head
    wire       valid_size, ready_size;
    wire       unused_size = &{1'b0, valid_size, ready_size};
    `WF_CUT #(.ON(CUT_LAST), .WIDTH(8), .FLOW(FLOW)) cut_size (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_3), .ready_o(ready_size), .data_i(size_3),
        .valid_o(valid_size), .ready_i(ready_i), .data_o(size_o)
    );
`endif

    // ---- Pack: join four words and more. There is a place for a rank after eight ----

    wire [SELECTS-1:0] selects_l;
    wire [BITS-1:0]    join_l;
    `WF_CUT #(.ON(CUT_LAST), .WIDTH(USER_BITS + 1 + UNITS + SELECTS + BITS + BLOCK), .FLOW(FLOW)) cut_last (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_3), .ready_o(ready_3),
        .data_i({user_3, use_3, units_3, selects_3, gen_level[3].joined, block_3}),
        .valid_o(valid_o), .ready_i(ready_i),
        .data_o({user_o, use_o, units_o, selects_l, join_l, block_o})
    );

    genvar l, k;
    generate
        for (l = 1; l <= LEVELS; l = l + 1) begin : gen_level
            localparam WIDE = CODE << l;
            wire [BITS-1:0] joined;
            if (l == 1) begin : gen_leaf
                assign joined = join_3;
            end else begin : gen_node
                for (k = 0; k < WORDS >> l; k = k + 1) begin : gen_join
                    wire [24:0]     select;
                    wire [WIDE-1:0] pair;
                    if (l == 2) begin : gen_four
                        assign select = {8'd0, select_3_2[17*k +: 17]};
                        assign pair   = gen_level[l-1].joined[WIDE*k +: WIDE];
                    end else if (l == 3) begin : gen_eight
                        assign select = {6'd0, select_3_4[19*k +: 19]};
                        assign pair   = gen_level[l-1].joined[WIDE*k +: WIDE];
                    end else begin : gen_more
                        assign select = selects_l[25*(l == 5 ? 2 : k) +: 25];
                        if (l == 4) begin : gen_ranked
                            assign pair = join_l[WIDE*k +: WIDE];
                        end else begin : gen_inner
                            assign pair = gen_level[l-1].joined[WIDE*k +: WIDE];
                        end
                    end
                    `WF_ENC_WORD_JOIN #(.WIDTH(WIDE), .EIGHTS(l == 2 ? 9 : 8), .HIGHS(l == 2 ? 0 : l == 3 ? 3 : 9)) join_pair (
                        .select_i(select), .pair_i(pair), .joined_o(joined[WIDE*k +: WIDE])
                    );
                end
            end
        end
    endgenerate

    wire [BITS-1:0] code_l = LEVELS == 3 ? join_l : gen_level[LEVELS].joined;
`ifdef WF_WITH_HEAD
    assign code_o = {code_l[BLOCK-9:0], 8'h01};
    wire unused_end = &{1'b0, code_l[BITS-1:BLOCK-8], selects_l};
`else
    assign code_o = code_l[BLOCK-1:0];
    wire unused_end = &{1'b0, code_l[BITS-1:BLOCK], selects_l};
`endif
endmodule
`default_nettype wire
