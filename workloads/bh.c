/* SPDX-License-Identifier: Apache-2.0 */
/* bh - bodies that pull each other (Barnes and Hut): what is far and close together pulls as one. The host builds the tree, kernels find the forces and move
   the bodies. After Lonestar's bh. */
#include "workload.h"

enum { FORCE_THREADS = 256, MOVE_THREADS = 512, AXES = 3, LEVELS = 10, RUN = 32 };

static const float softening = 0.0025f, time_step = 0.025f;

/* Nodes stand in the order in which they are met: behind a cell is its first child, and `next` is what comes when the cell's children are passed over. */
typedef struct {
    unsigned nodes;
    float *at[AXES], *mass;
    float *reach; /* the square of the distance from which on a node pulls as one; of a body 0 */
    unsigned *next;
} octree;

typedef struct {
    octree tree;
    unsigned bodies, every;
    float *at[AXES], *speed[AXES], *pull[AXES], *mass;
} galaxy;

/* Bodies that are pulled stand in runs of RUN, which begin `every` runs after each other. */
static inline unsigned body_of(const galaxy *a, unsigned pulled)
{
    return pulled / RUN * RUN * a->every + pulled % RUN;
}

KERNEL(find_forces)
{
    const galaxy *a = arguments;
    unsigned body = body_of(a, block * threads + thread);
    if (body < a->bodies) {
        float x = a->at[0][body], y = a->at[1][body], z = a->at[2][body], pull_x = 0, pull_y = 0, pull_z = 0;
        for (unsigned node = 0; node < a->tree.nodes;) {
            float dx = a->tree.at[0][node] - x, dy = a->tree.at[1][node] - y, dz = a->tree.at[2][node] - z;
            float square = dx * dx + dy * dy + dz * dz;
            if (square >= a->tree.reach[node]) {
                float inverse = 1 / root(square + softening), force = a->tree.mass[node] * inverse * inverse * inverse;
                pull_x += dx * force;
                pull_y += dy * force;
                pull_z += dz * force;
                node = a->tree.next[node];
            } else {
                node++;
            }
        }
        a->pull[0][body] = pull_x;
        a->pull[1][body] = pull_y;
        a->pull[2][body] = pull_z;
    }
}

KERNEL(move)
{
    const galaxy *a = arguments;
    unsigned body = block * threads + thread;
    if (body < a->bodies)
#pragma GCC unroll 3
        for (int d = 0; d < AXES; d++) {
            float half = a->pull[d][body] * (0.5f * time_step), speed = a->speed[d][body] + half;
            a->at[d][body] += speed * time_step;
            a->speed[d][body] = speed + half;
        }
}

/* Plummer's model: dense in the middle, and thin where it ends */
static void random_body(float *at)
{
    float square, part = random_float(0.001f, 0.999f);
    do {
        square = 0;
        for (int d = 0; d < AXES; d++) {
            at[d] = random_float(-1, 1);
            square += at[d] * at[d];
        }
    } while (square > 1 || square < 0.01f);
    float far = 1 / root((expf(logf(part) * (-2.0f / 3)) - 1) * square);
    for (int d = 0; d < AXES; d++)
        at[d] *= far;
}

/* Bits of the place in a cube from `low`, 10 of each axis: the coarsest of all axes come first. */
static unsigned place_code(const float *at, float low, float side)
{
    unsigned code = 0;
    for (int d = 0; d < AXES; d++) {
        int cell = least((1 << LEVELS) - 1, most(0, (int)((at[d] - low) / side * (1 << LEVELS))));
        for (int bit = 0; bit < LEVELS; bit++)
            code |= ((unsigned)cell >> bit & 1) << (AXES * bit + d);
    }
    return code;
}

