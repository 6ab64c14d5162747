/* SPDX-License-Identifier: Apache-2.0
 *
 * The block merge: the examples of docs/merge.md cycle by cycle; random traffic against an array of registers that takes the packets one by
 * one; and merge in front of the register file wcrf. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../cmodel/warpfold.h"
#include "machine.h"

enum { MAX_LANES = 16 };
extern const wf_unit wf_unit_merge, wf_unit_wcrf;

/* ---- Packets and writes ---- */

typedef struct {
    uint32_t warp, dest, mask, values[MAX_LANES], user;
    bool last;
} packet;

static machine merge_new(int lanes, int warps, int registers, int entries, int user)
{
    wf_config c = wf_default_config(&wf_unit_merge, lanes);
    *unit_param(&wf_unit_merge, &c, "warps") = warps, *unit_param(&wf_unit_merge, &c, "registers") = registers;
    *unit_param(&wf_unit_merge, &c, "entries") = entries, *unit_param(&wf_unit_merge, &c, "user") = user;
    machine m = machine_new(&wf_unit_merge, c);
    *machine_ready(&m, "write") = 1;
    return m;
}

static void put_packet(machine *m, const packet *p)
{
    *machine_valid(m, "packet") = 1;
    *machine_field(m, "packet", "warp") = p->warp;
    *machine_field(m, "packet", "dest") = p->dest;
    *machine_field(m, "packet", "mask") = p->mask;
    memcpy(machine_field(m, "packet", "values"), p->values, (size_t)m->c.lanes * sizeof *p->values);
    *machine_field(m, "packet", "last") = p->last;
    *machine_field(m, "packet", "user") = p->user;
}

static void write_is(const machine *m, const packet *w)
{
    assert_true(*machine_valid(m, "write"));
    assert_int_equal(*machine_field(m, "write", "warp"), w->warp);
    assert_int_equal(*machine_field(m, "write", "dest"), w->dest);
    assert_int_equal(*machine_field(m, "write", "mask"), w->mask);
    assert_memory_equal(machine_field(m, "write", "values"), w->values, (size_t)m->c.lanes * sizeof *w->values);
    assert_int_equal(*machine_field(m, "write", "user"), w->user);
}

static void counts_are(const machine *m, uint32_t packets, uint32_t writes, uint32_t evictions)
{
    assert_true(*machine_valid(m, "state"));
    assert_int_equal(*machine_field(m, "state", "packets"), packets);
    assert_int_equal(*machine_field(m, "state", "writes"), writes);
    assert_int_equal(*machine_field(m, "state", "evictions"), evictions);
}

/* ---- Worked by hand: the tables of the page, a line a cycle ---- */

enum { NONE, SOME, WAITS }; /* a packet: none, one that is taken, one that is not; a write: none, one that is taken, one that is not */

typedef struct {
    int comes;
    packet in;
    int leaves;
    packet out;
    uint32_t evictions;
} line;

/* All of it with 4 lanes, 2 entries, 4 warps of 4 registers; after the last line. */
static machine follow(const line *lines, size_t count)
{
    machine m = merge_new(4, 4, 4, 2, 8);
    for (const line *l = lines; l < lines + count; l++) {
        *machine_valid(&m, "packet") = 0;
        if (l->comes != NONE) {
            put_packet(&m, &l->in);
            assert_int_equal(*machine_ready(&m, "packet"), l->comes == SOME);
        }
        assert_int_equal(*machine_valid(&m, "write"), l->leaves != NONE);
        if (l->leaves != NONE)
            write_is(&m, &l->out);
        *machine_ready(&m, "write") = l->leaves == SOME;
        assert_int_equal(*machine_field(&m, "state", "evictions"), l->evictions);
        machine_step(&m);
    }
    return m;
}

static void two_results_interleaved(void **state)
{
    (void)state;
    static const line lines[] = {
        {SOME, {0, 1, 3, {10, 11}, 1, false}, NONE, {0}, 0},
        {SOME, {0, 2, 3, {20, 21}, 2, false}, NONE, {0}, 0},
        {SOME, {0, 1, 12, {0, 0, 12, 13}, 3, true}, NONE, {0}, 0},
        {SOME, {0, 2, 8, {9, 9, 9, 23}, 4, true}, SOME, {0, 1, 15, {10, 11, 12, 13}, 3, false}, 0},
        {NONE, {0}, SOME, {0, 2, 11, {20, 21, 0, 23}, 4, false}, 0},
    };
    machine m = follow(lines, sizeof lines / sizeof *lines);
    counts_are(&m, 4, 2, 0);
    machine_free(&m);
}

