/* SPDX-License-Identifier: Apache-2.0 */
#include "private_memory.h"

#include <string.h>

#include "../trace/trace_impl.h"

/* The word of its memory in which a lane's word begins. */
static uint64_t place_of(const trace_record *r, int stack, int lane, int word)
{
    return private_address(r, stack, lane, 4 * word) / 4;
}

/* Of one word a lane the values are the record's. */
static void visit_word(const trace_record *r, int stack, private_visit *visit, void *own)
{
    uint32_t left[TRACE_MASK_WORDS];

    memcpy(left, r->mask, sizeof left);
    for (int first = 0; first < TRACE_MASK_WORDS; first += left[first] == 0) {
        if (left[first] == 0)
            continue;
        private_word w = {.at = place_of(r, stack, 32 * first + __builtin_ctz(left[first]), 0), .value = r->value};
        for (int i = first; 32 * i < r->lanes; i++) {
            for (uint32_t lanes = left[i]; lanes; lanes &= lanes - 1)
                if (place_of(r, stack, 32 * i + __builtin_ctz(lanes), 0) == w.at)
                    w.mask[i] |= lanes & -lanes;
            left[i] &= ~w.mask[i];
        }
        visit(own, &w);
    }
}

/* A word of a lane's data. */
typedef struct {
    uint64_t at;
    int lane;
    uint32_t value;
} lane_word;

void private_words(const trace_record *r, int stack, private_visit *visit, void *own)
{
    lane_word words[TRACE_MAX_LANES * TRACE_MAX_WORDS];
    int left = 0;

    if (r->words == 1) {
        visit_word(r, stack, visit, own);
        return;
    }
    for (int word = 0; word < r->words; word++)
        for (int lane = 0; lane < r->lanes; lane++)
            if (mask_bit(r->mask, lane))
                words[left++] = (lane_word){place_of(r, stack, lane, word), lane, r->value[lane * r->words + word]};
    while (left > 0) {
        uint32_t value[TRACE_MAX_LANES] = {0};
        private_word w = {.at = words[0].at, .value = value};
        int others = 0;
        for (int i = 0; i < left; i++) {
            if (words[i].at != w.at) {
                words[others++] = words[i];
                continue;
            }
            value[words[i].lane] = words[i].value;
            w.mask[words[i].lane / 32] |= (uint32_t)1 << words[i].lane % 32;
        }
        left = others;
        visit(own, &w);
    }
}

void private_store(const trace_record *r, const private_word *w, uint32_t *keep, uint32_t *data)
{
    for (int i = 0; i < r->lanes; i++) {
        int shift = r->size < 4 ? 8 * (int)(r->addr[i] % 4) : 0;
        uint32_t bytes = r->size < 4 ? (uint32_t)(((uint64_t)1 << 8 * r->size) - 1) << shift : UINT32_MAX;
        keep[i] = ~bytes;
        data[i] = w->value[i] << shift & bytes;
    }
}

const char *const private_interleave_names[] = {"warp", "sm"};

uint32_t private_block(const private_layout *l, int warp, uint64_t word)
{
    uint64_t k = word - l->first, w = (uint64_t)warp;
    return (uint32_t)(l->by == PRIVATE_BY_SM ? k * (uint64_t)l->warps + w : w * l->words + k);
}
