/* SPDX-License-Identifier: Apache-2.0 */
#include "block_stimuli.h"

#include <string.h>

#include "../base/msg.h"
#include "../cmodel/affine.h"
#include "../cmodel/metacache.h"

/* Word at which each input begins. */
static void input_words(const design *d, int *at)
{
    int word = 0;
    for (int i = 0; i < d->ports.inputs; i++) {
        at[i] = word;
        word += (d->ports.port[i].bits + 31) / 32;
    }
}

static int input_index(const design *d, const char *name)
{
    for (int i = 0; i < d->ports.inputs; i++)
        if (strcmp(d->ports.port[i].name, name) == 0)
            return i;
    return -1;
}

static void put_field(uint32_t *v, int at, const uint32_t *from, int bits)
{
    for (int i = 0; i < bits; i++) {
        uint32_t one = (uint32_t)1 << (at + i) % 32;
        v[(at + i) / 32] = (v[(at + i) / 32] & ~one) | ((from[i / 32] >> i % 32 & 1) ? one : 0);
    }
}

/* Any bits at all, none above a port's width. */
static void any_bits(const design *d, rng *r, uint32_t *in)
{
    for (int i = 0, word = 0; i < d->ports.inputs; i++)
        for (int left = d->ports.port[i].bits; left > 0; left -= 32) {
            uint32_t x = rng_word(r);
            in[word++] = left >= 32 ? x : x & (((uint32_t)1 << left) - 1);
        }
}

/* compare: register values and masks, as an encoder gets them. */
static void for_compare(const design *d, stimuli *s, rng *r, unsigned long long n, uint32_t *in)
{
    stimulus x;
    int mask = input_index(d, "mask_i"), block = input_index(d, "block_i"), at[WF_MAX_PORTS];
    (void)r, (void)n;
    input_words(d, at);
    stimuli_next(s, &x);
    if (mask >= 0)
        memcpy(in + at[mask], x.mask, sizeof *in * (size_t)((d->config.lanes + 31) / 32));
    memcpy(in + at[block], x.block, sizeof *in * (size_t)d->config.lanes);
}

/* crossbar: every enable and every choice of inputs while there are few, with one bit set; then random registers. */
static void for_crossbar(const design *d, stimuli *s, rng *r, unsigned long long n, uint32_t *in)
{
    int en = input_index(d, "en_i"), from = input_index(d, "from_i"), data = input_index(d, "data_i"), at[WF_MAX_PORTS];
    int data_bits = d->ports.port[data].bits, control = d->ports.port[en].bits + d->ports.port[from].bits;
    input_words(d, at);
    any_bits(d, r, in);
    if (control <= 8 && n < ((unsigned long long)data_bits << control)) {
        uint32_t c = (uint32_t)(n & (((unsigned)1 << control) - 1)), bit = (uint32_t)(n >> control);
        put_field(in + at[en], 0, &c, d->ports.port[en].bits);
        c >>= d->ports.port[en].bits;
        put_field(in + at[from], 0, &c, d->ports.port[from].bits);
        memset(in + at[data], 0, sizeof *in * (size_t)((data_bits + 31) / 32));
        in[at[data] + bit / 32] |= (uint32_t)1 << bit % 32;
        return;
    }
    if (n % 2)
        for (int p = 0; 32 * p * d->config.lanes < data_bits; p++) {
            stimulus x;
            stimuli_next(s, &x);
            memcpy(in + at[data] + p * d->config.lanes, x.block, sizeof *in * (size_t)d->config.lanes);
        }
}

/* eligible: tags that a bytewise encoder makes of values under masks that come again, with bits turned here and there. */
enum { OPERAND_KINDS = 2 * 16 * 4 + 1 };

typedef struct {
    wf_config config;
    wf_sizes sizes;
    const wf_codec *codec;
} tag_maker;

/* Operand number k of the small cases: not a register, or D, enc of all groups, and one of four BVRs. */
static void small_operand(const tag_maker *t, int k, const uint32_t *mask, uint32_t *used, uint32_t *tag)
{
    memset(tag, 0, WF_TAG_WORDS * sizeof *tag);
    *used = k < OPERAND_KINDS - 1;
    if (!*used)
        return;
    uint32_t enc = (uint32_t)k >> 1 & 15, d = (uint32_t)k & 1, kind = (uint32_t)k >> 5;
    int groups = t->sizes.code_bits / 4, width = t->config.lanes / groups, head = 4 * groups + 1 + (groups > 1);
    int bvr_bits = (t->sizes.tag_bits - head) / groups;
    for (int g = 0; g < groups; g++) {
        uint32_t part = mask[g * width / 32] >> g * width % 32 & (width >= 32 ? ~(uint32_t)0 : ((uint32_t)1 << width) - 1);
        uint32_t bvr = kind == 0 ? part : kind == 1 ? part ^ 1 : kind == 2 ? part | (uint32_t)1 << 31 : 0x12345678;
        put_field(tag, 4 * g, &enc, 4);
        put_field(tag, head + bvr_bits * g, &bvr, 32);
    }
    put_field(tag, t->sizes.raw_bit, &d, 1);
    if (groups > 1) {
        uint32_t one = enc == 15;
        put_field(tag, t->sizes.raw_bit + 1, &one, 1);
    }
}

