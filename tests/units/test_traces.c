/* SPDX-License-Identifier: Apache-2.0
 *
 * test_traces.c - every trace form from a small sample, round trips of the project's own form, and every way in which a file can
 * be bad, each with the line that it must give. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zstd.h>

#include <cmocka.h>

#include "../../base/file.h"
#include "../../base/text.h"
#include "../../report/report_html.h"
#include "../../stats/register_state.h"
#include "../../stats/trace_stats.h"
#include "../../trace/code_file.h"
#include "../../trace/trace.h"
#include "child.h"

static char *dir;

static char *put_file(const char *name, const void *data, size_t len)
{
    char *path = path_join(dir, name);
    FILE *f = fopen(path, "wb");

    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, len, f), len);
    fclose(f);
    return path;
}

static char *put_string(const char *name, const char *s)
{
    return put_file(name, s, strlen(s));
}

/* All records of a trace as warptrace-text without its comments. */
static char *as_text(const char *path)
{
    char *out = path_join(dir, "as_text.wtx");
    trace *t = trace_open(path);
    trace_writer *w = trace_writer_open(out, trace_lanes(t), trace_has_instructions(t), "", "");
    trace_record r;

    while (trace_next(t, &r))
        trace_write(w, &r);
    trace_close(t);
    trace_writer_close(w);
    char *all = file_read(out, NULL), *records = strstr(all, "values...\n");
    assert_non_null(records);
    records = format_new("%s", records + strlen("values...\n"));
    free(all);
    free(out);
    return records;
}

static void expect_records(const char *path, const char *records)
{
    char *found = as_text(path);

    assert_string_equal(found, records);
    free(found);
}

static void convert(const char *from, const char *to)
{
    trace *t = trace_open(from);
    trace_writer *w = trace_writer_open(to, trace_lanes(t), trace_has_instructions(t), trace_source(t), trace_licence(t));
    trace_record r;

    while (trace_next(t, &r))
        trace_write(w, &r);
    trace_close(t);
    trace_writer_close(w);
}

/* ---- bad input: a child reads the file; its exit code and what it said ---- */

static void read_all(const char *path)
{
    trace *t = trace_open(path);
    trace_record r;

    while (trace_next(t, &r))
        ;
    trace_close(t);
}

static void expect_bad(const char *content, const char *what)
{
    char *path = put_string("bad.txt", content);

    expect_refused(read_all, path, what);
    free(path);
}

/* ---- warptrace-text and the own form ---- */

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
    free(path);
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
    free(own);
    free(text_path);
}

static void zstd_is_seen_by_content(void **state)
{
    (void)state;
    char packed[4096];
    size_t n = ZSTD_compress(packed, sizeof packed, HEAD4 RECORDS4, strlen(HEAD4 RECORDS4), 3);
    char *path = put_file("no-ending", packed, n);

    assert_false(ZSTD_isError(n));
    expect_records(path, RECORDS4);
    char *cut = put_file("cut", packed, n - 5);
    expect_refused(read_all, cut, "truncated");
    free(cut);
    free(path);
}

/* xorshift, for records that exercise every packing. */
static uint32_t random_word(uint32_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

static void random_record(trace_record *r, int lanes, uint32_t *seed)
{
    memset(r, 0, sizeof *r);
    r->kind = (trace_kind)(random_word(seed) % 4);
    r->cta = random_word(seed) % 3;
    r->warp = random_word(seed) % 5;
    r->pc = random_word(seed);
    r->lanes = lanes;
    for (int i = 0; i < lanes; i++)
        r->mask[i / 32] |= (r->kind == TRACE_READ || random_word(seed) % 3 ? 1u : 0u) << (i % 32);
    bool is_register = trace_is_register(r);
    r->op = (trace_class)(is_register ? random_word(seed) % (TRACE_OTHER + 1) : 0);
    r->file = (trace_file)(random_word(seed) % 2);
    r->reg = (int)(random_word(seed) % 8);
    r->space = (trace_space)(random_word(seed) % TRACE_SPACES);
    r->size = 1 + (int)(random_word(seed) % (4 * TRACE_MAX_WORDS));
    r->words = is_register ? 1 : (r->size + 3) / 4;
    uint32_t base = random_word(seed), shift = random_word(seed) % 33;
    for (int i = 0; i < lanes; i++) {
        bool active = r->mask[i / 32] >> (i % 32) & 1;
        if (!is_register && !active)
            continue;
        r->addr[i] = is_register ? 0 : (uint64_t)base << (shift % 20) | (unsigned)i * 4u;
        for (int k = 0; k < r->words; k++)
            r->value[i * r->words + k] = base + (shift == 32 ? 0 : random_word(seed) >> shift);
    }
}

static char *random_trace(const char *name, int lanes, int count)
{
    char *path = path_join(dir, name);
    trace_writer *w = trace_writer_open(path, lanes, false, "random", "");
    uint32_t seed = 12345;
    trace_record r;

    for (int i = 0; i < count; i++) {
        random_record(&r, lanes, &seed);
        trace_write(w, &r);
    }
    trace_writer_close(w);
    return path;
}

static void random_records_survive_at_every_width(void **state)
{
    (void)state;
    for (int lanes = 4; lanes <= 128; lanes *= 2) {
        char *own = random_trace("r.wft", lanes, 500), *plain = random_trace("r.wtx", lanes, 500);
        char *a = as_text(own), *b = as_text(plain);
        assert_string_equal(a, b);
        free(a);
        free(b);
        free(own);
        free(plain);
    }
}

static trace_register random_register(uint32_t *seed)
{
    return (trace_register){(trace_file)(random_word(seed) % TRACE_FILES), 1 + (int)(random_word(seed) % 31)};
}

static void random_instruction(trace_record *r, int lanes, uint32_t *seed)
{
    *r = (trace_record){
        .kind = TRACE_INSTRUCTION, .cta = random_word(seed) % 3, .warp = random_word(seed) % 5, .pc = random_word(seed), .lanes = lanes};
    r->op = (trace_class)(random_word(seed) % TRACE_CLASSES);
    r->mask_known = random_word(seed) % 4;
    for (int i = 0; i < lanes; i++)
        r->mask[i / 32] |= (!r->mask_known || random_word(seed) % 3 ? 1u : 0u) << (i % 32);
    r->sources = (int)(random_word(seed) % (TRACE_MAX_SOURCES + 2)) - 1;
    for (int i = 0; i < r->sources; i++)
        r->source[i] = random_register(seed);
    r->destinations = (int)(random_word(seed) % (TRACE_MAX_DESTINATIONS + 2)) - 1;
    for (int i = 0; i < r->destinations; i++)
        r->destination[i] = (trace_register){(trace_file)(random_word(seed) % TRACE_FILES), 1 + 5 * i};
    r->written = r->destinations > 0 && random_word(seed) % 4;
}

/* An instruction and what belongs to it. */
static void write_random_instruction(trace_writer *w, int lanes, uint32_t *seed)
{
    trace_record i, r;

    random_instruction(&i, lanes, seed);
    trace_write(w, &i);
    for (int k = -1; k < (i.written ? i.destinations : 0); k++) {
        random_record(&r, lanes, seed);
        bool memory = trace_is_memory(&r);
        if (k < 0 && (memory ? i.op != TRACE_LOADS && i.op != TRACE_STORES && i.op != TRACE_OTHER : i.sources >= 0))
            continue;
        r.kind = k >= 0 ? TRACE_WRITE : !memory ? TRACE_READ : i.op == TRACE_STORES ? TRACE_STORE : r.kind;
        r.words = memory && k < 0 ? r.words : 1;
        r.op = i.op;
        if (k >= 0) {
            r.file = i.destination[k].file;
            r.reg = i.destination[k].reg;
        }
        r.cta = i.cta;
        r.warp = i.warp;
        r.pc = i.pc;
        r.linked = true;
        for (int word = 0; word < TRACE_MASK_WORDS && !(memory && k < 0); word++)
            r.mask[word] = i.mask[word];
        for (int lane = 0; lane < lanes && memory && k < 0; lane++)
            if (!(i.mask[lane / 32] >> lane % 32 & 1)) {
                r.mask[lane / 32] &= ~(1u << lane % 32);
                r.addr[lane] = 0;
                memset(r.value + lane * r.words, 0, (size_t)r.words * sizeof r.value[0]);
            }
        trace_write(w, &r);
    }
}

static char *random_program(const char *name, int lanes, int count)
{
    char *path = path_join(dir, name);
    trace_writer *w = trace_writer_open(path, lanes, true, "random", "");
    uint32_t seed = 54321;

    for (int i = 0; i < count; i++)
        write_random_instruction(w, lanes, &seed);
    trace_writer_close(w);
    return path;
}

static void random_instructions_survive_at_every_width(void **state)
{
    (void)state;
    for (int lanes = 4; lanes <= 128; lanes *= 2) {
        char *own = random_program("r.wft", lanes, 500), *plain = random_program("r.wtx", lanes, 500);
        char *a = as_text(own), *b = as_text(plain);
        assert_string_equal(a, b);
        assert_true(strlen(a) > 10000);
        free(a);
        free(b);
        free(own);
        free(plain);
    }
}

static const char *expected_records;

static void read_and_compare(const char *path)
{
    trace *t = trace_open(path);
    trace_record r;
    char *name = format_new("%s/child-%d.wtx", dir, (int)getpid());
    trace_writer *w = trace_writer_open(name, trace_lanes(t), trace_has_instructions(t), "", "");

    while (trace_next(t, &r))
        trace_write(w, &r);
    trace_writer_close(w);
    char *all = file_read(name, NULL);
    remove(name);
    _exit(strstr(all, expected_records) != NULL ? 0 : 3);
}

static void cut_and_flip(const char *content, const char *records)
{
    char *text_path = put_string("a.wtx", content), *own = path_join(dir, "a.wft");
    size_t len;

    convert(text_path, own);
    char *bytes = file_read(own, &len);
    for (size_t n = 0; n < len; n++) {
        char *path = put_file("cut.wft", bytes, n);
        expect_refused(read_all, path, "cut.wft: ");
        free(path);
    }
    expected_records = records;
    /* every bit of the heads, then one of each byte */
    for (size_t bit = 0; bit < 8 * len; bit += bit < 8 * 20 ? 1 : 9) {
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
        char *path = put_file("flip.wft", bytes, len);
        outcome o = in_child(read_and_compare, path);
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
        /* 0: a bit of zstd's frame header that means nothing */
        if (o.code != 2 && o.code != 0)
            fail_msg("bit %zu: exit %d, %s", bit, o.code, o.said);
        assert_int_equal(o.lines, o.code == 2);
        free(path);
    }
    free(bytes);
    free(own);
    free(text_path);
}

static void own_form_shows_every_cut_and_flipped_bits(void **state)
{
    (void)state;
    cut_and_flip(HEAD4 RECORDS4, RECORDS4);
}

/* ---- instructions in the own forms ---- */

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
    free(a);
    free(b);
    a = file_read(codes, NULL);
    assert_int_equal(a[8], 3);
    free(a);
    free(back);
    free(codes);
    free(own);
    free(plain);
}

