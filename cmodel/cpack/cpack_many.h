/* SPDX-License-Identifier: Apache-2.0
 *
 * cpack_many.h - cpack on arrays of lines, in the vectors that were included before. form=parallel: a slot is the first word that no slot has yet, and is compared with
 * all words at once. form=fifo, lines of up to 16 words: each word with each before it; no entry is overwritten there, so an entry is the first of equal words. Sizes
 * of these are those of cpack_sizes.h. */
#include "../line_fast.h"
#include "../vector/fields.h"
#include "cpack.h"
#include "cpack_sizes.h"

enum {
    MAX_VECTORS = CPACK_MAX_WORDS / 16,
    LEAD = 16,
    MAX_BITS = LINE_HEAD_BITS + 40 * CPACK_MAX_WORDS,
    BUFFER = (MAX_BITS / 8 + 128) / 64 * 64
};

typedef struct {
    _Alignas(64) uint8_t low[64]; /* for a pick of bytes: byte 0 of each word, in the first 4 of its 16 */
    int limit, head, slots, code_bits;
    uint32_t slot_code[CPACK_MAX_SLOTS];
    uint32_t words; /* those of a line */
    uint64_t codes; /* in 64 bits with a code of 4 bits a byte: its bits */
    bool fifo, from_zero;
} table;

static bool prepare(const wf_config *c, void *of)
{
    table *t = of;
    int zero = c->param[CPACK_ZERO];
    t->fifo = c->param[CPACK_FORM] == CPACK_FIFO;
    if (t->fifo && c->line_bytes > 64) /* an entry may be overwritten */
        return false;
    t->limit = line_limit_with(c, c->param[CPACK_SAVE], c->param[CPACK_TAG]);
    t->head = line_head(c->param[CPACK_TAG]);
    t->slots = cpack_slots[zero];
    t->code_bits = cpack_code_bits[zero];
    for (int k = 0; k < t->slots; k++)
        t->slot_code[k] = cpack_slot_codes[zero][k];
    t->words = low_ones(line_words(c));
    t->codes = (((uint64_t)1 << t->code_bits) - 1) * 0x0101010101010101;
    t->from_zero = c->param[CPACK_START] == CPACK_START_ZERO;
    for (int i = 0; i < 64; i++)
        t->low[i] = (uint8_t)(i % 16 < 4 ? 4 * (i % 16) : 128);
    return true;
}

V_INLINE uint32_t clear(int n, const vec *x, uint32_t with, uint32_t bits)
{
    uint32_t clear = 0;
    for (int k = 0; k < n; k++)
        clear |= v_clear32(v_xor(x[k], v_set32(with)), v_set32(bits)) << 16 * k;
    return clear;
}

/* ---- form=parallel ---- */

typedef struct {
    uint32_t in_slot[CPACK_MAX_SLOTS], slot[CPACK_MAX_SLOTS]; /* the words of each slot, and what it has */
    uint32_t partial;
    int used; /* slots; one more than there are: the line needs more */
} slots;

V_INLINE slots find_slots(const table *t, int line, const uint32_t *block, const vec *x)
{
    int n = (line + 63) / 64;
    slots f = {.used = 1};
    f.in_slot[0] = clear(n, x, 0, ~0xffu) & t->words;
    f.partial = f.in_slot[0] & ~clear(n, x, 0, ~0u);
    uint32_t left = t->words & ~f.in_slot[0];
    for (; left && f.used < t->slots; f.used++) {
        uint32_t w = block[__builtin_ctz(left)];
        f.slot[f.used] = w;
        f.in_slot[f.used] = clear(n, x, w, ~0xffu) & left;
        f.partial |= f.in_slot[f.used] & ~clear(n, x, w, ~0u);
        left &= ~f.in_slot[f.used];
    }
    f.used += left != 0 && f.used == t->slots;
    return f;
}

V_INLINE int slots_bits(const table *t, int line, const slots *f)
{
    return f->used > t->slots ? 8 * line : t->head + line / 4 * (t->code_bits + (f->partial ? 8 : 0)) + 32 * (f->used - 1);
}

