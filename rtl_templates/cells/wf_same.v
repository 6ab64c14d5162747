// SPDX-License-Identifier: Apache-2.0
// Which of several writes are of a given register: what tells theirs, a place or a number, is compared with what tells it.
//
//   COUNT 3, keys 5 7 5 (number 0 last), held_i 011, key_i 5  ->  same_o 001
`default_nettype none
module `WF_SAME #(
    parameter COUNT = 4,    // writes
    parameter KEY   = 10    // bits of what tells a register
) (
    input  wire [KEY-1:0]       key_i,   // the register
    input  wire [COUNT-1:0]     held_i,  // bit k: write k counts
    input  wire [COUNT*KEY-1:0] keys_i,  // the register of each write, write 0 lowest
    output wire [COUNT-1:0]     same_o   // bit k: write k is of this register
);
    generate
        if (COUNT < 1) begin : gen_bad_count wf_illegal_COUNT bad (); end
        if (KEY < 1) begin : gen_bad_key wf_illegal_KEY bad (); end
    endgenerate

    genvar k;
    generate
        for (k = 0; k < COUNT; k = k + 1) begin : gen_write
            assign same_o[k] = held_i[k] && keys_i[k*KEY +: KEY] == key_i;
        end
    endgenerate
endmodule
`default_nettype wire
