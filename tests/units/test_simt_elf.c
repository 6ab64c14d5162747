/* SPDX-License-Identifier: Apache-2.0
 *
 * ELF files: bad ones are refused with what is wrong; no bit of a file makes the program crash. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "simt_asm.h"

typedef struct {
    int at, bytes;
    uint32_t value;
    const char *message;
} damage;

enum { FIRST = HEAD, SECOND = HEAD + SEGMENT, THIRD = HEAD + 2 * SEGMENT };
static const damage damages[] = {
    {0, 1, 'x', "is no ELF file"},
    {4, 1, 2, "an ELF file of 64 bits"},
    {5, 1, 2, "big-endian"},
    {16, 2, 3, "an ELF file of type 3 (position-independent)"},
    {16, 2, 1, "an ELF file of type 1; accepted are executables"},
    {18, 2, 62, "an ELF file for machine 62; accepted is 243"},
    {36, 4, 3, "compressed instructions"},
    {36, 4, 4, "-mabi=ilp32f"},
    {36, 4, 8, "RV32E"},
    {24, 4, DATA, "there is no code at the entry"},
    {24, 4, CODE + 2, "there is no code at the entry"},
    {28, 4, 0xffffff00, "the program headers lie behind the end"},
    {42, 2, 56, "3 program headers of 56 bytes"},
    {44, 2, 0, "0 program headers"},
    {44, 2, 60000, "60000 program headers"},
    {FIRST, 4, 3, "dynamic linker"},
    {FIRST + 4, 4, 0xfffffff0, "a segment lies behind the end"},
    {FIRST + 8, 4, 0x3ffffffc, "accepted are addresses below 40000000"},
    {FIRST + 8, 4, CODE + 1, "no multiple of 4"},
    {FIRST + 8, 4, DATA + 16, "overlap"},
    {FIRST + 20, 4, 1, "in the file and 1 in memory"},
    {SECOND + 20, 4, 0x50000000, "accepted are addresses below"},
    {THIRD + 20, 4, 0x200000, "2097152 bytes of thread-local variables"},
    {THIRD + 28, 4, 48, "aligned to 48"},
    {SECOND, 4, 7, "262144 bytes of thread-local variables"},
    {FIRST, 4, 7, "two TLS segments"},
};

static unsigned char *some_elf(size_t *len)
{
    static image p;

    begin(&p, 2, 40, 160, 0);
    slli(&p, A6, A1, 2);
    add(&p, A5, A5, A6);
    sw(&p, A6, 0, A5);
    barrier(&p);
    lw(&p, T0, 0, A5);
    add(&p, A0, A0, T0);
    sw(&p, T0, 16, A0);
    ret(&p);
    p.words = p.locals = 4;
    return elf_of(&p, len);
}

static void bad_elf_files_are_refused(void **state)
{
    size_t len;

    (void)state;
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        const damage *d = &damages[i];
        unsigned char *e = some_elf(&len);
        simt_program program;
        for (int b = 0; b < d->bytes; b++)
            e[d->at + b] = (unsigned char)(d->value >> (8 * b));
        char *wrong = read_bytes(&program, e, len);
        if (wrong == NULL || strstr(wrong, d->message) == NULL)
            fail_msg("\"%s\", expected: %s", wrong ? wrong : "", d->message);
    }
}

static void cut_elf_files_are_refused(void **state)
{
    size_t len;
    unsigned char *e = some_elf(&len);

    (void)state;
    for (size_t n = 0; n <= len; n++) {
        simt_program program;
        char *wrong = read_bytes(&program, e, n);
        assert_true((wrong == NULL) == (n == len));
        if (wrong == NULL)
            simt_program_free(&program);
    }
}

/* Exchanges two program headers. */
static void swap_headers(unsigned char *e, int a, int b)
{
    unsigned char kept[SEGMENT];

    memcpy(kept, e + a, SEGMENT);
    memcpy(e + a, e + b, SEGMENT);
    memcpy(e + b, kept, SEGMENT);
}

