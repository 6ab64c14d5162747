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
    is_instruction(next_at(file, at.atomic), TRACE_ATOMIC, 2, 1);
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
    trace_operation operation;
    trace_type type;
} classes[] = {
    {0x00000037 | T0 << 7, TRACE_ALU, TRACE_SIMPLE, TRACE_INT}, /* lui */
    {0x00000017 | T0 << 7, TRACE_ALU, TRACE_ADD, TRACE_INT},    /* auipc */
    {0x00000013, TRACE_ALU, TRACE_SIMPLE, TRACE_INT},           /* addi x0, x0, 0: nop */
    {0x00100293, TRACE_ALU, TRACE_SIMPLE, TRACE_INT},           /* addi t0, x0, 1: li */
    {0x00030293, TRACE_ALU, TRACE_SIMPLE, TRACE_INT},           /* addi t0, t1, 0: mv */
    {0x00130293, TRACE_ALU, TRACE_ADD, TRACE_INT},              /* addi t0, t1, 1 */
    {0x405002b3, TRACE_ALU, TRACE_SIMPLE, TRACE_INT},           /* sub t0, x0, t0: neg */
    {0x405302b3, TRACE_ALU, TRACE_ADD, TRACE_INT},              /* sub t0, t1, t0 */
    {0x00003033, TRACE_ALU, TRACE_SIMPLE, TRACE_INT},           /* sltu */
    {0x0000000b, TRACE_ALU, TRACE_SIMPLE, TRACE_INT},           /* vote.all */
    {0x0000100b, TRACE_ALU, TRACE_SIMPLE, TRACE_INT},           /* vote.any */
    {0x0000200b, TRACE_ALU, TRACE_SIMPLE, TRACE_INT},           /* vote.ballot */
    {0x02000033, TRACE_MUL, TRACE_TIMES, TRACE_INT},            /* mul */
    {0x02003033, TRACE_MUL, TRACE_TIMES, TRACE_INT},            /* mulhu */
    {0x02004033, TRACE_SFU, TRACE_DIV, TRACE_INT},              /* div */
    {0x02007033, TRACE_SFU, TRACE_DIV, TRACE_INT},              /* remu */
    {0x00000053, TRACE_FPU, TRACE_ADD, TRACE_FLOAT},            /* fadd.s */
    {0x10000053, TRACE_FPU, TRACE_TIMES, TRACE_FLOAT},          /* fmul.s */
    {0x28001053, TRACE_FPU, TRACE_MAX, TRACE_FLOAT},            /* fmax.s */
    {0x00000043, TRACE_FPU, TRACE_MAD, TRACE_FLOAT},            /* fmadd.s */
    {0x18000053, TRACE_SFU, TRACE_DIV, TRACE_FLOAT},            /* fdiv.s */
    {0x58000053, TRACE_SFU, TRACE_SQRT, TRACE_FLOAT},           /* fsqrt.s */
    {0xe0000053, TRACE_FPU, TRACE_SIMPLE, TRACE_INT},           /* fmv.x.w */
    {0xe0001053, TRACE_FPU, TRACE_SIMPLE, TRACE_INT},           /* fclass.s */
    {0xc0000053, TRACE_FPU, TRACE_SIMPLE, TRACE_INT},           /* fcvt.w.s */
    {0x00002003, TRACE_LOADS, 0, 0},
    {0x00002007, TRACE_LOADS, 0, 0}, /* lw, flw */
    {0x00002023, TRACE_STORES, 0, 0},
    {0x00002027, TRACE_STORES, 0, 0}, /* sw, fsw */
    {0x00000063, TRACE_CONTROL, 0, 0},
    {0x0000006f, TRACE_CONTROL, 0, 0}, /* beq, jal */
    {0x00000067, TRACE_CONTROL, 0, 0},
    {0x00000073, TRACE_BARRIER, 0, 0}, /* jalr, ecall */
    {0x1000202f, TRACE_ATOMIC, 0, 0},
    {0x1800202f, TRACE_ATOMIC, 0, 0}, /* lr.w, sc.w */
    {0x0000202f, TRACE_ATOMIC, 0, 0},
    {0x0000000f, TRACE_FENCE, 0, 0}, /* amoadd.w, fence */
    {0xf1402073, TRACE_OTHER, 0, 0}, /* csrrs mhartid */
    {0x0000300b, TRACE_OTHER, 0, 0}, /* event */
};

