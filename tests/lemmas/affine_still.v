// SPDX-License-Identifier: Apache-2.0
//
// A lemma on encoders of affine (docs/affine.md, "Checked"): the tag does not depend on inactive lanes.
`default_nettype none
module affine_still #(
    parameter LANES  = 32,
    parameter VECTOR = 0,
    parameter ANY    = 0,
    parameter WORD   = 32,
    parameter BANK   = 128
) (
    input  wire [LANES*WORD-1:0] block_i,
    input  wire [LANES-1:0]      mask_i,
    input  wire                  raw_only_i,
    output wire                  wrong_o
);

    localparam WIDTH = VECTOR == 0 ? LANES : 4 << VECTOR;
    localparam TAG   = LANES / WIDTH * (1 + (ANY ? WORD : 3) + WORD) + LANES;

    wire [LANES*WORD-1:0] active;
    wire [TAG-1:0]        tag, tag_active;
    genvar i;
    generate
        for (i = 0; i < LANES; i = i + 1) begin : gen_lane
            assign active[WORD*i +: WORD] = block_i[WORD*i +: WORD] & {WORD{mask_i[i]}};
        end
    endgenerate

    unit_enc whole (
        .clk_i(1'b0), .rst_ni(1'b1), .valid_i(1'b1), .user_i(16'd0), .block_i(block_i), .mask_i(mask_i), .raw_only_i(raw_only_i),
        .tag_o(tag)
    );
    unit_enc cleared (
        .clk_i(1'b0), .rst_ni(1'b1), .valid_i(1'b1), .user_i(16'd0), .block_i(active), .mask_i(mask_i), .raw_only_i(raw_only_i),
        .tag_o(tag_active)
    );
    assign wrong_o = tag != tag_active;

endmodule
`default_nettype wire
