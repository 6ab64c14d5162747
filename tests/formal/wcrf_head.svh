// SPDX-License-Identifier: Apache-2.0
//
// The head of the properties of the whole: its inputs, which are free, the sizes, a reset in the first cycle, and all but the memories.
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
    localparam PACKETS = `MERGE != 0;       // 1: what comes at a write port has `last`, in front of its user
    localparam ISSUE = WARP + 4 * REGISTER + 4 + LANES + USER, WRITE = NUMBER + LANES + BLOCK + PACKETS + USER, OPERANDS = 3 * BLOCK + LANES + USER;
    localparam EACH  = (REGISTERS + CLUSTERS - 1) / CLUSTERS;      // rows of a warp in a cluster

    reg run_q = 1'b0;   // reset in the first cycle
    always @(posedge clk_i) run_q <= 1'b1;

    // The whole but the memories. What their banks show is each file's, and what comes at the write ports: it is made of write_i, with the fields that
    // follow from others put in place, so that no field has to be held to its value by an assumption
    wire [WRITES*WRITE-1:0]    writes;
    wire [ISSUES-1:0]          issue_ready, operands_valid;
    wire [WRITES-1:0]          write_ready;
    wire                       release_ready;
    wire [ISSUES*OPERANDS-1:0] operands;
    wire [CLUSTERS-1:0]        stored_valid;
    wire [CLUSTERS*USER-1:0]   stored_user;
    wire [CLUSTERS*BANKS-1:0]  on, waking, read;
    wire [CLUSTERS*ROW-1:0]    read_row, write_row;
    wire [CLUSTERS*BLOCK-1:0]  words, data;
    wire [CLUSTERS*LANES-1:0]  write;
`ifdef COLLECT_COLLECTORS
    wire [ISSUES-1:0]          operands_taken = operands_ready_i;
`else
    wire [ISSUES-1:0]          operands_taken = {ISSUES{1'b1}};
`endif
    unit_wcrf_slice slice (
        .clk_i(clk_i), .rst_ni(run_q),
        .issue_valid_i(issue_valid_i), .issue_ready_o(issue_ready), .issue_i(issue_i),
        .write_valid_i(write_valid_i), .write_ready_o(write_ready), .write_i(writes),
        .release_valid_i(release_valid_i), .release_ready_o(release_ready), .release_warp_i(release_warp_i),
`ifdef COLLECT_COLLECTORS
        .operands_ready_i(operands_ready_i),
`endif
        .operands_valid_o(operands_valid), .operands_o(operands),
        .stored_valid_o(stored_valid), .stored_user_o(stored_user), .state_on_o(on), .state_waking_o(waking),
        .read_o(read), .read_row_o(read_row), .words_i(words), .write_o(write), .write_row_o(write_row), .write_data_o(data)
    );
