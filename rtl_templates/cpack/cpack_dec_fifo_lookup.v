// SPDX-License-Identifier: Apache-2.0
// Decoder of cpack, form fifo, lookup: the entry that each word of a group becomes, and the entry or the earlier word of the group that it
// takes. An entry that was never written is 0.
//
//   RATE 2, dictionary empty, word 0 enters, word 1 takes entry 0  ->  slot_o 0000 0001, copies_o bit 2: word 1 takes word 0; takes_o 0
`default_nettype none
module `WF_DEC_FIFO_LOOKUP #(
    parameter RATE = `WF_RATE  // words of a group
) (
    input  wire                 first_i,   // 1: the line's first group: the dictionary is empty
    input  wire [4*RATE-1:0]    uses_i,    // bit 4*i + 2: word i takes something of an entry; 4*i + 3: it enters the dictionary
    input  wire [4*RATE-1:0]    index_i,   // bits 4*i +: 4: the entry that word i takes
    input  wire [15:0]          filled_i,  // entries that were written
    input  wire [15:0]          head_i,    // one-hot: the entry that is written next

    output wire [16*RATE-1:0]   slot_o,    // bits 16*i +: 16, one-hot or 0: the entry that word i becomes
    output wire [16*RATE-1:0]   takes_o,   // bits 16*i +: 16, one-hot or 0: the entry that word i takes as the group before left it
    output wire [RATE*RATE-1:0] copies_o,  // bit RATE*i + j: word i takes word j of the group, j < i
    output wire [15:0]          filled_o,  // filled_i behind this group
    output wire [15:0]          head_o     // head_i behind this group
);
    genvar i, j, e;
    generate
        if (RATE != 1 && RATE != 2 && RATE != 4 && RATE != 8) begin : gen_bad_rate wf_illegal_RATE bad (); end
        for (i = 0; i < RATE; i = i + 1) begin : gen_word
            wire [3:0]  index  = index_i[4*i +: 4];
            wire        wants  = uses_i[4*i + 2];
            wire        enters = uses_i[4*i + 3];

            // Before this word enters: entries written, the next one, and those that words of this group have written
            wire [15:0] filled, head, over;
            if (i == 0) begin : gen_first
                assign filled = first_i ? 16'd0 : filled_i;
                assign head   = first_i ? 16'd1 : head_i;
                assign over   = 16'd0;
            end else begin : gen_next
                assign filled = gen_word[i-1].filled | gen_word[i-1].slot;
                assign head   = gen_word[i-1].enters ? {gen_word[i-1].head[14:0], gen_word[i-1].head[15]} : gen_word[i-1].head;
                assign over   = gen_word[i-1].over | gen_word[i-1].slot;
            end
            wire [15:0] slot = head & {16{enters}};
            wire [15:0] known;      // the entry of this word, if it was written
            for (e = 0; e < 16; e = e + 1) begin : gen_entry
                assign known[e] = filled[e] && index == e;
            end
            for (j = 0; j < RATE; j = j + 1) begin : gen_earlier
                if (j < i) begin : gen_pair
                    assign copies_o[RATE*i + j] = |(known & gen_word[j].slot) && wants;
                end else begin : gen_none
                    assign copies_o[RATE*i + j] = 1'b0;
                end
            end
            assign slot_o[16*i +: 16]  = slot;
            assign takes_o[16*i +: 16] = known & ~over & {16{wants}};
        end
    endgenerate
    assign filled_o = gen_word[RATE-1].filled | gen_word[RATE-1].slot;
    assign head_o   = gen_word[RATE-1].enters ? {gen_word[RATE-1].head[14:0], gen_word[RATE-1].head[15]} : gen_word[RATE-1].head;
    wire unused_uses = &{1'b0, uses_i};
endmodule
`default_nettype wire
