/* SPDX-License-Identifier: Apache-2.0
 *
 * test_segments.c - caches that hold compressed lines. Small sequences are worked by hand. Long random ones are held against three plain readings: a
 * cache of whole lines (plain_cache.h) where each way has one tag, sets as lists in the order of use, and the lines' bytes, which stand whole beside
 * the cache. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../gen/design.h"
#include "../../memory/dram_traffic.h"
#include "../../trace/trace_memory.h"
#include "own_folder.h"
#include "plain_cache.h"

enum { RAW = 128 / SEGMENT_BYTES };

/* ---- by hand ---- */

/* The lines that leave, in order; -1 ends them. */
static void expect_victims(int n, const line_victim *victims, const int *lines)
{
    for (int i = 0; i < n; i++)
        assert_int_equal(victims[i].line, lines[i]);
    assert_int_equal(lines[n], -1);
}

static void put(segment_cache *c, uint64_t line, int segments, const int *lines)
{
    const line_victim *victims;
    int n = segment_cache_put(c, line, segments, &victims);
    expect_victims(n, victims, lines);
}

static void resize(segment_cache *c, uint64_t line, int segments, const int *lines)
{
    const line_victim *victims;
    int n = segment_cache_resize(c, line, segments, &victims);
    expect_victims(n, victims, lines);
}

#define LEAVE(...) ((const int[]){__VA_ARGS__, -1})
#define NOBODY ((const int[]){-1})

/* One set of 2 ways: 32 segments. */
static segment_cache *one_set(int tags)
{
    return segment_cache_new(&(line_cache_config){2 * 128, 2, true}, tags, 128);
}

static void codes_are_rounded_up_to_segments(void **state)
{
    (void)state;
    static const int bits[][2] = {{0, 0}, {1, 1}, {8, 1}, {64, 1}, {65, 2}, {960, 15}, {961, 16}, {1024, 16}};

    for (size_t i = 0; i < sizeof bits / sizeof bits[0]; i++)
        assert_int_equal(segments_of(bits[i][0]), bits[i][1]);
}

static void lines_leave_until_the_new_one_fits(void **state)
{
    (void)state;
    segment_cache *c = one_set(2);
    const segment_counts *n = segment_cache_counts(c);

    put(c, 1, 16, NOBODY);
    put(c, 2, 8, NOBODY);
    put(c, 3, 8, NOBODY); /* fits exactly: 32 of 32 segments, 3 of 4 tags */
    assert_true(segment_cache_use(c, 1));
    segment_cache_soil(c, 2);
    put(c, 4, 1, LEAVE(2)); /* a tag is free, no segment: 2 is the oldest */
    assert_true(n->extra == 1 && n->evictions == 1 && n->dirty == 1);
    assert_true(n->fills_evicting == 1 && n->fills_evicting_several == 0);
    put(c, 5, 7, NOBODY);       /* exactly again, and all four tags */
    put(c, 6, 16, LEAVE(3, 1)); /* 8 segments of 3 are not enough. No tag was free for 3, one was for 1 */
    assert_true(n->extra == 2 && n->evictions == 3 && n->dirty == 1);
    assert_true(n->fills == 6 && n->fills_evicting == 2 && n->fills_evicting_several == 1);
    assert_true(n->full == 2 && n->full_held == 3 + 3 && n->full_room == 2 * 2); /* 1, 3, 4; then 4, 5, 6 */
    assert_false(segment_cache_has(c, 1));
    assert_int_equal(segment_cache_empty(c).line, 4);
    assert_int_equal(segment_cache_empty(c).line, 5);
    assert_int_equal(segment_cache_empty(c).line, 6);
    assert_false(segment_cache_empty(c).used);
    segment_cache_free(c);
}

