/* SPDX-License-Identifier: Apache-2.0
 *
 * line_traffic.c - from a record to the lines that it touches, with what they hold. Memory is an image of lines that loads and stores have
 * shown; a record is taken lane by lane, and word by word in local memory. */
#include "line_traffic.h"

#include <stdlib.h>
#include <string.h>

#include "../base/random.h"
#include "../base/text.h"
#include "../cmodel/bits.h"
#include "../trace/trace_impl.h"

/* 32 bytes of a lane are in at most 9 words. In local memory each word may be in a line of its own. */
enum { MAX_ACCESSES = TRACE_MAX_LANES * 9 };

struct line_traffic {
    int bytes, stack;
    known_lines *image;
    int count;
    line_access accesses[MAX_ACCESSES];
};

/* One byte of a lane's access: its line and its place in the line. */
typedef struct {
    uint64_t line;
    int offset;
} byte_place;

line_traffic *line_traffic_open(int bytes, int stack)
{
    line_traffic *t = zalloc(sizeof *t);

    t->bytes = bytes;
    t->stack = stack;
    t->image = known_lines_open(bytes, false);
    return t;
}

void line_traffic_close(line_traffic *t)
{
    known_lines_close(t->image);
    arena_free(t);
}

uint64_t line_traffic_forgotten(const line_traffic *t)
{
    return known_lines_forgotten(t->image);
}

/* A number for each memory. 0 is the memory that most spaces share; its line numbers are below 2^59. */
static uint64_t memory_of(const line_traffic *t, const trace_record *r)
{
    bool private = private_is_interleaved(r, t->stack);
    uint64_t owner = r->space == TRACE_CONSTANT ? 0 : r->cta, warp = private ? r->warp : 0;
    uint64_t kind = r->space == TRACE_STACK ? TRACE_SPACES : r->space; /* not 0, of which the mix would be 0 */

    if (r->space != TRACE_SHARED && r->space != TRACE_CONSTANT && !private)
        return 0;
    return rng_mix(rng_mix(owner) + (warp << 8 | kind)) | (uint64_t)1 << 63;
}

static byte_place place_of(const line_traffic *t, const trace_record *r, uint64_t memory, int lane, int byte)
{
    uint64_t address = r->addr[lane] + (uint64_t)byte;

    if (private_is_interleaved(r, t->stack)) {
        address = private_address(r, t->stack, lane, byte);
        address = (address / 4 * (uint64_t)r->lanes + (uint64_t)lane) * 4 + address % 4;
    }
    return (byte_place){address / (uint64_t)t->bytes ^ memory, (int)(address % (uint64_t)t->bytes)};
}

/* The record's access to a line. */
static line_access *access_to(line_traffic *t, const trace_record *r, uint64_t line)
{
    for (int i = t->count - 1; i >= 0; i--) /* mostly the last one */
        if (t->accesses[i].line == line)
            return &t->accesses[i];
    line_access *a = &t->accesses[t->count++];
    a->store = r->kind == TRACE_STORE;
    a->data = r->words > 0;
    a->whole = false;
    a->space = r->space;
    a->line = line;
    memset(a->touched, 0, sizeof a->touched);
    return a;
}

static void take_lane(line_traffic *t, const trace_record *r, uint64_t memory, int lane)
{
    const uint32_t *words = r->value + lane * r->words;
    known_line *entry = NULL;
    line_access *a = NULL;

    for (int i = 0; i < r->size; i++) {
        byte_place p = place_of(t, r, memory, lane, i);
        bool shown = i < 4 * r->words;
        if (a == NULL || p.line != a->line) {
            a = access_to(t, r, p.line);
            entry = shown ? known_lines_take(t->image, p.line) : known_lines_find(t->image, p.line);
        }
        /* A lower lane of an atomic may have changed what this one loads. */
        bool before = r->kind != TRACE_STORE && a->touched[p.offset / 32] >> (p.offset % 32) & 1;
        a->touched[p.offset / 32] |= (uint32_t)1 << (p.offset % 32);
        if (shown && !before)
            known_line_set(entry, p.offset, (unsigned char)(words[i / 4] >> (8 * (i % 4))));
        else if (!shown && r->kind == TRACE_STORE && entry != NULL)
            known_line_forget(entry, p.offset);
    }
}

bool line_traffic_content(line_traffic *t, uint64_t line, uint32_t *content)
{
    return known_lines_content(t->image, line, content);
}

const known_line *line_traffic_line(line_traffic *t, uint64_t line)
{
    return known_lines_find(t->image, line);
}

int line_traffic_of(line_traffic *t, const trace_record *r, const line_access **accesses)
{
    t->count = 0;
    *accesses = t->accesses;
    if (!trace_is_memory(r))
        return 0;
    uint64_t memory = memory_of(t, r);
    for (int lane = 0; lane < r->lanes; lane++)
        if (mask_bit(r->mask, lane))
            take_lane(t, r, memory, lane);
    for (int i = 0; i < t->count; i++) {
        line_access *a = &t->accesses[i];
        a->whole = a->data && line_traffic_content(t, a->line, a->content);
    }
    return t->count;
}
