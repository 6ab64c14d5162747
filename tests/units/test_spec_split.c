/* SPDX-License-Identifier: Apache-2.0
 *
 * test_spec_split.c - the specification of split, fed by hand and by a plain block that makes mistakes: it accepts what docs/split.md promises and
 * complains of everything else. */
#include "../../sim/fields.h"
#include "plain_unit.h"

enum { ACCESS, REQUEST };

/* The geometry of the page's examples. */
#define SMALL "address=8 offset=6 user=8"
enum { LANES = 4 };

static checker *small(void)
{
    return checker_new("split", LANES, SMALL, BENCH_UNIT, 0);
}

static void reset(checker *c)
{
    c->spec->reset(c->state);
}

/* Data of a lane are user x 16 + lane. */
static const char *comes(checker *c, uint32_t base, uint32_t mask, const uint32_t offset[LANES], uint32_t user)
{
    uint32_t offsets = offset[0] | offset[1] << 6 | offset[2] << 12 | offset[3] << 18, data = user << 4;
    return c->spec->took(c->state, ACCESS, (uint32_t[]){1, base, mask, offsets, data, data + 1, data + 2, data + 3, user});
}

#define OFFSETS(...) ((const uint32_t[LANES]){__VA_ARGS__})

static void access(checker *c, uint32_t base, uint32_t mask, const uint32_t offset[LANES], uint32_t user)
{
    accepts(comes(c, base, mask, offset, user));
}

enum { ALIGNED, UNALIGNED };
enum { MORE, LAST };

static const char *gives(checker *c, uint32_t address, uint32_t mask, uint32_t user, uint32_t unaligned, uint32_t last)
{
    uint32_t data = user << 4;
    return c->spec->gave(c->state, REQUEST, (uint32_t[]){1, address, mask, data, data + 1, data + 2, data + 3, unaligned, last, user});
}

static void cycle(checker *c)
{
    accepts(c->spec->cycle(c->state, 0));
}

/* `request` is valid and not taken. */
static void held(checker *c)
{
    accepts(c->spec->cycle(c->state, 1 << REQUEST));
}

static const char too_early[] = "a request is offered, but none is owed", too_late[] = "a request is owed, but none is offered",
                  too_many[] = "an access is taken, but two have requests that are not picked";

/* ---- the examples of the page ---- */

static void two_words_one_word_none(void **state)
{
    (void)state;
    checker *c = small();
    access(c, 16, 0xf, OFFSETS(8, 8, 4, 8), 1);
    cycle(c);
    access(c, 32, 0xf, OFFSETS(0, 1, 2, 3), 2);
    cycle(c);
    accepts(gives(c, 18, 0xb, 1, ALIGNED, MORE));
    cycle(c);
    accepts(gives(c, 17, 0x4, 1, ALIGNED, LAST));
    access(c, 33, 0x0, OFFSETS(7, 6, 5, 4), 3);
    cycle(c);
    accepts(gives(c, 32, 0xf, 2, UNALIGNED, LAST));
    cycle(c);
    accepts(gives(c, 33, 0x0, 3, ALIGNED, LAST));
    cycle(c);
    cycle(c);
    checker_free(c);
}

static void over_the_end_of_memory(void **state)
{
    (void)state;
    checker *c = small();
    access(c, 254, 0xe, OFFSETS(63, 12, 4, 14), 4);
    cycle(c);
    cycle(c);
    accepts(gives(c, 1, 0xa, 4, UNALIGNED, MORE));
    cycle(c);
    accepts(gives(c, 255, 0x4, 4, ALIGNED, LAST));
    cycle(c);
    checker_free(c);
}

static void four_accesses_of_one_word(checker *c)
{
    for (uint32_t n = 1; n <= 4; n++) {
        access(c, n, 0xf, OFFSETS(0, 0, 0, 0), n);
        if (n < 3)
            cycle(c);
        else
            held(c);
    }
}

static void requests_that_are_not_taken(void **state)
{
    (void)state;
    checker *c = small();
    four_accesses_of_one_word(c);
    for (uint32_t n = 1; n <= 5; n++) {
        accepts(gives(c, n, 0xf, n, ALIGNED, LAST));
        if (n == 3)
            access(c, 5, 0xf, OFFSETS(0, 0, 0, 0), 5);
        cycle(c);
    }
    cycle(c);
    checker_free(c);
}

