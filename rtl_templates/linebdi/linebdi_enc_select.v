// SPDX-License-Identifier: Apache-2.0
`ifdef WF_WITH_ZERO_BASE_ON
// Encoder of linebdi, select: the smallest code that fits and the select bits of its chunks. Ties follow the order of PACT: zeros, repeat, 8-1,
// 4-1, 8-2, 2-1, 4-2, 8-4.
`else
// Encoder of linebdi, select: the smallest code that fits. Ties follow the order of PACT: zeros, repeat, 8-1, 4-1, 8-2, 2-1, 4-2, 8-4.
`endif
//
//   8-2 and 4-1 fit, neither zeros nor repeat nor 8-1 does  ->  win_o 001000000 (tag 6)
`default_nettype none
module `WF_ENC_SELECT #(
    parameter        LINE  = `WF_LINE,  // bytes of the cache line: 32, 64 or 128
    parameter [71:0] SIZES = `WF_LINE       // bytes of the code with tag t: bits 8*t +: 8; 0 if it is not in use
) (
    input  wire                   raw_i,        // 1: no code
    input  wire                   repeat_i,     // all chunks of 8 bytes are alike
    input  wire                   zero_i,       // all bytes are 0
`ifdef WF_WITH_ZERO_BASE_ON
`ifdef WF_WITH_BASE_FIRSTNZ
    input  wire [5:0]             ok_i,         // the codes that fit: 8-1, 8-2, 8-4, 4-1, 4-2, 2-1
`else
    input  wire [LINE/8*11-1:0]   ok_i,         // chunks that fit: of 8-1, 8-2, 8-4, 4-1, 4-2, 2-1
`endif
    input  wire [LINE/8*11-1:0]   on_zero_i,    // chunks that fit the zero base, so too
`else
    input  wire [5:0]             ok_i,         // the codes that fit: 8-1, 8-2, 8-4, 4-1, 4-2, 2-1
`endif
`ifdef WF_WITH_ZERO_BASE_ON
    output wire [LINE/2-1:0]      string_o,     // select bits, in the order of the chunks: 1 on the zero base
`endif
    output wire [8:0]             win_o         // one-hot: the tag
);
`ifdef WF_WITH_ZERO_BASE_ON
    localparam N = LINE / 8;    // chunks of 8 bytes
`endif
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (SIZES[7:0] != LINE[7:0]) begin : gen_bad_sizes wf_illegal_SIZES bad (); end
    endgenerate

    localparam [8:1] USE = {|SIZES[71:64], |SIZES[63:56], |SIZES[55:48], |SIZES[47:40], |SIZES[39:32], |SIZES[31:24], |SIZES[23:16], |SIZES[15:8]};
    localparam SWAPPED = SIZES[63:56] < SIZES[71:64];   // code 4-2 is smaller than 2-1. If it is as small, 2-1 is first in order

`ifdef WF_WITH_ZERO_BASE_ON
`ifdef WF_WITH_BASE_FIRSTNZ
    wire [8:1] fit = {ok_i, repeat_i, zero_i};
`else
    wire [8:1] fit = {&ok_i[7*N +: 4*N], &ok_i[5*N +: 2*N], &ok_i[3*N +: 2*N], &ok_i[2*N +: N], &ok_i[N +: N], &ok_i[0 +: N], repeat_i, zero_i};
`endif
`else
    wire [8:1] fit = {ok_i, repeat_i, zero_i};
`endif

    // A line that fits a code also fits every code with wider deltas and a base of the same width, and lines of zeros or repeated chunks fit
    // all codes with a base of 8 bytes. So of the codes up to 8-2, the widest that is in use tells whether any of them fits (to_82)
    wire to_1  = USE[1] & fit[1];
    wire to_2  = USE[2] ? fit[2] : to_1;
    wire to_81 = USE[3] ? fit[3] : to_2;
    wire to_82 = USE[4] ? fit[4] : to_81;
    wire to_84 = USE[5] ? fit[5] : to_82;
    wire to_41 = USE[6] & fit[6];
    wire to_42 = USE[7] ? fit[7] : to_41;
    wire to_21 = USE[8] & fit[8];
    assign win_o[0] = raw_i | ~(to_84 | to_42 | to_21);
    assign win_o[1] = ~raw_i & to_1;
    assign win_o[2] = ~raw_i & USE[2] & fit[2] & ~to_1;
    assign win_o[3] = ~raw_i & USE[3] & fit[3] & ~to_2;
    assign win_o[4] = ~raw_i & USE[4] & fit[4] & ~to_81 & ~to_41;
    assign win_o[5] = ~raw_i & USE[5] & fit[5] & ~to_82 & ~to_42 & ~to_21;
    assign win_o[6] = ~raw_i & USE[6] & fit[6] & ~to_81;
    assign win_o[7] = ~raw_i & USE[7] & fit[7] & ~to_82 & ~to_41 & ~(to_21 & !SWAPPED);
    assign win_o[8] = ~raw_i & USE[8] & fit[8] & ~to_82 & ~(SWAPPED ? to_42 : to_41);
`ifdef WF_WITH_ZERO_BASE_ON

    wire [N-1:0]   of_8 = on_zero_i[0 +: N] & {N{win_o[3]}} | on_zero_i[N +: N] & {N{win_o[4]}} | on_zero_i[2*N +: N] & {N{win_o[5]}};
    wire [2*N-1:0] of_4 = on_zero_i[3*N +: 2*N] & {2*N{win_o[6]}} | on_zero_i[5*N +: 2*N] & {2*N{win_o[7]}};
    wire [4*N-1:0] of_2 = on_zero_i[7*N +: 4*N] & {4*N{win_o[8]}};
    assign string_o = of_2 | {{2*N{1'b0}}, of_4} | {{3*N{1'b0}}, of_8};
`endif
endmodule
`default_nettype wire
