/* SPDX-License-Identifier: Apache-2.0 */
#include "curve.h"

#include <stdlib.h>

static int by_delay(const void *a, const void *b)
{
    const curve_point *x = a, *y = b;
    if (x->delay != y->delay)
        return x->delay < y->delay ? -1 : 1;
    return x->area != y->area ? (x->area < y->area ? -1 : 1) : x->from - y->from;
}

/* The place of the point whose removal loses the least: it saves the smallest share of area over the one before it. */
static int least_of(const curve_point *points, int count)
{
    int least = 1;
    for (int i = 2; i < count - 1; i++)
        if (points[i].area / points[i - 1].area > points[least].area / points[least - 1].area)
            least = i;
    return least;
}

int curve_front(curve_point *points, int count, int most)
{
    int left = 0;
    qsort(points, (size_t)count, sizeof *points, by_delay);
    for (int i = 0; i < count; i++)
        if (left == 0 || points[i].area < points[left - 1].area)
            points[left++] = points[i];
    for (; left > most && left > 2; left--)
        for (int i = least_of(points, left); i < left - 1; i++)
            points[i] = points[i + 1];
    return left;
}
