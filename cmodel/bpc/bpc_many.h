/* SPDX-License-Identifier: Apache-2.0
 *
 * bpc_many.h - bpc on arrays of lines, in the vectors that were included before. Planes are made of squares of 8 words and 8 bits; masks of all planes say
 * which code each takes, and so how long all are. Codes are then written one by one, and read so, with tables in place of branches.
 *
 * A plane is an element of 16 bits, in lines of 128 bytes of 32. In memory planes are from 32 down, as codes have them. */
#include "../line_fast.h"
#include "../vector/fields.h"
#include "../vector/learn.h"
#include "bpc.h"

enum { MAX_VECTORS = 2, SQUARES = 8, MAX_BITS = LINE_HEAD_BITS + 33 + BPC_PLANES * 32, BUFFER = (MAX_BITS / 8 + 16 + 63) / 64 * 64 };

/* A code of planes: its length, and of its data the masks of what they are. */
typedef struct {
    _Alignas(64) uint32_t bits;
    uint32_t prefix, prefix_bits;
    uint32_t run, place, plane;  /* all ones, or 0: of the data */
    uint32_t times, ones, above; /* what it makes: times 1 at the place, ones, the plane above */
} plane_code;

typedef struct {
    _Alignas(64) uint8_t squares[V_MOVES_BYTES(1, 1)]; /* words to squares */
    uint8_t planes[V_MOVES_BYTES(MAX_VECTORS, MAX_VECTORS)],
        above[V_MOVES_BYTES(MAX_VECTORS, MAX_VECTORS)];                                /* squares to planes, to those above */
    uint8_t rows[V_MOVES_BYTES(MAX_VECTORS, MAX_VECTORS)], words[V_MOVES_BYTES(1, 1)]; /* and back */
    uint32_t used[16 * MAX_VECTORS], top[16 * MAX_VECTORS]; /* words that have a delta; the element of plane 31 */
    plane_code code[BPC_KINDS];
    plane_code read[32]; /* by the first bits of a code */
    uint32_t all;        /* a plane of ones */
    int place, head, limit;
    int line;
} table;

/* ---- The table ---- */

static void prepare_codes(table *t)
{
    for (int kind = 0; kind < BPC_KINDS; kind++) {
        plane_code *c = &t->code[kind];
        c->prefix = bpc_plane_codes[kind].prefix;
        c->prefix_bits = c->bits = bpc_plane_codes[kind].prefix_bits;
        c->run = kind == BPC_RUN ? ~0u : 0;
        c->place = kind == BPC_ONE || kind == BPC_TWO ? ~0u : 0;
        c->plane = kind == BPC_PLAIN ? ~0u : 0;
        c->times = kind == BPC_ONE ? 1 : kind == BPC_TWO ? 3 : 0;
        c->ones = kind == BPC_ONES ? ~0u : 0;
        c->above = kind == BPC_CLEAR ? ~0u : 0;
        c->bits += kind == BPC_RUN ? BPC_RUN_BITS : c->place ? (uint32_t)t->place : c->plane ? (uint32_t)t->line / 4 - 1 : 0;
        for (uint32_t first = 0; first < 32; first++)
            if ((first & low_ones((int)c->prefix_bits)) == c->prefix)
                t->read[first] = *c;
    }
}

/* Square j * 2 + h of a vector has byte j of words 8 h to 8 h + 7, and then, turned, planes 8 j to 8 j + 7 of these words. */
static int square_at(int j, int h)
{
    return 8 * (2 * j + h);
}

static void prepare_moves(table *t, int n)
{
    int16_t squares[64], words[64], planes[64 * MAX_VECTORS], above[64 * MAX_VECTORS], rows[64 * MAX_VECTORS];
    int each = t->line == 128 ? 4 : 2; /* bytes of a plane */
    for (int i = 0; i < 64; i++) {
        squares[square_at(i % 4, i / 32) + V_ROW(i / 4 % 8)] = (int16_t)i;
        words[i] = (int16_t)(square_at(i % 4, i / 32) + i / 4 % 8);
    }
    for (int i = 0; i < 64 * n; i++)
        planes[i] = above[i] = rows[i] = LEARN_ZERO;
    for (int at = 0; at < 32; at++) /* plane 31 - at */
        for (int b = 0; b < each; b++) {
            int p = 31 - at, from = 64 * (b / 2) + square_at(p / 8, b % 2);
            planes[each * at + b] = (int16_t)(from + p % 8);
            rows[from + V_ROW(p % 8)] = (int16_t)(each * at + b);
            if (at > 0)
                above[each * at + b] = (int16_t)(64 * (b / 2) + square_at((p + 1) / 8, b % 2) + (p + 1) % 8);
        }
    v_moves_set(t->squares, 1, 1, squares);
    v_moves_set(t->words, 1, 1, words);
    v_moves_set(t->planes, n, n, planes);
    v_moves_set(t->above, n, n, above);
    v_moves_set(t->rows, n, n, rows);
}

