/* SPDX-License-Identifier: Apache-2.0
 *
 * arena.h - the memory of a job. All that the program allocates, and every text and path that it makes, is in one arena, the end of the
 * program frees it, and nobody else has to. A job that is one of many, such as a design of a sweep, is put between arena_mark and
 * arena_release. What loops over records make, and what is large and many, is freed by hand. What outlives its job, as a static cache
 * may, does not belong here.
 *
 * Each object is an allocation of its own, so the address sanitizer and valgrind find every access outside of one. There is one arena, and
 * one thread uses it. */
#ifndef WF_ARENA_H
#define WF_ARENA_H

#include <stddef.h>

/* realloc and calloc; they die if there is no memory. What grows belongs to the job that made it, whoever makes it grow. */
void *grow(void *p, size_t size);
void *zalloc(size_t size);
/* A list of `count` elements of so many bytes, with room for one more: for lists that nothing else makes room for. */
void *grow_one(void *list, size_t count, size_t size);
/* Frees an object that its job no longer needs. NULL: does nothing. */
void arena_free(void *p);

/* How many objects there are: a loop over records, however long, leaves as many. */
size_t arena_count(void);

/* All that is made between these two is freed. Jobs may stand in one another. */
void *arena_mark(void);
void arena_release(void *mark);

#endif
