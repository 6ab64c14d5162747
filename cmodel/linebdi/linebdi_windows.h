/* SPDX-License-Identifier: Apache-2.0
 *
 * linebdi_windows.h - which codes of linebdi a line fits if the base is the first chunk that is not small (base=firstnz).
 *
 * A window is the chunks that a delta of some bytes reaches from a start: from -80 to 7f around it for one byte. A chunk is far if it is
 * outside of the window. So a chunk that is not small is far from 0, the base is the first of those, and the line fits if none of them is
 * far from the base too. Example, chunks of 2 bytes and deltas of one: 0005 1000 0003 10fe. Chunks 1 and 3 are far from 0, mask 1010. From
 * 1000, chunks 0, 2 and 3 are far, mask 1101. Chunk 3 is in both: the line does not fit.
 *
 * A line that fits a delta fits every longer one. If two chunks are not small for the longer delta, they are not for the shorter one, and
 * both are within its reach of one base, so they differ by less than twice that reach. */
#ifndef WF_LINEBDI_WINDOWS_H
#define WF_LINEBDI_WINDOWS_H

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "../bits.h"

/* The largest folded number (linebdi_fast.c) of a delta of 1, 2 or 4 bytes. */
INLINE int32_t linebdi_reach(int delta)
{
    return (int32_t)(((uint64_t)1 << (8 * delta - 1)) - 1);
}

/* linebdi_far8, _far4, _far2: the chunks of 8, 4 or 2 bytes that are far from `start`; bit i is chunk i, `words` are 8, 16 or 32. */
#ifdef __SSE2__

/* Bit i: 32-bit element i of the four vectors is not 0. All elements are 0 or -1. */
INLINE uint32_t linebdi_mask_of_words(__m128i a, __m128i b, __m128i c, __m128i d)
{
    return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, d)));
}

INLINE __m128i linebdi_load4(const uint32_t *word)
{
    return _mm_loadu_si128((const void *)word);
}

INLINE __m128i linebdi_far_words(const uint32_t *word, __m128i start, __m128i limit)
{
    __m128i d = _mm_sub_epi32(linebdi_load4(word), start);
    return _mm_cmpgt_epi32(_mm_xor_si128(d, _mm_srai_epi32(d, 31)), limit);
}

INLINE uint32_t linebdi_far4(const uint32_t *block, int words, int delta, uint32_t start)
{
    __m128i s = _mm_set1_epi32((int)start), limit = _mm_set1_epi32(linebdi_reach(delta)), none = _mm_setzero_si128();
    uint32_t far = 0;
    for (int i = 0; i < words; i += 16) {
        __m128i a = linebdi_far_words(block + i, s, limit), b = linebdi_far_words(block + i + 4, s, limit), c = none, d = none;
        if (words > 8) {
            c = linebdi_far_words(block + i + 8, s, limit);
            d = linebdi_far_words(block + i + 12, s, limit);
        }
        far |= linebdi_mask_of_words(a, b, c, d) << i;
    }
    return far;
}

/* Of four chunks: apart, the lower and the upper halves of their distances. The upper half must be the sign of the lower one. */
INLINE __m128i linebdi_far_eights(const uint32_t *word, int delta, __m128i start, __m128i limit)
{
    __m128 a = _mm_castsi128_ps(_mm_sub_epi64(linebdi_load4(word), start)),
           b = _mm_castsi128_ps(_mm_sub_epi64(linebdi_load4(word + 4), start));
    __m128i low = _mm_castps_si128(_mm_shuffle_ps(a, b, 0x88)), high = _mm_castps_si128(_mm_shuffle_ps(a, b, 0xdd));
    __m128i sign = _mm_srai_epi32(low, 31), far = _mm_xor_si128(_mm_cmpeq_epi32(high, sign), _mm_set1_epi32(-1));
    return delta == 4 ? far : _mm_or_si128(_mm_cmpgt_epi32(_mm_xor_si128(low, sign), limit), far);
}

INLINE uint32_t linebdi_far8(const uint32_t *block, int words, int delta, uint64_t start)
{
    __m128i s = _mm_set1_epi64x((long long)start), limit = _mm_set1_epi32(linebdi_reach(delta)), part[4];
    for (int i = 0; i < 4; i++)
        part[i] = 8 * i < words ? linebdi_far_eights(block + 8 * i, delta, s, limit) : _mm_setzero_si128();
    return linebdi_mask_of_words(part[0], part[1], part[2], part[3]);
}

INLINE __m128i linebdi_far_halves(const uint32_t *word, __m128i start, __m128i limit)
{
    __m128i d = _mm_sub_epi16(linebdi_load4(word), start);
    return _mm_cmpgt_epi16(_mm_xor_si128(d, _mm_srai_epi16(d, 15)), limit);
}

INLINE uint64_t linebdi_far2(const uint32_t *block, int words, uint16_t start)
{
    __m128i s = _mm_set1_epi16((short)start), limit = _mm_set1_epi16((short)linebdi_reach(1));
    uint64_t far = 0;
    for (int i = 0; i < words; i += 8) {
        __m128i both = _mm_packs_epi16(linebdi_far_halves(block + i, s, limit), linebdi_far_halves(block + i + 4, s, limit));
        far |= (uint64_t)(uint32_t)_mm_movemask_epi8(both) << 2 * i;
    }
    return far;
}

#else

INLINE uint32_t linebdi_far4(const uint32_t *block, int words, int delta, uint32_t start)
{
    uint32_t far = 0;
    for (int i = 0; i < words; i++) {
        uint32_t d = block[i] - start;
        far |= (uint32_t)((int32_t)(d ^ (0 - (d >> 31))) > linebdi_reach(delta)) << i;
    }
    return far;
}

INLINE uint32_t linebdi_far8(const uint32_t *block, int words, int delta, uint64_t start)
{
    uint32_t far = 0;
    for (int i = 0; i < words / 2; i++) {
        uint64_t d = (block[2 * i] | (uint64_t)block[2 * i + 1] << 32) - start;
        far |= (uint32_t)((d ^ (0 - (d >> 63))) > (uint64_t)linebdi_reach(delta)) << i;
    }
    return far;
}

INLINE uint64_t linebdi_far2(const uint32_t *block, int words, uint16_t start)
{
    uint64_t far = 0;
    for (int i = 0; i < 2 * words; i++) {
        uint16_t d = (uint16_t)((block[i / 2] >> i % 2 * 16) - start);
        far |= (uint64_t)((uint16_t)(d ^ (0 - (d >> 15))) > linebdi_reach(1)) << i;
    }
    return far;
}

#endif

/* True if the line fits a code of chunks of 8, 4 or 2 bytes. */
INLINE bool linebdi_window8(const uint32_t *block, int words, int delta)
{
    uint32_t far = linebdi_far8(block, words, delta, 0), i = far ? (uint32_t)__builtin_ctz(far) : 0;
    return (far & linebdi_far8(block, words, delta, block[2 * i] | (uint64_t)block[2 * i + 1] << 32)) == 0;
}

INLINE bool linebdi_window4(const uint32_t *block, int words, int delta)
{
    uint32_t far = linebdi_far4(block, words, delta, 0), i = far ? (uint32_t)__builtin_ctz(far) : 0;
    return (far & linebdi_far4(block, words, delta, block[i])) == 0;
}

INLINE bool linebdi_window2(const uint32_t *block, int words)
{
    uint64_t far = linebdi_far2(block, words, 0), i = far ? (uint64_t)__builtin_ctzll(far) : 0;
    return (far & linebdi_far2(block, words, (uint16_t)(block[i / 2] >> i % 2 * 16))) == 0;
}

#endif
