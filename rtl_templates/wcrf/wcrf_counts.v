// SPDX-License-Identifier: Apache-2.0
// The counts of the state, from reset on, modulo 2^32: banks that are read, banks of which a word is written, blocks that go into an
// encoder, compressed codes that go to a decoder, moves that start, banks that begin to wake up, sources that are read from a slot.
//
//   a raw register of 8 banks is read in cycle 0  ->  from cycle 3 on bank_reads is 8 more
//
// More: docs/wcrf.md, "Counts"
`default_nettype none
module `WF_WCRF_COUNTS #(
    parameter LANES       = `WF_LANES,         // lanes of the warp
    parameter BANK        = `WF_BANK,          // bits of a bank
    parameter CLUSTERS    = `WF_CLUSTERS,      // clusters
    parameter COMPRESSORS = `WF_COMPRESSORS,   // encoders
`ifdef WF_WITH_MERGE
    parameter WRITES      = `WF_WRITES,        // write ports
`endif
    parameter BANKS       = LANES * 32 / BANK  // banks of a cluster; not to be set
) (
    input  wire                      clk_i,      // clock, rising edge
    input  wire                      rst_ni,     // reset, low, asynchronous: all counts become 0
    input  wire [CLUSTERS*BANKS-1:0] read_i,     // bit c * BANKS + b: bank b of cluster c is read in this cycle
    input  wire [CLUSTERS*LANES-1:0] write_i,    // bit c * LANES + i: word i of cluster c is written
    input  wire [COMPRESSORS-1:0]    encodes_i,  // bit k: encoder k takes a block
    input  wire [CLUSTERS-1:0]       decodes_i,  // bit c: a compressed code leaves the stage "data" of cluster c
    input  wire                      move_i,     // 1: a move starts
    input  wire [CLUSTERS*BANKS-1:0] begins_i,   // bit c * BANKS + b: bank b of cluster c begins to wake up
    input  wire [CLUSTERS-1:0]       forwards_i, // bit c: cluster c reads a slot
`ifdef WF_WITH_MERGE
    input  wire [WRITES-1:0]         evicts_i,   // bit p: a result of port p is written before its last packet
    output wire [8*32-1:0]           counts_o    // from bit 0: bank_reads | bank_writes | encodes | decodes | moves | wakes | forwards | evictions
`else
    output wire [7*32-1:0]           counts_o    // from bit 0: bank_reads | bank_writes | encodes | decodes | moves | wakes | forwards
`endif
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes
            wf_illegal_LANES bad ();
        end
        if (BANK != 32 && BANK != 64 && BANK != 128) begin : gen_bad_bank wf_illegal_BANK bad (); end
        if (CLUSTERS < 1 || CLUSTERS > 8) begin : gen_bad_clusters wf_illegal_CLUSTERS bad (); end
        if (COMPRESSORS < 1 || COMPRESSORS > 32) begin : gen_bad_compressors wf_illegal_COMPRESSORS bad (); end
`ifdef WF_WITH_MERGE
        if (WRITES < 1 || WRITES > 4) begin : gen_bad_writes wf_illegal_WRITES bad (); end
`endif
        if (BANKS != LANES * 32 / BANK) begin : gen_bad_banks wf_illegal_BANKS bad (); end
    endgenerate

    wire [CLUSTERS*BANKS-1:0] written;
    genvar b;
    generate
        for (b = 0; b < CLUSTERS * BANKS; b = b + 1) begin : gen_bank
            assign written[b] = |write_i[b*(BANK/32) +: BANK/32];
        end
    endgenerate

    `WF_COUNT #(.WIDTH(CLUSTERS * BANKS)) bank_reads (
        .clk_i(clk_i), .rst_ni(rst_ni), .bits_i(read_i), .count_o(counts_o[0 +: 32])
    );
    `WF_COUNT #(.WIDTH(CLUSTERS * BANKS)) bank_writes (
        .clk_i(clk_i), .rst_ni(rst_ni), .bits_i(written), .count_o(counts_o[32 +: 32])
    );
    `WF_COUNT #(.WIDTH(COMPRESSORS)) encodes (
        .clk_i(clk_i), .rst_ni(rst_ni), .bits_i(encodes_i), .count_o(counts_o[64 +: 32])
    );
    `WF_COUNT #(.WIDTH(CLUSTERS)) decodes (
        .clk_i(clk_i), .rst_ni(rst_ni), .bits_i(decodes_i), .count_o(counts_o[96 +: 32])
    );
    `WF_COUNT #(.WIDTH(1)) moves (
        .clk_i(clk_i), .rst_ni(rst_ni), .bits_i(move_i), .count_o(counts_o[128 +: 32])
    );
    `WF_COUNT #(.WIDTH(CLUSTERS * BANKS)) wakes (
        .clk_i(clk_i), .rst_ni(rst_ni), .bits_i(begins_i), .count_o(counts_o[160 +: 32])
    );
    `WF_COUNT #(.WIDTH(CLUSTERS)) forwards (
        .clk_i(clk_i), .rst_ni(rst_ni), .bits_i(forwards_i), .count_o(counts_o[192 +: 32])
    );
`ifdef WF_WITH_MERGE
    `WF_COUNT #(.WIDTH(WRITES)) evictions (
        .clk_i(clk_i), .rst_ni(rst_ni), .bits_i(evicts_i), .count_o(counts_o[224 +: 32])
    );
`endif
endmodule
`default_nettype wire
