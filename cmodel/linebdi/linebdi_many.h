/* SPDX-License-Identifier: Apache-2.0
 *
 * linebdi_many.h - linebdi on arrays of lines, in the vectors that were included before. No branch depends on a line: all codes are tried at once, what
 * fits is looked up, and the payload is one move of bytes, of the line (or its deltas), the string of select bits and the base. A decoder moves them back,
 * and completes chunks of all widths at once.
 *
 * A chunk is a number below 2^n above the start of a window, of which the code has the low bytes: x = start + ((low - start) & mask). Of a delta the start of
 * its window around zero is taken off instead. Raw lines have a mask of ones, repeated ones a mask of 0. */
#include "../vector/learn.h"
#include "linebdi_layout.h"

enum { MAX_VECTORS = LINEBDI_MAX_LINE / 64 };

typedef struct {
    _Alignas(64) uint8_t pack[LINEBDI_TAGS][V_MOVES_BYTES(MAX_VECTORS + 1, MAX_VECTORS)];
    uint8_t unpack[LINEBDI_TAGS][V_MOVES_BYTES(MAX_VECTORS, MAX_VECTORS + 1)];         /* to the line, and to string and base behind it */
    uint8_t pick[LINEBDI_TAGS][LINEBDI_MAX_LINE], bit[LINEBDI_TAGS][LINEBDI_MAX_LINE]; /* of each byte of the line: its bit of the string */
    uint64_t width[LINEBDI_TAGS], repeat[LINEBDI_TAGS]; /* a chunk's bits; times this: it in all places of a word of 64 bits */
    uint64_t low[LINEBDI_TAGS], zero[LINEBDI_TAGS];     /* the low bytes of all chunks of such a word; the start of the window around 0 */
    uint64_t half[LINEBDI_TAGS],
        check[LINEBDI_TAGS]; /* from a window's start to its base; bits of the base that must be those of its chunk */
    uint64_t eights[LINEBDI_TAGS], fours[LINEBDI_TAGS], twos[LINEBDI_TAGS]; /* chunks by where they begin, as masks of chunks */
    uint64_t is8[LINEBDI_TAGS], is4[LINEBDI_TAGS];                          /* all ones: chunks of 8, of 4 bytes */
    uint64_t above[LINEBDI_TAGS];                                           /* bits of a folded delta that are 0 */
    uint64_t without[LINEBDI_TAGS]; /* by bytes of a chunk: its largest folded number, if there is no zero base */
    uint64_t selects[LINEBDI_TAGS]; /* bits of the string that are of chunks */
    uint32_t units[LINEBDI_TAGS];
    int bits[LINEBDI_TAGS];
    bool usable[LINEBDI_TAGS];
    uint8_t select[1 << (LINEBDI_TAGS - 1)];
    linebdi_geometry g;
} table;

/* ---- The table ---- */

static uint64_t ones(int bits)
{
    return bits >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << bits) - 1;
}

/* The places of tag's code, by vectors: what is beside the line is in a vector of its own. */
static void prepare_moves(table *t, const linebdi_layout *l, int tag)
{
    int n = (l->g.line + 63) / 64, used = WF_BURST_BYTES * ((l->bits[tag] + LINE_BURST_BITS - 1) / LINE_BURST_BITS);
    int16_t from[LINEBDI_MAX_LINE], back[LINEBDI_FROM], to[64 * (MAX_VECTORS + 1)];
    learn_back(l->from[tag], LINEBDI_FROM, used, back);
    for (int i = 0; i < 64 * n; i++) {
        int16_t source = i < l->g.line ? l->from[tag][i] : LEARN_ZERO;
        from[i] = source < LINEBDI_MAX_LINE ? source : (int16_t)(64 * n + source - LINEBDI_MAX_LINE);
        to[i] = i < l->g.line ? back[i] : LEARN_ZERO;
    }
    for (int b = 0; b < 64; b++) {
        int16_t *at = &to[64 * n + b];
        *at = b < LINEBDI_FROM - LINEBDI_MAX_LINE ? back[LINEBDI_MAX_LINE + b] : LEARN_ZERO;
        if (b >= 8 && b < 16 && *at == LEARN_ZERO && tag != LINEBDI_RAW) /* the first chunk is the base */
            *at = b - 8 < linebdi_codes[tag].base ? back[b - 8] : LEARN_ZERO;
    }
    v_moves_set(t->pack[tag], n + 1, n, from);
    v_moves_set(t->unpack[tag], n, n + 1, to);
}

