/* SPDX-License-Identifier: Apache-2.0
 *
 * bestof - the best code of several line codecs.
 * Source: Vijaykumar et al., "A Framework for Accelerating Bottlenecks in GPU Execution with Assist Warps", 2016, section 7.3
 * (CABA-BestOfAll: for each line the algorithm with the best compression).
 *
 * The members are a list of the registry's line codecs, each with its own parameters; linebdi, fpc and cpack by default. Every member
 * encodes the line, and one code is stored:
 *
 *     choose=bursts  the code of the fewest bursts, of equals the one that is decoded fastest (wf_codec.dec_delay)
 *     choose=bytes   the code of the fewest bytes, of equals the first of the list
 *
 * The paper counts bursts and does not say more. The tag, from bit 0:
 *
 *     member: 0 raw, else its place in the list, from 1 on; as many bits as the last place needs | the member's tag, 0 above its width
 *
 * The payload is the member's; a raw line is stored as the first member stores it. Two tags are unknown: a number above the last place (the
 * payload is then decoded as a raw line), and a member whose own tag says raw.
 *
 * tag=head: the members have their encoding in the head of the line (line.h), and the bits of the head from 4 on have the number of the
 * member. The tag is one bit, 0 raw.
 *
 * A member may iterate. The unit then takes a line as often as its slowest member, which all the others wait for.
 *
 * Reading: a codec is a number, its place among the line codecs of units.def (BESTOF_AT_linebdi); what is made of the registry stands first, then
 * encode, decode, and what data sheets want to know.
 */
#include "bestof.h"
#include "../bits_plain.h"
#include "../line.h"
#include "../param.h"

/* ---- The line codecs of the registry, as values of `members`, classes and children ---- */

#define WF_UNIT(name)

static const char names[] =
#define WF_LINE_CODEC(name) "|" #name
#include "../../units.def"
#undef WF_LINE_CODEC
    ;

static const char *const class_names[] = {"raw",
#define WF_LINE_CODEC(name) #name,
#include "../../units.def"
#undef WF_LINE_CODEC
                                          NULL};

static const char *const class_help[] = {
    "the whole line, as the first member stores it raw",
#define WF_LINE_CODEC(name) "a code of " #name,
#include "../../units.def"
#undef WF_LINE_CODEC
};

