# SPDX-License-Identifier: Apache-2.0
# fpc.S - CABA's Algorithms 3 and 4: fpc with a pattern for each of four segments of 8 words, one segment after the other.
#
# A code is a head of 3 bytes (01, then four prefixes of 3 bits), and the data of the segments behind it, each a multiple of 4 bytes. So
# the data of a segment begin at byte 3 of some word. Lanes i, i + 8, i + 16 and i + 24 do the same with word i of the segment.
#include "routine.inc"

    .text

# ---- Compression ----

#define DATA a3     /* where the segment's data go */
#define HEAD a4     /* the head so far */
#define FROM a5     /* the lane's word of the segment */
#define PREFIX a6   /* the bit of HEAD where the segment's prefix is */
#define LIMIT a7    /* no code goes beyond */
#define WORD t0
#define HALF t4     /* 8000 */

# All lanes have something, or none has what would be wrong: to label
.macro if_all ok, label
    vote.all \ok, \ok
    bnez \ok, \label
.endm
.macro if_none wrong, label
    vote.any t1, \wrong
    beqz t1, \label
.endm

# Is there room? Only data of 16 bytes and more may have none, behind two plain words and one of 16 bytes. Leaves the end of the data in t2.
.macro room size
    addi t2, DATA, \size
    bltu LIMIT, t2, .Lraw
.endm

# Two bytes of a lane: the low one of WORD, and that `next` bits above it
.macro store_two next
    slli t1, a2, 1
    add t1, t1, DATA
    sb WORD, 0(t1)
    srli WORD, WORD, \next
    sb WORD, 1(t1)
.endm

# The segment has this prefix, and its data end at t2
.macro take prefix
    li t1, \prefix
    j .Lnext_segment
.endm

    routine fpc_compress
    slli t0, a2, 2              # the whole line is 0
    add t0, t0, a1
    sw zero, 0(t0)
    andi a2, a2, 7              # the lane's word of a segment
    slli t0, a2, 2
    add FROM, a0, t0
    addi DATA, a1, 3
    addi LIMIT, a1, 96
    li HEAD, 1
    li PREFIX, 8
    lui HALF, 8

.Lsegment:
    lw WORD, 0(FROM)
    if_none WORD, .Lzero_word
    addi t1, WORD, 8
    sltiu t1, t1, 16
    if_all t1, .Lnibble
    addi t1, WORD, 128
    sltiu t1, t1, 256
    if_all t1, .Lbyte
    srli t1, WORD, 8            # repeated: each byte is the one above it
    xor t1, t1, WORD
    slli t1, t1, 8
    if_none t1, .Lrepeated
    add t1, WORD, HALF
    srli t1, t1, 16
    if_none t1, .Lhalf
    slli t1, WORD, 16
    if_none t1, .Lupper
    slli t1, WORD, 16           # two bytes: what is left of each half above a byte
    srai t1, t1, 16
    addi t1, t1, 128
    srli t1, t1, 8
    srai t2, WORD, 16
    addi t2, t2, 128
    srli t2, t2, 8
    or t1, t1, t2
    if_none t1, .Ltwo_bytes

    room 32                     # a plain word
    slli t1, a2, 2
    add t1, t1, DATA
    sb WORD, 0(t1)
    srli t3, WORD, 8
    sb t3, 1(t1)
    srli t3, WORD, 16
    sb t3, 2(t1)
    srli t3, WORD, 24
    sb t3, 3(t1)
    take 7
.Ltwo_bytes:
    room 16
    store_two 16
    take 5
.Lupper:
    room 16
    srli WORD, WORD, 16
    store_two 8
    take 4
.Lhalf:
    room 16
    store_two 8
    take 3
.Lrepeated:
    add t1, DATA, a2
    sb WORD, 0(t1)
    addi t2, DATA, 8
    take 6
.Lbyte:
    add t1, DATA, a2
    sb WORD, 0(t1)
    addi t2, DATA, 8
    take 2
