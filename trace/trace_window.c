/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_window.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"

/* Bytes of a record that mean something: addresses and values stand at its end. */
static size_t used_bytes(const trace_record *r)
{
    if (r->kind == TRACE_INSTRUCTION)
        return offsetof(trace_record, addr);
    return offsetof(trace_record, value) + (size_t)(r->lanes * r->words) * sizeof r->value[0];
}

static trace_record *keep(const trace_record *r)
{
    size_t n = used_bytes(r);

    return memcpy(grow(NULL, n), r, n);
}

window *window_new(void)
{
    window *w = zalloc(sizeof *w);

    w->first = w->next = 1;
    return w;
}

static window_entry *entry(window *w, uint64_t number)
{
    return &w->ring[number % WINDOW_SIZE];
}

static void leave(window *w)
{
    window_entry *e = entry(w, w->first++);

    for (int i = 0; i < e->count; i++)
        arena_free(e->record[i]);
    w->given = 0;
}

void window_free(window *w)
{
    while (w->first < w->next)
        leave(w);
    arena_free(w);
}

window_entry *window_enter(window *w, const trace_record *r, bool open)
{
    window_entry *e = entry(w, w->next);

    *e = (window_entry){.number = w->next++, .open = open, .count = 1};
    e->record[0] = keep(r);
    return e;
}

window_entry *window_find(window *w, uint64_t number)
{
    return number >= w->first && number < w->next ? entry(w, number) : NULL;
}

void window_add(window_entry *e, const trace_record *r)
{
    if (e->count == WINDOW_RECORDS)
        return;
    e->record[e->count] = keep(r);
    e->record[e->count++]->linked = true;
}

/* Is this the result of the instruction? Both forms that use a window know masks, and have one destination at most. */
static bool is_result(const trace_record *i, const trace_record *r)
{
    return r->kind == TRACE_WRITE && i->destinations == 1 && i->destination[0].file == r->file && i->destination[0].reg == r->reg &&
           memcmp(i->mask, r->mask, sizeof i->mask) == 0;
}

/* Tells whether the instruction's results are there, before it leaves. What is no result of it loses its link. */
static void judge(trace *t, window_entry *e)
{
    trace_record *i = e->record[0];

    if (i->kind != TRACE_INSTRUCTION)
        return;
    i->written = false;
    for (int k = 1; k < e->count; k++) {
        trace_record *r = e->record[k];
        if (r->kind != TRACE_WRITE || i->destinations < 0)
            continue;
        if (!i->written && is_result(i, r)) {
            i->written = true;
        } else {
            r->linked = false;
            t->unlinked++;
        }
    }
}

bool window_next(window *w, trace *t, trace_record *r)
{
    if (w->first == w->next)
        return false;
    window_entry *e = entry(w, w->first);
    if (w->given == 0 && e->open && !w->ended && w->next - w->first < WINDOW_SIZE - 2)
        return false;
    if (w->given == 0)
        judge(t, e);
    memcpy(r, e->record[w->given], used_bytes(e->record[w->given]));
    if (++w->given == e->count)
        leave(w);
    return true;
}
