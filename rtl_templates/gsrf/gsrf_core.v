// SPDX-License-Identifier: Apache-2.0
// The register file of G-Scalar, its numbered ports side by side: the arrays and side arrays, and the slice, which is all the rest.
// Number 0 of a vector is lowest, and so is the first field of each: a cast of a struct of the design's package, or of an array of them, is
// the vector.
// More: docs/gsrf.md
`default_nettype none
module `WF_GSRF_CORE #(
`WF_INCLUDE gsrf_head.vh
`ifdef WF_WITH_COUNTS_ON
    output wire                       state_valid_o,        // always 1
    output wire [31:0]                state_array_reads_o,  // arrays that were read, from reset on, modulo 2^32
    output wire [31:0]                state_array_writes_o, // arrays of which any byte was written
`ifdef WF_WITH_COMPRESS_ON
    output wire [31:0]                state_side_reads_o,   // side arrays that were read
    output wire [31:0]                state_side_writes_o,  // side arrays that were written
    output wire [31:0]                state_encodes_o,      // writes that an encoder took
    output wire [31:0]                state_decodes_o,      // compressed registers that came to a decoder
    output wire [31:0]                state_fills_o,        // partial writes that filled what a code left out
`endif
`endif
    output wire [BANKS*USER-1:0]      stored_o              // its user, bank 0 lowest
);
`ifdef WF_WITH_COUNTS_ON
    assign state_valid_o = 1'b1;
`endif

    wire [BANKS*ARRAYS-1:0]  read;
    wire [BANKS*ROW-1:0]     row;
    wire [BANKS*4*LANES-1:0] write;
    wire [BANKS*BLOCK-1:0]   words, data;
`ifdef WF_WITH_COMPRESS_ON
    wire [BANKS-1:0]         side_read, side_write;
    wire [BANKS*ROW-1:0]     side_read_row, side_write_row;
    wire [BANKS*TAG-1:0]     side_words, side_data;
`endif
    `WF_GSRF_SLICE #(
        .LANES(LANES), .WARPS(WARPS), .REGISTERS(REGISTERS), .BANKS(BANKS), .ROWS(ROWS), .GROUPS(GROUPS), .ISSUES(ISSUES), .WRITES(WRITES),
        .COLLECTORS(COLLECTORS), .SLOTS(SLOTS), .WRITE_FIRST(WRITE_FIRST),
`ifdef WF_WITH_COMPRESS_ON
        .SIDE_LATENCY(SIDE_LATENCY), .SIDE_PORTS(SIDE_PORTS), .ENC_LATENCY(ENC_LATENCY), .DEC_LATENCY(DEC_LATENCY), .BVR(BVR), .TAG(TAG),
`endif
        .USER(USER), .BLOCK(BLOCK), .UNIT(UNIT), .ARRAYS(ARRAYS), .WARP(WARP), .REGISTER(REGISTER), .BANK(BANK), .ROW(ROW), .ISSUE(ISSUE),
        .WRITE(WRITE), .OPERANDS(OPERANDS)
    ) slice (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .issue_valid_i(issue_valid_i), .issue_ready_o(issue_ready_o), .issue_i(issue_i),
        .write_valid_i(write_valid_i), .write_ready_o(write_ready_o), .write_i(write_i),
        .release_valid_i(release_valid_i), .release_ready_o(release_ready_o), .release_warp_i(release_warp_i),
        .operands_valid_o(operands_valid_o), .operands_ready_i(operands_ready_i), .operands_o(operands_o),
        .stored_valid_o(stored_valid_o), .stored_user_o(stored_o),
`ifdef WF_WITH_COUNTS_ON
`ifdef WF_WITH_COMPRESS_ON
        .state_counts_o({state_fills_o, state_decodes_o, state_encodes_o, state_side_writes_o, state_side_reads_o, state_array_writes_o,
                         state_array_reads_o}),
`else
        .state_counts_o({state_array_writes_o, state_array_reads_o}),
`endif
`endif
`ifdef WF_WITH_COMPRESS_ON
        .side_read_o(side_read), .side_read_row_o(side_read_row), .side_words_i(side_words),
        .side_write_o(side_write), .side_write_row_o(side_write_row), .side_data_o(side_data),
`endif
        .read_o(read), .row_o(row), .words_i(words), .write_o(write), .data_o(data)
    );
    `WF_GSRF_MEMORIES #(
`ifdef WF_WITH_COMPRESS_ON
        .SIDE_PORTS(SIDE_PORTS), .TAG(TAG),
`endif
        .LANES(LANES), .BANKS(BANKS), .ROWS(ROWS), .UNIT(UNIT)
    ) memories (
        .clk_i(clk_i),
`ifdef WF_WITH_COMPRESS_ON
        .side_read_i(side_read), .side_read_row_i(side_read_row), .side_words_o(side_words),
        .side_write_i(side_write), .side_write_row_i(side_write_row), .side_data_i(side_data),
`endif
        .read_i(read), .row_i(row), .words_o(words), .write_i(write), .data_i(data)
    );
endmodule
`default_nettype wire
