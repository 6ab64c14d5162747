/* SPDX-License-Identifier: Apache-2.0
 *
 * warpbdi_fast.c - warpbdi.c faster. store=residue: a block is copied by words, and then the bytes that move are put into their places.
 * store=delta: the deltas of a word of the payload are put together, or taken apart, at once. First the geometry and the choice, then residues,
 * deltas, and the codec's functions for both. */
#include "../form.h"
#include "../takes.h"
#include "../vector/learn.h"
#include "warpbdi.h"
#include "warpbdi_layout.h"

INLINE bool takes(const wf_config *c)
{
    const int *p = c->param;
    return has_lanes(c) && is_set(p[WARPBDI_MODES], WARPBDI_RANGES - 1) && is_power(p[WARPBDI_BANK], 128, 32, 128) &&
           are_flags(p[WARPBDI_STORE]);
}

/* What a configuration fixes. */
typedef struct {
    int lanes, bank_log2;        /* log2 of the bytes a bank */
    int words[WARPBDI_RANGES];   /* words of the payload that a range indicator takes */
    int lost;                    /* lanes 1 to lost have a low byte of another lane in the place of their second one */
    int units[WARPBDI_RANGES];   /* banks that a range indicator takes */
    bool usable[WARPBDI_RANGES]; /* chosen by the user, and saves a bank */
} geometry;

static int banks(int bytes, int bank_log2)
{
    return (bytes + (1 << bank_log2) - 1) >> bank_log2;
}

/* Low bytes of a lane that a range indicator 1..3 stores. */
static int low_bytes(int range)
{
    return range - 1;
}

static int code_bytes(int lanes, int range)
{
    return range == WARPBDI_RAW ? 4 * lanes : 4 + low_bytes(range) * (lanes - 1);
}

static geometry geometry_of(const wf_config *c)
{
    geometry g = {.lanes = c->lanes, .bank_log2 = __builtin_ctz((unsigned)c->param[WARPBDI_BANK] / 8)};
    for (int r = WARPBDI_RAW; r < WARPBDI_RANGES; r++) {
        g.units[r] = banks(code_bytes(g.lanes, r), g.bank_log2);
        g.words[r] = g.units[r] << g.bank_log2 >> 2;
        g.usable[r] = r == WARPBDI_RAW || ((c->param[WARPBDI_MODES] >> (r - 1) & 1) && g.units[r] < g.units[WARPBDI_RAW]);
    }
    g.lost = g.lanes + 2 > 3 * g.words[2] ? g.lanes + 2 - 3 * g.words[2] : 0;
    return g;
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
    return 1u << WARPBDI_RAW | (nonzero == 0) << 1 | (above_byte <= 0xff) << 2 | (above_half <= 0xffff) << 3;
}

/* Select: the range indicator to use. */
static int select_range(const geometry *g, unsigned fits)
{
    for (int r = 1; r < WARPBDI_RANGES; r++)
        if (g->usable[r] && (fits >> r & 1))
            return r;
    return WARPBDI_RAW;
}

/* ---- store=residue ---- */

/* Where byte `at` of a vector of words is in the host's memory. */
static int host(int at)
{
    static const union {
        uint32_t word;
        uint8_t first;
    } one = {1};
    return one.first ? at : at ^ 3;
}

/* Byte of the payload behind `at` that takes a second byte: bytes 0, 2 and 3 of each word. */
static int next_free(int at)
{
    return at + (at % 4 == 0 ? 2 : 1);
}

/* Puts the bytes that move into a copy of the block. */
static void move_bytes(const geometry *g, const uint32_t *restrict block, uint8_t *restrict bytes)
{
    const int lanes = g->lanes, a = g->words[2], c = g->words[3], lost = g->lost, turn = 3 * a - 2, end = lanes < turn ? lanes : turn;
    if (g->usable[2] || g->usable[3]) {
        for (int i = a, at = 6; i < end; i++, at += at % 4 == 2 ? 1 : 3)
            bytes[host(at)] = (uint8_t)block[i];
        for (int i = turn, at = 5; i < lanes; i++, at += 4)
            bytes[host(at)] = (uint8_t)block[i];
    }
    if (!g->usable[3])
        return;
    int at = 4 * a;
    for (int i = 1; i <= lost; i++, at = next_free(at))
        bytes[host(at)] = (uint8_t)(block[i] >> 8);
    for (int i = c; i < lanes; i++, at = next_free(at))
        bytes[host(at)] = (uint8_t)(block[i] >> 8);
}

