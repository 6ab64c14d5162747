/* SPDX-License-Identifier: Apache-2.0
 *
 * random.h - seeded pseudo-random numbers (splitmix64: Steele, Lea and Flood, OOPSLA 2014). The same seed gives the same
 * stimuli on every machine. */
#ifndef WF_RANDOM_H
#define WF_RANDOM_H

#include <stdint.h>

typedef struct {
    uint64_t state;
} rng;

/* The finaliser: every bit of z reaches every bit of the result. */
static inline uint64_t rng_mix(uint64_t z)
{
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static inline uint64_t rng_next(rng *r)
{
    return rng_mix(r->state += 0x9e3779b97f4a7c15u);
}

static inline uint32_t rng_word(rng *r)
{
    return (uint32_t)(rng_next(r) >> 32);
}

/* 0..n-1. */
static inline uint32_t rng_below(rng *r, uint32_t n)
{
    return (uint32_t)((uint64_t)rng_word(r) * n >> 32);
}

#endif