static void classes_are_those_of_the_page(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        simt_op op;
        simt_decode(classes[i].word, &op);
        if (op.code == SIMT_ILLEGAL || op.op != classes[i].class || op.operation != classes[i].operation || op.type != classes[i].type)
            fail_msg("%08x is %s of class %d, operation %d, type %d, expected %d, %d, %d", classes[i].word, simt_name(&op), op.op,
                     op.operation, op.type, classes[i].class, classes[i].operation, classes[i].type);
    }
}

/* A launch of the kernel at `kernel` from the host. */
static void put_launch(image *p, uint32_t kernel, uint32_t blocks)
{
    li(p, A0, kernel);
    li(p, A1, DATA);
    li(p, A2, blocks);
    li(p, A3, THREADS);
    li(p, A4, 256);
    ecall(p, 1000);
}

/* The host launches a kernel twice. In between it writes a word that the kernel reads, and one that it wrote. Thread i adds word AT + i to word i. */
enum { FIRST_WORDS = 100 };
static void put_two_launches(image *p, uint32_t kernel)
{
    memset(p, 0, sizeof *p);
    put_launch(p, kernel, 2);
    li(p, T0, DATA);
    addi(p, T1, ZERO, 77);
    sw(p, T1, 4 * 3, T0);
    sw(p, T1, 4 * (AT + 5), T0);
    put_launch(p, kernel, 1);
    li(p, A0, 0);
    addi(p, A7, ZERO, 93);
    emit(p, 0x73);
    if (kernel == 0) {
        put_two_launches(p, here(p));
        return;
    }
    slli(p, A6, A1, 2);
    add(p, T2, A0, A6);
    lw(p, T0, 0, T2);
    lw(p, T1, 4 * AT, T2);
    add(p, T0, T0, T1);
    sw(p, T0, 0, T2);
    sw(p, T0, 4 * (AT + THREADS), T2);
    ret(p);
    p->words = AT + THREADS;
    for (int i = 0; i < FIRST_WORDS; i++)
        p->data[i] = 3 * (uint32_t)i + 1;
    p->data[AT + 7] = 70;
}

/* Memory as the ranges and the trace's stores tell it. */
typedef struct {
    uint8_t bytes[MEMORY];
    uint64_t copied[2], ranged[2]; /* bytes of each launch */
    int loads;
} known_memory;

static void take_ranges(known_memory *k, trace_memory *file, int launch)
{
    trace_range range;

    while (trace_memory_next(file, launch, &range)) {
        memcpy(k->bytes + (range.address - CODE), range.content, range.bytes);
        k->ranged[launch] += range.bytes;
    }
}

static void take_access(known_memory *k, const trace_record *t)
{
    for (int i = 0; i < t->lanes; i++) {
        uint32_t value;
        if (!(t->mask[0] >> i & 1))
            continue;
        memcpy(&value, k->bytes + (t->addr[i] - CODE), sizeof value);
        if (t->kind == TRACE_STORE)
            memcpy(k->bytes + (t->addr[i] - CODE), &t->value[i], sizeof value);
        else if (value != t->value[i])
            fail_msg("a load at %llx gives %x, the contents say %x", (unsigned long long)t->addr[i], t->value[i], value);
    }
    k->loads += t->kind == TRACE_LOAD;
}

