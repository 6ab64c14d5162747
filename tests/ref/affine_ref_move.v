// SPDX-License-Identifier: Apache-2.0
//
// Reference of affine's dummy move: Algorithm 2 of "Affine Vector Cache" (section 4.3) read plainly, vector by vector, lane by lane. First
// the conflicts; then the register is what the move leaves of it, and the write goes to that.
//   4 lanes, register 12 + 2 i valid 0011, write 12 + 2 i under 1100  ->  no move, 12 + 2 i valid 1111
`default_nettype none
module affine_ref_move #(
    parameter LANES    = 32,
    parameter VECTOR   = 0,
    parameter ANY      = 0,
    parameter WORD     = 32,
    parameter BANK     = 128,
    parameter WIDTH    = VECTOR == 0 ? LANES : 4 << VECTOR,
    parameter COUNT    = LANES / WIDTH,
    parameter CODE     = ANY ? WORD : 3,
    parameter UNIT     = (BANK < WIDTH * WORD ? BANK : WIDTH * WORD) / WORD,
    parameter TAG_BITS = COUNT * (1 + CODE + WORD) + LANES
) (
    input  wire [LANES-1:0]      mask_i,
    input  wire [TAG_BITS-1:0]   tag_i,
    input  wire [TAG_BITS-1:0]   code_i,
    output reg                   move_o,
    output wire [TAG_BITS-1:0]   tag_o,
    output reg  [LANES/UNIT-1:0] units_o
);

    // The fields of both tags
    wire [LANES-1:0]      old_valid, new_valid;
    wire [COUNT*WORD-1:0] old_bases, new_bases;
    wire [COUNT*CODE-1:0] old_codes, new_codes;
    wire [COUNT-1:0]      old_flags, new_flags;
    assign {old_valid, old_bases, old_codes, old_flags} = tag_i;
    assign {new_valid, new_bases, new_codes, new_flags} = code_i;

    reg [LANES-1:0]      valid;
    reg [COUNT*WORD-1:0] bases;
    reg [COUNT*CODE-1:0] codes;
    reg [COUNT-1:0]      flags;
    assign tag_o = {valid, bases, codes, flags};

    integer k, i;
    reg     some;
    always @* begin
        // affine, and (valid and not m) is not 0, and (b, s) is not (b', s')
        move_o = 0;
        for (k = 0; k < COUNT; k = k + 1)
            for (i = 0; i < WIDTH; i = i + 1)
                if (new_flags[k] && old_valid[WIDTH*k + i] && !mask_i[WIDTH*k + i] &&
                        {new_bases[WORD*k +: WORD], new_codes[CODE*k +: CODE]} != {old_bases[WORD*k +: WORD], old_codes[CODE*k +: CODE]})
                    move_o = 1;
        // The register before the write: the move has put all lanes into banks
        valid = move_o ? {LANES{1'b0}} : old_valid;
        for (k = 0; k < COUNT; k = k + 1) begin
            some = 0;
            for (i = 0; i < WIDTH; i = i + 1) begin
                if (mask_i[WIDTH*k + i])
                    valid[WIDTH*k + i] = 0;
                some = some || valid[WIDTH*k + i];
                if (new_valid[WIDTH*k + i])
                    valid[WIDTH*k + i] = 1;
            end
            flags[k] = some || new_flags[k];
            if (new_flags[k]) begin
                bases[WORD*k +: WORD] = new_bases[WORD*k +: WORD];
                codes[CODE*k +: CODE] = new_codes[CODE*k +: CODE];
            end else begin
                bases[WORD*k +: WORD] = some ? old_bases[WORD*k +: WORD] : {WORD{1'b0}};
                codes[CODE*k +: CODE] = some ? old_codes[CODE*k +: CODE] : {CODE{1'b0}};
            end
        end
        units_o = 0;
        for (i = 0; i < LANES; i = i + 1)
            if (!valid[i])
                units_o[i/UNIT] = 1;
    end
    wire unused_flags = &{1'b0, old_flags};

endmodule

`default_nettype wire
