/* SPDX-License-Identifier: Apache-2.0
 *
 * test_spec_order.c - the specification of order, fed by hand and by a plain block that makes mistakes: it accepts what docs/order.md promises and
 * complains of everything else. */
#include "../../sim/fields.h"
#include "plain_unit.h"

enum { INSTRUCTIONS, MEMORY, CONTROL, WAR, COUNTS }; /* words of the state */
enum {
    WARP,
    SOURCE0,
    SOURCE1,
    SOURCE2,
    USED,
    DEST,
    WRITES,
    MASK,
    USER,
    KIND,
    WORDS
}; /* of an instruction, 32 lanes and 28 bits of user at most */
enum { MOST_PORTS = 4, MOST_ENTRIES = 16 };
enum { OF_MEMORY = 1, OF_CONTROL = 2 };

typedef struct {
    uint32_t fields[WORDS];
} record;

/* ---- by hand: the geometry of the page's examples, one port ---- */

#define SMALL "warps=4 registers=8 issues=1 entries=4 user=8"
enum { IN, LEFT, OUT, STATE, USER_BITS = 8 };

typedef struct {
    checker *c;
    /* In this cycle; in the next one; what comes to that in the one after it; what happens in this one. */
    uint32_t shown[COUNTS], next[COUNTS], sums[COUNTS], events[COUNTS];
} keeper;

static keeper *small(void)
{
    keeper *b = zalloc(sizeof *b);
    b->c = checker_new("order", 4, SMALL, BENCH_UNIT, 0);
    return b;
}

static void reset(keeper *b)
{
    b->c->spec->reset(b->c->state);
    memset(b->shown, 0, sizeof b->shown);
    memset(b->next, 0, sizeof b->next);
    memset(b->sums, 0, sizeof b->sums);
    memset(b->events, 0, sizeof b->events);
}

/* r_dest = r_source, of warp 0. */
static record reads(uint32_t dest, uint32_t source, uint32_t user, uint32_t kind)
{
    return (record){{0, source, 0, 0, 1, dest, 1, 5, user, kind}};
}

static record issued(record x, uint32_t id)
{
    x.fields[USER] |= id << USER_BITS;
    return x;
}

static const char *comes(keeper *b, record x, unsigned why)
{
    b->events[INSTRUCTIONS]++;
    for (int i = MEMORY; i < COUNTS; i++)
        b->events[i] += why >> i & 1;
    return b->c->spec->took(b->c->state, IN, x.fields);
}

/* `why`: bit i if count i is to count it. */
static void put(keeper *b, record x, unsigned why)
{
    accepts(comes(b, x, why));
}

static const char *goes(keeper *b, record x, uint32_t id)
{
    return b->c->spec->gave(b->c->state, OUT, issued(x, id).fields);
}

static void leaves(keeper *b, uint32_t id)
{
    accepts(b->c->spec->took(b->c->state, LEFT, &id));
}

static const char *ends(keeper *b, bool held)
{
    const char *wrong = b->c->spec->gave(b->c->state, STATE, b->shown);
    memcpy(b->shown, b->next, sizeof b->shown);
    for (int i = 0; i < COUNTS; i++)
        b->next[i] += b->sums[i];
    memcpy(b->sums, b->events, sizeof b->sums);
    memset(b->events, 0, sizeof b->events);
    return wrong ? wrong : b->c->spec->cycle(b->c->state, (uint32_t)held << OUT);
}

static void cycle(keeper *b)
{
    accepts(ends(b, false));
}

/* `issue0` is valid and not taken. */
static void held(keeper *b)
{
    accepts(ends(b, true));
}

static void keeper_free(keeper *b)
{
    checker_free(b->c);
}

enum { BY_MEMORY = 1 << MEMORY, BY_CONTROL = 1 << CONTROL, BY_WAR = 1 << WAR };
static const char none_waits[] = "port 0: an instruction is offered, but none waits that need not",
                  none_offered[] = "port 0: an instruction waits that need not, and none is offered";

