/* SPDX-License-Identifier: Apache-2.0 */
/* cfd - the flow of air past a floor: Euler's equations in finite volumes on a mesh without structure, with artificial viscosity and a Runge-Kutta
   method (Corrigan and others, 2009). After Rodinia's cfd, euler3d. */
#include "workload.h"

enum { THREADS = 192, FACES = 4, STAGES = 3, WALL = -1, FAR = -2 };
enum { DENSITY = 0, MOMENTUM = 1, ENERGY = 4, VARIABLES = 5 };

static const float heat_ratio = 1.4f, mach = 1.2f, viscosity = 0.2f;

/* What an element has, and what follows from it */
typedef struct {
    float density, momentum[3], energy;
    float velocity[3], pressure, fastest; /* the fastest wave's speed */
} air;

/* What flows along each axis; of mass it is the momentum. */
typedef struct {
    float momentum[3][3], energy[3];
} flow;

typedef struct {
    int elements;
    const int *neighbour; /* face after face, each of all elements: an element, WALL or FAR */
    const float *normal;  /* face after face, axis after axis, each of all elements: inwards, as long as the face is large */
    const float *area;    /* of an element: the squares of its faces */
    float *variables, *old, *change, *step;
    air far; /* the air that comes, and its flow */
    flow far_flow;
    int stage; /* of the Runge-Kutta method, from 1 */
} domain;

#define INLINE static inline __attribute__((always_inline))

INLINE void complete(air *s)
{
    float squares = 0;
#pragma GCC unroll 3
    for (int d = 0; d < 3; d++) {
        s->velocity[d] = s->momentum[d] / s->density;
        squares += s->velocity[d] * s->velocity[d];
    }
    s->pressure = (heat_ratio - 1) * (s->energy - 0.5f * s->density * squares);
    s->fastest = root(squares) + root(heat_ratio * s->pressure / s->density);
}

INLINE air air_of(const domain *a, int element)
{
    air s;
    s.density = a->variables[DENSITY * a->elements + element];
#pragma GCC unroll 3
    for (int d = 0; d < 3; d++)
        s.momentum[d] = a->variables[(MOMENTUM + d) * a->elements + element];
    s.energy = a->variables[ENERGY * a->elements + element];
    complete(&s);
    return s;
}

INLINE flow flow_of(const air *s)
{
    flow f;
#pragma GCC unroll 3
    for (int d = 0; d < 3; d++) {
#pragma GCC unroll 3
        for (int k = 0; k <= d; k++)
            f.momentum[d][k] = f.momentum[k][d] = s->velocity[k] * s->momentum[d] + (k == d ? s->pressure : 0);
        f.energy[d] = s->velocity[d] * (s->energy + s->pressure);
    }
    return f;
}

KERNEL(initialise)
{
    const domain *a = arguments;
    unsigned e = block * threads + thread, n = (unsigned)a->elements;
    a->variables[DENSITY * n + e] = a->far.density;
#pragma GCC unroll 3
    for (unsigned d = 0; d < 3; d++)
        a->variables[(MOMENTUM + d) * n + e] = a->far.momentum[d];
    a->variables[ENERGY * n + e] = a->far.energy;
}

/* The local step of time, by the element's volume */
KERNEL(choose_step)
{
    const domain *a = arguments;
    int e = (int)(block * threads + thread);
    air here = air_of(a, e);
    a->step[e] = 0.5f / (root(a->area[e]) * here.fastest);
}

/* What flows in through a face: half of what flows on both sides of it */
INLINE void through(float *change, const float *normal, const float *mass, const flow *f, const float *other_mass, const flow *other)
{
#pragma GCC unroll 3
    for (int k = 0; k < 3; k++) {
        float half = 0.5f * normal[k];
        change[DENSITY] += half * (mass[k] + other_mass[k]);
#pragma GCC unroll 3
        for (int d = 0; d < 3; d++)
            change[MOMENTUM + d] += half * (f->momentum[k][d] + other->momentum[k][d]);
        change[ENERGY] += half * (f->energy[k] + other->energy[k]);
    }
}

