// SPDX-License-Identifier: Apache-2.0
// The stages tags and compare of both caches: the sets whose tags are read or written, and which ways have a block. A flush looks at a way here.
//
//   act takes a way of set 5 while nothing enters tags  ->  the tags' address is 5
//
// More: docs/avc.md, "Tags", "Compare" and "Walk"
`default_nettype none
module `WF_AVC_COMPARE #(
    parameter AVC_WAYS = 1,                                         // ways of the AVC, from 1
    parameter L1_WAYS  = `WF_L1_WAYS,                               // ways of the L1
    parameter SETS     = `WF_SETS,                                  // sets of both
    parameter VECTORS  = `WF_VECTORS,                               // vectors of a line of the AVC
    parameter ADDRESS  = `WF_ADDRESS,                               // bits of a block number
    parameter SET      = SETS > 1 ? $clog2(SETS) : 1,               // bits of a set's number; not to be set
    parameter AVC_TAG  = ADDRESS - $clog2(SETS) - $clog2(VECTORS),  // bits of a tag of the AVC; not to be set
    parameter L1_TAG   = ADDRESS - $clog2(SETS)                     // bits of a tag of the L1; not to be set
) (
    input  wire                      clk_i,             // clock, rising edge
    input  wire                      rst_ni,            // reset, low, asynchronous

    // Tags
    input  wire [ADDRESS-1:0]        tags_block_i,      // the block whose tags are read
    output wire [SET-1:0]            avc_tags_set_o,    // the set of the AVC that is read or written
    output wire [SET-1:0]            l1_tags_set_o,     // the same of the L1

    // Compare
    input  wire                      moves_i,           // 1: an operation goes on to vector
    input  wire [ADDRESS-1:0]        block_i,           // its block
    input  wire [AVC_WAYS*AVC_TAG-1:0] avc_tags_i,      // the tags of its set in the AVC, way 0 lowest
    input  wire [L1_WAYS*L1_TAG-1:0] l1_tags_i,         // the same of the L1
    output wire [2*AVC_WAYS+AVC_TAG-1:0] avc_o,         // in vector, from bit 0: tag of the way that leaves | lowest invalid way | way that has the block
    output wire [3*L1_WAYS+L1_TAG-1:0] l1_o,            // of the L1: tag of the way that leaves | this way | lowest invalid way | way that has the block

    // Flush
    input  wire                      looks_i,           // 1: it looks at a way
    input  wire [SET-1:0]            looks_set_i,       // of this set
    input  wire [AVC_WAYS+L1_WAYS-1:0] looks_way_i,     // one-hot, those of the AVC lowest
    output wire [AVC_WAYS+L1_WAYS-1:0] looks_valid_o,   // the valid ways of the set
    output wire [ADDRESS-1:0]        peek_block_o,      // a cycle later: the block of this way, of a line the first one

    // Act; ways are one-hot, or 0
    input  wire                      go_i,              // 1: it goes on
    input  wire [SET-1:0]            avc_set_i,         // the set of the AVC
    input  wire [3*AVC_WAYS-1:0]     avc_change_i,      // from bit 0: the way that is used | taken | becomes invalid
    input  wire [SET-1:0]            l1_set_i,          // the set of the L1
    input  wire [3*L1_WAYS-1:0]      l1_change_i        // as avc_change_i
);
    generate
        if (AVC_WAYS < 1 || AVC_WAYS > 4) begin : gen_bad_avc_ways wf_illegal_AVC_WAYS bad (); end
        if (L1_WAYS < 1 || L1_WAYS > 8) begin : gen_bad_l1_ways wf_illegal_L1_WAYS bad (); end
        if (SETS < 1 || SETS > 256 || (SETS & (SETS - 1)) != 0) begin : gen_bad_sets wf_illegal_SETS bad (); end
        if (VECTORS < 1 || VECTORS > 16 || (VECTORS & (VECTORS - 1)) != 0) begin : gen_bad_vectors wf_illegal_VECTORS bad (); end
        if (ADDRESS < 8 || ADDRESS > 32) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (SET != (SETS > 1 ? $clog2(SETS) : 1)) begin : gen_bad_set wf_illegal_SET bad (); end
        if (AVC_TAG != ADDRESS - $clog2(SETS) - $clog2(VECTORS)) begin : gen_bad_avc_tag wf_illegal_AVC_TAG bad (); end
        if (L1_TAG != ADDRESS - $clog2(SETS)) begin : gen_bad_l1_tag wf_illegal_L1_TAG bad (); end
    endgenerate

    // ---- Tags ----

    wire [VECTORS-1:0]  unused_read_vector, unused_vector;
    wire [SET-1:0]      avc_read_set, l1_read_set, avc_set, l1_set;
    wire [AVC_TAG-1:0]  unused_read_avc_tag, avc_tag, avc_peek;
    wire [L1_TAG-1:0]   unused_read_l1_tag, l1_tag, l1_peek;
    wire [AVC_WAYS-1:0] avc_use, avc_take, avc_end;
    wire [L1_WAYS-1:0]  l1_use, l1_take, l1_end;
    assign {avc_end, avc_take, avc_use} = avc_change_i;
    assign {l1_end, l1_take, l1_use}    = l1_change_i;
    `WF_AVC_PLACE #(.SETS(SETS), .VECTORS(VECTORS), .ADDRESS(ADDRESS)) tags_place (
        .block_i(tags_block_i), .vector_o(unused_read_vector), .avc_set_o(avc_read_set), .avc_tag_o(unused_read_avc_tag),
        .l1_set_o(l1_read_set), .l1_tag_o(unused_read_l1_tag)
    );
    assign avc_tags_set_o = |avc_take ? avc_set_i : avc_read_set;
    assign l1_tags_set_o  = |l1_take ? l1_set_i : l1_read_set;

    // ---- Compare ----

    `WF_AVC_PLACE #(.SETS(SETS), .VECTORS(VECTORS), .ADDRESS(ADDRESS)) compare_place (
        .block_i(block_i), .vector_o(unused_vector), .avc_set_o(avc_set), .avc_tag_o(avc_tag), .l1_set_o(l1_set), .l1_tag_o(l1_tag)
    );
