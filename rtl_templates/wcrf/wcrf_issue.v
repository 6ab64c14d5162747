// SPDX-License-Identifier: Apache-2.0
`ifdef WF_WITH_COLLECT_COLLECTORS
// An issue port with its collectors: the places of an instruction's registers, the older writes of its sources, and whether its destination
// may need an early move, since it writes some but not all lanes.
`else
// An issue port without collectors: the places of an instruction's registers, the older writes of its sources, and whether its destination
// may need an early move, since it writes some but not all lanes.
`endif
// More: docs/wcrf.md, "Issue"
`default_nettype none
module `WF_WCRF_ISSUE #(
    parameter LANES      = `WF_LANES,                                  // lanes of the warp
    parameter WARPS      = `WF_WARPS,                                  // warps
    parameter REGISTERS  = `WF_REGISTERS,                              // registers of a warp
    parameter CLUSTERS   = `WF_CLUSTERS,                               // clusters
    parameter ROWS       = `WF_ROWS,                                   // rows of a bank
    parameter COLLECTORS = `WF_COLLECTORS,                             // collectors of the port
    parameter SLOTS      = `WF_SLOTS,                                  // write slots
    parameter USER       = `WF_USER,                                   // bits of user
`ifdef WF_WITH_COLLECT_FIXED
    parameter LATENCY    = 1,                                          // cycles of a decoder; 0: there is none
`endif
    parameter BLOCK      = 32 * LANES,                                 // bits of a value; not to be set
    parameter WARP       = WARPS > 1 ? $clog2(WARPS) : 1,              // bits of a warp's number; not to be set
    parameter REGISTER   = REGISTERS > 1 ? $clog2(REGISTERS) : 1,      // bits of a register's number; not to be set
    parameter CLUSTER    = CLUSTERS > 1 ? $clog2(CLUSTERS) : 1,        // bits of a cluster's number; not to be set
    parameter PLACE      = $clog2(ROWS) + CLUSTER,                     // bits of a place; not to be set
    parameter SOURCES    = 3 * COLLECTORS,                             // sources of all collectors; not to be set
    parameter ISSUE      = WARP + 4 * REGISTER + 4 + LANES + USER,     // bits of an instruction; not to be set
    parameter OPERANDS   = 3 * BLOCK + LANES + USER                    // bits of operands; not to be set
) (
    input  wire                         clk_i,           // clock, rising edge
    input  wire                         rst_ni,          // reset, low, asynchronous

    input  wire                         valid_i,         // 1: an instruction
    output wire                         ready_o,         // 1: a collector is free
    input  wire [ISSUE-1:0]             issue_i,         // from bit 0: warp | source0 | source1 | source2 | used | dest | writes | mask | user

    input  wire [SLOTS-1:0]             last_i,          // bit s: slot s holds a write, and no younger one of its register is held
    input  wire [SLOTS*PLACE-1:0]       slot_places_i,   // its place, slot 0 lowest
    input  wire [SLOTS-1:0]             written_i,       // bit s: what slot s held is stored in this cycle
    input  wire [SLOTS-1:0]             shows_i,         // bit s: slot s can be read

    output wire [PLACE-1:0]             dest_place_o,    // where the destination is
    output wire                         partial_o,       // 1: an instruction is taken that writes some lanes of it, and not all

    output wire [COLLECTORS-1:0]        take_o,          // bit n: collector n takes the instruction
    output wire [SOURCES-1:0]           ask_o,           // bit s: source s asks its cluster
    output wire [SOURCES*PLACE-1:0]     ask_places_o,    // where each source is, source 0 lowest
    output wire [SOURCES*SLOTS-1:0]     ask_befores_o,   // the slot that it reads in place of that, one-hot, or 0
`ifdef WF_WITH_COLLECT_FIXED
    input  wire [SOURCES*3-1:0]         lags_i,          // bit 3 s + j: source s may be read j + 2 cycles from now, one-hot, or 0
    output wire                         allocated_o,     // 1: all sources are
`else
    input  wire [SOURCES-1:0]           chosen_i,        // bit s: the cluster takes the request of source s
    input  wire [SOURCES*(CLUSTERS+1)-1:0] back_i,       // bit s * (CLUSTERS + 1) + c: cluster c brings the value of source s; c CLUSTERS: any does
`endif
    input  wire [CLUSTERS*BLOCK-1:0]    values_i,        // what each cluster brings, cluster 0 lowest

    output wire                         valid_o,         // 1: operands
