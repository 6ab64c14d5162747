/* SPDX-License-Identifier: Apache-2.0 */
#include "line_contents.h"

#include "../base/arena.h"
#include "../base/msg.h"
#include "../trace/trace_memory.h"

struct line_contents {
    line_traffic *traffic;
    int bytes;
    const char *path;
    trace_memory *file; /* NULL: there is none, and no image */
    known_lines *image; /* of global memory */
    int launch;         /* the last one that was taken */
};

line_contents *line_contents_open(line_traffic *traffic, int line_bytes, const char *file)
{
    line_contents *c = zalloc(sizeof *c);

    *c = (line_contents){.traffic = traffic, .bytes = line_bytes, .path = file, .launch = -1};
    if (file == NULL)
        return c;
    c->file = trace_memory_open(file);
    c->image = known_lines_open(line_bytes, trace_memory_rest_is_zero(c->file));
    return c;
}

void line_contents_close(line_contents *c)
{
    if (c->file != NULL) {
        trace_memory_close(c->file);
        known_lines_close(c->image);
    }
    arena_free(c);
}

/* Bytes of a range that are of one line. Returns how many. */
static size_t take_line(line_contents *c, const trace_range *r, size_t from)
{
    uint64_t address = r->address + from;
    int offset = (int)(address % (uint64_t)c->bytes);
    known_line *l = known_lines_take(c->image, address / (uint64_t)c->bytes);
    size_t n = 0;

    for (; offset < c->bytes && from + n < r->bytes; offset++, n++)
        known_line_set(l, offset, r->content[from + n]);
    return n;
}

void line_contents_launch(line_contents *c, int launch, line_changed *changed, void *user)
{
    trace_range range;

    if (c->file == NULL || launch <= c->launch)
        return;
    c->launch = launch;
    while (trace_memory_next(c->file, launch, &range))
        for (size_t at = 0; at < range.bytes;) {
            uint64_t line = (range.address + at) / (uint64_t)c->bytes;
            at += take_line(c, &range, at);
            changed(user, line);
        }
}

/* Private, shared and constant memory are not what the host writes. */
static bool is_global(uint64_t line)
{
    return line >> 63 == 0;
}

/* A byte that a load shows. If it is not what the file and the stores say, the file is of another trace. */
static void compare(const line_contents *c, const known_line *l, int i, unsigned char shown)
{
    if (l->known[i / 32] >> i % 32 & 1 && l->bytes[i] != shown)
        die_usage("%s: byte %llx is %02x when a load of the trace shows %02x; contents of memory of this trace are expected", c->path,
                  (unsigned long long)l->line * (unsigned long long)c->bytes + (unsigned long long)i, l->bytes[i], shown);
}

void line_contents_take(line_contents *c, const line_access *a)
{
    if (c->file == NULL || !is_global(a->line) || (!a->store && !a->data))
        return;
    const known_line *shown = line_traffic_line(c->traffic, a->line);
    known_line *l = known_lines_take(c->image, a->line);
    for (int i = 0; i < c->bytes; i++) {
        if (!(a->touched[i / 32] >> i % 32 & 1))
            continue;
        bool told = shown != NULL && shown->known[i / 32] >> i % 32 & 1;
        if (told && !a->store)
            compare(c, l, i, shown->bytes[i]);
        if (told)
            known_line_set(l, i, shown->bytes[i]);
        else if (a->store)
            known_line_forget(l, i);
    }
}

bool line_contents_of(line_contents *c, uint64_t line, uint32_t *content)
{
    return c->file != NULL && is_global(line) ? known_lines_content(c->image, line, content)
                                              : line_traffic_content(c->traffic, line, content);
}
