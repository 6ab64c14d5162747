/* SPDX-License-Identifier: Apache-2.0
 *
 * The block metacache against sequences worked by hand, against a second model of other making (a list of blocks a set, an
 * entry a byte) and, through the helper of statistics, against hit rates worked by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../cmodel/warpfold.h"
#include "../../memory/metadata_run.h"

enum { READ, WRITE, FILL, LOOK };
enum { MAX_WORDS = 16, MAX_ENTRIES = 256 };

static const wf_unit *unit;

static wf_config config(int line, int kbytes, int ways, int fetch, int address)
{
    return (wf_config){.line_bytes = line, .param = {kbytes, ways, fetch, address}};
}

/* ---- A cache and what an operation returned ---- */

typedef struct {
    wf_config c;
    uint32_t *state;
} cache;

typedef struct {
    uint32_t hit, bursts, evict, evict_block, evict_data[MAX_WORDS];
} result;

static cache cache_new(wf_config c)
{
    cache k = {c, malloc(unit->stepped->state_size(&c))};
    assert_non_null(k.state);
    unit->stepped->reset(&c, k.state);
    return k;
}

/* One operation, its inputs' and outputs' words allocated exactly, so that the sanitizers notice an access beyond them. */
static result operate(cache *k, uint32_t op, uint32_t address, uint32_t bursts, const uint32_t *data)
{
    size_t words = (size_t)k->c.param[2] / 4;
    uint32_t *in = calloc(4 + words, sizeof *in), *out = malloc((5 + words) * sizeof *out), *care = malloc((5 + words) * sizeof *out);
    result r = {0};
    in[0] = 1, in[1] = op, in[2] = address, in[3] = bursts;
    memcpy(in + 4, data, words * sizeof *in);
    memset(out, 0xa5, (5 + words) * sizeof *out);
    unit->stepped->clock(&k->c, k->state, in);
    unit->stepped->outputs(&k->c, k->state, out, care);
    assert_int_equal(out[0], 1);
    for (size_t i = 1; i < 5 + words; i++)
        assert_int_equal(care[i], ~0u);
    r.hit = out[1], r.bursts = out[2], r.evict = out[3], r.evict_block = out[4];
    memcpy(r.evict_data, out + 5, words * sizeof *out);
    free(in);
    free(out);
    free(care);
    return r;
}

/* A block whose entries are the low bits of x, x + 1, x + 2, ... */
static const uint32_t *counting(uint32_t x)
{
    static const uint32_t words[4] = {0xe4e4e4e4, 0x39393939, 0x4e4e4e4e, 0x93939393};
    static uint32_t data[4][MAX_WORDS];
    for (int i = 0; i < MAX_WORDS; i++)
        data[x % 4][i] = words[x % 4];
    return data[x % 4];
}

static void returns(result r, uint32_t hit, uint32_t bursts, uint32_t evict, uint32_t evict_block, const uint32_t *evict_data)
{
    assert_int_equal(r.hit, hit);
    assert_int_equal(r.bursts, bursts);
    assert_int_equal(r.evict, evict);
    assert_int_equal(r.evict_block, evict_block);
    for (int i = 0; i < 8; i++)
        assert_int_equal(r.evict_data[i], evict_data ? evict_data[i] : 0);
}

/* ---- Worked by hand: 2 KB, 4 ways, fetch 32: 16 sets; a line address is entry 6..0, set 10..7, tag from 11 ---- */

enum { TAG = 1 << 11, SET = 1 << 7 };

static cache small(int ways)
{
    return cache_new(config(128, 2, ways, 32, 16));
}

/* Counts of its activities. */
static void did(const cache *k, uint64_t lookups, uint64_t block_reads, uint64_t fills, uint64_t writes, uint64_t hits, uint64_t evictions)
{
    const uint64_t want[] = {lookups, block_reads, fills, writes, hits, evictions};
    for (int i = 0; i < wf_activity_count(unit->system); i++) {
        uint64_t n;
        unit->system->count(&k->c, k->state, i, &n);
        assert_int_equal(n, want[i]);
    }
}

