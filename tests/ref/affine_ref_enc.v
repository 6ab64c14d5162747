// SPDX-License-Identifier: Apache-2.0
//
// Reference encoder of affine: section 5.2 of "Affine Vector Cache" read plainly. First active pair and lane by looking at
// one after the other, the candidate expanded by a shifter and an adder a lane, and compared where the mask says so.
//   4 lanes 12 14 16 18, mask 1111  ->  flag 1, code 1, base 12, valid 1111;   12 15 16 18  ->  tag 0
`default_nettype none
module affine_ref_enc #(
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
    input  wire [LANES*WORD-1:0] block_i,
    input  wire [LANES-1:0]      mask_i,
    input  wire                  raw_only_i,
    output wire [TAG_BITS-1:0]   tag_o,
    output wire [LANES*WORD-1:0] payload_o,
    output reg  [LANES/UNIT-1:0] units_o,
    output wire [LANES-1:0]      wen_o
);

    integer              k, i, j;
    reg [COUNT-1:0]      flags;
    reg [COUNT*CODE-1:0] codes;
    reg [COUNT*WORD-1:0] bases;
    reg [LANES-1:0]      valid;
    reg [WORD-1:0]       x, y, base, stride, number, low;
    reg [CODE-1:0]       code;
    reg                  some, pair, fits;

    always @* begin
        valid = 0;
        for (k = 0; k < COUNT; k = k + 1) begin
            pair   = 0;
            stride = 0;
            code   = ANY ? 0 : 7;
            for (i = 0; i < WIDTH; i = i + 2)
                if (!pair && mask_i[WIDTH*k + i] && mask_i[WIDTH*k + i + 1]) begin
                    pair = 1;
                    x    = block_i[WORD*(WIDTH*k + i) +: WORD];
                    y    = block_i[WORD*(WIDTH*k + i + 1) +: WORD];
                    if (ANY) begin
                        stride = y - x;
                        code   = stride;
                    end else
                        for (j = 6; j >= 0; j = j - 1)
                            if (j < WORD && ((x ^ y) >> j & 1)) begin
                                stride = 1 << j;
                                code   = j;
                            end
                end
            some = 0;
            base = 0;
            for (i = 0; i < WIDTH; i = i + 1)
                if (!some && mask_i[WIDTH*k + i]) begin
                    some   = 1;
                    number = i;
                    base   = block_i[WORD*(WIDTH*k + i) +: WORD] - (ANY ? number * stride : code == 7 ? 0 : number << code);
                end
            low  = ANY || code == 7 ? 0 : stride - 1;
            fits = some && (base & low) == 0 && !raw_only_i;
            for (i = 0; i < WIDTH; i = i + 1) begin
                number = i;
                x      = base + (ANY ? number * stride : code == 7 ? 0 : number << code);
                if (mask_i[WIDTH*k + i] && block_i[WORD*(WIDTH*k + i) +: WORD] != x) fits = 0;
            end
            flags[k]              = fits;
            codes[CODE*k +: CODE] = fits ? code : 0;
            bases[WORD*k +: WORD] = fits ? base : 0;
            if (fits) valid[WIDTH*k +: WIDTH] = mask_i[WIDTH*k +: WIDTH];
        end
        for (i = 0; i < LANES / UNIT; i = i + 1)
            units_o[i] = valid[UNIT*i +: UNIT] != {UNIT{1'b1}};
    end

    assign tag_o     = {valid, bases, codes, flags};
    assign payload_o = block_i;
    assign wen_o     = mask_i & ~valid;    // a lane of a vector that fits is valid, or not active

endmodule
`default_nettype wire
