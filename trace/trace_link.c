/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_link.c - a record that is linked belongs to the last instruction of its warp, and may not contradict it:
 *
 *   any      there is such an instruction, and it has the record's pc
 *   write    its class; its mask, if that is known; one of its destinations, if they are known; each register once
 *   read     its class; its mask, if that is known; one of its sources, if they are known
 *   access   the instruction is of class load, store, atomic or other; one of class store does not load, while one of class load may
 *            store, since RISC-V's atomics (AMO) were of this class in version 2; no lane that the instruction has not
 *
 * An instruction whose results are in the trace (`written`) has each of its destinations written before its warp's next
 * instruction, and before the end. */
#include "trace_link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/random.h"
#include "../base/text.h"
#include "../cmodel/warpfold.h"

/* Warps by a hash of (cta, warp), in sets. A full set forgets the warp that entered it first. */
enum { SETS = 2048, WAYS = 8 };

/* The registers of a file, as bits: x0..31, f0..31, R0..254. */
enum { FILE_WORDS = 8 };

typedef struct {
    bool used;
    uint64_t cta, pc;
    uint32_t warp;
    uint64_t order; /* in the trace, from 1 */
    trace_class op;
    bool mask_known;
    uint32_t mask[TRACE_MASK_WORDS];
    int sources, destinations;
    trace_register source[TRACE_MAX_SOURCES], destination[TRACE_MAX_DESTINATIONS];
    unsigned missing; /* bit i: destination i has to be written yet */
    uint32_t written[TRACE_FILES][FILE_WORDS];
} instruction;

struct trace_links {
    instruction *last[SETS]; /* WAYS of them; NULL: none yet */
    unsigned char oldest[SETS];
    bool forgot[SETS];
    uint64_t instructions;
    int open; /* instructions that miss a write */
    char what[256];
};

trace_links *trace_links_new(void)
{
    return zalloc(sizeof(trace_links));
}

void trace_links_free(trace_links *l)
{
    for (int i = 0; l != NULL && i < SETS; i++)
        arena_free(l->last[i]);
    arena_free(l);
}

static size_t set_of(uint64_t cta, uint32_t warp)
{
    return (size_t)(rng_mix(rng_mix(cta) + warp) % SETS);
}

/* The last instruction of a warp; NULL if none is known. */
static instruction *find(const trace_links *l, const trace_record *r)
{
    instruction *set = l->last[set_of(r->cta, r->warp)];

    for (int i = 0; set != NULL && i < WAYS; i++)
        if (set[i].used && set[i].cta == r->cta && set[i].warp == r->warp)
            return &set[i];
    return NULL;
}

/* An entry for a warp that has none. */
static instruction *enter(trace_links *l, const trace_record *r)
{
    size_t set = set_of(r->cta, r->warp);

    if (l->last[set] == NULL)
        l->last[set] = zalloc(WAYS * sizeof *l->last[set]);
    for (int i = 0; i < WAYS; i++)
        if (!l->last[set][i].used)
            return &l->last[set][i];
    instruction *oldest = &l->last[set][l->oldest[set]];
    l->oldest[set] = (unsigned char)((l->oldest[set] + 1) % WAYS);
    l->forgot[set] = true;
    l->open -= oldest->missing != 0;
    return oldest;
}

/* The place of the record's register in a list of known length, or -1. */
static int place_of(const trace_register *list, int count, const trace_record *r)
{
    for (int i = 0; i < count; i++)
        if (list[i].file == r->file && list[i].reg == r->reg)
            return i;
    return -1;
}

static const char *lacks_write(trace_links *l, const instruction *x, const char *before)
{
    int i = 0;

    while (!(x->missing >> i & 1))
        i++;
    snprintf(l->what, sizeof l->what, "%s%c%d of the instruction at pc %llx (cta %llu, warp %u) is written", before,
             trace_file_letters[x->destination[i].file], x->destination[i].reg, (unsigned long long)x->pc, (unsigned long long)x->cta,
             x->warp);
    return l->what;
}

static const char *take_instruction(trace_links *l, const trace_record *r)
{
    instruction *x = find(l, r);

    if (x != NULL && x->missing != 0)
        return lacks_write(l, x, "the warp's next instruction before ");
    if (x == NULL)
        x = enter(l, r);
    *x = (instruction){.used = true,
                       .cta = r->cta,
                       .pc = r->pc,
                       .warp = r->warp,
                       .order = ++l->instructions,
                       .op = r->op,
                       .mask_known = r->mask_known,
                       .sources = r->sources,
                       .destinations = r->destinations};
    memcpy(x->mask, r->mask, sizeof x->mask);
    memcpy(x->source, r->source, sizeof x->source);
    memcpy(x->destination, r->destination, sizeof x->destination);
    bool none_takes_part = r->mask_known && wf_mask_empty(r->mask, r->lanes);
    x->missing = r->written && r->destinations > 0 && !none_takes_part ? (1u << r->destinations) - 1 : 0;
    l->open += x->missing != 0;
    return NULL;
}

