/* SPDX-License-Identifier: Apache-2.0 */
/* ss - how alike documents are: the cosine of the angle between their vectors, a thread a pair. After Mars' SimilarityScore. */
#include "workload.h"

enum { THREADS = 256, UNROLL = 4 };

typedef struct {
    unsigned one, other;
} pair;

typedef struct {
    const float *vectors; /* a document after another */
    const pair *pairs;
    float *score;
    unsigned count, terms;
} documents;

KERNEL(compare)
{
    const documents *a = arguments;
    unsigned p = block * threads + thread;
    if (p < a->count) {
        const float *one = a->vectors + a->pairs[p].one * a->terms, *other = a->vectors + a->pairs[p].other * a->terms,
                    *end = one + a->terms;
        float both = 0, squares = 0, other_squares = 0;
        for (; one != end; one += UNROLL, other += UNROLL) {
            float x[UNROLL], y[UNROLL];
#pragma GCC unroll 4
            for (int i = 0; i < UNROLL; i++) {
                x[i] = one[i];
                y[i] = other[i];
            }
#pragma GCC unroll 4
            for (int i = 0; i < UNROLL; i++) {
                both += x[i] * y[i];
                squares += x[i] * x[i];
                other_squares += y[i] * y[i];
            }
        }
        a->score[p] = both / (root(squares) * root(other_squares));
    }
}

/* How often a document has each term: it has as many words as there are terms, and the n-th term is drawn with a chance in proportion to 1/n. */
static void make_documents(float *vectors, unsigned count, unsigned terms)
{
    unsigned *sums = allocate(terms, sizeof *sums);
    zipf_chances(sums, terms, 1000000);
    for (unsigned d = 0; d < count; d++)
        for (unsigned w = 0; w < terms; w++)
            vectors[d * terms + zipf_draw(sums, terms)]++;
}

/* The lengths first, each once, and then the pairs */
static void reference(const documents *a, unsigned count, float *score)
{
    float *length = allocate(count, sizeof *length);
    for (unsigned d = 0; d < count; d++) {
        float squares = 0;
        for (unsigned t = 0; t < a->terms; t++)
            squares += a->vectors[d * a->terms + t] * a->vectors[d * a->terms + t];
        length[d] = root(squares);
    }
    for (unsigned p = 0; p < a->count; p++) {
        for (unsigned t = 0; t < a->terms; t++)
            score[p] += a->vectors[a->pairs[p].one * a->terms + t] * a->vectors[a->pairs[p].other * a->terms + t];
        score[p] /= length[a->pairs[p].one] * length[a->pairs[p].other];
    }
}

int main(int argc, char **argv)
{
    unsigned size = 48, terms = 64, next = 1 << 20;
    const option options[] = {{"size", &size, 2, 1 << 20, 1, "documents"},
                              {"terms", &terms, 4, 4096, 4, "terms of a document's vector"},
                              {"next", &next, 1, 1 << 20, 1, "documents behind it that each is compared with, at most"},
                              {0}};
    begin("ss", argc, argv, options);
    float *vectors = allocate((size_t)size * terms, sizeof *vectors);
    make_documents(vectors, size, terms);
    if (next > size - 1)
        next = size - 1;
    unsigned count = 0, bound = next * size;
    pair *pairs = allocate(bound, sizeof *pairs);
    for (unsigned one = 0; one < size; one++)
        for (unsigned other = one + 1; other < size && other <= one + next; other++)
            pairs[count++] = (pair){one, other};
    documents a = {vectors, pairs, allocate(count, sizeof(float)), count, terms};
    launch(compare, &a, (count + THREADS - 1) / THREADS, THREADS, 0);
    float *expected = allocate(count, sizeof *expected);
    reference(&a, size, expected);
    return verdict(close_floats("score", a.score, expected, count, 1e-5f), count);
}
