// SPDX-License-Identifier: Apache-2.0
// Decoder of linebdi, uppers: the two upper parts that a chunk may have. A delta of D bits reaches from base - 2^(D-1) to base + 2^(D-1) - 1.
// So the upper part (bit D and above) is base's, U, or the other one: U + 1 if base's bit D-1 is 1, else U - 1. The other one differs from U
// in the lowest bit that is unlike bit D-1, and in all bits below. Both are made once for the line.
//
//   code 8-1, base 1083: upper parts 10 and 11 (each above the lowest byte); base 1000: 10 and 0F
`default_nettype none
module `WF_DEC_UPPERS (
`WF_INCLUDE linebdi_uppers.vh
endmodule
`default_nettype wire