/* ---- what is not promised ---- */

static void each_field_of_a_request_counts(void **state)
{
    (void)state;
    static const struct {
        uint32_t fields[10];
        const char *of;
    } wrong[] = {
        {{0, 18, 0xb, 16, 17, 18, 19, 0, 0, 1}, "request of an access to base 0x10: write_o is 0, expected 0x1"},
        {{1, 17, 0xb, 16, 17, 18, 19, 0, 0, 1}, "address_o is 0x11, expected 0x12"},
        {{1, 18, 0x3, 16, 17, 18, 19, 0, 0, 1}, "mask_o is 0x3, expected 0xb"},
        {{1, 18, 0xf, 16, 17, 18, 19, 0, 0, 1}, "mask_o is 0xf, expected 0xb"},
        {{1, 18, 0xb, 16, 17, 0, 19, 0, 0, 1}, "data_o bits 95..64 is 0, expected 0x12"}, /* of a lane outside of its mask too */
        {{1, 18, 0xb, 16, 17, 18, 19, 1, 0, 1}, "unaligned_o is 0x1, expected 0"},
        {{1, 18, 0xb, 16, 17, 18, 19, 0, 1, 1}, "last_o is 0x1, expected 0"},
        {{1, 18, 0xb, 16, 17, 18, 19, 0, 0, 2}, "user_o is 0x2, expected 0x1"},
        {{1, 17, 0x4, 16, 17, 18, 19, 0, 1, 1}, "address_o is 0x11, expected 0x12"}, /* the second one first */
    };
    checker *c = small();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        reset(c);
        access(c, 16, 0xf, OFFSETS(8, 8, 4, 8), 1);
        cycle(c);
        cycle(c);
        complains(c->spec->gave(c->state, REQUEST, wrong[i].fields), wrong[i].of);
    }
    checker_free(c);
}

static void a_request_comes_neither_early_nor_late_nor_twice(void **state)
{
    (void)state;
    checker *c = small();
    complains(gives(c, 0, 0, 0, ALIGNED, LAST), too_early);
    reset(c);
    complains(c->spec->cycle(c->state, 1 << REQUEST), too_early);
    reset(c);
    access(c, 1, 0xf, OFFSETS(0, 0, 0, 0), 1);
    cycle(c);
    complains(gives(c, 1, 0xf, 1, ALIGNED, LAST), too_early);
    reset(c);
    access(c, 1, 0xf, OFFSETS(0, 0, 0, 0), 1);
    cycle(c);
    cycle(c);
    complains(c->spec->cycle(c->state, 0), too_late);
    reset(c);
    access(c, 1, 0xf, OFFSETS(0, 0, 0, 0), 1);
    cycle(c);
    cycle(c);
    held(c);
    complains(c->spec->cycle(c->state, 0), too_late); /* an offer stays */
    reset(c);
    access(c, 1, 0xf, OFFSETS(0, 0, 0, 0), 1);
    cycle(c);
    cycle(c);
    accepts(gives(c, 1, 0xf, 1, ALIGNED, LAST));
    complains(gives(c, 1, 0xf, 1, ALIGNED, LAST), too_early);
    reset(c);
    access(c, 1, 0xf, OFFSETS(0, 4, 0, 0), 1);
    cycle(c);
    cycle(c);
    accepts(gives(c, 1, 0xd, 1, ALIGNED, MORE));
    complains(gives(c, 2, 0x2, 1, ALIGNED, LAST), too_early); /* one a cycle */
    checker_free(c);
}

static void no_third_access_is_taken(void **state)
{
    (void)state;
    checker *c = small();
    four_accesses_of_one_word(c);
    complains(comes(c, 5, 0xf, OFFSETS(0, 0, 0, 0), 5), too_many);
    reset(c);
    four_accesses_of_one_word(c);
    accepts(gives(c, 1, 0xf, 1, ALIGNED, LAST)); /* nothing is picked in this cycle */
    cycle(c);
    complains(comes(c, 5, 0xf, OFFSETS(0, 0, 0, 0), 5), too_many);
    reset(c);
    access(c, 1, 0xf, OFFSETS(0, 4, 8, 12), 1);
    cycle(c);
    access(c, 2, 0xf, OFFSETS(0, 0, 0, 0), 2);
    cycle(c);
    complains(comes(c, 5, 0xf, OFFSETS(0, 0, 0, 0), 5), too_many);
    reset(c);
    access(c, 1, 0xf, OFFSETS(0, 0, 0, 0), 1);
    checker_free(c);
}

