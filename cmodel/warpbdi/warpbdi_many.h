/* SPDX-License-Identifier: Apache-2.0
 *
 * warpbdi_many.h - warpbdi on arrays of blocks, in the vectors that were included before. No branch depends on a value: of each range indicator a
 * table has the places of bytes, and the payload is one move of the lanes, or of the base and the deltas. */
#include "../vector/learn.h"
#include "warpbdi_layout.h"

enum { MAX_VECTORS = 4 * WF_MAX_LANES / 64, UNITS_WORDS = 4 };

typedef struct {
    _Alignas(64) uint8_t pack[WARPBDI_RANGES][V_MOVES_BYTES(MAX_VECTORS, MAX_VECTORS)];
    uint8_t unpack[WARPBDI_RANGES][V_MOVES_BYTES(MAX_VECTORS, MAX_VECTORS)]; /* to the low bytes of lanes, or of deltas */
    uint64_t check[WARPBDI_RANGES][MAX_VECTORS]; /* bytes of the payload in use that the lanes do not come from: the block's, or 0 */
    uint8_t byte_of[64 * MAX_VECTORS];           /* of <4,0>: the byte of the base */
    uint32_t equal[WARPBDI_RANGES];              /* all ones: <4,0> */
    uint32_t units[WARPBDI_RANGES][UNITS_WORDS], wen[WARPBDI_RANGES][WF_MASK_WORDS], lane[16];
    uint32_t deltas[WARPBDI_RANGES];                    /* all ones: the payload has deltas */
    uint32_t from[WARPBDI_RANGES], add[WARPBDI_RANGES]; /* all ones: low bytes are above the base; lanes are */
    int extend[WARPBDI_RANGES];                         /* bits above the low bytes */
    bool usable[WARPBDI_RANGES], any_deltas;
    uint8_t select[8];
    int lanes;
} table;

static bool prepare(const wf_config *c, void *of)
{
    table *t = of;
    warpbdi_layout l;
    int lanes = c->lanes, n = (4 * lanes + 63) / 64;
    warpbdi_layout_of(c, &l);
    t->lanes = lanes;
    t->any_deltas = c->param[WARPBDI_STORE] == WARPBDI_DELTA;
    memcpy(t->select, l.select, sizeof t->select);
    memcpy(t->usable, l.usable, sizeof t->usable);
    for (int i = 0; i < 16; i++)
        t->lane[i] = i < lanes ? ~0u : 0;
    for (int r = WARPBDI_RAW; r < WARPBDI_RANGES; r++) {
        int16_t to[64 * MAX_VECTORS], back[64 * MAX_VECTORS];
        int low = r == WARPBDI_RAW ? 4 : r - 1; /* low bytes that are stored */
        for (int i = 0; i < 64 * n; i++)
            to[i] = i < 4 * lanes ? l.from[r][i] : LEARN_ZERO;
        learn_back(to, 64 * n, 4 * l.words[r], back);
        for (int i = 0; i < 64 * n; i++)
            if (i % 4 >= low || (t->any_deltas && r != WARPBDI_RAW && i < 4))
                back[i] = LEARN_ZERO;
        v_moves_set(t->pack[r], n, n, to);
        v_moves_set(t->unpack[r], n, n, back);
        for (int i = 0; i < 4 * l.words[r] && r != WARPBDI_RAW; i++) {
            if (to[i] >= 0 && (back[to[i]] == i || (t->any_deltas && i < 4)))
                continue;
            if (r > 1 && to[i] >= 0 && to[i] != i) /* it would not be in its place */
                return false;
            t->check[r][i / 64] |= (uint64_t)1 << i % 64;
        }
        for (int i = 0; r == 1 && i < 64 * n; i++)
            t->byte_of[i] = (uint8_t)(to[i] >= 0 ? to[i] % 4 : 0);
        t->equal[r] = r == 1 ? ~0u : 0;
        set_low_ones(t->units[r], l.units[r], UNITS_WORDS);
        set_low_ones(t->wen[r], l.words[r], WF_MASK_WORDS);
        t->extend[r] = 32 - 8 * low;
        t->deltas[r] = t->any_deltas && r != WARPBDI_RAW ? ~0u : 0;
        t->add[r] = r != WARPBDI_RAW ? ~0u : 0;
        t->from[r] = r != WARPBDI_RAW && !t->any_deltas ? ~0u : 0;
    }
    return true;
}

