/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_wft.c - reads the project's own form: a head, then one zstd stream of two texts, records and an end mark. */
#include "trace_impl.h"

#include <stdlib.h>
#include <string.h>

#include "../base/text.h"
#include "trace_pack.h"

typedef struct {
    pack_context context;
    bool ended;
} wft_state;

static bool detect(const char *head, size_t len)
{
    return len >= 4 && memcmp(head, WFT_MAGIC, 4) == 0;
}

static void begin(trace *t)
{
    static const int versions[] = {TRACE_VALUES, TRACE_EXECUTION, TRACE_TIMING, 0};

    t->version = (trace_version)unpack_file_head(t->in, WFT_MAGIC, versions, "trace", &t->lanes);
    unpack_stream_head(t->in, t->lanes);
    arena_free(t->source);
    arena_free(t->licence);
    t->source = unpack_string(t->in);
    t->licence = unpack_string(t->in);
    wft_state *s = zalloc(sizeof *s);
    s->context.version = t->version;
    t->state = s;
}

static bool next(trace *t, trace_record *r)
{
    wft_state *s = t->state;

    if (s->ended || !unpack_head(t->in, &s->context, t->lanes, r)) {
        s->ended = true;
        return false;
    }
    if (!trace_is_warp(r)) {
        unpack_host(t->in, r, &t->kernel);
        return true;
    }
    if (r->kind == TRACE_INSTRUCTION) {
        unpack_instruction(t->in, &s->context, r);
        return true;
    }
    if (trace_is_memory(r)) {
        unpack_memory(t->in, r);
        return true;
    }
    unpack_register(t->in, r);
    unpack_words(t->in, r->value, r->lanes);
    return true;
}

const trace_reader trace_reader_wft = {"wft", true, detect, begin, next, NULL};
