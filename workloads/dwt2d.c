/* SPDX-License-Identifier: Apache-2.0 */
/* dwt2d - the wavelet transform of an image, as JPEG 2000 has it without loss: 5/3 lifting, rows and columns, several levels. After Rodinia's dwt2d. */
#include "workload.h"

enum { THREADS = 128, STRIP = 8 };

typedef struct {
    const int *from;
    int *to;
    int stride, size; /* of the image's row; of the square that this level transforms */
} level;

static int mirror(int i, int size)
{
    return i >= size ? 2 * size - 2 - i : i < 0 ? -i : i;
}

/* A block transforms a row in shared memory: odd places less the mean of their neighbours, then even places. Low half first, then high half. */
KERNEL(rows)
{
    const level *a = arguments;
    int *line = shared, n = a->size;
    const int *from = a->from + (int)block * a->stride;
    for (int x = (int)thread; x < n; x += (int)threads)
        line[x] = from[x];
    barrier();
    for (int x = 2 * (int)thread + 1; x < n; x += 2 * (int)threads)
        line[x] -= (line[x - 1] + line[mirror(x + 1, n)]) >> 1;
    barrier();
    for (int x = 2 * (int)thread; x < n; x += 2 * (int)threads)
        line[x] += (line[mirror(x - 1, n)] + line[x + 1] + 2) >> 2;
    barrier();
    int *to = a->to + (int)block * a->stride;
    for (int x = (int)thread; x < n; x += (int)threads)
        to[(x & 1) * (n / 2) + x / 2] = line[x];
}

/* A block transforms STRIP columns. */
KERNEL(columns)
{
    const level *a = arguments;
    int(*line)[STRIP] = shared;
    int n = a->size, x = (int)(thread % STRIP), first = (int)(thread / STRIP), lines = (int)threads / STRIP;
    int column = (int)block * STRIP + x;
    bool inside = column < n;
    for (int y = first; y < n && inside; y += lines)
        line[y][x] = a->from[y * a->stride + column];
    barrier();
    for (int y = 2 * first + 1; y < n && inside; y += 2 * lines)
        line[y][x] -= (line[y - 1][x] + line[mirror(y + 1, n)][x]) >> 1;
    barrier();
    for (int y = 2 * first; y < n && inside; y += 2 * lines)
        line[y][x] += (line[mirror(y - 1, n)][x] + line[y + 1][x] + 2) >> 2;
    barrier();
    for (int y = first; y < n && inside; y += lines)
        a->to[((y & 1) * (n / 2) + y / 2) * a->stride + column] = line[y][x];
}

/* One line of `n` values, `apart` from one another */
static void lift(int *v, int apart, int n, int *spare)
{
    for (int i = 1; i < n; i += 2)
        v[i * apart] -= (v[(i - 1) * apart] + v[(i + 1 < n ? i + 1 : i - 1) * apart]) >> 1;
    for (int i = 0; i < n; i += 2)
        v[i * apart] += (v[(i > 0 ? i - 1 : 1) * apart] + v[(i + 1) * apart] + 2) >> 2;
    for (int i = 0; i < n; i++)
        spare[i % 2 * (n / 2) + i / 2] = v[i * apart];
    for (int i = 0; i < n; i++)
        v[i * apart] = spare[i];
}

int main(int argc, char **argv)
{
    unsigned size = 64, levels = 3;
    const option options[] = {
        {"size", &size, 32, 2048, 32, "rows and columns of the image"}, {"levels", &levels, 1, 5, 1, "levels of the transform"}, {0}};
    begin("dwt2d", argc, argv, options);
    unsigned pixels = size * size;
    uint8_t *grey = allocate(pixels, 1);
    random_image(grey, size, size);
    int *image = allocate(pixels, sizeof *image), *between = allocate(pixels, sizeof *between);
    int *expected = allocate(pixels, sizeof *expected), *spare = allocate(size, sizeof *spare);
    for (unsigned i = 0; i < pixels; i++)
        image[i] = expected[i] = grey[i] - 128;
    for (unsigned l = 0, n = size; l < levels; l++, n /= 2) {
        level a = {image, between, (int)size, (int)n};
        launch(rows, &a, n, THREADS, n * sizeof(int));
        a.from = between;
        a.to = image;
        launch(columns, &a, (n + STRIP - 1) / STRIP, THREADS, n * STRIP * sizeof(int));
        for (unsigned r = 0; r < n; r++)
            lift(expected + r * size, 1, (int)n, spare);
        for (unsigned c = 0; c < n; c++)
            lift(expected + c, (int)size, (int)n, spare);
    }
    return verdict(same_words("coefficient", image, expected, pixels), pixels);
}
