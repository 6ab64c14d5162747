// SPDX-License-Identifier: Apache-2.0
// What a write stores in the arrays of its bank. A full write stores the planes of its code. A partial one stores the bytes of its lanes in all planes, and,
// where it fills, in the other lanes the bytes that the old tag tells, of the planes that no array holds.
//
//   4 lanes, a scalar 07 before, mask 0001, fill_i 1  ->  all bytes are written: lane 0 its values, lanes 1 to 3 00000007
//   the same with fill_i 0                            ->  the four bytes of lane 0 are written
//
// More: docs/gsrf.md, "Arrays"
`default_nettype none
module `WF_GSRF_STORE #(
    parameter LANES  = `WF_LANES,   // lanes of the warp
    parameter GROUPS = `WF_GROUPS,  // codes of a register
`ifdef WF_WITH_COMPRESS_ON
    parameter TAG = (GROUPS > 1 ? 2 : 1) + 4 * GROUPS + (32 * GROUPS > LANES ? 32 * GROUPS : LANES),  // bits of a tag
`endif
    parameter BLOCK  = 32 * LANES   // bits of a value; not to be set
) (
`ifdef WF_WITH_COMPRESS_ON
    input  wire               clk_i,     // clock, rising edge; nothing uses it
    input  wire               rst_ni,    // reset, low, asynchronous; nothing uses it
    input  wire [TAG-1:0]     tag_i,     // the code of the write
    input  wire [TAG-1:0]     old_i,     // the tag of its register before it; of an invalid one that of zeros
`endif
    input  wire               valid_i,   // 1: a write
    input  wire               fill_i,    // 1: it fills, if it is partial
    input  wire               full_i,    // 1: its mask is full
    input  wire [LANES-1:0]   mask_i,    // its mask
    input  wire [BLOCK-1:0]   values_i,  // its values, lane 0 lowest
    output wire [4*LANES-1:0] write_o,   // bit p * LANES + i: byte p of lane i is written
    output wire [BLOCK-1:0]   data_o     // the bytes
);
    generate
        if (LANES < 1) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (GROUPS < 1 || LANES % GROUPS != 0) begin : gen_bad_groups wf_illegal_GROUPS bad (); end
`ifdef WF_WITH_COMPRESS_ON
        if (TAG < 1) begin : gen_bad_tag wf_illegal_TAG bad (); end
`endif
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
    endgenerate
    localparam WIDTH = LANES / GROUPS;      // lanes of a group

    wire [BLOCK-1:0]    old;        // what the old tag tells of each lane
    wire [4*GROUPS-1:0] lacks;      // planes that the code of a full write does not have
    wire [4*GROUPS-1:0] lacked;     // planes that no array holds
`ifdef WF_WITH_COMPRESS_ON
    wire unused_valid, unused_user, unused_compressed, unused_old;
    `WF_GSRF_PLANES #(.GROUPS(GROUPS)) planes (.tag_i(tag_i[4*GROUPS:0]), .compressed_o(unused_compressed), .missing_o(lacks));
    `WF_GSRF_PLANES #(.GROUPS(GROUPS)) old_planes (.tag_i(old_i[4*GROUPS:0]), .compressed_o(unused_old), .missing_o(lacked));
    `WF_BYTEWISE_DEC #(.LANES(LANES), .GROUPS(GROUPS), .CUTS(0)) old_lanes (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(1'b1), .user_i(1'b0), .tag_i(old_i), .payload_i({BLOCK{1'b0}}),
        .valid_o(unused_valid), .user_o(unused_user), .block_o(old)
    );
    wire unused_tag = &{1'b0, tag_i};
`else
    assign {lacks, lacked, old} = {{4*GROUPS{1'b0}}, {4*GROUPS{1'b1}}, {BLOCK{1'b0}}};
`endif
    genvar i, p;
    generate
        for (i = 0; i < LANES; i = i + 1) begin : gen_lane
            for (p = 0; p < 4; p = p + 1) begin : gen_byte
                wire here  = full_i ? !lacks[4*(i/WIDTH) + p] : mask_i[i];
                wire fills = fill_i && !full_i && lacked[4*(i/WIDTH) + p];
                assign write_o[p*LANES + i]          = valid_i && (here || fills);
                assign data_o[8*(p*LANES + i) +: 8] = mask_i[i] ? values_i[32*i + 8*p +: 8] : old[32*i + 8*p +: 8];
            end
        end
    endgenerate
endmodule
`default_nettype wire
