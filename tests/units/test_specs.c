/* SPDX-License-Identifier: Apache-2.0
 *
 * test_specs.c - the specifications, fed by hand: they accept what the pages promise and complain of everything else. */
#include "../../base/random.h"
#include "spec_checker.h"

static void took(checker *c, const uint32_t *fields)
{
    accepts(c->spec->took(c->state, 0, fields));
}
static const char *gave(checker *c, const uint32_t *fields)
{
    return c->spec->gave(c->state, 1, fields);
}
/* `held`: the output is. */
static const char *cycle(checker *c, bool held)
{
    return c->spec->cycle(c->state, (uint32_t)held << 1);
}

/* ---- metacache ---- */

enum { READ, WRITE, FILL, LOOK };
enum { BLOCK_WORDS = 8 }; /* of 32 bytes */

typedef struct {
    uint32_t hit, bursts, evict, evict_block, evict_data[BLOCK_WORDS];
} results;

static const uint32_t none[BLOCK_WORDS];
static const uint32_t ones[BLOCK_WORDS] = {0x55555555, 0x55555555, 0x55555555, 0x55555555, 0x55555555, 0x55555555, 0x55555555, 0x55555555};
static const uint32_t threes[BLOCK_WORDS] = {~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u};

/* 2 KB, 4 ways, 16 sets: a line address is entry 6..0, set 10..7, tag from 11. */
enum { SET = 1 << 7, TAG = 1 << 11 };

static checker *small_cache(void)
{
    return checker_new("metacache", 128, "kbytes=2 ways=4 fetch=32 address=16", BENCH_UNIT, 0);
}

static void ask(checker *c, uint32_t op, uint32_t line, uint32_t bursts, const uint32_t *data)
{
    uint32_t in[3 + BLOCK_WORDS] = {op, line, bursts};
    memcpy(in + 3, data, sizeof none);
    took(c, in);
    accepts(cycle(c, false));
}

static const char *answer(checker *c, uint32_t hit, uint32_t bursts, uint32_t evict, uint32_t evict_block, const uint32_t *evict_data)
{
    results r = {hit, bursts, evict, evict_block, {0}};
    memcpy(r.evict_data, evict_data, sizeof none);
    return gave(c, (const uint32_t *)&r);
}

/* Fills blocks TAG * first .. TAG * (first + count - 1) of set 0, all of threes, into free places. */
static void fill_set(checker *c, uint32_t first, uint32_t count)
{
    for (uint32_t t = first; t < first + count; t++) {
        ask(c, FILL, t * TAG, 0, threes);
        accepts(answer(c, 0, 3, 0, 0, none));
    }
}

static void the_page_s_table_is_accepted(void **state)
{
    (void)state;
    checker *c = checker_new("metacache", 128, "", BENCH_UNIT, 0);
    uint32_t written[BLOCK_WORDS];
    memcpy(written, threes, sizeof written);
    written[0] = 0xfffff7ff; /* line 12285: entry 5 becomes 1 */
    ask(c, READ, 0x12285, 0, none);
    accepts(answer(c, 0, 0, 0, 0, none));
    for (int n = 0; n < 100; n++)
        accepts(cycle(c, false));
    ask(c, FILL, 0x12285, 0, threes);
    accepts(answer(c, 0, 3, 0, 0, none));
    ask(c, WRITE, 0x12285, 1, none);
    accepts(answer(c, 1, 3, 0, 0x245, threes));
    ask(c, READ, 0x12285, 0, none);
    accepts(answer(c, 1, 1, 0, 0x245, written));
    ask(c, FILL, 0x14285, 0, threes);
    accepts(answer(c, 0, 3, 0, 0, none));
    ask(c, FILL, 0x16285, 0, threes);
    accepts(answer(c, 0, 3, 0, 0, none));
    ask(c, FILL, 0x18285, 0, threes);
    accepts(answer(c, 0, 3, 0, 0, none));
    ask(c, FILL, 0x1a285, 0, threes);
    accepts(answer(c, 0, 3, 1, 0x245, written));
    checker_free(c);
}

