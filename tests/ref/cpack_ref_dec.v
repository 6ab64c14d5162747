// SPDX-License-Identifier: Apache-2.0
// cpack decoder read plainly, word after word. The proofs' reference.
//   parallel: code, index, entry, byte of one word after the other; the bytes stand behind the highest index that was seen.
//   fifo: the code at the bit where the last one ended; words that are no full match and no small number enter the dictionary.
`default_nettype none

module cpack_ref_dec #(
    parameter LINE       = 64,
    parameter PARALLEL   = 1,
    parameter ZERO_ENTRY = 0,
    parameter HEAD       = 0
) (
    input  wire              tag_i,
    input  wire [LINE*8-1:0] payload_i,
    output reg  [LINE*8-1:0] block_o
);
    localparam W    = LINE / 4;
    localparam CODE = ZERO_ENTRY != 0 ? 3 : 4;

    integer i;
    wire [LINE*8-1:0] code = HEAD != 0 ? payload_i >> 8 : payload_i;     // behind the head

    generate
        if (PARALLEL != 0) begin : gen_parallel
            integer    n;
            reg [1:0]  index;
            reg        partial, zero;
            reg [31:0] entry;
            reg [7:0]  low;
            always @* begin
                n = 0;
                for (i = 0; i < W; i = i + 1) begin
                    index = code[CODE*i + CODE - 2 +: 2];
                    zero  = ZERO_ENTRY != 0 ? index == 2'd0 : code[CODE*i + 1];
                    if (!zero && index + 1 - ZERO_ENTRY > n) n = index + 1 - ZERO_ENTRY;
                end
                block_o = payload_i;
                for (i = 0; i < W; i = i + 1) begin
                    partial = code[CODE*i];
                    index   = code[CODE*i + CODE - 2 +: 2];
                    zero    = ZERO_ENTRY != 0 ? index == 2'd0 : code[CODE*i + 1];
                    entry   = zero ? 32'd0 : code[CODE*W + 32*(index - ZERO_ENTRY) +: 32];
                    low     = code[CODE*W + 32*n + 8*i +: 8];
                    if (tag_i) block_o[32*i +: 32] = partial ? {entry[31:8], low} : entry;
                end
            end
        end else begin : gen_fifo
            integer     at, entered, length;
            reg [511:0] dictionary;
            reg [31:0]  entry, word;
            reg [LINE*8-1:0] rest;      // the payload from the next code on; zeros come in behind
            always @* begin
                block_o    = payload_i;
                dictionary = 512'd0;
                entered    = 0;
                rest       = code;
                for (i = 0; i < W; i = i + 1) begin
                    entry  = 32'd0;
                    word   = 32'd0;
                    length = 4;
                    casez (rest[3:0])
                        4'b??00: length = 2;
                        4'b??10: begin word = rest[33:2]; length = 34; end
                        4'b??01: begin entry = dictionary[32*rest[5:2] +: 32]; word = entry; length = 6; end
                        4'b0011: begin entry = dictionary[32*rest[7:4] +: 32]; word = {entry[31:16], rest[23:8]}; length = 24; end
                        4'b1011: begin word = {24'd0, rest[11:4]}; length = 12; end
                        4'b0111: begin entry = dictionary[32*rest[7:4] +: 32]; word = {entry[31:8], rest[15:8]}; length = 16; end
                        default: ;
                    endcase
                    if (length == 34 || length == 24 || length == 16) begin
                        dictionary[32*(entered % 16) +: 32] = word;
                        entered = entered + 1;
                    end
                    if (tag_i) block_o[32*i +: 32] = word;
                    rest = rest >> length;
                end
            end
        end
    endgenerate
endmodule

`default_nettype wire