/* Fills order[] with the numbers of the bodies, by ascending codes: five bits at a time, from the lowest. */
static void order_codes(const unsigned *code, unsigned *order, unsigned count)
{
    enum { BITS = 5 };
    unsigned *before = allocate(count, sizeof *before);
    for (unsigned i = 0; i < count; i++)
        order[i] = i;
    for (int shift = 0; shift < AXES * LEVELS; shift += BITS) {
        unsigned first[(1 << BITS) + 1] = {0};
        for (unsigned i = 0; i < count; i++) {
            before[i] = order[i];
            first[(code[order[i]] >> shift) % (1 << BITS) + 1]++;
        }
        for (int i = 0; i < 1 << BITS; i++)
            first[i + 1] += first[i];
        for (unsigned i = 0; i < count; i++)
            order[first[(code[before[i]] >> shift) % (1 << BITS)]++] = before[i];
    }
}

/* Adds the node of bodies from `first` on and below `end`, which lie in one cell of the level, and all below it. A cell whose bodies are all in one of its
   eight is left out. */
static void add_node(galaxy *a, const unsigned *code, unsigned first, unsigned end, int level, float side)
{
    octree *t = &a->tree;
    unsigned node = t->nodes++;
    float sum[AXES] = {0, 0, 0}, mass = 0;
    for (unsigned i = first; i < end; i++) {
        for (int d = 0; d < AXES; d++)
            sum[d] += a->mass[i] * a->at[d][i];
        mass += a->mass[i];
    }
    for (int d = 0; d < AXES; d++)
        t->at[d][node] = sum[d] / mass;
    t->mass[node] = mass;
    if (end - first > 1) {
        while (level < LEVELS && code[first] >> AXES * (LEVELS - 1 - level) == code[end - 1] >> AXES * (LEVELS - 1 - level)) {
            level++;
            side /= 2;
        }
        t->reach[node] = side * side;
        for (unsigned start = first; start < end;) {
            unsigned stop = start + 1;
            while (level < LEVELS && stop < end && code[stop] >> AXES * (LEVELS - 1 - level) == code[start] >> AXES * (LEVELS - 1 - level))
                stop++;
            add_node(a, code, start, stop, level + 1, side / 2);
            start = stop;
        }
    }
    t->next[node] = t->nodes;
}

/* Bodies in the order of their places, so that those of a warp are neighbours, and the tree. A cell of side s is opened nearer than s / (angle / 100). */
static void make_galaxy(galaxy *a, unsigned angle)
{
    unsigned n = a->bodies, *code = allocate(n, sizeof *code), *order = allocate(n, sizeof *order), *sorted = allocate(n, sizeof *sorted);
    float(*at)[AXES] = allocate(n, sizeof *at), widest = 0;
    for (unsigned i = 0; i < n; i++) {
        random_body(at[i]);
        for (int d = 0; d < AXES; d++)
            widest = greater(widest, magnitude(at[i][d]));
    }
    for (unsigned i = 0; i < n; i++)
        code[i] = place_code(at[i], -widest, 2 * widest);
    order_codes(code, order, n);
    for (int d = 0; d < AXES; d++) {
        a->at[d] = allocate(n, sizeof(float));
        a->speed[d] = allocate(n, sizeof(float));
        a->pull[d] = allocate(n, sizeof(float));
        a->tree.at[d] = allocate(2 * n, sizeof(float));
        random_floats(a->speed[d], n, -0.1f, 0.1f);
    }
    a->mass = allocate(n, sizeof(float));
    a->tree.mass = allocate(2 * n, sizeof(float));
    a->tree.reach = allocate(2 * n, sizeof(float));
    a->tree.next = allocate(2 * n, sizeof(unsigned));
    for (unsigned i = 0; i < n; i++) {
        sorted[i] = code[order[i]];
        a->mass[i] = 1 / (float)n;
        for (int d = 0; d < AXES; d++)
            a->at[d][i] = at[order[i]][d];
    }
    add_node(a, sorted, 0, n, 0, 2 * widest * 100 / (float)angle);
}

static void add_pull(const float *at, const float *from, float mass, float *pull)
{
    float way[AXES], square = softening;
    for (int d = 0; d < AXES; d++) {
        way[d] = from[d] - at[d];
        square += way[d] * way[d];
    }
    for (int d = 0; d < AXES; d++)
        pull[d] += mass * way[d] / (square * root(square));
}

