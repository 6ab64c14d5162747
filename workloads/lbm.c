/* SPDX-License-Identifier: Apache-2.0 */
/* lbm - a fluid in a box with a moving lid and obstacles: lattice Boltzmann, 19 directions, stream and collide (Qian and others, 1992). After
   Parboil's lbm. */
#include "workload.h"

enum { DIRECTIONS = 19, WIDE = 120, FLUID = 0, OBSTACLE = 1, LID = 2 };

/* The directions come in pairs: 2 i - 1 and 2 i are opposite. */
static const int8_t way[DIRECTIONS][3] = {{0, 0, 0},  {1, 0, 0},   {-1, 0, 0},  {0, 1, 0},  {0, -1, 0}, {0, 0, 1},   {0, 0, -1},
                                          {1, 1, 0},  {-1, -1, 0}, {1, -1, 0},  {-1, 1, 0}, {1, 0, 1},  {-1, 0, -1}, {1, 0, -1},
                                          {-1, 0, 1}, {0, 1, 1},   {0, -1, -1}, {0, 1, -1}, {0, -1, 1}};

static const float relaxation = 1.2f, lid_speed = 0.05f;

typedef struct {
    const float *from; /* direction after direction, each of all cells */
    float *to;
    const uint8_t *kind;
    int width, height, depth; /* the box is a torus; obstacles end it at y and z */
} fluid;

#define WEIGHT(d) ((d) == 0 ? 1.0f / 3 : (d) < 7 ? 1.0f / 18 : 1.0f / 36)
#define OPPOSITE(d) ((d) == 0 ? 0 : ((d)&1) ? (d) + 1 : (d)-1)

/* The cell before or behind, in a torus of `size` cells: without a branch */
static int around(int at, int size)
{
    at += size & -(at < 0);
    return at - (size & -(at >= size));
}

/* A thread has a cell. It reads what streams in; an obstacle sends it back; in a fluid it collides; the lid gives it its own speed. */
KERNEL_2D(collide)
{
    const fluid *a = arguments;
    int x = (int)thread_x, y = (int)block_x, z = (int)block_y, plane = a->width * a->height;
    int cells = plane * a->depth, cell = z * plane + y * a->width + x;
    int column[3], row[3], layer[3]; /* before, here, behind */
#pragma GCC unroll 3
    for (int i = 0; i < 3; i++) {
        column[i] = around(x + i - 1, a->width);
        row[i] = around(y + i - 1, a->height) * a->width;
        layer[i] = around(z + i - 1, a->depth) * plane;
    }
    float f[DIRECTIONS];
#pragma GCC unroll 19
    for (int d = 0; d < DIRECTIONS; d++)
        f[d] = a->from[d * cells + layer[1 - way[d][2]] + row[1 - way[d][1]] + column[1 - way[d][0]]];
    float *to = a->to + cell;
    int kind = a->kind[cell];
    if (kind == OBSTACLE) {
#pragma GCC unroll 19
        for (int d = 0; d < DIRECTIONS; d++)
            to[OPPOSITE(d) * cells] = f[d];
    } else {
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
        if (kind == LID) {
            u = lid_speed;
            v = w = 0;
        }
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
            to[d * cells] = f[d] + relaxation * (balance - f[d]);
        }
    }
}

static void reference(const fluid *a, const float *from, float *to)
{
    int wide = a->width, tall = a->height, deep = a->depth, cells = wide * tall * deep;
    for (int cell = 0; cell < cells; cell++) {
        int x = cell % wide, y = cell / wide % tall, z = cell / wide / tall;
        float f[DIRECTIONS], density = 0, speed[3] = {0, 0, 0}, square = 0;
        for (int d = 0; d < DIRECTIONS; d++) {
            int from_x = (x - way[d][0] + wide) % wide, from_y = (y - way[d][1] + tall) % tall, from_z = (z - way[d][2] + deep) % deep;
            f[d] = from[d * cells + (from_z * tall + from_y) * wide + from_x];
            density += f[d];
            for (int i = 0; i < 3; i++)
                speed[i] += (float)way[d][i] * f[d];
        }
        for (int i = 0; i < 3; i++) {
            speed[i] = a->kind[cell] == LID ? (i == 0 ? lid_speed : 0) : speed[i] / density;
            square += speed[i] * speed[i];
        }
        for (int d = 0; d < DIRECTIONS; d++) {
            float along = (float)way[d][0] * speed[0] + (float)way[d][1] * speed[1] + (float)way[d][2] * speed[2];
            float balance = WEIGHT(d) * density * (1 + 3 * along + 4.5f * along * along - 1.5f * square);
            to[d * cells + cell] = a->kind[cell] == OBSTACLE ? f[OPPOSITE(d)] : f[d] + relaxation * (balance - f[d]);
        }
    }
}

int main(int argc, char **argv)
{
    unsigned size = 4, steps = 1;
    const option options[] = {
        {"size", &size, 4, 128, 1, "height and depth of the box; it is 120 wide"}, {"steps", &steps, 1, 1000, 1, "steps of time"}, {0}};
    begin("lbm", argc, argv, options);
    unsigned cells = WIDE * size * size;
    uint8_t *kind = allocate(cells, 1);
    float *field[4];
    for (int i = 0; i < 4; i++)
        field[i] = allocate(DIRECTIONS * cells, sizeof(float));
    for (unsigned c = 0; c < cells; c++) {
        unsigned y = c / WIDE % size, z = c / WIDE / size;
        if (y == 0 || y == size - 1 || z == 0 || z == size - 1 || random_below(20) == 0)
            kind[c] = OBSTACLE;
        else if (z == size - 2)
            kind[c] = LID;
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            float value = WEIGHT(d) * random_float(0.95f, 1.05f);
            for (int i = 0; i < 4; i++)
                field[i][d * cells + c] = value;
        }
    }
    fluid a = {NULL, NULL, kind, WIDE, (int)size, (int)size};
    for (unsigned s = 0; s < steps; s++) {
        a.from = field[s % 2];
        a.to = field[(s + 1) % 2];
        launch_2d(collide, &a, (extent){size, size}, (extent){WIDE, 1}, 0);
        reference(&a, field[2 + s % 2], field[2 + (s + 1) % 2]);
    }
    return verdict(close_floats("f", field[steps % 2], field[2 + steps % 2], DIRECTIONS * cells, 1e-4f), DIRECTIONS * cells);
}
