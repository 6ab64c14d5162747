/* SPDX-License-Identifier: Apache-2.0 */
/* pathfinder - the cheapest way through a grid of costs, from the first row to the last: dynamic programming. After Rodinia's pathfinder. */
#include "workload.h"

enum { THREADS = 256, DEAREST = 1 << 28 };

typedef struct {
    const int *cost; /* of the rows to add */
    const int *from; /* the sums so far, of a row */
    int *to;
    unsigned columns, rows;
} step;

/* Adds `rows` rows of costs. A block has a column a thread; `rows` columns at each of its ends belong to its neighbours. */
KERNEL(add_rows)
{
    const step *a = arguments;
    int *sum = shared, *next = sum + THREADS, rows = (int)a->rows, x = (int)thread;
    int column = (int)block * (THREADS - 2 * rows) + x - rows;
    bool inside = column >= 0 && column < (int)a->columns;
    sum[x] = inside ? a->from[column] : DEAREST;
    barrier();
    for (int r = 0; r < rows; r++) {
        bool valid = inside && x > r && x < THREADS - 1 - r;
        if (valid) {
            int cheapest = least(sum[x], least(sum[x - 1], sum[x + 1]));
            next[x] = cheapest + a->cost[(unsigned)r * a->columns + (unsigned)column];
        }
        barrier();
        if (valid)
            sum[x] = next[x];
        barrier();
    }
    if (inside && x >= rows && x < THREADS - rows)
        a->to[column] = sum[x];
}

static void reference(const int *cost, int *sum, int *next, unsigned rows, unsigned columns)
{
    for (unsigned c = 0; c < columns; c++)
        sum[c] = cost[c];
    for (unsigned r = 1; r < rows; r++) {
        for (unsigned c = 0; c < columns; c++) {
            int best = sum[c];
            if (c > 0 && sum[c - 1] < best)
                best = sum[c - 1];
            if (c + 1 < columns && sum[c + 1] < best)
                best = sum[c + 1];
            next[c] = best + cost[r * columns + c];
        }
        for (unsigned c = 0; c < columns; c++)
            sum[c] = next[c];
    }
}

int main(int argc, char **argv)
{
    unsigned columns = 700, rows = 17, height = 4;
    const option options[] = {{"size", &columns, 1, 1 << 20, 1, "columns"},
                              {"rows", &rows, 2, 10000, 1, "rows"},
                              {"height", &height, 1, 100, 1, "rows of a launch"},
                              {0}};
    begin("pathfinder", argc, argv, options);
    int *cost = allocate(rows * columns, sizeof *cost), *sum[2] = {allocate(columns, sizeof(int)), allocate(columns, sizeof(int))};
    for (unsigned i = 0; i < rows * columns; i++)
        cost[i] = (int)random_below(10);
    for (unsigned c = 0; c < columns; c++)
        sum[0][c] = cost[c];
    unsigned now = 0;
    for (unsigned row = 1; row < rows; row += height, now ^= 1) {
        unsigned some = rows - row < height ? rows - row : height, width = THREADS - 2 * some;
        step a = {cost + row * columns, sum[now], sum[now ^ 1], columns, some};
        launch(add_rows, &a, (columns + width - 1) / width, THREADS, 2 * THREADS * sizeof(int));
    }
    int *expected = allocate(columns, sizeof *expected), *next = allocate(columns, sizeof *next);
    reference(cost, expected, next, rows, columns);
    return verdict(same_words("sum", sum[now], expected, columns), columns);
}
