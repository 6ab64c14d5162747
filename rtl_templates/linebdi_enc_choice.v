// SPDX-License-Identifier: Apache-2.0
// Encoder of linebdi, choice: the smallest code that holds the line, its base and the select bits of its chunks, with the ranks operand, fits
// and chosen. The forms of the payload differ only in what follows.
//
//   32 bytes, no zero base, chunks of 8 bytes 1000 1001 0FFF 1002  ->  win_o bit 3, 8-1; the base is the first chunk, so base_o is 0
`default_nettype none
module `WF_ENC_CHOICE #(
    parameter        LINE      = `WF_LINE,       // bytes of the cache line: 32, 64 or 128
    parameter [71:0] SIZES     = LINE,           // bytes of the code with tag t: bits 8*t +: 8; 0 if it is not in use
    parameter        ZERO_BASE = `WF_ZERO_BASE,  // 1: a chunk may be a delta from zero instead; not to be set
    parameter        FIRSTNZ   = `WF_FIRSTNZ,    // the base: 0 the first chunk, 1 the first that is not small; not to be set
    parameter        ISOLATE   = `WF_ISOLATE,    // 1: gates hold the operands at zero while the unit is idle
    parameter        OPERAND   = 0,              // 1: a register rank in front
    parameter        FITS      = 0,              // 1: a register rank behind what fits
    parameter        CHOSEN    = 0,              // 1: a register rank at the outputs
    parameter        FLOW      = `WF_FLOW,       // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter        USER_BITS = `WF_USER_BITS   // bits of user, 1 or more
) (
    input  wire                      clk_i,
    input  wire                      rst_ni,
    input  wire                      valid_i,
    output wire                      ready_o,
    input  wire                      raw_i,      // 1: the line stays raw
    input  wire [USER_BITS-1:0]      user_i,
    input  wire [LINE*8-1:0]         block_i,

    output wire                      valid_o,
    input  wire                      ready_i,
    output wire [USER_BITS-1:0]      user_o,
    output wire [8:0]                win_o,      // one-hot: the tag
    output wire [LINE/2-1:0]         string_o,   // select bits, in the order of the chunks
    output wire [(FIRSTNZ?64:1)-1:0] base_o,     // 0 if it is the first chunk
    output wire [LINE*8-1:0]         block_o
);
    localparam BLOCK  = LINE * 8;
    localparam N      = LINE / 8;       // chunks of 8 bytes
    localparam STRING = 4 * N;          // select bits of a code with chunks of 2 bytes, the most
    localparam EACH   = 11 * N;         // a bit for each chunk of each code
    localparam OKS    = ZERO_BASE != 0 ? EACH : 6;
    localparam ZEROS  = ZERO_BASE != 0 ? EACH : 1;
    localparam BASES  = FIRSTNZ != 0 ? 6 * 64 : 1;
    localparam THEIRS = FIRSTNZ != 0 ? 64 : 1;

    generate
        if ((LINE != 32 && LINE != 64 && LINE != 128) || SIZES[7:0] != LINE || ZERO_BASE != `WF_ZERO_BASE || FIRSTNZ != `WF_FIRSTNZ ||
                ISOLATE < 0 || ISOLATE > 1 || OPERAND < 0 || OPERAND > 1 || FITS < 0 || FITS > 1 || CHOSEN < 0 || CHOSEN > 1 ||
                FLOW < 0 || FLOW > 2 || USER_BITS < 1) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    // ---- Chunks: which chunks fit which code; which codes fit, if there is no zero base ----

    wire                 valid_1, ready_1, raw_1;
    wire [USER_BITS-1:0] user_1;
    wire [BLOCK-1:0]     block_1;
    `WF_CUT #(.ON(OPERAND), .WIDTH(1 + USER_BITS + BLOCK), .FLOW(FLOW)) cut_operand (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .data_i({raw_i, user_i, block_i}),
        .valid_o(valid_1), .ready_i(ready_1), .data_o({raw_1, user_1, block_1})
    );

    // With ISOLATE the unit sees zeros while idle. Behind a register rank nothing toggles in an idle unit anyway
    wire [BLOCK-1:0] line_1 = block_1 & {BLOCK{ISOLATE == 0 || OPERAND || valid_1}};

    wire [OKS-1:0]   ok_1;
    wire [ZEROS-1:0] on_zero_1;
    wire [BASES-1:0] bases_1;
    wire             repeat_1, zero_1;
`ifdef WF_ENC_CHUNKS
    `WF_ENC_CHUNKS #(.LINE(LINE), .FIRSTNZ(FIRSTNZ), .CUT(OPERAND), .FLOW(FLOW)) fits (
`endif
`ifdef WF_ENC_COLUMNS
    `WF_ENC_COLUMNS #(.LINE(LINE), .CUT(OPERAND), .FLOW(FLOW)) fits (
`endif
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_i), .ready_i(ready_1), .first_i(block_i[63:0]), .line_i(line_1),
        .ok_o(ok_1), .on_zero_o(on_zero_1), .bases_o(bases_1), .repeat_o(repeat_1), .zero_o(zero_1)
    );

    wire                 valid_2, ready_2, raw_2, repeat_2, zero_2;
    wire [OKS-1:0]       ok_2;
    wire [ZEROS-1:0]     on_zero_2;
    wire [BASES-1:0]     bases_2;
    wire [USER_BITS-1:0] user_2;
    wire [BLOCK-1:0]     block_2;
    `WF_CUT #(.ON(FITS), .WIDTH(3 + OKS + ZEROS + BASES + USER_BITS + BLOCK), .FLOW(FLOW)) cut_fits (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_1), .ready_o(ready_1), .data_i({raw_1, repeat_1, zero_1, ok_1, on_zero_1, bases_1, user_1, block_1}),
        .valid_o(valid_2), .ready_i(ready_2), .data_o({raw_2, repeat_2, zero_2, ok_2, on_zero_2, bases_2, user_2, block_2})
    );

    // ---- Select: the smallest code that fits, the base and the select bits of its chunks ----

    wire [8:0]        win_2;
    wire [STRING-1:0] string_2;
    wire [THEIRS-1:0] base_2;
    `WF_ENC_SELECT #(.LINE(LINE), .SIZES(SIZES), .ZERO_BASE(ZERO_BASE), .FIRSTNZ(FIRSTNZ)) select (
        .raw_i(raw_2), .repeat_i(repeat_2), .zero_i(zero_2), .ok_i(ok_2), .on_zero_i(on_zero_2), .bases_i(bases_2), .first_i(block_2[63:0]),
        .win_o(win_2), .string_o(string_2), .base_o(base_2)
    );

    `WF_CUT #(.ON(CHOSEN), .WIDTH(9 + STRING + THEIRS + USER_BITS + BLOCK), .FLOW(FLOW)) cut_chosen (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_2), .ready_o(ready_2), .data_i({win_2, string_2, base_2, user_2, block_2}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({win_o, string_o, base_o, user_o, block_o})
    );
endmodule
`default_nettype wire