static void random_operand(const tag_maker *t, stimuli *s, rng *r, const uint32_t *mask, uint32_t *used, uint32_t *tag)
{
    static const uint32_t all[WF_MASK_WORDS] = {~0u, ~0u, ~0u, ~0u};
    stimulus x;
    wf_code code;
    stimuli_next(s, &x);
    uint32_t how = rng_below(r, 8), same = rng_below(r, 2);
    int groups = t->sizes.code_bits / 4;
    for (int i = 0; how < 4 && i < t->config.lanes; i++)   /* one value, or one value a group */
        x.block[i] = x.block[same ? 0 : i / (t->config.lanes / groups) * (t->config.lanes / groups)];
    const uint32_t *own = rng_below(r, 4) == 0 ? x.mask : how % 2 ? mask : all;
    wf_input input = {x.block, own, false};
    wf_encode(t->codec, &t->config, &input, &code);
    memcpy(tag, code.tag, sizeof code.tag);
    if (rng_below(r, 8) == 0) {
        int bit = (int)rng_below(r, (uint32_t)t->sizes.tag_bits);
        tag[bit / 32] ^= (uint32_t)1 << bit % 32;
    }
    *used = rng_below(r, 4) != 0;
}

static void for_eligible(const design *d, stimuli *s, rng *r, unsigned long long n, uint32_t *in)
{
    int mask = input_index(d, "mask_i"), used = input_index(d, "used_i"), tags = input_index(d, "tag_i");
    int lanes = d->config.lanes, sources = d->ports.port[used].bits, at[WF_MAX_PORTS];
    tag_maker t = {.codec = wf_find_codec("bytewise")};
    t.config = wf_default_config(t.codec->params, lanes);
    for (int p = 0; d->params[p].name; p++)
        if (strcmp(d->params[p].name, "groups") == 0)
            t.config.param[0] = d->config.param[p];
    if (t.codec->sizes(&t.config, &t.sizes, NULL) != WF_OK)
        die("internal: bytewise does not know a configuration of eligible");
    input_words(d, at);
    any_bits(d, r, in);
    if (n % 64 == 63)
        return;     /* any bits */
    unsigned long long cases = lanes <= 8 ? 1ull << lanes : 4;
    for (int k = 0; k < sources; k++)
        cases *= OPERAND_KINDS;
    uint32_t active[WF_MASK_WORDS] = {0};
    stimulus x;
    stimuli_next(s, &x);
    memcpy(active, x.mask, sizeof active);
    if (rng_below(r, 4) == 0)
        memcpy(active, in + at[mask], sizeof *in * (size_t)((lanes + 31) / 32));
    bool small = n % 4 != 0 || lanes <= 4;
    unsigned long long rest = cases <= 1u << 24 ? (n - n / 64) % cases : rng_next(r) % cases;
    if (small && lanes <= 8) {
        active[0] = (uint32_t)(rest & ((1u << lanes) - 1));
        rest >>= lanes;
    }
    memcpy(in + at[mask], active, sizeof *in * (size_t)((lanes + 31) / 32));
    for (int k = 0; k < sources; k++) {
        uint32_t tag[WF_TAG_WORDS], is_used;
        if (small)
            small_operand(&t, (int)(rest % OPERAND_KINDS), active, &is_used, tag);
        else
            random_operand(&t, s, r, active, &is_used, tag);
        rest /= OPERAND_KINDS;
        put_field(in + at[used], k, &is_used, 1);
        put_field(in + at[tags], k * t.sizes.tag_bits, tag, t.sizes.tag_bits);
    }
    int value = input_index(d, "value_i"), groups = d->ports.port[value].bits / 32;
    for (int g = 1; rng_below(r, 2) && g < groups; g++)
        in[at[value] + g] = in[at[value]];
}

/* expand: all inputs while they are few; else every stride under every base that is one run of ones, then random ones. */
enum { FEW_BITS = 16 };

/* Stride number k as coded: of the powers of 2 all codes; of any strides each power of 2, its negative, zero and ones. */
static uint64_t nth_stride(const affine_geometry *g, unsigned k)
{
    if (!g->any)
        return k;
    uint64_t power = k / 2 < (unsigned)g->word ? (uint64_t)1 << k / 2 : 0;
    return k % 2 ? 0 - power - (power == 0) : power;
}

