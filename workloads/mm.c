/* SPDX-License-Identifier: Apache-2.0 */
/* mm - a product of matrices, a thread an element: a row of the first times a row of the second, which is transposed. After Mars' MatrixMul. */
#include "workload.h"

enum { THREADS = 256, UNROLL = 4 };

typedef struct {
    const float *first, *second; /* a row after another; the second has its columns as rows */
    float *product;
    unsigned rows, size;
} matrices;

KERNEL(multiply)
{
    const matrices *a = arguments;
    unsigned element = block * threads + thread;
    if (element < a->rows * a->size) {
        unsigned row = element / a->size, column = element % a->size;
        const float *first = a->first + row * a->size, *second = a->second + column * a->size, *end = first + a->size;
        float sum = 0;
        for (; first != end; first += UNROLL, second += UNROLL) {
            float x[UNROLL], y[UNROLL];
#pragma GCC unroll 4
            for (int i = 0; i < UNROLL; i++) {
                x[i] = first[i];
                y[i] = second[i];
            }
#pragma GCC unroll 4
            for (int i = 0; i < UNROLL; i++)
                sum += x[i] * y[i];
        }
        a->product[element] = sum;
    }
}

/* Whole numbers below 100, as Mars has them */
static float *make_matrix(unsigned rows, unsigned columns)
{
    float *m = allocate((size_t)rows * columns, sizeof *m);
    for (unsigned i = 0; i < rows * columns; i++)
        m[i] = (float)random_below(100);
    return m;
}

/* Row after row of the second matrix, which is a column after another in `transposed` */
static void reference(const matrices *a, float *product)
{
    for (unsigned r = 0; r < a->rows; r++)
        for (unsigned k = 0; k < a->size; k++)
            for (unsigned c = 0; c < a->size; c++)
                product[r * a->size + c] += a->first[r * a->size + k] * a->second[c * a->size + k];
}

int main(int argc, char **argv)
{
    unsigned size = 64, rows = 64;
    const option options[] = {
        {"size", &size, 4, 8192, 4, "rows and columns of the second matrix"}, {"rows", &rows, 1, 8192, 1, "rows of the first"}, {0}};
    begin("mm", argc, argv, options);
    unsigned elements = rows * size;
    matrices a = {make_matrix(rows, size), make_matrix(size, size), allocate(elements, sizeof(float)), rows, size};
    launch(multiply, &a, (elements + THREADS - 1) / THREADS, THREADS, 0);
    float *expected = allocate(elements, sizeof *expected);
    reference(&a, expected);
    return verdict(close_floats("product", a.product, expected, elements, 1e-5f), elements);
}
