/* SPDX-License-Identifier: Apache-2.0
 *
 * bestof_fast.c - bestof.c faster: what a member's configuration and tag are is known by places, a code is moved by words, and a raw line
 * is not moved. */
#include "bestof.h"
#include "bits.h"
#include "line.h"
#include "warpfold.h"

enum { TAG_WORDS = 3, MOST_PARAMS = 7 };

extern const wf_unit wf_unit_linebdi, wf_unit_fpc, wf_unit_cpack, wf_unit_bpc;

/* Of a member: where its parameters are in the whole's, and which of them the whole sets. The bits of its tag, beside the line, and the
 * parameter that adds a bit for two bytes of the line if it is 1; -1: none. `sizes` tells these bits too, but it fills in kilobytes. */
static const struct {
    const wf_unit *unit;
    int at, save, tag, tag_bits, select;
} member[COUNT] = {
    [LINEBDI] = {&wf_unit_linebdi, OWN, 5, 6, 4, 3},
    [FPC] = {&wf_unit_fpc, OWN + 7, 4, 5, 1, -1},
    [CPACK] = {&wf_unit_cpack, OWN + 13, 4, 5, 1, -1},
    [BPC] = {&wf_unit_bpc, OWN + 19, 2, 3, 1, -1},
};

/* MOST_PARAMS are copied of every member: a copy of known size is no call. */
INLINE const wf_codec *config_of(const wf_config *c, int k, wf_config *own)
{
    own->lanes = 0;
    own->line_bytes = c->line_bytes;
    memcpy(own->param, c->param + member[k].at, MOST_PARAMS * sizeof *own->param);
    own->param[member[k].save] = c->param[SAVE];
    own->param[member[k].tag] = c->param[TAG];
    return member[k].unit->codec;
}

/* tag=side */
INLINE int tag_bits_of(const wf_config *c, int k)
{
    bool selects = member[k].select >= 0 && c->param[member[k].at + member[k].select] == 1;
    return member[k].tag_bits + (selects ? c->line_bytes / 2 : 0);
}

/* Clears the bits of a member's tag from `bits` on. */
static void keep_bits(uint32_t *tag, int bits)
{
    for (int i = 0; i < TAG_WORDS; i++)
        tag[i] &= bits <= 32 * i ? 0 : low_ones(bits - 32 * i);
}

/* ---- Encode ---- */

/* Measure, Classify: the member with the best code, its configuration, and the bits of that code. -1: no member saves anything. */
static int best(const wf_config *c, const wf_input *in, wf_config *chosen, int *bits)
{
    int raw = 8 * c->line_bytes, least = raw, k = -1; /* no code costs as much */
    *bits = raw;
    for (int i = 0; i < COUNT && !in->raw_only; i++) {
        int m = member_at(c, i);
        if (!is_member(c, m))
            continue;
        wf_config own;
        int size = wf_measure(config_of(c, m, &own), &own, in), cost = cost_of(c, size);
        if (size < raw && cost < least) {
            k = m;
            least = cost;
            *bits = size;
        }
    }
    if (k >= 0)
        config_of(c, k, chosen);
    return k;
}

static wf_status encode(const wf_config *c, const wf_input *in, wf_code *code)
{
    wf_config own;
    int bits, k = best(c, in, &own, &bits);
    if (k < 0) {
        wf_input raw = {.block = in->block, .mask = in->mask, .raw_only = true};
        wf_encode(config_of(c, first_member(c), &own), &own, &raw, code);
        memset(code->tag, 0, TAG_WORDS * sizeof *code->tag);
        return WF_OK;
    }
    wf_encode(member[k].unit->codec, &own, in, code);
    if (has_head(c)) {
        code->payload[0] |= (uint32_t)(k + 1) << HEAD_WHICH;
        return WF_OK;
    }
    int which = which_bits(c);
    uint32_t tag[TAG_WORDS + 1] = {(uint32_t)(k + 1) << (32 - which)};
    memcpy(tag + 1, code->tag, TAG_WORDS * sizeof *tag);
    keep_bits(tag + 1, tag_bits_of(c, k));
    for (int i = 0; i < TAG_WORDS; i++)
        code->tag[i] = tag[i + 1] << which | tag[i] >> (32 - which);
    return WF_OK;
}

static int measure(const wf_config *c, const wf_input *in)
{
    wf_config own;
    int bits;
    best(c, in, &own, &bits);
    return bits;
}

/* ---- Decode ---- */

