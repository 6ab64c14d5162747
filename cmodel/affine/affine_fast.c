/* SPDX-License-Identifier: Apache-2.0
 *
 * affine_fast - affine in the form that the program runs: words of 32 lanes of the mask and of the valid bits at once. It gives the same codes
 * as affine.c, the specification, which has words of other widths. First the tag and its fields, then encode, decode, merge and classify. */
#include "../form.h"
#include "../takes.h"
#include "../unlike.h"
#include "affine_layout.h"

extern const wf_fast wf_affine_fast;
extern const wf_unit wf_unit_affine;

INLINE bool takes(const wf_config *c)
{
    const int *p = c->param, vector = p[AFFINE_VECTOR];
    bool fits = vector == 0 || (vector > 0 && vector <= 3 && 4 << vector <= c->lanes);
    return has_lanes(c) && fits && is_power(p[AFFINE_WORD], 32, 4, 64) && is_power(p[AFFINE_BANK], 128, 32, 128) &&
           p[AFFINE_BANK] >= p[AFFINE_WORD] && are_flags(p[AFFINE_STRIDES]);
}

/* Sizes, and the places in the tag. */
typedef struct {
    int lanes, word, width, vectors; /* width: lanes of a vector */
    bool any;                        /* strides */
    int stride_bits;
    int unit;                  /* lanes of a bank */
    int strides, bases, valid; /* first bits; flags begin at 0 */
} layout;

/* What a tag says of one vector. */
typedef struct {
    bool flag;
    uint64_t code, base; /* the stride as coded */
} fields;

/* All counts are powers of two. */
static layout layout_of(const wf_config *c)
{
    int lanes = unbounded(c->lanes), word = c->param[AFFINE_WORD], width = c->param[AFFINE_VECTOR] ? 4 << c->param[AFFINE_VECTOR] : lanes;
    int vectors = lanes >> __builtin_ctz((unsigned)width), bank = c->param[AFFINE_BANK] >> __builtin_ctz((unsigned)word);
    layout l = {.lanes = lanes, .word = word, .width = width, .vectors = vectors, .any = c->param[AFFINE_STRIDES] != 0};
    l.stride_bits = l.any ? word : AFFINE_POW2_BITS;
    l.unit = bank < width ? bank : width;
    l.strides = vectors;
    l.bases = vectors * (1 + l.stride_bits);
    l.valid = vectors * (1 + l.stride_bits + word);
    return l;
}

/* A field of up to 64 bits. */
static uint64_t get_field(const uint32_t *tag, int at, int bits)
{
    uint64_t low = get_bits(tag, at, bits < 32 ? bits : 32);
    return bits > 32 ? low | (uint64_t)get_bits(tag, at + 32, bits - 32) << 32 : low;
}

static void put_field(uint32_t *tag, int at, uint64_t x)
{
    put_bits(tag, at, (uint32_t)x);
    if (x >> 32)
        put_bits(tag, at + 32, (uint32_t)(x >> 32));
}

static fields fields_of(const layout *l, const uint32_t *tag, int k)
{
    return (fields){.flag = get_bit(tag, k),
                    .code = get_field(tag, l->strides + k * l->stride_bits, l->stride_bits),
                    .base = get_field(tag, l->bases + k * l->word, l->word)};
}

static void put_fields(const layout *l, const fields *f, int k, uint32_t *tag)
{
    tag[k / 32] |= (uint32_t)f->flag << k % 32;
    put_field(tag, l->strides + k * l->stride_bits, f->code);
    put_field(tag, l->bases + k * l->word, f->base);
}

/* The stride of a code, of words of 32 bits. */
static uint32_t stride_of(const layout *l, uint32_t code)
{
    return l->any ? code : code == AFFINE_POW2_ZERO ? 0 : (uint32_t)1 << code;
}

/* Is the base a multiple of the stride, where it must be? */
static bool is_aligned(const layout *l, uint32_t code, uint32_t base)
{
    return l->any || code == AFFINE_POW2_ZERO || base >> code << code == base;
}

/* The part of one vector that is in a word of 32 lanes. */
static int part_of(const layout *l)
{
    return l->width < 32 ? l->width : 32;
}

/* Ors `lanes` bits into v from bit `at` on. */
static void or_bits(uint32_t *v, int at, uint32_t x)
{
    if (x)
        put_bits(v, at, x);
}