static void the_examples_of_the_page(void **state)
{
    (void)state;
    keeper *b = small();
    record u1 = reads(1, 2, 1, OF_MEMORY), u2 = reads(3, 4, 2, OF_MEMORY), u3 = reads(5, 6, 3, 0), u4 = reads(1, 2, 4, OF_MEMORY);
    u4.fields[WARP] = 1;
    put(b, u1, 0);
    cycle(b);
    accepts(goes(b, u1, 0));
    put(b, u2, BY_MEMORY);
    cycle(b);
    put(b, u3, 0);
    cycle(b);
    accepts(goes(b, u3, 2));
    put(b, u4, 0);
    cycle(b);
    accepts(goes(b, u4, 3));
    cycle(b);
    leaves(b, 2);
    cycle(b);
    leaves(b, 0);
    cycle(b);
    accepts(goes(b, u2, 1));
    cycle(b);
    reset(b);

    u1 = reads(1, 2, 1, 0), u2 = reads(2, 3, 2, OF_CONTROL), u3 = reads(3, 4, 3, 0); /* and behind u2 all three reasons */
    put(b, u1, 0);
    cycle(b);
    accepts(goes(b, u1, 0));
    put(b, u2, BY_CONTROL | BY_WAR);
    cycle(b);
    put(b, u3, BY_CONTROL | BY_WAR);
    leaves(b, 0);
    cycle(b);
    held(b);
    held(b);
    accepts(goes(b, u2, 1));
    cycle(b);
    leaves(b, 1);
    cycle(b);
    accepts(goes(b, u3, 0));
    cycle(b);
    keeper_free(b);
}

static void each_field_counts(void **state)
{
    (void)state;
    static const char *const of[WORDS] = {"warp_o is", "source0_o is", "source1_o is", "source2_o is", "used_o is",
                                          "dest_o is", "writes_o is",  "mask_o is",    "user is not",  NULL};
    keeper *b = small();
    for (int word = 0; of[word]; word++) {
        record x = reads(1, 2, 1, 0), wrong = x;
        reset(b);
        put(b, x, 0);
        cycle(b);
        wrong.fields[word] ^= 1;
        complains(goes(b, wrong, 0), of[word]);
    }
    keeper_free(b);
}

static void none_goes_early_twice_or_from_nowhere(void **state)
{
    (void)state;
    keeper *b = small();
    record u1 = reads(1, 2, 1, 0), u2 = reads(2, 3, 2, 0);
    complains(goes(b, u1, 0), none_waits);
    reset(b);
    put(b, u1, 0);
    complains(ends(b, true), none_waits); /* not in the same cycle */
    reset(b);
    put(b, u1, 0);
    cycle(b);
    accepts(goes(b, u1, 0));
    cycle(b);
    complains(goes(b, u1, 0), none_waits);
    reset(b);
    put(b, u1, 0);
    cycle(b);
    accepts(goes(b, u1, 0));
    put(b, u2, BY_WAR);
    leaves(b, 0); /* handed over in this cycle: it changes nothing */
    cycle(b);
    leaves(b, 1); /* not handed over */
    cycle(b);
    complains(ends(b, true), none_waits);
    reset(b);
    put(b, u1, 0);
    cycle(b);
    complains(ends(b, false), none_offered);
    keeper_free(b);
}

static void the_oldest_goes_and_an_offer_stays(void **state)
{
    (void)state;
    keeper *b = small();
    record u1 = reads(1, 2, 1, 0), u2 = reads(3, 4, 2, 0), u3 = reads(5, 4, 3, 0);
    put(b, u1, 0);
    cycle(b);
    put(b, u2, 0);
    held(b);
    put(b, u3, 0);
    complains(goes(b, u2, 1), "instruction of warp 0 with user 0x1: source0_o is 0x4, expected 0x2");
    reset(b);
    put(b, u1, 0);
    cycle(b);
    put(b, u2, 0);
    held(b);
    put(b, u3, 0);
    held(b);
    accepts(goes(b, u1, 0));
    cycle(b);
    complains(goes(b, u3, 2), "instruction of warp 0 with user 0x2: dest_o is 0x5, expected 0x3");
    reset(b);
    put(b, u1, 0);
    cycle(b);
    held(b);
    complains(ends(b, false), none_offered);
    keeper_free(b);
}

static void ids_and_entries(void **state)
{
    (void)state;
    keeper *b = small();
    put(b, reads(1, 7, 1, 0), 0);
    cycle(b);
    accepts(goes(b, reads(1, 7, 1, 0), 3));
    put(b, reads(2, 7, 2, 0), 0);
    cycle(b);
    complains(goes(b, reads(2, 7, 2, 0), 3), "the id is that of another instruction under way");
    reset(b);
    for (uint32_t n = 1; n <= 4; n++) {
        put(b, reads(n, 7, n, 0), 0);
        if (n > 1)
            accepts(goes(b, reads(n - 1, 7, n - 1, 0), n - 2));
        cycle(b);
    }
    accepts(goes(b, reads(4, 7, 4, 0), 3));
    leaves(b, 2);
    complains(comes(b, reads(5, 7, 5, 0), 0), "port 0: an instruction is taken, but as many as there are entries are under way");
    keeper_free(b);
}

