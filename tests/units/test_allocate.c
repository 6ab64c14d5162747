/* SPDX-License-Identifier: Apache-2.0
 *
 * test_allocate.c - register allocation of traces: small programs by hand, and random ones with any control flow, in which every operand must read
 * what it read before. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../gen/design.h"
#include "../../trace/allocate.h"
#include "trace_files.h"

#define HEAD4 "# warptrace-text 3\n# lanes 4\n"

static allocation *learn(const char *path)
{
    allocation *a = allocation_new(path);
    trace *t = trace_open_virtual(path);
    static trace_record r;

    while (trace_next(t, &r))
        allocation_learn(a, &r);
    trace_close(t);
    allocation_solve(a);
    return a;
}

/* As `convert --allocate` does it. */
static char *allocated(const char *path, allocation **given)
{
    char *out = path_join(dir, "allocated.wft");
    allocation *a = learn(path);
    trace *t = trace_open_virtual(path);
    trace_writer *w = trace_writer_open(out, trace_lanes(t), TRACE_TIMING, "", "");
    static trace_record r;

    while (trace_next(t, &r)) {
        allocation_rename(a, &r);
        trace_write(w, &r);
    }
    trace_close(t);
    trace_writer_close(w);
    if (given != NULL)
        *given = a;
    return out;
}

static void expect_allocated(const char *records, const char *want)
{
    char *path = put_string("v.wtx", format_new("%s%s", HEAD4, records));

    expect_records(allocated(path, NULL), want);
}

static void values_that_are_read_no_more_leave_their_number(void **state)
{
    (void)state;
    /* The example of allocate.h; then a launch that begins anew, of another kernel with the same pcs. */
    expect_allocated("l 1 1 1 4 1 1 0 0 ? ? a\n"
                     "i 0 0 0 alu f - V1 simple int\n+w 0 0 0 alu V1 f 1 2 3 4\n"
                     "i 0 0 8 alu f V1 V2 add int\n+w 0 0 8 alu V2 f 2 3 4 5\n"
                     "i 0 0 10 alu f V2,V1 V60000 add int\n+w 0 0 10 alu V60000 f 3 5 7 9\n"
                     "i 0 0 18 store f V60000 - ? ?\n"
                     "l 1 1 1 4 1 1 0 0 ? ? b\n"
                     "i 0 0 0 alu f x1,f1 R9,R8? simple int\n"
                     "i 0 0 8 store f R8,R9,f1 - ? ?\n",
                     "l 1 1 1 4 1 1 0 0 2 ? a\n"
                     "i 0 0 0 alu f - R0 simple int\n+w 0 0 0 alu R0 f 1 2 3 4\n"
                     "i 0 0 8 alu f R0 R1 add int\n+w 0 0 8 alu R1 f 2 3 4 5\n"
                     "i 0 0 10 alu f R1,R0 R0 add int\n+w 0 0 10 alu R0 f 3 5 7 9\n"
                     "i 0 0 18 store f R0 - ? ?\n"
                     "l 1 1 1 4 1 1 0 0 3 ? b\n"
                     "i 0 0 0 alu f R0,R1 R0,R2? simple int\n"
                     "i 0 0 8 store f R2,R0,R1 - ? ?\n");
}

/* A branch: lanes 0 and 1 write V2 at pc 10, the others V3 at pc 18; each side reads its own at pc 20 and 28. No lane has both, so they share a number, and each
 * write shows the other side's lanes as they are. V1 is live in the lanes that pass by. */
static void lanes_that_a_mask_leaves_out_keep_their_values(void **state)
{
    (void)state;
    expect_allocated("i 0 0 0 alu f - V1 simple int\n+w 0 0 0 alu V1 f 1 2 3 4\n"
                     "i 0 0 10 alu 3 - V2 simple int\n+w 0 0 10 alu V2 3 7 8 0 0\n"
                     "i 0 0 18 alu c - V3 simple int\n+w 0 0 18 alu V3 c 0 0 9 a\n"
                     "i 0 0 20 store 3 V2 - ? ?\n"
                     "i 0 0 28 store c V3 - ? ?\n"
                     "i 0 0 30 store f V1 - ? ?\n",
                     "i 0 0 0 alu f - R0 simple int\n+w 0 0 0 alu R0 f 1 2 3 4\n"
                     "i 0 0 10 alu 3 - R1 simple int\n+w 0 0 10 alu R1 3 7 8 0 0\n"
                     "i 0 0 18 alu c - R1 simple int\n+w 0 0 18 alu R1 c 7 8 9 a\n"
                     "i 0 0 20 store 3 R1 - ? ?\n"
                     "i 0 0 28 store c R1 - ? ?\n"
                     "i 0 0 30 store f R0 - ? ?\n");
}

