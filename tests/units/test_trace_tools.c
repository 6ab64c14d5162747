/* SPDX-License-Identifier: Apache-2.0
 *
 * test_trace_tools.c - logs of SimX and port recordings: each from a small sample, and every way in which such a file can be bad,
 * with the line that it must give. */
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

#include "../../report/report_html.h"
#include "../../trace/trace_flight.h"
#include "trace_files.h"

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
        {"FENCE", "fence f - -"},
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
    }
    expect_log(SIMX(10, "SPLIT x6, x5") DEST(10, "x6") SIMX(20, "FMADD.S f1, f2, f3, f4") DEST(20, "f1") SIMX(30, "LW: x5 <- M[x11 + 0x4]")
                   DEST(30, "x5"),
               "i 0 0 10 control f x5 x6\n+w 0 0 10 control x6 f 1 2 3 4\n"
               "i 0 0 20 fpu f f2,f3,f4 f1\n+w 0 0 20 fpu f1 f 1 2 3 4\n"
               "i 0 0 30 load f x11 x5\n+w 0 0 30 load x5 f 1 2 3 4\n",
               0);
}

static void simx_mnemonics_tell_operations(void **state)
{
    (void)state;
    static const struct {
        const char *line, *operands;
    } table[] = {
        {"ADDI x5, x6, 0x1", "alu f x6 x5? add int"},
        {"SLT x5, x6, x7", "alu f x6,x7 x5? simple int"},
        {"MULHU x5, x6, x7", "mul f x6,x7 x5? mul int"},
        {"REMU x5, x6, x7", "sfu f x6,x7 x5? div int"},
        {"FADD.S f5, f6, f7", "fpu f f6,f7 f5? add float"},
        {"FNMSUB.S f5, f6, f7, f8", "fpu f f6,f7,f8 f5? mad float"},
        {"FMAX.S f5, f6, f7", "fpu f f6,f7 f5? max float"},
        {"FSQRT.S f5, f6", "sfu f f6 f5? sqrt float"},
        {"FMUL.D f5, f6, f7", "fpu f f6,f7 f5? mul double"},
        {"FCVT.W.S x5, f6", "fpu f f6 x5? simple int"},
        {"FCVT.S.W f5, x6", "fpu f x6 f5? simple float"},
        {"AMOADD.W x5, x6, x7", "atomic f x6,x7 x5? ? ?"},
        {"BAR x5, x6", "barrier f x5,x6 - ? ?"},
        {"LW x5, x6, 0x0", "load f x6 x5? ? ?"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char *log = format_new("DEBUG Instr: %s, cid=0, wid=0, tmask=1111, PC=0x10 (#1)\n%s", table[i].line, LAST);
        char *path = put_string("operations.log", log), *plain = path_join(dir, "operations.wtx");
        convert(path, plain);
        expect_records(plain, format_new("i 0 0 10 %s\ni 0 0 99 alu f - x1 simple int\n+w 0 0 99 alu x1 f 1 2 3 4\n", table[i].operands));
    }
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
    /* Nobody knows what the second instruction writes: any register. */
#define UNTOLD(reg)                                                                                                           \
    expect_log(SIMX(10, "LUI " reg ", 0x1") DEST(10, reg) SIMX(20, "TEX") SIMX(30, "ADD x6, " reg ", x0")                     \
                   SRC(0, reg "={0x1, 0x2, 0x3, 0x4}") DEST(30, "x6"),                                                        \
               "i 0 0 10 alu f - " reg "\n+w 0 0 10 alu " reg " f 1 2 3 4\ni 0 0 20 other f ? ?\ni 0 0 30 alu f " reg " x6\n" \
               "+r 0 0 30 alu " reg " f 1 2 3 4\n+w 0 0 30 alu x6 f 1 2 3 4\n",                                               \
               0)
    UNTOLD("x1");
    UNTOLD("x31");
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
}

/* The number of an instruction of a warp: the warp in the upper half, a count in the lower one. */
#define NUMBER(warp, n) ((uint64_t)(warp) << 32 | (uint64_t)(n))

/* All warps count from the same number on, and wait for their results at the same time. */
static void numbers_of_warps_do_not_collide(void **state)
{
    (void)state;
    enum { WARPS = 32, EACH = 100 };
    text log = {0}, want = {0};

    for (int n = 0; n < EACH; n++)
        for (int warp = 0; warp < WARPS; warp++) {
            text_printf(&log, "DEBUG Instr: LUI x%d, 0x1, cid=0, wid=%d, tmask=1111, PC=0x%x (#%llu)\n", 1 + n % 31, warp, n + 1,
                        (unsigned long long)NUMBER(warp, n));
            text_printf(&want, "i 0 %d %x alu f - x%d\n+w 0 %d %x alu x%d f %x 2 3 4\n", warp, n + 1, 1 + n % 31, warp, n + 1, 1 + n % 31,
                        100 * warp + n);
        }
    for (int warp = WARPS - 1; warp >= 0; warp--)
        for (int n = 0; n < EACH; n++)
            text_printf(&log, "DEBUG Dest Reg: x%d={0x%x, 0x2, 0x3, 0x4} (#%llu)\n", 1 + n % 31, 100 * warp + n,
                        (unsigned long long)NUMBER(warp, n));
    expect_log(log.data, want.data, 0);
}

/* The last ones are found, and no others, whatever the numbers are. */
static void the_last_instructions_are_found_by_their_numbers(void **state)
{
    (void)state;
    enum { COUNT = 3 * FLIGHT_SIZE };
    flight *f = flight_new();

    for (uint64_t i = 0; i < COUNT; i++) {
        flight_keep(f, &(flight_instruction){.uuid = NUMBER(i % 7, i / 7), .valid = true, .pc = 0});
        flight_keep(f, &(flight_instruction){.uuid = NUMBER(i % 7, i / 7), .valid = true, .pc = i});
    }
    for (uint64_t i = 0; i < COUNT; i++) {
        const flight_instruction *found = flight_find(f, NUMBER(i % 7, i / 7));
        assert_int_equal(found != NULL, i >= COUNT - FLIGHT_SIZE);
        assert_true(found == NULL || found->pc == i);
    }
    assert_null(flight_find(f, NUMBER(7, 0)));
    arena_free(f);
}

/* The latest logs: Fetch, Instr, sources and write-backs of warps interleave, and the numbers alone tell whose they are. */
#define FETCH(number, warp, pc) "DEBUG Fetch: code=0x13, cid=0, wid=" #warp ", tmask=1111, PC=0x" #pc " (#" #number ")\n"
#define DECODE(number, text) "DEBUG Instr: " text " (#" #number ")\n"
#define LATE_SRC(number, n, list) "DEBUG Src" #n " Reg: " list " (#" #number ")\n"
#define LATE_DEST(number, list) "DEBUG Dest Reg: " list " (#" #number ")\n"

static void sources_with_numbers_find_their_instructions(void **state)
{
    (void)state;
    expect_log(FETCH(5, 0, 100) FETCH(4294967301, 1, 200) DECODE(5, "ADD x5, x1, x2") FETCH(6, 0, 104) DECODE(4294967301, "SW x3, x1, 0x0")
                   LATE_SRC(5, 0, "x1={0x1, 0x1, 0x1, 0x1}") DECODE(6, "BEQ x1, x0, 0x8") LATE_SRC(4294967301, 0, "x3={0x3, 0x3, 0x3, 0x3}")
                       LATE_SRC(5, 1, "x2={0x2, 0x2, 0x2, 0x2}") LATE_SRC(4294967301, 1, "x1={0x9, 0x9, 0x9, 0x9}")
                           LATE_SRC(6, 0, "x1={0x1, 0x1, 0x1, 0x1}") LATE_SRC(6, 1, "x0={0x0, 0x0, 0x0, 0x0}")
                               LATE_SRC(77, 0, "x1={0x7, 0x7, 0x7, 0x7}") LATE_DEST(5, "x5={0x3, 0x3, 0x3, 0x3}"),
               "i 0 0 100 alu f x1,x2 x5\n+r 0 0 100 alu x1 f 1 1 1 1\n+r 0 0 100 alu x2 f 2 2 2 2\n+w 0 0 100 alu x5 f 3 3 3 3\n"
               "i 0 1 200 store f x3,x1 -\n+r 0 1 200 store x3 f 3 3 3 3\n+r 0 1 200 store x1 f 9 9 9 9\ni 0 0 104 control f x1 -\n",
               0);
    /* A store waits for its sources too. */
    expect_log(FETCH(5, 0, 100) DECODE(5, "SW x3, x1, 0x0") FETCH(6, 0, 104) DECODE(6, "LUI x1, 0x1")
                   LATE_SRC(5, 0, "x3={0x3, 0x3, 0x3, 0x3}") LATE_SRC(5, 1, "x1={0x9, 0x9, 0x9, 0x9}")
                       LATE_DEST(6, "x1={0x4, 0x4, 0x4, 0x4}"),
               "i 0 0 100 store f x3,x1 -\n+r 0 0 100 store x3 f 3 3 3 3\n+r 0 0 100 store x1 f 9 9 9 9\n"
               "i 0 0 104 alu f - x1\n+w 0 0 104 alu x1 f 4 4 4 4\n",
               0);
    /* The log ends before the last source. */
    expect_log(FETCH(5, 0, 100) DECODE(5, "SW x3, x1, 0x0") LATE_SRC(5, 0, "x3={0x3, 0x3, 0x3, 0x3}") FETCH(6, 0, 104)
                   DECODE(6, "LUI x1, 0x1") LATE_DEST(6, "x1={0x4, 0x4, 0x4, 0x4}"),
               "i 0 0 100 store f x3,x1 -\n+r 0 0 100 store x3 f 3 3 3 3\ni 0 0 104 alu f - x1\n+w 0 0 104 alu x1 f 4 4 4 4\n", 0);
    /* Of an unknown name the lines alone tell the registers, as late as they come. */
    expect_log(FETCH(5, 0, 100) DECODE(5, "ROP") FETCH(6, 0, 104) DECODE(6, "LUI x1, 0x1") LATE_SRC(5, 0, "x1={0x1, 0x1, 0x1, 0x1}")
                   LATE_DEST(6, "x1={0x4, 0x4, 0x4, 0x4}") LATE_DEST(5, "x5={0x3, 0x3, 0x3, 0x3}"),
               "i 0 0 100 other f x1 x5\n+r 0 0 100 other x1 f 1 1 1 1\n+w 0 0 100 other x5 f 3 3 3 3\n"
               "i 0 0 104 alu f - x1\n+w 0 0 104 alu x1 f 4 4 4 4\n",
               0);
}

static void expect_skipped(const char *content, const char *records, uint64_t skipped)
{
    expect_log(content, records, 0);
    trace *t = trace_open(path_join(dir, "x.log"));
    trace_record r;
    while (trace_next(t, &r))
        ;
    assert_int_equal(trace_skipped(t), skipped);
    trace_close(t);
}

/* Where warps' lines interleave, an access without a number is nobody's. */
static void accesses_without_a_number_are_nobodys(void **state)
{
    (void)state;
    expect_skipped(
        FETCH(5, 0, 100) DECODE(5, "LW x5, x1, 0x0")
            FETCH(4294967301, 1, 200) "DEBUG Mem Read: addr=0x10, data=0x7 (size=4, type=Global)\n" LATE_DEST(5, "x5={0x3, 0x3, 0x3, 0x3}"),
        "i 0 0 100 load f x1 x5\n+w 0 0 100 load x5 f 3 3 3 3\n", 1);
}

/* A register of 64 bits is written and read, and nobody knows its value: neither its lower half nor what it was before. */
static void values_of_64_bits_are_not_known(void **state)
{
    (void)state;
    /* Words: with their sign, without it, in a box. Not words: others, of which x registers have ones above a word without a sign. */
    expect_skipped(SIMX(10, "LUI x1, 0x1") "DEBUG Dest Reg: x1={0xffffffff80000000, 0x80000000, 0x7fffffff, 0x0} (#10)\n" SIMX(
                       20, "FLW f1, x1, 0x0") "DEBUG Dest Reg: f1={0xffffffff00000001, 0x2, 0xffffffff80000000, 0x3} (#20)\n",
                   "i 0 0 10 alu f - x1\n+w 0 0 10 alu x1 f 80000000 80000000 7fffffff 0\n"
                   "i 0 0 20 load f x1 f1\n+w 0 0 20 load f1 f 1 2 80000000 3\n",
                   0);
    static const char *const wide[] = {"x1={0x1, 0x2, 0x3, 0x1ffff0000}", "x1={0xffffffff00000001, 0x2, 0x3, 0x4}",
                                       "x1={0x8000000000000000, 0x2, 0x3, 0x4}"};
    for (size_t i = 0; i < sizeof wide / sizeof wide[0]; i++)
        expect_skipped(
            format_new(SIMX(10, "LUI x1, 0x1") DEST(10, "x1") SIMX(20, "LUI x1, 0x2") "DEBUG Dest Reg: %s (#20)\n" SIMX_MASK(
                           30, "0110", "ADDI x1, x2, 0x0") "DEBUG Dest Reg: x1={-, 0x7, 0x8, -} (#30)\n" SIMX(40, "ADD x3, x1, x0")
                           SRC(0, "x1={0x1, 0x7, 0x8, 0x4}") DEST(40, "x3"),
                       wide[i]),
            "i 0 0 10 alu f - x1\n+w 0 0 10 alu x1 f 1 2 3 4\ni 0 0 20 alu f - x1?\ni 0 0 30 alu 6 x2 x1\n"
            "+w 0 0 30 alu x1 6 0 7 8 0\ni 0 0 40 alu f x1 x3\n+r 0 0 40 alu x1 f 1 7 8 4\n+w 0 0 40 alu x3 f 1 2 3 4\n",
            1);
    expect_skipped(SIMX(10, "FLD f1, x0, 0x0") "DEBUG Dest Reg: f1={0x3ff0000000000000, 0x2, 0x3, 0x4} (#10)\n" LAST,
                   "i 0 0 10 load f - f1?\n" LAST_RECORDS, 1);
    /* As a source: the register is one, without a value. Then what it holds is not known either. */
    expect_skipped(SIMX(10, "LUI x1, 0x1") DEST(10, "x1") SIMX(20, "ADD x5, x1, x0") SRC(0, "x1={0x123456789, 0x2, 0x3, 0x4}")
                       DEST(20, "x5") SIMX(30, "ADD x5, x1, x0") SRC(0, "x1={0x1, 0x2, 0x3, 0x4}") DEST(30, "x5"),
                   "i 0 0 10 alu f - x1\n+w 0 0 10 alu x1 f 1 2 3 4\ni 0 0 20 alu f x1 x5\n+w 0 0 20 alu x5 f 1 2 3 4\n"
                   "i 0 0 30 alu f x1 x5\n+r 0 0 30 alu x1 f 1 2 3 4\n+w 0 0 30 alu x5 f 1 2 3 4\n",
                   1);
    /* A log of such values alone is none without values. */
    expect_skipped(SIMX(10, "TEX") "DEBUG Dest Reg: x1={0x123456789, 0x2, 0x3, 0x4} (#10)\n", "i 0 0 10 other f ? x1?\n", 1);
}

/* The first versions: r5 and fr5. */
static void early_names_of_registers_are_read(void **state)
{
    (void)state;
    expect_skipped(SIMX(10, "ADD: r5 <- r1, r2") "DEBUG Dest Reg: r5={0x1, 0x2, 0x3, 0x4}\nDEBUG Dest Reg: vr5={0x1}\n" SIMX(
                       20, "FADD: fr5 <- fr1, fr2") "DEBUG Dest Reg: fr5={0x1, 0x2, 0x3, 0x4}\n",
                   "i 0 0 10 alu f x1,x2 x5\n+w 0 0 10 alu x5 f 1 2 3 4\ni 0 0 20 fpu f f1,f2 f5\n+w 0 0 20 fpu f5 f 1 2 3 4\n", 1);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simx_log_keeps_the_inactive_lanes),
        cmocka_unit_test(later_simx_log_is_joined_by_uuid),
        cmocka_unit_test(simx_instructions_name_their_registers),
        cmocka_unit_test(simx_mnemonics_tell_operations),
        cmocka_unit_test(simx_lines_of_values_name_registers_too),
        cmocka_unit_test(simx_sources_tell_what_the_log_lacks),
        cmocka_unit_test(a_log_of_simx_may_be_cut),
        cmocka_unit_test(numbers_of_warps_do_not_collide),
        cmocka_unit_test(the_last_instructions_are_found_by_their_numbers),
        cmocka_unit_test(sources_with_numbers_find_their_instructions),
        cmocka_unit_test(accesses_without_a_number_are_nobodys),
        cmocka_unit_test(values_of_64_bits_are_not_known),
        cmocka_unit_test(early_names_of_registers_are_read),
        cmocka_unit_test(bad_simx_log_is_refused),
        cmocka_unit_test(ports_are_read),
        cmocka_unit_test(bad_ports_are_refused),
        cmocka_unit_test(the_window_over_a_log_is_bounded),
    };
    return cmocka_run_group_tests_name("trace_tools", tests, own_folder_make, own_folder_remove);
}
