`default_nettype none
// SPDX-License-Identifier: Apache-2.0
//
// Reference decoder of bpc, read plainly: one code after another, each taken off the front of what is left. It is combinational in both
// forms: a whole line.
//   010 00100110 | 01 run 31-2 | 00000 | 001  ->  words 100 103 106 ..;   bits from the payload's end on are 0
//
// It has a module for each part of the emitted decoder, so that SAT can compare part by part. For the same reason the words are added up in the
// order of the emitted decoder, by halves, and a step also tells what it makes of a raw line, though the line does not need it.

module bpc_ref_dec #(
    parameter LINE = 64,
    parameter HEAD = 0      // 1: byte 0 is the head
) (
    input  wire              tag_i,
    input  wire [LINE*8-1:0] payload_i,
    output wire [LINE*8-1:0] block_o
);

    localparam WORDS = LINE / 4;

    wire [31:0]             base;
    wire [LINE*8-1:0]       code = tag_i ? payload_i >> 8 * HEAD : payload_i;
    wire [33*(WORDS-1)-1:0] planes;     // plane 32 - q: WORDS - 1 bits from (WORDS-1)*q on
    wire [LINE*8-1:0]       sums;

    // Plane 32 has none above it
    genvar q;
    generate
        for (q = 0; q <= 33; q = q + 1) begin : gen_behind      // q planes
            wire              going;
            wire [4:0]        run;
            wire [LINE*8-1:0] rest;
            wire [WORDS-2:0]  plane;
            if (q == 0) begin : gen_base
                assign {going, run, plane} = 0;
                bpc_ref_dec_base #(.LINE(LINE)) first (.coded_i(tag_i), .code_i(code), .base_o(base), .rest_o(rest));
            end else begin : gen_plane
                bpc_ref_dec_step #(.LINE(LINE)) step (
                    .coded_i(tag_i), .going_i(gen_behind[q-1].going), .run_i(gen_behind[q-1].run), .code_i(gen_behind[q-1].rest),
                    .above_i(gen_behind[q-1].plane), .going_o(going), .run_o(run), .rest_o(rest), .plane_o(plane)
                );
                assign planes[(WORDS-1)*(q-1) +: WORDS-1] = plane;
            end
        end
    endgenerate

    bpc_ref_dec_sums #(.LINE(LINE)) words (.base_i(base), .planes_i(planes), .block_o(sums));
    assign block_o = tag_i ? sums : payload_i;

endmodule

// The base, and what follows it
module bpc_ref_dec_base #(
    parameter LINE = 64
) (
    input  wire              coded_i,   // 0: a raw line, whose first 32 bits are word 0
    input  wire [LINE*8-1:0] code_i,
    output reg  [31:0]       base_o,
    output reg  [LINE*8-1:0] rest_o
);

    always @*
        if (!coded_i)
            {base_o, rest_o} = {code_i[31:0], code_i >> 32};
        else if (code_i[0])
            {base_o, rest_o} = {code_i[32:1], code_i >> 33};
        else case (code_i[2:1])
            2'b00: {base_o, rest_o} = {32'd0, code_i >> 3};
            2'b10: {base_o, rest_o} = {{28{code_i[6]}}, code_i[6:3], code_i >> 7};
            2'b01: {base_o, rest_o} = {{24{code_i[10]}}, code_i[10:3], code_i >> 11};
            2'b11: {base_o, rest_o} = {{16{code_i[18]}}, code_i[18:3], code_i >> 19};
        endcase

endmodule

// A plane, and what follows its code
module bpc_ref_dec_step #(
    parameter LINE  = 64,
    parameter WORDS = LINE / 4
) (
    input  wire              coded_i,   // 0: a raw line, whose next WORDS - 1 bits are the plane's
    input  wire              going_i,   // the plane is one of a run whose code came before
    input  wire [4:0]        run_i,     // of this run: planes behind this one
    input  wire [LINE*8-1:0] code_i,
    input  wire [WORDS-2:0]  above_i,   // the plane above
    output wire              going_o,   // the next plane is one of a run whose code came before
    output wire [4:0]        run_o,
    output reg  [LINE*8-1:0] rest_o,
    output wire [WORDS-2:0]  plane_o
);

    localparam P = WORDS == 8 ? 3 : WORDS == 16 ? 4 : 5;

    reg [WORDS-2:0] dbx;
    reg [5:0]       place;
    reg             clear;

    assign going_o = going_i ? run_i != 0 : coded_i && code_i[1:0] == 2;
    assign run_o   = going_i ? run_i - 1 : code_i[6:2];

    always @* begin
        dbx    = 0;
        clear  = 0;
        place  = code_i[5 +: P];
        rest_o = code_i;
        if (!coded_i) begin
            dbx    = code_i[0 +: WORDS-1];
            rest_o = code_i >> (WORDS - 1);
        end else if (going_i)
            dbx = 0;
        else if (code_i[0]) begin
            dbx    = code_i[1 +: WORDS-1];
            rest_o = code_i >> WORDS;
        end else if (code_i[1])
            rest_o = code_i >> 7;
        else if (code_i[2])
            rest_o = code_i >> 3;
        else if (!code_i[3]) begin
            dbx    = {WORDS-1{!code_i[4]}};
            clear  = code_i[4];
            rest_o = code_i >> 5;
        end else begin
            dbx[place] = 1;
            if (!code_i[4] && place + 1 < WORDS - 1)
                dbx[place+1] = 1;
            rest_o = code_i >> (5 + P);
        end
    end
    assign plane_o = !coded_i ? dbx : clear ? 0 : above_i ^ dbx;

endmodule

// The words: word i first is the difference to the word before it, of which plane 32 has only the sign. Then to each sum of a right half the last
// of its left half is added
module bpc_ref_dec_sums #(
    parameter LINE  = 64,
    parameter WORDS = LINE / 4
) (
    input  wire [31:0]             base_i,
    input  wire [33*(WORDS-1)-1:0] planes_i,
    output reg  [LINE*8-1:0]       block_o
);

    integer i, p, span;

    always @* begin
        block_o[31:0] = base_i;
        for (i = 1; i < WORDS; i = i + 1)
            for (p = 0; p < 32; p = p + 1)
                block_o[32*i+p] = planes_i[(WORDS-1)*(32-p)+i-1];
        for (span = 1; span < WORDS; span = 2 * span)
            for (i = 0; i < WORDS; i = i + 1)
                if (i / span % 2 == 1)
                    block_o[32*i +: 32] = block_o[32*i +: 32] + block_o[32*(i/span*span-1) +: 32];
    end

endmodule
`default_nettype wire
