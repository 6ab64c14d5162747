`default_nettype none
// SPDX-License-Identifier: Apache-2.0
//
// Reference decoder of fpc, read plainly: one word after another, each code where the one before ends. Of form=word too it is
// combinational: a whole line.
//   form word, 001 0101 | 000 run 3-1 | ..  ->  words 5 0 0 0 ..;   bits from the payload's end on are 0

module fpc_ref_dec #(
    parameter LINE     = 64,
    parameter SEGMENT  = 1,
    parameter SEGMENTS = 4,
    parameter PATTERNS = 127,   // bit p: prefix p is in use; 7 always is
    parameter HEAD     = 0      // 1: byte 0 is the head
) (
    input  wire              tag_i,
    input  wire [LINE*8-1:0] payload_i,
    output reg  [LINE*8-1:0] block_o
);

    localparam WORDS = LINE / 4;

    function [10:0] bits_of;
        input [2:0] p;
        bits_of = p == 0 ? 0 : p == 1 ? 4 : p == 2 || p == 6 ? 8 : p == 7 ? 32 : 16;
    endfunction

    // A prefix that is not in use counts as 7
    function [2:0] pattern_of;
        input [2:0] prefix;
        pattern_of = PATTERNS >> prefix & 1 ? prefix : 3'd7;
    endfunction

    function [31:0] word_of;
        input [2:0]  p;
        input [31:0] d;
        word_of = p == 0 ? 32'd0 : p == 1 ? {{28{d[3]}}, d[3:0]} : p == 2 ? {{24{d[7]}}, d[7:0]} :
                  p == 3 ? {{16{d[15]}}, d[15:0]} : p == 4 ? {d[15:0], 16'd0} :
                  p == 5 ? {{8{d[15]}}, d[15:8], {8{d[7]}}, d[7:0]} : p == 6 ? {4{d[7:0]}} : d;
    endfunction

    reg [LINE*9+63:0] code;
    reg [2:0]         p, left;      // left: zero words of a run that are still to come
    reg [10:0]        at;
    integer           i, j;

    always @* begin
        code = {{(LINE+64){1'b0}}, payload_i} >> 8 * HEAD;
        left = 0;
        p    = 0;
        at   = 0;
        if (!tag_i)
            block_o = payload_i;
        else if (SEGMENT) begin
            at = (3 * SEGMENTS + 7) / 8 * 8;
            for (i = 0; i < SEGMENTS; i = i + 1) begin
                p = pattern_of(code[3*i +: 3]);
                for (j = 0; j < WORDS / SEGMENTS; j = j + 1) begin
                    block_o[32*(i*(WORDS/SEGMENTS)+j) +: 32] = word_of(p, code[at +: 32]);
                    at = at + bits_of(p);
                end
            end
        end else
            for (i = 0; i < WORDS; i = i + 1)
                if (left != 0) begin
                    block_o[32*i +: 32] = 32'd0;
                    left = left - 1;
                end else begin
                    p  = pattern_of(code[at +: 3]);
                    at = at + 3;
                    block_o[32*i +: 32] = word_of(p, code[at +: 32]);
                    if (p == 0)
                        left = code[at +: 3];
                    at = at + (p == 0 ? 3 : bits_of(p));
                end
    end

endmodule
`default_nettype wire
