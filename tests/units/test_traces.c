/* SPDX-License-Identifier: Apache-2.0
 *
 * test_traces.c - the project's own trace forms, text and binary: small samples, round trips of random records, and every way in which a
 * file can be bad, each with the line that it must give. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include <cmocka.h>

#include "../../trace/code_file.h"
#include "trace_files.h"

#define HEAD4 "# warptrace-text 1\n# lanes 4\n# source here\n# licence free\n# columns: ...\n"
#define RECORDS4                                                                         \
    "w 0 1 80000010 alu x5 f 7 8 9 a\n"                                                  \
    "w 0 1 80000014 load f31 9 ffffffff 0 80000000 7fffffff\n"                           \
    "m 0 1 80000014 ld global 4 9 10000 0 0 1000c : ffffffff 0 0 7fffffff\n"             \
    "r 18446744073709551615 4294967295 ffffffffffffffff other R254 f 0 1 2 3\n"          \
    "m 3 65 10 st stack 16 2 0 ffffffffffffffff 0 0 : 0 1000000020000000300000004 0 0\n" \
    "m 3 1 0 ld generic 1 f 1 2 3 4 :\n"                                                 \
    "w 0 1 80000018 sfu x1 0 1 1 1 1\n"

static void text_is_read_and_written_back_the_same(void **state)
{
    (void)state;
    char *path = put_string("a.wtx", HEAD4 RECORDS4);
    trace *t = trace_open(path);
    trace_record r;

    assert_int_equal(trace_lanes(t), 4);
    assert_string_equal(trace_format(t), "warptrace-text");
    assert_string_equal(trace_source(t), "here");
    assert_string_equal(trace_licence(t), "free");
    assert_true(trace_next(t, &r));
    assert_true(trace_is_register(&r) && trace_full(&r));
    assert_int_equal(r.value[3], 10);
    assert_true(trace_next(t, &r));
    assert_false(trace_full(&r));
    assert_int_equal(r.file, TRACE_F);
    assert_int_equal(r.mask[0], 9);
    trace_close(t);
    expect_records(path, RECORDS4);
}

static void own_form_gives_every_field_back(void **state)
{
    (void)state;
    char *text_path = put_string("a.wtx", HEAD4 RECORDS4), *own = path_join(dir, "a.wft");

    convert(text_path, own);
    expect_records(own, RECORDS4);
    trace *t = trace_open(own);
    assert_string_equal(trace_format(t), "wft");
    assert_string_equal(trace_source(t), "here");
    assert_string_equal(trace_licence(t), "free");
    trace_close(t);
}

static void random_records_survive_at_every_width(void **state)
{
    (void)state;
    for (int lanes = 4; lanes <= 128; lanes *= 2) {
        char *own = random_trace("r.wft", lanes, 500), *plain = random_trace("r.wtx", lanes, 500);
        char *a = as_text(own), *b = as_text(plain);
        assert_string_equal(a, b);
    }
}

static void random_instructions_survive_at_every_width(void **state)
{
    (void)state;
    for (int lanes = 4; lanes <= 128; lanes *= 2) {
        for (int version = TRACE_EXECUTION; version <= TRACE_TIMING; version++) {
            char *own = random_program("r.wft", lanes, (trace_version)version, 500);
            char *plain = random_program("r.wtx", lanes, (trace_version)version, 500);
            char *a = as_text(own), *b = as_text(plain);
            assert_string_equal(a, b);
            assert_true(strlen(a) > 10000);
        }
    }
}

static void cut_and_flip(const char *content, const char *records)
{
    char *text_path = put_string("a.wtx", content), *own = path_join(dir, "a.wft");
    size_t len;

    convert(text_path, own);
    char *bytes = file_read(own, &len);
    for (size_t n = 0; n < len; n += n < 20 || n + 20 > len ? 1 : 5) { /* every cut of the heads and of the end */
        char *path = put_file("cut.wft", bytes, n);
        expect_refused(read_all, path, "cut.wft: ");
    }
    /* every bit of the heads, then one of each byte */
    for (size_t bit = 0; bit < 8 * len; bit += bit < 8 * 20 ? 1 : 17) {
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
        char *path = put_file("flip.wft", bytes, len);
        outcome o = outcome_of(read_all, path);
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
        if (o.code != 2 && o.code != 0)
            fail_msg("bit %zu: exit %d, %s", bit, o.code, o.said);
        assert_int_equal(o.lines, o.code == 2);
        if (o.code == 0) /* a bit of zstd's frame header that means nothing */
            expect_records(path, records);
    }
}

static void own_form_shows_every_cut_and_flipped_bits(void **state)
{
    (void)state;
    cut_and_flip(HEAD4 RECORDS4, RECORDS4);
}

