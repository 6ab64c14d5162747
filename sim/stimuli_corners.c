/* SPDX-License-Identifier: Apache-2.0
 *
 * stimuli_corners.c - the table of corners: deltas, bases and places at which codecs change their minds, each with each, under masks for codecs
 * that encode divergent writes; of small designs every block under every mask. A corner is a number, which the table takes apart. */
#include "stimuli_parts.h"

#include <limits.h>
#include <string.h>

/* The corner table combines deltas, bases and placements of the delta in the lanes. Deltas are strides, and the edges of the ranges of a
 * byte, a halfword and a word. Bases are values at which adding a delta carries far. All values are cut to the word. */
static const uint64_t corner_deltas[] = {
    0,
    1,
    -1,
    127,
    128,
    -128,
    -129,
    255,
    256,
    -255,
    -256,
    -257,
    32767,
    32768,
    -32768,
    -32769,
    65535,
    65536,
    -65535,
    -65536,
    0x7fffffff,
    0x80000000,
    2,
    4,
    7,
    8,
    16,
    32,
    64,
    0x100000000,
    0x7fffffffffffffff,
    0x8000000000000000,
};
static const uint64_t corner_bases[] = {
    0,
    1,
    0x7f,
    0x80,
    0xff,
    0x100,
    0x7fff,
    0x8000,
    0xffff,
    0x10000,
    0x17fff,
    0x18000,
    0x7fff7fff,
    0x7fffffff,
    0x80000000,
    0xffff0000,
    0xffff7fff,
    0xffff8000,
    0xffffff7f,
    0xffffff80,
    0xffffffff,
    0x00ff8000,
    0x12345678,
    0x87,
    0xffffffff00000000,
    0x7fffffffffffffff,
    0x8000000000000000,
    0xffffffffffffffff,
    0xffffffffffffff80,
    0x123456787fffffff,
};

/* Placements: the delta in one lane only (1..lanes-1), then these. */
typedef enum { ALL_LANES, ALTERNATE_SIGN, LAST_AMONG_BYTES, LAST_AMONG_HALVES, RAMP, PLACEMENTS } placement;
static const char *const placement_names[PLACEMENTS] = {
    "corner, every lane", "corner, alternating sign", "corner among byte deltas", "corner among halfword deltas", "corner, ramp",
};

/* Masks of corners, for codecs that encode divergent writes. The corner lane is the one with the delta. */
enum { FIRST_ACTIVE, IN_FIRST_PAIR, ACROSS_PAIRS, ALONE_OFF, CORNER_MASKS };

enum { SMALL_BITS = 20 }; /* if block and mask have at most this many bits, all are tried */

/* Cuts the values to the word and keeps each once. */
static void cut_edges(edges *e, const uint64_t *values, size_t count, uint64_t ones)
{
    for (size_t i = 0; i < count; i++) {
        unsigned known = 0;
        while (known < e->count && e->value[known] != (values[i] & ones))
            known++;
        if (known == e->count)
            e->value[e->count++] = values[i] & ones;
    }
}

void stimuli_add_view(stimuli *s, int lanes, int word)
{
    view *v = &s->views[s->view_count++];
    v->lanes = lanes;
    v->word = word;
    v->ones = word == 64 ? ~(uint64_t)0 : ((uint64_t)1 << word) - 1;
    cut_edges(&v->deltas, corner_deltas, sizeof corner_deltas / sizeof *corner_deltas, v->ones);
    cut_edges(&v->bases, corner_bases, sizeof corner_bases / sizeof *corner_bases, v->ones);
    v->corners = (unsigned long long)v->deltas.count * v->bases.count * (unsigned)(lanes - 1 + PLACEMENTS);
}

void stimuli_count_corners(stimuli *s)
{
    const design *d = s->design;
    int bits = d->sizes.block_bits + d->sizes.mask_bits;
    s->every = d->codec && bits <= SMALL_BITS;
    s->masked = d->codec && d->codec->divergent;
    for (int i = 0; i < s->view_count; i++)
        s->corners += s->views[i].corners;
    if (s->masked)
        s->corners *= 2;
    if (s->every)
        s->corners = (unsigned long long)1 << bits;
}

