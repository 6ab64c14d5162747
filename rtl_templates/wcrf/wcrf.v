// SPDX-License-Identifier: Apache-2.0
// The compressed register file of Warped-Compression: banks, arbiters, operand collectors, encoders before the banks, decoders behind them,
// moves before partial writes to compressed registers, and banks that are switched off while nothing is in them.
// In: instructions, whose sources are read; writes; releases of warps.
// Out: the operands of each instruction; which write has been stored; the state of the banks, and counts.
// All outputs and readies depend on registers alone. This file has the ports one by one; `WF_WCRF_CORE.v has them side
// by side.
//
`ifdef WF_WITH_COLLECT_COLLECTORS
//   issue of a raw or never written register in cycle 0, nothing else under way  ->  operands in cycle 4
`else
//   issue in cycle 0, nothing else under way  ->  operands in cycle 6 + the cycles of a decoder. They are there for one cycle: nobody can stop them
`endif
//
// Source: Warped-Compression (ISCA 2015), sections 2.1, 4, 5 to 5.3. More: docs/wcrf.md
`default_nettype none
module `WF_WCRF #(
    parameter LANES         = `WF_LANES,          // lanes of the warp: a power of two, 4 to 128
    parameter WARPS         = `WF_WARPS,          // warps: 1 to 64
    parameter REGISTERS     = `WF_REGISTERS,      // registers of a warp: 1 to 256
    parameter CLUSTERS      = `WF_CLUSTERS,       // clusters; not to be set
    parameter ROWS          = `WF_ROWS,           // rows of a bank: 2 to 1024
    parameter BANK          = `WF_BANK,           // bits of a bank: 32, 64 or 128
    parameter PORTS         = `WF_PORTS,          // ports of a bank: 1, or 2: one to read and one to write
`ifdef WF_WITH_COLLECT_COLLECTORS
    parameter COLLECTORS    = `WF_COLLECTORS,     // collectors of each issue port: 1 to 16
`else
    parameter COLLECTORS    = `WF_COLLECTORS,     // there are none; not to be set
`endif
    parameter SLOTS         = `WF_SLOTS,          // writes that are accepted and not stored: from the number of write ports to 32
    parameter COMPRESSORS   = `WF_COMPRESSORS,    // encoders: 1 to the number of write ports
`ifdef WF_WITH_COMPRESS_ON
    parameter DECOMPRESSORS = `WF_DECOMPRESSORS,  // decoders: 1 to CLUSTERS
    parameter ENC_LATENCY   = `WF_ENC_LATENCY,    // cycles of an encoder: 1 to 8
    parameter DEC_LATENCY   = `WF_DEC_LATENCY,    // cycles of a decoder: 1 to 8
`endif
`ifdef WF_WITH_GATE_ON
    parameter WAKE          = `WF_WAKE,           // cycles that a bank takes to wake up: 1 to 31
`endif
`ifdef WF_WITH_MERGE
    parameter MERGE         = `WF_MERGE,          // open results of a write port: 1 to 16
`endif
    parameter USER          = `WF_USER,           // bits of user: 1 to 128
    parameter W             = WARPS > 1 ? $clog2(WARPS) : 1,          // bits of a warp's number; not to be set
    parameter G             = REGISTERS > 1 ? $clog2(REGISTERS) : 1,  // bits of a register's number; not to be set
    parameter BANKS         = CLUSTERS * LANES * 32 / BANK            // banks of all clusters; not to be set
) (
    input  wire                clk_i,               // clock, rising edge
    input  wire                rst_ni,              // reset, low, asynchronous

`WF_FOR k ISSUES
    input  wire                issue`{k}_valid_i,      // 1: an instruction at port `{k}
`ifdef WF_WITH_COLLECT_COLLECTORS
    output wire                issue`{k}_ready_o,      // 1: a collector of port `{k} is free
`else
    output wire                issue`{k}_ready_o,      // 1: no instruction waits behind another one at port `{k}
`endif
    input  wire [W-1:0]        issue`{k}_warp_i,       // its warp
    input  wire [G-1:0]        issue`{k}_source0_i,    // source 0
    input  wire [G-1:0]        issue`{k}_source1_i,    // source 1
    input  wire [G-1:0]        issue`{k}_source2_i,    // source 2
    input  wire [2:0]          issue`{k}_used_i,       // bit s: source s is read
    input  wire [G-1:0]        issue`{k}_dest_i,       // the destination
    input  wire                issue`{k}_writes_i,     // 1: it has a destination
    input  wire [LANES-1:0]    issue`{k}_mask_i,       // its mask, bit i is lane i
    input  wire [USER-1:0]     issue`{k}_user_i,       // any bits; they come out with its operands
