// SPDX-License-Identifier: Apache-2.0
// Of one of the two caches what its memories do not have: the valid bits of the ways, the trees of their use, and the stage compare.
// In: the set and the tag of a block, the tags of that set, a cycle after they were read; from act what becomes valid, invalid, used.
// Out, for the stage vector: the way that has the block, the lowest invalid way, and the tag of the way that leaves.
//
//   3 ways with tags 5 7 9, all valid, the tree leads to way 2; tag 7  ->  hit_o 010, invalid_o 000, leaves_o 100, leaving_o 9
//   the same, way 0 invalid, tag 5                                     ->  hit_o 000, invalid_o 001
//
// More: docs/avc.md, "Compare", "Act" and "The way that leaves"
`default_nettype none
module `WF_AVC_CACHE #(
    parameter WAYS = 4,                             // ways: 1 to 8
    parameter SETS = `WF_SETS,                      // sets: a power of two, 1 to 256
    parameter TAG  = 19,                            // bits of a tag
    parameter SET  = SETS > 1 ? $clog2(SETS) : 1    // bits of a set's number; not to be set
) (
    input  wire                clk_i,       // clock, rising edge
    input  wire                rst_ni,      // reset, low, asynchronous: all ways become invalid, all trees 0

    // Compare
    input  wire                move_i,      // 1: what is in compare goes on to vector
    input  wire [SET-1:0]      set_i,       // its set
    input  wire [TAG-1:0]      tag_i,       // its tag
    input  wire [WAYS*TAG-1:0] tags_i,      // the tags of the set, way 0 lowest
    output wire [WAYS-1:0]     hit_o,       // in vector: the way that has the block, one-hot, or 0
    output wire [WAYS-1:0]     invalid_o,   // in vector: the lowest invalid way, one-hot, or 0
    output wire [WAYS-1:0]     leaves_o,    // in vector: the way that leaves, one-hot
    output wire [TAG-1:0]      leaving_o,   // its tag

    // Flush
    input  wire [SET-1:0]      looks_set_i, // a set
    output wire [WAYS-1:0]     looks_valid_o,   // its valid ways

    // Act; what follows happens a cycle later
    input  wire                act_i,       // 1: what is in act goes on
    input  wire [SET-1:0]      act_set_i,   // the set
    input  wire [WAYS-1:0]     use_i,       // the way that is used, one-hot, or 0
    input  wire [WAYS-1:0]     take_i,      // the way that becomes valid, one-hot, or 0
    input  wire [WAYS-1:0]     end_i        // the way that becomes invalid, one-hot, or 0
);
    generate
        if (WAYS < 1 || WAYS > 8) begin : gen_bad_ways wf_illegal_WAYS bad (); end
        if (SETS < 1 || SETS > 256 || (SETS & (SETS - 1)) != 0) begin : gen_bad_sets wf_illegal_SETS bad (); end
        if (TAG < 1) begin : gen_bad_tag wf_illegal_TAG bad (); end
        if (SET != (SETS > 1 ? $clog2(SETS) : 1)) begin : gen_bad_set wf_illegal_SET bad (); end
    endgenerate
    localparam NODES = WAYS > 1 ? (1 << $clog2(WAYS)) - 1 : 1;

    // ---- Act, a cycle later ----

    reg              act_q;
    reg  [SET-1:0]   set_q;
    reg  [WAYS-1:0]  use_q, take_q, end_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) act_q <= 1'b0;
        else         act_q <= act_i;
    always @(posedge clk_i)
        {set_q, use_q, take_q, end_q} <= {act_set_i, use_i, take_i, end_i};

    // ---- Valid bits and trees ----

    wire [NODES-1:0]             tree, set_nodes, clear_nodes;
    wire [WAYS-1:0]              leaves;
    wire [WAYS-1:0]              valid;
    wire [SETS-1:0]              read, look;    // the set of compare, and that of a flush, one-hot
    wire [SETS*WAYS-1:0]         valids;        // of each set
    wire [SETS*(WAYS+NODES)-1:0] sets;          // of each set, from bit 0: valid | tree
    genvar s, w;
    generate
        for (s = 0; s < SETS; s = s + 1) begin : gen_set
            reg  [WAYS-1:0]  valid_q;
            reg  [NODES-1:0] tree_q;
            wire             here = act_q && set_q == s;
            assign read[s] = set_i == s;
            assign look[s] = looks_set_i == s;
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni) begin
                    valid_q <= {WAYS{1'b0}};
                    tree_q  <= {NODES{1'b0}};
                end else if (here) begin
                    valid_q <= (valid_q | take_q) & ~end_q;
                    tree_q  <= (tree_q | set_nodes) & ~clear_nodes;
                end
            assign sets[s*(WAYS+NODES) +: WAYS+NODES] = {tree_q, valid_q};
            assign valids[s*WAYS +: WAYS]             = valid_q;
        end
    endgenerate
    `WF_MUX #(.WIDTH(WAYS + NODES), .COUNT(SETS)) mux_set (.select_i(read), .data_i(sets), .data_o({tree, valid}));
    `WF_MUX #(.WIDTH(WAYS), .COUNT(SETS)) mux_look (.select_i(look), .data_i(valids), .data_o(looks_valid_o));
    `WF_PLRU #(.WAYS(WAYS)) plru (.tree_i(tree), .leaves_o(leaves), .use_i(use_q), .set_o(set_nodes), .clear_o(clear_nodes));

    // ---- Compare ----

    wire [WAYS-1:0] hit, invalid, unused_below;
    wire [TAG-1:0]  leaving;
    wire            unused_any, unused_valid;
    generate
        for (w = 0; w < WAYS; w = w + 1) begin : gen_way
            assign hit[w] = valid[w] && tags_i[w*TAG +: TAG] == tag_i;
        end
    endgenerate
    `WF_FIRST #(.WIDTH(WAYS)) lowest (.bits_i(~valid), .first_o(invalid), .below_o(unused_below), .any_o(unused_any));
    `WF_MUX #(.WIDTH(TAG), .COUNT(WAYS)) mux_leaving (.select_i(leaves), .data_i(tags_i), .data_o(leaving));
    `WF_RANK #(.WIDTH(3 * WAYS + TAG)) rank (
        .clk_i(clk_i), .rst_ni(rst_ni), .move_i(1'b1), .valid_i(move_i), .data_i({hit, invalid, leaves, leaving}),
        .valid_o(unused_valid), .data_o({hit_o, invalid_o, leaves_o, leaving_o})
    );
endmodule
`default_nettype wire
