/* SPDX-License-Identifier: Apache-2.0
 *
 * test_spec_merge.c - the specification of merge, fed by hand and by a plain merge buffer: it accepts what docs/merge.md promises and
 * complains of everything else. */
#include "../../sim/fields.h"
#include "plain_unit.h"

enum { PACKET, WRITE, STATE };
enum { WARP, DEST, MASK };                   /* words of a packet and of a write */
enum { PACKETS, WRITES, EVICTIONS, COUNTS }; /* words of the state */

/* The geometry of the page's examples. */
#define SMALL "warps=4 registers=4 entries=2 user=8"
enum { LANES = 4, LAST = 1 };

/* A specification, and what `state` must show. */
typedef struct {
    checker *c;
    uint32_t shown[COUNTS], counts[COUNTS]; /* in this cycle; in the next one */
} buffer;

static buffer *small(void)
{
    buffer *b = zalloc(sizeof *b);
    b->c = checker_new("merge", LANES, SMALL, BENCH_UNIT, 0);
    return b;
}

static void buffer_free(buffer *b)
{
    checker_free(b->c);
}

static void reset(buffer *b)
{
    b->c->spec->reset(b->c->state);
    memset(b->shown, 0, sizeof b->shown);
    memset(b->counts, 0, sizeof b->counts);
}

/* Lane i has the value base + i. Lanes that are not in the mask have one too: it must not count. */
static const char *comes(buffer *b, uint32_t warp, uint32_t dest, uint32_t mask, uint32_t base, uint32_t user, uint32_t last)
{
    b->counts[PACKETS]++;
    return b->c->spec->took(b->c->state, PACKET, (uint32_t[]){warp, dest, mask, base, base + 1, base + 2, base + 3, last, user});
}

/* A packet of warp 0. */
static void packet(buffer *b, uint32_t dest, uint32_t mask, uint32_t base, uint32_t user, uint32_t last)
{
    accepts(comes(b, 0, dest, mask, base, user, last));
}

typedef struct {
    uint32_t fields[MASK + 1 + LANES + 1];
} write;

static write written(uint32_t dest, uint32_t mask, uint32_t v0, uint32_t v1, uint32_t v2, uint32_t v3, uint32_t user)
{
    return (write){{0, dest, mask, v0, v1, v2, v3, user}};
}

static const char *leaves(buffer *b, write w)
{
    b->counts[WRITES]++;
    return b->c->spec->gave(b->c->state, WRITE, w.fields);
}

static const char *shows(buffer *b, uint32_t packets, uint32_t writes, uint32_t evictions)
{
    return b->c->spec->gave(b->c->state, STATE, (uint32_t[]){packets, writes, evictions});
}

static const char *ends(buffer *b, bool held)
{
    const char *wrong = b->c->spec->gave(b->c->state, STATE, b->shown);
    memcpy(b->shown, b->counts, sizeof b->shown);
    return wrong ? wrong : b->c->spec->cycle(b->c->state, (uint32_t)held << WRITE);
}

static void cycle(buffer *b)
{
    accepts(ends(b, false));
}

/* `write` is valid and not taken. */
static void held(buffer *b)
{
    accepts(ends(b, true));
}

static void evicts(buffer *b)
{
    b->counts[EVICTIONS]++;
}

/* ---- the examples of the page ---- */

static void results_that_are_interleaved(void **state)
{
    (void)state;
    buffer *b = small();
    packet(b, 1, 0x3, 10, 1, 0);
    cycle(b);
    packet(b, 2, 0x3, 20, 2, 0);
    cycle(b);
    packet(b, 1, 0xc, 10, 3, LAST);
    cycle(b);
    accepts(leaves(b, written(1, 0xf, 10, 11, 12, 13, 3)));
    packet(b, 2, 0x8, 20, 4, LAST);
    cycle(b);
    accepts(leaves(b, written(2, 0xb, 20, 21, 0, 23, 4)));
    cycle(b);
    accepts(shows(b, 4, 2, 0));
    buffer_free(b);
}

