// SPDX-License-Identifier: Apache-2.0
// Encoder of linebdi, packed: the bytes of the code: select bits, base, the deltas chunk by chunk.
//
//   32 bytes, no select bits, tag 7 (4-2), base 00001000, deltas 0000 FFFF ..  ->  bytes 00 10 00 00 | 00 00 | FF FF ..
`default_nettype none
module `WF_ENC_PACKED #(
    parameter LINE   = `WF_LINE,    // bytes of the cache line: 32, 64 or 128
    parameter STORED = 0            // 1: the select bits are in the payload
) (
    input  wire [8:0]        win_i,     // one-hot: the tag
    input  wire [63:0]       base_i,    // the base, from bit 0; of zeros, repeat and raw the first chunk
    input  wire [LINE/2-1:0] string_i,  // select bits, in the order of the chunks
    input  wire [LINE*4-1:0] low_i,     // bytes of deltas, in the order of the chunks: byte 0 of every chunk
    input  wire [LINE*2-1:0] high_i,    // byte 1 of chunks of 8 and 4 bytes
    input  wire [LINE-1:0]   third_i,   // byte 2 of chunks of 8 bytes
    input  wire [LINE-1:0]   fourth_i,  // byte 3 of chunks of 8 bytes
    output wire [LINE/2-1:0] string_o,  // select bits as they stand in the line
    output wire [LINE*8-1:0] code_o     // bytes 0 to 7 also of a raw line
);
    localparam BLOCK  = LINE * 8;
    localparam N      = LINE / 8;       // chunks of 8 bytes
    localparam STRING = 4 * N;
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (STORED < 0 || STORED > 1) begin : gen_bad_stored wf_illegal_STORED bad (); end
    endgenerate

    // Code g has chunks of K bytes and deltas of D bytes. Chunk c of the line is number Q
    wire [6*BLOCK-1:0] codes;
    genvar g, c;
    generate
        for (g = 0; g < 6; g = g + 1) begin : gen_code
            localparam K     = g < 3 ? 8 : g < 5 ? 4 : 2;
            localparam D     = g == 2 ? 4 : g == 1 || g == 4 ? 2 : 1;
            localparam C     = LINE / K;
            localparam S     = (C + 7) / 8;                     // bytes that the select bits take
            localparam FIRST = STORED != 0 ? S : 0;             // where the base is
            localparam SIZE  = FIRST + K + C * D;
            wire [8*S-1:0]   select;
            wire [8*C*D-1:0] deltas;
            wire             unused_select = &{1'b0, select};
            for (c = 0; c < 8 * S; c = c + 1) begin : gen_select
                localparam Q = K == 8 ? c : K == 4 ? c % 2 * N + c / 2 : c % 2 != 0 ? 2 * N + c / 2 : c / 2 % 2 * N + c / 4;
                if (c < C) begin : gen_bit
                    assign select[c] = string_i[Q];
                end else begin : gen_pad
                    assign select[c] = 1'b0;
                end
            end
            for (c = 0; c < C; c = c + 1) begin : gen_chunk
                localparam Q = K == 8 ? c : K == 4 ? c % 2 * N + c / 2 : c % 2 != 0 ? 2 * N + c / 2 : c / 2 % 2 * N + c / 4;
                assign deltas[8*D*c +: 8] = low_i[8*Q +: 8];
                if (D > 1) begin : gen_second
                    assign deltas[8*D*c+8 +: 8] = high_i[8*Q +: 8];
                end
                if (D > 2) begin : gen_upper
                    assign deltas[8*D*c+16 +: 16] = {fourth_i[8*Q +: 8], third_i[8*Q +: 8]};
                end
            end
            if (STORED != 0) begin : gen_stored
                assign codes[BLOCK*g +: 8*S] = select;
            end
            assign codes[BLOCK*g + 8*FIRST +: 8*K]            = base_i[0 +: 8*K];
            assign codes[BLOCK*g + 8*(FIRST+K) +: 8*C*D]      = deltas;
            assign codes[BLOCK*g + BLOCK-1 -: BLOCK - 8*SIZE] = {BLOCK-8*SIZE{1'b0}};
        end
    endgenerate

    wire [BLOCK-1:0] code;
    `WF_MUX #(.WIDTH(BLOCK), .COUNT(6)) mux (.select_i(win_i[8:3]), .data_i(codes), .data_o(code));
    assign code_o = {code[BLOCK-1:64], code[63:0] | (base_i & {64{|win_i[2:0]}})};

    wire [STRING-1:0] of_8 = {{STRING-8*((N+7)/8){1'b0}}, gen_code[0].select};
    wire [STRING-1:0] of_4 = {{STRING-2*N{1'b0}}, gen_code[3].select};
    assign string_o = of_8 & {STRING{|win_i[5:3]}} | of_4 & {STRING{|win_i[7:6]}} | gen_code[5].select & {STRING{win_i[8]}};
endmodule
`default_nettype wire
