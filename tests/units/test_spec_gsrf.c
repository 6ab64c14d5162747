/* SPDX-License-Identifier: Apache-2.0
 *
 * test_spec_gsrf.c - the specification of gsrf, fed by hand and by a plain register file: it accepts what docs/gsrf.md promises and complains
 * of everything else. What all register files promise is in test_spec_wcrf.c. */
#include "plain_file.h"

/* Two warps of four registers, two banks: register r of warp w is in bank (r + w) mod 2, and a warp has two rows. */
#define SMALL "warps=2 registers=4 banks=2 rows=4 issues=2 writes=2 collectors=2 slots=2"
enum { ISSUE0, ISSUE1, WRITE0, WRITE1, RELEASE, OPERANDS0, OPERANDS1, STORED0, STORED1, STATE };
enum { NONE = -1, ROWS = 2, ARRAYS = 4, BOUND = 32 * (2 + 3 * 2 * 2 + 2), TAG_WORDS = 2 };

static checker *small(const char *more)
{
    return checker_new("gsrf", LANES, format_new(SMALL " %s", more), BENCH_UNIT, 0);
}

static void took(checker *c, int stream, const uint32_t *fields)
{
    accepts(c->spec->took(c->state, stream, fields));
}

static void cycles(checker *c, int n)
{
    while (n-- > 0)
        accepts(c->spec->cycle(c->state, 0));
}

/* ---- Registers by hand. A tag is enc, D and base: 4, 1 and 32 bits ---- */

typedef struct {
    uint32_t lane[LANES], tag[TAG_WORDS];
} value;

static value with_tag(value v, uint32_t enc, uint32_t d, uint32_t base)
{
    v.tag[0] = enc | d << 4 | base << 5;
    v.tag[1] = base >> 27;
    return v;
}

static const value unused;

static value scalar(uint32_t base)
{
    value v = {{base, base, base, base, base, base, base, base}, {0}};
    return with_tag(v, 0xf, 0, base);
}

/* Lane i has `base` and i in byte 0: the other bytes are common. */
static value counting(uint32_t base)
{
    value v = {{0}, {0}};
    for (uint32_t i = 0; i < LANES; i++)
        v.lane[i] = base + i;
    return with_tag(v, 0xe, 0, base);
}

/* These lanes of a register get one value. */
static value over(value v, uint32_t mask, uint32_t base)
{
    for (uint32_t i = 0; i < LANES; i++)
        if (mask >> i & 1)
            v.lane[i] = base;
    return with_tag(v, 0xf, 1, mask);
}

/* ---- Transactions ---- */

static void issues(checker *c, int port, uint32_t user, uint32_t warp, int source0, int source1)
{
    uint32_t used = (uint32_t)((source0 >= 0) | (source1 >= 0) << 1);
    took(c, ISSUE0 + port, (uint32_t[]){warp, (uint32_t)source0 & 3, (uint32_t)source1 & 3, 0, used, 0, 0, 0x5a, user});
}

/* Of a register that is in bank 0, of warp 0. */
static void writes(checker *c, uint32_t user, uint32_t reg, uint32_t mask, const value *v, uint32_t dead, uint32_t known)
{
    uint32_t fields[16] = {0, reg, mask};
    memcpy(fields + 3, v->lane, sizeof v->lane);
    fields[11] = dead, fields[12] = known;
    memcpy(fields + 13, v->tag, sizeof v->tag);
    fields[15] = user;
    took(c, WRITE0, fields);
}

static const char *stored(checker *c, int bank, uint32_t user)
{
    return c->spec->gave(c->state, STORED0 + bank, &user);
}

/* A write that is accepted and stored. */
static void holds(checker *c, uint32_t reg, uint32_t mask, value v, uint32_t dead)
{
    writes(c, 9, reg, mask, &v, dead, 0);
    cycles(c, 2);
    accepts(stored(c, (int)reg % 2, 9));
    cycles(c, 1);
}

