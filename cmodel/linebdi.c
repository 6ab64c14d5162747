/* SPDX-License-Identifier: Apache-2.0
 *
 * linebdi - base-delta-immediate over a cache line of 32, 64 or 128 bytes.
 * Source: Vijaykumar et al., "A Framework for Accelerating Bottlenecks in GPU Execution with Assist Warps" (CABA),
 * section 5.1, where hardware does it (HW-BDI); the algorithm is Pekhimenko et al., "Base-Delta-Immediate Compression",
 * PACT 2012.
 *
 * The line is chunks of 8, 4 or 2 bytes. A base and a signed delta of 1, 2 or 4 bytes a chunk stand for them, modulo the
 * chunk's width. tag[3:0]:
 *
 *     0 raw     1 zeros: a byte, 0     2 repeat: the one chunk of 8 bytes
 *     3 8-1     4 8-2     5 8-4     6 4-1     7 4-2     8 2-1     (bytes of the base - bytes of a delta)
 *
 * The base is the first chunk (base=first), or the first that is no signed number of the delta's bytes, 0 if there is none
 * (firstnz). With zero_base=on a chunk that is such a number is stored as it is, its select bit 1; all others are stored
 * less the base. The smallest code wins, ties by the order of PACT: zeros, repeat, 8-1, 4-1, 8-2, 2-1, 4-2, 8-4. A code
 * longer than the limit (`save`) is not used.
 *
 * Payload, layout=packed: select bits in whole bytes (chunk i is bit i) | base | delta of chunk 0, 1, ...
 *
 * layout=planes: bytes that several codes have stand at one place in all of them as far as that goes. With Lk the low
 * bytes of the deltas of the chunks that begin at multiples of k but not of 2k (L8: at multiples of 8), Hk the next byte,
 * Tk and Uk the two after it, and Sk the select bits of these chunks:
 *
 *     8-1   S8 L8                    4-1   S8 L8 L4 S4
 *     8-2   S8 L8 H8                 4-2   S8 L8 H8 H4 L4 S4
 *     8-4   S8 L8 H8 T8 U8           2-1   S8 L8 L4' L2 S2 L4" S4      (L4" and S4 are four bytes)
 *
 * is put at byte 8, 9, ... up to the code's last byte and goes on at the first byte behind the base. S8, S4 and S2 are one
 * string of bits, cut at whole bytes: at 32 bytes, S4 stands in the byte of S8. With select=tag that string is the tag
 * from bit 4 on (packed: chunk i is bit 4 + i), 0 where not used, and S8, S4, S2 are empty. */
#include "bits.h"
#include "line.h"
#include "warpfold.h"

enum { ENCODINGS, BASE, ZERO_BASE, SELECT, LAYOUT, SAVE };
enum { FIRST, FIRSTNZ };
enum { IN_PAYLOAD, IN_TAG };
enum { PLANES, PACKED };
enum { RAW, ZEROS, REPEAT, B8D1, B8D2, B8D4, B4D1, B4D2, B2D1, TAGS };
enum { MAX_LINE = 128, MAX_CHUNKS = MAX_LINE / 2, ALL = 0xff, TAG_BITS = 4 };

