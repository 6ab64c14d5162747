/* SPDX-License-Identifier: Apache-2.0
 *
 * mutate.h - bad inputs made of good ones. */
#ifndef WF_FUZZ_MUTATE_H
#define WF_FUZZ_MUTATE_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    unsigned char *data;
    size_t len;
} sample;

enum { MUTATE_MAX = 1 << 17 };

/* The input of this seed and number, of at most MUTATE_MAX bytes. The same on every machine. */
size_t mutate(const sample *samples, int count, uint64_t seed, uint64_t number, unsigned char *out);

#endif
