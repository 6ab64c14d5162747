// SPDX-License-Identifier: Apache-2.0
// Encoder of linebdi, deltas: from the line to its code and payload, with the ranks between. A code keeps differences of the chunks from the
// base. The payload is a code or the line as it is.
`default_nettype none
module `WF_ENC_STORE_DELTA #(
    parameter        LINE      = `WF_LINE,       // bytes of the cache line: 32, 64 or 128
    parameter [71:0] SIZES     = LINE,           // bytes of the code with tag t: bits 8*t +: 8; 0 if it is not in use
    parameter        STORED    = 0,              // 1: the select bits are in the payload
    parameter        ZERO_BASE = `WF_ZERO_BASE,  // 1: a chunk may be a delta from zero instead; not to be set
    parameter        FIRSTNZ   = `WF_FIRSTNZ,    // the base: 0 the first chunk, 1 the first that is not small; not to be set
    parameter        ISOLATE   = `WF_ISOLATE,    // 1: gates hold the operands at zero while the unit is idle
    parameter        CUTS      = `WF_ENC_CUTS,   // register ranks, a bit each, from bit 0: `WF_ENC_CUT_NAMES
    parameter        FLOW      = `WF_FLOW,       // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter        USER_BITS = `WF_USER_BITS   // bits of user, 1 or more
) (
    input  wire                 clk_i,
    input  wire                 rst_ni,
    input  wire                 valid_i,
    output wire                 ready_o,
    input  wire                 raw_i,      // 1: the line stays raw
    input  wire [USER_BITS-1:0] user_i,
    input  wire [LINE*8-1:0]    block_i,

    output wire                 valid_o,
    input  wire                 ready_i,
    output wire [USER_BITS-1:0] user_o,
    output wire [8:0]           win_o,      // one-hot: the tag
    output wire [LINE/2-1:0]    string_o,   // select bits, as the tag has them
    output wire [LINE/32-1:0]   units_o,    // the bursts of 32 bytes in use
    output wire [LINE*8-1:0]    payload_o   // the code, or the raw line
);
    localparam BLOCK  = LINE * 8;
    localparam N      = LINE / 8;       // chunks of 8 bytes
    localparam STRING = 4 * N;          // select bits of a code with chunks of 2 bytes, the most
    localparam THEIRS = FIRSTNZ != 0 ? 64 : 1;

    generate
        if ((LINE != 32 && LINE != 64 && LINE != 128) || SIZES[7:0] != LINE || STORED < 0 || STORED > 1 ||
                ZERO_BASE != `WF_ZERO_BASE || FIRSTNZ != `WF_FIRSTNZ || ISOLATE < 0 || ISOLATE > 1 ||
                CUTS < 0 || CUTS > 31 || FLOW < 0 || FLOW > 2 || USER_BITS < 1) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    // ---- Chunks, Select: the smallest code that fits, the base and the select bits of its chunks ----

    wire                 valid_3, ready_3;
    wire [8:0]           win_3;
    wire [STRING-1:0]    string_3;
    wire [THEIRS-1:0]    their_3;
    wire [USER_BITS-1:0] user_3;
    wire [BLOCK-1:0]     block_3;
    `WF_ENC_CHOICE #(
        .LINE(LINE), .SIZES(SIZES), .ZERO_BASE(ZERO_BASE), .FIRSTNZ(FIRSTNZ), .ISOLATE(ISOLATE),
        .OPERAND(CUTS[0]), .FITS(CUTS[1]), .CHOSEN(CUTS[2]), .FLOW(FLOW), .USER_BITS(USER_BITS)
    ) choice (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .raw_i(raw_i), .user_i(user_i), .block_i(block_i),
        .valid_o(valid_3), .ready_i(ready_3), .user_o(user_3),
        .win_o(win_3), .string_o(string_3), .base_o(their_3), .block_o(block_3)
    );

    // ---- Fields: the base, and the deltas: byte 0 of every chunk, byte 1 of chunks of 8 and 4 bytes, bytes 2 and 3 of chunks of 8 bytes ----

    wire [63:0] base_3;
    generate
        if (FIRSTNZ != 0) begin : gen_kept_base
            assign base_3 = their_3;
        end else begin : gen_first_base
            assign base_3 = block_3[63:0];
            wire unused_base = &{1'b0, their_3};
        end
    endgenerate

    wire [8*STRING-1:0] low_3;
    wire [16*N-1:0]     high_3;
    wire [8*N-1:0]      third_3, fourth_3;
    `WF_ENC_DELTAS #(.LINE(LINE)) deltas (
        .block_i(block_3), .base_i(base_3[31:0]), .string_i(string_3), .low_o(low_3), .high_o(high_3), .third_o(third_3), .fourth_o(fourth_3)
    );

    wire [STRING-1:0]    string_4;
    wire [8*STRING-1:0]  low_4;
    wire [16*N-1:0]      high_4;
    wire [8*N-1:0]       third_4, fourth_4;
    wire [63:0]          base_4;
    wire [BLOCK-1:0]     block_4;
    `WF_CUT #(.ON(CUTS[3]), .WIDTH(9 + STRING + 8 * STRING + 4 * N * 8 + 64 + USER_BITS + BLOCK), .FLOW(FLOW)) cut_deltas (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_3), .ready_o(ready_3), .data_i({win_3, string_3, low_3, high_3, third_3, fourth_3, base_3, user_3, block_3}),
        .valid_o(valid_o), .ready_i(ready_i), .data_o({win_o, string_4, low_4, high_4, third_4, fourth_4, base_4, user_o, block_4})
    );

    // ---- Layout: the bytes of the code, the bursts in use, and the payload ----

    wire [BLOCK-1:0] code_4;    // the code; bytes 0 to 7 also of a raw line
`ifdef WF_ENC_PLANES
    `WF_ENC_PLANES #(.LINE(LINE), .STORED(STORED)) layout (
`endif
`ifdef WF_ENC_PACKED
    `WF_ENC_PACKED #(.LINE(LINE), .STORED(STORED)) layout (
`endif
        .win_i(win_o), .base_i(base_4), .string_i(string_4), .low_i(low_4), .high_i(high_4), .third_i(third_4), .fourth_i(fourth_4),
        .string_o(string_o), .code_o(code_4)
    );
    `WF_ENC_BURSTS #(.LINE(LINE), .SIZES(SIZES)) bursts (
        .win_i(win_o), .code_i(code_4), .block_i(block_4), .units_o(units_o), .payload_o(payload_o)
    );
endmodule
`default_nettype wire
