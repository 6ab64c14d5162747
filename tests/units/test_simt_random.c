/* SPDX-License-Identifier: Apache-2.0
 *
 * Random programs: warps must leave the memory that one thread at a time leaves, and their traces must tell what happened. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "simt_asm.h"

/* ---- random programs ---- */

/* x10 is the thread's own part of memory, x8, x9 and x18 count loops, x1 to x4 are what they are; the others hold anything. */
enum { FREE = 22, OWN = 1024, PART = 2048, KEPT = 64, SUMS = 16, MOST_DEPTH = 3 };
static const int free_registers[FREE] = {5, 6, 7, 11, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30};
static const int counters[MOST_DEPTH] = {8, 9, 18};

typedef struct {
    image p;
    rng random;
    bool flags;           /* it reads fflags and sets frm */
    uint32_t function[4]; /* that it calls */
    int functions, frame; /* frame: bytes of the stack that it may use */
} maker;

static int any(maker *m, int n)
{
    return (int)rng_below(&m->random, (uint32_t)n);
}

static int any_x(maker *m)
{
    return any(m, 12) == 0 ? ZERO : free_registers[any(m, FREE)];
}

static void put_integer(maker *m)
{
    static const int f7s[] = {0, 0, 0, 1, 1, 32};
    int f7 = f7s[any(m, 6)], f3 = f7 == 32 ? (any(m, 2) ? 5 : 0) : any(m, 8);

    if (any(m, 3) > 0) {
        emit(&m->p, r_word(f7, any_x(m), any_x(m), f3, any_x(m), OP));
        return;
    }
    f3 = any(m, 8);
    int imm = f3 == 1 ? any(m, 32) : f3 == 5 ? any(m, 32) | any(m, 2) << 10 : any(m, 4096);
    emit(&m->p, i_word(imm, any_x(m), f3, any_x(m), OP_IMM));
}

static int any_mode(maker *m)
{
    int mode = any(m, 8);

    return mode < 5 ? mode : 7;
}

static void put_float(maker *m)
{
    static const int f7s[] = {0, 4, 8, 12, 0x2c, 0x10, 0x14, 0x50, 0x60, 0x68, 0x70, 0x78};
    int f7 = f7s[any(m, 12)], a = any(m, 32), b = any(m, 32), d = any(m, 32), x = any_x(m);

    if (any(m, 4) == 0) {
        emit(&m->p, r_word(any(m, 32) << 2, b, a, any_mode(m), d, 67 + 4 * any(m, 4)));
        return;
    }
    switch (f7) {
    case 0x2c: emit(&m->p, r_word(f7, 0, a, any_mode(m), d, FADD_OP)); break;
    case 0x10: emit(&m->p, r_word(f7, b, a, any(m, 3), d, FADD_OP)); break;
    case 0x14: emit(&m->p, r_word(f7, b, a, any(m, 2), d, FADD_OP)); break;
    case 0x50: emit(&m->p, r_word(f7, b, a, any(m, 3), x, FADD_OP)); break;
    case 0x60: emit(&m->p, r_word(f7, any(m, 2), a, any_mode(m), x, FADD_OP)); break;
    case 0x68: emit(&m->p, r_word(f7, any(m, 2), any_x(m), any_mode(m), d, FADD_OP)); break;
    case 0x70: emit(&m->p, r_word(f7, 0, a, any(m, 2), x, FADD_OP)); break;
    case 0x78: emit(&m->p, r_word(f7, 0, any_x(m), 0, d, FADD_OP)); break;
    default: emit(&m->p, r_word(f7, b, a, any_mode(m), d, FADD_OP)); break;
    }
}

