/* SPDX-License-Identifier: Apache-2.0
 *
 * linebdi_fast - linebdi in the form that the program runs. It gives the same codes and blocks as linebdi.c, the specification.
 *
 * These tricks make it fast. Each is explained where it is defined:
 *
 *     folded numbers      a signed number fits n bytes if its folded form is below a power of two; no branch on the sign
 *     excess              one pass over the chunks of a width answers for deltas of 1, 2 and 4 bytes at once
 *     windows             with base=firstnz, masks of the chunks that a delta does not reach (linebdi_windows.h)
 *     early winners       the search ends at a code that no later code can beat
 *     lines by rows       with store=residue the line is turned to rows of bytes as a whole, or back, and few bytes are changed
 *     vectors             with store=residue chunks are completed 16 bytes at a time
 *     bytes in place      the payload's words are written and read as bytes in memory
 *     known sizes         a loop is written once for any base, delta and line, and compiled for each of them
 */
#include "linebdi_fast.h"
#include "../bits.h"
#include "../line.h"
#include "../zip.h"
#include "linebdi_windows.h"

enum { MAX_CHUNKS = LINEBDI_MAX_LINE / 2 };

/* ---- Chunks ---- */

static uint64_t eight(const uint32_t *block, int i)
{
    return block[2 * i] | (uint64_t)block[2 * i + 1] << 32;
}

static uint64_t chunk(const uint32_t *block, int base, int i)
{
    return base == 8 ? eight(block, i) : base == 4 ? block[i] : (uint16_t)(block[i / 2] >> i % 2 * 16);
}

/* The low `bytes` bytes of x, as a signed number. */
static inline uint64_t extend(uint64_t x, int bytes)
{
    return bytes == 8 ? x : bytes == 4 ? (uint64_t)(int32_t)x : bytes == 2 ? (uint64_t)(int16_t)x : (uint64_t)(int8_t)x;
}

/* Folded numbers: all bits are inverted if the sign is 1. A number fits n bytes exactly if its folded form is below 2^(8n-1).
 * Numbers of 16 bits and one byte: 007f stays 007f and ff80 becomes 007f, so they fit; 0080 stays 0080 and ff7f becomes 0080. */
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

/* ---- Classify ---- */

/* Excess, for a base that is the first chunk: the folded delta of each chunk from the nearer base, ORed over all chunks. The OR is
 * below a power of two exactly if each of them is. With bases 1000 and 0, the chunks 1000 1003 0005 10fe give 0000 0003 0005 00fe.
 * Their OR is 00ff, which fits 2 bytes and not 1. `without` is the largest folded number, so that a missing zero base is never
 * the nearer one. Chunks of 8 bytes need not be looked at to the end if a delta of 4 does not fit. */
INLINE uint64_t excess8(const linebdi_geometry *g, const uint32_t *block)
{
    uint64_t base = eight(block, 0), any = 0, without = g->zero_base ? 0 : INT64_MAX;
    for (int from = 0; from < g->line / 4 && fits(any, 4); from += 8)
        for (int i = 0; i < 4; i++) {
            uint64_t x = eight(block + from, i), d = fold8(x - base), z = fold8(x) | without;
            any |= z < d ? z : d;
        }
    return any;
}

INLINE uint64_t excess4(const linebdi_geometry *g, const uint32_t *block)
{
    int32_t any = 0, without = g->zero_base ? 0 : INT32_MAX;
    uint32_t base = block[0];
    for (int i = 0; i < g->line / 4; i++) {
        int32_t d = fold4(block[i] - base), z = fold4(block[i]) | without;
        any |= z < d ? z : d;
    }
    return (uint64_t)any;
}

/* The order of the chunks does not matter here, so the machine's byte order will do. */
INLINE uint64_t excess2(const linebdi_geometry *g, const uint32_t *block)
{
    int16_t any = 0, without = g->zero_base ? 0 : INT16_MAX;
    uint16_t x[MAX_CHUNKS], base = (uint16_t)block[0];
    memcpy(x, block, (size_t)g->line);
    for (int i = 0; i < 2 * g->line / 4; i++) {
        int16_t d = fold2((uint16_t)(x[i] - base)), z = (int16_t)(fold2(x[i]) | without);
        any = (int16_t)(any | (z < d ? z : d));
    }
    return (uint64_t)any;
}

static uint64_t base_of(const linebdi_geometry *g, int tag, const uint32_t *block)
{
    int base = linebdi_codes[tag].base;
    if (!g->firstnz || linebdi_codes[tag].delta == 0)
        return chunk(block, base, 0);
    for (int i = 0; i < linebdi_chunks_of(g, tag); i++)
        if (!fits(fold8(extend(chunk(block, base, i), base)), linebdi_codes[tag].delta))
            return chunk(block, base, i);
    return 0;
}

INLINE bool is_repeat(const linebdi_geometry *g, const uint32_t *block)
{
    uint64_t unlike = eight(block, 0) ^ eight(block, 1);
    for (int i = 2; i < g->line / 8 && unlike == 0; i += 2)
        unlike = (eight(block, i) ^ eight(block, 0)) | (eight(block, i + 1) ^ eight(block, 0));
    return unlike == 0;
}