`ifdef WF_WITH_AVC_WAYS
    wire [AVC_WAYS-1:0] unused_leaves;
    `WF_AVC_CACHE #(.WAYS(AVC_WAYS), .SETS(SETS), .TAG(AVC_TAG)) avc (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .move_i(moves_i), .set_i(avc_set), .tag_i(avc_tag), .tags_i(avc_tags_i), .looks_set_i(looks_set_i), .looks_valid_o(looks_valid_o[AVC_WAYS-1:0]),
        .hit_o(avc_o[AVC_WAYS+AVC_TAG +: AVC_WAYS]), .invalid_o(avc_o[AVC_TAG +: AVC_WAYS]), .leaves_o(unused_leaves),
        .leaving_o(avc_o[AVC_TAG-1:0]),
        .act_i(go_i), .act_set_i(avc_set_i), .use_i(avc_use), .take_i(avc_take), .end_i(avc_end)
    );
`else
    assign avc_o = {2*AVC_WAYS+AVC_TAG{1'b0}};
    assign looks_valid_o[AVC_WAYS-1:0] = {AVC_WAYS{1'b0}};
    wire unused_avc = &{1'b0, avc_tag, avc_set, avc_use, avc_end};
`endif
    `WF_AVC_CACHE #(.WAYS(L1_WAYS), .SETS(SETS), .TAG(L1_TAG)) l1 (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .move_i(moves_i), .set_i(l1_set), .tag_i(l1_tag), .tags_i(l1_tags_i), .looks_set_i(looks_set_i), .looks_valid_o(looks_valid_o[AVC_WAYS +: L1_WAYS]),
        .hit_o(l1_o[2*L1_WAYS+L1_TAG +: L1_WAYS]), .invalid_o(l1_o[L1_WAYS+L1_TAG +: L1_WAYS]), .leaves_o(l1_o[L1_TAG +: L1_WAYS]),
        .leaving_o(l1_o[L1_TAG-1:0]),
        .act_i(go_i), .act_set_i(l1_set_i), .use_i(l1_use), .take_i(l1_take), .end_i(l1_end)
    );

    // ---- Flush: the block of the way that it looked at ----

    reg [AVC_WAYS+L1_WAYS-1:0] peek_q;
    always @(posedge clk_i)
        if (looks_i) peek_q <= looks_way_i;
    `WF_MUX #(.WIDTH(AVC_TAG), .COUNT(AVC_WAYS)) mux_avc (.select_i(peek_q[AVC_WAYS-1:0]), .data_i(avc_tags_i), .data_o(avc_peek));
    `WF_MUX #(.WIDTH(L1_TAG), .COUNT(L1_WAYS)) mux_l1 (.select_i(peek_q[AVC_WAYS +: L1_WAYS]), .data_i(l1_tags_i), .data_o(l1_peek));
    wire               of_avc = |peek_q[AVC_WAYS-1:0];
    wire [ADDRESS:0]   tag    = of_avc ? {{ADDRESS+1-AVC_TAG{1'b0}}, avc_peek} : {{ADDRESS+1-L1_TAG{1'b0}}, l1_peek};
    wire [ADDRESS-1:0] line   = tag[ADDRESS-1:0] << $clog2(SETS) | {{ADDRESS-SET{1'b0}}, of_avc ? avc_set : l1_set};
    assign peek_block_o = of_avc ? line << $clog2(VECTORS) : line;
    wire unused_tag = &{1'b0, tag[ADDRESS]};
endmodule
`default_nettype wire
