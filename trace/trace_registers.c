/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_registers.h"

#include <stdlib.h>
#include <string.h>

#include "../base/text.h"
#include "trace_impl.h"

static trace_held *slot(trace_held *table, size_t cap, uint64_t key)
{
    size_t i = (size_t)(key * 0x9e3779b97f4a7c15u >> 32) & (cap - 1);

    while (table[i].key != 0 && table[i].key != key)
        i = (i + 1) & (cap - 1);
    return &table[i];
}

static void make_room(trace_registers *s)
{
    size_t cap = s->cap ? 2 * s->cap : 1024;
    trace_held *table = zalloc(cap * sizeof *table);

    for (size_t i = 0; i < s->cap; i++)
        if (s->table[i].key != 0)
            *slot(table, cap, s->table[i].key) = s->table[i];
    arena_free(s->table);
    s->table = table;
    s->cap = cap;
}

trace_held *trace_registers_of(trace_registers *s, const trace_record *r)
{
    uint64_t key = (uint64_t)1 << 63 | r->cta << 32 | (uint64_t)r->warp << 8 | (uint64_t)r->file << 6 | (uint64_t)r->reg;

    if (2 * (s->count + 1) > s->cap)
        make_room(s);
    trace_held *h = slot(s->table, s->cap, key);
    if (h->key == 0) {
        h->key = key;
        h->value = zalloc((size_t)r->lanes * sizeof *h->value);
        s->count++;
    }
    return h;
}

bool trace_held_shows(const trace_held *held, const trace_record *r)
{
    for (int i = 0; i < r->lanes; i++)
        if (mask_bit(r->mask, i) && (!mask_bit(held->shown, i) || held->value[i] != r->value[i]))
            return false;
    return true;
}

void trace_held_show(trace_held *held, const trace_record *r)
{
    for (int i = 0; i < TRACE_MASK_WORDS; i++)
        held->shown[i] |= r->mask[i];
    memcpy(held->value, r->value, (size_t)r->lanes * sizeof *held->value);
}

void trace_held_hide(trace_held *held, const trace_record *r)
{
    for (int i = 0; i < r->lanes; i++)
        if (mask_bit(r->mask, i))
            held->value[i] = 0;
    for (int i = 0; i < TRACE_MASK_WORDS; i++)
        held->shown[i] &= ~r->mask[i];
}

void trace_registers_free(trace_registers *s)
{
    for (size_t i = 0; i < s->cap; i++)
        arena_free(s->table[i].value);
    arena_free(s->table);
}
