// SPDX-License-Identifier: Apache-2.0
// The banks of the register file: a memory each. With one port a bank reads or writes; its slice never asks for both in one cycle.
// More: docs/wcrf.md, "Storage"
`default_nettype none
module `WF_WCRF_MEMORIES #(
    parameter LANES    = `WF_LANES,          // lanes of the warp: a power of two, 4 to 128
    parameter CLUSTERS = `WF_CLUSTERS,       // clusters
    parameter ROWS     = `WF_ROWS,           // rows of a bank: 2 to 1024
    parameter BANK     = `WF_BANK,           // bits of a bank: 32, 64 or 128
    parameter PORTS    = `WF_PORTS,          // ports of a bank: 1 or 2
    parameter ROW      = $clog2(ROWS),       // bits of a row's number; not to be set
    parameter BANKS    = LANES * 32 / BANK   // banks of a cluster; not to be set
) (
    input  wire                           clk_i,        // clock, rising edge
    input  wire [CLUSTERS*BANKS-1:0]      on_i,         // bit c * BANKS + b: bank b of cluster c has power; 0: it may lose its words
    input  wire [CLUSTERS*BANKS-1:0]      read_i,       // bit c * BANKS + b: bank b of cluster c is read
    input  wire [CLUSTERS*ROW-1:0]        read_row_i,   // at this row, cluster 0 lowest
    output wire [CLUSTERS*BANKS*BANK-1:0] words_o,      // what each bank has read last, bank 0 of cluster 0 lowest
    input  wire [CLUSTERS*LANES-1:0]      write_i,      // bit c * LANES + i: word i of cluster c is written
    input  wire [CLUSTERS*ROW-1:0]        write_row_i,  // at this row, cluster 0 lowest
    input  wire [CLUSTERS*BANKS*BANK-1:0] data_i        // the words
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes
            wf_illegal_LANES bad ();
        end
        if (CLUSTERS < 1) begin : gen_bad_clusters wf_illegal_CLUSTERS bad (); end
        if (ROWS < 2 || ROWS > 1024) begin : gen_bad_rows wf_illegal_ROWS bad (); end
        if (BANK != 32 && BANK != 64 && BANK != 128) begin : gen_bad_bank wf_illegal_BANK bad (); end
        if (PORTS < 1 || PORTS > 2) begin : gen_bad_ports wf_illegal_PORTS bad (); end
        if (ROW != $clog2(ROWS)) begin : gen_bad_row wf_illegal_ROW bad (); end
        if (BANKS != LANES * 32 / BANK) begin : gen_bad_banks wf_illegal_BANKS bad (); end
    endgenerate

    localparam EACH = BANK / 32;    // write enables of a bank
    genvar c, b;
    generate
        for (c = 0; c < CLUSTERS; c = c + 1) begin : gen_cluster
            wire           writes    = |write_i[c*LANES +: LANES];
            wire [ROW-1:0] write_row = write_row_i[c*ROW +: ROW];
            wire [ROW-1:0] read_row  = PORTS == 1 && writes ? write_row : read_row_i[c*ROW +: ROW];
            for (b = 0; b < BANKS; b = b + 1) begin : gen_bank
                localparam NUMBER = c * BANKS + b;
                `WF_RAM #(.WORDS(ROWS), .BITS(BANK), .PART(32), .PORTS(PORTS)) ram (
                    .clk_i(clk_i), .on_i(on_i[NUMBER]),
                    .read_i(read_i[NUMBER]), .read_addr_i(read_row), .read_data_o(words_o[NUMBER*BANK +: BANK]),
                    .write_i(write_i[NUMBER*EACH +: EACH]), .write_addr_i(PORTS == 1 ? read_row : write_row),
                    .write_data_i(data_i[NUMBER*BANK +: BANK])
                );
            end
        end
    endgenerate
endmodule
`default_nettype wire
