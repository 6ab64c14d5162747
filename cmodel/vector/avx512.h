/* SPDX-License-Identifier: Apache-2.0
 *
 * avx512.h - vectors of 64 bytes for the forms of codecs, in one register. avx2.h and neon.h have the same names. Numbers behind a name are the bits of an
 * element. Byte i of a vector is byte i in memory. */
#ifndef WF_VECTOR_H
#define WF_VECTOR_H

#include <immintrin.h>

#include "../form.h"

#define V_TARGET __attribute__((target("avx2,bmi2,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,gfni")))
#define V_INLINE static inline __attribute__((always_inline)) V_TARGET
#define V_CPU WF_CPU_AVX512
#define V_NAME(unit) wf_##unit##_avx512
typedef __m512i vec;

V_INLINE vec v_load(const void *at)
{
    return _mm512_loadu_si512(at);
}

V_INLINE void v_store(void *at, vec x)
{
    _mm512_storeu_si512(at, x);
}

/* The first bytes (16, 32 or 64) alone; the others are 0, or stay. */
V_INLINE vec v_load_part(const void *at, int bytes)
{
    return bytes >= 64 ? v_load(at) : _mm512_maskz_loadu_epi8(((__mmask64)1 << bytes) - 1, at);
}

V_INLINE void v_store_part(void *at, vec x, int bytes)
{
    if (bytes >= 64)
        v_store(at, x);
    else
        _mm512_mask_storeu_epi8(at, ((__mmask64)1 << bytes) - 1, x);
}

V_INLINE vec v_zero(void)
{
    return _mm512_setzero_si512();
}

V_INLINE vec v_set16(uint32_t x)
{
    return _mm512_set1_epi16((short)x);
}

V_INLINE vec v_set32(uint32_t x)
{
    return _mm512_set1_epi32((int)x);
}

V_INLINE vec v_set64(uint64_t x)
{
    return _mm512_set1_epi64((long long)x);
}

/* Three words of 64 bits, and zeros. */
V_INLINE vec v_longs(uint64_t a, uint64_t b, uint64_t c)
{
    return _mm512_zextsi256_si512(_mm256_set_epi64x(0, (long long)c, (long long)b, (long long)a));
}

V_INLINE uint64_t v_long0(vec x)
{
    return (uint64_t)_mm_cvtsi128_si64(_mm512_castsi512_si128(x));
}

V_INLINE uint64_t v_long1(vec x)
{
    return (uint64_t)_mm_extract_epi64(_mm512_castsi512_si128(x), 1);
}

/* Ones in the first 32 bytes. */
V_INLINE vec v_first32(void)
{
    return _mm512_zextsi256_si512(_mm256_set1_epi32(-1));
}

V_INLINE vec v_and(vec a, vec b)
{
    return _mm512_and_si512(a, b);
}

V_INLINE vec v_or(vec a, vec b)
{
    return _mm512_or_si512(a, b);
}

V_INLINE vec v_xor(vec a, vec b)
{
    return _mm512_xor_si512(a, b);
}

/* The bits of a where those of mask are 1, else those of b. */
V_INLINE vec v_choose(vec mask, vec a, vec b)
{
    return _mm512_ternarylogic_epi64(mask, a, b, 0xca);
}

V_INLINE vec v_add16(vec a, vec b)
{
    return _mm512_add_epi16(a, b);
}

V_INLINE vec v_add32(vec a, vec b)
{
    return _mm512_add_epi32(a, b);
}

V_INLINE vec v_add64(vec a, vec b)
{
    return _mm512_add_epi64(a, b);
}

V_INLINE vec v_sub16(vec a, vec b)
{
    return _mm512_sub_epi16(a, b);
}

V_INLINE vec v_sub32(vec a, vec b)
{
    return _mm512_sub_epi32(a, b);
}

V_INLINE vec v_sub64(vec a, vec b)
{
    return _mm512_sub_epi64(a, b);
}

V_INLINE vec v_min16(vec a, vec b)
{
    return _mm512_min_epi16(a, b);
}

V_INLINE vec v_min32(vec a, vec b)
{
    return _mm512_min_epi32(a, b);
}

V_INLINE vec v_min_u32(vec a, vec b)
{
    return _mm512_min_epu32(a, b);
}

V_INLINE vec v_min64(vec a, vec b)
{
    return _mm512_min_epi64(a, b);
}

/* All bits inverted if the sign is 1. */
V_INLINE vec v_fold16(vec x)
{
    return _mm512_xor_si512(x, _mm512_srai_epi16(x, 15));
}

V_INLINE vec v_fold32(vec x)
{
    return _mm512_xor_si512(x, _mm512_srai_epi32(x, 31));
}

V_INLINE vec v_fold64(vec x)
{
    return _mm512_xor_si512(x, _mm512_srai_epi64(x, 63));
}

V_INLINE vec v_mul32(vec a, vec b)
{
    return _mm512_mullo_epi32(a, b);
}

/* Shifts of all elements by 0 to 32. */
V_INLINE vec v_shl32(vec x, int by)
{
    return _mm512_sll_epi32(x, _mm_cvtsi32_si128(by));
}