static void a_lane_comes_twice_and_a_packet_is_empty(void **state)
{
    (void)state;
    buffer *b = small();
    packet(b, 1, 0x7, 10, 1, 0);
    cycle(b);
    packet(b, 1, 0xa, 30, 2, 0);
    cycle(b);
    packet(b, 1, 0x0, 90, 3, LAST);
    cycle(b);
    accepts(leaves(b, written(1, 0xf, 10, 31, 12, 33, 3)));
    packet(b, 1, 0x1, 40, 4, LAST);
    cycle(b);
    accepts(leaves(b, written(1, 0x1, 40, 0, 0, 0, 4)));
    packet(b, 1, 0x0, 90, 5, LAST);
    cycle(b);
    accepts(leaves(b, written(1, 0x0, 0, 0, 0, 0, 5)));
    cycle(b);
    buffer_free(b);
}

static void the_oldest_result_is_evicted(void **state)
{
    (void)state;
    buffer *b = small();
    packet(b, 1, 0x1, 10, 1, 0);
    cycle(b);
    packet(b, 2, 0x1, 20, 2, 0);
    cycle(b);
    packet(b, 1, 0x2, 10, 3, 0);
    cycle(b);
    accepts(comes(b, 1, 2, 0x1, 50, 4, 0));
    evicts(b);
    cycle(b);
    accepts(leaves(b, written(1, 0x3, 10, 11, 0, 0, 3)));
    packet(b, 1, 0x4, 10, 5, LAST);
    cycle(b);
    accepts(leaves(b, written(1, 0x4, 0, 0, 12, 0, 5)));
    packet(b, 2, 0xe, 20, 6, LAST);
    cycle(b);
    accepts(leaves(b, written(2, 0xf, 20, 21, 22, 23, 6)));
    accepts(shows(b, 6, 2, 1));
    buffer_free(b);
}

static void a_write_is_not_taken(void **state)
{
    (void)state;
    buffer *b = small();
    packet(b, 1, 0x1, 10, 1, LAST);
    cycle(b);
    packet(b, 1, 0x2, 10, 2, 0);
    held(b);
    packet(b, 1, 0x4, 10, 3, LAST);
    held(b);
    held(b);
    accepts(leaves(b, written(1, 0x1, 10, 0, 0, 0, 1)));
    cycle(b);
    accepts(leaves(b, written(1, 0x6, 0, 11, 12, 0, 3)));
    packet(b, 2, 0x1, 20, 4, LAST);
    cycle(b);
    accepts(leaves(b, written(2, 0x1, 20, 0, 0, 0, 4)));
    cycle(b);
    buffer_free(b);
}

static void full_rate(void **state)
{
    (void)state;
    buffer *b = small();
    for (uint32_t n = 0; n < 20; n++) {
        if (n > 0)
            accepts(leaves(b, written((n - 1) % 4, 0x9, n - 1, 0, 0, n + 2, n - 1)));
        packet(b, n % 4, 0x9, n, n, LAST);
        cycle(b);
    }
    accepts(shows(b, 20, 19, 0));
    buffer_free(b);
}

/* ---- what is not promised ---- */

