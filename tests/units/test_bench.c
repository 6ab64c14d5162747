/* SPDX-License-Identifier: Apache-2.0
 *
 * test_bench.c - the bench drives every stream of a unit with several: each at its own pace, and valid data stay until they are taken. The unit's
 * environment sees what moves. The activity of inputs is that of a trace. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/file.h"
#include "../../base/random.h"
#include "../../base/scratch.h"
#include "../../sim/activity.h"
#include "../../sim/bench.h"
#include "../../sim/cosim.h"
#include "../../sim/environment.h"

/* A unit whose readies and valids are random. Its state is a generator. */
enum { WIDE, PLAIN, NARROW, FIRST_OUT, SECOND_OUT, TOLD, STREAMS, INPUTS = FIRST_OUT };

static const wf_param params[] = {{NULL, NULL, WF_PARAM_INT, NULL, 0, NULL}};

static wf_status streams(const wf_config *c, wf_streams *s, const char **why)
{
    (void)c, (void)why;
    *s = (wf_streams){
        STREAMS,
        {
            [WIDE] = {.name = "wide", .ready = true, .count = 2, .field = {{"x", 40}, {"y", 7}}},
            [PLAIN] = {.name = "plain", .count = 1, .field = {{"x", 5}}},
            [NARROW] = {.name = "narrow", .ready = true, .count = 1, .field = {{"x", 3}}},
            [FIRST_OUT] = {.name = "first", .output = true, .ready = true, .count = 1, .field = {{"x", 9}}},
            [SECOND_OUT] = {.name = "second", .output = true, .ready = true, .count = 1, .field = {{"x", 33}}},
            [TOLD] = {.name = "told", .output = true, .count = 1, .field = {{"x", 1}}},
        },
    };
    return WF_OK;
}

static size_t state_size(const wf_config *c)
{
    (void)c;
    return sizeof(rng);
}
static void reset(const wf_config *c, void *state)
{
    (void)c;
    ((rng *)state)->state = 1;
}
static void outputs(const wf_config *c, const void *state, uint32_t *out, uint32_t *care)
{
    rng now = *(const rng *)state;
    (void)c;
    for (int i = 0; i < 9; i++) { /* two readies, and the three outputs with their fields */
        out[i] = rng_word(&now) & 1;
        care[i] = 1;
    }
}
static void clock_edge(const wf_config *c, void *state, const uint32_t *in)
{
    (void)c, (void)in;
    rng_next(state);
}
static const wf_stepped stepped = {state_size, reset, outputs, clock_edge, NULL};
static const wf_unit unit = {.name = "several", .title = "a unit of this test", .params = params, .streams = streams, .stepped = &stepped};

typedef struct {
    design d;
    stimuli *stimuli;
    bench *bench;
    const bench_module *module;
    const bench_cycle *io;
} driven;

static driven *driven_in(const wf_unit *u, uint64_t seed)
{
    driven *v = zalloc(sizeof *v);
    design_init(&v->d, u, 8);
    design_check(&v->d);
    v->stimuli = stimuli_new(&v->d, seed, NULL, 0);
    v->bench = bench_new(&v->d, BENCH_UNIT, v->stimuli, seed);
    v->module = &bench_layout_in(v->bench)->module[0];
    return v;
}

static driven *driven_new(uint64_t seed)
{
    return driven_in(&unit, seed);
}

static void driven_free(driven *v)
{
    bench_free(v->bench);
    stimuli_free(v->stimuli);
}

/* What the bench drives at a stream: valid of an input, ready of an output; 1 of an output that has none. */
static bool driven_at(const driven *v, int s)
{
    return v->module->in[s] < 0 || (v->io->in[v->module->in[s]] & 1);
}
/* ready of an input */
static bool ready_at(const driven *v, int s)
{
    return v->module->out[s] < 0 || (v->io->want[v->module->out[s]] & 1);
}

