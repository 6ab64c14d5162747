/* SPDX-License-Identifier: Apache-2.0 */
#include "arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "msg.h"

/* What stands before each object: a ring in the order in which they were made, `ring` before the first and behind the last. */
typedef struct head {
    _Alignas(max_align_t) struct head *before;
    struct head *after;
} head;
static head ring = {&ring, &ring};
static size_t count;

static head *need(head *h, size_t size)
{
    if (h == NULL)
        die("out of memory (%zu bytes asked for)", size);
    return h;
}

static void *add(head *h)
{
    count++;
    h->before = ring.before;
    h->after = &ring;
    h->before->after = h->after->before = h;
    return h + 1;
}

void *grow(void *p, size_t size)
{
    head *old = p ? (head *)p - 1 : NULL;
    head *h = need(size < PTRDIFF_MAX ? realloc(old, sizeof *h + size) : NULL, size);
    if (old == NULL)
        return add(h);
    h->before->after = h->after->before = h;
    return h + 1;
}

void *zalloc(size_t size)
{
    /* The pages of a large table cost nothing until they are used */
    return add(need(size < PTRDIFF_MAX ? calloc(1, sizeof(head) + size) : NULL, size));
}

/* There is room for 1, 2, 4, 8 .. elements. */
void *grow_one(void *list, size_t used, size_t size)
{
    bool full = (used & (used - 1)) == 0;
    return full ? grow(list, (used ? 2 * used : 1) * size) : list;
}

void arena_free(void *p)
{
    if (p == NULL)
        return;
    head *h = (head *)p - 1;
    count--;
    h->before->after = h->after;
    h->after->before = h->before;
    free(h);
}

size_t arena_count(void)
{
    return count;
}

void *arena_mark(void)
{
    return zalloc(0);
}

void arena_release(void *mark)
{
    while (ring.before != (head *)mark - 1)
        arena_free(ring.before + 1);
    arena_free(mark);
}
