/* SPDX-License-Identifier: Apache-2.0
 *
 * bench_model UNIT [--by array|block] [--line BYTES] [--raw FILE] [--PARAMETER VALUE]... - speed of a codec's golden model, one core, medians of runs: GB of warp
 * registers a second, or millions of cache lines, of 64 bytes without --line; beside memcpy of a buffer larger than the last cache, and of the same blocks, in
 * the same run. --by: arrays of blocks (wf_encode_many; WF_CPU says in which vectors), or a call a block. --raw: the file's first lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../../base/random.h"
#include "../../cmodel/warpfold.h"

/* A group is few blocks, so that the codes stay in a second-level cache. Lines of programs are many groups, each met once in a run: no branch
 * predictor learns them. */
enum { LANES = 32, WORDS = 32, REGISTERS = 4096, LINES = 512, GROUPS = 64, RUNS = 41, COPIES = 5, ROUNDS = 8 };
static uint32_t blocks[GROUPS * LINES * WORDS], back[GROUPS * LINES * WORDS];
static wf_code code[REGISTERS];
static uint32_t tag[REGISTERS * WF_TAG_WORDS], used[REGISTERS * WF_UNIT_WORDS], wen[REGISTERS * WF_WEN_WORDS], payload[REGISTERS * WORDS];
static const wf_codes codes = {tag, used, wen, payload};
static int bits[REGISTERS];

static const wf_unit *unit;
static wf_config config;
static wf_prepared *prepared; /* NULL: a call a block */
static int words, in_group;   /* of a block; blocks of a group */
static int groups;
static uint32_t *group, *back_group;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* CPU time, so that other processes do not in_group */
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void run_copy(void)
{
    memcpy(back_group, group, sizeof *group * (size_t)(words * in_group));
    __asm__ volatile("" : : "r"(back_group) : "memory");
}

static void run_measure(void)
{
    if (prepared)
        wf_measure_many(prepared, (size_t)in_group, group, bits);
    for (int i = 0; !prepared && i < in_group; i++)
        bits[i] = wf_measure(unit->codec, &config, &(wf_input){.block = group + i * words});
}

static void run_encode(void)
{
    static const uint32_t mask[WF_MASK_WORDS] = {~0u, ~0u, ~0u, ~0u};
    if (prepared)
        wf_encode_many(prepared, (size_t)in_group, group, NULL, &codes);
    for (int i = 0; !prepared && i < in_group; i++)
        wf_encode(unit->codec, &config, &(wf_input){.block = group + i * words, .mask = mask}, &code[i]);
}

static void run_decode(void)
{
    if (prepared)
        wf_decode_many(prepared, (size_t)in_group, &codes, back_group, NULL);
    for (int i = 0; !prepared && i < in_group; i++)
        wf_decode(unit->codec, &config, &code[i], back_group + i * words);
}

/* The median of the runs, in bytes a second. A single group runs several times, and so does a copy, since a clock is read between groups. */
static double speed(void (*run)(void))
{
    double rate[RUNS];
    int rounds = groups == 1 || run == run_copy ? ROUNDS : 1;
    for (int r = 0; r < RUNS; r++) {
        double spent = 0;
        for (int g = 0; g < groups; g++) {
            group = blocks + g * in_group * words;
            back_group = back + g * in_group * words;
            if (run == run_decode)
                run_encode();
            double start = now();
            for (int k = 0; k < rounds; k++)
                run();
            spent += now() - start;
        }
        rate[r] = 4.0 * words * in_group * groups * rounds / spent;
    }
    qsort(rate, RUNS, sizeof *rate, ascending);
    return rate[RUNS / 2];
}

/* The median of memcpy from memory to memory, in bytes a second; 0: there is not enough of it. */
static double memory_speed(void)
{
    long cache = sysconf(_SC_LEVEL3_CACHE_SIZE);
    size_t bytes = 3 * (size_t)(cache > 64 << 20 ? cache : 64 << 20) / 2;
    char *from = malloc(bytes), *to = malloc(bytes);
    double rate[COPIES];
    if (!from || !to)
        return 0;
    memset(from, 1, bytes);
    memset(to, 2, bytes);
    for (int r = 0; r < COPIES; r++) {
        double start = now();
        memcpy(to, from, bytes);
        __asm__ volatile("" : : "r"(to), "r"(from) : "memory");
        rate[r] = (double)bytes / (now() - start);
    }
    free(from);
    free(to);
    qsort(rate, COPIES, sizeof *rate, ascending);
    return rate[COPIES / 2];
}

/* ---- Tables ---- */

static double memory;