static void each_field_of_a_write_counts(void **state)
{
    (void)state;
    static const struct {
        write w;
        const char *of;
    } wrong[] = {
        {{{1, 1, 0x7, 10, 31, 12, 0, 2}}, "complete write of register 1 of warp 0: warp_o is 0x1, expected 0"},
        {{{0, 2, 0x7, 10, 31, 12, 0, 2}}, "dest_o is 0x2, expected 0x1"},
        {{{0, 1, 0x3, 10, 31, 12, 0, 2}}, "mask_o is 0x3, expected 0x7"},
        {{{0, 1, 0xf, 10, 31, 12, 0, 2}}, "mask_o is 0xf, expected 0x7"},
        {{{0, 1, 0x7, 10, 11, 12, 0, 2}}, "values_o bits 63..32 is 0xb, expected 0x1f"},
        {{{0, 1, 0x7, 30, 31, 12, 0, 2}}, "values_o bits 31..0 is 0x1e, expected 0xa"},
        {{{0, 1, 0x7, 10, 31, 12, 33, 2}}, "values_o bits 127..96 is 0x21, expected 0"},
        {{{0, 1, 0x7, 10, 31, 12, 0, 1}}, "user_o is 0x1, expected 0x2"},
    };
    buffer *b = small();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        reset(b);
        packet(b, 1, 0x7, 10, 1, 0);
        cycle(b);
        packet(b, 1, 0x2, 30, 2, LAST);
        cycle(b);
        complains(leaves(b, wrong[i].w), wrong[i].of);
    }
    buffer_free(b);
}

static void a_write_leaves_once_and_after_its_last_packet(void **state)
{
    (void)state;
    buffer *b = small();
    complains(leaves(b, written(1, 0, 0, 0, 0, 0, 0)), "a write is offered, but none waits");
    reset(b);
    packet(b, 1, 0xf, 10, 1, 0);
    cycle(b);
    complains(ends(b, true), "a write is offered, but none waits"); /* a full mask does not complete it */
    reset(b);
    packet(b, 1, 0xf, 10, 1, LAST);
    complains(ends(b, true), "a write is offered, but none waits"); /* not in the same cycle */
    reset(b);
    packet(b, 1, 0xf, 10, 1, LAST);
    cycle(b);
    accepts(leaves(b, written(1, 0xf, 10, 11, 12, 13, 1)));
    cycle(b);
    complains(leaves(b, written(1, 0xf, 10, 11, 12, 13, 1)), "a write is offered, but none waits");
    buffer_free(b);
}

static void a_late_write_is_noticed(void **state)
{
    (void)state;
    buffer *b = small();
    packet(b, 1, 0xf, 10, 1, LAST);
    cycle(b);
    complains(ends(b, false), "complete write of register 1 of warp 0: no answer within 1 cycle");
    reset(b);
    packet(b, 1, 0xf, 10, 1, LAST);
    cycle(b);
    held(b);
    packet(b, 2, 0xf, 20, 2, LAST);
    held(b);
    accepts(leaves(b, written(1, 0xf, 10, 11, 12, 13, 1)));
    cycle(b);
    complains(ends(b, false), "complete write of register 2 of warp 0: no answer within 1 cycle");
    reset(b);
    packet(b, 1, 0xf, 10, 1, LAST);
    cycle(b);
    held(b);
    complains(ends(b, false), "no answer within 1 cycle"); /* an offer stays */
    buffer_free(b);
}

static void writes_do_not_overtake_each_other(void **state)
{
    (void)state;
    buffer *b = small();
    packet(b, 1, 0xf, 10, 1, LAST);
    cycle(b);
    packet(b, 2, 0xf, 20, 2, LAST);
    held(b);
    complains(leaves(b, written(2, 0xf, 20, 21, 22, 23, 2)), "complete write of register 1 of warp 0: dest_o is 0x2, expected 0x1");
    buffer_free(b);
}

static void no_packet_is_taken_while_two_writes_wait(void **state)
{
    (void)state;
    buffer *b = small();
    for (int n = 0; n < 2; n++) {
        packet(b, 1, 0xf, 10, 1, LAST);
        accepts(ends(b, n > 0));
    }
    accepts(leaves(b, written(1, 0xf, 10, 11, 12, 13, 1))); /* two wait at the start of the cycle */
    complains(comes(b, 0, 2, 1, 20, 2, 0), "a packet is taken, but two writes wait");
    buffer_free(b);
}