/* A load or store in the thread's own memory or on its stack, or a sum or maximum, which do not depend on the order of threads. */
static void put_memory(maker *m)
{
    static const int sizes[] = {0, 1, 2, 4, 5};
    bool stack = any(m, 3) == 0, sum = any(m, 2);
    int base = stack ? SP : A0, size = sizes[any(m, 5)],
        offset = any(m, any(m, 3) ? 12 : ((stack ? m->frame : OWN) - KEPT) / 4) * 4 + any(m, 4);

    offset &= size == 2 ? ~3 : size % 4 == 1 ? ~1 : ~0;
    switch (any(m, 5)) {
    case 0: emit(&m->p, s_word(offset, any_x(m), base, size & 3, STORE)); break;
    case 1: fsw(&m->p, any(m, 32), offset & ~3, base); break;
    case 2: flw(&m->p, any(m, 32), offset & ~3, base); break;
    case 3:
        li(&m->p, 31, DATA + 8 * (uint32_t)any(m, SUMS / 2) + (sum ? 0 : 4));
        emit(&m->p, r_word(sum ? 0 : 28 << 2, any_x(m), 31, 2, ZERO, ATOM)); /* amoadd, amomaxu */
        break;
    default: emit(&m->p, i_word(offset, base, size, any_x(m), LOAD)); break;
    }
}

static void put_csr(maker *m)
{
    if (any(m, 2))
        emit(&m->p, i_word(2, any(m, 5), 5, any_x(m), SYSTEM)); /* csrrwi frm */
    else
        emit(&m->p, i_word(1, any_x(m), any(m, 3) + 1, any_x(m), SYSTEM)); /* fflags */
}

static void put_block(maker *m, int depth, int length);

static void put_choice(maker *m, int depth)
{
    static const int conditions[] = {0, 1, 4, 5, 6, 7};
    int over = branch(&m->p, conditions[any(m, 6)], any_x(m), any_x(m));

    put_block(m, depth + 1, 1 + any(m, 6));
    if (any(m, 2)) {
        int end = emit(&m->p, j_word(0, ZERO));
        patch(&m->p, over);
        put_block(m, depth + 1, 1 + any(m, 6));
        m->p.code[end] = j_word(4 * (m->p.n - end), ZERO);
    } else {
        patch(&m->p, over);
    }
}

static void put_loop(maker *m, int depth)
{
    int count = counters[depth];

    emit(&m->p, i_word(3, any_x(m), 7, count, OP_IMM));
    uint32_t again = here(&m->p);
    put_block(m, depth + 1, 1 + any(m, 5));
    addi(&m->p, count, count, -1);
    emit(&m->p, b_word((int)(again - here(&m->p)), ZERO, count, 5)); /* bge */
}

static void put_block(maker *m, int depth, int length)
{
    for (int i = 0; i < length; i++) {
        int what = any(m, 16);
        if (what < 5)
            put_integer(m);
        else if (what < 9)
            put_float(m);
        else if (what < 12)
            put_memory(m);
        else if (what == 12 && m->flags)
            put_csr(m);
        else if (what == 13 && depth < MOST_DEPTH)
            put_choice(m, depth);
        else if (what == 14 && depth < MOST_DEPTH)
            put_loop(m, depth);
        else if (what == 15 && m->functions > 0)
            emit(&m->p, j_word((int)(m->function[any(m, m->functions)] - here(&m->p)), RA));
    }
}

/* A leaf with a frame of its own. It may not loop: the caller's counters are in use. */
static uint32_t put_function(maker *m)
{
    uint32_t at = here(&m->p);

    m->frame = 128 + 64 * any(m, 3);
    addi(&m->p, SP, SP, -m->frame);
    put_block(m, MOST_DEPTH, 4 + any(m, 8));
    int leave = branch(&m->p, 4, any_x(m), any_x(m)); /* two ways back */
    put_block(m, MOST_DEPTH, 2);
    addi(&m->p, SP, SP, m->frame);
    ret(&m->p);
    patch(&m->p, leave);
    addi(&m->p, SP, SP, m->frame);
    ret(&m->p);
    return at;
}