/* The example of docs/traces.md. */
static void bytes_are_those_of_the_page(void **state)
{
    (void)state;
    static const unsigned char want[] = {4,    0,    0,                                        /* lanes, texts */
                                         0x54, 0x00, 0x00, 0x01, 0xa0, 0x80, 0x80, 0x80, 0x10, /* head */
                                         0x02, 0x00, 0x01, 0x00, 0x02, 0x01, 0x00, 0x05,       /* operands */
                                         0x38, 0x00, 0x00, 0x00, 0x05, 0x01, 0x07, 0x02,       /* the write */
                                         0x80, 0x02};
    char *plain = put_string("p.wtx", "# warptrace-text 2\n# lanes 4\ni 0 1 80000010 alu f x1,x2 x5\n+w 0 1 80000010 alu x5 f 7 8 9 a\n");
    char *own = path_join(dir, "p.wft");
    unsigned char found[100];
    size_t len;

    convert(plain, own);
    char *bytes = file_read(own, &len);
    ZSTD_DCtx *unzip = ZSTD_createDCtx();
    assert_int_equal(ZSTD_decompressDCtx(unzip, found, sizeof found, bytes + 12, len - 12), sizeof want);
    ZSTD_freeDCtx(unzip);
    assert_memory_equal(found, want, sizeof want);
    free(bytes);
    free(own);
    free(plain);
}

static void files_without_instructions_keep_version_1(void **state)
{
    (void)state;
    char *plain = put_string("v1.wtx", HEAD4 RECORDS4), *own = path_join(dir, "v1.wft"), *again = path_join(dir, "v1b.wtx");

    convert(plain, own);
    char *bytes = file_read(own, NULL);
    assert_int_equal(bytes[8], 1);
    free(bytes);
    convert(own, again);
    bytes = file_read(again, NULL);
    assert_non_null(strstr(bytes, "# warptrace-text 1\n"));
    free(bytes);
    trace *t = trace_open(own);
    assert_false(trace_has_instructions(t));
    trace_close(t);
    free(again);
    free(own);
    free(plain);
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
    free(path);
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
               LATE "a linked ld, which only a load, a store or another of class other makes");
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
        text_free(&t);
        free(path);
    }
}

static void bad_instructions_name_their_line(void **state)
{
    (void)state;
    expect_bad(HEAD4 ADD, "bad.txt:6: a line of kind \"i\", which only version 2 has; accepted are w, r and m");
    expect_bad(HEAD4 "+w 0 1 10 alu x5 3 1 2 3 4\n", "a line of kind \"+w\", which only version 2 has; accepted are w, r and m");
    expect_bad(HEAD4 "+i 0 1 10 alu 3 x1 x5\n", "a line of kind \"+i\"; accepted are w, r and m");
    expect_bad(HEAD4 "w 0 1 10 store x5 3 1 2 3 4\n",
               "\"store\" is no class of version 1; accepted are alu, mul, fpu, sfu, load and other");
    expect_bad(HEAD4_2 "i 0 1 10 branch 3 x1 x5\n",
               "\"branch\" is no class; accepted are alu, mul, fpu, sfu, load, other, store and control");
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
    trace_writer *w = trace_writer_open(path, 4, true, "", "");

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
    free(path);
    free(r);
}

/* More warps than are kept: of those that are forgotten nothing is checked, and the rest is. */
static void many_warps_are_read_in_bounded_memory(void **state)
{
    (void)state;
    char *path = path_join(dir, "many.wft");
    trace_writer *w = trace_writer_open(path, 4, true, "", "");
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
    free(r);
    free(path);
}

static void another_version_is_named(void **state)
{
    (void)state;
    static const char v3[] = "\x89WFT\r\n\x1a\n\3\0\4\0rest";
    char *path = put_file("v3.wft", v3, sizeof v3 - 1);

    expect_refused(read_all, path, "version 3; accepted are versions 1 and 2");
    free(path);
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
    free(path);
}

static void open_writer(const char *path)
{
    trace_writer_open(path, 4, false, "", "");
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
    expect_bad("# warptrace-text 3\n", "accepted are \"# warptrace-text 1\" and \"# warptrace-text 2\"");
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
    free(content);
}

/* ---- the tools' forms ---- */

/* [0,1,...,31] plus `first`. */
static char *lanes32(int first)
{
    text t = {0};

    for (int i = 0; i < 32; i++)
        text_printf(&t, "%s%d", i ? "," : "", first + i);
    return t.data;
}

#define COMMON                                                                         \
    "\"ctx\":\"0x1\",\"grid_launch_id\":0,\"cta\":[2,1,0],\"warp\":3,\"opcode_id\":1," \
    "\"trace_index\":0,\"timestamp\":9"

static char *ndjson_sample(void)
{
    char *r0 = lanes32(0), *r1 = lanes32(100);
    text t = {0};

    text_printf(&t, "{\"type\":\"kernel_metadata\",\"kernel_name\":\"k\"}\n");
    text_printf(&t,
                "{\"type\":\"reg_trace\"," COMMON ",\"pc\":\"0x10\",\"sass\":\"@!P0 IADD3 R7, R4, RZ, R2 ;\","
                "\"regs\":[[%s],[%s]],\"unknown\":{\"a\":[1]}}\n",
                r0, r1);
    text_printf(&t,
                "{\"type\":\"reg_trace\"," COMMON ",\"pc\":\"0x20\",\"sass\":\"FFMA R1, R2, R3, RZ ;\","
                "\"regs\":[[%s],[%s]],\"regs_indices\":[255,9],\"uregs\":[1],\"uregs_indices\":[4]}\n",
                r0, r1);
    text_printf(&t, "{\"type\":\"opcode_only\"," COMMON ",\"pc\":\"0x28\",\"sass\":\"NOP ;\"}\n");
    text_printf(&t,
                "{\"type\":\"mem_value_trace\"," COMMON ",\"pc\":\"0x30\",\"sass\":\"STG.E.64 [R2], R4 ;\","
                "\"mem_space\":3,\"is_load\":false,\"access_size\":8,\"ipoint\":\"A\",\"addrs\":[%s],\"values\":[",
                r0);
    for (int i = 0; i < 32; i++)
        text_printf(&t, "%s[%d,1]", i ? "," : "", i);
    text_printf(&t,
                "]}\n{\"type\":\"mem_addr_trace\"," COMMON ",\"pc\":\"0x38\",\"sass\":\"LDS R4, [R2] ;\","
                "\"ipoint\":\"B\",\"addrs\":[%s]}\n",
                r1);
    free(r0);
    free(r1);
    return t.data;
}

/* The records of a trace of 32 lanes, a line each without its values. */
static char *in_short(const char *path)
{
    char *all = as_text(path), *save = NULL;
    text t = {0};

    for (char *line = strtok_r(all, "\n", &save); line != NULL; line = strtok_r(NULL, "\n", &save)) {
        const char *values = strstr(line, *line == 'i' ? "\n" : line[*line == '+'] == 'm' ? " fffff" : " ffffffff ");
        text_printf(&t, "%.*s\n", (int)(values != NULL ? (size_t)(values - line) : strlen(line)), line);
    }
    free(all);
    return t.data;
}

static void expect_short(const char *content, const char *records)
{
    char *path = put_string("short.log", content), *found = in_short(path);

    assert_string_equal(found, records);
    free(found);
    free(path);
}

static void cutracer_ndjson_is_read(void **state)
{
    (void)state;
    char *content = ndjson_sample(), *path = put_string("n.json", content);
    trace *t = trace_open(path);
    trace_record r;

    assert_string_equal(trace_format(t), "cutracer-ndjson");
    assert_int_equal(trace_lanes(t), 32);
    assert_true(trace_has_instructions(t));
    assert_true(trace_next(t, &r));
    assert_int_equal(r.kind, TRACE_INSTRUCTION);
    assert_false(r.mask_known || r.written);
    assert_true(trace_full(&r));
    assert_int_equal(r.cta, 2 | (uint64_t)1 << 32);
    assert_int_equal(r.warp, 3);
    assert_int_equal(r.pc, 0x10);
    assert_int_equal(r.op, TRACE_ALU);
    assert_int_equal(r.sources, 2);
    assert_int_equal(r.source[1].file, TRACE_R);
    assert_int_equal(r.source[1].reg, 2);
    assert_int_equal(r.destinations, 1);
    assert_int_equal(r.destination[0].reg, 7);
    assert_true(trace_next(t, &r)); /* what the destination held: no read of the instruction */
    assert_int_equal(r.kind, TRACE_READ);
    assert_false(r.linked);
    assert_int_equal(r.reg, 7);
    assert_int_equal(r.value[31], 31);
    assert_true(trace_full(&r));
    assert_true(trace_next(t, &r));
    assert_true(r.linked);
    assert_int_equal(r.reg, 4);
    assert_int_equal(r.value[0], 100);
    assert_true(trace_next(t, &r));
    assert_int_equal(r.kind, TRACE_INSTRUCTION);
    assert_true(trace_next(t, &r)); /* RZ of this line is left out */
    assert_int_equal(r.reg, 9);
    assert_int_equal(r.op, TRACE_FPU);
    assert_false(r.linked);
    assert_true(trace_next(t, &r)); /* opcode_only */
    assert_int_equal(r.kind, TRACE_INSTRUCTION);
    assert_int_equal(r.pc, 0x28);
    assert_int_equal(r.destinations, 0);
    assert_true(trace_next(t, &r));
    assert_int_equal(r.kind, TRACE_INSTRUCTION);
    assert_int_equal(r.op, TRACE_STORES);
    assert_true(trace_next(t, &r));
    assert_int_equal(r.kind, TRACE_STORE);
    assert_true(r.linked);
    assert_int_equal(r.space, TRACE_GLOBAL);
    assert_int_equal(r.words, 2);
    assert_int_equal(r.mask[0], 0xfffffffe); /* lane 0 has address 0 */
    assert_int_equal(r.value[2 * 31], 31);
    assert_int_equal(r.value[2 * 31 + 1], 1);
    assert_int_equal(r.value[1], 0);
    assert_true(trace_next(t, &r));
    assert_int_equal(r.kind, TRACE_INSTRUCTION);
    assert_true(trace_next(t, &r));
    assert_int_equal(r.kind, TRACE_LOAD);
    assert_int_equal(r.space, TRACE_SHARED);
    assert_int_equal(r.words, 0);
    assert_false(trace_next(t, &r));
    assert_int_equal(trace_skipped(t), 1);
    trace_close(t);
    content[strlen(content) - 20] = '\0';
    expect_bad(content, "truncated: the line is no whole JSON object");
    free(content);
    free(path);
}

/* CUTracer records registers, addresses and data apart, of warps in any order. */
static void lines_of_one_instruction_are_joined(void **state)
{
    (void)state;
    char *r0 = lanes32(1);
    text t = {0};
    static const char *const order[] = {"reg_trace", "mem_addr_trace", "reg_trace", "mem_addr_trace"};

    for (int i = 0; i < 4; i++) {
        for (int warp = 0; warp < 2; warp++)
            text_printf(&t,
                        "{\"type\":\"%s\",\"cta\":[0,0,0],\"warp\":%d,\"pc\":\"0x10\",\"sass\":\"LDG.E R4, [R2.64] "
                        ";\",\"regs\":[],\"addrs\":[%s]}\n",
                        order[i], warp, r0);
    }
    expect_short(t.data, "i 0 0 10 load ? R2,R3 R4?\ni 0 1 10 load ? R2,R3 R4?\n"
                         "+m 0 0 10 ld global 4\n+m 0 1 10 ld global 4\n"
                         "i 0 0 10 load ? R2,R3 R4?\ni 0 1 10 load ? R2,R3 R4?\n"
                         "+m 0 0 10 ld global 4\n+m 0 1 10 ld global 4\n");
    text_free(&t);
    free(r0);
}

