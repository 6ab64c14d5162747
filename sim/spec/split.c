/* SPDX-License-Identifier: Apache-2.0
 *
 * The specification of split, from docs/split.md. When an access is taken, all of its requests are known: a lane of the mask leads if no lower one has
 * its word. Then they are only counted: how many are picked, and in which cycle one must be offered. Accesses that wait are not told: that one is taken
 * in time is not seen here. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../cmodel/bits.h"
#include "../fields.h"
#include "answers.h"

enum { ACCESS, REQUEST }; /* streams */
enum { MOST_ACCESSES = 2, MOST_PICKED = 2, DELAY = 2, NEVER = 1 << 30 };
enum { MOST_OWED = 8 * WF_MAX_LANES }; /* of the accesses that can be there, and some more */

/* A request that is owed. */
typedef struct {
    unsigned long long taken; /* the cycle of its access */
    bool last;
} owed;

typedef struct {
    const wf_stream *in, *out;
    int lanes, offset_bits, address_bits;
    answers *requests;
    owed owed[MOST_OWED]; /* the same, a ring */
    int first, count;
    int picked, unpicked, accesses; /* at the start of the cycle: requests; accesses with such as are not picked */
    int given;                      /* in this cycle */
    unsigned long long cycle;
} splitter;

static void *open_splitter(const design *d, const bench_module *m)
{
    splitter *s = zalloc(sizeof *s);
    s->in = &m->streams.stream[ACCESS];
    s->out = &m->streams.stream[REQUEST];
    s->lanes = d->config.lanes;
    s->offset_bits = (int)unit_parameter(d, "offset");
    s->address_bits = (int)unit_parameter(d, "address");
    s->requests = answers_new(s->out, NEVER);
    return s;
}

static void close_splitter(void *spec)
{
    splitter *s = spec;
    answers_free(s->requests);
    arena_free(s);
}

static void reset_splitter(void *spec)
{
    splitter *s = spec;
    answers_forget(s->requests);
    s->first = s->count = s->picked = s->unpicked = s->accesses = s->given = 0;
}

static bool has_lane(const splitter *s, const uint32_t *in, int lane)
{
    return get_bit(in + field_at(s->in, "mask"), lane);
}

static uint32_t offset_of(const splitter *s, const uint32_t *in, int lane)
{
    return get_bits(in + field_at(s->in, "offset"), lane * s->offset_bits, s->offset_bits);
}

static bool same_word(const splitter *s, const uint32_t *in, int a, int b)
{
    return offset_of(s, in, a) >> 2 == offset_of(s, in, b) >> 2;
}

static bool leads(const splitter *s, const uint32_t *in, int lane)
{
    for (int i = 0; i < lane; i++)
        if (has_lane(s, in, i) && same_word(s, in, i, lane))
            return false;
    return has_lane(s, in, lane);
}

/* One more request is owed. What it has of its access is there; the caller adds the rest. */
static uint32_t *owe(splitter *s, const uint32_t *in, bool last)
{
    answer *a = answers_owe(s->requests);
    snprintf(a->question, sizeof a->question, "request of an access to base %#x", in[field_at(s->in, "base")]);
    a->want[field_at(s->out, "write")] = in[field_at(s->in, "write")];
    a->want[field_at(s->out, "last")] = last;
    memcpy(a->want + field_at(s->out, "data"), in + field_at(s->in, "data"), sizeof *in * (size_t)s->lanes);
    memcpy(a->want + field_at(s->out, "user"), in + field_at(s->in, "user"), sizeof *in * (size_t)words_for(field_bits(s->in, "user")));
    s->owed[(s->first + s->count++) % MOST_OWED] = (owed){s->cycle, last};
    return a->want;
}

static void owe_of_word(splitter *s, const uint32_t *in, int lane, bool last)
{
    uint32_t *want = owe(s, in, last);
    uint64_t block = (uint64_t)in[field_at(s->in, "base")] + (offset_of(s, in, lane) >> 2);
    want[field_at(s->out, "address")] = (uint32_t)(block % ((uint64_t)1 << s->address_bits));
    for (int i = lane; i < s->lanes; i++)
        if (has_lane(s, in, i) && same_word(s, in, i, lane)) {
            want[field_at(s->out, "mask") + i / 32] |= (uint32_t)1 << i % 32;
            want[field_at(s->out, "unaligned")] |= (offset_of(s, in, i) & 3) != 0;
        }
}

static const char *take(void *spec, int stream, const uint32_t *in)
{
    splitter *s = spec;
    (void)stream;
    if (s->accesses >= MOST_ACCESSES)
        return "an access is taken, but two have requests that are not picked";
    int left = 0;
    for (int lane = 0; lane < s->lanes; lane++)
        left += leads(s, in, lane);
    if (left == 0)
        owe(s, in, true)[field_at(s->out, "address")] = in[field_at(s->in, "base")];
    for (int lane = 0; lane < s->lanes; lane++)
        if (leads(s, in, lane))
            owe_of_word(s, in, lane, --left == 0);
    return NULL;
}

static const char too_early[] = "a request is offered, but none is owed", too_late[] = "a request is owed, but none is offered";

/* True if a request must be offered in this cycle. */
static bool is_due(const splitter *s)
{
    return s->count > 0 && s->owed[s->first].taken + DELAY <= s->cycle;
}

static const char *give(void *spec, int stream, const uint32_t *fields)
{
    splitter *s = spec;
    (void)stream;
    if (s->given > 0 || !is_due(s))
        return too_early;
    s->first = (s->first + 1) % MOST_OWED;
    s->count--;
    s->given = 1;
    return answers_came(s->requests, fields);
}

static const char *end_cycle(void *spec, uint32_t held)
{
    splitter *s = spec;
    bool holds = held >> REQUEST & 1;
    if (holds && !is_due(s))
        return too_early;
    if (!holds && !s->given && is_due(s))
        return too_late;
    s->picked -= s->given;
    if (s->picked + s->given < MOST_PICKED && s->unpicked > 0)
        s->picked++;
    s->given = 0;
    s->unpicked = s->count - s->picked;
    s->accesses = 0;
    for (int i = s->picked; i < s->count; i++)
        s->accesses += s->owed[(s->first + i) % MOST_OWED].last;
    s->cycle++;
    return NULL;
}

const specification spec_split = {open_splitter, close_splitter, reset_splitter, take, give, end_cycle};
