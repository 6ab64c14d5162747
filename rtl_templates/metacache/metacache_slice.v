// SPDX-License-Identifier: Apache-2.0
// The logic of `WF_METACACHE without its memories of tags and blocks. Synthesis takes this module in place of the whole.
// In: an operation a cycle, and one cycle later what the memories hold in its set (tags_i, blocks_i).
// Out: the results of `WF_METACACHE, one cycle after the operation, and in that cycle what the memories must write: the ways (write_tag_o,
// write_block_o), the set, the tag and the block.
// Forwarding: tags_i and blocks_i were read a cycle ago. What the previous operation has written since then comes from rank_last.
// Order of use: the status of a set has, for each way, a valid and a dirty bit, and for each pair of ways i < j a bit that is 1 if i was
// used after j. The least recently used way is the one that was used after no other.
//
//   2 ways, both valid, pair bit 1 (way 0 was used after way 1)   ->  a fill takes way 1; the pair bit becomes 0
//
// Source: CABA (arXiv:1602.01348), section 5.3.2. More: docs/metacache.md
`default_nettype none
module `WF_METACACHE_SLICE #(
    parameter KBYTES  = `WF_KBYTES,                            // KB of entries in the cache: 2, 4, 8, 16 or 32
    parameter WAYS    = `WF_WAYS,                              // ways: 1, 2, 4 or 8
    parameter FETCH   = `WF_FETCH,                             // bytes of a cached block: 32 or 64
    parameter ADDRESS = `WF_ADDRESS,                           // bits of a line's address: 16 to 32
    parameter ENTRY   = $clog2(4 * FETCH),                     // bits of an address: entry of the block; not to be set
    parameter SET     = $clog2(1024 * KBYTES / FETCH / WAYS),  // bits of an address: set; not to be set
    parameter TAG     = ADDRESS - SET - ENTRY,                 // bits of an address: tag; not to be set
    parameter DATA    = 8 * FETCH                              // bits of a cached block; not to be set
) (
    input  wire                 clk_i,          // clock, rising edge
    input  wire                 rst_ni,         // reset, low, asynchronous
    input  wire                 valid_i,        // 1: an operation
    input  wire [1:0]           op_i,           // 0 read, 1 write, 2 fill, 3 look
    input  wire [ADDRESS-1:0]   address_i,      // address of the line, from bit 0: entry | set | tag
    input  wire [1:0]           bursts_i,       // the new entry, of a write
    input  wire [DATA-1:0]      data_i,         // the block, of a fill: an entry of two bits for each line, the lowest first
    input  wire [WAYS*TAG-1:0]  tags_i,         // a cycle after valid_i: the tags of the set, way 0 lowest
    input  wire [WAYS*DATA-1:0] blocks_i,       // a cycle after valid_i: the blocks of the set, way 0 lowest

    output wire                 valid_o,        // 1: results of the operation of the cycle before
    output wire                 hit_o,          // 1: the cache held the block
    output wire [1:0]           bursts_o,       // the entry before the operation
    output wire                 evict_o,        // 1: a fill has evicted a dirty block
    output wire [TAG+SET-1:0]   evict_block_o,  // its address, from bit 0: set | tag
    output wire [DATA-1:0]      evict_data_o,   // that block

    output wire [WAYS-1:0]      write_tag_o,    // the ways whose memories take tag_o
    output wire [WAYS-1:0]      write_block_o,  // the ways whose memories take block_o
    output wire [SET-1:0]       set_o,          // the set to be written
    output wire [TAG-1:0]       tag_o,          // what is written to the tag memory
    output wire [DATA-1:0]      block_o         // what is written to the block memory
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
        if (ENTRY != $clog2(4 * FETCH)) begin : gen_bad_entry wf_illegal_ENTRY bad (); end
        if (SET != $clog2(1024 * KBYTES / FETCH / WAYS)) begin : gen_bad_set wf_illegal_SET bad (); end
        if (TAG != ADDRESS - SET - ENTRY) begin : gen_bad_tag wf_illegal_TAG bad (); end
        if (DATA != 8 * FETCH) begin : gen_bad_data wf_illegal_DATA bad (); end
    endgenerate

    localparam WRITE = 2'd1, FILL = 2'd2, LOOK = 2'd3;
    localparam SETS   = 1 << SET;
    localparam PAIRS  = WAYS * (WAYS - 1) / 2;
    localparam STATUS = 2 * WAYS + PAIRS;           // valid, dirty, pairs

    // ---- Read, in the first cycle: the status of the set, with what the previous operation is doing to it ----

    // The status is written one cycle later than the memories: each of its bits drives 2^SET flip-flops, a large load
    wire                   used;
    wire [STATUS-1:0]      status_next;     // after the operation that is in its second cycle; set_o is that one's set
    wire                   late;
    wire [SET-1:0]         late_set;
    wire [STATUS-1:0]      late_status;
    `WF_RANK #(.WIDTH(SET + STATUS)) rank_late (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(1'b1),
        .valid_i(used), .data_i({set_o, status_next}), .valid_o(late), .data_o({late_set, late_status})
    );

    wire [SET-1:0]         set_next  = address_i[ENTRY +: SET];
    wire                   same_set  = set_next == set_o;
    wire                   same_late = late && set_next == late_set;
    reg  [SETS*STATUS-1:0] all_q;           // bit SETS * b + s: bit b of the status of set s
    wire [SETS*STATUS-1:0] all_next;
    wire [SETS-1:0]        change = {{SETS-1{1'b0}}, 1'b1} << late_set & {SETS{late}};
    wire [STATUS-1:0]      read;
    genvar                 b, i, j, w, e;
    generate
        for (b = 0; b < STATUS; b = b + 1) begin : gen_status
            wire [SETS-1:0] sets = all_q[SETS*b +: SETS];
            assign read[b]                  = used && same_set ? status_next[b] : same_late ? late_status[b] : sets[set_next];
            assign all_next[SETS*b +: SETS] = (sets & ~change) | (change & {SETS{late_status[b]}});
        end
    endgenerate
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) all_q <= {SETS*STATUS{1'b0}};
        else         all_q <= all_next;

    // ahead: the way that the previous operation is writing, if it is in the same set. ahead_hit: and its tag is this address's
    wire [ENTRY-1:0]  entry;
    wire [1:0]        op, bursts, filled;   // filled: this line's entry in data_i
    wire [STATUS-1:0] status;
    wire [WAYS-1:0]   ahead, ahead_hit;
    wire [WAYS-1:0]   ahead_next = write_block_o & {WAYS{same_set}};
    wire              same_tag   = address_i[ENTRY+SET +: TAG] == tag_o;
    `WF_RANK #(.WIDTH(ADDRESS + 6 + STATUS + 2 * WAYS)) rank_in (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(1'b1),
        .valid_i(valid_i),
        .data_i({address_i, op_i, bursts_i, data_i[{address_i[ENTRY-1:0], 1'b0} +: 2], read, ahead_next,
                 ahead_next & {WAYS{same_tag}}}),
        .valid_o(valid_o),
        .data_o({tag_o, set_o, entry, op, bursts, filled, status, ahead, ahead_hit})
    );

    wire [DATA-1:0] data, last;
    wire [TAG-1:0]  last_tag;
    wire [1:0]      unused_valid;
    `WF_RANK #(.WIDTH(DATA)) rank_data (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(1'b1),
        .valid_i(valid_i && op_i == FILL), .data_i(data_i), .valid_o(unused_valid[0]), .data_o(data)
    );
    `WF_RANK #(.WIDTH(TAG + DATA)) rank_last (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(1'b1),
        .valid_i(|write_block_o), .data_i({tag_o, block_o}), .valid_o(unused_valid[1]), .data_o({last_tag, last})
    );

    // ---- Find, in the second cycle: the way that holds the block, else the one to be filled ----

    wire [WAYS-1:0] valid = status[0 +: WAYS];
    wire [WAYS-1:0] dirty = status[WAYS +: WAYS];
    wire [WAYS-1:0] hit, oldest;
    generate
        for (i = 0; i < WAYS; i = i + 1) begin : gen_way
            // Of each pair of ways a bit tells whether the first is younger. PAIR: that of the ways i and j, where i is the smaller
            wire [WAYS-1:0] older;      // bit j: this way is older than way j; its own bit is 1
            for (j = 0; j < WAYS; j = j + 1) begin : gen_other
                localparam PAIR = 2 * WAYS + (i < j ? i * (2 * WAYS - i - 1) / 2 + j - i - 1 : j * (2 * WAYS - j - 1) / 2 + i - j - 1);
                if (i < j) begin : gen_before
                    assign older[j] = !status[PAIR];
                end else if (i > j) begin : gen_behind
                    assign older[j] = status[PAIR];
                end else begin : gen_own
                    assign older[j] = 1'b1;
                end
            end
            assign hit[i]    = ahead_hit[i] || (valid[i] && !ahead[i] && tags_i[TAG*i +: TAG] == tag_o);
            assign oldest[i] = &valid && &older;
        end
    endgenerate

    // The oldest way if all are valid, else the first invalid one. The cell for the lowest 1 is no faster here, and with 4 ways larger
    wire [WAYS-1:0] victim  = oldest | (~valid & (valid + 1'b1));
    wire [WAYS-1:0] way     = hit_o ? hit : victim;
    wire            write   = valid_o && op == WRITE && hit_o;
    wire            filling = valid_o && op == FILL && !hit_o;
    assign hit_o         = |hit;
    assign write_tag_o   = way & {WAYS{filling}};
    assign write_block_o = way & {WAYS{filling || write}};

    // ---- Show, in the second cycle: tag and block of the way, 0 if it is invalid; the entry, from the way that hits ----

    // A way that is read from the memories, or the one that the operation before wrote: selects of WAYS + 1 words
    wire            from_last   = |(way & ahead);
    wire [WAYS:0]   select      = {from_last, way & valid & ~ahead};
    wire [WAYS:0]   select_hit  = {|ahead_hit, hit & ~ahead};
    wire [DATA-1:0] block;
    wire [TAG-1:0]  held;
    wire [1:0]      count;
    wire [2*WAYS+1:0] counts;           // the entry of each way
    generate
        for (w = 0; w < WAYS; w = w + 1) begin : gen_count
            wire [DATA-1:0] from = blocks_i[DATA*w +: DATA];
            assign counts[2*w +: 2] = from[{entry, 1'b0} +: 2];
        end
    endgenerate
    assign counts[2*WAYS +: 2] = last[{entry, 1'b0} +: 2];
    `WF_MUX #(.WIDTH(DATA), .COUNT(WAYS + 1)) mux_block (.select_i(select), .data_i({last, blocks_i}), .data_o(block));
    `WF_MUX #(.WIDTH(TAG), .COUNT(WAYS + 1)) mux_tag (.select_i(select), .data_i({last_tag, tags_i}), .data_o(held));
    `WF_MUX #(.WIDTH(2), .COUNT(WAYS + 1)) mux_count (.select_i(select_hit), .data_i(counts), .data_o(count));
    assign bursts_o      = count | (filled & {2{op == FILL && !hit_o}});
    assign evict_o       = op == FILL && !hit_o && |(victim & valid & dirty);
    assign evict_block_o = {held, set_o & {SET{|(way & valid)}}};
    assign evict_data_o  = block;

    // ---- Update, in the second cycle: what is written: the filled block, or the cached one with one entry changed; the status of the set ----

    generate
        for (e = 0; e < DATA / 2; e = e + 1) begin : gen_entry
            localparam [ENTRY-1:0] HERE = e;
            assign block_o[2*e +: 2] = op == FILL ? data[2*e +: 2] : entry == HERE ? bursts : block[2*e +: 2];
        end
    endgenerate

    assign used                      = filling || (valid_o && hit_o && op != LOOK);
    assign status_next[0 +: WAYS]    = valid | write_tag_o;
    assign status_next[WAYS +: WAYS] = (dirty | write_block_o) & ~write_tag_o;
    generate
        for (i = 0; i < WAYS; i = i + 1) begin : gen_age
            for (j = i + 1; j < WAYS; j = j + 1) begin : gen_pair
                localparam PAIR = 2 * WAYS + i * (2 * WAYS - i - 1) / 2 + j - i - 1;
                assign status_next[PAIR] = way[i] || (status[PAIR] && !way[j]);
            end
        end
    endgenerate
endmodule
`default_nettype wire
