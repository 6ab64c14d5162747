/* SPDX-License-Identifier: Apache-2.0
 *
 * bench_model UNIT [--line BYTES] [--raw FILE] [--PARAMETER VALUE]... - speed of a codec's golden model, one core: GB of warp registers a second
 * beside memcpy in the same run, or millions of cache lines, of 64 bytes without --line; medians of runs. --raw: of the file's first lines, beside
 * memcpy. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../base/random.h"
#include "../../cmodel/warpfold.h"

enum { LANES = 32, BLOCKS = 4096, RUNS = 41, ROUNDS = 8 };
static uint32_t blocks[BLOCKS][LANES], back[BLOCKS][LANES];
static wf_code codes[BLOCKS];

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* CPU time, so that other processes do not count */
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static const wf_unit *unit;
static const wf_codec *codec;
static wf_config config;

static void run_copy(void)
{
    for (int i = 0; i < BLOCKS; i++) {
        memcpy(back[i], blocks[i], sizeof back[i]);
        __asm__ volatile("" : : "r"(back[i]) : "memory");
    }
}

static void run_encode(void)
{
    static const uint32_t mask[WF_MASK_WORDS] = {~0u};
    for (int i = 0; i < BLOCKS; i++) {
        wf_input in = {.block = blocks[i], .mask = mask};
        wf_encode(codec, &config, &in, &codes[i]);
    }
}

static void run_decode(void)
{
    for (int i = 0; i < BLOCKS; i++)
        wf_decode(codec, &config, &codes[i], back[i]);
}

static double best; /* of the runs of the last speed() */

/* Median GB/s over the runs. */
static double speed(void (*run)(void))
{
    double s[RUNS];
    for (int r = 0; r < RUNS; r++) {
        double start = now();
        for (int k = 0; k < ROUNDS; k++)
            run();
        s[r] = 1e-9 * ROUNDS * sizeof blocks / (now() - start);
    }
    qsort(s, RUNS, sizeof *s, ascending);
    best = s[RUNS - 1];
    return s[RUNS / 2];
}

static int register_speed(const char *flags)
{
    static const char *const names[] = {"uniform", "byte deltas", "halfword deltas", "random", "a mix of these", "base and stride"};
    rng r = {7};
    printf("golden model, %s%s, 32 lanes, one core, GB/s of registers (median of %d)\n", unit->name, flags, RUNS);
    printf("%-16s %8s %8s %8s  %s\n", "values", "memcpy", "encode", "decode", "encode/memcpy");
    for (int kind = 0; kind < 6; kind++) {
        for (int b = 0; b < BLOCKS; b++) {
            int k = kind == 4 ? (int)rng_below(&r, 4) : kind;
            uint32_t base = rng_word(&r), span = k == 0 ? 1 : k == 1 ? 120 : k == 2 ? 30000 : 0;
            for (uint32_t i = 0; i < LANES; i++)
                blocks[b][i] = k == 5 ? 4 * (base + i) : span ? base + rng_below(&r, span) : rng_word(&r);
        }
        double copy = speed(run_copy), encode = speed(run_encode), decode = speed(run_decode);
        printf("%-16s %8.2f %8.2f %8.2f  %.3f\n", names[kind], copy, encode, decode, encode / copy);
        if (memcmp(blocks, back, sizeof blocks) != 0) {
            printf("FAILED: the round trip of %s differs\n", names[kind]);
            return 1;
        }
    }
    return 0;
}

/* ---- cache lines ---- */

/* A group is few lines, so that the codes stay in a second-level cache. Lines of programs are many groups, each met once in a run: no
 * branch predictor learns them. */
enum { LINE_WORDS = 32, LINES = 512, MANY = 64 };
static uint32_t lines[MANY * LINES * LINE_WORDS], line_back[MANY * LINES * LINE_WORDS];
static int words = 16;             /* of a line */
static int groups;                 /* of the lines */
static uint32_t *line, *back_line; /* of the group in turn */
static volatile int sizes_sum;

static void run_measure(void)
{
    int sum = 0;
    for (int i = 0; i < LINES; i++) {
        wf_input in = {.block = line + i * words};
        sum += wf_measure(codec, &config, &in);
    }
    sizes_sum = sum;
}

static void run_encode_lines(void)
{
    for (int i = 0; i < LINES; i++) {
        wf_input in = {.block = line + i * words};
        wf_encode(codec, &config, &in, &codes[i]);
    }
}

static void run_copy_lines(void)
{
    for (int i = 0; i < LINES; i++) {
        memcpy(back_line + i * words, line + i * words, sizeof *line * (size_t)words);
        __asm__ volatile("" : : "r"(back_line) : "memory");
    }
}

static void run_decode_lines(void)
{
    for (int i = 0; i < LINES; i++)
        wf_decode(codec, &config, &codes[i], back_line + i * words);
}

