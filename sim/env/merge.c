/* SPDX-License-Identifier: Apache-2.0
 *
 * The environment of merge. */
#include "../environment.h"

#include <stdlib.h>
#include <string.h>

#include "../fields.h"

/* For WHILE packets the traffic has one character; then another. */
enum { WHILE = 48, MOST_HOT = 18 };

/* Packets: of several results in turn, each with lanes of its own, the last one marked; any of the hot registers with any lanes; the
 * whole result in one. */
typedef enum { IN_TURN, ANY_PACKETS, WHOLE } style;

typedef struct {
    style style;
    uint32_t results;    /* that are half there at once: fewer than entries, as many, or more */
    uint32_t parts;      /* packets of a result that comes in turn */
    uint32_t last_below; /* of 16: how often one of ANY_PACKETS is the last */
    bool partial;        /* results have lanes that no packet brings */
    uint32_t warp[MOST_HOT], dest[MOST_HOT];
} character;

/* Half of the time hot registers differ in one bit of warp or register. */
static character character_of(const design *d, unsigned long long n)
{
    static const style styles[] = {IN_TURN, IN_TURN, IN_TURN, ANY_PACKETS, ANY_PACKETS, WHOLE};
    rng now = {(n / WHILE + 1) * 0x9e3779b97f4a7c15u};
    uint32_t warps = unit_parameter(d, "warps"), registers = unit_parameter(d, "registers"), entries = unit_parameter(d, "entries");
    character c = {.style = styles[rng_below(&now, sizeof styles / sizeof *styles)]};
    uint32_t fewer = rng_below(&now, entries), more = 1 + rng_below(&now, 2);
    c.results = rng_below(&now, 2) ? entries + more : rng_below(&now, 2) ? entries : entries - fewer;
    c.parts = 1u << rng_below(&now, 4);
    if (c.parts > (uint32_t)d->config.lanes)
        c.parts = (uint32_t)d->config.lanes;
    c.last_below = rng_below(&now, 9);
    c.partial = rng_below(&now, 4) == 0;
    bool alike = rng_below(&now, 2);
    for (uint32_t i = 0; i < MOST_HOT; i++) {
        c.warp[i] = alike && i ? c.warp[0] : rng_below(&now, warps);
        c.dest[i] = alike && i ? c.dest[0] : rng_below(&now, registers);
        if (alike && i % 2)
            c.warp[i] = (c.warp[0] ^ 1u << i / 2) % warps;
        else if (alike && i)
            c.dest[i] = (c.dest[0] ^ 1u << (i / 2 - 1)) % registers;
    }
    return c;
}

/* The n-th packet of results that come in turn: its number among the hot registers, and the lanes of its part. */
static uint32_t in_turn(const design *d, const character *c, unsigned long long n, uint32_t *mask, uint32_t *last)
{
    uint32_t turn = (uint32_t)(n % WHILE), part = turn / c->results % c->parts, round = turn / c->results / c->parts;
    uint32_t lanes = (uint32_t)d->config.lanes, each = lanes / c->parts;
    for (uint32_t i = 0; i < lanes; i++)
        if (i / each != part)
            mask[i / 32] &= ~(1u << i % 32);
    *last = part == c->parts - 1;
    return (turn % c->results + round) % MOST_HOT;
}

/* A packet of a register that had none for as long as can be, and not the last one: it stays, or evicts another. */
static void begin_result(const design *d, unsigned long long n, uint32_t *warp, uint32_t *dest, uint32_t *last)
{
    uint32_t warps = unit_parameter(d, "warps"), registers = unit_parameter(d, "registers");
    *warp = (uint32_t)(n % warps);
    *dest = (uint32_t)(n / warps % registers);
    *last = 0;
}

static bool next(void *env, int stream, uint32_t *in, rng *r)
{
    blind *b = env;
    const design *d = b->design;
    unsigned long long n = b->given++;
    const wf_stream *w = &d->streams.stream[stream];
    character c = character_of(d, n);
    int lanes = d->config.lanes;
    stimulus x;
    random_fields(w, in, r);
    stimuli_next(b->values, &x);
    uint32_t *mask = in + field_at(w, "mask"), *last = in + field_at(w, "last"), hot = rng_below(r, c.results);
    memcpy(mask, x.mask, sizeof *mask * (size_t)((lanes + 31) / 32));
    memcpy(in + field_at(w, "values"), x.block, sizeof *in * (size_t)lanes);
    for (int i = 0; i < lanes && c.style != ANY_PACKETS && !c.partial; i++)
        mask[i / 32] |= 1u << i % 32;
    if (c.style == IN_TURN)
        hot = in_turn(d, &c, n, mask, last);
    else
        *last = c.style == WHOLE || rng_below(r, 16) < c.last_below;
    in[field_at(w, "warp")] = c.warp[hot];
    in[field_at(w, "dest")] = c.dest[hot];
    if (b->fill)
        begin_result(d, n, in + field_at(w, "warp"), in + field_at(w, "dest"), last);
    put_own_user(in + field_at(w, "user"), n, field_bits(w, "user"));
    return true;
}

const environment environment_merge = {.open = blind_open, .close = arena_free, .fill = blind_fill, .next = next};
