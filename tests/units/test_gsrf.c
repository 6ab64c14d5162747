/* SPDX-License-Identifier: Apache-2.0
 *
 * The system gsrf: the examples of docs/gsrf.md cycle by cycle, and random traffic against an array of registers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../cmodel/warpfold.h"
enum { TOLD = 3 };
#include "file_machine.h"

extern const wf_unit wf_unit_gsrf, wf_unit_bytewise;
static const wf_unit *const unit = &wf_unit_gsrf;
enum { LANES = 8, WARPS = 4, REGISTERS = 8, BANKS = 4 };

static int *param(wf_config *c, const char *name)
{
    return unit_param(unit, c, name);
}

/* 8 lanes, so arrays of 8 bytes, one a plane. r0 and r4 of warp 0 are in bank 0. */
static wf_config small(void)
{
    wf_config c = wf_default_config(unit, LANES);
    *param(&c, "warps") = WARPS, *param(&c, "registers") = REGISTERS, *param(&c, "banks") = BANKS, *param(&c, "collectors") = 2;
    *param(&c, "rows") = WARPS * REGISTERS / BANKS, *param(&c, "slots") = 8;
    return c;
}

static file small_file(const char *name, int value)
{
    wf_config c = small();
    if (name)
        *param(&c, name) = value;
    return file_new(unit, c);
}

static const uint32_t same8[8] = {7, 7, 7, 7, 7, 7, 7, 7}, near8[8] = {0x100, 0x101, 0x102, 0x103, 0x104, 0x105, 0x106, 0x199},
                      random8[8] = {1, 1u << 20, 3, 1u << 31, 5, 6, 7, 8}, zero8[8];

/* The tag that the encoder gives, of one group: 37 bits. */
static void tag_of(const uint32_t *values, uint32_t mask, uint32_t tag[2])
{
    wf_config c = wf_default_config(&wf_unit_bytewise, LANES);
    wf_code code;
    wf_input in = {.block = values, .mask = &mask};
    assert_int_equal(wf_encode(wf_unit_bytewise.codec, &c, &in, &code), WF_OK);
    memcpy(tag, code.tag, 2 * sizeof *tag);
}

static void tag_is(const file *f, int port, const char *name, const uint32_t *values, uint32_t mask)
{
    uint32_t tag[2];
    tag_of(values, mask, tag);
    assert_memory_equal(field(f, "operands", port, name), tag, sizeof tag);
}

/* A write whose code is not known, or is. */
static void writes(file *f, int port, uint32_t reg, uint32_t mask, const uint32_t *values, uint32_t user, bool dead, bool known)
{
    put_write(f, port, 0, reg, mask, values, user);
    *field(f, "write", port, "dead") = dead;
    *field(f, "write", port, "known") = known;
    if (known)
        tag_of(values, mask, field(f, "write", port, "tag"));
}

static void reads(file *f, int port, uint32_t reg, uint32_t user)
{
    const uint32_t source[3] = {reg, 0, 0};
    put_issue(f, port, 0, 1, source, -1, 0xff, user);
}

/* Writes r0 and waits until that is over. The next cycle then counts as number 0. */
static void holds(file *f, uint32_t reg, uint32_t mask, const uint32_t *values)
{
    writes(f, 0, reg, mask, values, 0, false, false);
    step_taken(f);
    until_stored(f, (int)reg % BANKS, 0);
    for (int n = 0; n < 3; n++)
        step(f);
    f->cycle = 0;
}

/* What r0 is now. */
static void r0_is(file *f, const uint32_t *values, const uint32_t *written, uint32_t mask)
{
    reads(f, 0, 0, 77);
    step_taken(f);
    until_offered(f, 0, 77);
    value_is(f, 0, "value0", values);
    tag_is(f, 0, "tag0", written, mask);
    step(f);
}