static void data_stay_while_valid_and_not_ready(void **state)
{
    (void)state;
    driven *v = driven_new(1);
    uint32_t before[16] = {0};
    bool waits[INPUTS] = {false};
    unsigned waited[INPUTS] = {0}, moved[INPUTS] = {0};
    for (int n = 0; n < 20000; n++) {
        v->io = bench_next(v->bench);
        for (int s = 0; s < INPUTS; s++) {
            int words = 1 + field_words(&v->module->streams.stream[s]);
            const uint32_t *in = v->io->in + v->module->in[s];
            if (waits[s] && !v->io->reset)
                assert_memory_equal(in, before + v->module->in[s], sizeof *in * (size_t)words);
            if (v->io->reset)
                assert_false(driven_at(v, s));
            waits[s] = driven_at(v, s) && !ready_at(v, s);
            waited[s] += waits[s];
            moved[s] += driven_at(v, s) && ready_at(v, s);
        }
        memcpy(before, v->io->in, sizeof *before * (size_t)v->module->in_words);
    }
    for (int s = 0; s < INPUTS; s++) {
        assert_true(s == PLAIN ? waited[s] == 0 : waited[s] > 1000);
        assert_true(moved[s] > 1000);
    }
    driven_free(v);
}

static void fields_have_no_bits_above_their_width(void **state)
{
    (void)state;
    driven *v = driven_new(2);
    uint32_t seen[INPUTS] = {0};
    for (int n = 0; n < 5000; n++) {
        v->io = bench_next(v->bench);
        for (int s = 0; s < INPUTS; s++) {
            const wf_stream *w = &v->module->streams.stream[s];
            const uint32_t *field = v->io->in + v->module->in[s] + 1;
            for (int f = 0; driven_at(v, s) && f < w->count; field += (w->field[f++].bits + 31) / 32) {
                uint32_t top = field[(w->field[f].bits - 1) / 32];
                assert_int_equal((uint64_t)top >> ((w->field[f].bits - 1) % 32 + 1), 0);
                seen[s] |= top;
            }
        }
    }
    assert_int_equal(seen[NARROW], 7);
    assert_int_equal(seen[PLAIN], 31);
    driven_free(v);
}

/* The bits of a word of the record at a stream that mean nothing in this cycle. */
static uint32_t idle_at(const driven *v, int s, int word)
{
    return v->io->idle[v->module->in[s] + word];
}

static void every_field_of_an_idle_input_may_be_anything(void **state)
{
    (void)state;
    driven *v = driven_new(7);
    unsigned seen[INPUTS][2] = {0};
    for (int n = 0; n < 5000; n++) {
        v->io = bench_next(v->bench);
        for (int s = 0; s < INPUTS; s++) {
            bool valid = driven_at(v, s);
            seen[s][valid]++;
            assert_int_equal(idle_at(v, s, 0), 0);
            for (int i = 1; i <= field_words(&v->module->streams.stream[s]); i++)
                assert_int_equal(idle_at(v, s, i), valid ? 0 : UINT32_MAX);
        }
    }
    for (int s = 0; s < INPUTS; s++)
        assert_true(seen[s][0] > 400 && seen[s][1] > 400);
    driven_free(v);
}

/* The mask is that of the block of the next cycle: whether its input is idle in this one says nothing of it. */
static void a_field_that_comes_early_is_idle_early(void **state)
{
    (void)state;
    enum { MASK = 3 }; /* behind valid, user and raw_only */
    driven v = {.d = {.unit = NULL}};
    design_init(&v.d, wf_find_unit("warpbdi"), 4);
    v.d.early_mask = 1;
    design_check(&v.d);
    v.stimuli = stimuli_new(&v.d, 8, NULL, 0);
    v.bench = bench_new(&v.d, BENCH_UNIT, v.stimuli, 8);
    v.module = &bench_layout_in(v.bench)->module[0];
    unsigned seen[2][2] = {{0}};
    bool known = false;
    for (int n = 0; n < 5000; n++) {
        v.io = bench_next(v.bench);
        bool valid = driven_at(&v, 0);
        assert_int_equal(idle_at(&v, 0, MASK + 1), valid ? 0 : UINT32_MAX);
        if (!v.io->reset) {
            assert_true(known || !valid);
            seen[known][valid]++;
        }
        known = idle_at(&v, 0, MASK) == 0;
    }
    assert_true(seen[1][1] > 400 && seen[0][0] > 400);
    driven_free(&v);
}