#define HEAD4_2 "# warptrace-text 2\n# lanes 4\n# source here\n# licence free\n# columns: ...\n"
/* Two warps side by side, what is not known, records without a link. */
#define INSTRUCTIONS4                                              \
    "i 0 1 80000010 alu f x1,x1 x5\n"                              \
    "+w 0 1 80000010 alu x5 f 7 8 9 a\n"                           \
    "i 0 2 80000014 load 9 x5 f31\n"                               \
    "i 0 1 80000018 control f x5,x6 -\n"                           \
    "+r 0 1 80000018 control x6 f 1 2 3 4\n"                       \
    "+w 0 2 80000014 load f31 9 ffffffff 0 80000000 7fffffff\n"    \
    "+m 0 2 80000014 ld global 4 1 10000 0 0 0 : ffffffff 0 0 0\n" \
    "w 0 2 80000014 store f31 f 0 0 0 0\n"                         \
    "i 7 0 20 load ? R2,R3 R4,R5?\n"                               \
    "+r 7 0 20 load R2 f 1 2 3 4\n"                                \
    "r 7 0 20 load R4 f 1 2 3 4\n"                                 \
    "i 7 0 30 other ? ? ?\n"                                       \
    "+w 7 0 30 other R254 3 1 2 3 4\n"                             \
    "i 7 0 40 store ? R2,R3,R4,R5,R6,R7,R8,R9 -\n"                 \
    "+m 7 0 40 st generic 1 f 1 2 3 4 :\n"                         \
    "i 7 0 50 sfu 0 R2 R9,R10,R11,R12\n"                           \
    "i 7 0 60 fpu f - f0,f1\n"                                     \
    "+w 7 0 60 fpu f1 f 1 2 3 4\n"                                 \
    "m 7 0 60 st generic 1 f 1 2 3 4 :\n"                          \
    "+w 7 0 60 fpu f0 f 1 2 3 4\n"

static void own_form_of_instructions_shows_every_cut_and_flipped_bits(void **state)
{
    (void)state;
    cut_and_flip(HEAD4_2 INSTRUCTIONS4, INSTRUCTIONS4);
}

#define HEAD4_3 "# warptrace-text 3\n# lanes 4\n# source here\n# licence free\n# columns: ...\n"
/* An instruction before any launch, two launches of the same block, a copy before each. */
#define LAUNCHES4                                    \
    "i 0 0 8 control f - - ? ?\n"                    \
    "c c0000000 65536\n"                             \
    "l 64 1 1 256 2 1 1024 16 9 10 saxpy\n"          \
    "i 0 0 10 mul f R1,R2,R3 R4? mad int\n"          \
    "i 0 0 18 barrier f - - ? ?\n"                   \
    "c ffffffffffffff80 128\n"                       \
    "l 1 1 1 4 1 1 0 0 ? ? void f<int, 3>(float*)\n" \
    "i 0 0 10 atomic 3 R1,R2,R3 R4? ? ?\n"           \
    "+m 0 0 10 ld global 4 3 4 8 0 0 :\n"            \
    "i 0 0 18 fence f - - ? ?\n"                     \
    "l 1 1 1 4 1 1 0 0 1 ? ?\n"                      \
    "i 0 1 18 fpu f R1 R2? special double\n"

static void own_form_of_launches_shows_every_cut_and_flipped_bits(void **state)
{
    (void)state;
    cut_and_flip(HEAD4_3 LAUNCHES4, LAUNCHES4);
}

static void each_record_tells_its_launch(void **state)
{
    (void)state;
    static const int launch[] = {-1, -1, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2};
    char *plain = put_string("l.wtx", HEAD4_3 LAUNCHES4), *own = path_join(dir, "l.wft");
    trace_record r;

    convert(plain, own);
    trace *t = trace_open(own);
    assert_int_equal(trace_version_of(t), TRACE_TIMING);
    for (size_t i = 0; i < sizeof launch / sizeof launch[0]; i++) {
        assert_true(trace_next(t, &r));
        assert_int_equal(r.launch, launch[i]);
        if (i == 1)
            assert_true(r.kind == TRACE_COPY && r.addr[0] == 0xc0000000 && r.bytes == 65536 && !trace_is_warp(&r));
        if (i == 2) {
            assert_true(r.kind == TRACE_LAUNCH && r.launched.registers == 9 && r.launched.reserved_registers == 10);
            assert_true(r.launched.grid[0] == 64 && r.launched.block[0] == 256 && r.launched.block[1] == 2);
            assert_true(r.launched.static_shared == 1024 && r.launched.dynamic_shared == 16);
            assert_string_equal(r.launched.kernel, "saxpy");
        }
        if (i == 3)
            assert_true(r.operation == TRACE_MAD && r.type == TRACE_INT);
        if (i == 4)
            assert_true(r.op == TRACE_BARRIER && r.operation == TRACE_OPERATION_UNKNOWN && r.type == TRACE_TYPE_UNKNOWN);
        if (i == 6)
            assert_string_equal(r.launched.kernel, "void f<int, 3>(float*)");
        if (i == 10)
            assert_string_equal(r.launched.kernel, "");
    }
    assert_false(trace_next(t, &r));
    trace_close(t);
}

