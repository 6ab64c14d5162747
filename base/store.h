/* SPDX-License-Identifier: Apache-2.0
 *
 * store.h - a cache of figures: under the hash of all that made them. An entry is whole or not there: it is written beside,
 * forced to the disk and renamed, and its head has the hash of its figures. Who makes an entry holds its lock. The lock is one byte of
 * one file, at a place that the key gives; the system drops it when the holder ends, however it ends. Several programs may use one
 * cache. */
#ifndef WF_STORE_H
#define WF_STORE_H

#include "hash.h"
#include "metrics.h"

typedef struct {
    char *dir;
    int lock; /* descriptor */
} store;

/* The folder is made. Dies (1) if it cannot be used. */
void store_open(store *s, const char *dir);
void store_close(store *s);
/* Adds the figures of an entry. False: there is none, or a damaged one, which is told and is as good as none. */
bool store_load(const store *s, const char *key, metrics *m);
/* Would it load? A damaged one is told by `check` alone. */
bool store_check(const store *s, const char *key);
bool store_has(const store *s, const char *key);
/* Waits until nobody else makes this entry. One at a time: who makes several unlocks each, so that nobody waits for what is there. */
void store_lock(const store *s, const char *key);
void store_unlock(const store *s, const char *key);
/* Does somebody make it now? */
bool store_busy(const store *s, const char *key);
/* By the holder of its lock. Dies (1) if it cannot be written. */
void store_save(const store *s, const char *key, const metrics *m);
/* Why the entry could not be made, the last time; NULL: not known, or it was made. It says nothing about the next time. */
char *store_why(const store *s, const char *key);
void store_fail(const store *s, const char *key, const char *why);

#endif
