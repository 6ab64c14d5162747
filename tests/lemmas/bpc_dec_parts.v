// SPDX-License-Identifier: Apache-2.0
//
// A lemma on decoders of bpc (docs/bpc.md, "Checked"): for any inputs the parts that read the base, give a plane and add up the words equal those of
// the plain reading.
`default_nettype none
module bpc_dec_parts #(
    parameter LINE  = 64,
    parameter HEAD  = 0,
    parameter PLAIN = 0,    // the side: 0 the emitted decoder, 1 the plain reading
    parameter W     = LINE / 4
) (
    input  wire              coded_i,
    input  wire              going_i,
    input  wire [LINE*8-1:0] code_i,
    input  wire [W-2:0]      above_i,
    input  wire [33*W-2:0]   parts_i,
    output wire [31:0]       base_o,
    output wire [LINE*8-1:0] rest_o,
    output wire [W-2:0]      plane_o,
    output wire [LINE*8-1:0] block_o
);

    generate
        if (PLAIN) begin : gen_plain
            wire [LINE*8-1:0] sums, unused_rest;
            wire [5:0]        unused_run;
            bpc_ref_dec_base #(.LINE(LINE)) base (.coded_i(coded_i), .code_i(code_i), .base_o(base_o), .rest_o(rest_o));
            bpc_ref_dec_step #(.LINE(LINE)) step (
                .coded_i(coded_i), .going_i(going_i), .run_i(5'd0), .code_i(code_i), .above_i(above_i),
                .going_o(unused_run[5]), .run_o(unused_run[4:0]), .rest_o(unused_rest), .plane_o(plane_o)
            );
            bpc_ref_dec_sums #(.LINE(LINE)) words (.base_i(parts_i[31:0]), .planes_i(parts_i[33*W-2:32]), .block_o(sums));
            assign block_o = coded_i ? sums : parts_i[LINE*8-1:0];
        end else begin : gen_emitted
            unit_dec_base #(.LINE(LINE)) base (.coded_i(coded_i), .code_i(code_i), .base_o(base_o), .rest_o(rest_o));
            unit_dec_plane #(.WORDS(W)) plane_of (
                .coded_i(coded_i), .going_i(going_i), .code_i(code_i[W-1:0]), .above_i(above_i), .plane_o(plane_o)
            );
            unit_dec_sums #(.LINE(LINE)) words (
                .clk_i(1'b0), .rst_ni(1'b1), .valid_i(1'b1), .ready_i(1'b1), .user_i(16'd0),
                .coded_i(coded_i), .parts_i(parts_i), .block_o(block_o)
            );
        end
    endgenerate

endmodule
`default_nettype wire
