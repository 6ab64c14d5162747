// SPDX-License-Identifier: Apache-2.0
//
// A lemma on decoders of bpc, form pipeline (docs/bpc.md, "Checked"): the emitted decoder with the parts of the plain reading in place of its
// own equals the plain reading. That the parts are equal is the lemma dec_parts.
`default_nettype none
module bpc_dec_whole #(
    parameter LINE  = 64,
    parameter HEAD  = 0,
    parameter PLAIN = 0     // the side: 0 the emitted decoder, 1 the plain reading
) (
    input  wire              tag_i,
    input  wire [LINE*8-1:0] payload_i,
    output wire [LINE*8-1:0] block_o
);

    generate
        if (PLAIN) begin : gen_plain
            bpc_ref_dec #(.LINE(LINE), .HEAD(HEAD)) dec (.tag_i(tag_i), .payload_i(payload_i), .block_o(block_o));
        end else begin : gen_emitted
            unit_dec dec (
                .clk_i(1'b0), .rst_ni(1'b1), .valid_i(1'b1), .user_i(16'd0), .tag_i(tag_i), .payload_i(payload_i), .block_o(block_o)
            );
        end
    endgenerate

endmodule

// In place of the emitted ones
module unit_dec_base #(
    parameter LINE = 64
) (
    input  wire              coded_i,
    input  wire [LINE*8-1:0] code_i,
    output wire [31:0]       base_o,
    output wire [LINE*8-1:0] rest_o
);
    bpc_ref_dec_base #(.LINE(LINE)) plain (.coded_i(coded_i), .code_i(code_i), .base_o(base_o), .rest_o(rest_o));
endmodule

module unit_dec_step #(
    parameter WORDS = 16,
    parameter IN    = WORDS * 32,
    parameter OUT   = WORDS * 32
) (
    input  wire           coded_i,
    input  wire           going_i,
    input  wire [4:0]     run_i,
    input  wire [IN-1:0]  rest_i,
    output wire           going_o,
    output wire [4:0]     run_o,
    output wire [OUT-1:0] rest_o
);
    wire [32*WORDS-1:0] rest;
    wire [WORDS-2:0]    unused_plane;
    bpc_ref_dec_step #(.LINE(4 * WORDS)) plain (
        .coded_i(coded_i), .going_i(going_i), .run_i(run_i), .code_i({{32*WORDS{1'b0}}, rest_i}), .above_i({WORDS-1{1'b0}}),
        .going_o(going_o), .run_o(run_o), .rest_o(rest), .plane_o(unused_plane)
    );
    assign rest_o = rest[OUT-1:0];
endmodule

module unit_dec_plane #(
    parameter WORDS = 16
) (
    input  wire             coded_i,
    input  wire             going_i,
    input  wire [WORDS-1:0] code_i,
    input  wire [WORDS-2:0] above_i,
    output wire [WORDS-2:0] plane_o
);
    wire [5:0]          unused_run;
    wire [32*WORDS-1:0] unused_rest;
    bpc_ref_dec_step #(.LINE(4 * WORDS)) plain (
        .coded_i(coded_i), .going_i(going_i), .run_i(5'd0), .code_i({{31*WORDS{1'b0}}, code_i}), .above_i(above_i),
        .going_o(unused_run[5]), .run_o(unused_run[4:0]), .rest_o(unused_rest), .plane_o(plane_o)
    );
endmodule

module unit_dec_sums #(
    parameter LINE      = 64,
    parameter CUT_LOW   = 0,
    parameter CUT_HIGH  = 0,
    parameter FLOW      = 0,
    parameter USER_BITS = 16,
    parameter PARTS     = 33 * (LINE / 4) - 1
) (
    input  wire                 clk_i,
    input  wire                 rst_ni,
    input  wire                 valid_i,
    output wire                 ready_o,
    input  wire [USER_BITS-1:0] user_i,
    input  wire                 coded_i,
    input  wire [PARTS-1:0]     parts_i,
    output wire                 valid_o,
    input  wire                 ready_i,
    output wire [USER_BITS-1:0] user_o,
    output wire [LINE*8-1:0]    block_o
);
    wire [LINE*8-1:0] sums;
    bpc_ref_dec_sums #(.LINE(LINE)) plain (.base_i(parts_i[31:0]), .planes_i(parts_i[PARTS-1:32]), .block_o(sums));
    assign block_o = coded_i ? sums : parts_i[LINE*8-1:0];
    assign {ready_o, valid_o, user_o} = {ready_i, valid_i, user_i};
    wire unused = &{1'b0, clk_i, rst_ni, CUT_LOW[0], CUT_HIGH[0], FLOW[0]};
endmodule
`default_nettype wire
