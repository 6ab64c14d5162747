/* SPDX-License-Identifier: Apache-2.0
 *
 * kernel_shape.c - the shape of a kernel from its trace: blocks grow as records come, the largest counts, and from it follows how many
 * fit into a multiprocessor. */
#include "kernel_shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "paper_machine.h"

enum { REGISTERS = 256 }; /* of a file: R0..254 are the most */

/* A warp of a block. */
typedef struct {
    uint64_t cta, warp;
} warp_name;

typedef struct {
    warp_name name;
    uint32_t mask[TRACE_MASK_WORDS]; /* lanes that any instruction has active */
    UT_hash_handle hh;
} warp_lanes;

typedef struct {
    uint64_t cta;
    double threads, warps;
    UT_hash_handle hh;
} block_size;

typedef struct {
    kernel_shape *shape;
    bool named[TRACE_FILES][REGISTERS];
    warp_lanes *warps;
    uint64_t lowest, highest; /* bytes of shared memory; highest: the byte behind the last */
} counting_shape;

static void count_registers(counting_shape *c, const trace_register *registers, int count)
{
    for (int i = 0; i < count; i++)
        c->named[registers[i].file][registers[i].reg] = true;
}

static void count_lanes(counting_shape *c, const trace_record *r)
{
    const warp_name name = {r->cta, r->warp};
    warp_lanes *w;

    HASH_FIND(hh, c->warps, &name, sizeof name, w);
    if (w == NULL) {
        w = zalloc(sizeof *w);
        w->name = name;
        HASH_ADD(hh, c->warps, name, sizeof w->name, w);
    }
    for (int i = 0; i < TRACE_MASK_WORDS; i++)
        w->mask[i] |= r->mask[i];
}

static void count_instruction(counting_shape *c, const trace_record *r)
{
    c->shape->instructions++;
    count_registers(c, r->source, r->sources);
    count_registers(c, r->destination, r->destinations);
    if (!r->mask_known || r->sources < 0 || r->destinations < 0)
        c->shape->unknown++;
    if (r->mask_known)
        count_lanes(c, r);
}

static void count_shared(counting_shape *c, const trace_record *r)
{
    for (int i = 0; i < r->lanes; i++) {
        if (!(r->mask[i / 32] >> i % 32 & 1))
            continue;
        uint64_t end = r->addr[i] + (uint64_t)r->size;
        c->lowest = c->highest == 0 || r->addr[i] < c->lowest ? r->addr[i] : c->lowest;
        c->highest = end > c->highest ? end : c->highest;
    }
}

/* The largest block; frees the warps. */
static void find_block(counting_shape *c)
{
    block_size *blocks = NULL, *b, *next_block;
    warp_lanes *w, *next;

    HASH_ITER (hh, c->warps, w, next) {
        HASH_FIND(hh, blocks, &w->name.cta, sizeof b->cta, b);
        if (b == NULL) {
            b = zalloc(sizeof *b);
            b->cta = w->name.cta;
            HASH_ADD(hh, blocks, cta, sizeof b->cta, b);
        }
        b->warps++;
        for (int i = 0; i < TRACE_MASK_WORDS; i++)
            b->threads += __builtin_popcount(w->mask[i]);
        HASH_DEL(c->warps, w);
        arena_free(w);
    }
    HASH_ITER (hh, blocks, b, next_block) {
        c->shape->threads = fmax(c->shape->threads, b->threads);
        c->shape->warps = fmax(c->shape->warps, b->warps);
        HASH_DEL(blocks, b);
        arena_free(b);
    }
}

void kernel_shape_count(const char *path, kernel_shape *s)
{
    counting_shape *c = zalloc(sizeof *c);
    trace_record *r = zalloc(sizeof *r);
    trace *t = trace_open(path);

    *s = (kernel_shape){.lanes = trace_lanes(t)};
    c->shape = s;
    while (trace_next(t, r)) {
        if (r->kind == TRACE_INSTRUCTION)
            count_instruction(c, r);
        else if (trace_is_memory(r) && r->space == TRACE_SHARED)
            count_shared(c, r);
    }
    trace_close(t);
    for (int file = 0; file < TRACE_FILES; file++)
        for (int i = 0; i < REGISTERS; i++)
            s->registers[file] += c->named[file][i];
    s->shared_bytes = (double)(c->highest - c->lowest);
    find_block(c);
    arena_free(r);
    arena_free(c);
}

void kernel_shape_add(kernel_shape *s, const kernel_shape *other)
{
    s->lanes = other->lanes;
    s->instructions += other->instructions;
    s->unknown += other->unknown;
    for (int file = 0; file < TRACE_FILES; file++)
        s->registers[file] = other->registers[file] > s->registers[file] ? other->registers[file] : s->registers[file];
    s->threads = fmax(s->threads, other->threads);
    s->warps = fmax(s->warps, other->warps);
    s->shared_bytes = fmax(s->shared_bytes, other->shared_bytes);
}

/* Integer and float. */
static double kernel_registers(const kernel_shape *s)
{
    double sum = 0;

    for (int file = 0; file < TRACE_FILES; file++)
        sum += s->registers[file];
    return sum;
}

/* A block has its registers for whole warps. */
static double block_registers(const kernel_shape *s)
{
    return s->warps * s->lanes * kernel_registers(s);
}

/* Blocks that the multiprocessor of paper_machine.h holds at a time; NAN: the trace does not tell, 0: not even one. */
static double kernel_blocks(const kernel_shape *s)
{
    if (s->threads == 0 || kernel_registers(s) == 0)
        return NAN;
    const paper_machine *sm = paper_machine_default();
    double blocks = fmin(sm->blocks, fmin(floor(sm->threads / s->threads), floor(sm->warps / s->warps)));
    blocks = fmin(blocks, floor(sm->registers / block_registers(s)));
    return s->shared_bytes > 0 ? fmin(blocks, floor(sm->shared_bytes / s->shared_bytes)) : blocks;
}

/* Registers that these blocks leave to nobody, in per cent; NAN without a block. */
static double kernel_unallocated(const kernel_shape *s)
{
    double blocks = kernel_blocks(s);

    return blocks > 0 ? 100 * (1 - blocks * block_registers(s) / paper_machine_default()->registers) : (double)NAN;
}

void kernel_shape_put(const kernel_shape *s, const char *prefix, metrics *out)
{
    metrics_set(out, s->instructions, KEY_INSTRUCTIONS, prefix);
    if (s->instructions == 0)
        return;
    metrics_set(out, kernel_registers(s), KEY_KERNEL_REGISTERS, prefix);
    if (s->threads > 0)
        metrics_set(out, s->threads, KEY_KERNEL_THREADS, prefix);
    metrics_set(out, s->shared_bytes, KEY_KERNEL_SHARED, prefix);
    metrics_set_known(out, kernel_blocks(s), KEY_KERNEL_BLOCKS, prefix);
    metrics_set_known(out, kernel_unallocated(s), KEY_KERNEL_UNALLOCATED, prefix);
}
