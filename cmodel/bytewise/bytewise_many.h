/* SPDX-License-Identifier: Apache-2.0
 *
 * bytewise_many.h - bytewise on arrays of blocks, in the vectors that were included before: whole writes, without strides, of 16 lanes or more. Lanes become
 * byte planes by one move of bytes. Other blocks are left to the fast form. */
#include "../vector/learn.h"
#include "bytewise_layout.h"

enum { MAX_VECTORS = 4 * WF_MAX_LANES / 64, PLANES = 4, ENCS = 16, MAX_UNITS_WORDS = 4 };

typedef struct {
    _Alignas(64) uint8_t pack[V_MOVES_BYTES(MAX_VECTORS, MAX_VECTORS)];
    uint8_t unpack[V_MOVES_BYTES(MAX_VECTORS, MAX_VECTORS)];
    uint32_t group_of[WF_MAX_LANES]; /* of a lane */
    uint32_t units[BYTEWISE_MAX_GROUPS][ENCS][MAX_UNITS_WORDS], wen[BYTEWISE_MAX_GROUPS][ENCS][PLANES * WF_MAX_LANES / 32];
    int lanes, groups, width, d, fs, bvr, bvr_bits;
} table;

static bool prepare(const wf_config *c, void *of)
{
    table *t = of;
    bytewise_layout l;
    int16_t back[4 * WF_MAX_LANES];
    if (c->param[BYTEWISE_STRIDES] != 0 || c->lanes < 16)
        return false;
    bytewise_layout_of(c, &l);
    *t = (table){.lanes = c->lanes, .groups = l.groups, .width = l.width, .d = l.d, .fs = l.fs, .bvr = l.bvr, .bvr_bits = l.bvr_bits};
    int n = 4 * c->lanes / 64;
    learn_back(l.from, 64 * n, 64 * n, back);
    v_moves_set(t->pack, n, n, l.from);
    v_moves_set(t->unpack, n, n, back);
    for (int i = 0; i < c->lanes; i++)
        t->group_of[i] = (uint32_t)(i / l.width);
    for (int k = 0; k < l.groups; k++)
        for (unsigned enc = 0; enc < ENCS; enc++) {
            memcpy(t->units[k][enc], l.units[k][enc], sizeof t->units[k][enc]);
            memcpy(t->wen[k][enc], l.wen[k][enc], sizeof t->wen[k][enc]);
        }
    return true;
}

/* Of each group the word of `word`, in all its lanes. */
V_INLINE void spread(const table *t, int n, int groups, const uint32_t *word, vec *to)
{
    for (int k = 0; k < n; k++)
        to[k] = groups == 1 ? v_set32(word[0]) : v_pick32(word, v_load(t->group_of + 16 * k));
}

/* Bit i of word w: lane 32 w + i differs from its base in a byte that is byte p or above it. */
typedef struct {
    uint64_t from[PLANES][WF_MAX_LANES / 64];
} differing;

V_INLINE unsigned enc_of(const differing *f, int from, int width)
{
    uint64_t ones = width >= 64 ? ~(uint64_t)0 : (((uint64_t)1 << width) - 1) << from % 64;
    unsigned enc = 0;
    for (int p = PLANES - 1; p >= 0; p--) {
        uint64_t any = 0;
        for (int w = from / 64; 64 * w < from + width; w++)
            any |= f->from[p][w] & ones;
        enc |= (unsigned)(any == 0) << p;
    }
    return enc;
}

V_INLINE void encode_block(const wf_prepared *p, const table *t, int n, int groups, const uint32_t *block, const wf_codes *at)
{
    static const uint32_t above[PLANES] = {~0u, ~0u << 8, ~0u << 16, ~0u << 24};
    vec base[MAX_VECTORS], to[MAX_VECTORS];
    uint32_t bases[BYTEWISE_MAX_GROUPS] = {0}, units[MAX_UNITS_WORDS] = {0}, wen[PLANES * WF_MAX_LANES / 32] = {0};
    int width = t->lanes / groups;
    unsigned encs[BYTEWISE_MAX_GROUPS];
    for (int k = 0; k < groups; k++)
        bases[k] = block[k * width];
    spread(t, n, groups, bases, base);
    if (groups == 1) {
        vec any = v_zero();
        for (int k = 0; k < n; k++)
            any = v_or(any, v_xor(v_load(block + 16 * k), base[0]));
        encs[0] = 0;
        for (int p_ = 0; p_ < PLANES; p_++)
            encs[0] |= (unsigned)v_is_zero(v_and(any, v_set32(above[p_]))) << p_;
    } else {
        differing f = {{{0}}};
        for (int k = 0; k < n; k++) {
            vec x = v_xor(v_load(block + 16 * k), base[k]);
            for (int p_ = 0; p_ < PLANES; p_++)
                f.from[p_][k / 4] |= (uint64_t)(uint16_t)~v_clear32(x, v_set32(above[p_])) << 16 * (k % 4);
        }
        for (int k = 0; k < groups; k++)
            encs[k] = enc_of(&f, k * width, width);
    }
    uint64_t all = 0;
    bool one_value = true;
    for (int k = 0; k < groups; k++) {
        all |= (uint64_t)encs[k] << PLANES * k;
        one_value &= encs[k] == BYTEWISE_SCALAR && bases[k] == bases[0];
        for (int i = 0; i < p->units_words; i++)
            units[i] |= t->units[k][encs[k]][i];
        for (int i = 0; at->wen && i < p->wen_words; i++)
            wen[i] |= t->wen[k][encs[k]][i];
    }
    if (groups == 1 && t->lanes <= 32) {
        uint64_t tag = all | (uint64_t)bases[0] << t->bvr;
        at->tag[0] = (uint32_t)tag;
        at->tag[1] = (uint32_t)(tag >> 32);
    } else {
        memset(at->tag, 0, sizeof *at->tag * (size_t)p->tag_words);
        put_bits(at->tag, 0, (uint32_t)all);
        for (int k = 0; k < groups; k++)
            put_bits(at->tag, t->bvr + t->bvr_bits * k, bases[k]);
        if (t->fs)
            put_bits(at->tag, t->fs, one_value);
    }
    memcpy(at->units, units, sizeof *units * (size_t)p->units_words);
    if (at->wen)
        memcpy(at->wen, wen, sizeof *wen * (size_t)p->wen_words);
    if (at->payload == NULL)
        return;
    v_move(t->pack, n, n, block, to);
    for (int k = 0; k < n; k++)
        v_store(at->payload + 16 * k, to[k]);
}