static void nothing_but_a_new_result_evicts(void **state)
{
    (void)state;
    buffer *b = small();
    packet(b, 1, 0x1, 10, 1, 0);
    cycle(b);
    packet(b, 2, 0x1, 20, 2, 0); /* there is an entry */
    cycle(b);
    complains(ends(b, true), "a write is offered, but none waits");
    reset(b);
    packet(b, 1, 0x1, 10, 1, 0);
    cycle(b);
    packet(b, 2, 0x1, 20, 2, 0);
    cycle(b);
    packet(b, 3, 0x1, 30, 3, LAST); /* it needs no entry */
    cycle(b);
    complains(leaves(b, written(1, 0x1, 10, 0, 0, 0, 1)), "complete write of register 3 of warp 0: dest_o is 0x1, expected 0x3");
    reset(b);
    packet(b, 1, 0x1, 10, 1, 0);
    cycle(b);
    packet(b, 2, 0x1, 20, 2, 0);
    cycle(b);
    packet(b, 3, 0x1, 30, 3, 0);
    evicts(b);
    cycle(b);
    complains(leaves(b, written(2, 0x1, 20, 0, 0, 0, 2)), "evicted write of register 1 of warp 0: dest_o is 0x2, expected 0x1");
    buffer_free(b);
}

static void counts_agree_with_what_moved(void **state)
{
    (void)state;
    static const struct {
        uint32_t packets, writes, evictions;
        const char *of;
    } wrong[] = {
        {4, 1, 1, "counts: packets_o is 0x4, expected 0x5"},
        {6, 1, 1, "counts: packets_o is 0x6, expected 0x5"},
        {5, 2, 1, "counts: writes_o is 0x2, expected 0x1"},
        {5, 1, 0, "counts: evictions_o is 0, expected 0x1"},
    };
    buffer *b = small();
    for (size_t i = 0; i <= sizeof wrong / sizeof *wrong; i++) {
        reset(b);
        packet(b, 0, 0x1, 10, 1, LAST);
        cycle(b);
        accepts(leaves(b, written(0, 0x1, 10, 0, 0, 0, 1)));
        for (uint32_t dest = 1; dest < 4; dest++) {
            packet(b, dest, 0x1, 10, 1, 0);
            if (dest == 3)
                evicts(b);
            cycle(b);
        }
        packet(b, 2, 0x1, 10, 1, 0);
        held(b);
        accepts(leaves(b, written(1, 0x1, 10, 0, 0, 0, 1))); /* it counts from the next cycle on */
        if (i < sizeof wrong / sizeof *wrong)
            complains(shows(b, wrong[i].packets, wrong[i].writes, wrong[i].evictions), wrong[i].of);
        else
            accepts(shows(b, 5, 1, 1));
    }
    reset(b);
    complains(b->c->spec->cycle(b->c->state, 0), "counts: no answer within 0 cycles"); /* `state` is always valid */
    buffer_free(b);
}

static void a_reset_forgets_everything(void **state)
{
    (void)state;
    buffer *b = small();
    for (int n = 0; n < 2; n++) {
        packet(b, 1, 0x1, 10, 1, LAST);
        cycle(b);
        packet(b, 1, 0x2, 10, 1, 0);
        held(b);
        packet(b, 2, 0x2, 10, 1, LAST);
        held(b);
        reset(b);
        if (n == 0)
            complains(leaves(b, written(1, 0x1, 10, 0, 0, 0, 1)), "a write is offered, but none waits");
        reset(b);
    }
    packet(b, 1, 0x4, 10, 1, LAST);
    cycle(b);
    accepts(leaves(b, written(1, 0x4, 0, 0, 12, 0, 1)));
    cycle(b);
    accepts(shows(b, 1, 1, 0));
    buffer_free(b);
}

/* ---- a plain merge buffer under the bench's traffic ---- */

enum { MOST_LANES = 128, MOST_WORDS = MASK + MOST_LANES / 32 + MOST_LANES + 4, MOST_OPEN = 20, MOST_QUEUE = 4 };

