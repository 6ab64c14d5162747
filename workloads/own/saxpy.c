/* SPDX-License-Identifier: Apache-2.0 */
/* saxpy - y = a x + y. docs/own-kernel.md takes this file to its report. */
#include "workload.h"

typedef struct {
    float a;
    const float *x;
    float *y;
    unsigned n;
} saxpy;

KERNEL(add)
{
    const saxpy *s = arguments;
    unsigned i = block * threads + thread;
    if (i < s->n)
        s->y[i] = s->a * s->x[i] + s->y[i];
}

int main(int argc, char **argv)
{
    unsigned size = 5000;
    const option options[] = {{"size", &size, 1, 1 << 20, 1, "elements"}, {0}};
    begin("saxpy", argc, argv, options);

    saxpy s = {2.5f, allocate(size, sizeof(float)), allocate(size, sizeof(float)), size};
    float *expected = allocate(size, sizeof(float));
    random_floats((float *)s.x, size, -1, 1);
    random_floats(s.y, size, -1, 1);
    for (unsigned i = 0; i < size; i++)
        expected[i] = s.a * s.x[i] + s.y[i];

    launch(add, &s, (size + 127) / 128, 128, 0);
    return verdict(close_floats("y", s.y, expected, size, 1e-6f), size);
}
