/* SPDX-License-Identifier: Apache-2.0
 *
 * distances.h - how far apart the values of neighbouring lanes are. */
#ifndef WF_TRACE_DISTANCES_H
#define WF_TRACE_DISTANCES_H

#include <stdint.h>

/* Bins of distances modulo 2^32, the shorter way round: 0, up to 128, up to 2^15, more. */
enum { DISTANCE_BINS = 4 };

/* The neighbours of each bin, of `lanes` (4..128) values. */
void distances_count(const uint32_t *value, int lanes, int pairs[DISTANCE_BINS]);
/* The same, faster. */
void distances_count_fast(const uint32_t *value, int lanes, int pairs[DISTANCE_BINS]);

#endif
