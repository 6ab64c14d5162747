// SPDX-License-Identifier: Apache-2.0
// Encoder of linebdi, window: the Gray column that may differ. Two consecutive numbers differ in one bit of their Gray code. So the upper
// parts of chunks that fit must agree, in Gray code, in every column but this one.
//
// Floor's upper part is base's if the top bit of base's lower part is 1, else one less. So the window spans the upper part U of base and
// U + 1, or U - 1 and U. Their Gray codes differ at the lowest bit of U that is unlike that top bit.
//
//   LOW 8, HIGH 16, base 0180: U is 01, the top bit of the lower part is 1, so the window spans 01 and 02, in Gray code 01 and 03: may_o 02
`default_nettype none
module `WF_ENC_WINDOW #(
    parameter LOW  = 8,     // bits of a delta
    parameter HIGH = 64     // bits of a chunk
) (
    input  wire [HIGH-1:0]   base_i,    // the base, as wide as a chunk
    output wire [HIGH-1:LOW] may_o      // one-hot
);
    generate
        if (LOW < 1) begin : gen_bad_low wf_illegal_LOW bad (); end
        if (HIGH <= LOW || HIGH > 64) begin : gen_bad_high wf_illegal_HIGH bad (); end
    endgenerate

    localparam BITS = HIGH > LOW ? HIGH - LOW : 1;  // of the upper part
    wire [BITS-1:0] unlike = base_i[HIGH-1:LOW] ^ {BITS{base_i[LOW-1]}};
    wire [BITS-1:0] last   = {BITS{1'b1}} ^ ({BITS{1'b1}} >> 1);    // the top bit, if all bits are alike
    wire [BITS-1:0] unused_first, below;
    wire            unused_any;
    `WF_FIRST #(.WIDTH(BITS)) lowest (.bits_i(unlike), .first_o(unused_first), .below_o(below), .any_o(unused_any));
    assign may_o = (unlike | last) & ~(~below << 1);
    wire unused = &{1'b0, base_i, below};
endmodule
`default_nettype wire
