/* SPDX-License-Identifier: Apache-2.0
 *
 * The specification of merge, from docs/merge.md. What packets become writes, and which, packets.h says. Writes leave in the order in which they
 * became writes. The counts of a cycle are an answer too. Packets that wait are not told: that one is taken in time is not seen here. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../fields.h"
#include "answers.h"
#include "packets.h"

enum { PACKET, WRITE, STATE };               /* streams */
enum { WARP, DEST };                         /* words of a write */
enum { PACKETS, WRITES, EVICTIONS, COUNTS }; /* words of the state */
enum { MOST_CYCLES = 1, MOST_WAITING = 2 };

typedef struct {
    uint32_t counts[COUNTS];
    int waiting; /* writes that wait */
} standing;

typedef struct {
    int user_words, last_at, packet_user_at, write_user_at; /* words of a packet and of a write */
    packets *results;
    standing now, next; /* at the start of the cycle, and of the next one */
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
    b->results = packets_new(in, d->config.lanes, (int)unit_parameter(d, "entries"));
    b->last_at = field_at(in, "last");
    b->packet_user_at = field_at(in, "user");
    b->write_user_at = field_at(out, "user");
    b->user_words = field_words(out) - b->write_user_at;
    b->writes = answers_new(out, MOST_CYCLES);
    b->states = answers_new(&m->streams.stream[STATE], 0);
    owe_counts(b);
    return b;
}

static void forget(buffer *b)
{
    packets_forget(b->results);
    answers_forget(b->writes);
    answers_forget(b->states);
}

static void close_buffer(void *spec)
{
    buffer *b = spec;
    packets_free(b->results);
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

/* A write has the fields of a packet but `last`. */
static void becomes_write(buffer *b, const uint32_t *write)
{
    answer *a = answers_owe(b->writes);
    snprintf(a->question, sizeof a->question, "%s write of register %u of warp %u", write[b->last_at] ? "complete" : "evicted", write[DEST],
             write[WARP]);
    memcpy(a->want, write, sizeof *a->want * (size_t)b->last_at);
    memcpy(a->want + b->write_user_at, write + b->packet_user_at, sizeof *a->want * (size_t)b->user_words);
    b->next.waiting++;
    b->next.counts[EVICTIONS] += !write[b->last_at];
}

static const char *take(void *spec, int stream, const uint32_t *fields)
{
    buffer *b = spec;
    (void)stream;
    if (b->now.waiting >= MOST_WAITING)
        return "a packet is taken, but two writes wait";
    b->next.counts[PACKETS]++;
    const uint32_t *write = packets_took(b->results, fields);
    if (write)
        becomes_write(b, write);
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
