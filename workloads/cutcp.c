/* SPDX-License-Identifier: Apache-2.0 */
/* cutcp - the electric potential at the points of a lattice from the atoms nearer than a cutoff; atoms are in bins. After Parboil's cutcp
   (Hardy, Stone and Schulten, 2009). */
#include "workload.h"

/* A block has a cube of the lattice, CUBE points a side; a thread has every other plane's point. A bin is a cube of the same side. */
enum { CUBE = 8, THREADS = 128, POINTS = CUBE * CUBE * CUBE / THREADS, SLOTS = 8 };

static const float spacing = 0.5f, cutoff = 4; /* a cutoff is CUBE * spacing: atoms in the 27 bins around are all that count */

typedef struct {
    float x, y, z, charge; /* no atom: charge 0 */
} atom;

typedef struct {
    const atom *bins; /* SLOTS atoms a bin */
    float *potential;
    int cubes; /* a side of the lattice, and of the bins */
} lattice;

static float share(const atom *a, float x, float y, float z)
{
    float dx = a->x - x, dy = a->y - y, dz = a->z - z, square = dx * dx + dy * dy + dz * dz;
    if (square >= cutoff * cutoff || a->charge == 0)
        return 0;
    float rest = 1 - square * (1 / (cutoff * cutoff));
    return a->charge * rest * rest / root(square);
}

KERNEL(potential)
{
    const lattice *a = arguments;
    atom *bin = shared;
    int n = a->cubes, side = n * CUBE, x = (int)(thread % CUBE), y = (int)(thread / CUBE % CUBE), z = (int)(thread / CUBE / CUBE);
    int cube_x = (int)block % n, cube_y = (int)block / n % n, cube_z = (int)block / n / n;
    float at_x = (float)(cube_x * CUBE + x) * spacing, at_y = (float)(cube_y * CUBE + y) * spacing;
    float sum[POINTS] = {0}, at_z = (float)(cube_z * CUBE + z) * spacing;
    for (int near = 0; near < 27; near++) {
        int bin_x = cube_x + near % 3 - 1, bin_y = cube_y + near / 3 % 3 - 1, bin_z = cube_z + near / 9 - 1;
        if (bin_x < 0 || bin_x >= n || bin_y < 0 || bin_y >= n || bin_z < 0 || bin_z >= n)
            continue;
        const atom *from = a->bins + ((bin_z * n + bin_y) * n + bin_x) * SLOTS;
        barrier();
        if (thread < 4 * SLOTS)
            ((float *)bin)[thread] = ((const float *)from)[thread];
        barrier();
        for (int i = 0; i < SLOTS && bin[i].charge != 0; i++)
            for (int p = 0; p < POINTS; p++)
                sum[p] += share(bin + i, at_x, at_y, at_z + (float)(p * CUBE / POINTS) * spacing);
    }
    for (int p = 0; p < POINTS; p++)
        a->potential[((cube_z * CUBE + z + p * CUBE / POINTS) * side + cube_y * CUBE + y) * side + cube_x * CUBE + x] = sum[p];
}

int main(int argc, char **argv)
{
    unsigned cubes = 2, density = 1;
    const option options[] = {
        {"size", &cubes, 1, 16, 1, "cubes of 8 x 8 x 8 points a side"}, {"density", &density, 0, SLOTS, 1, "atoms a cube"}, {0}};
    begin("cutcp", argc, argv, options);
    unsigned bins = cubes * cubes * cubes, points = bins * CUBE * CUBE * CUBE, side = cubes * CUBE, atoms = 0;
    atom *slot = allocate(bins * SLOTS, sizeof *slot), *all = allocate(bins * SLOTS, sizeof *all);
    for (unsigned i = 0; i < bins * density; i++) { /* at a random place; where a bin is full, there is no atom */
        float reach = (float)side * spacing;
        atom a = {.charge = random_below(2) ? 1 : -0.5f};
        random_floats(&a.x, 1, 0, reach);
        random_floats(&a.y, 1, 0, reach);
        random_floats(&a.z, 1, 0, reach);
        unsigned x = (unsigned)(a.x / cutoff), y = (unsigned)(a.y / cutoff), z = (unsigned)(a.z / cutoff);
        atom *to = slot + ((z * cubes + y) * cubes + x) * SLOTS, *end = to + SLOTS;
        while (to < end && to->charge != 0)
            to++;
        if (to < end)
            *to = all[atoms++] = a;
    }
    lattice a = {slot, allocate(points, sizeof(float)), (int)cubes};
    launch(potential, &a, bins, THREADS, SLOTS * sizeof(atom));
    float *expected = allocate(points, sizeof *expected);
    for (unsigned i = 0; i < points; i++)
        for (unsigned j = 0; j < atoms; j++)
            expected[i] +=
                share(all + j, (float)(i % side) * spacing, (float)(i / side % side) * spacing, (float)(i / side / side) * spacing);
    return verdict(close_floats("potential", a.potential, expected, points, 1e-4f), points);
}