static void a_register_that_was_never_written_is_a_scalar_zero(void **state)
{
    (void)state;
    file f = small_file(NULL, 0);
    reads(&f, 0, 3, 9);
    step_taken(&f);
    assert_int_equal(until_offered(&f, 0, 9), 6);
    value_is(&f, 0, "value0", zero8);
    value_is(&f, 0, "value1", zero8);
    tag_is(&f, 0, "tag0", zero8, 0xff);
    assert_int_equal(*field(&f, "operands", 0, "tag1"), 0);
    assert_int_equal(count_of(&f, "array_reads"), 0);
    assert_int_equal(count_of(&f, "side_reads"), 0);
    file_free(&f);
}

/* The first example of "Latency". */
static void a_write_then_a_read(void **state)
{
    (void)state;
    file f = small_file(NULL, 0);
    writes(&f, 0, 0, 0xff, near8, 5, false, false);
    step_taken(&f);
    reads(&f, 0, 0, 6);
    step_taken(&f);
    assert_int_equal(count_of(&f, "encodes"), 1);
    assert_int_equal(until_stored(&f, 0, 5), 3);
    assert_int_equal(count_of(&f, "side_writes"), 0);
    step(&f);
    assert_int_equal(count_of(&f, "side_writes"), 1);
    assert_int_equal(count_of(&f, "array_writes"), 0);
    step(&f);
    assert_int_equal(count_of(&f, "array_writes"), 1);
    assert_int_equal(count_of(&f, "side_reads"), 0);
    step(&f);
    assert_int_equal(count_of(&f, "side_reads"), 1);
    assert_int_equal(count_of(&f, "array_reads"), 0);
    step(&f);
    assert_int_equal(count_of(&f, "array_reads"), 1);
    assert_int_equal(count_of(&f, "decodes"), 0);
    assert_int_equal(until_offered(&f, 0, 6), 9);
    assert_int_equal(count_of(&f, "decodes"), 1);
    value_is(&f, 0, "value0", near8);
    tag_is(&f, 0, "tag0", near8, 0xff);
    file_free(&f);
}

/* Operands of an instruction that comes d cycles behind a write of its source. */
static void latencies_add_up(void **state)
{
    (void)state;
    for (int side = 0; side < 2; side++)
        for (int enc = 0; enc < 4; enc++)
            for (int dec = 0; dec < 4; dec++)
                for (unsigned d = 1; d < 7; d++) {
                    wf_config c = small();
                    *param(&c, "side-latency") = side, *param(&c, "enc-latency") = enc, *param(&c, "dec-latency") = dec;
                    file f = file_new(unit, c);
                    unsigned least = enc + 2 > 3 ? (unsigned)enc + 2 : 3,
                             from = d < least ? least : d + (d == least); /* least: the write is stored */
                    writes(&f, 0, 0, 0xff, near8, 5, false, false);
                    step_taken(&f);
                    step_to(&f, d);
                    reads(&f, 0, 0, 6);
                    step_taken(&f);
                    assert_int_equal(until_offered(&f, 0, 6), from + 4 + (unsigned)(side + dec));
                    value_is(&f, 0, "value0", near8);
                    file_free(&f);
                }
}

/* The second example: the scalar's planes are filled in the access of the write, and nothing is read. */
static void a_divergent_write_fills_what_a_code_left_out(void **state)
{
    (void)state;
    static const uint32_t after[8] = {1, 1u << 20, 7, 7, 7, 7, 7, 7};
    file f = small_file(NULL, 0);
    holds(&f, 0, 0xff, same8);
    assert_int_equal(count_of(&f, "array_writes"), 0);
    writes(&f, 0, 0, 3, random8, 5, false, false);
    step_taken(&f);
    reads(&f, 0, 0, 6);
    step_taken(&f);
    assert_int_equal(until_stored(&f, 0, 5), 3);
    assert_int_equal(until_offered(&f, 0, 6), 9);
    value_is(&f, 0, "value0", after);
    tag_is(&f, 0, "tag0", random8, 3);
    assert_int_equal(count_of(&f, "fills"), 1);
    assert_int_equal(count_of(&f, "array_writes"), 4);
    assert_int_equal(count_of(&f, "array_reads"), 4); /* of the instruction: it is divergent */
    assert_int_equal(count_of(&f, "side_reads"), 2);
    step(&f);
    writes(&f, 0, 0, 4, same8, 7, false, false); /* now nothing is left out */
    step_taken(&f);
    until_stored(&f, 0, 7);
    for (int n = 0; n < 3; n++)
        step(&f);
    assert_int_equal(count_of(&f, "fills"), 1);
    assert_int_equal(count_of(&f, "array_writes"), 8);
    file_free(&f);
}

