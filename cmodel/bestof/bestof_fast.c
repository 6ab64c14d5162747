/* SPDX-License-Identifier: Apache-2.0
 *
 * bestof_fast.c - bestof in the form that the program runs: a member that cannot win is not measured, a code is moved by words, and a raw
 * line stays where it is. A codec is a number, as in bestof.c; its wf_fast tells where its parameters are. First these and the width of its
 * tag, then encode and decode. A codec without a fast form is decoded by its plain one. */
#include "../bits.h"
#include "../form.h"
#include "../line_fast.h"
#include "../takes.h"
#include "bestof.h"

/* ---- The list of members: 4 bits a place, the codec and 1 ---- */

INLINE int member_at(const wf_config *c, int place)
{
    return (int)((uint32_t)c->param[BESTOF_MEMBERS] >> 4 * place & 15) - 1;
}

INLINE int members(const wf_config *c)
{
    return (35 - __builtin_clz((uint32_t)c->param[BESTOF_MEMBERS])) / 4;
}

/* Bits of a member's number: 1 for one member, 2 for up to three, 3 for more. */
INLINE int which_bits(const wf_config *c)
{
    uint32_t list = (uint32_t)c->param[BESTOF_MEMBERS];
    return 1 + (list >> 4 != 0) + (list >> 12 != 0);
}

INLINE bool has_head(const wf_config *c)
{
    return c->param[BESTOF_TAG] == LINE_HEAD;
}

/* ---- A codec's parameters ---- */

#define WF_UNIT(name)
#define WF_LINE_CODEC(name)              \
    extern const wf_unit wf_unit_##name; \
    extern const wf_fast wf_##name##_fast;
#include "../../units.def"
#undef WF_LINE_CODEC
static const wf_unit *const units[] = {
#define WF_LINE_CODEC(name) &wf_unit_##name,
#include "../../units.def"
#undef WF_LINE_CODEC
};
static const wf_fast *const fast_of[] = {
#define WF_LINE_CODEC(name) &wf_##name##_fast,
#include "../../units.def"
#undef WF_LINE_CODEC
};

/* As wf_child_config: a codec's parameters are behind those of the codecs before it. */
INLINE void configure(const wf_config *c, int codec, wf_config *own)
{
    enum { MOST = 8 }; /* a copy of known size is no call */
    const wf_fast *fast = fast_of[codec];
    int at = BESTOF_PARAMS;
    for (int before = 0; before < codec; before++)
        at += fast_of[before]->params;
    if (fast->params <= MOST && at <= WF_MAX_PARAMS - MOST)
        memcpy(own->param, c->param + at, MOST * sizeof *own->param);
    else
        memcpy(own->param, c->param + at, (size_t)fast->params * sizeof *own->param);
    own->lanes = 0;
    own->line_bytes = c->line_bytes;
    if (fast->save)
        own->param[fast->save - 1] = c->param[BESTOF_SAVE];
    if (fast->tag)
        own->param[fast->tag - 1] = c->param[BESTOF_TAG];
}

/* ---- The width of its tag, with tag=side ---- */

NOINLINE int tag_bits_by_sizes(const wf_config *own, int codec, int *code_bits)
{
    wf_sizes s;
    units[codec]->codec->sizes(own, &s, NULL);
    *code_bits = s.code_bits;
    return s.tag_bits;
}

/* Of a codec with this configuration. */
INLINE int tag_bits_of(const wf_config *own, int codec, int *code_bits)
{
    const wf_fast *fast = fast_of[codec];
    if (fast->tag_bits == 0)
        return tag_bits_by_sizes(own, codec, code_bits);
    *code_bits = fast->code_bits;
    return fast->tag_bits + (fast->wide && own->param[fast->wide - 1] == 1 ? own->line_bytes / 2 : 0);
}

/* The bits of the widest tag of a member. */
static int most_tag_bits(const wf_config *c)
{
    int most = 0, code_bits, codec;
    for (int place = 0; place < WF_MAX_LIST && (codec = member_at(c, place)) >= 0; place++) {
        wf_config own;
        configure(c, codec, &own);
        int bits = tag_bits_of(&own, codec, &code_bits);
        most = bits > most ? bits : most;
    }
    return most;
}

/* ---- Is it a configuration? ---- */

