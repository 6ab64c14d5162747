// SPDX-License-Identifier: Apache-2.0
// The banks that a code takes: the lowest ones of its cluster, so many as its tag tells.
//
//   32 lanes, banks of 128 bits: tag 0 raw -> 11111111, 1 <4,0> -> 00000001, 2 <4,1> -> 00000111, 3 <4,2> -> 00011111
//
// More: docs/warpbdi.md
`default_nettype none
module `WF_WCRF_UNITS #(
    parameter LANES = `WF_LANES,  // lanes of the warp: a power of two, 4 to 128
    parameter BANK  = `WF_BANK    // bits of a bank: 32, 64 or 128
) (
    input  wire [1:0]               tag_i,   // 0 raw, 1 <4,0>, 2 <4,1>, 3 <4,2>
    output wire [LANES*32/BANK-1:0] units_o  // bit b: bank b is one of the code's
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes
            wf_illegal_LANES bad ();
        end
        if (BANK != 32 && BANK != 64 && BANK != 128) begin : gen_bad_bank wf_illegal_BANK bad (); end
    endgenerate

    localparam BANKS    = LANES * 32 / BANK;
    localparam BYTES    = BANK / 8;
    localparam BANKS_40 = (4 + BYTES - 1) / BYTES;
    localparam BANKS_41 = (LANES + 3 + BYTES - 1) / BYTES;
    localparam BANKS_42 = (2 * LANES + 2 + BYTES - 1) / BYTES;
    genvar b;
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : gen_bank
            localparam [3:0] IN = {b < BANKS_42, b < BANKS_41, b < BANKS_40, 1'b1};     // bit t: it is in codes of tag t
            assign units_o[b] = IN[tag_i];
        end
    endgenerate
endmodule
`default_nettype wire