static void with_two_ports_a_fill_takes_one_turn(void **state)
{
    (void)state;
    for (int ports = 1; ports <= 2; ports++)
        for (uint32_t reg = 0; reg <= 4; reg += 4) {
            file f = small_file("side-ports", ports);
            holds(&f, 0, 0xff, same8);
            holds(&f, 4, 0xff, near8);
            writes(&f, 0, 0, 3, random8, 5, false, false);
            step_taken(&f);
            step(&f);
            reads(&f, 0, reg, 6); /* it asks in cycle 3, in which the write is at the stage side */
            step_taken(&f);
            assert_int_equal(until_offered(&f, 0, 6), ports == 2 && reg == 4 ? 8 : 9);
            file_free(&f);
        }
}

static void dead_lanes_are_not_filled(void **state)
{
    (void)state;
    file f = small_file(NULL, 0);
    holds(&f, 0, 0xff, same8);
    writes(&f, 0, 0, 3, random8, 5, true, false);
    step_taken(&f);
    reads(&f, 0, 0, 6);
    step_taken(&f);
    assert_int_equal(until_offered(&f, 0, 6), 9);
    assert_memory_equal(field(&f, "operands", 0, "value0"), random8, 2 * sizeof *random8);
    tag_is(&f, 0, "tag0", random8, 3);
    const uint32_t *care = f.m.care + (field(&f, "operands", 0, "value0") - f.m.out);
    for (int i = 0; i < LANES; i++)
        assert_int_equal(care[i], i < 2 ? ~(uint32_t)0 : 0);
    assert_int_equal(count_of(&f, "side_reads"), 1);
    assert_int_equal(count_of(&f, "fills"), 0);
    file_free(&f);
}

static void a_known_scalar_passes_by_encoder_and_arrays(void **state)
{
    (void)state;
    file f = small_file(NULL, 0);
    writes(&f, 0, 0, 0xff, same8, 5, false, true);
    step_taken(&f);
    assert_int_equal(until_stored(&f, 0, 5), 3);
    r0_is(&f, same8, same8, 0xff);
    assert_int_equal(count_of(&f, "encodes"), 0);
    assert_int_equal(count_of(&f, "array_writes"), 0);
    assert_int_equal(count_of(&f, "array_reads"), 0);
    assert_int_equal(count_of(&f, "side_writes"), 1);
    file_free(&f);
}

/* Activities that are counted for replay alone. */
static void scalars_are(const file *f, unsigned scalars, unsigned together)
{
    static const char *const names[] = {"scalars", "together"};
    const unsigned expected[] = {scalars, together};
    for (int n = 0; n < 2; n++) {
        int activity = 0;
        uint64_t count;
        while (strcmp(unit->system->activities[activity].name, names[n]) != 0)
            activity++;
        unit->system->count(&f->m.c, f->m.state, activity, &count);
        assert_int_equal(count, expected[n]);
    }
}