static void print_head(const char *flags)
{
    memory = memory_speed();
    printf("golden model, %s%s, %s, %s, one core, %s (medians of %d); memcpy of a buffer larger than the last cache %.2f GB/s\n",
           unit->name, flags,
           unit->line ? config.line_bytes == 32   ? "lines of 32 bytes"
                        : config.line_bytes == 64 ? "lines of 64 bytes"
                                                  : "lines of 128 bytes"
                      : "32 lanes",
           prepared ? wf_codec_vectors(prepared) : "a call a block", unit->line ? "million lines a second" : "GB/s of registers", RUNS,
           1e-9 * memory);
    printf("%-16s %9s %9s %9s %9s   %-23s   %s\n", "values", unit->line ? "size only" : "", "encode", "decode", "memcpy",
           "ratio to memory's memcpy", "to memcpy of the same blocks");
}

static void print_ratio(double rate, double of)
{
    if (rate > 0 && of > 0)
        printf(" %7.3f", rate / of);
    else
        printf(" %7s", "-");
}

/* The speeds of the blocks, and whether they came back. */
static int row(const char *name)
{
    memset(back, 0xa5, sizeof back);
    double unit_rate = unit->line ? 1e6 * 4 * words : 1e9, size = unit->line ? speed(run_measure) : 0, encode = speed(run_encode),
           decode = speed(run_decode);
    bool same = memcmp(blocks, back, (size_t)(4 * words * in_group * groups)) == 0;
    double copy = speed(run_copy);
    if (size > 0)
        printf("%-16s %9.2f", name, size / unit_rate);
    else
        printf("%-16s %9s", name, "-");
    printf(" %9.2f %9.2f %9.2f  ", encode / unit_rate, decode / unit_rate, copy / unit_rate);
    print_ratio(size, memory);
    print_ratio(encode, memory);
    print_ratio(decode, memory);
    printf("  ");
    print_ratio(size, copy);
    print_ratio(encode, copy);
    print_ratio(decode, copy);
    printf("\n");
    if (!same)
        printf("FAILED: the round trip of %s differs\n", name);
    return !same;
}

/* ---- Warp registers ---- */

static int register_speed(const char *flags)
{
    static const char *const names[] = {"uniform", "byte deltas", "halfword deltas", "random", "a mix of these", "base and stride"};
    rng r = {7};
    words = LANES, in_group = REGISTERS, groups = 1;
    print_head(flags);
    for (int kind = 0; kind < 6; kind++) {
        for (int b = 0; b < in_group; b++) {
            int k = kind == 4 ? (int)rng_below(&r, 4) : kind;
            uint32_t base = rng_word(&r), span = k == 0 ? 1 : k == 1 ? 120 : k == 2 ? 30000 : 0;
            for (uint32_t i = 0; i < LANES; i++)
                blocks[b * LANES + (int)i] = k == 5 ? 4 * (base + i) : span ? base + rng_below(&r, span) : rng_word(&r);
        }
        if (row(names[kind]) != 0)
            return 1;
    }
    return 0;
}

/* ---- Cache lines ---- */

/* Lines of one kind, a mix of them, and lines as programs have them. */
enum { ZEROS, SMALL, HALVES, POINTERS, FLOATS, REPEATED, RANDOM, MIX, OBJECTS, REGISTER_LINES, LINE_KINDS };
static const char *const line_kinds[] = {"zeros",           "small integers", "halfwords",      "pointers", "floats",
                                         "repeated values", "random",         "a mix of these", "objects",  "registers"};

static void fill_line(rng *r, int kind, uint32_t *word)
{
    uint64_t base = rng_next(r) & 0x7fffffffff00u, value = rng_next(r);
    for (int i = 0; i < words; i++) {
        uint64_t pointer = base + rng_below(r, 128);
        switch (kind) {
        case ZEROS: word[i] = 0; break;
        case SMALL: word[i] = rng_below(r, 4) ? rng_below(r, 256) - 128 : 0; break;
        case HALVES: word[i] = rng_below(r, 65536) - 32768; break;
        case POINTERS: word[i] = i % 2 ? word[i - 1] ? (uint32_t)(base >> 32) : 0 : (uint32_t)pointer; break;
        case FLOATS: word[i] = 0x3f800000u + (rng_word(r) >> 10); break;
        case REPEATED: word[i] = (uint32_t)(value >> 32 * (i % 2)); break;
        default: word[i] = rng_word(r); break;
        }
    }
}

/* One field of an object, in two words: a pointer or none, the size of the block, counts and flags, text, a number of 64 bits. */
static void fill_field(rng *r, uint32_t *word)
{
    uint64_t pointer = 0x55d000000000u + 16 * rng_below(r, 1 << 20), value = 0;
    switch (rng_below(r, 8)) {
    case 0:
    case 1:
    case 2: value = pointer; break;
    case 3: break;
    case 4: value = 16 * rng_below(r, 20) | 1; break;
    case 5: value = rng_below(r, 1000) | (uint64_t)rng_below(r, 4) << 32; break;
    case 6: value = 0x2020202020202020u | (rng_next(r) & 0x5f5f5f5f5f5f5f5fu); break;
    default: value = rng_next(r); break;
    }
    word[0] = (uint32_t)value;
    word[1] = (uint32_t)(value >> 32);
}

