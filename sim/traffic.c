/* SPDX-License-Identifier: Apache-2.0
 *
 * traffic.c - makes the transactions of each stream: what encoders get, what decoders get from it, what other units get. First the list
 * of codes that wait for a decoder, then a section for each kind of module. */
#include "traffic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "environment.h"

enum { RECENT = 16 };

/* A code, and the block that a decoder must return for it. */
typedef struct {
    wf_code code;
    uint32_t block[WF_MAX_WORDS];
    bool scramble; /* bits in unused units are free */
    int class;
} decodable;

struct traffic {
    const design *design;
    stimuli *stimuli;
    const environment *environment; /* of a unit that is no codec */
    void *around;                   /* its state */
    rng rng;
    unsigned long long encoded, decoded, class_count[WF_MAX_CLASSES], pattern_count[WF_MAX_PATTERNS];
    bool no_pattern[WF_MAX_PATTERNS];
    decodable recent[RECENT];
    unsigned recent_count;
    uint32_t mask[WF_MASK_WORDS]; /* of the last encoded block */
    bool every;                   /* every code is decoded once; the earlier ones have been */
    bool steady;                  /* so too, and in order */
    unsigned taken;
    uint32_t held[WF_MAX_WORDS]; /* the payload that the decoder got last */
};

traffic *traffic_new(const design *d, bool array, stimuli *s, uint64_t seed)
{
    traffic *t = zalloc(sizeof *t);
    t->design = d;
    t->stimuli = s;
    t->rng.state = ~seed;
    t->every = !array && d->codec && stimuli_every(s);
    t->environment = d->codec ? NULL : environment_of(d);
    t->around = d->codec ? NULL : t->environment->open(d, s);
    return t;
}

void traffic_free(traffic *t)
{
    if (t->environment)
        t->environment->close(t->around);
    arena_free(t);
}

void traffic_steady(traffic *t)
{
    t->steady = true;
    t->every = false;
    stimuli_only_traces(t->stimuli);
}

unsigned long long traffic_encoded(const traffic *t)
{
    return t->encoded;
}
unsigned long long traffic_decoded(const traffic *t)
{
    return t->decoded;
}
unsigned long long traffic_class(const traffic *t, int class)
{
    return t->class_count[class];
}
double traffic_pattern(const traffic *t, int pattern)
{
    return t->no_pattern[pattern] ? (double)NAN : (double)t->pattern_count[pattern];
}

static uint32_t *word_array(int n)
{
    return zalloc(sizeof(uint32_t) * (size_t)n);
}

transaction transaction_new(const bench_module *m, int stream)
{
    int in = 1 + field_words(&m->streams.stream[stream]), out = 1 + field_words(&m->streams.stream[m->streams.count - 1]);
    return (transaction){.in = word_array(in), .x = word_array(in), .result = word_array(2 * out)};
}

void transaction_free(transaction *x)
{
    arena_free(x->in);
    arena_free(x->x);
    arena_free(x->result);
}

/* ---- fields of records ---- */

static uint32_t *add_words(uint32_t *to, const uint32_t *from, int bits)
{
    int words = (bits + 31) / 32;
    memcpy(to, from, sizeof *to * (size_t)words);
    return to + words;
}

static uint32_t *add_user(const traffic *t, uint32_t *to, uint64_t user)
{
    uint32_t words[2] = {(uint32_t)user, (uint32_t)(user >> 32)};
    return add_words(to, words, t->design->user_bits);
}

static uint64_t random_user(traffic *t)
{
    return rng_next(&t->rng) >> (64 - t->design->user_bits);
}

/* Random bits, none above `bits`. */
static void random_bits(traffic *t, uint32_t *v, int bits)
{
    for (int i = 0; i < (bits + 31) / 32; i++)
        v[i] = rng_word(&t->rng);
    if (bits % 32)
        v[bits / 32] &= ((uint32_t)1 << bits % 32) - 1;
}

/* Bits of the payload that lie in units in use. */
static void used_bits(const wf_sizes *s, const wf_code *code, uint32_t *used)
{
    memset(used, 0, sizeof *used * (size_t)((s->payload_bits + 31) / 32));
    int at = 0;
    for (int u = 0; u < s->units; at += s->unit_bits[u++]) {
        if (!(code->units[u / 32] >> u % 32 & 1))
            continue;
        if (at % 32 == 0 && s->unit_bits[u] % 32 == 0)
            memset(used + at / 32, 0xff, (size_t)s->unit_bits[u] / 8);
        else
            for (int i = at; i < at + s->unit_bits[u]; i++)
                used[i / 32] |= (uint32_t)1 << i % 32;
    }
}

