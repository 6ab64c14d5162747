/* SPDX-License-Identifier: Apache-2.0
 *
 * cpack.h - what the specification of cpack and its fast form share: parameters, and the codes of both forms. cmodel/cpack.c explains
 * them. */
#ifndef WF_CPACK_H
#define WF_CPACK_H

#include "line.h"

enum { FORM, RATE, ZERO, START, SAVE, TAG };
enum { FIFO, PARALLEL };
enum { APART, ENTRY };
enum { START_EMPTY, START_ZERO };
enum { MAX_WORDS = 32 };

/* form=parallel. For each value of the parameter zero: slots of a line, bits of a code, codes of the slots without the bit `partial`. */
enum { MAX_SLOTS = 5 };
static const uint8_t slots[] = {[APART] = 5, [ENTRY] = 4};
static const uint8_t code_bits[] = {[APART] = 4, [ENTRY] = 3};
static const uint8_t slot_codes[][MAX_SLOTS] = {[APART] = {2, 0, 4, 8, 12}, [ENTRY] = {0, 2, 4, 6}};

/* form=fifo. From the lowest bit on: prefix, index (4 bits or none), the word's `literal` low bits. UNKNOWN: no code has this
 * prefix. */
enum { ENTRIES = 16 };
enum { ZZZZ, XXXX, MMMM, MMXX, ZZZX, MMMX, UNKNOWN };
typedef struct {
    uint8_t prefix, prefix_bits, index_bits, literal, bits;
    bool enters; /* the word becomes an entry */
} fifo_code;
static const fifo_code fifo_codes[] = {
    [ZZZZ] = {0x0, 2, 0, 0, 2, false},    [XXXX] = {0x2, 2, 0, 32, 34, true}, [MMMM] = {0x1, 2, 4, 0, 6, false},
    [MMXX] = {0x3, 4, 4, 16, 24, true},   [ZZZX] = {0xb, 4, 0, 8, 12, false}, [MMMX] = {0x7, 4, 4, 8, 16, true},
    [UNKNOWN] = {0xf, 4, 0, 0, 4, false},
};

#endif
