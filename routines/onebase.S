# SPDX-License-Identifier: Apache-2.0
# onebase.S - a line of words near its first word: head 06, the word, and of each word a difference of a byte. 37 bytes.
#include "routine.inc"

    .text

    routine onebase_compress
    slli t0, a2, 2              # t0: the lane's word
    add t0, t0, a0
    lw t0, 0(t0)
    lw t1, 0(a0)                # t1: the base, in all lanes
    sub t0, t0, t1
    addi t2, t0, 128            # -128 to 127 are 0 to 255 now
    sltiu t2, t2, 256
    vote.all t2, t2
    beqz t2, .Lraw
    add t2, a1, a2
    sb zero, 32(t2)             # the burst in which the code ends
    slli t3, t1, 8
    ori t3, t3, 6
    sw t3, 0(a1)                # head and base: the same in all lanes
    srli t3, t1, 24
    sb t3, 4(a1)
    sb t0, 5(t2)                # the lane's difference
    li a0, 37
    ret
.Lraw:
    li a0, 0
    ret
    end onebase_compress

    routine onebase_decompress
    lw t0, 0(a0)                # the base: bytes 1 to 4
    lw t1, 4(a0)
    srli t0, t0, 8
    slli t1, t1, 24
    or t0, t0, t1
    add t1, a0, a2
    lb t1, 5(t1)
    add t0, t0, t1
    store_line t0, t1
    end onebase_decompress
