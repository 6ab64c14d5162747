/* SPDX-License-Identifier: Apache-2.0
 *
 * allocate.c - liveness and greedy colouring, a kernel at a time.
 *
 * Learn.  Each pc is a node with its sources and destinations. A lane that executes pc q after pc p makes the edge p -> q; its first pc follows ENTRY. So
 *         edges are those of lanes: a lane that a mask leaves out passes its pc by, and keeps its value.
 * Solve.  live out of p = what any q behind it has live in; live in = sources and what is live out and no destination. A destination interferes with all that is
 *         live out of its pc, and with the other destinations; what is live out of ENTRY with each other. In the order of their first pc, registers take the
 *         lowest number that no neighbour has.
 * Rename. What each new register of each warp holds is kept, so that a write under a mask shows what the other lanes hold. */
#include "allocate.h"

#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "../base/text.h"

#define uthash_malloc(size) grow(NULL, size)
#define uthash_free(p, size) arena_free(p)
#include <uthash.h>

enum { NUMBERS = 255, MOST_NAMES = 16384, ENTRY = 0 };

typedef struct {
    uint64_t key; /* pc, or file and number of a register, or the two nodes of an edge, or a hash of (cta, warp) */
    int number;
    UT_hash_handle hh;
} entry;

typedef struct {
    uint64_t pc;
    int sources, destinations;
    int source[TRACE_MAX_SOURCES], destination[TRACE_MAX_DESTINATIONS];
} node;

typedef struct {
    int from, to;
} edge;

typedef struct {
    char *name;
    entry *pcs, *registers, *known_edges;
    node *nodes;
    edge *edges;
    size_t node_count, edge_count;
    int names;   /* registers */
    int *number; /* of each, once it is solved */
    int numbers;
} kernel;

typedef struct {
    uint64_t cta;
    uint32_t warp;
    int last[TRACE_MAX_LANES]; /* node of each lane */
    uint32_t *held;            /* NUMBERS registers of all lanes; NULL: none yet */
    UT_hash_handle hh;
} warp;

struct allocation {
    const char *path;
    kernel **kernels;
    size_t kernel_count;
    kernel *now;
    warp *warps; /* of the launch */
    int lanes;
};

static void add(entry **table, uint64_t key, int number)
{
    entry *e = zalloc(sizeof *e);

    e->key = key;
    e->number = number;
    HASH_ADD(hh, *table, key, sizeof e->key, e);
}

static entry *find(entry *table, uint64_t key)
{
    entry *e;

    HASH_FIND(hh, table, &key, sizeof key, e);
    return e;
}

static int add_node(kernel *k, uint64_t pc)
{
    k->nodes = grow_one(k->nodes, k->node_count, sizeof *k->nodes);
    k->nodes[k->node_count] = (node){.pc = pc, .sources = -1};
    return (int)k->node_count++;
}

static void begin_kernel(allocation *a, const char *name)
{
    for (size_t i = 0; i < a->kernel_count; i++)
        if (strcmp(a->kernels[i]->name, name) == 0) {
            a->now = a->kernels[i];
            return;
        }
    kernel *k = a->now = zalloc(sizeof *k);
    k->name = format_new("%s", name);
    add_node(k, 0); /* ENTRY */
    k->nodes[ENTRY].sources = 0;
    a->kernels = grow_one(a->kernels, a->kernel_count, sizeof(kernel *));
    a->kernels[a->kernel_count++] = k;
}

allocation *allocation_new(const char *path)
{
    allocation *a = zalloc(sizeof *a);

    a->path = path;
    return a;
}

static void forget_warps(allocation *a)
{
    warp *w, *next;

    HASH_ITER (hh, a->warps, w, next) {
        HASH_DEL(a->warps, w);
        arena_free(w->held);
        arena_free(w);
    }
}

/* A launch: its warps are new. */
static void begin_launch(allocation *a, const trace_record *r)
{
    forget_warps(a);
    begin_kernel(a, r->launched.kernel);
}

