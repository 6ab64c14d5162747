/* SPDX-License-Identifier: Apache-2.0
 *
 * test_launches.c - what is told beside a trace: launches and opcodes as text (.launch), the contents of memory (.wfm); and what opcodes mean. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include <cmocka.h>

#include "../../gen/design.h"
#include "../../trace/launch_file.h"
#include "../../trace/trace_memory.h"
#include "../../trace/trace_ptx.h"
#include "trace_files.h"

/* ---- opcodes ---- */

static void opcodes_tell_operations(void **state)
{
    static const struct {
        const char *opcode, *operation, *type;
        trace_class op;
    } table[] = {
        {"mov.u32", "simple", "int", TRACE_CLASSES},
        {"mov.f64", "simple", "double", TRACE_CLASSES},
        {"setp.lt.f32", "simple", "float", TRACE_CLASSES},
        {"and.pred", "simple", "int", TRACE_CLASSES},
        {"cvta.to.global.u64", "simple", "int", TRACE_CLASSES},
        {"cvt.rn.f32.f64", "simple", "float", TRACE_CLASSES}, /* of the result */
        {"cvt.f64.f32", "simple", "double", TRACE_CLASSES},
        {"cvt.rzi.s32.f32", "simple", "int", TRACE_CLASSES},
        {"sub.s64", "add", "int", TRACE_CLASSES},
        {"add.ftz.f32", "add", "float", TRACE_CLASSES},
        {"min.s32", "max", "int", TRACE_CLASSES},
        {"mul.wide.u32", "mul", "int", TRACE_CLASSES},
        {"mad.lo.s32", "mad", "int", TRACE_CLASSES},
        {"fma.rn.f64", "mad", "double", TRACE_CLASSES},
        {"rem.u32", "div", "int", TRACE_CLASSES},
        {"div.full.ftz.f32", "div", "float", TRACE_CLASSES},
        {"sqrt.rn.f32", "sqrt", "float", TRACE_CLASSES},
        {"ex2.approx.ftz.f32", "special", "float", TRACE_CLASSES},
        {"rcp.rn.f64", "special", "double", TRACE_CLASSES},
        {"shfl.sync.bfly.b32", "?", "?", TRACE_CLASSES},
        {"ld.param.u64", "?", "?", TRACE_CLASSES},
        {"bra", "?", "?", TRACE_CLASSES},
        {"bar.sync", "?", "?", TRACE_BARRIER},
        {"barrier.sync.aligned", "?", "?", TRACE_BARRIER},
        {"bar.warp.sync", "?", "?", TRACE_CONTROL},
        {"atom.global.add.u32", "?", "?", TRACE_ATOMIC},
        {"red.shared.max.s32", "?", "?", TRACE_ATOMIC},
        {"redux.sync.add.s32", "?", "?", TRACE_CLASSES},
        {"membar.gl", "?", "?", TRACE_FENCE},
        {"fence.acq_rel.gpu", "?", "?", TRACE_FENCE},
        {"frobnicate.f32", "?", "?", TRACE_CLASSES},
    };

    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        ptx_kind k = ptx_kind_of(table[i].opcode);
        if (strcmp(trace_operation_names[k.operation], table[i].operation) != 0 || strcmp(trace_type_names[k.type], table[i].type) != 0 ||
            k.op != table[i].op)
            fail_msg("%s is %s of %s, class %d", table[i].opcode, trace_operation_names[k.operation], trace_type_names[k.type], k.op);
    }
}

/* ---- .launch ---- */

#define HEAD4 "# warptrace-text 2\n# lanes 4\n# source here\n"
/* Two launches of two kernels: pc 10 is another instruction in each. Linked records have their instruction's class. */
#define TRACE                             \
    "i 0 0 10 alu f R1 R2\n"              \
    "+w 0 0 10 alu R2 f 1 2 3 4\n"        \
    "i 0 1 10 alu f R1 R2\n"              \
    "i 0 0 18 control f - -\n"            \
    "+w 0 1 10 alu R2 f 1 2 3 4\n"        \
    "i 0 0 10 other f R3,R4 R2?\n"        \
    "+r 0 0 10 other R3 f 1 2 3 4\n"      \
    "+m 0 0 10 ld global 4 3 4 8 0 0 :\n" \
    "w 0 0 10 other R9 f 1 2 3 4\n"       \
    "i 0 0 20 load f - R5\n"              \
    "+w 0 0 20 load R5 f 0 0 0 0\n"
