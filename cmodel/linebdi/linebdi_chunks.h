/* SPDX-License-Identifier: Apache-2.0
 *
 * linebdi_chunks.h - chunks of a line as numbers, for the fast form of linebdi. */
#ifndef WF_LINEBDI_CHUNKS_H
#define WF_LINEBDI_CHUNKS_H

#include "linebdi_fast.h"

static inline uint64_t linebdi_eight(const uint32_t *block, int i)
{
    return block[2 * i] | (uint64_t)block[2 * i + 1] << 32;
}

static inline uint64_t linebdi_chunk(const uint32_t *block, int base, int i)
{
    return base == 8 ? linebdi_eight(block, i) : base == 4 ? block[i] : (uint16_t)(block[i / 2] >> i % 2 * 16);
}

/* The low `bytes` bytes of x, as a signed number. */
static inline uint64_t linebdi_extend(uint64_t x, int bytes)
{
    return bytes == 8 ? x : bytes == 4 ? (uint64_t)(int32_t)x : bytes == 2 ? (uint64_t)(int16_t)x : (uint64_t)(int8_t)x;
}

/* Folded numbers: all bits are inverted if the sign is 1. A number fits n bytes exactly if its folded form is below 2^(8n-1).
 * Numbers of 16 bits and one byte: 007f stays 007f and ff80 becomes 007f, so they fit; 0080 stays 0080 and ff7f becomes 0080. */
static inline uint64_t linebdi_fold8(uint64_t x)
{
    return x ^ (0 - (x >> 63));
}

static inline int32_t linebdi_fold4(uint32_t x)
{
    return (int32_t)(x ^ (0 - (x >> 31)));
}

static inline int16_t linebdi_fold2(uint16_t x)
{
    return (int16_t)(x ^ (0 - (x >> 15)));
}

static inline bool linebdi_fits(uint64_t folded, int bytes)
{
    return folded >> (8 * bytes - 1) == 0;
}

/* The low bytes of a number, to and from the payload. */
static inline void linebdi_put_number(uint8_t *payload, uint64_t number, int count)
{
    for (int b = 0; b < count; b++)
        payload[b] = (uint8_t)(number >> 8 * b);
}

static inline uint64_t linebdi_get_number(const uint8_t *payload, int count)
{
    uint64_t number = 0;
    for (int b = 0; b < count; b++)
        number |= (uint64_t)payload[b] << 8 * b;
    return number;
}

/* Does the chunk fit the delta's bytes as a signed number? */
static inline bool linebdi_is_small(uint64_t x, int base, int delta)
{
    int top = 8 * delta - 1;
    return base == 8   ? linebdi_fold8(x) >> top == 0
           : base == 4 ? linebdi_fold4((uint32_t)x) >> top == 0
                       : linebdi_fold2((uint16_t)x) >> top == 0;
}

static inline uint64_t linebdi_base_of(const linebdi_geometry *g, int tag, const uint32_t *block)
{
    int base = linebdi_codes[tag].base;
    if (!g->firstnz || linebdi_codes[tag].delta == 0)
        return linebdi_chunk(block, base, 0);
    for (int i = 0; i < linebdi_chunks_of(g, tag); i++)
        if (!linebdi_fits(linebdi_fold8(linebdi_extend(linebdi_chunk(block, base, i), base)), linebdi_codes[tag].delta))
            return linebdi_chunk(block, base, i);
    return 0;
}

#endif