/* Four writes are stored in one cycle, three of them of scalars: one bank would let two wait. */
static void one_bank_of_scalars_would_let_them_wait(void **state)
{
    (void)state;
    file f = small_file(NULL, 0);
    for (uint32_t p = 0; p < 4; p++)
        writes(&f, (int)p, p, 0xff, p == 2 ? near8 : same8, 5, false, false);
    step_taken(&f);
    until_stored(&f, 3, 5);
    step(&f);
    scalars_are(&f, 3, 2);
    writes(&f, 0, 0, 3, random8, 6, false, false); /* it reads the old code, and is none */
    writes(&f, 1, 2, 3, random8, 6, false, false); /* neither is */
    step_taken(&f);
    until_stored(&f, 2, 6);
    step(&f);
    scalars_are(&f, 4, 2);
    r0_is(&f, (const uint32_t[8]){1, 1u << 20, 7, 7, 7, 7, 7, 7}, random8, 3);
    reads(&f, 0, 4, 7); /* invalid */
    step_taken(&f);
    until_offered(&f, 0, 7);
    scalars_are(&f, 4, 2);
    step(&f);
    const uint32_t sources[3] = {1, 3, 1}; /* one after the other: a collector asks for one source in a cycle */
    put_issue(&f, 0, 0, 7, sources, -1, 0xff, 8);
    put_issue(&f, 1, 0, 1, sources, -1, 0xff, 9); /* r1 in the same cycle: its bank gives it a cycle later, with the other's r3 */
    step_taken(&f);
    until_offered(&f, 0, 8);
    scalars_are(&f, 8, 3);
    file_free(&f);
}

/* The same writes with that bank, and as many reads. */
static void with_one_bank_of_scalars_they_wait(void **state)
{
    (void)state;
    file f = small_file("scalar-banks", 1);
    for (uint32_t p = 0; p < 4; p++)
        writes(&f, (int)p, p, 0xff, p == 2 ? near8 : same8, 5, false, false);
    step_taken(&f);
    for (int n = 0; n < 20; n++)
        step(&f);
    scalars_are(&f, 3, 0);
    const uint32_t sources[3] = {1, 3, 1};
    put_issue(&f, 0, 0, 7, sources, -1, 0xff, 8);
    put_issue(&f, 1, 0, 7, sources, -1, 0xff, 9);
    step_taken(&f);
    until_offered(&f, 0, 8);
    for (int n = 0; n < 20; n++)
        step(&f);
    scalars_are(&f, 9, 0);
    file_free(&f);
}

static void an_empty_mask_writes_nothing(void **state)
{
    (void)state;
    file f = small_file(NULL, 0);
    holds(&f, 0, 0xff, near8);
    uint32_t encodes = count_of(&f, "encodes"), side = count_of(&f, "side_writes");
    writes(&f, 0, 0, 0, random8, 5, true, false);
    step_taken(&f);
    until_stored(&f, 0, 5);
    r0_is(&f, near8, near8, 0xff);
    assert_int_equal(count_of(&f, "encodes"), encodes);
    assert_int_equal(count_of(&f, "side_writes"), side);
    file_free(&f);
}

/* Of a bank that is always wanted by both, three turns of four go to the kind that is first. */
static void reads_and_writes_take_turns(void **state)
{
    (void)state;
    for (int first = 0; first < 2; first++) {
        wf_config c = small();
        *param(&c, "first") = first, *param(&c, "collectors") = 16, *param(&c, "slots") = 32;
        file f = file_new(unit, c);
        int stored = 0, left = 0;
        for (int n = 0; n < 200; n++) {
            for (uint32_t p = 0; p < 3; p++) /* in turn to two registers of bank 0 */
                put_write(&f, (int)p, p, (BANKS - p) % BANKS + (uint32_t)(n & 1) * BANKS, 0xff, near8, (uint32_t)n);
            for (int k = 0; k < f.issues; k++)
                put_issue(&f, k, 3, 1, (const uint32_t[3]){1, 0, 0}, -1, 0xff, (uint32_t)n);
            stored += valid(&f, "stored", 0);
            left += valid(&f, "operands", 0) + valid(&f, "operands", 1);
            step(&f);
        }
        assert_in_range(first ? stored : left, 140, 160);
        assert_in_range(first ? left : stored, 40, 60);
        file_free(&f);
    }
}

