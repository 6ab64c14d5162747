/* SPDX-License-Identifier: Apache-2.0
 *
 * The environment of avc: blocks that collide in the sets of both caches, consecutive ones, and values that are a line of base and stride in some of
 * their lanes, under masks that overlap. The memory is that of all caches. Read from the bottom up. */
#include <string.h>

#include "../fields.h"
#include "memory.h"

/* For WHILE requests the traffic has one character; then another. */
enum { WHILE = 96, CODES = 4 };

/* Blocks: those of two lines of the AVC; of one of its sets; of one set of the L1; a few; any. */
typedef enum { LINES, AVC_SET, L1_SET, HOT, ANYWHERE, PLACES } place;
/* Masks: full; a half; one mask, its complement, parts of it and more; one lane; as stimuli.c gives them; none. */
typedef enum { FULL, HALVES, RELATED, ONE_LANE, ANY_MASK, EMPTY, MASKS } mask_kind;
/* Values: a line in all lanes; only in those of the mask; but in one of them; two lines, a half each; another line, which meets it in one lane; none. */
typedef enum { LINE, LINE_UNDER_MASK, OFF_IN_ONE, TWO_LINES, MEETING, GENERIC } value_kind;

typedef struct {
    place place;
    mask_kind masks;
    uint32_t first, count; /* blocks */
    uint32_t stores;       /* of 16 */
    uint32_t generic;      /* of 8: stores that are no line */
    uint32_t codes;        /* so many lines has a block */
    uint32_t outside;      /* of 16: blocks that are not private */
    uint32_t mask[WF_MASK_WORDS];
} character;

typedef struct {
    const design *design;
    stimuli *values;
    void *memory;
    const wf_stream *request;
    uint32_t sets, vectors, l1_ways, avc_ways;
    int lanes, address, window; /* bits */
} avc;

/* ---- values ---- */

/* Line k of a block. A few have a stride or a base that no vector has. The memory begins with line 0 in many blocks, so stores find it there. */
static void put_line(const avc *a, uint32_t block, uint32_t k, uint32_t *values)
{
    rng own = {rng_mix((uint64_t)block * CODES + k + 1)};
    uint32_t log = rng_below(&own, 8), stride = log == 7 ? 0 : (uint32_t)1 << log, base = rng_word(&own);
    uint32_t odd = rng_below(&own, 16);
    base &= stride ? ~(stride - 1) : ~(uint32_t)0;
    if (odd == 0)
        stride = 3;
    if (odd == 1)
        stride = 128;
    if (odd == 2 && stride > 1)
        base++;
    for (int i = 0; i < a->lanes; i++)
        values[i] = base + (uint32_t)i * stride;
}

/* In place of a line one of half the stride that has the same word in the lowest lane of the mask, or in the lowest one that is not in it. So one lane agrees
 * with an older code, while the others do not. */
static void put_meeting(const avc *a, const uint32_t *mask, rng *random, uint32_t *values)
{
    uint32_t out = rng_below(random, 2), stride = values[1] - values[0];
    int lane = 0;
    while (lane < a->lanes - 1 && (mask[lane / 32] >> lane % 32 & 1) == out)
        lane++;
    const uint32_t there = values[lane];
    stride = stride == 0 ? 1 : stride / 2;
    for (int i = 0; i < a->lanes; i++)
        values[i] = there + ((uint32_t)i - (uint32_t)lane) * stride;
}

static void put_values(avc *a, uint32_t block, value_kind kind, uint32_t k, const uint32_t *mask, rng *random, uint32_t *values)
{
    uint32_t other[WF_MAX_LANES], lane = rng_below(random, (uint32_t)a->lanes);
    stimulus x;
    put_line(a, block, k, values);
    if (kind == TWO_LINES)
        put_line(a, block, (k + 1) % CODES, other);
    if (kind == MEETING)
        put_meeting(a, mask, random, values);
    stimuli_next(a->values, &x);
    for (int i = 0; i < a->lanes; i++) {
        bool active = mask[i / 32] >> i % 32 & 1;
        if (kind == GENERIC || (kind == LINE_UNDER_MASK && !active))
            values[i] = x.block[i];
        if (kind == TWO_LINES && i >= a->lanes / 2)
            values[i] = other[i];
    }
    if (kind == OFF_IN_ONE)
        values[lane] ^= (uint32_t)1 << rng_below(random, 32);
}

/* What a block has that was never written: half of them a line, others two of them, or no line. */
static void first_values(void *own, uint32_t address, uint32_t *data)
{
    static const uint32_t all[WF_MASK_WORDS] = {0};
    static const value_kind kinds[] = {LINE, LINE, TWO_LINES, GENERIC};
    rng random = {rng_mix(address)};
    put_values(own, address, kinds[rng_below(&random, 4)], 0, all, &random, data);
}

/* ---- masks ---- */

