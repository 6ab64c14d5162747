/* SPDX-License-Identifier: Apache-2.0 */
/* pathfinder - the cheapest way through a grid of costs, from the first row to the last: dynamic programming. After Rodinia's pathfinder. */
#include "workload.h"

enum { THREADS = 256 };

typedef struct {
    const int *cost; /* of the rows to add */
    const int *from; /* the sums so far, of a row */
    int *to;
    int columns, rows;
} step;

/* Adds `rows` rows of costs. A block has a column a thread; `rows` columns at each of its ends belong to its neighbours. */
KERNEL(add_rows)
{
    const step *a = arguments;
    int *sum = shared, *next = sum + THREADS, rows = a->rows, x = (int)thread;
    int first = (THREADS - 2 * rows) * (int)block - rows, column = first + x;
    int known = in_range(column, 0, a->columns - 1), valid;
    int left = most(x - 1, -first), right = least(x + 1, a->columns - 1 - first); /* at the grid's edge the column itself */
    if (known)
        sum[x] = a->from[column];
    barrier();
    for (int r = 0;; r++) {
        valid = predicate(known & in_range(x, r + 1, THREADS - 2 - r));
        if (valid) {
            int cheapest = least(least(sum[left], sum[x]), sum[right]);
            next[x] = cheapest + a->cost[r * a->columns + column];
        }
        barrier();
        if (r == rows - 1)
            break;
        if (predicate(valid))
            sum[x] = next[x];
        barrier();
    }
    if (predicate(valid))
        a->to[column] = next[x];
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
    unsigned columns = 1000, rows = 10, height = 5;
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
        step a = {cost + row * columns, sum[now], sum[now ^ 1], (int)columns, (int)some};
        launch(add_rows, &a, (columns + width - 1) / width, THREADS, 2 * THREADS * sizeof(int));
    }
    int *expected = allocate(columns, sizeof *expected), *next = allocate(columns, sizeof *next);
    reference(cost, expected, next, rows, columns);
    return verdict(same_words("sum", sum[now], expected, columns), columns);
}