static void bad_launches_name_their_line(void **state)
{
    (void)state;
    expect_bad(HEAD4_2 "l 1 1 1 4 1 1 0 0 ? ? k\n", "bad.txt:6: a line of kind \"l\", which only version 3 has; accepted are w, r, m, +w");
    expect_bad(HEAD4_2 "c 0 1\n", "a line of kind \"c\", which only version 3 has");
    expect_bad(HEAD4_2 "i 0 1 10 barrier f - -\n", "\"barrier\" is no class of version 2; accepted are alu");
    expect_bad(HEAD4_2 "i 0 1 10 alu f - - add int\n", "goes on after its last field at \" add int\"");
    expect_bad(HEAD4_3 "l 1 1 0 4 1 1 0 0 ? ? k\n", "bad.txt:6: a launch of 0 blocks or of blocks of 0 threads");
    expect_bad(HEAD4_3 "l 1 1 1 4 0 1 0 0 ? ? k\n", "a launch of 0 blocks or of blocks of 0 threads");
    expect_bad(HEAD4_3 "l 1 1 1 4 1 1 0 0 70000 ? k\n", "the registers: a decimal number up to 65536 expected");
    expect_bad(HEAD4_3 "l 1 1 1 4 1 1 0 0 9 ?\n", "the reserved registers: a decimal number up to 65536 expected at \"?\"");
    expect_bad(HEAD4_3 "l 1 1 1 4 1 1 0 0 9 9\n", "the line ends before the kernel's name, or ?");
    expect_bad(HEAD4_3 "l 1 1 1 4 1 1 0 0 9 9 \n", "the line ends before the kernel's name, or ?");
    expect_bad(HEAD4_3 "l 1 1 1 4 1 1 0 0 9 9 a\tb\n", "a kernel's name with a control character");
    char *name = format_new("%s%*s\n", HEAD4_3 "l 1 1 1 4 1 1 0 0 9 9 k", TRACE_MAX_KERNEL, "k");
    expect_bad(name, "a kernel's name of more than 4096 characters");
    expect_bad(HEAD4_3 "c 10 0\n", "a copy of no bytes, or beyond the last address");
    expect_bad(HEAD4_3 "c fffffffffffffff0 17\n", "a copy of no bytes, or beyond the last address");
    expect_bad(HEAD4_3 "+c 10 1\n", "a line of kind \"+c\"; accepted are w, r, m, +w, +r, +m, i, l and c");
    expect_bad(HEAD4_3 "i 0 1 10 alu f - -\n", "the line ends before operation");
    expect_bad(HEAD4_3 "i 0 1 10 alu f - - add\n", "the line ends before type");
    expect_bad(HEAD4_3 "i 0 1 10 alu f - - plus int\n",
               "\"plus\" is no operation; accepted are ?, simple, add, max, mul, mad, div, sqrt and special");
    expect_bad(HEAD4_3 "i 0 1 10 alu f - - add half\n", "\"half\" is no type; accepted are ?, int, float and double");
    expect_bad(HEAD4_3 "i 0 1 10 barrier f - - ? ?\n+m 0 1 10 ld global 4 3 4 8 0 0 : 1 2 0 0\n",
               "a linked ld, which only a load, a store, an atomic or another of class other makes");
}

static void decode_to(const char *codes, const char *out)
{
    design d;
    code_file_figures figures;

    code_file_decode(&d, input_open(codes), out, NULL, &figures);
}

static void instructions_survive_in_every_form(void **state)
{
    (void)state;
    char *plain = put_string("i.wtx", HEAD4_2 INSTRUCTIONS4), *own = path_join(dir, "i.wft"), *codes = path_join(dir, "i.wfc");
    char *back = path_join(dir, "i2.wft");
    code_file_figures figures;
    design d;

    expect_records(plain, INSTRUCTIONS4);
    convert(plain, own);
    expect_records(own, INSTRUCTIONS4);
    design_init(&d, wf_find_unit("bytewise"), 4);
    design_check(&d);
    code_file_encode(&d, trace_open(own), codes, &figures);
    assert_int_equal(figures.instructions, 8);
    assert_int_equal(figures.registers, 9);
    assert_int_equal(figures.memory, 3);
    decode_to(codes, back);
    size_t len, again;
    char *a = file_read(own, &len), *b = file_read(back, &again);
    assert_int_equal(len, again);
    assert_memory_equal(a, b, len);
    assert_int_equal(a[8], 2);
    a = file_read(codes, NULL);
    assert_int_equal(a[8], 3);
}

