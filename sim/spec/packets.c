/* SPDX-License-Identifier: Apache-2.0
 *
 * packets.c - which write a packet gives, said from all packets of the result. */
#include "packets.h"

#include <stdlib.h>
#include <string.h>

#include "../fields.h"

enum { WARP, DEST, MASK }; /* words of a packet */
enum { MOST_ENTRIES = 16 };

typedef struct packet packet;
struct packet {
    packet *older; /* of the same result */
    uint32_t fields[];
};

typedef struct {
    uint32_t warp, dest;
    packet *youngest;
} result;

struct packets {
    int lanes, entries;
    int words, values_at, last_at; /* of a packet */
    int count;
    result open[MOST_ENTRIES + 1]; /* the oldest first; one more within a step */
    uint32_t *write;
};

packets *packets_new(const wf_stream *in, int lanes, int entries)
{
    packets *p = zalloc(sizeof *p);
    p->lanes = lanes;
    p->entries = entries;
    p->words = field_words(in);
    p->values_at = field_at(in, "values");
    p->last_at = field_at(in, "last");
    p->write = zalloc(sizeof *p->write * (size_t)p->words);
    return p;
}

static void drop(packets *p, int i)
{
    for (packet *k = p->open[i].youngest, *older; k; k = older) {
        older = k->older;
        arena_free(k);
    }
    p->count--;
    memmove(p->open + i, p->open + i + 1, sizeof *p->open * (size_t)(p->count - i));
}

void packets_forget(packets *p)
{
    while (p->count > 0)
        drop(p, p->count - 1);
}

void packets_free(packets *p)
{
    packets_forget(p);
    arena_free(p->write);
    arena_free(p);
}

static bool has_lane(const uint32_t *fields, int lane)
{
    return fields[MASK + lane / 32] >> lane % 32 & 1;
}

/* An open result becomes a write. A lane has the value of the youngest packet that has it; all else is the youngest packet's. */
static void becomes_write(packets *p, int i)
{
    memcpy(p->write, p->open[i].youngest->fields, sizeof *p->write * (size_t)p->words);
    memset(p->write + MASK, 0, sizeof *p->write * (size_t)(p->last_at - MASK));
    for (const packet *k = p->open[i].youngest; k; k = k->older)
        for (int lane = 0; lane < p->lanes; lane++)
            if (has_lane(k->fields, lane) && !has_lane(p->write, lane)) {
                p->write[MASK + lane / 32] |= (uint32_t)1 << lane % 32;
                p->write[p->values_at + lane] = k->fields[p->values_at + lane];
            }
    drop(p, i);
}

/* The open result of a packet's register; -1: there is none. */
static int find(const packets *p, const uint32_t *fields)
{
    for (int i = 0; i < p->count; i++)
        if (p->open[i].warp == fields[WARP] && p->open[i].dest == fields[DEST])
            return i;
    return -1;
}

static void add_packet(packets *p, result *r, const uint32_t *fields)
{
    packet *k = zalloc(sizeof *k + sizeof *fields * (size_t)p->words);
    memcpy(k->fields, fields, sizeof *fields * (size_t)p->words);
    k->older = r->youngest;
    r->youngest = k;
}

const uint32_t *packets_took(packets *p, const uint32_t *fields)
{
    int i = find(p, fields);
    bool last = fields[p->last_at], evicts = i < 0 && !last && p->count == p->entries;
    if (evicts)
        becomes_write(p, 0);
    if (i < 0) {
        i = p->count++;
        p->open[i] = (result){.warp = fields[WARP], .dest = fields[DEST]};
    }
    add_packet(p, &p->open[i], fields);
    if (last)
        becomes_write(p, i);
    return evicts || last ? p->write : NULL;
}
