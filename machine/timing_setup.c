/* SPDX-License-Identifier: Apache-2.0
 *
 * timing_setup.c - what memory holds and who compresses its lines; whether a design fits machine and trace; where private memory lies. */
#include "timing_parts.h"

#include "../base/msg.h"
#include "mem_address.h"

/* ---- contents of memory ---- */

static bool content_of(void *own, uint64_t line, uint32_t words[])
{
    return contents_line(((timing *)own)->contents, line, words);
}

static void stored(void *own, const feed_access *a)
{
    const mem_codec *c = own;
    contents_store(((timing *)c->own)->contents, a);
}

static void stored_helped(void *own, const feed_access *a)
{
    stored(&((helped_lines *)own)->codec, a);
}

void timing_open_helpers(timing *t, const design *helper)
{
    if (helper)
        t->helper = *helper;
    else
        helper_design(&t->helper, NULL);
    t->source = (helper_source){.d = &t->helper, .events = t->events};
}

/* The routines of the codec, and what the memory asks of these. */
static mem_callbacks open_lines(timing *t, const timing_lines *lines)
{
    helped_open(&t->helped, lines->codec, t, content_of);
    t->source.routines = t->helped.routines;
    t->source.own = &t->helped;
    t->source.compress = helped_compress;
    mem_callbacks callbacks = helped_callbacks(&t->helped);
    callbacks.store = stored_helped;
    return callbacks;
}

mem_side *timing_open_memory(timing *t, const timing_lines *lines)
{
    if (t->contents == NULL)
        return mem_open(t->m, NULL);
    t->codec = (mem_codec){lines->codec, t, content_of};
    mem_callbacks callbacks = codec_callbacks(&t->codec);
    callbacks.store = stored;
    if (timing_helps(t))
        callbacks = open_lines(t, lines);
    return mem_open(t->m, &callbacks);
}

void timing_check_design(const machine *m, const feed_survey *s, const design *d)
{
    wf_file_shape shape;
    d->unit->system->shape(&d->config, &shape);
    if (d->config.lanes != m->lanes)
        die_usage("the register file has %d lanes; %s has %d", d->config.lanes, m->name, m->lanes);
    if (shape.issues != m->schedulers)
        die_usage("the register file has %d issue ports; %s has %d schedulers", shape.issues, m->name, m->schedulers);
    if (s->registers > shape.registers)
        die_usage("%s names %d registers; the register file has %d a warp", s->path, s->registers, shape.registers);
    for (int b = 0; b < s->block_count; b++)
        if (s->blocks[b].warps > shape.warps)
            die_usage("%s has a block of %d warps; the register file holds %d", s->path, s->blocks[b].warps, shape.warps);
}

void timing_lay_out_private(timing *t, bool vectors)
{
    const machine *m = t->m;
    const private_interleave by = (private_interleave)m->l1_interleave;
    const cache_options o = {.stack = vectors ? PRIVATE_STACK_BYTES : PRIVATE_STACK_FLAT, .warps = m->warps};
    if (vectors || by == PRIVATE_BY_WARP)
        cache_survey_of(&t->accesses, t->s->path, m->lanes, &o);
    t->private = (sm_private){{t->accesses.first, t->accesses.words, m->warps, by}, o.stack, vectors};
}

void timing_check_cache(timing *t, const design *d)
{
    const machine *m = t->m;
    int bytes = 4 * d->config.lanes;
    if (d->config.lanes != m->lanes)
        die_usage("a cache of vectors of %d lanes is no L1 of %s, whose warps have %d lanes", d->config.lanes, m->name, m->lanes);
    if (bytes % MEM_SECTOR != 0 || MEM_LINE % bytes != 0)
        die_usage("a cache of vectors of %d lanes has blocks of %d bytes; memory takes 32, 64 or 128", d->config.lanes, bytes);
    timing_lay_out_private(t, true);
    cache_survey_check(&t->accesses);
    if ((uint64_t)m->warps * t->accesses.words > cache_others(d))
        die_usage("%s: %d warps of %llu private words take more than half of the blocks of the cache", t->s->path, m->warps,
                  (unsigned long long)t->accesses.words);
}

/* ---- events ---- */

void timing_check_events(const machine *m, const timing_designs *d)
{
    if (d->events == NULL)
        return;
    if (d->file || d->cache)
        die_usage("%s: events trigger routines on the machine's own register file and L1; %s is a design of another one", d->events->path,
                  (d->file ? d->file : d->cache)->unit->name);
    if (m->lanes != ROUTINE_LANES)
        die_usage("%s: routines have warps of %d lanes; %s has %d", d->events->path, ROUTINE_LANES, m->name, m->lanes);
    if (d->events->memory > m->shared_bytes)
        die_usage("%s: memory = %d: an SM of %s has %d bytes of shared memory", d->events->path, d->events->memory, m->name,
                  m->shared_bytes);
}
