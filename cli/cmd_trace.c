/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold trace KERNEL.elf [-o OUT.wft|OUT.wtx] [-- ARGS] - runs a program on the SIMT machine and traces its kernels. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../base/msg.h"
#include "../base/output.h"
#include "../base/share.h"
#include "../base/text.h"
#include "../simt/machine.h"
#include "../trace/trace.h"
#include "arguments.h"
#include "commands.h"

enum {
    KEY_RESIDENT = 0x2000,
    KEY_ORDER,
    KEY_SEED,
    KEY_STACK,
    KEY_MEMORY,
    KEY_MOST,
    KEY_BLOCKS,
    KEY_BYTES,
    KEY_SOURCE,
    KEY_LICENCE,
    KEY_CONTENTS
};
enum { LANES = 32, RESIDENT = 8, STACK = 8192, MEMORY = 1 << 28, MAX_STACK = 1 << 20 };
#define MOST 10000000000ull
#define MOST_BLOCKS (1ull << 24)
#define MOST_MEMORY (1ll << 46)
#define MOST_BYTES (1ull << 31)

typedef struct {
    const char *out, *contents, *source, *licence;
    bool force;
    simt_config config;
    char **files;
    int count;
} arguments;

static const struct argp_option options[] = {
    {"output", 'o', "FILE", 0, "the trace to write: .wft (own form) or .wtx (text); without it the program only runs", 0},
    {"contents", KEY_CONTENTS, "FILE", 0, "what is in memory at each launch, beside the trace: .wfm", 0},
    {"lanes", 'l', "L", 0, "threads of a warp: 4, 8, 16, 32 (default), 64 or 128", 0},
    {"resident", KEY_RESIDENT, "B", 0, "blocks in the machine at a time (default 8)", 0},
    {"order", KEY_ORDER, "ORDER", 0,
     "rr: the warps take turns (default); greedy: a warp issues until it waits or ends; plain: no warps, one thread at a time, no trace",
     0},
    {"seed", KEY_SEED, "S", 0, "other than 0: the next warp is drawn", 0},
    {"stack", KEY_STACK, "BYTES", 0, "stack of a thread (default 8K)", 0},
    {"memory", KEY_MEMORY, "BYTES", 0, "global memory (default 256M)", 0},
    {"max-instructions", KEY_MOST, "N", 0, "instructions of warps and of the host after which the program fails (default 10000000000)", 0},
    {"max-blocks", KEY_BLOCKS, "N", 0, "blocks of a launch, above which it is not started (default 16777216)", 0},
    {"max-block-memory", KEY_BYTES, "BYTES", 0,
     "stacks, registers and shared memory of the blocks in the machine, above which a launch is not started (default 2G)", 0},
    {"force", 'F', NULL, 0, "overwrite the output", 0},
    {"licence", KEY_LICENCE, "TEXT", 0, "the values' licence, carried in the trace", 0},
    {"source", KEY_SOURCE, "TEXT", 0, "where the values come from (default: the program and its arguments)", 0},
    {0},
};

static long long number(const char *flag, const char *arg, long long min, long long max)
{
    long long value;

    if (!parse_int(arg, min, max, &value))
        die_usage("trace: %s %s: accepted are %lld to %lld", flag, arg, min, max);
    return value;
}

/* Bytes, a multiple of 16. */
static uint64_t size(const char *flag, const char *arg, long long min, long long max)
{
    long long value;

    if (!parse_size(arg, min, max, &value) || value % 16 != 0)
        die_usage("trace: %s %s: accepted are %lld to %lld, multiples of 16; K, M or G behind it multiplies by 1024, 1024^2 or 1024^3",
                  flag, arg, min, max);
    return (uint64_t)value;
}

