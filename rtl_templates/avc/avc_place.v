// SPDX-License-Identifier: Apache-2.0
// Where a block is in the two caches: its set and tag in each, and its vector in the line of the AVC.
//
//   4 sets, lines of 2 vectors, 8 bits of address; block 101 11 01 1  ->  AVC vector 10 (1), set 01, tag 10111; L1 set 11, tag 101110
//
// More: docs/avc.md, "Words"
`default_nettype none
module `WF_AVC_PLACE #(
    parameter SETS    = `WF_SETS,                                       // sets: a power of two, 1 to 256
    parameter VECTORS = `WF_VECTORS,                                    // vectors of a line of the AVC: 1, 2, 4, 8 or 16
    parameter ADDRESS = `WF_ADDRESS,                                    // bits of a block number
    parameter SET     = SETS > 1 ? $clog2(SETS) : 1,                    // bits of a set's number; not to be set
    parameter AVC_TAG = ADDRESS - $clog2(SETS) - $clog2(VECTORS),       // bits of a tag of the AVC; not to be set
    parameter L1_TAG  = ADDRESS - $clog2(SETS)                          // bits of a tag of the L1; not to be set
) (
    input  wire [ADDRESS-1:0] block_i,      // a block
    output wire [VECTORS-1:0] vector_o,     // its vector, one-hot
    output wire [SET-1:0]     avc_set_o,    // its set in the AVC
    output wire [AVC_TAG-1:0] avc_tag_o,    // its tag there
    output wire [SET-1:0]     l1_set_o,     // its set in the L1
    output wire [L1_TAG-1:0]  l1_tag_o      // its tag there
);
    generate
        if (SETS < 1 || SETS > 256 || (SETS & (SETS - 1)) != 0) begin : gen_bad_sets wf_illegal_SETS bad (); end
        if (VECTORS < 1 || VECTORS > 16 || (VECTORS & (VECTORS - 1)) != 0) begin : gen_bad_vectors wf_illegal_VECTORS bad (); end
        if (ADDRESS < 8 || ADDRESS > 32 || ADDRESS <= $clog2(SETS) + $clog2(VECTORS)) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (SET != (SETS > 1 ? $clog2(SETS) : 1)) begin : gen_bad_set wf_illegal_SET bad (); end
        if (AVC_TAG != ADDRESS - $clog2(SETS) - $clog2(VECTORS)) begin : gen_bad_avc_tag wf_illegal_AVC_TAG bad (); end
        if (L1_TAG != ADDRESS - $clog2(SETS)) begin : gen_bad_l1_tag wf_illegal_L1_TAG bad (); end
    endgenerate
    localparam VECTOR = $clog2(VECTORS);
    localparam [31:0] SET_MASK = SETS - 1;

    wire [ADDRESS:0] block = {1'b0, block_i};
    genvar v;
    generate
        if (VECTORS > 1) begin : gen_vectors
            for (v = 0; v < VECTORS; v = v + 1) begin : gen_vector
                assign vector_o[v] = block[VECTOR-1:0] == v;
            end
        end else begin : gen_one
            assign vector_o = 1'b1;
        end
    endgenerate
    assign avc_set_o = block[VECTOR +: SET] & SET_MASK[SET-1:0];
    assign l1_set_o  = block[0 +: SET] & SET_MASK[SET-1:0];
    assign avc_tag_o = block_i[ADDRESS-1 -: AVC_TAG];
    assign l1_tag_o  = block_i[ADDRESS-1 -: L1_TAG];
    wire unused_block = &{1'b0, block};
endmodule
`default_nettype wire
