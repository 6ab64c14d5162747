/* SPDX-License-Identifier: Apache-2.0 */
/* hotspot - the temperature of a chip from the power of its places: explicit differences in time. After Rodinia's hotspot. */
#include "workload.h"

enum { TILE = 16, STEPS = 2, INNER = TILE - 2 * STEPS };

typedef struct {
    const float *power, *from;
    float *to;
    int size;
    float step, across, down, up, ambient; /* step / capacity; 1 / thermal resistance along rows, along columns, to the air */
} chip;

/* STEPS steps of time. A block computes a tile, of which a border of STEPS places belongs to its neighbours. */
KERNEL(heat)
{
    const chip *a = arguments;
    float(*now)[TILE] = shared, (*power)[TILE] = now + TILE, (*next)[TILE] = power + TILE;
    int size = a->size, tiles = (size + INNER - 1) / INNER;
    int x = (int)(thread % TILE), y = (int)(thread / TILE);
    int column = ((int)block % tiles) * INNER - STEPS + x, row = ((int)block / tiles) * INNER - STEPS + y;
    bool inside = column >= 0 && column < size && row >= 0 && row < size;
    if (inside) {
        now[y][x] = a->from[row * size + column];
        power[y][x] = a->power[row * size + column];
    }
    barrier();
    int left = column == 0 ? x : x - 1, right = column == size - 1 ? x : x + 1;
    int above = row == 0 ? y : y - 1, below = row == size - 1 ? y : y + 1;
    for (int s = 0; s < STEPS; s++) {
        bool valid = inside && x > s && x < TILE - 1 - s && y > s && y < TILE - 1 - s;
        if (valid) {
            float t = now[y][x];
            next[y][x] = t + a->step * (power[y][x] + (now[below][x] + now[above][x] - 2 * t) * a->down +
                                        (now[y][right] + now[y][left] - 2 * t) * a->across + (a->ambient - t) * a->up);
        }
        barrier();
        if (valid)
            now[y][x] = next[y][x];
        barrier();
    }
    if (inside && x >= STEPS && x < TILE - STEPS && y >= STEPS && y < TILE - STEPS)
        a->to[row * size + column] = now[y][x];
}

static void reference(const chip *a, const float *from, float *to)
{
    int n = a->size;
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) {
            float t = from[r * n + c];
            float above = r > 0 ? from[(r - 1) * n + c] : t, below = r < n - 1 ? from[(r + 1) * n + c] : t;
            float left = c > 0 ? from[r * n + c - 1] : t, right = c < n - 1 ? from[r * n + c + 1] : t;
            float flow = (above + below - 2 * t) * a->down + (left + right - 2 * t) * a->across + (a->ambient - t) * a->up;
            to[r * n + c] = t + a->step * (a->power[r * n + c] + flow);
        }
}

int main(int argc, char **argv)
{
    unsigned size = 36, launches = 2;
    const option options[] = {
        {"size", &size, 4, 4096, 1, "rows and columns"}, {"launches", &launches, 1, 1000, 1, "of 2 steps of time"}, {0}};
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
    chip a = {power, NULL, NULL, (int)size, 0.5f, 0.1f, 0.1f, 0.0125f, 80 + 273.15f};
    unsigned now = 0, tiles = (size + INNER - 1) / INNER;
    for (unsigned l = 0; l < launches; l++, now ^= 1) {
        a.from = heat_of[now];
        a.to = heat_of[now ^ 1];
        launch(heat, &a, tiles * tiles, TILE * TILE, 3 * TILE * TILE * sizeof(float));
    }
    unsigned sequential = 2;
    for (unsigned s = 0; s < launches * STEPS; s++, sequential ^= 1)
        reference(&a, heat_of[sequential], heat_of[sequential ^ 1]);
    return verdict(close_floats("temperature", heat_of[now], heat_of[sequential], places, 1e-5f), places);
}