/* Of every two streams each moves for a while in which the other does not; and in single cycles all four cases occur. */
static void each_stream_has_a_pace_of_its_own(void **state)
{
    (void)state;
    enum { A_WHILE = 16 };
    driven *v = driven_new(3);
    unsigned seen[STREAMS][STREAMS][4] = {0}, alone[STREAMS][STREAMS] = {0}, best[STREAMS][STREAMS] = {0};
    for (int n = 0; n < 40000; n++) {
        v->io = bench_next(v->bench);
        for (int a = 0; a < STREAMS; a++)
            for (int c = 0; c < STREAMS; c++) {
                seen[a][c][2 * driven_at(v, a) + driven_at(v, c)]++;
                if (driven_at(v, c) || v->io->reset)
                    alone[a][c] = 0;
                else
                    alone[a][c] += driven_at(v, a);
                best[a][c] = alone[a][c] > best[a][c] ? alone[a][c] : best[a][c];
            }
    }
    for (int a = 0; a < TOLD; a++)
        for (int c = 0; c < TOLD; c++)
            if (a != c) {
                for (int k = 0; k < 4; k++)
                    assert_true(seen[a][c][k] > 400);
                assert_true(best[a][c] >= A_WHILE);
            }
    driven_free(v);
}

static void resets_come_in_mid_stream_and_then_not_for_long(void **state)
{
    (void)state;
    driven *v = driven_new(4);
    unsigned long long last = 0, longest = 0, least = bench_cycles(v->bench), before = 0;
    for (unsigned long long n = 0; n < least + 60000; n++) {
        v->io = bench_next(v->bench);
        if (v->io->reset)
            last = n;
        longest = n - last > longest ? n - last : longest;
        if (n == least) {
            before = bench_resets(v->bench);
            assert_true(longest >= 1 << 18);
        }
    }
    assert_true(before > 5 && bench_resets(v->bench) > before + 5);
    assert_int_equal(bench_longest(v->bench), longest);
    driven_free(v);
}

/* An environment of this test. It notes what it is told, and answers each transaction at `first` with one at `narrow`. */
typedef struct {
    unsigned seen[STREAMS], owed, answered, resets;
    bool fills;
    uint32_t last[STREAMS]; /* the first word of the last transaction */
} watcher;
static watcher *now_open;

static void *watcher_open(const design *d, stimuli *values)
{
    (void)d, (void)values;
    return now_open = zalloc(sizeof *now_open);
}
static void watcher_reset(void *env)
{
    watcher *w = env;
    w->owed = 0;
    w->resets++;
}
static void watcher_saw(void *env, int stream, const uint32_t *fields)
{
    watcher *w = env;
    w->seen[stream]++;
    w->last[stream] = fields[0];
    w->owed += stream == FIRST_OUT;
}
static void watcher_fill(void *env, bool fill)
{
    ((watcher *)env)->fills = fill;
}
static bool watcher_next(void *env, int stream, uint32_t *fields, rng *random)
{
    watcher *w = env;
    assert_in_range(stream, 0, INPUTS - 1);
    if (stream != NARROW) {
        memset(fields, 0, stream == WIDE ? 3 * sizeof *fields : sizeof *fields);
        fields[0] = rng_below(random, 32);
        return true;
    }
    if (w->owed == 0)
        return false;
    w->owed--;
    w->answered++;
    fields[0] = 5;
    return true;
}

/* The unit of this test under the name of one that has no environment and no specification of its own. */
const environment environment_warpbdi = {
    .open = watcher_open, .close = arena_free, .reset = watcher_reset, .fill = watcher_fill, .saw = watcher_saw, .next = watcher_next};

/* All outputs at once, after the environment was asked to fill the unit; and each by itself while the other moves. All of it in less than a sixth of
 * 400,000 cycles, without a reset in between. */
static void outputs_are_held_for_long_early(void **state)
{
    (void)state;
    enum { LONG = 500 };
    wf_unit watched = unit;
    watched.name = "warpbdi";
    driven *v = driven_in(&watched, 6);
    int held[STREAMS] = {0}, filled = 0, all = 0, alone[STREAMS] = {0};
    for (int n = 0; n < 65000; n++) {
        v->io = bench_next(v->bench);
        filled = now_open->fills ? filled + 1 : 0;
        for (int s = FIRST_OUT; s <= SECOND_OUT; s++)
            held[s] = driven_at(v, s) || v->io->reset ? 0 : held[s] + 1;
        all += held[FIRST_OUT] >= LONG && held[SECOND_OUT] >= LONG && filled > LONG + 32;
        alone[FIRST_OUT] += held[FIRST_OUT] >= LONG && driven_at(v, SECOND_OUT);
        alone[SECOND_OUT] += held[SECOND_OUT] >= LONG && driven_at(v, FIRST_OUT);
    }
    assert_true(all >= 4 && alone[FIRST_OUT] >= 4 && alone[SECOND_OUT] >= 4);
    driven_free(v);
}