static warp *warp_of(allocation *a, const trace_record *r)
{
    enum { KEY = sizeof(uint64_t) + sizeof(uint32_t) };
    unsigned char key[KEY];
    warp *w;

    memcpy(key, &r->cta, sizeof r->cta);
    memcpy(key + sizeof r->cta, &r->warp, sizeof r->warp);
    HASH_FIND(hh, a->warps, key, KEY, w);
    if (w == NULL) {
        w = zalloc(sizeof *w);
        w->cta = r->cta;
        w->warp = r->warp;
        HASH_ADD(hh, a->warps, cta, KEY, w);
    }
    return w;
}

static bool is_active(const trace_record *r, int lane)
{
    return r->mask[lane / 32] >> (lane % 32) & 1;
}

/* ---- learn ---- */

static noreturn void refuse(const allocation *a, const trace_record *r, const char *what)
{
    die_usage("%s: %s at pc %llx (cta %llu, warp %u), so its registers cannot be allocated", a->path, what, (unsigned long long)r->pc,
              (unsigned long long)r->cta, r->warp);
}

static int name_of(kernel *k, trace_register reg)
{
    uint64_t key = (uint64_t)reg.file << 32 | (uint64_t)reg.reg;
    entry *e = find(k->registers, key);

    if (e == NULL)
        add(&k->registers, key, k->names++);
    return e != NULL ? e->number : k->names - 1;
}

/* The operands of an instruction, which are the same whenever it is executed. */
static void take_operands(allocation *a, node *n, const trace_record *r)
{
    node now = {.pc = r->pc, .sources = r->sources, .destinations = r->destinations};

    for (int i = 0; i < r->sources; i++)
        now.source[i] = name_of(a->now, r->source[i]);
    for (int i = 0; i < r->destinations; i++)
        now.destination[i] = name_of(a->now, r->destination[i]);
    if (n->sources >= 0 && memcmp(n, &now, sizeof now) != 0)
        refuse(a, r, "other operands than before (launches tell kernels apart: --launches)");
    *n = now;
}

static void add_edge(kernel *k, int from, int to)
{
    uint64_t key = (uint64_t)from << 32 | (uint64_t)to;

    if (find(k->known_edges, key) != NULL)
        return;
    add(&k->known_edges, key, 0);
    k->edges = grow_one(k->edges, k->edge_count, sizeof *k->edges);
    k->edges[k->edge_count++] = (edge){from, to};
}

static void take_lanes(allocation *a, const trace_record *r, int to)
{
    warp *w = warp_of(a, r);
    int before = -1;

    for (int i = 0; i < r->lanes; i++) {
        if (!is_active(r, i))
            continue;
        if (w->last[i] != before)
            add_edge(a->now, w->last[i], to);
        before = w->last[i];
        w->last[i] = to;
    }
}

void allocation_learn(allocation *a, const trace_record *r)
{
    if (r->kind == TRACE_LAUNCH)
        begin_launch(a, r);
    if (a->now == NULL)
        begin_kernel(a, "");
    if (trace_is_register(r) && !r->linked)
        refuse(a, r, "a register without its instruction");
    if (r->kind != TRACE_INSTRUCTION)
        return;
    if (!r->mask_known || r->sources < 0 || r->destinations < 0)
        refuse(a, r, !r->mask_known ? "an instruction whose mask is not known" : "an instruction whose operands are not known");
    entry *e = find(a->now->pcs, r->pc);
    int at = e != NULL ? e->number : add_node(a->now, r->pc);
    if (e == NULL)
        add(&a->now->pcs, r->pc, at);
    take_operands(a, &a->now->nodes[at], r);
    take_lanes(a, r, at);
}

/* ---- solve ---- */

typedef struct {
    const kernel *k;
    size_t words; /* of a set of registers */
    uint64_t *in, *out, *neighbours;
} solving;

static bool has(const uint64_t *set, int i)
{
    return set[i / 64] >> (i % 64) & 1;
}

