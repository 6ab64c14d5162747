/* SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/random.h"
#include "../base/text.h"
#include "block_stimuli.h"

enum { RING = 64, RECENT = 16 };    /* RING > the longest latency */
enum { FIRST_RESET = 21 };          /* a cycle, early: the shortest run has a reset in mid-stream too */

/* What a port must show some cycles from now. */
typedef struct {
    uint32_t *want, *care;  /* [RING * words] */
    bool valid[RING];
} expectation;

/* A code, and the block that a decoder must make of it. */
typedef struct {
    wf_code code;
    uint32_t block[WF_MAX_WORDS];
    bool scramble;          /* bits in disabled units are free */
} decodable;

typedef struct {
    bool valid;
    uint64_t user;
    decodable what;
} request;

struct bench {
    const design *design;
    bench_words words;
    bool array;
    int encs, ports, decs;
    stimuli *stimuli;
    rng rng;
    unsigned long long cycle, encoded, decoded, resets, class_count[WF_MAX_CLASSES], pattern_count[WF_MAX_PATTERNS];
    bool no_pattern[WF_MAX_PATTERNS];
    int reset_left, pace;
    bench_cycle io;
    expectation *enc, *dec;     /* one a port */
    decodable recent[RECENT];
    unsigned recent_count;
    bool every;                 /* every code is decoded once: those before this one are */
    unsigned taken;
    int *enc_busy, *dec_busy;   /* cycles until a unit that iterates is ready again: one a port */
    uint32_t *state;            /* of a block that has one */
    request *now, *next;        /* one a decoder port */
    bool *after;                /* arbiter: requesters that come first */
};

static uint32_t *word_array(int n)
{
    return zalloc(sizeof(uint32_t) * (size_t)n);
}

static void expectation_init(expectation *e, int words)
{
    e->want = word_array(RING * words);
    e->care = word_array(RING * words);
}

bench *bench_new(const design *d, bool array, stimuli *s, uint64_t seed)
{
    bench *b = zalloc(sizeof *b);
    b->design = d;
    b->words = bench_words_of(d);
    b->array = array;
    b->every = !array && d->codec && stimuli_every(s);
    b->encs = array && d->codec ? d->encs : 1;
    b->decs = array && d->codec ? d->decs : 1;
    b->ports = array && d->codec ? d->dec_ports : 1;
    b->stimuli = s;
    b->rng.state = ~seed;
    b->reset_left = 2;
    b->pace = 8;
    b->io.enc_i = word_array(b->encs * b->words.enc_i);
    b->io.enc_want = word_array(b->encs * b->words.enc_o);
    b->io.enc_care = word_array(b->encs * b->words.enc_o);
    b->io.dec_i = word_array(b->ports * b->words.dec_i);
    b->io.dec_x = word_array(b->ports * b->words.dec_i);
    b->io.dec_want = word_array(b->ports * b->words.dec_o);
    b->io.dec_care = word_array(b->ports * b->words.dec_o);
    b->enc = zalloc(sizeof *b->enc * (size_t)b->encs);
    b->dec = zalloc(sizeof *b->dec * (size_t)b->ports);
    for (int j = 0; j < b->encs; j++)
        expectation_init(&b->enc[j], b->words.enc_o);
    for (int j = 0; j < b->ports; j++)
        expectation_init(&b->dec[j], b->words.dec_o);
    b->enc_busy = zalloc(sizeof *b->enc_busy * (size_t)b->encs);
    b->dec_busy = zalloc(sizeof *b->dec_busy * (size_t)b->ports);
    if (d->block && d->block->step)
        b->state = word_array(d->block->state_words(&d->config));
    b->now = zalloc(sizeof *b->now * (size_t)b->ports);
    b->next = zalloc(sizeof *b->next * (size_t)b->ports);
    b->after = zalloc(sizeof *b->after * (size_t)b->ports);
    memset(b->after, 1, (size_t)b->ports);
    return b;
}

void bench_free(bench *b)
{
    for (int j = 0; j < b->encs; j++)
        free(b->enc[j].want), free(b->enc[j].care);
    for (int j = 0; j < b->ports; j++)
        free(b->dec[j].want), free(b->dec[j].care);
    uint32_t *arrays[] = {b->io.enc_i,  b->io.enc_want, b->io.enc_care, b->io.dec_i,
                          b->io.dec_x,  b->io.dec_want, b->io.dec_care};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
    free(b->enc);
    free(b->dec);
    free(b->enc_busy);
    free(b->dec_busy);
    free(b->state);
    free(b->now);
    free(b->next);
    free(b->after);
    free(b);
}