static void bad_ndjson_is_refused(void **state)
{
    (void)state;
    expect_bad("{\"type\":\"reg_trace\"}\n", "cta: an array expected");
    expect_bad("{\"type\":\"reg_trace\"," COMMON ",\"regs\":[[1,2]]}\n", "an array of 32");
    expect_bad("{\"type\":\"reg_trace\"," COMMON ",\"regs\":7}\n", "regs: an array");
    expect_bad("{\"type\":\"reg_trace\"," COMMON ",\"pc\":\"0x10000000000000000\",\"regs\":[]}\n",
               "pc: \"0x10000000000000000\" is no number");
    expect_bad("{\"type\":\"x\"}\n[1]\n", "bad.txt:2: no JSON object");
    expect_bad("{\"type\":\"mem_addr_trace\"," COMMON "}\n", "addrs");
}

static void nvbit_text_is_read_with_and_without_context(void **state)
{
    (void)state;
    text t = {0};
    trace_record r;

    text_puts(&t, "NVBit banner\nCTA 1,0,0 - warp 2 - PC 16 - IADD3 R5, R6, R7, RZ ;:\n");
    for (int reg = 0; reg < 2; reg++) {
        text_puts(&t, "* ");
        for (int i = 0; i < 32; i++)
            text_printf(&t, "Reg%d_T%d: 0x%08x ", reg, i, 10 * reg + i);
        text_puts(&t, "\n");
    }
    text_puts(&t, "\nCTX 0x5a1100 - CTA 0,0,0 - warp 0 - S2UR UR4, SR_CTAID.X ;:\n  * UR: UR0: 0x00000000 \n\n");
    char *path = put_string("n.log", t.data);
    trace *tr = trace_open(path);
    assert_string_equal(trace_format(tr), "nvbit-text");
    assert_true(trace_next(tr, &r));
    assert_int_equal(r.kind, TRACE_INSTRUCTION);
    assert_int_equal(r.cta, 1);
    assert_int_equal(r.pc, 16);
    assert_int_equal(r.sources, 2);
    assert_int_equal(r.destination[0].reg, 5);
    assert_true(trace_next(tr, &r));
    assert_int_equal(r.kind, TRACE_READ);
    assert_false(r.linked);
    assert_int_equal(r.reg, 5);
    assert_true(trace_next(tr, &r));
    assert_true(r.linked);
    assert_int_equal(r.reg, 6);
    assert_int_equal(r.value[31], 41);
    assert_true(trace_next(tr, &r)); /* its register is uniform */
    assert_int_equal(r.kind, TRACE_INSTRUCTION);
    assert_int_equal(r.sources + r.destinations, 0);
    assert_false(trace_next(tr, &r));
    assert_int_equal(trace_skipped(tr), 2);
    trace_close(tr);
    expect_bad("CTA 1,0,0 - warp 2 - IADD3 R5, R6 ;:\n* Reg0_T0: 0x00000000 Reg0_T1: 0x0\n", "lane 2: ");
    expect_bad("CTA 1,0,0 - warp 2 - IADD3 R5", "truncated");
    expect_bad("* Reg0_T00: 0x00000000\n", "before the first");
    /* Numbers that no variable of theirs holds are not taken for others. */
    expect_bad("CTA 4294967297,0,0 - warp 2 - IADD3 R5, R6 ;:\n", "CUDA's limits");
    expect_bad("CTA 1,0,0 - warp 4294967296 - IADD3 R5, R6 ;:\n", "- warp n -");
    expect_bad("CTA 1,0,0 - warp -1 - IADD3 R5, R6 ;:\n", "- warp n -");
    expect_bad("CTA 1,0,0 - warp 2 - PC 18446744073709551616 - IADD3 R5, R6 ;:\n", "of 64 bits");
    expect_bad("CTA 1,0,0 - warp 2 - IADD3 R5, R6 ;:\n* Reg0_T00: 0x-1234567 Reg0_T01: 0x0\n", "lane 0: ");
    expect_bad("CTA 1,0,0 - warp 2 - IADD3 R5, R6 ;:\n* Reg4294967296_T00: 0x0\n", "lane 0: ");
    text_free(&t);
    free(path);
}

/* A header of CUTracer's before "Memory Addresses:" is that of the same instruction. */
static void headers_of_one_instruction_are_joined(void **state)
{
    (void)state;
#define LOAD "CTX 0x1 - CTA 0,0,0 - warp 0 - PC 16 - LDG.E R4, [R2.64] ;:\n"
#define ADDRESSES "  Memory Addresses:\n  * T00: 0x0000000000000010\n\n"
    expect_short(LOAD "\n" LOAD ADDRESSES LOAD ADDRESSES LOAD,
                 "i 0 0 10 load ? R2,R3 R4?\ni 0 0 10 load ? R2,R3 R4?\ni 0 0 10 load ? R2,R3 R4?\n");
}

/* Instructions of NVIDIA GPUs; class, sources and destinations as an instruction's line has them. */
static const struct {
    const char *sass, *operands;
} sass_by_hand[] = {
    {"LDG.E.64 R4, [R2.64+0x10]", "load ? R2,R3 R4,R5?"},
    {"LDG.E.128.CONSTANT R4, desc[UR4][R2.64]", "load ? R2,R3 R4,R5,R6,R7?"},
    {"LDG.E.SYS R4, [R2]", "load ? R2,R3 R4?"}, /* .E: an address of 64 bits */
    {"LDG.E.U8 R4, [R2.U32+UR4+0x8]", "load ? R2 R4?"},
    {"LDG.E.256 R4, [R2.64]", "load ? ? ?"}, /* more than a record takes */
    {"@!P0 LDS R4, [RZ+0x10]", "load ? - R4?"},
    {"LDC.64 R2, c[0x0][R4+0x8]", "load ? R4 R2,R3?"},
    {"LDSM.16.M88.4 R4, [R20]", "load ? R20 R4,R5,R6,R7?"},
    {"LDGSTS.E.BYPASS.128 [R3], [R4.64]", "load ? R3,R4,R5 -"},
    {"STG.E.128 [R2.64], R4", "store ? R2,R3,R4,R5,R6,R7 -"},
    {"STS.64 [R0.X4+UR4], R8", "store ? R0,R8,R9 -"},
    {"ATOMG.E.ADD.STRONG.GPU PT, R4, [R2.64], R5", "other ? R2,R3,R5 R4?"},
    {"ATOMG.E.CAS.64.STRONG.GPU PT, R4, [R2.64], R6, R8", "other ? R2,R3,R6,R7,R8,R9 R4,R5?"},
    {"RED.E.ADD.F32.FTZ.RN.STRONG.GPU [R2.64], R7", "store ? R2,R3,R7 -"},
    {"REDUX.SUM UR6, R4", "other ? R4 -"},
    {"ISETP.GE.AND P0, PT, R0, R3, PT", "alu ? R0,R3 -"},
    {"DSETP.GEU.AND P0, PT, R4, R6, PT", "fpu ? R4,R5,R6,R7 -"},
    {"LOP3.LUT P0, RZ, R4, 0x1, RZ, 0xc0, !PT", "alu ? R4 -"},
    {"R2P PR, R4, 0x7f", "other ? R4 -"},
    {"IADD3 R4, P0, -R5, |R6|, ~R7", "alu ? R5,R6,R7 R4?"},
    {"IADD3 R4, R5, R5, RZ", "alu ? R5,R5 R4?"}, /* two operands */
    {"IMAD.WIDE R2, R3, 0x4, R6", "mul ? R3,R6,R7 R2,R3?"},
    {"IMAD.WIDE.U32 R2, P0, R3, R4.reuse, RZ", "mul ? R3,R4 R2,R3?"},
    {"IMAD.HI.U32 R3, R5, R9, R2", "mul ? R5,R9,R2,R3 R3?"},
    {"FFMA R1, -R2, c[0x0][0x160], RZ", "fpu ? R2 R1?"},
    {"HADD2.F32 R0, -RZ, R2.H0_H0", "fpu ? R2 R0?"},
    {"DFMA R4, R6, R8, R10", "fpu ? R6,R7,R8,R9,R10,R11 R4,R5?"},
    {"F2I.F64.TRUNC R4, R6", "fpu ? R6,R7 R4?"},
    {"I2F.F64.U32 R4, R6", "fpu ? R6 R4,R5?"},
    {"I2F.S64 R4, R6", "fpu ? R6,R7 R4?"},
    {"CS2R R2, SRZ", "other ? - R2,R3?"},
    {"CS2R.32 R2, SR_CLOCKLO", "other ? - R2?"},
    {"SHFL.IDX PT, R4, R5, R6, 0x1f", "alu ? R5,R6 R4?"},
    {"VOTE.ANY R4, PT, P0", "other ? - R4?"},
    {"VOTE.ALL P0, PT", "other ? - -"},
    {"@P0 BRA 0x1230", "control ? - -"},
    {"RET.REL.NODEC R20 0x0", "control ? R20,R21 -"},
    {"HMMA.16816.F32 R4, R8, R12, R4", "fpu ? ? ?"}, /* its text does not tell how many registers these are */
    {"FROB R1, R2", "other ? ? ?"},
    {"IADD3 RZ, R254, R5, RZ", "alu ? R254,R5 -"},
    {"DADD R254, R2, R4", "fpu ? ? ?"}, /* R255 is RZ */
};

static void operands_of_sass_are_read(void **state)
{
    (void)state;
    text log = {0}, want = {0};

    for (size_t i = 0; i < sizeof sass_by_hand / sizeof sass_by_hand[0]; i++) {
        text_printf(&log, "CTA 0,0,0 - warp 0 - PC %zu - %s ;:\n\n", i, sass_by_hand[i].sass);
        text_printf(&want, "i 0 0 %zx %s\n", i, sass_by_hand[i].operands);
    }
    expect_short(log.data, want.data);
    text_free(&log);
    text_free(&want);
}

static void simx_log_keeps_the_inactive_lanes(void **state)
{
    (void)state;
    char *path = put_string("s.log", "some program's output\nCONFIGS: num_threads=4, num_warps=4, num_cores=1\n"
                                     "DEBUG Fetch: cid=1, wid=2, tmask=1111, PC=0x80000098 (#431)\n"
                                     "DEBUG Instr 0x5a087: FLW f1, x11, 0x0\n"
                                     "DEBUG Src0 Reg: x11={0x11000, 0x11004, 0x11008, 0x1100c}\n"
                                     "DEBUG Mem Read: addr=0x11000, data=0x1 (size=4, type=Global)\n"
                                     "DEBUG Mem Read: addr=0x11004, data=0x2 (size=4, type=Global)\n"
                                     "DEBUG Mem Read: addr=0x11008, data=0x3 (size=4, type=Global)\n"
                                     "DEBUG Mem Read: addr=0x1100c, data=0x4 (size=4, type=Global)\n"
                                     "DEBUG Dest Reg: f1={0x1, 0x2, 0x3, 0x4}\n"
                                     "DEBUG Fetch: cid=1, wid=2, tmask=1101, PC=0x8000009c (#432)\n"
                                     "DEBUG Instr 0x5a087: DIVU x3, x1, x2\n"
                                     "DEBUG Dest Reg: x3={0xffffffff80000000, 0x7, -, 0x9}\n"
                                     "DEBUG Fetch: cid=1, wid=2, tmask=0110, PC=0x800000a0 (#433)\n"
                                     "DEBUG Instr 0x5a087: ADDI x3, x1, 0x1\n"
                                     "DEBUG Dest Reg: x3={-, 0x1, 0x5, -}\n"
                                     "DEBUG Fetch: cid=1, wid=2, tmask=0110, PC=0x800000a4 (#434)\n"
                                     "DEBUG Instr 0x5a087: SB x3, x1, 0x1\n"
                                     "DEBUG Mem Write: addr=0x20, data=0xab (size=1, type=Shared)\n"
                                     "DEBUG Mem Write: addr=0x24, data=0xcd (size=1, type=Shared)\n");

    expect_records(path, "i 1 2 80000098 load f x11 f1\n"
                         "+r 1 2 80000098 load x11 f 11000 11004 11008 1100c\n"
                         "+w 1 2 80000098 load f1 f 1 2 3 4\n"
                         "+m 1 2 80000098 ld global 4 f 11000 11004 11008 1100c : 1 2 3 4\n"
                         "i 1 2 8000009c sfu b x1,x2 x3\n"
                         "+w 1 2 8000009c sfu x3 b 80000000 7 0 9\n"
                         "i 1 2 800000a0 alu 6 x1 x3\n"
                         "+w 1 2 800000a0 alu x3 6 80000000 1 5 9\n"
                         "i 1 2 800000a4 store 6 x3,x1 -\n"
                         "+m 1 2 800000a4 st shared 1 6 0 20 24 0 : 0 ab cd 0\n");
    free(path);
}

