// SPDX-License-Identifier: Apache-2.0
// Decoder of bpc, plane: a plane from its code and the plane above it. A raw line has the plane's bits themselves.
//
//   WORDS 8, above 0000100, code 010 11000 (bit 0 last: a one at place 2)  ->  0000000
`default_nettype none
module `WF_DEC_PLANE #(
    parameter WORDS = `WF_LINE / 4  // words of the line
) (
    input  wire             coded_i,  // 1: compressed, 0: raw
    input  wire             going_i,  // 1: the plane is one of a run, its code came before
    input  wire [WORDS-1:0] code_i,   // the code, its first bit lowest; above it any bits
    input  wire [WORDS-2:0] above_i,  // the plane above; of the top plane 0
    output wire [WORDS-2:0] plane_o   // the plane
);
    localparam N = WORDS - 1;
    localparam P = $clog2(WORDS);

    generate
        if (WORDS != 8 && WORDS != 16 && WORDS != 32) begin : gen_bad_words wf_illegal_WORDS bad (); end
    endgenerate

    wire         read     = coded_i && !going_i;
    wire         is_plain = read && code_i[0];
    wire         is_ones  = read && code_i[4:0] == 5'b00000;
    wire         is_clear = read && code_i[4:0] == 5'b10000;
    wire         is_two   = read && code_i[4:0] == 5'b01000;
    wire         is_one   = read && code_i[4:0] == 5'b11000;
    wire [P-1:0] place    = code_i[5 +: P];
    wire [N-1:0] here, above;   // the place, and the one above it
    genvar k;
    generate
        for (k = 0; k < N; k = k + 1) begin : gen_place
            assign here[k] = place == k && (is_one || is_two);
        end
    endgenerate
    assign above = here << 1;
    wire [N-1:0] dbx = code_i[N:1] & {N{is_plain}} | {N{is_ones}} | here | above & {N{is_two}};
    assign plane_o   = (dbx ^ above_i & {N{!is_clear}}) & {N{coded_i}} | code_i[N-1:0] & {N{!coded_i}};
endmodule
`default_nettype wire