static void counts_agree_with_what_came(void **state)
{
    (void)state;
    keeper *b = small();
    for (int i = 0; i < COUNTS; i++) {
        reset(b);
        put(b, reads(1, 2, 1, OF_MEMORY), 0);
        cycle(b);
        accepts(goes(b, reads(1, 2, 1, OF_MEMORY), 0));
        put(b, reads(2, 2, 2, OF_MEMORY | OF_CONTROL), BY_MEMORY | BY_CONTROL | BY_WAR);
        cycle(b);
        cycle(b);
        b->shown[i] ^= 1;
        complains(ends(b, false), "counts: ");
    }
    reset(b);
    complains(b->c->spec->cycle(b->c->state, 0), "counts: no answer within 0 cycles"); /* `state` is always valid */
    keeper_free(b);
}

static void a_reset_forgets_everything(void **state)
{
    (void)state;
    keeper *b = small();
    put(b, reads(1, 2, 1, OF_MEMORY), 0);
    cycle(b);
    accepts(goes(b, reads(1, 2, 1, OF_MEMORY), 0));
    put(b, reads(3, 2, 2, 0), 0);
    cycle(b);
    reset(b);
    complains(ends(b, true), none_waits);
    reset(b);
    put(b, reads(2, 2, 3, OF_MEMORY), 0);
    cycle(b);
    accepts(goes(b, reads(2, 2, 3, OF_MEMORY), 0));
    cycle(b);
    keeper_free(b);
}

/* ---- a plain block under the bench's traffic ---- */

typedef enum {
    AS_IT_IS,
    /* in what is handed over */
    WRONG_WARP,
    WRONG_SOURCE,
    WRONG_USED,
    WRONG_DESTINATION,
    WRONG_WRITES,
    FLIPS_A_MASK_BIT,
    FLIPS_A_USER_BIT,
    HAS_ANOTHERS_ID,
    /* lost, twice, invented, late */
    LOSES_ONE,
    GIVES_TWICE,
    OFFERS_LATE,
    CHANGES_THE_OFFER,
    YOUNGEST_FIRST,
    /* waits too little */
    FORGETS_MEMORY,
    FORGETS_CONTROL_BEHIND,
    FORGETS_CONTROL_BEFORE,
    FORGETS_WRITE_AFTER_READ,
    FORGETS_THE_LAST_SOURCE,
    FORGETS_OTHER_PORTS,
    WAITS_FOR_THE_HAND_OVER,
    /* or too much */
    WAITS_FOR_OTHER_WARPS,
    WAITS_FOR_UNUSED_SOURCES,
    WAITS_WITHOUT_DESTINATION,
    WAITS_FOR_THE_YOUNGER,
    /* entries */
    HAS_ONE_ENTRY_MORE,
    LETS_WAITING_ONES_LEAVE,
    /* counts */
    MISSES_AN_INSTRUCTION,
    MISSES_MEMORY,
    MISSES_CONTROL,
    MISSES_WRITE_AFTER_READ,
    COUNTS_EARLY,
    SHOWS_NOTHING,
    /* a reset */
    KEEPS_INSTRUCTIONS,
    KEEPS_COUNTS,
    FAULTS
} fault;

typedef struct {
    record x;
    int port;
    uint32_t id;
    bool offered, given, fresh, leaves; /* fresh: it is handed over in this cycle */
} job;

typedef struct {
    plain_unit u;
    int ports, entries, lanes, user_bits;
    job at[MOST_PORTS * (MOST_ENTRIES + 1)]; /* under way, the oldest first */
    int count;
    job taken[MOST_PORTS]; /* in this cycle, by port */
    int taken_count;
    bool waits[MOST_PORTS], hands_over[MOST_PORTS]; /* an instruction is at the port; one is handed over in this cycle */
    record in[MOST_PORTS], handed[MOST_PORTS];
    uint32_t shown[COUNTS], next[COUNTS], sums[COUNTS], events[COUNTS]; /* as the keeper's */
    bool steady;                                                        /* without resets */
} plain;

