// SPDX-License-Identifier: Apache-2.0
// The order of what the write ports ask for: which of two writes is older. It is found in the cycle before, of both slots that each port may ask for then.
//
//   ports 0 and 1; next_not_i: slots 0 and 2, next_yes_i: slots 1 and 2, chosen_i 01  ->  in the next cycle older_o is the order of slots 1 and 2
//
// More: docs/gsrf.md, "Ask" and "Choose"
`default_nettype none
module `WF_GSRF_ORDER #(
    parameter WRITES = `WF_WRITES,  // write ports
    parameter SLOTS  = `WF_SLOTS    // write slots
) (
    input  wire                     clk_i,      // clock, rising edge

    input  wire [WRITES*SLOTS-1:0]  next_not_i,   // the slot that each port asks for in the next cycle, if the bank did not choose, port 0 lowest
    input  wire [WRITES*SLOTS-1:0]  next_yes_i,   // if it did
    input  wire [WRITES-1:0]        chosen_i,   // bit p: it did
    input  wire [SLOTS*SLOTS-1:0]   older_i,    // bit s * SLOTS + t: the write in slot t is older than that in slot s
    output wire [WRITES*WRITES-1:0] older_o     // bit p * WRITES + q: what port q asks for is older than what port p asks for
);
    generate
        if (WRITES < 1) begin : gen_bad_writes wf_illegal_WRITES bad (); end
        if (SLOTS < 1) begin : gen_bad_slots wf_illegal_SLOTS bad (); end
    endgenerate

    genvar p, q, k, s;
    generate
        for (p = 0; p < WRITES; p = p + 1) begin : gen_port
            assign older_o[p*WRITES + p] = 1'b0;
            for (q = p + 1; q < WRITES; q = q + 1) begin : gen_pair
                wire [3:0] after;       // bit 2 i + j: port p asks for its slot of case i, port q for that of j, and that of port q is older
                reg        after_q;
                for (k = 0; k < 4; k = k + 1) begin : gen_case
                    wire [SLOTS-1:0] mine   = k / 2 == 1 ? next_yes_i[p*SLOTS +: SLOTS] : next_not_i[p*SLOTS +: SLOTS];
                    wire [SLOTS-1:0] theirs = k % 2 == 1 ? next_yes_i[q*SLOTS +: SLOTS] : next_not_i[q*SLOTS +: SLOTS];
                    wire [SLOTS-1:0] behind;
                    for (s = 0; s < SLOTS; s = s + 1) begin : gen_slot
                        assign behind[s] = mine[s] && |(older_i[s*SLOTS +: SLOTS] & theirs);
                    end
                    assign after[k] = |behind;
                end
                always @(posedge clk_i)
                    after_q <= after[{chosen_i[p], chosen_i[q]}];
                assign older_o[p*WRITES + q] = after_q;
                assign older_o[q*WRITES + p] = !after_q;
            end
        end
        if (WRITES == 1) begin : gen_one
            wire unused = &{1'b0, clk_i, next_not_i, next_yes_i, chosen_i, older_i};
        end
    endgenerate
endmodule
`default_nettype wire