/* The codes of one width that fit: bit t for tag t. */
INLINE unsigned fits8(const linebdi_geometry *g, const uint32_t *block)
{
    uint64_t any = excess8(g, block);
    return (unsigned)fits(any, 1) << LINEBDI_B8D1 | (unsigned)fits(any, 2) << LINEBDI_B8D2 | (unsigned)fits(any, 4) << LINEBDI_B8D4;
}

INLINE unsigned fits4(const linebdi_geometry *g, const uint32_t *block)
{
    uint64_t any = excess4(g, block);
    return (unsigned)fits(any, 1) << LINEBDI_B4D1 | (unsigned)fits(any, 2) << LINEBDI_B4D2;
}

INLINE unsigned fits2(const linebdi_geometry *g, const uint32_t *block)
{
    return (unsigned)fits(excess2(g, block), 1) << LINEBDI_B2D1;
}

/* The codes of firstnz that fit. Every code has a base of its own there. The longest deltas come first: most lines that are stored raw fit
 * none of them, and no shorter one then. */
INLINE unsigned fits_firstnz(const linebdi_geometry *g, const uint32_t *block)
{
    int words = g->line / 4;
    bool b8d4 = linebdi_window8(block, words, 4), b4d2 = linebdi_window4(block, words, 2), b2d1 = linebdi_window2(block, words);
    if (!(b8d4 | b4d2 | b2d1))
        return 0;
    bool b8d2 = b8d4 && linebdi_window8(block, words, 2), b8d1 = b8d2 && linebdi_window8(block, words, 1),
         b4d1 = b4d2 && linebdi_window4(block, words, 1);
    return (unsigned)b8d1 << LINEBDI_B8D1 | (unsigned)b8d2 << LINEBDI_B8D2 | (unsigned)b8d4 << LINEBDI_B8D4 |
           (unsigned)b4d1 << LINEBDI_B4D1 | (unsigned)b4d2 << LINEBDI_B4D2 | (unsigned)b2d1 << LINEBDI_B2D1;
}

/* ---- Select ---- */

/* Early winners: at each line size zeros, repeat, 8-1, 4-1 and 8-2 are no longer than any code that follows in the order of PACT. If one
 * of them fits, the search ends. */
INLINE int select_for(const linebdi_geometry *g, const uint32_t *block)
{
    if (is_repeat(g, block)) {
        if (eight(block, 0) == 0 && linebdi_is_usable(g, LINEBDI_ZEROS))
            return LINEBDI_ZEROS;
        if (linebdi_is_usable(g, LINEBDI_REPEAT))
            return LINEBDI_REPEAT;
    }
    unsigned fit = g->firstnz ? fits_firstnz(g, block) : fits8(g, block);
    if (g->firstnz && fit == 0)
        return LINEBDI_RAW;
    if ((fit >> LINEBDI_B8D1 & 1) && linebdi_is_usable(g, LINEBDI_B8D1))
        return LINEBDI_B8D1;
    fit |= g->firstnz ? 0 : fits4(g, block);
    if ((fit >> LINEBDI_B4D1 & 1) && linebdi_is_usable(g, LINEBDI_B4D1))
        return LINEBDI_B4D1;
    if ((fit >> LINEBDI_B8D2 & 1) && linebdi_is_usable(g, LINEBDI_B8D2))
        return LINEBDI_B8D2;
    fit |= g->firstnz ? 0 : fits2(g, block);
    int best = LINEBDI_RAW;
    if ((fit >> LINEBDI_B2D1 & 1) && linebdi_is_usable(g, LINEBDI_B2D1))
        best = LINEBDI_B2D1;
    if ((fit >> LINEBDI_B4D2 & 1) && linebdi_is_usable(g, LINEBDI_B4D2) &&
        linebdi_code_bytes(g, LINEBDI_B4D2) < linebdi_code_bytes(g, best))
        best = LINEBDI_B4D2;
    if ((fit >> LINEBDI_B8D4 & 1) && linebdi_is_usable(g, LINEBDI_B8D4) &&
        linebdi_code_bytes(g, LINEBDI_B8D4) < linebdi_code_bytes(g, best))
        best = LINEBDI_B8D4;
    return best;
}

INLINE int select_in(const wf_config *c, int line, const uint32_t *block)
{
    linebdi_geometry g = linebdi_geometry_of(c);
    g.line = line;
    return select_for(&g, block);
}

/* Known sizes: the line. */
static int select_code(const wf_config *c, const wf_input *in)
{
    if (in->raw_only)
        return LINEBDI_RAW;
    switch (c->line_bytes) {
    case 32: return select_in(c, 32, in->block);
    case 64: return select_in(c, 64, in->block);
    default: return select_in(c, 128, in->block);
    }
}

/* ---- Layout, store=residue ---- */

