// SPDX-License-Identifier: Apache-2.0
// The compressed register file of Warped-Compression: banks, arbiters, operand collectors, encoders before the banks, decoders behind them,
// moves before partial writes to compressed registers, and banks that are switched off while nothing is in them.
// In: instructions, whose sources are read; writes; releases of warps.
// Out: the operands of each instruction; which write has been stored; the state of the banks, and counts.
// All outputs and readies depend on registers alone. This file has the ports one by one; `WF_WCRF_CORE.v has them side
// by side.
//
//   issue of a raw or never written register in cycle 0, nothing else under way, decoders of 1 cycle  ->  operands in cycle 5
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
    parameter COLLECTORS    = `WF_COLLECTORS,     // collectors of each issue port: 1 to 16
    parameter SLOTS         = `WF_SLOTS,          // writes that are accepted and not stored: from the number of write ports to 32
    parameter COMPRESSORS   = `WF_COMPRESSORS,    // encoders: 1 to SLOTS
`ifdef WF_WITH_COMPRESS_ON
    parameter DECOMPRESSORS = `WF_DECOMPRESSORS,  // decoders: 1 to CLUSTERS
    parameter ENC_LATENCY   = `WF_ENC_LATENCY,    // cycles of an encoder: 1 to 8
    parameter DEC_LATENCY   = `WF_DEC_LATENCY,    // cycles of a decoder: 1 to 8
`endif
`ifdef WF_WITH_GATE_ON
    parameter WAKE          = `WF_WAKE,           // cycles that a bank takes to wake up: 1 to 31
`endif
    parameter WRITE_FIRST   = `WF_WRITE_FIRST,    // who goes first where a read and a write exclude each other: 0 the read, 1 the write
    parameter USER          = `WF_USER,           // bits of user: 1 to 64
    parameter W             = WARPS > 1 ? $clog2(WARPS) : 1,          // bits of a warp's number; not to be set
    parameter G             = REGISTERS > 1 ? $clog2(REGISTERS) : 1,  // bits of a register's number; not to be set
    parameter BANKS         = CLUSTERS * LANES * 32 / BANK            // banks of all clusters; not to be set
) (
    input  wire                clk_i,               // clock, rising edge
    input  wire                rst_ni,              // reset, low, asynchronous

    input  wire                issue0_valid_i,      // 1: an instruction at port 0
    output wire                issue0_ready_o,      // 1: a collector of port 0 is free
    input  wire [W-1:0]        issue0_warp_i,       // its warp
    input  wire [G-1:0]        issue0_source0_i,    // source 0
    input  wire [G-1:0]        issue0_source1_i,    // source 1
    input  wire [G-1:0]        issue0_source2_i,    // source 2
    input  wire [2:0]          issue0_used_i,       // bit s: source s is read
    input  wire [G-1:0]        issue0_dest_i,       // the destination
    input  wire                issue0_writes_i,     // 1: it has a destination
    input  wire [LANES-1:0]    issue0_mask_i,       // its mask, bit i is lane i
    input  wire [USER-1:0]     issue0_user_i,       // any bits; they come out with its operands
`ifdef WF_MIN_ISSUES_2
    input  wire                issue1_valid_i,      // 1: an instruction at port 1
    output wire                issue1_ready_o,      // 1: a collector of port 1 is free
    input  wire [W-1:0]        issue1_warp_i,       // its warp
    input  wire [G-1:0]        issue1_source0_i,    // source 0
    input  wire [G-1:0]        issue1_source1_i,    // source 1
    input  wire [G-1:0]        issue1_source2_i,    // source 2
    input  wire [2:0]          issue1_used_i,       // bit s: source s is read
    input  wire [G-1:0]        issue1_dest_i,       // the destination
    input  wire                issue1_writes_i,     // 1: it has a destination
    input  wire [LANES-1:0]    issue1_mask_i,       // its mask, bit i is lane i
    input  wire [USER-1:0]     issue1_user_i,       // any bits; they come out with its operands