static plain *plain_new(int lanes, const char *settings, uint64_t seed)
{
    plain *p = zalloc(sizeof *p);
    p->u = plain_unit_new("order", lanes, settings, seed);
    p->ports = (int)unit_parameter(&p->u.c->d, "issues"), p->entries = (int)unit_parameter(&p->u.c->d, "entries");
    p->lanes = lanes, p->user_bits = (int)unit_parameter(&p->u.c->d, "user");
    return p;
}

static void plain_free(plain *p)
{
    plain_unit_free(&p->u);
}

static bool strikes(plain *p, fault what)
{
    return plain_strikes(&p->u, (int)what, 2);
}

/* Why b must wait for the older a: a bit for each count. With what the block forgets, or adds. */
static unsigned why(const job *b, const job *a, fault f)
{
    const uint32_t *y = b->x.fields, *o = a->x.fields;
    unsigned reasons = 0, used = f == WAITS_FOR_UNUSED_SOURCES ? 7 : o[USED];
    bool read = false;
    if ((y[WARP] != o[WARP] && f != WAITS_FOR_OTHER_WARPS) || (f == FORGETS_OTHER_PORTS && a->port != b->port))
        return 0;
    if (f == WAITS_FOR_THE_HAND_OVER && a->given)
        return 0;
    for (int s = 0; s < (f == FORGETS_THE_LAST_SOURCE ? 2 : 3); s++)
        read |= (used >> s & 1) && o[SOURCE0 + s] == y[DEST];
    if (y[KIND] & o[KIND] & OF_MEMORY && f != FORGETS_MEMORY)
        reasons |= BY_MEMORY;
    if ((y[KIND] & OF_CONTROL && f != FORGETS_CONTROL_BEHIND) || (o[KIND] & OF_CONTROL && f != FORGETS_CONTROL_BEFORE))
        reasons |= BY_CONTROL;
    if (read && (y[WRITES] || f == WAITS_WITHOUT_DESTINATION) && f != FORGETS_WRITE_AFTER_READ)
        reasons |= BY_WAR;
    return reasons;
}

static unsigned why_any(const plain *p, int n, fault f)
{
    unsigned reasons = 0;
    for (int k = 0; k < n; k++)
        reasons |= why(&p->at[n], &p->at[k], f);
    if (f == WAITS_FOR_THE_YOUNGER)
        for (int k = n + 1; k < p->count; k++)
            reasons |= why(&p->at[n], &p->at[k], f);
    return reasons;
}

/* The oldest of the port that can go, with this fault or without; -1: none. */
static int choose(const plain *p, int port, fault f)
{
    int chosen = -1;
    for (int n = 0; n < p->count; n++)
        if (p->at[n].port == port && !p->at[n].given && (chosen < 0 || f == YOUNGEST_FIRST) && why_any(p, n, f) == 0)
            chosen = n;
    return chosen;
}

static int offered(const plain *p, int port)
{
    for (int n = 0; n < p->count; n++)
        if (p->at[n].port == port && p->at[n].offered)
            return n;
    return -1;
}

static void offer(plain *p, int port)
{
    int old = offered(p, port), best = old;
    if (best < 0 || (p->u.fault == CHANGES_THE_OFFER && choose(p, port, YOUNGEST_FIRST) != old && strikes(p, CHANGES_THE_OFFER)))
        best = choose(p, port, best < 0 ? AS_IT_IS : YOUNGEST_FIRST);
    int other = choose(p, port, p->u.fault);
    if (old < 0 && other != best && strikes(p, p->u.fault))
        best = other;
    if (old >= 0)
        p->at[old].offered = false;
    if (best >= 0)
        p->at[best].offered = true;
}

static void drop(plain *p, int n)
{
    p->count--;
    memmove(p->at + n, p->at + n + 1, sizeof *p->at * (size_t)(p->count - n));
}

static int under_way(const plain *p, int port)
{
    int count = 0;
    for (int n = 0; n < p->count; n++)
        count += p->at[n].port == port;
    return count;
}

static uint32_t free_id(const plain *p, int port)
{
    uint32_t id = 0;
    for (int n = 0; n < p->count; n++)
        if (p->at[n].port == port && p->at[n].id == id)
            id++, n = -1;
    return id;
}

