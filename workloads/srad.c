/* SPDX-License-Identifier: Apache-2.0 */
/* srad - takes speckles out of an image: anisotropic diffusion (Yu and Acton, 2002). After Rodinia's srad. */
#include "workload.h"

enum { TILE = BLOCK_SIDE, THREADS = 256 };

typedef struct {
    float *image, *coefficient, *north, *south, *west, *east, *sums;
    const uint8_t *grey;
    int size; /* the image is square, a multiple of TILE */
    float speckle, rate;
} diffusion;

KERNEL(extract)
{
    const diffusion *a = arguments;
    unsigned at = block * threads + thread;
    a->image[at] = expf((float)a->grey[at] / 255);
}

/* The sums of a block's values and squares: in a tree, each time by half of the threads */
KERNEL(reduce)
{
    const diffusion *a = arguments;
    float *sum = shared, *square = sum + THREADS;
    float value = a->image[block * threads + thread];
    sum[thread] = value;
    square[thread] = value * value;
    barrier();
    for (unsigned half = threads / 2; half > 0; half /= 2) {
        if (thread < half) {
            sum[thread] += sum[thread + half];
            square[thread] += square[thread + half];
        }
        barrier();
    }
    if (thread == 0) {
        a->sums[2 * block] = sum[0];
        a->sums[2 * block + 1] = square[0];
    }
}

/* The differences to the four neighbours, and the coefficient of diffusion. A neighbour in another tile comes from memory. */
KERNEL_2D(differ)
{
    const diffusion *a = arguments;
    float(*tile)[TILE] = shared;
    int n = a->size, x = (int)thread_x, y = (int)thread_y;
    int column = (int)block_x * TILE + x, row = (int)block_y * TILE + y, at = row * n + column;
    float here = a->image[at];
    tile[y][x] = here;
    barrier();
    float above = y > 0 ? tile[y - 1][x] : a->image[row > 0 ? at - n : at];
    float below = y < TILE - 1 ? tile[y + 1][x] : a->image[row < n - 1 ? at + n : at];
    float left = x > 0 ? tile[y][x - 1] : a->image[column > 0 ? at - 1 : at];
    float right = x < TILE - 1 ? tile[y][x + 1] : a->image[column < n - 1 ? at + 1 : at];
    above -= here;
    below -= here;
    left -= here;
    right -= here;
    float gradient = (above * above + below * below + left * left + right * right) / (here * here);
    float laplace = (above + below + left + right) / here;
    float numerator = 0.5f * gradient - laplace * laplace / 16, denominator = 1 + 0.25f * laplace;
    float q = numerator / (denominator * denominator);
    float c = 1 / (1 + (q - a->speckle) / (a->speckle * (1 + a->speckle)));
    a->coefficient[at] = lesser(greater(c, 0), 1);
    a->north[at] = above;
    a->south[at] = below;
    a->west[at] = left;
    a->east[at] = right;
}

KERNEL_2D(diffuse)
{
    const diffusion *a = arguments;
    float(*tile)[TILE] = shared;
    int n = a->size, x = (int)thread_x, y = (int)thread_y;
    int column = (int)block_x * TILE + x, row = (int)block_y * TILE + y, at = row * n + column;
    float here = a->coefficient[at];
    tile[y][x] = here;
    barrier();
    float below = y < TILE - 1 ? tile[y + 1][x] : a->coefficient[row < n - 1 ? at + n : at];
    float right = x < TILE - 1 ? tile[y][x + 1] : a->coefficient[column < n - 1 ? at + 1 : at];
    float flow = here * a->north[at] + below * a->south[at] + here * a->west[at] + right * a->east[at];
    a->image[at] += 0.25f * a->rate * flow;
}

KERNEL(compress)
{
    const diffusion *a = arguments;
    unsigned at = block * threads + thread;
    a->image[at] = logf(a->image[at]) * 255;
}

