/* SPDX-License-Identifier: Apache-2.0 */
#include "stimuli.h"

#include <limits.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <unistd.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../base/random.h"
#include "../memory/line_traffic.h"
#include "../trace/trace.h"
#include "line_stimuli.h"

enum { MAX_EDGES = 40 }; /* most deltas, or bases, in the corner table */

typedef struct {
    uint64_t value[MAX_EDGES];
    unsigned count;
} edges;

/* A block as `lanes` words of `word` bits: a register's lanes, or a line's chunks. */
typedef struct {
    int lanes, word;
    uint64_t ones; /* a lane with all bits 1 */
    edges deltas, bases;
    unsigned long long corners; /* number of corners in its table */
} view;

enum { VIEWS = 3 }; /* of a line: chunks of 8, 4 and 2 bytes */

/* Of a trace that gives some of its values: stretches of successive ones, evenly spaced. */
enum { STRETCH = 64 };
typedef struct {
    unsigned long long values, share; /* that it has, and that it gives */
} trace_share;

struct stimuli {
    const design *design;
    view views[VIEWS];
    int view_count;
    const view *v; /* the view in use */
    rng rng;
    unsigned long long turn, corners, corner;
    bool traces_only;
    bool every;  /* the corner table is all blocks under all masks */
    bool masked; /* corners come under masks too */
    char *const *trace_names;
    int trace_count, trace_at, trace_open;
    trace_share *shares;          /* by trace; NULL: all of each */
    unsigned long long at, taken; /* of the open trace: values that were read, and those that were given */
    trace *trace;
    trace_record record;
    line_traffic *traffic;    /* for a line codec: the trace's line accesses */
    const line_access *lines; /* those of the record */
    int line_count, line_at;
};

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

static void add_view(stimuli *s, int lanes, int word)
{
    view *v = &s->views[s->view_count++];
    v->lanes = lanes;
    v->word = word;
    v->ones = word == 64 ? ~(uint64_t)0 : ((uint64_t)1 << word) - 1;
    cut_edges(&v->deltas, corner_deltas, sizeof corner_deltas / sizeof *corner_deltas, v->ones);
    cut_edges(&v->bases, corner_bases, sizeof corner_bases / sizeof *corner_bases, v->ones);
    v->corners = (unsigned long long)v->deltas.count * v->bases.count * (unsigned)(lanes - 1 + PLACEMENTS);
}

static void count_corners(stimuli *s)
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

static void open_trace(stimuli *s)
{
    s->trace = trace_open(s->trace_names[s->trace_at]);
    s->trace_open = s->trace_at;
    s->at = s->taken = 0;
    s->trace_at = (s->trace_at + 1) % s->trace_count;
    s->line_at = s->line_count = 0;
    if (s->design->unit->line)
        s->traffic = line_traffic_open(s->design->config.line_bytes, PRIVATE_STACK_BYTES);
}

static void close_trace(stimuli *s)
{
    if (s->trace == NULL)
        return;
    trace_close(s->trace);
    s->trace = NULL;
    if (s->design->unit->line)
        line_traffic_close(s->traffic);
}