static void later_simx_log_is_joined_by_uuid(void **state)
{
    (void)state;
    char *path = put_string("s2.log", "DEBUG Instr: ADD x5, x1, x2, cid=0, wid=0, tmask=1111, PC=0x100 (#7)\n"
                                      "DEBUG Instr: MUL x6, x1, x2, cid=0, wid=1, tmask=1110, PC=0x200 (#4294967300)\n"
                                      "DEBUG Dest Reg: x6={0x1, 0x2, 0x3, -} (#4294967300)\n"
                                      "DEBUG Dest Reg: x5={0x1, 0x2, 0x3, 0x4} (#7)\n"
                                      "DEBUG Dest Reg: x5={0x1, 0x2, 0x3, 0x4} (#99)\n");

    expect_records(path, "i 0 0 100 alu f x1,x2 x5\n+w 0 0 100 alu x5 f 1 2 3 4\n"
                         "i 0 1 200 mul 7 x1,x2 x6\n+w 0 1 200 mul x6 7 1 2 3 0\n");
    free(path);
}

/* The records of a log of 4 lanes, as text, and how many came without their link. */
static void expect_log(const char *content, const char *records, uint64_t unlinked)
{
    char *path = put_string("x.log", content);
    trace_record r;

    expect_records(path, records);
    trace *t = trace_open(path);
    while (trace_next(t, &r))
        ;
    assert_int_equal(trace_unlinked(t), unlinked);
    trace_close(t);
    free(path);
}

/* "DEBUG Instr: SPLIT x6, x5, cid=0, ..." */
#define SIMX(pc, name) "DEBUG Instr: " name ", cid=0, wid=0, tmask=1111, PC=0x" #pc " (#" #pc ")\n"
#define DEST(pc, reg) "DEBUG Dest Reg: " reg "={0x1, 0x2, 0x3, 0x4} (#" #pc ")\n"
/* A last instruction with a value: a log without values is refused. */
#define LAST SIMX(99, "LUI x1, 0x1") DEST(99, "x1")
#define LAST_RECORDS "i 0 0 99 alu f - x1\n+w 0 0 99 alu x1 f 1 2 3 4\n"

