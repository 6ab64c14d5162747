/* SPDX-License-Identifier: Apache-2.0
 *
 * test_trace_nvidia.c - what tools on NVIDIA GPUs write: CUTracer's NDJSON of each version, CUTracer's and NVBit's text, also among a program's
 * own. Each from a small sample, and every way in which such a file can be bad, with the line that it must give. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../gen/design.h"
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
                "\"regs\":[[%s],[%s],[%s],[%s]],\"unknown\":{\"a\":[1]}}\n",
                r0, r1, r0, r1);
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
    assert_true(trace_next(t, &r)); /* RZ is left out */
    assert_int_equal(r.reg, 2);
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
    assert_int_equal(trace_skipped(t), 0);
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
               "pc: \"0x10000000000000000\" is no number from 0 to 18446744073709551615");
    expect_bad("{\"type\":\"x\"}\n[1]\n", "bad.txt:2: no JSON object");
    expect_bad("{\"type\":\"mem_addr_trace\"," COMMON "}\n", "addrs");
}

/* "* Reg1_T00: 0x0000000a ...": lane i has first + i. */
static void put_values(text *t, const char *before, int reg, int first)
{
    text_puts(t, before);
    for (int i = 0; i < 32; i++)
        text_printf(t, "Reg%d_T%02d: 0x%08x ", reg, i, first + i);
    text_puts(t, "\n");
}