static void a_lane_that_comes_twice(void **state)
{
    (void)state;
    static const line lines[] = {
        {SOME, {0, 1, 7, {10, 11, 12}, 1, false}, NONE, {0}, 0},
        {SOME, {0, 1, 10, {30, 31, 32, 33}, 2, false}, NONE, {0}, 0},
        {SOME, {0, 1, 0, {5, 5, 5, 5}, 3, true}, NONE, {0}, 0},
        {SOME, {0, 1, 1, {40}, 4, true}, SOME, {0, 1, 15, {10, 31, 12, 33}, 3, false}, 0},
        {SOME, {0, 1, 0, {0}, 5, true}, SOME, {0, 1, 1, {40}, 4, false}, 0},
        {NONE, {0}, SOME, {0, 1, 0, {0}, 5, false}, 0},
    };
    machine m = follow(lines, sizeof lines / sizeof *lines);
    counts_are(&m, 5, 3, 0);
    machine_free(&m);
}

static void an_eviction(void **state)
{
    (void)state;
    static const line lines[] = {
        {SOME, {0, 1, 1, {10}, 1, false}, NONE, {0}, 0},
        {SOME, {0, 2, 1, {20}, 2, false}, NONE, {0}, 0},
        {SOME, {0, 1, 2, {0, 11}, 3, false}, NONE, {0}, 0},
        {SOME, {1, 2, 1, {50}, 4, false}, NONE, {0}, 0},
        {SOME, {0, 1, 4, {0, 0, 12}, 5, true}, SOME, {0, 1, 3, {10, 11}, 3, false}, 1},
        {SOME, {0, 2, 14, {0, 21, 22, 23}, 6, true}, SOME, {0, 1, 4, {0, 0, 12}, 5, false}, 1},
        {NONE, {0}, SOME, {0, 2, 15, {20, 21, 22, 23}, 6, false}, 1},
        {SOME, {1, 2, 2, {0, 51}, 7, true}, NONE, {0}, 1}, /* warp 1's r2 is still open */
        {NONE, {0}, SOME, {1, 2, 3, {50, 51}, 7, false}, 1},
    };
    machine m = follow(lines, sizeof lines / sizeof *lines);
    counts_are(&m, 7, 4, 1);
    machine_free(&m);
}

static void a_write_that_is_not_taken(void **state)
{
    (void)state;
    static const line lines[] = {
        {SOME, {0, 1, 1, {10}, 1, true}, NONE, {0}, 0},
        {SOME, {0, 1, 2, {0, 11}, 2, false}, WAITS, {0, 1, 1, {10}, 1, false}, 0},
        {SOME, {0, 1, 4, {0, 0, 12}, 3, true}, WAITS, {0, 1, 1, {10}, 1, false}, 0},
        {WAITS, {0, 2, 1, {20}, 4, true}, WAITS, {0, 1, 1, {10}, 1, false}, 0},
        {WAITS, {0, 2, 1, {20}, 4, true}, SOME, {0, 1, 1, {10}, 1, false}, 0},
        {SOME, {0, 2, 1, {20}, 4, true}, SOME, {0, 1, 6, {0, 11, 12}, 3, false}, 0},
        {NONE, {0}, SOME, {0, 2, 1, {20}, 4, false}, 0},
    };
    machine m = follow(lines, sizeof lines / sizeof *lines);
    counts_are(&m, 4, 3, 0);
    machine_free(&m);
}

/* A packet that evicts a result every cycle, and packets that are a result each. */
static void full_rate(void **state)
{
    (void)state;
    for (int entries = 1; entries <= 16; entries++)
        for (int last = 0; last < 2; last++) {
            machine m = merge_new(4, 8, 8, entries, 8);
            for (uint32_t n = 0; n < 100; n++) {
                uint32_t delay = last ? 1 : (uint32_t)entries + 1;
                packet p = {n % 8, n / 8 % 8, 1u << n % 4, {n, n, n, n}, n, last != 0};
                assert_true(*machine_ready(&m, "packet"));
                assert_int_equal(*machine_valid(&m, "write"), n >= delay);
                if (n >= delay)
                    assert_int_equal(*machine_field(&m, "write", "user"), n - delay);
                put_packet(&m, &p);
                machine_step(&m);
            }
            counts_are(&m, 100, last ? 99 : 100 - (uint32_t)entries - 1, last ? 0 : 100 - (uint32_t)entries);
            machine_free(&m);
        }
}

