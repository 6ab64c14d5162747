# SPDX-License-Identifier: Apache-2.0
# stride.S - a stride prefetcher (CABA 8.2), by a routine that the misses of a warp trigger. Its memory has the last line, and the stride to it.
#include "routine.inc"

    .text

# Live in 0: the line that missed. If it is as far from the last one as that was from the one before, each lane prefetches one of the eight that come next.
    routine stride_ahead
    live.in t0, 0
    lw t2, 0(a0)
    lw t4, 4(a0)
    sw t0, 0(a0)
    sub t3, t0, t2
    sw t3, 4(a0)
    bne t3, t4, .Lunknown
    andi a2, a2, 7
    addi a2, a2, 1
    mul t3, t3, a2
    add t0, t0, t3
    lw zero, 0(t0)              # a load to x0 is a prefetch
.Lunknown:
    ret
    end stride_ahead