/* The lowest n bytes of each lane but the base. */
static void low_bytes_of(const geometry *g, int n, const uint32_t *restrict payload, uint32_t *restrict low)
{
    const uint8_t *bytes = (const uint8_t *)payload;
    const int lanes = g->lanes, a = g->words[2], c = g->words[3], lost = g->lost, turn = 3 * a - 2, end = lanes < turn ? lanes : turn;
    const uint32_t keep = n == 2 ? 0xffff : n == 1 ? 0xff : 0;
    for (int i = 0; i < lanes; i++)
        low[i] = payload[i] & keep;
    for (int i = a, at = 6; n > 0 && i < end; i++, at += at % 4 == 2 ? 1 : 3)
        low[i] = (low[i] & 0xff00) | bytes[host(at)];
    for (int i = turn, at = 5; n > 0 && i < lanes; i++, at += 4)
        low[i] = (low[i] & 0xff00) | bytes[host(at)];
    int at = 4 * a;
    for (int i = 1; n == 2 && i <= lost; i++, at = next_free(at))
        low[i] = (low[i] & 0xff) | (uint32_t)bytes[host(at)] << 8;
    for (int i = c; n == 2 && i < lanes; i++, at = next_free(at))
        low[i] = (low[i] & 0xff) | (uint32_t)bytes[host(at)] << 8;
}

/* True if the payload is that of an encoder, in the banks in use. */
INLINE bool unpack_residues(const geometry *g, int range, const uint32_t *restrict payload, uint32_t *restrict block)
{
    uint32_t again[WF_MAX_LANES], base = payload[0];
    int n = low_bytes(range);
    low_bytes_of(g, n, payload, block);
    block[0] = base;
    if (n == 2)
        for (int i = 1; i < g->lanes; i++)
            block[i] = base + (uint32_t)(int32_t)(int16_t)(block[i] - base);
    else
        for (int i = 1; i < g->lanes; i++)
            block[i] = n == 0 ? base : base + (uint32_t)(int32_t)(int8_t)(block[i] - base);
    memcpy(again, block, 4 * (size_t)g->lanes);
    move_bytes(g, block, (uint8_t *)again);
    return memcmp(again, payload, 4 * (size_t)g->words[range]) == 0;
}

/* ---- store=delta ---- */

/* Words 1 to last of the payload have the deltas of four lanes each (two): word w those of lanes 4 w - 3 to 4 w (2 w - 1 and 2 w). The last one has
 * one less: the byte (halfword) of a lane that is not there is 0, as are the words behind it in the banks in use. */
INLINE uint32_t four_deltas(const uint32_t *lane, uint32_t base, int count)
{
    uint32_t x = 0;
    for (int k = 0; k < count; k++)
        x |= ((lane[k] - base) & 0xff) << 8 * k;
    return x;
}

INLINE uint32_t two_deltas(const uint32_t *lane, uint32_t base, int count)
{
    uint32_t x = (lane[0] - base) & 0xffff;
    return count == 2 ? x | (lane[1] - base) << 16 : x;
}

INLINE void pack_deltas(const geometry *g, int range, const uint32_t *restrict block, uint32_t *restrict payload)
{
    const uint32_t base = block[0];
    int w = 1;
    payload[0] = base;
    if (low_bytes(range) == 1) {
        for (; w < g->lanes / 4; w++)
            payload[w] = four_deltas(block + 4 * w - 3, base, 4);
        payload[w] = four_deltas(block + 4 * w - 3, base, 3);
        w++;
    } else if (low_bytes(range) == 2) {
        for (; w < g->lanes / 2; w++)
            payload[w] = two_deltas(block + 2 * w - 1, base, 2);
        payload[w] = two_deltas(block + 2 * w - 1, base, 1);
        w++;
    }
    for (; w < g->words[range]; w++)
        payload[w] = 0;
}

/* True if what must be 0 is. */
INLINE bool unpack_deltas(const geometry *g, int range, const uint32_t *restrict payload, uint32_t *restrict block)
{
    const uint32_t base = payload[0];
    uint32_t beyond = 0;
    int w = 1;
    block[0] = base;
    if (low_bytes(range) == 0)
        for (int i = 1; i < g->lanes; i++)
            block[i] = base;
    for (; low_bytes(range) == 1 && w <= g->lanes / 4; w++)
        for (int k = 0; k < (w == g->lanes / 4 ? 3 : 4); k++)
            block[4 * w - 3 + k] = base + (uint32_t)(int32_t)(int8_t)(payload[w] >> 8 * k);
    for (; low_bytes(range) == 2 && w <= g->lanes / 2; w++)
        for (int k = 0; k < (w == g->lanes / 2 ? 1 : 2); k++)
            block[2 * w - 1 + k] = base + (uint32_t)(int32_t)(int16_t)(payload[w] >> 16 * k);
    if (low_bytes(range) > 0)
        beyond = payload[w - 1] >> (32 - 8 * low_bytes(range));
    for (; w < g->words[range]; w++)
        beyond |= payload[w];
    return beyond == 0;
}

