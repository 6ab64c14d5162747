// SPDX-License-Identifier: Apache-2.0
// Encoder of fpc, data: the data of a group's words side by side, each as wide as the group's pattern says.
//
//   N 4, words 1 2 3 FFFFFFFC (word 0 first), pattern 1 (nibble)  ->  C321 in the lowest 16 bits of the group, else 0
`default_nettype none
module `WF_ENC_DATA #(
    parameter GROUPS = 4,  // groups of the line
    parameter N      = 2   // words of a group
) (
    input  wire [8*GROUPS-1:0]    patterns_i,  // bit GROUPS*p + g: group g has pattern p
    input  wire [GROUPS-1:0]      eight_i,     // bit g: the pattern of group g has 8 bits of data
    input  wire [32*N*GROUPS-1:0] block_i,     // the line
    output wire [32*N*GROUPS-1:0] data_o       // bits 32*N*g +: 32*N: the data of group g, above them 0
);
    localparam WIDTH = 32 * N;

    generate
        if (GROUPS != 2 && GROUPS != 4 && GROUPS != 8 && GROUPS != 16 && GROUPS != 32) begin : gen_bad_groups
            wf_illegal_GROUPS bad ();
        end
        if (N < 1 ||
                (GROUPS * N != 8 && GROUPS * N != 16 && GROUPS * N != 32)) begin : gen_bad_n wf_illegal_N bad (); end
    endgenerate

    genvar g, i;
    generate
        for (g = 0; g < GROUPS; g = g + 1) begin : gen_group
            wire          is_1 = patterns_i[GROUPS + g];
            wire          is_3 = patterns_i[3*GROUPS + g];
            wire          is_4 = patterns_i[4*GROUPS + g];
            wire          is_5 = patterns_i[5*GROUPS + g];
            wire          is_7 = patterns_i[7*GROUPS + g];
            wire [4*N-1:0]  nibbles;
            wire [8*N-1:0]  bytes;
            wire [16*N-1:0] halves;
            for (i = 0; i < N; i = i + 1) begin : gen_word
                wire [31:0] v = block_i[32*(N*g+i) +: 32];
                assign nibbles[4*i +: 4]  = v[3:0];
                assign bytes[8*i +: 8]    = v[7:0];
                assign halves[16*i +: 16] = {v[15:8] & {8{is_3}} | v[23:16] & {8{is_5}}, v[7:0] & {8{is_3 || is_5}}}
                                            | v[31:16] & {16{is_4}};
            end
            assign data_o[WIDTH*g +: WIDTH] =
                ({{28*N{1'b0}}, nibbles & {4*N{is_1}}} | {{24*N{1'b0}}, bytes & {8*N{eight_i[g]}}})
                | ({{16*N{1'b0}}, halves} | block_i[WIDTH*g +: WIDTH] & {WIDTH{is_7}});
        end
    endgenerate
    wire unused_patterns = &{1'b0, patterns_i};
endmodule
`default_nettype wire
