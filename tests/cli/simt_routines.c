/* SPDX-License-Identifier: Apache-2.0
 *
 * simt_routines ROUTINES.elf LINES [TRACE]... - holds each assist warp routine of the program to its codec's golden model:
 * LINES corners and random lines, and all lines that the traces show whole. A compression must leave the code of the model to the byte,
 * in all bursts that it takes, and return its bytes; a decompression must give the line back, whatever is behind the code. Neither may
 * change what it reads, or write behind its line. TAP, with the mean bursts of a line, raw ones included.
 *
 * simt_routines --table ROUTINES.elf - a row of each routine: instructions, registers, loads and stores of the warp, for a line.
 *
 * simt_routines --store ROUTINES.elf - the code of each routine, as routines/store.txt has it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/random.h"
#include "../../base/text.h"
#include "../../memory/line_traffic.h"
#include "../../routines/routine_code.h"
#include "../../sim/stimuli.h"
#include "simt_routines.h"

/* ---- Comparison ---- */

static rng noise = {.state = 99};

static void scramble(void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)rng_word(&noise);
}

static void show(const char *what, const void *bytes)
{
    printf("# %s", what);
    for (int i = 0; i < LINE; i++)
        printf("%s%02x", i % 32 ? "" : " ", ((const uint8_t *)bytes)[i]);
    printf("\n");
}

static void tell(row *r, int direction, const char *what, const void *from, const void *got, const void *expected)
{
    printf("# %s: %s\n", r->routine[direction], what);
    show("from    ", from);
    show("to      ", got);
    show("expected", expected);
    r->failed = true;
}

/* Did the program leave all else as it was? */
static bool kept(const memory *before, const memory *after, unsigned i)
{
    return memcmp(before->from[i], after->from[i], LINE) == 0 && memcmp(before->to[i] + LINE, after->to[i] + LINE, SLOT - LINE) == 0;
}

static memory before, after;

/* Of the batch's lines, the bursts of the shortest code of any routine: CABA's BestOfAll, which chooses at no cost. */
static int best[BATCH];
static unsigned long long best_bursts;

static void compress(driver *p, row *r, const uint32_t (*lines)[WORDS], unsigned count)
{
    wf_code code;

    memcpy(before.from, lines, count * LINE);
    scramble(before.to, count * SLOT);
    after = before;
    run_routine(p, (int)(r - rows), false, &after, count);
    for (unsigned i = 0; i < count && !r->failed; i++) {
        uint32_t bytes = encode(r, lines[i], &code);
        int bursts = wf_units_used(&r->d.sizes, &code);
        if (after.bytes[i] != bytes)
            tell(r, 0, format_new("it returns a length of %u; the golden model has %u", after.bytes[i], bytes), lines[i], after.to[i],
                 code.payload);
        else if (bytes != 0 && memcmp(after.to[i], code.payload, (size_t)bursts * WF_BURST_BYTES) != 0)
            tell(r, 0, "another code", lines[i], after.to[i], code.payload);
        else if (!kept(&before, &after, i))
            tell(r, 0, "it changed what it reads, or wrote behind its line", lines[i], after.to[i], code.payload);
        r->fitted += bytes != 0;
        r->bursts += (unsigned)bursts;
        best[i] = bursts < best[i] ? bursts : best[i];
    }
    r->lines += count;
}

