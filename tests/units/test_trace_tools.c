/* SPDX-License-Identifier: Apache-2.0
 *
 * test_trace_tools.c - the forms of other tools and of port recordings: each from a small sample, and every way in which such a file can be bad,
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
#include "trace_files.h"

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
    return t.data;
}

static void expect_short(const char *content, const char *records)
{
    char *path = put_string("short.log", content), *found = in_short(path);

    assert_string_equal(found, records);
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

static void operands_of_sass_are_read(void **state)
{
    (void)state;
    text log = {0}, want = {0};

    for (size_t i = 0; i < sizeof sass_by_hand / sizeof sass_by_hand[0]; i++) {
        text_printf(&log, "CTA 0,0,0 - warp 0 - PC %zu - %s ;:\n\n", i, sass_by_hand[i].sass);
        text_printf(&want, "i 0 0 %zx %s\n", i, sass_by_hand[i].operands);
    }
    expect_short(log.data, want.data);
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
        cmocka_unit_test(the_window_over_a_log_is_bounded),
    };
    char folder[] = "/tmp/warpfold-test-XXXXXX";
    dir = mkdtemp(folder);
    if (dir == NULL)
        return 1;
    int failed = cmocka_run_group_tests_name("trace_tools", tests, NULL, NULL);
    dir_remove(dir);
    return failed;
}
