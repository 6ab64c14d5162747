`default_nettype none
// SPDX-License-Identifier: Apache-2.0
//
// Reference encoder of bpc, read plainly: one plane after another from plane 32 down, each code put where the one before ends.
//   8 words 100 103 .. 121  ->  010 00100110 | 01 run 31-2 | 00000 | 001: 26 bits, one burst

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

    reg [BITS-1:0]   code;
    reg [10:0]       at;
    reg [32:0]       delta [0:30];
    reg [WORDS-2:0]  dbp, dbx, above;
    reg [5:0]        zeros;
    reg [5:0]        ones, place;
    reg [31:0]       w;
    integer          i, p;

    always @* begin
        for (i = 0; i < 31; i = i + 1)
            delta[i] = 0;
        for (i = 0; i < WORDS - 1; i = i + 1)
            delta[i] = {block_i[32*i+63], block_i[32*i+32 +: 32]} - {block_i[32*i+31], block_i[32*i +: 32]};

        // The base
        w = block_i[31:0];
        if (w == 0) begin
            code = 0;
            at   = 3;
        end else if (w == {{28{w[3]}}, w[3:0]}) begin
            code = {w[3:0], 3'b100};
            at   = 7;
        end else if (w == {{24{w[7]}}, w[7:0]}) begin
            code = {w[7:0], 3'b010};
            at   = 11;
        end else if (w == {{16{w[15]}}, w[15:0]}) begin
            code = {w[15:0], 3'b110};
            at   = 19;
        end else begin
            code = {w, 1'b1};
            at   = 33;
        end

        // The planes. A run of zeros is written where it ends
        above = 0;
        zeros = 0;
        dbp   = 0;
        dbx   = 0;
        ones  = 0;
        place = 0;
        for (p = 32; p >= 0; p = p - 1) begin
            for (i = 0; i < WORDS - 1; i = i + 1)
                dbp[i] = delta[i][p];
            dbx   = dbp ^ above;
            above = dbp;
            if (dbx == 0)
                zeros = zeros + 1;
            if (zeros != 0 && (dbx != 0 || p == 0)) begin
                code  = code | ({{BITS-7{1'b0}}, zeros == 1 ? 7'b100 : {zeros[4:0] - 5'd2, 2'b10}} << at);
                at    = at + (zeros == 1 ? 3 : 7);
                zeros = 0;
            end
            if (dbx != 0) begin
                ones  = 0;
                place = 0;
                for (i = WORDS - 2; i >= 0; i = i - 1)
                    if (dbx[i]) begin
                        ones  = ones + 1;
                        place = i;
                    end
                if (ones == WORDS - 1)
                    at = at + 5;
                else if (dbp == 0) begin
                    code = code | ({{BITS-5{1'b0}}, 5'b10000} << at);
                    at   = at + 5;
                end else if (ones == 1 || (ones == 2 && dbx >> place == 3)) begin
                    code = code | ({{BITS-11{1'b0}}, place, ones == 1, 4'b1000} << at);
                    at   = at + 5 + P;
                end else begin
                    code = code | ({{BITS-WORDS{1'b0}}, dbx, 1'b1} << at);
                    at   = at + WORDS;
                end
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
