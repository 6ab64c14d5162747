// SPDX-License-Identifier: Apache-2.0
//
// A lemma on encoders of affine, one vector a warp (docs/affine.md, "Checked"): what is affine they call affine, with its base and
// stride. The lanes are base + i * stride for any base, stride and mask whose tag is not another one: the base is a multiple of a stride that
// is a power of two, and a stride other than zero has an active pair of lanes 2k, 2k + 1. Strides that are powers of two: one proof a code.
`default_nettype none
module affine_form #(
    parameter LANES  = 32,
    parameter VECTOR = 0,
    parameter ANY    = 0,
    parameter WORD   = 32,
    parameter BANK   = 128,
    parameter LOG    = 7,                 // the stride's code, if the strides are zero (7) and powers of two
    parameter CODE   = ANY ? WORD : 3,
    parameter UNIT   = (BANK < LANES * WORD ? BANK : LANES * WORD) / WORD
) (
    input  wire [LANES*WORD-1:0] block_i,       // lane 0 is the base, lane 1 the stride where it is any word; the others do not count
    input  wire [LANES-1:0]      mask_i,
    input  wire                  raw_only_i,    // does not count
    output wire                  wrong_o
);

    wire [WORD-1:0]       any  = block_i[WORD +: WORD];
    wire [CODE-1:0]       code = ANY ? any : LOG;
    wire                  none = ANY ? code == 0 : LOG == 7;
    wire [WORD-1:0]       base = ANY || none ? block_i[WORD-1:0] : block_i[WORD-1:0] >> LOG << LOG;
    wire [LANES*WORD-1:0] block, unused_payload;
    wire [LANES/2-1:0]    pairs;
    wire [LANES/UNIT-1:0] unused_units;
    wire [LANES-1:0]      valid, unused_wen;
    wire [WORD-1:0]       base_found;
    wire [CODE-1:0]       code_found;
    wire                  flag;
    genvar i;
    generate
        for (i = 0; i < LANES; i = i + 1) begin : gen_lane
            wire [WORD-1:0] term = ANY ? i * any : LOG == 7 ? 0 : i << LOG;
            assign block[WORD*i +: WORD] = base + term;
        end
        for (i = 0; i < LANES / 2; i = i + 1) begin : gen_pair
            assign pairs[i] = &mask_i[2*i +: 2];
        end
    endgenerate

    unit_enc enc (
        .clk_i(1'b0), .rst_ni(1'b1), .valid_i(1'b1), .user_i(16'd0), .block_i(block), .mask_i(mask_i), .raw_only_i(1'b0),
        .tag_o({valid, base_found, code_found, flag}), .payload_o(unused_payload), .units_o(unused_units), .wen_o(unused_wen)
    );
    assign wrong_o = |mask_i && (none || |pairs) && {valid, base_found, code_found, flag} != {mask_i, base, code, 1'b1};

endmodule
`default_nettype wire
