/* SPDX-License-Identifier: Apache-2.0
 *
 * bytewise_fast - bytewise in the form that the program runs. It gives the same codes as bytewise.c, and the same answers as
 * bytewise_scalar.c, the specifications. Codes with strides, and the decoding of divergent writes, are the specification's. First the
 * geometry, then encode, decode, and what tags alone tell. */
#include "../form.h"
#include "../takes.h"
#include "../unlike.h"
#include "../vector/learn.h"
#include "bytewise_layout.h"
#include "bytewise_params.h"

enum { BYTES = 4 };

extern const wf_fast wf_bytewise_fast;
extern const wf_unit wf_unit_bytewise;

/* Strides are of groups of 4 lanes or more. */
INLINE bool takes(const wf_config *c)
{
    int groups = c->param[BYTEWISE_GROUPS], strides = c->param[BYTEWISE_STRIDES];
    return has_lanes(c) && is_power(groups, 1, 1, BYTEWISE_MAX_GROUPS) && strides >= 0 && strides <= 3 &&
           (strides ? WF_MIN_LANES * groups : groups) <= c->lanes;
}

/* Sizes, and first bits in the tag; fs 0: it has none. Groups are a power of two. */
typedef struct {
    int lanes, groups, width; /* width: lanes of a group */
    int d, fs, bvr, bvr_bits, tag_bits;
} geometry;

static geometry geometry_of(const wf_config *c)
{
    int groups = c->param[BYTEWISE_GROUPS], log = __builtin_ctz((unsigned)groups), several = groups > 1;
    geometry g = {.lanes = c->lanes, .groups = groups, .width = c->lanes >> log, .d = BYTES << log};
    g.fs = several ? g.d + 1 : 0;
    g.bvr = g.d + 1 + several;
    g.bvr_bits = g.width > 32 ? g.width : 32;
    g.tag_bits = g.bvr + (g.bvr_bits << log);
    return g;
}

/* The bits in which the active lanes of a group differ. `first`: the first of them, or below 0. */
static uint32_t unlike_active(const wf_input *in, int from, int width, int *first)
{
    uint32_t unlike = 0;
    int part = width < 32 ? width : 32;
    *first = -1;
    for (int i = from; i < from + width; i += 32) {
        uint32_t active = mask_part(in->mask, i, width);
        if (active == 0)
            continue;
        *first = *first < 0 ? i + __builtin_ctz(active) : *first;
        unlike |= wf_unlike_line(in->block + i, part, active, in->block[*first], 0);
    }
    return unlike;
}

static unsigned enc_of(uint32_t unlike)
{
    return unlike >> 24 ? 0x0 : unlike >> 16 ? 0x8 : unlike >> 8 ? 0xc : unlike ? 0xe : BYTEWISE_SCALAR;
}

/* Units of a plane of a group: of 16 bytes, or one. */
static int units_of_plane(const geometry *g)
{
    return g->width > 16 ? g->width / 16 : 1;
}

/* Units and write enables of group k, whose enc tells the planes that are stored. */
static void store_planes(const geometry *g, int k, unsigned enc, const uint32_t *mask, wf_code *code)
{
    int count = units_of_plane(g);
    for (int p = 0; p < BYTES; p++) {
        if (enc >> p & 1)
            continue;
        put_bits(code->units, (p * g->groups + k) * count, low_ones(count));
        for (int i = k * g->width; i < (k + 1) * g->width; i += 32)
            put_bits(code->wen, p * g->lanes + i, mask_part(mask, i, g->width));
    }
}

static void pack(const geometry *g, const uint32_t *restrict block, uint32_t *restrict payload)
{
    uint8_t turned[BYTES * WF_MAX_LANES], *restrict bytes = in_place() ? (uint8_t *)payload : turned;
    for (int p = 0; p < BYTES; p++)
        for (int i = 0; i < g->lanes; i++)
            bytes[p * g->lanes + i] = (uint8_t)(block[i] >> 8 * p);
    if (!in_place())
        words_of_bytes(payload, bytes, g->lanes);
}

