`default_nettype none
// SPDX-License-Identifier: Apache-2.0
//
// Reference decoder of bpc, read plainly: one code after another, each taken off the front of what is left. It is combinational in both
// forms: a whole line.
//   010 00100110 | 01 run 31-2 | 00000 | 001  ->  words 100 103 106 ..;   bits from the payload's end on are 0
//
// The rest of a raw line is taken off as planes are, which SAT needs to see that each step is the same as in the emitted decoder. For the same
// reason the words are added up in the order of the emitted decoder, by halves.

module bpc_ref_dec #(
    parameter LINE = 64,
    parameter HEAD = 0      // 1: byte 0 is the head
) (
    input  wire              tag_i,
    input  wire [LINE*8-1:0] payload_i,
    output reg  [LINE*8-1:0] block_o
);

    localparam WORDS = LINE / 4;
    localparam P     = WORDS == 8 ? 3 : WORDS == 16 ? 4 : 5;

    reg [LINE*8-1:0]   code;
    reg [31:0]         word [0:31];
    reg [WORDS-2:0]    above, dbx;
    reg                going, was;  // a run whose code came before goes on with the next plane; with this plane
    reg [4:0]          run;         // while going: planes of the run behind the next one
    reg [5:0]          place;
    reg                clear;
    integer            i, p, span;

    always @* begin
        code  = tag_i ? payload_i >> 8 * HEAD : payload_i;
        above = 0;
        going = 0;
        was   = 0;
        run   = 0;
        dbx   = 0;
        place = 0;
        clear = 0;
        for (i = 0; i < 32; i = i + 1)
            word[i] = 0;

        // The base
        if (!tag_i)
            code = code >> 32;
        else if (code[0]) begin
            word[0] = code[32:1];
            code    = code >> 33;
        end else case (code[2:1])
            2'b00: code = code >> 3;
            2'b10: begin word[0] = {{28{code[6]}}, code[6:3]};    code = code >> 7; end
            2'b01: begin word[0] = {{24{code[10]}}, code[10:3]};  code = code >> 11; end
            2'b11: begin word[0] = {{16{code[18]}}, code[18:3]};  code = code >> 19; end
        endcase

        // The planes: word i first is the difference to the word before it
        for (p = 32; p >= 0; p = p - 1) begin
            dbx   = 0;
            clear = 0;
            was   = going;
            going = was ? run != 0 : tag_i && code[1:0] == 2;
            run   = was ? run - 1 : code[6:2];
            if (!tag_i) begin
                dbx   = code[0 +: WORDS-1];
                above = 0;
                code  = code >> (WORDS - 1);
            end else if (was)
                dbx = 0;
            else if (code[0]) begin
                dbx  = code[1 +: WORDS-1];
                code = code >> WORDS;
            end else if (code[1])
                code = code >> 7;
            else if (code[2])
                code = code >> 3;
            else if (!code[3]) begin
                dbx   = {WORDS-1{!code[4]}};
                clear = code[4];
                code  = code >> 5;
            end else begin
                place = code[5 +: P];
                dbx[place] = 1;
                if (!code[4] && place + 1 < WORDS - 1)
                    dbx[place+1] = 1;
                code = code >> (5 + P);
            end
            above = clear ? 0 : above ^ dbx;
            for (i = 1; i < WORDS; i = i + 1)
                if (p < 32)
                    word[i][p] = above[i-1];
        end

        // The words: to each sum of a right half the last of its left half is added
        for (span = 1; span < WORDS; span = 2 * span)
            for (i = 0; i < WORDS; i = i + 1)
                if (i / span % 2 == 1)
                    word[i] = word[i] + word[i / span * span - 1];

        for (i = 0; i < WORDS; i = i + 1)
            block_o[32*i +: 32] = tag_i ? word[i] : payload_i[32*i +: 32];
    end

endmodule
`default_nettype wire
