// SPDX-License-Identifier: Apache-2.0
// Decoder of linebdi, residues: from code and payload to the line, with the ranks between. A code has low bytes of the chunks. What is above
// them is one of two upper parts, both made of the base. No chunk needs an adder.
`default_nettype none
module `WF_DEC_STORE_RESIDUE #(
    parameter LINE      = `WF_LINE,       // bytes of the cache line: 32, 64 or 128
    parameter STORED    = 0,              // 1: the select bits are in the payload
    parameter FIRSTNZ   = `WF_FIRSTNZ,    // the base: 0 the first chunk, 1 the first that is not small: the first chunk is apart
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
        if ((LINE != 32 && LINE != 64 && LINE != 128) || STORED < 0 || STORED > 1 || FIRSTNZ < 0 || FIRSTNZ > 1 || CUTS < 0 || CUTS > 31 ||
                FLOW < 0 || FLOW > 2 || USER_BITS < 1) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    // ---- Layout: base, select bits and the bytes of the code from their places ----

    wire [63:0]       base_2 = line_i[63:0];
    wire [STRING-1:0] string_2;         // 1: on the zero base
    wire [BLOCK-1:0]  own_2;            // bytes in the places of a raw line
    wire [31:0]       apart_8_2;
    wire [15:0]       apart_4_2;
    wire [8*N-1:0]    five_2, six_2;
    `WF_DEC_PLACES #(.LINE(LINE), .STORED(STORED)) places (
        .given_i(given_i), .payload_i(line_i), .string_o(string_2), .line_o(own_2),
        .apart_8_o(apart_8_2), .apart_4_o(apart_4_2), .five_o(five_2), .six_o(six_2)
    );

    // low, high, third and fourth: bytes 0 to 3 of chunks as the codes have them, in the order of the chunks
    wire                is8_2 = |is_i[5:3];
    wire [8*STRING-1:0] low_2;
    wire [16*N-1:0]     high_2;
    wire [8*N-1:0]      third_2, fourth_2;
    wire [BLOCK-1:0]    bytes_2;        // of the code in the places that they have in the line; the raw line
    wire [31:0]         first_2;        // the lower half of the first chunk
    genvar              j;
    generate
        if (FIRSTNZ != 0) begin : gen_apart
            assign first_2 = is8_2 ? apart_8_2 : is_i[0] ? own_2[31:0] : {own_2[31:16], apart_4_2};
        end else begin : gen_base
            assign first_2 = own_2[31:0];
            wire unused_apart = &{1'b0, apart_8_2, apart_4_2};
        end
        for (j = 0; j < N; j = j + 1) begin : gen_eight
            wire [31:0] lower = j == 0 ? first_2 : own_2[64*j +: 32];
            wire [7:0]  five  = is_i[7] ? five_2[8*j +: 8] : own_2[64*j+40 +: 8];
            wire [7:0]  six   = is_i[8] ? six_2[8*j +: 8] : own_2[64*j+48 +: 8];
            assign bytes_2[64*j +: 64]        = {own_2[64*j+56 +: 8], six, five, own_2[64*j+32 +: 8], lower};
            assign low_2[8*j +: 8]            = lower[7:0];
            assign low_2[8*(N+j) +: 8]        = own_2[64*j+32 +: 8];
            assign low_2[8*(2*N+2*j) +: 16]   = {six_2[8*j +: 8], own_2[64*j+16 +: 8]};
            assign high_2[8*j +: 8]           = lower[15:8];
            assign high_2[8*(N+j) +: 8]       = five_2[8*j +: 8];
            assign third_2[8*j +: 8]          = lower[23:16];
            assign fourth_2[8*j +: 8]         = lower[31:24];
        end
    endgenerate

    // ---- Decode: above its low bytes a chunk has one of two upper parts, or the sign of a chunk on the zero base ----

    wire [7:0]  is_low_2, is_up_2;
    wire [63:0] upper_2, other_2;
    `WF_DEC_UPPERS uppers (
        .is_i(is_i), .base_i(base_2), .is_low_o(is_low_2), .is_up_o(is_up_2), .base_o(upper_2), .other_o(other_2)
    );

    // The code repeat has no select bits
    wire [STRING-1:0] zero_2 = string_2 & {STRING{~is_i[2]}};
    wire [STRING-1:0] turn_2, ones_2;
    `WF_DEC_TURNS #(.LINE(LINE)) turns (
        .is_i(is_i), .base_i(base_2[31:0]), .zero_i(zero_2), .low_i(low_2), .high_i(high_2), .third_i(third_2), .fourth_i(fourth_2),
        .turn_o(turn_2), .ones_o(ones_2)
    );

    wire                 valid_3, ready_3, is8_3, is2_3;
    wire [USER_BITS-1:0] user_3;
    wire [7:0]           is_low_3, is_up_3;
    wire [63:0]          upper_3, other_3;
    wire [STRING-1:0]    zero_3, turn_3, ones_3;
    wire [BLOCK-1:0]     bytes_3;
    `WF_CUT #(.ON(CUTS[2]), .WIDTH(USER_BITS + 2 + 16 + 128 + 3 * STRING + BLOCK), .FLOW(FLOW)) cut_turns (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_i), .ready_o(ready_o),
        .data_i({user_i, is8_2, is_i[8], is_low_2, is_up_2, upper_2, other_2, zero_2, turn_2, ones_2, bytes_2}),
        .valid_o(valid_3), .ready_i(ready_3),
        .data_o({user_3, is8_3, is2_3, is_low_3, is_up_3, upper_3, other_3, zero_3, turn_3, ones_3, bytes_3})
    );

    wire [STRING-1:0] take_base_3, take_other_3, take_ones_3;
    `WF_DEC_PAIRS #(.LINE(LINE)) pairs (
        .is8_i(is8_3), .is2_i(is2_3), .zero_i(zero_3), .turn_i(turn_3), .ones_i(ones_3),
        .base_o(take_base_3), .other_o(take_other_3), .ones_o(take_ones_3)
    );

    wire [7:0]           is_low_4, is_up_4;
    wire [63:0]          upper_4, other_4;
    wire [STRING-1:0]    take_base_4, take_other_4, take_ones_4;
    wire [BLOCK-1:0]     bytes_4;
    `WF_CUT #(.ON(CUTS[3]), .WIDTH(USER_BITS + 16 + 128 + 3 * STRING + BLOCK), .FLOW(FLOW)) cut_pairs (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_3), .ready_o(ready_3),
        .data_i({user_3, is_low_3, is_up_3, upper_3, other_3, take_base_3, take_other_3, take_ones_3, bytes_3}),
        .valid_o(valid_o), .ready_i(ready_i),
        .data_o({user_o, is_low_4, is_up_4, upper_4, other_4, take_base_4, take_other_4, take_ones_4, bytes_4})
    );

    `WF_DEC_RESIDUES #(.LINE(LINE)) residues (
        .is_low_i(is_low_4), .is_up_i(is_up_4), .base_i(upper_4), .other_i(other_4),
        .take_base_i(take_base_4), .take_other_i(take_other_4), .take_ones_i(take_ones_4), .line_i(bytes_4), .block_o(block_o)
    );
endmodule
`default_nettype wire
