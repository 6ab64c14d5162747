/* SPDX-License-Identifier: Apache-2.0
 *
 * test_spec_gslanes.c - the specification of gslanes, fed by hand: it accepts what docs/gslanes.md promises and complains of everything else. */
#include "../../sim/fields.h"
#include "spec_checker.h"

enum { INSTRUCTION, RESULT, BEAT, WRITE, STATE };

/* The geometry of the page's examples. A tag of two groups: two encs, D, FS and two BVRs. */
#define SMALL "width=4 groups=2 sources=2 entries=4 user=8"
enum { LANES = 8, WIDTH = 4, TAG_WORDS = 3, TAG_BITS = 74, ALL = 0xff, SUM = 0, COUNTS = 6 }; /* SUM: lanes add with this user */

typedef struct {
    checker *c;
    uint32_t now[COUNTS], shown[3][COUNTS]; /* counts, and what `state` must show: in this cycle and the next two */
} vector;

static vector *vector_new(const char *settings)
{
    vector *v = zalloc(sizeof *v);
    v->c = checker_new("gslanes", LANES, settings, BENCH_UNIT, 0);
    return v;
}

static const char *ends(vector *v, uint32_t held)
{
    const char *wrong = v->c->spec->gave(v->c->state, STATE, v->shown[0]);
    memmove(v->shown[0], v->shown[1], sizeof v->shown - sizeof v->shown[0]);
    memcpy(v->shown[2], v->now, sizeof v->now);
    return wrong ? wrong : v->c->spec->cycle(v->c->state, held);
}

static void reset(vector *v)
{
    v->c->spec->reset(v->c->state);
    memset(v->now, 0, sizeof v->now);
    memset(v->shown, 0, sizeof v->shown);
}

static void tag_put(uint32_t *tag, uint32_t enc, uint32_t flags, uint32_t bvr0, uint32_t bvr1)
{
    field_put(tag, 0, &enc, 8);
    field_put(tag, 8, &flags, 2);
    field_put(tag, 10, &bvr0, 32);
    field_put(tag, 42, &bvr1, 32);
}

enum { D = 1, FS = 2 };
enum { FULL, GROUP, DIVERGENT };

/* An instruction: A, B or C of the page. */
static void comes(vector *v, int kind)
{
    static const struct {
        uint32_t mask, enc, flags, bvr[2], a[LANES], b;
    } of[] = {
        [FULL] = {ALL, 0xff, FS, {5, 5}, {5, 5, 5, 5, 5, 5, 5, 5}, 7},
        [GROUP] = {ALL, 0xef, 0, {10, 20}, {10, 10, 10, 10, 20, 21, 22, 23}, 1},
        [DIVERGENT] = {0xe0, 0xff, D | FS, {0, 0xe}, {1, 2, 3, 4, 5, 30, 30, 30}, 2},
    };
    const wf_stream *w = &v->c->module->streams.stream[INSTRUCTION];
    uint32_t in[64] = {0}, tag[TAG_WORDS] = {0}, *values = in + field_at(w, "values");
    in[field_at(w, "mask")] = of[kind].mask;
    in[field_at(w, "used")] = 3;
    in[field_at(w, "user")] = SUM;
    tag_put(tag, of[kind].enc, of[kind].flags, of[kind].bvr[0], of[kind].bvr[1]);
    field_put(in + field_at(w, "tag"), 0, tag, TAG_BITS);
    memset(tag, 0, sizeof tag);
    tag_put(tag, 0xff, FS, of[kind].b, of[kind].b);
    field_put(in + field_at(w, "tag"), TAG_BITS, tag, TAG_BITS);
    for (int i = 0; i < LANES; i++) {
        values[i] = of[kind].a[i];
        values[LANES + i] = of[kind].b;
    }
    v->now[0]++;
    v->now[1 + kind]++;
    accepts(v->c->spec->took(v->c->state, INSTRUCTION, in));
}

static const char *result(vector *v)
{
    uint32_t in[WIDTH] = {0};
    return v->c->spec->took(v->c->state, RESULT, in);
}