`endif
`ifdef WF_MIN_ISSUES_3
    input  wire                issue2_valid_i,      // 1: an instruction at port 2
    output wire                issue2_ready_o,      // 1: a collector of port 2 is free
    input  wire [W-1:0]        issue2_warp_i,       // its warp
    input  wire [G-1:0]        issue2_source0_i,    // source 0
    input  wire [G-1:0]        issue2_source1_i,    // source 1
    input  wire [G-1:0]        issue2_source2_i,    // source 2
    input  wire [2:0]          issue2_used_i,       // bit s: source s is read
    input  wire [G-1:0]        issue2_dest_i,       // the destination
    input  wire                issue2_writes_i,     // 1: it has a destination
    input  wire [LANES-1:0]    issue2_mask_i,       // its mask, bit i is lane i
    input  wire [USER-1:0]     issue2_user_i,       // any bits; they come out with its operands
`endif
`ifdef WF_MIN_ISSUES_4
    input  wire                issue3_valid_i,      // 1: an instruction at port 3
    output wire                issue3_ready_o,      // 1: a collector of port 3 is free
    input  wire [W-1:0]        issue3_warp_i,       // its warp
    input  wire [G-1:0]        issue3_source0_i,    // source 0
    input  wire [G-1:0]        issue3_source1_i,    // source 1
    input  wire [G-1:0]        issue3_source2_i,    // source 2
    input  wire [2:0]          issue3_used_i,       // bit s: source s is read
    input  wire [G-1:0]        issue3_dest_i,       // the destination
    input  wire                issue3_writes_i,     // 1: it has a destination
    input  wire [LANES-1:0]    issue3_mask_i,       // its mask, bit i is lane i
    input  wire [USER-1:0]     issue3_user_i,       // any bits; they come out with its operands
`endif

    input  wire                write0_valid_i,      // 1: a write at port 0
    output wire                write0_ready_o,      // 1: a slot is free for each port
    input  wire [W-1:0]        write0_warp_i,       // its warp
    input  wire [G-1:0]        write0_dest_i,       // its register
    input  wire [LANES-1:0]    write0_mask_i,       // the lanes that it writes
    input  wire [LANES*32-1:0] write0_values_i,     // the values, lane 0 lowest
    input  wire [USER-1:0]     write0_user_i,       // any bits; they come out when it is stored
`ifdef WF_MIN_WRITES_2
    input  wire                write1_valid_i,      // 1: a write at port 1
    output wire                write1_ready_o,      // 1: a slot is free for each port
    input  wire [W-1:0]        write1_warp_i,       // its warp
    input  wire [G-1:0]        write1_dest_i,       // its register
    input  wire [LANES-1:0]    write1_mask_i,       // the lanes that it writes
    input  wire [LANES*32-1:0] write1_values_i,     // the values, lane 0 lowest
    input  wire [USER-1:0]     write1_user_i,       // any bits; they come out when it is stored
`endif
`ifdef WF_MIN_WRITES_3
    input  wire                write2_valid_i,      // 1: a write at port 2
    output wire                write2_ready_o,      // 1: a slot is free for each port
    input  wire [W-1:0]        write2_warp_i,       // its warp
    input  wire [G-1:0]        write2_dest_i,       // its register
    input  wire [LANES-1:0]    write2_mask_i,       // the lanes that it writes
    input  wire [LANES*32-1:0] write2_values_i,     // the values, lane 0 lowest
    input  wire [USER-1:0]     write2_user_i,       // any bits; they come out when it is stored
`endif
`ifdef WF_MIN_WRITES_4
    input  wire                write3_valid_i,      // 1: a write at port 3
    output wire                write3_ready_o,      // 1: a slot is free for each port
    input  wire [W-1:0]        write3_warp_i,       // its warp
    input  wire [G-1:0]        write3_dest_i,       // its register
    input  wire [LANES-1:0]    write3_mask_i,       // the lanes that it writes
    input  wire [LANES*32-1:0] write3_values_i,     // the values, lane 0 lowest
    input  wire [USER-1:0]     write3_user_i,       // any bits; they come out when it is stored
