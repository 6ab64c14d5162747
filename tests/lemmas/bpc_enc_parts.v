// SPDX-License-Identifier: Apache-2.0
//
// A lemma on encoders of bpc (docs/bpc.md, "Checked"): for any inputs the parts that give the planes and the base's code, and that which joins
// two codes, in each of its four sizes, equal those of the plain reading.
`default_nettype none
module bpc_enc_parts #(
    parameter LINE  = 64,
    parameter SAVE  = 0,
    parameter HEAD  = 0,
    parameter PLAIN = 0,    // the side: 0 the emitted encoder, 1 the plain reading
    parameter W     = LINE / 4
) (
    input  wire [32*W-1:0]     block_i,
    input  wire [10:0]         length_i,
    input  wire [16*W-1:0]     left_i,
    input  wire [16*W-1:0]     right_i,
    output wire [33*(W-1)-1:0] planes_o,
    output wire [32:0]         base_o,
    output wire [4:0]          base_length_o,   // one-hot: 3, 7, 11, 19, 33
    output wire [4*32*W-1:0]   joined_o
);

    genvar l;
    generate
        if (PLAIN) begin : gen_plain
            wire [10:0] length;
            bpc_ref_enc_planes #(.WORDS(W)) planes (.block_i(block_i), .planes_o(planes_o));
            bpc_ref_enc_base base (.word_i(block_i[31:0]), .code_o(base_o), .length_o(length));
            assign base_length_o = {length == 33, length == 19, length == 11, length == 7, length == 3};
        end else begin : gen_emitted
            unit_enc_planes #(.WORDS(W)) planes (.block_i(block_i), .planes_o(planes_o));
            unit_enc_base base (.word_i(block_i[31:0]), .code_o(base_o), .length_o(base_length_o));
        end
        for (l = 1; l <= 4; l = l + 1) begin : gen_level
            localparam HALF = W << l;
            wire [2*HALF-1:0] joined;
            assign joined_o[32*W*(l-1) +: 32*W] = joined;
            if (PLAIN) begin : gen_plain
                bpc_ref_enc_join #(.HALF(HALF)) join_pair (
                    .length_i(length_i), .left_i(left_i[HALF-1:0]), .right_i(right_i[HALF-1:0]), .joined_o(joined)
                );
            end else begin : gen_emitted
                unit_enc_join #(.HALF(HALF)) join_pair (
                    .length_i(length_i), .left_i(left_i[HALF-1:0]), .right_i(right_i[HALF-1:0]), .joined_o(joined)
                );
            end
        end
    endgenerate

endmodule
`default_nettype wire
