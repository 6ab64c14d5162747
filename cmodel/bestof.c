/* SPDX-License-Identifier: Apache-2.0
 *
 * bestof - the best code of several line codecs.
 * Source: Vijaykumar et al., "A Framework for Accelerating Bottlenecks in GPU Execution with Assist Warps", 2016, section 7.3
 * (CABA-BestOfAll: for each line the algorithm with the best compression).
 *
 * The members are linebdi, fpc in segments and parallel cpack, each with its own parameters. These three decode in a fixed, small
 * number of cycles. Every member encodes the line, and one code is stored:
 *
 *     choose=bursts  the code of the fewest bursts, of equals the one that is decoded fastest: cpack, fpc, linebdi
 *     choose=bytes   the code of the fewest bytes, of equals the first of linebdi, fpc, cpack
 *
 * The paper counts bursts and does not say more. The tag, from bit 0:
 *
 *     member (2 bits: 0 raw, 1 linebdi, 2 fpc, 3 cpack) | the member's tag, 0 above its width
 *
 * The payload is the member's; a raw line is stored as the first member of the set stores it. Two tags are unknown: a member that is not in
 * the set (the payload is then decoded as a raw line), and a member whose own tag says raw.
 *
 * tag=head: the members have their encoding in the head of the line (line.h), and bits 5..4 of the head have the number of the member. The
 * tag is one bit, 0 raw.
 */
#include "bestof.h"
#include "bits.h"
#include "line.h"
#include "warpfold.h"

enum { FPC_SEGMENT = 1, CPACK_PARALLEL = 1 }; /* values of their `form` */