`endif

    input  wire                release_valid_i,     // 1: a warp is released
    output wire                release_ready_o,     // 1: no release is under way
    input  wire [W-1:0]        release_warp_i,      // that warp

    output wire                operands0_valid_o,   // 1: operands of an instruction of port 0
    input  wire                operands0_ready_i,   // 1: they are taken
    output wire [LANES*32-1:0] operands0_value0_o,  // source 0, lane 0 lowest; 0 if it is not used
    output wire [LANES*32-1:0] operands0_value1_o,  // source 1, lane 0 lowest; 0 if it is not used
    output wire [LANES*32-1:0] operands0_value2_o,  // source 2, lane 0 lowest; 0 if it is not used
    output wire [LANES-1:0]    operands0_mask_o,    // the instruction's mask
    output wire [USER-1:0]     operands0_user_o,    // the instruction's user
`ifdef WF_MIN_ISSUES_2
    output wire                operands1_valid_o,   // 1: operands of an instruction of port 1
    input  wire                operands1_ready_i,   // 1: they are taken
    output wire [LANES*32-1:0] operands1_value0_o,  // source 0, lane 0 lowest; 0 if it is not used
    output wire [LANES*32-1:0] operands1_value1_o,  // source 1, lane 0 lowest; 0 if it is not used
    output wire [LANES*32-1:0] operands1_value2_o,  // source 2, lane 0 lowest; 0 if it is not used
    output wire [LANES-1:0]    operands1_mask_o,    // the instruction's mask
    output wire [USER-1:0]     operands1_user_o,    // the instruction's user
`endif
`ifdef WF_MIN_ISSUES_3
    output wire                operands2_valid_o,   // 1: operands of an instruction of port 2
    input  wire                operands2_ready_i,   // 1: they are taken
    output wire [LANES*32-1:0] operands2_value0_o,  // source 0, lane 0 lowest; 0 if it is not used
    output wire [LANES*32-1:0] operands2_value1_o,  // source 1, lane 0 lowest; 0 if it is not used
    output wire [LANES*32-1:0] operands2_value2_o,  // source 2, lane 0 lowest; 0 if it is not used
    output wire [LANES-1:0]    operands2_mask_o,    // the instruction's mask
    output wire [USER-1:0]     operands2_user_o,    // the instruction's user
`endif
`ifdef WF_MIN_ISSUES_4
    output wire                operands3_valid_o,   // 1: operands of an instruction of port 3
    input  wire                operands3_ready_i,   // 1: they are taken
    output wire [LANES*32-1:0] operands3_value0_o,  // source 0, lane 0 lowest; 0 if it is not used
    output wire [LANES*32-1:0] operands3_value1_o,  // source 1, lane 0 lowest; 0 if it is not used
    output wire [LANES*32-1:0] operands3_value2_o,  // source 2, lane 0 lowest; 0 if it is not used
    output wire [LANES-1:0]    operands3_mask_o,    // the instruction's mask
    output wire [USER-1:0]     operands3_user_o,    // the instruction's user
`endif

    output wire                stored0_valid_o,     // 1: a write was stored in cluster 0 in the cycle before
    output wire [USER-1:0]     stored0_user_o,      // its user
`ifdef WF_MIN_CLUSTERS_2
    output wire                stored1_valid_o,     // 1: a write was stored in cluster 1 in the cycle before
    output wire [USER-1:0]     stored1_user_o,      // its user
`endif
`ifdef WF_MIN_CLUSTERS_4
    output wire                stored2_valid_o,     // 1: a write was stored in cluster 2 in the cycle before
    output wire [USER-1:0]     stored2_user_o,      // its user
    output wire                stored3_valid_o,     // 1: a write was stored in cluster 3 in the cycle before
    output wire [USER-1:0]     stored3_user_o,      // its user
