// SPDX-License-Identifier: Apache-2.0
// Encoder of bpc: bit planes of the differences between a cache line's words. Word 0 is the base. The W - 1 differences of the words after it
`ifdef WF_ENC_SERIAL
// have 33 bits; plane p has bit p of each. A code is the base's, then those of the planes from 32 down to 0. This module has the ports and checks
// the parameters.
// In: a line, and raw_only_i, which asks for raw. ready_o is 1 when it can take the next one, 33 / RATE cycles after the one before. Out, 33 / RATE
// cycles later and one for each rank: tag (1: compressed), payload, the bursts of 32 bytes in use (units_o and wen_o).
`else
// have 33 bits; plane p has bit p of each. A code is the base's, then those of the planes from 32 down to 0. Slot q is plane 32 - q: slot 0 is
// plane 32, the top one.
// In: a line a cycle, and raw_only_i, which asks for raw. Out, a cycle later for each rank (none: in the same cycle): tag (1: compressed), payload,
// the bursts of 32 bytes in use (units_o and wen_o).
`endif
//
//   words 100 103 106 109 ..  ->  differences 3 3 3 ..; planes 32 to 2 are 0, planes 1 and 0 are ones
//   codes, from bit 0: base 010 00100110, 31 planes of zeros 01 10111, all ones 00000, no change 001
// Source: Bit-Plane Compression (ISCA 2016). More: docs/bpc.md
`default_nettype none
module `WF_ENC #(
    parameter LINE      = `WF_LINE,      // bytes of the cache line: 32, 64 or 128
`ifdef WF_ENC_SERIAL
    parameter RATE      = `WF_RATE,      // planes a cycle: 1, 3 or 11
`endif
    parameter SAVE      = `WF_SAVE,      // what a code must save to be used: 0 a byte, 1 a burst of 32 bytes
    parameter ISOLATE   = `WF_ISOLATE,   // 1: gates hold the operands at zero while the unit is idle
    parameter CUTS      = `WF_ENC_CUTS,  // register ranks, a bit each, from bit 0: `WF_ENC_CUT_NAMES
`ifdef WF_WITH_FLOW
    parameter FLOW      = `WF_FLOW,      // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
