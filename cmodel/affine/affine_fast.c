/* SPDX-License-Identifier: Apache-2.0
 *
 * affine_fast - affine in the form that the program runs: words of 32 lanes of the mask and of the valid bits at once. It gives the same codes
 * as affine.c, the specification, which encodes words of other widths and whatever needs a payload. */
#include "../unlike.h"
#include "affine_tag.h"

extern const wf_fast wf_affine_fast;
extern const wf_unit wf_unit_affine;

/* The part of one vector that is in a word of 32 lanes. */
static int part_of(const affine_layout *l)
{
    return l->g.width < 32 ? l->g.width : 32;
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
static affine_fields fit(const affine_geometry *g, const wf_input *in, int k)
{
    int from = k * g->width, first = first_lane(in->mask, from, g->width, false), pair = first_lane(in->mask, from, g->width, true);
    const uint32_t *lane = in->block + from;
    uint64_t code = g->any ? 0 : AFFINE_POW2_ZERO;
    if (first == g->width)
        return (affine_fields){.flag = false};
    if (pair < g->width && lane[pair] != lane[pair + 1]) {
        int low = __builtin_ctz(lane[pair] ^ lane[pair + 1]);
        code = g->any ? lane[pair + 1] - lane[pair] : low < AFFINE_POW2_ZERO ? (uint64_t)low : AFFINE_POW2_ZERO;
    }
    uint32_t stride = (uint32_t)affine_stride_of(g, code), base = lane[first] - (uint32_t)first * stride;
    if (!affine_is_aligned(g, code, base) || !is_line(lane, in->mask, from, g->width, base, stride))
        return (affine_fields){.flag = false};
    return (affine_fields){.flag = true, .code = code, .base = base};
}

/* The banks with a lane that is not valid. A bank has up to 32 lanes, a power of two, so that it is in one word of lanes. */
static void units_of(const affine_layout *l, const uint32_t *tag, uint32_t *units)
{
    int lanes = l->g.lanes < 32 ? l->g.lanes : 32, log = __builtin_ctz((unsigned)l->unit);
    uint32_t all = low_ones(lanes), bank = low_ones(l->unit);
    memset(units, 0, WF_UNIT_WORDS * sizeof *units);
    for (int from = 0; from < l->g.lanes; from += 32) {
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
    if (c->param[AFFINE_WORD] != 32 || !in->no_payload)
        return wf_unit_affine.codec->encode(c, in, code);
    affine_layout l = affine_layout_of(c);
    memset(code->tag, 0, (size_t)words_for(l.valid + l.g.lanes) * sizeof *code->tag);
    clear_words(code->wen, words_for(l.g.lanes), WF_WEN_WORDS);
    for (int k = 0; k < l.g.vectors; k++) {
        affine_fields f = in->raw_only ? (affine_fields){.flag = false} : fit(&l.g, in, k);
        if (f.flag)
            affine_put_fields(&l, &f, k, code->tag);
        for (int i = k * l.g.width; i < (k + 1) * l.g.width; i += 32) {
            uint32_t active = mask_part(in->mask, i, l.g.width);
            or_bits(f.flag ? code->tag : code->wen, f.flag ? l.valid + i : i, active);
        }
    }
    units_of(&l, code->tag, code->units);
    return WF_OK;
}

/* Of vector k, from lane i on: the lanes that the stored tag alone holds once those of the mask are written. */
static uint32_t kept_part(const affine_layout *l, const uint32_t *mask, const uint32_t *stored, int i)
{
    return get_bits(stored, l->valid + i, part_of(l)) & ~mask_part(mask, i, l->g.width);
}

static bool keeps_lanes(const affine_layout *l, const uint32_t *mask, const uint32_t *stored, int k)
{
    uint32_t kept = 0;
    for (int i = k * l->g.width; i < (k + 1) * l->g.width; i += 32)
        kept |= kept_part(l, mask, stored, i);
    return kept != 0;
}

static bool merge(const wf_config *c, const uint32_t *mask, const uint32_t *stored, const uint32_t *written, wf_code *after)
{
    affine_layout l = affine_layout_of(c);
    bool conflict = false, keeps[WF_MAX_LANES];
    memset(after->tag, 0, (size_t)words_for(l.valid + l.g.lanes) * sizeof *after->tag);
    for (int k = 0; k < l.g.vectors; k++) {
        affine_fields old = affine_fields_of(&l, stored, k), new = affine_fields_of(&l, written, k);
        keeps[k] = keeps_lanes(&l, mask, stored, k);
        conflict |= new.flag && (new.code != old.code || new.base != old.base) && keeps[k];
    }
    for (int k = 0; k < l.g.vectors; k++) {
        bool both = !conflict && keeps[k];
        affine_fields new = affine_fields_of(&l, written, k), f = new.flag ? new
                                                                  : both   ? affine_fields_of(&l, stored, k)
                                                                           : (affine_fields){.flag = false};
        f.flag |= both;
        affine_put_fields(&l, &f, k, after->tag);
        for (int i = k * l.g.width; i < (k + 1) * l.g.width; i += 32)
            or_bits(after->tag, l.valid + i, get_bits(written, l.valid + i, part_of(&l)) | (both ? kept_part(&l, mask, stored, i) : 0));
    }
    units_of(&l, after->tag, after->units);
    return conflict;
}

static int classify(const wf_config *c, const wf_code *code)
{
    if (c->param[AFFINE_WORD] != 32)
        return wf_unit_affine.codec->classify(c, code);
    affine_layout l = affine_layout_of(c);
    uint32_t zero = l.g.any ? 0 : AFFINE_POW2_ZERO;
    int class = AFFINE_GENERIC, flags = 0;
    for (int k = 0; k < l.g.vectors; k++) {
        if (!get_bit(code->tag, k))
            continue;
        bool strides = get_bits(code->tag, l.strides + k * l.g.stride_bits, l.g.stride_bits) != zero;
        int own = strides ? AFFINE_AFFINE : get_bits(code->tag, l.bases + 32 * k, 32) ? AFFINE_UNIFORM : AFFINE_ZERO;
        class = own > class ? own : class;
        flags++;
    }
    return flags == 0 || flags == l.g.vectors ? class : AFFINE_PART;
}

const wf_fast wf_affine_fast = {.encode = encode, .merge = merge, .classify = classify};
