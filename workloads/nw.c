/* SPDX-License-Identifier: Apache-2.0 */
/* nw - aligns two sequences of amino acids (Needleman and Wunsch, 1970): a matrix of scores, computed along its diagonals. After Rodinia's nw. */
#include "workload.h"

enum { TILE = 16, ACIDS = 24, EDGE = TILE + 1 };

typedef struct {
    const int *similarity; /* of each pair of places; like the scores it has a border, which has no use */
    int *score;            /* (size + 1) x (size + 1) */
    int size, penalty;
    int tiles, count; /* of a side; on the diagonal of this launch */
} alignment;

static void score_place(const alignment *a, int (*score)[EDGE], int (*similarity)[TILE], int y, int x)
{
    int pair = score[y][x] + similarity[y][x], gap = most(score[y + 1][x], score[y][x + 1]) - a->penalty;
    score[y + 1][x + 1] = most(pair, gap);
}

/* A block of TILE threads, half a warp, computes a tile along its diagonals, a thread a column, from the scores above and to the left. */
static void align(const alignment *a, int x, int tile_row, int tile_column, void *shared)
{
    int(*score)[EDGE] = shared, (*similarity)[TILE] = (int(*)[TILE])(score + EDGE);
    int row_size = a->size + 1, corner = tile_row * TILE * row_size + tile_column * TILE; /* above and left of the tile */
    int first = corner + row_size + x + 1;                                                /* this thread's place in the tile's first row */
    if (x == 0)
        score[0][0] = a->score[corner];
    for (int y = 0; y < TILE; y++)
        similarity[y][x] = a->similarity[first + y * row_size];
    barrier();
    score[x + 1][0] = a->score[corner + (x + 1) * row_size];
    barrier();
    score[0][x + 1] = a->score[corner + x + 1];
    barrier();
    for (int d = 0; d < TILE; d++) { /* diagonals that grow, then those that shrink */
        if (x <= d)
            score_place(a, score, similarity, d - x, x);
        barrier();
    }
    for (int d = TILE - 2; d >= 0; d--) {
        if (x <= d)
            score_place(a, score, similarity, TILE - 1 - x, x + TILE - 1 - d);
        barrier();
    }
    for (int y = 0; y < TILE; y++)
        a->score[first + y * row_size] = score[y + 1][x + 1];
}

/* Diagonals of tiles up to the longest, and those behind it */
KERNEL(upper_left)
{
    const alignment *a = arguments;
    align(a, (int)thread, a->count - 1 - (int)block, (int)block, shared);
}

KERNEL(lower_right)
{
    const alignment *a = arguments;
    align(a, (int)thread, a->tiles - 1 - (int)block, (int)block + a->tiles - a->count, shared);
}

static void borders(int *score, int n, int penalty)
{
    for (int i = 0; i <= n; i++)
        score[i] = score[i * (n + 1)] = -i * penalty;
}

int main(int argc, char **argv)
{
    unsigned size = 80, penalty = 10;
    const option options[] = {{"size", &size, TILE, 4096, TILE, "length of the sequences"},
                              {"penalty", &penalty, 0, 100, 1, "of a place without a partner"},
                              {0}};
    begin("nw", argc, argv, options);
    int n = (int)size;
    static int8_t alike[ACIDS][ACIDS]; /* like a table of substitutions: pairs from -4 to 3, equal ones from 4 to 11 */
    for (int i = 0; i < ACIDS; i++)
        for (int j = 0; j <= i; j++)
            alike[i][j] = alike[j][i] = (int8_t)(i == j ? 4 + (int)random_below(8) : (int)random_below(8) - 4);
    uint8_t *first = allocate(size, 1), *second = allocate(size, 1);
    for (int i = 0; i < n; i++) { /* two thirds of the second are the first's */
        first[i] = (uint8_t)random_below(ACIDS);
        second[i] = random_below(3) ? first[i] : (uint8_t)random_below(ACIDS);
    }
    unsigned scores = (size + 1) * (size + 1);
    int *similarity = allocate(scores, sizeof *similarity);
    for (int r = 1; r <= n; r++)
        for (int c = 1; c <= n; c++)
            similarity[r * (n + 1) + c] = alike[first[r - 1]][second[c - 1]];
    alignment a = {similarity, allocate(scores, sizeof(int)), n, (int)penalty, n / TILE, 1};
    const unsigned bytes = (EDGE * EDGE + TILE * TILE) * sizeof(int);
    borders(a.score, n, a.penalty);
    for (; a.count <= a.tiles; a.count++)
        launch(upper_left, &a, (unsigned)a.count, TILE, bytes);
    for (a.count = a.tiles - 1; a.count > 0; a.count--)
        launch(lower_right, &a, (unsigned)a.count, TILE, bytes);
    int *expected = allocate(scores, sizeof *expected);
    borders(expected, n, a.penalty);
    for (int r = 1; r <= n; r++)
        for (int c = 1; c <= n; c++) {
            int *e = expected + r * (n + 1) + c, pair = e[-n - 2] + similarity[r * (n + 1) + c];
            int up = e[-n - 1] - a.penalty, left = e[-1] - a.penalty;
            *e = pair >= up && pair >= left ? pair : up >= left ? up : left;
        }
    return verdict(same_words("score", a.score, expected, scores), scores);
}
