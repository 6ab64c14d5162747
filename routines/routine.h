/* SPDX-License-Identifier: Apache-2.0
 *
 * routine.h - what every assist warp routine has (docs/routines.md). 32 lanes run it together:
 *
 *     a0   the line that it reads, at a multiple of 4
 *     a1   the line that it writes, at a multiple of 4; all 128 bytes are its own
 *     a2   the lane, 0 to 31
 *
 * A compression returns in a0 the bytes of the code with its head, or 0 if the line does not fit it. It may change a0 to a7 and t0 to t6, and
 * ft0. It has no stack. */

/* vote.all a0, a1: 1 in every lane if a1 is not 0 in any of them, else 0 */
.macro vote.all to, from
    .insn r 0x0b, 0, 0, \to, \from, x0
.endm
.macro vote.any to, from
    .insn r 0x0b, 1, 0, \to, \from, x0
.endm
/* Bit i is lane i's */
.macro vote.ballot to, from
    .insn r 0x0b, 2, 0, \to, \from, x0
.endm

.macro routine name
    .globl \name
    .type \name, @function
\name:
.endm
.macro end name
    .size \name, . - \name
.endm

/* The word of the line at a1 that is this lane's: stored, and the routine is done */
.macro store_line value, place
    slli \place, a2, 2
    add \place, \place, a1
    sw \value, 0(\place)
    ret
.endm
