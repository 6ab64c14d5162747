// SPDX-License-Identifier: Apache-2.0
// Encoder of cpack, form fifo, dictionary: 16 words, and what is known of them from one group to the next.
//
//   RATE 2, slot_i 0000 0004, words 00000000 ABCDEF00 (word 0 last)  ->  one cycle later entry 2 is ABCDEF00
`default_nettype none
module `WF_ENC_FIFO_DICTIONARY #(
    parameter RATE   = `WF_RATE,  // words of a group
    parameter BEFORE = 1          // 1: recent_o is in use
) (
    input  wire               clk_i,         // clock, rising edge
    input  wire               rst_ni,        // reset, low; nothing here needs it, the line's first group begins anew
    input  wire               valid_i,       // 1: the inputs are a group
    input  wire [RATE*32-1:0] words_i,       // the group, its first word lowest
    input  wire [16*RATE-1:0] slot_i,        // bits 16*i +: 16, one-hot or 0: the entry that word i becomes
    input  wire [15:0]        filled_i,      // entries that are written, with this group
    input  wire [15:0]        head_i,        // one-hot: the entry that is written next

    output wire [511:0]       dictionary_o,  // entry 0 lowest
    output wire [15:0]        filled_o,      // filled_i of the last group
    output wire [15:0]        head_o,        // head_i of the last group
    output wire [16*RATE-1:0] recent_o       // slot_i of the last group; 0 if BEFORE is 0
);
    generate
        if ((RATE != 1 && RATE != 2 && RATE != 4 && RATE != 8) || BEFORE < 0 || BEFORE > 1) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    reg [15:0]        filled_q, head_q;
    reg [16*RATE-1:0] recent_q;
    always @(posedge clk_i)
        if (valid_i) begin
            filled_q <= filled_i;
            head_q   <= head_i;
            recent_q <= slot_i;
        end

    genvar s, t;
    generate
        for (s = 0; s < 16; s = s + 1) begin : gen_entry
            wire [RATE-1:0] writes;     // bit t: word t becomes this entry
            wire [31:0]     word;
            reg  [31:0]     entry_q;
            for (t = 0; t < RATE; t = t + 1) begin : gen_word
                assign writes[t] = slot_i[16*t + s];
            end
            `WF_MUX #(.WIDTH(32), .COUNT(RATE)) mux (.select_i(writes), .data_i(words_i), .data_o(word));
            always @(posedge clk_i)
                if (valid_i && |writes) entry_q <= word;
            assign dictionary_o[32*s +: 32] = entry_q;
        end
    endgenerate
    assign filled_o = filled_q;
    assign head_o   = head_q;
    assign recent_o = BEFORE != 0 ? recent_q : {16*RATE{1'b0}};
    wire unused_state = &{1'b0, rst_ni, recent_q};
endmodule
`default_nettype wire
