// SPDX-License-Identifier: Apache-2.0
// Encoder of affine, strides zero and powers of two to 64: a guess of base and stride of one vector.
//
//   WIDTH 4, active_i 1011 (lane 0 last), lanes 12 14 99 18 (lane 0 first)  ->  stride 2, base_o 12
//
// Guess: the lowest bit in which two active lanes 2k and 2k + 1 differ is the stride; the first active lane (the seed) gives the base. In the
// example 12 and 14 differ in bit 1 first.
// Near and far: only the near part of a lane, the bits that a stride reaches, waits for the guess. Far parts are compared among the lanes
// at the same time, by Gray columns as in warpbdi: each is the seed's or one more, and two consecutive numbers differ in one Gray bit.
`default_nettype none
module `WF_ENC_POW2 #(
    parameter WIDTH = 4,                               // lanes of the vector: a power of two, from 4
    parameter WORD  = 4,                               // bits of a lane
    parameter LOG   = $clog2(WIDTH),                   // log2 of WIDTH; not to be set
    parameter PART  = LOG + 8 < WORD ? LOG + 8 : WORD  // bits that are expanded, the near part and the lowest far bit; not to be set
) (
    input  wire [WIDTH-1:0]      active_i,  // active lanes
    input  wire [WIDTH*WORD-1:0] lanes_i,   // the lanes, lane 0 lowest
    output wire                  may_o,     // 1: the vector may be affine, if the near parts fit
    output wire [LOG+7:0]        step_o,    // the stride as expand takes it, in its form OPEN: {hold, digit, stride}
    output wire [WORD-1:0]       base_o,
    output wire [PART-1:0]       part_o     // near part and lowest far bit of the first active lane
);
    localparam STEPS = WORD < 7 ? WORD : 7;     // bits that a stride may be
    localparam NEAR  = LOG + 7;                 // bits of the near part: a lane's number times the stride

    generate
        if (WIDTH < 4 || WIDTH > 128 || (WIDTH & (WIDTH - 1)) != 0 || WORD < 4 || WORD > 64 || LOG != $clog2(WIDTH) ||
                PART != (LOG + 8 < WORD ? LOG + 8 : WORD)) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    // ---- Seed ----

    wire            some, unused_paired;
    wire [WORD-1:0] seed, unused_even, unused_odd;
    wire [LOG-1:0]  place;
    wire            unused_pair = &{1'b0, unused_paired, unused_even, unused_odd};
    `WF_ENC_SEED #(.WIDTH(WIDTH), .WORD(WORD)) tree (
        .active_i(active_i), .lanes_i(lanes_i), .some_o(some), .seed_o(seed), .place_o(place),
        .paired_o(unused_paired), .even_o(unused_even), .odd_o(unused_odd)
    );

    // ---- Stride: all pairs are ORed, since a vector is not affine if two of them disagree ----

    wire [STEPS*WIDTH/2-1:0] steps;
    wire [STEPS-1:0]         stride, unused_all;
    wire                     unused_fold = &{1'b0, unused_all};
    genvar                   p, k;
    generate
        for (p = 0; p < WIDTH / 2; p = p + 1) begin : gen_pair
            wire [STEPS-1:0] differ = lanes_i[2*WORD*p +: STEPS] ^ lanes_i[2*WORD*p+WORD +: STEPS];
            for (k = 0; k < STEPS; k = k + 1) begin : gen_lowest
                if (k == 0) begin : gen_zero
                    assign steps[STEPS*p + k] = differ[k] && &active_i[2*p +: 2];
                end else begin : gen_above
                    assign steps[STEPS*p + k] = differ[k] && !(|differ[k-1:0]) && &active_i[2*p +: 2];
                end
            end
        end
    endgenerate
    `WF_FOLD #(.WIDTH(STEPS), .COUNT(WIDTH / 2)) fold (.data_i(steps), .all_o(unused_all), .any_o(stride));

    wire [STEPS-1:0] low;       // bits below the stride's
    generate
        for (k = 0; k < STEPS; k = k + 1) begin : gen_low
            if (k == STEPS - 1) begin : gen_top
                assign low[k] = 1'b0;
            end else begin : gen_below
                assign low[k] = |stride[STEPS-1:k+1];
            end
        end
    endgenerate
    wire agreed  = !(|(stride & low));
    wire aligned = !(|(seed[STEPS-1:0] & low));     // base and seed have the same bits below the stride

    // ---- Digit: LOG bits of the base, from the stride's bit on: the seed's bits less the number of its lane, modulo WIDTH ----

    // If that borrows (the highest bit, hold), every lane from the first active one on carries the borrow back. The expansion begins with the
    // seed's upper bits, which have that carry already, so hold keeps it from being added again.
    wire [LOG+STEPS-2:0] near;
    wire [LOG-1:0]       field, less;
    generate
        for (k = 0; k < LOG + STEPS - 1; k = k + 1) begin : gen_near
            if (k < WORD) begin : gen_bit
                assign near[k] = seed[k];
            end else begin : gen_none
                assign near[k] = 1'b0;
            end
        end
        for (k = 0; k < LOG; k = k + 1) begin : gen_digit
            assign field[k] = |(near[k +: STEPS] & stride);
            assign less[k]  = k < WORD && place[k] && |stride;
        end
    endgenerate
    wire [LOG:0] digit = {1'b0, field} - {1'b0, less};
    wire [6:0]   seven;
    generate
        if (STEPS < 7) begin : gen_seven
            assign seven[6:STEPS] = {7-STEPS{1'b0}};
        end
    endgenerate
    assign seven[STEPS-1:0] = stride;
    assign step_o           = {digit, seven};
    assign part_o           = seed[PART-1:0];

    // ---- Base: the first active lane less its number times the stride. Its far bits come from the Gray columns, not from the tree ----

    wire [LOG+WORD-1:0] offset;
    wire [WORD-1:0]     first_lane;
    wire                fits_far;
    `WF_SHIFT #(.WIDTH(LOG + WORD), .STEP(1), .COUNT(STEPS)) times (
        .select_i(stride), .data_i({{WORD{1'b0}}, place}), .data_o(offset)
    );
    assign base_o = first_lane - offset[WORD-1:0];
    assign may_o  = some && agreed && aligned && fits_far;
    wire unused_offset = &{1'b0, offset};

    genvar i, l;
    generate
        if (PART < WORD) begin : gen_far
            // The far part of an active lane is the first active lane's or one more. So all columns of the far parts, in Gray code, agree (no
            // active lane has a 1, or none has a 0), except at most one, split. Counting up flips the plain bits from the lowest far bit to
            // that column, so the first lane has ones below it. The lowest far bits are compared later, with the carry.
            localparam FAR    = WORD - NEAR;
            localparam LEVELS = $clog2(FAR);
            wire [2*FAR*WIDTH-1:0] columns;
            wire [2*FAR-1:0]       unused_all_far;
            wire [FAR-1:0]         ones, zeros;     // bit b: an active lane has a 1 there, a 0
            wire                   unused_columns = &{1'b0, unused_all_far};
            for (i = 0; i < WIDTH; i = i + 1) begin : gen_lane
                wire [FAR-1:0] plain = lanes_i[WORD*i+NEAR +: FAR];
                wire [FAR-1:0] gray  = plain ^ (plain >> 1);
                assign columns[2*FAR*i +: 2*FAR] = {~gray & {FAR{active_i[i]}}, gray & {FAR{active_i[i]}}};
            end
            `WF_FOLD #(.WIDTH(2 * FAR), .COUNT(WIDTH)) fold_far (.data_i(columns), .all_o(unused_all_far), .any_o({zeros, ones}));

            // plain: the number whose Gray code has these ones. upto: a split at this bit or above it
            wire [FAR-1:0] split = ones & zeros;
            for (l = 0; l <= LEVELS; l = l + 1) begin : gen_level
                wire [FAR-1:0] plain, upto;
                if (l == 0) begin : gen_bits
                    assign plain = ones;
                    assign upto  = split;
                end else begin : gen_joined
                    assign plain = gen_level[l-1].plain ^ (gen_level[l-1].plain >> (1 << (l - 1)));
                    assign upto  = gen_level[l-1].upto | (gen_level[l-1].upto >> (1 << (l - 1)));
                end
            end
            wire [FAR-1:0] below = gen_level[LEVELS].upto >> 1;
            wire [FAR-1:0] count = gen_level[LEVELS].plain & ~split | below;
            // If the top bit flips, the first lane may have either value
            wire           top   = seed[WORD-1];
            wire [FAR-1:0] far   = {top, count[FAR-2:0]};
            // Gray bits below split, of 0 1 1 1: first a 1, then zeros
            wire [FAR-1:0] turn;
            assign turn[FAR-1] = 1'b0;
            for (i = 0; i < FAR - 1; i = i + 1) begin : gen_turn
                assign turn[i] = split[i+1] && !(i == FAR - 2 && top);
            end
            assign fits_far   = !(|(below & (split | (ones ^ turn)))) && far[0] == seed[NEAR];
            assign first_lane = {far, seed[NEAR-1:0]};
            wire unused_far = &{1'b0, seed, count};
        end else begin : gen_no_far
            assign fits_far   = 1'b1;
            assign first_lane = seed;
        end
    endgenerate
endmodule
`default_nettype wire