static void simx_instructions_name_their_registers(void **state)
{
    (void)state;
    static const struct {
        const char *line, *operands;
    } table[] = {
        {"SW x3, x1, 0x0", "store f x3,x1 -"},
        {"FSW x3, f1, 0x0", "store f x3,f1 -"},
        {"BLTU x3, x1, 0x10", "control f x3,x1 -"},
        {"SPLIT x5", "control f x5 -"},
        {"SPLIT x0, x5", "control f x5 -"},
        {"JOIN x6", "control f x6 -"},
        {"TMC x0, x5, x0", "control f x5 -"},
        {"FENCE", "other f - -"},
        {"ADDI x0, x0, 0x0", "alu f - -"},
        {"JALR x0, x1, 0x0", "control f x1 -"},
        {"ADD: x0 <- x1, x2", "alu f x1,x2 -"}, /* as early versions print it */
        {"SW: M[x11 + 0x0] <- x5", "store f x11,x5 -"},
        {"FSD: M[x11 + 0x0] <- f5", "store f x11,f5 -"},
        {"SHADD x5", "other f ? ?"}, /* no SH */
        {"ROP x5, x6", "other f ? ?"},
        {"VADD.VV v1, v2, v3", "other f ? ?"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char *log = format_new("DEBUG Instr: %s, cid=0, wid=0, tmask=1111, PC=0x10 (#1)\n%s", table[i].line, LAST);
        char *want = format_new("i 0 0 10 %s\n%s", table[i].operands, LAST_RECORDS);
        expect_log(log, want, 0);
        free(want);
        free(log);
    }
    expect_log(SIMX(10, "SPLIT x6, x5") DEST(10, "x6") SIMX(20, "FMADD.S f1, f2, f3, f4") DEST(20, "f1") SIMX(30, "LW: x5 <- M[x11 + 0x4]")
                   DEST(30, "x5"),
               "i 0 0 10 control f x5 x6\n+w 0 0 10 control x6 f 1 2 3 4\n"
               "i 0 0 20 fpu f f2,f3,f4 f1\n+w 0 0 20 fpu f1 f 1 2 3 4\n"
               "i 0 0 30 load f x11 x5\n+w 0 0 30 load x5 f 1 2 3 4\n",
               0);
}

/* What the machine read and wrote stands above what the text says, and tells it where the text does not. */
static void simx_lines_of_values_name_registers_too(void **state)
{
    (void)state;
    expect_log(SIMX(10, "ROP x5, x6") "DEBUG Src0 Reg: x7={0x1, 0x2, 0x3, 0x4}\nDEBUG Src1 Reg: x0={0x0, 0x0, 0x0, 0x0}\n"
                                      "DEBUG Src2 Reg: f7={0x1, 0x2, 0x3, 0x4}\n" DEST(10, "x8") SIMX(20, "TEX") DEST(20, "f3"),
               "i 0 0 10 other f x7,f7 x8\n+r 0 0 10 other x7 f 1 2 3 4\n+r 0 0 10 other f7 f 1 2 3 4\n"
               "+w 0 0 10 other x8 f 1 2 3 4\ni 0 0 20 other f ? f3\n+w 0 0 20 other f3 f 1 2 3 4\n",
               0);
    expect_log(SIMX(10, "ADD x5, x6, x7") "DEBUG Src0 Reg: v7={0x1}\n" LAST, "i 0 0 10 alu f ? x5?\n" LAST_RECORDS, 0);
}

#define SRC(n, list) "DEBUG Src" #n " Reg: " list "\n"
/* "DEBUG Instr: ADD x5, x1, x2, cid=0, wid=0, tmask=0110, ..." */
#define SIMX_MASK(pc, mask, name) "DEBUG Instr: " name ", cid=0, wid=0, tmask=" mask ", PC=0x" #pc " (#" #pc ")\n"

/* A value becomes a read where the log has not told it: of a register that was written before the log, or behind a gap. */
static void simx_sources_tell_what_the_log_lacks(void **state)
{
    (void)state;
    /* x1 was never written; the second time it is known, and so is x5. A register that is two operands is read once. */
    expect_log(SIMX(10, "ADD x5, x1, x1") SRC(0, "x1={0x7, 0x8, 0x9, 0xa}") SRC(1, "x1={0x7, 0x8, 0x9, 0xa}") DEST(10, "x5")
                   SIMX(20, "ADD x6, x1, x5") SRC(0, "x1={0x7, 0x8, 0x9, 0xa}") SRC(1, "x5={0x1, 0x2, 0x3, 0x4}") DEST(20, "x6"),
               "i 0 0 10 alu f x1,x1 x5\n+r 0 0 10 alu x1 f 7 8 9 a\n+w 0 0 10 alu x5 f 1 2 3 4\n"
               "i 0 0 20 alu f x1,x5 x6\n+w 0 0 20 alu x6 f 1 2 3 4\n",
               0);
    /* Lanes of earlier reads and writes stay: 0 and 2 are shown first, then all, and the write under 1 and 2 keeps 0 and 3. */
    expect_log(SIMX_MASK(10, "1010", "ADD x5, x1, x0") SRC(0, "x1={0x7, -, 0x9, -}") SIMX(20, "ADD x5, x1, x0")
                   SRC(0, "x1={0x7, 0x8, 0x9, 0xa}") SIMX_MASK(30, "0110", "ADD x1, x1, x0")
                       SRC(0, "x1={-, 0x8, 0x9, -}") "DEBUG Dest Reg: x1={-, 0x1, 0x2, -} (#30)\n",
               "i 0 0 10 alu 5 x1 x5?\n+r 0 0 10 alu x1 5 7 0 9 0\ni 0 0 20 alu f x1 x5?\n+r 0 0 20 alu x1 f 7 8 9 a\n"
               "i 0 0 30 alu 6 x1 x1\n+w 0 0 30 alu x1 6 7 1 2 a\n",
               0);
    /* Another value than that of the last write: the log lacks a write. The same value, but a result was missing before. */
    expect_log(SIMX(10, "LUI x1, 0x1") DEST(10, "x1") SIMX(20, "ADD x5, x1, x0") SRC(0, "x1={0x1, 0x2, 0x3, 0x5}") DEST(20, "x5")
                   SIMX(30, "ADDI x5, x1, 0x1") SIMX(40, "ADD x6, x5, x0") SRC(0, "x5={0x1, 0x2, 0x3, 0x4}") DEST(40, "x6"),
               "i 0 0 10 alu f - x1\n+w 0 0 10 alu x1 f 1 2 3 4\ni 0 0 20 alu f x1 x5\n+r 0 0 20 alu x1 f 1 2 3 5\n"
               "+w 0 0 20 alu x5 f 1 2 3 4\ni 0 0 30 alu f x1 x5?\ni 0 0 40 alu f x5 x6\n+r 0 0 40 alu x5 f 1 2 3 4\n"
               "+w 0 0 40 alu x6 f 1 2 3 4\n",
               0);
    /* Nobody knows what the second instruction writes. */
    expect_log(SIMX(10, "LUI x1, 0x1") DEST(10, "x1") SIMX(20, "TEX") SIMX(30, "ADD x6, x1, x0") SRC(0, "x1={0x1, 0x2, 0x3, 0x4}")
                   DEST(30, "x6"),
               "i 0 0 10 alu f - x1\n+w 0 0 10 alu x1 f 1 2 3 4\ni 0 0 20 other f ? ?\ni 0 0 30 alu f x1 x6\n"
               "+r 0 0 30 alu x1 f 1 2 3 4\n+w 0 0 30 alu x6 f 1 2 3 4\n",
               0);
    /* Other lanes than the instruction's: no value of this read. */
    expect_log(SIMX_MASK(10, "0110", "ADD x5, x1, x0") SRC(0, "x1={0x7, 0x8, 0x9, -}") LAST, "i 0 0 10 alu 6 x1 x5?\n" LAST_RECORDS, 0);
}

static void a_log_of_simx_may_be_cut(void **state)
{
    (void)state;
    /* A result that never comes, one of another register, one of other lanes, one too many. */
    expect_log(SIMX(10, "ADD x5, x6, x7") LAST, "i 0 0 10 alu f x6,x7 x5?\n" LAST_RECORDS, 0);
    expect_log(SIMX(10, "ADD x5, x6, x7") DEST(10, "x9"), "i 0 0 10 alu f x6,x7 x5?\nw 0 0 10 alu x9 f 1 2 3 4\n", 1);
    expect_log(SIMX(10, "ADD x5, x6, x7") "DEBUG Dest Reg: x5={0x1, -, 0x3, 0x4} (#10)\n",
               "i 0 0 10 alu f x6,x7 x5?\nw 0 0 10 alu x5 d 1 0 3 4\n", 1);
    expect_log(SIMX(10, "ADD x5, x6, x7") DEST(10, "x5") DEST(10, "x5"),
               "i 0 0 10 alu f x6,x7 x5\n+w 0 0 10 alu x5 f 1 2 3 4\nw 0 0 10 alu x5 f 1 2 3 4\n", 1);
    /* An access that no instruction of this kind makes. */
    expect_log(SIMX(10, "BEQ x5, x6, 0x8") "DEBUG Mem Read: addr=0x10, data=0x7 (size=4, type=Global)\n",
               "i 0 0 10 control f x5,x6 -\nm 0 0 10 ld global 4 1 10 0 0 0 : 7 0 0 0\n", 1);
    /* A Fetch line without its Instr line. */
    expect_log("DEBUG Fetch: cid=0, wid=0, tmask=1111, PC=0x10 (#1)\nDEBUG Dest Reg: x5={0x1, 0x2, 0x3, 0x4}\n",
               "i 0 0 10 other f ? x5\n+w 0 0 10 other x5 f 1 2 3 4\n", 0);
}

/* An instruction without its result lets thousands pass, in order; then it leaves, and what comes for it later is alone. */
static void the_window_over_a_log_is_bounded(void **state)
{
    (void)state;
    text log = {0}, want = {0};

    text_puts(&log, SIMX(10, "ADD x5, x6, x7"));
    text_puts(&want, "i 0 0 10 alu f x6,x7 x5?\n");
    for (int i = 0; i < 5000; i++) { /* the numbers leave 10 and 20 alone, in the table of them */
        text_printf(&log,
                    "DEBUG Instr: LUI x1, 0x1, cid=0, wid=1, tmask=1111, PC=0x%x (#%d)\nDEBUG Dest Reg: x1={0x%x, 0x2, 0x3, 0x4} (#%d)\n",
                    i, 8 * i, i, 8 * i);
        text_printf(&want, "i 0 1 %x alu f - x1\n+w 0 1 %x alu x1 f %x 2 3 4\n", i, i, i);
        if (i == 2000) {
            text_puts(&log, SIMX(20, "ADD x8, x6, x7"));
            text_puts(&want, "i 0 0 20 alu f x6,x7 x8\n+w 0 0 20 alu x8 f 1 2 3 4\n");
        }
        if (i == 4050)
            text_puts(&log, DEST(20, "x8"));
    }
    text_puts(&log, DEST(10, "x5"));
    text_puts(&want, "w 0 0 10 other x5 f 1 2 3 4\n");
    expect_log(log.data, want.data, 1);
    text_free(&log);
    text_free(&want);
}

static void bad_simx_log_is_refused(void **state)
{
    (void)state;
#define START "CONFIGS: num_threads=4, num_warps=4\nDEBUG Fetch: cid=0, wid=0, tmask=1111, PC=0x80000098 (#431)\n"
    expect_bad(START, "DEBUG level 2");
    expect_bad(START "DEBUG Dest Reg: x3={0x1, 0x2, 0x3", "lane 2: \", \" expected");
    expect_bad(START "DEBUG Dest Reg: x3={0x1, 0x2, 0x3, 0x4, 0x5}\n", "lane 3: \"}\" expected");
    expect_bad(START "DEBUG Dest Reg: x40={0x1}\n", "x0..x31");
    expect_bad(START "DEBUG Src0 Reg: x3={0x1, 0x2, 0x3\n", "lane 2: \", \" expected");
    expect_bad(START "DEBUG Src0 Reg: x3: 0x1\n", "\"={\" expected at \": 0x1\"");
    expect_bad(START "DEBUG Src1 Reg: x3={0x123456789, 0x2, 0x3, 0x4}\n", "more than 32 bits");
    expect_bad(START "DEBUG Dest Reg: f3={0x123456789, 0x2, 0x3, 0x4}\n", "more than 32 bits");
    expect_bad(START "DEBUG Dest Reg: f3={0x10000000000000000, 0x2, 0x3, 0x4}\n", "of 64 bits expected at");
    expect_bad(START "DEBUG Dest Reg: f3={0x0x1, 0x2, 0x3, 0x4}\n", "lane 0: \", \" expected");
    expect_bad(START "DEBUG Fetch: cid=18446744073709551616, wid=0, tmask=1111, PC=0x8\n", "of 64 bits expected after \"cid=\"");
    expect_bad(START "DEBUG Fetch: cid=0, wid=0, tmask=1111, PC=-8\n", "of 64 bits expected after \"PC=\"");
    expect_bad(START "DEBUG Fetch: cid=0, wid=0, tmask=111, PC=0x8\n", "tmask has 3 lanes");
    expect_bad("CONFIGS: num_threads=2, num_warps=4\n", "a trace of 2 lanes");
}

#define PORTS "# warpports-text 1\n# lanes 4\n# warps 2\n# registers 64\n# source a GPU\n# columns: ...\n"

/* Loads come in packets, behind later instructions and between other warps'. */
static void ports_are_read(void **state)
{
    (void)state;
    char *path = put_string("p.txt", PORTS "i 7 0 f 10 lsu 1 5 001 2 0 0\n"
                                           "i 8 1 3 10 alu 1 33 011 7 7 9\n"
                                           "o 9 0 10\n"
                                           "i 9 0 f 14 alu 0 6 011 0 5 0\n"
                                           "w 10 0 3 10 5 1 0 a b c d\n"
                                           "i 11 0 6 18 alu 1 0 000 0 0 0\n"
                                           "w 11 1 3 10 33 1 1 1 2 3 4\n"
                                           "w 12 0 c 10 5 0 1 7 7 e f\n"
                                           "i 13 0 6 1c fpu 1 34 111 32 33 34\n"
                                           "i 14 0 6 20 sfu 0 0 001 31 0 0\n"
                                           "w 15 0 6 1c 34 1 1 8 9 a b\n"
                                           "i 16 0 6 24 lsu 0 0 011 2 40 0\n"
                                           "i 17 0 6 28 lsu 0 0 000 2 40 0\n"
                                           "i 18 0 2 2c lsu 1 5 001 2 0 0\n"
                                           "w 19 0 2 2c 5 1 1 1 2 3 4\n"
                                           "w 20 1 f 40 9 1 1 1 2 3 4\n" /* taken before the log began */
                                           "i 21 0 6 30 alu 1 8 000 0 0 0\n"
                                           "i 21 0 6 34 alu 1 9 000 0 0 0\n"
                                           "w 22 0 2 30 8 1 0 1 2 3 4\n"   /* the log ends before its last packet */
                                           "w 23 0 2 34 9 1 1 1 2 3 4\n"); /* other lanes than the instruction's */
    trace_record r;

    expect_records(path, "i 0 0 10 load f x2 x5\n+w 0 0 10 load x5 f a b e f\n"
                         "i 0 1 10 alu 3 x7,x7 f1\n+w 0 1 10 alu f1 3 1 2 0 0\n"
                         "i 0 0 14 alu f x5 -\n"
                         "i 0 0 18 alu 6 - -\n"
                         "i 0 0 1c fpu 6 f0,f1,f2 f2\n+w 0 0 1c fpu f2 6 0 9 a 0\n"
                         "i 0 0 20 other 6 x31 -\n"
                         "i 0 0 24 store 6 x2,f8 -\n"
                         "i 0 0 28 other 6 - -\n"
                         "i 0 0 2c load 2 x2 x5\n+w 0 0 2c load x5 2 a 2 e f\n"
                         "w 0 1 40 other x9 f 1 2 3 4\n"
                         "i 0 0 30 alu 6 - x8?\n"
                         "i 0 0 34 alu 6 - x9?\nw 0 0 34 alu x9 2 0 2 0 0\n");
    trace *t = trace_open(path);
    assert_string_equal(trace_format(t), "warpports-text");
    assert_string_equal(trace_source(t), "a GPU");
    while (trace_next(t, &r))
        ;
    assert_int_equal(trace_skipped(t), 1);
    assert_int_equal(trace_unlinked(t), 2);
    trace_close(t);
    free(path);
}

static void bad_ports_are_refused(void **state)
{
    (void)state;
    expect_bad("# warpports-text 2\n", "bad.txt:1: version \"warpports-text 2\"; accepted is \"# warpports-text 1\"");
    expect_bad("# warpports-text 1\n# lanes 4\n# warps 2\ni 1 0 f 10 alu 1 5 000 0 0 0\n",
               "\"# lanes N\", \"# warps N\" and \"# registers 64\" are expected");
    expect_bad("# warpports-text 1\n# lanes 4\n# lanes 4\n", "\"# lanes N\" with a number from 1 to 1048576 is expected once");
    expect_bad("# warpports-text 1\n# registers 65\n", "\"# registers N\" with a number from 1 to 64");
    expect_bad("# warpports-text 1\n# lanes 5\n# warps 2\n# registers 64\n", "a trace of 5 lanes");
    expect_bad(PORTS "x 1\n", "bad.txt:7: a line of kind \"x\"; accepted are i, o and w");
    expect_bad(PORTS "i 7 0 f 10 alu 1 5", "bad.txt:7: truncated: the last line has no line end");
    expect_bad(PORTS "i 7 0 f 10 alu 1 5\n", "the line ends before used");
    expect_bad(PORTS "i 7 0 1f 10 alu 1 5 000 0 0 0\n", "the mask has bits above lane 3");
    expect_bad(PORTS "i 7 2 f 10 alu 1 5 000 0 0 0\n", "the warp: a decimal number up to 1 expected");
    expect_bad(PORTS "i 7 0 f 10 abc 1 5 000 0 0 0\n", "\"abc\" is no class");
    expect_bad(PORTS "i 7 0 f 10 alu 2 5 000 0 0 0\n", "wb: a decimal number up to 1 expected");
    expect_bad(PORTS "i 7 0 f 10 alu 1 64 000 0 0 0\n", "rd: a decimal number up to 63 expected");
    expect_bad(PORTS "i 7 0 f 10 alu 1 5 021 0 0 0\n", "used: 3 bits expected at \"21 0 0 0\"");
    expect_bad(PORTS "i 7 0 f 10 alu 1 5 0011 0 0 0\n", "rs1 expected after a space at \"1 0 0 0\"");
    expect_bad(PORTS "i 7 0 f 10 alu 1 5 000 0 0 0 0\n", "goes on after its last field");
    expect_bad(PORTS "i 7 0 f 10 alu 1 5 000 0 0 0\ni 6 0 f 14 alu 1 5 000 0 0 0\n", "bad.txt:8: cycle 6 after cycle 7");
    expect_bad(PORTS "w 7 0 f 10 5 1 1 1 2 3\n", "the line ends before a value");
    expect_bad(PORTS "w 7 0 f 10 5 1 1 1 2 3 4 5\n", "goes on after its last field");
    expect_bad(PORTS "w 7 0 f 10 5 1 1 1 2 3 123456789\n", "a value: 1 to 8 hexadecimal digits");
    expect_bad(PORTS "o 7 0\n", "the line ends before the pc");
}

/* ---- code files and figures ---- */

static design some_design(int lanes)
{
    design d;

    design_init(&d, wf_find_unit("warpbdi"), lanes);
    d.isolate = 1; /* raw accesses leave the units at rest: what the energies below count with */
    design_check(&d);
    return d;
}

/* 32 lanes: v in each, or v + lane * step. */
static void add_write(text *t, const char *mask, uint32_t v, uint32_t step)
{
    text_printf(t, "w 0 0 0 alu x5 %s", mask);
    for (uint32_t i = 0; i < 32; i++)
        text_printf(t, " %x", v + i * step);
    text_puts(t, "\n");
}

/* Values whose figures are worked out by hand below. */
static char *hand_trace(void)
{
    text t = {0};

    text_puts(&t, "# warptrace-text 1\n# lanes 32\n");
    add_write(&t, "ffffffff", 7, 0);          /* <4,0>, 1 bank, zero */
    add_write(&t, "1", 7, 0);                 /* raw, move before it, zero */
    add_write(&t, "3", 7, 1 << 15);           /* raw, no move: raw already, 32k */
    add_write(&t, "ffffffff", 0xfffffffe, 4); /* <4,1>, 3 banks, 128 */
    add_write(&t, "ffffffff", 0, 1 << 16);    /* raw, random */
    add_write(&t, "0", 1, 0);                 /* empty: not counted */
    char *path = put_string("h.wtx", t.data);
    text_free(&t);
    return path;
}

static void encode_then_decode_is_the_trace(void **state)
{
    (void)state;
    for (int lanes = 8; lanes <= 128; lanes *= 4) {
        char *in = random_trace("e.wft", lanes, 800), *codes = path_join(dir, "e.wfc");
        char *back = path_join(dir, "e2.wft");
        code_file_figures figures;
        design d = some_design(lanes), again;
        code_file_encode(&d, trace_open(in), codes, &figures);
        assert_true(figures.registers > 200 && figures.memory > 200);
        code_file_decode(&again, input_open(codes), back, "warpbdi", &figures);
        char *a = as_text(in), *b = as_text(back);
        assert_string_equal(a, b);
        assert_int_equal(again.config.lanes, lanes);
        free(a);
        free(b);
        free(in);
        free(codes);
        free(back);
    }
}

static void instructions_pass_through_codes(void **state)
{
    (void)state;
    for (int lanes = 8; lanes <= 128; lanes *= 4) {
        char *in = random_program("e.wft", lanes, 400), *codes = path_join(dir, "e.wfc"), *back = path_join(dir, "e2.wft");
        code_file_figures figures, again;
        design d = some_design(lanes);
        code_file_encode(&d, trace_open(in), codes, &figures);
        assert_int_equal(figures.instructions, 400);
        assert_true(figures.registers > 200 && figures.memory > 20);
        code_file_decode(&d, input_open(codes), back, NULL, &again);
        assert_int_equal(again.instructions, 400);
        char *a = as_text(in), *b = as_text(back);
        assert_string_equal(a, b);
        free(a);
        free(b);
        free(in);
        free(codes);
        free(back);
    }
}

/* Divergent writes whose other lanes are those of the write before are written as partial ones. */
static void partial_writes_come_back(void **state)
{
    (void)state;
    text t = {0};
    char *codes = path_join(dir, "p.wfc"), *back = path_join(dir, "p.wft");
    code_file_figures whole, partial;
    design d = some_design(32), again;

    text_puts(&t, "# warptrace-text 1\n# lanes 32\n");
    for (uint32_t i = 0; i < 64; i++)
        add_write(&t, "1", 0x12345678 * i, 0x9e3779b9 * i); /* all lanes change, so these are whole */
    char *in = put_string("p.wtx", t.data);
    code_file_encode(&d, trace_open(in), codes, &whole);
    free(in);
    t.len = 0;
    text_puts(&t, "# warptrace-text 1\n# lanes 32\n");
    for (uint32_t i = 0; i < 64; i++) {
        size_t from = t.len;
        add_write(&t, "80000000", 0x12345678, 0x9e3779b9);
        t.data[t.len - 2] = "0123456789abcdef"[i % 16]; /* the last digit of lane 31 */
        assert_true(t.len > from);
    }
    in = put_string("p.wtx", t.data);
    code_file_encode(&d, trace_open(in), codes, &partial);
    assert_true(partial.bytes < whole.bytes / 4);
    code_file_decode(&again, input_open(codes), back, NULL, &partial);
    char *a = as_text(in), *b = as_text(back);
    assert_string_equal(a, b);
    free(a);
    free(b);
    free(in);
    free(codes);
    free(back);
    text_free(&t);
}

static void decode_quietly(const char *path)
{
    code_file_figures figures;
    design d;
    char *out = format_new("%s/child-%d.wtx", dir, (int)getpid());

    code_file_decode(&d, input_open(path), out, NULL, &figures);
    remove(out);
}

/* The frame of a code file with one byte changed behind the checksum's back, so that the decoder itself sees it. */
static void change_codes(char *in)
{
    char *codes = path_join(dir, "e.wfc");
    code_file_figures figures;
    design d = some_design(8);
    size_t len;
    static unsigned char plain[1 << 16], packed[1 << 17];

    code_file_encode(&d, trace_open(in), codes, &figures);
    char *bytes = file_read(codes, &len);
    ZSTD_DCtx *unzip = ZSTD_createDCtx();
    size_t n = ZSTD_decompressDCtx(unzip, plain, sizeof plain, bytes + 12, len - 12);
    assert_false(ZSTD_isError(n));
    ZSTD_freeDCtx(unzip);
    memcpy(packed, bytes, 12);
    for (size_t i = 0; i < n; i++) {
        unsigned char change = (unsigned char)(1 + 37 * i % 255);
        plain[i] ^= change;
        size_t m = ZSTD_compress(packed + 12, sizeof packed - 12, plain, n, 1);
        plain[i] ^= change;
        char *path = put_file("changed.wfc", packed, 12 + m);
        outcome o = in_child(decode_quietly, path);
        if ((o.code != 0 && o.code != 2) || o.lines != (o.code == 2))
            fail_msg("byte %zu ^ %d: exit %d, %s", i, change, o.code, o.said);
        free(path);
    }
    free(bytes);
    free(in);
    free(codes);
}

static void changed_codes_never_crash_the_decoder(void **state)
{
    (void)state;
    change_codes(random_trace("e.wft", 8, 12));
    change_codes(random_program("e.wft", 8, 3));
}

static void figures_agree_with_hand_work(void **state)
{
    (void)state;
    trace_counts c;
    design d = some_design(32);
    trace_energy e = trace_energy_paper(&d);
    char *path = hand_trace();

    trace_count(&d, trace_open(path), &e, PRIVATE_STACK_BYTES, &c);
    assert_float_equal(c.writes, 5, 0);
    assert_float_equal(c.divergent, 2, 0);
    assert_float_equal(c.empty, 1, 0);
    assert_float_equal(c.moves, 1, 0);
    assert_float_equal(c.classes[0], 3, 0);
    assert_float_equal(c.classes[1], 1, 0);
    assert_float_equal(c.classes[2], 1, 0);
    assert_float_equal(c.bins[0][0], 1, 0);
    assert_float_equal(c.bins[0][1], 1, 0);
    assert_float_equal(c.bins[0][3], 1, 0);
    assert_float_equal(c.bins[1][0], 1, 0);
    assert_float_equal(c.bins[1][2], 1, 0);
    assert_float_equal(c.pairs[1][2], 31, 0);
    assert_float_equal(c.units, 1 + 8 + 8 + 3 + 8, 0);
    assert_float_equal(c.code_bits, 8 * (4 + 128 + 128 + 35 + 128), 0);
    assert_float_equal(c.fits[2], 2, 0);
    /* Banks of 16.6 pJ. Without compression: 8 + 1 + 1 + 8 + 8 written, 5 x 2 x 8 read. */
    assert_float_equal(c.base_pj, 16.6 * (26 + 80), 1e-6);
    /* With: 1 + 1 + 1 + 3 + 8 written, 2 x (1 + 8 + 8 + 3 + 8) read, the move reads 1 and writes 8. */
    assert_float_equal(c.stored_pj, 16.6 * (14 + 56 + 9), 1e-6);
    /* 3 encodings; 2 x 2 decodings and the move's. */
    assert_float_equal(c.unit_pj, 3 * 23 + 5 * 21, 1e-6);
    /* By code: raw values rest, as this design isolates. The move reads <4,0>. */
    e.model.enc_codes = (energy_codes){true, {1, 2, 4}};
    e.model.dec_codes = (energy_codes){true, {8, 16, 32}};
    trace_count(&d, trace_open(path), &e, PRIVATE_STACK_BYTES, &c);
    assert_float_equal(c.unit_pj, 1 + 2 + 4 + 2 * 16 + 2 * 32 + 16, 1e-6);
    d.isolate = false; /* every write is encoded, every read decoded: two divergent writes and three raw registers more */
    trace_count(&d, trace_open(path), &e, PRIVATE_STACK_BYTES, &c);
    assert_float_equal(c.unit_pj, 3 * 1 + 2 + 4 + 2 * (3 * 8 + 16 + 32) + 16, 1e-6);
    free(path);
}

/* A bank of 4 lanes is written if one of them is active: its first or its last, alone or beside another bank's. */
static void a_partial_write_takes_the_banks_of_its_lanes(void **state)
{
    (void)state;
    static const struct {
        const char *mask;
        float banks;
    } rows[] = {{"1", 1}, {"8", 1}, {"10", 1}, {"18", 2}, {"80", 1}, {"80000000", 1}, {"10000000", 1}, {"11111110", 7}, {"8001", 2}};
    design d = some_design(32);
    trace_energy e = trace_energy_paper(&d);

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        trace_counts c;
        text t = {0};
        text_puts(&t, "# warptrace-text 1\n# lanes 32\n");
        add_write(&t, rows[i].mask, 7, 0);
        char *path = put_string("partial.wtx", t.data);
        trace_count(&d, trace_open(path), &e, PRIVATE_STACK_BYTES, &c);
        assert_float_equal(c.base_write_bits, 128 * rows[i].banks, 0);
        assert_float_equal(c.write_bits, 128 * rows[i].banks, 0);
        text_free(&t);
        free(path);
    }
}

