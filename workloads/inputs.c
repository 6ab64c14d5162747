/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs by seed: numbers, images, text, graphs and sparse matrices. workload.h tells what each is like. */
#include "workload.h"

static uint32_t state = 1;

void seed_random(uint32_t seed);
void seed_random(uint32_t seed)
{
    state = seed * 2654435769u + 1;
    if (state == 0)
        state = 1;
    for (int i = 0; i < 8; i++)
        random_word();
}

uint32_t random_word(void)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

unsigned random_below(unsigned bound)
{
    return (unsigned)(((uint64_t)random_word() * bound) >> 32);
}

float random_float(float low, float high)
{
    return low + (high - low) * ((float)(random_word() >> 8) / 16777216.0f);
}

void random_floats(float *values, unsigned count, float low, float high)
{
    for (unsigned i = 0; i < count; i++)
        values[i] = random_float(low, high);
}

/* Grey values of a coarse grid, interpolated; discs on it, brighter or darker; noise of a few steps */
void random_image(uint8_t *pixels, unsigned rows, unsigned columns)
{
    enum { GRID = 5, DISCS = 6 };
    int grid[GRID][GRID], row[DISCS], column[DISCS], radius[DISCS], shade[DISCS];
    for (int i = 0; i < GRID * GRID; i++)
        grid[i / GRID][i % GRID] = 60 + (int)random_below(120);
    for (int d = 0; d < DISCS; d++) {
        row[d] = (int)random_below(rows);
        column[d] = (int)random_below(columns);
        radius[d] = (int)((rows < columns ? rows : columns) / 16 + random_below(rows / 6 + 1));
        shade[d] = (d % 2 ? 30 : -30) + (int)random_below(20) - 10;
    }
    for (unsigned r = 0; r < rows; r++)
        for (unsigned c = 0; c < columns; c++) {
            unsigned y = r * (GRID - 1) * 256 / rows, x = c * (GRID - 1) * 256 / columns;
            int down = (int)(y % 256), right = (int)(x % 256);
            int top = grid[y / 256][x / 256] * (256 - right) + grid[y / 256][x / 256 + 1] * right;
            int bottom = grid[y / 256 + 1][x / 256] * (256 - right) + grid[y / 256 + 1][x / 256 + 1] * right;
            int grey = (top * (256 - down) + bottom * down) >> 16;
            for (int d = 0; d < DISCS; d++) {
                int dy = (int)r - row[d], dx = (int)c - column[d];
                grey += dy * dy + dx * dx < radius[d] * radius[d] ? shade[d] : 0;
            }
            grey += (int)random_below(7) - 3;
            pixels[r * columns + c] = (uint8_t)most(0, least(255, grey));
        }
}

/* A word is one to four syllables. The n-th word is drawn with a chance in proportion to 1/n. */
void random_text(uint8_t *text, unsigned count)
{
    enum { WORDS = 256, LENGTH = 8 };
    static const char consonants[] = "bcdfghklmnprstvw", vowels[] = "aeiou";
    static char words[WORDS][LENGTH + 1];
    static unsigned chance[WORDS];
    unsigned sum = 0;
    for (unsigned w = 0; w < WORDS; w++) {
        unsigned syllables = 1 + random_below(4);
        for (unsigned s = 0; s < syllables; s++) {
            words[w][2 * s] = consonants[random_below(16)];
            words[w][2 * s + 1] = vowels[random_below(5)];
        }
        words[w][2 * syllables] = '\0';
        sum += 100000 / (w + 1);
        chance[w] = sum;
    }
    unsigned n = 0;
    while (n < count) {
        unsigned draw = random_below(sum), w = 0;
        while (chance[w] <= draw)
            w++;
        for (const char *c = words[w]; *c != '\0' && n < count; c++)
            text[n++] = (uint8_t)*c;
        if (n < count && random_below(12) == 0)
            text[n++] = '.';
        if (n < count)
            text[n++] = ' ';
    }
}

graph random_graph(unsigned nodes, unsigned links)
{
    unsigned edges = 0, *ends = allocate(2 * nodes * links, sizeof *ends);
    for (unsigned i = 0; i < nodes; i++)
        for (unsigned l = links / 2 + random_below(links - links / 2 + 1); l > 0; l--, edges++) {
            ends[2 * edges] = i;
            ends[2 * edges + 1] = random_below(nodes);
        }
    graph g = {nodes, allocate(nodes, sizeof *g.node), allocate(2 * edges, sizeof *g.to)};
    for (unsigned e = 0; e < 2 * edges; e++)
        g.node[ends[e]].count++;
    for (unsigned i = 1; i < nodes; i++)
        g.node[i].first = g.node[i - 1].first + g.node[i - 1].count;
    unsigned *filled = allocate(nodes, sizeof *filled);
    for (unsigned e = 0; e < 2 * edges; e++)
        g.to[g.node[ends[e]].first + filled[ends[e]]++] = ends[e ^ 1];
    return g;
}

/* The columns of `fill` from `low` on and below `high`, each once */
static void add_fill(matrix *m, const int *fill, int fills, int low, int high)
{
    for (int f = 0; f < fills; f++)
        if (fill[f] >= low && fill[f] < high && (f == 0 || fill[f] != fill[f - 1])) {
            m->column[m->entries] = (unsigned)fill[f];
            m->value[m->entries++] = random_float(-1, 1);
        }
}

matrix random_matrix(unsigned rows, unsigned band)
{
    enum { FILLS = 3 };
    unsigned bound = rows * (2 * band + 1 + FILLS);
    matrix m = {rows, 0, allocate(rows + 1, sizeof *m.first), allocate(bound, sizeof *m.column), allocate(bound, sizeof *m.value)};
    for (unsigned r = 0; r < rows; r++) {
        int fill[FILLS], fills = (int)random_below(FILLS + 1);
        for (int f = 0; f < fills; f++) {
            int at = (int)random_below(rows), i = f;
            for (; i > 0 && fill[i - 1] > at; i--)
                fill[i] = fill[i - 1];
            fill[i] = at;
        }
        int width = (int)(band / 2 + random_below(band / 2 + 1)), low = most(0, (int)r - width),
            high = least((int)rows, (int)r + width + 1);
        add_fill(&m, fill, fills, 0, low);
        for (int c = low; c < high; c++) {
            m.column[m.entries] = (unsigned)c;
            m.value[m.entries++] = c == (int)r ? random_float(4, 8) : random_float(-1, 1);
        }
        add_fill(&m, fill, fills, high, (int)rows);
        m.first[r + 1] = m.entries;
    }
    return m;
}
