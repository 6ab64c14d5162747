/* SPDX-License-Identifier: Apache-2.0
 *
 * The system wcrf whose write ports take packets (--merge): the example of docs/wcrf-examples.md, and random packets beside the same register file without
 * it, which is given the write of each packet, as a plain list makes it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../cmodel/warpfold.h"
#include "machine.h"

enum { LANES = 8, ALL = 0xff };
extern const wf_unit wf_unit_wcrf, wf_unit_merge;
static const uint32_t rising[LANES] = {100, 101, 102, 103, 104, 105, 106, 99}, zero[LANES];

/* The geometry of the page's examples. */
static wf_config small(int merge, const char *name, int value)
{
    static const char *const names[] = {"warps", "registers", "clusters", "rows", "bank", "decompressors", "wake", "gate"};
    static const int values[] = {4, 4, 2, 8, 32, 2, 2, 0};
    wf_config c = wf_default_config(&wf_unit_wcrf, LANES);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        *unit_param(&wf_unit_wcrf, &c, names[i]) = values[i];
    *unit_param(&wf_unit_wcrf, &c, "merge") = merge;
    if (name)
        *unit_param(&wf_unit_wcrf, &c, name) = value;
    return c;
}

typedef struct {
    machine m;
    unsigned cycle;
} file;

static file file_new(wf_config c)
{
    file f = {.m = machine_new(&wf_unit_wcrf, c)};
    *machine_ready(&f.m, "operands0") = *machine_ready(&f.m, "operands1") = 1;
    return f;
}

/* Of warp 0, at port 0. Lanes that are not in the mask are 0xbad. */
static void put_packet(const machine *m, const char *stream, uint32_t reg, uint32_t mask, const uint32_t *values, uint32_t last,
                       uint32_t user)
{
    *machine_valid(m, stream) = 1;
    *machine_field(m, stream, "dest") = reg;
    *machine_field(m, stream, "mask") = mask;
    for (int i = 0; i < LANES; i++)
        machine_field(m, stream, "values")[i] = mask >> i & 1 ? values[i] : 0xbad;
    *machine_field(m, stream, "last") = last;
    *machine_field(m, stream, "user") = user;
}

static void packet(const file *f, uint32_t reg, uint32_t mask, uint32_t last, uint32_t user)
{
    put_packet(&f->m, "write0", reg, mask, rising, last, user);
}

static void reads(const file *f, const char *stream, uint32_t reg, uint32_t user)
{
    *machine_valid(&f->m, stream) = 1;
    *machine_field(&f->m, stream, "source0") = reg;
    *machine_field(&f->m, stream, "used") = 1;
    *machine_field(&f->m, stream, "user") = user;
}

/* A cycle in which all that came in is taken, and then nothing comes in. */
static void step(file *f)
{
    static const char *const inputs[] = {"issue0", "issue1", "write0", "write1", "release"};
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
        assert_true(!*machine_valid(&f->m, inputs[i]) || *machine_ready(&f->m, inputs[i]));
    machine_step(&f->m);
    f->cycle++;
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
        *machine_valid(&f->m, inputs[i]) = 0;
}

static unsigned until(file *f, const char *stream, uint32_t user)
{
    for (int n = 0; n < 200 && !(*machine_valid(&f->m, stream) && *machine_field(&f->m, stream, "user") == user); n++)
        step(f);
    assert_true(*machine_valid(&f->m, stream));
    return f->cycle;
}

static void operands_are(const file *f, const char *stream, const uint32_t *values)
{
    assert_memory_equal(machine_field(&f->m, stream, "value0"), values, LANES * sizeof *values);
}

/* The example "Packets of a result". */
static void packets_of_a_result(void **state)
{
    (void)state;
    file f = file_new(small(1, NULL, 0));
    packet(&f, 0, 0x0f, 0, 1);
    step(&f);
    packet(&f, 0, 0xf0, 1, 2);
    reads(&f, "issue0", 0, 3);
    step(&f);
    packet(&f, 2, 0x03, 0, 4);
    reads(&f, "issue1", 0, 5);
    step(&f);
    packet(&f, 1, 0x01, 0, 6); /* r2 is evicted: it goes on as it is */
    step(&f);
    packet(&f, 2, 0x0c, 1, 7); /* so this is a write of its own */
    step(&f);
    assert_int_equal(until(&f, "stored0", 2), 5);
    assert_int_equal(until(&f, "operands0", 3), 5);
    operands_are(&f, "operands0", zero);
    assert_int_equal(*machine_field(&f.m, "state", "evictions"), 0);
    assert_int_equal(until(&f, "operands1", 5), 6);
    operands_are(&f, "operands1", rising);
    assert_int_equal(*machine_field(&f.m, "state", "evictions"), 1);
    assert_int_equal(until(&f, "stored0", 4), 6);
    assert_int_equal(until(&f, "stored0", 7), 8);
    step(&f);
    reads(&f, "issue0", 2, 8);
    step(&f);
    until(&f, "operands0", 8);
    operands_are(&f, "operands0", (uint32_t[LANES]){100, 101, 102, 103});
    reads(&f, "issue0", 1, 9); /* r1 is open: it is as it was */
    step(&f);
    until(&f, "operands0", 9);
    operands_are(&f, "operands0", zero);
    assert_int_equal(*machine_field(&f.m, "state", "bank_writes"), 3 + 8 + 2);
    assert_int_equal(*machine_field(&f.m, "state", "encodes"), 1);
    machine_free(&f.m);
}