`ifdef WF_WITH_COLLECT_COLLECTORS
    input  wire                         ready_i,         // 1: they are taken
`endif
    output wire [OPERANDS-1:0]          operands_o       // from bit 0: value0 | value1 | value2 | mask | user
);
    generate
        if (LANES < 1) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (COLLECTORS < 1) begin : gen_bad_collectors wf_illegal_COLLECTORS bad (); end
        if (SLOTS < 1) begin : gen_bad_slots wf_illegal_SLOTS bad (); end
        if (USER < 1) begin : gen_bad_user wf_illegal_USER bad (); end
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
        if (WARP != (WARPS > 1 ? $clog2(WARPS) : 1)) begin : gen_bad_warp wf_illegal_WARP bad (); end
        if (REGISTER != (REGISTERS > 1 ? $clog2(REGISTERS) : 1)) begin : gen_bad_register
            wf_illegal_REGISTER bad ();
        end
        if (CLUSTER != (CLUSTERS > 1 ? $clog2(CLUSTERS) : 1)) begin : gen_bad_cluster wf_illegal_CLUSTER bad (); end
        if (PLACE != $clog2(ROWS) + CLUSTER) begin : gen_bad_place wf_illegal_PLACE bad (); end
        if (SOURCES != 3 * COLLECTORS) begin : gen_bad_sources wf_illegal_SOURCES bad (); end
        if (ISSUE != WARP + 4 * REGISTER + 4 + LANES + USER) begin : gen_bad_issue wf_illegal_ISSUE bad (); end
        if (OPERANDS != 3 * BLOCK + LANES + USER) begin : gen_bad_operands wf_illegal_OPERANDS bad (); end
    endgenerate

    wire [WARP-1:0]       warp;
    wire [3*REGISTER-1:0] source;       // source 0 lowest
    wire [2:0]            used;
    wire [REGISTER-1:0]   dest;
    wire                  writes;
    wire [LANES-1:0]      mask;
    wire [USER-1:0]       user;
`ifdef WF_WITH_COLLECT_FIXED
    wire                  valid, taken;     // an instruction that comes or waits, since the one before it is not allocated; it is taken
    wire [ISSUE-1:0]      instruction;
    `WF_SPILL #(.WIDTH(ISSUE), .BYPASS(1)) queue (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_i), .ready_o(ready_o), .data_i(issue_i),
        .valid_o(valid), .ready_i(taken), .data_o(instruction)
    );
    assign {user, mask, writes, dest, used, source, warp} = instruction;
`else
    assign {user, mask, writes, dest, used, source, warp} = issue_i;
`endif

    // ---- Sources: where they are, and the writes before them ----

    wire [3*PLACE-1:0] places;
`ifdef WF_WITH_INTERLOCK_ON
    wire [3*SLOTS-1:0] earlier;
`endif
    genvar s;
    generate
        for (s = 0; s < 3; s = s + 1) begin : gen_source
            `WF_PLACE #(.WARPS(WARPS), .REGISTERS(REGISTERS), .CLUSTERS(CLUSTERS), .ROWS(ROWS)) place (
                .warp_i(warp), .register_i(source[s*REGISTER +: REGISTER]), .place_o(places[s*PLACE +: PLACE])
            );
`ifdef WF_WITH_INTERLOCK_ON
            `WF_SAME #(.COUNT(SLOTS), .KEY(PLACE)) older (
                .key_i(places[s*PLACE +: PLACE]), .held_i(last_i), .keys_i(slot_places_i),
                .same_o(earlier[s*SLOTS +: SLOTS])
            );
`endif
        end
    endgenerate
`ifndef WF_WITH_INTERLOCK_ON
    wire unused_slots = &{1'b0, last_i, slot_places_i, written_i};
`endif
`ifndef WF_WITH_FORWARD_ON
    wire unused_shows = &{1'b0, shows_i};
    assign ask_befores_o = {SOURCES*SLOTS{1'b0}};
`endif
`ifdef WF_WITH_COLLECT_FIXED
    `WF_WCRF_ALLOCATE #(
        .LANES(LANES), .CLUSTERS(CLUSTERS), .SLOTS(SLOTS), .LATENCY(LATENCY), .USER(USER), .CLUSTER(CLUSTER), .PLACE(PLACE)
    ) allocate (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid), .ready_o(taken), .used_i(used), .place_i(places),
`ifdef WF_WITH_INTERLOCK_ON
        .before_i(earlier), .written_i(written_i),
`endif
`ifdef WF_WITH_FORWARD_ON
        .shows_i(shows_i), .befores_o(ask_befores_o),
`endif
        .mask_i(mask), .user_i(user),
        .take_o(take_o), .ask_o(ask_o), .places_o(ask_places_o), .lags_i(lags_i), .allocated_o(allocated_o), .values_i(values_i),
        .valid_o(valid_o), .data_o(operands_o)
    );
`else
    `WF_WCRF_COLLECTORS #(
        .LANES(LANES), .COLLECTORS(COLLECTORS), .CLUSTERS(CLUSTERS), .SLOTS(SLOTS), .USER(USER), .PLACE(PLACE)
    ) collectors (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(ready_o), .used_i(used), .place_i(places),
`ifdef WF_WITH_INTERLOCK_ON
        .before_i(earlier), .written_i(written_i),
`endif
`ifdef WF_WITH_FORWARD_ON
        .shows_i(shows_i), .befores_o(ask_befores_o),
`endif
        .mask_i(mask), .user_i(user),
        .take_o(take_o), .ask_o(ask_o), .places_o(ask_places_o), .chosen_i(chosen_i), .back_i(back_i), .values_i(values_i),
        .valid_o(valid_o), .ready_i(ready_i), .data_o(operands_o)
    );
`endif

    // ---- The destination ----

    `WF_PLACE #(.WARPS(WARPS), .REGISTERS(REGISTERS), .CLUSTERS(CLUSTERS), .ROWS(ROWS)) place_dest (
        .warp_i(warp), .register_i(dest), .place_o(dest_place_o)
    );
`ifdef WF_WITH_COLLECT_FIXED
    assign partial_o = valid && taken && writes && |mask && !(&mask);
`else
    assign partial_o = valid_i && ready_o && writes && |mask && !(&mask);
`endif
endmodule
`default_nettype wire