/* Where the sections of linebdi.c are, in a line of n times 8 bytes; bytes b begin at of[b], bytes 7 without those at S8, S4 and S2. */
typedef struct {
    int s8, s4, s2; /* bytes of the string of select bits */
    int at_s8, at_s4, at_s2, of[8];
} sections;

INLINE sections sections_of(const linebdi_geometry *g, int n)
{
    sections s = {.s8 = linebdi_select_bytes(g, n)};
    s.s4 = linebdi_select_bytes(g, 2 * n) - s.s8;
    s.s2 = linebdi_select_bytes(g, 4 * n) - s.s8 - s.s4;
    s.of[0] = 8;
    s.at_s8 = s.of[0] + n - 1;
    s.of[4] = s.at_s8 + s.s8;
    s.at_s4 = s.of[4] + n - 1;
    s.of[1] = s.at_s4 + s.s4;
    s.of[2] = s.of[1] + n - 1;
    s.at_s2 = s.of[2] + n - 1;
    s.of[3] = s.at_s2 + s.s2;
    s.of[6] = s.of[3] + n - 1;
    s.of[5] = s.of[6] + n - 1;
    s.of[7] = s.of[5] + n - 1;
    return s;
}

/* Lines by rows: row b has bytes b of all n eights. A zip of the line's halves turns the bits of each byte's index left by one: byte
 * jjjbbb goes to jjbbbj. So the rows are as many zips as n has bits, and the line is 3 more. */
static inline void rows_of_line(int n, const uint8_t *line, uint8_t *rows)
{
    uint8_t a[LINEBDI_MAX_LINE], b[LINEBDI_MAX_LINE];
    int half = 4 * n;
    if (n == 4) {
        zip(a, line, line + half, half);
    } else if (n == 8) {
        zip(b, line, line + half, half);
        zip(a, b, b + half, half);
    } else {
        zip(a, line, line + half, half);
        zip(b, a, a + half, half);
        zip(a, b, b + half, half);
    }
    zip(rows, a, a + half, half);
}

static inline void line_of_rows(int n, const uint8_t *const row[8], uint8_t *line)
{
    uint8_t a[LINEBDI_MAX_LINE], b[LINEBDI_MAX_LINE];
    int half = 4 * n;
    if (n == 4) {
        for (int r = 0; r < 8; r++)
            memcpy(b + n * r, row[r], (size_t)n);
        zip(a, b, b + half, half);
    } else {
        for (int r = 0; r < 4; r++)
            zip(a + 2 * n * r, row[r], row[r + 4], n);
    }
    zip(b, a, a + half, half);
    zip(line, b, b + half, half);
}

/* Bytes 5 of 4-2, or 6 of 2-1, whose places are behind the code's last burst: those of the eights from this one on. */
static inline int first_moved(const linebdi_geometry *g, const sections *s, int tag)
{
    int end = WF_BURST_BYTES * line_bursts(8 * linebdi_stored_bytes(g, tag)) - g->head, from = s->of[tag == LINEBDI_B4D2 ? 5 : 6];
    return end > from ? 1 + end - from : 1;
}

/* They take the places of bytes 3. */
static inline void move(int n, int first, uint8_t *to, const uint8_t *kept, const uint8_t *moved)
{
    for (int j = 0; j < n; j++)
        to[j] = j < first ? kept[j] : moved[j];
}

/* The i-th byte of the string of select bits; a raw line has byte 7 of eight i + 1 there. */
static inline int string_at(const sections *s, int i)
{
    return i < s->s8 ? s->at_s8 + i : i < s->s8 + s->s4 ? s->at_s4 + i - s->s8 : s->at_s2 + i - s->s8 - s->s4;
}

/* The lower half of a first chunk that is not the base: its bytes, 1, 2 or 4, which a compiler cannot see; and the place of its byte b. */
static inline int lower_bytes(int tag)
{
    return linebdi_codes[tag].base / 2 & 7;
}

static inline int lower_at(const sections *s, int base, int b)
{
    return base < 8 ? 7 - b : s->of[b < 2 ? 4 : 6] + b % 2;
}

/* A row is written from the byte before its section on; what belongs there is written later. Returns the string. */
INLINE uint64_t put_rows(const linebdi_geometry *g, int n, int tag, const uint8_t *line, uint64_t string, uint8_t *places)
{
    static const int last_first[8] = {7, 5, 6, 3, 2, 1, 4, 0};
    sections s = sections_of(g, n);
    uint8_t rows[LINEBDI_MAX_LINE], three[LINEBDI_MAX_LINE / 8];
    rows_of_line(n, line, rows);
    if (n == 16 && (tag == LINEBDI_B4D2 || tag == LINEBDI_B2D1)) {
        int first = first_moved(g, &s, tag);
        move(n, first, three, rows + 3 * n, rows + (tag == LINEBDI_B4D2 ? 5 : 6) * n);
        memcpy(rows + 3 * n, three, (size_t)n);
    }
    memcpy(places + 7 * n, rows + 7 * n, (size_t)n);
    for (int i = 1; i < 8; i++)
        memcpy(places + s.of[last_first[i]] - 1, rows + last_first[i] * n, (size_t)n);
    memcpy(places, line, 8);
    if (tag == LINEBDI_RAW)
        for (int i = 0; i < s.s8 + s.s4 + s.s2; i++)
            places[string_at(&s, i)] = line[8 * (i + 1) + 7];
    else
        for (int i = 0; i < s.s8 + s.s4 + s.s2; i++)
            places[string_at(&s, i)] = (uint8_t)(string >> 8 * i);
    return string;
}

