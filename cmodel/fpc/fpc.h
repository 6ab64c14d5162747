/* SPDX-License-Identifier: Apache-2.0
 *
 * fpc.h - what the specification of fpc and its fast form share: the numbers of the parameters and patterns. cmodel/fpc/fpc.c
 * explains them. */
#ifndef WF_FPC_H
#define WF_FPC_H

#include "../line_params.h"

enum { FPC_FORM, FPC_SEGMENTS, FPC_RATE, FPC_CHOSEN, FPC_SAVE, FPC_TAG, FPC_PARAMS };
enum { FPC_FORM_WORD, FPC_FORM_SEGMENT };
enum { FPC_PREFIX_BITS = 3, FPC_RUN_BITS = 3, FPC_LONGEST_RUN = 8, FPC_MAX_WORDS = 32 };
enum { FPC_ZERO, FPC_NIBBLE, FPC_BYTE, FPC_HALF, FPC_UPPER, FPC_TWO_BYTES, FPC_REPEATED, FPC_WORD, FPC_PATTERNS };
enum { FPC_ALL_CHOSEN = (1 << FPC_WORD) - 1 }; /* of the patterns before WORD; WORD is always there */

/* Parameters that what reads its codes has too. */
/* clang-format off */
#define FPC_SEGMENTS_PARAM {"segments", "segments of a line (form=segment)", WF_PARAM_INT, "2|4|8|16", 4, "WF_SEGMENTS"}
#define FPC_CHOSEN_PARAM {"patterns", "patterns that may be used, beside the uncompressed word", WF_PARAM_SET, \
                          "zero|nibble|byte|half|upper|two-bytes|repeated", FPC_ALL_CHOSEN, "WF_PATTERNS"}
/* clang-format on */

/* Of the specification: bits of a word's data, the word, and the rule that so many segments break, or NULL. */
extern const int fpc_data_bits[FPC_PATTERNS];
uint32_t fpc_word_of(int pattern, uint32_t data);
const char *fpc_segments_rule_broken(const wf_config *c, int segments);

#endif
