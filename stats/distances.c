/* SPDX-License-Identifier: Apache-2.0 */
#include "distances.h"

#include <string.h>

#include "../cmodel/bits.h"

static int bin_of(uint32_t a, uint32_t b)
{
    uint32_t up = b - a, down = a - b, distance = up < down ? up : down;

    return distance == 0 ? 0 : distance <= 128 ? 1 : distance <= 1 << 15 ? 2 : 3;
}

void distances_count(const uint32_t *value, int lanes, int pairs[DISTANCE_BINS])
{
    memset(pairs, 0, DISTANCE_BINS * sizeof *pairs);
    for (int i = 1; i < lanes; i++)
        pairs[bin_of(value[i - 1], value[i])]++;
}

/* A distance of at most n, either way, is a difference of -n to n: plus n it is at most 2n. All lanes are looked at in the same way, so that a
 * compiler makes vectors of the loop. */
INLINE void count_all(const uint32_t *value, int lanes, int pairs[DISTANCE_BINS])
{
    int equal = 0, near = 0, half = 0;

    for (int i = 1; i < lanes; i++) {
        uint32_t difference = value[i] - value[i - 1];
        equal += difference == 0;
        near += difference + 128 <= 2 * 128;
        half += difference + (1 << 15) <= 2 << 15;
    }
    pairs[0] = equal;
    pairs[1] = near - equal;
    pairs[2] = half - near;
    pairs[3] = lanes - 1 - half;
}

/* Most registers hold one value. */
void distances_count_fast(const uint32_t *value, int lanes, int pairs[DISTANCE_BINS])
{
    if (all_equal(value, lanes)) {
        memset(pairs, 0, DISTANCE_BINS * sizeof *pairs);
        pairs[0] = lanes - 1;
        return;
    }
    if (lanes == USUAL_LANES)
        count_all(value, USUAL_LANES, pairs);
    else
        count_all(value, lanes, pairs);
}
