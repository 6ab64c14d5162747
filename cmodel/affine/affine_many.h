/* SPDX-License-Identifier: Apache-2.0
 *
 * affine_many.h - affine on arrays of blocks, in the vectors that were included before: words of 32 bits, 16 lanes or more; of encoders whole writes. Each lane is
 * compared with base + i * stride of its (affine) vector. Other blocks are left to the fast form. */
#include "affine_layout.h"

enum { MAX_AFFINE = WF_MAX_LANES / 8, BEHIND = 8, LONGS = WF_MAX_LANES / 64 };
enum { MAX_TAG_WORDS = (MAX_AFFINE * 65 + WF_MAX_LANES) / 32 + 2 };

typedef struct {
    _Alignas(64) uint32_t number[WF_MAX_LANES]; /* of a lane in its vector */
    uint32_t which[WF_MAX_LANES];               /* its vector, from the first one on of the same 16 lanes */
    uint64_t every;                             /* the first lane of each bank, of 64 lanes */
    affine_words l;
    int lanes;
} table;

static bool prepare(const wf_config *c, void *of)
{
    table *t = of;
    if (c->param[AFFINE_WORD] != 32 || c->lanes < 16)
        return false;
    affine_words_of(c, &t->l);
    t->lanes = c->lanes;
    for (int i = 0; i < c->lanes; i++) {
        t->number[i] = (uint32_t)(i % t->l.width);
        t->which[i] = (uint32_t)(i / t->l.width - i / 16 * 16 / t->l.width);
    }
    for (int i = 0; i < 64 && i < c->lanes; i += t->l.unit)
        t->every |= (uint64_t)1 << i;
    return true;
}

/* What a tag says of its vectors, and the words behind the last. */
typedef struct {
    uint32_t base[MAX_AFFINE + BEHIND], stride[MAX_AFFINE + BEHIND], code[MAX_AFFINE];
} lines;

V_INLINE uint32_t stride_of(bool any, uint32_t code)
{
    return any ? code : code == AFFINE_POW2_ZERO ? 0 : (uint32_t)1 << code;
}

V_INLINE bool is_aligned(bool any, uint32_t code, uint32_t base)
{
    return any || code == AFFINE_POW2_ZERO || (base & (((uint32_t)1 << code) - 1)) == 0;
}

/* The lanes of part k, 16 of them, as base and stride tell. */
V_INLINE vec rebuilt(const table *t, int vectors, const lines *s, int k)
{
    vec number = v_load(t->number + 16 * k), which = v_load(t->which + 16 * k);
    int first = 16 * k / (t->lanes / vectors);
    if (vectors == 1)
        return v_add32(v_set32(s->base[0]), v_mul32(number, v_set32(s->stride[0])));
    return v_add32(v_pick32(s->base + first, which), v_mul32(number, v_pick32(s->stride + first, which)));
}

V_INLINE uint64_t ones(int bits)
{
    return bits >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << bits) - 1;
}

/* The banks with a lane that is not valid: of its lanes the first one tells it. */
V_INLINE void units_of(const wf_prepared *p, const table *t, const uint64_t *valid, uint32_t *units)
{
    uint64_t banks[LONGS + 1] = {0};
    int each = t->lanes < 64 ? t->lanes : 64, of_each = each / t->l.unit;
    for (int w = 0; 64 * w < t->lanes; w++) {
        uint64_t stored = ~valid[w] & ones(each);
        for (int s = 1; s < t->l.unit && s < 64; s *= 2)
            stored |= stored >> s;
        stored = v_extract(stored, t->every);
        banks[of_each * w / 64] |= stored << of_each * w % 64;
    }
    for (int i = 0; i < p->units_words; i++)
        units[i] = (uint32_t)(banks[i / 2] >> 32 * (i % 2));
}

V_INLINE void encode_block(const wf_prepared *p, const table *t, int n, int vectors, const uint32_t *block, const wf_codes *at)
{
    const affine_words *l = &t->l;
    int width = t->lanes / vectors;
    uint64_t same[LONGS] = {0}, valid[LONGS] = {0};
    lines s;
    for (int k = 0; k < vectors; k++) {
        uint32_t a = block[k * width], b = block[k * width + 1], x = (a ^ b) | (uint32_t)1 << AFFINE_POW2_ZERO;
        s.base[k] = a;
        s.code[k] = l->any ? b - a : (uint32_t)__builtin_ctz(x);
        s.stride[k] = stride_of(l->any, s.code[k]);
    }
    for (int k = 0; k < n; k++) {
        vec x = v_load(block + 16 * k);
        same[k / 4] |= (uint64_t)v_equal32(x, rebuilt(t, vectors, &s, k)) << 16 * (k % 4);
        if (at->payload)
            v_store(at->payload + 16 * k, x);
    }
    uint32_t tag[MAX_TAG_WORDS] = {0};
    for (int k = 0; k < vectors; k++) {
        uint64_t lanes = ones(width) << k * width % 64;
        bool fits = is_aligned(l->any, s.code[k], s.base[k]);
        for (int w = k * width / 64; 64 * w < (k + 1) * width; w++)
            fits &= (same[w] & lanes) == lanes;
        for (int w = k * width / 64; 64 * w < (k + 1) * width; w++)
            valid[w] |= fits ? lanes : 0;
        put_bits(tag, k, fits);
        put_bits(tag, l->strides + k * l->stride_bits, fits ? s.code[k] : 0);
        put_bits(tag, l->bases + 32 * k, fits ? s.base[k] : 0);
    }
    for (int w = 0; 32 * w < t->lanes; w++) {
        uint32_t part = (uint32_t)(valid[w / 2] >> 32 * (w % 2));
        put_bits(tag, l->valid + 32 * w, part);
        if (at->wen)
            at->wen[w] = ~part & low_ones(t->lanes);
    }
    for (int w = 0; w < p->tag_words; w++)
        at->tag[w] = tag[w];
    units_of(p, t, valid, at->units);
}

