/* SPDX-License-Identifier: Apache-2.0
 *
 * The system gslanes: the examples of docs/gslanes.md cycle by cycle, bounds, and random traffic against a plain vector of lanes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../cmodel/warpfold.h"
#include "machine.h"

enum { MAX_LANES = 32, SOURCES = 2 };
extern const wf_unit wf_unit_gslanes, wf_unit_bytewise;

/* ---- Instructions and their operands ---- */

typedef struct {
    uint32_t mask, used, memory, user, operand[SOURCES][MAX_LANES], stored[SOURCES]; /* stored: the mask under which it was written */
} instruction;

static machine gslanes_new(int lanes, int width, int groups, int entries, bool shorten)
{
    wf_config c = wf_default_config(&wf_unit_gslanes, lanes);
    *unit_param(&wf_unit_gslanes, &c, "width") = width, *unit_param(&wf_unit_gslanes, &c, "groups") = groups;
    *unit_param(&wf_unit_gslanes, &c, "sources") = SOURCES, *unit_param(&wf_unit_gslanes, &c, "entries") = entries;
    *unit_param(&wf_unit_gslanes, &c, "shorten") = shorten, *unit_param(&wf_unit_gslanes, &c, "user") = 8;
    machine m = machine_new(&wf_unit_gslanes, c);
    *machine_ready(&m, "beat") = *machine_ready(&m, "write") = 1;
    return m;
}

/* The next cycle. Lanes that do not work do not count, so machine_step does not fit. */
static void step(machine *m)
{
    m->unit->stepped->clock(&m->c, m->state, m->in);
    m->unit->stepped->outputs(&m->c, m->state, m->out, m->care);
}

static void tag_of(const machine *m, const uint32_t *values, uint32_t mask, wf_code *code)
{
    wf_config own = wf_default_config(&wf_unit_bytewise, m->c.lanes);
    *unit_param(&wf_unit_bytewise, &own, "groups") = *unit_param(&wf_unit_gslanes, (wf_config *)&m->c, "groups");
    wf_encode(wf_unit_bytewise.codec, &own, &(wf_input){.block = values, .mask = &mask}, code);
}

static void copy_bits(uint32_t *v, int at, const uint32_t *from, int bits)
{
    for (int i = 0; i < bits; i++)
        v[(at + i) / 32] = (v[(at + i) / 32] & ~(1u << (at + i) % 32)) | (from[i / 32] >> i % 32 & 1) << (at + i) % 32;
}

static void put(machine *m, const instruction *x)
{
    int lanes = m->c.lanes, tag_bits = m->s.stream[machine_stream(m, "write")].field[4].bits;
    *machine_valid(m, "instruction") = 1;
    *machine_field(m, "instruction", "mask") = x->mask;
    *machine_field(m, "instruction", "used") = x->used;
    *machine_field(m, "instruction", "memory") = x->memory;
    *machine_field(m, "instruction", "user") = x->user;
    for (int s = 0; s < SOURCES; s++) {
        wf_code code;
        tag_of(m, x->operand[s], x->stored[s], &code);
        copy_bits(machine_field(m, "instruction", "tag"), s * tag_bits, code.tag, tag_bits);
        memcpy(machine_field(m, "instruction", "values") + s * lanes, x->operand[s], (size_t)lanes * sizeof(uint32_t));
    }
}

/* ---- Lanes that add, and answer some cycles after the beat ---- */

enum { MOST_BEATS = 64 };

typedef struct {
    int count, delay;
    struct {
        uint32_t values[MAX_LANES];
        int due;
    } at[MOST_BEATS];
} adders;

