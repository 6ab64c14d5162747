/* SPDX-License-Identifier: Apache-2.0
 *
 * eligible_stimuli - inputs that the bench gives the unit eligible. */
#include "unit_stimuli.h"

#include <string.h>

#include "../base/msg.h"

/* Tags that a bytewise encoder makes under a few masks, which repeat; now and then some bits are changed. */
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
    for (int i = 0; how < 4 && i < t->config.lanes; i++) /* one value, or one value a group */
        x.block[i] = x.block[same ? 0 : i / (t->config.lanes / groups) * (t->config.lanes / groups)];
    const uint32_t *own = rng_below(r, 4) == 0 ? x.mask : how % 2 ? mask : all;
    wf_input input = {.block = x.block, .mask = own};
    wf_encode(t->codec, &t->config, &input, &code);
    memcpy(tag, code.tag, sizeof code.tag);
    if (rng_below(r, 8) == 0) {
        int bit = (int)rng_below(r, (uint32_t)t->sizes.tag_bits);
        tag[bit / 32] ^= (uint32_t)1 << bit % 32;
    }
    *used = rng_below(r, 4) != 0;
}

bool unit_stimuli_eligible(const design *d, stimuli *s, rng *r, int stream, unsigned long long n, uint32_t *in)
{
    const wf_stream *w = &d->streams.stream[stream];
    int mask = input_index(w, "mask"), used = input_index(w, "used"), load = input_index(w, "load"), tags = input_index(w, "tag");
    int lanes = d->config.lanes, sources = w->field[used].bits, at[WF_MAX_FIELDS];
    const wf_unit *unit = wf_find_unit("bytewise");
    tag_maker t = {.codec = unit->codec, .config = wf_default_config(unit, lanes)};
    t.config.param[0] = w->field[input_index(w, "value")].bits / 32; /* groups */
    if (t.codec->sizes(&t.config, &t.sizes, NULL) != WF_OK)
        die("internal: bytewise does not know a configuration of eligible");
    input_words(w, at);
    any_bits(w, r, in);
    if (n % 64 == 63)
        return true;                                           /* any bits */
    unsigned long long cases = lanes <= 8 ? 2ull << lanes : 8; /* of masks, and a load or not */
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
    if (small && lanes <= 8)
        in[at[load]] = (uint32_t)(rest & 1);
    int value = input_index(w, "value"), groups = w->field[value].bits / 32;
    for (int g = 1; rng_below(r, 2) && g < groups; g++)
        in[at[value] + g] = in[at[value]];
    return true;
}