static void put(uint64_t *set, int i)
{
    set[i / 64] |= 1ull << (i % 64);
}

static void live_in(const solving *s, size_t at)
{
    const node *n = &s->k->nodes[at];
    uint64_t *in = s->in + at * s->words;

    memcpy(in, s->out + at * s->words, s->words * sizeof *in);
    for (int i = 0; i < n->destinations; i++)
        in[n->destination[i] / 64] &= ~(1ull << (n->destination[i] % 64));
    for (int i = 0; i < n->sources; i++)
        put(in, n->source[i]);
}

/* Edges come in the order of the trace, so backwards through them most loops settle at once. */
static void find_live(const solving *s)
{
    bool changed = true;

    for (size_t i = 0; i < s->k->node_count; i++)
        live_in(s, i);
    while (changed) {
        changed = false;
        for (size_t i = s->k->edge_count; i-- > 0;) {
            const edge *e = &s->k->edges[i];
            uint64_t *out = s->out + (size_t)e->from * s->words, more = 0;
            const uint64_t *in = s->in + (size_t)e->to * s->words;
            for (size_t w = 0; w < s->words; w++) {
                more |= in[w] & ~out[w];
                out[w] |= in[w];
            }
            if (more != 0)
                live_in(s, (size_t)e->from);
            changed |= more != 0;
        }
    }
}

static void interfere(const solving *s, int a, int b)
{
    if (a == b)
        return;
    put(s->neighbours + (size_t)a * s->words, b);
    put(s->neighbours + (size_t)b * s->words, a);
}

static void interfere_all(const solving *s, int a, const uint64_t *set)
{
    for (int i = 0; i < s->k->names; i++)
        if (has(set, i))
            interfere(s, a, i);
}

static void find_neighbours(const solving *s)
{
    for (int i = 0; i < s->k->names; i++)
        if (has(s->out, i)) /* of ENTRY */
            interfere_all(s, i, s->out);
    for (size_t at = 1; at < s->k->node_count; at++) {
        const node *n = &s->k->nodes[at];
        for (int i = 0; i < n->destinations; i++) {
            interfere_all(s, n->destination[i], s->out + at * s->words);
            for (int j = 0; j < i; j++)
                interfere(s, n->destination[i], n->destination[j]);
        }
    }
}

static int lowest_free(const solving *s, int name)
{
    const uint64_t *neighbours = s->neighbours + (size_t)name * s->words;
    bool *taken = zalloc((size_t)s->k->names + 1);
    int lowest = 0;

    for (int i = 0; i < s->k->names; i++)
        if (has(neighbours, i) && s->k->number[i] >= 0)
            taken[s->k->number[i]] = true;
    while (taken[lowest])
        lowest++;
    arena_free(taken);
    return lowest;
}

static int by_pc(const void *a, const void *b)
{
    const node *const *x = a, *const *y = b;

    return (*x)->pc < (*y)->pc ? -1 : (*x)->pc > (*y)->pc;
}

static void number(const solving *s, kernel *k, int name)
{
    if (k->number[name] >= 0)
        return;
    k->number[name] = lowest_free(s, name);
    k->numbers = k->number[name] + 1 > k->numbers ? k->number[name] + 1 : k->numbers;
}

/* What the kernel starts with first, then destinations by pc; what is left is in no lane's way. */
static void number_all(const solving *s, kernel *k)
{
    const node **sorted = zalloc((k->node_count + 1) * sizeof *sorted);

    for (size_t i = 0; i < k->node_count; i++)
        sorted[i] = &k->nodes[i];
    qsort(sorted + 1, k->node_count - 1, sizeof *sorted, by_pc);
    memset(k->number, -1, (size_t)k->names * sizeof *k->number);
    for (int i = 0; i < k->names; i++)
        if (has(s->out, i))
            number(s, k, i);
    for (size_t i = 1; i < k->node_count; i++)
        for (int j = 0; j < sorted[i]->destinations; j++)
            number(s, k, sorted[i]->destination[j]);
    for (int i = 0; i < k->names; i++)
        number(s, k, i);
    arena_free(sorted);
}

