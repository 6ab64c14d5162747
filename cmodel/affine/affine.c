/* SPDX-License-Identifier: Apache-2.0
 *
 * affine - affine vectors: lane i holds base + i * stride, or the vector is stored raw.
 * Source: Collange and Kouyoumdjian, "Affine Vector Cache for Memory Bandwidth Savings", 2011, sections 2.3, 4.2, 4.3, 5.2.
 *
 * Only active lanes count. strides=pow2 finds vectors (beta + i) * 2^sigma, sigma 0 to 6, and uniform ones:
 *
 *     stride   the lowest bit of lane 2k xor lane 2k+1, of the first such pair that is active; zero without such a pair
 *     base     the first active lane minus its number times the stride; it must be a multiple of the stride
 *     affine   a lane is active, and base and stride give back every active lane
 *
 * With strides=any the stride is lane 2k+1 - lane 2k, and the base may be any number. The tag has these fields, from bit 0. All fields
 * of a vector that is not affine are 0:
 *
 *     flags     1 bit for each vector
 *     strides   3 bits for each vector (log2; 7: zero), or a word with strides=any
 *     bases     a word for each vector
 *     valid     1 bit for each lane: the lane is base + i * stride
 *
 * The payload has lane i in its place. A valid lane is not stored there. A bank is not used if all of its lanes are valid.
 */
#include "affine_tag.h"