#define LAUNCH0 "launch 0 a grid 2 1 1 block 4 1 1 shared 16 0 local 0 registers 2 10 first 0 count 3\n"
#define LAUNCH1 "launch 1 b grid 1 1 1 block 4 1 1 shared 0 8 local 0 registers 9 10 first 3 count 2\n"
#define OPS                                                 \
    "op 10 add.s32 0 a 2 unit INT latency 4 initiation 1\n" \
    "op 18 bar.sync 0 a 1\n"                                \
    "op 10 atom.global.add.u32 0 b 1 unit LOAD latency 1 initiation 1\nop 20 ld.param.u32 1 b 1\n"
#define LAUNCHES \
    "# a comment\nalloc c0000000 64\ncopy c0000000 64 before 0\ncopy c0000040 1 before 0\ncopy c0000000 4 before 1\n" LAUNCH0 LAUNCH1 OPS

/* As `convert --launches` does it. */
static char *join(const char *launches, const char *from)
{
    char *out = path_join(dir, "joined.wft");
    launch_file *f = launch_file_read(launches);
    trace *t = trace_open(from);
    trace_writer *w = trace_writer_open(out, trace_lanes(t), TRACE_TIMING, "", "");
    static trace_record r, host;

    while (trace_next(t, &r)) {
        while (launch_file_before(f, t, &r, &host))
            trace_write(w, &host);
        launch_file_tell(f, &r);
        trace_write(w, &r);
    }
    launch_file_end(f, t);
    trace_close(t);
    trace_writer_close(w);
    return out;
}

static void launches_are_joined_to_a_trace(void **state)
{
    (void)state;
    char *launches = put_string("t.launch", LAUNCHES), *from = put_string("t.wtx", HEAD4 TRACE);

    expect_records(join(launches, from), "c c0000000 64\n"
                                         "c c0000040 1\n"
                                         "l 2 1 1 4 1 1 16 0 2 10 a\n"
                                         "i 0 0 10 alu f R1 R2 add int\n"
                                         "+w 0 0 10 alu R2 f 1 2 3 4\n"
                                         "i 0 1 10 alu f R1 R2 add int\n"
                                         "i 0 0 18 barrier f - - ? ?\n"
                                         "+w 0 1 10 alu R2 f 1 2 3 4\n"
                                         "c c0000000 4\n"
                                         "l 1 1 1 4 1 1 0 8 9 10 b\n"
                                         "i 0 0 10 atomic f R3,R4 R2? ? ?\n"
                                         "+r 0 0 10 atomic R3 f 1 2 3 4\n"
                                         "+m 0 0 10 ld global 4 3 4 8 0 0 :\n"
                                         "w 0 0 10 other R9 f 1 2 3 4\n"
                                         "i 0 0 20 load f - R5 ? ?\n"
                                         "+w 0 0 20 load R5 f 0 0 0 0\n");
}

static void read_launches(const char *path)
{
    launch_file_read(path);
}

static void bad_launch(const char *content, const char *what)
{
    char *path = put_string("bad.launch", content);

    expect_refused(read_launches, path, what);
}

