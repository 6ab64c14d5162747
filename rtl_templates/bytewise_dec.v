// SPDX-License-Identifier: Apache-2.0
// Decoder of bytewise: tag and byte planes of a warp register give its LANES words of 32 bits. Lane 0 is the least significant word.
// In: a code a cycle. With EARLY_TAG its tag comes one cycle before valid_i and payload_i. Out, a cycle later for each rank (none: in the same cycle):
// the block.
//
//   4 lanes, enc 1110, D 0, BVR C0403901, plane 0 = 01 02 03 04   ->  C0403901 C0403902 C0403903 C0403904
//   D 1, or enc 0000                                              ->  the bytes as stored
`ifdef WF_DEC_POW2
//   4 lanes, enc 0011 (affine, stride 4), D 0, BVR C0403901       ->  C0403901 C0403905 C0403909 C040390D
`endif
`ifdef WF_ENC_ANY
//   4 lanes, enc 0001 (affine), D 0, BVR C0403901, stride 3       ->  C0403901 C0403904 C0403907 C040390A
`endif
//
`ifdef WF_EXPAND
// An enc with a 1 below a 0 is that of an affine group, if D is 0: all of its bytes come from BVR and stride. In the other groups the
// stride counts as 0, so the same sums are the bytes of the BVR that are used.
`endif
// Byte p of a lane comes from its group's BVR if enc bit p is 1 and D is 0, else from plane p of the payload. An output bit is (stored AND
// keep) OR common. keep is one net for each plane of a group. common is the BVR's bit where its byte is used, else 0, one net for each bit
// of a BVR. That leaves two gates for each output bit.
// Source: G-Scalar (HPCA 2017), sections 3 and 4. More: docs/bytewise.md
`default_nettype none
module `WF_DEC #(
    parameter LANES     = `WF_LANES,                                  // lanes of the warp: a power of two, 4 to 128
    parameter GROUPS    = `WF_GROUPS,                                 // groups of lanes, each with an enc and a BVR: 1, 2, 4 or 8
    parameter ISOLATE   = `WF_ISOLATE,                                // 1: gates hold the operands at zero while the unit is idle
    parameter CUTS      = `WF_DEC_CUTS,                               // register ranks, a bit each, from bit 0: `WF_DEC_CUT_NAMES
    parameter FLOW      = `WF_FLOW,                                   // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter USER_BITS = `WF_USER_BITS,                              // bits of user, 1 or more
    parameter EARLY_TAG = `WF_EARLY_TAG,                              // 1: tag_i comes one cycle before valid_i and payload_i
    parameter BVR_BITS  = LANES / GROUPS > 32 ? LANES / GROUPS : 32,  // bits of a BVR; not to be set
`ifdef WF_ENC_ANY
    parameter TAG_BITS  = 4 * GROUPS + (GROUPS > 1 ? 2 : 1) + GROUPS * (BVR_BITS + 32)  // bits of the tag; not to be set