`WF_END

`WF_FOR k WRITES
    input  wire                write`{k}_valid_i,      // 1: a write at port `{k}
    output wire                write`{k}_ready_o,      // 1: a slot of port `{k} is free
    input  wire [W-1:0]        write`{k}_warp_i,       // its warp
    input  wire [G-1:0]        write`{k}_dest_i,       // its register
    input  wire [LANES-1:0]    write`{k}_mask_i,       // the lanes that it writes
    input  wire [LANES*32-1:0] write`{k}_values_i,     // the values, lane 0 lowest
`ifdef WF_WITH_MERGE
    input  wire                write`{k}_last_i,       // 1: the last packet of its result
`endif
    input  wire [USER-1:0]     write`{k}_user_i,       // any bits; they come out when it is stored
`WF_END

    input  wire                release_valid_i,     // 1: a warp is released
    output wire                release_ready_o,     // 1: no release is under way
    input  wire [W-1:0]        release_warp_i,      // that warp

`WF_FOR k ISSUES
    output wire                operands`{k}_valid_o,   // 1: operands of an instruction of port `{k}
`ifdef WF_WITH_COLLECT_COLLECTORS
    input  wire                operands`{k}_ready_i,   // 1: they are taken
`endif
    output wire [LANES*32-1:0] operands`{k}_value0_o,  // source 0, lane 0 lowest; 0 if it is not used
    output wire [LANES*32-1:0] operands`{k}_value1_o,  // source 1, lane 0 lowest; 0 if it is not used
    output wire [LANES*32-1:0] operands`{k}_value2_o,  // source 2, lane 0 lowest; 0 if it is not used
    output wire [LANES-1:0]    operands`{k}_mask_o,    // the instruction's mask
    output wire [USER-1:0]     operands`{k}_user_o,    // the instruction's user
`WF_END

`WF_FOR k CLUSTERS
    output wire                stored`{k}_valid_o,     // 1: a write is stored in cluster `{k} in this cycle
    output wire [USER-1:0]     stored`{k}_user_o,      // its user
`WF_END

    output wire                state_valid_o,       // always 1
    output wire [BANKS-1:0]    state_on_o,          // banks that are on, those of cluster 0 lowest
`ifdef WF_WITH_COUNTS_ON
    output wire [BANKS-1:0]    state_waking_o,      // banks that are waking
    output wire [31:0]         state_bank_reads_o,  // banks that were read, from reset on, modulo 2^32
    output wire [31:0]         state_bank_writes_o, // banks that were written
    output wire [31:0]         state_encodes_o,     // blocks that went into an encoder
    output wire [31:0]         state_decodes_o,     // compressed codes that went to a decoder
    output wire [31:0]         state_moves_o,       // moves that started
    output wire [31:0]         state_wakes_o,       // banks that began to wake up
`ifdef WF_WITH_MERGE
    output wire [31:0]         state_forwards_o,    // sources that were read from a slot
    output wire [31:0]         state_evictions_o    // results that were written before their last packet
`else
    output wire [31:0]         state_forwards_o     // sources that were read from a slot
`endif
`else
    output wire [BANKS-1:0]    state_waking_o       // banks that are waking
`endif
);
    localparam ISSUES   = `WF_ISSUES;
    localparam WRITES   = `WF_WRITES;
    localparam BLOCK    = 32 * LANES;
    localparam ISSUE    = W + 4 * G + 4 + LANES + USER;
`ifdef WF_WITH_MERGE
    localparam WRITE    = W + G + LANES + BLOCK + 1 + USER;
`else
    localparam WRITE    = W + G + LANES + BLOCK + USER;
`endif
    localparam OPERANDS = 3 * BLOCK + LANES + USER;
    generate
        if (CLUSTERS != `WF_CLUSTERS) begin : gen_bad_clusters wf_illegal_CLUSTERS bad (); end
        if (W != (WARPS > 1 ? $clog2(WARPS) : 1)) begin : gen_bad_w wf_illegal_W bad (); end
        if (G != (REGISTERS > 1 ? $clog2(REGISTERS) : 1)) begin : gen_bad_g wf_illegal_G bad (); end
        if (BANKS != CLUSTERS * LANES * 32 / BANK) begin : gen_bad_banks wf_illegal_BANKS bad (); end
    endgenerate

    // ---- Ports side by side: those of number 0 lowest ----

`ifdef WF_WITH_COLLECT_COLLECTORS
    wire [ISSUES-1:0]          issue_valid, issue_ready, operands_valid, operands_ready;
`else
    wire [ISSUES-1:0]          issue_valid, issue_ready, operands_valid;
