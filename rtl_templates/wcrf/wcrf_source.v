// SPDX-License-Identifier: Apache-2.0
// One source of a collector: it waits for older writes of its register, asks its cluster to read it, and keeps the value.
//
//   cycle       0  1  2  3  4  5  6
//   take_i      1                     used_i 1, before_i 01: a write in slot 0 is older
//   freed_i        1                  slot 0 is chosen to be stored
//   ask_o             1
//   chosen_i          1               the stage "bank" of the cluster takes the request
//   back_i                     1      the value, of a decoder of one cycle
//   there_o                       1
//
// More: docs/wcrf.md, "Issue" and "Read"
`default_nettype none
module `WF_WCRF_SOURCE #(
    parameter BLOCK    = 32 * `WF_LANES,  // bits of a value
    parameter CLUSTERS = `WF_CLUSTERS,    // clusters
    parameter SLOTS    = `WF_SLOTS,       // write slots
    parameter PLACE    = 10               // bits of a place
) (
    input  wire                      clk_i,     // clock, rising edge
    input  wire                      rst_ni,    // reset, low, asynchronous
    input  wire                      take_i,    // 1: the collector takes an instruction; the next three inputs belong to it
    input  wire                      used_i,    // 1: the instruction reads this source
    input  wire [PLACE-1:0]          place_i,   // where its register is
`ifdef WF_WITH_INTERLOCK_ON
    input  wire [SLOTS-1:0]          before_i,  // the slot with the youngest older write of this register, one-hot, or 0
    input  wire [SLOTS-1:0]          freed_i,   // the slots that are chosen to be stored in this cycle
`endif
    input  wire                      chosen_i,  // 1: the cluster takes the request
    input  wire [CLUSTERS-1:0]       back_i,    // bit c: cluster c brings the value
    input  wire [CLUSTERS*BLOCK-1:0] values_i,  // what each cluster brings, cluster 0 lowest

    output wire                      ask_o,     // 1: a request
    output wire [PLACE-1:0]          place_o,   // of the register at place_o
    output wire                      there_o,   // 1: the value is there, or the source is not used
    output wire [BLOCK-1:0]          value_o    // the value; 0 if the source is not used
);
    generate
        if (BLOCK < 1) begin : gen_bad_block wf_illegal_BLOCK bad (); end
        if (CLUSTERS < 1) begin : gen_bad_clusters wf_illegal_CLUSTERS bad (); end
        if (SLOTS < 1) begin : gen_bad_slots wf_illegal_SLOTS bad (); end
        if (PLACE < 1) begin : gen_bad_place wf_illegal_PLACE bad (); end
    endgenerate

    // ---- Wait for older writes, then for the cluster, then for the value ----

    reg             used_q, waits_q, lacks_q;   // waits_q: not chosen yet. lacks_q: the value is not there yet
    reg [PLACE-1:0] place_q;
    wire            back = |back_i;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            used_q  <= 1'b0;
            waits_q <= 1'b0;
            lacks_q <= 1'b0;
        end else if (take_i) begin
            used_q  <= used_i;
            waits_q <= used_i;
            lacks_q <= used_i;
        end else begin
            waits_q <= waits_q && !chosen_i;
            lacks_q <= lacks_q && !back;
        end
    always @(posedge clk_i)
        if (take_i) place_q <= place_i;
    assign place_o = place_q;
`ifdef WF_WITH_INTERLOCK_ON
    reg [SLOTS-1:0] before_q;
    reg             behind_q;       // it waits for that write
    always @(posedge clk_i)
        if (take_i) {before_q, behind_q} <= {before_i, |(before_i & ~freed_i)};
        else        behind_q <= behind_q && !(|(before_q & freed_i));
    assign ask_o = waits_q && !behind_q;
`else
    assign ask_o = waits_q;
`endif

    // ---- Keep the value ----

    wire [BLOCK-1:0] value;
    reg  [BLOCK-1:0] value_q;
    `WF_MUX #(.WIDTH(BLOCK), .COUNT(CLUSTERS)) from (.select_i(back_i), .data_i(values_i), .data_o(value));
    always @(posedge clk_i)
        if (back) value_q <= value;
    assign there_o = !lacks_q;
    assign value_o = value_q & {BLOCK{used_q}};
endmodule
`default_nettype wire
