/* SPDX-License-Identifier: Apache-2.0
 *
 * bestof - the best code of several line codecs.
 * Source: Vijaykumar et al., "A Framework for Accelerating Bottlenecks in GPU Execution with Assist Warps", 2016, section 7.3
 * (CABA-BestOfAll: for each line the algorithm with the best compression).
 *
 * The members are linebdi, fpc, cpack and bpc, each with its own parameters. Every member encodes the line, and one code is stored:
 *
 *     choose=bursts  the code of the fewest bursts, of equals the one that is decoded fastest: cpack, fpc, linebdi, bpc
 *     choose=bytes   the code of the fewest bytes, of equals the first of linebdi, fpc, cpack, bpc
 *
 * The paper counts bursts and does not say more. The tag, from bit 0:
 *
 *     member (0 raw, 1 linebdi, 2 fpc, 3 cpack, 4 bpc; 2 bits, with bpc in the set 3) | the member's tag, 0 above its width
 *
 * The payload is the member's; a raw line is stored as the first member of the set stores it. Two tags are unknown: a member that is not in
 * the set (the payload is then decoded as a raw line), and a member whose own tag says raw.
 *
 * tag=head: the members have their encoding in the head of the line (line.h), and the bits of the head from 4 on have the number of the
 * member. The tag is one bit, 0 raw.
 *
 * A member may iterate. The unit then takes a line as often as its slowest member, which all the others wait for.
 */
#include "bestof.h"
#include "bits.h"
#include "line.h"
#include "warpfold.h"

enum { FPC_WORD, FPC_SEGMENT, CPACK_FIFO = 0, CPACK_PARALLEL }; /* values of their `form` */

