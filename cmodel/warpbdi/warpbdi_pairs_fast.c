/* SPDX-License-Identifier: Apache-2.0
 *
 * warpbdi_pairs_fast.c - warpbdi_pairs_fit of warpbdi_pairs.c in a faster form: chunks of one size after the other, and all of them, so that a compiler makes
 * vectors of the loops. A difference d fits n bits, as a signed number, if d + 2^(n - 1) has no bit from n on; so these sums are ored, and
 * looked at once.
 */
#include "../bits.h"
#include "warpbdi_pairs.h"

/* Bit p for pair p of warpbdi_pairs. */
enum { F1_0 = 1, F2_1 = 2, F4_0 = 4, F4_1 = 8, F4_2 = 16, F8_0 = 32, F8_1 = 64, F8_2 = 128, F8_4 = 256 };
enum { OF_EQUAL_WORDS = F4_0 | F4_1 | F4_2 | F8_0 | F8_1 | F8_2 | F8_4 };

/* On a little-endian machine chunks are in memory as they are in the block. */
static bool little_endian(void)
{
    const uint16_t one = 1;
    return *(const uint8_t *)&one == 1;
}

INLINE unsigned fits_2(const uint32_t *block, int bytes)
{
    uint16_t half[2 * WF_MAX_WORDS], above = 0;
    memcpy(half, block, (size_t)bytes);
    for (int i = 0; i < bytes / 2; i++)
        above |= (uint16_t)(half[i] - half[0] + 0x80);
    return above <= 0xff ? F2_1 : 0;
}

INLINE unsigned fits_4(const uint32_t *block, int bytes)
{
    uint32_t above_1 = 0, above_2 = 0;
    for (int i = 0; i < bytes / 4; i++) {
        uint32_t d = block[i] - block[0];
        above_1 |= d + 0x80;
        above_2 |= d + 0x8000;
    }
    return (above_1 >> 8 ? 0 : F4_1) | (above_2 >> 16 ? 0 : F4_2);
}

INLINE unsigned fits_8(const uint32_t *block, int bytes)
{
    uint64_t eight[WF_MAX_WORDS / 2], unlike = 0, above_1 = 0, above_2 = 0, above_4 = 0;
    memcpy(eight, block, (size_t)bytes);
    for (int i = 0; i < bytes / 8; i++) {
        uint64_t d = eight[i] - eight[0];
        unlike |= d;
        above_1 |= d + 0x80;
        above_2 |= d + 0x8000;
        above_4 |= d + 0x80000000;
    }
    return (unlike ? 0 : F8_0) | (above_1 >> 8 ? 0 : F8_1) | (above_2 >> 16 ? 0 : F8_2) | (above_4 >> 32 ? 0 : F8_4);
}

/* Words that are not all equal. */
INLINE unsigned fits_any(const uint32_t *block, int bytes)
{
    return fits_4(block, bytes) | fits_2(block, bytes) | fits_8(block, bytes);
}

/* Equal words are equal chunks of 4 and of 8 bytes. Bytes are equal only if words are. */
unsigned warpbdi_pairs_fit_fast(const uint32_t *block, int bytes)
{
    if (!little_endian())
        return warpbdi_pairs_fit(block, bytes);
    if (all_equal(block, bytes / 4))
        return OF_EQUAL_WORDS | fits_2(block, 4) | (block[0] == 0x01010101 * (block[0] & 0xff) ? F1_0 : 0);
    return bytes == 4 * USUAL_LANES ? fits_any(block, 4 * USUAL_LANES) : fits_any(block, bytes);
}
