/* SPDX-License-Identifier: Apache-2.0 */
#include "register_state.h"

#include <stdlib.h>
#include <string.h>

#include "../base/text.h"
#include "../cmodel/bits.h"

#define uthash_malloc(size) grow(NULL, size)
#include <uthash.h>

enum { FILE_REGISTERS = 256 };

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
    warp_state *warps, *last; /* last: of the last record */
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
            free(w->file[f][i]);
        free(w->file[f]);
    }
    if (t->last == w)
        t->last = NULL;
    free(w);
}

void register_table_free(register_table *t)
{
    while (t->warps)
        forget_warp(t, t->warps);
    free(t);
}

warp_state *register_warp(register_table *t, const trace_record *r)
{
    warp_state *w = t->last;

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
    return t->last = w;
}

register_state *register_find(const warp_state *w, trace_register which)
{
    return w->file[which.file] ? w->file[which.file][which.reg] : NULL;
}

/* One allocation: the register, its value, its tags. */
static register_state *find_or_make(register_table *t, warp_state *w, const trace_record *r)
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

void register_write(register_table *t, warp_state *w, const trace_record *r, const wf_code *code)
{
    register_state *s = find_or_make(t, w, r);
    bool compressed = wf_tag_compressed(&t->d->sizes, code->tag);

    w->written += !s->written;
    w->compressed += compressed - s->compressed;
    s->known = s->written = s->coded = true;
    s->compressed = compressed;
    s->unit_bits = wf_unit_bits_used(&t->d->sizes, code);
    memcpy(s->value, r->value, t->lanes * sizeof *s->value);
    memcpy(s->tag, code->tag, t->tag_words * sizeof *s->tag);
}

void register_read(register_table *t, warp_state *w, const trace_record *r)
{
    register_state *s = find_or_make(t, w, r);

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
    s->known = s->written = s->coded = s->compressed = false;
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
