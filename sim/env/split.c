/* SPDX-License-Identifier: Apache-2.0
 *
 * The environment of split. */
#include "../environment.h"

#include <stdlib.h>
#include <string.h>

#include "../fields.h"

/* For WHILE accesses the traffic has one character; then another. */
enum { WHILE = 48, MOST_HOT = 8 };

/* Offsets of an access: one for all lanes; one for all but some; a few; each lane has its own, evenly spaced; any; one but for its low two bits. */
typedef enum { ONE, MOSTLY_ONE, FEW, SPACED, ANY, LOW_BITS } style;

typedef struct {
    style style;
    uint32_t hot;           /* how many offsets a few are */
    uint32_t stray_below;   /* of 16: how often a lane has another offset than most */
    uint32_t aligned_below; /* of 4: how often the low two bits of an access are 0 */
    uint32_t empty_below;   /* of 16: how often a mask is empty */
    bool full;              /* masks are full */
} character;

static character character_of(unsigned long long n)
{
    static const style styles[] = {ONE, MOSTLY_ONE, MOSTLY_ONE, FEW, FEW, SPACED, ANY, LOW_BITS};
    rng now = {(n / WHILE + 1) * 0x9e3779b97f4a7c15u};
    character c = {.style = styles[rng_below(&now, sizeof styles / sizeof *styles)]};
    c.hot = 2 + rng_below(&now, MOST_HOT - 1);
    c.stray_below = 1 + rng_below(&now, 4);
    c.aligned_below = rng_below(&now, 5);
    c.empty_below = rng_below(&now, 4) ? 1 : 12;
    c.full = rng_below(&now, 3) == 0;
    return c;
}

/* Half of the hot offsets differ from the first one in a single bit. */
static void hot_offsets(uint32_t *hot, int bits, rng *r)
{
    hot[0] = rng_word(r);
    for (int i = 1; i < MOST_HOT; i++)
        hot[i] = i % 2 ? hot[0] ^ (uint32_t)1 << rng_below(r, (uint32_t)bits) : rng_word(r);
}

static uint32_t offset_of(const character *c, const uint32_t *hot, int lane, uint32_t spacing, rng *r)
{
    switch (c->style) {
    case ONE: return hot[0];
    case MOSTLY_ONE: return rng_below(r, 16) < c->stray_below ? hot[1 + rng_below(r, MOST_HOT - 1)] : hot[0];
    case FEW: return hot[rng_below(r, c->hot)];
    case SPACED: return hot[0] + (uint32_t)lane * spacing;
    case LOW_BITS: return hot[0] ^ rng_below(r, 4);
    default: return rng_word(r);
    }
}

static bool next(void *env, int stream, uint32_t *in, rng *r)
{
    blind *b = env;
    const wf_stream *w = &b->design->streams.stream[stream];
    int lanes = b->design->config.lanes, bits = (int)unit_parameter(b->design, "offset");
    unsigned long long n = b->given++;
    character c = character_of(n);
    uint32_t hot[MOST_HOT], spacing = (uint32_t)4 << rng_below(r, 4), *mask = in + field_at(w, "mask");
    bool aligned = rng_below(r, 4) < c.aligned_below, empty = rng_below(r, 16) < c.empty_below;
    stimulus x;
    random_fields(w, in, r);
    stimuli_next(b->values, &x);
    memcpy(in + field_at(w, "data"), x.block, sizeof *in * (size_t)lanes);
    memcpy(mask, x.mask, sizeof *mask * (size_t)((lanes + 31) / 32));
    for (int i = 0; i < lanes && (c.full || empty); i++)
        mask[i / 32] = empty ? 0 : mask[i / 32] | (uint32_t)1 << i % 32;
    hot_offsets(hot, bits, r);
    for (int lane = 0; lane < lanes; lane++) {
        uint32_t offset = offset_of(&c, hot, lane, spacing, r);
        offset = aligned && c.style != LOW_BITS ? offset & ~(uint32_t)3 : offset;
        field_put(in + field_at(w, "offset"), lane * bits, &offset, bits);
    }
    put_own_user(in + field_at(w, "user"), n, field_bits(w, "user"));
    return true;
}

const environment environment_split = {.open = blind_open, .close = arena_free, .fill = blind_fill, .next = next};