/* Prints the median in millions of lines a second, and the best run, which a shared machine disturbs least. A single group runs several
 * times, and so does a copy, since a clock is read between groups. */
static void line_speed(void (*run)(void))
{
    double rate[RUNS];
    int rounds = groups == 1 || run == run_copy_lines ? ROUNDS : 1;
    for (int r = 0; r < RUNS; r++) {
        double spent = 0;
        for (int g = 0; g < groups; g++) {
            line = lines + g * LINES * words;
            back_line = line_back + g * LINES * words;
            if (run == run_decode_lines)
                run_encode_lines();
            double start = now();
            for (int k = 0; k < rounds; k++)
                run();
            spent += now() - start;
        }
        rate[r] = 1e-6 * rounds * groups * LINES / spent;
    }
    qsort(rate, RUNS, sizeof *rate, ascending);
    printf(" %10.1f %8.1f", rate[RUNS / 2], rate[RUNS - 1]);
}

/* Lines of one kind, a mix of them, and lines as programs have them. */
enum { ZEROS, SMALL, HALVES, POINTERS, FLOATS, REPEATED, RANDOM, MIX, OBJECTS, REGISTERS, LINE_KINDS };
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
    groups = kind >= OBJECTS ? MANY : 1;
    if (kind == OBJECTS)
        fill_objects(&r, lines, MANY * LINES * words);
    else if (kind == REGISTERS)
        fill_registers(&r, lines, MANY * LINES * words);
    for (int i = 0; kind < OBJECTS && i < LINES; i++)
        fill_line(&r, kind == MIX ? (int)rng_below(&r, MIX) : kind, lines + i * words);
}

/* The three speeds, and whether the lines came back. */
static int row_of_lines(const char *name)
{
    line_speed(run_measure);
    line_speed(run_encode_lines);
    line_speed(run_decode_lines);
    printf("\n");
    if (memcmp(lines, line_back, (size_t)(4 * words * LINES * groups)) != 0) {
        printf("FAILED: the round trip of %s differs\n", name);
        return 1;
    }
    return 0;
}

/* The first groups of lines of a file. */
static int file_speed(const char *path)
{
    FILE *file = fopen(path, "rb");
    size_t group = sizeof *lines * LINES * (size_t)words, bytes = file ? fread(lines, 1, MANY * group, file) : 0;
    if (file)
        fclose(file);
    groups = (int)(bytes / group);
    if (groups == 0) {
        fprintf(stderr, "bench_model: %s: expected a file of %d lines or more\n", path, LINES);
        return 2;
    }
    printf("%-16s %10s %8s %10s %8s %10s %8s %10s %8s\n", "lines", "memcpy", "best", "size only", "best", "encode", "best", "decode",
           "best");
    printf("%-16d", groups * LINES);
    line_speed(run_copy_lines);
    memset(line_back, 0xa5, sizeof line_back);
    return row_of_lines(path);
}

static int lines_speed(const char *flags)
{
    printf("golden model, %s%s, lines of %d bytes, one core, million lines a second (median of %d)\n", unit->name, flags, 4 * words, RUNS);
    printf("%-16s %10s %8s %10s %8s %10s %8s\n", "values", "size only", "best", "encode", "best", "decode", "best");
    for (int kind = 0; kind < LINE_KINDS; kind++) {
        fill_lines(kind);
        printf("%-16s", line_kinds[kind]);
        if (row_of_lines(line_kinds[kind]) != 0)
            return 1;
    }
    return 0;
}

/* Sets what the flag names. */
static bool set(const char *flag, const char *value, char *why)
{
    if (strncmp(flag, "--", 2) != 0 || wf_set_param(unit, &config, flag + 2, value, why) != WF_OK)
        return false;
    words = unit->line ? config.line_bytes / 4 : words;
    return true;
}

int main(int argc, char **argv)
{
    char flags[256] = "", why[WF_WHY] = "expected the name of a codec, then --PARAMETER VALUE";
    const char *path = NULL; /* --raw */
    unit = argc > 1 ? wf_find_unit(argv[1]) : NULL;
    if (unit == NULL || unit->codec == NULL) {
        fprintf(stderr, "bench_model: %s\n", why);
        return 2;
    }
    codec = unit->codec;
    config = wf_default_config(unit, unit->line ? 4 * words : LANES);
    for (int i = 2; i + 1 < argc; i += 2) {
        if (unit->line && strcmp(argv[i], "--raw") == 0) {
            path = argv[i + 1];
            continue;
        }
        if (!set(argv[i], argv[i + 1], why)) {
            fprintf(stderr, "bench_model: %s\n", why);
            return 2;
        }
        if (strcmp(argv[i], "--line") != 0)
            snprintf(flags + strlen(flags), sizeof flags - strlen(flags), " %s %s", argv[i], argv[i + 1]);
    }
    return path ? file_speed(path) : unit->line ? lines_speed(flags) : register_speed(flags);
}