static void nvbit_text_is_read_with_and_without_context(void **state)
{
    (void)state;
    text t = {0};
    trace_record r;

    text_puts(&t, "NVBit banner\nCTA 1,0,0 - warp 2 - PC 16 - IADD3 R5, R6, R7, RZ ;:\n");
    for (int reg = 0; reg < 4; reg++)
        put_values(&t, "* ", reg, 10 * reg);
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
    assert_true(trace_next(tr, &r));
    assert_int_equal(r.reg, 7);
    assert_true(trace_next(tr, &r)); /* its register is uniform */
    assert_int_equal(r.kind, TRACE_INSTRUCTION);
    assert_int_equal(r.sources + r.destinations, 0);
    assert_false(trace_next(tr, &r));
    assert_int_equal(trace_skipped(tr), 2);
    trace_close(tr);
    expect_bad("CTA 1,0,0 - warp 2 - IADD3 R5, R6 ;:\n* Reg0_T0: 0x00000000 Reg0_T1: 0x0\n", "lane 1: ");
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

/* "  Memory Addresses:" and what follows, of the first lanes. */
static char *address_text(int lanes)
{
    text t = {0};

    text_puts(&t, "  Memory Addresses:\n  * ");
    for (int i = 0; i < lanes; i++)
        text_printf(&t, "T%02d: 0x%016x %s", i, 0x1000 + 4 * i, i % 4 == 3 && i < 31 ? "\n    " : "");
    text_puts(&t, "\n\n");
    return t.data;
}

/* A header of CUTracer's before "Memory Addresses:" is that of the same instruction. */
static void headers_of_one_instruction_are_joined(void **state)
{
    (void)state;
#define LOAD "CTX 0x1 - CTA 0,0,0 - warp 0 - PC 16 - LDG.E R4, [R2.64] ;:\n"
    char *addresses = address_text(32), *log = format_new(LOAD "\n" LOAD "%s" LOAD "%s" LOAD, addresses, addresses);
    expect_short(log, "i 0 0 10 load ? R2,R3 R4?\n+m 0 0 10 ld global 4\ni 0 0 10 load ? R2,R3 R4?\n+m 0 0 10 ld global 4\n"
                      "i 0 0 10 load ? R2,R3 R4?\n");
}

static void operands_and_operations_of_sass_are_read(void **state)
{
    (void)state;
    text log = {0}, want = {0};

    for (size_t i = 0; i < sizeof sass_by_hand / sizeof sass_by_hand[0]; i++) {
        text_printf(&log, "CTA 0,0,0 - warp 0 - PC %zu - %s ;:\n\n", i, sass_by_hand[i].sass);
        text_printf(&want, "i 0 0 %zx %s\n", i, sass_by_hand[i].operands);
    }
    char *path = put_string("operations.log", log.data), *plain = path_join(dir, "operations.wtx");
    convert(path, plain);
    expect_records(plain, want.data);
}

/* ---- CUTracer of today ---- */

#define TABLE(instructions) "{\"type\":\"kernel_metadata\",\"mangled_name\":\"k\",\"instructions\":{" instructions "}}\n"
#define AT(type, opcode) "{\"type\":\"" type "\",\"cta\":[0,0,0],\"warp\":0,\"pc\":\"0x10\",\"opcode_id\":" opcode

/* `content` with each @ replaced by 32 addresses from 0x1000 on, and each # by 32 values from 7 on. */
static char *filled(const char *content)
{
    text t = {0};

    for (const char *c = content; *c != '\0'; c++)
        for (int i = 0; i < (*c == '@' || *c == '#' ? 32 : 1); i++)
            if (*c == '@' || *c == '#')
                text_printf(&t, "%s%d", i > 0 ? "," : "", *c == '@' ? 0x1000 + 4 * i : 7 + i);
            else
                text_add(&t, c, 1);
    return t.data;
}

/* The records of a file, and how much of it was left out. */
static void expect_read(const char *path, const char *records, uint64_t skipped)
{
    trace_record r;

    assert_string_equal(in_short(path), records);
    trace *t = trace_open(path);
    while (trace_next(t, &r))
        ;
    assert_int_equal(trace_skipped(t), skipped);
    trace_close(t);
}

/* The records of such a content, and how much of it was left out. */
static void expect_filled(const char *content, const char *records, uint64_t skipped)
{
    expect_read(put_string("filled.ndjson", filled(content)), records, skipped);
}

/* The text, and the registers, of an instruction are in the table of its kernel. */
static void a_table_tells_the_instructions(void **state)
{
    (void)state;
#define LOADS_AND_STORES \
    TABLE("\"0\":{\"sass\":\"LDS.128 R4, [R2] ;\"},\"7\":{\"sass\":\"STG.E [R8.64], R4 ;\",\"regs\":[4],\"uregs\":[]},\"9\":{\"pc\":7}")
    expect_filled(LOADS_AND_STORES AT("mem_addr_trace", "0") ",\"addrs\":[@]}\n" AT("reg_trace", "7") ",\"regs\":[[#]]}\n" AT(
                      "mem_addr_trace", "7") ",\"addrs\":[@]}\n" AT("opcode_only", "7") "}\n" AT("opcode_only", "7") "}\n",
                  "i 0 0 10 load ? R2 R4,R5,R6,R7?\n+m 0 0 10 ld shared 16\ni 0 0 10 store ? R8,R9,R4 -\n"
                  "+r 0 0 10 store R4\n+m 0 0 10 st global 4\ni 0 0 10 store ? R8,R9,R4 -\n",
                  0);
    /* What is in no table, or in that of another kernel, is not known: neither a load nor a class, and no register. */
    expect_filled(LOADS_AND_STORES AT("mem_addr_trace", "9") ",\"addrs\":[@]}\n" AT("mem_addr_trace", "10") ",\"addrs\":[@]}\n" AT(
                      "reg_trace", "8") ",\"regs\":[[#]]}\n{\"type\":\"kernel_metadata\"}\n" AT("mem_addr_trace", "7") ",\"addrs\":[@]}\n",
                  "i 0 0 10 other ? ? ?\ni 0 0 10 other ? ? ?\ni 0 0 10 other ? ? ?\n", 4);
    /* A line's own text comes first. */
    expect_filled(LOADS_AND_STORES AT("mem_addr_trace", "7") ",\"sass\":\"LDL.U8 R1, [R2] ;\",\"addrs\":[@]}\n",
                  "i 0 0 10 load ? R2 R1?\n+m 0 0 10 ld local 1\n", 0);
    /* A table that no reader expects is none. */
    expect_filled(
        TABLE("\"x\":{\"sass\":\"A\"},\"1\":7,\"2\":{\"sass\":7},\"3\":{\"sass\":\"EXIT ;\",\"regs\":[1,-2]},"
              "\"99999999999999999999\":{\"sass\":\"A\"},\"3\":{\"sass\":\"NOP ;\"}")
            AT("opcode_only", "3") "}\n" AT("opcode_only", "2") "}\n" AT("opcode_only", "-1") "}\n" AT("opcode_only", "1.5") "}\n",
        "i 0 0 10 control ? - -\ni 0 0 10 other ? ? ?\ni 0 0 10 other ? ? ?\ni 0 0 10 other ? ? ?\n", 0);
}

/* nlohmann's JSON sorts the keys, so "type" stands behind the instructions, perhaps behind all that tells the form. */
static void a_long_table_is_recognised(void **state)
{
    (void)state;
    text t = {0};

    text_puts(&t, "{\"block\":[32,1,1],\"instructions\":{\"0\":{\"sass\":\"EXIT ;\"}");
    for (int i = 1; i < 3000; i++)
        text_printf(&t, ",\"%d\":{\"binary\":\"0011223344\",\"sass\":\"MOV R%d, R2 ;\"}", i, i % 200);
    text_puts(&t, "},\"type\":\"kernel_metadata\"}\n" AT("opcode_only", "2999") "}\n");
    expect_short(t.data, "i 0 0 10 alu ? R2 R199?\n");
}

/* Values are of the operands outside of brackets, several of each where the access is wide; RZ counts, and what the tool counts on from it. */
static void values_find_their_registers(void **state)
{
    (void)state;
#define VALUES(sass, regs) AT("reg_trace", "0") ",\"sass\":\"" sass "\",\"regs\":[" regs "}\n"
    expect_filled(VALUES("STG.E.64 [R2.64+0x10], R4 ;", "[#],[#]]"),
                  "i 0 0 10 store ? R2,R3,R4,R5 -\n+r 0 0 10 store R4\n+r 0 0 10 store R5\n", 0);
    expect_filled(VALUES("LDG.E R6, desc[UR4][R2.64] ;", "[#]]"), "i 0 0 10 load ? R2,R3 R6?\nr 0 0 10 load R6\n", 0);
    expect_filled(VALUES("IADD3 R5, R4, RZ, R6 ;", "[#],[#],[#],[#]]"),
                  "i 0 0 10 alu ? R4,R6 R5?\nr 0 0 10 alu R5\n+r 0 0 10 alu R4\n+r 0 0 10 alu R6\n", 0);
    expect_filled(VALUES("IADD3 R5, R4, RZ, R6 ;", "[#],[#],[#]]"),
                  "i 0 0 10 alu ? R4,R6 R5?\nr 0 0 10 alu R5\n+r 0 0 10 alu R4\n+r 0 0 10 alu R6\n", 0);
    expect_filled(VALUES("STS.64 [R2], RZ ;", "[#],[#]],\"regs_indices\":[255,0]"), "i 0 0 10 store ? R2 -\n", 0);
    expect_filled(VALUES("IADD3 R5, R4, RZ, R6 ;", "[#],[#]]"), "i 0 0 10 alu ? R4,R6 R5?\n", 1);
    expect_filled(VALUES("LDG.E.128 R254, [R2] ;", "[#],[#],[#],[#]]"), "i 0 0 10 load ? ? ?\n", 1);
    expect_filled(AT("reg_trace", "0") ",\"regs\":[[#]]}\n", "i 0 0 10 other ? ? ?\n", 1);
    expect_bad(filled(VALUES("MOV R1, R2 ;", "[#]],\"regs_indices\":[1,2]")), "regs_indices: an array of 1 expected");
}

/* `active_mask` says which lanes take part; what stands in the others says nothing. */
static void an_active_mask_is_read(void **state)
{
    (void)state;
    trace_record r;
#define MASKED(mask) ",\"active_mask\":" mask
    char *path = put_string(
        "mask.ndjson",
        filled(AT("reg_trace", "0") MASKED("\"0x5\"") ",\"sass\":\"MOV R1, R2 ;\",\"regs\":[[#],[#]]}\n" AT("mem_value_trace", "0")
                   MASKED("5") ",\"sass\":\"STG.E [R2.64], R4 ;\",\"is_load\":false,\"access_size\":4,"
                               "\"addrs\":[4096,-1,0,1.5,\"x\",null,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,"
                               "27,28,29,30,18446744073709551616],\"values\":[[1],[],[3],[],[],[],[],[],[],[],[],[],[],[],[],[],"
                               "[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[]]}\n"));
    trace *t = trace_open(path);
    assert_true(trace_next(t, &r));
    assert_true(r.kind == TRACE_INSTRUCTION && r.mask_known);
    assert_int_equal(r.mask[0], 5);
    assert_true(trace_next(t, &r) && r.reg == 1 && !r.linked);
    assert_int_equal(r.mask[0], 5);
    assert_true(trace_next(t, &r) && r.reg == 2 && r.linked);
    assert_int_equal(r.mask[0], 5);
    assert_int_equal(r.value[0], 7);
    assert_int_equal(r.value[1], 0);
    assert_int_equal(r.value[2], 9);
    assert_true(trace_next(t, &r) && r.kind == TRACE_INSTRUCTION);
    assert_true(trace_next(t, &r) && r.kind == TRACE_STORE && r.linked);
    assert_int_equal(r.mask[0], 5);
    assert_int_equal(r.addr[0], 4096);
    assert_int_equal(r.addr[2], 0); /* an address as any other */
    assert_int_equal(r.words, 1);
    assert_int_equal(r.value[2], 3);
    assert_false(trace_next(t, &r));
    assert_int_equal(trace_skipped(t), 0);
    assert_int_equal(trace_unlinked(t), 0);
    trace_close(t);
    expect_bad(filled(AT("opcode_only", "0") MASKED("\"0x100000000\"") "}\n"),
               "active_mask: \"0x100000000\" is no number from 0 to 4294967295");
    expect_bad(filled(AT("opcode_only", "0") MASKED("[1]") "}\n"), "active_mask: what stands there is no number");
}

/* Neither more nor less than the line says: which way, how many bytes, which data. */
static void an_access_is_known_whole_or_left_out(void **state)
{
    (void)state;
#define ACCESS(sass, more) AT("mem_addr_trace", "0") ",\"sass\":\"" sass "\",\"addrs\":[@]" more "}\n"
    expect_filled(ACCESS("LDG.E.U16 R1, [R2] ;", "") ACCESS("RED.E.ADD.F64.RN [R2], R4 ;", "") ACCESS("ATOMS.ADD R1, [R2], R4 ;", ""),
                  "i 0 0 10 load ? R2,R3 R1?\n+m 0 0 10 ld global 2\ni 0 0 10 atomic ? R2,R3,R4,R5 -\n+m 0 0 10 st global 8\n"
                  "i 0 0 10 atomic ? R2,R4 R1?\n+m 0 0 10 ld shared 4\n",
                  0);
    /* Two memories, no memory, matrices: the text does not tell which access this is. */
    expect_filled(ACCESS("LDGSTS.E [R1], [R2.64] ;", "") ACCESS("CCTL.IVALL ;", "") ACCESS("LDSM.16.M88.4 R4, [R2] ;", "")
                      ACCESS("NEW R4 ;", ""),
                  "i 0 0 10 load ? R1,R2,R3 -\ni 0 0 10 other ? - -\ni 0 0 10 load ? R2 R4,R5,R6,R7?\ni 0 0 10 other ? ? ?\n", 4);
    expect_filled(ACCESS("NEW R4 ;", ",\"is_load\":1,\"access_size\":8") ACCESS("OLD R4 ;", ",\"is_load\":1"),
                  "i 0 0 10 other ? ? ?\n+m 0 0 10 ld other 8\ni 0 0 10 other ? ? ?\n", 1);
    expect_filled(ACCESS("LDG R4, [R2] ;", ",\"access_size\":64") ACCESS("LDL R4, [R2] ;", ",\"access_size\":0"),
                  "i 0 0 10 load ? R2 R4?\ni 0 0 10 load ? R2 R4?\n", 2);
    /* The older name */
    expect_filled(AT("mem_trace", "0") ",\"sass\":\"STL [R2], R4 ;\",\"addrs\":[@]}\n", "i 0 0 10 store ? R2,R4 -\n+m 0 0 10 st local 4\n",
                  0);
    /* The first four words of eight: the data are not known. */
    text t = {0};
    text_puts(
        &t, AT("mem_value_trace", "0") ",\"sass\":\"LDG.E.256 R8, [R2] ;\",\"is_load\":true,\"access_size\":32,\"addrs\":[@],\"values\":[");
    for (int i = 0; i < 32; i++)
        text_printf(&t, "%s[1,2,3,4]", i ? "," : "");
    text_puts(&t, "]}\n");
    trace *in = trace_open(put_string("wide.ndjson", filled(t.data)));
    trace_record r;
    assert_true(trace_next(in, &r) && trace_next(in, &r));
    assert_int_equal(r.size, 32);
    assert_int_equal(r.words, 0);
    trace_close(in);
}

/* Samples of where warps stand are no executed instructions. */
static void samples_of_the_debugger_are_skipped(void **state)
{
    (void)state;
    expect_filled("{\"type\":\"opcode_only\",\"cta\":[0,0,0],\"warp\":0,\"pc\":\"0x10\",\"sass\":\"EXIT ;\",\"trace_index\":0}\n" AT(
                      "opcode_only", "1") ",\"cuda_warp_slot\":3,\"active_mask\":\"0x1\"}\n" AT("opcode_only", "1") ",\"trace_index\":3}\n",
                  "i 0 0 10 other ? ? ?\n", 2);
}

/* The address of one lane, and what it is. */
static void addresses_are_exact(void **state)
{
    (void)state;
    static const struct {
        const char *address;
        uint64_t value;
    } table[] = {
        {"18446744073709551615", UINT64_MAX},
        {"\"18446744073709551615\"", UINT64_MAX},
        {"\"0xffffffffffffffff\"", UINT64_MAX},
        {"9007199254740993", ((uint64_t)1 << 53) + 1},
        {"\"9007199254740993\"", ((uint64_t)1 << 53) + 1},
        {"9223372036854775807", INT64_MAX},
        {"1234567890123456", 1234567890123456},
        {"999999999999999", 999999999999999},
        {"4096", 4096},
        {"4.096e3", 4096},
        {" 140737488355329 ", 140737488355329},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char *path = put_string(
            "a.ndjson", filled(format_new(AT("mem_addr_trace", "0") ",\"note\":\"\\\"12345678901234567890\",\"sass\":\"LDG.E R1, [R2.64] "
                                                                    ";\",\"addrs\":[%s,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,"
                                                                    "18,19,20,21,22,23,24,25,26,27,28,29,30,31]}\n",
                                          table[i].address)));
        trace *t = trace_open(path);
        trace_record r;
        assert_true(trace_next(t, &r) && trace_next(t, &r));
        assert_true(r.addr[0] == table[i].value);
        assert_int_equal(r.addr[31], 31);
        trace_close(t);
    }
}

/* An address that is none loses its access, and no other. */
static void an_impossible_address_loses_its_access(void **state)
{
    (void)state;
    static const char *const bad[] = {"-1",
                                      "18446744073709551616",
                                      "123456789012345678901234567890",
                                      "1.5",
                                      "1e30",
                                      "null",
                                      "\"\"",
                                      "\"0x\"",
                                      "\"12a\"",
                                      "true",
                                      "[1]",
                                      "-9007199254740993",
                                      "1234567890123456.5"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        expect_filled(format_new(AT("mem_addr_trace",
                                    "0") ",\"sass\":\"LDG.E R1, [R2.64] ;\",\"addrs\":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,"
                                         "19,20,21,22,23,24,25,26,27,28,29,30,31,%s]}\n" ACCESS("LDS R4, [R2] ;", ""),
                                 bad[i]),
                      "i 0 0 10 load ? R2,R3 R1?\ni 0 0 10 load ? R2 R4?\n+m 0 0 10 ld shared 4\n", 1);
    expect_bad(filled(AT("mem_addr_trace", "0") ",\"sass\":\"LDG.E R1, [R2.64] ;\",\"addrs\":[1,2]}\n"), "addrs: an array of 32 expected");
}

/* ---- text that stands among a program's own ---- */

#define HEADER(warp, sass) "CTX 0x1 - CTA 0,0,0 - warp " warp " - " sass ":\n"

static void expect_log(const char *content, const char *records, uint64_t skipped)
{
    expect_read(put_string("mixed.log", content), records, skipped);
}

static void text_of_the_program_may_stand_anywhere(void **state)
{
    (void)state;
    text t = {0};

    text_puts(&t, "CTA 7 begins\nready\n" HEADER("0", "MOV R1, R2 ;"));
    put_values(&t, "  * ", 0, 1);
    text_puts(&t, "half way\n");
    put_values(&t, "progress 50%  * ", 1, 2);
    text_puts(&t, "CTA 8 is done: CTX 0x1 - CTA 0,0,0 - warp 5 - IADD3 R8, R9, RZ, RZ ;:\n");
    put_values(&t, "", 0, 8);
    put_values(&t, "  * ", 1, 9);
    expect_log(t.data, "i 0 0 0 alu ? R2 R1?\nr 0 0 0 alu R1\n+r 0 0 0 alu R2\ni 0 5 0 alu ? R9 R8?\nr 0 5 0 alu R8\n+r 0 5 0 alu R9\n", 3);
}

/* Whatever is cut, no value goes to another instruction. */
static void what_is_cut_loses_its_own_values(void **state)
{
    (void)state;
    static const struct {
        const char *cut;   /* instead of the header of warp 5 */
        const char *after; /* what is known of its values; NULL: nothing */
        uint64_t skipped;
    } headers[] = {
        {"CTX 0x1 - CTA 0,0,0 - warp 5 - MOV R8, progress 50%\n", NULL, 3},
        {"CTX 0x1 - CTA 0,0,progress 50%\n0 - warp 5 - MOV R8, R9 ;:\n", NULL, 4},
        {"CTX 0x1 - Cprogress 50%\nTA 0,0,0 - warp 5 - MOV R8, R9 ;:\n", NULL, 4},
        {"CTX 0x1 - CTA 0,0,0 - warp 99999999999 - MOV R8, R9 ;:\n", NULL, 3},
        {"CTX 0x1 - CTA 0,70000,0 - warp 5 - MOV R8, R9 ;:\n", NULL, 3},
        {"", NULL, 2}, /* lost whole: its first value comes where the third of warp 0 would */
    };
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        text t = {0};
        text_puts(&t, HEADER("0", "MOV R1, R2 ;"));
        put_values(&t, "  * ", 0, 1);
        put_values(&t, "  * ", 1, 2);
        text_puts(&t, headers[i].cut);
        put_values(&t, "  * ", 0, 8);
        put_values(&t, "  * ", 1, 9);
        text_puts(&t, HEADER("1", "EXIT ;"));
        expect_log(t.data, "i 0 0 0 alu ? R2 R1?\nr 0 0 0 alu R1\n+r 0 0 0 alu R2\ni 0 1 0 control ? - -\n", headers[i].skipped);
    }
    /* A value that is cut, or missing: which ones the others are is not known. */
    static const char *const values[] = {"  * Reg1_T00: 0x00000001 Reg1_T01: 0x00 done\n",
                                         "  * Reg1_T00: 0x00000001 Reg1_T01: 0x0000000g\n", ""};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        text t = {0};
        text_puts(&t, HEADER("0", "LDG.E.64 R4, [R2.64] ;"));
        put_values(&t, "  * ", 0, 1);
        text_puts(&t, HEADER("0", "IADD3 R1, R2, R3, R4 ;"));
        put_values(&t, "  * ", 0, 1);
        text_puts(&t, values[i]);
        put_values(&t, "  * ", 2, 1);
        put_values(&t, "  * ", 3, 1);
        expect_log(t.data, "i 0 0 0 load ? R2,R3 R4,R5?\nr 0 0 0 load R4\ni 0 0 0 alu ? R2,R3,R4 R1?\n", *values[i] != '\0' ? 4 : 3);
    }
    /* Two registers of each operand: of three values nobody knows that. The last line is cut by the end. */
    text t = {0};
    text_puts(&t, HEADER("0", "ATOMG.E.EXCH.64.STRONG.GPU PT, R2, [R4.64], R6 ;"));
    put_values(&t, "  * ", 0, 1);
    put_values(&t, "  * ", 1, 1);
    char *cut = format_new("%s  * Reg2_T00: 0x00000001\n", t.data), *ended = format_new("%s  * Reg2_T00: 0x00000001", t.data);
    expect_log(cut, "i 0 0 0 atomic ? R4,R5,R6,R7 R2,R3?\n", 3);
    expect_bad(ended, "bad.txt:4: lane 1: ");
    expect_bad(format_new("%sCTX 0x1 - CTA 0,0", t.data), "bad.txt:4: \"CTA x,y,z - warp n - instruction:\" expected");
}