static void a_line_that_grows_drives_others_out(void **state)
{
    (void)state;
    segment_cache *c = one_set(4);
    const segment_counts *n = segment_cache_counts(c);

    for (int i = 1; i <= 4; i++)
        put(c, (uint64_t)i, 8, NOBODY);
    resize(c, 1, 4, NOBODY); /* 28 of 32 */
    assert_true(n->grown == 0);
    resize(c, 4, 12, NOBODY);    /* exactly */
    resize(c, 1, 5, LEAVE(2));   /* 1 is the oldest, but it is the one that grows */
    resize(c, 1, RAW, LEAVE(3)); /* 25 in use; 11 more take the 8 of line 3: 28 */
    resize(c, 4, RAW, NOBODY);   /* exactly */
    assert_true(n->grown == 4 && n->evictions == 2 && n->extra == 2 && n->fills_evicting == 0);
    assert_true(n->full == 2 && n->full_held == 3 + 2);
    resize(c, 4, 0, NOBODY);
    put(c, 5, RAW, NOBODY);
    resize(c, 4, RAW, LEAVE(1)); /* 4 stays, 1 is older than 5 */
    segment_cache_free(c);
}

static void raw_lines_leave_the_capacity_as_it_is(void **state)
{
    (void)state;
    segment_cache *c = one_set(4);
    const segment_counts *n = segment_cache_counts(c);

    put(c, 1, RAW, NOBODY);
    put(c, 2, RAW, NOBODY);
    for (int i = 3; i < 20; i++)
        put(c, (uint64_t)i, RAW, LEAVE(i - 2));
    assert_true(n->evictions == 17 && n->extra == 17 && n->full == 17 && n->full_held == 2 * 17);
    segment_cache_free(c);
}

static void lines_of_one_segment_take_all_tags(void **state)
{
    (void)state;
    for (int segments = 0; segments <= 1; segments++) {
        segment_cache *c = one_set(4);
        const segment_counts *n = segment_cache_counts(c);
        for (int i = 0; i < 20; i++)
            put(c, (uint64_t)i, segments, i < 8 ? NOBODY : LEAVE(i - 8));
        assert_true(n->evictions == 12 && n->extra == 0 && n->fills_evicting_several == 0 && n->full_held == 8 * n->full);
        put(c, 20, RAW, LEAVE(12)); /* no tag is free; 7 or 0 segments of the others leave room enough */
        assert_true(n->extra == 0);
        segment_cache_free(c);
    }
}

static void a_lookup_samples_what_the_cache_holds(void **state)
{
    (void)state;
    segment_cache *c = segment_cache_new(&(line_cache_config){3 * 2 * 64, 2, true}, 2, 64); /* 3 sets */

    segment_cache_use(c, 0);
    put(c, 0, 8, NOBODY);
    put(c, 1, 8, NOBODY);
    segment_cache_use(c, 9);
    put(c, 9, 1, NOBODY);
    segment_cache_use(c, 9);
    segment_cache_drop(c, 0);
    assert_false(segment_cache_drop(c, 0).used);
    segment_cache_use(c, 1);
    assert_true(segment_cache_counts(c)->lookups == 4 && segment_cache_counts(c)->held == 0 + 2 + 3 + 2 &&
                segment_cache_counts(c)->room == 4 * 6);
    segment_cache_free(c);
    assert_null(segment_cache_new(&(line_cache_config){0, 4, false}, 2, 64));
}

/* ---- one tag a way: a cache of whole lines ---- */

static void the_least_recently_used_line_leaves(void **state)
{
    (void)state;
    plain_cache *c = plain_cache_new(&(line_cache_config){3 * 2 * 64, 2, true}, 64); /* 3 sets of 2 ways */
    line_victim v;

    assert_false(plain_cache_use(c, 3));
    assert_false(plain_cache_put(c, 3).used);
    assert_false(plain_cache_put(c, 6).used);
    assert_false(plain_cache_put(c, 7).used); /* another set */
    plain_cache_soil(c, 6);
    assert_true(plain_cache_use(c, 3));
    v = plain_cache_put(c, 9);
    assert_true(v.used && v.dirty);
    assert_int_equal(v.line, 6);
    assert_false(plain_cache_use(c, 6));
    v = plain_cache_put(c, 6);
    assert_true(v.used && !v.dirty);
    assert_int_equal(v.line, 3);
    assert_false(plain_cache_dirty(c, 6)); /* it came back clean */
    assert_true(plain_cache_drop(c, 9).used);
    assert_false(plain_cache_drop(c, 9).used);
    assert_false(plain_cache_put(c, 12).used); /* into the empty way */
    static const uint64_t order[] = {6, 12, 7};
    for (int i = 0; i < 3; i++)
        assert_int_equal(plain_cache_empty(c).line, order[i]);
    assert_false(plain_cache_empty(c).used);
    assert_false(plain_cache_put(c, 0).used);
    assert_true(plain_cache_empty(c).used); /* an earlier set was filled again */
    plain_cache_free(c);
}

