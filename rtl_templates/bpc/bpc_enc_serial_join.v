// SPDX-License-Identifier: Apache-2.0
// Encoder of bpc, form stream, join: the codes of RATE planes one behind the other, and those behind the code of a run. Three neighbours are joined
// from the last one on; each such three are joined in levels, as a line's codes are in the other forms.
//
//   front 00011 10 (7 bits), codes none, 100 01000 (8 bits), none  ->  group_o 100 01000 00011 10, length_o 15
`default_nettype none
module `WF_ENC_SERIAL_JOIN #(
    parameter WORDS = `WF_LINE / 4,  // words of the line
    parameter RATE  = `WF_RATE       // planes a cycle: 1, 3 or 11
) (
    input  wire [6:0]            front_i,         // the code of a run, above its length 0
    input  wire [2:0]            front_length_i,  // one-hot, from bit 0: 0, 3, 7
    input  wire [RATE*WORDS-1:0] codes_i,         // bits WORDS*k +: WORDS: the code of slot k
    input  wire [RATE*6-1:0]     lengths_i,       // bits 6*k +: 6, one-hot, from bit 0: 0, 3, 5, 7, 5 + log2 WORDS, WORDS
    output wire [RATE*WORDS+6:0] group_o,         // all of them, above their length 0
    output wire [10:0]           length_o         // their bits
);
    localparam S      = 11;                             // bits of a length
    localparam PLACE  = 5 + $clog2(WORDS);              // bits of the code of a place in a plane
    localparam LEVELS = RATE == 11 ? 2 : 0;
    localparam THREES = 1 << LEVELS;
    localparam SLOTS  = 3 * THREES;
    localparam BITS   = 4 * WORDS;                      // of three codes, a power of two
    localparam WIDTH  = RATE * WORDS;

    generate
        if (WORDS != 8 && WORDS != 16 && WORDS != 32) begin : gen_bad_words wf_illegal_WORDS bad (); end
        if (RATE != 1 && RATE != 3 && RATE != 11) begin : gen_bad_rate wf_illegal_RATE bad (); end
    endgenerate

    function [S-1:0] length_of;
        input [5:1] one_hot;  // bit 0: no code, no length
        length_of = 11'd3 & {S{one_hot[1]}} | 11'd5 & {S{one_hot[2]}} | 11'd7 & {S{one_hot[3]}} | PLACE[S-1:0] & {S{one_hot[4]}} |
                    WORDS[S-1:0] & {S{one_hot[5]}};
    endfunction

    // Slots from RATE on have no code
    wire [SLOTS*6-1:0]     lengths;
    wire [SLOTS*WORDS-1:0] codes;
    wire [SLOTS-1:0]       unused_none;     // no code, nothing to add
    wire                   unused = &{1'b0, unused_none};
    genvar l, a;
    generate
        for (a = 0; a < SLOTS; a = a + 1) begin : gen_slot
            if (a < RATE) begin : gen_used
                assign lengths[6*a +: 6]       = lengths_i[6*a +: 6];
                assign codes[WORDS*a +: WORDS] = codes_i[WORDS*a +: WORDS];
            end else begin : gen_none
                assign lengths[6*a +: 6]       = 6'b000001;
                assign codes[WORDS*a +: WORDS] = {WORDS{1'b0}};
            end
            assign unused_none[a] = lengths[6*a];
        end

        // Level l has the joins of 3 * 2^l slots
        for (l = 0; l <= LEVELS; l = l + 1) begin : gen_level
            wire [THREES*BITS-1:0]   joined;
            wire [(THREES>>l)*S-1:0] sum;
            for (a = 0; a < THREES >> l; a = a + 1) begin : gen_join
                if (l == 0) begin : gen_three
                    wire [2*WORDS-1:0] third = {{WORDS{1'b0}}, codes[WORDS*(3*a+2) +: WORDS]};
                    wire [2*WORDS-1:0] third_moved;
                    wire [3*WORDS-1:0] second = {{WORDS{1'b0}}, third_moved | {{WORDS{1'b0}}, codes[WORDS*(3*a+1) +: WORDS]}};
                    wire [3*WORDS-1:0] second_moved;
                    `WF_MUX #(.WIDTH(2 * WORDS), .COUNT(6)) mux_third (
                        .select_i(lengths[6*(3*a+1) +: 6]), .data_o(third_moved),
                        .data_i({third << WORDS, third << PLACE, third << 7, third << 5, third << 3, third})
                    );
                    `WF_MUX #(.WIDTH(3 * WORDS), .COUNT(6)) mux_second (
                        .select_i(lengths[6*3*a +: 6]), .data_o(second_moved),
                        .data_i({second << WORDS, second << PLACE, second << 7, second << 5, second << 3, second})
                    );
                    assign joined[BITS*a +: BITS] = {{WORDS{1'b0}}, second_moved | {{2*WORDS{1'b0}}, codes[WORDS*3*a +: WORDS]}};
                    assign sum[S*a +: S] = length_of(lengths[6*3*a+1 +: 5]) + length_of(lengths[6*(3*a+1)+1 +: 5]) +
                                           length_of(lengths[6*(3*a+2)+1 +: 5]);
                end else begin : gen_pair
                    localparam HALF = BITS << (l - 1);
                    assign sum[S*a +: S] = gen_level[l-1].sum[2*S*a +: S] + gen_level[l-1].sum[2*S*a + S +: S];
                    `WF_ENC_JOIN #(.HALF(HALF)) join_pair (
                        .length_i(gen_level[l-1].sum[2*S*a +: S]), .left_i(gen_level[l-1].joined[2*HALF*a +: HALF]),
                        .right_i(gen_level[l-1].joined[2*HALF*a + HALF +: HALF]), .joined_o(joined[2*HALF*a +: 2*HALF])
                    );
                end
            end
        end
    endgenerate

    wire [WIDTH+6:0] planes = {7'd0, gen_level[LEVELS].joined[WIDTH-1:0]};
    wire [WIDTH+6:0] behind;
    `WF_MUX #(.WIDTH(WIDTH + 7), .COUNT(3)) mux_front (
        .select_i(front_length_i), .data_i({planes << 7, planes << 3, planes}), .data_o(behind)
    );
    assign group_o  = behind | {{WIDTH{1'b0}}, front_i};
    assign length_o = gen_level[LEVELS].sum + {8'd0, front_length_i[2], |front_length_i[2:1], |front_length_i[2:1]};
    wire unused_joined = &{1'b0, gen_level[LEVELS].joined};
endmodule
`default_nettype wire
