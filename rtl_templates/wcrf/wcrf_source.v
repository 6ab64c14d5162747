// SPDX-License-Identifier: Apache-2.0
// One source of a collector: it waits for an older write of its register, asks its cluster to read it, and keeps the value. It asks when that
// write is stored, or before that, with forwarding, if it can be read from its slot.
//
//   cycle       0  1  2  3  4  5  6  7
//   take_i      1                        used_i 1, before_i 01: a write in slot 0 is older
//   written_i         1                  it is stored
//   ask_o                1
//   chosen_i             1               the stage "bank" of the cluster takes the request
//   back_i                        1      the value, of a decoder of one cycle
//   there_o                       1      from the next cycle on
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
    input  wire [SLOTS-1:0]          written_i, // the slots whose writes are stored in this cycle
`endif
`ifdef WF_WITH_FORWARD_ON
    input  wire [SLOTS-1:0]          shows_i,   // the slots that can be read
`endif
    input  wire                      chosen_i,  // 1: the cluster takes the request
    input  wire [CLUSTERS:0]         back_i,    // bit c: cluster c brings the value; bit CLUSTERS: any does
    input  wire [CLUSTERS*BLOCK-1:0] values_i,  // what each cluster brings, cluster 0 lowest

    output wire                      ask_o,     // 1: a request
    output wire [PLACE-1:0]          place_o,   // of the register at place_o
`ifdef WF_WITH_FORWARD_ON
    output wire [SLOTS-1:0]          before_o,  // or of this slot, one-hot, if it is not 0
`endif
    output wire                      used_o,    // 1: its instruction reads this source
    output wire                      there_o,   // 1: from the next cycle on the value of the instruction that is held is there, or it is not used
    output wire [BLOCK-1:0]          value_o    // the value, if the source is used
);
    generate
        if (BLOCK < 1) begin : gen_bad_block wf_illegal_BLOCK bad (); end
        if (CLUSTERS < 1) begin : gen_bad_clusters wf_illegal_CLUSTERS bad (); end
        if (SLOTS < 1) begin : gen_bad_slots wf_illegal_SLOTS bad (); end
        if (PLACE < 1) begin : gen_bad_place wf_illegal_PLACE bad (); end
    endgenerate

    // ---- Wait for an older write, then for the cluster, then for the value ----

    reg             used_q, waits_q, ask_q, lacks_q;    // waits_q: it does not ask yet. lacks_q: the value is not there yet
    reg [PLACE-1:0] place_q;
    wire            back  = back_i[CLUSTERS];
`ifdef WF_WITH_INTERLOCK_ON
    reg  [SLOTS-1:0] before_q;
    reg              behind_q;      // it waits for that write, or would without forwarding
    wire [SLOTS-1:0] earlier = take_i ? before_i : before_q;
    wire             behind  = take_i ? |before_i : behind_q && !(|(before_q & written_i));
`ifdef WF_WITH_FORWARD_ON
    wire             may_ask = !behind || |(earlier & shows_i);
    assign before_o = before_q & {SLOTS{behind_q}};
`else
    wire             may_ask = !behind;
`endif
    always @(posedge clk_i) begin
        before_q <= earlier;
        behind_q <= behind;
    end
`else
    wire             may_ask = 1'b1;
`endif
    wire            wants = take_i ? used_i : waits_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            used_q  <= 1'b0;
            waits_q <= 1'b0;
            ask_q   <= 1'b0;
            lacks_q <= 1'b0;
        end else begin
            if (take_i) used_q <= used_i;
            waits_q <= wants && !may_ask;
            ask_q   <= (wants && may_ask) || (ask_q && !chosen_i);
            lacks_q <= take_i ? used_i : lacks_q && !back;
        end
    always @(posedge clk_i)
        if (take_i) place_q <= place_i;
    assign ask_o   = ask_q;
    assign place_o = place_q;
    assign used_o  = used_q;
    assign there_o = !lacks_q || back;

    // ---- Keep the value ----

    wire [BLOCK-1:0] value;
`ifndef WF_WITH_LATCHES_ON
    reg  [BLOCK-1:0] value_q;
`endif
    `WF_MUX #(.WIDTH(BLOCK), .COUNT(CLUSTERS)) from (.select_i(back_i[CLUSTERS-1:0]), .data_i(values_i), .data_o(value));
`ifdef WF_WITH_LATCHES_ON
    `WF_HOLD #(.WIDTH(BLOCK)) hold (.clk_i(clk_i), .load_i(back), .data_i(value), .data_o(value_o));
`else
    always @(posedge clk_i)
        if (back) value_q <= value;
    assign value_o = value_q;
`endif
endmodule
`default_nettype wire