static wf_status encode(const wf_config *c, const wf_input *in, wf_code *code)
{
    if (!takes(c))
        return WF_ERR_CONFIG;
    geometry g = geometry_of(c);
    bool whole = wf_mask_full(in->mask, g.lanes), one_value = true;
    if (c->param[BYTEWISE_STRIDES] != 0 || in->raw_only || wf_mask_empty(in->mask, g.lanes))
        return wf_unit_bytewise.codec->encode(c, in, code);
    int first = -1; /* of the warp */
    memset(code->tag, 0, (size_t)words_for(g.tag_bits) * sizeof *code->tag);
    memset(code->units, 0, sizeof code->units);
    clear_words(code->wen, WF_WEN_WORDS);
    for (int k = 0; k < g.groups; k++) {
        int from = k * g.width, own; /* own: of the group */
        uint32_t unlike = unlike_active(in, from, g.width, &own);
        unsigned enc = enc_of(unlike);
        first = first < 0 ? own : first;
        one_value &= unlike == 0 && (own < 0 || in->block[own] == in->block[first]);
        put_bits(code->tag, BYTES * k, enc);
        if (whole)
            put_bits(code->tag, g.bvr + g.bvr_bits * k, in->block[from]);
        for (int w = 0; !whole && 32 * w < g.width; w++)
            put_bits(code->tag, g.bvr + g.bvr_bits * k + 32 * w, mask_part(in->mask, from + 32 * w, g.width));
        store_planes(&g, k, whole ? enc : 0, in->mask, code);
    }
    put_bits(code->tag, g.d, !whole);
    if (g.fs)
        put_bits(code->tag, g.fs, one_value);
    if (!in->no_payload)
        pack(&g, in->block, code->payload);
    return WF_OK;
}

/* ---- Decode ---- */

/* Lanes of a group: of each the bits `stored` from the planes, which begin at `bytes`, the others from the base. */
static void rebuild(int lanes, int width, const uint8_t *restrict bytes, uint32_t stored, uint32_t base, uint32_t *restrict lane)
{
    for (int i = 0; i < width; i++) {
        uint32_t x = (uint32_t)bytes[i] | (uint32_t)bytes[lanes + i] << 8 | (uint32_t)bytes[2 * lanes + i] << 16 |
                     (uint32_t)bytes[3 * lanes + i] << 24;
        lane[i] = (x & stored) | (base & ~stored);
    }
}

static wf_status decode(const wf_config *c, const wf_code *code, uint32_t *block)
{
    if (!takes(c))
        return WF_ERR_CONFIG;
    geometry g = geometry_of(c);
    if (c->param[BYTEWISE_STRIDES] != 0 || get_bit(code->tag, g.d))
        return wf_unit_bytewise.codec->decode(c, code, block);
    uint8_t turned[BYTES * WF_MAX_LANES];
    const uint8_t *bytes = in_place() ? (const uint8_t *)code->payload : turned;
    uint32_t units[WF_UNIT_WORDS] = {0}, first = get_bits(code->tag, g.bvr, 32);
    bool known = true, one_value = true;
    int count = units_of_plane(&g);
    if (!in_place())
        bytes_of_words(turned, code->payload, g.lanes);
    for (int k = 0; k < g.groups; k++) {
        int at = g.bvr + g.bvr_bits * k;
        uint32_t enc = get_bits(code->tag, BYTES * k, BYTES), base = get_bits(code->tag, at, 32), stored = 0;
        for (int p = 0; p < BYTES; p++)
            if (!(enc >> p & 1)) {
                stored |= (uint32_t)0xff << 8 * p;
                put_bits(units, (p * g.groups + k) * count, low_ones(count));
            }
        rebuild(g.lanes, g.width, bytes + k * g.width, stored, base, block + k * g.width);
        known &= (0xd101 >> enc & 1) && (g.width <= 32 || !any_set(code->tag, at + 32, g.width - 32)); /* 0, 8, 12, 14, 15 */
        one_value &= enc == BYTEWISE_SCALAR && base == first;
    }
    if (!known || (g.fs && get_bit(code->tag, g.fs) != one_value))
        return WF_ERR_TAG;
    return memcmp(units, code->units, sizeof units) == 0 ? WF_OK : WF_ERR_PAYLOAD;
}

/* ---- What tags tell ---- */

/* Was a divergent write under this mask? */
static bool same_mask(const geometry *g, const uint32_t *tag, const uint32_t *mask)
{
    uint32_t unlike = 0;
    for (int i = 0; i < g->lanes; i += g->width < 32 ? g->width : 32) {
        int k = i / g->width, bits = g->width < 32 ? g->width : 32;
        unlike |= get_bits(tag, g->bvr + g->bvr_bits * k + i % g->width, bits) ^ mask_part(mask, i, bits);
    }
    return unlike == 0;
}

