// SPDX-License-Identifier: Apache-2.0
//
// A lemma on encoders of bpc, form stream (docs/bpc.md, "Checked"): for any line, the planes that its rotated words give in the cycles of the line
// equal those of the plain reading.
`default_nettype none
module bpc_enc_serial_planes #(
    parameter LINE  = 64,
    parameter SAVE  = 0,
    parameter HEAD  = 0,
    parameter RATE  = 3,    // planes a cycle
    parameter PLAIN = 0,    // the side: 0 the emitted encoder, 1 the plain reading
    parameter W     = LINE / 4
) (
    input  wire [32*W-1:0]     block_i,
    output wire [33*(W-1)-1:0] planes_o
);

    localparam TIMES = 33 / RATE;
    localparam SLOTS = RATE * (W - 1);  // bits of the planes of a cycle
    genvar i, t;
    generate
        if (PLAIN) begin : gen_plain
            bpc_ref_enc_planes #(.WORDS(W)) planes (.block_i(block_i), .planes_o(planes_o));
        end else begin : gen_emitted
            for (t = 0; t < TIMES; t = t + 1) begin : gen_cycle
                wire [32*W-1:0]  line;
                wire [TIMES-2:0] left = {TIMES-1{1'b1}} << t;
                for (i = 0; i < W; i = i + 1) begin : gen_word
                    wire [63:0] twice = {2{block_i[32*i +: 32]}};
                    assign line[32*i +: 32] = twice[32 - RATE*t % 32 +: 32];
                end
                unit_enc_serial_planes #(.WORDS(W), .RATE(RATE)) planes (
                    .first_i(t == 0), .left_i(left), .line_i(line), .planes_o(planes_o[SLOTS*t +: SLOTS])
                );
            end
        end
    endgenerate

endmodule
`default_nettype wire
