// SPDX-License-Identifier: Apache-2.0
// linebdi_pick, uppers: the two upper parts that a chunk may have, once for the line. A delta of D bits reaches from base - 2^(D-1) to
// base + 2^(D-1) - 1. So the upper part, from bit D on, is base's or the other one: the next if base's bit D-1 is 1, else the one before. The
// other one differs in the lowest bit that is unlike bit D-1, and in all bits below.
//
//   code 8-1, base 1083: upper parts 10 and 11 (each above the lowest byte); base 1000: 10 and 0F
`default_nettype none
module `WF_LINEBDI_PICK_UPPERS (
`WF_INCLUDE linebdi/linebdi_uppers.vh
endmodule
`default_nettype wire
