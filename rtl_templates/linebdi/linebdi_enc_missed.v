// SPDX-License-Identifier: Apache-2.0
// Encoder of linebdi, missed: of the codes with chunks of K bytes, the chunks that miss the zero base of the code whose base is compared
// (`WF_ENC_WIDTH.v), the first of them, and the first of the next code.
//
//   32 bytes, K 8, chunks 0012 1234 0000 1230, at_i 001  ->  missed_o 1010, first_o 0010; next_o 0000, as all fit deltas of two bytes
`default_nettype none
module `WF_ENC_MISSED #(
    parameter LINE  = `WF_LINE,                     // bytes of the cache line: 32, 64 or 128
    parameter K     = 8,                            // bytes of a chunk: 8, 4 or 2
    parameter CODES = K == 8 ? 3 : K == 4 ? 2 : 1   // codes: deltas of 1, 2 and 4 bytes; not to be set
) (
    input  wire [LINE/K*CODES-1:0] on_zero_i,   // chunks that fit the zero base: of each code, in the order of the chunks
    input  wire [CODES-1:0]        at_i,        // one-hot: the code
    output wire [LINE/K-1:0]       missed_o,    // of the code, chunk after chunk: those that miss
    output wire [LINE/K-1:0]       first_o,     // the first of them, one-hot, or 0
    output wire [LINE/K-1:0]       next_o       // the first that misses the zero base of the code with the next wider deltas; without one 0
);
    localparam N = LINE / 8;    // chunks of 8 bytes
    localparam C = LINE / K;    // chunks
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (K != 8 && K != 4 && K != 2) begin : gen_bad_k wf_illegal_K bad (); end
        if (CODES != (K == 8 ? 3 : K == 4 ? 2 : 1)) begin : gen_bad_codes wf_illegal_CODES bad (); end
    endgenerate

    wire [CODES*C-1:0] miss, first;     // of each code, chunk after chunk: those that miss; the first of them
    genvar g, c;
    generate
        for (g = 0; g < CODES; g = g + 1) begin : gen_code
            wire [C-1:0] unused_below;
            wire         unused_any;
            for (c = 0; c < C; c = c + 1) begin : gen_chunk
                localparam Q = K == 8 ? c : K == 4 ? c % 2 * N + c / 2 : c % 2 != 0 ? 2 * N + c / 2 : c / 2 % 2 * N + c / 4;
                assign miss[C*g + c] = !on_zero_i[C*g + Q];
            end
            `WF_FIRST #(.WIDTH(C)) lowest (
                .bits_i(miss[C*g +: C]), .first_o(first[C*g +: C]), .below_o(unused_below), .any_o(unused_any)
            );
        end
    endgenerate
    wire [CODES*C-1:0] nexts = first >> C;
    `WF_MUX #(.WIDTH(C), .COUNT(CODES)) mux_missed (.select_i(at_i), .data_i(miss), .data_o(missed_o));
    `WF_MUX #(.WIDTH(C), .COUNT(CODES)) mux_first (.select_i(at_i), .data_i(first), .data_o(first_o));
    `WF_MUX #(.WIDTH(C), .COUNT(CODES)) mux_next (.select_i(at_i), .data_i(nexts), .data_o(next_o));
endmodule
`default_nettype wire