/* The first bit that is 1 of the lanes of a vector, or its width. With `pairs` only of lanes 2k that are active beside lane 2k+1. */
static int first_lane(const uint32_t *mask, int from, int width, bool pairs)
{
    for (int i = 0; i < width; i += 32) {
        uint32_t active = mask_part(mask, from + i, width);
        if (pairs)
            active &= active >> 1 & 0x55555555;
        if (active)
            return i + __builtin_ctz(active);
    }
    return width;
}

/* Do the active lanes hold base + i * stride? */
static bool is_line(const uint32_t *lane, const uint32_t *mask, int from, int width, uint32_t base, uint32_t stride)
{
    int part = width < 32 ? width : 32;
    for (int i = 0; i < width; i += 32)
        if (wf_unlike_line(lane + i, part, mask_part(mask, from + i, width), base + (uint32_t)i * stride, stride))
            return false;
    return true;
}

/* Classify: one vector of words of 32 bits. */
static fields fit(const layout *g, const wf_input *in, int k)
{
    int from = k * g->width, first = first_lane(in->mask, from, g->width, false), pair = first_lane(in->mask, from, g->width, true);
    const uint32_t *lane = in->block + from;
    uint64_t code = g->any ? 0 : AFFINE_POW2_ZERO;
    if (first == g->width)
        return (fields){.flag = false};
    if (pair < g->width && lane[pair] != lane[pair + 1]) {
        int low = __builtin_ctz(lane[pair] ^ lane[pair + 1]);
        code = g->any ? lane[pair + 1] - lane[pair] : low < AFFINE_POW2_ZERO ? (uint64_t)low : AFFINE_POW2_ZERO;
    }
    uint32_t stride = stride_of(g, (uint32_t)code), base = lane[first] - (uint32_t)first * stride;
    if (!is_aligned(g, (uint32_t)code, base) || !is_line(lane, in->mask, from, g->width, base, stride))
        return (fields){.flag = false};
    return (fields){.flag = true, .code = code, .base = base};
}

/* The banks with a lane that is not valid. A bank has up to 32 lanes, a power of two, so that it is in one word of lanes. */
static void units_of(const layout *l, const uint32_t *tag, uint32_t *units)
{
    int lanes = l->lanes < 32 ? l->lanes : 32, log = __builtin_ctz((unsigned)l->unit);
    uint32_t all = low_ones(lanes), bank = low_ones(l->unit);
    memset(units, 0, WF_UNIT_WORDS * sizeof *units);
    for (int from = 0; from < l->lanes; from += 32) {
        uint32_t stored = ~get_bits(tag, l->valid + from, lanes) & all;
        if (stored == all) {
            or_bits(units, from >> log, low_ones(lanes >> log));
            continue;
        }
        for (; stored; stored &= ~(bank << (__builtin_ctz(stored) & ~(l->unit - 1)))) {
            int u = (from + __builtin_ctz(stored)) >> log;
            units[u / 32] |= (uint32_t)1 << u % 32;
        }
    }
}

static wf_status encode(const wf_config *c, const wf_input *in, wf_code *code)
{
    if (!takes(c))
        return WF_ERR_CONFIG;
    if (c->param[AFFINE_WORD] != 32)
        return wf_unit_affine.codec->encode(c, in, code);
    layout l = layout_of(c);
    memset(code->tag, 0, (size_t)words_for(l.valid + l.lanes) * sizeof *code->tag);
    clear_words(code->wen, WF_WEN_WORDS);
    for (int k = 0; k < l.vectors; k++) {
        fields f = in->raw_only ? (fields){.flag = false} : fit(&l, in, k);
        if (f.flag)
            put_fields(&l, &f, k, code->tag);
        for (int i = k * l.width; i < (k + 1) * l.width; i += 32) {
            uint32_t active = mask_part(in->mask, i, l.width);
            or_bits(f.flag ? code->tag : code->wen, f.flag ? l.valid + i : i, active);
        }
    }
    units_of(&l, code->tag, code->units);
    if (!in->no_payload)
        memcpy(code->payload, in->block, 4 * (size_t)l.lanes);
    return WF_OK;
}

/* Rebuilds the valid lanes of vector k; true if the tag has what an encoder writes for it. */
static bool rebuild(const layout *l, const uint32_t *tag, int k, uint32_t *block)
{
    fields f = fields_of(l, tag, k);
    uint32_t base = (uint32_t)f.base, code = (uint32_t)f.code, stride = stride_of(l, code), any = 0;
    int part = part_of(l);
    for (int from = 0; from < l->width; from += 32) {
        uint32_t valid = get_bits(tag, l->valid + k * l->width + from, part), *lane = block + k * l->width + from;
        any |= valid;
        if (valid == low_ones(part))
            for (int i = 0; i < part; i++)
                lane[i] = base + (uint32_t)(from + i) * stride;
        else
            for (; valid; valid &= valid - 1)
                lane[__builtin_ctz(valid)] = base + (uint32_t)(from + __builtin_ctz(valid)) * stride;
    }
    return f.flag ? any && is_aligned(l, code, base) : !(any | code | base);
}

