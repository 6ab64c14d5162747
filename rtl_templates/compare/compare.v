// SPDX-License-Identifier: Apache-2.0
// Block compare: which most significant bytes the lanes of each group have in common. A group is one of GROUPS equal parts of the warp.
// In: a register, and with MASKED = 1 its active mask; the generator must then define WF_WITH_MASK too. Out, STAGES cycles later (0: in the
// same cycle): enc_o, four bits a group, a 1 for each common byte from byte 3 down; one_o, all lanes of the warp hold one value. With a
// mask only active lanes count.
//
//   4 lanes, one group                                  enc    one
//   C0403901 C0403902 C0403903 C0403904                 1110   0
//   7 7 7 7                                             1111   1
//   01000005 02000005 01000005 01000005                 0000   0     equal bytes below an unequal one do not count
//   the first register with mask 0001, or 0000          1111   1
//
// A bit is common if no active lane has a 1 there or no active lane has a 0. So each bit takes an OR tree and an AND tree over the lanes.
// No lane is compared with its neighbour, and no active lane's value is broadcast to the others, as the paper does.
// Source: G-Scalar (HPCA 2017), Figures 3 and 7. More: docs/compare.md
`default_nettype none
module `WF_COMPARE #(
    parameter LANES  = `WF_LANES,   // lanes of the warp: a power of two, 4 to 128
    parameter GROUPS = `WF_GROUPS,  // groups of lanes that are compared by themselves: 1, 2, 4 or 8
    parameter MASKED = `WF_MASKED,  // 1: compare the active lanes only; not to be set, the mask is a port
    parameter STAGES = `WF_STAGES   // register ranks at the outputs, 0 or 1: the latency in cycles
) (
    input  wire                clk_i,    // clock, rising edge; with STAGES = 0 nothing uses it
    input  wire                rst_ni,   // reset, low, asynchronous
    input  wire                valid_i,  // 1: the inputs mean something in this cycle
`ifdef WF_WITH_MASK
    input  wire [LANES-1:0]    mask_i,   // active mask, bit i is lane i
`endif
    input  wire [LANES*32-1:0] block_i,  // a word of 32 bits for each lane, lane 0 lowest

    output wire                valid_o,  // 1: the outputs mean something in this cycle
    output wire [4*GROUPS-1:0] enc_o,    // four bits a group, bit p of them is byte p: 1 if it and all above are common
    output wire                one_o     // 1: all lanes of the warp hold one value
);
    localparam WIDTH = LANES / GROUPS;  // lanes of a group

`ifdef WF_WITH_MASK
    localparam HAS_MASK = 1;
    wire [LANES-1:0] mask = MASKED != 0 ? mask_i : {LANES{1'b1}};
`else
    localparam HAS_MASK = 0;
    wire [LANES-1:0] mask = {LANES{1'b1}};
`endif

    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if ((GROUPS != 1 && GROUPS != 2 && GROUPS != 4 && GROUPS != 8) ||
                GROUPS > LANES) begin : gen_bad_groups wf_illegal_GROUPS bad (); end
        if (MASKED < 0 || MASKED > HAS_MASK) begin : gen_bad_masked wf_illegal_MASKED bad (); end
        if (STAGES < 0 || STAGES > 1) begin : gen_bad_stages wf_illegal_STAGES bad (); end
    endgenerate

    // An inactive lane counts as 0 in the OR tree and as 1 in the AND tree
    wire [LANES*32-1:0] or_0, or_1;
    genvar              i, g, b;
    generate
        for (i = 0; i < LANES; i = i + 1) begin : gen_lane
            assign or_0[32*i +: 32] = block_i[32*i +: 32] & {32{mask[i]}};
            assign or_1[32*i +: 32] = block_i[32*i +: 32] | {32{!mask[i]}};
        end
    endgenerate

    // Both trees fold a group's lanes onto each other until one lane is left
    wire [GROUPS*32-1:0] any_set, all_set;
    generate
        for (g = 0; g < GROUPS; g = g + 1) begin : gen_group
            wire [31:0] unused_all, unused_any;
            `WF_FOLD #(.WIDTH(32), .COUNT(WIDTH)) fold_any (.data_i(or_0[32*WIDTH*g +: 32*WIDTH]), .all_o(unused_all), .any_o(any_set[32*g +: 32]));
            `WF_FOLD #(.WIDTH(32), .COUNT(WIDTH)) fold_all (.data_i(or_1[32*WIDTH*g +: 32*WIDTH]), .all_o(all_set[32*g +: 32]), .any_o(unused_any));
        end
    endgenerate

    // alike: the equal bytes of a group. enc: the equal bytes down to the first unequal one. one: from the trees of all groups
    wire [4*GROUPS-1:0] enc;
    wire [31:0]         like_warp;
    wire                one = &like_warp;
    generate
        for (g = 0; g < GROUPS; g = g + 1) begin : gen_enc
            wire [31:0] like  = ~any_set[32*g +: 32] | all_set[32*g +: 32];
            wire [3:0]  alike = {&like[31:24], &like[23:16], &like[15:8], &like[7:0]};
            assign enc[4*g +: 4] = {alike[3], alike[3] && alike[2], alike[3] && alike[2] && alike[1],
                                    alike[3] && alike[2] && (alike[1] && alike[0])};
        end
        for (b = 0; b < 32; b = b + 1) begin : gen_like_warp
            wire [GROUPS-1:0] any, all;
            for (g = 0; g < GROUPS; g = g + 1) begin : gen_column
                assign any[g] = any_set[32*g + b];
                assign all[g] = all_set[32*g + b];
            end
            assign like_warp[b] = !(|any) || &all;
        end
    endgenerate

    wire unused_ready;
    `WF_CUT #(.ON(STAGES), .WIDTH(4 * GROUPS + 1)) cut_outputs (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(unused_ready), .data_i({one, enc}),
        .valid_o(valid_o), .ready_i(1'b1), .data_o({one_o, enc_o})
    );
endmodule
`default_nettype wire