.Lnibble:                         # lane i has words 2 i and 2 i + 1
    andi t1, a2, 3
    slli t2, a2, 2
    sub t2, FROM, t2            # the segment
    slli t3, t1, 3
    add t2, t2, t3
    lbu t3, 0(t2)
    lbu t2, 4(t2)
    andi t3, t3, 15
    slli t2, t2, 4
    or t2, t2, t3
    add t1, t1, DATA
    sb t2, 0(t1)
    addi t2, DATA, 4
    take 1
.Lzero_word:                    # t1 is the prefix, since the vote says 0
    mv t2, DATA

.Lnext_segment:
    mv DATA, t2
    sll t1, t1, PREFIX
    or HEAD, HEAD, t1
    addi FROM, FROM, 32
    addi PREFIX, PREFIX, 3
    li t1, 20
    bltu PREFIX, t1, .Lsegment

    sb HEAD, 0(a1)
    srli HEAD, HEAD, 8
    sb HEAD, 1(a1)
    srli HEAD, HEAD, 8
    sb HEAD, 2(a1)
    sub a0, DATA, a1
    ret
.Lraw:
    li a0, 0
    ret
    end fpc_compress

# ---- Decompression ----

#define PREFIXES a4 /* of the segments that are left, lowest first */
#define TO a5       /* where the lane's word goes */
#define LEFT a6     /* segments */
#define JUMPS a7

# t0: the place of the lane's item, of 2^log2 bytes
.macro item log2
    slli t0, a2, \log2
    add t0, t0, DATA
.endm
.macro bytes size
    li t1, \size
    j .Lstore_word
.endm

    routine fpc_decompress
    lw PREFIXES, 0(a0)
    srli PREFIXES, PREFIXES, 8
    addi DATA, a0, 3
    andi a2, a2, 7
    slli TO, a2, 2
    add TO, TO, a1
    li LEFT, 4
    la JUMPS, .Lby_prefix

.Lload_segment:
    andi t1, PREFIXES, 7
    slli t1, t1, 2
    add t1, t1, JUMPS
    jr t1
.Lby_prefix:
    j .Lload_zero
    j .Lload_nibble
    j .Lload_byte
    j .Lload_half
    j .Lload_upper
    j .Lload_two_bytes
    j .Lload_repeated

    item 2                      # a plain word: 1 byte of one word of the code, 3 of the next
    lw t1, -3(t0)
    lw t0, 1(t0)
    srli t1, t1, 24
    slli t0, t0, 8
    or t0, t0, t1
    bytes 32
.Lload_repeated:
    item 0
    lbu t0, 0(t0)
    slli t1, t0, 8
    or t0, t0, t1
    slli t1, t0, 16
    or t0, t0, t1
    bytes 8
.Lload_two_bytes:
    item 1
    lb t1, 0(t0)
    lb t0, 1(t0)
    slli t1, t1, 16
    srli t1, t1, 16
    slli t0, t0, 16
    or t0, t0, t1
    bytes 16
.Lload_upper:
    item 1
    lbu t1, 0(t0)
    lbu t0, 1(t0)
    slli t0, t0, 8
    or t0, t0, t1
    slli t0, t0, 16
    bytes 16
.Lload_half:
    item 1
    lbu t1, 0(t0)
    lb t0, 1(t0)
    slli t0, t0, 8
    or t0, t0, t1
    bytes 16
.Lload_byte:
    item 0
    lb t0, 0(t0)
    bytes 8
.Lload_nibble:                    # the low one of a byte in even lanes
    srli t0, a2, 1
    add t0, t0, DATA
    lbu t0, 0(t0)
    andi t1, a2, 1
    slli t1, t1, 2
    srl t0, t0, t1
    slli t0, t0, 28
    srai t0, t0, 28
    bytes 4
.Lload_zero:
    li t0, 0
    li t1, 0

.Lstore_word:
    sw t0, 0(TO)
    addi TO, TO, 32
    add DATA, DATA, t1
    srli PREFIXES, PREFIXES, 3
    addi LEFT, LEFT, -1
    bnez LEFT, .Lload_segment
    ret
    end fpc_decompress
