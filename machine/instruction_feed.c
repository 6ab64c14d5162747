/* SPDX-License-Identifier: Apache-2.0
 *
 * instruction_feed.c - a trace's instructions with the writes that belong to them. First the survey, one pass that only counts; then the
 * feed, which reads ahead as far as the open instruction of a warp needs. */
#include "instruction_feed.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../base/msg.h"
#include "../base/text.h"

#define uthash_malloc(size) grow(NULL, size)
#define uthash_free(p, size) arena_free(p)
#include <uthash.h>

/* ---- survey ---- */

typedef struct {
    uint64_t cta, warp, launch; /* the key; of a block warp is NO_WARP */
    int number;
    UT_hash_handle hh;
} entry;
enum { KEY_BYTES = 3 * sizeof(uint64_t) };
static const uint64_t NO_WARP = UINT64_MAX;

static entry *find(const feed_survey *s, int launch, uint64_t cta, uint64_t warp)
{
    entry *index = s->index, *e, key = {.cta = cta, .warp = warp, .launch = (uint64_t)launch};
    HASH_FIND(hh, index, &key.cta, KEY_BYTES, e);
    return e;
}

static void enter(feed_survey *s, int launch, uint64_t cta, uint64_t warp, int number)
{
    entry *index = s->index, *e = zalloc(sizeof *e);
    e->cta = cta;
    e->warp = warp;
    e->launch = (uint64_t)launch;
    e->number = number;
    HASH_ADD(hh, index, cta, KEY_BYTES, e);
    s->index = index;
}

static int block_of(feed_survey *s, int launch, uint64_t cta)
{
    entry *e = find(s, launch, cta, NO_WARP);
    if (e)
        return e->number;
    s->blocks = grow_one(s->blocks, (size_t)s->block_count, sizeof *s->blocks);
    s->blocks[s->block_count] = (feed_block){.cta = cta, .first = s->instructions, .launch = launch};
    enter(s, launch, cta, NO_WARP, s->block_count);
    return s->block_count++;
}

static int warp_of(feed_survey *s, const trace_record *r)
{
    entry *e = find(s, r->launch, r->cta, r->warp);
    if (e)
        return e->number;
    s->warps = grow_one(s->warps, (size_t)s->warp_count, sizeof *s->warps);
    int block = block_of(s, r->launch, r->cta);
    s->blocks[block].warps++;
    s->warps[s->warp_count] = (feed_warp){.cta = r->cta, .warp = r->warp, .launch = r->launch, .block = block};
    enter(s, r->launch, r->cta, r->warp, s->warp_count);
    return s->warp_count++;
}

static void name(feed_survey *s, trace_file file, int reg)
{
    s->number[file][reg] = 0;
}

/* A write that is an instruction by itself. */
static bool stands_alone(const trace_record *r)
{
    return r->kind == TRACE_WRITE && !r->linked;
}

static void add_launch(feed_survey *s, const trace_launch *launched)
{
    s->launches = grow_one(s->launches, (size_t)s->launch_count, sizeof *s->launches);
    s->launches[s->launch_count] = *launched;
    s->launches[s->launch_count++].kernel = format_new("%s", launched->kernel);
}

static void add_copy(feed_survey *s, const trace_record *r)
{
    s->copies = grow_one(s->copies, (size_t)s->copy_count, sizeof *s->copies);
    s->copies[s->copy_count++] = (feed_copy){s->launch_count, r->addr[0], r->bytes};
}

