// SPDX-License-Identifier: Apache-2.0
// The register file of G-Scalar: registers as byte planes in arrays, of which a read takes those that its code has; codes in side arrays; operand
// collectors with decoders; encoders at the write ports; partial writes that fill what a code left out.
// In: instructions, whose sources are read; writes; releases of warps.
// Out: the operands of each instruction with their tags; which write has been stored; counts.
// All outputs and readies depend on registers alone. This file has the ports one by one; `WF_GSRF_CORE.v has them side by side.
//
`ifdef WF_WITH_COMPRESS_ON
//   issue in cycle 0, nothing else under way  ->  operands in cycle 4 + SIDE_LATENCY + DEC_LATENCY
`else
//   issue in cycle 0, nothing else under way  ->  operands in cycle 4
`endif
//
// Source: G-Scalar (HPCA 2017), sections 2.1, 3.1 to 3.3, 4.1 to 4.3. More: docs/gsrf.md
`default_nettype none
module `WF_GSRF #(
    parameter LANES        = `WF_LANES,         // lanes of the warp: a power of two, 4 to 128
    parameter WARPS        = `WF_WARPS,         // warps: 1 to 64
    parameter REGISTERS    = `WF_REGISTERS,     // registers of a warp: 1 to 256
    parameter BANKS        = `WF_BANKS,         // banks; not to be set
    parameter ROWS         = `WF_ROWS,          // rows of a bank: 2 to 1024
    parameter GROUPS       = `WF_GROUPS,        // codes of a register: 1, 2, 4 or 8
    parameter COLLECTORS   = `WF_COLLECTORS,    // collectors of each issue port: 1 to 16
    parameter SLOTS        = `WF_SLOTS,         // writes that are accepted and not stored: from the number of write ports to 32
    parameter WRITE_FIRST  = `WF_GOES_FIRST,    // 1: a write goes before a read; 0: a read before a write
`ifdef WF_WITH_COMPRESS_ON
    parameter SIDE_LATENCY = `WF_SIDE_LATENCY,  // cycles from the side array to the arrays: 0 or 1
    parameter SIDE_PORTS   = `WF_SIDE_PORTS,    // ports of a side array: 1, or 2: one to read and one to write
    parameter ENC_LATENCY  = `WF_ENC_LATENCY,   // cycles of an encoder: 0 to 8
    parameter DEC_LATENCY  = `WF_DEC_LATENCY,   // cycles of a decoder: 0 to 8
    parameter BVR          = LANES / GROUPS > 32 ? LANES / GROUPS : 32,             // bits of a base; not to be set
    parameter TAG          = 4 * GROUPS + (GROUPS > 1 ? 2 : 1) + GROUPS * BVR,      // bits of a tag; not to be set
`endif
    parameter USER         = `WF_USER,          // bits of user: 1 to 128
    parameter W            = WARPS > 1 ? $clog2(WARPS) : 1,          // bits of a warp's number; not to be set
    parameter N            = REGISTERS > 1 ? $clog2(REGISTERS) : 1   // bits of a register's number; not to be set
) (
    input  wire                clk_i,               // clock, rising edge
    input  wire                rst_ni,              // reset, low, asynchronous

`WF_FOR k ISSUES
    input  wire                issue`{k}_valid_i,      // 1: an instruction at port `{k}
    output wire                issue`{k}_ready_o,      // 1: a collector of port `{k} is free
    input  wire [W-1:0]        issue`{k}_warp_i,       // its warp
    input  wire [N-1:0]        issue`{k}_source0_i,    // source 0
    input  wire [N-1:0]        issue`{k}_source1_i,    // source 1
    input  wire [N-1:0]        issue`{k}_source2_i,    // source 2
    input  wire [2:0]          issue`{k}_used_i,       // bit s: source s is read
    input  wire [N-1:0]        issue`{k}_dest_i,       // the destination; nothing depends on it
    input  wire                issue`{k}_writes_i,     // 1: it has a destination; nothing depends on it
    input  wire [LANES-1:0]    issue`{k}_mask_i,       // its mask, bit i is lane i
    input  wire [USER-1:0]     issue`{k}_user_i,       // any bits; they come out with its operands
`WF_END