`endif
`ifdef WF_MIN_CLUSTERS_8
    output wire                stored4_valid_o,     // 1: a write was stored in cluster 4 in the cycle before
    output wire [USER-1:0]     stored4_user_o,      // its user
    output wire                stored5_valid_o,     // 1: a write was stored in cluster 5 in the cycle before
    output wire [USER-1:0]     stored5_user_o,      // its user
    output wire                stored6_valid_o,     // 1: a write was stored in cluster 6 in the cycle before
    output wire [USER-1:0]     stored6_user_o,      // its user
    output wire                stored7_valid_o,     // 1: a write was stored in cluster 7 in the cycle before
    output wire [USER-1:0]     stored7_user_o,      // its user
`endif

    output wire                state_valid_o,       // always 1
    output wire [BANKS-1:0]    state_on_o,          // banks that are on, those of cluster 0 lowest
    output wire [BANKS-1:0]    state_waking_o,      // banks that are waking
    output wire [31:0]         state_bank_reads_o,  // banks that were read, from reset on, modulo 2^32
    output wire [31:0]         state_bank_writes_o, // banks that were written
    output wire [31:0]         state_encodes_o,     // blocks that went into an encoder
    output wire [31:0]         state_decodes_o,     // compressed codes that went to a decoder
    output wire [31:0]         state_moves_o,       // moves that started
    output wire [31:0]         state_wakes_o        // banks that began to wake up
);
    localparam ISSUES   = `WF_ISSUES;
    localparam WRITES   = `WF_WRITES;
    localparam BLOCK    = 32 * LANES;
    localparam ISSUE    = W + 4 * G + 4 + LANES + USER;
    localparam WRITE    = W + G + LANES + BLOCK + USER;
    localparam OPERANDS = 3 * BLOCK + LANES + USER;
    generate
        if (CLUSTERS != `WF_CLUSTERS || W != (WARPS > 1 ? $clog2(WARPS) : 1) || G != (REGISTERS > 1 ? $clog2(REGISTERS) : 1) ||
                BANKS != CLUSTERS * LANES * 32 / BANK) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    // ---- Ports side by side: those of number 0 lowest ----

    wire [ISSUES-1:0]          issue_valid, issue_ready, operands_valid, operands_ready;
    wire [ISSUES*ISSUE-1:0]    issue;
    wire [ISSUES*OPERANDS-1:0] operands;
    wire [WRITES-1:0]          write_valid;
    wire                       write_ready;
    wire [WRITES*WRITE-1:0]    write;
    wire [CLUSTERS-1:0]        stored_valid;
    wire [CLUSTERS*USER-1:0]   stored_user;
    assign {issue_valid[0], issue0_ready_o, operands0_valid_o, operands_ready[0]} =
        {issue0_valid_i, issue_ready[0], operands_valid[0], operands0_ready_i};
    assign issue[0*ISSUE +: ISSUE] = {issue0_user_i, issue0_mask_i, issue0_writes_i, issue0_dest_i, issue0_used_i,
                                   issue0_source2_i, issue0_source1_i, issue0_source0_i, issue0_warp_i};
    assign {operands0_user_o, operands0_mask_o, operands0_value2_o, operands0_value1_o, operands0_value0_o} = operands[0*OPERANDS +: OPERANDS];
