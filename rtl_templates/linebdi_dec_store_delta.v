// SPDX-License-Identifier: Apache-2.0
// Decoder of linebdi, deltas: from code and payload to the line, with the ranks between. A code has differences of the chunks from the base.
// Chunks of 4 and 2 bytes are parts of chunks of 8 bytes, so one set of adders serves all six codes.
`default_nettype none
module `WF_DEC_STORE_DELTA #(
    parameter LINE      = `WF_LINE,       // bytes of the cache line: 32, 64 or 128
    parameter STORED    = 0,              // 1: the select bits are in the payload
    parameter CUTS      = `WF_DEC_CUTS,   // register ranks, a bit each, from bit 0: `WF_DEC_CUT_NAMES
    parameter FLOW      = `WF_FLOW,       // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter USER_BITS = `WF_USER_BITS   // bits of user, 1 or more
) (
    input  wire                 clk_i,
    input  wire                 rst_ni,
    input  wire                 valid_i,
    output wire                 ready_o,
    input  wire [USER_BITS-1:0] user_i,
    input  wire [8:0]           is_i,       // one-hot: the tag
    input  wire [LINE/2-1:0]    given_i,    // select bits in the tag; 0 if there are none
    input  wire [LINE*8-1:0]    line_i,     // the payload

    output wire                 valid_o,
    input  wire                 ready_i,
    output wire [USER_BITS-1:0] user_o,
    output wire [LINE*8-1:0]    block_o     // the line
);
    localparam BLOCK  = LINE * 8;
    localparam N      = LINE / 8;       // chunks of 8 bytes
    localparam STRING = 4 * N;          // select bits of a code with chunks of 2 bytes, the most

    generate
        if ((LINE != 32 && LINE != 64 && LINE != 128) || STORED < 0 || STORED > 1 || CUTS < 0 || CUTS > 31 ||
                FLOW < 0 || FLOW > 2 || USER_BITS < 1) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    // ---- Layout: base, select bits and deltas from their places ----

    wire [63:0]         base_2;
    wire [STRING-1:0]   string_2;       // 1: on the zero base
    wire [8*STRING-1:0] low_2;          // byte 0 of every chunk
    wire [16*N-1:0]     high_2;         // byte 1 of chunks of 8 and 4 bytes
    wire [8*N-1:0]      third_2, fourth_2;
`ifdef WF_DEC_PLANES
    `WF_DEC_PLANES #(.LINE(LINE), .STORED(STORED)) layout (
`endif
`ifdef WF_DEC_PACKED
    `WF_DEC_PACKED #(.LINE(LINE), .STORED(STORED)) layout (
`endif
        .is_i(is_i), .given_i(given_i), .line_i(line_i),
        .base_o(base_2), .string_o(string_2), .low_o(low_2), .high_o(high_2), .third_o(third_2), .fourth_o(fourth_2)
    );

    wire                 valid_3, ready_3;
    wire [USER_BITS-1:0] user_3;
    wire [8:0]           is_3;
    wire [63:0]          base_3;
    wire [STRING-1:0]    string_3;
    wire [8*STRING-1:0]  low_3;
    wire [16*N-1:0]      high_3;
    wire [8*N-1:0]       third_3, fourth_3;
    wire [BLOCK-1:0]     line_3;
    `WF_CUT #(.ON(CUTS[2]), .WIDTH(USER_BITS + 9 + 64 + STRING + 64 * N + BLOCK), .FLOW(FLOW)) cut_operand (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .data_i({user_i, is_i, base_2, string_2, low_2, high_2, third_2, fourth_2, line_i}),
        .valid_o(valid_3), .ready_i(ready_3), .data_o({user_3, is_3, base_3, string_3, low_3, high_3, third_3, fourth_3, line_3})
    );

    // ---- Decode: the bytes of deltas are sums; above them a chunk is the window's upper part or the next ----

    wire [7:0]  is_sum_3, is_up_3;
    wire [63:0] here_3, next_3;
    `WF_DEC_WINDOW window (
        .is_i(is_3), .base_i(base_3), .is_sum_o(is_sum_3), .is_up_o(is_up_3), .here_o(here_3), .next_o(next_3)
    );

    // The code repeat has neither select bits nor deltas
    wire [STRING-1:0]   zero_3 = string_3 & {STRING{~is_3[2]}};
    wire [STRING-1:0]   up_3, ones_3;
    wire [8*STRING-1:0] sum0_3;
    wire [16*N-1:0]     sum1_3;
    wire [8*N-1:0]      sum2_3, sum3_3;
    `WF_DEC_SUMS #(.LINE(LINE)) sums (
        .is_i(is_3), .base_i(base_3[31:0]), .zero_i(zero_3), .low_i(low_3), .high_i(high_3), .third_i(third_3), .fourth_i(fourth_3),
        .sum0_o(sum0_3), .sum1_o(sum1_3), .sum2_o(sum2_3), .sum3_o(sum3_3), .up_o(up_3), .ones_o(ones_3)
    );

    wire                 raw_4, is8_4, is2_4;
    wire [7:0]           is_sum_4, is_up_4;
    wire [63:0]          here_4, next_4;
    wire [STRING-1:0]    zero_4, up_4, ones_4;
    wire [8*STRING-1:0]  sum0_4;
    wire [16*N-1:0]      sum1_4;
    wire [8*N-1:0]       sum2_4, sum3_4;
    wire [BLOCK-1:0]     line_4;
    `WF_CUT #(.ON(CUTS[3]), .WIDTH(USER_BITS + 3 + 16 + 128 + 3 * STRING + 64 * N + BLOCK), .FLOW(FLOW)) cut_sum (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_3), .ready_o(ready_3),
        .data_i({user_3, is_3[0], |is_3[5:3], is_3[8], is_sum_3, is_up_3, here_3, next_3, zero_3, up_3, ones_3,
                 sum0_3, sum1_3, sum2_3, sum3_3, line_3}),
        .valid_o(valid_o), .ready_i(ready_i),
        .data_o({user_o, raw_4, is8_4, is2_4, is_sum_4, is_up_4, here_4, next_4, zero_4, up_4, ones_4,
                 sum0_4, sum1_4, sum2_4, sum3_4, line_4})
    );

    `WF_DEC_CHUNKS #(.LINE(LINE)) chunks (
        .raw_i(raw_4), .is8_i(is8_4), .is2_i(is2_4), .is_sum_i(is_sum_4), .is_up_i(is_up_4), .here_i(here_4), .next_i(next_4),
        .zero_i(zero_4), .up_i(up_4), .ones_i(ones_4), .sum0_i(sum0_4), .sum1_i(sum1_4), .sum2_i(sum2_4), .sum3_i(sum3_4),
        .line_i(line_4), .block_o(block_o)
    );
endmodule
`default_nettype wire
