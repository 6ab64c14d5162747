/* SPDX-License-Identifier: Apache-2.0
 *
 * bestof_fast.c - bestof.c faster: members' configurations are cut out of the whole's by places that are known, and a code is moved by
 * words. */
#include "bestof.h"
#include "bits.h"
#include "line.h"
#include "warpfold.h"

enum { TAG_WORDS = 3 };

extern const wf_unit wf_unit_linebdi, wf_unit_fpc, wf_unit_cpack;

/* Of a member: how many parameters it has, and which of them the whole sets; `form` -1: none. */
static const struct {
    const wf_unit *unit;
    int params, save, tag, form, value;
} member[COUNT] = {
    {&wf_unit_linebdi, 8, 6, 7, -1, 0},
    {&wf_unit_fpc, 6, 4, 5, 0, 1},
    {&wf_unit_cpack, 5, 3, 4, 0, 1},
};

static const wf_codec *config_of(const wf_config *c, int k, wf_config *own)
{
    const int *param = c->param + OWN;
    for (int i = 0; i < k; i++)
        param += member[i].params;
    own->lanes = 0;
    own->line_bytes = c->line_bytes;
    memcpy(own->param, param, (size_t)member[k].params * sizeof *param);
    own->param[member[k].save] = c->param[SAVE];
    own->param[member[k].tag] = c->param[TAG];
    if (member[k].form >= 0)
        own->param[member[k].form] = member[k].value;
    return member[k].unit->codec;
}

static int tag_bits_of(const wf_config *c, int k)
{
    wf_config own;
    wf_sizes s;
    config_of(c, k, &own)->sizes(&own, &s, NULL);
    return s.tag_bits;
}

/* Clears the bits of a member's tag from `bits` on. */
static void keep_bits(uint32_t *tag, int bits)
{
    for (int i = 0; i < TAG_WORDS; i++)
        tag[i] &= bits >= 32 * (i + 1) ? ~(uint32_t)0 : bits <= 32 * i ? 0 : ((uint32_t)1 << bits % 32) - 1;
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
    const wf_codec *codec = member[k].unit->codec;
    wf_sizes s;
    codec->sizes(&own, &s, NULL);
    wf_encode(codec, &own, in, code);
    if (has_head(c)) {
        code->payload[0] |= (uint32_t)(k + 1) << HEAD_WHICH;
        return WF_OK;
    }
    uint32_t tag[TAG_WORDS + 1] = {(uint32_t)(k + 1) << (32 - WHICH_BITS)};
    memcpy(tag + 1, code->tag, TAG_WORDS * sizeof *tag);
    keep_bits(tag + 1, s.tag_bits);
    for (int i = 0; i < TAG_WORDS; i++)
        code->tag[i] = tag[i + 1] << WHICH_BITS | tag[i] >> (32 - WHICH_BITS);
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

/* Is a bit from `from` on set in the tag? */
static bool has_bits(const uint32_t *tag, int from, int end)
{
    for (; from < end; from++)
        if (get_bit(tag, from))
            return true;
    return false;
}

/* Decodes a line that no member is named of, as a raw one. */
static wf_status decode_raw(const wf_config *c, const wf_code *code, uint32_t *block, wf_status unknown)
{
    wf_config own;
    wf_code part;
    memset(part.tag, 0, sizeof part.tag);
    memcpy(part.units, code->units, sizeof part.units);
    memcpy(part.payload, code->payload, (size_t)c->line_bytes);
    wf_decode(config_of(c, first_member(c), &own), &own, &part, block);
    if (unknown != WF_OK)
        return unknown;
    return code->units[0] == line_units(8 * c->line_bytes) ? WF_OK : WF_ERR_PAYLOAD;
}

static wf_status decode_headed(const wf_config *c, const wf_code *code, uint32_t *block)
{
    bool coded = code->tag[0] & 1;
    int k = (int)(code->payload[0] >> HEAD_WHICH & 3) - 1;
    if (!coded || k < 0 || !is_member(c, k))
        return decode_raw(c, code, block, coded ? WF_ERR_PAYLOAD : WF_OK);
    wf_config own;
    wf_code part;
    part.tag[0] = 1;
    memcpy(part.units, code->units, sizeof part.units);
    memcpy(part.payload, code->payload, (size_t)c->line_bytes);
    part.payload[0] &= ~((uint32_t)3 << HEAD_WHICH);
    return wf_decode(config_of(c, k, &own), &own, &part, block);
}

static wf_status decode(const wf_config *c, const wf_code *code, uint32_t *block)
{
    if (has_head(c))
        return decode_headed(c, code, block);
    int k = (int)(code->tag[0] & 3) - 1, bits = 0, most = 0;
    bool known = k < 0 || is_member(c, k);
    for (int i = 0; i < COUNT; i++)
        if (is_member(c, i)) {
            int own = tag_bits_of(c, i);
            most = own > most ? own : most;
            bits = i == k ? own : bits;
        }
    known = known && !has_bits(code->tag, WHICH_BITS + bits, WHICH_BITS + most);
    if (k < 0 || !is_member(c, k))
        return decode_raw(c, code, block, known ? WF_OK : WF_ERR_TAG);
    wf_config own;
    wf_code part;
    wf_sizes s;
    const wf_codec *codec = config_of(c, k, &own);
    codec->sizes(&own, &s, NULL);
    memcpy(part.units, code->units, sizeof part.units);
    memcpy(part.payload, code->payload, (size_t)c->line_bytes);
    for (int i = 0; i < TAG_WORDS; i++)
        part.tag[i] = code->tag[i] >> WHICH_BITS | code->tag[i + 1] << (32 - WHICH_BITS);
    keep_bits(part.tag, s.tag_bits);
    wf_status status = wf_decode(codec, &own, &part, block);
    return known && wf_tag_compressed(&s, part.tag) ? status : WF_ERR_TAG;
}

const wf_fast wf_bestof_fast = {.encode = encode, .decode = decode, .measure = measure};
