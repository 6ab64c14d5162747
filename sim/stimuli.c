/* SPDX-License-Identifier: Apache-2.0 */
#include "stimuli.h"

#include <stdlib.h>
#include <string.h>

#include "../base/msg.h"
#include "random.h"
#include "trace.h"

struct stimuli {
    const design *design;
    int lanes;
    rng rng;
    unsigned long long turn, corners, corner;
    char *const *trace_names;
    int trace_count, trace_at;
    trace *trace;
    trace_record record;
};

/* Corner table. Deltas at the edges of what a byte, a halfword and a word hold; bases where adding them carries far;
 * placements of the delta over the lanes. */
static const uint32_t corner_deltas[] = {
    0, 1, -1u, 127, 128, -128u, -129u, 255, 256, -255u, -256u, -257u, 32767, 32768, -32768u, -32769u,
    65535, 65536, -65535u, -65536u, 0x7fffffff, 0x80000000,
};
static const uint32_t corner_bases[] = {
    0, 1, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x10000, 0x17fff, 0x18000, 0x7fff7fff, 0x7fffffff, 0x80000000,
    0xffff0000, 0xffff7fff, 0xffff8000, 0xffffff7f, 0xffffff80, 0xffffffff, 0x00ff8000, 0x12345678,
};
enum { DELTAS = sizeof corner_deltas / sizeof *corner_deltas, BASES = sizeof corner_bases / sizeof *corner_bases };

/* Placements: one lane only (1..lanes-1), then these. */
typedef enum { ALL_LANES, ALTERNATE_SIGN, LAST_AMONG_BYTES, LAST_AMONG_HALVES, RAMP, PLACEMENTS } placement;
static const char *const placement_names[PLACEMENTS] = {
    "corner, every lane", "corner, alternating sign", "corner among byte deltas", "corner among halfword deltas",
    "corner, ramp",
};

stimuli *stimuli_new(const design *d, uint64_t seed, char *const *traces, int trace_count)
{
    stimuli *s = calloc(1, sizeof *s);
    if (s == NULL)
        die("out of memory");
    s->design = d;
    s->lanes = d->config.lanes;
    s->rng.state = seed;
    s->corners = (unsigned long long)DELTAS * BASES * (unsigned)(s->lanes - 1 + PLACEMENTS);
    s->trace_names = traces;
    s->trace_count = trace_count;
    for (int i = 0; i < trace_count; i++) {
        trace *t = trace_open(traces[i]);
        trace_need_lanes(t, s->lanes, "the design");
        trace_close(t);
    }
    return s;
}

void stimuli_free(stimuli *s)
{
    if (s->trace)
        trace_close(s->trace);
    free(s);
}

unsigned long long stimuli_corners(const stimuli *s)
{
    return s->corners;
}

unsigned long long stimuli_corners_given(const stimuli *s)
{
    return s->corner < s->corners ? s->corner : s->corners;
}

static void fill_mask(const stimuli *s, uint32_t *mask, uint32_t word)
{
    for (int i = 0; i < WF_MASK_WORDS; i++) {
        int left = s->lanes - 32 * i;
        mask[i] = left >= 32 ? word : left > 0 ? word & (((uint32_t)1 << left) - 1) : 0;
    }
}

static void set_lane(uint32_t *mask, int lane, bool on)
{
    mask[lane / 32] = (mask[lane / 32] & ~((uint32_t)1 << lane % 32)) | (uint32_t)on << lane % 32;
}

/* A mask of every kind: mostly full, else random of some density, one lane, all but one, none, a prefix. */
static void random_mask(stimuli *s, uint32_t *mask)
{
    int lane = (int)rng_below(&s->rng, (uint32_t)s->lanes);
    fill_mask(s, mask, ~(uint32_t)0);
    switch (rng_below(&s->rng, 16)) {
    case 0:
        for (int i = 0; i < s->lanes; i++)
            set_lane(mask, i, rng_word(&s->rng) >> 31);
        break;
    case 1:
        fill_mask(s, mask, 0);
        set_lane(mask, lane, true);
        break;
    case 2:
        set_lane(mask, lane, false);
        break;
    case 3:
        fill_mask(s, mask, 0);
        break;
    case 4:
        for (int i = lane; i < s->lanes; i++)
            set_lane(mask, i, false);
        break;
    default:
        break;
    }
}