/* Returns the string, if the code has one in the payload. */
INLINE uint64_t get_rows(const linebdi_geometry *g, int n, int tag, const uint8_t *places, uint8_t *line)
{
    sections s = sections_of(g, n);
    const uint8_t *row[8];
    uint8_t moved[LINEBDI_MAX_LINE / 8];
    uint64_t string = 0;
    for (int b = 0; b < 7; b++)
        row[b] = places + s.of[b] - 1;
    row[7] = places + 7 * n;
    if (n == 16 && (tag == LINEBDI_B4D2 || tag == LINEBDI_B2D1)) {
        int first = first_moved(g, &s, tag), b = tag == LINEBDI_B4D2 ? 5 : 6;
        move(n, first, moved, row[b], row[3]);
        row[b] = moved;
    }
    line_of_rows(n, row, line);
    memcpy(line, places, 8);
    if (tag == LINEBDI_RAW)
        for (int i = 0; i < s.s8 + s.s4 + s.s2; i++)
            line[8 * (i + 1) + 7] = places[string_at(&s, i)];
    else
        for (int i = 0; i < s.s8 + s.s4 + s.s2; i++)
            string |= (uint64_t)places[string_at(&s, i)] << 8 * i;
    return string;
}

/* Known sizes: the line, and where the select bits are. */
#define KNOWN_LINE(g, turn, ...)                                                                                    \
    switch ((g)->line + (g)->in_payload) {                                                                          \
    case 32: return turn(&(linebdi_geometry){.line = 32, .head = (g)->head}, 4, __VA_ARGS__);                       \
    case 33: return turn(&(linebdi_geometry){.line = 32, .head = (g)->head, .in_payload = true}, 4, __VA_ARGS__);   \
    case 64: return turn(&(linebdi_geometry){.line = 64, .head = (g)->head}, 8, __VA_ARGS__);                       \
    case 65: return turn(&(linebdi_geometry){.line = 64, .head = (g)->head, .in_payload = true}, 8, __VA_ARGS__);   \
    case 128: return turn(&(linebdi_geometry){.line = 128, .head = (g)->head}, 16, __VA_ARGS__);                    \
    default: return turn(&(linebdi_geometry){.line = 128, .head = (g)->head, .in_payload = true}, 16, __VA_ARGS__); \
    }

INLINE uint64_t put_rows_of(const linebdi_geometry *g, int tag, const uint8_t *line, uint64_t string, uint8_t *places)
{
    KNOWN_LINE(g, put_rows, tag, line, string, places);
}

INLINE uint64_t get_rows_of(const linebdi_geometry *g, int tag, const uint8_t *places, uint8_t *line)
{
    KNOWN_LINE(g, get_rows, tag, places, line);
}

/* The low bytes of a number, to and from the payload. */
static inline void put_number(uint8_t *payload, uint64_t number, int count)
{
    for (int b = 0; b < count; b++)
        payload[b] = (uint8_t)(number >> 8 * b);
}

static inline uint64_t get_number(const uint8_t *payload, int count)
{
    uint64_t number = 0;
    for (int b = 0; b < count; b++)
        number |= (uint64_t)payload[b] << 8 * b;
    return number;
}

/* ---- Encode ---- */

/* Does the chunk fit the delta's bytes as a signed number? */
static inline bool is_small(uint64_t x, int base, int delta)
{
    int top = 8 * delta - 1;
    return base == 8 ? fold8(x) >> top == 0 : base == 4 ? fold4((uint32_t)x) >> top == 0 : fold2((uint16_t)x) >> top == 0;
}

/* store=delta: the deltas of the chunks, one behind the other; returns the select bits. */
static inline uint64_t subtract(const linebdi_geometry *g, int base, int delta, const uint32_t *block, uint64_t from, uint8_t *deltas)
{
    uint64_t string = 0;
    for (int i = 0; i < g->line / base; i++) {
        uint64_t x = chunk(block, base, i);
        bool zero = g->zero_base && is_small(x, base, delta);
        uint32_t d = (uint32_t)x - ((uint32_t)from & ((uint32_t)zero - 1));
        string |= (uint64_t)zero << i;
        for (int part = 0; part < delta; part++)
            deltas[delta * i + part] = (uint8_t)(d >> 8 * part);
    }
    return string;
}