static const char *leaves(checker *c, uint32_t user, value v0, value v1, value v2)
{
    const value *v[] = {&v0, &v1, &v2};
    uint32_t fields[3 * (LANES + TAG_WORDS) + 2];
    for (int s = 0; s < 3; s++) {
        memcpy(fields + s * LANES, v[s]->lane, sizeof v[s]->lane);
        memcpy(fields + 3 * LANES + s * TAG_WORDS, v[s]->tag, sizeof v[s]->tag);
    }
    fields[3 * (LANES + TAG_WORDS)] = 0x5a, fields[3 * (LANES + TAG_WORDS) + 1] = user;
    return c->spec->gave(c->state, OPERANDS0, fields);
}

/* An instruction that reads a register of warp 0 now. */
static const char *shows(checker *c, int reg, value v)
{
    issues(c, 0, 5, 0, reg, NONE);
    cycles(c, 2);
    return leaves(c, 5, v, unused, unused);
}

static void releases(checker *c, uint32_t warp)
{
    took(c, RELEASE, &warp);
}

/* ---- Tags of sources ---- */

static void a_source_has_the_tag_of_its_newest_write(void **state)
{
    (void)state;
    static const char *const wrong = "value0, register 0 of warp 0, has not the tag that its newest write left";
    checker *c = small("");
    value was = scalar(7), v = counting(0xc04039c0);
    accepts(shows(c, 0, scalar(0)));
    complains(shows(c, 0, unused), wrong);
    holds(c, 0, ALL, was, 0);
    accepts(shows(c, 0, was));
    complains(shows(c, 0, with_tag(was, 0xe, 0, 7)), wrong); /* also right, and not as good */
    holds(c, 0, ALL, v, 0);
    accepts(shows(c, 0, v));
    complains(shows(c, 0, with_tag(v, 0xf, 0, 7)), wrong); /* stale */
    complains(shows(c, 0, with_tag(v, 0xe, 1, 0xff)), wrong);
    complains(shows(c, 0, with_tag(v, 0xe, 0, v.lane[1])), wrong); /* the base is that of another lane */
    checker_free(c);
}

static void the_tag_of_a_partial_write_has_its_mask(void **state)
{
    (void)state;
    static const char *const wrong = "has not the tag that its newest write left";
    checker *c = small("");
    value whole = counting(100), part = over(whole, 0x35, 9), full = over(part, 0xca, 9);
    holds(c, 0, ALL, whole, 0);
    holds(c, 0, 0x35, scalar(9), 0);
    accepts(shows(c, 0, part));
    complains(shows(c, 0, with_tag(part, 0xe, 0, 100)), wrong);
    complains(shows(c, 0, with_tag(part, 0xf, 1, 0x34)), wrong);
    holds(c, 0, 0xca, scalar(9), 0); /* all lanes are alike, but the tag is that of the write */
    accepts(shows(c, 0, full));
    complains(shows(c, 0, scalar(9)), wrong);
    checker_free(c);
}

static void a_write_without_lanes_leaves_the_tag(void **state)
{
    (void)state;
    checker *c = small("");
    holds(c, 0, 0, scalar(7), 0);
    accepts(shows(c, 0, scalar(0)));
    holds(c, 0, ALL, counting(100), 0);
    holds(c, 0, 0, scalar(7), 0);
    holds(c, 0, 0, scalar(7), 1); /* and the lanes, `dead` or not */
    accepts(shows(c, 0, counting(100)));
    complains(shows(c, 0, with_tag(counting(100), 0xf, 1, 0)), "has not the tag that its newest write left");
    complains(shows(c, 0, over(counting(100), 1, 99)), "must not have lane 0 = 0x63");
    checker_free(c);
}

static void a_source_that_is_not_used_has_no_tag(void **state)
{
    (void)state;
    checker *c = small("");
    holds(c, 0, ALL, scalar(7), 0);
    issues(c, 0, 1, 0, 0, NONE);
    issues(c, 0, 2, 0, 0, NONE);
    cycles(c, 2);
    complains(leaves(c, 1, scalar(7), scalar(0), unused), "value1, of a source that is not used, is not 0");
    accepts(leaves(c, 2, scalar(7), unused, unused));
    issues(c, 0, 1, 0, 0, 1);
    issues(c, 0, 2, 0, 0, 1);
    cycles(c, 2);
    complains(leaves(c, 1, with_tag(scalar(7), 0xf, 0, 0), with_tag(scalar(0), 0xf, 0, 7), unused), "value0, register 0"); /* mixed up */
    accepts(leaves(c, 2, scalar(7), scalar(0), unused));
    checker_free(c);
}

