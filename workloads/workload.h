/* SPDX-License-Identifier: Apache-2.0 */
/* workload.h - what a workload has: launches and barriers, options, inputs by seed, and the check of its results. */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* KERNEL(name) { ... }: thread `thread` of `threads` in block `block` of `blocks`; all threads of a block have `shared`. */
typedef void kernel(const void *arguments, unsigned thread, unsigned block, unsigned threads, unsigned blocks, void *shared);
#define KERNEL(name) \
    static void name(const void *arguments, unsigned thread, unsigned block, unsigned threads, unsigned blocks, void *shared)

/* The side of the blocks of kernels that have squares of threads */
#ifndef BLOCK_SIDE
#define BLOCK_SIDE 16
#endif
_Static_assert(BLOCK_SIDE == 8 || BLOCK_SIDE == 16 || BLOCK_SIDE == 32, "BLOCK_SIDE is 8, 16 or 32");

/* Runs a kernel in blocks x threads threads and returns when all have ended. */
void launch(kernel *code, const void *arguments, unsigned blocks, unsigned threads, unsigned shared_bytes);

/* KERNEL_2D(name) { ... }: the thread at (thread_x, thread_y) of its block, which is at (block_x, block_y) of the grid. Neighbours along x are neighbours in
   a warp: the thread's number is thread_x + thread_y * width. */
typedef void kernel_2d(const void *arguments, unsigned thread_x, unsigned thread_y, unsigned block_x, unsigned block_y, void *shared);
#define KERNEL_2D(name) \
    static void name(const void *arguments, unsigned thread_x, unsigned thread_y, unsigned block_x, unsigned block_y, void *shared)

typedef struct {
    unsigned width, height;
} extent;

/* The same in a grid and in blocks of two dimensions. */
void launch_2d(kernel_2d *code, const void *arguments, extent grid, extent block, unsigned shared_bytes);

/* In a kernel: waits for all threads of the block. */
#ifdef __riscv
static inline void barrier(void)
{
    __asm__ volatile("li a7, 1001\n\tecall" ::: "a0", "a7", "memory");
}
#else
void barrier(void);
#endif

_Noreturn void quit(int status);
int write_bytes(int file, const void *bytes, size_t count);
uintptr_t move_end(uintptr_t end);

/* Memory of zeros, at a multiple of 256. It ends the program where there is no more. */
void *allocate(size_t count, size_t size);

/* --name N: a multiple of `step` from `least` to `most` */
typedef struct {
    const char *name;
    unsigned *value, least, most, step;
    const char *what;
} option;

/* The first call of main: reads the options (a table that ends with an empty line), --seed and --help. */
void begin(const char *name, int argc, char **argv, const option *options);

/* The last call of main: says "NAME: N elements, right" if it is so. Returns the program's exit status. */
int verdict(bool right, unsigned elements);

/* Each compares results with what is expected, and says what is wrong. `tolerance` is relative: to the expected value, or to the mean magnitude of
   all expected values if that is larger. */
bool same_words(const char *what, const void *got, const void *expected, unsigned count);
bool same_bytes(const char *what, const void *got, const void *expected, unsigned count);
bool close_floats(const char *what, const float *got, const float *expected, unsigned count, float tolerance);

/* Random numbers of the seed: Marsaglia's xorshift */
uint32_t random_word(void);
unsigned random_below(unsigned bound);
float random_float(float low, float high);
void random_floats(float *values, unsigned count, float low, float high);

/* Draws one of `count` numbers, 0 with the chance 1, 1 with 1/2, 2 with 1/3 and so on (Zipf). zipf_chances makes the sums of these, in parts of `whole`. */
static inline void zipf_chances(unsigned *sums, unsigned count, unsigned whole)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < count; i++)
        sums[i] = sum += whole / (i + 1);
}

static inline unsigned zipf_draw(const unsigned *sums, unsigned count)
{
    unsigned draw = random_below(sums[count - 1]), low = 0, high = count - 1;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (sums[middle] > draw)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* An image of grey bytes: smooth, with discs and their edges, and noise */
void random_image(uint8_t *pixels, unsigned rows, unsigned columns);

/* Text: words of a dictionary of 256, of which some are frequent (Zipf), with spaces and full stops */
void random_text(uint8_t *text, unsigned count);

/* An undirected graph: node i has the neighbours to[node[i].first] and on, node[i].count of them. Each node joins `links` / 2 to `links` nodes, of which
   all have the same chance, as in the graphs of Rodinia. */
typedef struct {
    unsigned first, count;
} graph_node;
typedef struct {
    unsigned nodes;
    graph_node *node;
    unsigned *to;
} graph;
graph random_graph(unsigned nodes, unsigned links);

/* A sparse matrix in compressed rows: a band of up to `band` entries on each side of the diagonal, and some at random places. Columns ascend. */
typedef struct {
    unsigned rows, entries;
    unsigned *first, *column;
    float *value;
} matrix;
matrix random_matrix(unsigned rows, unsigned band);

/* libm.c, without branches. expf and logf are off by at most 2 units in the last place, sinf and cosf by at most 2^-23. expf is infinite above 88.4 and
   0 below -87.6; logf takes positive normal numbers, sinf and cosf take up to 10000. None takes NaN. */
float expf(float x);
float logf(float x);
float sinf(float x);
float cosf(float x);

static inline float root(float x)
{
    return __builtin_sqrtf(x);
}

static inline float magnitude(float x)
{
    return __builtin_fabsf(x);
}

/* Smaller and larger numbers without branches, as a GPU has instructions for them; integers must differ by less than 2^31. gcc 12 would call a function
   for the instruction fmin.s. */
static inline float lesser(float a, float b)
{
#ifdef __riscv
    __asm__("fmin.s %0, %0, %1" : "+f"(a) : "f"(b));
    return a;
#else
    return a < b ? a : b;
#endif
}

static inline float greater(float a, float b)
{
#ifdef __riscv
    __asm__("fmax.s %0, %0, %1" : "+f"(a) : "f"(b));
    return a;
#else
    return a > b ? a : b;
#endif
}

static inline int least(int a, int b)
{
    int difference = a - b;
    return b + (difference & difference >> 31);
}

static inline int most(int a, int b)
{
    int difference = a - b;
    return a - (difference & difference >> 31);
}

/* In a kernel: the smaller of a word and `value` is stored there, as one step. Returns what was there. gcc has no builtin for the instruction. */
static inline unsigned atomic_least(unsigned *at, unsigned value)
{
#ifdef __riscv
    unsigned before;
    __asm__ volatile("amominu.w %0, %2, %1" : "=r"(before), "+A"(*at) : "r"(value) : "memory");
    return before;
#else
    unsigned before = __atomic_load_n(at, __ATOMIC_RELAXED);
    while (value < before && !__atomic_compare_exchange_n(at, &before, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
    return before;
#endif
}

/* A condition, 0 or 1, in a register, as a GPU has it in a predicate. gcc cannot see through: it makes no branches of the condition's parts, and no second
   copy of the code behind it. */
static inline int predicate(int condition)
{
    __asm__("" : "+r"(condition));
    return condition;
}

static inline int in_range(int i, int low, int high)
{
    return predicate((i >= low) & (i <= high));
}

#endif
