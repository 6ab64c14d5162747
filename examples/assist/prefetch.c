/* SPDX-License-Identifier: Apache-2.0
 *
 * prefetch.c - CABA's prefetching (section 8.2) by a warp beside the others: it keeps the last addresses of each parent in shared memory, computes strides, and loads what comes next.
 *
 *     kernel walk: each of PARENTS warps of a block walks over lines of 128 bytes, and needs a word of each before it goes on; PART lines at a time
 *     --prefetch 1: a further warp loads the lines of the next part: lane l those of parent l / PART, at twice the stride of its last two parts behind the one before
 *
 * Parents and prefetcher meet at a barrier behind each part. */
#include "workload.h"

enum { PARENTS = 4, PART = 8, WARP_LANES = 32, LINE = 32 /* words */ };

typedef struct {
    const uint32_t *words;
    uint32_t *sums;
    unsigned parts, gap, prefetch; /* gap: lines from a part to the next one */
} walking;

/* A parent notes where its part begins, in turn of two. */
typedef struct {
    volatile uintptr_t note[2][PARENTS];
} notes;

static const uint32_t *part_of(const walking *w, unsigned warp, unsigned part)
{
    return w->words + ((size_t)warp * w->parts + part) * w->gap * LINE;
}

/* The routine: the stride of a parent, and a line of its part after next. */
static void prefetch_part(const notes *n, unsigned part, unsigned lane)
{
    unsigned parent = lane / PART;
    uintptr_t last = n->note[(part + 1) & 1][parent], before = n->note[part & 1][parent], stride = last - before;
    if (part >= 2)
        (void)*(const volatile uint32_t *)(last + 2 * stride + lane % PART * LINE * 4);
}

KERNEL(walk)
{
    const walking *w = arguments;
    notes *n = shared;
    unsigned warp = thread / WARP_LANES, lane = thread % WARP_LANES, number = block * PARENTS + warp;
    uint32_t sum = 0;
    (void)blocks;
    for (unsigned part = 0; part < w->parts; part++) {
        if (warp == PARENTS) {
            prefetch_part(n, part, lane);
            barrier();
        } else {
            const uint32_t *at = part_of(w, number, part);
            for (unsigned k = 0; k < PART; k++)
                sum = sum * 31 + at[k * LINE + lane];
            if (threads > PARENTS * WARP_LANES)
                barrier();
            n->note[part & 1][warp] = (uintptr_t)at;
        }
        if (threads > PARENTS * WARP_LANES)
            barrier(); /* the note is there */
    }
    if (warp < PARENTS)
        w->sums[number * WARP_LANES + lane] = sum;
}

int main(int argc, char **argv)
{
    unsigned blocks = 30, parts = 12, gap = 9, prefetch = 1;
    const option options[] = {{"blocks", &blocks, 1, 1 << 12, 1, "blocks of four warps"},
                              {"parts", &parts, 3, 1 << 12, 1, "parts of eight lines"},
                              {"gap", &gap, PART, 1 << 10, 1, "lines from a part to the next one"},
                              {"prefetch", &prefetch, 0, 1, 1, "1: with the prefetcher"},
                              {0}};
    begin("prefetch", argc, argv, options);

    unsigned warps = blocks * PARENTS, count = warps * WARP_LANES;
    size_t size = ((size_t)warps * parts + 4) * gap * LINE;
    uint32_t *words = allocate(size, sizeof(uint32_t)), *expected = allocate(count, sizeof(uint32_t));
    for (size_t i = 0; i < size; i++)
        words[i] = random_word();
    walking w = {words, allocate(count, sizeof(uint32_t)), parts, gap, prefetch};
    for (unsigned i = 0; i < count; i++)
        for (unsigned part = 0; part < parts; part++)
            for (unsigned k = 0; k < PART; k++)
                expected[i] = expected[i] * 31 + part_of(&w, i / WARP_LANES, part)[k * LINE + i % WARP_LANES];
    launch(walk, &w, blocks, (PARENTS + prefetch) * WARP_LANES, sizeof(notes));
    return verdict(same_words("sums", w.sums, expected, count), count);
}