/* An atomic's result is not in the trace: its register may have held another value before. */
static void a_result_that_is_not_known_is_0(void **state)
{
    (void)state;
    expect_allocated("i 0 0 0 alu f - V1 simple int\n+w 0 0 0 alu V1 f 1 2 3 4\n"
                     "i 0 0 8 atomic 7 V1 V2? ? ?\n"
                     "i 0 0 10 alu 1 - V2 simple int\n+w 0 0 10 alu V2 1 7 0 0 0\n"
                     "i 0 0 18 store 7 V2 - ? ?\n",
                     "i 0 0 0 alu f - R0 simple int\n+w 0 0 0 alu R0 f 1 2 3 4\n"
                     "i 0 0 8 atomic 7 R0 R0? ? ?\n"
                     "i 0 0 10 alu 1 - R0 simple int\n+w 0 0 10 alu R0 1 7 0 0 4\n"
                     "i 0 0 18 store 7 R0 - ? ?\n");
}

static void allocate(const char *path)
{
    learn(path);
}

static void refused(const char *records, const char *what)
{
    char *path = put_string("v.wtx", format_new("%s%s", HEAD4, records));

    expect_refused(allocate, path, what);
}

static void what_cannot_be_allocated_is_told(void **state)
{
    (void)state;
    text many = {0};

    refused("i 0 0 10 alu ? V1 V2? add int\n", "v.wtx: an instruction whose mask is not known at pc 10 (cta 0, warp 0), so its registers");
    refused("i 0 0 10 alu f ? V2? add int\n", "an instruction whose operands are not known at pc 10");
    refused("i 0 0 10 alu f V1 ? add int\n", "an instruction whose operands are not known at pc 10");
    refused("i 0 0 10 alu f V1 V2? add int\ni 0 0 10 alu f V1 V3? add int\n",
            "other operands than before (launches tell kernels apart: --launches) at pc 10");
    refused("w 0 0 10 alu R1 f 1 2 3 4\n", "a register without its instruction at pc 10");
    for (int i = 0; i < 256; i++)
        text_printf(&many, "i 0 0 %x alu f - V%d? add int\n", i, i);
    for (int i = 0; i < 256; i++)
        text_printf(&many, "i 0 0 %x store f V%d - ? ?\n", 256 + i, i);
    refused(many.data, "kernel \"\" needs 256 registers at a time; accepted are up to 255");
    expect_bad(HEAD4 "i 0 0 10 alu f V1 V2? add int\n",
               "virtual registers, V1 V2? add int; version 3 may have them, and `warpfold convert --allocate`");
}

/* ---- random programs ---- */

enum { LANES = 8, WARPS = 2, NAMES = 40, CODE = 60, STEPS = 150, MOST_READS = LANES * WARPS * STEPS * 3 };

typedef struct {
    int sources, destinations, source[3], destination[2];
    int target; /* -1: no branch */
} operation;

typedef struct {
    uint32_t value[NAMES][LANES];
    bool told[NAMES][LANES]; /* the trace has told it */
    int pc[LANES], steps[LANES];
} thread_state;

typedef struct {
    uint32_t read[MOST_READS]; /* what each operand of each active lane reads, in the order of the trace */
    int count;
} reads;

static void make_code(operation *code, uint32_t *seed)
{
    for (int i = 0; i < CODE; i++) {
        operation *o = &code[i];
        *o = (operation){.sources = (int)(random_word(seed) % 4), .destinations = (int)(random_word(seed) % 3), .target = -1};
        for (int k = 0; k < o->sources; k++)
            o->source[k] = (int)(random_word(seed) % NAMES);
        for (int k = 0; k < o->destinations; k++)
            o->destination[k] = k > 0 ? (o->destination[0] + 1) % NAMES : (int)(random_word(seed) % NAMES);
        if (random_word(seed) % 4 == 0)
            o->target = (int)(random_word(seed) % CODE);
    }
}

/* The lanes at the lowest pc issue. */
static uint32_t issued(const thread_state *s, int *pc)
{
    uint32_t mask = 0;

    *pc = CODE;
    for (int i = 0; i < LANES; i++)
        *pc = s->steps[i] < STEPS && s->pc[i] < *pc ? s->pc[i] : *pc;
    for (int i = 0; i < LANES && *pc < CODE; i++)
        mask |= (uint32_t)(s->steps[i] < STEPS && s->pc[i] == *pc) << i;
    return mask;
}

static void put_values(text *t, char kind, int w, int pc, int name, uint32_t mask, const uint32_t *value)
{
    text_printf(t, "+%c 0 %d %x alu V%d %x", kind, w, pc, name, mask);
    for (int i = 0; i < LANES; i++)
        text_printf(t, " %x", kind == 'w' || mask >> i & 1 ? value[i] : 0);
    text_puts(t, "\n");
}

static void put_instruction(text *t, int w, int pc, uint32_t mask, const operation *o)
{
    text_printf(t, "i 0 %d %x alu %x ", w, pc, mask);
    for (int k = 0; k < o->sources; k++)
        text_printf(t, "%sV%d", k > 0 ? "," : "", o->source[k]);
    text_puts(t, o->sources > 0 ? " " : "- ");
    for (int k = 0; k < o->destinations; k++)
        text_printf(t, "%sV%d", k > 0 ? "," : "", o->destination[k]);
    text_puts(t, o->destinations > 0 ? " add int\n" : "- add int\n");
}

