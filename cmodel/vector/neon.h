/* SPDX-License-Identifier: Apache-2.0
 *
 * neon.h - the vectors of avx512.h in four registers of an aarch64. */
#ifndef WF_VECTOR_H
#define WF_VECTOR_H

#include <arm_neon.h>

#include "../form.h"

#define V_TARGET
#define V_INLINE static inline __attribute__((always_inline))
#define V_CPU WF_CPU_NEON
#define V_NAME(unit) wf_##unit##_neon
typedef struct {
    uint8x16_t q[4];
} vec;

V_INLINE vec v_load(const void *at)
{
    const uint8_t *b = at;
    return (vec){{vld1q_u8(b), vld1q_u8(b + 16), vld1q_u8(b + 32), vld1q_u8(b + 48)}};
}

V_INLINE void v_store(void *at, vec x)
{
    for (int i = 0; i < 4; i++)
        vst1q_u8((uint8_t *)at + 16 * i, x.q[i]);
}

V_INLINE vec v_all(uint8x16_t x)
{
    return (vec){{x, x, x, x}};
}

V_INLINE vec v_zero(void)
{
    return v_all(vdupq_n_u8(0));
}

V_INLINE vec v_load_part(const void *at, int bytes)
{
    vec x = v_zero();
    for (int i = 0; 16 * i < bytes && i < 4; i++)
        x.q[i] = vld1q_u8((const uint8_t *)at + 16 * i);
    return x;
}

V_INLINE void v_store_part(void *at, vec x, int bytes)
{
    for (int i = 0; 16 * i < bytes && i < 4; i++)
        vst1q_u8((uint8_t *)at + 16 * i, x.q[i]);
}

V_INLINE vec v_set16(uint32_t x)
{
    return v_all(vreinterpretq_u8_u16(vdupq_n_u16((uint16_t)x)));
}

V_INLINE vec v_set32(uint32_t x)
{
    return v_all(vreinterpretq_u8_u32(vdupq_n_u32(x)));
}

V_INLINE vec v_set64(uint64_t x)
{
    return v_all(vreinterpretq_u8_u64(vdupq_n_u64(x)));
}

V_INLINE vec v_longs(uint64_t a, uint64_t b, uint64_t c)
{
    vec x = v_zero();
    x.q[0] = vreinterpretq_u8_u64(vcombine_u64(vcreate_u64(a), vcreate_u64(b)));
    x.q[1] = vreinterpretq_u8_u64(vcombine_u64(vcreate_u64(c), vcreate_u64(0)));
    return x;
}

V_INLINE uint64_t v_long0(vec x)
{
    return vgetq_lane_u64(vreinterpretq_u64_u8(x.q[0]), 0);
}

V_INLINE uint64_t v_long1(vec x)
{
    return vgetq_lane_u64(vreinterpretq_u64_u8(x.q[0]), 1);
}

V_INLINE vec v_first32(void)
{
    vec x = v_zero();
    x.q[0] = x.q[1] = vdupq_n_u8(255);
    return x;
}

/* What a register does, four times. u8 to u8 is no conversion. */
#define vreinterpretq_u8_u8(x) (x)
V_INLINE uint64x2_t v_greater64(int64x2_t a, int64x2_t b)
{
    return vcgtq_s64(a, b);
}

V_INLINE uint32x4_t v_greater32(int32x4_t a, int32x4_t b)
{
    return vcgtq_s32(a, b);
}

#define V_EACH(name, type, of, made)                                                                                    \
    V_INLINE vec name(vec a, vec b)                                                                                     \
    {                                                                                                                   \
        for (int i = 0; i < 4; i++)                                                                                     \
            a.q[i] = vreinterpretq_u8_##made(of(vreinterpretq_##type##_u8(a.q[i]), vreinterpretq_##type##_u8(b.q[i]))); \
        return a;                                                                                                       \
    }
