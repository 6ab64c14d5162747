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

#include "../base/file.h"
#include "../base/text.h"
#include "../report/report_html.h"
#include "../trace/code_file.h"
#include "../trace/trace.h"
#include "../trace/trace_stats.h"
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
    trace_writer *w = trace_writer_open(out, trace_lanes(t), "", "");
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
    trace_writer *w = trace_writer_open(to, trace_lanes(t), trace_source(t), trace_licence(t));
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
    r->op = (trace_class)(is_register ? random_word(seed) % TRACE_CLASSES : 0);
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
    trace_writer *w = trace_writer_open(path, lanes, "random", "");
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

static const char *expected_records;

static void read_and_compare(const char *path)
{
    trace *t = trace_open(path);
    trace_record r;
    char *name = format_new("%s/child-%d.wtx", dir, (int)getpid());
    trace_writer *w = trace_writer_open(name, trace_lanes(t), "", "");

    while (trace_next(t, &r))
        trace_write(w, &r);
    trace_writer_close(w);
    char *all = file_read(name, NULL);
    remove(name);
    _exit(strstr(all, expected_records) != NULL ? 0 : 3);
}

static void own_form_shows_every_cut_and_flipped_bits(void **state)
{
    (void)state;
    char *text_path = put_string("a.wtx", HEAD4 RECORDS4), *own = path_join(dir, "a.wft");
    size_t len;

    convert(text_path, own);
    char *bytes = file_read(own, &len);
    for (size_t n = 0; n < len; n++) {
        char *path = put_file("cut.wft", bytes, n);
        expect_refused(read_all, path, "cut.wft: ");
        free(path);
    }
    expected_records = RECORDS4;
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

static void another_version_is_named(void **state)
{
    (void)state;
    static const char v2[] = "\x89WFT\r\n\x1a\n\2\0\4\0rest";
    char *path = put_file("v2.wft", v2, sizeof v2 - 1);

    expect_refused(read_all, path, "version 2; accepted is version 1");
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
    trace_writer_open(path, 4, "", "");
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
    expect_bad("# warptrace-text 2\n", "accepted is \"# warptrace-text 1\"");
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

static void cutracer_ndjson_is_read(void **state)
{
    (void)state;
    char *content = ndjson_sample(), *path = put_string("n.json", content);
    trace *t = trace_open(path);
    trace_record r;

    assert_string_equal(trace_format(t), "cutracer-ndjson");
    assert_int_equal(trace_lanes(t), 32);
    assert_true(trace_next(t, &r));
    assert_int_equal(r.kind, TRACE_READ);
    assert_int_equal(r.cta, 2 | (uint64_t)1 << 32);
    assert_int_equal(r.warp, 3);
    assert_int_equal(r.pc, 0x10);
    assert_int_equal(r.op, TRACE_ALU);
    assert_int_equal(r.reg, 7);
    assert_int_equal(r.value[31], 31);
    assert_true(trace_full(&r));
    assert_true(trace_next(t, &r));
    assert_int_equal(r.reg, 4);
    assert_int_equal(r.value[0], 100);
    assert_true(trace_next(t, &r)); /* RZ of the next line is left out */
    assert_int_equal(r.reg, 9);
    assert_int_equal(r.op, TRACE_FPU);
    assert_true(trace_next(t, &r));
    assert_int_equal(r.kind, TRACE_STORE);
    assert_int_equal(r.space, TRACE_GLOBAL);
    assert_int_equal(r.words, 2);
    assert_int_equal(r.mask[0], 0xfffffffe); /* lane 0 has address 0 */
    assert_int_equal(r.value[2 * 31], 31);
    assert_int_equal(r.value[2 * 31 + 1], 1);
    assert_int_equal(r.value[1], 0);
    assert_true(trace_next(t, &r));
    assert_int_equal(r.kind, TRACE_LOAD);
    assert_int_equal(r.space, TRACE_SHARED);
    assert_int_equal(r.words, 0);
    assert_false(trace_next(t, &r));
    assert_int_equal(trace_skipped(t), 2);
    trace_close(t);
    content[strlen(content) - 20] = '\0';
    expect_bad(content, "truncated: the line is no whole JSON object");
    free(content);
    free(path);
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
    assert_int_equal(r.kind, TRACE_READ);
    assert_int_equal(r.cta, 1);
    assert_int_equal(r.pc, 16);
    assert_int_equal(r.reg, 5);
    assert_true(trace_next(tr, &r));
    assert_int_equal(r.reg, 6);
    assert_int_equal(r.value[31], 41);
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

    expect_records(path, "w 1 2 80000098 load f1 f 1 2 3 4\n"
                         "m 1 2 80000098 ld global 4 f 11000 11004 11008 1100c : 1 2 3 4\n"
                         "w 1 2 8000009c sfu x3 b 80000000 7 0 9\n"
                         "w 1 2 800000a0 alu x3 6 80000000 1 5 9\n"
                         "m 1 2 800000a4 st shared 1 6 0 20 24 0 : 0 ab cd 0\n");
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

    expect_records(path, "w 0 1 200 mul x6 7 1 2 3 0\nw 0 0 100 alu x5 f 1 2 3 4\n");
    free(path);
}

static void bad_simx_log_is_refused(void **state)
{
    (void)state;
#define START "CONFIGS: num_threads=4, num_warps=4\nDEBUG Fetch: cid=0, wid=0, tmask=1111, PC=0x80000098 (#431)\n"
    expect_bad(START, "DEBUG level 2");
    expect_bad(START "DEBUG Dest Reg: x3={0x1, 0x2, 0x3", "lane 2: \", \" expected");
    expect_bad(START "DEBUG Dest Reg: x3={0x1, 0x2, 0x3, 0x4, 0x5}\n", "lane 3: \"}\" expected");
    expect_bad(START "DEBUG Dest Reg: x40={0x1}\n", "x0..x31");
    expect_bad(START "DEBUG Dest Reg: f3={0x123456789, 0x2, 0x3, 0x4}\n", "more than 32 bits");
    expect_bad(START "DEBUG Dest Reg: f3={0x10000000000000000, 0x2, 0x3, 0x4}\n", "of 64 bits expected at");
    expect_bad(START "DEBUG Dest Reg: f3={0x0x1, 0x2, 0x3, 0x4}\n", "lane 0: \", \" expected");
    expect_bad(START "DEBUG Fetch: cid=18446744073709551616, wid=0, tmask=1111, PC=0x8\n", "of 64 bits expected after \"cid=\"");
    expect_bad(START "DEBUG Fetch: cid=0, wid=0, tmask=1111, PC=-8\n", "of 64 bits expected after \"PC=\"");
    expect_bad(START "DEBUG Fetch: cid=0, wid=0, tmask=111, PC=0x8\n", "tmask has 3 lanes");
    expect_bad("CONFIGS: num_threads=2, num_warps=4\n", "a trace of 2 lanes");
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
static void changed_codes_never_crash_the_decoder(void **state)
{
    (void)state;
    char *in = random_trace("e.wft", 8, 12), *codes = path_join(dir, "e.wfc");
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

static void figures_agree_with_hand_work(void **state)
{
    (void)state;
    trace_counts c;
    design d = some_design(32);
    trace_energy e = trace_energy_paper(&d);
    char *path = hand_trace();

    trace_count(&d, trace_open(path), &e, &c);
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
        trace_count(&d, trace_open(path), &e, &c);
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
    return put_string("v.wtx", "# warptrace-text 1\n# lanes 8\n"
                               "w 0 0 0 alu x5 ff 0 0 0 0 0 0 0 0\n"
                               "w 0 0 0 alu x5 ff 7 7 7 7 7 7 7 7\n"
                               "w 0 0 0 alu x5 f 1 2 3 4 9 9 9 0\n"
                               "w 0 0 0 alu x5 11 3 0 0 0 7 0 0 0\n" /* affine, no pair: missed */
                               "r 0 0 0 alu x5 ff 7 6 5 4 3 2 1 0\n"
                               "w 0 0 0 alu x5 0 0 0 0 0 0 0 0 0\n" /* empty */
                               "w 0 0 0 alu x5 ff 1 1 2 3 5 8 d 15\n"
                               "w 0 0 0 alu x5 15 1 0 2 0 4 0 0 0\n" /* generic, no pair: not missed */
                               "m 0 0 0 ld stack 4 ff " ADDR8 " : 10 14 18 1c 20 24 28 2c\n"
                               "m 0 0 0 ld stack 4 1 10 0 0 0 0 0 0 0 : 5 0 0 0 0 0 0 0\n"
                               "m 0 0 0 st stack 4 0 0 0 0 0 0 0 0 0 : 0 0 0 0 0 0 0 0\n" /* empty */
                               "m 0 0 0 st local 4 ff " ADDR8 " : 0 3 6 9 c f 12 15\n"
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

    trace_count(&d, trace_open(path), &e, &c);
    trace_counts_put(&c, &d, "t", &out);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
        assert_float_equal(metrics_get(&out, "t__vector__%s", expected[i].key), expected[i].count, 0);
    assert_float_equal(vector_sum(&c), 15, 0);
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

    trace_count(&whole, trace_open(path), &e, &c);
    assert_float_equal(c.vectors[TRACE_REGISTERS][WF_VECTOR_GENERIC], 1, 0);
    assert_float_equal(c.vectors[TRACE_REGISTERS][WF_VECTOR_AFFINE], 1, 0); /* base -16 */
    assert_float_equal(vector_sum(&c), 2, 0);
    design_init(&half, wf_find_unit("affine"), 16);
    design_set(&half, "vector", "8", "test");
    design_check(&half);
    assert_int_equal(trace_vector_lanes(&half), 8);
    trace_count(&half, trace_open(path), &e, &c);
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
    trace_count(&d, trace_open(path), &e, &c);
    trace_counts_put(&c, &d, "trace__v", &r.m);
    trace_counts_put(&c, &d, "trace", &r.m);
    section_vectors(&t, &r);
    assert_non_null(strstr(t.data, "v, private: zero 0.0 %, uniform 33.3 %, affine 33.3 %, other strides 33.3 %, generic 0.0 %"));
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
        cmocka_unit_test(another_version_is_named),
        cmocka_unit_test(another_warp_width_is_refused),
        cmocka_unit_test(a_name_tells_the_form),
        cmocka_unit_test(bad_text_names_its_line),
        cmocka_unit_test(a_line_without_end_is_refused_in_bounded_memory),
        cmocka_unit_test(cutracer_ndjson_is_read),
        cmocka_unit_test(bad_ndjson_is_refused),
        cmocka_unit_test(nvbit_text_is_read_with_and_without_context),
        cmocka_unit_test(simx_log_keeps_the_inactive_lanes),
        cmocka_unit_test(later_simx_log_is_joined_by_uuid),
        cmocka_unit_test(bad_simx_log_is_refused),
        cmocka_unit_test(encode_then_decode_is_the_trace),
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
        cmocka_unit_test(a_stem_makes_a_key),
        cmocka_unit_test(a_prefix_is_found_in_few_steps),
    };
    char folder[] = "/tmp/warpfold-test-XXXXXX"; /* no scratch_dir: a child that dies would remove it */
    dir = mkdtemp(folder);
    if (dir == NULL)
        return 1;
    int failed = cmocka_run_group_tests_name("traces", tests, NULL, NULL);
    dir_remove(dir);
    return failed;
}
