// SPDX-License-Identifier: Apache-2.0
//
// Where the entries are (docs/engine.md, "Cycle by cycle"): the engine with a cache of counts and a codec that keep their promises (engine_parts.svh) and any
// memories. Proven in every state: each entry is at exactly one place, free, queueing, behind another, starting, in the cache or a codec, in one queue or
// register of its way, done or released; two of one line are never under way at once, since one of them is behind the other; and what is at a place is what the
// entry's request is, with its line, and with the count that its lookup gave. So what the cache and the codec are owed is kept.
`default_nettype none
`include "engine_places.svh"
endmodule
`default_nettype wire