/* A value and a tag of two writes are none of both. */
static void value_and_tag_are_of_one_write(void **state)
{
    (void)state;
    value old = scalar(7), now = counting(100);
    for (int k = 0; k < 4; k++) {
        checker *c = small("");
        holds(c, 0, ALL, old, 0);
        issues(c, 0, 1, 0, 0, NONE);
        cycles(c, 1);
        writes(c, 2, 0, ALL, &now, 0, 0);
        cycles(c, 3);
        accepts(stored(c, 0, 2));
        value v = k & 1 ? now : old;
        memcpy(v.tag, (k & 2 ? now : old).tag, sizeof v.tag);
        if (k == 0 || k == 3)
            accepts(leaves(c, 1, v, unused, unused));
        else
            complains(leaves(c, 1, v, unused, unused), "register 0 of warp 0");
        checker_free(c);
    }
}

static void a_released_register_has_the_tag_of_zeros(void **state)
{
    (void)state;
    checker *c = small("");
    holds(c, 0, ALL, scalar(7), 0);
    releases(c, 0);
    cycles(c, ROWS + 1);
    accepts(shows(c, 0, scalar(0)));
    complains(shows(c, 0, with_tag(scalar(0), 0xf, 0, 7)), "has not the tag that its newest write left");
    holds(c, 0, 0x0f, scalar(3), 0); /* the other lanes are zero, not what they were */
    accepts(shows(c, 0, over(scalar(0), 0x0f, 3)));
    complains(shows(c, 0, over(scalar(7), 0x0f, 3)), "must not have lane 4 = 0x7");
    checker_free(c);
}

/* ---- Dead lanes ---- */

static void dead_lanes_are_anything_until_they_are_written(void **state)
{
    (void)state;
    checker *c = small("");
    holds(c, 0, ALL, counting(100), 0);
    holds(c, 0, 0x0f, scalar(3), 1);
    accepts(shows(c, 0, over(counting(100), 0x0f, 3)));
    accepts(shows(c, 0, over(scalar(0xdead), 0x0f, 3)));
    complains(shows(c, 0, over(counting(100), 0x07, 3)), "must not have lane 3 = 0x67");
    complains(shows(c, 0, with_tag(over(counting(100), 0x0f, 3), 0xf, 0, 3)), "has not the tag that its newest write left");
    holds(c, 0, 0x30, scalar(4), 0); /* lanes 6 and 7 stay dead, 0 to 3 stay what they are */
    value v = over(over(scalar(0xdead), 0x0f, 3), 0x30, 4);
    accepts(shows(c, 0, v));
    v.lane[5] = 0xdead;
    complains(shows(c, 0, v), "must not have lane 5 = 0xdead");
    v.lane[5] = 4, v.lane[0] = 0xdead;
    complains(shows(c, 0, v), "must not have lane 0 = 0xdead");
    holds(c, 0, 0x01, scalar(5), 1); /* all others are dead again, or still */
    accepts(shows(c, 0, over(scalar(0xdead), 0x01, 5)));
    holds(c, 0, 0xfe, scalar(6), 0);
    accepts(shows(c, 0, with_tag(over(scalar(6), 0x01, 5), 0xf, 1, 0xfe)));
    complains(shows(c, 0, with_tag(over(scalar(6), 0x81, 5), 0xf, 1, 0xfe)), "must not have lane 7 = 0x5");
    checker_free(c);
}

/* A full write leaves nothing dead, with the hint or without; nor does a release. */
static void a_full_write_or_a_release_ends_it(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        checker *c = small("");
        value v = k == 2 ? scalar(0) : scalar(4);
        holds(c, 0, 0x0f, scalar(3), 1);
        if (k == 2) {
            releases(c, 0);
            cycles(c, ROWS + 1);
        } else {
            holds(c, 0, ALL, v, (uint32_t)k);
        }
        accepts(shows(c, 0, v));
        v.lane[7] = 0xdead;
        complains(shows(c, 0, v), "must not have lane 7 = 0xdead");
        checker_free(c);
    }
}