/* What the lanes take in this cycle, and give. Lanes that do not work give what must not count. */
static void lanes_add(machine *m, adders *a)
{
    int width = *unit_param(&wf_unit_gslanes, &m->c, "width");
    if (*machine_valid(m, "beat") && *machine_ready(m, "beat")) {
        assert_true(a->count < MOST_BEATS);
        const uint32_t *values = machine_field(m, "beat", "values");
        for (int i = 0; i < width; i++) {
            bool works = *machine_field(m, "beat", "enable") >> i & 1;
            a->at[a->count].values[i] = works ? values[i] + values[width + i] : 0xdead0000u + (uint32_t)i;
        }
        a->at[a->count++].due = a->delay;
    }
    bool due = a->count && a->at[0].due <= 0;
    *machine_valid(m, "result") = due;
    if (due) {
        memcpy(machine_field(m, "result", "values"), a->at[0].values, (size_t)width * sizeof(uint32_t));
        if (*machine_ready(m, "result"))
            memmove(a->at, a->at + 1, (size_t)--a->count * sizeof *a->at);
    }
    for (int i = 0; i < a->count; i++)
        a->at[i].due--;
}

/* ---- Worked by hand: the tables of the page ---- */

static const instruction full = {0xff, 3, 0, 'A', {{5, 5, 5, 5, 5, 5, 5, 5}, {7, 7, 7, 7, 7, 7, 7, 7}}, {0xff, 0xff}},
                         half = {0xff, 3, 0, 'B', {{10, 10, 10, 10, 20, 21, 22, 23}, {1, 1, 1, 1, 1, 1, 1, 1}}, {0xff, 0xff}},
                         divergent = {0xe0, 3, 0, 'C', {{1, 2, 3, 4, 5, 30, 30, 30}, {2, 2, 2, 2, 2, 2, 2, 2}}, {0xe0, 0xff}};

typedef struct {
    const instruction *in;
    bool taken;
    char beat; /* of which instruction; 0: none */
    uint32_t number, enable, last;
    char write;
} line;

static void write_is(machine *m, const instruction *x, uint32_t known)
{
    wf_code code;
    uint32_t result[MAX_LANES] = {0};
    int lanes = m->c.lanes, groups = *unit_param(&wf_unit_gslanes, (wf_config *)&m->c, "groups");
    assert_int_equal(*machine_field(m, "write", "user"), x->user);
    assert_int_equal(*machine_field(m, "write", "mask"), x->mask);
    assert_int_equal(*machine_field(m, "write", "memory"), x->memory);
    assert_int_equal(*machine_field(m, "write", "known"), known);
    for (int i = 0; i < lanes; i++) {
        result[i] = x->operand[0][i] + x->operand[1][i];
        if (x->mask >> i & 1)
            assert_int_equal(machine_field(m, "write", "values")[i], result[i]);
    }
    tag_of(m, result, x->mask, &code);
    const uint32_t *tag = machine_field(m, "write", "tag");
    for (int g = 0; g < groups; g++)
        assert_int_equal(tag[0] >> 4 * g & 15, known >> g & 1 ? code.tag[0] >> 4 * g & 15 : 0);
    if (known == (1u << groups) - 1)
        assert_memory_equal(tag, code.tag, sizeof *tag * (size_t)words_for(m->s.stream[machine_stream(m, "write")].field[4].bits));
}

static void follow(const line *lines, size_t count, bool shorten, const uint32_t *counts)
{
    static const struct {
        const instruction *x;
        uint32_t known;
    } written[] = {{&full, 3}, {&half, 1}, {&divergent, 3}};
    machine m = gslanes_new(8, 4, 2, 4, shorten);
    adders a = {.delay = 1};
    for (const line *l = lines; l < lines + count; l++) {
        *machine_valid(&m, "instruction") = 0;
        if (l->in) {
            put(&m, l->in);
            assert_int_equal(*machine_ready(&m, "instruction"), l->taken);
        }
        assert_int_equal(*machine_valid(&m, "beat"), l->beat != 0);
        if (l->beat) {
            assert_int_equal(*machine_field(&m, "beat", "user"), l->beat);
            assert_int_equal(*machine_field(&m, "beat", "number"), l->number);
            assert_int_equal(*machine_field(&m, "beat", "enable"), l->enable);
            assert_int_equal(*machine_field(&m, "beat", "last"), l->last);
        }
        assert_int_equal(*machine_valid(&m, "write"), l->write != 0);
        if (l->write)
            write_is(&m, written[l->write - 'A'].x, written[l->write - 'A'].known);
        lanes_add(&m, &a);
        step(&m);
    }
    step(&m);
    step(&m);
    static const char *const names[] = {"instructions", "full", "group", "divergent", "beats", "lanes"};
    for (int i = 0; i < 6; i++)
        assert_int_equal(*machine_field(&m, "state", names[i]), counts[i]);
    machine_free(&m);
}