static void with_one_tag_a_way_it_is_the_plain_cache(void **state)
{
    (void)state;
    rng r = {17};

    for (int run = 0; run < 60; run++) {
        int sets = 1 + (int)(rng_next(&r) % 5), ways = 1 + (int)(rng_next(&r) % 5);
        line_cache_config config = {sets * ways * 128, ways, true};
        segment_cache *c = segment_cache_new(&config, 1, 128);
        plain_cache *p = plain_cache_new(&config, 128);
        for (int i = 0; i < 2000; i++) {
            uint64_t line = rng_next(&r) % (uint64_t)(3 * sets * ways);
            int segments = (int)(rng_next(&r) % (RAW + 1));
            const line_victim *victims;
            bool here = segment_cache_use(c, line);
            assert_int_equal(here, plain_cache_use(p, line));
            if (!here) {
                line_victim v = plain_cache_put(p, line);
                assert_int_equal(segment_cache_put(c, line, segments, &victims), v.used);
                assert_true(!v.used || (victims[0].line == v.line && victims[0].dirty == v.dirty));
            } else {
                assert_int_equal(segment_cache_dirty(c, line), plain_cache_dirty(p, line));
                assert_int_equal(segment_cache_resize(c, line, segments, &victims), 0);
            }
            if (rng_next(&r) % 3 == 0) {
                segment_cache_soil(c, line);
                plain_cache_soil(p, line);
            } else if (rng_next(&r) % 10 == 0) {
                assert_int_equal(segment_cache_drop(c, line).dirty, plain_cache_drop(p, line).dirty);
            }
        }
        assert_true(segment_cache_counts(c)->extra == 0 && segment_cache_counts(c)->full_held == ways * segment_cache_counts(c)->full);
        for (line_victim v = plain_cache_empty(p); v.used; v = plain_cache_empty(p)) {
            line_victim own = segment_cache_empty(c);
            assert_true(own.used && own.line == v.line && own.dirty == v.dirty);
        }
        assert_false(segment_cache_empty(c).used);
        segment_cache_free(c);
        plain_cache_free(p);
    }
}

/* Both keep lines in the order of use, and its data hold at least as many. */
static void no_access_misses_that_hits_with_whole_lines(void **state)
{
    (void)state;
    rng r = {29};

    for (int run = 0; run < 60; run++) {
        int sets = 1 + (int)(rng_next(&r) % 3), ways = 1 + (int)(rng_next(&r) % 5), more = 0;
        line_cache_config config = {sets * ways * 128, ways, true};
        segment_cache *c = segment_cache_new(&config, 2 + run % 3, 128);
        plain_cache *p = plain_cache_new(&config, 128);
        for (int i = 0; i < 2000; i++) {
            uint64_t line = rng_next(&r) % (uint64_t)(3 * sets * ways);
            int segments = (int)(rng_next(&r) % (RAW + 1));
            const line_victim *victims;
            bool here = segment_cache_use(c, line), plain = plain_cache_use(p, line);
            assert_true(here || !plain);
            more += here && !plain;
            if (!plain)
                plain_cache_put(p, line);
            if (here)
                segment_cache_resize(c, line, segments, &victims);
            else
                segment_cache_put(c, line, segments, &victims);
        }
        assert_true(more > 0);
        segment_cache_free(c);
        plain_cache_free(p);
    }
}

/* ---- sets as lists ---- */

enum { MOST = 64 };

/* A set: the line that was used last is the first one. */
typedef struct {
    int n;
    struct {
        uint64_t line;
        int segments;
        bool dirty;
    } lines[MOST];
} list;

