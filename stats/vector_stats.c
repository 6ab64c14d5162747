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

/* A word of a lane's data, at a word of the thread's private memory. */
typedef struct {
    uint64_t at;
    int lane;
    uint32_t value;
} private_word;

/* count_private of one word a lane: its vectors are the record's value under several masks. */
static void count_private_word(const counting *k, trace_vector_kind kind, const trace_record *r)
{
    uint32_t left[TRACE_MASK_WORDS];

    memcpy(left, r->mask, sizeof left);
    for (int word = 0; word < TRACE_MASK_WORDS; word += left[word] == 0) {
        if (left[word] == 0)
            continue;
        uint32_t mask[TRACE_MASK_WORDS] = {0};
        uint64_t at = private_address(r, k->stack, 32 * word + __builtin_ctz(left[word]), 0) / 4;
        for (int i = word; 32 * i < r->lanes; i++) {
            for (uint32_t lanes = left[i]; lanes; lanes &= lanes - 1)
                if (private_address(r, k->stack, 32 * i + __builtin_ctz(lanes), 0) / 4 == at)
                    mask[i] |= lanes & -lanes;
            left[i] &= ~mask[i];
        }
        count_words(k, kind, r->value, 1, mask);
    }
}

/* Every private word that the active lanes use: one vector of the lanes that use it, in the order of their first words. */
static void count_private(const counting *k, trace_vector_kind kind, const trace_record *r)
{
    private_word words[TRACE_MAX_LANES * TRACE_MAX_WORDS];
    int left = 0;

    if (r->words == 1) {
        count_private_word(k, kind, r);
        return;
    }
    for (int word = 0; word < r->words; word++)
        for (int lane = 0; lane < r->lanes; lane++)
            if (mask_bit(r->mask, lane))
                words[left++] = (private_word){private_address(r, k->stack, lane, 4 * word) / 4, lane, r->value[lane * r->words + word]};
    while (left > 0) {
        uint32_t value[TRACE_MAX_LANES] = {0}, mask[TRACE_MASK_WORDS] = {0};
        uint64_t at = words[0].at;
        int others = 0;
        for (int i = 0; i < left; i++) {
            if (words[i].at != at) {
                words[others++] = words[i];
                continue;
            }
            value[words[i].lane] = words[i].value;
            mask[words[i].lane / 32] |= (uint32_t)1 << words[i].lane % 32;
        }
        left = others;
        count_words(k, kind, value, 1, mask);
    }
}

void count_vectors(const counting *k, const trace_record *r)
{
    if (!trace_is_register(r) && r->words == 0)
        k->c->nodata++;
    if (!trace_is_register(r) && private_is_interleaved(r, k->stack)) {
        count_private(k, vector_kind(r), r);
        return;
    }
    count_words(k, vector_kind(r), r->value, r->words, r->mask);
}

void count_operand(const counting *k, const uint32_t *value, const uint32_t *mask)
{
    count_words(k, TRACE_OPERANDS, value, 1, mask);
}