static void bad_launch_files_name_their_line(void **state)
{
    (void)state;
    bad_launch("# nothing\n", "no launch in it; a line \"launch 0 KERNEL grid ...\" is expected");
    bad_launch("kernel a\n", "bad.launch:1: a line of kind \"kernel\"; accepted are alloc, copy, launch and op");
    bad_launch("copy 10 0 before 0\n" LAUNCH0, "bad.launch:1: a copy of no bytes, or beyond the last address");
    bad_launch("copy ffffffffffffffff 2 before 0\n" LAUNCH0, "a copy of no bytes, or beyond the last address");
    bad_launch("copy 10 4 after 0\n" LAUNCH0, "\"before\" expected at \"after 0\"");
    bad_launch("copy 10 4 before 1\n" LAUNCH0, "bad.launch:1: a copy before launch 1; there are 1 launches");
    bad_launch("copy 10 4 before 1\ncopy 10 4 before 0\n" LAUNCH0 LAUNCH1,
               "bad.launch:2: a copy before launch 0 behind one before launch 1");
    bad_launch("alloc 10\n", "the line ends before the bytes");
    bad_launch(LAUNCH1, "launch 1 from instruction 3 on; expected is launch 0 from 0 on");
    bad_launch(LAUNCH0 LAUNCH0, "bad.launch:2: launch 0 from instruction 0 on; expected is launch 1 from 3 on");
    bad_launch(LAUNCH0 "launch 1 b grid 1 1 1 block 4 1 1 shared 0 8 local 0 registers 9 10 first 4 count 2\n",
               "launch 1 from instruction 4 on; expected is launch 1 from 3 on");
    bad_launch("launch 0 a grid 0 1 1 block 4 1 1 shared 16 0 local 0 registers 2 10 first 0 count 3\n", "a launch of 0 blocks");
    bad_launch("launch 0 a grid 1 1 block 4 1 1 shared 16 0 local 0 registers 2 10 first 0 count 3\n", "the grid: a decimal number");
    bad_launch("launch 0 a grid 1 1 1 block 4 1 1 shared 16 0 local 0 registers 70000 10 first 0 count 3\n",
               "a decimal number up to 65536");
    bad_launch("launch 0 a grid 1 1 1 block 4 1 1 shared 16 0 local 0 registers 2 10 first 0 count 3 more\n",
               "goes on after its last field");
    bad_launch(LAUNCH0 "op 10 add.s32 2 a 2\n", "bad.launch:2: 1 if predicated, else 0,: a decimal number up to 1");
    bad_launch(LAUNCH0 "op 10 add.s32 0 a 2x\n", "a space or the end of the line expected at \"x\"");
    bad_launch(LAUNCH0 "op 10 add.s32 0 a 2\nop 10 add.s32 0 b 2\nop 10 sub.s32 0 a 2\n",
               "bad.launch:4: pc 10 of a has an opcode in line 2 already");
    expect_refused(read_launches, "/nonexistent", "cannot open");
}

static void join_with(const char *from)
{
    char *launches = path_join(dir, "t.launch");

    join(launches, from);
}

static void launches_that_are_not_of_the_trace_are_refused(void **state)
{
    (void)state;
    char *from = put_string("t.wtx", HEAD4 TRACE);

    put_string("t.launch", LAUNCH0 OPS);
    expect_refused(join_with, from, "t.launch:1: the launches end at instruction 3; ");
    put_string("t.launch", LAUNCH0 LAUNCH1 "op 18 bar.sync 0 a 2\n");
    expect_refused(join_with, from, "t.launch:3: bar.sync at pc 18 of a is executed 2 times; in ");
    put_string("t.launch", LAUNCH0 LAUNCH1); /* opcodes that are not told are not known */
    char *joined = join(path_join(dir, "t.launch"), from);
    char *all = as_text(joined);
    assert_non_null(strstr(all, "i 0 0 18 control f - - ? ?\n"));
    expect_refused(join_with, put_string("again.wtx", format_new("# warptrace-text 3\n# lanes 4\n%s", all)),
                   "again.wtx tells its launches by itself; --launches is for traces that do not");
}

/* ---- .wfm ---- */

static char *some_contents(const char *name, bool rest_is_zero)
{
    static unsigned char bytes[TRACE_RANGE_BYTES];
    char *path = path_join(dir, name);
    trace_memory_writer *w = trace_memory_create(path, rest_is_zero, "here", "free");

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * i >> 3);
    trace_memory_put(w, &(trace_range){0, 0xc0000000, 3, bytes + 5});
    trace_memory_put(w, &(trace_range){0, 0xc0000003, TRACE_RANGE_BYTES, bytes});
    trace_memory_put(w, &(trace_range){2, 16, 1, bytes + 9});
    trace_memory_put(w, &(trace_range){2, 0xffffffffffffff80, 128, bytes});
    trace_memory_finish(w);
    return path;
}

