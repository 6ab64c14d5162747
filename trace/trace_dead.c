/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_dead.c - each destination of a partial write waits, with the lanes that the write does not have, until all of these are written or one is read. Waiting
 * writes stand in a list for each register of a warp. An instruction is dead when all its destinations are. */
#include "trace_dead.h"

#include <stdlib.h>
#include <string.h>

#include "../base/text.h"
#include "trace_impl.h"

#define uthash_malloc(size) grow(NULL, size)
#define uthash_free(p, size) arena_free(p)
#include <uthash.h>

enum { NUMBERS = 256 };

typedef struct waiting {
    struct waiting *next;
    uint64_t instruction;
    uint32_t lanes[TRACE_MASK_WORDS]; /* that are not written yet */
} waiting;

typedef struct {
    struct {
        uint64_t cta;
        int64_t launch, warp;
    } key;
    waiting *of[TRACE_FILES][NUMBERS];
    UT_hash_handle hh;
} warp_writes;

/* Of an instruction: how many of its destinations wait. */
enum { NEVER = -1, DEAD = -2 };

struct dead_lanes {
    warp_writes *warps;
    int8_t *state; /* of each instruction */
    uint64_t learned, told, partial, dead;
};

dead_lanes *dead_new(void)
{
    return zalloc(sizeof(dead_lanes));
}

static warp_writes *warp_of(dead_lanes *d, const trace_record *r)
{
    warp_writes wanted = {.key = {r->cta, r->launch, r->warp}}, *w;
    HASH_FIND(hh, d->warps, &wanted.key, sizeof wanted.key, w);
    if (w == NULL) {
        w = zalloc(sizeof *w);
        w->key = wanted.key;
        HASH_ADD(hh, d->warps, key, sizeof w->key, w);
    }
    return w;
}

static bool is_empty(const uint32_t *lanes)
{
    for (int k = 0; k < TRACE_MASK_WORDS; k++)
        if (lanes[k] != 0)
            return false;
    return true;
}

/* These lanes of the register are read: what waits for one of them is not dead. */
static void read_lanes(dead_lanes *d, waiting **list, const uint32_t *mask)
{
    while (*list) {
        waiting *w = *list;
        bool reads = false;
        for (int k = 0; k < TRACE_MASK_WORDS; k++)
            reads |= (w->lanes[k] & mask[k]) != 0;
        if (reads) {
            d->state[w->instruction] = NEVER;
            *list = w->next;
            arena_free(w);
        } else {
            list = &w->next;
        }
    }
}

static void write_lanes(dead_lanes *d, waiting **list, const uint32_t *mask)
{
    while (*list) {
        waiting *w = *list;
        for (int k = 0; k < TRACE_MASK_WORDS; k++)
            w->lanes[k] &= ~mask[k];
        if (is_empty(w->lanes)) {
            int8_t *state = &d->state[w->instruction];
            *state = (int8_t)(*state == 1 ? DEAD : *state == NEVER ? NEVER : *state - 1);
            d->dead += *state == DEAD;
            *list = w->next;
            arena_free(w);
        } else {
            list = &w->next;
        }
    }
}

static void read_sources(dead_lanes *d, warp_writes *w, const trace_record *r)
{
    for (int s = 0; s < r->sources; s++)
        read_lanes(d, &w->of[r->source[s].file][r->source[s].reg], r->mask);
    for (int f = 0; f < TRACE_FILES && r->sources < 0; f++)
        for (int i = 0; i < NUMBERS; i++)
            read_lanes(d, &w->of[f][i], r->mask);
}

static void await(dead_lanes *d, warp_writes *w, const trace_record *r, const uint32_t *lanes)
{
    d->partial++;
    d->state[d->learned] = (int8_t)r->destinations;
    for (int k = 0; k < r->destinations; k++) {
        waiting **list = &w->of[r->destination[k].file][r->destination[k].reg], *own = zalloc(sizeof *own);
        *own = (waiting){.next = *list, .instruction = d->learned};
        memcpy(own->lanes, lanes, sizeof own->lanes);
        *list = own;
    }
}

void dead_learn(dead_lanes *d, const trace_record *r)
{
    uint32_t others[TRACE_MASK_WORDS];

    if (r->kind != TRACE_INSTRUCTION)
        return;
    warp_writes *w = warp_of(d, r);
    d->state = grow_one(d->state, (size_t)d->learned, sizeof *d->state);
    d->state[d->learned] = 0;
    read_sources(d, w, r);
    if (r->mask_known && !is_empty(r->mask) && r->destinations > 0) {
        for (int k = 0; k < r->destinations; k++)
            write_lanes(d, &w->of[r->destination[k].file][r->destination[k].reg], r->mask);
        mask_fill(others, r->lanes);
        for (int k = 0; k < TRACE_MASK_WORDS; k++)
            others[k] &= ~r->mask[k];
        if (!is_empty(others))
            await(d, w, r, others);
    }
    d->learned++;
}

void dead_tell(dead_lanes *d, trace_record *r)
{
    if (r->kind == TRACE_INSTRUCTION)
        r->dead = d->state[d->told++] == DEAD;
}

uint64_t dead_partial(const dead_lanes *d)
{
    return d->partial;
}

uint64_t dead_count(const dead_lanes *d)
{
    return d->dead;
}