int bench_encs(const bench *b) { return b->encs; }
int bench_ports(const bench *b) { return b->ports; }
unsigned long long bench_encoded(const bench *b) { return b->encoded; }
unsigned long long bench_decoded(const bench *b) { return b->decoded; }
unsigned long long bench_class(const bench *b, int class) { return b->class_count[class]; }
double bench_pattern(const bench *b, int pattern) { return b->no_pattern[pattern] ? (double)NAN : (double)b->pattern_count[pattern]; }
unsigned long long bench_resets(const bench *b) { return b->resets; }

int bench_compare(const uint32_t *got, const uint32_t *want, const uint32_t *care, int words)
{
    for (int i = 0; i < words; i++)
        if ((got[i] ^ want[i]) & care[i])
            return i;
    return -1;
}

static void noise(bench *b, uint32_t *v, int words)
{
    for (int i = 0; i < words; i++)
        v[i] = rng_word(&b->rng);
}

/* Random bits, none above `bits`. */
static void random_bits(bench *b, uint32_t *v, int bits)
{
    noise(b, v, (bits + 31) / 32);
    if (bits % 32)
        v[bits / 32] &= ((uint32_t)1 << bits % 32) - 1;
}

static uint64_t random_user(bench *b)
{
    return rng_next(&b->rng) >> (64 - b->design->user_bits);
}

/* Writes the fields of a record in order; a field wider than its bits is filled with 0. */
static uint32_t *add_words(uint32_t *to, const uint32_t *from, int words)
{
    memcpy(to, from, sizeof *to * (size_t)words);
    return to + words;
}

