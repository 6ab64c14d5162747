/* SPDX-License-Identifier: Apache-2.0 */
/* spmv - a sparse matrix times a vector, in jagged diagonals: rows sorted by length, entry i of all rows side by side. After Parboil's spmv. */
#include "workload.h"

enum { THREADS = 192 };

typedef struct {
    const unsigned *length, *row; /* of each sorted row */
    const unsigned *start;        /* of each diagonal */
    const unsigned *column;
    const float *value, *x;
    float *y;
    unsigned rows;
} jagged;

KERNEL(multiply)
{
    const jagged *a = arguments;
    unsigned r = block * threads + thread;
    if (r < a->rows) {
        float sum = 0;
        unsigned length = a->length[r];
        for (unsigned i = 0; i < length; i++) {
            unsigned at = a->start[i] + r;
            sum += a->value[at] * a->x[a->column[at]];
        }
        a->y[a->row[r]] = sum;
    }
}

/* Rows by length, the longest first; of one length in their order */
static void sort_rows(const matrix *m, unsigned longest, unsigned *length, unsigned *row)
{
    unsigned n = 0;
    for (unsigned l = longest + 1; l-- > 0;)
        for (unsigned r = 0; r < m->rows; r++)
            if (m->first[r + 1] - m->first[r] == l) {
                length[n] = l;
                row[n++] = r;
            }
}

int main(int argc, char **argv)
{
    unsigned size = 1500, band = 10;
    const option options[] = {
        {"size", &size, 1, 1 << 17, 1, "rows and columns"}, {"band", &band, 0, 100, 1, "entries on each side, at most"}, {0}};
    begin("spmv", argc, argv, options);
    matrix m = random_matrix(size, band);
    unsigned longest = 2 * band + 4, n = 0;
    unsigned *length = allocate(size, sizeof *length), *row = allocate(size, sizeof *row);
    unsigned *start = allocate(longest + 1, sizeof *start), *column = allocate(m.entries, sizeof *column);
    float *value = allocate(m.entries, sizeof *value), *x = allocate(size, sizeof *x);
    random_floats(x, size, -1, 1);
    sort_rows(&m, longest, length, row);
    for (unsigned i = 0; i < longest; i++) {
        start[i] = n;
        for (unsigned r = 0; r < size && length[r] > i; r++, n++) {
            column[n] = m.column[m.first[row[r]] + i];
            value[n] = m.value[m.first[row[r]] + i];
        }
    }
    jagged a = {length, row, start, column, value, x, allocate(size, sizeof(float)), size};
    launch(multiply, &a, (size + THREADS - 1) / THREADS, THREADS, 0);
    float *expected = allocate(size, sizeof *expected);
    for (unsigned r = 0; r < size; r++)
        for (unsigned e = m.first[r]; e < m.first[r + 1]; e++)
            expected[r] += m.value[e] * x[m.column[e]];
    return verdict(close_floats("y", a.y, expected, size, 1e-5f), size);
}