static bool prepare(const wf_config *c, void *of)
{
    table *t = of;
    int words = line_words(c);
    t->line = c->line_bytes;
    t->head = line_head(c->param[BPC_TAG]);
    t->limit = line_limit_with(c, c->param[BPC_SAVE], c->param[BPC_TAG]);
    t->all = low_ones(words - 1);
    while (1 << t->place < words)
        t->place++;
    for (int i = 0; i < words - 1; i++)
        t->used[i] = ~0u;
    t->top[0] = t->line == 128 ? ~0u : 0xffff;
    prepare_moves(t, (words + 15) / 16);
    prepare_codes(t);
    return true;
}

/* ---- Planes of a line ---- */

/* Masks of planes: bit i for plane 32 - i. */
typedef struct {
    uint64_t zero, ones, clear, two, one;
    uint32_t signs;
    vec dbx[MAX_VECTORS]; /* of planes from 31 down */
} planes;

/* Bit i: the word behind word i is less, as a signed number. */
V_INLINE uint32_t signs_of(int n, const vec *x, vec *next)
{
    uint32_t signs = 0;
    for (int k = 0; k < n; k++) {
        next[k] = v_next32(x[k], k + 1 < n ? x[k + 1] : v_zero());
        signs |= v_less32(next[k], x[k]) << 16 * k;
    }
    return signs;
}

/* Bit i: element i is m where only ones of m count. */
V_INLINE uint64_t equal_planes(int line, int n, const vec *x, const vec *y)
{
    uint64_t equal = 0;
    for (int k = 0; k < n; k++)
        equal |= line == 128 ? (uint64_t)v_equal32(x[k], y[k]) << 16 * k : v_equal16(x[k], y[k]);
    return equal;
}

V_INLINE planes planes_of(const table *t, int line, const uint32_t *block)
{
    int n = (line + 63) / 64;
    planes f;
    vec x[MAX_VECTORS], next[MAX_VECTORS], squares[MAX_VECTORS], dbp[MAX_VECTORS], zero[MAX_VECTORS], all[MAX_VECTORS], low[MAX_VECTORS],
        twice[MAX_VECTORS];
    for (int k = 0; k < n; k++)
        x[k] = v_load_part(block + 16 * k, line);
    f.signs = signs_of(n, x, next) & t->all;
    for (int k = 0; k < n; k++) {
        vec delta = v_and(v_sub32(next[k], x[k]), v_load(t->used + 16 * k));
        v_move(t->squares, 1, 1, &delta, &squares[k]);
        squares[k] = v_transpose8(squares[k]);
    }
    v_move(t->planes, n, n, squares, dbp);
    v_move(t->above, n, n, squares, f.dbx);
    f.dbx[0] = v_or(f.dbx[0], v_and(v_load(t->top), v_set32(f.signs)));
    for (int k = 0; k < n; k++) {
        f.dbx[k] = v_xor(f.dbx[k], dbp[k]);
        zero[k] = v_zero();
        all[k] = line == 128 ? v_set32(t->all) : v_set16(t->all);
        low[k] = v_and(f.dbx[k], line == 128 ? v_sub32(zero[k], f.dbx[k]) : v_sub16(zero[k], f.dbx[k]));
        twice[k] = line == 128 ? v_add32(low[k], v_add32(low[k], low[k])) : v_add16(low[k], v_add16(low[k], low[k]));
    }
    uint32_t least = f.signs & (0 - f.signs);
    f.zero = equal_planes(line, n, f.dbx, zero) << 1 | (f.signs == 0);
    f.ones = equal_planes(line, n, f.dbx, all) << 1 | (f.signs == t->all);
    f.clear = equal_planes(line, n, dbp, zero) << 1;
    f.one = equal_planes(line, n, f.dbx, low) << 1 | (f.signs == least);
    f.two = equal_planes(line, n, f.dbx, twice) << 1 | (f.signs == 3 * (uint64_t)least);
    f.clear &= ~f.ones;
    f.two &= ~(f.zero | f.ones | f.clear);
    f.one &= ~(f.zero | f.ones | f.clear);
    f.ones &= ~f.zero;
    f.clear &= ~f.zero;
    return f;
}

