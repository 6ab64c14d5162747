/* SPDX-License-Identifier: Apache-2.0
 *
 * cache_speed "NAME=VALUE ..." ... - how many requests a second the model of avc takes, and how many a cycle: a row for each set of parameters and kind of requests.
 *
 * Requests are made before the clock runs and given as fast as they are taken: of all lanes, to few blocks that stay in the caches, or to so many that they
 * do not. Answers are always taken; the memory has its answer in the next cycle, whatever it is. */
#include <stdio.h>
#include <string.h>

#include "../../base/random.h"
#include "loop.h"

enum { PREPARED = 4096, CYCLES = 300000, FEW = 64, MANY = 1 << 14, MOST_ASKED = 64 };

/* The words of a store: base + lane x 4, or any. */
typedef struct {
    const char *title;
    int blocks;
    bool affine, loads, stores;
} requests_of;

static const requests_of kinds[] = {
    {"loads of vectors", FEW, true, true, false},     {"stores of vectors", FEW, true, false, true},
    {"both, of vectors", FEW, true, true, true},      {"loads of words", FEW, false, true, false},
    {"both, of words", FEW, false, true, true},       {"both, of vectors, far", MANY, true, true, true},
    {"both, of words, far", MANY, false, true, true},
};

typedef struct {
    loop l;
    uint32_t *valid, *write, *address, *mask, *data, *fill_valid, *fill_address;
    const uint32_t *ready, *misses, *miss_write, *miss_address;
    uint32_t asked[MOST_ASKED]; /* of the memory; a ring */
    unsigned first, end;
    struct {
        uint32_t write, block;
    } request[PREPARED];
    uint32_t words[WF_MAX_LANES];
} cache_bench;

static void open_bench(cache_bench *b, const char *parameters)
{
    loop *l = &b->l;
    loop_open(l, "avc", parameters);
    b->valid = loop_valid(l, "request"), b->ready = loop_ready(l, "request");
    b->write = loop_field(l, "request", "write"), b->address = loop_field(l, "request", "address");
    b->mask = loop_field(l, "request", "mask"), b->data = loop_field(l, "request", "data");
    b->fill_valid = loop_valid(l, "fill"), b->fill_address = loop_field(l, "fill", "address");
    b->misses = loop_valid(l, "miss"), b->miss_write = loop_field(l, "miss", "write"), b->miss_address = loop_field(l, "miss", "address");
    *loop_ready(l, "response") = *loop_ready(l, "miss") = *loop_ready(l, "flushed") = 1;
    for (int i = 0; i < l->d.config.lanes; i++)
        b->mask[i / 32] |= (uint32_t)1 << i % 32;
}

/* One cycle. Was a request that was offered accepted? */
static bool cycle(cache_bench *b)
{
    loop_look(&b->l);
    bool accepted = *b->valid & *b->ready & 1;
    *b->fill_valid = b->first != b->end;
    if (b->first != b->end)
        *b->fill_address = b->asked[b->first++ % MOST_ASKED];
    if ((*b->misses & 1) && !(*b->miss_write & 1))
        b->asked[b->end++ % MOST_ASKED] = *b->miss_address;
    loop_clock(&b->l);
    return accepted;
}

static void offer(cache_bench *b, uint32_t write, uint32_t block, bool affine)
{
    int lanes = b->l.d.config.lanes;
    *b->valid = 1, *b->write = write, *b->address = block;
    for (int i = 0; i < lanes && write; i++)
        b->data[i] = affine ? block + 4 * (uint32_t)i : b->words[i];
}

/* Each block is stored once, so that what stays in the caches is there. */
static void fill(cache_bench *b, const requests_of *t)
{
    for (int block = 0; block < t->blocks; block++) {
        offer(b, 1, (uint32_t)block, t->affine);
        while (!cycle(b))
            ;
    }
    *b->valid = 0;
    for (int i = 0; i < 1000; i++)
        cycle(b);
}

static void row(const char *parameters, const requests_of *t)
{
    static cache_bench b;
    rng r = {1};
    memset(&b, 0, sizeof b);
    open_bench(&b, parameters);
    for (int i = 0; i < b.l.d.config.lanes; i++)
        b.words[i] = rng_word(&r);
    for (int n = 0; n < PREPARED; n++) {
        b.request[n].write = !t->loads || (t->stores && rng_below(&r, 2));
        b.request[n].block = rng_below(&r, (uint32_t)t->blocks);
    }
    fill(&b, t);
    unsigned long long accepted = 0;
    double start = clock_processor_seconds();
    for (int i = 0; i < CYCLES; i++) {
        if (accepted == 0 || !*b.valid)
            offer(&b, b.request[accepted % PREPARED].write, b.request[accepted % PREPARED].block, t->affine);
        if (cycle(&b)) {
            accepted++;
            *b.valid = 0;
        }
    }
    double seconds = clock_processor_seconds() - start;
    printf("%-24s %-24s %12.2f %12.2f %12.2f\n", *parameters ? parameters : "as it is", t->title, (double)accepted / seconds / 1e6,
           (double)accepted / CYCLES, CYCLES / seconds / 1e6);
}

int main(int argc, char **argv)
{
    printf("%-24s %-24s %12s %12s %12s\n", "avc, 32 lanes", "requests", "M requests/s", "a cycle", "M cycles/s");
    for (int i = 1; i < argc; i++)
        for (size_t t = 0; t < sizeof kinds / sizeof *kinds; t++)
            row(argv[i], &kinds[t]);
    return 0;
}