static void expect_frame(const char *records, const unsigned char *want, size_t size)
{
    char *plain = put_string("p.wtx", records), *own = path_join(dir, "p.wft");
    unsigned char found[100];
    size_t len;

    convert(plain, own);
    char *bytes = file_read(own, &len);
    ZSTD_DCtx *unzip = ZSTD_createDCtx();
    assert_int_equal(ZSTD_decompressDCtx(unzip, found, sizeof found, bytes + 12, len - 12), size);
    ZSTD_freeDCtx(unzip);
    assert_memory_equal(found, want, size);
}

/* The examples of docs/packed.md. */
static void bytes_are_those_of_the_page(void **state)
{
    (void)state;
    static const unsigned char want[] = {4,    0,    0,                                        /* lanes, texts */
                                         0x54, 0x00, 0x00, 0x01, 0xa0, 0x80, 0x80, 0x80, 0x10, /* head */
                                         0x02, 0x00, 0x01, 0x00, 0x02, 0x01, 0x00, 0x05,       /* operands */
                                         0x38, 0x00, 0x00, 0x00, 0x05, 0x01, 0x07, 0x02,       /* the write */
                                         0x80, 0x02};

    expect_frame("# warptrace-text 2\n# lanes 4\ni 0 1 80000010 alu f x1,x2 x5\n+w 0 1 80000010 alu x5 f 7 8 9 a\n", want, sizeof want);
}

static void launches_have_the_bytes_of_the_page(void **state)
{
    (void)state;
    static const unsigned char want[] = {4,    0,    0,                                                       /* lanes, texts */
                                         0x06, 0x80, 0x80, 0x80, 0x80, 0x0c, 0x80, 0x04,                      /* the copy */
                                         0x05, 0x01, 'k',  0x40, 0x01, 0x01, 0x80, 0x02, 0x01, 0x01,          /* the launch */
                                         0x80, 0x08, 0x00, 0x09, 0x00,                                        /* shared, registers */
                                         0x14, 0x00, 0x00, 0x01, 0x20, 0x12, 0x01, 0x02, 0x01, 0x01, 0x02, 4, /* the instruction */
                                         0x80, 0x03};

    expect_frame("# warptrace-text 3\n# lanes 4\nc c0000000 512\nl 64 1 1 256 1 1 1024 0 9 ? k\ni 0 1 10 alu f R1 R4? add int\n", want,
                 sizeof want);
}

static void files_without_instructions_keep_version_1(void **state)
{
    (void)state;
    char *plain = put_string("v1.wtx", HEAD4 RECORDS4), *own = path_join(dir, "v1.wft"), *again = path_join(dir, "v1b.wtx");

    convert(plain, own);
    char *bytes = file_read(own, NULL);
    assert_int_equal(bytes[8], 1);
    convert(own, again);
    bytes = file_read(again, NULL);
    assert_non_null(strstr(bytes, "# warptrace-text 1\n"));
    trace *t = trace_open(own);
    assert_false(trace_has_instructions(t));
    trace_close(t);
}

static void fields_of_an_instruction_are_known_or_not(void **state)
{
    (void)state;
    char *path = put_string("i.wtx", HEAD4_2 INSTRUCTIONS4);
    trace *t = trace_open(path);
    trace_record r;

    assert_true(trace_has_instructions(t));
    assert_true(trace_next(t, &r));
    assert_int_equal(r.kind, TRACE_INSTRUCTION);
    assert_true(r.mask_known && r.written && !r.linked);
    assert_false(trace_is_register(&r) || trace_is_memory(&r));
    assert_int_equal(r.words, 0);
    assert_int_equal(r.sources, 2);
    assert_int_equal(r.source[1].file, TRACE_X);
    assert_int_equal(r.source[1].reg, 1);
    assert_true(trace_next(t, &r) && r.linked && trace_is_register(&r));
    assert_true(trace_next(t, &r));
    assert_int_equal(r.mask[0], 9);
    assert_true(trace_next(t, &r));
    assert_int_equal(r.op, TRACE_CONTROL);
    assert_false(r.written);
    for (int i = 0; i < 5; i++)
        assert_true(trace_next(t, &r));
    assert_int_equal(r.kind, TRACE_INSTRUCTION); /* R4,R5? */
    assert_false(r.mask_known || r.written);
    assert_int_equal(r.mask[0], 0xf);
    assert_int_equal(r.destinations, 2);
    for (int i = 0; i < 3; i++)
        assert_true(trace_next(t, &r));
    assert_int_equal(r.sources, -1);
    assert_int_equal(r.destinations, -1);
    trace_close(t);
}

