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
    output wire                tag_o,
    output wire [LINE*8-1:0]   payload_o,
    output reg  [LINE/32-1:0]  units_o,
    output wire [LINE/32-1:0]  wen_o
);

    localparam WORDS = LINE / 4;
    localparam LIMIT = SAVE || (HEAD && LINE > 32) ? LINE - 32 : LINE - 1;
    localparam P     = WORDS == 8 ? 3 : WORDS == 16 ? 4 : 5;

    reg [32:0]           base;
    reg [10:0]           base_bits;
    reg [33*WORDS-1:0]   codes;     // of plane 32 - q: WORDS bits from WORDS*q on
    reg [33*11-1:0]      lengths;   // their bits
    reg [32:0]           delta [0:30];
    reg [WORDS-2:0]      dbp, dbx, above;
    reg [32:0]           zero;
    reg [5:0]            run, ones;
    reg [P-1:0]          place;
    reg [31:0]           w;
    integer              i, q;

    always @* begin
        for (i = 0; i < 31; i = i + 1)
            delta[i] = 0;
        for (i = 0; i < WORDS - 1; i = i + 1)
            delta[i] = {block_i[32*i+63], block_i[32*i+32 +: 32]} - {block_i[32*i+31], block_i[32*i +: 32]};

        // The base
        w = block_i[31:0];
        if (w == 0) begin
            base      = 0;
            base_bits = 3;
        end else if (w == {{28{w[3]}}, w[3:0]}) begin
            base      = {w[3:0], 3'b100};
            base_bits = 7;
        end else if (w == {{24{w[7]}}, w[7:0]}) begin
            base      = {w[7:0], 3'b010};
            base_bits = 11;
        end else if (w == {{16{w[15]}}, w[15:0]}) begin
            base      = {w[15:0], 3'b110};
            base_bits = 19;
        end else begin
            base      = {w, 1'b1};
            base_bits = 33;
        end

        // The planes that are not 0
        codes   = 0;
        lengths = 0;
        above   = 0;
        dbp     = 0;
        dbx     = 0;
        ones    = 0;
        place   = 0;
        zero    = 0;
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
            if (dbx == {WORDS-1{1'b1}})
                lengths[11*q +: 11] = 5;
            else if (dbx != 0 && dbp == 0) begin
                codes[WORDS*q +: WORDS] = 5'b10000;
                lengths[11*q +: 11]     = 5;
            end else if (ones == 1 || (ones == 2 && dbx >> place == 3)) begin
                codes[WORDS*q +: WORDS] = {place, ones == 1, 4'b1000};
                lengths[11*q +: 11]     = 5 + P;
            end else if (dbx != 0) begin
                codes[WORDS*q +: WORDS] = {dbx, 1'b1};
                lengths[11*q +: 11]     = WORDS;
            end
        end

        // Runs of planes that are 0: the first has the code
        run = 0;
        for (q = 32; q >= 0; q = q - 1) begin
            run = zero[q] ? run + 1 : 0;
            if (zero[q] && (q == 0 || !zero[q == 0 ? 0 : q-1])) begin
                codes[WORDS*q +: WORDS] = run == 1 ? 3'b100 : {run[4:0] - 5'd2, 2'b10};
                lengths[11*q +: 11]     = run == 1 ? 3 : 7;
            end
        end
    end

    // The planes below the top one: at each level the codes of the level before, two and two. A code has HALF bits at
    // most, which SAT cannot tell: one of so many is a case of its own
    genvar l, k;
    generate
        for (l = 0; l <= 5; l = l + 1) begin : gen_level
            localparam HALF = WORDS << l >> 1;
            wire [32*WORDS-1:0]   code;
            wire [11*(32>>l)-1:0] bits;
            if (l == 0)
                assign {code, bits} = {codes[33*WORDS-1:WORDS], lengths[33*11-1:11]};
            else for (k = 0; k < 32 >> l; k = k + 1) begin : gen_pair
                wire [10:0]       at    = gen_level[l-1].bits[22*k +: 11];
                wire              full  = at >> $clog2(HALF) != 0;
                wire [HALF-1:0]   upper = gen_level[l-1].code[2*HALF*k+HALF +: HALF];
                wire [HALF-1:0]   lower = gen_level[l-1].code[2*HALF*k +: HALF];
                assign code[2*HALF*k +: 2*HALF] = full ? {upper, lower} : upper << at | lower;
                assign bits[11*k +: 11]         = at + gen_level[l-1].bits[22*k+11 +: 11];
            end
        end
    endgenerate

    // All of them
    wire [LINE*8-1:0] lower = gen_level[5].code << lengths[10:0] | codes[WORDS-1:0];
    wire [LINE*8-1:0] all   = lower << base_bits | base;
    wire [10:0]       total = base_bits + lengths[10:0] + gen_level[4].bits[10:0] + gen_level[4].bits[21:11];

    assign tag_o     = !raw_only_i && HEAD + (total + 7) / 8 <= LIMIT;
    assign payload_o = !tag_o ? block_i : HEAD ? {all[LINE*8-9:0], 8'd1} : all[LINE*8-1:0];
    always @*
        for (i = 0; i < LINE / 32; i = i + 1)
            units_o[i] = !tag_o || 8 * HEAD + total > 256 * i;
    assign wen_o = units_o;

endmodule
`default_nettype wire