stimuli *stimuli_new(const design *d, uint64_t seed, char *const *traces, int trace_count)
{
    stimuli *s = calloc(1, sizeof *s);
    if (s == NULL)
        die("out of memory");
    s->design = d;
    for (int bytes = 8; d->unit->line && bytes >= 2; bytes /= 2)
        add_view(s, d->config.line_bytes / bytes, 8 * bytes);
    if (!d->unit->line)
        add_view(s, d->config.lanes, d->codec ? d->sizes.block_bits / d->config.lanes : 32);
    s->v = &s->views[0];
    s->rng.state = seed;
    count_corners(s);
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
    close_trace(s);
    free(s->shares);
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

bool stimuli_every(const stimuli *s)
{
    return s->every;
}

void stimuli_again(stimuli *s, unsigned count)
{
    s->corner -= s->corner < count ? s->corner : count;
}

/* Puts lanes into a block. */
static void pack(const stimuli *s, const uint64_t *lane, uint32_t *block)
{
    memset(block, 0, sizeof *block * (size_t)((s->v->lanes * s->v->word + 31) / 32));
    for (int i = 0; i < s->v->lanes; i++) {
        uint64_t x = lane[i] & s->v->ones;
        block[i * s->v->word / 32] |= (uint32_t)x << i * s->v->word % 32;
        if (s->v->word == 64)
            block[2 * i + 1] = (uint32_t)(x >> 32);
    }
}

static void fill_mask(const stimuli *s, uint32_t *mask, uint32_t word)
{
    for (int i = 0; i < WF_MASK_WORDS; i++) {
        int left = s->v->lanes - 32 * i;
        mask[i] = left >= 32 ? word : left > 0 ? word & (((uint32_t)1 << left) - 1) : 0;
    }
}

static void set_lane(uint32_t *mask, int lane, bool on)
{
    mask[lane / 32] = (mask[lane / 32] & ~((uint32_t)1 << lane % 32)) | (uint32_t)on << lane % 32;
}

static void set_lanes(uint32_t *mask, int from, int end, bool on)
{
    for (int i = from; i < end; i++)
        set_lane(mask, i, on);
}

/* A mask of any kind; every other mask is full. */
static void random_mask(stimuli *s, uint32_t *mask)
{
    int lanes = s->v->lanes, lane = (int)rng_below(&s->rng, (uint32_t)lanes), width;
    uint32_t kind = rng_below(&s->rng, 20), density = 1 + rng_below(&s->rng, 7);
    bool on = kind == 0 || kind == 1 || kind == 2; /* a few lanes on, else a few off */
    fill_mask(s, mask, on || kind == 3 ? 0 : ~(uint32_t)0);
    switch (kind) {
    case 0:
    case 4: /* one lane */ set_lane(mask, lane, on); break;
    case 1: /* a pair 2k, 2k+1 */ set_lanes(mask, lane & ~1, (lane & ~1) + 2, on); break;
    case 2: /* a pair 2k+1, 2k+2 */
        lane = (lane | 1) < lanes - 1 ? lane | 1 : 1;
        set_lanes(mask, lane, lane + 2, on);
        break;
    case 3: /* none */ break;
    case 5: /* a prefix */ set_lanes(mask, lane, lanes, on); break;
    case 6: /* a suffix */ set_lanes(mask, 0, lane, on); break;
    case 7: /* groups of 8 or 16 lanes off */
        width = lane % 2 ? 8 : 16;
        for (int i = 0; i + width <= lanes; i += width)
            if (rng_below(&s->rng, 2))
                set_lanes(mask, i, i + width, on);
        break;
    case 8:
    case 9: /* every density */
        for (int i = 0; i < lanes; i++)
            set_lane(mask, i, rng_below(&s->rng, 8) < density);
        break;
    default: break;
    }
}

static void corner_mask(const stimuli *s, uint32_t *mask, int kind, int lane)
{
    int pair = lane & ~1;
    switch (kind) {
    case FIRST_ACTIVE: set_lanes(mask, 0, lane, false); break;
    case IN_FIRST_PAIR: /* every second lane below the pair is on */
        for (int i = 0; i < pair; i += 2)
            set_lane(mask, i + lane % 2, false);
        break;
    case ACROSS_PAIRS: /* the lane and its neighbour of another pair: no pair is active */
        fill_mask(s, mask, 0);
        set_lane(mask, lane, true);
        if (lane % 2 ? lane + 1 < s->v->lanes : lane > 0)
            set_lane(mask, lane % 2 ? lane + 1 : lane - 1, true);
        break;
    case ALONE_OFF: set_lane(mask, lane, false); break;
    default: break;
    }
}

/* Case n of all blocks and masks. */
static void every_case(const stimuli *s, unsigned long long n, stimulus *out)
{
    out->kind = "every block and mask";
    out->block[0] = (uint32_t)(n & (((unsigned long long)1 << s->design->sizes.block_bits) - 1));
    fill_mask(s, out->mask, (uint32_t)(n >> s->design->sizes.block_bits));
}

static void corner(stimuli *s, stimulus *out)
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
    pack(s, lane, out->block);
    fill_mask(s, out->mask, ~(uint32_t)0);
    if (masked)
        corner_mask(s, out->mask, (int)((number + number / s->v->deltas.count + (unsigned)where) % CORNER_MASKS), at);
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
    pack(s, x, out->block);
    out->raw_only = rng_below(r, 16) == 0;
}

/* The next register value of the open trace; false at its end. */
static bool next_register(stimuli *s, stimulus *out)
{
    while (trace_next(s->trace, &s->record))
        if (trace_is_register(&s->record)) {
            uint64_t lane[WF_MAX_LANES];
            for (int i = 0; i < s->v->lanes; i++)
                lane[i] = s->record.value[i];
            pack(s, lane, out->block);
            memcpy(out->mask, s->record.mask, sizeof out->mask);
            return true;
        }
    return false;
}

