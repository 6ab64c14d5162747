// SPDX-License-Identifier: Apache-2.0
// Tree pseudo-LRU of one set: the way that leaves, and what a use of a way changes. The tree is a binary one over the ways, rounded up to a power of
// two. Node 1 is the root, 2n and 2n + 1 are the halves of node n, and bit n - 1 of tree_i is 1 where node n leads to its second half. A node
// whose second half has no way leads to the first one. A use lets each node on the path of its way lead to the other half.
//
//   WAYS 3: node 1 over ways 0 1 | 2, node 2 over 0 | 1, node 3 over 2 | no way
//   tree_i 001                       ->  leaves_o 100: the root leads to way 2
//   use_i 100 (way 2)                ->  set_o 100, clear_o 001: in the next tree the root leads to ways 0 and 1
//   use_i 001 (way 0)                ->  set_o 011, clear_o 000
`default_nettype none
module `WF_PLRU #(
    parameter WAYS  = 2,                                                // from 1, a power of two or not
    parameter NODES = WAYS > 1 ? (1 << $clog2(WAYS)) - 1 : 1            // nodes; not to be set
) (
    input  wire [NODES-1:0] tree_i,     // the tree of the set
    output wire [WAYS-1:0]  leaves_o,   // the way that leaves, one-hot
    input  wire [WAYS-1:0]  use_i,      // the way that is used, one-hot, or 0
    output wire [NODES-1:0] set_o,      // nodes that lead to their second half from now on
    output wire [NODES-1:0] clear_o     // nodes that lead to their first half from now on
);
    generate
        if (WAYS < 1) begin : gen_bad_ways wf_illegal_WAYS bad (); end
        if (NODES != (WAYS > 1 ? (1 << $clog2(WAYS)) - 1 : 1)) begin : gen_bad_nodes wf_illegal_NODES bad (); end
    endgenerate
    localparam LEVELS = $clog2(WAYS);
    localparam PLACES = 1 << LEVELS;            // leaves of the tree
    wire [PLACES:0] used = {{PLACES-WAYS+1{1'b0}}, use_i};

    // reached of level l: the paths lead to this node, one of 2^l
    genvar l, k;
    generate
        if (WAYS <= 1) begin : gen_one
            assign set_o    = {NODES{1'b0}};
            assign clear_o  = {NODES{1'b0}};
            wire unused_one = &{1'b0, tree_i};
        end
        for (l = 0; l <= LEVELS; l = l + 1) begin : gen_level
            wire [(1<<l)-1:0] reached;
            if (l == 0) begin : gen_root
                assign reached = 1'b1;
            end
            for (k = 0; l > 0 && k < (1 << l) / 2; k = k + 1) begin : gen_node
                localparam NODE   = (1 << l) / 2 + k;
                localparam HALF   = PLACES >> l;            // leaves of its half
                localparam SECOND = (2 * k + 1) * HALF;     // the first leaf of its second half
                wire first_used  = |used[SECOND-HALF +: HALF];
                wire second_used = |used[SECOND +: HALF];
                wire second      = SECOND < WAYS && tree_i[NODE-1];
                assign set_o[NODE-1]    = first_used;
                assign clear_o[NODE-1]  = second_used;
                assign reached[2*k]     = gen_level[l-1].reached[k] && !second;
                assign reached[2*k+1]   = gen_level[l-1].reached[k] && second;
                wire unused_tree = &{1'b0, tree_i[NODE-1]};
            end
        end
    endgenerate
    assign leaves_o = gen_level[LEVELS].reached[WAYS-1:0];
    wire unused_places = &{1'b0, used[PLACES], gen_level[LEVELS].reached};
endmodule
`default_nettype wire
