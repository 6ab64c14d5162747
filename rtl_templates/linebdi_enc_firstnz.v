// SPDX-License-Identifier: Apache-2.0
// Encoder of linebdi, firstnz: the base of each code, its first chunk that is not small; 0 if all are small.
//
//   32 bytes, code 8-1, chunks 0007 1234 0000 1230  ->  base 1234
`default_nettype none
module `WF_ENC_FIRSTNZ #(
    parameter LINE = `WF_LINE   // bytes of the cache line: 32, 64 or 128
) (
    input  wire [LINE*8-1:0]    line_i,     // the line, byte 0 lowest
    input  wire [LINE/8*11-1:0] on_zero_i,  // chunks that are small, in the order of on_zero_o (`WF_ENC_ZERO.v)
    output wire [383:0]         bases_o     // of 8-1, 8-2, 8-4, 4-1, 4-2, 2-1: 64 bits each, in their lower bits
);
    localparam N = LINE / 8;    // chunks of 8 bytes
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    // Code g has chunks of K bytes, and bits from AT on. Chunk c of the line has bit Q
    genvar g, c;
    generate
        for (g = 0; g < 6; g = g + 1) begin : gen_code
            localparam K  = g < 3 ? 8 : g < 5 ? 4 : 2;
            localparam AT = g < 3 ? g * N : (2 * g - 3) * N;
            wire [LINE/K-1:0] other, first, unused_below;
            wire              unused_any;
            for (c = 0; c < LINE / K; c = c + 1) begin : gen_chunk
                localparam Q = AT + (K == 8 ? c : K == 4 ? c % 2 * N + c / 2 : c % 2 != 0 ? 2 * N + c / 2 : c / 2 % 2 * N + c / 4);
                assign other[c] = !on_zero_i[Q];
            end
            `WF_FIRST #(.WIDTH(LINE / K)) lowest (.bits_i(other), .first_o(first), .below_o(unused_below), .any_o(unused_any));
            `WF_MUX #(.WIDTH(8 * K), .COUNT(LINE / K)) mux (.select_i(first), .data_i(line_i), .data_o(bases_o[64*g +: 8*K]));
            if (K < 8) begin : gen_fill
                assign bases_o[64*g+63 -: 64 - 8*K] = {64-8*K{1'b0}};
            end
        end
    endgenerate
endmodule
`default_nettype wire