static float speckle_of(float sum, float squares, int count)
{
    float mean = sum / (float)count, variance = squares / (float)count - mean * mean;
    return variance / (mean * mean);
}

static void reference(const uint8_t *grey, float *image, float *next, int n, unsigned iterations, float rate)
{
    for (int i = 0; i < n * n; i++)
        image[i] = expf((float)grey[i] / 255);
    for (unsigned t = 0; t < iterations; t++) {
        float sum = 0, squares = 0;
        for (int i = 0; i < n * n; i++) {
            sum += image[i];
            squares += image[i] * image[i];
        }
        float speckle = speckle_of(sum, squares, n * n);
        /* next has the coefficients first */
        for (int i = 0; i < n * n; i++) {
            float here = image[i], up = image[i < n ? i : i - n] - here, down = image[i >= n * n - n ? i : i + n] - here;
            float left = image[i % n == 0 ? i : i - 1] - here, right = image[i % n == n - 1 ? i : i + 1] - here;
            float g = (up * up + down * down + left * left + right * right) / (here * here), l = (up + down + left + right) / here;
            float divisor = 1 + 0.25f * l, q = (0.5f * g - l * l / 16) / (divisor * divisor);
            float c = 1 / (1 + (q - speckle) / (speckle * (1 + speckle)));
            next[i] = c < 0 ? 0 : c > 1 ? 1 : c;
        }
        float *flow = next + n * n;
        for (int i = 0; i < n * n; i++) {
            float here = image[i], up = image[i < n ? i : i - n] - here, down = image[i >= n * n - n ? i : i + n] - here;
            float left = image[i % n == 0 ? i : i - 1] - here, right = image[i % n == n - 1 ? i : i + 1] - here;
            float south = next[i >= n * n - n ? i : i + n], east = next[i % n == n - 1 ? i : i + 1];
            flow[i] = next[i] * up + south * down + next[i] * left + east * right;
        }
        for (int i = 0; i < n * n; i++)
            image[i] += 0.25f * rate * flow[i];
    }
    for (int i = 0; i < n * n; i++)
        image[i] = logf(image[i]) * 255;
}

int main(int argc, char **argv)
{
    unsigned size = 32, iterations = 2;
    const option options[] = {{"size", &size, most(TILE, 16), 2048, most(TILE, 16), "rows and columns of the image"},
                              {"iterations", &iterations, 1, 1000, 1, "steps of diffusion"},
                              {0}};
    begin("srad", argc, argv, options);
    unsigned pixels = size * size, blocks = pixels / THREADS;
    const extent tiles = {size / TILE, size / TILE};
    uint8_t *grey = allocate(pixels, 1);
    random_image(grey, size, size);
    float *field[6];
    for (int i = 0; i < 6; i++)
        field[i] = allocate(pixels, sizeof(float));
    float *sums = allocate(2 * blocks, sizeof *sums);
    diffusion a = {field[0], field[1], field[2], field[3], field[4], field[5], sums, grey, (int)size, 0, 0.5f};
    launch(extract, &a, blocks, THREADS, 0);
    for (unsigned t = 0; t < iterations; t++) {
        float sum = 0, squares = 0;
        launch(reduce, &a, blocks, THREADS, 2 * THREADS * sizeof(float));
        for (unsigned b = 0; b < blocks; b++) {
            sum += sums[2 * b];
            squares += sums[2 * b + 1];
        }
        a.speckle = speckle_of(sum, squares, (int)pixels);
        launch_2d(differ, &a, tiles, (extent){TILE, TILE}, TILE * TILE * sizeof(float));
        launch_2d(diffuse, &a, tiles, (extent){TILE, TILE}, TILE * TILE * sizeof(float));
    }
    launch(compress, &a, blocks, THREADS, 0);
    float *expected = allocate(pixels, sizeof *expected), *next = allocate(2 * pixels, sizeof *next);
    reference(grey, expected, next, (int)size, iterations, a.rate);
    return verdict(close_floats("image", a.image, expected, pixels, 1e-3f), pixels);
}