static void an_answer_comes_once_in_the_next_cycle(void **state)
{
    (void)state;
    checker *c = small_cache();
    complains(answer(c, 0, 0, 0, 0, none), "every question has been answered");
    ask(c, READ, 5, 0, none);
    accepts(answer(c, 0, 0, 0, 0, none));
    complains(answer(c, 0, 0, 0, 0, none), "every question has been answered");
    ask(c, READ, 0x1234, 0, none);
    complains(cycle(c, false), "read of line 0x1234: no answer within 1 cycle");
    checker_free(c);
}

static void answers_keep_their_order(void **state)
{
    (void)state;
    checker *c = small_cache();
    uint32_t miss[3 + BLOCK_WORDS] = {READ, SET}, hit[3 + BLOCK_WORDS] = {READ, 0};
    fill_set(c, 0, 1);
    took(c, hit);
    took(c, miss);
    complains(answer(c, 0, 0, 0, 0, none), "read of line 0: hit_o is 0, expected 0x1");
    complains(answer(c, 1, 3, 0, 0, threes), "read of line 0x80: hit_o is 0x1, expected 0");
    checker_free(c);
}

static void only_a_block_that_was_filled_hits(void **state)
{
    (void)state;
    checker *c = small_cache();
    ask(c, READ, 5, 0, none);
    complains(answer(c, 1, 0, 0, 0, none), "hit_o is 0x1, expected 0");
    ask(c, WRITE, 5, 2, none);
    accepts(answer(c, 0, 0, 0, 0, none));
    ask(c, READ, 5, 0, none); /* a write that misses is not kept */
    complains(answer(c, 1, 2, 0, 0, none), "hit_o is 0x1, expected 0");
    ask(c, FILL, 5, 0, threes);
    accepts(answer(c, 0, 3, 0, 0, none));
    ask(c, READ, 5 + SET, 0, none);
    complains(answer(c, 1, 3, 0, 1, threes), "hit_o is 0x1, expected 0");
    ask(c, LOOK, 127, 0, none);
    accepts(answer(c, 1, 3, 0, 0, threes));
    ask(c, LOOK, 127, 0, none);
    complains(answer(c, 0, 0, 0, 0, threes), "look of line 0x7f: hit_o is 0, expected 0x1");
    checker_free(c);
}

static void the_newest_count_shows(void **state)
{
    (void)state;
    checker *c = small_cache();
    uint32_t data[BLOCK_WORDS];
    memcpy(data, threes, sizeof data);
    ask(c, FILL, 17, 0, threes);
    complains(answer(c, 0, 2, 0, 0, none), "fill of line 0x11: bursts_o is 0x2, expected 0x3");
    ask(c, WRITE, 17, 1, none);
    accepts(answer(c, 1, 3, 0, 0, threes));
    data[1] = 0xfffffff7;
    ask(c, READ, 17, 0, none);
    complains(answer(c, 1, 3, 0, 0, data), "read of line 0x11: bursts_o is 0x3, expected 0x1");
    ask(c, READ, 17, 0, none);
    complains(answer(c, 1, 1, 0, 0, threes), "evict_data_o bits 63..32 is 0xffffffff, expected 0xfffffff7");
    ask(c, FILL, 17, 0, none); /* what the cache has is newer */
    complains(answer(c, 1, 0, 0, 0, data), "bursts_o is 0, expected 0x1");
    ask(c, READ, 17, 0, none);
    accepts(answer(c, 1, 1, 0, 0, data));
    ask(c, READ, 18, 0, none);
    complains(answer(c, 1, 1, 0, 0, data), "read of line 0x12: bursts_o is 0x1, expected 0x3");
    ask(c, READ, 17 + TAG, 0, none);
    complains(answer(c, 0, 1, 0, 0, none), "bursts_o is 0x1, expected 0");
    checker_free(c);
}

