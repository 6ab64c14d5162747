// SPDX-License-Identifier: Apache-2.0
//
// A lemma on decoders of bpc, form stream (docs/bpc.md, "Checked"): for any words, and any planes of a cycle, the words after it are those before it,
// moved up, and the sums of the digits that the planes have.
`default_nettype none
module bpc_ref_dec_grow #(
    parameter W    = 16,
    parameter RATE = 3
) (
    input  wire                  coded_i,
    input  wire [RATE-1:0]       base_i,
    input  wire [RATE*(W-1)-1:0] planes_i,
    input  wire [32*W-1:0]       words_i,
    output reg  [32*W-1:0]       words_o
);
    reg [31:0]     sum;
    reg [RATE-1:0] digit;
    integer        i, k;
    always @* begin
        sum     = 32'd0;
        words_o = {32*W{1'b0}};
        for (i = 0; i < W; i = i + 1) begin
            digit = base_i;
            for (k = 0; k < RATE; k = k + 1)
                if (i > 0) digit[RATE-1-k] = planes_i[(W-1)*k + i-1];
            sum = coded_i ? sum + digit : digit;
            words_o[32*i +: 32] = (words_i[32*i +: 32] << RATE) + sum;
        end
    end
endmodule

module bpc_dec_serial_words #(
    parameter LINE  = 64,
    parameter HEAD  = 0,
    parameter RATE  = 3,    // planes a cycle
    parameter PLAIN = 0,    // the side: 0 the emitted decoder, 1 the plain reading
    parameter W     = LINE / 4
) (
    input  wire                  coded_i,
    input  wire [RATE-1:0]       base_i,
    input  wire [RATE*(W-1)-1:0] planes_i,
    input  wire [32*W-1:0]       words_i,
    output wire [32*W-1:0]       words_o
);

    generate
        if (PLAIN) begin : gen_plain
            bpc_ref_dec_grow #(.W(W), .RATE(RATE)) grow (
                .coded_i(coded_i), .base_i(base_i), .planes_i(planes_i), .words_i(words_i), .words_o(words_o)
            );
        end else begin : gen_emitted
            wire [(RATE+$clog2(W))*W-1:0] sums;
            unit_dec_serial_sums #(.WORDS(W), .RATE(RATE)) add (.coded_i(coded_i), .base_i(base_i), .planes_i(planes_i), .sums_o(sums));
            unit_dec_serial_words #(.WORDS(W), .RATE(RATE)) grow (.words_i(words_i), .sums_i(sums), .words_o(words_o));
        end
    endgenerate

endmodule
`default_nettype wire