/* ---- Random traffic against an array of registers ---- */

enum { KEYS = 12, MOST_PACKETS = 4000 };

typedef struct {
    machine m;
    rng r;
    int keys;                                                       /* registers that get packets */
    packet packets[MOST_PACKETS];                                   /* that were taken, oldest first */
    bool left[MOST_PACKETS];                                        /* a write had it */
    uint32_t by_packet[KEYS][MAX_LANES], by_write[KEYS][MAX_LANES]; /* registers that take packets, and writes */
    uint32_t taken, lasts, writes, cut;                             /* packets, last ones, writes, writes without their last packet */
} run;

static uint32_t key_of(const run *x, const packet *p)
{
    return p->warp + p->dest * (uint32_t)*unit_param(&wf_unit_merge, (wf_config *)&x->m.c, "warps");
}

static void store(uint32_t *reg, const packet *p, int lanes)
{
    for (int i = 0; i < lanes; i++)
        if (p->mask >> i & 1)
            reg[i] = p->values[i];
}

/* The write that is offered has the oldest packets of its register that have not left, up to the one that has its user, and no more. */
static void check_write(run *x)
{
    packet w = {.warp = *machine_field(&x->m, "write", "warp"),
                .dest = *machine_field(&x->m, "write", "dest"),
                .user = *machine_field(&x->m, "write", "user")};
    bool found = false;
    for (uint32_t n = 0; n < x->taken && !found; n++) {
        const packet *p = &x->packets[n];
        if (x->left[n] || p->warp != w.warp || p->dest != w.dest)
            continue;
        store(w.values, p, x->m.c.lanes);
        store(x->by_packet[key_of(x, p)], p, x->m.c.lanes);
        w.mask |= p->mask;
        x->left[n] = true;
        found = p->user == w.user;
        assert_true(found || !p->last);
        x->cut += found && !p->last;
    }
    assert_true(found);
    write_is(&x->m, &w);
    store(x->by_write[key_of(x, &w)], &w, x->m.c.lanes);
    assert_memory_equal(x->by_write[key_of(x, &w)], x->by_packet[key_of(x, &w)], (size_t)x->m.c.lanes * sizeof(uint32_t));
    x->writes++;
}

static void run_step(run *x)
{
    machine *m = &x->m;
    uint32_t waiting = x->lasts + *machine_field(m, "state", "evictions") - x->writes;
    assert_int_equal(*machine_valid(m, "write"), waiting > 0);
    assert_int_equal(*machine_ready(m, "packet"), waiting < 2);
    if (*machine_valid(m, "write") && *machine_ready(m, "write"))
        check_write(x);
    bool accepted = *machine_valid(m, "packet") && *machine_ready(m, "packet");
    if (accepted) {
        packet *p = &x->packets[x->taken++];
        *p =
            (packet){*machine_field(m, "packet", "warp"), *machine_field(m, "packet", "dest"),     *machine_field(m, "packet", "mask"), {0},
                     *machine_field(m, "packet", "user"), *machine_field(m, "packet", "last") != 0};
        memcpy(p->values, machine_field(m, "packet", "values"), (size_t)m->c.lanes * sizeof *p->values);
        x->lasts += p->last;
    }
    machine_step(m);
    if (accepted)
        *machine_valid(m, "packet") = 0;
    counts_are(m, x->taken, x->writes, *machine_field(m, "state", "evictions"));
}

/* The next packet, if none waits: any lanes of register k. */
static void some_packet(run *x, uint32_t k, bool last)
{
    uint32_t warps = (uint32_t)*unit_param(&wf_unit_merge, &x->m.c, "warps");
    packet p = {k % warps, k / warps, rng_word(&x->r) & ((1u << x->m.c.lanes) - 1), {0}, x->taken, last};
    for (int i = 0; i < x->m.c.lanes; i++)
        p.values[i] = rng_word(&x->r);
    put_packet(&x->m, &p);
}