V_INLINE int base_kind(uint32_t w)
{
    int32_t x = (int32_t)w;
    return x == 0 ? BPC_BASE_ZERO : 4 - (x >= -32768 && x < 32768) - (x >= -128 && x < 128) - (x >= -8 && x < 8);
}
_Static_assert(BPC_BASE_WORD == 4 && BPC_BASE_NIBBLE == 1, "kinds by comparisons");

V_INLINE uint64_t count_ones(uint64_t x)
{
    return (uint64_t)__builtin_popcountll(x);
}

#define ALL_PLANES (((uint64_t)1 << BPC_PLANES) - 1)

/* The first planes of runs of zeros, and those of them that are alone. */
V_INLINE uint64_t runs_of(const planes *f)
{
    return f->zero & ~(f->zero << 1);
}

V_INLINE int bits_of(const table *t, const planes *f, uint32_t word)
{
    uint64_t runs = runs_of(f), alone = runs & ~(f->zero >> 1), plain = ALL_PLANES & ~(f->zero | f->ones | f->clear | f->two | f->one);
    int base = base_kind(word);
    return t->head + bpc_base_codes[base].prefix_bits + bpc_base_codes[base].data_bits +
           (int)(count_ones(runs ^ alone) * t->code[BPC_RUN].bits) + (int)(count_ones(alone) * t->code[BPC_ZERO].bits) +
           (int)(count_ones(f->ones | f->clear) * t->code[BPC_ONES].bits) + (int)(count_ones(f->two | f->one) * t->code[BPC_ONE].bits) +
           (int)(count_ones(plain) * t->code[BPC_PLAIN].bits);
}

/* ---- Encode, measure ---- */

V_INLINE void put_planes(const table *t, int line, const planes *f, writer *w)
{
    enum { EACH = BPC_PLANES + 31 };
    uint32_t dbx[EACH];
    uint16_t halves[EACH];
    uint64_t runs = runs_of(f), alone = runs & ~(f->zero >> 1);
    dbx[0] = f->signs;
    for (int k = 0; line == 128 && k < 2; k++)
        v_store(dbx + 1 + 16 * k, f->dbx[k]);
    halves[0] = (uint16_t)f->signs;
    if (line < 128)
        v_store(halves + 1, f->dbx[0]);
    for (uint64_t left = runs | (ALL_PLANES & ~f->zero); left; left &= left - 1) {
        int i = __builtin_ctzll(left);
        uint32_t x = line == 128 ? dbx[i] : halves[i], length = (uint32_t)__builtin_ctzll(~(f->zero >> i));
        int kind = runs >> i & 1                ? BPC_RUN + (int)(alone >> i & 1)
                   : f->ones >> i & 1           ? BPC_ONES
                   : f->clear >> i & 1          ? BPC_CLEAR
                   : (f->two | f->one) >> i & 1 ? BPC_TWO + (int)(f->one >> i & 1)
                                                : BPC_PLAIN;
        const plane_code *c = &t->code[kind];
        uint64_t data = (x & c->plane) | ((uint32_t)__builtin_ctz(x | (uint32_t)1 << 31) & c->place) | ((length - 2) & c->run);
        put(w, c->prefix | data << c->prefix_bits, c->bits);
    }
}
_Static_assert(BPC_ZERO == BPC_RUN + 1 && BPC_ONE == BPC_TWO + 1, "kinds in pairs");

V_INLINE void encode_line(const table *t, int line, const uint32_t *block, const wf_codes *at)
{
    planes f = planes_of(t, line, block);
    bool compressed = use_bits(bits_of(t, &f, block[0]), t->limit, line, at);
    if (at->payload == NULL)
        return;
    if (!compressed) {
        memcpy(at->payload, block, (size_t)line);
        return;
    }
    uint8_t bytes[BUFFER];
    writer w = {bytes, 0, 0};
    int base = base_kind(block[0]);
    for (int k = 0; 64 * k < line; k++)
        v_store(bytes + 64 * k, v_zero());
    if (t->head)
        put(&w, 1, LINE_HEAD_BITS);
    put(&w,
        bpc_base_codes[base].prefix | (uint64_t)(block[0] & low_ones(bpc_base_codes[base].data_bits)) << bpc_base_codes[base].prefix_bits,
        (uint32_t)(bpc_base_codes[base].prefix_bits + bpc_base_codes[base].data_bits));
    put_planes(t, line, &f, &w);
    memcpy(at->payload, bytes, (size_t)line);
}

V_INLINE int measure_line(const table *t, int line, const uint32_t *block)
{
    planes f = planes_of(t, line, block);
    int bits = bits_of(t, &f, block[0]);
    return bits <= t->limit ? bits : 8 * line;
}

