# SPDX-License-Identifier: Apache-2.0
# cpack.S - CABA's Algorithms 5 and 6: cpack with codes of one length and three entries beside zero. A lane has a word.
#
# A code: the head 01 | 32 codes of 3 bits, bytes 1 to 12 | n entries from byte 13 on | if a word is partial, a byte of each word. A
# word's code is its slot (0 zero, 1 to 3 an entry) times 2, and 1 if it is partial: it has the slot's upper 24 bits, and its own low
# byte.
#include "routine.inc"

    .text

#define WORD t0
#define UPPER t1    /* of WORD, 24 bits */
#define SLOT a3
#define SLOT_WORD a4
#define LEFT a5     /* 1: the word has no slot yet */
#define ENTRIES a6

# The slots of the line that is written hold what they need meanwhile: the codes at byte 64, a byte each, the entries at byte 96. No code
# is longer than 57 bytes.
    routine cpack_compress
    slli t0, a2, 2
    add t1, t0, a1
    sw zero, 0(t1)
    add t1, t0, a0
    lw WORD, 0(t1)
    srli UPPER, WORD, 8
    li SLOT, 0
    li SLOT_WORD, 0
    snez LEFT, UPPER
    li ENTRIES, 0

.Lentry:                          # the first word that is left is the next entry
    vote.ballot t2, LEFT
    beqz t2, .Lmatched
    li t3, 3
    beq ENTRIES, t3, .Lraw
    addi ENTRIES, ENTRIES, 1
    neg t3, t2                  # the lowest bit, as a float: its exponent is the lane
    and t2, t2, t3
    fcvt.s.wu ft0, t2
    fmv.x.w t2, ft0
    srli t2, t2, 21
    addi t2, t2, -4 * 127
    add t2, t2, a0
    lw t2, 0(t2)
    slli t3, ENTRIES, 2
    add t3, t3, a1
    sw t2, 92(t3)
    srli t3, t2, 8              # t3: 1 if the lane's word matches
    sub t3, t3, UPPER
    seqz t3, t3
    sub LEFT, LEFT, t3
    neg t3, t3
    and t2, t2, t3
    or SLOT_WORD, SLOT_WORD, t2
    and t3, t3, ENTRIES
    or SLOT, SLOT, t3
    j .Lentry

.Lmatched:
    sub t1, WORD, SLOT_WORD     # t1: partial
    snez t1, t1
    vote.any a4, t1             # a4: some word is
    slli SLOT, SLOT, 1
    or SLOT, SLOT, t1
    neg t1, t1
    and WORD, WORD, t1          # the byte

    add t2, a1, a2              # lane i joins codes 8 i to 8 i + 7, 24 bits
    sb SLOT, 64(t2)
    lui t5, 0x3f0
    addi t5, t5, 0x3f           # 003f003f
    andi a5, a2, 3
    slli t4, a5, 3
    add t4, t4, a1
    lw t3, 64(t4)
    lw t4, 68(t4)
.macro join_four to             # bits 0 to 11: four bytes of 3 bits
    srli t6, \to, 5
    or \to, \to, t6
    and \to, \to, t5
    srli t6, \to, 10
    or \to, \to, t6
    slli \to, \to, 20
.endm
    join_four t3
    join_four t4
    srli t3, t3, 20
    srli t4, t4, 8
    or t3, t3, t4
    slli t4, a5, 1
    add t4, t4, a5
    add t4, t4, a1
    sb t3, 1(t4)
    srli t3, t3, 8
    sb t3, 2(t4)
    srli t3, t3, 8
    sb t3, 3(t4)
    li t3, 1
    sb t3, 0(a1)

    lbu t3, 96(t2)              # the entries, and zeros behind them
    sb t3, 13(t2)
    slli ENTRIES, ENTRIES, 2
    add t2, t2, ENTRIES
    sb WORD, 13(t2)             # the bytes; where none is partial they are zeros behind the code
    slli a4, a4, 5
    add a0, ENTRIES, a4
    addi a0, a0, 13
    ret
.Lraw:
    li a0, 0
    ret
    end cpack_compress

    routine cpack_decompress
    slli t0, a2, 1              # the lane's code
    add t0, t0, a2
    andi t1, t0, 7
    srli t0, t0, 3
    add t0, t0, a0
    lbu t2, 1(t0)
    lbu t0, 2(t0)
    slli t0, t0, 8
    or t0, t0, t2
    srl t0, t0, t1
    andi t1, t0, 1              # t1: partial
    srli t0, t0, 1
    andi t0, t0, 3              # t0: the slot
    vote.any t2, t0             # t2: 4 n, the highest slot in use
    srli t3, t0, 1
    vote.any t3, t3
    add t2, t2, t3
    addi t3, t0, -3
    seqz t3, t3
    vote.any t3, t3
    add t2, t2, t3
    slli t2, t2, 2
    slli t4, t0, 2              # t4: the slot's word
    add t4, t4, a0
    lw t3, 8(t4)
    lw t4, 12(t4)
    srli t3, t3, 8
    slli t4, t4, 24
    or t4, t4, t3
    snez t0, t0
    neg t0, t0
    and t4, t4, t0
    add t2, t2, a0              # t3: the word's byte
    add t2, t2, a2
    lbu t3, 13(t2)
    xor t3, t3, t4
    neg t1, t1
    and t3, t3, t1
    andi t3, t3, 255
    xor t4, t4, t3
    store_line t4, t0
    end cpack_decompress
