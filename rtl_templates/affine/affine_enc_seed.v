// SPDX-License-Identifier: Apache-2.0
// Encoder of affine, seed: the first active lane of a vector, and its first active pair of lanes 2k, 2k + 1.
//
//   WIDTH 8, active_i 11011000 (lane 0 last)  ->  seed_o lane 3, place_o 3, some_o 1; even_o lane 6, odd_o lane 7, paired_o 1
//
// A tree: within each four lanes, then of two fours the first that has one, of two eights, and so on.
`default_nettype none
module `WF_ENC_SEED #(
    parameter WIDTH = 4,             // lanes of the vector: a power of two, from 4
    parameter WORD  = 4,             // bits of a lane
    parameter LOG   = $clog2(WIDTH)  // bits of a lane's number; not to be set
) (
    input  wire [WIDTH-1:0]      active_i,  // active lanes
    input  wire [WIDTH*WORD-1:0] lanes_i,   // the lanes, lane 0 lowest
    output wire                  some_o,    // 1: a lane is active
    output wire [WORD-1:0]       seed_o,    // the first of them; any bits if there is none
    output wire [LOG-1:0]        place_o,   // its number
    output wire                  paired_o,  // 1: both lanes of a pair are active
    output wire [WORD-1:0]       even_o,    // the even lane of the first such pair; any bits if there is none
    output wire [WORD-1:0]       odd_o      // the odd lane of that pair; any bits if there is none
);
    localparam LEVELS = LOG - 2;

    genvar l, k;
    generate
        if (WIDTH < 4 || WIDTH > 128 || (WIDTH & (WIDTH - 1)) != 0) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (WORD < 4 || WORD > 64) begin : gen_bad_word wf_illegal_WORD bad (); end
        if (LOG != $clog2(WIDTH)) begin : gen_bad_log wf_illegal_LOG bad (); end
        for (l = 0; l <= LEVELS; l = l + 1) begin : gen_level
            for (k = 0; k < (WIDTH / 4) >> l; k = k + 1) begin : gen_part
                wire            some, paired;
                wire [WORD-1:0] seed, even, odd;
                wire [l+1:0]    place;      // in this part
                if (l == 0) begin : gen_four
                    wire [3:0]        active = active_i[4*k +: 4];
                    wire [4*WORD-1:0] lanes  = lanes_i[4*WORD*k +: 4*WORD];
                    wire [3:0]        first  = active & ~{|active[2:0], |active[1:0], active[0], 1'b0};
                    `WF_MUX #(.WIDTH(WORD), .COUNT(4)) mux (.select_i(first), .data_i(lanes), .data_o(seed));
                    assign some   = |active;
                    assign place  = {first[3] || first[2], first[3] || first[1]};
                    assign paired = &active[1:0] || &active[3:2];
                    assign even   = &active[1:0] ? lanes[0 +: WORD] : lanes[2*WORD +: WORD];
                    assign odd    = &active[1:0] ? lanes[WORD +: WORD] : lanes[3*WORD +: WORD];
                end else begin : gen_two
                    wire left      = gen_level[l-1].gen_part[2*k].some;
                    wire left_pair = gen_level[l-1].gen_part[2*k].paired;
                    assign some   = left || gen_level[l-1].gen_part[2*k+1].some;
                    assign paired = left_pair || gen_level[l-1].gen_part[2*k+1].paired;
                    assign seed   = left ? gen_level[l-1].gen_part[2*k].seed : gen_level[l-1].gen_part[2*k+1].seed;
                    assign place  = {!left, left ? gen_level[l-1].gen_part[2*k].place : gen_level[l-1].gen_part[2*k+1].place};
                    assign even   = left_pair ? gen_level[l-1].gen_part[2*k].even : gen_level[l-1].gen_part[2*k+1].even;
                    assign odd    = left_pair ? gen_level[l-1].gen_part[2*k].odd : gen_level[l-1].gen_part[2*k+1].odd;
                end
            end
        end
    endgenerate
    assign some_o   = gen_level[LEVELS].gen_part[0].some;
    assign seed_o   = gen_level[LEVELS].gen_part[0].seed;
    assign place_o  = gen_level[LEVELS].gen_part[0].place;
    assign paired_o = gen_level[LEVELS].gen_part[0].paired;
    assign even_o   = gen_level[LEVELS].gen_part[0].even;
    assign odd_o    = gen_level[LEVELS].gen_part[0].odd;
endmodule
`default_nettype wire
