# SPDX-License-Identifier: Apache-2.0
# linebdi_compress.S - CABA's Algorithm 2: tries codes of linebdi, the shortest first, and stores the first that the whole line fits.
#
# `compress NAME, CODES` makes a routine of any codes, in the order zeros, repeat, 8_1, 4_1, 8_2, 4_2, 2_1, 8_4, which is that of their
# bytes. A code has two macros: try_CODE, and store_CODE, to which the first leads if all lanes agree. What several codes need is loaded
# by the first.
#
# Chunks of 8 bytes: lanes 16 to 31 have the same as lanes 0 to 15, so the select bits are the low half of a ballot.
#include "routine.inc"

    .text

#define LOW t0      /* of the chunk of 8 bytes, its lower word */
#define HIGH t1     /* its upper word, until LOW and HIGH are compared */
#define BASE t2     /* the line's first word: the base, or its lower word */
#define BASE_HIGH t3
#define DELTA t4    /* LOW - BASE */
#define SMALL t5    /* 1: the chunk is on zero. The lane's select bit */
#define SMALL_8 a3  /* 1: HIGH is the sign of LOW */
#define NEAR_8 a4   /* 1: the upper word of the difference is the sign of DELTA */
#define HALF a5     /* 8000 */
#define WORD a7     /* the chunk of 4 bytes */
#define DELTA_4 t1  /* WORD - BASE */
#define LEFT a7     /* the chunk of 2 bytes in the line's first half */
#define RIGHT t1    /* the one in its second half */
#define SMALL_RIGHT a5

# ---- What is loaded once ----

.macro load_8                   # HIGH is where DELTA_4 is
  .ifeq have_8
    .set have_4, 0
    andi t6, a2, 15
    slli t6, t6, 3
    add t6, t6, a0
    lw LOW, 0(t6)
    lw HIGH, 4(t6)
    lw BASE, 0(a0)
    lw BASE_HIGH, 4(a0)
    .set have_8, 1
  .endif
.endm

# The difference of 8 bytes, and whether upper words are only signs
.macro compare_8
    load_8
  .ifeq have_near
    sltu t6, LOW, BASE
    sub DELTA, LOW, BASE
    sub a6, HIGH, BASE_HIGH
    sub a6, a6, t6
    srai t6, DELTA, 31
    sub a6, a6, t6
    seqz NEAR_8, a6
    srai t6, LOW, 31
    sub t6, HIGH, t6
    seqz SMALL_8, t6
    .set have_near, 1
  .endif
.endm

.macro compare_4                # DELTA_4 is where HIGH is
  .ifeq have_4
  .ifeq have_8
    lw BASE, 0(a0)
  .endif
    .set have_8, have_near
    slli t6, a2, 2
    add t6, t6, a0
    lw WORD, 0(t6)
    sub DELTA_4, WORD, BASE
    .set have_4, 1
  .endif
.endm

.macro load_half
  .ifeq have_half
    lui HALF, 8
    .set have_half, 1
  .endif
.endm

# ---- to: 1 if the number fits 1 byte, or 2, with its sign ----

.macro fits_1 to, number
    addi \to, \number, 128
    sltiu \to, \to, 256
.endm
.macro fits_2 to, number
    add \to, \number, HALF
    srli \to, \to, 16
    seqz \to, \to
.endm

# ---- Does the line fit? ----

# All lanes have ok other than 0: to store_CODE
.macro if_all ok, name, code
    vote.all \ok, \ok
    bnez \ok, .L\name\()_\code
.endm
# No lane has it
.macro if_none wrong, name, code
    vote.any \wrong, \wrong
    beqz \wrong, .L\name\()_\code
.endm

.macro try_zeros name
    load_8
    or t6, LOW, HIGH
    if_none t6, \name, zeros
.endm

.macro try_repeat name
    load_8
    xor t6, LOW, BASE
    xor a6, HIGH, BASE_HIGH
    or t6, t6, a6
    if_none t6, \name, repeat
.endm

.macro try_8 name, code, fits
    compare_8
    \fits SMALL, LOW
    and SMALL, SMALL, SMALL_8
    \fits t6, DELTA
    and t6, t6, NEAR_8
    or t6, t6, SMALL
    if_all t6, \name, \code
.endm
.macro try_8_1 name
    try_8 \name, 8_1, fits_1
.endm
.macro try_8_2 name
    load_half
    try_8 \name, 8_2, fits_2
.endm
.macro try_8_4 name
    compare_8
    mv SMALL, SMALL_8
    or t6, SMALL, NEAR_8
    if_all t6, \name, 8_4
.endm

.macro try_4 name, code, fits
    compare_4
    \fits SMALL, WORD
    \fits t6, DELTA_4
    or t6, t6, SMALL
    if_all t6, \name, \code
.endm
.macro try_4_1 name
    try_4 \name, 4_1, fits_1
.endm
.macro try_4_2 name
    load_half
    try_4 \name, 4_2, fits_2
.endm

# ok: the chunk is small, or its difference from the base, modulo 2^16, is
.macro fits_2_1 ok, small, chunk
    fits_1 \small, \chunk
    sub \ok, \chunk, BASE
    slli \ok, \ok, 16
    srai \ok, \ok, 16
    fits_1 \ok, \ok
    or \ok, \ok, \small