/* Executes an instruction of a warp, notes what it reads, and writes its records. False: the warp has ended. */
static bool step(text *t, reads *r, const operation *code, thread_state *s, int w)
{
    int pc;
    uint32_t mask = issued(s, &pc), sum[LANES] = {0};
    const operation *o = &code[pc];

    if (mask == 0)
        return false;
    put_instruction(t, w, pc, mask, o);
    for (int k = 0; k < o->sources; k++) {
        bool fresh = false;
        for (int i = 0; i < LANES; i++)
            if (mask >> i & 1) {
                uint32_t value = s->value[o->source[k]][i];
                fresh |= !s->told[o->source[k]][i];
                s->told[o->source[k]][i] = true;
                r->read[r->count++] = value;
                sum[i] = 31 * sum[i] + value;
            }
        if (fresh)
            put_values(t, 'r', w, pc, o->source[k], mask, s->value[o->source[k]]);
    }
    for (int k = 0; k < o->destinations; k++) {
        for (int i = 0; i < LANES; i++)
            if (mask >> i & 1) {
                s->value[o->destination[k]][i] = sum[i] + 1000003u * (uint32_t)(pc + k) + (uint32_t)i;
                s->told[o->destination[k]][i] = true;
            }
        put_values(t, 'w', w, pc, o->destination[k], mask, s->value[o->destination[k]]);
    }
    for (int i = 0; i < LANES; i++)
        if (mask >> i & 1) {
            bool taken = o->target >= 0 && (sum[i] ^ (uint32_t)i) % 3 == 0;
            s->pc[i] = taken ? o->target : pc + 1;
            s->steps[i]++;
        }
    return true;
}

/* What a warp's registers hold, by the trace alone. */
typedef struct {
    uint32_t held[TRACE_FILES][256][LANES];
} shown;

static void check_operands(const trace_record *instruction, shown *s, const reads *want, int *at)
{
    for (int k = 0; k < instruction->sources; k++)
        for (int i = 0; i < LANES; i++)
            if (active(instruction->mask, i)) {
                uint32_t found = s->held[instruction->source[k].file][instruction->source[k].reg][i];
                if (*at == want->count || found != want->read[*at])
                    fail_msg("operand %d at pc %llx, lane %d, reads %x in place of %x", k, (unsigned long long)instruction->pc, i, found,
                             *at < want->count ? want->read[*at] : 0);
                ++*at;
            }
}

/* Reads come before the operands are looked at, writes behind. The records of an instruction follow it at once here. */
static void check_trace(const char *path, const reads *want)
{
    shown *s = zalloc(WARPS * sizeof *s);
    trace *t = trace_open(path);
    trace_record *r = zalloc(sizeof *r), *instruction = zalloc(sizeof *r);
    bool open = false;
    int at = 0;

    while (trace_next(t, r)) {
        uint32_t *held = s[r->warp].held[r->file % TRACE_FILES][r->reg % 256];
        if (open && r->kind != TRACE_READ) {
            check_operands(instruction, &s[instruction->warp], want, &at);
            open = false;
        }
        if (r->kind == TRACE_INSTRUCTION) {
            *instruction = *r;
            open = true;
            continue;
        }
        for (int i = 0; i < LANES; i++)
            if (active(r->mask, i))
                held[i] = r->value[i];
            else if (r->kind == TRACE_WRITE)
                assert_int_equal(held[i], r->value[i]);
    }
    if (open)
        check_operands(instruction, &s[instruction->warp], want, &at);
    assert_int_equal(at, want->count);
    trace_close(t);
}

static void every_operand_reads_what_it_read_before(void **state)
{
    static operation code[CODE];
    int fewer = 0;

    (void)state;
    for (uint32_t run = 1; run <= 40; run++) {
        uint32_t seed = 2654435761u * run;
        thread_state *s = zalloc(WARPS * sizeof *s);
        reads *want = zalloc(sizeof *want);
        text t = {0};
        bool some = true;
        make_code(code, &seed);
        for (int w = 0; w < WARPS; w++)
            for (int i = 0; i < NAMES * LANES; i++)
                s[w].value[i / LANES][i % LANES] = random_word(&seed);
        text_puts(&t, "# warptrace-text 3\n# lanes 8\n");
        while (some) {
            some = false;
            for (int w = 0; w < WARPS; w++)
                some |= step(&t, want, code, &s[w], w);
        }
        allocation *a;
        check_trace(allocated(put_string("random.wtx", t.data), &a), want);
        assert_true(allocation_numbers(a) <= allocation_names(a));
        fewer += allocation_numbers(a) < allocation_names(a);
    }
    assert_true(fewer > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_that_are_read_no_more_leave_their_number),
        cmocka_unit_test(lanes_that_a_mask_leaves_out_keep_their_values),
        cmocka_unit_test(a_result_that_is_not_known_is_0),
        cmocka_unit_test(what_cannot_be_allocated_is_told),
        cmocka_unit_test(every_operand_reads_what_it_read_before),
    };
    return cmocka_run_group_tests_name("allocate", tests, own_folder_make, own_folder_remove);
}
