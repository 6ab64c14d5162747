/* SPDX-License-Identifier: Apache-2.0 */
/* kmeans - groups points around centres: the kernel finds each point's nearest centre, the host moves the centres. After Rodinia's kmeans. */
#include "workload.h"

enum { THREADS = 256 };

typedef struct {
    const float *rows;   /* a point after another */
    float *columns;      /* a feature after another */
    const float *centre; /* a centre after another */
    int *member;
    unsigned points, features, centres;
} clustering;

/* From a point after another to a feature after another, so that a warp reads neighbours */
KERNEL(swap)
{
    const clustering *a = arguments;
    unsigned p = block * threads + thread;
    if (p < a->points)
        for (unsigned f = 0; f < a->features; f++)
            a->columns[f * a->points + p] = a->rows[p * a->features + f];
}

KERNEL(assign)
{
    const clustering *a = arguments;
    unsigned p = block * threads + thread;
    if (p < a->points) {
        float nearest = 3e38f;
        int index = -1;
        for (unsigned c = 0; c < a->centres; c++) {
            float distance = 0;
            for (unsigned f = 0; f < a->features; f++) {
                float difference = a->columns[f * a->points + p] - a->centre[c * a->features + f];
                distance += difference * difference;
            }
            if (distance < nearest) {
                nearest = distance;
                index = (int)c;
            }
        }
        a->member[p] = index;
    }
}

static void move_centres(const clustering *a, const int *member, float *centre)
{
    for (unsigned c = 0; c < a->centres; c++)
        for (unsigned f = 0; f < a->features; f++) {
            float sum = 0;
            unsigned count = 0;
            for (unsigned p = 0; p < a->points; p++)
                if (member[p] == (int)c) {
                    sum += a->rows[p * a->features + f];
                    count++;
                }
            if (count != 0)
                centre[c * a->features + f] = sum / (float)count;
        }
}

static void reference(const clustering *a, const float *centre, int *member)
{
    for (unsigned p = 0; p < a->points; p++) {
        float nearest = 3e38f;
        for (unsigned c = 0; c < a->centres; c++) {
            float distance = 0;
            for (unsigned f = 0; f < a->features; f++) {
                float difference = a->rows[p * a->features + f] - centre[c * a->features + f];
                distance += difference * difference;
            }
            if (distance < nearest) {
                nearest = distance;
                member[p] = (int)c;
            }
        }
    }
}

int main(int argc, char **argv)
{
    unsigned points = 600, features = 8, centres = 5, iterations = 2;
    const option options[] = {{"size", &points, 16, 1 << 20, 1, "points"},
                              {"features", &features, 1, 64, 1, "features"},
                              {"centres", &centres, 1, 16, 1, "centres"},
                              {"iterations", &iterations, 1, 100, 1, "iterations"},
                              {0}};
    begin("kmeans", argc, argv, options);
    float *rows = allocate(points * features, sizeof *rows), *columns = allocate(points * features, sizeof *columns);
    float *centre = allocate(centres * features, sizeof *centre), *plain_centre = allocate(centres * features, sizeof *plain_centre);
    int *member = allocate(points, sizeof *member), *expected = allocate(points, sizeof *expected);
    random_floats(plain_centre, centres * features, 0, 10); /* where points lie close */
    for (unsigned p = 0; p < points; p++) {
        unsigned near = random_below(centres);
        for (unsigned f = 0; f < features; f++)
            rows[p * features + f] = plain_centre[near * features + f] + random_float(-4, 4);
    }
    for (unsigned i = 0; i < centres * features; i++)
        centre[i] = plain_centre[i] = rows[i]; /* the first points */
    clustering a = {rows, columns, centre, member, points, features, centres};
    unsigned blocks = (points + THREADS - 1) / THREADS;
    launch(swap, &a, blocks, THREADS, 0);
    for (unsigned i = 0; i < iterations; i++) {
        launch(assign, &a, blocks, THREADS, 0);
        move_centres(&a, member, centre);
        reference(&a, plain_centre, expected);
        move_centres(&a, expected, plain_centre);
    }
    return verdict(same_words("member", member, expected, points), points);
}