/* ---- vectors ---- */

/* 8 lanes: their values, the mask, the class. */
static const struct {
    uint32_t value[8], mask;
    wf_vector_class class;
} vectors_by_hand[] = {
    {{0, 0, 0, 0, 0, 0, 0, 0}, 0xff, WF_VECTOR_ZERO},
    {{7, 0, 0, 9, 0, 0, 0, 8}, 0x76, WF_VECTOR_ZERO},
    {{7, 7, 7, 7, 7, 7, 7, 7}, 0xff, WF_VECTOR_UNIFORM},
    {{1, 2, 7, 7, 3, 7, 4, 5}, 0x2c, WF_VECTOR_UNIFORM},
    {{1, 2, 3, 9, 4, 5, 6, 7}, 0x08, WF_VECTOR_UNIFORM}, /* one lane: no stride */
    {{1, 2, 3, 0, 4, 5, 6, 7}, 0x08, WF_VECTOR_ZERO},
    {{5, 6, 7, 8, 9, 10, 11, 12}, 0xff, WF_VECTOR_AFFINE},      /* beta 5 */
    {{12, 16, 20, 24, 28, 32, 36, 40}, 0xff, WF_VECTOR_AFFINE}, /* beta 3, sigma 2 */
    {{64, 128, 192, 256, 320, 384, 448, 512}, 0xff, WF_VECTOR_AFFINE},
    {{0xfffffffc, 0xfffffffe, 0, 2, 4, 6, 8, 10}, 0xff, WF_VECTOR_AFFINE}, /* beta modulo 2^31 */
    {{99, 16, 20, 24, 99, 99, 36, 99}, 0x4e, WF_VECTOR_AFFINE},
    {{6, 99, 8, 99, 99, 11, 99, 99}, 0x25, WF_VECTOR_AFFINE}, /* no two lanes side by side */
    {{6, 99, 8, 99, 99, 12, 99, 99}, 0x25, WF_VECTOR_GENERIC},
    {{8, 99, 99, 99, 24, 99, 99, 99}, 0x11, WF_VECTOR_AFFINE},           /* stride 4 modulo 2^30 */
    {{8, 99, 99, 99, 23, 99, 99, 99}, 0x11, WF_VECTOR_GENERIC},          /* 4 s = 15: none */
    {{8, 99, 8 + 0x80000000, 99, 8, 99, 99, 99}, 0x15, WF_VECTOR_OTHER}, /* stride 2^30 */
    {{0, 99, 99, 1, 99, 99, 99, 99}, 0x09, WF_VECTOR_OTHER},             /* 3 s = 1: 0xaaaaaaab */
    {{7, 6, 5, 4, 3, 2, 1, 0}, 0xff, WF_VECTOR_OTHER},
    {{100, 96, 92, 88, 84, 80, 76, 72}, 0xff, WF_VECTOR_OTHER},
    {{0, 3, 6, 9, 12, 15, 18, 21}, 0xff, WF_VECTOR_OTHER},
    {{0, 128, 256, 384, 512, 640, 768, 896}, 0xff, WF_VECTOR_OTHER},
    {{2, 6, 10, 14, 18, 22, 26, 30}, 0xff, WF_VECTOR_OTHER}, /* stride 4, base 2 */
    {{1, 1, 2, 3, 5, 8, 13, 21}, 0xff, WF_VECTOR_GENERIC},
    {{5, 6, 7, 8, 9, 10, 11, 13}, 0xff, WF_VECTOR_GENERIC},
    {{5, 5, 5, 5, 5, 5, 5, 4}, 0xff, WF_VECTOR_GENERIC},
};