/* The headers of code, data and thread-local variables in each of their six orders: the same program. */
static void segments_are_taken_in_any_order(void **state)
{
    static const int swaps[][2] = {{FIRST, SECOND}, {SECOND, THIRD}, {FIRST, SECOND}, {SECOND, THIRD}, {FIRST, SECOND}, {FIRST, FIRST}};
    size_t len;
    unsigned char *e = some_elf(&len);
    simt_config config = usual();

    (void)state;
    for (size_t i = 0; i < sizeof swaps / sizeof *swaps; i++) {
        ran r = {.ok = false};
        swap_headers(e, swaps[i][0], swaps[i][1]);
        assert_null(read_bytes(&r.program, e, len));
        assert_int_equal(r.program.segments, 2);
        assert_int_equal(r.program.low, CODE);
        assert_int_equal(r.program.end, DATA + 4 * MOST_DATA);
        assert_non_null(simt_program_at(&r.program, CODE));
        assert_null(simt_program_at(&r.program, DATA));
        assert_null(simt_machine_make(&r.machine, &r.program, &config));
        assert_true(simt_machine_run(&r.machine));
        simt_machine_free(&r.machine);
        simt_program_free(&r.program);
    }
}

/* The data begin before the code's end, in both orders. */
static void segments_that_overlap_are_refused_in_any_order(void **state)
{
    size_t len;
    unsigned char *e = some_elf(&len);

    (void)state;
    put_word(e + SECOND + 8, CODE + 4);
    for (int i = 0; i < 2; i++) {
        simt_program program;
        char *wrong = read_bytes(&program, e, len);
        assert_string_equal(wrong, "corrupt: segments that overlap");
        swap_headers(e, FIRST, SECOND);
    }
}

/* Every bit of the file by itself: it is refused, or runs to an end or a fault. */
static void flipped_elf_files_are_refused_or_run(void **state)
{
    size_t len, refused = 0, failed = 0, ended = 0;
    unsigned char *e = some_elf(&len);

    (void)state;
    for (size_t bit = 0; bit < 8 * len; bit++) {
        ran r = {.ok = false};
        simt_config config = usual();
        config.limit = 30000;
        e[bit / 8] ^= (unsigned char)(1 << bit % 8);
        char *wrong = read_bytes(&r.program, e, len);
        e[bit / 8] ^= (unsigned char)(1 << bit % 8);
        if (wrong == NULL) {
            wrong = simt_machine_make(&r.machine, &r.program, &config);
            if (wrong == NULL) {
                bool ok = simt_machine_run(&r.machine);
                ended += ok;
                failed += !ok;
                simt_machine_free(&r.machine);
            }
            simt_program_free(&r.program);
        }
        refused += wrong != NULL;
    }
    if (refused < 100 || failed < 100 || ended < 100)
        fail_msg("%zu refused, %zu failed, %zu ended", refused, failed, ended);
}

static void programs_that_do_not_fit_are_refused(void **state)
{
    size_t len;
    unsigned char *e = some_elf(&len);
    simt_program program;
    simt_machine machine;
    static const uint32_t sizes[] = {0, 4095, 1 << 16, DATA - CODE + 4 * MOST_DATA + 64, SIMT_SHARED_BASE};

    (void)state;
    assert_null(read_bytes(&program, e, len));
    for (int i = 0; i < 5; i++) {
        simt_config config = usual();
        config.memory = sizes[i];
        char *wrong = simt_machine_make(&machine, &program, &config);
        assert_non_null(wrong);
    }
    simt_program_free(&program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_elf_files_are_refused),
        cmocka_unit_test(cut_elf_files_are_refused),
        cmocka_unit_test(segments_are_taken_in_any_order),
        cmocka_unit_test(segments_that_overlap_are_refused_in_any_order),
        cmocka_unit_test(flipped_elf_files_are_refused_or_run),
        cmocka_unit_test(programs_that_do_not_fit_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
