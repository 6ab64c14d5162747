// SPDX-License-Identifier: Apache-2.0
// The memories. Of each entry a row of lines, of codes, of masks and of users. A row of lines has what is written; masks has it twice where partial writes are
// merged, since one is read with the line and one with the code.
`ifdef WF_METACACHE
// Of the cache of counts a memory of tags and one of blocks for each way.
`endif
//
//   row 2 of codes is read in cycle 0  ->  codes_o has it from cycle 1 on, until another row is read
//
// More: docs/engine.md
`default_nettype none
module `WF_ENGINE_MEMORIES #(
    parameter LINE        = `WF_LINE,               // bytes of a line: 64 or 128
    parameter OUTSTANDING = `WF_OUTSTANDING,        // rows: 2, 4, 8, 16, 32 or 64
`ifdef WF_METACACHE
    parameter WAYS        = `WF_WAYS,               // ways of the cache: 1, 2, 4 or 8
    parameter SET         = 6,                      // bits of a set's number
    parameter TAG         = 14,                     // bits of a tag
    parameter DATA        = 8 * `WF_FETCH,          // bits of a block
`endif
    parameter USER        = `WF_USER,               // bits of user: 1 to 64
    parameter ENTRY       = $clog2(OUTSTANDING)     // bits of a row's number; not to be set
) (
    input  wire                 clk_i,              // clock, rising edge
    input  wire                 lines_read_i,       // 1: a row of lines is read, and its mask
    input  wire [ENTRY-1:0]     lines_read_row_i,   // this row
    output wire [8*LINE-1:0]    lines_o,            // what was read
    output wire [LINE-1:0]      lines_mask_o,       // its mask
    input  wire [LINE-1:0]      lines_write_i,      // bit i: byte i of a row is written
    input  wire [ENTRY-1:0]     lines_write_row_i,  // in this row
    input  wire [8*LINE-1:0]    lines_i,            // with these bytes
    input  wire                 take_i,             // 1: mask and user of a request are written
    input  wire [ENTRY-1:0]     take_row_i,         // in this row
    input  wire [LINE-1:0]      mask_i,             // its mask
    input  wire [USER-1:0]      user_i,             // its user
    input  wire                 codes_read_i,       // 1: a row of codes is read, its mask and its user
    input  wire [ENTRY-1:0]     codes_read_row_i,   // this row
    output wire [8*LINE-1:0]    codes_o,            // what was read
`ifdef WF_METACACHE
    output wire [LINE-1:0]      codes_mask_o,       // its mask
`endif
    output wire [USER-1:0]      codes_user_o,       // its user
    input  wire [LINE/32-1:0]   codes_write_i,      // bit u: burst u of a row is written
    input  wire [ENTRY-1:0]     codes_write_row_i,  // in this row
`ifdef WF_METACACHE
    input  wire                 cache_read_i,       // 1: a set of the cache is read
    input  wire [SET-1:0]       cache_read_set_i,   // this set
    output wire [WAYS*TAG-1:0]  cache_tags_o,       // what was read: tags, way 0 lowest
    output wire [WAYS*DATA-1:0] cache_blocks_o,     // and blocks
    input  wire [WAYS-1:0]      cache_tags_write_i, // bit w: the tag of way w is written
    input  wire [WAYS-1:0]      cache_blocks_write_i, // bit w: its block is
    input  wire [SET-1:0]       cache_set_i,        // in this set
    input  wire [TAG-1:0]       cache_tag_i,        // with this tag
    input  wire [DATA-1:0]      cache_block_i,      // and this block
`endif
    input  wire [255:0]         codes_i             // with this burst
);
    generate
        if (LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (OUTSTANDING < 2 || OUTSTANDING > 64 || (OUTSTANDING & (OUTSTANDING - 1)) != 0) begin : gen_bad_outstanding
            wf_illegal_OUTSTANDING bad ();
        end
`ifdef WF_METACACHE
        if (WAYS != 1 && WAYS != 2 && WAYS != 4 && WAYS != 8) begin : gen_bad_ways wf_illegal_WAYS bad (); end
        if (SET < 1) begin : gen_bad_set wf_illegal_SET bad (); end
        if (TAG < 1) begin : gen_bad_tag wf_illegal_TAG bad (); end
        if (DATA < 1) begin : gen_bad_data wf_illegal_DATA bad (); end
