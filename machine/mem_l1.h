/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_l1.h - an SM's side of the memory: L1 behind its latency, what goes out to L2 and what comes back.
 *
 * A transaction stands in a pipeline as long as L1's latency, then looks into L1. One that fails there is tried again each cycle, and those behind it wait. A line that misses
 * is asked for as a whole. Atomics, lines of code and of constants, and everything where there is no L1, go out at once.
 *
 *     a load that misses; L2 answers in `n` cycles, in one packet
 *     cycle   0       35      36        36 + n   37 + n        38 + n      39 + n
 *             given   L1      net       packet   L1 has it     taken out   done
 *
 * Where L2 has codes (`at = l2`) whole lines are stored as codes, and what comes waits for the decoder unless it is raw.
 *
 * With helper warps (`at = assist`) a line that comes as a code waits in its place until the SM says that it is decompressed (l1_coded, l1_decompressed); stores wait to be compressed
 * (mem_stores.h; l1_stored, l1_compressed). The accesses of helper warps have a pipeline of their own in front of L1's port, which they take first, so nothing that waits for them
 * is in their way. L2 sends a store of a part of a line that is a code back; the line is then loaded and decompressed, and goes out whole and raw .
 *
 * With more tags than ways (`tags`) L1 holds codes too, and each load that finds one waits for a decoder of its own, or for a routine for its warp. Private lines stay raw there, since
 * stores change them.
 *
 * (GPGPU-Sim 4.2: the latency queue of L1, the cluster's and the load-store unit's response queues, one result a cycle.) Of stores L1 keeps none but local ones that hit. */
#ifndef WF_MEM_L1_H
#define WF_MEM_L1_H

#include "mem_address.h"
#include "mem_ahead.h"
#include "mem_cache.h"
#include "mem_callbacks.h"
#include "mem_delay.h"
#include "mem_net.h"
#include "mem_request.h"
#include "mem_stores.h"
#include "mem_vectors.h"

typedef struct {
    const machine *m;
    const mem_map *map;
    mem_requests *requests;
    mem_callbacks callbacks; /* none where L2 has no codes */
    mem_net *out;
    int sm;
    cache *cache;         /* NULL: there is no L1 */
    mem_vectors *vectors; /* a cache of vectors in its place; NULL: none */
    mem_vector *given;    /* of the requests in `entered`, the blocks of those that are private */
    mem_delay entered;    /* requests */
    bool assist;          /* helper warps compress lines: */
    bool direct;          /* but loads take their bytes out of codes */
    mem_delay helpers;    /* their accesses */
    mem_stores stores;
    mem_queue coded;                  /* requests whose lines came as codes */
    mem_queue outgoing;               /* stores on their way out */
    mem_queue refused;                /* stores that L2 sent back */
    int entered_stores[STORES_WARPS]; /* of each warp, in `entered` */
    bool hurries[STORES_WARPS];       /* its stores are released when these are none */
    int16_t last_warp;                /* whose access L1 looked at last */
    mem_queue lines;                  /* of code and constants, which go out */
    mem_delay came;                   /* packets, as they come, and while they are decoded */
    mem_queue responses;              /* packets in front of L1 */
    mem_queue done;                   /* ids */
    int passed, result;               /* a request that passed by L1 and has come; one that is done in the next cycle. -1: none */
    bool turn;                        /* what has passed by is looked at first */
    uint64_t decoder_free;            /* when it takes the next packet */
    mem_delay codes;                  /* loads of codes that L1 has, until a decoder has decoded them */
    uint64_t code_hits;               /* of codes in L1 */
    uint64_t decoded, helped;         /* lines, by the decoder; accesses of helper warps */
    mem_ahead *ahead;                 /* of routines that prefetch; NULL: there are none */
    uint64_t latency, latencies;
    uint64_t now; /* of l1_cycle */
    int entry;    /* cycles in `entered` */
} mem_l1;

void l1_open(mem_l1 *l, const machine *m, const mem_map *map, mem_requests *requests, const mem_callbacks *callbacks, mem_net *out, int sm);
void l1_close(mem_l1 *l);
/* This cache of vectors is its L1 from now on. A hit of the unit's plain form takes the latency of the machine's L1 in all; what it takes more itself comes on top. */
void l1_take_vectors(mem_l1 *l, const design *d, int plain_hit);
bool l1_ready(const mem_l1 *l, mem_kind kind);
bool l1_ready_for_helper(const mem_l1 *l);
void l1_give(mem_l1 *l, const mem_transaction *t, int id, uint64_t now);
/* The first half of a cycle: packets come from `in`. The second: all else. */
void l1_receive(mem_l1 *l, mem_net *in, uint64_t now);
void l1_cycle(mem_l1 *l, uint64_t now);
/* A request whose line came as a code; -1: there is none. When it is decompressed l1_decompressed tells. */
int l1_coded(mem_l1 *l);
void l1_decompressed(mem_l1 *l, int request);
/* The warp ends, or is at a fence; or no more (mem_hurry). */
void l1_hurry(mem_l1 *l, int warp, bool hurries);
/* A line that waits to be compressed, by its place in `stores`; -1: there is none. When it is, as a code or not, l1_compressed tells. */
int l1_stored(mem_l1 *l);
void l1_compressed(mem_l1 *l, int place, bool coded);
/* With routines that prefetch: before the first cycle; a line that is asked for; a load that missed, until there is none. */
void l1_open_ahead(mem_l1 *l);
void l1_ask(mem_l1 *l, const mem_transaction *t, uint64_t now);
bool l1_take_missed(mem_l1 *l, uint64_t *line, int *warp);
uint64_t l1_next(const mem_l1 *l, uint64_t now);
/* May it be left out in cycles in which no request is under way? */
bool l1_rests(const mem_l1 *l);
/* It is, in so many. */
void l1_skip(mem_l1 *l, uint64_t cycles);

#endif
