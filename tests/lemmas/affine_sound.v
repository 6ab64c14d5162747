// SPDX-License-Identifier: Apache-2.0
//
// A lemma on encoders of affine, one vector a warp (docs/affine.md, "Checked"): what they call affine is affine. If the flag is 1,
// each active lane is base + i * stride, the base is a multiple of a stride that is a power of two, and the stride is that of no pair only if
// no pair of lanes 2k, 2k + 1 is active. All other outputs follow from flag, stride, base and inputs; a flag of 0 leaves a tag of zeros.
`default_nettype none
module affine_sound #(
    parameter LANES  = 32,
    parameter VECTOR = 0,
    parameter ANY    = 0,
    parameter WORD   = 32,
    parameter BANK   = 128,
    parameter CODE   = ANY ? WORD : 3,
    parameter UNIT   = (BANK < LANES * WORD ? BANK : LANES * WORD) / WORD
) (
    input  wire [LANES*WORD-1:0] block_i,
    input  wire [LANES-1:0]      mask_i,
    input  wire                  raw_only_i,
    output wire [LANES+1:0]      wrong_o
);

    wire                  flag;
    wire [CODE-1:0]       code;
    wire [WORD-1:0]       base;
    wire [LANES-1:0]      valid, wen, unlike;
    wire [LANES/UNIT-1:0] units, amiss;
    wire [LANES/2-1:0]    pairs;
    wire [LANES*WORD-1:0] payload;
    unit_enc enc (
        .clk_i(1'b0), .rst_ni(1'b1), .valid_i(1'b1), .user_i(16'd0), .block_i(block_i), .mask_i(mask_i), .raw_only_i(raw_only_i),
        .tag_o({valid, base, code, flag}), .payload_o(payload), .units_o(units), .wen_o(wen)
    );

    wire            none   = ANY ? code == 0 : code == 7;   // the stride is zero
    wire [WORD-1:0] stride = ANY ? code : none ? 0 : 1 << code;
    genvar i;
    generate
        for (i = 0; i < LANES; i = i + 1) begin : gen_lane
            wire [WORD-1:0] term = ANY ? i * code : none ? 0 : i << code;
            assign unlike[i] = mask_i[i] && block_i[WORD*i +: WORD] != base + term;
        end
        for (i = 0; i < LANES / 2; i = i + 1) begin : gen_pair
            assign pairs[i] = &mask_i[2*i +: 2];
        end
        for (i = 0; i < LANES / UNIT; i = i + 1) begin : gen_unit
            assign amiss[i] = units[i] != !(flag && &mask_i[UNIT*i +: UNIT]);
        end
    endgenerate

    wire impossible = raw_only_i || !(|mask_i) || (!none && !(|pairs)) || (!ANY && !none && |(base & (stride - 1)));
    wire follow     = valid == (mask_i & {LANES{flag}}) && wen == (mask_i & ~{LANES{flag}}) && payload == block_i && !(|amiss);
    assign wrong_o  = {flag ? impossible : |{base, code}, !follow, unlike & {LANES{flag}}};

endmodule
`default_nettype wire