static void scalar(const wf_config *c, const uint32_t *mask, int sources, const uint32_t *const *tags, wf_scalar *s)
{
    *s = (wf_scalar){.group = 0};
    if (!takes(c))
        return;
    geometry g = geometry_of(c);
    bool whole = wf_mask_full(mask, g.lanes);
    *s = (wf_scalar){
        .full = whole, .divergent = !whole && !wf_mask_empty(mask, g.lanes), .group = whole ? low_ones(g.groups) : 0, .groups = g.groups};
    for (int i = 0; i < sources; i++) {
        const uint32_t *tag = tags[i];
        uint32_t enc = get_bits(tag, 0, BYTES * g.groups);
        bool divergent = get_bit(tag, g.d), all_scalar = enc == low_ones(BYTES * g.groups);
        bool one_value = g.fs ? get_bit(tag, g.fs) : all_scalar;
        s->full &= !divergent && one_value;
        s->divergent &= one_value && (!divergent || (all_scalar && same_mask(&g, tag, mask)));
        for (int k = 0; k < g.groups; k++)
            if (divergent || (enc >> BYTES * k & BYTEWISE_SCALAR) != BYTEWISE_SCALAR)
                s->group &= ~((uint32_t)1 << k);
    }
}

/* A plane is stored where enc has a 0, or if the write was divergent. */
static int size(const wf_config *c, const wf_code *code)
{
    if (!takes(c))
        return -1;
    if (c->param[BYTEWISE_STRIDES] != 0)
        return wf_unit_bytewise.codec->size(c, code);
    geometry g = geometry_of(c);
    int common = get_bit(code->tag, g.d) ? 0 : __builtin_popcount(get_bits(code->tag, 0, BYTES * g.groups));
    return 8 * g.width * (BYTES * g.groups - common);
}

static int classify(const wf_config *c, const wf_code *code)
{
    static const unsigned char class_of[16] = {
        [0x8] = BYTEWISE_COMMON_1, [0xc] = BYTEWISE_COMMON_2, [0xe] = BYTEWISE_COMMON_3, [BYTEWISE_SCALAR] = BYTEWISE_ALL_SCALAR};
    if (!takes(c))
        return -1;
    if (c->param[BYTEWISE_STRIDES] != 0)
        return wf_unit_bytewise.codec->classify(c, code);
    geometry g = geometry_of(c);
    uint32_t enc = get_bits(code->tag, 0, BYTES * g.groups);
    int class = class_of[enc & BYTEWISE_SCALAR];
    if (get_bit(code->tag, g.d))
        return (g.fs ? get_bit(code->tag, g.fs) : class == BYTEWISE_ALL_SCALAR) ? BYTEWISE_DIVERGENT_SCALAR : BYTEWISE_DIVERGENT;
    for (int k = 1; k < g.groups; k++)
        class = class_of[enc >> BYTES * k & BYTEWISE_SCALAR] == class ? class : BYTEWISE_MIXED;
    return class;
}

/* ---- For forms in vectors ---- */

static void put_payload(const void *of, const uint8_t *from, uint8_t *to)
{
    const geometry *g = of;
    uint32_t block[WF_MAX_LANES] = {0}, payload[WF_MAX_LANES];
    words_of_bytes(block, from, g->lanes);
    pack(g, block, payload);
    bytes_of_words(to, payload, g->lanes);
}

void bytewise_layout_of(const wf_config *c, bytewise_layout *l)
{
    static const uint32_t whole[WF_MASK_WORDS] = {~0u, ~0u, ~0u, ~0u};
    geometry g = geometry_of(c);
    *l = (bytewise_layout){.groups = g.groups, .width = g.width, .d = g.d, .fs = g.fs, .bvr = g.bvr, .bvr_bits = g.bvr_bits};
    learn_places(put_payload, &g, 4 * g.lanes, 4 * g.lanes, l->from);
    for (int k = 0; k < g.groups; k++)
        for (unsigned enc = 0; enc < 16; enc++) {
            wf_code code = {.units = {0}};
            store_planes(&g, k, enc, whole, &code);
            memcpy(l->units[k][enc], code.units, sizeof l->units[k][enc]);
            memcpy(l->wen[k][enc], code.wen, sizeof l->wen[k][enc]);
        }
}

WF_FORMS_OF(bytewise);
const wf_fast wf_bytewise_fast = {
    .takes = takes, .encode = encode, .decode = decode, .scalar = scalar, .size = size, .classify = classify, .forms = forms};