/* A port is ready if one of its slots is free, though its packet would only be merged. */
static void a_packet_waits_for_a_slot(void **state)
{
    (void)state;
    file f = file_new(small(2, "slots", 2));
    packet(&f, 0, 0x0f, 0, 1);
    step(&f);
    packet(&f, 1, ALL, 1, 2);
    step(&f);
    assert_false(*machine_ready(&f.m, "write0"));
    packet(&f, 0, 0xf0, 0, 3);
    while (!*machine_ready(&f.m, "write0")) {
        machine_step(&f.m);
        f.cycle++;
    }
    assert_int_equal(f.cycle, 1 + 4); /* it is written */
    machine_free(&f.m);
}

/* A release leaves open results as they are: what becomes a write later makes its register valid again. */
static void a_release_leaves_open_results(void **state)
{
    (void)state;
    file f = file_new(small(2, NULL, 0));
    packet(&f, 0, 0x0f, 0, 1);
    step(&f);
    *machine_valid(&f.m, "release") = 1;
    while (f.cycle < 10)
        step(&f);
    packet(&f, 0, 0xf0, 1, 2);
    step(&f);
    until(&f, "stored0", 2);
    reads(&f, "issue0", 0, 3);
    step(&f);
    until(&f, "operands0", 3);
    operands_are(&f, "operands0", rising);
    machine_free(&f.m);
}

/* The last packet is accepted in cycle 0, and the instruction that depends on it comes in the cycle after its write is accepted. */
static void merge_in_front_is_a_cycle_later(void **state)
{
    (void)state;
    for (int in_front = 0; in_front < 2; in_front++) {
        file f = file_new(small(in_front ? 0 : 4, NULL, 0));
        wf_config c = wf_default_config(&wf_unit_merge, LANES);
        machine merge = machine_new(&wf_unit_merge, c);
        if (in_front) {
            put_packet(&merge, "packet", 0, ALL, rising, 1, 2);
            machine_step(&merge);
            step(&f);
            assert_true(*machine_valid(&merge, "write"));
            *machine_valid(&f.m, "write0") = 1;
            *machine_field(&f.m, "write0", "mask") = *machine_field(&merge, "write", "mask");
            memcpy(machine_field(&f.m, "write0", "values"), machine_field(&merge, "write", "values"), LANES * sizeof(uint32_t));
        } else {
            packet(&f, 0, ALL, 1, 2);
        }
        step(&f);
        reads(&f, "issue0", 0, 3);
        step(&f);
        assert_int_equal(until(&f, "operands0", 3), in_front ? 6 : 5);
        operands_are(&f, "operands0", rising);
        machine_free(&merge);
        machine_free(&f.m);
    }
}

/* ---- Random packets ---- */

/* An open result. */
typedef struct {
    uint32_t warp, reg, mask, values[LANES];
} half;

/* What of an input comes in both: all but `last`. */
static void same_inputs(const machine *from, const machine *to)
{
    for (int i = 0; i < from->s.count; i++) {
        const wf_stream *s = &from->s.stream[i];
        if (s->output) {
            if (s->ready)
                *machine_ready(to, s->name) = *machine_ready(from, s->name);
            continue;
        }
        *machine_valid(to, s->name) = *machine_valid(from, s->name);
        for (int k = 0; k < s->count; k++)
            if (strcmp(s->field[k].name, "last") != 0)
                memcpy(machine_field(to, s->name, s->field[k].name), machine_field(from, s->name, s->field[k].name),
                       sizeof(uint32_t) * (size_t)words_for(s->field[k].bits));
    }
}

/* All that both show, but evictions. */
static void same_outputs(const machine *a, const machine *b)
{
    for (int i = 0; i < b->s.count; i++) {
        const wf_stream *s = &b->s.stream[i];
        if (s->ready && !s->output)
            assert_int_equal(*machine_ready(a, s->name), *machine_ready(b, s->name));
        if (!s->output)
            continue;
        assert_int_equal(*machine_valid(a, s->name), *machine_valid(b, s->name));
        for (int k = 0; k < s->count && *machine_valid(a, s->name); k++)
            assert_memory_equal(machine_field(a, s->name, s->field[k].name), machine_field(b, s->name, s->field[k].name),
                                sizeof(uint32_t) * (size_t)words_for(s->field[k].bits));
    }
}

