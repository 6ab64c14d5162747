/* SPDX-License-Identifier: Apache-2.0 */
/* heartwall - follows points through the frames of a film: each point's surroundings are searched for in the next frame, by normalized correlation.
   After the tracking of Rodinia's heartwall. */
#include "workload.h"

enum { THREADS = 128, REACH = 4, SEARCH = 2 * REACH + 1, HALF = 3, TEMPLATE = 2 * HALF + 1, WINDOW = TEMPLATE + 2 * REACH };

enum { ROWS = 160, COLUMNS = 160, MARGIN = HALF + REACH };

typedef struct {
    int row, column;
} point;

/* A point that strays stays where it can be searched for. */
static point in_picture(point p)
{
    p.row = most(MARGIN, least(ROWS - 1 - MARGIN, p.row));
    p.column = most(MARGIN, least(COLUMNS - 1 - MARGIN, p.column));
    return p;
}

typedef struct {
    const uint8_t *old, *new; /* frames */
    int columns;
    point *points;
} tracking;

/* A block follows a point. Its threads try the places in turn; the best is found in a tree, of equals the first. */
KERNEL(follow)
{
    const tracking *a = arguments;
    float *pattern = shared, *window = pattern + TEMPLATE * TEMPLATE, *best = window + WINDOW * WINDOW;
    int *best_at = (int *)(best + THREADS);
    int row = a->points[block].row, column = a->points[block].column, n = a->columns;
    for (unsigned i = thread; i < TEMPLATE * TEMPLATE; i += threads)
        pattern[i] = a->old[(row - HALF + (int)(i / TEMPLATE)) * n + column - HALF + (int)(i % TEMPLATE)];
    for (unsigned i = thread; i < WINDOW * WINDOW; i += threads)
        window[i] = a->new[(row - HALF - REACH + (int)(i / WINDOW)) * n + column - HALF - REACH + (int)(i % WINDOW)];
    barrier();
    best[thread] = -1;
    best_at[thread] = SEARCH * SEARCH;
    for (int place = (int)thread; place < SEARCH * SEARCH; place += (int)threads) {
        const float *corner = window + place / SEARCH * WINDOW + place % SEARCH;
        float sum = 0, squares = 0, product = 0;
        for (int y = 0; y < TEMPLATE; y++)
            for (int x = 0; x < TEMPLATE; x++) {
                float value = corner[y * WINDOW + x];
                sum += value;
                squares += value * value;
                product += value * pattern[y * TEMPLATE + x];
            }
        float mean = sum / (TEMPLATE * TEMPLATE), spread = squares - sum * mean, pattern_sum = 0;
        for (int i = 0; i < TEMPLATE * TEMPLATE; i++)
            pattern_sum += pattern[i];
        float score = spread > 0 ? (product - pattern_sum * mean) / root(spread) : 0;
        if (score > best[thread]) {
            best[thread] = score;
            best_at[thread] = place;
        }
    }
    barrier();
    for (unsigned half = threads / 2; half > 0; half /= 2) {
        if (thread < half) {
            float other = best[thread + half];
            int other_at = best_at[thread + half];
            if (other > best[thread] || (other == best[thread] && other_at < best_at[thread])) {
                best[thread] = other;
                best_at[thread] = other_at;
            }
        }
        barrier();
    }
    if (thread == 0) {
        a->points[block].row = row + best_at[0] / SEARCH - REACH;
        a->points[block].column = column + best_at[0] % SEARCH - REACH;
    }
}

static point reference(const uint8_t *old, const uint8_t *new, int n, point p)
{
    float pattern_sum = 0, best = -1;
    point to = p;
    for (int y = -HALF; y <= HALF; y++)
        for (int x = -HALF; x <= HALF; x++)
            pattern_sum += old[(p.row + y) * n + p.column + x];
    for (int dy = -REACH; dy <= REACH; dy++)
        for (int dx = -REACH; dx <= REACH; dx++) {
            float sum = 0, squares = 0, product = 0;
            for (int y = -HALF; y <= HALF; y++)
                for (int x = -HALF; x <= HALF; x++) {
                    float value = new[(p.row + dy + y) * n + p.column + dx + x];
                    sum += value;
                    squares += value * value;
                    product += value * old[(p.row + y) * n + p.column + x];
                }
            float mean = sum / (TEMPLATE * TEMPLATE), spread = squares - sum * mean;
            float score = spread > 0 ? (product - pattern_sum * mean) / root(spread) : 0;
            if (score > best) {
                best = score;
                to.row = p.row + dy;
                to.column = p.column + dx;
            }
        }
    return to;
}

int main(int argc, char **argv)
{
    unsigned count = 6, frames = 3;
    const option options[] = {{"size", &count, 1, 4096, 1, "points"}, {"frames", &frames, 2, 16, 1, "frames"}, {0}};
    begin("heartwall", argc, argv, options);
    const unsigned border = 24; /* no point starts here */
    uint8_t *scene = allocate(ROWS * COLUMNS, 1), *film = allocate(frames * ROWS * COLUMNS, 1);
    random_image(scene, ROWS, COLUMNS);
    for (unsigned f = 0; f < frames; f++) /* the scene moves by 2 rows and -1 column, with a new noise in each frame */
        for (int i = 0; i < ROWS * COLUMNS; i++) {
            int row = most(0, i / COLUMNS - 2 * (int)f), column = least(COLUMNS - 1, i % COLUMNS + (int)f);
            film[f * ROWS * COLUMNS + (unsigned)i] = (uint8_t)most(0, least(255, scene[row * COLUMNS + column] + (int)random_below(3) - 1));
        }
    point *points = allocate(count, sizeof *points), *expected = allocate(count, sizeof *expected);
    for (unsigned i = 0; i < count; i++) {
        points[i].row = (int)(border + random_below(ROWS - 2 * border));
        points[i].column = (int)(border + random_below(COLUMNS - 2 * border));
        expected[i] = points[i];
    }
    const unsigned bytes = (TEMPLATE * TEMPLATE + WINDOW * WINDOW + 2 * THREADS) * sizeof(float);
    for (unsigned f = 1; f < frames; f++) {
        const uint8_t *old = film + (f - 1) * ROWS * COLUMNS;
        tracking a = {old, old + ROWS * COLUMNS, COLUMNS, points};
        launch(follow, &a, count, THREADS, bytes);
        for (unsigned i = 0; i < count; i++) {
            expected[i] = in_picture(reference(a.old, a.new, COLUMNS, expected[i]));
            points[i] = in_picture(points[i]);
        }
    }
    return verdict(same_words("point", points, expected, 2 * count), 2 * count);
}
