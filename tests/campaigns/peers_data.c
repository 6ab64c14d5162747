/* SPDX-License-Identifier: Apache-2.0
 *
 * peers_data KIND BYTES - writes data of one kind, the same in every run, to standard output: random, float, double or picture. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/random.h"

/* As many numbers as the bytes have, of a field: neighbours at random, then mixed in 16 sweeps. Sums and products alone, so that every machine has
 * the same bits. */
static void field(uint8_t *to, size_t bytes, size_t width)
{
    size_t n = bytes / width;
    double *v = malloc((n + 2) * sizeof *v);
    rng r = {7};
    if (v == NULL)
        exit(1);
    for (size_t i = 0; i < n + 2; i++)
        v[i] = 300 + rng_below(&r, 1 << 20) / 4096.0;
    for (int sweep = 0; sweep < 16; sweep++)
        for (size_t i = 1; i <= n; i++)
            v[i] = 0.25 * v[i - 1] + 0.5 * v[i] + 0.25 * v[i + 1];
    for (size_t i = 0; i < n; i++) {
        float single = (float)v[i + 1];
        memcpy(to + i * width, width == 4 ? (void *)&single : (void *)&v[i + 1], width);
    }
    free(v);
}

/* Pixels of 3 bytes, 512 a row: a sky that grows darker, discs that are lit from one side, noise in the lowest bits. */
static void picture(uint8_t *to, size_t bytes)
{
    enum { WIDTH = 512, DISC = 64 };
    rng r = {7};
    for (size_t i = 0; i < bytes; i++) {
        int x = (int)(i / 3 % WIDTH), y = (int)(i / 3 / WIDTH), channel = (int)(i % 3);
        int dx = x % DISC - DISC / 2, dy = y % DISC - DISC / 2, far = dx * dx + dy * dy, number = x / DISC + 7 * (y / DISC);
        bool lit = number % 3 == 0 && far < DISC * DISC / 5;
        int value = lit ? 40 * (1 + (number + channel) % 4) + dx - far / 32 : 90 + 40 * channel - y % WIDTH / 8;
        to[i] = (uint8_t)(value + (int)rng_below(&r, 4));
    }
}

int main(int argc, char **argv)
{
    size_t bytes = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
    const char *kind = bytes > 0 ? argv[1] : "";
    uint8_t *data = calloc(bytes + 1, 1);
    if (data == NULL)
        return 1;
    if (strcmp(kind, "float") == 0)
        field(data, bytes, 4);
    else if (strcmp(kind, "double") == 0)
        field(data, bytes, 8);
    else if (strcmp(kind, "picture") == 0)
        picture(data, bytes);
    else if (strcmp(kind, "random") == 0) {
        rng r = {7};
        for (size_t i = 0; i < bytes; i++)
            data[i] = (uint8_t)rng_word(&r);
    } else {
        fprintf(stderr, "peers_data: expected random, float, double or picture, then a number of bytes\n");
        return 2;
    }
    bool whole = fwrite(data, 1, bytes, stdout) == bytes && fflush(stdout) == 0;
    free(data);
    return whole ? 0 : 1;
}