static void an_environment_sees_what_moves_and_answers_it(void **state)
{
    (void)state;
    wf_unit watched = unit;
    watched.name = "warpbdi";
    driven *v = driven_in(&watched, 5);
    const wf_streams *s = &v->module->streams;
    unsigned moved[STREAMS] = {0}, resets = 0, asked = 0;
    for (int n = 0; n < 20000; n++) {
        v->io = bench_next(v->bench);
        resets += v->io->reset;
        assert_true(now_open->answered <= asked); /* in an earlier cycle */
        for (int k = 0; k < s->count && !v->io->reset; k++) {
            const uint32_t *record = s->stream[k].output ? v->io->want + v->module->out[k] : v->io->in + v->module->in[k];
            if (!(record[0] & 1) || !(s->stream[k].output ? driven_at(v, k) : ready_at(v, k)))
                continue;
            moved[k]++;
            assert_int_equal(now_open->last[k], record[1]);
            asked += k == FIRST_OUT;
        }
        for (int k = 0; k < s->count; k++)
            assert_int_equal(now_open->seen[k], moved[k]);
        assert_int_equal(now_open->resets, resets);
    }
    assert_true(moved[NARROW] > 1000 && moved[NARROW] <= now_open->answered && now_open->answered <= moved[FIRST_OUT] && resets > 2);
    driven_free(v);
}

static void an_input_toggles_as_often_as_the_trace_says(void **state)
{
    (void)state;
    static const char trace[] = "# warptrace-text 1\n# lanes 4\nw 0 0 10 alu x5 f 1 1 1 1\nw 0 0 14 alu x5 f 0 1 0 1\n";
    char *dir = scratch_dir(), *path = path_join(dir, "two.wtx"), *counted = path_join(dir, "activity_enc.txt");
    file_write(path, trace, sizeof trace - 1);
    design d;
    design_init(&d, wf_find_unit("warpbdi"), 4);
    design_check(&d);
    activity_write(&d, dir, &path, 1);
    const char *said = file_read(counted, NULL);
    assert_non_null(strstr(said, "block_i 0 1.0000 0.5000\n"));
    assert_non_null(strstr(said, "block_i 1 0.0000 0.0000\n"));
    assert_non_null(strstr(said, "block_i 32 0.0000 1.0000\n"));
    assert_non_null(strstr(said, "mask_i 3 0.0000 1.0000\n"));
    assert_non_null(strstr(said, "raw_only_i 0 0.0000 0.0000\n"));
    assert_non_null(strstr(said, "valid_i 0 0.0000 1.0000\n"));
}

/* --vectors is of the fastest simulator that runs: the others take a share of it, as their defaults are. */
static void slower_simulators_take_their_share_of_the_vectors(void **state)
{
    (void)state;
    static const struct {
        unsigned long long asked;
        bool run[SIMS];
        unsigned long long expected[SIMS];
    } cases[] = {
        {0, {true, true, true}, {200000, 2000, 20}},
        {0, {false, true, false}, {0, 2000, 0}},
        {20000, {true, true, true}, {20000, 200, 20}},
        {100000, {true, true, false}, {100000, 1000, 0}},
        {1000000000, {true, true, true}, {1000000000, 2000, 20}}, /* a long run is long in one simulator */
        {300, {true, true, true}, {300, 20, 20}},
        {7, {true, true, true}, {7, 7, 7}},
        {20000, {false, true, false}, {0, 20000, 0}}, /* asked for by itself it takes all */
        {500, {false, true, true}, {0, 500, 20}},
        {900, {false, false, true}, {0, 0, 900}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cosim_options o = {.vectors = cases[i].asked};
        memcpy(o.run, cases[i].run, sizeof o.run);
        for (int sim = 0; sim < SIMS; sim++)
            if (o.run[sim])
                assert_int_equal(cosim_vectors(&o, sim), cases[i].expected[sim]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(data_stay_while_valid_and_not_ready),
        cmocka_unit_test(fields_have_no_bits_above_their_width),
        cmocka_unit_test(every_field_of_an_idle_input_may_be_anything),
        cmocka_unit_test(a_field_that_comes_early_is_idle_early),
        cmocka_unit_test(each_stream_has_a_pace_of_its_own),
        cmocka_unit_test(resets_come_in_mid_stream_and_then_not_for_long),
        cmocka_unit_test(outputs_are_held_for_long_early),
        cmocka_unit_test(an_environment_sees_what_moves_and_answers_it),
        cmocka_unit_test(an_input_toggles_as_often_as_the_trace_says),
        cmocka_unit_test(slower_simulators_take_their_share_of_the_vectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
