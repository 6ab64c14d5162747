/* SPDX-License-Identifier: Apache-2.0
 *
 * stimuli.c - what the benches feed, in turn: a corner (stimuli_corners.c), random values of several structures, and a record of a trace
 * (stimuli_traces.c). Random masks and values are drawn here; every draw follows from the seed. */
#include "stimuli_parts.h"

#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "stimuli_lines.h"

stimuli *stimuli_new(const design *d, uint64_t seed, char *const *traces, int trace_count)
{
    stimuli *s = zalloc(sizeof *s);
    s->design = d;
    for (int bytes = 8; d->unit->line && bytes >= 2; bytes /= 2)
        stimuli_add_view(s, d->config.line_bytes / bytes, 8 * bytes);
    if (!d->unit->line)
        stimuli_add_view(s, d->config.lanes, d->codec ? d->sizes.block_bits / d->config.lanes : 32);
    s->v = &s->views[0];
    s->rng.state = seed;
    stimuli_count_corners(s);
    s->trace_names = traces;
    s->trace_count = trace_count;
    if (trace_count > 0 && s->v->word < 32)
        die_usage("traces hold words of 32 bits, this design takes %d; leave --trace out", s->v->word);
    for (int i = 0; i < trace_count && !d->unit->line; i++) {
        trace *t = trace_open(traces[i]);
        trace_need_lanes(t, s->v->lanes, "the design");
        trace_close(t);
    }
    return s;
}

void stimuli_free(stimuli *s)
{
    stimuli_close_trace(s);
    arena_free(s->shares);
    arena_free(s);
}

/* Puts lanes into a block. */
void stimuli_pack(const stimuli *s, const uint64_t *lane, uint32_t *block)
{
    memset(block, 0, sizeof *block * (size_t)((s->v->lanes * s->v->word + 31) / 32));
    for (int i = 0; i < s->v->lanes; i++) {
        uint64_t x = lane[i] & s->v->ones;
        block[i * s->v->word / 32] |= (uint32_t)x << i * s->v->word % 32;
        if (s->v->word == 64)
            block[2 * i + 1] = (uint32_t)(x >> 32);
    }
}

void stimuli_fill_mask(const stimuli *s, uint32_t *mask, uint32_t word)
{
    for (int i = 0; i < WF_MASK_WORDS; i++) {
        int left = s->v->lanes - 32 * i;
        mask[i] = left >= 32 ? word : left > 0 ? word & (((uint32_t)1 << left) - 1) : 0;
    }
}

/* A mask of any kind; every other mask is full. */
static void random_mask(stimuli *s, uint32_t *mask)
{
    int lanes = s->v->lanes, lane = (int)rng_below(&s->rng, (uint32_t)lanes), width;
    uint32_t kind = rng_below(&s->rng, 20), density = 1 + rng_below(&s->rng, 7);
    bool on = kind == 0 || kind == 1 || kind == 2; /* a few lanes on, else a few off */
    stimuli_fill_mask(s, mask, on || kind == 3 ? 0 : ~(uint32_t)0);
    switch (kind) {
    case 0:
    case 4: /* one lane */ stimuli_set_lane(mask, lane, on); break;
    case 1: /* a pair 2k, 2k+1 */ stimuli_set_lanes(mask, lane & ~1, (lane & ~1) + 2, on); break;
    case 2: /* a pair 2k+1, 2k+2 */
        lane = (lane | 1) < lanes - 1 ? lane | 1 : 1;
        stimuli_set_lanes(mask, lane, lane + 2, on);
        break;
    case 3: /* none */ break;
    case 5: /* a prefix */ stimuli_set_lanes(mask, lane, lanes, on); break;
    case 6: /* a suffix */ stimuli_set_lanes(mask, 0, lane, on); break;
    case 7: /* groups of 8 or 16 lanes off */
        width = lane % 2 ? 8 : 16;
        for (int i = 0; i + width <= lanes; i += width)
            if (rng_below(&s->rng, 2))
                stimuli_set_lanes(mask, i, i + width, on);
        break;
    case 8:
    case 9: /* every density */
        for (int i = 0; i < lanes; i++)
            stimuli_set_lane(mask, i, rng_below(&s->rng, 8) < density);
        break;
    default: break;
    }
}

/* Base of an affine vector: any, a multiple of the stride, an odd one, or one at which the lanes wrap around or carry far. */
static uint64_t affine_base(stimuli *s, uint64_t stride)
{
    rng *r = &s->rng;
    uint64_t any = rng_next(r), lane = rng_below(r, (uint32_t)s->v->lanes);
    switch (rng_below(r, 8)) {
    case 0: return any;
    case 1: return s->v->bases.value[any % s->v->bases.count];
    case 2: return any * stride;
    case 3: return (any | 1) * stride;
    case 4: return 0 - lane * stride;
    default: return (any & s->v->ones << rng_below(r, (uint32_t)s->v->word)) - lane * stride;
    }
}

