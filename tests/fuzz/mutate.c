/* SPDX-License-Identifier: Apache-2.0 */
#include "mutate.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "../../base/random.h"

typedef struct {
    rng *random;
    const sample *samples;
    int count;
    unsigned char *data;
    size_t len;
} mutation;

/* Texts at which readers of numbers and of structures go wrong. */
static const char *const words[] = {
    "-1",  "0",  "1",          "255",   "256", "65536",   "2147483647", "2147483648", "4294967295", "4294967296", "18446744073709551616",
    "1e9", "-0", "0x7fffffff", "1e999", "nan", "inf",     "null",       "\"\"",       "[]",         "{}",         "\\u0000",
    "%s",  "\r", "\n",         "\t",    " ",   "\x1b[2J", "\xff\xff",   "/",          "../",        "#",          ";",
};
enum { WORDS = sizeof words / sizeof *words };

static size_t below(mutation *m, size_t n)
{
    return n ? rng_below(m->random, (uint32_t)n) : 0;
}

/* Puts `n` bytes in the place of the `gone` bytes at `at`. */
static void replace(mutation *m, size_t at, size_t gone, const unsigned char *with, size_t n)
{
    if (m->len - gone + n > MUTATE_MAX)
        return;
    memmove(m->data + at + n, m->data + at + gone, m->len - at - gone);
    memcpy(m->data + at, with, n);
    m->len += n - gone;
}

static void flip(mutation *m)
{
    if (m->len)
        m->data[below(m, m->len)] ^= (unsigned char)(1u << below(m, 8));
}

static void set(mutation *m)
{
    static const unsigned char values[] = {0, 1, 0x7f, 0x80, 0xff, ' ', '\n', '"', '(', ')', '{', '}'};
    unsigned char any = (unsigned char)rng_word(m->random);
    if (m->len)
        m->data[below(m, m->len)] = below(m, 2) ? any : values[below(m, sizeof values)];
}

static void truncate_at(mutation *m)
{
    m->len = below(m, m->len + 1);
}

static void cut(mutation *m)
{
    size_t at = below(m, m->len + 1), most = m->len - at;
    replace(m, at, below(m, (most < 64 ? most : 64) + 1), m->data, 0);
}

/* A piece of this or of another sample, in the place of nothing or of as much. */
static void splice(mutation *m)
{
    const sample *s = &m->samples[below(m, (size_t)m->count)];
    size_t from = below(m, s->len + 1), n = below(m, s->len - from + 1), at = below(m, m->len + 1);
    size_t gone = below(m, 2) ? 0 : n < m->len - at ? n : m->len - at;
    replace(m, at, gone, s->data + from, n);
}

/* A word, in the place of a number if there is one from here on. */
static void write_word(mutation *m)
{
    const char *word = words[below(m, WORDS)];
    size_t at = below(m, m->len + 1), gone = 0;
    bool number = below(m, 3) > 0;
    while (number && at < m->len && !isdigit(m->data[at]))
        at++;
    while (number && at + gone < m->len && isdigit(m->data[at + gone]))
        gone++;
    replace(m, at, gone, (const unsigned char *)word, strlen(word));
}

/* A piece of some bytes many times: depth and length. */
static void repeat(mutation *m)
{
    static unsigned char many[MUTATE_MAX];
    size_t at = below(m, m->len + 1), most = m->len - at, n = 1 + below(m, 12);
    if (n > most)
        return;
    size_t times = 1 + below(m, below(m, 8) ? 40 : MUTATE_MAX / n);
    for (size_t i = 0; i < times; i++)
        memcpy(many + i * n, m->data + at, n);
    replace(m, at, 0, many, times * n);
}

size_t mutate(const sample *samples, int count, uint64_t seed, uint64_t number, unsigned char *out)
{
    static void (*const steps[])(mutation *) = {flip, flip, set, set, write_word, write_word, splice, cut, repeat, truncate_at};
    rng random = {rng_mix(seed) + number};
    mutation m = {&random, samples, count, out, 0};
    const sample *s = &samples[below(&m, (size_t)count)];
    m.len = s->len;
    memcpy(out, s->data, s->len);
    do
        steps[below(&m, sizeof steps / sizeof *steps)](&m);
    while (below(&m, 4) > 0);
    return m.len;
}