static void a_dirty_block_is_not_lost(void **state)
{
    (void)state;
    checker *c = small_cache();
    uint32_t dirty[BLOCK_WORDS];
    memcpy(dirty, threes, sizeof dirty);
    dirty[0] = 0xfffffffc;
    for (int wrong = 0; wrong < 6; wrong++) {
        fill_set(c, 0, 4);
        ask(c, WRITE, 0, 0, none);
        accepts(answer(c, 1, 3, 0, 0, threes));
        for (uint32_t t = 1; t < 4; t++) {
            ask(c, READ, t * TAG, 0, none);
            accepts(answer(c, 1, 3, 0, t * TAG / SET, threes));
        }
        ask(c, READ, 9 * TAG, 0, none);
        complains(answer(c, 0, 0, 1, 0, dirty), "evict_o is 0x1, expected 0"); /* only a fill evicts */
        ask(c, FILL, 5 * TAG, 0, threes);
        switch (wrong) {
        case 0: accepts(answer(c, 0, 3, 1, 0, dirty)); break;
        case 1: complains(answer(c, 0, 3, 0, 0, dirty), "fill of line 0x2800: evict_o is 0, expected 0x1"); break;
        case 2: complains(answer(c, 0, 3, 1, 0x10, dirty), "evict_block_o is 0x10, expected 0"); break;
        case 3: complains(answer(c, 0, 3, 1, 0, threes), "evict_data_o bits 31..0 is 0xffffffff, expected 0xfffffffc"); break;
        case 4: complains(answer(c, 0, 3, 0, 0, none), "evict_o is 0, expected 0x1"); break;
        default:
            accepts(answer(c, 0, 3, 1, 0, dirty));
            ask(c, FILL, 6 * TAG, 0, threes);
            complains(answer(c, 0, 3, 1, 0x10, threes), "fill of line 0x3000: evict_o is 0x1, expected 0"); /* it was clean */
        }
        c->spec->reset(c->state);
    }
    fill_set(c, 0, 4);
    ask(c, WRITE, 0, 0, none);
    accepts(answer(c, 1, 3, 0, 0, threes));
    ask(c, READ, 0, 0, none); /* gone without an eviction */
    complains(answer(c, 0, 0, 0, 0x10, threes), "read of line 0: hit_o is 0, expected 0x1");
    checker_free(c);
}

static void a_set_holds_its_ways_and_no_more(void **state)
{
    (void)state;
    checker *c = small_cache();
    fill_set(c, 0, 4);
    ask(c, FILL, 4 * TAG, 0, ones);
    complains(answer(c, 0, 1, 0, 0, none), "evict_data_o bits 31..0 is 0, expected 0xffffffff");
    ask(c, READ, 0, 0, none);
    complains(answer(c, 1, 3, 0, 0, threes), "hit_o is 0x1, expected 0");
    ask(c, LOOK, 4 * TAG, 0, none);
    accepts(answer(c, 1, 1, 0, 0x40, ones));
    ask(c, FILL, SET, 0, ones); /* another set is empty */
    accepts(answer(c, 0, 1, 0, 0, none));
    checker_free(c);
}

static void the_least_recently_used_block_goes(void **state)
{
    (void)state;
    checker *c = small_cache();
    fill_set(c, 0, 4);
    ask(c, READ, 0, 0, none);
    accepts(answer(c, 1, 3, 0, 0, threes));
    ask(c, LOOK, TAG, 0, none); /* a look is no use */
    accepts(answer(c, 1, 3, 0, 0x10, threes));
    ask(c, READ, 8 * TAG, 0, none);
    complains(answer(c, 0, 0, 0, 0, threes), "evict_block_o is 0, expected 0x10");
    ask(c, FILL, 4 * TAG, 0, ones);
    accepts(answer(c, 0, 1, 0, 0x10, threes));
    ask(c, READ, 0, 0, none);
    accepts(answer(c, 1, 3, 0, 0, threes));
    ask(c, READ, TAG, 0, none);
    complains(answer(c, 1, 3, 0, 0x10, threes), "hit_o is 0x1, expected 0");
    checker_free(c);
}

static void a_reset_empties_the_cache(void **state)
{
    (void)state;
    checker *c = small_cache();
    fill_set(c, 0, 4);
    ask(c, WRITE, 0, 0, none);
    c->spec->reset(c->state);
    complains(answer(c, 1, 3, 0, 0, threes), "every question has been answered");
    accepts(cycle(c, false));
    ask(c, READ, 0, 0, none);
    complains(answer(c, 1, 3, 0, 0, threes), "hit_o is 0x1, expected 0");
    fill_set(c, 0, 4);
    checker_free(c);
}