`WF_FOR k WRITES
    input  wire                write`{k}_valid_i,      // 1: a write at port `{k}
    output wire                write`{k}_ready_o,      // 1: a slot of port `{k} is free
    input  wire [W-1:0]        write`{k}_warp_i,       // its warp
    input  wire [N-1:0]        write`{k}_dest_i,       // its register
    input  wire [LANES-1:0]    write`{k}_mask_i,       // the lanes that it writes
    input  wire [LANES*32-1:0] write`{k}_values_i,     // the values, lane 0 lowest
`ifdef WF_WITH_COMPRESS_ON
    input  wire                write`{k}_dead_i,       // 1: the other lanes are not needed
    input  wire [GROUPS-1:0]   write`{k}_known_i,      // bit g: tag_i has enc and base of group g; all: it is the tag
    input  wire [TAG-1:0]      write`{k}_tag_i,        // the tag, as far as it is known
`endif
    input  wire [USER-1:0]     write`{k}_user_i,       // any bits; they come out when it is stored
`WF_END

`WF_FOR k ISSUES
    output wire                operands`{k}_valid_o,   // 1: operands of an instruction of port `{k}
    input  wire                operands`{k}_ready_i,   // 1: they are taken
    output wire [LANES*32-1:0] operands`{k}_value0_o,  // source 0, lane 0 lowest; 0 if it is not used
    output wire [LANES*32-1:0] operands`{k}_value1_o,  // source 1, lane 0 lowest; 0 if it is not used
    output wire [LANES*32-1:0] operands`{k}_value2_o,  // source 2, lane 0 lowest; 0 if it is not used
`ifdef WF_WITH_COMPRESS_ON
    output wire [TAG-1:0]      operands`{k}_tag0_o,    // the tag of source 0; 0 if it is not used
    output wire [TAG-1:0]      operands`{k}_tag1_o,    // the tag of source 1; 0 if it is not used
    output wire [TAG-1:0]      operands`{k}_tag2_o,    // the tag of source 2; 0 if it is not used
`endif
    output wire [LANES-1:0]    operands`{k}_mask_o,    // the instruction's mask
    output wire [USER-1:0]     operands`{k}_user_o,    // the instruction's user
`WF_END

`WF_FOR k BANKS
    output wire                stored`{k}_valid_o,     // 1: a write is stored in bank `{k} in this cycle
    output wire [USER-1:0]     stored`{k}_user_o,      // its user
`WF_END

`ifdef WF_WITH_COUNTS_ON
    output wire                state_valid_o,        // always 1
    output wire [31:0]         state_array_reads_o,  // arrays that were read, from reset on, modulo 2^32
    output wire [31:0]         state_array_writes_o, // arrays of which any byte was written
`ifdef WF_WITH_COMPRESS_ON
    output wire [31:0]         state_side_reads_o,   // side arrays that were read
    output wire [31:0]         state_side_writes_o,  // side arrays that were written
    output wire [31:0]         state_encodes_o,      // writes that an encoder took
    output wire [31:0]         state_decodes_o,      // compressed registers that came to a decoder
    output wire [31:0]         state_fills_o,        // partial writes that filled what a code left out
`endif

`endif
    input  wire                release_valid_i,     // 1: a warp is released
    output wire                release_ready_o,     // 1: no release is under way
    input  wire [W-1:0]        release_warp_i       // that warp
);
    localparam ISSUES   = `WF_ISSUES;
    localparam WRITES   = `WF_WRITES;
    localparam BLOCK    = 32 * LANES;
    localparam ISSUE    = W + 4 * N + 4 + LANES + USER;
`ifdef WF_WITH_COMPRESS_ON
    localparam WRITE    = W + N + LANES + BLOCK + 1 + GROUPS + TAG + USER;
    localparam OPERANDS = 3 * (BLOCK + TAG) + LANES + USER;
`else
    localparam WRITE    = W + N + LANES + BLOCK + USER;
    localparam OPERANDS = 3 * BLOCK + LANES + USER;
`endif
    generate
        if (BANKS != `WF_BANKS) begin : gen_bad_banks wf_illegal_BANKS bad (); end
