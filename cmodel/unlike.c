/* SPDX-License-Identifier: Apache-2.0 */
#include "unlike.h"

#include "bits.h"

/* Bit i of a word, from a table: few machines shift the numbers of a vector by several amounts. */
static uint32_t lane_bit(int i)
{
    static const uint32_t bits[32] = {
        1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,  1u << 8,  1u << 9,  1u << 10,
        1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15, 1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21,
        1u << 22, 1u << 23, 1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31,
    };
    return bits[i];
}

INLINE uint32_t unlike_of(const uint32_t *lane, int lanes, uint32_t active, uint32_t base, uint32_t stride)
{
    uint32_t unlike = 0;
    for (int i = 0; i < lanes; i++, base += stride) {
        uint32_t keep = active & lane_bit(i) ? ~(uint32_t)0 : 0;
        unlike |= (lane[i] ^ base) & keep;
    }
    return unlike;
}

uint32_t wf_unlike_line(const uint32_t *lane, int lanes, uint32_t active, uint32_t base, uint32_t stride)
{
    return lanes == USUAL_LANES ? unlike_of(lane, USUAL_LANES, active, base, stride) : unlike_of(lane, lanes, active, base, stride);
}