static const wf_param params[] = {
    [ENCODINGS] = {"encodings", "codes to choose from, beside raw: base bytes - delta bytes", WF_PARAM_SET,
                   "zeros|repeat|8-1|8-2|8-4|4-1|4-2|2-1", ALL, "WF_ENCODINGS"},
    [BASE] = {"base", "the base: the first chunk, or the first that misses the zero base", WF_PARAM_CHOICE, "first|firstnz",
              FIRST, "WF_FIRSTNZ"},
    [ZERO_BASE] = {"zero_base", "a second base, zero, and a bit a chunk to choose", WF_PARAM_CHOICE, "off|on", 1,
                   "WF_ZERO_BASE"},
    [SELECT] = {"select", "where the bits that choose the base are stored", WF_PARAM_CHOICE, "payload|tag", IN_PAYLOAD,
                "WF_SELECT_TAG"},
    [LAYOUT] = {"layout", "order of the delta bytes", WF_PARAM_CHOICE, "planes|packed", PLANES, "WF_PACKED"},
    [SAVE] = LINE_SAVE_PARAM,
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

static const char *const class_names[] = {"raw", "zeros", "repeat", "8-1", "8-2", "8-4", "4-1", "4-2", "2-1", NULL};

/* What a tag stands for: bytes of base and delta (zeros: a base of a byte, and no chunk has a delta). */
static const struct {
    uint8_t base, delta, log2;      /* log2: of base */
} codes[TAGS] = {{0, 0, 0}, {1, 0, 0}, {8, 0, 3}, {8, 1, 3}, {8, 2, 3}, {8, 4, 3}, {4, 1, 2}, {4, 2, 2}, {2, 1, 1}};

static const uint8_t pact_order[] = {ZEROS, REPEAT, B8D1, B4D1, B8D2, B2D1, B4D2, B8D4};

typedef struct {
    int words, line;        /* the line in words, in bytes */
    int eights;             /* chunks of 8 bytes */
    int limit;              /* bytes that a code may have */
    unsigned enabled;       /* bit t for tag t */
    bool zero_base, firstnz, packed;
    bool in_payload, in_tag;    /* where select bits are; neither without zero base */
} geometry;

static geometry geometry_of(const wf_config *c)
{
    int line = 4 * line_words(c);
    bool zero_base = c->param[ZERO_BASE] != 0;
    return (geometry){
        .words = line_words(c),
        .line = line,
        .eights = line / 8,
        .limit = line_limit(c, c->param[SAVE]) / 8,
        .enabled = (unsigned)c->param[ENCODINGS] << 1,
        .zero_base = zero_base,
        .firstnz = c->param[BASE] == FIRSTNZ,
        .packed = c->param[LAYOUT] == PACKED,
        .in_payload = zero_base && c->param[SELECT] == IN_PAYLOAD,
        .in_tag = zero_base && c->param[SELECT] == IN_TAG,
    };
}

/* Chunks of a code. */
static inline int chunks_of(const geometry *g, int tag)
{
    return g->line >> codes[tag].log2;
}

static inline int code_bytes(const geometry *g, int tag)
{
    int base = codes[tag].base, delta = codes[tag].delta;
    if (tag == RAW)
        return g->line;
    if (delta == 0)
        return base;
    int chunks = chunks_of(g, tag);
    return base + chunks * delta + (g->in_payload ? (chunks + 7) / 8 : 0);
}

static bool is_usable(const geometry *g, int tag)
{
    return tag != RAW && tag < TAGS && (g->enabled >> tag & 1) && code_bytes(g, tag) <= g->limit;
}

static const char *config_error(const wf_config *c)
{
    const int *p = c->param;
    if (p[ENCODINGS] < 1 || p[ENCODINGS] > ALL)
        return "encodings must name at least one of zeros, repeat, 8-1, 8-2, 8-4, 4-1, 4-2, 2-1";
    if (p[BASE] != FIRST && p[BASE] != FIRSTNZ)
        return "base must be first or firstnz";
    if (p[ZERO_BASE] != 0 && p[ZERO_BASE] != 1)
        return "zero_base must be off or on";
    if (p[SELECT] != IN_PAYLOAD && p[SELECT] != IN_TAG)
        return "select must be payload or tag";
    if (p[LAYOUT] != PLANES && p[LAYOUT] != PACKED)
        return "layout must be planes or packed";
    if (p[BASE] == FIRSTNZ && !p[ZERO_BASE])
        return "firstnz is the first chunk that misses the zero base: it needs zero_base=on";
    return NULL;
}

static wf_status sizes(const wf_config *c, wf_sizes *s, const char **why)
{
    const char *reason = line_error(c, c->param[SAVE]);
    if (!reason)
        reason = config_error(c);
    if (reason)
        return wf_verdict(reason, why);
    geometry g = geometry_of(c);
    line_sizes(c, TAG_BITS + (g.in_tag ? g.line / 2 : 0), TAG_BITS, s);
    return WF_OK;
}

/* ---- Classify ---- */

static uint64_t eight(const uint32_t *block, int i)
{
    return block[2 * i] | (uint64_t)block[2 * i + 1] << 32;
}

static uint64_t chunk(const uint32_t *block, int base, int i)
{
    return base == 8 ? eight(block, i) : base == 4 ? block[i] : (uint16_t)(block[i / 2] >> i % 2 * 16);
}

/* x of so many bytes, as a signed number. */
static uint64_t extend(uint64_t x, int bytes)
{
    return bytes == 8 ? x : bytes == 4 ? (uint64_t)(int32_t)x : bytes == 2 ? (uint64_t)(int16_t)x : (uint64_t)(int8_t)x;
}

/* x as a signed number, its sign folded away: below 2^(8n-1) iff it fits n bytes. */
static uint64_t fold8(uint64_t x)
{
    return x ^ (0 - (x >> 63));
}

static int32_t fold4(uint32_t x)
{
    return (int32_t)(x ^ (0 - (x >> 31)));
}

static int16_t fold2(uint16_t x)
{
    return (int16_t)(x ^ (0 - (x >> 15)));
}

static bool fits(uint64_t folded, int bytes)
{
    return folded >> (8 * bytes - 1) == 0;
}

/* What of each chunk does not fit, all chunks together, for a base that is the first chunk: nearer base's delta, folded. Order
 * does not matter here, so the chunks may be read as the machine has them. */
static inline uint64_t excess8(const geometry *g, const uint32_t *block)
{
    uint64_t base = eight(block, 0), any = 0, without = g->zero_base ? 0 : INT64_MAX;
    for (int from = 0; from < g->words; from += 8)
        for (int i = 0; i < 4; i++) {
            uint64_t x = eight(block + from, i), d = fold8(x - base), z = fold8(x) | without;
            any |= z < d ? z : d;
        }
    return any;
}

static uint64_t excess4(const geometry *g, const uint32_t *block)
{
    int32_t any = 0, without = g->zero_base ? 0 : INT32_MAX;
    uint32_t base = block[0];
    for (int i = 0; i < g->words; i++) {
        int32_t d = fold4(block[i] - base), z = fold4(block[i]) | without;
        any |= z < d ? z : d;
    }
    return (uint64_t)any;
}

static uint64_t excess2(const geometry *g, const uint32_t *block)
{
    int16_t any = 0, without = g->zero_base ? 0 : INT16_MAX;
    uint16_t x[MAX_CHUNKS], base = (uint16_t)block[0];
    memcpy(x, block, 4 * (size_t)g->words);
    for (int i = 0; i < 2 * g->words; i++) {
        int16_t d = fold2((uint16_t)(x[i] - base)), z = (int16_t)(fold2(x[i]) | without);
        any = (int16_t)(any | (z < d ? z : d));
    }
    return (uint64_t)any;
}

static uint64_t base_of(const geometry *g, int tag, const uint32_t *block)
{
    int base = codes[tag].base;
    if (!g->firstnz || codes[tag].delta == 0)
        return chunk(block, base, 0);
    for (int i = 0; i < chunks_of(g, tag); i++)
        if (!fits(fold8(extend(chunk(block, base, i), base)), codes[tag].delta))
            return chunk(block, base, i);
    return 0;
}

/* Every chunk fits a base of this code: chunk by chunk. */
static bool chunks_fit(const geometry *g, int tag, const uint32_t *block)
{
    int base = codes[tag].base, delta = codes[tag].delta;
    uint64_t from = base_of(g, tag, block);
    for (int i = 0; i < chunks_of(g, tag); i++) {
        uint64_t x = chunk(block, base, i);
        if (!(g->zero_base && fits(fold8(extend(x, base)), delta)) && !fits(fold8(extend(x - from, base)), delta))
            return false;
    }
    return true;
}

static inline bool is_repeat(const geometry *g, const uint32_t *block)
{
    uint64_t unlike = eight(block, 0) ^ eight(block, 1);
    for (int i = 2; i < g->eights && unlike == 0; i += 2)
        unlike = (eight(block, i) ^ eight(block, 0)) | (eight(block, i + 1) ^ eight(block, 0));
    return unlike == 0;
}

/* Codes of one base that fit, bit t for tag t. */
static inline unsigned fits8(const geometry *g, const uint32_t *block)
{
    if (g->firstnz)
        return (unsigned)chunks_fit(g, B8D1, block) << B8D1 | (unsigned)chunks_fit(g, B8D2, block) << B8D2 |
               (unsigned)chunks_fit(g, B8D4, block) << B8D4;
    uint64_t any = excess8(g, block);
    return (unsigned)fits(any, 1) << B8D1 | (unsigned)fits(any, 2) << B8D2 | (unsigned)fits(any, 4) << B8D4;
}

static inline unsigned fits4(const geometry *g, const uint32_t *block)
{
    if (g->firstnz)
        return (unsigned)chunks_fit(g, B4D1, block) << B4D1 | (unsigned)chunks_fit(g, B4D2, block) << B4D2;
    uint64_t any = excess4(g, block);
    return (unsigned)fits(any, 1) << B4D1 | (unsigned)fits(any, 2) << B4D2;
}

static inline unsigned fits2(const geometry *g, const uint32_t *block)
{
    return (unsigned)(g->firstnz ? chunks_fit(g, B2D1, block) : fits(excess2(g, block), 1)) << B2D1;
}

/* ---- Select ---- */

/* The smallest of some codes, RAW if none may be used. */
static inline int smallest(const geometry *g, unsigned of)
{
    int best = RAW;
    for (size_t i = 0; i < sizeof pact_order; i++) {
        int t = pact_order[i];
        if ((of >> t & 1) && is_usable(g, t) && code_bytes(g, t) < code_bytes(g, best))
            best = t;
    }
    return best;
}

/* The code of a line. At each line size zeros, repeat and 8-1 are smaller than what follows in the order of PACT, and so
 * are 4-1 and 8-2: what they win needs no further look. */
static int select_code(const geometry *g, const uint32_t *block)
{
    if (is_repeat(g, block)) {
        if (eight(block, 0) == 0 && is_usable(g, ZEROS))
            return ZEROS;
        if (is_usable(g, REPEAT))
            return REPEAT;
    }
    unsigned fit = fits8(g, block);
    if ((fit >> B8D1 & 1) && is_usable(g, B8D1))
        return B8D1;
    fit |= fits4(g, block);
    if ((fit >> B4D1 & 1) && is_usable(g, B4D1))
        return B4D1;
    if ((fit >> B8D2 & 1) && is_usable(g, B8D2))
        return B8D2;
    return smallest(g, fit | fits2(g, block));
}

/* ---- Pack ---- */

/* The bit of the string of select bits that is chunk i's. */
static int select_at(const geometry *g, int base, int i)
{
    if (g->packed || base == 8)
        return i;
    if (base == 4)
        return i % 2 * g->eights + i / 2;
    return i % 2 ? 2 * g->eights + i / 2 : i / 2 % 2 * g->eights + i / 4;
}

/* Bytes of S8, S4, S2 in the payload. */
static int select_bytes(const geometry *g, int base)
{
    if (!g->in_payload)
        return 0;
    return base == 8 ? (g->eights + 7) / 8 : base == 4 ? g->eights / 4 - (g->eights + 7) / 8 : g->eights / 4;
}

/* Where byte `part` of chunk i's delta stands in what layout=planes puts from byte 8 on. */
static int plane_at(const geometry *g, int tag, int i, int part)
{
    int n = g->eights, at = select_bytes(g, 8);
    int tail = 4 - select_bytes(g, 4);      /* bytes of L4" */
    switch (tag) {
    case B4D1:
        return at + i % 2 * n + i / 2;
    case B4D2:      /* L8 H8 H4 L4 */
        return at + (i % 2 ? 3 - part : part) * n + i / 2;
    case B2D1:
        if (i % 4 == 0)
            return at + i / 4;
        if (i % 4 == 2)
            return i / 4 < n - tail ? at + n + i / 4 : at + 2 * n + i / 4 + 2 * n + select_bytes(g, 2) - n;
        return at + 2 * n - tail + i / 2;
    default:
        return at + part * n + i;
    }
}

/* Where bytes of the string of select bits stand in it. */
static int select_byte_at(const geometry *g, int tag, int byte)
{
    int n = g->eights, s8 = select_bytes(g, 8), s4 = select_bytes(g, 4), s2 = select_bytes(g, 2);
    if (byte < s8)
        return byte;
    if (byte < s8 + s4)
        return (tag == B4D1 ? s8 + 2 * n : tag == B4D2 ? s8 + 4 * n : s8 + s2 + 4 * n) + byte - s8;
    return s8 + 4 * n - (4 - s4) + byte - s8 - s4;
}

/* A byte of the payload under layout=planes: what does not fit in at the end is behind the base. */
static int wrap(const geometry *g, int tag, int at)
{
    int end = code_bytes(g, tag);
    return 8 + at < end ? 8 + at : codes[tag].base + 8 + at - end;
}

static int delta_at(const geometry *g, int tag, int i, int part)
{
    if (!g->packed)
        return wrap(g, tag, plane_at(g, tag, i, part));
    int base = codes[tag].base, delta = codes[tag].delta;
    return (g->in_payload ? (chunks_of(g, tag) + 7) / 8 : 0) + base + i * delta + part;
}

static int base_at(const geometry *g, int tag)
{
    return g->packed && g->in_payload && codes[tag].delta ? (chunks_of(g, tag) + 7) / 8 : 0;
}

static int select_place(const geometry *g, int tag, int byte)
{
    return g->packed ? byte : wrap(g, tag, select_byte_at(g, tag, byte));
}

/* Bytes of all deltas, chunks in the order of the planes (at multiples of 8, then 4, then 2), and which are on the zero base. */
typedef struct {
    uint8_t part[4][MAX_CHUNKS], on_zero[MAX_CHUNKS];
} planes;

/* A chunk as `place` in the planes; folded says whether it fits the zero base. */
static inline void put_chunk(planes *p, int place, int delta, uint32_t x, uint32_t from, bool zero)
{
    uint32_t d = x - (from & ((uint32_t)zero - 1));
    p->on_zero[place] = zero;
    for (int part = 0; part < delta; part++)
        p->part[part][place] = (uint8_t)(d >> 8 * part);
}

static inline void put_chunks(const geometry *g, int base, int delta, uint32_t from, const uint32_t *block, planes *p)
{
    int top = 8 * delta - 1, n = g->eights;
    for (int j = 0; j < n && j < MAX_LINE / 8; j++) {
        uint32_t low = block[2 * j], high = block[2 * j + 1];
        if (base == 8) {
            put_chunk(p, j, delta, low, from, g->zero_base && fold8(eight(block, j)) >> top == 0);
        } else if (base == 4) {
            put_chunk(p, j, delta, low, from, g->zero_base && fold4(low) >> top == 0);
            put_chunk(p, n + j, delta, high, from, g->zero_base && fold4(high) >> top == 0);
        } else {
            put_chunk(p, j, 1, low, from, g->zero_base && fold2((uint16_t)low) >> 7 == 0);
            put_chunk(p, 2 * n + 2 * j, 1, low >> 16, from, g->zero_base && fold2((uint16_t)(low >> 16)) >> 7 == 0);
            put_chunk(p, n + j, 1, high, from, g->zero_base && fold2((uint16_t)high) >> 7 == 0);
            put_chunk(p, 2 * n + 2 * j + 1, 1, high >> 16, from, g->zero_base && fold2((uint16_t)(high >> 16)) >> 7 == 0);
        }
    }
}

/* The same with base and delta known to the compiler. */
static void planes_of(const geometry *g, int tag, uint32_t from, const uint32_t *block, planes *p)
{
    memset(p->on_zero, 0, 8);
    switch (tag) {
    case B8D1: put_chunks(g, 8, 1, from, block, p); break;
    case B8D2: put_chunks(g, 8, 2, from, block, p); break;
    case B8D4: put_chunks(g, 8, 4, from, block, p); break;
    case B4D1: put_chunks(g, 4, 1, from, block, p); break;
    case B4D2: put_chunks(g, 4, 2, from, block, p); break;
    default: put_chunks(g, 2, 1, from, block, p); break;
    }
}

/* Eight bytes of 0 or 1 to eight bits: the product brings bit 8i to bit 56 + i. */
static inline uint64_t bits_of(const uint8_t *ones)
{
    uint64_t v = 0;
    for (int i = 0; i < 8; i++)
        v |= (uint64_t)ones[i] << 8 * i;
    return v * 0x0102040810204080 >> 56;
}

/* The string of select bits, in the order of the planes. */
static uint64_t string_of(int chunks, const planes *p)
{
    uint64_t string = 0;
    for (int i = 0; i < chunks; i += 8)
        string |= bits_of(p->on_zero + i) << i;
    return string;
}

static inline uint8_t *put_bytes(uint8_t *at, const uint8_t *from, int count)
{
    memcpy(at, from, (size_t)count);
    return at + count;
}

static uint8_t *put_string(uint8_t *at, uint64_t string, int from, int count)
{
    for (int b = 0; b < count; b++)
        *at++ = (uint8_t)(string >> 8 * (from + b));
    return at;
}

/* What layout=planes puts from byte 8 on, and, behind the code's end, what goes behind the base. */
static inline void put_planes_of(const geometry *g, int n, int tag, uint64_t string, const planes *p, uint8_t *at)
{
    int s8 = select_bytes(g, 8), s4 = select_bytes(g, 4), s2 = select_bytes(g, 2), whole = n - (4 - s4);
    const uint8_t *low = p->part[0], *high = p->part[1];
    at = put_string(at, string, 0, s8);
    at = put_bytes(at, low, n);
    for (int part = 1; part < codes[tag].delta; part++)
        at = put_bytes(at, p->part[part], n);
    if (tag <= B8D4)
        return;
    if (tag == B4D2)
        at = put_bytes(at, high + n, n);
    if (tag == B2D1) {
        at = put_bytes(at, low + n, whole);
        at = put_bytes(at, low + 2 * n, 2 * n);
        at = put_string(at, string, s8 + s4, s2);
        at = put_bytes(at, low + n + whole, n - whole);
    } else {
        at = put_bytes(at, low + n, n);
    }
    put_string(at, string, s8, s4);
}

/* The same with the number of chunks known to the compiler. */
static void put_planes(const geometry *g, int tag, uint64_t string, const planes *p, uint8_t *at)
{
    switch (g->eights) {
    case 4: put_planes_of(g, 4, tag, string, p, at); break;
    case 8: put_planes_of(g, 8, tag, string, p, at); break;
    default: put_planes_of(g, 16, tag, string, p, at); break;
    }
}

/* layout=packed. Returns the string of select bits in the order of the chunks. */
static uint64_t put_packed(const geometry *g, int tag, const planes *p, uint8_t *bytes)
{
    geometry in_planes = *g;
    in_planes.packed = false;
    int base = codes[tag].base, delta = codes[tag].delta, chunks = chunks_of(g, tag);
    int select = g->in_payload ? (chunks + 7) / 8 : 0;
    uint64_t string = 0;
    for (int i = 0; i < chunks; i++) {
        int place = select_at(&in_planes, base, i);
        string |= (uint64_t)p->on_zero[place] << i;
        for (int part = 0; part < delta; part++)
            bytes[select + base + i * delta + part] = p->part[part][place];
    }
    put_string(bytes, string, 0, select);
    return string;
}

/* The code to `bytes`, which is 0 up to the end of its last burst and has 12 bytes more. */
static void pack(const geometry *g, int tag, const uint32_t *block, uint32_t *tag_words, uint8_t *bytes)
{
    int base = codes[tag].base, delta = codes[tag].delta, end = code_bytes(g, tag);
    uint64_t from = base_of(g, tag, block), string = 0;
    planes p;
    if (delta)
        planes_of(g, tag, (uint32_t)from, block, &p);
    if (delta && g->packed) {
        string = put_packed(g, tag, &p, bytes);
    } else if (delta) {
        string = string_of(chunks_of(g, tag), &p);
        put_planes(g, tag, string, &p, bytes + 8);
        for (int b = base; b < 8; b++)
            bytes[b] = bytes[end + b - base];
        memset(bytes + end, 0, 12);
    }
    for (int b = 0; b < base; b++)
        bytes[base_at(g, tag) + b] = (uint8_t)(from >> 8 * b);
    if (g->in_tag) {
        put_bits(tag_words, TAG_BITS, (uint32_t)string);
        put_bits(tag_words, TAG_BITS + 32, (uint32_t)(string >> 32));
    }
}

static wf_status encode(const wf_config *c, const wf_input *in, wf_code *code)
{
    geometry g = geometry_of(c);
    int tag = in->raw_only ? RAW : select_code(&g, in->block), used = line_bursts(8 * code_bytes(&g, tag));
    code->tag[0] = (uint32_t)tag;
    code->tag[1] = code->tag[2] = 0;
    line_use(8 * code_bytes(&g, tag), code);
    if (tag == RAW) {
        memcpy(code->payload, in->block, 4 * (size_t)g.words);
        return WF_OK;
    }
    uint8_t bytes[MAX_LINE + 12];
    memset(bytes, 0, (size_t)(WF_BURST_BYTES * used + 12));
    if (tag != ZEROS)
        pack(&g, tag, in->block, code->tag, bytes);
    words_of_bytes(code->payload, bytes, WF_BURST_BYTES / 4 * used);
    return WF_OK;
}

static int measure(const wf_config *c, const wf_input *in)
{
    geometry g = geometry_of(c);
    return 8 * code_bytes(&g, in->raw_only ? RAW : select_code(&g, in->block));
}

/* ---- Unpack, Rebuild ---- */

/* The tag of a code, RAW where it is none of this configuration. */
static int tag_of(const geometry *g, const wf_code *code)
{
    int tag = (int)(code->tag[0] & 0xf);
    return is_usable(g, tag) ? tag : RAW;
}

/* The fields of a code, in their order in the line. */
typedef struct {
    int tag;
    wf_status status;
    int fault;              /* as wf_codec.fault says */
    uint64_t base, select;  /* select: bit i for chunk i */
    uint64_t delta[MAX_CHUNKS];
} fields;

static void note(fields *f, wf_status status, int at)
{
    if (f->status != WF_OK)
        return;
    f->status = status;
    f->fault = at;
}

/* Select bits: from the tag, where unused ones must be 0, or from the payload. */
static void parse_select(const geometry *g, const wf_code *code, const uint8_t *bytes, fields *f)
{
    int base = codes[f->tag].base, chunks = codes[f->tag].delta ? chunks_of(g, f->tag) : 0;
    uint64_t string = 0;
    if (g->in_tag) {
        for (int at = 0; at < g->line / 2; at += 16)
            string |= (uint64_t)get_bits(code->tag, TAG_BITS + at, 16) << at;
        if (chunks < 64 && string >> chunks)
            note(f, WF_ERR_TAG, 8 * g->line);
    }
    for (int b = 0; g->in_payload && b < (chunks + 7) / 8; b++)
        string |= (uint64_t)bytes[select_place(g, f->tag, b)] << 8 * b;
    for (int i = 0; i < chunks; i++)
        f->select |= (string >> select_at(g, base, i) & 1) << i;
}

/* The chunk that is the base has a delta of 0, or is the base on the zero base too; a base of firstnz that no chunk uses is 0. */
static void check_base(const geometry *g, fields *f)
{
    int base = codes[f->tag].base, chunks = chunks_of(g, f->tag), i = 0;
    while (g->firstnz && i < chunks && (f->select >> i & 1))
        i++;
    uint64_t there = i == chunks ? 0 : f->select >> i & 1 ? f->delta[i] : f->base;
    if (i < chunks && !(f->select >> i & 1) && f->delta[i] != 0)
        note(f, WF_ERR_PAYLOAD, 8 * delta_at(g, f->tag, i, 0));
    else if (extend(f->base ^ there, base) != 0)
        note(f, WF_ERR_PAYLOAD, 8 * base_at(g, f->tag));
}

static void parse(const geometry *g, const wf_code *code, fields *f)
{
    *f = (fields){.tag = tag_of(g, code), .fault = -1};
    if (f->tag == RAW && (code->tag[0] & 0xf) != RAW)
        note(f, WF_ERR_TAG, 8 * g->line);
    int base = codes[f->tag].base, delta = codes[f->tag].delta, used = line_bursts(8 * code_bytes(g, f->tag));
    uint8_t bytes[MAX_LINE];
    bytes_of_words(bytes, code->payload, WF_BURST_BYTES / 4 * used);
    parse_select(g, code, bytes, f);
    if (f->tag == ZEROS && bytes[0] != 0)
        note(f, WF_ERR_PAYLOAD, 0);
    for (int b = 0; b < base && f->tag != ZEROS; b++)
        f->base |= (uint64_t)bytes[base_at(g, f->tag) + b] << 8 * b;
    for (int i = 0; delta && i < chunks_of(g, f->tag); i++) {
        for (int part = 0; part < delta; part++)
            f->delta[i] |= (uint64_t)bytes[delta_at(g, f->tag, i, part)] << 8 * part;
        f->delta[i] = extend(f->delta[i], delta);
    }
    if (delta)
        check_base(g, f);
    if ((code->units[0] & ((1u << g->line / WF_BURST_BYTES) - 1)) != (1u << used) - 1)
        note(f, WF_ERR_PAYLOAD, 8 * g->line);
}

/* Any bits: a tag that is none of this configuration is raw; the first chunk, where it is the base, has no delta. */
static wf_status decode(const wf_config *c, const wf_code *code, uint32_t *block)
{
    geometry g = geometry_of(c);
    fields f;
    parse(&g, code, &f);
    int base = f.tag == ZEROS ? 8 : codes[f.tag].base;
    if (f.tag == RAW) {
        memcpy(block, code->payload, 4 * (size_t)g.words);
        return f.status;
    }
    for (int i = 0; i < g.line / base; i++) {
        uint64_t x = f.select >> i & 1 ? f.delta[i] : f.base + (i ? f.delta[i] : 0);
        if (base == 8) {
            block[2 * i] = (uint32_t)x;
            block[2 * i + 1] = (uint32_t)(x >> 32);
        } else if (base == 4) {
            block[i] = (uint32_t)x;
        } else {
            block[i / 2] = i % 2 ? block[i / 2] | (uint32_t)x << 16 : (uint16_t)x;
        }
    }
    return f.status;
}

static int fault(const wf_config *c, const wf_code *code)
{
    geometry g = geometry_of(c);
    fields f;
    parse(&g, code, &f);
    return f.fault;
}

static int size(const wf_config *c, const wf_code *code)
{
    geometry g = geometry_of(c);
    return 8 * code_bytes(&g, tag_of(&g, code));
}

static int classify(const wf_config *c, const wf_code *code)
{
    geometry g = geometry_of(c);
    return tag_of(&g, code);
}

static const wf_codec codec = {
    .unit_name = "burst",
    .encs = 1,
    .decs = 1,
    .sizes = sizes,
    .encode = encode,
    .decode = decode,
    .size = size,
    .classify = classify,
    .class_names = class_names,
    .measure = measure,
    .fault = fault,
};

const wf_unit wf_unit_linebdi = {
    .name = "linebdi",
    .title = "base-delta-immediate over a cache line",
    .source = "CABA (assist warps), section 5.1, and BDI (PACT 2012)",
    .line = true,
    .params = params,
    .codec = &codec,
};