static void vectors_have_the_class_of_hand_work(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof vectors_by_hand / sizeof vectors_by_hand[0]; i++) {
        wf_vector_class class = wf_vector_class_of(vectors_by_hand[i].value, &vectors_by_hand[i].mask, 8);
        if (class != vectors_by_hand[i].class)
            fail_msg("vector %zu: %s, expected %s", i, trace_vector_classes[class], trace_vector_classes[vectors_by_hand[i].class]);
    }
}

static bool active(const uint32_t *mask, int lane)
{
    return mask[lane / 32] >> (lane % 32) & 1;
}

/* The class by search: all strides, found bit by bit, those dropped that already miss an active lane in the low bits. */
static wf_vector_class class_by_search(const uint32_t *value, const uint32_t *mask, int lanes)
{
    enum { MOST = 128 };
    uint32_t strides[2 * MOST] = {0};
    int count = 1, first = 0, others = 0;

    while (!active(mask, first))
        first++;
    for (int i = first + 1; i < lanes; i++)
        others += active(mask, i);
    if (others == 0) /* every stride */
        return value[first] ? WF_VECTOR_UNIFORM : WF_VECTOR_ZERO;
    for (int bit = 0; bit < 32; bit++) {
        uint32_t low = 0xffffffff >> (31 - bit);
        int kept = 0, tried = 2 * count;
        assert_true(count <= MOST);
        for (int k = 0; k < count; k++)
            strides[count + k] = strides[k] | 1u << bit;
        for (int k = 0; k < tried; k++) {
            bool fits = true;
            for (int i = first; fits && i < lanes; i++)
                fits = !active(mask, i) || ((value[first] + (uint32_t)(i - first) * strides[k] - value[i]) & low) == 0;
            if (fits)
                strides[kept++] = strides[k];
        }
        count = kept;
    }
    wf_vector_class class = count ? WF_VECTOR_OTHER : WF_VECTOR_GENERIC;
    for (int k = 0; k < count; k++) {
        if (strides[k] == 0)
            return value[first] ? WF_VECTOR_UNIFORM : WF_VECTOR_ZERO;
        for (uint32_t s = 1; s <= 64; s *= 2)
            if (strides[k] == s && (value[first] - (uint32_t)first * s) % s == 0)
                class = WF_VECTOR_AFFINE;
    }
    return class;
}

/* Affine by construction; `off` is put into one lane. */
static void make_vector(uint32_t *value, int lanes, uint32_t base, uint32_t stride, int lane, uint32_t off)
{
    for (int i = 0; i < lanes; i++)
        value[i] = base + (uint32_t)i * stride;
    value[lane] += off;
}

static void classes_agree_with_a_search_over_all_strides(void **state)
{
    (void)state;
    uint32_t value[128], seed = 4711;
    int seen[WF_VECTOR_CLASSES] = {0};

    for (uint32_t mask = 1; mask < 256; mask++)
        for (uint32_t stride = 0; stride <= 300; stride++) {
            uint32_t base = stride ? random_word(&seed) >> random_word(&seed) % 32 << random_word(&seed) % 8 : 0;
            bool changed = random_word(&seed) % 2;
            make_vector(value, 8, base, stride, (int)(random_word(&seed) % 8), changed ? 1u << random_word(&seed) % 32 : 0);
            wf_vector_class class = wf_vector_class_of(value, &mask, 8);
            if (class != class_by_search(value, &mask, 8) || (!changed && class == WF_VECTOR_GENERIC))
                fail_msg("mask %x, base %x, stride %u, %s: %s", mask, base, stride, changed ? "changed" : "unchanged",
                         trace_vector_classes[class]);
            seen[class]++;
        }
    /* Lanes far apart: up to 64 strides for the same lanes. */
    for (int n = 0; n < 3000; n++) {
        uint32_t mask[4] = {0}, stride = random_word(&seed) >> random_word(&seed) % 32;
        int step = 1 << n % 7;
        for (int k = 0; k < 4; k++) {
            int lane = (int)(random_word(&seed) % 128) / step * step;
            mask[lane / 32] |= 1u << lane % 32;
        }
        make_vector(value, 128, random_word(&seed) << n % 9, stride, (int)(random_word(&seed) % 128) / step * step,
                    random_word(&seed) % 2 ? 1u << random_word(&seed) % 32 : 0);
        wf_vector_class class = wf_vector_class_of(value, mask, 128);
        assert_int_equal(class, class_by_search(value, mask, 128));
        seen[class]++;
    }
    for (int class = 0; class < WF_VECTOR_CLASSES; class ++)
        assert_true(seen[class] > 100);
}

/* What the encoding unit stores compressed is what has a regular class, but for masks without a pair 2i, 2i + 1. */
static void the_unit_misses_only_strides_without_a_pair(void **state)
{
    (void)state;
    const wf_unit *unit = wf_find_unit("affine");
    uint32_t value[128], seed = 99;
    int missed = 0, full = 0;

    for (int n = 0; n < 30000; n++) {
        int lanes = 4 << n % 6;
        wf_config config = wf_default_config(unit, lanes);
        uint32_t mask[4] = {0}, stride = 1u << random_word(&seed) % 8 & ~1u, word;
        int kind = n / 6 % 3; /* full, any, no two lanes side by side */
        for (int i = 0; i < lanes; i++) {
            word = random_word(&seed);
            mask[i / 32] |= (kind == 0 || (word % 2 && (kind == 1 || i % 2 == 0)) ? 1u : 0u) << i % 32;
        }
        make_vector(value, lanes, random_word(&seed) % 4096 * (random_word(&seed) % 3), stride + random_word(&seed) % 2,
                    (int)(random_word(&seed) % (unsigned)lanes), random_word(&seed) % 3 ? 0 : 1);
        if (wf_mask_empty(mask, lanes))
            continue;
        wf_code code;
        unit->codec->encode(&config, &(wf_input){.block = value, .mask = mask}, &code);
        bool flag = code.tag[0] & 1, pair = false;
        for (int i = 0; i < lanes; i += 2)
            pair |= active(mask, i) && active(mask, i + 1);
        wf_vector_class class = wf_vector_class_of(value, mask, lanes);
        bool regular = class == WF_VECTOR_ZERO || class == WF_VECTOR_UNIFORM || class == WF_VECTOR_AFFINE;
        assert_true(regular || !flag);
        if (regular && !flag)
            assert_true(class == WF_VECTOR_AFFINE && !pair);
        if (wf_mask_full(mask, lanes)) {
            assert_int_equal(flag, regular);
            full += class == WF_VECTOR_AFFINE;
        }
        missed += regular && !flag;
    }
    assert_true(missed > 1000 && full > 1000);
}

/* Of each kind and class a count that is worked out by hand below. */
static char *vector_trace(void)
{
#define ADDR8 "10 14 18 1c 20 24 28 2c"
#define STACK8 "10 2010 4010 6010 8010 a010 c010 e010"
#define LOCAL8 "10 10 10 10 10 10 10 10"
    return put_string("v.wtx", "# warptrace-text 1\n# lanes 8\n"
                               "w 0 0 0 alu x5 ff 0 0 0 0 0 0 0 0\n"
                               "w 0 0 0 alu x5 ff 7 7 7 7 7 7 7 7\n"
                               "w 0 0 0 alu x5 f 1 2 3 4 9 9 9 0\n"
                               "w 0 0 0 alu x5 11 3 0 0 0 7 0 0 0\n" /* affine, no pair: missed */
                               "r 0 0 0 alu x5 ff 7 6 5 4 3 2 1 0\n"
                               "w 0 0 0 alu x5 0 0 0 0 0 0 0 0 0\n" /* empty */
                               "w 0 0 0 alu x5 ff 1 1 2 3 5 8 d 15\n"
                               "w 0 0 0 alu x5 15 1 0 2 0 4 0 0 0\n" /* generic, no pair: not missed */
                               "m 0 0 0 ld stack 4 ff " STACK8 " : 10 14 18 1c 20 24 28 2c\n"
                               "m 0 0 0 ld stack 4 1 10 0 0 0 0 0 0 0 : 5 0 0 0 0 0 0 0\n"
                               "m 0 0 0 st stack 4 0 0 0 0 0 0 0 0 0 : 0 0 0 0 0 0 0 0\n" /* empty */
                               "m 0 0 0 st local 4 ff " LOCAL8 " : 0 3 6 9 c f 12 15\n"
                               "m 0 0 0 st local 4 f 20 24 24 20 0 0 0 0 : 1 0 0 1 0 0 0 0\n" /* two words of private memory */
                               "m 0 0 0 ld global 8 ff " ADDR8 " : 200000008 200000010 200000018 200000020 200000028 200000030 200000038 "
                               "200000040\n" /* two words: affine, uniform */
                               "m 0 0 0 st global 4 f0 0 0 0 0 20 24 28 2c : 0 0 0 0 0 0 0 0\n"
                               "m 0 0 0 ld shared 4 ff " ADDR8 " : 3 1 4 1 5 9 2 6\n"
                               "m 0 0 0 st generic 1 6 0 14 18 0 0 0 0 0 : 0 ab ab 0 0 0 0 0\n"
                               "m 0 0 0 ld global 4 ff " ADDR8 " :\n");
}

static double vector_sum(const trace_counts *c)
{
    double sum = 0;

    for (int kind = 0; kind < TRACE_VECTOR_KINDS; kind++)
        sum += trace_vectors(c, kind);
    return sum;
}