static simt_order order(const char *arg)
{
    static const char *const names[] = {"rr", "greedy", "plain"};

    for (int i = 0; i < 3; i++)
        if (strcmp(arg, names[i]) == 0)
            return (simt_order)i;
    die_usage("trace: --order %s: accepted are rr, greedy and plain", arg);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    arguments *a = state->input;
    long long lanes;

    switch (key) {
    case 'o': a->out = arg; break;
    case 'l':
        if (!parse_int(arg, 4, TRACE_MAX_LANES, &lanes) || (lanes & (lanes - 1)) != 0)
            die_usage("trace: --lanes %s: accepted are 4, 8, 16, 32, 64 and 128", arg);
        a->config.lanes = (int)lanes;
        break;
    case KEY_RESIDENT: a->config.resident = (int)number("--resident", arg, 1, SIMT_MAX_RESIDENT); break;
    case KEY_ORDER: a->config.order = order(arg); break;
    case KEY_SEED: a->config.seed = (uint64_t)number("--seed", arg, 0, INT64_MAX); break;
    case KEY_STACK: a->config.stack = (uint32_t)size("--stack", arg, 16, MAX_STACK); break;
    case KEY_MEMORY: a->config.memory = (uint32_t)size("--memory", arg, 4096, SIMT_SHARED_BASE); break;
    case KEY_MOST: a->config.limit = (uint64_t)number("--max-instructions", arg, 1, INT64_MAX); break;
    case KEY_BLOCKS: a->config.most_blocks = (uint64_t)number("--max-blocks", arg, 1, UINT32_MAX); break;
    case KEY_BYTES: a->config.most_bytes = size("--max-block-memory", arg, 4096, MOST_MEMORY); break;
    case KEY_CONTENTS: a->contents = arg; break;
    case 'F': a->force = true; break;
    case KEY_LICENCE: a->licence = arg; break;
    case KEY_SOURCE: a->source = arg; break;
    case ARGP_KEY_ARGS:
        a->files = state->argv + state->next;
        a->count = state->argc - state->next;
        break;
    case ARGP_KEY_NO_ARGS: break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* The program's name and arguments, as the trace tells its source. */
static char *source_of(const arguments *a, const simt_program *p)
{
    text t = {0};

    text_printf(&t, "warpfold trace %s", p->name);
    for (int i = 1; i < a->count; i++) {
        text_puts(&t, i == 1 ? " -- " : " ");
        text_put_word(&t, a->files[i]);
    }
    return t.data;
}

static void open_outputs(arguments *a, const simt_program *p)
{
    if (a->out == NULL)
        return;
    const char *source = a->source ? a->source : source_of(a, p), *licence = a->licence ? a->licence : "";
    a->config.writer = trace_writer_open_fast(a->out, a->config.lanes, source, licence);
    if (a->contents != NULL)
        a->config.contents = trace_memory_create(a->contents, true, source, licence);
}

static void print_totals(const simt_totals *t, const simt_config *config)
{
    printf("kernels              %llu\n", (unsigned long long)t->kernels);
    printf("host instructions    %llu\n", (unsigned long long)t->host);
    if (config->order != SIMT_PLAIN) {
        printf("warp instructions    %llu\n", (unsigned long long)t->warps);
        printf("  partial mask       %llu, %.1f%%\n", (unsigned long long)t->partial, percent_or_0((double)t->partial, (double)t->warps));
        printf("  loads              %llu\n", (unsigned long long)t->loads);
        printf("  stores             %llu\n", (unsigned long long)t->stores);
    }
    printf("thread instructions  %llu\n", (unsigned long long)t->threads);
    printf("registers used       %d integer, %d float\n", t->x, t->f);
    if (isatty(STDOUT_FILENO) && t->seconds > 0) /* else the same run says the same */
        printf("rate                 %.1f million thread instructions a second\n", 1e-6 * (double)t->threads / t->seconds);
}

int cmd_trace(int argc, char **argv)
{
    const struct argp argp = {
        options,
        parse,
        "KERNEL.elf [-- ARGS...]",
        "Run a program of RV32IMAF with threads in warps, and write every warp instruction of its kernels to a trace.",
        NULL,
        NULL,
        NULL};
    arguments a = {.config = {.lanes = LANES,
                              .resident = RESIDENT,
                              .stack = STACK,
                              .memory = MEMORY,
                              .limit = MOST,
                              .most_blocks = MOST_BLOCKS,
                              .most_bytes = MOST_BYTES}};
    simt_program program;
    simt_machine machine;

    arguments_parse(&argp, argc, argv, &a);
    if (a.count == 0)
        die_usage("trace: no program; give an ELF file (docs/kernels.md)");
    if (a.out != NULL && a.config.order == SIMT_PLAIN)
        die_usage("trace: --order plain has no warps to trace; leave -o out");
    if (a.contents != NULL && a.out == NULL)
        die_usage("trace: --contents goes beside a trace; give -o too");
    if (a.out != NULL)
        output_check(a.out, &(output_rule){a.force, NULL, (const char *const *)a.files, 1});
    if (a.contents != NULL)
        output_check(a.contents, &(output_rule){a.force, NULL, (const char *const[]){a.files[0], a.out}, 2});
    char *wrong = simt_program_read(&program, a.files[0]);
    if (wrong != NULL)
        die_usage("%s: %s", a.files[0], wrong);
    const char *file = a.files[0];
    a.files[0] = program.name;
    a.config.argc = a.count;
    a.config.argv = (const char *const *)a.files;
    open_outputs(&a, &program);
    wrong = simt_machine_make(&machine, &program, &a.config);
    if (wrong != NULL)
        die_usage("%s: %s", file, wrong);
    bool ok = simt_machine_run(&machine);
    fflush(stdout);
    unsigned long long bytes = a.config.writer ? trace_writer_close(a.config.writer) : 0;
    unsigned long long contents = a.config.contents ? trace_memory_finish(a.config.contents) : 0;
    if (!ok)
        die("%s", machine.wrong);
    print_totals(&machine.totals, &a.config);
    if (a.out != NULL)
        printf("%s: %llu bytes%s\n", a.out, bytes,
               machine.totals.kernels == 0 ? "; the program launched no kernel, so nothing is in it" : "");
    if (a.contents != NULL)
        printf("%s: %llu bytes\n", a.contents, contents);
    uint32_t status = machine.totals.status;
    simt_machine_free(&machine);
    if (status != 0)
        die("%s: the program ended with exit status %d", file, (int)status);
    return 0;
}
