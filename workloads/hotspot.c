/* SPDX-License-Identifier: Apache-2.0 */
/* hotspot - the temperature of a chip from the power of its places: explicit differences in time. After Rodinia's hotspot. */
#include "workload.h"

enum { TILE = BLOCK_SIDE };

typedef struct {
    const float *power, *from;
    float *to;
    int size, steps; /* of the chip; of time, in this launch */
    float step, capacity;
    float across, down, up, ambient; /* thermal resistance along rows, along columns, to the air; the air's temperature */
} chip;

/* A block computes a tile, of which a border of `steps` places belongs to its neighbours. */
KERNEL_2D(heat)
{
    const chip *a = arguments;
    float(*now)[TILE] = shared, (*power)[TILE] = now + TILE, (*next)[TILE] = power + TILE;
    float step = a->step / a->capacity, across = 1 / a->across, down = 1 / a->down, up = 1 / a->up;
    int n = a->size, inner = TILE - 2 * a->steps, x = (int)thread_x, y = (int)thread_y;
    int first_row = inner * (int)block_y - a->steps, first_column = inner * (int)block_x - a->steps;
    int row = first_row + y, column = first_column + x, at = row * n + column;
    int known = predicate(in_range(row, 0, n - 1) & in_range(column, 0, n - 1)), valid;
    if (known) {
        now[y][x] = a->from[at];
        power[y][x] = a->power[at];
    }
    barrier();
    int above = most(y - 1, -first_row), below = least(y + 1, n - 1 - first_row); /* at the chip's edge the place itself */
    int left = most(x - 1, -first_column), right = least(x + 1, n - 1 - first_column);
    for (int s = 0;; s++) {
        valid = predicate(known & in_range(x, s + 1, TILE - 2 - s) & in_range(y, s + 1, TILE - 2 - s));
        if (valid) {
            float t = now[y][x];
            next[y][x] = t + step * (power[y][x] + (now[below][x] + now[above][x] - 2 * t) * down +
                                     (now[y][right] + now[y][left] - 2 * t) * across + (a->ambient - t) * up);
        }
        barrier();
        if (s == a->steps - 1)
            break;
        if (predicate(valid))
            now[y][x] = next[y][x];
        barrier();
    }
    if (predicate(valid))
        a->to[at] = next[y][x];
}

static void reference(const chip *a, const float *from, float *to)
{
    int n = a->size;
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) {
            float t = from[r * n + c];
            float above = r > 0 ? from[(r - 1) * n + c] : t, below = r < n - 1 ? from[(r + 1) * n + c] : t;
            float left = c > 0 ? from[r * n + c - 1] : t, right = c < n - 1 ? from[r * n + c + 1] : t;
            float flow = (above + below - 2 * t) / a->down + (left + right - 2 * t) / a->across + (a->ambient - t) / a->up;
            to[r * n + c] = t + a->step / a->capacity * (a->power[r * n + c] + flow);
        }
}

int main(int argc, char **argv)
{
    unsigned size = 64, steps = 1, launches = 1;
    const option options[] = {{"size", &size, 4, 4096, 1, "rows and columns"},
                              {"steps", &steps, 1, TILE / 2 - 1, 1, "steps of time of a launch"},
                              {"launches", &launches, 1, 1000, 1, "launches"},
                              {0}};
    begin("hotspot", argc, argv, options);
    unsigned places = size * size;
    float *power = allocate(places, sizeof *power), *heat_of[4];
    for (int i = 0; i < 4; i++)
        heat_of[i] = allocate(places, sizeof(float));
    uint8_t *image = allocate(places, 1);
    random_image(image, size, size);
    for (unsigned i = 0; i < places; i++) {
        power[i] = (float)image[i] / 255 * 0.01f;
        heat_of[0][i] = heat_of[2][i] = 323 + random_float(-5, 5);
    }
    chip a = {power, NULL, NULL, (int)size, (int)steps, 1, 2, 10, 10, 80, 80 + 273.15f};
    unsigned now = 0, inner = TILE - 2 * steps, tiles = (size + inner - 1) / inner;
    for (unsigned l = 0; l < launches; l++, now ^= 1) {
        a.from = heat_of[now];
        a.to = heat_of[now ^ 1];
        launch_2d(heat, &a, (extent){tiles, tiles}, (extent){TILE, TILE}, 3 * TILE * TILE * sizeof(float));
    }
    unsigned sequential = 2;
    for (unsigned s = 0; s < launches * steps; s++, sequential ^= 1)
        reference(&a, heat_of[sequential], heat_of[sequential ^ 1]);
    return verdict(close_floats("temperature", heat_of[now], heat_of[sequential], places, 1e-5f), places);
}