/* One or more different codecs, and nothing behind the last. */
NOINLINE bool is_list(const wf_config *c)
{
    int seen = 0, place = 0, codec;
    for (; place < WF_MAX_LIST && (codec = member_at(c, place)) >= 0; place++) {
        if (codec >= BESTOF_CODECS || seen >> codec & 1)
            return false;
        seen |= 1 << codec;
    }
    return place > 0 && c->param[BESTOF_MEMBERS] >> 4 * place == 0;
}

/* Do the members have what the whole asks for? */
NOINLINE bool have_all(const wf_config *c)
{
    int codec;
    for (int place = 0; place < WF_MAX_LIST && (codec = member_at(c, place)) >= 0; place++)
        if ((c->param[BESTOF_CHOOSE] == BESTOF_BYTES && !units[codec]->codec->sized) || (has_head(c) && !fast_of[codec]->tag) ||
            (c->param[BESTOF_SAVE] == LINE_SAVE_BURST && !fast_of[codec]->save))
            return false;
    return true;
}

/* All but the members' own parameters. The usual members have all. */
INLINE bool takes_own(const wf_config *c)
{
    const int *p = c->param;
    return has_line(c, p[BESTOF_SAVE] == LINE_SAVE_BYTE) && are_flags(p[BESTOF_CHOOSE] | p[BESTOF_SAVE] | p[BESTOF_TAG]) &&
           (USUALLY(p[BESTOF_MEMBERS] == BESTOF_USUAL) || (is_list(c) && have_all(c)));
}

NOINLINE bool takes_members(const wf_config *c)
{
    int codec, code_bits;
    for (int place = 0; place < WF_MAX_LIST && (codec = member_at(c, place)) >= 0; place++) {
        const wf_fast *fast = fast_of[codec];
        wf_config own;
        configure(c, codec, &own);
        if (fast->takes ? !fast->takes(&own) : wf_config_error(units[codec], &own, NULL))
            return false;
        if (tag_bits_of(&own, codec, &code_bits) > BESTOF_MOST_TAG_BITS)
            return false;
    }
    return true;
}

/* Encode, decode and measure have no time to ask all members: a member refuses where it is used. */
static bool takes(const wf_config *c)
{
    return takes_own(c) && takes_members(c);
}

/* Clears the bits of a member's tag from `bits` on. */
static void keep_bits(uint32_t *tag, int bits)
{
    for (int i = 0; i < BESTOF_TAG_WORDS; i++)
        tag[i] &= bits <= 32 * i ? 0 : low_ones(bits - 32 * i);
}

/* ---- Encode ---- */

/* Of two codes that cost the same, is that of `codec` better than that of `other`, which is behind it in the list? */
INLINE bool wins_tie(const wf_config *c, int codec, int other)
{
    int delay = units[codec]->codec->dec_delay, of_other = units[other]->codec->dec_delay;
    return c->param[BESTOF_CHOOSE] == BESTOF_BYTES || of_other == 0 || (delay > 0 && delay <= of_other);
}

/* The size of its code; -1: it does not have its configuration, which is filled in. */
INLINE int measure_by(int codec, const wf_config *c, const wf_input *in, wf_config *own)
{
    configure(c, codec, own);
    return fast_of[codec]->measure ? fast_of[codec]->measure(own, in) : wf_measure(units[codec]->codec, own, in);
}