/* Base number k: none, or the k-th run of ones. */
static uint64_t nth_run(int word, unsigned k)
{
    int length = 1;
    if (k-- == 0)
        return 0;
    for (; k >= (unsigned)(word - length + 1); length++)
        k -= (unsigned)(word - length + 1);
    return word_mask(length) << k;
}

static void for_expand(const design *d, stimuli *s, rng *r, unsigned long long n, uint32_t *in)
{
    affine_geometry g = affine_geometry_of(&d->config);
    int base = input_index(d, "base_i"), stride = input_index(d, "stride_i"), at[WF_MAX_PORTS];
    int base_bits = d->ports.port[base].bits, stride_bits = d->ports.port[stride].bits;
    (void)s;
    input_words(d, at);
    any_bits(d, r, in);
    if (base_bits + stride_bits <= FEW_BITS && n < (uint64_t)1 << (base_bits + stride_bits)) {
        in[at[base]] = (uint32_t)n & (uint32_t)word_mask(base_bits);
        in[at[stride]] = (uint32_t)n >> base_bits;
        return;
    }
    unsigned strides = g.any ? 2 * (unsigned)g.word + 2 : 1u << POW2_BITS, word = (unsigned)g.word, runs = word * (word + 1) / 2 + 1;
    unsigned long long corners = strides * runs;
    for (int k = 0; k < g.vectors; k++) {   /* each vector its own corner */
        unsigned corner = (unsigned)((n / 2 + (unsigned)k * (corners / (unsigned)g.vectors)) * 7919 % corners);
        uint64_t x = nth_run(g.word, corner / strides), y = nth_stride(&g, corner % strides);
        if (n / 2 >= corners || n % 2) {    /* a run among other bits, a stride of any length */
            uint64_t all = rng_next(r);
            x = nth_run(g.word, rng_below(r, runs)) ^ (rng_below(r, 2) ? all : all << rng_below(r, word));
            y = rng_next(r) >> (g.any ? rng_below(r, 64) : 0);
        }
        uint32_t halves[2] = {(uint32_t)x, (uint32_t)(x >> 32)};
        put_field(in + at[base], k * g.word, halves, g.word);
        halves[0] = (uint32_t)y, halves[1] = (uint32_t)(y >> 32);
        put_field(in + at[stride], k * g.stride_bits, halves, g.stride_bits);
    }
}

/* metacache: for a while a few sets and a few tags that differ in one bit each, at a few entries; then others. Every fourth while
 * all sets. */
enum { WHILE = 256 };

static void for_metacache(const design *d, stimuli *s, rng *r, unsigned long long n, uint32_t *in)
{
    metacache_geometry g = metacache_geometry_of(&d->config);
    rng now = {(n / WHILE + 1) * 0x9e3779b97f4a7c15u};
    unsigned number = (unsigned)(n / WHILE), ways = (unsigned)g.ways;
    uint32_t first_set = rng_word(&now), first_tag = rng_word(&now), first_entry = rng_word(&now);
    (void)s;
    any_bits(d, r, in);
    if (n % 64 == 63)
        return;     /* any bits */
    uint32_t sets = number % 4 == 3 ? (uint32_t)g.sets : number % 4 == 0 ? 1 : number % 4 + 1;
    uint32_t tags = number % 8 < 4 ? ways + 1 : number % 8 < 6 ? ways : 2 * ways + 1;
    uint32_t set = (first_set + rng_below(r, sets)) % (uint32_t)g.sets, kind = rng_below(r, tags);
    uint32_t tag = kind ? first_tag ^ (uint32_t)1 << (first_tag + kind) % (unsigned)g.tag_bits : first_tag;
    uint32_t entry = first_entry ^ (rng_below(r, 2) ? 0 : (uint32_t)1 << rng_below(r, (unsigned)g.entry_bits));
    tag &= ((uint32_t)1 << g.tag_bits) - 1;
    entry &= ((uint32_t)1 << g.entry_bits) - 1;
    in[1] = ((tag << g.set_bits | set) << g.entry_bits) | entry;
}

void block_stimuli_next(const design *d, stimuli *s, rng *r, unsigned long long n, uint32_t *in)
{
    static const struct {
        const char *block;
        void (*next)(const design *d, stimuli *s, rng *r, unsigned long long n, uint32_t *in);
    } makers[] = {{"compare", for_compare}, {"crossbar", for_crossbar}, {"eligible", for_eligible},
                  {"expand", for_expand},     {"metacache", for_metacache}};
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
        if (strcmp(makers[i].block, d->block->name) == 0) {
            makers[i].next(d, s, r, n, in);
            return;
        }
    any_bits(d, r, in);
}
