// SPDX-License-Identifier: Apache-2.0
//
// A lemma on encoders of affine with any stride, one vector a warp (docs/affine.md, "Checked"): where lane FIRST is the first active one
// (LANES: none is active), the emitted encoder equals the plain reading. Its block expand is here the plain reading of expand: that the two
// are equal is a proof of its own.
`default_nettype none
module affine_first #(
    parameter LANES  = 32,
    parameter VECTOR = 0,
    parameter ANY    = 1,
    parameter WORD   = 32,
    parameter BANK   = 128,
    parameter FIRST  = 0,
    parameter PLAIN  = 0,       // the side: 0 the emitted encoder, 1 the plain reading
    parameter UNIT   = (BANK < LANES * WORD ? BANK : LANES * WORD) / WORD
) (
    input  wire [LANES*WORD-1:0] block_i,
    input  wire [LANES-1:0]      mask_i,        // of the lanes after FIRST
    input  wire                  raw_only_i,
    output wire [2*WORD:0]       tag_o,         // without the valid lanes
    output wire [LANES-1:0]      valid_o,
    output wire [LANES/UNIT-1:0] units_o,
    output wire [LANES-1:0]      wen_o,
    output wire [LANES*WORD-1:0] payload_o
);

    wire [LANES-1:0] mask;
    genvar i;
    generate
        for (i = 0; i < LANES; i = i + 1) begin : gen_lane
            assign mask[i] = i == FIRST || (i > FIRST && mask_i[i]);
        end
        if (PLAIN) begin : gen_plain
            affine_ref_enc #(.LANES(LANES), .VECTOR(VECTOR), .ANY(ANY), .WORD(WORD), .BANK(BANK)) enc (
                .block_i(block_i), .mask_i(mask), .raw_only_i(raw_only_i),
                .tag_o({valid_o, tag_o}), .payload_o(payload_o), .units_o(units_o), .wen_o(wen_o)
            );
        end else begin : gen_emitted
            unit_enc enc (
                .clk_i(1'b0), .rst_ni(1'b1), .valid_i(1'b1), .user_i(16'd0), .block_i(block_i), .mask_i(mask), .raw_only_i(raw_only_i),
                .tag_o({valid_o, tag_o}), .payload_o(payload_o), .units_o(units_o), .wen_o(wen_o)
            );
        end
    endgenerate

endmodule

// In place of the emitted one
module unit_expand #(
    parameter LANES  = 32,
    parameter VECTOR = 0,
    parameter ANY    = 1,
    parameter WORD   = 32,
    parameter STAGES = 0
) (
    input  wire                  clk_i,
    input  wire                  rst_ni,
    input  wire                  valid_i,
    input  wire [WORD-1:0]       base_i,
    input  wire [WORD-1:0]       stride_i,
    output wire                  valid_o,
    output wire [LANES*WORD-1:0] block_o
);
    assign valid_o = valid_i;
    expand_ref #(.LANES(LANES), .VECTOR(VECTOR), .ANY(ANY), .WORD(WORD)) plain (
        .base_i(base_i), .stride_i(stride_i), .block_o(block_o)
    );
    wire unused = &{1'b0, clk_i, rst_ni, STAGES[0]};
endmodule
`default_nettype wire