/* Objects in memory, one after another, each of 2 to 16 fields, and some empty space. */
static void fill_objects(rng *r, uint32_t *word, int count)
{
    for (int at = 0; at < count;) {
        int fields = 2 + (int)rng_below(r, 15);
        bool empty = rng_below(r, 4) == 0;
        for (int i = 0; i < fields && at < count; i++, at += 2)
            if (empty)
                word[at] = word[at + 1] = 0;
            else
                fill_field(r, word + at);
    }
}

/* Registers of warps: one value, addresses, counts, floats near each other or not. */
static void fill_registers(rng *r, uint32_t *word, int count)
{
    for (int at = 0; at < count; at += LANES) {
        uint32_t base = rng_word(r), kind = rng_below(r, 6), small = rng_below(r, 1000), range = 1u << rng_below(r, 24);
        for (uint32_t i = 0; i < LANES; i++)
            word[at + (int)i] = kind == 0   ? small
                                : kind == 1 ? base
                                : kind == 2 ? base + 4 * i
                                : kind == 3 ? small + rng_below(r, 300)
                                : kind == 4 ? 0x3f800000u + rng_below(r, range)
                                            : 0x3f000000u + (rng_word(r) >> 7);
    }
}

static void fill_lines(int kind)
{
    rng r = {7};
    groups = kind >= OBJECTS ? GROUPS : 1;
    if (kind == OBJECTS)
        fill_objects(&r, blocks, GROUPS * LINES * words);
    else if (kind == REGISTER_LINES)
        fill_registers(&r, blocks, GROUPS * LINES * words);
    for (int i = 0; kind < OBJECTS && i < LINES; i++)
        fill_line(&r, kind == MIX ? (int)rng_below(&r, MIX) : kind, blocks + i * words);
}

/* The first groups of lines of a file. */
static int file_speed(const char *path, const char *flags)
{
    FILE *file = fopen(path, "rb");
    size_t size = sizeof *blocks * LINES * (size_t)words, bytes = file ? fread(blocks, 1, GROUPS * size, file) : 0;
    char name[16];
    if (file)
        fclose(file);
    groups = (int)(bytes / size);
    if (groups == 0) {
        fprintf(stderr, "bench_model: %s: expected a file of %d lines or more\n", path, LINES);
        return 2;
    }
    print_head(flags);
    snprintf(name, sizeof name, "%d", groups * LINES);
    return row(name);
}

static int line_speed(const char *flags)
{
    print_head(flags);
    for (int kind = 0; kind < LINE_KINDS; kind++) {
        fill_lines(kind);
        if (row(line_kinds[kind]) != 0)
            return 1;
    }
    return 0;
}

static int refuse(const char *why)
{
    fprintf(stderr, "bench_model: %s\n", why);
    return 2;
}

int main(int argc, char **argv)
{
    char flags[256] = "", why[WF_WHY] = "expected the name of a codec, then --PARAMETER VALUE";
    const char *path = NULL, *by = "array";
    unit = argc > 1 ? wf_find_unit(argv[1]) : NULL;
    if (unit == NULL || unit->codec == NULL)
        return refuse(why);
    config = wf_default_config(unit, unit->line ? 64 : LANES);
    for (int i = 2; i + 1 < argc; i += 2) {
        if (unit->line && strcmp(argv[i], "--raw") == 0) {
            path = argv[i + 1];
        } else if (strcmp(argv[i], "--by") == 0) {
            by = argv[i + 1];
        } else if (strncmp(argv[i], "--", 2) != 0 || wf_set_param(unit, &config, argv[i] + 2, argv[i + 1], why) != WF_OK) {
            return refuse(why);
        } else if (strcmp(argv[i], "--line") != 0) {
            snprintf(flags + strlen(flags), sizeof flags - strlen(flags), " %s %s", argv[i], argv[i + 1]);
        }
    }
    if (strcmp(by, "array") != 0 && strcmp(by, "block") != 0)
        return refuse("--by: accepted is array|block");
    if (strcmp(by, "array") == 0 && (prepared = wf_codec_open(unit, &config, why)) == NULL)
        return refuse(why);
    words = config.line_bytes / 4, in_group = LINES;
    int code_of_end = path ? file_speed(path, flags) : unit->line ? line_speed(flags) : register_speed(flags);
    wf_codec_close(prepared);
    return code_of_end;
}
