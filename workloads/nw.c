/* SPDX-License-Identifier: Apache-2.0 */
/* nw - aligns two sequences of amino acids (Needleman and Wunsch, 1970): a matrix of scores, computed along its diagonals. After Rodinia's nw. */
#include "workload.h"

enum { TILE = 64, ACIDS = 24, EDGE = TILE + 1 };

typedef struct {
    const int8_t *similarity; /* of each pair of places */
    int *score;               /* (size + 1) x (size + 1) */
    int size, penalty;
    int diagonal, first; /* the tiles of this launch: row first, first + 1, ..; row + column = diagonal */
} alignment;

/* A block computes a tile along its diagonals, a thread a column, from the scores above and to the left. */
KERNEL(align)
{
    const alignment *a = arguments;
    int(*score)[EDGE] = shared;
    int8_t(*similarity)[TILE] = (int8_t(*)[TILE])(score + EDGE);
    int x = (int)thread, n = a->size, tile_row = a->first + (int)block, tile_column = a->diagonal - tile_row;
    int *corner = a->score + tile_row * TILE * (n + 1) + tile_column * TILE; /* above and left of the tile */
    const int8_t *pairs = a->similarity + tile_row * TILE * n + tile_column * TILE;
    for (int y = 0; y < TILE; y++)
        similarity[y][x] = pairs[y * n + x];
    score[x + 1][0] = corner[(x + 1) * (n + 1)];
    score[0][x + 1] = corner[x + 1];
    if (x == 0)
        score[0][0] = corner[0];
    barrier();
    for (int d = 0; d < 2 * TILE - 1; d++) {
        int y = d - x;
        if (y >= 0 && y < TILE) {
            int pair = score[y][x] + similarity[y][x], gap = most(score[y][x + 1], score[y + 1][x]) - a->penalty;
            score[y + 1][x + 1] = most(pair, gap);
        }
        barrier();
    }
    for (int y = 0; y < TILE; y++)
        corner[(y + 1) * (n + 1) + x + 1] = score[y + 1][x + 1];
}

static void borders(int *score, int n, int penalty)
{
    for (int i = 0; i <= n; i++)
        score[i] = score[i * (n + 1)] = -i * penalty;
}

int main(int argc, char **argv)
{
    unsigned size = 128, penalty = 10;
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
    int8_t *similarity = allocate(size * size, 1);
    for (int i = 0; i < n * n; i++)
        similarity[i] = alike[first[i / n]][second[i % n]];
    unsigned scores = (size + 1) * (size + 1);
    alignment a = {similarity, allocate(scores, sizeof(int)), n, (int)penalty, 0, 0};
    borders(a.score, n, a.penalty);
    int tiles = n / TILE;
    for (a.diagonal = 0; a.diagonal < 2 * tiles - 1; a.diagonal++) {
        a.first = most(0, a.diagonal - tiles + 1);
        launch(align, &a, (unsigned)(least(a.diagonal, tiles - 1) - a.first + 1), TILE, EDGE * EDGE * sizeof(int) + TILE * TILE);
    }
    int *expected = allocate(scores, sizeof *expected);
    borders(expected, n, a.penalty);
    for (int r = 1; r <= n; r++)
        for (int c = 1; c <= n; c++) {
            int *e = expected + r * (n + 1) + c, pair = e[-n - 2] + similarity[(r - 1) * n + c - 1];
            int up = e[-n - 1] - a.penalty, left = e[-1] - a.penalty;
            *e = pair >= up && pair >= left ? pair : up >= left ? up : left;
        }
    return verdict(same_words("score", a.score, expected, scores), scores);
}