static int place_in(const list *l, uint64_t line)
{
    for (int i = 0; i < l->n; i++)
        if (l->lines[i].line == line)
            return i;
    return -1;
}

static void to_front(list *l, int at)
{
    list old = *l;
    l->lines[0] = old.lines[at];
    for (int i = 0, to = 1; i < old.n; i++)
        if (i != at)
            l->lines[to++] = old.lines[i];
}

/* Cuts the list from behind, but for the line, until it fits; victims must be these. */
static void cut(list *l, int tags, int segments, uint64_t line, int n, const line_victim *victims)
{
    int left = 0;
    for (;;) {
        int sum = 0, last = l->n - 1;
        for (int i = 0; i < l->n; i++)
            sum += l->lines[i].segments;
        if (l->n <= tags && sum <= segments)
            break;
        if (l->lines[last].line == line)
            last--;
        assert_true(left < n);
        assert_int_equal(victims[left].line, l->lines[last].line);
        assert_int_equal(victims[left].dirty, l->lines[last].dirty);
        left++;
        for (int i = last; i < l->n - 1; i++)
            l->lines[i] = l->lines[i + 1];
        l->n--;
    }
    assert_int_equal(left, n);
}

static void every_set_is_a_list_in_the_order_of_use(void **state)
{
    (void)state;
    rng r = {23};

    for (int run = 0; run < 80; run++) {
        int sets = 1 + (int)(rng_next(&r) % 3), ways = 1 + (int)(rng_next(&r) % 4), tags = 1 + (int)(rng_next(&r) % 4);
        segment_cache *c = segment_cache_new(&(line_cache_config){sets * ways * 128, ways, true}, tags, 128);
        list *lists = calloc((size_t)sets, sizeof *lists);
        for (int i = 0; i < 3000; i++) {
            uint64_t line = rng_next(&r) % (uint64_t)(4 * sets * ways);
            list *l = &lists[line % (uint64_t)sets];
            int segments = rng_next(&r) % 3 ? (int)(rng_next(&r) % 6) : (int)(rng_next(&r) % (RAW + 1)), at = place_in(l, line), n = 0;
            bool uses = rng_next(&r) % 4 > 0; /* else a line may grow that was not used */
            const line_victim *victims = NULL;
            if (uses) {
                assert_int_equal(segment_cache_use(c, line), at >= 0);
                if (at >= 0)
                    to_front(l, at);
            }
            if (at < 0) {
                n = segment_cache_put(c, line, segments, &victims);
                l->lines[l->n++].line = line;
                to_front(l, l->n - 1);
                l->lines[0].segments = segments;
                l->lines[0].dirty = false;
            } else if (rng_next(&r) % 2) {
                n = segment_cache_resize(c, line, segments, &victims);
                l->lines[place_in(l, line)].segments = segments;
            }
            cut(l, tags * ways, ways * RAW, line, n, victims);
            if (rng_next(&r) % 4 == 0) {
                segment_cache_soil(c, line);
                l->lines[place_in(l, line)].dirty = true;
            }
            uint64_t other = rng_next(&r) % (uint64_t)(4 * sets * ways);
            list *o = &lists[other % (uint64_t)sets];
            assert_int_equal(segment_cache_has(c, other), place_in(o, other) >= 0);
            assert_int_equal(segment_cache_dirty(c, other), place_in(o, other) >= 0 && o->lines[place_in(o, other)].dirty);
        }
        segment_cache_free(c);
        free(lists);
    }
}

/* ---- the bytes of the lines, whole, beside the cache ---- */

enum { LINES = 96, WORDS = 32 };

typedef struct {
    const design *d;
    segment_cache *cache;
    uint32_t newest[LINES][WORDS], below[LINES][WORDS]; /* what the program wrote last; what memory below has */
    wf_code held[LINES];                                /* the code that the cache has, if it has the line */
    bool here[LINES];
    int raw, several; /* fills of raw lines; evictions of more than one line */
} store_of_lines;