`else
    parameter TAG_BITS  = 4 * GROUPS + (GROUPS > 1 ? 2 : 1) + GROUPS * BVR_BITS  // bits of the tag; not to be set
`endif
) (
    input  wire                 clk_i,      // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,     // reset, low, asynchronous
    input  wire                 valid_i,    // 1: payload_i is a code of this cycle
`ifdef WF_WITH_FLOW
    output wire                 ready_o,    // 1: the unit takes what valid_i offers
`endif
    input  wire [USER_BITS-1:0] user_i,     // any bits; they come out with this block's result
`ifdef WF_ENC_ANY
    input  wire [TAG_BITS-1:0]  tag_i,      // from bit 0: enc of each group | D | FS if GROUPS > 1 | BVRs | strides
`else
    input  wire [TAG_BITS-1:0]  tag_i,      // from bit 0: enc of each group | D | FS if GROUPS > 1 | BVR of each group
`endif
    input  wire [LANES*32-1:0]  payload_i,  // byte planes: byte p of lane i is byte p * LANES + i

    output wire                 valid_o,    // 1: block_o and user_o mean something in this cycle
`ifdef WF_WITH_FLOW
    input  wire                 ready_i,    // 1: the receiver takes the outputs; nothing uses it if FLOW is 0
`endif
    output wire [USER_BITS-1:0] user_o,     // the bits that came in with this block
    output wire [LANES*32-1:0]  block_o     // a word of 32 bits for each lane, lane 0 lowest
);
`ifndef WF_WITH_FLOW
    wire ready_o;
    wire ready_i     = 1'b1;
    wire unused_flow = &{1'b0, ready_o};
`endif
    localparam BLOCK  = LANES * 32;
    localparam WIDTH  = LANES / GROUPS;     // lanes of a group
    localparam ENC    = 4 * GROUPS;
    localparam BASES  = 32 * GROUPS;
    localparam BVR_AT = ENC + (GROUPS > 1 ? 2 : 1);
`ifdef WF_DEC_POW2
    localparam STEP   = 4;                  // bits of a stride inside: {down, code as expand takes it}
`endif
`ifdef WF_ENC_ANY
    localparam STEP   = 32;                 // bits of a stride
    localparam SIDE   = BVR_AT + GROUPS * BVR_BITS;
`endif
`ifdef WF_EXPAND
    localparam STEPS  = STEP * GROUPS;
`endif

    localparam CUT_TAG    = CUTS[0];
    localparam CUT_SELECT = CUTS[1];
    localparam CUT_KEPT   = CUTS[2];
    localparam CUT_OUT    = CUTS[3];

    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0 ||
                (GROUPS != 1 && GROUPS != 2 && GROUPS != 4 && GROUPS != 8) || GROUPS > LANES ||
`ifdef WF_EXPAND
                LANES / GROUPS < 4 ||
`endif
                ISOLATE < 0 || ISOLATE > 1 || USER_BITS < 1 ||
                CUTS < 0 || CUTS > 15 ||
                EARLY_TAG < 0 || EARLY_TAG > 1 || (EARLY_TAG != 0 && (CUTS == 0 || FLOW != 0)) ||
                BVR_BITS != (LANES / GROUPS > 32 ? LANES / GROUPS : 32) ||
`ifdef WF_ENC_ANY
                TAG_BITS != (4 * GROUPS + (GROUPS > 1 ? 2 : 1) + GROUPS * (BVR_BITS + 32))) begin : gen_illegal
`else
                TAG_BITS != (4 * GROUPS + (GROUPS > 1 ? 2 : 1) + GROUPS * BVR_BITS)) begin : gen_illegal
`endif
            wf_illegal_parameter illegal ();
        end
    endgenerate

    // ---- Unpack: which planes come from the BVR, and the bytes of the BVR that are used ----

    // Every byte of the BVRs that is used; 0 for the others
    function [BASES-1:0] common_of;
        input [ENC-1:0]   use_base;
        input [BASES-1:0] base;
        integer           k;
        for (k = 0; k < ENC; k = k + 1)
            common_of[8*k +: 8] = base[8*k +: 8] & {8{use_base[k]}};
    endfunction

`ifdef WF_EXPAND
    wire [ENC-1:0]   enc_now = tag_i[ENC-1:0] & {ENC{!tag_i[ENC]}};
    wire [ENC-1:0]   use_now;       // all planes of an affine group, the common ones of another
    wire [STEPS-1:0] step_now;      // strides: that of an affine group, zero of another
    genvar           k;
    generate
        for (k = 0; k < GROUPS; k = k + 1) begin : gen_use
            wire [3:0] enc    = enc_now[4*k +: 4];
            wire       affine = |(enc[2:0] & ~enc[3:1]);
            assign use_now[4*k +: 4] = enc | {4{affine}};
`ifdef WF_DEC_POW2
            // Upwards 0001 to 0111 are codes 0 to 6 of expand, and its 7 is zero. Downwards 1001, 1010, 1011 and 1101 are 0, 1, 2 and 3
            wire       down = enc[3] && affine;
            assign step_now[4*k +: 4] = {down, !affine ? 3'd7 : down && enc[2] ? 3'd3 : enc[2:0] - 3'd1};
`endif
`ifdef WF_ENC_ANY
            assign step_now[32*k +: 32] = tag_i[SIDE + 32*k +: 32] & {32{affine}};
`endif
        end
    endgenerate
`else
    wire [ENC-1:0]   use_now = tag_i[ENC-1:0] & {ENC{!tag_i[ENC]}};
`endif
    wire [BASES-1:0] base_now;
    genvar           g, p, q;
    generate
        for (g = 0; g < GROUPS; g = g + 1) begin : gen_base
            assign base_now[32*g +: 32] = tag_i[BVR_AT + BVR_BITS*g +: 32];
        end
    endgenerate
    wire unused_tag = &{1'b0, tag_i};   // FS, and bits 32 and up of a BVR

    wire [ENC-1:0]   use_tag;
    wire [BASES-1:0] base_tag;
`ifdef WF_EXPAND
    wire [STEPS-1:0] step_tag;
`endif
    generate
        if (EARLY_TAG != 0) begin : gen_early_tag
            reg [ENC-1:0]   use_q;
            reg [BASES-1:0] base_q;
            always @(posedge clk_i) begin
                use_q  <= use_now;
                base_q <= common_of(use_now, base_now);
            end
            assign use_tag  = use_q;
            assign base_tag = base_q;
`ifdef WF_EXPAND
            reg [STEPS-1:0] step_q;
            always @(posedge clk_i) step_q <= step_now;
            assign step_tag = step_q;
`endif
        end else begin : gen_tag
            assign use_tag  = use_now;
            assign base_tag = base_now;
`ifdef WF_EXPAND
            assign step_tag = step_now;
`endif
        end
    endgenerate

    wire                 valid_a, ready_a;
    wire [USER_BITS-1:0] user_a;
    wire [ENC-1:0]       use_a;
    wire [BASES-1:0]     base_a;
`ifdef WF_EXPAND
    wire [STEPS-1:0]     step_a;
`endif
    wire [BLOCK-1:0]     payload_a;

`ifdef WF_EXPAND
    `WF_CUT #(.ON(CUT_TAG), .WIDTH(USER_BITS + STEPS + ENC + BASES + BLOCK), .FLOW(FLOW)) cut_tag (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .data_i({user_i, step_tag, use_tag, base_tag, payload_i}),
        .valid_o(valid_a), .ready_i(ready_a), .data_o({user_a, step_a, use_a, base_a, payload_a})
    );
`else
    `WF_CUT #(.ON(CUT_TAG), .WIDTH(USER_BITS + ENC + BASES + BLOCK), .FLOW(FLOW)) cut_tag (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .data_i({user_i, use_tag, base_tag, payload_i}),
        .valid_o(valid_a), .ready_i(ready_a), .data_o({user_a, use_a, base_a, payload_a})
    );
`endif

    // With ISOLATE both are 0 while the unit is idle. Behind a register rank nothing toggles in an idle unit anyway
    localparam       GATED    = ISOLATE != 0 && !CUT_SELECT;
    wire             awake_a  = GATED == 0 || valid_a;
    wire [ENC-1:0]   keep_a   = ~use_a & {ENC{awake_a}};
`ifdef WF_DEC_POW2
    wire [STEPS-1:0] held_a   = step_a | {GROUPS{{1'b0, {3{!awake_a}}}}};  // code 7 is stride zero
`endif
`ifdef WF_ENC_ANY
    wire [STEPS-1:0] held_a   = step_a & {STEPS{awake_a}};
`endif
    wire [BASES-1:0] common_a = EARLY_TAG != 0 && GATED == 0 ? base_a : common_of(use_a & {ENC{awake_a}}, base_a);

    wire                 valid_b, ready_b;
    wire [USER_BITS-1:0] user_b;
    wire [ENC-1:0]       keep_b;
    wire [BASES-1:0]     common_b;
`ifdef WF_EXPAND
    wire [STEPS-1:0]     step_b;
`endif
    wire [BLOCK-1:0]     payload_b;

`ifdef WF_EXPAND
    `WF_CUT #(.ON(CUT_SELECT), .WIDTH(USER_BITS + STEPS + ENC + BASES + BLOCK), .FLOW(FLOW)) cut_select (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_a), .ready_o(ready_a), .data_i({user_a, held_a, keep_a, common_a, payload_a}),
        .valid_o(valid_b), .ready_i(ready_b), .data_o({user_b, step_b, keep_b, common_b, payload_b})
    );
`else
    `WF_CUT #(.ON(CUT_SELECT), .WIDTH(USER_BITS + ENC + BASES + BLOCK), .FLOW(FLOW)) cut_select (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_a), .ready_o(ready_a), .data_i({user_a, keep_a, common_a, payload_a}),
        .valid_o(valid_b), .ready_i(ready_b), .data_o({user_b, keep_b, common_b, payload_b})
    );
