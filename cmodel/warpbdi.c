/* SPDX-License-Identifier: Apache-2.0
 *
 * warpbdi - base-delta-immediate over the lanes of a warp register.
 * Source: Lee et al., "Warped-Compression", ISCA 2015, sections 4 and 5.1.
 *
 * The base is lane 0. The delta of lane i is lane i minus the base, modulo 2^32. The tag is the paper's range indicator:
 *
 *     0 raw    the block itself
 *     1 <4,0>  every delta is 0
 *     2 <4,1>  every delta is a signed byte
 *     3 <4,2>  every delta is a signed halfword
 *
 * Bytes of the payload, for L lanes:
 *
 *     layout   0..3   low byte of delta i   high byte of delta i (<4,2>)
 *     planes   base   3 + i                 H + i - 1, H the first bank boundary at or after 3 + L
 *     packed   base   3 + i      (<4,1>)    -
 *                     4 + 2(i-1) (<4,2>)    5 + 2(i-1)
 *
 * A byte that is not listed is 0 if its bank is in use. A mode that saves no bank is not used.
 */
#include "bits.h"
#include "warpfold.h"

enum { MODES, LAYOUT, BANK };
enum { RAW = 0, RANGES = 4 };
enum { PLANES, PACKED };

static const wf_param params[] = {
    [MODES] = {"modes", "<base,delta> pairs to choose from, beside raw", WF_PARAM_SET, "4-0|4-1|4-2", 7, "WF_MODES"},
    [LAYOUT] = {"layout", "order of the delta bytes", WF_PARAM_CHOICE, "planes|packed", PLANES, "WF_PACKED"},
    [BANK] = {"bank", "width of a bank in bits", WF_PARAM_INT, "32|64|128", 128, "WF_BANK"},
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

static const char *const class_names[] = {"raw", "<4,0>", "<4,1>", "<4,2>", NULL};
static const char *const class_help[] = {"the block as it is", "every lane equals lane 0", "every lane is lane 0 plus a signed byte",
                                         "every lane is lane 0 plus a signed halfword"};

/* What a configuration fixes. */
typedef struct {
    int lanes, bank_log2; /* log2 of the bytes a bank */
    int high;             /* first byte of the high plane */
    int units[RANGES];    /* banks that a range indicator takes */
    bool usable[RANGES];  /* chosen by the user, and saves a bank */
} geometry;

static int banks(int bytes, int bank_log2)
{
    return (bytes + (1 << bank_log2) - 1) >> bank_log2;
}

/* Delta bytes of a range indicator 1..3. */
static int delta_bytes(int range)
{
    return range - 1;
}

static int code_bytes(int lanes, int range)
{
    return range == RAW ? 4 * lanes : 4 + delta_bytes(range) * (lanes - 1);
}

static geometry geometry_of(const wf_config *c)
{
    geometry g = {.lanes = c->lanes, .bank_log2 = c->param[BANK] == 128 ? 4 : c->param[BANK] == 64 ? 3 : 2};
    g.high = banks(3 + g.lanes, g.bank_log2) << g.bank_log2;
    for (int r = RAW; r < RANGES; r++) {
        g.units[r] = banks(code_bytes(g.lanes, r), g.bank_log2);
        g.usable[r] = r == RAW || ((c->param[MODES] >> (r - 1) & 1) && g.units[r] < g.units[RAW]);
    }
    return g;
}

/* Byte of the payload that holds byte `part` (0 low, 1 high) of delta i. */
static int delta_at(const geometry *g, const wf_config *c, int range, int i, int part)
{
    if (c->param[LAYOUT] == PLANES)
        return part == 0 ? 3 + i : g->high + i - 1;
    return 4 + delta_bytes(range) * (i - 1) + part;
}

static wf_status sizes(const wf_config *c, wf_sizes *s, const char **why)
{
    const char *reason = NULL;
    if (!wf_is_lanes(c->lanes))
        reason = "lanes must be a power of two from 4 to 128";
    else if (c->param[MODES] < 1 || c->param[MODES] > 7)
        reason = "modes must name at least one of 4-0, 4-1, 4-2";
    else if (c->param[LAYOUT] != PLANES && c->param[LAYOUT] != PACKED)
        reason = "layout must be planes or packed";
    else if (c->param[BANK] != 32 && c->param[BANK] != 64 && c->param[BANK] != 128)
        reason = "bank must be 32, 64 or 128 bits";
    if (reason)
        return wf_verdict(reason, why);
    *s = (wf_sizes){
        .block_bits = 32 * c->lanes,
        .mask_bits = c->lanes,
        .tag_bits = 2,
        .code_bits = 2,
        .payload_bits = 32 * c->lanes,
        .units = 32 * c->lanes / c->param[BANK],
        .wen_bits = c->lanes,
        .interval_enc = 1,
        .interval_dec = 1,
    };
    for (int u = 0; u < s->units; u++)
        s->unit_bits[u] = c->param[BANK];
    return WF_OK;
}

/* Classify: which range indicators the deltas fit, bit r for range indicator r. */
static unsigned classify_deltas(const uint32_t *block, int lanes)
{
    uint32_t base = block[0], nonzero = 0, above_byte = 0, above_half = 0;
    for (int i = 0; i < lanes; i++) {
        uint32_t delta = block[i] - base;
        nonzero |= delta;
        above_byte |= delta + 0x80;
        above_half |= delta + 0x8000;
    }
    return 1u << RAW | (nonzero == 0) << 1 | (above_byte <= 0xff) << 2 | (above_half <= 0xffff) << 3;
}

/* Select: the range indicator to use. */
static int select_range(const geometry *g, unsigned fits)
{
    for (int r = 1; r < RANGES; r++)
        if (g->usable[r] && (fits >> r & 1))
            return r;
    return RAW;
}

/* Pack: base and deltas to the payload. */
static void pack(const geometry *g, const wf_config *c, int range, const uint32_t *block, uint32_t *payload)
{
    if (range == RAW) {
        memcpy(payload, block, 4 * (size_t)g->lanes);
        return;
    }
    uint8_t bytes[4 * WF_MAX_LANES] = {0};
    int n = delta_bytes(range);
    uint32_t base = block[0];
    bytes_of_words(bytes, block, 1);
    if (n >= 1 && c->param[LAYOUT] == PLANES)
        for (int i = 1; i < g->lanes; i++)
            bytes[3 + i] = (uint8_t)(block[i] - base);
    if (n == 2 && c->param[LAYOUT] == PLANES)
        for (int i = 1; i < g->lanes; i++)
            bytes[g->high + i - 1] = (uint8_t)((block[i] - base) >> 8);
    if (c->param[LAYOUT] == PACKED)
        for (int i = 1; i < g->lanes; i++)
            for (int part = 0; part < n; part++)
                bytes[delta_at(g, c, range, i, part)] = (uint8_t)((block[i] - base) >> 8 * part);
    words_of_bytes(payload, bytes, g->lanes);
}

static wf_status encode(const wf_config *c, const wf_input *in, wf_code *code)
{
    geometry g = geometry_of(c);
    int range = RAW;
    if (!in->raw_only && wf_mask_full(in->mask, g.lanes))
        range = select_range(&g, classify_deltas(in->block, g.lanes));
    pack(&g, c, range, in->block, code->payload);
    code->tag[0] = (uint32_t)range;
    set_low_ones(code->units, g.units[range], WF_UNIT_WORDS);
    memset(code->wen, 0, sizeof code->wen);
    if (range == RAW)
        for (int i = 0; i < words_for(g.lanes); i++)
            code->wen[i] = in->mask[i];
    else
        set_low_ones(code->wen, g.units[range] << g.bank_log2 >> 2, words_for(g.lanes));
    if (g.lanes < 32)
        code->wen[0] &= ((uint32_t)1 << g.lanes) - 1;
    return WF_OK;
}

/* In the banks in use, every byte that belongs to no base and no delta is 0. */
static bool pads_are_zero(const geometry *g, const wf_config *c, int range, const uint8_t *bytes)
{
    uint8_t rest[4 * WF_MAX_LANES];
    memcpy(rest, bytes, 4 * (size_t)g->lanes);
    memset(rest, 0, 4);
    for (int i = 1; i < g->lanes; i++)
        for (int part = 0; part < delta_bytes(range); part++)
            rest[delta_at(g, c, range, i, part)] = 0;
    for (int j = 0; j < g->units[range] << g->bank_log2; j++)
        if (rest[j] != 0)
            return false;
    return true;
}

/* Unpack, Rebuild. For a tag that is not in use the block is the payload, as in the RTL. */
static wf_status decode(const wf_config *c, const wf_code *code, uint32_t *block)
{
    geometry g = geometry_of(c);
    int range = (int)(code->tag[0] & 3);
    uint32_t units[WF_UNIT_WORDS];
    set_low_ones(units, g.units[range], WF_UNIT_WORDS);
    bool units_agree = memcmp(units, code->units, sizeof units) == 0;
    if (range == RAW || !g.usable[range]) {
        memcpy(block, code->payload, 4 * (size_t)g.lanes);
        return range != RAW ? WF_ERR_TAG : units_agree ? WF_OK : WF_ERR_PAYLOAD;
    }
    uint8_t bytes[4 * WF_MAX_LANES];
    bytes_of_words(bytes, code->payload, g.lanes);
    int n = delta_bytes(range);
    block[0] = code->payload[0];
    for (int i = 1; i < g.lanes; i++) {
        uint32_t delta = 0;
        for (int part = 0; part < n; part++)
            delta |= (uint32_t)bytes[delta_at(&g, c, range, i, part)] << 8 * part;
        block[i] = block[0] + sign_extend(delta, n);
    }
    return units_agree && pads_are_zero(&g, c, range, bytes) ? WF_OK : WF_ERR_PAYLOAD;
}

static int tag_fields(const wf_config *c, wf_tag_field field[WF_MAX_TAG_FIELDS])
{
    (void)c;
    field[0] = (wf_tag_field){"range", "the class of the block: the paper's range indicator", 2, 1, NULL, WF_TAG_CLASSES};
    return 1;
}

static int size(const wf_config *c, const wf_code *code)
{
    return 8 * code_bytes(c->lanes, (int)(code->tag[0] & 3));
}

static int classify(const wf_config *c, const wf_code *code)
{
    (void)c;
    return (int)(code->tag[0] & 3);
}

static const wf_part parts[] = {
    {"enc", "columns", WF_ALWAYS, 0},  {"enc", "subtract", WF_ALWAYS, 0}, {"enc", "deltas", WF_ALWAYS, 0},
    {"dec", "operands", WF_ALWAYS, 0}, {"dec", "add", WF_ALWAYS, 0},      {NULL, NULL, 0, 0},
};

static const wf_codec codec = {
    .unit_name = "bank",
    .encs = 2,
    .decs = 4,
    .sizes = sizes,
    .encode = encode,
    .decode = decode,
    .size = size,
    .classify = classify,
    .class_names = class_names,
    .class_help = class_help,
    .tag_fields = tag_fields,
};

const wf_unit wf_unit_warpbdi = {
    .name = "warpbdi",
    .title = "base-delta-immediate over a warp register",
    .source = "Warped-Compression (ISCA 2015), sections 4 and 5.1",
    .params = params,
    .parts = parts,
    .codec = &codec,
};
