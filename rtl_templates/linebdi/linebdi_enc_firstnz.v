// SPDX-License-Identifier: Apache-2.0
// Encoder of linebdi, firstnz: which codes fit, if the base is the first chunk that misses the zero base. Codes with chunks of the same width
// share all but their verdicts (`WF_ENC_WIDTH.v).
`default_nettype none
module `WF_ENC_FIRSTNZ #(
    parameter LINE = `WF_LINE   // bytes of the cache line: 32, 64 or 128
) (
    input  wire [LINE*8-1:0]    line_i,     // the line, byte 0 lowest
    output wire [5:0]           ok_o,       // the codes that fit: 8-1, 8-2, 8-4, 4-1, 4-2, 2-1
    output wire [4:0]           at_o,       // the codes whose base is compared: one-hot of 8-1, 8-2, 8-4, one-hot of 4-1, 4-2
    output wire [LINE/8*11-1:0] on_zero_o,  // chunks that fit the zero base: of each code, in the order of the chunks
    output wire                 repeat_o,   // all chunks of 8 bytes are alike
    output wire                 zero_o      // all bytes are 0
);
    localparam N = LINE / 8;    // chunks of 8 bytes
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
    endgenerate

    wire [1:0] unused_4;
    wire [2:0] unused_2;
    `WF_ENC_ZERO #(.LINE(LINE)) zero (.line_i(line_i), .on_zero_o(on_zero_o));
    `WF_ENC_WIDTH #(.LINE(LINE), .K(8)) width_8 (.line_i(line_i), .on_zero_i(on_zero_o[3*N-1:0]), .ok_o(ok_o[2:0]), .at_o(at_o[2:0]), .repeat_o(repeat_o), .zero_o(zero_o));
    `WF_ENC_WIDTH #(.LINE(LINE), .K(4)) width_4 (.line_i(line_i), .on_zero_i(on_zero_o[7*N-1:3*N]), .ok_o(ok_o[4:3]), .at_o(at_o[4:3]), .repeat_o(unused_4[1]), .zero_o(unused_4[0]));
    `WF_ENC_WIDTH #(.LINE(LINE), .K(2)) width_2 (.line_i(line_i), .on_zero_i(on_zero_o[11*N-1:7*N]), .ok_o(ok_o[5]), .at_o(unused_2[2]), .repeat_o(unused_2[1]), .zero_o(unused_2[0]));
endmodule
`default_nettype wire
