// SPDX-License-Identifier: Apache-2.0
// The memories of the register file: in each bank an array for each unit of a register, with a write enable for each byte, and a side array for the
// codes. An array has one port; its slice never asks it to read and to write in one cycle.
// More: docs/gsrf.md, "Storage"
`default_nettype none
module `WF_GSRF_MEMORIES #(
`ifdef WF_WITH_COMPRESS_ON
    parameter SIDE_PORTS = `WF_SIDE_PORTS,       // ports of a side array: 1 or 2
    parameter TAG        = 37,                   // bits of a tag
`endif
    parameter LANES      = `WF_LANES,            // lanes of the warp: a power of two, 4 to 128
    parameter BANKS      = `WF_BANKS,            // banks
    parameter ROWS       = `WF_ROWS,             // rows of a bank: 2 to 1024
    parameter UNIT       = `WF_LANES / `WF_GROUPS < 16 ? `WF_LANES / `WF_GROUPS : 16,  // bytes of an array: divides LANES
    parameter ROW        = $clog2(ROWS),         // bits of a row's number; not to be set
    parameter ARRAYS     = 4 * LANES / UNIT      // arrays of a bank; not to be set
) (
    input  wire                      clk_i,             // clock, rising edge
`ifdef WF_WITH_COMPRESS_ON
    input  wire [BANKS-1:0]          side_read_i,       // bit c: the side array of bank c is read
    input  wire [BANKS*ROW-1:0]      side_read_row_i,   // at this row, bank 0 lowest
    output wire [BANKS*TAG-1:0]      side_words_o,      // what it has read last, bank 0 lowest
    input  wire [BANKS-1:0]          side_write_i,      // bit c: it is written
    input  wire [BANKS*ROW-1:0]      side_write_row_i,  // at this row, bank 0 lowest
    input  wire [BANKS*TAG-1:0]      side_data_i,       // the tag
`endif
    input  wire [BANKS*ARRAYS-1:0]   read_i,            // bit c * ARRAYS + a: array a of bank c is read
    input  wire [BANKS*ROW-1:0]      row_i,             // the row at which bank c is read or written, bank 0 lowest
    output wire [BANKS*LANES*32-1:0] words_o,           // what each array has read last, array 0 of bank 0 lowest
    input  wire [BANKS*LANES*4-1:0]  write_i,           // bit c * 4 * LANES + b: byte b of bank c is written
    input  wire [BANKS*LANES*32-1:0] data_i             // the bytes
);
    generate
`ifdef WF_WITH_COMPRESS_ON
        if (SIDE_PORTS < 1 || SIDE_PORTS > 2) begin : gen_bad_side_ports wf_illegal_SIDE_PORTS bad (); end
        if (TAG < 1) begin : gen_bad_tag wf_illegal_TAG bad (); end
`endif
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (BANKS < 1) begin : gen_bad_banks wf_illegal_BANKS bad (); end
        if (ROWS < 2 || ROWS > 1024) begin : gen_bad_rows wf_illegal_ROWS bad (); end
        if (UNIT < 1 || LANES % UNIT != 0) begin : gen_bad_unit wf_illegal_UNIT bad (); end
        if (ROW != $clog2(ROWS)) begin : gen_bad_row wf_illegal_ROW bad (); end
        if (ARRAYS != 4 * LANES / UNIT) begin : gen_bad_arrays wf_illegal_ARRAYS bad (); end
    endgenerate

    genvar c, a;
    generate
        for (c = 0; c < BANKS; c = c + 1) begin : gen_bank
            for (a = 0; a < ARRAYS; a = a + 1) begin : gen_array
                localparam NUMBER = c * ARRAYS + a;
                `WF_RAM #(.WORDS(ROWS), .BITS(8 * UNIT), .PART(8), .PORTS(1)) ram (
                    .clk_i(clk_i), .on_i(1'b1),
                    .read_i(read_i[NUMBER]), .read_addr_i(row_i[c*ROW +: ROW]), .read_data_o(words_o[NUMBER*8*UNIT +: 8*UNIT]),
                    .write_i(write_i[NUMBER*UNIT +: UNIT]), .write_addr_i(row_i[c*ROW +: ROW]),
                    .write_data_i(data_i[NUMBER*8*UNIT +: 8*UNIT])
                );
            end
`ifdef WF_WITH_COMPRESS_ON
            wire [ROW-1:0] write_row = side_write_row_i[c*ROW +: ROW];
            wire [ROW-1:0] read_row  = SIDE_PORTS == 1 && side_write_i[c] ? write_row : side_read_row_i[c*ROW +: ROW];
            `WF_RAM #(.WORDS(ROWS), .BITS(TAG), .PART(TAG), .PORTS(SIDE_PORTS)) side (
                .clk_i(clk_i), .on_i(1'b1),
                .read_i(side_read_i[c]), .read_addr_i(read_row), .read_data_o(side_words_o[c*TAG +: TAG]),
                .write_i(side_write_i[c]), .write_addr_i(SIDE_PORTS == 1 ? read_row : write_row), .write_data_i(side_data_i[c*TAG +: TAG])
            );
`endif
        end
    endgenerate
endmodule
`default_nettype wire