`endif

    // ---- Rebuild: plane by plane, then planes to lanes, four lanes at a time ----

    wire [BLOCK-1:0] kept_b;
    generate
        for (g = 0; g < GROUPS; g = g + 1) begin : gen_kept
            for (p = 0; p < 4; p = p + 1) begin : gen_plane
                assign kept_b[8*(LANES*p + WIDTH*g) +: 8*WIDTH] =
                    payload_b[8*(LANES*p + WIDTH*g) +: 8*WIDTH] & {8*WIDTH{keep_b[4*g + p]}};
            end
        end
    endgenerate

    wire                 valid_c, ready_c;
    wire [USER_BITS-1:0] user_c;
    wire [BASES-1:0]     common_c;
`ifdef WF_EXPAND
    wire [STEPS-1:0]     step_c;
`endif
    wire [BLOCK-1:0]     kept_c;

`ifdef WF_EXPAND
    `WF_CUT #(.ON(CUT_KEPT), .WIDTH(USER_BITS + STEPS + BASES + BLOCK), .FLOW(FLOW)) cut_kept (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_b), .ready_o(ready_b), .data_i({user_b, step_b, common_b, kept_b}),
        .valid_o(valid_c), .ready_i(ready_c), .data_o({user_c, step_c, common_c, kept_c})
    );
`else
    `WF_CUT #(.ON(CUT_KEPT), .WIDTH(USER_BITS + BASES + BLOCK), .FLOW(FLOW)) cut_kept (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_b), .ready_o(ready_b), .data_i({user_b, common_b, kept_b}),
        .valid_o(valid_c), .ready_i(ready_c), .data_o({user_c, common_c, kept_c})
    );
`endif