static const wf_param params[] = {
    [MEMBERS] = {"members", "the codecs to choose from", WF_PARAM_SET, "linebdi|fpc|cpack|bpc", 7, "WF_MEMBERS"},
    [CHOOSE] = {"choose", "the best code: of the fewest bursts, then the one decoded fastest; or of the fewest bytes", WF_PARAM_CHOICE,
                "bursts|bytes", BY_BURSTS, "WF_BYTES"},
    [SAVE] = LINE_SAVE_PARAM,
    [TAG] = LINE_TAG_PARAM,
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

static const char *const class_names[] = {"raw", "linebdi", "fpc", "cpack", "bpc", NULL};
static const char *const class_help[] = {"the whole line, as the first member stores it raw", "a code of linebdi", "a code of fpc",
                                         "a code of cpack", "a code of bpc"};

extern const wf_unit wf_unit_linebdi, wf_unit_fpc, wf_unit_cpack, wf_unit_bpc, wf_unit_bestof;
extern const wf_fast wf_bestof_fast;
static const wf_unit *const units[COUNT] = {&wf_unit_linebdi, &wf_unit_fpc, &wf_unit_cpack, &wf_unit_bpc};

/* A parameter of a member by its name; each has those that are asked for. */
static int *own_param(int k, wf_config *own, const char *name)
{
    int p = 0;
    while (strcmp(units[k]->params[p].name, name) != 0)
        p++;
    return &own->param[p];
}

/* The members save what the whole must save, and have their encoding where the whole has it. */
static void bind(int k, const wf_config *whole, wf_config *own)
{
    *own_param(k, own, "save") = whole->param[SAVE];
    *own_param(k, own, "tag") = whole->param[TAG];
}

static void bind_linebdi(const wf_config *whole, wf_config *own)
{
    bind(LINEBDI, whole, own);
}

/* A codec that is no member has the form that takes a line every cycle: its form and its rate mean nothing. */
static void bind_fpc(const wf_config *whole, wf_config *own)
{
    bind(FPC, whole, own);
    if (!is_member(whole, FPC))
        *own_param(FPC, own, "form") = FPC_SEGMENT;
}

static void bind_cpack(const wf_config *whole, wf_config *own)
{
    bind(CPACK, whole, own);
    if (!is_member(whole, CPACK))
        *own_param(CPACK, own, "form") = CPACK_PARALLEL;
}

static void bind_bpc(const wf_config *whole, wf_config *own)
{
    bind(BPC, whole, own);
}

/* Designs without it have nothing of it. Of the others all are there, so that the Verilog's parameter may take any of them. */
static bool has_bpc(const wf_config *whole)
{
    return is_member(whole, BPC);
}

/* The form of a member; of a codec that is none, the one that takes a line every cycle. */
static int form_of(int k, const wf_config *whole)
{
    wf_config own = wf_child_config(&wf_unit_bestof, whole, k);
    return *own_param(k, &own, "form");
}

/* By bytes the sizes of linebdi, fpc in segments and parallel cpack follow from what is at their ports. Those of the other forms do not. */
static bool sized_fpc(const wf_config *whole)
{
    return whole->param[CHOOSE] == BY_BYTES && form_of(FPC, whole) == FPC_WORD;
}

static bool sized_cpack(const wf_config *whole)
{
    return whole->param[CHOOSE] == BY_BYTES && form_of(CPACK, whole) == CPACK_FIFO;
}

static bool sized_bpc(const wf_config *whole)
{
    return whole->param[CHOOSE] == BY_BYTES;
}

static const wf_child children[] = {{"linebdi", &wf_unit_linebdi, "save|tag", bind_linebdi, NULL, NULL},
                                    {"fpc", &wf_unit_fpc, "save|tag", bind_fpc, NULL, sized_fpc},
                                    {"cpack", &wf_unit_cpack, "save|tag", bind_cpack, NULL, sized_cpack},
                                    {"bpc", &wf_unit_bpc, "save|tag", bind_bpc, has_bpc, sized_bpc},
                                    {NULL, NULL, NULL, NULL, NULL, NULL}};

static wf_config config_of(const wf_config *c, int k)
{
    return wf_child_config(&wf_unit_bestof, c, k);
}

static int more_of(int a, int b)
{
    return a > b ? a : b;
}

static wf_status sizes(const wf_config *c, wf_sizes *s, const char **why)
{
    int tag_bits = 0, interval_enc = 1, interval_dec = 1;
    for (int k = 0; k < COUNT; k++) {
        wf_config own = config_of(c, k);
        if (units[k]->codec->sizes(&own, s, why) != WF_OK)
            return WF_ERR_CONFIG;
        if (!is_member(c, k))
            continue;
        tag_bits = more_of(tag_bits, s->tag_bits);
        interval_enc = more_of(interval_enc, s->interval_enc);
        interval_dec = more_of(interval_dec, s->interval_dec);
    }
    s->tag_bits = has_head(c) ? 1 : which_bits(c) + tag_bits;
    s->code_bits = has_head(c) ? 1 : which_bits(c);
    s->head_bits = line_head(c->param[TAG]);
    s->interval_enc = interval_enc;
    s->interval_dec = interval_dec;
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
        put_bits(tag, which_bits(c) + i, (uint32_t)get_bit(code->tag, i));
    memcpy(code->tag, tag, sizeof tag);
    return WF_OK;
}

/* Unpack: the number of the member that the code names, 0 raw. */
static int number_of(const wf_config *c, const wf_code *code)
{
    if (has_head(c))
        return code->tag[0] & 1 ? (int)get_bits(code->payload, HEAD_WHICH, which_bits(c)) : 0;
    return (int)get_bits(code->tag, 0, which_bits(c));
}

/* Unpack: extracts the member's code, without the number of the member. */
static void extract(const wf_config *c, const wf_code *code, const wf_sizes *own, wf_code *part)
{
    *part = *code;
    if (has_head(c)) {
        part->payload[0] &= ~((((uint32_t)1 << which_bits(c)) - 1) << HEAD_WHICH);
        return;
    }
    memset(part->tag, 0, sizeof part->tag);
    for (int i = 0; i < own->tag_bits; i++)
        put_bits(part->tag, i, (uint32_t)get_bit(code->tag, which_bits(c) + i));
}

/* Unpack: extracts the member's code and returns the member; -1: the payload is a raw line. *known: an encoder writes this tag, or this
 * number in the head. */
static int member_code(const wf_config *c, const wf_code *code, wf_config *own, wf_code *part, bool *known)
{
    wf_sizes whole, s = {.tag_bits = 0};
    int number = number_of(c, code), k = number > 0 && number <= COUNT && is_member(c, number - 1) ? number - 1 : -1;
    sizes(c, &whole, NULL);
    *known = k >= 0 || (number == 0 && !(has_head(c) && code->tag[0] & 1));
    if (k >= 0) {
        *own = config_of(c, k);
        units[k]->codec->sizes(own, &s, NULL);
        extract(c, code, &s, part);
        *known = wf_tag_compressed(&s, part->tag);
    }
    for (int i = which_bits(c) + s.tag_bits; i < whole.tag_bits; i++)
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
    field[0] = (wf_tag_field){"member", "whose code it is", which_bits(c), 1, NULL, WF_TAG_CLASSES};
    field[1] = (wf_tag_field){"own", "the member's tag, 0 above its width", s.tag_bits - which_bits(c), 1, NULL, WF_TAG_ANY};
    return 2;
}

static const char *packing(const wf_config *c)
{
    if (has_head(c) && is_member(c, BPC))
        return "The payload is that of the member whose number is in bits 6..4 of the head. Bits 3..0 are the member's own head.";
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
