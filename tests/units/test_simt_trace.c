/* SPDX-License-Identifier: Apache-2.0
 *
 * What goes to the trace (docs/kernels.md): the records of an instruction in their order, spaces, classes. test_simt_random.c holds the values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "simt_asm.h"

enum { THREADS = 32, AT = 256 /* the word of DATA where global accesses begin */ };

/* T2: where thread i % 3 = 0, 1, 2 accesses global, shared, private memory. */
static void put_places(image *p)
{
    addi(p, A4, ZERO, 3);
    emit(p, r_word(1, A4, A1, 7, A3, OP)); /* remu */
    slli(p, A6, A1, 2);
    add(p, T2, A0, A6);
    addi(p, T2, T2, 4 * AT);
    int out = branch(p, 0, A3, ZERO);
    add(p, T2, A5, A6);
    addi(p, A4, ZERO, 1);
    int out_shared = branch(p, 0, A3, A4);
    addi(p, T2, SP, -64);
    patch(p, out);
    patch(p, out_shared);
}

typedef struct {
    uint32_t store, load, atomic; /* pc */
} places;

static places put_kernel(image *p)
{
    places at;

    begin(p, 1, THREADS, 4 * THREADS, 0);
    put_places(p);
    at.store = here(p);
    emit(p, s_word(0, A1, T2, 1, STORE)); /* sh */
    at.load = here(p);
    emit(p, i_word(0, T2, 1, T1, LOAD)); /* lh */
    at.atomic = here(p);
    emit(p, r_word(0, T1, T2, 2, T0, ATOM)); /* amoadd */
    lw(p, T0, 0, T2);
    add(p, A0, A0, A6);
    sw(p, T0, 0, A0);
    ret(p);
    return at;
}

static void is_access(const trace_record *t, trace_kind kind, int space, int size, int factor)
{
    static const trace_space spaces[] = {TRACE_GLOBAL, TRACE_SHARED, TRACE_LOCAL};

    assert_int_equal(t->kind, kind);
    assert_int_equal(t->space, spaces[space]);
    assert_int_equal(t->size, size);
    assert_int_equal(t->words, 1);
    assert_true(t->linked);
    for (uint32_t i = 0; i < THREADS; i++) {
        bool on = i % 3 == (uint32_t)space;
        uint32_t address = space == 0 ? DATA + 4 * (AT + i) : space == 1 ? SIMT_SHARED_BASE + 4 * i : usual().stack - 64;
        assert_int_equal(t->mask[0] >> i & 1, on);
        assert_int_equal(t->addr[i], on ? address : 0);
        assert_int_equal(t->value[i], on ? i * (uint32_t)factor : 0);
    }
}

static void is_register(const trace_record *t, trace_kind kind, int reg)
{
    assert_int_equal(t->kind, kind);
    assert_int_equal(t->file, TRACE_X);
    assert_int_equal(t->reg, reg);
    assert_true(t->linked);
    assert_int_equal(t->mask[0], ~0u);
}

/* The next record, which is of the instruction at pc. */
static trace_record *next_at(trace *file, uint32_t pc)
{
    static trace_record t;

    do
        assert_true(trace_next(file, &t));
    while (t.pc != pc);
    return &t;
}

static void is_instruction(const trace_record *t, trace_class op, int sources, int destinations)
{
    assert_int_equal(t->kind, TRACE_INSTRUCTION);
    assert_int_equal(t->op, op);
    assert_true(t->mask_known);
    assert_int_equal(t->mask[0], ~0u);
    assert_int_equal(t->sources, sources);
    assert_int_equal(t->destinations, destinations);
    assert_int_equal(t->written, destinations > 0);
}

static void an_instruction_of_several_spaces_has_a_record_of_each(void **state)
{
    static image p;
    char *name = trace_name();

    (void)state;
    places at = put_kernel(&p);
    ran *r = run_traced(&p, usual(), name);
    assert_true(r->ok);
    for (uint32_t i = 0; i < THREADS; i++)
        assert_int_equal(data_word(r, (int)i), 2 * i);
    run_free(r);

    trace *file = trace_open(name);
    is_instruction(next_at(file, at.store), TRACE_STORES, 2, 0);
    for (int s = 0; s < 3; s++)
        is_access(next_at(file, at.store), TRACE_STORE, s, 2, 1);
    is_instruction(next_at(file, at.load), TRACE_LOADS, 1, 1);
    for (int s = 0; s < 3; s++)
        is_access(next_at(file, at.load), TRACE_LOAD, s, 2, 1);
    is_register(next_at(file, at.load), TRACE_WRITE, T1);
    is_instruction(next_at(file, at.atomic), TRACE_OTHER, 2, 1);
    for (int s = 0; s < 3; s++)
        is_access(next_at(file, at.atomic), TRACE_LOAD, s, 4, 1);
    for (int s = 0; s < 3; s++)
        is_access(next_at(file, at.atomic), TRACE_STORE, s, 4, 2);
    is_register(next_at(file, at.atomic), TRACE_WRITE, T0);
    trace_close(file);
    unlink(name);
}