/* Known sizes: base and delta. */
static uint64_t subtract_of(const linebdi_geometry *g, int tag, const uint32_t *block, uint64_t from, uint8_t *deltas)
{
    switch (tag) {
    case LINEBDI_B8D1: return subtract(g, 8, 1, block, from, deltas);
    case LINEBDI_B8D2: return subtract(g, 8, 2, block, from, deltas);
    case LINEBDI_B8D4: return subtract(g, 8, 4, block, from, deltas);
    case LINEBDI_B4D1: return subtract(g, 4, 1, block, from, deltas);
    case LINEBDI_B4D2: return subtract(g, 4, 2, block, from, deltas);
    default: return subtract(g, 2, 1, block, from, deltas);
    }
}

/* store=residue. Chunks have a bit each in the string: first those at multiples of 8 bytes, then those at odd multiples of 4, then of 2. In a
 * line of 32 bytes the bits of chunks of 4 are those of chunks 0 2 4 6 1 3 5 7. This is the bit of chunk c of the j-th eight bytes. */
static inline int bit_of(const linebdi_geometry *g, int base, int j, int c)
{
    return c * base == 0 ? j : c * base == 4 ? g->line / 8 + j : g->line / 4 + 2 * j + c / 2;
}

/* The string of select bits. */
static inline uint64_t string_of(const linebdi_geometry *g, int base, int delta, const uint32_t *block)
{
    uint64_t string = 0;
    for (int j = 0; j < g->line / 8; j++)
        for (int c = 0; c < 8 / base; c++)
            string |= (uint64_t)is_small(chunk(block, base, 8 / base * j + c), base, delta) << bit_of(g, base, j, c);
    return string;
}

/* Known sizes: base and delta. */
static uint64_t string_for(const linebdi_geometry *g, int tag, const uint32_t *block)
{
    switch (tag) {
    case LINEBDI_B8D1: return string_of(g, 8, 1, block);
    case LINEBDI_B8D2: return string_of(g, 8, 2, block);
    case LINEBDI_B8D4: return string_of(g, 8, 4, block);
    case LINEBDI_B4D1: return string_of(g, 4, 1, block);
    case LINEBDI_B4D2: return string_of(g, 4, 2, block);
    default: return string_of(g, 2, 1, block);
    }
}

/* Writes the code, or the raw line, to the payload. */
INLINE void pack_residues(const linebdi_geometry *g, int tag, const uint32_t *block, uint32_t *tag_words, uint32_t *payload)
{
    uint8_t turned[2][LINEBDI_MAX_LINE];
    const uint8_t *line = in_place() ? (const uint8_t *)block : turned[0];
    uint8_t *places = in_place() ? (uint8_t *)payload : turned[1];
    if (!in_place())
        bytes_of_words(turned[0], block, g->line / 4);
    uint64_t string = linebdi_codes[tag].delta && g->zero_base ? string_for(g, tag, block) : 0;
    put_rows_of(g, tag, line, string, places);
    if (linebdi_codes[tag].delta && g->firstnz) {
        sections s = sections_of(g, g->line / 8);
        uint64_t base = base_of(g, tag, block);
        for (int b = 0; b < lower_bytes(tag); b++)
            places[lower_at(&s, linebdi_codes[tag].base, b)] = line[b];
        put_number(places, base, linebdi_codes[tag].base);
    }
    if (g->in_tag) {
        put_bits(tag_words, LINEBDI_TAG_BITS, (uint32_t)string);
        put_bits(tag_words, LINEBDI_TAG_BITS + 32, (uint32_t)(string >> 32));
    }
    if (!in_place())
        words_of_bytes(payload, places, g->line / 4);
}

/* Select bits | base | deltas, to `bytes`, which are 0 up to the end of the code's last burst. */
static void pack(const linebdi_geometry *g, int tag, const uint32_t *block, uint32_t *tag_words, uint8_t *bytes)
{
    int selects = linebdi_select_bytes(g, linebdi_chunks_of(g, tag)), base = linebdi_codes[tag].base;
    uint64_t from = base_of(g, tag, block), string = 0;
    if (linebdi_codes[tag].delta)
        string = subtract_of(g, tag, block, from, bytes + selects + base);
    else
        selects = 0;
    put_number(bytes, string, selects);
    put_number(bytes + selects, from, base);
    if (g->in_tag) {
        put_bits(tag_words, LINEBDI_TAG_BITS, (uint32_t)string);
        put_bits(tag_words, LINEBDI_TAG_BITS + 32, (uint32_t)(string >> 32));
    }
}

/* The head: the code moves up by a byte. The byte that goes beyond the whole line comes back in byte 0. */
static void move_up(const linebdi_geometry *g, int tag, int bits, uint32_t *payload)
{
    uint32_t last = payload[g->line / 4 - 1] >> 24;
    for (int i = WF_BURST_BYTES / 4 * line_bursts(bits) - 1; i > 0; i--)
        payload[i] = payload[i] << 8 | payload[i - 1] >> 24;
    payload[0] = payload[0] << 8 | (tag == LINEBDI_RAW ? last : (uint32_t)tag);
}

