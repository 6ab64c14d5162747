/* SPDX-License-Identifier: Apache-2.0
 *
 * bits_plain.h - bit vectors for specifications that have a fast form: nothing is taken from bits.h, which the fast forms use.
 * Both define the same names: a file includes one of the two. */
#ifndef WF_BITS_PLAIN_H
#define WF_BITS_PLAIN_H

#include <stdint.h>
#include <string.h>

static inline int get_bit(const uint32_t *v, int i)
{
    return (int)(v[i / 32] >> (i % 32) & 1);
}

/* Byte i of v. */
static inline uint32_t get_byte(const uint32_t *v, int i)
{
    return (v[i / 4] >> 8 * (i % 4)) % 256;
}

/* `count` words from bytes, least significant byte first. */
static inline void words_of_bytes(uint32_t *words, const uint8_t *bytes, int count)
{
    for (int i = 0; i < count; i++) {
        words[i] = 0;
        for (int b = 0; b < 4; b++)
            words[i] |= (uint32_t)bytes[4 * i + b] << 8 * b;
    }
}

static inline void bytes_of_words(uint8_t *bytes, const uint32_t *words, int count)
{
    for (int i = 0; i < count; i++)
        for (int b = 0; b < 4; b++)
            bytes[4 * i + b] = (uint8_t)(words[i] >> 8 * b);
}

/* The number whose lowest `ones` (0 to 32) bits are 1. */
static inline uint32_t low_ones(int ones)
{
    return ones == 0 ? 0 : ~(uint32_t)0 >> (32 - ones);
}

/* `bits` (0 to 32) of v from bit `at` on: the upper ones may be in the next word. */
static inline uint32_t get_bits(const uint32_t *v, int at, int bits)
{
    int here = 32 - at % 32;
    uint32_t low = v[at / 32] >> at % 32;
    return (bits <= here ? low : low | v[at / 32 + 1] << here) & low_ones(bits);
}

/* Bits from .. from+lanes-1 of a mask, moved to bit 0, or 32 of them. */
static inline uint32_t mask_part(const uint32_t *mask, int from, int lanes)
{
    return get_bits(mask, from, lanes < 32 ? lanes : 32);
}

/* Ors x into v from bit `at` on, where v is 0: what does not fit a word, into the next. */
static inline void put_bits(uint32_t *v, int at, uint32_t x)
{
    uint64_t two = (uint64_t)x << at % 32;
    v[at / 32] |= (uint32_t)two;
    if (two >> 32)
        v[at / 32 + 1] |= (uint32_t)(two >> 32);
}

/* The vector whose lowest `ones` bits are 1, in `words` words, which hold them. */
static inline void set_low_ones(uint32_t *v, int ones, int words)
{
    memset(v, 0, sizeof *v * (size_t)words);
    for (int i = 0; i < ones; i++)
        put_bits(v, i, 1);
}

/* The lowest `bits` (0 to 64) of x as a signed number. */
static inline int64_t signed_number(uint64_t x, int bits)
{
    uint64_t sign = bits ? (uint64_t)1 << (bits - 1) : 0, low = sign ? x & (sign | (sign - 1)) : 0;
    return (int64_t)((low ^ sign) - sign);
}

/* The low byte or halfword of x as a signed number, in 32 bits. */
static inline uint32_t sign_extend(uint32_t x, int bytes)
{
    return (uint32_t)signed_number(x, 8 * bytes);
}

static inline int words_for(int bits)
{
    int words = 0;
    while (32 * words < bits)
        words++;
    return words;
}

/* Bits of a number below n, at least 1. */
static inline int bits_for(int n)
{
    int bits = 1;
    while (1 << bits < n)
        bits++;
    return bits;
}

#endif