/* The first instruction reads what the thread was started with; later ones do not tell it again. */
static void a_register_is_told_where_it_is_first_read(void **state)
{
    static image p;
    char *name = trace_name();

    (void)state;
    begin(&p, 1, THREADS, 0, 0);
    uint32_t first = here(&p);
    add(&p, T0, A1, A1);
    add(&p, T1, A1, T0);
    ret(&p);
    run_free(run_traced(&p, usual(), name));
    trace *file = trace_open(name);
    const trace_record *t = next_at(file, first);
    is_instruction(t, TRACE_ALU, 2, 1);
    assert_int_equal(t->source[0].reg, A1);
    assert_int_equal(t->source[1].reg, A1);
    is_register(t = next_at(file, first), TRACE_READ, A1);
    for (uint32_t i = 0; i < THREADS; i++)
        assert_int_equal(t->value[i], i);
    is_register(t = next_at(file, first), TRACE_WRITE, T0);
    for (uint32_t i = 0; i < THREADS; i++)
        assert_int_equal(t->value[i], 2 * i);
    is_instruction(next_at(file, first + 4), TRACE_ALU, 2, 1);
    is_register(next_at(file, first + 4), TRACE_WRITE, T1);
    is_instruction(next_at(file, first + 8), TRACE_CONTROL, 1, 0);
    is_register(next_at(file, first + 8), TRACE_READ, RA);
    trace_close(file);
    unlink(name);
}

static const struct {
    uint32_t word;
    trace_class class;
} classes[] = {
    {0x00000037 | T0 << 7, TRACE_ALU},                              /* lui */
    {0x00000017 | T0 << 7, TRACE_ALU},                              /* auipc */
    {0x00000013, TRACE_ALU},                                        /* addi */
    {0x02000033, TRACE_MUL},                                        /* mul */
    {0x02003033, TRACE_MUL},                                        /* mulhu */
    {0x02004033, TRACE_SFU},                                        /* div */
    {0x02007033, TRACE_SFU},                                        /* remu */
    {0x00000053, TRACE_FPU},                                        /* fadd.s */
    {0x00000043, TRACE_FPU},                                        /* fmadd.s */
    {0x18000053, TRACE_SFU},                                        /* fdiv.s */
    {0x58000053, TRACE_SFU},                                        /* fsqrt.s */
    {0xe0000053, TRACE_FPU},                                        /* fmv.x.w */
    {0xe0001053, TRACE_FPU},                                        /* fclass.s */
    {0xc0000053, TRACE_FPU},                                        /* fcvt.w.s */
    {0x00002003, TRACE_LOADS},         {0x00002007, TRACE_LOADS},   /* lw, flw */
    {0x00002023, TRACE_STORES},        {0x00002027, TRACE_STORES},  /* sw, fsw */
    {0x00000063, TRACE_CONTROL},       {0x0000006f, TRACE_CONTROL}, /* beq, jal */
    {0x00000067, TRACE_CONTROL},       {0x00000073, TRACE_CONTROL}, /* jalr, ecall */
    {0x1000202f, TRACE_OTHER},         {0x1800202f, TRACE_OTHER},   /* lr.w, sc.w */
    {0x0000202f, TRACE_OTHER},         {0x0000000f, TRACE_OTHER},   /* amoadd.w, fence */
    {0xf1402073, TRACE_OTHER},                                      /* csrrs mhartid */
};

static void classes_are_those_of_the_page(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        simt_op op;
        simt_decode(classes[i].word, &op);
        if (op.code == SIMT_ILLEGAL || op.op != classes[i].class)
            fail_msg("%08x is %s of class %d, expected %d", classes[i].word, simt_name(&op), op.op, classes[i].class);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_instruction_of_several_spaces_has_a_record_of_each),
        cmocka_unit_test(a_register_is_told_where_it_is_first_read),
        cmocka_unit_test(classes_are_those_of_the_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
