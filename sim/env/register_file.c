/* SPDX-License-Identifier: Apache-2.0
 *
 * The environment of register files: instructions, writes and releases that collide. */
#include "../environment.h"

#include <stdlib.h>
#include <string.h>

#include "../fields.h"

/* For WHILE inputs of all streams together the traffic has one character; then another. */
enum { WHILE = 96, MOST_HOT = 6 };

/* Where the registers are: anywhere; a few of a few warps; a few of one cluster; one register. */
typedef enum { ANYWHERE, HOT, ONE_CLUSTER, ONE_REGISTER, PLACES } place;
/* Masks: as stimuli.c gives them, half of them full; all full; none full; one lane; none. */
typedef enum { ANY_MASKS, FULL, PARTIAL, ONE_LANE, NO_LANES, MASKS } mask_kind;

typedef struct {
    place place;
    mask_kind masks;
    uint32_t release_below;    /* of 256: how often a release comes */
    uint32_t last_below;       /* of 16, where writes come in packets: how often one is the last of its result */
    uint32_t warps, registers; /* of the file */
    uint32_t warp[MOST_HOT], reg[MOST_HOT], count;
} character;

/* Puts the register into a cluster: cluster = (register + warp) mod clusters. */
static uint32_t moved_to(uint32_t cluster, uint32_t warp, uint32_t reg, uint32_t registers, uint32_t clusters)
{
    uint32_t there = reg - (reg + warp) % clusters + cluster;
    return there < registers ? there : there % clusters < registers ? there % clusters : reg;
}

static character character_of(const design *d, unsigned long long n)
{
    static const mask_kind masks[] = {ANY_MASKS, ANY_MASKS, ANY_MASKS, FULL, FULL, FULL, PARTIAL, ONE_LANE};
    static const uint32_t releases[] = {0, 1, 8, 64, 256}, lasts[] = {16, 12, 8, 4};
    rng now = {(n / WHILE + 1) * 0x9e3779b97f4a7c15u};
    wf_file_shape shape;
    d->unit->system->shape(&d->config, &shape);
    uint32_t warps = (uint32_t)shape.warps, registers = (uint32_t)shape.registers, clusters = (uint32_t)shape.clusters;
    character c = {
        .place = n / WHILE % 8 == 0 ? ONE_REGISTER : (place)rng_below(&now, ONE_REGISTER), .warps = warps, .registers = registers};
    c.masks = masks[rng_below(&now, sizeof masks / sizeof *masks)];
    c.release_below = releases[rng_below(&now, sizeof releases / sizeof *releases)];
    c.count = c.place == ONE_REGISTER ? 1 : 2 + rng_below(&now, MOST_HOT - 1);
    uint32_t cluster = rng_below(&now, clusters), few = 1 + rng_below(&now, 3), first = rng_below(&now, warps);
    for (uint32_t i = 0; i < c.count; i++) {
        c.warp[i] = (first + rng_below(&now, few)) % warps;
        c.reg[i] = rng_below(&now, registers);
        if (c.place == ONE_CLUSTER)
            c.reg[i] = moved_to(cluster, c.warp[i], c.reg[i], registers, clusters);
    }
    c.last_below = lasts[rng_below(&now, sizeof lasts / sizeof *lasts)];
    return c;
}

/* Most registers are those of the character; a few are any. */
static uint32_t choose_register(const character *c, rng *r, uint32_t *warp)
{
    uint32_t i = rng_below(r, c->count);
    bool any = c->place == ANYWHERE || rng_below(r, 16) == 0;
    *warp = any ? rng_below(r, c->warps) : c->warp[i];
    return any ? rng_below(r, c->registers) : c->reg[i];
}

/* Another register of the warp: most often one that is hot too, perhaps the same again. */
static uint32_t choose_of(const character *c, rng *r, uint32_t warp)
{
    uint32_t i = rng_below(r, c->count);
    return c->place != ANYWHERE && c->warp[i] == warp && rng_below(r, 16) ? c->reg[i] : rng_below(r, c->registers);
}

static void choose_mask(const design *d, const character *c, rng *r, const stimulus *x, uint32_t *mask)
{
    int lanes = d->config.lanes, words = (lanes + 31) / 32, lane = (int)rng_below(r, (uint32_t)lanes);
    mask_kind kind = rng_below(r, 8) == 0 ? (mask_kind)rng_below(r, MASKS) : c->masks;
    memcpy(mask, x->mask, sizeof *mask * (size_t)words);
    for (int i = 0; i < lanes; i++) {
        uint32_t bit = (uint32_t)1 << i % 32;
        if (kind == FULL)
            mask[i / 32] |= bit;
        if (kind == NO_LANES || kind == ONE_LANE)
            mask[i / 32] &= ~bit;
    }
    if (kind == ONE_LANE)
        mask[lane / 32] |= (uint32_t)1 << lane % 32;
    if (kind == PARTIAL && wf_mask_full(mask, lanes))
        mask[lane / 32] &= ~((uint32_t)1 << lane % 32);
}

