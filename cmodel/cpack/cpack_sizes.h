/* SPDX-License-Identifier: Apache-2.0
 *
 * cpack_sizes.h - the sizes of 16 lines of form=fifo at once, in the vectors that were included before: vector i has word i of each line. No entry is overwritten
 * in such a line, and of equal words the first enters. So a word's code is that of the entry which is least unlike it, among all words before it that are no bytes:
 * as a number, their exclusive or is below 1, 2^8 or 2^16 if it matches whole, in three bytes or in two. */
#ifndef WF_CPACK_SIZES_H
#define WF_CPACK_SIZES_H

#include "../form.h"
#include "cpack.h"

enum { AT_ONCE = 16, LONGEST = 16 /* words of a line */ };

/* 1 in the elements that have any bit. */
V_INLINE vec any_bit(vec x)
{
    return v_min_u32(x, v_set32(1));
}

V_INLINE vec one_more(vec count, vec x)
{
    return v_add32(count, any_bit(x));
}

/* n times each element. */
V_INLINE vec times(int n, vec x)
{
    return v_mul32(x, v_set32((uint32_t)n));
}

/* The bits of the codes of 16 lines. */
V_INLINE vec fifo_bits(int words, bool from_zero, const vec *x)
{
    const cpack_fifo_code *c = cpack_fifo_codes;
    vec byte[LONGEST]; /* all ones: this word is a byte or 0, and does not enter */
    vec bytes = v_zero(), nonzero = v_zero(), unlike_1 = v_zero(), unlike_2 = v_zero(), unlike_3 = v_zero();
    for (int i = 0; i < words; i++) {
        vec least = from_zero ? x[i] : v_set32(~0u);
        for (int j = 0; j < i; j++)
            least = v_min_u32(least, v_or(v_xor(x[i], x[j]), byte[j]));
        byte[i] = v_sub32(any_bit(v_shr32(x[i], 8)), v_set32(1));
        least = v_choose(byte[i], v_zero(), least);
        bytes = v_sub32(bytes, byte[i]);
        nonzero = one_more(nonzero, v_and(x[i], byte[i]));
        unlike_1 = one_more(unlike_1, least);
        unlike_2 = one_more(unlike_2, v_shr32(least, 8));
        unlike_3 = one_more(unlike_3, v_shr32(least, 16));
    }
    vec bits = times(c[CPACK_MMMM].bits, v_sub32(v_set32((uint32_t)words), bytes));
    bits = v_add32(bits, times(c[CPACK_MMMX].bits - c[CPACK_MMMM].bits, unlike_1));
    bits = v_add32(bits, times(c[CPACK_MMXX].bits - c[CPACK_MMMX].bits, unlike_2));
    bits = v_add32(bits, times(c[CPACK_XXXX].bits - c[CPACK_MMXX].bits, unlike_3));
    return v_add32(bits, v_add32(times(c[CPACK_ZZZZ].bits, bytes), times(c[CPACK_ZZZX].bits - c[CPACK_ZZZZ].bits, nonzero)));
}

/* Of 16 lines of `words` words. */
V_INLINE void fifo_sizes(int words, bool from_zero, int head, int limit, const uint32_t *blocks, int *bits)
{
    uint32_t turned[LONGEST][AT_ONCE];
    vec x[LONGEST];
    for (int i = 0; i < words; i++)
        for (int l = 0; l < AT_ONCE; l++)
            turned[i][l] = blocks[words * l + i];
    for (int i = 0; i < words; i++)
        x[i] = v_load(turned[i]);
    v_store(bits, v_add32(v_set32((uint32_t)head), fifo_bits(words, from_zero, x)));
    for (int l = 0; l < AT_ONCE; l++)
        bits[l] = bits[l] <= limit ? bits[l] : 32 * words;
}

#endif
