// SPDX-License-Identifier: Apache-2.0
// Encoder of linebdi, wide: of the codes with chunks of K bytes the one whose base is compared, and which chunk has that base. More in `WF_ENC_WIDTH.v, which
// compares. A register rank may stand between the two.
//
//   32 bytes, K 8, chunks 0012 FFFF 8001 0001  ->  at_o 001 (8-1), missed_o 0110, first_o 0010; next_o 0010, of 8-2: FFFF misses there too
`default_nettype none
module `WF_ENC_WIDE #(
    parameter LINE  = `WF_LINE,                     // bytes of the cache line: 32, 64 or 128
    parameter K     = 8,                            // bytes of a chunk: 8, 4 or 2
    parameter CODES = K == 8 ? 3 : K == 4 ? 2 : 1   // codes: deltas of 1, 2 and 4 bytes; not to be set
) (
    input  wire [LINE*8-1:0]       line_i,      // the line, byte 0 lowest
    input  wire [LINE/K*CODES-1:0] on_zero_i,   // chunks that fit the zero base: of each code, in the order of the chunks
    output wire [8*K-2:0]          any_o,       // Gray columns in which some chunk has a 1; the top one of a Gray code, its sign, is not among them
    output wire [CODES-1:0]        at_o,        // one-hot: the code whose base is compared
    output wire [LINE/K-1:0]       missed_o,    // of it, chunk after chunk: those that miss the zero base
    output wire [LINE/K-1:0]       first_o,     // the first of them, one-hot, or 0
    output wire [LINE/K-1:0]       next_o       // the first that misses the zero base of the code with the next wider deltas; without one 0
);
    localparam C = LINE / K;    // chunks
    localparam B = 8 * K;       // bits of a chunk
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (K != 8 && K != 4 && K != 2) begin : gen_bad_k wf_illegal_K bad (); end
        if (CODES != (K == 8 ? 3 : K == 4 ? 2 : 1)) begin : gen_bad_codes wf_illegal_CODES bad (); end
    endgenerate

    wire [(B-1)*C-1:0] gray;
    wire [B-2:0]       unused_all;
    genvar             c, g;
    generate
        for (c = 0; c < C; c = c + 1) begin : gen_chunk
            assign gray[(B-1)*c +: B-1] = line_i[B*c+1 +: B-1] ^ line_i[B*c +: B-1];
        end
    endgenerate
    `WF_FOLD #(.WIDTH(B-1), .COUNT(C)) fold_any (.data_i(gray), .all_o(unused_all), .any_o(any_o));

    wire [CODES-1:0] wide;      // some chunk is not in sign extension behind this code's deltas
    generate
        for (g = 0; g < CODES; g = g + 1) begin : gen_wide
            if (g == 0) begin : gen_narrowest
                assign wide[g] = 1'b1;
            end else begin : gen_wider
                assign wide[g] = |any_o[B-2:8<<g];
            end
            if (g == CODES - 1) begin : gen_widest
                assign at_o[g] = wide[g];
            end else begin : gen_narrower
                assign at_o[g] = wide[g] & ~wide[g+1];
            end
        end
    endgenerate
    `WF_ENC_MISSED #(.LINE(LINE), .K(K)) masks (.on_zero_i(on_zero_i), .at_i(at_o), .missed_o(missed_o), .first_o(first_o), .next_o(next_o));
endmodule
`default_nettype wire
