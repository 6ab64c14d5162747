/* SPDX-License-Identifier: Apache-2.0
 *
 * avx2.h - the vectors of avx512.h in two registers. */
#ifndef WF_VECTOR_H
#define WF_VECTOR_H

#include <immintrin.h>

#include "../form.h"

#define V_TARGET __attribute__((target("avx2,bmi2")))
#define V_INLINE static inline __attribute__((always_inline)) V_TARGET
#define V_CPU WF_CPU_AVX2
#define V_NAME(unit) wf_##unit##_avx2
typedef struct {
    __m256i low, high;
} vec;

V_INLINE vec v_load(const void *at)
{
    return (vec){_mm256_loadu_si256(at), _mm256_loadu_si256((const __m256i *)at + 1)};
}

V_INLINE void v_store(void *at, vec x)
{
    _mm256_storeu_si256(at, x.low);
    _mm256_storeu_si256((__m256i *)at + 1, x.high);
}

V_INLINE vec v_load_part(const void *at, int bytes)
{
    return bytes >= 64   ? v_load(at)
           : bytes == 32 ? (vec){_mm256_loadu_si256(at), _mm256_setzero_si256()}
                         : (vec){_mm256_zextsi128_si256(_mm_loadu_si128(at)), _mm256_setzero_si256()};
}

V_INLINE void v_store_part(void *at, vec x, int bytes)
{
    if (bytes >= 64)
        v_store(at, x);
    else if (bytes == 32)
        _mm256_storeu_si256(at, x.low);
    else
        _mm_storeu_si128(at, _mm256_castsi256_si128(x.low));
}

V_INLINE vec v_zero(void)
{
    return (vec){_mm256_setzero_si256(), _mm256_setzero_si256()};
}

V_INLINE vec v_twice(__m256i x)
{
    return (vec){x, x};
}

V_INLINE vec v_set16(uint32_t x)
{
    return v_twice(_mm256_set1_epi16((short)x));
}

V_INLINE vec v_set32(uint32_t x)
{
    return v_twice(_mm256_set1_epi32((int)x));
}

V_INLINE vec v_set64(uint64_t x)
{
    return v_twice(_mm256_set1_epi64x((long long)x));
}

V_INLINE vec v_longs(uint64_t a, uint64_t b, uint64_t c)
{
    return (vec){_mm256_set_epi64x(0, (long long)c, (long long)b, (long long)a), _mm256_setzero_si256()};
}

V_INLINE uint64_t v_long0(vec x)
{
    return (uint64_t)_mm_cvtsi128_si64(_mm256_castsi256_si128(x.low));
}

V_INLINE uint64_t v_long1(vec x)
{
    return (uint64_t)_mm_extract_epi64(_mm256_castsi256_si128(x.low), 1);
}

V_INLINE vec v_first32(void)
{
    return (vec){_mm256_set1_epi32(-1), _mm256_setzero_si256()};
}

/* What a half does, twice. */
#define V_BOTH(name, half)                                      \
    V_INLINE vec name(vec a, vec b)                             \
    {                                                           \
        return (vec){half(a.low, b.low), half(a.high, b.high)}; \
    }
V_BOTH(v_and, _mm256_and_si256)
V_BOTH(v_or, _mm256_or_si256)
V_BOTH(v_xor, _mm256_xor_si256)
V_BOTH(v_add16, _mm256_add_epi16)
V_BOTH(v_add32, _mm256_add_epi32)
V_BOTH(v_add64, _mm256_add_epi64)
V_BOTH(v_sub16, _mm256_sub_epi16)
V_BOTH(v_sub32, _mm256_sub_epi32)
V_BOTH(v_sub64, _mm256_sub_epi64)
V_BOTH(v_mul32, _mm256_mullo_epi32)
V_BOTH(v_min16, _mm256_min_epi16)
V_BOTH(v_min32, _mm256_min_epi32)
V_BOTH(v_min_u32, _mm256_min_epu32)
V_BOTH(v_above32, _mm256_cmpgt_epi32)
V_BOTH(v_above64, _mm256_cmpgt_epi64)
V_BOTH(v_pick8, _mm256_shuffle_epi8)
V_BOTH(v_same8, _mm256_cmpeq_epi8)
V_BOTH(v_same16, _mm256_cmpeq_epi16)
V_BOTH(v_same32, _mm256_cmpeq_epi32)
V_BOTH(v_same64, _mm256_cmpeq_epi64)
#undef V_BOTH