static void text_of_cutracer_has_addresses_and_opcodes(void **state)
{
    (void)state;
#define OF_CUTRACER(pc, sass) "CTX 0x1 - kernel_launch_id 0 - CTA 1,0,0 - warp 2 - PC " pc " - " sass "\n"
    char *all = address_text(32), *three = address_text(3);
    char *log =
        format_new(OF_CUTRACER("16", "STG.E.64 [R2.64], R4 ;:") "%s" OF_CUTRACER("32", "EXIT ;") "\n" OF_CUTRACER(
                       "48", "LDGSTS [R1], [R2.64] ;:") "%s" OF_CUTRACER("64", "LDS R1, [R2] ;:") "  Memory Addresses:\n  * T00: 0x10 T01: "
                                                                                                  "progress\n    T04: 0x20\n\n",
                   all, all);
    expect_log(log,
               "i 1 2 10 store ? R2,R3,R4,R5 -\n+m 1 2 10 st global 8\ni 1 2 20 control ? - -\ni 1 2 30 load ? R1,R2,R3 -\n"
               "i 1 2 40 load ? R2 R1?\n",
               2);
    trace *t = trace_open(put_string("three.log", format_new(OF_CUTRACER("16", "LDG.E R1, [R2.64] ;:") "%s", three)));
    trace_record r;
    assert_true(trace_next(t, &r) && trace_next(t, &r));
    assert_int_equal(r.kind, TRACE_LOAD);
    assert_int_equal(r.mask[0], 7);
    assert_int_equal(r.addr[2], 0x1008);
    assert_int_equal(r.words, 0);
    assert_true(r.linked);
    assert_false(trace_next(t, &r));
    trace_close(t);
    expect_bad(OF_CUTRACER("16", "LDG.E R1, [R2.6"), "bad.txt:1: truncated: the line of an instruction ends with ':'");
    expect_bad("a\n" OF_CUTRACER("16", "LDG.E R1, [R2.6") "b\n", "bad.txt:2: truncated: the line of an instruction ends with ':'");
}

