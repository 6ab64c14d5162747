/* SPDX-License-Identifier: Apache-2.0
 *
 * bits.h - bit vectors, as words and as bytes. */
#ifndef WF_BITS_H
#define WF_BITS_H

#include <stdint.h>
#include <string.h>

/* A function that is repeated in its callers. Where a caller gives it a constant number of lanes, a compiler unrolls its loops and makes vectors of
 * them: `lanes == USUAL_LANES ? f(value, USUAL_LANES) : f(value, lanes)`. */
#define INLINE static inline __attribute__((always_inline))
enum { USUAL_LANES = 32 };
/* Keeps what is rare, and its stack, out of what is not. */
#define NOINLINE static __attribute__((noinline))

/* `count` words from bytes, least significant byte first. */
static inline void words_of_bytes(uint32_t *words, const uint8_t *bytes, int count)
{
    for (int i = 0; i < count; i++)
        words[i] =
            (uint32_t)bytes[4 * i] | (uint32_t)bytes[4 * i + 1] << 8 | (uint32_t)bytes[4 * i + 2] << 16 | (uint32_t)bytes[4 * i + 3] << 24;
}

static inline void bytes_of_words(uint8_t *bytes, const uint32_t *words, int count)
{
    for (int i = 0; i < count; i++) {
        bytes[4 * i] = (uint8_t)words[i];
        bytes[4 * i + 1] = (uint8_t)(words[i] >> 8);
        bytes[4 * i + 2] = (uint8_t)(words[i] >> 16);
        bytes[4 * i + 3] = (uint8_t)(words[i] >> 24);
    }
}

/* Zeroes `count` words, in halves: a memset of one large constant size would become a string instruction, which is several times as slow. */
static inline void clear_words(uint32_t *v, int count)
{
    memset(v, 0, (size_t)(count / 2) * sizeof *v);
    memset(v + count / 2, 0, (size_t)(count - count / 2) * sizeof *v);
}

/* Copies `words` words. Most often they are the lanes of a warp, which the compiler copies in place. */
static inline void copy_words(uint32_t *to, const uint32_t *from, int words)
{
    if (words == USUAL_LANES)
        memcpy(to, from, USUAL_LANES * sizeof *to);
    else
        memcpy(to, from, (size_t)words * sizeof *to);
}

/* The number itself, of which the compiler then knows no bounds: a copy of a bounded size would become a string instruction, too. */
INLINE int unbounded(int n)
{
    __asm__("" : "+r"(n));
    return n;
}

/* The vector whose lowest `ones` bits are 1, in `words` words, which hold them. */
static inline void set_low_ones(uint32_t *v, int ones, int words)
{
    clear_words(v, words);
    for (; ones >= 32; ones -= 32)
        *v++ = ~(uint32_t)0;
    if (ones > 0)
        *v = ((uint32_t)1 << ones) - 1;
}

static inline uint32_t low_ones(int ones)
{
    return ones >= 32 ? ~(uint32_t)0 : ((uint32_t)1 << ones) - 1;
}

static inline int get_bit(const uint32_t *v, int i)
{
    return (int)(v[i / 32] >> (i % 32) & 1);
}

static inline uint32_t get_byte(const uint32_t *v, int i)
{
    return v[i / 4] >> 8 * (i % 4) & 0xff;
}

/* The low byte or halfword of x as a signed number, in 32 bits. */
static inline uint32_t sign_extend(uint32_t x, int bytes)
{
    return bytes == 0 ? 0 : bytes == 1 ? (uint32_t)(int32_t)(int8_t)x : (uint32_t)(int32_t)(int16_t)x;
}

/* `bits` (1 to 32) of v from bit `at` on. */
static inline uint32_t get_bits(const uint32_t *v, int at, int bits)
{
    uint64_t pair = v[at / 32] | (at % 32 + bits > 32 ? (uint64_t)v[at / 32 + 1] << 32 : 0);
    uint32_t x = (uint32_t)(pair >> at % 32);
    return bits == 32 ? x : x & (((uint32_t)1 << bits) - 1);
}

/* Bytes in place: on a little-endian machine the words of a bit vector are its bytes in memory. The compiler knows whether this is one;
 * other machines convert the words. */
static inline int in_place(void)
{
    const uint32_t one = 1;
    return *(const uint8_t *)&one == 1;
}

/* v from bit `at` on: 57 bits at least. Three words from at / 32 on are read. */
static inline uint64_t get_long(const uint32_t *v, unsigned at)
{
    uint64_t x;
    if (in_place()) {
        memcpy(&x, (const uint8_t *)v + at / 8, sizeof x);
        return x >> at % 8;
    }
    x = (v[at / 32] | (uint64_t)v[at / 32 + 1] << 32) >> at % 32;
    return at % 32 ? x | (uint64_t)v[at / 32 + 2] << (64 - at % 32) : x;
}

/* Ors x into v from bit `at` on, where v is 0. */
static inline void put_bits(uint32_t *v, int at, uint32_t x)
{
    v[at / 32] |= x << at % 32;
    if (at % 32)
        v[at / 32 + 1] |= x >> (32 - at % 32);
}

/* Bits from .. from+lanes-1 of a mask, moved to bit 0. They are in one word. */
static inline uint32_t mask_part(const uint32_t *mask, int from, int lanes)
{
    uint32_t x = mask[from / 32] >> from % 32;
    return lanes >= 32 ? x : x & (((uint32_t)1 << lanes) - 1);
}

/* True if any of the `bits` bits of v from bit `at` on is 1. */
static inline int any_set(const uint32_t *v, int at, int bits)
{
    uint32_t any = 0;
    for (; bits > 32; at += 32, bits -= 32)
        any |= get_bits(v, at, 32);
    return (any | get_bits(v, at, bits)) != 0;
}

/* Are all `count` words equal? */
static inline int all_equal(const uint32_t *words, int count)
{
    return count < 2 || memcmp(words, words + 1, (size_t)(count - 1) * sizeof *words) == 0;
}

static inline int words_for(int bits)
{
    return (bits + 31) / 32;
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