V_INLINE vec v_choose(vec mask, vec a, vec b)
{
    return v_xor(b, v_and(v_xor(a, b), mask));
}

V_INLINE vec v_min64(vec a, vec b)
{
    return v_choose(v_above64(a, b), b, a);
}

V_INLINE vec v_fold16(vec x)
{
    return v_xor(x, (vec){_mm256_srai_epi16(x.low, 15), _mm256_srai_epi16(x.high, 15)});
}

V_INLINE vec v_fold32(vec x)
{
    return v_xor(x, (vec){_mm256_srai_epi32(x.low, 31), _mm256_srai_epi32(x.high, 31)});
}

V_INLINE vec v_fold64(vec x)
{
    return v_xor(x, v_above64(v_zero(), x));
}

V_INLINE vec v_shl32(vec x, int by)
{
    __m128i n = _mm_cvtsi32_si128(by);
    return (vec){_mm256_sll_epi32(x.low, n), _mm256_sll_epi32(x.high, n)};
}

V_INLINE vec v_shr32(vec x, int by)
{
    __m128i n = _mm_cvtsi32_si128(by);
    return (vec){_mm256_srl_epi32(x.low, n), _mm256_srl_epi32(x.high, n)};
}

V_INLINE vec v_sar32(vec x, int by)
{
    __m128i n = _mm_cvtsi32_si128(by);
    return (vec){_mm256_sra_epi32(x.low, n), _mm256_sra_epi32(x.high, n)};
}

V_INLINE uint64_t v_bits8(vec mask)
{
    return (uint32_t)_mm256_movemask_epi8(mask.low) | (uint64_t)(uint32_t)_mm256_movemask_epi8(mask.high) << 32;
}

V_INLINE uint32_t v_bits32(vec mask)
{
    return (uint32_t)(_mm256_movemask_ps(_mm256_castsi256_ps(mask.low)) | _mm256_movemask_ps(_mm256_castsi256_ps(mask.high)) << 8);
}

V_INLINE uint32_t v_bits16(vec mask)
{
    return (uint32_t)_mm256_movemask_epi8(_mm256_permute4x64_epi64(_mm256_packs_epi16(mask.low, mask.high), 0xd8));
}

V_INLINE uint32_t v_clear16(vec x, vec m)
{
    return v_bits16(v_same16(v_and(x, m), v_zero()));
}

V_INLINE uint32_t v_clear32(vec x, vec m)
{
    return v_bits32(v_same32(v_and(x, m), v_zero()));
}

V_INLINE uint32_t v_clear64(vec x, vec m)
{
    vec clear = v_same64(v_and(x, m), v_zero());
    return (uint32_t)(_mm256_movemask_pd(_mm256_castsi256_pd(clear.low)) | _mm256_movemask_pd(_mm256_castsi256_pd(clear.high)) << 4);
}

V_INLINE uint64_t v_equal8(vec a, vec b)
{
    return v_bits8(v_same8(a, b));
}

V_INLINE uint32_t v_equal32(vec a, vec b)
{
    return v_bits32(v_same32(a, b));
}

V_INLINE uint32_t v_equal16(vec a, vec b)
{
    return v_bits16(v_same16(a, b));
}

V_INLINE uint32_t v_less32(vec a, vec b)
{
    return v_bits32(v_above32(b, a));
}