/* An instruction of class alu that reads x1 and x2 and writes x5, under mask 3. */
#define ADD "i 0 1 10 alu 3 x1,x2 x5\n"
#define LATE "bad.txt:7: corrupt: "

static void contradictions_are_corrupt(void **state)
{
    (void)state;
    expect_bad(HEAD4_2 "+w 0 1 10 alu x5 3 1 2 3 4\n", "bad.txt:6: corrupt: a linked write before the first instruction of cta 0, warp 1");
    expect_bad(HEAD4_2 ADD "+w 1 1 10 alu x5 3 1 2 3 4\n", LATE "a linked write before the first instruction of cta 1, warp 1");
    expect_bad(HEAD4_2 ADD "+w 0 1 14 alu x5 3 1 2 3 4\n", LATE "a linked write of x5 at another pc than the instruction at pc 10");
    expect_bad(HEAD4_2 ADD "+w 0 1 10 fpu x5 3 1 2 3 4\n", LATE "a linked write of x5 of another class than the instruction at pc 10");
    expect_bad(HEAD4_2 ADD "+w 0 1 10 alu x5 7 1 2 3 4\n", LATE "a linked write of x5 under another mask than the instruction at pc 10");
    expect_bad(HEAD4_2 ADD "+w 0 1 10 alu x6 3 1 2 3 4\n",
               LATE "a linked write of x6, which is no destination of the instruction at pc 10");
    expect_bad(HEAD4_2 ADD "+w 0 1 10 alu f5 3 1 2 3 4\n", LATE "a linked write of f5, which is no destination of");
    expect_bad(HEAD4_2 "i 0 1 10 alu 3 x1 -\n+w 0 1 10 alu x5 3 1 2 3 4\n", LATE "a linked write of x5, which is no destination of");
    expect_bad(HEAD4_2 ADD "+w 0 1 10 alu x5 3 1 2 3 4\n+w 0 1 10 alu x5 3 1 2 3 4\n",
               "bad.txt:8: corrupt: a linked write of x5, the second by the instruction at pc 10");
    expect_bad(HEAD4_2 "i 0 1 10 alu 3 x1 ?\n+w 0 1 10 alu x5 3 1 2 3 4\n+w 0 1 10 alu f5 3 1 2 3 4\n+w 0 1 10 alu x5 3 1 2 3 4\n",
               "bad.txt:9: corrupt: a linked write of x5, the second by the instruction at pc 10");
    expect_bad(HEAD4_2 ADD "+r 0 1 10 alu x3 3 1 2 3 4\n", LATE "a linked read of x3, which is no source of the instruction at pc 10");
    expect_bad(HEAD4_2 ADD "+r 0 1 10 alu x1 f 1 2 3 4\n", LATE "a linked read of x1 under another mask than");
    expect_bad(HEAD4_2 ADD "+m 0 1 10 ld global 4 3 4 8 0 0 : 1 2 0 0\n",
               LATE "a linked ld, which only a load, a store, an atomic or another of class other makes");
    expect_bad(HEAD4_2 "i 0 1 10 store 3 x1 -\n+m 0 1 10 ld global 4 3 4 8 0 0 : 1 2 0 0\n",
               LATE "a linked ld, which a load makes, but no store like the instruction at pc 10");
    expect_bad(HEAD4_2 "i 0 1 10 store 3 x1 -\n+m 0 1 10 st global 4 7 4 8 c 0 : 1 2 3 0\n",
               LATE "a linked st by lanes that are not active in the instruction at pc 10");
    expect_bad(HEAD4_2 ADD "i 0 2 10 alu 3 - -\ni 0 1 14 alu 3 - -\n",
               "bad.txt:8: corrupt: the warp's next instruction before x5 of the instruction at pc 10 (cta 0, warp 1) is written");
    /* The record that is missing may not come behind the next instruction either. */
    expect_bad(HEAD4_2 "i 0 1 10 alu 3 x1 x5?\ni 0 1 14 alu 3 x1 -\n+w 0 1 10 alu x5 3 1 2 3 4\n",
               "bad.txt:8: corrupt: a linked write of x5 at another pc");
}

