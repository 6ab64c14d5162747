// SPDX-License-Identifier: Apache-2.0
// Encoder of affine, upper parts: do the bits that a lane's number only carries into fit one base? Those of the base are a number U. A lane
// has U, or U + 1 if its number carries. Two consecutive numbers differ in one bit of their Gray code: if U is even in bit 0, if U is odd in
// the bit next to the lowest 1, or in the top bit if there is no such bit. So all Gray columns agree but that one.
//
//   4 lanes 12 14 16 18, stride 2: the upper parts, from bit 3 on, are 1 1 2 2, in Gray code 01 01 11 11. Bit 0 agrees,
//   bit 1 does not. That fits an odd U, since bit 0 is the lowest 1: fits_o 10. U is 1. Its place is bit 1 of odd_o,
//   since BITS begin with bit 2.
//
// The digits tell whether U is even or odd, since a digit's highest bit is the lowest of the upper part. That bit also links the two: digits
// agree only if the upper parts of all lanes whose number carries are one more.
`default_nettype none
module `WF_ENC_UPPER #(
    parameter BITS  = 1,    // bits of a lane that an upper part may come from, from 1: bit 0 is its lowest if the stride is 1
    parameter STEPS = 7     // bits that a stride may be, from 1
) (
    input  wire [BITS-1:0]  ones_i,     // the columns of the Gray code in which an active lane has a 1
    input  wire [BITS-1:0]  zeros_i,    // the columns in which an active lane has a 0
    input  wire [STEPS-1:0] stride_i,   // the stride: one-hot
    input  wire             uniform_i,  // 1: all columns agree, and even_o is to be all BITS of the lanes, whatever the stride
    output wire [1:0]       fits_o,     // bit 0: the upper parts fit an even U; bit 1: an odd U
    output wire [BITS-1:0]  even_o,     // U in its place if it is even
    output wire [BITS-1:0]  odd_o       // U in its place if it is odd
);
    localparam LEVELS = $clog2(BITS);

    generate
        if (BITS < 1) begin : gen_bad_bits wf_illegal_BITS bad (); end
        if (STEPS < 1) begin : gen_bad_steps wf_illegal_STEPS bad (); end
    endgenerate

    // ---- Which column may differ ----

    wire [BITS-1:0] part;   // the bits of the upper part
    wire [BITS-1:0] above;  // without its lowest
    wire [BITS-1:0] next;   // next to a 1 of the upper part
    genvar          b, l;
    generate
        for (b = 0; b < BITS; b = b + 1) begin : gen_bit
            if (b < STEPS) begin : gen_near
                assign part[b] = |stride_i[b:0];
            end else begin : gen_far
                assign part[b] = |stride_i;
            end
            if (b == 0) begin : gen_lowest
                assign above[b] = 1'b0;
                assign next[b]  = 1'b0;
            end else begin : gen_other
                assign above[b] = part[b-1];
                assign next[b]  = ones_i[b-1] && part[b-1];
            end
        end
    endgenerate
    wire [BITS-1:0] first, below;   // the lowest bit next to a 1; the bits below it, all if there is none
    wire            some;
    `WF_FIRST #(.WIDTH(BITS)) turn (.bits_i(next), .first_o(first), .below_o(below), .any_o(some));
    wire [BITS:0]   top    = {{BITS{1'b0}}, !some} << (BITS - 1);
    wire [BITS-1:0] may    = first | top[BITS-1:0];
    wire [BITS-1:0] differ = ones_i & zeros_i;
    wire            unused = &{1'b0, stride_i, top};
    assign fits_o[0] = !(|(differ & above));
    assign fits_o[1] = !(|(differ & part & ~may));

    // ---- U ----

    // plain: the number with these Gray columns, right above the one that differs. If U is odd, that bit is 0 and all below it are 1. If no
    // bit is next to a 1, all bits of U are 1.
    generate
        for (l = 0; l <= LEVELS; l = l + 1) begin : gen_plain
            wire [BITS-1:0] plain;
            if (l == 0) begin : gen_gray
                assign plain = ones_i;
            end else begin : gen_joined
                assign plain = gen_plain[l-1].plain ^ (gen_plain[l-1].plain >> (1 << (l - 1)));
            end
        end
    endgenerate
    wire [BITS-1:0] plain = gen_plain[LEVELS].plain;
    assign even_o = plain & (above | {BITS{uniform_i}});
    assign odd_o  = part & (below | (plain & ~first));
endmodule
`default_nettype wire
