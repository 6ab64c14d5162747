// SPDX-License-Identifier: Apache-2.0
// Encoder of linebdi, base: the base of the chosen code, its first chunk that misses the zero base; 0 if none does. Of each width of chunks two
// bases may be wanted: the one that was compared, or that of the code with the next wider deltas, which then is in sign extension
// (`WF_ENC_WIDTH.v). All are read while the code is chosen.
//
//   32 bytes, code 8-1, chunks 0007 1234 0000 1230  ->  base_o 1234
`default_nettype none
module `WF_ENC_BASE #(
    parameter LINE = `WF_LINE   // bytes of the cache line: 32, 64 or 128
) (
    input  wire [8:0]           win_i,      // one-hot: the tag
    input  wire [LINE/8*10-1:0] bases_i,    // the chunk that is the base, one-hot: of 8 bytes, of the next wider code; of 4 bytes, of the next; of 2 bytes
    input  wire [4:0]           at_i,       // the code whose base is compared: one-hot of 8-1, 8-2, 8-4, one-hot of 4-1, 4-2
    input  wire [LINE*8-1:0]    line_i,     // the line, byte 0 lowest
    output wire [63:0]          base_o      // the base, from bit 0; above it, and if the code has none, bytes of the first chunk
);
    localparam N = LINE / 8;    // chunks of 8 bytes
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
    endgenerate

    wire [N-1:0]   first_8, next_8;
    wire [2*N-1:0] first_4, next_4;
    wire [4*N-1:0] first_2;
    assign {first_2, next_4, first_4, next_8, first_8} = bases_i;

    // Of the next base the lower half and a sign
    wire [33*N-1:0] low_8;
    wire [34*N-1:0] low_4;
    genvar c;
    generate
        for (c = 0; c < N; c = c + 1) begin : gen_low_8
            assign low_8[33*c +: 33] = line_i[64*c +: 33];
        end
        for (c = 0; c < 2 * N; c = c + 1) begin : gen_low_4
            assign low_4[17*c +: 17] = line_i[32*c +: 17];
        end
    endgenerate
    wire [63:0] base_8;
    wire [31:0] base_4;
    wire [15:0] base_2;
    wire [32:0] wider_8;
    wire [16:0] wider_4;
    `WF_MUX #(.WIDTH(64), .COUNT(N)) mux_8 (.select_i(first_8), .data_i(line_i), .data_o(base_8));
    `WF_MUX #(.WIDTH(33), .COUNT(N)) mux_wider_8 (.select_i(next_8), .data_i(low_8), .data_o(wider_8));
    `WF_MUX #(.WIDTH(32), .COUNT(2 * N)) mux_4 (.select_i(first_4), .data_i(line_i), .data_o(base_4));
    `WF_MUX #(.WIDTH(17), .COUNT(2 * N)) mux_wider_4 (.select_i(next_4), .data_i(low_4), .data_o(wider_4));
    `WF_MUX #(.WIDTH(16), .COUNT(4 * N)) mux_2 (.select_i(first_2), .data_i(line_i), .data_o(base_2));

    // A narrower base has bytes of the first chunk above it. 8-4 of a line where 8-1 is compared has the base 0
    wire is_8  = win_i[3] | win_i[4] & ~at_i[0] | win_i[5] & at_i[2];
    wire is_w8 = win_i[4] & at_i[0] | win_i[5] & at_i[1];
    wire is_4  = win_i[6] | win_i[7] & at_i[4];
    wire is_w4 = win_i[7] & at_i[3];
    `WF_MUX #(.WIDTH(64), .COUNT(6)) mux (
        .select_i({is_8, is_w8, is_4, is_w4, win_i[8], |win_i[2:0]}),
        .data_i({
            base_8, {{31{wider_8[32]}}, wider_8}, {line_i[63:32], base_4}, {line_i[63:32], {15{wider_4[16]}}, wider_4},
            {line_i[63:16], base_2}, line_i[63:0]}),
        .data_o(base_o)
    );
endmodule
`default_nettype wire