static void what_is_not_known_contradicts_nothing(void **state)
{
    (void)state;
    static const char *const good[] = {
        "i 0 1 10 alu ? ? ?\n+w 0 1 10 alu x5 3 1 2 3 4\n+w 0 1 10 alu x6 f 1 2 3 4\n+r 0 1 10 alu x7 1 1 2 3 4\n",
        "i 0 1 10 alu 3 x1 x5?\ni 0 1 14 alu 3 x1 -\n",                       /* the source has no results */
        "i 0 1 10 alu 0 x1 x5\ni 0 1 14 alu 3 x1 -\n",                        /* no lane takes part */
        "i 0 1 10 other 3 x1 -\n+m 0 1 10 ld global 4 2 0 8 0 0 : 0 2 0 0\n", /* an access of some of the lanes */
        "i 0 1 10 load 3 x1 -\n+m 0 1 10 ld global 4 3 4 8 0 0 : 1 2 0 0\n+m 0 1 10 st global 4 3 4 8 0 0 : 2 3 0 0\n", /* AMO */
        "w 0 1 10 alu x5 3 1 2 3 4\nr 0 1 10 fpu x9 f 1 2 3 4\n",                                                       /* without a link */
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        text t = {0};
        text_printf(&t, "%s%s", HEAD4_2, good[i]);
        char *path = put_string("good.wtx", t.data);
        expect_records(path, good[i]);
    }
}

static void bad_instructions_name_their_line(void **state)
{
    (void)state;
    expect_bad(HEAD4 ADD, "bad.txt:6: a line of kind \"i\", which versions from 2 on have; accepted are w, r and m");
    expect_bad(HEAD4 "+w 0 1 10 alu x5 3 1 2 3 4\n", "a line of kind \"+w\", which versions from 2 on have; accepted are w, r and m");
    expect_bad(HEAD4 "+i 0 1 10 alu 3 x1 x5\n", "a line of kind \"+i\"; accepted are w, r and m");
    expect_bad(HEAD4 "w 0 1 10 store x5 3 1 2 3 4\n",
               "\"store\" is no class of version 1; accepted are alu, mul, fpu, sfu, load and other");
    expect_bad(HEAD4_2 "i 0 1 10 branch 3 x1 x5\n",
               "\"branch\" is no class of version 2; accepted are alu, mul, fpu, sfu, load, other, store and control");
    expect_bad(HEAD4_2 "x 0 1 10 alu 3 x1 x5\n", "a line of kind \"x\"; accepted are w, r, m, +w, +r, +m and i");
    expect_bad(HEAD4_2 "i 0 1 10 alu 3 x1? x5\n", "the sources end at \"?\", which stands behind destinations only");
    expect_bad(HEAD4_2 "i 0 1 10 alu 3 -? x5\n", "the sources end at \"?\"");
    expect_bad(HEAD4_2 "+i 0 1 10 alu 3 x1 x5\n", "a line of kind \"+i\"; accepted are w, r, m, +w, +r, +m and i");
    expect_bad(HEAD4_2 "i 0 1 10 alu 1f x1 -\n", "the mask has bits above lane 3");
    expect_bad(HEAD4_2 "i 0 1 10 alu", "truncated: the last line has no line end");
    expect_bad(HEAD4_2 "i 0 1 10 alu 3 x1\n", "the line ends before the destinations");
    expect_bad(HEAD4_2 "i 0 1 10 alu\n", "the line ends before the mask");
    expect_bad(HEAD4_2 "i 0 1 10 alu 3 x1 x5 x6\n", "goes on after its last field at \" x6\"");
    expect_bad(HEAD4_2 "i 0 1 10 alu 3 x1, x5\n", "a register x0..x31, f0..f31 or R0..R254 expected at \" x5\"");
    expect_bad(HEAD4_2 "i 0 1 10 alu 3 x0 x5\n", "the sources: x0 is no operand");
    expect_bad(HEAD4_2 "i 0 1 10 alu 3 x1 x0\n", "the destinations: x0 is no operand");
    expect_bad(HEAD4_2 "i 0 1 10 alu 3 x1 x5,x6,x5\n", "a destination that stands twice");
    expect_bad(HEAD4_2 "i 0 1 10 alu 3 x1 x1,x2,x3,x4,x5\n", "the destinations: more than 4 registers");
    expect_bad(HEAD4_2 "i 0 1 10 alu 3 x1,x1,x1,x1,x1,x1,x1,x1,x1 x5\n", "the sources: more than 8 registers");
    expect_bad(HEAD4_2 "i 0 1 10 alu 3 x1 -?\n", "goes on after its last field");
    expect_bad(HEAD4_2 ADD, "truncated: the trace ends before x5 of the instruction at pc 10 (cta 0, warp 1) is written");
    expect_bad(HEAD4_2 "i 0 2 10 alu 3 x1 x7\n" ADD, "truncated: the trace ends before x7 of");
}

