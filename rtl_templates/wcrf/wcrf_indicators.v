// SPDX-License-Identifier: Apache-2.0
// The indicators of a cluster: of each row whether the register there is valid, and its tag.
// In: rows to look up, a cycle ahead, since each lookup has its row in flip-flops of its own; the row that the store sets, and the row that a
// release makes invalid.
// Out: the indicators of the rows that were given in the cycle before, as they are at the start of this one, and the banks that a valid register has a
// code in.
//
//   set_i 1, set_row_i 5, set_tag_i 2 in cycle 0  ->  from cycle 1 on row 5 is valid with tag 2, and the banks of <4,1> are in use
//
// A row is not set and cleared in one cycle. More: docs/wcrf.md, "Storage"
`default_nettype none
module `WF_WCRF_INDICATORS #(
    parameter LANES = `WF_LANES,          // lanes of the warp: a power of two, 4 to 128
    parameter BANK  = `WF_BANK,           // bits of a bank: 32, 64 or 128
    parameter ROWS  = `WF_ROWS,           // rows of a bank
    parameter LOOKS = 1,                  // rows to look up
    parameter ROW   = $clog2(ROWS),       // bits of a row's number; not to be set
    parameter BANKS = LANES * 32 / BANK   // banks of the cluster; not to be set
) (
    input  wire                 clk_i,        // clock, rising edge
    input  wire                 rst_ni,       // reset, low, asynchronous
    input  wire [LOOKS-1:0]     load_i,       // bit k: lookup k has a new row; else it keeps the one it has
    input  wire [LOOKS*ROW-1:0] rows_i,       // the rows to look up from the next cycle on, number 0 lowest
    output wire [LOOKS-1:0]     known_o,      // bit k: the register in row k is valid
    output wire [LOOKS*2-1:0]   tag_o,        // its tag; any bits if it is not valid
`ifdef WF_WITH_GATE_ON
    output wire [BANKS-1:0]     used_o,       // bit b: a valid register has a code in bank b
`endif
    input  wire                 set_i,        // 1: a row is set
    input  wire [ROW-1:0]       set_row_i,    // that row
    input  wire [1:0]           set_tag_i,    // its tag
    input  wire                 clear_i,      // 1: a row is made invalid
    input  wire [ROW-1:0]       clear_row_i   // that row
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes
            wf_illegal_LANES bad ();
        end
        if (BANK != 32 && BANK != 64 && BANK != 128) begin : gen_bad_bank wf_illegal_BANK bad (); end
        if (ROWS < 2 || ROWS > 1024) begin : gen_bad_rows wf_illegal_ROWS bad (); end
        if (LOOKS < 1) begin : gen_bad_looks wf_illegal_LOOKS bad (); end
        if (ROW != $clog2(ROWS)) begin : gen_bad_row wf_illegal_ROW bad (); end
        if (BANKS != LANES * 32 / BANK) begin : gen_bad_banks wf_illegal_BANKS bad (); end
    endgenerate

    // ---- State: bit r is row r ----

    reg  [ROWS-1:0] valid_q, low_q, high_q;     // low, high: bits 0 and 1 of the tag
    wire [ROWS-1:0] set   = {{ROWS-1{1'b0}}, set_i} << set_row_i;
    wire [ROWS-1:0] clear = {{ROWS-1{1'b0}}, clear_i} << clear_row_i;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            valid_q <= {ROWS{1'b0}};
            low_q   <= {ROWS{1'b0}};
            high_q  <= {ROWS{1'b0}};
        end else begin
            valid_q <= (valid_q | set) & ~clear;
            low_q   <= (low_q & ~set) | (set & {ROWS{set_tag_i[0]}});
            high_q  <= (high_q & ~set) | (set & {ROWS{set_tag_i[1]}});
        end

    // ---- Look up ----

    genvar k;
    generate
        for (k = 0; k < LOOKS; k = k + 1) begin : gen_look
            reg [ROW-1:0] row_q;
            always @(posedge clk_i)
                if (load_i[k]) row_q <= rows_i[k*ROW +: ROW];
            assign known_o[k]       = valid_q[row_q];
            assign tag_o[2*k +: 2]  = {high_q[row_q], low_q[row_q]};
        end
    endgenerate

`ifdef WF_WITH_GATE_ON
    // ---- Banks in use: those of any tag that a valid register has ----

    wire [3:0]         some = {|(valid_q & high_q & low_q), |(valid_q & high_q & ~low_q), |(valid_q & ~high_q & low_q),
                               |(valid_q & ~high_q & ~low_q)};
    wire [4*BANKS-1:0] of_tag;
    wire [BANKS-1:0]   unused_all;
    genvar t;
    generate
        for (t = 0; t < 4; t = t + 1) begin : gen_tag
            localparam [1:0] TAG = t;
            wire [BANKS-1:0] units;
            `WF_WCRF_UNITS #(.LANES(LANES), .BANK(BANK)) banks (.tag_i(TAG), .units_o(units));
            assign of_tag[t*BANKS +: BANKS] = units & {BANKS{some[t]}};
        end
    endgenerate
    `WF_FOLD #(.WIDTH(BANKS), .COUNT(4)) fold (.data_i(of_tag), .all_o(unused_all), .any_o(used_o));
`endif
endmodule
`default_nettype wire
