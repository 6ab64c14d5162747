// SPDX-License-Identifier: Apache-2.0
// The merge buffer in front of a write port of the register file wcrf: it gathers the packets of a result and gives one write.
// In: packets, in the order in which their values are to be stored. Out: writes; counts.
// A packet is merged into the open result of its register; the last packet of a result makes it a write. A result that begins while all
// entries are open evicts the oldest one: that becomes a write as it is. Two writes can wait behind a register each, so all outputs and
// readies depend on registers alone.
//
//   4 lanes:  packet r0, lanes 0011, in cycle 0; r0, lanes 1100, last, in cycle 1  ->  write r0, lanes 1111, in cycle 2
//
// Source: this project's. More: docs/merge.md
`default_nettype none
module `WF_MERGE #(
    parameter LANES     = `WF_LANES,                               // lanes of the warp: a power of two, 4 to 128
    parameter WARPS     = `WF_WARPS,                               // warps: 1 to 64
    parameter REGISTERS = `WF_REGISTERS,                           // registers of a warp: 1 to 256
    parameter ENTRIES   = `WF_ENTRIES,                             // results that can be half there: 1 to 16
    parameter USER      = `WF_USER,                                // bits of user: 1 to 128
    parameter W         = WARPS > 1 ? $clog2(WARPS) : 1,           // bits of a warp's number; not to be set
    parameter G         = REGISTERS > 1 ? $clog2(REGISTERS) : 1    // bits of a register's number; not to be set
) (
    input  wire                clk_i,              // clock, rising edge
    input  wire                rst_ni,             // reset, low, asynchronous

    input  wire                packet_valid_i,     // 1: a packet of a result
    output wire                packet_ready_o,     // 1: it is taken
    input  wire [W-1:0]        packet_warp_i,      // its warp
    input  wire [G-1:0]        packet_dest_i,      // its register
    input  wire [LANES-1:0]    packet_mask_i,      // the lanes that it writes, bit i is lane i
    input  wire [LANES*32-1:0] packet_values_i,    // the values, lane 0 lowest; any bits in the other lanes
    input  wire                packet_last_i,      // 1: the last one of its result
    input  wire [USER-1:0]     packet_user_i,      // any bits; those of the last one come out with the write

    output wire                write_valid_o,      // 1: a write
    input  wire                write_ready_i,      // 1: it is taken
    output wire [W-1:0]        write_warp_o,       // its warp
    output wire [G-1:0]        write_dest_o,       // its register
    output wire [LANES-1:0]    write_mask_o,       // the lanes of all its packets
    output wire [LANES*32-1:0] write_values_o,     // the youngest value of each lane; 0 in the other lanes
    output wire [USER-1:0]     write_user_o,       // user of its youngest packet

    output wire                state_valid_o,      // always 1
    output wire [31:0]         state_packets_o,    // packets that were taken, from reset on, modulo 2^32
    output wire [31:0]         state_writes_o,     // writes that were taken
    output wire [31:0]         state_evictions_o   // results that became a write before their last packet
);
    localparam BLOCK = 32 * LANES;
    localparam KEY   = W + G;
    localparam WRITE = KEY + LANES + BLOCK + USER;
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (WARPS < 1 || WARPS > 64) begin : gen_bad_warps wf_illegal_WARPS bad (); end
        if (REGISTERS < 1 || REGISTERS > 256) begin : gen_bad_registers wf_illegal_REGISTERS bad (); end
        if (ENTRIES < 1 || ENTRIES > 16) begin : gen_bad_entries wf_illegal_ENTRIES bad (); end
        if (USER < 1 || USER > 128) begin : gen_bad_user wf_illegal_USER bad (); end
        if (W != (WARPS > 1 ? $clog2(WARPS) : 1)) begin : gen_bad_w wf_illegal_W bad (); end
        if (G != (REGISTERS > 1 ? $clog2(REGISTERS) : 1)) begin : gen_bad_g wf_illegal_G bad (); end
    endgenerate

    // ---- Find: the open result of the packet's register ----

    wire [KEY-1:0]     key      = {packet_dest_i, packet_warp_i};
    wire               accepted = packet_valid_i && packet_ready_o;
    wire [ENTRIES-1:0] open, hit, oldest;
    wire               begins   = !(|hit);                                                // the packet is the first one of a result
    wire               evicts   = accepted && begins && !packet_last_i && &open;          // which has no free entry
    wire [ENTRIES-1:0] closed   = (hit & {ENTRIES{accepted && packet_last_i}}) | (oldest & {ENTRIES{evicts}});

    // ---- Merge: into that entry; into the lowest free one; or into the one that is evicted ----

    wire [ENTRIES-1:0] free, unused_below;
    wire               unused_any;
    `WF_FIRST #(.WIDTH(ENTRIES)) first (.bits_i(~open), .first_o(free), .below_o(unused_below), .any_o(unused_any));
    wire [ENTRIES-1:0] take = (evicts ? oldest : free) & {ENTRIES{accepted && begins && !packet_last_i}};
    wire [ENTRIES-1:0] join_packet = hit & {ENTRIES{accepted && !packet_last_i}};

    wire [ENTRIES*KEY-1:0]   keys;
    wire [ENTRIES*LANES-1:0] masks;
    wire [ENTRIES*BLOCK-1:0] values;
    wire [ENTRIES*USER-1:0]  users;
    genvar e, l;
    generate
        for (e = 0; e < ENTRIES; e = e + 1) begin : gen_entry
            `WF_MERGE_ENTRY #(.LANES(LANES), .ENTRIES(ENTRIES), .USER(USER), .KEY(KEY)) entry (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .take_i(take[e]), .join_i(join_packet[e]), .key_i(key), .mask_i(packet_mask_i), .values_i(packet_values_i), .user_i(packet_user_i),
                .open_i(open), .closed_i(closed), .closes_i(closed[e]),
                .open_o(open[e]), .hit_o(hit[e]), .oldest_o(oldest[e]), .key_o(keys[e*KEY +: KEY]),
                .mask_o(masks[e*LANES +: LANES]), .values_o(values[e*BLOCK +: BLOCK]), .user_o(users[e*USER +: USER])
            );
        end
    endgenerate

    // ---- Close: a result with its last packet, which may be all of it; or the oldest result as it is ----

    wire [ENTRIES-1:0] from        = packet_last_i ? hit : oldest;
    wire [ENTRIES:0]   youngest    = {packet_last_i, oldest & {ENTRIES{!packet_last_i}}};   // the packet, or the entry that is evicted
    wire [LANES-1:0]   packet_mask = packet_mask_i & {LANES{packet_last_i}};               // lanes that the write has from the packet
    wire [KEY-1:0]     write_key;
    wire [LANES-1:0]   entry_mask;
    wire [BLOCK-1:0]   write_values;
    wire [USER-1:0]    write_user;
    `WF_MUX #(.WIDTH(LANES), .COUNT(ENTRIES)) mux_mask (.select_i(from), .data_i(masks), .data_o(entry_mask));
    `WF_MUX #(.WIDTH(KEY), .COUNT(ENTRIES + 1)) mux_key (.select_i(youngest), .data_i({key, keys}), .data_o(write_key));
    `WF_MUX #(.WIDTH(USER), .COUNT(ENTRIES + 1)) mux_user (.select_i(youngest), .data_i({packet_user_i, users}), .data_o(write_user));
    generate
        for (l = 0; l < LANES; l = l + 1) begin : gen_lane
            wire [ENTRIES*32-1:0] lane;
            wire [ENTRIES-1:0]    has;      // the entry from which the lane comes, if it is there and not in the packet
            for (e = 0; e < ENTRIES; e = e + 1) begin : gen_of
                assign lane[32*e +: 32] = values[e*BLOCK + 32*l +: 32];
                assign has[e]           = from[e] && masks[e*LANES + l] && !packet_mask[l];
            end
            `WF_MUX #(.WIDTH(32), .COUNT(ENTRIES + 1)) mux (
                .select_i({packet_mask[l], has}), .data_i({packet_values_i[32*l +: 32], lane}), .data_o(write_values[32*l +: 32])
            );
        end
    endgenerate

    // ---- Write: those that are closed leave in this order ----

    wire [WRITE-1:0] write;
    `WF_SPILL #(.WIDTH(WRITE), .BYPASS(0)) queue (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i((accepted && packet_last_i) || evicts), .ready_o(packet_ready_o),
        .data_i({write_user, write_values, entry_mask | packet_mask, write_key}),
        .valid_o(write_valid_o), .ready_i(write_ready_i), .data_o(write)
    );
    assign {write_user_o, write_values_o, write_mask_o, write_dest_o, write_warp_o} = write;

    // ---- State. Simulations and proofs may define what the counts are after a reset ----

`ifndef `WF_COUNT_RESET
`define `WF_COUNT_RESET 32'd0
`endif
    reg [31:0] packets_q, writes_q, evictions_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            packets_q   <= ``WF_COUNT_RESET;
            writes_q    <= ``WF_COUNT_RESET;
            evictions_q <= ``WF_COUNT_RESET;
        end else begin
            packets_q   <= packets_q + {31'd0, accepted};
            writes_q    <= writes_q + {31'd0, write_valid_o && write_ready_i};
            evictions_q <= evictions_q + {31'd0, evicts};
        end
    assign {state_valid_o, state_packets_o, state_writes_o, state_evictions_o} = {1'b1, packets_q, writes_q, evictions_q};
endmodule
`default_nettype wire
