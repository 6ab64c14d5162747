/* SPDX-License-Identifier: Apache-2.0
 *
 * bytewise - common bytes over the lanes of a warp register.
 * Source: Liu et al., "G-Scalar", HPCA 2017, sections 3 and 4.
 *
 * The lanes form `groups` groups of neighbours (1: the whole register, 2: half registers, ...). enc[3:0] of a group names
 * the most significant bytes that all its lanes have in common: 0000, 1000, 1100, 1110 or 1111. These bytes are not
 * stored. The group's base value register (BVR) holds its first lane, and the decoder takes them from there. The tag,
 * from bit 0, of G groups with V bits in a BVR:
 *
 *     enc of group 0 .. G-1 (4 bits each) | D | FS, only if G > 1 | BVR of group 0 .. G-1 (V bits each)
 *
 * D is 1 for a divergent write. Such a register is not compressed. enc then compares the active lanes only (a group
 * without an active lane counts as 1111), and the BVR holds the group's part of the active mask. FS is 1 if all active
 * lanes hold one value. V is the larger of 32 and the number of lanes of a group.
 *
 * The payload is byte planes for every code: byte p of lane i is byte p * lanes + i. A unit is min(16, lanes / groups)
 * bytes of one plane of one group.
 *
 * With strides, which the paper does not have, a group of a whole write may be affine: lane i is base + i * stride, i counted from the
 * group's first lane. Nothing of it is stored. The BVR holds the base, the first lane. Its enc has a 1 below a 0, as no other enc has:
 *
 *     strides=pow2   0001 to 0111: stride 1, 2, 4 .. 64; 1001, 1010, 1011, 1101: stride -1, -2, -4, -8. The sum is that of bytes 0,
 *                    modulo 2^8; bytes 3 to 1 are common
 *     strides=any    0001. The stride is any word but 0, and the sum is modulo 2^32. After the BVRs the tag has the stride of group
 *                    0 .. G-1, 32 bits each; 0 for a group that is not affine
 *     strides=wide   0001: stride 2^e, 1001: -2^e, e from 0 to 31 (-2^31 is 2^31). The sum is modulo 2^32. After the BVRs the tag has e of
 *                    group 0 .. G-1, 5 bits each; 0 for a group that is not affine
 *
 * A group that fits no stride is coded as above. A scalar stays 1111.
 */
#include "bytewise.h"
#include "../affine/affine_params.h"

enum { GROUPS = BYTEWISE_GROUPS, STRIDES = BYTEWISE_STRIDES };
enum { NONE, POW2, ANY, WIDE }; /* values of the parameter strides */
enum { BYTES = 4 };
enum { POW2_SUM = 0xff, UP = 0x1, DOWN = 0x9, TOP = 31 }; /* UP, DOWN: enc with any and wide. TOP: the highest exponent */

/* The stride of each enc, with strides=pow2; 0: it has none. */
static const int pow2_strides[16] = {
    [1] = 1, [2] = 2, [3] = 4, [4] = 8, [5] = 16, [6] = 32, [7] = 64, [9] = -1, [10] = -2, [11] = -4, [13] = -8};