/* The next line of the trace's traffic with every byte known. */
static bool next_line(stimuli *s, stimulus *out)
{
    for (;;) {
        while (s->line_at < s->line_count) {
            const line_access *a = &s->lines[s->line_at++];
            if (a->whole) {
                memcpy(out->block, a->content, (size_t)s->design->config.line_bytes);
                memset(out->mask, 0, sizeof out->mask);
                return true;
            }
        }
        if (!trace_next(s->trace, &s->record))
            return false;
        s->line_count = line_traffic_of(s->traffic, &s->record, &s->lines);
        s->line_at = 0;
    }
}

static noreturn void die_of_nothing(const stimuli *s)
{
    if (s->design->unit->line)
        die_usage("no line that is known as a whole in the traces given");
    die_usage("no register value in the traces given");
}

static bool read_value(stimuli *s, stimulus *out)
{
    s->at++;
    return s->design->unit->line ? next_line(s, out) : next_register(s, out);
}

/* Goes on to the next stretch of the open trace, if one has ended. False if it was the last. */
static bool find_stretch(stimuli *s, stimulus *out)
{
    const trace_share *t = &s->shares[s->trace_open];
    unsigned long long stretches = (t->share + STRETCH - 1) / STRETCH;
    if (s->taken == t->share)
        return false;
    while (s->taken % STRETCH == 0 && s->at < s->taken / STRETCH * t->values / stretches)
        if (!read_value(s, out))
            return false;
    return true;
}

/* The next value of the trace that is open; false at its end, or at that of its share. */
static bool next_value(stimuli *s, stimulus *out)
{
    if ((s->shares && !find_stretch(s, out)) || !read_value(s, out))
        return false;
    s->taken++;
    return true;
}

/* How many values the next trace has; `before` were counted. */
static unsigned long long count_values(stimuli *s, unsigned long long before)
{
    unsigned long long values = 0;
    stimulus x;
    open_trace(s);
    while (next_value(s, &x))
        if ((before + ++values) % 4096 == 0)
            progress("checking the traces: values", before + values, 0);
    close_trace(s);
    return values;
}

unsigned long long stimuli_check_traces(const design *d, char *const *traces, int trace_count)
{
    for (int i = 0; i < trace_count; i++)
        if (access(traces[i], F_OK) == 0 && !file_exists(traces[i]) && !dir_exists(traces[i]))
            die_usage("%s is a pipe or a device; stimuli are read several times: a file is expected", traces[i]);
    stimuli *s = stimuli_new(d, 0, traces, trace_count);
    unsigned long long values = 0;
    for (int i = 0; i < trace_count; i++)
        values += count_values(s, values);
    progress_end();
    if (trace_count > 0 && values == 0)
        die_of_nothing(s);
    stimuli_free(s);
    return values;
}

void stimuli_only_traces(stimuli *s)
{
    s->traces_only = s->trace_count > 0;
}

void stimuli_share(stimuli *s, unsigned long long values)
{
    unsigned long long all = 0, given = 0, seen = 0;
    trace_share *shares = zalloc(((size_t)s->trace_count + 1) * sizeof *shares);
    for (int i = 0; i < s->trace_count; i++)
        all += shares[i].values = count_values(s, all);
    progress_end();
    for (int i = 0; i < s->trace_count && all > values; i++) {
        seen += shares[i].values;
        shares[i].share = values * seen / all - given; /* values are at most 1e9 */
        given += shares[i].share;
    }
    s->shares = all > values ? shares : NULL;
    if (s->shares == NULL)
        free(shares);
}

bool stimuli_next_trace(stimuli *s, stimulus *out)
{
    if (s->trace_count == 0)
        return false;
    for (int opened = 0; opened <= s->trace_count;) {
        if (s->trace == NULL) {
            open_trace(s);
            opened++;
        }
        if (next_value(s, out)) {
            out->raw_only = false;
            out->kind = "trace";
            return true;
        }
        close_trace(s);
    }
    die_of_nothing(s);
}

void stimuli_next(stimuli *s, stimulus *out)
{
    if (s->traces_only && stimuli_next_trace(s, out))
        return;
    out->raw_only = false;
    unsigned turn = (unsigned)(s->turn++ % 4);
    if ((turn % 2 == 0 || s->every) && s->corner < s->corners)
        corner(s, out);
    else if (turn != 3 || !stimuli_next_trace(s, out)) {
        if (s->design->unit->line && s->design->codec && rng_below(&s->rng, 3))
            line_stimulus(s->design, &s->rng, out);
        else
            random_block(s, out);
    }
}
