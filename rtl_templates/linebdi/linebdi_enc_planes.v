// SPDX-License-Identifier: Apache-2.0
// Encoder of linebdi, planes: the bytes of the code, order planes. A plane that has the same place in several codes is put there once. Names
// are those of docs/linebdi.md. Behind S8 and L8 there are three parts of N bytes:
//
//   first    H8 (8-2, 8-4, 4-2), or L4' and the start of L2
//   second   T8 (8-4), or H4 (4-2), or more of L2
//   third    U8 (8-4), or L4' (4-2), or the end of L2, and S2
//
// L4" and S4 stand behind a base of 4 bytes, the last two bytes of L2 and S2 behind a base of 2 bytes.
`default_nettype none
module `WF_ENC_PLANES #(
    parameter LINE   = `WF_LINE,    // bytes of the cache line: 32, 64 or 128
    parameter STORED = 0            // 1: the select bits are in the payload
) (
    input  wire [8:0]        win_i,     // one-hot: the tag
    input  wire [63:0]       base_i,    // the base, from bit 0; of zeros, repeat and raw the first chunk
    input  wire [LINE/2-1:0] string_i,  // select bits, in the order of the chunks
    input  wire [LINE*4-1:0] low_i,     // bytes of deltas: L8, L4, L2
    input  wire [LINE*2-1:0] high_i,    // H8, H4
    input  wire [LINE-1:0]   third_i,   // T8
    input  wire [LINE-1:0]   fourth_i,  // U8
    output wire [LINE/2-1:0] string_o,  // select bits, as the tag has them
    output wire [LINE*8-1:0] code_o     // bytes 0 to 7 also of a raw line
);
    localparam BLOCK = LINE * 8;
    localparam N     = LINE / 8;    // chunks of 8 bytes
    localparam S8    = STORED != 0 ? (N + 7) / 8 : 0;           // bytes of the three parts of the select bits
    localparam S4    = STORED != 0 ? N / 4 - (N + 7) / 8 : 0;
    localparam S2    = STORED != 0 ? N / 4 : 0;
    localparam T     = 4 - S4;      // bytes of L4"
    localparam L     = 8 + S8;      // where L8 is
    localparam M     = 2 * N + S2;  // bytes of L2 and S2
    generate
        if ((LINE != 32 && LINE != 64 && LINE != 128) || STORED < 0 || STORED > 1) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    wire [8*M-1:0] mixed;   // L2 and S2
    wire [31:0]    tail;    // L4" and S4
    assign mixed[16*N-1:0] = low_i[16*N +: 16*N];
    assign tail[8*T-1:0]   = low_i[16*N-1 -: 8*T];
    generate
        if (S2 > 0) begin : gen_s2
            assign mixed[8*M-1 -: 8*S2] = string_i[4*N-1 -: 8*S2];
        end
        if (S4 > 0) begin : gen_s4
            assign tail[31 -: 8*S4] = string_i[2*N-1 -: 8*S4];
        end
    endgenerate

    // From L8 on: the planes of chunks of 8 and 4 bytes, then L4', then L2. A byte more, at the top, is always 0
    wire [8*(4*N+1)-1:0] body_8, body_4, body_2;
    assign body_8 = {8'd0, fourth_i & {8*N{win_i[5]}}, (third_i & {8*N{win_i[5]}}) | (high_i[8*N +: 8*N] & {8*N{win_i[7]}}),
                     high_i[0 +: 8*N] & {8*N{win_i[4] | win_i[5] | win_i[7]}}, low_i[0 +: 8*N] & {8*N{~win_i[0]}}};
    generate
        if (N > T) begin : gen_l4
            wire [8*(N-T)-1:0] plane = low_i[8*N +: 8*(N-T)];
            assign body_4 = {{8*(T+1){1'b0}}, plane & {8*(N-T){win_i[7]}}, {8*(N+T){1'b0}}, plane & {8*(N-T){win_i[6] | win_i[8]}}, {8*N{1'b0}}};
        end else begin : gen_no_l4
            assign body_4 = {8*(4*N+1){1'b0}};
        end
    endgenerate
    assign body_2 = {{8*(2*N+T+3-M){1'b0}}, mixed[8*(M-2)-1:0] & {8*(M-2){win_i[8]}}, {8*(2*N-T){1'b0}}};
    wire [8*(4*N+1)-1:0] body = body_8 | body_4 | body_2;

    wire behind_4 = win_i[6] | win_i[7] | win_i[8];
    assign code_o[63:32] = behind_4 ? tail : base_i[63:32];
    assign code_o[31:16] = win_i[8] ? mixed[8*M-1 -: 16] : base_i[31:16];
    assign code_o[15:0]  = base_i[15:0];
    generate
        if (S8 > 0) begin : gen_s8
            assign code_o[64 +: 8*S8] = string_i[0 +: 8*S8];
        end
    endgenerate
    assign code_o[8*L +: 8*4*N]             = body[0 +: 8*4*N];
    assign code_o[BLOCK-1 : 8*(L+4*N)] = {BLOCK-8*(L+4*N){1'b0}};
    assign string_o = string_i;
    wire unused = &{1'b0, win_i, body[8*(4*N+1)-1 -: 8]};
endmodule
`default_nettype wire
