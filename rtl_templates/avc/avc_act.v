// SPDX-License-Identifier: Apache-2.0
// The stage act: what is written to tags, vectors, the state of the L1's lines, valid bits and the order of use; and the access to the L1's words. All of it
// comes from the registers behind decide.
//
//   a way of the AVC is taken for vector 2 of 4  ->  its tag is written; vectors 0, 1 and 3 are written without a valid lane, vector 2 as decided
//
// More: docs/avc.md, "Act"
`default_nettype none
module `WF_AVC_ACT #(
    parameter LANES    = `WF_LANES,                     // lanes of the warp
    parameter AVC_WAYS = 1,                             // ways of the AVC, from 1
    parameter L1_WAYS  = `WF_L1_WAYS,                   // ways of the L1
    parameter SETS     = `WF_SETS,                      // sets of both
    parameter VECTORS  = `WF_VECTORS,                   // vectors of a line of the AVC
    parameter ADDRESS  = `WF_ADDRESS,                   // bits of a block number
    parameter USER     = `WF_USER,                      // bits of user
    parameter BLOCK    = 32 * LANES,                                            // bits of the words; not to be set
    parameter SET      = SETS > 1 ? $clog2(SETS) : 1,                           // bits of a set's number; not to be set
    parameter AVC_TAG  = ADDRESS - $clog2(SETS) - $clog2(VECTORS),              // bits of a tag of the AVC; not to be set
    parameter L1_TAG   = ADDRESS - $clog2(SETS),                                // bits of a tag of the L1; not to be set
    parameter AVC_ROW  = AVC_WAYS * SETS > 1 ? $clog2(AVC_WAYS * SETS) : 1,     // bits of a row of vectors; not to be set
    parameter L1_ROW   = L1_WAYS * SETS > 1 ? $clog2(L1_WAYS * SETS) : 1,       // bits of a row of the L1; not to be set
    parameter ACT      = 2 * ADDRESS + USER + 5 * LANES + AVC_WAYS + L1_WAYS + 55,      // bits of what decide gives; not to be set
    parameter WORDS    = ADDRESS + USER + 3 * LANES + 39                        // bits of what the stage words gets; not to be set
) (
    input  wire                      clk_i,             // clock, rising edge
    input  wire                      rst_ni,            // reset, low, asynchronous
    input  wire                      go_i,              // 1: the stages move
    input  wire                      valid_i,           // 1: an operation
    input  wire [ACT-1:0]            op_i,              // from bit 0: block | user | answers | writes back | write | gather | answer | put | evict | drop |
                                                        // AVC: used | taken | ended | written | L1: used | taken | ended | written | cleaned | reads |
                                                        // out | L1 valid | L1 dirty | valid | base | stride | dirty | AVC way | L1 way |
                                                        // swap: a dirty line leaves the L1 for it | words of it that are dirty | its block
    input  wire [BLOCK-1:0]          store_data_i,      // the words of a store
    input  wire [BLOCK-1:0]          own_data_i,        // the words of a put
    output wire                      store_o,           // 1: act has a store
    output wire [ADDRESS-1:0]        block_o,           // the block
    output wire [LANES-1:0]          mask_o,            // the lanes of a miss
    output wire [WORDS-1:0]          words_o,           // for the stage words, from bit 0: block | user | answers | writes back | gather | own | out | valid |
                                                        // L1: of a gather its valid words, of a write those that are written | base | stride

    // Valid bits and order of use, if it goes on; one-hot, or 0
    output wire [SET-1:0]            avc_set_o,         // the set of the AVC
    output wire [AVC_WAYS-1:0]       avc_use_o,         // its way that is used
    output wire [AVC_WAYS-1:0]       avc_take_o,        // its way that is taken: the tag is written there
    output wire [AVC_WAYS-1:0]       avc_end_o,         // its way that becomes invalid
    output wire [AVC_TAG-1:0]        avc_tag_o,         // the tag
    output wire [SET-1:0]            l1_set_o,          // the same of the L1
    output wire [L1_WAYS-1:0]        l1_use_o, // the way of the L1 that is used, one-hot
    output wire [L1_WAYS-1:0]        l1_take_o, // that is taken
    output wire [L1_WAYS-1:0]        l1_end_o, // that becomes invalid
    output wire [L1_TAG-1:0]         l1_tag_o, // the tag of a way that is taken

    // Vectors and states
    output wire [VECTORS-1:0]        vector_write_o,    // bit v: vector v of the way is written
    output wire [VECTORS-1:0]        vector_here_o,     // bit v: with vector_o; else without a valid lane
    output wire [AVC_ROW-1:0]        vector_row_o,      // the row
    output wire [LANES+34:0]         vector_o,          // from bit 0: valid | base | stride
    output wire                      dirty_o,           // it is dirty
    output wire [AVC_WAYS-1:0]       avc_way_o,         // its way, one-hot, or 0 if none is written
    output wire                      state_write_o,     // 1: a state is written
    output wire [L1_ROW-1:0]         state_row_o,       // in this row
    output wire [2*LANES-1:0]        state_o,           // from bit 0: valid | dirty

    // Words
    output wire [L1_ROW-1:0]         words_row_o,       // the row of the L1's words that is read or written
    output wire                      words_read_o,      // 1: they are read
    output wire [LANES-1:0]          words_write_o,     // bit i: the word of lane i is written
    output wire [BLOCK-1:0]          words_data_o       // with these words
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (AVC_WAYS < 1 || AVC_WAYS > 4) begin : gen_bad_avc_ways wf_illegal_AVC_WAYS bad (); end
        if (L1_WAYS < 1 || L1_WAYS > 8) begin : gen_bad_l1_ways wf_illegal_L1_WAYS bad (); end
        if (SETS < 1 || SETS > 256 || (SETS & (SETS - 1)) != 0) begin : gen_bad_sets wf_illegal_SETS bad (); end
        if (VECTORS < 1 || VECTORS > 16 || (VECTORS & (VECTORS - 1)) != 0) begin : gen_bad_vectors wf_illegal_VECTORS bad (); end
        if (ADDRESS < 8 || ADDRESS > 32) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (USER < 1 || USER > 64) begin : gen_bad_user wf_illegal_USER bad (); end
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
        if (SET != (SETS > 1 ? $clog2(SETS) : 1)) begin : gen_bad_set wf_illegal_SET bad (); end
        if (AVC_TAG != ADDRESS - $clog2(SETS) - $clog2(VECTORS)) begin : gen_bad_avc_tag wf_illegal_AVC_TAG bad (); end
        if (L1_TAG != ADDRESS - $clog2(SETS)) begin : gen_bad_l1_tag wf_illegal_L1_TAG bad (); end
        if (AVC_ROW != (AVC_WAYS * SETS > 1 ? $clog2(AVC_WAYS * SETS) : 1)) begin : gen_bad_avc_row
            wf_illegal_AVC_ROW bad ();
        end
        if (L1_ROW != (L1_WAYS * SETS > 1 ? $clog2(L1_WAYS * SETS) : 1)) begin : gen_bad_l1_row
            wf_illegal_L1_ROW bad ();
        end
        if (ACT != 2 * ADDRESS + USER + 5 * LANES + AVC_WAYS + L1_WAYS + 55) begin : gen_bad_act wf_illegal_ACT bad (); end
        if (WORDS != ADDRESS + USER + 3 * LANES + 39) begin : gen_bad_words wf_illegal_WORDS bad (); end
    endgenerate

    wire                here = valid_i && go_i;
    wire [USER-1:0]     user;
    wire                answers, writes_back, write, gather, answer, put, evict, drop, dirty, swap;
    wire                avc_used, avc_taken, avc_ended, avc_written, l1_used, l1_taken, l1_ended, l1_written, cleaned, reads;
    wire [LANES-1:0]    out, l1_valid, l1_dirty, valid, leaves;
    wire [ADDRESS-1:0]  left;
    wire [34:0]         code;
    wire [AVC_WAYS-1:0] avc_way;
    wire [L1_WAYS-1:0]  l1_way;
    assign {left, leaves, swap, l1_way, avc_way, dirty, code, valid, l1_dirty, l1_valid, out, reads, cleaned, l1_written, l1_ended, l1_taken, l1_used,
            avc_written, avc_ended, avc_taken, avc_used, drop, evict, put, answer, gather, write, writes_back, answers, user, block_o} = op_i;

    wire [LANES-1:0] l1 = (l1_valid & {LANES{gather}}) | (leaves & {LANES{swap}}) | (out & {LANES{evict || drop}});
    assign store_o  = valid_i && write;
    assign mask_o   = out;
    assign words_o  = {code, l1, valid & {LANES{!answer && !swap}}, out, gather || answer, gather, writes_back, answers, user, swap ? left : block_o};

    // ---- Valid bits, order of use, tags ----

    wire [VECTORS-1:0] vector;
    `WF_AVC_PLACE #(.SETS(SETS), .VECTORS(VECTORS), .ADDRESS(ADDRESS)) place (
        .block_i(block_o), .vector_o(vector), .avc_set_o(avc_set_o), .avc_tag_o(avc_tag_o), .l1_set_o(l1_set_o), .l1_tag_o(l1_tag_o)
    );
    assign avc_use_o  = avc_way & {AVC_WAYS{valid_i && avc_used}};
    assign avc_take_o = avc_way & {AVC_WAYS{valid_i && avc_taken}};
    assign avc_end_o  = avc_way & {AVC_WAYS{valid_i && avc_ended}};
    assign l1_use_o   = l1_way & {L1_WAYS{valid_i && l1_used}};
    assign l1_take_o  = l1_way & {L1_WAYS{valid_i && l1_taken}};
    assign l1_end_o   = l1_way & {L1_WAYS{valid_i && l1_ended}};

    // ---- Vectors and states ----

    `WF_AVC_ROW #(.WAYS(AVC_WAYS), .SETS(SETS)) avc_row (.way_i(avc_way), .set_i(avc_set_o), .row_o(vector_row_o));
    `WF_AVC_ROW #(.WAYS(L1_WAYS), .SETS(SETS)) l1_row (.way_i(l1_way), .set_i(l1_set_o), .row_o(state_row_o));
    assign vector_write_o = (vector | {VECTORS{avc_taken}}) & {VECTORS{here && avc_written}};
    assign vector_here_o  = vector & {VECTORS{!evict}};
    assign vector_o       = {code, valid};
    assign dirty_o        = dirty;
    assign avc_way_o      = avc_way & {AVC_WAYS{here && avc_written}};
    assign state_write_o  = here && (l1_written || cleaned);
    assign state_o        = {l1_dirty, l1_valid};

    // ---- Words: one port. What is written in place of a dirty line is written a cycle later, behind the read of that ----

    wire [LANES-1:0]  writes = (out | {LANES{put}}) & {LANES{l1_written}};
    reg               late_q, late_put_q;
    reg  [LANES-1:0]  late_writes_q;
    reg  [L1_ROW-1:0] late_row_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni)   late_q <= 1'b0;
        else if (go_i) late_q <= valid_i && swap;
    always @(posedge clk_i)
        if (here && swap) {late_put_q, late_writes_q, late_row_q} <= {put, writes, state_row_o};
    assign words_row_o   = late_q ? late_row_q : state_row_o;
    assign words_read_o  = here && (reads || swap);
    assign words_write_o = (late_q ? late_writes_q : writes & {LANES{valid_i && !swap}}) & {LANES{go_i}};
    assign words_data_o  = (late_q ? late_put_q : put) ? own_data_i : store_data_i;
endmodule
`default_nettype wire