/* A writer checks nothing; a reader of the own form does. */
static char *own_file_of(const trace_record *records, int count)
{
    char *path = path_join(dir, "bad.wft");
    trace_writer *w = trace_writer_open(path, 4, TRACE_EXECUTION, "", "");

    for (int i = 0; i < count; i++)
        trace_write(w, &records[i]);
    trace_writer_close(w);
    return path;
}

static void own_form_refuses_contradictions(void **state)
{
    (void)state;
    trace_record *r = zalloc(2 * sizeof *r);

    r[0] = (trace_record){.kind = TRACE_INSTRUCTION, .lanes = 4, .mask = {3}, .mask_known = true, .written = true, .destinations = 1};
    r[0].destination[0] = (trace_register){TRACE_F, 7};
    r[1] = (trace_record){.kind = TRACE_WRITE, .lanes = 4, .mask = {3}, .linked = true, .words = 1, .file = TRACE_F, .reg = 7};
    char *path = own_file_of(r, 2);
    read_all(path);
    r[1].mask[0] = 7;
    own_file_of(r, 2);
    expect_refused(read_all, path, "bad.wft: record 2: corrupt: a linked write of f7 under another mask than");
    own_file_of(r, 1);
    expect_refused(read_all, path, "bad.wft: truncated: the trace ends before f7 of");
    r[0].destination[0] = (trace_register){TRACE_X, 0};
    own_file_of(r, 1);
    expect_refused(read_all, path, "bad.wft: record 1: corrupt: x0 as an operand");
    r[0].destination[0] = r[0].destination[1] = (trace_register){TRACE_F, 7};
    r[0].destinations = 2;
    own_file_of(r, 1);
    expect_refused(read_all, path, "bad.wft: record 1: corrupt: a destination that stands twice");
    r[0].destinations = 0;
    own_file_of(r, 1);
    expect_refused(read_all, path, "bad.wft: record 1: corrupt: results of an instruction that has no destination");
}

/* More warps than are kept: of those that are forgotten nothing is checked, and the rest is. */
static void many_warps_are_read_in_bounded_memory(void **state)
{
    (void)state;
    char *path = path_join(dir, "many.wft");
    trace_writer *w = trace_writer_open(path, 4, TRACE_EXECUTION, "", "");
    trace_record *r = zalloc(sizeof *r);

    for (int pass = 0; pass < 2; pass++)
        for (unsigned i = 0; i < 40000; i++) {
            *r = (trace_record){.kind = pass ? TRACE_WRITE : TRACE_INSTRUCTION,
                                .warp = i,
                                .lanes = 4,
                                .mask = {3},
                                .mask_known = true,
                                .linked = pass,
                                .words = pass,
                                .written = true,
                                .destinations = 1,
                                .reg = 1};
            r->destination[0] = (trace_register){TRACE_X, 1};
            trace_write(w, r);
        }
    trace_writer_close(w);
    read_all(path);
}

static void another_version_is_named(void **state)
{
    (void)state;
    static const char v4[] = "\x89WFT\r\n\x1a\n\4\0\4\0rest";
    char *path = put_file("v4.wft", v4, sizeof v4 - 1);

    expect_refused(read_all, path, "version 4; accepted are versions 1, 2 and 3");
}

static void need_16(const char *path)
{
    trace *t = trace_open(path);

    trace_need_lanes(t, 16, "the design");
}

static void another_warp_width_is_refused(void **state)
{
    (void)state;
    char *path = put_string("a.wtx", HEAD4 RECORDS4);

    expect_refused(need_16, path, "a trace of 4 lanes; the design needs 16");
}

static void open_writer(const char *path)
{
    trace_writer_open(path, 4, TRACE_VALUES, "", "");
}

static void a_name_tells_the_form(void **state)
{
    (void)state;
    expect_refused(open_writer, "trace.bin", "ends in .wft");
}