/* Many operations on few blocks: what the model answers is accepted, with any one bit changed it is not. */
static void the_model_s_results_pass_and_no_others(void **state)
{
    (void)state;
    static const char *const settings[] = {
        "kbytes=2 ways=4 fetch=32 address=16",
        "kbytes=2 ways=1 fetch=32 address=18",
        "kbytes=2 ways=8 fetch=64 address=16",
        "kbytes=32 ways=2 fetch=64 address=32",
    };
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
        checker *c = checker_new("metacache", 128, settings[k], BENCH_UNIT, 0);
        const wf_stepped *model = c->d.unit->stepped;
        const wf_field *f = c->d.streams.stream[1].field;
        uint32_t in[32] = {1}, out[32], care[32], *cells = zalloc(model->state_size(&c->d.config));
        rng r = {k};
        model->reset(&c->d.config, cells);
        for (int n = 0; n < 4000; n++) {
            in[1] = rng_below(&r, 4);
            in[2] = (rng_word(&r) & rng_word(&r) & rng_word(&r) & 0xf000) | rng_below(&r, 4);
            in[3] = rng_below(&r, 4);
            for (int i = 4; i < 1 + field_words(&c->d.streams.stream[0]); i++)
                in[i] = rng_word(&r);
            took(c, in + 1);
            accepts(cycle(c, false));
            model->clock(&c->d.config, cells, in);
            model->outputs(&c->d.config, cells, out, care);
            assert_int_equal(out[0], 1);
            unsigned field = rng_below(&r, 5), bit = rng_below(&r, (uint32_t)f[field].bits);
            bool changed = rng_below(&r, 2);
            out[1 + field + bit / 32] ^= (uint32_t)changed << bit % 32;
            if (changed)
                complains(gave(c, out + 1), f[field].name);
            else
                accepts(gave(c, out + 1));
        }
        checker_free(c);
    }
}

/* ---- wrappers ---- */

static const struct {
    const char *unit;
    int width;
    const char *settings;
    int enc_cycles, dec_cycles; /* most cycles to an answer: ranks, and the interval where it iterates; at least 1 */
} wrapped[] = {
    {"warpbdi", 8, "bank=32 wrapper=1 enc-stages=0 dec-stages=1", 1, 1},
    {"bytewise", 8, "wrapper=1 enc-stages=4 dec-stages=0", 4, 1},
    {"affine", 8, "wrapper=1", 2, 1},
    {"fpc", 64, "form=word rate=2 wrapper=1 enc-stages=2 dec-stages=1", 2, 9},
    {"cpack", 64, "form=fifo rate=4 wrapper=1 enc-stages=2 dec-stages=1", 6, 5},
};
enum { WRAPPED = sizeof wrapped / sizeof *wrapped, MOST_FIELDS = 400 };

static checker *wrapper_checker(int k, bool enc)
{
    return checker_new(wrapped[k].unit, wrapped[k].width, wrapped[k].settings, BENCH_WRAPPER, enc ? 0 : 1);
}

static int bound_of(int k, bool enc)
{
    return enc ? wrapped[k].enc_cycles : wrapped[k].dec_cycles;
}

static int words(int bits)
{
    return (bits + 31) / 32;
}

static uint32_t *put(uint32_t *to, const uint32_t *value, int bits)
{
    memcpy(to, value, sizeof *value * (size_t)words(bits));
    return to + words(bits);
}

static void any_bits(rng *r, uint32_t *v, int bits)
{
    for (int i = 0; i < words(bits); i++)
        v[i] = rng_word(r);
    if (bits % 32)
        v[bits / 32] &= ((uint32_t)1 << bits % 32) - 1;
}

/* A question and its answer; in `free` a 1 for each bit of the answer that may be anything. */
typedef struct {
    uint32_t in[MOST_FIELDS], out[MOST_FIELDS], free[MOST_FIELDS];
} exchange;

static void code_of(const design *d, rng *r, uint32_t *block, uint32_t *mask, bool raw_only, wf_code *code)
{
    uint32_t base = rng_word(r);
    memset(code, 0, sizeof *code);
    memset(mask, 0, sizeof *mask * WF_MASK_WORDS);
    for (int i = 0; i < d->sizes.mask_bits; i++)
        mask[i / 32] |= (uint32_t)1 << i % 32;
    for (int i = 0; i < words(d->sizes.block_bits); i++)
        block[i] = base % 4 == 0 ? rng_word(r) : base % 4 == 1 ? base : base % 4 == 2 ? base + (uint32_t)i : rng_below(r, 4);
    wf_input input = {.block = block, .mask = d->sizes.mask_bits ? mask : NULL, .raw_only = raw_only};
    wf_encode(d->codec, &d->config, &input, code);
}

