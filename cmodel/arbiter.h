/* SPDX-License-Identifier: Apache-2.0
 *
 * arbiter.h - the cell wf_arb: a round-robin arbiter. It looks at its ports in turn, from the one behind the last that was served. A choice
 * that is not taken stays, whatever else is requested. All 0 at reset: port 0 comes first. */
#ifndef WF_ARBITER_H
#define WF_ARBITER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int next; /* the port that is looked at first */
    int kept; /* 1 + the port that was chosen and not taken; 0: there is none */
} arbiter;

/* The lowest bit from `from` on that is 1, in a vector of 64-bit words; -1: there is none. */
static inline int arbiter_first(const uint64_t *request, int words, int from)
{
    for (int w = from / 64; w < words; w++) {
        uint64_t here = w == from / 64 ? request[w] >> from % 64 << from % 64 : request[w];
        if (here)
            return 64 * w + __builtin_ctzll(here);
    }
    return -1;
}

/* The port that is chosen in this cycle; -1: none asks. */
static inline int arbiter_choice(const arbiter *a, const uint64_t *request, int words)
{
    if (a->kept)
        return a->kept - 1;
    int port = arbiter_first(request, words, a->next);
    return port >= 0 ? port : arbiter_first(request, words, 0);
}

/* The clock edge. */
static inline void arbiter_clock(arbiter *a, int choice, bool taken)
{
    if (choice < 0)
        return;
    a->kept = taken ? 0 : choice + 1;
    if (taken)
        a->next = choice + 1;
}

/* An arbiter with so many servers that is taken in every cycle: the ports that are served, and the clock edge. */
static inline uint64_t arbiter_serve(arbiter *a, uint64_t request, int servers)
{
    uint64_t served = 0;
    for (int i = 0; i < servers && request != served; i++) {
        uint64_t left = request & ~served;
        int port = arbiter_choice(a, &left, 1);
        served |= (uint64_t)1 << port;
        arbiter_clock(a, port, true);
    }
    return served;
}

#endif
