// SPDX-License-Identifier: Apache-2.0
// The release of a warp: its registers become invalid, a row of all clusters in each cycle.
//
//   4 clusters, 8 registers, so 2 rows a warp: warp 3 is accepted in cycle 0  ->  row 6 in cycle 1, row 7 in cycle 2; ready_o 1 in cycle 3
//
// More: docs/cells.md
`default_nettype none
module `WF_RELEASE #(
    parameter WARPS     = 32,                      // warps: 1 to 64
    parameter REGISTERS = 32,                  // registers of a warp: 1 to 256
    parameter CLUSTERS  = 4,                   // clusters
    parameter ROWS      = 256,                       // rows of a bank
    parameter WARP      = WARPS > 1 ? $clog2(WARPS) : 1,  // bits of a warp's number; not to be set
    parameter ROW       = $clog2(ROWS)                    // bits of a row's number; not to be set
) (
    input  wire            clk_i,    // clock, rising edge
    input  wire            rst_ni,   // reset, low, asynchronous
    input  wire            valid_i,  // 1: a release
    output wire            ready_o,  // 1: none is under way
    input  wire [WARP-1:0] warp_i,   // the warp
    output wire            clear_o,  // 1: a row is made invalid in this cycle
    output wire [ROW-1:0]  row_o     // that row
);
    generate
        if (WARPS < 1 || WARPS > 64) begin : gen_bad_warps wf_illegal_WARPS bad (); end
        if (REGISTERS < 1 || REGISTERS > 256) begin : gen_bad_registers wf_illegal_REGISTERS bad (); end
        if (CLUSTERS < 1) begin : gen_bad_clusters wf_illegal_CLUSTERS bad (); end
        if (ROWS < 2 || ROWS > 1024 ||
                WARPS * ((REGISTERS + CLUSTERS - 1) / CLUSTERS) > ROWS) begin : gen_bad_rows wf_illegal_ROWS bad (); end
        if (WARP != (WARPS > 1 ? $clog2(WARPS) : 1)) begin : gen_bad_warp wf_illegal_WARP bad (); end
        if (ROW != $clog2(ROWS)) begin : gen_bad_row wf_illegal_ROW bad (); end
    endgenerate
    localparam [31:0] EACH  = (REGISTERS + CLUSTERS - 1) / CLUSTERS;   // rows of a warp
    localparam [31:0] LAST  = EACH - 1;
    localparam        COUNT = EACH > 1 ? $clog2(EACH) : 1;

    wire [31:0] first  = {{32-WARP{1'b0}}, warp_i} * EACH;
    wire        unused = &{1'b0, first};
    reg             busy_q;
    reg [ROW-1:0]   row_q;
    reg [COUNT-1:0] left_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni)      busy_q <= 1'b0;
        else if (!busy_q) busy_q <= valid_i;
        else              busy_q <= left_q != {COUNT{1'b0}};
    // The row is known in every cycle: the indicators shift by it
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni)      row_q <= {ROW{1'b0}};
        else if (busy_q)  row_q <= row_q + 1'b1;
        else if (valid_i) row_q <= first[ROW-1:0];
    always @(posedge clk_i)
        left_q <= busy_q ? left_q - 1'b1 : LAST[COUNT-1:0];
    assign ready_o = !busy_q;
    assign clear_o = busy_q;
    assign row_o   = row_q;
endmodule
`default_nettype wire