static void survey_record(feed_survey *s, const trace_record *r)
{
    if (r->kind == TRACE_LAUNCH)
        add_launch(s, &r->launched);
    if (r->kind == TRACE_COPY)
        add_copy(s, r);
    if (r->kind == TRACE_WRITE)
        name(s, r->file, r->reg);
    if (r->kind != TRACE_INSTRUCTION && !stands_alone(r))
        return;
    s->instructions++;
    int warp = warp_of(s, r);
    s->warps[warp].instructions++;
    if (r->kind != TRACE_INSTRUCTION)
        return;
    for (int i = 0; i < r->sources; i++)
        name(s, r->source[i].file, r->source[i].reg);
    for (int i = 0; i < r->destinations; i++)
        name(s, r->destination[i].file, r->destination[i].reg);
    s->unknown_masks += !r->mask_known;
    s->unknown_sources += r->sources < 0;
    s->unknown_destinations += r->destinations < 0;
}

static void number_registers(feed_survey *s)
{
    s->names = zalloc(sizeof s->number / sizeof s->number[0][0] * sizeof *s->names);
    for (int file = 0; file < TRACE_FILES; file++)
        for (int reg = 0; reg < 256; reg++)
            if (s->number[file][reg] == 0) {
                s->names[s->registers] = (trace_register){(trace_file)file, reg};
                s->number[file][reg] = (int16_t)s->registers++;
            }
}

void feed_survey_read(feed_survey *s, const char *path)
{
    struct stat st;
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
        die_usage("%s is a pipe or a device; the trace is read several times: a file is expected", path);
    trace *t = trace_open(path);
    trace_record *r = zalloc(sizeof *r);

    *s = (feed_survey){.path = path, .lanes = trace_lanes(t)};
    memset(s->number, -1, sizeof s->number);
    while (trace_next(t, r))
        survey_record(s, r);
    number_registers(s);
    arena_free(r);
    trace_close(t);
    if (s->instructions == 0)
        die_usage("%s has no instruction and no register write", path);
}

void feed_survey_free(feed_survey *s)
{
    entry *index = s->index, *e, *next;
    HASH_ITER (hh, index, e, next) {
        HASH_DEL(index, e);
        arena_free(e);
    }
    for (int l = 0; l < s->launch_count; l++)
        arena_free((char *)s->launches[l].kernel);
    arena_free(s->launches);
    arena_free(s->copies);
    arena_free(s->warps);
    arena_free(s->blocks);
    arena_free(s->names);
}

/* ---- feed ---- */

/* The instructions of a warp. The last one may lack writes: `open`. */
typedef struct {
    feed_instruction *first, *last, *open;
} queue;

struct feed {
    const feed_survey *s;
    trace *t;
    trace_record *r;
    queue *queues;
    uint64_t count; /* instructions that were read */
    bool ended;
    feed_instruction *free_instructions;
    feed_write *free_writes;
    feed_access *free_accesses;
    unsigned keeps;
    uint64_t cta, warp; /* of the last record, and its number */
    int launch, number;
};

feed *feed_open(const feed_survey *s, unsigned keeps)
{
    feed *f = zalloc(sizeof *f);
    f->s = s;
    f->keeps = keeps;
    f->t = trace_open(s->path);
    f->r = zalloc(sizeof *f->r);
    f->queues = zalloc((size_t)s->warp_count * sizeof *f->queues);
    f->number = -1;
    return f;
}

/* It is looked at soon. A feed may have read it long ago, so no cache has it. */
static void expect(const feed_instruction *i)
{
    if (i == NULL)
        return;
    __builtin_prefetch(i);
    __builtin_prefetch(i->source);
}

static feed_instruction *new_instruction(feed *f)
{
    feed_instruction *i = f->free_instructions;
    if (i) {
        f->free_instructions = i->next;
        __builtin_prefetch(i->next);
    } else {
        i = zalloc(sizeof *i);
    }
    *i = (feed_instruction){.number = ++f->count};
    return i;
}

static feed_write *new_write(feed *f)
{
    feed_write *w = f->free_writes;
    if (w)
        f->free_writes = w->next;
    else
        w = zalloc(sizeof *w + (size_t)f->s->lanes * sizeof *w->value);
    w->next = NULL;
    return w;
}

