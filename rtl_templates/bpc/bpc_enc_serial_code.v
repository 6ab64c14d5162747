// SPDX-License-Identifier: Apache-2.0
// Encoder of bpc, form stream, code: the codes of RATE planes, and their lengths. DBX is a plane XOR the one above it. A run of zeros has its code
// where it ends: in front of these planes if it reaches to their first one, else in the slot where it began. One that reaches to the last of
// them goes on, unless it is the line's last plane.
//
//   WORDS 8, RATE 3, run_i 4, DBX 0000000, 0110000, 0000000  ->  front_o 00011 10 (7 bits: run, 5 - 2), codes none,
//       100 01000 (8: two ones from place 4 on), none; run_o 1: a run begins in slot 2. With last_i 1 slot 2 has the code 100 (3 bits)
`default_nettype none
module `WF_ENC_SERIAL_CODE #(
    parameter WORDS = `WF_LINE / 4,  // words of the line
    parameter RATE  = `WF_RATE       // planes a cycle: 1, 3 or 11
) (
    input  wire                      last_i,          // 1: these are the line's last planes
    input  wire [RATE*(WORDS-1)-1:0] planes_i,        // bits (WORDS-1)*k +: WORDS-1: slot k, from the highest plane on
    input  wire [WORDS-2:0]          above_i,         // the plane above them; 0: there is none
    input  wire [5:0]                run_i,           // zero planes above them
    output wire [5:0]                run_o,           // zero planes up to the lowest of them, whose run goes on
    output wire [6:0]                front_o,         // the code of a run, above its length 0
    output wire [2:0]                front_length_o,  // one-hot, from bit 0: 0, 3, 7
    output wire [RATE*WORDS-1:0]     codes_o,         // bits WORDS*k +: WORDS: the code of slot k, its first bit lowest, above it 0
    output wire [RATE*6-1:0]         lengths_o        // bits 6*k +: 6, one-hot, from bit 0: 0, 3, 5, 7, 5 + log2 WORDS, WORDS
);
    localparam N = WORDS - 1;   // bits of a plane

    generate
        if (WORDS != 8 && WORDS != 16 && WORDS != 32) begin : gen_bad_words wf_illegal_WORDS bad (); end
        if (RATE != 1 && RATE != 3 && RATE != 11) begin : gen_bad_rate wf_illegal_RATE bad (); end
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

    // Front: the run that reaches to the first plane
    wire [RATE-1:0] zero;   // bit k: the DBX of slot k is 0
    wire [RATE:0]   lead, behind, below_lead, below_behind;
    wire [1:0]      unused_any;
    wire            some = !(&zero);
    `WF_FIRST #(.WIDTH(RATE + 1)) first_one (.bits_i({1'b1, ~zero}), .first_o(lead), .below_o(below_lead), .any_o(unused_any[0]));
    `WF_FIRST #(.WIDTH(RATE + 1)) last_one (.bits_i({1'b1, reversed(~zero)}), .first_o(behind), .below_o(below_behind), .any_o(unused_any[1]));
    wire [5:0]      front  = run_i + {1'b0, number({{31-RATE{1'b0}}, lead})};
    wire [4:0]      pairs  = front[5:1] - 5'd1;
    wire            ends   = some || last_i;
    wire            is_run = ends && |front[5:1];
    wire            is_one = ends && front == 6'd1;
    assign front_o        = {pairs[3:0], front[0], 2'b10} & {7{is_run}} | {4'd0, is_one, 2'b00};
    assign front_length_o = {is_run, is_one, !is_run && !is_one};
    assign run_o          = some ? {1'b0, number({{31-RATE{1'b0}}, behind})} : front;
    wire            unused = &{1'b0, below_lead, below_behind, unused_any, pairs};

    function [RATE-1:0] reversed;
        input [RATE-1:0] bits;
        integer          k;
        for (k = 0; k < RATE; k = k + 1)
            reversed[k] = bits[RATE-1-k];
    endfunction

    genvar q;
    generate
        for (q = 0; q < RATE; q = q + 1) begin : gen_slot
            wire [N-1:0] dbp = planes_i[N*q +: N];
            wire [N-1:0] dbx;
            wire         is_run_here, is_zero;
            wire [4:0]   run;
            if (q == 0) begin : gen_top
                assign dbx = dbp ^ above_i;
                assign {is_run_here, is_zero, run} = 7'd0;
            end else begin : gen_other
                assign dbx = dbp ^ planes_i[N*(q-1) +: N];

                // Run: one that begins here, behind a plane that is not 0, and ends here
                wire [RATE-q-1:0] follow, more;     // bit d: d zero planes follow, no more
                wire              over;
                wire              starts = zero[q] && !zero[q-1];
                if (q == RATE - 1) begin : gen_last
                    assign follow = 1'b1;
                    assign more   = 1'b0;
                    assign over   = last_i;
                end else begin : gen_inner
                    `WF_FIRST #(.WIDTH(RATE - q)) first_end (.bits_i({last_i, ~zero[RATE-1:q+1]}), .first_o(follow), .below_o(more), .any_o(over));
                end
                wire unused_run = &{1'b0, more};
                assign is_zero     = starts && over && follow[0];
                assign is_run_here = starts && over && !follow[0];
                assign run         = number({{32-RATE+q{1'b0}}, follow} >> 1) & {5{is_run_here}};
            end

            // Ones: the lowest, and the rest
            wire [N-1:0] lowest, below;
            wire         any;
            `WF_FIRST #(.WIDTH(N)) first_bit (.bits_i(dbx), .first_o(lowest), .below_o(below), .any_o(any));
            wire [N-1:0] rest   = dbx & ~lowest;
            wire [31:0]  place  = {{32-N{1'b0}}, lowest};
            assign zero[q]      = !any;

            wire is_ones   = &dbx;
            wire is_clear  = any && !is_ones && !(|dbp);
            wire is_two    = |dbp && |rest && rest == lowest << 1;
            wire is_single = |dbp && any && !(|rest);
            wire is_plain  = any && !is_ones && !is_clear && !is_two && !is_single;
            wire is_placed = is_two || is_single;
            wire [4:0] at  = number(place);
            wire [N:0] plain       = {dbx, 1'b1} & {WORDS{is_plain}};
            wire [WORDS+9:0] wide  = {{WORDS{1'b0}}, at, is_single, 4'b1000};
            wire [N:0] placed      = wide[N:0] & {WORDS{is_placed}};
            wire [6:0] other       = {run, 2'b00} | {2'd0, is_clear, 1'b0, is_zero, is_run_here, 1'b0};
            assign codes_o[WORDS*q +: WORDS] = plain | placed | {{N-6{1'b0}}, other};
            assign lengths_o[6*q +: 6]       = {is_plain, is_placed, is_run_here, is_ones || is_clear, is_zero, zero[q] && !is_zero && !is_run_here};
            wire unused_bits = &{1'b0, below, wide};
        end
    endgenerate
endmodule
`default_nettype wire
