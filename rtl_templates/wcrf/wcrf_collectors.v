// SPDX-License-Identifier: Apache-2.0
// The collectors of one issue port. An instruction takes the free one of the lowest number; its sources ask their clusters; when all of
// them are there, it is offered, the oldest instruction first.
// In: an instruction, with the places of its sources and the older writes of each; what the clusters choose and bring.
// Out: the requests of all sources, source 3 n + s is source s of collector n; the operands of one instruction.
// More: docs/wcrf.md, "Issue" and "Operands"
`default_nettype none
module `WF_WCRF_COLLECTORS #(
    parameter LANES      = `WF_LANES,       // lanes of the warp
    parameter COLLECTORS = `WF_COLLECTORS,  // collectors: 1 to 16
    parameter CLUSTERS   = `WF_CLUSTERS,    // clusters
    parameter SLOTS      = `WF_SLOTS,       // write slots
    parameter USER       = `WF_USER,        // bits of user
    parameter PLACE      = 10,              // bits of a place
    parameter BLOCK      = 32 * LANES,      // bits of a value; not to be set
    parameter SOURCES    = 3 * COLLECTORS   // sources of all collectors; not to be set
) (
    input  wire                          clk_i,     // clock, rising edge
    input  wire                          rst_ni,    // reset, low, asynchronous

    input  wire                          valid_i,   // 1: an instruction
    output wire                          ready_o,   // 1: a collector is free
    input  wire [2:0]                    used_i,    // bit s: it reads source s
    input  wire [3*PLACE-1:0]            place_i,   // where the register of each source is, source 0 lowest
`ifdef WF_WITH_INTERLOCK_ON
    input  wire [3*SLOTS-1:0]            before_i,  // the slot with the youngest older write of each source, source 0 lowest
    input  wire [SLOTS-1:0]              written_i, // the slots whose writes are stored in this cycle
`endif
`ifdef WF_WITH_FORWARD_ON
    input  wire [SLOTS-1:0]              shows_i,   // the slots that can be read
`endif
    input  wire [LANES-1:0]              mask_i,    // its mask
    input  wire [USER-1:0]               user_i,    // its user

    output wire [COLLECTORS-1:0]         take_o,    // bit n: collector n takes the instruction
    output wire [SOURCES-1:0]            ask_o,     // bit s: source s asks its cluster
    output wire [SOURCES*PLACE-1:0]      places_o,  // where each source is, source 0 lowest
`ifdef WF_WITH_FORWARD_ON
    output wire [SOURCES*SLOTS-1:0]      befores_o, // the slot that it reads in place of that, one-hot, or 0
`endif
    input  wire [SOURCES-1:0]            chosen_i,  // bit s: the cluster takes the request of source s
    input  wire [SOURCES*(CLUSTERS+1)-1:0] back_i,  // bit s * (CLUSTERS + 1) + c: cluster c brings the value of source s; c CLUSTERS: any does
    input  wire [CLUSTERS*BLOCK-1:0]     values_i,  // what each cluster brings, cluster 0 lowest

    output wire                          valid_o,   // 1: operands
    input  wire                          ready_i,   // 1: they are taken
    output wire [3*BLOCK+LANES+USER-1:0] data_o     // from bit 0: value0 | value1 | value2 | mask | user
);
    generate
        if (LANES < 1) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (COLLECTORS < 1 || COLLECTORS > 16) begin : gen_bad_collectors wf_illegal_COLLECTORS bad (); end
        if (CLUSTERS < 1) begin : gen_bad_clusters wf_illegal_CLUSTERS bad (); end
        if (SLOTS < 1) begin : gen_bad_slots wf_illegal_SLOTS bad (); end
        if (USER < 1) begin : gen_bad_user wf_illegal_USER bad (); end
        if (PLACE < 1) begin : gen_bad_place wf_illegal_PLACE bad (); end
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
        if (SOURCES != 3 * COLLECTORS) begin : gen_bad_sources wf_illegal_SOURCES bad (); end
    endgenerate
    localparam REST = LANES + USER;

    // ---- Collect ----

    wire [SOURCES-1:0]           there, used;
    wire [COLLECTORS-1:0]        take, whole;   // collector n takes the instruction; in the next cycle all of its sources are there
    wire [3*COLLECTORS*BLOCK-1:0] values;       // source s of collector n is word s * COLLECTORS + n
    wire [COLLECTORS-1:0]        unused_busy;
    assign take_o = take;
    genvar n, s;
    generate
        for (n = 0; n < COLLECTORS; n = n + 1) begin : gen_collector
            assign whole[n] = &there[3*n +: 3];
            for (s = 0; s < 3; s = s + 1) begin : gen_source
                `WF_WCRF_SOURCE #(.BLOCK(BLOCK), .CLUSTERS(CLUSTERS), .SLOTS(SLOTS), .PLACE(PLACE)) source (
                    .clk_i(clk_i), .rst_ni(rst_ni),
                    .take_i(take[n]), .used_i(used_i[s]), .place_i(place_i[s*PLACE +: PLACE]),
`ifdef WF_WITH_INTERLOCK_ON
                    .before_i(before_i[s*SLOTS +: SLOTS]), .written_i(written_i),
`endif
`ifdef WF_WITH_FORWARD_ON
                    .shows_i(shows_i), .before_o(befores_o[(3*n + s)*SLOTS +: SLOTS]),
`endif
                    .chosen_i(chosen_i[3*n + s]), .back_i(back_i[(3*n + s)*(CLUSTERS+1) +: CLUSTERS+1]), .values_i(values_i),
                    .ask_o(ask_o[3*n + s]), .place_o(places_o[(3*n + s)*PLACE +: PLACE]),
                    .used_o(used[3*n + s]), .there_o(there[3*n + s]), .value_o(values[(s*COLLECTORS + n)*BLOCK +: BLOCK])
                );
            end
        end
    endgenerate

    // ---- Take: the free collector of the lowest number; and offer ----

    `WF_OFFER #(.ENTRIES(COLLECTORS), .PARTS(3), .WIDTH(BLOCK), .REST(REST)) offer (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .rest_i({user_i, mask_i}), .take_o(take), .busy_o(unused_busy),
        .there_i(whole), .used_i(used), .parts_i(values),
        .valid_o(valid_o), .ready_i(ready_i), .parts_o(data_o[0 +: 3*BLOCK]), .rest_o(data_o[3*BLOCK +: REST])
    );
endmodule
`default_nettype wire