/* Then each register gets a last packet, so that everything leaves. The number of evictions. */
static uint32_t run_traffic(int lanes, int entries, int keys, uint64_t seed)
{
    run *x = calloc(1, sizeof *x);
    assert_non_null(x);
    *x = (run){.m = merge_new(lanes, 3, 4, entries, 16), .r = {seed}, .keys = keys};
    for (uint32_t n = 0; x->taken < MOST_PACKETS - KEYS; n++) {
        uint32_t busy = n / 64 % 4, lasts = n / 256 % 5;
        if (!*machine_valid(&x->m, "packet") && rng_below(&x->r, 4) >= busy)
            some_packet(x, rng_below(&x->r, (uint32_t)keys), rng_below(&x->r, 6) < lasts + 1);
        *machine_ready(&x->m, "write") = rng_below(&x->r, 8) >= n / 128 % 8;
        run_step(x);
    }
    *machine_ready(&x->m, "write") = 1;
    while (*machine_valid(&x->m, "packet"))
        run_step(x);
    for (int k = 0; k < keys; k++) {
        some_packet(x, (uint32_t)k, true);
        while (*machine_valid(&x->m, "packet"))
            run_step(x);
    }
    while (*machine_valid(&x->m, "write"))
        run_step(x);
    for (uint32_t n = 0; n < x->taken; n++)
        assert_true(x->left[n]);
    uint32_t evictions = *machine_field(&x->m, "state", "evictions");
    assert_int_equal(x->cut, evictions);
    assert_int_equal(x->writes, x->lasts + evictions);
    machine_free(&x->m);
    free(x);
    return evictions;
}

static void registers_are_as_if_packets_came_one_by_one(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++)
        for (int entries = 1; entries <= 16; entries++)
            run_traffic(seed % 2 ? 4 : 16, entries, KEYS, seed);
}

static void only_more_results_than_entries_evict(void **state)
{
    (void)state;
    for (int entries = 1; entries < KEYS; entries++) {
        assert_int_equal(run_traffic(8, entries, entries, 7), 0);
        assert_true(run_traffic(8, entries, entries + 1, 7) > 0);
    }
}

/* ---- In front of wcrf ---- */

/* Connects `write` of merge to `write0` of the file, and steps both. */
static void step_both(machine *m, machine *file)
{
    const wf_stream *from = &m->s.stream[machine_stream(m, "write")], *to = &file->s.stream[machine_stream(file, "write0")];
    int words = 0;
    assert_int_equal(from->count, to->count);
    for (int k = 0; k < from->count; k++) {
        assert_string_equal(from->field[k].name, to->field[k].name);
        assert_int_equal(from->field[k].bits, to->field[k].bits);
        words += words_for(from->field[k].bits);
    }
    memcpy(machine_valid(file, "write0"), machine_valid(m, "write"), (size_t)(words + 1) * sizeof(uint32_t));
    *machine_ready(m, "write") = *machine_ready(file, "write0");
    machine_step(m);
    machine_step(file);
}

/* The table of docs/wcrf.md, "Packets narrower than a warp": with merge two packets are as one write of 8 lanes. */
static void packets_are_compressed_behind_it(void **state)
{
    (void)state;
    wf_config c = wf_default_config(&wf_unit_wcrf, 8);
    *unit_param(&wf_unit_wcrf, &c, "warps") = 4, *unit_param(&wf_unit_wcrf, &c, "registers") = 4,
                                   *unit_param(&wf_unit_wcrf, &c, "clusters") = 2;
    *unit_param(&wf_unit_wcrf, &c, "rows") = 8, *unit_param(&wf_unit_wcrf, &c, "bank") = 32,
                                   *unit_param(&wf_unit_wcrf, &c, "decompressors") = 2;
    *unit_param(&wf_unit_wcrf, &c, "gate") = 0, *unit_param(&wf_unit_wcrf, &c, "writes") = 1;
    *unit_param(&wf_unit_wcrf, &c, "compressors") = 1;
    machine file = machine_new(&wf_unit_wcrf, c), m = merge_new(8, 4, 4, 4, 16);
    uint32_t stored = 0;
    for (uint32_t n = 0; n < 40; n++) {
        packet p = {0, 0, 0xfu << 4 * (n % 2), {100, 101, 102, 103, 104, 105, 106, 99}, n, n % 2 == 1};
        *machine_valid(&m, "packet") = 0;
        if (n < 4)
            put_packet(&m, &p);
        step_both(&m, &file);
        if (*machine_valid(&file, "stored0")) {
            stored++;
            assert_int_equal(*machine_field(&file, "stored0", "user"), 2 * stored - 1);
        }
    }
    assert_int_equal(stored, 2);
    assert_int_equal(*machine_field(&file, "state", "bank_writes"), 2 * 3);
    assert_int_equal(*machine_field(&file, "state", "bank_reads"), 0);
    assert_int_equal(*machine_field(&file, "state", "moves"), 0);
    machine_free(&m);
    machine_free(&file);
}

