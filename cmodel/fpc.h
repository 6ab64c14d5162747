/* SPDX-License-Identifier: Apache-2.0
 *
 * fpc.h - what the specification of fpc and its fast form share: the numbers of the parameters and patterns. cmodel/fpc.c
 * explains them. */
#ifndef WF_FPC_H
#define WF_FPC_H

#include "line.h"

enum { FORM, SEGMENTS, RATE, CHOSEN, SAVE, TAG };
enum { FORM_WORD, FORM_SEGMENT };
enum { PREFIX_BITS = 3, RUN_BITS = 3, LONGEST_RUN = 8, MAX_WORDS = 32 };
enum { ZERO, NIBBLE, BYTE, HALF, UPPER, TWO_BYTES, REPEATED, WORD, PATTERNS };
enum { ALL_CHOSEN = (1 << WORD) - 1 }; /* of the patterns before WORD; WORD is always there */

#endif