static void without_the_hint_other_lanes_stay(void **state)
{
    (void)state;
    checker *c = small("");
    holds(c, 0, ALL, counting(100), 0);
    holds(c, 0, 0x0f, scalar(3), 0);
    accepts(shows(c, 0, over(counting(100), 0x0f, 3)));
    complains(shows(c, 0, over(scalar(0xdead), 0x0f, 3)), "must not have lane 4 = 0xdead");
    checker_free(c);
}

/* Without codes there are no tags and no hint. */
static void without_codes_values_are_all(void **state)
{
    (void)state;
    checker *c = small("compress=off");
    uint32_t write[12] = {0, 0, 0x0f, 3, 3, 3, 3, 3, 3, 3, 3, 1}, operands[3 * LANES + 2] = {3, 3, 3, 3};
    operands[3 * LANES] = 0x5a, operands[3 * LANES + 1] = 5;
    took(c, WRITE0, write);
    cycles(c, 2);
    accepts(stored(c, 0, 1));
    for (int wrong = 0; wrong < 2; wrong++) {
        operands[7] = (uint32_t)wrong;
        issues(c, 0, 5, 0, 0, NONE);
        cycles(c, 2);
        const char *complaint = c->spec->gave(c->state, OPERANDS0, operands);
        if (wrong)
            complains(complaint, "must not have lane 7 = 0x1");
        else
            accepts(complaint);
    }
    checker_free(c);
}

/* ---- Places and bounds ---- */

static void a_write_is_told_in_its_bank(void **state)
{
    (void)state;
    checker *c = small("");
    value v = scalar(7);
    writes(c, 1, 3, ALL, &v, 0, 0);
    cycles(c, 2);
    complains(stored(c, 0, 1), "must be told at stored1");
    accepts(stored(c, 1, 1));
    complains(stored(c, 1, 1), "one was stored: is it told twice?");
    checker_free(c);
}

static void answers_come_in_time(void **state)
{
    (void)state;
    checker *c = small("");
    value v = scalar(7);
    writes(c, 1, 0, ALL, &v, 0, 0);
    cycles(c, BOUND + 1);
    complains(c->spec->cycle(c->state, 0), "not stored within 512 cycles");
    c->spec->reset(c->state);
    issues(c, 0, 1, 0, 0, NONE);
    cycles(c, BOUND);
    complains(c->spec->cycle(c->state, 0), "its operands did not come within 512 cycles");
    checker_free(c);
}

/* ---- Counts ---- */

enum { ARRAY_READS, ARRAY_WRITES, SIDE_READS, SIDE_WRITES, ENCODES, DECODES, FILLS, COUNTS };
typedef struct {
    uint32_t of[COUNTS];
} counts;

static const char *counted(checker *c, counts n)
{
    return c->spec->gave(c->state, STATE, n.of);
}

/* What a count may be after something, at the earliest and at the latest; one less and one more are wrong. */
static void between(void (*after)(checker *c), int k, counts right, uint32_t least, uint32_t most)
{
    static const char *const names[] = {"state: array_reads is", "state: array_writes is", "state: side_reads is", "state: side_writes is",
                                        "state: encodes is",     "state: decodes is",      "state: fills is"};
    for (uint32_t n = least - (least > 0); n <= most + 1; n++) {
        checker *c = small("");
        after(c);
        right.of[k] = n;
        if (n < least || n > most)
            complains(counted(c, right), names[k]);
        else
            accepts(counted(c, right));
        checker_free(c);
    }
}

static void wrote_all_lanes(checker *c)
{
    holds(c, 0, ALL, counting(100), 0);
    cycles(c, 5);
}

static void wrote_some_lanes(checker *c)
{
    holds(c, 0, ALL, counting(100), 0);
    holds(c, 0, 0x0f, scalar(3), 0);
    cycles(c, 5);
}

static void killed_some_lanes(checker *c)
{
    holds(c, 0, ALL, counting(100), 0);
    holds(c, 0, 0x0f, scalar(3), 1);
    cycles(c, 5);
}

static void wrote_no_lanes(checker *c)
{
    holds(c, 0, 0, counting(100), 0);
    cycles(c, 5);
}

