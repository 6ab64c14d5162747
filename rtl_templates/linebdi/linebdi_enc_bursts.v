// SPDX-License-Identifier: Apache-2.0
// Encoder of linebdi, bursts: the bursts in use, and the payload: the code, or the raw line. A burst that no code reaches is the line's.
//
//   128 bytes, tag 6 (4-1, 40 bytes with the select bits)  ->  units_o 0011; burst 2 has any bits; burst 3 is the line's if no code reaches it
`default_nettype none
module `WF_ENC_BURSTS #(
    parameter        LINE  = `WF_LINE,  // bytes of the cache line: 32, 64 or 128
    parameter [71:0] SIZES = `WF_LINE       // bytes of the code with tag t: bits 8*t +: 8; 0 if it is not in use
) (
    input  wire [8:0]         win_i,        // one-hot: the tag
    input  wire [LINE*8-1:0]  code_i,       // bytes 0 to 7 also of a raw line
    input  wire [LINE*8-1:0]  block_i,      // the line, byte 0 lowest; nothing uses bytes 0 to 7
    output wire [LINE/32-1:0] units_o,      // the bursts of 32 bytes in use
    output wire [LINE*8-1:0]  payload_o     // the code or the raw line, byte 0 lowest; bursts that are not in use: any bits
);
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (SIZES[7:0] != LINE[7:0]) begin : gen_bad_sizes wf_illegal_SIZES bad (); end
    endgenerate

    // over: the tags whose codes have more than this many bytes
    function [8:0] over;
        input integer bytes;
        integer       t;
        for (t = 0; t <= 8; t = t + 1)
            over[t] = {24'd0, SIZES[8*t +: 8]} > bytes;
    endfunction

    genvar u;
    generate
        for (u = 0; u < LINE / 32; u = u + 1) begin : gen_burst
            localparam [8:0] OVER = over(32 * u);
            localparam       FROM = u == 0 ? 64 : 256 * u;
            localparam       BITS = 256 * u + 256 - FROM;
            assign units_o[u] = u == 0 || |(win_i & OVER);
            if (OVER[8:1] != 8'd0) begin : gen_code
                assign payload_o[FROM +: BITS] = code_i[FROM +: BITS] | (block_i[FROM +: BITS] & {BITS{win_i[0]}});
            end else begin : gen_line
                assign payload_o[FROM +: BITS] = block_i[FROM +: BITS];
            end
        end
    endgenerate
    assign payload_o[63:0] = code_i[63:0];
    wire unused = &{1'b0, win_i, code_i, block_i[63:0]};
endmodule
`default_nettype wire