`endif
    parameter USER_BITS = `WF_USER_BITS  // bits of user, 1 or more
) (
    input  wire                 clk_i,       // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,      // reset, low, asynchronous
    input  wire                 valid_i,     // 1: the inputs are a block of this cycle
`ifdef WF_WITH_ENC_READY
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
`ifdef WF_WITH_SIZE
    output wire [7:0]           size_o,      // bytes of the code, without the head; any bits if the line is raw
`endif
    output wire [LINE/32-1:0]   units_o,     // the bursts of 32 bytes in use, bit u is burst u
    output wire [LINE/32-1:0]   wen_o        // write enables, a bit a burst: the bursts in use
);
`ifdef WF_ENC_SERIAL
`ifndef WF_WITH_FLOW
    localparam FLOW = 0;  // there is no ready_i to obey
    wire ready_i = 1'b1;
`endif
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (RATE != 1 && RATE != 3 && RATE != 11) begin : gen_bad_rate wf_illegal_RATE bad (); end
        if (SAVE < 0 || SAVE > 1 || (SAVE != 0 && LINE == 32)) begin : gen_bad_save wf_illegal_SAVE bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if ((CUTS >> 5) != 0 || !CUTS[4]) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (FLOW < 0 || FLOW > 2) begin : gen_bad_flow wf_illegal_FLOW bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
    endgenerate

    `WF_ENC_SERIAL #(.LINE(LINE), .RATE(RATE), .SAVE(SAVE), .ISOLATE(ISOLATE), .CUTS(CUTS), .FLOW(FLOW), .USER_BITS(USER_BITS)) form (
`ifdef WF_WITH_SIZE
        .size_o(size_o),
`endif
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .user_i(user_i), .raw_only_i(raw_only_i), .block_i(block_i),
        .valid_o(valid_o), .ready_i(ready_i), .user_o(user_o), .tag_o(tag_o), .payload_o(payload_o), .units_o(units_o)
    );
`else
`ifndef WF_WITH_FLOW
    localparam FLOW = 0;  // there is no ready_i to obey
    wire ready_o;
    wire ready_i     = 1'b1;
    wire unused_flow = &{1'b0, ready_o};
`endif
    localparam BLOCK = LINE * 8;
    localparam W     = LINE / 4;        // words, and bits of a plane's longest code
    localparam PLACE = 5 + $clog2(W);  // bits of the code of a place in a plane
    localparam UNITS = LINE / 32;
`ifdef WF_WITH_HEAD
    localparam HEAD  = 8;
`else
    localparam HEAD  = 0;
`endif
    localparam LIMIT = 8 * (SAVE != 0 || (HEAD != 0 && LINE != 32) ? LINE - 32 : LINE - 1) - HEAD;  // bits that a code may have behind the head
    localparam FRONT = 43 + W;          // bits of the codes of base and slot 0, and of their lengths
    localparam S     = 11;              // bits of a length: up to 33 * 33 + 33 - 1

    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (SAVE < 0 || SAVE > 1 || (SAVE != 0 && LINE == 32)) begin : gen_bad_save wf_illegal_SAVE bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if ((CUTS >> 5) != 0) begin : gen_bad_cuts wf_illegal_CUTS bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
    endgenerate

    // ---- Planes ----

    wire [BLOCK-1:0]    block_0 = block_i & {BLOCK{ISOLATE == 0 || valid_i}};
    wire [33*(W-1)-1:0] planes_0;
    `WF_ENC_PLANES #(.WORDS(W)) planes (.block_i(block_0), .planes_o(planes_0));

    wire                 valid_1, ready_1, raw_1;
    wire [USER_BITS-1:0] user_1;
    wire [33*(W-1)-1:0]  planes_1;
    wire [BLOCK-1:0]     block_1;
    `WF_CUT #(.ON(CUTS[0]), .WIDTH(1 + USER_BITS + 33 * (W - 1) + BLOCK), .FLOW(FLOW)) cut_planes (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .data_i({raw_only_i, user_i, planes_0, block_0}),
        .valid_o(valid_1), .ready_i(ready_1), .data_o({raw_1, user_1, planes_1, block_1})
    );

    // ---- Select: the codes of base and planes, and their lengths ----

    wire [33*W-1:0] codes_1;
    wire [33*6-1:0] lengths_1;      // one-hot: 0, 3, 5, 7, PLACE, W
    wire [32:0]     base_1;
    wire [4:0]      base_length_1;  // one-hot: 3, 7, 11, 19, 33
    `WF_ENC_CODE #(.WORDS(W)) code (.planes_i(planes_1), .codes_o(codes_1), .lengths_o(lengths_1));
    `WF_ENC_BASE base (.word_i(block_1[31:0]), .code_o(base_1), .length_o(base_length_1));

    wire                 valid_2, ready_2, raw_2;
    wire [USER_BITS-1:0] user_2;
    wire [33*W-1:0]      codes_2;
    wire [33*6-1:0]      lengths_2;
    wire [32:0]          base_2;
    wire [4:0]           base_length_2;
    wire [BLOCK-1:0]     block_2;
    `WF_CUT #(.ON(CUTS[1]), .WIDTH(1 + USER_BITS + 33 * W + 33 * 6 + 38 + BLOCK), .FLOW(FLOW)) cut_code (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_1), .ready_o(ready_1),
        .data_i({raw_1, user_1, codes_1, lengths_1, base_1, base_length_1, block_1}),
        .valid_o(valid_2), .ready_i(ready_2), .data_o({raw_2, user_2, codes_2, lengths_2, base_2, base_length_2, block_2})
    );

    // ---- Pack: the codes of slots 1 to 32 are joined, neighbours first, in five levels; slot 0 and the base go below them. Lengths are added ----

    // 33 is 100001, 19 is 010011, 11 is 001011, 7 is 000111, 3 is 000011
    wire             unused_none = &{1'b0, lengths_2[0]};   // slot 0 always has a code
    wire [FRONT-1:0] front_2 = {base_2, base_length_2, codes_2[W-1:0], lengths_2[5:1]};
    wire [S-1:0]     front_length_2 = length_of(lengths_2[5:1]) + {5'd0, base_length_2[4:2], base_length_2[1], |base_length_2[3:0], 1'b1};

    function [S-1:0] length_of;
        input [5:1] one_hot;  // bit 0: no code, no length
        length_of = 11'd3 & {S{one_hot[1]}} | 11'd5 & {S{one_hot[2]}} | 11'd7 & {S{one_hot[3]}} | PLACE[S-1:0] & {S{one_hot[4]}} |
                    W[S-1:0] & {S{one_hot[5]}};
    endfunction

    wire [32*W-1:0] join_2;
    wire [16*S-1:0] sum_2;
    wire [8*S-1:0]  sum_4;
    wire [32*W-1:0] join_4;
    genvar          a;
    generate
        for (a = 0; a < 16; a = a + 1) begin : gen_two
            wire [5:0]     left  = lengths_2[6*(2*a+1) +: 6];
            wire [2*W-1:0] right = {{W{1'b0}}, codes_2[W*(2*a+2) +: W]};
            wire [2*W-1:0] moved;
            wire           unused_right = &{1'b0, lengths_2[6*(2*a+2)]};    // no code, nothing to add
            `WF_MUX #(.WIDTH(2 * W), .COUNT(6)) mux (
                .select_i(left), .data_i({right << W, right << PLACE, right << 7, right << 5, right << 3, right}), .data_o(moved)
            );
            assign join_2[2*W*a +: 2*W] = moved | {{W{1'b0}}, codes_2[W*(2*a+1) +: W]};
            assign sum_2[S*a +: S]      = length_of(left[5:1]) + length_of(lengths_2[6*(2*a+2)+1 +: 5]);
        end
        for (a = 0; a < 8; a = a + 1) begin : gen_four
            assign sum_4[S*a +: S] = sum_2[S*2*a +: S] + sum_2[S*(2*a+1) +: S];
            `WF_ENC_JOIN #(.HALF(2 * W)) join_pair (
                .length_i(sum_2[S*2*a +: S]), .left_i(join_2[4*W*a +: 2*W]), .right_i(join_2[4*W*a+2*W +: 2*W]), .joined_o(join_4[4*W*a +: 4*W])
            );
        end
    endgenerate

    wire                 valid_3, ready_3, raw_3;
    wire [USER_BITS-1:0] user_3;
    wire [8*S-1:0]       sum_3;
    wire [32*W-1:0]      join_3;
    wire [FRONT-1:0]     front_3;
    wire [S-1:0]         front_length_3;
    wire [BLOCK-1:0]     block_3;
    `WF_CUT #(.ON(CUTS[2]), .WIDTH(1 + USER_BITS + 9 * S + 32 * W + FRONT + BLOCK), .FLOW(FLOW)) cut_join (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_2), .ready_o(ready_2),
        .data_i({raw_2, user_2, sum_4, join_4, front_2, front_length_2, block_2}),
        .valid_o(valid_3), .ready_i(ready_3), .data_o({raw_3, user_3, sum_3, join_3, front_3, front_length_3, block_3})
    );

    wire [4*S-1:0]  sum_8;
    wire [2*S-1:0]  sum_16;
    wire [32*W-1:0] join_8, join_16;
    generate
        for (a = 0; a < 4; a = a + 1) begin : gen_eight
            assign sum_8[S*a +: S] = sum_3[S*2*a +: S] + sum_3[S*(2*a+1) +: S];
            `WF_ENC_JOIN #(.HALF(4 * W)) join_pair (
                .length_i(sum_3[S*2*a +: S]), .left_i(join_3[8*W*a +: 4*W]), .right_i(join_3[8*W*a+4*W +: 4*W]), .joined_o(join_8[8*W*a +: 8*W])
            );
        end
        for (a = 0; a < 2; a = a + 1) begin : gen_sixteen
            assign sum_16[S*a +: S] = sum_8[S*2*a +: S] + sum_8[S*(2*a+1) +: S];
            `WF_ENC_JOIN #(.HALF(8 * W)) join_pair (
                .length_i(sum_8[S*2*a +: S]), .left_i(join_8[16*W*a +: 8*W]), .right_i(join_8[16*W*a+8*W +: 8*W]), .joined_o(join_16[16*W*a +: 16*W])
            );
        end
    endgenerate

    // Is the code short enough, and which bursts does it fill?
    wire [S-1:0]     total_3 = front_length_3 + sum_16[0 +: S] + sum_16[S +: S];
    wire             use_3   = !raw_3 && total_3 <= LIMIT[S-1:0];
    wire [UNITS-1:0] units_3;
    generate
        for (a = 0; a < UNITS; a = a + 1) begin : gen_units
            assign units_3[a] = !use_3 || {21'd0, total_3} + HEAD > 256 * a;
        end
    endgenerate

    wire                 valid_4, ready_4, use_4;
    wire [USER_BITS-1:0] user_4;
    wire [UNITS-1:0]     units_4;
    wire [S-1:0]         left_4;
    wire [32*W-1:0]      join_4_16;
    wire [FRONT-1:0]     front_4;
    wire [BLOCK-1:0]     block_4;
    `WF_CUT #(.ON(CUTS[3]), .WIDTH(1 + USER_BITS + UNITS + S + 32 * W + FRONT + BLOCK), .FLOW(FLOW)) cut_last (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_3), .ready_o(ready_3),
        .data_i({use_3, user_3, units_3, sum_16[S-1:0], join_16, front_3, block_3}),
        .valid_o(valid_4), .ready_i(ready_4), .data_o({use_4, user_4, units_4, left_4, join_4_16, front_4, block_4})
    );

`ifdef WF_WITH_SIZE
    wire [7:0] size_3 = total_3[10:3] + {7'd0, |total_3[2:0]};      // without the head
    wire [7:0] size_4;
    wire [3:0] unused_size;
    wire       unused_sizes = &{1'b0, unused_size};
    `WF_CUT #(.ON(CUTS[3]), .WIDTH(8), .FLOW(FLOW)) size_last (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_3), .ready_o(unused_size[0]), .data_i(size_3),
        .valid_o(unused_size[1]), .ready_i(ready_4), .data_o(size_4)
    );
    `WF_CUT #(.ON(CUTS[4]), .WIDTH(8), .FLOW(FLOW)) size_out (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_4), .ready_o(unused_size[2]), .data_i(size_4),
        .valid_o(unused_size[3]), .ready_i(ready_i), .data_o(size_o)
    );
`endif

    wire [BLOCK-1:0] join_32;
    `WF_ENC_JOIN #(.HALF(16 * W)) join_planes (
        .length_i(left_4), .left_i(join_4_16[16*W-1:0]), .right_i(join_4_16[32*W-1:16*W]), .joined_o(join_32)
    );

    // Slot 0 below them, then the base
    wire [32:0]      base_4;
    wire [4:0]       base_length_4;
    wire [W-1:0]     slot_0;
    wire [5:1]       length_0;
    assign {base_4, base_length_4, slot_0, length_0} = front_4;
    wire [BLOCK-1:0] moved_by_0, moved;
    wire [BLOCK-1:0] join_33 = moved_by_0 | {{BLOCK-W{1'b0}}, slot_0};
    wire [BLOCK-1:0] code_4  = moved | {{BLOCK-33{1'b0}}, base_4};      // without the head; bits of a code that is too long are lost
    `WF_MUX #(.WIDTH(BLOCK), .COUNT(5)) mux_0 (
        .select_i(length_0), .data_i({join_32 << W, join_32 << PLACE, join_32 << 7, join_32 << 5, join_32 << 3}), .data_o(moved_by_0)
    );
    `WF_MUX #(.WIDTH(BLOCK), .COUNT(5)) mux_base (
        .select_i(base_length_4), .data_i({join_33 << 33, join_33 << 19, join_33 << 11, join_33 << 7, join_33 << 3}), .data_o(moved)
    );
`ifdef WF_WITH_HEAD
    wire [BLOCK-1:0] payload_4 = use_4 ? {code_4[BLOCK-9:0], 8'h01} : block_4;
    wire             unused_code = &{1'b0, code_4[BLOCK-1:BLOCK-8]};
`else
    wire [BLOCK-1:0] payload_4 = use_4 ? code_4 : block_4;
`endif

    `WF_CUT #(.ON(CUTS[4]), .WIDTH(USER_BITS + 1 + UNITS + BLOCK), .FLOW(FLOW)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_4), .ready_o(ready_4), .data_i({user_4, use_4, units_4, payload_4}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, tag_o, units_o, payload_o})
    );
`endif
    assign wen_o = units_o;
endmodule
`default_nettype wire