static void knew_the_code(checker *c)
{
    value v = scalar(7);
    writes(c, 1, 0, ALL, &v, 0, 1);
    cycles(c, 2);
    accepts(stored(c, 0, 1));
    cycles(c, 6);
}

static void read_twice(checker *c)
{
    wrote_all_lanes(c);
    issues(c, 0, 1, 0, 0, 0);
    cycles(c, 4);
    accepts(leaves(c, 1, counting(100), counting(100), unused));
    cycles(c, 5);
}

static void counts_are_those_of_what_moved(void **state)
{
    (void)state;
    counts one = {{0, 1, 0, 1, 1, 0, 0}}, two = {{0, 5, 1, 2, 2, 0, 1}}, dead = {{0, 5, 0, 2, 2, 0, 0}}, known = {{0, 0, 0, 1, 0, 0, 0}};
    counts read = {{2, 1, 2, 1, 1, 2, 0}};
    between(wrote_all_lanes, ENCODES, one, 1, 1);
    between(wrote_all_lanes, SIDE_WRITES, one, 1, 1);
    between(wrote_all_lanes, ARRAY_READS, one, 0, 0);
    between(wrote_all_lanes, SIDE_READS, one, 0, 0);
    between(wrote_all_lanes, DECODES, one, 0, 0);
    between(wrote_all_lanes, FILLS, one, 0, 0);
    between(wrote_some_lanes, SIDE_WRITES, two, 2, 2);
    between(killed_some_lanes, SIDE_READS, dead, 0, 0);
    between(killed_some_lanes, FILLS, dead, 0, 0);
    between(knew_the_code, ENCODES, known, 0, 0);
    between(knew_the_code, SIDE_WRITES, known, 1, 1);
    for (int k = 0; k < COUNTS; k++)
        between(wrote_no_lanes, k, (counts){{0}}, 0, 0);
    between(read_twice, ENCODES, read, 1, 1);
    between(read_twice, SIDE_WRITES, read, 1, 1);
    between(read_twice, ARRAY_READS, read, 2, 2); /* byte 0 of a code with three common ones, twice */
    between(read_twice, SIDE_READS, read, 2, 2);
    between(read_twice, DECODES, read, 2, 2);
}

/* What happens in a cycle is in the counts four cycles later, and not before. */
static void counts_come_in_their_cycle(void **state)
{
    (void)state;
    value v = scalar(7);
    for (int early = 0; early < 2; early++) {
        checker *c = small("");
        writes(c, 1, 0, ALL, &v, 0, 0);
        cycles(c, 3);
        if (early)
            complains(counted(c, (counts){{0, 0, 0, 0, 1}}), "state: encodes is 1; from 0 to 0 are right");
        accepts(stored(c, 0, 1));
        cycles(c, 1);
        if (!early)
            complains(counted(c, (counts){{0}}), "state: encodes is 0; from 1 to 1 are right");
        cycles(c, 2);
        if (early)
            complains(counted(c, (counts){{0, 0, 0, 1, 1}}), "state: side_writes is 1; from 0 to 0 are right");
        cycles(c, 1);
        if (!early)
            accepts(counted(c, (counts){{0, 0, 0, 0, 1}}));
        cycles(c, 1);
        complains(counted(c, (counts){{0, 0, 0, 0, 1}}), "state: side_writes is 0; from 1 to 1 are right");
        checker_free(c);
    }
}

static void counts_never_go_back_but_in_a_reset(void **state)
{
    (void)state;
    static const char *const names[] = {"array_reads", "array_writes", "side_reads", "side_writes", "encodes", "decodes", "fills"};
    counts all = {{2, 5, 3, 2, 2, 2, 1}};
    for (int k = 0; k < COUNTS; k++) {
        checker *c = small("");
        wrote_some_lanes(c);
        issues(c, 0, 1, 0, 0, 0);
        cycles(c, 4);
        accepts(counted(c, all));
        counts less = all;
        less.of[k]--;
        complains(counted(c, less), names[k]);
        c->spec->reset(c->state);
        accepts(counted(c, (counts){{0}}));
        checker_free(c);
    }
}

