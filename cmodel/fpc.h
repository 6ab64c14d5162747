/* SPDX-License-Identifier: Apache-2.0
 *
 * fpc.h - what the specification of fpc and its fast form share: the numbers of the parameters and patterns. cmodel/fpc.c
 * explains them. */
#ifndef WF_FPC_H
#define WF_FPC_H

#include "line_params.h"

enum { FPC_FORM, FPC_SEGMENTS, FPC_RATE, FPC_CHOSEN, FPC_SAVE, FPC_TAG, FPC_PARAMS };
enum { FPC_FORM_WORD, FPC_FORM_SEGMENT };
enum { FPC_PREFIX_BITS = 3, FPC_RUN_BITS = 3, FPC_LONGEST_RUN = 8, FPC_MAX_WORDS = 32 };
enum { FPC_ZERO, FPC_NIBBLE, FPC_BYTE, FPC_HALF, FPC_UPPER, FPC_TWO_BYTES, FPC_REPEATED, FPC_WORD, FPC_PATTERNS };
enum { FPC_ALL_CHOSEN = (1 << FPC_WORD) - 1 }; /* of the patterns before WORD; WORD is always there */

#endif
