// SPDX-License-Identifier: Apache-2.0
//
// A lemma on decoders of bpc (docs/bpc.md, "Checked"): for any inputs the step equals that of the plain reading, with the bits of the rest that
// it has at one place. PLACE 0 to 31: the step behind so many others in the form pipeline. PLACE 32: in the form iterate.
`default_nettype none
module bpc_dec_step #(
    parameter LINE  = 64,
    parameter HEAD  = 0,
    parameter PLACE = 0,
    parameter PLAIN = 0,    // the side: 0 the emitted decoder, 1 the plain reading
    parameter W     = LINE / 4,
    parameter IN    = PLACE == 0 || PLACE == 32 ? 32 * W : (33 - PLACE) * W,
    parameter OUT   = PLACE == 32 ? 32 * W : (32 - PLACE) * W
) (
    input  wire           coded_i,
    input  wire           going_i,
    input  wire [4:0]     run_i,
    input  wire [IN-1:0]  rest_i,
    output wire           going_o,
    output wire [4:0]     run_o,
    output wire [OUT-1:0] rest_o
);

    generate
        if (PLAIN) begin : gen_plain
            wire [32*W-1:0] rest;
            wire [W-2:0]    unused_plane;
            bpc_ref_dec_step #(.LINE(LINE)) step (
                .coded_i(coded_i), .going_i(going_i), .run_i(run_i), .code_i({{32*W{1'b0}}, rest_i}), .above_i({W-1{1'b0}}),
                .going_o(going_o), .run_o(run_o), .rest_o(rest), .plane_o(unused_plane)
            );
            assign rest_o = rest[OUT-1:0];
        end else begin : gen_emitted
            unit_dec_step #(.WORDS(W), .IN(IN), .OUT(OUT)) step (
                .coded_i(coded_i), .going_i(going_i), .run_i(run_i), .rest_i(rest_i), .going_o(going_o), .run_o(run_o), .rest_o(rest_o)
            );
        end
    endgenerate

endmodule
`default_nettype wire
