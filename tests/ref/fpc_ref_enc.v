`default_nettype none
// SPDX-License-Identifier: Apache-2.0
//
// Reference encoder of fpc, read plainly: one word after another, each code put where the one before ends.
//   form word, 8 words 5 0 0 0 FFFFFF80 0 0 0  ->  001 0101 | 000 run 3-1 | 010 10000000 | 000 run 3-1: 30 bits, one burst

module fpc_ref_enc #(
    parameter LINE     = 64,
    parameter SEGMENT  = 1,
    parameter SEGMENTS = 4,
    parameter PATTERNS = 127,   // bit p: prefix p is in use; 7 always is
    parameter SAVE     = 0,
    parameter HEAD     = 0      // 1: byte 0 is the head, 01
) (
    input  wire                raw_only_i,
    input  wire [LINE*8-1:0]   block_i,
    output reg                 tag_o,
    output reg  [LINE*8-1:0]   payload_o,
    output reg  [LINE/32-1:0]  units_o,
    output wire [LINE/32-1:0]  wen_o
);

    localparam WORDS = LINE / 4;
    localparam LIMIT = SAVE || (HEAD && LINE > 32) ? LINE - 32 : LINE - 1;

    // The patterns in use that a word fits, bit p for prefix p
    function [7:0] fits;
        input [31:0] w;
        fits = (128 | PATTERNS) & {1'b1,
                w == {4{w[7:0]}},
                w[31:16] == {{8{w[23]}}, w[23:16]} && w[15:0] == {{8{w[7]}}, w[7:0]},
                w[15:0] == 16'd0,
                w == {{16{w[15]}}, w[15:0]},
                w == {{24{w[7]}}, w[7:0]},
                w == {{28{w[3]}}, w[3:0]},
                w == 32'd0};
    endfunction

    // The one of the fewest bits
    function [2:0] pattern_of;
        input [7:0] f;
        pattern_of = f[0] ? 3'd0 : f[1] ? 3'd1 : f[2] ? 3'd2 : f[6] ? 3'd6 : f[3] ? 3'd3 : f[4] ? 3'd4 : f[5] ? 3'd5 : 3'd7;
    endfunction

    function [10:0] bits_of;
        input [2:0] p;
        bits_of = p == 0 ? 0 : p == 1 ? 4 : p == 2 || p == 6 ? 8 : p == 7 ? 32 : 16;
    endfunction

    function [31:0] data_of;
        input [2:0]  p;
        input [31:0] w;
        data_of = p == 0 ? 32'd0 : p == 1 ? {28'd0, w[3:0]} : p == 2 || p == 6 ? {24'd0, w[7:0]} : p == 3 ? {16'd0, w[15:0]} :
                  p == 4 ? {16'd0, w[31:16]} : p == 5 ? {16'd0, w[23:16], w[7:0]} : w;
    endfunction

    reg  [LINE*9+63:0] code;
    reg  [7:0]         f;
    reg  [2:0]         p;
    reg  [2:0]         more;        // zero words that a run goes on for
    reg  [3:0]         skip;        // zero words of the run that are still to come
    reg  [10:0]        at;
    integer            i, j;

    always @* begin
        code = 0;
        at   = 0;
        skip = 0;
        f    = 0;
        p    = 0;
        more = 0;
        if (SEGMENT) begin
            at = (3 * SEGMENTS + 7) / 8 * 8;
            for (i = 0; i < SEGMENTS; i = i + 1) begin
                f = 8'hff;
                for (j = 0; j < WORDS / SEGMENTS; j = j + 1)
                    f = f & fits(block_i[32*(i*(WORDS/SEGMENTS)+j) +: 32]);
                p = pattern_of(f);
                code[3*i +: 3] = p;
                for (j = 0; j < WORDS / SEGMENTS; j = j + 1) begin
                    code = code | ({{(LINE*9+32){1'b0}}, data_of(p, block_i[32*(i*(WORDS/SEGMENTS)+j) +: 32])} << at);
                    at   = at + bits_of(p);
                end
            end
        end else
            for (i = 0; i < WORDS; i = i + 1) begin
                p = pattern_of(fits(block_i[32*i +: 32]));
                if (skip != 0)
                    skip = skip - 1;
                else if (p == 0) begin
                    more = 0;
                    for (j = i + 1; j < WORDS && j < i + 8; j = j + 1)
                        if ({29'd0, more} == j - i - 1 && block_i[32*j +: 32] == 32'd0)
                            more = more + 1;
                    code = code | ({{(LINE*9+61){1'b0}}, more} << (at + 3));
                    at   = at + 6;
                    skip = {1'b0, more};
                end else begin
                    code = code | ({{(LINE*9+29){1'b0}}, data_of(p, block_i[32*i +: 32]), p} << at);
                    at   = at + 3 + bits_of(p);
                end
            end
        tag_o     = !raw_only_i && HEAD + (at + 7) / 8 <= LIMIT;
        payload_o = !tag_o ? block_i : HEAD ? {code[LINE*8-9:0], 8'd1} : code[LINE*8-1:0];
        for (i = 0; i < LINE / 32; i = i + 1)
            units_o[i] = !tag_o || 8 * HEAD + at > 256 * i;
    end

    assign wen_o = units_o;

endmodule
`default_nettype wire