/* What is packed: the lanes, or the base and the deltas. `d` are the deltas, of lane 0 nothing. */
V_INLINE void sources(const table *t, int n, int range, const vec *x, const vec *d, uint32_t base, vec *from)
{
    static const uint32_t first[16] = {~0u};
    vec which = v_set32(t->deltas[range]);
    for (int k = 0; k < n; k++)
        from[k] = v_choose(which, k == 0 ? v_or(d[0], v_and(v_load(first), v_set32(base))) : d[k], x[k]);
}

/* n vectors of `bytes` bytes are a block; `deltas`: a payload may have some. */
V_INLINE void encode_block(const wf_prepared *p, const table *t, int n, int bytes, bool deltas, const uint32_t *block, const uint32_t *mask,
                           const wf_codes *at)
{
    vec x[MAX_VECTORS], d[MAX_VECTORS], to[MAX_VECTORS], base = v_set32(block[0]), any = v_zero(), byte = v_zero(), half = v_zero();
    vec lane = v_load(t->lane);
    for (int k = 0; k < n; k++) {
        x[k] = v_load_part(block + 16 * k, bytes);
        d[k] = bytes < 64 ? v_and(v_sub32(x[k], base), lane) : v_sub32(x[k], base);
        any = v_or(any, d[k]);
        byte = v_or(byte, v_add32(d[k], v_set32(0x80)));
        half = v_or(half, v_add32(d[k], v_set32(0x8000)));
    }
    int fits = v_is_zero(any) | v_is_zero(v_and(byte, v_set32(~0xffu))) << 1 | v_is_zero(v_and(half, v_set32(~0xffffu))) << 2;
    bool whole = mask == NULL || wf_mask_full(mask, t->lanes);
    int range = whole ? t->select[fits] : WARPBDI_RAW;
    at->tag[0] = (uint32_t)range;
    for (int i = 0; i < p->units_words; i++)
        at->units[i] = t->units[range][i];
    for (int i = 0; at->wen && i < p->wen_words; i++)
        at->wen[i] = mask && range == WARPBDI_RAW ? mask[i] & low_ones(t->lanes) : t->wen[range][i];
    if (at->payload == NULL)
        return;
    if (deltas) {
        vec from[MAX_VECTORS];
        uint8_t bytes_of[64 * MAX_VECTORS];
        sources(t, n, range, x, d, block[0], from);
        for (int k = 0; k < n; k++)
            v_store(bytes_of + 64 * k, from[k]);
        v_move(t->pack[range], n, n, bytes_of, to);
    } else if (bytes < 64) {
        uint8_t bytes_of[64];
        v_store(bytes_of, x[0]);
        v_move(t->pack[range], n, n, bytes_of, to);
    } else {
        v_move(t->pack[range], n, n, block, to);
    }
    for (int k = 0; k < n; k++)
        v_store_part(at->payload + 16 * k, to[k], bytes);
}

