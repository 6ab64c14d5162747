# SPDX-License-Identifier: Apache-2.0
# linebdi_decompress.S - CABA's Algorithm 1, a routine for each code of linebdi: load base and deltas, add, store. A lane has a word of
# the line.
#
# Byte 0 is the head. Select bits, base and deltas follow without gaps, so a field is put together from the words it lies in.
#include "routine.inc"

    .text

# to: bytes 1 to 4, or 3 to 6, of the two words from and next
.macro behind_1 to, from, next
    srli \to, \from, 8
    slli \next, \next, 24
    or \to, \to, \next
.endm
.macro behind_3 to, from, next
    srli \to, \from, 24
    slli \next, \next, 8
    or \to, \to, \next
.endm

# mask: all ones if bit `at` of the select bits is 0, so that the chunk is on the base; 0 if it is on zero. The mask may be the select bits.
.macro mask_of_base mask, select, at
    srl \mask, \select, \at
    andi \mask, \mask, 1
    addi \mask, \mask, -1
.endm

# t2: the signed delta of number `at` of those that begin at byte `first`; t5 is free
.macro delta_1 at, first
    add t2, a0, \at
    lb t2, \first(t2)
.endm
.macro delta_2 at, first
    slli t2, \at, 1
    add t2, t2, a0
    lbu t5, \first(t2)
    lb t2, \first + 1(t2)
    slli t2, t2, 8
    or t2, t2, t5
.endm
.macro delta_4 at, first        # first is 3 above a multiple of 4
    slli t2, \at, 2
    add t2, t2, a0
    lw t5, \first - 3(t2)
    lw t2, \first + 1(t2)
    srli t5, t5, 24
    slli t2, t2, 8
    or t2, t2, t5
.endm

    routine linebdi_decompress_zeros
    store_line zero, t0
    end linebdi_decompress_zeros

    routine linebdi_decompress_repeat
    andi t0, a2, 1              # an odd lane has the upper word of a chunk
    slli t0, t0, 2
    add t0, t0, a0
    lw t1, 0(t0)
    lw t2, 4(t0)
    behind_1 t0, t1, t2
    store_line t0, t1
    end linebdi_decompress_repeat

# Head, 2 bytes of select bits, base of 8 bytes, 16 deltas. Both lanes of a chunk add it whole.
.macro decompress_8 name, bytes
    routine \name
    lw t0, 0(a0)
    lw t1, 4(a0)
    lw t2, 8(a0)
    srli t3, a2, 1              # the chunk
    addi t4, t3, 8
    mask_of_base t4, t0, t4
    slli t5, t1, 8              # t0: the base's lower word
    srli t0, t0, 24
    or t0, t0, t5
    behind_3 t1, t1, t2         # t1: its upper word
    and t0, t0, t4
    and t1, t1, t4
    delta_\bytes t3, 11
    srai t3, t2, 31
    add t0, t0, t2
    sltu t2, t0, t2             # the carry
    add t1, t1, t3
    add t1, t1, t2
    andi t3, a2, 1              # the lane's word: the upper one in odd lanes
    neg t3, t3
    xor t1, t1, t0
    and t1, t1, t3
    xor t0, t0, t1
    store_line t0, t1
    end \name
.endm
    decompress_8 linebdi_decompress_8_1, 1
    decompress_8 linebdi_decompress_8_2, 2
    decompress_8 linebdi_decompress_8_4, 4

# Head, 4 bytes of select bits, base of 4 bytes, 32 deltas
.macro decompress_4 name, bytes
    routine \name
    lw t0, 0(a0)
    lw t1, 4(a0)
    lw t2, 8(a0)
    slli t3, t1, 24             # t0: the select bits
    srli t0, t0, 8
    or t0, t0, t3
    behind_1 t1, t1, t2         # t1: the base
    mask_of_base t0, t0, a2
    and t1, t1, t0
    delta_\bytes a2, 9
    add t1, t1, t2
    store_line t1, t2
    end \name
.endm
    decompress_4 linebdi_decompress_4_1, 1
    decompress_4 linebdi_decompress_4_2, 2

# Head, 8 bytes of select bits, base of 2 bytes, 64 deltas. A lane has chunk `lane` and chunk 32 + lane, so each has a word of select bits.
    routine linebdi_decompress_2_1
    lw t0, 0(a0)
    lw t1, 4(a0)
    lw t2, 8(a0)
    slli t3, t1, 24             # t0, t1: the select bits
    srli t0, t0, 8
    or t0, t0, t3
    slli t3, t2, 24
    srli t1, t1, 8
    or t1, t1, t3
    srli t2, t2, 8              # the base; what stands above it is not stored
    add t3, a0, a2
    lb t4, 11(t3)
    lb t3, 43(t3)
    mask_of_base t0, t0, a2
    mask_of_base t1, t1, a2
    and t0, t0, t2
    and t1, t1, t2
    add t0, t0, t4
    add t1, t1, t3
    slli t2, a2, 1
    add t2, t2, a1
    sh t0, 0(t2)
    sh t1, 64(t2)
    ret
    end linebdi_decompress_2_1
