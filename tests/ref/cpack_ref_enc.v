// SPDX-License-Identifier: Apache-2.0
// cpack encoder read plainly, word after word: look the word up in the dictionary, put its code, let it enter. The proofs'
// reference.
//   parallel, zero apart: 0, 7, ABCDEF00, ABCDEF42, 0 .. -> codes 2 3 0 1 2 ..; entry ABCDEF00; bytes 00 07 00 42 00 ..
//   fifo: 0, 7, ABCDEF00, ABCDEF42 -> 00 | 1101 07 | 01 ABCDEF00 | 1110 0 42, the first letter's bit lowest
`default_nettype none

module cpack_ref_enc #(
    parameter LINE       = 64,
    parameter PARALLEL   = 1,
    parameter ZERO_ENTRY = 0,
    parameter START_ZERO = 0,
    parameter SAVE       = 0,
    parameter HEAD       = 0
) (
    input  wire [LINE*8-1:0]  block_i,
    input  wire               raw_only_i,
    output reg                tag_o,
    output reg  [LINE*8-1:0]  payload_o,
    output reg  [LINE/32-1:0] units_o,
    output reg  [LINE/32-1:0] wen_o
);
    localparam W     = LINE / 4;
    localparam CODE  = ZERO_ENTRY != 0 ? 3 : 4;
    localparam MOST  = ZERO_ENTRY != 0 ? 3 : 4;
    localparam LIMIT = SAVE != 0 || (HEAD != 0 && LINE > 32) ? LINE - 32 : LINE - 1;
    localparam HEAD_BITS = 8 * HEAD;     // bits of the head

    reg [LINE*8+63:0] code;     // more than a line, so that a code that is too long has its place
    integer           bits, i, k;

    generate
        if (PARALLEL != 0) begin : gen_parallel
            integer           n, which;
            reg               any, full, found, fifth;
            reg [127:0]       dictionary;
            reg [31:0]        word;
            reg [LINE*2-1:0]  bytes;
            always @* begin
                n          = 0;
                any        = 1'b0;
                fifth      = 1'b0;
                dictionary = 128'd0;
                bytes      = {LINE*2{1'b0}};
                code       = {LINE*8+64{1'b0}};
                for (i = 0; i < W; i = i + 1) begin
                    word  = block_i[32*i +: 32];
                    found = 1'b0;
                    which = 0;
                    for (k = 0; k < MOST; k = k + 1)
                        if (!found && k < n && dictionary[32*k+8 +: 24] == word[31:8]) begin
                            found = 1'b1;
                            which = k;
                        end
                    if (word[31:8] == 24'd0) begin
                        full = word[7:0] == 8'd0;
                        code[CODE*i +: CODE] = ZERO_ENTRY != 0 ? 0 : 2;
                    end else begin
                        if (!found && n == MOST) fifth = 1'b1;
                        else if (!found) begin
                            which = n;
                            dictionary[32*n +: 32] = word;
                            n = n + 1;
                        end
                        full = dictionary[32*which +: 8] == word[7:0];
                        code[CODE*i +: CODE] = ZERO_ENTRY != 0 ? 2 * (which + 1) : 4 * which;
                    end
                    if (!full) begin
                        any = 1'b1;
                        code[CODE*i] = 1'b1;
                        bytes[8*i +: 8] = word[7:0];
                    end
                end
                for (k = 0; k < MOST; k = k + 1)
                    if (k < n) code[CODE*W + 32*k +: 32] = dictionary[32*k +: 32];
                if (any) code[CODE*W + 32*n +: 8*W] = bytes;
                bits = CODE*W + 32*n + (any ? 8*W : 0);
                if (fifth) bits = 8 * LINE;
            end
        end else begin : gen_fifo
            integer     entered, kind, index, match, better;
            reg [511:0] dictionary;
            reg [31:0]  word, entry;
            reg [33:0]  one;
            integer     length;
            always @* begin
                entered    = 0;
                dictionary = 512'd0;
                code       = {LINE*8+64{1'b0}};
                bits       = 0;
                for (i = 0; i < W; i = i + 1) begin
                    word  = block_i[32*i +: 32];
                    match = 0;      // bytes of the best entry that are the word's, from the top: 0, 2, 3 or 4
                    index = 0;
                    for (k = 0; k < 16; k = k + 1) begin
                        entry  = dictionary[32*k +: 32];
                        better = entry == word ? 4 : entry[31:8] == word[31:8] ? 3 : entry[31:16] == word[31:16] ? 2 : 0;
                        if ((START_ZERO != 0 || k < entered) && better > match) begin
                            match = better;
                            index = k;
                        end
                    end
                    length = 34;
                    one    = {word, 2'b10};
                    if (word == 32'd0) begin
                        length = 2;
                        one    = 34'd0;
                    end else if (word[31:8] == 24'd0) begin
                        length = 12;
                        one    = {22'd0, word[7:0], 4'b1011};
                    end else if (match == 4) begin
                        length = 6;
                        one    = {28'd0, index[3:0], 2'b01};
                    end else if (match == 3) begin
                        length = 16;
                        one    = {18'd0, word[7:0], index[3:0], 4'b0111};
                    end else if (match == 2) begin
                        length = 24;
                        one    = {10'd0, word[15:0], index[3:0], 4'b0011};
                    end
                    if (length == 34 || length == 24 || length == 16) begin
                        dictionary[32*(entered % 16) +: 32] = word;
                        entered = entered + 1;
                    end
                    if (bits < 8 * LINE) code = code | {{LINE*8+30{1'b0}}, one} << bits;
                    bits = bits + length;
                end
            end
        end
    endgenerate

    always @* begin
        tag_o     = !raw_only_i && HEAD_BITS + bits <= 8 * LIMIT;
        payload_o = !tag_o ? block_i : HEAD != 0 ? {code[LINE*8-9:0], 8'd1} : code[LINE*8-1:0];
        for (i = 0; i < LINE / 32; i = i + 1)
            units_o[i] = !tag_o || HEAD_BITS + bits > 256 * i;
        wen_o = units_o;
    end
endmodule

`default_nettype wire