static void a_reset_forgets_everything(void **state)
{
    (void)state;
    checker *c = small();
    four_accesses_of_one_word(c);
    reset(c);
    cycle(c);
    cycle(c);
    complains(gives(c, 1, 0xf, 1, ALIGNED, LAST), too_early);
    reset(c);
    four_accesses_of_one_word(c);
    checker_free(c);
}

/* ---- a plain block under the bench's traffic ---- */

enum { MOST_LANES = 128, MOST_IN = 2 + 4 + 128 + MOST_LANES + 4, MOST_OUT = 4 + 4 + MOST_LANES + 4, MOST = 8 };

typedef enum {
    AS_IT_IS,
    /* in a request */
    WRONG_ADDRESS,
    CARRIES_OUT,
    FLIPS_A_MASK_BIT,
    FLIPS_A_DATA_BIT,
    FLIPS_A_USER_BIT,
    FLIPS_WRITE,
    FLIPS_UNALIGNED,
    UNALIGNED_OF_OTHERS,
    WRONG_LAST,
    /* which requests */
    COMPARES_BYTES,
    IGNORES_THE_HIGHEST_BIT,
    LEADS_FROM_ABOVE,
    LEAVES_A_LANE_LEFT,
    LOSES_A_REQUEST,
    LOSES_AN_EMPTY_ACCESS,
    GIVES_TWICE,
    SWAPS_REQUESTS,
    MIXES_ACCESSES,
    /* cycles */
    OFFERS_LATE,
    OFFERS_NOTHING,
    PICKS_LATE,
    TAKES_A_THIRD,
    /* a reset */
    KEEPS_ACCESSES,
    KEEPS_REQUESTS,
    FAULTS
} fault;

typedef struct {
    uint32_t in[MOST_IN], left[MOST_LANES / 32];
} waiting;

typedef struct {
    uint32_t out[MOST_OUT];
} record;

typedef struct {
    plain_unit u;
    const wf_stream *access, *request;
    int lanes, offset_bits, address_bits, user_bits;
    waiting accesses[MOST];
    record requests[MOST];
    int count, picked;
    bool ready, room, busy, held; /* of this cycle */
    bool waits;
    uint32_t in[MOST_IN];
    unsigned long long several, empty;
} plain_split;

static plain_split *plain_new(int lanes, const char *settings, uint64_t seed)
{
    plain_split *p = zalloc(sizeof *p);
    p->u = plain_unit_new("split", lanes, settings, seed);
    p->access = &p->u.c->module->streams.stream[ACCESS], p->request = &p->u.c->module->streams.stream[REQUEST];
    p->lanes = lanes;
    p->offset_bits = (int)unit_parameter(&p->u.c->d, "offset");
    p->address_bits = (int)unit_parameter(&p->u.c->d, "address");
    p->user_bits = (int)unit_parameter(&p->u.c->d, "user");
    return p;
}

static void plain_free(plain_split *p)
{
    plain_unit_free(&p->u);
}

static bool strikes(plain_split *p, fault what)
{
    return plain_strikes(&p->u, (int)what, 4);
}

static bool lane_of(const uint32_t *mask, int lane)
{
    return mask[lane / 32] >> lane % 32 & 1;
}

static void flip(plain_split *p, uint32_t *field, int bits)
{
    uint32_t bit = rng_below(&p->u.rng, (uint32_t)bits);
    field[bit / 32] ^= (uint32_t)1 << bit % 32;
}

static uint32_t offset_of(const plain_split *p, const uint32_t *in, int lane)
{
    const uint32_t *offset = in + field_at(p->access, "offset");
    uint32_t x = 0;
    for (int bit = 0, at = lane * p->offset_bits; bit < p->offset_bits; bit++, at++)
        x |= (offset[at / 32] >> at % 32 & 1) << bit;
    return x;
}

static bool any_left(const plain_split *p, const waiting *a)
{
    for (int lane = 0; lane < p->lanes; lane++)
        if (lane_of(a->left, lane))
            return true;
    return false;
}

