/* SPDX-License-Identifier: Apache-2.0
 *
 * zip.h - two rows of bytes put together, byte by byte: a0 a1 .. and b0 b1 .. give a0 b0 a1 b1 .. */
#ifndef WF_ZIP_H
#define WF_ZIP_H

#include <stdint.h>
#include <string.h>

/* `count` bytes of each row. */
static inline void zip_plain(uint8_t *restrict to, const uint8_t *restrict a, const uint8_t *restrict b, int count)
{
    for (int i = 0; i < count; i++) {
        to[2 * i] = a[i];
        to[2 * i + 1] = b[i];
    }
}

/* The same by vectors, which every machine's compiler has: gcc from 12 on, clang. */
#ifdef __has_builtin
#if __has_builtin(__builtin_shufflevector)
#define WF_ZIP_VECTORS
#endif
#endif

#ifdef WF_ZIP_VECTORS

typedef uint8_t wf_bytes16 __attribute__((vector_size(16)));
typedef uint64_t wf_eights2 __attribute__((vector_size(16)));

static inline void zip16(uint8_t *to, const uint8_t *a, const uint8_t *b)
{
    wf_bytes16 x, y, low, high;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    low = __builtin_shufflevector(x, y, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    high = __builtin_shufflevector(x, y, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    memcpy(to, &low, sizeof low);
    memcpy(to + 16, &high, sizeof high);
}

static inline void zip8(uint8_t *to, const uint8_t *a, const uint8_t *b)
{
    uint64_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    wf_bytes16 both = __builtin_shufflevector((wf_bytes16)(wf_eights2){x, 0}, (wf_bytes16)(wf_eights2){y, 0}, 0, 16, 1, 17, 2, 18, 3, 19, 4,
                                              20, 5, 21, 6, 22, 7, 23);
    memcpy(to, &both, sizeof both);
}

#endif

/* zip_plain of 8 bytes, or of 16, 32, 48, .. */
static inline void zip(uint8_t *restrict to, const uint8_t *restrict a, const uint8_t *restrict b, int count)
{
#ifdef WF_ZIP_VECTORS
    if (count == 8)
        zip8(to, a, b);
    for (int i = 0; i < count / 16; i++)
        zip16(to + 32 * i, a + 16 * i, b + 16 * i);
#else
    zip_plain(to, a, b, count);
#endif
}

#endif
