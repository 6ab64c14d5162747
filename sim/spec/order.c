/* SPDX-License-Identifier: Apache-2.0
 *
 * The specification of order, from docs/order.md. It keeps what is under way in the order of age. From this it says in each cycle what each
 * port must offer: what it offered and could not hand over, else the oldest that must wait for no other. The counts of a cycle are an answer
 * too. Inputs that wait are not told: that one is taken in time is not seen here. */
#include "answers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../fields.h"

enum { MOST_PORTS = 4, MOST_ENTRIES = 16, SOURCES = 3 };
enum { INSTRUCTIONS, MEMORY, CONTROL, WAR, COUNTS }; /* words of the state */

typedef struct {
    int port;
    bool handed_over, leaves;
    uint32_t id;      /* known when it is handed over */
    uint32_t *fields; /* of `instruction` */
} instruction;

typedef struct {
    const wf_stream *in, *out; /* of any port */
    int ports, entries, words, warp_at, source_at[SOURCES], used_at, dest_at, writes_at, kind_at, user_at, user_bits, id_bits;
    int count, taken; /* under way at the start of the cycle; and behind them those that are taken in it, by port */
    instruction at[MOST_PORTS * MOST_ENTRIES + MOST_PORTS];
    instruction *offered[MOST_PORTS];                      /* what each port must offer; NULL: nothing */
    bool given[MOST_PORTS];                                /* it was handed over in this cycle */
    uint32_t counts[COUNTS], sums[COUNTS], events[COUNTS]; /* as they show; of two cycles before; of the one before */
    answers *states;
    char complaint[160];
} keeper;

static void owe_counts(keeper *s)
{
    answer *a = answers_owe(s->states);
    snprintf(a->question, sizeof a->question, "counts");
    memcpy(a->want, s->counts, sizeof s->counts);
}

static void *open_keeper(const design *d, const bench_module *m)
{
    keeper *s = zalloc(sizeof *s);
    s->ports = (int)unit_parameter(d, "issues");
    s->entries = (int)unit_parameter(d, "entries");
    s->in = &m->streams.stream[0];
    s->out = &m->streams.stream[2 * s->ports];
    s->words = field_words(s->in);
    s->warp_at = field_at(s->in, "warp");
    s->source_at[0] = field_at(s->in, "source0");
    s->source_at[1] = field_at(s->in, "source1");
    s->source_at[2] = field_at(s->in, "source2");
    s->used_at = field_at(s->in, "used");
    s->dest_at = field_at(s->in, "dest");
    s->writes_at = field_at(s->in, "writes");
    s->kind_at = field_at(s->in, "kind");
    s->user_at = field_at(s->in, "user");
    s->user_bits = field_bits(s->in, "user");
    s->id_bits = field_bits(s->out, "user") - s->user_bits;
    s->states = answers_new(&m->streams.stream[3 * s->ports], 0);
    owe_counts(s);
    return s;
}

static void forget(keeper *s)
{
    for (int n = 0; n < s->count + s->taken; n++)
        arena_free(s->at[n].fields);
    s->count = s->taken = 0;
    memset(s->offered, 0, sizeof s->offered);
    memset(s->given, 0, sizeof s->given);
    memset(s->counts, 0, sizeof s->counts);
    memset(s->sums, 0, sizeof s->sums);
    memset(s->events, 0, sizeof s->events);
    answers_forget(s->states);
}

static void close_keeper(void *spec)
{
    keeper *s = spec;
    forget(s);
    answers_free(s->states);
    arena_free(s);
}

static void reset_keeper(void *spec)
{
    keeper *s = spec;
    forget(s);
    owe_counts(s);
}

/* ---- who waits for whom ---- */

static bool is_memory(const keeper *s, const instruction *x)
{
    uint32_t kind = x->fields[s->kind_at];
    return kind == 1 || kind == 3;
}

static bool is_control(const keeper *s, const instruction *x)
{
    return x->fields[s->kind_at] >= 2;
}

static bool reads_destination(const keeper *s, const instruction *older, const instruction *younger)
{
    bool found = false;
    for (int k = 0; k < SOURCES; k++)
        found |= older->fields[s->source_at[k]] == younger->fields[s->dest_at] && (older->fields[s->used_at] & 1u << k) != 0;
    return found && younger->fields[s->writes_at];
}

/* For which reasons x must wait for those that are older and under way: a word for each count. */
static bool must_wait(const keeper *s, const instruction *x, uint32_t *why)
{
    memset(why, 0, sizeof *why * COUNTS);
    for (const instruction *older = s->at; older < x; older++) {
        if (older->fields[s->warp_at] != x->fields[s->warp_at])
            continue;
        why[MEMORY] |= is_memory(s, older) && is_memory(s, x);
        why[CONTROL] |= is_control(s, older) || is_control(s, x);
        why[WAR] |= reads_destination(s, older, x);
    }
    return why[MEMORY] || why[CONTROL] || why[WAR];
}

/* ---- what moves ---- */

static const char *complain(keeper *s, int port, const char *of)
{
    snprintf(s->complaint, sizeof s->complaint, "port %d: %s", port, of);
    return s->complaint;
}

