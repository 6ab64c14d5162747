// SPDX-License-Identifier: Apache-2.0
// Which of several writes are of a given register: their places are compared with its place.
//
//   COUNT 3, places 5 7 5 (number 0 last), held_i 011, place_i 5  ->  same_o 001
`default_nettype none
module `WF_SAME #(
    parameter COUNT = 4,  // writes
    parameter PLACE = 10          // bits of a place
) (
    input  wire [PLACE-1:0]       place_i,   // the place of the register
    input  wire [COUNT-1:0]       held_i,    // bit k: write k counts
    input  wire [COUNT*PLACE-1:0] places_i,  // the place of each write, write 0 lowest
    output wire [COUNT-1:0]       same_o     // bit k: write k is of this register
);
    generate
        if (COUNT < 1) begin : gen_bad_count wf_illegal_COUNT bad (); end
        if (PLACE < 1) begin : gen_bad_place wf_illegal_PLACE bad (); end
    endgenerate

    genvar k;
    generate
        for (k = 0; k < COUNT; k = k + 1) begin : gen_write
            assign same_o[k] = held_i[k] && places_i[k*PLACE +: PLACE] == place_i;
        end
    endgenerate
endmodule
`default_nettype wire