static void move_down(const linebdi_geometry *g, uint32_t *to, const uint32_t *payload)
{
    int words = g->line / 4;
    for (int i = 0; i < words; i++)
        to[i] = payload[i] >> 8 | payload[(i + 1) % words] << 24;
}

static wf_status encode_side(const linebdi_geometry *known, const wf_input *in, int tag, int bits, wf_code *code)
{
    linebdi_geometry g = *known;
    code->tag[0] = (uint32_t)tag;
    code->tag[1] = code->tag[2] = 0;
    line_use(bits, code);
    if (g.residue && tag != LINEBDI_ZEROS) {
        pack_residues(&g, tag, in->block, code->tag, code->payload);
        return WF_OK;
    }
    if (tag == LINEBDI_RAW) {
        memcpy(code->payload, in->block, (size_t)g.line);
        return WF_OK;
    }
    uint8_t *bytes = (uint8_t *)code->payload;
    memset(bytes, 0, (size_t)(WF_BURST_BYTES * line_bursts(bits)));
    if (tag != LINEBDI_ZEROS)
        pack(&g, tag, in->block, code->tag, bytes);
    if (!in_place())
        words_of_bytes(code->payload, bytes, g.line / 4);
    return WF_OK;
}

static wf_status encode(const wf_config *c, const wf_input *in, wf_code *code)
{
    linebdi_geometry g = linebdi_geometry_of(c);
    int tag = select_code(c, in), bits = 8 * linebdi_stored_bytes(&g, tag);
    encode_side(&g, in, tag, bits, code);
    if (g.head) {
        code->tag[0] = tag != LINEBDI_RAW;
        if (tag != LINEBDI_RAW || g.residue)
            move_up(&g, tag, bits, code->payload);
    }
    return WF_OK;
}

static int measure(const wf_config *c, const wf_input *in)
{
    linebdi_geometry g = linebdi_geometry_of(c);
    return 8 * linebdi_stored_bytes(&g, select_code(c, in));
}

/* ---- Decode ---- */

/* The line of a code with residues, or a raw one. Of chunks the bytes that the code does not have are any bits. */
INLINE uint64_t unpack_residues(const linebdi_geometry *g, int tag, const wf_line_code *code, uint32_t *block)
{
    uint8_t turned[2][LINEBDI_MAX_LINE];
    const uint8_t *places = in_place() ? (const uint8_t *)code->payload : turned[0];
    uint8_t *line = in_place() ? (uint8_t *)block : turned[1];
    if (!in_place())
        bytes_of_words(turned[0], code->payload, g->line / 4);
    uint64_t string = get_rows_of(g, tag, places, line);
    if (tag != LINEBDI_RAW && g->firstnz) {
        sections s = sections_of(g, g->line / 8);
        for (int b = 0; b < lower_bytes(tag); b++)
            line[b] = places[lower_at(&s, linebdi_codes[tag].base, b)];
    }
    if (!in_place())
        words_of_bytes(block, line, g->line / 4);
    return string;
}

/* A code of deltas. Chunk i is bit i of the string. */
typedef struct {
    uint64_t base, string;
    const uint8_t *deltas;
} fields;

static inline uint64_t delta_of(int delta, const fields *f, int i)
{
    return extend(get_number(f->deltas + delta * i, delta), delta);
}

/* A first chunk that is the base has no delta. */
static inline void add(const linebdi_geometry *g, int base, int delta, const fields *f, uint32_t *block)
{
    for (int j = 0; j < g->line / 8; j++) {
        uint64_t chunks = 0;
        for (int c = 0; c < 8 / base; c++) {
            int i = 8 / base * j + c;
            uint64_t zero = f->string >> i & 1, x = (i || zero ? delta_of(delta, f, i) : 0) + (f->base & (zero - 1));
            chunks |= x << (64 - 8 * base) >> (64 - 8 * base) << 8 * base * c;
        }
        block[2 * j] = (uint32_t)chunks;
        block[2 * j + 1] = (uint32_t)(chunks >> 32);
    }
}

/* Known sizes: base and delta. */
static void add_of(const linebdi_geometry *g, int tag, const fields *f, uint32_t *block)
{
    switch (tag) {
    case LINEBDI_B8D1: add(g, 8, 1, f, block); break;
    case LINEBDI_B8D2: add(g, 8, 2, f, block); break;
    case LINEBDI_B8D4: add(g, 8, 4, f, block); break;
    case LINEBDI_B4D1: add(g, 4, 1, f, block); break;
    case LINEBDI_B4D2: add(g, 4, 2, f, block); break;
    default: add(g, 2, 1, f, block); break;
    }
}

/* Bit i of x goes to bit 2 i. */
static inline uint64_t spread(uint64_t x)
{
    x = (x | x << 16) & 0x0000ffff0000ffff;
    x = (x | x << 8) & 0x00ff00ff00ff00ff;
    x = (x | x << 4) & 0x0f0f0f0f0f0f0f0f;
    x = (x | x << 2) & 0x3333333333333333;
    return (x | x << 1) & 0x5555555555555555;
}

