/* SPDX-License-Identifier: Apache-2.0
 *
 * linebdi_residues.h - codes of residues (store=residue) and raw lines in the order of their places, for the fast form of linebdi, which
 * is compiled as one with them.
 *
 *     lines by rows       the line is turned to rows of bytes as a whole, or back, and few bytes are changed
 *     vectors             chunks are completed 16 bytes at a time
 *     known sizes         a loop is written once for any base, delta and line, and compiled for each of them
 */
#ifndef WF_LINEBDI_RESIDUES_H
#define WF_LINEBDI_RESIDUES_H

#include "../bits.h"
#include "../line_fast.h"
#include "../zip.h"
#include "linebdi_chunks.h"

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
            string |= (uint64_t)linebdi_is_small(linebdi_chunk(block, base, 8 / base * j + c), base, delta) << bit_of(g, base, j, c);
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

/* The places of a code or of a raw line: its bytes, the string of select bits, and the base. */
static void linebdi_place_residues(const linebdi_geometry *g, int tag, const uint8_t *line, uint64_t string, uint64_t base, uint8_t *places)
{
    put_rows_of(g, tag, line, string, places);
    if (linebdi_codes[tag].delta && g->firstnz) {
        sections s = sections_of(g, g->line / 8);
        for (int b = 0; b < lower_bytes(tag); b++)
            places[lower_at(&s, linebdi_codes[tag].base, b)] = line[b];
        linebdi_put_number(places, base, linebdi_codes[tag].base);
    }
}

/* Writes the code, or the raw line, to the payload. */
static void linebdi_pack_residues(const linebdi_geometry *g, int tag, const uint32_t *block, uint32_t *tag_words, uint32_t *payload)
{
    uint8_t turned[2][LINEBDI_MAX_LINE];
    const uint8_t *line = in_place() ? (const uint8_t *)block : turned[0];
    uint8_t *places = in_place() ? (uint8_t *)payload : turned[1];
    if (!in_place())
        bytes_of_words(turned[0], block, g->line / 4);
    uint64_t string = linebdi_codes[tag].delta && g->zero_base ? string_for(g, tag, block) : 0;
    linebdi_place_residues(g, tag, line, string, linebdi_codes[tag].delta && g->firstnz ? linebdi_base_of(g, tag, block) : 0, places);
    if (g->in_tag) {
        put_bits(tag_words, LINEBDI_TAG_BITS, (uint32_t)string);
        put_bits(tag_words, LINEBDI_TAG_BITS + 32, (uint32_t)(string >> 32));
    }
    if (!in_place())
        words_of_bytes(payload, places, g->line / 4);
}

/* The line of a code with residues, or a raw one. Of chunks the bytes that the code does not have are any bits. */
INLINE uint64_t get_line(const linebdi_geometry *g, int tag, const wf_line_code *code, uint32_t *block)
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
        uint64_t start = base ^ (other & (0 - (string & 1))), x = start + ((linebdi_eight(block, i) - start) & (2 * half - 1));
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
    return (i == chunks ? 0 : linebdi_chunk(block, base, i)) == from;
}

/* The line of a code, with the select bits from the tag, or the raw line. True if the chunk that is the base is there. */
INLINE bool linebdi_unpack_residues(const linebdi_geometry *g, int tag, const wf_line_code *code, uint64_t string, uint32_t *block)
{
    string |= get_line(g, tag, code, block);
    if (linebdi_codes[tag].delta == 0)
        return true;
    uint64_t base = linebdi_chunk(code->payload, linebdi_codes[tag].base, 0);
    complete_of(g, tag, base, string, block);
    return base_is_there(g, tag, base, string, block);
}

#endif