static wf_status decode(const wf_config *c, const wf_code *code, uint32_t *block)
{
    if (!takes(c))
        return WF_ERR_CONFIG;
    if (c->param[AFFINE_WORD] != 32)
        return wf_unit_affine.codec->decode(c, code, block);
    layout l = layout_of(c);
    bool holds = true;
    uint32_t units[WF_UNIT_WORDS];
    memcpy(block, code->payload, 4 * (size_t)l.lanes);
    for (int k = 0; k < l.vectors; k++)
        holds &= rebuild(&l, code->tag, k, block);
    units_of(&l, code->tag, units);
    return !holds ? WF_ERR_TAG : memcmp(units, code->units, sizeof units) != 0 ? WF_ERR_PAYLOAD : WF_OK;
}

/* Of vector k, from lane i on: the lanes that the stored tag alone holds once those of the mask are written. */
static uint32_t kept_part(const layout *l, const uint32_t *mask, const uint32_t *stored, int i)
{
    return get_bits(stored, l->valid + i, part_of(l)) & ~mask_part(mask, i, l->width);
}

static bool keeps_lanes(const layout *l, const uint32_t *mask, const uint32_t *stored, int k)
{
    uint32_t kept = 0;
    for (int i = k * l->width; i < (k + 1) * l->width; i += 32)
        kept |= kept_part(l, mask, stored, i);
    return kept != 0;
}

static bool merge(const wf_config *c, const uint32_t *mask, const uint32_t *stored, const uint32_t *written, wf_code *after)
{
    if (!takes(c))
        return true;
    layout l = layout_of(c);
    bool conflict = false, keeps[WF_MAX_LANES];
    memset(after->tag, 0, (size_t)words_for(l.valid + l.lanes) * sizeof *after->tag);
    for (int k = 0; k < l.vectors; k++) {
        fields old = fields_of(&l, stored, k), new = fields_of(&l, written, k);
        keeps[k] = keeps_lanes(&l, mask, stored, k);
        conflict |= new.flag && (new.code != old.code || new.base != old.base) && keeps[k];
    }
    for (int k = 0; k < l.vectors; k++) {
        bool both = !conflict && keeps[k];
        fields new = fields_of(&l, written, k), f = new.flag ? new : both ? fields_of(&l, stored, k) : (fields){.flag = false};
        f.flag |= both;
        put_fields(&l, &f, k, after->tag);
        for (int i = k * l.width; i < (k + 1) * l.width; i += 32)
            or_bits(after->tag, l.valid + i, get_bits(written, l.valid + i, part_of(&l)) | (both ? kept_part(&l, mask, stored, i) : 0));
    }
    units_of(&l, after->tag, after->units);
    return conflict;
}

static int classify(const wf_config *c, const wf_code *code)
{
    if (!takes(c))
        return -1;
    if (c->param[AFFINE_WORD] != 32)
        return wf_unit_affine.codec->classify(c, code);
    layout l = layout_of(c);
    uint32_t zero = l.any ? 0 : AFFINE_POW2_ZERO;
    int class = AFFINE_GENERIC, flags = 0;
    for (int k = 0; k < l.vectors; k++) {
        if (!get_bit(code->tag, k))
            continue;
        bool strides = get_bits(code->tag, l.strides + k * l.stride_bits, l.stride_bits) != zero;
        int own = strides ? AFFINE_AFFINE : get_bits(code->tag, l.bases + 32 * k, 32) ? AFFINE_UNIFORM : AFFINE_ZERO;
        class = own > class ? own : class;
        flags++;
    }
    return flags == 0 || flags == l.vectors ? class : AFFINE_PART;
}

/* For forms in vectors. */
void affine_words_of(const wf_config *c, affine_words *w)
{
    layout l = layout_of(c);
    *w = (affine_words){.width = l.width,
                        .vectors = l.vectors,
                        .stride_bits = l.stride_bits,
                        .unit = l.unit,
                        .strides = l.strides,
                        .bases = l.bases,
                        .valid = l.valid,
                        .any = l.any};
}

WF_FORMS_OF(affine);
const wf_fast wf_affine_fast = {.takes = takes, .encode = encode, .decode = decode, .merge = merge, .classify = classify, .forms = forms};