/* Strides: powers of 2 up to twice the largest of the codec affine, zero, negative ones, any. */
static uint64_t affine_stride(rng *r)
{
    uint64_t power = (uint64_t)1 << rng_below(r, 8);
    switch (rng_below(r, 10)) {
    case 0: return 0;
    case 1: return 0 - power;
    case 2: return rng_next(r) & 0x7fff;
    case 3: return rng_next(r);
    default: return power;
    }
}

/* Affine vectors: the warp, its halves, or groups of 8 or 16 lanes, evenly spaced or each with a base of its own. Now and then a
 * lane is wrong by a bit or by a stride. */
static void affine_lanes(stimuli *s, stimulus *out, uint64_t *lane)
{
    rng *r = &s->rng;
    static const char *const kinds[] = {"affine", "affine, halves", "affine, sixteens", "affine, eights"};
    const int widths[] = {s->v->lanes, s->v->lanes / 2, 16, 8};
    uint32_t how = rng_below(r, 3) ? 0 : 1 + rng_below(r, 3);
    bool alike = rng_below(r, 2);
    uint64_t stride = affine_stride(r), base = affine_base(s, stride), pitch = rng_below(r, 2) ? affine_base(s, stride) : 0;
    out->kind = kinds[how];
    for (int i = 0; i < s->v->lanes; i++) {
        if (i > 0 && i % widths[how] == 0) {
            base += pitch;
            if (!alike) {
                stride = affine_stride(r);
                base = affine_base(s, stride);
            }
        }
        lane[i] = base + (uint64_t)(i % widths[how]) * stride;
    }
    int odd_one = (int)rng_below(r, (uint32_t)s->v->lanes);
    switch (rng_below(r, 12)) {
    case 0: lane[odd_one] ^= (uint64_t)1 << rng_below(r, (uint32_t)s->v->word); break;
    case 1: lane[odd_one] += rng_below(r, 2) ? stride : 0 - stride; break;
    default: break;
    }
}

/* Random values of several structures. */
static void random_block(stimuli *s, stimulus *out)
{
    rng *r = &s->rng;
    s->v = &s->views[s->view_count > 1 ? rng_below(r, (uint32_t)s->view_count) : 0];
    uint64_t x[WF_MAX_LANES], a = rng_next(r), b = rng_next(r);
    int odd_one = (int)rng_below(r, (uint32_t)s->v->lanes);
    uint32_t structure = rng_below(r, 20), width = 1 + rng_below(r, (uint32_t)s->v->lanes);
    uint64_t low = s->v->ones >> (unsigned)s->v->word / 4 * (b % 4), mantissa = s->v->ones >> (s->v->word / 4 + 1);
    if (rng_below(r, 4) == 0)
        a = s->v->bases.value[rng_below(r, s->v->bases.count)];
    for (int i = 0; i < s->v->lanes; i++) {
        uint64_t v = rng_next(r);
        switch (structure) {
        case 0:
            out->kind = "uniform";
            x[i] = a;
            break;
        case 1:
            out->kind = "byte deltas";
            x[i] = a + (v & 0xff) - (b & 0xff);
            break;
        case 2:
            out->kind = "halfword deltas";
            x[i] = a + (v & 0xffff) - (b & 0xffff);
            break;
        case 3:
            out->kind = "edge deltas";
            x[i] = i == 0 ? a : a + s->v->deltas.value[v % s->v->deltas.count];
            break;
        case 4:
            out->kind = "one odd lane";
            x[i] = i == odd_one ? b : a + (v & 0x7f);
            break;
        case 5:
            out->kind = "floats";
            x[i] = (a & ~mantissa) | (v & mantissa);
            break;
        case 6:
            out->kind = "sparse";
            x[i] = v % 4 ? 0 : v;
            break;
        case 7:
            out->kind = "common bytes";
            x[i] = (a & ~low) | (v & low);
            break;
        case 8:
            out->kind = "groups of one value";
            x[i] = (uint32_t)i / width % 2 ? b : a;
            break;
        case 9:
            out->kind = "one odd bit";
            x[i] = i == odd_one ? a ^ (uint64_t)1 << b % (unsigned)s->v->word : a;
            break;
        default:
            out->kind = "random";
            x[i] = v;
            break;
        }
    }
    if (structure > 10)
        affine_lanes(s, out, x);
    random_mask(s, out->mask);
    if (rng_below(r, 2)) /* inactive lanes may hold anything */
        for (int i = 0; i < s->v->lanes; i++)
            if (!(out->mask[i / 32] >> i % 32 & 1))
                x[i] = rng_next(r);
    stimuli_pack(s, x, out->block);
    out->raw_only = rng_below(r, 16) == 0;
}

void stimuli_next(stimuli *s, stimulus *out)
{
    if (s->traces_only && stimuli_next_trace(s, out))
        return;
    out->raw_only = false;
    unsigned turn = (unsigned)(s->turn++ % 4);
    if ((turn % 2 == 0 || s->every) && s->corner < s->corners)
        stimuli_corner(s, out);
    else if (turn != 3 || !stimuli_next_trace(s, out)) {
        if (s->design->unit->line && s->design->codec && rng_below(&s->rng, 3))
            line_stimulus(s->design, &s->rng, out);
        else
            random_block(s, out);
    }
}