unsigned long long stimuli_corners_given(const stimuli *s)
{
    return s->corner < s->corners ? s->corner : s->corners;
}

bool stimuli_every(const stimuli *s)
{
    return s->every;
}

void stimuli_again(stimuli *s, unsigned count)
{
    s->corner -= s->corner < count ? s->corner : count;
}

static void corner_mask(const stimuli *s, uint32_t *mask, int kind, int lane)
{
    int pair = lane & ~1;
    switch (kind) {
    case FIRST_ACTIVE: stimuli_set_lanes(mask, 0, lane, false); break;
    case IN_FIRST_PAIR: /* every second lane below the pair is on */
        for (int i = 0; i < pair; i += 2)
            stimuli_set_lane(mask, i + lane % 2, false);
        break;
    case ACROSS_PAIRS: /* the lane and its neighbour of another pair: no pair is active */
        stimuli_fill_mask(s, mask, 0);
        stimuli_set_lane(mask, lane, true);
        if (lane % 2 ? lane + 1 < s->v->lanes : lane > 0)
            stimuli_set_lane(mask, lane % 2 ? lane + 1 : lane - 1, true);
        break;
    case ALONE_OFF: stimuli_set_lane(mask, lane, false); break;
    default: break;
    }
}

/* Case n of all blocks and masks. */
static void every_case(const stimuli *s, unsigned long long n, stimulus *out)
{
    out->kind = "every block and mask";
    out->block[0] = (uint32_t)(n & (((unsigned long long)1 << s->design->sizes.block_bits) - 1));
    stimuli_fill_mask(s, out->mask, (uint32_t)(n >> s->design->sizes.block_bits));
}

void stimuli_corner(stimuli *s, stimulus *out)
{
    /* Steps through the table by a large prime, so that a short run meets all of its parts. */
    unsigned long long n = s->corner++ * 7919 % s->corners;
    if (s->corners % 7919 == 0)
        n = s->corner - 1;
    if (s->every) {
        every_case(s, n, out);
        return;
    }
    bool masked = s->masked && n >= s->corners / 2; /* the second half of the table has the masks in turn */
    unsigned long long number = n;
    n -= masked ? s->corners / 2 : 0;
    for (s->v = s->views; n >= s->v->corners; s->v++)
        n -= s->v->corners;
    unsigned pairs = s->v->deltas.count * s->v->bases.count, places = (unsigned)(s->v->lanes - 1 + PLACEMENTS);
    uint64_t lane[WF_MAX_LANES], delta = s->v->deltas.value[n % s->v->deltas.count];
    uint64_t base = s->v->bases.value[n / s->v->deltas.count % s->v->bases.count];
    int where = (int)(n / pairs % places), at = where + 1; /* at: the corner lane */
    for (int i = 0; i < s->v->lanes; i++)
        lane[i] = base;
    if (where < s->v->lanes - 1) {
        lane[at] = base + delta;
        out->kind = "corner, one lane";
    } else {
        placement p = (placement)(where - (s->v->lanes - 1));
        out->kind = placement_names[p];
        at = (int)(n % (unsigned)s->v->lanes);
        for (int i = 1; i < s->v->lanes; i++)
            switch (p) {
            case ALL_LANES: lane[i] = base + delta; break;
            case ALTERNATE_SIGN: lane[i] = i % 2 ? base + delta : base - delta; break;
            case LAST_AMONG_BYTES: lane[i] = base + (rng_word(&s->rng) & 0xff) - 128; break;
            case LAST_AMONG_HALVES: lane[i] = base + (rng_word(&s->rng) & 0xffff) - 32768; break;
            case RAMP: lane[i] = base + (uint64_t)i * delta; break;
            case PLACEMENTS: break;
            }
        if (p == LAST_AMONG_BYTES || p == LAST_AMONG_HALVES)
            lane[at = s->v->lanes - 1] = base + delta;
    }
    stimuli_pack(s, lane, out->block);
    stimuli_fill_mask(s, out->mask, ~(uint32_t)0);
    if (masked)
        corner_mask(s, out->mask, (int)((number + number / s->v->deltas.count + (unsigned)where) % CORNER_MASKS), at);
}
