/* SPDX-License-Identifier: Apache-2.0
 *
 * warpbdi_pairs.h - <base, delta> pairs of Table 1 of Warped-Compression, in its order, and the seven of them that its Figure 5 compares. */
#ifndef WF_WARPBDI_PAIRS_H
#define WF_WARPBDI_PAIRS_H

#include "../warpfold.h"

enum { WARPBDI_PAIRS = 9, WARPBDI_EXPLORED = 0x1fc }; /* EXPLORED: bit i for pair i, of the seven */
typedef struct {
    int base, delta; /* bytes */
} warpbdi_pair;
extern const warpbdi_pair warpbdi_pairs[WARPBDI_PAIRS];
extern const wf_survey wf_warpbdi_survey;

/* The length in bytes of a block of `bytes` bytes, compressed with a pair: equation (1) of section 4. */
int warpbdi_pair_length(const warpbdi_pair *pair, int bytes);
/* The pairs that a block of `bytes` bytes fits: bit i for warpbdi_pairs[i]. `bytes` is a multiple of 8. */
unsigned warpbdi_pairs_fit(const uint32_t *block, int bytes);
/* The pair of the seven that gives a block the fewest bytes, the first of equals, as an index into warpbdi_pairs; -1 if the block fits none of
 * them. */
int warpbdi_pairs_best(const uint32_t *block, int bytes);
/* The same of a block that fits these pairs. */
int warpbdi_pairs_best_of(unsigned fits, int bytes);
/* warpbdi_pairs_fit in a faster form, with the same result, of up to 4 * WF_MAX_WORDS bytes. */
unsigned warpbdi_pairs_fit_fast(const uint32_t *block, int bytes);

#endif