/* Begins a valid result in which every bit counts; returns its fields. */
static uint32_t *begin_result(const bench_module *m, transaction *x)
{
    int words = 1 + field_words(&m->streams.stream[1]);
    x->result[0] = 1;
    memset(x->result + words, 0xff, sizeof *x->result * (size_t)words);
    return x->result + 1;
}

/* ---- encoders ---- */

static void remember(traffic *t, const wf_code *code, const stimulus *s, int class)
{
    decodable *d = &t->recent[t->recent_count++ % RECENT];
    const wf_sizes *sizes = &t->design->sizes;
    memcpy(d->code.tag, code->tag, sizeof code->tag);
    memcpy(d->code.units, code->units, sizeof code->units);
    memcpy(d->code.payload, code->payload, (size_t)sizes->payload_bits / 8);
    memcpy(d->block, s->block, (size_t)sizes->block_bits / 8);
    d->scramble = true;
    d->class = class;
    memcpy(t->mask, s->mask, sizeof t->mask);
}

static void count_patterns(traffic *t, const wf_code *code)
{
    const wf_codec *c = t->design->codec;
    unsigned count[WF_MAX_PATTERNS] = {0};
    if (c->patterns == NULL)
        return;
    c->patterns(&t->design->config, code, count);
    for (int i = 0; c->pattern_names[i]; i++)
        if (count[i] == WF_NO_PATTERN)
            t->no_pattern[i] = true;
        else
            t->pattern_count[i] += count[i];
}

static bool next_encode(traffic *t, const bench_module *m, int stream, transaction *x)
{
    (void)stream;
    const design *d = t->design;
    const wf_sizes *sizes = &d->sizes;
    stimulus s;
    wf_code code;
    stimuli_next(t->stimuli, &s);
    wf_input input = {.block = s.block, .mask = s.mask, .raw_only = s.raw_only};
    wf_encode(d->codec, &d->config, &input, &code);
    t->encoded++;
    x->class = d->codec->classify(&d->config, &code);
    t->class_count[x->class]++;
    remember(t, &code, &s, x->class);
    count_patterns(t, &code);

    uint64_t user = random_user(t);
    uint32_t *p = add_user(t, x->in + 1, user);
    *p++ = s.raw_only;
    p = add_words(p, s.mask, sizes->mask_bits);
    add_words(p, s.block, sizes->block_bits);

    uint32_t *want = begin_result(m, x), *care = want + 1 + field_words(&m->streams.stream[1]), *payload;
    payload = want = add_words(add_user(t, want, user), code.tag, sizes->tag_bits);
    used_bits(sizes, &code, care + (payload - x->result - 1));
    want = add_words(want, code.payload, sizes->payload_bits);
    want = add_words(want, code.units, sizes->units);
    add_words(want, code.wen, sizes->wen_bits);
    return true;
}

/* ---- decoders ---- */

/* Chooses mostly a code that an encoder made, and now and then random bits. */
static void choose_code(traffic *t, decodable *c)
{
    const design *d = t->design;
    if (t->steady || (t->every && t->taken != t->recent_count && rng_below(&t->rng, 10) != 0)) {
        *c = t->recent[t->taken++ % RECENT];
        return;
    }
    if (t->recent_count >= RECENT && rng_below(&t->rng, 10) != 0) {
        *c = t->recent[rng_below(&t->rng, RECENT)];
        return;
    }
    c->scramble = false;
    c->class = 0;
    memset(&c->code, 0, sizeof c->code);
    random_bits(t, c->code.tag, d->sizes.tag_bits);
    random_bits(t, c->code.payload, d->sizes.payload_bits);
    wf_decode(d->codec, &d->config, &c->code, c->block);
}

static bool next_decode(traffic *t, const bench_module *m, int stream, transaction *x)
{
    (void)stream;
    const wf_sizes *sizes = &t->design->sizes;
    decodable c;
    if (t->steady && t->taken == t->recent_count)
        return false;
    uint64_t user = random_user(t);
    int words = (sizes->payload_bits + 31) / 32;
    choose_code(t, &c);
    t->decoded++;
    x->class = c.class;
    uint32_t *payload = add_words(add_user(t, x->in + 1, user), c.code.tag, sizes->tag_bits), *free_bits = x->x + (payload - x->in);
    add_words(payload, c.code.payload, sizes->payload_bits);
    memset(free_bits, 0, sizeof *free_bits * (size_t)words);
    if (c.scramble) {
        used_bits(sizes, &c.code, free_bits);
        for (int i = 0; i < words; i++) {
            free_bits[i] = ~free_bits[i];
            payload[i] =
                t->steady ? (payload[i] & ~free_bits[i]) | (t->held[i] & free_bits[i]) : payload[i] ^ (rng_word(&t->rng) & free_bits[i]);
        }
        memcpy(t->held, payload, sizeof *payload * (size_t)words);
    }
    add_words(add_user(t, begin_result(m, x), user), c.block, sizes->block_bits);
    return true;
}