V_INLINE vec v_shr32(vec x, int by)
{
    return _mm512_srl_epi32(x, _mm_cvtsi32_si128(by));
}

V_INLINE vec v_sar32(vec x, int by)
{
    return _mm512_sra_epi32(x, _mm_cvtsi32_si128(by));
}

/* Bit i: element i has no 1 where m has one. */
V_INLINE uint32_t v_clear16(vec x, vec m)
{
    return _mm512_testn_epi16_mask(x, m);
}

V_INLINE uint32_t v_clear32(vec x, vec m)
{
    return _mm512_testn_epi32_mask(x, m);
}

V_INLINE uint32_t v_clear64(vec x, vec m)
{
    return _mm512_testn_epi64_mask(x, m);
}

/* Bit i: bytes i are equal. */
V_INLINE uint64_t v_equal8(vec a, vec b)
{
    return _mm512_cmpeq_epi8_mask(a, b);
}

V_INLINE uint32_t v_equal32(vec a, vec b)
{
    return _mm512_cmpeq_epi32_mask(a, b);
}

V_INLINE uint32_t v_equal16(vec a, vec b)
{
    return _mm512_cmpeq_epi16_mask(a, b);
}

/* Bit i: as signed numbers, a is less than b. */
V_INLINE uint32_t v_less32(vec a, vec b)
{
    return _mm512_cmplt_epi32_mask(a, b);
}

/* Word i is word i + 1, and of the last the first of those behind. */
V_INLINE vec v_next32(vec x, vec behind)
{
    return _mm512_alignr_epi32(behind, x, 1);
}

/* Word i is word i - r of those at `at`, before which 16 more are in memory; the first r are any of them. */
V_INLINE vec v_back32(const uint32_t *at, int r)
{
    vec count = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    return _mm512_permutexvar_epi32(_mm512_sub_epi32(count, _mm512_set1_epi32(r)), v_load(at));
}

/* Bit j of byte i of each 8 bytes goes to bit i of byte j. Byte i is at place V_ROW(i) before. */
#define V_ROW(i) (7 - (i))
V_INLINE vec v_transpose8(vec x)
{
    return _mm512_gf2p8affine_epi64_epi8(v_set64(0x8040201008040201), x, 0);
}

V_INLINE bool v_is_zero(vec x)
{
    return _mm512_test_epi32_mask(x, x) == 0;
}

/* No 1 where m has one. */
V_INLINE bool v_is_clear(vec x, vec m)
{
    return _mm512_test_epi32_mask(x, m) == 0;
}

/* All ones in element i where bit i is 1. */
V_INLINE vec v_mask32(uint32_t bits)
{
    return _mm512_movm_epi32((__mmask16)bits);
}

/* All ones in the bytes in which a and b have a 1 in common; and a bit for each byte of such a mask. */
V_INLINE vec v_common8(vec a, vec b)
{
    return _mm512_movm_epi8(_mm512_test_epi8_mask(a, b));
}

V_INLINE uint64_t v_bits8(vec mask)
{
    return _mm512_movepi8_mask(mask);
}

/* Byte i of the result is the byte of the same 16 that byte i of `from` (0 to 15) names. */
V_INLINE vec v_pick8(vec x, vec from)
{
    return _mm512_shuffle_epi8(x, from);
}

/* Element i of the result is the one of eight words that element i of `from` names. */
V_INLINE vec v_pick32(const uint32_t *eight, vec from)
{
    return _mm512_permutexvar_epi32(from, _mm512_castsi256_si512(_mm256_loadu_si256((const void *)eight)));
}

V_INLINE uint64_t v_extract(uint64_t x, uint64_t ones)
{
    return _pext_u64(x, ones);
}

/* ---- Moves of bytes: `out` vectors from `in` of them in memory. A table has the bytes' places, and for each two sources which bytes are of them. ---- */

#define V_MOVES_BYTES(in, out) ((out)*64 * (1 + (((in) + 1) / 2 + 7) / 8))

static inline void v_moves_set(uint8_t *table, int in, int out, const int16_t *from)
{
    int pairs = (in + 1) / 2;
    uint64_t *keep = (void *)(table + 64 * out);
    for (int i = 0; i < 64 * out; i++) {
        table[i] = from[i] < 0 ? 0 : (uint8_t)(from[i] & 127);
        if (from[i] >= 0)
            keep[i / 64 * pairs + from[i] / 128] |= (uint64_t)1 << i % 64;
    }
}

V_INLINE void v_move(const uint8_t *table, int in, int out, const void *from, vec *to)
{
    int pairs = (in + 1) / 2;
    const uint64_t *keep = (const void *)(table + 64 * out);
    for (int o = 0; o < out; o++) {
        vec at = v_load(table + 64 * o);
        to[o] = v_zero();
        for (int p = 0; p < pairs; p++) {
            vec a = v_load((const uint8_t *)from + 128 * p), b = 2 * p + 1 < in ? v_load((const uint8_t *)from + 128 * p + 64) : a;
            to[o] = v_or(to[o], _mm512_maskz_permutex2var_epi8(keep[o * pairs + p], a, at, b));
        }
    }
}

#endif
