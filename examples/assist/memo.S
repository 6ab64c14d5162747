# SPDX-License-Identifier: Apache-2.0
# memo.S - memoization (CABA 8.1) by routines that events trigger. Each warp has 64 sets of two entries, an input and its result; the newer one stands first.
# An input of 0 is never found, since 0 is what an empty entry has.
#include "routine.inc"

    .text

# t1: the set of the input t0
.macro set_of_input
    li t1, 0x9e3779b1
    mul t1, t1, t0
    srli t1, t1, 26
    slli t1, t1, 4
    add t1, t1, a0
.endm

# Live in 0: the input. Live out 0: its result, and 1: all lanes have one. `memo_keep` may be at work in the same set, so an entry counts if its input is the same before and behind its result.
    routine memo_look
    live.in t0, 0
    set_of_input
    lw t2, 0(t1)
    lw t3, 4(t1)
    lw t4, 8(t1)
    lw t5, 12(t1)
    lw t6, 0(t1)
    lw t1, 8(t1)
    xor t2, t2, t0
    xor t6, t6, t0
    or t2, t2, t6
    seqz t2, t2                 # the first entry is it
    xor t4, t4, t0
    xor t1, t1, t0
    or t4, t4, t1
    seqz t4, t4                 # the second one is
    or t4, t4, t2
    snez t0, t0
    and t4, t4, t0
    vote.all t4, t4
    live.out 1, t4
    neg t2, t2
    xor t3, t3, t5
    and t3, t3, t2
    xor t3, t3, t5
    live.out 0, t3
    ret
    end memo_look

# Live in 0: the input, 1: its result. An entry has no input while it is written.
    routine memo_keep
    live.in t0, 0
    set_of_input
    lw t2, 0(t1)
    lw t3, 4(t1)
    lw t4, 8(t1)
    beq t2, t0, .Lkept          # the lane had it
    beq t4, t0, .Lkept
    sw zero, 8(t1)
    sw t3, 12(t1)
    sw t2, 8(t1)
    live.in t4, 1
    sw zero, 0(t1)
    sw t4, 4(t1)
    sw t0, 0(t1)
.Lkept:
    ret
    end memo_keep
