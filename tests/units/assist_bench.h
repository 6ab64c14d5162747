/* SPDX-License-Identifier: Apache-2.0
 *
 * assist_bench.h - the system assist for C tests: a routine is a string, and each input a call. What is given goes in in the current cycle; a kill
 * stays until it is taken. */
#ifndef WF_TESTS_ASSIST_BENCH_H
#define WF_TESTS_ASSIST_BENCH_H

#include <ctype.h>

#include "machine.h"

enum { BENCH_LANES = 32, BENCH_SPARE = 16, BENCH_LONG = 200, BENCH_ENTRIES = 32 };
extern const wf_unit wf_unit_assist;

typedef struct {
    machine m;
    int cycle;
    uint32_t in_part[BENCH_ENTRIES]; /* for `serve`: instructions that were not issued */
    bool last[BENCH_ENTRIES];
} bench;

static inline uint32_t *get(const bench *b, const char *stream, const char *field)
{
    return machine_field(&b->m, stream, field);
}

/* To this cycle. */
static inline void at(bench *b, int cycle)
{
    static const char *const once[] = {"store", "map", "spare", "trigger", "issued", "resume", "retire", "busy"};
    assert_true(cycle >= b->cycle);
    while (b->cycle < cycle) {
        bool killed = *machine_valid(&b->m, "kill") && *machine_ready(&b->m, "kill");
        machine_step(&b->m);
        for (size_t i = 0; i < sizeof once / sizeof *once; i++)
            *machine_valid(&b->m, once[i]) = 0;
        *get(b, "issued", "instances") = *get(b, "retire", "instances") = 0;
        if (killed)
            *machine_valid(&b->m, "kill") = 0;
        b->cycle++;
    }
}

/* To the next cycle, from this one on, in which the stream is valid; tells it. */
static inline int until(bench *b, const char *stream)
{
    const int end = b->cycle + BENCH_LONG;
    while (!*machine_valid(&b->m, stream)) {
        if (b->cycle == end)
            fail_msg("nothing at %s", stream);
        at(b, b->cycle + 1);
    }
    return b->cycle;
}

static inline void take(bench *b, const char *stream, bool ready)
{
    *machine_ready(&b->m, stream) = ready;
}

/* `settings`: names and values, up to NULL. 16 registers are to spare. */
static inline bench bench_new(const char *settings, ...)
{
    wf_config c = wf_default_config(&wf_unit_assist, BENCH_LANES);
    va_list args;
    va_start(args, settings);
    for (; settings; settings = va_arg(args, const char *))
        *unit_param(&wf_unit_assist, &c, settings) = va_arg(args, int);
    va_end(args);
    bench b = {.m = machine_new(&wf_unit_assist, c)};
    take(&b, "deploy", true);
    take(&b, "idle", true);
    *machine_valid(&b.m, "spare") = 1;
    *get(&b, "spare", "registers") = BENCH_SPARE;
    at(&b, 1);
    return b;
}

static inline void bench_free(bench *b)
{
    machine_free(&b->m);
}

/* An instruction; flags: 1 the last one, 2 a branch. */
static inline void store(bench *b, uint32_t routine, uint32_t address, uint32_t first, uint32_t flags, uint32_t instruction)
{
    assert_true(*machine_ready(&b->m, "store"));
    *machine_valid(&b->m, "store") = 1;
    *get(b, "store", "routine") = routine;
    *get(b, "store", "address") = address;
    *get(b, "store", "first") = first;
    *get(b, "store", "last") = flags & 1;
    *get(b, "store", "branch") = flags >> 1;
    *get(b, "store", "instruction") = instruction;
    at(b, b->cycle + 1);
}

/* A routine, a letter an instruction: a capital goes on to the next one, a small one is a branch. One of three and more ends with its last letter. */
static inline void load(bench *b, uint32_t routine, uint32_t address, const char *text)
{
    const size_t length = strlen(text);
    for (size_t i = 0; i < length; i++) {
        uint32_t flags = i + 1 == length && length > 2 ? 1 : islower((unsigned char)text[i]) ? 2 : 0;
        store(b, routine, address + (uint32_t)i, i == 0, flags, (uint32_t)toupper((unsigned char)text[i]));
    }
}

static inline void map(bench *b, uint32_t event, uint32_t routine, bool high, uint32_t registers)
{
    *machine_valid(&b->m, "map") = 1;
    *get(b, "map", "cause") = event;
    *get(b, "map", "routine") = routine;
    *get(b, "map", "high") = high;
    *get(b, "map", "registers") = registers;
    at(b, b->cycle + 1);
}

static inline void trigger(bench *b, uint32_t event, uint32_t warp, uint32_t data)
{
    *machine_valid(&b->m, "trigger") = 1;
    *get(b, "trigger", "cause") = event;
    *get(b, "trigger", "warp") = warp;
    *get(b, "trigger", "data") = data;
}

static inline void issued(bench *b, uint32_t instance)
{
    *machine_valid(&b->m, "issued") = 1;
    *get(b, "issued", "instances") |= (uint32_t)1 << instance;
}

static inline void retire(bench *b, uint32_t instance)
{
    *machine_valid(&b->m, "retire") = 1;
    *get(b, "retire", "instances") |= (uint32_t)1 << instance;
}

static inline void resume(bench *b, uint32_t instance, uint32_t address)
{
    *machine_valid(&b->m, "resume") = 1;
    *get(b, "resume", "entry") = instance;
    *get(b, "resume", "address") = address;
}

static inline void ask_kill(bench *b, uint32_t warp)
{
    *machine_valid(&b->m, "kill") = 1;
    *get(b, "kill", "warp") = warp;
}

static inline void busy(bench *b, uint32_t slots)
{
    *machine_valid(&b->m, "busy") = 1;
    *get(b, "busy", "used") = slots;
}

/* A cycle of a core: what leaves is issued from the next cycle on, one instruction of an instance in a cycle, and the last one completes then. A branch goes
 * to `target`. */
static inline void serve(bench *b, uint32_t target)
{
    for (uint32_t e = 0; e < BENCH_ENTRIES; e++)
        if (b->in_part[e] > 0) {
            issued(b, e);
            b->in_part[e]--;
        } else if (b->last[e]) {
            retire(b, e);
            b->last[e] = false;
        }
    if (*machine_valid(&b->m, "deploy") && *machine_ready(&b->m, "deploy")) {
        const uint32_t e = *get(b, "deploy", "entry");
        b->in_part[e] += *get(b, "deploy", "count");
        b->last[e] = *get(b, "deploy", "last");
        if (*get(b, "deploy", "branch")) {
            at(b, b->cycle + 1);
            resume(b, e, target);
            return;
        }
    }
    at(b, b->cycle + 1);
}

static inline bool held(const bench *b, uint32_t warp)
{
    return get(b, "held", "warps")[warp / 32] >> warp % 32 & 1;
}

#endif
