// SPDX-License-Identifier: Apache-2.0
// Decoder of cpack, form fifo, unpack: the fields of the codes of a group, and the rest of the payload behind them. A word of a raw line is a
// code of 32 bits. Zeros come in from above.
//
//   RATE 2, rest 07 1011 00 (from the top; bit 0 last)  ->  word 0 zzzz: no uses, literal 0; word 1 zzzx: no uses, literal 00000007;
//                                                           behind_o is the rest moved down by 14
//
// The kind of the next code is computed at all eight places where it may begin, at the same time as this code is shifted out.
`default_nettype none
module `WF_DEC_FIFO_UNPACK #(
    parameter LINE = `WF_LINE,  // bytes of the cache line: 32, 64 or 128
    parameter RATE = `WF_RATE   // words of a group
) (
    input  wire [LINE*8-1:0]  rest_i,     // the first code of the group at bit 0
    input  wire               coded_i,    // 1: compressed, 0: raw
    output wire [4*RATE-1:0]  uses_o,     // bits 4*i +: 4, from bit 0: word i takes the low byte of its entry, the byte above, the upper
                                          // half; it enters the dictionary
    output wire [4*RATE-1:0]  index_o,    // bits 4*i +: 4: the entry that word i takes
    output wire [32*RATE-1:0] literal_o,  // bits 32*i +: 32: what word i has of its own, in its place, else 0
    output wire [LINE*8-1:0]  behind_o    // the rest without the codes of the group
);
    localparam BLOCK = LINE * 8;

    // The kind of a code, one-hot, from the top: plain (raw line), none (no such code), mmmx, zzzx, mmxx, mmmm, xxxx, zzzz
    function [7:0] kind_of;
        input [3:0] code;
        input       coded;
        kind_of = coded ? {1'b0, code == 4'b1111, code == 4'b0111, code == 4'b1011, code == 4'b0011,
                           code[1:0] == 2'b01, code[1:0] == 2'b10, code[1:0] == 2'b00} : 8'h80;
    endfunction

    genvar i;
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (RATE != 1 && RATE != 2 && RATE != 4 && RATE != 8) begin : gen_bad_rate wf_illegal_RATE bad (); end
        for (i = 0; i < RATE; i = i + 1) begin : gen_word
            wire [BLOCK-1:0] rest, behind;
            wire [7:0]       kind, next;    // of this code and of the next one
            if (i == 0) begin : gen_first
                assign rest = rest_i;
                assign kind = kind_of(rest_i[3:0], coded_i);
            end else begin : gen_next
                assign rest = gen_word[i-1].behind;
                assign kind = gen_word[i-1].next;
            end
            wire plain = kind[7];
            wire mmmx  = kind[5];
            wire zzzx  = kind[4];
            wire mmxx  = kind[3];
            wire mmmm  = kind[2];
            wire xxxx  = kind[1];

            `WF_MUX #(.WIDTH(BLOCK), .COUNT(8)) mux_rest (
                .select_i(kind), .data_i({rest >> 32, rest >> 4, rest >> 16, rest >> 12, rest >> 24, rest >> 6, rest >> 34, rest >> 2}),
                .data_o(behind)
            );
            `WF_MUX #(.WIDTH(8), .COUNT(8)) mux_kind (
                .select_i(kind),
                .data_i({kind_of(rest[35:32], coded_i), kind_of(rest[7:4], coded_i), kind_of(rest[19:16], coded_i),
                         kind_of(rest[15:12], coded_i), kind_of(rest[27:24], coded_i), kind_of(rest[9:6], coded_i),
                         kind_of(rest[37:34], coded_i), kind_of(rest[5:2], coded_i)}),
                .data_o(next)
            );
            assign uses_o[4*i +: 4]      = {xxxx || mmxx || mmmx, mmmm || mmxx || mmmx, mmmm || mmmx, mmmm};
            assign index_o[4*i +: 4]     = rest[5:2] & {4{mmmm}} | rest[7:4] & {4{mmxx || mmmx}};
            assign literal_o[32*i +: 32] = rest[31:0] & {32{plain}} | rest[33:2] & {32{xxxx}} |
                                           {24'd0, rest[11:4]} & {32{zzzx}} | {24'd0, rest[15:8]} & {32{mmmx}} |
                                           {16'd0, rest[23:8]} & {32{mmxx}};
        end
    endgenerate
    assign behind_o = gen_word[RATE-1].behind;
    wire unused_next = &{1'b0, gen_word[RATE-1].next};
endmodule
`default_nettype wire