V_INLINE void put_slots(const table *t, int line, const vec *x, const slots *f, writer *w)
{
    uint8_t code[4 * LEAD * MAX_VECTORS], low[4 * LEAD * MAX_VECTORS];
    for (int k = 0; 64 * k < line; k++) {
        vec codes = v_and(v_mask32(f->partial >> 16 * k & 0xffff), v_set32(1)), own = v_and(v_mask32(f->partial >> 16 * k & 0xffff), x[k]);
        for (int s = 0; s < f->used; s++)
            codes = v_or(codes, v_and(v_mask32(f->in_slot[s] >> 16 * k & 0xffff), v_set32(t->slot_code[s])));
        v_store(code + 64 * k, v_pick8(codes, v_load(t->low)));
        v_store(low + 64 * k, v_pick8(own, v_load(t->low)));
    }
    for (int i = 0; i < line; i += 32) { /* eight words: four bytes of 16, twice */
        uint32_t four[2];
        memcpy(&four[0], code + i, 4);
        memcpy(&four[1], code + i + 16, 4);
        put(w, v_extract(four[0] | (uint64_t)four[1] << 32, t->codes), (uint32_t)(8 * t->code_bits));
    }
    for (int s = 1; s < f->used; s++)
        put(w, f->slot[s], 32);
    for (int i = 0; f->partial && i < line; i += 16) {
        uint32_t four;
        memcpy(&four, low + i, 4);
        put(w, four, 32);
    }
}

/* ---- form=fifo ---- */

/* Words by kind: all zero, but for a byte; the first of equal ones, which become entries; equal to an entry, or in 3 or 2 upper bytes. */
typedef struct {
    uint32_t zero, byte, entries, all, three, two;
} kinds;

V_INLINE kinds find_kinds(const table *t, int line, const vec *x)
{
    const int words = line < 64 ? line / 4 : 16;
    uint32_t before[LEAD + 16] = {0}, three[16], two[16], equal = 0;
    kinds f = {.zero = clear(1, x, 0, ~0u) & t->words};
    f.byte = clear(1, x, 0, ~0xffu) & t->words & ~f.zero;
    v_store(before + LEAD, x[0]);
    for (int r = 1; r < words; r++) {
        vec unlike = v_xor(x[0], v_back32(before + LEAD, r));
        uint32_t there = t->words & ~low_ones(r);
        equal |= v_clear32(unlike, v_set32(~0u)) & there;
        three[r] = v_clear32(unlike, v_set32(~0xffu)) & there;
        two[r] = v_clear32(unlike, v_set32(~0xffffu)) & there;
    }
    uint32_t large = t->words & ~(f.zero | f.byte);
    f.all = equal & large;
    f.entries = large & ~equal;
    for (int r = 1; r < words; r++) {
        f.three |= three[r] & f.entries << r;
        f.two |= two[r] & f.entries << r;
    }
    f.three &= f.entries;
    f.two &= f.entries & ~f.three;
    return f;
}

/* Entries that match an entry which is still 0. */
V_INLINE uint32_t of_zero(const table *t, const kinds *f, const vec *x)
{
    return t->from_zero ? clear(1, x, 0, ~0xffffu) & f->entries & ~(f->three | f->two) : 0;
}

V_INLINE int count_ones(uint32_t x)
{
    return __builtin_popcount(x);
}

V_INLINE int kinds_bits(const table *t, const kinds *f, uint32_t from_zero)
{
    const cpack_fifo_code *c = cpack_fifo_codes;
    return t->head + c[CPACK_ZZZZ].bits * count_ones(f->zero) + c[CPACK_ZZZX].bits * count_ones(f->byte) +
           c[CPACK_MMMM].bits * count_ones(f->all) + c[CPACK_MMMX].bits * count_ones(f->three) +
           c[CPACK_MMXX].bits * count_ones(f->two | from_zero) +
           c[CPACK_XXXX].bits * count_ones(f->entries & ~(f->three | f->two | from_zero));
}