static void decode(const store_of_lines *s, uint64_t line, uint32_t *words)
{
    assert_true(s->here[line]);
    assert_int_equal(wf_decode(s->d->codec, &s->d->config, &s->held[line], words), WF_OK);
}

static void leave(store_of_lines *s, const line_victim *v)
{
    uint32_t words[WORDS];
    decode(s, v->line, words);
    s->here[v->line] = false;
    if (v->dirty)
        memcpy(s->below[v->line], words, sizeof words);
    else
        assert_memory_equal(s->below[v->line], words, sizeof words); /* nothing is lost */
    assert_memory_equal(s->below[v->line], s->newest[v->line], sizeof words);
}

/* Stores the words as the cache's code of a line, and lets lines leave. */
static void keep(store_of_lines *s, uint64_t line, const uint32_t *words)
{
    const line_victim *victims;
    wf_input in = {.block = words};
    int bits = wf_measure(s->d->codec, &s->d->config, &in), n;

    n = s->here[line] ? segment_cache_resize(s->cache, line, segments_of(bits), &victims)
                      : segment_cache_put(s->cache, line, segments_of(bits), &victims);
    s->raw += segments_of(bits) == RAW;
    s->several += n > 1;
    for (int i = 0; i < n; i++)
        leave(s, &victims[i]);
    wf_encode(s->d->codec, &s->d->config, &in, &s->held[line]);
    s->here[line] = true;
}

static void bring(store_of_lines *s, uint64_t line)
{
    bool here = segment_cache_use(s->cache, line);
    assert_int_equal(here, s->here[line]);
    if (!here)
        keep(s, line, s->below[line]);
}

/* Some words of a line: zeros, small numbers, numbers near each other, or anything. */
static void scribble(rng *r, uint32_t *words)
{
    uint32_t base = (uint32_t)rng_next(r), kind = (uint32_t)(rng_next(r) % 5);
    for (uint32_t i = (uint32_t)(kind < 4 ? 0 : rng_next(r) % WORDS), end = kind < 4 ? WORDS : i + 1; i < end; i++)
        words[i] = kind == 0   ? 0
                   : kind == 1 ? (uint32_t)(rng_next(r) % 100)
                   : kind == 2 ? base + (uint32_t)(rng_next(r) % 100)
                               : (uint32_t)rng_next(r);
}

static void run_on_bytes(const design *d, int ways, int tags, uint64_t seed)
{
    store_of_lines *s = calloc(1, sizeof *s);
    rng r = {seed};
    uint32_t words[WORDS];

    s->d = d;
    s->cache = segment_cache_new(&(line_cache_config){4 * ways * 128, ways, true}, tags, 128);
    for (int i = 0; i < 4000; i++) {
        uint64_t line = rng_next(&r) % LINES;
        bring(s, line);
        decode(s, line, words);
        assert_memory_equal(words, s->newest[line], sizeof words); /* every load has the newest bytes */
        if (rng_next(&r) % 2) {
            scribble(&r, words);
            memcpy(s->newest[line], words, sizeof words);
            segment_cache_soil(s->cache, line);
            keep(s, line, words);
        }
        int held = 0;
        for (int k = 0; k < LINES; k++)
            held += s->here[k];
        assert_true(held <= 4 * ways * tags);
    }
    assert_true(s->raw > 0 && (tags == 1 || s->several > 0));
    for (line_victim v = segment_cache_empty(s->cache); v.used; v = segment_cache_empty(s->cache))
        leave(s, &v);
    assert_memory_equal(s->below, s->newest, sizeof s->newest);
    segment_cache_free(s->cache);
    free(s);
}

static void nothing_is_lost_with_any_codec(void **state)
{
    (void)state;
    int codecs = 0;

    for (size_t i = 0; i < wf_unit_count(); i++) {
        const wf_unit *unit = wf_unit_at(i);
        if (!unit->codec || !unit->line)
            continue;
        for (int head = 0; head < 2; head++) {
            design d;
            design_init(&d, unit, 128);
            if (head)
                design_set(&d, "tag", "head", "test");
            design_check(&d);
            for (int tags = 1; tags <= 4; tags *= 2)
                run_on_bytes(&d, 2 + head, tags, 31 * i + (uint64_t)tags);
        }
        codecs++;
    }
    assert_true(codecs >= 5);
}