static void an_empty_cache_misses(void **state)
{
    (void)state;
    cache k = small(4);
    for (uint32_t op = READ; op <= LOOK; op++)
        if (op != FILL)
            returns(operate(&k, op, 3 * TAG + 5 * SET + 1, 2, counting(0)), 0, 0, 0, 0, NULL);
    size_t counts = 2 * (size_t)wf_activity_count(unit->system), end = unit->stepped->state_size(&k.c) / 4 - counts;
    for (size_t i = 5 + 8; i < end; i++) /* behind the output's record, before the counts */
        assert_int_equal(k.state[i], 0);
    did(&k, 3, 0, 0, 0, 0, 0);
    free(k.state);
}

static void a_fill_brings_its_block(void **state)
{
    (void)state;
    cache k = small(4);
    uint32_t line = 3 * TAG + 5 * SET;
    returns(operate(&k, FILL, line + 2, 0, counting(1)), 0, 3, 0, 0, NULL); /* entries 1, 2, 3, 0, 1, ... */
    for (uint32_t e = 0; e < 128; e++)
        returns(operate(&k, READ, line + e, 0, counting(0)), 1, (e + 1) & 3, 0, 0x35, counting(1));
    returns(operate(&k, READ, line + SET, 0, counting(0)), 0, 0, 0, 0, NULL); /* the next block is in another set */
    returns(operate(&k, READ, line + TAG, 0, counting(0)), 0, 0, 0, 0, NULL);
    /* The first and the last block that there are. */
    returns(operate(&k, FILL, 0, 0, counting(2)), 0, 2, 0, 0, NULL);
    returns(operate(&k, FILL, 0xffff, 0, counting(3)), 0, 2, 0, 0, NULL);
    returns(operate(&k, LOOK, 127, 0, counting(0)), 1, 1, 0, 0, counting(2));
    returns(operate(&k, LOOK, 0xff80, 0, counting(0)), 1, 3, 0, 0x1ff, counting(3));
    free(k.state);
}

static void a_write_changes_its_entry(void **state)
{
    (void)state;
    cache k = small(2); /* 32 sets: tag from bit 12 */
    uint32_t line = 5 * 4096 + 3 * SET, after[8];
    returns(operate(&k, WRITE, line, 3, counting(0)), 0, 0, 0, 0, NULL); /* a miss: it is not kept */
    operate(&k, FILL, line, 0, counting(0));
    returns(operate(&k, WRITE, line + 17, 3, counting(2)), 1, 1, 0, 0xa3, counting(0)); /* returns what was there */
    memcpy(after, counting(0), sizeof after);
    after[1] = 0xe4e4e4ec; /* entry 17 is bits 35..34: 01 -> 11 */
    returns(operate(&k, READ, line + 17, 0, counting(2)), 1, 3, 0, 0xa3, after);
    returns(operate(&k, READ, line + 16, 0, counting(2)), 1, 0, 0, 0xa3, after);
    returns(operate(&k, READ, line + 18, 0, counting(2)), 1, 2, 0, 0xa3, after);
    returns(operate(&k, WRITE, line + 127, 0, counting(2)), 1, 3, 0, 0xa3, after);
    after[7] = 0x24e4e4e4;
    returns(operate(&k, LOOK, line + 127, 0, counting(2)), 1, 0, 0, 0xa3, after);
    free(k.state);
}