/* A beat with the operands of lane `lane` at its place, and of the lanes above it. */
static const char *beat(vector *v, uint32_t number, uint32_t last, uint32_t enable, uint32_t a, uint32_t up, uint32_t b)
{
    uint32_t out[4 + 2 * WIDTH] = {number, last, enable};
    for (int i = 0, first = -1; i < WIDTH; i++) {
        first = enable >> i & 1 && first < 0 ? i : first;
        out[3 + i] = first < 0 ? 0xbad : a + up * (uint32_t)(i - first);
        out[3 + WIDTH + i] = b;
        v->now[5] += enable >> i & 1;
    }
    v->now[4]++;
    return v->c->spec->gave(v->c->state, BEAT, out);
}

typedef struct {
    uint32_t mask, values[LANES], memory, known, enc, flags, bvr0, bvr1, user;
} write;

static write changed(write w, const write *change)
{
    uint32_t words[sizeof w / sizeof(uint32_t)], bits[sizeof w / sizeof(uint32_t)];
    memcpy(words, &w, sizeof w);
    memcpy(bits, change, sizeof w);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        words[i] ^= bits[i];
    memcpy(&w, words, sizeof w);
    return w;
}

static const write written[] = {
    [FULL] = {ALL, {12, 12, 12, 12, 12, 12, 12, 12}, 0, 3, 0xff, FS, 12, 12, SUM},
    [GROUP] = {ALL, {11, 11, 11, 11, 21, 22, 23, 24}, 0, 1, 0x0f, 0, 11, 0, SUM},
    [DIVERGENT] = {0xe0, {9, 9, 9, 9, 9, 32, 32, 32}, 0, 3, 0xff, D | FS, 0, 0xe, SUM},
};

static const char *leaves(vector *v, write w)
{
    uint32_t out[1 + LANES + 2 + TAG_WORDS + 1] = {w.mask};
    memcpy(out + 1, w.values, sizeof w.values);
    out[1 + LANES] = w.memory;
    out[2 + LANES] = w.known;
    tag_put(out + 3 + LANES, w.enc, w.flags, w.bvr0, w.bvr1);
    out[3 + LANES + TAG_WORDS] = w.user;
    return v->c->spec->gave(v->c->state, WRITE, out);
}

static void cycle(vector *v)
{
    accepts(ends(v, 0));
}

/* ---- The examples of the page ---- */

static void three_scalar_instructions(void **state)
{
    (void)state;
    vector *v = vector_new(SMALL);
    comes(v, FULL);
    cycle(v);
    accepts(beat(v, 0, 0, 1, 5, 0, 7));
    comes(v, GROUP);
    cycle(v);
    accepts(beat(v, 1, 1, 0, 0, 0, 0));
    accepts(result(v));
    cycle(v);
    accepts(beat(v, 0, 0, 1, 10, 0, 1));
    comes(v, DIVERGENT);
    accepts(result(v));
    cycle(v);
    accepts(beat(v, 1, 1, 0xf, 20, 1, 1));
    accepts(leaves(v, written[FULL]));
    accepts(result(v));
    cycle(v);
    accepts(beat(v, 0, 0, 0, 0, 0, 0));
    accepts(result(v));
    cycle(v);
    accepts(beat(v, 1, 1, 2, 30, 0, 2));
    accepts(leaves(v, written[GROUP]));
    accepts(result(v));
    cycle(v);
    accepts(result(v));
    cycle(v);
    accepts(leaves(v, written[DIVERGENT]));
    for (int n = 0; n < 4; n++)
        cycle(v);
    complains(v->c->spec->gave(v->c->state, STATE, (uint32_t[]){3, 1, 1, 1, 6, 8}), "counts: lanes_o is 0x8, expected 0x7");
    checker_free(v->c);
}

static void shortened_ones_have_fewer_beats(void **state)
{
    (void)state;
    vector *v = vector_new(SMALL " shorten=on");
    comes(v, FULL);
    cycle(v);
    accepts(beat(v, 0, 1, 1, 5, 0, 7));
    comes(v, DIVERGENT);
    cycle(v);
    accepts(result(v));
    accepts(beat(v, 1, 1, 2, 30, 0, 2));
    cycle(v);
    accepts(leaves(v, written[FULL]));
    accepts(result(v));
    cycle(v);
    accepts(leaves(v, written[DIVERGENT]));
    reset(v);
    comes(v, FULL);
    cycle(v);
    complains(beat(v, 0, 0, 1, 5, 0, 7), "beat 0 of instruction 2: last_o is 0, expected 0x1");
    checker_free(v->c);
}

/* ---- What is not promised ---- */