/* ---- The plain register file ---- */

static const char *const shapes[] = {
    SMALL,
    SMALL " groups=4",
    SMALL " strides=pow2 groups=2",
    "",
    "compress=off",
    "counts=off",
    "warps=1 registers=1 banks=1 rows=2 issues=1 writes=4 slots=8 user=64",
    "warps=3 registers=7 banks=8 rows=4 issues=4 writes=1 slots=32 collectors=3 user=33 side-latency=0 enc-latency=0",
    "warps=2 registers=33 banks=1 rows=128 issues=1 collectors=16 side-ports=2 dec-latency=8",
};
/* The shapes up to here have codes, counts and two banks at least. */
enum { SHAPES = sizeof shapes / sizeof *shapes, WITH_CODES = 4 };

static plain_file *gsrf_new(const char *shape, uint64_t seed)
{
    plain_file *f = plain_new("gsrf", shape, seed);
    f->rest = 1;
    return f;
}

static void a_plain_register_file_passes(void **state)
{
    (void)state;
    static const char *const narrow[] = {SMALL " user=1", "user=2 warps=2 registers=4"};
    enum { NARROW = sizeof narrow / sizeof *narrow };
    for (uint64_t k = 0; k < SHAPES + NARROW; k++) {
        plain_file *f = gsrf_new(k < SHAPES ? shapes[k] : narrow[k - SHAPES], k);
        for (int n = 0; n < 6000; n++)
            accepts(plain_cycle(f));
        assert_true(f->moved > 2000);
        plain_free(f);
    }
}

/* The counts of a plain file: what happens in a cycle is in them four cycles later. What follows `stored` comes with it or a cycle later, by chance. */
typedef struct {
    plain_file *file;
    counts now, late[4]; /* late[k]: those of k cycles before */
    counts next, then;   /* what the next cycle, and the one after it, will add */
    int wrong, by;       /* this count is wrong by so many from some time on; -1: none is */
    bool made;
} counting_file;

static uint32_t arrays_in(const plain_file *f, const uint32_t *tag)
{
    uint32_t groups = setting(f, "groups"), arrays = 0;
    for (uint32_t k = 0; k < groups; k++) {
        uint32_t enc = tag[0] >> 4 * k & 0xf;
        bool prefix = enc == 0 || enc == 8 || enc == 12 || enc == 14 || enc == 15 || setting(f, "strides") == 0;
        for (uint32_t p = 0; p < 4; p++)
            arrays += prefix && !(enc >> p & 1);
    }
    return tag[4 * groups / 32] >> 4 * groups % 32 & 1 ? 4 * groups : arrays;
}

static bool is_compressed(const plain_file *f, const uint32_t *tag)
{
    uint32_t d = 4 * setting(f, "groups");
    return !(tag[0] >> d & 1) && (tag[0] & ((1u << d) - 1));
}

static void count_read(plain_file *f, const plain_reg *r)
{
    counting_file *c = f->watcher;
    if (!r->valid)
        return;
    c->now.of[ARRAY_READS] += arrays_in(f, r->tag);
    c->now.of[SIDE_READS]++;
    c->now.of[DECODES] += is_compressed(f, r->tag);
}

static void count_store(plain_file *f, const plain_reg *r, const slot *w)
{
    counting_file *c = f->watcher;
    counts *at = sometimes(f, 2) ? &c->next : &c->then;
    uint32_t tag[MOST_TAG];
    if (w->mask == 0)
        return;
    bool looks = w->mask != ALL && !w->dead && r->valid;
    encode_tag(f, w->mask, w->value, tag);
    at->of[SIDE_WRITES]++;
    at->of[ARRAY_WRITES] += arrays_in(f, tag);
    at->of[SIDE_READS] += looks;
    at->of[FILLS] += looks && is_compressed(f, r->tag);
}

static void count_accept(plain_file *f, const slot *w)
{
    counting_file *c = f->watcher;
    c->now.of[ENCODES] += w->encoded;
}

static const plain_watch counting_watch = {count_read, count_store, count_accept};

/* The outputs of a cycle, `state` among them, come before its inputs. That of the plain file comes in front of all of them, which is the same
 * to the specification but for operands that leave in this cycle: those are read long before. */
