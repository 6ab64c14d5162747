// SPDX-License-Identifier: Apache-2.0
// Encoder of cpack, form fifo, pack: the codes of a group in the words of the payload.
//
//   W 8, RATE 1, placed_i 00000001 80000000, lower_i 00000010  ->  payload word 1 is 80000000, word 2 is 00000001, the others are 0
`default_nettype none
module `WF_ENC_FIFO_PACK #(
    parameter W    = `WF_LINE / 4,  // words of the payload
    parameter RATE = `WF_RATE       // codes of a group
) (
    input  wire [64*RATE-1:0] placed_i,  // bits 64*b +: 64: code b, in its place in two words
    input  wire [W*RATE-1:0]  lower_i,   // bits W*b +: W, one-hot: the word of the payload that takes the lower half
    output wire [32*W-1:0]    payload_o  // the OR of all of them
);
    generate
        if (W != 8 && W != 16 && W != 32) begin : gen_bad_w wf_illegal_W bad (); end
        if (RATE != 1 && RATE != 2 && RATE != 4 && RATE != 8) begin : gen_bad_rate wf_illegal_RATE bad (); end
    endgenerate

    genvar a, b;
    generate
        for (a = 0; a < W; a = a + 1) begin : gen_word
            wire [2*RATE-1:0] select;   // bit 2*b: the lower half of code b is here; 2*b + 1: the upper half is
            for (b = 0; b < RATE; b = b + 1) begin : gen_code
                assign select[2*b] = lower_i[W*b + a];
                if (a > 0) begin : gen_upper
                    assign select[2*b+1] = lower_i[W*b + a - 1];
                end else begin : gen_none
                    assign select[2*b+1] = 1'b0;
                end
            end
            `WF_MUX #(.WIDTH(32), .COUNT(2*RATE)) mux (.select_i(select), .data_i(placed_i), .data_o(payload_o[32*a +: 32]));
        end
    endgenerate
endmodule
`default_nettype wire