`endif
    wire [ISSUES*ISSUE-1:0]    issue;
    wire [ISSUES*OPERANDS-1:0] operands;
    wire [WRITES-1:0]          write_valid, write_ready;
    wire [WRITES*WRITE-1:0]    write;
    wire [CLUSTERS-1:0]        stored_valid;
    wire [CLUSTERS*USER-1:0]   stored_user;
`WF_FOR k ISSUES
`ifdef WF_WITH_COLLECT_COLLECTORS
    assign {issue_valid[`{k}], issue`{k}_ready_o, operands`{k}_valid_o, operands_ready[`{k}]} =
        {issue`{k}_valid_i, issue_ready[`{k}], operands_valid[`{k}], operands`{k}_ready_i};
`else
    assign {issue_valid[`{k}], issue`{k}_ready_o, operands`{k}_valid_o} = {issue`{k}_valid_i, issue_ready[`{k}], operands_valid[`{k}]};
`endif
    assign issue[`{k}*ISSUE +: ISSUE] = {issue`{k}_user_i, issue`{k}_mask_i, issue`{k}_writes_i, issue`{k}_dest_i, issue`{k}_used_i,
                                   issue`{k}_source2_i, issue`{k}_source1_i, issue`{k}_source0_i, issue`{k}_warp_i};
    assign {operands`{k}_user_o, operands`{k}_mask_o, operands`{k}_value2_o, operands`{k}_value1_o, operands`{k}_value0_o} = operands[`{k}*OPERANDS +: OPERANDS];
`WF_END
`WF_FOR k WRITES
    assign {write`{k}_ready_o, write_valid[`{k}]} = {write_ready[`{k}], write`{k}_valid_i};
`ifdef WF_WITH_MERGE
    assign write[`{k}*WRITE +: WRITE] = {write`{k}_user_i, write`{k}_last_i, write`{k}_values_i, write`{k}_mask_i, write`{k}_dest_i, write`{k}_warp_i};
`else
    assign write[`{k}*WRITE +: WRITE] = {write`{k}_user_i, write`{k}_values_i, write`{k}_mask_i, write`{k}_dest_i, write`{k}_warp_i};
`endif
`WF_END
`WF_FOR k CLUSTERS
    assign {stored`{k}_valid_o, stored`{k}_user_o} = {stored_valid[`{k}], stored_user[`{k}*USER +: USER]};
`WF_END

    // ---- The register file ----

    `WF_WCRF_CORE #(
        .LANES(LANES), .WARPS(WARPS), .REGISTERS(REGISTERS), .CLUSTERS(CLUSTERS), .ROWS(ROWS), .BANK(BANK), .PORTS(PORTS),
        .ISSUES(ISSUES), .WRITES(WRITES), .COLLECTORS(COLLECTORS), .SLOTS(SLOTS), .COMPRESSORS(COMPRESSORS),
`ifdef WF_WITH_COMPRESS_ON
        .DECOMPRESSORS(DECOMPRESSORS), .ENC_LATENCY(ENC_LATENCY), .DEC_LATENCY(DEC_LATENCY),
`endif
`ifdef WF_WITH_GATE_ON
        .WAKE(WAKE),
`endif
`ifdef WF_WITH_MERGE
        .MERGE(MERGE),
`endif
        .USER(USER)
    ) core (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .issue_valid_i(issue_valid), .issue_ready_o(issue_ready), .issue_i(issue),
        .write_valid_i(write_valid), .write_ready_o(write_ready), .write_i(write),
        .release_valid_i(release_valid_i), .release_ready_o(release_ready_o), .release_warp_i(release_warp_i),
`ifdef WF_WITH_COLLECT_COLLECTORS
        .operands_valid_o(operands_valid), .operands_ready_i(operands_ready), .operands_o(operands),
`else
        .operands_valid_o(operands_valid), .operands_o(operands),
`endif
        .stored_valid_o(stored_valid), .stored_o(stored_user),
`ifdef WF_WITH_COUNTS_ON
        .state_bank_reads_o(state_bank_reads_o), .state_bank_writes_o(state_bank_writes_o), .state_encodes_o(state_encodes_o),
        .state_decodes_o(state_decodes_o), .state_moves_o(state_moves_o), .state_wakes_o(state_wakes_o),
        .state_forwards_o(state_forwards_o),
`ifdef WF_WITH_MERGE
        .state_evictions_o(state_evictions_o),
`endif
`endif
        .state_valid_o(state_valid_o), .state_on_o(state_on_o), .state_waking_o(state_waking_o)
    );
endmodule
`default_nettype wire