typedef enum {
    AS_IT_IS,
    /* in a write */
    WRONG_WARP,
    WRONG_REGISTER,
    FLIPS_A_MASK_BIT,
    FLIPS_A_VALUE_BIT,
    FLIPS_A_USER_BIT,
    KEEPS_OLDER_VALUE,
    KEEPS_OLDER_USER,
    KEEPS_LAST_MASK_ALONE,
    LEAVES_OTHER_LANES,
    /* lost, twice, mixed, in another order */
    LOSES_A_PACKET,
    LOSES_A_WRITE,
    LOSES_AN_EMPTY_WRITE,
    LOSES_WHAT_EVICTS,
    WRITES_TWICE,
    SWAPS_WRITES,
    MIXES_REGISTERS,
    JOINS_A_WAITING_WRITE,
    JOINS_THE_EVICTED,
    /* results */
    CLOSES_WHEN_FULL,
    STAYS_OPEN,
    EVICTS_THE_YOUNGEST,
    AGES_BY_MERGING,
    EVICTS_EARLY,
    EVICTS_FOR_A_WHOLE_RESULT,
    HAS_ONE_ENTRY_MORE,
    /* cycles */
    OFFERS_LATE,
    OFFERS_NOTHING,
    TAKES_A_THIRD,
    /* counts */
    MISSES_A_PACKET,
    COUNTS_A_HELD_WRITE,
    MISSES_AN_EVICTION,
    COUNTS_EARLY,
    SHOWS_NOTHING,
    /* a reset */
    KEEPS_RESULTS,
    KEEPS_WRITES,
    KEEPS_COUNTS,
    FAULTS
} fault;

/* Results and writes in the form of a write. */
typedef struct {
    uint32_t fields[MOST_WORDS];
} record;

typedef struct {
    plain_unit u;
    int lanes, entries, values, last, packet_user, write_user, user_words, user_bits;
    record open[MOST_OPEN], queue[MOST_QUEUE]; /* the oldest first */
    int count, waiting;
    bool ready, held; /* of this cycle */
    uint32_t shown[COUNTS], counts[COUNTS];
    bool waits;
    uint32_t in[MOST_WORDS];
    unsigned long long evicted;
} plain_buffer;

static plain_buffer *plain_new(int lanes, const char *settings, uint64_t seed)
{
    plain_buffer *p = zalloc(sizeof *p);
    p->u = plain_unit_new("merge", lanes, settings, seed);
    const wf_stream *in = &p->u.c->module->streams.stream[PACKET], *out = &p->u.c->module->streams.stream[WRITE];
    p->lanes = lanes;
    p->entries = (int)unit_parameter(&p->u.c->d, "entries");
    p->user_bits = (int)unit_parameter(&p->u.c->d, "user");
    p->values = field_at(in, "values"), p->last = field_at(in, "last");
    p->packet_user = field_at(in, "user"), p->write_user = field_at(out, "user");
    p->user_words = (p->user_bits + 31) / 32;
    return p;
}

static void plain_free(plain_buffer *p)
{
    plain_unit_free(&p->u);
}

static bool strikes(plain_buffer *p, fault what)
{
    return plain_strikes(&p->u, (int)what, 4);
}

static bool has_lane(const uint32_t *fields, int lane)
{
    return fields[MASK + lane / 32] >> lane % 32 & 1;
}

static void flip(plain_buffer *p, uint32_t *field, int bits)
{
    uint32_t bit = rng_below(&p->u.rng, (uint32_t)bits);
    field[bit / 32] ^= (uint32_t)1 << bit % 32;
}

static void remove_first(plain_buffer *p)
{
    p->waiting--;
    memmove(p->queue, p->queue + 1, sizeof *p->queue * (size_t)p->waiting);
}

static bool is_empty(const plain_buffer *p, const uint32_t *fields)
{
    for (int lane = 0; lane < p->lanes; lane++)
        if (has_lane(fields, lane))
            return false;
    return true;
}

static bool is_full(const plain_buffer *p, const uint32_t *fields)
{
    for (int lane = 0; lane < p->lanes; lane++)
        if (!has_lane(fields, lane))
            return false;
    return true;
}