`endif
        if (USER < 1 || USER > 64) begin : gen_bad_user wf_illegal_USER bad (); end
        if (ENTRY != $clog2(OUTSTANDING)) begin : gen_bad_entry wf_illegal_ENTRY bad (); end
    endgenerate

    // ---- Of each entry ----

    `WF_RAM #(.WORDS(OUTSTANDING), .BITS(8 * LINE), .PART(8)) lines (
        .clk_i(clk_i), .on_i(1'b1), .read_i(lines_read_i), .read_addr_i(lines_read_row_i), .read_data_o(lines_o),
        .write_i(lines_write_i), .write_addr_i(lines_write_row_i), .write_data_i(lines_i)
    );
    `WF_RAM #(.WORDS(OUTSTANDING), .BITS(LINE), .PART(LINE)) masks (
        .clk_i(clk_i), .on_i(1'b1), .read_i(lines_read_i), .read_addr_i(lines_read_row_i), .read_data_o(lines_mask_o),
        .write_i(take_i), .write_addr_i(take_row_i), .write_data_i(mask_i)
    );
    `WF_RAM #(.WORDS(OUTSTANDING), .BITS(8 * LINE), .PART(256)) codes (
        .clk_i(clk_i), .on_i(1'b1), .read_i(codes_read_i), .read_addr_i(codes_read_row_i), .read_data_o(codes_o),
        .write_i(codes_write_i), .write_addr_i(codes_write_row_i), .write_data_i({LINE/32{codes_i}})
    );
    `WF_RAM #(.WORDS(OUTSTANDING), .BITS(USER), .PART(USER)) users (
        .clk_i(clk_i), .on_i(1'b1), .read_i(codes_read_i), .read_addr_i(codes_read_row_i), .read_data_o(codes_user_o),
        .write_i(take_i), .write_addr_i(take_row_i), .write_data_i(user_i)
    );
`ifdef WF_METACACHE
    `WF_RAM #(.WORDS(OUTSTANDING), .BITS(LINE), .PART(LINE)) code_masks (
        .clk_i(clk_i), .on_i(1'b1), .read_i(codes_read_i), .read_addr_i(codes_read_row_i), .read_data_o(codes_mask_o),
        .write_i(take_i), .write_addr_i(take_row_i), .write_data_i(mask_i)
    );

    // ---- Of the cache of counts. A way that is being written in the set that is read is not read: the cache knows what it has ----

    wire [WAYS-1:0] reads = {WAYS{cache_read_i}} & ~(cache_blocks_write_i & {WAYS{cache_read_set_i == cache_set_i}});
    genvar w;
    generate
        for (w = 0; w < WAYS; w = w + 1) begin : gen_way
            `WF_RAM #(.WORDS(1 << SET), .BITS(TAG), .PART(TAG)) tags (
                .clk_i(clk_i), .on_i(1'b1), .read_i(reads[w]), .read_addr_i(cache_read_set_i), .read_data_o(cache_tags_o[TAG*w +: TAG]),
                .write_i(cache_tags_write_i[w]), .write_addr_i(cache_set_i), .write_data_i(cache_tag_i)
            );
            `WF_RAM #(.WORDS(1 << SET), .BITS(DATA), .PART(DATA)) blocks (
                .clk_i(clk_i), .on_i(1'b1), .read_i(reads[w]), .read_addr_i(cache_read_set_i), .read_data_o(cache_blocks_o[DATA*w +: DATA]),
                .write_i(cache_blocks_write_i[w]), .write_addr_i(cache_set_i), .write_data_i(cache_block_i)
            );
        end
    endgenerate
`endif
endmodule
`default_nettype wire