static void the_first_invalid_way_then_the_oldest(void **state)
{
    (void)state;
    cache k = small(4);
    for (uint32_t t = 0; t < 4; t++) /* nothing is pushed out while a way is free */
        returns(operate(&k, FILL, t * TAG, 0, counting(t)), 0, t, 0, 0, NULL);
    /* Misses show whose turn it is: used were 0, 1, 2, 3. */
    returns(operate(&k, READ, 9 * TAG, 0, counting(0)), 0, 0, 0, 0x00, counting(0));
    operate(&k, READ, 0 * TAG, 0, counting(0)); /* 1 2 3 0 */
    returns(operate(&k, READ, 9 * TAG, 0, counting(0)), 0, 0, 0, 0x10, counting(1));
    operate(&k, LOOK, 1 * TAG, 0, counting(0)); /* looks do not count */
    returns(operate(&k, WRITE, 9 * TAG, 1, counting(0)), 0, 0, 0, 0x10, counting(1));
    operate(&k, WRITE, 1 * TAG, 0, counting(0)); /* 2 3 0 1, 1 is dirty */
    returns(operate(&k, READ, 9 * TAG, 0, counting(0)), 0, 0, 0, 0x20, counting(2));
    operate(&k, FILL, 2 * TAG, 0, counting(0));                                      /* 3 0 1 2: it was there */
    returns(operate(&k, FILL, 4 * TAG, 0, counting(0)), 0, 0, 0, 0x30, counting(3)); /* 0 1 2 4 */
    returns(operate(&k, READ, 3 * TAG, 0, counting(0)), 0, 0, 0, 0x00, counting(0));
    returns(operate(&k, FILL, 5 * TAG, 0, counting(1)), 0, 1, 0, 0x00, counting(0)); /* 1 2 4 5 */
    uint32_t dirty[8];
    memcpy(dirty, counting(1), sizeof dirty);
    dirty[0] &= ~(uint32_t)3;
    returns(operate(&k, LOOK, 9 * TAG, 0, counting(0)), 0, 0, 0, 0x10, dirty);       /* only a fill evicts */
    returns(operate(&k, FILL, 6 * TAG, 0, counting(2)), 0, 2, 1, 0x10, dirty);       /* 2 4 5 6 */
    returns(operate(&k, FILL, 1 * TAG, 0, counting(3)), 0, 3, 0, 0x20, counting(2)); /* 4 5 6 1 */
    returns(operate(&k, READ, 1 * TAG, 0, counting(0)), 1, 3, 0, 0x10, counting(3));
    free(k.state);
}

static void a_filled_block_is_clean(void **state)
{
    (void)state;
    cache k = small(1); /* 64 sets: tag from bit 13 */
    uint32_t dirty[8];
    operate(&k, FILL, 0x2000, 0, counting(0));
    operate(&k, WRITE, 0x2001, 0, counting(0));
    memcpy(dirty, counting(0), sizeof dirty);
    dirty[0] = 0xe4e4e4e0;
    returns(operate(&k, FILL, 0x4000, 0, counting(1)), 0, 1, 1, 0x40, dirty);
    returns(operate(&k, FILL, 0x6000, 0, counting(2)), 0, 2, 0, 0x80, counting(1));
    did(&k, 4, 3, 3, 1, 1, 1);
    free(k.state);
}

static void a_fill_of_a_block_that_is_there_keeps_it(void **state)
{
    (void)state;
    cache k = small(4);
    uint32_t after[8];
    operate(&k, FILL, 7 * TAG, 0, counting(0));
    operate(&k, WRITE, 7 * TAG, 3, counting(0));
    memcpy(after, counting(0), sizeof after);
    after[0] = 0xe4e4e4e7;
    returns(operate(&k, FILL, 7 * TAG, 0, counting(1)), 1, 3, 0, 0x70, after);
    returns(operate(&k, READ, 7 * TAG + 1, 0, counting(1)), 1, 1, 0, 0x70, after);
    for (uint32_t t = 0; t < 3; t++)
        operate(&k, FILL, t * TAG, 0, counting(0));
    returns(operate(&k, FILL, 3 * TAG, 0, counting(0)), 0, 0, 1, 0x70, after); /* and it is still dirty */
    free(k.state);
}

/* Address bits above those of the parameter are ignored. Every other bit selects another block or entry. */
static void every_address_bit_counts(void **state)
{
    (void)state;
    static const int address_bits[] = {16, 25, 32};
    for (int a = 0; a < 3; a++) {
        cache k = cache_new(config(64, 2, 8, 64, address_bits[a])); /* 4 sets, entry 8 bits */
        operate(&k, FILL, 0, 0, counting(1));
        for (int bit = 0; bit < 32; bit++) {
            result r = operate(&k, LOOK, (uint32_t)1 << bit, 0, counting(0));
            assert_int_equal(r.hit, bit < 8 || bit >= address_bits[a]);
            if (r.hit)
                assert_int_equal(r.bursts, bit == 0 ? 2 : bit == 1 ? 3 : 1);
        }
        free(k.state);
    }
}