`ifdef WF_EXPAND
    wire [BLOCK-1:0] sums_c;    // what comes from BVR and stride, lane by lane
    generate
        for (k = 0; k < GROUPS; k = k + 1) begin : gen_sums
`ifdef WF_DEC_POW2
            `WF_DEC_POW2 #(.WIDTH(WIDTH)) lanes (
                .base_i(common_c[32*k +: 32]), .step_i(step_c[4*k +: 4]), .sums_o(sums_c[32*WIDTH*k +: 32*WIDTH])
            );
`endif
`ifdef WF_ENC_ANY
            wire unused_valid;
            `WF_EXPAND #(.LANES(WIDTH), .STAGES(0)) lanes (
                .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_c), .base_i(common_c[32*k +: 32]), .stride_i(step_c[32*k +: 32]),
                .valid_o(unused_valid), .block_o(sums_c[32*WIDTH*k +: 32*WIDTH])
            );
`endif
        end
    endgenerate

    wire [BLOCK-1:0] lanes_c;
    wire [BLOCK-1:0] planes_c = kept_c;
    wire [BLOCK-1:0] block_c  = lanes_c | sums_c;
`else
    wire [BLOCK-1:0] planes_c, block_c;
`endif
    generate
`ifndef WF_EXPAND
        for (g = 0; g < GROUPS; g = g + 1) begin : gen_planes
            for (p = 0; p < 4; p = p + 1) begin : gen_plane
                assign planes_c[8*(LANES*p + WIDTH*g) +: 8*WIDTH] =
                    kept_c[8*(LANES*p + WIDTH*g) +: 8*WIDTH] | {WIDTH{common_c[32*g + 8*p +: 8]}};
            end
        end
`endif
        for (q = 0; q < LANES / 4; q = q + 1) begin : gen_lanes
            wire [31:0] byte_0 = planes_c[32*q +: 32];
            wire [31:0] byte_1 = planes_c[8*LANES + 32*q +: 32];
            wire [31:0] byte_2 = planes_c[16*LANES + 32*q +: 32];
            wire [31:0] byte_3 = planes_c[24*LANES + 32*q +: 32];
`ifdef WF_EXPAND
            assign lanes_c[128*q +: 128] = {byte_3[31:24], byte_2[31:24], byte_1[31:24], byte_0[31:24],
`else
            assign block_c[128*q +: 128] = {byte_3[31:24], byte_2[31:24], byte_1[31:24], byte_0[31:24],
`endif
                                            byte_3[23:16], byte_2[23:16], byte_1[23:16], byte_0[23:16],
                                            byte_3[15:8], byte_2[15:8], byte_1[15:8], byte_0[15:8],
                                            byte_3[7:0], byte_2[7:0], byte_1[7:0], byte_0[7:0]};
        end
    endgenerate

    `WF_CUT #(.ON(CUT_OUT), .WIDTH(USER_BITS + BLOCK), .FLOW(FLOW)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_c), .ready_o(ready_c), .data_i({user_c, block_c}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({user_o, block_o})
    );
endmodule
`default_nettype wire
