// SPDX-License-Identifier: Apache-2.0
// Encoder and decoder of cpack, form fifo, dictionary: 16 words, and what is known of them from one group to the next. In the decoder a
// group is looked up before its words are known, perhaps a cycle before.
//
//   RATE 2, slot_i 0000 0004, words 00000000 ABCDEF00 (word 0 last), known_i 1  ->  one cycle later entry 2 is ABCDEF00
`default_nettype none
module `WF_CPACK_FIFO_DICTIONARY #(
    parameter RATE = `WF_RATE  // words of a group
) (
    input  wire               clk_i,        // clock, rising edge
    input  wire               looked_i,     // 1: filled_i and head_i are of a group
    input  wire [15:0]        filled_i,     // entries that are written, with this group
    input  wire [15:0]        head_i,       // one-hot: the entry that is written next
    input  wire               known_i,      // 1: slot_i and words_i are of a group
    input  wire [16*RATE-1:0] slot_i,       // bits 16*i +: 16, one-hot or 0: the entry that word i becomes
    input  wire [32*RATE-1:0] words_i,      // the group, its first word lowest

    output wire [15:0]        filled_o,     // filled_i of the last group
    output wire [15:0]        head_o,       // head_i of the last group
    output wire [511:0]       dictionary_o  // entry 0 lowest
);
    reg [15:0] filled_q, head_q;
    always @(posedge clk_i)
        if (looked_i) begin
            filled_q <= filled_i;
            head_q   <= head_i;
        end
    assign filled_o = filled_q;
    assign head_o   = head_q;

    genvar e, t;
    generate
        if (RATE != 1 && RATE != 2 && RATE != 4 && RATE != 8) begin : gen_bad_rate wf_illegal_RATE bad (); end
        for (e = 0; e < 16; e = e + 1) begin : gen_entry
            wire [RATE-1:0] writes;     // bit t: word t becomes this entry
            wire [31:0]     word;
            reg  [31:0]     entry_q;
            for (t = 0; t < RATE; t = t + 1) begin : gen_word
                assign writes[t] = slot_i[16*t + e];
            end
            `WF_MUX #(.WIDTH(32), .COUNT(RATE)) mux (.select_i(writes), .data_i(words_i), .data_o(word));
            always @(posedge clk_i)
                if (known_i && |writes) entry_q <= word;
            assign dictionary_o[32*e +: 32] = entry_q;
        end
    endgenerate
endmodule
`default_nettype wire