/* ---- the move, and units that are not codecs ---- */

/* The tag of a write under t->mask: of a register's own values in the lanes of the mask, or of others; the register's tag; or any bits. */
static void choose_written(traffic *t, const decodable *stored, uint32_t *written)
{
    const design *d = t->design;
    uint32_t how = rng_below(&t->rng, 8);
    wf_code code;
    if (how == 0) {
        random_bits(t, written, d->sizes.tag_bits);
        return;
    }
    const decodable *from = how < 5 ? stored : &t->recent[rng_below(&t->rng, RECENT)];
    wf_encode(d->codec, &d->config, &(wf_input){.block = from->block, .mask = t->mask}, &code);
    memcpy(written, how == 1 ? stored->code.tag : code.tag, sizeof code.tag);
    if (how == 1 || rng_below(&t->rng, 4) == 0) {
        uint32_t tag_bits = (uint32_t)d->sizes.tag_bits,
                 head = tag_bits > 8 && rng_below(&t->rng, 2) ? 8 : tag_bits; /* short fields come first */
        uint32_t bit = rng_below(&t->rng, head);
        written[bit / 32] ^= (uint32_t)1 << bit % 32;
    }
}

static bool next_move(traffic *t, const bench_module *m, int stream, transaction *x)
{
    (void)stream;
    const design *d = t->design;
    const wf_sizes *sizes = &d->sizes;
    const decodable *recent = &t->recent[0];
    uint32_t tag[WF_TAG_WORDS] = {0};
    if (rng_below(&t->rng, 2)) {
        recent = &t->recent[rng_below(&t->rng, RECENT)];
        memcpy(tag, recent->code.tag, sizeof tag);
    }
    uint32_t *in = add_words(add_words(x->in + 1, t->mask, sizes->mask_bits), tag, sizes->tag_bits);
    if (!design_merges(d)) {
        *begin_result(m, x) = wf_move_needed(sizes, t->mask, tag);
        return true;
    }
    uint32_t written[WF_TAG_WORDS] = {0};
    wf_code after;
    choose_written(t, recent, written);
    add_words(in, written, sizes->tag_bits);
    uint32_t *out = begin_result(m, x);
    *out = d->codec->merge(&d->config, t->mask, tag, written, &after);
    add_words(add_words(out + 1, after.tag, sizes->tag_bits), after.units, sizes->units);
    return true;
}

static bool next_unit(traffic *t, const bench_module *m, int stream, transaction *x)
{
    const design *d = t->design;
    if (!t->environment->next(t->around, stream, x->in + 1, &t->rng))
        return false;
    t->encoded++;
    if (d->unit->eval)
        d->unit->eval(&d->config, x->in + 1, begin_result(m, x));
    return true;
}

/* A maker returns false if the stream has no transaction now. */
void traffic_next(traffic *t, const bench_module *m, int stream, transaction *x)
{
    static bool (*const makers[])(traffic * t, const bench_module *m, int stream, transaction *x) = {
        [MODULE_ENC] = next_encode,
        [MODULE_DEC] = next_decode,
        [MODULE_MOVE] = next_move,
        [MODULE_UNIT] = next_unit,
    };
    x->valid = makers[m->role](t, m, stream, x);
    x->in[0] = 1;
}

bool traffic_full(const traffic *t)
{
    return (t->every || t->steady) && t->recent_count - t->taken == RECENT;
}

void traffic_saw(traffic *t, int stream, const uint32_t *fields)
{
    if (t->environment && t->environment->saw)
        t->environment->saw(t->around, stream, fields);
}

bool traffic_takes(const traffic *t, int stream)
{
    return !t->environment || !t->environment->takes || t->environment->takes(t->around, stream);
}

void traffic_fill(traffic *t, bool fill)
{
    if (t->environment && t->environment->fill)
        t->environment->fill(t->around, fill);
}

void traffic_reset(traffic *t)
{
    if (t->environment && t->environment->reset)
        t->environment->reset(t->around);
}

void traffic_lost(traffic *t, unsigned cycles)
{
    if (!t->every)
        return;
    stimuli_again(t->stimuli, RECENT + 4 + cycles);
    t->taken = t->recent_count;
}
