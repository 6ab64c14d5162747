/* SPDX-License-Identifier: Apache-2.0
 *
 * metacache.h - geometry and operations of the block metacache. cmodel/metacache.c defines it. */
#ifndef WF_METACACHE_H
#define WF_METACACHE_H

#include "bits.h"
#include "warpfold.h"

enum { METACACHE_KBYTES, METACACHE_WAYS, METACACHE_FETCH, METACACHE_ADDRESS }; /* parameters */
enum { METACACHE_READ, METACACHE_WRITE, METACACHE_FILL, METACACHE_LOOK };      /* operations */
enum {
    METACACHE_HIT = 1,
    METACACHE_BURSTS,
    METACACHE_EVICT,
    METACACHE_EVICT_BLOCK,
    METACACHE_EVICT_DATA
}; /* words of its output's record */
enum { METACACHE_COUNT_BITS = 2, METACACHE_MAX_WAYS = 8, METACACHE_MAX_DATA_WORDS = 16 };

/* The controller of docs/metacache.md (metacache_controller.c). */
extern const wf_metadata wf_metacache_metadata;

/* A line address from bit 0: entry of the block, set, tag. */
typedef struct {
    int ways, sets;
    int entry_bits, set_bits, tag_bits;
    int data_words; /* of a block */
} metacache_geometry;

static inline int metacache_log2(int n)
{
    int bits = 0;
    while (1 << bits < n)
        bits++;
    return bits;
}

static inline metacache_geometry metacache_geometry_of(const wf_config *c)
{
    int fetch = c->param[METACACHE_FETCH];
    metacache_geometry g = {.ways = c->param[METACACHE_WAYS], .data_words = fetch / 4};
    g.sets = 1024 * c->param[METACACHE_KBYTES] / fetch / g.ways;
    g.entry_bits = metacache_log2(8 * fetch / METACACHE_COUNT_BITS);
    g.set_bits = metacache_log2(g.sets);
    g.tag_bits = c->param[METACACHE_ADDRESS] - g.set_bits - g.entry_bits;
    return g;
}

#endif