/* Every thread its own values in all registers. */
static void put_start(maker *m)
{
    m->frame = 256;
    addi(&m->p, SP, SP, -m->frame);
    sw(&m->p, RA, m->frame - 4, SP);
    add(&m->p, T0, TP, TP); /* a start-up register that is read twice */
    add(&m->p, T0, T0, TP);
    emit(&m->p, i_word(0xf14, ZERO, 2, 31, SYSTEM));
    slli(&m->p, T0, 31, 11);
    addi(&m->p, T0, T0, 4 * SUMS);
    add(&m->p, A0, A0, T0);
    for (int i = 0; i < FREE; i++) {
        li(&m->p, free_registers[i], rng_word(&m->random) >> any(m, 32));
        emit(&m->p, r_word(any(m, 2), 31, free_registers[i], 0, free_registers[i], OP)); /* add, mul */
    }
    for (int i = 0; i < 32; i++)
        flw(&m->p, i, 4 * i, A0);
}

static void put_end(maker *m)
{
    for (int i = 5; i < 32; i++)
        if (i != A0)
            sw(&m->p, i, OWN + 4 * i, A0);
    for (int i = 0; i < 32; i++)
        fsw(&m->p, i, OWN + 128 + 4 * i, A0);
    if (m->flags) {
        emit(&m->p, i_word(3, ZERO, 2, T0, SYSTEM));
        sw(&m->p, T0, OWN + 256, A0);
    }
    lw(&m->p, RA, m->frame - 4, SP);
    addi(&m->p, SP, SP, m->frame);
    ret(&m->p);
}

static void make_program(maker *m, uint64_t seed, uint32_t blocks, uint32_t threads)
{
    uint32_t function[3];

    *m = (maker){.random = {.state = seed}, .flags = seed % 2};
    begin(&m->p, blocks, threads, 64, 0);
    int start = emit(&m->p, j_word(0, ZERO));
    for (int i = 0; i < 3; i++)
        function[i] = put_function(m);
    memcpy(m->function, function, sizeof function);
    m->p.code[start] = j_word(4 * (m->p.n - start), ZERO);
    put_start(m);
    m->functions = 3;
    for (int i = 0; i < 3; i++) {
        put_block(m, 0, 30);
        barrier(&m->p);
    }
    put_end(m);
    m->p.words = SUMS + PART / 4 * (int)(blocks * threads);
    for (int i = 0; i < m->p.words; i++)
        m->p.data[i] = any(m, 3) ? (rng_word(&m->random) & 0x83ffffff) | 0x3c000000 : rng_word(&m->random);
}

static bool same_memory(const ran *a, const ran *b)
{
    const simt_span *x = &a->machine.view.global, *y = &b->machine.view.global;

    return x->size == y->size && memcmp(x->data, y->data, x->size) == 0;
}

static void warps_leave_the_memory_that_single_threads_leave(void **state)
{
    static maker m;
    static const int widths[] = {4, 8, 32, 128};
    uint64_t partial = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        make_program(&m, seed, 3, 37);
        simt_config config = usual();
        config.order = SIMT_PLAIN;
        ran *plain = run_image(&m.p, &config);
        if (!plain->ok)
            fail_msg("seed %d: %s", (int)seed, plain->machine.wrong);
        for (int i = 0; i < 4; i++) {
            config.lanes = widths[i];
            config.order = (seed + (uint64_t)i) % 3 ? SIMT_ROUND_ROBIN : SIMT_GREEDY;
            config.seed = seed % 2 ? seed : 0;
            config.resident = 1 + (int)(seed % 4);
            ran *warps = run_image(&m.p, &config);
            if (!warps->ok)
                fail_msg("seed %d, %d lanes: %s", (int)seed, widths[i], warps->machine.wrong);
            if (!same_memory(plain, warps))
                fail_msg("seed %d, %d lanes: another memory than one thread at a time leaves", (int)seed, widths[i]);
            assert_int_equal(warps->machine.totals.threads, plain->machine.totals.threads);
            assert_int_equal(warps->machine.totals.x, plain->machine.totals.x);
            assert_int_equal(warps->machine.totals.f, plain->machine.totals.f);
            partial += warps->machine.totals.partial;
            run_free(warps);
        }
        run_free(plain);
    }
    assert_true(partial > 100000); /* they do diverge */
}

/* ---- traces ---- */

enum { BLOCKS = 3, WARPS = 16, LANES = 4 };