static void issue(const design *d, const character *c, rng *r, const stimulus *x, const wf_stream *w, uint32_t *in)
{
    uint32_t *warp = in + field_at(w, "warp");
    in[field_at(w, "source0")] = choose_register(c, r, warp);
    in[field_at(w, "source1")] = choose_of(c, r, *warp);
    in[field_at(w, "source2")] = choose_of(c, r, *warp);
    in[field_at(w, "dest")] = choose_of(c, r, *warp);
    choose_mask(d, c, r, x, in + field_at(w, "mask"));
}

/* Where writes tell what is known of their code: values of which many lanes are alike, masks that come again, and the code itself, or any bits where it
 * is not known. */
static void alike(const design *d, const character *c, rng *r, uint32_t *mask, uint32_t *values)
{
    int lanes = d->config.lanes, words = (lanes + 31) / 32, half = lanes / 2;
    uint32_t shape = rng_below(r, 8), base = values[0];
    rng again = {c->warp[0] * 64u + c->reg[0] + rng_below(r, 2)};
    if (!wf_mask_full(mask, lanes) && !wf_mask_empty(mask, lanes) && rng_below(r, 2))
        for (int w = 0; w < words; w++)
            mask[w] = rng_word(&again) & (lanes - 32 * w < 32 ? ((uint32_t)1 << (lanes - 32 * w)) - 1 : ~(uint32_t)0);
    for (int i = 0; i < lanes; i++)
        if (shape < 2 || (shape == 2 && i < half) || (shape == 3 && i >= half) || (shape == 4 && (mask[i / 32] >> i % 32 & 1)))
            values[i] = base;
        else if (shape == 5)
            values[i] = base + (uint32_t)i;
}

/* The tag of a write of these values, of which only some groups of lanes are known: of values that differ in all others. */
static void put_known_tag(const design *d, rng *r, const wf_stream *w, uint32_t *in, uint32_t known)
{
    int lanes = d->config.lanes, groups = field_bits(w, "known");
    const wf_codec *codec = d->unit->children[0].unit->codec;
    wf_config config = wf_child_config(d->unit, &d->config, 0);
    uint32_t values[WF_MAX_LANES];
    wf_input input = {.block = values, .mask = in + field_at(w, "mask")};
    wf_code code;
    for (int i = 0; i < lanes; i++)
        values[i] = known >> i * groups / lanes & 1 ? in[field_at(w, "values") + i] : rng_word(r);
    wf_encode(codec, &config, &input, &code);
    memcpy(in + field_at(w, "tag"), code.tag, sizeof *in * (size_t)((field_bits(w, "tag") + 31) / 32));
}

static void tell_known(const design *d, rng *r, const wf_stream *w, uint32_t *in)
{
    uint32_t all = ((uint32_t)1 << field_bits(w, "known")) - 1, *known = in + field_at(w, "known");
    in[field_at(w, "dead")] = rng_below(r, 4) == 0;
    *known = rng_below(r, 2) ? 0 : rng_below(r, 2) ? all : *known;
    if (wf_mask_empty(in + field_at(w, "mask"), d->config.lanes))
        *known = 0;
    if (*known)
        put_known_tag(d, r, w, in, *known);
}

static void write_register(const design *d, const character *c, rng *r, const stimulus *x, const wf_stream *w, uint32_t *in)
{
    in[field_at(w, "dest")] = choose_register(c, r, in + field_at(w, "warp"));
    choose_mask(d, c, r, x, in + field_at(w, "mask"));
    memcpy(in + field_at(w, "values"), x->block, sizeof *in * (size_t)d->config.lanes);
    if (field_at(w, "last") >= 0)
        in[field_at(w, "last")] = rng_below(r, 16) < c->last_below;
    if (field_at(w, "known") >= 0) {
        alike(d, c, r, in + field_at(w, "mask"), in + field_at(w, "values"));
        tell_known(d, r, w, in);
    }
}

static bool next(void *env, int stream, uint32_t *in, rng *r)
{
    blind *b = env;
    const design *d = b->design;
    unsigned long long n = b->given;
    const wf_stream *w = &d->streams.stream[stream];
    character c = character_of(d, n);
    stimulus x;
    if (strcmp(w->name, "release") == 0) { /* of a warp that is busy, or of any */
        in[0] = rng_below(r, 2) ? c.warp[rng_below(r, c.count)] : rng_below(r, c.warps);
        bool comes = rng_below(r, 256) < c.release_below;
        b->given += comes;
        return comes;
    }
    b->given++;
    random_fields(w, in, r);
    stimuli_next(b->values, &x);
    if (field_at(w, "values") >= 0)
        write_register(d, &c, r, &x, w, in);
    else
        issue(d, &c, r, &x, w, in);
    put_own_user(in + field_at(w, "user"), n, field_bits(w, "user"));
    return true;
}

const environment environment_register_file = {.open = blind_open, .close = arena_free, .next = next};