/* The sequence of docs/metacache.md: 8 KB, 4 ways, fetch 32. */
static void the_example_of_the_documentation(void **state)
{
    (void)state;
    cache k = cache_new(config(128, 8, 4, 32, 25));
    uint32_t data[MAX_WORDS], after[MAX_WORDS];
    memset(data, 0xff, sizeof data);
    memset(after, 0xff, sizeof after);
    after[0] = 0xfffff7ff;
    returns(operate(&k, READ, 0x12285, 0, data), 0, 0, 0, 0, NULL);
    returns(operate(&k, FILL, 0x12285, 0, data), 0, 3, 0, 0, NULL);
    returns(operate(&k, WRITE, 0x12285, 1, data), 1, 3, 0, 0x245, data);
    returns(operate(&k, READ, 0x12285, 0, data), 1, 1, 0, 0x245, after);
    for (uint32_t line = 0x14285; line <= 0x18285; line += 0x2000)
        returns(operate(&k, FILL, line, 0, data), 0, 3, 0, 0, NULL);
    returns(operate(&k, FILL, 0x1a285, 0, data), 0, 3, 1, 0x245, after);
    free(k.state);
}

/* ---- The second model: each set a list of blocks from the newest to the oldest, found by block number ---- */

typedef struct node {
    struct node *next;
    uint32_t number;
    bool dirty;
    int way; /* where it lies, for what a miss shows */
    uint8_t entry[MAX_ENTRIES];
} node;

typedef struct {
    int ways, sets, entries;
    uint64_t lines;
    node **set;
} lists;

static lists lists_new(const wf_config *c)
{
    lists l = {.ways = c->param[1], .entries = c->param[2] * 4, .lines = (uint64_t)1 << c->param[3]};
    l.sets = c->param[0] * 1024 / (c->param[1] * c->param[2]);
    l.set = calloc((size_t)l.sets, sizeof *l.set);
    return l;
}

static void lists_free(lists *l)
{
    for (int s = 0; s < l->sets; s++)
        for (node *n = l->set[s], *next; n; n = next) {
            next = n->next;
            free(n);
        }
    free(l->set);
}

static void pack(const node *n, int entries, uint32_t *data)
{
    memset(data, 0, MAX_WORDS * sizeof *data);
    for (int e = 0; n && e < entries; e++)
        data[e / 16] += (uint32_t)n->entry[e] << 2 * (e % 16);
}

/* What a fill or a miss would push out: the oldest of a full list. */
static node *oldest(const lists *l, node *first)
{
    int count = 0;
    node *last = NULL;
    for (node *n = first; n; n = n->next, count++)
        last = n;
    return count == l->ways ? last : NULL;
}

static void unlink_node(node **first, const node *n)
{
    while (*first && *first != n)
        first = &(*first)->next;
    if (*first)
        *first = n->next;
}

static result lists_operate(lists *l, uint32_t op, uint32_t address, uint32_t bursts, const uint32_t *data)
{
    uint32_t line = (uint32_t)(address % l->lines), number = line / (uint32_t)l->entries, e = line % (uint32_t)l->entries;
    node **first = &l->set[number % (uint32_t)l->sets], *found = *first;
    result r = {0};
    while (found && found->number != number)
        found = found->next;
    node *shown = found ? found : oldest(l, *first);
    r.hit = found != NULL;
    r.evict_block = shown ? shown->number : 0;
    pack(shown, l->entries, r.evict_data);
    if (found)
        r.bursts = found->entry[e];
    if (!found && op == FILL) {
        r.evict = shown && shown->dirty;
        if (shown) {
            unlink_node(first, shown);
            free(shown);
        }
        found = calloc(1, sizeof *found);
        found->number = number;
        for (int i = 0; i < l->entries; i++)
            found->entry[i] = data[2 * i / 32] >> 2 * i % 32 & 3;
        r.bursts = found->entry[e];
    }
    if (!found || op == LOOK)
        return r;
    unlink_node(first, found);
    found->next = *first;
    *first = found;
    if (op == WRITE) {
        found->dirty = true;
        found->entry[e] = (uint8_t)bursts;
    }
    return r;
}