/* Bits of the payload in units that a code does not use. */
static void unused_bits(const wf_sizes *s, const wf_code *code, uint32_t *v)
{
    memset(v, 0, sizeof *v * (size_t)words(s->payload_bits));
    for (int u = 0, at = 0; u < s->units; at += s->unit_bits[u++])
        for (int i = at; i < at + s->unit_bits[u]; i++)
            if (!(code->units[u / 32] >> u % 32 & 1))
                v[i / 32] |= (uint32_t)1 << i % 32;
}

static exchange enc_exchange(const design *d, rng *r)
{
    const wf_sizes *s = &d->sizes;
    exchange e = {.in = {0}};
    uint32_t user[2] = {0}, block[WF_MAX_WORDS], mask[WF_MASK_WORDS], raw_only = rng_below(r, 8) == 0, *to;
    wf_code code;
    any_bits(r, user, d->user_bits);
    code_of(d, r, block, mask, raw_only, &code);
    to = put(put(e.in, user, d->user_bits), &raw_only, 1);
    put(put(to, mask, s->mask_bits), block, s->block_bits);
    to = put(put(e.out, user, d->user_bits), code.tag, s->tag_bits);
    unused_bits(s, &code, e.free + (to - e.out));
    put(put(put(to, code.payload, s->payload_bits), code.units, s->units), code.wen, s->wen_bits);
    for (int i = 0; i < MOST_FIELDS; i++)
        e.out[i] ^= rng_word(r) & e.free[i];
    return e;
}

/* A code that the encoder made, with noise in the units that it does not use; every fourth time any bits. */
static exchange dec_exchange(const design *d, rng *r)
{
    const wf_sizes *s = &d->sizes;
    exchange e = {.in = {0}};
    uint32_t user[2] = {0}, block[WF_MAX_WORDS] = {0}, mask[WF_MASK_WORDS], unused[WF_MAX_WORDS];
    wf_code code;
    any_bits(r, user, d->user_bits);
    code_of(d, r, block, mask, false, &code);
    unused_bits(s, &code, unused);
    for (int i = 0; i < words(s->payload_bits); i++)
        code.payload[i] ^= rng_word(r) & unused[i];
    if (rng_below(r, 4) == 0) {
        any_bits(r, code.tag, s->tag_bits);
        any_bits(r, code.payload, s->payload_bits);
        memset(code.units, 0xff, sizeof code.units);
        wf_decode(d->codec, &d->config, &code, block);
    }
    put(put(put(e.in, user, d->user_bits), code.tag, s->tag_bits), code.payload, s->payload_bits);
    put(put(e.out, user, d->user_bits), block, s->block_bits);
    return e;
}

static exchange exchange_of(const checker *c, rng *r)
{
    return c->module->role == MODULE_ENC ? enc_exchange(&c->d, r) : dec_exchange(&c->d, r);
}

/* Runs `test` on each wrapper. */
static void each_wrapper(void (*test)(checker *c, rng *r, int bound))
{
    for (int k = 0; k < WRAPPED; k++)
        for (int enc = 0; enc < 2; enc++) {
            checker *c = wrapper_checker(k, enc);
            rng r = {(uint64_t)k};
            test(c, &r, bound_of(k, enc));
            checker_free(c);
        }
}

static void pass_in_order(checker *c, rng *r, int bound)
{
    exchange e[3];
    for (int n = 0; n < 200; n++) {
        for (int i = 0; i < 3; i++)
            took(c, (e[i] = exchange_of(c, r)).in);
        for (int i = 0; i < 3; i++)
            accepts(gave(c, e[i].out));
        accepts(cycle(c, false));
    }
    (void)bound;
}

static void answers_in_order_are_accepted(void **state)
{
    (void)state;
    each_wrapper(pass_in_order);
}