static void launches_tell_what_is_in_memory(void **state)
{
    static image p;
    char *name = trace_name(), *contents = format_new("%s.wfm", name);
    known_memory *k = zalloc(sizeof *k);
    simt_config config = usual();
    trace_record *t = zalloc(sizeof *t);

    (void)state;
    put_two_launches(&p, 0);
    unlink(contents);
    config.contents = trace_memory_create(contents, true, "test", "");
    run_free(run_traced(&p, config, name));
    trace_memory_finish(config.contents);
    trace *file = trace_open(name);
    trace_memory *memory = trace_memory_open(contents);
    assert_true(trace_memory_rest_is_zero(memory));
    while (trace_next(file, t)) {
        if (t->kind == TRACE_COPY)
            k->copied[t->launch + 1] += t->bytes;
        if (t->kind == TRACE_LAUNCH) {
            assert_true(t->launched.grid[0] == (t->launch == 0 ? 2 : 1) && t->launched.grid[1] == 1);
            assert_true(t->launched.block[0] == THREADS && t->launched.block[2] == 1);
            assert_true(t->launched.static_shared == 0 && t->launched.dynamic_shared == 256);
            assert_int_equal(t->launched.registers, 7); /* ra, t0, t1, t2, a0, a1, a6 */
            assert_int_equal(t->launched.reserved_registers, 0);
            take_ranges(k, memory, t->launch);
        }
        if (trace_is_memory(t))
            take_access(k, t);
    }
    assert_int_equal(k->loads, 2 * 3);
    /* First the code, rounded up to lines, and data; then the two lines that the host wrote to. */
    assert_true(k->copied[0] > 2 * 128 && k->copied[0] < 4 * (AT + THREADS) + 4096);
    assert_int_equal(k->copied[1], 2 * 128);
    for (int i = 0; i < 2; i++)
        assert_int_equal(k->copied[i], k->ranged[i]);
    trace_range none;
    assert_false(trace_memory_next(memory, INT32_MAX, &none));
    trace_close(file);
    trace_memory_close(memory);
    unlink(name);
    unlink(contents);
}

static void a_launch_of_two_dimensions_tells_both(void **state)
{
    static image p;
    static const uint32_t grid[] = {3, 2}, block[] = {5, 7};
    char *name = trace_name();
    trace_record *t = zalloc(sizeof *t);

    (void)state;
    begin_2d(&p, grid, block);
    ret(&p);
    run_free(run_traced(&p, usual(), name));
    trace *file = trace_open(name);
    while (trace_next(file, t) && t->kind != TRACE_LAUNCH)
        ;
    assert_true(t->launched.grid[0] == 3 && t->launched.grid[1] == 2 && t->launched.grid[2] == 1);
    assert_true(t->launched.block[0] == 5 && t->launched.block[1] == 7 && t->launched.block[2] == 1);
    trace_close(file);
    unlink(name);
}

/* A kernel that calls through a pointer: nobody knows which registers the code there names. */
static void registers_behind_a_pointer_are_not_known(void **state)
{
    static image p;
    char *name = trace_name();
    trace_record *t = zalloc(sizeof *t);

    (void)state;
    begin(&p, 1, THREADS, 0, 0);
    emit(&p, i_word(0, RA, 0, T0, OP_IMM)); /* mv t0, ra */
    emit(&p, i_word(0, T0, 0, ZERO, JALR));
    run_free(run_traced(&p, usual(), name));
    trace *file = trace_open(name);
    while (trace_next(file, t) && t->kind != TRACE_LAUNCH)
        ;
    assert_int_equal(t->kind, TRACE_LAUNCH);
    assert_int_equal(t->launched.registers, 0);
    trace_close(file);
    unlink(name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_instruction_of_several_spaces_has_a_record_of_each),
        cmocka_unit_test(a_register_is_told_where_it_is_first_read),
        cmocka_unit_test(classes_are_those_of_the_page),
        cmocka_unit_test(launches_tell_what_is_in_memory),
        cmocka_unit_test(a_launch_of_two_dimensions_tells_both),
        cmocka_unit_test(registers_behind_a_pointer_are_not_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