KERNEL(compute_flux)
{
    const domain *a = arguments;
    int n = a->elements, e = (int)(block * threads + thread);
    air here = air_of(a, e);
    flow f = flow_of(&here);
    float change[VARIABLES] = {0, 0, 0, 0, 0};
#pragma GCC unroll 4
    for (int face = 0; face < FACES; face++) {
        int to = a->neighbour[face * n + e];
        float normal[3];
#pragma GCC unroll 3
        for (int d = 0; d < 3; d++)
            normal[d] = a->normal[(3 * face + d) * n + e];
        if (to >= 0) {
            air there = air_of(a, to);
            flow g = flow_of(&there);
            float large = root(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
            float smooth = 0.5f * viscosity * large * (here.fastest + there.fastest);
            change[DENSITY] += smooth * (there.density - here.density);
#pragma GCC unroll 3
            for (int d = 0; d < 3; d++)
                change[MOMENTUM + d] += smooth * (there.momentum[d] - here.momentum[d]);
            change[ENERGY] += smooth * (there.energy - here.energy);
            through(change, normal, here.momentum, &f, there.momentum, &g);
        } else if (to == WALL) {
#pragma GCC unroll 3
            for (int d = 0; d < 3; d++)
                change[MOMENTUM + d] += normal[d] * here.pressure;
        } else {
            through(change, normal, here.momentum, &f, a->far.momentum, &a->far_flow);
        }
    }
#pragma GCC unroll 5
    for (int v = 0; v < VARIABLES; v++)
        a->change[v * n + e] = change[v];
}

KERNEL(time_step)
{
    const domain *a = arguments;
    int n = a->elements, e = (int)(block * threads + thread);
    float step = a->step[e] / (float)(STAGES + 1 - a->stage);
#pragma GCC unroll 5
    for (int v = 0; v < VARIABLES; v++)
        a->variables[v * n + e] = a->old[v * n + e] + step * a->change[v * n + e];
}

/* The faces of a tetrahedron of these corners: face i is opposite to corner i. Returns the squares of the faces. */
static float face_normals(const float corner[4][3], float normal[FACES][3])
{
    float squares = 0;
    for (int i = 0; i < FACES; i++) {
        const float *o = corner[(i + 1) % 4], *p = corner[(i + 2) % 4], *q = corner[(i + 3) % 4];
        float inwards = 0;
        for (int d = 0; d < 3; d++) {
            int x = (d + 1) % 3, y = (d + 2) % 3;
            normal[i][d] = 0.5f * ((p[x] - o[x]) * (q[y] - o[y]) - (p[y] - o[y]) * (q[x] - o[x]));
            inwards += normal[i][d] * (corner[i][d] - o[d]);
            squares += normal[i][d] * normal[i][d];
        }
        for (int d = 0; d < 3; d++)
            normal[i][d] = inwards < 0 ? -normal[i][d] : normal[i][d];
    }
    return squares;
}

/* The numbers of the elements: of neighbours near each other, but for a quarter of the elements, which change places with any other */
static int *numbered(int elements)
{
    int *number = allocate((size_t)elements, sizeof *number);
    for (int e = 0; e < elements; e++)
        number[e] = e;
    for (int e = 0; e < elements; e += 4) {
        unsigned other = random_below((unsigned)elements);
        int moved = number[e];
        number[e] = number[other];
        number[other] = moved;
    }
    return number;
}

/* Cubes of corners that are not quite at their places, each cut into six tetrahedra (Kuhn): from its first corner to its last along the axes in one
   order of the six. The side z = 0 is a wall; what is behind the others is far. */
static void make_mesh(domain *a, int size)
{
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    /* Behind a face is the tetrahedron that has the axes in this order: of the next cube along the first axis, of the same one twice, of the cube before
       along the last axis. */
    static const int turns[FACES][3] = {{1, 2, 0}, {1, 0, 2}, {0, 2, 1}, {2, 0, 1}};
    int n = 6 * size * size * size, wide = size + 1, *number = numbered(n), *neighbour = allocate((size_t)(FACES * n), sizeof *neighbour);
    float *normals = allocate((size_t)(FACES * 3 * n), sizeof *normals), *area = allocate((size_t)n, sizeof *area);
    float(*moved)[3] = allocate((size_t)(wide * wide * wide), sizeof *moved);
    random_floats(moved[0], (unsigned)(wide * wide * wide * 3), -0.1f, 0.1f);
    for (int i = 0; i < n; i++) {
        int cube = i / 6, e = number[i];
        const int *order = orders[i % 6], first[3] = {cube % size, cube / size % size, cube / size / size};
        int at[3] = {first[0], first[1], first[2]}, stride[3] = {1, size, size * size};
        float corner[4][3], normal[FACES][3];
        for (int c = 0; c < 4; c++) {
            for (int d = 0; d < 3; d++)
                corner[c][d] = (float)at[d] + moved[(at[2] * wide + at[1]) * wide + at[0]][d];
            if (c < 3)
                at[order[c]]++;
        }
        area[e] = face_normals((const float(*)[3])corner, normal);
        for (int face = 0; face < FACES; face++) {
            const int *turn = turns[face];
            int p = order[turn[0]], q = order[turn[1]], r = order[turn[2]];
            int along = face == 0 ? order[0] : order[2], away = face == 0 ? 1 : face == 3 ? -1 : 0, to = first[along] + away;
            int next = 6 * (cube + away * stride[along]) + 2 * p + (q > r);
            neighbour[face * n + e] = to >= 0 && to < size ? number[next] : to < 0 && along == 2 ? WALL : FAR;
            for (int d = 0; d < 3; d++)
                normals[(3 * face + d) * n + e] = normal[face][d];
        }
    }
    a->elements = n;
    a->neighbour = neighbour;
    a->normal = normals;
    a->area = area;
}

static air plain_air(const float *v, int n, int e)
{
    air s = {v[e], {v[n + e], v[2 * n + e], v[3 * n + e]}, v[4 * n + e], {v[n + e] / v[e], v[2 * n + e] / v[e], v[3 * n + e] / v[e]}, 0, 0};
    float squares = (s.momentum[0] * s.momentum[0] + s.momentum[1] * s.momentum[1] + s.momentum[2] * s.momentum[2]) / s.density;
    s.pressure = (heat_ratio - 1) * (s.energy - squares / 2);
    s.fastest = root(squares / s.density) + root(heat_ratio * s.pressure / s.density);
    return s;
}

/* Along the normal flows what moves with the air, and the pressure. */
static void plain_flow(const air *s, const float *normal, float share, float *change)
{
    float speed = s->velocity[0] * normal[0] + s->velocity[1] * normal[1] + s->velocity[2] * normal[2];
    change[DENSITY] += share * speed * s->density;
    for (int d = 0; d < 3; d++)
        change[MOMENTUM + d] += share * (speed * s->momentum[d] + normal[d] * s->pressure);
    change[ENERGY] += share * speed * (s->energy + s->pressure);
}

static void plain_change(const domain *a, const float *now, int e, float *change)
{
    int n = a->elements;
    air here = plain_air(now, n, e);
    for (int face = 0; face < FACES; face++) {
        int to = a->neighbour[face * n + e];
        const float *at = a->normal + 3 * face * n + e, normal[3] = {at[0], at[n], at[2 * n]};
        if (to == WALL) {
            air still = {here.density, {0, 0, 0}, here.energy, {0, 0, 0}, here.pressure, 0};
            plain_flow(&still, normal, 1, change);
            continue;
        }
        air there = to == FAR ? a->far : plain_air(now, n, to);
        plain_flow(&here, normal, 0.5f, change);
        plain_flow(&there, normal, 0.5f, change);
        float large = root(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
        for (int v = 0; to != FAR && v < VARIABLES; v++)
            change[v] += viscosity / 2 * large * (here.fastest + there.fastest) * (now[v * n + to] - now[v * n + e]);
    }
}

static void reference(const domain *a, float *now, unsigned iterations)
{
    int n = a->elements, values = VARIABLES * n;
    float *start = allocate((size_t)values, sizeof *start), *next = allocate((size_t)values, sizeof *next);
    for (unsigned i = 0; i < iterations; i++) {
        for (int v = 0; v < values; v++)
            start[v] = now[v];
        for (int part = STAGES; part > 0; part--) {
            for (int e = 0; e < n; e++) {
                float change[VARIABLES] = {0, 0, 0, 0, 0}, step = 0.5f / root(a->area[e]) / plain_air(start, n, e).fastest;
                plain_change(a, now, e, change);
                for (int v = 0; v < VARIABLES; v++)
                    next[v * n + e] = start[v * n + e] + step / (float)part * change[v];
            }
            for (int v = 0; v < values; v++)
                now[v] = next[v];
        }
    }
}

int main(int argc, char **argv)
{
    unsigned size = 4, iterations = 1;
    const option options[] = {{"size", &size, 4, 64, 4, "cubes of six elements along each side of the mesh"},
                              {"iterations", &iterations, 1, 1000, 1, "steps of time"},
                              {0}};
    begin("cfd", argc, argv, options);
    domain a = {0};
    make_mesh(&a, (int)size);
    unsigned n = (unsigned)a.elements, values = VARIABLES * n, blocks = n / THREADS;
    a.variables = allocate(values, sizeof(float));
    a.old = allocate(values, sizeof(float));
    a.change = allocate(values, sizeof(float));
    a.step = allocate(n, sizeof(float));
    a.far = (air){.density = heat_ratio, .momentum = {heat_ratio * mach, 0, 0}}; /* of pressure 1, so the speed of sound is 1 */
    a.far.energy = 1 / (heat_ratio - 1) + 0.5f * heat_ratio * mach * mach;
    complete(&a.far);
    a.far_flow = flow_of(&a.far);
    launch(initialise, &a, blocks, THREADS, 0);
    /* Where all air flows alike all vectors would be of one value: the flow is disturbed, as it is when it has met something. */
    float *expected = allocate(values, sizeof *expected), far[VARIABLES] = {a.far.density, a.far.momentum[0], 0, 0, a.far.energy};
    for (unsigned v = 0; v < values; v++) {
        float by = random_float(-0.05f, 0.05f);
        a.variables[v] += by;
        expected[v] = far[v / n] + by;
    }
    for (unsigned i = 0; i < iterations; i++) {
        for (unsigned v = 0; v < values; v++)
            a.old[v] = a.variables[v];
        launch(choose_step, &a, blocks, THREADS, 0);
        for (a.stage = 1; a.stage <= STAGES; a.stage++) {
            launch(compute_flux, &a, blocks, THREADS, 0);
            launch(time_step, &a, blocks, THREADS, 0);
        }
    }
    reference(&a, expected, iterations);
    return verdict(close_floats("variables", a.variables, expected, values, 1e-4f), values);
}