.endm
.macro try_2_1 name
  .ifeq have_8 + have_4
    lw BASE, 0(a0)
  .endif
    .set have_8, have_near      # RIGHT is where HIGH is
    slli t6, a2, 1
    add t6, t6, a0
    lh LEFT, 0(t6)
    lh RIGHT, 64(t6)
    fits_2_1 t6, SMALL, LEFT
    fits_2_1 a6, SMALL_RIGHT, RIGHT
    and t6, t6, a6
    if_all t6, \name, 2_1
.endm

# ---- Store ----

# Zeros in the burst where the code ends; fields go over them
.macro clear burst
    add t6, a1, a2
    sb zero, 32 * \burst(t6)
.endm

# to: what is stored of a chunk
.macro delta_of to, chunk, small
    addi \to, \small, -1
    and \to, \to, BASE
    sub \to, \chunk, \to
.endm

# The low bytes of t5 are delta number `at` of those that begin at byte `first`
.macro store_deltas_1 at, first
    add t6, a1, \at
    sb t5, \first(t6)
.endm
.macro store_deltas_2 at, first
    slli t6, \at, 1
    add t6, t6, a1
    sb t5, \first(t6)
    srli t5, t5, 8
    sb t5, \first + 1(t6)
.endm
.macro store_deltas_4 at, first
    slli t6, \at, 2
    add t6, t6, a1
    sb t5, \first(t6)
    srli a6, t5, 8
    sb a6, \first + 1(t6)
    srli a6, t5, 16
    sb a6, \first + 2(t6)
    srli a6, t5, 24
    sb a6, \first + 3(t6)
.endm

.macro done bytes
    li a0, \bytes
    ret
.endm

.macro store_zeros
    clear 0
    li t6, 1
    sb t6, 0(a1)
    done 2
.endm

.macro store_repeat
    clear 0
    slli t6, BASE, 8
    ori t6, t6, 2
    sw t6, 0(a1)
    srli t6, BASE, 24
    slli a6, BASE_HIGH, 8
    or t6, t6, a6
    sw t6, 4(a1)
    srli t6, BASE_HIGH, 24
    sb t6, 8(a1)
    done 9
.endm

.macro store_8 head, bytes, burst, size
    clear \burst
    vote.ballot t6, SMALL
    slli t6, t6, 16
    srli t6, t6, 8
    ori t6, t6, \head
    slli a6, BASE, 24
    or t6, t6, a6
    sw t6, 0(a1)
    srli t6, BASE, 8
    slli a6, BASE_HIGH, 24
    or t6, t6, a6
    sw t6, 4(a1)
    srli t6, BASE_HIGH, 8
    sw t6, 8(a1)
    delta_of t5, LOW, SMALL
    andi a6, a2, 15
    store_deltas_\bytes a6, 11
    done \size
.endm
.macro store_8_1
    store_8 3, 1, 0, 27
.endm
.macro store_8_2
    store_8 4, 2, 1, 43
.endm
.macro store_8_4
    store_8 5, 4, 2, 75
.endm

.macro store_4 head, bytes, burst, size
    clear \burst
    vote.ballot t6, SMALL
    slli a6, t6, 8
    ori a6, a6, \head
    sw a6, 0(a1)
    srli t6, t6, 24
    slli a6, BASE, 8
    or t6, t6, a6
    sw t6, 4(a1)
    srli t6, BASE, 24
    sb t6, 8(a1)
    delta_of t5, WORD, SMALL
    store_deltas_\bytes a2, 9
    done \size
.endm
.macro store_4_1
    store_4 6, 1, 1, 41
.endm
.macro store_4_2
    store_4 7, 2, 2, 73
.endm

.macro store_2_1
    clear 2
    vote.ballot t6, SMALL
    slli a6, t6, 8
    ori a6, a6, 8
    sw a6, 0(a1)
    srli t6, t6, 24
    vote.ballot a6, SMALL_RIGHT
    slli a3, a6, 8
    or t6, t6, a3
    sw t6, 4(a1)
    srli a6, a6, 24
    slli t6, BASE, 16
    srli t6, t6, 8
    or t6, t6, a6
    sw t6, 8(a1)
    delta_of t5, LEFT, SMALL
    delta_of a5, RIGHT, SMALL_RIGHT
    add t6, a1, a2
    sb t5, 11(t6)
    sb a5, 43(t6)
    done 75
.endm

# ---- The routines ----

# The order of the codes: by their bytes
    .set rank_zeros, 1
    .set rank_repeat, 2
    .set rank_8_1, 3
    .set rank_4_1, 4
    .set rank_8_2, 5
    .set rank_4_2, 6
    .set rank_2_1, 7
    .set rank_8_4, 8

.macro compress name, codes:vararg
    .set rank, 0
    .set have_8, 0
    .set have_near, 0
    .set have_4, 0
    .set have_half, 0
    routine \name
  .irp code, \codes
  .if rank_\code <= rank
    .error "\name: code \code must stand before those that are longer"
  .endif
    .set rank, rank_\code
    try_\code \name
  .endr
    done 0
  .irp code, \codes
.L\name\()_\code:
    store_\code
  .endr
    end \name
.endm

    compress linebdi_compress_zeros, zeros
    compress linebdi_compress_repeat, repeat
    compress linebdi_compress_8_1, 8_1
    compress linebdi_compress_8_2, 8_2
    compress linebdi_compress_8_4, 8_4
    compress linebdi_compress_4_1, 4_1
    compress linebdi_compress_4_2, 4_2
    compress linebdi_compress_2_1, 2_1
    compress linebdi_compress_some, zeros, repeat, 8_1, 4_1, 4_2
    compress linebdi_compress_all, zeros, repeat, 8_1, 4_1, 8_2, 4_2, 2_1, 8_4