static int leader(plain_split *p, const waiting *a)
{
    int low = -1, high = -1;
    for (int lane = 0; lane < p->lanes; lane++)
        if (lane_of(a->left, lane))
            low = low < 0 ? lane : low, high = lane;
    bool differ = low >= 0 && offset_of(p, a->in, low) / 4 != offset_of(p, a->in, high) / 4;
    return differ && strikes(p, LEADS_FROM_ABOVE) ? high : low;
}

static void spoil(plain_split *p, uint32_t *out)
{
    if (strikes(p, WRONG_ADDRESS))
        flip(p, out + field_at(p->request, "address"), p->address_bits);
    if (strikes(p, FLIPS_A_MASK_BIT))
        flip(p, out + field_at(p->request, "mask"), p->lanes);
    if (strikes(p, FLIPS_A_DATA_BIT))
        flip(p, out + field_at(p->request, "data"), 32 * p->lanes);
    if (strikes(p, FLIPS_A_USER_BIT))
        flip(p, out + field_at(p->request, "user"), p->user_bits);
    if (strikes(p, FLIPS_WRITE))
        out[field_at(p->request, "write")] ^= 1;
    if (strikes(p, FLIPS_UNALIGNED))
        out[field_at(p->request, "unaligned")] ^= 1;
    if (strikes(p, WRONG_LAST))
        out[field_at(p->request, "last")] ^= 1;
}

static void pick(plain_split *p)
{
    waiting *a = &p->accesses[p->count > 1 && strikes(p, MIXES_ACCESSES) ? 1 : 0];
    int lead = leader(p, a);
    uint32_t word = lead < 0 ? 0 : offset_of(p, a->in, lead) / 4, mask[MOST_LANES / 32] = {0}, low = 0, others = 0;
    uint32_t top = (uint32_t)1 << (p->offset_bits - 3);
    for (int lane = 0; lane < p->lanes; lane++) {
        if (!lane_of(a->left, lane))
            continue;
        uint32_t offset = offset_of(p, a->in, lane);
        bool same = offset / 4 == word;
        if (same && offset != offset_of(p, a->in, lead) && strikes(p, COMPARES_BYTES))
            same = false;
        if (!same && ((offset / 4) ^ word) == top && strikes(p, IGNORES_THE_HIGHEST_BIT))
            same = true;
        others |= same ? 0 : offset % 4;
        if (!same)
            continue;
        mask[lane / 32] |= (uint32_t)1 << lane % 32;
        low |= offset % 4;
        if (!(lane != lead && strikes(p, LEAVES_A_LANE_LEFT)))
            a->left[lane / 32] &= ~((uint32_t)1 << lane % 32);
    }
    uint64_t block = (uint64_t)a->in[field_at(p->access, "base")] + word, end = (uint64_t)1 << p->address_bits;
    bool last = !any_left(p, a);
    record r = {{0}};
    r.out[field_at(p->request, "write")] = a->in[field_at(p->access, "write")];
    r.out[field_at(p->request, "address")] =
        block >= end && strikes(p, CARRIES_OUT) ? (uint32_t)(block % end) ^ 1 : (uint32_t)(block % end);
    memcpy(r.out + field_at(p->request, "mask"), mask, sizeof *mask * (size_t)((p->lanes + 31) / 32));
    memcpy(r.out + field_at(p->request, "data"), a->in + field_at(p->access, "data"), sizeof *mask * (size_t)p->lanes);
    r.out[field_at(p->request, "unaligned")] = low != 0 || (others != 0 && strikes(p, UNALIGNED_OF_OTHERS));
    r.out[field_at(p->request, "last")] = last;
    memcpy(r.out + field_at(p->request, "user"), a->in + field_at(p->access, "user"), sizeof *mask * (size_t)((p->user_bits + 31) / 32));
    p->several += !last;
    p->empty += lead < 0;
    if (!strikes(p, LOSES_A_REQUEST) && !(lead < 0 && strikes(p, LOSES_AN_EMPTY_ACCESS)))
        p->requests[p->picked++] = r;
    if (last) {
        p->count--;
        memmove(a, a + 1, sizeof *a * (size_t)(p->accesses + p->count - a));
    }
}

