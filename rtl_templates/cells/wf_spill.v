// SPDX-License-Identifier: Apache-2.0
// A place for a word that its receiver does not take, so that ready does not pass through in the same cycle.
//
// A word moves where valid and ready are 1 on its side. ready_o comes from a register. It never depends on ready_i of the same cycle.
//
//   BYPASS 1   One entry. A word passes in the cycle in which it comes, or it is kept if ready_i is 0. valid_o follows valid_i.
//   BYPASS 0   Two entries. A word comes out one cycle later. valid_o comes from a register too.
//
//   BYPASS 1, ready_i 0 in cycle 1 only:
//   cycle     0  1  2  3
//   data_i    A  B  C  C
//   ready_o   1  1  0  1     B is kept at the end of cycle 1, so C must wait
//   data_o    A  B  B  C
`default_nettype none
module `WF_SPILL #(
    parameter WIDTH  = 1,   // bits of a word, from 1
    parameter BYPASS = 1    // 1: one entry, no latency; 0: two entries, a latency of 1
) (
    input  wire             clk_i,      // clock, rising edge
    input  wire             rst_ni,     // active low; afterwards it is empty
    input  wire             valid_i,    // there is a word at data_i
    output wire             ready_o,    // the word is taken
    input  wire [WIDTH-1:0] data_i,     // that word; any bits while valid_i is 0
    output wire             valid_o,    // there is a word at data_o; it stays until it is taken
    input  wire             ready_i,    // the receiver takes it
    output wire [WIDTH-1:0] data_o      // that word; any bits while valid_o is 0
);
    generate
        if (WIDTH < 1) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (BYPASS < 0 || BYPASS > 1) begin : gen_bad_bypass wf_illegal_BYPASS bad (); end
    endgenerate

    // The kept word goes out before the one that waits at data_i
    wire             pass_valid, pass_ready;
    wire [WIDTH-1:0] pass_data;
    reg              kept_q;
    reg  [WIDTH-1:0] kept_data_q;
    assign ready_o    = !kept_q;
    assign pass_valid = kept_q || valid_i;
    assign pass_data  = kept_q ? kept_data_q : data_i;

    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) kept_q <= 1'b0;
        else         kept_q <= pass_valid && !pass_ready;
    always @(posedge clk_i)
        if (valid_i && ready_o && !pass_ready) kept_data_q <= data_i;

    generate
        if (BYPASS != 0) begin : gen_bypass
            assign valid_o    = pass_valid;
            assign data_o     = pass_data;
            assign pass_ready = ready_i;
        end else begin : gen_rank
            reg             out_valid_q;
            reg [WIDTH-1:0] out_data_q;
            assign valid_o    = out_valid_q;
            assign data_o     = out_data_q;
            assign pass_ready = ready_i || !out_valid_q;
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni)         out_valid_q <= 1'b0;
                else if (pass_ready) out_valid_q <= pass_valid;
            always @(posedge clk_i)
                if (pass_ready && pass_valid) out_data_q <= pass_data;
        end
    endgenerate
endmodule
`default_nettype wire
