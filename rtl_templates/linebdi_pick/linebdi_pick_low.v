// SPDX-License-Identifier: Apache-2.0
// linebdi_pick, low: of one pick the bytes that the code has of its chunk, and whether the chunk has the other upper part. A chunk of 8 bytes has
// them in its lower word. With x the low bytes of a chunk, b those of base: if the top bits of x and b are alike, x has base's upper part.
// Else it is base's too if x is at most 2^(D-1) - 1 above b or 2^(D-1) below it, which the lower bits tell:
//
//   top of x  top of b  x below b in the other bits   upper part
//      0         1                 1                  the other one: base 1083, low byte 02: chunk 1102
//      0         1                 0                  base's:        base 1080, low byte 00: chunk 1000
//      1         0                 0                  the other one: base 1000, low byte FF: chunk 0FFF
//      1         0                 1                  base's:        base 1005, low byte 83: chunk 1083
`default_nettype none
module `WF_LINEBDI_PICK_LOW #(
    parameter LINE = `WF_LINE   // bytes of the cache line: 32, 64 or 128
) (
    input  wire [8:0]                is_i,      // one-hot: the tag
    input  wire [31:0]               base_i,    // the lower 4 bytes of the base
    input  wire [LINE/2-1:0]         string_i,  // select bits: chunks at multiples of 8 bytes, at other multiples of 4, of 2
    input  wire [LINE*8-1:0]         line_i,    // the bytes that the code has, in the order of the line; the raw line
    input  wire [$clog2(LINE/4)-1:0] word_i,    // the number of the word
    output wire [31:0]               low_o,     // its bytes, those that the code has
    output wire [1:0]                zero_o,    // the lower chunk of 2 bytes and the upper one, or bit 0 the only chunk: 1: on the zero base
    output wire [1:0]                turn_o,    // 1: the other upper part, if the chunk is not on the zero base
    output wire [1:0]                sign_o     // the top bit of the low bytes
);
    localparam N = LINE / 8;    // eights: 8 bytes each
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
    endgenerate

    wire is8 = |is_i[5:3];
    wire d1  = is_i[3] | is_i[6] | is_i[8];
    wire d2  = is_i[4] | is_i[7];
    wire d4  = is_i[5];

    // ---- Fetch: both words of eight bytes with their select bits, then one of them. Of a chunk of 8 bytes it is the lower word ----

    wire [N*68-1:0]  eights;
    wire [N-1:0]     select = {{N-1{1'b0}}, 1'b1} << word_i[$clog2(N):1];
    wire [33:0]      lower, upper;
    wire [1:0]       zero;
    genvar           j;
    generate
        for (j = 0; j < N; j = j + 1) begin : gen_eight
            assign eights[68*j +: 68] = {string_i[2*N+2*j+1], string_i[N+j], line_i[64*j+32 +: 32],
                                         string_i[2*N+2*j], string_i[j], line_i[64*j +: 32]};
        end
    endgenerate
    `WF_MUX #(.WIDTH(68), .COUNT(N)) mux (.select_i(select), .data_i(eights), .data_o({upper, lower}));
    assign {zero, low_o} = word_i[0] & ~is8 ? upper : lower;
    assign zero_o = zero & ~{2{is_i[2]}};   // the code repeat has no select bits

    // ---- Turn: compare with base. Bits from D - 1 on are left out ----

    wire [30:0] count = {{16{d4}}, {8{d4 | d2}}, {7{d4 | d2 | d1}}};
    wire [30:0] unused_into;
    wire        below, unused_pass, top;
    `WF_CARRY #(.WIDTH(31)) compare (
        .make_i(~low_o[30:0] & base_i[30:0] & count), .pass_i(~low_o[30:0] | base_i[30:0] | ~count), .into_i(1'b0),
        .into_o(unused_into), .make_o(below), .pass_o(unused_pass)
    );
    assign top       = (base_i[7] & d1) | (base_i[15] & d2) | (base_i[31] & d4);
    assign sign_o[0] = (low_o[7] & d1) | (low_o[15] & d2) | (low_o[31] & d4);
    assign sign_o[1] = low_o[23];
    assign turn_o[0] = (sign_o[0] ^ top) & ~(below ^ top);
    assign turn_o[1] = (sign_o[1] ^ base_i[7]) & ~((low_o[22:16] < base_i[6:0]) ^ base_i[7]);
    wire unused = &{1'b0, is_i, unused_into, unused_pass};
endmodule
`default_nettype wire
