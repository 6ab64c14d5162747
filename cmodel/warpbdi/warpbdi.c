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
 * A mode that saves no bank is not used. A code takes the lowest banks: <4,1> the words 0 .. A-1 of the payload, <4,2> 0 .. C-1. The base is
 * word 0.
 *
 * store=residue: of each lane its low byte and its second byte, as they are. A window of 2^n values has one value for each n low bits, so
 * the base and the low bytes tell the lane. All codes have these bytes in the same places, if a mode in use stores them:
 *
 *     low byte       in its place if its word is one of the A; else bytes 2 and 3 of words 1, 2, .., A-1, then bytes 1 of words 1, 2, ..
 *     second byte    in its place if its word is one of the C and no low byte is there; else bytes 0, 2 and 3 of words A, A+1, ..
 *
 * Any other byte is the block's in its place.
 *
 * store=delta: the low bytes of each delta, lane by lane, the lowest first: from byte 4 on. A byte behind them is 0 if its bank is in use.
 */
#include "warpbdi.h"
#include "../bits_plain.h"
#include "warpbdi_pairs.h"

extern const wf_fast wf_warpbdi_fast;

static const wf_param params[] = {
    [WARPBDI_MODES] = {"modes", "<base,delta> pairs to choose from, beside raw", WF_PARAM_SET, "4-0|4-1|4-2", 7, "WF_MODES"},
    [WARPBDI_STORE] = {"store", "what the codes keep of a lane: its low bytes, or those of its delta", WF_PARAM_CHOICE, "residue|delta",
                       WARPBDI_RESIDUE, "WF_STORE"},
    [WARPBDI_BANK] = {"bank", "width of a bank in bits", WF_PARAM_INT, "32|64|128", 128, "WF_BANK"},
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

static const char *const class_names[] = {"raw", "<4,0>", "<4,1>", "<4,2>", NULL};
static const char *const class_help[] = {"the block as it is", "every lane equals lane 0", "every lane is lane 0 plus a signed byte",
                                         "every lane is lane 0 plus a signed halfword"};

/* What a configuration fixes. A range indicator takes `units` banks, the lowest `words` words of the payload. */
typedef struct {
    int lanes, bank; /* bytes of a bank */
    int units[WARPBDI_RANGES], words[WARPBDI_RANGES];
    bool usable[WARPBDI_RANGES]; /* chosen by the user, and saves a bank */
} geometry;

/* Low bytes of a lane, or bytes of a delta, that a range indicator 1..3 stores. */
static int low_bytes(int range)
{
    return range - 1;
}

static int code_bytes(int lanes, int range)
{
    return range == WARPBDI_RAW ? 4 * lanes : 4 + (lanes - 1) * low_bytes(range);
}

static geometry geometry_of(const wf_config *c)
{
    geometry g = {.lanes = c->lanes, .bank = c->param[WARPBDI_BANK] / 8};
    int all = 4 * g.lanes / g.bank;
    for (int r = WARPBDI_RAW; r < WARPBDI_RANGES; r++) {
        g.units[r] = (code_bytes(g.lanes, r) + g.bank - 1) / g.bank;
        g.words[r] = g.units[r] * g.bank / 4;
        g.usable[r] = r == WARPBDI_RAW || ((c->param[WARPBDI_MODES] & 1 << (r - 1)) && g.units[r] < all);
    }
    return g;
}

/* store=residue: the byte of the payload with the low byte and with the second byte of each lane, as listed above. */
typedef struct {
    int low[WF_MAX_LANES], second[WF_MAX_LANES];
} places;

static places places_of(const geometry *g)
{
    int a = g->words[2], c = g->words[3], lane = 0, next = 4 * a;
    bool is_low[4 * WF_MAX_LANES] = {false};
    places p;
    for (int word = 0; word < a && lane < g->lanes; word++)
        p.low[lane++] = 4 * word;
    for (int at = 4; at < 4 * a && lane < g->lanes; at++)
        if (at % 4 >= 2)
            p.low[lane++] = at;
    for (int word = 1; word < a && lane < g->lanes; word++)
        p.low[lane++] = 4 * word + 1;
    for (int i = 0; i < g->lanes; i++)
        is_low[p.low[i]] = true;
    for (int i = 1; i < g->lanes; i++)
        if (i < c && !is_low[4 * i + 1]) {
            p.second[i] = 4 * i + 1;
        } else {
            p.second[i] = next++;
            next += next % 4 == 1;
        }
    return p;
}

/* Classify, Select: the lowest range indicator in use whose bytes hold every delta. A delta is a signed number of n bits if it is below 2^n after
 * half of that is added. */
static int select_range(const geometry *g, const uint32_t *block)
{
    uint32_t none = 0, byte = 0, half = 0;
    for (int i = 1; i < g->lanes; i++) {
        uint32_t delta = block[i] - block[0];
        none |= delta;
        byte |= delta + 128;
        half |= delta + 32768;
    }
    const bool fits[WARPBDI_RANGES] = {true, none == 0, byte >> 8 == 0, half >> 16 == 0};
    for (int r = 1; r < WARPBDI_RANGES; r++)
        if (g->usable[r] && fits[r])
            return r;
    return WARPBDI_RAW;
}

/* Byte of the payload that holds byte `part` (0 low, 1 high) of delta i. */
static int delta_at(int range, int i, int part)
{
    return 4 + low_bytes(range) * (i - 1) + part;
}

static wf_status sizes(const wf_config *c, wf_sizes *s, const char **why)
{
    (void)why; /* its parameters have no rule between them */
    *s = (wf_sizes){
        .block_bits = 32 * c->lanes,
        .mask_bits = c->lanes,
        .tag_bits = 2,
        .code_bits = 2,
        .payload_bits = 32 * c->lanes,
        .units = 32 * c->lanes / c->param[WARPBDI_BANK],
        .wen_bits = c->lanes,
        .interval_enc = 1,
        .interval_dec = 1,
    };
    for (int u = 0; u < s->units; u++)
        s->unit_bits[u] = c->param[WARPBDI_BANK];
    return WF_OK;
}

/* Pack: the block, with the bytes that move in the places of others. */
static void pack_residues(const geometry *g, const uint32_t *block, uint8_t *bytes)
{
    places p = places_of(g);
    bytes_of_words(bytes, block, g->lanes);
    for (int i = 0; (g->usable[2] || g->usable[3]) && i < g->lanes; i++)
        bytes[p.low[i]] = (uint8_t)block[i];
    for (int i = 1; g->usable[3] && i < g->lanes; i++)
        bytes[p.second[i]] = (uint8_t)(block[i] >> 8);
}

/* Pack: base and deltas to the payload. */
static void pack_deltas(const geometry *g, int range, const uint32_t *block, uint8_t *bytes)
{
    memset(bytes, 0, 4 * (size_t)g->lanes);
    bytes_of_words(bytes, block, 1);
    for (int i = 1; i < g->lanes; i++)
        for (int part = 0; part < low_bytes(range); part++)
            bytes[delta_at(range, i, part)] = (uint8_t)((block[i] - block[0]) >> 8 * part);
}

static void pack(const geometry *g, const wf_config *c, int range, const uint32_t *block, uint32_t *payload)
{
    uint8_t bytes[4 * WF_MAX_LANES];
    if (range == WARPBDI_RAW) {
        memcpy(payload, block, 4 * (size_t)g->lanes);
        return;
    }
    if (c->param[WARPBDI_STORE] == WARPBDI_RESIDUE)
        pack_residues(g, block, bytes);
    else
        pack_deltas(g, range, block, bytes);
    words_of_bytes(payload, bytes, g->lanes);
}

/* Are all lanes active? */
static bool is_whole(const uint32_t *mask, int lanes)
{
    for (int i = 0; i < lanes; i++)
        if (!get_bit(mask, i))
            return false;
    return true;
}

static wf_status encode(const wf_config *c, const wf_input *in, wf_code *code)
{
    geometry g = geometry_of(c);
    int range = WARPBDI_RAW;
    if (!in->raw_only && is_whole(in->mask, g.lanes))
        range = select_range(&g, in->block);
    if (!in->no_payload)
        pack(&g, c, range, in->block, code->payload);
    code->tag[0] = (uint32_t)range;
    set_low_ones(code->units, g.units[range], WF_UNIT_WORDS);
    memset(code->wen, 0, sizeof code->wen);
    if (range == WARPBDI_RAW)
        for (int i = 0; i < words_for(g.lanes); i++)
            code->wen[i] = in->mask[i];
    else
        set_low_ones(code->wen, g.words[range], words_for(g.lanes));
    if (g.lanes < 32)
        code->wen[0] &= ((uint32_t)1 << g.lanes) - 1;
    return WF_OK;
}

/* Would an encoder write this payload for the block, in the banks in use? */
static bool is_packed(const geometry *g, const wf_config *c, int range, const uint32_t *block, const uint32_t *payload)
{
    uint32_t packed[WF_MAX_LANES];
    pack(g, c, range, block, packed);
    return memcmp(packed, payload, 4 * (size_t)g->words[range]) == 0;
}

/* Unpack: the lowest n bytes of each lane but the base. */
static void unpack_residues(const geometry *g, int n, const uint8_t *bytes, uint32_t *low)
{
    places p = places_of(g);
    for (int i = 1; i < g->lanes; i++)
        low[i] = n == 0 ? 0 : bytes[p.low[i]];
    for (int i = 1; n == 2 && i < g->lanes; i++)
        low[i] |= (uint32_t)bytes[p.second[i]] << 8;
}

/* Unpack: the n bytes of each delta. */
static void unpack_deltas(const geometry *g, int range, const uint8_t *bytes, uint32_t *low)
{
    int n = low_bytes(range);
    for (int i = 1; i < g->lanes; i++)
        low[i] = n == 0 ? 0 : bytes[delta_at(range, i, 0)];
    for (int i = 1; n == 2 && i < g->lanes; i++)
        low[i] |= (uint32_t)bytes[delta_at(range, i, 1)] << 8;
}

/* Unpack, Rebuild. For a tag that is not in use the block is the payload, as in the RTL. */
static wf_status decode(const wf_config *c, const wf_code *code, uint32_t *block)
{
    geometry g = geometry_of(c);
    int range = (int)(code->tag[0] & 3), n = low_bytes(range);
    uint32_t units[WF_UNIT_WORDS], base = code->payload[0];
    set_low_ones(units, g.units[range], WF_UNIT_WORDS);
    bool units_agree = memcmp(units, code->units, sizeof units) == 0;
    if (range == WARPBDI_RAW || !g.usable[range]) {
        memcpy(block, code->payload, 4 * (size_t)g.lanes);
        return range != WARPBDI_RAW ? WF_ERR_TAG : units_agree ? WF_OK : WF_ERR_PAYLOAD;
    }
    uint8_t bytes[4 * WF_MAX_LANES];
    uint32_t low[WF_MAX_LANES], from = c->param[WARPBDI_STORE] == WARPBDI_RESIDUE ? base : 0;
    bytes_of_words(bytes, code->payload, g.lanes);
    if (c->param[WARPBDI_STORE] == WARPBDI_RESIDUE)
        unpack_residues(&g, n, bytes, low);
    else
        unpack_deltas(&g, range, bytes, low);
    block[0] = base;
    for (int i = 1; i < g.lanes; i++)
        block[i] = base + sign_extend(low[i] - from, n);
    return units_agree && is_packed(&g, c, range, block, code->payload) ? WF_OK : WF_ERR_PAYLOAD;
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
    {"enc", "columns", WF_ALWAYS},
    {"enc", "residues", {WF_IF(WARPBDI_STORE, WARPBDI_RESIDUE)}},
    {"enc", "below", {WF_IF(WARPBDI_STORE, WARPBDI_RESIDUE)}},
    {"enc", "links", {WF_IF(WARPBDI_STORE, WARPBDI_RESIDUE)}},
    {"enc", "bytes", {WF_IF(WARPBDI_STORE, WARPBDI_RESIDUE)}},
    {"enc", "deltas", {WF_IF(WARPBDI_STORE, WARPBDI_DELTA)}},
    {"enc", "subtract", {WF_IF(WARPBDI_STORE, WARPBDI_DELTA)}},
    {"enc", "differences", {WF_IF(WARPBDI_STORE, WARPBDI_DELTA)}},
    {"dec", "residues", {WF_IF(WARPBDI_STORE, WARPBDI_RESIDUE)}},
    {"dec", "bytes", {WF_IF(WARPBDI_STORE, WARPBDI_RESIDUE)}},
    {"dec", "window", {WF_IF(WARPBDI_STORE, WARPBDI_RESIDUE)}},
    {"dec", "deltas", {WF_IF(WARPBDI_STORE, WARPBDI_DELTA)}},
    {"dec", "operands", {WF_IF(WARPBDI_STORE, WARPBDI_DELTA)}},
    {"dec", "add", {WF_IF(WARPBDI_STORE, WARPBDI_DELTA)}},
    {NULL, NULL, WF_ALWAYS},
};

static const wf_cuts *cuts(const wf_config *c, bool encoder)
{
    static const wf_cuts enc_residues = {"operands|borrows|verdict|out", {0, 8, 12, 14, 15}, 0, {0, 2, 4, 6}},
                         enc_deltas = {"operands|borrows|verdict|out", {0, 8, 10, 14, 15}, 0, {0, 1, 2, 6}},
                         dec_residues = {"operand|byte|window|out", {0, 8, 9, 13, 15}, 0, {2, 3, 3, 4}},
                         dec_deltas = {"operand|byte|sum|out", {0, 8, 9, 13, 15}, 0, {2, 3, 3, 4}};
    bool deltas = c->param[WARPBDI_STORE] == WARPBDI_DELTA;
    return encoder ? deltas ? &enc_deltas : &enc_residues : deltas ? &dec_deltas : &dec_residues;
}

static const wf_codec codec = {
    .unit_name = "bank",
    .encs = 2,
    .decs = 4,
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
    .fast = &wf_warpbdi_fast,
    .survey = &wf_warpbdi_survey,
};

const wf_unit wf_unit_warpbdi = {
    .name = "warpbdi",
    .title = "base-delta-immediate over a warp register",
    .source = "Warped-Compression (ISCA 2015), sections 4 and 5.1",
    .params = params,
    .parts = parts,
    .codec = &codec,
    .cuts = cuts,
};
