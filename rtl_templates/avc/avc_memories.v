// SPDX-License-Identifier: Apache-2.0
// The memories of both caches, of the words of stores and fills that wait, and of the loads that wait for fills. A tag of each way of a set; vectors in a memory for each place in a line, so
// that a new line clears all of its vectors in one cycle; of the L1's lines the valid and dirty bits of words, where there are such, and the words, in a memory with one port.
// More: docs/avc.md, "What is kept"
`default_nettype none
module `WF_AVC_MEMORIES #(
    parameter LANES   = `WF_LANES,              // lanes of the warp: a power of two, 4 to 128
    parameter L1_WAYS = `WF_L1_WAYS,            // ways of the L1: 1 to 8
    parameter SETS    = `WF_SETS,               // sets of both: a power of two, 1 to 256
    parameter L1_TAG  = 19,                     // bits of a tag of the L1
`ifdef WF_WITH_AVC_WAYS
    parameter AVC_WAYS = `WF_AVC_WAYS,          // ways of the AVC: 1 to 4
    parameter VECTORS = `WF_VECTORS,            // vectors of a line: 1, 2, 4, 8 or 16
    parameter AVC_TAG = 15,                     // bits of a tag of the AVC
    parameter VECTOR  = LANES + 35,             // bits of a vector
    parameter AVC_ROW = AVC_WAYS * SETS > 1 ? $clog2(AVC_WAYS * SETS) : 1,      // bits of a row of vectors; not to be set