/* Few sets and tags, so that everything happens: how often is counted and must not be seldom. */
static void both_models_agree(void **state)
{
    (void)state;
    static const int of[][5] = {{128, 8, 4, 32, 25}, {128, 2, 1, 32, 16}, {64, 4, 2, 64, 20},  {32, 32, 8, 32, 32},
                                {128, 2, 8, 64, 17}, {64, 32, 1, 64, 18}, {128, 16, 4, 64, 31}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        wf_config c = config(of[i][0], of[i][1], of[i][2], of[i][3], of[i][4]);
        cache k = cache_new(c);
        lists l = lists_new(&c);
        rng r = {.state = i + 1};
        unsigned hits = 0, evicts = 0, there = 0;
        uint32_t base = rng_word(&r), wide = (uint32_t)(l.sets * l.entries);
        for (int n = 0; n < 20000; n++) {
            uint32_t data[MAX_WORDS], op = rng_below(&r, 8), bursts = rng_below(&r, 4);
            op = op < 3 ? READ : op < 5 ? WRITE : op < 7 ? FILL : LOOK;
            if (n % 1000 == 0)
                base = rng_word(&r);
            uint32_t address =
                base + rng_below(&r, (uint32_t)l.ways + 2) * wide + rng_below(&r, 2) * (uint32_t)l.entries + rng_below(&r, 3);
            for (int w = 0; w < MAX_WORDS; w++)
                data[w] = rng_word(&r);
            result a = operate(&k, op, address, bursts, data), b = lists_operate(&l, op, address, bursts, data);
            assert_memory_equal(&a, &b, sizeof a);
            hits += a.hit && op != FILL;
            there += a.hit && op == FILL;
            evicts += a.evict;
        }
        assert_true(hits > 1000 && there > 300 && evicts > 300);
        free(k.state);
        lists_free(&l);
    }
}

/* ---- Hit rates ---- */

static void counts_are(metadata_run *run, unsigned long long hits, unsigned long long misses, unsigned long long write_backs)
{
    metadata_counts k = metadata_run_counts(run);
    assert_int_equal(k.hits, hits);
    assert_int_equal(k.misses, misses);
    assert_int_equal(k.write_backs, write_backs);
    metadata_run_free(run);
}

static metadata_run *run_of(int fetch)
{
    wf_config c = config(128, 8, 4, fetch, 25);
    return metadata_run_new(&c);
}

/* Lines one after another: of 128 that share a block one misses; of 256 with a fetch of 64 bytes. */
static void a_sweep_misses_once_a_block(void **state)
{
    (void)state;
    metadata_run *run = run_of(32);
    for (uint64_t line = 0; line < 100 * 128; line++)
        assert_int_equal(metadata_run_access(run, line, false, 1), line % 128 != 0);
    counts_are(run, 127 * 100, 100, 0);
    run = run_of(64);
    for (uint64_t line = 77 * 256; line < 177 * 256; line++)
        assert_int_equal(metadata_run_access(run, line, line % 3 == 0, 4), line % 256 != 0);
    counts_are(run, 255 * 100, 100, 0);
}

/* 8 KB hold 256 blocks of 32 bytes, 32768 lines. Swept again they hit; one block more in each of 64 sets, and under LRU none
 * of the set's does; written, each goes to DRAM when pushed out. */
static void what_fits_stays_and_what_does_not_thrashes(void **state)
{
    (void)state;
    metadata_run *run = run_of(32);
    for (int pass = 0; pass < 10; pass++)
        for (uint64_t n = 0; n < 256; n++)
            assert_int_equal(metadata_run_access(run, 128 * n, true, 2), pass > 0);
    counts_are(run, 9 * 256, 256, 0);
    run = run_of(32);
    for (int pass = 0; pass < 10; pass++)
        for (uint64_t n = 0; n < 320; n++)
            assert_false(metadata_run_access(run, 128 * n, true, 2));
    counts_are(run, 0, 3200, 3200 - 256);
    /* Ten blocks more than fit: ten sets of 5 thrash, 54 sets of 4 stay. */
    run = run_of(32);
    for (int pass = 0; pass < 10; pass++)
        for (uint64_t n = 0; n < 266; n++)
            metadata_run_access(run, 128 * n, n % 2, 2);
    counts_are(run, 9 * 54 * 4, 54 * 4 + 10 * 50, 5 * 50 - 5 * 4);
}

/* 2^25 lines: address 2^25 is address 0. */
static void addresses_wrap(void **state)
{
    (void)state;
    metadata_run *run = run_of(32);
    assert_false(metadata_run_access(run, 5, false, 1));
    assert_true(metadata_run_access(run, ((uint64_t)1 << 40) + 7, true, 4));
    assert_false(metadata_run_access(run, (uint64_t)1 << 24, true, 4));
    counts_are(run, 1, 2, 0);
}