static void choose_mask(avc *a, const character *c, rng *random, uint32_t *mask)
{
    mask_kind kind = rng_below(random, 8) == 0 ? (mask_kind)rng_below(random, MASKS) : c->masks;
    uint32_t relation = rng_below(random, 4), lane = rng_below(random, (uint32_t)a->lanes), upper = rng_below(random, 2);
    stimulus x;
    stimuli_next(a->values, &x);
    for (int w = 0; w < (a->lanes + 31) / 32; w++) {
        uint32_t chance = rng_word(random), of[] = {c->mask[w], ~c->mask[w], c->mask[w] & chance, c->mask[w] | chance};
        mask[w] = kind == FULL ? ~(uint32_t)0 : kind == RELATED ? of[relation] : kind == ANY_MASK ? x.mask[w] : 0;
    }
    for (int i = 0; i < a->lanes && kind == HALVES; i++)
        mask[i / 32] |= (uint32_t)((i >= a->lanes / 2) == upper) << i % 32;
    if (kind == ONE_LANE)
        mask[lane / 32] |= (uint32_t)1 << lane % 32;
    if (a->lanes % 32)
        mask[a->lanes / 32] &= ((uint32_t)1 << a->lanes % 32) - 1;
}

/* ---- blocks ---- */

static uint32_t choose_block(const avc *a, const character *c, rng *random)
{
    uint32_t i = rng_below(random, c->count), block = c->first, line = a->vectors * a->sets;
    switch (c->place) {
    case LINES: block += i - c->first % a->vectors; break;
    case AVC_SET: block += i * line + rng_below(random, a->vectors < 3 ? a->vectors : 3); break;
    case L1_SET: block += i * a->sets; break;
    case HOT: block += i; break;
    default: block = rng_word(random); break;
    }
    if (a->window < 32)
        block &= ((uint32_t)1 << a->window) - 1;
    if (a->address > a->window && rng_below(random, 16) < c->outside)
        block |= (uint32_t)1 << (a->window + (int)rng_below(random, (uint32_t)(a->address - a->window)));
    return block;
}

static character character_of(const avc *a, unsigned long long n)
{
    static const uint32_t stores[] = {0, 4, 8, 14}, generic[] = {0, 1, 3, 8}, outside[] = {0, 0, 1, 8};
    rng now = {(n / WHILE + 1) * 0x9e3779b97f4a7c15u};
    uint32_t more = rng_below(&now, 3);
    character c = {.place = (place)rng_below(&now, PLACES), .first = rng_word(&now)};
    const uint32_t counts[PLACES] = {2 * a->vectors, a->avc_ways + 1 + more, a->l1_ways + 1 + more, 1 + more, 1};
    c.count = counts[c.place];
    c.masks = (mask_kind)rng_below(&now, EMPTY);
    c.stores = stores[rng_below(&now, 4)];
    c.generic = generic[rng_below(&now, 4)];
    c.codes = 1 + rng_below(&now, CODES);
    c.outside = outside[rng_below(&now, 4)];
    for (int w = 0; w < WF_MASK_WORDS; w++)
        c.mask[w] = rng_word(&now);
    return c;
}

/* ---- requests ---- */

static void request(void *own, unsigned long long n, bool fill, uint32_t *fields, rng *random)
{
    avc *a = own;
    character c = character_of(a, n);
    uint32_t all = a->address < 32 ? ((uint32_t)1 << a->address) - 1 : ~(uint32_t)0;
    uint32_t *mask = fields + field_at(a->request, "mask"), *address = fields + field_at(a->request, "address");
    bool store = !fill && rng_below(random, 16) < c.stores, generic = rng_below(random, 8) < c.generic;
    value_kind kind = generic ? GENERIC : (value_kind)rng_below(random, GENERIC);
    *address = (fill || rng_below(random, 32) == 0 ? rng_word(random) : choose_block(a, &c, random)) & all;
    fields[field_at(a->request, "write")] = store;
    choose_mask(a, &c, random, mask);
    put_values(a, *address, kind, rng_below(random, c.codes), mask, random, fields + field_at(a->request, "data"));
}

/* ---- the environment ---- */

static void *open_avc(const design *d, stimuli *values)
{
    static const memory_traffic traffic = {request, first_values};
    avc *a = zalloc(sizeof *a);
    *a = (avc){.design = d, .values = values, .request = unit_stream(d, "request"), .lanes = d->config.lanes};
    a->sets = unit_parameter(d, "sets"), a->vectors = unit_parameter(d, "line-vectors");
    a->l1_ways = unit_parameter(d, "l1-ways"), a->avc_ways = unit_parameter(d, "avc-ways");
    a->address = field_bits(a->request, "address"), a->window = (int)unit_parameter(d, "window");
    a->memory = memory_around(d, values, &traffic, a);
    return a;
}

static void close_avc(void *env)
{
    memory_around_close(((avc *)env)->memory);
    arena_free(env);
}

static void reset(void *env)
{
    memory_around_reset(((avc *)env)->memory);
}

static void fill(void *env, bool fill)
{
    memory_around_fill(((avc *)env)->memory, fill);
}

static void saw(void *env, int stream, const uint32_t *fields)
{
    memory_around_saw(((avc *)env)->memory, stream, fields);
}

static bool next(void *env, int stream, uint32_t *fields, rng *random)
{
    return memory_around_next(((avc *)env)->memory, stream, fields, random);
}

const environment environment_avc = {.open = open_avc, .close = close_avc, .reset = reset, .fill = fill, .saw = saw, .next = next};
