/* SPDX-License-Identifier: Apache-2.0
 *
 * channel_dram.c - commands in their order, bursts as memory has them, and the timing of mem_dram.c: `begin` makes a command a request, `finish` takes what DRAM has done. */
#include "channel_dram.h"

#include <string.h>

#include "../base/arena.h"
#include "../memory/known_lines.h"
#include "mem_dram.h"

#define uthash_malloc(size) grow(NULL, size)
#define uthash_free(p, size) arena_free(p)
#include <uthash.h>

enum { COMMANDS = 512 };

typedef struct {
    bool write;
    uint32_t id, address;
    int bursts, came; /* came: bursts of a write that came, or of a read that have been taken */
    uint32_t mask[CHANNEL_MOST_BURSTS], data[CHANNEL_MOST_BURSTS][CHANNEL_BURST_WORDS];
} command;

typedef struct {
    uint32_t line, words[CHANNEL_MOST_BURSTS * CHANNEL_BURST_WORDS];
    UT_hash_handle hh;
} dram_line;

struct channel_dram {
    const machine *m;
    const mem_map *map;
    int number;
    uint32_t line_bursts, counts;
    dram_line *lines;
    dram *timing;
    uint64_t now;
    command commands[COMMANDS];
    mem_queue free, waiting, writes, returning; /* writes: those whose bursts have not all come */
    channel_bursts sums;
};

channel_dram *channel_dram_open(const machine *m, const mem_map *map, int number, int line_bursts, uint32_t counts)
{
    channel_dram *c = zalloc(sizeof *c);
    c->m = m;
    c->map = map;
    c->number = number;
    c->line_bursts = (uint32_t)line_bursts;
    c->counts = counts;
    c->timing = dram_open(m);
    queue_open(&c->free, COMMANDS);
    queue_open(&c->waiting, m->dram_queue);
    queue_open(&c->writes, m->dram_queue);
    queue_open(&c->returning, COMMANDS);
    for (int i = 0; i < COMMANDS; i++)
        queue_put(&c->free, i);
    return c;
}

void channel_dram_close(channel_dram *c)
{
    for (dram_line *l; (l = c->lines) != NULL; arena_free(l))
        HASH_DEL(c->lines, l);
    dram_close(c->timing);
    queue_close(&c->free);
    queue_close(&c->waiting);
    queue_close(&c->writes);
    queue_close(&c->returning);
    arena_free(c);
}

uint32_t *channel_dram_burst(channel_dram *c, uint32_t address)
{
    dram_line *l;
    uint32_t line = address / c->line_bursts;
    HASH_FIND(hh, c->lines, &line, sizeof line, l);
    if (l == NULL) {
        l = zalloc(sizeof *l);
        l->line = line;
        memset(l->words, address >= c->counts ? 0xff : 0, sizeof l->words);
        HASH_ADD(hh, c->lines, line, sizeof l->line, l);
    }
    return l->words + address % c->line_bursts * CHANNEL_BURST_WORDS;
}

/* ---- commands and data ---- */

int channel_dram_room(const channel_dram *c)
{
    return queue_room(&c->waiting) < c->free.count ? queue_room(&c->waiting) : c->free.count;
}

void channel_dram_command(channel_dram *c, bool write, uint32_t id, uint32_t address, int bursts)
{
    int n = queue_take(&c->free);
    command *k = &c->commands[n];
    k->write = write, k->id = id, k->address = address, k->bursts = bursts, k->came = 0;
    queue_put(&c->waiting, n);
    if (write)
        queue_put(&c->writes, n);
    c->sums.bursts[address >= c->counts][write] += bursts;
    c->sums.blocks += address >= c->counts && !write;
}

bool channel_dram_takes_data(const channel_dram *c)
{
    return c->writes.count > 0;
}

void channel_dram_data(channel_dram *c, uint32_t mask, const uint32_t *words)
{
    command *k = &c->commands[queue_front(&c->writes)];
    k->mask[k->came] = mask;
    memcpy(k->data[k->came++], words, sizeof k->data[0]);
    if (k->came == k->bursts)
        queue_take(&c->writes);
}

/* Memory changes, or a read has its bytes. */
static void move_bytes(channel_dram *c, command *k)
{
    uint32_t *burst = channel_dram_burst(c, k->address);
    for (int i = 0; i < k->bursts; i++, burst += CHANNEL_BURST_WORDS)
        if (k->write)
            line_merge(burst, k->data[i], &k->mask[i], WF_BURST_BYTES);
        else
            memcpy(k->data[i], burst, sizeof k->data[i]);
}

/* The oldest command becomes a request. */
static void begin(channel_dram *c)
{
    int n = queue_front(&c->waiting);
    if (n < 0 || !dram_room(c->timing) || (c->commands[n].write && c->commands[n].came < c->commands[n].bursts))
        return;
    command *k = &c->commands[queue_take(&c->waiting)];
    const mem_place at = map_place(c->map, map_of_channel(c->map, c->number, (uint64_t)k->address * WF_BURST_BYTES));
    move_bytes(c, k);
    dram_put(c->timing,
             &(dram_request){.number = n, .bank = at.bank, .bytes = k->bursts * WF_BURST_BYTES, .row = at.row, .write = k->write});
}

/* ---- what comes back ---- */

static void finish(channel_dram *c)
{
    for (int n; (n = dram_front(c->timing)) >= 0; dram_take(c->timing))
        queue_put(c->commands[n].write ? &c->free : &c->returning, n);
}

const uint32_t *channel_dram_front(const channel_dram *c, uint32_t *id, uint32_t *left)
{
    int n = queue_front(&c->returning);
    if (n < 0)
        return NULL;
    *id = c->commands[n].id;
    *left = (uint32_t)(c->commands[n].bursts - c->commands[n].came);
    return c->commands[n].data[c->commands[n].came];
}

void channel_dram_take(channel_dram *c)
{
    int n = queue_front(&c->returning);
    if (++c->commands[n].came == c->commands[n].bursts)
        queue_put(&c->free, queue_take(&c->returning));
}

void channel_dram_cycle(channel_dram *c)
{
    begin(c);
    dram_cycle(c->timing, c->now++);
    finish(c);
}

bool channel_dram_idle(const channel_dram *c)
{
    return c->free.count == COMMANDS;
}

const channel_bursts *channel_dram_bursts(const channel_dram *c)
{
    return &c->sums;
}

uint64_t channel_dram_busy(const channel_dram *c)
{
    return dram_counts_of(c->timing)->busy;
}