static void prepare_chunks(table *t, const linebdi_layout *l, int tag)
{
    int base = linebdi_codes[tag].base, delta = linebdi_codes[tag].delta, chunks = base ? l->g.line / base : 0;
    uint64_t half = delta ? (uint64_t)1 << (8 * delta - 1) : 0, each = base ? ~(uint64_t)0 / ones(8 * base) : 0;
    t->check[tag] = delta || tag == LINEBDI_ZEROS ? ones(8 * base) : 0;
    t->width[tag] = delta || tag == LINEBDI_REPEAT ? ones(8 * base) : 0;
    t->repeat[tag] = each;
    t->half[tag] = half;
    t->low[tag] = tag == LINEBDI_RAW ? ~(uint64_t)0 : delta ? (2 * half - 1) * each : 0;
    t->zero[tag] = delta ? ((0 - half) & ones(8 * base)) * each : 0;
    t->is8[tag] = base == 8 || tag == LINEBDI_RAW ? ~(uint64_t)0 : 0;
    t->is4[tag] = base == 4 ? ~(uint64_t)0 : 0;
    t->selects[tag] = delta ? ones(chunks) : 0;
    t->above[tag] = delta ? (ones(8 * base) & ~(half - 1)) * each : 0;
    if (delta && !l->g.zero_base)
        t->without[base] = (ones(8 * base) >> 1) * each;
    if (!delta || !l->g.zero_base)
        return;
    bool in_order = base == 8 || !l->g.residue;
    t->eights[tag] = in_order ? ones(chunks) : base == 4 ? 0x5555555555555555 : 0x1111111111111111;
    t->fours[tag] = in_order ? 0 : base == 4 ? 0xaaaaaaaaaaaaaaaa : 0x4444444444444444;
    t->twos[tag] = in_order || base == 4 ? 0 : 0xaaaaaaaaaaaaaaaa;
    for (int at = 0; at < l->g.line; at++) {
        t->pick[tag][at] = l->select_bit[tag][at] / 8;
        t->bit[tag][at] = (uint8_t)(1 << l->select_bit[tag][at] % 8);
    }
}

static bool prepare(const wf_config *c, void *of)
{
    table *t = of;
    linebdi_layout l;
    linebdi_layout_of(c, &l);
    t->g = l.g;
    memcpy(t->select, l.select, sizeof t->select);
    for (int tag = LINEBDI_RAW; tag < LINEBDI_TAGS; tag++) {
        t->usable[tag] = l.usable[tag];
        t->bits[tag] = l.bits[tag];
        t->units[tag] = low_ones((l.bits[tag] + LINE_BURST_BITS - 1) / LINE_BURST_BITS);
        if (!l.usable[tag])
            continue;
        prepare_moves(t, &l, tag);
        prepare_chunks(t, &l, tag);
    }
    return true;
}

/* ---- Classify ---- */

/* What the code of a line has beside its low bytes: bit i of `small` says that chunk i is a delta from zero. */
typedef struct {
    uint64_t small, base;
} found;

/* `bytes` bytes of the line from byte `at` on. */
V_INLINE uint64_t number_at(const uint32_t *block, int at, int bytes)
{
    uint64_t x = 0;
    memcpy(&x, (const uint8_t *)block + at, (size_t)bytes);
    return x;
}

V_INLINE unsigned repeats(int line, int n, uint64_t eight, const vec *x)
{
    vec unlike = v_xor(x[0], v_set64(eight));
    for (int k = 1; k < n; k++)
        unlike = v_or(unlike, v_xor(x[k], v_set64(eight)));
    unsigned repeat = line < 64 ? v_is_clear(unlike, v_first32()) : v_is_zero(unlike);
    return repeat << (LINEBDI_REPEAT - 1) | (repeat & (eight == 0)) << (LINEBDI_ZEROS - 1);
}

