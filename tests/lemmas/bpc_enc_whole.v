// SPDX-License-Identifier: Apache-2.0
//
// A lemma on encoders of bpc (docs/bpc.md, "Checked"): the emitted encoder with the parts of the plain reading in place of its own equals the
// plain reading. That the parts are equal say the lemmas enc_parts and enc_code.
`default_nettype none
module bpc_enc_whole #(
    parameter LINE  = 64,
    parameter SAVE  = 0,
    parameter HEAD  = 0,
    parameter PLAIN = 0     // the side: 0 the emitted encoder, 1 the plain reading
) (
    input  wire               raw_only_i,
    input  wire [LINE*8-1:0]  block_i,
    output wire               tag_o,
    output wire [LINE*8-1:0]  payload_o,
    output wire [LINE/32-1:0] units_o,
    output wire [LINE/32-1:0] wen_o
);

    generate
        if (PLAIN) begin : gen_plain
            bpc_ref_enc #(.LINE(LINE), .SAVE(SAVE), .HEAD(HEAD)) enc (
                .raw_only_i(raw_only_i), .block_i(block_i), .tag_o(tag_o), .payload_o(payload_o), .units_o(units_o), .wen_o(wen_o)
            );
        end else begin : gen_emitted
            unit_enc enc (
                .clk_i(1'b0), .rst_ni(1'b1), .valid_i(1'b1), .user_i(16'd0), .raw_only_i(raw_only_i), .block_i(block_i),
                .tag_o(tag_o), .payload_o(payload_o), .units_o(units_o), .wen_o(wen_o)
            );
        end
    endgenerate

endmodule

// In place of the emitted ones
module unit_enc_planes #(
    parameter WORDS = 16
) (
    input  wire [32*WORDS-1:0]     block_i,
    output wire [33*(WORDS-1)-1:0] planes_o
);
    bpc_ref_enc_planes #(.WORDS(WORDS)) plain (.block_i(block_i), .planes_o(planes_o));
endmodule

module unit_enc_base (
    input  wire [31:0] word_i,
    output wire [32:0] code_o,
    output wire [4:0]  length_o
);
    wire [10:0] length;
    bpc_ref_enc_base plain (.word_i(word_i), .code_o(code_o), .length_o(length));
    assign length_o = {length == 33, length == 19, length == 11, length == 7, length == 3};
endmodule

module unit_enc_code #(
    parameter WORDS = 16
) (
    input  wire [33*(WORDS-1)-1:0] planes_i,
    output wire [33*WORDS-1:0]     codes_o,
    output wire [33*6-1:0]         lengths_o
);
    wire [33*11-1:0] lengths;
    bpc_ref_enc_code #(.WORDS(WORDS)) code (.planes_i(planes_i), .codes_o(codes_o), .lengths_o(lengths));
    genvar q;
    generate
        for (q = 0; q < 33; q = q + 1) begin : gen_slot
            wire [10:0] bits  = lengths[11*q +: 11];
            wire        plain = codes_o[WORDS*q];
            assign lengths_o[6*q +: 6] = {plain, bits == 5 + $clog2(WORDS) && !plain, bits == 7, bits == 5, bits == 3, bits == 0};
        end
    endgenerate
endmodule

module unit_enc_join #(
    parameter HALF = 16
) (
    input  wire [10:0]       length_i,
    input  wire [HALF-1:0]   left_i,
    input  wire [HALF-1:0]   right_i,
    output wire [2*HALF-1:0] joined_o
);
    bpc_ref_enc_join #(.HALF(HALF)) plain (.length_i(length_i), .left_i(left_i), .right_i(right_i), .joined_o(joined_o));
endmodule
`default_nettype wire