`ifdef WF_WITH_COMPRESS_ON
        if (BVR != (LANES / GROUPS > 32 ? LANES / GROUPS : 32)) begin : gen_bad_bvr wf_illegal_BVR bad (); end
        if (TAG != 4 * GROUPS + (GROUPS > 1 ? 2 : 1) + GROUPS * BVR) begin : gen_bad_tag wf_illegal_TAG bad (); end
`endif
        if (W != (WARPS > 1 ? $clog2(WARPS) : 1)) begin : gen_bad_w wf_illegal_W bad (); end
        if (N != (REGISTERS > 1 ? $clog2(REGISTERS) : 1)) begin : gen_bad_n wf_illegal_N bad (); end
    endgenerate

    // ---- Ports side by side: those of number 0 lowest ----

    wire [ISSUES-1:0]          issue_valid, issue_ready, operands_valid, operands_ready;
    wire [ISSUES*ISSUE-1:0]    issue;
    wire [ISSUES*OPERANDS-1:0] operands;
    wire [WRITES-1:0]          write_valid, write_ready;
    wire [WRITES*WRITE-1:0]    write;
    wire [BANKS-1:0]           stored_valid;
    wire [BANKS*USER-1:0]      stored_user;
`WF_FOR k ISSUES
    assign {issue_valid[`{k}], issue`{k}_ready_o, operands`{k}_valid_o, operands_ready[`{k}]} =
        {issue`{k}_valid_i, issue_ready[`{k}], operands_valid[`{k}], operands`{k}_ready_i};
    assign issue[`{k}*ISSUE +: ISSUE] = {issue`{k}_user_i, issue`{k}_mask_i, issue`{k}_writes_i, issue`{k}_dest_i, issue`{k}_used_i,
                                   issue`{k}_source2_i, issue`{k}_source1_i, issue`{k}_source0_i, issue`{k}_warp_i};
    assign {operands`{k}_user_o, operands`{k}_mask_o,
`ifdef WF_WITH_COMPRESS_ON
            operands`{k}_tag2_o, operands`{k}_tag1_o, operands`{k}_tag0_o,
`endif
            operands`{k}_value2_o, operands`{k}_value1_o, operands`{k}_value0_o} = operands[`{k}*OPERANDS +: OPERANDS];
`WF_END
`WF_FOR k WRITES
    assign {write`{k}_ready_o, write_valid[`{k}]} = {write_ready[`{k}], write`{k}_valid_i};
    assign write[`{k}*WRITE +: WRITE] = {write`{k}_user_i,
`ifdef WF_WITH_COMPRESS_ON
                                   write`{k}_tag_i, write`{k}_known_i, write`{k}_dead_i,
`endif
                                   write`{k}_values_i, write`{k}_mask_i, write`{k}_dest_i, write`{k}_warp_i};
`WF_END
`WF_FOR k BANKS
    assign {stored`{k}_valid_o, stored`{k}_user_o} = {stored_valid[`{k}], stored_user[`{k}*USER +: USER]};
`WF_END

    // ---- The register file ----

    `WF_GSRF_CORE #(
        .LANES(LANES), .WARPS(WARPS), .REGISTERS(REGISTERS), .BANKS(BANKS), .ROWS(ROWS), .GROUPS(GROUPS), .ISSUES(ISSUES), .WRITES(WRITES),
        .COLLECTORS(COLLECTORS), .SLOTS(SLOTS), .WRITE_FIRST(WRITE_FIRST),
`ifdef WF_WITH_COMPRESS_ON
        .SIDE_LATENCY(SIDE_LATENCY), .SIDE_PORTS(SIDE_PORTS), .ENC_LATENCY(ENC_LATENCY), .DEC_LATENCY(DEC_LATENCY),
`endif
        .USER(USER)
    ) core (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .issue_valid_i(issue_valid), .issue_ready_o(issue_ready), .issue_i(issue),
        .write_valid_i(write_valid), .write_ready_o(write_ready), .write_i(write),
        .release_valid_i(release_valid_i), .release_ready_o(release_ready_o), .release_warp_i(release_warp_i),
        .operands_valid_o(operands_valid), .operands_ready_i(operands_ready), .operands_o(operands),
`ifdef WF_WITH_COUNTS_ON
        .state_valid_o(state_valid_o), .state_array_reads_o(state_array_reads_o), .state_array_writes_o(state_array_writes_o),
`ifdef WF_WITH_COMPRESS_ON
        .state_side_reads_o(state_side_reads_o), .state_side_writes_o(state_side_writes_o), .state_encodes_o(state_encodes_o),
        .state_decodes_o(state_decodes_o), .state_fills_o(state_fills_o),
`endif
`endif
        .stored_valid_o(stored_valid), .stored_o(stored_user)
    );
endmodule
`default_nettype wire