static const char *counting_cycle(void *counting)
{
    counting_file *c = counting;
    counts told = c->late[3];
    if (c->wrong >= 0 && c->file->moved > 200) {
        told.of[c->wrong] += (uint32_t)c->by;
        c->made = true;
    }
    const char *wrong = counted(c->file->c, told);
    if (wrong)
        return wrong;
    for (int k = 0; k < COUNTS; k++)
        c->now.of[k] += c->next.of[k];
    c->next = c->then;
    c->then = (counts){{0}};
    wrong = plain_cycle(c->file);
    memmove(c->late + 1, c->late, sizeof c->late - sizeof *c->late);
    c->late[0] = c->now;
    return wrong;
}

static counting_file *counting_new(const char *shape, uint64_t seed)
{
    counting_file *c = zalloc(sizeof *c);
    c->file = gsrf_new(shape, seed);
    c->file->watch = &counting_watch;
    c->file->watcher = c;
    c->wrong = -1;
    return c;
}

static void right_counts_pass(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 2; seed++) {
        counting_file *c = counting_new(seed ? SMALL " strides=pow2 groups=2" : SMALL, seed);
        for (int n = 0; n < 6000; n++)
            accepts(counting_cycle(c));
        for (int k = 0; k < COUNTS; k++)
            assert_true(c->now.of[k] > 100);
        plain_free(c->file);
    }
}

/* A count that is too low, or too high, by more than what is under way may explain. */
static void wrong_counts_are_noticed(void **state)
{
    (void)state;
    enum { MUCH = 1000 }; /* of those that are held to bounds alone */
    for (int k = 0; k < COUNTS; k++)
        for (int by = -1; by <= 1; by += 2) {
            bool exact = k == ENCODES || k == SIDE_WRITES, unbounded = k == ARRAY_WRITES || k == FILLS || k == SIDE_READS;
            counting_file *c = counting_new(SMALL, (uint64_t)(2 * k + by + 1));
            c->wrong = k;
            c->by = exact ? by : by * (unbounded && by > 0 ? 100 * MUCH : MUCH);
            mistake_is_noticed(c, counting_cycle, &c->made, k, (uint64_t)(by + 1));
            plain_free(c->file);
        }
}

/* Each fault in the middle of that traffic: a complaint comes, at the latest when an answer is late. */
static void each_fault_of_a_register_file_is_noticed(void **state)
{
    (void)state;
    for (fault what = FLIPS_A_BIT; what < FAULTS; what++)
        for (uint64_t seed = 0; seed < 8 && what != FORWARDS_AN_OLDER_ONE; seed++) { /* it forwards none */
            plain_file *f = gsrf_new(shapes[seed % WITH_CODES], 100 * what + seed);
            f->fault = what;
            mistake_is_noticed(f, plain_cycle, &f->done, (int)what, seed);
            plain_free(f);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_source_has_the_tag_of_its_newest_write),
        cmocka_unit_test(the_tag_of_a_partial_write_has_its_mask),
        cmocka_unit_test(a_write_without_lanes_leaves_the_tag),
        cmocka_unit_test(a_source_that_is_not_used_has_no_tag),
        cmocka_unit_test(value_and_tag_are_of_one_write),
        cmocka_unit_test(a_released_register_has_the_tag_of_zeros),
        cmocka_unit_test(dead_lanes_are_anything_until_they_are_written),
        cmocka_unit_test(a_full_write_or_a_release_ends_it),
        cmocka_unit_test(without_the_hint_other_lanes_stay),
        cmocka_unit_test(without_codes_values_are_all),
        cmocka_unit_test(a_write_is_told_in_its_bank),
        cmocka_unit_test(answers_come_in_time),
        cmocka_unit_test(counts_are_those_of_what_moved),
        cmocka_unit_test(counts_come_in_their_cycle),
        cmocka_unit_test(counts_never_go_back_but_in_a_reset),
        cmocka_unit_test(a_plain_register_file_passes),
        cmocka_unit_test(right_counts_pass),
        cmocka_unit_test(wrong_counts_are_noticed),
        cmocka_unit_test(each_fault_of_a_register_file_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