static void three_scalar_instructions(void **state)
{
    (void)state;
    static const line lines[] = {
        {&full, true, 0, 0, 0, 0, 0},        {&half, true, 'A', 0, 1, 0, 0},    {&divergent, false, 'A', 1, 0, 1, 0},
        {&divergent, true, 'B', 0, 1, 0, 0}, {NULL, false, 'B', 1, 15, 1, 'A'}, {NULL, false, 'C', 0, 0, 0, 0},
        {NULL, false, 'C', 1, 2, 1, 'B'},    {NULL, false, 0, 0, 0, 0, 0},      {NULL, false, 0, 0, 0, 0, 'C'},
    };
    follow(lines, sizeof lines / sizeof *lines, false, (uint32_t[]){3, 1, 1, 1, 6, 7});
}

static void three_that_are_shortened(void **state)
{
    (void)state;
    static const line lines[] = {
        {&full, true, 0, 0, 0, 0, 0},      {&half, true, 'A', 0, 1, 1, 0}, {&divergent, true, 'B', 0, 1, 0, 0},
        {NULL, false, 'B', 1, 15, 1, 'A'}, {NULL, false, 'C', 1, 2, 1, 0}, {NULL, false, 0, 0, 0, 0, 'B'},
        {NULL, false, 0, 0, 0, 0, 'C'},
    };
    follow(lines, sizeof lines / sizeof *lines, true, (uint32_t[]){3, 1, 1, 1, 4, 7});
}

/* Instructions of one beat, whose results come in the cycle of the beat: one in every cycle. */
static void full_rate(void **state)
{
    (void)state;
    machine m = gslanes_new(8, 8, 1, 3, false);
    adders a = {.delay = 0};
    for (uint32_t n = 0; n < 100; n++) {
        instruction x = half;
        x.user = n;
        put(&m, &x);
        assert_true(*machine_ready(&m, "instruction"));
        assert_int_equal(*machine_valid(&m, "write"), n >= 2);
        if (n >= 2) {
            x.user = n - 2;
            write_is(&m, &x, 0);
        }
        lanes_add(&m, &a);
        step(&m);
    }
    machine_free(&m);
}

/* A load's address is computed by one lane, and nothing is known of its tag. An operand that is not used does not count. */
static void a_load_and_an_unused_operand(void **state)
{
    (void)state;
    machine m = gslanes_new(8, 8, 1, 2, false);
    adders a = {.delay = 0};
    for (int n = 0; n < 2; n++) {
        instruction x = full;
        x.memory = n == 0;
        x.used = n == 0 ? 3 : 1;
        for (int i = 0; i < 8 && n == 1; i++)
            x.operand[1][i] = 0;
        x.stored[1] = n == 0 ? 0xff : 0x0f;
        put(&m, &x);
        step(&m);
        *machine_valid(&m, "instruction") = 0;
        assert_int_equal(*machine_field(&m, "beat", "enable"), 1);
        lanes_add(&m, &a);
        step(&m);
        *machine_valid(&m, "result") = 0;
        write_is(&m, &x, n == 1);
        step(&m);
    }
    machine_free(&m);
}

/* ---- Random traffic against a plain vector of lanes ---- */

