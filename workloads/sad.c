/* SPDX-License-Identifier: Apache-2.0 */
/* sad - the search for motion in a film: sums of absolute differences of each small block of a frame with places of the frame before it, and of
   blocks of 8 x 8 and 16 x 16 from these. After Parboil's sad. */
#include "workload.h"

enum { SMALL = 4, REACH = 4, SIDE = 2 * REACH + 1, PLACES = SIDE * SIDE, THREADS = 96, EDGE = SMALL + 2 * REACH };

typedef struct {
    const uint8_t *old, *new;
    uint16_t *sum;     /* PLACES sums a block; of blocks of 4 x 4, or of the smaller ones of this launch */
    uint16_t *larger;  /* of blocks of twice the side */
    int columns, rows; /* of the frame */
    int across;        /* smaller blocks a row */
} motion;

/* A block has a small block of the frame, a thread a place. Places outside the frame have the nearest inside. */
KERNEL(differences)
{
    const motion *a = arguments;
    uint8_t(*now)[SMALL] = shared, (*before)[EDGE] = (uint8_t(*)[EDGE])(now + SMALL);
    int row = (int)block / a->across * SMALL, column = (int)block % a->across * SMALL;
    if (thread < SMALL * SMALL)
        now[thread / SMALL][thread % SMALL] = a->new[(row + (int)(thread / SMALL)) * a->columns + column + (int)(thread % SMALL)];
    for (unsigned i = thread; i < EDGE * EDGE; i += threads) {
        int y = row - REACH + (int)(i / EDGE), x = column - REACH + (int)(i % EDGE);
        before[i / EDGE][i % EDGE] = a->old[most(0, least(a->rows - 1, y)) * a->columns + most(0, least(a->columns - 1, x))];
    }
    barrier();
    if (thread < PLACES) {
        unsigned down = thread / SIDE, right = thread % SIDE, sum = 0;
        for (unsigned y = 0; y < SMALL; y++)
            for (unsigned x = 0; x < SMALL; x++) {
                int difference = now[y][x] - before[y + down][x + right];
                sum += (unsigned)(difference < 0 ? -difference : difference);
            }
        a->sum[block * PLACES + thread] = (uint16_t)sum;
    }
}

/* A block adds four smaller blocks, a thread a place. */
KERNEL(enlarge)
{
    const motion *a = arguments;
    unsigned across = (unsigned)a->across, row = block / (across / 2) * 2, column = block % (across / 2) * 2;
    if (thread < PLACES) {
        const uint16_t *from = a->sum + (row * across + column) * PLACES + thread;
        a->larger[block * PLACES + thread] = (uint16_t)(from[0] + from[PLACES] + from[across * PLACES] + from[(across + 1) * PLACES]);
    }
}

/* The sums of all blocks of `side` pixels a side */
static void reference(const motion *a, int side, uint16_t *sum)
{
    for (int row = 0; row < a->rows; row += side)
        for (int column = 0; column < a->columns; column += side)
            for (int place = 0; place < PLACES; place++, sum++)
                for (int i = 0; i < side * side; i++) {
                    int y = row + i / side, x = column + i % side, down = y + place / SIDE - REACH, right = x + place % SIDE - REACH;
                    down = down < 0 ? 0 : down >= a->rows ? a->rows - 1 : down;
                    right = right < 0 ? 0 : right >= a->columns ? a->columns - 1 : right;
                    int difference = a->new[y * a->columns + x] - a->old[down * a->columns + right];
                    *sum = (uint16_t)(*sum + (difference < 0 ? -difference : difference));
                }
}

int main(int argc, char **argv)
{
    unsigned size = 32;
    const option options[] = {{"size", &size, 16, 2048, 16, "rows and columns of a frame"}, {0}};
    begin("sad", argc, argv, options);
    int n = (int)size;
    uint8_t *scene = allocate(size * size, 1), *old = allocate(size * size, 1), *new = allocate(size * size, 1);
    random_image(scene, size, size);
    for (int i = 0; i < n * n; i++) { /* the scene, moved by 1 row and 2 columns, with a new noise */
        int row = most(0, i / n - 1), column = most(0, i % n - 2);
        old[i] = scene[i];
        new[i] = (uint8_t)most(0, least(255, scene[row * n + column] + (int)random_below(5) - 2));
    }
    motion a = {old, new, NULL, NULL, n, n, n / SMALL};
    bool right = true;
    unsigned total = 0;
    for (int side = SMALL; side <= 16; side *= 2) {
        unsigned blocks = (size / (unsigned)side) * (size / (unsigned)side), sums = blocks * PLACES;
        uint16_t *expected = allocate(sums, sizeof *expected);
        a.larger = allocate(sums, sizeof *a.larger);
        if (side == SMALL) {
            a.sum = a.larger;
            launch(differences, &a, blocks, THREADS, SMALL * SMALL + EDGE * EDGE);
        } else {
            launch(enlarge, &a, blocks, THREADS, 0);
            a.across /= 2;
        }
        a.sum = a.larger;
        reference(&a, side, expected);
        right = right && same_bytes("byte of sum", a.sum, expected, 2 * sums);
        total += sums;
    }
    return verdict(right, total);
}
