// SPDX-License-Identifier: Apache-2.0
// Encoder of bpc, code: the code of each plane, and its length. Slot q is plane 32 - q. DBX is a plane XOR the one above it. A run of zeros has
// its code in its first slot, the others have none.
//
//   WORDS 8, DBX 0000000, 0000000, 0110000, 0000100  ->  codes 00000 10 (7 bits: run, 2 - 2), none, 100 01000
//       (8: two ones from place 4 on), 010 11000 (8: a one at place 2)
`default_nettype none
module `WF_ENC_CODE #(
    parameter WORDS = `WF_LINE / 4  // words of the line
) (
    input  wire [33*(WORDS-1)-1:0] planes_i,  // bits (WORDS-1)*q +: WORDS-1: slot q
    output wire [33*WORDS-1:0]     codes_o,   // bits WORDS*q +: WORDS: the code of slot q, its first bit lowest, above it 0
    output wire [33*6-1:0]         lengths_o  // bits 6*q +: 6, one-hot, from bit 0: 0, 3, 5, 7, 5 + log2 WORDS, WORDS
);
    localparam N = WORDS - 1;       // bits of a plane

    generate
        if (WORDS != 8 && WORDS != 16 && WORDS != 32) begin : gen_bad_words wf_illegal_WORDS bad (); end
    endgenerate

    // The number of the bit that is 1
    function [4:0] number;
        input [31:0] one_hot;
        integer      k;
        begin
            number = 5'd0;
            for (k = 0; k < 32; k = k + 1)
                number = number | k[4:0] & {5{one_hot[k]}};
        end
    endfunction

    wire [33:0] zero;   // bit q: the DBX of slot q is 0; no slot is behind slot 32
    assign zero[33] = 1'b0;
    genvar q;
    generate
        for (q = 0; q < 33; q = q + 1) begin : gen_slot
            wire [N-1:0] dbp = planes_i[N*q +: N];
            wire [N-1:0] dbx;
            wire         starts;    // a run does not go on here
            wire [32:0]  follow;    // bit d: d zero planes follow, no more
            if (q == 0) begin : gen_top
                assign dbx    = dbp;
                assign starts = zero[q];
            end else begin : gen_other
                assign dbx    = dbp ^ planes_i[N*(q-1) +: N];
                assign starts = zero[q] && !zero[q-1];
                assign follow[32:33-q] = {q{1'b0}};
            end

            // Ones: the lowest, and the rest
            wire [N-1:0] lowest, below;
            wire         any;
            `WF_FIRST #(.WIDTH(N)) first_one (.bits_i(dbx), .first_o(lowest), .below_o(below), .any_o(any));
            wire [N-1:0] rest   = dbx & ~lowest;
            wire [31:0]  place  = {{32-N{1'b0}}, lowest};
            assign zero[q]      = !any;

            // Run: where it ends
            wire [32-q:0] ends, more;
            wire          some;
            `WF_FIRST #(.WIDTH(33 - q)) first_end (.bits_i(~zero[33:q+1]), .first_o(ends), .below_o(more), .any_o(some));
            assign follow[32-q:0] = ends;

            wire is_ones   = &dbx;
            wire is_clear  = any && !is_ones && !(|dbp);
            wire is_two    = |dbp && |rest && rest == lowest << 1;
            wire is_one    = |dbp && any && !(|rest);
            wire is_plain  = any && !is_ones && !is_clear && !is_two && !is_one;
            wire is_run    = starts && !follow[0];
            wire is_zero   = starts && follow[0];
            wire is_placed = is_two || is_one;
            wire [4:0] at  = number(place);
            wire [4:0] run = number(follow[32:1]);
            wire [N:0] plain  = {dbx, 1'b1} & {WORDS{is_plain}};
            wire [WORDS+9:0] wide   = {{WORDS{1'b0}}, at, is_one, 4'b1000};
            wire [N:0] placed = wide[N:0] & {WORDS{is_placed}};
            wire [6:0] other  = {run & {5{is_run}}, 2'b00} | {2'd0, is_clear, 1'b0, is_zero, is_run, 1'b0};
            assign codes_o[WORDS*q +: WORDS] = plain | placed | {{N-6{1'b0}}, other};
            assign lengths_o[6*q +: 6]       = {is_plain, is_placed, is_run, is_ones || is_clear, is_zero, zero[q] && !starts};
            wire unused = &{1'b0, below, more, some, wide};
        end
    endgenerate
endmodule
`default_nettype wire