static void spoil(plain_buffer *p, uint32_t *fields)
{
    if (strikes(p, WRONG_WARP))
        fields[WARP] ^= 1;
    if (strikes(p, WRONG_REGISTER))
        fields[DEST] ^= 1;
    if (strikes(p, FLIPS_A_MASK_BIT))
        flip(p, fields + MASK, p->lanes);
    if (strikes(p, FLIPS_A_VALUE_BIT))
        flip(p, fields + p->values, 32 * p->lanes);
    if (strikes(p, FLIPS_A_USER_BIT))
        flip(p, fields + p->write_user, p->user_bits);
}

static const char *give_write(plain_buffer *p)
{
    if (p->waiting == 0 || strikes(p, OFFERS_LATE)) {
        p->held = p->waiting == 0 && strikes(p, OFFERS_NOTHING);
        return NULL;
    }
    if (plain_sometimes(&p->u, 3)) {
        p->held = true;
        p->counts[WRITES] += strikes(p, COUNTS_A_HELD_WRITE);
        return NULL;
    }
    if (strikes(p, LOSES_A_WRITE) || (is_empty(p, p->queue->fields) && strikes(p, LOSES_AN_EMPTY_WRITE)))
        return remove_first(p), NULL;
    if (p->waiting == 2 && memcmp(p->queue, p->queue + 1, sizeof *p->queue) != 0 && strikes(p, SWAPS_WRITES)) {
        record first = p->queue[0];
        p->queue[0] = p->queue[1];
        p->queue[1] = first;
    }
    record w = p->queue[0];
    spoil(p, w.fields);
    if (!strikes(p, WRITES_TWICE))
        remove_first(p);
    p->counts[WRITES]++;
    p->u.moved++;
    return p->u.c->spec->gave(p->u.c->state, WRITE, w.fields);
}

static const char *give_state(plain_buffer *p)
{
    if (strikes(p, SHOWS_NOTHING))
        return NULL;
    bool early = memcmp(p->shown, p->counts, sizeof p->shown) != 0 && strikes(p, COUNTS_EARLY);
    return p->u.c->spec->gave(p->u.c->state, STATE, early ? p->counts : p->shown);
}

static void becomes_write(plain_buffer *p, int i)
{
    p->queue[p->waiting++] = p->open[i];
    p->count--;
    memmove(p->open + i, p->open + i + 1, sizeof *p->open * (size_t)(p->count - i));
}

static void merge(plain_buffer *p, uint32_t *into, const uint32_t *in)
{
    if (strikes(p, LOSES_A_PACKET))
        return;
    if (!is_empty(p, in) && strikes(p, KEEPS_LAST_MASK_ALONE))
        memset(into + MASK, 0, sizeof *into * (size_t)(p->values - MASK));
    for (int lane = 0; lane < p->lanes; lane++) {
        bool both = has_lane(in, lane) && has_lane(into, lane);
        if ((has_lane(in, lane) && !(both && strikes(p, KEEPS_OLDER_VALUE))) || (!has_lane(into, lane) && strikes(p, LEAVES_OTHER_LANES)))
            into[p->values + lane] = in[p->values + lane];
        if (has_lane(in, lane))
            into[MASK + lane / 32] |= (uint32_t)1 << lane % 32;
    }
    if (!strikes(p, KEEPS_OLDER_USER))
        memcpy(into + p->write_user, in + p->packet_user, sizeof *in * (size_t)p->user_words);
}

static bool same_register(const uint32_t *a, const uint32_t *b)
{
    return a[WARP] == b[WARP] && a[DEST] == b[DEST];
}

static int find(plain_buffer *p, const uint32_t *in)
{
    for (int i = 0; i < p->count; i++)
        if (same_register(p->open[i].fields, in))
            return i;
    return p->count > 0 && strikes(p, MIXES_REGISTERS) ? (int)rng_below(&p->u.rng, (uint32_t)p->count) : -1;
}