INLINE wf_status decode_member(const wf_config *c, int k, const wf_line_code *part, uint32_t *block)
{
    wf_config own;
    return config_of(c, k, &own)->fast->decode_line(&own, part, block);
}

/* A raw line is the first member's, as it is. */
static wf_status decode_raw(const wf_config *c, const wf_code *code, uint32_t *block)
{
    wf_line_code part = line_code(code);
    return decode_member(c, first_member(c), &part, block);
}

/* Decodes a line that no member is named of, as a raw one. */
static wf_status decode_unknown(const wf_config *c, const wf_code *code, uint32_t *block, wf_status unknown)
{
    const uint32_t raw[TAG_WORDS] = {0};
    wf_line_code part = {raw, code->payload, code->units[0]};
    decode_member(c, first_member(c), &part, block);
    return unknown;
}

static wf_status decode_headed(const wf_config *c, const wf_code *code, uint32_t *block)
{
    const uint32_t which = low_ones(which_bits(c));
    int k = (int)(code->payload[0] >> HEAD_WHICH & which) - 1;
    if (!(code->tag[0] & 1))
        return decode_raw(c, code, block);
    if (k < 0 || k >= COUNT || !is_member(c, k))
        return decode_unknown(c, code, block, WF_ERR_PAYLOAD);
    const uint32_t compressed = 1;
    uint32_t payload[WF_MAX_WORDS];
    wf_line_code part = {&compressed, payload, code->units[0]};
    for (int i = 0; i < line_words(c); i += WF_BURST_BYTES / 4) /* copies of known size are no calls */
        memcpy(payload + i, code->payload + i, WF_BURST_BYTES);
    payload[0] &= ~(which << HEAD_WHICH);
    return decode_member(c, k, &part, block);
}

/* The bits of the widest tag of a member. */
INLINE int most_tag_bits(const wf_config *c)
{
    int most = 0;
    for (int k = 0; k < COUNT; k++)
        if (is_member(c, k) && tag_bits_of(c, k) > most)
            most = tag_bits_of(c, k);
    return most;
}

/* Decodes a code with member k, of a tag of several words. `most` as most_tag_bits. */
static wf_status decode_wide(const wf_config *c, int k, int most, const wf_code *code, uint32_t *block)
{
    uint32_t tag[TAG_WORDS];
    wf_line_code part = {tag, code->payload, code->units[0]};
    int bits = tag_bits_of(c, k), which = which_bits(c);
    for (int i = 0; i < TAG_WORDS; i++)
        tag[i] = code->tag[i] >> which | code->tag[i + 1] << (32 - which);
    bool known = most == bits || !any_set(tag, bits, most - bits);
    keep_bits(tag, bits);
    wf_status status = decode_member(c, k, &part, block);
    return known && (tag[0] & low_ones(member[k].tag_bits)) ? status : WF_ERR_TAG;
}

/* Known sizes: k is a constant in each call. */
INLINE wf_status decode_of(const wf_config *c, int k, const wf_code *code, uint32_t *block)
{
    int most = most_tag_bits(c), bits = tag_bits_of(c, k), which = which_bits(c);
    if (!is_member(c, k))
        return decode_unknown(c, code, block, WF_ERR_TAG);
    if (which + most > 32)
        return decode_wide(c, k, most, code, block);
    uint32_t all = code->tag[0] >> which & low_ones(most), own = all & low_ones(bits);
    wf_line_code part = {&own, code->payload, code->units[0]};
    wf_status status = decode_member(c, k, &part, block);
    return own == all && (own & low_ones(member[k].tag_bits)) ? status : WF_ERR_TAG;
}

static wf_status decode(const wf_config *c, const wf_code *code, uint32_t *block)
{
    if (has_head(c))
        return decode_headed(c, code, block);
    switch (code->tag[0] & low_ones(which_bits(c))) {
    case 1 + LINEBDI: return decode_of(c, LINEBDI, code, block);
    case 1 + FPC: return decode_of(c, FPC, code, block);
    case 1 + CPACK: return decode_of(c, CPACK, code, block);
    case 1 + BPC: return decode_of(c, BPC, code, block);
    default:
        return any_set(code->tag, 0, which_bits(c) + most_tag_bits(c)) ? decode_unknown(c, code, block, WF_ERR_TAG)
                                                                       : decode_raw(c, code, block);
    }
}

const wf_fast wf_bestof_fast = {.encode = encode, .decode = decode, .measure = measure};
