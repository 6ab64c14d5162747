/* SPDX-License-Identifier: Apache-2.0
 *
 * The specification of avc, from docs/avc.md: a cache that asks a memory, with bounds of its own, and that counts what it did. */
#include <stdlib.h>
#include <string.h>

#include "../fields.h"
#include "memory.h"

/* The counts of `state`. */
enum {
    AVC_LOADS,
    L1_LOADS,
    MISSES,
    JOINED,
    AVC_STORES,
    L1_STORES,
    REPLAYS,
    CONFLICTS,
    FILL_CONFLICTS,
    AVC_FILLS,
    L1_FILLS,
    UNKEPT,
    EVICTED,
    DROPPED,
    MERGED,
    FETCHES,
    COUNTS
};
static const char *const count_names[COUNTS] = {"avc_loads", "l1_loads",  "misses",         "joined",    "avc_stores", "l1_stores",
                                                "replays",   "conflicts", "fill_conflicts", "avc_fills", "l1_fills",   "unkept",
                                                "evicted",   "dropped",   "merged",         "fetches"};

/* What is counted and has not left at `miss`: two in its queue, and one that waits for room there. Of the writes one also in each stage before that. */
enum { READS_INSIDE = 3, WRITES_INSIDE = 5 };

/* Of `l1-store`. */
enum { FETCH = 1, THROUGH = 2 };

typedef struct {
    void *memory;
    int state, at[COUNTS]; /* the number of this stream, or -1; words of its fields */
    uint32_t counts[COUNTS];
    bool fetches, goes_through;
    uint32_t reads, writes; /* at miss, up to the cycle before */
    text complaint;
} avc;

static void *open_avc(const design *d, const bench_module *m)
{
    unsigned long long vectors = unit_parameter(d, "line-vectors"), misses = unit_parameter(d, "misses"),
                       loads = unit_parameter(d, "loads");
    unsigned long long ways = (unsigned long long)unit_parameter(d, "l1-ways") + unit_parameter(d, "avc-ways");
    bool fetches = unit_parameter(d, "l1-store") == FETCH;
    cached_memory_promises promises = {.fetches = fetches, .most = 32 + (fetches ? 2 : 1) * (8 + misses) * (2 * vectors + 64) + loads};
    promises.flushed = promises.most + unit_parameter(d, "sets") * ways * (vectors + 8);
    avc *a = zalloc(sizeof *a);
    a->fetches = fetches;
    a->goes_through = unit_parameter(d, "l1-store") == THROUGH;
    a->memory = cached_memory_open(d, m, &promises);
    a->state = -1;
    for (int s = 0; s < m->streams.count; s++)
        if (strcmp(m->streams.stream[s].name, "state") == 0)
            a->state = s;
    for (int k = 0; k < COUNTS && a->state >= 0; k++)
        a->at[k] = field_at(&m->streams.stream[a->state], count_names[k]);
    return a;
}

static void close_avc(void *spec)
{
    avc *a = spec;
    cached_memory_close(a->memory);
    text_free(&a->complaint);
    arena_free(a);
}

static void reset_avc(void *spec)
{
    avc *a = spec;
    cached_memory_reset(a->memory);
    memset(a->counts, 0, sizeof a->counts);
    a->reads = a->writes = 0;
}

/* ---- Counts ---- */

/* a <= b, of counts modulo 2^32. */
static bool at_most(uint32_t a, uint32_t b)
{
    return b - a <= ~(uint32_t)0 / 2;
}

static void limit(avc *a, const char *what, uint32_t is, uint32_t least, uint32_t most)
{
    text *t = &a->complaint;
    if (t->len == 0 && !(at_most(least, is) && at_most(is, most)))
        text_printf(t, "state: %s is %u; from %u to %u are right", what, is, least, most);
}

/* Each bound from what was seen. A request is in the counts when its answer leaves, a read a cycle after it left, at the latest. */
static void judge_counts(avc *a, const uint32_t before[COUNTS])
{
    const uint32_t *n = a->counts;
    cached_memory_tally seen = cached_memory_counts(a->memory);
    for (int k = 0; k < COUNTS; k++)
        limit(a, count_names[k], n[k], before[k], before[k] + ~(uint32_t)0 / 2);
    limit(a, "misses + fetches", n[MISSES] + n[FETCHES], a->reads, seen.reads + READS_INSIDE);
    limit(a, "fetches", n[FETCHES], 0, a->fetches ? ~(uint32_t)0 / 2 : 0);
    if (a->goes_through)
        limit(a, "evicted + dropped + l1_stores", n[EVICTED] + n[DROPPED] + n[L1_STORES], a->writes, seen.writes + WRITES_INSIDE);
    else
        limit(a, "evicted + dropped", n[EVICTED] + n[DROPPED], seen.writes, seen.writes + WRITES_INSIDE);
    limit(a, "avc_stores + l1_stores", n[AVC_STORES] + n[L1_STORES], seen.kept, seen.stores);
    limit(a, "avc_loads + l1_loads + misses + joined - replays", n[AVC_LOADS] + n[L1_LOADS] + n[MISSES] + n[JOINED] - n[REPLAYS],
          seen.loaded, seen.loads);
    limit(a, "avc_fills + l1_fills + unkept", n[AVC_FILLS] + n[L1_FILLS] + n[UNKEPT], 0, seen.fills);
    limit(a, "replays", n[REPLAYS], 0, n[AVC_LOADS]);
    limit(a, "merged", n[MERGED], 0, n[EVICTED]);
}

/* ---- The specification ---- */

static const char *took(void *spec, int stream, const uint32_t *fields)
{
    return cached_memory_took(((avc *)spec)->memory, stream, fields);
}

static const char *gave(void *spec, int stream, const uint32_t *fields)
{
    avc *a = spec;
    uint32_t before[COUNTS];
    if (stream != a->state)
        return cached_memory_gave(a->memory, stream, fields);
    memcpy(before, a->counts, sizeof before);
    for (int k = 0; k < COUNTS; k++)
        a->counts[k] = fields[a->at[k]];
    a->complaint.len = 0;
    judge_counts(a, before);
    return a->complaint.len ? a->complaint.data : NULL;
}

static const char *cycle(void *spec, uint32_t held)
{
    avc *a = spec;
    a->reads = cached_memory_counts(a->memory).reads;
    a->writes = cached_memory_counts(a->memory).writes;
    return cached_memory_cycle(a->memory, held);
}

const specification spec_avc = {open_avc, close_avc, reset_avc, took, gave, cycle};
