/* SPDX-License-Identifier: Apache-2.0 */
/* mri_q - the matrix Q of magnetic resonance imaging off the grid: for each voxel a sum of sines and cosines over all samples. After Parboil's
   mri-q (Stone and others, 2008). */
#include "workload.h"

enum { PHI_THREADS = 512, THREADS = 256, CHUNK = 1024 }; /* CHUNK samples a launch, as they fit into a small constant memory */

typedef struct {
    float x, y, z, magnitude;
} sample;

typedef struct {
    const float *real, *imaginary; /* phi of each sample */
    sample *samples;
    const float *x, *y, *z; /* voxels */
    float *q_real, *q_imaginary;
    unsigned count, first;
} imaging;

KERNEL(magnitudes)
{
    const imaging *a = arguments;
    unsigned i = block * threads + thread;
    if (i < a->count)
        a->samples[i].magnitude = a->real[i] * a->real[i] + a->imaginary[i] * a->imaginary[i];
}

KERNEL(sum)
{
    const imaging *a = arguments;
    unsigned v = block * threads + thread;
    float x = a->x[v], y = a->y[v], z = a->z[v], real = a->q_real[v], imaginary = a->q_imaginary[v];
    for (unsigned i = a->first; i < a->first + CHUNK && i < a->count; i++) {
        const sample *s = a->samples + i;
        float angle = 6.2831853f * (s->x * x + s->y * y + s->z * z);
        real += s->magnitude * cosf(angle);
        imaginary += s->magnitude * sinf(angle);
    }
    a->q_real[v] = real;
    a->q_imaginary[v] = imaginary;
}

int main(int argc, char **argv)
{
    unsigned voxels = 256, count = 24;
    const option options[] = {{"size", &voxels, THREADS, 1 << 20, THREADS, "voxels"}, {"samples", &count, 1, 1 << 16, 1, "samples"}, {0}};
    begin("mri_q", argc, argv, options);
    float *f[9];
    for (int i = 0; i < 9; i++)
        f[i] = allocate(i < 2 ? count : voxels, sizeof(float));
    sample *samples = allocate(count, sizeof *samples);
    random_floats(f[0], count, -1, 1);
    random_floats(f[1], count, -1, 1);
    for (unsigned i = 0; i < count; i++) {
        random_floats(&samples[i].x, 1, -8, 8);
        random_floats(&samples[i].y, 1, -8, 8);
        random_floats(&samples[i].z, 1, -8, 8);
    }
    for (unsigned v = 0; v < voxels; v++) { /* voxels are a grid of 32 x 8 places a layer */
        f[2][v] = (float)(v % 32) / 32 - 0.5f;
        f[3][v] = (float)(v / 32 % 8) / 8 - 0.5f;
        f[4][v] = (float)(v / 256) / 16 - 0.5f;
    }
    imaging a = {f[0], f[1], samples, f[2], f[3], f[4], f[5], f[6], count, 0};
    launch(magnitudes, &a, (count + PHI_THREADS - 1) / PHI_THREADS, PHI_THREADS, 0);
    for (; a.first < count; a.first += CHUNK)
        launch(sum, &a, voxels / THREADS, THREADS, 0);
    for (unsigned v = 0; v < voxels; v++)
        for (unsigned i = 0; i < count; i++) {
            float angle = 6.2831853f * (samples[i].x * f[2][v] + samples[i].y * f[3][v] + samples[i].z * f[4][v]);
            float magnitude_of = f[0][i] * f[0][i] + f[1][i] * f[1][i];
            f[7][v] += magnitude_of * cosf(angle);
            f[8][v] += magnitude_of * sinf(angle);
        }
    return verdict(close_floats("real", f[5], f[7], voxels, 1e-4f) && close_floats("imaginary", f[6], f[8], voxels, 1e-4f), 2 * voxels);
}