static feed_access *new_access(feed *f)
{
    feed_access *a = f->free_accesses;
    if (a) {
        f->free_accesses = a->next;
        __builtin_prefetch(a->next);
    } else {
        a = zalloc(sizeof *a + (size_t)f->s->lanes * sizeof *a->addr);
    }
    a->next = NULL;
    return a;
}

/* The data of a store. */
static void keep_data(const feed *f, feed_access *a, const trace_record *r)
{
    const size_t bytes = (size_t)(f->s->lanes * r->words) * sizeof *a->value;
    if (r->words > a->room) {
        arena_free(a->value);
        a->value = zalloc(bytes);
        a->room = r->words;
    }
    memcpy(a->value, r->value, bytes);
}

static void free_writes(feed_write *w)
{
    while (w) {
        feed_write *next = w->next;
        arena_free(w);
        w = next;
    }
}

static void free_accesses(feed_access *a)
{
    while (a) {
        feed_access *next = a->next;
        arena_free(a->value);
        arena_free(a);
        a = next;
    }
}

static void free_instructions(feed_instruction *i)
{
    while (i) {
        feed_instruction *next = i->next;
        free_writes(i->writes);
        free_accesses(i->accesses);
        arena_free(i);
        i = next;
    }
}

void feed_close(feed *f)
{
    for (int w = 0; w < f->s->warp_count; w++) {
        free_instructions(f->queues[w].first);
        free_instructions(f->queues[w].open);
    }
    free_instructions(f->free_instructions);
    free_writes(f->free_writes);
    free_accesses(f->free_accesses);
    trace_close(f->t);
    arena_free(f->queues);
    arena_free(f->r);
    arena_free(f);
}

const feed_instruction *feed_next(const feed *f, int warp)
{
    return f->queues[warp].first;
}

feed_instruction *feed_take(feed *f, int warp)
{
    queue *q = &f->queues[warp];
    feed_instruction *i = q->first;
    if (i)
        q->first = i->next;
    if (q->first) /* whoever fetches looks at the one behind it too */
        expect(q->first->next);
    return i;
}

void feed_done(feed *f, feed_instruction *i)
{
    while (i->writes) {
        feed_write *w = i->writes;
        i->writes = w->next;
        w->next = f->free_writes;
        f->free_writes = w;
    }
    while (i->accesses) {
        feed_access *a = i->accesses;
        i->accesses = a->next;
        a->next = f->free_accesses;
        f->free_accesses = a;
    }
    i->next = f->free_instructions;
    f->free_instructions = i;
}

uint64_t feed_bound(const feed *f, int warp)
{
    const feed_instruction *open = f->queues[warp].open;
    return open ? open->number : f->count + 1;
}

/* All that it writes is there. */
static void complete(queue *q)
{
    feed_instruction *i = q->open;
    if (i == NULL)
        return;
    if (q->first)
        q->last->next = i;
    else
        q->first = i;
    q->last = i;
    q->open = NULL;
}

/* Of an instruction whose destinations the trace does not tell: those that it writes. */
static void add_destination(const feed *f, feed_instruction *i, int reg)
{
    if (i->destinations == TRACE_MAX_DESTINATIONS)
        die_usage("%s: the instruction at pc %llx writes more than %d registers", f->s->path, (unsigned long long)i->pc,
                  TRACE_MAX_DESTINATIONS);
    i->destination[i->destinations++] = (int16_t)reg;
}

static void keep_write(feed *f, feed_instruction *i, const trace_record *r, int reg)
{
    feed_write *w = new_write(f), **end = &i->writes;
    w->reg = reg;
    memcpy(w->mask, r->mask, sizeof w->mask);
    memcpy(w->value, r->value, (size_t)f->s->lanes * sizeof *w->value);
    while (*end)
        end = &(*end)->next;
    *end = w;
}

static void add_write(feed *f, feed_instruction *i, const trace_record *r)
{
    int reg = f->s->number[r->file][r->reg];
    if (!i->destinations_known)
        add_destination(f, i, reg);
    if (f->keeps & FEED_WRITES)
        keep_write(f, i, r, reg);
    i->values++;
}

