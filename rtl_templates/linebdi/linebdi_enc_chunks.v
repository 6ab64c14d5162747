// SPDX-License-Identifier: Apache-2.0
// Encoder of linebdi, chunks: which chunks fit, code by code, if there is a zero base. A chunk fits the base if its upper part, in Gray code,
// agrees with base's in every column but one (`WF_ENC_WINDOW.v), and the lowest bit of its upper part follows the borrow
// (`WF_ENC_BELOW.v). No chunk needs a wide subtractor.
//
//   base 1000, code 2-1: chunk 0FFF fits: Gray codes of the upper parts 08 and 18, bit 4 may differ, no borrow. Chunk 0013 fits zero
`default_nettype none
module `WF_ENC_CHUNKS #(
    parameter LINE = `WF_LINE,  // bytes of the cache line: 32, 64 or 128
    parameter CUT  = 0,         // 1: what depends on the first chunk alone is kept in a register rank, a cycle ahead of line_i
    parameter FLOW = `WF_FLOW   // of that rank (`WF_CUT.v)
) (
    input  wire                 clk_i,      // clock, rising edge; with CUT = 0 nothing uses it
    input  wire                 rst_ni,     // reset, low, asynchronous
    input  wire                 valid_i,    // of first_i
    input  wire                 ready_i,    // of line_i
    input  wire [63:0]          first_i,    // the first chunk, before the rank
    input  wire [LINE*8-1:0]    line_i,     // the line, byte 0 lowest, behind the rank
    output wire [LINE/8*11-1:0] ok_o,       // chunks that fit either base: of 8-1, 8-2, 8-4, 4-1, 4-2, 2-1
    output wire [LINE/8*11-1:0] on_zero_o,  // chunks that fit the zero base, so too
    output wire                 repeat_o,   // all chunks of 8 bytes are alike
    output wire                 zero_o      // all bytes are 0
);
    localparam N = LINE / 8;    // chunks of 8 bytes
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (CUT < 0 || CUT > 1) begin : gen_bad_cut wf_illegal_CUT bad (); end
        if (FLOW < 0 || FLOW > 2) begin : gen_bad_flow wf_illegal_FLOW bad (); end
    endgenerate

    assign zero_o   = !(|line_i);
    assign repeat_o = line_i[8*LINE-1:64] == line_i[8*LINE-65:0];
    `WF_ENC_ZERO #(.LINE(LINE)) zero (.line_i(line_i), .on_zero_o(on_zero_o));

    wire [183:0] may;   // the columns that may differ
    wire [63:0]  gray;  // of the first chunk
    `WF_ENC_FIRST #(.CUT(CUT), .FLOW(FLOW)) base (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_i(ready_i), .first_i(first_i), .chunk_i(line_i[63:0]), .gray_o(gray), .may_o(may)
    );
    wire [4*N-1:0] below_1;
    wire [2*N-1:0] below_2;
    wire [N-1:0]   below_4;
    `WF_ENC_BELOW #(.LINE(LINE)) borrows (
        .line_i(line_i), .base_i(line_i[31:0]), .below_1_o(below_1), .below_2_o(below_2), .below_4_o(below_4)
    );
    wire unused_gray = &{1'b0, gray};

    // Code g has chunks of K bytes, deltas of D bytes, bits from AT on and columns from MAY on. Chunk c of the line has bit Q
    genvar g, c;
    generate
        for (g = 0; g < 6; g = g + 1) begin : gen_code
            localparam K  = g < 3 ? 8 : g < 5 ? 4 : 2;
            localparam D  = g == 2 ? 4 : g == 1 || g == 4 ? 2 : 1;
            localparam AT = g < 3 ? g * N : (2 * g - 3) * N;
            localparam MAY = g == 0 ? 0 : g == 1 ? 56 : g == 2 ? 104 : g == 3 ? 136 : g == 4 ? 160 : 176;
            wire [8*K-1:8*D] may_differ = may[MAY +: 8*(K-D)];
            wire [8*K-1:0]   base_gray  = {line_i[8*K-1], gray[8*K-2:0]};   // the top bit of a Gray code is the plain bit
            wire [4*N-1:0]   below;
            wire             unused = &{1'b0, base_gray, below};
            if (D == 4) begin : gen_below_4
                assign below = {{3*N{1'b0}}, below_4};
            end else if (D == 2) begin : gen_below_2
                assign below = {{2*N{1'b0}}, below_2};
            end else begin : gen_below_1
                assign below = below_1;
            end

            for (c = 0; c < LINE / K; c = c + 1) begin : gen_chunk
                localparam Q = K == 8 ? c : K == 4 ? c % 2 * N + c / 2 : c % 2 != 0 ? 2 * N + c / 2 : c / 2 % 2 * N + c / 4;
                wire [8*K-1:0] chunk   = line_i[8*K*c +: 8*K];
                wire [8*K-1:0] unlike  = chunk ^ (chunk >> 1) ^ base_gray;
                wire           follows = chunk[8*D] ^ below[Q] ^ base_gray[8*D-1];
                wire           unused_unlike = &{1'b0, unlike};
                assign ok_o[AT + Q] = on_zero_o[AT + Q] || (follows && &(~unlike[8*K-1:8*D] | may_differ));
            end
        end
    endgenerate
endmodule
`default_nettype wire
