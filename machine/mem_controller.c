/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_controller.c - what comes from DRAM goes to L2, then DRAM has its cycle, then a request is taken and another one becomes DRAM's. */
#include "mem_controller.h"

/* COUNTS_ROWS: rows of counts are far from those of data. ROW_LINES: lines whose counts, of 2 bits each, fill a row of 4,096 bytes. */
static const uint64_t counts_rows = UINT64_C(1) << 40, row_lines = 4096 * 4;

void controller_open(mem_controller *c, const machine *m, const mem_map *map, mem_requests *requests, const mem_callbacks *callbacks,
                     mem_l2 *parts)
{
    *c = (mem_controller){.m = m, .map = map, .requests = requests, .parts = parts, .count = m->l2_parts / m->dram_channels};
    int most = m->dram_queue + m->dram_returns;
    if (callbacks)
        c->callbacks = *callbacks;
    delay_open(&c->early, most);
    delay_open(&c->late, most);
    queue_open(&c->ready, most);
    c->dram = dram_open(m);
    if (m->compress != MACHINE_PLAIN && m->metadata)
        c->metadata = metadata_run_of_traces(MEM_LINE);
}

void controller_close(mem_controller *c)
{
    delay_close(&c->early);
    delay_close(&c->late);
    queue_close(&c->ready);
    dram_close(c->dram);
    if (c->metadata)
        metadata_run_free(c->metadata);
}

static mem_request *at(const mem_controller *c, int n)
{
    return &c->requests->r[n];
}

/* A read of counts: its id is the request that waits for them. */
static bool is_counts(const mem_request *r)
{
    return r->sm < 0 && r->kind == MEM_LOAD;
}

static bool compresses(const mem_controller *c)
{
    return c->m->compress != MACHINE_PLAIN && c->callbacks.bursts;
}

/* Encoder and decoder are here; else lines come and go as codes. */
static bool has_codec(const mem_controller *c)
{
    return compresses(c) && c->m->compress == MACHINE_AT_MEMORY;
}

/* ---- to DRAM ---- */

/* How many bursts its line takes is told when it is taken. */
static void ask(mem_controller *c, mem_request *r)
{
    mem_line_counts *n = &c->lines[r->kind == MEM_STORE];
    if (r->kind == MEM_CODE || r->kind == MEM_CONSTANT) {
        n->others++;
        r->bursts = MEM_SECTORS;
        return;
    }
    int bursts = c->callbacks.bursts(c->callbacks.own, r->line);
    n->unknown += bursts == 0;
    n->raw += bursts == MEM_SECTORS;
    n->compressed += bursts > 0 && bursts < MEM_SECTORS;
    r->bursts = (uint8_t)(bursts > 0 ? bursts : MEM_SECTORS);
    n->bursts += r->bursts;
}

static int bursts_of(const mem_controller *c, const mem_request *r)
{
    return compresses(c) ? r->bursts : request_sectors(r->sectors);
}

static void put(mem_controller *c, int n)
{
    const mem_request *r = at(c, n);
    mem_place p = map_place(c->map, r->line);
    const dram_request d = {
        .number = n, .bank = p.bank, .row = p.row, .bytes = MEM_SECTOR * bursts_of(c, r), .write = r->kind == MEM_STORE};
    dram_put(c->dram, &d);
}

/* The number of a line among those of the channel. */
static uint64_t line_in_channel(const mem_controller *c, uint64_t line)
{
    return map_in_channel(c->map, line) / MEM_LINE;
}

/* The counts of a request's line are here. False: they are read now, and it waits for them. */
static bool know(mem_controller *c, int n)
{
    if (c->metadata == NULL || !compresses(c))
        return true;
    uint64_t line = line_in_channel(c, at(c, n)->line);
    if (metadata_run_access(c->metadata, line, at(c, n)->kind == MEM_STORE, bursts_of(c, at(c, n))))
        return true;
    const mem_request r = {.line = at(c, n)->line, .id = n, .whole = -1, .sm = -1, .sectors = 1, .kind = MEM_LOAD};
    const dram_request d = {.number = requests_take(c->requests, &r),
                            .bank = (int)(line / row_lines % (uint64_t)c->m->dram_banks),
                            .row = counts_rows + line / row_lines / (uint64_t)c->m->dram_banks,
                            .bytes = MEM_SECTOR};
    dram_put(c->dram, &d);
    return false;
}

static void give(mem_controller *c, uint64_t now)
{
    if (!dram_room(c->dram))
        return;
    if (c->ready.count > 0) {
        put(c, queue_take(&c->ready));
    } else if (delay_front(&c->early, now) >= 0) {
        int n = queue_take(&c->early.q);
        if (know(c, n))
            put(c, n);
    }
}

static void take(mem_controller *c, uint64_t now)
{
    if (c->under_way == c->m->dram_queue + c->m->dram_returns)
        return;
    for (int k = 1; k <= c->count; k++) {
        mem_l2 *part = &c->parts[(c->last + k) % c->count];
        int n = queue_front(&part->below);
        if (n < 0 || queue_room(&part->filled) == 0)
            continue;
        queue_take(&part->below);
        mem_request *r = at(c, n);
        if (compresses(c))
            ask(c, r);
        bool encode = has_codec(c) && r->kind == MEM_STORE;
        c->encoded += encode;
        uint64_t encoded = encode ? pipe_leaves(&c->encoder_free, now, c->m->encode_cycles, c->m->encode_interval) : now;
        delay_put(&c->early, n, encoded + (uint64_t)c->m->dram_latency);
        c->last = (c->last + k) % c->count;
        c->under_way++;
        return;
    }
}

/* ---- from DRAM ---- */

/* What L2 wrote back is nobody's, and counts are the controller's own; all else goes on to its part. */
static void return_one(mem_controller *c, uint64_t now)
{
    int n = dram_front(c->dram);
    if (n >= 0 && is_counts(at(c, n))) {
        queue_put(&c->ready, at(c, n)->id);
        requests_give(c->requests, n);
        dram_take(c->dram);
    } else if (n >= 0 && at(c, n)->sm < 0) {
        c->under_way--;
        requests_give(c->requests, n);
        dram_take(c->dram);
    } else if (n >= 0) {
        bool decode = has_codec(c) && at(c, n)->kind != MEM_STORE && at(c, n)->bursts < MEM_SECTORS;
        c->decoded += decode;
        delay_put(&c->late, n, decode ? pipe_leaves(&c->decoder_free, now, c->m->decode_cycles, c->m->decode_interval) : now);
        dram_take(c->dram);
    }
    n = delay_front(&c->late, now);
    if (n < 0)
        return;
    mem_l2 *part = &c->parts[map_place(c->map, at(c, n)->line).part % c->count];
    if (queue_room(&part->filled) == 0)
        return;
    queue_put(&part->filled, queue_take(&c->late.q));
    c->under_way--;
}

void controller_cycle(mem_controller *c, uint64_t now, uint64_t dram_now)
{
    return_one(c, now);
    dram_cycle(c->dram, dram_now);
    take(c, now);
    give(c, now);
}

uint64_t controller_next(const mem_controller *c, uint64_t now)
{
    if (!dram_idle(c->dram) || c->ready.count)
        return now + 1;
    uint64_t early = delay_next(&c->early, now), late = delay_next(&c->late, now);
    return early < late ? early : late;
}
