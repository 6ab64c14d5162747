/* SPDX-License-Identifier: Apache-2.0 */
/* fdtd3d - finite differences in time of a volume, radius 4: a layer with its border in shared memory, the values before and behind it in registers.
   After the CUDA samples' FDTD3d (Micikevicius, 2009). */
#include "workload.h"

enum { RADIUS = 4, WIDE = 16, TALL = 8 };

typedef struct {
    const float *from; /* with a border of RADIUS on each side */
    float *to;
    int width, height, depth; /* without the border */
    float weight[RADIUS + 1];
} volume;

KERNEL(advance)
{
    const volume *a = arguments;
    float(*layer)[WIDE + 2 * RADIUS] = shared;
    int x = (int)(thread % WIDE), y = (int)(thread / WIDE), across = a->width / WIDE;
    int row_size = a->width + 2 * RADIUS, plane = row_size * (a->height + 2 * RADIUS);
    int at = ((int)block / across * TALL + y + RADIUS) * row_size + (int)block % across * WIDE + x + RADIUS;
    const float *from = a->from + at;
    float *to = a->to + at + RADIUS * plane;
    float behind[RADIUS], front[RADIUS], here = from[RADIUS * plane];
#pragma GCC unroll 4
    for (int i = 0; i < RADIUS; i++) {
        behind[i] = from[(RADIUS - 1 - i) * plane];
        front[i] = from[(RADIUS + 1 + i) * plane];
    }
    from += RADIUS * plane;
    for (int z = 0; z < a->depth; z++) {
        barrier();
        if (y < RADIUS) {
            layer[y][x + RADIUS] = from[-RADIUS * row_size];
            layer[y + TALL + RADIUS][x + RADIUS] = from[TALL * row_size];
        }
        if (x < RADIUS) {
            layer[y + RADIUS][x] = from[-RADIUS];
            layer[y + RADIUS][x + WIDE + RADIUS] = from[WIDE];
        }
        layer[y + RADIUS][x + RADIUS] = here;
        barrier();
        float value = a->weight[0] * here;
#pragma GCC unroll 4
        for (int i = 1; i <= RADIUS; i++)
            value += a->weight[i] * (front[i - 1] + behind[i - 1] + layer[y + RADIUS - i][x + RADIUS] + layer[y + RADIUS + i][x + RADIUS] +
                                     layer[y + RADIUS][x + RADIUS - i] + layer[y + RADIUS][x + RADIUS + i]);
        *to = value;
        from += plane;
        to += plane;
        if (z + 1 < a->depth) {
#pragma GCC unroll 4
            for (int i = RADIUS - 1; i > 0; i--)
                behind[i] = behind[i - 1];
            behind[0] = here;
            here = front[0];
#pragma GCC unroll 4
            for (int i = 0; i < RADIUS - 1; i++)
                front[i] = front[i + 1];
            front[RADIUS - 1] = from[RADIUS * plane];
        }
    }
}

static void reference(const volume *a, const float *from, float *to)
{
    int row_size = a->width + 2 * RADIUS, plane = row_size * (a->height + 2 * RADIUS);
    for (int z = RADIUS; z < a->depth + RADIUS; z++)
        for (int y = RADIUS; y < a->height + RADIUS; y++)
            for (int x = RADIUS; x < a->width + RADIUS; x++) {
                const float *f = from + z * plane + y * row_size + x;
                float value = a->weight[0] * *f;
                for (int i = 1; i <= RADIUS; i++)
                    value += a->weight[i] * (f[i] + f[-i] + f[i * row_size] + f[-i * row_size] + f[i * plane] + f[-i * plane]);
                to[z * plane + y * row_size + x] = value;
            }
}

int main(int argc, char **argv)
{
    unsigned size = 16, depth = 6, steps = 2;
    const option options[] = {{"size", &size, 16, 512, 16, "width and height"},
                              {"depth", &depth, 1, 512, 1, "depth"},
                              {"steps", &steps, 1, 100, 1, "steps of time"},
                              {0}};
    begin("fdtd3d", argc, argv, options);
    unsigned edge = size + 2 * RADIUS, places = edge * edge * (depth + 2 * RADIUS);
    float *field[4];
    for (int i = 0; i < 4; i++)
        field[i] = allocate(places, sizeof(float));
    uint8_t *image = allocate(edge * edge, 1);
    random_image(image, edge, edge);
    for (unsigned i = 0; i < places; i++) {
        float value = (float)image[i % (edge * edge)] / 256 + random_float(-0.05f, 0.05f);
        for (int f = 0; f < 4; f++)
            field[f][i] = value;
    }
    volume a = {NULL, NULL, (int)size, (int)size, (int)depth, {0.1f, 0.06f, 0.04f, 0.03f, 0.02f}};
    for (unsigned s = 0; s < steps; s++) {
        a.from = field[s % 2];
        a.to = field[(s + 1) % 2];
        launch(advance, &a, size / WIDE * (size / TALL), WIDE * TALL, (WIDE + 2 * RADIUS) * (TALL + 2 * RADIUS) * sizeof(float));
        reference(&a, field[2 + s % 2], field[2 + (s + 1) % 2]);
    }
    return verdict(close_floats("place", field[steps % 2], field[2 + steps % 2], places, 1e-5f), places);
}
