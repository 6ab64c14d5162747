// SPDX-License-Identifier: Apache-2.0
// Encoder of linebdi, run: Gray columns side by side, of numbers that should be V or V + 1. The Gray codes of the two differ in one column:
// the lowest, if V is even; else the one above the lowest 1, which both have.
//
//   numbers 5 and 6, Gray codes 0111 and 0101: they differ in column 1, above a 1 in column 0. differs_o 1, wrong_o 0
//   numbers 4 and 7, Gray codes 0110 and 0100: they differ in column 1, above a 0. differs_o 1, wrong_o 1
`default_nettype none
module `WF_ENC_RUN #(
    parameter WIDTH = 8     // columns, from 2
) (
    input  wire [WIDTH-1:0] all_i,      // all numbers have a 1 in the column
    input  wire [WIDTH-1:0] any_i,      // some number has
    output wire             lowest_o,   // the lowest column differs
    output wire             differs_o,  // another does
    output wire             wrong_o,    // another does that may not, as it is not above the lowest 1
    output wire             none_o,     // no column has a 1
    output wire             top_o       // of all columns only the top one has, in all numbers: the column above may differ
);
    generate
        if (WIDTH < 2) begin : gen_bad_width wf_illegal_WIDTH bad (); end
    endgenerate

    wire [WIDTH-1:0] below, lowest, differ;
    wire             some;
    `WF_FIRST #(.WIDTH(WIDTH)) first (.bits_i(any_i), .first_o(lowest), .below_o(below), .any_o(some));
    assign differ    = any_i & ~all_i;
    assign lowest_o  = differ[0];
    assign differs_o = |differ[WIDTH-1:1];
    assign wrong_o   = |(differ[WIDTH-1:1] & ~(lowest[WIDTH-2:0] & all_i[WIDTH-2:0]));
    assign none_o    = !some;
    assign top_o     = lowest[WIDTH-1] & all_i[WIDTH-1];
    wire unused = &{1'b0, below};
endmodule
`default_nettype wire