static const wf_param params[] = {
    [GROUPS] = {"groups", "codes a register: 1 for the whole, 2 for half registers, ...", WF_PARAM_INT, "1|2|4|8", 1, "WF_GROUPS"},
    [STRIDES] = {"strides", "strides of affine groups: 1 to 64 and -1 to -8, powers of 2, in byte 0; or any; or any power of 2",
                 WF_PARAM_CHOICE, "none|pow2|any|wide", 0, "WF_STRIDES"},
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

static const char *const class_names[] = {"raw",    "1-byte", "2-byte",    "3-byte",           "scalar",
                                          "affine", "mixed",  "divergent", "divergent scalar", NULL};
static const char *const class_help[] = {"no byte is common to all lanes",
                                         "byte 3 is common",
                                         "bytes 3 and 2 are common",
                                         "bytes 3 to 1 are common",
                                         "all lanes hold one value; no byte array is used",
                                         "the lanes of each group are base + lane * stride; no byte array is used",
                                         "the groups have different numbers of common bytes",
                                         "a partial mask: stored whole",
                                         "a partial mask, and its active lanes hold one value: stored whole"};

static bytewise_geometry geometry_in(const wf_config *c)
{
    bytewise_geometry g = bytewise_geometry_of(c->lanes, c->param[GROUPS]);
    g.strides = c->param[STRIDES];
    g.stride_bits = g.strides == ANY ? 32 : g.strides == WIDE ? 5 : 0;
    if (g.stride_bits > 0) {
        g.stride = g.tag_bits;
        g.tag_bits += g.stride_bits * g.groups;
    }
    return g;
}

static wf_status sizes(const wf_config *c, wf_sizes *s, const char **why)
{
    const char *reason = bytewise_rule_broken(c->lanes, c->param[GROUPS]);
    int strides = c->param[STRIDES];
    if (!reason && strides != NONE && c->lanes / c->param[GROUPS] < WF_MIN_LANES)
        reason = "strides pow2, any and wide need groups of 4 lanes or more";
    if (reason)
        return wf_verdict(reason, why);
    bytewise_geometry g = geometry_in(c);
    *s = (wf_sizes){
        .block_bits = 32 * g.lanes,
        .mask_bits = g.lanes,
        .tag_bits = g.tag_bits,
        .code_bits = 4 * g.groups,
        .raw_bit = g.d,
        .payload_bits = 32 * g.lanes,
        .units = BYTES * g.lanes / g.unit,
        .wen_bits = BYTES * g.lanes,
        .interval_enc = 1,
        .interval_dec = 1,
    };
    for (int u = 0; u < s->units; u++)
        s->unit_bits[u] = 8 * g.unit;
    return WF_OK;
}

/* Classify: the bits in which lanes from..to-1 differ. Only active lanes count, unless the mask is full (`whole`). */
static uint32_t unlike_bits(const uint32_t *block, const uint32_t *mask, int from, int to, bool whole)
{
    uint32_t all = ~(uint32_t)0, any = 0;
    if (whole)
        for (int i = from; i < to; i++) {
            all &= block[i];
            any |= block[i];
        }
    else
        for (int i = from; i < to; i++) {
            uint32_t active = 0 - (mask[i / 32] >> i % 32 & 1);
            all &= block[i] | ~active;
            any |= block[i] & active;
        }
    return any & ~all;
}

/* Select: the enc for the bits in which lanes differ: 1 for each byte that is common, from the top. */
static unsigned enc_of(uint32_t unlike)
{
    return unlike >> 24 ? 0x0 : unlike >> 16 ? 0x8 : unlike >> 8 ? 0xc : unlike ? 0xe : BYTEWISE_SCALAR;
}

static bool is_enc(unsigned enc)
{
    return enc == 0x0 || enc == 0x8 || enc == 0xc || enc == 0xe || enc == BYTEWISE_SCALAR;
}

/* Is group k affine? Its enc then has a 1 below a 0. */
static bool is_affine(const bytewise_geometry *g, const bytewise_fields *f, int k)
{
    return g->strides != NONE && !f->divergent && (f->enc[k] & ~(f->enc[k] >> 1) & 0x7) != 0;
}

/* Rebuild: the stride of group k if it is affine. */
static uint32_t stride_of(const bytewise_geometry *g, const bytewise_fields *f, int k)
{
    uint32_t power = (uint32_t)1 << (f->stride[k] & TOP);
    return g->strides == POW2 ? (uint32_t)pow2_strides[f->enc[k]] : g->strides == ANY ? f->stride[k] : f->enc[k] >> 3 ? 0 - power : power;
}

/* Rebuild: lane i of an affine group. */
static uint32_t affine_lane(const bytewise_geometry *g, uint32_t base, uint32_t stride, int i)
{
    uint32_t sum = base + (uint32_t)i * stride;
    return g->strides == POW2 ? (sum & POW2_SUM) | (base & ~(uint32_t)POW2_SUM) : sum;
}

/* Classify: are the lanes of group k base + i * stride? */
static bool fits(const bytewise_geometry *g, const uint32_t *block, int k, uint32_t stride)
{
    const uint32_t *lane = block + k * g->width;
    for (int i = 1; i < g->width; i++)
        if (lane[i] != affine_lane(g, lane[0], stride, i))
            return false;
    return stride != 0;
}

/* Select: enc and stride of group k if it is affine; else it is false and leaves them. */
static bool find_stride(const bytewise_geometry *g, const uint32_t *block, int k, bytewise_fields *f)
{
    const uint32_t *lane = block + k * g->width;
    if (g->strides == ANY && fits(g, block, k, lane[1] - lane[0])) {
        f->enc[k] = UP;
        f->stride[k] = lane[1] - lane[0];
        return true;
    }
    for (uint32_t e = 0; g->strides == WIDE && e <= TOP; e++) {
        bool up = fits(g, block, k, (uint32_t)1 << e);
        if (up || fits(g, block, k, 0 - ((uint32_t)1 << e))) {
            f->enc[k] = up ? UP : DOWN;
            f->stride[k] = e;
            return true;
        }
    }
    for (unsigned enc = 0; g->strides == POW2 && enc < 16; enc++)
        if (fits(g, block, k, (uint32_t)pow2_strides[enc])) {
            f->enc[k] = enc;
            return true;
        }
    return false;
}

/* Is byte plane p of group k stored? Not if it is common or the group affine, unless the write was divergent. */
static bool is_stored(const bytewise_geometry *g, const bytewise_fields *f, int k, int p)
{
    return f->divergent || !(is_affine(g, f, k) || f->enc[k] >> p & 1);
}

static void units_of(const bytewise_geometry *g, const bytewise_fields *f, uint32_t *units)
{
    int count = g->width / g->unit; /* units of one plane of one group: 1 to 8 */
    memset(units, 0, WF_UNIT_WORDS * sizeof *units);
    for (int p = 0; p < BYTES; p++)
        for (int k = 0; k < g->groups; k++)
            if (is_stored(g, f, k, p))
                put_bits(units, (p * g->groups + k) * count, ((uint32_t)1 << count) - 1);
}

/* The write enables: the active lanes' bytes of the planes that are stored. */
static void wen_of(const bytewise_geometry *g, const bytewise_fields *f, const uint32_t *mask, uint32_t *wen)
{
    memset(wen, 0, WF_WEN_WORDS * sizeof *wen);
    for (int p = 0; p < BYTES; p++)
        for (int k = 0; k < g->groups; k++)
            for (int i = k * g->width; is_stored(g, f, k, p) && i < (k + 1) * g->width; i += 32)
                put_bits(wen, p * g->lanes + i, mask_part(mask, i, g->width));
}

/* Pack: lanes to byte planes. */
static void pack(const bytewise_geometry *g, const uint32_t *block, uint32_t *payload)
{
    uint8_t planes[BYTES * WF_MAX_LANES];
    for (int p = 0; p < BYTES; p++)
        for (int i = 0; i < g->lanes; i++)
            planes[p * g->lanes + i] = (uint8_t)(block[i] >> 8 * p);
    words_of_bytes(payload, planes, g->lanes);
}

/* Are all lanes of the mask active (`active` 1), or none (0)? */
static bool all_lanes(const uint32_t *mask, int lanes, int active)
{
    for (int i = 0; i < lanes; i += 32)
        if (mask_part(mask, i, lanes) != (active ? low_ones(lanes < 32 ? lanes : 32) : 0))
            return false;
    return true;
}

static wf_status encode(const wf_config *c, const wf_input *in, wf_code *code)
{
    bytewise_geometry g = geometry_in(c);
    bool whole = all_lanes(in->mask, g.lanes, 1), empty = all_lanes(in->mask, g.lanes, 0);
    bytewise_fields f = {.divergent = !whole && !empty};
    for (int k = 0; k < g.groups; k++) {
        if (!in->raw_only && !empty && !(whole && find_stride(&g, in->block, k, &f)))
            f.enc[k] = enc_of(unlike_bits(in->block, in->mask, k * g.width, (k + 1) * g.width, whole));
        if (!f.divergent)
            f.bvr[k][0] = in->block[k * g.width];
        else
            for (int w = 0; 32 * w < g.width; w++)
                f.bvr[k][w] = mask_part(in->mask, k * g.width + 32 * w, g.width);
    }
    f.one_value = g.fs && !in->raw_only && !empty && unlike_bits(in->block, in->mask, 0, g.lanes, whole) == 0;
    bytewise_tag_of(&g, &f, code->tag);
    units_of(&g, &f, code->units);
    if (!in->no_payload)
        pack(&g, in->block, code->payload);
    wen_of(&g, &f, in->mask, code->wen);
    return WF_OK;
}

/* Does an encoder write this enc and this stride for group k? */
static bool code_holds(const bytewise_geometry *g, const bytewise_fields *f, int k)
{
    if (!is_affine(g, f, k))
        return is_enc(f->enc[k]) && f->stride[k] == 0;
    switch (g->strides) {
    case POW2: return true;
    case ANY: return f->enc[k] == UP && f->stride[k] != 0;
    default: return f->enc[k] == UP || (f->enc[k] == DOWN && f->stride[k] != TOP);
    }
}

/* Does an encoder write this tag? */
static bool tag_holds(const bytewise_geometry *g, const bytewise_fields *f)
{
    bool all_scalar = true, all_active = true, one_value = true;
    int active_groups = 0;
    for (int k = 0; k < g->groups; k++) {
        if (!code_holds(g, f, k))
            return false;
        bool active = false;
        all_scalar &= f->enc[k] == BYTEWISE_SCALAR;
        one_value &= f->bvr[k][0] == f->bvr[0][0];
        for (int w = 0; 32 * w < g->bvr_bits; w++) {
            int left = g->width - 32 * w;
            uint32_t lanes = left >= 32 ? ~(uint32_t)0 : ((uint32_t)1 << left) - 1;
            if (f->divergent && f->bvr[k][w] & ~lanes)
                return false;
            if (!f->divergent && w > 0 && f->bvr[k][w])
                return false;
            all_active &= (f->bvr[k][w] & lanes) == lanes;
            active |= f->bvr[k][w] != 0;
        }
        active_groups += active;
    }
    if (f->divergent && (all_active || active_groups == 0))
        return false;
    if (g->fs == 0)
        return true;
    if (f->divergent && active_groups > 1)
        return !f->one_value || all_scalar;
    return f->one_value == (all_scalar && (f->divergent || one_value));
}

/* Unpack, Rebuild. For any tag, unless D is 1: an affine group comes from BVR and stride; else a byte whose enc bit is 1 comes from the
 * BVR. */
static wf_status decode(const wf_config *c, const wf_code *code, uint32_t *block)
{
    bytewise_geometry g = geometry_in(c);
    bytewise_fields f = bytewise_fields_of(&g, code->tag);
    uint8_t planes[BYTES * WF_MAX_LANES];
    bytes_of_words(planes, code->payload, g.lanes);
    for (int k = 0; k < g.groups; k++) {
        uint32_t stored = 0;
        for (int p = 0; p < BYTES; p++)
            stored |= is_stored(&g, &f, k, p) ? (uint32_t)0xff << 8 * p : 0;
        for (int i = k * g.width; i < (k + 1) * g.width; i++) {
            uint32_t lane = (uint32_t)planes[i] | (uint32_t)planes[g.lanes + i] << 8 | (uint32_t)planes[2 * g.lanes + i] << 16 |
                            (uint32_t)planes[3 * g.lanes + i] << 24;
            uint32_t base = f.bvr[k][0];
            block[i] =
                is_affine(&g, &f, k) ? affine_lane(&g, base, stride_of(&g, &f, k), i - k * g.width) : (lane & stored) | (base & ~stored);
        }
    }
    uint32_t units[WF_UNIT_WORDS];
    units_of(&g, &f, units);
    return !tag_holds(&g, &f) ? WF_ERR_TAG : memcmp(units, code->units, sizeof units) ? WF_ERR_PAYLOAD : WF_OK;
}

static int size(const wf_config *c, const wf_code *code)
{
    bytewise_geometry g = geometry_in(c);
    bytewise_fields f = bytewise_fields_of(&g, code->tag);
    int bytes = 0;
    for (int k = 0; k < g.groups; k++)
        for (int p = 0; p < BYTES; p++)
            bytes += is_stored(&g, &f, k, p) ? g.width : 0;
    return 8 * bytes;
}

static int tag_fields(const wf_config *c, wf_tag_field field[WF_MAX_TAG_FIELDS])
{
    bytewise_geometry g = geometry_in(c);
    int n = 0;
    const char *of = g.groups > 1 ? "group" : NULL;
    static const char *const help[] = {
        [NONE] = "a 1 for each common byte, from byte 3 (the highest bit) down",
        [POW2] = ("a 1 for each common byte, from byte 3 (the highest bit) down; or affine: 0001 to 0111 stride 1 to 64, 1001, 1010, 1011, "
                  "1101 stride -1, -2, -4, -8"),
        [ANY] = "a 1 for each common byte, from byte 3 (the highest bit) down; or 0001: affine",
        [WIDE] = "a 1 for each common byte, from byte 3 (the highest bit) down; or affine: 0001 upwards, 1001 downwards"};
    field[n++] = (wf_tag_field){"enc", help[g.strides], BYTES, g.groups, of, g.strides == NONE ? WF_TAG_DOWN : WF_TAG_ANY};
    field[n++] = (wf_tag_field){"d", "1: the mask was partial, and the block is stored whole", 1, 1, NULL, WF_TAG_ANY};
    if (g.fs)
        field[n++] = (wf_tag_field){"fs", "1: all active lanes of the warp hold one value", 1, 1, NULL, WF_TAG_ANY};
    field[n++] = (wf_tag_field){
        "bvr", "base value register: the group's first lane; if d is 1, the active mask instead", g.bvr_bits, g.groups, of, WF_TAG_ANY};
    if (g.strides == ANY)
        field[n++] =
            (wf_tag_field){"stride", "of an affine group: lane i is the BVR + i * stride; else 0", g.stride_bits, g.groups, of, WF_TAG_ANY};
    if (g.strides == WIDE)
        field[n++] = (wf_tag_field){
            "exponent", "of an affine group: the stride is 2 to this, or minus that; else 0", g.stride_bits, g.groups, of, WF_TAG_ANY};
    return n;
}

/* The class of group k of a whole write. */
static int class_of(const bytewise_geometry *g, const bytewise_fields *f, int k)
{
    if (is_affine(g, f, k))
        return BYTEWISE_ALL_AFFINE;
    switch (f->enc[k]) {
    case 0x8: return BYTEWISE_COMMON_1;
    case 0xc: return BYTEWISE_COMMON_2;
    case 0xe: return BYTEWISE_COMMON_3;
    case BYTEWISE_SCALAR: return BYTEWISE_ALL_SCALAR;
    default: return BYTEWISE_RAW;
    }
}

static int classify(const wf_config *c, const wf_code *code)
{
    bytewise_geometry g = geometry_in(c);
    bytewise_fields f = bytewise_fields_of(&g, code->tag);
    if (f.divergent)
        return (g.fs ? f.one_value : f.enc[0] == BYTEWISE_SCALAR) ? BYTEWISE_DIVERGENT_SCALAR : BYTEWISE_DIVERGENT;
    int class = class_of(&g, &f, 0);
    for (int k = 1; k < g.groups; k++)
        if (class_of(&g, &f, k) != class)
            return BYTEWISE_MIXED;
    return class;
}

/* The comparison has the same groups and looks at active lanes only. */
static void bind_compare(const wf_config *whole, wf_config *own)
{
    own->param[COMPARE_GROUPS] = whole->param[GROUPS];
    own->param[COMPARE_MASKED] = 1;
}

/* The decoding unit of the codec affine makes the lanes of one group: with pow2 their bytes 0, with any all of them. With wide the decoder has its own. */
static void bind_expand(const wf_config *whole, wf_config *own)
{
    bool any = whole->param[STRIDES] == ANY;
    own->lanes = whole->lanes / whole->param[GROUPS];
    own->param[AFFINE_VECTOR] = 0;
    own->param[AFFINE_STRIDES] = any;
    own->param[AFFINE_WORD] = any ? 32 : 8;
}

static bool expands(const wf_config *whole)
{
    return whole->param[STRIDES] == POW2 || whole->param[STRIDES] == ANY;
}

extern const wf_unit wf_unit_compare, wf_unit_expand;
static const wf_child children[] = {{"compare", &wf_unit_compare, "groups|masked", bind_compare, NULL, NULL},
                                    {"expand", &wf_unit_expand, "vector|strides|word", bind_expand, expands, NULL},
                                    {NULL, NULL, NULL, NULL, NULL, NULL}};

static const wf_part parts[] = {
    {"enc", "affine_pow2", {WF_IF(STRIDES, POW2)}},
    {"enc", "pow2", {WF_IF(STRIDES, POW2)}},
    {"enc", "affine_any", {WF_IF(STRIDES, ANY)}},
    {"enc", "any", {WF_IF(STRIDES, ANY)}},
    {"enc", "affine_wide", {WF_IF(STRIDES, WIDE)}},
    {"enc", "wide", {WF_IF(STRIDES, WIDE)}},
    {"enc", "pack", WF_ALWAYS},
    {"dec", "unpack", WF_ALWAYS},
    {"dec", "pow2", {WF_IF(STRIDES, POW2)}},
    {"dec", "wide", {WF_IF(STRIDES, WIDE)}},
    {NULL, NULL, WF_ALWAYS},
};

static const wf_cuts *cuts(const wf_config *c, bool encoder)
{
    static const wf_cuts enc = {"operand|code|unit|out", {0, 8, 10, 11, 15}, 0, {0, 2, 4, 6}},
                         dec = {"tag|select|kept|out", {0, 8, 10, 11, 15}, 0, {1, 2, 3, 4}};
    (void)c;
    return encoder ? &enc : &dec;
}

extern const wf_fast wf_bytewise_fast;
static const wf_codec codec = {
    .unit_name = "byte array",
    .encs = 4,
    .decs = 16,
    .enc_ranks = 1,
    .dec_ranks = 1,
    .divergent = true,
    .sizes = sizes,
    .encode = encode,
    .decode = decode,
    .size = size,
    .classify = classify,
    .class_names = class_names,
    .class_help = class_help,
    .tag_fields = tag_fields,
    .scalar = bytewise_scalar,
    .scalar_source = "G-Scalar, section 4",
    .fast = &wf_bytewise_fast,
};

const wf_unit wf_unit_bytewise = {
    .name = "bytewise",
    .title = "common bytes over a warp register, with scalar detection",
    .source = "G-Scalar (HPCA 2017), sections 3 and 4",
    .params = params,
    .parts = parts,
    .children = children,
    .codec = &codec,
    .cuts = cuts,
};