/* ---- L1 and L2 ---- */

typedef struct {
    design codec;
    line_traffic *traffic;
    line_contents *contents;
    dram_traffic *caches;
} chip;

static void begin(chip *c, const char *file, dram_caches caches, int tags1, int tags2)
{
    design_init(&c->codec, wf_find_unit("fpc"), 128);
    design_check(&c->codec);
    c->traffic = line_traffic_open(128, PRIVATE_STACK_FLAT);
    c->contents = line_contents_open(c->traffic, 128, file);
    cache_form forms[2] = {{tags1, tags1 > 1 ? &c->codec : NULL}, {tags2, tags2 > 1 ? &c->codec : NULL}};
    c->caches = dram_traffic_new_compressed(&caches, forms, 128, c->contents, NULL);
}

static void end(chip *c)
{
    dram_traffic_free(c->caches);
    line_contents_close(c->contents);
    line_traffic_close(c->traffic);
}

static void changed(void *user, uint64_t line)
{
    dram_traffic_changed(user, line);
}

/* 32 lanes at the words of a line: every word is the value times the lane's number from 1 on. */
static void access_line(chip *c, trace_kind kind, uint64_t line, uint32_t lanes, uint32_t value)
{
    static trace_record r;
    const line_access *a;

    r = (trace_record){.kind = kind, .space = TRACE_GLOBAL, .size = 4, .words = 1, .lanes = 32, .mask = {lanes}};
    for (uint32_t i = 0; i < 32; i++) {
        r.addr[i] = line * 128 + 4 * i;
        r.value[i] = value * (i + 1);
    }
    assert_int_equal(line_traffic_of(c->traffic, &r, &a), 1);
    line_contents_take(c->contents, a);
    dram_traffic_access(c->caches, a);
}

#define WILD 0x9e3779b9u

static void unknown_lines_take_the_room_of_raw_ones(void **state)
{
    (void)state;
    chip c;

    begin(&c, NULL, (dram_caches){{0, 1, false}, {2 * 128, 2, true}}, 1, 2);
    access_line(&c, TRACE_LOAD, 1, 0xff, 0);       /* 16 segments */
    access_line(&c, TRACE_LOAD, 2, UINT32_MAX, 0); /* few */
    access_line(&c, TRACE_LOAD, 3, UINT32_MAX, 0); /* few */
    const line_cache_counts *n = dram_traffic_counts(c.caches);
    assert_true(n->sized[1] == 3 && n->known[1] == 2 && n->lines[1].evictions == 0);
    access_line(&c, TRACE_LOAD, 4, 0xff, 0);    /* 16 again: 1 leaves */
    access_line(&c, TRACE_STORE, 4, ~0xffu, 0); /* known now, and small */
    access_line(&c, TRACE_LOAD, 5, UINT32_MAX, WILD);
    n = dram_traffic_counts(c.caches);
    assert_true(n->sized[1] == 6 && n->known[1] == 4 && n->lines[1].evictions == 1 && n->lines[1].extra == 1);
    access_line(&c, TRACE_STORE, 4, UINT32_MAX, WILD); /* raw: 2 and 3 leave */
    n = dram_traffic_counts(c.caches);
    assert_true(n->lines[1].grown == 1 && n->lines[1].evictions == 3 && n->lines[1].fills_evicting_several == 0);
    assert_true(n->accesses[1] == 7 && n->hits[1] == 2);
    dram_traffic_end(c.caches);
    assert_true(dram_traffic_counts(c.caches)->flushed == 1);
    end(&c);
}

