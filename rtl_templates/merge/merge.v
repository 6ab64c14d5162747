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
    localparam KEY   = W + G;
    localparam WRITE = KEY + LANES + 32 * LANES + USER;
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (WARPS < 1 || WARPS > 64) begin : gen_bad_warps wf_illegal_WARPS bad (); end
        if (REGISTERS < 1 || REGISTERS > 256) begin : gen_bad_registers wf_illegal_REGISTERS bad (); end
        if (ENTRIES < 1 || ENTRIES > 16) begin : gen_bad_entries wf_illegal_ENTRIES bad (); end
        if (USER < 1 || USER > 128) begin : gen_bad_user wf_illegal_USER bad (); end
        if (W != (WARPS > 1 ? $clog2(WARPS) : 1)) begin : gen_bad_w wf_illegal_W bad (); end
        if (G != (REGISTERS > 1 ? $clog2(REGISTERS) : 1)) begin : gen_bad_g wf_illegal_G bad (); end
    endgenerate

    // ---- Packets: open results, and what becomes a write ----

    wire             accepted = packet_valid_i && packet_ready_o;
    wire             becomes, evicts;       // there is a write; a result is evicted
    wire [WRITE-1:0] result, write;
    `WF_RESULTS #(.LANES(LANES), .ENTRIES(ENTRIES), .USER(USER), .KEY(KEY)) results (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(accepted),
        .packet_i({packet_user_i, packet_last_i, packet_values_i, packet_mask_i, packet_dest_i, packet_warp_i}),
        .valid_o(becomes), .evicts_o(evicts), .write_o(result)
    );

    // ---- Write: what became one leaves in this order ----

    `WF_SPILL #(.WIDTH(WRITE), .BYPASS(0)) queue (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(becomes), .ready_o(packet_ready_o), .data_i(result),
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
