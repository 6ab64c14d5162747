// SPDX-License-Identifier: Apache-2.0
//
// The bytes of each entry (docs/engine.md, "Cycle by cycle"): the engine as in engine_places.sv, with its memories, and of each line and code the first bit of
// one byte, BYTE. Proven in every state: what goes into the decoder is what came back for the entry, 0 behind its count, and what it answers is the response of that
// request; what goes into the encoder is what the request wrote and, outside of its mask, what the decoder gave; the mover gets what the encoder gave,
// what the request wrote with its mask, or the block of counts. No row of a memory is read while it is written.
`default_nettype none
`include "engine_bits.svh"
endmodule
`default_nettype wire
