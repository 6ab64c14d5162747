// SPDX-License-Identifier: Apache-2.0
// Encoder of warpbdi, columns: do the upper parts of all lanes agree, but for the one column that a window of 8 or 16 bits allows to differ?
// A column is one bit position of all lanes. It agrees if all lanes have a 1 there or none has, so no lane is XORed with another. Bits D
// and above are in Gray code, where two consecutive numbers differ in one bit. The bits below are as they are.
//
//   D = 8, base 0180, another lane 02FF: upper parts 1 and 2, Gray 1 and 3. Column 1 of them (bit 9) differs and may: near
//   D = 8, base 0180, another lane 0300: upper parts 1 and 3, Gray 1 and 2. Bits 8 and 9 differ: not near
`default_nettype none
module `WF_ENC_COLUMNS #(
    parameter LANES = `WF_LANES,    // lanes of the warp: a power of two, 4 to 128
    parameter D     = 8             // lowest bit in Gray code: 8, or 16 if near_o is not in use, or 32 if far_o is not either
) (
    input  wire [LANES*32-1:0] block_i, // a word of 32 bits for each lane; lane 0, the lowest, is the base
    output wire                same_o,  // 1: all lanes are the base
    output wire                near_o,  // 1: bits 8 and above fit the window of 8 bits around the base
    output wire                far_o    // 1: bits 16 and above fit the window of 16 bits
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (D != 8 && D != 16 && D != 32) begin : gen_bad_d wf_illegal_D bad (); end
    endgenerate

    localparam [31:0] GRAY = D == 32 ? 32'd0 : 32'hffffffff << (D % 32);
    wire [LANES*32-1:0] codes;
    wire [31:0]         all_set, any_set;
    genvar              k;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : gen_lane
            wire [31:0] word = block_i[32*k +: 32];
            assign codes[32*k +: 32] = word ^ (word >> 1) & GRAY;
        end
    endgenerate
    `WF_FOLD #(.WIDTH(32), .COUNT(LANES)) fold (.data_i(codes), .all_o(all_set), .any_o(any_set));
    wire [31:0] agree = all_set | ~any_set;

    // The one column that may differ. Floor's upper part is base's if the top bit of base's lower part is 1, else one less. So the window
    // spans base's upper part U and U + 1, or U - 1 and U. Their Gray codes differ at the lowest bit of U that is unlike that top bit, or
    // else at bit 31. With D = 8 and base 0180 (U = 1, top bit 1): U + 1 = 2, and the lowest 0 of U is bit 1.
    // If bits 7 to 15 of the base are all alike, both windows have the same column.
    wire [30:8]  step = block_i[30:8] ^ block_i[29:7];  // 1: unlike the bit below it
    wire [15:8]  may_differ_8;
    wire [31:16] may_differ_16;
    wire [7:0]   unused_below_8;
    wire [15:0]  unused_below_16;
    wire         some_8, unused_some_16;
    `WF_FIRST #(.WIDTH(8)) first_8 (.bits_i(step[15:8]), .first_o(may_differ_8), .below_o(unused_below_8), .any_o(some_8));
    `WF_FIRST #(.WIDTH(16)) first_16 (
        .bits_i({1'b1, step[30:16]}), .first_o(may_differ_16), .below_o(unused_below_16), .any_o(unused_some_16)
    );

    wire upper_same = &agree[31:16];
    assign far_o    = &(agree[31:16] | may_differ_16);
    assign near_o   = &(agree[15:8] | may_differ_8) && (some_8 ? upper_same : far_o);
    assign same_o   = upper_same && &agree[15:0];
endmodule
`default_nettype wire