static uint32_t *add_user(uint32_t *to, uint64_t user, int words)
{
    for (int i = 0; i < words; i++)
        *to++ = (uint32_t)(user >> 32 * i);
    return to;
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

static void remember(bench *b, const wf_code *code, const uint32_t *block)
{
    decodable *d = &b->recent[b->recent_count++ % RECENT];
    const wf_sizes *s = &b->design->sizes;
    memcpy(d->code.tag, code->tag, sizeof code->tag);
    memcpy(d->code.units, code->units, sizeof code->units);
    memcpy(d->code.payload, code->payload, (size_t)s->payload_bits / 8);
    memcpy(d->block, block, (size_t)s->block_bits / 8);
    d->scramble = true;
}

static void count_patterns(bench *b, const wf_code *code)
{
    const wf_codec *c = b->design->codec;
    unsigned count[WF_MAX_PATTERNS] = {0};
    if (c->patterns == NULL)
        return;
    c->patterns(&b->design->config, code, count);
    for (int i = 0; c->pattern_names[i]; i++)
        if (count[i] == WF_NO_PATTERN)
            b->no_pattern[i] = true;
        else
            b->pattern_count[i] += count[i];
}

/* A valid block at encoder port j: its record, and what must come out `latency` cycles later. */
static void encode_port(bench *b, int j, uint32_t *in)
{
    const design *d = b->design;
    const bench_words *w = &b->words;
    stimulus s;
    wf_code code;
    stimuli_next(b->stimuli, &s);
    wf_input input = {s.block, s.mask, s.raw_only};
    wf_encode(d->codec, &d->config, &input, &code);
    b->encoded++;
    b->class_count[d->codec->classify(&d->config, &code)]++;
    remember(b, &code, s.block);
    count_patterns(b, &code);
    b->enc_busy[j] = d->sizes.interval_enc - 1;

    uint64_t user = random_user(b);
    uint32_t *p = in;
    *p++ = 1u | (uint32_t)s.raw_only << 1;
    p = add_user(p, user, w->user);
    p = add_words(p, s.mask, w->mask);
    p = add_words(p, s.block, w->block);
    uint32_t stored[WF_TAG_WORDS] = {0};
    if (rng_below(&b->rng, 2))
        memcpy(stored, b->recent[rng_below(&b->rng, RECENT)].code.tag, sizeof stored);
    add_words(p, stored, w->tag);

    int slot = (int)((b->cycle + (unsigned)design_latency(d, true)) % RING);
    uint32_t *want = b->enc[j].want + slot * w->enc_o, *care = b->enc[j].care + slot * w->enc_o;
    memset(care, 0xff, sizeof *care * (size_t)w->enc_o);
    b->enc[j].valid[slot] = true;
    want = add_user(want + 1, user, w->user);
    want = add_words(want, code.tag, w->tag);
    used_bits(&d->sizes, &code, care + (want - b->enc[j].want - slot * w->enc_o));
    want = add_words(want, code.payload, w->payload);
    want = add_words(want, code.units, w->units);
    add_words(want, code.wen, w->wen);
}

/* Valid inputs at a block, and what must come out. Bits above a port's width are nobody's. */
static void eval_block(bench *b, uint32_t *in)
{
    const design *d = b->design;
    const bench_words *w = &b->words;
    block_stimuli_next(d, b->stimuli, &b->rng, b->encoded, in + 1);
    in[0] = 1;
    b->encoded++;
    int slot = (int)((b->cycle + (unsigned)d->stages) % RING);
    uint32_t *want = b->enc[0].want + slot * w->enc_o, *care = b->enc[0].care + slot * w->enc_o;
    memset(want, 0, sizeof *want * (size_t)w->enc_o);
    memset(care, 0, sizeof *care * (size_t)w->enc_o);
    if (d->block->step)
        d->block->step(&d->config, b->state, in + 1, want + 1);
    else
        d->block->eval(&d->config, in + 1, want + 1);
    for (int i = d->ports.inputs, at = 1; i < d->ports.inputs + d->ports.outputs; i++)
        for (int left = d->ports.port[i].bits; left > 0; left -= 32)
            care[at++] = left >= 32 ? ~(uint32_t)0 : ((uint32_t)1 << left) - 1;
    b->enc[0].valid[slot] = true;
}

/* A new request for a decoder port: mostly a code that an encoder made, now and then any bits at all. */
static void new_request(bench *b, request *r)
{
    const design *d = b->design;
    r->valid = rng_below(&b->rng, 16) < (unsigned)(b->pace * 2);
    if (!r->valid)
        return;
    r->user = random_user(b);
    if (b->every && b->taken != b->recent_count && rng_below(&b->rng, 10) != 0) {
        r->what = b->recent[b->taken++ % RECENT];
        return;
    }
    if (b->recent_count >= RECENT && rng_below(&b->rng, 10) != 0) {
        r->what = b->recent[rng_below(&b->rng, RECENT)];
        return;
    }
    r->what.scramble = false;
    memset(&r->what.code, 0, sizeof r->what.code);
    random_bits(b, r->what.code.tag, d->sizes.tag_bits);
    random_bits(b, r->what.code.payload, d->sizes.payload_bits);
    wf_decode(d->codec, &d->config, &r->what.code, r->what.block);
}

/* The arbiter, modelled: which requesters are served this cycle. */
static void arbitrate(bench *b, bool *granted)
{
    bool after[64];
    int left = b->decs, last = -1;
    memcpy(after, b->after, (size_t)b->ports);
    memset(granted, 0, (size_t)b->ports);
    for (int round = 0; round < 2; round++)
        for (int p = 0; p < b->ports; p++)
            if (left > 0 && b->now[p].valid && after[p] == (round == 0) && b->dec_busy[p] == 0) {
                granted[p] = true;
                last = p;
                left--;
            }
    if (last >= 0)
        for (int p = 0; p < b->ports; p++)
            b->after[p] = p > last;
}

static void decode_port(bench *b, int j, bool granted, uint32_t *in, uint32_t *x)
{
    const design *d = b->design;
    const bench_words *w = &b->words;
    request *r = &b->now[j];
    memset(x, 0, sizeof *x * (size_t)w->dec_i);
    if (!r->valid) {
        if (rng_below(&b->rng, 2))
            noise(b, in, w->dec_i);     /* else the last operands stay */
        in[0] &= ~1u;
    } else {
        uint32_t *p = in;
        *p++ = 1;
        p = add_user(p, r->user, w->user);
        p = add_words(p, r->what.code.tag, w->tag);
        uint32_t *free_bits = x + (p - in);
        add_words(p, r->what.code.payload, w->payload);
        if (r->what.scramble) {
            used_bits(&d->sizes, &r->what.code, free_bits);
            for (int i = 0; i < w->payload; i++) {
                free_bits[i] = ~free_bits[i];
                p[i] ^= rng_word(&b->rng) & free_bits[i];
            }
        }
    }
    if (d->early_tag) {     /* the tag of the next request shows already */
        uint32_t *tag = in + 1 + w->user;
        if (b->next[j].valid)
            memcpy(tag, b->next[j].what.code.tag, sizeof *tag * (size_t)w->tag);
        else
            noise(b, tag, w->tag);
    }
    if (!granted)
        return;
    b->decoded++;
    b->dec_busy[j] = d->sizes.interval_dec - 1;
    int slot = (int)((b->cycle + (unsigned)design_latency(d, false)) % RING);
    uint32_t *want = b->dec[j].want + slot * w->dec_o;
    memset(b->dec[j].care + slot * w->dec_o, 0xff, sizeof *want * (size_t)w->dec_o);
    b->dec[j].valid[slot] = true;
    want = add_user(want + 1, r->user, w->user);
    add_words(want, r->what.block, w->block);
}

/* Moves the expectation of this cycle to the record of port j. `flags`: the first word as it must be. */
static void collect(bench *b, expectation *e, int words, uint32_t *want, uint32_t *care, uint32_t flags)
{
    int slot = (int)(b->cycle % RING);
    if (e->valid[slot]) {
        memcpy(want, e->want + slot * words, sizeof *want * (size_t)words);
        memcpy(care, e->care + slot * words, sizeof *care * (size_t)words);
        flags |= 1;
    } else {
        memset(care, 0, sizeof *care * (size_t)words);
    }
    e->valid[slot] = false;
    want[0] = flags;
    care[0] = ~(uint32_t)0;
}

/* Every so often a reset, and another share of idle cycles: 8 of 8 valid, down to 1 of 8. */
static void schedule(bench *b)
{
    b->io.reset = b->reset_left > 0;
    if (b->io.reset) {
        b->reset_left--;
        return;
    }
    if (rng_below(&b->rng, 64) == 0)
        b->pace = rng_below(&b->rng, 2) ? 8 : 1 + (int)rng_below(&b->rng, 8);
    if (rng_below(&b->rng, 1024) == 0 || b->cycle == FIRST_RESET) {
        b->reset_left = 1 + (int)rng_below(&b->rng, 3);
        b->resets++;
    }
}

/* A reset forgets what is under way and puts the arbiter back. */
static void forget(bench *b)
{
    for (int j = 0; j < b->encs; j++)
        memset(b->enc[j].valid, 0, sizeof b->enc[j].valid);
    for (int j = 0; j < b->ports; j++)
        memset(b->dec[j].valid, 0, sizeof b->dec[j].valid);
    memset(b->after, 1, (size_t)b->ports);
    memset(b->enc_busy, 0, sizeof *b->enc_busy * (size_t)b->encs);
    memset(b->dec_busy, 0, sizeof *b->dec_busy * (size_t)b->ports);
    if (b->state)
        memset(b->state, 0, sizeof *b->state * (size_t)b->design->block->state_words(&b->design->config));
    if (b->every && b->reset_left == 0) {   /* what waited for the decoder, at its port or in either unit comes again */
        stimuli_again(b->stimuli, RECENT + 4 + (unsigned)(design_latency(b->design, true) + design_latency(b->design, false)));
        b->taken = b->recent_count;
    }
}

/* No room for another code that the decoder must get. */
static bool is_full(const bench *b)
{
    return b->every && b->recent_count - b->taken == RECENT;
}

/* Is there an input this cycle? If not, some bits stand at the port, now and then new ones. */
static bool give(bench *b, uint32_t *in)
{
    if (!b->io.reset && rng_below(&b->rng, 8) < (unsigned)b->pace && !is_full(b))
        return true;
    if (rng_below(&b->rng, 2))
        noise(b, in, b->words.enc_i);
    in[0] &= ~1u;
    return false;
}

/* The unit iterates: what stands at the port is not taken, valid or not. */
static bool wait(bench *b, int j, uint32_t *in)
{
    b->enc_busy[j]--;
    noise(b, in, b->words.enc_i);
    return false;
}

static void next_of_codec(bench *b)
{
    const bench_words *w = &b->words;
    bench_cycle *io = &b->io;
    bool granted[64];

    for (int j = 0; j < b->encs; j++) {
        uint32_t *in = io->enc_i + j * w->enc_i;
        bool ready = b->enc_busy[j] == 0, valid = ready ? give(b, in) : wait(b, j, in);
        if (valid)
            encode_port(b, j, in);
        const uint32_t *mask = in + 1 + w->user, *stored = mask + w->mask + w->block;
        bool move = valid && w->mask && wf_move_needed(&b->design->sizes, mask, stored);
        collect(b, &b->enc[j], w->enc_o, io->enc_want + j * w->enc_o, io->enc_care + j * w->enc_o,
                (uint32_t)ready << 2 | (uint32_t)move << 1);
    }

    for (int j = 0; j < b->ports; j++) {
        if (!b->now[j].valid)
            b->now[j] = b->next[j];
        if (io->reset)
            b->now[j].valid = false;
        new_request(b, &b->next[j]);
    }
    arbitrate(b, granted);
    for (int j = 0; j < b->ports; j++)
        b->dec_busy[j] -= b->dec_busy[j] > 0;
    for (int j = 0; j < b->ports; j++) {
        decode_port(b, j, granted[j], io->dec_i + j * w->dec_i, io->dec_x + j * w->dec_i);
        collect(b, &b->dec[j], w->dec_o, io->dec_want + j * w->dec_o, io->dec_care + j * w->dec_o,
                (uint32_t)granted[j] << 1);
        if (granted[j])
            b->now[j].valid = false;
    }
}

static void next_of_block(bench *b)
{
    if (give(b, b->io.enc_i))
        eval_block(b, b->io.enc_i);
    collect(b, &b->enc[0], b->words.enc_o, b->io.enc_want, b->io.enc_care, 0);
}

const bench_cycle *bench_next(bench *b)
{
    schedule(b);
    if (b->io.reset)
        forget(b);
    if (b->design->codec)
        next_of_codec(b);
    else
        next_of_block(b);
    b->cycle++;
    return &b->io;
}
