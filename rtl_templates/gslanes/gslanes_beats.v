// SPDX-License-Identifier: Apache-2.0
// The beats of an instruction, one after the other, the lowest first. After the last one come those of the next
// instruction.
//
//   BEATS 4   cycle      0     1     2
//   beats_i              1010  1010  1111
//   step_i               1     1     1
//   beat_o, number_o     0010  1000  0001    1  3  0
//   last_o               0     1     0
//
// More: docs/gslanes.md
`default_nettype none
module `WF_GSLANES_BEATS #(
    parameter BEATS  = 1,                             // beats of a warp, from 1
    parameter NUMBER = BEATS > 1 ? $clog2(BEATS) : 1  // bits of a beat's number; not to be set
) (
    input  wire              clk_i,     // clock, rising edge
    input  wire              rst_ni,    // reset, low, asynchronous: no beat has passed
    input  wire [BEATS-1:0]  beats_i,   // the instruction's, one at least; they stay until the last has passed
    input  wire              step_i,    // 1: the beat passes
    output wire [BEATS-1:0]  beat_o,    // the one that is next, one-hot
    output wire [NUMBER-1:0] number_o,  // its number
    output wire              last_o     // 1: it is the last one
);
    generate
        if (BEATS < 1) begin : gen_bad_beats wf_illegal_BEATS bad (); end
        if (NUMBER != (BEATS > 1 ? $clog2(BEATS) : 1)) begin : gen_bad_number wf_illegal_NUMBER bad (); end
    endgenerate

    reg  [BEATS-1:0] passed_q;
    wire [BEATS-1:0] left = beats_i & ~passed_q;
    wire [BEATS-1:0] unused_below;
    wire             unused_any;
    `WF_FIRST #(.WIDTH(BEATS)) first (.bits_i(left), .first_o(beat_o), .below_o(unused_below), .any_o(unused_any));
    assign last_o = (left & ~beat_o) == {BEATS{1'b0}};
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni)     passed_q <= {BEATS{1'b0}};
        else if (step_i) passed_q <= last_o ? {BEATS{1'b0}} : passed_q | beat_o;

    genvar n, b;
    generate
        for (n = 0; n < NUMBER; n = n + 1) begin : gen_number
            wire [BEATS-1:0] has;
            for (b = 0; b < BEATS; b = b + 1) begin : gen_beat
                assign has[b] = beat_o[b] && ((b >> n) & 1) != 0;
            end
            assign number_o[n] = |has;
        end
    endgenerate
endmodule
`default_nettype wire