/* ---- Decode ---- */

V_INLINE uint32_t read_base(uint64_t x, uint32_t *bits)
{
    int kind = x & 1 ? BPC_BASE_WORD : (x >> 1 & 1) ? BPC_BASE_BYTE + (int)(x >> 2 & 1) : (int)(x >> 2 & 1);
    uint32_t data = (uint32_t)(x >> bpc_base_codes[kind].prefix_bits) & low_ones(bpc_base_codes[kind].data_bits);
    uint32_t sign = kind == BPC_BASE_WORD || kind == BPC_BASE_ZERO ? 0 : (uint32_t)1 << (bpc_base_codes[kind].data_bits - 1);
    *bits = bpc_base_codes[kind].prefix_bits + (uint32_t)bpc_base_codes[kind].data_bits;
    return (data ^ sign) - sign;
}

/* Planes from 32 down, behind each other; true if a run or a one goes beyond the line. What is behind the last plane is overwritten by the next. */
V_INLINE bool read_planes(const table *t, int line, const uint8_t *bytes, uint32_t *at, uint8_t *dbp)
{
    uint32_t above = 0, bad = 0, places = low_ones(t->place), from = *at;
    int plane = 0;
    uint64_t x = read_at(bytes, from);
    const plane_code *c = &t->read[x & 31];
    while (plane < BPC_PLANES) {
        const plane_code *next = &t->read[x >> c->bits & 31];
        uint64_t ones = (uint64_t)c->times << (x >> 5 & places);
        bad |= (uint32_t)(ones > t->all);
        above ^= (((uint32_t)(x >> 1) & c->plane) | (uint32_t)ones | c->ones) & t->all;
        above &= ~c->above;
        vec same = line == 128 ? v_set32(above) : v_set16(above);
        uint8_t *to = dbp + plane * (line == 128 ? 4 : 2);
        for (int k = 0; k < (line == 128 ? 3 : 2); k++)
            v_store(to + 64 * k, same);
        plane += 1 + (int)((((uint32_t)(x >> 2) & 31) + 1) & c->run);
        from += c->bits;
        x = read_at(bytes, from);
        c = next;
    }
    *at = from;
    return bad || plane > BPC_PLANES;
}

V_INLINE uint8_t decode_line(const table *t, int line, const wf_codes *at, uint32_t *block)
{
    int n = (line + 63) / 64, words = line / 4;
    if (!(at->tag[0] & 1)) {
        memcpy(block, at->payload, (size_t)line);
        return (at->units[0] & 15) == low_ones(line / WF_BURST_BYTES) ? WF_OK : WF_ERR_PAYLOAD;
    }
    uint8_t bytes[BUFFER], dbp[4 * BPC_PLANES + 192];
    uint32_t delta[16 * MAX_VECTORS], from = (uint32_t)t->head, bits, signs = 0;
    for (int k = 0; k < BUFFER / 64; k++)
        v_store(bytes + 64 * k, k < n ? v_load_part(at->payload + 16 * k, line) : v_zero());
    block[0] = read_base(read_at(bytes, from), &bits);
    from += bits;
    bool bad = read_planes(t, line, bytes, &from, dbp);
    memcpy(&signs, dbp, line == 128 ? 4 : 2);
    vec stored[MAX_VECTORS], squares[MAX_VECTORS], x[MAX_VECTORS], next[MAX_VECTORS];
    for (int k = 0; k < n; k++)
        stored[k] = v_load(dbp + 64 * k + (line == 128 ? 4 : 2));
    v_move(t->rows, n, n, stored, squares);
    for (int k = 0; k < n; k++) {
        vec turned = v_transpose8(squares[k]), own;
        v_move(t->words, 1, 1, &turned, &own);
        v_store(delta + 16 * k, own);
    }
    for (int i = 0; i + 1 < words; i++)
        block[i + 1] = block[i] + delta[i];
    for (int k = 0; k < n; k++)
        x[k] = v_load_part(block + 16 * k, line);
    bad |= (signs_of(n, x, next) & t->all) != signs || (int)from > t->limit || at->units[0] != low_ones(line_bursts((int)from)) ||
           (t->head && bytes[0] != 1);
    return bad ? WF_ERR_PAYLOAD : WF_OK;
}

ENCODE_LINES
DECODE_LINES
MEASURE_LINES

const wf_form V_NAME(bpc) = {
    .cpu = V_CPU, .bytes = sizeof(table), .prepare = prepare, .encode = encode, .decode = decode, .measure = measure};