/* ---- Both ---- */

static wf_status encode(const wf_config *c, const wf_input *in, wf_code *code)
{
    if (!takes(c))
        return WF_ERR_CONFIG;
    geometry g = geometry_of(c);
    int range = WARPBDI_RAW;
    if (!in->raw_only && wf_mask_full(in->mask, g.lanes))
        range = select_range(&g, classify_deltas(in->block, g.lanes));
    if (!in->no_payload && range != WARPBDI_RAW && c->param[WARPBDI_STORE] == WARPBDI_DELTA) {
        pack_deltas(&g, range, in->block, code->payload);
    } else if (!in->no_payload) {
        memcpy(code->payload, in->block, 4 * (size_t)g.lanes);
        if (range != WARPBDI_RAW)
            move_bytes(&g, in->block, (uint8_t *)code->payload);
    }
    code->tag[0] = (uint32_t)range;
    set_low_ones(code->units, g.units[range], WF_UNIT_WORDS);
    if (range == WARPBDI_RAW) {
        memcpy(code->wen, in->mask, sizeof *code->wen * (size_t)words_for(g.lanes));
        memset(code->wen + words_for(g.lanes), 0, sizeof code->wen - sizeof *code->wen * (size_t)words_for(g.lanes));
        if (g.lanes < 32)
            code->wen[0] &= ((uint32_t)1 << g.lanes) - 1;
    } else {
        set_low_ones(code->wen, g.units[range] << g.bank_log2 >> 2, sizeof code->wen / sizeof *code->wen);
    }
    return WF_OK;
}

static wf_status decode(const wf_config *c, const wf_code *code, uint32_t *block)
{
    if (!takes(c))
        return WF_ERR_CONFIG;
    geometry g = geometry_of(c);
    int range = (int)(code->tag[0] & 3);
    uint32_t units[WF_UNIT_WORDS];
    bool packed = true;
    if (range == WARPBDI_RAW || !g.usable[range])
        memcpy(block, code->payload, 4 * (size_t)g.lanes);
    else if (c->param[WARPBDI_STORE] == WARPBDI_DELTA)
        packed = unpack_deltas(&g, range, code->payload, block);
    else
        packed = unpack_residues(&g, range, code->payload, block);
    if (!g.usable[range])
        return WF_ERR_TAG;
    set_low_ones(units, g.units[range], WF_UNIT_WORDS);
    return packed && memcmp(units, code->units, sizeof units) == 0 ? WF_OK : WF_ERR_PAYLOAD;
}

/* ---- For forms in vectors ---- */

typedef struct {
    geometry g;
    int range;
    bool deltas;
} putting;

/* The payload of lanes, or of the base and deltas. */
static void put_payload(const void *of, const uint8_t *from, uint8_t *to)
{
    const putting *p = of;
    uint32_t block[WF_MAX_LANES] = {0}, payload[WF_MAX_LANES];
    words_of_bytes(block, from, p->g.lanes);
    for (int i = 1; p->deltas && i < p->g.lanes; i++)
        block[i] += block[0];
    if (p->deltas) {
        memset(payload, 0, sizeof payload);
        pack_deltas(&p->g, p->range, block, payload);
    } else {
        memcpy(payload, block, sizeof payload);
        if (p->range != WARPBDI_RAW)
            move_bytes(&p->g, block, (uint8_t *)payload);
    }
    bytes_of_words(to, payload, p->g.lanes);
}

void warpbdi_layout_of(const wf_config *c, warpbdi_layout *l)
{
    geometry g = geometry_of(c);
    for (int r = WARPBDI_RAW; r < WARPBDI_RANGES; r++) {
        putting p = {g, r, r != WARPBDI_RAW && c->param[WARPBDI_STORE] == WARPBDI_DELTA};
        l->usable[r] = g.usable[r];
        l->units[r] = g.units[r];
        l->words[r] = g.words[r];
        learn_places(put_payload, &p, 4 * g.lanes, 4 * g.lanes, l->from[r]);
    }
    for (unsigned fits = 0; fits < 8; fits++)
        l->select[fits] = (uint8_t)select_range(&g, fits << 1);
}

WF_FORMS_OF(warpbdi);
const wf_fast wf_warpbdi_fast = {.takes = takes, .encode = encode, .decode = decode, .forms = forms};
