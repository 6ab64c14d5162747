// SPDX-License-Identifier: Apache-2.0
// Decoder of bytewise: tag and byte planes of a warp register give its LANES words of 32 bits. Lane 0 is the least significant word.
// In: a code a cycle. With EARLY_TAG its tag comes one cycle before valid_i and payload_i. Out, STAGES cycles later (0: in the same cycle):
// the block.
//
//   4 lanes, enc 1110, D 0, BVR C0403901, plane 0 = 01 02 03 04   ->  C0403901 C0403902 C0403903 C0403904
//   D 1, or enc 0000                                              ->  the bytes as stored
//
// Byte p of a lane comes from its group's BVR if enc bit p is 1 and D is 0, else from plane p of the payload. An output bit is (stored AND
// keep) OR common. keep is one net for each plane of a group. common is the BVR's bit where its byte is used, else 0, one net for each bit
// of a BVR. That leaves two gates for each output bit.
// Source: G-Scalar (HPCA 2017), sections 3 and 4. More: docs/bytewise.md
`default_nettype none
module `WF_DEC #(
    parameter LANES     = `WF_LANES,                                  // lanes of the warp: a power of two, 4 to 128
    parameter GROUPS    = `WF_GROUPS,                                 // groups of lanes, each with an enc and a BVR: 1, 2, 4 or 8
    parameter ISOLATE   = `WF_ISOLATE,                                // 1: gates hold the operands at zero while the unit is idle
    parameter STAGES    = `WF_DEC_STAGES,                             // register ranks, 0 to 4: the latency in cycles
    parameter FLOW      = `WF_FLOW,                                   // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter USER_BITS = `WF_USER_BITS,                              // bits of user, 1 or more
    parameter EARLY_TAG = `WF_EARLY_TAG,                              // 1: tag_i comes one cycle before valid_i and payload_i
    parameter BVR_BITS  = LANES / GROUPS > 32 ? LANES / GROUPS : 32,  // bits of a BVR; not to be set
    parameter TAG_BITS  = 4 * GROUPS + (GROUPS > 1 ? 2 : 1) + GROUPS * BVR_BITS  // bits of the tag; not to be set
) (
    input  wire                 clk_i,      // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,     // reset, low, asynchronous
    input  wire                 valid_i,    // 1: payload_i is a code of this cycle
`ifdef WF_WITH_FLOW
    output wire                 ready_o,    // 1: the unit takes what valid_i offers
`endif
    input  wire [USER_BITS-1:0] user_i,     // any bits; they come out with this block's result
    input  wire [TAG_BITS-1:0]  tag_i,      // from bit 0: enc of each group | D | FS if GROUPS > 1 | BVR of each group
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

    // Cuts with a register rank, by STAGES: 1: out  2: select, out  3: tag, select, out  4: tag, select, kept, out
    localparam CUT_TAG    = STAGES >= 3;
    localparam CUT_SELECT = STAGES >= 2;
    localparam CUT_KEPT   = STAGES >= 4;
    localparam CUT_OUT    = STAGES >= 1;

    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0 ||
                (GROUPS != 1 && GROUPS != 2 && GROUPS != 4 && GROUPS != 8) || GROUPS > LANES ||
                ISOLATE < 0 || ISOLATE > 1 || USER_BITS < 1 ||
                STAGES < 0 || STAGES > 4 ||
                EARLY_TAG < 0 || EARLY_TAG > 1 || (EARLY_TAG != 0 && (STAGES == 0 || FLOW != 0)) ||
                BVR_BITS != (LANES / GROUPS > 32 ? LANES / GROUPS : 32) ||
                TAG_BITS != (4 * GROUPS + (GROUPS > 1 ? 2 : 1) + GROUPS * BVR_BITS)) begin : gen_illegal
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

    wire [ENC-1:0]   use_now = tag_i[ENC-1:0] & {ENC{!tag_i[ENC]}};
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
        end else begin : gen_tag
            assign use_tag  = use_now;
            assign base_tag = base_now;
        end
    endgenerate

    wire                 valid_a, ready_a;
    wire [USER_BITS-1:0] user_a;
    wire [ENC-1:0]       use_a;
    wire [BASES-1:0]     base_a;
    wire [BLOCK-1:0]     payload_a;

    `WF_CUT #(.ON(CUT_TAG), .WIDTH(USER_BITS + ENC + BASES + BLOCK), .FLOW(FLOW)) cut_tag (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .data_i({user_i, use_tag, base_tag, payload_i}),
        .valid_o(valid_a), .ready_i(ready_a), .data_o({user_a, use_a, base_a, payload_a})
    );

    // With ISOLATE both are 0 while the unit is idle. Behind a register rank nothing toggles in an idle unit anyway
    localparam       GATED    = ISOLATE != 0 && !CUT_SELECT;
    wire             awake_a  = GATED == 0 || valid_a;
    wire [ENC-1:0]   keep_a   = ~use_a & {ENC{awake_a}};
    wire [BASES-1:0] common_a = EARLY_TAG != 0 && GATED == 0 ? base_a : common_of(use_a & {ENC{awake_a}}, base_a);

    wire                 valid_b, ready_b;
    wire [USER_BITS-1:0] user_b;
    wire [ENC-1:0]       keep_b;
    wire [BASES-1:0]     common_b;
    wire [BLOCK-1:0]     payload_b;

    `WF_CUT #(.ON(CUT_SELECT), .WIDTH(USER_BITS + ENC + BASES + BLOCK), .FLOW(FLOW)) cut_select (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_a), .ready_o(ready_a), .data_i({user_a, keep_a, common_a, payload_a}),
        .valid_o(valid_b), .ready_i(ready_b), .data_o({user_b, keep_b, common_b, payload_b})
    );

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
    wire [BLOCK-1:0]     kept_c;

    `WF_CUT #(.ON(CUT_KEPT), .WIDTH(USER_BITS + BASES + BLOCK), .FLOW(FLOW)) cut_kept (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_b), .ready_o(ready_b), .data_i({user_b, common_b, kept_b}),
        .valid_o(valid_c), .ready_i(ready_c), .data_o({user_c, common_c, kept_c})
    );

    wire [BLOCK-1:0] planes_c, block_c;
    generate
        for (g = 0; g < GROUPS; g = g + 1) begin : gen_planes
            for (p = 0; p < 4; p = p + 1) begin : gen_plane
                assign planes_c[8*(LANES*p + WIDTH*g) +: 8*WIDTH] =
                    kept_c[8*(LANES*p + WIDTH*g) +: 8*WIDTH] | {WIDTH{common_c[32*g + 8*p +: 8]}};
            end
        end
        for (q = 0; q < LANES / 4; q = q + 1) begin : gen_lanes
            wire [31:0] byte_0 = planes_c[32*q +: 32];
            wire [31:0] byte_1 = planes_c[8*LANES + 32*q +: 32];
            wire [31:0] byte_2 = planes_c[16*LANES + 32*q +: 32];
            wire [31:0] byte_3 = planes_c[24*LANES + 32*q +: 32];
            assign block_c[128*q +: 128] = {byte_3[31:24], byte_2[31:24], byte_1[31:24], byte_0[31:24],
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
