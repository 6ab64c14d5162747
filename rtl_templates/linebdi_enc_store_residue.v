// SPDX-License-Identifier: Apache-2.0
// Encoder of linebdi, residues: from the line to its code and payload, with the ranks between. A code keeps low bytes of the chunks, so the
// payload is the line in the order of its places (`WF_ENC_PLACES.v). No byte is computed.
`default_nettype none
module `WF_ENC_STORE_RESIDUE #(
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
    localparam THEIRS = FIRSTNZ != 0 ? 64 : 1;

    generate
        if ((LINE != 32 && LINE != 64 && LINE != 128) || SIZES[7:0] != LINE || STORED < 0 || STORED > 1 ||
                ZERO_BASE != `WF_ZERO_BASE || FIRSTNZ != `WF_FIRSTNZ || ISOLATE < 0 || ISOLATE > 1 ||
                CUTS < 0 || CUTS > 31 || FLOW < 0 || FLOW > 2 || USER_BITS < 1) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    wire                 valid_0, ready_0, raw_0;
    wire [USER_BITS-1:0] user_0;
    wire [BLOCK-1:0]     block_0;
    `WF_CUT #(.ON(CUTS[0]), .WIDTH(1 + USER_BITS + BLOCK), .FLOW(FLOW)) cut_input (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .data_i({raw_i, user_i, block_i}),
        .valid_o(valid_0), .ready_i(ready_0), .data_o({raw_0, user_0, block_0})
    );

    // ---- Chunks, Select: the smallest code that fits, the base and the select bits of its chunks ----

    wire [THEIRS-1:0] base_3;
    wire [BLOCK-1:0]  block_3;
    `WF_ENC_CHOICE #(
        .LINE(LINE), .SIZES(SIZES), .ZERO_BASE(ZERO_BASE), .FIRSTNZ(FIRSTNZ), .ISOLATE(ISOLATE),
        .OPERAND(CUTS[1]), .FITS(CUTS[2]), .CHOSEN(CUTS[3]), .FLOW(FLOW), .USER_BITS(USER_BITS)
    ) choice (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_0), .ready_o(ready_0), .raw_i(raw_0), .user_i(user_0), .block_i(block_0),
        .valid_o(valid_o), .ready_i(ready_i), .user_o(user_o),
        .win_o(win_o), .string_o(string_o), .base_o(base_3), .block_o(block_3)
    );

    // ---- Layout: the bursts in use, and the payload ----

    `WF_ENC_PLACES #(.LINE(LINE), .SIZES(SIZES), .STORED(STORED), .FIRSTNZ(FIRSTNZ)) places (
        .win_i(win_o), .base_i(base_3), .string_i(string_o), .block_i(block_3), .units_o(units_o), .payload_o(payload_o)
    );
endmodule
`default_nettype wire
