/* SPDX-License-Identifier: Apache-2.0 */
/* driver - runs the routines of routines.def, a line a warp (docs/routines.md). By itself it makes lines, compresses them, decompresses
   what fitted, and looks whether all lines are back. With --at the lines, or codes, are in memory already, from that address on: `lines`
   lines of 128 bytes; behind them of each what the routine leaves, 256 bytes; behind these what it returned, a word. With
   --describe 1 it writes there what rows it has. */
#include "workload.h"

enum { LINE = 128, SLOT = 256, LANES = 32, HEADS = 9 };

typedef unsigned routine(const uint8_t *from, uint8_t *to, unsigned lane);

#define ROUTINE(name, codec, options, compress, decompress) routine compress, decompress;
#include "routines.def"

/* The assist warp store of linebdi: what the head names */
static routine *const by_head[HEADS] = {
    NULL,
    linebdi_decompress_zeros,
    linebdi_decompress_repeat,
    linebdi_decompress_8_1,
    linebdi_decompress_8_2,
    linebdi_decompress_8_4,
    linebdi_decompress_4_1,
    linebdi_decompress_4_2,
    linebdi_decompress_2_1,
};

unsigned linebdi_by_head(const uint8_t *from, uint8_t *to, unsigned lane)
{
    return by_head[from[0] % HEADS](from, to, lane);
}

/* Only returns: what it takes to call a routine */
routine nothing;
__asm__("nothing: ret");

static routine *const routines[][2] = {
#define ROUTINE(name, codec, options, compress, decompress) {compress, decompress},
#include "routines.def"
    {nothing, nothing},
};
/* The rows of routines.def, a line an item */
static const char description[] =
#define ROUTINE(name, codec, options, compress, decompress) #name "\n" codec "\n" options "\n" #compress "\n" #decompress "\n"
#include "routines.def"
    ;
enum { COUNT = sizeof routines / sizeof *routines };

typedef struct {
    routine *code;
    const uint8_t *from;
    unsigned from_step;
    uint8_t *to;
    unsigned to_step;
    unsigned *bytes;
    const unsigned *fitted; /* NULL: all lines; else those whose number here is not 0 */
} job;

/* A routine finds nothing in its registers. What is in a lane's now differs from lane to lane. */
static inline void scatter(unsigned value)
{
    __asm__ volatile("mv a3, %0\n mv a4, %0\n mv a5, %0\n mv a6, %0\n mv a7, %0\n mv t0, %0\n"
                     "mv t1, %0\n mv t2, %0\n mv t3, %0\n mv t4, %0\n mv t5, %0\n mv t6, %0"
                     :
                     : "r"(value)
                     : "a3", "a4", "a5", "a6", "a7", "t0", "t1", "t2", "t3", "t4", "t5", "t6");
}

KERNEL(assist)
{
    const job *j = arguments;
    if (j->fitted != NULL && j->fitted[block] == 0)
        return;
    scatter(0x5a5a5a5a * (thread + 1));
    unsigned bytes = j->code(j->from + j->from_step * block, j->to + j->to_step * block, thread);
    if (thread == 0)
        j->bytes[block] = bytes;
}

/* A line that some code may fit: words, or eights whose upper words are alike, near a base or near 0, with differences of so many bits */
static void make_line(uint32_t *line)
{
    unsigned kind = random_below(8), bits = kind < 2 ? 0 : random_below(33), near_base = 1;
    bool eights = kind < 5;
    uint32_t base = kind == 0 ? 0 : random_word(), high = kind == 0 ? 0 : random_word();
    for (unsigned i = 0; i < LINE / 4; i++) {
        uint32_t difference = bits == 0 ? 0 : random_word() >> (32 - bits);
        if (kind > 1 && !(eights && i % 2 == 1))
            near_base = random_below(8) > 0;
        line[i] = eights && i % 2 == 1 ? near_base * high : near_base * base + difference;
    }
}

int main(int argc, char **argv)
{
    unsigned which = 0, decompress = 0, lines = 1000, at = 0, describe = 0;
    const option options[] = {{"routine", &which, 0, COUNT - 1, 1, "the row of routines.def"},
                              {"lines", &lines, 1, 65536, 1, "lines"},
                              {"at", &at, 0, 400000000, 128, "where lines are; 0: it makes them"},
                              {"decompress", &decompress, 0, 1, 1, "1: the lines at that address are codes"},
                              {"describe", &describe, 0, 1, 1, "1: writes there which rows there are"},
                              {0}};
    begin("routines", argc, argv, options);

    if (describe) {
        __builtin_memcpy((char *)at, description, sizeof description);
        return 0;
    }
    uint8_t *from = at != 0 ? (uint8_t *)at : allocate(lines, LINE), *to = at != 0 ? from + lines * LINE : allocate(lines, SLOT);
    unsigned *bytes = at != 0 ? (unsigned *)(to + lines * SLOT) : allocate(lines, sizeof *bytes);
    job j = {routines[which][decompress], from, LINE, to, SLOT, bytes, NULL};
    for (unsigned i = 0; at == 0 && i < lines; i++)
        make_line((uint32_t *)(from + i * LINE));
    launch(assist, &j, lines, LANES, 0);
    if (at != 0)
        return 0;

    uint8_t *back = allocate(lines, LINE);
    job again = {routines[which][1], to, SLOT, back, LINE, allocate(lines, sizeof *bytes), bytes};
    launch(assist, &again, lines, LANES, 0);
    bool right = true;
    unsigned fitted = 0;
    for (unsigned i = 0; i < lines && right; i++)
        if (bytes[i] != 0) {
            right = same_bytes("line", back + i * LINE, from + i * LINE, LINE);
            fitted++;
        }
    return verdict(right && fitted > 0, lines);
}