V_INLINE vec v_next32(vec x, vec behind)
{
    return (vec){_mm256_alignr_epi8(_mm256_permute2x128_si256(x.low, x.high, 0x21), x.low, 4),
                 _mm256_alignr_epi8(_mm256_permute2x128_si256(x.high, behind.low, 0x21), x.high, 4)};
}

V_INLINE vec v_back32(const uint32_t *at, int r)
{
    return v_load(at - r);
}

/* Blocks beside the diagonal change places, of 1, 2 and 4 rows and bits. */
V_INLINE __m256i v_transpose_half(__m256i x)
{
    const __m256i one = _mm256_set1_epi64x(0x00aa00aa00aa00aa), two = _mm256_set1_epi64x(0x0000cccc0000cccc),
                  four = _mm256_set1_epi64x(0x00000000f0f0f0f0);
    __m256i change = _mm256_and_si256(_mm256_xor_si256(x, _mm256_srli_epi64(x, 7)), one);
    x = _mm256_xor_si256(x, _mm256_xor_si256(change, _mm256_slli_epi64(change, 7)));
    change = _mm256_and_si256(_mm256_xor_si256(x, _mm256_srli_epi64(x, 14)), two);
    x = _mm256_xor_si256(x, _mm256_xor_si256(change, _mm256_slli_epi64(change, 14)));
    change = _mm256_and_si256(_mm256_xor_si256(x, _mm256_srli_epi64(x, 28)), four);
    return _mm256_xor_si256(x, _mm256_xor_si256(change, _mm256_slli_epi64(change, 28)));
}

#define V_ROW(i) (i)
V_INLINE vec v_transpose8(vec x)
{
    return (vec){v_transpose_half(x.low), v_transpose_half(x.high)};
}

V_INLINE bool v_is_zero(vec x)
{
    __m256i any = _mm256_or_si256(x.low, x.high);
    return _mm256_testz_si256(any, any);
}

V_INLINE bool v_is_clear(vec x, vec m)
{
    return v_is_zero(v_and(x, m));
}

V_INLINE vec v_mask32(uint32_t bits)
{
    vec all = v_set32(bits), one = {_mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128),
                                    _mm256_setr_epi32(0x100, 0x200, 0x400, 0x800, 0x1000, 0x2000, 0x4000, 0x8000)};
    return v_same32(v_and(all, one), one);
}

V_INLINE vec v_common8(vec a, vec b)
{
    vec none = v_same8(v_and(a, b), v_zero());
    return v_xor(none, v_set32(~0u));
}

V_INLINE vec v_pick32(const uint32_t *eight, vec from)
{
    __m256i x = _mm256_loadu_si256((const void *)eight);
    return (vec){_mm256_permutevar8x32_epi32(x, from.low), _mm256_permutevar8x32_epi32(x, from.high)};
}

V_INLINE uint64_t v_extract(uint64_t x, uint64_t ones)
{
    return _pext_u64(x, ones);
}

/* A table has for each 16 bytes of the sources, for each byte of the results, its place in these 16, or 128, which gives 0. */
#define V_MOVES_BYTES(in, out) (4 * (in)*64 * (out))

static inline void v_moves_set(uint8_t *table, int in, int out, const int16_t *from)
{
    memset(table, 128, (size_t)V_MOVES_BYTES(in, out));
    for (int i = 0; i < 64 * out; i++)
        if (from[i] >= 0)
            table[i / 64 * 256 * in + from[i] / 16 * 64 + i % 64] = (uint8_t)(from[i] % 16);
}

V_INLINE void v_move(const uint8_t *table, int in, int out, const void *from, vec *to)
{
    for (int o = 0; o < out; o++, table += 256 * in) {
        to[o] = v_zero();
        for (int s = 0; s < 4 * in; s++) {
            vec sixteen = v_twice(_mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)from + s)));
            to[o] = v_or(to[o], v_pick8(sixteen, v_load(table + 64 * s)));
        }
    }
}

#endif
