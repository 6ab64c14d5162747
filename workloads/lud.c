/* SPDX-License-Identifier: Apache-2.0 */
/* lud - a matrix as the product of a lower and an upper triangle, in place, tile by tile: diagonal, perimeter, rest. After Rodinia's lud. */
#include "workload.h"

enum { TILE = 16 };

typedef struct {
    float *matrix;
    int size, offset; /* row and column of this launch's diagonal tile */
} elimination;

/* One block of TILE threads: row i of the upper triangle, then column i of the lower one */
KERNEL(diagonal)
{
    const elimination *a = arguments;
    float(*tile)[TILE] = shared, *corner = a->matrix + a->offset * a->size + a->offset;
    int x = (int)thread, n = a->size;
    for (int y = 0; y < TILE; y++)
        tile[y][x] = corner[y * n + x];
    barrier();
    for (int i = 0; i < TILE - 1; i++) {
        if (x > i) {
            for (int j = 0; j < i; j++)
                tile[x][i] -= tile[x][j] * tile[j][i];
            tile[x][i] /= tile[i][i];
        }
        barrier();
        if (x > i)
            for (int j = 0; j <= i; j++)
                tile[i + 1][x] -= tile[i + 1][j] * tile[j][x];
        barrier();
    }
    for (int y = 1; y < TILE; y++)
        corner[y * n + x] = tile[y][x];
}

/* A block has a tile to the right of the diagonal one and the tile below it: half of the threads compute a column of the one, half a row of the other. */
KERNEL(perimeter)
{
    const elimination *a = arguments;
    float(*middle)[TILE] = shared, (*upper)[TILE] = middle + TILE, (*lower)[TILE] = upper + TILE;
    int n = a->size, x = (int)(thread % TILE), away = ((int)block + 1) * TILE;
    float *corner = a->matrix + a->offset * n + a->offset, *right = corner + away, *below = corner + away * n;
    if (thread < TILE) {
        for (int y = 0; y < TILE / 2; y++)
            middle[y][x] = corner[y * n + x];
        for (int y = 0; y < TILE; y++)
            upper[y][x] = right[y * n + x];
    } else {
        for (int y = TILE / 2; y < TILE; y++)
            middle[y][x] = corner[y * n + x];
        for (int y = 0; y < TILE; y++)
            lower[y][x] = below[y * n + x];
    }
    barrier();
    if (thread < TILE) {
        for (int i = 1; i < TILE; i++)
            for (int j = 0; j < i; j++)
                upper[i][x] -= middle[i][j] * upper[j][x];
    } else {
        for (int i = 0; i < TILE; i++) {
            for (int j = 0; j < i; j++)
                lower[x][i] -= lower[x][j] * middle[j][i];
            lower[x][i] /= middle[i][i];
        }
    }
    barrier();
    if (thread < TILE) {
        for (int y = 1; y < TILE; y++)
            right[y * n + x] = upper[y][x];
    } else {
        for (int y = 0; y < TILE; y++)
            below[y * n + x] = lower[y][x];
    }
}

/* A block has a tile of the rest: less the product of the tile to its left and the tile above it */
KERNEL_2D(internal)
{
    const elimination *a = arguments;
    float(*left)[TILE] = shared, (*above)[TILE] = left + TILE;
    int n = a->size, x = (int)thread_x, y = (int)thread_y;
    int row = a->offset + ((int)block_y + 1) * TILE + y, column = a->offset + ((int)block_x + 1) * TILE + x;
    left[y][x] = a->matrix[row * n + a->offset + x];
    above[y][x] = a->matrix[(a->offset + y) * n + column];
    barrier();
    float sum = 0;
    for (int i = 0; i < TILE; i++)
        sum += left[y][i] * above[i][x];
    a->matrix[row * n + column] -= sum;
}

int main(int argc, char **argv)
{
    unsigned size = 64;
    const option options[] = {{"size", &size, 2 * TILE, 2048, TILE, "rows and columns"}, {0}};
    begin("lud", argc, argv, options);
    int n = (int)size;
    float *matrix_of = allocate(size * size, sizeof *matrix_of), *expected = allocate(size * size, sizeof *expected);
    for (int i = 0; i < n * n; i++)
        matrix_of[i] = expected[i] = i / n == i % n ? random_float(10, 20) : random_float(-1, 1);
    elimination a = {matrix_of, n, 0};
    const unsigned bytes = TILE * TILE * sizeof(float);
    for (; a.offset < n - TILE; a.offset += TILE) {
        unsigned tiles = (unsigned)(n - a.offset) / TILE - 1;
        launch(diagonal, &a, 1, TILE, bytes);
        launch(perimeter, &a, tiles, 2 * TILE, 3 * bytes);
        launch_2d(internal, &a, (extent){tiles, tiles}, (extent){TILE, TILE}, 2 * bytes);
    }
    launch(diagonal, &a, 1, TILE, bytes);
    for (int k = 0; k < n; k++)
        for (int r = k + 1; r < n; r++) {
            float factor = expected[r * n + k] /= expected[k * n + k];
            for (int c = k + 1; c < n; c++)
                expected[r * n + c] -= factor * expected[k * n + c];
        }
    return verdict(close_floats("matrix", matrix_of, expected, size * size, 1e-4f), size * size);
}
