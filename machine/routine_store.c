/* SPDX-License-Identifier: Apache-2.0
 *
 * routine_store.c - reads the code, line by line, into a program of the SIMT machine, and runs a warp of it. Equal paths are kept once. */
#include "routine_store_parts.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../base/arena.h"
#include "../base/file.h"
#include "../base/msg.h"
#include "../base/text.h"

static const char built_in[] = "routines/store.txt";

/* ---- the file ---- */

static void begin_routine(routine_store *s, const char *path, int number, const char *name, size_t len)
{
    for (int r = 0; r < s->routines; r++)
        if (strlen(s->list[r].name) == len && memcmp(s->list[r].name, name, len) == 0)
            die_usage("%s:%d: there is a routine %s already", path, number, s->list[r].name);
    s->list = grow_one(s->list, (size_t)s->routines, sizeof *s->list);
    s->list[s->routines++] = (routine){.name = format_new("%.*s", (int)len, name), .first = s->count, .straight = true};
}

/* A line: nothing, a comment, the name of a routine, or a word of 8 digits and its name. */
static void take_line(routine_store *s, const char *path, int number, const char *line, size_t len)
{
    size_t word = 0;
    while (len > 0 && isspace((unsigned char)line[len - 1]))
        len--;
    if (len == 0 || *line == '#')
        return;
    while (word < len && isxdigit((unsigned char)line[word]))
        word++;
    if (word != 8 || word == len || line[word] != ' ') {
        if (memchr(line, ' ', len) || (word == 8 && word == len))
            die_usage("%s:%d: \"%.*s\": a routine's name, or an instruction as 8 hexadecimal digits and its name, is accepted", path,
                      number, (int)len, line);
        begin_routine(s, path, number, line, len);
        return;
    }
    if (s->routines == 0)
        die_usage("%s:%d: an instruction before the name of a routine", path, number);
    if (s->count == UINT16_MAX)
        die_usage("%s:%d: a store has at most %d instructions", path, number, UINT16_MAX);
    s->words = grow_one(s->words, (size_t)s->count, sizeof *s->words);
    s->words[s->count++] = (uint32_t)strtoul(line, NULL, 16);
    s->list[s->routines - 1].count++;
}

static void read_text(routine_store *s, const char *path, const char *at, size_t len)
{
    const char *end = at + len;
    for (int number = 1; at < end; number++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t bytes = (size_t)((stop ? stop : end) - at);
        take_line(s, path, number, at, bytes);
        at += bytes + 1;
    }
    for (int r = 0; r < s->routines; r++)
        if (s->list[r].count == 0)
            die_usage("%s: %s has no instruction", path, s->list[r].name);
    if (s->routines == 0)
        die_usage("%s has no routine", path);
}

/* ---- instructions ---- */

/* Registers of a routine get numbers in the order in which it names them. */
static int number_of(int8_t *numbers, int *count, trace_register reg)
{
    int8_t *at = &numbers[reg.file == TRACE_F ? SIMT_F + reg.reg : reg.reg];
    if (*at < 0)
        *at = (int8_t)(*count)++;
    return *at;
}

static void make_step(feed_instruction *i, const simt_op *op, int8_t *numbers, int *count)
{
    *i = (feed_instruction){.op = (trace_class)op->op,
                            .operation = (trace_operation)op->operation,
                            .type = (trace_type)op->type,
                            .mask_known = true,
                            .destinations_known = true,
                            .mask = {UINT32_MAX},
                            .sources = op->sources,
                            .destinations = op->destinations};
    for (int k = 0; k < op->sources; k++)
        i->source[k] = (int16_t)number_of(numbers, count, op->source[k]);
    if (op->destinations)
        i->destination[0] = (int16_t)number_of(numbers, count, op->destination);
    if (op->op == TRACE_LOADS || op->op == TRACE_STORES) {
        i->accesses = zalloc(sizeof *i->accesses);
        *i->accesses = (feed_access){.store = op->op == TRACE_STORES, .space = TRACE_GLOBAL, .size = op->bytes, .mask = {UINT32_MAX}};
    }
}

static bool is_return(const simt_op *op)
{
    return op->code == SIMT_JALR && op->rd == 0 && op->rs1 == SIMT_RA;
}

static void make_routine(routine_store *s, const char *path, routine *r)
{
    int8_t numbers[SIMT_REGISTERS];
    memset(numbers, -1, sizeof numbers);
    for (int n = r->first; n < r->first + r->count; n++) {
        const simt_op *op = &s->ops[n];
        const simt_unit unit = (simt_unit)op->unit;
        if (op->code == SIMT_ILLEGAL || unit == SIMT_UNIT_SYSTEM || unit == SIMT_UNIT_ATOMIC || unit == SIMT_UNIT_EVENT)
            die_usage("%s: %s has %s (%08x): instructions of RV32IMF, votes and live registers are accepted", path, r->name, simt_name(op),
                      s->words[n]);
        r->straight &= unit != SIMT_UNIT_BRANCH && (unit != SIMT_UNIT_JUMP || (is_return(op) && n == r->first + r->count - 1));
        r->prefetches |= is_prefetch(op);
        make_step(&s->steps[n], op, numbers, &r->registers);
    }
}

