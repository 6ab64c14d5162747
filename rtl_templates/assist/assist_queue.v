// SPDX-License-Identifier: Apache-2.0
// A queue of two words that a stream leaves from. While a kill waits nothing is offered that was not offered before; when it is taken nothing is offered, and
// all words of its warp go.
//
//   cycle      0  1  2  3
//   put_i      1  1  0  0
//   asked_i    0  0  1  1
//   ready_i    1  0  1  1
//   valid_o    0  1  1  0     the first word is offered in cycle 1 and stays; the second one waits for the kill
//
// More: docs/assist.md, "Deploy, idle" and "Kill"
`default_nettype none
module `WF_ASSIST_QUEUE #(
    parameter WIDTH = 1,    // bits of a word, from 1
    parameter WARP  = 1     // bits of a warp's number, from 1
) (
    input  wire             clk_i,          // clock, rising edge
    input  wire             rst_ni,         // reset, low, asynchronous: it is empty
    output wire [1:0]       used_o,         // bit k: there are more than k words
    input  wire             put_i,          // 1: a word comes; only where it has fewer than two, and not with kill_i
    input  wire [WIDTH-1:0] word_i,         // that word
    input  wire [WARP-1:0]  warp_i,         // its warp
    input  wire             asked_i,        // 1: a kill waits
    input  wire             kill_i,         // 1: it is taken
    input  wire [WARP-1:0]  kill_warp_i,    // its warp
    output wire             waits_o,        // 1: one is offered that was not taken in the cycle before
    output wire             valid_o,        // 1: a word is offered
    input  wire             ready_i,        // 1: it is taken
    output wire [WIDTH-1:0] word_o,         // that word
    output wire [WARP-1:0]  warp_o          // its warp
);
    generate
        if (WIDTH < 1) begin : gen_bad_width wf_illegal_WIDTH bad (); end
        if (WARP < 1) begin : gen_bad_warp wf_illegal_WARP bad (); end
    endgenerate
    localparam BOTH = WARP + WIDTH;
    reg  [1:0]      used_q;
    reg             waits_q;        // the first word was offered in the cycle before, and not taken
    reg  [BOTH-1:0] first_q, second_q;
    wire [1:0]      goes   = {kill_i && second_q[WIDTH +: WARP] == kill_warp_i,
                              (valid_o && ready_i) || (kill_i && first_q[WIDTH +: WARP] == kill_warp_i)};
    wire [1:0]      stays  = used_q & ~goes;
    assign valid_o = used_q[0] && (waits_q || !asked_i);
    assign used_o  = used_q;
    assign waits_o = waits_q;
    assign {warp_o, word_o} = first_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            used_q  <= 2'b00;
            waits_q <= 1'b0;
        end else begin
            used_q  <= put_i ? {|stays, 1'b1} : {&stays, |stays};
            waits_q <= valid_o && !ready_i;
        end
    // Places that have nothing take what is there, whether it comes or not
    always @(posedge clk_i) begin
        if (!stays[0])  first_q  <= used_q[1] ? second_q : {warp_i, word_i};
        if (!used_q[1]) second_q <= {warp_i, word_i};
    end
endmodule
`default_nettype wire
