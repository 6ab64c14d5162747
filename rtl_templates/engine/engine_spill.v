// SPDX-License-Identifier: Apache-2.0
// A place for a word that its receiver does not take, as the cell of this name: one entry, no latency. A word has a narrow head, on which others decide, and a
// wide rest. Each has its own flag that says where it comes from, so the head does not wait for the load of the rest. A word that passes is loaded too, so the
// load does not wait for ready_i.
//
//   ready_i 0 in cycle 1 only:
//   cycle     0  1  2  3
//   head_i    A  B  C  C
//   ready_o   1  1  0  1     B is kept at the end of cycle 1, so C must wait
//   head_o    A  B  B  C
`default_nettype none
module `WF_ENGINE_SPILL #(
    parameter HEAD = 1,     // bits of a head
    parameter REST = 1      // bits of the rest
) (
    input  wire            clk_i,       // clock, rising edge
    input  wire            rst_ni,      // reset, low, asynchronous: it is empty
    input  wire            valid_i,     // 1: a word
    output wire            ready_o,     // 1: it is taken
    input  wire [HEAD-1:0] head_i,      // its head
    input  wire [REST-1:0] rest_i,      // its rest
    output wire            valid_o,     // 1: a word; it stays until it is taken
    input  wire            ready_i,     // 1: it is taken
    output wire [HEAD-1:0] head_o,      // its head
    output wire [REST-1:0] rest_o       // its rest
);
    generate
        if (HEAD < 1) begin : gen_bad_head wf_illegal_HEAD bad (); end
        if (REST < 1) begin : gen_bad_rest wf_illegal_REST bad (); end
    endgenerate

    // passes is the opposite of kept, so no tool makes one register of the two
    reg            kept_q, passes_q;
    reg [HEAD-1:0] head_q;
    reg [REST-1:0] rest_q;
    assign ready_o = !kept_q;
    assign valid_o = kept_q || valid_i;
    assign head_o  = kept_q ? head_q : head_i;
    assign rest_o  = passes_q ? rest_i : rest_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            kept_q   <= 1'b0;
            passes_q <= 1'b1;
        end else begin
            kept_q   <= valid_o && !ready_i;
            passes_q <= !valid_o || ready_i;
        end
    always @(posedge clk_i)
        if (valid_i && !kept_q) begin
            head_q <= head_i;
            rest_q <= rest_i;
        end
endmodule
`default_nettype wire
