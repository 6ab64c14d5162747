// SPDX-License-Identifier: Apache-2.0
// Decoder of linebdi, packed: base, select bits and deltas from their places: select bits, base, the deltas chunk by chunk. A
// field that the code does not have is 0, or if only one code has it, any bits.
`default_nettype none
module `WF_DEC_PACKED #(
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
    localparam N      = LINE / 8;       // chunks of 8 bytes
    localparam STRING = 4 * N;
    localparam FIELDS = 64 + STRING + 48 * N;   // base, string, low, high of a code
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (STORED < 0 || STORED > 1) begin : gen_bad_stored wf_illegal_STORED bad (); end
    endgenerate

    wire [STRING-1:0] select = STORED != 0 ? line_i[STRING-1:0] : given_i;  // bit c is chunk c of the line

    // Code g has chunks of K bytes and deltas of D bytes. Chunk c of the line is number Q
    wire [6*FIELDS-1:0] fields;
    genvar g, c;
    generate
        for (g = 0; g < 6; g = g + 1) begin : gen_code
            localparam K     = g < 3 ? 8 : g < 5 ? 4 : 2;
            localparam D     = g == 2 ? 4 : g == 1 || g == 4 ? 2 : 1;
            localparam C     = LINE / K;
            localparam FIRST = STORED != 0 ? (C + 7) / 8 : 0;   // where the base is
            wire [STRING-1:0] on_zero;
            wire [32*N-1:0]   low;
            wire [16*N-1:0]   high;
            for (c = 0; c < C; c = c + 1) begin : gen_chunk
                localparam Q = K == 8 ? c : K == 4 ? c % 2 * N + c / 2 : c % 2 != 0 ? 2 * N + c / 2 : c / 2 % 2 * N + c / 4;
                wire [8*D-1:0] delta = line_i[8*(FIRST+K+D*c) +: 8*D];
                assign on_zero[Q]    = select[c];
                assign low[8*Q +: 8] = delta[7:0];
                if (D > 1) begin : gen_high
                    assign high[8*Q +: 8] = delta[15:8];
                end else if (Q < 2 * N) begin : gen_none
                    assign high[8*Q +: 8] = 8'd0;
                end
                if (D > 2) begin : gen_upper
                    assign third_o[8*Q +: 8]  = delta[23:16];
                    assign fourth_o[8*Q +: 8] = delta[31:24];
                end
            end
            if (C < STRING) begin : gen_fill
                assign on_zero[STRING-1:C]   = {STRING-C{1'b0}};
                assign low[32*N-1:8*C]       = {32*N-8*C{1'b0}};
            end
            if (C < 2 * N) begin : gen_fill_high
                assign high[16*N-1:8*C]      = {16*N-8*C{1'b0}};
            end
            assign fields[FIELDS*g +: FIELDS] = {line_i[8*FIRST +: 64], on_zero, low, high};
        end
    endgenerate

    `WF_MUX #(.WIDTH(FIELDS), .COUNT(7)) mux (
        .select_i({is_i[2], is_i[8:3]}), .data_i({line_i[63:0], {FIELDS-64{1'b0}}, fields}), .data_o({base_o, string_o, low_o, high_o})
    );
    wire unused = &{1'b0, is_i, given_i, line_i};
endmodule
`default_nettype wire