static void corner(stimuli *s, stimulus *out)
{
    /* An odd stride through the table of any size, so that a short run meets all of its parts. */
    unsigned long long n = s->corner++ * 7919 % s->corners;
    if (s->corners % 7919 == 0)
        n = s->corner - 1;
    uint32_t delta = corner_deltas[n % DELTAS], base = corner_bases[n / DELTAS % BASES];
    int where = (int)(n / (DELTAS * BASES));
    for (int i = 0; i < s->lanes; i++)
        out->block[i] = base;
    fill_mask(s, out->mask, ~(uint32_t)0);
    if (where < s->lanes - 1) {
        out->block[where + 1] = base + delta;
        out->kind = "corner, one lane";
        return;
    }
    placement p = (placement)(where - (s->lanes - 1));
    out->kind = placement_names[p];
    for (int i = 1; i < s->lanes; i++)
        switch (p) {
        case ALL_LANES: out->block[i] = base + delta; break;
        case ALTERNATE_SIGN: out->block[i] = i % 2 ? base + delta : base - delta; break;
        case LAST_AMONG_BYTES: out->block[i] = base + (rng_word(&s->rng) & 0xff) - 128; break;
        case LAST_AMONG_HALVES: out->block[i] = base + (rng_word(&s->rng) & 0xffff) - 32768; break;
        case RAMP: out->block[i] = base + (uint32_t)i * delta; break;
        case PLACEMENTS: break;
        }
    if (p == LAST_AMONG_BYTES || p == LAST_AMONG_HALVES)
        out->block[s->lanes - 1] = base + delta;
}

/* Structures of random values. */
static void random_block(stimuli *s, stimulus *out)
{
    rng *r = &s->rng;
    uint32_t *x = out->block, a = rng_word(r), b = rng_word(r);
    int odd_one = (int)rng_below(r, (uint32_t)s->lanes);
    uint32_t structure = rng_below(r, 13), low = ~(uint32_t)0 >> 8 * (b % 4), width = 1 + b % (uint32_t)s->lanes;
    if (rng_below(r, 4) == 0)
        a = corner_bases[rng_below(r, BASES)];
    for (int i = 0; i < s->lanes; i++) {
        uint32_t v = rng_word(r);
        switch (structure) {
        case 0: out->kind = "uniform"; x[i] = a; break;
        case 1: out->kind = "byte deltas"; x[i] = a + (v & 0xff) - (b & 0xff); break;
        case 2: out->kind = "halfword deltas"; x[i] = a + (v & 0xffff) - (b & 0xffff); break;
        case 3: out->kind = "affine"; x[i] = a + (uint32_t)i * ((uint32_t)1 << b % 12); break;
        case 4: out->kind = "affine, any stride"; x[i] = a + (uint32_t)i * (b & 0x7fff); break;
        case 5: out->kind = "edge deltas"; x[i] = i == 0 ? a : a + corner_deltas[v % 16]; break;
        case 6: out->kind = "one odd lane"; x[i] = i == odd_one ? b : a + (v & 0x7f); break;
        case 7: out->kind = "floats"; x[i] = (a & 0xff800000) | (v & 0x007fffff); break;
        case 8: out->kind = "sparse"; x[i] = v % 4 ? 0 : v; break;
        case 9: out->kind = "common bytes"; x[i] = (a & ~low) | (v & low); break;
        case 10: out->kind = "groups of one value"; x[i] = (uint32_t)i / width % 2 ? b : a; break;
        case 11: out->kind = "one odd bit"; x[i] = i == odd_one ? a ^ (uint32_t)1 << b % 32 : a; break;
        default: out->kind = "random"; x[i] = v; break;
        }
    }
    random_mask(s, out->mask);
    if (rng_below(r, 4) == 0)   /* what inactive lanes hold is nobody's */
        for (int i = 0; i < s->lanes; i++)
            if (!(out->mask[i / 32] >> i % 32 & 1))
                x[i] = rng_word(r);
    out->raw_only = rng_below(r, 16) == 0;
}

bool stimuli_next_trace(stimuli *s, stimulus *out)
{
    if (s->trace_count == 0)
        return false;
    for (int opened = 0; opened <= s->trace_count;) {
        if (s->trace == NULL) {
            s->trace = trace_open(s->trace_names[s->trace_at]);
            s->trace_at = (s->trace_at + 1) % s->trace_count;
            opened++;
        }
        while (trace_next(s->trace, &s->record))
            if (trace_is_register(&s->record)) {
                memcpy(out->block, s->record.value, sizeof(uint32_t) * (size_t)s->lanes);
                memcpy(out->mask, s->record.mask, sizeof out->mask);
                out->raw_only = false;
                out->kind = "trace";
                return true;
            }
        trace_close(s->trace);
        s->trace = NULL;
    }
    die_usage("no register value in the traces given");
}

void stimuli_next(stimuli *s, stimulus *out)
{
    out->raw_only = false;
    unsigned turn = (unsigned)(s->turn++ % 4);
    if (turn % 2 == 0 && s->corner < s->corners)
        corner(s, out);
    else if (turn != 3 || !stimuli_next_trace(s, out))
        random_block(s, out);
}
