/* SPDX-License-Identifier: Apache-2.0
 *
 * sweep_file.h - the file of a sweep as it is written: sets of keys, each with a list of values. */
#ifndef WF_SWEEP_FILE_H
#define WF_SWEEP_FILE_H

#include <stdbool.h>

typedef struct {
    char *key;
    char *where; /* "FILE:LINE: KEY", or the flag */
    char **values;
    int count;
} sweep_key;

typedef struct {
    char *name; /* NULL: the keys of [sweep] */
    int line;
    sweep_key *keys; /* in their order */
    int count;
} sweep_set;

typedef struct {
    const char *path;
    char *name; /* of the sweep: its key `name`, or that of the file without its ending */
    sweep_set common;
    sweep_set *sets; /* each with the keys of `common` that it does not have itself before its own */
    int count;
} sweep_file;

/* Reads it. Dies (2) of a section of another kind, two of one name, a set without a unit, no set. `changes` as sweep_read takes them. */
void sweep_file_read(sweep_file *f, const char *path, const char *const *changes, int change_count);
/* NULL: the set does not have it. */
const sweep_key *sweep_set_find(const sweep_set *s, const char *key);
/* Is this key's value a path? Such values are relative to the file's folder. */
bool sweep_is_path(const char *key, const char *value);
/* The key of the step `time`; its values are machines. */
#define SWEEP_TIME "time"
/* A value that leaves the flag out. */
#define SWEEP_DEFAULT "default"

#endif