/* A result begins; if all entries are open, it evicts the oldest one. Returns its place. */
static int begin(plain_buffer *p, const uint32_t *in)
{
    bool whole = in[p->last], full = p->count >= p->entries;
    if ((full && !whole && !(p->count == p->entries && strikes(p, HAS_ONE_ENTRY_MORE))) ||
        (full && whole && p->waiting < 2 && strikes(p, EVICTS_FOR_A_WHOLE_RESULT)) ||
        (p->count > 0 && !full && !whole && strikes(p, EVICTS_EARLY))) {
        int i = p->count > 1 && strikes(p, EVICTS_THE_YOUNGEST) ? p->count - 1 : 0;
        if (strikes(p, JOINS_THE_EVICTED))
            merge(p, p->open[i].fields, in);
        becomes_write(p, i);
        p->counts[EVICTIONS] += !strikes(p, MISSES_AN_EVICTION);
        p->evicted++;
    }
    record *r = &p->open[p->count];
    *r = (record){{in[WARP], in[DEST]}};
    return p->count++;
}

static void put_packet(plain_buffer *p, const uint32_t *in)
{
    p->counts[PACKETS] += !strikes(p, MISSES_A_PACKET);
    int i = find(p, in);
    record *behind = p->waiting ? &p->queue[p->waiting - 1] : NULL;
    if (i < 0 && behind && same_register(behind->fields, in) && strikes(p, JOINS_A_WAITING_WRITE)) {
        merge(p, behind->fields, in);
        return;
    }
    if (i < 0) {
        bool evicts = p->count >= p->entries && !in[p->last];
        i = begin(p, in);
        if (evicts && strikes(p, LOSES_WHAT_EVICTS)) {
            p->count--;
            return;
        }
    }
    merge(p, p->open[i].fields, in);
    if ((in[p->last] && !strikes(p, STAYS_OPEN)) ||
        (!in[p->last] && is_full(p, p->open[i].fields) && p->waiting < 2 && strikes(p, CLOSES_WHEN_FULL))) {
        becomes_write(p, i);
    } else if (i < p->count - 1 && strikes(p, AGES_BY_MERGING)) {
        record r = p->open[i];
        memmove(p->open + i, p->open + i + 1, sizeof r * (size_t)(p->count - 1 - i));
        p->open[p->count - 1] = r;
    }
}

static const char *take_packet(plain_buffer *p)
{
    if (!p->waits && !plain_sometimes(&p->u, 3))
        p->waits = p->u.environment->next(p->u.around, PACKET, p->in, &p->u.rng);
    if (!p->waits || (!p->ready && !strikes(p, TAKES_A_THIRD)))
        return NULL;
    p->waits = false;
    p->u.moved++;
    const char *wrong = p->u.c->spec->took(p->u.c->state, PACKET, p->in);
    if (!wrong)
        put_packet(p, p->in);
    return wrong;
}

static void plain_reset(plain_buffer *p)
{
    p->u.c->spec->reset(p->u.c->state);
    if (!(p->count > 0 && strikes(p, KEEPS_RESULTS)))
        p->count = 0;
    if (!(p->waiting > 0 && strikes(p, KEEPS_WRITES)))
        p->waiting = 0;
    if (!(p->counts[PACKETS] > 0 && strikes(p, KEEPS_COUNTS))) {
        memset(p->counts, 0, sizeof p->counts);
        memset(p->shown, 0, sizeof p->shown);
    }
}

static const char *plain_cycle(void *plain)
{
    plain_buffer *p = plain;
    if (plain_sometimes(&p->u, 100)) {
        plain_reset(p);
        return NULL;
    }
    p->held = false;
    p->ready = p->waiting < 2;
    const char *wrong = give_write(p);
    if (!wrong)
        wrong = give_state(p);
    if (!wrong)
        wrong = take_packet(p);
    memcpy(p->shown, p->counts, sizeof p->shown);
    return wrong ? wrong : p->u.c->spec->cycle(p->u.c->state, (uint32_t)p->held << WRITE);
}