/* The chunks that are signed numbers of so many bytes: folded (linebdi_chunks.h), no bit of `above` is 1. */
V_INLINE uint64_t below(const vec *folded, int n, int base, uint64_t above)
{
    uint64_t fits = 0;
    for (int k = 0; k < n; k++)
        fits |= base == 8   ? (uint64_t)v_clear64(folded[k], v_set64(above)) << 8 * k
                : base == 4 ? (uint64_t)v_clear32(folded[k], v_set64(above)) << 16 * k
                            : (uint64_t)v_clear16(folded[k], v_set64(above)) << 32 * k;
    return fits;
}

V_INLINE vec fold(int base, vec x)
{
    return base == 8 ? v_fold64(x) : base == 4 ? v_fold32(x) : v_fold16(x);
}

V_INLINE vec less_in(int base, vec a, vec b)
{
    return base == 8 ? v_sub64(a, b) : base == 4 ? v_sub32(a, b) : v_sub16(a, b);
}

V_INLINE vec nearer(int base, vec a, vec b)
{
    return base == 8 ? v_min64(a, b) : base == 4 ? v_min32(a, b) : v_min16(a, b);
}

/* base=first: the folded deltas of chunks of a width from the nearer base, ored. */
V_INLINE vec excess(const table *t, int line, int n, int base, uint64_t from, const vec *x)
{
    vec any = v_zero(), without = v_set64(t->without[base]);
    for (int k = 0; k < n; k++)
        any = v_or(any, nearer(base, fold(base, less_in(base, x[k], v_set64(from))), v_or(fold(base, x[k]), without)));
    return line < 64 ? v_and(any, v_first32()) : any;
}

V_INLINE unsigned fits_of(vec any, const table *t, int tag)
{
    return (unsigned)v_is_clear(any, v_set64(t->above[tag])) << (tag - 1);
}

V_INLINE int classify_first(const table *t, int line, int n, const uint32_t *block, const vec *x)
{
    uint64_t eight = number_at(block, 0, 8);
    unsigned fits = repeats(line, n, eight, x);
    vec any8 = excess(t, line, n, 8, eight, x), any4 = excess(t, line, n, 4, (eight & 0xffffffff) * 0x100000001, x),
        any2 = excess(t, line, n, 2, (eight & 0xffff) * 0x0001000100010001, x);
    fits |= fits_of(any8, t, LINEBDI_B8D1) | fits_of(any8, t, LINEBDI_B8D2) | fits_of(any8, t, LINEBDI_B8D4) |
            fits_of(any4, t, LINEBDI_B4D1) | fits_of(any4, t, LINEBDI_B4D2) | fits_of(any2, t, LINEBDI_B2D1);
    return t->select[fits];
}

V_INLINE found find_first(const table *t, int n, int tag, const uint32_t *block, const vec *x)
{
    found f = {0, number_at(block, 0, 8) & t->width[tag]};
    if (!t->g.zero_base)
        return f;
    vec folded[3][MAX_VECTORS];
    for (int k = 0; k < n; k++) {
        folded[0][k] = v_fold64(x[k]);
        folded[1][k] = v_fold32(x[k]);
        folded[2][k] = v_fold16(x[k]);
    }
    uint64_t above = t->above[tag];
    f.small = (below(folded[0], n, 8, above) & t->is8[tag]) | (below(folded[1], n, 4, above) & t->is4[tag]) |
              (below(folded[2], n, 2, above) & ~(t->is8[tag] | t->is4[tag]));
    f.small &= t->selects[tag];
    return f;
}

V_INLINE vec in_all_chunks(int base, const uint32_t *block, int chunk)
{
    uint64_t x = number_at(block, base * chunk, base);
    return base == 8 ? v_set64(x) : base == 4 ? v_set32((uint32_t)x) : v_set16((uint32_t)x);
}

