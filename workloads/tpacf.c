/* SPDX-License-Identifier: Apache-2.0 */
/* tpacf - histograms of the angles between pairs of points of the sky, observed and random ones: two-point angular correlation. After Parboil's
   tpacf. */
#include "workload.h"

enum { THREADS = 128, BINS = 16, TILE = 32 };

typedef struct {
    float x, y, z;
} star;

typedef struct {
    const star *first, *second; /* the same: each pair once */
    unsigned points;
    const float *border; /* cosines that bins begin at, descending: BINS - 1 */
    unsigned *histogram; /* BINS */
} pairs;

/* A thread has a star of the first set; the second set comes in tiles. A histogram for the block is added to the result at the end. */
KERNEL(correlate)
{
    const pairs *a = arguments;
    star *tile = shared;
    float *border = (float *)(tile + TILE);
    unsigned *histogram = (unsigned *)(border + BINS - 1);
    unsigned mine = block * threads + thread;
    if (thread < BINS - 1)
        border[thread] = a->border[thread];
    if (thread < BINS)
        histogram[thread] = 0;
    star s = a->first[mine < a->points ? mine : 0];
    for (unsigned start = 0; start < a->points; start += TILE) {
        barrier();
        if (thread < TILE && start + thread < a->points)
            tile[thread] = a->second[start + thread];
        barrier();
        for (unsigned i = 0; i < TILE; i++) {
            bool counts = mine < a->points && start + i < a->points && (a->first != a->second || start + i > mine);
            if (counts) {
                float cosine = s.x * tile[i].x + s.y * tile[i].y + s.z * tile[i].z;
                unsigned low = 0; /* the first bin whose border is not above */
                for (unsigned step = BINS / 2; step > 0; step /= 2)
                    low += step & -(unsigned)(cosine < border[low + step - 1]);
                __atomic_fetch_add(&histogram[low], 1, __ATOMIC_RELAXED);
            }
        }
    }
    barrier();
    if (thread < BINS)
        __atomic_fetch_add(&a->histogram[thread], histogram[thread], __ATOMIC_RELAXED);
}

static void reference(const pairs *a, unsigned *histogram)
{
    for (unsigned i = 0; i < a->points; i++)
        for (unsigned j = a->first == a->second ? i + 1 : 0; j < a->points; j++) {
            float cosine = a->first[i].x * a->second[j].x + a->first[i].y * a->second[j].y + a->first[i].z * a->second[j].z;
            unsigned bin = 0;
            while (bin < BINS - 1 && cosine < a->border[bin])
                bin++;
            histogram[bin]++;
        }
}

/* Points of the sky, some of them close to one another */
static void sky(star *stars, unsigned count, bool clusters)
{
    float up = 0, around = 0;
    for (unsigned i = 0; i < count; i++) {
        bool near = clusters && i % 4 != 0;
        float next_up = random_float(near ? -0.02f : -1, near ? 0.02f : 1),
              next_around = random_float(near ? -0.02f : 0, near ? 0.02f : 6.28f);
        up = near ? up + next_up : next_up;
        around = near ? around + next_around : next_around;
        up = up > 1 ? 1 : up < -1 ? -1 : up;
        float level = root(1 - up * up);
        stars[i] = (star){level * cosf(around), level * sinf(around), up};
    }
}

int main(int argc, char **argv)
{
    unsigned points = 96;
    const option options[] = {{"size", &points, 1, 1 << 16, 1, "points of a set"}, {0}};
    begin("tpacf", argc, argv, options);
    star *set[2] = {allocate(points, sizeof(star)), allocate(points, sizeof(star))};
    sky(set[0], points, true);
    sky(set[1], points, false);
    float border[BINS - 1]; /* angles from 0.02 to 1.9, each in a fixed ratio to the one before it */
    for (int b = 0; b < BINS - 1; b++)
        border[b] = cosf(0.02f * expf(0.325f * (float)b));
    unsigned *histogram = allocate(3 * BINS, sizeof *histogram), *expected = allocate(3 * BINS, sizeof *expected);
    for (int i = 0; i < 3; i++) { /* observed, observed with random, random */
        pairs a = {set[i / 2], set[(i + 1) / 2], points, border, histogram + i * BINS};
        launch(correlate, &a, (points + THREADS - 1) / THREADS, THREADS,
               TILE * sizeof(star) + (BINS - 1) * sizeof(float) + BINS * sizeof(unsigned));
        reference(&a, expected + i * BINS);
    }
    return verdict(same_words("histogram", histogram, expected, 3 * BINS), 3 * BINS);
}