static void add_access(feed *f, feed_instruction *i, const trace_record *r)
{
    feed_access *a = new_access(f), **end = &i->accesses;
    a->store = r->kind == TRACE_STORE;
    a->space = r->space;
    a->size = r->size;
    a->words = f->keeps & FEED_DATA && a->store ? r->words : 0;
    if (a->words > 0)
        keep_data(f, a, r);
    memcpy(a->mask, r->mask, sizeof a->mask);
    memcpy(a->addr, r->addr, (size_t)f->s->lanes * sizeof *a->addr);
    while (*end)
        end = &(*end)->next;
    *end = a;
}

/* May accesses follow? Then only the warp's next instruction tells that all of it was read. Events are "other" (docs/kernels.md). */
static bool may_access(const feed *f, const feed_instruction *i)
{
    return f->keeps & FEED_ACCESSES && (i->op == TRACE_LOADS || i->op == TRACE_STORES || i->op == TRACE_ATOMIC || i->op == TRACE_OTHER);
}

static feed_instruction *begin(feed *f, queue *q)
{
    complete(q);
    feed_instruction *i = q->open = new_instruction(f);
    i->pc = f->r->pc;
    i->op = f->r->op;
    i->operation = f->r->operation;
    i->type = f->r->type;
    memcpy(i->mask, f->r->mask, sizeof i->mask);
    return i;
}

static void begin_instruction(feed *f, queue *q)
{
    const trace_record *r = f->r;
    feed_instruction *i = begin(f, q);
    i->mask_known = r->mask_known;
    i->dead = r->dead;
    i->sources = r->sources > 0 ? r->sources : 0;
    i->destinations = r->destinations > 0 ? r->destinations : 0;
    i->destinations_known = r->destinations >= 0;
    for (int k = 0; k < i->sources; k++)
        i->source[k] = f->s->number[r->source[k].file][r->source[k].reg];
    for (int k = 0; k < i->destinations; k++)
        i->destination[k] = f->s->number[r->destination[k].file][r->destination[k].reg];
    if (r->destinations == 0 && !may_access(f, i))
        complete(q);
}

static void begin_alone(feed *f, queue *q)
{
    feed_instruction *i = begin(f, q);
    i->mask_known = true;
    add_write(f, i, f->r);
    complete(q);
}

static queue *queue_of(feed *f)
{
    const trace_record *r = f->r;
    if (f->number < 0 || r->cta != f->cta || r->warp != f->warp || r->launch != f->launch) {
        entry *e = find(f->s, r->launch, r->cta, r->warp);
        if (e == NULL) /* a read or an access of a warp that executes nothing */
            return NULL;
        f->cta = r->cta;
        f->warp = r->warp;
        f->launch = r->launch;
        f->number = e->number;
    }
    return &f->queues[f->number];
}

bool feed_read(feed *f)
{
    const trace_record *r = f->r;
    if (f->ended)
        return false;
    if (!trace_next(f->t, f->r)) {
        f->ended = true;
        for (int w = 0; w < f->s->warp_count; w++)
            complete(&f->queues[w]);
        return false;
    }
    queue *q = trace_is_warp(r) ? queue_of(f) : NULL;
    if (q == NULL)
        return true;
    if (r->kind == TRACE_INSTRUCTION) {
        begin_instruction(f, q);
    } else if (stands_alone(r)) {
        begin_alone(f, q);
    } else if (r->kind == TRACE_WRITE && q->open) {
        add_write(f, q->open, r);
        if (q->open->destinations_known && q->open->values == q->open->destinations && !may_access(f, q->open))
            complete(q);
    } else if (f->keeps & FEED_ACCESSES && q->open && r->linked && trace_is_memory(r)) {
        add_access(f, q->open, r);
    }
    return true;
}