static void decompress(driver *p, row *r, const uint32_t (*lines)[WORDS], unsigned count)
{
    static uint32_t expected[BATCH][WORDS];
    wf_code code;
    unsigned fitted = 0;

    for (unsigned i = 0; i < count; i++)
        if (encode(r, lines[i], &code) != 0) {
            scramble(before.from[fitted], LINE);
            memcpy(before.from[fitted], code.payload, (size_t)wf_units_used(&r->d.sizes, &code) * WF_BURST_BYTES);
            memcpy(expected[fitted++], lines[i], LINE);
        }
    if (fitted == 0)
        return;
    scramble(before.to, fitted * SLOT);
    after = before;
    run_routine(p, (int)(r - rows), true, &after, fitted);
    for (unsigned i = 0; i < fitted && !r->failed; i++)
        if (memcmp(after.to[i], expected[i], LINE) != 0)
            tell(r, 1, "another line", before.from[i], after.to[i], expected[i]);
        else if (!kept(&before, &after, i))
            tell(r, 1, "it changed what it reads, or wrote behind its line", before.from[i], after.to[i], expected[i]);
}

/* ---- Lines: a batch goes through all routines ---- */

typedef struct {
    driver *p;
    uint32_t line[BATCH][WORDS];
    unsigned count;
} batch;

static void give_batch(batch *b)
{
    for (unsigned i = 0; i < b->count; i++)
        best[i] = LINE / WF_BURST_BYTES;
    for (row *r = rows; r < rows + row_count && b->count > 0; r++) {
        if (!r->failed)
            compress(b->p, r, (const uint32_t(*)[WORDS])b->line, b->count);
        if (!r->failed)
            decompress(b->p, r, (const uint32_t(*)[WORDS])b->line, b->count);
    }
    for (unsigned i = 0; i < b->count; i++)
        best_bursts += (unsigned)best[i];
    b->count = 0;
}

static void give(batch *b, const uint32_t *line)
{
    memcpy(b->line[b->count++], line, LINE);
    if (b->count == BATCH)
        give_batch(b);
}

static void give_stimuli(batch *b, unsigned long long lines)
{
    stimulus x;
    stimuli *s = stimuli_new(&rows[0].d, 1, NULL, 0);

    for (unsigned long long i = 0; i < lines; i++) {
        stimuli_next(s, &x);
        give(b, x.block);
    }
    stimuli_free(s);
}

static unsigned long long give_trace(batch *b, const char *path)
{
    static trace_record t;
    const line_access *access;
    unsigned long long lines = 0;
    trace *file = trace_open(path);
    line_traffic *traffic = line_traffic_open(LINE, PRIVATE_STACK_FLAT);

    while (trace_next(file, &t))
        for (int count = line_traffic_of(traffic, &t, &access), i = 0; i < count; i++)
            if (access[i].whole) {
                give(b, access[i].content);
                lines++;
            }
    line_traffic_close(traffic);
    trace_close(file);
    return lines;
}

static int test(driver *p, unsigned long long lines, char **traces, int count)
{
    static batch b;
    unsigned long long traced = 0;
    int number = 0, failed = 0;

    b.p = p;
    give_stimuli(&b, lines);
    for (int i = 0; i < count; i++)
        traced += give_trace(&b, traces[i]);
    give_batch(&b);
    for (row *r = rows; r < rows + row_count; r++) {
        bool ok = !r->failed && r->fitted > 0;
        printf("%s %d - %s: %llu lines, %llu fit, %.3f bursts a line\n", ok ? "ok" : "not ok", ++number, r->name, r->lines, r->fitted,
               (double)r->bursts / (double)r->lines);
        failed += !ok;
    }
    printf("# the best of all: %.3f bursts a line; %llu lines are of traces\n", (double)best_bursts / (double)rows[0].lines, traced);
    printf("1..%d\n", number);
    return failed != 0;
}

/* ---- The table ---- */

enum { SAMPLES = 400 };
typedef struct {
    bool some;
    uint64_t least, most;
} bounds;

static void widen(bounds *b, uint64_t value)
{
    b->least = !b->some || value < b->least ? value : b->least;
    b->most = value > b->most ? value : b->most;
    b->some = true;
}

