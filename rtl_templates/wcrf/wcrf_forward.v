// SPDX-License-Identifier: Apache-2.0
// What a cluster reads from a write slot in place of its banks: the slot's code is there in the next cycle, as the words of banks are.
//
//   slot_i 01, load_i 1, slot 0 holds a code in cycle 0  ->  words_o is its payload from cycle 1 on
//
// More: docs/wcrf.md, "Read"
`default_nettype none
module `WF_WCRF_FORWARD #(
    parameter SLOTS = `WF_SLOTS,       // write slots
    parameter BLOCK = 32 * `WF_LANES   // bits of a value
) (
    input  wire                   clk_i,    // clock, rising edge
    input  wire [SLOTS-1:0]       slot_i,   // the slot, one-hot, or 0
    input  wire                   load_i,   // 1: it is read in this cycle
    input  wire [SLOTS*2-1:0]     tags_i,   // the tag of each slot's code, slot 0 lowest
    input  wire [SLOTS*BLOCK-1:0] data_i,   // its payload, or its values
    output wire [1:0]             tag_o,    // the slot's tag, in this cycle
    output wire [BLOCK-1:0]       words_o   // the payload or the values that were read last
);
    generate
        if (SLOTS < 1) begin : gen_bad_slots wf_illegal_SLOTS bad (); end
        if (BLOCK < 1) begin : gen_bad_block wf_illegal_BLOCK bad (); end
    endgenerate

    wire [BLOCK-1:0] words;
    reg  [BLOCK-1:0] words_q;
    `WF_MUX #(.WIDTH(2), .COUNT(SLOTS)) mux_tag (.select_i(slot_i), .data_i(tags_i), .data_o(tag_o));
    `WF_MUX #(.WIDTH(BLOCK), .COUNT(SLOTS)) mux_words (.select_i(slot_i), .data_i(data_i), .data_o(words));
    always @(posedge clk_i)
        if (load_i) words_q <= words;
    assign words_o = words_q;
endmodule
`default_nettype wire