/* The pull of a node and of all below it, children by children */
static void tree_pull(const octree *t, unsigned node, const float *at, float *pull)
{
    float from[AXES] = {t->at[0][node], t->at[1][node], t->at[2][node]}, square = 0;
    for (int d = 0; d < AXES; d++)
        square += (from[d] - at[d]) * (from[d] - at[d]);
    if (square >= t->reach[node])
        add_pull(at, from, t->mass[node], pull);
    else
        for (unsigned child = node + 1; child < t->next[node]; child = t->next[child])
            tree_pull(t, child, at, pull);
}

/* The same without a tree */
static void direct_pull(const galaxy *a, const float *at, float *pull)
{
    for (unsigned i = 0; i < a->bodies; i++) {
        float from[AXES] = {a->at[0][i], a->at[1][i], a->at[2][i]};
        add_pull(at, from, a->mass[i], pull);
    }
}

int main(int argc, char **argv)
{
    enum { SAMPLES = RUN };
    unsigned bodies = 192, every = 1, angle = 50;
    const option options[] = {{"size", &bodies, RUN, 1 << 20, RUN, "bodies"},
                              {"every", &every, 1, 1 << 20, 1, "of so many times 32 bodies 32 are pulled, and all pull"},
                              {"angle", &angle, 10, 200, 1, "hundredths of a cell's side over its distance, from which on it is opened"},
                              {0}};
    begin("bh", argc, argv, options);
    galaxy a = {.bodies = bodies, .every = every};
    make_galaxy(&a, angle);
    unsigned pulled = (bodies / RUN + every - 1) / every * RUN;
    float *at[AXES], *speed[AXES], *pull[AXES], *told[AXES], *direct[AXES];
    for (int d = 0; d < AXES; d++) {
        at[d] = allocate(bodies, sizeof(float));
        speed[d] = allocate(bodies, sizeof(float));
        pull[d] = allocate(bodies, sizeof(float));
        told[d] = allocate(SAMPLES, sizeof(float));
        direct[d] = allocate(SAMPLES, sizeof(float));
    }
    for (unsigned i = 0; i < bodies; i++) {
        float here[AXES] = {a.at[0][i], a.at[1][i], a.at[2][i]}, sum[AXES] = {0, 0, 0};
        if (i / RUN % every == 0)
            tree_pull(&a.tree, 0, here, sum);
        for (int d = 0; d < AXES; d++) {
            pull[d][i] = sum[d];
            speed[d][i] = a.speed[d][i] + sum[d] * time_step;
            at[d][i] = here[d] + (a.speed[d][i] + sum[d] * time_step / 2) * time_step;
        }
    }
    for (unsigned s = 0; s < SAMPLES; s++) {
        unsigned body = body_of(&a, s * (pulled / SAMPLES));
        float here[AXES] = {a.at[0][body], a.at[1][body], a.at[2][body]}, sum[AXES] = {0, 0, 0};
        direct_pull(&a, here, sum);
        for (int d = 0; d < AXES; d++)
            direct[d][s] = sum[d];
    }
    launch(find_forces, &a, (pulled + FORCE_THREADS - 1) / FORCE_THREADS, FORCE_THREADS, 0);
    launch(move, &a, (bodies + MOVE_THREADS - 1) / MOVE_THREADS, MOVE_THREADS, 0);
    bool right = true;
    for (int d = 0; d < AXES && right; d++) {
        for (unsigned s = 0; s < SAMPLES; s++)
            told[d][s] = a.pull[d][body_of(&a, s * (pulled / SAMPLES))];
        right = close_floats("pull", a.pull[d], pull[d], bodies, 1e-4f) &&
                close_floats("pull beside the direct sum", told[d], direct[d], SAMPLES, (float)angle / 1000) &&
                close_floats("speed", a.speed[d], speed[d], bodies, 1e-4f) && close_floats("place", a.at[d], at[d], bodies, 1e-4f);
    }
    return verdict(right, pulled);
}