V_INLINE uint8_t decode_block(const wf_prepared *p, const table *t, int n, int bytes, bool deltas, const wf_codes *at, uint32_t *block)
{
    int said = (int)(at->tag[0] & 3), range = t->usable[said] ? said : WARPBDI_RAW;
    uint8_t payload[64];
    const void *in = bytes < 64 ? payload : (const void *)at->payload;
    uint32_t base = at->payload[0];
    if (bytes < 64)
        v_store(payload, v_load_part(at->payload, bytes));
    vec x[MAX_VECTORS], from = v_set32(base & t->from[range]), add = v_set32(base & t->add[range]), equal = v_set32(t->equal[range]);
    uint64_t unlike = 0;
    v_move(t->unpack[range], n, n, in, x);
    for (int k = 0; k < n; k++) {
        vec stored = v_load((const uint8_t *)in + 64 * k);
        x[k] = v_add32(add, v_sar32(v_shl32(v_sub32(x[k], from), t->extend[range]), t->extend[range]));
        v_store_part(block + 16 * k, x[k], bytes);
        vec of_block = deltas ? v_zero() : v_choose(equal, v_pick8(v_set32(base), v_load(t->byte_of + 64 * k)), x[k]);
        unlike |= ~v_equal8(of_block, stored) & t->check[range][k];
    }
    for (int i = 0; i < p->units_words; i++)
        unlike |= at->units[i] ^ t->units[range][i];
    return said != range ? WF_ERR_TAG : unlike ? WF_ERR_PAYLOAD : WF_OK;
}

/* Known sizes: vectors of a block, and whether it has deltas. */
#define KNOWN_SIZES(turn, ...)                           \
    switch (t->lanes * 2 + t->any_deltas) {              \
    case 64: turn(1 + 1, 64, false, __VA_ARGS__); break; \
    case 65: turn(1 + 1, 64, true, __VA_ARGS__); break;  \
    case 8: turn(1, 16, false, __VA_ARGS__); break;      \
    case 9: turn(1, 16, true, __VA_ARGS__); break;       \
    case 16: turn(1, 32, false, __VA_ARGS__); break;     \
    case 17: turn(1, 32, true, __VA_ARGS__); break;      \
    case 32: turn(1, 64, false, __VA_ARGS__); break;     \
    case 33: turn(1, 64, true, __VA_ARGS__); break;      \
    case 128: turn(4, 64, false, __VA_ARGS__); break;    \
    case 129: turn(4, 64, true, __VA_ARGS__); break;     \
    case 256: turn(8, 64, false, __VA_ARGS__); break;    \
    default: turn(8, 64, true, __VA_ARGS__); break;      \
    }

V_INLINE void encode_all(int n, int bytes, bool deltas, const wf_prepared *p, size_t count, const uint32_t *blocks, const uint32_t *masks,
                         const wf_codes *codes)
{
    const int words[4] = CODES_WORDS(p, codes);
    wf_codes at = *codes;
    for (size_t i = 0; i < count; i++, at = codes_next(&at, words)) {
        encode_block(p, p->table, n, bytes, deltas, blocks + i * (size_t)p->block_words, masks ? masks + i * (size_t)p->mask_words : NULL,
                     &at);
    }
}

V_TARGET static void encode(const wf_prepared *p, size_t count, const uint32_t *blocks, const uint32_t *masks, const wf_codes *codes)
{
    const table *t = p->table;
    KNOWN_SIZES(encode_all, p, count, blocks, masks, codes)
}

V_INLINE void decode_all(int n, int bytes, bool deltas, const wf_prepared *p, size_t count, const wf_codes *codes, uint32_t *blocks,
                         uint8_t *status)
{
    const int words[4] = CODES_WORDS(p, codes);
    wf_codes at = *codes;
    for (size_t i = 0; i < count; i++, at = codes_next(&at, words)) {
        status[i] = decode_block(p, p->table, n, bytes, deltas, &at, blocks + i * (size_t)p->block_words);
    }
}

V_TARGET static void decode(const wf_prepared *p, size_t count, const wf_codes *codes, uint32_t *blocks, uint8_t *status)
{
    const table *t = p->table;
    KNOWN_SIZES(decode_all, p, count, codes, blocks, status)
}

const wf_form V_NAME(warpbdi) = {.cpu = V_CPU, .bytes = sizeof(table), .prepare = prepare, .encode = encode, .decode = decode};