static const struct {
    int lanes;
    const char *settings;
} shapes[] = {
    /* each has two entries or more, and more registers than entries: all faults can be made */
    {8, "warps=2 registers=2 entries=2"},
    {4, "warps=2 registers=8 entries=3 user=33"},
    {16, "warps=4 registers=2 entries=4 user=64"},
    {32, ""},
    /* and some that have not */
    {4, "warps=1 registers=1 entries=1 user=1"},
    {64, "warps=3 registers=5 entries=1"},
    {128, "warps=2 registers=2 entries=16 user=7"},
};
enum { SHAPES = sizeof shapes / sizeof *shapes, FAULTY_SHAPES = 4 };

static void a_plain_merge_buffer_passes(void **state)
{
    (void)state;
    for (int k = 0; k < SHAPES; k++) {
        plain_buffer *p = plain_new(shapes[k].lanes, shapes[k].settings, (uint64_t)k);
        for (int n = 0; n < 10000; n++)
            accepts(plain_cycle(p));
        assert_true(p->u.moved > 2000);
        assert_true(k >= FAULTY_SHAPES || p->evicted > 0);
        plain_free(p);
    }
}

/* Each fault from some time on in that traffic: a complaint comes, and not before it. */
static void each_fault_of_a_merge_buffer_is_noticed(void **state)
{
    (void)state;
    for (fault what = WRONG_WARP; what < FAULTS; what++)
        for (uint64_t seed = 0; seed < 3 * FAULTY_SHAPES; seed++) {
            int k = (int)(seed % FAULTY_SHAPES);
            plain_buffer *p = plain_new(shapes[k].lanes, shapes[k].settings, 100 * what + seed);
            p->u.fault = (int)what;
            mistake_is_noticed(p, plain_cycle, &p->u.done, (int)what, seed);
            plain_free(p);
        }
}

/* Each packet begins another result: as many as there are entries are of different registers, and none of them is the last. */
static void the_environment_fills_all_entries(void **state)
{
    (void)state;
    enum { ENTRIES = 5 };
    plain_buffer *p = plain_new(8, "entries=5 warps=2 registers=4", 1);
    uint32_t recent[ENTRIES];
    for (int n = 0; n < 1000; n++) {
        bool fill = n % 100 >= 50;
        p->u.environment->fill(p->u.around, fill);
        assert_true(p->u.environment->next(p->u.around, PACKET, p->in, &p->u.rng));
        uint32_t key = p->in[DEST] << 8 | p->in[WARP];
        for (int k = 0; k < ENTRIES && k < n % 100 - 50; k++)
            assert_int_not_equal(recent[(n - 1 - k) % ENTRIES], key);
        assert_false(fill && p->in[p->last]);
        recent[n % ENTRIES] = key;
    }
    plain_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_that_are_interleaved),
        cmocka_unit_test(a_lane_comes_twice_and_a_packet_is_empty),
        cmocka_unit_test(the_oldest_result_is_evicted),
        cmocka_unit_test(a_write_is_not_taken),
        cmocka_unit_test(full_rate),
        cmocka_unit_test(each_field_of_a_write_counts),
        cmocka_unit_test(a_write_leaves_once_and_after_its_last_packet),
        cmocka_unit_test(a_late_write_is_noticed),
        cmocka_unit_test(writes_do_not_overtake_each_other),
        cmocka_unit_test(no_packet_is_taken_while_two_writes_wait),
        cmocka_unit_test(nothing_but_a_new_result_evicts),
        cmocka_unit_test(counts_agree_with_what_moved),
        cmocka_unit_test(a_reset_forgets_everything),
        cmocka_unit_test(a_plain_merge_buffer_passes),
        cmocka_unit_test(the_environment_fills_all_entries),
        cmocka_unit_test(each_fault_of_a_merge_buffer_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
