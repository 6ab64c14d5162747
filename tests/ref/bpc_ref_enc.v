`default_nettype none
// SPDX-License-Identifier: Apache-2.0
//
// Reference encoder of bpc, read plainly: the code of the base and that of each plane, then all of them one behind the other.
//   8 words 100 103 .. 121  ->  010 00100110 | 01 run 31-2 | 00000 | 001: 26 bits, one burst
//
// Codes are put together in the order of the emitted encoder, the planes below the top one by halves: SAT cannot tell that lengths added in
// another order are the same.

module bpc_ref_enc #(
    parameter LINE = 64,
    parameter SAVE = 0,
    parameter HEAD = 0      // 1: byte 0 is the head, 01
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
    localparam BITS  = LINE * 9 + 64;
    localparam P     = WORDS == 8 ? 3 : WORDS == 16 ? 4 : 5;

    reg [BITS-1:0]   front, code [0:32];    // of plane 32 - q: code[q], bits[q]
    reg [10:0]       at, bits [0:32];
    reg [32:0]       delta [0:30];
    reg [WORDS-2:0]  dbp, dbx, above;
    reg [32:0]       zero;
    reg [5:0]        run, ones, place;
    reg [31:0]       w;
    integer          i, q, span;

    always @* begin
        for (i = 0; i < 31; i = i + 1)
            delta[i] = 0;
        for (i = 0; i < WORDS - 1; i = i + 1)
            delta[i] = {block_i[32*i+63], block_i[32*i+32 +: 32]} - {block_i[32*i+31], block_i[32*i +: 32]};

        // The base
        w = block_i[31:0];
        if (w == 0) begin
            front = 0;
            at    = 3;
        end else if (w == {{28{w[3]}}, w[3:0]}) begin
            front = {w[3:0], 3'b100};
            at    = 7;
        end else if (w == {{24{w[7]}}, w[7:0]}) begin
            front = {w[7:0], 3'b010};
            at    = 11;
        end else if (w == {{16{w[15]}}, w[15:0]}) begin
            front = {w[15:0], 3'b110};
            at    = 19;
        end else begin
            front = {w, 1'b1};
            at    = 33;
        end

        // The planes that are not 0
        above = 0;
        dbp   = 0;
        dbx   = 0;
        ones  = 0;
        place = 0;
        run   = 0;
        zero  = 0;
        for (q = 0; q <= 32; q = q + 1) begin
            for (i = 0; i < WORDS - 1; i = i + 1)
                dbp[i] = delta[i][32-q];
            dbx     = dbp ^ above;
            above   = dbp;
            zero[q] = dbx == 0;
            ones    = 0;
            place   = 0;
            for (i = WORDS - 2; i >= 0; i = i - 1)
                if (dbx[i]) begin
                    ones  = ones + 1;
                    place = i;
                end
            if (dbx == 0) begin
                code[q] = 0;
                bits[q] = 0;
            end else if (dbx == {WORDS-1{1'b1}}) begin
                code[q] = 0;
                bits[q] = 5;
            end else if (dbp == 0) begin
                code[q] = 5'b10000;
                bits[q] = 5;
            end else if (ones == 1 || (ones == 2 && dbx >> place == 3)) begin
                code[q] = {place, ones == 1, 4'b1000};
                bits[q] = 5 + P;
            end else begin
                code[q] = {dbx, 1'b1};
                bits[q] = WORDS;
            end
        end

        // Runs of planes that are 0: the first has the code
        for (q = 0; q <= 32; q = q + 1)
            if (zero[q] && (q == 0 || !zero[q == 0 ? 0 : q-1])) begin
                run = 1;
                for (i = q + 1; i <= 32; i = i + 1)
                    if (run == i - q && zero[i])
                        run = run + 1;
                code[q] = run == 1 ? 3'b100 : {run[4:0] - 5'd2, 2'b10};
                bits[q] = run == 1 ? 3 : 7;
            end

        // All of them
        front = front | code[0] << at;
        at    = at + bits[0];
        for (span = 1; span < 32; span = 2 * span)
            for (q = 1; q <= 32; q = q + 2 * span) begin
                code[q] = code[q] | code[q+span] << bits[q];
                bits[q] = bits[q] + bits[q+span];
            end
        front = front | code[1] << at;
        at    = at + bits[1];

        tag_o     = !raw_only_i && HEAD + (at + 7) / 8 <= LIMIT;
        payload_o = !tag_o ? block_i : HEAD ? {front[LINE*8-9:0], 8'd1} : front[LINE*8-1:0];
        for (i = 0; i < LINE / 32; i = i + 1)
            units_o[i] = !tag_o || 8 * HEAD + at > 256 * i;
    end

    assign wen_o = units_o;

endmodule
`default_nettype wire