/* Known codecs: a function is written once for any codec, and compiled for each of them. What it needs then is at known places. */
INLINE int measure_member(int codec, const wf_config *c, const wf_input *in, wf_config *own)
{
    switch (codec) {
#define WF_LINE_CODEC(name) \
    case BESTOF_AT_##name:  \
        return measure_by(BESTOF_AT_##name, c, in, own);
#include "../../units.def"
#undef WF_LINE_CODEC
    default: return 0;
    }
}

/* Measure, Classify: the place of the member with the best code, and the bits of that code; *of is its configuration, one of `own`. -1: no
 * member saves anything, or it is no configuration, with -1 for the bits. The last member comes first: of the default list its codes win if they
 * are equal. A code of one burst, or byte, is only compared with those that win against it. */
INLINE int best(const wf_config *c, const wf_input *in, int *bits, wf_config own[WF_MAX_LIST], const wf_config **of)
{
    *bits = -1;
    if (!takes_own(c) || (in->raw_only && !takes_members(c)))
        return -1;
    int raw = 8 * c->line_bytes, shift = c->param[BESTOF_CHOOSE] == BESTOF_BURSTS ? 8 : 3, least = raw, chosen = -1;
    bool known = true;
    *bits = raw;
    if (in->raw_only)
        return -1;
    for (int place = members(c) - 1; place >= 0; place--) {
        int codec = member_at(c, place);
        if (least == 1 && !wins_tie(c, codec, member_at(c, chosen)))
            continue;
        int size = measure_member(codec, c, in, &own[place]), cost = (size + (1 << shift) - 1) >> shift;
        known &= size >= 0;
        if (size < raw && (cost < least || (cost == least && wins_tie(c, codec, member_at(c, chosen))))) {
            chosen = place;
            *of = &own[place];
            least = cost;
            *bits = size;
        }
    }
    if (known)
        return chosen;
    *bits = -1;
    return -1;
}
_Static_assert(LINE_BURST_BITS == 1 << 8, "bursts by a shift");

NOINLINE wf_status encode_raw(const wf_config *c, const wf_input *in, wf_code *code)
{
    wf_config own;
    wf_input raw = {.block = in->block, .mask = in->mask, .raw_only = true};
    int codec = member_at(c, 0);
    configure(c, codec, &own);
    wf_encode(units[codec]->codec, &own, &raw, code);
    memset(code->tag, 0, sizeof code->tag[0] * BESTOF_TAG_WORDS);
    return WF_OK;
}

static wf_status encode(const wf_config *c, const wf_input *in, wf_code *code)
{
    wf_config owns[WF_MAX_LIST];
    const wf_config *own = NULL;
    int bits, code_bits, place = best(c, in, &bits, owns, &own);
    if (place < 0)
        return bits < 0 ? WF_ERR_CONFIG : encode_raw(c, in, code);
    int codec = member_at(c, place);
    wf_encode(units[codec]->codec, own, in, code);
    if (has_head(c)) {
        code->payload[0] |= (uint32_t)(place + 1) << BESTOF_WHICH;
        return WF_OK;
    }
    int which = which_bits(c), tag_bits = tag_bits_of(own, codec, &code_bits);
    uint32_t tag[BESTOF_TAG_WORDS + 1] = {(uint32_t)(place + 1) << (32 - which)};
    memcpy(tag + 1, code->tag, BESTOF_TAG_WORDS * sizeof *tag);
    keep_bits(tag + 1, tag_bits);
    for (int i = 0; i < BESTOF_TAG_WORDS; i++)
        code->tag[i] = tag[i + 1] << which | tag[i] >> (32 - which);
    return WF_OK;
}

static int measure(const wf_config *c, const wf_input *in)
{
    wf_config owns[WF_MAX_LIST];
    const wf_config *own = NULL;
    int bits;
    best(c, in, &bits, owns, &own);
    return bits;
}

/* ---- Decode ---- */

/* Decodes the code of a codec that has no fast form for a code in parts. part->tag has BESTOF_TAG_WORDS words. */
NOINLINE wf_status decode_plain(int codec, const wf_config *own, const wf_line_code *part, uint32_t *block)
{
    wf_code code = {.units = {part->units}};
    memcpy(code.tag, part->tag, BESTOF_TAG_WORDS * sizeof *code.tag);
    memcpy(code.payload, part->payload, (size_t)own->line_bytes);
    return wf_decode(units[codec]->codec, own, &code, block);
}

INLINE wf_status decode_by(int codec, const wf_config *c, const wf_line_code *part, uint32_t *block)
{
    wf_config own;
    configure(c, codec, &own);
    return fast_of[codec]->decode_line ? fast_of[codec]->decode_line(&own, part, block) : decode_plain(codec, &own, part, block);
}

/* Known codecs. */
INLINE wf_status decode_member(int codec, const wf_config *c, const wf_line_code *part, uint32_t *block)
{
    switch (codec) {
#define WF_LINE_CODEC(name) \
    case BESTOF_AT_##name:  \
        return decode_by(BESTOF_AT_##name, c, part, block);
#include "../../units.def"
#undef WF_LINE_CODEC
    default: return WF_ERR_TAG;
    }
}

/* What a member says, or `otherwise` if the code is none of its own. A member refuses its configuration in any case. */
INLINE wf_status verdict(wf_status of_member, bool own, wf_status otherwise)
{
    return own || of_member == WF_ERR_CONFIG ? of_member : otherwise;
}

/* A raw line is the first member's, as it is. `otherwise`: what is returned if the code is not known to be raw. */
static wf_status decode_raw(const wf_config *c, const wf_code *code, uint32_t *block, wf_status otherwise)
{
    const uint32_t raw[BESTOF_TAG_WORDS] = {0};
    wf_line_code part = {raw, code->payload, code->units[0]};
    wf_status status = decode_member(member_at(c, 0), c, &part, block);
    return verdict(status, otherwise == WF_OK, otherwise);
}

NOINLINE wf_status decode_headed(const wf_config *c, const wf_code *code, uint32_t *block)
{
    const uint32_t which = low_ones(which_bits(c)), compressed[BESTOF_TAG_WORDS] = {1};
    int number = (int)(code->payload[0] >> BESTOF_WHICH & which), codec = number ? member_at(c, number - 1) : -1;
    uint32_t payload[WF_MAX_WORDS];
    wf_line_code part = {compressed, payload, code->units[0]};
    if (!(code->tag[0] & 1))
        return decode_raw(c, code, block, WF_OK);
    if (codec < 0)
        return decode_raw(c, code, block, WF_ERR_PAYLOAD);
    for (int i = 0; i < line_words(c); i += WF_BURST_BYTES / 4) /* copies of known size are no calls */
        memcpy(payload + i, code->payload + i, WF_BURST_BYTES);
    payload[0] &= ~(which << BESTOF_WHICH);
    return decode_member(codec, c, &part, block);
}

/* Decodes any code whose tag is beside it. */
NOINLINE wf_status decode_any(const wf_config *c, const wf_code *code, uint32_t *block)
{
    if (!takes_members(c)) /* the widths of all tags count */
        return WF_ERR_CONFIG;
    uint32_t tag[BESTOF_TAG_WORDS];
    wf_line_code part = {tag, code->payload, code->units[0]};
    wf_config own;
    int which = which_bits(c), most = most_tag_bits(c), number = (int)(code->tag[0] & low_ones(which)), code_bits;
    int codec = number ? member_at(c, number - 1) : -1;
    if (codec < 0)
        return decode_raw(c, code, block, number || any_set(code->tag, 0, which + most) ? WF_ERR_TAG : WF_OK);
    configure(c, codec, &own);
    int bits = tag_bits_of(&own, codec, &code_bits);
    for (int i = 0; i < BESTOF_TAG_WORDS; i++)
        tag[i] = code->tag[i] >> which | code->tag[i + 1] << (32 - which);
    bool known = most == bits || !any_set(tag, bits, most - bits);
    keep_bits(tag, bits);
    wf_status status = decode_member(codec, c, &part, block);
    return verdict(status, known && any_set(tag, 0, code_bits), WF_ERR_TAG);
}

/* Decodes a code of a tag in one word, with nothing above the codec's own; any other is decode_any's. */
INLINE wf_status decode_short(int codec, const wf_config *c, const wf_code *code, uint32_t *block)
{
    int which = which_bits(c), code_bits;
    wf_config own;
    configure(c, codec, &own);
    uint32_t tag[BESTOF_TAG_WORDS] = {code->tag[0] >> which};
    wf_line_code part = {tag, code->payload, code->units[0]};
    if (!fast_of[codec]->decode_line)
        return decode_any(c, code, block);
    int bits = tag_bits_of(&own, codec, &code_bits);
    if (which + bits > 32 || tag[0] >> bits)
        return decode_any(c, code, block);
    wf_status status = fast_of[codec]->decode_line(&own, &part, block);
    return verdict(status, tag[0] & low_ones(code_bits), WF_ERR_TAG);
}

/* Most tags are short. */
static wf_status decode(const wf_config *c, const wf_code *code, uint32_t *block)
{
    if (!takes_own(c))
        return WF_ERR_CONFIG;
    if (has_head(c))
        return decode_headed(c, code, block);
    uint32_t behind = code->tag[1] | code->tag[2];
    if ((code->tag[0] | behind) == 0)
        return decode_raw(c, code, block, WF_OK);
    int number = (int)(code->tag[0] & low_ones(which_bits(c)));
    switch (behind || number == 0 ? -1 : member_at(c, number - 1)) {
#define WF_LINE_CODEC(name) \
    case BESTOF_AT_##name:  \
        return decode_short(BESTOF_AT_##name, c, code, block);
#include "../../units.def"
#undef WF_LINE_CODEC
    default: return decode_any(c, code, block);
    }
}

WF_FORMS_OF(bestof);
const wf_fast wf_bestof_fast = {.takes = takes, .encode = encode, .decode = decode, .measure = measure, .forms = forms};