V_EACH(v_and, u8, vandq_u8, u8)
V_EACH(v_or, u8, vorrq_u8, u8)
V_EACH(v_xor, u8, veorq_u8, u8)
V_EACH(v_add16, u16, vaddq_u16, u16)
V_EACH(v_add32, u32, vaddq_u32, u32)
V_EACH(v_add64, u64, vaddq_u64, u64)
V_EACH(v_sub16, u16, vsubq_u16, u16)
V_EACH(v_sub32, u32, vsubq_u32, u32)
V_EACH(v_sub64, u64, vsubq_u64, u64)
V_EACH(v_mul32, u32, vmulq_u32, u32)
V_EACH(v_min16, s16, vminq_s16, s16)
V_EACH(v_min32, s32, vminq_s32, s32)
V_EACH(v_min_u32, u32, vminq_u32, u32)
V_EACH(v_above32, s32, v_greater32, u32)
V_EACH(v_above64, s64, v_greater64, u64)
V_EACH(v_same8, u8, vceqq_u8, u8)
V_EACH(v_same16, u16, vceqq_u16, u16)
V_EACH(v_same32, u32, vceqq_u32, u32)
V_EACH(v_same64, u64, vceqq_u64, u64)
V_EACH(v_common8, u8, vtstq_u8, u8)
V_EACH(v_pick8, u8, vqtbl1q_u8, u8)
#undef V_EACH

V_INLINE vec v_choose(vec mask, vec a, vec b)
{
    for (int i = 0; i < 4; i++)
        a.q[i] = vbslq_u8(mask.q[i], a.q[i], b.q[i]);
    return a;
}

V_INLINE vec v_min64(vec a, vec b)
{
    return v_choose(v_above64(a, b), b, a);
}

V_INLINE vec v_shl32(vec x, int by)
{
    for (int i = 0; i < 4; i++)
        x.q[i] = vreinterpretq_u8_u32(vshlq_u32(vreinterpretq_u32_u8(x.q[i]), vdupq_n_s32(by)));
    return x;
}

V_INLINE vec v_shr32(vec x, int by)
{
    return v_shl32(x, -by);
}

V_INLINE vec v_sar32(vec x, int by)
{
    for (int i = 0; i < 4; i++)
        x.q[i] = vreinterpretq_u8_s32(vshlq_s32(vreinterpretq_s32_u8(x.q[i]), vdupq_n_s32(-by)));
    return x;
}

V_INLINE vec v_fold16(vec x)
{
    for (int i = 0; i < 4; i++)
        x.q[i] = veorq_u8(x.q[i], vreinterpretq_u8_s16(vshrq_n_s16(vreinterpretq_s16_u8(x.q[i]), 15)));
    return x;
}

V_INLINE vec v_fold32(vec x)
{
    return v_xor(x, v_sar32(x, 31));
}

V_INLINE vec v_fold64(vec x)
{
    return v_xor(x, v_above64(v_zero(), x));
}

/* A bit for each byte, halfword, .. of a mask: each keeps a bit of its own, and they are added. */
V_INLINE uint64_t v_bits8(vec mask)
{
    const uint8x16_t own = vreinterpretq_u8_u64(vdupq_n_u64(0x8040201008040201));
    uint64_t bits = 0;
    for (int i = 0; i < 4; i++) {
        uint8x16_t x = vandq_u8(mask.q[i], own);
        bits |= (uint64_t)vaddv_u8(vget_low_u8(x)) << 16 * i | (uint64_t)vaddv_u8(vget_high_u8(x)) << (16 * i + 8);
    }
    return bits;
}

