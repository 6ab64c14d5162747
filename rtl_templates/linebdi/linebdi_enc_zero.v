// SPDX-License-Identifier: Apache-2.0
// Encoder of linebdi, zero: the chunks that fit the zero base, code by code. All their bits from the delta's sign up are
// alike, so their Gray bits from there up to the last but one are 0.
//
//   code 2-1: chunks 007F and FF80 are small, 0080 is not
`default_nettype none
module `WF_ENC_ZERO #(
    parameter LINE = `WF_LINE   // bytes of the cache line: 32, 64 or 128
) (
    input  wire [LINE*8-1:0]    line_i,       // the line, byte 0 lowest
    output wire [LINE/8*11-1:0] on_zero_o     // of 8-1, 8-2, 8-4, 4-1, 4-2, 2-1: a bit a chunk, in the order of the chunks
);
    localparam N = LINE / 8;    // chunks of 8 bytes
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
    endgenerate

    // Code g has chunks of K bytes, deltas of D bytes, and bits from AT on. Chunk c of the line has bit Q
    genvar g, c;
    generate
        for (g = 0; g < 6; g = g + 1) begin : gen_code
            localparam K  = g < 3 ? 8 : g < 5 ? 4 : 2;
            localparam D  = g == 2 ? 4 : g == 1 || g == 4 ? 2 : 1;
            localparam AT = g < 3 ? g * N : (2 * g - 3) * N;
            for (c = 0; c < LINE / K; c = c + 1) begin : gen_chunk
                localparam Q = AT + (K == 8 ? c : K == 4 ? c % 2 * N + c / 2 : c % 2 != 0 ? 2 * N + c / 2 : c / 2 % 2 * N + c / 4);
                wire [8*K-1:0] chunk = line_i[8*K*c +: 8*K];
                wire [8*K-1:0] gray  = chunk ^ (chunk >> 1);
                wire           unused_gray = &{1'b0, gray};
                assign on_zero_o[Q] = !(|gray[8*K-2:8*D-1]);
            end
        end
    endgenerate
endmodule
`default_nettype wire
