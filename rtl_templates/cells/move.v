// SPDX-License-Identifier: Apache-2.0
// move: a divergent write to a compressed register needs the dummy move first (Warped-Compression, section 5.2;
// the special move of G-Scalar, section 3.3).
//
//   mask     tag of the register   move_o
//   full     any                   0   the write replaces the register
//   empty    any                   0   nothing is written
//   partial  raw                   0   the active lanes are written in place
//   partial  compressed            1   decompress the register, then write
`default_nettype none
module `WF_MOVE #(
    parameter LANES     = `WF_LANES,
    parameter TAG_BITS  = `WF_TAG_BITS,
    parameter CODE_BITS = `WF_CODE_BITS,    // the tag's lowest bits, all 0 where the register is stored raw
    parameter RAW_BIT   = `WF_RAW_BIT       // a bit that says raw whatever those are; 0: there is none
) (
    input  wire                valid_i,
    input  wire [LANES-1:0]    mask_i,
    input  wire [TAG_BITS-1:0] tag_i,
    output wire                move_o
);
    wire partial    = |mask_i && !(&mask_i);
    wire compressed = |tag_i[CODE_BITS-1:0] && (RAW_BIT == 0 || !tag_i[RAW_BIT]);
    wire unused_tag = &{1'b0, tag_i};

    assign move_o = valid_i && partial && compressed;
endmodule
`default_nettype wire