/* What one line takes, without what it takes to call a routine that only returns. */
static void measure(driver *p, const row *r, bool back, const uint32_t *line, bounds *took)
{
    memcpy(before.from, line, LINE);
    simt_totals all = run_routine(p, (int)(r - rows), back, &before, 1), call = run_routine(p, row_count, back, &before, 1);
    widen(&took[0], all.warps - call.warps + 1);
    widen(&took[1], all.loads - call.loads);
    widen(&took[2], all.stores - call.stores);
}

static void put_bounds(const bounds *b)
{
    if (b->least == b->most)
        printf(" | %d", (int)b->most);
    else
        printf(" | %d to %d", (int)b->least, (int)b->most);
}

static void put_static(const simt_program *p, const char *name)
{
    uint64_t registers = 0;
    uint32_t pc, end;

    place_of(p, name, &pc, &end);
    for (uint32_t at = pc; at < end; at += 4)
        registers |= simt_program_at(p, at)->reads | simt_program_at(p, at)->writes;
    printf("| %s | %u | %d", name, (unsigned)(end - pc) / 4, __builtin_popcountll(registers));
}

static void put_row(driver *p, const row *r, int direction)
{
    stimulus x;
    wf_code code;
    bounds took[3] = {{0}};
    stimuli *s = stimuli_new(&r->d, 1, NULL, 0);

    for (int i = 0, lines = 0; i < 100000 && lines < SAMPLES; i++) {
        stimuli_next(s, &x);
        uint32_t bytes = encode(r, x.block, &code);
        if (direction == 0 || bytes != 0) {
            measure(p, r, direction == 1, direction == 0 ? x.block : code.payload, took);
            lines++;
        }
    }
    stimuli_free(s);
    put_static(&p->program, r->routine[direction]);
    for (int i = 0; i < 3; i++)
        put_bounds(&took[i]);
    printf(" |\n");
}

/* A routine has one row, and the driver's choice by the head none. */
static bool has_row(const row *r, int direction)
{
    const char *choice = "_by_head", *name = r->routine[direction];
    size_t len = strlen(name), tail = strlen(choice);

    if (len > tail && strcmp(name + len - tail, choice) == 0)
        return false;
    for (const row *other = rows; other < r; other++)
        if (strcmp(other->routine[direction], name) == 0)
            return false;
    return true;
}

static int table(driver *p)
{
    printf("| routine | instructions | registers | executed | loads | stores |\n|---|---|---|---|---|---|\n");
    for (int direction = 0; direction < 2; direction++)
        for (row *r = rows; r < rows + row_count; r++)
            if (has_row(r, direction))
                put_row(p, r, direction);
    return 0;
}

/* ---- The code ---- */

static int store(driver *p)
{
    printf("# SPDX-License-Identifier: Apache-2.0\n"
           "# store.txt - what the assist warp store holds: the code of each routine, which `make routines-store` writes from its source. "
           "A word, and its name.\n");
    for (int direction = 0; direction < 2; direction++)
        for (row *r = rows; r < rows + row_count; r++)
            if (has_row(r, direction))
                put_code(&p->program, r->routine[direction]);
    return 0;
}

int main(int argc, char **argv)
{
    const bool is_table = argc == 3 && strcmp(argv[1], "--table") == 0, is_store = argc == 3 && strcmp(argv[1], "--store") == 0;
    driver p = {.path = argv[is_table || is_store ? 2 : argc > 1]};

    if (argc < 3 || (!is_table && !is_store && atoll(argv[2]) < 1)) {
        fprintf(stderr, "usage: simt_routines ROUTINES.elf LINES [TRACE]... | --table ROUTINES.elf | --store ROUTINES.elf\n");
        return 2;
    }
    char *wrong = simt_program_read(&p.program, p.path);
    if (wrong != NULL) {
        fprintf(stderr, "%s: %s\n", p.path, wrong);
        return 2;
    }
    read_rows(&p);
    if (is_store)
        return store(&p);
    return is_table ? table(&p) : test(&p, (unsigned long long)atoll(argv[2]), argv + 3, argc - 3);
}