static void bad_text_names_its_line(void **state)
{
    (void)state;
    expect_bad("", "is empty");
    expect_bad("hello\n", "no known trace format");
    expect_bad("# warptrace-text 4\n", "accepted are \"# warptrace-text 1\" to \"# warptrace-text 3\"");
    expect_bad("# warptrace-text 1\nw 0\n", "no \"# lanes N\"");
    expect_bad("# warptrace-text 1\n# lanes 3\n", "a trace of 3 lanes");
    expect_bad("# warptrace-text 1\n# lanes 4096\n", "a trace of 4096 lanes");
    expect_bad(HEAD4 "w 0 1 80000010 alu x5 f 7 8 9\n", "bad.txt:6: the line ends before a value");
    expect_bad(HEAD4 "w 0 1 80000010 alu x5 f 7 8 9 a b\n", "goes on after its last field");
    expect_bad(HEAD4 "w 0 1 80000010 alu x5 1f 7 8 9 a\n", "bits above lane 3");
    expect_bad(HEAD4 "w 0 1 80000010 alu x32 f 7 8 9 a\n", "a register x0..x31");
    expect_bad(HEAD4 "w 0 1 80000010 abc x5 f 7 8 9 a\n", "\"abc\" is no class");
    expect_bad(HEAD4 "w 0 1 80000010 alu x5 f 7 8 9 123456789\n", "1 to 8 hexadecimal digits");
    expect_bad(HEAD4 "w 0 4294967296 80000010 alu x5 f 7 8 9 a\n", "the warp");
    expect_bad(HEAD4 "m 0 1 0 ld moon 4 f 1 2 3 4 : 1 2 3 4\n", "no memory space");
    expect_bad(HEAD4 "m 0 1 0 ld global 64 f 1 2 3 4 : 1 2 3 4\n", "the access size");
    expect_bad(HEAD4 "m 0 1 0 ld global 4 f 1 2 3 4 5 : 1 2 3 4\n", "':' expected");
    expect_bad(HEAD4 "w 0 1 0x80000010 alu x5 f 7 8 9 a\n",
               "bad.txt:6: the pc: hexadecimal digits without \"0x\" expected at \"0x80000010 alu x5 f \"");
    expect_bad(HEAD4 "w 0 1 80000010 alu x5 0XF 7 8 9 a\n", "the mask: hexadecimal digits without \"0x\" expected at \"0XF 7 8 9 a\"");
    expect_bad(HEAD4 "w 0 1 80000010 alu x5 f 7 8 9 0xa\n", "a value: hexadecimal digits without \"0x\"");
    expect_bad(HEAD4 "w 0x0 1 80000010 alu x5 f 7 8 9 a\n", "a decimal number without \"0x\" expected at \"0x0 1");
    expect_bad(HEAD4 "m 0 1 0 ld global 4 f 1 2 3 4 : 0x1 2 3 4\n", "without \"0x\"");
    expect_bad(HEAD4 "w 0 1 80000010 alu x5 f\t7 8 9 a\n", "bad.txt:6: a value expected after a space, not after a tab");
    expect_bad(HEAD4 "w\t0 1 80000010 alu x5 f 7 8 9 a\n", "a tab");
    expect_bad(HEAD4 "z 1\n", "kind \"z\"");
    expect_bad(HEAD4 "w 0 1 80000010 alu x5 f 7 8 9 a", "truncated");
    expect_bad("-kernel name = k\n#traces format = x\n", "Accel-Sim");
    expect_refused(read_all, "/nonexistent", "cannot open");
    expect_refused(read_all, "/", "folder");
}

static void a_line_without_end_is_refused_in_bounded_memory(void **state)
{
    (void)state;
    size_t n = (9 << 20) + sizeof HEAD4;
    char *content = zalloc(n);

    memset(content, 'a', n - 1);
    memcpy(content, HEAD4, sizeof HEAD4 - 1);
    expect_bad(content, "is longer than");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_read_and_written_back_the_same),
        cmocka_unit_test(own_form_gives_every_field_back),
        cmocka_unit_test(random_records_survive_at_every_width),
        cmocka_unit_test(own_form_shows_every_cut_and_flipped_bits),
        cmocka_unit_test(own_form_of_instructions_shows_every_cut_and_flipped_bits),
        cmocka_unit_test(own_form_of_launches_shows_every_cut_and_flipped_bits),
        cmocka_unit_test(each_record_tells_its_launch),
        cmocka_unit_test(bad_launches_name_their_line),
        cmocka_unit_test(launches_have_the_bytes_of_the_page),
        cmocka_unit_test(instructions_survive_in_every_form),
        cmocka_unit_test(bytes_are_those_of_the_page),
        cmocka_unit_test(files_without_instructions_keep_version_1),
        cmocka_unit_test(fields_of_an_instruction_are_known_or_not),
        cmocka_unit_test(contradictions_are_corrupt),
        cmocka_unit_test(what_is_not_known_contradicts_nothing),
        cmocka_unit_test(bad_instructions_name_their_line),
        cmocka_unit_test(own_form_refuses_contradictions),
        cmocka_unit_test(another_version_is_named),
        cmocka_unit_test(another_warp_width_is_refused),
        cmocka_unit_test(a_name_tells_the_form),
        cmocka_unit_test(bad_text_names_its_line),
        cmocka_unit_test(a_line_without_end_is_refused_in_bounded_memory),
        cmocka_unit_test(random_instructions_survive_at_every_width),
        cmocka_unit_test(many_warps_are_read_in_bounded_memory),
    };
    return cmocka_run_group_tests_name("traces", tests, own_folder_make, own_folder_remove);
}