static void expect_range(trace_memory *m, int upto, int launch, uint64_t address, size_t bytes, size_t from)
{
    trace_range r;

    assert_true(trace_memory_next(m, upto, &r));
    assert_int_equal(r.launch, launch);
    assert_true(r.address == address && r.bytes == bytes);
    for (size_t i = 0; i < bytes; i++)
        assert_int_equal(r.content[i], (unsigned char)((from + i) * (from + i) >> 3));
}

static void contents_come_back_by_launch(void **state)
{
    (void)state;
    for (int zero = 0; zero < 2; zero++) {
        trace_memory *m = trace_memory_open(some_contents("m.wfm", zero));
        trace_range r;
        assert_int_equal(trace_memory_rest_is_zero(m), zero);
        expect_range(m, 0, 0, 0xc0000000, 3, 5);
        expect_range(m, 0, 0, 0xc0000003, TRACE_RANGE_BYTES, 0);
        assert_false(trace_memory_next(m, 0, &r));
        assert_false(trace_memory_next(m, 1, &r));
        expect_range(m, 2, 2, 16, 1, 9);
        expect_range(m, 7, 2, 0xffffffffffffff80, 128, 0);
        assert_false(trace_memory_next(m, 7, &r));
        trace_memory_close(m);
    }
}

static void read_contents(const char *path)
{
    trace_memory *m = trace_memory_open(path);
    trace_range r;

    while (trace_memory_next(m, INT32_MAX, &r))
        ;
    trace_memory_close(m);
}

static void contents_show_every_cut(void **state)
{
    (void)state;
    size_t len;
    char *bytes = file_read(some_contents("m.wfm", true), &len);

    for (size_t n = 0; n < len; n += n < 20 || n + 20 > len ? 1 : 101) {
        char *path = put_file("cut.wfm", bytes, n);
        expect_refused(read_contents, path, "cut.wfm: ");
    }
}

/* A file with these bytes in its frame, behind lanes, texts and the mark of the rest. */
static char *framed(const unsigned char *bytes, size_t len)
{
    unsigned char plain[64] = {1, 0, 0, 0}, packed[256] = "\x89WFM\r\n\x1a\n\1\0\1";

    memcpy(plain + 4, bytes, len);
    size_t n = ZSTD_compress(packed + 12, sizeof packed - 12, plain, 4 + len, 1);
    assert_false(ZSTD_isError(n));
    return put_file("framed.wfm", packed, 12 + n);
}

#define FRAMED(...) framed((const unsigned char[]){__VA_ARGS__}, sizeof(const unsigned char[]){__VA_ARGS__})

static void corrupt_contents_are_refused(void **state)
{
    (void)state;
    read_contents(FRAMED(0, 0, 16, 1, 7, 0x80, 1));
    expect_refused(read_contents, FRAMED(0x80, 1), "framed.wfm: corrupt: 0 ranges, the end mark says 1");
    expect_refused(read_contents, FRAMED(0x80, 0, 0), "framed.wfm: corrupt: data after the end mark");
    expect_refused(read_contents, FRAMED(1), "framed.wfm: range 1: corrupt: a range of kind 1");
    expect_refused(read_contents, FRAMED(0, 0, 16, 0), "framed.wfm: range 1: corrupt: a range of 0 bytes at 10; accepted are 1 to 65536");
    expect_refused(read_contents, FRAMED(0, 0, 16, 0x81, 0x80, 4), "corrupt: a range of 65537 bytes");
    expect_refused(read_contents, FRAMED(0, 0, 16, 2, 7), "truncated");
    expect_refused(read_contents, FRAMED(0, 0x80, 0x80, 0x80, 0x80, 8, 16, 1, 7), "corrupt: a launch of more than 2^31");
    expect_refused(read_contents, put_string("t.wtx", HEAD4), "is no file of memory contents of this program");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opcodes_tell_operations),          cmocka_unit_test(launches_are_joined_to_a_trace),
        cmocka_unit_test(bad_launch_files_name_their_line), cmocka_unit_test(launches_that_are_not_of_the_trace_are_refused),
        cmocka_unit_test(contents_come_back_by_launch),     cmocka_unit_test(contents_show_every_cut),
        cmocka_unit_test(corrupt_contents_are_refused),
    };
    return cmocka_run_group_tests_name("launches", tests, own_folder_make, own_folder_remove);
}
