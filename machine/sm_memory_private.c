/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_memory_private.c - a private access of a warp, word by word: blocks for a cache of vectors, bytes of lines for any other memory. */
#include "sm_memory_parts.h"

#include <string.h>

#include "mem_address.h"

/* A word for a cache of vectors is a transaction by itself. */
static void add_vector(sm_memory *m, const private_word *w)
{
    mem_vector *v = &m->vectors[m->lines.count];
    v->block = private_block(&m->private->at, m->warp, w->at);
    memcpy(v->mask, w->mask, sizeof v->mask);
    if (m->access->store)
        private_store(m->record, w, v->keep, v->data);
    m->lines.t[m->lines.count++] = (mem_transaction){.kind = m->access->store ? MEM_STORE : MEM_LOAD, .local = true, .vector = v};
}

/* A word for any other memory is an access of the bytes where it lies. */
static const feed_access *word_in_memory(sm_memory *m, const private_word *w)
{
    const trace_record *r = m->record;
    feed_access *a = m->word;
    uint64_t block = map_private(m->sm) + private_block(&m->private->at, m->warp, w->at) * 4ull * (uint64_t)m->lanes;
    a->store = m->access->store;
    a->space = r->space;
    a->size = r->size < 4 ? r->size : 4;
    a->words = m->access->words > 0;
    memcpy(a->mask, w->mask, sizeof a->mask);
    memcpy(a->value, w->value, (size_t)m->lanes * sizeof *a->value);
    for (int lane = 0; lane < m->lanes; lane++) {
        uint64_t byte = r->size < 4 ? r->addr[lane] % 4 : 0, last = 4 - (uint64_t)a->size;
        a->addr[lane] = block + 4 * (uint64_t)lane + (byte < last ? byte : last);
    }
    return a;
}

static void add_word(void *own, const private_word *w)
{
    sm_memory *m = own;
    if (m->private->vectors)
        add_vector(m, w);
    else
        memory_add_lines(m, word_in_memory(m, w));
}

void memory_split(sm_memory *m)
{
    const feed_access *a = m->access;
    trace_record *r = m->record;
    r->kind = a->store ? TRACE_STORE : TRACE_LOAD;
    r->space = a->space;
    r->size = a->size;
    r->lanes = m->lanes;
    r->words = (a->size + 3) / 4;
    memcpy(r->mask, a->mask, sizeof r->mask);
    memcpy(r->addr, a->addr, (size_t)m->lanes * sizeof *a->addr);
    if (a->words > 0)
        memcpy(r->value, a->value, (size_t)(m->lanes * a->words) * sizeof *a->value);
    private_words(r, m->private->stack, add_word, m);
}