V_INLINE uint8_t decode_block(const wf_prepared *p, const table *t, int n, int vectors, const wf_codes *at, uint32_t *block)
{
    const affine_words *l = &t->l;
    int width = t->lanes / vectors;
    uint64_t valid[LONGS] = {0};
    uint32_t units[WF_MASK_WORDS], unlike = 0;
    lines s = {{0}, {0}, {0}};
    bool holds = true;
    for (int w = 0; 16 * w < t->lanes; w++)
        valid[w / 4] |= (uint64_t)get_bits(at->tag, l->valid + 16 * w, 16) << 16 * (w % 4);
    for (int k = 0; k < vectors; k++) {
        uint64_t lanes = ones(width) << k * width % 64, any = 0;
        s.base[k] = get_bits(at->tag, l->bases + 32 * k, 32);
        s.code[k] = get_bits(at->tag, l->strides + k * l->stride_bits, l->stride_bits);
        s.stride[k] = stride_of(l->any, s.code[k]);
        for (int w = k * width / 64; 64 * w < (k + 1) * width; w++)
            any |= valid[w] & lanes;
        holds &= get_bit(at->tag, k) ? any && is_aligned(l->any, s.code[k], s.base[k]) : !(any | s.code[k] | s.base[k]);
    }
    for (int k = 0; k < n; k++) {
        vec mask = v_mask32((uint32_t)(valid[k / 4] >> 16 * (k % 4)) & 0xffff);
        v_store(block + 16 * k, v_choose(mask, rebuilt(t, vectors, &s, k), v_load(at->payload + 16 * k)));
    }
    units_of(p, t, valid, units);
    for (int i = 0; i < p->units_words; i++)
        unlike |= units[i] ^ at->units[i];
    return !holds ? WF_ERR_TAG : unlike ? WF_ERR_PAYLOAD : WF_OK;
}

/* Known sizes: parts of a block, and whether it is one (affine) vector. */
#define KNOWN_SIZES(turn, ...)                          \
    switch (t->lanes / 16 * 2 + (t->l.vectors > 1)) {   \
    case 4: turn(2, 1, __VA_ARGS__); break;             \
    case 5: turn(2, t->l.vectors, __VA_ARGS__); break;  \
    case 2: turn(1, 1, __VA_ARGS__); break;             \
    case 3: turn(1, t->l.vectors, __VA_ARGS__); break;  \
    case 8: turn(4, 1, __VA_ARGS__); break;             \
    case 9: turn(4, t->l.vectors, __VA_ARGS__); break;  \
    case 16: turn(8, 1, __VA_ARGS__); break;            \
    default: turn(8, t->l.vectors, __VA_ARGS__); break; \
    }

V_INLINE void encode_all(int n, int vectors, const wf_prepared *p, size_t count, const uint32_t *blocks, const uint32_t *masks,
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
            encode_block(p, t, n, vectors, block, &at);
    }
}

V_TARGET static void encode(const wf_prepared *p, size_t count, const uint32_t *blocks, const uint32_t *masks, const wf_codes *codes)
{
    const table *t = p->table;
    KNOWN_SIZES(encode_all, p, count, blocks, masks, codes)
}

V_INLINE void decode_all(int n, int vectors, const wf_prepared *p, size_t count, const wf_codes *codes, uint32_t *blocks, uint8_t *status)
{
    const int words[4] = CODES_WORDS(p, codes);
    wf_codes at = *codes;
    for (size_t i = 0; i < count; i++, at = codes_next(&at, words))
        status[i] = decode_block(p, p->table, n, vectors, &at, blocks + i * (size_t)p->block_words);
}

V_TARGET static void decode(const wf_prepared *p, size_t count, const wf_codes *codes, uint32_t *blocks, uint8_t *status)
{
    const table *t = p->table;
    KNOWN_SIZES(decode_all, p, count, codes, blocks, status)
}

const wf_form V_NAME(affine) = {.cpu = V_CPU, .bytes = sizeof(table), .prepare = prepare, .encode = encode, .decode = decode};
