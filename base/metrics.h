/* SPDX-License-Identifier: Apache-2.0
 *
 * metrics.h - flat records of keys and values (one JSON object). The steps of the flow pass them to each other and to the user. */
#ifndef WF_METRICS_H
#define WF_METRICS_H

#include <stdbool.h>
#include <stddef.h>

#include "keys.h"
#include "text.h"

#define uthash_malloc(size) grow(NULL, size)
#define uthash_free(p, size) arena_free(p)
#include <uthash.h>

typedef struct metric {
    char *key;
    char *string; /* NULL: a number */
    double number;
    UT_hash_handle hh; /* hh.next: the item that was added next; NULL: none */
} metric;

typedef struct {
    metric *first; /* in the order in which they were added; NULL: none */
} metrics;

void metrics_set(metrics *m, double value, const char *key_format, ...) __attribute__((format(printf, 3, 4)));
/* The same if the value is a finite number; otherwise does nothing. */
void metrics_set_known(metrics *m, double value, const char *key_format, ...) __attribute__((format(printf, 3, 4)));
void metrics_set_text(metrics *m, const char *value, const char *key_format, ...) __attribute__((format(printf, 3, 4)));
/* Is the key there, and its value not known? A file has null there. What is not known is not written. */
bool metrics_unknown(const metrics *m, const char *key_format, ...) __attribute__((format(printf, 2, 3)));
/* NAN / NULL if there is no such key, or its value is not known. */
double metrics_get(const metrics *m, const char *key_format, ...) __attribute__((format(printf, 2, 3)));
const char *metrics_get_text(const metrics *m, const char *key_format, ...) __attribute__((format(printf, 2, 3)));
size_t metrics_count(const metrics *m);
void metrics_remove(metrics *m, const char *key_format, ...) __attribute__((format(printf, 2, 3)));
/* All keys that begin so. */
void metrics_remove_all(metrics *m, const char *prefix);
/* Adds all of `from`. Keys that exist are overwritten. */
void metrics_merge(metrics *m, const metrics *from);
/* Is PATH a file of figures of this program, with this key? */
bool metrics_is_file(const char *path, const char *key);
/* Reads a file. NULL, or what is wrong with it: it cannot be read or is not a flat JSON object. */
char *metrics_read(metrics *m, const char *path);
/* The same for the file of a step: false if there is no such file; dies (2) if something is wrong with it. */
bool metrics_load(metrics *m, const char *path);
/* The same of the text of a file. */
char *metrics_parse(metrics *m, const char *data, size_t len);
/* What metrics_save writes. */
void metrics_text(const metrics *m, text *t);
/* Writes JSON, one key a line: integers without a fraction, other numbers with %.6g, and none that is not known. The file is complete or not written at all. */
void metrics_save(const metrics *m, const char *path);
/* For records of which there are many. */
void metrics_free(metrics *m);

#endif