static void a_store_gives_its_line_a_new_size_in_both_levels(void **state)
{
    (void)state;
    for (int back = 0; back < 2; back++) {
        chip c;
        begin(&c, NULL, (dram_caches){{2 * 128, 2, back}, {2 * 128, 2, true}}, 2, 2);
        for (uint64_t line = 1; line <= 3; line++)
            access_line(&c, TRACE_LOAD, line, UINT32_MAX, 0);
        access_line(&c, TRACE_STORE, 1, UINT32_MAX, WILD);
        access_line(&c, TRACE_STORE, 2, UINT32_MAX, WILD); /* 32 segments: 3 leaves */
        const line_cache_counts *n = dram_traffic_counts(c.caches);
        assert_true(n->lines[0].grown == 2 && n->lines[0].evictions == 1 && n->lines[0].extra == 1 && n->sized[0] == 5);
        assert_int_equal(n->lines[1].grown, back ? 0 : 2); /* from a write-back L1 nothing has come down yet */
        assert_int_equal(n->lines[1].evictions, back ? 0 : 1);
        end(&c);
    }
}

/* Bytes of a line that begins at `from`, all of one value. */
static void put_range(trace_memory_writer *w, int launch, uint64_t from, size_t bytes, int seed)
{
    unsigned char content[256] = {0};
    rng r = {(uint64_t)seed};
    for (size_t i = 0; i < bytes && seed != 0; i++)
        content[i] = (unsigned char)rng_next(&r);
    trace_memory_put(w, &(trace_range){launch, from, bytes, content});
}

static void the_host_changes_lines_between_launches(void **state)
{
    (void)state;
    chip c;
    uint32_t content[WORDS];
    char *path = path_join(dir, "host.wfm");
    trace_memory_writer *w = trace_memory_create(path, true, "test", "Apache-2.0");

    put_range(w, 0, 256, 128, 3); /* line 2 */
    put_range(w, 1, 128, 192, 5); /* line 1 and half of line 2 */
    trace_memory_finish(w);
    begin(&c, path, (dram_caches){{0, 1, false}, {2 * 128, 2, true}}, 1, 4);
    line_contents_launch(c.contents, 0, changed, c.caches);
    access_line(&c, TRACE_LOAD, 1, 1, 0); /* zeros: known, as the file says */
    access_line(&c, TRACE_LOAD, 3, 1, 0);
    access_line(&c, TRACE_LOAD, 4, 1, 0);
    const line_cache_counts *n = dram_traffic_counts(c.caches);
    assert_true(n->known[1] == 3 && n->sized[1] == 3);
    assert_true(line_contents_of(c.contents, 2, content) && content[31] != 0);
    access_line(&c, TRACE_STORE, 2, UINT32_MAX, 0);         /* zeros now */
    line_contents_launch(c.contents, 0, changed, c.caches); /* nothing new */
    assert_true(line_contents_of(c.contents, 2, content) && content[0] == 0 && content[31] == 0);
    line_contents_launch(c.contents, 1, changed, c.caches); /* line 1 is raw; half of 2, which is here, is not zero any more */
    assert_true(line_contents_of(c.contents, 2, content) && content[0] != 0 && content[15] != 0 && content[16] == 0);
    n = dram_traffic_counts(c.caches);
    assert_true(n->lines[1].grown == 2 && n->known[1] == 6 && n->accesses[1] == 4);
    end(&c);
}

/* The counts of L1 and L2 for random accesses, by whole lines and by a compressed cache of one tag a way. */
static void one_tag_a_way_counts_as_whole_lines_do(void **state)
{
    (void)state;
    for (int policy = 0; policy < 4; policy++) {
        dram_caches caches = {{1024, 2, policy & 1}, {3072, 4, policy & 2}};
        rng r = {41};
        chip c;
        begin(&c, NULL, caches, 1, 1);
        const cache_form forms[2] = {{1, &c.codec}, {1, &c.codec}};
        dram_traffic *coded = dram_traffic_new_compressed(&caches, forms, 128, c.contents, NULL);
        dram_traffic *whole = dram_traffic_new(&caches, 128, NULL);
        for (int i = 0; i < 20000; i++) {
            line_access a = {.store = rng_next(&r) % 3 == 0, .line = rng_next(&r) % 60};
            memset(a.touched, rng_next(&r) % 2 ? 0xff : 1, sizeof a.touched);
            dram_traffic_access(coded, &a);
            dram_traffic_access(whole, &a);
        }
        dram_traffic_end(coded);
        dram_traffic_end(whole);
        const line_cache_counts *p = dram_traffic_counts(coded), *q = dram_traffic_counts(whole);
        assert_true(p->flushed == q->flushed && p->sized[0] > 0 && q->sized[0] == 0);
        for (int i = 0; i < 2; i++) {
            assert_true(p->accesses[i] == q->accesses[i] && p->hits[i] == q->hits[i] && p->hits[i] > 0);
            segment_counts own = p->lines[i];
            own.grown = q->lines[i].grown;
            assert_memory_equal(&own, &q->lines[i], sizeof own);
        }
        dram_traffic_free(coded);
        dram_traffic_free(whole);
        end(&c);
    }
}