static void a_release_clears_the_registers(void **state)
{
    (void)state;
    file f = small_file(NULL, 0);
    holds(&f, 0, 0xff, near8);
    put_release(&f, 0);
    step_taken(&f);
    assert_false(ready(&f, "release", -1));
    for (int n = 0; n < 2; n++) {
        step(&f);
        assert_false(ready(&f, "release", -1));
    }
    step(&f);
    assert_true(ready(&f, "release", -1)); /* 8 registers in 4 banks: 2 cycles, and one more */
    r0_is(&f, zero8, zero8, 0xff);
    writes(&f, 0, 0, 1, random8, 5, false, false);
    step_taken(&f);
    until_stored(&f, 0, 5);
    static const uint32_t after[8] = {1};
    r0_is(&f, after, random8, 1);
    assert_int_equal(count_of(&f, "fills"), 0);
    file_free(&f);
}

static void without_codes_it_is_plain(void **state)
{
    (void)state;
    file f = small_file("compress", 0);
    put_write(&f, 0, 0, 0, 0xff, same8, 5);
    step_taken(&f);
    step_to(&f, 4);
    reads(&f, 0, 0, 6);
    step_taken(&f);
    assert_int_equal(until_offered(&f, 0, 6), 8); /* 4 cycles */
    value_is(&f, 0, "value0", same8);
    assert_int_equal(count_of(&f, "array_reads"), 4);
    assert_int_equal(count_of(&f, "array_writes"), 4);
    file_free(&f);
}

/* ---- Random traffic, one thing at a time, against an array of registers ---- */

typedef struct {
    uint32_t values[LANES], written[LANES], mask, undefined;
} reg;

static void every_read_has_the_newest_write(void **state)
{
    (void)state;
    rng r = {4711};
    for (int round = 0; round < 40; round++) {
        wf_config c = small();
        *param(&c, "side-latency") = round & 1, *param(&c, "side-ports") = 1 + (round >> 1 & 1), *param(&c, "enc-latency") = round % 3;
        *param(&c, "scalar-banks") = round >> 2 & 1;
        file f = file_new(unit, c);
        f.m.undefined = true;
        reg regs[REGISTERS] = {{{0}, {0}, 0xff, 0}};
        for (int i = 0; i < REGISTERS; i++)
            regs[i].mask = 0xff;
        for (uint32_t n = 0; n < 300; n++) {
            uint32_t number = rng_below(&r, REGISTERS), mask = rng_below(&r, 2) ? 0xff : rng_below(&r, 256);
            reg *g = &regs[number];
            uint32_t values[LANES], base = rng_word(&r);
            for (int i = 0; i < LANES; i++)
                values[i] = rng_below(&r, 3) ? base : base + rng_below(&r, 70000);
            bool dead = rng_below(&r, 4) == 0, known = mask && rng_below(&r, 4) == 0;
            writes(&f, (int)rng_below(&r, 4), number, mask, values, n, dead, known);
            step_taken(&f);
            for (int i = 0; i < LANES; i++)
                if (mask >> i & 1)
                    g->values[i] = values[i];
            g->undefined = dead && mask && mask != 0xff ? 0xff & ~mask : g->undefined & ~mask;
            if (mask) {
                memcpy(g->written, values, sizeof values);
                g->mask = mask;
            }
            uint32_t read = rng_below(&r, 2) ? number : rng_below(&r, REGISTERS);
            reads(&f, 1, read, n);
            step_taken(&f);
            until_offered(&f, 1, n);
            const uint32_t *value = field(&f, "operands", 1, "value0");
            for (int i = 0; i < LANES; i++)
                assert_true((regs[read].undefined >> i & 1) || value[i] == regs[read].values[i]);
            tag_is(&f, 1, "tag0", regs[read].written, regs[read].mask);
            step(&f);
        }
        file_free(&f);
    }
}

static void a_reset_forgets_everything(void **state)
{
    (void)state;
    file fresh = small_file(NULL, 0), used = small_file(NULL, 0);
    holds(&used, 0, 0xff, near8);
    writes(&used, 0, 0, 3, random8, 5, false, false);
    reads(&used, 0, 0, 6);
    step_taken(&used);
    unit->stepped->reset(&used.m.c, used.m.state);
    assert_memory_equal(fresh.m.state, used.m.state, unit->stepped->state_size(&used.m.c));
    file_free(&fresh);
    file_free(&used);
}