/* The instruction's beats and results have come. */
static void computed(vector *v, int kind)
{
    reset(v);
    comes(v, kind);
    cycle(v);
    accepts(kind == DIVERGENT ? beat(v, 0, 0, 0, 0, 0, 0) : beat(v, 0, 0, 1, kind == FULL ? 5 : 10, 0, kind == FULL ? 7 : 1));
    cycle(v);
    accepts(kind == DIVERGENT ? beat(v, 1, 1, 2, 30, 0, 2) : kind == FULL ? beat(v, 1, 1, 0, 0, 0, 0) : beat(v, 1, 1, 0xf, 20, 1, 1));
    accepts(result(v));
    cycle(v);
    accepts(result(v));
    cycle(v);
}

static void each_field_of_a_write_counts(void **state)
{
    (void)state;
    static const struct {
        write change; /* bits that are the others */
        const char *says;
    } wrong[] = {
        {{.mask = 0x20}, "mask_o is "},
        {{.values[6] = 1u << 31}, "values_o bits 223..192 is "},
        {{.memory = 1}, "memory_o is 0x1, expected 0"},
        {{.known = 2}, "known_o is "},
        {{.enc = 0x80}, "tag_o bits 31..0 is "},
        {{.flags = FS}, "tag_o bits 31..0 is "},
        {{.bvr0 = 1}, "tag_o bits 31..0 is "},
        {{.user = 1}, "user_o is 0x1, expected 0"},
    };
    vector *v = vector_new(SMALL);
    for (int kind = FULL; kind <= DIVERGENT; kind++) {
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
            computed(v, kind);
            complains(leaves(v, changed(written[kind], &wrong[i].change)), wrong[i].says);
        }
        computed(v, kind);
        accepts(leaves(v, changed(written[kind], &(write){.values[0] = kind == DIVERGENT}))); /* a lane that is not active does not count */
    }
    checker_free(v->c);
}

static void each_field_of_a_beat_counts(void **state)
{
    (void)state;
    static const struct {
        uint32_t number, last, enable, a, up, b;
        const char *of;
    } wrong[] = {
        {1, 0, 0x1, 10, 0, 1, "beat 0 of instruction 0: number_o is 0x1, expected 0"},
        {0, 1, 0x1, 10, 0, 1, "last_o is 0x1, expected 0"},
        {0, 0, 0xf, 10, 0, 1, "enable_o is 0xf, expected 0x1"},
        {0, 0, 0x0, 10, 0, 1, "enable_o is 0, expected 0x1"},
        {0, 0, 0x1, 11, 0, 1, "values_o bits 31..0 is 0xb, expected 0xa"},
        {0, 0, 0x1, 10, 0, 2, "values_o bits 159..128 is 0x2, expected 0x1"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        vector *v = vector_new(SMALL);
        comes(v, GROUP);
        cycle(v);
        complains(beat(v, wrong[i].number, wrong[i].last, wrong[i].enable, wrong[i].a, wrong[i].up, wrong[i].b), wrong[i].of);
        checker_free(v->c);
    }
}

static void what_comes_late_twice_or_too_early(void **state)
{
    (void)state;
    vector *v = vector_new(SMALL);
    complains(beat(v, 0, 0, 0, 0, 0, 0), "an answer came, but every question has been answered");
    reset(v);
    complains(result(v), "a result is taken, but no beat has been");
    reset(v);
    comes(v, FULL);
    for (int n = 0; n < 4; n++)
        cycle(v);
    complains(ends(v, 0), "no answer within 4 cycles"); /* two slots of two beats */
    computed(v, FULL);
    accepts(leaves(v, written[FULL]));
    complains(leaves(v, written[FULL]), "an answer came, but every question has been answered");
    computed(v, FULL);
    for (int n = 0; n < 9; n++)
        accepts(ends(v, 1u << WRITE)); /* held */
    cycle(v);
    complains(ends(v, 0), "write of instruction ");
    reset(v);
    comes(v, FULL);
    cycle(v);
    accepts(beat(v, 0, 0, 1, 5, 0, 7));
    complains(leaves(v, written[FULL]), "an answer came, but every question has been answered");
    checker_free(v->c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_scalar_instructions),          cmocka_unit_test(shortened_ones_have_fewer_beats),
        cmocka_unit_test(each_field_of_a_write_counts),       cmocka_unit_test(each_field_of_a_beat_counts),
        cmocka_unit_test(what_comes_late_twice_or_too_early),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
