/* SPDX-License-Identifier: Apache-2.0
 *
 * cpack.h - what the specification of cpack and its fast form share: parameters, and the codes of both forms. cmodel/cpack/cpack.c explains
 * them. */
#ifndef WF_CPACK_H
#define WF_CPACK_H

#include "../line_params.h"

enum { CPACK_FORM, CPACK_RATE, CPACK_ZERO, CPACK_START, CPACK_SAVE, CPACK_TAG, CPACK_PARAMS };
enum { CPACK_FIFO, CPACK_PARALLEL };
enum { CPACK_APART, CPACK_ENTRY };
enum { CPACK_START_EMPTY, CPACK_START_ZERO };
enum { CPACK_MAX_WORDS = 32 };

/* A parameter that what reads codes of form=parallel has too. */
/* clang-format off */
#define CPACK_ZERO_PARAM {"zero", "apart: zero has a code beside the four entries; entry: it is one of them (form=parallel)", WF_PARAM_CHOICE, \
                          "apart|entry", CPACK_APART, "WF_ZERO_ENTRY"}
/* clang-format on */

/* form=parallel. For each value of the parameter zero: slots of a line, bits of a code, codes of the slots without the bit `partial`. */
enum { CPACK_MAX_SLOTS = 5 };
static const uint8_t cpack_slots[] = {[CPACK_APART] = 5, [CPACK_ENTRY] = 4};
static const uint8_t cpack_code_bits[] = {[CPACK_APART] = 4, [CPACK_ENTRY] = 3};
static const uint8_t cpack_slot_codes[][CPACK_MAX_SLOTS] = {[CPACK_APART] = {2, 0, 4, 8, 12}, [CPACK_ENTRY] = {0, 2, 4, 6}};

/* form=fifo. From the lowest bit on: prefix, index (4 bits or none), the word's `literal` low bits. UNKNOWN: no code has this
 * prefix. */
enum { CPACK_ENTRIES = 16 };
enum { CPACK_ZZZZ, CPACK_XXXX, CPACK_MMMM, CPACK_MMXX, CPACK_ZZZX, CPACK_MMMX, CPACK_UNKNOWN };
typedef struct {
    uint8_t prefix, prefix_bits, index_bits, literal, bits;
    bool enters; /* the word becomes an entry */
} cpack_fifo_code;
static const cpack_fifo_code cpack_fifo_codes[] = {
    [CPACK_ZZZZ] = {0x0, 2, 0, 0, 2, false},    [CPACK_XXXX] = {0x2, 2, 0, 32, 34, true}, [CPACK_MMMM] = {0x1, 2, 4, 0, 6, false},
    [CPACK_MMXX] = {0x3, 4, 4, 16, 24, true},   [CPACK_ZZZX] = {0xb, 4, 0, 8, 12, false}, [CPACK_MMMX] = {0x7, 4, 4, 8, 16, true},
    [CPACK_UNKNOWN] = {0xf, 4, 0, 0, 4, false},
};

#endif