V_INLINE uint8_t decode_block(const wf_prepared *p, const table *t, int n, int groups, const wf_codes *at, uint32_t *block)
{
    uint32_t bases[BYTEWISE_MAX_GROUPS] = {0}, stored[BYTEWISE_MAX_GROUPS] = {0}, units[MAX_UNITS_WORDS] = {0}, unlike = 0;
    vec base[MAX_VECTORS], keep[MAX_VECTORS], x[MAX_VECTORS];
    bool known = true, one_value = true;
    uint32_t encs = get_bits(at->tag, 0, PLANES * groups);
    for (int k = 0; k < groups; k++) {
        uint32_t enc = encs >> PLANES * k & 15, bits = ~enc & 15; /* bit p goes to bit 8 p, and then to a byte of ones */
        bases[k] = get_bits(at->tag, t->bvr + t->bvr_bits * k, 32);
        stored[k] = (bits * 0x00204081 & 0x01010101) * 0xff;
        known &= (0xd101 >> enc & 1) && (t->bvr_bits <= 32 || !any_set(at->tag, t->bvr + t->bvr_bits * k + 32, t->bvr_bits - 32));
        one_value &= enc == BYTEWISE_SCALAR && bases[k] == bases[0];
        for (int i = 0; i < p->units_words; i++)
            units[i] |= t->units[k][enc][i];
    }
    for (int i = 0; i < p->units_words; i++)
        unlike |= units[i] ^ at->units[i];
    spread(t, n, groups, bases, base);
    spread(t, n, groups, stored, keep);
    v_move(t->unpack, n, n, at->payload, x);
    for (int k = 0; k < n; k++)
        v_store(block + 16 * k, v_choose(keep[k], x[k], base[k]));
    if (!known || (t->fs && get_bit(at->tag, t->fs) != one_value))
        return WF_ERR_TAG;
    return unlike ? WF_ERR_PAYLOAD : WF_OK;
}

/* Known sizes: vectors of a block, and whether it is one group. */
#define KNOWN_SIZES(turn, ...)                       \
    switch (t->lanes / 16 * 2 + (t->groups > 1)) {   \
    case 4: turn(2, 1, __VA_ARGS__); break;          \
    case 5: turn(2, t->groups, __VA_ARGS__); break;  \
    case 2: turn(1, 1, __VA_ARGS__); break;          \
    case 3: turn(1, t->groups, __VA_ARGS__); break;  \
    case 8: turn(4, 1, __VA_ARGS__); break;          \
    case 9: turn(4, t->groups, __VA_ARGS__); break;  \
    case 16: turn(8, 1, __VA_ARGS__); break;         \
    default: turn(8, t->groups, __VA_ARGS__); break; \
    }

V_INLINE void encode_all(int n, int groups, const wf_prepared *p, size_t count, const uint32_t *blocks, const uint32_t *masks,
                         const wf_codes *codes)
{
    const table *t = p->table;
    const int words[4] = CODES_WORDS(p, codes);
    wf_codes at = *codes;
    for (size_t i = 0; i < count; i++, at = codes_next(&at, words)) {
        const uint32_t *block = blocks + i * (size_t)p->block_words, *mask = masks ? masks + i * (size_t)p->mask_words : NULL;
        if (mask && !wf_mask_full(mask, t->lanes))
            prepared_encode(p, block, mask, &at);
        else
            encode_block(p, t, n, groups, block, &at);
    }
}

V_TARGET static void encode(const wf_prepared *p, size_t count, const uint32_t *blocks, const uint32_t *masks, const wf_codes *codes)
{
    const table *t = p->table;
    KNOWN_SIZES(encode_all, p, count, blocks, masks, codes)
}

V_INLINE void decode_all(int n, int groups, const wf_prepared *p, size_t count, const wf_codes *codes, uint32_t *blocks, uint8_t *status)
{
    const table *t = p->table;
    const int words[4] = CODES_WORDS(p, codes);
    wf_codes at = *codes;
    for (size_t i = 0; i < count; i++, at = codes_next(&at, words)) {
        uint32_t *block = blocks + i * (size_t)p->block_words;
        status[i] = get_bit(at.tag, t->d) ? prepared_decode(p, &at, block) : decode_block(p, t, n, groups, &at, block);
    }
}

V_TARGET static void decode(const wf_prepared *p, size_t count, const wf_codes *codes, uint32_t *blocks, uint8_t *status)
{
    const table *t = p->table;
    KNOWN_SIZES(decode_all, p, count, codes, blocks, status)
}

const wf_form V_NAME(bytewise) = {.cpu = V_CPU, .bytes = sizeof(table), .prepare = prepare, .encode = encode, .decode = decode};