static const char *give_request(plain_split *p)
{
    if (p->picked == 0 || strikes(p, OFFERS_LATE)) {
        p->held = p->picked == 0 && strikes(p, OFFERS_NOTHING);
        return NULL;
    }
    if (plain_sometimes(&p->u, 3)) {
        p->held = true;
        return NULL;
    }
    if (p->picked == 2 && memcmp(p->requests, p->requests + 1, sizeof *p->requests) != 0 && strikes(p, SWAPS_REQUESTS)) {
        record first = p->requests[0];
        p->requests[0] = p->requests[1];
        p->requests[1] = first;
    }
    record r = p->requests[0];
    spoil(p, r.out);
    if (!strikes(p, GIVES_TWICE))
        p->requests[0] = p->requests[--p->picked];
    p->u.moved++;
    return p->u.c->spec->gave(p->u.c->state, REQUEST, r.out);
}

static const char *take_access(plain_split *p)
{
    if (!p->waits && !plain_sometimes(&p->u, 4))
        p->waits = p->u.environment->next(p->u.around, ACCESS, p->in, &p->u.rng);
    if (!p->waits || (!p->ready && !(p->count < MOST && strikes(p, TAKES_A_THIRD))))
        return NULL;
    p->waits = false;
    p->u.moved++;
    waiting *a = &p->accesses[p->count++];
    memcpy(a->in, p->in, sizeof a->in);
    memcpy(a->left, p->in + field_at(p->access, "mask"), sizeof *a->left * (size_t)((p->lanes + 31) / 32));
    return p->u.c->spec->took(p->u.c->state, ACCESS, p->in);
}

static void plain_reset(plain_split *p)
{
    p->u.c->spec->reset(p->u.c->state);
    if (!(p->count > 0 && strikes(p, KEEPS_ACCESSES)))
        p->count = 0;
    if (!(p->picked > 0 && strikes(p, KEEPS_REQUESTS)))
        p->picked = 0;
}

static const char *plain_cycle(void *plain)
{
    plain_split *p = plain;
    if (plain_sometimes(&p->u, 100)) {
        plain_reset(p);
        return NULL;
    }
    p->held = false;
    p->ready = p->count < 2;
    p->room = p->picked < 2;
    p->busy = p->count > 0;
    const char *wrong = give_request(p);
    if (!wrong && p->room && p->busy && !(p->picked == 0 && strikes(p, PICKS_LATE)))
        pick(p);
    if (!wrong)
        wrong = take_access(p);
    return wrong ? wrong : p->u.c->spec->cycle(p->u.c->state, (uint32_t)p->held << REQUEST);
}

static const struct {
    int lanes;
    const char *settings;
} shapes[] = {
    {4, SMALL},
    {8, "address=8 offset=12 user=33"},
    {16, "address=8 offset=10 user=1"},
    {32, "address=11"},
    /* and of these not all faults can be made in the time */
    {8, "address=32 offset=24 user=64"},
    {64, "address=25 offset=4"},
    {128, "address=32 offset=24 user=128"},
};
enum { SHAPES = sizeof shapes / sizeof *shapes, FAULTY_SHAPES = 4 };

static void a_plain_block_passes(void **state)
{
    (void)state;
    for (int k = 0; k < SHAPES; k++) {
        plain_split *p = plain_new(shapes[k].lanes, shapes[k].settings, (uint64_t)k);
        for (int n = 0; n < 10000; n++)
            accepts(plain_cycle(p));
        assert_true(p->u.moved > 2000 && p->several > 200 && p->empty > 20);
        plain_free(p);
    }
}

/* Each fault from some time on in that traffic: a complaint comes, and not before it. */
static void each_fault_is_noticed(void **state)
{
    (void)state;
    for (fault what = WRONG_ADDRESS; what < FAULTS; what++)
        for (uint64_t seed = 0; seed < 2 * FAULTY_SHAPES; seed++) {
            int k = (int)(seed % FAULTY_SHAPES);
            plain_split *p = plain_new(shapes[k].lanes, shapes[k].settings, 100 * what + seed);
            p->u.fault = (int)what;
            mistake_is_noticed(p, plain_cycle, &p->u.done, (int)what, seed);
            plain_free(p);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_words_one_word_none),
        cmocka_unit_test(over_the_end_of_memory),
        cmocka_unit_test(requests_that_are_not_taken),
        cmocka_unit_test(each_field_of_a_request_counts),
        cmocka_unit_test(a_request_comes_neither_early_nor_late_nor_twice),
        cmocka_unit_test(no_third_access_is_taken),
        cmocka_unit_test(a_reset_forgets_everything),
        cmocka_unit_test(a_plain_block_passes),
        cmocka_unit_test(each_fault_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