static void spoil(plain *p, record *x)
{
    static const struct {
        fault fault;
        int word;
    } of[] = {{WRONG_WARP, WARP},     {WRONG_SOURCE, SOURCE1},  {WRONG_USED, USED},      {WRONG_DESTINATION, DEST},
              {WRONG_WRITES, WRITES}, {FLIPS_A_MASK_BIT, MASK}, {FLIPS_A_USER_BIT, USER}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (strikes(p, of[i].fault))
            x->fields[of[i].word] ^= 1;
}

/* Returns what the specification says. */
static const char *give(plain *p, int port, uint32_t *held)
{
    int n = offered(p, port), stream = 2 * p->ports + port;
    if (n < 0 || strikes(p, OFFERS_LATE))
        return NULL;
    if (plain_sometimes(&p->u, 4)) {
        *held |= 1u << stream;
        return NULL;
    }
    if (strikes(p, LOSES_ONE)) {
        drop(p, n);
        return NULL;
    }
    job *j = &p->at[n];
    uint32_t id = j->id;
    for (int k = 0; k < p->count; k++)
        if (p->at[k].port == port && p->at[k].given && strikes(p, HAS_ANOTHERS_ID))
            id = p->at[k].id;
    record x = j->x;
    x.fields[USER] |= id << p->user_bits;
    spoil(p, &x);
    if (!strikes(p, GIVES_TWICE)) {
        j->offered = false;
        j->given = j->fresh = true;
    }
    p->u.moved++;
    p->handed[port] = x;
    p->hands_over[port] = true;
    return p->u.c->spec->gave(p->u.c->state, stream, x.fields);
}

static const char *take(plain *p, int port)
{
    int here = under_way(p, port);
    if (!p->waits[port] && !plain_sometimes(&p->u, 4))
        p->waits[port] = p->u.environment->next(p->u.around, port, p->in[port].fields, &p->u.rng);
    if (!p->waits[port] || (here >= p->entries && !(here == p->entries && strikes(p, HAS_ONE_ENTRY_MORE))))
        return NULL;
    p->waits[port] = false;
    p->u.moved++;
    p->taken[p->taken_count++] = (job){.x = p->in[port], .port = port, .id = free_id(p, port)};
    return p->u.c->spec->took(p->u.c->state, port, p->in[port].fields);
}

static const char *leave(plain *p, int port)
{
    uint32_t id;
    const char *wrong = NULL;
    if (p->u.environment->next(p->u.around, p->ports + port, &id, &p->u.rng)) {
        wrong = p->u.c->spec->took(p->u.c->state, p->ports + port, &id);
        for (int n = 0; n < p->count; n++)
            p->at[n].leaves |=
                p->at[n].port == port && p->at[n].id == id && ((p->at[n].given && !p->at[n].fresh) || strikes(p, LETS_WAITING_ONES_LEAVE));
    }
    return wrong;
}

static void count(plain *p, int n)
{
    unsigned reasons = why_any(p, n, AS_IT_IS);
    static const fault misses[COUNTS] = {MISSES_AN_INSTRUCTION, MISSES_MEMORY, MISSES_CONTROL, MISSES_WRITE_AFTER_READ};
    reasons |= 1;
    for (int i = 0; i < COUNTS; i++)
        if (reasons >> i & 1)
            p->events[i] += !strikes(p, misses[i]);
}

static void plain_reset(plain *p)
{
    p->u.c->spec->reset(p->u.c->state);
    p->u.environment->reset(p->u.around);
    memset(p->waits, 0, sizeof p->waits);
    bool waits = false;
    for (int n = 0; n < p->count; n++)
        waits |= p->at[n].offered;
    if (!(waits && strikes(p, KEEPS_INSTRUCTIONS)))
        p->count = 0;
    if (!(p->shown[INSTRUCTIONS] > 0 && strikes(p, KEEPS_COUNTS))) {
        memset(p->shown, 0, sizeof p->shown);
        memset(p->next, 0, sizeof p->next);
        memset(p->sums, 0, sizeof p->sums);
    }
}

static const char *plain_cycle(void *plain_block)
{
    plain *p = plain_block;
    uint32_t held = 0;
    const char *wrong = NULL;
    bool changed = memcmp(p->shown, p->next, sizeof p->shown) != 0;
    if (!p->steady && plain_sometimes(&p->u, 200)) {
        plain_reset(p);
        return NULL;
    }
    p->taken_count = 0;
    for (int k = 0; k < p->ports && !wrong; k++)
        wrong = give(p, k, &held);
    if (!wrong && !strikes(p, SHOWS_NOTHING))
        wrong = p->u.c->spec->gave(p->u.c->state, 3 * p->ports, (changed && strikes(p, COUNTS_EARLY) ? p->next : p->shown));
    for (int k = 0; k < p->ports && !wrong; k++)
        wrong = take(p, k);
    for (int k = 0; k < p->ports && !wrong; k++)
        wrong = leave(p, k);
    for (int k = 0; k < p->ports; k++) {
        if (p->hands_over[k])
            p->u.environment->saw(p->u.around, 2 * p->ports + k, p->handed[k].fields);
        p->hands_over[k] = false;
    }
    for (int n = p->count - 1; n >= 0; n--) {
        p->at[n].fresh = false;
        if (p->at[n].leaves)
            drop(p, n);
    }
    for (int n = 0; n < p->taken_count; n++) {
        p->at[p->count++] = p->taken[n];
        count(p, p->count - 1);
    }
    memcpy(p->shown, p->next, sizeof p->shown);
    for (int i = 0; i < COUNTS; i++)
        p->next[i] += p->sums[i];
    memcpy(p->sums, p->events, sizeof p->sums);
    memset(p->events, 0, sizeof p->events);
    for (int k = 0; k < p->ports; k++)
        offer(p, k);
    return wrong ? wrong : p->u.c->spec->cycle(p->u.c->state, held);
}

static const struct {
    int lanes;
    const char *settings;
} shapes[] = {
    /* each has two ports or more: all faults can be made */
    {4, "warps=2 registers=4 issues=2 entries=4 user=8"},
    {8, "warps=4 registers=8 issues=4 entries=3 user=20"},
    {32, "warps=4 registers=16 user=20"},
    /* and some that have not */
    {4, "warps=1 registers=1 issues=1 entries=1 user=1"},
    {16, "warps=3 registers=5 issues=1 entries=16 user=27"},
};
enum { SHAPES = sizeof shapes / sizeof *shapes, FAULTY_SHAPES = 3 };

static void a_plain_block_passes(void **state)
{
    (void)state;
    for (int k = 0; k < SHAPES; k++) {
        plain *p = plain_new(shapes[k].lanes, shapes[k].settings, (uint64_t)k);
        for (int n = 0; n < 5000; n++)
            accepts(plain_cycle(p));
        assert_true(p->u.moved > 500);
        plain_free(p);
    }
}

/* Each fault from some time on in that traffic: a complaint comes, and not before it. */
static void each_fault_of_a_block_is_noticed(void **state)
{
    (void)state;
    for (fault what = WRONG_WARP; what < FAULTS; what++)
        for (uint64_t seed = 0; seed < 2 * FAULTY_SHAPES; seed++) {
            int k = (int)(seed % FAULTY_SHAPES);
            plain *p = plain_new(shapes[k].lanes, shapes[k].settings, 100 * what + seed);
            p->u.fault = (int)what;
            mistake_is_noticed(p, plain_cycle, &p->u.done, (int)what, seed);
            plain_free(p);
        }
}

/* Nothing leaves while it fills, so all entries come into use; afterwards what was handed over leaves. */
static void the_environment_fills_all_entries(void **state)
{
    (void)state;
    plain *p = plain_new(8, "issues=2 entries=5 warps=2 registers=4 user=20", 1);
    uint32_t id;
    p->steady = true;
    for (int n = 0; n < 1000; n++) {
        p->u.environment->fill(p->u.around, n % 100 >= 50);
        accepts(plain_cycle(p));
        if (n % 100 >= 50)
            assert_false(p->u.environment->next(p->u.around, 2, &id, &p->u.rng));
        if (n % 100 == 99)
            assert_int_equal(p->count, 10);
    }
    plain_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_examples_of_the_page),
        cmocka_unit_test(each_field_counts),
        cmocka_unit_test(none_goes_early_twice_or_from_nowhere),
        cmocka_unit_test(the_oldest_goes_and_an_offer_stays),
        cmocka_unit_test(ids_and_entries),
        cmocka_unit_test(counts_agree_with_what_came),
        cmocka_unit_test(a_reset_forgets_everything),
        cmocka_unit_test(a_plain_block_passes),
        cmocka_unit_test(the_environment_fills_all_entries),
        cmocka_unit_test(each_fault_of_a_block_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
