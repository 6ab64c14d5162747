// SPDX-License-Identifier: Apache-2.0
// The counts of the state, from reset on, modulo 2^32: arrays that are read, arrays of which a byte is written, side arrays that are read and written, writes
// that go into an encoder, compressed registers that come to a decoder, writes that fill.
//
//   a raw register of 8 arrays is read in cycle 0  ->  from cycle 4 on array_reads is 8 more
//
// More: docs/gsrf.md, "Counts"
`default_nettype none
module `WF_GSRF_COUNTS #(
    parameter LANES  = `WF_LANES,         // lanes of the warp
    parameter BANKS  = `WF_BANKS,         // banks
`ifdef WF_WITH_COMPRESS_ON
    parameter WRITES = `WF_WRITES,        // write ports
`endif
    parameter UNIT   = `WF_LANES / `WF_GROUPS < 16 ? `WF_LANES / `WF_GROUPS : 16,  // bytes of an array
    parameter ARRAYS = 4 * LANES / UNIT   // arrays of a bank; not to be set
) (
    input  wire                     clk_i,         // clock, rising edge
    input  wire                     rst_ni,        // reset, low, asynchronous: all counts become 0
    input  wire [BANKS*ARRAYS-1:0]  read_i,        // bit c * ARRAYS + a: array a of bank c is read in this cycle
`ifdef WF_WITH_COMPRESS_ON
    input  wire [BANKS*4*LANES-1:0] write_i,       // bit c * 4 * LANES + b: byte b of bank c is written
    input  wire [BANKS-1:0]         side_read_i,   // bit c: the side array of bank c is read
    input  wire [BANKS-1:0]         side_write_i,  // bit c: it is written
    input  wire [WRITES-1:0]        encodes_i,     // bit p: the encoder of port p takes a write
    input  wire [BANKS-1:0]         decodes_i,     // bit c: a compressed register of bank c comes to a decoder
    input  wire [BANKS-1:0]         fills_i,       // bit c: a write of bank c fills what a code left out
    output wire [7*32-1:0]          counts_o       // from bit 0: array_reads | array_writes | side_reads | side_writes | encodes | decodes | fills
`else
    input  wire [BANKS*4*LANES-1:0] write_i,       // bit c * 4 * LANES + b: byte b of bank c is written
    output wire [2*32-1:0]          counts_o       // from bit 0: array_reads | array_writes
`endif
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (BANKS < 1 || BANKS > 16) begin : gen_bad_banks wf_illegal_BANKS bad (); end
`ifdef WF_WITH_COMPRESS_ON
        if (WRITES < 1 || WRITES > 4) begin : gen_bad_writes wf_illegal_WRITES bad (); end
`endif
        if (UNIT < 1 || LANES % UNIT != 0) begin : gen_bad_unit wf_illegal_UNIT bad (); end
        if (ARRAYS != 4 * LANES / UNIT) begin : gen_bad_arrays wf_illegal_ARRAYS bad (); end
    endgenerate

    wire [BANKS*ARRAYS-1:0] written;
    genvar a;
    generate
        for (a = 0; a < BANKS * ARRAYS; a = a + 1) begin : gen_array
            assign written[a] = |write_i[a*UNIT +: UNIT];
        end
    endgenerate

    `WF_COUNT #(.WIDTH(BANKS * ARRAYS), .STAGES(2)) array_reads (.clk_i(clk_i), .rst_ni(rst_ni), .bits_i(read_i), .count_o(counts_o[0 +: 32]));
    `WF_COUNT #(.WIDTH(BANKS * ARRAYS), .STAGES(2)) array_writes (.clk_i(clk_i), .rst_ni(rst_ni), .bits_i(written), .count_o(counts_o[32 +: 32]));
`ifdef WF_WITH_COMPRESS_ON
    `WF_COUNT #(.WIDTH(BANKS), .STAGES(2)) side_reads (.clk_i(clk_i), .rst_ni(rst_ni), .bits_i(side_read_i), .count_o(counts_o[64 +: 32]));
    `WF_COUNT #(.WIDTH(BANKS), .STAGES(2)) side_writes (.clk_i(clk_i), .rst_ni(rst_ni), .bits_i(side_write_i), .count_o(counts_o[96 +: 32]));
    `WF_COUNT #(.WIDTH(WRITES), .STAGES(2)) encodes (.clk_i(clk_i), .rst_ni(rst_ni), .bits_i(encodes_i), .count_o(counts_o[128 +: 32]));
    `WF_COUNT #(.WIDTH(BANKS), .STAGES(2)) decodes (.clk_i(clk_i), .rst_ni(rst_ni), .bits_i(decodes_i), .count_o(counts_o[160 +: 32]));
    `WF_COUNT #(.WIDTH(BANKS), .STAGES(2)) fills (.clk_i(clk_i), .rst_ni(rst_ni), .bits_i(fills_i), .count_o(counts_o[192 +: 32]));
`endif
endmodule
`default_nettype wire
