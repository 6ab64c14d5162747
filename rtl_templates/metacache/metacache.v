// SPDX-License-Identifier: Apache-2.0
// Block metacache: a cache in the memory controller, of how many bursts each line of DRAM takes. It has an entry of two bits for each line.
// A cached block is what one access to DRAM brings: FETCH bytes, the entries of 4 * FETCH consecutive lines.
// In: an operation a cycle.
// Out: its results, exactly one cycle later: hit_o; bursts_o, the line's entry before the operation; the block that a fill evicts.
//
//   op_i        on a hit                                           on a miss
//   0 read      the entry is shown                                 nothing
//   1 write     the entry is shown, then becomes bursts_i          nothing
//   2 fill      the entry is shown, data_i is dropped              data_i goes to the first invalid way, else to the least recently used
//                                                                  one; evict_o says that this way was dirty
//   3 look      as read, but the order of use does not change      nothing
//
//   2 KB, 1 way, FETCH 32:   fill of line 0 with data ..E4   ->  hit 0, bursts 0
//                            then read of line 2             ->  hit 1, bursts 2: E4 is 11 10 01 00, line 0 in the lowest bits
//
// An address is, from bit 0: entry | set | tag. This file has the memories, two in each way: tags and blocks. Their synchronous read ports
// are the register rank of the block. Comparison and multiplexers follow in `WF_METACACHE_SLICE.v, in the second cycle. The memories are
// written at the end of the second cycle. The slice forwards what the next operation would otherwise miss.
// Source: CABA (arXiv:1602.01348), section 5.3.2. More: docs/metacache.md
`default_nettype none
module `WF_METACACHE #(
    parameter KBYTES  = `WF_KBYTES,                            // KB of entries in the cache: 2, 4, 8, 16 or 32
    parameter WAYS    = `WF_WAYS,                              // ways: 1, 2, 4 or 8
    parameter FETCH   = `WF_FETCH,                             // bytes of a cached block: 32 or 64
    parameter ADDRESS = `WF_ADDRESS,                           // bits of a line's address: 16 to 32
    parameter STAGES  = `WF_STAGES,                            // always 1; not to be set
    parameter ENTRY   = $clog2(4 * FETCH),                     // bits of an address: entry of the block; not to be set
    parameter SET     = $clog2(1024 * KBYTES / FETCH / WAYS),  // bits of an address: set; not to be set
    parameter TAG     = ADDRESS - SET - ENTRY,                 // bits of an address: tag; not to be set
    parameter DATA    = 8 * FETCH                              // bits of a cached block; not to be set
) (
    input  wire               clk_i,          // clock, rising edge
    input  wire               rst_ni,         // reset, low, asynchronous
    input  wire               valid_i,        // 1: an operation
    input  wire [1:0]         op_i,           // 0 read, 1 write, 2 fill, 3 look
    input  wire [ADDRESS-1:0] address_i,      // address of the line, from bit 0: entry | set | tag
    input  wire [1:0]         bursts_i,       // the new entry, of a write
    input  wire [DATA-1:0]    data_i,         // the block, of a fill: an entry of two bits for each line, the lowest first

    output wire               valid_o,        // 1: results of the operation of the cycle before
    output wire               hit_o,          // 1: the cache held the block
    output wire [1:0]         bursts_o,       // the entry before the operation
    output wire               evict_o,        // 1: a fill has evicted a dirty block
    output wire [TAG+SET-1:0] evict_block_o,  // its address, from bit 0: set | tag
    output wire [DATA-1:0]    evict_data_o    // that block
);
    generate
        if (KBYTES != 2 && KBYTES != 4 && KBYTES != 8 && KBYTES != 16 && KBYTES != 32) begin : gen_bad_kbytes
            wf_illegal_KBYTES bad ();
        end
        if (WAYS != 1 && WAYS != 2 && WAYS != 4 && WAYS != 8) begin : gen_bad_ways wf_illegal_WAYS bad (); end
        if (FETCH != 32 && FETCH != 64) begin : gen_bad_fetch wf_illegal_FETCH bad (); end
        if (ADDRESS < 16 || ADDRESS > 32 || ADDRESS - SET - ENTRY < 1) begin : gen_bad_address
            wf_illegal_ADDRESS bad ();
        end
        if (STAGES != 1) begin : gen_bad_stages wf_illegal_STAGES bad (); end
        if (ENTRY != $clog2(4 * FETCH)) begin : gen_bad_entry wf_illegal_ENTRY bad (); end
        if (SET != $clog2(1024 * KBYTES / FETCH / WAYS)) begin : gen_bad_set wf_illegal_SET bad (); end
        if (TAG != ADDRESS - SET - ENTRY) begin : gen_bad_tag wf_illegal_TAG bad (); end
        if (DATA != 8 * FETCH) begin : gen_bad_data wf_illegal_DATA bad (); end
    endgenerate

    wire [WAYS*TAG-1:0]  tags;
    wire [WAYS*DATA-1:0] blocks;
    wire [WAYS-1:0]      write_tag, write_block;
    wire [SET-1:0]       set;
    wire [TAG-1:0]       tag;
    wire [DATA-1:0]      block;
    `WF_METACACHE_SLICE #(.KBYTES(KBYTES), .WAYS(WAYS), .FETCH(FETCH), .ADDRESS(ADDRESS)) slice (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .op_i(op_i), .address_i(address_i), .bursts_i(bursts_i), .data_i(data_i),
        .tags_i(tags), .blocks_i(blocks),
        .valid_o(valid_o), .hit_o(hit_o), .bursts_o(bursts_o), .evict_o(evict_o), .evict_block_o(evict_block_o),
        .evict_data_o(evict_data_o),
        .write_tag_o(write_tag), .write_block_o(write_block), .set_o(set), .tag_o(tag), .block_o(block)
    );

    // ---- The memories, two in each way ----

    // wf_ram must not read a row while it is written. So a way that the previous operation is writing in this set is not read. The slice
    // forwards its contents

    wire [SET-1:0]  read_set = address_i[ENTRY +: SET];
    wire [WAYS-1:0] read     = {WAYS{valid_i}} & ~(write_block & {WAYS{read_set == set}});
    genvar w;
    generate
        for (w = 0; w < WAYS; w = w + 1) begin : gen_way
            `WF_RAM #(.WORDS(1 << SET), .BITS(TAG)) tag_ram (
                .clk_i(clk_i), .on_i(1'b1),
                .read_i(read[w]), .read_addr_i(read_set), .read_data_o(tags[TAG*w +: TAG]),
                .write_i(write_tag[w]), .write_addr_i(set), .write_data_i(tag)
            );
            `WF_RAM #(.WORDS(1 << SET), .BITS(DATA)) block_ram (
                .clk_i(clk_i), .on_i(1'b1),
                .read_i(read[w]), .read_addr_i(read_set), .read_data_o(blocks[DATA*w +: DATA]),
                .write_i(write_block[w]), .write_addr_i(set), .write_data_i(block)
            );
        end
    endgenerate
endmodule
`default_nettype wire