/* ---- Configurations ---- */

static void streams_and_memories(void **state)
{
    (void)state;
    wf_streams s;
    wf_memory m[WF_MAX_MEMORIES];
    wf_config c = wf_default_config(unit, 128);
    const wf_field expected[2][5] = {{{"op", 2}, {"address", 25}, {"bursts", 2}, {"data", 256}},
                                     {{"hit", 1}, {"bursts", 2}, {"evict", 1}, {"evict_block", 18}, {"evict_data", 256}}};
    assert_int_equal(unit->streams(&c, &s, NULL), WF_OK);
    assert_int_equal(s.count, 2);
    for (int k = 0; k < 2; k++) {
        assert_int_equal(s.stream[k].output, k);
        assert_int_equal(s.stream[k].count, 4 + k);
        for (int i = 0; i < 4 + k; i++) {
            assert_string_equal(s.stream[k].field[i].name, expected[k][i].name);
            assert_int_equal(s.stream[k].field[i].bits, expected[k][i].bits);
        }
    }
    /* 256 blocks in 64 sets; 25 bits are 12 of tag, 6 of set, 7 of entry. */
    assert_int_equal(unit->memories(&c, m), 2);
    assert_string_equal(m[0].name, "tags");
    assert_true(m[0].count == 4 && m[0].words == 64 && m[0].bits == 12);
    assert_string_equal(m[1].name, "blocks");
    assert_true(m[1].count == 4 && m[1].words == 64 && m[1].bits == 256);
    assert_int_equal(m[1].count * m[1].words * m[1].bits, 8 * 8192);
}

static void refused(wf_config c, const char *expected)
{
    char why[WF_WHY];
    assert_true(wf_config_error(unit, &c, why));
    assert_string_equal(why, expected);
    assert_true(wf_config_error(unit, &c, NULL));
}

static void bad_configurations_are_named(void **state)
{
    (void)state;
    refused(config(16, 8, 4, 32, 25), "line must be 32, 64 or 128 bytes");
    refused(config(128, 1, 4, 32, 25), "kbytes must be 2, 4, 8, 16 or 32");
    refused(config(128, 12, 4, 32, 25), "kbytes must be 2, 4, 8, 16 or 32");
    refused(config(128, 64, 4, 32, 25), "kbytes must be 2, 4, 8, 16 or 32");
    refused(config(128, 8, 0, 32, 25), "ways must be 1, 2, 4 or 8");
    refused(config(128, 8, 16, 32, 25), "ways must be 1, 2, 4 or 8");
    refused(config(128, 8, 4, 128, 25), "fetch must be 32 or 64");
    refused(config(128, 8, 4, 32, 15), "address must be 16 to 32");
    refused(config(128, 8, 4, 32, 33), "address must be 16 to 32");
    /* 32 KB, 1 way: 10 bits of set and 7 of entry leave no tag of 17, one of 18. */
    refused(config(128, 32, 1, 32, 17), "the cache would hold the counts of all lines: more bits of address, fewer kbytes, or more ways");
    wf_streams s;
    wf_config c = config(128, 32, 1, 32, 18);
    assert_int_equal(unit->streams(&c, &s, NULL), WF_OK);
}

int main(void)
{
    unit = wf_find_unit("metacache");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_cache_misses),
        cmocka_unit_test(a_fill_brings_its_block),
        cmocka_unit_test(a_write_changes_its_entry),
        cmocka_unit_test(the_first_invalid_way_then_the_oldest),
        cmocka_unit_test(a_filled_block_is_clean),
        cmocka_unit_test(a_fill_of_a_block_that_is_there_keeps_it),
        cmocka_unit_test(every_address_bit_counts),
        cmocka_unit_test(the_example_of_the_documentation),
        cmocka_unit_test(both_models_agree),
        cmocka_unit_test(a_sweep_misses_once_a_block),
        cmocka_unit_test(what_fits_stays_and_what_does_not_thrashes),
        cmocka_unit_test(addresses_wrap),
        cmocka_unit_test(streams_and_memories),
        cmocka_unit_test(bad_configurations_are_named),
    };
    return cmocka_run_group_tests_name("metacache", tests, NULL, NULL);
}
