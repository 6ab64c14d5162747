/* SPDX-License-Identifier: Apache-2.0 */
/* stencil - steps of heat in a box: each place from its six neighbours (Jacobi). A thread goes up a column of places and keeps three of them in
   registers. After Parboil's stencil. */
#include "workload.h"

enum { WIDE = 32, TALL = 4 };

typedef struct {
    const float *from;
    float *to;
    int width, height, depth;
    float centre, side;
} box;

KERNEL_2D(iterate)
{
    const box *a = arguments;
    float(*layer)[WIDE] = shared;
    int x = (int)thread_x, y = (int)thread_y;
    int column = (int)block_x * WIDE + x, row = (int)block_y * TALL + y, plane = a->width * a->height;
    bool known = column < a->width && row < a->height;
    bool inner = known && column > 0 && column < a->width - 1 && row > 0 && row < a->height - 1;
    const float *at = a->from + row * a->width + column;
    float *to = a->to + row * a->width + column;
    float below = known ? at[0] : 0, here = known ? at[plane] : 0;
    for (int z = 1; z < a->depth - 1; z++) {
        at += plane;
        to += plane;
        layer[y][x] = here;
        barrier();
        float above = known ? at[plane] : 0;
        if (inner) {
            float left = x > 0 ? layer[y][x - 1] : at[-1], right = x < WIDE - 1 ? layer[y][x + 1] : at[1];
            float front = y > 0 ? layer[y - 1][x] : at[-a->width], back = y < TALL - 1 ? layer[y + 1][x] : at[a->width];
            *to = a->side * (left + right + front + back + below + above) - a->centre * here;
        }
        barrier();
        below = here;
        here = above;
    }
}

static void reference(const box *a, const float *from, float *to)
{
    int w = a->width, plane = w * a->height;
    for (int z = 1; z < a->depth - 1; z++)
        for (int y = 1; y < a->height - 1; y++)
            for (int x = 1; x < w - 1; x++) {
                const float *f = from + z * plane + y * w + x;
                to[z * plane + y * w + x] = a->side * (f[-1] + f[1] + f[-w] + f[w] + f[-plane] + f[plane]) - a->centre * *f;
            }
}

int main(int argc, char **argv)
{
    unsigned width = 128, height = 8, depth = 10, iterations = 2;
    const option options[] = {{"size", &width, 8, 512, 1, "width of the box"},
                              {"height", &height, 3, 512, 1, "its height"},
                              {"depth", &depth, 3, 512, 1, "its depth"},
                              {"iterations", &iterations, 1, 1000, 1, "steps"},
                              {0}};
    begin("stencil", argc, argv, options);
    unsigned places = width * height * depth;
    float *field[4];
    for (int i = 0; i < 4; i++)
        field[i] = allocate(places, sizeof(float));
    uint8_t *image = allocate(width * height, 1);
    random_image(image, height, width);
    for (unsigned i = 0; i < places; i++) {
        float value = (float)image[i % (width * height)] / 256 + random_float(0, 0.1f);
        for (int f = 0; f < 4; f++)
            field[f][i] = value;
    }
    box a = {NULL, NULL, (int)width, (int)height, (int)depth, 1.0f / 6, 1.0f / 6 / 6 * 7};
    const extent blocks = {(width + WIDE - 1) / WIDE, (height + TALL - 1) / TALL};
    for (unsigned i = 0; i < iterations; i++) {
        a.from = field[i % 2];
        a.to = field[(i + 1) % 2];
        launch_2d(iterate, &a, blocks, (extent){WIDE, TALL}, WIDE * TALL * sizeof(float));
        reference(&a, field[2 + i % 2], field[2 + (i + 1) % 2]);
    }
    return verdict(close_floats("place", field[iterations % 2], field[2 + iterations % 2], places, 1e-5f), places);
}