static void solve_kernel(const allocation *a, kernel *k)
{
    size_t words = ((size_t)k->names + 63) / 64;

    if (k->names > MOST_NAMES)
        die_usage("%s: %d registers in kernel \"%s\"; accepted are up to %d", a->path, k->names, k->name, MOST_NAMES);
    solving s = {.k = k, .words = words};
    s.in = zalloc((k->node_count * words + 1) * sizeof *s.in);
    s.out = zalloc((k->node_count * words + 1) * sizeof *s.out);
    s.neighbours = zalloc(((size_t)k->names * words + 1) * sizeof *s.neighbours);
    k->number = zalloc(((size_t)k->names + 1) * sizeof *k->number);
    find_live(&s);
    find_neighbours(&s);
    number_all(&s, k);
    arena_free(s.in);
    arena_free(s.out);
    arena_free(s.neighbours);
    if (k->numbers > NUMBERS)
        die_usage("%s: kernel \"%s\" needs %d registers at a time; accepted are up to %d", a->path, k->name, k->numbers, NUMBERS);
}

void allocation_solve(allocation *a)
{
    for (size_t i = 0; i < a->kernel_count; i++)
        solve_kernel(a, a->kernels[i]);
    forget_warps(a);
    a->now = a->kernel_count > 0 ? a->kernels[0] : NULL;
}

/* ---- rename ---- */

static trace_register renamed(const allocation *a, trace_register reg)
{
    return (trace_register){TRACE_R, a->now->number[name_of(a->now, reg)]};
}

/* What a register of the record's warp holds. */
static uint32_t *held_of(allocation *a, const trace_record *r, int number)
{
    warp *w = warp_of(a, r);

    if (w->held == NULL)
        w->held = zalloc(NUMBERS * (size_t)r->lanes * sizeof *w->held);
    return w->held + number * r->lanes;
}

/* Nobody knows what the instruction writes. */
static void forget_values(allocation *a, const trace_record *r, int number)
{
    uint32_t *held = held_of(a, r, number);

    for (int i = 0; i < r->lanes; i++)
        if (is_active(r, i))
            held[i] = 0;
}

/* A write's inactive lanes are what the register holds, and its active lanes go to it, as a read's do. */
static void take_values(allocation *a, trace_record *r)
{
    uint32_t *held = held_of(a, r, r->reg);

    for (int i = 0; i < r->lanes; i++)
        if (is_active(r, i))
            held[i] = r->value[i];
    if (r->kind == TRACE_WRITE)
        memcpy(r->value, held, (size_t)r->lanes * sizeof *held);
}

void allocation_rename(allocation *a, trace_record *r)
{
    if (r->kind == TRACE_LAUNCH) {
        begin_launch(a, r);
        r->launched.registers = a->now->numbers;
    }
    if (trace_is_register(r)) {
        trace_register reg = renamed(a, (trace_register){r->file, r->reg});
        r->file = reg.file;
        r->reg = reg.reg;
        take_values(a, r);
    }
    for (int i = 0; r->kind == TRACE_INSTRUCTION && i < r->sources; i++)
        r->source[i] = renamed(a, r->source[i]);
    for (int i = 0; r->kind == TRACE_INSTRUCTION && i < r->destinations; i++) {
        r->destination[i] = renamed(a, r->destination[i]);
        if (!r->written)
            forget_values(a, r, r->destination[i].reg);
    }
}

int allocation_names(const allocation *a)
{
    int most = 0;

    for (size_t i = 0; i < a->kernel_count; i++)
        most = a->kernels[i]->names > most ? a->kernels[i]->names : most;
    return most;
}

int allocation_numbers(const allocation *a)
{
    int most = 0;

    for (size_t i = 0; i < a->kernel_count; i++)
        most = a->kernels[i]->numbers > most ? a->kernels[i]->numbers : most;
    return most;
}
