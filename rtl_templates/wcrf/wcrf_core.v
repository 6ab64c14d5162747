// SPDX-License-Identifier: Apache-2.0
// The compressed register file, its numbered ports side by side: the memories of the banks, and the slice, which is all the rest.
// Number 0 of a vector is lowest, and so is the first field of each: a cast of a struct of the design's package, or of an array of them, is
// the vector.
// More: docs/wcrf.md
`default_nettype none
module `WF_WCRF_CORE #(
`WF_INCLUDE wcrf_head.vh
    output wire [CLUSTERS*USER-1:0]   stored_o,           // its user, cluster 0 lowest
    output wire                       state_valid_o,      // always 1
`ifdef WF_WITH_COUNTS_ON
    output wire [31:0]                state_bank_reads_o, // banks that were read, from reset on, modulo 2^32
    output wire [31:0]                state_bank_writes_o, // banks that were written
    output wire [31:0]                state_encodes_o,    // blocks that went into an encoder
    output wire [31:0]                state_decodes_o,    // compressed codes that went to a decoder
    output wire [31:0]                state_moves_o,      // moves that started
    output wire [31:0]                state_wakes_o,      // banks that began to wake up
    output wire [31:0]                state_forwards_o,   // sources that were read from a slot
`ifdef WF_WITH_MERGE
    output wire [31:0]                state_evictions_o,  // results that were written before their last packet
`endif
`endif
    output wire [CLUSTERS*BANKS-1:0]  state_on_o,         // bit c * BANKS + b: bank b of cluster c is on
    output wire [CLUSTERS*BANKS-1:0]  state_waking_o      // bit c * BANKS + b: it is waking
);
    assign state_valid_o = 1'b1;

    wire [CLUSTERS*BANKS-1:0] read, power;
    wire [CLUSTERS*ROW-1:0]   read_row, write_row;
    wire [CLUSTERS*LANES-1:0] write_words;
    wire [CLUSTERS*BLOCK-1:0] words, data;
    `WF_WCRF_SLICE #(
        .LANES(LANES), .WARPS(WARPS), .REGISTERS(REGISTERS), .CLUSTERS(CLUSTERS), .ROWS(ROWS), .BANK(BANK), .PORTS(PORTS),
        .ISSUES(ISSUES), .WRITES(WRITES), .COLLECTORS(COLLECTORS), .SLOTS(SLOTS), .COMPRESSORS(COMPRESSORS),
`ifdef WF_WITH_COMPRESS_ON
        .DECOMPRESSORS(DECOMPRESSORS), .ENC_LATENCY(ENC_LATENCY), .DEC_LATENCY(DEC_LATENCY),
`endif
`ifdef WF_WITH_GATE_ON
        .WAKE(WAKE),
`endif
`ifdef WF_WITH_MERGE
        .MERGE(MERGE), .PACKET(PACKET),
`endif
        .USER(USER), .BLOCK(BLOCK), .WARP(WARP), .REGISTER(REGISTER), .CLUSTER(CLUSTER), .ROW(ROW), .BANKS(BANKS),
        .ISSUE(ISSUE), .WRITE(WRITE), .OPERANDS(OPERANDS)
    ) slice (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .issue_valid_i(issue_valid_i), .issue_ready_o(issue_ready_o), .issue_i(issue_i),
        .write_valid_i(write_valid_i), .write_ready_o(write_ready_o), .write_i(write_i),
        .release_valid_i(release_valid_i), .release_ready_o(release_ready_o), .release_warp_i(release_warp_i),
`ifdef WF_WITH_COLLECT_COLLECTORS
        .operands_valid_o(operands_valid_o), .operands_ready_i(operands_ready_i), .operands_o(operands_o),
`else
        .operands_valid_o(operands_valid_o), .operands_o(operands_o),
`endif
        .stored_valid_o(stored_valid_o), .stored_user_o(stored_o), .state_on_o(state_on_o), .state_waking_o(state_waking_o),
`ifdef WF_WITH_COUNTS_ON
`ifdef WF_WITH_MERGE
        .state_counts_o({state_evictions_o, state_forwards_o, state_wakes_o, state_moves_o, state_decodes_o, state_encodes_o, state_bank_writes_o,
`else
        .state_counts_o({state_forwards_o, state_wakes_o, state_moves_o, state_decodes_o, state_encodes_o, state_bank_writes_o,
`endif
                         state_bank_reads_o}),
`endif
        .power_o(power), .read_o(read), .read_row_o(read_row), .words_i(words),
        .write_o(write_words), .write_row_o(write_row), .write_data_o(data)
    );
    `WF_WCRF_MEMORIES #(.LANES(LANES), .CLUSTERS(CLUSTERS), .ROWS(ROWS), .BANK(BANK), .PORTS(PORTS)) memories (
        .clk_i(clk_i), .on_i(power), .read_i(read), .read_row_i(read_row), .words_o(words),
        .write_i(write_words), .write_row_i(write_row), .data_i(data)
    );
endmodule
`default_nettype wire
