// SPDX-License-Identifier: Apache-2.0
// Decoder of cpack, form fifo, rebuild: each word of a group from bytes of its entry and its literal. The entry is in the dictionary or is an
// earlier word of the group.
//
//   RATE 1, uses_i 110 (upper half and the byte above the lowest), takes_i entry 0 = ABCDEF00, literal 00000042  ->  ABCDEF42
`default_nettype none
module `WF_DEC_FIFO_REBUILD #(
    parameter RATE = `WF_RATE  // words of a group
) (
    input  wire [4*RATE-1:0]    uses_i,        // bits 4*i +: 3: word i takes the low byte of its entry, the byte above, the upper half
    input  wire [16*RATE-1:0]   takes_i,       // bits 16*i +: 16, one-hot or 0: the entry that word i takes
    input  wire [RATE*RATE-1:0] copies_i,      // bit RATE*i + j: word i takes word j of the group, j < i
    input  wire [32*RATE-1:0]   literal_i,     // bits 32*i +: 32: what word i has of its own, else 0
    input  wire [511:0]         dictionary_i,  // entry 0 lowest
    output wire [32*RATE-1:0]   words_o        // the words, word 0 lowest
);
    genvar i, j;
    generate
        if (RATE != 1 && RATE != 2 && RATE != 4 && RATE != 8) begin : gen_bad_rate wf_illegal_RATE bad (); end
        for (i = 0; i < RATE; i = i + 1) begin : gen_word
            wire [31:0] stored, copied;     // the entry, if it is in the dictionary or in the group; else 0
            `WF_MUX #(.WIDTH(32), .COUNT(16)) mux_stored (.select_i(takes_i[16*i +: 16]), .data_i(dictionary_i), .data_o(stored));
            if (i == 0) begin : gen_first
                assign copied = 32'd0;
            end else begin : gen_copied
                wire [32*i-1:0] earlier;
                for (j = 0; j < i; j = j + 1) begin : gen_earlier
                    assign earlier[32*j +: 32] = gen_word[j].word;
                end
                `WF_MUX #(.WIDTH(32), .COUNT(i)) mux (.select_i(copies_i[RATE*i +: i]), .data_i(earlier), .data_o(copied));
            end
            wire [31:0] bytes = {{16{uses_i[4*i + 2]}}, {8{uses_i[4*i + 1]}}, {8{uses_i[4*i]}}};
            wire [31:0] word  = literal_i[32*i +: 32] | (stored | copied) & bytes;
            assign words_o[32*i +: 32] = word;
        end
    endgenerate
    wire unused_uses = &{1'b0, uses_i, copies_i};
endmodule
`default_nettype wire
