/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_l1_parts.h - what the parts of L1 (mem_l1.h) have of each other: mem_l1.c is L1 itself, mem_l1_helped.c what helper warps and the stores that wait for them need,
 * mem_l1_vectors.c a cache of vectors in its place. */
#ifndef WF_MEM_L1_PARTS_H
#define WF_MEM_L1_PARTS_H

#include "mem_l1.h"

enum { L1_NOBODY = -1 };

static inline mem_request *l1_at(const mem_l1 *l, int n)
{
    return &l->requests->r[n];
}

/* A request of a whole line that nobody waits for. */
static inline mem_request l1_own_request(const mem_l1 *l, mem_kind kind, uint64_t line)
{
    const uint8_t all = (1u << MEM_SECTORS) - 1;
    return (mem_request){.line = line,
                         .id = L1_NOBODY,
                         .whole = -1,
                         .sm = (int16_t)l->sm,
                         .sectors = all,
                         .full = kind == MEM_STORE ? all : 0,
                         .kind = kind};
}

/* ---- L1 ---- */

/* A request ends, and its giver is told. */
void l1_done(mem_l1 *l, int n);
/* A load sends its header alone, all else its data too. */
int l1_flits_out(const mem_l1 *l, mem_kind kind, uint8_t sectors);
/* A whole line that is stored leaves as its code, where L2 has codes. */
int l1_flits_of(const mem_l1 *l, const mem_request *r);
void l1_send(mem_l1 *l, int n, uint64_t now);

/* Its line is there, as a code if it is one. */
void l1_fill(mem_l1 *l, uint64_t line);

/* ---- helper warps ---- */

/* What they need; their lines are in the sets that L1 has not. */
void l1_open_helped(mem_l1 *l);
void l1_close_helped(mem_l1 *l);
/* A request that L1 or L2 has answered. */
void l1_answered_helped(mem_l1 *l, int n);
/* A store waits for its compression. Without a place for it, it goes out by itself. */
bool l1_keep_store(mem_l1 *l, int n, uint64_t now);
/* A line of local memory that L1 writes back is a whole store, of the warp that was here last. */
bool l1_keep_back(mem_l1 *l, const mem_request *r, uint64_t now);
/* One of the warp's stores has come to L1. */
void l1_store_came(mem_l1 *l, int warp);
/* What is stored, first; then the lines of which L2 has refused a part. */
void l1_send_stores(mem_l1 *l, uint64_t now);
/* Is there room for another load that waits for its routine, and then: it waits. False: the line is no code any more. */
bool l1_may_decompress(const mem_l1 *l);
bool l1_decompress_hit(mem_l1 *l, int n);
bool l1_helped_rest(const mem_l1 *l);

/* ---- routines that prefetch ---- */

void l1_close_ahead(mem_l1 *l);
/* A cycle in which no load is there for L1. */
void l1_look_ahead(mem_l1 *l, uint64_t now);
/* A load has found its line, or not. */
void l1_note_load(mem_l1 *l, uint64_t line, int warp, cache_result result);

/* ---- a cache of vectors ---- */

void l1_give_vectors(mem_l1 *l, uint64_t now);

#endif
