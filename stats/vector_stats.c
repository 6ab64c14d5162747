/* SPDX-License-Identifier: Apache-2.0
 *
 * Classes of the vectors that registers and memory accesses move (trace_stats.h). */
#include <stdlib.h>
#include <string.h>

#include "../cmodel/bits.h"
#include "../memory/private_memory.h"
#include "../trace/trace_impl.h"
#include "counting.h"

const char *const trace_vector_kinds[TRACE_VECTOR_KINDS] = {
    "registers", "load_stack", "store_stack", "load_global", "store_global", "load_other", "store_other", "operands",
};
const char *const trace_vector_classes[VECTOR_CLASSES] = {
    [VECTOR_GENERIC] = "generic", [VECTOR_ZERO] = "zero",   [VECTOR_UNIFORM] = "uniform",
    [VECTOR_AFFINE] = "affine",   [VECTOR_OTHER] = "other",
};

double trace_vectors(const trace_counts *c, trace_vector_kind kind)
{
    double sum = 0;

    for (int i = 0; i < VECTOR_CLASSES; i++)
        sum += c->vectors[kind][i];
    return sum;
}

int trace_vector_lanes(const design *d)
{
    char *vector = design_param(d, "vector");
    int lanes = vector ? (int)strtol(vector, NULL, 10) : 0; /* "warp": 0 */

    arena_free(vector);
    return lanes > 0 ? lanes : d->config.lanes;
}

static trace_vector_kind vector_kind(const trace_record *r)
{
    bool store = r->kind == TRACE_STORE;

    if (trace_is_register(r))
        return TRACE_REGISTERS;
    if (r->space == TRACE_STACK || r->space == TRACE_LOCAL)
        return store ? TRACE_STORE_STACK : TRACE_LOAD_STACK;
    if (r->space == TRACE_GLOBAL)
        return store ? TRACE_STORE_GLOBAL : TRACE_LOAD_GLOBAL;
    return store ? TRACE_STORE_OTHER : TRACE_LOAD_OTHER;
}

static void count_vector(const counting *k, trace_vector_kind kind, const uint32_t *value, const uint32_t *mask)
{
    if (wf_mask_empty(mask, k->vector_lanes))
        return;
    vector_class class = vector_class_of_fast(value, mask, k->vector_lanes);
    k->c->vectors[kind][class]++;
    k->c->missed[kind] += class == VECTOR_AFFINE && !vector_is_found(mask, k->vector_lanes);
}

/* Every word of the lanes' data, every part of the warp. */
static void count_words(const counting *k, trace_vector_kind kind, const uint32_t *data, int words, const uint32_t *warp_mask)
{
    int lanes = k->vector_lanes;

    if (words == 1 && lanes == k->d->config.lanes) {
        count_vector(k, kind, data, warp_mask);
        return;
    }
    for (int from = 0; from < k->d->config.lanes; from += lanes) {
        uint32_t value[TRACE_MAX_LANES], mask[TRACE_MASK_WORDS] = {0};
        for (int i = 0; i < lanes; i += 32)
            mask[i / 32] = mask_part(warp_mask, from + i, lanes - i);
        if (words == 1) {
            count_vector(k, kind, data + from, mask);
            continue;
        }
        for (int word = 0; word < words; word++) {
            for (int i = 0; i < lanes; i++)
                value[i] = data[(from + i) * words + word];
            count_vector(k, kind, value, mask);
        }
    }
}

/* The vectors of a kind. */
typedef struct {
    const counting *k;
    trace_vector_kind kind;
} vectors_of;

/* Every private word that the active lanes use is one vector of the lanes that use it. */
static void count_private_word(void *own, const private_word *w)
{
    const vectors_of *of = own;
    count_words(of->k, of->kind, w->value, 1, w->mask);
}

void count_vectors(const counting *k, const trace_record *r)
{
    if (!trace_is_register(r) && r->words == 0)
        k->c->nodata++;
    if (!trace_is_register(r) && private_is_interleaved(r, k->stack)) {
        vectors_of own = {k, vector_kind(r)};
        private_words(r, k->stack, count_private_word, &own);
        return;
    }
    count_words(k, vector_kind(r), r->value, r->words, r->mask);
}

void count_operand(const counting *k, const uint32_t *value, const uint32_t *mask)
{
    count_words(k, TRACE_OPERANDS, value, 1, mask);
}