static void traces_of_addresses_are_named(void **state)
{
    (void)state;
#define NAMED "is a trace of NVBit's mem_trace, which holds addresses but no register values; accepted is a .wft trace"
    expect_bad("MEMTRACE: CTX 0x1 - LAUNCH - Kernel pc 0x1\nMEMTRACE: CTX 0x1 - grid_launch_id 0 - CTA 0,0,0 - warp 0 - LDG.E - 0x1 0x2 \n",
               NAMED);
    expect_bad("CTX 0x0000000000000001 - CTA 0,0,0 - warp 0 - LDG.E.SYS - 0x00007f0000000000 0x00007f0000000004 \n", NAMED);
    expect_bad("begin\nCTX 0x1 - grid_launch_id 0 - CTA 0,0,0 - warp 12 - STG.E - 0x1 \n", NAMED);
    expect_bad("warp_id,region_id,instruction,count\n0,0,LDG.E.SYS,64\n", "is a histogram of CUTracer's, which counts instructions");
    /* An instruction with such a constant is none of these. */
    expect_short(HEADER("0", "MOV R1, - 0x10 ;"), "i 0 0 0 alu ? - R1?\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cutracer_ndjson_is_read),
        cmocka_unit_test(lines_of_one_instruction_are_joined),
        cmocka_unit_test(bad_ndjson_is_refused),
        cmocka_unit_test(nvbit_text_is_read_with_and_without_context),
        cmocka_unit_test(headers_of_one_instruction_are_joined),
        cmocka_unit_test(operands_and_operations_of_sass_are_read),
        cmocka_unit_test(a_table_tells_the_instructions),
        cmocka_unit_test(a_long_table_is_recognised),
        cmocka_unit_test(values_find_their_registers),
        cmocka_unit_test(an_active_mask_is_read),
        cmocka_unit_test(an_access_is_known_whole_or_left_out),
        cmocka_unit_test(samples_of_the_debugger_are_skipped),
        cmocka_unit_test(addresses_are_exact),
        cmocka_unit_test(an_impossible_address_loses_its_access),
        cmocka_unit_test(text_of_the_program_may_stand_anywhere),
        cmocka_unit_test(what_is_cut_loses_its_own_values),
        cmocka_unit_test(text_of_cutracer_has_addresses_and_opcodes),
        cmocka_unit_test(traces_of_addresses_are_named),
    };
    return cmocka_run_group_tests_name("trace_nvidia", tests, own_folder_make, own_folder_remove);
}