static const wf_param params[] = {
    [BESTOF_MEMBERS] = {"members", "the codecs to choose from; the number of one is its place", WF_PARAM_LIST, names + 1, BESTOF_USUAL,
                        "WF_MEMBERS"},
    [BESTOF_CHOOSE] = {"choose", "the best code: of the fewest bursts, then the one decoded fastest; or of the fewest bytes",
                       WF_PARAM_CHOICE, "bursts|bytes", BESTOF_BURSTS, "WF_BYTES"},
    [BESTOF_SAVE] = LINE_SAVE_PARAM,
    [BESTOF_TAG] = LINE_TAG_PARAM,
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

static const wf_codec *codec_of(int codec)
{
    return wf_unit_bestof.children[codec].unit->codec;
}

/* The codec at a place of the list; -1: the list ends before it. */
static int member_at(const wf_config *c, int place)
{
    return wf_listed(c->param[BESTOF_MEMBERS], place);
}

/* The place of a codec in the list; -1: it is no member. */
static int place_of(const wf_config *c, int codec)
{
    for (int place = 0; member_at(c, place) >= 0; place++)
        if (member_at(c, place) == codec)
            return place;
    return -1;
}

/* A codec's own parameter, as the whole has it; -1: the codec does not have it. */
static int own_param(int codec, const char *name)
{
    const wf_param *params_of = wf_unit_bestof.children[codec].unit->params;
    for (int p = 0; params_of[p].name; p++)
        if (strcmp(params_of[p].name, name) == 0)
            return p;
    return -1;
}

/* The members save what the whole must save, and have their encoding where the whole has it. */
static void bind(int codec, const wf_config *whole, wf_config *own)
{
    int save = own_param(codec, "save"), tag = own_param(codec, "tag");
    if (save >= 0)
        own->param[save] = whole->param[BESTOF_SAVE];
    if (tag >= 0)
        own->param[tag] = whole->param[BESTOF_TAG];
}

/* By bytes the encoder takes the sizes from its members. */
static bool by_bytes(const wf_config *whole)
{
    return whole->param[BESTOF_CHOOSE] == BESTOF_BYTES;
}

#define WF_LINE_CODEC(name)                                         \
    extern const wf_unit wf_unit_##name;                            \
    static void bind_##name(const wf_config *whole, wf_config *own) \
    {                                                               \
        bind(BESTOF_AT_##name, whole, own);                         \
    }                                                               \
    static bool has_##name(const wf_config *whole)                  \
    {                                                               \
        return place_of(whole, BESTOF_AT_##name) >= 0;              \
    }
#include "../../units.def"
#undef WF_LINE_CODEC

static const wf_child children[] = {
#define WF_LINE_CODEC(name) {#name, &wf_unit_##name, "save|tag", bind_##name, has_##name, by_bytes},
#include "../../units.def"
#undef WF_LINE_CODEC
    {NULL, NULL, NULL, NULL, NULL, NULL}};

_Static_assert((int)BESTOF_CODECS <= WF_MAX_NAMES && (int)BESTOF_CODECS < WF_MAX_CLASSES,
               "a place in the list has 4 bits, a class for each codec");

static wf_config config_of(const wf_config *c, int codec)
{
    return config_of_child(&wf_unit_bestof, c, codec);
}

/* ---- The geometry ---- */

static int more_of(int a, int b)
{
    return a > b ? a : b;
}

/* Is the encoding in the head of the line? */
static bool has_head(const wf_config *c)
{
    return c->param[BESTOF_TAG] == LINE_HEAD;
}

/* Bits of a member's number, which is its place in the list and 1; 0 is raw. */
static int which_bits(const wf_config *c)
{
    int members = 0, bits = 0;
    while (member_at(c, members) >= 0)
        members++;
    while (1 << bits <= members)
        bits++;
    return bits;
}

/* NULL, or what the whole asks for and this member does not have. */
static const char *member_error(const wf_config *c, int codec)
{
    if (by_bytes(c) && !codec_of(codec)->sized)
        return "choose=bytes needs members whose encoders can tell the size of a code; choose=bursts takes all";
    if (has_head(c) && own_param(codec, "tag") < 0)
        return "tag=head needs members that can have their encoding in the head of the line; tag=side takes all";
    if (c->param[BESTOF_SAVE] == LINE_SAVE_BURST && own_param(codec, "save") < 0)
        return "save=burst needs members that have it too; save=byte takes all";
    return NULL;
}

static wf_status sizes(const wf_config *c, wf_sizes *s, const char **why)
{
    int tag_bits = 0, interval_enc = 1, interval_dec = 1, codec;
    const char *reason = NULL;
    for (int place = 0; !reason && (codec = member_at(c, place)) >= 0; place++) {
        wf_config own = config_of(c, codec);
        reason = member_error(c, codec);
        if (!reason && codec_of(codec)->sizes(&own, s, why) != WF_OK)
            return WF_ERR_CONFIG;
        if (!reason && s->tag_bits > BESTOF_MOST_TAG_BITS)
            reason = "a member's tag must have at most 93 bits";
        tag_bits = more_of(tag_bits, s->tag_bits);
        interval_enc = more_of(interval_enc, s->interval_enc);
        interval_dec = more_of(interval_dec, s->interval_dec);
    }
    if (reason)
        return wf_verdict(reason, why);
    s->tag_bits = has_head(c) ? 1 : which_bits(c) + tag_bits;
    s->code_bits = has_head(c) ? 1 : which_bits(c);
    s->head_bits = line_head(c->param[BESTOF_TAG]);
    s->interval_enc = interval_enc;
    s->interval_dec = interval_dec;
    return WF_OK;
}

/* ---- Encode ---- */

/* What counts of a code of `bits` bits: its bursts, or its bytes, the last one in part. */
static int cost_of(const wf_config *c, int bits)
{
    return c->param[BESTOF_CHOOSE] == BESTOF_BURSTS ? line_bursts(bits) : bits / 8 + (bits % 8 != 0);
}

/* Of two codes that cost the same, is that of `codec` better than that of `other`, which is before it in the list? By bursts it is if it
 * is known to be decoded faster. */
static bool wins_tie(const wf_config *c, int codec, int other)
{
    int delay = codec_of(codec)->dec_delay, of_other = codec_of(other)->dec_delay;
    return c->param[BESTOF_CHOOSE] == BESTOF_BURSTS && delay > 0 && (delay < of_other || of_other == 0);
}

/* Measure, Classify: the place of the member with the best code, and the bits of that code. -1: no member saves anything. */
static int best(const wf_config *c, const wf_input *in, int *bits)
{
    int chosen = -1, codec, raw = 8 * c->line_bytes;
    *bits = raw;
    for (int place = 0; !in->raw_only && (codec = member_at(c, place)) >= 0; place++) {
        wf_config own = config_of(c, codec);
        int size = wf_measure(codec_of(codec), &own, in), cost = cost_of(c, size), least = cost_of(c, *bits);
        if (size < raw && (chosen < 0 || cost < least || (cost == least && wins_tie(c, codec, member_at(c, chosen))))) {
            chosen = place;
            *bits = size;
        }
    }
    return chosen;
}

/* Encode by that member, Pack its number with the code. */
static wf_status encode(const wf_config *c, const wf_input *in, wf_code *code)
{
    int bits, place = best(c, in, &bits), codec = member_at(c, place < 0 ? 0 : place);
    wf_config own = config_of(c, codec);
    if (place < 0) {
        wf_input raw = {.block = in->block, .mask = in->mask, .raw_only = true};
        wf_encode(codec_of(codec), &own, &raw, code);
        memset(code->tag, 0, sizeof code->tag);
        return WF_OK;
    }
    wf_sizes s;
    codec_of(codec)->sizes(&own, &s, NULL);
    wf_encode(codec_of(codec), &own, in, code);
    if (has_head(c)) {
        put_bits(code->payload, BESTOF_WHICH, (uint32_t)place + 1);
        return WF_OK;
    }
    uint32_t tag[WF_TAG_WORDS] = {(uint32_t)place + 1};
    for (int i = 0; i < s.tag_bits; i++)
        put_bits(tag, which_bits(c) + i, (uint32_t)get_bit(code->tag, i));
    memcpy(code->tag, tag, sizeof tag);
    return WF_OK;
}

static int measure(const wf_config *c, const wf_input *in)
{
    int bits;
    best(c, in, &bits);
    return bits;
}

/* ---- Decode ---- */

/* Unpack: the number of the member that the code names, 0 raw. */
static int number_of(const wf_config *c, const wf_code *code)
{
    if (has_head(c))
        return code->tag[0] & 1 ? (int)get_bits(code->payload, BESTOF_WHICH, which_bits(c)) : 0;
    return (int)get_bits(code->tag, 0, which_bits(c));
}

/* Unpack: extracts the member's code, without the number of the member. */
static void extract(const wf_config *c, const wf_code *code, const wf_sizes *own, wf_code *part)
{
    *part = *code;
    if (has_head(c)) {
        part->payload[0] &= ~((((uint32_t)1 << which_bits(c)) - 1) << BESTOF_WHICH);
        return;
    }
    memset(part->tag, 0, sizeof part->tag);
    for (int i = 0; i < own->tag_bits; i++)
        put_bits(part->tag, i, (uint32_t)get_bit(code->tag, which_bits(c) + i));
}

/* Unpack: extracts the member's code and returns the codec; -1: the payload is a raw line. *known: an encoder writes this tag, or this
 * number in the head. */
static int member_code(const wf_config *c, const wf_code *code, wf_config *own, wf_code *part, bool *known)
{
    wf_sizes whole, s = {.tag_bits = 0};
    int number = number_of(c, code), codec = number > 0 ? member_at(c, number - 1) : -1;
    sizes(c, &whole, NULL);
    *known = codec >= 0 || (number == 0 && !(has_head(c) && code->tag[0] & 1));
    if (codec >= 0) {
        *own = config_of(c, codec);
        codec_of(codec)->sizes(own, &s, NULL);
        extract(c, code, &s, part);
        *known = wf_tag_compressed(&s, part->tag);
    }
    for (int i = which_bits(c) + s.tag_bits; i < whole.tag_bits; i++)
        if (get_bit(code->tag, i))
            *known = false;
    return codec;
}

/* Rebuild: the member decodes; a raw line, the first member. */
static wf_status decode(const wf_config *c, const wf_code *code, uint32_t *block)
{
    wf_config own;
    wf_code part;
    wf_sizes s;
    bool known;
    int codec = member_code(c, code, &own, &part, &known), first = member_at(c, 0);
    if (codec >= 0) {
        wf_status status = wf_decode(codec_of(codec), &own, &part, block);
        return known ? status : WF_ERR_TAG;
    }
    sizes(c, &s, NULL);
    part = *code;
    memset(part.tag, 0, sizeof part.tag);
    own = config_of(c, first);
    wf_decode(codec_of(first), &own, &part, block);
    if (!known)
        return has_head(c) ? WF_ERR_PAYLOAD : WF_ERR_TAG;
    return wf_units_used(&s, code) != s.units ? WF_ERR_PAYLOAD : WF_OK;
}

static int fault(const wf_config *c, const wf_code *code)
{
    wf_config own;
    wf_code part;
    bool known;
    uint32_t block[WF_MAX_WORDS];
    int codec = member_code(c, code, &own, &part, &known);
    if (known && codec >= 0)
        return codec_of(codec)->fault(&own, &part);
    if (!known && has_head(c))
        return BESTOF_WHICH;
    return decode(c, code, block) == WF_OK ? -1 : 8 * c->line_bytes;
}

static int size(const wf_config *c, const wf_code *code)
{
    wf_config own;
    wf_code part;
    bool known;
    int codec = member_code(c, code, &own, &part, &known);
    return codec < 0 ? 8 * c->line_bytes : codec_of(codec)->size(&own, &part);
}

static int classify(const wf_config *c, const wf_code *code)
{
    int number = number_of(c, code);
    return number > 0 ? 1 + member_at(c, number - 1) : 0;
}

/* ---- For data sheets ---- */

static int tag_fields(const wf_config *c, wf_tag_field field[WF_MAX_TAG_FIELDS])
{
    wf_sizes s;
    sizes(c, &s, NULL);
    if (has_head(c)) {
        field[0] =
            (wf_tag_field){"compressed", "1: the line has a head, which tells member and code; 0: it is raw", 1, 1, NULL, WF_TAG_ANY};
        return 1;
    }
    field[0] = (wf_tag_field){"member", "whose code it is", which_bits(c), 1, NULL, WF_TAG_CLASSES};
    field[1] = (wf_tag_field){"own", "the member's tag, 0 above its width", s.tag_bits - which_bits(c), 1, NULL, WF_TAG_ANY};
    return 2;
}

static int tag_class(const wf_config *c, int value)
{
    return value == 0 ? 0 : member_at(c, value - 1) < 0 ? -1 : 1 + member_at(c, value - 1);
}

static const char *packing(const wf_config *c)
{
    static const char *const with_head[] = {
        [1] = "The payload is that of the member. Bits 3..0 are its own head, bit 4 is 1.",
        [2] = "The payload is that of the member whose number is in bits 5..4 of the head. Bits 3..0 are the member's own head.",
        [3] = "The payload is that of the member whose number is in bits 6..4 of the head. Bits 3..0 are the member's own head."};
    return has_head(c) ? with_head[which_bits(c)] : "The payload is that of the member that the tag names, with the member's own tag.";
}

static const char *choice(const wf_config *c)
{
    return by_bytes(c) ? "the code of the fewest bytes; ties go to the first of the list"
                       : "the code of the fewest bursts; ties go to the one that is decoded faster, so another code may have fewer bytes";
}

extern const wf_fast wf_bestof_fast;

static const wf_codec codec = {
    .unit_name = "burst",
    .encs = 1,
    .decs = 1,
    .enc_ranks = 2,
    .dec_ranks = 1,
    .sizes = sizes,
    .encode = encode,
    .decode = decode,
    .size = size,
    .classify = classify,
    .class_names = class_names,
    .class_help = class_help,
    .tag_fields = tag_fields,
    .tag_class = tag_class,
    .packing = packing,
    .choice = choice,
    .by_bytes = "choose=bytes",
    .measure = measure,
    .fault = fault,
    .fast = &wf_bestof_fast,
};

static const wf_part parts[] = {
    {"enc", "bursts", {WF_IF(BESTOF_CHOOSE, BESTOF_BURSTS)}},
    {"enc", "bytes", {WF_IF(BESTOF_CHOOSE, BESTOF_BYTES)}},
    {NULL, NULL, WF_ALWAYS},
};

const wf_unit wf_unit_bestof = {
    .name = "bestof",
    .title = "the best code of several line codecs",
    .source = "CABA (2016), section 7.3 (CABA-BestOfAll)",
    .line = true,
    .params = params,
    .children = children,
    .parts = parts,
    .codec = &codec,
    .beside = "by choose|linebdi.base",
};