/* What a linked record says of its instruction, and what that is: "a linked write to x5 ..., but ...". */
static const char *contradicts(trace_links *l, const trace_record *r, const instruction *x, const char *what)
{
    char name[16] = "";

    if (trace_is_register(r))
        snprintf(name, sizeof name, " of %c%d", trace_file_letters[r->file], r->reg);
    snprintf(l->what, sizeof l->what, "a linked %s%s%s the instruction at pc %llx", trace_kind_names[r->kind], name, what,
             (unsigned long long)x->pc);
    return l->what;
}

static const char *take_register(trace_links *l, const trace_record *r, instruction *x)
{
    bool write = r->kind == TRACE_WRITE;

    if (r->op != x->op)
        return contradicts(l, r, x, " of another class than");
    if (x->mask_known && memcmp(r->mask, x->mask, sizeof r->mask) != 0)
        return contradicts(l, r, x, " under another mask than");
    if (!write)
        return x->sources >= 0 && place_of(x->source, x->sources, r) < 0 ? contradicts(l, r, x, ", which is no source of") : NULL;
    int place = place_of(x->destination, x->destinations, r);
    if (x->destinations >= 0 && place < 0)
        return contradicts(l, r, x, ", which is no destination of");
    if (r->file < TRACE_FILES) { /* virtual registers are too many to remember */
        uint32_t *word = &x->written[r->file][r->reg / 32], bit = (uint32_t)1 << (r->reg % 32);
        if (*word & bit)
            return contradicts(l, r, x, ", the second by");
        *word |= bit;
    }
    if (place >= 0) {
        l->open -= x->missing == 1u << place;
        x->missing &= ~(1u << place);
    }
    return NULL;
}

static const char *take_access(trace_links *l, const trace_record *r, const instruction *x)
{
    if (x->op != TRACE_LOADS && x->op != TRACE_STORES && x->op != TRACE_ATOMIC && x->op != TRACE_OTHER)
        return contradicts(l, r, x, ", which only a load, a store, an atomic or another of class other makes, but not");
    if (x->op == TRACE_STORES && r->kind == TRACE_LOAD)
        return contradicts(l, r, x, ", which a load makes, but no store like");
    for (int i = 0; i < TRACE_MASK_WORDS; i++)
        if (r->mask[i] & ~x->mask[i])
            return contradicts(l, r, x, " by lanes that are not active in");
    return NULL;
}

const char *trace_links_take(trace_links *l, const trace_record *r)
{
    if (r->kind == TRACE_INSTRUCTION)
        return take_instruction(l, r);
    if (!r->linked)
        return NULL;
    instruction *x = find(l, r);
    if (x == NULL && l->forgot[set_of(r->cta, r->warp)])
        return NULL;
    if (x == NULL) {
        snprintf(l->what, sizeof l->what, "a linked %s before the first instruction of cta %llu, warp %u", trace_kind_names[r->kind],
                 (unsigned long long)r->cta, r->warp);
        return l->what;
    }
    if (r->pc != x->pc)
        return contradicts(l, r, x, " at another pc than");
    return trace_is_register(r) ? take_register(l, r, x) : take_access(l, r, x);
}

const char *trace_links_end(trace_links *l)
{
    const instruction *first = NULL;

    for (int i = 0; i < SETS * WAYS && l->open > 0; i++) {
        const instruction *x = l->last[i / WAYS] != NULL ? &l->last[i / WAYS][i % WAYS] : NULL;
        if (x != NULL && x->missing != 0 && (first == NULL || x->order < first->order))
            first = x;
    }
    return first ? lacks_write(l, first, "the trace ends before ") : NULL;
}

int trace_links_open(const trace_links *l)
{
    return l->open;
}

bool trace_links_awaits(const trace_links *l, const trace_record *r)
{
    if (r->kind != TRACE_WRITE || !r->linked)
        return false;
    const instruction *x = find(l, r);
    if (x == NULL || x->missing == 0)
        return false;
    int place = place_of(x->destination, x->destinations, r);
    return place >= 0 && (x->missing >> place & 1);
}