/* The string in the order of the chunks. */
static inline uint64_t string_by_chunks(const linebdi_geometry *g, int base, uint64_t string)
{
    int n = g->line / 8;
    uint64_t ones = ((uint64_t)1 << n) - 1;
    if (base == 8)
        return string;
    uint64_t fours = spread(string & ones) | spread(string >> n & ones) << 1;
    return base == 4 ? fours : spread(fours) | spread(string >> 2 * n) << 1;
}

/* Chunks from their low bytes, in place. A window begins at `start`, below the base or below zero; what a chunk is above it, its low bytes
 * tell. Chunks of 2 and of 4 bytes are completed by vectors. */
static inline void complete8(const linebdi_geometry *g, int delta, uint64_t from, uint64_t string, uint32_t *block)
{
    uint64_t half = (uint64_t)1 << (8 * delta - 1), base = from - half, other = base ^ (0 - half);
    for (int i = 0; i < g->line / 8; i++, string >>= 1) {
        uint64_t start = base ^ (other & (0 - (string & 1))), x = start + ((eight(block, i) - start) & (2 * half - 1));
        block[2 * i] = (uint32_t)x;
        block[2 * i + 1] = (uint32_t)(x >> 32);
    }
}

typedef uint32_t words4 __attribute__((vector_size(16)));
typedef uint16_t halves8 __attribute__((vector_size(16)));

static inline void complete4(const linebdi_geometry *g, int delta, uint64_t from, uint64_t string, uint32_t *block)
{
    const words4 none = {0}, bits = {1, 2, 4, 8};
    uint32_t half = (uint32_t)1 << (8 * delta - 1);
    words4 base = none + ((uint32_t)from - half), zero = none - half, low = none + (2 * half - 1);
    for (int i = 0; i < g->line / 4; i += 4, string >>= 4) {
        words4 x, on_base = (words4)(((none + (uint32_t)string) & bits) == none), start = (base & on_base) | (zero & ~on_base);
        memcpy(&x, block + i, sizeof x);
        x = start + (((x & low) - start) & low);
        memcpy(block + i, &x, sizeof x);
    }
}

static inline void complete2(const linebdi_geometry *g, uint64_t from, uint64_t string, uint32_t *block)
{
    const halves8 none = {0}, bits = in_place() ? (halves8){1, 2, 4, 8, 16, 32, 64, 128} : (halves8){2, 1, 8, 4, 32, 16, 128, 64};
    halves8 base = none + (uint16_t)(from - 128), zero = none + (uint16_t)-128, low = none + 255;
    for (int i = 0; i < g->line / 4; i += 4, string >>= 8) {
        halves8 x, on_base = (halves8)(((none + (uint16_t)string) & bits) == none), start = (base & on_base) | (zero & ~on_base);
        memcpy(&x, block + i, sizeof x);
        x = start + (((x & low) - start) & low);
        memcpy(block + i, &x, sizeof x);
    }
}

/* Known sizes: delta. */
static void complete_of(const linebdi_geometry *g, int tag, uint64_t from, uint64_t string, uint32_t *block)
{
    uint64_t by_chunks = string_by_chunks(g, linebdi_codes[tag].base, string);
    switch (tag) {
    case LINEBDI_B8D1: complete8(g, 1, from, by_chunks, block); break;
    case LINEBDI_B8D2: complete8(g, 2, from, by_chunks, block); break;
    case LINEBDI_B8D4: complete8(g, 4, from, by_chunks, block); break;
    case LINEBDI_B4D1: complete4(g, 1, from, by_chunks, block); break;
    case LINEBDI_B4D2: complete4(g, 2, from, by_chunks, block); break;
    default: complete2(g, from, by_chunks, block); break;
    }
}

/* The chunk that is the base, in a line from residues, equals it. With firstnz a base without chunks is 0. */
static bool base_is_there(const linebdi_geometry *g, int tag, uint64_t from, uint64_t string, const uint32_t *block)
{
    int base = linebdi_codes[tag].base, each = 8 / base, chunks = linebdi_chunks_of(g, tag), i = 0;
    while (g->firstnz && i < chunks && string >> bit_of(g, base, i / each, i % each) & 1)
        i++;
    return (i == chunks ? 0 : chunk(block, base, i)) == from;
}

/* The chunk that is the base has a delta of 0; on the zero base it must equal the base. With firstnz a base without chunks is 0. */
static bool base_holds(const linebdi_geometry *g, int tag, const fields *f)
{
    int base = linebdi_codes[tag].base, chunks = linebdi_chunks_of(g, tag), i = 0;
    while (g->firstnz && i < chunks && f->string >> i & 1)
        i++;
    if (i == chunks)
        return f->base == 0;
    uint64_t d = delta_of(linebdi_codes[tag].delta, f, i);
    return f->string >> i & 1 ? extend(f->base ^ d, base) == 0 : d == 0;
}

