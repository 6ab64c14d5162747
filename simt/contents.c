/* SPDX-License-Identifier: Apache-2.0 */
#include "contents.h"

#include <string.h>

#include "../base/text.h"

enum { EXTENTS = 2, LINE = 128 };

struct simt_contents {
    const simt_span *global;
    simt_recorder *recorder;
    trace_memory_writer *file;
    uint8_t *before; /* all of memory as it was when the last launch ended; 0 before the first */
    int launch;
};

simt_contents *simt_contents_new(const simt_span *global, simt_recorder *recorder, trace_memory_writer *file)
{
    simt_contents *c = zalloc(sizeof *c);

    *c = (simt_contents){global, recorder, file, zalloc(global->size), 0};
    return c;
}

void simt_contents_free(simt_contents *c)
{
    if (c == NULL)
        return;
    arena_free(c->before);
    arena_free(c);
}

/* The end of the line that `address` is in, or of the extent. */
static uint32_t line_end(uint32_t address, uint32_t to)
{
    uint32_t left = LINE - address % LINE;

    return to - address < left ? to : address + left;
}

static bool differs(const simt_contents *c, uint32_t from, uint32_t to)
{
    uint32_t at = from - c->global->base;

    return memcmp(c->global->data + at, c->before + at, to - from) != 0;
}

static void tell(simt_contents *c, uint32_t from, uint32_t to)
{
    simt_record_copy(c->recorder, from, to - from);
    for (uint32_t at = from; c->file != NULL && at < to;) {
        uint32_t bytes = to - at < TRACE_RANGE_BYTES ? to - at : TRACE_RANGE_BYTES;
        trace_memory_put(c->file, &(trace_range){c->launch, at, bytes, c->global->data + (at - c->global->base)});
        at += bytes;
    }
}

/* Lines in a row that differ are one range. */
static void tell_extent(simt_contents *c, simt_extent e)
{
    uint32_t start = e.from, end;

    for (uint32_t at = e.from; at < e.to; at = end) {
        end = line_end(at, e.to);
        if (differs(c, at, end))
            continue;
        if (start < at)
            tell(c, start, at);
        start = end;
    }
    if (start < e.to)
        tell(c, start, e.to);
}

void simt_contents_begin(simt_contents *c, const simt_extent *extents)
{
    for (int i = 0; i < EXTENTS; i++)
        tell_extent(c, extents[i]);
    c->launch++;
}

void simt_contents_end(simt_contents *c, const simt_extent *extents)
{
    for (int i = 0; i < EXTENTS; i++)
        for (uint32_t at = extents[i].from, end; at < extents[i].to; at = end) {
            end = line_end(at, extents[i].to);
            if (differs(c, at, end))
                memcpy(c->before + (at - c->global->base), c->global->data + (at - c->global->base), end - at);
        }
}
