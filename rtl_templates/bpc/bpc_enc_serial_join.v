// SPDX-License-Identifier: Apache-2.0
// Encoder of bpc, form stream, join: the codes of RATE planes one behind the other, and those behind the code of a run. Neighbours are joined in
// levels, as a line's are in the other forms.
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
    localparam LEVELS = RATE == 1 ? 0 : RATE == 3 ? 2 : 4;
    localparam SLOTS  = 1 << LEVELS;
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
                assign lengths[6*a +: 6]         = lengths_i[6*a +: 6];
                assign codes[WORDS*a +: WORDS]   = codes_i[WORDS*a +: WORDS];
            end else begin : gen_none
                assign lengths[6*a +: 6]         = 6'b000001;
                assign codes[WORDS*a +: WORDS]   = {WORDS{1'b0}};
            end
            assign unused_none[a] = lengths[6*a];
        end

        // Level l has the joins of 2^l slots
        for (l = 0; l <= LEVELS; l = l + 1) begin : gen_level
            localparam BITS = WORDS << l;
            wire [SLOTS*WORDS-1:0]  joined;
            wire [(SLOTS>>l)*S-1:0] sum;
            for (a = 0; a < SLOTS >> l; a = a + 1) begin : gen_join
                if (l == 0) begin : gen_single
                    assign joined[BITS*a +: BITS] = codes[BITS*a +: BITS];
                    assign sum[S*a +: S]          = length_of(lengths[6*a+1 +: 5]);
                end else begin : gen_pair
                    assign sum[S*a +: S] = gen_level[l-1].sum[2*S*a +: S] + gen_level[l-1].sum[2*S*a + S +: S];
                    if (l == 1) begin : gen_two
                        wire [BITS-1:0] right = {{WORDS{1'b0}}, gen_level[0].joined[WORDS*(2*a+1) +: WORDS]};
                        wire [BITS-1:0] moved;
                        `WF_MUX #(.WIDTH(BITS), .COUNT(6)) mux (
                            .select_i(lengths[12*a +: 6]),
                            .data_i({right << WORDS, right << PLACE, right << 7, right << 5, right << 3, right}), .data_o(moved)
                        );
                        assign joined[BITS*a +: BITS] = moved | {{WORDS{1'b0}}, gen_level[0].joined[WORDS*2*a +: WORDS]};
                    end else begin : gen_more
                        `WF_ENC_JOIN #(.HALF(BITS / 2)) join_pair (
                            .length_i(gen_level[l-1].sum[2*S*a +: S]), .left_i(gen_level[l-1].joined[BITS*a +: BITS/2]),
                            .right_i(gen_level[l-1].joined[BITS*a + BITS/2 +: BITS/2]), .joined_o(joined[BITS*a +: BITS])
                        );
                    end
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