static const char *take(keeper *s, int port, const uint32_t *fields)
{
    int here = 0;
    for (int n = 0; n < s->count; n++)
        here += s->at[n].port == port;
    if (here >= s->entries)
        return complain(s, port, "an instruction is taken, but as many as there are entries are under way");
    instruction *x = &s->at[s->count + s->taken++];
    *x = (instruction){.port = port, .fields = zalloc(sizeof *fields * (size_t)s->words)};
    memcpy(x->fields, fields, sizeof *fields * (size_t)s->words);
    return NULL;
}

static const char *leave(keeper *s, int port, uint32_t id)
{
    for (int n = 0; n < s->count; n++)
        if (s->at[n].port == port && s->at[n].handed_over && s->at[n].id == id && s->offered[port] != &s->at[n])
            s->at[n].leaves = true;
    return NULL;
}

/* Bits from `at` on of the field `user`. */
static uint32_t bits_of(const uint32_t *user, int at, int bits)
{
    uint32_t value = 0;
    for (int i = 0; i < bits; i++)
        value |= (user[(at + i) / 32] >> (at + i) % 32 & 1) << i;
    return value;
}

static const char *hand_over(keeper *s, int port, const uint32_t *fields)
{
    instruction *x = s->offered[port];
    if (x == NULL)
        return complain(s, port, "an instruction is offered, but none waits that need not");
    const wf_field *f = s->out->field;
    for (int word = 0; word < s->user_at; word += (f++->bits + 31) / 32)
        for (int i = 0; i < (f->bits + 31) / 32; i++)
            if (fields[word + i] != x->fields[word + i]) {
                snprintf(s->complaint, sizeof s->complaint, "port %d: instruction of warp %u with user %#x: %s_o is %#x, expected %#x",
                         port, x->fields[s->warp_at], x->fields[s->user_at], f->name, fields[word + i], x->fields[word + i]);
                return s->complaint;
            }
    for (int i = 0; i < s->user_bits; i++)
        if (bits_of(fields + s->user_at, i, 1) != bits_of(x->fields + s->user_at, i, 1))
            return complain(s, port, "user is not that of the oldest instruction that need not wait");
    x->id = bits_of(fields + s->user_at, s->user_bits, s->id_bits);
    if (x->id >= (uint32_t)s->entries)
        return complain(s, port, "the id is that of no entry");
    for (int n = 0; n < s->count; n++)
        if (s->at[n].port == port && s->at[n].handed_over && s->at[n].id == x->id)
            return complain(s, port, "the id is that of another instruction under way");
    x->handed_over = s->given[port] = true;
    return NULL;
}

static const char *took(void *spec, int stream, const uint32_t *fields)
{
    keeper *s = spec;
    return stream < s->ports ? take(s, stream, fields) : leave(s, stream - s->ports, fields[0]);
}

static const char *gave(void *spec, int stream, const uint32_t *fields)
{
    keeper *s = spec;
    return stream < 3 * s->ports ? hand_over(s, stream - 2 * s->ports, fields) : answers_came(s->states, fields);
}

/* ---- a cycle is over ---- */

/* Those that leave go. `kept`: what a port offered and did not hand over. */
static void drop_left(keeper *s, instruction **kept)
{
    int to = 0;
    for (int n = 0; n < s->count + s->taken; n++) {
        if (s->at[n].leaves) {
            arena_free(s->at[n].fields);
            continue;
        }
        for (int k = 0; k < s->ports; k++)
            if (kept[k] == &s->at[n])
                kept[k] = &s->at[to];
        s->at[to++] = s->at[n];
    }
    s->count = to - s->taken;
}

static void count(keeper *s)
{
    for (int i = 0; i < COUNTS; i++)
        s->counts[i] += s->sums[i];
    memcpy(s->sums, s->events, sizeof s->sums);
    memset(s->events, 0, sizeof s->events);
    for (int n = s->count; n < s->count + s->taken; n++) {
        uint32_t why[COUNTS];
        must_wait(s, &s->at[n], why);
        s->events[INSTRUCTIONS]++;
        for (int i = MEMORY; i < COUNTS; i++)
            s->events[i] += why[i];
    }
}

static const char *end_cycle(void *spec, uint32_t held)
{
    keeper *s = spec;
    instruction *kept[MOST_PORTS] = {NULL};
    for (int k = 0; k < s->ports; k++) {
        bool holds = held >> (2 * s->ports + k) & 1;
        if (holds && s->offered[k] == NULL)
            return complain(s, k, "an instruction is offered, but none waits that need not");
        if (s->offered[k] && !s->given[k] && !holds)
            return complain(s, k, "an instruction waits that need not, and none is offered");
        kept[k] = holds ? s->offered[k] : NULL;
        s->given[k] = false;
    }
    drop_left(s, kept);
    count(s);
    s->count += s->taken;
    s->taken = 0;
    for (int k = 0; k < s->ports; k++) {
        uint32_t why[COUNTS];
        for (int n = 0; n < s->count && !kept[k]; n++)
            if (s->at[n].port == k && !s->at[n].handed_over && !must_wait(s, &s->at[n], why))
                kept[k] = &s->at[n];
        s->offered[k] = kept[k];
    }
    const char *wrong = answers_cycle(s->states, false);
    owe_counts(s);
    return wrong;
}

const specification spec_order = {open_keeper, close_keeper, reset_keeper, took, gave, end_cycle};
