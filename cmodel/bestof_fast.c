/* SPDX-License-Identifier: Apache-2.0
 *
 * bestof_fast.c - bestof.c faster: what a member's configuration and tag are is known by places, a code is moved by words, and a raw line
 * is not moved. A codec is a number, as in bestof.c. First where a codec's parameters are and how wide its tag is, then encode and decode;
 * tags of one word, which are the usual ones, have a way of their own in decode. A codec without a fast form is decoded by its plain one. */
#include "bestof.h"
#include "bits.h"
#include "line.h"
#include "warpfold.h"

#define NOINLINE __attribute__((noinline)) /* keeps what is rare, and its kilobytes of stack, out of what is not */

enum { MOST_PARAMS = 8 };

/* ---- A codec's parameters ---- */

#define WF_UNIT(name)
#define WF_LINE_CODEC(name) extern const wf_unit wf_unit_##name;
#include "../units.def"
#undef WF_LINE_CODEC
static const wf_unit *const units[] = {
#define WF_LINE_CODEC(name) &wf_unit_##name,
#include "../units.def"
#undef WF_LINE_CODEC
};

/* What is always the same of a codec. */
typedef struct {
    const wf_codec *codec;
    int at;        /* where its parameters are in the whole's */
    int save, tag; /* which of them the whole sets; their count: it does not have that one */
    bool few;      /* MOST_PARAMS hold them */
    wf_fast fast;  /* or one that has nothing */
} facts;
static facts facts_of[CODECS];

static int count_before(const wf_param *param, const char *name)
{
    int n = 0;
    while (param[n].name && strcmp(param[n].name, name) != 0)
        n++;
    return n;
}

/* They are found when the program starts: before its own constructors, which may call the library, and before there are threads. */
__attribute__((constructor(101))) static void find_facts(void)
{
    for (int codec = 0; codec < CODECS; codec++) {
        const wf_unit *unit = units[codec];
        int at = wf_child_params(&wf_unit_bestof, codec);
        facts_of[codec] = (facts){
            .codec = unit->codec,
            .at = at,
            .save = count_before(unit->params, "save"),
            .tag = count_before(unit->params, "tag"),
            .few = count_before(unit->params, "") <= MOST_PARAMS && at + MOST_PARAMS <= WF_MAX_PARAMS,
        };
        if (unit->codec->fast)
            facts_of[codec].fast = *unit->codec->fast;
    }
}

/* A copy of known size is no call. */
INLINE const wf_codec *config_of(const wf_config *c, int codec, wf_config *own)
{
    const facts *f = &facts_of[codec];
    if (!f->few)
        *own = wf_child_config(&wf_unit_bestof, c, codec);
    else
        memcpy(own->param, c->param + f->at, MOST_PARAMS * sizeof *own->param);
    own->lanes = 0;
    own->line_bytes = c->line_bytes;
    own->param[f->save] = c->param[SAVE];
    own->param[f->tag] = c->param[TAG];
    return f->codec;
}

/* ---- The width of its tag, with tag=side ---- */

static NOINLINE int tag_bits_by_sizes(const wf_config *c, int codec, int *code_bits)
{
    wf_config own;
    wf_sizes s;
    config_of(c, codec, &own)->sizes(&own, &s, NULL);
    *code_bits = s.code_bits;
    return s.tag_bits;
}

INLINE int tag_bits_of(const wf_config *c, int codec, int *code_bits)
{
    const facts *f = &facts_of[codec];
    if (f->fast.tag_bits == 0)
        return tag_bits_by_sizes(c, codec, code_bits);
    *code_bits = f->fast.code_bits;
    return f->fast.tag_bits + (f->fast.wide && c->param[f->at + f->fast.wide - 1] == 1 ? c->line_bytes / 2 : 0);
}

/* The bits of the widest tag of a member. */
INLINE int most_tag_bits(const wf_config *c)
{
    int most = 0, code_bits;
    for (int list = c->param[MEMBERS]; list; list >>= 4) {
        int bits = tag_bits_of(c, (list & 15) - 1, &code_bits);
        most = bits > most ? bits : most;
    }
    return most;
}

/* Clears the bits of a member's tag from `bits` on. */
static void keep_bits(uint32_t *tag, int bits)
{
    for (int i = 0; i < TAG_WORDS; i++)
        tag[i] &= bits <= 32 * i ? 0 : low_ones(bits - 32 * i);
}

/* ---- Encode ---- */

INLINE int measure_by(const wf_config *c, int codec, const wf_input *in, wf_config *own)
{
    const wf_codec *of = config_of(c, codec, own);
    return facts_of[codec].fast.measure ? facts_of[codec].fast.measure(own, in) : of->measure(own, in);
}

/* Measure, Classify: the place of the member with the best code, and the bits of that code. -1: no member saves anything. */
static int best(const wf_config *c, const wf_input *in, int *bits)
{
    int raw = 8 * c->line_bytes, least = raw, place = 0, chosen = -1;
    *bits = raw;
    for (int list = in->raw_only ? 0 : c->param[MEMBERS]; list; list >>= 4, place++) {
        wf_config own;
        int codec = (list & 15) - 1, size = measure_by(c, codec, in, &own), cost = cost_of(c, size);
        if (size < raw && (cost < least || (cost == least && wins_tie(c, codec, member_at(c, chosen))))) {
            chosen = place;
            least = cost;
            *bits = size;
        }
    }
    return chosen;
}