static void what_rests_stays_as_it_is(void **state)
{
    (void)state;
    file f = small_file(NULL, 0);
    assert_true(unit->stepped->rest(&f.m.c, f.m.state, 1000));
    writes(&f, 0, 0, 0xff, near8, 5, false, false);
    step_taken(&f);
    int busy = 0;
    while (!unit->stepped->rest(&f.m.c, f.m.state, 10)) {
        step(&f);
        busy++;
    }
    assert_in_range(busy, 4, 8); /* it is stored, and counted */
    r0_is(&f, near8, near8, 0xff);
    file_free(&f);
}

static void streams_and_memories(void **state)
{
    (void)state;
    wf_config c = wf_default_config(unit, 32);
    wf_streams s;
    wf_memory m[WF_MAX_MEMORIES];
    assert_int_equal(unit->streams(&c, &s, NULL), WF_OK);
    assert_int_equal(s.count, 2 + 4 + 1 + 2 + 16 + 1);
    assert_int_equal(unit->memories(&c, m), 2);
    assert_int_equal(m[0].count, 128);
    assert_int_equal(m[0].words, 64);
    assert_int_equal(m[0].bits, 128);
    assert_int_equal(m[0].part, 8);
    assert_int_equal(m[1].count, 16);
    assert_int_equal(m[1].bits, 37);
    *param(&c, "compress") = 0, *param(&c, "counts") = 0;
    assert_int_equal(unit->streams(&c, &s, NULL), WF_OK);
    assert_int_equal(s.count, 2 + 4 + 1 + 2 + 16);
    assert_int_equal(unit->memories(&c, m), 1);
}

static void bad_configurations_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int value;
        char why[WF_WHY];
    } of[] = {
        {"warps", 65, "warps"},        {"warps", 33, "do not hold"},  {"registers", 33, "do not hold"},
        {"banks", 3, "banks"},         {"banks", 32, "banks"},        {"rows", 63, "do not hold"},
        {"rows", 1025, "rows"},        {"groups", 3, "groups"},       {"strides", 2, "strides"},
        {"issues", 5, "issues"},       {"writes", 5, "writes"},       {"collectors", 17, "collectors"},
        {"slots", 3, "slots"},         {"slots", 33, "slots"},        {"side-latency", 2, "latency"},
        {"enc-latency", 9, "latency"}, {"dec-latency", 9, "latency"}, {"side-ports", 3, "ports"},
        {"first", 2, "first"},         {"compress", 2, "compress"},   {"user", 129, "user"},
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        wf_config c = wf_default_config(unit, 32);
        char why[WF_WHY];
        *param(&c, of[i].name) = of[i].value;
        assert_true(wf_config_error(unit, &c, why));
        assert_non_null(strstr(why, of[i].why));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_register_that_was_never_written_is_a_scalar_zero),
        cmocka_unit_test(a_write_then_a_read),
        cmocka_unit_test(latencies_add_up),
        cmocka_unit_test(a_divergent_write_fills_what_a_code_left_out),
        cmocka_unit_test(with_two_ports_a_fill_takes_one_turn),
        cmocka_unit_test(dead_lanes_are_not_filled),
        cmocka_unit_test(a_known_scalar_passes_by_encoder_and_arrays),
        cmocka_unit_test(one_bank_of_scalars_would_let_them_wait),
        cmocka_unit_test(with_one_bank_of_scalars_they_wait),
        cmocka_unit_test(an_empty_mask_writes_nothing),
        cmocka_unit_test(reads_and_writes_take_turns),
        cmocka_unit_test(a_release_clears_the_registers),
        cmocka_unit_test(without_codes_it_is_plain),
        cmocka_unit_test(every_read_has_the_newest_write),
        cmocka_unit_test(a_reset_forgets_everything),
        cmocka_unit_test(what_rests_stays_as_it_is),
        cmocka_unit_test(streams_and_memories),
        cmocka_unit_test(bad_configurations_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
