// SPDX-License-Identifier: Apache-2.0
// Where a register of a register file is: its cluster, which is several banks, or a bank of several arrays, and its row.
//
//   cluster = (register + warp) mod CLUSTERS        row = warp * ceil(REGISTERS / CLUSTERS) + register / CLUSTERS
//
//   4 clusters, 32 registers: register 9 of warp 2  ->  cluster 3, row 18
//
// More: docs/cells.md
`default_nettype none
module `WF_PLACE #(
    parameter WARPS     = 32,                              // warps: 1 to 64
    parameter REGISTERS = 32,                          // registers of a warp: 1 to 256
    parameter CLUSTERS  = 4,                           // clusters: 1, 2, 4, 8 or 16
    parameter ROWS      = 256,                               // rows of a bank: 2 to 1024
    parameter WARP      = WARPS > 1 ? $clog2(WARPS) : 1,          // bits of a warp's number; not to be set
    parameter REGISTER  = REGISTERS > 1 ? $clog2(REGISTERS) : 1,  // bits of a register's number; not to be set
    parameter CLUSTER   = CLUSTERS > 1 ? $clog2(CLUSTERS) : 1,    // bits of a cluster's number; not to be set
    parameter ROW       = $clog2(ROWS)                            // bits of a row's number; not to be set
) (
    input  wire [WARP-1:0]        warp_i,      // number of the warp
    input  wire [REGISTER-1:0]    register_i,  // number of the register
    output wire [ROW+CLUSTER-1:0] place_o      // from bit 0: cluster | row
);
    localparam        SHIFT = $clog2(CLUSTERS);
    localparam [31:0] EACH  = (REGISTERS + CLUSTERS - 1) / CLUSTERS;   // registers of a warp in a cluster
    generate
        if (WARPS < 1 || WARPS > 64) begin : gen_bad_warps wf_illegal_WARPS bad (); end
        if (REGISTERS < 1 || REGISTERS > 256) begin : gen_bad_registers wf_illegal_REGISTERS bad (); end
        if (CLUSTERS != 1 && CLUSTERS != 2 && CLUSTERS != 4 && CLUSTERS != 8 && CLUSTERS != 16) begin : gen_bad_clusters
            wf_illegal_CLUSTERS bad ();
        end
        if (ROWS < 2 || ROWS > 1024 ||
                WARPS * ((REGISTERS + CLUSTERS - 1) / CLUSTERS) > ROWS) begin : gen_bad_rows wf_illegal_ROWS bad (); end
        if (WARP != (WARPS > 1 ? $clog2(WARPS) : 1)) begin : gen_bad_warp wf_illegal_WARP bad (); end
        if (REGISTER != (REGISTERS > 1 ? $clog2(REGISTERS) : 1)) begin : gen_bad_register
            wf_illegal_REGISTER bad ();
        end
        if (CLUSTER != (CLUSTERS > 1 ? $clog2(CLUSTERS) : 1)) begin : gen_bad_cluster wf_illegal_CLUSTER bad (); end
        if (ROW != $clog2(ROWS)) begin : gen_bad_row wf_illegal_ROW bad (); end
    endgenerate

    wire [31:0] warp     = {{32-WARP{1'b0}}, warp_i};
    wire [31:0] register = {{32-REGISTER{1'b0}}, register_i};
    wire [31:0] cluster  = (warp + register) & (CLUSTERS - 1);
    wire [31:0] row      = warp * EACH + (register >> SHIFT);
    wire        unused   = &{1'b0, cluster, row};
    assign place_o = {row[ROW-1:0], cluster[CLUSTER-1:0]};
endmodule
`default_nettype wire