/* base=firstnz: each code has a base of its own, the first chunk that is far from zero. If there is none the last chunk is tried, and it does not matter. */
V_INLINE unsigned try_code(const table *t, int line, int n, int tag, int base, const uint32_t *block, const vec *x, uint64_t *small_of)
{
    uint64_t last = (uint64_t)1 << (line / base - 1);
    vec d[MAX_VECTORS], any = v_zero();
    for (int k = 0; k < n; k++)
        d[k] = fold(base, x[k]);
    uint64_t small = below(d, n, base, t->above[tag]);
    vec from = in_all_chunks(base, block, __builtin_ctzll(~small | last));
    for (int k = 0; k < n; k++)
        any = v_or(any, nearer(base, d[k], fold(base, less_in(base, x[k], from))));
    small_of[tag] = small;
    return fits_of(line < 64 ? v_and(any, v_first32()) : any, t, tag);
}

/* `small_of`: of the codes of deltas, the chunks that are deltas from zero. */
V_INLINE int classify_firstnz(const table *t, int line, int n, const uint32_t *block, const vec *x, uint64_t *small_of)
{
    unsigned fits = repeats(line, n, number_at(block, 0, 8), x);
    small_of[LINEBDI_RAW] = small_of[LINEBDI_ZEROS] = small_of[LINEBDI_REPEAT] = 0;
    fits |= try_code(t, line, n, LINEBDI_B8D1, 8, block, x, small_of) | try_code(t, line, n, LINEBDI_B8D2, 8, block, x, small_of) |
            try_code(t, line, n, LINEBDI_B8D4, 8, block, x, small_of) | try_code(t, line, n, LINEBDI_B4D1, 4, block, x, small_of) |
            try_code(t, line, n, LINEBDI_B4D2, 4, block, x, small_of) | try_code(t, line, n, LINEBDI_B2D1, 2, block, x, small_of);
    return t->select[fits];
}

/* The chunk that begins at this byte of the line, and what is behind it. */
V_INLINE uint64_t chunk_at(const uint32_t *block, int line, int at)
{
    int from = at < line - 8 ? at : line - 8;
    return number_at(block, from, 8) >> 8 * (at - from);
}

V_INLINE found find_firstnz(const table *t, int line, int tag, const uint32_t *block, uint64_t small)
{
    uint64_t far = t->selects[tag] & ~small;
    int at = far ? __builtin_ctzll(far) << linebdi_codes[tag].log2 : 0;
    bool none = t->selects[tag] && far == 0;
    return (found){small & t->selects[tag], none ? 0 : chunk_at(block, line, at) & t->width[tag]};
}

V_INLINE int classify(const table *t, int line, int n, bool firstnz, const uint32_t *block, const vec *x, uint64_t *small_of)
{
    return firstnz ? classify_firstnz(t, line, n, block, x, small_of) : classify_first(t, line, n, block, x);
}

/* ---- Chunks of all widths ---- */

/* Of chunks of the tag's width a - b, and a + b. */
V_INLINE vec less(const table *t, int tag, vec a, vec b)
{
    return v_choose(v_set64(t->is8[tag]), v_sub64(a, b), v_choose(v_set64(t->is4[tag]), v_sub32(a, b), v_sub16(a, b)));
}

V_INLINE vec plus(const table *t, int tag, vec a, vec b)
{
    return v_choose(v_set64(t->is8[tag]), v_add64(a, b), v_choose(v_set64(t->is4[tag]), v_add32(a, b), v_add16(a, b)));
}

/* The bytes of vector k whose chunks are deltas from zero. */
V_INLINE vec selected(const table *t, int tag, int k, uint64_t string)
{
    return v_common8(v_pick8(v_set64(string), v_load(t->pick[tag] + 64 * k)), v_load(t->bit[tag] + 64 * k));
}

/* A number in all chunks. */
V_INLINE uint64_t in_all(const table *t, int tag, uint64_t x)
{
    return (x & t->width[tag]) * t->repeat[tag];
}

/* ---- Encode, measure ---- */

V_INLINE void load_line(int line, int n, const uint32_t *block, vec *x)
{
    for (int k = 0; k < n; k++)
        x[k] = v_load_part(block + 16 * k, line);
}

