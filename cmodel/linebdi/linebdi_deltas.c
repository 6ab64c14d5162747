/* SPDX-License-Identifier: Apache-2.0
 *
 * linebdi_deltas.c - codes of deltas (store=delta) for the fast form of linebdi: select bits | base | deltas. A loop is written once for any base
 * and delta, and compiled for each of them ("known sizes"). */
#include "../bits.h"
#include "../line_fast.h"
#include "linebdi_chunks.h"

/* store=delta: the deltas of the chunks, one behind the other; returns the select bits. */
static inline uint64_t subtract(const linebdi_geometry *g, int base, int delta, const uint32_t *block, uint64_t from, uint8_t *deltas)
{
    uint64_t string = 0;
    for (int i = 0; i < g->line / base; i++) {
        uint64_t x = linebdi_chunk(block, base, i);
        bool zero = g->zero_base && linebdi_is_small(x, base, delta);
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

/* Select bits | base | deltas, to `bytes`, which are 0 up to the end of the code's last burst. */
void linebdi_pack_deltas(const linebdi_geometry *g, int tag, const uint32_t *block, uint32_t *tag_words, uint8_t *bytes)
{
    int selects = linebdi_select_bytes(g, linebdi_chunks_of(g, tag)), base = linebdi_codes[tag].base;
    uint64_t from = linebdi_base_of(g, tag, block), string = 0;
    if (linebdi_codes[tag].delta)
        string = subtract_of(g, tag, block, from, bytes + selects + base);
    else
        selects = 0;
    linebdi_put_number(bytes, string, selects);
    linebdi_put_number(bytes + selects, from, base);
    if (g->in_tag) {
        put_bits(tag_words, LINEBDI_TAG_BITS, (uint32_t)string);
        put_bits(tag_words, LINEBDI_TAG_BITS + 32, (uint32_t)(string >> 32));
    }
}

/* A code of deltas. Chunk i is bit i of the string. */
typedef struct {
    uint64_t base, string;
    const uint8_t *deltas;
} fields;

static inline uint64_t delta_of(int delta, const fields *f, int i)
{
    return linebdi_extend(linebdi_get_number(f->deltas + delta * i, delta), delta);
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

/* The chunk that is the base has a delta of 0; on the zero base it must equal the base. With firstnz a base without chunks is 0. */
static bool base_holds(const linebdi_geometry *g, int tag, const fields *f)
{
    int base = linebdi_codes[tag].base, chunks = linebdi_chunks_of(g, tag), i = 0;
    while (g->firstnz && i < chunks && f->string >> i & 1)
        i++;
    if (i == chunks)
        return f->base == 0;
    uint64_t d = delta_of(linebdi_codes[tag].delta, f, i);
    return f->string >> i & 1 ? linebdi_extend(f->base ^ d, base) == 0 : d == 0;
}

/* Unpacks a code of deltas, with the select bits from the tag; true if its base holds. */
bool linebdi_unpack_deltas(const linebdi_geometry *g, int tag, const wf_line_code *code, uint64_t string, uint32_t *block)
{
    int selects = linebdi_select_bytes(g, linebdi_chunks_of(g, tag)), base = linebdi_codes[tag].base;
    uint8_t turned[LINEBDI_MAX_LINE];
    const uint8_t *bytes = in_place() ? (const uint8_t *)code->payload : turned;
    if (!in_place())
        bytes_of_words(turned, code->payload, g->line / 4);
    fields f = {linebdi_get_number(bytes + selects, base), string | linebdi_get_number(bytes, selects), bytes + selects + base};
    add_of(g, tag, &f, block);
    return base_holds(g, tag, &f);
}
