/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_fetch.h - the front of an SM: which warps have an instruction to issue.
 *
 * Each warp has a buffer of two instructions. In a cycle one warp with an empty buffer fetches the line of its next instruction from the instruction cache; a
 * cycle later its instruction is in the buffer, and the one behind it too, if that is in the same line. A buffered instruction that is not the one that the
 * warp executes next, since it jumped, is dropped when a scheduler looks at it (GPGPU-Sim 4.2).
 *
 *     cycle   0      1       2      3      4
 *     warp 0  fetch  decode  issue  issue
 *     warp 1         fetch   decode issue  issue
 *
 * The cache is the caller's: `line` is asked whether a line is there; if not, the warp waits until fetch_filled. Ideal fetch has every warp's next
 * instruction at any time. */
#ifndef WF_SM_FETCH_H
#define WF_SM_FETCH_H

#include <stdbool.h>
#include <stdint.h>

enum { FETCH_WARPS = 128, FETCH_WORDS = FETCH_WARPS / 64, FETCH_BUFFER = 2 };

typedef struct {
    void *own;
    /* The pc of the n-th instruction from the next one on that the warp executes; false: there is none. */
    bool (*pc)(void *own, int warp, int n, uint64_t *pc);
    /* Is the line that holds these bytes in the instruction cache? If not it is fetched. */
    bool (*line)(void *own, int warp, uint64_t pc);
} fetch_source;

typedef struct {
    bool ideal;
    int line_bytes, instruction_bytes;
    fetch_source source;
    bool there[FETCH_WARPS];                  /* the warp has a place in the SM */
    uint64_t empty[FETCH_WORDS];              /* warps, a bit each, whose buffer is empty, and that wait for no line */
    uint64_t stopped[FETCH_WORDS];            /* warps, a bit each, of which nothing is fetched */
    bool waiting[FETCH_WARPS];                /* that wait for one */
    int held[FETCH_WARPS], good[FETCH_WARPS]; /* buffered instructions, and how many of them the warp executes */
    int last, decoding;                       /* the warp that fetched last; the one that fetched in the cycle before, or -1 */
} fetch;

void fetch_open(fetch *f, bool ideal, int line_bytes, int instruction_bytes, const fetch_source *source);
void fetch_enter(fetch *f, int warp);
void fetch_leave(fetch *f, int warp);
/* Has the warp its next instruction? A scheduler looks at it: what the warp does not execute is dropped. */
bool fetch_look(fetch *f, int warp);
/* It was issued. */
void fetch_issued(fetch *f, int warp);
/* The warp goes on elsewhere: what was fetched of it is dropped. Only while nothing of it is fetched. */
bool fetch_may_skip(const fetch *f, int warp);
void fetch_skip(fetch *f, int warp);
/* What was fetched of the warp is dropped, and until fetch_go nothing of it is fetched. */
void fetch_stop(fetch *f, int warp);
void fetch_go(fetch *f, int warp);
static inline bool fetch_stops(const fetch *f)
{
    bool any = false;
    for (int k = 0; k < FETCH_WORDS; k++)
        any |= f->stopped[k] != 0;
    return any;
}
/* The line that this warp waits for is there. */
void fetch_filled(fetch *f, int warp);
/* Decode and fetch, after what is issued in the cycle. Did any warp do either? */
bool fetch_cycle(fetch *f);

#endif