/* Unpacks a code of deltas, with the select bits from the tag; true if its base holds. */
static bool unpack(const linebdi_geometry *g, int tag, const wf_line_code *code, uint64_t string, uint32_t *block)
{
    int selects = linebdi_select_bytes(g, linebdi_chunks_of(g, tag)), base = linebdi_codes[tag].base;
    uint8_t turned[LINEBDI_MAX_LINE];
    const uint8_t *bytes = in_place() ? (const uint8_t *)code->payload : turned;
    if (!in_place())
        bytes_of_words(turned, code->payload, g->line / 4);
    fields f = {get_number(bytes + selects, base), string | get_number(bytes, selects), bytes + selects + base};
    add_of(g, tag, &f, block);
    return base_holds(g, tag, &f);
}

/* The string of select bits, from the tag. */
INLINE uint64_t string_in_tag(const linebdi_geometry *g, const wf_line_code *code)
{
    uint64_t string = 0;
    for (int at = 0; g->in_tag && at < g->line / 2; at += 16)
        string |= (uint64_t)get_bits(code->tag, LINEBDI_TAG_BITS + at, 16) << at;
    return string;
}

INLINE bool has_units(const linebdi_geometry *g, const wf_line_code *code, int bytes)
{
    return (code->units & line_units(8 * g->line)) == line_units(8 * bytes);
}

INLINE wf_status decode_raw(const wf_config *c, const wf_line_code *code, uint32_t *block)
{
    linebdi_geometry g = linebdi_geometry_of(c);
    if (g.residue)
        unpack_residues(&g, LINEBDI_RAW, code, block);
    else
        memcpy(block, code->payload, (size_t)g.line);
    if ((code->tag[0] & 0xf) != LINEBDI_RAW || string_in_tag(&g, code) != 0)
        return WF_ERR_TAG;
    return has_units(&g, code, g.line) ? WF_OK : WF_ERR_PAYLOAD;
}

/* A code, or an unknown tag. */
static __attribute__((noinline)) wf_status decode_code(const wf_config *c, const wf_line_code *code, uint32_t *block)
{
    linebdi_geometry known = linebdi_geometry_of(c);
    const linebdi_geometry *g = &known;
    int tag = (int)(code->tag[0] & 0xf);
    if (!linebdi_is_usable(g, tag))
        return decode_raw(c, code, block);
    int selects = linebdi_codes[tag].delta ? linebdi_chunks_of(g, tag) : 0;
    uint64_t string = string_in_tag(g, code);
    bool tag_holds = selects == 64 || string >> selects == 0, payload_holds = has_units(g, code, linebdi_stored_bytes(g, tag));
    if (g->residue && linebdi_codes[tag].delta) {
        string |= unpack_residues(g, tag, code, block);
        uint64_t base = chunk(code->payload, linebdi_codes[tag].base, 0);
        complete_of(g, tag, base, string, block);
        payload_holds &= base_is_there(g, tag, base, string, block);
    } else if (linebdi_codes[tag].delta) {
        payload_holds &= unpack(g, tag, code, string, block);
    } else if (tag == LINEBDI_REPEAT) {
        uint32_t low = code->payload[0], high = code->payload[1];
        for (int i = 0; i < g->line / 4; i += 2) {
            block[i] = low;
            block[i + 1] = high;
        }
    } else {
        memset(block, 0, (size_t)g->line);
        payload_holds &= (code->payload[0] & 0xff) == 0;
    }
    return !tag_holds ? WF_ERR_TAG : !payload_holds ? WF_ERR_PAYLOAD : WF_OK;
}

static wf_status decode_side(const wf_config *c, const wf_line_code *code, uint32_t *block)
{
    return (code->tag[0] & 0xf) == LINEBDI_RAW ? decode_raw(c, code, block) : decode_code(c, code, block);
}

/* A code with a head is decoded as one without: its tag beside it, the payload moved down. */
static __attribute__((noinline)) wf_status decode_headed(const wf_config *c, const wf_line_code *code, uint32_t *block)
{
    linebdi_geometry g = linebdi_geometry_of(c);
    uint32_t tag = (uint32_t)linebdi_tag_of(&g, code->tag, code->payload), payload[LINEBDI_MAX_LINE / 4];
    wf_line_code side = {&tag, code->payload, code->units};
    if (tag != LINEBDI_RAW || g.residue) {
        move_down(&g, payload, code->payload);
        side.payload = payload;
    }
    wf_status status = decode_side(c, &side, block);
    return tag == LINEBDI_RAW && code->tag[0] & 1 ? WF_ERR_PAYLOAD : status;
}

static wf_status decode_line(const wf_config *c, const wf_line_code *code, uint32_t *block)
{
    return c->param[LINEBDI_TAG] == LINE_SIDE ? decode_side(c, code, block) : decode_headed(c, code, block);
}

static wf_status decode(const wf_config *c, const wf_code *code, uint32_t *block)
{
    wf_line_code parts = line_code(code);
    return decode_line(c, &parts, block);
}

const wf_fast wf_linebdi_fast = {
    .encode = encode,
    .decode = decode,
    .measure = measure,
    .decode_line = decode_line,
};
