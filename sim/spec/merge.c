/* SPDX-License-Identifier: Apache-2.0
 *
 * The specification of merge, from docs/merge.md. It keeps every packet until its result becomes a write. Then it says what the write must
 * be, from these packets alone. Writes leave in the order in which they became writes. The counts of a cycle are an answer too. Packets that
 * wait are not told: that one is taken in time is not seen here. */
#include "answers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../fields.h"

enum { PACKET, WRITE, STATE };               /* streams */
enum { WARP, DEST, MASK };                   /* words of a packet and of a write */
enum { PACKETS, WRITES, EVICTIONS, COUNTS }; /* words of the state */
enum { MOST_CYCLES = 1, MOST_WAITING = 2, MOST_ENTRIES = 16 };

typedef struct packet packet;
struct packet {
    packet *older; /* of the same result */
    uint32_t fields[];
};

typedef struct {
    uint32_t warp, dest;
    packet *youngest;
} result;

typedef struct {
    uint32_t counts[COUNTS];
    int waiting; /* writes that wait */
} standing;

typedef struct {
    int lanes, entries;
    int packet_words, user_words;
    int values_at, last_at, packet_user_at, write_user_at; /* words of a packet and of a write */
    int count;
    result open[MOST_ENTRIES + 1]; /* the oldest first; one more within a step */
    standing now, next;            /* at the start of the cycle, and of the next one */
    answers *writes, *states;
} buffer;

/* In each cycle `state` shows what was counted before it. */
static void owe_counts(buffer *b)
{
    answer *a = answers_owe(b->states);
    snprintf(a->question, sizeof a->question, "counts");
    memcpy(a->want, b->now.counts, sizeof b->now.counts);
}

static void *open_buffer(const design *d, const bench_module *m)
{
    const wf_stream *in = &m->streams.stream[PACKET], *out = &m->streams.stream[WRITE];
    buffer *b = zalloc(sizeof *b);
    b->lanes = d->config.lanes;
    b->entries = (int)unit_parameter(d, "entries");
    b->packet_words = field_words(in);
    b->values_at = field_at(in, "values");
    b->last_at = field_at(in, "last");
    b->packet_user_at = field_at(in, "user");
    b->write_user_at = field_at(out, "user");
    b->user_words = field_words(out) - b->write_user_at;
    b->writes = answers_new(out, MOST_CYCLES);
    b->states = answers_new(&m->streams.stream[STATE], 0);
    owe_counts(b);
    return b;
}

static void drop(buffer *b, int i)
{
    for (packet *p = b->open[i].youngest, *older; p; p = older) {
        older = p->older;
        arena_free(p);
    }
    b->count--;
    memmove(b->open + i, b->open + i + 1, sizeof *b->open * (size_t)(b->count - i));
}

static void forget(buffer *b)
{
    while (b->count > 0)
        drop(b, b->count - 1);
    answers_forget(b->writes);
    answers_forget(b->states);
}

static void close_buffer(void *spec)
{
    buffer *b = spec;
    forget(b);
    answers_free(b->writes);
    answers_free(b->states);
    arena_free(b);
}

static void reset_buffer(void *spec)
{
    buffer *b = spec;
    forget(b);
    b->now = b->next = (standing){.waiting = 0};
    owe_counts(b);
}

static bool has_lane(const uint32_t *fields, int lane)
{
    return fields[MASK + lane / 32] >> lane % 32 & 1;
}

/* An open result becomes a write. A lane has the value of the youngest packet that has it. */
static void becomes_write(buffer *b, int i, const char *how)
{
    const result *r = &b->open[i];
    answer *a = answers_owe(b->writes);
    snprintf(a->question, sizeof a->question, "%s write of register %u of warp %u", how, r->dest, r->warp);
    a->want[WARP] = r->warp;
    a->want[DEST] = r->dest;
    memcpy(a->want + b->write_user_at, r->youngest->fields + b->packet_user_at, sizeof *a->want * (size_t)b->user_words);
    for (const packet *p = r->youngest; p; p = p->older)
        for (int lane = 0; lane < b->lanes; lane++)
            if (has_lane(p->fields, lane) && !has_lane(a->want, lane)) {
                a->want[MASK + lane / 32] |= (uint32_t)1 << lane % 32;
                a->want[b->values_at + lane] = p->fields[b->values_at + lane];
            }
    b->next.waiting++;
    drop(b, i);
}

/* The open result of a packet's register; -1: there is none. */
static int find(const buffer *b, const uint32_t *fields)
{
    for (int i = 0; i < b->count; i++)
        if (b->open[i].warp == fields[WARP] && b->open[i].dest == fields[DEST])
            return i;
    return -1;
}

static void add_packet(buffer *b, result *r, const uint32_t *fields)
{
    packet *p = zalloc(sizeof *p + sizeof *fields * (size_t)b->packet_words);
    memcpy(p->fields, fields, sizeof *fields * (size_t)b->packet_words);
    p->older = r->youngest;
    r->youngest = p;
}

static const char *take(void *spec, int stream, const uint32_t *fields)
{
    buffer *b = spec;
    bool last = fields[b->last_at];
    int i = find(b, fields);
    (void)stream;
    if (b->now.waiting >= MOST_WAITING)
        return "a packet is taken, but two writes wait";
    b->next.counts[PACKETS]++;
    if (i < 0 && !last && b->count == b->entries) {
        becomes_write(b, 0, "evicted");
        b->next.counts[EVICTIONS]++;
    }
    if (i < 0) {
        i = b->count++;
        b->open[i] = (result){.warp = fields[WARP], .dest = fields[DEST]};
    }
    add_packet(b, &b->open[i], fields);
    if (last)
        becomes_write(b, i, "complete");
    return NULL;
}

static const char too_early[] = "a write is offered, but none waits";

static const char *give(void *spec, int stream, const uint32_t *fields)
{
    buffer *b = spec;
    if (stream == STATE)
        return answers_came(b->states, fields);
    if (b->now.waiting == 0)
        return too_early;
    b->next.waiting--;
    b->next.counts[WRITES]++;
    return answers_came(b->writes, fields);
}

static const char *end_cycle(void *spec, uint32_t held)
{
    buffer *b = spec;
    bool holds = held >> WRITE & 1;
    const char *wrong = holds && b->now.waiting == 0 ? too_early : answers_cycle(b->writes, holds);
    if (!wrong)
        wrong = answers_cycle(b->states, false);
    b->now = b->next;
    owe_counts(b);
    return wrong;
}

const specification spec_merge = {open_buffer, close_buffer, reset_buffer, take, give, end_cycle};