`ifdef WF_MIN_ISSUES_2
    assign {issue_valid[1], issue1_ready_o, operands1_valid_o, operands_ready[1]} =
        {issue1_valid_i, issue_ready[1], operands_valid[1], operands1_ready_i};
    assign issue[1*ISSUE +: ISSUE] = {issue1_user_i, issue1_mask_i, issue1_writes_i, issue1_dest_i, issue1_used_i,
                                   issue1_source2_i, issue1_source1_i, issue1_source0_i, issue1_warp_i};
    assign {operands1_user_o, operands1_mask_o, operands1_value2_o, operands1_value1_o, operands1_value0_o} = operands[1*OPERANDS +: OPERANDS];
`endif
`ifdef WF_MIN_ISSUES_3
    assign {issue_valid[2], issue2_ready_o, operands2_valid_o, operands_ready[2]} =
        {issue2_valid_i, issue_ready[2], operands_valid[2], operands2_ready_i};
    assign issue[2*ISSUE +: ISSUE] = {issue2_user_i, issue2_mask_i, issue2_writes_i, issue2_dest_i, issue2_used_i,
                                   issue2_source2_i, issue2_source1_i, issue2_source0_i, issue2_warp_i};
    assign {operands2_user_o, operands2_mask_o, operands2_value2_o, operands2_value1_o, operands2_value0_o} = operands[2*OPERANDS +: OPERANDS];
`endif
`ifdef WF_MIN_ISSUES_4
    assign {issue_valid[3], issue3_ready_o, operands3_valid_o, operands_ready[3]} =
        {issue3_valid_i, issue_ready[3], operands_valid[3], operands3_ready_i};
    assign issue[3*ISSUE +: ISSUE] = {issue3_user_i, issue3_mask_i, issue3_writes_i, issue3_dest_i, issue3_used_i,
                                   issue3_source2_i, issue3_source1_i, issue3_source0_i, issue3_warp_i};
    assign {operands3_user_o, operands3_mask_o, operands3_value2_o, operands3_value1_o, operands3_value0_o} = operands[3*OPERANDS +: OPERANDS];
`endif
    assign {write0_ready_o, write_valid[0]} = {write_ready, write0_valid_i};
    assign write[0*WRITE +: WRITE] = {write0_user_i, write0_values_i, write0_mask_i, write0_dest_i, write0_warp_i};
`ifdef WF_MIN_WRITES_2
    assign {write1_ready_o, write_valid[1]} = {write_ready, write1_valid_i};
    assign write[1*WRITE +: WRITE] = {write1_user_i, write1_values_i, write1_mask_i, write1_dest_i, write1_warp_i};
`endif
`ifdef WF_MIN_WRITES_3
    assign {write2_ready_o, write_valid[2]} = {write_ready, write2_valid_i};
    assign write[2*WRITE +: WRITE] = {write2_user_i, write2_values_i, write2_mask_i, write2_dest_i, write2_warp_i};
`endif
`ifdef WF_MIN_WRITES_4
    assign {write3_ready_o, write_valid[3]} = {write_ready, write3_valid_i};
    assign write[3*WRITE +: WRITE] = {write3_user_i, write3_values_i, write3_mask_i, write3_dest_i, write3_warp_i};
`endif
    assign {stored0_valid_o, stored0_user_o} = {stored_valid[0], stored_user[0*USER +: USER]};
`ifdef WF_MIN_CLUSTERS_2
    assign {stored1_valid_o, stored1_user_o} = {stored_valid[1], stored_user[1*USER +: USER]};
`endif
`ifdef WF_MIN_CLUSTERS_4
    assign {stored2_valid_o, stored2_user_o} = {stored_valid[2], stored_user[2*USER +: USER]};
    assign {stored3_valid_o, stored3_user_o} = {stored_valid[3], stored_user[3*USER +: USER]};
`endif
`ifdef WF_MIN_CLUSTERS_8
    assign {stored7_valid_o, stored6_valid_o, stored5_valid_o, stored4_valid_o} = stored_valid[7:4];
    assign {stored7_user_o, stored6_user_o, stored5_user_o, stored4_user_o}     = stored_user[4*USER +: 4*USER];
`endif
    assign state_valid_o = 1'b1;

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
        .WRITE_FIRST(WRITE_FIRST), .USER(USER)
    ) core (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .issue_valid_i(issue_valid), .issue_ready_o(issue_ready), .issue_i(issue),
        .write_valid_i(write_valid), .write_ready_o(write_ready), .write_i(write),
        .release_valid_i(release_valid_i), .release_ready_o(release_ready_o), .release_warp_i(release_warp_i),
        .operands_valid_o(operands_valid), .operands_ready_i(operands_ready), .operands_o(operands),
        .stored_valid_o(stored_valid), .stored_user_o(stored_user), .state_on_o(state_on_o), .state_waking_o(state_waking_o),
        .state_counts_o({state_wakes_o, state_moves_o, state_decodes_o, state_encodes_o, state_bank_writes_o, state_bank_reads_o})
    );
endmodule
`default_nettype wire