V_INLINE void put_kinds(int line, const uint32_t *block, const vec *x, const kinds *f, uint32_t from_zero, writer *w)
{
    for (int i = 0; i < line / 4; i++) {
        uint32_t word = block[i], before = f->entries & low_ones(i), bit = (uint32_t)1 << i, index = 0;
        int kind = f->zero & bit                ? CPACK_ZZZZ
                   : f->byte & bit              ? CPACK_ZZZX
                   : f->all & bit               ? CPACK_MMMM
                   : f->three & bit             ? CPACK_MMMX
                   : (f->two | from_zero) & bit ? CPACK_MMXX
                                                : CPACK_XXXX;
        if (from_zero & bit) {
            index = (uint32_t)count_ones(before);
        } else if ((f->all | f->three | f->two) & bit) {
            uint32_t like = clear(1, x, word, f->all & bit ? ~0u : f->three & bit ? ~0xffu : ~0xffffu) & before;
            index = (uint32_t)count_ones(before & ((like & (0 - like)) - 1));
        }
        const cpack_fifo_code *c = &cpack_fifo_codes[kind];
        uint64_t literal = word & (((uint64_t)1 << c->literal) - 1);
        put(w, c->prefix | (uint64_t)index << c->prefix_bits | literal << (c->prefix_bits + c->index_bits), c->bits);
    }
}

/* ---- Encode, measure ---- */

V_INLINE void encode_line(const table *t, int line, const uint32_t *block, const wf_codes *at)
{
    vec x[MAX_VECTORS];
    slots s;
    kinds f;
    uint32_t from_zero = 0;
    int bits;
    load_line(line, block, x);
    if (t->fifo) {
        f = find_kinds(t, line, x);
        from_zero = of_zero(t, &f, x);
        bits = kinds_bits(t, &f, from_zero);
    } else {
        s = find_slots(t, line, block, x);
        bits = slots_bits(t, line, &s);
    }
    bool compressed = use_bits(bits, t->limit, line, at);
    if (at->payload == NULL)
        return;
    if (!compressed) {
        store_line(line, at->payload, x);
        return;
    }
    uint8_t bytes[BUFFER];
    writer w = {bytes, 0, 0};
    for (int k = 0; 64 * k < line; k++)
        v_store(bytes + 64 * k, v_zero());
    if (t->head)
        put(&w, 1, LINE_HEAD_BITS);
    if (t->fifo)
        put_kinds(line, block, x, &f, from_zero, &w);
    else
        put_slots(t, line, x, &s, &w);
    memcpy(at->payload, bytes, (size_t)line);
}

V_INLINE int measure_line(const table *t, int line, const uint32_t *block)
{
    vec x[MAX_VECTORS];
    load_line(line, block, x);
    slots s = find_slots(t, line, block, x);
    int bits = slots_bits(t, line, &s);
    return bits <= t->limit ? bits : 8 * line;
}

ENCODE_LINES
MEASURE_LINES

/* In narrower vectors each word with each takes longer than block by block. */
V_TARGET static void encode_either(const wf_prepared *p, size_t count, const uint32_t *blocks, const uint32_t *masks, const wf_codes *codes)
{
    const table *t = p->table;
    if (t->fifo && V_CPU != WF_CPU_AVX512)
        prepared_encode_each(p, count, blocks, masks, codes);
    else
        encode(p, count, blocks, masks, codes);
}

V_INLINE void measure_fifo(int words, bool from_zero, const wf_prepared *p, size_t count, const uint32_t *blocks, int *bits)
{
    const table *t = p->table;
    const size_t left = count % AT_ONCE, done = count - left;
    for (size_t i = 0; i < done; i += AT_ONCE)
        fifo_sizes(words, from_zero, t->head, t->limit, blocks + i * (size_t)words, bits + i);
    prepared_measure_each(p, left, blocks + done * (size_t)words, bits + done);
}

V_TARGET static void measure_either(const wf_prepared *p, size_t count, const uint32_t *blocks, int *bits)
{
    const table *t = p->table;
    if (!t->fifo)
        measure(p, count, blocks, bits);
    else if (p->config.line_bytes == 64 && !t->from_zero)
        measure_fifo(16, false, p, count, blocks, bits);
    else if (p->config.line_bytes == 64)
        measure_fifo(16, true, p, count, blocks, bits);
    else
        measure_fifo(8, t->from_zero, p, count, blocks, bits);
}

const wf_form V_NAME(cpack) = {
    .cpu = V_CPU, .bytes = sizeof(table), .prepare = prepare, .encode = encode_either, .measure = measure_either};
