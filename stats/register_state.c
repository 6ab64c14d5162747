/* SPDX-License-Identifier: Apache-2.0
 *
 * register_state.c - what each register of each warp holds and how it is stored. Warps are found by a table, and stand in the order in
 * which they came; the first is forgotten when memory is full. */
#include "register_state.h"

#include <stdlib.h>
#include <string.h>

#include "../base/text.h"
#include "../cmodel/bits.h"

#define uthash_malloc(size) grow(NULL, size)
#define uthash_free(p, size) arena_free(p)
#include <uthash.h>

enum { FILE_REGISTERS = 256, RECENT = 64 };

struct warp_state {
    struct {
        uint64_t cta, warp;
    } key;
    register_state **file[TRACE_FILES]; /* each NULL, or FILE_REGISTERS of them, each NULL or a register */
    int registers, written, compressed;
    void *user;
    UT_hash_handle hh; /* in the order in which they came */
};

struct register_table {
    const design *d;
    size_t lanes, tag_words;
    warp_state *warps, *recent[RECENT]; /* recent: by slot_of; each NULL, or the last one of that number */
    long cost;
    register_forget *forget;
    void *forget_user;
};

register_table *register_table_new(const design *d)
{
    register_table *t = zalloc(sizeof *t);

    *t = (register_table){.d = d, .lanes = (size_t)d->config.lanes, .tag_words = (size_t)words_for(d->sizes.tag_bits)};
    return t;
}

void register_table_watch(register_table *t, register_forget *forget, void *user)
{
    t->forget = forget;
    t->forget_user = user;
}

/* An instruction with a full mask and this source alone may run on one lane. */
static bool is_scalar(const design *d, const wf_code *code)
{
    const uint32_t *source[1] = {code->tag};
    uint32_t all[WF_MASK_WORDS];
    wf_scalar scalar;

    if (d->codec->scalar == NULL)
        return false;
    memset(all, 0xff, sizeof all);
    wf_judge(d->codec, &d->config, all, 1, source, &scalar);
    return scalar.full;
}

stored_code stored_as(const design *d, const wf_code *code)
{
    return (stored_code){.tag = code->tag,
                         .class = wf_classify(d->codec, &d->config, code),
                         .compressed = wf_tag_compressed(&d->sizes, code->tag),
                         .scalar = is_scalar(d, code),
                         .unit_bits = wf_unit_bits_used(&d->sizes, code)};
}

static warp_state **slot_of(register_table *t, uint64_t cta, uint64_t warp)
{
    return &t->recent[(cta * 8 + warp) % RECENT];
}

static int cost_of(const warp_state *w)
{
    return w->registers > WARP_COST ? w->registers : WARP_COST;
}

static void forget_warp(register_table *t, warp_state *w)
{
    if (t->forget)
        t->forget(t->forget_user, w);
    t->cost -= cost_of(w);
    HASH_DEL(t->warps, w);
    for (int f = 0; f < TRACE_FILES; f++) {
        for (int i = 0; w->file[f] && i < FILE_REGISTERS; i++)
            arena_free(w->file[f][i]);
        arena_free(w->file[f]);
    }
    warp_state **slot = slot_of(t, w->key.cta, w->key.warp);
    if (*slot == w)
        *slot = NULL;
    arena_free(w);
}

void register_table_free(register_table *t)
{
    while (t->warps)
        forget_warp(t, t->warps);
    arena_free(t);
}

warp_state *register_warp(register_table *t, const trace_record *r)
{
    warp_state **slot = slot_of(t, r->cta, r->warp), *w = *slot;

    if (w && w->key.cta == r->cta && w->key.warp == r->warp)
        return w;
    warp_state wanted = {.key = {r->cta, r->warp}};
    HASH_FIND(hh, t->warps, &wanted.key, sizeof wanted.key, w);
    if (w == NULL) {
        while (t->warps && t->cost + WARP_COST > REGISTERS_KEPT)
            forget_warp(t, t->warps);
        w = zalloc(sizeof *w);
        w->key = wanted.key;
        HASH_ADD(hh, t->warps, key, sizeof w->key, w);
        t->cost += cost_of(w);
    }
    return *slot = w;
}

register_state *register_find(const warp_state *w, trace_register which)
{
    return w->file[which.file] ? w->file[which.file][which.reg] : NULL;
}

/* One allocation: the register, its value, its tags. */
register_state *register_make(register_table *t, warp_state *w, const trace_record *r)
{
    register_state **file = w->file[r->file];

    if (file == NULL)
        file = w->file[r->file] = zalloc(FILE_REGISTERS * sizeof *file);
    register_state *s = file[r->reg];
    if (s == NULL) {
        s = file[r->reg] = zalloc(sizeof *s + (t->lanes + 2 * t->tag_words) * sizeof *s->value);
        s->value = (uint32_t *)(s + 1);
        s->tag = s->value + t->lanes;
        s->merged = s->tag + t->tag_words;
        t->cost -= cost_of(w);
        w->registers++;
        t->cost += cost_of(w);
        while (t->warps != w && t->cost > REGISTERS_KEPT)
            forget_warp(t, t->warps);
    }
    return s;
}

void register_write(register_table *t, warp_state *w, register_state *s, const trace_record *r, const stored_code *stored,
                    bool compressed_alone)
{
    w->written += !s->written;
    w->compressed += stored->compressed - s->compressed;
    s->known = s->written = s->coded = true;
    s->class = stored->class;
    s->compressed = stored->compressed;
    s->compressed_alone = compressed_alone;
    s->scalar = stored->scalar;
    s->unit_bits = stored->unit_bits;
    memcpy(s->value, r->value, t->lanes * sizeof *s->value);
    memcpy(s->tag, stored->tag, t->tag_words * sizeof *s->tag);
}

void register_read(register_table *t, warp_state *w, const trace_record *r)
{
    register_state *s = register_make(t, w, r);

    if (s->known && memcmp(s->value, r->value, t->lanes * sizeof *s->value) == 0)
        return;
    s->known = true;
    s->coded = false;
    memcpy(s->value, r->value, t->lanes * sizeof *s->value);
}

void register_lose(register_table *t, warp_state *w, trace_register which)
{
    register_state *s = register_find(w, which);

    if (s == NULL)
        return;
    w->written -= s->written;
    w->compressed -= s->compressed;
    s->known = s->written = s->coded = s->compressed = s->compressed_alone = s->scalar = false;
    memset(s->merged, 0, t->tag_words * sizeof *s->merged);
}

void register_lose_all(register_table *t, warp_state *w)
{
    for (int f = 0; f < TRACE_FILES; f++)
        for (int i = 0; i < FILE_REGISTERS; i++)
            register_lose(t, w, (trace_register){(trace_file)f, i});
}

int warp_written(const warp_state *w)
{
    return w->written;
}

int warp_compressed(const warp_state *w)
{
    return w->compressed;
}

void **warp_user(warp_state *w)
{
    return &w->user;
}