/* The packet at this port becomes what it gives: a write, or nothing. Returns how many results it evicts. */
static unsigned gather(half *open, int *count, int entries, const machine *packets, const machine *writes, const char *port)
{
    uint32_t warp = *machine_field(packets, port, "warp"), reg = *machine_field(packets, port, "dest");
    uint32_t last = *machine_field(packets, port, "last"), *mask = machine_field(packets, port, "mask");
    half h = {.warp = warp, .reg = reg}, gone;
    int k = 0;
    while (k < *count && !(open[k].warp == warp && open[k].reg == reg))
        k++;
    bool begins = k == *count, evicts = begins && !last && *count == entries;
    if (!begins)
        h = open[k];
    for (int i = 0; i < LANES; i++)
        if (*mask >> i & 1)
            h.values[i] = machine_field(packets, port, "values")[i];
    h.mask |= *mask;
    gone = evicts ? open[0] : h;
    if (evicts || (last && !begins)) { /* number k leaves, or the oldest */
        k = evicts ? 0 : k;
        memmove(open + k, open + k + 1, (size_t)(--*count - k) * sizeof *open);
        k = *count;
    }
    if (!last) {
        open[k] = h;
        *count += begins;
    }
    *machine_valid(writes, port) = last || evicts;
    *machine_field(writes, port, "warp") = gone.warp;
    *machine_field(writes, port, "dest") = gone.reg;
    *machine_field(writes, port, "mask") = gone.mask;
    memcpy(machine_field(writes, port, "values"), gone.values, sizeof gone.values);
    return evicts;
}

static void some_inputs(file *f, rng *r)
{
    static const char *const inputs[] = {"issue0", "issue1", "write0", "write1", "release"};
    for (int i = 0; i < 5; i++) {
        const char *name = inputs[i];
        if (*machine_valid(&f->m, name) || rng_below(r, i == 4 ? 100 : 3) == 0)
            continue;
        *machine_valid(&f->m, name) = 1;
        *machine_field(&f->m, name, "warp") = rng_below(r, 2);
        if (i == 4)
            continue;
        *machine_field(&f->m, name, "mask") = rng_below(r, 3) ? ALL : rng_below(r, ALL + 1);
        *machine_field(&f->m, name, "dest") = rng_below(r, 4);
        if (i < 2) {
            *machine_field(&f->m, name, "source0") = rng_below(r, 4);
            *machine_field(&f->m, name, "used") = rng_below(r, 8);
            *machine_field(&f->m, name, "writes") = rng_below(r, 2);
            continue;
        }
        *machine_field(&f->m, name, "last") = rng_below(r, 2);
        for (int k = 0; k < LANES; k++)
            machine_field(&f->m, name, "values")[k] = rng_below(r, 100);
    }
}

static void packets_are_the_writes_that_they_give(void **state)
{
    (void)state;
    static const struct {
        int entries;
        const char *name;
        int value;
    } forms[] = {{1, NULL, 0}, {2, "compress", 0}, {3, "compressors", 1}, {16, "forward", 0}, {2, "ports", 1}};
    static const char *const ports[] = {"write0", "write1"};
    for (size_t n = 0; n < sizeof forms / sizeof *forms; n++) {
        rng r = {n};
        half open[2][16];
        int count[2] = {0};
        unsigned evicted = 0, cycles = 4000;
        file packets = file_new(small(forms[n].entries, forms[n].name, forms[n].value));
        file writes = file_new(small(0, forms[n].name, forms[n].value));
        for (unsigned cycle = 0; cycle < cycles; cycle++) {
            some_inputs(&packets, &r);
            same_inputs(&packets.m, &writes.m);
            for (int p = 0; p < 2; p++)
                if (*machine_valid(&packets.m, ports[p]) && *machine_ready(&packets.m, ports[p]) && cycle + 3 < cycles)
                    evicted += gather(open[p], &count[p], forms[n].entries, &packets.m, &writes.m, ports[p]);
                else
                    *machine_valid(&writes.m, ports[p]) = *machine_valid(&packets.m, ports[p]) = 0;
            bool taken[5];
            for (int i = 0; i < 5; i++)
                taken[i] = *machine_ready(&packets.m, packets.m.s.stream[i].name);
            machine_step(&packets.m);
            machine_step(&writes.m);
            for (int i = 0; i < 5; i++)
                if (taken[i])
                    *machine_valid(&packets.m, packets.m.s.stream[i].name) = 0;
            same_outputs(&packets.m, &writes.m);
        }
        assert_int_equal(*machine_field(&packets.m, "state", "evictions"), evicted);
        assert_true(evicted > 20 || forms[n].entries == 16);
        machine_free(&packets.m);
        machine_free(&writes.m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packets_of_a_result),
        cmocka_unit_test(a_packet_waits_for_a_slot),
        cmocka_unit_test(a_release_leaves_open_results),
        cmocka_unit_test(merge_in_front_is_a_cycle_later),
        cmocka_unit_test(packets_are_the_writes_that_they_give),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
