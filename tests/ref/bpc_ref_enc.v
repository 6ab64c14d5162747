`default_nettype none
// SPDX-License-Identifier: Apache-2.0
//
// Reference encoder of bpc, read plainly: the code of the base and that of each plane, then all of them one behind the other.
//   8 words 100 103 .. 121  ->  010 00100110 | 01 run 31-2 | 00000 | 001: 26 bits, one burst
//
// It has a module for each part of the emitted encoder, so that SAT can compare part by part. Codes are put together in the order of the emitted
// encoder, the planes below the top one by halves: SAT cannot tell that lengths added in another order are the same.

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

    wire [32:0]             base;
    wire [10:0]             base_bits;
    wire [33*(WORDS-1)-1:0] planes;
    wire [33*WORDS-1:0]     codes;
    wire [33*11-1:0]        lengths;
    integer                 i;

    bpc_ref_enc_base first (.word_i(block_i[31:0]), .code_o(base), .length_o(base_bits));
    bpc_ref_enc_planes #(.WORDS(WORDS)) differences (.block_i(block_i), .planes_o(planes));
    bpc_ref_enc_code #(.WORDS(WORDS)) code_of (.planes_i(planes), .codes_o(codes), .lengths_o(lengths));

    // The planes below the top one: at each level the codes of the level before, two and two
    genvar l, k;
    generate
        for (l = 0; l <= 5; l = l + 1) begin : gen_level
            localparam HALF = WORDS << l >> 1;
            wire [32*WORDS-1:0]   code;
            wire [11*(32>>l)-1:0] bits;
            if (l == 0)
                assign {code, bits} = {codes[33*WORDS-1:WORDS], lengths[33*11-1:11]};
            else for (k = 0; k < 32 >> l; k = k + 1) begin : gen_pair
                wire [10:0] at = gen_level[l-1].bits[22*k +: 11];
                assign bits[11*k +: 11] = at + gen_level[l-1].bits[22*k+11 +: 11];
                bpc_ref_enc_join #(.HALF(HALF)) join_pair (
                    .length_i(at), .left_i(gen_level[l-1].code[2*HALF*k +: HALF]), .right_i(gen_level[l-1].code[2*HALF*k+HALF +: HALF]),
                    .joined_o(code[2*HALF*k +: 2*HALF])
                );
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

// The code of the base, and its bits
module bpc_ref_enc_base (
    input  wire [31:0] word_i,
    output reg  [32:0] code_o,
    output reg  [10:0] length_o
);

    always @*
        if (word_i == 0)
            {code_o, length_o} = {33'd0, 11'd3};
        else if (word_i == {{28{word_i[3]}}, word_i[3:0]})
            {code_o, length_o} = {26'd0, word_i[3:0], 3'b100, 11'd7};
        else if (word_i == {{24{word_i[7]}}, word_i[7:0]})
            {code_o, length_o} = {22'd0, word_i[7:0], 3'b010, 11'd11};
        else if (word_i == {{16{word_i[15]}}, word_i[15:0]})
            {code_o, length_o} = {14'd0, word_i[15:0], 3'b110, 11'd19};
        else
            {code_o, length_o} = {word_i, 1'b1, 11'd33};

endmodule

// The planes of the differences between words, which are signed: plane 32 - q has WORDS - 1 bits from (WORDS-1)*q on
module bpc_ref_enc_planes #(
    parameter WORDS = 16
) (
    input  wire [32*WORDS-1:0]     block_i,
    output reg  [33*(WORDS-1)-1:0] planes_o
);

    reg [32:0] delta;
    integer    i, q;

    always @*
        for (i = 0; i < WORDS - 1; i = i + 1) begin
            delta = {block_i[32*i+63], block_i[32*i+32 +: 32]} - {block_i[32*i+31], block_i[32*i +: 32]};
            for (q = 0; q <= 32; q = q + 1)
                planes_o[(WORDS-1)*q+i] = delta[32-q];
        end

endmodule

// The codes of the planes: that of plane 32 - q has WORDS bits from WORDS*q on; and their bits, 0 where there is none
module bpc_ref_enc_code #(
    parameter WORDS = 16
) (
    input  wire [33*(WORDS-1)-1:0] planes_i,
    output reg  [33*WORDS-1:0]     codes_o,
    output reg  [33*11-1:0]        lengths_o
);

    wire [33*WORDS-1:0] codes;
    wire [33*11-1:0]    lengths;
    wire [32:0]         zero;
    reg  [5:0]          run;
    integer             i;

    // The planes that are not 0
    genvar q;
    generate
        for (q = 0; q <= 32; q = q + 1) begin : gen_plane
            wire [WORDS-2:0] above;
            if (q == 0) assign above = 0;
            else        assign above = planes_i[(WORDS-1)*(q-1) +: WORDS-1];
            bpc_ref_enc_plane #(.WORDS(WORDS)) plane (
                .dbp_i(planes_i[(WORDS-1)*q +: WORDS-1]), .above_i(above),
                .zero_o(zero[q]), .code_o(codes[WORDS*q +: WORDS]), .length_o(lengths[11*q +: 11])
            );
        end
    endgenerate

    // Runs of planes that are 0: the first has the code
    always @* begin
        codes_o   = codes;
        lengths_o = lengths;
        run       = 0;
        for (i = 32; i >= 0; i = i - 1) begin
            run = zero[i] ? run + 1 : 0;
            if (zero[i] && (i == 0 || !zero[i == 0 ? 0 : i-1])) begin
                codes_o[WORDS*i +: WORDS] = run == 1 ? 3'b100 : {run[4:0] - 5'd2, 2'b10};
                lengths_o[11*i +: 11]     = run == 1 ? 3 : 7;
            end
        end
    end

endmodule

// The code of a plane that is not 0, and its bits
module bpc_ref_enc_plane #(
    parameter WORDS = 16
) (
    input  wire [WORDS-2:0] dbp_i,
    input  wire [WORDS-2:0] above_i,    // the plane above
    output wire             zero_o,     // 1: the DBX is 0
    output reg  [WORDS-1:0] code_o,
    output reg  [10:0]      length_o
);

    localparam P = WORDS == 8 ? 3 : WORDS == 16 ? 4 : 5;

    wire [WORDS-2:0] dbx = dbp_i ^ above_i;
    reg  [5:0]       ones;
    reg  [P-1:0]     place;     // of the lowest one
    integer          i;

    assign zero_o = dbx == 0;
    always @* begin
        code_o   = 0;
        length_o = 0;
        ones     = 0;
        place    = 0;
        for (i = WORDS - 2; i >= 0; i = i - 1)
            if (dbx[i]) begin
                ones  = ones + 1;
                place = i;
            end
        if (dbx == {WORDS-1{1'b1}})
            length_o = 5;
        else if (dbx != 0 && dbp_i == 0) begin
            code_o   = 5'b10000;
            length_o = 5;
        end else if (ones == 1 || (ones == 2 && dbx >> place == 3)) begin
            code_o   = {place, ones == 1, 4'b1000};
            length_o = 5 + P;
        end else if (dbx != 0) begin
            code_o   = {dbx, 1'b1};
            length_o = WORDS;
        end
    end

endmodule

// A code behind another one, of which at most HALF bits are in use: a length has no bits above that number
module bpc_ref_enc_join #(
    parameter HALF = 16     // a power of two
) (
    input  wire [10:0]       length_i,
    input  wire [HALF-1:0]   left_i,
    input  wire [HALF-1:0]   right_i,
    output wire [2*HALF-1:0] joined_o
);

    localparam LOG = $clog2(HALF);

    assign joined_o = length_i[LOG] ? {right_i, left_i} : right_i << length_i[LOG-1:0] | left_i;

endmodule
`default_nettype wire
