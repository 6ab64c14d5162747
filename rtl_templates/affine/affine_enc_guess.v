// SPDX-License-Identifier: Apache-2.0
// Encoder of affine, any stride: a guess of base and stride of one vector. The first active pair of lanes 2k, 2k + 1 gives the stride
// (none: 0), the first active lane gives the base.
//
//   WIDTH 4, active_i 1110 (lane 0 last), lanes 99 15 1A 1F (lane 0 first)  ->  stride_o 5 (1F - 1A), base_o 10 (15 - 5)
`default_nettype none
module `WF_ENC_GUESS #(
    parameter WIDTH = 4,  // lanes of the vector: a power of two, from 4
    parameter WORD  = 4   // bits of a lane
) (
    input  wire [WIDTH-1:0]      active_i,  // active lanes
    input  wire [WIDTH*WORD-1:0] lanes_i,   // the lanes, lane 0 lowest
    output wire                  some_o,    // 1: a lane is active
    output wire [WORD-1:0]       stride_o,    // the stride
    output wire [WORD-1:0]       base_o     // the base
);
    localparam LOG = $clog2(WIDTH);
    localparam TOP = LOG < WORD ? LOG : WORD;   // bits of a lane's number that count

    generate
        if (WIDTH < 4 || WIDTH > 128 || (WIDTH & (WIDTH - 1)) != 0) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (WORD < 4 || WORD > 64) begin : gen_bad_word wf_illegal_WORD bad (); end
    endgenerate

    wire            paired;
    wire [WORD-1:0] seed, even, odd;
    wire [LOG-1:0]  place;
    `WF_ENC_SEED #(.WIDTH(WIDTH), .WORD(WORD)) tree (
        .active_i(active_i), .lanes_i(lanes_i),
        .some_o(some_o), .seed_o(seed), .place_o(place), .paired_o(paired), .even_o(even), .odd_o(odd)
    );
    wire [WORD-1:0] stride = (odd - even) & {WORD{paired}};

    // The base: the seed less the number of its lane times the stride
    genvar k;
    generate
        for (k = 0; k <= TOP; k = k + 1) begin : gen_bit
            wire [WORD-1:0] base;       // less the k lowest bits of the number
            if (k == 0) begin : gen_seed
                assign base = seed;
            end else begin : gen_less
                assign base = gen_bit[k-1].base - ((stride << (k - 1)) & {WORD{place[k-1]}});
            end
        end
    endgenerate
    assign stride_o = stride;
    assign base_o = gen_bit[TOP].base;
    wire unused_place = &{1'b0, place};
endmodule
`default_nettype wire
