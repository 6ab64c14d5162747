/* SPDX-License-Identifier: Apache-2.0
 *
 * channel_ideal.c - an ideal unit in front of a channel of DRAM: lines are codes there, as the codec makes them; their counts are known and nobody asks for them; encoder and decoder take no time. As
 * many requests are under way as the unit has entries. */
#include <string.h>

#include "../base/arena.h"
#include "../sim/fields.h"
#include "channel_front.h"

enum { MOST = 64, WORDS = BURST_CODE_MOST_WORDS };

/* A line that is read. merged: it is a code of which a part is written, and nobody wants it. */
typedef struct {
    bool used, merged;
    uint32_t content;
    uint64_t since;
    int came;
    uint32_t words[WORDS];
} entry;

typedef struct {
    channel_setup s;
    uint8_t *counts; /* of each line of the channel that has been placed, bursts - 1; others are raw */
    entry entries[MOST];
    int limit, used;
} ideal;

static void *open_ideal(const channel_setup *s)
{
    ideal *u = zalloc(sizeof *u);
    const int ids = field_bits(unit_stream(s->d, "command"), "id");
    u->s = *s;
    u->limit = 1 << (ids - 1) < MOST ? 1 << (ids - 1) : MOST;
    u->counts = zalloc((size_t)1 << channel_address_bits(s->d));
    memset(u->counts, (int)s->codes->code.raw, (size_t)1 << channel_address_bits(s->d));
    return u;
}

static void close_ideal(void *own)
{
    ideal *u = own;
    arena_free(u->counts);
    arena_free(u);
}

static uint32_t burst_of(const ideal *u, const channel_request *r)
{
    return r->line * (u->s.codes->code.raw + 1);
}

static void stand(void *own, const channel_request *r)
{
    ideal *u = own;
    channel_put_line(&u->s, r);
    u->counts[r->line] = u->s.codes->bursts[r->content];
}

static bool ready(const void *own)
{
    const ideal *u = own;
    return u->used < u->limit && channel_dram_room(u->s.dram) >= 2;
}

/* ---- writes ---- */

/* Bursts first .. end - 1; mask: NULL, all bytes. */
static void put(ideal *u, const channel_request *r, uint32_t first, uint32_t end, const uint32_t *words, const uint32_t *mask)
{
    channel_dram_command(u->s.dram, true, 0, burst_of(u, r) + first, (int)(end - first));
    for (uint32_t k = first; k < end; k++)
        channel_dram_data(u->s.dram, mask ? mask[k] : UINT32_MAX, words + k * CHANNEL_BURST_WORDS);
}

static void write_whole(ideal *u, const channel_request *r)
{
    uint32_t words[WORDS];
    uint32_t count = burst_code_encode(&u->s.codes->code, channel_list_content(u->s.list, r->content), words);
    u->counts[r->line] = (uint8_t)count;
    channel_put_count(&u->s, r->line, count);
    put(u, r, 0, count + 1, words, NULL);
}

/* Of a raw line, which stays raw. */
static void write_part(ideal *u, const channel_request *r)
{
    const uint32_t *mask = u->s.list->masks[r->mask];
    uint32_t first = 0, end = u->s.codes->code.raw + 1;
    while (mask[first] == 0)
        first++;
    while (mask[end - 1] == 0)
        end--;
    put(u, r, first, end, channel_list_content(u->s.list, r->content), mask);
}

/* ---- reads ---- */

static void read_line(ideal *u, const channel_request *r, uint64_t since)
{
    int n = 0;
    while (u->entries[n].used)
        n++;
    u->entries[n] = (entry){.used = true, .merged = r->kind == CHANNEL_PART, .content = r->content, .since = since};
    u->used++;
    channel_dram_command(u->s.dram, false, (uint32_t)n, burst_of(u, r), u->counts[r->line] + 1);
}

/* A code of which a part is written is read and written anew; what it holds then is known. */
static void give(void *own, const channel_request *r, uint64_t since)
{
    ideal *u = own;
    const bool raw = u->counts[r->line] == u->s.codes->code.raw;
    if (r->kind == CHANNEL_READ || (r->kind == CHANNEL_PART && !raw))
        read_line(u, r, since);
    if (r->kind == CHANNEL_PART && raw)
        write_part(u, r);
    else if (r->kind != CHANNEL_READ)
        write_whole(u, r);
}

static void end(ideal *u, entry *e, uint64_t now)
{
    if (!e->merged) {
        channel_compare(&u->s, e->content, (uint32_t)e->came - 1, e->words);
        u->s.counts->wait += (double)(now - e->since);
    }
    e->used = false;
    u->used--;
}

/* All that has come is there in the same cycle. */
static void cycle(void *own, uint64_t now)
{
    ideal *u = own;
    uint32_t id, left;
    for (const uint32_t *burst; (burst = channel_dram_front(u->s.dram, &id, &left)) != NULL;) {
        entry *e = &u->entries[id];
        memcpy(e->words + e->came++ * CHANNEL_BURST_WORDS, burst, WF_BURST_BYTES);
        channel_dram_take(u->s.dram);
        if (left == 1)
            end(u, e, now);
    }
}

static bool idle(const void *own)
{
    const ideal *u = own;
    return u->used == 0 && channel_dram_idle(u->s.dram);
}

static bool flush(void *own)
{
    (void)own;
    return true;
}

const channel_front channel_ideal = {open_ideal, stand, ready, give, cycle, idle, flush, close_ideal};
