/* SPDX-License-Identifier: Apache-2.0 */
/* walsh - the convolution of two signals by the fast Walsh transform. After the CUDA samples' fastWalshTransform. */
#include "workload.h"

enum { THREADS = 128, CHUNK = 4 * THREADS }; /* a block's piece in shared memory */

typedef struct {
    float *data;
    const float *factor;
    unsigned count, stride;
} transform;

/* Two stages at once: four values, `stride` apart */
static void four(float *v, unsigned stride)
{
    float a = v[0], b = v[stride], c = v[2 * stride], d = v[3 * stride];
    float ac = a + c, bd = b + d, a_c = a - c, b_d = b - d;
    v[0] = ac + bd;
    v[stride] = ac - bd;
    v[2 * stride] = a_c + b_d;
    v[3 * stride] = a_c - b_d;
}

/* Stages whose values are far apart: a thread has four values in global memory */
KERNEL(far)
{
    const transform *a = arguments;
    unsigned i = block * threads + thread, low = i % a->stride;
    four(a->data + 4 * (i - low) + low, a->stride);
}

/* All stages within CHUNK values, in shared memory; where their number is odd, the last stage is one of pairs */
KERNEL(near)
{
    const transform *a = arguments;
    float *piece = shared, *data = a->data + block * CHUNK;
    for (unsigned i = thread; i < CHUNK; i += threads)
        piece[i] = data[i];
    unsigned stride = CHUNK / 4;
    for (; stride > 0; stride /= 4) {
        barrier();
        unsigned low = thread % stride;
        four(piece + 4 * (thread - low) + low, stride);
    }
    barrier();
    for (unsigned i = thread; i < CHUNK / 2; i += threads) { /* CHUNK is 2 times a power of 4 */
        float a0 = piece[2 * i], a1 = piece[2 * i + 1];
        piece[2 * i] = a0 + a1;
        piece[2 * i + 1] = a0 - a1;
    }
    barrier();
    for (unsigned i = thread; i < CHUNK; i += threads)
        data[i] = piece[i];
}

KERNEL(modulate)
{
    const transform *a = arguments;
    for (unsigned i = block * threads + thread; i < a->count; i += threads * blocks)
        a->data[i] *= a->factor[i] / (float)a->count;
}

static void walsh(float *data, unsigned count)
{
    transform a = {data, NULL, count, count / 4};
    for (; a.stride >= CHUNK; a.stride /= 4)
        launch(far, &a, count / CHUNK, THREADS, 0);
    launch(near, &a, count / CHUNK, THREADS, CHUNK * sizeof(float));
}

int main(int argc, char **argv)
{
    unsigned kernel_size = 64, size = 2048;
    const option options[] = {{"size", &size, CHUNK, CHUNK << 12, CHUNK, "values, rounded up to 512 times a power of 4"},
                              {"kernel", &kernel_size, 1, CHUNK, 1, "values of the second signal that are not 0"},
                              {0}};
    begin("walsh", argc, argv, options);
    unsigned count = CHUNK;
    while (count < size)
        count *= 4;
    float *data = allocate(count, sizeof *data), *factor = allocate(count, sizeof *factor);
    float *plain = allocate(count, sizeof *plain), *second = allocate(count, sizeof *second), *expected = allocate(count, sizeof *expected);
    for (unsigned i = 0; i < count; i++)
        data[i] = plain[i] = (float)random_below(64) - 32;
    for (unsigned i = 0; i < kernel_size; i++)
        factor[i] = second[i] = (float)random_below(16) - 8;
    walsh(data, count);
    walsh(factor, count);
    transform a = {data, factor, count, 0};
    launch(modulate, &a, count / CHUNK, THREADS, 0);
    walsh(data, count);
    for (unsigned i = 0; i < count; i++) /* what is convolved: indices by exclusive or */
        for (unsigned j = 0; j < kernel_size; j++)
            expected[i] += plain[i ^ j] * second[j];
    return verdict(close_floats("value", data, expected, count, 1e-4f), count);
}
