/* SPDX-License-Identifier: Apache-2.0
 *
 * The environment of order: instructions that must wait for each other, and a register file behind it, in which they overtake. It sees what is
 * handed over, and tells in any order what has left. */
#include "../environment.h"

#include <stdlib.h>
#include <string.h>

#include "../fields.h"

/* For WHILE inputs of all streams together the traffic has one character; then another. */
enum { WHILE = 96, MOST_ISSUES = 4, MOST_ENTRIES = 16, KINDS = 4 };

/* What instructions are: mostly other ones, as in programs; all of one kind; any. */
typedef struct {
    uint32_t warps, registers; /* that are used: few, so that instructions meet, or all */
    uint32_t first;            /* of these warps and registers */
    uint32_t of[KINDS];        /* of 16: how often a kind comes */
    uint32_t used_below;       /* of 16: how often a source is read */
    uint32_t left_below;       /* of 16: how often one that was handed over leaves when it could */
} character;

static uint32_t fewer(rng *r, uint32_t most, uint32_t few)
{
    return most > few && rng_below(r, 4) ? 1 + rng_below(r, few) : most;
}

static character character_of(const design *d, unsigned long long n)
{
    static const uint32_t kinds[][KINDS] = {{16}, {12, 4}, {8, 7, 1}, {0, 16}, {0, 0, 16}, {13, 2, 1}, {4, 4, 4, 4}, {6, 6, 2, 2}};
    static const uint32_t lefts[] = {2, 8, 16, 16};
    rng now = {(n / WHILE + 1) * 0x9e3779b97f4a7c15u};
    character c = {.first = rng_word(&now) & 0xffff};
    c.warps = fewer(&now, unit_parameter(d, "warps"), 4);
    c.registers = fewer(&now, unit_parameter(d, "registers"), 6);
    memcpy(c.of, kinds[rng_below(&now, sizeof kinds / sizeof *kinds)], sizeof c.of);
    c.used_below = rng_below(&now, 17);
    c.left_below = lefts[rng_below(&now, sizeof lefts / sizeof *lefts)];
    return c;
}

typedef struct {
    const design *design;
    stimuli *values;
    unsigned long long given;
    bool fill;                           /* nothing leaves */
    bool out[MOST_ISSUES][MOST_ENTRIES]; /* handed over, and not told to have left */
} surroundings;

static void *open_surroundings(const design *d, stimuli *values)
{
    surroundings *s = zalloc(sizeof *s);
    s->design = d;
    s->values = values;
    return s;
}

static void reset_surroundings(void *env)
{
    surroundings *s = env;
    memset(s->out, 0, sizeof s->out);
}

static void fill_surroundings(void *env, bool fill)
{
    surroundings *s = env;
    s->fill = fill;
}

/* The number behind the name of a stream. */
static int port_of(const wf_stream *w)
{
    return atoi(w->name + strcspn(w->name, "0123456789"));
}

static bool is_named(const wf_stream *w, const char *name)
{
    return strncmp(w->name, name, strlen(name)) == 0;
}

static void saw(void *env, int stream, const uint32_t *fields)
{
    surroundings *s = env;
    const wf_stream *w = &s->design->streams.stream[stream];
    if (!w->output || !is_named(w, "issue"))
        return;
    const uint32_t *user = fields + field_at(w, "user");
    uint32_t id = 0;
    for (int i = (int)unit_parameter(s->design, "user"), bit = 0; i < field_bits(w, "user"); i++, bit++)
        id |= (user[i / 32] >> i % 32 & 1) << bit;
    s->out[port_of(w)][id] = true;
}

/* Any of those that are out, each first with equal chances. Now and then any id at all: of one that is not out it changes nothing. */
static bool next_left(surroundings *s, const character *c, int port, uint32_t *id, rng *r)
{
    uint32_t entries = unit_parameter(s->design, "entries"), from = rng_below(r, entries);
    if (s->fill || rng_below(r, 16) >= c->left_below)
        return false;
    if (rng_below(r, 64) == 0) {
        *id = from;
        s->out[port][from] = false;
        return true;
    }
    for (uint32_t i = 0; i < entries; i++) {
        *id = (from + i) % entries;
        if (s->out[port][*id]) {
            s->out[port][*id] = false;
            return true;
        }
    }
    return false;
}

static void next_instruction(surroundings *s, const character *c, const wf_stream *w, uint32_t *in, rng *r)
{
    static const char *const of_registers[] = {"source0", "source1", "source2", "dest"};
    uint32_t warps = unit_parameter(s->design, "warps"), registers = unit_parameter(s->design, "registers"), kind = 0, used = 0;
    stimulus x;
    random_fields(w, in, r);
    stimuli_next(s->values, &x);
    in[field_at(w, "warp")] = (c->first + rng_below(r, c->warps)) % warps;
    for (int i = 0; i < 4; i++)
        in[field_at(w, of_registers[i])] = (c->first + rng_below(r, c->registers)) % registers;
    for (int i = 0; i < 3; i++)
        used |= (uint32_t)(rng_below(r, 16) < c->used_below) << i;
    in[field_at(w, "used")] = used;
    for (uint32_t at = rng_below(r, 16); at >= c->of[kind]; kind++)
        at -= c->of[kind];
    in[field_at(w, "kind")] = kind;
    memcpy(in + field_at(w, "mask"), x.mask, sizeof *in * (size_t)((s->design->config.lanes + 31) / 32));
    put_own_user(in + field_at(w, "user"), s->given, field_bits(w, "user"));
}

static bool next(void *env, int stream, uint32_t *in, rng *r)
{
    surroundings *s = env;
    const wf_stream *w = &s->design->streams.stream[stream];
    character c = character_of(s->design, s->given);
    if (is_named(w, "left"))
        return next_left(s, &c, port_of(w), in, r);
    next_instruction(s, &c, w, in, r);
    s->given++;
    return true;
}

const environment environment_order = {
    .open = open_surroundings, .close = arena_free, .reset = reset_surroundings, .fill = fill_surroundings, .saw = saw, .next = next};
