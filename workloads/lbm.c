/* SPDX-License-Identifier: Apache-2.0 */
/* lbm - a fluid in a box with a moving lid and obstacles: lattice Boltzmann, 19 directions, stream and collide (Qian and others, 1992). After
   Parboil's lbm. */
#include "workload.h"

enum { DIRECTIONS = 19, THREADS = 64, FLUID = 0, OBSTACLE = 1, LID = 2 };

/* The directions come in pairs: 2 i - 1 and 2 i are opposite. */
static const int8_t way[DIRECTIONS][3] = {{0, 0, 0},  {1, 0, 0},   {-1, 0, 0},  {0, 1, 0},  {0, -1, 0}, {0, 0, 1},   {0, 0, -1},
                                          {1, 1, 0},  {-1, -1, 0}, {1, -1, 0},  {-1, 1, 0}, {1, 0, 1},  {-1, 0, -1}, {1, 0, -1},
                                          {-1, 0, 1}, {0, 1, 1},   {0, -1, -1}, {0, 1, -1}, {0, -1, 1}};

static const float relaxation = 1.2f, lid_speed = 0.05f;

typedef struct {
    const float *from; /* direction after direction, each of all cells */
    float *to;
    const uint8_t *kind;
    int width, height, depth; /* the box is a torus along x; y and z end at obstacles */
} fluid;

#define WEIGHT(d) ((d) == 0 ? 1.0f / 3 : (d) < 7 ? 1.0f / 18 : 1.0f / 36)
#define OPPOSITE(d) ((d) == 0 ? 0 : ((d)&1) ? (d) + 1 : (d)-1)

/* A thread has a cell: it reads what streams in, lets it collide, and writes it in place. */
KERNEL(collide)
{
    const fluid *a = arguments;
    int x = (int)thread, y = (int)block % a->height, z = (int)block / a->height, plane = a->width * a->height;
    int cells = plane * a->depth, cell = z * plane + y * a->width + x;
    if (a->kind[cell] != FLUID)
        return;
    float f[DIRECTIONS];
#pragma GCC unroll 19
    for (int d = 0; d < DIRECTIONS; d++) {
        int from_x = x - way[d][0];
        from_x = from_x < 0 ? a->width - 1 : from_x == a->width ? 0 : from_x;
        int from = (z - way[d][2]) * plane + (y - way[d][1]) * a->width + from_x;
        uint8_t kind = a->kind[from];
        if (kind == FLUID)
            f[d] = a->from[d * cells + from];
        else /* bounces back; from the lid with a push */
            f[d] = a->from[OPPOSITE(d) * cells + cell] + (kind == LID ? 6 * WEIGHT(d) * lid_speed * (float)way[d][0] : 0);
    }
    float density = 0, u = 0, v = 0, w = 0;
#pragma GCC unroll 19
    for (int d = 0; d < DIRECTIONS; d++) {
        density += f[d];
        u += way[d][0] > 0 ? f[d] : way[d][0] < 0 ? -f[d] : 0;
        v += way[d][1] > 0 ? f[d] : way[d][1] < 0 ? -f[d] : 0;
        w += way[d][2] > 0 ? f[d] : way[d][2] < 0 ? -f[d] : 0;
    }
    u /= density;
    v /= density;
    w /= density;
    float rest = 1 - 1.5f * (u * u + v * v + w * w);
#pragma GCC unroll 19
    for (int d = 0; d < DIRECTIONS; d++) {
        float along = (way[d][0] > 0   ? u
                       : way[d][0] < 0 ? -u
                                       : 0) +
                      (way[d][1] > 0   ? v
                       : way[d][1] < 0 ? -v
                                       : 0) +
                      (way[d][2] > 0   ? w
                       : way[d][2] < 0 ? -w
                                       : 0);
        float balance = WEIGHT(d) * density * (rest + 3 * along + 4.5f * along * along);
        a->to[d * cells + cell] = f[d] + relaxation * (balance - f[d]);
    }
}

static void reference(const fluid *a, const float *from, float *to)
{
    int plane = a->width * a->height, cells = plane * a->depth;
    for (int cell = 0; cell < cells; cell++) {
        if (a->kind[cell] != FLUID)
            continue;
        float f[DIRECTIONS], density = 0, speed[3] = {0, 0, 0}, square = 0;
        for (int d = 0; d < DIRECTIONS; d++) {
            int x = (cell % a->width - way[d][0] + a->width) % a->width;
            int source = (cell / a->width - way[d][2] * a->height - way[d][1]) * a->width + x;
            if (a->kind[source] == FLUID)
                f[d] = from[d * cells + source];
            else
                f[d] = from[OPPOSITE(d) * cells + cell] + (a->kind[source] == LID ? 6 * WEIGHT(d) * lid_speed * (float)way[d][0] : 0);
            density += f[d];
            for (int i = 0; i < 3; i++)
                speed[i] += (float)way[d][i] * f[d];
        }
        for (int i = 0; i < 3; i++) {
            speed[i] /= density;
            square += speed[i] * speed[i];
        }
        for (int d = 0; d < DIRECTIONS; d++) {
            float along = (float)way[d][0] * speed[0] + (float)way[d][1] * speed[1] + (float)way[d][2] * speed[2];
            float balance = WEIGHT(d) * density * (1 + 3 * along + 4.5f * along * along - 1.5f * square);
            to[d * cells + cell] = f[d] + relaxation * (balance - f[d]);
        }
    }
}

int main(int argc, char **argv)
{
    unsigned size = 6, steps = 2;
    const option options[] = {
        {"size", &size, 4, 128, 1, "height and depth of the box; it is 64 wide"}, {"steps", &steps, 1, 1000, 1, "steps of time"}, {0}};
    begin("lbm", argc, argv, options);
    unsigned cells = THREADS * size * size;
    uint8_t *kind = allocate(cells, 1);
    float *field[4];
    for (int i = 0; i < 4; i++)
        field[i] = allocate(DIRECTIONS * cells, sizeof(float));
    for (unsigned c = 0; c < cells; c++) {
        unsigned y = c / THREADS % size, z = c / THREADS / size;
        if (z == size - 1)
            kind[c] = LID;
        else if (y == 0 || y == size - 1 || z == 0 || random_below(20) == 0)
            kind[c] = OBSTACLE;
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            float value = WEIGHT(d) * random_float(0.95f, 1.05f);
            for (int i = 0; i < 4; i++)
                field[i][d * cells + c] = value;
        }
    }
    fluid a = {NULL, NULL, kind, THREADS, (int)size, (int)size};
    for (unsigned s = 0; s < steps; s++) {
        a.from = field[s % 2];
        a.to = field[(s + 1) % 2];
        launch(collide, &a, size * size, THREADS, 0);
        reference(&a, field[2 + s % 2], field[2 + (s + 1) % 2]);
    }
    return verdict(close_floats("f", field[steps % 2], field[2 + steps % 2], DIRECTIONS * cells, 1e-4f), DIRECTIONS * cells);
}
