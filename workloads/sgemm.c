/* SPDX-License-Identifier: Apache-2.0 */
/* sgemm - the product of matrices, C = alpha A B' + beta C: a thread keeps 16 sums in registers. After Parboil's sgemm (Volkov and Demmel, 2008). */
#include "workload.h"

enum { TALL = 128, WIDE = 16, DEEP = 8 }; /* a block's tile of C: TALL rows, WIDE columns; DEEP columns of B at a time */

typedef struct {
    const float *a, *b; /* column by column: a[i + k rows], b[j + k columns] */
    float *c;
    unsigned rows, columns, depth;
    float alpha, beta;
} product;

KERNEL_2D(multiply)
{
    const product *p = arguments;
    float(*tile)[WIDE] = shared, sum[WIDE];
    unsigned row = block_x * TALL + thread_y * WIDE + thread_x, first = block_y * WIDE;
#pragma GCC unroll 16
    for (unsigned j = 0; j < WIDE; j++)
        sum[j] = 0;
    for (unsigned k = 0; k < p->depth; k += DEEP) {
        tile[thread_y][thread_x] = p->b[first + thread_x + (k + thread_y) * p->columns];
        barrier();
        for (unsigned i = 0; i < DEEP; i++) {
            float a = p->a[row + (k + i) * p->rows];
#pragma GCC unroll 16
            for (unsigned j = 0; j < WIDE; j++)
                sum[j] += a * tile[i][j];
        }
        barrier();
    }
    float *c = p->c + row + first * p->rows;
#pragma GCC unroll 16
    for (unsigned j = 0; j < WIDE; j++, c += p->rows)
        *c = p->alpha * sum[j] + p->beta * *c;
}

int main(int argc, char **argv)
{
    unsigned columns = 32, depth = 24;
    product p = {.rows = TALL, .alpha = 1.5f, .beta = 0.5f};
    const option options[] = {{"size", &p.rows, TALL, 8192, TALL, "rows"},
                              {"columns", &columns, WIDE, 8192, WIDE, "columns"},
                              {"depth", &depth, DEEP, 8192, DEEP, "columns of A and of B"},
                              {0}};
    begin("sgemm", argc, argv, options);
    p.columns = columns;
    p.depth = depth;
    float *a = allocate(p.rows * depth, sizeof *a), *b = allocate(columns * depth, sizeof *b);
    float *expected = allocate(p.rows * columns, sizeof *expected);
    random_floats(a, p.rows * depth, -1, 1);
    random_floats(b, columns * depth, -1, 1);
    p.a = a;
    p.b = b;
    p.c = allocate(p.rows * columns, sizeof *p.c);
    random_floats(p.c, p.rows * columns, -1, 1);
    for (unsigned i = 0; i < p.rows; i++)
        for (unsigned j = 0; j < columns; j++) {
            float sum = 0;
            for (unsigned k = 0; k < depth; k++)
                sum += a[i + k * p.rows] * b[j + k * columns];
            expected[i + j * p.rows] = p.alpha * sum + p.beta * p.c[i + j * p.rows];
        }
    launch_2d(multiply, &p, (extent){p.rows / TALL, columns / WIDE}, (extent){WIDE, DEEP}, DEEP * WIDE * sizeof(float));
    return verdict(close_floats("c", p.c, expected, p.rows * columns, 1e-4f), p.rows * columns);
}