static wf_status encode(const wf_config *c, const wf_input *in, wf_code *code)
{
    wf_config own;
    int bits, code_bits, place = best(c, in, &bits), codec = member_at(c, place < 0 ? 0 : place);
    if (place < 0) {
        wf_input raw = {.block = in->block, .mask = in->mask, .raw_only = true};
        wf_encode(config_of(c, codec, &own), &own, &raw, code);
        memset(code->tag, 0, sizeof code->tag[0] * TAG_WORDS);
        return WF_OK;
    }
    int tag_bits = has_head(c) ? 1 : tag_bits_of(c, codec, &code_bits);
    wf_encode(config_of(c, codec, &own), &own, in, code);
    if (has_head(c)) {
        code->payload[0] |= (uint32_t)(place + 1) << HEAD_WHICH;
        return WF_OK;
    }
    int which = which_bits(c);
    uint32_t tag[TAG_WORDS + 1] = {(uint32_t)(place + 1) << (32 - which)};
    memcpy(tag + 1, code->tag, TAG_WORDS * sizeof *tag);
    keep_bits(tag + 1, tag_bits);
    for (int i = 0; i < TAG_WORDS; i++)
        code->tag[i] = tag[i + 1] << which | tag[i] >> (32 - which);
    return WF_OK;
}

static int measure(const wf_config *c, const wf_input *in)
{
    int bits;
    best(c, in, &bits);
    return bits;
}

/* ---- Decode ---- */

/* Decodes the code of a codec that has no fast form for a code in parts. part->tag has TAG_WORDS words. */
static NOINLINE wf_status decode_plain(const wf_codec *codec, const wf_config *own, const wf_line_code *part, uint32_t *block)
{
    wf_code code = {.units = {part->units}};
    memcpy(code.tag, part->tag, TAG_WORDS * sizeof *code.tag);
    memcpy(code.payload, part->payload, (size_t)own->line_bytes);
    return wf_decode(codec, own, &code, block);
}

INLINE wf_status decode_member(const wf_config *c, int codec, const wf_line_code *part, uint32_t *block)
{
    wf_config own;
    const wf_codec *of = config_of(c, codec, &own);
    if (!facts_of[codec].fast.decode_line)
        return decode_plain(of, &own, part, block);
    return facts_of[codec].fast.decode_line(&own, part, block);
}

/* A raw line is the first member's, as it is. `otherwise`: what is returned if the code is not known to be raw. */
static wf_status decode_raw(const wf_config *c, const wf_code *code, uint32_t *block, wf_status otherwise)
{
    const uint32_t raw[TAG_WORDS] = {0};
    wf_line_code part = {raw, code->payload, code->units[0]};
    wf_status status = decode_member(c, member_at(c, 0), &part, block);
    return otherwise == WF_OK ? status : otherwise;
}

static NOINLINE wf_status decode_headed(const wf_config *c, const wf_code *code, uint32_t *block)
{
    const uint32_t which = low_ones(which_bits(c)), compressed[TAG_WORDS] = {1};
    int codec = member_at(c, (int)(code->payload[0] >> HEAD_WHICH & which) - 1);
    uint32_t payload[WF_MAX_WORDS];
    wf_line_code part = {compressed, payload, code->units[0]};
    if (!(code->tag[0] & 1))
        return decode_raw(c, code, block, WF_OK);
    if (codec < 0)
        return decode_raw(c, code, block, WF_ERR_PAYLOAD);
    for (int i = 0; i < line_words(c); i += WF_BURST_BYTES / 4) /* copies of known size are no calls */
        memcpy(payload + i, code->payload + i, WF_BURST_BYTES);
    payload[0] &= ~(which << HEAD_WHICH);
    return decode_member(c, codec, &part, block);
}

/* Decodes any code whose tag is beside it. */
static NOINLINE wf_status decode_any(const wf_config *c, const wf_code *code, uint32_t *block)
{
    uint32_t tag[TAG_WORDS];
    wf_line_code part = {tag, code->payload, code->units[0]};
    int which = which_bits(c), most = most_tag_bits(c), number = (int)(code->tag[0] & low_ones(which)), code_bits;
    if (number == 0 || member_at(c, number - 1) < 0)
        return decode_raw(c, code, block, number || any_set(code->tag, 0, which + most) ? WF_ERR_TAG : WF_OK);
    int codec = member_at(c, number - 1), bits = tag_bits_of(c, codec, &code_bits);
    for (int i = 0; i < TAG_WORDS; i++)
        tag[i] = code->tag[i] >> which | code->tag[i + 1] << (32 - which);
    bool known = most == bits || !any_set(tag, bits, most - bits);
    keep_bits(tag, bits);
    wf_status status = decode_member(c, codec, &part, block);
    return known && any_set(tag, 0, code_bits) ? status : WF_ERR_TAG;
}

/* A tag that has no bit above the member's, nor in a word behind the first, is what it seems: most are so. */
static wf_status decode(const wf_config *c, const wf_code *code, uint32_t *block)
{
    if (has_head(c))
        return decode_headed(c, code, block);
    int which = which_bits(c), number = (int)(code->tag[0] & low_ones(which)), codec = number ? member_at(c, number - 1) : -1,
        code_bits = 0;
    uint32_t own[TAG_WORDS] = {code->tag[0] >> which}, behind = code->tag[1] | code->tag[2];
    wf_line_code part = {own, code->payload, code->units[0]};
    if ((code->tag[0] | behind) == 0)
        return decode_raw(c, code, block, WF_OK);
    if (codec < 0 || behind)
        return decode_any(c, code, block);
    int bits = tag_bits_of(c, codec, &code_bits);
    if (which + bits > 32 || own[0] >> bits)
        return decode_any(c, code, block);
    wf_status status = decode_member(c, codec, &part, block);
    return own[0] & low_ones(code_bits) ? status : WF_ERR_TAG;
}

const wf_fast wf_bestof_fast = {.encode = encode, .decode = decode, .measure = measure};
