/* SPDX-License-Identifier: Apache-2.0 */
#include "mem_request.h"

#include "../base/arena.h"

void requests_open(mem_requests *p)
{
    *p = (mem_requests){.free = -1};
}

void requests_close(mem_requests *p)
{
    arena_free(p->r);
}

int requests_take(mem_requests *p, const mem_request *r)
{
    if (p->free < 0) {
        int size = p->size ? 2 * p->size : 256;
        p->r = grow(p->r, (size_t)size * sizeof *p->r);
        for (int i = size - 1; i >= p->size; i--) {
            p->r[i].next = p->free;
            p->free = i;
        }
        p->size = size;
    }
    int n = p->free;
    p->free = p->r[n].next;
    p->r[n] = *r;
    p->used++;
    return n;
}

void requests_give(mem_requests *p, int n)
{
    p->r[n].next = p->free;
    p->free = n;
    p->used--;
}
