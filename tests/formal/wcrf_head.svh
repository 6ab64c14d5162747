// SPDX-License-Identifier: Apache-2.0
//
// The head of the properties of the whole: its inputs, which are free, the sizes, and a reset in the first cycle.
module formal (
    input wire                     clk_i,
    input wire [ISSUES-1:0]        issue_valid_i,
    input wire [ISSUES*ISSUE-1:0]  issue_i,
    input wire [WRITES-1:0]        write_valid_i,
    input wire [WRITES*WRITE-1:0]  write_i,
    input wire                     release_valid_i,
    input wire [WARP-1:0]          release_warp_i,
    input wire [ISSUES-1:0]        operands_ready_i
);
    localparam LANES = `LANES, WARPS = `WARPS, REGISTERS = `REGISTERS, CLUSTERS = `CLUSTERS, ISSUES = `ISSUES, WRITES = `WRITES;
    localparam ROWS  = `ROWS, SLOTS = `SLOTS, USER = `USER, BLOCK = 32 * LANES, BANKS = BLOCK / `BANK, ROW = $clog2(ROWS);
    localparam WARP  = WARPS > 1 ? $clog2(WARPS) : 1, REGISTER = REGISTERS > 1 ? $clog2(REGISTERS) : 1, NUMBER = WARP + REGISTER;
    localparam ISSUE = WARP + 4 * REGISTER + 4 + LANES + USER, WRITE = NUMBER + LANES + BLOCK + USER, OPERANDS = 3 * BLOCK + LANES + USER;
    localparam EACH  = (REGISTERS + CLUSTERS - 1) / CLUSTERS;      // rows of a warp in a cluster

    reg run_q = 1'b0;   // reset in the first cycle
    always @(posedge clk_i) run_q <= 1'b1;
