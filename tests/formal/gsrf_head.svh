// SPDX-License-Identifier: Apache-2.0
//
// The head of the properties of the whole of gsrf: its inputs, which are free, the sizes, a reset in the first cycle, and all but the memories.
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
    localparam LANES = `LANES, WARPS = `WARPS, REGISTERS = `REGISTERS, CLUSTERS = `BANKS, ISSUES = `ISSUES, WRITES = `WRITES, GROUPS = `GROUPS;
    localparam ROWS  = `ROWS, SLOTS = `SLOTS, USER = `USER, BLOCK = 32 * LANES, WIDTH = LANES / GROUPS, ROW = $clog2(ROWS);
    localparam UNIT  = WIDTH < 16 ? WIDTH : 16, ARRAYS = 4 * LANES / UNIT, BASE = WIDTH > 32 ? WIDTH : 32;
    localparam WARP  = WARPS > 1 ? $clog2(WARPS) : 1, REGISTER = REGISTERS > 1 ? $clog2(REGISTERS) : 1, NUMBER = WARP + REGISTER;
    localparam FIRST_BASE = 4 * GROUPS + (GROUPS > 1 ? 2 : 1);      // the lowest bit of the bases in a tag
    localparam PACKETS = 0;
`ifdef COMPRESS_ON
    localparam TAG   = FIRST_BASE + GROUPS * BASE, WRITE = NUMBER + LANES + BLOCK + 1 + GROUPS + TAG + USER, SIDE = `SIDE_LATENCY;
    localparam OPERANDS = 3 * (BLOCK + TAG) + LANES + USER;
`else
    localparam WRITE = NUMBER + LANES + BLOCK + USER, OPERANDS = 3 * BLOCK + LANES + USER, SIDE = 0;
`endif
    localparam ISSUE = WARP + 4 * REGISTER + 4 + LANES + USER;
    localparam EACH  = (REGISTERS + CLUSTERS - 1) / CLUSTERS;      // rows of a warp in a bank

    reg run_q = 1'b0;   // reset in the first cycle
    always @(posedge clk_i) run_q <= 1'b1;

    // The whole but the memories. What they give is each file's, and what comes at the write ports: it is made of write_i, with the fields that
    // follow from others put in place, so that no field has to be held to its value by an assumption
    wire [WRITES*WRITE-1:0]     writes;
    wire [ISSUES-1:0]           issue_ready, operands_valid;
    wire [WRITES-1:0]           write_ready;
    wire                        release_ready;
    wire [ISSUES*OPERANDS-1:0]  operands;
    wire [CLUSTERS-1:0]         stored_valid;
    wire [CLUSTERS*USER-1:0]    stored_user;
    wire [CLUSTERS*ARRAYS-1:0]  read;
    wire [CLUSTERS*ROW-1:0]     row;
    wire [CLUSTERS*4*LANES-1:0] write;
    wire [CLUSTERS*BLOCK-1:0]   words, data;
`ifdef COMPRESS_ON
    wire [CLUSTERS-1:0]         side_read, side_write;
    wire [CLUSTERS*ROW-1:0]     side_read_row, side_write_row;
    wire [CLUSTERS*TAG-1:0]     side_words, side_data;
`endif
    wire [ISSUES-1:0]           operands_taken = operands_ready_i;
    unit_gsrf_slice slice (
        .clk_i(clk_i), .rst_ni(run_q),
        .issue_valid_i(issue_valid_i), .issue_ready_o(issue_ready), .issue_i(issue_i),
        .write_valid_i(write_valid_i), .write_ready_o(write_ready), .write_i(writes),
        .release_valid_i(release_valid_i), .release_ready_o(release_ready), .release_warp_i(release_warp_i),
        .operands_valid_o(operands_valid), .operands_ready_i(operands_ready_i), .operands_o(operands),
        .stored_valid_o(stored_valid), .stored_user_o(stored_user),
`ifdef COMPRESS_ON
        .side_read_o(side_read), .side_read_row_o(side_read_row), .side_words_i(side_words),
        .side_write_o(side_write), .side_write_row_o(side_write_row), .side_data_o(side_data),
`endif
        .read_o(read), .row_o(row), .words_i(words), .write_o(write), .data_o(data)
    );