static const wf_param params[] = {
    AFFINE_PARAMS,
    [AFFINE_BANK] = {"bank", "width of a bank in bits, of a vector at most", WF_PARAM_INT, "32|64|128", 128, "WF_BANK"},
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

static const char *const class_names[] = {"generic", "zero", "uniform", "affine", "part", NULL};
static const char *const class_help[] = {"no vector is affine: the block as it is", "every active lane is 0",
                                         "every active lane holds one value", "the active lanes are base + lane * stride",
                                         "some vectors are affine, others are not"};

static wf_status sizes(const wf_config *c, wf_sizes *s, const char **why)
{
    const char *reason = affine_rule_broken(c);
    int bank = c->param[AFFINE_BANK];
    if (!reason && bank < c->param[AFFINE_WORD])
        reason = "a bank must hold a word: a bank of 64 bits or more for words of 64";
    if (reason)
        return wf_verdict(reason, why);
    affine_layout l = affine_layout_of(c);
    int bits = l.g.lanes * l.g.word;
    *s = (wf_sizes){
        .block_bits = bits,
        .mask_bits = l.g.lanes,
        .tag_bits = l.valid + l.g.lanes,
        .code_bits = l.g.vectors,
        .payload_bits = bits,
        .units = l.g.lanes / l.unit,
        .wen_bits = l.g.lanes,
        .interval_enc = 1,
        .interval_dec = 1,
    };
    for (int u = 0; u < s->units; u++)
        s->unit_bits[u] = l.unit * l.g.word;
    return WF_OK;
}

/* The stride that the first active pair of lanes 2k, 2k+1 from `first` on gives. */
static uint64_t stride_code(const affine_geometry *g, const uint32_t *block, const uint32_t *mask, int first, int end)
{
    for (int i = first & ~1; i < end; i += 2)
        if (get_bit(mask, i) && get_bit(mask, i + 1)) {
            uint64_t a = affine_get_lane(block, i, g->word), b = affine_get_lane(block, i + 1, g->word), x = a ^ b;
            if (g->any)
                return (b - a) & affine_word_mask(g->word);
            for (uint64_t code = 0; code < AFFINE_POW2_ZERO; code++)
                if (x >> code & 1)
                    return code;
            break;
        }
    return g->any ? 0 : AFFINE_POW2_ZERO;
}

/* Classify: one vector, by its active lanes. */
static affine_fields fit(const affine_geometry *g, const wf_input *in, int k)
{
    int from = k * g->width, end = from + g->width, first = from;
    while (first < end && !get_bit(in->mask, first))
        first++;
    if (first == end)
        return (affine_fields){.flag = false};
    uint64_t code = stride_code(g, in->block, in->mask, first, end), stride = affine_stride_of(g, code);
    uint64_t base = (affine_get_lane(in->block, first, g->word) - (uint64_t)(first - from) * stride) & affine_word_mask(g->word);
    bool fits = affine_is_aligned(g, code, base);
    for (int i = first + 1; fits && i < end; i++)
        fits = !get_bit(in->mask, i) ||
               affine_get_lane(in->block, i, g->word) == ((base + (uint64_t)(i - from) * stride) & affine_word_mask(g->word));
    return fits ? (affine_fields){.flag = true, .code = code, .base = base} : (affine_fields){.flag = false};
}

/* Pack: the banks with a lane that is not valid. */
static void units_of(const affine_layout *l, const uint32_t *tag, uint32_t *units)
{
    memset(units, 0, WF_UNIT_WORDS * sizeof *units);
    for (int i = 0; i < l->g.lanes; i++)
        if (!get_bit(tag, l->valid + i))
            units[i / l->unit / 32] |= (uint32_t)1 << i / l->unit % 32;
}

static wf_status encode(const wf_config *c, const wf_input *in, wf_code *code)
{
    affine_layout l = affine_layout_of(c);
    memset(code->tag, 0, (size_t)words_for(l.valid + l.g.lanes) * sizeof *code->tag);
    memset(code->wen, 0, sizeof code->wen);
    for (int k = 0; k < l.g.vectors; k++) {
        affine_fields f = in->raw_only ? (affine_fields){.flag = false} : fit(&l.g, in, k);
        affine_put_fields(&l, &f, k, code->tag);
        for (int i = k * l.g.width; i < (k + 1) * l.g.width; i++)
            if (get_bit(in->mask, i))
                put_bits(f.flag ? code->tag : code->wen, f.flag ? l.valid + i : i, 1);
    }
    units_of(&l, code->tag, code->units);
    if (!in->no_payload)
        memcpy(code->payload, in->block, sizeof *in->block * (size_t)words_for(l.g.lanes * l.g.word));
    return WF_OK;
}

/* Does the stored tag alone hold a lane once the lanes of the mask are written? */
static bool is_kept(const affine_layout *l, const uint32_t *mask, const uint32_t *stored, int lane)
{
    return get_bit(stored, l->valid + lane) && !get_bit(mask, lane);
}

static bool keeps_lanes(const affine_layout *l, const uint32_t *mask, const uint32_t *stored, int k)
{
    for (int i = k * l->g.width; i < (k + 1) * l->g.width; i++)
        if (is_kept(l, mask, stored, i))
            return true;
    return false;
}

/* Algorithm 2: a vector conflicts if the write gives it another base or stride and the stored tag keeps a lane of it. Without a
 * conflict the valid lanes of both tags stand, but for those that the write puts into banks. */
static bool merge(const wf_config *c, const uint32_t *mask, const uint32_t *stored, const uint32_t *written, wf_code *after)
{
    affine_layout l = affine_layout_of(c);
    bool conflict = false;
    for (int k = 0; k < l.g.vectors; k++) {
        affine_fields old = affine_fields_of(&l, stored, k), new = affine_fields_of(&l, written, k);
        conflict |= new.flag && (new.code != old.code || new.base != old.base) && keeps_lanes(&l, mask, stored, k);
    }
    memset(after->tag, 0, (size_t)words_for(l.valid + l.g.lanes) * sizeof *after->tag);
    for (int k = 0; k < l.g.vectors; k++) {
        bool keeps = !conflict && keeps_lanes(&l, mask, stored, k);
        affine_fields new = affine_fields_of(&l, written, k), f = new.flag ? new
                                                                  : keeps  ? affine_fields_of(&l, stored, k)
                                                                           : (affine_fields){.flag = false};
        f.flag |= keeps;
        affine_put_fields(&l, &f, k, after->tag);
        for (int i = k * l.g.width; i < (k + 1) * l.g.width; i++)
            put_bits(after->tag, l.valid + i, get_bit(written, l.valid + i) || (keeps && is_kept(&l, mask, stored, i)));
    }
    units_of(&l, after->tag, after->units);
    return conflict;
}

/* Does the tag have what an encoder writes for vector k? */
static bool tag_holds(const affine_layout *l, const affine_fields *f, const uint32_t *tag, int k)
{
    bool valid = false;
    for (int i = k * l->g.width; i < (k + 1) * l->g.width; i++)
        valid |= get_bit(tag, l->valid + i);
    if (!f->flag)
        return !valid && f->code == 0 && f->base == 0;
    bool known = l->g.any || f->code == AFFINE_POW2_ZERO || (int)f->code < l->g.word;
    return valid && known && affine_is_aligned(&l->g, f->code, f->base);
}

/* Rebuild: valid lanes come from base and stride, the others from the payload, whatever else the tag says. */
static wf_status decode(const wf_config *c, const wf_code *code, uint32_t *block)
{
    affine_layout l = affine_layout_of(c);
    bool holds = true;
    uint32_t units[WF_UNIT_WORDS];
    units_of(&l, code->tag, units);
    memcpy(block, code->payload, sizeof *block * (size_t)words_for(l.g.lanes * l.g.word));
    for (int k = 0; k < l.g.vectors; k++) {
        affine_fields f = affine_fields_of(&l, code->tag, k);
        uint64_t stride = affine_stride_of(&l.g, f.code);
        holds &= tag_holds(&l, &f, code->tag, k);
        for (int i = 0; i < l.g.width; i++)
            if (get_bit(code->tag, l.valid + k * l.g.width + i))
                affine_put_lane(block, k * l.g.width + i, l.g.word, f.base + (uint64_t)i * stride);
    }
    return !holds ? WF_ERR_TAG : memcmp(units, code->units, sizeof units) != 0 ? WF_ERR_PAYLOAD : WF_OK;
}

static int size(const wf_config *c, const wf_code *code)
{
    affine_layout l = affine_layout_of(c);
    int stored = l.g.lanes;
    for (int i = 0; i < l.g.lanes; i++)
        stored -= get_bit(code->tag, l.valid + i);
    return stored * l.g.word;
}

/* The class of the least regular vector; "part" if only some vectors are affine. */
static int tag_fields(const wf_config *c, wf_tag_field field[WF_MAX_TAG_FIELDS])
{
    affine_geometry g = affine_geometry_of(c);
    const char *of = g.vectors > 1 ? "vector" : NULL;
    field[0] = (wf_tag_field){"flag", "1: base and stride stand for the valid lanes", 1, g.vectors, of, WF_TAG_ANY};
    field[1] = (wf_tag_field){
        "stride",  g.any ? "the stride" : "0 to 6: the stride is 1 to 64, a power of two; 7: it is 0", g.stride_bits, g.vectors, of,
        WF_TAG_ANY};
    field[2] = (wf_tag_field){"base", "the value of lane 0, as the stride continues it", g.word, g.vectors, of, WF_TAG_ANY};
    field[3] = (wf_tag_field){"valid", "1: base and stride stand for the lane; 0: the lane is in its bank", 1, g.lanes, "lane", WF_TAG_ANY};
    return 4;
}

static int classify(const wf_config *c, const wf_code *code)
{
    affine_layout l = affine_layout_of(c);
    int class = AFFINE_GENERIC, flags = 0;
    for (int k = 0; k < l.g.vectors; k++) {
        affine_fields f = affine_fields_of(&l, code->tag, k);
        int own = !f.flag                                      ? AFFINE_GENERIC
                  : f.code != (l.g.any ? 0 : AFFINE_POW2_ZERO) ? AFFINE_AFFINE
                  : f.base                                     ? AFFINE_UNIFORM
                                                               : AFFINE_ZERO;
        class = own > class ? own : class;
        flags += f.flag;
    }
    return flags == 0 || flags == l.g.vectors ? class : AFFINE_PART;
}

/* The decoding unit has the codec's vectors, strides and words. */
static void bind_expand(const wf_config *whole, wf_config *own)
{
    memcpy(own->param, whole->param, AFFINE_SHARED * sizeof *own->param);
}

extern const wf_unit wf_unit_expand;
static const wf_child children[] = {{"expand", &wf_unit_expand, "vector|strides|word", bind_expand, NULL, NULL},
                                    {NULL, NULL, NULL, NULL, NULL, NULL}};

static const char *const enc_steps[] = {"Classify", "stride", "Compare", "active lanes", "Pack", "lanes not affine"};
static const char *const dec_steps[] = {"Unpack", "base and stride", "Rebuild", "expand, valid lanes"};

static const wf_cuts *cuts(const wf_config *c, bool encoder)
{
    static const wf_cuts enc_pow2 = {"operand|stride|verdict|out", {0, 8, 10, 14, 15}, 0, {0, 2, 4, 6}},
                         enc_any = {"operand|guess|verdict|out", {0, 8, 10, 11, 15}, 0, {0, 2, 4, 6}},
                         dec = {"tag|sums|kept|out", {0, 8, 10, 11, 15}, 0, {2, 3, 3, 4}};
    return !encoder ? &dec : c->param[AFFINE_STRIDES] == 1 ? &enc_any : &enc_pow2;
}

extern const wf_fast wf_affine_fast;
static const wf_codec codec = {
    .unit_name = "bank",
    .encs = 1,
    .decs = 1,
    .enc_ranks = 2,
    .dec_ranks = 1,
    .divergent = true,
    .sizes = sizes,
    .encode = encode,
    .decode = decode,
    .merge = merge,
    .size = size,
    .classify = classify,
    .class_names = class_names,
    .class_help = class_help,
    .tag_fields = tag_fields,
    .enc_steps = enc_steps,
    .dec_steps = dec_steps,
    .fast = &wf_affine_fast,
};

static const wf_part parts[] = {
    {"enc", "pow2", {WF_IF(AFFINE_STRIDES, 0)}},   {"enc", "columns", {WF_IF(AFFINE_STRIDES, 0)}},
    {"enc", "digits", {WF_IF(AFFINE_STRIDES, 0)}}, {"enc", "upper", {WF_IF(AFFINE_STRIDES, 0)}},
    {"enc", "any", {WF_IF(AFFINE_STRIDES, 1)}},    {"enc", "guess", {WF_IF(AFFINE_STRIDES, 1)}},
    {"enc", "seed", {WF_IF(AFFINE_STRIDES, 1)}},   {NULL, NULL, WF_ALWAYS},
};

const wf_unit wf_unit_affine = {
    .name = "affine",
    .title = "affine vectors: base and stride of a warp register",
    .source = "Affine Vector Cache (2011), sections 2.3, 4.2, 4.3 and 5.2",
    .params = params,
    .parts = parts,
    .children = children,
    .codec = &codec,
    .cuts = cuts,
};
