/* SPDX-License-Identifier: Apache-2.0 */
#include "mem_contents.h"

#include "../base/arena.h"
#include "../base/msg.h"
#include "../memory/known_lines.h"
#include "../trace/trace_memory.h"
#include "mem_address.h"
#include "mem_coalesce.h"

struct mem_contents {
    const feed_survey *s;
    trace_memory *file;
    known_lines *image;
};

/* ---- the file ---- */

/* Does a copy of the trace have all of this range? */
static bool is_copied(const feed_survey *s, const trace_range *range)
{
    for (int k = 0; k < s->copy_count; k++) {
        const feed_copy *c = &s->copies[k];
        if (c->launch == range->launch && range->address >= c->address && range->address - c->address + range->bytes <= c->bytes)
            return true;
    }
    return false;
}

/* The whole file is read once, so that one of another trace is told before anything runs. */
static void check_file(const char *path, const feed_survey *s)
{
    trace_memory *file = trace_memory_open(path);
    trace_range range;
    while (trace_memory_next(file, INT32_MAX, &range)) {
        if (range.launch > 0 && range.launch >= s->launch_count)
            die_usage("%s tells of launch %d, and %s has %d: contents of memory of this trace are accepted", path, range.launch, s->path,
                      s->launch_count);
        if (s->copy_count > 0 && !is_copied(s, &range))
            die_usage("%s tells of %zu bytes at %llx in launch %d, which %s does not copy: contents of memory of this trace are accepted",
                      path, range.bytes, (unsigned long long)range.address, range.launch, s->path);
    }
    trace_memory_close(file);
}

mem_contents *contents_open(const char *path, const feed_survey *s)
{
    mem_contents *c = zalloc(sizeof *c);
    check_file(path, s);
    c->s = s;
    c->file = trace_memory_open(path);
    c->image = known_lines_open(MEM_LINE, trace_memory_rest_is_zero(c->file));
    return c;
}

void contents_close(mem_contents *c)
{
    trace_memory_close(c->file);
    known_lines_close(c->image);
    arena_free(c);
}

/* ---- bytes ---- */

/* A byte is told, or is not known any more (NULL). `*last` is the line of the byte before, or NULL. */
static void tell(mem_contents *c, known_line **last, uint64_t address, const unsigned char *value)
{
    uint64_t line = address / MEM_LINE;
    if (*last == NULL || (*last)->line != line)
        *last = known_lines_take(c->image, line);
    if (value)
        known_line_set(*last, (int)(address % MEM_LINE), *value);
    else
        known_line_forget(*last, (int)(address % MEM_LINE));
}

void contents_launch(mem_contents *c, int launch)
{
    trace_range range;
    known_line *last = NULL;
    for (int k = 0; k < c->s->copy_count; k++)
        for (uint64_t i = 0; c->s->copies[k].launch == launch && i < c->s->copies[k].bytes; i++)
            tell(c, &last, c->s->copies[k].address + i, NULL);
    while (trace_memory_next(c->file, launch, &range))
        for (size_t i = 0; i < range.bytes; i++)
            tell(c, &last, range.address + i, &range.content[i]);
}

void contents_store(mem_contents *c, const feed_access *a)
{
    known_line *last = NULL;
    for (int lane = 0; lane < c->s->lanes; lane++) {
        bool active = a->mask[lane / 32] >> lane % 32 & 1;
        for (int i = 0; active && i < a->size; i++) {
            bool told = i < 4 * a->words;
            unsigned char value = (unsigned char)(told ? a->value[lane * a->words + i / 4] >> 8 * (i % 4) : 0);
            tell(c, &last, a->addr[lane] + (uint64_t)i, told ? &value : NULL);
        }
    }
}

bool contents_line(mem_contents *c, uint64_t line, uint32_t words[])
{
    return !map_is_own(line) && known_lines_content(c->image, line / MEM_LINE, words);
}

uint64_t contents_forgotten(const mem_contents *c)
{
    return known_lines_forgotten(c->image);
}