V_INLINE void encode_line(const wf_prepared *p, const table *t, int line, bool firstnz, bool delta, const uint32_t *block,
                          const wf_codes *at)
{
    int n = (line + 63) / 64;
    vec x[MAX_VECTORS + 1], to[MAX_VECTORS];
    uint64_t small_of[LINEBDI_TAGS];
    load_line(line, n, block, x);
    int tag = classify(t, line, n, firstnz, block, x, small_of);
    found own = firstnz ? find_firstnz(t, line, tag, block, small_of[tag]) : find_first(t, n, tag, block, x);
    uint64_t small = own.small, base = own.base;
    uint64_t string =
        v_extract(small, t->eights[tag]) | v_extract(small, t->fours[tag]) << line / 8 | v_extract(small, t->twos[tag]) << line / 4;
    at->tag[0] = t->g.head ? tag != LINEBDI_RAW : (uint32_t)tag;
    if (t->g.in_tag) {
        at->tag[0] |= (uint32_t)string << LINEBDI_TAG_BITS;
        for (int w = 1; w < p->tag_words; w++)
            at->tag[w] = (uint32_t)(string >> (32 * w - LINEBDI_TAG_BITS));
    }
    at->units[0] = t->units[tag];
    if (at->wen)
        at->wen[0] = t->units[tag];
    if (at->payload == NULL)
        return;
    for (int k = 0; delta && k < n; k++)
        x[k] = less(t, tag, x[k],
                    v_choose(selected(t, tag, k, string), v_zero(), v_set64(in_all(t, tag, linebdi_codes[tag].delta ? base : 0))));
    x[n] = v_longs(string, base, (uint64_t)tag);
    v_move(t->pack[tag], n + 1, n, x, to);
    for (int k = 0; k < n; k++)
        v_store_part(at->payload + 16 * k, to[k], line);
}

/* ---- Decode ---- */

/* The first chunk that is no delta from zero, as its first byte; the line's bytes: there is none. */
V_INLINE int first_far(const table *t, int line, int n, const vec *zero)
{
    int at = line;
    for (int k = n - 1; t->g.firstnz && k >= 0; k--) {
        uint64_t far = ~v_bits8(zero[k]) & (line < 64 ? 0xffffffff : ~(uint64_t)0);
        at = far ? 64 * k + __builtin_ctzll(far) : at;
    }
    return t->g.firstnz ? at : 0;
}

V_INLINE uint8_t decode_line(const wf_prepared *p, const table *t, int line, bool delta, const wf_codes *at, uint32_t *block)
{
    int n = (line + 63) / 64;
    int stated = !t->g.head ? (int)(at->tag[0] & 15) : at->tag[0] & 1 ? (int)(at->payload[0] & 15) : LINEBDI_RAW;
    int tag = stated < LINEBDI_TAGS && t->usable[stated] ? stated : LINEBDI_RAW;
    bool unknown = t->g.head ? tag == LINEBDI_RAW && (at->tag[0] & 1) : stated != tag;
    vec x[MAX_VECTORS], from[MAX_VECTORS + 1], zero[MAX_VECTORS];
    load_line(line, n, at->payload, x);
    v_move(t->unpack[tag], n, n + 1, x, from);
    uint64_t string = v_long0(from[n]), base = v_long1(from[n]), beside = 0;
    if (t->g.in_tag) {
        string = at->tag[0] >> LINEBDI_TAG_BITS;
        for (int w = 1; w < p->tag_words; w++)
            string |= (uint64_t)at->tag[w] << (32 * w - LINEBDI_TAG_BITS);
        string &= ones(line / 2);
        beside = string & ~t->selects[tag];
    }
    vec low = v_set64(t->low[tag]), near_base = v_set64(in_all(t, tag, base - t->half[tag])), near_zero = v_set64(t->zero[tag]);
    for (int k = 0; k < n; k++) {
        zero[k] = selected(t, tag, k, string);
        vec start = v_choose(zero[k], near_zero, near_base);
        x[k] = plus(t, tag, start, v_and(less(t, tag, from[k], delta ? near_zero : start), low));
        v_store_part(block + 16 * k, x[k], line);
    }
    int at_base = first_far(t, line, n, zero);
    uint64_t wrong = ((at_base == line ? 0 : chunk_at(block, line, at_base)) ^ base) & t->check[tag];
    if (delta && linebdi_codes[tag].delta && !(v_bits8(zero[0]) & 1)) /* a first chunk that is the base has no delta */
        memcpy(block, &base, linebdi_codes[tag].base);
    wrong |= (at->units[0] & low_ones(line / WF_BURST_BYTES)) ^ t->units[tag];
    if (unknown)
        return t->g.head ? WF_ERR_PAYLOAD : WF_ERR_TAG;
    return beside ? WF_ERR_TAG : wrong ? WF_ERR_PAYLOAD : WF_OK;
}

