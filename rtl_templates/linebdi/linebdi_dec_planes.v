// SPDX-License-Identifier: Apache-2.0
// Decoder of linebdi, planes: base, select bits and deltas from their places, order planes. Only L4' has more than one place. Names are those
// of docs/linebdi.md. A field that the code does not have is any bits.
`default_nettype none
module `WF_DEC_PLANES #(
    parameter LINE   = `WF_LINE,    // bytes of the cache line: 32, 64 or 128
    parameter STORED = 0            // 1: the select bits are in the payload
) (
    input  wire [8:0]        is_i,      // one-hot: the tag
    input  wire [LINE/2-1:0] given_i,   // select bits in the tag; 0 if there are none
    input  wire [LINE*8-1:0] line_i,    // the payload
    output wire [63:0]       base_o,    // the base, from bit 0; above one of 4 or 2 bytes: any bits
    output wire [LINE/2-1:0] string_o,  // select bits, in the order of the chunks: 1 on the zero base
    output wire [LINE*4-1:0] low_o,     // bytes of deltas, in the order of the chunks: byte 0 of every chunk
    output wire [LINE*2-1:0] high_o,    // byte 1 of chunks of 8 and 4 bytes
    output wire [LINE-1:0]   third_o,   // byte 2 of chunks of 8 bytes
    output wire [LINE-1:0]   fourth_o   // byte 3 of chunks of 8 bytes
);
    localparam N  = LINE / 8;       // chunks of 8 bytes
    localparam S8 = STORED != 0 ? (N + 7) / 8 : 0;              // bytes of the three parts of the select bits
    localparam S4 = STORED != 0 ? N / 4 - (N + 7) / 8 : 0;
    localparam S2 = STORED != 0 ? N / 4 : 0;
    localparam T  = 4 - S4;         // bytes of L4"
    localparam R  = 8 + S8 + N;     // the first byte behind S8 and L8
    localparam M  = 2 * N + S2;     // bytes of L2 and S2
    generate
        if ((LINE != 32 && LINE != 64 && LINE != 128) || STORED < 0 || STORED > 1) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    wire [8*M-1:0] mixed = {line_i[31:16], line_i[8*(R+N-T) +: 8*(M-2)]};  // L2 and S2; the last two bytes stand behind a base of 2 bytes
    wire [31:0]    tail  = line_i[63:32];                                  // L4" and S4
    generate
        if (N > T) begin : gen_l4
            localparam BITS = 8 * (N - T);
            assign low_o[8*N +: BITS] = (line_i[8*R +: BITS] & {BITS{is_i[6] | is_i[8]}}) | (line_i[8*(R+2*N) +: BITS] & {BITS{is_i[7]}});
        end
        if (STORED != 0) begin : gen_stored
            assign string_o[0 +: 8*S8]      = line_i[64 +: 8*S8];
            assign string_o[4*N-1 -: 8*S2]  = mixed[8*M-1 -: 8*S2];
            if (S4 > 0) begin : gen_s4
                assign string_o[2*N-1 -: 8*S4] = tail[31 -: 8*S4];
            end
        end else begin : gen_given
            assign string_o = given_i;
        end
    endgenerate
    assign base_o                 = line_i[63:0];
    assign low_o[0 +: 8*N]        = line_i[8*(R-N) +: 8*N];
    assign low_o[16*N-1 -: 8*T]   = tail[8*T-1:0];
    assign low_o[16*N +: 16*N]    = mixed[16*N-1:0];
    assign high_o                 = line_i[8*R +: 16*N];
    assign third_o                = line_i[8*(R+N) +: 8*N];
    assign fourth_o               = line_i[8*(R+2*N) +: 8*N];
    wire unused = &{1'b0, is_i, given_i, line_i};
endmodule
`default_nettype wire