static void change_each_bit(checker *c, rng *r, int bound)
{
    const wf_stream *s = &c->module->streams.stream[1];
    int counted = 0, unused = 0;
    for (int f = 0, at = 0; f < s->count; at += words(s->field[f++].bits))
        for (int i = 0; i < s->field[f].bits; i++) {
            exchange e = exchange_of(c, r);
            bool may = e.free[at + i / 32] >> i % 32 & 1;
            took(c, e.in);
            e.out[at + i / 32] ^= (uint32_t)1 << i % 32;
            if (may)
                accepts(gave(c, e.out));
            else
                complains(gave(c, e.out), s->field[f].name);
            counted += !may;
            unused += may;
        }
    assert_true(counted > 0 && (unused > 0 || c->module->role == MODULE_DEC));
    (void)bound;
}

static void each_bit_of_an_answer_counts_but_for_unused_units(void **state)
{
    (void)state;
    each_wrapper(change_each_bit);
}

static void lose_one(checker *c, rng *r, int bound)
{
    exchange first = exchange_of(c, r), second = exchange_of(c, r);
    took(c, first.in);
    took(c, second.in);
    complains(gave(c, second.out), "input 1 since the reset");
    (void)bound;
}

static void a_lost_answer_is_noticed(void **state)
{
    (void)state;
    each_wrapper(lose_one);
}

static void double_one(checker *c, rng *r, int bound)
{
    exchange first = exchange_of(c, r), second = exchange_of(c, r);
    took(c, first.in);
    took(c, second.in);
    accepts(gave(c, first.out));
    complains(gave(c, first.out), "input 2 since the reset");
    complains(gave(c, second.out), "every question has been answered");
    (void)bound;
}

static void a_doubled_answer_is_noticed(void **state)
{
    (void)state;
    each_wrapper(double_one);
}

static void swap_two(checker *c, rng *r, int bound)
{
    exchange first = exchange_of(c, r), second = exchange_of(c, r);
    took(c, first.in);
    took(c, second.in);
    complains(gave(c, second.out), "input 1 since the reset");
    complains(gave(c, first.out), "input 2 since the reset");
    (void)bound;
}

static void swapped_answers_are_noticed(void **state)
{
    (void)state;
    each_wrapper(swap_two);
}

static void answer_unasked(checker *c, rng *r, int bound)
{
    exchange e = exchange_of(c, r);
    complains(gave(c, e.out), "every question has been answered");
    took(c, e.in);
    c->spec->reset(c->state);
    complains(gave(c, e.out), "every question has been answered");
    for (int n = 0; n < 2 * bound; n++)
        accepts(cycle(c, false));
}

static void an_answer_without_a_question_is_noticed(void **state)
{
    (void)state;
    each_wrapper(answer_unasked);
}

/* A question in one cycle, its answer in the bound-th cycle after it, or not. */
static void answer_late(checker *c, rng *r, int bound)
{
    for (int late = 0; late < 2; late++) {
        exchange e = exchange_of(c, r);
        took(c, e.in);
        for (int n = 0; n < bound; n++) {
            accepts(cycle(c, false));
            for (int held = 0; held < 3; held++)
                accepts(cycle(c, true));
        }
        if (!late)
            accepts(gave(c, e.out));
        if (late)
            complains(cycle(c, false), "no answer within");
        else
            accepts(cycle(c, false));
    }
}

static void a_late_answer_is_noticed(void **state)
{
    (void)state;
    each_wrapper(answer_late);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_s_table_is_accepted),     cmocka_unit_test(an_answer_comes_once_in_the_next_cycle),
        cmocka_unit_test(answers_keep_their_order),         cmocka_unit_test(only_a_block_that_was_filled_hits),
        cmocka_unit_test(the_newest_count_shows),           cmocka_unit_test(a_dirty_block_is_not_lost),
        cmocka_unit_test(a_set_holds_its_ways_and_no_more), cmocka_unit_test(the_least_recently_used_block_goes),
        cmocka_unit_test(a_reset_empties_the_cache),        cmocka_unit_test(the_model_s_results_pass_and_no_others),
        cmocka_unit_test(answers_in_order_are_accepted),    cmocka_unit_test(each_bit_of_an_answer_counts_but_for_unused_units),
        cmocka_unit_test(a_lost_answer_is_noticed),         cmocka_unit_test(a_doubled_answer_is_noticed),
        cmocka_unit_test(swapped_answers_are_noticed),      cmocka_unit_test(an_answer_without_a_question_is_noticed),
        cmocka_unit_test(a_late_answer_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