/* ---- Arrays ---- */

/* Known sizes: a line, and two flags. */
#define KNOWN_FORM(turn, one, other, ...)                  \
    switch (t->g.line + (one) + 2 * (other)) {             \
    case 64: turn(64, false, false, __VA_ARGS__); break;   \
    case 65: turn(64, true, false, __VA_ARGS__); break;    \
    case 66: turn(64, false, true, __VA_ARGS__); break;    \
    case 67: turn(64, true, true, __VA_ARGS__); break;     \
    case 128: turn(128, false, false, __VA_ARGS__); break; \
    case 129: turn(128, true, false, __VA_ARGS__); break;  \
    case 130: turn(128, false, true, __VA_ARGS__); break;  \
    case 131: turn(128, true, true, __VA_ARGS__); break;   \
    case 32: turn(32, false, false, __VA_ARGS__); break;   \
    case 33: turn(32, true, false, __VA_ARGS__); break;    \
    case 34: turn(32, false, true, __VA_ARGS__); break;    \
    default: turn(32, true, true, __VA_ARGS__); break;     \
    }

V_INLINE void encode_all(int line, bool firstnz, bool delta, const wf_prepared *p, size_t count, const uint32_t *blocks,
                         const wf_codes *codes)
{
    const int words[4] = CODES_WORDS(p, codes);
    wf_codes at = *codes;
    for (size_t i = 0; i < count; i++, at = codes_next(&at, words)) {
        encode_line(p, p->table, line, firstnz, delta, blocks + i * (size_t)(line / 4), &at);
    }
}

V_TARGET static void encode(const wf_prepared *p, size_t count, const uint32_t *blocks, const uint32_t *masks, const wf_codes *codes)
{
    const table *t = p->table;
    (void)masks;
    KNOWN_FORM(encode_all, t->g.firstnz, !t->g.residue, p, count, blocks, codes)
}

V_INLINE void decode_all(int line, bool delta, bool other, const wf_prepared *p, size_t count, const wf_codes *codes, uint32_t *blocks,
                         uint8_t *status)
{
    (void)other;
    const int words[4] = CODES_WORDS(p, codes);
    wf_codes at = *codes;
    for (size_t i = 0; i < count; i++, at = codes_next(&at, words)) {
        status[i] = decode_line(p, p->table, line, delta, &at, blocks + i * (size_t)(line / 4));
    }
}

V_TARGET static void decode(const wf_prepared *p, size_t count, const wf_codes *codes, uint32_t *blocks, uint8_t *status)
{
    const table *t = p->table;
    KNOWN_FORM(decode_all, !t->g.residue, 0, p, count, codes, blocks, status)
}

V_INLINE void measure_all(int line, bool firstnz, bool other, const wf_prepared *p, size_t count, const uint32_t *blocks, int *bits)
{
    const table *t = p->table;
    int n = (line + 63) / 64;
    (void)other;
    for (size_t i = 0; i < count; i++) {
        const uint32_t *block = blocks + i * (size_t)(line / 4);
        vec x[MAX_VECTORS];
        uint64_t small_of[LINEBDI_TAGS];
        load_line(line, n, block, x);
        bits[i] = t->bits[classify(t, line, n, firstnz, block, x, small_of)];
    }
}

V_TARGET static void measure(const wf_prepared *p, size_t count, const uint32_t *blocks, int *bits)
{
    const table *t = p->table;
    KNOWN_FORM(measure_all, t->g.firstnz, 0, p, count, blocks, bits)
}

const wf_form V_NAME(linebdi) = {
    .cpu = V_CPU, .bytes = sizeof(table), .prepare = prepare, .encode = encode, .decode = decode, .measure = measure};
