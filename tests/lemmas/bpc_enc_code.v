// SPDX-License-Identifier: Apache-2.0
//
// A lemma on encoders of bpc (docs/bpc.md, "Checked"): for any planes the codes and their lengths equal those of the plain reading.
`default_nettype none
module bpc_enc_code #(
    parameter LINE  = 64,
    parameter SAVE  = 0,
    parameter HEAD  = 0,
    parameter PLAIN = 0,    // the side: 0 the emitted encoder, 1 the plain reading
    parameter W     = LINE / 4
) (
    input  wire [33*(W-1)-1:0] planes_i,
    output wire [33*W-1:0]     codes_o,
    output wire [33*6-1:0]     lengths_o    // one-hot: 0, 3, 5, 7, 5 + log2 W, W
);

    genvar q;
    generate
        if (PLAIN) begin : gen_plain
            wire [33*11-1:0] lengths;
            bpc_ref_enc_code #(.WORDS(W)) code (.planes_i(planes_i), .codes_o(codes_o), .lengths_o(lengths));
            // A plain code, and no other, begins with 1
            for (q = 0; q < 33; q = q + 1) begin : gen_slot
                wire [10:0] bits  = lengths[11*q +: 11];
                wire        plain = codes_o[W*q];
                assign lengths_o[6*q +: 6] = {plain, bits == 5 + $clog2(W) && !plain, bits == 7, bits == 5, bits == 3, bits == 0};
            end
        end else begin : gen_emitted
            unit_enc_code #(.WORDS(W)) code (.planes_i(planes_i), .codes_o(codes_o), .lengths_o(lengths_o));
        end
    endgenerate

endmodule
`default_nettype wire
