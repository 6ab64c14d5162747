// SPDX-License-Identifier: Apache-2.0
// Decoder of fpc, form segment: all segments are decoded at once.
//
//   64 bytes, 4 segments   prefixes 000 001 000 111, nibbles 1 2 3 C from bit 16, four words from bit 32
//                          ->  words 0 0 0 0   1 2 3 FFFFFFFC   0 0 0 0   the four words
//
// The reverse of the encoder's join. The right half of the segments moves down by the length of the left half, then each half is cut the same
// way, until each segment has a window as wide as its words.
`default_nettype none
module `WF_DEC_SEGMENT #(
    parameter       LINE      = `WF_LINE,      // bytes of the cache line: 32, 64 or 128
    parameter       SEGMENTS  = `WF_SEGMENTS,  // segments of a line: 2, 4, 8 or 16
    parameter [6:0] PATTERNS  = `WF_PATTERNS,  // patterns that may be used, bits 0 to 6: zero nibble byte half upper two-bytes repeated
    parameter       CUTS      = `WF_DEC_CUTS,  // register ranks, a bit each, from bit 0: `WF_DEC_CUT_NAMES
    parameter       FLOW      = `WF_FLOW,      // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter       USER_BITS = `WF_USER_BITS  // bits of user, 1 or more
) (
    input  wire                 clk_i,      // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,     // reset, low, asynchronous
    input  wire                 valid_i,    // 1: payload_i is a code of this cycle
    output wire                 ready_o,    // 1: the unit takes what valid_i offers
    input  wire [USER_BITS-1:0] user_i,     // any bits; they come out with this block's result
    input  wire                 coded_i,    // 1: compressed, 0: raw
    input  wire [LINE*8-1:0]    payload_i,  // the code or the raw line, byte 0 lowest; bursts that are not in use: any bits

    output wire                 valid_o,    // 1: block_o and user_o mean something in this cycle
    input  wire                 ready_i,    // 1: the receiver takes the outputs; nothing uses it if FLOW is 0
    output wire [USER_BITS-1:0] user_o,     // the bits that came in with this block
    output wire [LINE*8-1:0]    block_o     // the line, byte 0 lowest
);
    localparam BLOCK   = LINE * 8;
    localparam N       = LINE / 4 / SEGMENTS;           // words of a segment
    localparam WIDTH   = 32 * N;
    localparam HEAD    = (3 * SEGMENTS + 7) / 8 * 8;    // bits of the prefixes
    localparam LEVELS  = $clog2(SEGMENTS);
    localparam MIDDLE  = LEVELS / 2;
    localparam SELECTS = 17 * SEGMENTS;                 // 17 for each split

    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if ((SEGMENTS != 2 && SEGMENTS != 4 && SEGMENTS != 8 && SEGMENTS != 16) ||
                4 * SEGMENTS > LINE) begin : gen_bad_segments wf_illegal_SEGMENTS bad (); end
        if (PATTERNS == 7'd0) begin : gen_bad_patterns wf_illegal_PATTERNS bad (); end
        if ((CUTS >> 5) != 0) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (FLOW < 0 || FLOW > 2) begin : gen_bad_flow wf_illegal_FLOW bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
    endgenerate

    localparam CUT_PAYLOAD = CUTS[0];
    localparam CUT_SELECT  = CUTS[1];
    localparam CUT_HALF    = CUTS[2];
    localparam CUT_WINDOW  = CUTS[3];
    localparam CUT_OUT     = CUTS[4];

    wire                 valid_1, ready_1, coded_1;
    wire [USER_BITS-1:0] user_1;
    wire [BLOCK-1:0]     payload_1;
    `WF_CUT #(.ON(CUT_PAYLOAD), .WIDTH(USER_BITS + 1 + BLOCK), .FLOW(FLOW)) cut_payload (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_i), .ready_o(ready_o), .data_i({user_i, coded_i, payload_i}),
        .valid_o(valid_1), .ready_i(ready_1), .data_o({user_1, coded_1, payload_1})
    );

    // ---- Unpack: the pattern of each segment, one-hot, and the selects of the splits. Pattern 7: no other that is in use ----

    wire [8*SEGMENTS-1:0] is_1;     // bit 8*g + p: segment g has pattern p
    wire [SEGMENTS-1:0]   eight_1, sixteen_1;   // bit g: the pattern of segment g has so many bits of data
    wire [SEGMENTS-1:0]   zero_1, four_1, word_1;
    wire [8*SEGMENTS:0]   unused_total;
    wire [SELECTS-1:0]    selects_1;
    genvar                g, p;
    generate
        for (g = 0; g < SEGMENTS; g = g + 1) begin : gen_is
`ifdef WF_WITH_HEAD
            wire [2:0] prefix = payload_1[8 + 3*g +: 3];    // behind the line's head
`else
            wire [2:0] prefix = payload_1[3*g +: 3];
`endif
            wire [6:0] named;       // bit p: the prefix is p, and in use
            for (p = 0; p < 7; p = p + 1) begin : gen_pattern
                assign named[p] = PATTERNS[p] ? prefix == p : 1'b0;
            end
            assign is_1[8*g +: 8] = {&PATTERNS ? prefix == 3'd7 : !(|named), named};
            assign zero_1[g]    = is_1[8*g];
            assign four_1[g]    = is_1[8*g + 1];
            assign eight_1[g]   = is_1[8*g + 2] || is_1[8*g + 6];
            assign sixteen_1[g] = is_1[8*g + 3] || is_1[8*g + 4] || is_1[8*g + 5];
            assign word_1[g]    = is_1[8*g + 7];
        end
    endgenerate
    `WF_FPC_SEGMENT_LENGTHS #(.SEGMENTS(SEGMENTS)) lengths (
        .zero_i(zero_1), .four_i(four_1), .eight_i(eight_1), .sixteen_i(sixteen_1), .word_i(word_1),
        .total_o(unused_total), .selects_o(selects_1)
    );

    wire                  valid_2, ready_2, coded_2;
    wire [USER_BITS-1:0]  user_2;
    wire [8*SEGMENTS-1:0] is_2;
    wire [SELECTS-1:0]    selects_2;
    wire [BLOCK-1:0]      payload_2;
    `WF_CUT #(.ON(CUT_SELECT), .WIDTH(USER_BITS + 1 + 8 * SEGMENTS + SELECTS + BLOCK), .FLOW(FLOW)) cut_select (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_1), .ready_o(ready_1), .data_i({user_1, coded_1, is_1, selects_1, payload_1}),
        .valid_o(valid_2), .ready_i(ready_2), .data_o({user_2, coded_2, is_2, selects_2, payload_2})
    );

    // ---- Unpack: split the line into windows, level by level. There is a place for a rank in the middle of the levels ----

    wire                  valid_3, ready_3, coded_3;
    wire [USER_BITS-1:0]  user_3;
    wire [8*SEGMENTS-1:0] is_3;
    wire [SELECTS-1:0]    selects_3;
    wire [BLOCK-1:0]      half_3, payload_3;
    `WF_CUT #(.ON(CUT_HALF), .WIDTH(USER_BITS + 1 + 8 * SEGMENTS + SELECTS + 2 * BLOCK), .FLOW(FLOW)) cut_half (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_2), .ready_o(ready_2),
        .data_i({user_2, coded_2, is_2, selects_2, gen_level[MIDDLE].windows, payload_2}),
        .valid_o(valid_3), .ready_i(ready_3), .data_o({user_3, coded_3, is_3, selects_3, half_3, payload_3})
    );

    genvar l, k;
    generate
        for (l = LEVELS; l >= 0; l = l - 1) begin : gen_level
            localparam COUNT = SEGMENTS >> l;
            localparam WIDE  = BLOCK / COUNT;
            wire [BLOCK-1:0] windows;       // COUNT of them, each with the data of 2^l segments
            if (l == LEVELS) begin : gen_line
`ifdef WF_WITH_HEAD
                assign windows = {{HEAD+8{1'b0}}, payload_2[BLOCK-1:HEAD+8]};
`else
                assign windows = {{HEAD{1'b0}}, payload_2[BLOCK-1:HEAD]};
`endif
            end else begin : gen_node
                for (k = 0; k < COUNT / 2; k = k + 1) begin : gen_split
                    wire [16:0]       select;
                    wire [2*WIDE-1:0] pair;
                    if (l >= MIDDLE) begin : gen_upper
                        assign select = selects_2[17*(SEGMENTS-COUNT) + 17*k +: 17];
                        assign pair   = gen_level[l+1].windows[2*WIDE*k +: 2*WIDE];
                    end else begin : gen_lower
                        assign select = selects_3[17*(SEGMENTS-COUNT) + 17*k +: 17];
                        if (l + 1 == MIDDLE) begin : gen_ranked
                            assign pair = half_3[2*WIDE*k +: 2*WIDE];
                        end else begin : gen_inner
                            assign pair = gen_level[l+1].windows[2*WIDE*k +: 2*WIDE];
                        end
                    end
                    `WF_DEC_SEGMENT_SPLIT #(.WIDTH(2 * WIDE), .STEP(4 * N), .LEGS((8 << l) + 1)) split_pair (
                        .select_i(select), .pair_i(pair), .split_o(windows[2*WIDE*k +: 2*WIDE])
                    );
                end
            end
        end
    endgenerate
    wire [BLOCK-1:0] window_3 = MIDDLE == 0 ? half_3 : gen_level[0].windows;
    wire             unused_selects = &{1'b0, selects_2, selects_3};

    wire                  valid_4, ready_4, coded_4;
    wire [USER_BITS-1:0]  user_4;
    wire [8*SEGMENTS-1:0] is_4;
    wire [BLOCK-1:0]      window_4, payload_4;
    `WF_CUT #(.ON(CUT_WINDOW), .WIDTH(USER_BITS + 1 + 8 * SEGMENTS + 2 * BLOCK), .FLOW(FLOW)) cut_window (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_3), .ready_o(ready_3), .data_i({user_3, coded_3, is_3, window_3, payload_3}),
        .valid_o(valid_4), .ready_i(ready_4), .data_o({user_4, coded_4, is_4, window_4, payload_4})
    );

    // ---- Rebuild: the words of a window as its pattern says ----

    wire [BLOCK-1:0] block_4;
    genvar           i;
    generate
        for (g = 0; g < SEGMENTS; g = g + 1) begin : gen_segment
            wire [7:1]       is     = is_4[8*g+1 +: 7] & {7{coded_4}};
            wire [WIDTH-1:0] window = window_4[WIDTH*g +: WIDTH];
            for (i = 0; i < N; i = i + 1) begin : gen_word
                wire [31:0] word;
                `WF_DEC_REBUILD rebuild (
                    .is_i(is), .nibble_i(window[4*i +: 4]), .byte_i(window[8*i +: 8]), .half_i(window[16*i +: 16]),
                    .word_i(window[32*i +: 32]), .word_o(word)
                );
                assign block_4[32*(N*g+i) +: 32] = word | payload_4[32*(N*g+i) +: 32] & {32{!coded_4}};
            end
        end
    endgenerate
    wire unused_zero = &{1'b0, is_4};

    `WF_CUT #(.ON(CUT_OUT), .WIDTH(USER_BITS + BLOCK), .FLOW(FLOW)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_4), .ready_o(ready_4), .data_i({user_4, block_4}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, block_o})
    );
endmodule
`default_nettype wire