/* What a reader of the trace knows. */
typedef struct {
    bool known[BLOCKS][WARPS][SIMT_REGISTERS];
    uint32_t value[BLOCKS][WARPS][SIMT_REGISTERS][LANES];
    uint8_t memory[4 * MOST_DATA];
    bool stored[4 * MOST_DATA];
    uint64_t instructions, threads, values, loads;
} reader;

static bool lane_of(const trace_record *t, int i)
{
    return t->mask[0] >> i & 1;
}

static void read_register(reader *k, const trace_record *t)
{
    int number = t->reg + (t->file == TRACE_F ? SIMT_F : 0);
    uint32_t *value = k->value[t->cta][t->warp][number];
    bool *known = &k->known[t->cta][t->warp][number];

    assert_true(t->linked);
    if (t->kind == TRACE_READ)
        assert_false(*known);
    for (int i = 0; i < LANES && t->kind == TRACE_WRITE && *known; i++)
        if (!lane_of(t, i))
            assert_int_equal(t->value[i], value[i]);
    memcpy(value, t->value, LANES * sizeof *value);
    *known = true;
    k->values++;
}

/* A load gives what the stores before it left. Not so of atomics: a lane also sees what the lanes before it have stored. */
static void read_access(reader *k, const trace_record *t)
{
    for (int i = 0; i < LANES; i++)
        for (int b = 0; b < t->size && lane_of(t, i) && t->space == TRACE_GLOBAL; b++) {
            uint64_t at = t->addr[i] + (uint64_t)b - DATA;
            uint8_t byte = (uint8_t)(t->value[i] >> (8 * b));
            if (t->kind == TRACE_LOAD && k->stored[at] && at >= 4 * SUMS) {
                assert_int_equal(byte, k->memory[at]);
                k->loads++;
            }
            k->memory[at] = byte;
            k->stored[at] = true;
        }
}

static void check_sources(const reader *k, const trace_record *t)
{
    for (int i = 0; i < t->sources; i++)
        assert_true(k->known[t->cta][t->warp][t->source[i].reg + (t->source[i].file == TRACE_F ? SIMT_F : 0)]);
}

static void read_trace(reader *k, const char *name)
{
    static trace_record t, last[BLOCKS][WARPS];
    trace *file = trace_open(name);

    memset(last, 0, sizeof last);
    memset(k, 0, sizeof *k);
    while (trace_next(file, &t)) {
        assert_true(t.cta < BLOCKS && t.warp < WARPS);
        if (t.kind == TRACE_INSTRUCTION) {
            check_sources(k, &last[t.cta][t.warp]);
            last[t.cta][t.warp] = t;
            k->instructions++;
            k->threads += (uint64_t)__builtin_popcount(t.mask[0]);
        } else if (trace_is_register(&t)) {
            read_register(k, &t);
        } else {
            read_access(k, &t);
        }
    }
    trace_close(file);
}

static void traces_tell_what_happened(void **state)
{
    static maker m;
    static reader k;
    char *name = trace_name();

    (void)state;
    for (uint64_t seed = 100; seed < 106; seed++) {
        simt_config config = usual();
        config.lanes = LANES;
        make_program(&m, seed, BLOCKS, 37);
        ran *r = run_traced(&m.p, config, name);
        assert_true(r->ok);
        read_trace(&k, name);
        assert_int_equal(k.instructions, r->machine.totals.warps);
        assert_int_equal(k.threads, r->machine.totals.threads);
        if (k.values < 1000 || k.loads < 100)
            fail_msg("%d values, %d loads", (int)k.values, (int)k.loads);
        int threads = BLOCKS * 37;
        for (int i = 4 * SUMS; i < 4 * SUMS + PART * threads; i++)
            if (k.stored[i])
                assert_int_equal(k.memory[i], data_word(r, i / 4) >> (i % 4 * 8) & 255);
        run_free(r);
    }
    unlink(name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(warps_leave_the_memory_that_single_threads_leave),
        cmocka_unit_test(traces_tell_what_happened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
