/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_request.h - requests on their way through the memory. A request of several sectors is one on its way to L2; there it becomes one for each sector
 * that L2 keeps apart, and the parts count down to the whole as they come back.
 *
 *     load of a line, L2 with sectors:   whole (left 4) -> 4 parts, each its own packet back -> left 3, 2, 1, 0: the line is there */
#ifndef WF_MEM_REQUEST_H
#define WF_MEM_REQUEST_H

#include "mem_coalesce.h"

typedef struct {
    uint64_t line;
    uint64_t since;              /* the cycle in which it left its SM */
    int id;                      /* its giver's */
    int whole;                   /* the request that it is a part of; -1: none */
    int next;                    /* of the free ones */
    int16_t sm;                  /* -1: it is L2's own, a line that it writes back */
    uint8_t sectors, full, left; /* full: sectors that a store writes in full. left: sectors under way */
    uint8_t kind;                /* mem_kind */
    uint8_t bursts;              /* of its line's code; 0: nobody has asked */
    bool cached;                 /* L1 waits for its line */
    bool local;                  /* a store to local memory */
    bool vector;                 /* a block of private memory, which L1 has */
    /* Where helper warps compress lines (mem_l1.h). Numbers are one higher than what they name, 0: nothing. */
    bool coded, refused;         /* of a store: it is a code; L2 has a code, and the store a part of the line */
    bool asked;                  /* L2 has looked what code its line is */
    bool hit;                    /* a load that found a code in L1 */
    bool gives;                  /* a line that its SM has decompressed, for L2: nobody waits for an answer */
    int16_t warp;                /* place of the warp that asked */
    int code;                    /* what decompresses its line */
    int chain, retry, entry;     /* the next store of the same line; the store that waits for the line; its place in the buffer of stores */
    uint32_t bytes[MEM_SECTORS]; /* that a store writes */
} mem_request;

typedef struct {
    mem_request *r;
    int size, free;
    int used;
} mem_requests;

void requests_open(mem_requests *p);
void requests_close(mem_requests *p);
/* Its number. What was a pointer to a request may be none afterwards. */
int requests_take(mem_requests *p, const mem_request *r);
void requests_give(mem_requests *p, int n);

static inline int request_sectors(uint8_t sectors)
{
    return (sectors & 1) + (sectors >> 1 & 1) + (sectors >> 2 & 1) + (sectors >> 3 & 1);
}

#endif
