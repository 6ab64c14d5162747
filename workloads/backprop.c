/* SPDX-License-Identifier: Apache-2.0 */
/* backprop - one step of training of a neural network with a hidden layer of 16: forward pass and change of weights. After Rodinia's backprop.
   With blocks of another side the hidden layer has as many units. */
#include "workload.h"

enum { HIDDEN = BLOCK_SIDE, TILE = BLOCK_SIDE };

typedef struct {
    const float *input;
    float *weight, *change; /* (inputs + 1) x (HIDDEN + 1); row 0 is the bias, column 0 has no use */
    float *partial;         /* a sum of each hidden unit for each block */
    const float *delta;     /* the error of each hidden unit, from 1 */
    float rate, momentum;
} layer;

/* A block has TILE inputs: it multiplies them by their weights and sums in a tree, in fewer and fewer of its rows. */
KERNEL_2D(forward)
{
    const layer *a = arguments;
    float *node = shared, (*product)[HIDDEN] = (float(*)[HIDDEN])(node + TILE);
    unsigned x = thread_x, y = thread_y, input = block_y * TILE + y + 1;
    if (x == 0)
        node[y] = a->input[input];
    barrier();
    product[y][x] = a->weight[input * (HIDDEN + 1) + x + 1] * node[y];
    barrier();
    for (unsigned span = 2; span <= TILE; span *= 2) {
        if (y % span == 0)
            product[y][x] += product[y + span / 2][x];
        barrier();
    }
    if (y == 0)
        a->partial[block_y * HIDDEN + x] = product[0][x];
}

KERNEL_2D(adjust)
{
    const layer *a = arguments;
    unsigned x = thread_x + 1, y = block_y * TILE + thread_y + 1, at = y * (HIDDEN + 1) + x;
    float change = a->rate * a->delta[x] * a->input[y] + a->momentum * a->change[at];
    a->weight[at] += change;
    a->change[at] = change;
    if (y == 1) { /* the bias, whose input is 1 */
        float bias = a->rate * a->delta[x] + a->momentum * a->change[x];
        a->weight[x] += bias;
        a->change[x] = bias;
    }
}

static float squash(float x)
{
    return 1 / (1 + expf(-x));
}

/* From the sums of the hidden units to their errors: the output layer has one unit, whose target is 0.1 */
static void output_layer(const float *sum, const float *weight, float *delta)
{
    float hidden[HIDDEN + 1], total = weight[0];
    for (int h = 1; h <= HIDDEN; h++) {
        hidden[h] = squash(sum[h]);
        total += hidden[h] * weight[h];
    }
    float out = squash(total), error = out * (1 - out) * (0.1f - out);
    for (int h = 1; h <= HIDDEN; h++)
        delta[h] = hidden[h] * (1 - hidden[h]) * error * weight[h];
}

static void reference(const layer *a, unsigned inputs, const float *output_weight)
{
    float sum[HIDDEN + 1], delta[HIDDEN + 1];
    for (unsigned h = 1; h <= HIDDEN; h++) {
        sum[h] = a->weight[h];
        for (unsigned i = 1; i <= inputs; i++)
            sum[h] += a->weight[i * (HIDDEN + 1) + h] * a->input[i];
    }
    output_layer(sum, output_weight, delta);
    for (unsigned i = 0; i <= inputs; i++)
        for (unsigned h = 1; h <= HIDDEN; h++) {
            unsigned at = i * (HIDDEN + 1) + h;
            a->change[at] = a->rate * delta[h] * (i == 0 ? 1 : a->input[i]) + a->momentum * a->change[at];
            a->weight[at] += a->change[at];
        }
}

int main(int argc, char **argv)
{
    unsigned inputs = 256;
    const option options[] = {{"size", &inputs, TILE, 1 << 18, TILE, "inputs"}, {0}};
    begin("backprop", argc, argv, options);
    unsigned weights = (inputs + 1) * (HIDDEN + 1), blocks = inputs / TILE;
    float *input = allocate(inputs + 1, sizeof *input), *partial = allocate(blocks * HIDDEN, sizeof *partial);
    float *all[4], output_weight[HIDDEN + 1], delta[HIDDEN + 1], sum[HIDDEN + 1];
    for (int i = 0; i < 4; i++)
        all[i] = allocate(weights, sizeof(float));
    random_floats(input + 1, inputs, 0, 1);
    random_floats(output_weight, HIDDEN + 1, 0, 1);
    for (unsigned i = 0; i < weights; i++) {
        all[0][i] = all[2][i] = random_float(-0.1f, 0.1f);
        all[1][i] = all[3][i] = random_float(-0.01f, 0.01f);
    }
    layer a = {input, all[0], all[1], partial, delta, 3, 0.3f};
    launch_2d(forward, &a, (extent){1, blocks}, (extent){HIDDEN, TILE}, (TILE + TILE * HIDDEN) * sizeof(float));
    for (unsigned h = 1; h <= HIDDEN; h++) {
        sum[h] = a.weight[h];
        for (unsigned b = 0; b < blocks; b++)
            sum[h] += partial[b * HIDDEN + h - 1];
    }
    output_layer(sum, output_weight, delta);
    launch_2d(adjust, &a, (extent){1, blocks}, (extent){HIDDEN, TILE}, 0);
    layer plain = {input, all[2], all[3], NULL, NULL, a.rate, a.momentum};
    reference(&plain, inputs, output_weight);
    return verdict(close_floats("change", all[1], all[3], weights, 1e-4f) && close_floats("weight", all[0], all[2], weights, 1e-5f),
                   weights);
}
