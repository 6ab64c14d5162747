// SPDX-License-Identifier: Apache-2.0
// Does a write need a dummy move first? A divergent write must find its register raw. If the register is compressed, the dummy move reads
// it and writes it back raw.
// In: the mask of the write, and the tag of the register that it goes to. Out, in the same cycle: move_o.
//
//   mask     the register is   move_o
//   full     any               0   the write replaces the register
//   empty    any               0   nothing is written
//   partial  raw               0   the active lanes are written in place
//   partial  compressed        1   the dummy move, then the write
//
// Source: Warped-Compression (ISCA 2015), section 5.2; the special move of G-Scalar (HPCA 2017), section 3.3. More: docs/integration.md
`default_nettype none
module `WF_MOVE #(
    parameter LANES     = `WF_LANES,      // lanes of the warp
    parameter TAG_BITS  = `WF_TAG_BITS,   // bits of the tag
    parameter CODE_BITS = `WF_CODE_BITS,  // that many lowest bits of the tag are all 0 if the register is raw
    parameter RAW_BIT   = `WF_RAW_BIT     // the register is also raw if this bit of the tag is 1; 0: no such bit
) (
    input  wire                valid_i,  // 1: a write
    input  wire [LANES-1:0]    mask_i,   // active mask of the write, bit i is lane i
    input  wire [TAG_BITS-1:0] tag_i,    // the tag of the register that it goes to
    output wire                move_o    // 1: a dummy move must go first
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (TAG_BITS < 1) begin : gen_bad_tag_bits wf_illegal_TAG_BITS bad (); end
        if (CODE_BITS < 1 || CODE_BITS > TAG_BITS) begin : gen_bad_code_bits wf_illegal_CODE_BITS bad (); end
        if (RAW_BIT < 0 || RAW_BIT >= TAG_BITS) begin : gen_bad_raw_bit wf_illegal_RAW_BIT bad (); end
    endgenerate

    wire partial    = |mask_i && !(&mask_i);
    wire compressed = |tag_i[CODE_BITS-1:0] && (RAW_BIT == 0 || !tag_i[RAW_BIT]);
    wire unused_tag = &{1'b0, tag_i};

    assign move_o = valid_i && partial && compressed;
endmodule
`default_nettype wire