/* ---- The rest ---- */

static void a_reset_forgets_everything(void **state)
{
    (void)state;
    machine fresh = merge_new(4, 4, 4, 2, 8), used = merge_new(4, 4, 4, 2, 8);
    *machine_ready(&used, "write") = 0;
    for (uint32_t n = 0; n < 20; n++) {
        packet p = {n % 4, n % 3, n % 16, {n, n, n, n}, n, n % 5 == 0};
        put_packet(&used, &p);
        machine_step(&used);
    }
    used.unit->stepped->reset(&used.c, used.state);
    assert_memory_equal(used.state, fresh.state, used.unit->stepped->state_size(&used.c));
    machine_free(&fresh);
    machine_free(&used);
}

static void streams_are_as_told(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int count;
        const char *field[6];
        int bits[6];
    } of[] = {
        {"packet", 6, {"warp", "dest", "mask", "values", "last", "user"}, {5, 5, 32, 1024, 1, 16}},
        {"write", 5, {"warp", "dest", "mask", "values", "user"}, {5, 5, 32, 1024, 16}},
        {"state", 3, {"packets", "writes", "evictions"}, {32, 32, 32}},
    };
    wf_config c = wf_default_config(&wf_unit_merge, 32);
    wf_streams s;
    assert_int_equal(wf_unit_merge.streams(&c, &s, NULL), WF_OK);
    assert_int_equal(s.count, 3);
    for (int i = 0; i < 3; i++) {
        assert_string_equal(s.stream[i].name, of[i].name);
        assert_int_equal(s.stream[i].count, of[i].count);
        assert_int_equal(s.stream[i].output, i > 0);
        assert_int_equal(s.stream[i].ready, i < 2);
        for (int k = 0; k < of[i].count; k++) {
            assert_string_equal(s.stream[i].field[k].name, of[i].field[k]);
            assert_int_equal(s.stream[i].field[k].bits, of[i].bits[k]);
        }
    }
}

static void bad_configurations_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int value;
    } of[] = {{"warps", 0},   {"warps", 65},   {"registers", 0}, {"registers", 257},
              {"entries", 0}, {"entries", 17}, {"user", 0},      {"user", 129}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        wf_config c = wf_default_config(&wf_unit_merge, 32);
        char why[WF_WHY];
        *unit_param(&wf_unit_merge, &c, of[i].name) = of[i].value;
        assert_true(wf_config_error(&wf_unit_merge, &c, why));
        assert_non_null(strstr(why, of[i].name));
    }
    wf_config c = wf_default_config(&wf_unit_merge, 12);
    char why[WF_WHY];
    assert_true(wf_config_error(&wf_unit_merge, &c, why));
    assert_non_null(strstr(why, "lanes"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_results_interleaved),
        cmocka_unit_test(a_lane_that_comes_twice),
        cmocka_unit_test(an_eviction),
        cmocka_unit_test(a_write_that_is_not_taken),
        cmocka_unit_test(full_rate),
        cmocka_unit_test(registers_are_as_if_packets_came_one_by_one),
        cmocka_unit_test(only_more_results_than_entries_evict),
        cmocka_unit_test(packets_are_compressed_behind_it),
        cmocka_unit_test(a_reset_forgets_everything),
        cmocka_unit_test(streams_are_as_told),
        cmocka_unit_test(bad_configurations_are_named),
    };
    return cmocka_run_group_tests_name("merge", tests, NULL, NULL);
}
