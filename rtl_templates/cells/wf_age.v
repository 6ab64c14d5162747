// SPDX-License-Identifier: Apache-2.0
// The order in which entries were taken: an age matrix, a flip-flop for each pair of entries.
//
// Of entries that are taken in one cycle the lower number is the older one. Between entries of which one was never taken the order means
// nothing.
//
//   ENTRIES 3:
//   cycle     0     1     2
//   take_i    100   011
//   older_o               of entry 0: 100, of entry 1: 101, of entry 2: 000
`default_nettype none
module `WF_AGE #(
    parameter ENTRIES = 2   // from 1
) (
    input  wire                       clk_i,    // clock, rising edge
    input  wire [ENTRIES-1:0]         take_i,   // bit i: entry i is taken
    output wire [ENTRIES*ENTRIES-1:0] older_o   // bit i * ENTRIES + j: entry j was taken before entry i
);
    generate
        if (ENTRIES < 1) begin : gen_bad_entries wf_illegal_ENTRIES bad (); end
    endgenerate

    genvar i, j;
    generate
        for (i = 0; i < ENTRIES; i = i + 1) begin : gen_entry
            assign older_o[i*ENTRIES + i] = 1'b0;
            for (j = i + 1; j < ENTRIES; j = j + 1) begin : gen_pair
                reg first_q;    // entry i was taken before entry j
                always @(posedge clk_i)
                    if (take_i[i] || take_i[j]) first_q <= take_i[j];
                assign older_o[j*ENTRIES + i] = first_q;
                assign older_o[i*ENTRIES + j] = !first_q;
            end
        end
    endgenerate
    generate
        if (ENTRIES == 1) begin : gen_one
            wire unused_state = &{1'b0, clk_i, take_i};
        end
    endgenerate
endmodule
`default_nettype wire
