// SPDX-License-Identifier: Apache-2.0
// Encoder of linebdi, firstnz: which codes fit, if the base is the first chunk that misses the zero base. Codes with chunks of the same width
// share all but their verdicts (`WF_ENC_WIDTH.v). Which chunk is the base (`WF_ENC_WIDE.v) is known before a register rank, if there is one: then it
// is looked for in the line before the rank.
`default_nettype none
module `WF_ENC_FIRSTNZ #(
    parameter LINE = `WF_LINE,  // bytes of the cache line: 32, 64 or 128
    parameter CUT  = 0,         // 1: there is a register rank
    parameter FLOW = `WF_FLOW   // of the rank (`WF_CUT.v)
) (
    input  wire                 clk_i,      // clock, rising edge; with CUT = 0 nothing uses it
    input  wire                 rst_ni,     // reset, low, asynchronous
    input  wire                 valid_i,    // of before_i
    input  wire                 ready_i,    // of the outputs
    input  wire [LINE*8-1:0]    before_i,   // the line, before the rank; looked at with CUT = 1
    input  wire [LINE*8-1:0]    line_i,     // the line, behind the rank, byte 0 lowest
    output wire [5:0]           ok_o,       // the codes that fit: 8-1, 8-2, 8-4, 4-1, 4-2, 2-1
    output wire [4:0]           at_o,       // the codes whose base is compared: one-hot of 8-1, 8-2, 8-4, one-hot of 4-1, 4-2
    output wire [LINE/8*10-1:0] bases_o,    // the chunk that is the base, one-hot: of 8 bytes, of the next wider code; of 4 bytes, of the next; of 2 bytes
    output wire [LINE/8*11-1:0] on_zero_o,  // chunks that fit the zero base: of each code, in the order of the chunks
    output wire                 repeat_o,   // all chunks of 8 bytes are alike
    output wire                 zero_o      // all bytes are 0
);
    localparam N = LINE / 8;    // chunks of 8 bytes
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (CUT < 0 || CUT > 1) begin : gen_bad_cut wf_illegal_CUT bad (); end
        if (FLOW < 0 || FLOW > 2) begin : gen_bad_flow wf_illegal_FLOW bad (); end
    endgenerate

    // ---- Before the rank: which chunks ----

    wire [8*LINE-1:0] line = CUT != 0 ? before_i : line_i;
    wire [11*N-1:0]   on_zero;
    wire [10*N-1:0]   bases;
    wire [62:0]       any_8, any_8_q;
    wire [30:0]       any_4, any_4_q;
    wire [14:0]       any_2, any_2_q;
    wire [5:0]        at, at_q;
    wire [7*N-1:0]    missed, missed_q;
    wire [4*N-1:0]    unused_next;
    `WF_ENC_ZERO #(.LINE(LINE)) zero (.line_i(line), .on_zero_o(on_zero));
    `WF_ENC_WIDE #(.LINE(LINE), .K(8)) wide_8 (
        .line_i(line), .on_zero_i(on_zero[3*N-1:0]), .any_o(any_8), .at_o(at[2:0]), .missed_o(missed[N-1:0]), .first_o(bases[N-1:0]),
        .next_o(bases[2*N-1:N])
    );
    `WF_ENC_WIDE #(.LINE(LINE), .K(4)) wide_4 (
        .line_i(line), .on_zero_i(on_zero[7*N-1:3*N]), .any_o(any_4), .at_o(at[4:3]), .missed_o(missed[3*N-1:N]), .first_o(bases[4*N-1:2*N]),
        .next_o(bases[6*N-1:4*N])
    );
    `WF_ENC_WIDE #(.LINE(LINE), .K(2)) wide_2 (
        .line_i(line), .on_zero_i(on_zero[11*N-1:7*N]), .any_o(any_2), .at_o(at[5]), .missed_o(missed[7*N-1:3*N]), .first_o(bases[10*N-1:6*N]),
        .next_o(unused_next)
    );
    wire unused_valid, unused_ready;
    `WF_CUT #(.ON(CUT), .WIDTH(11 * N + 10 * N + 63 + 31 + 15 + 6 + 7 * N), .FLOW(FLOW)) cut_bases (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(unused_ready), .data_i({on_zero, bases, any_8, any_4, any_2, at, missed}),
        .valid_o(unused_valid), .ready_i(ready_i), .data_o({on_zero_o, bases_o, any_8_q, any_4_q, any_2_q, at_q, missed_q})
    );
    assign at_o = at_q[4:0];

    // ---- Behind it: the verdicts ----

    wire [1:0] unused_4, unused_2;
    `WF_ENC_WIDTH #(.LINE(LINE), .K(8)) width_8 (
        .line_i(line_i), .on_zero_i(on_zero_o[3*N-1:0]), .any_i(any_8_q), .at_i(at_q[2:0]), .missed_i(missed_q[N-1:0]), .first_i(bases_o[N-1:0]),
        .ok_o(ok_o[2:0]), .repeat_o(repeat_o), .zero_o(zero_o)
    );
    `WF_ENC_WIDTH #(.LINE(LINE), .K(4)) width_4 (
        .line_i(line_i), .on_zero_i(on_zero_o[7*N-1:3*N]), .any_i(any_4_q), .at_i(at_q[4:3]), .missed_i(missed_q[3*N-1:N]),
        .first_i(bases_o[4*N-1:2*N]), .ok_o(ok_o[4:3]), .repeat_o(unused_4[1]), .zero_o(unused_4[0])
    );
    `WF_ENC_WIDTH #(.LINE(LINE), .K(2)) width_2 (
        .line_i(line_i), .on_zero_i(on_zero_o[11*N-1:7*N]), .any_i(any_2_q), .at_i(at_q[5]), .missed_i(missed_q[7*N-1:3*N]),
        .first_i(bases_o[10*N-1:6*N]), .ok_o(ok_o[5]), .repeat_o(unused_2[1]), .zero_o(unused_2[0])
    );
    wire unused = &{1'b0, before_i, line_i};
endmodule
`default_nettype wire