static instruction some_instruction(rng *r, int lanes, int groups)
{
    uint32_t all = lanes < 32 ? (1u << lanes) - 1 : ~0u;
    instruction x = {
        .mask = rng_below(r, 2) ? all : rng_word(r) & all, .used = 3, .user = rng_below(r, 256), .memory = rng_below(r, 4) == 0};
    for (int s = 0; s < SOURCES; s++) {
        uint32_t how = rng_below(r, 4), base = rng_word(r);
        x.stored[s] = rng_below(r, 2) ? all : rng_below(r, 4) ? x.mask : rng_word(r) & all;
        for (int i = 0; i < lanes; i++)
            x.operand[s][i] = how == 0 ? rng_word(r) : how == 1 ? base + (uint32_t)(i / (lanes / groups)) : base;
        for (int i = 0; i < lanes && how == 3; i++) /* one value, but not everywhere */
            if (!(x.stored[s] >> i & 1))
                x.operand[s][i] = rng_word(r);
    }
    return x;
}

static void run_traffic(int lanes, int width, int groups, bool shorten, uint64_t seed)
{
    enum { MOST = 600, KEPT = 32 };
    machine m = gslanes_new(lanes, width, groups, 1 + (int)seed % 9, shorten);
    rng r = {seed};
    adders a = {.delay = (int)seed % 5};
    instruction under_way[KEPT], next = some_instruction(&r, lanes, groups);
    int taken = 0, left = 0, known_any = 0;
    for (int n = 0; left < MOST; n++) {
        assert_true(n < 100 * MOST);
        *machine_valid(&m, "instruction") = 0;
        if (taken < MOST && rng_below(&r, 8) >= (uint32_t)n / 64 % 4)
            put(&m, &next);
        *machine_ready(&m, "beat") = rng_below(&r, 8) >= (uint32_t)n / 128 % 6;
        *machine_ready(&m, "write") = rng_below(&r, 8) >= (uint32_t)n / 256 % 6;
        if (*machine_valid(&m, "write") && *machine_ready(&m, "write")) {
            uint32_t known = *machine_field(&m, "write", "known");
            known_any += known != 0;
            write_is(&m, &under_way[left++ % KEPT], known);
        }
        if (*machine_valid(&m, "instruction") && *machine_ready(&m, "instruction")) {
            under_way[taken++ % KEPT] = next;
            next = some_instruction(&r, lanes, groups);
        }
        lanes_add(&m, &a);
        step(&m);
    }
    assert_true(known_any > MOST / 16);
    machine_free(&m);
}

static void each_result_is_that_of_the_vector(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 9; seed++) {
        run_traffic(8, 4, 2, seed % 2, seed);
        run_traffic(32, 16, 1, seed % 2, seed);
        run_traffic(32, 4, 4, seed % 2, seed);
        run_traffic(4, 4, 1, seed % 2, seed);
    }
}

static void configurations_that_are_refused(void **state)
{
    (void)state;
    char why[WF_WHY];
    wf_config c = wf_default_config(&wf_unit_gslanes, 8);
    assert_int_equal(*unit_param(&wf_unit_gslanes, &c, "width"), 8);
    *unit_param(&wf_unit_gslanes, &c, "width") = 16;
    assert_true(wf_config_error(&wf_unit_gslanes, &c, why));
    assert_string_equal(why, "width must be at most the lanes of the warp");
    c = wf_default_config(&wf_unit_gslanes, 128);
    assert_int_equal(*unit_param(&wf_unit_gslanes, &c, "width"), 16);
    *unit_param(&wf_unit_gslanes, &c, "width") = 2;
    assert_true(wf_config_error(&wf_unit_gslanes, &c, why));
    assert_string_equal(why, "a warp must not take more than 32 beats: lanes / width");
    c = wf_default_config(&wf_unit_gslanes, 4);
    *unit_param(&wf_unit_gslanes, &c, "groups") = 8;
    assert_true(wf_config_error(&wf_unit_gslanes, &c, why));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_scalar_instructions),
        cmocka_unit_test(three_that_are_shortened),
        cmocka_unit_test(full_rate),
        cmocka_unit_test(a_load_and_an_unused_operand),
        cmocka_unit_test(each_result_is_that_of_the_vector),
        cmocka_unit_test(configurations_that_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