static const wf_param params[] = {
    [MEMBERS] = {"members", "the codecs to choose from", WF_PARAM_SET, "linebdi|fpc|cpack", 7, "WF_MEMBERS"},
    [CHOOSE] = {"choose", "the best code: of the fewest bursts, then the one decoded fastest; or of the fewest bytes", WF_PARAM_CHOICE,
                "bursts|bytes", BY_BURSTS, "WF_BYTES"},
    [SAVE] = LINE_SAVE_PARAM,
    [TAG] = LINE_TAG_PARAM,
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

static const char *const class_names[] = {"raw", "linebdi", "fpc", "cpack", NULL};
static const char *const class_help[] = {"the whole line, as the first member stores it raw", "a code of linebdi", "a code of fpc",
                                         "a code of cpack"};

extern const wf_unit wf_unit_linebdi, wf_unit_fpc, wf_unit_cpack, wf_unit_bestof;
extern const wf_fast wf_bestof_fast;
static const wf_unit *const units[COUNT] = {&wf_unit_linebdi, &wf_unit_fpc, &wf_unit_cpack};

/* Sets a parameter of a member by its name. */
static void set(const wf_unit *unit, wf_config *own, const char *name, int value)
{
    for (int p = 0; unit->params[p].name; p++)
        if (strcmp(unit->params[p].name, name) == 0)
            own->param[p] = value;
}

/* The members save what the whole must save, and have their encoding where the whole has it. */
static void bind(const wf_unit *unit, const wf_config *whole, wf_config *own)
{
    set(unit, own, "save", whole->param[SAVE]);
    set(unit, own, "tag", whole->param[TAG]);
}

static void bind_linebdi(const wf_config *whole, wf_config *own)
{
    bind(units[0], whole, own);
}

/* The form with a fixed latency; `rate` means nothing in it. */
static void bind_fpc(const wf_config *whole, wf_config *own)
{
    bind(units[1], whole, own);
    set(units[1], own, "form", FPC_SEGMENT);
}

static void bind_cpack(const wf_config *whole, wf_config *own)
{
    bind(units[2], whole, own);
    set(units[2], own, "form", CPACK_PARALLEL);
}

static const wf_child children[] = {{"linebdi", &wf_unit_linebdi, "save|tag", bind_linebdi, NULL},
                                    {"fpc", &wf_unit_fpc, "form|rate|save|tag", bind_fpc, NULL},
                                    {"cpack", &wf_unit_cpack, "form|rate|save|tag", bind_cpack, NULL},
                                    {NULL, NULL, NULL, NULL, NULL}};

static wf_config config_of(const wf_config *c, int k)
{
    return wf_child_config(&wf_unit_bestof, c, k);
}

static wf_status sizes(const wf_config *c, wf_sizes *s, const char **why)
{
    int tag_bits = 0;
    if (c->param[MEMBERS] <= 0 || c->param[MEMBERS] >= 1 << COUNT)
        return wf_verdict("members must be one or more of linebdi, fpc, cpack", why);
    if (c->param[CHOOSE] != BY_BURSTS && c->param[CHOOSE] != BY_BYTES)
        return wf_verdict("choose must be bursts or bytes", why);
    const char *reason = line_tag_error(c->param[TAG]);
    if (reason)
        return wf_verdict(reason, why);
    for (int k = 0; k < COUNT; k++) {
        wf_config own = config_of(c, k);
        if (units[k]->codec->sizes(&own, s, why) != WF_OK)
            return WF_ERR_CONFIG;
        if (is_member(c, k) && s->tag_bits > tag_bits)
            tag_bits = s->tag_bits;
    }
    s->tag_bits = has_head(c) ? 1 : WHICH_BITS + tag_bits;
    s->code_bits = has_head(c) ? 1 : WHICH_BITS;
    s->head_bits = line_head(c->param[TAG]);
    return WF_OK;
}

/* Measure, Classify: the member with the best code, and the bits of that code. -1: no member saves anything. */
static int best(const wf_config *c, const wf_input *in, int *bits)
{
    int chosen = -1, raw = 8 * c->line_bytes;
    *bits = raw;
    for (int i = 0; i < COUNT && !in->raw_only; i++) {
        int k = member_at(c, i);
        if (!is_member(c, k))
            continue;
        wf_config own = config_of(c, k);
        int size = wf_measure(units[k]->codec, &own, in);
        if (size < raw && (chosen < 0 || cost_of(c, size) < cost_of(c, *bits))) {
            chosen = k;
            *bits = size;
        }
    }
    return chosen;
}

/* Encode by that member, Pack its number with the code. */
static wf_status encode(const wf_config *c, const wf_input *in, wf_code *code)
{
    int bits, k = best(c, in, &bits);
    if (k < 0) {
        wf_input raw = {.block = in->block, .mask = in->mask, .raw_only = true};
        wf_config own = config_of(c, first_member(c));
        wf_encode(units[first_member(c)]->codec, &own, &raw, code);
        memset(code->tag, 0, sizeof code->tag);
        return WF_OK;
    }
    wf_config own = config_of(c, k);
    wf_sizes s;
    units[k]->codec->sizes(&own, &s, NULL);
    wf_encode(units[k]->codec, &own, in, code);
    if (has_head(c)) {
        put_bits(code->payload, HEAD_WHICH, (uint32_t)k + 1);
        return WF_OK;
    }
    uint32_t tag[WF_TAG_WORDS] = {(uint32_t)k + 1};
    for (int i = 0; i < s.tag_bits; i++)
        put_bits(tag, WHICH_BITS + i, (uint32_t)get_bit(code->tag, i));
    memcpy(code->tag, tag, sizeof tag);
    return WF_OK;
}

/* Unpack: the number of the member that the code names, 0 raw. */
static int number_of(const wf_config *c, const wf_code *code)
{
    if (has_head(c))
        return code->tag[0] & 1 ? (int)get_bits(code->payload, HEAD_WHICH, WHICH_BITS) : 0;
    return (int)get_bits(code->tag, 0, WHICH_BITS);
}

/* Unpack: extracts the member's code, without the number of the member. */
static void extract(const wf_config *c, const wf_code *code, const wf_sizes *own, wf_code *part)
{
    *part = *code;
    if (has_head(c)) {
        part->payload[0] &= ~((((uint32_t)1 << WHICH_BITS) - 1) << HEAD_WHICH);
        return;
    }
    memset(part->tag, 0, sizeof part->tag);
    for (int i = 0; i < own->tag_bits; i++)
        put_bits(part->tag, i, (uint32_t)get_bit(code->tag, WHICH_BITS + i));
}

/* Unpack: extracts the member's code and returns the member; -1: the payload is a raw line. *known: an encoder writes this tag, or this
 * number in the head. */
static int member_code(const wf_config *c, const wf_code *code, wf_config *own, wf_code *part, bool *known)
{
    wf_sizes whole, s = {.tag_bits = 0};
    int number = number_of(c, code), k = number > 0 && is_member(c, number - 1) ? number - 1 : -1;
    sizes(c, &whole, NULL);
    *known = k >= 0 || (number == 0 && !(has_head(c) && code->tag[0] & 1));
    if (k >= 0) {
        *own = config_of(c, k);
        units[k]->codec->sizes(own, &s, NULL);
        extract(c, code, &s, part);
        *known = wf_tag_compressed(&s, part->tag);
    }
    for (int i = WHICH_BITS + s.tag_bits; i < whole.tag_bits; i++)
        if (get_bit(code->tag, i))
            *known = false;
    return k;
}

/* Rebuild: the member decodes; a raw line, the first member of the set. */
static wf_status decode(const wf_config *c, const wf_code *code, uint32_t *block)
{
    wf_config own;
    wf_code part;
    wf_sizes s;
    bool known;
    int k = member_code(c, code, &own, &part, &known);
    if (k >= 0) {
        wf_status status = wf_decode(units[k]->codec, &own, &part, block);
        return known ? status : WF_ERR_TAG;
    }
    sizes(c, &s, NULL);
    part = *code;
    memset(part.tag, 0, sizeof part.tag);
    own = config_of(c, first_member(c));
    wf_decode(units[first_member(c)]->codec, &own, &part, block);
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
    int k = member_code(c, code, &own, &part, &known);
    if (known && k >= 0)
        return units[k]->codec->fault(&own, &part);
    if (!known && has_head(c))
        return HEAD_WHICH;
    return decode(c, code, block) == WF_OK ? -1 : 8 * c->line_bytes;
}

static int size(const wf_config *c, const wf_code *code)
{
    wf_config own;
    wf_code part;
    bool known;
    int k = member_code(c, code, &own, &part, &known);
    return k < 0 ? 8 * c->line_bytes : units[k]->codec->size(&own, &part);
}

static int measure(const wf_config *c, const wf_input *in)
{
    int bits;
    best(c, in, &bits);
    return bits;
}

static int tag_fields(const wf_config *c, wf_tag_field field[WF_MAX_TAG_FIELDS])
{
    wf_sizes s;
    sizes(c, &s, NULL);
    if (has_head(c)) {
        field[0] =
            (wf_tag_field){"compressed", "1: the line has a head, which tells member and code; 0: it is raw", 1, 1, NULL, WF_TAG_ANY};
        return 1;
    }
    field[0] = (wf_tag_field){"member", "whose code it is", WHICH_BITS, 1, NULL, WF_TAG_CLASSES};
    field[1] = (wf_tag_field){"own", "the member's tag, 0 above its width", s.tag_bits - WHICH_BITS, 1, NULL, WF_TAG_ANY};
    return 2;
}

static const char *packing(const wf_config *c)
{
    return has_head(c) ? "The payload is that of the member whose number is in bits 5..4 of the head. Bits 3..0 are the member's own head."
                       : "The payload is that of the member that the tag names, with the member's own tag.";
}

static int classify(const wf_config *c, const wf_code *code)
{
    wf_config own;
    wf_code part;
    bool known;
    return 1 + member_code(c, code, &own, &part, &known);
}

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
    .packing = packing,
    .measure = measure,
    .fault = fault,
    .fast = &wf_bestof_fast,
};

static const wf_part parts[] = {
    {"enc", "bursts", {WF_IF(CHOOSE, BY_BURSTS)}},
    {"enc", "bytes", {WF_IF(CHOOSE, BY_BYTES)}},
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
    .beside = "linebdi.base",
};