`endif
    parameter MISSES  = `WF_MISSES,             // rows of fills: a power of two, 1 to 64
    parameter LOADS   = `WF_LOADS,              // rows of loads: a power of two, 1 to 64
    parameter USER    = `WF_USER,               // bits of user
    parameter BLOCK   = 32 * LANES,                                             // bits of a block; not to be set
    parameter SET     = SETS > 1 ? $clog2(SETS) : 1,                            // bits of a set's number; not to be set
    parameter L1_ROW  = L1_WAYS * SETS > 1 ? $clog2(L1_WAYS * SETS) : 1,        // bits of a row of the L1; not to be set
    parameter LOAD    = LOADS > 1 ? $clog2(LOADS) : 1,                          // bits of a row of loads; not to be set
    parameter ENTRY   = MISSES > 1 ? $clog2(MISSES) : 1                         // bits of a row of fills; not to be set
) (
    input  wire                      clk_i,             // clock, rising edge
    input  wire                      tags_read_i,       // 1: the tags of a set are read in both caches
`ifdef WF_WITH_AVC_WAYS
    input  wire [SET-1:0]            avc_tags_set_i,    // the set of the AVC, to read or to write
    output wire [AVC_WAYS*AVC_TAG-1:0] avc_tags_o,      // its tags, way 0 lowest
    input  wire [AVC_WAYS-1:0]       avc_tags_write_i,  // bit w: the tag of way w is written
    input  wire [AVC_TAG-1:0]        avc_tag_i,         // with this tag
    input  wire [VECTORS-1:0]        vectors_read_i,    // bit v: a vector v is read
    input  wire [AVC_ROW-1:0]        vectors_read_row_i, // in this row
    output wire [VECTORS*VECTOR-1:0] vectors_o,         // what was read of each
    input  wire [VECTORS-1:0]        vectors_write_i,   // bit v: a vector v is written
    input  wire [AVC_ROW-1:0]        vectors_write_row_i, // in this row
    input  wire [VECTORS*VECTOR-1:0] vectors_data_i,    // with these words
`endif
    input  wire [SET-1:0]            l1_tags_set_i,     // the set of the L1, to read or to write
    output wire [L1_WAYS*L1_TAG-1:0] l1_tags_o,         // its tags, way 0 lowest
    input  wire [L1_WAYS-1:0]        l1_tags_write_i,   // bit w: the tag of way w is written
    input  wire [L1_TAG-1:0]         l1_tag_i,          // with this tag
    input  wire                      state_read_i,      // 1: a state of a line is read
    input  wire [L1_ROW-1:0]         state_read_row_i,  // in this row
    output wire [2*LANES-1:0]        state_o,           // what was read
    input  wire                      state_write_i,     // 1: a state is written
    input  wire [L1_ROW-1:0]         state_write_row_i, // in this row
    input  wire [2*LANES-1:0]        state_i,           // with this word
    input  wire [L1_ROW-1:0]         words_row_i,       // the row of words that is read or written
    input  wire                      words_read_i,      // 1: words are read
    output wire [BLOCK-1:0]          words_o,           // what was read
    input  wire [LANES-1:0]          words_write_i,     // bit i: the word of lane i is written
    input  wire [BLOCK-1:0]          words_i,           // with these words
    input  wire                      store_read_i,      // 1: the words of a store are read
    input  wire [2:0]                store_read_row_i,  // in this row
    output wire [BLOCK-1:0]          store_words_o,     // what was read
    input  wire                      store_write_i,     // 1: they are written
    input  wire [2:0]                store_write_row_i, // in this row
    input  wire [BLOCK-1:0]          store_words_i,     // with these words
    input  wire                      load_read_i,       // 1: mask and user of a load that waited are read
    input  wire [LOAD-1:0]           load_read_row_i,   // in this row
    output wire [USER+LANES-1:0]     load_o,            // what was read
    input  wire                      load_write_i,      // 1: those of a load that waits are written
    input  wire [LOAD-1:0]           load_write_row_i,  // in this row
    input  wire [USER+LANES-1:0]     load_i,            // with these bits
    input  wire                      fill_read_i,       // 1: the words of a fill are read
    input  wire [ENTRY-1:0]          fill_read_row_i,   // in this row
    output wire [BLOCK-1:0]          fill_words_o,      // what was read
    input  wire                      fill_write_i,      // 1: they are written
    input  wire [ENTRY-1:0]          fill_write_row_i,  // in this row
    input  wire [BLOCK-1:0]          fill_words_i       // with these words
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (L1_WAYS < 1 || L1_WAYS > 8) begin : gen_bad_l1_ways wf_illegal_L1_WAYS bad (); end
        if (SETS < 1 || SETS > 256 || (SETS & (SETS - 1)) != 0) begin : gen_bad_sets wf_illegal_SETS bad (); end
        if (L1_TAG < 1) begin : gen_bad_l1_tag wf_illegal_L1_TAG bad (); end
`ifdef WF_WITH_AVC_WAYS
        if (AVC_WAYS < 1 || AVC_WAYS > 4) begin : gen_bad_avc_ways wf_illegal_AVC_WAYS bad (); end
        if (VECTORS < 1 || VECTORS > 16 || (VECTORS & (VECTORS - 1)) != 0) begin : gen_bad_vectors wf_illegal_VECTORS bad (); end
        if (AVC_TAG < 1) begin : gen_bad_avc_tag wf_illegal_AVC_TAG bad (); end
        if (VECTOR < 1) begin : gen_bad_vector wf_illegal_VECTOR bad (); end
        if (AVC_ROW != (AVC_WAYS * SETS > 1 ? $clog2(AVC_WAYS * SETS) : 1)) begin : gen_bad_avc_row
            wf_illegal_AVC_ROW bad ();
        end
`endif
        if (MISSES < 1 || MISSES > 64 || (MISSES & (MISSES - 1)) != 0) begin : gen_bad_misses wf_illegal_MISSES bad (); end
        if (LOADS < 1 || LOADS > 64 || (LOADS & (LOADS - 1)) != 0) begin : gen_bad_loads wf_illegal_LOADS bad (); end
        if (USER < 1 || USER > 64) begin : gen_bad_user wf_illegal_USER bad (); end
        if (LOAD != (LOADS > 1 ? $clog2(LOADS) : 1)) begin : gen_bad_load wf_illegal_LOAD bad (); end
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
        if (SET != (SETS > 1 ? $clog2(SETS) : 1)) begin : gen_bad_set wf_illegal_SET bad (); end
        if (L1_ROW != (L1_WAYS * SETS > 1 ? $clog2(L1_WAYS * SETS) : 1)) begin : gen_bad_l1_row
            wf_illegal_L1_ROW bad ();
        end
        if (ENTRY != (MISSES > 1 ? $clog2(MISSES) : 1)) begin : gen_bad_entry wf_illegal_ENTRY bad (); end
    endgenerate

    // ---- Tags: one port, since no tag is read while one is written ----

    genvar w;
    generate
        for (w = 0; w < L1_WAYS; w = w + 1) begin : gen_l1_way
            `WF_RAM #(.WORDS(1 << SET), .BITS(L1_TAG), .PART(L1_TAG), .PORTS(1)) tags (
                .clk_i(clk_i), .on_i(1'b1),
                .read_i(tags_read_i), .read_addr_i(l1_tags_set_i), .read_data_o(l1_tags_o[w*L1_TAG +: L1_TAG]),
                .write_i(l1_tags_write_i[w]), .write_addr_i(l1_tags_set_i), .write_data_i(l1_tag_i)
            );
        end
    endgenerate
`ifdef WF_WITH_AVC_WAYS
    genvar v;
    generate
        for (w = 0; w < AVC_WAYS; w = w + 1) begin : gen_avc_way
            `WF_RAM #(.WORDS(1 << SET), .BITS(AVC_TAG), .PART(AVC_TAG), .PORTS(1)) tags (
                .clk_i(clk_i), .on_i(1'b1),
                .read_i(tags_read_i), .read_addr_i(avc_tags_set_i), .read_data_o(avc_tags_o[w*AVC_TAG +: AVC_TAG]),
                .write_i(avc_tags_write_i[w]), .write_addr_i(avc_tags_set_i), .write_data_i(avc_tag_i)
            );
        end

        // ---- Vectors ----

        for (v = 0; v < VECTORS; v = v + 1) begin : gen_vector
            `WF_RAM #(.WORDS(AVC_WAYS * SETS > 1 ? AVC_WAYS * SETS : 2), .BITS(VECTOR), .PART(VECTOR)) vectors (
                .clk_i(clk_i), .on_i(1'b1),
                .read_i(vectors_read_i[v]), .read_addr_i(vectors_read_row_i), .read_data_o(vectors_o[v*VECTOR +: VECTOR]),
                .write_i(vectors_write_i[v]), .write_addr_i(vectors_write_row_i), .write_data_i(vectors_data_i[v*VECTOR +: VECTOR])
            );
        end
    endgenerate
`endif

    // ---- The L1's lines ----

    localparam ROWS = L1_WAYS * SETS > 1 ? L1_WAYS * SETS : 2;
`ifdef WF_WITH_L1_STORE_WORDS
    `WF_RAM #(.WORDS(ROWS), .BITS(2 * LANES), .PART(2 * LANES)) states (
        .clk_i(clk_i), .on_i(1'b1), .read_i(state_read_i), .read_addr_i(state_read_row_i), .read_data_o(state_o),
        .write_i(state_write_i), .write_addr_i(state_write_row_i), .write_data_i(state_i)
    );
`endif
`ifdef WF_WITH_L1_STORE_FETCH
    `WF_RAM #(.WORDS(ROWS), .BITS(LANES), .PART(LANES)) states (
        .clk_i(clk_i), .on_i(1'b1), .read_i(state_read_i), .read_addr_i(state_read_row_i), .read_data_o(state_o[2*LANES-1:LANES]),
        .write_i(state_write_i), .write_addr_i(state_write_row_i), .write_data_i(state_i[2*LANES-1:LANES])
    );
    assign state_o[LANES-1:0] = {LANES{1'b1}};      // lines are whole
    wire unused_valid = &{1'b0, state_i[LANES-1:0]};
`endif
`ifdef WF_WITH_L1_STORE_THROUGH
    assign state_o = {{LANES{1'b0}}, {LANES{1'b1}}};    // lines are whole, and none is dirty
    wire unused_state = &{1'b0, state_read_i, state_read_row_i, state_write_i, state_write_row_i, state_i};
`endif
    `WF_RAM #(.WORDS(ROWS), .BITS(BLOCK), .PART(32), .PORTS(1)) words (
        .clk_i(clk_i), .on_i(1'b1), .read_i(words_read_i), .read_addr_i(words_row_i), .read_data_o(words_o),
        .write_i(words_write_i), .write_addr_i(words_row_i), .write_data_i(words_i)
    );

    // ---- Words that wait ----

    `WF_RAM #(.WORDS(8), .BITS(BLOCK), .PART(BLOCK)) stores (
        .clk_i(clk_i), .on_i(1'b1), .read_i(store_read_i), .read_addr_i(store_read_row_i), .read_data_o(store_words_o),
        .write_i(store_write_i), .write_addr_i(store_write_row_i), .write_data_i(store_words_i)
    );
    `WF_RAM #(.WORDS(1 << LOAD), .BITS(USER + LANES), .PART(USER + LANES)) loads (
        .clk_i(clk_i), .on_i(1'b1), .read_i(load_read_i), .read_addr_i(load_read_row_i), .read_data_o(load_o),
        .write_i(load_write_i), .write_addr_i(load_write_row_i), .write_data_i(load_i)
    );
    `WF_RAM #(.WORDS(1 << ENTRY), .BITS(BLOCK), .PART(BLOCK)) fills (
        .clk_i(clk_i), .on_i(1'b1), .read_i(fill_read_i), .read_addr_i(fill_read_row_i), .read_data_o(fill_words_o),
        .write_i(fill_write_i), .write_addr_i(fill_write_row_i), .write_data_i(fill_words_i)
    );
endmodule
`default_nettype wire
