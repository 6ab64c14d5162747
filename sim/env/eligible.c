/* SPDX-License-Identifier: Apache-2.0
 *
 * The environment of eligible. */
#include "../environment.h"

#include <stdlib.h>
#include <string.h>

#include "../../base/msg.h"
#include "../fields.h"

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
        field_put(tag, 4 * g, &enc, 4);
        field_put(tag, head + bvr_bits * g, &bvr, 32);
    }
    field_put(tag, t->sizes.raw_bit, &d, 1);
    if (groups > 1) {
        uint32_t one = enc == 15;
        field_put(tag, t->sizes.raw_bit + 1, &one, 1);
    }
}

static void random_operand(const tag_maker *t, stimuli *values, rng *r, const uint32_t *mask, uint32_t *used, uint32_t *tag)
{
    static const uint32_t all[WF_MASK_WORDS] = {~0u, ~0u, ~0u, ~0u};
    stimulus x;
    wf_code code;
    stimuli_next(values, &x);
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

static bool next(void *env, int stream, uint32_t *in, rng *r)
{
    blind *b = env;
    const design *d = b->design;
    unsigned long long n = b->given++;
    const wf_stream *w = &d->streams.stream[stream];
    int mask = field_at(w, "mask"), used = field_at(w, "used"), load = field_at(w, "load"), tags = field_at(w, "tag");
    int lanes = d->config.lanes, sources = field_bits(w, "used");
    const wf_unit *unit = wf_find_unit("bytewise");
    tag_maker t = {.codec = unit->codec, .config = wf_default_config(unit, lanes)};
    t.config.param[0] = field_bits(w, "value") / 32; /* groups */
    if (t.codec->sizes(&t.config, &t.sizes, NULL) != WF_OK)
        die("internal: bytewise does not know a configuration of eligible");
    random_fields(w, in, r);
    if (n % 64 == 63)
        return true;                                           /* any bits */
    unsigned long long cases = lanes <= 8 ? 2ull << lanes : 8; /* of masks, and a load or not */
    for (int k = 0; k < sources; k++)
        cases *= OPERAND_KINDS;
    uint32_t active[WF_MASK_WORDS] = {0};
    stimulus x;
    stimuli_next(b->values, &x);
    memcpy(active, x.mask, sizeof active);
    if (rng_below(r, 4) == 0)
        memcpy(active, in + mask, sizeof *in * (size_t)((lanes + 31) / 32));
    bool small = n % 4 != 0 || lanes <= 4;
    unsigned long long rest = cases <= 1u << 24 ? (n - n / 64) % cases : rng_next(r) % cases;
    if (small && lanes <= 8) {
        active[0] = (uint32_t)(rest & ((1u << lanes) - 1));
        rest >>= lanes;
    }
    memcpy(in + mask, active, sizeof *in * (size_t)((lanes + 31) / 32));
    for (int k = 0; k < sources; k++) {
        uint32_t tag[WF_TAG_WORDS], is_used;
        if (small)
            small_operand(&t, (int)(rest % OPERAND_KINDS), active, &is_used, tag);
        else
            random_operand(&t, b->values, r, active, &is_used, tag);
        rest /= OPERAND_KINDS;
        field_put(in + used, k, &is_used, 1);
        field_put(in + tags, k * t.sizes.tag_bits, tag, t.sizes.tag_bits);
    }
    if (small && lanes <= 8)
        in[load] = (uint32_t)(rest & 1);
    int value = field_at(w, "value"), groups = field_bits(w, "value") / 32;
    for (int g = 1; rng_below(r, 2) && g < groups; g++)
        in[value + g] = in[value];
    return true;
}

const environment environment_eligible = {.open = blind_open, .close = arena_free, .next = next};
