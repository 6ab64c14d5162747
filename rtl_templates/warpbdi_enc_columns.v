// SPDX-License-Identifier: Apache-2.0
// Encoder of warpbdi, columns: do the upper parts of all lanes agree, but for the one column that the window of D bits allows to differ?
// A column is one bit position of all lanes. It agrees if all lanes have a 1 there or none has, so no lane is XORed with another. The upper
// parts (bit D and above) are in Gray code. If <4,0> is the only mode in use (D is 0), they are the whole lanes in plain code.
//
//   D = 8, base 0180, another lane 02FF: upper parts 1 and 2, Gray 1 and 3. Column 1 differs and may, so they fit
//   D = 8, base 0180, another lane 0300: upper parts 1 and 3, Gray 1 and 2. Columns 0 and 1 differ
`default_nettype none
module `WF_ENC_COLUMNS #(
    parameter LANES = `WF_LANES,    // lanes of the warp: a power of two, 4 to 128
    parameter D     = 16            // bits of the widest delta in use: 0, 8 or 16
) (
    input  wire [LANES*32-1:0] block_i,
    output wire                fit_o    // 1: they agree
);
    localparam U = 32 - D;      // bits of an upper part
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0 || (D != 0 && D != 8 && D != 16)) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    wire [LANES*U-1:0] codes;
    wire [U-1:0]       all_set, any_set;
    genvar             k, b;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : gen_lane
            wire [U-1:0] upper = block_i[32*k+D +: U];
            assign codes[U*k +: U] = D == 0 ? upper : upper ^ (upper >> 1);
        end
    endgenerate
    `WF_FOLD #(.WIDTH(U), .COUNT(LANES)) fold (.data_i(codes), .all_o(all_set), .any_o(any_set));

    // The one column that may differ. Floor's upper part is base's if the top bit of base's lower part is 1, else one less. So the window
    // spans base's upper part U and U + 1, or U - 1 and U. Their Gray codes differ at the lowest bit of U that is unlike that top bit.
    // With D = 8 and base 0180 (U = 1, top bit 1): U + 1 = 2, and the lowest 0 of U is bit 1.
    wire [31:D] may_differ;
    generate
        if (D == 0) begin : gen_exact
            assign may_differ = 32'd0;
        end else begin : gen_window
            for (b = D; b < 32; b = b + 1) begin : gen_may_differ
                wire like_below = block_i[b-1:D-1] == {b-D+1{block_i[D-1]}};
                if (b == 31) assign may_differ[b] = like_below;
                else         assign may_differ[b] = like_below && block_i[b] != block_i[D-1];
            end
        end
    endgenerate
    assign fit_o = &(all_set | ~any_set | may_differ);
endmodule
`default_nettype wire