V_INLINE uint32_t v_bits16(vec mask)
{
    static const uint16_t own[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    uint32_t bits = 0;
    for (int i = 0; i < 4; i++)
        bits |= (uint32_t)vaddvq_u16(vandq_u16(vreinterpretq_u16_u8(mask.q[i]), vld1q_u16(own))) << 8 * i;
    return bits;
}

V_INLINE uint32_t v_bits32(vec mask)
{
    static const uint32_t own[4] = {1, 2, 4, 8};
    uint32_t bits = 0;
    for (int i = 0; i < 4; i++)
        bits |= vaddvq_u32(vandq_u32(vreinterpretq_u32_u8(mask.q[i]), vld1q_u32(own))) << 4 * i;
    return bits;
}

V_INLINE uint32_t v_bits64(vec mask)
{
    static const uint64_t own[2] = {1, 2};
    uint32_t bits = 0;
    for (int i = 0; i < 4; i++)
        bits |= (uint32_t)vaddvq_u64(vandq_u64(vreinterpretq_u64_u8(mask.q[i]), vld1q_u64(own))) << 2 * i;
    return bits;
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
    return v_bits64(v_same64(v_and(x, m), v_zero()));
}

V_INLINE uint64_t v_equal8(vec a, vec b)
{
    return v_bits8(v_same8(a, b));
}

V_INLINE uint32_t v_equal16(vec a, vec b)
{
    return v_bits16(v_same16(a, b));
}

V_INLINE uint32_t v_equal32(vec a, vec b)
{
    return v_bits32(v_same32(a, b));
}

V_INLINE uint32_t v_less32(vec a, vec b)
{
    return v_bits32(v_above32(b, a));
}

V_INLINE bool v_is_zero(vec x)
{
    return vmaxvq_u8(vorrq_u8(vorrq_u8(x.q[0], x.q[1]), vorrq_u8(x.q[2], x.q[3]))) == 0;
}

V_INLINE bool v_is_clear(vec x, vec m)
{
    return v_is_zero(v_and(x, m));
}

V_INLINE vec v_mask32(uint32_t bits)
{
    static const uint32_t own[16] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768};
    vec one = v_load(own);
    return v_same32(v_and(v_set32(bits), one), one);
}

V_INLINE vec v_pick32(const uint32_t *eight, vec from)
{
    uint32_t index[16], x[16];
    v_store(index, from);
    for (int i = 0; i < 16; i++)
        x[i] = eight[index[i]];
    return v_load(x);
}

V_INLINE vec v_next32(vec x, vec behind)
{
    return (vec){{vextq_u8(x.q[0], x.q[1], 4), vextq_u8(x.q[1], x.q[2], 4), vextq_u8(x.q[2], x.q[3], 4), vextq_u8(x.q[3], behind.q[0], 4)}};
}

V_INLINE vec v_back32(const uint32_t *at, int r)
{
    return v_load(at - r);
}

/* Blocks beside the diagonal change places, of 1, 2 and 4 rows and bits. */
#define V_SWAP(x, by, where)                                                                 \
    do {                                                                                     \
        uint64x2_t change = vandq_u64(veorq_u64(x, vshrq_n_u64(x, by)), vdupq_n_u64(where)); \
        x = veorq_u64(x, veorq_u64(change, vshlq_n_u64(change, by)));                        \
    } while (0)
#define V_ROW(i) (i)
V_INLINE vec v_transpose8(vec x)
{
    for (int i = 0; i < 4; i++) {
        uint64x2_t q = vreinterpretq_u64_u8(x.q[i]);
        V_SWAP(q, 7, 0x00aa00aa00aa00aa);
        V_SWAP(q, 14, 0x0000cccc0000cccc);
        V_SWAP(q, 28, 0x00000000f0f0f0f0);
        x.q[i] = vreinterpretq_u8_u64(q);
    }
    return x;
}

/* The bits of x at the ones, moved together. */
V_INLINE uint64_t v_extract(uint64_t x, uint64_t ones)
{
    uint64_t out = 0;
    for (int at = 0; ones; ones &= ones - 1)
        out |= (x >> __builtin_ctzll(ones) & 1) << at++;
    return out;
}

/* A table has for each source, for each byte of the results, its place in the source, or 255, which gives 0. */
#define V_MOVES_BYTES(in, out) ((in)*64 * (out))

static inline void v_moves_set(uint8_t *table, int in, int out, const int16_t *from)
{
    memset(table, 255, (size_t)V_MOVES_BYTES(in, out));
    for (int i = 0; i < 64 * out; i++)
        if (from[i] >= 0)
            table[i / 64 * 64 * in + from[i] / 64 * 64 + i % 64] = (uint8_t)(from[i] % 64);
}

V_INLINE void v_move(const uint8_t *table, int in, int out, const void *from, vec *to)
{
    for (int o = 0; o < out; o++) {
        to[o] = v_zero();
        for (int s = 0; s < in; s++, table += 64) {
            vec x = v_load((const uint8_t *)from + 64 * s), at = v_load(table);
            uint8x16x4_t bytes = {{x.q[0], x.q[1], x.q[2], x.q[3]}};
            for (int i = 0; i < 4; i++)
                to[o].q[i] = vorrq_u8(to[o].q[i], vqtbl4q_u8(bytes, at.q[i]));
        }
    }
}

#endif