static void vectors_of_a_trace_are_counted(void **state)
{
    (void)state;
    static const struct {
        const char *key;
        double count;
    } expected[] = {
        {"registers__zero", 1},
        {"registers__uniform", 1},
        {"registers__affine", 2},
        {"registers__other", 1},
        {"registers__generic", 2},
        {"registers__missed", 1},
        {"load_stack__affine", 1},
        {"load_stack__uniform", 1},
        {"load_stack__missed", 0},
        {"store_stack__other", 1},
        {"store_stack__uniform", 1},
        {"store_stack__zero", 1},
        {"load_global__uniform", 1},
        {"load_global__affine", 1},
        {"store_global__zero", 1},
        {"load_other__generic", 1},
        {"store_other__uniform", 1},
        {"nodata", 1},
        {"lanes", 8},
    };
    trace_counts c;
    metrics out = {0};
    design d = some_design(8);
    trace_energy e = trace_energy_paper(&d);
    char *path = vector_trace();

    trace_count(&d, trace_open(path), &e, PRIVATE_STACK_BYTES, &c);
    trace_counts_put(&c, &d, &e.model, "t", &out);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
        assert_float_equal(metrics_get(&out, "t__vector__%s", expected[i].key), expected[i].count, 0);
    assert_float_equal(vector_sum(&c), 17, 0);
    /* As their addresses say, the lanes of a stack are one vector all the same */
    trace_count(&d, trace_open(path), &e, PRIVATE_STACK_FLAT, &c);
    assert_float_equal(trace_vectors(&c, TRACE_LOAD_STACK), 2, 0);
    /* Stacks of 16 KB, which the eight lanes share two by two: two words */
    trace_count(&d, trace_open(path), &e, 2 * PRIVATE_STACK_BYTES, &c);
    assert_float_equal(trace_vectors(&c, TRACE_LOAD_STACK), 3, 0);
    metrics_free(&out);
    free(path);
}

/* Two affine halves are a generic warp; a half without an active lane is none. */
static void vectors_are_as_wide_as_the_design_says(void **state)
{
    (void)state;
    trace_counts c;
    design whole = some_design(16), half;
    trace_energy e = trace_energy_paper(&whole);
    char *path = put_string("half.wtx", "# warptrace-text 1\n# lanes 16\n"
                                        "w 0 0 0 alu x5 ffff 0 1 2 3 4 5 6 7 5 5 5 5 5 5 5 5\n"
                                        "w 0 0 0 alu x5 ff00 1 1 1 1 1 1 1 1 0 2 4 6 8 a c e\n");

    trace_count(&whole, trace_open(path), &e, PRIVATE_STACK_BYTES, &c);
    assert_float_equal(c.vectors[TRACE_REGISTERS][WF_VECTOR_GENERIC], 1, 0);
    assert_float_equal(c.vectors[TRACE_REGISTERS][WF_VECTOR_AFFINE], 1, 0); /* base -16 */
    assert_float_equal(vector_sum(&c), 2, 0);
    design_init(&half, wf_find_unit("affine"), 16);
    design_set(&half, "vector", "8", "test");
    design_check(&half);
    assert_int_equal(trace_vector_lanes(&half), 8);
    trace_count(&half, trace_open(path), &e, PRIVATE_STACK_BYTES, &c);
    assert_float_equal(c.vectors[TRACE_REGISTERS][WF_VECTOR_AFFINE], 2, 0);
    assert_float_equal(c.vectors[TRACE_REGISTERS][WF_VECTOR_UNIFORM], 1, 0);
    assert_float_equal(vector_sum(&c), 3, 0);
    free(path);
}

static void vectors_stand_in_the_report(void **state)
{
    (void)state;
    trace_counts c;
    report_data r = {0};
    text t = {0};
    design d = some_design(8);
    trace_energy e = trace_energy_paper(&d);
    char *path = vector_trace();

    r.d = d;
    r.ran[STEP_TRACE] = true;
    metrics_set(&r.m, 1, "trace__old__writes");
    section_vectors(&t, &r);
    assert_non_null(strstr(t.data, "has no vectors"));
    text_free(&t);
    metrics_free(&r.m);
    trace_count(&d, trace_open(path), &e, PRIVATE_STACK_BYTES, &c);
    trace_counts_put(&c, &d, &e.model, "trace__v", &r.m);
    trace_counts_put(&c, &d, &e.model, "trace", &r.m);
    section_vectors(&t, &r);
    assert_non_null(strstr(t.data, "v, private: zero 20.0 %, uniform 40.0 %, affine 20.0 %, other strides 20.0 %, generic 0.0 %"));
    assert_non_null(strstr(t.data, "v, global: zero 33.3 %, uniform 33.3 %, affine 33.3 %, other strides 0.0 %, generic 0.0 %"));
    assert_non_null(strstr(t.data, "v, registers: zero 14.3 %, uniform 14.3 %, affine 28.6 %, other strides 14.3 %, "
                                   "generic 28.6 %"));
    assert_non_null(strstr(t.data, "<td>other</td><td class=\"n\">2</td><td class=\"n\">0.0</td><td class=\"n\">50.0</td>"));
    assert_non_null(strstr(t.data, "<td class=\"n\">57.1</td><td class=\"n\">25.00</td></tr>")); /* registers missed */
    assert_null(strstr(t.data, ">all<"));
    text_free(&t);
    metrics_free(&r.m);
    free(path);
}

/* ---- the state of registers ---- */

static uint64_t forgotten[4];
static int forgotten_count;

static void note_forgotten(void *user, warp_state *warp)
{
    (void)user;
    if (forgotten_count < 4)
        forgotten[forgotten_count] = (uint64_t)(uintptr_t)*warp_user(warp);
    forgotten_count++;
}

/* As many warps of few registers as REGISTERS_KEPT allows; one more, and one with more registers, forget the first ones. */
static void the_warp_that_came_first_is_forgotten_first(void **state)
{
    (void)state;
    design d = some_design(8);
    register_table *t = register_table_new(&d);
    trace_record r = {.kind = TRACE_WRITE, .lanes = 8, .mask = {0xff}, .words = 1, .file = TRACE_R, .reg = 3};
    wf_code code;

    register_table_watch(t, note_forgotten, NULL);
    wf_encode(d.codec, &d.config, &(wf_input){.block = r.value, .mask = r.mask}, &code);
    stored_code stored = stored_as(&d, &code);
    for (r.warp = 0; r.warp < REGISTERS_KEPT / WARP_COST; r.warp++) {
        warp_state *w = register_warp(t, &r);
        *warp_user(w) = (void *)(uintptr_t)(r.warp + 1);
        register_write(t, w, register_make(t, w, &r), &r, &stored, stored.compressed);
    }
    assert_int_equal(forgotten_count, 0);
    r.warp = 0;
    assert_non_null(register_find(register_warp(t, &r), (trace_register){TRACE_R, 3}));
    r.cta = 1;
    warp_state *last = register_warp(t, &r);
    assert_int_equal(forgotten_count, 1);
    assert_int_equal(forgotten[0], 1);
    for (r.reg = 0; r.reg <= WARP_COST; r.reg++)
        register_write(t, last, register_make(t, last, &r), &r, &stored, stored.compressed);
    assert_int_equal(forgotten_count, 2);
    assert_int_equal(forgotten[1], 2);
    assert_int_equal(warp_written(last), WARP_COST + 1);
    assert_int_equal(warp_compressed(last), WARP_COST + 1);
    register_lose(t, last, (trace_register){TRACE_R, 5});
    assert_int_equal(warp_written(last), WARP_COST);
    assert_int_equal(warp_compressed(last), WARP_COST);
    r.cta = 0;
    r.warp = 0;
    assert_null(register_find(register_warp(t, &r), (trace_register){TRACE_R, 3}));
    register_table_free(t);
}

static void a_stem_makes_a_key(void **state)
{
    (void)state;
    char key[16];

    trace_stem("/a/b/Diverge-t32.wtx.zst", key, sizeof key);
    assert_string_equal(key, "diverge_t32");
    trace_stem("x.y.ndjson.zst", key, sizeof key);
    assert_string_equal(key, "x_y");
}

static int looked, used;

/* trace__t, trace__t_2 ... trace__t_USED */
static bool is_used(const metrics *out, const char *prefix)
{
    int n = 1;

    assert_null(out);
    assert_int_equal(strncmp(prefix, "trace__t", 8), 0);
    if (prefix[8] != '\0')
        n = atoi(prefix + 9);
    looked++;
    return n <= used;
}

static void a_prefix_is_found_in_few_steps(void **state)
{
    (void)state;
    char prefix[32], want[32];

    for (used = 0; used < 5000; used++) {
        looked = 0;
        trace_prefix_of(NULL, "trace", "t", is_used, prefix, sizeof prefix);
        snprintf(want, sizeof want, used == 0 ? "trace__t" : "trace__t_%d", used + 1);
        assert_string_equal(prefix, want);
        assert_true(looked <= 30);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_read_and_written_back_the_same),
        cmocka_unit_test(own_form_gives_every_field_back),
        cmocka_unit_test(zstd_is_seen_by_content),
        cmocka_unit_test(random_records_survive_at_every_width),
        cmocka_unit_test(own_form_shows_every_cut_and_flipped_bits),
        cmocka_unit_test(own_form_of_instructions_shows_every_cut_and_flipped_bits),
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
        cmocka_unit_test(cutracer_ndjson_is_read),
        cmocka_unit_test(lines_of_one_instruction_are_joined),
        cmocka_unit_test(bad_ndjson_is_refused),
        cmocka_unit_test(nvbit_text_is_read_with_and_without_context),
        cmocka_unit_test(headers_of_one_instruction_are_joined),
        cmocka_unit_test(operands_of_sass_are_read),
        cmocka_unit_test(simx_log_keeps_the_inactive_lanes),
        cmocka_unit_test(later_simx_log_is_joined_by_uuid),
        cmocka_unit_test(simx_instructions_name_their_registers),
        cmocka_unit_test(simx_lines_of_values_name_registers_too),
        cmocka_unit_test(simx_sources_tell_what_the_log_lacks),
        cmocka_unit_test(a_log_of_simx_may_be_cut),
        cmocka_unit_test(bad_simx_log_is_refused),
        cmocka_unit_test(ports_are_read),
        cmocka_unit_test(bad_ports_are_refused),
        cmocka_unit_test(encode_then_decode_is_the_trace),
        cmocka_unit_test(instructions_pass_through_codes),
        cmocka_unit_test(partial_writes_come_back),
        cmocka_unit_test(changed_codes_never_crash_the_decoder),
        cmocka_unit_test(figures_agree_with_hand_work),
        cmocka_unit_test(a_partial_write_takes_the_banks_of_its_lanes),
        cmocka_unit_test(vectors_have_the_class_of_hand_work),
        cmocka_unit_test(classes_agree_with_a_search_over_all_strides),
        cmocka_unit_test(the_unit_misses_only_strides_without_a_pair),
        cmocka_unit_test(vectors_of_a_trace_are_counted),
        cmocka_unit_test(vectors_are_as_wide_as_the_design_says),
        cmocka_unit_test(vectors_stand_in_the_report),
        cmocka_unit_test(the_warp_that_came_first_is_forgotten_first),
        cmocka_unit_test(a_stem_makes_a_key),
        cmocka_unit_test(a_prefix_is_found_in_few_steps),
        /* These grow the process, which makes the children of the tests above dear. */
        cmocka_unit_test(random_instructions_survive_at_every_width),
        cmocka_unit_test(many_warps_are_read_in_bounded_memory),
        cmocka_unit_test(the_window_over_a_log_is_bounded),
    };
    char folder[] = "/tmp/warpfold-test-XXXXXX"; /* no scratch_dir: a child that dies would remove it */
    dir = mkdtemp(folder);
    if (dir == NULL)
        return 1;
    int failed = cmocka_run_group_tests_name("traces", tests, NULL, NULL);
    dir_remove(dir);
    return failed;
}