/* What a line costs to read from DRAM tells what was written last: one burst is zeros, four are not. */
static void dram_has_the_newest_lines_at_the_end(void **state)
{
    (void)state;
    enum { SPAN = 60 };

    for (int run = 0; run < 32; run++) {
        bool back1 = run & 1, back2 = run & 2, whole = run & 16; /* whole: L1 holds whole lines */
        int tags = run & 4 ? 4 : 2, ways = run & 8 ? 1 : 4;
        bool wild[SPAN] = {false};
        rng r = {(uint64_t)run};
        chip c;
        begin(&c, NULL, (dram_caches){{512, ways, back1}, {1024, ways, back2}}, whole ? 1 : tags, tags);
        dram_lines *dram = dram_lines_new(&c.codec, 1, c.traffic);
        cache_form forms[2] = {{tags, whole ? NULL : &c.codec}, {tags, &c.codec}};
        dram_traffic_free(c.caches);
        c.caches = dram_traffic_new_compressed(&(dram_caches){{512, ways, back1}, {1024, ways, back2}}, forms, 128, c.contents, dram);
        for (int i = 0; i < 6000; i++) {
            uint64_t line = i < SPAN ? (uint64_t)i : rng_next(&r) % SPAN;
            bool part = i >= SPAN && rng_next(&r) % 4 == 0, store = i < SPAN || rng_next(&r) % 3 == 0;
            if (store && !part)
                wild[line] = rng_next(&r) % 2;
            access_line(&c, store ? TRACE_STORE : TRACE_LOAD, line, part ? 0xff0 : UINT32_MAX, wild[line] ? WILD : 0);
        }
        dram_traffic_end(c.caches);
        const dram_sums *s = dram_lines_sums(dram, 0);
        for (uint64_t line = 0; line < SPAN; line++) {
            double before = s->fetch_bursts;
            dram_lines_fetch(dram, line);
            assert_int_equal(s->fetch_bursts - before, wild[line] ? 4 : 1);
        }
        assert_true(dram_traffic_counts(c.caches)->lines[1].fills_evicting_several > 0 || ways == 1 || !back2);
        dram_lines_free(dram);
        end(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_are_rounded_up_to_segments),
        cmocka_unit_test(lines_leave_until_the_new_one_fits),
        cmocka_unit_test(a_line_that_grows_drives_others_out),
        cmocka_unit_test(raw_lines_leave_the_capacity_as_it_is),
        cmocka_unit_test(lines_of_one_segment_take_all_tags),
        cmocka_unit_test(a_lookup_samples_what_the_cache_holds),
        cmocka_unit_test(the_least_recently_used_line_leaves),
        cmocka_unit_test(with_one_tag_a_way_it_is_the_plain_cache),
        cmocka_unit_test(no_access_misses_that_hits_with_whole_lines),
        cmocka_unit_test(every_set_is_a_list_in_the_order_of_use),
        cmocka_unit_test(nothing_is_lost_with_any_codec),
        cmocka_unit_test(unknown_lines_take_the_room_of_raw_ones),
        cmocka_unit_test(a_store_gives_its_line_a_new_size_in_both_levels),
        cmocka_unit_test(the_host_changes_lines_between_launches),
        cmocka_unit_test(one_tag_a_way_counts_as_whole_lines_do),
        cmocka_unit_test(dram_has_the_newest_lines_at_the_end),
    };
    return cmocka_run_group_tests_name("segments", tests, own_folder_make, own_folder_remove);
}