static void make_program(routine_store *s, const char *path)
{
    s->ops = zalloc((size_t)s->count * sizeof *s->ops);
    s->steps = zalloc((size_t)s->count * sizeof *s->steps);
    for (int n = 0; n < s->count; n++)
        simt_decode(s->words[n], &s->ops[n]);
    for (int r = 0; r < s->routines; r++)
        make_routine(s, path, &s->list[r]);
    s->program = (simt_program){.segments = 1};
    s->program.segment[0] = (simt_segment){.address = CODE,
                                           .size = 4 * (uint32_t)s->count,
                                           .filled = 4 * (uint32_t)s->count,
                                           .data = (const unsigned char *)s->words,
                                           .code = s->ops,
                                           .words = (uint32_t)s->count};
    s->core.program = &s->program;
    memset(s->bucket, -1, sizeof s->bucket);
    simt_warp_make(&s->warp, ROUTINE_LANES, 16);
    s->warp.view.global = (simt_span){s->memory, FROM, SPAN};
}

routine_store *routine_store_open(const char *path)
{
    routine_store *s = zalloc(sizeof *s);
    if (path) {
        size_t len;
        char *code = file_read(path, &len);
        if (code == NULL)
            die_usage("%s: cannot be read: %s", path, strerror(errno));
        read_text(s, path, code, len);
        arena_free(code);
    } else {
        const asset *a = asset_find(built_in);
        read_text(s, built_in, a->data, a->len);
    }
    make_program(s, path ? path : built_in);
    return s;
}

void routine_store_close(routine_store *s)
{
    for (int k = 0; k < s->path_count; k++)
        arena_free((void *)s->paths[k].path.step);
    arena_free(s->paths);
    for (int n = 0; n < s->count; n++)
        arena_free(s->steps[n].accesses);
    simt_warp_free(&s->warp);
    arena_free(s->words);
    arena_free(s->ops);
    arena_free(s->steps);
    arena_free(s->list);
    arena_free(s);
}

int routine_find(const routine_store *s, const char *name)
{
    for (int r = 0; r < s->routines; r++)
        if (strcmp(s->list[r].name, name) == 0)
            return r;
    return -1;
}

const routine *routine_at(const routine_store *s, int number)
{
    return &s->list[number];
}

int routine_count(const routine_store *s)
{
    return s->routines;
}

/* ---- a run ---- */

static void set_argument(routine_store *s, int reg, uint32_t value, uint32_t step)
{
    for (uint32_t lane = 0; lane < ROUTINE_LANES; lane++)
        s->warp.registers[(uint32_t)reg * ROUTINE_LANES + lane] = value + step * lane;
}

static const routine_path *keep(routine_store *s, int number, const uint16_t *steps, int count)
{
    uint64_t hash = (uint64_t)number;
    for (int n = 0; n < count; n++)
        hash = (hash ^ steps[n]) * 0x100000001b3u;
    int *bucket = &s->bucket[(hash ^ hash >> 32) % BUCKETS];
    const size_t bytes = (size_t)count * sizeof *steps;
    for (int k = *bucket; k >= 0; k = s->paths[k].next) {
        const routine_path *p = &s->paths[k].path;
        if (s->paths[k].hash == hash && p->routine == number && p->count == count && memcmp(p->step, steps, bytes) == 0)
            return p;
    }
    uint16_t *step = zalloc(bytes);
    memcpy(step, steps, bytes);
    s->paths = grow_one(s->paths, (size_t)s->path_count, sizeof *s->paths);
    s->paths[s->path_count] = (kept){hash, *bucket, {s->path_count, number, count, step}};
    *bucket = s->path_count;
    return &s->paths[s->path_count++].path;
}

const routine_path *routine_run(routine_store *s, int number, const void *from, void *to, uint32_t *result)
{
    const routine *r = &s->list[number];
    uint16_t steps[ROUTINE_STEPS];
    int count = 0;
    memset(s->memory, 0, sizeof s->memory);
    memcpy(s->memory, from, ROUTINE_LINE);
    simt_warp_start(&s->warp, CODE + 4 * (uint32_t)r->first, ROUTINE_LANES);
    set_argument(s, SIMT_A0, FROM, 0);
    set_argument(s, SIMT_A0 + 1, TO, 0);
    set_argument(s, SIMT_A0 + 2, 0, 1);
    set_argument(s, SIMT_RA, SIMT_THREAD_END, 0);
    simt_warp_choose(&s->warp);
    while (s->warp.live > 0) {
        const uint32_t at = (s->warp.pc - CODE) / 4;
        if (count == ROUTINE_STEPS)
            die("the routine %s does not end within %d instructions", r->name, ROUTINE_STEPS);
        if (at < (uint32_t)r->first || at >= (uint32_t)(r->first + r->count))
            die("the routine %s leaves its code at instruction %d", r->name, count);
        steps[count++] = (uint16_t)at;
        if (simt_step(&s->core, &s->warp) == SIMT_FAULT)
            die("the routine %s, lane %d: %s", r->name, s->core.lane, s->core.fault);
    }
    memcpy(to, s->memory + (TO - FROM), ROUTINE_LINE);
    *result = s->warp.registers[SIMT_A0 * ROUTINE_LANES];
    return keep(s, number, steps, count);
}

const routine_path *routine_path_at(const routine_store *s, int number)
{
    return &s->paths[number].path;
}

routine_code routine_code_at(const routine_store *s, int number)
{
    const simt_op *op = &s->ops[number];
    bool ret = is_return(op);
    bool loads = op->op == TRACE_LOADS && !is_prefetch(op) && (number + 1 == s->count || s->ops[number + 1].op != TRACE_LOADS);
    return (routine_code){s->words[number], !ret && (op->unit == SIMT_UNIT_BRANCH || op->unit == SIMT_UNIT_JUMP), ret, loads};
}

feed_instruction *routine_instruction(const routine_store *s, int number)
{
    return &s->steps[number];
}
